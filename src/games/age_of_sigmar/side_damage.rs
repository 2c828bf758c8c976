//! What comes beside a unit's attacks: dice on the side, models slain outright, what hurts the attacker, what is healed.

use smallvec::smallvec;

use super::draft::{WarscrollAttack, has_keyword, mortal_landing, states_read};
use super::situations::{PLACE_OF_POWER, POWER_THROUGH, RALLY, TARGET_RETREATS};
use super::unit::Warscroll;
use crate::dice::{Amount, Draw, Faces};
use crate::games::Encounter;
use crate::games::language::participants::Participants;
use crate::games::language::scene::{AbilityBlock, Scene};
use crate::games::language::side::SideDice;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::turn::turn;
use crate::games::volley::Volleys;
use crate::games::volley::answer::DamageBack;
use crate::games::volley::draft::{TargetDraft, Warding, WeaponDraft};
use crate::profile::Diagnostics;
use crate::sequence::{Limit, Recovery, Returns, Slot};

impl WarscrollAttack<'_> {
    /// What comes at the end of the turn, after the attacks of all units: Power Through of the first one, if it still stands
    /// (AOS-CMD-8.0).
    ///
    /// # Errors
    /// [`Limit`] if the tables are too large.
    pub(super) fn end_turn(
        volleys: &mut Volleys,
        (encounter, units): (&Encounter, &Participants<Warscroll>),
        own_body: Option<usize>,
        found: &Diagnostics,
    ) -> Result<(), Limit> {
        let (attacker, defender, options) = (&*units.attackers[0], &**units.defender(0), units.options(0));
        if !options.situations.contains(&POWER_THROUGH) {
            return Ok(());
        }
        let states_read = [states_read(&volleys.e, attacker, defender)];
        turn(volleys, (&states_read, own_body), found, |volleys, lost, _| {
            let (defender, scene) = (&defender.after(lost[0]), Scene::default());
            let (answers, shooting, index) = (&[][..], false, 0);
            let mut unit =
                WarscrollAttack { encounter, answers, attacker, defender, options, scene, shooting, index, own_body };
            unit.set_scene();
            unit.set_phase();
            let (target, warding) = (unit.target(), unit.warding());
            let mortal = |points: &Draw| mortal_landing(&target.groups[0], warding, points.clone());
            volleys.side(1, &SideDice::sure(Amount::dice(1, 3)), mortal)?;
            volleys.end_unit(false);
            Ok(Some(()))
        })?;
        Ok(())
    }

    /// Wards against mortal damage beside the attacks are those against a weapon of the unit; what names weapons is theirs
    /// alone.
    fn warding(&self) -> Warding {
        let mut weapon = WeaponDraft::new("", Amount::fixed(1), 4, Amount::fixed(1));
        for effect in self.sources().of_attack(|block| block.weapons.is_none().then_some(1)) {
            effect.change_attack(&mut weapon);
        }
        weapon.warding
    }

    /// Mortal damage beside the attacks: dice on the side, and what comes after the attack (AOS-17.2). It lands last; the
    /// order of points in a pool changes nothing (AMB-23, AMB-24).
    pub(super) fn beside(
        &self,
        volleys: &mut Volleys,
        target: &TargetDraft,
        chosen: &ChosenWeapons,
    ) -> Result<(), Limit> {
        let (sources, warding) = (self.sources(), self.warding());
        let mortal = |points: &Draw| mortal_landing(&target.groups[0], warding, points.clone());
        for (side, times) in self.sources().side(self.attacker.models, |block| self.bearers(block, chosen)) {
            volleys.side(times, side, mortal)?;
        }
        let d3 = Amount::dice(1, 3);
        let after_all = self.index + 1 == self.encounter.attacks.len();
        if self.scene.is(TARGET_RETREATS) && after_all {
            volleys.side(1, &SideDice::sure(d3), mortal)?;
        }
        if self.scene.is(PLACE_OF_POWER) && after_all {
            volleys.side(1, &SideDice::one(Faces::only(1), d3), mortal)?;
        }
        for slain in sources.beside(|block| self.bearers(block, chosen)).slain {
            volleys.slay(slain, self.defender.health)?;
        }
        Ok(())
    }

    /// What comes upon the attacker once its attack is over (AOS-17.2); `made` says whether there was a target to attack.
    pub(super) fn answers(
        &self,
        volleys: &mut Volleys,
        made: Option<Slot>,
        target: &TargetDraft,
        chosen: &ChosenWeapons,
    ) {
        let Some(body) = self.own_body else { return };
        let own = self.sources().beside(|block| self.bearers(block, chosen)).answers;
        for (on, points) in own.into_iter().chain(target.answers.iter().copied()) {
            match on {
                DamageBack::Roll(reach) => volleys.answer(reach, points),
                DamageBack::Dice(dice, reach) => volleys.answer_of_dice(dice, reach, points),
                DamageBack::HitsOf(_) | DamageBack::SavesOf(_) | DamageBack::Wards | DamageBack::Slain(_) => {}
            }
        }
        let own = self.own_target();
        volleys.hurt(body, Warding::default().ignore_on(&own.groups[0], true), made);
    }

    /// Notes that damage back for wards or slain models counts the attacks alone, not mortal damage outside of them.
    pub(super) fn remark_on_answers(&self, target: &TargetDraft, chosen: &mut ChosenWeapons) {
        let sources = self.sources();
        let side = sources.side(self.attacker.models, |block| self.bearers(block, chosen));
        let beside =
            [POWER_THROUGH, TARGET_RETREATS, PLACE_OF_POWER].into_iter().any(|situation| self.scene.is(situation));
        let counted = |(on, _): &(DamageBack, Amount)| matches!(on, DamageBack::Wards | DamageBack::Slain(_));
        if (beside || !side.is_empty()) && target.answers.iter().any(counted) {
            let counts =
                "what strikes back for wards or for slain models counts those of the attacks, not those of the";
            chosen.notes.push(format!("{counts} mortal damage beside them (AOS-18.0)"));
        }
    }

    /// What the target gets back once all attacks are over, in the order it was asked for, Rally last.
    pub(super) fn recoveries(&self) -> Vec<Recovery> {
        let healings = self.sources().healing().into_iter();
        let mut recoveries: Vec<Recovery> = healings.map(|healing| healing.recovery(self.defender.health)).collect();
        if self.scene.is(RALLY) {
            // AOS-CMD-2.0a: one die more with a Musician (AOS-MOD-2.0).
            let dice = 6 + u8::from(has_keyword(&self.defender.keywords, "MUSICIAN"));
            let points = Draw { dice, sides: 6, reroll: Faces::NONE, plus: 0, values: smallvec![0, 0, 0, 1, 1, 1] };
            recoveries.push(Recovery {
                what: "rally".to_owned(),
                is_late: true,
                points,
                returns: Returns::ModelsAndWounds,
                times: Vec::new(),
            });
        }
        recoveries
    }

    /// How many models have what an ability names: weapons that are used in this attack, or all; `None`: nobody.
    fn bearers(&self, block: &AbilityBlock<WeaponDraft>, chosen: &ChosenWeapons) -> Option<u16> {
        let used = chosen.weapons.iter().map(|index| &self.attacker.weapons[*index]);
        let bearers: u32 =
            used.filter(|weapon| block.names(&weapon.name) == Some(true)).map(|weapon| u32::from(weapon.count)).sum();
        let all = u32::from(self.attacker.models);
        let bearers = if block.weapons.is_none() { all } else { bearers.min(all) };
        u16::try_from(bearers).ok().filter(|n| *n > 0)
    }
}
