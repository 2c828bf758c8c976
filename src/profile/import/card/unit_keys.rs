//! What sentences of a card say of the keys of its unit.

use super::CardKeys;
use crate::grammar::Statement;

/// Effects that are keys of the unit or of its models: what is before the value, what is behind it, and the key.
const KEYS: &[(&str, &str, &str)] = &[
    ("invulnerable ", "", "invulnerable"),
    ("feel no pain ", " against mortal wounds", "feel-no-pain-mortal"),
    ("feel no pain ", " against psychic", "feel-no-pain-psychic"),
    ("feel no pain ", "", "feel-no-pain"),
    ("set save to ", "", "save"),
    ("ward ", "", "ward"),
    ("wounds ", "", WOUNDS),
];

/// The wounds of a model, as a sentence says them once more.
pub(in crate::profile::import) const WOUNDS: &str = "wounds";

/// The keys that a statement gives, each with its value, if it does nothing else and always holds.
pub(in crate::profile::import) fn keys(statement: &Statement) -> Option<CardKeys> {
    let always = Statement { effects: statement.effects.clone(), ..Statement::default() };
    let value = |effect: &String| {
        if effect == "stealth" {
            return Some(("abilities".to_owned(), "Stealth".to_owned()));
        }
        KEYS.iter().find_map(|(before, behind, key)| {
            let value = effect.strip_prefix(before)?.strip_suffix(behind)?;
            let is_value = (value.ends_with('+') || *key == WOUNDS) && !value.contains(' ');
            is_value.then(|| ((*key).to_owned(), value.to_owned()))
        })
    };
    if always == *statement { statement.effects.iter().map(value).collect() } else { None }
}

/// How good a number to reach is: the lower, the better; none is worst.
pub(in crate::profile::import) fn better(a: Option<u8>, b: Option<u8>) -> Option<u8> {
    a.into_iter().chain(b).min()
}
