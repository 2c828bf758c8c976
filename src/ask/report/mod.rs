//! The answer to an attack: what every output may show of it.

pub(super) mod data;
mod phases;
#[cfg(test)]
mod sample;
mod sheet;

pub use self::phases::Phases;
pub(super) use self::sheet::headline;

use serde::Serialize;

use super::said::Said;
use crate::games::spoken;
use crate::report::six_digits;
use crate::stats::{Interval, Pmf, Summary};
use crate::words::same;

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

impl Results {
    /// A number by its name: `damage`, `wounds-lost`, `slain`, and what else the game has.
    pub fn metric(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// A probability by its name: `destroyed`, and what else the game has.
    pub fn chance(&self, name: &str) -> Option<&Chance> {
        self.chances.iter().find(|chance| chance.name == name)
    }
}

/// Whether dice and distributions agree.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgreementLine {
    /// Pearson's statistic of `damage`.
    #[serde(rename = "chi-square")]
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: usize,
    /// Its p-value.
    #[serde(serialize_with = "six_digits")]
    pub p: f64,
    /// Whether no result disagrees.
    #[serde(skip)]
    pub holds: bool,
}

/// What is left of a unit before an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Models that stand.
    pub models: usize,
    /// Points that they can lose.
    pub wounds: usize,
}

/// The answer to one attack.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The game's id.
    pub game: &'static str,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// What the defender has before the attack.
    pub left: Left,
    /// What was said besides.
    pub said: Said,
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
    /// The answers for each weapon alone, if they were asked for.
    pub alone: Vec<Self>,
}

impl Report {
    /// Chooses the result that is drawn; false if there is no such result.
    pub fn draw(&mut self, name: &str) -> bool {
        self.alone.iter_mut().for_each(|one| {
            one.draw(name);
        });
        let fits = |known: &&'static str| same(known, name) || same(&spoken(self.game, known), name);
        self.metric = self.results.metrics.iter().map(|metric| metric.name).find(fits);
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

    /// What was said, the result that is drawn included.
    pub(super) fn said(&self) -> Said {
        let mut said = self.said.clone();
        if let Some(metric) = self.metric {
            said.command.push_str(&format!(" --metric {metric}"));
            said.tag.get_or_insert(0);
        }
        said
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_depends_on_the_number_of_models() {
        assert_eq!(sample::tiny().drawn().name, "wounds-lost");
        assert_eq!(sample::wide(20).drawn().name, "slain");
        let mut chosen = sample::wide(20);
        assert!(chosen.draw("Wounds Lost"));
        assert_eq!(chosen.drawn().name, "wounds-lost");
        assert!(!chosen.draw("slan"));
    }
}
