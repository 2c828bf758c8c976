//! Numbers and tests on a card while rules still change them: what is set, multiplied, added, rolled again.
//!
//! All of them are small and copied, because every weapon of every match-up makes some.

use crate::dice::{Amount, Check, Draw, DrawError, Faces};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};

/// Which dice are rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// Those that show this number.
    Value(u8),
    /// Those that fail.
    Failed,
    /// Those that are not critical, successes too.
    NonCritical,
}

/// What happens to a number on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Added; negative: subtracted.
    Add(i16),
    /// Made better by so much, whichever way that is.
    Improve(u8),
    /// Made worse.
    Worsen(u8),
    /// Replaced.
    Set(Amount),
    /// Replaced by a number to reach.
    SetTarget(u8),
    /// Multiplied by two.
    Double,
    /// Multiplied by three.
    Triple,
    /// Divided by two; the game says how fractions are rounded.
    Halve,
}

/// How fractions are rounded after a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Rounding {
    /// AOS-27.0.
    #[default]
    Down,
    /// W40K-MODIFIER-ORDER.
    Up,
    /// Up, once everything is added and before anything is subtracted: W40K-MODIFIER-ORDER of the 11th edition.
    UpAfterAdding,
}

/// A characteristic that may be rolled, and what changes it: set, then multiplied and divided, then added.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    pub(crate) printed: Amount,
    pub(crate) set: Option<Amount>,
    pub(crate) times: i32,
    pub(crate) divided: i32,
    pub(crate) add: i32,
    /// Subtracted at the end.
    pub(crate) less: i32,
    /// Subtracted after that, but never to less than 1: only Warcry has that.
    pub(crate) down_to_one: i32,
    /// Dice added on top (Melta D3).
    pub(crate) dice: Amount,
    /// Faces of a die that are rolled again.
    pub(crate) again: Faces,
    /// Whether what is rolled is rolled again below its average.
    pub(crate) low_again: bool,
}

impl Number {
    pub(crate) fn printed(printed: Amount) -> Self {
        Self {
            printed,
            set: None,
            times: 1,
            divided: 1,
            add: 0,
            less: 0,
            down_to_one: 0,
            dice: Amount::fixed(0),
            again: Faces::NONE,
            low_again: false,
        }
    }

    /// Whether it is as it is printed.
    pub(crate) fn is_printed(&self) -> bool {
        *self == Self::printed(self.printed)
    }

    /// Applies one change; improving and worsening mean more and less.
    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Add(n) if n < 0 => self.less -= i32::from(n),
            Change::Add(n) => self.add += i32::from(n),
            Change::Improve(n) => self.add += i32::from(n),
            Change::Worsen(n) => self.less += i32::from(n),
            Change::Set(amount) => self.set = Some(amount),
            Change::SetTarget(n) => self.set = Some(Amount::fixed(u16::from(n))),
            Change::Double => self.times = (self.times * 2).min(1 << 10),
            Change::Triple => self.times = (self.times * 3).min(1 << 10),
            Change::Halve => self.divided = (self.divided * 2).min(1 << 10),
        }
    }

    /// Adds a number or dice.
    pub(crate) fn plus(&mut self, amount: Amount) {
        match amount.as_fixed() {
            Some(n) => self.add += i32::from(n),
            None if self.dice.count == 0 => {
                self.dice = Amount { plus: self.dice.plus.saturating_add(amount.plus), ..amount }
            }
            None => {
                self.dice.count = self.dice.count.saturating_add(amount.count);
                self.dice.plus = self.dice.plus.saturating_add(amount.plus);
            }
        }
    }

    /// Rolls dice that show this value again.
    pub(crate) fn roll_again(&mut self, value: u8) {
        self.again = self.again.or(Faces::only(value));
    }

    /// The dice that are rolled, every change made, never below `least`.
    pub(crate) fn draw(&self, rounding: Rounding, least: i32) -> Result<Draw, DrawError> {
        let base = self.set.unwrap_or(self.printed);
        let draw =
            Draw::changed(base, self.dice, self.again, |total, more| self.changed(total, more, rounding).max(least))?;
        Ok(if self.low_again { draw.again_if_low() } else { draw })
    }

    /// The value if nothing of it is rolled.
    pub(crate) fn fixed(&self, rounding: Rounding, least: i32) -> Option<i32> {
        match (self.set.unwrap_or(self.printed).as_fixed(), self.dice.as_fixed()) {
            (Some(total), Some(more)) => {
                Some(self.changed(total.into(), more.into(), rounding).max(least).clamp(0, u16::MAX.into()))
            }
            _ => self.draw(rounding, least).ok()?.as_fixed().map(i32::from),
        }
    }

    /// A total of the printed dice and one of those on top, every change made.
    fn changed(&self, total: i32, more: i32, rounding: Rounding) -> i32 {
        // Where division comes after addition, a value that is set to 0 is final (W40K-MODIFIER-ORDER of the 11th edition).
        if rounding == Rounding::UpAfterAdding && self.set == Some(Amount::fixed(0)) {
            return 0;
        }
        let up = |n: i32| (n + self.divided - 1) / self.divided;
        let (times, added) = (total * self.times, more + self.add);
        let scaled = match rounding {
            Rounding::Down => times / self.divided + added,
            Rounding::Up => up(times) + added,
            Rounding::UpAfterAdding => up(times + added),
        };
        scaled - self.less
    }
}

/// Modifiers of a roll, those that help apart from those that hurt: some rules ignore the one or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Modifiers {
    /// The sum of those above 0.
    pub(crate) help: i16,
    /// The sum of those below 0.
    pub(crate) hurt: i16,
}

impl Modifiers {
    pub(crate) fn add(&mut self, by: i16) {
        let sum = if by > 0 { &mut self.help } else { &mut self.hurt };
        *sum = sum.saturating_add(by);
    }

    pub(crate) fn sum(self) -> i16 {
        self.help + self.hurt
    }
}

/// Which dice are rolled again, by any of the rules that allow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rerolls {
    /// Those that show one of these faces.
    shown: Faces,
    failed: bool,
    not_critical: bool,
}

impl Rerolls {
    pub(crate) fn add(&mut self, again: Again) {
        match again {
            Again::Value(n) => self.shown = self.shown.or(Faces::only(n)),
            Again::Failed => self.failed = true,
            Again::NonCritical => self.not_critical = true,
        }
    }

    /// The faces that are rolled again, where `failed` fail and `not_critical` are not critical.
    pub(crate) fn faces(self, failed: Faces, not_critical: Faces) -> Faces {
        let when = |holds: bool, faces: Faces| if holds { faces } else { Faces::NONE };
        self.shown.or(when(self.failed, failed)).or(when(self.not_critical, not_critical))
    }
}

/// Which dice have failed, where some are rolled again before modifiers and others are judged once all are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failing {
    /// Those that fail in the end.
    InTheEnd,
    /// Those that fail in the end and would without modifiers: nobody rolls a success again (AMB-15 of Age of Sigmar).
    Twice,
    /// Those that would fail without modifiers, whatever comes of them.
    Unmodified,
}

impl Failing {
    /// The faces that count as failed, of those that succeed in the end and those that do without modifiers.
    pub(crate) fn faces(self, success: Faces, unmodified: Faces) -> Faces {
        match self {
            Self::InTheEnd => success.others(6),
            Self::Twice => success.or(unmodified).others(6),
            Self::Unmodified => unmodified.others(6),
        }
    }
}

/// A pass-or-fail roll while its modifiers are collected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Test {
    /// The characteristic as printed.
    pub(crate) needs: i16,
    /// What replaces it, and by how much it is improved after that: changes come in the order of the rules.
    pub(crate) set: Option<i16>,
    pub(crate) changes: Modifiers,
    /// The best and the worst it can become.
    pub(crate) best: i16,
    pub(crate) worst: i16,
    /// Modifiers of the roll.
    pub(crate) modifiers: Modifiers,
    pub(crate) again: Rerolls,
    pub(crate) critical_on: u8,
    /// Faces from here on are critical if they succeed.
    pub(crate) critical_successes_on: u8,
    /// Whether no face is critical: those that would be succeed all the same.
    pub(crate) no_criticals: bool,
    pub(crate) fails_to: u8,
    /// Faces that succeed whatever the number.
    pub(crate) always_on: u8,
    /// Faces below this fail whatever the number.
    pub(crate) only_on: u8,
    pub(crate) ignore_penalties: bool,
    /// Whether changes of the characteristic that hurt are ignored too.
    pub(crate) ignores_worse: bool,
}

impl Default for Number {
    fn default() -> Self {
        Self::printed(Amount::fixed(0))
    }
}

impl Default for Test {
    fn default() -> Self {
        Self::needs(7)
    }
}

impl Test {
    pub(crate) fn needs(needs: i16) -> Self {
        Self {
            needs,
            set: None,
            changes: Modifiers::default(),
            best: 2,
            worst: i16::MAX,
            modifiers: Modifiers::default(),
            again: Rerolls::default(),
            critical_on: 6,
            critical_successes_on: 7,
            no_criticals: false,
            fails_to: 1,
            always_on: 7,
            only_on: 1,
            ignore_penalties: false,
            ignores_worse: false,
        }
    }

    /// The characteristic, every change made.
    pub(crate) fn number(&self) -> i16 {
        let (set, better) = match self.ignores_worse {
            true => (self.set.filter(|set| *set < self.needs), self.changes.help),
            false => (self.set, self.changes.sum()),
        };
        set.unwrap_or(self.needs).saturating_sub(better).min(self.worst).max(self.best)
    }

    /// The modifiers' sum before any cap.
    pub(crate) fn sum(&self) -> i16 {
        if self.ignore_penalties { self.modifiers.help } else { self.modifiers.sum() }
    }

    /// This test, in which those faces fail too that the other side's test makes fail.
    pub(crate) fn meeting(mut self, other: &Self) -> Self {
        self.fails_to = self.fails_to.max(other.fails_to);
        self.only_on = self.only_on.max(other.only_on);
        self
    }

    /// The check with its modifiers summed and then capped at ±1 (AOS-17.1, W40K-ROLL-MODIFIERS).
    pub(crate) fn check(&self, critical_succeeds: bool) -> Check {
        let modifier = self.sum().clamp(-1, 1);
        #[cfg(test)]
        let modifier = if in_neither(PlantedError::ModifierCap) { self.sum() } else { modifier };
        Check {
            needs: self.number(),
            modifier,
            fails_to: self.fails_to,
            critical_on: self.critical_on,
            critical_succeeds,
        }
    }

    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Improve(n) => self.changes.add(i16::from(n)),
            Change::Worsen(n) => self.changes.add(-i16::from(n)),
            Change::SetTarget(n) => self.set = Some(i16::from(n)),
            Change::Add(_) | Change::Set(_) | Change::Double | Change::Triple | Change::Halve => {}
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
    /// The faces of this test; `failing` says which of them a re-roll of failures rolls again.
    pub(crate) fn rolled(&self, critical_succeeds: bool, failing: Failing) -> RolledTest {
        let check = self.check(critical_succeeds);
        let critical = check.critical();
        let never = Faces::up_to(self.fails_to);
        // W40K-PRIORITY: where "always wounds on" or a critical wound and "only wounded on" collide, the attacker's rule
        // stands.
        let always = Faces::from(self.always_on).without(never);
        let of = |check: Check| check.success().and(Faces::from(self.only_on)).or(check.critical()).or(always);
        let success = of(check);
        let critical = critical.or(success.and(Faces::from(self.critical_successes_on)));
        let critical = if self.no_criticals { Faces::NONE } else { critical };
        let failed = failing.faces(success, of(Check { modifier: 0, ..check }));
        let reroll = self.again.faces(failed, critical.others(6));
        RolledTest { success, critical, reroll }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(number: &Number, rounding: Rounding) -> Vec<u16> {
        let draw = number.draw(rounding, 1).expect("one die");
        draw.values.iter().map(|value| draw.plus + value).collect()
    }

    fn modifiers(all: &[i16]) -> Modifiers {
        let mut modifiers = Modifiers::default();
        all.iter().for_each(|by| modifiers.add(*by));
        modifiers
    }

    fn rerolls(again: Again) -> Rerolls {
        let mut rerolls = Rerolls::default();
        rerolls.add(again);
        rerolls
    }

    #[test]
    fn changes_come_in_the_order_of_the_rules() {
        // AOS-27.0: Attacks 5 set to 3, doubled, +1 is 7.
        let mut number = Number::printed(Amount::fixed(5));
        for change in [Change::Add(1), Change::Double, Change::Set(Amount::fixed(3))] {
            number.change(change);
        }
        assert_eq!(number.fixed(Rounding::Down, 1), Some(7));
        // W40K-MODIFIER-ORDER: D6 Melta 2, halved, -1 is 2, 2, 3, 3, 4, 4.
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

    /// A profile may have 400 abilities of which each adds the largest number that is read.
    #[test]
    fn sums_of_very_many_abilities_end_at_the_largest_number() {
        let mut damage = Number::printed(Amount::fixed(1));
        (0..400).for_each(|_| damage.plus(Amount { plus: 250, ..Amount::dice(1, 6) }));
        assert_eq!((damage.dice.plus, damage.dice.max()), (u16::MAX, u16::MAX));
        let (most, least) = (modifiers(&[250; 400]), modifiers(&[-250; 400]));
        assert_eq!((most.help, most.sum(), least.hurt), (i16::MAX, i16::MAX, i16::MIN));
        let mut test = Test { changes: least, modifiers: least, ..Test::needs(4) };
        assert_eq!((test.number(), test.check(true).success()), (i16::MAX, Faces::only(6)));
        (test.changes, test.modifiers) = (most, most);
        assert_eq!((test.number(), test.check(true).success()), (2, Faces::from(2)));
    }

    #[test]
    fn modifiers_are_summed_and_then_capped() {
        let mut test = Test::needs(4);
        test.modifiers = modifiers(&[1, -1, -1]);
        assert_eq!(test.check(true).modifier, -1);
        test.modifiers = modifiers(&[2, -1]);
        assert_eq!(test.check(true).modifier, 1);
        test.modifiers = modifiers(&[1, -3]);
        test.ignore_penalties = true;
        assert_eq!(test.check(true).modifier, 1);
    }

    #[test]
    fn failures_are_judged_as_each_game_says() {
        let mut test = Test::needs(4);
        test.modifiers = modifiers(&[1]);
        test.again = rerolls(Again::Failed);
        let again = |test: &Test, failing| test.rolled(true, failing).reroll;
        for (failing, faces) in [(Failing::InTheEnd, 2), (Failing::Twice, 2), (Failing::Unmodified, 3)] {
            assert_eq!(again(&test, failing), Faces::up_to(faces), "a bonus, {failing:?}");
        }
        test.modifiers = modifiers(&[-1]);
        for (failing, faces) in [(Failing::InTheEnd, 4), (Failing::Twice, 3), (Failing::Unmodified, 3)] {
            assert_eq!(again(&test, failing), Faces::up_to(faces), "a penalty, {failing:?}");
        }
        test.again = rerolls(Again::NonCritical);
        assert_eq!(test.rolled(true, Failing::InTheEnd).reroll, Faces::from(6).others(6));
    }

    #[test]
    fn the_attackers_rule_prevails() {
        // W40K EX-40: "always wounds on 2+" against "only wounded on 4+".
        let mut test = Test::needs(5);
        (test.always_on, test.only_on) = (2, 4);
        assert_eq!(test.rolled(true, Failing::InTheEnd).success, Faces::from(2));
        test.always_on = 7;
        (test.needs, test.only_on) = (2, 4);
        assert_eq!(test.rolled(true, Failing::InTheEnd).success, Faces::from(4));
    }

    /// AMB-1 and AMB-15 of Age of Sigmar, both as they are written: a critical 5 that only a modifier makes a hit fails as a bare
    /// die.
    #[test]
    fn a_bare_die_is_judged_without_what_makes_it_a_critical_hit() {
        let mut test = Test { critical_on: 5, ..Test::needs(6) };
        test.modifiers.add(1);
        test.again = rerolls(Again::Failed);
        let again = |succeeds: bool, failing: Failing| test.rolled(succeeds, failing).reroll;
        assert_eq!(again(false, Failing::Unmodified), Faces::up_to(5));
        assert_eq!(again(true, Failing::Unmodified), Faces::up_to(4));
        assert_eq!(again(false, Failing::Twice), Faces::up_to(4));
    }
}
