//! What the library answers, rule by rule: one module for each game, one for each part of the crate.
//!
//! A test that can share a process with others belongs here or, if it checks by something else than the rules, in
//! `agreement.rs`: another binary costs a link of everything. `CONTRIBUTING.md` says where a new test goes.

mod age_of_sigmar;
mod asoiaf;
mod games;
mod house;
mod import;
mod profile;
mod report;
mod support;
mod warcry;
mod warhammer_40k;
mod warhammer_40k_11e;
