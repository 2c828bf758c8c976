//! A weapon's attacks as tables: what a hit and a wound lead to (W40K-HIT, W40K-WOUND).

use smallvec::{SmallVec, smallvec};

use super::target::Precision;
use super::{DatasheetAttack, wounds_on};
use crate::dice::{Amount, Draw, DrawError};
use crate::games::language::effect::RollKind;
use crate::games::language::number::RolledTest;
use crate::games::volley::draft::{Failing, Origin, TargetDraft, Test, WeaponDraft};
use crate::games::volley::{AfterHit, Negated, Volley};

impl DatasheetAttack<'_> {
    pub(super) fn volley(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        precision: Precision,
    ) -> Result<Volley, DrawError> {
        let most = |amounts: &[Amount]| amounts.iter().map(|amount| u32::from(amount.max())).sum::<u32>();
        let (on_hit, on_wound) = (&draft.critical_hit, &draft.critical_wound);
        let packet = most(&on_hit.mortal).max(most(&on_wound.mortal));
        let mortal = !on_hit.mortal.is_empty() || !on_wound.mortal.is_empty();
        let ordinary = if draft.precision { precision } else { Precision::Never };
        let on = |roll| if draft.precise.contains(&roll) { precision } else { ordinary };
        let critical =
            draft.changed(&on_hit.changes).or_else(|| (on(RollKind::Hit) != ordinary).then(|| draft.clone()));
        // An attack keeps the Precision that its critical hit brought.
        let of_wounds = |hit: Precision| if hit == ordinary { on(RollKind::Wound) } else { hit };
        let after = |draft: &WeaponDraft, hit: Precision| self.after_hit(draft, target, [hit, of_wounds(hit)]);
        let of_mortal = if on_hit.mortal.is_empty() { on(RollKind::Wound) } else { on(RollKind::Hit) };
        Ok(Volley {
            name: self.encounter.label(|| &self.attacker.facts.name, &draft.name),
            count: draft.count,
            attacks: draft.attacks.draw(self.rounding(), 1)?,
            hit: (!draft.auto_hit).then(|| draft.hit.meeting(&target.hit).rolled(true, Failing::InTheEnd)),
            after_hit: after(draft, ordinary)?,
            after_critical_hit: critical.map(|draft| after(&draft, on(RollKind::Hit)).map(Box::new)).transpose()?,
            critical_hit: on_hit.clone(),
            critical_wound: on_wound.clone(),
            mortal: mortal.then(|| Box::new(self.mortal(target, &Draw::one(), draft.psychic, packet, of_mortal))),
            ..Volley::default()
        })
    }

    /// How hits of a weapon go on, ordinary wounds and critical ones each with its Precision.
    fn after_hit(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        [precision, critical_precision]: [Precision; 2],
    ) -> Result<AfterHit, DrawError> {
        let on_wound = &draft.critical_wound;
        let critical = draft.changed(&on_wound.changes);
        let differs = on_wound.unsaved || critical.is_some() || precision != critical_precision;
        let critical_wounds =
            || self.landing(critical.as_ref().unwrap_or(draft), target, on_wound.unsaved, critical_precision);
        Ok(AfterHit {
            wound: self.wounding(draft, target, self.toughness(target))?,
            attacks: self.landing(draft, target, false, precision)?,
            critical_wounds: differs.then(critical_wounds).transpose()?.map(Box::new),
        })
    }

    /// Lets the attack whose Damage is changed to 0 be one of the weapon that does the most, the first of these
    /// (W40K-DAMAGE). Before the update critical wounds that allow no save were mortal wounds, and nothing was allocated.
    pub(super) fn zero_damage_of_strongest_attack(
        &self,
        weapons: &mut [(WeaponDraft, Volley)],
        precisions: &[Precision],
        target: &TargetDraft,
    ) -> Result<(), DrawError> {
        if !target.one_attack_is_zero {
            return Ok(());
        }
        let mean = |volley: &Volley| {
            let guards = volley.after_hit.attacks.guards.iter().flatten();
            guards.map(|guard| guard.amount.min() + guard.amount.max()).max().unwrap_or(0)
        };
        let Some(most) = weapons.iter().map(|(_, volley)| mean(volley)).max() else { return Ok(()) };
        let worst = weapons.iter_mut().zip(precisions).find(|((_, volley), _)| mean(volley) == most);
        let Some(((draft, volley), precision)) = worst else { return Ok(()) };
        let mut zero = target.clone();
        zero.groups.iter_mut().for_each(|group| group.damage_is_zero = true);
        let Volley { after_hit, after_critical_hit, .. } = self.volley(draft, &zero, *precision)?;
        let mut negated = Negated { ordinary: after_hit, critical: after_critical_hit.map(|after| *after) };
        if draft.critical_wound.unsaved && self.is_core() {
            let all = std::iter::once(&mut negated.ordinary).chain(&mut negated.critical);
            all.for_each(|after| after.critical_wounds = None);
        }
        volley.negated = Some(Box::new(negated));
        draft.note("the Damage of one attack is 0", &Origin::new("the target", "W40K-DAMAGE"));
        Ok(())
    }

    fn wounding(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        toughness: i32,
    ) -> Result<SmallVec<[RolledTest; 1]>, DrawError> {
        let is_printed = target.groups.iter().all(|group| group.toughness.is_printed());
        let test = |strength: i32| {
            self.defender.note_toughness(Some(strength).filter(|_| is_printed));
            let mut test: Test = draft.wound;
            test.needs = wounds_on(strength, toughness);
            test = test.meeting(&target.wound);
            test.rolled(true, Failing::InTheEnd)
        };
        if let Some(fixed) = draft.strength.fixed(self.rounding(), 1) {
            return Ok(smallvec![test(fixed)]);
        }
        let listed = draft.strength.draw(self.rounding(), 1)?.as_one_die();
        let faces = listed.ok_or_else(|| DrawError::Ways(format!("Strength {}", draft.strength.printed)))?;
        Ok(faces.iter().map(|strength| test(i32::from(*strength))).collect())
    }
}
