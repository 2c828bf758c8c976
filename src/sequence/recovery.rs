//! Points that come back: what that means.

use super::{Limit, MAX_TOKENS};
use crate::dice::Draw;

/// Points that the first of [`super::Engagement::bodies`] gets back, unless it is gone. As a step it gets them then and there;
/// those of [`super::Engagement::recoveries`] come once all is over, one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recovery {
    /// What it is, in a player's words.
    pub what: String,
    /// How many points. Nothing of it is rolled again.
    pub points: Draw,
    /// What the points do.
    pub returns: Returns,
    /// Whether they come once all attacks of a turn are over, not after each.
    pub is_late: bool,
    /// How often they come, for each number of points lost then; all of them together are one sum. Empty: once.
    pub times: Vec<u16>,
}

impl Recovery {
    /// Whether all of its points together are no more than the engines add up.
    pub(super) fn check(&self) -> Result<(), Limit> {
        let times = self.times.iter().max().copied().unwrap_or(1);
        let most = u64::from(times) * u64::from(self.points.max());
        Limit::check_of("points of ", &self.what, most, MAX_TOKENS.into(), "MAX_TOKENS")
    }
}

/// What points do that a body gets back; its models are those of its first group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Returns {
    /// They heal the model that is hurt.
    Wounds,
    /// As many as a model has bring back one that fell; the rest heals the one that is hurt. Models come back first, which
    /// never leaves more points lost than any other order.
    ModelsAndWounds,
    /// As many as a model has bring back one that fell.
    Models,
    /// Each brings back a point, whichever model had it.
    Everything,
}
