//! The proof that the third witness sees what no comparison of both engines can: errors in what both read, and in what reads
//! both.

use super::judge::{Question, Verdict, ask};
use crate::engine::planted::{Engine, PlantedError, with};

/// Few trials are enough to see errors of this size.
const TRIALS: u64 = 1_500;
const REJECT: f64 = 1e-6;
/// So many questions are looked at for one that shows an error.
const QUESTIONS: u64 = 60;

fn asked(game: &str, question: Question, number: u64) -> Result<Verdict, String> {
    let verdict = ask(game, question, number, number, TRIALS).unwrap_or_else(|| panic!("{game} has such questions"));
    verdict.map_err(|error| error.to_string())
}

fn rejects(verdict: &Result<Verdict, String>) -> bool {
    verdict.as_ref().map_or(true, |verdict| verdict.rejected(REJECT).next().is_some())
}

/// Some question shows the error, as soon as it is there and not before; and the engines by themselves do not. The one that
/// showed it when this was written is asked first.
fn is_seen(error: PlantedError, game: &str, question: Question, first: u64) {
    let wrong = |number: u64| with(Engine::Neither, error, || asked(game, question, number));
    let shown =
        (first..QUESTIONS).chain(0..first).map(|number| (number, wrong(number))).find(|(_, wrong)| rejects(wrong));
    let (number, wrong) =
        shown.unwrap_or_else(|| panic!("{error:?}: no {question:?} of {QUESTIONS} of {game} shows it"));
    let right = asked(game, question, number);
    assert!(!rejects(&right), "{error:?} is not there, and yet {question:?} {number} of {game} disagrees: {right:?}");
    let wrong = wrong.expect("answered");
    let engines = wrong.rejected(REJECT).filter(|test| !test.what.starts_with("simulator")).count();
    assert_eq!(engines, 0, "{error:?}: the engines see it by themselves: {wrong:?}");
}

#[test]
fn errors_between_a_profile_and_the_tables_are_seen() {
    is_seen(PlantedError::ModifierCap, "age-of-sigmar", Question::Attack, 1);
    is_seen(PlantedError::WardModifier, "age-of-sigmar", Question::Attack, 3);
    is_seen(PlantedError::DieBefore, "asoiaf", Question::Attack, 2);
    is_seen(PlantedError::Critical, "warcry", Question::Attack, 0);
    is_seen(PlantedError::OnDeath, "warhammer-40k", Question::Attack, 25);
    is_seen(PlantedError::Size, "warhammer-40k", Question::Chain, 0);
}

#[test]
fn errors_in_what_both_engines_read_are_seen() {
    is_seen(PlantedError::SharedSave, "age-of-sigmar", Question::Attack, 5);
    is_seen(PlantedError::ChainRead, "age-of-sigmar", Question::Chain, 0);
    is_seen(PlantedError::ChainRead, "warhammer-40k", Question::Chain, 6);
}

#[test]
fn errors_in_what_reads_both_engines_are_seen() {
    is_seen(PlantedError::Slain, "age-of-sigmar", Question::Attack, 0);
    is_seen(PlantedError::LostBefore, "warcry", Question::Attack, 3);
    is_seen(PlantedError::Ranks, "asoiaf", Question::Attack, 8);
}

#[test]
fn errors_between_the_attacks_of_a_fight_are_seen() {
    is_seen(PlantedError::FightOrder, "age-of-sigmar", Question::Fight, 2);
    is_seen(PlantedError::ExplosionPoints, "warhammer-40k", Question::Fight, 0);
    is_seen(PlantedError::RoundHeal, "asoiaf", Question::Fight, 3);
    is_seen(PlantedError::CommandPrice, "age-of-sigmar", Question::Fight, 33);
    is_seen(PlantedError::HasFought, "warhammer-40k", Question::Fight, 0);
    is_seen(PlantedError::ChargeAgain, "warhammer-40k", Question::Fight, 4);
    is_seen(PlantedError::TurnEnd, "age-of-sigmar", Question::Fight, 18);
    is_seen(PlantedError::Token, "asoiaf", Question::Fight, 1);
}
