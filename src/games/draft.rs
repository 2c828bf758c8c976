//! A weapon and a target while rules still change them, in the words that Age of Sigmar and Warhammer 40,000 share.
//!
//! Everything here still has a name that a player recognises; numbers become thresholds and faces only in a game's
//! `draft.rs`, once all changes are known.

use super::vocabulary::{Again, Change, Characteristic, Effect, RollKind};
use super::{DraftLine, Owner};
use crate::dice::{Amount, Check, Draw, DrawError, Faces};

/// Where something comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    /// In a player's words.
    pub(crate) source: String,
    /// The rule's id.
    pub(crate) rule: &'static str,
}

impl Origin {
    pub(crate) fn new(source: impl Into<String>, rule: &'static str) -> Self {
        Self { source: source.into(), rule }
    }
}

/// How fractions are rounded after a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounding {
    /// AOS-27.0.
    Down,
    /// W40K-MODIFIER-ORDER.
    Up,
}

/// A characteristic that may be rolled, and what changes it: set, then multiplied and divided, then added.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Number {
    pub(crate) printed: Amount,
    pub(crate) set: Option<Amount>,
    pub(crate) times: i32,
    pub(crate) divided: i32,
    pub(crate) add: i32,
    /// Dice added on top (Melta D3).
    pub(crate) dice: Amount,
    /// Values of a die that are rolled again.
    pub(crate) again: Vec<u8>,
}

impl Number {
    pub(crate) fn printed(printed: Amount) -> Self {
        Self { printed, set: None, times: 1, divided: 1, add: 0, dice: Amount::fixed(0), again: Vec::new() }
    }

    /// Applies one change; improving and worsening mean more and less.
    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Add(n) => self.add += i32::from(n),
            Change::Improve(n) => self.add += i32::from(n),
            Change::Worsen(n) => self.add -= i32::from(n),
            Change::Set(amount) => self.set = Some(amount),
            Change::SetTarget(n) => self.set = Some(Amount::fixed(u16::from(n))),
            Change::Double => self.times = (self.times * 2).min(1 << 10),
            Change::Halve => self.divided = (self.divided * 2).min(1 << 10),
        }
    }

    /// Adds a number or dice.
    pub(crate) fn plus(&mut self, amount: Amount) {
        match amount.as_fixed() {
            Some(n) => self.add += i32::from(n),
            None if self.dice.count == 0 => self.dice = Amount { plus: self.dice.plus + amount.plus, ..amount },
            None => {
                self.dice.count = self.dice.count.saturating_add(amount.count);
                self.dice.plus += amount.plus;
            }
        }
    }

    /// The dice that are rolled, every change made, never below `least`.
    pub(crate) fn draw(&self, rounding: Rounding, least: i32) -> Result<Draw, DrawError> {
        let base = self.set.unwrap_or(self.printed);
        let again = self.again.iter().copied().collect();
        let scaled = |total: i32| match rounding {
            Rounding::Down => total * self.times / self.divided,
            Rounding::Up => (total * self.times + self.divided - 1) / self.divided,
        };
        Draw::changed(base, self.dice, again, |total, more| (scaled(total) + more + self.add).max(least))
    }

    /// The value if nothing of it is rolled.
    pub(crate) fn fixed(&self, rounding: Rounding, least: i32) -> Option<i32> {
        self.draw(rounding, least).ok()?.as_fixed().map(i32::from)
    }
}

/// A pass-or-fail roll while its modifiers are collected.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Test {
    /// The characteristic as printed.
    pub(crate) needs: i16,
    /// What replaces it, and by how much it is improved after that: changes come in the order of the rules.
    pub(crate) set: Option<i16>,
    pub(crate) better: i16,
    /// The best it can become.
    pub(crate) best: i16,
    /// Modifiers of the roll, each with its sign.
    pub(crate) modifiers: Vec<i16>,
    pub(crate) again: Vec<Again>,
    pub(crate) critical_on: u8,
    pub(crate) fails_to: u8,
    /// Faces that succeed whatever the number.
    pub(crate) always_on: u8,
    /// Faces below this fail whatever the number.
    pub(crate) only_on: u8,
    pub(crate) ignore_penalties: bool,
}

impl Test {
    pub(crate) fn needs(needs: i16) -> Self {
        Self {
            needs,
            set: None,
            better: 0,
            best: 2,
            modifiers: Vec::new(),
            again: Vec::new(),
            critical_on: 6,
            fails_to: 1,
            always_on: 7,
            only_on: 1,
            ignore_penalties: false,
        }
    }

    /// The characteristic, every change made.
    pub(crate) fn number(&self) -> i16 {
        (self.set.unwrap_or(self.needs) - self.better).max(self.best)
    }

    /// The modifiers' sum before any cap.
    pub(crate) fn sum(&self) -> i16 {
        self.modifiers.iter().filter(|by| !self.ignore_penalties || **by > 0).sum()
    }

    /// The check with its modifiers summed and then capped at ±1 (AOS-17.1, W40K-ROLL-MODIFIERS).
    pub(crate) fn check(&self, critical_succeeds: bool) -> Check {
        Check {
            needs: self.number(),
            modifier: self.sum().clamp(-1, 1),
            fails_to: self.fails_to,
            critical_on: self.critical_on,
            critical_succeeds,
        }
    }

    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Improve(n) => self.better += i16::from(n),
            Change::Worsen(n) => self.better -= i16::from(n),
            Change::SetTarget(n) => self.set = Some(i16::from(n)),
            Change::Add(_) | Change::Set(_) | Change::Double | Change::Halve => {}
        }
    }
}

/// Which faces succeed, which are critical, and which are rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RolledTest {
    pub(crate) success: Faces,
    pub(crate) critical: Faces,
    pub(crate) reroll: Faces,
}

impl Test {
    /// The faces of this test. `unmodified` judges failures by the die alone (AMB-15 of Age of Sigmar).
    pub(crate) fn rolled(&self, critical_succeeds: bool, unmodified: bool) -> RolledTest {
        let check = self.check(critical_succeeds);
        let critical = check.critical();
        let failing: Faces = (1..=self.fails_to).collect();
        // W40K-PRIORITY: where "always wounds on" or a critical wound and "only wounded on" collide, the attacker's rule
        // stands.
        let always = Faces::from(self.always_on).without(failing);
        let success = check.success().and(Faces::from(self.only_on)).or(critical).or(always);
        let failed = if unmodified {
            let plain = Check { modifier: 0, ..check };
            plain.success().or(critical).others(6)
        } else {
            success.others(6)
        };
        let reroll = self.again.iter().fold(Faces::NONE, |all, again| {
            all.or(match again {
                Again::Value(n) => Faces::only(*n),
                Again::Failed => failed,
                Again::NonCritical => critical.others(6),
            })
        });
        RolledTest { success, critical, reroll }
    }
}

/// A weapon while abilities and effects change it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WeaponDraft {
    pub(crate) name: String,
    pub(crate) melee: bool,
    /// How many of it attack.
    pub(crate) count: u16,
    /// Attacks that bearers make on top: champions.
    pub(crate) bonus_attacks: u16,
    pub(crate) attacks: Number,
    pub(crate) hit: Test,
    pub(crate) auto_hit: bool,
    pub(crate) wound: Test,
    pub(crate) strength: Number,
    /// Rend or AP as a number that is subtracted from the save.
    pub(crate) piercing: Number,
    pub(crate) damage: Number,
    /// What a critical hit adds: extra hits.
    pub(crate) extra_hits: Option<Amount>,
    /// A critical hit wounds without a roll.
    pub(crate) lethal: bool,
    /// A critical hit is a blow that nothing but a ward stops, and ends the attack (Age of Sigmar).
    pub(crate) mortal_hits: bool,
    /// A critical wound is a blow that no save stops, after all others (Warhammer 40,000).
    pub(crate) devastating: bool,
    pub(crate) mortal_on_hit: Option<Amount>,
    pub(crate) mortal_on_wound: Option<Amount>,
    pub(crate) ignores_cover: bool,
    pub(crate) hazardous: bool,
    pub(crate) psychic: bool,
    pub(crate) pistol: bool,
    pub(crate) twin_linked: bool,
    pub(crate) precision: bool,
    pub(crate) companion: bool,
    pub(crate) shoot_in_combat: bool,
    pub(crate) assault: bool,
    pub(crate) indirect: bool,
    pub(crate) extra_attacks: bool,
    pub(crate) ignore_modifiers: bool,
    /// Rolls of which one die of the whole attack is rolled again.
    pub(crate) once: Vec<RollKind>,
    pub(crate) lines: Vec<DraftLine>,
}

impl WeaponDraft {
    pub(crate) fn new(name: &str, attacks: Amount, hit: i16, damage: Amount) -> Self {
        Self {
            name: name.to_owned(),
            melee: true,
            count: 1,
            bonus_attacks: 0,
            attacks: Number::printed(attacks),
            hit: Test::needs(hit),
            auto_hit: false,
            wound: Test::needs(4),
            strength: Number::printed(Amount::fixed(1)),
            piercing: Number::printed(Amount::fixed(0)),
            damage: Number::printed(damage),
            extra_hits: None,
            lethal: false,
            mortal_hits: false,
            devastating: false,
            mortal_on_hit: None,
            mortal_on_wound: None,
            ignores_cover: false,
            hazardous: false,
            psychic: false,
            pistol: false,
            twin_linked: false,
            precision: false,
            companion: false,
            shoot_in_combat: false,
            assault: false,
            indirect: false,
            extra_attacks: false,
            ignore_modifiers: false,
            once: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Rend or AP, every change made: a number that is subtracted from the save, never below 0.
    pub(crate) fn pierces(&self, rounding: Rounding) -> i16 {
        self.piercing.fixed(rounding, 0).unwrap_or(0).min(i32::from(Self::MOST_PIERCING)) as i16
    }

    /// Rend or AP beyond this changes nothing any more.
    const MOST_PIERCING: i16 = 100;

    /// Notes something for `explain`.
    pub(crate) fn note(&mut self, what: impl Into<String>, origin: &Origin) {
        self.lines.push(DraftLine { what: what.into(), source: origin.source.clone(), rule: origin.rule });
    }

    /// Keeps the larger of two extra hits: the same ability does not add up (W40K-ABILITY-STACKING).
    pub(crate) fn sustain(&mut self, amount: Amount) {
        let mean = |amount: Amount| amount.min() + amount.max();
        if self.extra_hits.is_none_or(|known| mean(known) < mean(amount)) {
            self.extra_hits = Some(amount);
        }
    }

    /// Applies an effect that concerns the attack; dice on the side are not a weapon's.
    pub(crate) fn apply(&mut self, effect: &Effect, text: &str, origin: &Origin) {
        if !is_of_attack(effect) || matches!(effect, Effect::MortalOnTheSide { .. } | Effect::MortalInTiers { .. }) {
            return;
        }
        self.note(text, origin);
        match effect {
            Effect::Modify(RollKind::Hit, n) => self.hit.modifiers.push(*n),
            Effect::Modify(RollKind::Wound, n) => self.wound.modifiers.push(*n),
            Effect::Reroll(RollKind::Hit, again) => self.hit.again.push(*again),
            Effect::Reroll(RollKind::Wound, again) => self.wound.again.push(*again),
            Effect::Reroll(RollKind::Damage, Again::Value(n)) => self.damage.again.push(*n),
            Effect::Reroll(RollKind::Attacks, Again::Value(n)) => self.attacks.again.push(*n),
            Effect::RerollOne(roll) => self.once.push(*roll),
            Effect::CriticalOn(RollKind::Hit, n) => self.hit.critical_on = self.hit.critical_on.min(*n),
            Effect::CriticalOn(RollKind::Wound, n) => self.wound.critical_on = self.wound.critical_on.min(*n),
            Effect::Change(characteristic, change) => self.change(*characteristic, *change),
            Effect::WoundsOn(n) => self.wound.always_on = self.wound.always_on.min(*n),
            Effect::IgnoreModifiers => self.ignore_modifiers = true,
            Effect::MortalOnCritical(RollKind::Hit, n) => self.mortal_on_hit = Some(*n),
            Effect::MortalOnCritical(_, n) => self.mortal_on_wound = Some(*n),
            _ => {}
        }
    }

    /// The damage of one blow on a model of this group, the group's own changes made too.
    pub(crate) fn damage_of(&self, group: &GroupDraft, rounding: Rounding) -> Result<Draw, DrawError> {
        let mut damage = self.damage.clone();
        damage.divided *= group.damage_divided;
        damage.add -= group.less_damage;
        if group.damage_is_zero {
            damage.set = Some(Amount::fixed(0));
        }
        damage.draw(rounding, if group.damage_is_zero { 0 } else { 1 })
    }

    fn change(&mut self, characteristic: Characteristic, change: Change) {
        match characteristic {
            Characteristic::Attacks => self.attacks.change(change),
            Characteristic::Damage => self.damage.change(change),
            Characteristic::Strength => self.strength.change(change),
            Characteristic::Hit | Characteristic::Skill => self.hit.change(change),
            Characteristic::Wound => self.wound.change(change),
            Characteristic::Rend | Characteristic::Ap => self.piercing.change(change),
            Characteristic::Toughness
            | Characteristic::Save
            | Characteristic::HitDamage
            | Characteristic::CriticalDamage => {}
        }
    }
}

/// Whether an effect changes the attack; the others change how the target takes it.
pub(crate) fn is_of_attack(effect: &Effect) -> bool {
    match effect {
        Effect::Modify(roll, _) | Effect::Reroll(roll, _) | Effect::RerollOne(roll) => {
            !matches!(roll, RollKind::Save | RollKind::Morale)
        }
        Effect::Change(Characteristic::Toughness | Characteristic::Save, _) => false,
        Effect::DamageIsZero
        | Effect::LessDamage(_)
        | Effect::IgnoreFirstFailedSave
        | Effect::WoundedOnlyOn(_)
        | Effect::Heal(_)
        | Effect::Ward(_)
        | Effect::FeelNoPain(_)
        | Effect::FeelNoPainMortal(_)
        | Effect::FeelNoPainPsychic(_)
        | Effect::Invulnerable(_)
        | Effect::PanicWounds(_) => false,
        _ => true,
    }
}

/// Whose an effect is when nobody says so: attacks are the attacker's, saves and what protects the defender's.
pub(crate) fn default_owner(effect: &Effect) -> Owner {
    // Halving damage is written like a change of the weapon and protects the target.
    let halves = matches!(effect, Effect::Change(Characteristic::Damage, Change::Halve));
    if is_of_attack(effect) && !halves { Owner::Attacker } else { Owner::Defender }
}

/// Some models of a target while effects change them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroupDraft {
    pub(crate) name: String,
    pub(crate) models: u16,
    pub(crate) wounds: u16,
    pub(crate) toughness: Number,
    /// As printed. `None`: no save whatever the modifiers.
    pub(crate) save: Option<i16>,
    /// What replaces it, and by how much it is improved after that.
    pub(crate) save_set: Option<i16>,
    pub(crate) save_better: i16,
    pub(crate) invulnerable: Option<u8>,
    /// Ward, or Feel No Pain against everything.
    pub(crate) shrug: Option<u8>,
    pub(crate) shrug_mortal: Option<u8>,
    pub(crate) shrug_psychic: Option<u8>,
    pub(crate) character: bool,
    pub(crate) cover: bool,
    pub(crate) save_modifiers: Vec<i16>,
    pub(crate) save_again: Vec<Again>,
    pub(crate) damage_is_zero: bool,
    pub(crate) less_damage: i32,
    pub(crate) damage_divided: i32,
}

/// A target while effects change it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TargetDraft {
    pub(crate) name: String,
    pub(crate) groups: Vec<GroupDraft>,
    pub(crate) taken: u16,
    pub(crate) ignored_saves: u16,
    /// Whether one save of the whole attack is rolled again.
    pub(crate) one_save_again: bool,
    pub(crate) wounded_only_on: u8,
    pub(crate) lines: Vec<DraftLine>,
}

impl GroupDraft {
    pub(crate) fn new(models: u16, wounds: u16, toughness: u16, save: Option<u8>) -> Self {
        Self {
            name: String::new(),
            models,
            wounds,
            toughness: Number::printed(Amount::fixed(toughness)),
            save: save.map(i16::from),
            save_set: None,
            save_better: 0,
            invulnerable: None,
            shrug: None,
            shrug_mortal: None,
            shrug_psychic: None,
            character: false,
            cover: false,
            save_modifiers: Vec::new(),
            save_again: Vec::new(),
            damage_is_zero: false,
            less_damage: 0,
            damage_divided: 1,
        }
    }

    /// The Save, every change made, at best `best`; `None`: no save.
    pub(crate) fn save_needs(&self, best: i16) -> Option<i16> {
        self.save_set.or(self.save).map(|save| (save - self.save_better).max(best))
    }

    /// Applies an effect that concerns this target.
    fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Modify(RollKind::Save, n) => self.save_modifiers.push(*n),
            Effect::Reroll(RollKind::Save, again) => self.save_again.push(*again),
            Effect::Change(Characteristic::Toughness, change) => self.toughness.change(*change),
            Effect::Change(Characteristic::Save, change) => match change {
                Change::Improve(n) => self.save_better += i16::from(*n),
                Change::Worsen(n) => self.save_better -= i16::from(*n),
                Change::SetTarget(n) => self.save_set = Some(i16::from(*n)),
                _ => {}
            },
            Effect::Change(Characteristic::Damage, Change::Halve) => self.damage_divided *= 2,
            Effect::DamageIsZero => self.damage_is_zero = true,
            Effect::LessDamage(n) => self.less_damage += i32::from(*n),
            Effect::Ward(n) | Effect::FeelNoPain(n) => better(&mut self.shrug, *n),
            Effect::FeelNoPainMortal(n) => better(&mut self.shrug_mortal, *n),
            Effect::FeelNoPainPsychic(n) => better(&mut self.shrug_psychic, *n),
            Effect::Invulnerable(n) => better(&mut self.invulnerable, *n),
            _ => {}
        }
    }
}

/// Keeps the better of two numbers to reach.
pub(crate) fn better(known: &mut Option<u8>, n: u8) {
    *known = Some(known.map_or(n, |known| known.min(n)));
}

impl TargetDraft {
    /// Applies an effect of the target, to some of its groups if `models` names them.
    pub(crate) fn apply(&mut self, effect: &Effect, models: Option<&[String]>, text: &str, origin: &Origin) {
        self.lines.push(DraftLine { what: text.to_owned(), source: origin.source.clone(), rule: origin.rule });
        match effect {
            Effect::IgnoreFirstFailedSave => self.ignored_saves = 1,
            Effect::RerollOne(RollKind::Save) => self.one_save_again = true,
            Effect::WoundedOnlyOn(n) => self.wounded_only_on = self.wounded_only_on.max(*n),
            _ => {
                let meant = |group: &GroupDraft| {
                    models.is_none_or(|names| names.iter().any(|name| crate::words::same(name, &group.name)))
                };
                self.groups.iter_mut().filter(|group| meant(group)).for_each(|group| group.apply(effect));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(number: &Number, rounding: Rounding) -> Vec<u16> {
        let draw = number.draw(rounding, 1).expect("one die");
        draw.values.iter().map(|value| draw.plus + value).collect()
    }

    #[test]
    fn changes_come_in_the_order_of_the_rules() {
        // AOS-27.0: Attacks 5 set to 3, doubled, +1 is 7.
        let mut number = Number::printed(Amount::fixed(5));
        for change in [Change::Add(1), Change::Double, Change::Set(Amount::fixed(3))] {
            number.change(change);
        }
        assert_eq!(number.fixed(Rounding::Down, 1), Some(7));
        // W40K §2.4: D6 Melta 2, halved, -1 is 2, 2, 3, 3, 4, 4.
        let mut melta = Number::printed(Amount::dice(1, 6));
        melta.change(Change::Halve);
        melta.plus(Amount::fixed(2));
        melta.change(Change::Add(-1));
        assert_eq!(values(&melta, Rounding::Up), [2, 2, 3, 3, 4, 4]);
        // W40K-MODIFIER-ORDER: D6+1 halved is 1, 2, 2, 3, 3, 4.
        let mut printed = Number::printed(Amount { count: 1, sides: 6, plus: 1 });
        printed.change(Change::Halve);
        assert_eq!(values(&printed, Rounding::Up), [1, 2, 2, 3, 3, 4]);
        // AOS-27.0 rounds down and never below 1.
        assert_eq!(values(&printed, Rounding::Down), [1, 1, 2, 2, 3, 3]);
        let mut one = Number::printed(Amount::fixed(1));
        one.change(Change::Add(-1));
        assert_eq!(one.fixed(Rounding::Down, 1), Some(1));
    }

    #[test]
    fn modifiers_are_summed_and_then_capped() {
        let mut test = Test::needs(4);
        test.modifiers = vec![1, -1, -1];
        assert_eq!(test.check(true).modifier, -1);
        test.modifiers = vec![2, -1];
        assert_eq!(test.check(true).modifier, 1);
        test.modifiers = vec![1, -3];
        test.ignore_penalties = true;
        assert_eq!(test.check(true).modifier, 1);
    }

    #[test]
    fn failures_are_judged_as_each_game_says() {
        let mut test = Test::needs(4);
        test.modifiers = vec![1];
        test.again = vec![Again::Failed];
        assert_eq!(test.rolled(true, false).reroll, [1, 2].into_iter().collect());
        assert_eq!(test.rolled(true, true).reroll, [1, 2, 3].into_iter().collect());
        test.again = vec![Again::NonCritical];
        assert_eq!(test.rolled(true, false).reroll, Faces::from(6).others(6));
    }

    #[test]
    fn the_attackers_rule_prevails() {
        // W40K EX-40: "always wounds on 2+" against "only wounded on 4+".
        let mut test = Test::needs(5);
        (test.always_on, test.only_on) = (2, 4);
        assert_eq!(test.rolled(true, false).success, Faces::from(2));
        test.always_on = 7;
        (test.needs, test.only_on) = (2, 4);
        assert_eq!(test.rolled(true, false).success, Faces::from(4));
    }
}
