//! From what somebody asked to an answer: no terminal, and no files but profiles.
//!
//! Each question has a request with a `Default`, a function, and an answer that is [`Reportable`](crate::report::Reportable):
//! [`prepare`] (an attack), [`compare()`], [`sweep()`], [`advise()`], [`fight()`], [`plan()`], [`against_edition`], and dice
//! other than attacks in [`odds`]. Units, situations, effects and values are texts, spelled as on the command line (`"10
//! liberators"`, `"all-out attack"`, `"defender.save=4+"`); what cannot be read is an [`Error`] that says what to write.

mod abilities;
mod advise;
mod alike;
mod armies;
mod army;
mod attack;
mod build;
mod cells;
mod choices;
mod clauses;
mod compare;
mod counted;
mod editions;
mod entrant;
mod fight;
mod head;
mod import;
mod import_files;
mod ledger;
mod left_out;
mod lines;
mod listing;
mod lists;
mod loadouts;
pub mod odds;
#[cfg(feature = "cli")]
mod options;
mod paste;
mod phases;
mod plan;
mod readings;
mod remembered;
mod report;
mod request;
mod results;
mod sentences;
mod settings;
mod shelf_differences;
mod shelve;
mod sizes;
mod states;
mod sweep;
mod text_lists;
mod threats;
mod turns;
mod typed;
mod units;
mod versus;

// The test that uses every optional ability of the shipped units asks for them.
pub use self::abilities::unit_abilities;
#[doc(hidden)]
pub use self::advise::{Advice, AdviseRequest, AdvisedOption, NeedReport, NeedRequest, NeedRow, advise, need};
pub(crate) use self::armies::army_units;
pub(crate) use self::army::{Army, army_of};
pub use self::attack::{Prepared, RulingLine, prepare, prepare_phases, prepare_units};
pub use self::build::{
    BuildReport, BuildRequest, BuiltUnit, ChangeKind, ComparedList, EnemyLine, ListAdvice, ListAdviceRequest,
    ListChange, ListsReport, ListsRequest, Purchase, Taken, advise_list, build, compare_lists,
};
pub use self::clauses::MAX_CLAUSES;
pub use self::compare::{CompareCell, CompareRequest, Comparison, Reached, Shard, Watch, compare};
pub(crate) use self::compare::{MAX_SHOWN, Tally, compare_csv_head};
pub use self::counted::{CellNumber, Counted};
pub use self::editions::{EditionColumn, EditionNumbers, EditionsReport, RuleLine, against_edition};
pub use self::fight::{
    FightReport, FightRequest, FightRound, FightUse, MAX_FIGHT_STATES, MAX_ROUNDS, OtherFirst, SlainLine, Until, fight,
};
pub use self::head::{Head, NotComputed, UncertainLine};
pub use self::import::{Importer, import};
#[cfg(feature = "cli")]
pub(crate) use self::import_files::{NotOpened, bytes_of, opened};
pub(crate) use self::left_out::warnings_of;
pub use self::lines::{SavedLine, line_unit, saved_lines};
#[cfg(feature = "cli")]
pub(crate) use self::loadouts::loaded;
#[cfg(feature = "cli")]
pub(crate) use self::options::{chance, metric};
pub(crate) use self::paste::MAX_PASTED;
// The fuzzer pastes cards by the thousand.
#[doc(hidden)]
pub use self::paste::{Pasted, paste};
pub use self::plan::{PlanMove, PlanReport, PlanRequest, PlanRow, plan};
use self::readings::one_of;
pub use self::report::{
    AgreementLine, Chance, Left, Metric, Named, Phases, Report, Results, StageLine, UnitLine, WeaponLine,
};
pub use self::request::Request;
pub(crate) use self::shelf_differences::{ShelfDifferences, shelf_differences};
pub(crate) use self::shelve::{Shelved, shelve};
pub(crate) use self::sweep::sweep_values;
pub use self::sweep::{Axis, MAX_SWEPT, Sweep, SweepRequest, SweptCell, sweep, sweep_watched};
pub use self::threats::{DefenceLine, Threat, ThreatsReport, ThreatsRequest, threats};
pub use self::turns::MAX_ATTACKS;
pub(crate) use self::units::found_unit;
pub use self::units::{Chosen, typed_unit};
pub use self::versus::VersusReport;

/// The JSON Schema of every answer.
pub(crate) const ANSWERS: &str = include_str!("answers.schema.json");

pub use crate::engine::AttackValue;
use crate::engine::Refusal;
use crate::error::Error;

/// What a refusal of the engines is to a person.
impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let hint = match refusal {
            Refusal::Limit(_) => Some("fewer models, attacks or points are computed"),
            Refusal::TooLarge => Some("`--method sampled` rolls dice instead"),
            Refusal::HeldReroll => Some("it is worked out with `--method exact`, for one unit's attack on one body"),
            Refusal::Trials(_) => None,
        };
        Self::usage(refusal.to_string()).hint(hint.map(str::to_owned))
    }
}
