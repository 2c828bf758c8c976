//! `explain`: which face does what, and why?

use super::args::MatchupArgs;
use super::exit::Stop;
use super::games::warn;
use super::output::{answer_text, note, width};
use crate::ask::{Prepared, prepare_phases};
use crate::games::ExplainedLine;
use crate::games::rules::{cited, read_index};
use crate::report::{Screen, printable, words};
use crate::sequence::explain::steps;

pub(super) fn explain(args: &MatchupArgs) -> Result<(), Stop> {
    warn(args.units(), &args.table.folders.profiles);
    let prepared = prepare_phases(&args.request())?;
    let mut pages = Vec::new();
    for one in &prepared {
        if !args.table.quiet {
            one.notes.iter().for_each(|text| note(text));
        }
        pages.push(page(one));
    }
    answer_text(&pages.join("\n"))
}

/// What is read into the dice of one attack.
fn page(prepared: &Prepared) -> String {
    let screen = Screen { width: width(), color: false, ascii: false };
    let (title, settings) = prepared.title();
    let mut page = format!("{}\n", printable(&title));
    for (name, value) in settings {
        page.push_str(&format!("{name}: {}\n", printable(&value)));
    }
    page.push('\n');
    let index = read_index(prepared.game.rules).unwrap_or_default();
    for draft in &prepared.engaged.explained {
        page.push_str(&format!("{}\n", printable(&draft.weapon)));
        let row = |line: &ExplainedLine| vec![line.what.clone(), line.source.clone(), cited(&index, line.rule)];
        let rows: Vec<Vec<String>> = draft.lines.iter().map(row).collect();
        page.push_str(&words(&["what", "where from", "rule"], &rows, screen));
        page.push('\n');
    }
    let mut last = String::new();
    let rows = steps(&prepared.engaged.engagement).into_iter().map(|line| {
        let weapon = if line.weapon == last { String::new() } else { line.weapon.clone() };
        last = line.weapon;
        vec![weapon, line.step, line.from, line.what]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    page.push_str(&words(&["weapon", "step", "for each of", "what happens"], &rows, screen));
    let rulings: Vec<_> = prepared.rulings().into_iter().filter(|line| line.matters || line.chosen).collect();
    if rulings.is_empty() {
        page.push_str("\nno ruling of the game has another reading that would change this attack\n");
    } else {
        let rows: Vec<Vec<String>> = rulings
            .into_iter()
            .map(|line| {
                let here = if line.matters { "changes this attack" } else { "" };
                let value = if line.chosen { format!("{} (chosen)", line.value) } else { line.value };
                vec![line.ruling.name.to_owned(), value, here.to_owned(), cited(&index, line.ruling.rule)]
            })
            .collect();
        page.push('\n');
        page.push_str(&words(&["ruling", "reading", "another reading", "rule"], &rows, screen));
    }
    page
}
