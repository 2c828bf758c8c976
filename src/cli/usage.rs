//! What a command line lacks that the parser refuses, in the program's own words: what, and what to type instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::data::libraries;
use super::sentence::is_unit;
use crate::error::Error;
use crate::profile::{Library, typical};
use crate::words::{did_you_mean, either, quoted, same};

/// What is wrong with what was typed, the program's name first.
pub(super) fn error(refused: &clap::Error, typed: &[String], command: &Command) -> Error {
    let words: Vec<&str> = typed.iter().skip(1).map(String::as_str).collect();
    let named = words.iter().find_map(|word| command.find_subcommand(word));
    let name = named.map_or("warodds", Command::get_name);
    let part = |kind| context(refused, kind);
    let option = part(ContextKind::InvalidArg);
    let word = option.split_whitespace().next().unwrap_or_default();
    let value = part(ContextKind::InvalidValue);
    match refused.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = part(ContextKind::InvalidSubcommand);
            let names = command.get_subcommands().map(Command::get_name);
            let near = did_you_mean(&word, names);
            if let Some(unit) = only_a_unit(&word, near.is_none()) {
                return unit;
            }
            let more = if near.is_none() { unknown_command(&words, command) } else { None };
            Error::usage(format!("`{word}` is neither a command nor a unit")).hint(near).hint(more)
        }
        ErrorKind::UnknownArgument if word.starts_with('-') => {
            Error::usage(format!("`{name}` has no option `{word}`")).hint(unknown_option(word, &words, named, command))
        }
        ErrorKind::UnknownArgument => {
            let hint = named.and_then(|named| misplaced(word, &words, named));
            Error::usage(format!("`{name}` has no place for `{word}`")).hint(hint)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let all = part(ContextKind::ValidValue);
            let all = (!all.is_empty()).then(|| format!("there are {all}"));
            let example = named.filter(|_| all.is_none()).and_then(|named| usage_of(word, named));
            Error::usage(format!("`{word}` needs a value")).hint(all).hint(example)
        }
        ErrorKind::InvalidValue => {
            let all = part(ContextKind::ValidValue);
            let near = did_you_mean(&value, all.split(", "));
            let typed = if word.starts_with('-') { format!("{word} {value}") } else { value };
            Error::usage(format!("`{typed}` is not known")).hint(near).hint(format!("there are {all}"))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(refused).map(ToString::to_string).unwrap_or_default();
            let range = why.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
            Error::usage(match range {
                Some((least, most)) => format!("`{word} {value}`: write a number from {least} to {most}"),
                None if why.contains("digit") => format!("`{word} {value}`: write a whole number"),
                None => format!("`{word} {value}`: {why}"),
            })
        }
        ErrorKind::MissingRequiredArgument => {
            let last = aimed(&words).filter(|_| name == "compare" && option.contains("--into"));
            Error::usage(format!("`{name}` needs {}", option.replace(['<', '>', '.'], "")))
                .hint(last.or_else(|| named.and_then(example)))
        }
        ErrorKind::ArgumentConflict => {
            let other = part(ContextKind::PriorArg);
            Error::usage(match option == other {
                true => format!("`{word}` is given twice"),
                false => format!("`{option}` and `{other}` do not go together"),
            })
        }
        _ => {
            let text = refused.to_string();
            Error::usage(text.lines().next().unwrap_or_default().trim_start_matches("error: "))
        }
    }
}

/// Options that only change what others write: what they change, what they need, and how that is said.
const WRITTEN: &[(&[&str], &[&str], &str)] = &[
    (&["size", "theme"], &["png", "svg", "out"], "no picture is drawn: add `--png PATH`"),
    (&["font"], &["png", "out"], "no PNG is drawn: add `--png PATH`"),
    (&["csv-style"], &["csv", "out"], "no CSV is written: add `--csv PATH`"),
    (&["pmf"], &["json", "out"], "no JSON is written: add `--json PATH`"),
    (&["cp"], &["with", "tries", "goal", "side"], "no command is named: add it with `--with`"),
];

/// What is to be said of options that changed nothing, because nothing is written that they change.
pub(super) fn idle(read: &ArgMatches) -> Vec<String> {
    let Some((_, read)) = read.subcommand() else { return Vec::new() };
    let source = |id: &str| read.try_contains_id(id).is_ok().then(|| read.value_source(id)).flatten();
    let notes = |(ids, needs, why): &'static (&[&str], &[&str], &str)| {
        // What a command always has, such as the side of `advise`, comes from a default.
        let is_idle = needs.iter().all(|id| source(id).is_none());
        let typed = ids.iter().filter(move |id| is_idle && source(id) == Some(ValueSource::CommandLine));
        typed.map(move |id| format!("`--{id}` changes nothing here, as {why}"))
    };
    WRITTEN.iter().flat_map(notes).collect()
}

/// What the parser says of its refusal; several things with commas between them.
fn context(refused: &clap::Error, kind: ContextKind) -> String {
    match refused.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    }
}

/// How an option is written that lacks its value.
fn usage_of(option: &str, named: &Command) -> Option<String> {
    let arg = named.get_arguments().find(|arg| arg.get_long().is_some_and(|long| option == format!("--{long}")))?;
    let help = arg.get_help()?.to_string();
    Some(format!("`{option}`: {}{}", help[..1].to_lowercase(), help[1..].trim_end_matches('.')))
}

/// Units of `compare` without a target: the last may be one.
fn aimed(words: &[&str]) -> Option<String> {
    let [_, attackers @ .., last] = words else { return None };
    let is_plain = !attackers.is_empty() && words.iter().all(|word| !word.starts_with('-'));
    let attackers: Vec<String> = attackers.iter().map(|unit| quoted(unit)).collect();
    let into = quoted(last);
    is_plain.then(|| format!("if {into} is the target, write `warodds compare {} --into {into}`", attackers.join(" ")))
}

/// How a command is asked that lacks something.
fn example(command: &Command) -> Option<String> {
    const OF_UNITS: &[&str] =
        &["attack", "explain", "compare", "fight", "advise", "plan", "sweep", "need", "threats", "build"];
    let name = command.get_name();
    let first = super::topics::examples(name)?.lines().next()?.trim();
    let units = "; `warodds list units` shows the units";
    let units = if OF_UNITS.contains(&name) { units } else { "" };
    Some(format!("for example `{first}`{units}"))
}

/// A unit of which nothing is asked; by a part of its name if no command is like it.
fn only_a_unit(word: &str, by_part: bool) -> Option<Error> {
    let library = Library::open(&libraries()).unwrap_or_default();
    let units = if by_part { library.candidates(word) } else { library.called(word) };
    let game = units.first().and_then(|unit| unit.game.clone())?;
    let unit = quoted(word);
    let target = typical(&game).first().map(|target| format!(": `warodds attack {unit} {game}/{target}`"));
    let error = Error::usage(format!("`{word}` is a unit, and nothing is asked of it"));
    Some(error.hint(format!(
        "`warodds show {unit}` shows its card; a target behind it is attacked{}",
        target.unwrap_or_default()
    )))
}

fn unknown_command(words: &[&str], command: &Command) -> Option<String> {
    let names: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('-')).collect();
    match &names[..] {
        [one, ..] => {
            let lists = command.find_subcommand("list").and_then(|list| list.get_positionals().next());
            let topics = lists.map(clap::Arg::get_possible_values).unwrap_or_default();
            let topic = topics.iter().find(|topic| same(topic.get_name(), one));
            let list = topic.map(|topic| format!("`warodds list {}` shows them", topic.get_name()));
            Some(list.unwrap_or_else(|| "`warodds -h` shows the commands".to_owned()))
        }
        [] => Some("`warodds -h` shows the commands".to_owned()),
    }
}

fn unknown_option(refused: &str, words: &[&str], named: Option<&Command>, command: &Command) -> Option<String> {
    let longs = || named.into_iter().flat_map(Command::get_arguments).filter_map(clap::Arg::get_long);
    let option = refused.trim_start_matches('-');
    let small = option.to_lowercase();
    if small != option && longs().any(|long| long == small) {
        return Some(format!("options are written in small letters: `--{small}`"));
    }
    let typed = words.iter().find(|word| !word.starts_with("--") && word.starts_with(refused));
    let long = typed.and_then(|typed| typed.trim_start_matches('-').split('=').next());
    if let Some(long) = long.filter(|typed| longs().any(|long| long == *typed)) {
        return Some(format!("write `--{long}`, with two hyphens"));
    }
    let meant = MEANT.iter().find(|(names, _)| names.contains(&&*small)).map(|(_, hint)| (*hint).to_owned());
    let takes = |long: &str| longs().any(|entry| entry == long);
    meant.filter(|_| takes("with")).or_else(|| of_another(option, words, named?, command)).or_else(|| {
        let near: Vec<String> = longs().map(|long| format!("--{long}")).collect();
        let near = did_you_mean(refused, near.iter().map(String::as_str));
        near.or_else(|| Some(format!("`warodds {} -h` shows its options", named?.get_name())))
    })
}

/// What options would say that no command has.
const MEANT: &[(&[&str], &str)] = &[
    (&["no-color", "no-colour", "monochrome"], "without colours: `--color never`"),
    (
        &["range", "distance"],
        "distances are given by what they change: `--with \"half range\"` in 40k, `--with \"short range\"` in asoiaf",
    ),
    (
        &["long"],
        "long range is assumed unless `--with \"half range\"` or `--with \"short range\"` is given: leave it out",
    ),
    (&["actions"], "write attack actions of warcry as `--with \"two attacks\"`"),
    (&["times", "repeat", "twice"], "whoever attacks again is named again: `--then ATTACKER`"),
    (&["models", "size"], "write the number of models before the unit: `\"10 liberators\"`"),
    (&["strength"], "a value of a profile is set: `--set attacker.weapon.*.strength=5`"),
    (&["toughness"], "a value of a profile is set: `--set defender.toughness=5`"),
    (&["wounds"], "a value of a profile is set: `--set defender.wounds=2`"),
];

/// A word that a command has no place for.
fn misplaced(refused: &str, words: &[&str], named: &Command) -> Option<String> {
    let name = named.get_name();
    let place = words.iter().rposition(|word| *word == refused)?;
    let before = place.checked_sub(1).map_or("", |place| words[place]);
    if name == "verify" {
        let units = format!("{} {}", quoted(before), quoted(refused));
        return Some(format!(
            "`verify` takes a game and plays all its units; `warodds attack {units} --method both` checks one attack"
        ));
    }
    Some(instead_of(refused, before, named))
}

/// What may have been meant by a word that a command has no place for.
fn instead_of(refused: &str, before: &str, named: &Command) -> String {
    let name = named.get_name();
    let together = format!("put a name of several words in quotes: `\"{before} {refused}\"`");
    let is_game = crate::games::named(before).is_some();
    match name {
        "new" if is_game => return format!("a profile to start from is named with `--from {refused}`"),
        "list" if is_game => return format!("write a part of a name alone: `warodds list units {refused}`"),
        _ => {}
    }
    let has = |long: &str| named.get_arguments().any(|arg| arg.get_long() == Some(long));
    let is_unit = || Library::open(&libraries()).is_ok_and(|library| is_unit(&library, refused));
    if let Some(option) = ["from", "into"].into_iter().find(|long| has(long)).filter(|_| is_unit()) {
        return format!("name the other side with `--{option} {}`", quoted(refused));
    }
    if has("with") {
        return format!("{together}; give situations with `--with {refused}`");
    }
    together
}

/// Other commands that have an option.
fn of_another(option: &str, words: &[&str], named: &Command, command: &Command) -> Option<String> {
    let has = |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let others: Vec<&str> = command.get_subcommands().filter(has).map(Command::get_name).collect();
    let units: Vec<&str> = words.iter().skip(1).copied().take_while(|word| !word.starts_with('-')).collect();
    if let ("both-ways", [one, other]) = (option, &units[..]) {
        return Some(format!("write `warodds compare {} --into {} --both-ways`", quoted(one), quoted(other)));
    }
    let others = either(&others[..others.len().min(3)])?;
    Some(format!("`--{option}` is an option of {others}, not of `{}`", named.get_name()))
}
