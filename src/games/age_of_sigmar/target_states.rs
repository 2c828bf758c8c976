//! How the target may stand when a later unit attacks: damaged or not, as the attacks before have left it.

use super::draft::Attack;
use super::situations::{DAMAGED, TARGET_DAMAGED};
use crate::games::Owner;
use crate::games::language::scene::{Block, Condition, Meaning, Scene};
use crate::games::volley::draft::WeaponDraft;

/// What is true in each state of the target, and which state follows from the points it has lost.
pub(super) struct Stands<'u> {
    /// What is said of each state, and the scene; one without a name if nothing depends on it.
    pub(super) scenes: Vec<(String, Scene<'u>)>,
    /// Points lost at which another state begins, rising.
    pub(super) at: Vec<u16>,
    /// The states, one more than `at` has numbers; none if there is only one.
    pub(super) of: Vec<usize>,
}

impl<'m> Attack<'m> {
    /// The states of the target that this attack tells apart. Only a later unit does: the first one meets the target as
    /// it was said to be (AOS-18.2).
    pub(super) fn stands(&self) -> Stands<'m> {
        let points = self.points_that_matter();
        if points.is_empty() {
            return Stands { scenes: vec![(String::new(), self.scene.clone())], at: Vec::new(), of: Vec::new() };
        }
        let scene = |least: u16| {
            let mut scene = self.scene.clone();
            scene.target_damage = least;
            scene.situations.remove(TARGET_DAMAGED);
            if least > 0 {
                scene.set(TARGET_DAMAGED);
            }
            scene
        };
        let named = |least: &u16| match least {
            1 => ("target damaged".to_owned(), scene(1)),
            n => (format!("target with {n} damage"), scene(*n)),
        };
        let fresh = ("target not damaged".to_owned(), scene(0));
        let scenes = std::iter::once(fresh).chain(points.iter().map(named)).collect();
        let (mut at, mut of) = (Vec::new(), Vec::new());
        for lost in 0..self.defender.models * self.defender.health {
            let on_it = lost % self.defender.health;
            let state = points.iter().filter(|least| on_it >= **least).count();
            if of.last() != Some(&state) {
                at.extend((lost > 0).then_some(lost));
                of.push(state);
            }
        }
        Stands { scenes, at, of }
    }

    /// Points of damage on the target from which some ability that may matter holds.
    fn points_that_matter(&self) -> Vec<u16> {
        let said = self.asked.situations.contains(&TARGET_DAMAGED);
        if self.index == 0 || said {
            return Vec::new();
        }
        let concerns = |block: &&Block<WeaponDraft>| {
            let protects = |meaning: &Meaning<WeaponDraft>| matches!(meaning, Meaning::Effect(effect) if effect.owner() == Owner::Defender);
            block.against || block.effects.iter().any(|(_, meaning)| protects(meaning))
        };
        let own = self.attacker.blocks.iter().map(|block| (block, Owner::Attacker));
        let theirs = self.defender.blocks.iter().filter(concerns).map(|block| (block, Owner::Defender));
        let mut points: Vec<u16> = own.chain(theirs).flat_map(|(block, owner)| asked_of(block, owner)).collect();
        points.retain(|least| *least < self.defender.health);
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// Points of damage on the target that an ability of one side asks for.
fn asked_of(block: &Block<WeaponDraft>, owner: Owner) -> impl Iterator<Item = u16> {
    block.when.iter().filter_map(move |condition| match (condition, owner) {
        (Condition::Situation(doc), Owner::Attacker) => (doc.situation == TARGET_DAMAGED).then_some(1),
        (Condition::Situation(doc), Owner::Defender) => (doc.situation == DAMAGED).then_some(1),
        (Condition::Damage(least), Owner::Defender) => Some(*least),
        (Condition::Damage(_), Owner::Attacker) | (Condition::TargetKeyword(_), _) => None,
    })
}
