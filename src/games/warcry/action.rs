//! One weapon's attack dice, with everything that changes them (WARCRY-HIT).

use super::attack::{Answering, Exchange, Scored};
use crate::dice::{Amount, Draw, Faces};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::Owner;
use crate::games::language::effect::{Change, Characteristic, Draft, Effect, RollKind};
use crate::games::language::entry::Meaning;
use crate::games::language::vocabulary::Suffix;
use crate::games::volley::draft::{DraftLines, Number, Origin, Test};

/// The numbers of a weapon.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) attacks: u16,
    pub(super) strength: u16,
    pub(super) hit: u16,
    pub(super) critical: u16,
}

/// One attack action while rules still change it: a weapon against a target.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct AttackAction {
    pub(super) attacks: Number,
    pub(super) strength: Number,
    pub(super) toughness: Number,
    pub(super) hit: Number,
    pub(super) critical: Number,
    pub(super) roll: Test,
    pub(super) up_to: u16,
    /// How many critical hits count as hits, and from which number of a die on each does.
    pub(super) crits_as_hits: u16,
    pub(super) crits_as_hits_on: u8,
    /// How many hits count as critical hits.
    pub(super) hits_as_crits: u16,
    pub(super) any: Vec<(Scored, Amount)>,
    pub(super) back: Vec<(Answering, u8)>,
    /// Points to the attacker for critical hits whose die reaches a number.
    pub(super) back_on_die: Vec<(u8, u16)>,
    pub(super) lines: DraftLines,
}

impl Draft for AttackAction {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        (roll == RollKind::Hit).then_some(&mut self.roll)
    }

    fn number(&mut self, number: Characteristic) -> Option<&mut Number> {
        match number {
            Characteristic::Attacks => Some(&mut self.attacks),
            Characteristic::Strength => Some(&mut self.strength),
            Characteristic::Toughness => Some(&mut self.toughness),
            Characteristic::HitDamage => Some(&mut self.hit),
            Characteristic::CriticalDamage => Some(&mut self.critical),
            _ => None,
        }
    }

    fn change(&mut self, number: Characteristic, change: Change) {
        if number == Characteristic::Damage {
            self.hit.change(change);
            self.critical.change(change);
        }
        self.number(number).into_iter().for_each(|number| number.change(change));
    }
}

impl AttackAction {
    pub(super) fn new(numbers: Numbers, toughness: u16) -> Self {
        let printed = |n: u16| Number::printed(Amount::fixed(n));
        Self {
            attacks: printed(numbers.attacks),
            strength: printed(numbers.strength),
            toughness: printed(toughness),
            hit: printed(numbers.hit),
            critical: printed(numbers.critical),
            crits_as_hits_on: 7,
            ..Self::default()
        }
    }

    /// Applies an effect of either unit, and says so.
    pub(super) fn apply(&mut self, effect: &Meaning<Self>, text: &str, source: &str) {
        self.lines.note(text, &Origin::new(source, effect.rule));
        match effect.effect {
            Effect::LessDamage(n) => self.less(Characteristic::Damage, n.into()),
            Effect::Change(characteristic, Change::Add(n)) if effect.suffix == Some(Suffix::AtLeastOne) => {
                self.less(characteristic, -i32::from(n));
            }
            _ if effect.owner() == Owner::Defender => effect.change_target(self),
            _ => effect.change_attack(self),
        }
    }

    /// The numbers, all changes made: attacks and damage not below 0, Strength and Toughness as they come (WARCRY-HIT).
    pub(super) fn exchange(&self) -> Exchange {
        let whole = |n: &Number| value(n).clamp(0, i32::from(u16::MAX)) as u16;
        let critical = &self.critical;
        #[cfg(test)]
        let critical = if in_neither(PlantedError::Critical) { &self.hit } else { critical };
        let misses_to = (3 - (value(&self.strength) - value(&self.toughness)).signum()) as u8;
        let all = self.hits_as_crits == u16::MAX;
        let critical_on = if all { self.roll.critical_on.min(misses_to + 1) } else { self.roll.critical_on };
        let misses: Faces = (1..=misses_to).filter(|face| *face < critical_on).collect();
        let reroll = self.roll.again.faces(misses, Faces::from(critical_on).others(6));
        Exchange {
            attacks: whole(&self.attacks),
            misses_to,
            critical_on,
            hit: whole(&self.hit),
            critical: whole(critical),
            reroll,
            again: self.up_to,
            crits_as_hits: self.crits_as_hits,
            crits_as_hits_on: self.crits_as_hits_on,
            hits_as_crits: if all { 0 } else { self.hits_as_crits },
            any: self.any.iter().map(|(scored, points)| (*scored, Draw::of(*points, Faces::NONE))).collect(),
            back: self.points_back(misses_to, critical_on),
            back_on_die: self.back_on_die.clone(),
            back_of_critical: self.points_for(Answering::Each(Scored::Critical)),
            back_unless: [Scored::Hit, Scored::Critical].map(|wanted| self.points_for(Answering::No(wanted))),
        }
    }

    /// Points to the attacker for one thing.
    fn points_for(&self, wanted: Answering) -> u16 {
        self.sum_back(|on| *on == wanted)
    }

    /// All points to the attacker for what `counts`.
    fn sum_back(&self, counts: impl Fn(&Answering) -> bool) -> u16 {
        let points = self.back.iter().filter(|(on, _)| counts(on)).map(|(_, points)| u16::from(*points));
        points.fold(0, u16::saturating_add)
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
            *points = self.sum_back(counts);
        }
        back
    }

    /// Subtracts from a number, but not to less than 1.
    fn less(&mut self, characteristic: Characteristic, by: i32) {
        if characteristic == Characteristic::Damage {
            self.hit.down_to_one += by;
            self.critical.down_to_one += by;
        }
        self.number(characteristic).into_iter().for_each(|number| number.down_to_one += by);
    }

    /// What the dice show, in words.
    pub(super) fn explain(&mut self) {
        let (strength, toughness) = (value(&self.strength), value(&self.toughness));
        let Exchange { attacks, misses_to, critical_on, hit, critical, hits_as_crits, .. } = self.exchange();
        let Self { crits_as_hits, crits_as_hits_on, .. } = *self;
        let origin = Origin::new("rules", "WARCRY-HIT");
        let hits = misses_to + 1;
        self.lines.note(format!("{attacks} dice, Strength {strength} against Toughness {toughness}"), &origin);
        self.lines.note(format!("miss below {hits}, hit on {hits}+, critical hit on {critical_on}+"), &origin);
        let damage = Origin::new("rules", "WARCRY-DAMAGE");
        self.lines.note(format!("{hit} damage for a hit, {critical} for a critical hit"), &damage);
        match crits_as_hits {
            0 => {}
            u16::MAX => self.lines.note("critical hits count as hits", &damage),
            n => self.lines.note(format!("up to {n} critical hits count as hits"), &damage),
        }
        if crits_as_hits_on <= 6 {
            self.lines.note(format!("each critical hit counts as a hit on {crits_as_hits_on}+"), &damage);
        }
        if hits_as_crits > 0 {
            self.lines.note(format!("up to {hits_as_crits} hits count as critical hits"), &damage);
        }
    }
}

/// A characteristic with all its changes: set, then multiplied, then added; Strength and Toughness have no floor. What is
/// subtracted down to 1 leaves 1 or less as it is.
fn value(number: &Number) -> i32 {
    let base = number.set.unwrap_or(number.printed).as_fixed().map_or(0, i32::from);
    let value = base * number.times + number.add - number.less;
    if value <= 1 { value } else { (value - number.down_to_one).max(1) }
}
