//! Who attacks in which phase, one after the other.

use super::clauses::{UnitNames, names_of};
use super::units::Chosen;
use crate::error::Error;
use crate::games::{Encounter, Engaged, Phase};
use crate::sequence::Step;
use crate::words::same;

/// The most attacks one after the other on one target.
pub const MAX_ATTACKS: usize = 30;

/// Who attacks in which phase, one after the other.
#[derive(Clone)]
pub(super) struct Turns {
    pub(super) units: Vec<Chosen>,
    /// Each unit as it was typed.
    typed: Vec<String>,
    pub(super) attacks: Vec<(usize, Option<Phase>)>,
}

impl Turns {
    /// One unit, which attacks first.
    pub(super) fn first(unit: Chosen, typed: &str, phase: Option<Phase>) -> Self {
        let mut turns = Self { units: Vec::new(), typed: Vec::new(), attacks: Vec::new() };
        turns.add(unit, typed, phase);
        turns
    }

    /// Each of several units once, in the same phase.
    pub(super) fn of(units: &[Chosen], phase: Option<Phase>) -> Self {
        let attacks = (0..units.len()).map(|unit| (unit, phase)).collect();
        Self { units: units.to_vec(), typed: vec![String::new(); units.len()], attacks }
    }

    /// The attack of the first unit alone, in this phase.
    pub(super) fn only(&self, phase: Option<Phase>) -> Self {
        Self { attacks: vec![(0, phase)], ..self.clone() }
    }

    /// What each attack's unit is called.
    pub(super) fn names(&self) -> Vec<UnitNames<'_>> {
        let names = |by: usize| names_of(&self.units[by].0, &self.typed[by]);
        self.attacks.iter().map(|(by, _)| names(*by)).collect()
    }

    /// The same attacks, in this phase where none was given.
    pub(super) fn in_phase(&self, phase: Option<Phase>) -> Self {
        let mut turns = self.clone();
        turns.attacks.iter_mut().for_each(|(_, own)| *own = own.or(phase));
        turns
    }

    /// Lets another unit attack next.
    pub(super) fn add(&mut self, unit: Chosen, typed: &str, phase: Option<Phase>) {
        self.attacks.push((self.units.len(), phase));
        self.units.push(unit);
        self.typed.push(typed.trim().to_owned());
    }

    /// Lets a unit that attacked in another phase attack again; false if there is none of this name. A name that is said
    /// again in the same phase is another unit like the first.
    pub(super) fn again(&mut self, typed: &str, phase: Option<Phase>) -> bool {
        let Some(now) = phase else { return false };
        let attacked = |unit: usize| self.attacks.iter().any(|(by, before)| *by == unit && *before == phase);
        let fits = |unit: &usize| same(&self.typed[*unit], typed) && !attacked(*unit);
        let Some(unit) = (0..self.units.len()).find(fits) else { return false };
        // A unit attacks once in a phase, so an attack before in a phase that was not said was in the other one.
        for (_, before) in self.attacks.iter_mut().filter(|(by, _)| *by == unit) {
            before.get_or_insert(now.other());
        }
        self.attacks.push((unit, phase));
        true
    }
}

/// Refuses more attacks than are computed.
///
/// # Errors
/// [`MAX_ATTACKS`].
pub(super) fn few_enough(attacks: usize) -> Result<(), Error> {
    if attacks <= MAX_ATTACKS {
        return Ok(());
    }
    let message = format!("{attacks} attacks one after the other; at most {MAX_ATTACKS} are computed (MAX_ATTACKS)");
    Err(Error::usage(message).hint("units that are alike can attack as one: `40 clanrats`".to_owned()))
}

/// A phase in front of a unit's name, `combat:liberators`, and the name.
pub(super) fn phase_of(typed: &str) -> (Option<Phase>, &str) {
    let named = typed.split_once(':').and_then(|(word, name)| Some((Phase::named(word)?, name)));
    named.map_or((None, typed), |(phase, name)| (Some(phase), name))
}

/// Refuses what a target gets back after each of several attacks where its game does not put it between them.
///
/// # Errors
/// What it is.
pub(super) fn healed_in_between(encounter: &Encounter, engaged: &Engaged) -> Result<(), Error> {
    let is_between = || engaged.engagement.steps.iter().any(|step| matches!(step, Step::Heal(_)));
    match engaged.engagement.recoveries.iter().find(|recovery| !recovery.is_late) {
        Some(recovery) if encounter.attacks.len() > 1 && !is_between() => {
            let message = format!("`{}` comes after each attack, which is not computed of several", recovery.what);
            let hint = "`fight` heals after each attack; or ask for one attack at a time".to_owned();
            Err(Error::usage(message).hint(hint))
        }
        _ => Ok(()),
    }
}
