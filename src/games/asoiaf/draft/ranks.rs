//! Effects that are counted: so much for each rank that is left or gone, or for each wound that is lost (ASOIAF-RANK).

use super::super::changes::{AttackDraft, ConditionToken, DefenceDraft};
use super::super::panic::{PanicTest, PanicToken};
use super::super::situations::{HIGHEST_AND_LOWEST, SITUATIONS};
use super::super::unit::UnitCard;
use super::{UnitCardAttack, success};
use crate::dice::Faces;
use crate::games::Owner;
use crate::games::language::effect::Effect;
use crate::games::language::entry::Meaning;
use crate::games::language::participants::{AttackOptions, Participants};
use crate::games::language::vocabulary::{Ranks, Suffix};
use crate::games::volley::draft::Origin;
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Recovery, Returns};
use crate::words::add_once;
use crate::words::sort::sort_by_key;

const RULE: &str = "ASOIAF-RANK";

/// The effect that a meaning counts, and by what.
fn counted(meaning: &Meaning<AttackDraft>) -> Option<(&Meaning<AttackDraft>, Ranks)> {
    let effect = meaning.effect()?;
    if let Some(Suffix::Per(ranks)) = effect.suffix { Some((effect, ranks)) } else { None }
}

/// Every effect of these cards, and every one that was asked for.
fn all<'e>(
    cards: impl Iterator<Item = &'e UnitCard>,
    options: &'e AttackOptions<AttackDraft>,
) -> impl Iterator<Item = &'e Meaning<AttackDraft>> {
    let own = cards.flat_map(|card| &card.blocks).flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
    own.chain(options.meanings.iter().map(|(.., meaning)| meaning))
}

/// Whether any effect is counted by lost wounds.
pub(super) fn asks_for_wounds<'e>(
    cards: impl Iterator<Item = &'e UnitCard>,
    options: &'e AttackOptions<AttackDraft>,
) -> bool {
    all(cards, options).any(|meaning| counted(meaning).is_some_and(|(_, ranks)| ranks == Ranks::LostWounds))
}

/// Whether any effect lays down such a token, on the target or, where `or_itself`, on its own unit for attacks of others.
pub(super) fn brings<'e>(
    cards: impl Iterator<Item = &'e UnitCard>,
    options: &'e AttackOptions<AttackDraft>,
    (token, or_itself): (ConditionToken, bool),
) -> bool {
    let mut laid = AttackDraft::default();
    all(cards, options).filter_map(Meaning::effect).for_each(|effect| effect.change_attack(&mut laid));
    let on_itself = or_itself && laid.itself_becomes.contains(&token);
    laid.becomes.contains(&token) || laid.afterwards.contains(&token) || on_itself
}

/// Notes tokens that are placed after the last attack, each with its cause.
pub(super) fn tokens_unused(participants: &Participants<UnitCard>, attacks: usize) -> Vec<String> {
    let own = participants.attackers.iter().flat_map(|unit| &unit.blocks).filter(|block| !block.against);
    let theirs = participants.defenders.iter().flat_map(|unit| &unit.blocks).filter(|block| block.against);
    let cards = own.chain(theirs).flat_map(|block| block.effects.iter().map(|(_, meaning)| (&*block.name, meaning)));
    let options = participants.all_options.of(Owner::Attacker);
    let (attacker, target) = (&participants.attackers[0].facts.name, &participants.defender(0).facts.name);
    let mut notes = Vec::new();
    for (source, meaning) in cards.chain(options) {
        let mut laid = AttackDraft::default();
        meaning.effect().into_iter().for_each(|effect| effect.change_attack(&mut laid));
        let (token, bearer, what) = match (&laid.afterwards[..], &laid.itself_becomes[..]) {
            ([ConditionToken::Weakened], _) => ("Weakened", target, "its own next attack"),
            ([token], _) if attacks == 1 => (name_of(*token), target, NEXT),
            (_, [token]) => (name_of(*token), attacker, NEXT),
            _ => continue,
        };
        let note = format!(
            "{}: what the {token} token does that {bearer} gets is not computed: it is for {what}",
            source.trim()
        );
        add_once(&mut notes, [note]);
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
        match owner {
            Owner::Attacker => count(ranks, self.attacker, self.attacker.taken, self.defender),
            Owner::Defender => count(ranks, self.defender, self.defender.taken, self.attacker),
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
        draft.lines.note(format!("{text}: {count} times"), &Origin::new(origin.source, RULE));
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
        let of_attacker = matches!(ranks, Ranks::Enemy | Ranks::EnemyDestroyed);
        draft.counts_attacker |= of_attacker;
        let mut once = DefenceDraft::default();
        once.change(effect);
        let for_test = !of_attacker && (once.panic_wounds != 0 || once.morale_test.modifiers.sum() != 0);
        draft.counts_for_test |= for_test;
        let count = self.count(ranks, Owner::Defender);
        let times = if for_test { "counted when the test is rolled".to_owned() } else { format!("{count} times") };
        draft.lines.note(format!("{text}: {times}"), &Origin::new(origin.source, RULE));
        (0..count).for_each(|_| draft.change(effect));
    }

    /// The panic test of a target that has lost so much, from as little as it may have lost; none if it rolls none. Wounds of
    /// the attack are suffered before it (ASOIAF-ATK-6, ASOIAF-ATK-7), and what counts ranks counts those that are left.
    pub(super) fn panic_tests(
        &self,
        attack: &AttackDraft,
        defence: &DefenceDraft,
        panicked: Option<PanicToken>,
    ) -> Vec<(u16, PanicTest)> {
        let now = self.defender.taken;
        if !defence.counts_for_test {
            return self.panic_test(defence, panicked).map(|test| (now, test)).into_iter().collect();
        }
        let (mut unit, mut tests) = (self.defender.clone(), Vec::<(u16, PanicTest)>::new());
        for lost in now..unit.wounds() {
            unit.taken = lost;
            let then = UnitCardAttack { defender: &unit, scene: self.scene.clone(), ..*self };
            let test = then.panic_test(&then.defence(attack), panicked);
            tests
                .extend(test.filter(|test| tests.last().is_none_or(|(_, last)| last != test)).map(|test| (lost, test)));
        }
        tests
    }

    /// Notes what depends on dice that are rolled after it has to be known.
    pub(super) fn refuse_unknown(&self, attack: &AttackDraft, defence: &DefenceDraft, found: &Diagnostics) {
        let mistake = |message: &str, help: &str| {
            let diagnostic = Diagnostic::new(&self.attacker.place, message, "this unit attacks");
            found.push(diagnostic.help(help.to_owned()));
        };
        if !attack.before.is_empty() && (attack.counts_attacker || defence.counts_attacker || self.asks_for_losses()) {
            mistake(
                "how many ranks are left is rolled before the attack, and something here depends on them or on damage",
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
        let said = self.said_of_attacker().filter_map(Meaning::effect);
        for effect in said.filter(|effect| own_save(effect) == OwnSave::Unknown) {
            mistake(
                &format!("whether `{effect}` helps against hits that the attack brings on the attacker is not known"),
                "leave it out, or the hits",
            );
        }
        for block in &self.attacker.blocks {
            let effects = || block.effects.iter().filter_map(|(_, meaning)| meaning.effect());
            let is_fixed = block.when.is_empty() && !effects().any(|effect| own_save(effect) == OwnSave::Unknown);
            if !is_fixed && effects().any(|effect| own_save(effect) != OwnSave::None) {
                let message =
                    format!("whether {} helps against hits that its own attack brings is not known", block.name);
                let help = "leave the ability out, or the hits".to_owned();
                found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks").help(help));
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

    /// What the target gets back once an attack is over (ASOIAF-HEAL).
    pub(super) fn recoveries(&self) -> Vec<Recovery> {
        let held = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &self.scene));
        let own = held.flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
        let all = own.chain(self.options.of(Owner::Defender).map(|(_, meaning)| meaning));
        let unit = self.defender;
        let times = |ranks| (0..=unit.wounds()).map(|lost| count(ranks, unit, lost, self.attacker)).collect();
        let recovery = |meaning: &Meaning<AttackDraft>| {
            let Effect::Heal(healing) = meaning.effect()?.effect else { return None };
            let (what, times) = match counted(meaning) {
                Some((_, ranks)) => (format!("{healing} for each rank or wound that counts"), times(ranks)),
                None => (healing.to_string(), Vec::new()),
            };
            Some(Recovery { what, returns: Returns::Everything, times, ..healing.recovery(unit.wounds_per_model) })
        };
        let mut recoveries: Vec<Recovery> = all.filter_map(recovery).collect();
        // Ranks are counted before anything is restored.
        sort_by_key(&mut recoveries, |recovery| recovery.times.is_empty());
        recoveries
    }

    /// What was said of the attacker by name, `attacker: +1 to save`.
    fn said_of_attacker(&self) -> impl Iterator<Item = &Meaning<AttackDraft>> {
        let said = self.options.meanings.iter().filter(|(owner, ..)| *owner == Some(Owner::Attacker));
        said.map(|(.., meaning)| meaning)
    }

    /// The faces with which the attacker blocks hits that it suffers: its Defense, and what always changes it. Blocking
    /// hits without dice is for attacks alone.
    pub(super) fn own_block(&self) -> Option<Faces> {
        let mut defence = DefenceDraft { defense: Some(self.attacker.defense?.into()), ..DefenceDraft::default() };
        let always = self.attacker.blocks.iter().filter(|block| block.when.is_empty() && !block.against);
        let printed = always.flat_map(|block| block.effects.iter().map(|(_, meaning)| meaning));
        for meaning in printed.chain(self.said_of_attacker()) {
            let Some(effect) = meaning.effect().filter(|effect| own_save(effect) == OwnSave::Known) else { continue };
            let times = counted(meaning).map_or(1, |(_, ranks)| self.count(ranks, Owner::Attacker));
            (0..times).for_each(|_| defence.change(effect));
        }
        Some(success(defence.defense()?, defence.save.modifiers.sum()))
    }
}

/// How often something counts for a unit that has lost so many wounds.
fn count(ranks: Ranks, own: &UnitCard, lost: u16, enemy: &UnitCard) -> u16 {
    match ranks {
        Ranks::Own => own.ranks(lost),
        Ranks::OwnDestroyed => own.tray.ranks - own.ranks(lost),
        Ranks::Enemy => enemy.ranks(enemy.taken),
        Ranks::EnemyDestroyed => enemy.tray.ranks - enemy.ranks(enemy.taken),
        Ranks::LostWounds => lost,
    }
}

/// What an effect does to the saves of a unit that attacks.
#[derive(Clone, Copy, PartialEq)]
enum OwnSave {
    None,
    Known,
    /// Something that is computed of the target alone.
    Unknown,
}

fn own_save(effect: &Meaning<AttackDraft>) -> OwnSave {
    match effect.owner() {
        Owner::Defender if effect.is(&["±N to save", "* save by N", "set save to N+"]) => OwnSave::Known,
        Owner::Defender if effect.is(&["reroll *saves*", "halve hits"]) => OwnSave::Unknown,
        _ => OwnSave::None,
    }
}
