//! Text as a terminal shows it: tables without borders, colours, 7-bit characters where nothing else is shown.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};

use crate::report::numbers::{printable, seven_bit};

/// Columns between two cells.
pub(super) const GAP: u16 = 2;
/// ANSI codes: bold and faint.
pub(super) const BOLD: &str = "1";
pub(super) const FAINT: &str = "2";

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// How many columns a line may have.
    pub width: usize,
    /// Whether ANSI colours are wanted.
    pub color: bool,
    /// Whether only 7-bit characters may be written.
    pub ascii: bool,
}

/// The side on which a column's text is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// A table as text, ending in a newline: the first column to the left, all others to the right, no borders, a line
/// below the header. Rows are as long as the header.
pub(crate) fn grid(header: &[String], rows: &[Vec<String>], screen: Screen) -> String {
    let sides: Vec<Align> =
        (0..header.len()).map(|column| if column == 0 { Align::Left } else { Align::Right }).collect();
    laid_out(header, rows, &sides, screen)
}

/// A table of words: the same with every column to the left.
pub(crate) fn words(header: &[&str], rows: &[Vec<String>], screen: Screen) -> String {
    let header: Vec<String> = header.iter().map(|title| (*title).to_owned()).collect();
    let longest = |column: usize| {
        let cells = rows.iter().map(|row| row[column].as_str()).chain([header[column].as_str()]);
        cells.flat_map(str::split_whitespace).map(wide).max().unwrap_or(0) + usize::from(GAP)
    };
    if (0..header.len()).map(longest).sum::<usize>() > screen.width + usize::from(GAP) {
        return stacked(rows, screen);
    }
    laid_out(&header, rows, &vec![Align::Left; header.len()], screen)
}

/// Where not even single words stand side by side, the cells of a row stand below its first one.
fn stacked(rows: &[Vec<String>], screen: Screen) -> String {
    let mut text = String::new();
    for (place, cell) in rows.iter().flat_map(|row| row.iter().enumerate()).filter(|(_, cell)| !cell.is_empty()) {
        text.push_str(if place == 0 { "" } else { "  " });
        text.push_str(&printable(cell));
        text.push('\n');
    }
    folded(&plain(text, screen), screen.width)
}

/// Lines that are longer than the width go on below, a little further in.
pub(crate) fn folded(text: &str, width: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for mut line in text.split_inclusive('\n') {
        let mut start = line.len() - line.trim_start_matches(' ').len();
        let indent = (start + 2).min(width / 4);
        let mut room = width;
        while wide(line.trim_end()) > room {
            let spaces = line.match_indices(' ').map(|(at, _)| at).filter(|at| *at > start);
            let Some(at) = spaces.take_while(|at| wide(&line[..*at]) <= room).last() else { break };
            folded.push_str(line[..at].trim_end());
            folded.push('\n');
            folded.push_str(&" ".repeat(indent));
            (line, start, room) = (line[at..].trim_start_matches(' '), 0, width - indent);
        }
        folded.push_str(line);
    }
    folded
}

/// The same with a choice of side for each column.
pub(super) fn laid_out(header: &[String], rows: &[Vec<String>], sides: &[Align], screen: Screen) -> String {
    let rule = LineStyle::none().fill(if screen.ascii { '-' } else { '─' });
    let clean = |cells: &[String]| -> Vec<String> { cells.iter().map(|cell| plain(printable(cell), screen)).collect() };
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(rule));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(screen.width).unwrap_or(u16::MAX));
    table.set_header(clean(header));
    table.add_rows(rows.iter().map(|row| clean(row)));
    let last = sides.len().saturating_sub(1);
    for (place, (column, side)) in table.column_iter_mut().zip(sides).enumerate() {
        let gap = if place == last { 0 } else { GAP };
        column.set_padding((0, gap));
        let cells = rows.iter().map(|row| row[place].as_str());
        let constraint = match side {
            Align::Left => unbroken(cells.flat_map(str::split_whitespace), &header[place], gap),
            Align::Right => unbroken(cells, &header[place], gap),
        };
        column.set_constraint(constraint);
        column.set_cell_alignment(if *side == Align::Left { CellAlignment::Left } else { CellAlignment::Right });
    }
    painted(&table, screen)
}

/// Where the terminal is narrow, names are broken into lines; numbers and single words never are.
fn unbroken<'a>(parts: impl Iterator<Item = &'a str>, header: &'a str, gap: u16) -> ColumnConstraint {
    let longest = parts.chain(header.split(' ')).map(wide).max().unwrap_or(0);
    ColumnConstraint::LowerBoundary(Width::Fixed(u16::try_from(longest).unwrap_or(u16::MAX).saturating_add(gap)))
}

/// How many columns of the terminal a text takes.
pub(super) fn wide(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// The text in this many columns, or more if it is longer.
pub(super) fn padded(text: &str, room: usize) -> String {
    text.to_owned() + &" ".repeat(room.saturating_sub(wide(text)))
}

/// The table's lines: bold down to the rule, the rule faint.
fn painted(table: &Table, screen: Screen) -> String {
    let mut below_rule = false;
    let lines = table.lines().map(|line| {
        let line = line.trim_end();
        let is_rule = !below_rule && !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '─'));
        let code = if is_rule { FAINT } else { BOLD };
        let text = paint(line, code, screen.color && !below_rule);
        below_rule |= is_rule;
        text + "\n"
    });
    lines.collect()
}

/// The text between ANSI codes, if colours are wanted.
pub(super) fn paint(text: &str, code: &str, color: bool) -> String {
    if color && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.into() }
}

/// The text as the terminal can show it.
pub(super) fn plain(text: String, screen: Screen) -> String {
    if !screen.ascii {
        return text;
    }
    // Escape sequences are put back: they are 7-bit themselves and were written on purpose.
    text.split('\u{1b}').map(seven_bit).collect::<Vec<_>>().join("\u{1b}")
}
