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
mod interactions;
mod printed;
mod profiles;
mod questions;
mod rerolls;
mod stacking;
mod units;
mod worked;
