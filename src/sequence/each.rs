//! Tokens that go through some steps one after the other: what that means.

use super::{Engagement, Slot, Step};

/// The tokens of `input` are taken one by one: each becomes a token of `one` and goes through all of `steps` before the
/// next is taken. ("Each attack is resolved before the next is made.")
///
/// It is *well formed* if its steps alone fill `one` and every slot that they take or move tokens from, but for slots that
/// pay once ([`super::Settle::Spend`], [`super::Settle::Cancel`]); if these slots are empty again once a token is through;
/// if no stage and no total counts a slot that its steps take; and if no hits of it land in the order of their dice.
/// Slots that are filled and not taken here, such as those that are only counted, or taken by a step after it, keep their
/// tokens.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Each {
    /// What is taken one by one, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens are taken.
    pub input: Slot,
    /// The slot that holds the one whose turn it is.
    pub one: Slot,
    /// What it goes through.
    pub steps: Vec<Step>,
}

impl Engagement {
    /// All steps in their order, those of an [`Each`] after it.
    pub(crate) fn all_steps(&self) -> Vec<&Step> {
        let mut all = Vec::with_capacity(self.steps.len());
        add_all(&self.steps, &mut all);
        all
    }
}

fn add_all<'s>(steps: &'s [Step], all: &mut Vec<&'s Step>) {
    for step in steps {
        all.push(step);
        if let Step::Each(each) = step {
            add_all(&each.steps, all);
        }
    }
}
