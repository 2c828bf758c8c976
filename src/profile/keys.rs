//! The keys of a profile, described once: each game has a table of them, and the reader, the messages, the check of the
//! template and whoever wants to list or to write profiles go by it.

use super::Value;
use crate::dice::Amount;

/// The most tables of one kind in a profile: weapons, groups of models, abilities.
pub const MAX_TABLES: usize = 100;

/// The most `[[ability]]` of a profile: an army lends to each part of a unit what it has.
pub const MAX_ABILITIES: usize = 400;

/// One key of a profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileKey {
    /// As a file writes it.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// Whether it may be left out.
    pub need: Presence,
    /// A value as a file writes it; for a list of tables, nothing.
    pub example: &'static str,
    /// One line about it.
    pub short: &'static str,
}

/// What a key holds.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// A text in quotes.
    Text,
    /// One of a few words in quotes.
    Word(&'static [&'static str]),
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// A whole number up to a limit of this program, which has a name.
    Limited(i64, usize, &'static str),
    /// `true` or `false`.
    Flag,
    /// A number or dice: `3`, `"D6"`, `"2D6+1"`.
    Amount,
    /// A number to reach, from 2 to this one, as cards print it: `"3+"`. `"-"` means none.
    Target(u8),
    /// A list of texts.
    Texts,
    /// A list of whole numbers from the first to the second, between the third and the fourth of them.
    Wholes(i64, i64, usize, usize),
    /// Either of two.
    Either(&'static Self, &'static Self),
    /// Tables under lines `[[key]]`, each with these keys.
    Tables(&'static [ProfileKey]),
}

/// Whether a key may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It has to be there.
    Required,
    /// It may be left out; what that means.
    Optional(&'static str),
    /// Only options set it, such as `--set defender.damage=3`: in a file it is an unknown key.
    State,
    /// The program writes it when it joins profiles; nobody else has to.
    Program,
}

/// A key that has to be there.
pub(crate) const fn required(name: &'static str, holds: Holds, example: &'static str) -> ProfileKey {
    ProfileKey { name, holds, need: Presence::Required, example, short: "" }
}

/// A key that may be left out, with what that means.
pub(crate) const fn optional(
    name: &'static str,
    holds: Holds,
    left_out: &'static str,
    example: &'static str,
) -> ProfileKey {
    ProfileKey { name, holds, need: Presence::Optional(left_out), example, short: "" }
}

/// A key that only options set.
pub(crate) const fn state(name: &'static str, holds: Holds) -> ProfileKey {
    ProfileKey { name, holds, need: Presence::State, example: "1", short: "" }
}

/// A key that the program writes.
pub(crate) const fn program(name: &'static str, holds: Holds, example: &'static str) -> ProfileKey {
    ProfileKey { name, holds, need: Presence::Program, example, short: "" }
}

impl ProfileKey {
    /// This key, with one line about it.
    pub(crate) const fn means(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    /// This key where it changes a value that is elsewhere.
    pub(crate) const fn as_change(self) -> Self {
        Self { need: Presence::Optional("unchanged"), ..self }
    }

    /// How it is written, for somebody who left it out.
    pub(crate) fn how(&self, in_line: bool) -> String {
        if in_line {
            return format!("write `{} {}`", self.name, self.example.trim_matches('"'));
        }
        let Holds::Tables(keys) = self.holds else { return format!("write `{} = {}`", self.name, self.example) };
        let needed = keys.iter().filter(|key| key.need == Presence::Required);
        let needed: Vec<String> = needed.map(|key| format!("`{} = {}`", key.name, key.example)).collect();
        format!("write a line `[[{}]]`, and below it {}", self.name, needed.join(", "))
    }
}

/// Other names of keys, such as abbreviations of cards and names in other programs, and the keys they may mean.
pub(super) const ALSO: &[(&str, &[&str])] = &[
    ("m", &["move", "speed"]),
    ("mv", &["move", "speed"]),
    ("movement", &["move", "speed"]),
    ("t", &["toughness"]),
    ("sv", &["save"]),
    ("w", &["wounds", "wounds-per-model"]),
    ("hp", &["wounds", "health", "wounds-per-model"]),
    ("health", &["wounds", "wounds-per-model"]),
    ("wounds", &["health", "wounds-per-model"]),
    ("ld", &["leadership"]),
    ("oc", &["objective-control", "control"]),
    ("control", &["objective-control"]),
    ("bs", &["skill", "hit"]),
    ("ws", &["skill", "hit"]),
    ("hit", &["skill"]),
    ("skill", &["hit"]),
    ("tohit", &["hit", "skill"]),
    ("towound", &["wound"]),
    ("a", &["attacks"]),
    ("atk", &["attacks", "dice"]),
    ("attacks", &["dice"]),
    ("dice", &["attacks"]),
    ("s", &["strength"]),
    ("d", &["damage"]),
    ("dmg", &["damage"]),
    ("r", &["range", "rend"]),
    ("rng", &["range"]),
    ("rend", &["ap"]),
    ("ap", &["rend"]),
    ("pts", &["points"]),
    ("cost", &["points"]),
    ("price", &["points"]),
    ("fnp", &["feel-no-pain", "ward"]),
    ("feelnopain", &["ward"]),
    ("ward", &["feel-no-pain"]),
    ("inv", &["invulnerable"]),
    ("invsave", &["invulnerable"]),
    ("invulnerablesave", &["invulnerable"]),
    ("size", &["models", "count"]),
    ("modelcount", &["models", "count"]),
    ("models", &["count"]),
    ("count", &["models"]),
    ("number", &["models", "count"]),
    ("amount", &["count", "models"]),
    ("tags", &["keywords", "runemarks"]),
    ("traits", &["keywords", "runemarks"]),
    ("runes", &["runemarks"]),
    ("rules", &["abilities"]),
    ("specialrules", &["abilities"]),
    ("weapon", &["attack"]),
    ("weapons", &["weapon", "attack"]),
    ("attack", &["weapon"]),
    ("special", &["abilities"]),
    ("armour", &["save", "defense"]),
    ("armor", &["save", "defense"]),
    ("def", &["defense"]),
    ("save", &["defense"]),
];

/// The key of this name.
pub fn find(keys: &'static [ProfileKey], name: &str) -> Option<&'static ProfileKey> {
    keys.iter().find(|key| key.name == name)
}

impl Holds {
    /// What `of` finds in it, or in the first of two that it may be.
    pub(super) fn find<T>(&self, of: &impl Fn(&Self) -> Option<T>) -> Option<T> {
        match self {
            Self::Either(one, other) => one.find(of).or_else(|| other.find(of)),
            single => of(single),
        }
    }

    /// Whether a value is of this kind; keys of tables in it are not looked at.
    pub fn fits(&self, value: &Value) -> bool {
        let text = if let Value::Text(text) = value { Some(text.as_str()) } else { None };
        let whole = if let Value::Whole(n) = value { Some(n) } else { None };
        let all = |is_one: &dyn Fn(&Value) -> bool| matches!(value, Value::List(nodes) if nodes.iter().all(|node| is_one(&node.value)));
        match self {
            Self::Text => text.is_some_and(|text| !text.trim().is_empty()),
            Self::Word(words) => text.is_some_and(|text| words.iter().any(|word| crate::words::same(word, text))),
            Self::Whole(least, most) => whole.is_some_and(|n| (least..=most).contains(&n)),
            Self::Limited(least, most, _) => whole.is_some_and(|n| n >= least && *n <= *most as i64),
            Self::Flag => matches!(value, Value::Flag(_)),
            Self::Amount => match whole {
                Some(n) => (0..=i64::from(Amount::MAX_PLUS)).contains(n),
                None => text.is_some_and(|text| text.parse::<Amount>().is_ok()),
            },
            Self::Target(most) => text
                .is_some_and(|text| text.trim() == "-" || number_plus(text).is_some_and(|n| (2..=*most).contains(&n))),
            Self::Texts => all(&|value| matches!(value, Value::Text(_))),
            Self::Wholes(low, high, least, most) => {
                let is_many = matches!(value, Value::List(nodes) if (least..=most).contains(&&nodes.len()));
                is_many && all(&|value| matches!(value, Value::Whole(n) if (low..=high).contains(&n)))
            }
            Self::Tables(_) => all(&|value| matches!(value, Value::Table(_))),
            Self::Either(one, other) => one.fits(value) || other.fits(value),
        }
    }
}

/// The number before a plus sign: `4+`.
pub(super) fn number_plus(text: &str) -> Option<u8> {
    let digits = text.trim().strip_suffix('+')?.trim_end();
    digits.parse().ok().filter(|_| crate::words::is_whole(digits))
}
