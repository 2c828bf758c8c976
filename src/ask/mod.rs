//! From what somebody asked to an answer: no terminal, and no files but profiles.

mod attack;
mod choices;
pub mod odds;
mod report;
mod results;
mod units;

pub(crate) use self::attack::refused;
pub use self::attack::{Prepared, Request, RulingLine, prepare, prepare_units};
pub use self::report::{AgreementLine, Chance, Metric, Report, Results, StageLine, UnitLine, WeaponLine};
pub use self::units::Chosen;
pub(crate) use self::units::found_unit;
