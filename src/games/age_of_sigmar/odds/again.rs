//! Rolls of a few dice that may be rolled again when they fail (AOS-2.2, AMB-9).

use crate::error::Error;
use crate::games::odds::{Asked, Key};
use crate::stats::Ways;

/// What is done about a roll that fails. Each die is rolled again at most once, before modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Again {
    /// Nothing.
    Never,
    /// All its dice are rolled again.
    All,
    /// Those dice are rolled again that make success most likely.
    Chosen,
}

/// The key that says it.
pub(super) const REROLL: Key =
    super::key("reroll", "none", "a failed roll again: none, all, or choose which dice (AMB-9)");

impl Again {
    /// What was said of it.
    pub(super) fn asked(asked: &Asked<'_>) -> Result<Self, Error> {
        Ok(match asked.choice("reroll", &["none", "all", "choose"])? {
            "all" => Self::All,
            "choose" => Self::Chosen,
            _ => Self::Never,
        })
    }
}

/// The faces of some dice when the roll is over.
pub(super) fn rolled(dice: u32, again: Again, succeeds: impl Fn(&[u32]) -> bool) -> Ways<Vec<u32>> {
    let none = vec![None; dice as usize];
    completed(&none).then(|first| {
        if succeeds(first) || again == Again::Never {
            Ways::certain(first.clone())
        } else if again == Again::All {
            completed(&none)
        } else {
            best_kept(first, &succeeds)
        }
    })
}

/// What follows if those dice of a failed roll are rolled again that make success most likely.
fn best_kept(first: &[u32], succeeds: impl Fn(&[u32]) -> bool) -> Ways<Vec<u32>> {
    let keep = |choice: u32| -> Vec<Option<u32>> {
        first.iter().enumerate().map(|(die, face)| (choice >> die & 1 == 1).then_some(*face)).collect()
    };
    let tried = (0..1u32 << first.len()).map(|choice| {
        let after = completed(&keep(choice));
        (after.chance(|faces| succeeds(faces)).value(), after)
    });
    let best = tried.fold(None, |best: Option<(f64, Ways<Vec<u32>>)>, other| match best {
        Some(best) if best.0 >= other.0 => Some(best),
        _ => Some(other),
    });
    best.map_or_else(|| Ways::certain(first.to_vec()), |(_, after)| after)
}

/// All faces, where those that are not known yet are rolled.
fn completed(known: &[Option<u32>]) -> Ways<Vec<u32>> {
    known.iter().fold(Ways::certain(Vec::new()), |all, face| {
        let die = face.map_or_else(|| Ways::die(6), Ways::certain);
        all.and(&die, |faces, face| faces.iter().chain([face]).copied().collect())
    })
}

/// The sum of the faces.
pub(super) fn total(faces: &[u32]) -> u32 {
    faces.iter().sum()
}
