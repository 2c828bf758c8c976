//! How a fight is played: chances that are multiplied, or trials that are rolled.

use std::ops::AddAssign;

use crate::ask::fight::aftermath::Aftermath;
use crate::ask::fight::strikes::{States, Strikes};
use crate::error::Error;
use crate::sequence::{Body, Recovery};

/// Pairs of states or of points lost, each with its weight.
pub(super) type Weighted<W> = Vec<([usize; 2], W)>;

/// The same in order, with the weights of equal pairs in one.
pub(super) fn merged<W: Copy + Default + PartialEq + AddAssign>(mut all: Weighted<W>) -> Weighted<W> {
    let ends = all.iter().fold([0; 2], |ends, (at, _)| [ends[0].max(at[0] + 1), ends[1].max(at[1] + 1)]);
    if ends[0].saturating_mul(ends[1]) <= all.len() {
        // A table of all pairs takes less than putting them in order.
        let mut table = vec![W::default(); ends[0] * ends[1]];
        all.iter().for_each(|(at, weight)| table[at[0] * ends[1] + at[1]] += *weight);
        let pair = |(cell, weight): (usize, W)| ([cell / ends[1], cell % ends[1]], weight);
        return table.into_iter().enumerate().filter(|(_, weight)| *weight != W::default()).map(pair).collect();
    }
    all.sort_by_key(|([a, b], _)| u128::from(*a as u64) << 64 | u128::from(*b as u64));
    all.dedup_by(|(at, weight), (key, sum)| {
        let is_same = at[0] == key[0] && at[1] == key[1];
        if is_same {
            *sum += *weight;
        }
        is_same
    });
    all
}

/// Points that both had lost before an attack and have lost after it, with the weight.
pub(super) type Dead<W> = Vec<([usize; 2], [usize; 2], W)>;

/// A way of answering: chances that are multiplied, or trials that are rolled. Neither knows anything of the other.
pub(super) trait Played {
    /// A chance, or a number of trials.
    type Weight: Copy + Default + PartialEq + AddAssign;
    /// Whether dice are rolled.
    const ROLLS: bool;

    /// The weight of the part of all fights between two shares.
    fn part(&self, from: f64, to: f64) -> Self::Weight;

    /// A weight in two, of which the first has this chance.
    fn split(&mut self, weight: Self::Weight, p: f64) -> [Self::Weight; 2];

    /// How much of all a weight is.
    fn share(&self, weight: Self::Weight) -> f64;

    /// Where weights go in an attack from many pairs of states at once: those of the target of a unit in one state, or of both.
    /// `None` if that is worked out for each by itself.
    fn spread(
        &mut self,
        attack: (&mut Strikes, &mut States),
        from: &Weighted<Self::Weight>,
        of_both: bool,
    ) -> Option<Weighted<Self::Weight>>;

    /// Where a weight goes in an attack from one pair of states.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    fn row(
        &mut self,
        attack: (&mut Strikes, &mut States),
        at: [usize; 2],
        weight: Self::Weight,
    ) -> Result<Weighted<Self::Weight>, Error>;

    /// Where it goes as models explode that died of an attack: points lost.
    fn explode(&mut self, aftermath: &Aftermath, dead: Dead<Self::Weight>) -> Weighted<Self::Weight>;

    /// Where it goes as both get points back.
    fn recover(
        &mut self,
        recoveries: [&[Recovery]; 2],
        bodies: [&Body; 2],
        lost: [usize; 2],
        weight: Self::Weight,
    ) -> Weighted<Self::Weight>;
}
