//! Rolls of a few dice that may be rolled again when they fail (AOS-2.2, AMB-9).

use crate::error::Error;
use crate::questions::{Query, QuestionKey, key};
use crate::stats::Counts;

/// What is done about a roll that fails. Each die is rolled again at most once, before modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SecondTry {
    /// Nothing.
    Never,
    /// All its dice are rolled again.
    All,
    /// Those dice are rolled again that make success most likely.
    Chosen,
}

/// The key that says it.
pub(super) const REROLL: QuestionKey =
    key("reroll").means("a failed roll again: none, all, or choose which dice (AMB-9)").or("none");

impl SecondTry {
    /// Its words in a title.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Never => "",
            Self::All => ", or again with all dice",
            Self::Chosen => ", or again with the best dice",
        }
    }

    /// Its words in a title where only one of several rolls may be rolled again.
    pub(super) fn words_for_one(self) -> &'static str {
        match self {
            Self::Never => "",
            Self::All => ", one of them again with all dice",
            Self::Chosen => ", one of them again with the best dice",
        }
    }

    pub(super) fn read(query: &Query<'_>) -> Result<Self, Error> {
        Ok(match query.choice("reroll", &["none", "all", "choose"])? {
            "all" => Self::All,
            "choose" => Self::Chosen,
            _ => Self::Never,
        })
    }
}

/// The faces of some dice when the roll is over, in order of size.
pub(super) fn rolled(dice: u32, again: SecondTry, succeeds: impl Fn(&[u32]) -> bool) -> Counts<Vec<u32>> {
    completed(&[], dice).then(|first| {
        if succeeds(first) || again == SecondTry::Never {
            Counts::certain(first.clone())
        } else if again == SecondTry::All {
            completed(&[], dice)
        } else {
            let kept = best_kept(first, &succeeds);
            completed(&kept, dice - kept.len() as u32)
        }
    })
}

/// The dice of a failed roll to keep so that rolling the others again makes success most likely.
fn best_kept(first: &[u32], succeeds: impl Fn(&[u32]) -> bool) -> Vec<u32> {
    let keep = |choice: u32| -> Vec<u32> {
        first.iter().enumerate().filter(|(die, _)| choice >> die & 1 == 1).map(|(_, face)| *face).collect()
    };
    // Ways out of as many as all dice have, whatever is kept.
    let outcomes = |kept: &[u32]| succeeding(kept, first.len() - kept.len(), &succeeds) * 6u64.pow(kept.len() as u32);
    let choices = (0..1u32 << first.len()).map(keep);
    choices
        .map(|kept| (outcomes(&kept), kept))
        .max_by_key(|(outcomes, _)| *outcomes)
        .map_or_else(Vec::new, |(_, kept)| kept)
}

/// In how many ways this many dice more succeed together with those that are kept.
fn succeeding(kept: &[u32], more: usize, succeeds: impl Fn(&[u32]) -> bool) -> u64 {
    let mut faces = [kept, &vec![0; more]].concat();
    let rolls = (0..6u32.pow(more as u32)).filter(|roll| {
        let mut rest = *roll;
        for face in &mut faces[kept.len()..] {
            *face = rest % 6 + 1;
            rest /= 6;
        }
        succeeds(&faces)
    });
    rolls.count() as u64
}

/// The dice that are kept and this many more, rolled.
fn completed(kept: &[u32], more: u32) -> Counts<Vec<u32>> {
    (0..more).fold(Counts::certain(kept.to_vec()), |all, _| {
        all.and(&Counts::die(6), |faces, face| {
            let place = faces.partition_point(|other| other < face);
            [&faces[..place], &[*face], &faces[place..]].concat()
        })
    })
}

/// The sum of the faces.
pub(super) fn total(faces: &[u32]) -> u32 {
    faces.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faces in any order are one way: two dice fall in 21 ways, and with a 3 that is kept beside them each is in its place.
    #[test]
    fn dice_are_kept_in_order() {
        for (kept, outcomes) in [(&[][..], 21), (&[3][..], 21)] {
            let all = completed(kept, 2);
            assert_eq!(all.each().count(), outcomes);
            assert!(all.each().all(|(faces, _)| faces.is_sorted() && faces.len() == kept.len() + 2));
        }
    }
}
