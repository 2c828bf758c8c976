//! What is seen of a unit's abilities: by those who attack it, and by whoever looks for what may be switched on.

use std::hash::Hash;

use super::effect::Effect;
use super::entry::{Drafts, Meaning};
use super::scene::AbilityBlock;
use crate::games::{Owner, UnitFacts};
use crate::profile::reads::{PartOf, ReadUnit, Seal};
use crate::sequence::Fingerprint;

/// A unit that bears abilities of its own.
pub(crate) trait Bearer: Clone + ReadUnit {
    /// What its weapons' attacks are while rules change them.
    type Draft: Drafts;

    /// What everybody may ask of it.
    fn facts(&self) -> &UnitFacts;

    /// Its abilities.
    fn blocks(&self) -> &[AbilityBlock<Self::Draft>];

    /// The same where only this is looked at.
    fn seen(&self, _view: View) -> &[AbilityBlock<Self::Draft>] {
        self.blocks()
    }

    /// All of them, to change them.
    fn blocks_mut(&mut self) -> &mut Vec<AbilityBlock<Self::Draft>>;

    /// Gives it abilities of the unit that attacks it.
    fn lend(&mut self, blocks: Vec<AbilityBlock<Self::Draft>>) {
        self.blocks_mut().extend(blocks);
    }

    /// Whether it attacks when it is attacked.
    fn strikes_back(&self) -> bool {
        false
    }
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// Abilities that do anything to attacks on the unit, or hang on something.
    Guards,
    /// Those that may be switched on.
    Optional,
    /// The names of these.
    OptionalNames,
    /// Whether any hangs on something.
    Hanging,
}

/// Every view, in the order of their numbers.
pub(crate) const VIEWS: [View; 4] = [View::Guards, View::Optional, View::OptionalNames, View::Hanging];

/// Whether abilities of a unit hang on something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Hanging {
    /// None does.
    Nothing,
    /// Only on being asked for.
    Asking,
    /// On dice, or on being used once.
    More,
}

/// Abilities of a unit as attacks on it meet them.
pub(crate) struct Guards<'u, D: Drafts>(&'u [AbilityBlock<D>], fn(&AbilityBlock<D>) -> bool);

impl<D: Drafts> Copy for Guards<'_, D> {}

impl<D: Drafts> Clone for Guards<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'u, D: Drafts> Guards<'u, D> {
    /// All abilities of a unit.
    pub(crate) fn all(blocks: &'u [AbilityBlock<D>]) -> Self {
        Self(blocks, |_| true)
    }

    /// Those of a unit that do anything to attacks on it.
    pub(crate) fn of(unit: &'u impl Bearer<Draft = D>) -> Self {
        Self(unit.seen(View::Guards), guards)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = &'u AbilityBlock<D>> + Clone {
        let guards = self.1;
        self.0.iter().filter(move |block| guards(block))
    }
}

/// Whether an ability does anything to attacks on its unit, or hangs on something.
fn guards<D: Drafts>(block: &AbilityBlock<D>) -> bool {
    let protects = |meaning: &Meaning<D>| {
        let heals = matches!(meaning.effect, Effect::Heal(_));
        meaning.effect().is_some() && (heals || meaning.owner() == Owner::Defender || meaning.is_beside())
    };
    block.against || block.lent || block.terms.is_some() || block.effects.iter().any(|(_, meaning)| protects(meaning))
}

/// The abilities of a unit that may be switched on, each with its place.
pub(crate) fn optional<U: Bearer>(unit: &U) -> impl Iterator<Item = (usize, &AbilityBlock<U::Draft>)> {
    optional_of(unit.seen(View::Optional))
}

/// Their names.
pub(crate) fn optional_names<U: Bearer>(unit: &U) -> impl Iterator<Item = &str> {
    optional_of(unit.seen(View::OptionalNames)).map(|(_, block)| block.name.as_str())
}

fn optional_of<D: Drafts>(blocks: &[AbilityBlock<D>]) -> impl Iterator<Item = (usize, &AbilityBlock<D>)> {
    let is_optional = |block: &AbilityBlock<D>| block.terms.as_ref().is_some_and(|terms| terms.optional);
    blocks.iter().enumerate().filter(move |(_, block)| is_optional(block))
}

/// Whether abilities of a unit hang on something.
pub(crate) fn hanging<U: Bearer>(unit: &U) -> Hanging {
    hanging_of(unit.seen(View::Hanging))
}

fn hanging_of<D: Drafts>(blocks: &[AbilityBlock<D>]) -> Hanging {
    let terms = blocks.iter().filter_map(|block| block.terms.as_ref());
    terms.map(|terms| if terms.optional { Hanging::Asking } else { Hanging::More }).max().unwrap_or(Hanging::Nothing)
}

/// The parts of a unit that are views of its abilities, from this number on.
pub(crate) fn seal_views<D: Drafts>(seal: &mut Seal, from: u16, blocks: &[AbilityBlock<D>]) -> [PartOf; VIEWS.len()] {
    VIEWS.map(|view| {
        let mut content = Fingerprint::default();
        match view {
            View::Guards => Guards(blocks, guards).iter().for_each(|block| block.write(&mut content)),
            View::Optional => optional_of(blocks).for_each(|(place, block)| {
                place.hash(&mut content);
                block.write(&mut content);
            }),
            View::OptionalNames => optional_of(blocks).for_each(|(_, block)| block.name.hash(&mut content)),
            View::Hanging => hanging_of(blocks).hash(&mut content),
        }
        seal.next(from + view as u16, content.whole())
    })
}
