//! What cards put around an effect: `gains …`, `… for the rest of the turn`, one verb for several rolls, a die before it.

use crate::games::Phase;
use crate::grammar::ENGLISH;

/// The phase to which an effect is held, and the effect: `add 1 to hit rolls for this unit's combat attacks`.
pub(crate) fn of_phase(text: &str) -> Option<(Phase, String)> {
    let phases = [("if combat: ", Phase::Combat), ("if shooting: ", Phase::Shooting)];
    phases.into_iter().find_map(|(meaning, phase)| Some((phase, within(text, meaning)?)))
}

/// The text of an effect against this unit without the words that say so.
pub(crate) fn of_attacks_on_this_unit(text: &str) -> Option<String> {
    within(text, "against: ")
}

/// The text of an effect of the target without the words that say so.
pub(crate) fn of_target(text: &str) -> Option<String> {
    within(text, "target: ")
}

/// The text without words around it that say nothing: `gains Sundering`, `the Feel No Pain 6+ ability`.
pub(super) fn bare(text: &str) -> Option<String> {
    within(text, "")
}

fn within(text: &str, meaning: &str) -> Option<String> {
    ENGLISH.rows().framed(text.trim().trim_end_matches('.'), meaning)
}

/// `4+ -> that much mortal`, `2-3: 1 mortal, 4+: D3 mortal` without the die, with it.
pub(super) fn with_a_die(text: &str) -> Option<String> {
    let front = text.split_at_checked("on a ".len()).filter(|(first, _)| first.eq_ignore_ascii_case("on a "));
    let text = front.map_or(text, |(_, rest)| rest.trim());
    let first = text.split([' ', ':', ',']).next()?.replace('–', "-");
    let shown = first.strip_suffix('+').unwrap_or(&first);
    let mut digits = shown.split('-');
    let is_face = |digits: &str| digits.len() == 1 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_shown = digits.by_ref().take(2).all(is_face) && digits.next().is_none();
    let written = format!("1 dice: {text}");
    (is_shown && first.len() > 1 && crate::games::language::vocabulary::read_form(&written).is_some())
        .then_some(written)
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
    // One verb for all of them, of one word or more.
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
