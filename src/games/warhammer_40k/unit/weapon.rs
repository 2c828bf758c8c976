//! The weapons of a datasheet.

use super::{DatasheetWeapon, Group};
use crate::games::read_positive;
use crate::games::warhammer_40k::edition::Edition;
use crate::profile::{Diagnostic, Diagnostics, Reader, Value};
use crate::words::{did_you_mean, same};

/// Reads a weapon; `None` if there is a mistake that leaves it without a number.
pub(super) fn read_weapon(
    r: Reader<'_>,
    edition: &Edition,
    groups: &[Group],
    (all, entries): (bool, &[String]),
    found: &Diagnostics,
) -> Option<DatasheetWeapon> {
    let name = r.text("name");
    let range = r.whole("range");
    let count = r.whole("count");
    let attacks = read_positive(&r, "attacks");
    let strength = read_positive(&r, "strength");
    let ap = ap(&r);
    let damage = read_positive(&r, "damage");
    let one_of = r.text("one-of").map(|group| group.value);
    let melee = range.is_none();
    let all_abilities = edition.language.weapon_abilities(&r, entries, found);
    let (abilities, idle): (Vec<_>, Vec<_>) =
        all_abilities.into_iter().partition(|ability| ability.is_ability_of(melee));
    for ability in idle {
        let text = format!("`{ability}` does nothing on a {} weapon", if melee { "melee" } else { "ranged" });
        found.add_note(Diagnostic::new(&r.place_of("abilities"), text, "here"));
    }
    let torrent = abilities.iter().any(|ability| ability.name() == "Torrent");
    let skill = skill(&r, torrent);
    let carried_by = r.text("carried-by");
    if let Some(carrier) = &carried_by {
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        if all && !names.iter().any(|name| same(name, &carrier.value)) {
            let message = format!("the unit has no models called `{}`", carrier.value);
            let help = did_you_mean(&carrier.value, names.iter().copied())
                .unwrap_or_else(|| format!("it has {}", names.join(", ")));
            r.mistake(Diagnostic::new(&carrier.place, message, "here").help(help));
        }
    }
    let part = r.text("part").map(|part| part.value);
    let embarked = r.flag("embarked").unwrap_or(false);
    let on_death = match r.peek("on-death") {
        Some(Value::Flag(always)) => always.then_some(1),
        _ => r.target("on-death").and_then(|target| target.value),
    };
    r.finish();
    let mut weapon = DatasheetWeapon {
        name: name?.value,
        ranged: range.is_some(),
        count: 0,
        had: 0,
        attacks: attacks?.value,
        skill: skill?,
        strength: strength?.value,
        ap: ap?,
        damage: damage?.value,
        carried_by: carried_by.map(|carrier| carrier.value),
        part,
        embarked,
        on_death,
        one_of,
        abilities,
    };
    let each: u32 = groups.iter().filter(|group| weapon.fits(group)).map(|group| u32::from(group.count.get())).sum();
    weapon.count = count.map_or_else(|| u16::try_from(each).unwrap_or(u16::MAX), |count| count.value as u16);
    weapon.had = weapon.count;
    Some(weapon)
}

/// BS or WS; `N/A` where the weapon hits by itself.
fn skill(r: &Reader<'_>, torrent: bool) -> Option<Option<u8>> {
    let not_needed = |text: &str| same(text, "N/A") || text.trim() == "-";
    match r.peek("skill") {
        Some(Value::Text(text)) if not_needed(text) => {
            if !torrent {
                let message = "`skill` is missing its number".to_owned();
                let help = "only Torrent weapons have `\"N/A\"`".to_owned();
                let label = "write `\"2+\"` to `\"6+\"`";
                r.mistake(Diagnostic::new(&r.place_of("skill"), message, label).help(help));
            }
            Some(None)
        }
        None if torrent => Some(None),
        None => {
            r.missing("skill");
            None
        }
        Some(_) => r.target("skill").map(|skill| skill.value),
    }
}

/// AP as it is printed: 0 or a negative number.
fn ap(r: &Reader<'_>) -> Option<u8> {
    match r.peek("ap") {
        None => Some(0),
        Some(Value::Whole(n @ 1..=9)) => {
            let message = "`ap` has no sign".to_owned();
            r.mistake(Diagnostic::new(&r.place_of("ap"), message, format!("write `-{n}`")));
            None
        }
        Some(_) => r.whole("ap").map(|ap| ap.value.unsigned_abs() as u8),
    }
}
