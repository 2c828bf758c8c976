//! What is left of a unit that has lost models.

use super::unit::{Warscroll, WarscrollWeapon};

impl Warscroll {
    /// Models that still stand once so many points are lost, and the points on the one that is hurt (AOS-18.2).
    pub(super) fn standing(&self, lost: u16) -> (u16, u16) {
        (self.models - (lost / self.health).min(self.models), lost % self.health)
    }

    /// The unit as it is once so many points are lost, those from before included. Models with the weapon that most of
    /// them have fall first, champions last.
    pub(super) fn after(&self, lost: u16) -> Self {
        let (models, taken) = self.standing(lost);
        let mut weapons = self.weapons.clone();
        for ranged in [false, true] {
            fall(&mut weapons, ranged, self.models, models);
        }
        Self { models, taken, weapons, ..self.clone() }
    }
}

/// Takes the weapons of models that fell: all models have some weapons, and of those that only some have, the one that
/// most have goes first.
fn fall(weapons: &mut [WarscrollWeapon], ranged: bool, before: u16, now: u16) {
    let mut special: Vec<&mut WarscrollWeapon> =
        weapons.iter_mut().filter(|weapon| weapon.ranged == ranged && weapon.count < before).collect();
    for _ in now..before {
        if let Some(most) = special.iter_mut().max_by_key(|weapon| weapon.count) {
            most.count = most.count.saturating_sub(1);
        }
    }
    for weapon in weapons.iter_mut().filter(|weapon| weapon.ranged == ranged) {
        weapon.count = weapon.count.min(now);
        weapon.champions = weapon.champions.min(weapon.count);
    }
}
