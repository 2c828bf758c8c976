//! Random match-ups, each written twice: as profiles for the program and as plain numbers for the referee.

pub mod age_of_sigmar;
pub mod asoiaf;
mod conditions;
mod entries;
mod healing;
pub mod warcry;
pub mod warhammer_40k;
pub mod warhammer_40k_11e;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Expression;

/// The match-up of a number, of a game that has any.
pub fn of(game: &str) -> Option<fn(u64) -> Matchup> {
    Some(match game {
        "age-of-sigmar" => age_of_sigmar::matchup,
        "asoiaf" => asoiaf::matchup,
        "warcry" => warcry::matchup,
        "warhammer-40k" => warhammer_40k::matchup,
        "warhammer-40k-11e" => warhammer_40k_11e::matchup,
        _ => return None,
    })
}

/// Choices at a fixed seed.
pub struct Pick(Xoshiro256PlusPlus);

impl Pick {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A whole number from `low` to `high`.
    pub fn from(&mut self, low: u32, high: u32) -> u32 {
        low + (self.0.next_u64() % u64::from(high - low + 1)) as u32
    }

    /// One of a few.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.from(0, choices.len() as u32 - 1) as usize]
    }

    /// Yes, once in `n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.from(1, n) == 1
    }

    /// A number or dice.
    pub fn amount(&mut self, plain: u32) -> Expression {
        match self.from(0, 5) {
            0 => Expression::dice(1, 3, 0),
            1 => Expression::dice(1, 6, 0),
            2 => Expression::dice(1, 3, 1),
            _ => Expression::fixed(self.from(1, plain) as i32),
        }
    }
}

/// An amount as a profile writes it.
pub fn written(amount: &Expression) -> String {
    match (amount.count, amount.plus) {
        (0, plus) => format!("\"{plus}\""),
        (count, 0) => format!("\"{count}D{}\"", amount.sides),
        (count, plus) => format!("\"{count}D{}+{plus}\"", amount.sides),
    }
}

/// What is compared of one trial.
#[derive(Clone, Copy, Default)]
pub struct Trial {
    pub damage: u32,
    pub wounds_lost: u32,
    pub slain: u32,
    /// `attacker-wounds-lost` and `mortal-wounds`, where the game has them.
    pub attacker_wounds_lost: u32,
    pub mortal_wounds: u32,
    /// Characters of the target that fell, of which there is at most one.
    pub characters_slain: u32,
    /// `panic-rolled`, `panic-failed` and `ranks` of A Song of Ice & Fire.
    pub panic: [u32; 2],
    pub ranks: u32,
    /// What is left of the target once it has got back what it gets back, if it gets back anything.
    pub wounds_left: Option<u32>,
    /// Stages in the order of the program.
    pub stages: [u32; 6],
}

/// One match-up.
pub struct Matchup {
    pub attacker: String,
    pub defender: String,
    pub with: Vec<String>,
    pub set: Vec<String>,
    pub rulings: Vec<String>,
    pub stages: &'static [&'static str],
    /// Plays it once, as the referee does.
    pub play: Box<dyn Fn(&mut crate::witness::Dice) -> Trial>,
}
