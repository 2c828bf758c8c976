//! What is seen of a unit's abilities: by those who attack it, and by whoever looks for what may be switched on.

use std::hash::Hash;
use std::sync::Arc;

use super::effect::Effect;
use super::entry::{Drafts, Meaning};
use super::scene::AbilityBlock;
use crate::games::{Owner, UnitFacts};
use crate::profile::reads::ReadUnit;
use crate::sequence::Fingerprint;

/// A unit that bears abilities of its own.
pub(crate) trait Bearer: Clone + ReadUnit {
    /// What its weapons' attacks are while rules change them.
    type Draft: Drafts;

    /// What everybody may ask of it.
    fn facts(&self) -> &Arc<UnitFacts>;

    /// Its facts for an answer, which says who attacked whom and decides nothing.
    fn told_facts(&self) -> Arc<UnitFacts> {
        Arc::clone(self.facts())
    }

    /// Its abilities.
    fn blocks(&self) -> &[AbilityBlock<Self::Draft>];

    /// Its abilities without recording a question, or for what every attack on the unit reads.
    fn unnoted(&self) -> &[AbilityBlock<Self::Draft>] {
        self.blocks()
    }

    /// Notes that somebody looks for what may be switched on.
    fn note(&self, _asked: OptionalPart) {}

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

/// What every unit says alike: its facts and its abilities are fields of it.
macro_rules! bearer {
    ($draft:ty) => {
        type Draft = $draft;

        fn facts(&self) -> &std::sync::Arc<$crate::games::UnitFacts> {
            &self.facts
        }

        fn blocks(&self) -> &[AbilityBlock<$draft>] {
            &self.blocks
        }

        fn blocks_mut(&mut self) -> &mut Vec<AbilityBlock<$draft>> {
            &mut self.blocks
        }
    };
}

pub(crate) use bearer;

/// What is asked of abilities that may be switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OptionalPart {
    /// What they are.
    Optional,
    /// Their names.
    Names,
}

/// Whether abilities of a unit depend on something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Dependence {
    /// None does.
    Nothing,
    /// Only on being asked for.
    Asking,
    /// On dice, or on being used once.
    More,
}

/// Abilities of a unit as attacks on it meet them.
pub(crate) struct SeenBlocks<'u, D: Drafts>(&'u [AbilityBlock<D>], fn(&AbilityBlock<D>) -> bool);

impl<D: Drafts> Copy for SeenBlocks<'_, D> {}

impl<D: Drafts> Clone for SeenBlocks<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'u, D: Drafts> SeenBlocks<'u, D> {
    /// All abilities of a unit.
    pub(crate) fn all(blocks: &'u [AbilityBlock<D>]) -> Self {
        Self(blocks, |_| true)
    }

    /// Those of a unit that do anything to attacks on it.
    pub(crate) fn of(unit: &'u impl Bearer<Draft = D>) -> Self {
        Self(unit.unnoted(), guards)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = &'u AbilityBlock<D>> + Clone {
        let guards = self.1;
        self.0.iter().filter(move |block| guards(block))
    }
}

/// Whether an ability does anything to attacks on its unit, or depends on something that is not asked for.
fn guards<D: Drafts>(block: &AbilityBlock<D>) -> bool {
    let protects = |meaning: &Meaning<D>| {
        let heals = matches!(meaning.effect, Effect::Heal(_));
        meaning.effect().is_some() && (heals || meaning.owner() == Owner::Defender || meaning.is_beside())
    };
    let does = block.against || block.lent || block.effects.iter().any(|(_, meaning)| protects(meaning));
    block.terms.as_ref().map_or(does && !block.effects.is_empty(), |terms| !terms.optional)
}

/// The abilities of a unit that may be switched on, each with its place.
pub(crate) fn optional<U: Bearer>(unit: &U) -> impl Iterator<Item = (usize, &AbilityBlock<U::Draft>)> {
    unit.note(OptionalPart::Optional);
    optional_of(unit.unnoted())
}

/// Their names.
pub(crate) fn optional_names<U: Bearer>(unit: &U) -> impl Iterator<Item = &str> {
    unit.note(OptionalPart::Names);
    optional_of(unit.unnoted()).map(|(_, block)| block.name.as_str())
}

fn optional_of<D: Drafts>(blocks: &[AbilityBlock<D>]) -> impl Iterator<Item = (usize, &AbilityBlock<D>)> {
    let is_optional = |block: &AbilityBlock<D>| block.terms.as_ref().is_some_and(|terms| terms.optional);
    blocks.iter().enumerate().filter(move |(_, block)| is_optional(block))
}

/// Whether abilities of a unit depend on something.
pub(crate) fn dependence<D: Drafts>(blocks: &[AbilityBlock<D>]) -> Dependence {
    let terms = blocks.iter().filter_map(|block| block.terms.as_ref());
    terms
        .map(|terms| if terms.optional { Dependence::Asking } else { Dependence::More })
        .max()
        .unwrap_or(Dependence::Nothing)
}

/// Writes what attacks on a unit always meet of its abilities.
pub(crate) fn write_rest<D: Drafts>(blocks: &[AbilityBlock<D>], to: &mut Fingerprint) {
    SeenBlocks(blocks, guards).iter().for_each(|block| block.write(to));
}

/// Writes its abilities that may be switched on, or their names.
pub(crate) fn write_optional<D: Drafts>(blocks: &[AbilityBlock<D>], only_names: bool, to: &mut Fingerprint) {
    for (place, block) in optional_of(blocks) {
        if only_names {
            block.name.hash(to);
        } else {
            place.hash(to);
            block.write(to);
        }
    }
}
