//! The words of effects: one vocabulary for the command line and for `[[ability]]`.
//!
//! A form is a pattern and what it means. `±N` stands for a signed number, `N` for a number, `N+` for a number to reach,
//! `A` for an amount, `M` for an amount or `that much`, `[D3]` for the kind of dice if they are not D6, `...` for more of
//! what stands before it, and `RANK` for what is counted in A Song of Ice & Fire. Forms are tried in order; a text that fits
//! none may still be a weapon ability of the game.

mod pattern;

use smallvec::SmallVec;

use self::pattern::{Word, fit, may_begin, plain, words_of};
use super::effect::{
    Again, AgeOfSigmarEffect, Answer, Answering, Change, Characteristic, ConditionToken, DiceOfRanks, Effect, Healing,
    Heals, IceAndFireEffect, Ranks, RollKind, Scored, Slaying, WarcryEffect, Warhammer40kEffect,
};
use super::side::{Points, SideDice, Times};
use crate::dice::Amount;
use crate::games::Owner;

/// A way to write effects.
#[derive(Debug)]
pub struct Form {
    /// The pattern.
    pub pattern: &'static str,
    /// One line about it.
    pub short: &'static str,
    /// Whose it is unless said otherwise.
    pub owner: Owner,
    make: fn(&[Word]) -> Option<Effect>,
}

impl Form {
    /// The pattern with something in its places.
    pub fn written(&self) -> String {
        let text = self
            .pattern
            .trim_end_matches(" ...")
            .replace("[D3] ", "")
            .replace('M', "3")
            .replace("mortal|damage", "mortal");
        let text = text
            .replace("±N", "+1")
            .replace("-N", "-1")
            .replace("+N", "+1")
            .replace("N+", "4+")
            .replacen("T+", "4+", 1);
        let text = text.replace("T+", "5+");
        text.replace("RANK", "rank").replace('N', "2").replace('A', "3")
    }

    /// The pattern with the numbers of another text in its places, as far as that has some: a suggestion.
    pub(super) fn like(&self, text: &str) -> String {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let mut words = text.split_whitespace();
        let signed = words.find(|word| word.strip_prefix(['+', '-']).is_some_and(is_number));
        let target = text.split_whitespace().find(|word| word.strip_suffix('+').is_some_and(is_number));
        let number = text.split_whitespace().find(|word| is_number(word));
        let word = |word: &str| match word {
            "±N" => signed.unwrap_or("+1").to_owned(),
            "-N" => signed.filter(|word| word.starts_with('-')).unwrap_or("-1").to_owned(),
            "N+" | "T+" => target.unwrap_or("4+").to_owned(),
            "N" => number.unwrap_or("1").to_owned(),
            "A" => number.unwrap_or("D3").to_owned(),
            "RANK" => "rank".to_owned(),
            literal => literal.to_owned(),
        };
        let written = self.pattern.split(' ').map(word).collect::<Vec<_>>().join(" ");
        if read(&written).is_some() { written } else { self.written() }
    }

    /// An effect that follows the form.
    pub(crate) fn example(&self) -> Option<Effect> {
        read(&self.written()).map(|(effect, _)| effect)
    }
}

use Owner::{Attacker, Defender};

macro_rules! forms {
    ($($owner:ident $pattern:literal $short:literal $args:pat => $effect:expr;)*) => {
        /// Every way to write an effect.
        pub const FORMS: &[Form] = &[$(Form {
            pattern: $pattern,
            short: $short,
            owner: $owner,
            make: |words| { #[allow(irrefutable_let_patterns)] if let $args = words { $effect } else { None } },
        }),*];
    };
}

use AgeOfSigmarEffect as G;
use Characteristic as C;
use IceAndFireEffect as I;
use RollKind as R;
use WarcryEffect as F;
use Word::{Amount as A, Number as N, Ranks as K, Signed as S, Target as T};

forms! {
    Attacker "±N to hit" "added to hit rolls, capped as the game says" [S(n)] => Some(Effect::Modify(R::Hit, *n));
    Attacker "±N to wound" "added to wound rolls, capped as the game says" [S(n)] => Some(Effect::Modify(R::Wound, *n));
    Defender "±N to save" "added to save rolls, capped as the game says" [S(n)] => Some(Effect::Modify(R::Save, *n));
    Defender "±N to morale" "added to the total of morale and panic tests" [S(n)] => Some(Effect::Modify(R::Morale, *n));
    Attacker "reroll hits of N" "hit dice that show N are rolled again" [N(n)] => again(R::Hit, *n);
    Attacker "reroll failed hits" "hit dice that fail are rolled again" [] => Some(Effect::Reroll(R::Hit, Again::Failed));
    Attacker "reroll non critical hits" "hit dice that are not critical are rolled again, hits too" [] => Some(Effect::Reroll(R::Hit, Again::NonCritical));
    Attacker "reroll up to N hits" "so many hit dice that miss are rolled again, the worst first" [N(n)] => Some(Effect::Warcry(WarcryEffect::RerollUpTo(*n)));
    Attacker "reroll wounds of N" "wound dice that show N are rolled again" [N(n)] => again(R::Wound, *n);
    Attacker "reroll failed wounds" "wound dice that fail are rolled again" [] => Some(Effect::Reroll(R::Wound, Again::Failed));
    Attacker "reroll non critical wounds" "wound dice that are not critical are rolled again, wounds too" [] => Some(Effect::Reroll(R::Wound, Again::NonCritical));
    Defender "reroll saves of N" "save dice that show N are rolled again" [N(n)] => again(R::Save, *n);
    Defender "reroll failed saves" "save dice that fail are rolled again" [] => Some(Effect::Reroll(R::Save, Again::Failed));
    Attacker "reroll damage of N" "damage dice of value N are rolled again" [N(n)] => again(R::Damage, *n);
    Attacker "reroll attacks of N" "attack dice of value N are rolled again" [N(n)] => again(R::Attacks, *n);
    Attacker "reroll one hit" "one hit die that failed is rolled again, once in the whole attack" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::RerollOne(R::Hit)));
    Attacker "reroll one wound" "one wound die that failed is rolled again, once in the whole attack" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::RerollOne(R::Wound)));
    Defender "reroll one save" "one save that failed is rolled again, once in the whole attack" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::RerollOne(R::Save)));
    Attacker "reroll one damage" "the first damage roll is rolled again if it is below average" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::RerollOne(R::Damage)));
    Attacker "reroll one attacks" "the lowest roll for a number of attacks is rolled again if it is below average" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::RerollOne(R::Attacks)));
    Attacker "critical hits on N+" "unmodified hit rolls of N or more are critical" [T(n)] => Some(Effect::CriticalOn(R::Hit, *n));
    Attacker "critical wounds on N+" "unmodified wound rolls of N or more are critical" [T(n)] => Some(Effect::CriticalOn(R::Wound, *n));
    Attacker "-N attacks at least 1" "subtracted from Attacks, which do not fall below 1 by it" [S(n @ ..=-1), N(1)] => less(C::Attacks, *n);
    Attacker "-N damage at least 1" "subtracted from the Damage of hits and critical hits, neither of which falls below 1 by it" [S(n @ ..=-1), N(1)] => less(C::Damage, *n);
    Attacker "-N hit damage at least 1" "the same for hits that are not critical" [S(n @ ..=-1), N(1)] => less(C::HitDamage, *n);
    Attacker "-N critical damage at least 1" "the same for critical hits" [S(n @ ..=-1), N(1)] => less(C::CriticalDamage, *n);
    Attacker "-N strength at least 1" "subtracted from Strength, which does not fall below 1 by it" [S(n @ ..=-1), N(1)] => less(C::Strength, *n);
    Defender "-N toughness at least 1" "subtracted from Toughness, which does not fall below 1 by it" [S(n @ ..=-1), N(1)] => less(C::Toughness, *n);
    Defender "critical hits count as hits" "critical hits on this fighter are hits" [] => Some(Effect::Warcry(F::CriticalsAreHits(None)));
    Defender "up to N critical hits count as hits" "so many critical hits of each attack action are hits" [N(n)] => Some(Effect::Warcry(F::CriticalsAreHits(Some(*n))));
    Defender "critical hits count as hits on N+" "each critical hit on this fighter is a hit if a die reaches the number" [T(n)] => Some(Effect::Warcry(F::CriticalsAreHitsOn(*n)));
    Attacker "hits count as critical hits" "hits of this fighter are critical hits" [] => Some(Effect::Warcry(F::HitsAreCriticals(None)));
    Attacker "up to N hits count as critical hits" "so many hits of each attack action are critical hits" [N(n)] => Some(Effect::Warcry(F::HitsAreCriticals(Some(*n))));
    Attacker "A mortal|damage if any hit" "so much damage besides if the attack action scored a hit, critical or not" [A(a)] => Some(Effect::Warcry(F::IfAny(Scored::Hit, *a)));
    Attacker "A mortal|damage if any critical hit" "so much damage besides if the attack action scored a critical hit" [A(a)] => Some(Effect::Warcry(F::IfAny(Scored::Critical, *a)));
    Defender "N damage back for each miss" "the attacker takes so much for each hit die that misses" [N(n)] => back(Answering::EachMiss, *n);
    Defender "N damage back for each hit" "the attacker takes so much for each hit, critical or not" [N(n)] => back(Answering::Each(Scored::Hit), *n);
    Defender "N damage back for each critical hit" "the attacker takes so much for each critical hit" [N(n)] => back(Answering::Each(Scored::Critical), *n);
    Defender "N damage back on N+ for each critical hit" "the same for each critical hit whose die reaches the number" [N(points), T(on)] => Some(Effect::Warcry(F::BackOnDie { on: *on, points: *points }));
    Defender "N damage back for each roll of N+" "the attacker takes so much for each hit die that shows the number or more" [N(n), T(face)] => back(Answering::EachRoll { face: *face, or_more: true }, *n);
    Defender "N damage back for each roll of N" "the attacker takes so much for each hit die that shows the number" [N(n), N(face @ 1..=6)] => back(Answering::EachRoll { face: *face, or_more: false }, *n);
    Defender "N damage back if no hit" "the attacker takes so much for an attack action of which every die misses" [N(n)] => back(Answering::No(Scored::Hit), *n);
    Defender "N damage back if no critical hit" "the attacker takes so much for an attack action of which no die is a critical hit" [N(n)] => back(Answering::No(Scored::Critical), *n);
    Attacker "bonus attack action" "one more attack action, like the others" [] => Some(Effect::Warcry(F::BonusAction));
    Attacker "suffer A damage" "the attacker takes so much once its attack actions are over" [A(a)] => Some(Effect::Warcry(F::Suffer(*a)));
    Attacker "±N attacks" "added to Attacks" [S(n)] => Some(Effect::Change(C::Attacks, Change::Add(*n)));
    Defender "-N damage to target" "subtracted from the Damage of each blow, at least 1" [S(n @ ..=-1)] => Some(Effect::LessDamage(n.unsigned_abs().min(255) as u8));
    Attacker "±N damage" "added to Damage" [S(n)] => Some(Effect::Change(C::Damage, Change::Add(*n)));
    Attacker "±N hit damage" "added to the Damage of a hit that is not critical" [S(n)] => Some(Effect::Change(C::HitDamage, Change::Add(*n)));
    Attacker "±N critical damage" "added to the Damage of a critical hit" [S(n)] => Some(Effect::Change(C::CriticalDamage, Change::Add(*n)));
    Attacker "±N rend" "added to Rend" [S(n)] => Some(Effect::Change(C::Rend, Change::Add(*n)));
    Attacker "±N strength" "added to Strength" [S(n)] => Some(Effect::Change(C::Strength, Change::Add(*n)));
    Defender "±N toughness" "added to Toughness" [S(n)] => Some(Effect::Change(C::Toughness, Change::Add(*n)));
    Attacker "improve hit by N" "the Hit characteristic gets better: not capped as rolls are" [N(n)] => Some(Effect::Change(C::Hit, Change::Improve(*n)));
    Attacker "worsen hit by N" "the Hit characteristic gets worse" [N(n)] => Some(Effect::Change(C::Hit, Change::Worsen(*n)));
    Attacker "improve wound by N" "the Wound characteristic gets better" [N(n)] => Some(Effect::Change(C::Wound, Change::Improve(*n)));
    Attacker "worsen wound by N" "the Wound characteristic gets worse" [N(n)] => Some(Effect::Change(C::Wound, Change::Worsen(*n)));
    Attacker "improve skill by N" "Ballistic or Weapon Skill gets better" [N(n)] => Some(Effect::Change(C::Skill, Change::Improve(*n)));
    Attacker "worsen skill by N" "Ballistic or Weapon Skill gets worse" [N(n)] => Some(Effect::Change(C::Skill, Change::Worsen(*n)));
    Attacker "improve ap by N" "AP gets better: AP -1 becomes -2" [N(n)] => Some(Effect::Change(C::Ap, Change::Improve(*n)));
    Attacker "worsen ap by N" "AP gets worse, never above 0" [N(n)] => Some(Effect::Change(C::Ap, Change::Worsen(*n)));
    Defender "improve save by N" "the Save characteristic gets better" [N(n)] => Some(Effect::Change(C::Save, Change::Improve(*n)));
    Defender "worsen save by N" "the Save characteristic gets worse" [N(n)] => Some(Effect::Change(C::Save, Change::Worsen(*n)));
    Attacker "set attacks to A" "Attacks are replaced" [A(a)] => Some(Effect::Change(C::Attacks, Change::Set(*a)));
    Attacker "set damage to A" "Damage is replaced" [A(a)] => Some(Effect::Change(C::Damage, Change::Set(*a)));
    Attacker "set rend to A" "Rend is replaced" [A(a)] => fixed(C::Rend, *a);
    Attacker "set strength to A" "Strength is replaced" [A(a)] => Some(Effect::Change(C::Strength, Change::Set(*a)));
    Defender "set toughness to A" "Toughness is replaced" [A(a)] => fixed(C::Toughness, *a);
    Attacker "set hit to N+" "Hit is replaced" [T(n)] => Some(Effect::Change(C::Hit, Change::SetTarget(*n)));
    Attacker "set wound to N+" "Wound is replaced" [T(n)] => Some(Effect::Change(C::Wound, Change::SetTarget(*n)));
    Attacker "set skill to N+" "Ballistic or Weapon Skill is replaced" [T(n)] => Some(Effect::Change(C::Skill, Change::SetTarget(*n)));
    Defender "set save to N+" "Save is replaced" [T(n)] => Some(Effect::Change(C::Save, Change::SetTarget(*n)));
    Attacker "double attacks" "Attacks are multiplied by two" [] => Some(Effect::Change(C::Attacks, Change::Double));
    Attacker "triple attacks" "Attacks are multiplied by three" [] => Some(Effect::Change(C::Attacks, Change::Triple));
    Attacker "double strength" "Strength is multiplied by two" [] => Some(Effect::Change(C::Strength, Change::Double));
    Attacker "triple strength" "Strength is multiplied by three" [] => Some(Effect::Change(C::Strength, Change::Triple));
    Attacker "halve attacks" "Attacks are divided by two" [] => Some(Effect::Change(C::Attacks, Change::Halve));
    Attacker "double damage" "Damage is multiplied by two" [] => Some(Effect::Change(C::Damage, Change::Double));
    Attacker "triple damage" "Damage is multiplied by three" [] => Some(Effect::Change(C::Damage, Change::Triple));
    Defender "halve damage" "Damage is divided by two" [] => Some(Effect::Change(C::Damage, Change::Halve));
    Defender "damage is 0" "blows do no damage; what is added afterwards still counts" [N(0)] => Some(Effect::DamageIsZero);
    Defender "ignore first failed save" "the first save that fails does not count" [] => Some(Effect::IgnoreFirstFailedSave);
    Defender "wounded only on N+" "unmodified wound rolls below N fail" [T(n)] => Some(Effect::WoundedOnlyOn(*n));
    Attacker "wounds on N+" "unmodified wound rolls of N or more always wound" [T(n)] => Some(Effect::WoundsOn(*n));
    Attacker "ignore modifiers" "modifiers of hit and wound rolls that hurt are ignored" [] => Some(Effect::IgnoreModifiers(None));
    Attacker "ignore hit modifiers" "modifiers of hit rolls that hurt are ignored" [] => Some(Effect::IgnoreModifiers(Some(R::Hit)));
    Attacker "ignore wound modifiers" "modifiers of wound rolls that hurt are ignored" [] => Some(Effect::IgnoreModifiers(Some(R::Wound)));
    Attacker "A mortal on critical hits" "critical hits also inflict mortal damage" [A(a)] => Some(Effect::MortalOnCritical(R::Hit, *a));
    Attacker "A mortal on critical wounds" "critical wounds also inflict mortal damage" [A(a)] => Some(Effect::MortalOnCritical(R::Wound, *a));
    Attacker "A [D3] dice T+ -> M mortal ..." "so many dice on the side, D6 or D3; each inflicts what the highest number says that it reaches: an amount, or `that much` as it shows" dice => side(Times::Once, dice);
    Attacker "A [D3] dice per model T+ -> M mortal ..." "the same with so many dice for each model of the unit" dice => side(Times::EachModel, dice);
    Attacker "A [D3] dice per target model T+ -> M mortal ..." "the same with so many dice for each model that the target has before the attack" dice => side(Times::EachTargetModel, dice);
    Attacker "A [D3] dice per target health T+ -> M mortal ..." "the same with so many dice for each point of the target's Health" dice => side(Times::EachTargetHealth, dice);
    Attacker "A mortal damage" "so much mortal damage on the side, without a test" [A(points)] => Some(Effect::MortalOnTheSide(SideDice::sure(*points)));
    Defender "heal A" "so much damage is healed once the attack is over; no model comes back but in A Song of Ice & Fire" [A(points)] => Some(Effect::Heal(Healing::Points(*points)));
    Defender "A [D3] dice T+ -> heal N" "the same for each of so many dice that reaches the number" words @ [.., N(points)] => healing(words, Heals::Points(*points));
    Defender "A [D3] dice T+ -> heal that much" "so many points as each of them shows" words => healing(words, Heals::Shown);
    Defender "A [D3] dice T+ -> return N models" "so many models that fell stand again for each die that reaches the number" words @ [.., N(models)] => healing(words, Heals::Models(*models));
    Defender "A [D3] dice T+ -> return that many models" "so many models as each of them shows" words => healing(words, Heals::ModelsShown);
    Defender "heal A per RANK" "the same for each rank, as they are once the attack is over" [A(a), K(k)] => per(Effect::Heal(Healing::Points(*a)), *k);
    Defender "return A models" "so many models that fell stand again once the attack is over; models that are hurt are not healed by it" [A(models)] => Some(Effect::Heal(Healing::Models(*models)));
    Attacker "-N to ward" "subtracted from ward rolls against what this unit inflicts; with `weapons`, against those alone" [S(n @ ..=-1)] => Some(Effect::AgeOfSigmar(G::WorsenWard(n.unsigned_abs().min(255) as u8)));
    Attacker "each hit inflicts A mortal" "each hit does so much mortal damage and the attack ends: no wound roll, no save" [A(a)] => Some(Effect::AgeOfSigmar(G::HitsInflict(*a)));
    Defender "+N to ward" "added to the unit's own ward rolls" [S(n @ 1..)] => Some(Effect::AgeOfSigmar(G::ImproveWard((*n).min(255) as u8)));
    Attacker "no ward" "no ward rolls against what this unit inflicts; with `weapons`, against those alone" [] => Some(Effect::AgeOfSigmar(G::NoWard));
    Attacker "no critical hits" "critical hits are hits; with `against` those of attacks against the unit" [] => Some(Effect::AgeOfSigmar(G::NoCriticalHits));
    Attacker "ignore positive save modifiers" "modifiers that help the target's saves are ignored" [] => Some(Effect::AgeOfSigmar(G::IgnoreSaveBonuses));
    Defender "ignore save modifiers" "no modifier of the unit's own saves counts, neither good nor bad, and no Rend" [] => Some(Effect::AgeOfSigmar(G::IgnoreSaveModifiers { all: true }));
    Defender "ignore negative save modifiers" "modifiers that hurt the unit's own saves are ignored, Rend too" [] => Some(Effect::AgeOfSigmar(G::IgnoreSaveModifiers { all: false }));
    Defender "ignore first damage" "the first point of damage in each phase is not allocated; wards are rolled before" [] => Some(Effect::AgeOfSigmar(G::IgnoreFirstDamage));
    Defender "strike back A mortal on saves of N" "so much mortal damage to the attacking unit, after its attack, for each unmodified save roll of N" [A(a), N(n @ 1..=6)] => answer(Answer::SavesOf(*n), *a, false);
    Defender "strike back A mortal on hits of N" "the same for each unmodified hit roll of N against the unit" [A(a), N(n @ 1..=6)] => answer(Answer::HitsOf(*n), *a, false);
    Defender "strike back A mortal on wards" "the same for each ward roll that succeeds" [A(a)] => answer(Answer::Wards, *a, false);
    Defender "strike back A mortal on T+ for each slain model" "a die for each model that the attacks slay; so much mortal damage to the attacking unit for each that reaches T" [A(a), T(n)] => answer(Answer::Slain(*n), *a, false);
    Defender "strike back A mortal for each slain model" "the same without a die" [A(a)] => answer(Answer::Slain(1), *a, false);
    Defender "strike back A mortal on T+" "a die after the attack; if it reaches T, so much mortal damage to the attacking unit" [A(a), T(n)] => answer(Answer::Roll(*n), *a, false);
    Defender "strike back A mortal" "the same without a die" [A(a)] => answer(Answer::Roll(1), *a, false);
    Attacker "suffer A mortal on hits of N" "the attacking unit takes so much mortal damage, after its attack, for each unmodified hit roll of N" [A(a), N(n @ 1..=6)] => answer(Answer::HitsOf(*n), *a, true);
    Attacker "suffer A mortal on T+" "a die after the attack; if it reaches T, the attacking unit takes so much mortal damage" [A(a), T(n)] => answer(Answer::Roll(*n), *a, true);
    Attacker "suffer A mortal" "the same without a die" [A(a)] => answer(Answer::Roll(1), *a, true);
    Attacker "A dice T+ -> suffer A mortal" "so many dice after the attack; the attacking unit takes so much for each that reaches T" [A(dice), T(n), A(a)] => answer(Answer::Dice(*dice, *n), *a, true);
    Defender "A dice T+ -> strike back A mortal" "the same to the unit that attacks this one" [A(dice), T(n), A(a)] => answer(Answer::Dice(*dice, *n), *a, false);
    Defender "hit only on N+" "unmodified hit rolls below N fail, critical ones too" [T(n)] => Some(Effect::HitOnlyOn(*n));
    Attacker "slay N models on T+" "after the attack a die; if it reaches T so many models are slain outright, no damage and no ward" [N(n), T(target)] => slay(Amount::fixed(1), Slaying::Reaching(*target), *n);
    Attacker "A dice T+ -> slay N models" "the same for each of so many dice" [A(dice), T(target), N(n)] => slay(*dice, Slaying::Reaching(*target), *n);
    Attacker "slay N models if A > health" "the same if a roll exceeds the target's Health" [N(n), A(total @ Amount { count: 0..=2, .. })] => slay(Amount::fixed(1), Slaying::AboveHealth(*total), *n);
    Attacker "slay N models if A >= health" "the same if it equals or exceeds it" [N(n), A(total @ Amount { count: 0..=2, .. })] => slay(Amount::fixed(1), Slaying::ReachingHealth(*total), *n);
    Attacker "slay N models if A >= double health" "the same if it is at least twice as much" [N(n), A(total @ Amount { count: 0..=2, .. })] => slay(Amount::fixed(1), Slaying::ReachingTwiceHealth(*total), *n);
    Attacker "slay N models" "the same without a roll" [N(n)] => slay(Amount::fixed(1), Slaying::Surely, *n);
    Defender "ward N+" "each point of damage is shrugged off on N or more; the best ward counts" [T(n)] => Some(Effect::AgeOfSigmar(AgeOfSigmarEffect::Ward(*n)));
    Defender "feel no pain N+ against mortal wounds" "each mortal wound is ignored on N or more" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::FeelNoPainMortal(*n)));
    Defender "feel no pain N+ against psychic" "each wound of a psychic attack is ignored on N or more" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::FeelNoPainPsychic(*n)));
    Defender "feel no pain N+" "each lost wound is ignored on N or more; the best one counts" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::FeelNoPain(*n)));
    Defender "invulnerable N+" "a save that armour penetration does not touch; the best one counts" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::Invulnerable(*n)));
    Attacker "set ap to 0" "AP is replaced" [N(0)] => Some(Effect::Change(C::Ap, Change::Set(Amount::fixed(0))));
    Attacker "set ap to -N" "AP is replaced" [S(n @ ..=-1)] => Some(Effect::Change(C::Ap, Change::Set(Amount::fixed(n.unsigned_abs()))));
    Attacker "improve ap by N on critical hits" "AP gets better for attacks that hit critically" [N(n)] => on_critical(R::Hit, C::Ap, Change::Improve(*n));
    Attacker "improve ap by N on critical wounds" "AP gets better for attacks that wound critically" [N(n)] => on_critical(R::Wound, C::Ap, Change::Improve(*n));
    Attacker "set ap to -N on critical hits" "AP is replaced for attacks that hit critically" [S(n @ ..=-1)] => on_critical(R::Hit, C::Ap, Change::Set(Amount::fixed(n.unsigned_abs())));
    Attacker "set ap to -N on critical wounds" "AP is replaced for attacks that wound critically" [S(n @ ..=-1)] => on_critical(R::Wound, C::Ap, Change::Set(Amount::fixed(n.unsigned_abs())));
    Attacker "±N damage on critical hits" "added to the Damage of attacks that hit critically" [S(n)] => on_critical(R::Hit, C::Damage, Change::Add(*n));
    Attacker "±N damage on critical wounds" "added to the Damage of attacks that wound critically" [S(n)] => on_critical(R::Wound, C::Damage, Change::Add(*n));
    Attacker "precision on critical hits" "attacks that hit critically may be allocated to a Character" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::PrecisionOnCritical(R::Hit)));
    Attacker "precision on critical wounds" "attacks that wound critically may be allocated to a Character" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::PrecisionOnCritical(R::Wound)));
    Attacker "every hit is critical" "hit rolls that succeed are critical" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::SuccessIsCritical(R::Hit)));
    Attacker "every wound is critical" "wound rolls that succeed are critical" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::SuccessIsCritical(R::Wound)));
    Attacker "overwatch N+" "Fire Overwatch hits on unmodified rolls of N or more" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::OverwatchOn(*n)));
    Defender "on death N+" "a model slain by a melee attack that has not fought fights on N or more, before it is removed" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::FightsOnDeath(*n)));
    Defender "fights on death" "a model slain by a melee attack that has not fought fights before it is removed" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::FightsOnDeath(1)));
    Defender "damage of one attack is 0" "the first attack that is allocated does no damage, of the weapon that does most; its save is still rolled" [N(0)] => Some(Effect::Warhammer40k(Warhammer40kEffect::OneAttackIsZero));
    Defender "benefit of cover" "+1 to armour saves against ranged attacks, as the rule says" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::Cover));
    Defender "stealth" "-1 to hit with ranged attacks; it does not add to itself" [] => Some(Effect::Warhammer40k(Warhammer40kEffect::Stealth));
    Defender "comes back on N+" "it is set up again" [T(n)] => Some(Effect::Warhammer40k(Warhammer40kEffect::ComesBack(*n)));
    Attacker "A automatic hits" "hits that are not rolled" [A(a)] => Some(Effect::IceAndFire(IceAndFireEffect::AutomaticHits(*a)));
    Attacker "extra N hits on 6" "an unmodified 6 to hit is worth so many more" [N(n), N(6)] => Some(Effect::IceAndFire(IceAndFireEffect::ExtraHitsOnSix(*n)));
    Attacker "no save against 6" "an unmodified 6 to hit allows no save" [N(6)] => Some(Effect::IceAndFire(IceAndFireEffect::NoSaveAgainstSix));
    Attacker "A direct wounds" "wounds without a save that are part of the attack" [A(a)] => Some(Effect::IceAndFire(IceAndFireEffect::DirectWounds(*a)));
    Attacker "A wounds instead of hits" "if there is any hit, so many wounds without a save; hits do nothing else" [A(a)] => Some(Effect::IceAndFire(I::InsteadOfHits(*a)));
    Attacker "A wounds instead of hits per RANK" "the same for each rank" [A(a), K(k)] => per(Effect::IceAndFire(I::InsteadOfHits(*a)), *k);
    Attacker "suffer A wounds" "the attacker suffers wounds without a save once its attack is over" [A(a)] => Some(Effect::IceAndFire(IceAndFireEffect::SelfWounds(*a)));
    Defender "reroll morale" "dice of morale and panic tests are rolled again by their owner where that helps" [] => Some(Effect::Reroll(R::Morale, Again::Failed));
    Attacker "±N attacks per RANK" "the same for each `rank`, `destroyed rank`, `enemy rank`, `destroyed enemy rank` or `lost wound`" [S(n), K(k)] => per(Effect::Change(C::Attacks, Change::Add(*n)), *k);
    Attacker "±N to hit per RANK" "the same for each rank" [S(n), K(k)] => per(Effect::Modify(R::Hit, *n), *k);
    Defender "±N to save per RANK" "the same for each rank" [S(n), K(k)] => per(Effect::Modify(R::Save, *n), *k);
    Defender "±N to morale per RANK" "the same for each rank" [S(n), K(k)] => per(Effect::Modify(R::Morale, *n), *k);
    Attacker "A automatic hits per RANK" "the same for each rank" [A(a), K(k)] => per(Effect::IceAndFire(I::AutomaticHits(*a)), *k);
    Attacker "A direct wounds per RANK" "the same for each rank" [A(a), K(k)] => per(Effect::IceAndFire(I::DirectWounds(*a)), *k);
    Attacker "suffer A wounds per RANK" "the same for each rank" [A(a), K(k)] => per(Effect::IceAndFire(I::SelfWounds(*a)), *k);
    Attacker "suffer A hits per RANK" "the same for each rank" [A(a), K(k)] => per(Effect::IceAndFire(I::SelfHits(*a)), *k);
    Attacker "extra N hits on each hit per RANK" "the same for each rank" [N(n), K(k)] => per(Effect::IceAndFire(I::ExtraHits(*n)), *k);
    Defender "block N hits per RANK" "the same for each rank" [N(n), K(k)] => per(Effect::IceAndFire(I::BlockHits(*n)), *k);
    Defender "±N panic wounds per RANK" "the same for each rank" [S(n), K(k)] => per(Effect::IceAndFire(I::PanicWounds(*n)), *k);
    Attacker "no save" "the attack allows no defense dice" [] => Some(Effect::IceAndFire(I::NoSave));
    Attacker "blocked only on N+" "unmodified defense dice below N do not block" [T(n)] => Some(Effect::IceAndFire(I::BlockedOnlyOn(*n)));
    Defender "block N hits" "so many hits are blocked besides those that the defense dice block; not those that allow no save" [N(n)] => Some(Effect::IceAndFire(I::BlockHits(*n)));
    Defender "halve hits" "one wound for every two hits that are not blocked" [] => Some(Effect::IceAndFire(I::HalveHits));
    Attacker "extra N hits on each hit" "each die that hits is worth so many more" [N(n)] => Some(Effect::IceAndFire(I::ExtraHits(*n)));
    Attacker "extra N wounds on each hit" "each hit that is not blocked is worth so many wounds more" [N(n)] => Some(Effect::IceAndFire(I::ExtraWounds(*n)));
    Attacker "highest attack dice" "the largest number of attack dice on the card, whatever ranks are left" [] => Some(Effect::IceAndFire(I::AttackDice(DiceOfRanks::Highest)));
    Attacker "lowest attack dice" "the smallest number of attack dice on the card, whatever ranks are left" [] => Some(Effect::IceAndFire(I::AttackDice(DiceOfRanks::Lowest)));
    Attacker "±N ranks for attacks" "attack dice as if so many ranks more were left" [S(n)] => Some(Effect::IceAndFire(I::AttackDice(DiceOfRanks::Shifted(*n))));
    Attacker "becomes weakened" "the attacker gets a Weakened token before it rolls" [] => Some(Effect::IceAndFire(I::Becomes(ConditionToken::Weakened)));
    Attacker "target becomes vulnerable" "the defender gets a Vulnerable token before any die is rolled" [] => Some(Effect::IceAndFire(I::Becomes(ConditionToken::Vulnerable)));
    Attacker "target becomes panicked" "the defender gets a Panicked token before any die is rolled" [] => Some(Effect::IceAndFire(I::Becomes(ConditionToken::Panicked)));
    Attacker "ignore weakened" "no Weakened token is spent on this attack" [] => Some(Effect::IceAndFire(I::NoToken(ConditionToken::Weakened)));
    Defender "ignore vulnerable" "no Vulnerable token is spent on this attack" [] => Some(Effect::IceAndFire(I::NoToken(ConditionToken::Vulnerable)));
    Defender "ignore panicked" "no Panicked token is spent on this attack" [] => Some(Effect::IceAndFire(I::NoToken(ConditionToken::Panicked)));
    Defender "at most N panic wounds" "a failed panic test costs no more" [N(n)] => Some(Effect::IceAndFire(I::PanicWoundsAtMost(*n)));
    Defender "no panic test" "panic tests are passed without a roll" [] => Some(Effect::IceAndFire(I::NoPanicTest));
    Attacker "suffer A wounds before attack" "the attacker suffers wounds before its attack dice are counted: ranks that are gone do not attack" [A(a)] => Some(Effect::IceAndFire(I::SelfWoundsBefore(*a)));
    Attacker "suffer A wounds if panic passed" "the attacker suffers wounds once the defender has passed its panic test" [A(wounds)] => Some(Effect::IceAndFire(I::SelfWoundsOnPanic { passed: true, wounds: *wounds }));
    Attacker "suffer A wounds if panic failed" "the same once it has failed it, if it still stands" [A(wounds)] => Some(Effect::IceAndFire(I::SelfWoundsOnPanic { passed: false, wounds: *wounds }));
    Attacker "target becomes weakened after attack" "the defender gets a Weakened token once the attack is over, for its own next attack" [] => Some(Effect::IceAndFire(I::BecomesAfterwards(ConditionToken::Weakened)));
    Attacker "target becomes vulnerable after attack" "the defender gets a Vulnerable token once the attack is over, for the next attack on it" [] => Some(Effect::IceAndFire(I::BecomesAfterwards(ConditionToken::Vulnerable)));
    Attacker "target becomes panicked after attack" "the defender gets a Panicked token once the attack is over, for the next attack on it" [] => Some(Effect::IceAndFire(I::BecomesAfterwards(ConditionToken::Panicked)));
    Attacker "becomes vulnerable" "the attacker gets a Vulnerable token, for the next attack on it" [] => Some(Effect::IceAndFire(I::AttackerBecomes(ConditionToken::Vulnerable)));
    Attacker "becomes panicked" "the attacker gets a Panicked token, for the next attack on it" [] => Some(Effect::IceAndFire(I::AttackerBecomes(ConditionToken::Panicked)));
    Defender "set morale to N+" "Morale is replaced" [T(n)] => Some(Effect::IceAndFire(I::SetMorale(*n)));
    Attacker "suffer A hits" "the attacker suffers hits once its attack is over, and may block them" [A(a)] => Some(Effect::IceAndFire(I::SelfHits(*a)));
    Attacker "suffer N hits for each miss" "the same for each attack die that misses" [N(n)] => Some(Effect::IceAndFire(I::SelfHitsPerMiss(*n)));
    Attacker "suffer N wounds for each 1" "the attacker suffers wounds for each attack die that shows a 1" [N(n), N(1)] => Some(Effect::IceAndFire(I::SelfWoundsPerOne(*n)));
    Defender "±N panic wounds" "added to the wounds of a failed panic test" [S(n)] => Some(Effect::IceAndFire(IceAndFireEffect::PanicWounds(*n)));
}

/// Dice on the side from what stood in their places: how many, their sides, and faces with their points.
fn side(times: Times, words: &[Word]) -> Option<Effect> {
    let [A(dice), N(sides), tiers @ ..] = words else { return None };
    let reached = |tier: &[Word]| match tier {
        [T(low), N(high), Word::Points(points)] => Some((*low, *high, *points)),
        _ => None,
    };
    let tiers: SmallVec<[(u8, u8, Points); 3]> = tiers.chunks(3).map(reached).collect::<Option<_>>()?;
    // `2-3` ends where the next begins, or at the last face.
    let ends = tiers.iter().skip(1).map(|(low, ..)| low.wrapping_sub(1)).chain([*sides]);
    let whole = tiers.iter().zip(ends).all(|((_, high, _), end)| matches!(*high, 0) || *high == end);
    let reached: SmallVec<[(u8, Points); 3]> = tiers.iter().map(|(low, _, points)| (*low, *points)).collect();
    if whole { SideDice::reaching(*dice, *sides, times, &reached).map(Effect::MortalOnTheSide) } else { None }
}

/// Dice of which each that reaches a number heals, or brings models back.
fn healing(words: &[Word], heals: Heals) -> Option<Effect> {
    let [A(dice), N(sides @ (3 | 6)), T(on), ..] = words else { return None };
    let dice = dice.as_fixed().and_then(|n| u8::try_from(n).ok()).filter(|n| *n > 0)?;
    (on <= sides).then_some(Effect::Heal(Healing::Dice { dice, sides: *sides, on: *on, heals }))
}

fn less(characteristic: Characteristic, n: i16) -> Option<Effect> {
    Some(Effect::Warcry(WarcryEffect::Less(characteristic, n.unsigned_abs().min(255) as u8)))
}

fn back(on: Answering, points: u8) -> Option<Effect> {
    Some(Effect::Warcry(WarcryEffect::Back(on, points)))
}

fn answer(on: Answer, points: Amount, own: bool) -> Option<Effect> {
    Some(Effect::AgeOfSigmar(AgeOfSigmarEffect::HurtAttacker { on, points, own }))
}

fn slay(times: Amount, on: Slaying, models: u8) -> Option<Effect> {
    Some(Effect::AgeOfSigmar(AgeOfSigmarEffect::Slay { times, on, models }))
}

fn again(roll: RollKind, value: u8) -> Option<Effect> {
    (1..=6).contains(&value).then_some(Effect::Reroll(roll, Again::Value(value)))
}

fn fixed(characteristic: Characteristic, amount: Amount) -> Option<Effect> {
    amount.as_fixed().map(|_| Effect::Change(characteristic, Change::Set(amount)))
}

fn on_critical(roll: RollKind, characteristic: Characteristic, change: Change) -> Option<Effect> {
    Some(Effect::Warhammer40k(Warhammer40kEffect::ChangeOnCritical(roll, characteristic, change)))
}

fn per(effect: Effect, ranks: Ranks) -> Option<Effect> {
    Some(Effect::IceAndFire(IceAndFireEffect::Per(Box::new(effect), ranks)))
}

/// The effect that a text writes, and the form it follows; `None` if it follows none.
pub(crate) fn read(text: &str) -> Option<(Effect, &'static Form)> {
    let text = plain(text);
    let words = words_of(&text);
    let first = words.first()?;
    let mut forms = FORMS.iter().filter(|form| may_begin(form.pattern, first));
    forms.find_map(|form| Some((fit(form.pattern, &words).and_then(|captured| (form.make)(&captured))?, form)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(text: &str) -> Option<Effect> {
        read(text).map(|(effect, _)| effect)
    }

    #[test]
    fn every_documented_spelling_is_read() {
        let die = Amount::dice(1, 3);
        let tiers = |dice, sides, times, tiers: &[(u8, Points)]| {
            Effect::MortalOnTheSide(SideDice::reaching(dice, sides, times, tiers).expect("numbers that rise"))
        };
        let side = |dice, times, target| tiers(dice, 6, times, &[(target, Points::Amount(die))]);
        let (one, few) = (Amount::fixed(1), |n| Points::Amount(Amount::fixed(n)));
        for (text, wanted) in [
            ("+1 to hit", Effect::Modify(R::Hit, 1)),
            ("-2 to Save", Effect::Modify(R::Save, -2)),
            ("re-roll hits of 1", Effect::Reroll(R::Hit, Again::Value(1))),
            ("reroll non-critical wounds", Effect::Reroll(R::Wound, Again::NonCritical)),
            ("critical hits on 5+", Effect::CriticalOn(R::Hit, 5)),
            ("+3 attacks", Effect::Change(C::Attacks, Change::Add(3))),
            ("-1 damage to target", Effect::LessDamage(1)),
            ("-1 damage", Effect::Change(C::Damage, Change::Add(-1))),
            ("improve ap by 1", Effect::Change(C::Ap, Change::Improve(1))),
            ("set attacks to 2D6", Effect::Change(C::Attacks, Change::Set(Amount::dice(2, 6)))),
            ("set save to 4+", Effect::Change(C::Save, Change::SetTarget(4))),
            ("damage is 0", Effect::DamageIsZero),
            ("wounded only on 4+", Effect::WoundedOnlyOn(4)),
            ("wounds on 2+", Effect::WoundsOn(2)),
            ("2 mortal on critical hits", Effect::MortalOnCritical(R::Hit, Amount::fixed(2))),
            ("6 dice: 4+ -> D3 mortal", side(Amount::fixed(6), Times::Once, 4)),
            ("6 dice: 4+ → D3 mortal", side(Amount::fixed(6), Times::Once, 4)),
            ("2D6 dice: 4+ -> D3 mortal", side(Amount::dice(2, 6), Times::Once, 4)),
            ("D3 dice: 4+ -> D3 mortal wounds", side(die, Times::Once, 4)),
            ("1 dice per model: 4+ -> D3 mortal", side(one, Times::EachModel, 4)),
            ("1 dice per target model: 4+ -> D3 mortal", side(one, Times::EachTargetModel, 4)),
            ("D3 mortal damage", side(one, Times::Once, 1)),
            ("1 dice: 2+ -> that much mortal", tiers(one, 6, Times::Once, &[(2, Points::Shown)])),
            ("1 D6 on 2+ -> that much", tiers(one, 6, Times::Once, &[(2, Points::Shown)])),
            ("1 D3 dice: 2+ -> that much mortal", tiers(one, 3, Times::Once, &[(2, Points::Shown)])),
            ("D3: 2+ -> that much mortal", tiers(one, 3, Times::Once, &[(2, Points::Shown)])),
            (
                "2 dice: 2+ -> 1 mortal, 5+ -> 2 mortal",
                tiers(Amount::fixed(2), 6, Times::Once, &[(2, few(1)), (5, few(2))]),
            ),
            (
                "1 dice: 2+ -> 1 mortal 4+ -> D3 mortal 6+ -> that much mortal",
                tiers(one, 6, Times::Once, &[(2, few(1)), (4, Points::Amount(die)), (6, Points::Shown)]),
            ),
            ("heal D3", Effect::Heal(Healing::Points(die))),
            ("4 dice: 3+ -> heal 1", Effect::Heal(Healing::Dice { dice: 4, sides: 6, on: 3, heals: Heals::Points(1) })),
            ("return D3 models", Effect::Heal(Healing::Models(die))),
            (
                "1 dice: 2+ -> heal that much",
                Effect::Heal(Healing::Dice { dice: 1, sides: 6, on: 2, heals: Heals::Shown }),
            ),
            (
                "D3: 2+ -> return that many models",
                Effect::Heal(Healing::Dice { dice: 1, sides: 3, on: 2, heals: Heals::ModelsShown }),
            ),
            (
                "5 dice: 4+ -> return 1 model",
                Effect::Heal(Healing::Dice { dice: 5, sides: 6, on: 4, heals: Heals::Models(1) }),
            ),
            (
                "1 D6: on a 2-3 1 mortal wound; on a 4-5 D3 mortal wounds; on a 6 3 mortal wounds",
                tiers(one, 6, Times::Once, &[(2, few(1)), (4, Points::Amount(die)), (6, few(3))]),
            ),
            ("Feel No Pain 5+", Effect::Warhammer40k(Warhammer40kEffect::FeelNoPain(5))),
            ("extra 1 hits on 6", Effect::IceAndFire(IceAndFireEffect::ExtraHitsOnSix(1))),
            ("no save against 6", Effect::IceAndFire(IceAndFireEffect::NoSaveAgainstSix)),
            ("reroll up to 2 hits", Effect::Warcry(WarcryEffect::RerollUpTo(2))),
            ("+1 critical damage", Effect::Change(C::CriticalDamage, Change::Add(1))),
            ("D3 direct wounds", Effect::IceAndFire(IceAndFireEffect::DirectWounds(die))),
            ("suffer D3 wounds", Effect::IceAndFire(IceAndFireEffect::SelfWounds(die))),
            ("re-roll morale", Effect::Reroll(R::Morale, Again::Failed)),
            ("-1 panic wounds", Effect::IceAndFire(IceAndFireEffect::PanicWounds(-1))),
            ("2 automatic hits", Effect::IceAndFire(IceAndFireEffect::AutomaticHits(Amount::fixed(2)))),
        ] {
            assert_eq!(effect(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_effect_is_none() {
        for text in [
            "",
            "1 to hit",
            "+1 to fly",
            "ward 9+",
            "reroll hits of 7",
            "+1 damage to target",
            "set rend to D3",
            "damage is 1",
            "1 dice: 4+ -> 1 mortal 2+ -> 2 mortal",
            "1 D3 dice: 4+ -> 1 mortal",
            "1 dice: 2+ -> that many mortal",
            "1: 2+ -> 1 mortal",
            "1 dice: 2-3 -> 1 mortal 5+ -> 2 mortal",
            "1 dice: 2-3 -> 1 mortal",
            "1 dice: 6-2 -> 1 mortal",
            "D3: 4+ -> heal 1",
            "D3 dice: 4+ -> heal 1",
        ] {
            assert_eq!(effect(text), None, "{text}");
        }
    }

    #[test]
    fn a_form_names_the_owner_of_its_effect() {
        for form in FORMS {
            assert_eq!(form.example().map(|effect| effect.owner()), Some(form.owner), "{}", form.pattern);
        }
    }

    #[test]
    fn every_form_can_be_written() {
        for form in FORMS {
            let text = form.written();
            let (_, found) = read(&text).unwrap_or_else(|| panic!("`{}` is never read", form.pattern));
            assert_eq!(found.pattern, form.pattern, "{text}");
        }
    }
}
