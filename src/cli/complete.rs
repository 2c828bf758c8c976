//! What a shell offers while somebody types: units, situations, effects, questions and their keys.
//!
//! A shell asks the program itself, with everything that was typed so far, so that what is offered fits the units that are
//! named already. Nothing here ends in an error: what cannot be read is not offered.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::{Arg, ArgAction};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};

use super::topics::TOPICS;
use crate::ask::unit_abilities;
use crate::games::{self, FORMS, GAMES, Game};
use crate::profile::{Diagnostics, Document, Found, Library, SHORT_GAMES, full_game};
use crate::questions::{Question, of_game as questions_of};
use crate::words::{normal, same};

/// The variable by which a shell says that it asks.
pub(super) const VARIABLE: &str = "WARODDS_COMPLETE";

/// Something that is offered, and a word about it.
type Completion = (String, String);

pub(super) fn units() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let Some(text) = current.to_str().map(unquoted) else { return Vec::new() };
        let mut offers = offered(text, unit_names(text, &TypedSoFar::read()));
        if offers.is_empty() || text.contains(['.', '\\']) {
            offers.extend(PathCompleter::any().complete(current));
        }
        offers
    })
}

pub(super) fn with() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let text = unquoted(current.to_str().unwrap_or_default());
        // The text before a comma, and the side in front of a colon, are typed already, but where a name has them.
        let starts = std::iter::once(0).chain(text.match_indices([',', ':']).map(|(at, _)| at + 1));
        let offers = words_of_the_table(&TypedSoFar::read());
        let behind = |start: usize| {
            let start = start + (text[start..].len() - text[start..].trim_start().len());
            let fits = offered(&text[start..], offers.clone()).into_iter();
            fits.map(|offer| offer.add_prefix(&text[..start])).collect::<Vec<_>>()
        };
        starts.map(behind).find(|fits| !fits.is_empty()).unwrap_or_default()
    })
}

pub(super) fn set() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| offered(current.to_str().unwrap_or_default(), paths(&TypedSoFar::read())))
}

pub(super) fn weapons() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let typed = TypedSoFar::read();
        let own = typed.documents().into_iter().take(1).flat_map(|document| weapon_names(&document));
        let names = own.chain(["best".to_owned(), "each".to_owned()]).map(|name| (name, String::new()));
        offered(current.to_str().unwrap_or_default(), names.collect())
    })
}

pub(super) fn games() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| offered(current.to_str().unwrap_or_default(), game_names()))
}

/// A game, or dice.
pub(super) fn subjects() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let dice = ["D6", "2D6", "3D6"].map(|dice| (dice.to_owned(), "dice".to_owned()));
        offered(current.to_str().unwrap_or_default(), game_names().into_iter().chain(dice).collect())
    })
}

pub(super) fn questions() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let typed = TypedSoFar::read();
        let questions = typed.game_named().map(questions_of).unwrap_or_default();
        let names = questions.iter().map(|question| (question.name.to_owned(), question.short.to_owned()));
        offered(current.to_str().unwrap_or_default(), names.collect())
    })
}

pub(super) fn question_keys() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let typed = TypedSoFar::read();
        let text = current.to_str().unwrap_or_default();
        let Some(question) = typed.question() else { return Vec::new() };
        if let Some((key, unit)) = text.split_once('=') {
            let is_unit = matches!(key, "attacker" | "defender" | "target" | "unit");
            let units = if is_unit { unit_names(unit, &typed) } else { Vec::new() };
            return offered(unit, units).into_iter().map(|offer| offer.add_prefix(format!("{key}="))).collect();
        }
        let keys = question.keys.iter().map(|key| (format!("{}=", key.name), key.short.to_owned()));
        offered(text, keys.collect())
    })
}

pub(super) fn rulings() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let readings = TypedSoFar::read().games().into_iter().flat_map(|game| game.rulings).flat_map(|ruling| {
            ruling.values.iter().map(|value| (format!("{}={value}", ruling.name), ruling.short.to_owned()))
        });
        offered(current.to_str().unwrap_or_default(), readings.collect())
    })
}

/// An option of a request, which knows nothing of shells, with what is offered for it.
pub(super) fn completed(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "attackers" | "unit" | "into" | "from" | "must" | "never" => arg.add(units()),
        "with" => arg.add(with()),
        "set" => arg.add(set()),
        "rulings" => arg.add(rulings()),
        "mode" => arg.add(variants(|game| game.modes)),
        "edition" => arg.add(variants(|game| game.editions)),
        "weapons" => arg.add(weapons()),
        "metrics" => arg.add(results()),
        _ => arg,
    }
}

/// The ways in which the game is played, or its editions.
pub(super) fn variants(of: fn(&Game) -> &'static [&'static str]) -> ArgValueCompleter {
    ArgValueCompleter::new(move |current: &OsStr| {
        let names = TypedSoFar::read().games().into_iter().flat_map(of).map(|name| ((*name).to_owned(), String::new()));
        offered(current.to_str().unwrap_or_default(), names.collect())
    })
}

pub(super) fn results() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let names = [
            ("damage", "points that get through"),
            ("wounds-lost", "points that are lost"),
            ("slain", "models that are removed"),
            ("destroyed", "the chance that the unit is gone"),
        ];
        let names = names.map(|(name, short)| (name.to_owned(), short.to_owned()));
        offered(current.to_str().unwrap_or_default(), names.into())
    })
}

/// Commands and topics of `help`.
pub(super) fn topics() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let command = super::command();
        let commands = command.get_subcommands().map(|command| {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            (command.get_name().to_owned(), about)
        });
        let topics = TOPICS.iter().map(|topic| (topic.name.to_owned(), topic.short.to_owned()));
        offered(current.to_str().unwrap_or_default(), commands.chain(topics).collect())
    })
}

/// Those of the offers that begin as what was typed does, whatever the case and the spaces.
fn offered(typed: &str, offers: Vec<Completion>) -> Vec<CompletionCandidate> {
    let wanted = squeezed(typed);
    let fits = |offer: &Completion| squeezed(&offer.0).starts_with(&wanted);
    let mut values: Vec<String> = Vec::new();
    let mut offered = Vec::new();
    for (value, short) in offers.into_iter().filter(fits) {
        if values.contains(&value) {
            continue;
        }
        let help = (!short.is_empty()).then(|| short.into());
        offered.push(CompletionCandidate::new(in_the_shell(&value, typed)).help(help));
        values.push(value);
    }
    offered
}

/// What is typed behind a quote that some shells hand over with it.
fn unquoted(text: &str) -> &str {
    text.strip_prefix(['"', '\'']).unwrap_or(text)
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ' ' | '_' | '\\' | '\'')).flat_map(char::to_lowercase).collect()
}

/// A value as the shell that asks has to insert it: bash takes it as it stands.
fn in_the_shell(value: &str, typed: &str) -> String {
    // Of the shells, bash alone says by which key it was asked.
    let is_bash = std::env::var_os("_CLAP_COMPLETE_COMP_TYPE").is_some();
    if !is_bash || typed.contains(' ') && !typed.contains('\\') {
        return value.to_owned();
    }
    let mut escaped = String::new();
    for letter in value.chars() {
        if matches!(letter, ' ' | '(' | ')' | '\'' | '"' | '>' | '<' | '|' | '&' | ';' | '*') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn game_names() -> Vec<Completion> {
    let short = SHORT_GAMES.iter().filter(|(_, id)| games::find(id).is_some());
    let short = short.map(|(short, id)| ((*short).to_owned(), games::title(id)));
    GAMES.iter().map(|game| (game.id.to_owned(), games::title(game.id))).chain(short).collect()
}

/// The names of units; where units of several games share one, the game is in front.
fn unit_names(text: &str, typed: &TypedSoFar) -> Vec<Completion> {
    let Some(library) = typed.library() else { return Vec::new() };
    let units = library.units();
    let game = typed.game_of_units(&library);
    // "20 term": the number is typed already.
    let count = text.split_once(' ').filter(|(count, _)| count.parse::<u32>().is_ok()).map_or("", |(count, _)| count);
    let front = if count.is_empty() { String::new() } else { format!("{count} ") };
    let prefix = text.rsplit_once('/').map(|(game, _)| (game, full_game(game)));
    let fits = |unit: &&&Found| game.as_deref().is_none_or(|game| unit.game.as_deref() == Some(game));
    let games: Vec<String> = game.clone().into_iter().collect();
    let offer = |unit: &&Found| {
        // A name that means a unit of another game, or several, needs its own game.
        let is_plain = library.find(&unit.stem, &games).is_ok_and(|found| found.game == unit.game);
        let name = match prefix {
            Some((short, full)) if unit.game.as_deref() == Some(full) => format!("{short}/{}", unit.stem),
            _ if is_plain => unit.stem.clone(),
            _ => unit.path(),
        };
        (format!("{front}{name}"), unit.name.clone())
    };
    units.iter().filter(fits).map(offer).collect()
}

/// Situations, effects, abilities of the game, and optional abilities of the units that are named.
fn words_of_the_table(typed: &TypedSoFar) -> Vec<Completion> {
    let mut offers: Vec<Completion> = Vec::new();
    for unit in typed.units.iter().take(2) {
        let rows = unit_abilities(unit, &typed.folders).unwrap_or_default();
        let optional = rows.into_iter().filter(|[_, _, _, option]| option.starts_with("--with"));
        offers.extend(optional.map(|[name, effects, ..]| (name, effects)));
    }
    for game in typed.games() {
        let price = |name: &str| game.offers.iter().find(|offer| same(offer.with, name)).map(|offer| offer.cost.text());
        offers.extend(game.situations.iter().map(|situation| {
            let price = price(situation.name).filter(|price| !price.is_empty());
            (situation.name.to_owned(), price.map_or_else(String::new, |price| format!("{price}, ")) + situation.short)
        }));
        let forms = FORMS.iter().filter(|form| game.refusal(form).is_none());
        offers.extend(forms.map(|form| (form.written(), form.short.to_owned())));
        offers.extend((game.abilities)().iter().map(|doc| (doc.example.to_owned(), doc.short.to_owned())));
    }
    offers
}

/// Paths of `--set`.
fn paths(typed: &TypedSoFar) -> Vec<Completion> {
    let mut offers = Vec::new();
    for (side, document) in ["attacker", "defender"].into_iter().zip(typed.documents()) {
        let game = document.game().and_then(games::find);
        for key in game.map(|game| game.keys).unwrap_or_default() {
            if let crate::profile::Holds::Tables(keys) = key.holds {
                for name in document.names(key.name) {
                    let front = format!("{side}.{}.{}", key.name, normal_name(&name));
                    offers.extend(keys.iter().map(|key| (format!("{front}.{}=", key.name), key.short.to_owned())));
                }
            } else {
                offers.push((format!("{side}.{}=", key.name), key.short.to_owned()));
            }
        }
        offers.push((format!("{side}.models="), "how many models".to_owned()));
    }
    offers
}

/// A name in small letters, its words with hyphens between.
pub(super) fn normal_name(name: &str) -> String {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

fn weapon_names(document: &Document) -> Vec<String> {
    ["weapon", "attack"].into_iter().flat_map(|list| document.names(list)).map(|name| normal_name(&name)).collect()
}

/// What has been typed so far.
#[derive(Default)]
struct TypedSoFar {
    command: String,
    /// The words that belong to no option: units, or a game and a question.
    units: Vec<String>,
    folders: Vec<PathBuf>,
}

impl TypedSoFar {
    /// The words behind `--`, as a shell hands them over; the last may be the one that is being typed.
    fn read() -> Self {
        let words: Vec<String> = std::env::args().skip_while(|word| word != "--").skip(2).collect();
        let command = super::whole();
        let mut typed = Self {
            folders: std::env::var_os("WARODDS_PROFILES")
                .map(|all| std::env::split_paths(&all).collect())
                .unwrap_or_default(),
            ..Self::default()
        };
        typed.folders.extend(super::data::libraries());
        let Some(named) = words.first().and_then(|word| command.find_subcommand(word)) else { return typed };
        typed.command = named.get_name().to_owned();
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                typed.units.extend((!word.starts_with('-') && !word.is_empty()).then(|| word.replace('\\', "")));
                continue;
            };
            let takes = |arg: &&Arg| {
                arg.get_long() == Some(option) && matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
            };
            if named.get_arguments().find(takes).is_some() {
                let value = words.next().cloned().unwrap_or_default();
                match option {
                    "profiles" => typed.folders.push(value.into()),
                    "into" | "then" => typed.units.push(value),
                    _ => {}
                }
            }
        }
        typed
    }

    fn library(&self) -> Option<Library> {
        Library::open(&self.folders).or_else(|_| Library::open(&[])).ok()
    }

    /// The game that is named in place of units, as with `odds` and `list`.
    fn game_named(&self) -> Option<&'static Game> {
        self.units.iter().find_map(|word| games::named(word))
    }

    fn question(&self) -> Option<&'static Question> {
        let game = self.game_named()?;
        questions_of(game).iter().find(|question| self.units.iter().any(|word| same(word, question.name)))
    }

    /// The game of the first unit that is named in full.
    fn game_of_units(&self, library: &Library) -> Option<String> {
        if let Some(game) = self.game_named() {
            return Some(game.id.to_owned());
        }
        self.units.iter().find_map(|name| {
            let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let fits = library.candidates(name);
            let exact: Vec<&&Found> = fits
                .iter()
                .filter(|unit| normal(&unit.stem) == normal(name.rsplit('/').next().unwrap_or(name)))
                .collect();
            if let [only] = &exact[..] { only.game.clone() } else { None }
        })
    }

    /// The games that what is offered is of: that of the units, or all.
    fn games(&self) -> Vec<&'static Game> {
        let game = self.library().and_then(|library| self.game_of_units(&library));
        game.and_then(|id| games::find(&id)).map_or_else(|| GAMES.to_vec(), |game| vec![game])
    }

    /// The profiles of the units that are named.
    fn documents(&self) -> Vec<Document> {
        let Some(library) = self.library() else { return Vec::new() };
        let game: Vec<String> = self.game_of_units(&library).into_iter().collect();
        let name = |name: &String| name.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned();
        let found = self.units.iter().filter_map(|unit| library.find(&name(unit), &game).ok());
        found.map(|unit| Document::read(&unit.source, &Diagnostics::default())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(offers: &[CompletionCandidate]) -> Vec<String> {
        offers.iter().map(|offer| offer.get_value().to_string_lossy().into_owned()).collect()
    }

    fn typed(command: &str, units: &[&str]) -> TypedSoFar {
        let units = units.iter().map(|unit| (*unit).to_owned()).collect();
        TypedSoFar { command: command.to_owned(), units, folders: Vec::new() }
    }

    #[test]
    fn units_of_the_game_that_is_meant_are_offered() {
        let all = values(&offered("liberat", unit_names("liberat", &typed("attack", &[]))));
        assert_eq!(all, ["liberators"]);
        let of_sigmar = unit_names("", &typed("attack", &["liberators"]));
        assert!(
            of_sigmar.iter().any(|(name, _)| name == "clawlord") && !of_sigmar.iter().any(|(name, _)| name == "boyz")
        );
        let sized = values(&offered("20 term", unit_names("20 term", &typed("attack", &[]))));
        assert!(sized.contains(&"20 termagants".to_owned()), "{sized:?}");
        let of_game = values(&offered("aos/lib", unit_names("aos/lib", &typed("attack", &[]))));
        assert_eq!(of_game, ["aos/liberators"]);
    }

    #[test]
    fn what_is_true_on_the_table_fits_the_game() {
        let offers = words_of_the_table(&typed("attack", &["liberators", "clawlord"]));
        let has = |name: &str| offers.iter().any(|(key, _)| key == name);
        assert!(has("all-out attack") && has("+1 to hit") && has("Crit (Mortal)"));
        assert!(!has("half range") && !has("Lethal Hits"));
    }

    #[test]
    fn paths_name_weapons_and_keys() {
        let offers = paths(&typed("attack", &["liberators", "clawlord"]));
        let has = |path: &str| offers.iter().any(|(key, _)| key == path);
        assert!(has("defender.save=") && has("attacker.weapon.warhammer.rend=") && has("attacker.models="));
    }
}
