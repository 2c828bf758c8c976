//! Rows of an answer: each column is named once, for the table that people read and for CSV.

use super::head::{Head, NotComputed};
use super::typed::heading;
use crate::games::spoken;
use crate::report::{CsvLines, CsvStyle, Figure, FigureTable, RowWriter, Section, Sheet, counted};

/// Rows and their columns.
pub(super) struct Listing<R> {
    game: &'static str,
    rows: Vec<R>,
    /// The name of each column in CSV and its heading in a table, empty where it is not shown; and its figures.
    columns: Vec<(&'static str, String, Vec<Figure>)>,
}

impl<R> Listing<R> {
    /// Rows without columns.
    pub(super) fn of(head: &Head, rows: impl IntoIterator<Item = R>) -> Self {
        Self::of_games(head, rows, |_| head.game)
    }

    /// Rows of which each says its game.
    pub(super) fn of_games(head: &Head, rows: impl IntoIterator<Item = R>, game: impl Fn(&R) -> &'static str) -> Self {
        Self { game: head.game, rows: rows.into_iter().collect(), columns: Vec::new() }.column("game", "", game)
    }

    /// The same with one more column.
    #[must_use]
    pub(super) fn column<F: Into<Figure>>(
        mut self,
        name: &'static str,
        heading: &str,
        figure: impl Fn(&R) -> F,
    ) -> Self {
        let figures = self.rows.iter().map(|row| figure(row).into()).collect();
        // What a game calls otherwise is one word or two, without a hyphen.
        let heading = if heading.contains('-') { heading.to_owned() } else { spoken(self.game, heading) };
        self.columns.push((name, heading, figures));
        self
    }

    /// The first rows as people read them, without columns that say nothing; `None` if there are none.
    pub(super) fn table(&self, title: &str, most: usize) -> Option<Section> {
        let shown = || self.columns.iter().filter(|(_, heading, _)| !heading.is_empty());
        let row = |place: usize| shown().map(|(.., figures)| figures[place].clone()).collect();
        let table = FigureTable {
            title: title.to_owned(),
            header: shown().map(|(_, heading, _)| heading.clone()).collect(),
            rows: (0..self.rows.len().min(most)).map(row).collect(),
            ..FigureTable::default()
        };
        (!self.rows.is_empty()).then(|| Section::Table(table.telling_columns()))
    }

    /// Says that only the first rows are shown, where that is so.
    pub(super) fn cut(&self, what: &str, most: usize) -> Option<String> {
        let all = counted(self.rows.len() as u64, what);
        (self.rows.len() > most).then(|| format!("the first {most} of {all}; `--csv PATH` has all"))
    }

    /// The rows as the bytes of a CSV file, with what was asked.
    pub(super) fn csv(&self, head: &Head, style: CsvStyle) -> Vec<u8> {
        self.csv_of_each(head, style, |_, _| true)
    }

    /// The same, each row only with those abilities that nothing computes which are of its units.
    pub(super) fn csv_of_each(
        &self,
        head: &Head,
        style: CsvStyle,
        is_of: impl Fn(&R, &NotComputed) -> bool,
    ) -> Vec<u8> {
        let mut lines = CsvLines::file(style);
        let named = || self.columns.iter().filter(|(name, ..)| !name.is_empty());
        named().fold(&mut lines, |lines, (name, ..)| lines.cell((*name).into()));
        lines.cell("not_computed".into()).names(Head::COLUMNS).end();
        for place in 0..self.rows.len() {
            named().fold(&mut lines, |lines, (.., figures)| lines.cell((&figures[place]).into()));
            let row = &self.rows[place];
            let of_row: Vec<_> = head.not_computed.iter().filter(|one| is_of(row, one)).cloned().collect();
            lines.cell(NotComputed::cell(&of_row)).cells(Head::COLUMNS, head).end();
        }
        lines.into_bytes()
    }
}

/// An answer as people read it: what it is about, the numbers first, then tables and what to know.
pub(super) struct SheetText<'t> {
    pub(super) line: String,
    /// The same for pictures: who, does what, to whom.
    pub(super) title: [&'t str; 3],
    /// What its files are called after, and the word between these names.
    pub(super) file: (&'t [&'t str], &'static str),
    /// Options that were given.
    pub(super) settings: Vec<(String, String)>,
    /// The answer, the most important part first.
    pub(super) answer: Vec<String>,
    /// Tables below it.
    pub(super) tables: Vec<Option<Section>>,
    pub(super) notes: Vec<String>,
    /// How it was computed.
    pub(super) method: &'t str,
}

impl SheetText<'_> {
    /// The sheet, without a picture.
    pub(super) fn sheet(self, head: &Head) -> Sheet {
        let lines = self.settings.iter().cloned().chain(head.left_out()).collect();
        let mut blocks = vec![heading(head.game, &self.line, lines), Section::Answer(self.answer.clone())];
        blocks.extend(self.tables.into_iter().flatten());
        blocks.extend((!self.notes.is_empty()).then_some(Section::Notes(self.notes)));
        let is_rolled = self.method.contains("dice-rolled");
        blocks.extend(is_rolled.then(|| Section::Sentence(self.method.to_owned(), false)));
        let file_name = head.file_name(self.file.0, self.file.1);
        Sheet {
            method: self.method.to_owned(),
            highlights: self.answer,
            blocks,
            ..head.sheet(self.title, file_name, self.settings)
        }
    }
}
