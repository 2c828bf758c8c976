//! How answers are computed: the options, and how their numbers are written.

use clap::Args;

use crate::engine::{MAX_TRIALS, Method, Options, Sampling};

/// How an answer is computed.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) dice: DiceArgs,
    /// Roll until the 95 % interval of the mean damage is within ± this percentage of it.
    #[arg(long, value_name = "PCT", value_parser = percentage, hide_short_help = true)]
    pub(crate) until: Option<f64>,
}

/// More threads than that roll nothing sooner.
const MOST_THREADS: i64 = 1024;

/// Gives the pool one thread for each processor where its variable asks for more than `--threads` may: even those that do
/// nothing take time to begin.
pub(super) fn limit_threads() {
    let value = std::env::var("RAYON_NUM_THREADS").unwrap_or_default();
    if asks_for_too_many(&value) {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // A thread pool that exists already is kept.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(processors).build_global();
    }
}

fn asks_for_too_many(value: &str) -> bool {
    value.parse::<u64>().is_ok_and(|threads| threads > MOST_THREADS as u64)
}

/// Distributions or dice, and which dice.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct DiceArgs {
    /// Multiply distributions, roll dice, or both and compare them.
    #[arg(long, value_enum, default_value_t = Method::Auto, value_name = "METHOD")]
    pub(crate) method: Method,
    /// How often dice are rolled; left out: a million times, or fewer where that would take more than a second.
    #[arg(long, value_name = "N", value_parser = trials)]
    pub(crate) trials: Option<u64>,
    /// Where dice start: a number, or "random".
    #[arg(long, default_value = "42", value_name = "N|random", value_parser = seed)]
    pub(crate) seed: Seed,
    /// How many threads roll; left out: one for each processor. Results never depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS), hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

/// Where dice start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seed {
    Fixed(u64),
    Random,
}

pub(super) fn seed(text: &str) -> Result<Seed, String> {
    if crate::words::same(text, "random") {
        return Ok(Seed::Random);
    }
    text.trim().parse().map(Seed::Fixed).map_err(|_| "write a whole number from 0 to 2^64 - 1, or `random`".to_owned())
}

/// A whole number; `10_000_000`, `10M` and `1e7` are the same.
pub(super) fn trials(text: &str) -> Result<u64, String> {
    let clean: String = text.chars().filter(|c| !matches!(c, '_' | ' ' | ',' | '\'' | '’')).collect();
    // Groups of three, as some countries write them.
    let groups = clean.split('.').skip(1).all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()));
    let clean = if groups { clean.replace('.', "") } else { clean };
    let scaled = |digits: &str, by: u64| digits.parse::<u64>().ok().and_then(|n| n.checked_mul(by));
    let lower = clean.to_lowercase();
    let value = if let Some(digits) = lower.strip_suffix('k') {
        scaled(digits, 1_000)
    } else if let Some(digits) = lower.strip_suffix('m') {
        scaled(digits, 1_000_000)
    } else if let Some(digits) = lower.strip_suffix('g') {
        scaled(digits, 1_000_000_000)
    } else if let Some((digits, zeros)) = lower.split_once('e') {
        zeros.parse().ok().and_then(|zeros| 10u64.checked_pow(zeros)).and_then(|by| scaled(digits, by))
    } else {
        lower.parse().ok()
    };
    value
        .filter(|n| (1..=MAX_TRIALS).contains(n))
        .ok_or_else(|| format!("write a whole number such as 1000000, 10M or 1e7, at most {MAX_TRIALS}"))
}

fn percentage(text: &str) -> Result<f64, String> {
    let value: Result<f64, _> = text.trim().trim_end_matches('%').trim_end().parse();
    value
        .ok()
        .filter(|pct| (0.000_1..=100.0).contains(pct))
        .map(|pct| pct / 100.0)
        .ok_or_else(|| "write a percentage from 0.0001 to 100".to_owned())
}

/// Trials that `--until` may use where `--trials` does not say how many.
const UNTIL_AT_MOST: u64 = 10_000_000_000;

impl EngineArgs {
    /// The options of the engines; a random seed comes from the clock.
    pub(crate) fn options(&self) -> Options {
        let mut options = self.dice.options();
        if self.until.is_some() {
            options.sampling.trials = self.dice.trials.unwrap_or(UNTIL_AT_MOST);
            options.sampling.until = self.until;
        }
        options
    }

    /// Says which options about dice changed nothing, of an answer that was computed so.
    pub(crate) fn unrolled(&self, method: &str) -> Option<String> {
        let options = [
            ("until", self.until.is_some()),
            ("trials", self.dice.trials.is_some()),
            ("seed", !matches!(self.dice.seed, Seed::Fixed(DEFAULT_SEED) | Seed::Random)),
        ];
        let options: Vec<String> =
            options.iter().filter(|(_, options)| *options).map(|(option, _)| format!("`--{option}`")).collect();
        (method.starts_with("exact") && !options.is_empty()).then(|| {
            format!(
                "the answer is exact, no dice were rolled: {} changed nothing; `--method sampled` rolls",
                options.join(", ")
            )
        })
    }
}

/// Where dice start if nothing is said.
const DEFAULT_SEED: u64 = 42;

impl DiceArgs {
    /// The options of the engines; a random seed comes from the clock.
    pub(crate) fn options(&self) -> Options {
        let default = Sampling::default();
        Options {
            method: self.method,
            sampling: Sampling {
                trials: self.trials.unwrap_or(default.trials),
                work: if self.trials.is_some() { f64::INFINITY } else { default.work },
                seed: match self.seed {
                    Seed::Fixed(seed) => seed,
                    Seed::Random => clock(),
                },
                threads: self.threads.map(usize::from),
                ..default
            },
        }
    }

    /// Says where dice started, if that was left to the clock.
    pub(crate) fn random_seed(&self, options: &Options) -> Option<String> {
        (self.seed == Seed::Random).then(|| format!("the random seed is {}", options.sampling.seed))
    }
}

/// A number that differs from run to run.
fn clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let hasher = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), now);
    // Short enough to be typed again.
    hasher % 1_000_000_000_000
}
