//! Two units strike each other, round after round: if both strike, who is left?
//!
//! Between two attacks only what both units have lost matters. So a fight is a distribution over these states, and each attack
//! is an exact answer from every state that was reached; or trials are counted in each state, and as many of the next attack
//! are rolled from there.

mod aftermath;
mod course;
mod events;
mod report;
mod run;
mod strikes;
mod turns;
mod typed;

pub use self::course::{FightRound, FightUse, SlainLine};
pub use self::report::{FightReport, OtherFirst};

use self::course::Course;
use self::events::{Script, orders};
use self::run::Run;
use self::strikes::Units;
use self::typed::{UnitWord, charge_chances, words};
use super::attack::OpenedAttack;
use super::clauses::names_of;
use super::ledger::{first_line, priced_abilities};
use super::request::Request;
use super::states::{has_weapon, used_once};
use super::typed::whole_names;
use super::units::not_standard_input;
use crate::engine::{EXACT_WORK, FEWEST, MAX_CELLS, Method, Options, Sampling, dice_cost};
use crate::error::Error;
use crate::games::{self, Game, Losses, Owner, Phase};
use crate::sequence::Aim;
use crate::words::{did_you_mean, same};

/// The most rounds of a fight.
pub const MAX_ROUNDS: usize = 100;
/// The most pairs of states that are multiplied out; where there may be more, dice are rolled.
pub const MAX_FIGHT_STATES: usize = 100_000;
/// The phase of a fight, where none is said.
const PLAIN_PHASE: Phase = Phase::Combat;
/// The most choices of both sides, such as when to use a command.
const MAX_FIGHT_CHOICES: usize = 6;
/// The most places, states and choices that are looked ahead to find out when to use what.
const MAX_FIGHT_DECISIONS: usize = 200_000;

/// What the dice of a fight may cost where nobody says how many, by an estimate in nanoseconds.
const FIGHT_DICE_WORK: f64 = 1e8;
/// What an attack from one state costs apart from its dice.
const BATCH_WORK: f64 = 1e5;

/// When a fight stops before its last round: once a unit is below half.
#[derive(serde::Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Until {
    /// The first unit.
    A,
    /// The second unit.
    B,
    /// Whichever is first.
    Either,
}

impl Until {
    /// The word on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Either => "either",
        }
    }
}

/// What is asked of a fight.
#[derive(Clone, PartialEq, Debug)]
pub struct FightRequest {
    /// The first unit, as it is typed.
    pub a: String,
    /// The second unit.
    pub b: String,
    /// How many rounds: one combat phase, or one activation of each side; from 1 to [`MAX_ROUNDS`].
    pub rounds: usize,
    /// Whose turn the first round is: 0 for the first unit, 1 for the second.
    pub first: usize,
    /// Whose turns the rounds are: `alternate` (also if empty), `rolled` by the game's dice for priority or initiative, or
    /// one history, a letter for each round: `ABBA`.
    pub turns: String,
    /// Whether the unit whose turn the first round is charged in it.
    pub charge: bool,
    /// Which models fall first.
    pub losses: Losses,
    /// When to stop before the last round.
    pub until: Option<Until>,
    /// Which side uses its commands, tokens and abilities where they are best for it, for the first metric of `base`; else
    /// each is used wherever it is possible.
    pub best: [bool; 2],
    /// What else was given; `--with` and `--weapon` say whose in front (`A: charged`), `--set` too (`A.save=4+`). Its attacker
    /// and defender are not read.
    pub base: Request,
}

impl Default for FightRequest {
    fn default() -> Self {
        Self {
            a: String::new(),
            b: String::new(),
            rounds: 3,
            first: 0,
            turns: String::new(),
            charge: true,
            losses: Losses::default(),
            until: None,
            best: [false; 2],
            base: Request::default(),
        }
    }
}

/// Fights it out.
///
/// ```
/// use warodds::ask::{FightRequest, fight};
/// use warodds::engine::Options;
///
/// let request = FightRequest { a: "liberators".into(), b: "stormvermin".into(), rounds: 2, ..FightRequest::default() };
/// let (fight, _) = fight(&request, &Options::default())?;
/// let last = &fight.rounds[1];
/// assert!(last.destroyed[0] + last.destroyed[1] + last.both_stand >= 1.0 - 1e-9);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// An [`Error`] with every mistake that was found. The notes beside the answer are what a player should know.
pub fn fight(request: &FightRequest, options: &Options) -> Result<(FightReport, Vec<String>), Error> {
    if !(1..=MAX_ROUNDS).contains(&request.rounds) {
        let message = format!("a fight has from 1 to {MAX_ROUNDS} rounds (MAX_ROUNDS), not {}", request.rounds);
        return Err(Error::usage(message));
    }
    let is_aim = |metric: &&String| Aim::ALL.iter().any(|aim| same(aim.name(), metric));
    if let Some(metric) = request.base.metric.as_ref().filter(|metric| !is_aim(metric)) {
        let aims = Aim::ALL.map(Aim::name);
        return Err(Error::usage(format!("a fight is not for the result `{metric}`"))
            .hint(did_you_mean(metric, aims))
            .hint(format!("there are {}", aims.join(", "))));
    }
    not_standard_input([&request.a, &request.b])?;
    // A history says itself whose turn the first round is.
    let first = request.turns.trim().get(..1).and_then(typed::side).filter(|_| !same(&request.turns, "alternate"));
    let request = &FightRequest { first: first.unwrap_or(request.first), ..request.clone() };
    let fight = ReadyFight::new(request)?;
    let mut run = Run::new(&fight, request.first)?;
    let (mut notes, mut options) = (fight.notes(), options.clone());
    let exact = match fight.is_sampled(options.method, &run) {
        true => None,
        // That an attack is too large shows when it is multiplied out.
        false => match in_both_orders(&mut run, (request.first, false), &options) {
            Err(_) if options.method == Method::Auto => None,
            fought => Some(fought?),
        },
    };
    let sampled = exact.is_none();
    if sampled && options.method == Method::Auto {
        let mut note = format!("{}, so dice were rolled", fight.too_large(&run));
        if options.sampling.work.is_finite() {
            options.sampling = fight.value(&options.sampling)?;
            note.push_str(
                ", as often as takes some tenth of a second (FIGHT_DICE_WORK); `--trials 1000000` rolls more",
            );
        }
        notes.push(note);
    }
    let (courses, rolled, more) =
        exact.map_or_else(|| in_both_orders(&mut run, (request.first, true), &options), Ok)?;
    notes.extend(more);
    if courses[0].is_bloodless() {
        notes.push("neither unit can hurt the other".to_owned());
    }
    let mut report = FightReport::new(&fight, &options, sampled, courses, rolled);
    report.head.notes.clone_from(&notes);
    Ok((report, notes))
}

/// A fight with the first turn to whom it was asked for, and to the other; the first of them from dice if both methods were
/// asked for, and what a player should know of it.
type Fought = ([Course; 2], Option<Course>, Vec<String>);

fn in_both_orders(run: &mut Run<'_>, (first, sampled): (usize, bool), options: &Options) -> Result<Fought, Error> {
    let fought = |run: &mut Run<'_>, sampled: bool| if sampled { run.sampled(&options.sampling) } else { run.exact() };
    run.begin(first)?;
    let course = fought(run, sampled)?;
    let rolled = if options.method == Method::Both { Some(fought(run, true)?) } else { None };
    let notes = run.notes()?;
    run.begin(1 - first)?;
    Ok(([course, fought(run, sampled)?], rolled, notes))
}

/// A fight that is ready: both units found, and what was given sorted out.
struct ReadyFight<'r> {
    request: &'r FightRequest,
    game: &'static Game,
    script: Script<'r>,
    /// The attacks in rounds without a charge.
    plain: Units,
    /// Whether something is used up in the first attack of its unit.
    opens: bool,
    /// Whether a weapon is.
    shoots_once: bool,
}

impl<'r> ReadyFight<'r> {
    fn new(request: &'r FightRequest) -> Result<Self, Error> {
        let typed = [request.a.clone(), request.b.clone()];
        let opened = |side: usize| OpenedAttack::find(&typed::request(&request.base, &typed, side, Vec::new())?);
        let opened = [opened(0)?, opened(1)?];
        let a = &opened[0].unit(Owner::Attacker).0;
        let game = a.game.as_deref().and_then(games::find);
        let game = game.ok_or_else(|| Error::usage(format!("the profile of {} does not say its game", a.name)))?;
        let own_names = |side: usize| opened[side].unit(Owner::Attacker).0.names_of_abilities();
        let whole = whole_names(&request.base.with, || [own_names(0), own_names(1)].concat());
        let names = [0, 1].map(|side: usize| names_of(&opened[side].unit(Owner::Attacker).0, &typed[side]));
        let words = words(game, whole.as_ref().unwrap_or(&request.base.with), names)?;
        let mut words: Vec<UnitWord> = words.into_iter().map(|word| word.of_its_unit(game)).collect();
        let charge_chance = charge_chances(game, &mut words)?;
        let phase = request.base.phase.unwrap_or(PLAIN_PHASE);
        let (once, priced, usable, ordering) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut script = Script { request, opened, game, words, once, priced, ordering, charge_chance, usable, phase };
        let mut plain = Units::of(&script)?;
        let units = || [0, 1].into_iter().filter_map(|side| plain.document(side));
        script.once = units().flat_map(used_once).collect();
        script.priced = units().flat_map(priced_abilities).collect();
        let entries = units().flat_map(|unit| orders(unit, [game.moments.early, game.moments.late]));
        script.ordering = entries.filter_map(|(entry, _)| entry.text("name").map(str::to_owned)).collect();
        let unasked = script.once.iter().any(|ability| !ability.is_optional);
        let activations = |side: usize| plain.document(side).map_or(1, game.moments.activations);
        script.sort_out([0, 1].map(activations).map(|n| n == 1))?;
        let is_used_up = script.words.iter().any(|word| script.is_used_up(word));
        if is_used_up {
            plain = Units::of(&script)?;
        }
        let shoots_once =
            |side: usize| plain.document(side).is_some_and(|unit| has_weapon(unit, game.moments.fires_once));
        let (opens, shoots_once) = (unasked || is_used_up, (0..2).any(shoots_once));
        Ok(Self { request, game, script, plain, opens, shoots_once })
    }

    /// Whether dice are rolled.
    fn is_sampled(&self, method: Method, run: &Run<'_>) -> bool {
        match method {
            Method::Sampled => true,
            Method::Exact | Method::Both => false,
            Method::Auto => self.pairs() > MAX_FIGHT_STATES || run.cells() > MAX_CELLS,
        }
    }

    /// What of it is too large to be multiplied out.
    fn too_large(&self, run: &Run<'_>) -> String {
        match self.pairs() > MAX_FIGHT_STATES {
            true => format!("the two units have more than {MAX_FIGHT_STATES} pairs of states (MAX_FIGHT_STATES)"),
            false if run.cells() > MAX_CELLS => {
                format!("explosions take a table of more than {MAX_CELLS} probabilities (MAX_CELLS)")
            }
            false => format!(
                "an attack takes more than {EXACT_WORK:e} multiplications or {MAX_CELLS} probabilities (EXACT_WORK, MAX_CELLS)"
            ),
        }
    }

    /// As many fights as dice are worth where nobody says how many, both orders together. A few that are rolled first show
    /// how many rounds begin, and from how many states units attack.
    fn value(&self, sampling: &Sampling) -> Result<Sampling, Error> {
        let (few, mut run) = (Sampling { trials: FEWEST, ..sampling.clone() }, Run::new(self, self.request.first)?);
        let rounds = run.sampled(&few)?.rounds;
        let begun = 1.0 + rounds.iter().rev().skip(1).map(|round| round.both_stand).sum::<f64>();
        let each = |side: usize| {
            let attack = self.plain.attack(side).map(|attack| dice_cost(&attack.engaged.engagement));
            attack.unwrap_or(0.0) * self.activations(side) as f64
        };
        let wanted = Sampling { work: FIGHT_DICE_WORK, ..sampling.clone() };
        let found = wanted.affordable(2.0 * begun * (each(0) + each(1)), 2.0 * run.batches as f64 * BATCH_WORK);
        Ok(found.unwrap_or(few))
    }

    /// How many pairs of states there may be.
    fn pairs(&self) -> usize {
        let [a, b] = self.plain.shapes().map(|shape| (shape.wounds() + 1) << shape.tokens.len());
        a.saturating_mul(b)
    }

    /// What a player should know.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for side in 0..2 {
            let Some(attack) = self.plain.attack(side) else {
                let why = self.plain.attempts[side].attack.as_ref().err().map_or("", first_line);
                notes.push(format!("{} does not strike: {why}", typed::NAMES[side]));
                continue;
            };
            let name = &attack.engaged.attackers[0].name;
            // What is idle in one attack may be said for the other.
            let idle = |note: &&String| {
                let is_carried = note.contains(" token does that ") && self.plain.carries_tokens();
                !note.contains("changes nothing") && !note.contains("adds nothing") && !is_carried
            };
            // A note about both attacks, such as a size, is given once.
            let other = self.plain.attack(1 - side);
            let of_both = |note: &String| other.is_some_and(|other| other.notes.contains(note));
            let line = |note: &String| if of_both(note) { note.clone() } else { format!("{name}: {note}") };
            for note in attack.notes.iter().filter(idle).map(line) {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// How often a unit is activated in a round.
    fn activations(&self, side: usize) -> usize {
        self.plain.document(side).map_or(1, self.game.moments.activations)
    }

    /// Whether a unit reacts to attacks.
    fn reacts(&self, side: usize) -> bool {
        let says = |word: &typed::UnitWord| word.side == side && word.is_one_of(self.game.moments.reactions);
        self.activations(side) == 1 && self.script.words.iter().any(says)
    }
}
