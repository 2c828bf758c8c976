//! The numbers of Warcry's attack actions, every change made: what the course of events is rolled from.

use crate::dice::{Draw, Faces};
use crate::games::language::side::SideDice;
use crate::sequence::{Body, Side};

/// What the target does about an attack action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reaction {
    None,
    Counter,
    TakeCover,
}

/// Ruling G-1: whether somebody who is taken down still does damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Timing {
    BothApply,
    CounterFirst,
    AttackFirst,
}

/// What an attack action scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scored {
    /// A hit, critical or not.
    Hit,
    /// A critical hit.
    Critical,
}

/// What hurts the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answering {
    /// Each die that misses.
    EachMiss,
    /// Each die that scores.
    Each(Scored),
    /// Each die that shows this face, or this one or more.
    EachRoll {
        /// The face.
        face: u8,
        /// Whether those above it count, too.
        or_more: bool,
    },
    /// An attack action whose dice score nothing of the kind.
    No(Scored),
}

/// The numbers of one attack action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Exchange {
    pub(super) attacks: u16,
    /// Faces up to this one miss (WARCRY-HIT).
    pub(super) misses_to: u8,
    pub(super) critical_on: u8,
    pub(super) hit: u16,
    pub(super) critical: u16,
    /// Dice that are rolled again.
    pub(super) reroll: Faces,
    /// How many misses may be rolled again, the worst first.
    pub(super) again: u16,
    /// How many critical hits count as hits, and from which number of a die on each does.
    pub(super) crits_as_hits: u16,
    pub(super) crits_as_hits_on: u8,
    /// How many hits count as critical hits.
    pub(super) hits_as_crits: u16,
    /// Points to the target if anything of the kind is scored.
    pub(super) any: Vec<(Scored, Draw)>,
    /// Points to the attacker for each face, for each critical hit that counts as one, and for an action without any hit,
    /// or without any critical hit.
    pub(super) back: [u16; 6],
    pub(super) back_of_critical: u16,
    pub(super) back_on_die: Vec<(u8, u16)>,
    pub(super) back_unless: [u16; 2],
}

impl Exchange {
    pub(super) fn misses(&self, face: u8) -> bool {
        face <= self.misses_to && face < self.critical_on
    }

    /// Whether the target's abilities hurt the attacker.
    pub(super) fn hits_back(&self) -> bool {
        let criticals = self.back_of_critical > 0 || !self.back_on_die.is_empty();
        criticals || self.back.iter().chain(&self.back_unless).any(|points| *points > 0)
    }

    /// Whether misses other than a 1 cost the attacker alike, and a 1 no less: then ones are rolled again first, and of
    /// the others any.
    pub(super) fn misses_are_alike(&self) -> bool {
        let mut misses = (2..=6).filter(|face| self.misses(*face)).map(|face| self.back[usize::from(face) - 1]);
        misses.next().is_none_or(|first| self.back[0] >= first && misses.all(|points| points == first))
    }
}

/// One attack action.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Action {
    pub(super) name: String,
    pub(super) reaction: Reaction,
    /// By bracket of the attacker, and then of the target.
    pub(super) exchanges: Vec<Vec<Exchange>>,
}

impl Action {
    /// Whether it may hurt the attacker.
    pub(super) fn is_answered(&self) -> bool {
        self.reaction == Reaction::Counter || self.exchanges.iter().flatten().any(Exchange::hits_back)
    }
}

/// One fighter's activation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Activation {
    /// The fighter's place among those of the encounter: one may be activated again.
    pub(super) unit: usize,
    pub(super) attacker: Fighting,
    /// Dice rolled before the first action.
    pub(super) first: Vec<SideDice>,
    pub(super) actions: Vec<Action>,
    /// The attacker falls afterwards and may take impact damage (WARCRY-CLIMB).
    pub(super) falls: bool,
    /// Damage that the attacker takes afterwards.
    pub(super) suffers: Vec<Draw>,
}

/// A fighter as the dice see it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fighting {
    pub(super) name: String,
    pub(super) wounds: u16,
    pub(super) taken: u16,
    /// Damage points from which the next bracket of exchanges holds.
    pub(super) brackets: Vec<u16>,
}

/// What happens to a target that falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fall {
    pub(super) impact: bool,
    pub(super) deadly: bool,
    /// It is destroyed at once: it is not on a platform, so it cannot fall (WARCRY-STAIRS).
    pub(super) down: bool,
    /// No attack action reaches it any more.
    pub(super) out_of_reach: bool,
}

/// Ruling `counter-damage`: what Counter does to the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CounterDamage {
    /// 1 for each miss, 2 for each 1.
    PerDie,
    /// 2 if there is any 1, and 1 more from two misses on.
    Flat,
}

/// Everything that happens.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fight {
    pub(super) target: Fighting,
    pub(super) activations: Vec<Activation>,
    /// Attack actions that the target can still react to.
    pub(super) reactions: u16,
    /// The target takes a falling test after every attack action, until it has fallen.
    pub(super) edge: Option<Fall>,
    pub(super) timing: Timing,
    pub(super) counter: CounterDamage,
}

impl Fighting {
    pub(super) fn body(&self, side: Side) -> Body {
        Body::of(&self.name, side, &[(1, self.wounds)], self.taken)
    }
}

impl Activation {
    /// Whether the attacker may be hurt by one of its actions.
    pub(super) fn is_answered(&self) -> bool {
        self.actions.iter().any(Action::is_answered)
    }

    /// Whether the attacker is hurt once its actions are over.
    pub(super) fn pays(&self) -> bool {
        self.falls || !self.suffers.is_empty()
    }

    /// Whether the attacker can be hurt.
    pub(super) fn hurts(&self) -> bool {
        self.is_answered() || self.pays()
    }
}
