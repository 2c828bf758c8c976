//! Ways in which several dice fall, and what they add up to.

use super::read::{Adds, Die};

/// The tokens of dice that show this.
pub(super) fn sum(shown: &[usize], die: &Die) -> Adds {
    let mut tokens = Adds::default();
    for (n, result) in shown.iter().zip(&die.shown) {
        tokens = [0, 1, 2].map(|k| tokens[k] + n * result.adds[k]);
    }
    tokens
}

/// The tokens once one result is exchanged for another.
pub(super) fn exchanged(tokens: Adds, old: Adds, new: Adds) -> Adds {
    [0, 1, 2].map(|k| tokens[k] - old[k] + new[k])
}

/// Wound rolls use up the tokens that roll them.
pub(super) fn plus(adds: Adds, more: Adds) -> Adds {
    [0, adds[1] + more[1], adds[2] + more[2]]
}

/// Every way in which dice show their results, as a number of dice for each, with its chance.
pub(super) fn each_way(dice: usize, die: &Die, each: &mut dyn FnMut(&[usize], f64)) {
    if dice == 0 || die.shown.is_empty() {
        return each(&vec![0; die.shown.len()], 1.0);
    }
    let chances: Vec<f64> = die.shown.iter().map(|shown| shown.p).collect();
    results(dice, &chances, 1.0, &mut Vec::with_capacity(chances.len()), each);
}

fn results(dice: usize, chances: &[f64], chance: f64, shown: &mut Vec<usize>, each: &mut dyn FnMut(&[usize], f64)) {
    let Some((p, rest)) = chances.split_first() else { return };
    if rest.is_empty() {
        shown.push(dice);
        each(shown, chance);
        shown.pop();
        return;
    }
    // The share of this result among those that are left; P(n of the dice show it) from P(n - 1).
    let share = p / chances.iter().sum::<f64>();
    let mut n_show_it = (1.0 - share).powi(dice as i32);
    for n in 0..=dice {
        shown.push(n);
        results(dice - n, rest, chance * n_show_it, shown, each);
        shown.pop();
        n_show_it *= (dice - n) as f64 / (n + 1) as f64 * share / (1.0 - share);
    }
}
