//! The `[[ability]]` entries of a datasheet, and what its damage does to it.

use super::{BlockOwner, DatasheetWeapon, Group};
use crate::games::Owner;
use crate::games::language::entry::Meaning;
use crate::games::language::scene::AbilityBlock;
use crate::games::printed::OfUnit;
use crate::games::volley::draft::WeaponDraft;
use crate::games::warhammer_40k::edition::Edition;
use crate::profile::{Diagnostic, Diagnostics, Document, NamingWeapon, Place, Reader, Table};
use crate::words::{normal, same};

/// An `[[ability]]`; `None` if it works while leading only and the unit leads nobody. In an Attached unit one that does
/// not lead reaches its own part, but for one of the whole unit.
pub(super) fn read_ability(
    r: Reader<'_>,
    edition: &Edition,
    (scope, naming): ([&[String]; 4], &[NamingWeapon]),
    (weapons, groups): (&[DatasheetWeapon], &[Group]),
    found: &Diagnostics,
) -> Option<(BlockOwner, AbilityBlock<WeaponDraft>)> {
    let leading = r.flag("leading").unwrap_or(false);
    let whole = leading || r.flag("whole-unit").unwrap_or(false);
    let part = r.text("part").map(|part| part.value);
    let place = r.place_of("models");
    let mut block = AbilityBlock::read(r, &edition.language, scope, naming, found);
    hold_to_models(&mut block, weapons, groups, &place, found);
    let owner = BlockOwner { part: part.clone(), leading };
    match part {
        None => (!leading).then_some((owner, block)),
        Some(part) if !whole => {
            let of_part = |other: &Option<String>| other.as_ref() == Some(&part);
            let reached = |weapon: &&DatasheetWeapon| of_part(&weapon.part) && block.names(&weapon.name).is_some();
            let own = weapons.iter().filter(reached).map(|weapon| weapon.name.clone()).collect();
            block.own_weapons = Some(own);
            let models = groups.iter().filter(|group| of_part(&group.part)).map(|group| (*group.name).clone());
            block.models.get_or_insert_with(|| models.collect());
            Some((owner, block))
        }
        Some(_) => Some((owner, block)),
    }
}

/// Keeps effects on attacks from weapons that other models than those of the entry carry; notes weapons of which nobody
/// knows who carries them.
fn hold_to_models(
    block: &mut AbilityBlock<WeaponDraft>,
    weapons: &[DatasheetWeapon],
    groups: &[Group],
    place: &Place,
    found: &Diagnostics,
) {
    let Some(models) = block.models.as_ref().filter(|_| !block.against) else { return };
    let attacks = |meaning: &Meaning<WeaponDraft>| {
        meaning.owner() == Owner::Attacker && !meaning.effect().is_some_and(Meaning::is_beside)
    };
    if !block.effects.iter().any(|(_, meaning)| attacks(meaning)) {
        return;
    }
    let mut reached = Vec::new();
    for weapon in weapons.iter().filter(|weapon| !weapon.embarked && block.names(&weapon.name).is_some()) {
        let carries = |group: &&Group| group.count.is_any() && weapon.fits(group);
        let named = |group: &&Group| models.iter().any(|name| same(name, &group.name));
        let (mine, all) = (groups.iter().filter(carries).filter(named).count(), groups.iter().filter(carries).count());
        if mine == all {
            reached.push(weapon.name.clone());
        } else if mine > 0 {
            let message = format!("whether the `models` of {} carry {} is not known", block.name, weapon.name);
            let help = format!("write `carried-by` under {}", weapon.name);
            found.push(Diagnostic::new(place, message, "only they are meant").help(help));
        }
    }
    match &mut block.weapons {
        Some(named) => named.retain(|text| reached.iter().any(|name| same(name, &text.value))),
        None => block.own_weapons = Some(reached),
    }
}

/// What `Damaged X` does: -1 to hit once the unit's only model has that many wounds left, or fewer (W40K-DAMAGED).
pub(super) fn damaged(
    r: &Reader<'_>,
    edition: &Edition,
    card: &OfUnit,
    groups: &[Group],
) -> Option<AbilityBlock<WeaponDraft>> {
    let printed = card.abilities.iter().find(|ability| ability.is(DAMAGED))?;
    let refused = |what: &str| {
        let message = format!("`{}` {what} is not computed", printed.text.value);
        let help = "say what its damage does with an `[[ability]]`, or name it in `not-computed`".to_owned();
        r.mistake(Diagnostic::new(&printed.text.place, message, "here").help(help));
        None
    };
    let mut left = groups.iter().filter(|group| group.count.is_any());
    let (Some(only), None) = (left.next().filter(|group| group.count.get() == 1), left.next()) else {
        return refused("of a unit of several models");
    };
    let Some(left) = printed.value.as_fixed() else { return refused("without a number of wounds") };
    let meaning = edition.language.understood(MINUS)?;
    Some(AbilityBlock::once_damaged(&printed.text.value, only.wounds.get().saturating_sub(left), (MINUS, meaning)))
}

/// The ability of units that hit worse once few wounds are left.
const DAMAGED: &str = "Damaged X";
/// What they lose.
const MINUS: &str = "-1 to hit";

/// Names a printed bracket among what is left out, unless an `[[ability]]` says what damage does to the unit.
pub(super) fn leave_out_brackets(card: &mut OfUnit, document: &Document) {
    let says = |table: &Table| {
        let named = table.text("name").is_some_and(|name| normal(name).starts_with("damaged"));
        named || table.texts("when").any(|text| ["damage", "wounds"].iter().any(|word| text.contains(word)))
    };
    if document.table.tables("ability").any(says) {
        return;
    }
    let brackets =
        card.abilities.iter().filter(|ability| ability.is(BRACKET)).map(|ability| ability.text.value.clone());
    card.not_computed.extend(brackets.collect::<Vec<_>>());
}

/// The line of a card that says what a unit loses once few of its wounds remain.
const BRACKET: &str = "Damaged: 1-X wounds remaining";
