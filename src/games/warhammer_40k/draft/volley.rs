//! A weapon's attacks as tables: what a hit and a wound lead to (W40K-HIT, W40K-WOUND).

use super::target::Precision;
use super::{DatasheetAttack, wounds_on};
use crate::dice::{Amount, Draw, DrawError};
use crate::games::volley::draft::{Failing, TargetDraft, Test, WeaponDraft};
use crate::games::volley::{AfterHit, Volley, Wounding};

impl DatasheetAttack<'_> {
    pub(super) fn volley(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        precision: Precision,
    ) -> Result<Volley, DrawError> {
        let most = |amount: Option<Amount>| amount.map_or(0, |amount| u32::from(amount.max()));
        let (on_hit, on_wound) = (&draft.critical_hit, &draft.critical_wound);
        let packet = most(on_hit.mortal).max(most(on_wound.mortal));
        let mortal = on_hit.mortal.is_some() || on_wound.mortal.is_some();
        let critical = draft.changed(&on_hit.changes);
        Ok(Volley {
            name: self.label(&draft.name),
            count: draft.count,
            bonus_attacks: 0,
            champions: None,
            attacks: draft.attacks.draw(self.rounding(), 1)?,
            hit: (!draft.auto_hit).then(|| draft.hit.failing_below(target.hit_only_on).rolled(true, Failing::InTheEnd)),
            after_hit: self.after_hit(draft, target, precision)?,
            after_critical_hit: critical.map(|draft| self.after_hit(&draft, target, precision)).transpose()?,
            unsaved_hits: None,
            critical_hit: on_hit.clone(),
            critical_wound: on_wound.clone(),
            mortal: mortal.then(|| self.mortal(target, &Draw::one(), draft.psychic, packet, precision)),
        })
    }

    /// How hits of a weapon go on.
    fn after_hit(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        precision: Precision,
    ) -> Result<AfterHit, DrawError> {
        let on_wound = &draft.critical_wound;
        let critical = draft.changed(&on_wound.changes);
        let differs = on_wound.unsaved || critical.is_some();
        let critical_wounds = || self.landing(critical.as_ref().unwrap_or(draft), target, on_wound.unsaved, precision);
        Ok(AfterHit {
            wound: self.wounding(draft, target, self.toughness(target))?,
            attacks: self.landing(draft, target, false, precision)?,
            critical_wounds: differs.then(critical_wounds).transpose()?,
        })
    }

    fn wounding(&self, draft: &WeaponDraft, target: &TargetDraft, toughness: i32) -> Result<Wounding, DrawError> {
        let test = |strength: i32| {
            let mut test: Test = draft.wound;
            test.needs = wounds_on(strength, toughness);
            test.only_on = test.only_on.max(target.wounded_only_on);
            test.rolled(true, Failing::InTheEnd)
        };
        if let Some(fixed) = draft.strength.fixed(self.rounding(), 1) {
            return Ok(Wounding::Test(test(fixed)));
        }
        let listed = draft.strength.draw(self.rounding(), 1)?.as_one_die();
        match listed.ok_or_else(|| DrawError::Ways(format!("Strength {}", draft.strength.printed)))?[..] {
            [fixed] => Ok(Wounding::Test(test(i32::from(fixed)))),
            ref faces => Ok(Wounding::Rolled(faces.iter().map(|strength| test(i32::from(*strength))).collect())),
        }
    }
}
