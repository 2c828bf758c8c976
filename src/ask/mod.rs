//! From what somebody asked to an answer: no terminal, and no files but profiles.

mod abilities;
pub mod advise;
mod armies;
mod army;
mod attack;
mod cells;
mod choices;
mod clauses;
mod compare;
mod editions;
mod fight;
mod import;
mod left_out;
mod lines;
pub mod odds;
mod plan;
mod readings;
mod report;
mod request;
mod results;
mod said;
mod sizes;
mod states;
mod sweep;
mod text_lists;
mod turns;
mod units;

pub use self::abilities::unit_abilities;
pub use self::armies::army_units;
pub use self::army::{Army, army_of};
pub use self::attack::{Prepared, RulingLine, prepare, prepare_phases, prepare_units};
pub use self::cells::{CellNumber, Counted};
pub use self::compare::{
    CompareCell, CompareRequest, Comparison, MAX_SHOWN, Reached, Tally, Watch, compare, compare_csv_head,
};
pub use self::editions::{EditionColumn, EditionNumbers, EditionsReport, RuleLine, against_edition};
pub use self::fight::{
    FightReport, FightRequest, FightRound, MAX_FIGHT_STATES, MAX_ROUNDS, OtherFirst, SlainLine, Until, fight,
};
pub use self::import::{Importer, import};
pub use self::left_out::left_out_of;
pub use self::lines::{SavedLine, line_unit, saved_lines};
pub use self::plan::{PlanMove, PlanReport, PlanRequest, PlanRow, plan};
use self::readings::one_of;
pub use self::report::{AgreementLine, Chance, Left, Metric, Phases, Report, Results, StageLine, UnitLine, WeaponLine};
pub use self::request::Request;
pub use self::said::{NotComputed, Said};
pub use self::sweep::{Axis, MAX_SWEPT, Sweep, SweepRequest, SweptCell, sweep, sweep_values, sweep_watched};
pub(crate) use self::units::found_unit;
pub use self::units::{Chosen, typed_unit};

use crate::engine::Refusal;
use crate::error::Error;

/// What a refusal of the engines is to a person.
pub(crate) fn refused(refusal: &Refusal) -> Error {
    let hint = match refusal {
        Refusal::Limit(_) => Some("fewer models, attacks or points are computed".to_owned()),
        Refusal::TooLarge => Some("`--method sampled` rolls dice instead".to_owned()),
        Refusal::Spare => Some("it is worked out with `--method exact`, for one unit's attack on one body".to_owned()),
        Refusal::Trials(_) => None,
    };
    Error::usage(refusal.to_string()).hint(hint)
}
