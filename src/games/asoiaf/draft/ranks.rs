//! Effects that are counted: so much for each rank that is left or gone, or for each wound that is lost (ASOIAF-RANK).

use super::super::changes::{AttackDraft, DefenceDraft, changed};
use super::super::situations::{HIGHEST_AND_LOWEST, SITUATIONS};
use super::super::unit::UnitCard;
use super::{UnitCardAttack, success};
use crate::dice::Faces;
use crate::games::language::cast::{Asked, Cast};
use crate::games::language::effect::{
    Change, Characteristic, ConditionToken, Effect, IceAndFireEffect, Ranks, RollKind,
};
use crate::games::language::scene::Meaning;
use crate::games::volley::draft::Origin;
use crate::games::{Owner, Recovery, Returns};
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
    let lays = [IceAndFireEffect::Becomes(token), IceAndFireEffect::BecomesAfterwards(token)].map(Effect::IceAndFire);
    all(cards, asked).any(|meaning| matches!(meaning, Meaning::Effect(effect) if lays.contains(effect)))
}

/// Says of tokens that come to lie after the attack when no attack here meets them, each by what brings it.
pub(super) fn tokens_unused(cast: &Cast<UnitCard>, attacks: usize) -> Vec<String> {
    let own = cast.attackers.iter().flat_map(|unit| &unit.blocks).filter(|block| !block.against);
    let theirs = cast.defenders.iter().flat_map(|unit| &unit.blocks).filter(|block| block.against);
    let cards = own.chain(theirs).flat_map(|block| block.effects.iter().map(|(_, meaning)| (&block.name, meaning)));
    let asked = cast.all_asked.meanings.iter().filter(|(owner, ..)| owner.is_none_or(|o| o == Owner::Attacker));
    let (attacker, target) = (&cast.attackers[0].facts.name, &cast.defender(0).facts.name);
    let mut notes = Vec::new();
    for (source, meaning) in cards.chain(asked.map(|(_, text, meaning)| (text, meaning))) {
        let Meaning::Effect(Effect::IceAndFire(effect)) = meaning else { continue };
        let (token, bearer, what) = match effect {
            IceAndFireEffect::BecomesAfterwards(ConditionToken::Weakened) => {
                ("Weakened", target, "its own next attack")
            }
            IceAndFireEffect::BecomesAfterwards(token) if attacks == 1 => (name_of(*token), target, NEXT),
            IceAndFireEffect::AttackerBecomes(token) => (name_of(*token), attacker, NEXT),
            _ => continue,
        };
        let note = format!(
            "{}: what the {token} token does that {bearer} gets is not computed: it is for {what}",
            source.trim()
        );
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

const NEXT: &str = "the next attack on it";

fn name_of(token: ConditionToken) -> &'static str {
    match token {
        ConditionToken::Weakened => "Weakened",
        ConditionToken::Vulnerable => "Vulnerable",
        ConditionToken::Panicked => "Panicked",
    }
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
        let mistake = |message: &str, help: &str| {
            let diagnostic = Diagnostic::new(&self.attacker.place, message, "this unit attacks");
            found.push(diagnostic.help(Some(help.to_owned())));
        };
        if !attack.before.is_empty() && (attack.counts_attacker || defence.counts_attacker || self.asks_for_losses()) {
            mistake(
                "how many ranks are left is rolled before the attack, and something here hangs on them or on damage",
                "leave one of both out; for Dangerous terrain `--ruling crossed-dangerous=after-attack` computes it in \
                 the other order",
            );
        }
        if attack.before.len() > 1 || attack.before.iter().any(|amount| amount.count > 1) {
            mistake(
                "wounds before an attack are computed of one die at most, with or without a number",
                "leave one out, or write it as `suffer D3+1 wounds before attack`",
            );
        }
        if attack.dice_of_two {
            HIGHEST_AND_LOWEST.refuse(SITUATIONS, &self.attacker.place, found);
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

    /// Whether what changes this attack asks how much the attacker has lost.
    fn asks_for_losses(&self) -> bool {
        let own = self.attacker.blocks.iter().filter(|block| !block.against).map(|block| (block, false));
        let theirs = self.defender.blocks.iter().map(|block| (block, true));
        let mut all = own.chain(theirs).filter(|(block, _)| !block.effects.is_empty());
        all.any(|(block, of_target)| block.when.iter().any(|condition| condition.asks_for_losses(of_target)))
    }

    /// What the target gets back once all attacks are over (ASOIAF-HEAL).
    pub(super) fn recoveries(&self) -> Vec<Recovery> {
        let held = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &self.scene));
        let own = held.flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
        let options = self.asked.meanings.iter().filter(|(owner, ..)| owner.is_none_or(|o| o == Owner::Defender));
        let all = own.chain(options.map(|(.., meaning)| meaning));
        let each = self.defender.wounds_per_model;
        let recovery = |meaning: &Meaning<AttackDraft>| match meaning {
            Meaning::Effect(Effect::IceAndFire(IceAndFireEffect::Per(effect, ranks))) => {
                let Effect::Heal(healing) = &**effect else { return None };
                let what = format!("{healing} for each rank or wound that counts");
                let times = self.times_back(*ranks);
                Some(Recovery { what, points: healing.draw(each), returns: Returns::Everything, times })
            }
            Meaning::Effect(Effect::Heal(healing)) => {
                let points = healing.draw(each);
                Some(Recovery { what: healing.to_string(), points, returns: Returns::Everything, times: Vec::new() })
            }
            Meaning::Effect(_) | Meaning::Ability(_) => None,
        };
        let mut recoveries: Vec<Recovery> = all.filter_map(recovery).collect();
        // Ranks are counted before anything is restored.
        recoveries.sort_by_key(|recovery| recovery.times.is_empty());
        recoveries
    }

    /// How often something counts for the target, for each number of wounds that it has lost.
    fn times_back(&self, ranks: Ranks) -> Vec<u16> {
        let unit = self.defender;
        let count = |lost: u16| match ranks {
            Ranks::Own => unit.ranks(lost),
            Ranks::OwnDestroyed => unit.tray.ranks - unit.ranks(lost),
            Ranks::LostWounds => lost,
            Ranks::Enemy | Ranks::EnemyDestroyed => self.count(ranks, Owner::Defender),
        };
        (0..=unit.wounds()).map(count).collect()
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
