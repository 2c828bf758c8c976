//! The referees against values worked out by hand: fixed seeds, many trials, five standard errors.

mod age_of_sigmar;
mod asoiaf;
mod warcry;
mod warhammer_40k;
mod warhammer_40k_11e;

use super::Dice;
use crate::support::cases;

const TRIALS: usize = 200_000;

/// So many trials, or a quarter of them where not all cases are played.
fn sample<R>(seed: u64, trials: usize, mut run: impl FnMut(&mut Dice) -> R) -> Vec<R> {
    let (mut dice, trials) = (Dice::new(seed), trials as u32);
    (0..cases(trials / 4, trials)).map(|_| run(&mut dice)).collect()
}

fn check_chance<R>(what: &str, results: &[R], expected: f64, event: impl Fn(&R) -> bool) {
    let count = results.len() as f64;
    assert!(count > 1000.0, "{what}: only {count} trials");
    let share = results.iter().filter(|result| event(result)).count() as f64 / count;
    let tolerance = 5.0 * (expected * (1.0 - expected) / count).sqrt() + 1e-12;
    assert!((share - expected).abs() <= tolerance, "{what}: {share}, expected {expected} within {tolerance}");
}

fn check_mean<R>(what: &str, results: &[R], expected: f64, value: impl Fn(&R) -> f64) {
    let count = results.len() as f64;
    assert!(count > 1000.0, "{what}: only {count} trials");
    let mean = results.iter().map(&value).sum::<f64>() / count;
    let variance = results.iter().map(|result| (value(result) - mean).powi(2)).sum::<f64>() / count;
    let tolerance = 5.0 * (variance / count).sqrt() + 1e-9;
    assert!((mean - expected).abs() <= tolerance, "{what}: {mean}, expected {expected} within {tolerance}");
}

/// The chance of each value, counted from 0.
fn check_law<R>(what: &str, results: &[R], expected: &[f64], value: impl Fn(&R) -> u32) {
    for (number, chance) in expected.iter().enumerate() {
        check_chance(&format!("{what}: P({number})"), results, *chance, |result| value(result) == number as u32);
    }
    let beyond = |result: &&R| value(result) as usize >= expected.len();
    assert_eq!(results.iter().filter(beyond).count(), 0, "{what}: a value beyond the law");
}
