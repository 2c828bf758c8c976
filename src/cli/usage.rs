//! What to do about a command line that the parser refuses: hints below its own words.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::profile::Library;
use crate::words::{did_you_mean, either, same};

/// Hints for what was typed, the program's name first.
pub(super) fn hints(error: &clap::Error, typed: &[String], command: &Command) -> Vec<String> {
    let words: Vec<&str> = typed.iter().skip(1).map(String::as_str).collect();
    let named = words.iter().find_map(|word| command.find_subcommand(word));
    let refused = match error.get(ContextKind::InvalidArg).or_else(|| error.get(ContextKind::InvalidSubcommand)) {
        Some(ContextValue::String(text)) => text.split_whitespace().next().unwrap_or(text),
        _ => "",
    };
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(refused, &words, command),
        ErrorKind::UnknownArgument => unknown_argument(refused, &words, named, command),
        ErrorKind::MissingRequiredArgument | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            named.and_then(example)
        }
        _ => None,
    };
    hint.into_iter().collect()
}

/// How a command is asked that lacks something.
fn example(command: &Command) -> Option<String> {
    let name = command.get_name();
    let first = super::topics::examples(name)?.lines().next()?.trim();
    let units = "; `warodds list units` shows the units";
    let units = if matches!(name, "attack" | "explain" | "compare" | "fight" | "advise" | "plan" | "sweep") {
        units
    } else {
        ""
    };
    Some(format!("for example `{first}`{units}"))
}

fn unknown_command(refused: &str, words: &[&str], command: &Command) -> Option<String> {
    if did_you_mean(refused, command.get_subcommands().map(Command::get_name)).is_some() {
        return None;
    }
    let library = Library::open(&[]).ok()?;
    let names: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('-')).collect();
    let is_unit = |name: &&str| !library.candidates(name).is_empty();
    match &names[..] {
        [one, ..] if is_unit(one) => Some(format!("`warodds show {}` shows this unit", quoted(one))),
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

fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

fn unknown_argument(refused: &str, words: &[&str], named: Option<&Command>, command: &Command) -> Option<String> {
    if let Some(option) = refused.strip_prefix("--") {
        let small = option.to_lowercase();
        if small != option && named?.get_arguments().any(|arg| arg.get_long() == Some(small.as_str())) {
            return Some(format!("options are written in small letters: `--{small}`"));
        }
        return of_another(option, named?, command);
    }
    if let Some(letters) = refused.strip_prefix('-') {
        let typed = words.iter().find(|word| !word.starts_with("--") && word.starts_with(&format!("-{letters}")))?;
        let long = typed.trim_start_matches('-').split('=').next().unwrap_or("");
        let known = named?.get_arguments().find(|arg| arg.get_long() == Some(long))?;
        return Some(format!("write `--{}`, with two hyphens", known.get_long()?));
    }
    let name = named?.get_name();
    let place = words.iter().rposition(|word| *word == refused)?;
    let before = place.checked_sub(1).map_or("", |place| words[place]);
    if name == "verify" {
        let units = format!("{} {}", quoted(before), quoted(refused));
        return Some(format!(
            "`verify` takes a game and plays all its units; `warodds attack {units} --method both` checks one attack"
        ));
    }
    let filler = ["vs", "vs.", "against", "into", "on", "attacks", "and", "versus"];
    if let Some(filler) = words.iter().find(|word| filler.iter().any(|filler| same(filler, word))) {
        return Some(format!("leave out `{filler}`: `warodds {name} ATTACKER DEFENDER`"));
    }
    if let Some(count) = words.iter().position(|word| word.parse::<u32>().is_ok() && !words[0].starts_with('-')) {
        let unit = words.get(count + 1).copied().unwrap_or("liberators");
        return Some(format!("a number and its unit stand in quotes together: `\"{} {unit}\"`", words[count]));
    }
    if let Some(previous) = place.checked_sub(2).map(|place| words[place])
        && matches!(previous, "--set" | "--ruling" | "--vary")
    {
        return Some(match refused.contains('=') {
            true => format!("write `{previous}` in front of each: `{previous} {before} {previous} {refused}`"),
            false => format!("write `{previous} {before}={refused}`"),
        });
    }
    Some(instead_of(refused, before, named?))
}

/// What may have been meant by a word that a command has no place for.
fn instead_of(refused: &str, before: &str, named: &Command) -> String {
    let name = named.get_name();
    let together = format!("a name of several words stands in quotes: `\"{before} {refused}\"`");
    let is_game = crate::games::named(before).is_some();
    match name {
        "new" if is_game => return format!("a profile to start from is named with `--from {refused}`"),
        "list" if is_game => return format!("a part of a name stands alone: `warodds list units {refused}`"),
        _ => {}
    }
    let library = Library::open(&[]).unwrap_or_default();
    let is_unit = |name: &str| !library.candidates(name).is_empty();
    if matches!(name, "attack" | "sweep" | "advise" | "explain") && is_unit(before) && is_unit(refused) {
        return format!(
            "several targets, or several attackers, are compared: `warodds compare ATTACKER --into {before} {refused}`"
        );
    }
    if named.get_arguments().any(|arg| arg.get_long() == Some("with")) {
        return format!("{together}; what is true on the table is said with `--with {refused}`");
    }
    together
}

/// Other commands that have an option.
fn of_another(option: &str, named: &Command, command: &Command) -> Option<String> {
    let has = |command: &&Command| command.get_arguments().any(|arg| arg.get_long() == Some(option));
    let others: Vec<&str> = command.get_subcommands().filter(has).map(Command::get_name).collect();
    let others = either(&others[..others.len().min(3)])?;
    Some(format!("`--{option}` is an option of {others}, not of `{}`", named.get_name()))
}
