//! What cards put around an effect: `gains …`, `… for the rest of the turn`, one verb for several rolls, a die before it.

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
    "has",
    "have",
    "can",
    "may",
    "rolls",
    "the",
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
    "on the target",
    "ability",
];

/// The text without one of these, if there is one: `gains Sundering`, `the Feel No Pain 6+ ability`.
pub(super) fn bare(text: &str) -> Option<&str> {
    let text = text.trim().trim_end_matches('.');
    let before = || BEFORE.iter().find_map(|words| after(text, words));
    let behind = || BEHIND.iter().find_map(|words| before_end(text, words));
    before().or_else(behind).map(str::trim).filter(|rest| !rest.is_empty())
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
    let first = text.split([' ', ':']).next()?.replace('–', "-");
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
            ("hash", None),
            ("has", None),
            ("+1 to hit", None),
        ] {
            assert_eq!(bare(text), rest, "{text}");
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
