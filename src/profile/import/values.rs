//! Values as list builders store them, and how they are written in a profile; mistakes are mended, with a note.

use crate::dice::Amount;
use crate::words;
pub(super) use crate::words::clean;

/// A value, and whether it had to be mended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mended<T> {
    pub(super) value: T,
    pub(super) was: Option<String>,
}

impl<T> Mended<T> {
    fn of(value: T, text: &str, is_slip: bool) -> Self {
        Self { value, was: is_slip.then(|| text.to_owned()) }
    }
}

/// The most letters of a name.
const MOST_LETTERS: usize = 120;

/// A name as a profile writes it: [`clean`], without the arrow before a mode.
pub(super) fn name(text: &str) -> String {
    let clean = clean(text);
    let bare = clean.trim_start_matches(['➤', '►', '▸', '✦', '-', ' ']).trim();
    if bare.len() <= MOST_LETTERS && !bare.bytes().any(|byte| byte.is_ascii_control() || byte == 0xc2) {
        return bare.to_owned();
    }
    bare.chars().filter(|c| !c.is_control()).take(MOST_LETTERS).collect()
}

/// Whether a value says that there is none.
pub(super) fn is_none(text: &str) -> bool {
    matches!(clean(text).to_lowercase().as_str(), "" | "-" | "n/a" | "none")
}

/// Inches: `6"`, `6`, and `20+"` as 20; `None` if the value is something else.
pub(super) fn inches(text: &str) -> Option<Mended<u32>> {
    let plain = clean(text);
    let digits: String = plain.chars().take_while(char::is_ascii_digit).collect();
    let value = digits.parse().ok().filter(|n| (1..=1_000).contains(n))?;
    let behind = plain[digits.len()..].trim();
    let is_slip = ["+\"", "\"+", "+", "''", "in"].contains(&behind);
    (is_slip || matches!(behind, "\"" | "")).then(|| Mended::of(value, text, is_slip))
}

/// A number to reach: `3+`, and `7` as `7+`; `None` inside for `-`.
pub(super) fn target(text: &str) -> Option<Mended<Option<u8>>> {
    if is_none(text) {
        return Some(Mended::of(None, text, false));
    }
    let plain = clean(text);
    let digits = plain.strip_suffix('+').unwrap_or(&plain);
    let n: u8 = digits.trim().parse().ok().filter(|n| (2..=9).contains(n))?;
    Some(Mended::of(Some(n), text, digits == plain))
}

/// A number to reach as cards print it, `-` for none.
pub(super) fn target_text(n: Option<u8>) -> String {
    n.map_or_else(|| "-".to_owned(), |n| format!("{n}+"))
}

/// A name that is not taken: this one, or with a number behind it.
pub(super) fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|n| format!("{name} {n}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| !is_taken(name)).unwrap_or_default()
}

/// A number or dice: `2d6` is mended to `2D6`.
pub(super) fn amount(text: &str) -> Option<Mended<Amount>> {
    let plain = clean(text);
    let amount: Amount = plain.parse().ok()?;
    Some(Mended::of(amount, text, plain.contains('d')))
}

/// Armour Penetration: `-1`, `0`, and `-` as 0.
pub(super) fn penetration(text: &str) -> Option<Mended<i64>> {
    let plain = clean(text).replace(' ', "");
    if plain == "-" || plain.is_empty() {
        return Some(Mended::of(0, text, true));
    }
    let n: i64 = plain.parse().ok().filter(|n| (-9..=9).contains(n))?;
    Some(Mended::of(-n.abs(), text, n > 0))
}

/// A whole number.
pub(super) fn whole(text: &str) -> Option<u32> {
    clean(text).parse().ok()
}

/// What a cell lists: `Assault, Heavy`; brackets may hold commas.
pub(super) fn listed(text: &str) -> Vec<String> {
    let plain = |item: &str| item.trim().trim_matches(['[', ']', '.']).trim().to_owned();
    words::listed(&clean(text), &[',', ';']).map(plain).filter(|item| !is_none(item)).collect()
}

/// A word in capitals as cards print keywords, but lower-case letters of accents and all kept sensible.
pub(super) fn keyword(text: &str) -> String {
    name(text).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<T>(value: Option<Mended<T>>) -> Option<(T, bool)> {
        value.map(|value| (value.value, value.was.is_some()))
    }

    #[test]
    fn slips_of_catalogues_are_mended() {
        assert_eq!(parts(target("3+")), Some((Some(3), false)));
        assert_eq!(parts(target("7")), Some((Some(7), true)));
        assert_eq!(parts(target("-")), Some((None, false)));
        assert_eq!(parts(target("3+*")), Some((Some(3), false)));
        assert_eq!(parts(inches("20+\"")), Some((20, true)));
        assert_eq!(parts(inches("6\"")), Some((6, false)));
        assert_eq!(parts(inches("Melee")), None);
        assert_eq!(parts(amount("2d6")), Some((Amount::dice(2, 6), true)));
        assert_eq!(parts(amount("D6+1")).map(|(_, mended)| mended), Some(false));
        assert_eq!(parts(penetration("-")), Some((0, true)));
        assert_eq!(parts(penetration("–2")), Some((-2, false)));
    }

    #[test]
    fn names_and_lists_lose_their_marks() {
        assert_eq!(clean("Anti‑**^^Monster^^**\u{a0}(+1 Rend)"), "Anti-Monster (+1 Rend)");
        assert_eq!(name("➤ Plasma gun - supercharge"), "Plasma gun - supercharge");
        assert_eq!(listed("Crit (2 Hits), Anti-X (+1, Rend), -"), ["Crit (2 Hits)", "Anti-X (+1, Rend)"]);
        assert_eq!(listed("-"), Vec::<String>::new());
    }
}
