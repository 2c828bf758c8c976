//! What an outcome is in a report.

use super::report::{Chance, Metric, Results, StageLine, WeaponLine};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{Outcome, StageMoments, WeaponOutcome};
use crate::games::{Engaged, ExtraResult};
use crate::sequence::Side;
use crate::stats::{Pmf, Summary, wilson};

/// A result as it is read off an outcome.
enum Measured {
    Number(Pmf),
    Probability(f64),
}

use Measured::{Number, Probability};

/// Results by name, as one of [`RESULTS`] reads them.
type NamedResults = Vec<(&'static str, Measured)>;

/// Results that are a number on average, and those that are a probability.
const MEAN: bool = false;
const CHANCE: bool = true;

/// Every result, in the order of every output: what it may be called, whether it is a probability, and how it is read.
/// Terminal, JSON and CSV follow from this list, and what `--metric` offers.
const RESULTS: &[(&[&str], bool, fn(&Outcome, &Engaged) -> NamedResults)] = &[
    (&["damage"], MEAN, through),
    (&["wounds-lost"], MEAN, lost),
    (&["slain"], MEAN, slain),
    (&["mortal-wounds", "panic-wounds"], MEAN, other_totals),
    (&["attacker-wounds-lost"], MEAN, attacker_lost),
    (&["wounds-left", "models-left"], MEAN, left),
    (&["ranks"], MEAN, by_loss),
    (&["destroyed"], CHANCE, destroyed),
    (&["characters-slain"], CHANCE, gone),
    (&WHO_IS_DOWN, CHANCE, who_is_down),
    (&["rank-lost", "panic-rolled", "panic-failed"], CHANCE, read_as_chance),
];

/// Where one model attacks another and either can fall.
const WHO_IS_DOWN: [&str; 4] = ["both-down", "only-target-down", "only-attacker-down", "neither-down"];

/// Results that an attack may have, in all games.
pub(super) fn result_names() -> impl Iterator<Item = &'static str> {
    RESULTS.iter().flat_map(|(names, ..)| names.iter().copied())
}

/// Whether a result is a probability.
pub(super) fn is_chance(metric: &str) -> bool {
    RESULTS.iter().any(|(names, is_chance, _)| *is_chance && names.contains(&metric))
}

/// The stages of all weapons together, and of each.
pub(super) fn stages_of(outcome: &Outcome) -> (Vec<StageLine>, Vec<WeaponLine>) {
    let weapon = |weapon: &WeaponOutcome| WeaponLine { name: weapon.name.clone(), stages: stages(&weapon.stages) };
    (stages(&outcome.stages), outcome.weapons.iter().map(weapon).collect())
}

/// The results of an outcome: numbers first, then chances.
pub(super) fn results(outcome: &Outcome, engaged: &Engaged) -> Results {
    let (mut metrics, mut chances) = (Vec::with_capacity(4), Vec::with_capacity(2));
    for (name, measured) in RESULTS.iter().flat_map(|(.., result)| result(outcome, engaged)) {
        debug_assert!(result_names().any(|result_name| result_name == name), "`{name}` is not in the list of results");
        debug_assert_eq!(is_chance(name), matches!(measured, Probability(_)), "`{name}` is listed as something else");
        match measured {
            Number(pmf) => metrics.push(Metric { name, summary: Summary::of(&pmf, outcome.trials), pmf }),
            Probability(p) => chances.push(Chance { name, p, interval: outcome.trials.map(|n| wilson(p, n)) }),
        }
    }
    Results { metrics, chances }
}

fn stages(stages: &[StageMoments]) -> Vec<StageLine> {
    let line = |s: &StageMoments| StageLine { name: s.name, mean: s.moments.mean, sd: s.moments.sd() };
    stages.iter().map(line).collect()
}

/// Totals that are shown as numbers; one that a game reads as a chance is not.
fn totals<'o>(outcome: &'o Outcome, engaged: &'o Engaged) -> impl Iterator<Item = (&'static str, Measured)> + 'o {
    let shown = outcome.totals.iter().filter(|(name, _)| !engaged.readings.contains(&ExtraResult::Any(name)));
    shown.map(|(name, pmf)| (*name, Number(pmf.clone())))
}

/// `damage`, the first total: what got through.
fn through(outcome: &Outcome, engaged: &Engaged) -> NamedResults {
    totals(outcome, engaged).take(1).collect()
}

fn lost(outcome: &Outcome, _: &Engaged) -> NamedResults {
    vec![("wounds-lost", Number(outcome.wounds_lost(Side::Defender)))]
}

fn slain(outcome: &Outcome, _: &Engaged) -> NamedResults {
    vec![("slain", Number(outcome.slain(Side::Defender)))]
}

/// The other totals: mortal wounds.
fn other_totals(outcome: &Outcome, engaged: &Engaged) -> NamedResults {
    totals(outcome, engaged).skip(1).collect()
}

fn attacker_lost(outcome: &Outcome, _: &Engaged) -> NamedResults {
    let lost = outcome.has(Side::Attacker).then(|| outcome.wounds_lost(Side::Attacker));
    lost.map(|lost| ("attacker-wounds-lost", Number(lost))).into_iter().collect()
}

/// What is left once everything that is got back is.
fn left(outcome: &Outcome, _: &Engaged) -> NamedResults {
    let Some(lost) = outcome.in_the_end() else { return Vec::new() };
    let body = &outcome.bodies()[0];
    vec![
        ("wounds-left", Number(lost.map(|lost| body.wounds() - lost))),
        ("models-left", Number(lost.map(|lost| body.models() - body.slain(lost)))),
    ]
}

/// The points that a body has lost once the target, the first body, has got back everything that it gets back.
fn lost_in_the_end(outcome: &Outcome, place: usize) -> Pmf {
    let end = outcome.in_the_end().filter(|_| place == 0);
    #[cfg(test)]
    let end = end.filter(|_| !in_neither(PlantedError::Ranks));
    end.cloned().unwrap_or_else(|| outcome.distribution(|lost| lost[place]))
}

/// Results that a game derives from the points a body has lost: ranks left.
fn by_loss(outcome: &Outcome, engaged: &Engaged) -> NamedResults {
    let number = |reading: &ExtraResult| match reading {
        ExtraResult::ByLoss { name, body, values } => {
            let lost = lost_in_the_end(outcome, *body);
            Some((*name, Number(lost.map(|lost| usize::from(values[lost])))))
        }
        _ => None,
    };
    engaged.readings.iter().filter_map(number).collect()
}

fn destroyed(outcome: &Outcome, _: &Engaged) -> NamedResults {
    vec![("destroyed", Probability(outcome.destroyed(Side::Defender)))]
}

/// Bodies that the game names: characters.
fn gone(outcome: &Outcome, engaged: &Engaged) -> NamedResults {
    engaged.chances.iter().map(|(name, bodies)| (*name, Probability(outcome.gone(bodies)))).collect()
}

/// Where one model attacks another and either can fall.
fn who_is_down(outcome: &Outcome, _: &Engaged) -> NamedResults {
    let table = outcome.who_is_down().into_iter().flatten();
    WHO_IS_DOWN.into_iter().zip(table).map(|(name, p)| (name, Probability(p))).collect()
}

/// Chances that the game reads off an attack: `panic-failed`.
fn read_as_chance(outcome: &Outcome, engaged: &Engaged) -> NamedResults {
    let chance = |reading: &ExtraResult| match reading {
        ExtraResult::ByLoss { .. } => None,
        ExtraResult::Lost { name, body, least } => {
            let lost = lost_in_the_end(outcome, *body);
            Some((*name, Probability(lost.at_least(usize::from(*least)))))
        }
        ExtraResult::Any(name) => outcome.total(name).map(|pmf| (*name, Probability(pmf.at_least(1)))),
    };
    engaged.readings.iter().filter_map(chance).collect()
}
