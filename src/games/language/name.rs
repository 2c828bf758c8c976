//! Names of abilities with what is in their places, as cards write them.
//!
//! `X` is a number or dice, `+X` a bonus, `N+` and `X+` a number to reach, `KEYWORD` a keyword.

use super::vocabulary::{Captured, Word};
use crate::dice::Amount;

/// What varies in a name.
const PLACES: [&str; 5] = ["X", "+X", "X+", "N+", "KEYWORD"];

/// The name without what follows it.
pub(crate) fn without_places(pattern: &str) -> &str {
    let begins = |at: &usize| [" X", " (+X", " N+", "-KEYWORD"].iter().any(|place| pattern[*at..].starts_with(place));
    let end = pattern.match_indices([' ', '-']).map(|(at, _)| at).find(begins);
    &pattern[..end.unwrap_or(pattern.len())]
}

/// The name with what is in its places.
pub(super) fn written(pattern: &str, words: &Captured) -> String {
    let fill = |text: String, word: &Word| match word {
        Word::Amount(amount) => text.replacen('X', &amount.to_string(), 1),
        Word::Number(n) => text.replacen('X', &n.to_string(), 1),
        Word::Target(n) => text.replacen("N+", &format!("{n}+"), 1),
        _ => text,
    };
    words.words.iter().fold(pattern.to_owned(), fill).replacen("KEYWORD", &words.keyword, 1)
}

/// Letters, digits and plus signs: what tells abilities apart.
pub(crate) fn squeezed(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric() || *c == '+').flat_map(char::to_lowercase)
}

/// What a text that writes this name, however it is spelled, has in its places.
pub(crate) fn fit(name: &str, text: &str) -> Option<Captured> {
    fit_squeezed(name, &squeezed(text).collect::<String>())
}

/// The same of a text without what tells no abilities apart.
pub(super) fn fit_squeezed(name: &str, text: &str) -> Option<Captured> {
    let parts = name.split(|c: char| !c.is_alphanumeric() && c != '+').filter(|part| !part.is_empty());
    let is_place = |part: &&str| PLACES.contains(part);
    // Nearly every name begins in another way.
    let mut letters = text.chars();
    let before = parts.clone().take_while(|part| !is_place(part));
    if !before.flat_map(squeezed).all(|letter| letters.next() == Some(letter)) {
        return None;
    }
    let parts: Vec<&str> = parts.collect();
    let first = parts.iter().position(is_place).unwrap_or(parts.len());
    let last = parts.iter().rposition(is_place).map_or(parts.len(), |last| last + 1);
    let after: String = squeezed(&parts[last..].concat()).collect();
    let inner = letters.as_str().strip_suffix(&after)?;
    captured(&parts[first..last], inner)
}

fn captured(places: &[&str], text: &str) -> Option<Captured> {
    let target = |digits: &str| digits.parse().ok().filter(|n| (2..=6).contains(n)).map(Word::Target);
    let word = match places {
        [] => return text.is_empty().then(Captured::default),
        ["KEYWORD", number] => {
            let is_bonus = number.starts_with('+');
            let start = if is_bonus { text.rfind('+') } else { text.trim_end_matches('+').len().checked_sub(1) };
            let (keyword, behind) =
                text.split_at_checked(start?).filter(|(keyword, _)| !keyword.is_empty() && !keyword.contains('+'))?;
            return Some(Captured { keyword: keyword.to_uppercase(), ..captured(&[number], behind)? });
        }
        ["X"] => Word::Amount(text.parse().ok().filter(|amount: &Amount| amount.max() > 0)?),
        ["+X"] => Word::Number(text.strip_prefix('+')?.parse().ok().filter(|n| (1..=9).contains(n))?),
        ["X+"] => target(text.strip_suffix('+')?)?,
        _ => target(text.trim_end_matches('+'))?,
    };
    Some(Captured::of(&[word]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_read_however_they_are_spelled() {
        const NAMES: [&str; 5] =
            ["Crit (2 Hits)", "Rapid Fire X", "Charge (+X Damage)", "Anti-KEYWORD N+", "Anti-KEYWORD (+X Rend)"];
        let read = |text| NAMES.into_iter().find_map(|name| Some(written(name, &fit(name, text)?)));
        for (text, printed) in [
            ("crit 2 hits", "Crit (2 Hits)"),
            ("CRIT (2-Hits)", "Crit (2 Hits)"),
            ("rapid-fire d6+3", "Rapid Fire D6+3"),
            ("Charge +1 damage", "Charge (+1 Damage)"),
            ("Anti-VEHICLE 4+", "Anti-VEHICLE 4+"),
            ("anti fly 2", "Anti-FLY 2+"),
            ("Anti-War Machine (+1 Rend)", "Anti-WARMACHINE (+1 Rend)"),
        ] {
            assert_eq!(read(text).as_deref(), Some(printed), "{text}");
        }
        for text in ["crit", "rapid fire", "charge", "anti 4+", "anti-vehicle 7+", "rapid fire 0", "Anti (+1 Rend)"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
