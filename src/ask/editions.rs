//! `--against-edition`: the same attack by the rules of another edition, and which rule moves the numbers.

use super::attack::Prepared;
use super::choices::settled;
use super::head::Head;
use super::listing::{Listing, SheetText};
use super::report::{UnitLine, headline};
use super::request::Request;
use super::typed::Command;
use crate::engine::{self, Agreement, Options};
use crate::error::Error;
use crate::games::editions::{EDITIONS, TwoEditions};
use crate::games::rules::{cited, read_index};
use crate::games::{Encounter, Game, Phase, spoken, title};
use crate::profile::{Diagnostics, Document, Node, Place, Profile, Table, Value};
use crate::report::{CsvCell, CsvStyle, Figure, FigureTable, Reportable, Section, Sheet, in_short, percent};
use crate::sequence::{Aim, Side};
use crate::stats::Pmf;
use crate::words::sort::sort_by;

/// Changes below this are none.
const NOTHING: f64 = 1e-12;

/// What an attack does, in four numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditionNumbers {
    /// The chance that the target is gone.
    pub destroyed: f64,
    /// Models that fall, on average.
    pub slain: f64,
    /// Points that the target loses, on average.
    pub wounds_lost: f64,
    /// Damage on average, as if the target had no end.
    pub damage: f64,
}

impl EditionNumbers {
    const NAMES: [&str; 4] = ["destroyed", "slain", "wounds-lost", "damage"];

    fn all(self) -> [f64; 4] {
        [self.destroyed, self.slain, self.wounds_lost, self.damage]
    }

    fn minus(self, other: Self) -> Self {
        Self {
            destroyed: self.destroyed - other.destroyed,
            slain: self.slain - other.slain,
            wounds_lost: self.wounds_lost - other.wounds_lost,
            damage: self.damage - other.damage,
        }
    }

    fn figures(self, change: bool) -> [Figure; 4] {
        let [destroyed, slain, lost, damage] = self.all();
        if change {
            [Figure::Change(destroyed), Figure::More(slain), Figure::More(lost), Figure::More(damage)]
        } else {
            [Figure::Probability(destroyed), Figure::Number(slain), Figure::Number(lost), Figure::Number(damage)]
        }
    }
}

/// One edition's answer.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct EditionColumn {
    /// Its game's id.
    pub game: &'static str,
    /// `exact` or `sampled`.
    pub method: &'static str,
    /// What the attack does.
    #[serde(flatten)]
    pub numbers: EditionNumbers,
    /// Whether dice and distributions agree, if both were asked for.
    #[serde(skip)]
    pub agrees: Option<bool>,
}

/// What a rule changes that the later edition has changed, alone.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct RuleLine {
    /// Its id.
    pub rule: &'static str,
    /// What changed.
    pub what: &'static str,
    /// What it changes in the older edition's answer.
    #[serde(flatten)]
    pub change: EditionNumbers,
}

/// An attack by two editions. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct EditionsReport {
    /// What was asked, of the game of the profiles, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// The older edition, and the later one.
    pub editions: [EditionColumn; 2],
    /// The rules that change something here, the largest change of wounds lost first.
    pub rules: Vec<RuleLine>,
}

/// Answers a prepared attack by the rules of its own edition and of the one that is named, with the notes on what was
/// chosen.
///
/// # Errors
/// A game of one edition, a name that is none of them, and everything that the other edition cannot read.
pub fn against_edition(
    prepared: &Prepared,
    request: &Request,
    named: &str,
    options: &Options,
) -> Result<(EditionsReport, Vec<String>), Error> {
    let (pair, own, other) = editions_of(prepared.game, named)?;
    let (encounter, mut notes) = (prepared.encounter(), Vec::new());
    let encounter = &without_idle(pair, [own, other], encounter, options, &mut notes)?;
    let elsewhere = moved(encounter, pair.games[other])?;
    let mut columns = [own, other].map(|edition| (edition, None));
    for (edition, column) in &mut columns {
        let read = if *edition == own { encounter.clone() } else { elsewhere.clone() };
        *column = Some(numbers(pair.games[*edition], read, options, &mut notes).map_err(|error| {
            let hint = format!("what both editions know is compared; `{named}` is another edition than the profile's");
            error.hint(hint)
        })?);
    }
    columns.sort_by_key(|(edition, _)| *edition);
    let mut columns = columns.into_iter().filter_map(|(edition, column)| {
        column.map(|(numbers, method, agrees)| EditionColumn { game: pair.games[edition].id, method, numbers, agrees })
    });
    let (Some(older), Some(later)) = (columns.next(), columns.next()) else {
        return Err(Error::usage("there are two editions"));
    };
    let oldest = if own == 0 { encounter } else { &elsewhere };
    let rules = moving(pair, oldest, older.numbers, options)?;
    let Request { attacker, defender, .. } = request;
    let command = Command::new("attack").word(attacker).word(defender).table(request);
    let command = command.each("--against-edition", [named]).options(options).text();
    let all_notes = prepared.notes.iter().chain(&notes).cloned().collect();
    let seed = Some(options.sampling.seed);
    let head = Head { command, tag: Some(0), seed, notes: all_notes, ..prepared.head().clone() };
    let report = EditionsReport {
        head: head.warned(request.units(), request),
        attacker: prepared.attacker(),
        defender: super::attack::line(&prepared.engaged.defender),
        editions: [older, later],
        rules,
    };
    Ok((report, notes))
}

/// The pair of editions that a game belongs to, its own place in it, and that of the edition that is named.
fn editions_of(game: &Game, named: &str) -> Result<(&'static TwoEditions, usize, usize), Error> {
    let place = |pair: &TwoEditions| pair.games.iter().position(|entry| entry.id == game.id);
    let Some((pair, own)) = EDITIONS.iter().find_map(|pair| Some((pair, place(pair)?))) else {
        let message = format!("`--against-edition` compares editions of a game, and {} has one here", game.title);
        return Err(Error::usage(message).hint("leave `--against-edition` out".to_owned()));
    };
    let typed = named.trim().trim_end_matches("th").trim_end_matches('e');
    match pair.names.iter().position(|name| *name == typed) {
        Some(other) if other != own => Ok((pair, own, other)),
        Some(_) => {
            let message = format!("these units are of the {} already", game.edition);
            Err(Error::usage(message).hint(format!("write `--against-edition {}`", pair.names[1 - own])))
        }
        None => Err(Error::usage(format!("there is no edition `{}` of {}", named.trim(), game.title))
            .hint(format!("there are {}", pair.names.join(" and ")))),
    }
}

/// The most abilities that are left out of the units of one attack.
const MAX_IDLE: usize = 30;

/// The same encounter without abilities that the other edition does not know and that change nothing here.
///
/// # Errors
/// An attack that cannot be computed.
fn without_idle(
    pair: &TwoEditions,
    [own, other]: [usize; 2],
    encounter: &Encounter,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Encounter, Error> {
    let (own, other) = (pair.games[own], pair.games[other]);
    let mut left = fresh(encounter);
    let mut whole: Option<EditionNumbers> = None;
    for unit in 0..left.units.len() {
        for _ in 0..MAX_IDLE {
            let unknown = Diagnostics::default();
            (other.check)(&retagged(&left.units[unit], other), &unknown);
            let Some(mistake) = unknown.into_list().into_iter().next() else { break };
            let mut document = left.units[unit].document().clone();
            let Some(what) = take_out(&mut document.table, &mistake.place) else { break };
            let mut tried = fresh(&left);
            tried.units[unit] = Profile::from(document);
            let before = match whole {
                Some(before) => before,
                None => numbers(own, fresh(encounter), options, &mut Vec::new())?.0,
            };
            whole = Some(before);
            let Ok((after, ..)) = numbers(own, tried.clone(), options, &mut Vec::new()) else { break };
            if after.minus(before).all().iter().any(|n| n.abs() > NOTHING) {
                break;
            }
            let name = left.units[unit].document().table.text("name").unwrap_or("a unit").to_owned();
            let edition = other.edition;
            notes.push(format!(
                "`{what}` of {name} is left out: the {edition} has no such ability, and no die here needs it"
            ));
            left = tried;
        }
    }
    Ok(left)
}

/// Removes the ability at this place from a profile: an item of a list, or the `[[ability]]` around it; returns its name.
fn take_out(table: &mut Table, place: &Place) -> Option<String> {
    for entry in &mut table.entries {
        let Value::List(nodes) = &mut entry.node.value else { continue };
        let is_list = entry.key == "abilities";
        if let Some(at) = nodes.iter().position(|node| is_list && node.place == *place) {
            let Value::Text(text) = nodes.remove(at).value else { return None };
            return Some(text.to_string());
        }
        let holds = |node: &Node| matches!(&node.value, Value::Table(table) if mentions(table, place));
        if let Some(at) = nodes.iter().position(|node| entry.key == "ability" && holds(node)) {
            let Value::Table(ability) = nodes.remove(at).value else { return None };
            return ability.text("name").map(str::to_owned);
        }
        for node in nodes {
            if let Value::Table(inner) = &mut node.value
                && let Some(found) = take_out(inner, place)
            {
                return Some(found);
            }
        }
    }
    None
}

/// Whether something of a table is at a place.
fn mentions(table: &Table, place: &Place) -> bool {
    table.entries.iter().any(|entry| {
        let of_list = |nodes: &[Node]| nodes.iter().any(|node| node.place == *place);
        entry.place == *place
            || entry.node.place == *place
            || matches!(&entry.node.value, Value::List(nodes) if of_list(nodes))
    })
}

/// A profile that says it is of another edition.
fn retagged(unit: &Profile, game: &Game) -> Document {
    let mut document: Document = unit.document().clone();
    let place = Place::first(&document.source);
    document.table.put("game", Node { place, value: Value::Text(game.id.into()) });
    document
}

/// The same encounter with profiles that say they are of another edition.
fn moved(encounter: &Encounter, game: &Game) -> Result<Encounter, Error> {
    for (name, value) in &encounter.rulings {
        if !game.rulings.iter().any(|ruling| ruling.name == name && ruling.values.contains(&value.as_str())) {
            let message = format!("the {} has no ruling `{name}={value}`", game.edition);
            return Err(Error::usage(message).hint(format!("`warodds list rulings {}` shows all", game.id)));
        }
    }
    Ok(Encounter {
        units: encounter.units.iter().map(|unit| Profile::from(retagged(unit, game))).collect(),
        edition: game.editions.first().copied().unwrap_or("").to_owned(),
        answers: Vec::new(),
        ..encounter.clone()
    })
}

/// What the attack does by the rules of a game, and by which method that was found.
fn numbers(
    game: &Game,
    mut encounter: Encounter,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<(EditionNumbers, &'static str, Option<bool>), Error> {
    encounter.answers.clear();
    encounter.explained = false;
    let judged = (options.method, options.sampling.seed, Aim::default());
    let engaged = settled(game, &mut encounter, Diagnostics::default(), judged, notes)?;
    let answer = engine::run(&engaged.engagement, options, &|_| {})?;
    let outcome = &answer.outcome;
    let numbers = EditionNumbers {
        destroyed: outcome.destroyed(Side::Defender),
        slain: outcome.slain(Side::Defender).mean(),
        wounds_lost: outcome.wounds_lost(Side::Defender).mean(),
        damage: outcome.total("damage").map_or(0.0, Pmf::mean),
    };
    let agrees = answer.agreement.as_ref().map(Agreement::holds);
    Ok((numbers, if outcome.trials.is_some() { "sampled" } else { "exact" }, agrees))
}

/// The rules that change something, each alone. One that these units cannot be read with changes nothing of its own.
fn moving(
    pair: &TwoEditions,
    encounter: &Encounter,
    older: EditionNumbers,
    options: &Options,
) -> Result<Vec<RuleLine>, Error> {
    let mut rules = Vec::new();
    for changed in pair.rules {
        let (numbers, ..) = numbers(changed.game, fresh(encounter), options, &mut Vec::new())?;
        let change = numbers.minus(older);
        if change.all().iter().any(|n| n.abs() > NOTHING) {
            rules.push(RuleLine { rule: changed.rule, what: changed.what, change });
        }
    }
    sort_by(&mut rules, |one, other| other.change.wounds_lost.abs().total_cmp(&one.change.wounds_lost.abs()));
    Ok(rules)
}

/// The same encounter with profiles that nobody has read yet: each edition reads its own unit of them.
fn fresh(encounter: &Encounter) -> Encounter {
    let unread = |unit: &Profile| Profile::from(unit.document().clone());
    Encounter { units: encounter.units.iter().map(unread).collect(), ..encounter.clone() }
}

impl EditionsReport {
    fn answer(&self) -> Vec<String> {
        let [older, later] = &self.editions;
        let named = |column: &EditionColumn| {
            let edition = crate::games::find(column.game).map_or(column.game, |game| game.edition);
            let numbers = column.numbers;
            format!(
                "{edition}: destroyed {}, wounds lost {}",
                percent(numbers.destroyed),
                in_short(numbers.wounds_lost)
            )
        };
        let mut parts = vec![named(older), named(later)];
        parts.push(match self.rules.first() {
            Some(most) => format!("moved most by {} ({})", most.what, most.rule),
            None => "no rule that differs changes this attack".to_owned(),
        });
        parts
    }

    fn header(&self, first: &str) -> Vec<String> {
        let names = EditionNumbers::NAMES.iter().map(|name| spoken(self.head.game, name));
        std::iter::once(first.to_owned()).chain(names).collect()
    }
}

impl Reportable for EditionsReport {
    fn sheet(&self) -> Sheet {
        let [older, later] = &self.editions;
        let row = |column: &EditionColumn| -> Vec<Figure> {
            std::iter::once(Figure::from(title(column.game))).chain(column.numbers.figures(false)).collect()
        };
        let both = FigureTable {
            title: "the same profiles by the rules of both editions".to_owned(),
            header: self.header("edition"),
            rows: vec![row(older), row(later)],
            ..FigureTable::default()
        };
        let index = read_index(crate::games::find(later.game).map_or("", |game| game.rules)).unwrap_or_default();
        let line = |rule: &RuleLine| -> Vec<Figure> {
            let what = format!("{}: {}", cited(&index, rule.rule), rule.what);
            std::iter::once(Figure::from(what)).chain(rule.change.figures(true)).collect()
        };
        let rules = FigureTable {
            title: "what each rule that changed does alone, destroyed in percentage points".to_owned(),
            header: self.header("rule"),
            rows: self.rules.iter().map(line).collect(),
            ..FigureTable::default()
        };
        let is_exact = [older, later].iter().all(|column| column.method == "exact");
        let names = [&*self.attacker.name, &self.defender.name];
        let text = SheetText {
            line: headline(&self.attacker, &self.defender),
            title: [names[0], "against", names[1]],
            file: (&names, "-vs-"),
            settings: self.head.lines(),
            answer: self.answer(),
            tables: vec![Some(Section::Table(both)), (!self.rules.is_empty()).then_some(Section::Table(rules))],
            notes: Vec::new(),
            method: if is_exact { "exact" } else { "sampled" },
        };
        let sheet = text.sheet(&self.head);
        Sheet { file_name: sheet.file_name + "-editions", ..sheet }
    }

    /// A row for each edition, and one for each rule that changes something.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let editions = self.editions.iter().map(|column| (column.game, None, column.numbers, column.method));
        let rules = self.rules.iter().map(|rule| (self.editions[0].game, Some(rule.rule), rule.change, "exact"));
        Listing::of_games(&self.head, editions.chain(rules), |(game, ..)| *game)
            .column("attacker", "", |_| self.attacker.name.clone())
            .column("defender", "", |_| self.defender.name.clone())
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("rule", "", |(_, rule, ..)| *rule)
            .column("destroyed", "", |(.., numbers, _)| Figure::Number(numbers.destroyed))
            .column("slain", "", |(.., numbers, _)| Figure::Number(numbers.slain))
            .column("wounds_lost", "", |(.., numbers, _)| Figure::Number(numbers.wounds_lost))
            .column("damage", "", |(.., numbers, _)| Figure::Number(numbers.damage))
            .column("method", "", |(.., method)| *method)
            .column("seed", "", |_| self.head.seed.map(|seed| seed.to_string()))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("command", "", |_| self.head.command.clone())
            .csv(&self.head, style)
    }
}
