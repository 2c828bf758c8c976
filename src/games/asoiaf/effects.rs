//! The effects that only A Song of Ice & Fire has, and what it says of those of other games.

use super::changes::{AttackDraft, ConditionToken, DefenceDraft, DiceOfRanks, Price};
use crate::dice::{Draw, Faces};
use crate::games::language::entry::{Drafts, RuleRows, entries, has, lacks, lacks_all_of};
use crate::games::language::vocabulary::Captured;
use crate::games::warcry;

impl Drafts for AttackDraft {
    type Target = DefenceDraft;
    type Models = ();
    type Beside = ();
}

fn draw(words: &Captured) -> Draw {
    Draw::of(words.amount(0), Faces::NONE)
}

entries! {
    /// What a unit can have.
    pub(super) EFFECTS: AttackDraft, "asoiaf";
    Attacker "A automatic hits" "hits that are not rolled" "ASOIAF-AUTOHIT"
        Attack(|attack, words| attack.automatic.push(draw(words)));
    Attacker "extra N hits on 6" "an unmodified 6 to hit is worth so many more" "ASOIAF-TRIG6"
        Attack(|attack, words| attack.extra_on_six = attack.extra_on_six.saturating_add(words.number(0).into()));
    Attacker "no save against 6" "an unmodified 6 to hit allows no save" "ASOIAF-TRIG6"
        Attack(|attack, _| attack.unsavable_six = true);
    Attacker "A direct wounds" "wounds without a save that are part of the attack" "ASOIAF-WOUND"
        Attack(|attack, words| attack.direct.push(draw(words)));
    Attacker neutral "A wounds instead of hits" "if there is any hit, so many wounds without a save; hits do nothing else" "ASOIAF-WOUND"
        Attack(|attack, words| attack.instead.push(draw(words)));
    Attacker "suffer A wounds" "the attacker suffers wounds without a save once its attack is over" "ASOIAF-WOUND"
        Attack(|attack, words| attack.after.push(Price { of_defender: attack.of_defender, ..Price::wounds(draw(words)) }));
    Attacker "no save" "the attack allows no defense dice" "ASOIAF-ATK-4"
        Attack(|attack, _| attack.no_save = true);
    Attacker "blocked only on N+" "unmodified defense dice below N do not block" "ASOIAF-ATK-4"
        Attack(|attack, words| attack.save.only_on = attack.save.only_on.max(words.target()));
    Defender "block N hits" "so many hits are blocked besides those that the defense dice block; not those that allow no save" "ASOIAF-ATK-4"
        Target(|defence, words| defence.blocks = defence.blocks.saturating_add(words.number(0).into()));
    Defender "halve hits" "one wound for every two hits that are not blocked" "ASOIAF-WOUND"
        Target(|defence, _| defence.halves = true);
    Attacker "extra N hits on each hit" "each die that hits is worth so many more" "ASOIAF-ATK-2"
        Attack(|attack, words| attack.extra_hits = attack.extra_hits.saturating_add(words.number(0).into()));
    Attacker "extra N wounds on each hit" "each hit that is not blocked is worth so many wounds more" "ASOIAF-WOUND"
        Attack(|attack, words| attack.extra_wounds = attack.extra_wounds.saturating_add(words.number(0).into()));
    Attacker "highest attack dice" "the largest number of attack dice on the card, whatever ranks are left" "ASOIAF-ATK-1"
        Attack(|attack, _| attack.roll_dice_of(DiceOfRanks::Highest));
    Attacker hurtful "lowest attack dice" "the smallest number of attack dice on the card, whatever ranks are left" "ASOIAF-ATK-1"
        Attack(|attack, _| attack.roll_dice_of(DiceOfRanks::Lowest));
    Attacker "±N ranks for attacks" "attack dice as if so many ranks more were left" "ASOIAF-ATK-1"
        Attack(|attack, words| attack.more_ranks = attack.more_ranks.saturating_add(words.signed()));
    Attacker hurtful "becomes weakened" "the attacker gets a Weakened token before it rolls" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.becomes.push(ConditionToken::Weakened));
    Attacker "target becomes vulnerable" "the defender gets a Vulnerable token before any die is rolled" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.becomes.push(ConditionToken::Vulnerable));
    Attacker "target becomes panicked" "the defender gets a Panicked token before any die is rolled" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.becomes.push(ConditionToken::Panicked));
    Attacker "ignore weakened" "no Weakened token is spent on this attack" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.never_weakened = true);
    Defender "ignore vulnerable" "no Vulnerable token is spent on this attack" "ASOIAF-TOKEN"
        Target(|defence, _| defence.never.push(ConditionToken::Vulnerable));
    Defender "ignore panicked" "no Panicked token is spent on this attack" "ASOIAF-TOKEN"
        Target(|defence, _| defence.never.push(ConditionToken::Panicked));
    Defender "at most N panic wounds" "a failed panic test costs no more" "ASOIAF-PANIC"
        Target(|defence, words| {
            let most = u16::from(words.number(0));
            defence.most_panic_wounds = Some(defence.most_panic_wounds.map_or(most, |wounds| wounds.min(most)));
        });
    Defender "no panic test" "panic tests are passed without a roll" "ASOIAF-PANIC"
        Target(|defence, _| defence.never_panics = true);
    Attacker "suffer A wounds before attack" "the attacker suffers wounds before its attack dice are counted: ranks that are gone do not attack" "ASOIAF-WOUND"
        Attack(|attack, words| attack.before.push(words.amount(0)));
    Attacker "suffer A wounds if panic passed" "the attacker suffers wounds once the defender has passed its panic test, rolled or not" "ASOIAF-ATK-7"
        Attack(|attack, words| attack.on_panic.push((true, draw(words))));
    Attacker "suffer A wounds if panic failed" "the same once it has failed it, if it still stands" "ASOIAF-PANIC"
        Attack(|attack, words| attack.on_panic.push((false, draw(words))));
    Attacker "target becomes weakened after attack" "the defender gets a Weakened token once the attack is over, for its own next attack" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.afterwards.push(ConditionToken::Weakened));
    Attacker "target becomes vulnerable after attack" "the defender gets a Vulnerable token once the attack is over, for the next attack on it" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.afterwards.push(ConditionToken::Vulnerable));
    Attacker "target becomes panicked after attack" "the defender gets a Panicked token once the attack is over, for the next attack on it" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.afterwards.push(ConditionToken::Panicked));
    Attacker "becomes vulnerable" "the attacker gets a Vulnerable token, for the next attack on it" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.itself_becomes.push(ConditionToken::Vulnerable));
    Attacker "becomes panicked" "the attacker gets a Panicked token, for the next attack on it" "ASOIAF-TOKEN"
        Attack(|attack, _| attack.itself_becomes.push(ConditionToken::Panicked));
    Defender "set morale to N+" "Morale is replaced" "ASOIAF-PANIC"
        Target(|defence, words| defence.morale = defence.morale.map(|_| i16::from(words.target())));
    Attacker "suffer A hits" "the attacker suffers hits once its attack is over, and may block them" "ASOIAF-ATK-4"
        Attack(|attack, words| {
            attack.after.push(Price { amount: draw(words), hits: true, of_defender: attack.of_defender });
        });
    Attacker "suffer N hits for each miss" "the same for each attack die that misses" "ASOIAF-ATK-4"
        Attack(|attack, words| attack.hits_per_miss = attack.hits_per_miss.saturating_add(words.number(0).into()));
    Attacker "suffer N wounds for each 1" "the attacker suffers wounds for each attack die that shows a 1" "ASOIAF-WOUND"
        Attack(|attack, words| attack.wounds_per_one = attack.wounds_per_one.saturating_add(words.number(0).into()));
    Defender hurtful "±N panic wounds" "added to the wounds of a failed panic test" "ASOIAF-PANIC"
        Target(|defence, words| defence.panic_wounds = defence.panic_wounds.saturating_add(words.signed()));
}

const NO_WOUND_ROLL: &str = "there is no roll to wound: every hit that is not blocked is a wound";
const NO_DAMAGE: &str = "there is no Damage: every hit that is not blocked is one wound";
const NO_CRITICAL: &str = "there are no critical hits: write `extra N hits on 6` or `no save against 6`";
pub(super) const NOT_ROLLED: &str = "the number of attack dice is not rolled";
const ONE_SAVE: &str = "there is one save, the Defense: write `set save to N+` or `+N to save`";
const NO_RULE: &str = "no rule of this game does that";

/// What the game says of all other effects.
pub(super) const ROWS: RuleRows = &[
    warcry::ELSEWHERE,
    &[
        lacks(&["A mortal on critical *", "critical hits on N+", "critical wounds on N+"], NO_CRITICAL),
        lacks(&["precision on critical *", "* on critical *"], NO_RULE),
        has(&["* per RANK"], "ASOIAF-RANK"),
        lacks(&["±N to wound", "reroll wounds of N", "reroll * wounds"], NO_WOUND_ROLL),
        lacks(&["* wound by N", "set wound to N+", "wounded only on N+", "wounds on N+"], NO_WOUND_ROLL),
        lacks(&["reroll attacks of N"], NOT_ROLLED),
        lacks(&["reroll non critical hits", "no critical hits"], NO_CRITICAL),
        lacks(&["reroll damage of N", "±N damage", "±N * damage", "set damage to A", "double damage"], NO_DAMAGE),
        lacks(&["triple damage", "halve damage", "damage is 0", "-N damage to target"], NO_DAMAGE),
        lacks(
            &["double attacks", "triple attacks", "halve attacks"],
            "dice are added or replaced: write `+N attacks` or `set attacks to N`",
        ),
        lacks(
            &["±N rend", "set rend to A", "* ap *"],
            "nothing pierces armour by a number: write `Sundering` or `-N to save`",
        ),
        lacks(
            &["* strength", "* toughness", "set strength to A", "set toughness to A"],
            "there is no Strength or Toughness",
        ),
        lacks(&["* skill *"], "there is no Skill: write `improve hit by N`"),
        lacks(&["hit only on N+"], NO_RULE),
        lacks(&["ignore first failed save"], "no rule lets a failed save not count"),
        lacks(&["ignore * modifiers", "ignore modifiers"], "no rule ignores modifiers: leave them out"),
        lacks(&["A mortal damage", "* -> M mortal ..."], "there is no mortal damage: write `N direct wounds`"),
        lacks(&["return *", "* return *"], "wounds that are restored bring models back: write `heal N`"),
        lacks(&["ward N+*", "-N to ward", "+N to ward", "no ward"], ONE_SAVE),
        lacks(&["each hit inflicts A mortal"], "write `A wounds instead of hits`, or `no save`"),
        lacks(&["ignore first damage", "slay *", "* slay *"], NO_RULE),
        lacks_all_of("age-of-sigmar", "write `suffer N wounds`"),
        lacks(&["reroll one *"], "dice are rolled again all or by their number: write `reroll failed hits`"),
        lacks(&["feel no pain *", "invulnerable N+"], ONE_SAVE),
        lacks_all_of("warhammer-40k", NO_RULE),
        has(&["* only on N+"], "ASOIAF-ATK-4"),
        has(&["±N to *"], "ASOIAF-MOD"),
        has(&["reroll *"], "ASOIAF-REROLL"),
        has(&["±N attacks", "set attacks to A"], "ASOIAF-ATK-1"),
        has(&["heal *", "* heal *"], "ASOIAF-HEAL"),
        has(&["*"], "ASOIAF-PROFILE"),
    ],
];
