//! Effects that are counted: so much for each rank that is left or gone, or for each wound that is lost (ASOIAF-RANK).

use super::super::changes::{AttackDraft, DefenceDraft, changed};
use super::super::unit::UnitCard;
use super::{UnitCardAttack, success};
use crate::dice::Faces;
use crate::games::Owner;
use crate::games::language::cast::Asked;
use crate::games::language::effect::{
    Change, Characteristic, ConditionToken, Effect, IceAndFireEffect, Ranks, RollKind,
};
use crate::games::language::scene::Meaning;
use crate::games::volley::draft::Origin;
use crate::profile::{Diagnostic, Diagnostics};

const RULE: &str = "ASOIAF-RANK";

/// The effect that a meaning counts, and by what.
fn counted<D>(meaning: &Meaning<D>) -> Option<(&Effect, Ranks)> {
    match meaning {
        Meaning::Effect(Effect::IceAndFire(IceAndFireEffect::Per(effect, ranks))) => Some((effect, *ranks)),
        Meaning::Effect(_) | Meaning::Ability(_) => None,
    }
}

/// Every effect of these cards, and every one that was asked for.
fn all<'e>(
    cards: impl Iterator<Item = &'e UnitCard>,
    asked: &'e Asked<AttackDraft>,
) -> impl Iterator<Item = &'e Meaning<AttackDraft>> {
    let own = cards.flat_map(|card| &card.blocks).flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
    own.chain(asked.meanings.iter().map(|(.., meaning)| meaning))
}

/// Whether any effect is counted by lost wounds.
pub(super) fn asks_for_wounds<'e>(cards: impl Iterator<Item = &'e UnitCard>, asked: &'e Asked<AttackDraft>) -> bool {
    all(cards, asked).any(|meaning| counted(meaning).is_some_and(|(_, ranks)| ranks == Ranks::LostWounds))
}

/// Whether any effect lays down such a token.
pub(super) fn brings<'e>(
    cards: impl Iterator<Item = &'e UnitCard>,
    asked: &'e Asked<AttackDraft>,
    token: ConditionToken,
) -> bool {
    let lays = Effect::IceAndFire(IceAndFireEffect::Becomes(token));
    all(cards, asked).any(|meaning| matches!(meaning, Meaning::Effect(effect) if *effect == lays))
}

impl UnitCardAttack<'_> {
    /// How often something counts for this owner.
    fn count(&self, ranks: Ranks, owner: Owner) -> u16 {
        let (own, enemy) = match owner {
            Owner::Attacker => (self.attacker, self.defender),
            Owner::Defender => (self.defender, self.attacker),
        };
        let left = |unit: &UnitCard| unit.ranks(unit.taken);
        match ranks {
            Ranks::Own => left(own),
            Ranks::OwnDestroyed => own.tray.ranks - left(own),
            Ranks::Enemy => left(enemy),
            Ranks::EnemyDestroyed => enemy.tray.ranks - left(enemy),
            Ranks::LostWounds => own.taken,
        }
    }

    /// Applies what concerns the attack; what is counted, as often as it counts.
    pub(super) fn change_attack(
        &self,
        draft: &mut AttackDraft,
        meaning: &Meaning<AttackDraft>,
        (text, owner): (&str, Owner),
        origin: &Origin<'_>,
    ) {
        let Some((effect, ranks)) = counted(meaning) else {
            draft.apply(meaning, (text, owner), origin, &self.scene);
            return;
        };
        if effect.owner() != Owner::Attacker {
            return;
        }
        let of_enemy = matches!(ranks, Ranks::Enemy | Ranks::EnemyDestroyed);
        draft.counts_attacker |= of_enemy == (owner == Owner::Defender);
        let count = self.count(ranks, owner);
        draft.note(format!("{text}: {count} times"), &Origin::new(origin.source, RULE));
        (0..count).for_each(|_| draft.change(effect, owner));
    }

    /// Applies what concerns the target; what is counted, as often as it counts.
    pub(super) fn change_defence(
        &self,
        draft: &mut DefenceDraft,
        meaning: &Meaning<AttackDraft>,
        text: &str,
        origin: &Origin<'_>,
    ) {
        let Some((effect, ranks)) = counted(meaning) else {
            draft.apply(meaning, text, origin);
            return;
        };
        if effect.owner() != Owner::Defender {
            return;
        }
        draft.counts_attacker |= matches!(ranks, Ranks::Enemy | Ranks::EnemyDestroyed);
        let count = self.count(ranks, Owner::Defender);
        draft.note(&format!("{text}: {count} times"), &Origin::new(origin.source, RULE));
        (0..count).for_each(|_| draft.change(effect));
    }

    /// Notes what depends on dice that are rolled after it has to be known.
    pub(super) fn refuse_unknown(&self, attack: &AttackDraft, defence: &DefenceDraft, found: &Diagnostics) {
        if attack.crosses && (attack.counts_attacker || defence.counts_attacker) {
            let message =
                "how many ranks are left is rolled in Dangerous terrain, and an effect here is counted by them";
            let help = "`--ruling crossed-dangerous=after-attack` computes it in the other order".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks").help(Some(help)));
        }
        if !attack.suffers_hits() {
            return;
        }
        for block in &self.attacker.blocks {
            let helps = |meaning: &Meaning<AttackDraft>| match counted(meaning) {
                Some((effect, _)) => own_save(effect) != OwnSave::None,
                None => matches!(meaning, Meaning::Effect(effect) if own_save(effect) != OwnSave::None),
            };
            let known = block.when.is_empty() && !block.effects.iter().any(|(_, meaning)| is_unknown(meaning));
            if !known && block.effects.iter().any(|(_, meaning)| helps(meaning)) {
                let message =
                    format!("whether {} helps against hits that its own attack brings is not known", block.name);
                let help = "leave the ability out, or the hits".to_owned();
                found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks").help(Some(help)));
            }
        }
    }

    /// The faces with which the attacker blocks hits that it suffers: its Defense, and what always changes it. Blocking
    /// hits without dice is for attacks alone.
    pub(super) fn own_block(&self) -> Option<Faces> {
        let mut defense = self.attacker.defense.map(i16::from)?;
        let mut modifier = 0;
        let always = self.attacker.blocks.iter().filter(|block| block.when.is_empty() && !block.against);
        for (_, meaning) in always.flat_map(|block| &block.effects) {
            let (effect, times) = match (counted(meaning), meaning) {
                (Some((effect, ranks)), _) => (effect, self.count(ranks, Owner::Attacker)),
                (None, Meaning::Effect(effect)) => (effect, 1),
                (None, Meaning::Ability(_)) => continue,
            };
            match own_save(effect) {
                OwnSave::Modifier(n) => modifier += n * times as i16,
                OwnSave::Changed(change) => changed(&mut defense, change),
                OwnSave::Unknown | OwnSave::None => {}
            }
        }
        Some(success(defense, modifier))
    }
}

/// What an effect does to the saves of a unit that attacks.
#[derive(Clone, Copy, PartialEq)]
enum OwnSave {
    None,
    Modifier(i16),
    Changed(Change),
    /// Something that is computed of the target alone.
    Unknown,
}

fn own_save(effect: &Effect) -> OwnSave {
    match effect {
        Effect::Modify(RollKind::Save, n) => OwnSave::Modifier(*n),
        Effect::Change(Characteristic::Save, change) => OwnSave::Changed(*change),
        Effect::Reroll(RollKind::Save, _) | Effect::IceAndFire(IceAndFireEffect::HalveHits) => OwnSave::Unknown,
        _ => OwnSave::None,
    }
}

fn is_unknown(meaning: &Meaning<AttackDraft>) -> bool {
    matches!(meaning, Meaning::Effect(effect) if own_save(effect) == OwnSave::Unknown)
}
