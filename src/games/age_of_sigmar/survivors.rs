//! What is left of a unit that has lost models.

use super::unit::{Warscroll, WarscrollWeapon};
use crate::games::Losses;
use crate::games::size::left;

impl Warscroll {
    /// Models that still stand once this many points are lost, and the points on the one that is hurt (AOS-18.2).
    pub(super) fn models_left(&self, lost: u16) -> (u16, u16) {
        (self.models - (lost / self.health).min(self.models), lost % self.health)
    }

    /// The unit as it is once this many points are lost, those from before included. Models with the weapon that most of them
    /// have fall first, champions last.
    pub(super) fn after(&self, lost: u16) -> Self {
        self.after_losses(lost, Losses::PlainFirst)
    }

    /// The unit once this many points are lost, where `losses` says which models fall first.
    pub(super) fn after_losses(&self, lost: u16, losses: Losses) -> Self {
        let (models, taken) = self.models_left(lost);
        let mut weapons = self.weapons.clone();
        let arms: Vec<_> = self.weapons.iter().map(WarscrollWeapon::arm).collect();
        for (weapon, count) in weapons.iter_mut().zip(left(losses, &[self.models.into()], &[models.into()], &arms)) {
            let champions = match losses {
                Losses::PlainFirst => weapon.champions,
                Losses::Even => Losses::share(weapon.champions, self.models, models),
            };
            (weapon.count, weapon.champions) = (count, champions.min(count));
        }
        Self { models, taken, weapons, ..self.clone() }
    }
}
