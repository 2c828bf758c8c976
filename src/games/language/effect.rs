//! What an effect of an ability does to the dice.

mod healing;

use std::fmt;

pub(crate) use self::healing::{Healing, Heals};
pub(crate) use super::number::{Again, Change};
use super::number::{Number, Test};
use super::side::SideDice;
use super::vocabulary::Captured;
use crate::dice::Amount;

/// A roll that effects speak of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RollKind {
    /// The roll to hit.
    Hit,
    /// The roll to wound.
    Wound,
    /// The save.
    Save,
    /// The morale test.
    Morale,
    /// The roll for the damage of an attack that is not saved.
    Damage,
    /// The roll for the number of attacks.
    Attacks,
}

/// A number on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characteristic {
    /// Attacks.
    Attacks,
    /// Damage; both numbers of it in Warcry.
    Damage,
    /// Damage of a hit (Warcry).
    HitDamage,
    /// Damage of a critical hit (Warcry).
    CriticalDamage,
    /// Rend (Age of Sigmar).
    Rend,
    /// Armour penetration (Warhammer 40,000).
    Ap,
    /// Strength.
    Strength,
    /// Toughness.
    Toughness,
    /// Hit (Age of Sigmar, A Song of Ice & Fire).
    Hit,
    /// Wound (Age of Sigmar).
    Wound,
    /// Save or Defense.
    Save,
    /// Ballistic or Weapon Skill (Warhammer 40,000).
    Skill,
}

/// What an effect does that games share: most of them change rolls or numbers, which a game has or has not.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Rolls change.
    Rolls(&'static [RollKind], fn(&mut Test, &Captured)),
    /// What is rolled for a number changes.
    Rolled(Characteristic, fn(&mut Number, &Captured)),
    /// A number on a card changes.
    Change(Characteristic, Change),
    /// Attacks do no damage.
    DamageIsZero,
    /// Attacks do so much less damage, at least 1.
    LessDamage(u8),
    /// The first save that fails does not count.
    IgnoreFirstFailedSave,
    /// Critical rolls also inflict mortal wounds or mortal damage.
    MortalOnCritical(RollKind, Amount),
    /// Dice on the side that inflict mortal damage.
    MortalOnTheSide(SideDice),
    /// What the unit gets back once the attack on it is over.
    Heal(Healing),
    /// What one game has alone: its entry says what it does.
    Own,
}

/// An attack or a target while rules still change it: its rolls and numbers by their names. `None`: there is none here.
pub(crate) trait Draft {
    /// A roll.
    fn roll(&mut self, _: RollKind) -> Option<&mut Test> {
        None
    }

    /// A number.
    fn number(&mut self, _: Characteristic) -> Option<&mut Number> {
        None
    }

    /// Changes a number on the card; one to reach is that of its roll.
    fn change(&mut self, number: Characteristic, change: Change) {
        let roll = match number {
            Characteristic::Hit | Characteristic::Skill => RollKind::Hit,
            Characteristic::Wound => RollKind::Wound,
            Characteristic::Save => RollKind::Save,
            _ => return self.number(number).into_iter().for_each(|number| number.change(change)),
        };
        self.roll(roll).into_iter().for_each(|roll| roll.change(change));
    }
}

/// Nothing that could change.
impl Draft for () {}

impl Effect {
    /// Changes the rolls and numbers that a draft has.
    pub(super) fn change(&self, draft: &mut dyn Draft, words: &Captured) {
        match self {
            Self::Rolls(kinds, change) => {
                for kind in *kinds {
                    draft.roll(*kind).into_iter().for_each(|roll| change(roll, words));
                }
            }
            Self::Rolled(number, change) => draft.number(*number).into_iter().for_each(|number| change(number, words)),
            Self::Change(number, change) => draft.change(*number, *change),
            _ => {}
        }
    }

    /// Whether it changes this roll.
    pub(crate) fn is_of(&self, roll: RollKind) -> bool {
        matches!(self, Self::Rolls(kinds, _) if kinds.contains(&roll))
    }
}

impl fmt::Display for RollKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hit => "hit",
            Self::Wound => "wound",
            Self::Save => "save",
            Self::Morale => "morale",
            Self::Damage => "damage",
            Self::Attacks => "attacks",
        })
    }
}
