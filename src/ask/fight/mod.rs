//! Two units strike each other, round after round: if both strike, who is left?
//!
//! Between two attacks only what both units have lost matters. So a fight is a distribution over these states, and each
//! attack is an exact answer from every state that was reached; or trials are counted in each state, and so many of the
//! next attack are rolled from there.

mod aftermath;
mod order;
mod report;
mod said;
mod strikes;

use std::collections::BTreeMap;

pub use self::report::{FightReport, FightRound, OtherFirst, SlainLine};

use self::aftermath::{Aftermath, Ways};
use self::order::{Turn, order, turn};
use self::report::Course;
use self::said::words;
use self::strikes::{States, Strikes, Units, units};
use super::request::Request;
use super::states::used_once;
use super::units::{find, not_standard_input};
use crate::dice::Roller;
use crate::engine::{Method, Options, Sampling};
use crate::error::Error;
use crate::games::{self, Game, Losses, Phase};
use crate::profile::Library;

/// The most rounds of a fight.
pub const MAX_ROUNDS: usize = 100;
/// The most pairs of states that are multiplied out; where there may be more, dice are rolled.
pub const MAX_FIGHT_STATES: usize = 40_000;
/// The phase of a fight, where none is said.
const PLAIN_PHASE: Phase = Phase::Combat;

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
    /// Whether the unit whose turn the first round is charged in it.
    pub charge: bool,
    /// Which models fall first.
    pub losses: Losses,
    /// When to stop before the last round.
    pub until: Option<Until>,
    /// What else was said; `--with` and `--weapon` say whose in front (`A: charged`), `--set` too (`A.save=4+`). Its
    /// attacker and defender are not read.
    pub base: Request,
}

impl Default for FightRequest {
    fn default() -> Self {
        Self {
            a: String::new(),
            b: String::new(),
            rounds: 3,
            first: 0,
            charge: true,
            losses: Losses::default(),
            until: None,
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
    not_standard_input([&request.a, &request.b])?;
    let asked = Asked::new(request)?;
    let (mut notes, sampled) = (asked.notes(), asked.is_sampled(options.method));
    if sampled && options.method == Method::Auto {
        notes.push(format!(
            "the two units have more than {MAX_FIGHT_STATES} pairs of states (MAX_FIGHT_STATES), so dice were rolled"
        ));
    }
    let mut run = Run::new(&asked, request.first)?;
    let fought = |run: &mut Run<'_>, sampled: bool| if sampled { run.sampled(&options.sampling) } else { run.exact() };
    let course = fought(&mut run, sampled)?;
    let rolled = if options.method == Method::Both { Some(fought(&mut run, true)?) } else { None };
    notes.extend(run.notes());
    run.begin(1 - request.first)?;
    let other = fought(&mut run, sampled)?;
    if course.is_bloodless() {
        notes.push("neither unit can hurt the other".to_owned());
    }
    let report = FightReport::new(&asked, options, sampled, [course, other], rolled);
    Ok((report, notes))
}

/// A fight that is ready: both units found, and what was said sorted out.
struct Asked<'r> {
    request: &'r FightRequest,
    game: &'static Game,
    /// The attacks in rounds without a charge.
    plain: Units,
    words: Vec<said::Word>,
    /// Whether something is used up in the first round.
    opens: bool,
    /// What happens between attacks.
    aftermath: Aftermath,
}

impl<'r> Asked<'r> {
    fn new(request: &'r FightRequest) -> Result<Self, Error> {
        let words = words(&request.base.with)?;
        let library = Library::open(&request.base.profiles)?;
        let (a, _) = find(&library, &request.a, &request.b)?;
        let game = a.0.game.as_deref().and_then(games::find);
        let game = game.ok_or_else(|| Error::usage(format!("the profile of {} does not say its game", a.0.name)))?;
        let mut plain = units(request, &words, game, None)?;
        let once: Vec<(String, bool)> =
            [0, 1].into_iter().filter_map(|side| plain.document(side)).flat_map(used_once).collect();
        let is_spent = |word: &said::Word| word.is_used_up() || once.iter().any(|(name, _)| word.names(name));
        let opens = once.iter().any(|(_, optional)| !optional) || words.iter().any(is_spent);
        if words.iter().any(is_spent) {
            let lasting: Vec<said::Word> = words.iter().filter(|word| !is_spent(word)).cloned().collect();
            plain = units(request, &lasting, game, None)?;
        }
        let aftermath = Aftermath::of(game, &plain);
        if opens && aftermath.heals() {
            let message = "what a unit gets back is not computed beside what is used once";
            return Err(Error::usage(message).hint("leave `heal` and `rally` out, or what is used once".to_owned()));
        }
        Ok(Self { request, game, plain, words, opens, aftermath })
    }

    /// The attacks on fighters that do not react, where some do.
    fn without_reactions(&self) -> Result<Option<Units>, Error> {
        if self.game.id != "warcry" || !self.words.iter().any(said::Word::is_a_reaction) {
            return Ok(None);
        }
        let words: Vec<said::Word> = self.words.iter().filter(|word| !word.is_a_reaction()).cloned().collect();
        Ok(Some(units(self.request, &words, self.game, None)?))
    }

    /// Whether dice are rolled.
    fn is_sampled(&self, method: Method) -> bool {
        let [a, b] = self.plain.shapes().map(|shape| shape.wounds() + 1);
        match method {
            Method::Sampled => true,
            Method::Exact | Method::Both => false,
            Method::Auto => a.saturating_mul(b) > MAX_FIGHT_STATES,
        }
    }

    /// What a player should know.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (side, attack) in self.plain.attacks.iter().enumerate() {
            match attack {
                Ok(attack) => {
                    let name = &attack.engaged.attackers[0].name;
                    // What is idle in one attack may be said for the other.
                    let idle = |note: &&String| !note.contains("changes nothing") && !note.contains("adds nothing");
                    // What is said of both attacks, such as a size, is said once.
                    let other = self.plain.attacks[1 - side].as_ref();
                    let of_both = |note: &String| other.is_ok_and(|other| other.notes.contains(note));
                    let said = |note: &String| if of_both(note) { note.clone() } else { format!("{name}: {note}") };
                    for note in attack.notes.iter().filter(idle).map(said) {
                        if !notes.contains(&note) {
                            notes.push(note);
                        }
                    }
                }
                Err(error) => {
                    let why = error.diagnostics.first().map_or(error.message.as_str(), |mistake| &mistake.message);
                    notes.push(format!("{} does not strike: {why}", said::NAMES[side]));
                }
            }
        }
        notes
    }
}

/// A fight while it is fought.
struct Run<'a> {
    asked: &'a Asked<'a>,
    first: usize,
    states: States,
    /// Whether somebody charges in the first round.
    charges: bool,
    /// The attacks in the first round, if they differ, and in the others.
    opening: Option<Strikes>,
    plain: Strikes,
    /// The attacks on fighters that have been activated before in the round, where others might react.
    unanswered: Option<Strikes>,
    turns: [Turn; 2],
}

/// One attack that is due: whose, and in which round.
#[derive(Clone, Copy)]
struct Due {
    side: usize,
    round: usize,
}

impl<'a> Run<'a> {
    fn new(asked: &'a Asked<'a>, first: usize) -> Result<Self, Error> {
        let (request, shapes) = (asked.request, asked.plain.shapes());
        let said = asked.words.iter().any(said::Word::is_a_charge);
        let charges = request.charge && !said && asked.plain.phase == Phase::Combat && asked.game.id != "warcry";
        let unanswered = asked.without_reactions()?;
        let turns = [0, 1].map(|side| asked.plain.document(side).map_or(Turn::Normal, |unit| turn(asked.game, unit)));
        let mut run = Self {
            asked,
            first,
            charges,
            opening: None,
            unanswered: unanswered.map(|units| Strikes::new(&units, &shapes, request).spent()),
            plain: Strikes::new(&asked.plain, &shapes, request).spent(),
            states: States::new(shapes),
            turns,
        };
        run.begin(first)?;
        Ok(run)
    }

    /// Gives the first turn to a unit: only the first round may be another one then.
    fn begin(&mut self, first: usize) -> Result<(), Error> {
        let (asked, request) = (self.asked, self.asked.request);
        self.first = first;
        if self.charges || asked.opens {
            let opening = units(request, &asked.words, asked.game, self.charges.then_some(first))?;
            self.opening = Some(Strikes::new(&opening, &self.states.shapes, request));
        }
        Ok(())
    }

    /// Whose turn a round is.
    fn active(&self, round: usize) -> usize {
        if round % 2 == 1 { self.first } else { 1 - self.first }
    }

    /// Who attacks in a round, in order.
    fn order(&self, round: usize) -> Vec<usize> {
        let charged = (round == 1 && self.charges).then_some(self.first);
        order(self.asked.game, self.asked.plain.phase, self.turns, self.active(round), charged)
    }

    fn strikes(&mut self, due: Due) -> (&mut Strikes, &mut States) {
        // Who has been activated and is not waiting does not react (WARCRY-REACT-ECON).
        let late = self.active(due.round) != due.side;
        let unanswered = self.unanswered.as_mut().filter(|_| late);
        let opening = self.opening.as_mut().filter(|_| due.round == 1);
        (unanswered.or(opening).unwrap_or(&mut self.plain), &mut self.states)
    }

    /// Whether nothing more happens in a pair of states.
    fn is_over(&self, at: [usize; 2]) -> bool {
        let gone = |side: usize| self.states.is_gone(side, at[side]);
        let half = |side: usize| self.states.is_below_half(side, at[side]);
        gone(0)
            || gone(1)
            || match self.asked.request.until {
                None => false,
                Some(Until::A) => half(0),
                Some(Until::B) => half(1),
                Some(Until::Either) => half(0) || half(1),
            }
    }

    /// Whether a fighter has used up its actions for reactions: who reacts before its own activation does not attack any
    /// more in that round (WARCRY-REACT-ECON).
    fn has_reacted(&self, due: Due) -> bool {
        let says = self.asked.words.iter().any(|word| word.side == due.side && word.is_a_reaction());
        self.asked.game.id == "warcry" && says && self.active(due.round) != due.side && !self.is_monster(due.side)
    }

    fn is_monster(&self, side: usize) -> bool {
        let unit = self.asked.plain.document(side);
        unit.is_some_and(|unit| {
            format!("{:?}", unit.table.get("runemarks").map(|node| &node.value)).contains("MONSTER")
        })
    }

    /// Every round, from one weight in the start; `attack` says where a weight goes, `spread` how it falls to several ways,
    /// and `share` how much of all it is.
    fn rounds<W: Copy + Default + std::ops::AddAssign>(
        &mut self,
        start: W,
        mut attack: impl FnMut(&mut Self, Due, [usize; 2], W) -> Result<Vec<([usize; 2], W)>, Error>,
        mut spread: impl FnMut(Ways, W) -> Vec<([usize; 2], W)>,
        share: impl Fn(W) -> f64,
    ) -> Result<Course, Error> {
        type Weights<W> = BTreeMap<[usize; 2], W>;
        let (mut all, mut stopped): (Weights<W>, Weights<W>) = (BTreeMap::from([([0, 0], start)]), BTreeMap::new());
        let mut course = Course::default();
        for round in 1..=self.asked.request.rounds {
            let order = self.order(round);
            // A round that has begun is played to its end.
            let over: Vec<[usize; 2]> = all.keys().copied().filter(|at| self.is_over(*at)).collect();
            for at in over {
                let weight = all.remove(&at).unwrap_or_default();
                *stopped.entry(at).or_default() += weight;
            }
            for side in &order {
                let due = Due { side: *side, round };
                if self.has_reacted(due) {
                    continue;
                }
                let mut next = Weights::new();
                for (at, weight) in all {
                    let gone = (0..2).any(|side| self.states.is_gone(side, at[side]));
                    let to = if gone { vec![(at, weight)] } else { attack(self, due, at, weight)? };
                    for (to, weight) in to {
                        if !self.asked.aftermath.explodes() || gone {
                            *next.entry(to).or_default() += weight;
                            continue;
                        }
                        let ways = self.asked.aftermath.of_attack(&mut self.states, at, to);
                        spread(ways, weight)
                            .into_iter()
                            .for_each(|(to, weight)| *next.entry(to).or_default() += weight);
                    }
                }
                all = next;
            }
            if self.asked.aftermath.heals() {
                for (at, weight) in std::mem::take(&mut all) {
                    let ways = self.asked.aftermath.of_round(&mut self.states, at);
                    spread(ways, weight).into_iter().for_each(|(to, weight)| *all.entry(to).or_default() += weight);
                }
            }
            let mut shares: BTreeMap<[usize; 2], f64> = all.iter().map(|(at, weight)| (*at, share(*weight))).collect();
            stopped.iter().for_each(|(at, weight)| *shares.entry(*at).or_default() += share(*weight));
            course.add(round, &order, &shares, &self.states);
        }
        Ok(course)
    }

    fn exact(&mut self) -> Result<Course, Error> {
        let attack = |run: &mut Self, due: Due, at, p: f64| {
            let (strikes, states) = run.strikes(due);
            let row = strikes.row(states, due.side, at)?;
            Ok(row.into_iter().map(|(to, q)| (to, p * q)).collect())
        };
        let spread = |ways: Ways, p: f64| ways.into_iter().map(|(to, q)| (to, p * q)).collect();
        self.rounds(1.0, attack, spread, |p| p)
    }

    fn sampled(&mut self, sampling: &Sampling) -> Result<Course, Error> {
        let (all, mut batch) = (sampling.trials, 0u64);
        let attack = |run: &mut Self, due: Due, at, trials: u64| {
            batch += 1;
            // Every batch has random numbers of its own.
            let seed = sampling.seed.wrapping_add(batch.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let (strikes, states) = run.strikes(due);
            strikes.roll(
                states,
                due.side,
                at,
                &Sampling { trials, seed, until: None, work: f64::INFINITY, ..sampling.clone() },
            )
        };
        // A stretch of random numbers that no attack uses, as numbers from 0 to 1.
        let mut roller = Roller::new(sampling.seed, u64::MAX);
        let mut random = std::iter::from_fn(move || Some(roller.words())).flatten();
        let mut random = random.by_ref().map(|word| (word >> 11) as f64 / (1u64 << 53) as f64);
        let spread = |ways: Ways, trials: u64| fall(&mut random, &ways, trials);
        self.rounds(all, attack, spread, |trials| trials as f64 / all as f64)
    }

    /// How a fight reads the rules of its game, and what it leaves out.
    fn beyond(&self) -> Vec<String> {
        let (asked, mut notes) = (self.asked, Vec::new());
        let documents = [0, 1].map(|side| asked.plain.document(side));
        let says = |word: &str| documents.iter().flatten().any(|unit| unit.source.text.contains(word));
        let is_40k = asked.game.id.starts_with("warhammer-40k");
        if is_40k || asked.game.id == "age-of-sigmar" {
            notes.push("every model that stands strikes; commands that are named are used in every round");
        }
        if is_40k && says("attle-shock") {
            notes.push("an ability asks whether a unit is Battle-shocked: nobody is tested, so say it with `--with`");
        }
        if is_40k && says("deadly-demise") {
            notes.push(match asked.aftermath.explodes() {
                true => "Deadly Demise hurts both units, which stand within 6\" of each other (W40K-DEADLY-DEMISE)",
                false => "Deadly Demise is computed in melee alone, and of units without attached leaders",
            });
        }
        if asked.aftermath.heals() {
            notes.push("what a unit gets back it gets back at the end of each round");
        }
        if asked.request.base.weapons.iter().any(|name| name.to_lowercase().ends_with("best")) {
            notes.push("what `best` means is found out once, before the first round");
        }
        if (0..2).any(|side| asked.game.id == "warcry" && self.is_monster(side)) {
            notes.push("the three activations of a monster in a round come in a row (WARCRY-MONSTER)");
        }
        notes.into_iter().map(str::to_owned).collect()
    }

    /// What came up on the way that a player should know.
    fn notes(&self) -> Vec<String> {
        let mut notes = self.beyond();
        if self.asked.opens {
            notes.push("what is used once, condition tokens too, is used in the first round".to_owned());
        }
        if (0..2).any(|side| self.plain.loses_track(side)) {
            notes.push(
                "what a unit loses to its own weapons is not carried on: which models that hits is not known"
                    .to_owned(),
            );
        }
        if (0..2).any(|side| (1..=2).any(|round| self.has_reacted(Due { side, round }))) {
            notes.push(
                "who reacts before its own activation has no action left in that round (WARCRY-REACT-ECON)".to_owned(),
            );
        }
        notes
    }
}

/// How so many trials fall to some ways.
fn fall(random: &mut impl Iterator<Item = f64>, ways: &Ways, trials: u64) -> Vec<([usize; 2], u64)> {
    if let [(only, _)] = ways[..] {
        return vec![(only, trials)];
    }
    let mut counts = vec![0; ways.len()];
    for _ in 0..trials {
        let mut at = random.next().unwrap_or_default();
        let way = ways.iter().position(|(_, p)| {
            at -= p;
            at < 0.0
        });
        counts[way.unwrap_or(ways.len() - 1)] += 1;
    }
    ways.iter().zip(counts).map(|((to, _), n)| (*to, n)).filter(|(_, n)| *n > 0).collect()
}
