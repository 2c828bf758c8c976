//! Situations that hold for some models only: half range and cover (W40K-RAPID-FIRE, W40K-MELTA, W40K-COVER).

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::DatasheetAttack;
use crate::games::language::cast::Asked;
use crate::games::language::weapons::Chosen;
use crate::games::volley::draft::WeaponDraft;
use crate::games::warhammer_40k::situations::{COVER, HALF_RANGE};
use crate::games::warhammer_40k::unit::{Datasheet, DatasheetWeapon};
use crate::profile::{Diagnostic, Diagnostics};

/// Notes situations that were said of more models than there are.
pub(super) fn check_counts(
    asked: &Asked<WeaponDraft>,
    attackers: &[Arc<Datasheet>],
    defender: &Datasheet,
    found: &Diagnostics,
) {
    for (situation, models, place) in &asked.counts {
        let units = if *situation == COVER { std::slice::from_ref(defender) } else { &[] };
        let units = units.iter().chain(attackers.iter().map(|unit| &**unit).filter(|_| *situation != COVER));
        if let Some(unit) = units.min_by_key(|unit| unit.models()).filter(|unit| unit.models() < *models) {
            let message = format!("{} has {} models, not {models}", unit.facts.name, unit.models());
            found.push(Diagnostic::new(place, message, "here"));
        }
    }
}

impl DatasheetAttack<'_> {
    /// A weapon that is used; once for those within half range and once for the others, if some are and that makes a
    /// difference (W40K-RAPID-FIRE, W40K-MELTA).
    pub(super) fn by_range(&mut self, index: usize, chosen: &mut Chosen) -> SmallVec<[WeaponDraft; 2]> {
        let (weapon, count) = (&self.attacker.weapons[index], self.counts[index]);
        let Some(models) = self.asked.count(HALF_RANGE) else { return smallvec![self.some(weapon, count, chosen)] };
        let (before, near_scene) = (chosen.clone(), self.scene.clone());
        let mut near = self.some(weapon, count, chosen);
        self.scene.situations.remove(HALF_RANGE);
        let mut far = self.some(weapon, count, &mut before.clone());
        let within = self.attacker.weapons_of(weapon, models).min(count);
        let drafts = match () {
            () if far == near || within >= count => smallvec![near],
            () if within == 0 => {
                *chosen = before;
                smallvec![self.some(weapon, count, chosen)]
            }
            () => {
                chosen.notes.push(format!("{within} of {count} × {} are within half range", weapon.name));
                far = self.some(weapon, count - within, chosen);
                near.name = format!("{}, half range", weapon.name);
                near.count = within;
                smallvec![near, far]
            }
        };
        self.scene = near_scene;
        drafts
    }

    /// So many of a weapon, with everything that changes their attacks.
    fn some(&self, weapon: &DatasheetWeapon, count: u16, chosen: &mut Chosen) -> WeaponDraft {
        let mut draft = self.weapon(weapon, chosen);
        draft.count = count;
        draft
    }
}
