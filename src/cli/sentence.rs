//! A question without a command: two units, or one sentence such as "10 intercessors in cover, rr1s, into terminators".

use super::output::say;
use crate::error::Error;
use crate::games::{self, GAMES, Game};
use crate::profile::Library;
use crate::report::printable;
use crate::words::{did_you_mean, same};

/// Words between an attacker and its target.
const INTO: &[&str] = &["into", "against", "at", "on", "vs", "vs.", "versus", "onto", "->"];
/// Words that only join others.
const JOIN: &[&str] =
    &[",", "and", "with", "in", "while", "attack", "attacks", "attacking", "the", "my", "a", "by", "are", "is"];
/// Words that say the phase.
const SHOOT: &[&str] = &["shoot", "shoots", "shooting", "fire", "fires"];
const FIGHT: &[&str] = &["fight", "fights", "fighting", "strike", "strikes", "melee"];

/// What a sentence is understood as.
#[derive(Default)]
struct Sentence {
    units: Vec<String>,
    with: Vec<String>,
    phase: Option<&'static str>,
    left_over: Vec<String>,
    has_target: bool,
}

/// The words of the command line as an `attack`, and the command to type next time; `None` if they are no such question.
///
/// # Errors
/// What of a sentence is not understood.
pub(super) fn read(typed: &[String], commands: &[&str]) -> Result<Option<(Vec<String>, String)>, Error> {
    let end = typed.iter().skip(1).position(|word| word.starts_with("--") || same_flag(word));
    let (words, options) = typed.split_at(end.map_or(typed.len(), |end| end + 1));
    let Some(words) = words.get(1..).filter(|words| !words.is_empty() && !commands.contains(&&*words[0])) else {
        return Ok(None);
    };
    let library = Library::open(&[]).unwrap_or_default();
    if words.len() > 1 && !is_unit(&library, &words[0]) && did_you_mean(&words[0], commands.iter().copied()).is_some() {
        return Ok(None);
    }
    let found = match words {
        [one, other] if [one, other].into_iter().all(|word| word.contains(": ") || is_unit(&library, word)) => {
            Sentence { units: words.to_vec(), has_target: true, ..Sentence::default() }
        }
        _ => Sentence::of(&library, &words.join(" ")),
    };
    if found.units.is_empty() || (!found.has_target && found.units.len() < 2) {
        return Ok(None);
    }
    let known = found.arguments(&library);
    let shown: Vec<String> = known.iter().chain(options).map(|word| quoted(word)).collect();
    let command = format!("warodds {}", shown.join(" "));
    let [_, _] = &found.units[..] else {
        let message = "the sentence does not name a unit that attacks and, behind `into`, its target".to_owned();
        return Err(Error::usage(not_understood(&found.left_over).unwrap_or(message)).hint(units_hint()));
    };
    match not_understood(&found.left_over) {
        Some(message) => Err(Error::usage(message).hint(format!("the rest is understood as `{command}`"))),
        None => Ok(Some((typed[..1].iter().cloned().chain(known).chain(options.iter().cloned()).collect(), command))),
    }
}

/// Says how a sentence was read, below its answer.
pub(super) fn foot(command: &str) {
    say(&format!("asked: {}", printable(command)));
}

fn units_hint() -> String {
    "`warodds list units` shows the units that are known".to_owned()
}

fn not_understood(left_over: &[String]) -> Option<String> {
    (!left_over.is_empty()).then(|| format!("not understood: `{}`", left_over.join("`, `")))
}

fn same_flag(word: &str) -> bool {
    matches!(word, "-q" | "-v" | "-h" | "-V")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:,=+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("\"{word}\"") }
}

/// Whether a text names a unit, perhaps with a number in front.
fn is_unit(library: &Library, text: &str) -> bool {
    let name = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = if name.len() < text.len() { name.trim_start_matches(['x', '×']).trim_start() } else { name };
    let is_file = name.ends_with(".toml") && std::path::Path::new(name).exists();
    is_file || (name.len() > 2 && !library.candidates(name).is_empty())
}

fn among(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

impl Sentence {
    fn of(library: &Library, text: &str) -> Self {
        let spaced = text.replace([',', ';'], " , ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let (mut found, mut place) = (Self::default(), 0);
        while place < words.len() {
            place += found.take(library, &words[place..]);
        }
        found
    }

    /// Takes what the words begin with, the longest phrase that is known; how many words that is.
    fn take(&mut self, library: &Library, words: &[&str]) -> usize {
        let end = words.iter().position(|word| *word == ",").unwrap_or(words.len());
        for length in (1..=end).rev() {
            let phrase = words[..length].join(" ");
            let is_short = length == 1 && [INTO, JOIN, SHOOT, FIGHT].iter().any(|list| among(list, words[0]));
            let is_open = self.units.is_empty() || (self.has_target && self.units.len() == 1);
            let is_condition = !is_short && GAMES.iter().any(|game| game.own_words(&phrase).is_some());
            if !is_short && self.units.len() < 2 && (is_open || !is_condition) && is_unit(library, &phrase) {
                self.units.push(phrase);
            } else if is_condition {
                self.with.push(phrase);
            } else {
                continue;
            }
            return length;
        }
        match words[0] {
            word if among(INTO, word) => self.has_target |= !self.units.is_empty(),
            word if among(SHOOT, word) => self.phase = Some("shooting"),
            word if among(FIGHT, word) => self.phase = Some("combat"),
            word if among(JOIN, word) => {}
            word => self.left_over.push(word.to_owned()),
        }
        1
    }

    /// The same as arguments of the program.
    fn arguments(&self, library: &Library) -> Vec<String> {
        let game = self.game(library);
        let name = |phrase: &String| game.and_then(|game| game.own_words(phrase)).unwrap_or_else(|| phrase.clone());
        let with = self.with.iter().map(name).collect::<Vec<_>>().join(", ");
        let mut arguments = vec!["attack".to_owned()];
        arguments.extend(self.units.iter().cloned());
        arguments.extend((!with.is_empty()).then_some(["--with".to_owned(), with]).into_iter().flatten());
        arguments.extend(self.phase.map(|phase| ["--phase", phase]).into_iter().flatten().map(str::to_owned));
        arguments
    }

    /// The game that has all units, if there is one.
    fn game(&self, library: &Library) -> Option<&'static Game> {
        let of = |text: &String| -> Vec<String> {
            let name = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            library.candidates(name).iter().filter_map(|unit| unit.game.clone()).collect()
        };
        let each: Vec<Vec<String>> = self.units.iter().map(of).collect();
        let first = each.first()?;
        let shared = first.iter().find(|game| each.iter().all(|games| games.iter().any(|other| same(other, game))));
        games::find(shared?)
    }
}
