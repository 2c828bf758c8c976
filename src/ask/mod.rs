//! From what somebody asked to an answer: no terminal, and no files but profiles.

mod attack;
mod choices;
pub mod odds;
mod results;
mod units;

pub(crate) use self::attack::refused;
pub use self::attack::{Prepared, Request, RulingLine, prepare, prepare_units};
pub use self::units::Chosen;
pub(crate) use self::units::found_unit;
