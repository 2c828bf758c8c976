//! One attack from what somebody asked to a report: find the units, change them as asked, let the game put them together,
//! compute.

use std::sync::Arc;

use super::choices::{Detail, aim, idle, keep_for, settled};
use super::clauses::{clauses, names_of, parts};
use super::head::{Head, NotComputed, UncertainLine};
use super::ledger::payable;
use super::lines::may_be_attacked;
use super::readings::{chosen_rulings, differs, is_each, one_of, pick, ruling};
use super::report::{AgreementLine, Left, Phases, Report, UnitLine, headline};
use super::request::Request;
use super::results::{results, stages_of};
use super::settings::Setting;
use super::turns::{Turns, few_enough, healed_in_between, phase_of};
use super::typed::{Command, own_texts, split, titled, whole_names};
use super::units::{Chosen, find, form, look_up};
use crate::engine::{self, AUTO_WORK, Answer, MAX_CELLS, Options};
use crate::error::Error;
use crate::games::{self, Attack, Encounter, Engaged, Game, Owner, Phase, Ruling, UnitFacts};
use crate::profile::{Diagnostics, Document, Library, Profile};
use crate::words::{each_once, same};

/// An attack that is ready to be computed.
#[derive(Debug)]
pub struct Prepared {
    /// The game.
    pub game: &'static Game,
    /// The attack itself, every question answered.
    pub engaged: Engaged,
    /// What a player should know.
    pub notes: Vec<String>,
    /// The same attack with each weapon alone, if that was asked for.
    pub alone: Vec<Self>,
    head: Head,
    request: Request,
    encounter: Encounter,
    pub(super) is_plain_but_for_phase: bool,
}

/// A ruling as an attack reads it.
#[derive(Clone, Debug)]
pub struct RulingLine {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// The reading.
    pub value: String,
    /// Whether it is not the default.
    pub chosen: bool,
    /// Whether another reading would change this attack.
    pub matters: bool,
}

/// Prepares an attack.
///
/// # Errors
/// An [`Error`] with every mistake that was found.
pub fn prepare(request: &Request) -> Result<Prepared, Error> {
    OpenedAttack::find(request)?.put_together(request, Detail::Explained)
}

/// Prepares an attack in each phase that the attacker has weapons for, where neither the phase nor anything that decides
/// it is said; else the one attack. A phase in which the attack cannot be made is left out, which the others note.
///
/// # Errors
/// An [`Error`] with every mistake that was found.
pub fn prepare_phases(request: &Request) -> Result<Vec<Prepared>, Error> {
    OpenedAttack::find(request)?.phases(request, Detail::Explained)
}

/// Who attacks in which phase, and who is attacked, all looked up.
pub(super) struct OpenedAttack {
    pub(super) turns: Turns,
    pub(super) defender: Chosen,
}

impl OpenedAttack {
    /// Looks up the units of a request.
    pub(super) fn find(request: &Request) -> Result<Self, Error> {
        few_enough(1 + request.then.len())?;
        let library = Library::open(&request.profiles)?;
        let (phase, first) = phase_of(&request.attacker);
        let (attacker, defender) = find(&library, first, &request.defender)?;
        let game: Vec<String> = attacker.0.game.clone().into_iter().collect();
        let mut turns = Turns::first(attacker, first, phase.or(request.phase));
        for typed in &request.then {
            let (phase, name) = match Phase::named(typed.trim()) {
                // A phase alone is the first unit's.
                Some(phase) if !library.is_name(typed) => (Some(phase), first),
                _ => phase_of(typed),
            };
            let phase = phase.or(request.phase);
            if !turns.again(name, phase) {
                turns.add(look_up(&library, name, &game)?, name, phase);
            }
        }
        Ok(Self { turns, defender })
    }

    /// The unit that attacks first, or the one that is attacked.
    pub(super) fn unit(&self, side: Owner) -> &Chosen {
        if side == Owner::Attacker { &self.turns.units[0] } else { &self.defender }
    }

    /// All the attacks, in the phase that a request says where none precedes a name.
    pub(super) fn put_together(&self, request: &Request, detail: Detail) -> Result<Prepared, Error> {
        put_together(&self.turns.in_phase(request.phase), &self.defender, request, detail)
    }

    /// The attack of the first unit alone, in the phase that a request says.
    pub(super) fn prepare(&self, request: &Request, detail: Detail) -> Result<Prepared, Error> {
        let turns = self.turns.only(request.phase);
        put_together(&turns, &self.defender, request, detail)
    }

    /// The attack, or one for each phase where that is left open.
    pub(super) fn phases(&self, request: &Request, detail: Detail) -> Result<Vec<Prepared>, Error> {
        let one = put_together(&self.turns, &self.defender, request, detail);
        match one {
            Err(error) if self.turns.attacks.len() == 1 && asks_for_phase(&error) => {}
            one => {
                let mut one = one.map_err(says_phase_in_front)?;
                one.notes.extend((detail == Detail::Explained).then(|| self.other_phase(&one, request)).flatten());
                return Ok(vec![one]);
            }
        }
        let (mut prepared, mut refused) = (Vec::new(), Vec::new());
        for phase in Phase::ALL {
            let request = Request { phase: Some(phase), ..request.clone() };
            let turns = self.turns.only(Some(phase));
            match put_together(&turns, &self.defender, &request, detail) {
                Ok(one) => prepared.push(one),
                Err(error) => refused.push((phase, error)),
            }
        }
        if prepared.is_empty() {
            return Err(refused.swap_remove(0).1);
        }
        for (phase, error) in refused {
            let why = error.diagnostics.first().map_or(error.message, |mistake| mistake.message.clone());
            prepared.iter_mut().for_each(|one| one.notes.push(format!("not in the {} phase: {why}", phase.name())));
        }
        name_phases(&mut prepared);
        Ok(prepared)
    }

    /// Says which phase is left out where a situation of one phase was asked for, and which situation that is.
    fn other_phase(&self, one: &Prepared, request: &Request) -> Option<String> {
        if request.phase.is_some() || request.with.is_empty() || self.turns.attacks.len() > 1 {
            return None;
        }
        let prepared = |with: Vec<String>, phase: Option<Phase>| {
            let request = Request { with, phase, ..request.clone() };
            put_together(&self.turns.only(phase), &self.defender, &request, Detail::Bare)
        };
        let is_open = |with: Vec<String>| prepared(with, None).is_err_and(|error| asks_for_phase(&error));
        if !is_open(Vec::new()) {
            return None;
        }
        let parts: Vec<String> = request.with.iter().flat_map(|text| parts(one.game, text)).collect();
        let part = parts.into_iter().find(|part| !is_open(vec![part.clone()]))?;
        let is_it = |phase: &Phase| {
            let same = |other: Prepared| other.engaged.engagement == one.engaged.engagement;
            prepared(request.with.clone(), Some(*phase)).is_ok_and(same)
        };
        let phase = Phase::ALL.into_iter().find(is_it)?;
        let other = phase.other();
        Some(format!("`{part}` is of the {} phase; the attack in the {} phase is left out", phase.name(), other.name()))
    }
}

/// Of several attacks each says its own phase.
fn says_phase_in_front(mut error: Error) -> Error {
    for mistake in error.diagnostics.iter_mut().filter(|mistake| mistake.asks_for_phase) {
        mistake.help = Some("write `shooting:` or `combat:` in front of its name".to_owned());
    }
    error
}

fn asks_for_phase(error: &Error) -> bool {
    error.diagnostics.iter().any(|mistake| mistake.asks_for_phase)
}

/// Names the phase in notes that do not belong to all; what changes something in any phase is not called idle in another.
fn name_phases(prepared: &mut [Prepared]) {
    let notes: Vec<Vec<String>> = prepared.iter().map(|one| one.notes.clone()).collect();
    let of_all = |note: &String| notes.iter().all(|notes| notes.contains(note));
    let is_idle =
        |note: &String| note.contains("` changes nothing in this attack") || note.contains("` adds nothing to ");
    for one in prepared.iter_mut().filter(|_| notes.len() > 1) {
        let phase = one.request.phase.map_or("", Phase::name);
        one.notes.retain(|note| of_all(note) || !is_idle(note));
        one.notes.iter_mut().filter(|note| !of_all(note)).for_each(|note| *note = format!("{phase}: {note}"));
    }
}

/// Prepares the attacks of some units on another, without [`Engaged::explained`].
///
/// # Errors
/// An [`Error`] with every mistake that was found.
pub fn prepare_units(attackers: &[Chosen], defender: &Chosen, request: &Request) -> Result<Prepared, Error> {
    put_together(&Turns::of(attackers, request.phase), defender, request, Detail::Noted)
}

pub(super) fn put_together(
    turns: &Turns,
    defender: &Chosen,
    request: &Request,
    detail: Detail,
) -> Result<Prepared, Error> {
    few_enough(turns.attacks.len())?;
    let found = Diagnostics::default();
    let mut notes = Vec::new();
    let units: Vec<&Chosen> = turns.units.iter().chain([defender]).collect();
    let Some((game, mut documents)) = read_units(&units, &found, &mut notes)? else {
        return Err(Error::mistakes(found.into_list()));
    };
    let defender = documents.len() - 1;
    for setting in Setting::read_all(&request.set)? {
        let document = &mut documents[if setting.of_defender { defender } else { 0 }];
        setting.apply(game, document, &found, &mut notes)?;
    }
    may_be_attacked(game, &documents[defender])?;
    let whole = whole_names(&request.with, || documents.iter().flat_map(|unit| unit.names("ability")).collect());
    let whole = whole.map(|with| Request { with, ..request.clone() });
    let request = whole.as_ref().unwrap_or(request);
    let mut encounter = Encounter {
        attacks: turns.attacks.iter().map(|(by, phase)| Attack { by: *by, on: defender, phase: *phase }).collect(),
        units: documents.into_iter().map(Profile::from).collect(),
        mode: one_of("mode", request.mode.as_deref(), game.modes, game)?.to_owned(),
        edition: one_of("edition", request.edition.as_deref(), game.editions, game)?.to_owned(),
        with: clauses(game, &request.with, (&turns.names(), &[names_of(&units[defender].0, &request.defender)]))?,
        picks: request.weapons.iter().filter(|name| !is_each(name)).map(|name| pick(name)).collect(),
        order: request.order.iter().flat_map(|text| split(text)).collect(),
        rulings: request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<_, _>>()?,
        explained: detail == Detail::Explained,
        ..Encounter::default()
    };
    notes.extend(game.moments.puts_in_order(&mut encounter, game.engage));
    payable(game, &encounter, request.points)?;
    let judged = (request.method, request.seed, aim(request.metric.as_deref()));
    let mut engaged = settled(game, &mut encounter, found, judged, &mut notes)?;
    notes.extend(engaged.notes.iter().cloned());
    encounter.explained = false;
    if detail != Detail::Bare {
        idle(game, &mut encounter, &engaged, &mut notes);
    }
    keep_for(judged.2, &mut engaged.engagement);
    healed_in_between(&encounter, &engaged)?;
    let all = engaged.attackers.iter().chain([&engaged.defender]);
    let head = Head {
        not_computed: NotComputed::of(all.map(|unit| &**unit)),
        rulings: chosen_rulings(game, request)?,
        mode: differs(&encounter.mode, game.modes),
        edition: differs(&encounter.edition, game.editions),
        uncertain: UncertainLine::of(&engaged),
        tag: (!is_plain(&units, request)).then(|| own_texts(units.iter().copied())),
        ..Head::new(game.id, request, String::new())
    };
    let alone = each_alone(&engaged, turns, units[units.len() - 1], request)?;
    let is_plain_but_for_phase = is_plain(&units, &Request { phase: None, ..request.clone() });
    // What the answer is wanted for changes nothing unless a die is kept for it.
    let metric = request.metric.clone().filter(|_| engaged.engagement.held_reroll.is_some());
    let request = Request { metric, ..request.clone() };
    Ok(Prepared { game, engaged, notes, alone, head, request, encounter, is_plain_but_for_phase })
}

/// The attack with each of the weapons that it might be made with, if `--weapon each` asks for it.
fn each_alone(engaged: &Engaged, turns: &Turns, defender: &Chosen, request: &Request) -> Result<Vec<Prepared>, Error> {
    if !request.weapons.iter().any(|name| is_each(name)) {
        return Ok(Vec::new());
    }
    if turns.attacks.len() > 1 {
        let message = "`--weapon each` answers for the weapons of one attack";
        return Err(Error::usage(message.to_owned()).hint("leave out `--then`".to_owned()));
    }
    let mut names: Vec<&String> = Vec::new();
    for name in &engaged.among {
        if !names.iter().any(|entry| same(entry, name)) {
            names.push(name);
        }
    }
    let alone = |name: &String| {
        let request = Request { weapons: vec![name.clone()], ..request.clone() };
        put_together(turns, defender, &request, Detail::Noted)
    };
    names.into_iter().map(alone).collect()
}

/// Whether nothing but the names of two units that are built in was given.
fn is_plain(units: &[&Chosen], request: &Request) -> bool {
    let names = Request {
        attacker: request.attacker.clone(),
        defender: request.defender.clone(),
        profiles: request.profiles.clone(),
        method: request.method,
        seed: request.seed,
        metric: request.metric.clone(),
        ..Request::default()
    };
    let is_whole = |(unit, models): &&Chosen| {
        unit.source.is_built_in() && unit.leaders.is_empty() && unit.loadout.is_none() && models.is_none()
    };
    // Some names belong to units of several games; without its game a unit is named only where the other decides.
    let says_game = |typed: &str| typed.contains('/');
    *request == names
        && units.iter().all(is_whole)
        && ![&request.attacker, &request.defender].into_iter().any(|typed| says_game(typed))
}

/// The profiles of units of one game at the size asked for, joined to their leaders; `None` if one names no game.
fn read_units(
    units: &[&Chosen],
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<Option<(&'static Game, Vec<Document>)>, Error> {
    let mut documents: Vec<Document> = units.iter().map(|(unit, _)| unit.document(found)).collect();
    let games: Vec<Option<&'static Game>> = documents.iter().map(|d| games::game_of(d, found)).collect();
    let Some(games) = games.into_iter().collect::<Option<Vec<&'static Game>>>() else {
        return Ok(None);
    };
    let game = games[0];
    if let Some(other) = games.iter().position(|other| other.id != game.id) {
        let name = |index: usize| units[index].0.name.clone();
        let [mine, theirs] = games::told_apart(game, games[other]);
        let message = format!("{} is a unit of {mine}, {} one of {theirs}", name(0), name(other));
        return Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()));
    }
    for (document, unit) in documents.iter_mut().zip(units) {
        form(game, unit, document, found, notes)?;
    }
    Ok(Some((game, documents)))
}

impl Prepared {
    /// The defender's profile, everything set that was asked for.
    pub fn defender(&self) -> &Document {
        self.encounter.units[self.encounter.attacks[0].on].document()
    }

    /// The profile of the first attacker, everything set that was asked for.
    pub(super) fn attacking(&self) -> &Document {
        self.encounter.units[self.encounter.attacks[0].by].document()
    }

    /// The phase, if it was given or left open.
    pub(super) fn phase(&self) -> Option<Phase> {
        self.request.phase
    }

    /// Every ruling of the game: how this attack reads it, and whether it matters here.
    pub fn rulings(&self) -> Vec<RulingLine> {
        let line = |ruling: &'static Ruling| {
            let value = self.encounter.ruling(self.game.rulings, ruling.name).to_owned();
            let others = ruling.values.iter().filter(|other| **other != value);
            let matters = others.into_iter().any(|other| {
                let mut read = self.encounter.clone();
                read.rulings.push((ruling.name.to_owned(), (*other).to_owned()));
                let engaged = (self.game.engage)(&read, &Diagnostics::default());
                !engaged.is_ok_and(|it| it.is_some_and(|it| it.engagement == self.engaged.engagement))
            });
            RulingLine { ruling, chosen: value != ruling.values[0], value, matters }
        };
        self.game.rulings.iter().map(line).collect()
    }

    /// Who attacks whom, with sizes and points, and one line for each option that was given.
    pub fn title(&self) -> (String, Vec<(String, String)>) {
        (
            titled(self.game.id, &headline(&self.attacker(), &line(&self.engaged.defender))),
            self.head.lines().into_iter().chain(self.head.left_out()).collect(),
        )
    }

    /// What was asked of the game, every choice made.
    pub(super) fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// What was asked, without the command.
    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    pub(super) fn attacker(&self) -> UnitLine {
        together(&self.engaged.attackers, &self.encounter.attacks)
    }

    /// The answers in the phases of a request as one.
    pub(crate) fn in_phases(&self, reports: Vec<Report>, options: &Options) -> Phases {
        let notes = each_once(reports.iter().flat_map(|report| report.head.notes.iter().cloned()));
        if let [only] = &reports[..] {
            return Phases::of(Head { notes, ..only.head.clone() }, reports);
        }
        let request = Request { phase: None, ..self.request.clone() };
        let tag = self.head.tag.filter(|_| !self.is_plain_but_for_phase);
        let head = Head { phase: None, tag, notes, ..self.head.clone() };
        let mut head = request_again(&request, head, options);
        reports[0].metric.iter().for_each(|metric| head.draw(metric));
        Phases::of(head, reports)
    }

    /// The attack put together once more, from profiles that have been read: the benches time it.
    #[doc(hidden)]
    pub fn engaged_anew(&self) -> Option<Engaged> {
        (self.game.engage)(&self.encounter, &Diagnostics::default()).ok().flatten()
    }

    /// Computes the attack. `progress` is told how many trials are done.
    ///
    /// # Errors
    /// An [`Error`] that names the limit that is exceeded.
    pub fn report(&self, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<(Report, Answer), Error> {
        let answer = engine::run(&self.engaged.engagement, options, progress)?;
        let mut head = request_again(&self.request, Head { notes: self.notes.clone(), ..self.head.clone() }, options);
        head.notes.extend(answer.fell_back.then(fell_back));
        let trials = answer.outcome.trials.or(answer.sampled.as_ref().and_then(|sampled| sampled.trials));
        let (stages, weapons) = stages_of(&answer.outcome);
        let report = Report {
            head,
            attacker: self.attacker(),
            defender: line(&self.engaged.defender),
            left: Left::of(&answer.outcome),
            method: match (&answer.sampled, trials) {
                (Some(_), _) => "both",
                (None, Some(_)) => "sampled",
                (None, None) => "exact",
            },
            trials,
            stages,
            weapons,
            results: results(&answer.outcome, &self.engaged),
            sampled: answer.sampled.as_ref().map(|outcome| results(outcome, &self.engaged)),
            agreement: answer.agreement.as_ref().map(|agreement| {
                let first = &agreement.metrics[0];
                let holds = agreement.holds();
                AgreementLine { chi_square: first.chi_square, degrees: first.degrees, p: first.p, holds }
            }),
            metric: None,
            alone: self.alone.iter().map(|one| Ok(one.report(options, progress)?.0)).collect::<Result<_, Error>>()?,
        };
        Ok((report, answer))
    }
}

/// Why dice were rolled where nobody asked for them.
fn fell_back() -> String {
    format!(
        "the exact answer takes more than {AUTO_WORK:e} multiplications (AUTO_WORK) or a table of more than {MAX_CELLS} probabilities (MAX_CELLS), so dice were rolled; `--method exact` tries for longer"
    )
}

/// What was asked, with the command that asks it again.
fn request_again(request: &Request, head: Head, options: &Options) -> Head {
    let command = one_command(request, options);
    // With other dice it is another question.
    let tag = head.tag.or((one_command(request, &Options::default()) != command).then_some(0));
    Head { command, tag, seed: Some(options.sampling.seed), ..head }.warned(request.units(), request)
}

/// What asks for one attack.
pub(super) fn one_command(request: &Request, options: &Options) -> String {
    let command = Command::new("attack").word(&request.attacker).word(&request.defender);
    command.each("--metric", &request.metric).table(request).options(options).text()
}

/// A unit as a report names it.
pub(super) fn line(facts: &UnitFacts) -> UnitLine {
    UnitLine { name: facts.name.clone(), points: facts.points, models: facts.models }
}

/// Several attacks as one line: the names of their units, with the phase where phases differ; points and models of each
/// unit once.
fn together(units: &[Arc<UnitFacts>], attacks: &[Attack]) -> UnitLine {
    let phases_differ = attacks.iter().any(|attack| attack.phase != attacks[0].phase);
    let name = |(unit, attack): (&Arc<UnitFacts>, &Attack)| match attack.phase.filter(|_| phases_differ) {
        Some(phase) => format!("{} ({})", unit.name, phase.name()),
        None => unit.name.clone(),
    };
    let names: Vec<String> = units.iter().zip(attacks).map(name).collect();
    let is_new = |place: &usize| attacks[..*place].iter().all(|before| before.by != attacks[*place].by);
    let each = || (0..units.len()).filter(is_new).map(|place| &units[place]);
    let points: Option<u32> = each().map(|unit| unit.points).sum();
    UnitLine { name: names.join(", then "), points, models: each().map(|unit| unit.models).sum() }
}
