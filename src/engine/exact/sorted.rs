//! Hits that land in the order of their dice, as probabilities.
//!
//! Faces on which the same models save are one part; the parts come from the lowest face up. Of the dice that show no lower
//! face, each shows one of this part with the same chance: then it is a hit on a model that surely fails or surely saves. If
//! not, it is left for the next part. The state before a part is the joint distribution of the bodies and of the dice that
//! are left; which of the dice are those of the part does not matter, only how many. Before the first part the dice do not
//! depend on the bodies, so that those of the part and those left are counted at once; after the last none need be counted.

use super::roll::ways_to_end_on;
use crate::dice::Faces;
use crate::sequence::{Guard, Save, Strike};

/// Dice on which the same models save.
pub(super) struct SavePart {
    /// The chance that a die shows one of its faces, if it shows no lower one.
    pub(super) share: f64,
    /// What such a die does: the models that fail have no save, the others always save.
    pub(super) strike: Strike,
}

/// The parts of the dice of a strike, from the lowest face up, without those on which every model saves.
pub(super) fn parts(strike: &Strike) -> Vec<SavePart> {
    let reroll = strike.guards.iter().flatten().find_map(|guard| guard.save).map_or(Faces::NONE, |save| save.reroll);
    let fails = |face: u8, guard: &Guard| guard.save.is_none_or(|save| face < save.on);
    let alike =
        |one: u8, other: u8| strike.guards.iter().flatten().all(|guard| fails(one, guard) == fails(other, guard));
    let orders = |faces: Faces| f64::from(ways_to_end_on(faces, 6, [reroll, Faces::NONE]));
    let (mut parts, mut face) = (Vec::new(), 1);
    while face <= 6 && strike.guards.iter().flatten().any(|guard| fails(face, guard)) {
        let next = (face..=6).find(|other| !alike(face, *other)).unwrap_or(7);
        let share = orders(Faces::from(face).without(Faces::from(next))) / orders(Faces::from(face));
        let mut part = Strike { sorted: false, ..strike.clone() };
        for guard in part.guards.iter_mut().flatten() {
            guard.save = if fails(face, guard) { None } else { Some(Save { on: 1, reroll: Faces::NONE }) };
        }
        parts.push(SavePart { share, strike: part });
        face = next;
    }
    parts
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::dice::Draw;
    use crate::sequence::Slot;

    fn strike(saves: &[u8], reroll: Faces) -> Strike {
        let guard = |on: &u8| {
            let save = (*on < 7).then_some(Save { on: *on, reroll });
            Guard { save, amount: Draw::one(), ignore_on: 7 }
        };
        let guards = smallvec![saves.iter().map(guard).collect()];
        Strike { guards, sorted: true, spill: false, ..Strike::unstopped("hit", Slot(0), 0, Draw::one()) }
    }

    fn shares(saves: &[u8], reroll: Faces) -> Vec<f64> {
        parts(&strike(saves, reroll)).iter().map(|part| part.share).collect()
    }

    #[test]
    fn faces_on_which_the_same_models_save_are_one_part() {
        // 2+ and 5+: a 1 fails for both, 2 to 4 for the second alone.
        assert_eq!(shares(&[2, 5], Faces::NONE), [1.0 / 6.0, 3.0 / 5.0]);
        // 3+, none and 6+: 1 and 2 fail for all, 3 to 5 for two, a 6 for the model without a save.
        assert_eq!(shares(&[3, 7, 6], Faces::NONE), [1.0 / 3.0, 3.0 / 4.0, 1.0]);
        // A 1 is rolled again: 1 way of 36 to end on it, and 7 for each other face.
        assert_eq!(shares(&[2, 5], Faces::only(1)), [1.0 / 36.0, 21.0 / 35.0]);
        let saved = parts(&strike(&[2, 5], Faces::NONE)).pop().expect("two parts");
        let on: Vec<Option<u8>> = saved.strike.guards[0].iter().map(|guard| guard.save.map(|save| save.on)).collect();
        assert_eq!(on, [Some(1), None]);
    }
}
