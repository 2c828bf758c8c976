//! `help`, and the page of `-h`: commands in groups, examples of each, and topics that are no command.

use std::fmt::Write;

use clap::Command;

use super::args::HelpArgs;
use super::exit::Stop;
use super::output::{answer, answer_text};
use super::topics::{TOPICS, Topic};
use crate::error::Error;
use crate::words::{did_you_mean, same};

/// Commands as people look for them.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Questions",
        &["attack", "fight", "compare", "sweep", "advise", "need", "threats", "plan", "build", "odds", "explain"],
    ),
    ("Units and rules", &["list", "show", "new", "check", "import", "library", "schema"]),
    ("The program", &["help", "page", "verify", "completions", "man"]),
];

/// The command line with groups of commands on its page.
pub(super) fn with_pages(command: Command) -> Command {
    let page = groups(&command);
    command
        .help_template("{about-with-newline}\n{usage-heading} {usage}{after-help}")
        .override_usage("warodds COMMAND …")
        .after_help(page)
}

/// The commands in their groups, and the lines below them.
fn groups(command: &Command) -> String {
    let about = |name: &str| {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        about.map(ToString::to_string).unwrap_or_default()
    };
    let mut page = String::new();
    for (title, names) in GROUPS {
        let gap = if page.is_empty() { "" } else { "\n" };
        let _ = writeln!(page, "{gap}{title}:");
        for name in *names {
            let _ = writeln!(page, "  {name:<12} {}", about(name));
        }
    }
    format!("{page}\n{}", footer())
}

/// Two examples, and the topics.
pub(super) fn footer() -> String {
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    format!(
        "Examples:\n  warodds attack liberators clawlord\n  warodds attack \"20 termagants\" terminators --with cover\n\
         `warodds COMMAND -h` explains a command, `-V` the version; `warodds help TOPIC`:\n  {}",
        topics.chunks(8).map(|some| some.join(", ")).collect::<Vec<_>>().join(",\n  ")
    )
}

/// Prints the page of a command, or of a topic.
pub(super) fn help(args: &HelpArgs, mut command: Command) -> Result<(), Stop> {
    let Some(about) = &args.about else {
        return answer(command.render_long_help().to_string().as_bytes());
    };
    command.build();
    if let Some(found) = command.find_subcommand_mut(about) {
        return answer(found.render_long_help().to_string().as_bytes());
    }
    let named = |topic: &&Topic| same(topic.name, about) || topic.also.iter().any(|name| same(name, about));
    if let Some(topic) = TOPICS.iter().find(named) {
        let more = if topic.name == "units" { format!("\n{}", crate::games::lines_help()) } else { String::new() };
        return answer_text(&format!("{}{more}", topic.text));
    }
    let commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let names = commands.iter().copied().chain(TOPICS.iter().flat_map(|t| t.also.iter().copied().chain([t.name])));
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    if let Some(game) = crate::games::GAMES.iter().find(|game| game.understands(about)) {
        let of = if game.situation(about).is_some() { "situations" } else { "effects" };
        return Err(Error::usage(format!("`{about}` is not a topic: write it as `--with \"{about}\"`"))
            .hint(format!("`warodds list {of} {}` says what it does", game.id))
            .into());
    }
    Err(Error::usage(format!("`{about}` is neither a command nor a topic"))
        .hint(did_you_mean(about, names))
        .hint(format!("the topics are {}; the commands are {}", topics.join(", "), commands.join(", ")))
        .into())
}

#[cfg(test)]
mod tests {
    use super::super::topics::examples;
    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_has_examples() {
        let command = super::super::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        names.sort_unstable();
        assert_eq!(grouped, names);
        for name in names {
            assert!(examples(name).is_some_and(|text| text.contains(&format!("warodds {name}"))), "{name}");
        }
    }

    #[test]
    fn the_first_page_fits_a_screen() {
        let page = super::super::command().render_help().to_string();
        let lines = page.lines().count();
        assert!((24..=40).contains(&lines), "{lines} lines");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    }

    #[test]
    fn topics_fit_a_terminal() {
        for topic in TOPICS {
            assert!(topic.text.lines().all(|line| line.chars().count() <= 80), "{}", topic.name);
        }
    }
}
