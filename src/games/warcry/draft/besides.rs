//! What comes beside attack actions: dice before the first, damage to the attacker afterwards, damage that is removed.

use super::super::fighter::{Fighter, FighterWeapon};
use super::{ActivationsDraft, effect_of};
use crate::dice::{Draw, Faces};
use crate::games::language::effect::{Effect, WarcryEffect};
use crate::games::language::side::SideDice;
use crate::games::{Owner, Recovery, Returns};

impl ActivationsDraft<'_> {
    /// Dice that an ability rolls before the first action (WARCRY-AB-DRAG).
    pub(super) fn first(&self, attacker: &Fighter, weapon: &FighterWeapon) -> Vec<SideDice> {
        self.besides(attacker, weapon, |effect| match effect {
            // Both fighters are one model, so once for each is once.
            Effect::MortalOnTheSide(side) => Some(side.clone()),
            _ => None,
        })
    }

    /// Damage that the attacker takes afterwards.
    pub(super) fn suffers(&self, attacker: &Fighter, weapon: &FighterWeapon) -> Vec<Draw> {
        self.besides(attacker, weapon, |effect| match effect {
            Effect::Warcry(WarcryEffect::Suffer(points)) => Some(Draw::of(*points, Faces::NONE)),
            _ => None,
        })
    }

    /// The attacker's effects that are no part of an attack action.
    pub(super) fn besides<T>(
        &self,
        attacker: &Fighter,
        weapon: &FighterWeapon,
        of: impl Fn(&Effect) -> Option<T>,
    ) -> Vec<T> {
        let scene = self.scene(attacker, weapon.melee, [attacker.taken, self.defender.taken]);
        let held = attacker.blocks.iter().filter(|block| !block.against && block.holds(Owner::Attacker, &scene));
        let held = held.filter(|block| block.names(&weapon.name).is_some());
        let own = held.flat_map(|block| block.effects.iter().map(|(_, meaning)| meaning));
        let options = self.asked.meanings.iter().filter(|(owner, ..)| owner.is_none_or(|o| o == Owner::Attacker));
        own.chain(options.map(|(.., meaning)| meaning)).filter_map(|meaning| of(effect_of(meaning)?)).collect()
    }

    /// What the target gets back once all attack actions are over.
    pub(super) fn recoveries(&self, attacker: &Fighter, melee: bool) -> Vec<Recovery> {
        let scene = self.scene(attacker, melee, [attacker.taken, self.defender.taken]);
        let held = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &scene));
        let own = held.flat_map(|block| block.effects.iter().map(|(_, meaning)| meaning));
        let options = self.asked.meanings.iter().filter(|(owner, ..)| owner.is_none_or(|o| o == Owner::Defender));
        let all = own.chain(options.map(|(.., meaning)| meaning)).filter_map(effect_of);
        let recovery = |effect: &Effect| match effect {
            Effect::Heal(healing) => {
                let points = healing.draw(self.defender.wounds);
                Some(Recovery { what: healing.to_string(), points, returns: Returns::Everything, times: Vec::new() })
            }
            _ => None,
        };
        all.filter_map(recovery).collect()
    }
}

/// Whether an effect is no part of an attack action.
pub(super) fn is_beside(effect: &Effect) -> bool {
    let beside = matches!(effect, Effect::MortalOnTheSide(_) | Effect::Heal(_));
    beside || matches!(effect, Effect::Warcry(WarcryEffect::Suffer(_) | WarcryEffect::BonusAction))
}
