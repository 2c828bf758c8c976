//! Random questions of each game: 40 attacks, 12 chains and 4 fights, or 200, 40 and 10 where all cases are played, or as many
//! as `WARODDS_MATCHUPS`, `WARODDS_CHAINS` and `WARODDS_FIGHTS` say.

use super::judge::{Question, Verdict, ask};
use crate::support::cases;

/// Of each question, in every run and once a week. What is planted in `tests/witness/planted.rs` shows in 1,500.
const TRIALS: [u32; 2] = [6_000, 20_000];
/// Two hundred match-ups with some ten tests each; seeds are fixed, so this can only fail when something changes.
const REJECT: f64 = 1e-6;

/// How many questions are asked.
fn questions(question: Question) -> u64 {
    let (name, few, all) = match question {
        Question::Attack => ("WARODDS_MATCHUPS", 40, 200),
        Question::Chain => ("WARODDS_CHAINS", 12, 40),
        Question::Fight => ("WARODDS_FIGHTS", 4, 10),
    };
    let said = std::env::var(name).ok().and_then(|text| text.parse().ok());
    said.unwrap_or_else(|| u64::from(cases(few, all)))
}

fn asked(game: &str, question: Question, seed: u64) -> Verdict {
    let verdict =
        ask(game, question, seed, seed, cases(TRIALS[0], TRIALS[1]).into()).expect("the game has such questions");
    let verdict = verdict.unwrap_or_else(|error| panic!("{error}\nnumber {seed}"));
    if let Some(test) = verdict.rejected(REJECT).next() {
        panic!("{}: p = {}, {}\n{}", test.what, test.p, test.told, verdict.told);
    }
    verdict
}

/// Asks, and sees to it that so many of 200 were answered exactly; of fewer, three quarters of that share, and of very few
/// nothing is asked.
fn all(game: &str, question: Question, least: u64) -> Vec<Verdict> {
    let played = questions(question);
    let verdicts: Vec<Verdict> = (0..played).map(|seed| asked(game, question, seed)).collect();
    let exact = verdicts.iter().filter(|verdict| verdict.exact).count() as u64;
    let enough = if played < 200 { 4 * 200 * exact >= 3 * least * played } else { exact >= least };
    assert!(enough || played < 40, "only {exact} of {played} were answered exactly");
    verdicts
}

#[test]
fn age_of_sigmar() {
    // Many dice on the side, several points a hit and a die before the attack make some of these too large for an exact
    // answer.
    all("age-of-sigmar", Question::Attack, 180);
}

#[test]
fn warhammer_40k() {
    // Precision that waits until it can kill keeps wounds, and what two bodies lost, together: some of these are sampled.
    all("warhammer-40k", Question::Attack, 150);
}

#[test]
fn warhammer_40k_11e() {
    // Saves in the order of their dice, of a unit in many groups, are too much for an exact answer now and then.
    all("warhammer-40k-11e", Question::Attack, 150);
}

#[test]
fn warcry() {
    let verdicts = all("warcry", Question::Attack, 190);
    let both = |verdict: &&Verdict| verdict.tests.iter().any(|test| test.what.ends_with("who is down"));
    let who_is_down = verdicts.iter().filter(both).count();
    assert!(who_is_down >= 40 || verdicts.len() < 200, "only {who_is_down} of 200 hurt the attacker");
}

#[test]
fn asoiaf() {
    all("asoiaf", Question::Attack, 190);
}

#[test]
fn chains_of_age_of_sigmar() {
    all("age-of-sigmar", Question::Chain, 140);
}

#[test]
fn chains_of_warhammer_40k() {
    all("warhammer-40k", Question::Chain, 140);
}

#[test]
fn chains_of_warhammer_40k_11e() {
    all("warhammer-40k-11e", Question::Chain, 140);
}

#[test]
fn chains_of_warcry() {
    all("warcry", Question::Chain, 140);
}

#[test]
fn chains_of_asoiaf() {
    all("asoiaf", Question::Chain, 140);
}

#[test]
fn rolled_fights_of_age_of_sigmar_end_as_often_as_said() {
    all("age-of-sigmar", Question::Fight, 200);
}

#[test]
fn rolled_fights_of_warhammer_40k_end_as_often_as_said() {
    all("warhammer-40k", Question::Fight, 200);
}

#[test]
fn rolled_fights_of_warhammer_40k_11e_end_as_often_as_said() {
    all("warhammer-40k-11e", Question::Fight, 200);
}

#[test]
fn rolled_fights_of_ice_and_fire_end_as_often_as_said() {
    all("asoiaf", Question::Fight, 200);
}

#[test]
fn rolled_fights_of_warcry_end_as_often_as_said() {
    all("warcry", Question::Fight, 200);
}
