//! What every output shows: one [`Report`], and pure functions that turn it into a table, CSV, JSON or a chart.

use serde::Serialize;

use crate::stats::{Interval, Pmf, Summary};

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
    /// The seed that dice start from, used or not.
    pub seed: u64,
    /// The answer: exact if there is an exact one.
    pub results: Results,
    /// What the dice said, if both engines were asked.
    pub sampled: Option<Results>,
    /// Whether the two agree.
    pub agreement: Option<AgreementLine>,
}

impl Report {
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
}
