//! What a chart shows, before it has a place.

use crate::questions::Curve;
use crate::report::{Report, TOOL, at_least, counted, fixed, grouped, percent, printable, spoken};
use crate::stats::Pmf;

/// Distributions with no larger value are shown from 0 to their end.
const SHORT: usize = 24;
/// What is less probable than this, at either end of a longer distribution, is not drawn.
const FAR_TAIL: f64 = 1e-6;
/// Highest bars below this are drawn on a scale of their own, beside that of the line.
const LOW: f64 = 0.3;

/// Words and numbers of a chart.
pub(super) struct Scene {
    /// Who attacks, the verb, who is attacked.
    pub(super) title: [String; 3],
    /// Situations and effects.
    pub(super) with: Option<String>,
    /// Mean, median and probabilities.
    pub(super) caption: String,
    /// How it was computed, and with what.
    pub(super) footer: String,
    /// What is counted.
    pub(super) axis: String,
    /// The first value that is drawn.
    pub(super) low: usize,
    /// P(value = low), P(value = low + 1), …
    pub(super) exactly: Vec<f64>,
    /// P(value ≥ low), P(value ≥ low + 1), …
    pub(super) at_least: Vec<f64>,
    /// What the dice said about `exactly`, if both engines were asked.
    pub(super) rolled: Option<Vec<f64>>,
    /// The top of the scale of the bars.
    pub(super) top: f64,
}

impl Scene {
    /// The chart of a report.
    pub(super) fn of(report: &Report) -> Self {
        let metric = report.drawn();
        let sampled = report.sampled.iter().flat_map(|sampled| &sampled.metrics).find(|m| m.name == metric.name);
        Self {
            title: [printable(&report.attacker.name), report.verb().into(), printable(&report.defender.name)],
            with: (!report.with.is_empty()).then(|| printable(&format!("with {}", report.with.join("; ")))),
            caption: caption(report),
            footer: footer(report),
            axis: spoken(metric.name),
            ..Self::of_values(&metric.pmf, sampled.map(|metric| &metric.pmf))
        }
    }

    /// The chart of a distribution that answers a question.
    pub(super) fn of_curve(title: &str, game: &str, curve: &Curve, trials: Option<u64>) -> Self {
        let (mean, median) = (curve.pmf.mean(), curve.pmf.quantile(0.5));
        let rolled = |trials| format!("sampled: {}", counted(trials, "dice-rolled trial"));
        let method = trials.map_or("exact, no dice rolled".to_owned(), rolled);
        Self {
            title: [printable(title), String::new(), String::new()],
            with: None,
            caption: format!("mean {}  ·  median {}", fixed(mean, 2), grouped(median as u64)),
            footer: format!("{game}  ·  {method}  ·  {TOOL}"),
            axis: printable(&curve.axis),
            ..Self::of_values(&curve.pmf, None)
        }
    }

    /// The numbers alone.
    fn of_values(pmf: &Pmf, sampled: Option<&Pmf>) -> Self {
        let tails = at_least(pmf);
        let (low, high) = drawn_range(pmf, &tails);
        let cut = |p: &[f64]| -> Vec<f64> { (low..=high).map(|k| p.get(k).copied().unwrap_or(0.0)).collect() };
        let exactly = cut(pmf.probabilities());
        let rolled = sampled.map(|pmf| cut(pmf.probabilities()));
        let highest = exactly.iter().chain(rolled.iter().flatten()).copied().fold(0.0, f64::max);
        Self {
            title: Default::default(),
            with: None,
            caption: String::new(),
            footer: String::new(),
            axis: String::new(),
            low,
            at_least: cut(&tails),
            exactly,
            rolled,
            top: if highest < LOW { round_top(highest) } else { 1.0 },
        }
    }

    /// Whether the bars have a scale of their own.
    pub(super) fn has_two_scales(&self) -> bool {
        self.top < 1.0
    }
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
fn round_top(highest: f64) -> f64 {
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 10.0];
    let power = 10f64.powi((highest.max(1e-12).log10().floor() as i32).clamp(-12, 0));
    steps.iter().map(|step| step * power).find(|top| *top >= highest).unwrap_or(1.0)
}

fn caption(report: &Report) -> String {
    let metric = report.drawn();
    let [_, _, median, _, _] = metric.summary.quantiles;
    let mut parts =
        vec![format!("mean {}", fixed(metric.summary.mean, 2)), format!("median {}", grouped(median as u64))];
    parts.extend(report.results.chances.iter().map(|chance| {
        let sure = chance.interval.map(|[low, high]| format!(" ({} to {})", percent(low), percent(high)));
        format!("{} {}{}", chance.name.replace('-', " "), percent(chance.p), sure.unwrap_or_default())
    }));
    parts.join("  ·  ")
}

fn footer(report: &Report) -> String {
    let trials = report.trials().unwrap_or(0);
    let rolled = format!("{}, seed {}", counted(trials, "dice-rolled trial"), report.seed);
    let method = match (report.method(), &report.agreement) {
        ("exact", _) => "exact, no dice rolled".into(),
        ("both", Some(agreement)) if !agreement.holds => format!("exact; {rolled}: they DISAGREE"),
        ("both", Some(agreement)) => format!("exact; {rolled}: they agree (p = {})", fixed(agreement.p, 3)),
        ("both", None) => format!("exact; {rolled}"),
        _ => format!("sampled: {rolled}"),
    };
    format!("{}  ·  {method}  ·  {TOOL}", report.game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn the_far_tails_are_cut_and_short_distributions_are_whole() {
        let scene = Scene::of(&sample::wide(2_000));
        assert!(scene.low > 100 && scene.exactly.len() < 1_900, "{} {}", scene.low, scene.exactly.len());
        assert!(scene.at_least[0] > 1.0 - FAR_TAIL && *scene.at_least.last().expect("some") >= FAR_TAIL);
        assert!(scene.has_two_scales());
        let scene = Scene::of(&sample::wide(10));
        assert_eq!((scene.low, scene.exactly.len()), (0, 10));
    }

    #[test]
    fn scales_end_at_round_numbers_above_the_highest_bar() {
        for (highest, top) in [(0.29, 0.3), (0.1, 0.1), (0.11, 0.15), (0.0031, 0.004), (8e-4, 1e-3), (1e-4, 1e-4)] {
            assert!((round_top(highest) - top).abs() < 1e-12, "{highest} {}", round_top(highest));
        }
    }

    #[test]
    fn the_words_say_what_was_computed_and_how() {
        let scene = Scene::of(&sample::both());
        assert_eq!(scene.with.as_deref(), Some("with +1 to hit; charged"));
        assert_eq!(scene.caption, "mean 0.75  ·  median 1  ·  destroyed 75.0 %");
        assert!(scene.footer.contains("1,000,000 dice-rolled trials, seed 42: they agree (p = 0.819)"));
        assert!(scene.footer.ends_with(TOOL));
        assert_eq!(scene.rolled.as_deref(), Some([0.26, 0.74].as_slice()));
        assert!(Scene::of(&sample::rolled()).caption.ends_with("destroyed 74.0 % (73.9 % to 74.1 %)"));
    }
}
