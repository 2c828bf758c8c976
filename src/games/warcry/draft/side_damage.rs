//! What comes beside attack actions: dice before the first, damage to the attacker afterwards, damage that is removed.

use super::super::action::AttackAction;
use super::super::effects::SideActions;
use super::super::fighter::{Fighter, FighterWeapon};
use super::ActivationsDraft;
use crate::games::Owner;
use crate::games::language::effect::Effect;
use crate::games::language::entry::Meaning;
use crate::games::language::scene::AbilityBlock;
use crate::sequence::{Recovery, Returns};

impl ActivationsDraft<'_> {
    /// What the attacker's effects bring beside its attack actions, its own and those against its target.
    pub(super) fn beside(&self, attacker: &Fighter, weapon: &FighterWeapon) -> SideActions {
        let scene = self.scene(attacker, weapon.melee, [attacker.taken, self.defender.taken]);
        let own = attacker.blocks.iter().filter(|block| !block.against && block.holds(Owner::Attacker, &scene));
        let own = own.filter(|block| block.names(&weapon.name).is_some());
        let against = self.defender.blocks.iter().filter(|block| block.against && block.holds(Owner::Defender, &scene));
        let mut beside = SideActions::default();
        for effect in self.effects(own.chain(against), Owner::Attacker) {
            if effect.owner() == Owner::Attacker {
                effect.add_beside(&mut beside);
                // Both fighters are one model, so once for each is once.
                beside.first.extend(effect.side_dice().cloned());
            }
        }
        beside
    }

    /// What the target gets back once all attack actions are over.
    pub(super) fn recoveries(&self, attacker: &Fighter, melee: bool) -> Vec<Recovery> {
        let scene = self.scene(attacker, melee, [attacker.taken, self.defender.taken]);
        let held = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &scene));
        let recovery = |effect: &Meaning<AttackAction>| match effect.effect {
            Effect::Heal(healing) => {
                Some(Recovery { returns: Returns::Everything, ..healing.recovery(self.defender.wounds) })
            }
            _ => None,
        };
        self.effects(held, Owner::Defender).filter_map(recovery).collect()
    }

    /// The effects of some abilities, and those that were asked for on one side.
    fn effects<'a>(
        &'a self,
        blocks: impl Iterator<Item = &'a AbilityBlock<AttackAction>>,
        side: Owner,
    ) -> impl Iterator<Item = &'a Meaning<AttackAction>> {
        let own = blocks.flat_map(|block| block.effects.iter().map(|(_, meaning)| meaning));
        own.chain(self.options.of(side).map(|(_, meaning)| meaning)).filter_map(|meaning| meaning.effect())
    }
}
