//! What every output shows: one [`Report`], and pure functions that turn it into a table, CSV, JSON or a chart.

mod answer;
mod chart;
mod csv;
mod figures;
mod files;
mod histogram;
mod json;
#[cfg(test)]
mod sample;
mod table;
mod terminal;

use serde::Serialize;

use crate::stats::{Interval, Pmf, Summary};
use crate::words::same;

pub use self::answer::Subject;
pub use self::chart::ChartError;
pub use self::csv::{Cell, CsvStyle, CsvTable};
pub use self::figures::{counted, fixed, grouped, percent, printable, seven_bit};
pub use self::files::{WriteError, write_whole};
pub use self::json::pretty;
pub use self::terminal::{Look, grid, words};

/// The name and version of this program, as files record it.
pub const TOOL: &str = concat!("warodds ", env!("CARGO_PKG_VERSION"));

/// A unit as a report names it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnitLine {
    /// The unit's name.
    pub name: String,
    /// What it costs, if its profile says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// How many models it has.
    pub models: usize,
}

/// Mean and spread of one stage of the attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageLine {
    /// `attacks`, `hits` and so on, in the order the game has them.
    pub name: &'static str,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

/// The stages of one weapon.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WeaponLine {
    /// The weapon's name.
    pub name: String,
    /// Its stages.
    pub stages: Vec<StageLine>,
}

/// A result that is a number: `damage`, `wounds-lost`, `slain`.
#[derive(Clone, PartialEq, Debug)]
pub struct Metric {
    /// The result's name in every output.
    pub name: &'static str,
    /// Its whole distribution.
    pub pmf: Pmf,
    /// Mean, spread, quantiles; the interval of the mean if it was sampled.
    pub summary: Summary,
}

/// A result that is a probability: `destroyed`.
#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    /// The result's name in every output.
    pub name: &'static str,
    /// The probability.
    pub p: f64,
    /// Wilson's 95 % interval, if it was sampled.
    pub interval: Option<Interval>,
}

/// What one engine answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// How often it was rolled; `None` if it is exact.
    pub trials: Option<u64>,
    /// Stages summed over the weapons.
    pub stages: Vec<StageLine>,
    /// Stages of each weapon.
    pub weapons: Vec<WeaponLine>,
    /// The numbers, `damage` first.
    pub metrics: Vec<Metric>,
    /// The probabilities, `destroyed` first.
    pub chances: Vec<Chance>,
}

/// Whether dice and distributions agree.
#[derive(Clone, PartialEq, Debug)]
pub struct AgreementLine {
    /// Pearson's statistic of `damage`.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: usize,
    /// Its p-value.
    pub p: f64,
    /// Whether no result disagrees.
    pub holds: bool,
}

/// Everything an output may show of one attack.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The game's id.
    pub game: &'static str,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// Situations and effects that were asked for, as they were typed.
    pub with: Vec<String>,
    /// Rulings that differ from their default, by name.
    pub rulings: Vec<(String, String)>,
    /// How the game is played where that is not the default: `mode` or `edition`, and which.
    pub variant: Vec<(&'static str, String)>,
    /// The seed that dice start from, used or not.
    pub seed: u64,
    /// The answer: exact if there is an exact one.
    pub results: Results,
    /// What the dice said, if both engines were asked.
    pub sampled: Option<Results>,
    /// Whether the two agree.
    pub agreement: Option<AgreementLine>,
    /// The result that is drawn; `None`: the one that is worth it.
    pub metric: Option<&'static str>,
}

impl Report {
    /// Chooses the result that is drawn; false if there is no such result.
    pub fn draw(&mut self, name: &str) -> bool {
        self.metric = self.results.metrics.iter().map(|metric| metric.name).find(|known| same(known, name));
        self.metric.is_some()
    }

    /// `exact`, `sampled` or `both`.
    pub fn method(&self) -> &'static str {
        match (&self.sampled, self.results.trials) {
            (Some(_), _) => "both",
            (None, Some(_)) => "sampled",
            (None, None) => "exact",
        }
    }

    /// How often dice were rolled, if they were.
    pub fn trials(&self) -> Option<u64> {
        self.results.trials.or(self.sampled.as_ref().and_then(|sampled| sampled.trials))
    }

    /// Who attacks whom, in a few words: `Liberators attack Clawlord on Gnaw-beast`.
    pub fn headline(&self) -> String {
        format!("{} {} {}", self.attacker.name, self.verb(), self.defender.name)
    }

    /// `attack`, or `attacks` if a single model does.
    fn verb(&self) -> &'static str {
        if self.attacker.models == 1 { "attacks" } else { "attack" }
    }

    /// The result that was chosen, else the one worth drawing: models slain of a unit of several, wounds lost by a single
    /// model.
    ///
    /// # Panics
    /// If the report has no result at all.
    pub fn drawn(&self) -> &Metric {
        let worth_it = if self.defender.models > 1 { "slain" } else { "wounds-lost" };
        let wanted = self.metric.unwrap_or(worth_it);
        let metrics = &self.results.metrics;
        metrics.iter().find(|metric| metric.name == wanted).or(metrics.first()).expect("every attack has a damage")
    }
}

/// P(value ≥ k) for every k of a distribution, summed from the small end so that rare events keep their digits.
pub fn at_least(pmf: &Pmf) -> Vec<f64> {
    let (mut total, mut lost) = (0.0f64, 0.0);
    let mut tails: Vec<f64> = Vec::with_capacity(pmf.probabilities().len());
    for p in pmf.probabilities().iter().rev() {
        // Neumaier's sum: what each addition rounds away is kept and added at the end.
        let next = total + p;
        lost += if total >= *p { (total - next) + p } else { (p - next) + total };
        total = next;
        tails.push((total + lost).min(1.0));
    }
    tails.reverse();
    tails[0] = 1.0;
    tails
}

/// What a result is called in a sentence: `wounds lost` for `wounds-lost`, `models slain` for `slain`.
fn spoken(metric: &str) -> String {
    match metric {
        "slain" => "models slain".into(),
        _ => metric.replace('-', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_distribution() {
        let pmf = Pmf::from_weights((0..400).map(|k| f64::from(k % 7) * 0.9f64.powi(k)).collect());
        for (k, tail) in at_least(&pmf).into_iter().enumerate() {
            assert!((tail - pmf.at_least(k)).abs() <= 1e-15 * tail, "{k}");
        }
        assert_eq!(at_least(&Pmf::certain(2)), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn what_is_drawn_depends_on_the_number_of_models() {
        assert_eq!(sample::tiny().drawn().name, "wounds-lost");
        assert_eq!(sample::wide(20).drawn().name, "slain");
        let mut chosen = sample::wide(20);
        assert!(chosen.draw("Wounds Lost"));
        assert_eq!(chosen.drawn().name, "wounds-lost");
        assert!(!chosen.draw("slan"));
        assert_eq!(sample::tiny().headline(), "Liberators attack Clawlord on Gnaw-beast");
    }
}
