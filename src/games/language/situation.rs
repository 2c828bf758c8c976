//! What is true on the table.

use super::number::Rounding;
use super::spelling;
use crate::games::{Phase, SituationDoc};
use crate::profile::reads::{Keywords, Size};
use crate::words::{ends, same};

/// A situation of one game: its place in the game's table. Only such a table makes one, with `situations!`, so that a
/// situation that no game has does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Situation(u8);

impl Situation {
    /// The most situations that a game may have.
    const MOST: u8 = u64::BITS as u8;

    /// The situation at a place of its game's table.
    pub(crate) const fn at(place: u8) -> Self {
        assert!(place < Self::MOST, "a game has at most 64 situations");
        Self(place)
    }

    /// Whether both are the same.
    pub(crate) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// What a game's table says of it; editions of a game leave some out that others have.
    pub(crate) fn doc(self, table: &'static [SituationDoc]) -> &'static SituationDoc {
        table.iter().find(|doc| doc.situation == self).expect("a table of the game that the situation is of")
    }
}

/// Writes a game's table of situations: a constant for each, and `SITUATIONS` with what is said of them. What follows `<->` is
/// what the other unit's owner calls the same thing, and behind `of` is whose it is where that is one unit alone.
macro_rules! situations {
    ($($id:ident $name:literal $(<-> $other:ident)? $(of $owner:ident)?: $short:literal, $rule:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum PlaceInTable { $($id),* }

        $(
            #[doc = $short]
            pub(in crate::games) const $id: $crate::games::Situation = $crate::games::Situation::at(PlaceInTable::$id as u8);
        )*

        /// What may be true on the table.
        pub(in crate::games) const SITUATIONS: &[$crate::games::SituationDoc] = &[$($crate::games::SituationDoc {
            situation: $id,
            name: $name,
            mirrored: situations!(@mirrored $($other)?),
            owner: situations!(@owner $($owner)?),
            short: $short,
            rule: $rule,
        }),*];
    };
    (@mirrored) => { None };
    (@mirrored $other:ident) => { Some($other) };
    (@owner) => { None };
    (@owner $owner:ident) => { Some($crate::games::Owner::$owner) };
}

pub(crate) use situations;

/// The situation of this name in a game's table.
pub(crate) fn named(table: &'static [SituationDoc], text: &str) -> Option<&'static SituationDoc> {
    // Names of situations are plain lower case; most differ from a text in their first or last letter.
    let both = ends(text)?;
    let may_be = |name: &[u8]| matches!(*name, [first, .., last] if [first, last] == both);
    let called = |name: &str| table.iter().find(|situation| same(situation.name, name));
    let exact = table.iter().find(|situation| may_be(situation.name.as_bytes()) && same(situation.name, text));
    exact.or_else(|| spelling::situations(text).iter().find_map(|name| called(name)))
}

/// Situations, each at most once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Situations(u64);

impl Situations {
    pub(crate) fn has(self, situation: Situation) -> bool {
        self.0 >> situation.0 & 1 == 1
    }

    pub(crate) fn insert(&mut self, situation: Situation) {
        self.0 |= 1 << situation.0;
    }

    pub(crate) fn remove(&mut self, situation: Situation) {
        self.0 &= !(1 << situation.0);
    }
}

impl FromIterator<Situation> for Situations {
    fn from_iter<I: IntoIterator<Item = Situation>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), |mut set, situation| {
            set.insert(situation);
            set
        })
    }
}

/// What an edition or a ruling decides before abilities are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EditionRules {
    /// The rules as they were before their update.
    pub(crate) core_edition: bool,
    /// Blast adds to rolled Attacks only (AMB-11 of Warhammer 40,000).
    pub(crate) blast_needs_dice: bool,
    /// How fractions are rounded.
    pub(crate) rounding: Rounding,
}

/// What is true: situations, both units' keywords, and what is played.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Scene<'u> {
    pub(crate) situations: Situations,
    pub(crate) played: EditionRules,
    pub(crate) attacker_keywords: &'u Keywords,
    pub(crate) target_keywords: &'u Keywords,
    /// In which phase the attack is made, once that is known.
    pub(crate) phase: Option<Phase>,
    /// Models of the attacker that stand, and of the target, before the attack.
    pub(crate) attacker_models: Size,
    pub(crate) target_models: Size,
    /// The Health of the target, where abilities ask for it.
    pub(crate) target_health: u16,
    /// Their ranks, where models are in ranks.
    pub(crate) attacker_ranks: u16,
    pub(crate) target_ranks: u16,
    /// Points of damage on the attacker, and on the target, before the attack.
    pub(crate) attacker_damage: u16,
    pub(crate) target_damage: u16,
    /// The Toughness that the attack meets, where the game has one.
    pub(crate) toughness: i32,
    /// Whether the Strength of the weapon that is looked at is above it.
    pub(crate) strength_above_toughness: bool,
    /// Whether the weapon that is looked at is a Companion weapon.
    pub(crate) companion: bool,
}

impl Scene<'_> {
    /// Whether a situation holds.
    pub(crate) fn is(&self, situation: Situation) -> bool {
        self.situations.has(situation)
    }

    /// Whether one of several situations holds.
    pub(crate) fn is_any(&self, situations: &[Situation]) -> bool {
        situations.iter().any(|situation| self.is(*situation))
    }

    /// Makes a situation hold.
    pub(crate) fn set(&mut self, situation: Situation) {
        self.situations.insert(situation);
    }

    /// Whether the target has a keyword, whatever its spelling.
    pub(crate) fn target_has(&self, keyword: &str) -> bool {
        self.target_keywords.has(keyword)
    }

    /// Whether the attacker has a keyword.
    pub(crate) fn attacker_has(&self, keyword: &str) -> bool {
        self.attacker_keywords.has(keyword)
    }
}
