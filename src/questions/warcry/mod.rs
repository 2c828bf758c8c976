//! Dice questions of this game, one file for each family. The rules they answer for are named beside each.

mod abilities;
mod falls;
mod fights;
mod initiative;
mod monsters;

use crate::questions::Question;
use crate::stats::{Counts, Fraction};

pub(super) const QUESTIONS: &[Question] = &[
    initiative::INITIATIVE,
    initiative::SEIZE,
    initiative::ROLL_OFF,
    initiative::D66,
    abilities::ABILITIES,
    abilities::BATTLE,
    abilities::RESPITE,
    falls::FALLS,
    falls::DISENGAGE,
    monsters::BINDING_ROPES,
    monsters::GO_FOR_THE_EYES,
    monsters::TAUNT,
    monsters::DRAG_AND_MAUL,
    fights::REACT,
    fights::ACTIVATION,
    fights::TAKE_DOWN,
];

/// One half.
const fn half() -> Fraction {
    Fraction { ways: 1, of: 2 }
}

/// A fair coin.
fn coin() -> Counts<bool> {
    Counts::equally([true, false])
}

/// `1 wild die`, `2 wild dice`.
fn wild_dice(n: i64) -> String {
    if n == 1 { "1 wild die".to_owned() } else { format!("{n} wild dice") }
}
