//! One weapon's attack dice, with everything that changes them (WARCRY-HIT).

use super::attack::Exchange;
use super::fighter::{Less, Numbers, Swing};
use crate::dice::{Amount, Draw, Faces};
use crate::games::ExplainedLine;
use crate::games::language::effect::{Answering, Characteristic, Effect, RollKind, Scored, WarcryEffect};
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
            less: Less::default(),
            softened: 0,
            softened_on: 7,
            raised: 0,
            any: Vec::new(),
            back: Vec::new(),
            back_on_die: Vec::new(),
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
            Effect::LessDamage(n) => self.less(Characteristic::Damage, *n),
            Effect::Warcry(effect) => match effect {
                WarcryEffect::RerollUpTo(n) => self.up_to = self.up_to.max(u16::from(*n)),
                WarcryEffect::Less(characteristic, n) => self.less(*characteristic, *n),
                WarcryEffect::CriticalsAreHits(n) => self.softened = self.softened.max(n.map_or(u16::MAX, u16::from)),
                WarcryEffect::CriticalsAreHitsOn(n) => self.softened_on = self.softened_on.min(*n),
                WarcryEffect::HitsAreCriticals(n) => self.raised = self.raised.max(n.map_or(u16::MAX, u16::from)),
                WarcryEffect::IfAny(scored, points) => self.any.push((*scored, *points)),
                WarcryEffect::Back(on, points) => self.back.push((*on, *points)),
                WarcryEffect::BackOnDie { on, points } => self.back_on_die.push((*on, u16::from(*points))),
                // It comes once all actions are over.
                WarcryEffect::Suffer(_) | WarcryEffect::BonusAction => {}
            },
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
            | Effect::Heal(_)
            | Effect::Modify(..)
            | Effect::Reroll(..)
            | Effect::CriticalOn(..)
            | Effect::Change(..)
            | Effect::DamageIsZero
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
        let whole = |n: &Number, less: i32| but_one(value(n), less).clamp(0, i32::from(u16::MAX)) as u16;
        let misses_to = (3 - (self.strength() - self.toughness()).signum()) as u8;
        let all = self.raised == u16::MAX;
        let critical_on = if all { self.critical_on.min(misses_to + 1) } else { self.critical_on };
        let misses: Faces = (1..=misses_to).filter(|face| *face < critical_on).collect();
        let reroll = self.rerolls.faces(misses, Faces::from(critical_on).others(6));
        Exchange {
            attacks: whole(&self.attacks, self.less.attacks),
            misses_to,
            critical_on,
            hit: whole(&self.hit, self.less.hit),
            critical: whole(&self.critical, self.less.critical),
            reroll,
            again: self.up_to,
            softened: self.softened,
            softened_on: self.softened_on,
            raised: if all { 0 } else { self.raised },
            any: self.any.iter().map(|(scored, points)| (*scored, Draw::of(*points, Faces::NONE))).collect(),
            back: self.points_back(misses_to, critical_on),
            back_on_die: self.back_on_die.clone(),
            back_of_critical: self.points_for(Answering::Each(Scored::Critical)),
            back_unless: [Scored::Hit, Scored::Critical].map(|wanted| self.points_for(Answering::No(wanted))),
        }
    }

    /// Points to the attacker for one thing.
    fn points_for(&self, wanted: Answering) -> u16 {
        self.back.iter().filter(|(on, _)| *on == wanted).map(|(_, points)| u16::from(*points)).sum()
    }

    /// Points to the attacker for each face of a hit die, but for its being critical.
    fn points_back(&self, misses_to: u8, critical_on: u8) -> [u16; 6] {
        let mut back = [0; 6];
        for (face, points) in (1..).zip(&mut back) {
            let critical = face >= critical_on;
            let misses = face <= misses_to && !critical;
            let counts = |on: &Answering| match on {
                Answering::EachMiss => misses,
                Answering::Each(Scored::Hit) => !misses,
                Answering::Each(Scored::Critical) | Answering::No(_) => false,
                Answering::EachRoll { face: wanted, or_more } => face == *wanted || *or_more && face > *wanted,
            };
            *points = self.back.iter().filter(|(on, _)| counts(on)).map(|(_, points)| u16::from(*points)).sum();
        }
        back
    }

    /// Subtracts from a number.
    fn less(&mut self, characteristic: Characteristic, by: u8) {
        let by = i32::from(by);
        match characteristic {
            Characteristic::Attacks => self.less.attacks += by,
            Characteristic::Strength => self.less.strength += by,
            Characteristic::Toughness => self.less.toughness += by,
            Characteristic::HitDamage => self.less.hit += by,
            Characteristic::CriticalDamage => self.less.critical += by,
            Characteristic::Damage => {
                self.less.hit += by;
                self.less.critical += by;
            }
            // No words say such a thing.
            Characteristic::Rend
            | Characteristic::Ap
            | Characteristic::Hit
            | Characteristic::Wound
            | Characteristic::Save
            | Characteristic::Skill => {}
        }
    }

    fn strength(&self) -> i32 {
        but_one(value(&self.strength), self.less.strength)
    }

    fn toughness(&self) -> i32 {
        but_one(value(&self.toughness), self.less.toughness)
    }

    /// What the dice show, in words.
    pub(super) fn explain(&mut self) {
        let (strength, toughness) = (self.strength(), self.toughness());
        let Exchange { attacks, misses_to, critical_on, hit, critical, softened, softened_on, raised, .. } =
            self.exchange();
        let origin = Origin::new("rules", "WARCRY-HIT");
        let hits = misses_to + 1;
        self.note(format!("{attacks} dice, Strength {strength} against Toughness {toughness}"), &origin);
        self.note(format!("miss below {hits}, hit on {hits}+, critical hit on {critical_on}+"), &origin);
        self.note(
            format!("{hit} damage for a hit, {critical} for a critical hit"),
            &Origin::new("rules", "WARCRY-DAMAGE"),
        );
        let damage = Origin::new("rules", "WARCRY-DAMAGE");
        match softened {
            0 => {}
            u16::MAX => self.note("critical hits count as hits", &damage),
            n => self.note(format!("up to {n} critical hits count as hits"), &damage),
        }
        if softened_on <= 6 {
            self.note(format!("each critical hit counts as a hit on {softened_on}+"), &damage);
        }
        if raised > 0 {
            self.note(format!("up to {raised} hits count as critical hits"), &damage);
        }
    }
}

/// A number from which `less` is subtracted, but not below 1; what is 1 or less stays as it is.
fn but_one(before: i32, less: i32) -> i32 {
    if before <= 1 { before } else { (before - less).max(1) }
}

/// A characteristic with all its changes: set, then multiplied, then added; Strength and Toughness have no floor.
fn value(number: &Number) -> i32 {
    let base = number.set.unwrap_or(number.printed).as_fixed().map_or(0, i32::from);
    base * number.times + number.add - number.less
}
