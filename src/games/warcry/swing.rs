//! One weapon's attack dice, with everything that changes them (WARCRY-HIT).

use super::attack::Exchange;
use super::fighter::{Numbers, Swing};
use crate::dice::{Amount, Faces};
use crate::games::ExplainedLine;
use crate::games::language::effect::{Characteristic, Effect, RollKind, WarcryEffect};
use crate::games::volley::draft::{Number, Origin, Rerolls};

impl Swing {
    pub(super) fn new(numbers: Numbers, toughness: u16) -> Self {
        let printed = |n: u16| Number::printed(Amount::fixed(n));
        Self {
            attacks: printed(numbers.attacks),
            strength: printed(numbers.strength),
            toughness: printed(toughness),
            hit: printed(numbers.hit),
            critical: printed(numbers.critical),
            rerolls: Rerolls::default(),
            up_to: 0,
            critical_on: 6,
            lines: Vec::new(),
        }
    }

    pub(super) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        self.lines.push(ExplainedLine { what: what.into(), source: origin.source.to_owned(), rule: origin.rule });
    }

    pub(super) fn apply(&mut self, effect: &Effect, text: &str, origin: &Origin<'_>) {
        self.note(text, origin);
        match effect {
            Effect::Reroll(RollKind::Hit, again) => self.rerolls.add(*again),
            Effect::Warcry(WarcryEffect::RerollUpTo(n)) => self.up_to = self.up_to.max(u16::from(*n)),
            Effect::CriticalOn(RollKind::Hit, n) => self.critical_on = self.critical_on.min(*n),
            Effect::Change(Characteristic::Attacks, change) => self.attacks.change(*change),
            Effect::Change(Characteristic::Strength, change) => self.strength.change(*change),
            Effect::Change(Characteristic::Toughness, change) => self.toughness.change(*change),
            Effect::Change(Characteristic::HitDamage, change) => self.hit.change(*change),
            Effect::Change(Characteristic::CriticalDamage, change) => self.critical.change(*change),
            Effect::Change(Characteristic::Damage, change) => {
                self.hit.change(*change);
                self.critical.change(*change);
            }
            // Dice before the first action are no part of an attack action; the game refuses all others.
            Effect::MortalOnTheSide(_)
            | Effect::Modify(..)
            | Effect::Reroll(..)
            | Effect::CriticalOn(..)
            | Effect::Change(..)
            | Effect::DamageIsZero
            | Effect::LessDamage(_)
            | Effect::IgnoreFirstFailedSave
            | Effect::WoundedOnlyOn(_)
            | Effect::HitOnlyOn(_)
            | Effect::WoundsOn(_)
            | Effect::IgnoreModifiers(_)
            | Effect::MortalOnCritical(..)
            | Effect::AgeOfSigmar(_)
            | Effect::Warhammer40k(_)
            | Effect::IceAndFire(_) => {}
        }
    }

    /// The numbers, all changes made: attacks and damage not below 0, Strength and Toughness as they come (WARCRY-HIT).
    pub(super) fn exchange(&self) -> Exchange {
        let whole = |n: &Number| value(n).clamp(0, i32::from(u16::MAX)) as u16;
        let misses_to = (3 - (value(&self.strength) - value(&self.toughness)).signum()) as u8;
        let misses: Faces = (1..=misses_to).filter(|face| *face < self.critical_on).collect();
        let reroll = self.rerolls.faces(misses, Faces::from(self.critical_on).others(6));
        Exchange {
            attacks: whole(&self.attacks),
            misses_to,
            critical_on: self.critical_on,
            hit: whole(&self.hit),
            critical: whole(&self.critical),
            reroll,
            again: self.up_to,
        }
    }

    /// What the dice show, in words.
    pub(super) fn explain(&mut self) {
        let (strength, toughness) = (value(&self.strength), value(&self.toughness));
        let Exchange { attacks, misses_to, critical_on, hit, critical, .. } = self.exchange();
        let origin = Origin::new("rules", "WARCRY-HIT");
        let hits = misses_to + 1;
        self.note(format!("{attacks} dice, Strength {strength} against Toughness {toughness}"), &origin);
        self.note(format!("miss below {hits}, hit on {hits}+, critical hit on {critical_on}+"), &origin);
        self.note(
            format!("{hit} damage for a hit, {critical} for a critical hit"),
            &Origin::new("rules", "WARCRY-DAMAGE"),
        );
    }
}

/// A characteristic with all its changes: set, then multiplied, then added; Strength and Toughness have no floor.
fn value(number: &Number) -> i32 {
    let base = number.set.unwrap_or(number.printed).as_fixed().map_or(0, i32::from);
    base * number.times + number.add
}
