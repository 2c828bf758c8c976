//! A distribution as rows of text with bars.

use super::grid::{Align, Screen, laid_out, paint, wide};
use crate::report::numbers::{at_least, counted, grouped, percent_decimals, percent_of};
use crate::report::sheet::Curve;
use crate::stats::Pmf;

/// Values at both ends that are rarer than this are left out.
const RARE: f64 = 1e-4;
/// The same as text.
const RARE_IN_WORDS: &str = "0.01 %";
/// More rows than this are grouped where all of an answer is shown.
pub(super) const MOST_ROWS: usize = 40;
/// A bar is never longer, however wide the terminal is.
const LONGEST_BAR: usize = 50;
/// A bar is never shorter, however narrow the terminal is.
const SHORTEST_BAR: usize = 8;
/// Blocks from one eighth of a column to a whole one.
const BLOCKS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/// What ANSI terminals show as cyan.
const BAR_COLOUR: &str = "36";

/// Neighbouring values that share a row.
#[derive(Clone, PartialEq, Debug)]
struct Bar {
    low: usize,
    high: usize,
    exactly: f64,
    at_least: f64,
}

/// The rows of a distribution, and what was left out.
struct HistogramRows {
    rows: Vec<Bar>,
    below: usize,
    above: usize,
}

/// The histogram of a curve, ending in a newline: value, chance of exactly and of at least that value, bar.
pub(super) fn histogram(curve: &Curve, screen: Screen, most: usize) -> String {
    let HistogramRows { rows, below, above } = rows_of(&curve.pmf, most);
    let dash = if screen.ascii { "-" } else { "–" };
    let labels = rows.iter().map(|Bar { low, high, .. }| {
        let end = if low == high { String::new() } else { format!("{dash}{}", grouped(*high as u64)) };
        grouped(*low as u64) + &end
    });
    let header = [curve.axis.clone(), "exactly".into(), "at least".into(), String::new()];
    let decimals = percent_decimals(&rows.iter().map(|row| row.exactly).collect::<Vec<_>>());
    let mut cells: Vec<Vec<String>> = labels
        .zip(&rows)
        .map(|(label, row)| {
            vec![label, percent_of(row.exactly, decimals), percent_of(row.at_least, decimals), String::new()]
        })
        .collect();
    // Where room is short, titles are broken between their words.
    let widest = |title: fn(&str) -> usize| -> usize {
        let column = |column: usize| {
            let cells = cells.iter().map(|row| wide(&row[column])).max().unwrap_or(0);
            cells.max(title(&header[column])) + 2
        };
        (0..3).map(column).sum()
    };
    let words = |title: &str| title.split(' ').map(wide).max().unwrap_or(0);
    let room = [widest(wide), widest(words)]
        .into_iter()
        .map(|taken| screen.width.saturating_sub(taken))
        .find(|room| *room >= SHORTEST_BAR)
        .unwrap_or(SHORTEST_BAR)
        .min(LONGEST_BAR);
    let tallest = rows.iter().map(|row| row.exactly).fold(f64::MIN_POSITIVE, f64::max);
    for (cell, row) in cells.iter_mut().zip(&rows) {
        cell[3] = bar(row.exactly / tallest, room, screen.ascii);
    }
    let sides = [Align::Right, Align::Right, Align::Right, Align::Left];
    let mut text = laid_out(&header, &cells, &sides, screen);
    if screen.color {
        text = coloured(&text);
    }
    text + &left_out(&rows, below, above)
}

/// A line about the values that have no row; empty if all have one.
fn left_out(rows: &[Bar], below: usize, above: usize) -> String {
    let low = rows.first().map_or(0, |row| row.low);
    let high = rows.last().map_or(0, |row| row.high);
    let values = |count: usize| counted(count as u64, "value");
    let parts = match (below, above) {
        (0, 0) => return String::new(),
        (_, 0) => format!("{} below {}", values(below), grouped(low as u64)),
        (0, _) => format!("{} above {}", values(above), grouped(high as u64)),
        _ => format!(
            "{} below {} and {} above {}",
            values(below),
            grouped(low as u64),
            grouped(above as u64),
            grouped(high as u64)
        ),
    };
    format!("not shown, each rarer than {RARE_IN_WORDS}: {parts}\n")
}

fn rows_of(pmf: &Pmf, most: usize) -> HistogramRows {
    let p = pmf.probabilities();
    let often = |least: f64| Some((p.iter().position(|p| *p >= least)?, p.iter().rposition(|p| *p >= least)?));
    // A distribution so wide that every value is rare is shown whole.
    let (first, last) = often(RARE).or_else(|| often(f64::MIN_POSITIVE)).unwrap_or((0, 0));
    let size = group_size(last - first + 1, most);
    let tails = at_least(pmf);
    let mut rows: Vec<Bar> = Vec::new();
    for k in first..=last {
        match rows.last_mut() {
            Some(row) if k % size != 0 => {
                row.high = k;
                row.exactly += p[k];
            }
            // What cannot happen between two values has no row of its own.
            _ if size == 1 && p[k] == 0.0 => {}
            _ => rows.push(Bar { low: k, high: k, exactly: p[k], at_least: tails[k] }),
        }
    }
    HistogramRows { rows, below: first, above: pmf.max().saturating_sub(last) }
}

/// The smallest of 1, 2, 5, 10, 20, 50 … that leaves few enough rows.
fn group_size(values: usize, most: usize) -> usize {
    if values <= most {
        return 1;
    }
    let powers = std::iter::successors(Some(1usize), |power| Some(power.saturating_mul(10)));
    // Groups begin at multiples of their size, so that one more may be begun than fits.
    powers
        .flat_map(|power| [1, 2, 5].map(|step| power.saturating_mul(step)))
        .find(|size| values / size + 2 <= most)
        .expect("some power of ten is larger than any number of values")
}

/// A bar of a share of `room` columns; what is not zero shows at least a sliver where the characters allow it.
fn bar(share: f64, room: usize, ascii: bool) -> String {
    let length = share * room as f64;
    if ascii {
        return "#".repeat(length.round() as usize);
    }
    let eighths = ((length * 8.0).round() as usize).max(usize::from(share > 0.0));
    let mut text = BLOCKS[7].to_string().repeat(eighths / 8);
    text.extend(eighths.checked_rem(8).filter(|rest| *rest > 0).map(|rest| BLOCKS[rest - 1]));
    text
}

/// Colours the bars: whatever follows the first block of a line.
fn coloured(text: &str) -> String {
    let is_bar = |c: char| c == '#' || BLOCKS.contains(&c);
    let lines = text.lines().map(|line| match line.find(is_bar) {
        Some(start) => format!("{}{}\n", &line[..start], paint(&line[start..], BAR_COLOUR, true)),
        None => format!("{line}\n"),
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bell of `n` values.
    fn bell(n: usize) -> Pmf {
        let (centre, spread) = (n as f64 * 0.4, n as f64 / 16.0);
        Pmf::from_weights((0..n).map(|k| (-((k as f64 - centre) / spread).powi(2) / 2.0).exp().max(1e-300)).collect())
    }

    #[test]
    fn every_row_adds_up_and_nothing_is_counted_twice() {
        let pmf = bell(1_000);
        let HistogramRows { rows, below, above } = rows_of(&pmf, MOST_ROWS);
        assert!(rows.len() <= MOST_ROWS && rows.len() > 10, "{}", rows.len());
        assert_eq!(rows[0].low, below);
        assert_eq!(rows[rows.len() - 1].high + above, pmf.max());
        for pair in rows.windows(2) {
            assert_eq!(pair[0].high + 1, pair[1].low);
            assert!((pair[0].at_least - pair[0].exactly - pair[1].at_least).abs() < 1e-12);
            assert_eq!(pair[1].low % 5, 0, "groups begin at round numbers");
        }
    }

    #[test]
    fn few_values_stand_alone_impossible_ones_are_left_out_and_flat_ones_are_kept() {
        let few = rows_of(&Pmf::from_weights(vec![0.5, 0.0, 0.5]), 40);
        assert_eq!((few.rows.len(), few.below, few.above), (2, 0, 0));
        assert_eq!((few.rows[1].low, few.rows[1].at_least), (2, 0.5));
        let flat = rows_of(&Pmf::from_weights(vec![1.0; 20_001]), 40);
        assert_eq!((flat.below, flat.above), (0, 0));
        assert!(flat.rows.len() <= MOST_ROWS);
        for values in 41..3_000 {
            let size = group_size(values, MOST_ROWS);
            let most = (1..size.min(values)).map(|shift| (shift + values - 1) / size - shift / size + 1).max();
            assert!(most.unwrap_or(1) <= MOST_ROWS, "{values} in groups of {size}");
        }
    }

    #[test]
    fn bars_keep_their_proportions() {
        assert_eq!(bar(1.0, 10, true), "##########");
        assert_eq!(bar(0.5, 10, false), "█████");
        assert_eq!(bar(0.575, 10, false), "█████▊");
        assert_eq!(bar(0.0125, 10, false), "▏");
        assert_eq!(bar(1e-9, 10, false), "▏");
        assert_eq!(bar(0.0, 10, false), "");
    }
}
