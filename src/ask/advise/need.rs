//! How much it takes to destroy a unit with some chance: the fewest models, the smallest size that can be bought, and the
//! cheapest commands.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{AdviceTable, OptionChange, TriedAttack, TriedOption};
use crate::ask::attack::one_command;
use crate::ask::choices::Detail;
use crate::ask::compare::Watch;
use crate::ask::compare::sheet::how;
use crate::ask::head::Head;
use crate::ask::listing::{Listing, SheetText};
use crate::ask::report::{UnitLine, headline};
use crate::ask::request::Request;
use crate::ask::typed::Command;
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Cost, Owner, Phase};
use crate::report::{CsvCell, CsvStyle, Figure, Lines, Reportable, Section, Series, Sheet, counted, percent};
use crate::sequence::MAX_MODELS;
use crate::words::sort::{sort_by, sort_by_key};

/// Of this many commands, those that help most, sets are tried, of no more than this many of them.
const BEST: usize = 10;
const MOST_AT_ONCE: usize = 3;
/// Numbers of models that are drawn.
const DRAWN: usize = 40;

/// What is to be reached.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct NeedRequest {
    /// The attack.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub request: Request,
    /// The chance to destroy it that is to be reached: "80%".
    #[cfg_attr(feature = "cli", arg(long, default_value = "80%", value_name = "CHANCE", value_parser = crate::ask::options::chance))]
    pub destroyed: f64,
    /// Something to try in addition to what the game offers, written as for `--with`, or a command by its name; repeatable.
    #[cfg_attr(feature = "cli", arg(long = "try", value_name = "WHAT", allow_hyphen_values = true))]
    pub tries: Vec<String>,
}

/// A way to attack. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NeedRow {
    /// How many models attack.
    pub models: usize,
    /// What they cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Whether a unit of this many can be bought.
    pub is_size: bool,
    /// What is used.
    pub with: Vec<String>,
    /// What that costs in command points.
    pub command_points: u32,
    /// The chance that the target is gone.
    pub destroyed: f64,
    /// What asks for this attack alone.
    pub command: String,
}

/// How much it takes. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NeedReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// The chance that is to be reached.
    pub wanted: f64,
    /// The chance as it was asked about.
    pub destroyed: f64,
    /// The fewest models that reach it; `None` if none do.
    pub models: Option<NeedRow>,
    /// The smallest size that can be bought and reaches it.
    pub size: Option<NeedRow>,
    /// The cheapest commands that reach it, for each size that can be bought, the smallest first.
    pub commands: Vec<NeedRow>,
    /// The chance by the number of models.
    #[serde(rename = "by-models")]
    pub curve: Vec<(usize, f64)>,
    #[serde(skip)]
    method: String,
    /// Whether the profile names sizes that can be bought.
    #[serde(skip)]
    has_sizes: bool,
}

/// Works out how much it takes, while somebody watches.
///
/// ```
/// use warodds::ask::{NeedRequest, Request, Watch, need};
/// use warodds::engine::Options;
///
/// let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let wanted = NeedRequest { request, destroyed: 0.8, tries: Vec::new() };
/// let needed = need(&wanted, &Options::default(), &Watch::nobody())?;
/// let models = needed.models.expect("enough of them do");
/// assert!(models.destroyed >= 0.8 && models.models > needed.attacker.models);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// An attack that cannot be put together, a chance that is none, and work that is stopped.
pub fn need(wanted: &NeedRequest, options: &Options, watch: &Watch<'_>) -> Result<NeedReport, Error> {
    if !(wanted.destroyed > 0.0 && wanted.destroyed < 1.0) {
        return Err(Error::usage("`--destroyed` is a chance between 0 and 100 %, such as `--destroyed 80%`"));
    }
    let table = AdviceTable::open(&wanted.request, Owner::Attacker, options)?;
    let plain = table.attack(&[], Detail::Noted)?;
    let mut offers = table.candidates(&wanted.tries, &plain)?;
    offers.retain(|offer| matches!(offer.change, OptionChange::With(_)));
    let attacks = Cell::new([0; 2]);
    let mut search = NeedSearch { table, wanted, chances: BTreeMap::new(), offers, attacks, watch };
    let fewest = search.fewest();
    let (attacker, mut sizes) = (plain.attacker(), search.table.sizes(plain.prepared.game));
    let has_sizes = !sizes.is_empty();
    sizes.push(attacker.models);
    sizes.sort_unstable();
    sizes.dedup();
    let bare: Vec<NeedRow> = sizes.iter().filter_map(|size| search.row(*size, &[])).collect();
    let short: Vec<&NeedRow> = bare.iter().filter(|row| row.destroyed < wanted.destroyed).collect();
    let commands = short.iter().enumerate().filter_map(|(place, row)| {
        (watch.progress)((10 + 80 * place / short.len()) as u64);
        search.cheapest(row.models)
    });
    let commands: Vec<NeedRow> = commands.collect();
    let fewest = fewest.and_then(|models| search.row(models, &[]));
    let curve = search.curve(attacker.models);
    if watch.is_stopped() {
        return Err(Error::usage("stopped before it was known what is needed"));
    }
    let found = NeedReport {
        head: search.head(&plain),
        wanted: wanted.destroyed,
        destroyed: plain.value.destroyed,
        size: bare.iter().find(|row| row.destroyed >= wanted.destroyed).cloned(),
        models: fewest.map(|row| NeedRow { is_size: sizes.contains(&row.models), ..row }),
        commands,
        curve,
        method: how(search.attacks.get(), options),
        has_sizes,
        defender: plain.defender(),
        attacker,
    };
    Ok(found)
}

/// Attacks that were tried.
struct NeedSearch<'a> {
    table: AdviceTable<'a>,
    wanted: &'a NeedRequest,
    /// The chance of each number of models; `None` where there is no such attack.
    chances: BTreeMap<usize, Option<f64>>,
    /// What may be used: what was named, what the game offers, and what the unit has.
    offers: Vec<TriedOption>,
    /// How many attacks were rolled, and how many were computed in all.
    attacks: Cell<[u64; 2]>,
    watch: &'a Watch<'a>,
}

impl NeedSearch<'_> {
    /// What asks for this many models, with some commands.
    fn picked<'o>(size: &'o TriedOption, with: &[&'o TriedOption]) -> Vec<&'o TriedOption> {
        std::iter::once(size).chain(with.iter().copied()).collect()
    }

    fn sized(models: usize) -> TriedOption {
        let change = OptionChange::Set(format!("attacker.models={models}"));
        TriedOption { name: String::new(), cost: Cost::Free, change, tried: false }
    }

    /// An attack of this many models; `None` if it cannot be made, or if somebody stops the work.
    fn attack(&self, models: usize, with: &[&TriedOption]) -> Option<(f64, TriedAttack)> {
        if self.watch.is_stopped() {
            return None;
        }
        let tried = self.table.attack(&Self::picked(&Self::sized(models), with), Detail::Bare).ok()?;
        let [rolled, all] = self.attacks.get();
        self.attacks.set([rolled + u64::from(tried.trials.is_some()), all + 1]);
        Some((tried.value.destroyed, tried))
    }

    /// The chance of this many models alone.
    fn chance(&mut self, models: usize) -> f64 {
        if !self.chances.contains_key(&models) {
            let answer = self.attack(models, &[]);
            self.chances.insert(models, answer.map(|(chance, _)| chance));
        }
        self.chances[&models].unwrap_or(0.0)
    }

    /// The fewest models that reach what is wanted, one fewer not: by doubling, then by halves.
    fn fewest(&mut self) -> Option<usize> {
        let (mut below, mut above) = (0, 1);
        while self.chance(above) < self.wanted.destroyed {
            if above == MAX_MODELS {
                return None;
            }
            (below, above) = (above, (2 * above).min(MAX_MODELS));
        }
        while above - below > 1 {
            let middle = usize::midpoint(below, above);
            if self.chance(middle) < self.wanted.destroyed { below = middle } else { above = middle }
        }
        Some(above)
    }

    fn row(&self, models: usize, with: &[&TriedOption]) -> Option<NeedRow> {
        let (destroyed, tried) = self.attack(models, with)?;
        let request = self.table.request(&Self::picked(&Self::sized(models), with));
        Some(NeedRow {
            models,
            points: tried.attacker().points,
            is_size: true,
            with: with.iter().map(|offer| offer.name.clone()).collect(),
            command_points: price(with),
            destroyed,
            command: one_command(&request, self.table.options),
        })
    }

    /// The set of commands that costs least and reaches what is wanted; of equal ones the smallest, then the best.
    fn cheapest(&self, models: usize) -> Option<NeedRow> {
        let plain = self.attack(models, &[])?.0;
        let mut helping: Vec<(f64, &TriedOption)> =
            self.offers.iter().filter_map(|offer| Some((self.attack(models, &[offer])?.0, offer))).collect();
        helping.retain(|(chance, offer)| *chance > plain + 1e-12 || offer.tried);
        sort_by(&mut helping, |a, b| b.0.total_cmp(&a.0));
        helping.truncate(BEST);
        let of = |set: usize| -> Vec<&TriedOption> {
            let places = (0..helping.len()).filter(|place| set >> place & 1 == 1);
            places.map(|place| helping[place].1).collect()
        };
        let cost = |set: &usize| (price(&of(*set)), dice(&of(*set)), set.count_ones());
        let mut sets: Vec<usize> = (1..1 << helping.len()).collect();
        sets.retain(|set: &usize| set.count_ones() as usize <= MOST_AT_ONCE);
        sort_by_key(&mut sets, cost);
        let (_, best) = sets.chunk_by(|a, b| cost(a) == cost(b)).find_map(|alike| {
            let chances = alike.iter().filter_map(|set| Some((self.attack(models, &of(*set))?.0, *set)));
            let reaching = chances.filter(|(chance, _)| *chance >= self.wanted.destroyed);
            reaching.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
        })?;
        self.row(models, &of(best))
    }

    /// The chances around what is needed.
    fn curve(&mut self, own: usize) -> Vec<(usize, f64)> {
        let reaches = |entry: &Option<f64>| entry.is_some_and(|chance| chance >= self.wanted.destroyed);
        let reached = self.chances.iter().find(|(_, key)| reaches(key)).map_or(0, |(models, _)| *models);
        let to = (reached * 3 / 2).max(own + 1).min(MAX_MODELS);
        let all: Vec<usize> = (1..=to).step_by(to.div_ceil(DRAWN).max(1)).collect();
        for models in &all {
            self.chance(*models);
        }
        all.into_iter().filter_map(|models| Some((models, self.chances[&models]?))).collect()
    }

    /// What was asked, with the command that asks it again.
    fn head(&self, plain: &TriedAttack) -> Head {
        let (request, head) = (&self.wanted.request, plain.head());
        let command = Command::new("need").word(&request.attacker).word("--into").word(&request.defender);
        let command = command.each("--destroyed", [format!("{}%", self.wanted.destroyed * 100.0)]);
        let command = command.each("--try", &self.wanted.tries).table(request).options(self.table.options).text();
        let seed = Some(self.table.options.sampling.seed);
        Head { command, phase: self.table.request.phase, tag: head.tag.or(Some(0)), seed, ..head }
            .warned(request.units(), request)
    }
}

/// How many dice of a kind a set takes, `a double` two of them.
fn dice(with: &[&TriedOption]) -> usize {
    let of = |offer: &&TriedOption| {
        let Cost::Dice(group) = offer.cost else { return 0 };
        ["double", "triple", "quad"].iter().position(|name| group.contains(name)).map_or(0, |place| place + 2)
    };
    with.iter().map(of).sum()
}

/// What a set costs in command points.
fn price(with: &[&TriedOption]) -> u32 {
    with.iter().map(|offer| if let Cost::Command(points) = offer.cost { points } else { 0 }).sum()
}

impl NeedRow {
    /// `10 models, 180 points, with All-out Attack (1 CP)`.
    fn text(&self) -> String {
        let points = self.points.map_or_else(String::new, |points| format!(", {}", counted(points.into(), "point")));
        let price = if self.command_points > 0 { format!(" ({} CP)", self.command_points) } else { String::new() };
        let with =
            if self.with.is_empty() { String::new() } else { format!(" with {}{price}", self.with.join(" and ")) };
        counted(self.models as u64, "model") + &points + &with
    }
}

impl NeedReport {
    fn answer(&self) -> Vec<String> {
        let wanted = percent(self.wanted);
        let mut parts = match &self.models {
            Some(row) => vec![format!("a chance of {wanted} takes {} or more", row.text())],
            None => vec![format!("no number of models reaches a chance of {wanted}")],
        };
        parts.extend(self.size.as_ref().map(|row| format!("smallest size: {}", row.text())));
        let or = if self.models.is_some() || self.size.is_some() { "or" } else { "but it takes" };
        parts.extend(self.commands.first().map(|row| format!("{or} {}", row.text())));
        if self.size.is_none() && self.commands.is_empty() {
            parts.push(match self.has_sizes {
                true => "no size that is sold reaches it, with commands or without".to_owned(),
                false => format!(
                    "{} {} not reach it, with commands or without, and the profile names no other `sizes`",
                    counted(self.attacker.models as u64, "model"),
                    if self.attacker.models == 1 { "does" } else { "do" }
                ),
            });
        }
        parts
    }

    /// Every way that was found, and the attack as it was asked.
    fn rows(&self) -> impl Iterator<Item = (&'static str, &NeedRow)> {
        let (models, size) = (self.models.iter(), self.size.iter());
        let models = models.map(|row| ("fewest models", row)).chain(size.map(|row| ("smallest size", row)));
        models.chain(self.commands.iter().map(|row| ("cheapest commands", row)))
    }

    fn listed(&self) -> Listing<(&'static str, &NeedRow)> {
        Listing::of(&self.head, self.rows())
            .column("attacker", "", |_| self.attacker.name.clone())
            .column("defender", "", |_| self.defender.name.clone())
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("what", "what reaches it", |(what, _)| *what)
            .column("models", "models", |(_, row)| row.models)
            .column("points", "points", |(_, row)| row.points)
            .column("used", "", |(_, row)| (!row.with.is_empty()).then(|| CsvCell::bracketed(&row.with)))
            .column("", "with", |(_, row)| row.with.join(", "))
            .column("command_points", "command points", |(_, row)| row.command_points)
            .column("destroyed", "destroyed", |(_, row)| Figure::Probability(row.destroyed))
            .column("wanted", "", |_| Figure::Number(self.wanted))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("command", "", |(_, row)| row.command.clone())
    }

    fn lines(&self) -> Lines {
        Lines {
            along: "models".to_owned(),
            labels: self.curve.iter().map(|(models, _)| models.to_string()).collect(),
            places: self.curve.iter().map(|(models, _)| *models as f64).collect(),
            what: format!("chance to destroy {}", self.defender.name),
            series: vec![Series {
                name: self.attacker.name.clone(),
                values: self.curve.iter().map(|(_, chance)| Some(*chance)).collect(),
            }],
            is_chance: true,
            ..Lines::default()
        }
    }
}

impl Reportable for NeedReport {
    fn sheet(&self) -> Sheet {
        let of = headline(&self.attacker, &self.defender);
        let as_asked = ("destroyed as asked".to_owned(), Figure::Probability(self.destroyed));
        let text = SheetText {
            line: format!("{of} until it is destroyed with {}", percent(self.wanted)),
            title: [&self.attacker.name, "into", &self.defender.name],
            file: (&["need", &self.attacker.name, &self.defender.name], "-"),
            settings: self.head.lines(),
            answer: self.answer(),
            tables: vec![Some(Section::Lines(vec![as_asked])), self.listed().table("", usize::MAX)],
            notes: Vec::new(),
            method: &self.method,
        };
        Sheet { lines: (self.curve.len() > 1).then(|| self.lines()), ..text.sheet(&self.head) }
    }

    /// One row for each way that reaches it.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        self.listed().csv(&self.head, style)
    }
}
