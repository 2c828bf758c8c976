//! Who can attack whom, and what each attack does from every state of its target.

use std::collections::HashMap;
use std::sync::Arc;

use super::policy::{Board, Moves, TargetStates};
use super::split::{self, Arsenal, Shooter};
use super::{PlanGoal, PlanRequest};
use crate::ask::attack::{Prepared, line, prepare};
use crate::ask::report::UnitLine;
use crate::ask::request::Request;
use crate::ask::said::NotComputed;
use crate::ask::states::{Lost, Shape, Strike};
use crate::error::Error;
use crate::games::{Game, Losses, Phase, UnitFacts};
use crate::sequence::Side;
use crate::words::{did_you_mean, normal, same};

/// A kind of attackers: units that were typed alike.
pub(super) struct Kind {
    pub(super) typed: String,
    pub(super) unit: UnitLine,
    pub(super) count: usize,
    /// For each target its attack; `None`: it may not attack that one.
    strikes: Vec<Option<(Strike, Option<Phase>)>>,
}

impl Kind {
    /// At which of so many targets it shoots.
    fn shooter(&self, targets: usize) -> Shooter<'_> {
        let shoots = |place: &usize| matches!(self.strikes[*place], Some((_, Some(Phase::Shooting))));
        Shooter { typed: &self.typed, name: &self.unit.name, shot: (0..targets).filter(shoots).collect() }
    }
}

/// A target, and its states once they are known.
pub(super) struct Target {
    pub(super) typed: String,
    pub(super) unit: UnitLine,
    pub(super) shape: Shape,
    pub(super) states: Vec<Lost>,
}

/// All attackers and targets.
pub(super) struct Pairs {
    pub(super) game: &'static Game,
    pub(super) kinds: Vec<Kind>,
    pub(super) targets: Vec<Target>,
    /// For each kind the weapons that may go at several targets; none unless that was asked for.
    pub(super) arsenals: Vec<Arsenal>,
    pub(super) notes: Vec<String>,
    /// One of the attacks.
    pub(super) base: Prepared,
    /// What tells own profiles apart that are called alike.
    pub(super) texts: u64,
    /// What the profiles leave out.
    pub(super) not_computed: Vec<NotComputed>,
}

/// Prepares every attack.
///
/// # Errors
/// Units that cannot be found, that attack nobody, or that nobody attacks.
pub(super) fn pairs(request: &PlanRequest) -> Result<Pairs, Error> {
    let mut typed: Vec<(String, usize)> = Vec::new();
    for text in &request.attackers {
        match typed.iter_mut().find(|(known, _)| same(known, text)) {
            Some((_, count)) => *count += 1,
            None => typed.push((text.clone(), 1)),
        }
    }
    let not = forbidden(request, &typed)?;
    let mut found: Vec<Vec<Result<Found, Error>>> = Vec::new();
    for (kind, (attacker, _)) in typed.iter().enumerate() {
        let all = request.targets.iter().enumerate().map(|(target, typed)| {
            let is_forbidden = not.contains(&(kind, target));
            find(&request.base, attacker, typed).map(|found| Found { is_forbidden, ..found })
        });
        found.push(all.collect());
    }
    check(&mut found)?;
    let mut pairs = gather(request, typed, found)?;
    if request.split {
        split::check(request, pairs.game)?;
        let shooters: Vec<Shooter<'_>> = pairs.kinds.iter().map(|kind| kind.shooter(pairs.targets.len())).collect();
        let targets: Vec<_> = pairs.targets.iter().map(|target| (target.typed.as_str(), &target.shape)).collect();
        pairs.arsenals = split::arsenals(request, &shooters, &targets, &mut pairs.notes)?;
    }
    Ok(pairs)
}

/// An attack, as it is made in the phase in which it does more.
struct Found {
    prepared: Prepared,
    phase: Option<Phase>,
    /// Whether both phases were possible.
    chosen: bool,
    is_forbidden: bool,
}

/// The attack of one unit on another. Where no phase was said, the one in which it does more.
fn find(base: &Request, attacker: &str, target: &str) -> Result<Found, Error> {
    let request = Request { attacker: attacker.to_owned(), defender: target.to_owned(), ..base.clone() };
    let of = |phase: Option<Phase>| prepare(&Request { phase, ..request.clone() });
    if base.phase.is_some() {
        return Ok(Found { prepared: of(base.phase)?, phase: base.phase, chosen: false, is_forbidden: false });
    }
    let lost = |prepared: &Prepared| {
        let work = crate::engine::AUTO_WORK;
        crate::engine::multiplied(&prepared.engaged.engagement, work)
            .map_or(0.0, |it| it.wounds_lost(Side::Defender).mean())
    };
    let both = [Phase::Shooting, Phase::Combat].map(|phase| (phase, of(Some(phase))));
    let one = |phase, prepared, chosen| Found { prepared, phase: Some(phase), chosen, is_forbidden: false };
    match both {
        [(first, Ok(a)), (second, Ok(b))] => {
            let second_is_more = lost(&b) > lost(&a);
            Ok(if second_is_more { one(second, b, true) } else { one(first, a, true) })
        }
        [(phase, Ok(prepared)), _] | [_, (phase, Ok(prepared))] => Ok(one(phase, prepared, false)),
        [(_, Err(error)), (_, Err(_))] => of(None)
            .map_or(Err(error), |prepared| Ok(Found { prepared, phase: None, chosen: false, is_forbidden: false })),
    }
}

/// Who cannot attack whom: places among the attackers and the targets.
fn forbidden(request: &PlanRequest, typed: &[(String, usize)]) -> Result<Vec<(usize, usize)>, Error> {
    let names: Vec<&str> = typed.iter().map(|(name, _)| name.as_str()).collect();
    let targets: Vec<&str> = request.targets.iter().map(String::as_str).collect();
    let mut not = Vec::new();
    for text in &request.not {
        let shape = || Error::usage(format!("`--not {text}` is not \"ATTACKER>TARGET\""));
        let (attacker, target) = text.split_once('>').ok_or_else(shape)?;
        let option = format!("--not {text}");
        not.push((named(attacker, &names, "attacker", &option)?, named(target, &targets, "target", &option)?));
    }
    Ok(not)
}

/// The unit that a text means among those that were typed: the same name, or the only one it is a part of.
fn named(text: &str, typed: &[&str], what: &str, option: &str) -> Result<usize, Error> {
    if let Some(place) = typed.iter().position(|known| same(known, text)) {
        return Ok(place);
    }
    let part = normal(text);
    let mut fits = (0..typed.len()).filter(|place| !part.is_empty() && normal(typed[*place]).contains(&part));
    match (fits.next(), fits.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(Error::usage(format!("`{option}`: `{}` fits several {what}s", text.trim()))),
        _ if part.is_empty() => Err(Error::usage(format!("`{option}` names no {what}"))
            .hint(format!("write one of these behind it: {}", typed.join(", ")))),
        _ => Err(Error::usage(format!("`{option}` names no {what}: `{}`", text.trim()))
            .hint(did_you_mean(text, typed.iter().copied()))
            .hint(format!(
                "of {what}s there {}",
                match typed {
                    [only] => format!("is {only}"),
                    all => format!("are {}", all.join(", ")),
                }
            ))),
    }
}

/// Every unit has an attack, and all are of one game.
fn check(found: &mut [Vec<Result<Found, Error>>]) -> Result<(), Error> {
    for row in found.iter_mut() {
        if row.iter().all(Result::is_err) {
            return Err(row.swap_remove(0).map_or_else(|error| error, |_| Error::usage("")));
        }
    }
    for target in 0..found[0].len() {
        if found.iter().all(|row| row[target].is_err()) {
            return Err(found[0].swap_remove(target).map_or_else(|error| error, |_| Error::usage("")));
        }
    }
    let games: Vec<&'static Game> = found.iter().flatten().flatten().map(|found| found.prepared.game).collect();
    if let Some(other) = games.iter().find(|other| other.id != games[0].id) {
        let message = format!("some units are of {}, others of {}", games[0].title, other.title);
        return Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()));
    }
    Ok(())
}

fn gather(
    request: &PlanRequest,
    typed: Vec<(String, usize)>,
    found: Vec<Vec<Result<Found, Error>>>,
) -> Result<Pairs, Error> {
    let units =
        |found: &Found| [&found.prepared.engaged.attackers[0], &found.prepared.engaged.defender].map(Arc::clone);
    let units: Vec<Arc<UnitFacts>> = found.iter().flatten().flatten().flat_map(units).collect();
    let not_computed = NotComputed::of(units.iter().map(|unit| &**unit));
    let mut notes = Vec::new();
    let mut targets: Vec<Option<Target>> = request.targets.iter().map(|_| None).collect();
    for found in found.iter().flat_map(|row| row.iter().enumerate()) {
        let (place, Ok(found)) = found else { continue };
        let shape = Shape::of(&found.prepared.engaged, Side::Defender);
        let finer = |known: &Target| shape.bodies.len() > known.shape.bodies.len();
        if targets[place].as_ref().is_none_or(finer) {
            let typed = request.targets[place].clone();
            let unit = line(&found.prepared.engaged.defender);
            targets[place] = Some(Target { typed, unit, shape, states: Vec::new() });
        }
    }
    let targets: Vec<Target> = targets.into_iter().flatten().collect();
    let (mut kinds, mut base, mut texts) = (Vec::new(), None, 0u64);
    for ((typed, count), row) in typed.into_iter().zip(found) {
        let (mut unit, mut strikes) = (None, Vec::new());
        notes.extend(said_of_all(&row));
        for (found, target) in row.into_iter().zip(&targets) {
            let Found { prepared, phase, chosen, is_forbidden } = match found {
                Ok(found) => found,
                Err(error) => {
                    notes.push(format!("{typed} does not attack {}: {}", target.unit.name, first_line(&error)));
                    strikes.push(None);
                    continue;
                }
            };
            if !prepared.engaged.recoveries.is_empty() {
                let message = "a plan is of the attacks of one turn, and a unit gets nothing back before they are over";
                return Err(Error::usage(message)
                    .hint("leave `heal` and `rally` out; `fight` heals after each round".to_owned()));
            }
            let attacker = line(&prepared.engaged.attackers[0]);
            if let Some(phase) = phase.filter(|_| chosen && !is_forbidden) {
                notes.push(format!(
                    "{} attacks {} in the {} phase, where it does more",
                    attacker.name,
                    target.unit.name,
                    phase.name()
                ));
            }
            let own = Shape::of(&prepared.engaged, Side::Attacker);
            let strike =
                Strike::new(prepared.game, prepared.encounter(), [own, target.shape.clone()], Losses::default());
            strikes.push((!is_forbidden).then_some((strike, phase)));
            unit.get_or_insert(attacker);
            texts = texts.rotate_left(7) ^ prepared.said_of_attack().tag.unwrap_or(0);
            base.get_or_insert(prepared);
        }
        let Some(unit) = unit else { continue };
        kinds.push(Kind { typed, unit, count, strikes });
    }
    let base = base.ok_or_else(|| Error::usage("a plan needs an attacker and a target"))?;
    Ok(Pairs { game: base.game, kinds, targets, arsenals: Vec::new(), notes, base, texts, not_computed })
}

/// What is said of a unit's attack whatever the target.
fn said_of_all(row: &[Result<Found, Error>]) -> Vec<String> {
    let mut known = row.iter().flatten().map(|found| &found.prepared);
    let Some(first) = known.next() else { return Vec::new() };
    let name = &first.engaged.attackers[0].name;
    let of_all = |note: &&String| row.iter().flatten().all(|found| found.prepared.notes.contains(note));
    first.notes.iter().filter(of_all).map(|note| format!("{name}: {note}")).collect()
}

/// The first thing that an error says.
fn first_line(error: &Error) -> String {
    let diagnostic = error.diagnostics.first().map(|mistake| mistake.message.clone());
    diagnostic.unwrap_or_else(|| error.message.clone())
}

impl Pairs {
    /// The target that a name means.
    ///
    /// # Errors
    /// If it is none of them.
    pub(super) fn target(&self, name: &str, option: &str) -> Result<usize, Error> {
        let typed: Vec<&str> = self.targets.iter().map(|target| target.typed.as_str()).collect();
        let names: Vec<&str> = self.targets.iter().map(|target| target.unit.name.as_str()).collect();
        named(name, &names, "target", option).or_else(|_| named(name, &typed, "target", option))
    }

    /// Every attack from every state of its target.
    ///
    /// # Errors
    /// A target of which nobody knows what it is worth, or an attack that cannot be computed.
    pub(super) fn board(&mut self, goal: &PlanGoal, worths: &[Option<f64>]) -> Result<Board, Error> {
        let worths = self.worths(goal, worths)?;
        let mut board = Board { counts: self.kinds.iter().map(|kind| kind.count).collect(), ..Board::default() };
        board.aims = self.kinds.iter().map(|_| Vec::new()).collect();
        let attacks = board.counts.iter().sum();
        // For each kind and target what some of the weapons do.
        let mut parts: Vec<Vec<HashMap<u64, Arc<Moves>>>> = self.arsenals.iter().map(|_| Vec::new()).collect();
        for (place, target) in self.targets.iter_mut().enumerate() {
            let mut strikes: Vec<Option<&mut Strike>> =
                self.kinds.iter_mut().map(|kind| kind.strikes[place].as_mut().map(|(strike, _)| strike)).collect();
            let mut some: Vec<(usize, u64)> = Vec::new();
            for (kind, arsenal) in self.arsenals.iter_mut().enumerate() {
                for (weapons, strike) in arsenal.on(place) {
                    some.push((kind, weapons));
                    strikes.push(Some(strike));
                }
            }
            let (states, moves) = explore(&target.shape, &mut strikes, attacks)?;
            let worth = states.iter().map(|lost| goal.worth(place, &target.shape, lost, worths[place])).collect();
            board.targets.push(TargetStates { worth, start: 0 });
            let mut moves = moves.into_iter().map(|moves| moves.map(Arc::new));
            for (aims, moves) in board.aims.iter_mut().zip(&mut moves) {
                aims.push(moves.map(|moves| vec![(place, moves)]));
            }
            parts.iter_mut().for_each(|parts| parts.push(HashMap::new()));
            for ((kind, weapons), moves) in some.into_iter().zip(moves) {
                parts[kind][place].extend(moves.map(|moves| (weapons, moves)));
            }
            target.states = states;
        }
        for ((aims, arsenal), parts) in board.aims.iter_mut().zip(&self.arsenals).zip(&parts) {
            aims.extend(arsenal.aims(parts));
        }
        Ok(board)
    }

    /// What each whole target is worth.
    fn worths(&self, goal: &PlanGoal, said: &[Option<f64>]) -> Result<Vec<f64>, Error> {
        let known = |(target, said): (&Target, &Option<f64>)| match goal {
            PlanGoal::Points => said.or(target.unit.points.map(f64::from)),
            _ => said.or(Some(1.0)),
        };
        let worths: Vec<Option<f64>> = self.targets.iter().zip(said).map(known).collect();
        if let Some(place) = worths.iter().position(Option::is_none) {
            let name = &self.targets[place].unit.name;
            return Err(Error::usage(format!("the profile of {name} does not say its points, which are the goal"))
                .hint(format!("say `--worth \"{name}=100\"`, or `--goal kills`, or `--goal \"destroyed:{name}\"`")));
        }
        Ok(worths.into_iter().flatten().collect())
    }
}

/// All states that some attacks may leave a target in, the start first, and what each attack does from each of them. A
/// state that takes as many attacks as there are is left as it is.
fn explore(
    shape: &Shape,
    strikes: &mut [Option<&mut Strike>],
    attacks: usize,
) -> Result<(Vec<Lost>, Vec<Option<Moves>>), Error> {
    let mut states = vec![shape.start()];
    let mut places = std::collections::HashMap::from([(shape.start(), 0)]);
    let mut moves: Vec<Option<Moves>> = strikes.iter().map(|strike| strike.as_ref().map(|_| Moves::new())).collect();
    let mut from = 0;
    for _ in 0..attacks {
        let to = states.len();
        for state in from..to {
            let lost = states[state].clone();
            for (strike, moves) in strikes.iter_mut().zip(&mut moves) {
                let (Some(strike), Some(moves)) = (strike, moves) else { continue };
                let mut row: Vec<(usize, f64)> = Vec::new();
                if !shape.is_gone(&lost) {
                    let own = strike.shapes[0].start();
                    for ([_, after], p) in strike.from([&own, &lost])? {
                        let place = *places.entry(after).or_insert_with_key(|after| {
                            states.push(after.clone());
                            states.len() - 1
                        });
                        match row.iter_mut().find(|(known, _)| *known == place) {
                            Some((_, known)) => *known += p,
                            None => row.push((place, p)),
                        }
                    }
                }
                moves.push(row);
            }
        }
        from = to;
    }
    moves.iter_mut().flatten().for_each(|moves| moves.resize(states.len(), Vec::new()));
    Ok((states, moves))
}
