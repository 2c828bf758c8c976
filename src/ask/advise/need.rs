//! How much it takes to destroy a unit with some chance: the fewest models, the smallest size that can be bought, and the
//! cheapest commands.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{AdviceTable, AdviseRequest, Facts, OptionChange, TriedOption};
use crate::ask::attack::asked_alone;
use crate::ask::head::{Head, NotComputed};
use crate::ask::report::{UnitLine, headline};
use crate::ask::request::Request;
use crate::ask::said::{Command, heading};
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Cost, Owner, Phase};
use crate::report::{
    Column, CsvCell, CsvStyle, Figure, FigureTable, Lines, Reportable, Section, Series, Sheet, counted, percent,
};
use crate::sequence::MAX_MODELS;

/// Of so many commands, those that help most, sets are tried, of no more than so many of them.
const BEST: usize = 10;
const MOST_AT_ONCE: usize = 3;
/// Numbers of models that are drawn.
const DRAWN: usize = 40;

/// What is to be reached.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NeedRequest {
    /// The attack.
    pub request: Request,
    /// The chance to destroy the target, from 0 to 1.
    pub destroyed: f64,
    /// Situations and effects that are tried besides what the game offers.
    pub tries: Vec<String>,
}

/// A way to attack. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NeedRow {
    /// How many models attack.
    pub models: usize,
    /// What they cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Whether a unit of so many can be bought.
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

/// How much it takes. Its fields stand in the order in which JSON has them.
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
}

/// Works out how much it takes.
///
/// ```
/// use warodds::ask::{NeedRequest, Request, need};
/// use warodds::engine::Options;
///
/// let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let needed = need(&NeedRequest { request, destroyed: 0.8, tries: Vec::new() }, &Options::default())?;
/// let models = needed.models.expect("enough of them do");
/// assert!(models.destroyed >= 0.8 && models.models > needed.attacker.models);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// An attack that cannot be put together, and a chance that is none.
pub fn need(wanted: &NeedRequest, options: &Options) -> Result<NeedReport, Error> {
    if !(wanted.destroyed > 0.0 && wanted.destroyed < 1.0) {
        let error = Error::usage(format!("`--destroyed {}` is always or never so", percent(wanted.destroyed)));
        return Err(error.hint("write a chance between 0 and 100: `--destroyed 80%`".to_owned()));
    }
    let table = AdviceTable::open(&wanted.request, Owner::Attacker, options)?;
    let (base, facts) = table.attack(&[])?;
    let mut search = Search { table, wanted, known: BTreeMap::new(), offers: Vec::new() };
    search.offers = search.offers(&facts)?;
    let fewest = search.fewest();
    let sizes: Vec<usize> = {
        let mut sizes = search.table.sizes(facts.game);
        sizes.retain(|size| *size != facts.attacker.models);
        sizes.push(facts.attacker.models);
        sizes.sort_unstable();
        sizes
    };
    let bare: Vec<NeedRow> = sizes.iter().filter_map(|size| search.row(*size, &[])).collect();
    let commands =
        bare.iter().filter(|row| row.destroyed < wanted.destroyed).filter_map(|row| search.cheapest(row.models));
    let commands: Vec<NeedRow> = commands.collect();
    let fewest = fewest
        .and_then(|models| search.row(models, &[]))
        .map(|row| NeedRow { is_size: sizes.contains(&row.models), ..row });
    let reaches = |row: &&NeedRow| row.destroyed >= wanted.destroyed;
    Ok(NeedReport {
        head: search.head(&facts),
        wanted: wanted.destroyed,
        destroyed: base.destroyed,
        size: bare.iter().find(reaches).cloned(),
        models: fewest,
        commands,
        curve: search.curve(facts.attacker.models),
        attacker: facts.attacker,
        defender: facts.defender,
    })
}

/// Attacks that were tried.
struct Search<'a> {
    table: AdviceTable<'a>,
    wanted: &'a NeedRequest,
    /// The chance of each number of models, and what they cost; `None` where there is no such attack.
    known: BTreeMap<usize, Option<(f64, Option<u32>)>>,
    offers: Vec<TriedOption>,
}

impl Search<'_> {
    /// What may be used: what was named, what the game offers, and what the unit has.
    fn offers(&self, facts: &Facts) -> Result<Vec<TriedOption>, Error> {
        let asked = AdviseRequest {
            request: self.wanted.request.clone(),
            tries: self.wanted.tries.clone(),
            side: Owner::Attacker,
            metric: None,
        };
        let mut offers = self.table.candidates(&asked, facts)?;
        offers.retain(|offer| matches!(offer.change, OptionChange::With(_)));
        Ok(offers)
    }

    /// So many models.
    fn sized(models: usize) -> TriedOption {
        let change = OptionChange::Set(format!("attacker.models={models}"));
        TriedOption { name: String::new(), cost: Cost::Free, change, tried: false }
    }

    /// An attack of so many models; `None` if it cannot be made.
    fn attack(&self, models: usize, with: &[&TriedOption]) -> Option<(f64, Option<u32>)> {
        let size = Self::sized(models);
        let picked: Vec<&TriedOption> = std::iter::once(&size).chain(with.iter().copied()).collect();
        let (worth, facts) = self.table.attack(&picked).ok()?;
        Some((worth.destroyed, facts.attacker.points))
    }

    /// The chance of so many models alone.
    fn chance(&mut self, models: usize) -> f64 {
        if !self.known.contains_key(&models) {
            let answer = self.attack(models, &[]);
            self.known.insert(models, answer);
        }
        self.known[&models].map_or(0.0, |(chance, _)| chance)
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
        let (destroyed, points) = self.attack(models, with)?;
        let size = Self::sized(models);
        let picked: Vec<&TriedOption> = std::iter::once(&size).chain(with.iter().copied()).collect();
        Some(NeedRow {
            models,
            points,
            is_size: true,
            with: with.iter().map(|offer| offer.name.clone()).collect(),
            command_points: price(with),
            destroyed,
            command: asked_alone(&self.table.asked(&picked), self.table.options),
        })
    }

    /// The set of commands that costs least and reaches what is wanted; of equal ones the smallest, then the best.
    fn cheapest(&self, models: usize) -> Option<NeedRow> {
        let plain = self.attack(models, &[])?.0;
        let mut helping: Vec<(f64, &TriedOption)> =
            self.offers.iter().filter_map(|offer| Some((self.attack(models, &[offer])?.0, offer))).collect();
        helping.retain(|(chance, offer)| *chance > plain + 1e-12 || offer.tried);
        helping.sort_by(|a, b| b.0.total_cmp(&a.0));
        helping.truncate(BEST);
        let sets = 1usize..1 << helping.len();
        let mut sets: Vec<usize> = sets.filter(|set| set.count_ones() as usize <= MOST_AT_ONCE).collect();
        let of = |set: usize| -> Vec<&TriedOption> {
            helping
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1)
                .map(|(_, (_, offer))| *offer)
                .collect()
        };
        let cost = |set: &usize| (price(&of(*set)), set.count_ones());
        sets.sort_by_key(cost);
        let reaching = sets.chunk_by(|a, b| cost(a) == cost(b)).find_map(|alike| {
            let chances = alike.iter().filter_map(|set| Some((self.attack(models, &of(*set))?.0, *set)));
            chances
                .filter(|(chance, _)| *chance >= self.wanted.destroyed)
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
        })?;
        self.row(models, &of(reaching.1))
    }

    /// The chances around what is needed.
    fn curve(&mut self, own: usize) -> Vec<(usize, f64)> {
        let reached =
            self.known.iter().find(|(_, known)| known.is_some_and(|(chance, _)| chance >= self.wanted.destroyed));
        let to = (reached.map_or(0, |(models, _)| models * 3 / 2)).max(own + 1).min(MAX_MODELS);
        let step = to.div_ceil(DRAWN).max(1);
        let all: Vec<usize> = (1..=to).step_by(step).collect();
        all.into_iter()
            .filter_map(|models| {
                let chance = self.chance(models);
                self.known[&models].is_some().then_some((models, chance))
            })
            .collect()
    }

    /// What was asked, with the command that asks it again.
    fn head(&self, facts: &Facts) -> Head {
        let request = &self.wanted.request;
        let command = Command::new("need").word(&request.attacker).word("--into").word(&request.defender);
        let command = command.each("--destroyed", [format!("{}%", self.wanted.destroyed * 100.0)]);
        let command = command.each("--try", &self.wanted.tries).table(request).options(self.table.options).text();
        let seed = Some(self.table.options.sampling.seed);
        let tag = facts.head.tag.or(Some(0));
        Head { command, phase: self.table.request.phase, tag, seed, ..facts.head.clone() }
            .warned(request.units(), request)
    }
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
            Some(row) => vec![format!("{wanted} with {} or more", row.text())],
            None => vec![format!("no number of models reaches {wanted}")],
        };
        parts.extend(self.size.as_ref().map(|row| format!("smallest size: {}", row.text())));
        parts.extend(self.commands.first().map(|row| format!("or {}", row.text())));
        if self.size.is_none() && self.commands.is_empty() {
            parts.push("no size that can be bought reaches it, whatever is used".to_owned());
        }
        parts
    }

    /// Every way that was found, and the attack as it was asked.
    fn rows(&self) -> impl Iterator<Item = (&'static str, &NeedRow)> {
        let (models, size) = (self.models.iter(), self.size.iter());
        let models = models.map(|row| ("fewest models", row)).chain(size.map(|row| ("smallest size", row)));
        models.chain(self.commands.iter().map(|row| ("cheapest commands", row)))
    }

    fn table(&self) -> FigureTable {
        let row = |(what, row): (&'static str, &NeedRow)| {
            vec![
                what.into(),
                (row.models as i64).into(),
                row.points.map_or(Figure::Empty, |points| i64::from(points).into()),
                row.with.join(", ").into(),
                if row.command_points > 0 { format!("{} CP", row.command_points).into() } else { Figure::Empty },
                Figure::Probability(row.destroyed),
            ]
        };
        let header = ["what reaches it", "models", "points", "with", "cost", "destroyed"].map(str::to_owned).to_vec();
        FigureTable { header, rows: self.rows().map(row).collect(), ..FigureTable::default() }.telling_columns()
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
        let said = self.head.lines();
        let heading = heading(
            self.head.game,
            &format!(
                "{} until it is destroyed with {}",
                headline(&self.attacker, &self.defender),
                percent(self.wanted)
            ),
            said.iter().cloned().chain(self.head.left_out()).collect(),
        );
        let mut blocks = vec![heading, Section::Answer(self.answer())];
        blocks.push(Section::Lines(vec![("destroyed as asked".to_owned(), Figure::Probability(self.destroyed))]));
        blocks.extend(self.rows().next().is_some().then(|| Section::Table(self.table())));
        let file_name = self.head.file_name(&["need", &self.attacker.name, &self.defender.name], "-");
        Sheet {
            method: "each number of models is an attack of its own".to_owned(),
            highlights: self.answer(),
            blocks,
            lines: (self.curve.len() > 1).then(|| self.lines()),
            ..self.head.sheet([&self.attacker.name, "into", &self.defender.name], file_name, said)
        }
    }

    /// One row for each way that reaches it.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.rows().map(|(what, row)| (&self.head, WayRow { of: self, what, row }));
        Head::csv(WayRow::COLUMNS, rows, style)
    }
}

/// A way that reaches what is wanted.
struct WayRow<'r> {
    of: &'r NeedReport,
    what: &'static str,
    row: &'r NeedRow,
}

impl<'r> WayRow<'r> {
    const COLUMNS: &'r [Column<Self>] = &[
        ("game", |row| row.of.head.game.into()),
        ("attacker", |row| (&row.of.attacker.name).into()),
        ("defender", |row| (&row.of.defender.name).into()),
        ("with", |row| CsvCell::list(&row.of.head.with)),
        ("what", |row| row.what.into()),
        ("models", |row| row.row.models.into()),
        ("points", |row| row.row.points.into()),
        ("used", |row| CsvCell::some(&row.row.with)),
        ("command_points", |row| row.row.command_points.into()),
        ("destroyed", |row| row.row.destroyed.into()),
        ("wanted", |row| row.of.wanted.into()),
        ("phase", |row| row.of.head.phase.map(Phase::name).into()),
        ("command", |row| (&row.row.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.of.head.not_computed)),
    ];
}
