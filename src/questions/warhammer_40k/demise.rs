//! Deadly Demise, and what it sets off.

use super::tabled;
use super::victim::{HOW, Victim};
use crate::dice::Amount;
use crate::error::Error;
use crate::questions::rolls::{mean, totals};
use crate::questions::{Answered, Figure, Query, Question, key, question};
use crate::stats::{Counts, Fraction};

/// The most units within 6".
const MOST_UNITS: usize = 12;
/// The most further models that may explode, and the most mortal wounds of one explosion.
const MOST_EXPLODING: u32 = 6;
const MOST_MORTAL: u16 = 36;
/// The most ways in which the units that may explode can stand.
const MOST_STATES: u64 = 40_000;

pub(in crate::questions) const DEADLY_DEMISE: Question = question("deadly-demise", "W40K-DEADLY-DEMISE", deadly_demise)
    .means("what does a Deadly Demise do to the units around it, and what does it set off?")
    .keys(&[
        key("demise").means("the X of Deadly Demise X, or the unit that is destroyed").needed(),
        key("units").means("the units within 6\", commas between; those with `demise X` may explode in their turn"),
        key("on").means("what the die must show").or("6+"),
    ]);

/// A state of the chain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Explosions {
    /// Points lost by each unit that may explode.
    lost: Vec<u32>,
    /// Models of each unit that have died and not rolled yet.
    pending: Vec<u32>,
    /// Explosions so far, by the amount that they bring: the first one's, then each unit's.
    explosions: Vec<u32>,
}

/// Everything near.
struct Blast {
    first: Amount,
    volatile: Vec<(Victim, Amount)>,
    /// The chance that a Deadly Demise goes off.
    goes_off: Fraction,
}

impl Blast {
    /// The chain from its first explosion to its end, and the chance of every way it may go.
    fn chain(&self) -> Counts<Explosions> {
        let n = self.volatile.len();
        let quiet = Explosions {
            lost: self.volatile.iter().map(|(victim, _)| victim.taken).collect(),
            pending: vec![0; n],
            explosions: vec![0; n + 1],
        };
        let mut chains = Counts::successes(1, self.goes_off).then(|goes_off| match goes_off {
            0 => Counts::certain(quiet.clone()),
            _ => self.explode(&quiet, 0, self.first),
        });
        while chains.each().any(|(chain, _)| chain.pending.iter().any(|n| *n > 0)) {
            chains = chains.then(|chain| self.next(chain));
        }
        chains
    }

    /// One model that has died rolls.
    fn next(&self, chain: &Explosions) -> Counts<Explosions> {
        let Some(unit) = chain.pending.iter().position(|n| *n > 0) else { return Counts::certain(chain.clone()) };
        let mut rolled = chain.clone();
        rolled.pending[unit] -= 1;
        Counts::successes(1, self.goes_off).then(|goes_off| match goes_off {
            0 => Counts::certain(rolled.clone()),
            _ => self.explode(&rolled, unit + 1, self.volatile[unit].1),
        })
    }

    /// Every unit suffers its own roll of the amount.
    fn explode(&self, chain: &Explosions, source: usize, amount: Amount) -> Counts<Explosions> {
        let mut first = chain.clone();
        first.explosions[source] += 1;
        let roll = totals(amount);
        (0..self.volatile.len()).fold(Counts::certain(first), |chains, unit| {
            let victim = &self.volatile[unit].0;
            chains.then(|chain| {
                let lost = victim.suffers(chain.lost[unit], &roll);
                lost.map(|lost| {
                    let mut next = chain.clone();
                    next.pending[unit] += victim.slain(*lost) - victim.slain(chain.lost[unit]);
                    next.lost[unit] = *lost;
                    next
                })
            })
        })
    }

    /// The amount of the explosions of a source.
    fn amount(&self, source: usize) -> Amount {
        if source == 0 { self.first } else { self.volatile[source - 1].1 }
    }

    /// Points lost by a unit that cannot explode.
    fn bystander(&self, ends: &Counts<Vec<u32>>, victim: &Victim) -> Counts<u32> {
        ends.then(|explosions| {
            let mut lost = Counts::certain(victim.taken);
            for (source, n) in explosions.iter().enumerate() {
                let roll = totals(self.amount(source));
                for _ in 0..*n {
                    lost = lost.then(|lost| victim.suffers(*lost, &roll));
                }
            }
            lost
        })
    }
}

/// The X that was given, or that of the unit that was named.
fn first(query: &Query<'_>) -> Result<(Amount, String), Error> {
    let text = query.text("demise").unwrap_or_default();
    if let Ok(amount) = text.parse() {
        return Ok((amount, format!("Deadly Demise {amount}")));
    }
    let victim = Victim::read(query, text)?;
    let amount = victim.pools.iter().find_map(|pool| pool.demise);
    let amount = amount.ok_or_else(|| query.mistake(format!("{} has no Deadly Demise", victim.name)))?;
    Ok((amount, format!("{} is destroyed: Deadly Demise {amount}", victim.name)))
}

fn deadly_demise(query: &Query<'_>) -> Result<Answered, Error> {
    let (first, title) = first(query)?;
    let units = Victim::list(query, "units")?;
    let on = query.target("on")?.unwrap_or(6);
    let goes_off = Fraction::new(u128::from(7 - on), 6);
    let demise = |victim: &Victim| victim.pools.iter().find_map(|pool| pool.demise);
    let volatile: Vec<(Victim, Amount)> =
        units.iter().filter_map(|unit| demise(unit).map(|amount| (unit.clone(), amount))).collect();
    let exploding: u32 = volatile.iter().map(|(victim, _)| victim.models()).sum();
    let states: u64 = volatile.iter().map(|(victim, _)| u64::from(victim.wounds()) + 1).product();
    let mortal = volatile.iter().map(|(_, amount)| amount.max()).chain([first.max()]).max().unwrap_or(0);
    if units.len() > MOST_UNITS || exploding > MOST_EXPLODING || states > MOST_STATES || mortal > MOST_MORTAL {
        let message = format!(
            "at most {MOST_UNITS} units are computed, {MOST_EXPLODING} models with a Deadly Demise of at most {MOST_MORTAL}, and {MOST_STATES} ways in which these can stand"
        );
        return Err(query.mistake(message));
    }
    let blast = Blast { first, volatile, goes_off };
    let chain = blast.chain();
    let ends = chain.map(|chain| chain.explosions.clone());
    let each = totals(first);
    let mut answered = Answered::new(title).line("it goes off", goes_off).line(
        "mean mortal wounds on each unit within 6\", from the first alone",
        Figure::Number(goes_off.value() * each.mean(|n| f64::from(*n))),
    );
    if !blast.volatile.is_empty() {
        let another = ends.chance(|explosions| explosions.iter().skip(1).any(|n| *n > 0));
        answered = answered.line("it sets off at least one more", another);
    }
    if units.is_empty() {
        let mortal = Counts::successes(1, goes_off).then(|n| if *n == 0 { Counts::certain(0) } else { each.clone() });
        return Ok(tabled(answered, "mortal wounds on a unit", &mortal, &[])
            .note(format!("`units=…` names the units within 6\": {HOW}")));
    }
    let mut exploding = 0;
    let rows = units
        .iter()
        .map(|unit| {
            let lost = if demise(unit).is_some() {
                exploding += 1;
                chain.map(|chain| chain.lost[exploding - 1])
            } else {
                blast.bystander(&ends, unit)
            };
            let slain = lost.map(|lost| unit.slain(*lost));
            let wounds = Figure::Number(lost.mean(|lost| f64::from(*lost - unit.taken)));
            let figures = [wounds, mean(&slain), slain.at_least(1).into(), slain.at_least(unit.models()).into()];
            std::iter::once(Figure::from(unit.name.clone())).chain(figures).collect()
        })
        .collect();
    let header = ["unit within 6\"", "mean wounds lost", "mean slain", "any slain", "destroyed"];
    let answered = answered.table("", &header, rows);
    let explosions = ends.map(|explosions| explosions.iter().sum());
    let answered = tabled(answered, "explosions", &explosions, &[]);
    Ok(answered.note("every unit is taken to be within 6\" of every other; each rolls its own X (W40K-DEADLY-DEMISE)"))
}
