//! Which weapons of a datasheet are used (W40K-ATTACKS and the abilities that forbid some).

use super::draft::DatasheetAttack;
use super::situations::{ADVANCED, BIG_GUNS, FIRING_DECK, HALF_RANGE, INDIRECT, OVERWATCH, PLUNGING_FIRE, STATIONARY};
use super::unit::DatasheetWeapon;
use crate::games::language::weapons::{Candidate, Chosen, choose};
use crate::games::{Phase, Pick};
use crate::profile::{Diagnostic, Diagnostics};
use crate::words::same;

impl DatasheetAttack<'_> {
    /// Which weapons are used (W40K-ATTACKS and the abilities that forbid some).
    pub(super) fn choose(&mut self, found: &Diagnostics) -> Option<Chosen> {
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
        let mut used = std::mem::take(&mut chosen.weapons);
        used.retain(|index| {
            let why = self.forbidden(&weapons[*index]);
            chosen.notes.extend(why.map(|why| format!("{} is not used: {why}", weapons[*index].name)));
            why.is_none()
        });
        chosen.weapons = self.pistols(used, &mut chosen.notes);
        let passengers = chosen.weapons.iter().map(|index| &weapons[*index]).filter(|weapon| weapon.embarked);
        let passengers: u16 = passengers.map(|weapon| weapon.count).sum();
        if passengers > self.attacker.firing_deck {
            let deck = self.attacker.firing_deck;
            let message =
                format!("{name} has Firing Deck {deck}, and {passengers} passengers shoot (W40K-FIRING-DECK)");
            let help = "set `firing-deck = N` of the unit, or the `count` of its `embarked` weapons".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit").help(Some(help)));
        }
        self.shooting = chosen.weapons.iter().any(|index| weapons[*index].ranged);
        Some(chosen)
    }

    /// Why a weapon may not shoot in this situation.
    fn forbidden(&self, weapon: &DatasheetWeapon) -> Option<&'static str> {
        if !weapon.ranged {
            return None;
        }
        if weapon.embarked {
            return self.passenger(weapon);
        }
        if self.scene.is(ADVANCED) && !weapon.has("Assault") {
            return Some("the unit Advanced and it has no Assault (W40K-ASSAULT)");
        }
        if self.scene.is(INDIRECT) && !weapon.has("Indirect Fire") {
            return Some("nobody sees the target and it has no Indirect Fire (W40K-INDIRECT-FIRE)");
        }
        if self.scene.is(INDIRECT) && weapon.has("Torrent") && !self.is_core() {
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

    /// A model shoots with its Pistols or with its other weapons; Monsters and Vehicles with all (W40K-PISTOL).
    fn pistols(&self, kept: Vec<usize>, notes: &mut Vec<String>) -> Vec<usize> {
        let pistol = |index: &usize| self.attacker.weapons[*index].has("Pistol");
        let all = self.scene.attacker_has("MONSTER") || self.scene.attacker_has("VEHICLE");
        if all || !kept.iter().any(pistol) {
            return kept;
        }
        let (pistols, others): (Vec<usize>, Vec<usize>) = kept.iter().copied().partition(|index| pistol(index));
        if others.is_empty() || !self.attacker.weapons[others[0]].ranged {
            return kept;
        }
        let named = |index: &usize| {
            let name = &self.attacker.weapons[*index].name;
            self.encounter.picks.iter().any(|pick| matches!(pick, Pick::Named(wanted) if same(wanted, name)))
        };
        if pistols.iter().any(named) {
            notes.push("Pistols are used instead of the other ranged weapons (W40K-PISTOL)".to_owned());
            return pistols;
        }
        let names: Vec<&str> = pistols.iter().map(|index| self.attacker.weapons[*index].name.as_str()).collect();
        let names = names.join(", ");
        notes.push(format!(
            "{names}: not used beside other ranged weapons; `--weapon` names it to use it instead (W40K-PISTOL)"
        ));
        others
    }
}
