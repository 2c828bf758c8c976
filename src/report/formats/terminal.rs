//! A sheet as text for a terminal.

mod grid;
mod histogram;
mod matrix;
mod mistakes;

use self::grid::{BOLD, GAP, padded, paint, plain, wide};
use self::histogram::{MOST_ROWS, histogram};
use self::matrix::matrix;
use crate::report::numbers::printable;
use crate::report::sheet::{Digits, Figure, FigureTable, Section, Sheet};
use crate::words::sort::sort_by_key;

pub use self::grid::Screen;
pub(crate) use self::grid::{folded, grid, words};
pub use self::mistakes::{mistakes, warnings};

/// The title of a column that may be in a table below is cut to this many characters.
const FOLDED_TITLE: usize = 24;
/// ANSI code of bold red, for what must not be overlooked.
const ALARM: &str = "1;31";

/// Where room is short, names in the first column are broken between their words, but not to less than this.
const SHORT_NAME: usize = 18;
/// The separator between two parts of the headline.
const BETWEEN: &str = " · ";

/// A sheet as text: its blocks from top to bottom, an empty line between them, and the sheets that follow it below. The
/// answer in one sentence is right below the heading.
pub fn text(sheet: &Sheet, screen: Screen) -> String {
    plain(page(blocks(sheet).map(|(sheet, block)| (block, block_text(sheet, block, screen, MOST_ROWS)))), screen)
}

/// The blocks of a sheet and of those that follow it, each with its own sheet.
fn blocks(sheet: &Sheet) -> impl Iterator<Item = (&Sheet, &Section)> {
    let sheets = std::iter::once(sheet).chain(&sheet.also);
    sheets.flat_map(|sheet| sheet.blocks.iter().map(move |block| (sheet, block)))
}

fn page<'s>(blocks: impl Iterator<Item = (&'s Section, String)>) -> String {
    blocks.fold(String::new(), |mut page, (block, text)| {
        if !page.is_empty() && !text.is_empty() && !matches!(block, Section::Answer(_)) {
            page.push('\n');
        }
        page + &text
    })
}

/// Fewer rows than this say nothing of a distribution.
const FEWEST_ROWS: usize = 5;

/// The same in at most this many lines, if headings, answers, sentences and one histogram need no more; and whether anything
/// had to be left out. Results, further histograms and tables are shown in this order as far as there is room.
pub(crate) fn brief(sheet: &Sheet, screen: Screen, lines: usize) -> (String, bool) {
    let blocks: Vec<(&Sheet, &Section)> = blocks(sheet).collect();
    let mut shown = needed(&blocks);
    let text = |shown: &[bool], rows: usize| {
        let each = blocks.iter().zip(shown).filter(|(_, shown)| **shown);
        page(each.map(|((sheet, block), _)| (*block, block_text(sheet, block, screen, rows))))
    };
    let height = |shown: &[bool], rows: usize| text(shown, rows).lines().count();
    let fits = |rows: &usize| height(&shown, *rows) <= lines;
    let rows = (FEWEST_ROWS..=MOST_ROWS).rev().find(fits).unwrap_or(FEWEST_ROWS);
    let is_left = |place: &usize| !shown[*place] && !matches!(blocks[*place].1, Section::Heading(..));
    let mut others: Vec<usize> = (0..blocks.len()).filter(is_left).collect();
    sort_by_key(&mut others, |place| match blocks[*place].1 {
        Section::Results(_) => 0,
        Section::Histogram => 1,
        _ => 2,
    });
    let mut is_short = false;
    for place in others {
        let before = shown.clone();
        heading(&blocks, place).into_iter().chain([place]).for_each(|place| shown[place] = true);
        if height(&shown, rows) > lines {
            (shown, is_short) = (before, true);
        }
    }
    (plain(text(&shown, rows), screen), is_short)
}

/// The heading above a block.
fn heading(blocks: &[(&Sheet, &Section)], place: usize) -> Option<usize> {
    (0..place).rev().find(|above| matches!(blocks[*above].1, Section::Heading(..)))
}

/// Which blocks are shown whatever the room: of several histograms the one with the largest mean, with its heading.
fn needed(blocks: &[(&Sheet, &Section)]) -> Vec<bool> {
    let mean = |place: usize| match blocks[place] {
        (Sheet { curve: Some(curve), .. }, Section::Histogram) => Some(curve.pmf.mean()),
        _ => None,
    };
    let larger = |a: usize, b: usize| if mean(b) > mean(a) { b } else { a };
    let most = (0..blocks.len()).filter(|place| mean(*place).is_some()).reduce(larger);
    let its_heading = most.and_then(|most| heading(blocks, most));
    let is_needed = |place: usize| match blocks[place].1 {
        Section::Heading(..) => place == 0 || Some(place) == its_heading,
        Section::Answer(_) | Section::Sentence(..) | Section::Notes(_) => true,
        _ => Some(place) == most,
    };
    (0..blocks.len()).map(is_needed).collect()
}

fn block_text(sheet: &Sheet, block: &Section, screen: Screen, rows: usize) -> String {
    let sentence = |text: &str| wrapped(&printable(text), " ", screen.width);
    match block {
        Section::Heading(line, settings) => {
            let settings = settings.iter().map(|(name, value)| sentence(&format!("{name}: {value}")) + "\n");
            painted_lines(&sentence(line), BOLD, screen.color) + "\n" + &settings.collect::<String>()
        }
        Section::Answer(parts) => {
            let line = wrapped(&printable(&parts.join(BETWEEN)), BETWEEN, screen.width);
            let lines: Vec<String> = line.lines().map(|line| narrowed(line, screen.width)).collect();
            painted_lines(&lines.join("\n"), BOLD, screen.color) + "\n"
        }
        Section::Lines(lines) => lines_text(lines),
        Section::Table(table) => table_text(table, screen),
        Section::Matrix(table) => matrix(table, screen),
        Section::Results(sentences) => {
            sentences.iter().map(|(first, rest)| result(&printable(first), &printable(rest), screen)).collect()
        }
        Section::Histogram => sheet.curve.as_ref().map_or_else(String::new, |curve| histogram(curve, screen, rows)),
        Section::Sentence(text, alarm) => painted_lines(&sentence(text), ALARM, screen.color && *alarm) + "\n",
        Section::Notes(notes) => notes.iter().map(|note| sentence(&format!("note: {note}")) + "\n").collect(),
    }
}

/// The text in lines of at most this many characters, broken at `between`; lines after the first stand a little to the right.
pub(crate) fn wrapped(text: &str, between: &str, width: usize) -> String {
    const INDENT: &str = "  ";
    let (mut out, mut used) = (String::new(), 0);
    for part in text.split(between) {
        let (room, part) = (wide(part), part.trim_end());
        if out.is_empty() {
            used = room;
        } else if used + wide(between) + room <= width {
            out.push_str(between);
            used += wide(between) + room;
        } else {
            out.push_str(between.trim_end());
            out.push('\n');
            out.push_str(INDENT);
            used = INDENT.len() + room;
        }
        out.push_str(part);
    }
    out
}

/// A line that may stand a little to the right, broken between words if it is longer than `width`.
fn narrowed(line: &str, width: usize) -> String {
    if wide(line) <= width {
        return line.to_owned();
    }
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    let lines = wrapped(text, " ", width.saturating_sub(indent.len()));
    lines.lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

/// A sentence whose beginning stands out, in lines of the screen's width.
fn result(first: &str, rest: &str, screen: Screen) -> String {
    let text = wrapped(&format!("{first}{rest}"), " ", screen.width);
    let letters = first.chars().filter(|c| !c.is_whitespace()).count();
    let mut solid = text.char_indices().filter(|(_, c)| !c.is_whitespace());
    let end = solid.nth(letters).map_or(text.len(), |(place, _)| place);
    let first = text[..end].trim_end();
    painted_lines(first, BOLD, screen.color) + &text[first.len()..] + "\n"
}

/// Colours each line by itself, so that no colour reaches over the end of a line.
fn painted_lines(text: &str, code: &str, color: bool) -> String {
    text.lines().map(|line| paint(line, code, color)).collect::<Vec<_>>().join("\n")
}

fn lines_text(lines: &[(String, Figure)]) -> String {
    let width = lines.iter().map(|(what, _)| wide(what)).max().unwrap_or(0);
    let digits = Digits::of(lines.iter().map(|(_, figure)| figure));
    let lines = lines.iter().map(|(what, figure)| {
        let shown = match figure {
            Figure::Number(_) | Figure::More(_) | Figure::Spread(..) => figure.shown_with(digits),
            _ => figure.shown(),
        };
        let (what, figure) = (printable(what), printable(&shown));
        format!("{}  {figure}\n", padded(&what, width))
    });
    lines.collect()
}

/// A table in the first of its forms that the screen has room for: as it is, turned round, turned round without spreads;
/// else in parts below each other.
fn table_text(table: &FigureTable, screen: Screen) -> String {
    let title = if table.title.is_empty() {
        String::new()
    } else {
        wrapped(&printable(&table.title), " ", screen.width) + "\n"
    };
    let whole = TextTable::of(table, screen);
    if table.across.is_empty() || whole.width() <= screen.width {
        return title + &whole.text(screen);
    }
    let turned = table.turned(&table.across);
    for table in [&turned, &turned.clone().means()] {
        let cells = TextTable::of(table, screen);
        if cells.least_width() <= screen.width {
            return title + &cells.text(screen);
        }
    }
    title + &TextTable::of(&table.clone().means(), screen).text(screen)
}

/// A table as text, cell by cell.
struct TextTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    fn of(table: &FigureTable, screen: Screen) -> Self {
        let digits = table.digits();
        let cells = |row: &Vec<Figure>| row.iter().map(|figure| figure.shown_with(digits)).collect();
        let header = table.header.iter().map(|title| match table.across.is_empty() {
            true => title.clone(),
            false => shortened(title, screen),
        });
        Self { header: header.collect(), rows: table.rows.iter().map(cells).collect() }
    }

    /// How wide each column is at least: titles, and long names in the first column, are broken between their words.
    fn least(&self) -> Vec<usize> {
        let column = |(column, title): (usize, &String)| {
            let cells = || self.rows.iter().map(|row| row[column].as_str());
            let widest = cells().map(wide).max().unwrap_or(0);
            let words = cells().map(longest_word).max().unwrap_or(0).max(SHORT_NAME);
            longest_word(title).max(if column == 0 { widest.min(words) } else { widest })
        };
        self.header.iter().enumerate().map(column).collect()
    }

    fn gaps(&self) -> usize {
        usize::from(GAP) * self.header.len().saturating_sub(1)
    }

    /// How wide the table is if no line of it is broken.
    fn width(&self) -> usize {
        let whole = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column]).chain([&self.header[column]]);
            cells.map(|cell| wide(cell.as_str())).max().unwrap_or(0)
        };
        (0..self.header.len()).map(whole).sum::<usize>() + self.gaps()
    }

    fn least_width(&self) -> usize {
        self.least().iter().sum::<usize>() + self.gaps()
    }

    /// The table; if it is too wide, in parts of neighbouring columns, the first column beside each.
    fn text(&self, screen: Screen) -> String {
        if self.least_width() <= screen.width {
            return grid(&self.header, &self.rows, screen);
        }
        let widths: Vec<usize> = self.least().into_iter().map(|width| width + usize::from(GAP)).collect();
        let Some((first, widths)) = widths.split_first() else { return String::new() };
        let parts = packed(widths, (screen.width + usize::from(GAP)).saturating_sub(*first));
        let tables = parts.into_iter().map(|part| {
            let cut = |cells: &Vec<String>| -> Vec<String> {
                cells.iter().take(1).chain(&cells[part.start + 1..part.end + 1]).cloned().collect()
            };
            grid(&cut(&self.header), &self.rows.iter().map(cut).collect::<Vec<_>>(), screen)
        });
        tables.collect::<Vec<_>>().join("\n")
    }
}

fn longest_word(title: &str) -> usize {
    title.split(' ').map(wide).max().unwrap_or(0)
}

/// Neighbouring columns that fit together into `room`, at least one at a time.
fn packed(widths: &[usize], room: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0;
    for (column, width) in widths.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if used + width <= room => {
                range.end = column + 1;
                used += width;
            }
            _ => {
                ranges.push(column..column + 1);
                used = *width;
            }
        }
    }
    ranges
}

fn shortened(title: &str, screen: Screen) -> String {
    if title.chars().count() <= FOLDED_TITLE {
        return title.into();
    }
    let end = if screen.ascii { "..." } else { "…" };
    let kept: String = title.chars().take(FOLDED_TITLE - end.chars().count()).collect();
    kept.trim_end().to_string() + end
}
