//! One attack from what somebody asked to a report: find the units, change them as asked, let the game put them together,
//! compute.

use std::path::PathBuf;
use std::sync::Arc;

use super::choices::answer_questions;
use super::results::results;
use super::units::{Chosen, attach, find, look_up, resize, set};
use crate::engine::{self, Answer, Options, Refusal};
use crate::error::Error;
use crate::games::{self, Clause, Engaged, Game, Matchup, Owner, Phase, Pick, Ruling, UnitFacts};
use crate::profile::{Diagnostics, Document, Library, Profile, Source};
use crate::report::{AgreementLine, Report, UnitLine};
use crate::words::{did_you_mean, same};

/// What was asked, as it was typed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// Who attacks: a name, a path, `-`, or `20 termagants`.
    pub attacker: String,
    /// Who is attacked.
    pub defender: String,
    /// Who attacks next, one after the other, on what is left.
    pub then: Vec<String>,
    /// How the game is played, if it was said.
    pub mode: Option<String>,
    /// The edition, if it was said.
    pub edition: Option<String>,
    /// Situations and effects; a comma separates.
    pub with: Vec<String>,
    /// Values of profiles: `defender.save=4+`.
    pub set: Vec<String>,
    /// Rulings: `twin-linked=fish`.
    pub rulings: Vec<String>,
    /// The phase, if it was said.
    pub phase: Option<Phase>,
    /// Weapons where only one of several is used; `best` chooses.
    pub weapons: Vec<String>,
    /// Weapons in the order in which they are resolved; a comma separates.
    pub order: Vec<String>,
    /// Folders with profiles.
    pub profiles: Vec<PathBuf>,
}

/// An attack that is ready to be computed.
#[derive(Debug)]
pub struct Prepared {
    /// The game.
    pub game: &'static Game,
    /// The defender's profile, everything set that was asked for.
    pub defender: Document,
    /// The attack itself, every question answered.
    pub engaged: Engaged,
    /// What a player should know.
    pub notes: Vec<String>,
    with: Vec<String>,
    rulings: Vec<(String, String)>,
    matchup: Matchup,
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
    let library = Library::open(&request.profiles)?;
    let (attacker, defender) = find(&library, &request.attacker, &request.defender)?;
    let game: Vec<String> = attacker.0.game.clone().into_iter().collect();
    let mut attackers = vec![attacker];
    for typed in &request.then {
        attackers.push(look_up(&library, typed, &game)?);
    }
    put_together(&attackers, &defender, request, true)
}

/// Prepares the attacks of some units on another, without [`Engaged::explained`].
///
/// # Errors
/// An [`Error`] with every mistake that was found.
pub fn prepare_units(attackers: &[Chosen], defender: &Chosen, request: &Request) -> Result<Prepared, Error> {
    put_together(attackers, defender, request, false)
}

fn put_together(
    attackers: &[Chosen],
    defender: &Chosen,
    request: &Request,
    explained: bool,
) -> Result<Prepared, Error> {
    let found = Diagnostics::default();
    let mut notes = Vec::new();
    let units: Vec<&Chosen> = attackers.iter().chain([defender]).collect();
    let Some((game, mut documents)) = read(&units, &found, &mut notes)? else {
        return Err(Error::mistakes(found.into_list()));
    };
    for text in &request.set {
        set(game, &mut documents, text, &found, &mut notes)?;
    }
    let defender = documents.pop().expect("the defender was read last");
    let matchup = Matchup {
        attackers: documents.into_iter().map(Profile::from).collect(),
        defender: defender.clone().into(),
        mode: one_of("mode", request.mode.as_deref(), game.modes, game)?,
        edition: one_of("edition", request.edition.as_deref(), game.editions, game)?,
        with: clauses(&request.with, attackers.len())?,
        phase: request.phase,
        picks: request.weapons.iter().map(|name| pick(name)).collect(),
        order: request.order.iter().flat_map(|text| split(text)).collect(),
        rulings: request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<_, _>>()?,
        explained,
        answers: Vec::new(),
    };
    let (matchup, engaged) = answer_questions(game, matchup, found, &mut notes)?;
    let with = request.with.iter().flat_map(|text| split(text)).collect();
    let rulings = request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<Vec<_>, _>>()?;
    let differs = |(name, value): &(String, String)| {
        game.rulings.iter().any(|ruling| ruling.name == name && ruling.values[0] != value)
    };
    let rulings = rulings.into_iter().filter(differs).collect();
    Ok(Prepared { game, defender, engaged, notes, with, rulings, matchup })
}

/// The profiles of units of one game, of the size that was asked for, joined to their leaders; `None` if one says of no
/// game.
fn read(
    units: &[&Chosen],
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<Option<(&'static Game, Vec<Document>)>, Error> {
    let mut documents: Vec<Document> = units.iter().map(|(unit, _)| Document::read(&unit.source, found)).collect();
    let games: Vec<Option<&'static Game>> = documents.iter().map(|d| games::game_of(d, found)).collect();
    let Some(games) = games.into_iter().collect::<Option<Vec<&'static Game>>>() else {
        return Ok(None);
    };
    let game = games[0];
    if let Some(other) = games.iter().position(|other| other.id != game.id) {
        let name = |index: usize| units[index].0.name.clone();
        let title = games[other].title;
        let message = format!("{} is a unit of {}, {} one of {title}", name(0), game.title, name(other));
        return Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()));
    }
    for (document, (_, models)) in documents.iter_mut().zip(units) {
        if let Some(models) = models {
            notes.extend(resize(game, document, *models, &format!("{models} models"))?);
        }
    }
    for (document, (unit, _)) in documents.iter_mut().zip(units) {
        attach(game, document, &unit.leaders, found, notes)?;
    }
    Ok(Some((game, documents)))
}

impl Prepared {
    /// Every ruling of the game: how this attack reads it, and whether it matters here.
    pub fn rulings(&self) -> Vec<RulingLine> {
        let line = |ruling: &'static Ruling| {
            let value = self.matchup.ruling(self.game.rulings, ruling.name).to_owned();
            let others = ruling.values.iter().filter(|other| **other != value);
            let matters = others.into_iter().any(|other| {
                let mut read = self.matchup.clone();
                read.rulings.push((ruling.name.to_owned(), (*other).to_owned()));
                let engaged = (self.game.engage)(&read, &Diagnostics::default());
                !engaged.is_ok_and(|it| it.is_some_and(|it| it.engagement == self.engaged.engagement))
            });
            RulingLine { ruling, chosen: value != ruling.values[0], value, matters }
        };
        self.game.rulings.iter().map(line).collect()
    }

    /// How the game is played, where that is not the default: `mode` or `edition`, and which.
    pub fn variant(&self) -> Vec<(&'static str, String)> {
        let all =
            [("mode", &self.matchup.mode, self.game.modes), ("edition", &self.matchup.edition, self.game.editions)];
        let differs = all.into_iter().filter(|(_, value, known)| known.first().is_some_and(|first| first != value));
        differs.map(|(name, value, _)| (name, value.clone())).collect()
    }

    /// Computes the attack. `progress` is told how many trials are done.
    ///
    /// # Errors
    /// An [`Error`] that names the limit that is exceeded.
    pub fn report(&self, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<(Report, Answer), Error> {
        let answer = engine::run(&self.engaged.engagement, options, progress).map_err(|refusal| refused(&refusal))?;
        let report = Report {
            game: self.game.id,
            attacker: together(&self.engaged.attackers),
            defender: line(&self.engaged.defender),
            with: self.with.clone(),
            rulings: self.rulings.clone(),
            variant: self.variant(),
            seed: options.sampling.seed,
            results: results(&answer.outcome, &self.engaged),
            sampled: answer.sampled.as_ref().map(|outcome| results(outcome, &self.engaged)),
            agreement: answer.agreement.as_ref().map(|agreement| {
                let first = &agreement.metrics[0];
                let holds = agreement.holds();
                AgreementLine { chi_square: first.chi_square, degrees: first.degrees, p: first.p, holds }
            }),
            metric: None,
        };
        Ok((report, answer))
    }
}

/// What a refusal of the engines is to a person.
pub(crate) fn refused(refusal: &Refusal) -> Error {
    let hint = match refusal {
        Refusal::Limit(_) => Some("fewer models, attacks or points are computed".to_owned()),
        Refusal::TooLarge => Some("`--method sampled` rolls dice instead".to_owned()),
        Refusal::Trials(_) => None,
    };
    Error::usage(refusal.to_string()).hint(hint)
}

fn line(facts: &UnitFacts) -> UnitLine {
    UnitLine { name: facts.name.clone(), points: facts.points, models: facts.models }
}

/// Several attackers as one line: their names, points and models together.
fn together(units: &[Arc<UnitFacts>]) -> UnitLine {
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    let points: Option<u32> = units.iter().map(|unit| unit.points).sum();
    UnitLine { name: names.join(", then "), points, models: units.iter().map(|unit| unit.models).sum() }
}

/// A mode or an edition: what was said if the game has it, else its default.
fn one_of(what: &str, said: Option<&str>, known: &[&'static str], game: &Game) -> Result<String, Error> {
    let Some(said) = said else { return Ok(known.first().copied().unwrap_or_default().to_owned()) };
    if known.is_empty() {
        return Err(Error::usage(format!("{} has no `--{what}`", game.id)));
    }
    let found = known.iter().find(|word| same(word, said)).map(|word| (*word).to_owned());
    found.ok_or_else(|| {
        Error::usage(format!("`--{what} {said}`: {} has no such {what}", game.id))
            .hint(did_you_mean(said, known.iter().copied()))
            .hint(format!("there are {}", known.join(", ")))
    })
}

fn split(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The parts of every `--with`, with whose they are if that is said, and of which attack: `2: flank`.
fn clauses(with: &[String], attacks: usize) -> Result<Vec<Clause>, Error> {
    let mut clauses = Vec::new();
    for text in with {
        let source = Source::new("--with", text.clone());
        for part in split(text) {
            let (number, part) = match part.split_once(':') {
                Some((n, rest)) if n.trim().bytes().all(|b| b.is_ascii_digit()) => (Some(n.trim()), rest),
                _ => (None, part.as_str()),
            };
            let attack = number.map(|n| attack_of(n, attacks)).transpose()?;
            let (owner, text) = match part.split_once(':') {
                Some((side, rest)) if same(side, "attacker") => (Some(Owner::Attacker), rest),
                Some((side, rest)) if same(side, "defender") => (Some(Owner::Defender), rest),
                _ => (None, part),
            };
            clauses.push(Clause { attack, owner, text: text.trim().to_owned(), source: source.clone() });
        }
    }
    Ok(clauses)
}

/// The number of an attack, counted from 0.
fn attack_of(number: &str, attacks: usize) -> Result<usize, Error> {
    let known = number.parse().ok().filter(|n| (1..=attacks).contains(n));
    let message = || format!("`{number}:` before a `--with` counts attacks, from 1 to {attacks}");
    known.map(|n: usize| n - 1).ok_or_else(|| Error::usage(message()))
}

fn pick(name: &str) -> Pick {
    if same(name, "best") { Pick::Best } else { Pick::Named(name.to_owned()) }
}

/// `NAME=VALUE`, both known to the game.
fn ruling(game: &Game, text: &str) -> Result<(String, String), Error> {
    let list = format!("`warodds list rulings {}` shows all", game.id);
    let shape = || Error::usage(format!("`--ruling {text}` is not NAME=VALUE")).hint(list.clone());
    let (name, value) = text.split_once('=').ok_or_else(shape)?;
    let Some(ruling) = game.rulings.iter().find(|ruling| same(ruling.name, name)) else {
        let help = did_you_mean(name, game.rulings.iter().map(|ruling| ruling.name));
        return Err(Error::usage(format!("there is no ruling `{}` in {}", name.trim(), game.id)).hint(help).hint(list));
    };
    let Some(value) = ruling.values.iter().find(|known| same(known, value)) else {
        let message = format!("`{}` is no reading of the ruling `{}`", value.trim(), ruling.name);
        return Err(Error::usage(message).hint(format!("there are {}", ruling.values.join(", "))));
    };
    Ok((ruling.name.to_owned(), (*value).to_owned()))
}
