//! What attacks read of a unit that they are made on, so that a table works out once what units take alike.

use std::hash::{Hash, Hasher};

use super::unit::{Datasheet, Group};
use crate::games::AsTarget;
use crate::games::Owner;
use crate::games::language::entry::Meaning;
use crate::games::language::scene::{AbilityBlock, Condition};
use crate::games::language::situation::has;
use crate::games::volley::draft::{Beside, WeaponDraft};
use crate::sequence::Fingerprint;

/// What attacks read of a unit, and what it asks for when it attacks.
pub(in crate::games) fn as_target(unit: &Datasheet) -> AsTarget {
    let entries = unit.blocks.iter().flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
    let entries = entries.chain(unit.weapons.iter().flat_map(|weapon| &weapon.abilities));
    let asked = unit.blocks.iter().flat_map(|block| &block.when).flat_map(Condition::keywords);
    // Who flies too high is asked of everybody (W40K-PLUNGING-FIRE).
    let asks = std::iter::once("AIRCRAFT");
    AsTarget {
        read: read(unit),
        keywords: unit.keywords.clone(),
        asks: asks.chain(asked).chain(entries.flat_map(Meaning::keywords)).map(str::to_owned).collect(),
    }
}

/// A number of everything but keywords; `None` of a unit of which more is read than stands here: of which parts are attached,
/// whose models strike back as they die, and that has abilities which hang on something.
fn read(unit: &Datasheet) -> Option<u128> {
    let matters = |block: &&AbilityBlock<WeaponDraft>| {
        let protects = |(_, meaning): &(String, Meaning<WeaponDraft>)| meaning.owner() == Owner::Defender;
        let is_used = block.terms.as_ref().is_none_or(|terms| !terms.optional);
        is_used && (block.against || block.effects.iter().any(protects))
    };
    let blocks: Vec<&AbilityBlock<WeaponDraft>> = unit.blocks.iter().filter(matters).collect();
    let is_left_out = |block: &&AbilityBlock<WeaponDraft>| block.terms.is_some() || fights_as_it_dies(block);
    let strikes_back = unit.weapons.iter().any(|weapon| weapon.on_death.is_some());
    if unit.attached || strikes_back || blocks.iter().any(is_left_out) {
        return None;
    }
    let mut number = Fingerprint::default();
    (unit.taken, unit.stealth, unit.groups.len(), blocks.len()).hash(&mut number);
    for group in &unit.groups {
        // Models have names where an ability asks for them.
        if blocks.iter().any(|block| block.models.is_some()) {
            group.name.hash(&mut number);
        }
        let Group { fallen, covered, taken, count, toughness, save, wounds, invulnerable, character, .. } = group;
        (fallen, covered, taken, count, toughness, save, wounds, invulnerable, character).hash(&mut number);
        (group.feel_no_pain, group.feel_no_pain_mortal, group.feel_no_pain_psychic).hash(&mut number);
    }
    for block in blocks {
        let AbilityBlock { when, models, against, once, effects, .. } = block;
        number.write(format!("{when:?}").as_bytes());
        (models, against, once, effects.len()).hash(&mut number);
        let own = when.iter().flat_map(Condition::keywords);
        own.for_each(|keyword| has(&unit.keywords, keyword).hash(&mut number));
        effects.iter().for_each(|(text, _)| text.hash(&mut number));
    }
    Some(number.whole())
}

/// Whether its models fight before they are removed.
fn fights_as_it_dies(block: &AbilityBlock<WeaponDraft>) -> bool {
    block.effects.iter().any(|(_, meaning)| {
        let mut beside = Beside::default();
        meaning.add_beside(&mut beside);
        beside.fights_on_death.is_some()
    })
}
