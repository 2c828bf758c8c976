//! The rules of Warhammer 40,000, one test for each, named after its id.

mod abilities;
mod attacks;
mod carried;
mod chains;
mod command_reroll;
mod editions;
mod effects;
mod eligibility;
mod examples;
mod gone;
mod hazards;
mod interactions;
mod losses;
mod printed;
mod profiles;
mod questions;
mod rerolls;
mod seldom;
mod singles;
mod stacking;
mod told;
mod units;
mod worked;
