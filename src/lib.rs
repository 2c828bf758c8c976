//! warodds
#![forbid(unsafe_code)]

pub mod dice;
pub mod engine;
pub mod sequence;
pub mod stats;
