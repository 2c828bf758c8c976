//! warodds
#![forbid(unsafe_code)]

pub mod attack;
pub mod cli;
pub mod dice;
pub mod engine;
pub mod error;
pub mod games;
pub mod profile;
pub mod report;
pub mod sequence;
pub mod stats;
pub mod words;
