//! Several units attack several targets one after the other, each once: who should attack whom, and what then?

mod board;
mod charge;
mod layout;
mod moves;
mod policy;
mod report;
mod rollout;
mod rows;
mod simple;
mod split;
mod table;
mod words;

pub use self::report::{PlanMove, PlanReport, PlanRow};

use self::board::{AttackPairs, pairs};
use self::charge::charge;
use self::layout::{Hands, MAX_PLAN_HANDS, MAX_PLAN_STATES, MAX_PLAN_WORK, TooLarge};
use self::policy::Policy;
use self::rollout::rollout;
use super::armies::army_in_battle;
use super::ledger::command;
use super::request::Request;
use super::states::Shape;
use super::units::{find, not_standard_input};
use crate::error::Error;
use crate::games::{self, Owner};
use crate::profile::{Diagnostics, Document, Library};
use crate::words::{add_once, did_you_mean, same};

/// What is asked of a plan.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PlanRequest {
    /// Who attacks, each once: names, paths, "20 termagants". A unit that is named twice is two units.
    #[cfg_attr(feature = "cli", arg(required = true, value_name = "ATTACKER"))]
    pub attackers: Vec<String>,
    /// Who can be attacked.
    #[cfg_attr(feature = "cli", arg(id = "into", long, required = true, num_args = 1.., value_name = "TARGET"))]
    pub targets: Vec<String>,
    /// What is wanted: points (of models slain, all of a unit's when it is destroyed), kills (models slain), wounds,
    /// destroyed (targets), or "destroyed:NAME".
    #[cfg_attr(feature = "cli", arg(long, default_value = "points", value_name = "GOAL", value_parser = crate::ask::options::goal))]
    pub goal: String,
    /// What a target is worth instead of its points, its models or itself: "clawlord=300".
    #[cfg_attr(feature = "cli", arg(long, value_name = "TARGET=NUMBER"))]
    pub worth: Vec<String>,
    /// Who cannot attack whom: "liberators>clawlord".
    #[cfg_attr(feature = "cli", arg(long, value_name = "ATTACKER>TARGET"))]
    pub not: Vec<String>,
    /// The best assignment that is fixed beforehand; for many units.
    #[cfg_attr(feature = "cli", arg(long))]
    pub fixed: bool,
    /// A unit may give each of its ranged weapons a target of its own (warhammer-40k).
    #[cfg_attr(feature = "cli", arg(long))]
    pub split: bool,
    /// How likely each charge is, "60%", or the inches that two dice must come to, 8; who fights has charged then.
    #[cfg_attr(feature = "cli", arg(long, default_value = "", hide_default_value = true, value_name = "CHANCE"))]
    pub charge: String,
    /// What else was given; a unit's name in front says whose it is. Its attacker and defender are not read.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub base: Request,
}

/// What a plan is good for.
#[derive(Clone, PartialEq, Debug)]
enum PlanGoal {
    /// Points of models that are slain, the whole unit's when it is destroyed.
    Points,
    /// Models slain.
    Kills,
    /// Wounds lost.
    Wounds,
    /// Targets destroyed.
    Destroyed,
    /// One target destroyed.
    One(usize),
}

/// The best plan.
///
/// ```
/// use warodds::ask::{PlanRequest, Request, plan};
///
/// let request = PlanRequest {
///     attackers: vec!["liberators".into(), "stormvermin".into()],
///     targets: vec!["clawlord".into(), "clanrats".into()],
///     goal: "points".into(),
///     base: Request { phase: Some(warodds::games::Phase::Combat), ..Request::default() },
///     ..PlanRequest::default()
/// };
/// let (plan, _) = plan(&request)?;
/// assert!(plan.value >= plan.fixed && plan.fixed > 0.0);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// An [`Error`] with every mistake that was found, or the limit that the plan exceeds. The notes beside the plan are what a
/// player should know.
pub fn plan(request: &PlanRequest) -> Result<(PlanReport, Vec<String>), Error> {
    not_standard_input(request.attackers.iter().chain(&request.targets))?;
    let (library, mut notes) = (Library::open(&request.base.profiles)?, Vec::new());
    let attackers = units(&library, &request.attackers, Some(&mut notes))?;
    let targets = units(&library, &request.targets, None)?;
    let in_full = PlanRequest { attackers, targets, ..request.clone() };
    let (Some(first), Some(target)) = (in_full.attackers.first(), in_full.targets.first()) else {
        return Err(Error::usage("a plan needs an attacker and a target"));
    };
    let game = find(&library, first, target)?.0.0.game;
    let game = game.as_deref().and_then(games::find);
    let game = game.ok_or_else(|| Error::usage(format!("the profile of {first} does not say its game")))?;
    let charge = charge(&request.charge)?;
    let mut pairs = pairs(&in_full, game)?;
    pairs.notes.splice(0..0, notes);
    let goal = goal(&request.goal, &pairs)?;
    let board = pairs.board(&goal, &worths(request, (&pairs, &goal))?, (request.base.points, charge))?;
    let hands = Hands::of(&board).len();
    if hands > MAX_PLAN_HANDS {
        let message = format!("the attackers are left in {hands} ways; the limit is {MAX_PLAN_HANDS} (MAX_PLAN_HANDS)");
        return Err(
            Error::usage(message).hint("plan for fewer attackers; units that are alike count together".to_owned())
        );
    }
    let fixed = simple::fixed(&board);
    let mut report = PlanReport::fixed(request, (&board, &pairs), &fixed, simple::greedy(&board));
    report = match (!request.fixed).then(|| Policy::best(&board)) {
        None => report.bounded(&board),
        Some(Ok(policy)) => {
            let whole = request.split.then(|| board.without_splitting());
            let unsplit = whole.and_then(|board| Some(Policy::best(&board).ok()?.start()));
            report.best(&policy, &pairs, unsplit)
        }
        Some(Err(large)) => {
            pairs.notes.push(too_large(large, &pairs));
            let seed = request.base.seed;
            report.rolled((&board, &pairs), rollout(&board, &fixed, seed), seed).bounded(&board)
        }
    };
    let richer = board.with_one_more_point().filter(|_| request.fixed || report.states.is_some());
    let richer = richer.and_then(|board| match request.fixed {
        true => Some(simple::fixed(&board).value),
        false => Some(Policy::best(&board).ok()?.start()),
    });
    report.next_point = richer.map(|richer| (richer - report.value).max(0.0));
    if let Some(points) = request.base.points.filter(|_| pairs.commands.is_empty()) {
        let named = game.offers.iter().find(|offer| command(game, Owner::Attacker, offer.with).is_some());
        let such = named.map_or_else(String::new, |offer| format!(": `--with \"{}\"` names one", offer.with));
        pairs.notes.push(format!("`--cp {points}` pays for no command of the attackers{such}"));
    }
    report.head.notes.clone_from(&pairs.notes);
    Ok((report, pairs.notes))
}

/// Units as they are named one by one: an army means all of its units, those that are led with their leaders. Where
/// they attack, those that have nothing to attack with are left out, and named in `unarmed`.
///
/// # Errors
/// An army that cannot be read.
fn units(library: &Library, typed: &[String], mut unarmed: Option<&mut Vec<String>>) -> Result<Vec<String>, Error> {
    let mut named = Vec::new();
    for text in typed {
        let Some(army) = army_in_battle(text, library) else {
            named.push(text.clone());
            continue;
        };
        for (name, parts) in army.map_err(Error::from)? {
            let mut documents = parts.iter().map(|part| Document::read(&part.source, &Diagnostics::default()));
            let has_weapons = |part: Document| ["weapon", "attack"].iter().any(|list| part.table.get(list).is_some());
            match unarmed.as_mut().filter(|_| !documents.any(has_weapons)) {
                Some(unarmed) => add_once(unarmed, parts.last().map(|unit| format!("{} has no weapons", unit.name))),
                None => named.push(name),
            }
        }
    }
    Ok(named)
}

/// What is said of a plan whose table of all states is too large.
fn too_large(TooLarge { states, work }: TooLarge, pairs: &AttackPairs) -> String {
    let (attackers, targets) = (pairs.kinds.iter().map(|kind| kind.count).sum::<usize>(), pairs.targets.len());
    let what = if states > MAX_PLAN_STATES as f64 {
        format!("{states:.2e} states; the limit is {MAX_PLAN_STATES} (MAX_PLAN_STATES)")
    } else {
        format!("{work:.2e} multiplications; the limit is {MAX_PLAN_WORK:e} (MAX_PLAN_WORK)")
    };
    format!(
        "the best plan for {attackers} attackers and {targets} targets takes {what}; this is the best of plans that are fixed, greedy, or one attack ahead of the fixed one"
    )
}

/// The goal that a word names.
fn goal(text: &str, pairs: &AttackPairs) -> Result<PlanGoal, Error> {
    let goals = "there are `points`, `kills`, `wounds`, `destroyed` and `destroyed:NAME`".to_owned();
    match text.split_once(':') {
        Some((word, name)) if same(word, "destroyed") => {
            Ok(PlanGoal::One(pairs.target(name, &format!("--goal {text}"))?))
        }
        None if same(text, "points") => Ok(PlanGoal::Points),
        None if same(text, "kills") => Ok(PlanGoal::Kills),
        None if same(text, "wounds") => Ok(PlanGoal::Wounds),
        None if same(text, "destroyed") => Ok(PlanGoal::Destroyed),
        _ => Err(Error::usage(format!("there is no goal `{text}`"))
            .hint(did_you_mean(text, ["points", "kills", "wounds", "destroyed"]))
            .hint(goals)),
    }
}

/// The value of each target, where given.
fn worths(request: &PlanRequest, (pairs, goal): (&AttackPairs, &PlanGoal)) -> Result<Vec<Option<f64>>, Error> {
    let mut worths = vec![None; pairs.targets.len()];
    if let Some(text) = request.worth.first().filter(|_| !matches!(goal, PlanGoal::Points | PlanGoal::Destroyed)) {
        let goal = &request.goal;
        let hint = "what a whole target is worth counts with `--goal points` and `--goal destroyed`";
        return Err(
            Error::usage(format!("`--worth {text}`: `--goal {goal}` does not weigh the targets")).hint(hint.to_owned())
        );
    }
    for text in &request.worth {
        let shape = || Error::usage(format!("`--worth {text}` is not TARGET=NUMBER"));
        let (name, value) = text.rsplit_once('=').ok_or_else(shape)?;
        let value: f64 = value.trim().parse().map_err(|_| shape())?;
        if !(0.0..=1e9).contains(&value) {
            return Err(Error::usage(format!("`--worth {text}`: a target is worth from 0 to 1e9")));
        }
        worths[pairs.target(name, &format!("--worth {text}"))?] = Some(value);
    }
    Ok(worths)
}

impl PlanGoal {
    /// The value of a target's losses beyond those it began with; `value` is that of the whole target.
    fn value(&self, target: usize, shape: &Shape, lost: &[u16], value: f64) -> f64 {
        let gone = f64::from(u8::from(shape.is_gone(lost)));
        let slain = |lost: &[u16]| shape.slain(lost) as f64;
        match self {
            Self::Points if gone > 0.0 => value - value * slain(&shape.start()) / shape.models() as f64,
            Self::Points => value * (slain(lost) - slain(&shape.start())) / shape.models() as f64,
            Self::Kills => slain(lost) - slain(&shape.start()),
            Self::Wounds => lost.iter().zip(shape.start()).map(|(lost, start)| f64::from(lost - start)).sum::<f64>(),
            Self::Destroyed => value * gone,
            Self::One(wanted) => f64::from(u8::from(*wanted == target)) * gone,
        }
    }
}
