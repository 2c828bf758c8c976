//! Who can attack whom, and what each attack does from every state of its target.

mod pools;

use std::collections::HashMap;
use std::sync::Arc;

use super::charge::{charged, phases};
use super::layout::{KeptDie, Moves, PlanAim, PlanBoard, TargetStates};
use super::moves::{explore, gated, opened};
use super::split::{self, Arsenal, Shooter};
use super::words::{PlanCommand, PlanWords, forbidden, kinds, named_or_typed};
use super::{PlanGoal, PlanRequest};
use crate::ask::attack::{OpenedAttack, Prepared, line};
use crate::ask::choices::Detail;
use crate::ask::head::NotComputed;
use crate::ask::ledger::{Fates, Fitted, first_line, fitted, is_unarmed};
use crate::ask::phases::does_most;
use crate::ask::report::UnitLine;
use crate::ask::request::Request;
use crate::ask::states::{Lost, Shape, UnitStrike};
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Game, Losses, Phase, UnitFacts};
use crate::sequence::Side;
use crate::words::each_once;

/// A kind of attackers: units that were typed alike, in one phase.
pub(super) struct AttackerKind {
    /// The place of the units among those that were typed.
    of: usize,
    pub(super) typed: String,
    pub(super) unit: UnitLine,
    pub(super) count: usize,
    /// The phase, if all its attacks are made in one.
    phase: Option<Phase>,
    /// For each target its attack; `None`: it may not attack that one.
    strikes: Vec<Option<CommandedAttack>>,
}

/// An attack, and the same with commands.
struct CommandedAttack {
    strike: UnitStrike,
    phase: Option<Phase>,
    /// Places among the commands, and the attack with them.
    commanded: Vec<(Vec<usize>, UnitStrike)>,
}

impl AttackerKind {
    /// At which of this many targets it shoots.
    fn shooter(&self, targets: usize) -> Shooter<'_> {
        let shoots =
            |place: &usize| self.strikes[*place].as_ref().is_some_and(|attack| attack.phase == Some(Phase::Shooting));
        Shooter { typed: &self.typed, name: &self.unit.name, shot: (0..targets).filter(shoots).collect() }
    }
}

/// A target, and its states once they are known.
pub(super) struct PlanTarget {
    pub(super) typed: String,
    pub(super) unit: UnitLine,
    pub(super) shape: Shape,
    pub(super) states: Vec<Lost>,
}

/// All attackers and targets.
pub(super) struct AttackPairs {
    pub(super) game: &'static Game,
    /// The attackers, each once.
    pub(super) units: Vec<UnitLine>,
    pub(super) kinds: Vec<AttackerKind>,
    /// Commands that some attack may use.
    pub(super) commands: Vec<PlanCommand>,
    pub(super) targets: Vec<PlanTarget>,
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
pub(super) fn pairs(request: &PlanRequest, game: &'static Game) -> Result<AttackPairs, Error> {
    let (typed, kinds) = kinds(request);
    let not = forbidden(request, &typed)?;
    let words = PlanWords::read(request, game, &kinds)?;
    let mut notes = Vec::new();
    let phases = phases(request, game, &typed, &mut notes);
    let charged = charged(request, game, &phases)?;
    let (mut found, mut left_out): (Vec<UnitAttacks>, Option<Error>) = (Vec::new(), None);
    for (kind, (attacker, _)) in typed.iter().enumerate() {
        let mut rows: Vec<UnitAttacks> = Vec::new();
        for phase in &phases {
            let all = request.targets.iter().enumerate().map(|(target, typed)| {
                let is_forbidden = not.contains(&(kind, target));
                let base = words.request(&request.base, (kind, target), *phase);
                find(&base, attacker, typed, charged).map(|found| PhaseAttack { is_forbidden, ..found })
            });
            rows.push(UnitAttacks { kind, phase: *phase, all: all.collect() });
        }
        match armed(rows, request, &mut notes)? {
            Ok(rows) => found.extend(rows),
            Err(why) => {
                notes.push(format!("{attacker} is left out: {}", first_line(&why)));
                left_out.get_or_insert(why);
            }
        }
    }
    if let Some(why) = left_out.filter(|_| found.is_empty()) {
        return Err(why);
    }
    check(&mut found)?;
    let mut pairs = gather(request, (&typed, &words), found)?;
    pairs.shoot_first();
    pairs.notes.splice(0..0, notes);
    if request.split {
        split::check(request, pairs.game)?;
        let shooters: Vec<Shooter<'_>> = pairs.kinds.iter().map(|kind| kind.shooter(pairs.targets.len())).collect();
        let targets: Vec<_> = pairs.targets.iter().map(|target| (target.typed.as_str(), &target.shape)).collect();
        pairs.arsenals = split::arsenals(request, &shooters, &targets, &mut pairs.notes)?;
    }
    Ok(pairs)
}

/// The attacks of a unit in a phase, on each target.
struct UnitAttacks {
    kind: usize,
    phase: Option<Phase>,
    all: Vec<Result<PhaseAttack, Error>>,
}

/// The note about a command for one roll whose best use is not computed.
const SPENT: &str =
    "a command for one roll is used up by the attack that it is named for, even if nothing was rolled again";

/// The rows of a unit in the phases for which it has weapons, or why it has none for any.
///
/// # Errors
/// If it attacks nobody for another reason.
fn armed(
    mut rows: Vec<UnitAttacks>,
    request: &PlanRequest,
    notes: &mut Vec<String>,
) -> Result<Result<Vec<UnitAttacks>, Error>, Error> {
    let fails = |row: &UnitAttacks| row.all.iter().all(Result::is_err);
    if rows.iter().all(fails) {
        let all = rows.iter_mut().flat_map(|row| std::mem::take(&mut row.all));
        let (unarmed, wrong): (Vec<Error>, Vec<Error>) = all.filter_map(Result::err).partition(is_unarmed);
        return match (wrong.into_iter().next(), unarmed.into_iter().next()) {
            (None, Some(why)) => Ok(Err(why)),
            (why, _) => Err(why.unwrap_or_else(|| Error::usage("a plan needs an attacker and a target"))),
        };
    }
    for row in rows.iter().filter(|row| fails(row)) {
        // A weapon that is named leaves out those of the other phase.
        let is_told = |error: &&Error| !request.base.weapons.is_empty() || !is_unarmed(error);
        let why = row.all.iter().filter_map(|found| found.as_ref().err()).find(is_told);
        let phase = row.phase.map_or("", Phase::name);
        notes.extend(why.map(|error| format!("not in the {phase} phase: {}", first_line(error))));
    }
    rows.retain(|row| !fails(row));
    if let ([shots, _], false) = (&rows[..], request.charge.is_empty()) {
        let mut all = shots.all.iter().flatten().map(|attack| &attack.prepared.engaged);
        let hurt = all.find(|engaged| engaged.engagement.bodies.iter().any(|body| body.side == Side::Attacker));
        let told = |name: &str| format!("{name}: what its own shots cost it is not counted where it fights after them");
        notes.extend(hurt.map(|engaged| told(&engaged.attackers[0].name)));
    }
    Ok(Ok(rows))
}

/// An attack, as it is made in the phase in which it does more.
struct PhaseAttack {
    /// Its units, as they were looked up.
    opened: Arc<OpenedAttack>,
    prepared: Prepared,
    with: Vec<String>,
    /// What does not.
    unfit: Vec<(String, Error)>,
    phase: Option<Phase>,
    /// Whether both phases were possible.
    chosen: bool,
    is_forbidden: bool,
}

/// The attack of one unit on another. Where no phase was given, the one in which it does more; who fights has `charged`.
fn find(base: &Request, attacker: &str, target: &str, charged: Option<&'static str>) -> Result<PhaseAttack, Error> {
    let request = Request { attacker: attacker.to_owned(), defender: target.to_owned(), ..base.clone() };
    let opened = Arc::new(OpenedAttack::find(&Request { phase: None, ..request.clone() })?);
    let found_in = |phase: Option<Phase>| {
        let made = |with: &[String]| {
            opened.put_together(&Request { phase, with: with.to_vec(), ..request.clone() }, Detail::Noted)
        };
        let Fitted { made: prepared, fit: with, unfit } = fitted(&request.with, made)?;
        let more = charged.filter(|_| phase == Some(Phase::Combat));
        let more = more.map(|word| [with.clone(), vec![format!("attacker: {word}")]].concat());
        // A charge that changes nothing is not told, but a command may ask for it.
        let (prepared, with) = match more.and_then(|more| Some((made(&more).ok()?, more))) {
            Some((after, more)) if after.engaged.engagement != prepared.engaged.engagement => (after, more),
            Some((_, more)) => (prepared, more),
            None => (prepared, with),
        };
        let opened = Arc::clone(&opened);
        Ok(PhaseAttack { opened, prepared, with, unfit, phase, chosen: false, is_forbidden: false })
    };
    if base.phase.is_some() {
        return found_in(base.phase);
    }
    match Phase::ALL.map(|phase| found_in(Some(phase))) {
        [Err(error), Err(_)] => found_in(None).map_err(|_| error),
        attacks => {
            let chosen = attacks.iter().all(Result::is_ok);
            let found = does_most(attacks, |found| (&found.prepared, found.unfit.len()), &Options::default())?;
            Ok(PhaseAttack { chosen, ..found })
        }
    }
}

/// Every target is attacked, and all are of one game.
fn check(found: &mut [UnitAttacks]) -> Result<(), Error> {
    for target in 0..found[0].all.len() {
        if found.iter().all(|row| row.all[target].is_err()) {
            return Err(found[0].all.swap_remove(target).map_or_else(|error| error, |_| Error::usage("")));
        }
    }
    let games: Vec<&'static Game> =
        found.iter().flat_map(|row| &row.all).flatten().map(|found| found.prepared.game).collect();
    if let Some(other) = games.iter().find(|other| other.id != games[0].id) {
        let message = format!("some units are of {}, others of {}", games[0].title, other.title);
        return Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()));
    }
    Ok(())
}

fn gather(
    request: &PlanRequest,
    (typed, words): (&[(String, usize)], &PlanWords),
    found: Vec<UnitAttacks>,
) -> Result<AttackPairs, Error> {
    let facts =
        |found: &PhaseAttack| [&found.prepared.engaged.attackers[0], &found.prepared.engaged.defender].map(Arc::clone);
    let facts: Vec<Arc<UnitFacts>> = found.iter().flat_map(|row| &row.all).flatten().flat_map(facts).collect();
    let not_computed = NotComputed::of(facts.iter().map(|unit| &**unit));
    let mut targets: Vec<Option<PlanTarget>> = request.targets.iter().map(|_| None).collect();
    for found in found.iter().flat_map(|row| row.all.iter().enumerate()) {
        let (place, Ok(found)) = found else { continue };
        let shape = Shape::of(&found.prepared.engaged, Side::Defender);
        let finer = |entry: &PlanTarget| shape.bodies.len() > entry.shape.bodies.len();
        if targets[place].as_ref().is_none_or(finer) {
            let typed = request.targets[place].clone();
            let unit = line(&found.prepared.engaged.defender);
            targets[place] = Some(PlanTarget { typed, unit, shape, states: Vec::new() });
        }
    }
    let targets: Vec<PlanTarget> = targets.into_iter().flatten().collect();
    let twice = |kind: usize| found.iter().filter(|row| row.kind == kind).count() > 1;
    let twice: Vec<bool> = found.iter().map(|row| twice(row.kind)).collect();
    let notes = said_of_each(&found);
    let (mut kinds, mut units, mut notes, mut base, mut texts) = (Vec::new(), Vec::new(), notes, None, 0u64);
    let mut last = None;
    let mut fates = Fates::default();
    for (row, twice) in found.into_iter().zip(twice) {
        let (typed, count) = &typed[row.kind];
        let (mut unit, mut strikes) = (None, Vec::new());
        for (place, (found, target)) in row.all.into_iter().zip(&targets).enumerate() {
            let PhaseAttack { opened, prepared, with, unfit: not_used, phase, chosen, is_forbidden } = match found {
                Ok(found) => found,
                Err(error) => {
                    notes.push(format!("{typed} does not attack {}: {}", target.unit.name, first_line(&error)));
                    strikes.push(None);
                    continue;
                }
            };
            if !prepared.engaged.engagement.recoveries.is_empty() {
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
            let strike = |prepared: &Prepared| {
                let shapes = [own.clone(), target.shape.clone()];
                UnitStrike::new(prepared.game, prepared.encounter(), shapes, Losses::default())
            };
            let of = phase.map_or_else(String::new, |phase| format!(" ({})", phase.name()));
            let of = format!("in the attacks of {}{of}", attacker.name);
            with.iter().for_each(|word| fates.fits(word));
            not_used.into_iter().for_each(|(word, why)| fates.fails(&word, of.clone(), why));
            let plain = words.request(&request.base, (row.kind, place), phase);
            let plain = Request { attacker: typed.clone(), defender: target.typed.clone(), with, ..plain };
            let commanded = if is_forbidden {
                Vec::new()
            } else {
                words.commanded((&opened, &plain), row.kind, &prepared, (&mut fates, &of))
            };
            let commanded = commanded.into_iter().map(|(used, prepared)| (used, strike(&prepared))).collect();
            strikes.push((!is_forbidden).then(|| CommandedAttack { strike: strike(&prepared), phase, commanded }));
            unit.get_or_insert(attacker);
            texts = texts.rotate_left(7) ^ prepared.head().tag.unwrap_or(0);
            base.get_or_insert(prepared);
        }
        let Some(mut unit) = unit else { continue };
        if last != Some(row.kind) {
            units.extend(std::iter::repeat_n(unit.clone(), *count));
        }
        last = Some(row.kind);
        if let Some(phase) = row.phase.filter(|_| twice) {
            unit.name = format!("{} ({})", unit.name, phase.name());
        }
        kinds.push(AttackerKind { of: row.kind, typed: typed.clone(), unit, count: *count, phase: row.phase, strikes });
    }
    notes.extend(words.notes(&fates, request.base.points));
    notes.extend(fates.notes()?);
    let base = base.ok_or_else(|| Error::usage("a plan needs an attacker and a target"))?;
    let (game, commands) = (base.game, words.commands.clone());
    let made = kinds.iter().flat_map(|kind: &AttackerKind| kind.strikes.iter().flatten());
    words.payable(game, &each_once(made.map(|attack| attack.phase)), request.base.points)?;
    Ok(AttackPairs { game, units, kinds, commands, targets, arsenals: Vec::new(), notes, base, texts, not_computed })
}

/// The notes of the attacks of each unit in each phase, each once. What changes nothing in one phase may do so in another.
fn said_of_each(found: &[UnitAttacks]) -> Vec<String> {
    let said: Vec<(usize, Vec<String>)> = found.iter().map(|row| (row.kind, said_of_all(&row.all))).collect();
    let is_idle = |note: &str| note.contains("` changes nothing in this attack");
    let counts = |kind: usize, note: &String| {
        !is_idle(note) || said.iter().filter(|(of, _)| *of == kind).all(|(_, notes)| notes.contains(note))
    };
    let all = said.iter().flat_map(|(kind, notes)| notes.iter().filter(|note| counts(*kind, note)));
    each_once(all.cloned())
}

/// The notes that every attack of a unit has, whatever its target.
fn said_of_all(row: &[Result<PhaseAttack, Error>]) -> Vec<String> {
    let mut attacks = row.iter().flatten().map(|found| &found.prepared);
    let Some(first) = attacks.next() else { return Vec::new() };
    let (name, target) = (&first.engaged.attackers[0].name, &first.engaged.defender.name);
    let of_all = |note: &&String| row.iter().flatten().all(|found| found.prepared.notes.contains(note));
    // A size is told with the name of its unit, be it the target's or a part of a joined one.
    let is_named = |note: &str| {
        let mut units = [name, target].into_iter().flat_map(|name| name.split(" + "));
        units.any(|unit| note.strip_prefix(unit).is_some_and(|rest| rest.starts_with(": ")))
    };
    let named = |note: &String| if is_named(note) { note.clone() } else { format!("{name}: {note}") };
    first.notes.iter().filter(of_all).map(named).collect()
}

impl AttackPairs {
    /// The target that a name means.
    ///
    /// # Errors
    /// If it is none of them.
    pub(super) fn target(&self, name: &str, option: &str) -> Result<usize, Error> {
        let typed: Vec<&str> = self.targets.iter().map(|target| target.typed.as_str()).collect();
        let names: Vec<&str> = self.targets.iter().map(|target| target.unit.name.as_str()).collect();
        named_or_typed(name, (&names, &typed), "target", option)
    }

    /// Every attack from every state of its target.
    ///
    /// # Errors
    /// A target of which nobody knows what it is worth, or an attack that cannot be computed.
    pub(super) fn board(
        &mut self,
        goal: &PlanGoal,
        worths: &[Option<f64>],
        (points, charge): (Option<usize>, Option<f64>),
    ) -> Result<PlanBoard, Error> {
        let worths = self.worths(goal, worths)?;
        let mut board = PlanBoard {
            counts: self.kinds.iter().map(|kind| kind.count).collect(),
            stages: self.kinds.iter().map(|kind| usize::from(kind.phase == Some(Phase::Combat))).collect(),
            aims: self.kinds.iter().map(|_| Vec::new()).collect(),
            once: vec![None; self.kinds.len()],
            ..PlanBoard::default()
        };
        let (kinds, attacks) = (self.kinds.len(), board.counts.iter().sum());
        let pools = self.pools(&mut board, points);
        // For each kind and target what some of the weapons do.
        let mut parts: Vec<Vec<HashMap<u64, Arc<Moves>>>> = self.arsenals.iter().map(|_| Vec::new()).collect();
        let mut commanded: Vec<Vec<Option<PlanAim>>> = vec![Vec::new(); self.kinds.len()];
        for (place, target) in self.targets.iter_mut().enumerate() {
            let (mut strikes, mut orders): (Vec<Option<&mut UnitStrike>>, Vec<(usize, Vec<usize>)>) =
                Default::default();
            let mut more = Vec::new();
            for (kind, attack) in self.kinds.iter_mut().map(|kind| &mut kind.strikes[place]).enumerate() {
                let Some(attack) = attack else {
                    strikes.push(None);
                    continue;
                };
                strikes.push(Some(&mut attack.strike));
                for (used, strike) in &mut attack.commanded {
                    orders.push((kind, used.clone()));
                    more.push(Some(strike));
                }
            }
            strikes.extend(more);
            let mut some: Vec<(usize, u64)> = Vec::new();
            for (kind, arsenal) in self.arsenals.iter_mut().enumerate() {
                for (weapons, strike) in arsenal.on(place) {
                    some.push((kind, weapons));
                    strikes.push(Some(strike));
                }
            }
            let (states, moves) = explore(&target.shape, &mut strikes, attacks)?;
            let values = |goal: &PlanGoal| -> Vec<f64> {
                states.iter().map(|lost| goal.value(place, &target.shape, lost, worths[place])).collect()
            };
            board.targets.push(TargetStates { values: values(goal), wounds: values(&PlanGoal::Wounds), start: 0 });
            let stages = &board.stages;
            let mut moves = moves.into_iter().map(|moves| moves.map(Arc::new));
            let arriving = |kind: usize, moves: Arc<Moves>| match charge {
                Some(chance) if stages[kind] == 1 => Arc::new(gated(&moves, chance)),
                _ => moves,
            };
            for (kind, (aims, moves)) in board.aims.iter_mut().take(kinds).zip(&mut moves).enumerate() {
                aims.push(moves.map(|moves| PlanAim::plain(place, arriving(kind, moves))));
            }
            for (nth, ((kind, used), moves)) in orders.into_iter().zip(&mut moves).enumerate() {
                let (Some(moves), Some(strike)) = (moves, &mut strikes[kinds + nth]) else { continue };
                let (stage, chance) = (stages[kind], charge.filter(|_| stages[kind] == 1).unwrap_or(1.0));
                let kept: Vec<usize> =
                    used.iter().filter(|command| !self.commands[**command].one_roll).copied().collect();
                let open = if kept == used { None } else { opened(&target.shape, strike, &states, &moves)? };
                let kept =
                    open.map(|(attacks, places)| KeptDie { uses: pools.uses(&kept, stage), attacks, places, chance });
                commanded[kind].push(Some(PlanAim {
                    parts: vec![(place, arriving(kind, moves))],
                    uses: pools.uses(&used, stage),
                    kept: kept.map(Arc::new),
                    idle: 1.0 - chance,
                    with: used.iter().map(|command| self.commands[*command].text.clone()).collect(),
                }));
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
        board.aims.iter_mut().zip(commanded).for_each(|(aims, more)| aims.extend(more));
        if charge.is_none() {
            self.attack_once(&mut board);
        }
        let keeps = board.has_kept();
        if keeps && board.check().is_err() {
            board.aims.iter_mut().flatten().flatten().for_each(|aim| aim.kept = None);
        }
        if self.commands.iter().any(|command| command.one_roll) && !(keeps && board.has_kept()) {
            self.notes.push(SPENT.to_owned());
        }
        Ok(board)
    }

    /// The value of destroying each target.
    fn worths(&self, goal: &PlanGoal, values: &[Option<f64>]) -> Result<Vec<f64>, Error> {
        let value = |(target, values): (&PlanTarget, &Option<f64>)| match goal {
            PlanGoal::Points => values.or(target.unit.points.map(f64::from)),
            _ => values.or(Some(1.0)),
        };
        let worths: Vec<Option<f64>> = self.targets.iter().zip(values).map(value).collect();
        if let Some(place) = worths.iter().position(Option::is_none) {
            let name = &self.targets[place].unit.name;
            return Err(Error::usage(format!("the profile of {name} does not say its points, which are the goal"))
                .hint(format!("say `--worth \"{name}=100\"`, or `--goal kills`, or `--goal \"destroyed:{name}\"`")));
        }
        Ok(worths.into_iter().flatten().collect())
    }
}
