//! What one attack does, without a word of text: the numbers of a cell.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::remembered::SameAs;
use super::report::{Chance, Named, Results};
use super::results::results;
use crate::engine::{self, Answer, Outcome};
use crate::error::Error;
use crate::games::{Engaged, Phase, spoken};
use crate::sequence::{Body, Side};
use crate::stats::{Pmf, Summary};
use crate::words::{did_you_mean, same};

/// A number of a cell.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct CellNumber {
    /// The result's name in every output.
    #[serde(skip)]
    pub name: &'static str,
    /// Mean, spread, quantiles; the interval of the mean if it was sampled.
    #[serde(flatten)]
    pub summary: Summary,
    /// The whole distribution, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pmf: Option<Pmf>,
}

impl Named for CellNumber {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// What one attack does.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Counted {
    /// The phase it is made in; `None` if what was given decides it.
    pub phase: Option<Phase>,
    /// `exact`, `sampled` or `both`.
    pub method: &'static str,
    /// How often it was rolled; `None` if it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// Whether dice and distributions agree, if both were asked.
    #[serde(skip)]
    pub agrees: Option<bool>,
    /// The numbers, `damage` first, and the probabilities, `destroyed` first.
    pub results: Arc<Results<CellNumber>>,
    /// The mean of the points of models destroyed: the unit's points × models slain / models, whole when destroyed;
    /// `None` if its profile has no points.
    pub points_destroyed: Option<f64>,
    /// Points that the target had before the attack.
    #[serde(skip)]
    pub(super) stood: usize,
    /// A result and its distribution, if it was kept for drawings.
    #[serde(skip)]
    pub drawn: Option<(&'static str, Pmf)>,
    /// Which answer of its row it is, where others of the row may be the same.
    #[serde(skip)]
    pub(super) same: SameAs,
    /// Models that the target's points pay for on average, and all of its models.
    #[serde(skip)]
    pub(super) paid_for: [f64; 2],
    /// What was given and does not fit this attack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_used: Vec<NotUsed>,
}

/// Something that was given and does not fit an attack, and why.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct NotUsed {
    /// What was said.
    pub what: String,
    /// Why it does not fit.
    pub why: String,
}

/// What an attack does, or why it cannot be computed, as a part of its cell.
pub(super) fn answered<S: Serializer>(answer: &Result<Counted, String>, to: S) -> Result<S::Ok, S::Error> {
    match answer {
        Ok(counted) => counted.serialize(to),
        Err(why) => to.collect_map([("refused", why)]),
    }
}

impl Counted {
    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<&CellNumber> {
        self.results.metric(name)
    }

    /// The probability of this name.
    pub fn chance(&self, name: &str) -> Option<&Chance> {
        self.results.chance(name)
    }

    /// The mean of a number, or a probability.
    pub fn value(&self, name: &str) -> Option<f64> {
        let chance = || self.chance(name).map(|chance| chance.p);
        let points = || self.points_destroyed.filter(|_| name == POINTS_DESTROYED);
        self.number(name).map(|number| number.summary.mean).or_else(chance).or_else(points)
    }

    /// The part of the target's points that it takes on average.
    pub(super) fn share(&self) -> f64 {
        (self.lost() / self.stood.max(1) as f64).min(1.0)
    }

    /// The mean of the wounds that are really lost.
    pub(super) fn lost(&self) -> f64 {
        self.value("wounds-lost").unwrap_or(0.0)
    }
}

/// Whether a result, or the points that are made of it, is read off what the target loses, and off no total.
pub(super) fn is_loss(name: &str) -> bool {
    ["wounds-lost", "slain", "destroyed", POINTS_DESTROYED].contains(&name)
}

/// The mean of the points of models destroyed.
pub(super) const POINTS_DESTROYED: &str = "points-destroyed";

/// The results that are wanted, by their names or a game's; none: wounds lost, and the chance that the target is gone. Attacks
/// have some, and may have `others`.
///
/// # Errors
/// A name that is none; `who` begins what is said of it.
pub(super) fn named_results(
    (who, game): (&str, &str),
    wanted: &[String],
    has: &[&'static str],
    others: impl Iterator<Item = &'static str>,
) -> Result<Vec<&'static str>, Error> {
    if wanted.is_empty() {
        return Ok(vec!["wounds-lost", "destroyed"]);
    }
    let others = others.filter(|name| !has.contains(name)).chain([POINTS_DESTROYED]);
    let all: Vec<&'static str> = has.iter().copied().chain(others).collect();
    let find = |wanted: &String| {
        let fits = |name: &&&str| same(name, wanted) || same(&spoken(game, name), wanted);
        all.iter().find(fits).copied().ok_or_else(|| {
            let list = has.iter().copied().chain([POINTS_DESTROYED]).collect::<Vec<_>>().join(", ");
            Error::usage(format!("{who} result `{wanted}`"))
                .hint(did_you_mean(wanted, all.iter().copied()))
                .hint((!has.is_empty()).then(|| format!("there are {list}")))
        })
    };
    wanted.iter().map(find).collect()
}

/// What an answer says in a cell.
pub(super) fn counted(
    answer: &Answer,
    engaged: &Engaged,
    (phase, points, pmf): (Option<Phase>, Option<u32>, bool),
) -> Counted {
    let Results { metrics, chances } = results(&answer.outcome, engaged);
    let slain = metrics.iter().find(|metric| metric.name == "slain").map_or(0.0, |metric| metric.summary.mean);
    let destroyed = chances.iter().find(|chance| chance.name == "destroyed").map_or(0.0, |chance| chance.p);
    let paid_for = paid_for(&answer.outcome, [slain, destroyed]);
    let number = |metric: super::report::Metric| CellNumber {
        name: metric.name,
        summary: metric.summary,
        pmf: pmf.then_some(metric.pmf),
    };
    let (agrees, trials) = (answer.agreement.as_ref().map(engine::Agreement::holds), answer.outcome.trials);
    Counted {
        phase,
        method: match (agrees, trials) {
            (Some(_), _) => "both",
            (None, Some(_)) => "sampled",
            (None, None) => "exact",
        },
        trials,
        agrees,
        results: Arc::new(Results { metrics: metrics.into_iter().map(number).collect(), chances }),
        points_destroyed: points_destroyed(points, paid_for),
        paid_for,
        stood: of_target(&answer.outcome).map(|body| body.wounds().saturating_sub(usize::from(body.taken))).sum(),
        drawn: None,
        same: SameAs::default(),
        not_used: Vec::new(),
    }
}

/// The models of the target.
fn of_target(outcome: &Outcome) -> impl Iterator<Item = &Body> {
    outcome.bodies().iter().filter(|body| body.side == Side::Defender)
}

/// Of the models that a target's points pay for, how many fall, from the mean of models slain and the chance that all are
/// gone; and how many there are. Those that had fallen before are paid for only when the unit is gone.
fn paid_for(outcome: &Outcome, [slain, destroyed]: [f64; 2]) -> [f64; 2] {
    let all: usize = of_target(outcome).map(Body::models).sum();
    let fell: usize = of_target(outcome).map(|body| body.slain(usize::from(body.taken))).sum();
    [slain + fell as f64 * destroyed, all.max(1) as f64]
}

/// The mean of the points of models destroyed, if the target has points.
pub(super) fn points_destroyed(points: Option<u32>, [fallen, all]: [f64; 2]) -> Option<f64> {
    points.map(|points| f64::from(points) * fallen / all)
}
