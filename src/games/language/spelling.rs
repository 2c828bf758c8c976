//! How players write what the vocabulary calls otherwise: `fnp 5+`, `rr1s to hit`, `AoA`. One table of data.
//!
//! A phrase with one meaning is read as that; one with several is asked back, each reading as it would be written. Of the
//! readings only those count that the game accepts.

mod frames;
mod hints;
mod sentences;
mod table;
mod words;

use smallvec::SmallVec;

pub(crate) use self::frames::{of_attacks_on_this_unit, of_phase, several};
use self::hints::HINTS;
use self::sentences::SENTENCES;
use self::table::PHRASES;
use self::words::{SITUATIONS, WORDS};
use crate::words::{ends, same};

/// What a situation may be called in the vocabulary; nothing if nobody calls one so.
pub(crate) fn situations(text: &str) -> &'static [&'static str] {
    let may_be = ends(text).is_some_and(|[first, last]| {
        let place = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
        LAST.get(place(first)).is_some_and(|of| *of >> place(last).min(31) & 1 == 1)
    });
    let found = SITUATIONS.iter().find(|(said, _)| may_be && same(said, text));
    found.map_or(&[], |(_, names)| names)
}

/// For each letter that names of situations begin with, a bit for each with which one of them ends. Nearly every text is no
/// situation, and this says so at once.
const LAST: [u32; 26] = {
    let (mut last, mut index) = ([0; 26], 0);
    while index < SITUATIONS.len() {
        let name = SITUATIONS[index].0.as_bytes();
        last[(name[0] - b'a') as usize] |= 1 << (name[name.len() - 1] - b'a');
        index += 1;
    }
    last
};

/// What a phrase may mean, as the vocabulary writes it; nothing if nobody says it so.
pub(crate) fn readings(text: &str) -> Vec<String> {
    let words = words_of(text);
    let words: SmallVec<[&str; 12]> = words.iter().map(String::as_str).collect();
    let fitting = PHRASES.iter().chain(SENTENCES).find_map(|(said, means)| Some((captured(said, &words)?, means)));
    let Some((values, means)) = fitting else { return otherwise(text) };
    means.iter().map(|pattern| written(pattern, &values)).collect()
}

/// What a text may mean that is no phrase of the table: something counted, a die, or a phrase with words around it.
fn otherwise(text: &str) -> Vec<String> {
    if let Some(written) = counted(text).or_else(|| frames::with_a_die(text)) {
        return vec![written];
    }
    let Some(bare) = frames::bare(text) else { return Vec::new() };
    let readings = readings(&bare);
    if readings.is_empty() { vec![bare] } else { readings }
}

/// What to write for a phrase that is no single effect; `accepts` says whether the game knows what stands in a hint.
pub(crate) fn hint(text: &str, accepts: impl Fn(&str) -> bool) -> Option<String> {
    for between in [" and ", "/", " + ", " & "] {
        let parts: Vec<&str> = text.split(between).map(str::trim).collect();
        let one = |part: &&str| match &readings(part)[..] {
            [only] => accepts(only),
            _ => accepts(part),
        };
        if parts.len() > 1 && parts.iter().all(one) {
            return Some(format!("each stands for itself: `{}`", parts.join("`, `")));
        }
    }
    let words = words_of(text);
    let words: SmallVec<[&str; 12]> = words.iter().map(String::as_str).collect();
    let known = |part: &str| part.starts_with(['-', '"']) || part.contains('=') || part.split(", ").all(&accepts);
    HINTS.iter().find_map(|(said, help)| {
        let values = captured(said, &words)?;
        let parts = help.split('`').enumerate();
        let parts = parts.map(|(place, part)| if place % 2 == 1 { filled(part, &values) } else { part.to_owned() });
        let parts: Vec<String> = parts.collect();
        parts.iter().skip(1).step_by(2).all(|part| known(part)).then(|| parts.join("`"))
    })
}

/// A text of a hint with the first value wherever one stands.
fn filled(text: &str, values: &[&str]) -> String {
    let Some(value) = values.first() else { return text.to_owned() };
    let word = |word: &str| match word.trim_end_matches(['"', ',']) {
        "±N" => word.replace("±N", value),
        "N" | "N+" | "+N" => word.replace('N', value),
        _ => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// What is counted, as the vocabulary writes it: `+2 dice for each remaining rank` is `+2 attacks per remaining rank`.
fn counted(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let (what, by) = text.split_once(" for each ").or_else(|| text.split_once(" per "))?;
    let what = what.trim_end_matches(['.', ',']);
    let what = what.strip_prefix("rolls ").unwrap_or(what);
    let dice = [" attack dice", " attack die", " dice", " die", " attack"];
    let bare = dice.into_iter().find_map(|dice| what.strip_suffix(dice)).filter(|bare| bare.starts_with(['+', '-']));
    let what = bare.map_or_else(|| what.to_owned(), |bare| format!("{bare} attacks"));
    let by = by.strip_suffix(" in this unit").unwrap_or(by).trim_end_matches('.');
    let by = by.split_whitespace().filter(|word| !matches!(*word, "of" | "its" | "the" | "this"));
    let by: Vec<&str> = by.map(|word| if is_of_enemy(word) { "enemy" } else { word }).collect();
    let known = |what: &str| {
        let written = format!("{what} per {}", by.join(" "));
        super::vocabulary::read(&written).map(|_| written)
    };
    known(&what).or_else(|| readings(&what).iter().find_map(|what| known(what)))
}

/// `the Defender's remaining ranks` are ranks of the enemy.
fn is_of_enemy(word: &str) -> bool {
    let name = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
    name.is_some_and(|name| matches!(name, "defender" | "enemy" | "target"))
}

/// The words of a phrase, each as the table has it.
fn words_of(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("re-roll", "reroll").replace("re roll", "reroll").replace('−', "-");
    let text = of_one_die(text);
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let word = word.trim_end_matches([':', ';', '.', '!', ',']).trim_matches(['(', ')']);
        let hyphened = word.chars().all(|c| c.is_alphabetic() || c == '-');
        for part in word.split(|c| hyphened && c == '-').filter(|part| !part.is_empty()) {
            // `plus 1` is `+1`.
            let sign = match words.last().map(String::as_str) {
                Some("plus") => Some('+'),
                Some("minus") => Some('-'),
                _ => None,
            };
            let mut said = said_otherwise(part);
            if let (Some(sign), [number]) = (sign, &mut said[..])
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                words.pop();
                number.insert(0, sign);
            }
            words.extend(said);
        }
    }
    words
}

/// `reroll a defense die` is a single one of many; elsewhere the article says nothing.
fn of_one_die(text: String) -> String {
    let rest = text.strip_prefix("reroll ").filter(|rest| rest.trim_end_matches(['.', ' ']).ends_with(" die"));
    let what = rest.and_then(|rest| ["a ", "an ", "one ", "1 "].into_iter().find_map(|one| rest.strip_prefix(one)));
    what.map(|what| format!("reroll single {what}")).unwrap_or(text)
}

/// One word in the words of the table.
fn said_otherwise(word: &str) -> Vec<String> {
    let number = |text: &str| {
        let digits = text.trim_end_matches('s').trim_end_matches('\'');
        (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
    };
    if let Some((_, other)) = WORDS.iter().find(|(said, _)| *said == word) {
        return other.split_whitespace().map(str::to_owned).collect();
    }
    if let Some(said) = abbreviated(word).or_else(|| run_together(word)) {
        return said;
    }
    if let Some(digits) = word.strip_prefix("rr").and_then(number) {
        return vec!["reroll".to_owned(), digits];
    }
    vec![number(word).unwrap_or_else(|| word.to_owned())]
}

/// `+1A` is `+1 attack`, as profiles are often written.
fn abbreviated(word: &str) -> Option<Vec<String>> {
    let (number, letter) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let digits = number.strip_prefix(['+', '-'])?;
    let characteristic = match letter {
        "a" => "attack",
        "s" => "strength",
        "t" => "toughness",
        "d" => "damage",
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| vec![number.to_owned(), characteristic.to_owned()])
}

/// `fnp5` is `feel no pain 5`, `ap-1` is `ap -1`: a short word and its number.
fn run_together(word: &str) -> Option<Vec<String>> {
    let (letters, number) = word.split_at(word.find(|c: char| !c.is_ascii_alphabetic())?);
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number).trim_end_matches('+');
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_short =
        ["s", "t", "fnp", "ap", "bs", "ws", "rf", "sus", "melta", "dr", "inv", "invuln", "ward", "crit", "rend"]
            .contains(&letters);
    if !is_number || !is_short {
        return None;
    }
    let mut said = said_otherwise(letters);
    said.push(number.to_owned());
    Some(said)
}

/// What stands at the placeholders of a phrase, without sign or plus; `None` if the words are others.
fn captured<'w>(said: &str, words: &[&'w str]) -> Option<SmallVec<[&'w str; 4]>> {
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_amount = |text: &str| text.parse::<crate::dice::Amount>().is_ok();
    let mut values = SmallVec::new();
    let mut rest = words.iter().copied();
    for expected in said.split(' ') {
        let word = rest.next()?;
        let value = match expected {
            "±N" => word.strip_prefix(['+', '-']).filter(|digits| is_number(digits)).map(|_| word),
            "+N" => word.strip_prefix('+').filter(|digits| is_number(digits)),
            "-N" => word.strip_prefix('-').filter(|digits| is_number(digits)),
            "N" => Some(word).filter(|digits| is_number(digits)),
            "N+" => word.strip_suffix('+').filter(|digits| is_number(digits)),
            "N++" => word.strip_suffix("++").filter(|digits| is_number(digits)),
            "N+++" => word.strip_suffix("+++").filter(|digits| is_number(digits)),
            "A" => Some(word).filter(|amount| is_amount(amount)),
            "+A" => word.strip_prefix('+').filter(|dice| dice.contains('d') && is_amount(dice)),
            literal => {
                if literal != word {
                    return None;
                }
                continue;
            }
        };
        values.push(value?);
    }
    rest.next().is_none().then_some(values)
}

/// A pattern with something in its places, in their order.
fn written(pattern: &str, values: &[&str]) -> String {
    let (pattern, turned) = pattern.strip_prefix('<').map_or((pattern, false), |pattern| (pattern, true));
    let mut values: SmallVec<[&str; 4]> = SmallVec::from_slice(values);
    if turned {
        values.reverse();
    }
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or_default();
    let word = |word: &str| match word {
        "±N" | "N" | "A" => next().to_owned(),
        "+N" => format!("+{}", next()),
        "-N" => format!("-{}", next()),
        "N+" => format!("{}+", next()),
        literal => literal.to_owned(),
    };
    pattern.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_write_is_what_the_vocabulary_calls_it() {
        for (said, means) in [
            ("fnp 5+", "feel no pain 5+"),
            ("5+++", "feel no pain 5+"),
            ("FNP 4+ vs mortals", "feel no pain 4+ against mortal wounds"),
            ("invuln 4+", "invulnerable 4+"),
            ("4++", "invulnerable 4+"),
            ("4+ invulnerable save", "invulnerable 4+"),
            ("+1 hit", "+1 to hit"),
            ("+1 to hit rolls", "+1 to hit"),
            ("Add 1 to the Wound roll", "+1 to wound"),
            ("subtract 2 from save rolls", "-2 to save"),
            ("+1 attack", "+1 attacks"),
            ("rr1s to hit", "reroll hits of 1"),
            ("rr 1s to wound", "reroll wounds of 1"),
            ("reroll ones to hit", "reroll hits of 1"),
            ("re-roll hit rolls of 1", "reroll hits of 1"),
            ("Re-roll a Wound roll of 1", "reroll wounds of 1"),
            ("re-roll failed hit rolls", "reroll failed hits"),
            ("crit hits 5+", "critical hits on 5+"),
            ("+1 AP", "improve ap by 1"),
            ("-1 BS", "worsen skill by 1"),
            ("5+ ward", "ward 5+"),
            ("D3 mortal wounds", "d3 mortal damage"),
            ("sustained 2", "Sustained Hits 2"),
            ("half damage", "halve damage"),
            ("plus one to hit", "+1 to hit"),
            ("minus 2 to save", "-2 to save"),
            ("+1A", "+1 attacks"),
            ("-1S", "-1 strength"),
            ("-1 to be hit", "-1 to hit"),
            ("2+ save", "set save to 2+"),
            ("restore 2 wounds", "heal 2"),
            ("fights on death on a 4+", "on death 4+"),
            ("ignore Weakened tokens", "ignore weakened"),
            ("on a 2+ D3 mortal wounds", "1 dice: 2+ -> d3 mortal"),
            ("+2 attack dice for each of its remaining ranks", "+2 attacks per remaining ranks"),
            ("heal 1 for each destroyed rank", "heal 1 per destroyed rank"),
            ("+1 die per enemy rank", "+1 attacks per enemy rank"),
            ("slay a model on a 5+", "slay 1 models on 5+"),
            ("crit hits on 4s", "critical hits on 4+"),
            ("-1 damage to a minimum of 1", "-1 damage at least 1"),
            ("defenders do not roll defense dice", "no save"),
            ("no ward rolls", "no ward"),
            ("fnp5", "feel no pain 5+"),
            ("fnp5+", "feel no pain 5+"),
            ("ap-1", "set ap to -1"),
            ("S+1", "+1 strength"),
            ("t-1", "-1 toughness"),
            ("rf 2", "Rapid Fire 2"),
            ("inv4", "invulnerable 4+"),
            ("4++ invuln", "invulnerable 4+"),
            ("ward 5", "ward 5+"),
            ("2+ D3 mortals", "1 dice: 2+ -> d3 mortal"),
            ("crit two hits", "Crit (2 Hits)"),
            ("instakill on 5+", "slay 1 models on 5+"),
            ("+1 def", "+1 to save"),
            ("re-roll a Defense die", "reroll one save"),
            ("reroll one save die", "reroll one save"),
            ("reroll 1 wound die", "reroll one wound"),
            ("reroll a single wound roll", "reroll one wound"),
            ("reroll defense dice", "reroll failed saves"),
            ("def 3+", "set save to 3+"),
            ("6s ignore saves", "no save against 6"),
        ] {
            assert_eq!(readings(said), [means], "{said}");
        }
        for (said, count) in [
            ("rr hits", 3),
            ("reroll wounds", 3),
            ("crits on 5+", 2),
            ("-1 AP", 2),
            ("Oath of Moment", 3),
            ("2 mortals on a 6+", 2),
            ("rr 1s hits", 3),
        ] {
            assert_eq!(readings(said).len(), count, "{said}");
        }
        for said in ["", "+1", "reroll", "hit", "fnp", "+1 to fly", "+1 hit point", "rr", "1 block"] {
            assert_eq!(readings(said), Vec::<String>::new(), "{said}");
        }
        assert_eq!(situations("In Cover"), ["cover"]);
        assert_eq!(situations("on an objective"), ["objective"]);
        assert_eq!(situations("all-out defense"), ["all-out defence"]);
    }

    /// Every meaning is one that the vocabulary reads, or an ability that some game has.
    #[test]
    fn every_meaning_is_in_the_vocabulary() {
        for (said, means) in PHRASES.iter().chain(SENTENCES) {
            let placeholders = said.split(' ').filter(|word| word.contains('N') || *word == "A");
            let values: Vec<&str> = placeholders.map(|word| if word == "±N" { "+1" } else { "3" }).collect();
            for pattern in *means {
                let text = written(pattern, &values);
                let ability = crate::games::GAMES.iter().flat_map(|game| (game.abilities)());
                let mut names = ability.map(|doc| doc.name.trim_end_matches(" X").to_owned());
                let known =
                    super::super::vocabulary::read(&text).is_some() || names.any(|name| text.starts_with(&name));
                assert!(known, "{said} means {text}");
            }
        }
        for (said, names) in SITUATIONS {
            let has =
                |name: &&&str| crate::games::GAMES.iter().flat_map(|game| game.situations).any(|s| s.name == **name);
            assert!(names.iter().all(|name| has(&name)), "{said}");
            assert!(situations(said) == *names, "{said} is found, by its first letter");
        }
    }
}
