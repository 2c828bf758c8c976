//! The sampled engine: trials go through the steps, 256 side by side, and chunks of them in parallel.
//!
//! Dice are bytes. Several dice share one byte where only their result together matters. All counts are whole numbers,
//! up to the last division by the number of trials. Nothing here is known to the engine that multiplies distributions.
//!
//! What a seed means never depends on the processor or on the number of threads: a chunk is a fixed number of trials
//! with random numbers of its own, and an early stop is considered only after fixed numbers of chunks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

#[cfg(test)]
use super::planted::{self, PlantedError};
use super::{Outcome, Refusal};
use crate::dice::{LANES, Roller};
use crate::sequence::{Body, Limit, Program};
use crate::stats::{Moments, Pmf};

mod byte_tables;
mod chunk;
mod cost;
mod current;
mod heal;
mod hit_lanes;
mod plan;
mod roll_lanes;
mod settle;
mod worker;

pub use chunk::Level;
pub(crate) use heal::SingleDice;
use plan::LanePlan;
pub(crate) use plan::RolledBegin;
use worker::{EventTally, Worker};

/// Trials of one chunk.
pub const CHUNK: u64 = 1 << 16;
/// The most trials that can be asked for.
pub const MAX_TRIALS: u64 = 1_000_000_000_000;
/// Bytes that the counts of all threads together may take; where one thread's take much, fewer threads roll.
const ROOM: usize = 256 << 20;
/// Chunks after which an early stop is first considered; then after twice as many, four times as many, and so on.
pub(super) const FIRST_LOOK: u64 = 4;

/// What dice may cost where nobody says how many trials: a second of one thread, by an estimate in nanoseconds.
pub const DICE_WORK: f64 = 1e9;
/// Fewer trials than this are never rolled for [`DICE_WORK`].
pub(crate) const FEWEST: u64 = 1_000;

/// How dice are rolled.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// How many trials; with `until`, the most.
    pub trials: u64,
    /// What they may cost, [`DICE_WORK`] or so: if this many trials are estimated to cost more, fewer are rolled, in steps of
    /// 500,000, 200,000, 100,000 and so on. Infinite: as many as `trials` says; `until` means that too.
    pub work: f64,
    /// Stop once the 95 % interval of the mean of the first total is within this share of it.
    pub until: Option<f64>,
    /// The start of the random numbers.
    pub seed: u64,
    /// How many threads; `None` for one per processor.
    pub threads: Option<usize>,
    /// The instructions that are used: the widest there are, unless a test asks for others. Never changes a result.
    pub level: Level,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { trials: 1_000_000, work: DICE_WORK, until: None, seed: 42, threads: None, level: Level::widest() }
    }
}

/// Rolls a program. `progress` gets the number of trials done so far.
pub(super) fn sample(
    program: &Program,
    sampling: &Sampling,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Outcome, Refusal> {
    if !(1..=MAX_TRIALS).contains(&sampling.trials) {
        return Err(Refusal::Trials(sampling.trials));
    }
    let planned = Planned::new(program)?;
    let sampling = match sampling.work.is_infinite() {
        true => sampling.clone(),
        false => sampling.affordable(planned.cost(), 0.0)?,
    };
    Ok(planned.sample(&sampling, progress))
}

/// Rolls a program from states that `begins` says, whatever that costs.
///
/// # Errors
/// If the lanes have no room for it.
pub(super) fn sample_from(program: &Program, begins: &[RolledBegin], sampling: &Sampling) -> Result<Outcome, Limit> {
    let mut planned = Planned::new(program)?;
    planned.plan.begins = begins.to_vec();
    let trials = begins.iter().map(|(_, trials)| trials).sum();
    Ok(planned.sample(&Sampling { trials, ..sampling.clone() }, &|_| {}))
}

impl Sampling {
    /// The same with as many trials as are affordable; `cost` is that of one trial in every lane, and `once` a fixed cost.
    ///
    /// # Errors
    /// If even the fewest cost too much.
    pub(crate) fn affordable(&self, cost: f64, once: f64) -> Result<Self, Limit> {
        if self.work.is_infinite() || self.until.is_some() {
            return Ok(self.clone());
        }
        let of = |trials: u64| once + trials.div_ceil(LANES as u64) as f64 * cost;
        let fewer = [1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, FEWEST];
        let mut all = std::iter::once(self.trials).chain(fewer.into_iter().filter(|trials| *trials < self.trials));
        let trials = all.find(|trials| of(*trials) <= self.work).unwrap_or(self.trials.min(FEWEST));
        // An estimate is no reason to refuse what costs little more.
        Limit::check("the cost of the fewest trials", of(trials) as u64, (2.0 * self.work) as u64, "DICE_WORK")?;
        Ok(Self { trials, ..self.clone() })
    }
}

/// A program that is ready to be rolled.
pub(super) struct Planned<'p> {
    program: &'p Program<'p>,
    plan: LanePlan,
}

impl<'p> Planned<'p> {
    /// # Errors
    /// If the lanes have no room for it.
    pub(super) fn new(program: &'p Program<'p>) -> Result<Self, Limit> {
        Ok(Self { program, plan: LanePlan::new(program)? })
    }

    /// What one trial in every lane is estimated to cost.
    pub(super) fn cost(&self) -> f64 {
        cost::of_lanes(&self.plan)
    }

    /// Rolls this many trials, whatever the cost.
    pub(super) fn sample(&self, sampling: &Sampling, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
        let plan = &self.plan;
        let threads = sampling.threads.filter(|n| *n > 1);
        let pool = threads.and_then(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().ok());
        let work = || sample_here(plan, sampling, progress);
        let (tally, trials) = match pool {
            Some(pool) => pool.install(work),
            None => work(),
        };
        outcome(self.program, plan, (&tally, trials), sampling.seed)
    }
}

fn sample_here(plan: &LanePlan, sampling: &Sampling, progress: &(dyn Fn(u64) + Sync)) -> (EventTally, u64) {
    let chunks = sampling.trials.div_ceil(CHUNK);
    let (done, next) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut tally = EventTally::new(plan);
    let mut look = if sampling.until.is_some() { FIRST_LOOK } else { chunks };
    loop {
        let to = look.min(chunks);
        // A thread that is free takes the next chunk. What a chunk rolls depends on its number alone.
        let roll = || {
            let mut worker = Worker::new(plan);
            while let Ok(chunk) = next.fetch_update(Relaxed, Relaxed, |chunk| (chunk < to).then_some(chunk + 1)) {
                let first = chunk * CHUNK;
                let trials = (sampling.trials - first).min(CHUNK);
                let number = chunk;
                #[cfg(test)]
                let number = if planted::in_sampled(PlantedError::SameDice) { 0 } else { number };
                let mut roller = Roller::new(sampling.seed, number);
                chunk::chunk(sampling.level, plan, &mut roller, first..first + trials, &mut worker);
                worker.settle_up();
                progress(done.fetch_add(trials, Relaxed) + trials);
            }
            worker.tally
        };
        if sampling.threads == Some(1) || to - next.load(Relaxed) == 1 {
            tally.add(&roll());
        } else {
            let helpers = rayon::current_num_threads().min(ROOM / Worker::bytes(plan).max(1)).max(1);
            let tallies = Mutex::new(Vec::with_capacity(helpers));
            let help = |_: &rayon::Scope<'_>| {
                let counted = roll();
                tallies.lock().unwrap_or_else(PoisonError::into_inner).push(counted);
            };
            rayon::scope(|scope| (0..helpers).for_each(|_| scope.spawn(help)));
            tallies.into_inner().unwrap_or_else(PoisonError::into_inner).iter().for_each(|other| tally.add(other));
        }
        let trials = done.load(Relaxed);
        if to == chunks || sampling.until.is_some_and(|share| precise(&tally, trials, share)) {
            return (tally, trials);
        }
        look *= 2;
    }
}

/// Whether the 95 % interval of the first total's mean is within `share` of it.
fn precise(tally: &EventTally, trials: u64, share: f64) -> bool {
    let Some(pmf) = tally.totals.first().map(|counts| Pmf::from_counts(counts)) else { return true };
    is_precise(&pmf, trials, share)
}

/// Whether the 95 % interval of a mean is within `share` of it.
pub(super) fn is_precise(pmf: &Pmf, trials: u64, share: f64) -> bool {
    1.959_964 * pmf.sd() / (trials as f64).sqrt() <= share * pmf.mean()
}

fn outcome(program: &Program, plan: &LanePlan, (tally, trials): (&EventTally, u64), seed: u64) -> Outcome {
    let totals: Vec<Pmf> = tally.totals.iter().map(|counts| Pmf::from_counts(counts)).collect();
    let capped = plan.pooled.map(|pool| capped(&tally.totals[pool], &program.bodies[0]));
    let state = capped.as_ref().unwrap_or(&tally.state);
    let in_the_end = heal::in_the_end(program, state, seed);
    let state = state.iter().map(|n| *n as f64 / trials as f64).collect();
    let moments: Vec<Moments> = plan
        .stages
        .iter()
        .chain(&plan.all_stages)
        .zip(&tally.stages)
        .map(|(fixed, (sum, squares))| {
            fixed.map_or_else(|| Moments::from_sums(*sum, *squares, trials), |n| Moments::certain(f64::from(n)))
        })
        .collect();
    let (weapons, all) = moments.split_at(plan.stages.len());
    let all = if all.is_empty() { weapons } else { all };
    Outcome::new(program, Some(trials), totals, state, weapons, all).with_end(in_the_end)
}

/// In how many trials a body has lost this many points, if all its points were counted as one total: `pool[n]` trials had `n`
/// of them. Points beyond its last model hurt nobody.
fn capped(pool: &[u64], body: &Body) -> Vec<u64> {
    let (all, taken) = (body.wounds(), usize::from(body.taken));
    let mut state = vec![0; all + 1];
    for (points, trials) in pool.iter().enumerate() {
        #[cfg(test)]
        if planted::in_sampled(PlantedError::Cap) && taken + points > all {
            continue;
        }
        let lost = (taken + points).min(all);
        #[cfg(test)]
        let lost =
            if planted::in_sampled(PlantedError::Spill) { lost.min(usize::from(body.groups[0].wounds)) } else { lost };
        state[lost] += trials;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Side;

    /// Two models of two wounds, one point lost before: with three more all are slain, and more than that hurt nobody.
    #[test]
    fn points_beyond_the_last_model_hurt_nobody_and_lose_no_trial() {
        let body = Body::of("", Side::Defender, &[(2, 2)], 1);
        assert_eq!(capped(&[10, 20, 30, 40, 50, 60], &body), [0, 10, 20, 30, 40 + 50 + 60]);
        assert_eq!(capped(&[7], &body), [0, 7, 0, 0, 0]);
    }
}
