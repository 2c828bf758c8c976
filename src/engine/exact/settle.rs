//! Settles on the counts of one cell of a joint distribution.

#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::Settle;

/// What becomes of the counts, given in the order of [`Settle::slots`]. `alive` says whether the bodies that the settle asks
/// about all stand, `lost` how many points the last of them has lost.
pub(super) fn apply(settle: &Settle, counts: &mut [u16], alive: bool, lost: u16) {
    #[cfg(test)]
    if planted::in_exact(PlantedError::Settle) {
        return;
    }
    match settle {
        Settle::Copy { most, .. } => counts[1] += counts[0].min(*most),
        Settle::Move { most, .. } => {
            let moved = counts[0].min(*most);
            counts[0] -= moved;
            counts[1] += moved;
        }
        Settle::Cancel { .. } => {
            let annulled = counts[0].min(counts[1]);
            counts[0] -= annulled;
            counts[1] -= annulled;
        }
        Settle::Divide { by, .. } => {
            counts[1] += counts[0] / (*by).max(1);
            counts[0] = 0;
        }
        Settle::Spend { .. } => {
            if counts[0] > 0 && counts[1] > 0 {
                counts[0] -= 1;
                counts[2] += counts[1];
                counts[1] = 0;
            }
        }
        Settle::Sort { at, of, .. } => {
            let range = at.iter().filter(|at| lost >= **at).count();
            let moved = std::mem::take(&mut counts[0]);
            counts[1 + usize::from(of[range])] += moved;
        }
        Settle::WhileAlive { .. } => {
            if !alive {
                counts[0] = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Slot;
    use crate::sequence::settled::{Case, every_case};

    /// Every arm over small counts, against what its documentation says in words.
    #[test]
    fn every_arm_does_what_it_says() {
        for Case { settle, before, alive, lost, after } in every_case() {
            let mut counts = before.clone();
            apply(&settle, &mut counts, alive, lost);
            assert_eq!(counts, after, "{settle:?} of {before:?}, alive {alive}, {lost} lost");
        }
        let none = Settle::WhileAlive { slot: Slot(0), bodies: vec![] };
        let mut counts = [3];
        apply(&none, &mut counts, true, 0);
        assert_eq!(counts, [3]);
    }
}
