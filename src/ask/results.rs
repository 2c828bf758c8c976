//! What an outcome is in a report.

use super::report::{Chance, Metric, Results, StageLine, WeaponLine};
use crate::engine::{Outcome, StageMoments, WeaponOutcome};
use crate::games::{Engaged, Reading, Recovery};
use crate::sequence::Side;
use crate::stats::{Pmf, Summary, add_at, wilson};

/// The results of an outcome, in the order of every output.
pub(super) fn results(outcome: &Outcome, engaged: &Engaged) -> Results {
    let weapon = |weapon: &WeaponOutcome| WeaponLine { name: weapon.name.clone(), stages: stages(&weapon.stages) };
    Results {
        trials: outcome.trials,
        stages: stages(&outcome.stages),
        weapons: outcome.weapons.iter().map(weapon).collect(),
        metrics: metrics(outcome, engaged),
        chances: chances(outcome, engaged),
    }
}

fn stages(stages: &[StageMoments]) -> Vec<StageLine> {
    let line = |s: &StageMoments| StageLine { name: s.name, mean: s.moments.mean, sd: s.moments.sd() };
    stages.iter().map(line).collect()
}

/// The numbers: the first total is what got through, the others come after what the target really lost.
fn metrics(outcome: &Outcome, engaged: &Engaged) -> Vec<Metric> {
    let metric = |name, pmf: Pmf| {
        let summary = Summary::of(&pmf, outcome.trials);
        Metric { name, pmf, summary }
    };
    // A total that a game reads as a chance is not shown as a number too.
    let shown = |name: &&'static str| !engaged.readings.contains(&Reading::Any(name));
    let totals = outcome.totals.iter().filter(|(name, _)| shown(name));
    let mut totals = totals.map(|(name, pmf)| metric(name, pmf.clone()));
    let mut metrics: Vec<Metric> = totals.next().into_iter().collect();
    metrics.push(metric("wounds-lost", outcome.wounds_lost(Side::Defender)));
    metrics.push(metric("slain", outcome.slain(Side::Defender)));
    metrics.extend(totals);
    if outcome.has(Side::Attacker) {
        metrics.push(metric("attacker-wounds-lost", outcome.wounds_lost(Side::Attacker)));
    }
    if !engaged.recoveries.is_empty() {
        let body = &outcome.bodies()[0];
        let each = usize::from(body.groups[0].wounds);
        let lost = recovered(outcome.distribution(|lost| lost[0]), &engaged.recoveries, body.wounds(), each);
        metrics.push(metric("wounds-left", lost.map(|lost| body.wounds() - lost)));
        metrics.push(metric("models-left", lost.map(|lost| usize::from(body.groups[0].models) - lost / each)));
    }
    for reading in &engaged.readings {
        if let Reading::Worth { name, body, worth } = reading {
            metrics.push(metric(name, outcome.distribution(|lost| usize::from(worth[lost[*body]]))));
        }
    }
    metrics
}

/// The probabilities: first that the whole target is gone.
fn chances(outcome: &Outcome, engaged: &Engaged) -> Vec<Chance> {
    let chance = |name, p| Chance { name, p, interval: outcome.trials.map(|n| wilson(p, n)) };
    let mut chances = vec![chance("destroyed", outcome.destroyed(Side::Defender))];
    chances.extend(engaged.chances.iter().map(|(name, bodies)| chance(name, outcome.gone(bodies))));
    if let Some(table) = outcome.who_is_down() {
        let names = ["both-down", "only-target-down", "only-attacker-down", "neither-down"];
        chances.extend(names.into_iter().zip(table).map(|(name, p)| chance(name, p)));
    }
    for reading in &engaged.readings {
        match reading {
            Reading::Worth { .. } => {}
            Reading::Lost { name, body, least } => {
                let lost = outcome.distribution(|lost| usize::from(lost[*body] >= usize::from(*least)));
                chances.push(chance(name, lost.at(1)));
            }
            Reading::Any(name) => chances.extend(outcome.total(name).map(|pmf| chance(name, pmf.at_least(1)))),
        }
    }
    chances
}

/// The law of points lost once everything that is got back is. A unit that has lost all is gone.
fn recovered(mut law: Pmf, recoveries: &[Recovery], all: usize, each: usize) -> Pmf {
    for recovery in recoveries {
        let die: Vec<f64> = {
            let draw = &recovery.points;
            let mut weights = vec![0.0; draw.values.iter().max().map_or(1, |most| usize::from(*most) + 1)];
            draw.values.iter().for_each(|value| weights[usize::from(*value)] += 1.0);
            weights
        };
        let plus = Pmf::certain(usize::from(recovery.points.plus));
        let points = (0..recovery.points.dice).fold(plus, |sum, _| sum.plus(&Pmf::from_weights(die.clone())));
        // Healing alone never needs more than one model has.
        let points = if recovery.returns { points } else { points.map(|n| n.min(each)) };
        let mut weights = Vec::new();
        for (lost, p) in law.probabilities().iter().enumerate() {
            for (points, q) in points.probabilities().iter().enumerate() {
                let left = if lost >= all { lost } else { recovery.left(lost, points, each) };
                add_at(&mut weights, left, p * q);
            }
        }
        law = Pmf::from_weights(weights);
    }
    law
}
