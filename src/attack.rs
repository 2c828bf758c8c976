//! One attack from what somebody asked to a report: find the units, change them as asked, let the game put them together,
//! compute.

use std::path::PathBuf;

use crate::engine::{self, Answer, Options, Outcome, Refusal};
use crate::error::Error;
use crate::games::{
    self, Clause, Engaged, Game, Goal, Matchup, Owner, Phase, Pick, Reading, Recovery, Ruling, UnitFacts,
};
use crate::profile::{Diagnostic, Diagnostics, Document, Found, Library, NotFound, Place, Source};
use crate::report::{AgreementLine, Chance, Metric, Report, Results, StageLine, UnitLine, WeaponLine};
use crate::sequence::{MAX_MODELS, Side};
use crate::stats::{Pmf, Summary, wilson};
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

/// Whose value `--set` changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Attacker,
    Defender,
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
    prepare_units(&attackers, &defender, request)
}

/// One unit of a game, as it was typed, its number of models set.
///
/// # Errors
/// A unit that cannot be found or read.
pub(crate) fn found_unit(game: &'static Game, typed: &str, profiles: &[PathBuf]) -> Result<Document, Error> {
    let library = Library::open(profiles)?;
    let found = Diagnostics::default();
    let (unit, models) = look_up(&library, typed, &[game.id.to_owned()])?;
    let mut document = Document::read(&unit.source, &found);
    if document.game().is_some_and(|id| id != game.id) {
        return Err(Error::usage(format!("`{typed}` is no unit of {}", game.title)));
    }
    if let Some(models) = models {
        resize(game, &mut document, models, typed)?;
    }
    attach(game, &mut document, &unit.leaders, &found, &mut Vec::new())?;
    if found.is_empty() { Ok(document) } else { Err(Error::mistakes(found.into_list())) }
}

/// A unit, and its number of models if it is not the profile's.
pub type Chosen = (Found, Option<u64>);

/// Prepares the attacks of some units on another.
///
/// # Errors
/// An [`Error`] with every mistake that was found.
pub fn prepare_units(attackers: &[Chosen], defender: &Chosen, request: &Request) -> Result<Prepared, Error> {
    let found = Diagnostics::default();
    let units: Vec<&Chosen> = attackers.iter().chain([defender]).collect();
    let mut documents: Vec<Document> = units.iter().map(|(unit, _)| Document::read(&unit.source, &found)).collect();
    let games: Vec<Option<&'static Game>> = documents.iter().map(|d| games::game_of(d, &found)).collect();
    let Some(games) = games.into_iter().collect::<Option<Vec<&'static Game>>>() else {
        return Err(Error::mistakes(found.into_list()));
    };
    let game = games[0];
    if let Some(other) = games.iter().position(|other| other.id != game.id) {
        let name = |index: usize| units[index].0.name.clone();
        let title = games[other].title;
        let message = format!("{} is a unit of {}, {} one of {title}", name(0), game.title, name(other));
        return Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()));
    }
    let mut notes = Vec::new();
    for (document, (_, models)) in documents.iter_mut().zip(&units) {
        if let Some(models) = models {
            notes.extend(resize(game, document, *models, &format!("{models} models"))?);
        }
    }
    for (document, (unit, _)) in documents.iter_mut().zip(&units) {
        attach(game, document, &unit.leaders, &found, &mut notes)?;
    }
    for text in &request.set {
        set(game, &mut documents, text, &found, &mut notes)?;
    }
    let defender = documents.pop().expect("the defender was read last");
    let matchup = Matchup {
        attackers: documents,
        defender,
        mode: one_of("mode", request.mode.as_deref(), game.modes, game)?,
        edition: one_of("edition", request.edition.as_deref(), game.editions, game)?,
        with: clauses(&request.with)?,
        phase: request.phase,
        picks: request.weapons.iter().map(|name| pick(name)).collect(),
        order: request.order.iter().flat_map(|text| split(text)).collect(),
        rulings: request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<_, _>>()?,
        answers: Vec::new(),
    };
    let defender = matchup.defender.clone();
    let (matchup, engaged) = answer_questions(game, matchup, found, &mut notes)?;
    let with = request.with.iter().flat_map(|text| split(text)).collect();
    let rulings = request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<Vec<_>, _>>()?;
    let differs = |(name, value): &(String, String)| {
        game.rulings.iter().any(|ruling| ruling.name == name && ruling.values[0] != value)
    };
    let rulings = rulings.into_iter().filter(differs).collect();
    Ok(Prepared { game, defender, engaged, notes, with, rulings, matchup })
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
fn together(units: &[UnitFacts]) -> UnitLine {
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    let points: Option<u32> = units.iter().map(|unit| unit.points).sum();
    UnitLine { name: names.join(", then "), points, models: units.iter().map(|unit| unit.models).sum() }
}

/// The results of an outcome, in the order of every output.
fn results(outcome: &Outcome, engaged: &Engaged) -> Results {
    let metric = |name, pmf: Pmf| {
        let summary = Summary::of(&pmf, outcome.trials);
        Metric { name, pmf, summary }
    };
    let stages = |stages: &[engine::StageMoments]| -> Vec<StageLine> {
        let line = |s: &engine::StageMoments| StageLine { name: s.name, mean: s.moments.mean, sd: s.moments.sd() };
        stages.iter().map(line).collect()
    };
    // A total that a game reads as a chance is not shown as a number too.
    let shown = |name: &&'static str| !engaged.readings.contains(&Reading::Any(name));
    let totals = outcome.totals.iter().filter(|(name, _)| shown(name));
    let mut totals = totals.map(|(name, pmf)| metric(name, pmf.clone()));
    let mut metrics: Vec<Metric> = totals.next().into_iter().collect();
    metrics.push(metric("wounds-lost", outcome.wounds_lost(Side::Defender)));
    metrics.push(metric("slain", outcome.slain(Side::Defender)));
    metrics.extend(totals);
    if outcome.has(Side::Attacker) {
        metrics.push(metric("attacker-wounds-lost", outcome.wounds_lost(Side::Attacker)));
    }
    if !engaged.recoveries.is_empty() {
        let body = &outcome.bodies()[0];
        let each = usize::from(body.groups[0].wounds);
        let lost = recovered(outcome.distribution(|lost| lost[0]), &engaged.recoveries, body.wounds(), each);
        metrics.push(metric("wounds-left", lost.map(|lost| body.wounds() - lost)));
        metrics.push(metric("models-left", lost.map(|lost| usize::from(body.groups[0].models) - lost / each)));
    }
    let chance = |name, p| Chance { name, p, interval: outcome.trials.map(|n| wilson(p, n)) };
    let mut chances = vec![chance("destroyed", outcome.destroyed(Side::Defender))];
    chances.extend(engaged.chances.iter().map(|(name, bodies)| chance(name, outcome.gone(bodies))));
    if let Some(table) = outcome.who_is_down() {
        let names = ["both-down", "only-target-down", "only-attacker-down", "neither-down"];
        chances.extend(names.into_iter().zip(table).map(|(name, p)| chance(name, p)));
    }
    for reading in &engaged.readings {
        match reading {
            Reading::Worth { name, body, worth } => {
                metrics.push(metric(name, outcome.distribution(|lost| usize::from(worth[lost[*body]]))));
            }
            Reading::Lost { name, body, least } => {
                let lost = outcome.distribution(|lost| usize::from(lost[*body] >= usize::from(*least)));
                chances.push(chance(name, lost.at(1)));
            }
            Reading::Any(name) => chances.extend(outcome.total(name).map(|pmf| chance(name, pmf.at_least(1)))),
        }
    }
    Results {
        trials: outcome.trials,
        stages: stages(&outcome.stages),
        weapons: outcome
            .weapons
            .iter()
            .map(|weapon| WeaponLine { name: weapon.name.clone(), stages: stages(&weapon.stages) })
            .collect(),
        metrics,
        chances,
    }
}

/// Joins the leaders' profiles to the unit's (`captain+intercessor-squad`).
fn attach(
    game: &'static Game,
    unit: &mut Document,
    leaders: &[Chosen],
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    for (leader, models) in leaders {
        let Some(attach) = game.attach else {
            let message = format!("{}: units of {} are not attached to each other", leader.name, game.title);
            return Err(Error::usage(message));
        };
        let mut document = Document::read(&leader.source, found);
        if document.game() != Some(game.id) {
            return Err(Error::usage(format!("{} is not a unit of {}", leader.name, game.title)));
        }
        if let Some(models) = models {
            notes.extend(resize(game, &mut document, *models, &format!("{models} models"))?);
        }
        attach(unit, document).map_err(Error::usage)?;
    }
    Ok(())
}

/// One unit: `clanrats`, `20 termagants`, or with its leaders `captain+intercessor-squad`.
fn look_up(library: &Library, typed: &str, games: &[String]) -> Result<Chosen, NotFound> {
    let parts = parts(library, typed);
    let mut units = Vec::new();
    for part in &parts {
        let (models, name) = counted(library, part);
        units.push((library.find(name, games)?, models));
    }
    let (mut unit, models) = units.pop().expect("a text has a last part");
    unit.leaders = units;
    Ok((unit, models))
}

/// The leaders' names and, last, the unit's; a text that names a unit or a file as it stands is one part.
fn parts<'t>(library: &Library, typed: &'t str) -> Vec<&'t str> {
    let whole = typed == "-" || !library.candidates(typed).is_empty() || std::path::Path::new(typed).is_file();
    if whole || !typed.contains('+') { vec![typed] } else { typed.split('+').map(str::trim).collect() }
}

/// The law of points lost once everything that is got back is. A unit that has lost all is gone.
fn recovered(mut law: Pmf, recoveries: &[Recovery], all: usize, each: usize) -> Pmf {
    for recovery in recoveries {
        let die: Vec<f64> = {
            let draw = &recovery.points;
            let mut weights = vec![0.0; draw.values.iter().max().map_or(1, |most| usize::from(*most) + 1)];
            draw.values.iter().for_each(|value| weights[usize::from(*value)] += 1.0);
            weights
        };
        let plus = Pmf::certain(usize::from(recovery.points.plus));
        let points = (0..recovery.points.dice).fold(plus, |sum, _| sum.plus(&Pmf::from_weights(die.clone())));
        // Healing alone never needs more than one model has.
        let points = if recovery.returns { points } else { points.map(|n| n.min(each)) };
        let mut weights = Vec::new();
        for (lost, p) in law.probabilities().iter().enumerate() {
            for (points, q) in points.probabilities().iter().enumerate() {
                let left = if lost >= all { lost } else { recovery.left(lost, points, each) };
                crate::stats::add_at(&mut weights, left, p * q);
            }
        }
        law = Pmf::from_weights(weights);
    }
    law
}

/// Both units; the game of each helps to find the other.
fn find(library: &Library, attacker: &str, defender: &str) -> Result<(Chosen, Chosen), Error> {
    let games = |typed: &str| -> Vec<String> {
        let unit = parts(library, typed).pop().map_or("", |part| counted(library, part).1);
        let mut games: Vec<String> = library.candidates(unit).iter().filter_map(|unit| unit.game.clone()).collect();
        games.dedup();
        games
    };
    let both = |mine: Vec<String>, theirs: &[String]| -> Vec<String> {
        mine.into_iter().filter(|game| theirs.contains(game)).collect()
    };
    let shared = both(games(attacker), &games(defender));
    let first = look_up(library, attacker, if shared.is_empty() { &[] } else { &shared });
    // A unit that is known for certain decides between the games of the other.
    match first {
        Ok(first) => {
            let game: Vec<String> = first.0.game.clone().into_iter().collect();
            let second = look_up(library, defender, &game)?;
            Ok((first, second))
        }
        Err(error) => match look_up(library, defender, &[]) {
            Ok(second) => {
                let game: Vec<String> = second.0.game.clone().into_iter().collect();
                Ok((look_up(library, attacker, &game).map_err(|_| error)?, second))
            }
            Err(other) => Err(two(error.into(), other.into())),
        },
    }
}

/// Two errors as one, so that both mistakes are seen at once.
fn two(first: Error, second: Error) -> Error {
    let message =
        if first.message == second.message { first.message } else { format!("{}; {}", first.message, second.message) };
    let mut hints = first.hints;
    hints.extend(second.hints);
    hints.dedup();
    Error { message, hints, ..second }
}

/// `20 termagants`: the number of models, and the name; no number where a unit is really called so.
fn counted<'t>(library: &Library, typed: &'t str) -> (Option<u64>, &'t str) {
    let typed = typed.trim();
    let is_number = |n: &str| n.bytes().all(|b| b.is_ascii_digit());
    let split = typed.split_once(char::is_whitespace).filter(|(n, _)| is_number(n));
    let split = split.map(|(n, name)| (n.parse().unwrap_or(u64::MAX), name.trim_start()));
    match split {
        Some((models, name)) if library.candidates(typed).is_empty() => (Some(models), name),
        _ => (None, typed),
    }
}

fn resize(game: &Game, document: &mut Document, models: u64, typed: &str) -> Result<Vec<String>, Error> {
    let most = MAX_MODELS as u64;
    let limit = || format!("`{typed}`: a unit has from 1 to {most} models (MAX_MODELS)");
    let models = u16::try_from(models).ok().filter(|n| (1..=most).contains(&u64::from(*n)));
    let models = models.ok_or_else(|| Error::usage(limit()))?;
    (game.resize)(document, models).map_err(|why| Error::usage(format!("`{typed}`: {why}")))
}

/// One `--set`.
fn set(
    game: &'static Game,
    documents: &mut [Document],
    text: &str,
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    let shape = || {
        Error::usage(format!("`--set {text}` does not say whose value it sets"))
            .hint("write `--set attacker.KEY=VALUE` or `--set defender.KEY=VALUE`".to_owned())
    };
    let (path, value) = text.split_once('=').ok_or_else(shape)?;
    let (side, path) = path.split_once('.').ok_or_else(shape)?;
    let whose = match side.trim() {
        side if same(side, "attacker") => Whose::Attacker,
        side if same(side, "defender") => Whose::Defender,
        _ => return Err(shape()),
    };
    let last = documents.len() - 1;
    let document = &mut documents[if whose == Whose::Defender { last } else { 0 }];
    let path = path.trim();
    if same(path, "models") {
        let models = value
            .trim()
            .parse()
            .map_err(|_| Error::usage(format!("`--set {text}`: `{}` is not a number of models", value.trim())))?;
        notes.extend(resize(game, document, models, text)?);
        return Ok(());
    }
    let source = Source::new("--set", text);
    let place = Place::new(&source, text.len() - value.len()..text.len());
    if let Err(mistake) = document.set(path, value, &place, game.spread) {
        found.push(Diagnostic { place: Place::whole(&source), ..mistake });
    }
    Ok(())
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

/// The parts of every `--with`, with whose they are if that is said.
fn clauses(with: &[String]) -> Result<Vec<Clause>, Error> {
    let mut clauses = Vec::new();
    for text in with {
        let source = Source::new("--with", text.clone());
        for part in split(text) {
            let (owner, text) = match part.split_once(':') {
                Some((side, rest)) if same(side, "attacker") => (Some(Owner::Attacker), rest),
                Some((side, rest)) if same(side, "defender") => (Some(Owner::Defender), rest),
                _ => (None, part.as_str()),
            };
            clauses.push(Clause { owner, text: text.trim().to_owned(), source: source.clone() });
        }
    }
    Ok(clauses)
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

fn engage(game: &Game, matchup: &Matchup, found: &Diagnostics) -> Result<Option<Engaged>, Error> {
    (game.engage)(matchup, found).map_err(|limit| refused(&limit.into()))
}

/// Puts the attack together; where a choice is left to the best, tries every answer and keeps the one with the most
/// damage on average.
fn answer_questions(
    game: &Game,
    mut matchup: Matchup,
    found: Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(Matchup, Engaged), Error> {
    let Some(mut engaged) = engage(game, &matchup, &found)? else { return Err(Error::mistakes(found.into_list())) };
    if !found.is_empty() {
        return Err(Error::mistakes(found.into_list()));
    }
    let mut asked = 0;
    while asked < engaged.questions.len() {
        let question = engaged.questions[asked].clone();
        let mut best = ((f64::MIN, f64::MIN), 0);
        for answer in 0..question.answers.len() {
            matchup.answers.truncate(asked);
            matchup.answers.push(answer);
            let Some(tried) = engage(game, &matchup, &Diagnostics::default())? else { continue };
            let score = score(&tried, question.goal).map_err(|refusal| refused(&refusal))?;
            if better(score, best.0) {
                best = (score, answer);
            }
        }
        matchup.answers.truncate(asked);
        matchup.answers.push(best.1);
        let answer = &question.answers[best.1];
        notes.push(format!("{}: {answer}, which {}", question.what, question.goal.text()));
        engaged = engage(game, &matchup, &Diagnostics::default())?.unwrap_or(engaged);
        asked += 1;
    }
    notes.extend(engaged.notes.iter().cloned());
    idle(game, &matchup, &engaged, notes);
    Ok((matchup, engaged))
}

/// How good an answer is: first what is wanted, then, where that is the same, wounds really lost on average.
type Score = (f64, f64);

fn score(tried: &Engaged, goal: Goal) -> Result<Score, Refusal> {
    if goal == Goal::Damage {
        return Ok((engine::mean_damage(&tried.engagement)?, 0.0));
    }
    let outcome = engine::exact(&tried.engagement)?;
    let lost = outcome.wounds_lost(Side::Defender).mean();
    let wanted = match goal {
        Goal::Damage | Goal::Destroyed => outcome.destroyed(Side::Defender),
        Goal::Chance(name) => {
            tried.chances.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, bodies)| outcome.gone(bodies))
        }
    };
    Ok((wanted, lost))
}

fn better(one: Score, other: Score) -> bool {
    const SAME: f64 = 1e-12;
    one.0 > other.0 + SAME || (one.0 > other.0 - SAME && one.1 > other.1 + SAME)
}

/// Notes what was asked for and changes nothing here.
fn idle(game: &Game, matchup: &Matchup, engaged: &Engaged, notes: &mut Vec<String>) {
    for index in 0..matchup.with.len() {
        let mut without = matchup.clone();
        let clause = without.with.remove(index);
        let other = (game.engage)(&without, &Diagnostics::default());
        if other.is_ok_and(|other| {
            other.is_some_and(|other| other.engagement == engaged.engagement && other.recoveries == engaged.recoveries)
        }) {
            notes.push(format!("`{}` changes nothing in this attack", clause.text));
        }
    }
}
