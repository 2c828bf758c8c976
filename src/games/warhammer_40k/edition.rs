//! What differs between editions that are played with the same datasheets: everything else in this folder is of all of them.

use crate::games::Ruling;
use crate::games::language::scene::{Language, Traits};
use crate::games::printed::UnitWords;
use crate::games::volley::draft::{Rounding, WeaponDraft};
use crate::profile::ProfileKey;

/// An edition.
pub(crate) struct Edition {
    /// The words that it understands.
    pub(crate) language: Language<WeaponDraft>,
    /// Abilities of units.
    pub(crate) words: UnitWords,
    /// The keys of its profiles.
    pub(crate) keys: &'static [ProfileKey],
    /// Its ambiguous rules.
    pub(crate) rulings: &'static [Ruling],
    /// In which order changes of a characteristic come, the last of them rounding up (W40K-MODIFIER-ORDER).
    pub(crate) order: Rounding,
    /// The worst that BS and WS can become (W40K-CHAR-LIMITS).
    pub(crate) worst_skill: i16,
    /// Whether a save improves by 1 at most (W40K-ROLL-MODIFIERS).
    pub(crate) saves_are_capped: bool,
    /// What cover and Plunging Fire change (W40K-COVER, W40K-PLUNGING-FIRE).
    pub(crate) cover: Cover,
    /// Whether Stealth is the Benefit of Cover, and not -1 to hit (W40K-STEALTH).
    pub(crate) stealth_is_cover: bool,
    /// When saves are rolled, and what of the attacks comes last.
    pub(crate) batches: Batches,
    /// What a failed Hazardous test does (W40K-HAZARDOUS).
    pub(crate) hazard: HazardRule,
    /// Whether a 6 of Overwatch is a critical hit (W40K-OVERWATCH).
    pub(crate) overwatch_is_critical: bool,
    /// Whether no hit roll of Overwatch or at a target that is not visible is rolled again (W40K-OVERWATCH, W40K-INDIRECT-FIRE).
    pub(crate) unseen_hits_are_final: bool,
    /// What weapons are called that a model fires instead of its other ranged ones, and the rule.
    pub(crate) instead: (&'static str, &'static str),
    /// Whether the attacker may decline Lethal Hits (W40K-LETHAL-HITS).
    pub(crate) lethal_is_optional: bool,
    /// Whether Torrent may be fired at a target that is not visible (W40K-TORRENT).
    pub(crate) indirect_torrent: bool,
    /// Whether a unit with exactly half of its models left counts as below half-strength (W40K-STRENGTH-LEVELS).
    pub(crate) half_is_below_half: bool,
    /// Whether an Attached unit counts all its starting models for the whole battle (W40K-STRENGTH-LEVELS).
    pub(crate) stays_attached: bool,
    /// Whether Characters are protected by whoever else is in the unit, and not only in an Attached unit.
    pub(crate) characters_are_last: bool,
}

/// What the Benefit of Cover and Plunging Fire change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cover {
    /// The save of each model, and the AP.
    Saves,
    /// The Skill of the attacks.
    Skill,
}

/// How attacks are resolved together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Batches {
    /// One attack after the other; Devastating Wounds come last of all.
    OneByOne,
    /// Attacks that are identical: all saves are rolled, then inflicted from the lowest to the highest; then come the
    /// mortal wounds of these attacks.
    Identical,
}

/// What a failed Hazardous test does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HazardRule {
    /// On a 1, three mortal wounds on one that bears the weapon.
    Bearer,
    /// On a 1 or 2, a mortal wound on the unit; three if all of it are Monsters or Vehicles.
    Unit,
}

/// What both editions know of their units.
pub(crate) const TRAITS: Traits = Traits {
    models: true,
    ranks: false,
    strength: true,
    companions: false,
    attaches: true,
    keywords: &["TITANIC", "TOWERING", "AIRCRAFT", "FORTIFICATION", "SWARM", "BEAST", "EPIC HERO", "SMOKE", "GRENADES"],
};
