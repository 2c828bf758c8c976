//! Ways in which several dice fall, and what they add up to.

use super::read::{Adds, Die, STAGES, StageSums};

/// The tokens once one result is exchanged for another.
pub(super) fn exchanged(tokens: Adds, old: Adds, new: Adds) -> Adds {
    [0, 1, 2].map(|k| tokens[k] - old[k] + new[k])
}

/// One way in which dice fall.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceFall {
    pub(super) p: f64,
    pub(super) adds: Adds,
    /// The results that it shows and that may be rolled again, a bit for each.
    pub(super) shows: u128,
}

/// The ways in which so many dice fall. Those that add the same and show the same results that may be rolled again are one.
#[derive(Clone, Debug)]
pub(super) struct DiceFalls {
    pub(super) all: Vec<DiceFall>,
    /// What each adds to the stages, times its chance; empty if nobody asks.
    pub(super) counted: Vec<StageSums>,
}

impl DiceFalls {
    /// Those of no dice.
    pub(super) fn none(counts: bool) -> Self {
        let counted = if counts { vec![[[0.0; 2]; STAGES]] } else { Vec::new() };
        Self { all: vec![DiceFall { p: 1.0, adds: Adds::default(), shows: 0 }], counted }
    }

    /// Those of so many dice, of which the owner may roll one again.
    pub(super) fn of(dice: usize, die: &Die, may: bool, counts: bool) -> Self {
        (0..dice).fold(Self::none(counts), |falls, _| falls.one_more(die, may))
    }

    /// The same with one die more.
    pub(super) fn one_more(&self, die: &Die, may: bool) -> Self {
        if die.shown.is_empty() {
            return self.clone();
        }
        let mut next = Vec::with_capacity(self.all.len() * die.shown.len());
        for (kind, one) in die.shown.iter().enumerate() {
            let shows = if may && die.is_rolled && one.again { 1 << kind } else { 0 };
            for (place, DiceFall { p, adds, shows: others }) in self.all.iter().enumerate() {
                let adds = [0, 1, 2].map(|k| adds[k] + one.adds[k]);
                next.push((DiceFall { p: p * one.p, adds, shows: others | shows }, (place, one)));
            }
        }
        next.sort_by_key(|(fall, _)| (fall.adds, fall.shows));
        let mut falls = Self { all: Vec::with_capacity(next.len()), counted: Vec::new() };
        for (fall, (place, one)) in next {
            let is_new = falls.all.last().is_none_or(|last| (last.adds, last.shows) != (fall.adds, fall.shows));
            match falls.all.last_mut() {
                Some(last) if !is_new => last.p += fall.p,
                _ => falls.all.push(fall),
            }
            if let Some(counted) = self.counted.get(place) {
                if is_new {
                    falls.counted.push([[0.0; 2]; STAGES]);
                }
                let more = joined((self.all[place].p, counted), (one.p, &one.counted));
                add(falls.counted.last_mut().expect("one for each fall"), &more, 1.0);
            }
        }
        falls
    }
}

/// The sums of two independent counts: `counted` of the first are sums times its chance, of the second averages.
pub(super) fn joined((p, counted): (f64, &StageSums), (q, more): (f64, &StageSums)) -> StageSums {
    std::array::from_fn(|stage| {
        let ([one, two], [more, square]) = (counted[stage], more[stage]);
        [q * (one + p * more), q * (two + 2.0 * one * more + p * square)]
    })
}

pub(super) fn add(sums: &mut StageSums, more: &StageSums, factor: f64) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = [sum[0] + factor * more[0], sum[1] + factor * more[1]];
    }
}
