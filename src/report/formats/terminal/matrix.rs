//! A table of like numbers: turned round or cut into tables below each other where the terminal is too narrow.

use super::grid::{BOLD, FAINT, GAP, Screen, padded, paint, wide};
use crate::report::numbers::{printable, seven_bit};
use crate::report::sheet::Matrix;

/// Names of rows are cut to this many characters, or to two fifths of the terminal.
const LABEL: usize = 30;
/// Columns are no narrower, unless their names are, and no wider, unless their numbers are.
const NARROW: usize = 8;
const WIDE: usize = 14;
/// Names that are no wider are not broken if there is room.
const WHOLE: usize = 26;
/// The name of a column has no more lines.
const LINES: usize = 3;

/// The matrix as text, its title first.
pub(super) fn matrix(of: &Matrix, screen: Screen) -> String {
    let (best, written) = (of.best(), of.written());
    let cell = |value: Option<f64>, best: Option<f64>| (written(value), Matrix::is_best(value, best));
    let upright: Vec<Vec<(String, bool)>> =
        of.values.iter().map(|row| row.iter().zip(&best).map(|(value, best)| cell(*value, *best)).collect()).collect();
    let clean = |names: &[String]| -> Vec<String> { names.iter().map(|name| plain(name, screen)).collect() };
    let (rows, columns) = (clean(&of.rows), clean(&of.columns));
    let turned: Vec<Vec<(String, bool)>> =
        (0..columns.len()).map(|column| upright.iter().map(|row| row[column].clone()).collect()).collect();
    let both = [
        MatrixLayout::new(&rows, &columns, &upright, (&of.corner, screen)),
        MatrixLayout::new(&columns, &rows, &turned, (&of.turned_corner, screen)),
    ];
    // Turned round only where that takes fewer tables.
    let [upright, turned] = &both;
    let layout = if turned.tables() < upright.tables() { turned } else { upright };
    let title = plain(&of.title, screen);
    let marks = match best.iter().any(Option::is_some) {
        true if wide(&title) + wide(&of.best_of) + 12 > screen.width => format!("\n* best {}", of.best_of),
        true => format!("  (* best {})", of.best_of),
        false => String::new(),
    };
    format!("{}{marks}\n{}", paint(&title, BOLD, screen.color), layout.text())
}

/// A name as the terminal shows it.
fn plain(name: &str, screen: Screen) -> String {
    let name = printable(name);
    if screen.ascii { seven_bit(&name) } else { name }
}

/// The text in this many columns, cut where it is too long: what ends in brackets keeps them, two rows may differ in nothing
/// else.
fn cut(text: &str, room: usize, screen: Screen) -> String {
    if wide(text) <= room {
        return text.to_owned();
    }
    let brackets = text.rfind(" (").filter(|at| text.ends_with(')') && 3 * wide(&text[*at..]) <= 2 * room);
    if let Some((name, end)) = brackets.map(|at| text.split_at(at)) {
        return cut(name, room - wide(end), screen) + end;
    }
    let kept =
        text.char_indices().map(|(place, c)| &text[..place + c.len_utf8()]).take_while(|start| wide(start) < room);
    kept.last().unwrap_or_default().trim_end().to_owned() + if screen.ascii { "." } else { "…" }
}

/// A name in lines of this many columns, broken behind spaces and hyphens, and cut where it takes too many lines.
fn wrapped(name: &str, room: usize, screen: Screen) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for part in name.split_inclusive([' ', '-']) {
        let fits = lines.last().is_some_and(|line| wide(line) + wide(part.trim_end()) <= room);
        if !fits && !lines.last().is_some_and(String::is_empty) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(part);
        }
    }
    let lines: Vec<String> = lines.into_iter().map(|line| line.trim_end().to_owned()).collect();
    if lines.len() <= LINES {
        return lines.iter().map(|line| cut(line, room, screen)).collect();
    }
    let mut kept: Vec<String> = lines[..LINES - 1].iter().map(|line| cut(line, room, screen)).collect();
    kept.push(cut(&(lines[LINES - 1].clone() + " " + &lines[LINES..].join(" ")), room, screen));
    kept
}

/// A table with its rows and columns where they are.
struct MatrixLayout<'m> {
    rows: &'m [String],
    columns: &'m [String],
    cells: &'m [Vec<(String, bool)>],
    corner: &'m str,
    screen: Screen,
    label: usize,
    cell: usize,
}

impl<'m> MatrixLayout<'m> {
    fn new(
        rows: &'m [String],
        columns: &'m [String],
        cells: &'m [Vec<(String, bool)>],
        (corner, screen): (&'m str, Screen),
    ) -> Self {
        let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
        let most = LABEL.min(screen.width * 2 / 5).max(6);
        let label = longest(&mut rows.iter().map(|name| wide(name)).chain([wide(corner)])).min(most);
        // One column more for the mark.
        let number = 1 + longest(&mut cells.iter().flatten().map(|(text, _)| text.len()));
        let words = columns.iter().flat_map(|name| name.split([' ', '-'])).map(wide);
        let word = longest(&mut words.map(|word| word + 1));
        let gap = usize::from(GAP);
        let room = screen.width.saturating_sub(label) / columns.len().max(1);
        let room = room.saturating_sub(gap);
        let cell = number.max(word.min(room.clamp(NARROW, WIDE)));
        // Where there is room for all columns, their names stand on one line.
        let name = longest(&mut columns.iter().map(|name| wide(name) + 1));
        let cell = cell.max(name.min(room).min(WHOLE));
        Self { rows, columns, cells, corner, screen, label, cell }
    }

    /// How many columns are in one table.
    fn at_once(&self) -> usize {
        (self.screen.width.saturating_sub(self.label) / (self.cell + usize::from(GAP))).max(1)
    }

    /// How many tables stand below each other.
    fn tables(&self) -> usize {
        self.columns.len().div_ceil(self.at_once())
    }

    fn text(&self) -> String {
        let places: Vec<usize> = (0..self.columns.len()).collect();
        places.chunks(self.at_once()).map(|part| self.table(part)).collect::<Vec<_>>().join("\n")
    }

    /// The table of some columns.
    fn table(&self, part: &[usize]) -> String {
        let Screen { color, ascii, .. } = self.screen;
        let names: Vec<Vec<String>> = part.iter().map(|column| self.name(&self.columns[*column])).collect();
        let lines = names.iter().map(Vec::len).max().unwrap_or(1);
        let mut out = String::new();
        for line in 0..lines {
            let corner = if line + 1 == lines { self.corner } else { "" };
            let mut text = padded(&cut(corner, self.label, self.screen), self.label);
            for name in &names {
                let word = (line + name.len()).checked_sub(lines).map_or("", |place| &name[place]);
                text.push_str(&self.above(word));
            }
            out.push_str(&(paint(text.trim_end(), BOLD, color) + "\n"));
        }
        let rule = (if ascii { "-" } else { "─" }).repeat(self.label + part.len() * (self.cell + usize::from(GAP)) - 1);
        out.push_str(&(paint(&rule, FAINT, color) + "\n"));
        for (name, cells) in self.rows.iter().zip(self.cells) {
            let mut text = padded(&cut(name, self.label, self.screen), self.label);
            for column in part {
                let (number, is_best) = &cells[*column];
                let cell = self.right(number, if *is_best { "*" } else { " " });
                text.push_str(&paint(&cell, BOLD, color && *is_best));
            }
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }

    /// The lines of a column's name. A word that is as wide as the cell takes the place of the mark, too.
    fn name(&self, name: &str) -> Vec<String> {
        let word = name.split_inclusive([' ', '-']).map(|word| wide(word.trim_end())).max();
        let room = if word == Some(self.cell) { self.cell } else { self.cell - 1 };
        wrapped(name, room, self.screen)
    }

    /// A line of a column's name above its numbers.
    fn above(&self, text: &str) -> String {
        if wide(text) < self.cell { self.right(text, " ") } else { " ".repeat(usize::from(GAP)) + text }
    }

    /// A text at the right end of a cell, with its mark.
    fn right(&self, text: &str, mark: &str) -> String {
        let room = self.cell + usize::from(GAP) - 1;
        " ".repeat(room.saturating_sub(wide(text))) + text + mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_cut_keep_their_brackets() {
        let cut = |text: &str| super::cut(text, 20, Screen { width: 60, color: false, ascii: false });
        assert_eq!(cut("Vanguard-Raptors with Bows (shooting)"), "Vanguard… (shooting)");
        assert_eq!(cut("Vanguard-Raptors (with what takes the room)"), "Vanguard-Raptors (w…");
    }
}
