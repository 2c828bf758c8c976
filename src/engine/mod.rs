//! The two engines, and the choice between them.
//!
//! [`run`] answers an engagement: exactly, by multiplying distributions; or by rolling dice; or by both, with a test of
//! whether they agree. The engines know steps, not games.

mod agree;
mod exact;
mod held_reroll;
mod mixture;
mod outcome;
#[cfg(test)]
pub(crate) mod planted;
mod sampled;

use thiserror::Error;

use crate::sequence::{Alternative, Engagement, Limit, Program, Side};

pub(crate) use agree::chi_square;
pub use agree::{Agreement, MetricAgreement, StageAgreement, evenly_spread};
pub(crate) use exact::{Begin, chances_after};
pub(crate) use held_reroll::{Objective, OpenReroll};
pub use outcome::{Outcome, StageMoments, WeaponOutcome};
use sampled::Planned;
pub use sampled::{CHUNK, DICE_WORK, Level, MAX_TRIALS, Sampling};
pub(crate) use sampled::{FEWEST, RolledBegin, SingleDice};

/// How an answer is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Method {
    /// Exact, and sampled where exact is too large.
    #[default]
    Auto,
    /// Multiply distributions.
    Exact,
    /// Roll dice.
    Sampled,
    /// Both, and whether they agree.
    Both,
}

impl Method {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Sampled => "sampled",
            Self::Both => "both",
        }
    }
}

/// Multiplications that [`Method::Auto`] spends before it rolls dice instead: about a third of a second.
pub const AUTO_WORK: f64 = 1e9;
/// Multiplications that [`Method::Exact`] spends before it gives up: some minutes.
pub const EXACT_WORK: f64 = 2e11;
/// Multiplications that [`Method::Auto`] spends on the best use of a die that may be rolled again: less than a second;
/// [`Method::Exact`] spends ten times as many.
pub const REROLL_WORK: f64 = 1e8;
/// The most probabilities in one table, 128 MiB. Several tables are held at once, most of them far smaller.
pub const MAX_CELLS: usize = 1 << 24;

/// What an exact answer may cost.
#[derive(Clone, Copy, Debug)]
struct WorkLimit {
    /// Multiplications that are left.
    work: f64,
    /// The most probabilities in one table.
    cells: usize,
}

impl WorkLimit {
    const EXACT: Self = Self { work: EXACT_WORK, cells: MAX_CELLS };

    /// Takes off what something costs before it is done; `None` if that is more than is left, or if its table has too many
    /// `cells`.
    fn spend(&mut self, cost: f64, cells: usize) -> Option<()> {
        self.work -= cost;
        (self.work >= 0.0 && cells <= self.cells).then_some(())
    }
}

/// Options of the engines, apart from the engagement.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which engine.
    pub method: Method,
    /// How dice are rolled, where they are.
    pub sampling: Sampling,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Refusal {
    /// The engagement is larger than anything here computes.
    #[error("{0}")]
    Limit(#[from] Limit),
    /// The exact engine was asked for and would take too long or too much memory.
    #[error(
        "the exact answer takes more than {EXACT_WORK:e} multiplications or a table of more than {MAX_CELLS} probabilities (EXACT_WORK, MAX_CELLS)"
    )]
    TooLarge,
    /// The best use of a die that may be rolled again was asked for, and is not worked out for this attack or by this
    /// method.
    #[error("the best use of a die that may be rolled again is not worked out for this attack")]
    HeldReroll,
    /// Fewer or more trials than can be rolled.
    #[error("{0} trials; roll from 1 to {MAX_TRIALS} (MAX_TRIALS)")]
    Trials(u64),
}

/// The answer to an engagement.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The main outcome: exact if there is an exact one.
    pub outcome: Outcome,
    /// With [`Method::Both`], what the dice said.
    pub sampled: Option<Outcome>,
    /// With [`Method::Both`], whether the two agree.
    pub agreement: Option<Agreement>,
    /// With [`Method::Auto`], whether dice were rolled because exact was too large.
    pub fell_back: bool,
}

/// Answers an engagement. `progress` is told how many trials are done, from time to time, from any thread.
///
/// ```
/// use warodds::ask::{Request, prepare};
/// use warodds::engine::{Method, Options, Sampling, run};
/// use warodds::sequence::Side;
///
/// let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let engagement = prepare(&request)?.engaged.engagement;
/// let sampling = Sampling { trials: 100_000, seed: 1, ..Sampling::default() };
/// let answer = run(&engagement, &Options { method: Method::Both, sampling }, &|_| {})?;
///
/// let agreement = answer.agreement.expect("both were asked for");
/// assert!(agreement.metrics.iter().all(|metric| metric.p > 0.001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub fn run(engagement: &Engagement, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<Answer, Refusal> {
    answer(&Ready::new(engagement)?, options, progress, Wanted::All)
}

/// What is worked out of an engagement; dice show everything at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Wanted {
    /// Everything.
    #[default]
    All,
    /// Everything but the stages, unless finding them costs some of the budget.
    Results,
    /// What becomes of the bodies: no total, and no stage. That may be within the budget where everything is not.
    Losses,
}

/// An engagement prepared for several runs of the engines.
pub(crate) struct Ready<'e> {
    engagement: &'e Engagement,
    /// `None`: it is a mixture, or a die is kept in it.
    program: Option<Program<'e>>,
}

impl<'e> Ready<'e> {
    /// Makes an engagement ready.
    ///
    /// # Errors
    /// A [`Refusal`] that names the limit that it exceeds.
    ///
    /// # Panics
    /// If the engagement is not well formed, as [`Engagement`] says.
    pub(crate) fn new(engagement: &'e Engagement) -> Result<Self, Refusal> {
        let is_plain = engagement.mixture.is_empty() && engagement.held_reroll.is_none();
        Ok(Self { engagement, program: is_plain.then(|| Program::new(engagement)).transpose()? })
    }

    /// The numbers that are wanted of those that [`run`] gives, to the bit.
    ///
    /// # Errors
    /// A [`Refusal`] that names the limit that is exceeded.
    pub(crate) fn run_for(&self, wanted: Wanted, options: &Options) -> Result<Answer, Refusal> {
        answer(self, options, &|_| {}, wanted)
    }

    /// The mean of the first total, `damage`, without its distribution where that is possible, with a budget of
    /// multiplications.
    ///
    /// # Errors
    /// A [`Refusal`] that names the limit that is exceeded; [`Refusal::TooLarge`] if the budget is.
    pub(crate) fn mean_damage(&self, work: f64) -> Result<f64, Refusal> {
        let mixture = &self.engagement.mixture;
        if !mixture.is_empty() {
            let share = work / mixture.len() as f64;
            let mean = |part: &Alternative| Ok(part.weight * Ready::new(&part.engagement)?.mean_damage(share)?);
            return mixture.iter().map(mean).sum();
        }
        let Some(program) = &self.program else {
            return Ok(multiplied(self.engagement, work)?.totals.first().map_or(0.0, |(_, total)| total.mean()));
        };
        exact::mean_of_first(program, WorkLimit { work, cells: MAX_CELLS }).ok_or(Refusal::TooLarge)
    }
}

fn answer(
    ready: &Ready<'_>,
    options: &Options,
    progress: &(dyn Fn(u64) + Sync),
    wanted: Wanted,
) -> Result<Answer, Refusal> {
    let engagement = ready.engagement;
    if !engagement.mixture.is_empty() {
        return mixture::run(&engagement.mixture, options, progress);
    }
    let Some(program) = &ready.program else {
        let work = reroll_work(options.method).ok_or(Refusal::HeldReroll)?;
        let outcome = multiplied(engagement, work)?;
        return Ok(Answer { outcome, sampled: None, agreement: None, fell_back: false });
    };
    let wanted = if options.method == Method::Both { Wanted::All } else { wanted };
    let exact = |work| exact::solve(program, WorkLimit { work, cells: MAX_CELLS }, wanted).ok_or(Refusal::TooLarge);
    by_method(options.method, exact, || sampled::sample(program, &options.sampling, progress))
}

/// Answers by a method; `exact` has a budget of multiplications.
fn by_method(
    method: Method,
    exact: impl Fn(f64) -> Result<Outcome, Refusal>,
    roll: impl Fn() -> Result<Outcome, Refusal>,
) -> Result<Answer, Refusal> {
    let (outcome, fell_back) = match method {
        Method::Sampled => (roll()?, false),
        Method::Auto => match exact(AUTO_WORK) {
            Err(Refusal::TooLarge) => (roll()?, true),
            outcome => (outcome?, false),
        },
        Method::Exact | Method::Both => (exact(EXACT_WORK)?, false),
    };
    let sampled = (method == Method::Both).then(roll).transpose()?;
    let agreement = sampled.as_ref().map(|sampled| Agreement::of(&outcome, sampled));
    Ok(Answer { outcome, sampled, agreement, fell_back })
}

/// Answers an engagement exactly.
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub fn exact(engagement: &Engagement) -> Result<Outcome, Refusal> {
    if !engagement.mixture.is_empty() {
        return mixture::of_each(&engagement.mixture, exact);
    }
    let work = if engagement.held_reroll.is_some() { 10.0 * REROLL_WORK } else { EXACT_WORK };
    multiplied(engagement, work)
}

/// Whether this method answers an engagement with a die that its owner uses as is best ([`Engagement::held_reroll`]); nothing is
/// computed yet.
pub fn plays(engagement: &Engagement, method: Method) -> bool {
    if !engagement.mixture.is_empty() {
        return engagement.mixture.iter().all(|part| plays(&part.engagement, method));
    }
    let played = engagement.held_reroll.as_ref().zip(reroll_work(method));
    played.is_some_and(|(held_reroll, work)| held_reroll::fits(engagement, held_reroll, work))
}

/// What the best use of a die may cost; `None`: the method rolls dice, and those do not play it.
fn reroll_work(method: Method) -> Option<f64> {
    match method {
        Method::Exact => Some(10.0 * REROLL_WORK),
        Method::Auto => Some(REROLL_WORK),
        Method::Sampled | Method::Both => None,
    }
}

/// [`exact`] with a budget of multiplications.
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded; [`Refusal::TooLarge`] if the budget is.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub fn multiplied(engagement: &Engagement, work: f64) -> Result<Outcome, Refusal> {
    if !engagement.mixture.is_empty() {
        let share = work / engagement.mixture.len() as f64;
        return mixture::of_each(&engagement.mixture, |part| multiplied(part, share));
    }
    match &engagement.held_reroll {
        Some(held_reroll) => held_reroll::solve(engagement, held_reroll, work)?.ok_or(Refusal::HeldReroll),
        None => exact::solve(&Program::new(engagement)?, WorkLimit { work, cells: MAX_CELLS }, Wanted::All)
            .ok_or(Refusal::TooLarge),
    }
}

/// What an attack does to its target, in three numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AttackValue {
    /// The chance that the target is gone.
    pub destroyed: f64,
    /// Models that fall, on average.
    pub slain: f64,
    /// Points that the target loses, on average.
    pub wounds_lost: f64,
}

impl AttackValue {
    /// That of an outcome.
    pub(crate) fn of(outcome: &Outcome) -> Self {
        let [slain, wounds_lost] =
            [outcome.slain(Side::Defender), outcome.wounds_lost(Side::Defender)].map(|pmf| pmf.mean());
        Self { destroyed: outcome.destroyed(Side::Defender), slain, wounds_lost }
    }

    /// The same with so many times another one.
    pub(crate) fn plus(self, weight: f64, other: Self) -> Self {
        Self {
            destroyed: self.destroyed + weight * other.destroyed,
            slain: self.slain + weight * other.slain,
            wounds_lost: self.wounds_lost + weight * other.wounds_lost,
        }
    }

    /// One of the three by its name.
    pub fn get(self, metric: &str) -> f64 {
        match metric {
            "slain" => self.slain,
            "wounds-lost" => self.wounds_lost,
            _ => self.destroyed,
        }
    }
}

/// What the target loses, exactly, with a budget of multiplications: what [`multiplied`] would say of it, sooner, because
/// nothing else is found out.
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded; [`Refusal::TooLarge`] if the budget is.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub(crate) fn losses(engagement: &Engagement, work: f64) -> Result<AttackValue, Refusal> {
    if !engagement.mixture.is_empty() {
        let share = work / engagement.mixture.len() as f64;
        return engagement
            .mixture
            .iter()
            .try_fold(AttackValue::default(), |sum, part| Ok(sum.plus(part.weight, losses(&part.engagement, share)?)));
    }
    let program = Program::new(engagement)?;
    match &engagement.held_reroll {
        Some(held_reroll) => held_reroll::losses(engagement, held_reroll, work).ok_or(Refusal::HeldReroll),
        None => {
            let state = exact::state(&program, WorkLimit { work, cells: MAX_CELLS });
            state.as_ref().map(AttackValue::of).ok_or(Refusal::TooLarge)
        }
    }
}

/// What becomes of all bodies, exactly, where the first may have lost what `begins` says; tables of an engagement
/// [`Engagement::from_any_state`], which counts no total.
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub(crate) fn spread(engagement: &Engagement, begins: &[Begin]) -> Result<Outcome, Refusal> {
    if !engagement.mixture.is_empty() {
        return mixture::of_each(&engagement.mixture, |part| spread(part, begins));
    }
    exact::spread(&Program::new(engagement)?, begins, WorkLimit::EXACT).ok_or(Refusal::TooLarge)
}

/// [`spread`] by rolling dice: `begins` gives the number of trials for each state at the beginning. `None` for mixtures, and for
/// engagements that exceed a limit.
pub(crate) fn sample_from(engagement: &Engagement, begins: &[RolledBegin], sampling: &Sampling) -> Option<Outcome> {
    let plain = Some(engagement).filter(|engagement| engagement.mixture.is_empty())?;
    sampled::sample_from(&Program::new(plain).ok()?, begins, sampling).ok()
}

/// What one trial in every lane of dice is estimated to cost, in nanoseconds; 0 if none can be rolled.
pub(crate) fn dice_cost(engagement: &Engagement) -> f64 {
    let parts = &engagement.mixture;
    if !parts.is_empty() {
        return parts.iter().map(|part| part.weight * dice_cost(&part.engagement)).sum();
    }
    let program = Program::new(engagement).ok();
    program.as_ref().and_then(|program| Planned::new(program).ok()).map_or(0.0, |planned| planned.cost())
}

/// Answers an engagement by rolling dice.
///
/// # Errors
/// A [`Refusal`] that names the limit that is exceeded.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub fn sample(engagement: &Engagement, sampling: &Sampling) -> Result<Outcome, Refusal> {
    let options = Options { method: Method::Sampled, sampling: sampling.clone() };
    Ok(run(engagement, &options, &|_| {})?.outcome)
}
