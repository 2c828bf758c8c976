//! The program against referees: plain simulators that were written from the rule text alone, one for each game. They stand
//! in `tests/witness/`, whence `warodds verify --deep` has them too.

mod against;
mod sorted_saves;
mod worked;

pub(crate) use warodds::witness::{
    Dice, Expression, age_of_sigmar, asoiaf, judge, matchups, warcry, warhammer_40k, warhammer_40k_11e,
};
