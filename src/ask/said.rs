//! What was said besides the names of the units: every answer repeats it, so that two questions never look alike.

use serde::Serialize;

use super::request::Request;
use super::units::Chosen;
use crate::engine::{Method, Options, Sampling};
use crate::games::editions::later_edition;
use crate::games::{self, Phase, UnitFacts};
use crate::report::{CsvCell, Section, percent, slug};

/// What was said to a question, and the command that asks it again. Its fields stand in the order in which JSON has
/// them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Said {
    /// Situations and effects, as they were typed.
    pub with: Vec<String>,
    /// Values of profiles: `defender.save=4+`.
    pub set: Vec<String>,
    /// The phase, if it was said.
    pub phase: Option<Phase>,
    /// What a die or a percentage decides before the attacks, and how likely it is; only what changes something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncertain: Vec<UncertainLine>,
    /// Weapons that were chosen.
    pub weapon: Vec<String>,
    /// Weapons that are resolved first.
    pub order: Vec<String>,
    /// Rulings that differ from their default, by name.
    #[serde(skip)]
    pub rulings: Vec<(String, String)>,
    /// How the game is played where that is not the default: `mode` or `edition`, and which.
    #[serde(skip)]
    pub variant: Vec<(&'static str, String)>,
    /// What the profiles of the units leave out of their cards.
    #[serde(rename = "not-computed", skip_serializing_if = "Vec::is_empty")]
    pub not_computed: Vec<NotComputed>,
    /// Units of the armies that were named which are left out because they cannot be read, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What to type to ask the same again, wherever the answer goes.
    pub command: String,
    /// What tells own profiles apart that are called alike; `None` if all are built in and nothing else was said.
    #[serde(skip)]
    pub(crate) tag: Option<u64>,
}

/// Something that is decided before an attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UncertainLine {
    /// What may come about.
    pub what: String,
    /// For which attack, counted from 1, if there are several and it is not decided for all at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<usize>,
    /// How likely it is, from 0 to 1.
    pub chance: f64,
}

impl UncertainLine {
    fn text(&self) -> String {
        let attack = self.attack.map_or_else(String::new, |attack| format!("attack {attack}: "));
        format!("{attack}{} ({})", self.what, percent(self.chance))
    }
}

/// What the profile of a unit leaves out of its card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotComputed {
    /// The unit's name.
    pub unit: String,
    /// The names of the abilities.
    pub names: Vec<String>,
}

impl NotComputed {
    /// Of some units, each once; those that leave out nothing are not there.
    pub(super) fn of<'u>(units: impl Iterator<Item = &'u UnitFacts>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for unit in units.filter(|unit| !unit.not_computed.is_empty()) {
            let one = Self { unit: unit.name.clone(), names: unit.not_computed.clone() };
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    /// Names that several profiles leave out, as a cell.
    pub(super) fn cell(all: &[&Self]) -> CsvCell {
        let texts: Vec<String> = all.iter().map(|one| one.text()).collect();
        if texts.is_empty() { CsvCell::Empty } else { CsvCell::with(&texts) }
    }

    /// `Liberators: Overcharge, Second Wind`.
    fn text(&self) -> String {
        format!("{}: {}", self.unit, self.names.join(", "))
    }
}

/// Columns that say what was asked and what was left out; they stand behind all others.
pub(super) const COLUMNS: [&str; 9] =
    ["phase", "set", "weapon", "order", "rulings", "mode", "edition", "command", "not_computed"];

impl Said {
    /// What a request says, with the command that asks the same again.
    pub(super) fn of(request: &Request, command: String) -> Self {
        Self {
            with: request.with.iter().flat_map(|text| split(text)).collect(),
            set: request.set.clone(),
            phase: request.phase,
            weapon: request.weapons.clone(),
            order: request.order.iter().flat_map(|text| split(text)).collect(),
            command,
            ..Self::default()
        }
    }

    /// A line for each thing that was said: what, and how.
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, values: &[String]| {
            if !values.is_empty() {
                lines.push((name.to_owned(), values.join("; ")));
            }
        };
        add("phase", &self.phase.iter().map(|phase| phase.name().to_owned()).collect::<Vec<_>>());
        add("with", &self.with);
        add("set", &self.set);
        add("mixture of", &self.uncertain.iter().map(UncertainLine::text).collect::<Vec<_>>());
        add("weapon", &self.weapon);
        add("order", &self.order);
        for (name, value) in &self.variant {
            add(name, std::slice::from_ref(value));
        }
        add("rulings", &self.rulings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>());
        lines
    }

    /// A line of what the profiles leave out, if they leave out anything: what it is, and the names.
    pub(crate) fn left_out(&self) -> Option<(String, String)> {
        const MOST: usize = 12;
        if self.not_computed.len() > MOST {
            let text = format!("abilities of {} units, which JSON names", self.not_computed.len());
            return Some(("not computed".to_owned(), text));
        }
        let texts: Vec<String> = self.not_computed.iter().map(NotComputed::text).collect();
        (!texts.is_empty()).then(|| ("not computed".to_owned(), texts.join("; ")))
    }

    /// The cells of [`COLUMNS`].
    pub(super) fn cells(&self) -> Vec<CsvCell> {
        let list = |items: &[String]| if items.is_empty() { CsvCell::Empty } else { CsvCell::with(items) };
        let variant = |wanted: &str| {
            let said = self.variant.iter().find(|(name, _)| *name == wanted);
            said.map_or(CsvCell::Empty, |(_, value)| CsvCell::text(value))
        };
        let rulings: Vec<String> = self.rulings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        vec![
            self.phase.map_or(CsvCell::Empty, |phase| CsvCell::text(phase.name())),
            list(&self.set),
            list(&self.weapon),
            list(&self.order),
            list(&rulings),
            variant("mode"),
            variant("edition"),
            CsvCell::text(&self.command),
            list(&self.not_computed.iter().map(NotComputed::text).collect::<Vec<_>>()),
        ]
    }

    /// A file's name without its ending, which no other question has: the names, the later of two editions of a game, and
    /// unless these say it all, a tag.
    pub(super) fn file_name(&self, game: &str, names: &[&str], between: &str) -> String {
        let slugs: Vec<String> = names
            .iter()
            .map(|name| match slug(name) {
                empty if empty.is_empty() => "unit".to_owned(),
                slug => slug,
            })
            .collect();
        let edition = later_edition(game).map_or_else(String::new, |edition| format!("-{edition}e"));
        let name = slugs.join(between) + &edition;
        match self.tag {
            None => name,
            Some(texts) => {
                let tag = fingerprint(&[format!("{texts:x}").as_bytes(), self.command.as_bytes()]);
                format!("{name}-{:08x}", tag >> 32)
            }
        }
    }
}

/// What an answer is about, in one line: of two editions of a game the later one says which it is.
pub(super) fn titled(game: &str, line: &str) -> String {
    let edition = later_edition(game)
        .and_then(|_| games::find(game))
        .map_or_else(String::new, |game| format!(", {}", game.edition));
    line.to_owned() + &edition
}

/// That line as a heading, with what was said besides.
pub(super) fn heading(game: &str, line: &str, said: Vec<(String, String)>) -> Section {
    Section::Heading(titled(game, line), said)
}

/// The texts of profiles that are not built in, as a number; 0 if all are.
pub(super) fn own_texts<'c>(units: impl Iterator<Item = &'c Chosen>) -> u64 {
    fn own<'c>((unit, _): &'c Chosen, texts: &mut Vec<&'c [u8]>) {
        if !unit.source.is_built_in() {
            texts.push(unit.source.text.as_bytes());
        }
        unit.leaders.iter().for_each(|leader| own(leader, texts));
    }
    let mut texts = Vec::new();
    units.for_each(|unit| own(unit, &mut texts));
    if texts.is_empty() { 0 } else { fingerprint(&texts) }
}

/// A number that differs where texts do, and is the same in every build: FNV-1a.
fn fingerprint(texts: &[&[u8]]) -> u64 {
    // No text holds the byte that ends each.
    let bytes = texts.iter().flat_map(|text| text.iter().chain(&[0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The parts of a text that a comma separates. What only goes on with the part before it stays there: `-1 damage, at least
/// 1`, and a further number to reach of dice on the side, `2+ -> 1 mortal, 4+ -> D3 mortal`.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match parts.last_mut().filter(|_| goes_on(part)) {
            Some(before) => before.extend([", ", part]),
            None => parts.push(part.to_owned()),
        }
    }
    parts
}

/// Whether a part says nothing by itself.
fn goes_on(part: &str) -> bool {
    let tier = part.trim_start_matches(|digit: char| digit.is_ascii_digit()).strip_prefix('+').map(str::trim_start);
    let is_tier = tier.is_some_and(|rest| rest.starts_with("->") || rest.starts_with('→'));
    is_tier || part.get(.."at least ".len()).is_some_and(|start| start.eq_ignore_ascii_case("at least "))
}

/// A command as it is typed.
pub(super) struct Command(String);

impl Command {
    /// `warodds` and a command of it.
    pub(super) fn new(name: &str) -> Self {
        Self(format!("warodds {name}"))
    }

    /// A word, in quotes if a shell would not leave it alone.
    pub(super) fn word(mut self, word: &str) -> Self {
        self.0.push(' ');
        self.0.push_str(&quoted(word));
        self
    }

    /// An option before each of its values.
    pub(super) fn each<T: AsRef<str>>(self, option: &str, values: impl IntoIterator<Item = T>) -> Self {
        values.into_iter().fold(self, |command, value| {
            let value = value.as_ref();
            // A value that begins with a hyphen reads as an option of its own.
            if value.starts_with('-') {
                command.word(&format!("{option}={value}"))
            } else {
                command.word(option).word(value)
            }
        })
    }

    /// An option without a value, if it was said.
    pub(super) fn flag(self, option: &str, said: bool) -> Self {
        if said { self.word(option) } else { self }
    }

    /// What is said of the table and of the weapons.
    pub(super) fn table(self, request: &Request) -> Self {
        self.each("--then", &request.then)
            .each("--with", &request.with)
            .each("--set", &request.set)
            .each("--ruling", &request.rulings)
            .each("--mode", &request.mode)
            .each("--edition", &request.edition)
            .each("--phase", request.phase.map(Phase::name))
            .each("--weapon", &request.weapons)
            .each("--order", &request.order)
            .each("--profiles", request.profiles.iter().map(|folder| folder.to_string_lossy()))
    }

    /// How it is computed, where that is not the default.
    pub(super) fn options(self, options: &Options) -> Self {
        let (sampling, usual) = (&options.sampling, Sampling::default());
        let method = match options.method {
            Method::Auto => None,
            Method::Exact => Some("exact"),
            Method::Sampled => Some("sampled"),
            Method::Both => Some("both"),
        };
        self.each("--method", method)
            .each(
                "--trials",
                (sampling.trials != usual.trials || sampling.work > usual.work).then(|| sampling.trials.to_string()),
            )
            .each("--until", sampling.until.map(|share| format!("{}", share * 100.0)))
            .each("--seed", (sampling.seed != usual.seed).then(|| sampling.seed.to_string()))
    }

    /// The whole command.
    pub(super) fn text(self) -> String {
        self.0
    }
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:+,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_what_one_would_type() {
        let request = Request {
            with: vec!["charged, -1 to hit".into(), "-1 to hit".into()],
            set: vec!["defender.save=4+".into()],
            phase: Some(Phase::Combat),
            mode: Some("core".into()),
            ..Request::default()
        };
        let command = Command::new("attack").word("20 clanrats").word("khorne's own").table(&request);
        let options = Options { method: Method::Both, ..Options::default() };
        assert_eq!(
            command.options(&options).text(),
            r"warodds attack '20 clanrats' 'khorne'\''s own' --with 'charged, -1 to hit' '--with=-1 to hit' --set defender.save=4+ --mode core --phase combat --method both"
        );
    }

    #[test]
    fn file_names_differ_where_questions_do_and_are_short() {
        let plain = Said { command: "warodds attack a b".into(), ..Said::default() };
        assert_eq!(plain.file_name("warcry", &["Liberators", "Gnaw-beast"], "-vs-"), "liberators-vs-gnaw-beast");
        let of = |game: &str| plain.file_name(game, &["Liberators", "Gnaw-beast"], "-vs-");
        assert_eq!(of("warhammer-40k"), of("warcry"));
        assert_eq!(of("warhammer-40k-11e"), "liberators-vs-gnaw-beast-11e");
        let tagged = |command: &str, texts: u64| Said { command: command.into(), tag: Some(texts), ..Said::default() };
        let names: Vec<String> = [("a", 0), ("b", 0), ("b", 1), ("b", 2)]
            .map(|(command, texts)| tagged(command, texts).file_name("warcry", &["…!", "骷髏"], "-vs-"))
            .to_vec();
        assert!(names.iter().all(|name| name.starts_with("unit-vs-骷髏-")), "{names:?}");
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{names:?}");
        }
        let long = tagged("a", 7).file_name("warcry", &["骷".repeat(500).as_str(), "ß".repeat(500).as_str()], "-vs-");
        assert!(long.len() <= 160, "{} bytes", long.len());
    }
}
