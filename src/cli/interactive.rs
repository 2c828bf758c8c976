//! `new GAME --interactive`: asks for a unit value by value, writes its profile, and shows a first answer.
//!
//! Questions, and what may be answered, follow from the game's keys. An answer is put into the profile and the whole is
//! checked, as `check` does it: what would be a mistake of that line is said at once and asked again.

use std::fs;
use std::io::BufRead;
use std::path::PathBuf;

use super::complete::normal_name;
use super::exit::Stop;
use super::output::{answer, width};
use crate::ask::{Request, prepare_phases};
use crate::engine::Options;
use crate::error::{Error, Kind};
use crate::games::Game;
use crate::games::editions::title_of;
use crate::profile::{Diagnostic, Diagnostics, Document, Holds, Library, Presence, ProfileKey, Source, Value, typical};
use crate::report::{Screen, printable, text, write_whole};
use crate::words::sort::sort_by_key;
use crate::words::{did_you_mean, quoted};

/// Keys that are asked for if a table has them, as cards print them; of the others only those that have to be there.
const ORDER: &[&str] = &[
    "name", "points", "tray", "models", "type", "range", "count", "speed", "health", "toughness", "save", "defense",
    "ward", "invulnerable", "wounds", "feel-no-pain", "morale", "keywords", "runemarks", "attacks", "dice", "skill",
    "hit", "strength", "wound", "ap", "rend", "damage", "abilities",
];

/// Asks on standard output, reads answers from `input`.
pub(super) fn interview(game: &'static Game, input: impl BufRead, echoes: bool, color: bool) -> Result<(), Stop> {
    let mut talk = Talk { game, input, echoes, profile: format!("game = \"{}\"\n", game.id) };
    say(&format!(
        "A profile for {}. An answer is written as the card prints it; an empty one\n\
         takes what is in brackets. Ctrl-C ends without a file.\n\n",
        title_of(game)
    ))?;
    talk.keys(game.keys)?;
    for key in game.keys {
        if let Holds::Tables(keys) = key.holds
            && matches!(key.name, "model" | "weapon" | "attack")
        {
            talk.tables(key, keys)?;
        }
    }
    talk.whole()?;
    let path = talk.file()?;
    talk.first_answer(&path, color)
}

fn say(text: &str) -> Result<(), Stop> {
    answer(text.as_bytes())
}

/// A conversation about one profile.
struct Talk<R> {
    game: &'static Game,
    input: R,
    /// Whether the terminal shows what is typed.
    echoes: bool,
    /// What is written so far.
    profile: String,
}

impl<R: BufRead> Talk<R> {
    /// One answer; the end of the input ends the conversation without a file.
    fn hear(&mut self, question: &str) -> Result<String, Stop> {
        say(&format!("{question}: "))?;
        let mut line = String::new();
        let ended = |why: String| Error::usage(format!("the profile is not whole, and nothing was written: {why}"));
        match self.input.read_line(&mut line) {
            Ok(0) => Err(ended("the answers ended".to_owned()).into()),
            Err(error) => Err(ended(error.to_string()).into()),
            Ok(_) => {
                let typed = printable(line.trim());
                // Answers from a pipe are not echoed, so the next line would continue the question.
                if !self.echoes {
                    say(&format!("{typed}\n"))?;
                }
                Ok(typed)
            }
        }
    }

    /// Asks for the keys of a table that a card prints.
    fn keys(&mut self, keys: &'static [ProfileKey]) -> Result<(), Stop> {
        // Abilities of whole units are rare, and runemarks are the keywords of their game.
        let runemarks = keys.iter().any(|key| key.name == "runemarks");
        let is_rare = |key: &&ProfileKey| key.name == "abilities" || key.name == "keywords" && runemarks;
        for key in in_order(keys).into_iter().filter(|key| !is_rare(key)) {
            self.key(key)?;
        }
        Ok(())
    }

    /// Asks for one key until the answer is right.
    fn key(&mut self, key: &ProfileKey) -> Result<(), Stop> {
        let left_out = match key.need {
            Presence::Optional(left_out) => format!(" [{left_out}]"),
            _ => String::new(),
        };
        let example = key.example.trim_matches(['[', ']']).replace('"', "");
        let question = format!("{}, such as {example}{left_out}", key.short);
        loop {
            let typed = self.hear(&question)?;
            if typed.is_empty() {
                if matches!(key.need, Presence::Optional(_)) {
                    return Ok(());
                }
                say("  every unit has one: it cannot be left empty\n")?;
                continue;
            }
            let line = format!("{} = {}\n", key.name, written(&typed, &key.holds));
            match self.mistakes_of(&line) {
                mistakes if mistakes.is_empty() => {
                    self.profile.push_str(&line);
                    return Ok(());
                }
                mistakes => Self::show(&mistakes, key.name, &typed)?,
            }
        }
    }

    /// Says what is wrong with what was `said` for a key, in words that know nothing of files.
    fn show(mistakes: &[Diagnostic], key: &str, typed: &str) -> Result<(), Stop> {
        for mistake in mistakes {
            let help = mistake.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
            let of_key = mistake.message.strip_prefix(&format!("`{key}` is "));
            let message = match of_key {
                Some("a text" | "another list") => format!("`{typed}` does not stand there"),
                _ => mistake.message.clone(),
            };
            let is_told = matches!(mistake.label.as_str(), "" | "here") || mistake.label.starts_with("the value of");
            let label = if is_told { String::new() } else { format!(": {}", mistake.label) };
            say(&format!("  {}\n", printable(&format!("{message}{label}{help}"))))?;
        }
        Ok(())
    }

    /// Asks for tables of a list: the first is needed where the list is.
    fn tables(&mut self, list: &'static ProfileKey, keys: &'static [ProfileKey]) -> Result<(), Stop> {
        for number in 1.. {
            let is_needed = list.need == Presence::Required && number == 1;
            let before = self.profile.len();
            self.profile.push_str(&format!("\n[[{}]]\n", list.name));
            let is_rare = |key: &&ProfileKey| key.name == "abilities" && list.name == "model";
            let mut first = in_order(keys).into_iter().filter(|key| !is_rare(key));
            say(&format!("\n{} {number}\n", list.name))?;
            if !is_needed {
                let Some(name) = first.next() else { return Ok(()) };
                let typed = self.hear(&format!("{} [no more: go on]", name.short))?;
                if typed.is_empty() {
                    self.profile.truncate(before);
                    return Ok(());
                }
                self.profile.push_str(&format!("{} = {}\n", name.name, written(&typed, &name.holds)));
            }
            for key in first {
                self.key(key)?;
            }
            // What only this table's other values make necessary.
            for key in keys.iter().filter(|key| self.lacks(key, before)).collect::<Vec<_>>() {
                say("  this one is needed here\n")?;
                self.key(&ProfileKey { need: Presence::Required, ..*key })?;
            }
        }
        Ok(())
    }

    /// Whether the table that begins behind `before` lacks a key.
    fn lacks(&self, key: &ProfileKey, before: usize) -> bool {
        let message = format!("`{}` is missing", key.name);
        self.check(&self.profile).iter().any(|mistake| mistake.place.span.start >= before && mistake.message == message)
    }

    /// What is wrong with a line at the end of the profile.
    fn mistakes_of(&self, line: &str) -> Vec<Diagnostic> {
        let start = self.profile.len();
        let of_line =
            |mistake: &Diagnostic| mistake.place.span.start >= start && !mistake.message.ends_with(" is missing");
        self.check(&format!("{}{line}", self.profile)).into_iter().filter(of_line).collect()
    }

    fn check(&self, text: &str) -> Vec<Diagnostic> {
        let found = Diagnostics::default();
        let document = Document::read(&Source::new("the profile", text), &found);
        (self.game.check)(&document, &found);
        found.into_list()
    }

    /// Whether the profile is right as a whole; what one answer alone does not show is said here.
    fn whole(&self) -> Result<(), Stop> {
        let mistakes = self.check(&self.profile);
        if mistakes.is_empty() {
            return Ok(());
        }
        Err(Error::mistakes(mistakes).hint("nothing was written; start again".to_owned()).into())
    }

    /// Asks for the name of the file and writes it.
    fn file(&mut self) -> Result<PathBuf, Stop> {
        let document = Document::read(&Source::new("the profile", self.profile.as_str()), &Diagnostics::default());
        let stem = document.table.text("name").map(normal_name).filter(|stem| !stem.is_empty());
        let stem = stem.unwrap_or_else(|| "my-unit".to_owned());
        let is_free = |stem: &String| !PathBuf::from(format!("{stem}.toml")).exists();
        let others = (2..100).map(|number| format!("{stem}-{number}"));
        let stem = std::iter::once(stem.clone()).chain(others).find(is_free).unwrap_or(stem);
        say("\n")?;
        loop {
            let typed = self.hear(&format!("the file [{stem}.toml]"))?;
            let mut path = PathBuf::from(if typed.is_empty() { format!("{stem}.toml") } else { typed });
            if path.extension().is_none() {
                path.set_extension("toml");
            }
            if path.exists() {
                say(&format!("  {} is there already; name another\n", path.display()))?;
                continue;
            }
            let lost = |error: std::io::Error| {
                let message = format!("{} could not be written: {error}", path.display());
                Stop::from(Error { kind: Kind::Write, ..Error::usage(message) })
            };
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder).map_err(lost)?;
            }
            let whole = write_whole(&path, self.profile.as_bytes());
            whole.map_err(|error| Error { kind: Kind::Write, ..Error::usage(error.to_string()) })?;
            say(&format!("wrote {}\n", path.display()))?;
            return Ok(path);
        }
    }

    /// Lets the unit attack another one, or be attacked if it has no weapon.
    fn first_answer(&mut self, path: &std::path::Path, color: bool) -> Result<(), Stop> {
        let library = Library::open(&[]).map_err(Error::from)?;
        let is_armed = |profile: &str| ["[[weapon]]", "[[attack]]"].iter().any(|list| profile.contains(list));
        let has_weapon = is_armed(&self.profile);
        let target = typical(self.game.id).get(1).or_else(|| typical(self.game.id).first()).copied();
        // Who has no weapon is attacked, by somebody who has one.
        let units = library.units();
        let mut armed = units.iter().filter(|unit| unit.game.as_deref() == Some(self.game.id));
        let armed = armed.find(|unit| is_armed(&unit.source.text)).map(|unit| unit.stem.as_str());
        let usual = if has_weapon { target } else { armed };
        let usual = usual.map_or_else(String::new, |stem| format!("{}/{stem}", self.game.id));
        let own = path.display().to_string();
        let own = if own.ends_with(".toml") { own } else { format!("./{own}") };
        let question = if has_weapon { "whom does it attack" } else { "who attacks it" };
        let other = loop {
            let typed = self.hear(&format!("{question} [{usual}]"))?;
            let typed = if typed.is_empty() { usual.clone() } else { typed };
            let fits = |unit: &&&crate::profile::Found| unit.game.as_deref() == Some(self.game.id);
            match library.candidates(&typed).iter().filter(fits).count() {
                0 => {
                    let units = library.units();
                    let names = units.iter().filter(fits).map(|unit| unit.stem.as_str());
                    let near = did_you_mean(&typed, names)
                        .unwrap_or_else(|| format!("`warodds list units {}` shows all", self.game.id));
                    say(&format!("  no unit of this game is called so; {near}\n"))?;
                }
                _ => break typed,
            }
        };
        let (attacker, defender) = if has_weapon { (own.clone(), other.clone()) } else { (other.clone(), own.clone()) };
        let command = format!("warodds attack {} {}", quoted(&attacker), quoted(&defender));
        say(&format!("\n$ {command}\n"))?;
        let prepared = prepare_phases(&Request { attacker, defender, ..Request::default() })?;
        let screen = Screen { width: width(), color, ascii: false };
        for one in prepared {
            let (report, _) = one.report(&Options::default(), &|_| {})?;
            say(&text(&report.sheet(), screen))?;
        }
        say("`warodds help situations` says what else can be true on the table.\n")
    }
}

/// The keys that are asked for, in the order of cards.
fn in_order(keys: &'static [ProfileKey]) -> Vec<&'static ProfileKey> {
    let place = |key: &ProfileKey| ORDER.iter().position(|name| *name == key.name);
    let is_asked = |key: &&ProfileKey| {
        let is_value = !matches!(key.holds, Holds::Tables(_)) && key.name != "game";
        let is_printed = matches!(key.need, Presence::Optional(_)) && place(key).is_some();
        // What has no example says nothing that a card prints.
        let has_example = !key.example.trim_matches(['[', ']', '"']).is_empty();
        is_value && (key.need == Presence::Required || is_printed && has_example)
    };
    let mut sorted: Vec<&ProfileKey> = keys.iter().filter(is_asked).collect();
    sort_by_key(&mut sorted, |key| place(key).unwrap_or(ORDER.len()));
    sorted
}

/// A number without what people write behind it: `24"`, `90 pts`.
fn without_unit(typed: &str) -> &str {
    let end = typed.find(|c: char| !c.is_ascii_digit()).unwrap_or(typed.len());
    let unit = typed[end..].trim().to_lowercase();
    let is_unit = matches!(unit.as_str(), "\"" | "″" | "”" | "''" | "in" | "inch" | "inches" | "pt" | "pts" | "points");
    if end > 0 && is_unit { &typed[..end] } else { typed }
}

/// An answer as a profile writes it.
fn written(typed: &str, holds: &Holds) -> String {
    let is_whole = |text: &str| text.parse::<i64>().is_ok();
    let typed = match holds {
        Holds::Whole(..) | Holds::Limited(..) => without_unit(typed),
        // `4++` is how players write an invulnerable save.
        Holds::Target(_) => typed.strip_suffix('+').filter(|rest| rest.ends_with('+')).unwrap_or(typed),
        _ => typed,
    };
    let listed = |separators: &[char], each: &dyn Fn(&str) -> String| {
        let parts = typed.trim_matches(['[', ']']).split(separators).map(str::trim).filter(|part| !part.is_empty());
        format!("[{}]", parts.map(each).collect::<Vec<_>>().join(", "))
    };
    match holds {
        Holds::Text | Holds::Word(_) => in_quotes(typed),
        Holds::Whole(..) | Holds::Limited(..) | Holds::Amount if is_whole(typed) => typed.to_owned(),
        Holds::Whole(..) | Holds::Limited(..) | Holds::Amount => in_quotes(typed),
        Holds::Flag => match typed.to_lowercase().as_str() {
            "y" | "yes" | "true" => "true".to_owned(),
            "n" | "no" | "false" => "false".to_owned(),
            _ => in_quotes(typed),
        },
        Holds::Target(_) if is_whole(typed) => in_quotes(&format!("{typed}+")),
        Holds::Target(_) => in_quotes(typed),
        Holds::Texts => listed(&[',', ';'], &in_quotes),
        Holds::Wholes(..) => {
            listed(&[',', '/', ' ', '-'], &|part| if is_whole(part) { part.to_owned() } else { in_quotes(part) })
        }
        Holds::Tables(_) => String::new(),
        Holds::Either(one, other) => {
            let first = written(typed, one);
            let read = Document::read(&Source::new("", format!("x = {first}")), &Diagnostics::default());
            let fits = |value: &Value| one.fits(value);
            if read.table.get("x").is_some_and(|node| fits(&node.value)) { first } else { written(typed, other) }
        }
    }
}

fn in_quotes(typed: &str) -> String {
    let plain = typed.trim().trim_matches(['"', '“', '”']);
    if plain.contains(['"', '\\']) { format!("'{}'", plain.replace('\'', "’")) } else { format!("\"{plain}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_as_profiles_write_them() {
        let target = Holds::Target(7);
        assert_eq!((written("3", &target).as_str(), written("3+", &target).as_str()), ("\"3+\"", "\"3+\""));
        assert_eq!((written("-", &target).as_str(), written("D6", &Holds::Amount).as_str()), ("\"-\"", "\"D6\""));
        assert_eq!(written("HERO, INFANTRY", &Holds::Texts), "[\"HERO\", \"INFANTRY\"]");
        assert_eq!(written("6/5/3", &Holds::Wholes(0, 30, 1, 3)), "[6, 5, 3]");
        assert_eq!(written("The \"Old\" Guard", &Holds::Text), "'The \"Old\" Guard'");
    }
}
