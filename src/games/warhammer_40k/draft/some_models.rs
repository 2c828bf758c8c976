//! Situations that hold for some models only: half range and cover (W40K-RAPID-FIRE, W40K-MELTA, W40K-COVER).

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::DatasheetAttack;
use crate::games::Situation;
use crate::games::language::participants::AttackOptions;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::draft::WeaponDraft;
use crate::games::warhammer_40k::edition::Cover;
use crate::games::warhammer_40k::situations::{COVER, HALF_RANGE};
use crate::games::warhammer_40k::unit::{Datasheet, DatasheetWeapon};
use crate::profile::{Diagnostic, Diagnostics};

/// Notes situations that were given for more models than there are.
pub(super) fn check_counts(
    options: &AttackOptions<WeaponDraft>,
    attackers: &[Arc<Datasheet>],
    defender: &Datasheet,
    found: &Diagnostics,
) {
    let of_attackers = |situation: Situation| situation != COVER || defender.edition.cover == Cover::Skill;
    for (situation, models, place) in &options.counts {
        let units = if of_attackers(*situation) { &[] } else { std::slice::from_ref(defender) };
        let units = units.iter().chain(attackers.iter().map(|unit| &**unit).filter(|_| of_attackers(*situation)));
        if let Some(unit) = units.min_by_key(|unit| unit.models()).filter(|unit| unit.models() < *models) {
            let message = format!("{} has {} models, not {models}", unit.facts.name, unit.models());
            found.push(Diagnostic::new(place, message, "here"));
        }
    }
    if let [.., (situation, _, place)] = &options.counts[..]
        && of_attackers(*situation)
        && options.counts.iter().any(|(other, ..)| other != situation && of_attackers(*other))
    {
        let message = "which of the attackers are within half range and which see the target in cover is not known";
        let help = "say one of both of all attackers, or ask for the attackers apart".to_owned();
        found.push(Diagnostic::new(place, message, "here").help(help));
    }
}

impl DatasheetAttack<'_> {
    /// A weapon that is used; once for those within half range, or that see the target in cover, and once for the others, if some are and that makes a
    /// difference (W40K-RAPID-FIRE, W40K-MELTA).
    pub(super) fn by_range(&mut self, index: usize, chosen: &mut ChosenWeapons) -> SmallVec<[WeaponDraft; 2]> {
        let (weapon, count) = (&self.attacker.weapons[index], self.counts[index]);
        let Some((situation, models)) = self.of_some_attackers() else {
            return smallvec![self.some(weapon, count, chosen)];
        };
        let (before, near_scene) = (chosen.clone(), self.scene.clone());
        let mut near = self.some(weapon, count, chosen);
        self.scene.situations.remove(situation);
        let mut far = self.some(weapon, count, &mut before.clone());
        let within = self.attacker.weapons_of(weapon, models).min(count);
        let drafts = match () {
            () if far == near || within >= count => smallvec![near],
            () if within == 0 => {
                *chosen = before;
                smallvec![self.some(weapon, count, chosen)]
            }
            () => {
                let name = situation.doc(self.edition().language.situations).name;
                let what = if situation == COVER { "see the target in cover" } else { "are within half range" };
                chosen.notes.push(format!("{within} of {count} × {} {what}", weapon.name));
                far = self.some(weapon, count - within, chosen);
                near.name = format!("{}, {name}", weapon.name);
                near.count = within;
                smallvec![near, far]
            }
        };
        self.scene = near_scene;
        drafts
    }

    /// A situation that was given for this many attackers: half range, and where it changes the attacks, cover.
    pub(super) fn of_some_attackers(&self) -> Option<(Situation, u16)> {
        let counted = |situation: Situation| self.options.count(situation).map(|models| (situation, models));
        let by_cover = || counted(COVER).filter(|_| self.edition().cover == Cover::Skill);
        counted(HALF_RANGE).or_else(by_cover)
    }

    /// This many of a weapon, with everything that changes their attacks.
    fn some(&self, weapon: &DatasheetWeapon, count: u16, chosen: &mut ChosenWeapons) -> WeaponDraft {
        let mut draft = self.weapon(weapon, chosen);
        draft.count = count;
        draft
    }
}
