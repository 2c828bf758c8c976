//! A datasheet's unit of another size.

use crate::games::arms::Arm;
use crate::games::size::{SizedGroup, note, place_of, scale_points, sized};
use crate::profile::{Document, Node, Table, Value};
use crate::sequence::MAX_MODELS;
use crate::words::same;

/// Sets the number of models; groups, counts and points follow.
pub(in crate::games) fn resize(document: &mut Document, models: u16) -> Result<Vec<String>, String> {
    if document.table.get("attached").is_some() {
        return Err(
            "a unit with its leader is not resized as one; say how many follow it: `captain+10 squad`".to_owned()
        );
    }
    let count = |table: &Table| whole(table, "count").filter(|n| *n <= MAX_MODELS as u32);
    let tables = document.table.tables_mut("model");
    let group = |table: &&mut Table| Some(SizedGroup { count: count(table)?, leads: table.text("role").is_some() });
    // What is wrong with a group is told when it is read.
    let Some(groups) = tables.iter().map(group).collect::<Option<Vec<SizedGroup>>>() else { return Ok(Vec::new()) };
    let names: Vec<String> = tables.iter().map(|table| table.text("name").unwrap_or_default().to_owned()).collect();
    let before: u32 = groups.iter().map(|group| group.count).sum();
    let now = u32::from(models);
    if before == now || before > MAX_MODELS as u32 {
        return Ok(Vec::new());
    }
    let written: Vec<ResizedWeapon> =
        document.table.tables_mut("weapon").iter().map(|table| ResizedWeapon::of(table)).collect();
    let arms: Vec<Arm<'_>> = written.iter().map(|weapon| weapon.arm(&names)).collect();
    let sized = sized(&groups, &arms, now).ok_or("the profile has no models")?;
    let place = place_of(models);
    let put = |table: &mut Table, n: u32| {
        table.put("count", Node { place: place.clone(), value: Value::Whole(n.into()) });
    };
    for (table, count) in document.table.tables_mut("model").into_iter().zip(&sized.groups) {
        put(table, *count);
    }
    let mut carried = Vec::new();
    for ((table, arm), count) in document.table.tables_mut("weapon").into_iter().zip(&arms).zip(&sized.weapons) {
        if let Some(count) = count {
            put(table, *count);
        }
        let each = sized.groups.iter().zip(&arm.fits).filter(|(_, fits)| **fits).map(|(count, _)| count).sum();
        carried.push((table.text("name").unwrap_or("a weapon").to_owned(), count.unwrap_or(each)));
    }
    let points = scale_points(document, before, now, &place);
    Ok(vec![note(models, points, &carried)])
}

fn whole(table: &Table, key: &str) -> Option<u32> {
    table.whole(key).and_then(|n| u32::try_from(n).ok())
}

/// What a profile writes of a weapon, as far as sizes ask.
struct ResizedWeapon {
    ranged: bool,
    count: Option<u32>,
    carried_by: Option<String>,
    one_of: Option<String>,
}

impl ResizedWeapon {
    fn of(table: &Table) -> Self {
        let text = |key: &str| table.text(key).map(str::to_owned);
        Self {
            ranged: table.get("range").is_some(),
            count: whole(table, "count").filter(|n| *n <= MAX_MODELS as u32),
            carried_by: text("carried-by"),
            one_of: text("one-of"),
        }
    }

    fn arm(&self, groups: &[String]) -> Arm<'_> {
        let fits = |name: &String| self.carried_by.as_ref().is_none_or(|wanted| same(wanted, name));
        Arm {
            ranged: self.ranged,
            count: self.count,
            fits: groups.iter().map(fits).collect(),
            one_of: self.one_of.as_deref(),
        }
    }
}
