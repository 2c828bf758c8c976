//! Who of a datasheet's unit carries what, and which of it each model uses (W40K-ATTACKS, W40K-PISTOL).

use std::sync::Arc;

use super::unit::{Datasheet, DatasheetWeapon, Group};
use crate::games::UnitFacts;
use crate::games::arms::{Arm, WeaponKind, kinds, unarmed, unarmed_note};
use crate::profile::{Diagnostic, Diagnostics};
use crate::words::same;
use crate::words::sort::sort_by_key;

/// Notes what is valid but odd about a unit: models without weapons, and weapons without bearers.
pub(in crate::games) fn check(unit: &Datasheet, found: &Diagnostics) -> Option<Arc<UnitFacts>> {
    if let Some(text) = unit.unarmed(None) {
        found.warn(Diagnostic::new(&unit.place, text, "this unit"));
    }
    let melee: Vec<usize> = (0..unit.weapons.len()).filter(|index| !unit.weapons[*index].ranged).collect();
    let muster = WeaponBearers::full(unit, &melee, |index, ability| unit.weapons[index].has(ability));
    let is_open = unit.facts.models > 1 && melee.iter().any(|index| unit.weapons[*index].carried_by.is_none());
    if let Some(text) = muster.idle(&muster.used(&First::default())).filter(|_| is_open) {
        let help = "say who has which with `carried-by`, or write `one-of` or `Extra Attacks`".to_owned();
        found.warn(Diagnostic::new(&unit.place, text, "this unit").help(help));
    }
    Some(Arc::clone(&unit.facts))
}

impl DatasheetWeapon {
    fn arm(&self, groups: &[Group], count: u16) -> Arm<'_> {
        let fits = groups.iter().map(|group| self.fits(group)).collect();
        Arm { ranged: self.ranged, count: Some(count.into()), fits, one_of: self.one_of.as_deref() }
    }
}

impl Group {
    /// Whether its models fire Pistols beside their other weapons.
    fn fires_all(&self, unit: &Datasheet) -> bool {
        let keywords = if self.part.is_some() { &self.part_keywords[..] } else { &unit.keywords };
        keywords.iter().any(|keyword| same(keyword, "MONSTER") || same(keyword, "VEHICLE"))
    }
}

impl Datasheet {
    /// Says how many models of the unit at full strength have no weapon of a kind, or none at all; `None` if all have one, or
    /// the unit has none of the kind.
    pub(super) fn unarmed(&self, ranged: Option<bool>) -> Option<String> {
        let is_kind = |weapon: &DatasheetWeapon| ranged.is_none_or(|ranged| weapon.ranged == ranged);
        let own = |weapon: &DatasheetWeapon| is_kind(weapon) && !weapon.embarked && weapon.had > 0;
        let everybody = |weapon: &&DatasheetWeapon| {
            weapon.carried_by.is_none() && weapon.part.is_none() && usize::from(weapon.had) >= self.facts.models
        };
        let mut all = self.weapons.iter().filter(|weapon| own(weapon)).peekable();
        if all.peek().is_none() || all.any(|weapon| everybody(&weapon)) {
            return None;
        }
        let arms: Vec<Arm<'_>> = self.weapons.iter().map(|weapon| weapon.arm(&self.groups, weapon.had)).collect();
        let counts: Vec<u32> = self.groups.iter().map(|group| group.count.get().into()).collect();
        let kinds = kinds(&counts, &arms, |index| own(&self.weapons[index]));
        let groups: Vec<(&str, u32)> =
            self.groups.iter().map(|group| (group.name.as_str(), group.count.get().into())).collect();
        unarmed_note(&self.facts.name, &groups, &unarmed(&counts, &kinds), ranged)
    }
}

/// Which weapons a model uses first where it may not use all.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct First {
    /// Weapons in the order in which they were named.
    pub(super) named: Vec<usize>,
    /// For some groups of models, the weapon that was found to be the best.
    pub(super) best: Vec<(String, usize)>,
}

/// Weapons of one phase with the models that carry them.
pub(super) struct WeaponBearers<'d> {
    unit: &'d Datasheet,
    groups: Vec<u32>,
    kinds: Vec<WeaponKind>,
    /// Which of the kinds are used whatever else a model uses (Extra Attacks).
    extra: Vec<bool>,
    pistols: Vec<bool>,
    counts: Vec<u16>,
}

impl<'d> WeaponBearers<'d> {
    /// Some weapons of a unit, with those who stand. `has` says whether a weapon has an ability.
    pub(super) fn now(unit: &'d Datasheet, weapons: &[usize], has: impl Fn(usize, &str) -> bool) -> Self {
        let groups = unit.groups.iter().map(|group| group.left().into()).collect();
        Self::with_counts(unit, groups, weapons, |weapon| weapon.count, has)
    }

    /// The weapons and their bearers before the unit lost any model.
    pub(super) fn full(unit: &'d Datasheet, weapons: &[usize], has: impl Fn(usize, &str) -> bool) -> Self {
        let groups = unit.groups.iter().map(|group| group.count.get().into()).collect();
        Self::with_counts(unit, groups, weapons, |weapon| weapon.had, has)
    }

    fn with_counts(
        unit: &'d Datasheet,
        groups: Vec<u32>,
        weapons: &[usize],
        count: impl Fn(&DatasheetWeapon) -> u16,
        has: impl Fn(usize, &str) -> bool,
    ) -> Self {
        let arms: Vec<Arm<'_>> = unit.weapons.iter().map(|weapon| weapon.arm(&unit.groups, count(weapon))).collect();
        let kinds = kinds(&groups, &arms, |index| weapons.contains(&index) && !unit.weapons[index].embarked);
        let all = |ability: &str| kinds.iter().map(|kind| has(kind.members[0], ability)).collect();
        let (extra, pistols) = (all("Extra Attacks"), all("Pistol"));
        Self { unit, groups, extra, pistols, counts: unit.weapons.iter().map(count).collect(), kinds }
    }

    fn name(&self, kind: usize) -> &'d str {
        &self.unit.weapons[self.kinds[kind].members[0]].name
    }

    fn is_ranged(&self, kind: usize) -> bool {
        self.unit.weapons[self.kinds[kind].members[0]].ranged
    }

    /// How many models of a group carry at least one of these kinds, if as few as can be carry several.
    fn bearers(&self, group: usize, wanted: impl Fn(usize) -> bool) -> u32 {
        let held = (0..self.kinds.len()).filter(|kind| wanted(*kind)).map(|kind| self.kinds[kind].held[group]);
        held.sum::<u32>().min(self.groups[group])
    }

    fn is_melee_choice(&self, kind: usize) -> bool {
        !self.is_ranged(kind) && !self.extra[kind]
    }

    fn is_other(&self, kind: usize) -> bool {
        self.is_ranged(kind) && !self.pistols[kind]
    }

    /// For each group of models that has to choose, its name and the weapons among which it does; of Pistols and other
    /// weapons the first of each stands for all.
    pub(super) fn choices(&self) -> Vec<(&'d str, Vec<usize>)> {
        let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
        for (place, group) in self.unit.groups.iter().enumerate() {
            let held = |kind: &usize| self.kinds[*kind].held[place] > 0;
            let melee: Vec<usize> =
                (0..self.kinds.len()).filter(|kind| held(kind) && self.is_melee_choice(*kind)).collect();
            let all: u32 = melee.iter().map(|kind| self.kinds[*kind].held[place]).sum();
            let several = melee.len() > 1 && all > self.groups[place];
            let mut among = if several { melee } else { Vec::new() };
            if self.pistols_exclude(place, group) {
                let first = |pistol: bool| {
                    let fits = |kind: &usize| held(kind) && self.is_ranged(*kind) && self.pistols[*kind] == pistol;
                    (0..self.kinds.len()).find(fits)
                };
                among.extend(first(false).into_iter().chain(first(true)));
            }
            let among: Vec<usize> = among.into_iter().map(|kind| self.kinds[kind].members[0]).collect();
            if !among.is_empty() && found.iter().all(|(key, _)| **key != *group.name) {
                found.push((&group.name, among));
            }
        }
        found
    }

    /// Whether some model of a group carries Pistols and other ranged weapons of which it may not fire both.
    fn pistols_exclude(&self, place: usize, group: &Group) -> bool {
        let (pistols, others) = (self.pistol_bearers(place), self.bearers(place, |kind| self.is_other(kind)));
        pistols + others > self.groups[place] && !group.fires_all(self.unit)
    }

    fn pistol_bearers(&self, place: usize) -> u32 {
        self.bearers(place, |kind| self.is_ranged(kind) && self.pistols[kind])
    }

    pub(super) fn used(&self, first: &First) -> Vec<u16> {
        let mut users = vec![0u32; self.kinds.len()];
        for (place, group) in self.unit.groups.iter().enumerate() {
            self.fight(place, group, first, &mut users);
            self.shoot(place, group, first, &mut users);
        }
        let mut counts = self.counts.clone();
        for ((place, kind), users) in self.kinds.iter().enumerate().zip(&users) {
            // A model that has the same weapon twice still fights with one.
            let used = if self.is_melee_choice(place) { *users } else { kind.held_by(*users) };
            for member in &kind.members {
                counts[*member] = counts[*member].min(u16::try_from(used).unwrap_or(u16::MAX));
            }
        }
        counts
    }

    /// W40K-ATTACKS: each model fights with one melee weapon, and with those that have Extra Attacks.
    fn fight(&self, place: usize, group: &Group, first: &First, users: &mut [u32]) {
        let mut order: Vec<usize> = (0..self.kinds.len()).filter(|kind| self.is_melee_choice(*kind)).collect();
        sort_by_key(&mut order, |kind| first.rank(&group.name, &self.kinds[*kind]));
        let mut room = self.groups[place];
        for kind in order {
            let fighting = self.kinds[kind].held[place].min(room);
            users[kind] += fighting;
            room -= fighting;
        }
        for kind in (0..self.kinds.len()).filter(|kind| !self.is_ranged(*kind) && self.extra[*kind]) {
            users[kind] += self.kinds[kind].held[place];
        }
    }

    /// W40K-PISTOL: a model fires its Pistols or its other weapons; Monsters and Vehicles fire all.
    fn shoot(&self, place: usize, group: &Group, first: &First, users: &mut [u32]) {
        let exclude = self.pistols_exclude(place, group);
        let rank = |pistol: bool| {
            let held = |kind: &WeaponKind| kind.held[place] > 0;
            let fits = (0..self.kinds.len()).filter(|kind| self.is_ranged(*kind) && self.pistols[*kind] == pistol);
            fits.map(|kind| &self.kinds[kind]).filter(|kind| held(kind)).map(|kind| first.rank(&group.name, kind)).min()
        };
        let pistols_first = rank(true).zip(rank(false)).is_some_and(|(pistols, others)| pistols.0 < others.0);
        let models = self.groups[place];
        let firing = if pistols_first { self.pistol_bearers(place) } else { self.bearers(place, |k| self.is_other(k)) };
        let free = models - firing;
        let over: u32 = self.some_others(place).map(|kind| self.kinds[kind].held[place]).sum();
        let over = (over + firing).saturating_sub(models);
        let most = self.some_others(place).max_by_key(|kind| self.kinds[*kind].held[place]);
        for kind in (0..self.kinds.len()).filter(|kind| self.is_ranged(*kind)) {
            let held = self.kinds[kind].held[place];
            users[kind] += match self.pistols[kind] == pistols_first {
                _ if !exclude => held,
                true => held,
                false => held.saturating_sub(if Some(kind) == most { over } else { 0 }).min(free),
            };
        }
    }

    /// Ranged weapons other than Pistols that only some models of a group carry.
    fn some_others(&self, place: usize) -> impl Iterator<Item = usize> {
        let fits = move |kind: &usize| {
            self.is_other(*kind) && !self.kinds[*kind].everyone && self.kinds[*kind].held[place] > 0
        };
        (0..self.kinds.len()).filter(fits)
    }
}

impl First {
    /// Where a kind of weapon is in the order of choice of a group of models: the smallest is used.
    fn rank(&self, group: &str, kind: &WeaponKind) -> (usize, usize) {
        let is_best = self.best.iter().any(|(key, index)| key == group && kind.members.contains(index));
        let named = self.named.iter().position(|index| kind.members.contains(index)).map_or(usize::MAX, |n| n + 1);
        (if is_best { 0 } else { named }, kind.members[0])
    }
}

impl WeaponBearers<'_> {
    /// Says which weapons are not used where so many of each are, why, and how to choose otherwise; `None` if all are used.
    pub(super) fn idle(&self, counts: &[u16]) -> Option<String> {
        let (mut ranged, mut idle, mut nobody) = (false, Vec::new(), Vec::new());
        for (place, kind) in self.kinds.iter().enumerate() {
            let (index, name) = (kind.members[0], self.name(place));
            let (used, all) = (counts[index], self.counts[index]);
            if used == all {
                continue;
            }
            match used {
                _ if kind.bearers() == 0 => nobody.push(format!("no model carries {name}")),
                0 => idle.push(format!("{name} is not used")),
                _ => idle.push(format!("{used} of {all} {name} are used")),
            }
            ranged |= self.is_ranged(place);
        }
        let (instead, its_rule) = self.unit.edition.instead;
        let rule = if ranged {
            format!("a model fires its {instead} or its other ranged weapons ({its_rule})")
        } else {
            "a model fights with one melee weapon (W40K-ATTACKS)".to_owned()
        };
        let otherwise = "else `--weapon NAME`";
        let chosen = (!idle.is_empty()).then(|| format!("{rule}: {}; {otherwise}", idle.join(", ")));
        let lines: Vec<String> = chosen.into_iter().chain(nobody).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }
}
