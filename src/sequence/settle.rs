//! Moves of tokens that need no die.
//!
//! Each move is one scalar function here. The exact engine maps it over the cells of a joint distribution, the sampled
//! one over lanes. It is the only arithmetic the engines share, so each arm is tested by enumeration instead.

use super::Slot;

/// A rule about counts.
#[derive(Clone, PartialEq, Debug)]
pub enum Settle {
    /// `out` gets as many tokens as `from` holds, `most` at the most; `from` keeps its own. ("Test once if any wound.")
    Copy {
        /// The slot that is looked at.
        from: Slot,
        /// The slot that gets tokens.
        out: Slot,
        /// The most tokens it gets.
        most: u16,
    },
    /// Up to `most` tokens go from `from` to `to`. ("Re-roll one miss, chosen after seeing all.")
    Move {
        /// The slot that loses tokens.
        from: Slot,
        /// The slot that gets them.
        to: Slot,
        /// The most that go.
        most: u16,
    },
    /// Tokens of `from` and of `against` annul each other one for one. ("Ignore the first failed save.")
    Cancel {
        /// The slot that is worn down.
        from: Slot,
        /// The slot that is used up.
        against: Slot,
    },
    /// If `token` and `from` both hold something, one of `token` is used up and all of `from` go to `to`. ("Spend a
    /// condition token: re-roll every hit.")
    Spend {
        /// The slot that pays.
        token: Slot,
        /// The slot that loses all its tokens.
        from: Slot,
        /// The slot that gets them.
        to: Slot,
    },
    /// Tokens of `from` go to the slot of `into` that the points lost by a body call for: to that of `of[0]` while fewer
    /// than `at[0]` are lost, to that of `of[1]` from there on, and so on. ("Characteristics depend on the damage taken.")
    Sort {
        /// The slot that is emptied.
        from: Slot,
        /// A place in [`super::Engagement::bodies`].
        body: [usize; 1],
        /// Points lost at which another slot may be used, rising.
        at: Vec<u16>,
        /// For each range of points lost, the place in `into`: one more than `at` has numbers.
        of: Vec<u8>,
        /// The slots that may get the tokens, each once.
        into: Vec<Slot>,
    },
    /// Tokens of `slot` vanish unless every one of these bodies still stands.
    WhileAlive {
        /// The slot whose tokens may vanish.
        slot: Slot,
        /// Places in [`super::Engagement::bodies`].
        bodies: Vec<usize>,
    },
}

impl Settle {
    /// [`Settle::Sort`] with a slot of its own for every range of points lost: `into` has one more than `at` has numbers.
    pub fn sort(from: Slot, body: usize, at: Vec<u16>, into: Vec<Slot>) -> Self {
        let of = (0..into.len()).map(|place| place as u8).collect();
        Self::Sort { from, body: [body], at, of, into }
    }

    /// The slots whose counts it looks at or changes.
    pub fn slots(&self) -> Vec<Slot> {
        match self {
            Self::Copy { from, out, .. } => vec![*from, *out],
            Self::Move { from, to, .. } => vec![*from, *to],
            Self::Cancel { from, against } => vec![*from, *against],
            Self::Spend { token, from, to } => vec![*token, *from, *to],
            Self::Sort { from, into, .. } => std::iter::once(from).chain(into).copied().collect(),
            Self::WhileAlive { slot, .. } => vec![*slot],
        }
    }

    /// The slots whose counts it may change.
    pub fn changes(&self) -> Vec<Slot> {
        match self {
            Self::Copy { out, .. } => vec![*out],
            Self::WhileAlive { slot, .. } => vec![*slot],
            _ => self.slots(),
        }
    }

    /// The slots that may get tokens. No stage and no total counts such a slot.
    pub fn gains(&self) -> Vec<Slot> {
        match self {
            Self::Copy { out: slot, .. } | Self::Move { to: slot, .. } | Self::Spend { to: slot, .. } => vec![*slot],
            Self::Sort { into, .. } => into.clone(),
            Self::Cancel { .. } | Self::WhileAlive { .. } => Vec::new(),
        }
    }

    /// The bodies whose state it depends on.
    pub fn bodies(&self) -> &[usize] {
        match self {
            Self::WhileAlive { bodies, .. } => bodies,
            Self::Sort { body, .. } => body,
            _ => &[],
        }
    }

    /// The largest counts afterwards, given the largest before, both in the order of [`Settle::slots`].
    pub(crate) fn bounds(&self, most: &[u32]) -> Vec<u32> {
        match self {
            Self::Copy { most: cap, .. } => vec![most[0], most[1] + most[0].min(u32::from(*cap))],
            Self::Move { most: cap, .. } => vec![most[0], most[1] + most[0].min(u32::from(*cap))],
            Self::Spend { .. } => vec![most[0], most[1], most[1] + most[2]],
            Self::Sort { .. } => {
                most.iter().enumerate().map(|(place, n)| if place == 0 { *n } else { n + most[0] }).collect()
            }
            Self::Cancel { .. } | Self::WhileAlive { .. } => most.to_vec(),
        }
    }

    /// Changes the counts, given in the order of [`Settle::slots`]. `alive` says whether the bodies it asks about all stand,
    /// `lost` how many points the last of them has lost.
    #[inline(always)]
    pub(crate) fn apply(&self, counts: &mut [u16], alive: bool, lost: u16) {
        match self {
            Self::Copy { most, .. } => counts[1] += counts[0].min(*most),
            Self::Move { most, .. } => {
                let moved = counts[0].min(*most);
                counts[0] -= moved;
                counts[1] += moved;
            }
            Self::Cancel { .. } => {
                let annulled = counts[0].min(counts[1]);
                counts[0] -= annulled;
                counts[1] -= annulled;
            }
            Self::Spend { .. } => {
                let spent = counts[0].min(1) * counts[1].min(1);
                let moved = counts[1] * spent;
                counts[0] -= spent;
                counts[1] -= moved;
                counts[2] += moved;
            }
            Self::Sort { at, of, .. } => {
                let range = at.iter().filter(|at| lost >= **at).count();
                let moved = std::mem::take(&mut counts[0]);
                counts[1 + usize::from(of[range])] += moved;
            }
            Self::WhileAlive { .. } => counts[0] *= u16::from(alive),
        }
    }

    /// The most slots that any arm looks at.
    pub(crate) const MOST_SLOTS: usize = 12;
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: Slot = Slot(0);
    const TO: Slot = Slot(1);

    /// Every arm over every pair of small counts, against what its documentation says in words.
    #[test]
    fn every_arm_does_what_it_says() {
        for a in 0..6u16 {
            for b in 0..6u16 {
                for most in 0..4u16 {
                    let mut counts = [a, b];
                    Settle::Copy { from: FROM, out: TO, most }.apply(&mut counts, true, 0);
                    assert_eq!(counts, [a, b + if a < most { a } else { most }]);
                    let mut counts = [a, b];
                    Settle::Move { from: FROM, to: TO, most }.apply(&mut counts, true, 0);
                    assert_eq!(counts[0] + counts[1], a + b);
                    assert_eq!(counts[0], a.max(most) - most);
                }
                let mut counts = [a, b];
                Settle::Cancel { from: FROM, against: TO }.apply(&mut counts, true, 0);
                assert_eq!(counts, if a > b { [a - b, 0] } else { [0, b - a] });
            }
            for from in 0..6u16 {
                for token in 0..3u16 {
                    let mut counts = [token, from, a];
                    Settle::Spend { token: FROM, from: TO, to: Slot(2) }.apply(&mut counts, true, 0);
                    let spent = token > 0 && from > 0;
                    assert_eq!(counts, if spent { [token - 1, 0, a + from] } else { [token, from, a] });
                }
            }
            for lost in 0..9 {
                let mut counts = [a, 1, 2, 3];
                let sort = Settle::sort(FROM, 0, vec![3, 6], vec![TO, Slot(2), Slot(3)]);
                sort.apply(&mut counts, true, lost);
                let mut wanted = [0, 1, 2, 3];
                wanted[1 + usize::from(lost / 3).min(2)] += a;
                assert_eq!(counts, wanted, "{lost} lost");
                let (at, of, into) = (vec![1, 3, 4], vec![0, 1, 0, 1], vec![TO, Slot(2)]);
                let mut counts = [a, 1, 2];
                Settle::Sort { from: FROM, body: [0], at, of, into }.apply(&mut counts, true, lost);
                let second = (1..3).contains(&lost) || lost >= 4;
                assert_eq!(counts, [0, 1 + if second { 0 } else { a }, 2 + if second { a } else { 0 }], "{lost} lost");
            }
            for alive in [true, false] {
                let mut counts = [a];
                Settle::WhileAlive { slot: FROM, bodies: vec![0] }.apply(&mut counts, alive, 0);
                assert_eq!(counts[0], if alive { a } else { 0 });
            }
        }
    }
}
