//! What is typed: its parts, and the command that asks the same again.

use std::path::PathBuf;

use super::request::Request;
use super::units::Chosen;
use crate::engine::{Method, Options, Sampling};
use crate::games::Phase;
use crate::games::editions::edition_named;
use crate::profile::LIBRARY_ENDING;
use crate::report::Section;
use crate::words::{same, shell_word};

/// What an answer is about, in one line: of a game that has several editions it says which it is.
pub(super) fn titled(game: &str, line: &str) -> String {
    line.to_owned() + &edition_named(game).map_or_else(String::new, |edition| format!(", {edition}"))
}

/// That line as a heading, with the options that were given.
pub(super) fn heading(game: &str, line: &str, settings: Vec<(String, String)>) -> Section {
    Section::Heading(titled(game, line), settings)
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
pub(super) fn fingerprint(texts: &[&[u8]]) -> u64 {
    // No text holds the byte that ends each.
    let bytes = texts.iter().flat_map(|text| text.iter().chain(&[0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The parts of a text that a comma or a semicolon separates, outside of brackets. What only goes on with the part before it
/// stays there: `-1 damage, at least 1`, and a further number to reach of dice on the side, `2+ -> 1 mortal, 4+ -> D3 mortal`.
pub(super) fn split(text: &str) -> Vec<String> {
    let (mut parts, mut open): (Vec<String>, _) = (Vec::new(), 0);
    let separates = |letter: char| {
        open = (open + i32::from(matches!(letter, '(' | '[')) - i32::from(matches!(letter, ')' | ']'))).max(0);
        matches!(letter, ',' | ';') && open == 0
    };
    for part in text.split(separates).map(str::trim).filter(|part| !part.is_empty()) {
        match parts.last_mut().filter(|_| goes_on(part)) {
            Some(before) => before.extend([", ", part]),
            None => parts.push(part.to_owned()),
        }
    }
    parts
}

/// What `--with` says, without the commas in names of abilities: no name needs them, and there they separate nothing. `None` if
/// it has none.
pub(super) fn whole_names(with: &[String], names: impl FnOnce() -> Vec<String>) -> Option<Vec<String>> {
    if !with.iter().any(|text| text.contains(',')) {
        return None;
    }
    let mut whole = with.to_vec();
    for name in names().iter().filter(|name| split(name).len() > 1) {
        let name = name.trim_matches(|letter: char| !letter.is_alphanumeric());
        let (bare, is_end) = (name.replace(',', ""), char::is_alphanumeric);
        let is_it =
            |part: &str| part.contains(',') && part.starts_with(is_end) && part.ends_with(is_end) && same(part, name);
        for text in &mut whole {
            while let Some(at) = (0..text.len()).find(|at| text.get(*at..at + name.len()).is_some_and(is_it)) {
                text.replace_range(at..at + name.len(), &bare);
            }
        }
    }
    Some(whole)
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
        self.0.push_str(&shell_word(word));
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

    /// An option before all of its values; nothing if there are none.
    pub(super) fn list(self, option: &str, values: &[String]) -> Self {
        let command = self.flag(option, !values.is_empty());
        values.iter().fold(command, |command, value| command.word(value))
    }

    /// An option without a value, if it was given.
    pub(super) fn flag(self, option: &str, is_on: bool) -> Self {
        if is_on { self.word(option) } else { self }
    }

    /// Adds the options about the table and the weapons.
    pub(super) fn table(self, request: &Request) -> Self {
        // Libraries are found without being named.
        let is_library = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == LIBRARY_ENDING);
        let folders = request.profiles.iter().filter(|path| !is_library(path));
        self.each("--then", &request.then)
            .each("--with", &request.with)
            .each("--cp", request.points.map(|points| points.to_string()))
            .each("--set", &request.set)
            .each("--ruling", &request.rulings)
            .each("--mode", &request.mode)
            .each("--edition", &request.edition)
            .each("--phase", request.phase.map(Phase::name))
            .each("--weapon", &request.weapons)
            .each("--order", &request.order)
            .each("--profiles", folders.map(|folder| folder.to_string_lossy()))
    }

    /// How it is computed, where that is not the default.
    pub(super) fn options(self, options: &Options) -> Self {
        let (sampling, usual) = (&options.sampling, Sampling::default());
        let method = (options.method != Method::Auto).then(|| options.method.name());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_and_in_names_separate_nothing() {
        assert_eq!(
            split("a, Howl (Aura, Loud), -1 damage, at least 1"),
            ["a", "Howl (Aura, Loud)", "-1 damage, at least 1"]
        );
        assert_eq!(split("a; Howl (Aura; Loud);, b"), ["a", "Howl (Aura; Loud)", "b"]);
        let names = || ["Bite, Tear, Run!", "Howl (Aura, Loud)"].map(str::to_owned).to_vec();
        let whole = |text: &str| whole_names(&[text.to_owned()], names).map(|all| split(&all[0]));
        assert_eq!(whole("Bite"), None);
        let [bare, howl] = ["Bite Tear Run!", "Howl (Aura, Loud)"].map(str::to_owned);
        let all = whole("A: bite, tear, run, Howl (Aura, Loud),Bite, Tear, Run!").expect("a comma");
        assert_eq!(
            all.iter().map(|part| part.to_lowercase()).collect::<Vec<_>>(),
            [&format!("A: {}", bare.trim_end_matches('!')), &howl, &bare].map(|part| part.to_lowercase())
        );
    }

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
}
