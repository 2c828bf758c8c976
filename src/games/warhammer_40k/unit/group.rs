//! A group of models of a datasheet.

use super::{Group, Leadership};
use crate::dice::Amount;
use crate::games::printed::{self, OfUnit, UnitAbility, UnitWords, best_target, two_values};
use crate::profile::{Diagnostic, Diagnostics, Document, Reader};
use crate::words::same;

/// Reads a group; `None` if there is a mistake that leaves it without a number. What the card prints of the whole unit, its
/// models have.
pub(super) fn read_group(
    r: Reader<'_>,
    (unit, words): (&OfUnit, &UnitWords),
    document: &Document,
    found: &Diagnostics,
) -> Option<Group> {
    let name = r.text("name").map_or_else(String::new, |name| name.value);
    let part = r.text("part").map(|part| part.value);
    let part_keywords = r.texts("part-keywords").into_iter().map(|keyword| keyword.value).collect();
    let part_stealth = r.flag("part-stealth").unwrap_or(false);
    let part_leadership = r.target("part-leadership").map(|target| target.value);
    let allocated = r.flag("allocated").unwrap_or(false);
    let count = r.whole("count");
    let toughness = r.whole("toughness");
    let part_leadership = part_leadership.zip(toughness.as_ref());
    let part_leadership = part_leadership.map(|(printed, t)| Leadership::read(printed, t.value as u16));
    let save = r.target("save");
    let wounds = r.whole("wounds");
    r.whole("objective-control");
    let own = r.has("abilities").then(|| of_models(&r, words, document, found));
    let printed = |name: &str| own.iter().flatten().chain(&unit.abilities).find(|ability| ability.is(name));
    let deadly_demise = deadly_demise(&r, printed("Deadly Demise X"), found);
    let target = |key, name| best_target(&r, key, printed(name), found);
    let invulnerable = target("invulnerable", "Invulnerable Save X+");
    let feel_no_pain = target("feel-no-pain", "Feel No Pain X+");
    let feel_no_pain_mortal = target("feel-no-pain-mortal", "Feel No Pain X+ against mortal wounds");
    let feel_no_pain_psychic = target("feel-no-pain-psychic", "Feel No Pain X+ against psychic attacks");
    let role = r.text("role");
    if let Some(role) = role.as_ref().filter(|role| !same(&role.value, "character")) {
        let message = format!("unknown role `{}`", role.value);
        r.mistake(Diagnostic::new(&role.place, message, "write `\"character\"`"));
    }
    let highest = wounds.as_ref().map_or(1, |wounds| wounds.value) - 1;
    let taken = r.state(&["damage", "wounds-taken"], 0..=highest).map(|taken| taken.value as u16);
    r.finish();
    Some(Group {
        name: name.into(),
        part,
        part_keywords,
        part_stealth,
        part_leadership,
        fallen: 0,
        covered: false,
        taken: taken.or(allocated.then_some(0)),
        count: (count?.value as u16).into(),
        toughness: toughness?.value as u16,
        save: save?.value,
        wounds: (wounds?.value as u16).into(),
        invulnerable,
        feel_no_pain,
        feel_no_pain_mortal,
        feel_no_pain_psychic,
        deadly_demise: deadly_demise.into(),
        character: role.is_some(),
    })
}

/// Abilities of a unit as a whole, which no group of models has alone.
const OF_UNIT: [&str; 2] = ["Stealth", "Firing Deck X"];

/// The abilities of the models of one group.
fn of_models(r: &Reader<'_>, words: &UnitWords, document: &Document, found: &Diagnostics) -> Vec<UnitAbility> {
    let card = printed::read_abilities(r, document, words, found);
    for ability in card.abilities.iter().filter(|ability| OF_UNIT.contains(&ability.doc.name)) {
        let message = format!("`{}` is an ability of the unit as a whole", ability.text.value);
        r.mistake(Diagnostic::new(&ability.text.place, message, "write it above the first `[[model]]`"));
    }
    card.abilities
}

/// Deadly Demise as the key says, else as the ability does.
fn deadly_demise(r: &Reader<'_>, printed: Option<&UnitAbility>, found: &Diagnostics) -> Option<Amount> {
    let written = r.amount("deadly-demise");
    if let (Some(written), Some(printed)) = (&written, printed)
        && written.value != printed.value
        && r.is_written_here("deadly-demise")
    {
        found.add_note(two_values("deadly-demise", &written.place, &printed.text.value, "the key counts"));
    }
    written.map(|demise| demise.value).or(printed.map(|printed| printed.value))
}
