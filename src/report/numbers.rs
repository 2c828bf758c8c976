//! Numbers and names as people read them.

use crate::stats::Pmf;

/// A probability as a percentage with sensible digits: `9.87 %`, `0.013 %`, `99.98 %`, `<0.0001 %`, `>99.99 %`.
///
/// Only what cannot fail is `100 %`, and only what cannot happen is `0 %`, up to the rounding of sums.
pub(crate) fn percent(p: f64) -> String {
    let share = 100.0 * p;
    let rest = 100.0 - share;
    match share {
        _ if p <= 0.0 => "0 %".into(),
        // A chance for each 100 points may be more than one.
        _ if p > 1.0 + 1e-9 => format!("{share:.0} %"),
        _ if p >= 1.0 - 1e-12 => "100 %".into(),
        _ if share < 0.0001 => "<0.0001 %".into(),
        _ if rest < 0.01 => ">99.99 %".into(),
        _ if rest < 0.1 => format!("{share:.2} %"),
        _ if share >= 9.995 => format!("{share:.1} %"),
        _ if share >= 0.9995 => format!("{share:.2} %"),
        _ if share >= 0.0095 => format!("{share:.3} %"),
        _ => format!("{share:.4} %"),
    }
}

/// A probability as a percentage with this many decimals, for tables: `9.87 %`, `<0.01 %`, `>99.99 %`.
///
/// Only what cannot fail is `100 %`, and only what cannot happen is `0 %`, up to the rounding of sums.
pub(super) fn percent_of(p: f64, decimals: usize) -> String {
    let share = 100.0 * p;
    let least = 0.5 * 10f64.powi(-(decimals as i32));
    let smallest = || fixed(2.0 * least, decimals);
    match share {
        _ if p <= 0.0 => "0 %".into(),
        _ if p >= 1.0 - 1e-12 => "100 %".into(),
        _ if share < least => format!("<{} %", smallest()),
        _ if 100.0 - share < least => format!(">{} %", fixed(100.0 - 2.0 * least, decimals)),
        _ => format!("{share:.decimals$} %"),
    }
}

/// How many decimals the percentages of a table have: two, and more where all are small.
pub(super) fn percent_decimals(chances: &[f64]) -> usize {
    let largest = chances.iter().copied().filter(|p| *p < 1.0).fold(0.0, f64::max);
    match 100.0 * largest {
        share if share >= 1.0 || share <= 0.0 => 2,
        share if share >= 0.1 => 3,
        _ => 4,
    }
}

/// How many decimals the numbers of a table have: enough for two digits of the smallest, from one for numbers of three
/// digits and two for others to four.
pub(super) fn decimals(numbers: &[f64]) -> usize {
    let shown = || numbers.iter().copied().filter(|x| *x > 1e-9);
    let smallest = shown().fold(f64::INFINITY, f64::min);
    let least = if smallest >= 100.0 && smallest.is_finite() { 1 } else { 2 };
    // Rounding may carry a number to the next power of ten, 0.0996 to 0.10; it keeps its two digits.
    let places = if smallest.is_finite() { 1 - (smallest * 1.005).log10().floor() as i32 } else { 0 };
    places.clamp(least, 4) as usize
}

/// A number in a sentence: one decimal, or two digits of what is less than 1: `4.0`, `0.75`, `0.013`.
pub(crate) fn in_short(x: f64) -> String {
    fixed(x, if x > 0.0 && x < 0.995 { decimals(&[x]) } else { 1 })
}

/// A number with its sign and this many decimals: `+1.50`, `-0.25`; what rounds to nothing has no sign.
pub(crate) fn signed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if x > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// A count with a comma between thousands: `1,000,000`.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with this many decimals; never a negative zero.
pub(crate) fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits.into(),
        _ => text,
    }
}

/// A number with the word it counts: `1 model`, `5 models`.
pub(crate) fn counted(n: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// The text with whatever would disturb a terminal or a drawing replaced by `?`: control characters, direction marks
/// and code points that no document may hold.
pub fn printable(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_plain { text.to_owned() } else { text.replace(is_disturbing, "?") }
}

/// Whether a character would disturb a terminal or a drawing.
pub(crate) fn is_disturbing(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// The text in 7-bit characters: accents dropped, typographic marks made plain, everything else replaced by `?`.
pub(super) fn seven_bit(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' | '\n' => out.push(c),
            '‘' | '’' | '′' => out.push('\''),
            '“' | '”' | '″' => out.push('"'),
            '‐'..='―' | '−' => out.push('-'),
            '\u{a0}' | '\u{202f}' => out.push(' '),
            '…' => out.push_str("..."),
            '±' => out.push_str("+-"),
            '×' => out.push('x'),
            '·' => out.push('|'),
            '→' => out.push_str("->"),
            '≥' => out.push_str(">="),
            '≤' => out.push_str("<="),
            _ => out.push_str(without_accent(c).unwrap_or("?")),
        }
    }
    out
}

/// A part of a file's name is not longer, so that the whole is not longer than any system takes.
const SLUG_BYTES: usize = 64;

/// A name as part of a file's name, of 64 bytes at most: `clawlord-on-gnaw-beast`; empty if it holds no letter and no
/// digit.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() && c != '\'' {
            slug.push('-');
        }
    }
    let end = (0..=slug.len().min(SLUG_BYTES)).rev().find(|end| slug.is_char_boundary(*end));
    slug.truncate(end.unwrap_or(0));
    let slug = slug.trim_end_matches('-');
    if is_a_device(slug) { format!("{slug}_") } else { slug.to_owned() }
}

/// The same, or another name where it is empty.
pub(crate) fn slug_or(name: &str, otherwise: &str) -> String {
    Some(slug(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| otherwise.to_owned())
}

/// Whether Windows keeps the name for a device, whatever its ending.
fn is_a_device(name: &str) -> bool {
    let numbered = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    let is_digit = |rest: &str| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit());
    matches!(name, "con" | "prn" | "aux" | "nul") || numbered.is_some_and(is_digit)
}

/// P(value ≥ k) for every k of a distribution, summed from the small end so that rare events keep their digits.
pub(crate) fn at_least(pmf: &Pmf) -> Vec<f64> {
    let (mut total, mut lost) = (0.0f64, 0.0);
    let mut tails: Vec<f64> = Vec::with_capacity(pmf.probabilities().len());
    for p in pmf.probabilities().iter().rev() {
        // Neumaier's sum: what each addition rounds away is kept and added at the end.
        let next = total + p;
        lost += if total >= *p { (total - next) + p } else { (p - next) + total };
        total = next;
        tails.push((total + lost).min(1.0));
    }
    tails.reverse();
    tails[0] = 1.0;
    tails
}

fn without_accent(c: char) -> Option<&'static str> {
    Some(match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "Ae",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Č' => "C",
        'ç' | 'ć' | 'č' => "c",
        'È'..='Ë' | 'Ē' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ę' | 'ě' => "e",
        'Ì'..='Ï' | 'Ī' => "I",
        'ì'..='ï' | 'ī' => "i",
        'Ł' => "L",
        'ł' => "l",
        'Ñ' | 'Ń' => "N",
        'ñ' | 'ń' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' => "O",
        'ò'..='ö' | 'ø' | 'ō' => "o",
        'Œ' => "Oe",
        'œ' => "oe",
        'Ś' | 'Š' => "S",
        'ś' | 'š' => "s",
        'ß' => "ss",
        'Ù'..='Ü' | 'Ū' => "U",
        'ù'..='ü' | 'ū' => "u",
        'Ý' => "Y",
        'ý' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_named_as_windows_names_its_devices() {
        for (name, file) in
            [("Con", "con_"), ("AUX", "aux_"), ("Lpt 9", "lpt-9"), ("COM9", "com9_"), ("Console", "console")]
        {
            assert_eq!(slug(name), file);
        }
    }

    #[test]
    fn tables_have_as_many_digits_as_tell_their_numbers_apart() {
        let cases: [(&[f64], usize); 7] = [
            (&[4.074, 0.0987], 3),
            (&[4.074, 1.836], 2),
            (&[0.0], 2),
            (&[250.0, 1_200.0], 1),
            (&[17.0, 0.000_3], 4),
            (&[0.0996], 2),
            (&[], 2),
        ];
        for (numbers, wanted) in cases {
            assert_eq!(decimals(numbers), wanted, "{numbers:?}");
        }
        assert_eq!([&[0.2, 1e-6][..], &[1.0, 0.004], &[1e-5], &[0.0, 1.0]].map(percent_decimals), [2, 3, 4, 2]);
        let two = |p| percent_of(p, 2);
        assert_eq!(
            [0.0, 1e-9, 0.00391, 0.98765, 0.99999, 1.0].map(two),
            ["0 %", "<0.01 %", "0.39 %", "98.77 %", ">99.99 %", "100 %"]
        );
        assert_eq!([1.5, -0.25, 0.0, 0.001, -0.001].map(|x| signed(x, 2)), ["+1.50", "-0.25", "0.00", "0.00", "0.00"]);
    }

    #[test]
    fn tails_are_those_of_the_distribution() {
        let pmf = Pmf::from_weights((0..400).map(|k| f64::from(k % 7) * 0.9f64.powi(k)).collect());
        for (k, tail) in at_least(&pmf).into_iter().enumerate() {
            assert!((tail - pmf.at_least(k)).abs() <= 1e-15 * tail, "{k}");
        }
        assert_eq!(at_least(&Pmf::certain(2)), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn names_become_parts_of_file_names() {
        assert_eq!(slug("Clawlord on Gnaw-beast"), "clawlord-on-gnaw-beast");
        assert_eq!(slug("  Khorne's  Élan! "), "khornes-élan");
        assert_eq!(slug("…!?"), "");
        assert_eq!(slug(&"骷".repeat(99)).len(), 63);
    }

    #[test]
    fn thousands_are_grouped_and_words_agree_with_their_number() {
        assert_eq!([0, 999, 1_000, 10_000_000_000].map(grouped), ["0", "999", "1,000", "10,000,000,000"]);
        assert_eq!([counted(1, "model"), counted(1_200, "point")], ["1 model", "1,200 points"]);
        assert_eq!([fixed(-1e-9, 2), fixed(-0.5, 1), fixed(2.0 / 3.0, 2)], ["0.00", "-0.5", "0.67"]);
    }

    #[test]
    fn nothing_that_disturbs_a_terminal_or_leaves_seven_bits_is_left() {
        assert_eq!(printable("a\u{1b}[31m\u{202e}b\té"), "a?[31m?b?é");
        assert_eq!(seven_bit("Élan’s Ögre – 3 ± 1…"), "Elan's Ogre - 3 +- 1...");
        assert_eq!(seven_bit("骷髏 x"), "?? x");
    }
}
