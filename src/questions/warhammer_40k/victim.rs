//! Units that suffer mortal wounds.

use super::tabled;
use crate::dice::Amount;
use crate::error::Error;
use crate::games::warhammer_40k::unit::Datasheet;
use crate::games::{self, warhammer_40k, warhammer_40k_11e};
use crate::profile::{Diagnostics, Document, target_number};
use crate::questions::rolls::{mean, rows_to};
use crate::questions::{Answered, Figure, Query};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};
use crate::stats::{Counts, Fraction};

/// Reads a unit of the edition that it is written for.
pub(in crate::questions) fn sheet(document: &Document) -> Result<Datasheet, Error> {
    let found = Diagnostics::default();
    let is_eleventh = games::game_of(document, &found).is_some_and(|game| game.id == "warhammer-40k-11e");
    let read = if is_eleventh { warhammer_40k_11e::read_eleventh } else { warhammer_40k::read_tenth };
    read(document, &found).ok_or_else(|| Error::mistakes(found.into_list()))
}

/// How a unit is said.
pub(in crate::questions) const HOW: &str =
    "a unit by name, or `5x2` (5 models of 2 wounds), with `fnp 5+`, `lost 1`, `demise D3`";

/// Models that are alike.
#[derive(Clone, Debug)]
pub(in crate::questions) struct VictimPool {
    pub(in crate::questions) models: u32,
    pub(in crate::questions) wounds: u32,
    /// Feel No Pain against mortal wounds; 7 for none.
    pub(in crate::questions) ignore_on: u8,
    pub(in crate::questions) demise: Option<Amount>,
}

/// A unit that suffers mortal wounds, its models in the order in which they fall.
#[derive(Clone, Debug)]
pub(in crate::questions) struct Victim {
    pub(in crate::questions) name: String,
    pub(in crate::questions) pools: Vec<VictimPool>,
    /// Wounds the first model has lost already.
    pub(in crate::questions) taken: u32,
}

/// The chance that a point of damage sticks (W40K-FNP).
pub(in crate::questions) fn sticks(ignore_on: u8) -> Fraction {
    Fraction::new(u128::from(ignore_on.clamp(1, 7) - 1), 6)
}

/// What 0, 1, 2 … `most` steps in a row lead to.
pub(in crate::questions) fn one_by_one(start: u32, most: u32, step: impl Fn(u32) -> Counts<u32>) -> Vec<Counts<u32>> {
    let mut all = vec![Counts::certain(start)];
    for n in 0..most as usize {
        all.push(all[n].then(|lost| step(*lost)));
    }
    all
}

/// The largest value that is possible.
pub(in crate::questions) fn largest(counts: &Counts<u32>) -> u32 {
    counts.each().last().map_or(0, |(value, _)| *value)
}

impl Victim {
    /// A unit that was given: its name, or its numbers.
    pub(in crate::questions) fn read(query: &Query<'_>, text: &str) -> Result<Self, Error> {
        match numbers(text) {
            Some(Ok(victim)) => Ok(victim),
            Some(Err(why)) => Err(query.mistake(format!("`{text}`: {why}; write {HOW}"))),
            None => Self::of_profile(query, text),
        }
    }

    /// The unit that a key names, if it does.
    pub(in crate::questions) fn maybe(query: &Query<'_>, key: &str) -> Result<Option<Self>, Error> {
        query.text(key).map(|text| Self::read(query, text)).transpose()
    }

    /// The units that a key lists.
    pub(in crate::questions) fn list(query: &Query<'_>, key: &str) -> Result<Vec<Self>, Error> {
        let texts = query.text(key).unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
        texts.map(|text| Self::read(query, text)).collect()
    }

    fn of_profile(query: &Query<'_>, text: &str) -> Result<Self, Error> {
        let unit = sheet(&query.board.unit(text)?)?;
        let groups = unit.groups.iter().zip(unit.ignores_mortal_wounds());
        let pools = groups.filter(|(group, _)| group.count.is_any()).map(|(group, ignore_on)| VictimPool {
            models: u32::from(group.count.get()),
            wounds: u32::from(group.wounds.get()),
            ignore_on,
            demise: *group.deadly_demise,
        });
        Ok(Self { name: unit.facts.name.clone(), pools: pools.collect(), taken: u32::from(unit.taken) })
    }

    pub(in crate::questions) fn models(&self) -> u32 {
        self.pools.iter().map(|pool| pool.models).sum()
    }

    /// Wounds of all models together.
    pub(in crate::questions) fn wounds(&self) -> u32 {
        self.pools.iter().map(|pool| pool.models * pool.wounds).sum()
    }

    /// Models gone once this many points are lost.
    pub(in crate::questions) fn slain(&self, lost: u32) -> u32 {
        let mut left = lost;
        let mut slain = 0;
        for pool in &self.pools {
            let here = (left / pool.wounds).min(pool.models);
            slain += here;
            left -= here * pool.wounds;
            if here < pool.models {
                break;
            }
        }
        slain
    }

    /// The models that take the next point, and what the first of them has left.
    pub(in crate::questions) fn next(&self, lost: u32) -> Option<(&VictimPool, u32)> {
        let mut left = lost;
        for pool in &self.pools {
            if left < pool.models * pool.wounds {
                return Some((pool, pool.wounds - left % pool.wounds));
            }
            left -= pool.models * pool.wounds;
        }
        None
    }

    /// Points lost after 0, 1, 2 … `most` more mortal wounds, which spill from model to model (W40K-MORTAL).
    pub(in crate::questions) fn spilled(&self, lost: u32, most: u32) -> Vec<Counts<u32>> {
        one_by_one(lost, most, |lost| match self.next(lost) {
            Some((pool, _)) => Counts::successes(1, sticks(pool.ignore_on)).map(|point| lost + point),
            None => Counts::certain(lost),
        })
    }

    /// Points lost after this many more mortal wounds, which spill.
    pub(in crate::questions) fn suffers(&self, lost: u32, mortal: &Counts<u32>) -> Counts<u32> {
        let spilled = self.spilled(lost, largest(mortal));
        mortal.then(|mortal| spilled[*mortal as usize].clone())
    }

    /// Points lost after `mortal` mortal wounds at once, whose excess is lost with the model (W40K-HAZARDOUS).
    pub(in crate::questions) fn struck(&self, lost: u32, mortal: u32) -> Counts<u32> {
        match self.next(lost) {
            Some((pool, left)) => {
                Counts::successes(mortal, sticks(pool.ignore_on)).map(|points| lost + (*points).min(left))
            }
            None => Counts::certain(lost),
        }
    }
}

/// Says what this many mortal wounds, which spill, do to a unit.
pub(in crate::questions) fn suffer(answered: Answered, victim: &Victim, mortal: &Counts<u32>) -> Answered {
    let lost = victim.suffers(victim.taken, mortal);
    let slain = lost.map(|lost| victim.slain(*lost));
    let models = victim.models();
    let rows = rows_to(models.min(largest(&slain)), &slain);
    answered
        .line(
            format!("mean wounds lost by {}", victim.name),
            Figure::Number(lost.mean(|lost| f64::from(*lost - victim.taken))),
        )
        .line("mean models slain", mean(&slain))
        .line("at least one model slain", slain.at_least(1))
        .line("unit destroyed", slain.at_least(models))
        .table("models slain", &["slain", "exactly", "at least"], rows)
}

/// Says what each of several units suffers that gets out of a Transport.
pub(in crate::questions) fn gets_out(answered: Answered, units: &[(&Victim, Counts<u32>)]) -> Answered {
    let row = |(unit, mortal): &(&Victim, Counts<u32>)| {
        let slain = unit.suffers(unit.taken, mortal).map(|lost| unit.slain(*lost));
        let of = [slain.at_least(1), slain.at_least(unit.models())].map(Figure::Chance);
        let name = [Figure::from(unit.name.clone()), i64::from(unit.models()).into()];
        name.into_iter().chain([mean(mortal), mean(&slain)]).chain(of).collect()
    };
    let header = ["unit", "models", "mean mortal wounds", "mean slain", "any slain", "destroyed"];
    let answered = answered.table("", &header, units.iter().map(row).collect());
    let Some((first, mortal)) = units.first() else { return answered };
    tabled(answered, &format!("mortal wounds on {}", first.name), mortal, &[])
}

/// `5x2 fnp 5+ lost 1 demise D3`; `None` if it does not begin like that.
fn numbers(text: &str) -> Option<Result<Victim, &'static str>> {
    let mut words = text.split_whitespace();
    let (models, wounds) = words.next()?.split_once(['x', 'X', '×'])?;
    if models.is_empty() || !models.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let within = |text: &str, most: usize| text.parse().ok().filter(|n| (1..=most as u32).contains(n));
    let (Some(models), Some(wounds)) = (within(models, MAX_MODELS), within(wounds, MAX_WOUNDS)) else {
        return Some(Err("the models or wounds are not a number that is computed"));
    };
    let mut pool = VictimPool { models, wounds, ignore_on: 7, demise: None };
    let mut taken = 0;
    while let Some(word) = words.next() {
        let Some(value) = words.next() else { return Some(Err("a word without its number")) };
        match word {
            "fnp" => match target_number(value) {
                Some(target) => pool.ignore_on = target,
                None => return Some(Err("`fnp` needs a number such as 5+")),
            },
            "lost" => match value.parse().ok().filter(|lost| *lost < wounds) {
                Some(lost) => taken = lost,
                None => return Some(Err("`lost` needs fewer wounds than a model has")),
            },
            "demise" => match value.parse() {
                Ok(amount) => pool.demise = Some(amount),
                Err(_) => return Some(Err("`demise` needs a number or dice")),
            },
            _ => return Some(Err("it has a word that is not known")),
        }
    }
    Some(Ok(Victim { name: text.to_owned(), pools: vec![pool], taken }))
}
