//! Attackers whose ranged weapons go at several targets at once: `--split`.
//!
//! A unit names the targets of all its weapons before it resolves any of them, so one attack is a part for each target,
//! and the parts are independent of each other. A part is the same attack with only the weapons that go at that target.

use std::collections::HashMap;
use std::sync::Arc;

use super::PlanRequest;
use super::layout::{Moves, PlanAim};
use crate::ask::attack::{Prepared, prepare};
use crate::ask::request::Request;
use crate::ask::states::{Shape, UnitStrike};
use crate::engine::{AUTO_WORK, Ready};
use crate::error::Error;
use crate::games::{Game, Losses, Phase};
use crate::sequence::Side;
use crate::words::same;

/// The most ways in which the weapons of one attacker may go at the targets.
pub(super) const MAX_PLAN_SPLITS: u64 = 256;
/// Averages that differ by less are the same.
const SAME_MEAN: f64 = 1e-9;

/// A kind of attackers that may shoot.
pub(super) struct Shooter<'p> {
    /// As it was typed.
    pub(super) typed: &'p str,
    pub(super) name: &'p str,
    /// The targets that it shoots at.
    pub(super) shot: Vec<usize>,
}

/// A target: as it was typed, and what of it can be hurt.
pub(super) type TargetShape<'p> = (&'p str, &'p Shape);

/// The ranged weapons of a kind of attackers, which may go at several targets.
#[derive(Debug, Default)]
pub(super) struct Arsenal {
    /// Their names; none if the unit is not split.
    pub(super) weapons: Vec<String>,
    /// For each target the attack with some of the weapons, but not all of them: those whose bits are set.
    parts: Vec<HashMap<u64, UnitStrike>>,
    /// What goes at which target: the target, and the weapons whose bits are set.
    splits: Vec<Vec<(usize, u64)>>,
}

/// Whether anything can be split at all.
///
/// # Errors
/// A game that splits no attacks, or a question in which nobody shoots.
pub(super) fn check(request: &PlanRequest, game: &Game) -> Result<(), Error> {
    if let Some(why) = game.moments.one_target {
        return Err(Error::usage(format!("`--split` is not for {}: {why}", game.title))
            .hint("leave out `--split`; a unit that is named twice is two units".to_owned()));
    }
    if request.fixed {
        return Err(Error::usage("`--fixed` and `--split` do not go together: what is fixed beforehand is not split")
            .hint("leave out one of them".to_owned()));
    }
    if request.base.phase == Some(Phase::Combat) {
        let message =
            "`--split` gives each ranged weapon a target of its own (W40K-ATTACKS), and in combat nobody shoots";
        return Err(Error::usage(message).hint("write `--phase shooting`, or leave out `--split`".to_owned()));
    }
    if request.base.with.iter().any(|text| text.to_lowercase().contains("command re-roll")) {
        let message = "`--split` is not computed with `command re-roll`: one re-roll for several targets is not known";
        return Err(Error::usage(message).hint("leave out one of them".to_owned()));
    }
    Ok(())
}

/// The weapons of every kind of attackers, and why some attackers are not split.
///
/// # Errors
/// Too many ways, or a unit that cannot attack with a part of its weapons.
pub(super) fn arsenals(
    request: &PlanRequest,
    shooters: &[Shooter<'_>],
    targets: &[TargetShape<'_>],
    notes: &mut Vec<String>,
) -> Result<Vec<Arsenal>, Error> {
    let mut arsenals = Vec::new();
    for shooter in shooters {
        arsenals.push(match shooter.shot.len() {
            0 | 1 => Arsenal::default(),
            _ => Arsenal::of(request, shooter, targets, notes)?,
        });
    }
    if arsenals.iter().all(|arsenal| arsenal.weapons.is_empty()) {
        notes.push("`--split` changes nothing: no unit has several ranged weapons for several targets".to_owned());
    }
    Ok(arsenals)
}

impl Arsenal {
    fn of(
        request: &PlanRequest,
        Shooter { typed, name, shot }: &Shooter<'_>,
        targets: &[TargetShape<'_>],
        notes: &mut Vec<String>,
    ) -> Result<Self, Error> {
        let attack = |target: usize, weapons: Vec<String>| {
            let (attacker, defender) = ((*typed).to_owned(), targets[target].0.to_owned());
            let phase = Some(Phase::Shooting);
            prepare(&Request { attacker, defender, phase, weapons, ..request.base.clone() })
        };
        let whole: Vec<Prepared> =
            shot.iter().map(|target| attack(*target, Vec::new())).collect::<Result<_, Error>>()?;
        let weapons = names(&whole[0]);
        if weapons.len() < 2 {
            return Ok(Self::default());
        }
        let splits = (shot.len() as u64).checked_pow(weapons.len() as u32).unwrap_or(u64::MAX);
        if splits > MAX_PLAN_SPLITS {
            let (weapons, targets) = (weapons.len(), shot.len());
            let message = format!(
                "{weapons} weapons of {name} may go at {targets} targets in {splits} ways; the limit is {MAX_PLAN_SPLITS} (MAX_PLAN_SPLITS)"
            );
            return Err(Error::usage(message)
                .hint(format!("leave out `--split` or a target, or say `--not \"{name}>TARGET\"`")));
        }
        if let Some(why) = Self::entangled(&whole, &weapons, |place, name| attack(shot[place], vec![name]))? {
            notes.push(format!("{name} is not split: {why}"));
            return Ok(Self::default());
        }
        let mut arsenal = Self { parts: targets.iter().map(|_| HashMap::new()).collect(), ..Self::default() };
        for target in shot {
            for some in 1..(1u64 << weapons.len()) - 1 {
                let named = weapons.iter().enumerate().filter(|(place, _)| some >> place & 1 == 1);
                let attack = attack(*target, named.map(|(_, name)| name.clone()).collect())?;
                let shapes = [Shape::of(&attack.engaged, Side::Attacker), targets[*target].1.clone()];
                let strike = UnitStrike::new(attack.game, attack.encounter(), shapes, Losses::default());
                arsenal.parts[*target].insert(some, strike);
            }
        }
        arsenal.splits = ways_of(shot, weapons.len());
        arsenal.weapons = weapons;
        Ok(arsenal)
    }

    /// Why the attack is not the sum of its weapons', if it is not: dice on the side that belong to the unit as a whole, or
    /// weapons of which a model uses one.
    fn entangled(
        whole: &[Prepared],
        weapons: &[String],
        alone: impl Fn(usize, String) -> Result<Prepared, Error>,
    ) -> Result<Option<&'static str>, Error> {
        let mean = |attack: &Prepared| {
            let mean = Ready::new(&attack.engaged.engagement).and_then(|ready| ready.mean_damage(AUTO_WORK));
            mean.map_err(Error::from)
        };
        for (place, attack) in whole.iter().enumerate() {
            if names(attack) != weapons {
                return Ok(Some("against other targets it uses other weapons"));
            }
            if !attack.engaged.uncertain.is_empty() {
                return Ok(Some("something is decided for all of its weapons at once"));
            }
            let mut sum = 0.0;
            for name in weapons {
                sum += mean(&alone(place, name.clone())?)?;
            }
            let all = mean(attack)?;
            if (all - sum).abs() > SAME_MEAN * all.max(1.0) || !attack.engaged.engagement.damage_is_all() {
                return Ok(Some("its attack is more than its weapons one by one"));
            }
        }
        Ok(None)
    }

    /// The attacks with some weapons on a target, in a fixed order.
    pub(super) fn on(&mut self, target: usize) -> Vec<(u64, &mut UnitStrike)> {
        let mut all: Vec<(u64, &mut UnitStrike)> = match self.parts.get_mut(target) {
            Some(parts) => parts.iter_mut().map(|(some, strike)| (*some, strike)).collect(),
            None => Vec::new(),
        };
        all.sort_by_key(|(some, _)| *some);
        all
    }

    /// Every way to split the attack; `moves` is what the attack with some weapons does to each target.
    pub(super) fn aims(&self, moves: &[HashMap<u64, Arc<Moves>>]) -> Vec<Option<PlanAim>> {
        let part = |(target, some): &(usize, u64)| Some((*target, Arc::clone(moves[*target].get(some)?)));
        let aim =
            |way: &Vec<_>| Some(PlanAim { parts: way.iter().map(part).collect::<Option<_>>()?, ..PlanAim::default() });
        self.splits.iter().map(aim).collect()
    }

    /// What goes where in one of [`Self::aims`]: the target, and the names of the weapons.
    pub(super) fn way(&self, place: usize) -> Vec<(usize, String)> {
        let named = |some: u64| {
            let names = self.weapons.iter().enumerate().filter(|(place, _)| some >> place & 1 == 1);
            names.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
        };
        self.splits[place].iter().map(|(target, some)| (*target, named(*some))).collect()
    }
}

/// The names of the weapons of an attack, each once.
fn names(attack: &Prepared) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for weapon in &attack.engaged.engagement.weapons {
        if !names.iter().any(|name| same(name, &weapon.name)) {
            names.push(weapon.name.clone());
        }
    }
    names
}

/// Every way in which this many weapons go at two or more of some targets.
fn ways_of(targets: &[usize], weapons: usize) -> Vec<Vec<(usize, u64)>> {
    let all = targets.len().pow(weapons as u32);
    let way = |number: usize| {
        let mut parts: Vec<(usize, u64)> = Vec::new();
        let mut rest = number;
        for weapon in 0..weapons {
            let target = targets[rest % targets.len()];
            rest /= targets.len();
            match parts.iter_mut().find(|(key, _)| *key == target) {
                Some((_, some)) => *some |= 1 << weapon,
                None => parts.push((target, 1 << weapon)),
            }
        }
        parts.sort_unstable();
        parts
    };
    (0..all).map(way).filter(|parts| parts.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::ways_of;

    #[test]
    fn every_way_is_there_once() {
        // Two weapons, two targets: one at each, either way round.
        assert_eq!(ways_of(&[0, 2], 2), [[(0, 2), (2, 1)], [(0, 1), (2, 2)]]);
        // Of 3^2 and 2^3 ways, 3 and 2 go at one target.
        for (targets, weapons, splits) in [(&[0, 1, 2][..], 2, 6), (&[0, 1], 3, 6), (&[0, 1, 2], 3, 24)] {
            let mut all = ways_of(targets, weapons);
            assert_eq!(all.len(), splits);
            all.sort();
            all.dedup();
            assert_eq!(all.len(), splits);
            let each = |way: &Vec<(usize, u64)>| way.iter().map(|(_, some)| some).sum::<u64>() == (1 << weapons) - 1;
            assert!(all.iter().all(each), "each weapon goes at one target");
        }
    }
}
