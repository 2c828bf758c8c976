//! The words of effects: one vocabulary for the command line and for `[[ability]]`.
//!
//! A form is a pattern and what it means. `±N` stands for a signed number, `N` for a number, `N+` for a number to reach, `A`
//! for an amount, `M` for an amount or `that much`, `[D3]` for the kind of dice if they are not D6, `...` for more of what
//! precedes it, and `RANK` for what is counted. Forms are tried in order; a text that fits none may be one with a suffix, or a
//! weapon ability of the game. What only one game has is listed in that game's `effects.rs`.

mod pattern;
mod suffix;

use std::sync::LazyLock;

use smallvec::SmallVec;

pub(crate) use self::pattern::{Captured, Word};
use self::pattern::{fit, may_begin, plain, words_of};
pub(crate) use self::suffix::{Ranks, Suffix};
use super::effect::{Again, Change, Characteristic, Effect, Healing, Heals, RollKind};
use super::number::Test;
use super::side::{Points, SideDice, Times};
use crate::dice::Amount;
use crate::games::{GAMES, Owner};
use crate::words::memo::Memo;

/// A way to write effects.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The pattern.
    pub pattern: &'static str,
    /// One line about it.
    pub short: &'static str,
    /// Its owner unless said otherwise.
    pub owner: Owner,
    /// Whom it helps, alone on a plain weapon; `None` if it does nothing there, or as much harm as good.
    pub favours: Option<Owner>,
    /// The game that has it alone; empty: games share it.
    pub(crate) home: &'static str,
    pub(crate) make: fn(&[Word]) -> Option<Effect>,
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
        // Of two signs the second is the number's: `--1` is -1.
        let signed = text.split_whitespace().find_map(|word| {
            let digits = word.trim_start_matches(['+', '-']);
            (digits.len() < word.len() && is_number(digits)).then(|| &word[word.len() - digits.len() - 1..])
        });
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
        if read_form(&written).is_some() { written } else { self.written() }
    }

    /// The form of what precedes a suffix, and the suffix, if this one is only a way to write both.
    pub(crate) fn composed(&self) -> Option<(&'static Form, Suffix)> {
        let reading = read_form(&self.written())?;
        Some((reading.form, reading.suffix?))
    }
}

use Owner::{Attacker, Defender};

/// Whom an entry of this owner helps.
macro_rules! favours {
    (Attacker) => {
        Some($crate::games::Owner::Attacker)
    };
    (Defender) => {
        Some($crate::games::Owner::Defender)
    };
    ($owner:ident neutral) => {
        None
    };
    (Attacker hurtful) => {
        Some($crate::games::Owner::Defender)
    };
    (Defender hurtful) => {
        Some($crate::games::Owner::Attacker)
    };
}
pub(crate) use favours;

macro_rules! forms {
    ($($owner:ident $($favours:ident)? $pattern:literal $short:literal $args:pat => $effect:expr;)*) => {
        /// What games share.
        const SHARED: &[Form] = &[$(Form {
            pattern: $pattern,
            short: $short,
            owner: $owner,
            favours: favours!($owner $($favours)?),
            home: "",
            make: |words| { #[allow(irrefutable_let_patterns)] if let $args = words { $effect } else { None } },
        }),*];
    };
}

use Characteristic as C;
use RollKind as R;
use Word::{Amount as A, Number as N, Signed as S, Target as T};

forms! {
    Attacker "±N to hit" "added to hit rolls, capped as the game says" _ => rolls(&[R::Hit], modify);
    Attacker "±N to wound" "added to wound rolls, capped as the game says" _ => rolls(&[R::Wound], modify);
    Defender "±N to save" "added to save rolls, capped as the game says" _ => rolls(&[R::Save], modify);
    Defender "±N to morale" "added to the total of morale and panic tests" _ => rolls(&[R::Morale], modify);
    Attacker "reroll hits of N" "hit dice that show N are rolled again" _ => rolls(&[R::Hit], reroll_shown);
    Attacker "reroll failed hits" "hit dice that fail are rolled again" _ => rolls(&[R::Hit], |roll, _| roll.again.add(Again::Failed));
    Attacker "reroll non critical hits" "hit dice that are not critical are rolled again, hits too" _ => rolls(&[R::Hit], |roll, _| roll.again.add(Again::NonCritical));
    Attacker "reroll wounds of N" "wound dice that show N are rolled again" _ => rolls(&[R::Wound], reroll_shown);
    Attacker "reroll failed wounds" "wound dice that fail are rolled again" _ => rolls(&[R::Wound], |roll, _| roll.again.add(Again::Failed));
    Attacker "reroll non critical wounds" "wound dice that are not critical are rolled again, wounds too" _ => rolls(&[R::Wound], |roll, _| roll.again.add(Again::NonCritical));
    Defender "reroll saves of N" "save dice that show N are rolled again" _ => rolls(&[R::Save], reroll_shown);
    Defender "reroll failed saves" "save dice that fail are rolled again" _ => rolls(&[R::Save], |roll, _| roll.again.add(Again::Failed));
    Attacker "reroll damage of N" "damage dice of value N are rolled again" _ => Some(Effect::Rolled(C::Damage, |number, words| number.roll_again(words.number(0))));
    Attacker "reroll attacks of N" "attack dice of value N are rolled again" _ => Some(Effect::Rolled(C::Attacks, |number, words| number.roll_again(words.number(0))));
    Attacker "critical hits on N+" "unmodified hit rolls of N or more are critical" _ => rolls(&[R::Hit], critical_on);
    Attacker "critical wounds on N+" "unmodified wound rolls of N or more are critical" _ => rolls(&[R::Wound], critical_on);
    Attacker "±N attacks" "added to Attacks" [S(n)] => change(C::Attacks, Change::Add(*n));
    Defender "-N damage to target" "subtracted from the Damage of each blow, at least 1" [S(n)] => Some(Effect::LessDamage(n.unsigned_abs().min(255) as u8));
    Attacker "±N damage" "added to Damage" [S(n)] => change(C::Damage, Change::Add(*n));
    Attacker "±N hit damage" "added to the Damage of a hit that is not critical" [S(n)] => change(C::HitDamage, Change::Add(*n));
    Attacker "±N critical damage" "added to the Damage of a critical hit" [S(n)] => change(C::CriticalDamage, Change::Add(*n));
    Attacker "±N rend" "added to Rend" [S(n)] => change(C::Rend, Change::Add(*n));
    Attacker "±N strength" "added to Strength" [S(n)] => change(C::Strength, Change::Add(*n));
    Defender "±N toughness" "added to Toughness" [S(n)] => change(C::Toughness, Change::Add(*n));
    Attacker "improve hit by N" "the Hit characteristic gets better: not capped as rolls are" [N(n)] => change(C::Hit, Change::Improve(*n));
    Attacker hurtful "worsen hit by N" "the Hit characteristic gets worse" [N(n)] => change(C::Hit, Change::Worsen(*n));
    Attacker "improve wound by N" "the Wound characteristic gets better" [N(n)] => change(C::Wound, Change::Improve(*n));
    Attacker hurtful "worsen wound by N" "the Wound characteristic gets worse" [N(n)] => change(C::Wound, Change::Worsen(*n));
    Attacker "improve skill by N" "Ballistic or Weapon Skill gets better" [N(n)] => change(C::Skill, Change::Improve(*n));
    Attacker hurtful "worsen skill by N" "Ballistic or Weapon Skill gets worse" [N(n)] => change(C::Skill, Change::Worsen(*n));
    Attacker "improve ap by N" "AP gets better: AP -1 becomes -2" [N(n)] => change(C::Ap, Change::Improve(*n));
    Attacker hurtful "worsen ap by N" "AP gets worse, never above 0" [N(n)] => change(C::Ap, Change::Worsen(*n));
    Defender "improve save by N" "the Save characteristic gets better" [N(n)] => change(C::Save, Change::Improve(*n));
    Defender hurtful "worsen save by N" "the Save characteristic gets worse" [N(n)] => change(C::Save, Change::Worsen(*n));
    Attacker neutral "set attacks to A" "Attacks are replaced" [A(a)] => change(C::Attacks, Change::Set(*a));
    Attacker neutral "set damage to A" "Damage is replaced" [A(a)] => change(C::Damage, Change::Set(*a));
    Attacker neutral "set rend to A" "Rend is replaced" [A(a)] => fixed(C::Rend, *a);
    Attacker neutral "set strength to A" "Strength is replaced" [A(a)] => change(C::Strength, Change::Set(*a));
    Defender neutral "set toughness to A" "Toughness is replaced" [A(a)] => fixed(C::Toughness, *a);
    Attacker neutral "set hit to N+" "Hit is replaced" [T(n)] => change(C::Hit, Change::SetTarget(*n));
    Attacker neutral "set wound to N+" "Wound is replaced" [T(n)] => change(C::Wound, Change::SetTarget(*n));
    Attacker neutral "set skill to N+" "Ballistic or Weapon Skill is replaced" [T(n)] => change(C::Skill, Change::SetTarget(*n));
    Defender neutral "set save to N+" "Save is replaced" [T(n)] => change(C::Save, Change::SetTarget(*n));
    Attacker "double attacks" "Attacks are multiplied by two" [] => change(C::Attacks, Change::Double);
    Attacker "triple attacks" "Attacks are multiplied by three" [] => change(C::Attacks, Change::Triple);
    Attacker "double strength" "Strength is multiplied by two" [] => change(C::Strength, Change::Double);
    Attacker "triple strength" "Strength is multiplied by three" [] => change(C::Strength, Change::Triple);
    Attacker hurtful "halve attacks" "Attacks are divided by two" [] => change(C::Attacks, Change::Halve);
    Attacker "double damage" "Damage is multiplied by two" [] => change(C::Damage, Change::Double);
    Attacker "triple damage" "Damage is multiplied by three" [] => change(C::Damage, Change::Triple);
    Defender "halve damage" "Damage is divided by two" [] => change(C::Damage, Change::Halve);
    Defender "damage is 0" "blows do no damage; what is added afterwards still counts" [] => Some(Effect::DamageIsZero);
    Defender "ignore first failed save" "the first save that fails does not count" [] => Some(Effect::IgnoreFirstFailedSave);
    Defender "wounded only on N+" "unmodified wound rolls below N fail" _ => rolls(&[R::Wound], only_on);
    Attacker "wounds on N+" "unmodified wound rolls of N or more always wound" _ => rolls(&[R::Wound], |roll, words| roll.always_on = roll.always_on.min(words.target()));
    Attacker "ignore modifiers" "modifiers of hit and wound rolls that hurt are ignored" _ => rolls(&[R::Hit, R::Wound], |roll, _| roll.ignore_penalties = true);
    Attacker "ignore hit modifiers" "modifiers of hit rolls that hurt are ignored" _ => rolls(&[R::Hit], |roll, _| roll.ignore_penalties = true);
    Attacker "ignore wound modifiers" "modifiers of wound rolls that hurt are ignored" _ => rolls(&[R::Wound], |roll, _| roll.ignore_penalties = true);
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
    Defender "return A models" "so many models that fell stand again once the attack is over; models that are hurt are not healed by it" [A(models)] => Some(Effect::Heal(Healing::Models(*models)));
    Defender "hit only on N+" "unmodified hit rolls below N fail, critical ones too" _ => rolls(&[R::Hit], |roll, words| roll.fails_to = roll.fails_to.max(words.target().saturating_sub(1)));
    Attacker neutral "set ap to 0" "AP is replaced" [] => change(C::Ap, Change::Set(Amount::fixed(0)));
    Attacker neutral "set ap to -N" "AP is replaced" [S(n)] => change(C::Ap, Change::Set(Amount::fixed(n.unsigned_abs())));
    Defender "reroll morale" "dice of morale and panic tests are rolled again by their owner where that helps" _ => rolls(&[R::Morale], |roll, _| roll.again.add(Again::Failed));
    Attacker "saved only on N+" "unmodified save rolls below N fail" _ => rolls(&[R::Save], only_on);
    // With a suffix: read as what precedes it.
    Attacker hurtful "-N attacks at least 1" "subtracted from Attacks, which do not fall below 1 by it" _ => None;
    Attacker hurtful "-N damage at least 1" "subtracted from the Damage of hits and critical hits, neither of which falls below 1 by it" _ => None;
    Attacker hurtful "-N hit damage at least 1" "the same for hits that are not critical" _ => None;
    Attacker hurtful "-N critical damage at least 1" "the same for critical hits" _ => None;
    Attacker hurtful "-N strength at least 1" "subtracted from Strength, which does not fall below 1 by it" _ => None;
    Defender hurtful "-N toughness at least 1" "subtracted from Toughness, which does not fall below 1 by it" _ => None;
    Defender "heal A per RANK" "the same for each rank, as they are once the attack is over" _ => None;
    Attacker "improve ap by N on critical hits" "AP gets better for attacks that hit critically" _ => None;
    Attacker "improve ap by N on critical wounds" "AP gets better for attacks that wound critically" _ => None;
    Attacker neutral "set ap to -N on critical hits" "AP is replaced for attacks that hit critically" _ => None;
    Attacker neutral "set ap to -N on critical wounds" "AP is replaced for attacks that wound critically" _ => None;
    Attacker "±N damage on critical hits" "added to the Damage of attacks that hit critically" _ => None;
    Attacker "±N damage on critical wounds" "added to the Damage of attacks that wound critically" _ => None;
    Attacker neutral "A wounds instead of hits per RANK" "the same for each rank" _ => None;
    Attacker "±N attacks per RANK" "the same for each `rank`, `destroyed rank`, `enemy rank`, `destroyed enemy rank` or `lost wound`" _ => None;
    Attacker "±N to hit per RANK" "the same for each rank" _ => None;
    Defender "±N to save per RANK" "the same for each rank" _ => None;
    Defender "±N to morale per RANK" "the same for each rank" _ => None;
    Attacker "A automatic hits per RANK" "the same for each rank" _ => None;
    Attacker "A direct wounds per RANK" "the same for each rank" _ => None;
    Attacker "suffer A wounds per RANK" "the same for each rank" _ => None;
    Attacker "suffer A hits per RANK" "the same for each rank" _ => None;
    Attacker "extra N hits on each hit per RANK" "the same for each rank" _ => None;
    Defender "block N hits per RANK" "the same for each rank" _ => None;
    Defender hurtful "±N panic wounds per RANK" "the same for each rank" _ => None;
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

/// What changes rolls.
fn rolls(kinds: &'static [RollKind], change: fn(&mut Test, &Captured)) -> Option<Effect> {
    Some(Effect::Rolls(kinds, change))
}

fn modify(roll: &mut Test, words: &Captured) {
    roll.modifiers.add(words.signed());
}

fn reroll_shown(roll: &mut Test, words: &Captured) {
    roll.again.add(Again::Value(words.number(0)));
}

fn critical_on(roll: &mut Test, words: &Captured) {
    roll.critical_on = roll.critical_on.min(words.target());
}

fn only_on(roll: &mut Test, words: &Captured) {
    roll.only_on = roll.only_on.max(words.target());
}

fn change(characteristic: Characteristic, change: Change) -> Option<Effect> {
    Some(Effect::Change(characteristic, change))
}

fn fixed(characteristic: Characteristic, amount: Amount) -> Option<Effect> {
    amount.as_fixed().and_then(|_| change(characteristic, Change::Set(amount)))
}

/// Every way to write an effect: what games share, then what each has alone.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut all = SHARED.to_vec();
    for game in GAMES {
        let own = (game.own)().into_iter().map(|(form, _)| form);
        // Editions of a game have the same. Patterns differ in length most often, which is soon seen.
        let before = &all[SHARED.len()..];
        let is_same = |one: &Form, other: &Form| (one.home, one.pattern) == (other.home, other.pattern);
        let is_new =
            |form: &Form| !before.iter().any(|other| other.pattern.len() == form.pattern.len() && is_same(other, form));
        let own: Vec<Form> = own.filter(is_new).collect();
        all.extend(own);
    }
    all
});

/// What a text writes.
#[derive(Clone, Debug)]
pub(crate) struct ReadForm {
    /// The form that it follows, without its suffix.
    pub(crate) form: &'static Form,
    /// What is in the places of the form.
    pub(crate) words: Captured,
    /// What it does, where games share that.
    pub(crate) effect: Effect,
    /// What holds it to some attacks, or says how often it counts.
    pub(crate) suffix: Option<Suffix>,
}

/// What texts write that were read: the units of a game say the same again and again.
static READ: Memo<String, Option<ReadForm>> = Memo::new(4096);
/// The longest text that is kept; effects are shorter.
const MAX_KEPT: usize = 80;

/// What a text writes that is an effect of any game.
pub(crate) fn read_form(text: &str) -> Option<ReadForm> {
    let read = || {
        let text = plain(text);
        let words = words_of(&text);
        whole(&words).or_else(|| {
            let (before, suffix) = Suffix::split(&words)?;
            let reading = whole(before)?;
            suffix.goes_with(&reading).then_some(ReadForm { suffix: Some(suffix), ..reading })
        })
    };
    if text.len() > MAX_KEPT { read() } else { READ.get(text, read) }
}

/// The form that words without a suffix are.
fn whole(words: &[&str]) -> Option<ReadForm> {
    let first = words.first()?;
    let read = |form: &'static Form| {
        let captured = may_begin(form.pattern, first).then(|| fit(form.pattern, words))??;
        let effect = (form.make)(&captured)?;
        Some(ReadForm { form, words: Captured::of(&captured), effect, suffix: None })
    };
    // Most texts are what games share; the list of all is made for the others.
    SHARED.iter().find_map(read).or_else(|| FORMS[SHARED.len()..].iter().find_map(read))
}

/// A text that writes an effect as the vocabulary writes it: `reroll hits of 1` for `Re-roll  hits of 1`.
pub(crate) fn tidy(text: &str) -> Option<String> {
    read_form(text)?;
    let is_dice = |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('d');
    let is_amount = |word: &&str| is_dice(word) && word.parse::<crate::dice::Amount>().is_ok();
    let word = |word: &str| if is_amount(&word) { word.to_uppercase() } else { word.to_owned() };
    Some(plain(text).split_whitespace().map(word).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(text: &str) -> Option<Effect> {
        read_form(text).map(|reading| reading.effect)
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
            ("+3 attacks", Effect::Change(C::Attacks, Change::Add(3))),
            ("-1 damage to target", Effect::LessDamage(1)),
            ("-1 damage", Effect::Change(C::Damage, Change::Add(-1))),
            ("improve ap by 1", Effect::Change(C::Ap, Change::Improve(1))),
            ("set attacks to 2D6", Effect::Change(C::Attacks, Change::Set(Amount::dice(2, 6)))),
            ("set save to 4+", Effect::Change(C::Save, Change::SetTarget(4))),
            ("damage is 0", Effect::DamageIsZero),
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
            ("+1 critical damage", Effect::Change(C::CriticalDamage, Change::Add(1))),
        ] {
            assert_eq!(format!("{:?}", effect(text)), format!("{:?}", Some(wanted)), "{text}");
        }
    }

    #[test]
    fn what_is_no_effect_is_none() {
        for text in [
            "", "1 to hit", "+1 to fly", "ward 9+", "reroll hits of 7", "+1 damage to target", "set rend to D3",
            "damage is 1", "1 dice: 4+ -> 1 mortal 2+ -> 2 mortal", "1 D3 dice: 4+ -> 1 mortal",
            "1 dice: 2+ -> that many mortal", "1: 2+ -> 1 mortal", "1 dice: 2-3 -> 1 mortal 5+ -> 2 mortal",
            "1 dice: 2-3 -> 1 mortal", "1 dice: 6-2 -> 1 mortal", "D3: 4+ -> heal 1", "D3 dice: 4+ -> heal 1",
        ] {
            assert!(effect(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_form_is_read_with_what_stands_in_its_places() {
        for (text, pattern, number, amount) in [
            ("re-roll hits of 1", "reroll hits of N", 1, 0),
            ("reroll non-critical wounds", "reroll non critical wounds", 0, 0),
            ("re-roll morale", "reroll morale", 0, 0),
            ("critical hits on 5+", "critical hits on N+", 5, 0),
            ("wounded only on 4+", "wounded only on N+", 4, 0),
            ("Feel No Pain 5+", "feel no pain N+", 5, 0),
            ("extra 1 hits on 6", "extra N hits on 6", 1, 0),
            ("reroll up to 2 hits", "reroll up to N hits", 2, 0),
            ("D3 direct wounds", "A direct wounds", 0, 3),
            ("2 automatic hits", "A automatic hits", 0, 2),
            ("2 damage back for each roll of 4", "N damage back for each roll of N", 2, 0),
        ] {
            let reading = read_form(text).expect(text);
            assert_eq!(reading.form.pattern, pattern, "{text}");
            assert_eq!(reading.words.number(0).max(reading.words.target()), number, "{text}");
            assert_eq!(reading.words.amount(0).max(), amount, "{text}");
        }
    }

    #[test]
    fn what_stands_before_a_suffix_is_any_effect_that_it_goes_with() {
        for (text, pattern, suffix) in [
            ("double damage on critical wounds", "double damage", Suffix::OnCritical(R::Wound)),
            ("+1 rend on critical hits", "±N rend", Suffix::OnCritical(R::Hit)),
            ("reroll hits of 1 per destroyed rank", "reroll hits of N", Suffix::Per(Ranks::OwnDestroyed)),
            ("extra 1 wounds on each hit per rank", "extra N wounds on each hit", Suffix::Per(Ranks::Own)),
            ("-2 attacks at least 1", "±N attacks", Suffix::AtLeastOne),
        ] {
            let reading = read_form(text).expect(text);
            assert_eq!((reading.form.pattern, reading.suffix), (pattern, Some(suffix)), "{text}");
        }
        for text in
            ["+2 attacks at least 1", "no save per rank", "+1 to hit on critical hits", "heal 2 per critical hit"]
        {
            assert!(read_form(text).is_none(), "{text}");
        }
    }

    /// No text is read by two forms of one game, or by one of a game and one that is shared.
    #[test]
    fn no_two_forms_read_one_text() {
        for form in FORMS.iter().filter(|form| form.composed().is_none()) {
            let text = form.written();
            let plain = plain(&text);
            let words = words_of(&plain);
            let reads = |other: &&Form| fit(other.pattern, &words).and_then(|words| (other.make)(&words)).is_some();
            let all: Vec<&str> = FORMS.iter().filter(reads).map(|other| other.pattern).collect();
            assert_eq!(all, [form.pattern], "{text}");
        }
    }

    #[test]
    fn every_form_can_be_written() {
        for form in FORMS.iter() {
            let text = form.written();
            let found = read_form(&text).unwrap_or_else(|| panic!("`{}` is never read", form.pattern));
            assert!(found.suffix.is_some() || found.form.pattern == form.pattern, "{text}");
        }
    }
}
