//! What to write instead: advice for keys and values that are nearly right.

use super::Value;
use super::keys::{ALSO, Holds, Presence, ProfileKey};
use crate::words::{either, is, is_whole, nearest, normal, same};

/// How a value is written that is of the wrong kind; `None` if nobody can know.
pub(super) fn instead(key: &ProfileKey, value: &Value, text: &str) -> Option<String> {
    match (value, key.holds) {
        (Value::Text(text), holds) => text_for(key, holds, text),
        (Value::Other(_), Holds::Whole(..) | Holds::Limited(..)) => {
            let (whole, part) = text.split_once('.')?;
            let thousands = part.len() == 3 && whole.len() < 4;
            thousands.then(|| format!("write `{whole}{part}`, without a point, or another whole number"))
        }
        (Value::Whole(n), Holds::Text) => Some(format!("write `\"{n}\"`")),
        (Value::Table(_), Holds::Tables(_)) => Some(format!("write `[[{}]]`, with two brackets", key.name)),
        _ => None,
    }
}

/// A text where something else belongs.
fn text_for(key: &ProfileKey, holds: Holds, text: &str) -> Option<String> {
    let bare = text.trim().trim_end_matches(['"', '″', '”', '\'']).trim();
    if let Presence::Optional(left_out) = key.need
        && (same(text, left_out) || matches!(bare, "-" | "–" | "" | "none" | "N/A"))
        && !text.trim().is_empty()
    {
        return Some(format!("leave this line out: that means {left_out}"));
    }
    match holds {
        Holds::Whole(least, most) => whole(bare, least, most),
        Holds::Limited(least, most, _) => whole(bare, least, most as i64),
        Holds::Either(one, other) => text_for(key, *one, text).or_else(|| text_for(key, *other, text)),
        Holds::Flag => match bare.to_lowercase().as_str() {
            "true" | "yes" => Some("write `true`, without quotes".to_owned()),
            "false" | "no" => Some("write `false`, without quotes".to_owned()),
            _ => None,
        },
        Holds::Texts => {
            Some(format!("write `[\"{}\"]`", text.split(',').map(str::trim).collect::<Vec<_>>().join("\", \"")))
        }
        Holds::Tables(_) => Some(format!("write a line `[[{}]]` and the keys below it", key.name)),
        _ => None,
    }
}

fn whole(bare: &str, least: i64, most: i64) -> Option<String> {
    let n: i64 = bare.parse().ok().filter(|n| (least..=most).contains(n))?;
    Some(format!("write `{n}`, without quotes"))
}

/// How a list of numbers is written where something else was.
pub(super) fn listed(key: &ProfileKey, value: &Value, least: usize) -> Option<String> {
    let text = match value {
        Value::Text(text) => text.split(['/', ',', '-', ' ']).map(str::trim).collect::<Vec<_>>().join(", "),
        Value::Whole(n) if least < 2 => n.to_string(),
        _ => return Some(format!("write it like `{}`", key.example)).filter(|_| key.example.starts_with('[')),
    };
    let digits = text.split(", ").all(is_whole);
    let example = Some(format!("write it like `{}`", key.example)).filter(|_| key.example.starts_with('['));
    if digits && text.split(", ").count() >= least { Some(format!("write `[{text}]`")) } else { example }
}

/// The number to reach that a text nearly writes: `4`, `+4`, `4 +`, `4++`.
pub(super) fn plus(text: &str, most: u8) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let bare: String = text.chars().filter(|c| !c.is_ascii_digit() && *c != '+').collect();
    let words = ["", "ormore", "orbetter", "orhigher", "orabove", "andup", "up", "~", ">=", "≥", "odermehr"];
    let others = words.contains(&bare.split_whitespace().collect::<String>().to_lowercase().as_str());
    let n: u8 = digits.parse().ok().filter(|n| (2..=most).contains(n))?;
    others.then(|| format!("{n}+"))
}

/// The keys of a table that a wrong key may mean; `None` if there is none near.
pub(super) fn meant(typed: &str, keys: &'static [ProfileKey]) -> Option<Vec<&'static str>> {
    if let Some(name) = surely(typed, keys) {
        return Some(vec![name]);
    }
    // One or two letters are in every word.
    let near = nearest(typed, names(keys));
    Some(near).filter(|near| normal(typed).chars().count() > 2 && !near.is_empty())
}

/// The key that is meant if it is one with another hyphen, or one that people call so.
fn surely(typed: &str, keys: &'static [ProfileKey]) -> Option<&'static str> {
    let typed = normal(typed);
    let also = ALSO.iter().filter(|(other, _)| is(other, &typed)).flat_map(|(_, mean)| mean.iter().copied());
    let mut all = names(keys);
    all.find(|name| is(name, &typed)).or_else(|| also.into_iter().find(|name| names(keys).any(|entry| entry == *name)))
}

/// The keys that a file may have.
fn names(keys: &'static [ProfileKey]) -> impl Iterator<Item = &'static str> {
    keys.iter().filter(|key| matches!(key.need, Presence::Required | Presence::Optional(_))).map(|key| key.name)
}

/// What to say of a key that a table does not have: in a few words, and what to do.
pub(super) fn unknown(
    typed: &str,
    keys: &'static [ProfileKey],
    within: Option<(&'static str, &'static [ProfileKey])>,
    is_in_a_file: bool,
) -> (String, String) {
    if let Some(help) = within.filter(|(list, _)| *list == "ability").and_then(|_| of_entries(typed)) {
        return ("not a key of `[[ability]]`".to_owned(), help.to_owned());
    }
    if let Some((list, outer)) = within
        && names(outer).any(|name| name == typed)
    {
        let help = format!("write it above the first `[[{list}]]`: a key belongs to the `[[…]]` above it");
        return ("this belongs to the whole unit".to_owned(), help);
    }
    let place =
        within.map_or_else(|| "not a key of a unit".to_owned(), |(list, _)| format!("not a key of `[[{list}]]`"));
    if let Some(name) = surely(typed, keys) {
        return (place, format!("did you mean `{name}`?"));
    }
    let lists = || {
        keys.iter().filter_map(|key| if let Holds::Tables(keys) = key.holds { Some((key.name, keys)) } else { None })
    };
    let key_of = |(list, keys): (&'static str, _)| Some((list, surely(typed, keys)?));
    // What an ability says of models or weapons is not what a unit says of them.
    let owner = lists().filter(|(list, _)| *list != "ability").find_map(key_of).or_else(|| lists().find_map(key_of));
    if let (Some((owner, key)), None) = (owner, within) {
        let help = match is_in_a_file {
            true if key == typed => format!("a line `[[{owner}]]` is missing above it"),
            true => format!("it is `{key}` there: write it below `[[{owner}]]`"),
            false => format!("say of which {owner}: `{owner}.NAME.{key}=…`, or `\"{owner}.*.{key}=…\"` for all"),
        };
        return (format!("a key of `[[{owner}]]`"), help);
    }
    let near = meant(typed, keys).and_then(|near| either(&near)).map(|words| format!("did you mean {words}?"));
    (place, near.unwrap_or_else(|| format!("known here: {}", names(keys).collect::<Vec<_>>().join(", "))))
}

/// Keys that people give entries, and what says the same.
const OF_ENTRIES: &[(&[&str], &str)] = &[
    (
        &["condition", "conditions", "if", "while", "only", "situation", "situations", "requires", "trigger"],
        "what must hold is a list: write `when = [\"charged\"]`",
    ),
    (&["phase", "phases", "timing"], "write `when = [\"melee\"]` or `when = [\"shooting\"]`"),
    (&["keyword", "keywords", "target", "targets"], "for a keyword of the target write `when = [\"target HERO\"]`"),
    (&["weapon"], "write `weapons = [\"…\"]`, with the names of this profile"),
    (&["model"], "write `models = [\"…\"]`, with the names of this profile"),
    (
        &["onceperbattle", "onceperturn", "onceperround", "onceperphase", "oneuse"],
        "write `once = true`, and `optional = true` if a player chooses when",
    ),
    (&["text", "description", "rule", "rules"], "no text is read: `effects` says what it does to the dice"),
    (&["value", "x"], "write `X` in `effects` and `optional = true`: `--with \"NAME 4\"` says the value"),
    (&["roll", "dice", "die", "on", "chance"], "write a die before an effect: `effects = [\"3+: +1 to hit\"]`"),
    (&["enemy", "defensive", "opponent"], "for attacks that are made against this unit write `against = true`"),
];

fn of_entries(typed: &str) -> Option<&'static str> {
    let typed = normal(typed);
    OF_ENTRIES.iter().find(|(keys, _)| keys.contains(&typed.as_str())).map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::super::keys::{optional, required};
    use super::*;

    const WEAPON: &[ProfileKey] = &[
        required("attacks", Holds::Amount, "2").means(""),
        optional("range", Holds::Whole(1, 100), "melee", "12").means(""),
    ];
    const UNIT: &[ProfileKey] = &[
        required("toughness", Holds::Whole(1, 20), "4").means(""),
        optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]").means(""),
        optional("weapon", Holds::Tables(WEAPON), "none", "").means(""),
    ];

    #[test]
    fn letters_of_cards_are_known() {
        assert_eq!(meant("T", UNIT), Some(vec!["toughness"]));
        assert_eq!(meant("A", WEAPON), Some(vec!["attacks"]));
        assert_eq!(meant("Key_Words", UNIT), Some(vec!["keywords"]));
        assert_eq!(meant("X", UNIT), None);
    }

    #[test]
    fn a_key_in_the_wrong_place_is_told_where_it_belongs() {
        assert!(unknown("attacks", UNIT, None, true).1.contains("a line `[[weapon]]` is missing"));
        assert!(unknown("keywords", WEAPON, Some(("weapon", UNIT)), true).1.contains("above the first `[[weapon]]`"));
        assert!(unknown("xyzzy", WEAPON, Some(("weapon", UNIT)), true).1.starts_with("known here: attacks, range"));
    }

    #[test]
    fn values_that_are_nearly_right_are_mended() {
        let range = &WEAPON[1];
        let text = |text: &str| instead(range, &Value::Text(text.into()), text);
        assert_eq!(text("24\"").as_deref(), Some("write `24`, without quotes"));
        assert_eq!(text("Melee").as_deref(), Some("leave this line out: that means melee"));
        assert_eq!(text("far"), None);
        assert_eq!(
            (plus("+4", 7), plus("4", 7), plus("44", 7), plus("1", 7)),
            (Some("4+".into()), Some("4+".into()), None, None)
        );
    }
}
