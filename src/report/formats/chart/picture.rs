//! What a chart shows, before it has a place.

use super::words::{BETWEEN, ChartText};
use crate::report::numbers::{at_least, fixed, grouped, percent, printable};
use crate::report::sheet::{Curve, Sheet};
use crate::stats::Pmf;
use std::ops::Range;

/// Distributions with no larger value are shown from 0 to their end.
const SHORT: usize = 24;
/// What is less probable than this, at either end of a longer distribution, is not drawn.
const FAR_TAIL: f64 = 1e-6;
/// Highest bars below this are drawn on a scale of their own, beside that of the line.
const LOW: f64 = 0.3;

/// Words and numbers of a chart.
pub(super) struct Picture {
    /// The text above and below, with mean, median and probabilities.
    pub(super) words: ChartText,
    pub(super) axis: String,
    /// The values that are drawn, rising.
    pub(super) values: Vec<usize>,
    /// Which of them mean something together, and what; empty if none does.
    pub(super) marked: Range<usize>,
    pub(super) end: String,
    /// The chance of each value.
    pub(super) exactly: Vec<f64>,
    /// The chance of each value or more.
    pub(super) at_least: Vec<f64>,
    /// What the dice said about `exactly`, if both engines were asked.
    pub(super) rolled: Option<Vec<f64>>,
    /// The top of the scale of the bars.
    pub(super) top: f64,
}

impl Picture {
    /// The picture of a sheet's curve; `None` if it has none.
    pub(super) fn of(sheet: &Sheet) -> Option<Self> {
        let Curve { axis, pmf, rolled, marked } = sheet.curve.as_ref()?;
        let tails = at_least(pmf);
        let values = drawn(pmf, &tails, rolled.as_ref());
        let cut = |p: &[f64]| -> Vec<f64> { values.iter().map(|k| p.get(*k).copied().unwrap_or(0.0)).collect() };
        let exactly = cut(pmf.probabilities());
        let rolled = rolled.as_ref().map(|pmf| cut(pmf.probabilities()));
        let highest = exactly.iter().chain(rolled.iter().flatten()).copied().fold(0.0, f64::max);
        let between = |from: usize, to: usize| {
            values.partition_point(|value| *value < from)..values.partition_point(|value| *value <= to)
        };
        let bars = marked.as_ref().map_or(0..0, |marked| between(marked.from, marked.to));
        let what = marked.as_ref().filter(|_| !bars.is_empty()).map_or("", |marked| &marked.what);
        Some(Self {
            words: ChartText::of(&titled(sheet), &caption(pmf, &sheet.highlights)),
            axis: printable(axis),
            end: printable(what),
            marked: bars,
            at_least: cut(&tails),
            values,
            exactly,
            rolled,
            top: if highest < LOW { round_top(highest) } else { 1.0 },
        })
    }

    /// Every letter of its words.
    pub(super) fn letters(&self) -> String {
        self.words.letters() + &self.axis + &self.end
    }

    /// Whether the bars have a scale of their own.
    pub(super) fn has_two_scales(&self) -> bool {
        self.top < 1.0
    }
}

/// The values that are drawn: all from the first to the last that matter, or, of a lattice, those that can be.
fn drawn(pmf: &Pmf, tails: &[f64], rolled: Option<&Pmf>) -> Vec<usize> {
    let (low, high) = drawn_range(pmf, tails);
    let may_be = |k: &usize| pmf.at(*k) > 0.0 || rolled.is_some_and(|rolled| rolled.at(*k) > 0.0);
    let possible: Vec<usize> = (low..=high).filter(may_be).collect();
    // A hole in a wide distribution says more than its neighbours moved together; damage of 2 or 4 leaves every other out.
    let is_lattice = high - low < SHORT || 2 * possible.len() <= high - low + 2;
    if is_lattice && !possible.is_empty() { possible } else { (low..=high).collect() }
}

fn drawn_range(pmf: &Pmf, tails: &[f64]) -> (usize, usize) {
    let max = pmf.max();
    if max <= SHORT {
        return (0, max);
    }
    let low = tails.iter().take(max + 1).rposition(|tail| 1.0 - tail < FAR_TAIL).unwrap_or(0);
    let high = tails.iter().take(max + 1).rposition(|tail| *tail >= FAR_TAIL).unwrap_or(max);
    (low, high.max(low))
}

/// The smallest round number that is not below `highest`; a fifth of it is round too.
pub(super) fn round_top(highest: f64) -> f64 {
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 10.0];
    let power = 10f64.powi((highest.max(1e-12).log10().floor() as i32).clamp(-12, 0));
    steps.iter().map(|step| step * power).find(|top| *top >= highest).unwrap_or(1.0)
}

/// A question about dice has the chance of the bars that are marked in its title.
fn titled(sheet: &Sheet) -> Sheet {
    let marked = sheet.curve.as_ref().and_then(|curve| Some((curve.marked.as_ref()?, &curve.pmf)));
    let Some((marked, pmf)) = marked.filter(|_| sheet.title[1].is_empty() && !sheet.title[0].is_empty()) else {
        return sheet.clone();
    };
    let p = pmf.at_least(marked.from) - pmf.at_least(marked.to.saturating_add(1));
    let (asked, how) = sheet.title[0].split_once(": ").unwrap_or((&sheet.title[0], ""));
    let how = (!how.is_empty()).then(|| ("rolled".to_owned(), how.to_owned()));
    let title = [format!("{asked}: {}", percent(p)), String::new(), String::new()];
    Sheet { title, settings: how.into_iter().chain(sheet.settings.clone()).collect(), ..sheet.clone() }
}

/// The answer in one sentence; of a distribution without one its mean and median.
fn caption(pmf: &Pmf, highlights: &[String]) -> String {
    if !highlights.is_empty() {
        return highlights.join(BETWEEN);
    }
    let mean = format!("mean {}", fixed(pmf.mean(), 2));
    let median = format!("median {}", grouped(pmf.quantile(0.5) as u64));
    [mean, median].join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sheet::Marked;

    /// A bell of `n` values.
    fn bell(n: usize) -> Sheet {
        let (centre, spread) = (n as f64 * 0.4, n as f64 / 16.0);
        let weights = (0..n).map(|k| (-((k as f64 - centre) / spread).powi(2) / 2.0).exp().max(1e-300)).collect();
        Sheet { curve: Some(Curve::new("damage", Pmf::from_weights(weights))), ..Sheet::default() }
    }

    #[test]
    fn the_far_tails_are_cut_and_short_distributions_are_whole() {
        let picture = Picture::of(&bell(2_000)).expect("a curve");
        let low = picture.values[0];
        assert!(low > 100 && picture.exactly.len() < 1_900, "{low} {}", picture.exactly.len());
        assert!(picture.at_least[0] > 1.0 - FAR_TAIL && *picture.at_least.last().expect("some") >= FAR_TAIL);
        assert!(picture.has_two_scales());
        let picture = Picture::of(&bell(10)).expect("a curve");
        assert_eq!((picture.values[0], picture.exactly.len()), (0, 10));
        assert!(Picture::of(&Sheet::default()).is_none());
    }

    #[test]
    fn a_lattice_has_no_empty_bars() {
        let of = |weights: Vec<f64>| Sheet {
            curve: Some(Curve::new("damage", Pmf::from_weights(weights))),
            ..Sheet::default()
        };
        let drawn = |weights| Picture::of(&of(weights)).expect("a curve").values;
        // Damage of 2 or 4 into 7 wounds: 0, 2, 4, 6, and 7 where the last blow is cut off.
        assert_eq!(drawn(vec![0.1, 0.0, 0.3, 0.0, 0.3, 0.0, 0.2, 0.1]), [0, 2, 4, 6, 7]);
        let threes = (0..=90).map(|k| if k % 3 == 0 { 1.0 } else { 0.0 }).collect();
        assert_eq!(drawn(threes), (0..=90).step_by(3).collect::<Vec<_>>());
        let hole = (0..=90).map(|k| if k == 30 { 0.0 } else { 1.0 }).collect();
        assert_eq!(drawn(hole).len(), 91);
    }

    #[test]
    fn bars_that_mean_something_are_marked_where_they_are_drawn_and_their_sum_is_the_title() {
        let mut sheet = bell(10);
        let mut drawn = |from, to| {
            sheet.curve.as_mut().expect("a curve").marked = Some(Marked { from, to, what: "destroyed".to_owned() });
            let picture = Picture::of(&sheet).expect("a curve");
            (picture.end, picture.marked)
        };
        assert_eq!(drawn(9, 9), ("destroyed".to_owned(), 9..10));
        assert_eq!(drawn(7, 99), ("destroyed".to_owned(), 7..10));
        assert_eq!(drawn(12, 12).0, "");
        let marked = Some(Marked { from: 1, to: 9, what: "reaches".to_owned() });
        let curve = Curve { marked, ..Curve::new("roll", Pmf::from_weights(vec![0.25, 0.5, 0.25])) };
        let title = ["Charge over 9\": 2D6 must reach 9", "", ""].map(str::to_owned);
        let titled = titled(&Sheet { title, curve: Some(curve), ..Sheet::default() });
        assert_eq!(titled.title[0], "Charge over 9\": 75.0 %");
        assert_eq!(titled.settings, [("rolled".to_owned(), "2D6 must reach 9".to_owned())]);
    }

    #[test]
    fn scales_end_at_round_numbers_above_the_highest_bar() {
        for (highest, top) in [(0.29, 0.3), (0.1, 0.1), (0.11, 0.15), (0.0031, 0.004), (8e-4, 1e-3), (1e-4, 1e-4)] {
            assert!((round_top(highest) - top).abs() < 1e-12, "{highest} {}", round_top(highest));
        }
    }

    #[test]
    fn what_dice_said_stands_beside_and_the_caption_says_what_matters_most() {
        let pmf = Pmf::from_weights(vec![0.25, 0.75]);
        assert_eq!(caption(&pmf, &[]), "mean 0.75  ·  median 1");
        assert_eq!(caption(&pmf, &["destroyed 75.0 %".into()]), "destroyed 75.0 %");
        let curve = Curve { rolled: Some(Pmf::from_weights(vec![0.26, 0.74])), ..Curve::new("wounds lost", pmf) };
        let picture = Picture::of(&Sheet { curve: Some(curve), ..Sheet::default() }).expect("a curve");
        assert_eq!(picture.rolled.as_deref(), Some([0.26, 0.74].as_slice()));
    }
}
