//! A third witness: plain simulators written from the rule text alone, one for each game, and random questions about them.
//!
//! A simulator knows nothing of the crate. It takes plain numbers, rolls one die after the other in the order in which
//! the rules tell the players to roll them, and counts. It is slow and obvious on purpose: its only use is to disagree
//! with a fast calculation when that calculation has misread a rule. Tests call it the referee.
//!
//! The questions ([`matchups`], [`chains`], [`fights`]) are written twice each, as profiles for the program and as plain
//! numbers for the simulator, and [`judge`] compares what comes of both. This folder is a module of the library where its
//! feature `witness` is on, for `warodds verify --deep`, and for the tests.
//!
//! Two totals mean the same in all games:
//!
//! * `damage` is every point that gets past saves and wards, as if the target had no end and nothing were wasted:
//!   excess on a model counts, and when the target would be gone the rest of the attacks meet another model like its
//!   last, whom it would give up last: a character, even where Precision began with it;
//! * `wounds_lost` is what the target really loses, overkill removed.

#![allow(dead_code, missing_docs, reason = "tests take what they need, and what a field means stands beside it")]

pub mod age_of_sigmar;
pub mod asoiaf;
pub mod chains;
pub mod fights;
pub mod judge;
pub mod matchups;
#[cfg(test)]
mod planted;
pub mod warcry;
pub mod warhammer_40k;
pub mod warhammer_40k_11e;

/// A source of dice: splitmix64, and the remainder by six. The bias of the remainder is below 2^-60.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn d6(&mut self) -> i32 {
        (self.next() % 6 + 1) as i32
    }

    /// AOS-2.2, W40K-DICE, WARCRY-DICE: a D3 is half a D6, rounded up. ASOIAF-DIE only asks for 1 to 3 evenly.
    pub fn d3(&mut self) -> i32 {
        (self.d6() + 1) / 2
    }

    pub fn die(&mut self, sides: u32) -> i32 {
        match sides {
            3 => self.d3(),
            6 => self.d6(),
            _ => panic!("these games roll only D3 and D6, not D{sides}"),
        }
    }
}

/// `count` dice of `sides` sides, plus a fixed number: 2D6, D3+1, or simply 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expression {
    pub count: u32,
    pub sides: u32,
    pub plus: i32,
}

impl Expression {
    pub const fn fixed(plus: i32) -> Expression {
        Expression { count: 0, sides: 6, plus }
    }

    pub const fn dice(count: u32, sides: u32, plus: i32) -> Expression {
        Expression { count, sides, plus }
    }

    /// Rolls the dice one by one. With `again`, each die that shows that value is rolled once more and the new face
    /// stands (W40K-REROLL: on a D3 the test is on the halved value).
    pub fn roll(&self, dice: &mut Dice, again: Option<i32>) -> i32 {
        let mut total = self.plus;
        for _ in 0..self.count {
            let mut face = dice.die(self.sides);
            if again == Some(face) {
                face = dice.die(self.sides);
            }
            total += face;
        }
        total
    }

    pub fn highest(&self) -> i32 {
        self.count as i32 * self.sides as i32 + self.plus
    }
}
