//! The answer to a dice question as every output has it.

use serde::Serialize;

use super::TypedDice;
use crate::ask::Request;
use crate::ask::head::Head;
use crate::ask::readings::chosen_rulings;
use crate::ask::typed::{Command, heading};
use crate::error::Error;
use crate::games::{Game, Phase};
use crate::questions::Answered;
use crate::report::{
    Column, CsvCell, CsvStyle, Curve, Figure, FigureTable, Lines, Reportable, Section, Series, Sheet, counted,
};
use crate::words::same;

/// The answer to a dice question, with who was asked. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OddsReport {
    #[serde(flatten)]
    head: Head,
    question: String,
    keys: Vec<String>,
    title: String,
    trials: Option<u64>,
    answer: Vec<OddsLine>,
    tables: Vec<FigureTable>,
    curve: Option<Curve>,
}

/// A figure, and what it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct OddsLine {
    what: String,
    value: Figure,
}

impl OddsReport {
    /// The answer of a game to a question; `keys` and `base` are what was said to it.
    ///
    /// # Errors
    /// A ruling that the game does not have.
    pub fn of_game(
        game: &Game,
        question: &str,
        keys: &[String],
        base: &Request,
        answered: Answered,
    ) -> Result<Self, Error> {
        let found = crate::questions::of_game(game).iter().find(|entry| same(entry.name, question));
        let keys = found.and_then(|entry| entry.keys_of(keys).ok()).unwrap_or_else(|| keys.to_vec());
        let command = Command::new("odds").word(game.id).word(question);
        let command = keys.iter().fold(command, |command, key| command.word(key)).table(base).text();
        let said_nothing = keys.is_empty() && Request { profiles: Vec::new(), ..base.clone() } == Request::default();
        let head = Head {
            rulings: chosen_rulings(game, base)?,
            mode: base.mode.clone(),
            edition: base.edition.clone(),
            tag: (!said_nothing).then_some(0),
            ..Head::new(game.id, base, command)
        };
        Ok(Self::new(question, keys, answered, head.warned([], base)))
    }

    /// The answer to a question about dice alone.
    pub fn of_dice(dice: &TypedDice) -> Self {
        let (low, high) = (dice.bounds.at_least, dice.bounds.at_most);
        let number = |n: i64| n.to_string();
        let title = dice.title();
        let command = Command::new("odds").word(&title);
        let command = command.each("--at-least", low.map(number)).each("--at-most", high.map(number)).text();
        let keys: Vec<String> =
            low.map(|n| format!("at least {n}")).into_iter().chain(high.map(|n| format!("at most {n}"))).collect();
        let tag = (!keys.is_empty()).then_some(0);
        let head = Head { tag, ..Head::new("dice", &Request::default(), command) };
        Self::new(&title, keys, dice.answer(), head)
    }

    fn new(question: &str, keys: Vec<String>, answered: Answered, head: Head) -> Self {
        let Answered { title, lines, tables, curve, notes, trials } = answered;
        let answer = lines.into_iter().map(|(what, value)| OddsLine { what, value }).collect();
        Self { head: Head { notes, ..head }, question: question.to_owned(), keys, title, trials, answer, tables, curve }
    }

    /// What was given, the keys of the question first.
    fn lines(&self) -> Vec<(String, String)> {
        let question = format!("{} {}", self.question, self.keys.join(" "));
        let question = (!self.keys.is_empty()).then(|| ("asked".to_owned(), question));
        question.into_iter().chain(self.head.lines()).collect()
    }
}

/// Fewer values than this are no scale to draw a line along.
const FEWEST_PLACES: usize = 3;

/// A table of chances along a number, as lines for a chart: a column that holds something else is not a line.
fn chances_along(table: &FigureTable) -> Option<Lines> {
    let place = |row: &Vec<Figure>| match row.first()? {
        Figure::Whole(n) => Some(*n as f64),
        Figure::Text(text) => text.trim_end_matches('+').parse().ok(),
        _ => None,
    };
    let places: Vec<f64> = table.rows.iter().map(place).collect::<Option<_>>()?;
    let chance = |figure: Option<&Figure>| match figure? {
        Figure::Chance(chance) => Some(Some(chance.value())),
        Figure::Probability(p) => Some(Some(*p)),
        Figure::Empty => Some(None),
        _ => None,
    };
    let series = table.header.iter().enumerate().skip(1).filter_map(|(column, name)| {
        let values: Vec<Option<f64>> = table.rows.iter().map(|row| chance(row.get(column))).collect::<Option<_>>()?;
        Some(Series { name: name.clone(), values })
    });
    let series: Vec<Series> = series.collect();
    (places.len() >= FEWEST_PLACES && !series.is_empty()).then(|| Lines {
        along: table.header[0].clone(),
        labels: table.rows.iter().map(|row| row[0].shown()).collect(),
        places,
        what: if table.title.is_empty() { "chance".to_owned() } else { table.title.clone() },
        series,
        is_chance: true,
        ..Lines::default()
    })
}

impl Reportable for OddsReport {
    fn sheet(&self) -> Sheet {
        let mut blocks = vec![heading(self.head.game, &self.title, self.lines())];
        if !self.answer.is_empty() {
            let lines = self.answer.iter().map(|line| (line.what.clone(), line.value.clone()));
            blocks.push(Section::Lines(lines.collect()));
        }
        blocks.extend(self.tables.iter().cloned().map(Section::Table));
        blocks.push(Section::Notes(self.head.notes.clone()));
        let rolled = |trials| format!("sampled: {}", counted(trials, "dice-rolled trial"));
        // The name of the game says its edition.
        let file_name = Head { game: "", ..self.head.clone() }.file_name(&[self.head.game, &self.question], "-");
        Sheet {
            method: self.trials.map_or("exact, no dice rolled".to_owned(), rolled),
            blocks,
            highlights: self.answer.iter().map(|line| format!("{} {}", line.what, line.value.shown())).collect(),
            curve: self.curve.clone(),
            lines: if self.curve.is_none() { self.tables.iter().find_map(chances_along) } else { None },
            ..self.head.sheet([&self.title, "", ""], file_name, self.lines())
        }
    }

    /// One row for each figure.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let row = |table, place, column, figure| OddsRow { odds: self, table, place, column, figure };
        let answer = self.answer.iter().map(|line| row("answer", (&line.what).into(), "", &line.value));
        let tables = self.tables.iter().flat_map(|table| {
            table.rows.iter().flat_map(move |figures| {
                let columns = table.header.iter().zip(figures).skip(1);
                columns.map(move |(column, figure)| row(&table.title, (&figures[0]).into(), column, figure))
            })
        });
        Head::csv(OddsRow::COLUMNS, answer.chain(tables).map(|row| (&self.head, row)), style)
    }
}

/// A figure and its place.
struct OddsRow<'o> {
    odds: &'o OddsReport,
    table: &'o str,
    place: CsvCell<'o>,
    column: &'o str,
    figure: &'o Figure,
}

impl<'o> OddsRow<'o> {
    const COLUMNS: &'o [Column<Self>] = &[
        ("game", |row| row.odds.head.game.into()),
        ("question", |row| (&row.odds.question).into()),
        ("table", |row| row.table.into()),
        ("row", |row| row.place.clone()),
        ("column", |row| row.column.into()),
        ("value", |row| row.figure.into()),
        ("keys", |row| CsvCell::list(&row.odds.keys)),
        ("phase", |row| row.odds.head.phase.map(Phase::name).into()),
        ("with", |row| CsvCell::list(&row.odds.head.with)),
        ("command", |row| (&row.odds.head.command).into()),
    ];
}
