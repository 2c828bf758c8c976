//! A datasheet's unit of another size.

use crate::games::arms::Arm;
use crate::games::size::{SizedGroup, WrittenWeapon, count, note, place_of, scale_points, sized};
use crate::profile::{Document, Node, Table, Value};
use crate::sequence::MAX_MODELS;

/// Sets the number of models; groups, counts and points follow.
pub(in crate::games) fn resize(document: &mut Document, models: u16) -> Result<Vec<String>, String> {
    if document.table.get("attached").is_some() {
        return Err(
            "a unit with its leader is not resized as one; say how many follow it: `captain+10 squad`".to_owned()
        );
    }
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
    let written: Vec<WrittenWeapon> = document.table.tables("weapon").map(WrittenWeapon::of).collect();
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
    let tables = document.table.tables_mut("weapon").into_iter();
    for (((table, weapon), arm), count) in tables.zip(&written).zip(&arms).zip(&sized.weapons) {
        if let Some(count) = count {
            put(table, *count);
        }
        let each = sized.groups.iter().zip(&arm.fits).filter(|(_, fits)| **fits).map(|(count, _)| count).sum();
        carried.push((weapon.name.clone(), count.unwrap_or(each)));
    }
    let points = scale_points(document, before, now, &place);
    Ok(vec![note(models, points, &carried)])
}
