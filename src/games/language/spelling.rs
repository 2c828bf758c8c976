//! How players write what the vocabulary calls otherwise: `fnp 5+`, `rr1s to hit`, `AoA`. The rows are in
//! `src/grammar/english.txt`.
//!
//! A phrase with one meaning is read as that; one with several is asked back, each reading as it would be written. Of the
//! readings only those count that the game accepts.

mod frames;

pub(crate) use self::frames::{of_attacks_on_this_unit, of_phase, of_target, several};
use crate::grammar::ENGLISH;
pub(crate) use crate::grammar::other_names as situations;

/// What a phrase may mean, as the vocabulary writes it; nothing if nobody says it so.
pub(crate) fn readings(text: &str) -> Vec<String> {
    let readings = ENGLISH.rows().readings("phrases", text);
    if readings.is_empty() { otherwise(text) } else { readings }
}

/// What a text may mean that is not a phrase of the table: something counted, a die, or a phrase with words around it.
fn otherwise(text: &str) -> Vec<String> {
    if let Some(written) = counted(text).or_else(|| frames::with_a_die(text)) {
        return vec![written];
    }
    let Some(bare) = frames::bare(text) else { return Vec::new() };
    let readings = readings(&bare);
    if readings.is_empty() { vec![bare] } else { readings }
}

/// What to write for a phrase that is no single effect; `accepts` says whether the game knows what is in a hint.
pub(crate) fn hint(text: &str, accepts: impl Fn(&str) -> bool) -> Option<String> {
    let one = |part: &&str| match &readings(part)[..] {
        [only] => accepts(only),
        _ => accepts(part),
    };
    let apart = |parts: Vec<&str>| {
        let are_some = parts.len() > 1 && parts.iter().all(one);
        are_some.then(|| format!("write them one by one: `{}`", parts.join("`, `")))
    };
    let joined = [" and ", "/", " + ", " & "].into_iter();
    if let Some(hint) = joined.map(|between| text.split(between).map(str::trim).collect()).find_map(apart) {
        return Some(hint);
    }
    let is_sound = |part: &str| part.starts_with(['-', '"']) || part.split(", ").all(&accepts);
    let is_accepted = |help: &String| help.split('`').skip(1).step_by(2).all(is_sound);
    let hint = ENGLISH.rows().readings("hints", text).into_iter().find(is_accepted);
    let two = || text.match_indices(' ').map(|(at, _)| vec![&text[..at], text[at..].trim()]).find_map(apart);
    hint.or_else(two)
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
    let in_words = |what: &str| {
        let written = format!("{what} per {}", by.join(" "));
        super::vocabulary::read_form(&written).map(|_| written)
    };
    in_words(&what).or_else(|| readings(&what).iter().find_map(|what| in_words(what)))
}

/// `the Defender's remaining ranks` are ranks of the enemy.
fn is_of_enemy(word: &str) -> bool {
    let name = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
    name.is_some_and(|name| matches!(name, "defender" | "enemy" | "target"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_write_is_what_the_vocabulary_calls_it() {
        for (typed, means) in [
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
            assert_eq!(readings(typed), [means], "{typed}");
        }
        for (typed, count) in [
            ("rr hits", 3),
            ("reroll wounds", 3),
            ("crits on 5+", 2),
            ("-1 AP", 2),
            ("Oath of Moment", 3),
            ("2 mortals on a 6+", 2),
            ("rr 1s hits", 3),
        ] {
            assert_eq!(readings(typed).len(), count, "{typed}");
        }
        for typed in ["", "+1", "reroll", "hit", "fnp", "+1 to fly", "+1 hit point", "rr", "1 block"] {
            assert_eq!(readings(typed), Vec::<String>::new(), "{typed}");
        }
        assert_eq!(situations("In Cover"), ["cover"]);
        assert_eq!(situations("on an objective"), ["objective"]);
        assert_eq!(situations("all-out defense"), ["all-out defence"]);
    }
}
