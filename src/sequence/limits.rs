//! What is too large to be computed.

use thiserror::Error;

/// The most models in one body.
pub const MAX_MODELS: usize = 250;
/// The most points that one model takes.
pub const MAX_WOUNDS: usize = 250;
/// The most points that a body takes in all.
pub const MAX_POINTS: usize = 60_000;
/// The most tokens that may ever lie in one slot: attacks, hits, points of damage.
pub const MAX_TOKENS: u32 = 65_535;
/// The most combinations of points lost by all bodies together.
pub const MAX_STATES: usize = 4_000_000;

/// The most kinds of things that are counted in all attacks together: attacks, hits, wounds of each weapon, in each way to
/// attack.
pub const MAX_SLOTS: usize = 20_000;
/// The most steps that are put together to find the ways to attack: the steps of one way, once for each state that an attack
/// may begin in, and for each answer or die that decides something before it.
pub const MAX_STEPS: usize = 200_000;

/// Something is larger than this program computes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} could reach {value}; the limit is {most} ({name})")]
pub struct Limit {
    /// What is too large, in the game's words.
    pub what: String,
    /// How large it could get.
    pub value: u64,
    /// The limit.
    pub most: u64,
    /// The limit's name.
    pub name: &'static str,
}

impl Limit {
    pub(crate) fn check(what: &str, value: u64, most: u64, name: &'static str) -> Result<(), Self> {
        Self::check_of(what, "", value, most, name)
    }

    /// [`Limit::check`] of a number that belongs to `whose`, a name that stands in the message behind `what`.
    pub(crate) fn check_of(what: &str, whose: &str, value: u64, most: u64, name: &'static str) -> Result<(), Self> {
        if value <= most { Ok(()) } else { Err(Self { what: format!("{what}{whose}"), value, most, name }) }
    }
}
