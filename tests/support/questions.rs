//! What tests of dice questions share: a question asked, and a figure found in its answer.

use warodds::ask::Request;
use warodds::ask::odds::ask;
use warodds::error::Error;
use warodds::games;
use warodds::questions::Answered;
use warodds::report::Figure;

/// Asks a game's question.
pub(crate) fn asked(game: &str, question: &str, keys: &[&str], base: &Request) -> Result<Answered, Error> {
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    ask(games::find(game).expect("a game"), question, &keys, base)
}

/// Asks a question of Age of Sigmar that has an answer.
#[track_caller]
pub(crate) fn sigmar(question: &str, keys: &[&str]) -> Answered {
    asked("age-of-sigmar", question, keys, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Asks a question of Age of Sigmar that has none, and says why.
pub(crate) fn refused(question: &str, keys: &[&str]) -> String {
    asked("age-of-sigmar", question, keys, &Request::default()).expect_err("a mistake").to_string()
}

/// The figure of a line.
#[track_caller]
pub(crate) fn line<'a>(answered: &'a Answered, what: &str) -> &'a Figure {
    let found = answered.lines.iter().find(|(known, _)| known == what);
    &found.unwrap_or_else(|| panic!("no line `{what}` in {:?}", answered.lines)).1
}

/// The figure in a row of a table, by its first cell, and a column, by its name.
#[track_caller]
pub(crate) fn cell<'a>(answered: &'a Answered, table: usize, row: &str, column: &str) -> &'a Figure {
    let table = &answered.tables[table];
    let index = table.header.iter().position(|title| title == column);
    let index = index.unwrap_or_else(|| panic!("no column `{column}` in {:?}", table.header));
    let label = |figure: &Figure| match figure {
        Figure::Text(text) => text.clone(),
        Figure::Whole(n) => n.to_string(),
        other => panic!("a row cannot begin with {other:?}"),
    };
    let found = table.rows.iter().find(|cells| label(&cells[0]) == row);
    &found.unwrap_or_else(|| panic!("no row `{row}` in `{}`", table.title))[index]
}

/// A figure as a number.
#[track_caller]
pub(crate) fn number(figure: &Figure) -> f64 {
    match figure {
        Figure::Number(x) | Figure::Probability(x) => *x,
        Figure::Chance(chance) => chance.value(),
        Figure::Whole(n) => *n as f64,
        other => panic!("{other:?} is not a number"),
    }
}
