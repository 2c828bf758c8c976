//! The answer to an attack: what every output may show of it.

pub(super) mod data;
mod phases;
mod sheet;

pub use self::phases::Phases;
pub(super) use self::sheet::{alone, headline, sized};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::head::{Head, UncertainLine};
use crate::engine::Outcome;
use crate::games::{Phase, spoken};
use crate::report::six_digits;
use crate::sequence::Side;
use crate::stats::{Interval, Pmf, Summary};
use crate::words::same;

/// A unit as a report names it.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
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
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct StageLine {
    /// `attacks`, `hits` and so on, in the order the game has them.
    pub name: &'static str,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

/// The stages of one weapon.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct WeaponLine {
    /// The weapon's name.
    pub name: String,
    /// Its stages.
    pub stages: Vec<StageLine>,
}

/// A result that is a number: `damage`, `wounds-lost`, `slain`.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Metric {
    /// The result's name in every output.
    #[serde(skip)]
    pub name: &'static str,
    /// Mean, spread, quantiles; the interval of the mean if it was sampled.
    #[serde(flatten)]
    pub summary: Summary,
    /// Its whole distribution.
    pub pmf: Pmf,
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

/// A number that has a name.
pub trait Named {
    /// Its name in every output.
    fn name(&self) -> &'static str;
}

impl Named for Metric {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// What one engine answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Results<N = Metric> {
    /// The numbers, `damage` first.
    pub metrics: Vec<N>,
    /// The probabilities, `destroyed` first.
    pub chances: Vec<Chance>,
}

impl<N: Named> Results<N> {
    /// A number by its name: `damage`, `wounds-lost`, `slain`, and what else the game has.
    pub fn metric(&self, name: &str) -> Option<&N> {
        self.metrics.iter().find(|metric| metric.name() == name)
    }

    /// A probability by its name: `destroyed`, and what else the game has.
    pub fn chance(&self, name: &str) -> Option<&Chance> {
        self.chances.iter().find(|chance| chance.name == name)
    }

    /// The names of all, numbers first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.metrics.iter().map(Named::name).chain(self.chances.iter().map(|chance| chance.name))
    }
}

/// Each result by its name; the interval of a probability is next to it.
impl<N: Named + Serialize> Serialize for Results<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for metric in &self.metrics {
            map.serialize_entry(metric.name(), metric)?;
        }
        for Chance { name, p, interval } in &self.chances {
            map.serialize_entry(name, p)?;
            if let Some(interval) = interval {
                map.serialize_entry(&format!("{name}-interval"), interval)?;
            }
        }
        map.end()
    }
}

/// Whether dice and distributions agree.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
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

impl Left {
    /// What the target has before the attack.
    pub(super) fn of(outcome: &Outcome) -> Self {
        let bodies = outcome.bodies().iter().filter(|body| body.side == Side::Defender);
        bodies.fold(Self::default(), |Self { models, wounds }, body| {
            let taken = usize::from(body.taken);
            Self { models: models + body.models() - body.slain(taken), wounds: wounds + body.wounds() - taken }
        })
    }
}

/// The answer to one attack in one phase.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Report {
    /// What was asked.
    #[serde(flatten, serialize_with = "in_phase")]
    pub head: Head,
    /// Who attacks.
    #[serde(skip)]
    pub attacker: UnitLine,
    /// Who is attacked.
    #[serde(skip)]
    pub defender: UnitLine,
    /// What the defender has before the attack.
    #[serde(skip)]
    pub left: Left,
    /// `exact`, `sampled` or `both`.
    pub method: &'static str,
    /// How often dice were rolled, if they were.
    pub trials: Option<u64>,
    /// Stages summed over the weapons.
    pub stages: Vec<StageLine>,
    /// Stages of each weapon.
    pub weapons: Vec<WeaponLine>,
    /// The answer: exact if there is an exact one.
    pub results: Results,
    /// What the dice said, if both engines were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Results>,
    /// Whether the two agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<AgreementLine>,
    /// The result that is drawn; `None`: the most telling one.
    #[serde(skip)]
    pub metric: Option<&'static str>,
    /// The answers for each weapon alone, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<Self>,
}

/// What differs between the phases of an attack.
#[derive(serde::Serialize)]
struct InPhase<'h> {
    phase: Option<Phase>,
    weapon: &'h [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    uncertain: &'h [UncertainLine],
}

fn in_phase<S: Serializer>(head: &Head, serializer: S) -> Result<S::Ok, S::Error> {
    InPhase { phase: head.phase, weapon: &head.weapon, uncertain: &head.uncertain }.serialize(serializer)
}

impl Report {
    /// The mean of a number by its name; where nothing comes back, what is left is what is not lost.
    pub(in crate::ask) fn mean(&self, name: &str) -> Option<f64> {
        let mean = |name: &str| Some(self.results.metric(name)?.summary.mean);
        let less = |all: usize, lost: &str| Some(all as f64 - mean(lost)?);
        mean(name).or_else(|| match name {
            "wounds-left" => less(self.left.wounds, "wounds-lost"),
            "models-left" => less(self.left.models, "slain"),
            _ => None,
        })
    }

    /// Chooses the result that is drawn; false if there is no such result.
    pub fn draw(&mut self, name: &str) -> bool {
        self.alone.iter_mut().for_each(|one| {
            one.draw(name);
        });
        let fits = |entry: &&'static str| same(entry, name) || same(&spoken(self.head.game, entry), name);
        self.metric = self.results.metrics.iter().map(|metric| metric.name).find(fits);
        self.metric.iter().for_each(|metric| self.head.draw(metric));
        self.metric.is_some()
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
