//! Engagements of which one comes about: the answer is the mixture of their answers.
//!
//! Where dice are rolled, each trial first draws which engagement it is. That is done for all trials of a chunk at once, by
//! drawing how many of them it is for each; then every engagement rolls its share. What a seed means depends on nothing else.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[cfg(test)]
use super::planted;
use super::sampled::{CHUNK, FIRST_LOOK, MAX_TRIALS, Planned, is_precise};
use super::{Answer, Method, Options, Outcome, Refusal, Sampling, by_method, exact, multiplied, plays};
use crate::dice::Roller;
use crate::sequence::{Alternative, Engagement, Limit, Program};

/// Answers a mixture by any method.
pub(super) fn run(
    parts: &[Alternative],
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Answer, Refusal> {
    let held_reroll = parts.iter().any(|part| part.engagement.held_reroll.is_some());
    let playable =
        parts.iter().all(|part| part.engagement.held_reroll.is_none() || plays(&part.engagement, options.method));
    if held_reroll && !playable {
        return Err(Refusal::HeldReroll);
    }
    let exactly = |work: f64| match options.method {
        Method::Auto => of_each(parts, |part| multiplied(part, work / parts.len() as f64)),
        _ => of_each(parts, exact),
    };
    // Dice do not use a re-roll as is best.
    let roll = || if held_reroll { Err(Refusal::TooLarge) } else { sample(parts, &options.sampling, progress) };
    by_method(options.method, exactly, roll)
}

/// The mixture of what each engagement is answered with.
pub(super) fn of_each(
    parts: &[Alternative],
    answer: impl Fn(&Engagement) -> Result<Outcome, Refusal>,
) -> Result<Outcome, Refusal> {
    let answered: Result<Vec<(f64, Outcome)>, Refusal> =
        parts.iter().map(|part| Ok((part.weight, answer(&part.engagement)?))).collect();
    #[cfg(test)]
    let answered = answered.map(|all| planted::mixture(all, planted::in_exact));
    Ok(Outcome::mixed(&answered?, None))
}

/// Rolls a mixture.
fn sample(parts: &[Alternative], sampling: &Sampling, progress: &(dyn Fn(u64) + Sync)) -> Result<Outcome, Refusal> {
    if !(1..=MAX_TRIALS).contains(&sampling.trials) {
        return Err(Refusal::Trials(sampling.trials));
    }
    let programs: Vec<Program> =
        parts.iter().map(|part| Program::new(&part.engagement)).collect::<Result<_, Limit>>()?;
    let planned: Vec<Planned> = programs.iter().map(Planned::new).collect::<Result<_, Limit>>()?;
    let sampling = &affordable(parts, &planned, sampling)?;
    let chunks = sampling.trials.div_ceil(CHUNK);
    let mut look = if sampling.until.is_some() { FIRST_LOOK } else { chunks };
    let (mut shares, mut shared) = (vec![0; parts.len()], 0);
    let shown = AtomicU64::new(0);
    loop {
        let to = look.min(chunks);
        while shared < to {
            let trials = (sampling.trials - shared * CHUNK).min(CHUNK);
            share(&mut Roller::new(!sampling.seed, shared), trials, parts, &mut shares);
            shared += 1;
        }
        let outcome = rolled(&planned, &shares, sampling, &|done| {
            progress(shown.fetch_max(done, Relaxed).max(done));
        });
        let trials = shares.iter().sum();
        let is_enough = |share| outcome.totals.first().is_none_or(|(_, pmf)| is_precise(pmf, trials, share));
        if to == chunks || sampling.until.is_some_and(is_enough) {
            return Ok(outcome);
        }
        look *= 2;
    }
}

/// As many trials as are affordable: each part has its share of them, and in its last row of lanes some are idle.
fn affordable(parts: &[Alternative], planned: &[Planned], sampling: &Sampling) -> Result<Sampling, Limit> {
    if sampling.work.is_infinite() {
        return Ok(sampling.clone());
    }
    let costs: Vec<f64> = planned.iter().map(Planned::cost).collect();
    let mean = parts.iter().zip(&costs).map(|(part, cost)| part.weight * cost).sum();
    sampling.affordable(mean, costs.iter().sum())
}

/// Rolls this many trials of each.
fn rolled(planned: &[Planned], shares: &[u64], sampling: &Sampling, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
    let all: u64 = shares.iter().sum();
    let (mut done, mut outcomes) = (0, Vec::with_capacity(planned.len()));
    for ((place, part), trials) in (1..).zip(planned).zip(shares) {
        // One that no trial has is rolled once, for its shape.
        let sampling = Sampling {
            trials: (*trials).max(1),
            until: None,
            seed: sampling.seed.wrapping_add(u64::wrapping_mul(place, 0xd1b5_4a32_d192_ed03)),
            ..sampling.clone()
        };
        let shown = |now: u64| progress(done + now.min(*trials));
        outcomes.push((*trials as f64 / all as f64, part.sample(&sampling, &shown)));
        done += trials;
    }
    #[cfg(test)]
    let outcomes = planted::mixture(outcomes, planted::in_sampled);
    Outcome::mixed(&outcomes, Some(all))
}

/// Draws for how many of these trials it is each of the engagements, and adds that to the shares.
fn share(roller: &mut Roller, trials: u64, parts: &[Alternative], shares: &mut [u64]) {
    match parts {
        [] => {}
        [_] => shares[0] += trials,
        _ if trials == 0 => {}
        _ => {
            let (first, second) = parts.split_at(parts.len() / 2);
            let weight = |parts: &[Alternative]| parts.iter().map(|part| part.weight).sum::<f64>();
            let of_first = weight(first);
            let many = successes(roller, trials, of_first / (of_first + weight(second)));
            let (left, right) = shares.split_at_mut(first.len());
            share(roller, many, first, left);
            share(roller, trials - many, second, right);
        }
    }
}

/// Trials that succeed with chance `p`, of this many: exact to 2⁻⁶⁴, and the same on every processor.
fn successes(roller: &mut Roller, trials: u64, p: f64) -> u64 {
    const WHOLE: f64 = 18_446_744_073_709_551_616.0;
    // A number of 64 random bits is below this with chance `p`.
    let threshold = (p * WHOLE) as u64;
    let mut words = RandomWords { roller, words: [0; 16], used: 16 };
    let (mut left, mut succeeded) = (trials, 0);
    while left > 0 {
        // Each bit of a word is one trial; its number is drawn bit by bit, the highest first, until it differs.
        let lanes = left.min(64);
        let mut undecided = if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 };
        let mut rest = threshold;
        while undecided != 0 && rest != 0 {
            let drawn = words.next();
            if rest >> 63 == 1 {
                succeeded += u64::from((undecided & !drawn).count_ones());
                undecided &= drawn;
            } else {
                undecided &= !drawn;
            }
            rest <<= 1;
        }
        left -= lanes;
    }
    succeeded
}

/// Random words one by one.
struct RandomWords<'r> {
    roller: &'r mut Roller,
    words: [u64; 16],
    used: usize,
}

impl RandomWords<'_> {
    fn next(&mut self) -> u64 {
        if self.used == self.words.len() {
            (self.words, self.used) = (self.roller.words(), 0);
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(weights: &[f64]) -> Vec<Alternative> {
        weights
            .iter()
            .map(|weight| Alternative { weight: *weight, what: String::new(), engagement: Engagement::default() })
            .collect()
    }

    #[test]
    fn trials_are_shared_by_their_weights_and_none_is_lost() {
        let parts = parts(&[0.5, 0.25, 0.125, 0.125]);
        let mut shares = vec![0; 4];
        for chunk in 0..16 {
            share(&mut Roller::new(7, chunk), CHUNK, &parts, &mut shares);
        }
        let all = 16 * CHUNK;
        assert_eq!(shares.iter().sum::<u64>(), all);
        for (share, part) in shares.iter().zip(&parts) {
            let (mean, sd) = (part.weight * all as f64, (part.weight * (1.0 - part.weight) * all as f64).sqrt());
            assert!((*share as f64 - mean).abs() < 4.0 * sd, "{share} of {mean}");
        }
    }

    /// The spread too: a share that were always its mean would make intervals too wide.
    #[test]
    fn the_number_of_successes_is_binomial() {
        for p in [0.5, 1.0 / 6.0, 0.7, 1.0 / 3.0] {
            let drawn: Vec<f64> = (0..2_000).map(|n| successes(&mut Roller::new(3, n), 100, p) as f64).collect();
            let mean = drawn.iter().sum::<f64>() / 2_000.0;
            let variance = drawn.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / 2_000.0;
            let wanted = 100.0 * p * (1.0 - p);
            assert!((mean - 100.0 * p).abs() < 4.0 * (wanted / 2_000.0).sqrt(), "{p}: {mean}");
            assert!((variance / wanted - 1.0).abs() < 0.13, "{p}: {variance} instead of {wanted}");
        }
        assert_eq!(successes(&mut Roller::new(3, 0), 1_000, 0.0), 0);
    }
}
