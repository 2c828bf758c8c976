//! Which weapons of a datasheet are used (W40K-ATTACKS and the abilities that forbid some).

use super::bearers::{First, WeaponBearers};
use super::draft::DatasheetAttack;
use super::situations::{ADVANCED, BIG_GUNS, FIRING_DECK, HALF_RANGE, INDIRECT, OVERWATCH, PLUNGING_FIRE, STATIONARY};
use super::unit::{DatasheetWeapon, Group};
use crate::games::language::scene::AbilityBlock;
use crate::games::language::weapons::{Candidate, ChosenWeapons, choose};
use crate::games::volley::draft::WeaponDraft;
use crate::games::{Goal, Phase, Pick};
use crate::profile::{Diagnostic, Diagnostics};
use crate::words::same;

impl DatasheetAttack<'_> {
    /// Which weapons are used (W40K-ATTACKS and the abilities that forbid some).
    pub(super) fn choose(&mut self, found: &Diagnostics) -> Option<ChosenWeapons> {
        let weapons = &self.attacker.weapons;
        let shooting =
            self.scene.is_any(&[OVERWATCH, INDIRECT, HALF_RANGE, STATIONARY, ADVANCED, PLUNGING_FIRE, BIG_GUNS]);
        let candidates: Vec<Candidate<'_>> = weapons
            .iter()
            .map(|w| Candidate { name: &w.name, melee: !w.ranged, one_of: w.one_of.as_deref() })
            .collect();
        let phase = self.encounter.attacks[self.index].phase.or(shooting.then_some(Phase::Shooting));
        let name = &self.attacker.facts.name;
        let mut chosen = choose(name, &candidates, phase, self.encounter, self.answers, found, &self.attacker.place)?;
        self.shooting = !chosen.melee;
        let attacker = self.attacker;
        chosen.notes.extend(attacker.unarmed(Some(self.shooting)));
        let mut used = std::mem::take(&mut chosen.weapons);
        used.retain(|index| {
            let why = self.forbidden(*index);
            chosen.notes.extend(why.map(|why| format!("{} is not used: {why}", weapons[*index].name)));
            why.is_none()
        });
        self.counts = self.share(&used, &mut chosen);
        used.retain(|index| self.counts[*index] > 0 || weapons[*index].count == 0);
        chosen.weapons = used;
        self.check_firing_deck(&chosen.weapons, found);
        Some(chosen)
    }

    /// How many of each weapon are used: a model fights with one melee weapon and fires its Pistols or its other weapons.
    fn share(&self, weapons: &[usize], chosen: &mut ChosenWeapons) -> Vec<u16> {
        let has = |index: usize, ability: &str| self.has(index, ability);
        let anybodys = |index: &usize| {
            let weapon = &self.attacker.weapons[*index];
            weapon.carried_by.is_none() && weapon.part.is_none()
        };
        if self.shooting && weapons.iter().all(|index| anybodys(index) && !has(*index, "Pistol")) {
            return self.attacker.weapons.iter().map(|weapon| weapon.count).collect();
        }
        let mut first = First { named: chosen.named.clone(), best: Vec::new() };
        if self.encounter.picks.contains(&Pick::Best) {
            for (group, among) in WeaponBearers::full(self.attacker, weapons, has).choices() {
                let options = among.iter().map(|index| self.attacker.weapons[*index].name.clone()).collect();
                let of = if group.is_empty() { &self.attacker.facts.name } else { group };
                let answer = chosen.ask(self.answers, format!("{of}: which weapon"), options, Goal::Damage);
                first.best.push((group.to_owned(), among[answer]));
            }
        }
        // Against most targets the same is asked again.
        let is_apart =
            |index: &usize| has(*index, if self.attacker.weapons[*index].ranged { "Pistol" } else { "Extra Attacks" });
        let apart = weapons.iter().map(is_apart).collect();
        let chooses = first.best.is_empty();
        let key = (weapons.to_vec(), apart, first.named.clone(), first.best.clone());
        let (counts, idle) = self.attacker.musters.get_or_make(key, || {
            let muster = WeaponBearers::now(self.attacker, weapons, has);
            let used = muster.used(&first);
            let idle = muster.idle(&used);
            (used, idle)
        });
        chosen.notes.extend(idle.filter(|_| chooses));
        counts
    }

    /// Whether a weapon has an ability, printed or granted.
    fn has(&self, index: usize, ability: &str) -> bool {
        let weapon = &self.attacker.weapons[index];
        weapon.has(ability) || self.sources().grants(&weapon.name, ability)
    }

    fn check_firing_deck(&self, used: &[usize], found: &Diagnostics) {
        let (name, weapons) = (&self.attacker.facts.name, &self.attacker.weapons);
        let passengers = used.iter().map(|index| &weapons[*index]).filter(|weapon| weapon.embarked);
        let passengers: u32 = passengers.map(|weapon| u32::from(weapon.count)).sum();
        if passengers > u32::from(*self.attacker.firing_deck) {
            let deck = *self.attacker.firing_deck;
            let message =
                format!("{name} has Firing Deck {deck}, and {passengers} passengers shoot (W40K-FIRING-DECK)");
            let help = "set `firing-deck = N` of the unit, or the `count` of its `embarked` weapons".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit").help(help));
        }
    }

    /// Why a weapon may not shoot in this situation.
    fn forbidden(&self, index: usize) -> Option<&'static str> {
        let weapon = &self.attacker.weapons[index];
        let has = |ability: &str| self.has(index, ability);
        if !weapon.ranged {
            return None;
        }
        if weapon.embarked {
            return self.passenger(weapon);
        }
        if self.scene.is(ADVANCED) && !has("Assault") {
            return Some("the unit Advanced and it has no Assault (W40K-ASSAULT)");
        }
        if self.scene.is(INDIRECT) && !has("Indirect Fire") {
            return Some("nobody sees the target and it has no Indirect Fire (W40K-INDIRECT-FIRE)");
        }
        if self.scene.is(INDIRECT) && has("Torrent") && !self.is_core() && !self.edition().indirect_torrent {
            return Some("Torrent cannot be fired at what nobody sees (W40K-TORRENT)");
        }
        None
    }

    /// Why a passenger's weapon may not shoot; whether the unit Advanced does not matter (W40K-FIRING-DECK).
    fn passenger(&self, weapon: &DatasheetWeapon) -> Option<&'static str> {
        if !self.scene.is(FIRING_DECK) {
            return Some("a passenger carries it: `--with \"firing deck\"` (W40K-FIRING-DECK)");
        }
        if self.scene.is(OVERWATCH) {
            return Some("passengers do not shoot in Overwatch (W40K-FIRING-DECK)");
        }
        weapon.has("One Shot").then_some("passengers do not fire One Shot weapons (W40K-ONE-SHOT)")
    }

    /// How many models have what an ability names: weapons that are used in this attack, models, or all; `None`: nobody.
    pub(super) fn bearers_of(&self, block: &AbilityBlock<WeaponDraft>, chosen: &ChosenWeapons) -> Option<u16> {
        let all = self.attacker.models();
        let weapons = &self.attacker.weapons;
        let used = chosen.weapons.iter().filter(|index| block.names(&weapons[**index].name) == Some(true));
        let armed: u32 = used.map(|index| u32::from(self.counts[*index])).sum();
        let bearers = match (&block.weapons, &block.models) {
            (Some(_), _) => u16::try_from(armed).unwrap_or(all).min(all),
            (None, Some(names)) => {
                let named = |group: &&Group| names.iter().any(|name| same(name, &group.name));
                self.attacker.groups.iter().filter(named).map(Group::left).sum()
            }
            (None, None) => all,
        };
        Some(bearers).filter(|n| *n > 0)
    }
}
