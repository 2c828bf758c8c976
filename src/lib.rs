//! warodds
#![forbid(unsafe_code)]

pub mod dice;
pub mod engine;
pub mod report;
pub mod sequence;
pub mod stats;
