//! The effects that only Age of Sigmar has, and what it says of those of other games.

use crate::dice::Amount;
use crate::games::language::entry::{RuleRows, entries, has, lacks, lacks_all_of};
use crate::games::volley::answer::DamageBack;
use crate::games::volley::draft::{WeaponDraft, better};
use crate::games::volley::slay::{Slain, Slaying};
use crate::games::warcry;

/// What brings mortal damage to the attacking unit, as its own price or from its target.
pub(super) const HURTS_ATTACKER: &[&str] = &["strike back *", "suffer *", "A dice T+ -> s* A mortal"];

/// What changes nothing before damage is allocated: ward rolls are made in the damage sequence (AOS-18.0), and a price is
/// no help. It reaches Companion weapons too.
pub(super) const AFTER_SAVES: &[&str] = &["-N to ward", "no ward", "suffer *", "A dice T+ -> suffer *"];

entries! {
    /// What a unit can have.
    pub(super) EFFECTS: WeaponDraft, "age-of-sigmar";
    Attacker "-N to ward" "subtracted from ward rolls against what this unit inflicts; with `weapons`, against those alone" "AMB-28"
        Attack(|weapon, words| weapon.warding.modifier = weapon.warding.modifier.saturating_add(words.signed()));
    Attacker "A mortal on hits of N" "each unmodified hit roll of N also inflicts so much mortal damage, whether it hits or not" "AOS-17.2"
        Attack(|weapon, words| weapon.critical_hit.mortal_of.push((words.number(0), words.amount(0))));
    Attacker "each hit inflicts A mortal" "each hit does so much mortal damage and the attack ends: no wound roll, no save" "AOS-17.2"
        Attack(|weapon, words| weapon.hits_inflict = Some(words.amount(0)));
    Defender "+N to ward" "added to the unit's own ward rolls" "AMB-28"
        Models(|group, words| group.ward_better = group.ward_better.saturating_add(words.signed()));
    Attacker "no ward" "no ward rolls against what this unit inflicts; with `weapons`, against those alone" "AOS-18.1"
        Attack(|weapon, _| weapon.warding.none = true);
    Attacker "no critical hits" "critical hits are hits; with `against` those of attacks against the unit" "AMB-32"
        Attack(|weapon, _| weapon.hit.no_criticals = true);
    Attacker "ignore positive save modifiers" "modifiers that help the target's saves are ignored" "AOS-17.1"
        Attack(|weapon, _| weapon.ignores_save_bonuses = true);
    Defender "ignore save modifiers" "no modifier of the unit's own saves counts, neither good nor bad, and no Rend" "AOS-17.1"
        Models(|group, _| (group.save.ignore_penalties, group.ignores_save_bonuses) = (true, true));
    Defender "ignore negative save modifiers" "modifiers that hurt the unit's own saves are ignored, Rend too" "AOS-17.1"
        Models(|group, _| group.save.ignore_penalties = true);
    Defender "ignore first damage" "the first point of damage in each phase is not allocated; wards are rolled before" "AOS-18.0"
        Target(|target, _| target.ignores_first_damage = true);
    Defender "strike back A mortal on saves of N" "so much mortal damage to the attacking unit, after its attack, for each unmodified save roll of N" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::SavesOf(words.number(0)), words.amount(0))));
    Defender "strike back A mortal on hits of N" "the same for each unmodified hit roll of N against the unit" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::HitsOf(words.number(0)), words.amount(0))));
    Defender "strike back A mortal on wards" "the same for each ward roll that succeeds" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Wards, words.amount(0))));
    Defender "strike back A mortal on T+ for each slain model" "a die for each model that the attacks slay; so much mortal damage to the attacking unit for each that reaches T" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Slain(words.target()), words.amount(0))));
    Defender "strike back A mortal for each slain model" "the same without a die" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Slain(1), words.amount(0))));
    Defender "strike back A mortal on T+" "a die after the attack; if it reaches T, so much mortal damage to the attacking unit" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Roll(words.target()), words.amount(0))));
    Defender "strike back A mortal" "the same without a die" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Roll(1), words.amount(0))));
    Attacker "suffer A mortal on hits of N" "the attacking unit takes so much mortal damage, after its attack, for each unmodified hit roll of N" "AOS-17.2"
        Attack(|weapon, words| weapon.answers.push((DamageBack::HitsOf(words.number(0)), words.amount(0))));
    Attacker "suffer A mortal on T+" "a die after the attack; if it reaches T, the attacking unit takes so much mortal damage" "AOS-17.2"
        After(|beside, words| beside.answers.push((DamageBack::Roll(words.target()), words.amount(0))));
    Attacker "suffer A mortal" "the same without a die" "AOS-17.2"
        After(|beside, words| beside.answers.push((DamageBack::Roll(1), words.amount(0))));
    Attacker "A dice T+ -> suffer A mortal" "so many dice after the attack; the attacking unit takes so much for each that reaches T" "AOS-17.2"
        After(|beside, words| beside.answers.push((DamageBack::Dice(words.amount(0), words.target()), words.amount(1))));
    Defender "A dice T+ -> strike back A mortal" "the same to the unit that attacks this one" "AOS-17.2"
        Target(|target, words| target.answers.push((DamageBack::Dice(words.amount(0), words.target()), words.amount(1))));
    Attacker "slay N models on T+" "after the attack a die; if it reaches T so many models are slain outright, no damage and no ward" "AMB-25"
        Beside(|beside, words| beside.slain.push(Slain::once(Slaying::Reaching(words.target()), words.number(0))));
    Attacker "A dice T+ -> slay N models" "the same for each of so many dice" "AMB-25"
        Beside(|beside, words| {
            let on = Slaying::Reaching(words.target());
            beside.slain.push(Slain { times: words.amount(0), on, models: words.number(0) });
        });
    Attacker "slay N models if A > health" "the same if a roll exceeds the target's Health" "AMB-25"
        Beside(|beside, words| beside.slain.push(Slain::once(Slaying::AboveHealth(words.amount(0)), words.number(0))))
        if |words| two_dice(words.amount(0));
    Attacker "slay N models if A >= health" "the same if it equals or exceeds it" "AMB-25"
        Beside(|beside, words| beside.slain.push(Slain::once(Slaying::ReachingHealth(words.amount(0)), words.number(0))))
        if |words| two_dice(words.amount(0));
    Attacker "slay N models if A >= double health" "the same if it is at least twice as much" "AMB-25"
        Beside(|beside, words| beside.slain.push(Slain::once(Slaying::ReachingTwiceHealth(words.amount(0)), words.number(0))))
        if |words| two_dice(words.amount(0));
    Attacker "slay N models" "the same without a roll" "AMB-25"
        Beside(|beside, words| beside.slain.push(Slain::once(Slaying::Surely, words.number(0))));
    Defender "ward N+ against mortal damage" "each point of mortal damage is shrugged off on N or more; the best ward counts" "AOS-18.1"
        Models(|group, words| better(&mut group.ignore_mortal_on, words.target()));
    Defender "ward N+" "each point of damage is shrugged off on N or more; the best ward counts" "AOS-18.1"
        Models(|group, words| better(&mut group.ignore_on, words.target()));
}

/// Totals of more dice are not compared with Health.
fn two_dice(total: Amount) -> bool {
    total.count <= 2
}

const NO_CRITICAL_WOUND: &str = "there are no critical wounds: an unmodified 6 to wound does nothing extra (AMB-2)";
const ICE_AND_FIRE: &str = "that is a hook of A Song of Ice & Fire; here critical hits have abilities of their own";

/// What the game says of all other effects.
pub(super) const ROWS: RuleRows = &[
    warcry::ELSEWHERE,
    &[
        lacks(&["critical wounds on N+", "reroll non critical wounds", "* on critical wounds"], NO_CRITICAL_WOUND),
        has(&["A mortal on critical hits", "A mortal damage", "* -> M mortal ..."], "AOS-17.2"),
        has(&["* on critical hits"], "AOS-27.0"),
        lacks(&["* per RANK"], ICE_AND_FIRE),
        lacks(&["±N to morale", "reroll morale"], "there is no morale test"),
        lacks(
            &["* strength", "* toughness", "set strength to A", "set toughness to A"],
            "there is no Strength or Toughness: write `improve wound by N`",
        ),
        lacks(&["* skill *"], "there is no Skill: write `improve hit by N`"),
        lacks(&["* ap *"], "there is no AP: write `+N rend`"),
        lacks(&["±N hit damage", "±N critical damage"], "Damage is one number here: write `+N damage`"),
        lacks(&["feel no pain *"], "there is no Feel No Pain: write `ward N+`"),
        lacks(&["reroll one *"], "no rule re-rolls one die of many: write `reroll hits of 1` or `reroll failed hits`"),
        lacks(&["invulnerable N+"], "there is no invulnerable save: write `ward N+`"),
        lacks_all_of("warhammer-40k", "that is a hook of Warhammer 40,000"),
        lacks_all_of("asoiaf", ICE_AND_FIRE),
        has(&["±N to *", "ignore * modifiers", "ignore modifiers"], "AOS-17.1"),
        has(&["reroll *"], "AOS-2.2"),
        has(&["critical hits on N+"], "AMB-32"),
        has(&["return *", "* return *"], "AOS-22.0"),
        has(&["heal *", "* heal *"], "AOS-21.0"),
        has(&["ignore first failed save", "* only on N+", "wounds on N+"], "AOS-17.0"),
        has(&["*"], "AOS-27.0"),
    ],
];
