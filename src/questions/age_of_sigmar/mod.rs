//! Dice questions of this game, one file for each family. The rules they answer for are named beside each.

mod again;
mod battle;
mod charge;
mod checks;
mod damage;
mod magic;
mod movement;
mod prayer;
mod recovery;
mod turn;

use crate::questions::Question;

pub(super) const QUESTIONS: &[Question] = &[
    charge::CHARGE,
    charge::CHARGES,
    magic::CASTING,
    magic::UNBINDING,
    magic::BANISHING,
    magic::MISCAST,
    magic::PLACE_OF_POWER,
    prayer::CHANTING,
    recovery::RALLY,
    recovery::HEAL,
    turn::PRIORITY,
    turn::ROLL_OFF,
    turn::CARDS,
    movement::RUN,
    movement::REDEPLOY,
    damage::MORTAL,
    checks::SAVES,
    checks::HITS,
    battle::CHARGE_THEN_FIGHT,
    battle::HOLD_OBJECTIVE,
    battle::ALL_OUT,
];

/// A roll with its modifiers: never below 1 (AOS-27.0), and not capped unless it hits, wounds or saves (AOS-17.1).
fn modified(dice: u32, bonus: i64) -> i64 {
    (i64::from(dice) + bonus).max(1)
}

/// `2D6+1`, `2D6-1`, `2D6`.
fn with_bonus(dice: &str, bonus: i64) -> String {
    if bonus == 0 { dice.to_owned() } else { format!("{dice}{bonus:+}") }
}
