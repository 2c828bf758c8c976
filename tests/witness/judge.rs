//! What both engines answer to a random question, beside what a simulator rolls.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::chains::{Chain, Done};
use super::fights::Fight;
use super::matchups::{self, Matchup, Trial};
use super::{Dice, chains, fights};
use crate::ask::{FightRequest, Prepared, Request, fight, prepare_units};
use crate::engine::{self, Agreement, Method, MetricAgreement, Options, Outcome, Sampling};
use crate::error::Error;
use crate::games::ExtraResult;
use crate::profile::{Found, Source};
use crate::sequence::Side;
use crate::stats::Pmf;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// One attack, with random units, situations, effects, damage from before and readings of ambiguous rules.
    Attack,
    /// Attacks one after the other on the same target, of units of other sizes than their profiles'.
    Chain,
    /// Rounds of combat.
    Fight,
}

impl Question {
    pub const ALL: [Question; 3] = [Question::Attack, Question::Chain, Question::Fight];
}

/// The comparison of one result.
#[derive(Clone, Debug)]
pub struct Test {
    /// Which result, and of whom.
    pub what: String,
    /// The chance that right dice are so far apart.
    pub p: f64,
    /// Whether `p` is spread evenly between 0 and 1 where nothing is wrong: rare values and means have bounds only.
    pub even: bool,
    /// What was expected, and what came.
    pub told: String,
}

/// What came of one question.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The question: number, profiles, what was said.
    pub told: String,
    /// Whether it was answered exactly.
    pub exact: bool,
    /// One test for each result of each of the two who are compared with the exact answer.
    pub tests: Vec<Test>,
}

impl Verdict {
    /// The results that are less likely than this.
    pub fn rejected(&self, below: f64) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(move |test| test.p <= below)
    }

    /// Of each of the two the first result whose chance is spread evenly.
    pub fn evenly(&self) -> impl Iterator<Item = f64> {
        let first = |of: &str| self.tests.iter().find(|test| test.even && test.what.starts_with(of)).map(|test| test.p);
        [first(SAMPLED), first(REFEREE)].into_iter().flatten()
    }
}

const SAMPLED: &str = "sampled engine";
const REFEREE: &str = "simulator";

/// Asks the question of a number, with dice of this seed; `None` if nothing was written for the game.
pub fn ask(game: &str, question: Question, number: u64, seed: u64, trials: u64) -> Option<Result<Verdict, Error>> {
    Some(match question {
        Question::Attack => attack(&matchups::of(game)?(number), seed, trials),
        Question::Chain => chain(&chains::of(game)?(number), seed, trials),
        Question::Fight => fought(&fights::of(game)?(number), seed, trials),
    })
}

/// Pearson's test: the p-value, and whether it is spread evenly. A value that cannot be is a disagreement, if what cannot
/// be is known exactly.
pub fn chi_square(exact: &Pmf, counts: &[u64], known: bool) -> (f64, bool) {
    let n = counts.iter().sum::<u64>() as f64;
    let (mut cells, mut cell) = (Vec::new(), (0.0, 0.0));
    for k in 0..counts.len().max(exact.max() + 1) {
        let seen = counts.get(k).copied().unwrap_or(0) as f64;
        if known && exact.at(k) == 0.0 && seen > 0.0 {
            return (0.0, false);
        }
        cell = (cell.0 + n * exact.at(k), cell.1 + seen);
        if cell.0 >= 20.0 {
            cells.push(std::mem::take(&mut cell));
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + cell.0, last.1 + cell.1),
        None => return (1.0, false),
    }
    let statistic: f64 = cells.iter().map(|(e, o)| (o - e) * (o - e) / e).sum();
    let p = ChiSquared::new((cells.len() - 1) as f64).map_or(1.0, |law| law.sf(statistic));
    (p, known && cells.len() > 3)
}

/// How often each number came.
pub fn histogram(numbers: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut counts = Vec::new();
    for k in numbers {
        let k = k as usize;
        if counts.len() <= k {
            counts.resize(k + 1, 0);
        }
        counts[k] += 1;
    }
    counts
}

/// The simulator's numbers against a distribution.
fn rolled(name: &str, pmf: &Pmf, counts: &[u64], known: bool) -> Test {
    let (p, even) = chi_square(pmf, counts, known);
    let n = counts.iter().sum::<u64>() as f64;
    let mean = counts.iter().enumerate().map(|(k, times)| k as f64 * *times as f64).sum::<f64>() / n;
    let row = |k: usize| {
        let (expected, seen) = (pmf.at(k) * n, counts.get(k).copied().unwrap_or(0) as f64);
        let is_far = (seen - expected).abs() > 4.0 * expected.max(1.0).sqrt();
        is_far.then(|| format!("\n{k}: {seen} times, not {expected:.1}"))
    };
    let rows: String = (0..counts.len().max(pmf.max() + 1)).filter_map(row).collect();
    let told = format!("mean {} against the simulator's {mean}{rows}", pmf.mean());
    Test { what: format!("{REFEREE}: {name}"), p, even, told }
}

/// A mean of the simulator against what it should be: an upper bound of the chance that it is so far away, for a sum of many
/// that is close to normal; of what is rare Chebyshev's, which holds for every sum. What never varies has to be met.
fn average(name: &str, [mean, variance]: [f64; 2], seen: f64, n: u64) -> Test {
    const SELDOM: f64 = 25.0;
    let (gap, n) = ((mean - seen).abs() - 1e-9, n as f64);
    let p = match n * variance {
        _ if gap <= 0.0 => 1.0,
        all if all > 0.0 && all < SELDOM => variance / (n * gap * gap),
        _ => 2.0 * (-gap * gap * n / (2.0 * variance)).exp(),
    };
    let told = format!("{mean} against the simulator's {seen}");
    Test { what: format!("{REFEREE}: {name}"), p, even: false, told }
}

/// The tests of the other engine.
fn engines(agreement: &Agreement) -> Vec<Test> {
    let of = |metric: &MetricAgreement| Test {
        what: format!("{SAMPLED}: {}", metric.metric),
        p: metric.p,
        even: metric.degrees > 2,
        told: format!("chi-square {} of {} degrees", metric.chi_square, metric.degrees),
    };
    agreement.metrics.iter().map(of).collect()
}

/// The answer to an attack, exact if that is not too large for the program, and else from many dice; with the tests of the
/// other engine.
fn answered(prepared: &Prepared, seed: u64, trials: u64) -> Result<(bool, Outcome, Vec<Test>), Error> {
    let engagement = &prepared.engaged.engagement;
    // Where exact is too large for the program itself, many more trials than the simulator's stand in for it.
    let sampling = Sampling { trials: trials * 4, seed, work: f64::INFINITY, ..Sampling::default() };
    let auto = Options { method: Method::Auto, sampling: sampling.clone() };
    let answer = engine::run(engagement, &auto, &|_| {})?;
    let mut tests = Vec::new();
    if !answer.fell_back {
        let sampled = engine::sample(engagement, &Sampling { trials: trials * 2, ..sampling })?;
        tests = engines(&Agreement::of(&answer.outcome, &sampled));
    }
    Ok((!answer.fell_back, answer.outcome, tests))
}

fn unit(text: &str) -> Found {
    Found::of("unit", Source::new("unit.toml", text))
}

/// One attack.
pub fn attack(matchup: &Matchup, seed: u64, trials: u64) -> Result<Verdict, Error> {
    let Matchup { attacker, defender, with, set, rulings, .. } = matchup;
    let told = format!("dice {seed}\n{attacker}\n{defender}\n{with:?} {set:?} {rulings:?}");
    let prepared = prepare_units(&[(unit(attacker), None)], &(unit(defender), None), &asked(matchup))?;
    let (exact, outcome, mut tests) = answered(&prepared, seed, trials)?;
    let dice = &mut Dice::new(seed);
    let rolls: Vec<Trial> = (0..trials).map(|_| (matchup.play)(dice)).collect();
    let count = |of: fn(&Trial) -> u32| histogram(rolls.iter().map(of));
    let none = Pmf::certain(0);
    let hurt = if outcome.has(Side::Attacker) { outcome.wounds_lost(Side::Attacker) } else { none.clone() };
    let total = |name| outcome.total(name).unwrap_or(&none);
    for (name, pmf, counts) in [
        ("wounds-lost", &outcome.wounds_lost(Side::Defender), count(|t| t.wounds_lost)),
        ("damage", total("damage"), count(|t| t.damage)),
        ("slain", &outcome.slain(Side::Defender), count(|t| t.slain)),
        ("mortal", total("mortal-wounds"), count(|t| t.mortal_wounds)),
        ("attacker", &hurt, count(|t| t.attacker_wounds_lost)),
        ("panic-rolled", total("panic-rolled"), count(|t| t.panic[0])),
        ("panic-failed", total("panic-failed"), count(|t| t.panic[1])),
    ] {
        tests.push(rolled(name, pmf, &counts, exact));
    }
    if rolls.first().is_some_and(|roll| roll.wounds_left.is_some()) {
        let sampling = Sampling { trials: trials * 4, seed, ..Sampling::default() };
        let (report, _) = prepared.report(&Options { method: Method::Auto, sampling }, &|_| {})?;
        let result = |name| report.results.metric(name).map_or(&none, |metric| &metric.pmf);
        tests.push(rolled("wounds-left", result("wounds-left"), &count(|t| t.wounds_left.unwrap_or(0)), exact));
        tests.push(rolled("ranks", result("ranks"), &count(|t| t.ranks), exact));
    } else {
        tests.push(rolled("ranks", &ranks(&prepared, &outcome), &count(|t| t.ranks), exact));
    }
    for (name, bodies) in &prepared.engaged.chances {
        let p = outcome.gone(bodies);
        let seen = rolls.iter().filter(|t| t.characters_slain > 0).count() as f64 / trials as f64;
        tests.push(average(name, [p, p * (1.0 - p)], seen, trials));
    }
    for (index, name) in matchup.stages.iter().enumerate() {
        let Some(stage) = outcome.stages.iter().find(|stage| stage.name == *name) else { continue };
        let seen = rolls.iter().map(|t| f64::from(t.stages[index])).sum::<f64>() / trials as f64;
        tests.push(average(name, [stage.moments.mean, stage.moments.variance], seen, trials));
    }
    if outcome.has(Side::Attacker) && attacker.contains("\"warcry\"") {
        tests.push(who_is_down(&outcome, &rolls, exact));
    }
    Ok(Verdict { told, exact, tests })
}

/// What is asked of a match-up besides its units.
pub fn asked(matchup: &Matchup) -> Request {
    Request {
        set: matchup.set.clone(),
        rulings: matchup.rulings.clone(),
        with: matchup.with.clone(),
        ..Request::default()
    }
}

/// The ranks of a game that has them.
fn ranks(prepared: &Prepared, outcome: &Outcome) -> Pmf {
    let worth = prepared.engaged.readings.iter().find_map(|reading| match reading {
        ExtraResult::ByLoss { name: "ranks", body, values } => Some((*body, values)),
        _ => None,
    });
    worth.map_or_else(|| Pmf::certain(0), |(body, worth)| outcome.distribution(|lost| usize::from(worth[lost[body]])))
}

/// The joint table of who is down.
fn who_is_down(outcome: &Outcome, rolls: &[Trial], exact: bool) -> Test {
    let bodies = outcome.bodies();
    let fallen = |lost: &[usize], side: Side| {
        usize::from((0..bodies.len()).all(|body| bodies[body].side != side || lost[body] >= bodies[body].wounds()))
    };
    let table = outcome.distribution(|lost| 2 * fallen(lost, Side::Defender) + fallen(lost, Side::Attacker));
    let own = bodies.iter().find(|body| body.side == Side::Attacker);
    let left = own.map_or(0, |body| body.wounds() - usize::from(body.taken)) as u32;
    let counts = histogram(rolls.iter().map(|t| 2 * t.slain + u32::from(t.attacker_wounds_lost == left)));
    rolled("who is down", &table, &counts, exact)
}

/// Attacks one after the other.
pub fn chain(chain: &Chain, seed: u64, trials: u64) -> Result<Verdict, Error> {
    let attackers: Vec<String> = chain.attackers.iter().map(|(text, n)| format!("{n:?} {text}")).collect();
    let (text, models) = &chain.defender;
    let said = &chain.request.with;
    let told = format!("dice {seed} {said:?}\n{}\n-- at {models:?}\n{text}", attackers.join("\n-- then\n"));
    let attackers: Vec<_> = chain.attackers.iter().map(|(text, models)| (unit(text), *models)).collect();
    let prepared = prepare_units(&attackers, &(unit(text), *models), &chain.request)?;
    let (exact, outcome, mut tests) = answered(&prepared, seed, trials)?;
    let dice = &mut Dice::new(seed);
    let rolls: Vec<Done> = (0..trials).map(|_| (chain.play)(dice)).collect();
    let count = |of: fn(&Done) -> u32| histogram(rolls.iter().map(of));
    let lost = |side| if outcome.has(side) { outcome.wounds_lost(side) } else { Pmf::certain(0) };
    for (name, pmf, counts) in [
        ("wounds lost", lost(Side::Defender), count(|done| done.wounds_lost)),
        ("slain", outcome.slain(Side::Defender), count(|done| done.slain)),
        ("attackers' wounds lost", lost(Side::Attacker), count(|done| done.attackers_lost)),
    ] {
        tests.push(rolled(name, &pmf, &counts, exact));
    }
    Ok(Verdict { told, exact, tests })
}

/// Rounds of combat: the chance of every pair of survivors.
pub fn fought(fighters: &Fight, seed: u64, trials: u64) -> Result<Verdict, Error> {
    let Fight { texts, rounds, first, turns, losses, with, points, .. } = fighters;
    let told = format!(
        "dice {seed}, {rounds} rounds, first {first}, {turns}, {losses:?}, {with:?}, {points:?} CP\n{}",
        texts.join("\n")
    );
    let folder = tempfile::tempdir().map_err(|error| Error::usage(format!("no folder for profiles: {error}")))?;
    let path = |side: usize| folder.path().join(format!("unit{side}.toml"));
    for (side, text) in texts.iter().enumerate() {
        std::fs::write(path(side), text).map_err(|error| Error::usage(format!("no profile: {error}")))?;
    }
    let [a, b] = [0, 1].map(|side| path(side).display().to_string());
    let base = Request { with: with.clone(), points: *points, ..Request::default() };
    let (rounds, first, losses, turns) = (*rounds, *first, *losses, turns.clone());
    let request = FightRequest { a, b, rounds, first, turns, losses, base, ..FightRequest::default() };
    let both = Options { method: Method::Both, sampling: Sampling { trials: trials * 2, seed, ..Sampling::default() } };
    let (report, _) = fight(&request, &both)?;
    let mut tests: Vec<Test> = Vec::new();
    if let Some(agreement) = &report.agreement {
        let (what, told) = (format!("{SAMPLED}: survivors"), String::new());
        tests.push(Test { what, p: agreement.p, even: report.survivors.iter().flatten().count() > 8, told });
    }
    let columns = report.survivors.first().map_or(1, Vec::len);
    let table = Pmf::from_weights(report.survivors.concat());
    let dice = &mut Dice::new(seed);
    let ends = (0..trials).map(|_| (fighters.play)(dice)).map(|[a, b]| (a as usize * columns + b as usize) as u32);
    tests.push(rolled("survivors", &table, &histogram(ends), true));
    Ok(Verdict { told, exact: true, tests })
}
