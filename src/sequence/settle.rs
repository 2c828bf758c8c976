//! Moves of tokens that need no die: what they mean.
//!
//! Each engine has its own reading, and each is tested against the words here by [`settled`], a list of cases.

use super::Slot;

/// A rule about counts.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Settle {
    /// `out` gets as many tokens as `from` holds, but at most `most`; `from` keeps its own. ("Test once if any wound.")
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
    /// Tokens of `from` and of `against` cancel each other one for one. ("Ignore the first failed save.")
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
    /// For every `by` tokens of `from` one goes to `to`; the others vanish. ("One wound for every two hits.")
    Divide {
        /// The slot that is emptied.
        from: Slot,
        /// The slot that gets tokens.
        to: Slot,
        /// How many make one, at least 1.
        by: u16,
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
    pub(crate) fn sort(from: Slot, body: usize, at: Vec<u16>, into: Vec<Slot>) -> Self {
        let of = (0..=u8::MAX).take(into.len()).collect();
        Self::Sort { from, body: [body], at, of, into }
    }

    /// The slots whose counts it looks at or changes.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        match self {
            Self::Copy { from, out, .. } => vec![*from, *out],
            Self::Move { from, to, .. } => vec![*from, *to],
            Self::Cancel { from, against } => vec![*from, *against],
            Self::Divide { from, to, .. } => vec![*from, *to],
            Self::Spend { token, from, to } => vec![*token, *from, *to],
            Self::Sort { from, into, .. } => std::iter::once(from).chain(into).copied().collect(),
            Self::WhileAlive { slot, .. } => vec![*slot],
        }
    }

    /// The slots whose counts it may change.
    pub(crate) fn changes(&self) -> Vec<Slot> {
        match self {
            Self::Copy { out, .. } => vec![*out],
            Self::WhileAlive { slot, .. } => vec![*slot],
            _ => self.slots(),
        }
    }

    /// The slots that may get tokens. No stage and no total counts such a slot.
    pub(crate) fn gains(&self) -> Vec<Slot> {
        match self {
            Self::Copy { out: slot, .. }
            | Self::Move { to: slot, .. }
            | Self::Spend { to: slot, .. }
            | Self::Divide { to: slot, .. } => vec![*slot],
            Self::Sort { into, .. } => into.clone(),
            Self::Cancel { .. } | Self::WhileAlive { .. } => Vec::new(),
        }
    }

    /// The bodies whose state it depends on.
    pub(crate) fn bodies(&self) -> &[usize] {
        match self {
            Self::WhileAlive { bodies, .. } => bodies,
            Self::Sort { body, .. } => body,
            _ => &[],
        }
    }

    /// This settle without a limit to the tokens that it moves.
    pub(crate) fn unlimited(&self) -> Self {
        let mut settle = self.clone();
        if let Self::Copy { most, .. } | Self::Move { most, .. } = &mut settle {
            *most = u16::MAX;
        }
        settle
    }

    /// The largest counts afterwards, given the largest before, both in the order of [`Settle::slots`].
    pub(crate) fn bounds(&self, most: &[u32]) -> Vec<u32> {
        match self {
            Self::Copy { most: cap, .. } => vec![most[0], most[1] + most[0].min(u32::from(*cap))],
            Self::Move { most: cap, .. } => vec![most[0], most[1] + most[0].min(u32::from(*cap))],
            Self::Spend { .. } => vec![most[0], most[1], most[1] + most[2]],
            Self::Divide { by, .. } => vec![most[0], most[1] + most[0] / u32::from(*by).max(1)],
            Self::Sort { .. } => {
                most.iter().enumerate().map(|(place, n)| if place == 0 { *n } else { n + most[0] }).collect()
            }
            Self::Cancel { .. } | Self::WhileAlive { .. } => most.to_vec(),
        }
    }

    /// The most slots that any arm looks at.
    pub(crate) const MOST_SLOTS: usize = 12;
}

/// What every arm does to small counts, written down from the words above, for the tests of both readings.
#[cfg(test)]
pub(crate) mod settled {
    use super::{Settle, Slot};

    /// One settle and what becomes of some counts, in the order of [`Settle::slots`].
    #[derive(Clone, Debug)]
    pub(crate) struct Case {
        pub(crate) settle: Settle,
        pub(crate) before: Vec<u16>,
        /// Whether the body stands, and how many of its nine points it has lost.
        pub(crate) alive: bool,
        pub(crate) lost: u16,
        pub(crate) after: Vec<u16>,
    }

    const FROM: Slot = Slot(0);
    const TO: Slot = Slot(1);

    fn case(settle: Settle, before: &[u16], after: &[u16]) -> Case {
        Case { settle, before: before.to_vec(), alive: true, lost: 0, after: after.to_vec() }
    }

    /// Every arm over every small count.
    pub(crate) fn every_case() -> Vec<Case> {
        let mut cases = Vec::new();
        for a in 0..6u16 {
            for b in 0..6u16 {
                for most in 0..4u16 {
                    let copied = if a < most { a } else { most };
                    cases.push(case(Settle::Copy { from: FROM, out: TO, most }, &[a, b], &[a, b + copied]));
                    let kept = a.max(most) - most;
                    cases.push(case(Settle::Move { from: FROM, to: TO, most }, &[a, b], &[kept, a + b - kept]));
                }
                let divide = |by| Settle::Divide { from: FROM, to: TO, by };
                for (by, halves) in [(1, a), (2, [0, 0, 1, 1, 2, 2][usize::from(a)])] {
                    cases.push(case(divide(by), &[a, b], &[0, b + halves]));
                }
                let left = if a > b { [a - b, 0] } else { [0, b - a] };
                cases.push(case(Settle::Cancel { from: FROM, against: TO }, &[a, b], &left));
                for token in 0..3u16 {
                    let after = if token > 0 && b > 0 { [token - 1, 0, a + b] } else { [token, b, a] };
                    cases.push(case(Settle::Spend { token: FROM, from: TO, to: Slot(2) }, &[token, b, a], &after));
                }
            }
            cases.extend((0..9).flat_map(|lost| [sorted(a, lost), sorted_to_and_fro(a, lost)]));
            for alive in [true, false] {
                let settle = Settle::WhileAlive { slot: FROM, bodies: vec![0] };
                let after = if alive { a } else { 0 };
                cases.push(Case { alive, ..case(settle, &[a], &[after]) });
            }
        }
        cases
    }

    /// `a` tokens that go to the first slot below three points lost, to the second below six, and then to the third.
    fn sorted(a: u16, lost: u16) -> Case {
        let settle = Settle::sort(FROM, 0, vec![3, 6], vec![TO, Slot(2), Slot(3)]);
        let after = match lost {
            0..3 => [0, 1 + a, 2, 3],
            3..6 => [0, 1, 2 + a, 3],
            _ => [0, 1, 2, 3 + a],
        };
        Case { lost, ..case(settle, &[a, 1, 2, 3], &after) }
    }

    /// `a` tokens that go to the second slot from one point lost on, to the first from three on, to the second from four on.
    fn sorted_to_and_fro(a: u16, lost: u16) -> Case {
        let (at, of, into) = (vec![1, 3, 4], vec![0, 1, 0, 1], vec![TO, Slot(2)]);
        let after = match lost {
            0 | 3 => [0, 1 + a, 2],
            _ => [0, 1, 2 + a],
        };
        Case { lost, ..case(Settle::Sort { from: FROM, body: [0], at, of, into }, &[a, 1, 2], &after) }
    }
}

#[cfg(test)]
mod tests {
    use super::settled::every_case;

    #[test]
    fn no_count_exceeds_its_bound_and_only_the_named_slots_change() {
        for case in every_case() {
            let before: Vec<u32> = case.before.iter().map(|n| u32::from(*n)).collect();
            let (slots, bounds) = (case.settle.slots(), case.settle.bounds(&before));
            assert_eq!(slots.len(), case.before.len(), "{case:?}");
            for (place, slot) in slots.iter().enumerate() {
                assert!(u32::from(case.after[place]) <= bounds[place], "{case:?}");
                let changes = case.after[place] != case.before[place];
                assert!(!changes || case.settle.changes().contains(slot), "{case:?}");
                let gains = case.after[place] > case.before[place];
                assert!(!gains || case.settle.gains().contains(slot), "{case:?}");
            }
        }
    }
}
