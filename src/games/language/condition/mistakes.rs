//! Conditions that people word otherwise: what is read all the same, and what to write for the rest.

use std::borrow::Cow;

use crate::games::Phase;

/// Words of sentences that say nothing: `has not charged`, `while the target is damaged`.
pub(super) fn is_filler(word: &str) -> bool {
    let all = ["has", "have", "had", "is", "was", "did", "does", "if", "when", "while", "the", "this", "unit"];
    all.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

/// The phase that a text names: `combat attacks`, `melee attack actions`, `ranged`.
pub(super) fn phase(text: &str) -> Option<Phase> {
    let text = text.trim();
    let behind = [" attack actions", " attack action", " attacks", " attack", " weapons", " phase"];
    Phase::named(behind.into_iter().find_map(|words| text.strip_suffix(words)).unwrap_or(text))
}

/// A text in which `10 or more` is `10+`.
pub(super) fn counts_joined(text: &str) -> Cow<'_, str> {
    let more = " or more";
    let Some(place) = text.find(more).filter(|place| text[..*place].ends_with(|c: char| c.is_ascii_digit())) else {
        return Cow::Borrowed(text);
    };
    Cow::Owned(format!("{}+{}", &text[..place], &text[place + more.len()..]))
}

/// `10+ damage points` and `damage points 10+` as `damage 10+`; other texts as they are.
pub(super) fn count_first(text: &str) -> Cow<'_, str> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !matches!(*word, "points" | "point")).collect();
    match words[..] {
        ["damage", least] if text.contains("point") => Cow::Owned(format!("damage {least}")),
        [least, what @ ("damage" | "models" | "ranks")] if least.ends_with('+') => {
            Cow::Owned(format!("{what} {least}"))
        }
        _ => Cow::Borrowed(text),
    }
}

/// What a count is called, whichever way it is compared: `10+ models`, `models < 5`, `damage >= 10`.
pub(super) fn count(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let what = ["models", "damage", "ranks"].into_iter().find(|what| text.contains(what.trim_end_matches('s')))?;
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?;
    let n: u32 = digits.parse().ok()?;
    let at_most = has(&["<=", "≤", "at most", "or fewer", "or less"]);
    let fewer = at_most || has(&["<", "fewer", "less than", "below"]);
    let above = !has(&[">=", "≥"]) && has(&[">", "more than", "above"]);
    let least = n + u32::from(at_most || above);
    let of_target = if has(&["target", "enemy"]) { "target " } else { "" };
    let not = if fewer != text.starts_with("not ") { "not " } else { "" };
    (1..=u32::from(super::MOST_COUNTED)).contains(&least).then(|| format!("write `{not}{of_target}{what} {least}+`"))
}

/// What to write for other words; `is_known` says whether a text is a condition of the game.
pub(super) fn instead(text: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let lower = text.to_lowercase();
    let parts: Vec<&str> = text.split(" and ").map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| is_known(part)) {
        return Some(format!("all of the list must hold: write `\"{}\"`", parts.join("\", \"")));
    }
    for front in ["enemy ", "vs ", "versus ", "against ", "target is a "] {
        if let Some(rest) = lower.strip_prefix(front).and_then(|_| text.get(front.len()..)) {
            let name = format!("target {}", rest.trim());
            return is_known(&name).then(|| format!("write `{name}`"));
        }
    }
    if let Some(rest) = lower.strip_prefix("in ").and_then(|_| text.get(3..)).filter(|rest| is_known(rest)) {
        return Some(format!("write `{}`", rest.trim()));
    }
    if lower.starts_with("once") {
        return Some("that is not a condition: write `once = true` beside `when`".to_owned());
    }
    let die = lower.split_whitespace().any(|word| word.strip_suffix('+').is_some_and(|n| n.parse::<u8>().is_ok()));
    if die && lower.starts_with("on ") {
        return Some("write a die before an effect: `3+: …`".to_owned());
    }
    let shown = ["hit roll", "wound roll", "save roll", "unmodified", "critical"];
    let is_shown = shown.iter().any(|word| lower.contains(word));
    is_shown.then(|| "what a die of the attack shows is part of an effect, such as `… on critical hits`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_however_they_are_compared() {
        for (name, means) in [
            ("10+ models", "write `models 10+`"),
            ("models 10", "write `models 10+`"),
            ("target models 10 or more", "write `target models 10+`"),
            ("models < 5", "write `not models 5+`"),
            ("models <= 5", "write `not models 6+`"),
            ("5 or fewer models", "write `not models 6+`"),
            ("fewer than 5 enemy models", "write `not target models 5+`"),
            ("more than 10 models", "write `models 11+`"),
            ("damage >= 10", "write `damage 10+`"),
            ("damage > 10", "write `damage 11+`"),
        ] {
            assert_eq!(count(name).as_deref(), Some(means), "{name}");
        }
        for name in ["models", "charged", "models 0"] {
            assert_eq!(count(name), None, "{name}");
        }
    }
}
