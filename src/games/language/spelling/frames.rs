//! What cards put around an effect: `gains …`, `… for the rest of the turn`, one verb for several rolls, a die before it.

use crate::games::Phase;

/// Words in front of an effect that say nothing of it, in lower case.
const BEFORE: &[&str] = &[
    "this unit has",
    "this unit gains",
    "you can",
    "you may",
    "its weapons have",
    "weapons have",
    "gains",
    "gain",
    "this model has",
    "the bearer has",
    "that unit has",
    "models in this unit have",
    "models in that unit have",
    "has",
    "have",
    "can",
    "may",
    "rolls",
    "the",
    "then,",
    "for the rest of the turn,",
    "until the end of the phase,",
    "each time a model in this unit makes an attack,",
    "each time a model in that unit makes an attack,",
    "each time this model makes an attack,",
];

/// Words behind an effect that say nothing of it.
const BEHIND: &[&str] = &[
    "for this unit's attacks",
    "for this unit’s attacks",
    "for this unit",
    "this unit",
    "for the rest of the turn",
    "for the rest of the phase",
    "for the rest of the battle",
    "for the rest of the battle round",
    "until the end of the turn",
    "until the end of the phase",
    "until the end of the battle round",
    "the target",
    "ability",
];

/// Words for the unit that dice on the side hurt, which say nothing of them.
const WITHIN: &[&str] = &[
    " on the target",
    " on that unit",
    " on that enemy unit",
    " on each target",
    " that enemy unit suffers",
    " that unit suffers",
    " the target suffers",
];

/// Words behind an effect that hold it to a phase; `KIND` is `combat`, `melee`, `shooting` or `ranged`.
const OF_PHASE: &[&str] = &[
    " for this unit's KIND attacks",
    " for its KIND attacks",
    " for KIND attacks",
    " against KIND attacks",
    " of this unit's KIND weapons",
    " of its KIND weapons",
    " of the bearer's KIND weapons",
    " of KIND weapons",
];

/// Words in front of an effect that hold it to a phase.
const BEFORE_IN_PHASE: &[&str] = &[
    "each time a model in this unit makes a KIND attack,",
    "each time a model in that unit makes a KIND attack,",
    "each time this model makes a KIND attack,",
    "each time the bearer makes a KIND attack,",
    "this unit's KIND weapons have",
    "its KIND weapons have",
    "KIND weapons have",
];

/// The phase to which an effect is held, and the effect: `add 1 to hit rolls for this unit's combat attacks`.
pub(crate) fn of_phase(text: &str) -> Option<(Phase, String)> {
    let text = text.trim().trim_end_matches('.').replace('’', "'");
    let ends = BEHIND.iter().find_map(|words| before_end(&text, words)).map_or(&*text, str::trim);
    let kinds = [Phase::Combat, Phase::Combat, Phase::Shooting, Phase::Shooting];
    let mut kinds = ["combat", "melee", "shooting", "ranged"].into_iter().zip(kinds);
    kinds.find_map(|(kind, phase)| {
        let behind = OF_PHASE.iter().find_map(|words| {
            let words = words.replace("KIND", kind);
            let (rest, last) = ends.split_at_checked(ends.len().checked_sub(words.len())?)?;
            last.eq_ignore_ascii_case(&words).then_some(rest)
        });
        let before = || BEFORE_IN_PHASE.iter().find_map(|words| after(ends, &words.replace("KIND", kind)));
        behind.or_else(before).map(|rest| (phase, rest.trim().to_owned()))
    })
}

/// The text of an effect against this unit without the words that say so.
pub(crate) fn of_attacks_on_this_unit(text: &str) -> Option<&str> {
    let text = text.trim().trim_end_matches('.');
    before_end(text, "for attacks that target this unit").map(str::trim)
}

/// The text without one of these, if there is one: `gains Sundering`, `the Feel No Pain 6+ ability`.
pub(super) fn bare(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let within = || {
        let found = WITHIN.iter().find_map(|words| text.to_ascii_lowercase().find(words).map(|at| (at, words.len())));
        found.map(|(at, length)| format!("{}{}", &text[..at], &text[at + length..]))
    };
    let before = || BEFORE.iter().find_map(|words| after(text, words));
    let behind = || BEHIND.iter().find_map(|words| before_end(text, words));
    let ends = || before().or_else(behind).map(|rest| rest.trim().to_owned());
    within().or_else(ends).filter(|rest| !rest.is_empty())
}

/// The text behind some words with which it begins, whatever their case.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(words.len())?;
    (first.eq_ignore_ascii_case(words) && rest.starts_with(' ')).then_some(rest)
}

/// The text before some words with which it ends, whatever their case.
fn before_end<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (rest, last) = text.split_at_checked(text.len().checked_sub(words.len())?)?;
    (last.eq_ignore_ascii_case(words) && rest.ends_with(' ')).then_some(rest)
}

/// `4+ -> that much mortal`, `2-3: 1 mortal, 4+: D3 mortal` without the die, with it.
pub(super) fn with_a_die(text: &str) -> Option<String> {
    let text = after(text, "on a").map_or(text, str::trim);
    let first = text.split([' ', ':', ',']).next()?.replace('–', "-");
    let shown = first.strip_suffix('+').unwrap_or(&first);
    let mut digits = shown.split('-');
    let is_face = |digits: &str| digits.len() == 1 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_shown = digits.by_ref().take(2).all(is_face) && digits.next().is_none();
    let written = format!("1 dice: {text}");
    (is_shown && first.len() > 1 && crate::games::language::vocabulary::read(&written).is_some()).then_some(written)
}

/// The effects of a text that holds several, as far as `is_one` understands each: `+1 to hit and +1 to wound`, `add 1 to hit
/// rolls and wound rolls`.
pub(crate) fn several(text: &str, is_one: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let parts: Vec<&str> = text.split([',', ';']).flat_map(|part| part.trim().split(" and ")).map(str::trim).collect();
    let parts: Vec<&str> = parts.into_iter().map(|part| part.strip_prefix("and ").unwrap_or(part)).collect();
    let [first, others @ ..] = &parts[..] else { return None };
    if others.is_empty() || parts.iter().any(|part| part.is_empty()) {
        return None;
    }
    if parts.iter().all(|part| is_one(part)) {
        return Some(parts.into_iter().map(str::to_owned).collect());
    }
    // One verb for all of them, of so many words.
    let ends = first.match_indices(' ').map(|(place, _)| place);
    let shared = |end: usize| {
        let with_verb = others.iter().map(|other| format!("{} {other}", &first[..end]));
        let all: Vec<String> = std::iter::once((*first).to_owned()).chain(with_verb).collect();
        all.iter().all(|part| is_one(part)).then_some(all)
    };
    ends.map(shared).find_map(|all| all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_around_an_effect_fall_away_one_after_the_other() {
        for (text, rest) in [
            ("gains Sundering", Some("Sundering")),
            ("The Feel No Pain 6+ ability", Some("Feel No Pain 6+ ability")),
            ("Feel No Pain 6+ ability", Some("Feel No Pain 6+")),
            ("+1 to hit for the rest of the turn.", Some("+1 to hit")),
            ("add 1 to save rolls for this unit", Some("add 1 to save rolls")),
            ("on a 4+, inflict 1 mortal damage on that unit", Some("on a 4+, inflict 1 mortal damage")),
            ("hash", None),
            ("has", None),
            ("+1 to hit", None),
        ] {
            assert_eq!(bare(text).as_deref(), rest, "{text}");
        }
    }

    #[test]
    fn an_effect_may_be_held_to_a_phase() {
        for (text, phase, rest) in [
            ("Add 1 to hit rolls for this unit's combat attacks", Phase::Combat, "Add 1 to hit rolls"),
            ("add 1 to hit rolls for shooting attacks this turn", Phase::Shooting, ""),
            ("+1 to hit of its melee weapons for the rest of the turn.", Phase::Combat, "+1 to hit"),
            (
                "Each time this model makes a ranged attack, re-roll a Hit roll of 1",
                Phase::Shooting,
                "re-roll a Hit roll of 1",
            ),
        ] {
            let wanted = (!rest.is_empty()).then(|| (phase, rest.to_owned()));
            assert_eq!(of_phase(text), wanted, "{text}");
        }
    }

    #[test]
    fn one_verb_may_stand_for_several_rolls() {
        let is_one =
            |text: &str| ["add 1 to hit rolls", "add 1 to wound rolls", "+1 to hit", "Precision"].contains(&text);
        let of = |text: &str| several(text, is_one).unwrap_or_default();
        assert_eq!(of("add 1 to hit rolls and wound rolls"), ["add 1 to hit rolls", "add 1 to wound rolls"]);
        assert_eq!(of("+1 to hit, and Precision"), ["+1 to hit", "Precision"]);
        assert_eq!(of("+1 to hit and run"), Vec::<String>::new());
        assert_eq!(of("+1 to hit"), Vec::<String>::new());
    }

    #[test]
    fn a_die_stands_before_what_only_says_what_it_shows() {
        assert_eq!(with_a_die("4+ -> that much mortal").as_deref(), Some("1 dice: 4+ -> that much mortal"));
        assert_eq!(with_a_die("2-3: 1 mortal, 4+: D3 mortal").as_deref(), Some("1 dice: 2-3: 1 mortal, 4+: D3 mortal"));
        for text in ["5+ ward", "2 mortal", "+1 to hit", "12-3: 1 mortal"] {
            assert_eq!(with_a_die(text), None, "{text}");
        }
    }
}
