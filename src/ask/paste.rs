//! The text of a card becomes a profile, sentence by sentence.

use std::sync::LazyLock;

use super::import::CheckedTexts;
use super::lines::line_unit;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::Game;
use crate::profile::import::{ImportedAbility, PastedAbility, PastedCard, heading, labelled_values};
use crate::profile::line::only_attacks;
use crate::profile::{Diagnostics, Document};
use crate::words::same;

/// What a text became.
#[derive(Debug)]
pub struct Pasted {
    /// The profile, only its abilities where the card has no line of numbers, or nothing.
    pub profile: String,
    /// What was read of each ability, and the words of it that were not understood with marks below them.
    pub messages: String,
}

/// The most letters of a text that is read.
pub(crate) const MAX_PASTED: usize = 100_000;

/// Reads the text of one card of a game.
pub fn paste(game: &'static Game, text: &str) -> Pasted {
    let mut card = PastedCard::of(text);
    let composed = composed(&mut card);
    if is_several(&card.numbers) {
        let messages = "these are several cards, of which nothing is read: paste one at a time\n".to_owned();
        return Pasted { profile: String::new(), messages };
    }
    let (unit, mut messages) = statline(game, &card, composed);
    let document = unit.as_ref().map(|(document, _)| document);
    let names = |list| document.map_or_else(Vec::new, |document| document.names(list));
    let (weapons, groups) = (names("weapon"), names("model"));
    let wounds = unit.as_ref().and_then(|(_, text)| text.lines().find_map(|line| line.strip_prefix("wounds = ")));
    let wounds = wounds.and_then(|wounds| wounds.parse().ok());
    let read = card.read(game.id, [&weapons, &groups], wounds, &CheckedTexts::default());
    if card.abilities.is_empty() && unit.is_none() {
        messages.push_str("nothing of it is read: paste the text of a card\n");
    }
    for PastedAbility { name, text, .. } in &card.abilities {
        messages.push_str(&match read.abilities.iter().find(|ability| ability.name == *name) {
            Some(ability) => about(ability, text),
            None => format!("{name}: {}\n", text.chars().take(60).collect::<String>()),
        });
    }
    for name in &card.named {
        let is_known = !read.left_out.iter().any(|left| left.what == *name);
        let what = if is_known { "an ability of the game" } else { "left out, the card has no text of it" };
        messages.push_str(&format!("{name}: {what}\n"));
    }
    // What has no statline and no ability that computes is of no use to a profile.
    if unit.is_none() && (!card.numbers.is_empty() || !read.text.contains("\n[[")) {
        return Pasted { profile: String::new(), messages };
    }
    // Keys precede tables.
    let base = unit.map_or_else(String::new, |(_, text)| text);
    let (keys, tables) = base.split_at(base.find("\n[[").unwrap_or(base.len()));
    let (more, entries) = read.text.split_at(read.text.find("\n[[").unwrap_or(read.text.len()));
    Pasted { profile: format!("{}{tables}{entries}", together(keys, more)), messages }
}

/// Lines of keys and others as those of one table, in which a list that both have is there once.
fn together(keys: &str, more: &str) -> String {
    let mut lines: Vec<String> = keys.lines().map(str::to_owned).collect();
    for line in more.lines() {
        let (key, items) = line.split_once(" = [").unwrap_or((line, ""));
        let start = format!("{key} = [");
        match lines.iter_mut().find(|line| !items.is_empty() && line.starts_with(&start)) {
            Some(list) if list.ends_with("[]") => line.clone_into(list),
            Some(list) => list.replace_range(list.len() - 1.., &format!(", {items}")),
            None => lines.push(line.to_owned()),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The unit that the lines of numbers describe with its text, and what has to be said of them.
fn statline(game: &Game, card: &PastedCard, composed: Option<u16>) -> (Option<(Document, String)>, String) {
    if card.numbers.is_empty() {
        return (None, "no line of numbers was read: these are abilities for a profile that has them\n\n".to_owned());
    }
    let (mut parts, mut labels): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for line in &card.numbers {
        let bare = without_brackets(line).0;
        match (heading(line), labelled_values(line)) {
            (Some(above), _) => labels = above,
            (None, Some((own, values))) => parts.push(under(&own, &values)),
            (None, None) => parts.push(under(shape(&bare).unwrap_or(&labels), line)),
        }
    }
    let (name, size, points) = titled(&card.name);
    let (size, points) = (size.or(composed).or(card.models), points.or(card.points));
    let mut count = size.map_or_else(String::new, |count| format!("{count}x "));
    count.extend(points.map(|points| format!("{points}pts ")));
    parts.extend(tray(game, card));
    let typed = format!("{} {name}: {count}{}", game.line.prefix, parts.join("; "));
    let found = Diagnostics::default();
    let document = line_unit(&typed).map(|unit| unit.document(&found));
    // What a line leaves out is an example there, and would be an invention here.
    let is_whole = |document: &Document| found.is_empty() && !only_attacks(document);
    match document.filter(is_whole) {
        Some(document) => {
            let (text, unsaid) = (modes(&document.toml()), size_unsaid(&document).filter(|_| size.is_none()));
            (Some((document, text)), format!("read as `{typed}`\n{}\n", unsaid.unwrap_or_default()))
        }
        None => {
            let mut why: Vec<String> = found.into_list().into_iter().map(|mistake| mistake.message).collect();
            if why.is_empty() {
                why.push("none of them are those of the models".to_owned());
            }
            let hint = format!("write its numbers as `{}`", game.line.example);
            (None, format!("the numbers are not understood: {}; {hint}\n\n", why.join("; ")))
        }
    }
}

/// A title without what is in brackets behind it, the number of models and the points: `Bog Riders (5 models, 80 points)`.
fn titled(title: &str) -> (&str, Option<u16>, Option<u32>) {
    let Some((name, inner)) = title.strip_suffix(')').and_then(|title| title.rsplit_once(" (")) else {
        return (title, None, None);
    };
    let (mut models, mut points) = (None, None);
    for item in inner.split(',') {
        match item.trim().split_once(' ') {
            Some((number, "models" | "model")) => models = number.parse().ok(),
            Some((number, "points" | "pts" | "pt")) => points = number.parse().ok(),
            _ => return (title, None, None),
        }
    }
    (name, models, points)
}

/// The number of models of a line `Unit Composition: 1 Boss Nob, 9 Boyz`, which is no ability then.
fn composed(card: &mut PastedCard) -> Option<u16> {
    let place = card.abilities.iter().position(|ability| same(&ability.name, "Unit Composition"))?;
    let number = |item: &str| {
        let (number, kind) = item.trim().split_once(' ')?;
        let is_one = !kind.contains(|letter: char| letter.is_ascii_digit());
        number.trim_end_matches(['x', '×']).parse::<u16>().ok().filter(|number| is_one && *number > 0)
    };
    let mut parts = card.abilities[place].text.trim_end_matches('.').split(',').map(number);
    let all = parts.try_fold(0_u16, |all, one| all.checked_add(one?))?;
    card.abilities.remove(place);
    Some(all)
}

/// What is said where a card does not say how many models the unit has, and the profile has to.
fn size_unsaid(document: &Document) -> Option<String> {
    let groups = document.table.get("model").map(|_| "`count` below `[[model]]`");
    let key = groups.or_else(|| document.table.get("models").map(|_| "`models`"))?;
    Some(format!("how many models the unit has is not read from the card: 1 is taken, change {key}\n"))
}

/// Whether lines of numbers are those of several cards: what the first begins with, `M` or `Move`, is in front again.
fn is_several(numbers: &[String]) -> bool {
    let letters = |line: &String| heading(line).or_else(|| labelled_values(line).map(|(letters, _)| letters));
    let mut all = numbers.iter().filter_map(letters).map(|letters| letters.first().and_then(|one| one.chars().next()));
    let first = all.next();
    all.any(|other| Some(other) == first)
}

/// The tray under a unit of A Song of Ice & Fire: as the card says, or one with as many ranks as its attack has dice.
fn tray(game: &Game, card: &PastedCard) -> Option<String> {
    let ranks = |row: &String| row.split_whitespace().last().map(|dice| dice.split('/').count());
    let of_ranks = || match card.numbers.iter().skip(1).filter_map(ranks).max()? {
        1 => Some("solo"),
        2 => Some("cavalry"),
        _ => Some("infantry"),
    };
    let is_said = Some(card.tray.clone()).filter(|tray| !tray.is_empty());
    is_said.or_else(|| of_ranks().map(str::to_owned)).filter(|_| game.id == "asoiaf")
}

/// What cards print above numbers, where a unit in one line has another word for it.
const LABELS: &[(&str, &str)] = &[
    ("range", ""),
    ("rng", ""),
    ("ws", "BS"),
    ("atk", "A"),
    ("d", "damage "),
    ("dmg", "damage "),
    ("wnd", "wound "),
    ("rnd", "rend "),
    ("insv", "invulnerable "),
    ("toughness", "T"),
    ("wounds", "W"),
    ("leadership", "LD"),
    ("m", "move "),
    ("h", "health "),
    ("c", "control "),
    ("movement", "move "),
    ("speed", "S"),
    ("defense", "D"),
    ("morale", "M"),
];

/// Rows of numbers that a card prints with nothing above them, by their signs: `"` of a distance, `+` of a number to reach, `n` of
/// another one; the letters that stand above them elsewhere.
const SHAPES: &[(&str, &str)] = &[
    ("\"n+nnn", "range a bs s ap d"),
    ("\"n++nn", "range atk hit wnd rnd dmg"),
    ("n++nn", "atk hit wnd rnd dmg"),
    ("\"n+n+n", "m t sv w ld oc"),
    ("\"n+n", "move health save control"),
    ("nnn/", "range a s d"),
    ("+/", "ranks ranks"),
    ("+n", "ranks ranks"),
];

/// The headings of a row of such a shape.
fn shape(row: &str) -> Option<&'static [String]> {
    static KNOWN: LazyLock<Vec<(&str, Vec<String>)>> = LazyLock::new(|| {
        let labels = |text: &str| text.split(' ').map(str::to_owned).collect();
        SHAPES.iter().map(|(signs, text)| (*signs, labels(text))).collect()
    });
    let sign = |word: &str| match &*word.to_lowercase() {
        "melee" => Some('"'),
        "n/a" => Some('+'),
        "-" => Some('n'),
        word if !word.contains(|c: char| c.is_ascii_digit()) => None,
        word if word.ends_with('"') => Some('"'),
        word if word.ends_with('+') => Some('+'),
        word if word.contains('/') => Some('/'),
        _ => Some('n'),
    };
    let signs: String = row.split_whitespace().map(|word| sign(word).unwrap_or(' ')).collect();
    let is_here = |entry: &str| {
        signs.split(' ').any(|run| run == entry || entry.starts_with('+') && run.strip_prefix('"') == Some(entry))
    };
    KNOWN.iter().find(|(key, _)| is_here(key)).map(|(_, labels)| labels.as_slice())
}

/// A row without what is in brackets, and that.
fn without_brackets(row: &str) -> (String, String) {
    match (row.find('['), row.rfind(']')) {
        (Some(from), Some(to)) if from < to => {
            (format!("{}{}", &row[..from], &row[to + 1..]), row[from..=to].to_owned())
        }
        _ => (row.to_owned(), String::new()),
    }
}

/// A profile in which profiles of one weapon, `Bow - near` and `Bow - far`, exclude each other.
fn modes(text: &str) -> String {
    let base = |line: &str| Some(line.strip_prefix("name = \"")?.split_once(" - ")?.0.to_owned());
    let all: Vec<String> = text.lines().filter_map(base).collect();
    let one = |line: &str| match base(line).filter(|name| all.iter().filter(|other| *other == name).count() > 1) {
        Some(name) => format!("{line}\none-of = \"{name}\"\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(one).collect()
}

/// What is written where a weapon has no number.
const NO_VALUES: &[&str] = &["melee", "-", "n/a"];

/// A row of numbers in the words of a unit in one line: each with its heading, and a name in front of them.
fn under(labels: &[String], row: &str) -> String {
    let (row, abilities) = without_brackets(row);
    let words: Vec<&str> = row.split_whitespace().collect();
    let is_value =
        |word: &&str| word.contains(|c: char| c.is_ascii_digit()) || NO_VALUES.contains(&&*word.to_lowercase());
    let is_attack = labels.first().is_some_and(|label| label == "ranks");
    let mut runs = words.windows(labels.len().max(1));
    let all_values = |run: &[&str]| run.iter().all(is_value);
    // The word for the kind of an attack precedes its dice.
    let named = if is_attack { runs.rposition(all_values) } else { runs.position(all_values) };
    let Some(named) = named.filter(|_| !labels.is_empty()) else {
        return unlabelled(&words, is_value) + &abilities;
    };
    // What follows the numbers is what the weapon can do.
    let behind = words[named + labels.len()..].join(" ");
    let abilities = if behind.is_empty() || behind == "-" { abilities } else { format!("[{behind}]{abilities}") };
    let mut name = words[..named].to_vec();
    let (kind, abilities) = if is_attack { kind_of(&mut name, abilities) } else { (String::new(), abilities) };
    let name = name.join(" ");
    let name = if name.is_empty() { name } else { format!("\"{name}\"") };
    let value = |(label, value): (&String, &&str)| {
        #[cfg(test)]
        let value = if in_neither(PlantedError::PastedDamage) && label == "d" { &"1" } else { value };
        let own = LABELS.iter().find(|(key, _)| key == label).map(|(_, word)| *word);
        let word = own.unwrap_or(if label.len() > 2 { " " } else { "" });
        let word = if own.is_some() { word.to_owned() } else { format!("{label}{word}") };
        // `Ward (6+)`, and of what flies `20+"`.
        let value = value.trim_matches(['(', ')']).replace("+\"", "\"");
        match label.as_str() {
            _ if NO_VALUES.contains(&&*value.to_lowercase()) => String::new(),
            "ranks" => value,
            "d" if value.contains('/') => value,
            "range" if !value.ends_with('"') => format!("{value}\""),
            _ => format!("{word}{value}"),
        }
    };
    let values = labels.iter().zip(&words[named..]).map(value);
    let all: Vec<String> = [name, kind].into_iter().chain(values).chain([abilities]).collect();
    all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The kind of an attack, which follows its name, `Bow (Long Range)`, or in brackets; else it is one of melee.
fn kind_of(name: &mut Vec<&str>, abilities: String) -> (String, String) {
    let bare = |word: &str| word.trim_matches(['(', ')', '[', ']', ',']).to_lowercase();
    let is_kind = |word: &str| ["melee", "short", "long"].contains(&word);
    if is_kind(&bare(&abilities)) {
        return (bare(&abilities), String::new());
    }
    let mut kind = "melee".to_owned();
    while let Some(word) = name.last().map(|word| bare(word)).filter(|word| is_kind(word) || word == "range") {
        kind = Some(word).filter(|word| is_kind(word)).unwrap_or(kind);
        name.pop();
    }
    (kind, abilities)
}

/// A row with no heading above it: what precedes its numbers is a name.
fn unlabelled(words: &[&str], is_value: impl Fn(&&str) -> bool) -> String {
    let from = words.iter().position(is_value).unwrap_or(0);
    let meaning =
        |word: &&str| LABELS.iter().find(|(label, _)| label.eq_ignore_ascii_case(word)).map(|(_, word)| *word);
    // A letter of its own precedes the first number: `Bow A 2`.
    let named = words[..from].iter().take_while(|word| word.len() > 3 || meaning(word).is_none()).count();
    let name = words[..named].join(" ");
    let name = Some(name.trim_end_matches(':')).filter(|name| !name.is_empty()).map(|name| format!("\"{name}\""));
    let values = words[named..].iter().filter(|word| !NO_VALUES.contains(&&*word.to_lowercase()));
    let values = values.map(|word| meaning(word).unwrap_or(word).trim().to_owned());
    name.into_iter().chain(values).collect::<Vec<_>>().join(" ") + " "
}

/// What became of an ability, in a line or two.
fn about(ability: &ImportedAbility, text: &str) -> String {
    let name = &ability.name;
    match (&ability.clause, ability.becomes) {
        (Some(clause), _) => format!("{name}: left out, as this is not understood\n{}", marked(text, clause)),
        (None, "no dice") if !is_english(text) => format!("{name}: not read, as no ability is recognised in it\n"),
        (None, "no dice") if text.to_lowercase().contains("table") => {
            format!("{name}: left out, it refers to a table that is not here\n")
        }
        (None, "no dice") if text.ends_with(|c: char| c.is_alphanumeric()) => {
            format!("{name}: touches no die of an attack, as far as the text goes\n")
        }
        (None, "no dice") => format!("{name}: touches no die of an attack\n"),
        (None, "army") => format!("{name}: {}, which is of other units\n", ability.says.join(" / ")),
        (None, "key") if ability.says.is_empty() => format!("{name}: an ability of the game\n"),
        (None, "left out") => format!("{name}: left out, the game has not all of `{}`\n", ability.says.join(" / ")),
        _ => format!("{name}: {}\n", ability.says.join(" / ")),
    }
}

/// Whether a text has one of the words that no sentence of an English card is without.
fn is_english(text: &str) -> bool {
    text.split_whitespace()
        .any(|word| ["the", "this", "that", "of", "to", "each", "you"].contains(&&*word.to_lowercase()))
}

/// The words around a clause, with marks below it.
fn marked(text: &str, clause: &str) -> String {
    let plain = |word: &str| word.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let words: Vec<&str> = text.split_whitespace().collect();
    let wanted: Vec<String> = clause.split_whitespace().map(plain).filter(|word| !word.is_empty()).take(3).collect();
    let from =
        words.windows(wanted.len().max(1)).position(|some| some.iter().zip(&wanted).all(|(a, b)| plain(a) == *b));
    let from = from.unwrap_or(0);
    let last = words[from..].iter().position(|word| word.ends_with('.')).map_or(words.len(), |place| from + place + 1);
    let front = words[from.saturating_sub(5)..from].join(" ");
    let gap = if front.is_empty() { 0 } else { front.chars().count() + 1 };
    let clause = words[from..last].join(" ");
    let line = format!("{front} {clause}");
    format!("    {}\n    {}{}\n", line.trim_start(), " ".repeat(gap), "^".repeat(clause.chars().count()))
}
