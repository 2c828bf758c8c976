//! The proof that the check sees: deliberate errors in one engine, and what the comparison of both says.
//!
//! Each error is put into one of the engines, in test builds only, and a match-up of shipped units that uses the rule is
//! answered with both methods: as the command does it, and as `verify` does. Without the error they agree; with it they must
//! not.

use crate::ask::{Prepared, Request, prepare};
use crate::engine::planted::{Engine, PlantedError, with};
use crate::engine::{self, Method, Options, Sampling};
use crate::games::Phase;

/// Few trials are enough to see errors of this size. The second look of `verify` takes so many times as many.
const TRIALS: u64 = 20_000;
const SECOND_LOOK: u64 = 4;

/// A match-up of shipped units.
fn match_up(attacker: &str, defender: &str, clauses: &[&str], phase: Option<Phase>) -> Prepared {
    let request = Request {
        attacker: attacker.into(),
        defender: defender.into(),
        with: clauses.iter().map(|clause| (*clause).to_owned()).collect(),
        phase,
        ..Request::default()
    };
    prepare(&request).unwrap_or_else(|error| panic!("{error}"))
}

/// Dice of one thread: a planted error belongs to the thread that plants it.
fn both(trials: u64, seed: u64) -> Options {
    Options { method: Method::Both, sampling: Sampling { trials, seed, threads: Some(1), ..Sampling::default() } }
}

/// Whether the report of an attack with both methods says that they agree.
fn report_agrees(prepared: &Prepared) -> bool {
    let (report, _) = prepared.report(&both(TRIALS, 42), &|_| {}).expect("within every limit");
    report.agreement.expect("both methods were asked for").holds
}

/// Whether `verify` counts the match-up as one that agrees: at once, or at a second look.
fn verify_agrees(prepared: &Prepared) -> bool {
    let agrees = |trials, seed| {
        let answer = engine::run(&prepared.engaged.engagement, &both(trials, seed), &|_| {});
        answer.expect("within every limit").agreement.expect("both methods were asked for").holds()
    };
    agrees(TRIALS, 42) || agrees(TRIALS * SECOND_LOOK, 43)
}

/// Plants an error in one engine and then in the other.
fn is_seen(error: PlantedError, prepared: &Prepared) {
    assert!(report_agrees(prepared) && verify_agrees(prepared), "{error:?} is not there and yet the engines disagree");
    for engine in [Engine::Exact, Engine::Sampled] {
        let seen = |agrees: fn(&Prepared) -> bool| !with(engine, error, || agrees(prepared));
        assert!(seen(report_agrees), "{error:?} in the {engine:?} engine: `--method both` says that they agree");
        assert!(seen(verify_agrees), "{error:?} in the {engine:?} engine: `verify` says that they agree");
    }
}

#[test]
fn an_error_in_a_roll_is_seen() {
    is_seen(PlantedError::Roll, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_save_is_seen() {
    is_seen(PlantedError::Save, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_save_of_models_that_differ_is_seen() {
    is_seen(PlantedError::Save, &match_up("boyz", "captain+intercessor-squad", &[], Some(Phase::Combat)));
}

#[test]
fn an_error_in_a_reroll_is_seen() {
    is_seen(PlantedError::Reroll, &match_up("liberators", "stormvermin", &["reroll hits of 1"], None));
}

#[test]
fn an_error_in_capping_is_seen() {
    is_seen(PlantedError::Cap, &match_up("liberators", "clawlord", &[], None));
}

#[test]
fn an_error_in_spilling_is_seen() {
    is_seen(PlantedError::Spill, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_ward_is_seen() {
    is_seen(PlantedError::Ward, &match_up("liberators", "warded-infantry", &[], None));
}

#[test]
fn an_error_in_feel_no_pain_of_each_group_is_seen() {
    is_seen(
        PlantedError::FeelNoPainPerGroup,
        &match_up("boyz", "captain+corpuscarii-electro-priests", &[], Some(Phase::Combat)),
    );
}

#[test]
fn an_error_in_a_settle_is_seen() {
    is_seen(PlantedError::Settle, &match_up("lannister-guardsmen", "stark-sworn-swords", &[], None));
}

#[test]
fn an_error_in_a_total_is_seen() {
    is_seen(PlantedError::Total, &match_up("liberators", "clawlord", &[], None));
}

#[test]
fn an_error_in_who_is_slain_is_seen() {
    is_seen(
        PlantedError::WhoIsSlain,
        &match_up("eliminator-squad", "captain+intercessor-squad", &[], Some(Phase::Shooting)),
    );
}

#[test]
fn an_error_in_sorting_saves_is_seen() {
    is_seen(
        PlantedError::Sorting,
        &match_up("40k-11e/heavy-intercessor-squad", "40k-11e/mixed-squad", &[], Some(Phase::Shooting)),
    );
}
