//! The rules of Warhammer 40,000, one test for each, named after its id.

mod abilities;
mod attacks;
mod carried;
mod chains;
mod editions;
mod examples;
mod interactions;
mod profiles;
mod questions;
mod rerolls;
mod units;
mod worked;
