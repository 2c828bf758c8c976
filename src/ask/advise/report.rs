//! Advice as every output shows it.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::super::report::{UnitLine, headline};
use super::super::said::{COLUMNS, Said, heading};
use super::{AdvisedOption, METRICS, Worth};
use crate::games::{Cost, Owner, Phase, spoken, title};
use crate::report::{
    CsvCell, CsvTable, Figure, FigureTable, Reportable, SCHEMA, Section, Sheet, SignedBars, TOOL, counted, in_short,
    percent, signed,
};

/// What each option is worth in one attack.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The game's id.
    pub game: &'static str,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// What was said besides.
    pub said: Said,
    /// Whose options these are.
    pub side: Owner,
    /// The result that options are sorted and shared by.
    pub metric: &'static str,
    /// The phase, where it was left open and the attack does more in this one.
    pub phase: Option<Phase>,
    /// How often dice were rolled; `None` if all is exact.
    pub trials: Option<u64>,
    /// The seed that dice start from, used or not.
    pub seed: u64,
    /// What the attack does as it was asked about.
    pub base: Worth,
    /// What all shared options together change.
    pub together: Worth,
    /// The options, the best first.
    pub options: Vec<AdvisedOption>,
}

/// The keys of the JSON, in their order.
#[derive(serde::Serialize)]
struct Keys<'a> {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    attacker: &'a UnitLine,
    defender: &'a UnitLine,
    #[serde(flatten)]
    said: &'a Said,
    #[serde(rename = "phase-chosen", skip_serializing_if = "Option::is_none")]
    chosen: Option<Phase>,
    r#for: &'static str,
    metric: &'static str,
    method: &'static str,
    seed: u64,
    trials: Option<u64>,
    base: Worth,
    together: Worth,
    options: &'a [AdvisedOption],
}

impl Serialize for Advice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = Keys {
            schema: SCHEMA,
            tool: TOOL,
            game: self.game,
            attacker: &self.attacker,
            defender: &self.defender,
            said: &self.said,
            chosen: self.phase,
            r#for: owner(self.side),
            metric: self.metric,
            method: self.method(),
            seed: self.seed,
            trials: self.trials,
            base: self.base,
            together: self.together,
            options: &self.options,
        };
        keys.serialize(serializer)
    }
}

impl Serialize for AdvisedOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("owner", owner(self.owner))?;
        map.serialize_entry("cost", &self.cost)?;
        for metric in METRICS {
            map.serialize_entry(metric, &self.change.of(metric))?;
        }
        map.serialize_entry("share", &self.share)?;
        map.serialize_entry("per-cost", &self.per_cost())?;
        map.end()
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Command(points) => one(serializer, "command-points", points),
            Self::Points(points) => one(serializer, "points", points),
            Self::Dice(group) => one(serializer, "ability-dice", group),
            Self::Free => serializer.serialize_none(),
        }
    }
}

fn one<S: Serializer, V: serde::Serialize>(serializer: S, key: &str, value: V) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(key, &value)?;
    map.end()
}

fn owner(side: Owner) -> &'static str {
    match side {
        Owner::Attacker => "attacker",
        Owner::Defender => "defender",
    }
}

impl Advice {
    fn method(&self) -> &'static str {
        if self.trials.is_some() { "sampled" } else { "exact" }
    }

    /// A change of the result that options are sorted by.
    fn figure(&self, change: f64) -> Figure {
        if self.metric == "destroyed" { Figure::Change(change) } else { Figure::More(change) }
    }

    /// A change in words: `+9.9 percent points`, `-0.75 wounds lost`.
    fn words(&self, change: f64) -> String {
        if self.metric == "destroyed" {
            format!("{} percent points", signed(100.0 * change, 1))
        } else {
            format!("{} {}", signed(change, 2), spoken(self.game, self.metric))
        }
    }

    fn lines(&self) -> Vec<(String, String)> {
        let mut lines = self.said.lines();
        let side = (self.side == Owner::Defender).then(|| ("for".to_owned(), "the defender".to_owned()));
        let phase = self.phase.map(|phase| {
            let other = phase.other().name();
            ("phase".to_owned(), format!("{}, where the attack does more than in {other}", phase.name()))
        });
        lines.splice(0..0, side.into_iter().chain(phase));
        lines
    }

    /// Without anything, and what helps most.
    fn answer(&self) -> Vec<String> {
        let mut parts = vec![
            format!("as asked: destroyed {}", percent(self.base.destroyed)),
            format!("wounds lost {}", in_short(self.base.wounds_lost)),
        ];
        let helps = |option: &&AdvisedOption| match self.side {
            Owner::Attacker => option.change.of(self.metric) > 0.0,
            Owner::Defender => option.change.of(self.metric) < 0.0,
        };
        parts.push(match self.options.first().filter(helps) {
            Some(best) => {
                let cost = best.cost.text();
                let cost = if cost.is_empty() { cost } else { format!(" for {cost}") };
                format!("best: {} {}{cost}", best.name, self.words(best.change.of(self.metric)))
            }
            None => "nothing here helps".to_owned(),
        });
        if self.shares().count() > 1 {
            parts.push(format!("together {}", self.words(self.together.of(self.metric))));
        }
        parts
    }

    fn table(&self) -> FigureTable {
        let header = ["option", "cost", "destroyed", "slain", "wounds lost", "each CP or 100 points", "share"];
        let header = header.map(|name| spoken(self.game, name));
        let row = |option: &AdvisedOption| -> Vec<Figure> {
            let per = option.per_cost().map(|worth| self.figure(worth.of(self.metric)));
            vec![
                option.name.as_str().into(),
                option.cost.text().into(),
                Figure::Change(option.change.destroyed),
                Figure::More(option.change.slain),
                Figure::More(option.change.wounds_lost),
                per.unwrap_or_default(),
                option.share.map_or(Figure::Empty, |share| self.figure(share)),
            ]
        };
        let shared = if self.shares().count() > 1 { ", and its share of what all change together" } else { "" };
        let of = if self.metric == "destroyed" { "" } else { " of wounds lost" };
        let of = if self.metric == "slain" { " of models slain" } else { of };
        let title = format!("what each changes alone{shared}{of}; destroyed in percent points");
        let rows = self.options.iter().map(row).collect();
        FigureTable { title, header: header.to_vec(), rows, ..FigureTable::default() }.telling_columns()
    }

    /// The shares that were worked out.
    fn shares(&self) -> impl Iterator<Item = f64> {
        self.options.iter().filter_map(|option| option.share)
    }
}

impl Reportable for Advice {
    fn sheet(&self) -> Sheet {
        let mut blocks = vec![
            heading(
                self.game,
                &format!("Advice: {}", headline(&self.attacker, &self.defender)),
                self.lines().into_iter().chain(self.said.left_out()).collect(),
            ),
            Section::Answer(self.answer()),
        ];
        if !self.options.is_empty() {
            blocks.push(Section::Table(self.table()));
        }
        let notes = [
            "a share is what an option brings on average over every order in which all of them may be added",
            "what the rules do not allow together counts as the best of it that they allow",
        ];
        if self.shares().count() > 1 {
            blocks.push(Section::Notes(notes.map(str::to_owned).to_vec()));
        }
        let rolled = |trials| format!("sampled: {}, seed {}", counted(trials, "dice-rolled trial"), self.seed);
        let bars = self.options.iter().map(|option| {
            let cost = option.cost.text();
            let name = if cost.is_empty() { option.name.clone() } else { format!("{} ({cost})", option.name) };
            (name, option.change.of(self.metric), option.share)
        });
        let axis = if self.metric == "destroyed" {
            "change of the chance to destroy it, percent points".to_owned()
        } else {
            format!("change of {}", spoken(self.game, self.metric))
        };
        Sheet {
            title: [format!("Advice: {}", self.attacker.name), "against".to_owned(), self.defender.name.clone()],
            game: title(self.game),
            file_name: format!(
                "{}-advice",
                self.said.file_name(self.game, &[&self.attacker.name, &self.defender.name], "-vs-")
            ),
            sizes: String::new(),
            said: self.lines(),
            method: self.trials.map_or("exact, no dice rolled".to_owned(), rolled),
            highlights: self.answer(),
            blocks,
            bars: (!self.options.is_empty()).then(|| SignedBars {
                axis,
                rows: bars.collect(),
                percent: self.metric == "destroyed",
            }),
            about: vec![("command", self.said.command.clone())],
            ..Sheet::default()
        }
    }

    /// One row for each option.
    fn rows(&self) -> CsvTable {
        let header = [
            "game",
            "attacker",
            "defender",
            "with",
            "option",
            "owner",
            "cost",
            "cost_in",
            "destroyed",
            "slain",
            "wounds_lost",
            "share",
            "share_of",
            "per_cost",
            "base_destroyed",
            "base_slain",
            "base_wounds_lost",
            "method",
            "trials",
            "seed",
        ];
        let mut csv = CsvTable::new(&[header.as_slice(), &COLUMNS].concat());
        for option in &self.options {
            let (cost, unit) = match option.cost {
                Cost::Command(n) => (CsvCell::Integer(u64::from(n)), CsvCell::text("command points")),
                Cost::Points(n) => (CsvCell::Integer(u64::from(n)), CsvCell::text("points")),
                Cost::Dice(group) => (CsvCell::Integer(1), CsvCell::text(group)),
                Cost::Free => (CsvCell::Empty, CsvCell::Empty),
            };
            let Worth { destroyed, slain, wounds_lost } = option.change;
            let mut row: Vec<CsvCell> =
                [self.game, &self.attacker.name, &self.defender.name].map(CsvCell::text).to_vec();
            row.extend([
                CsvCell::with(&self.said.with),
                CsvCell::text(&option.name),
                CsvCell::text(owner(option.owner)),
            ]);
            row.extend([cost, unit]);
            row.extend([destroyed, slain, wounds_lost].map(CsvCell::Number));
            row.extend([option.share.into(), CsvCell::text(self.metric)]);
            row.push(option.per_cost().map(|worth| worth.of(self.metric)).into());
            row.extend([self.base.destroyed, self.base.slain, self.base.wounds_lost].map(CsvCell::Number));
            row.extend([CsvCell::text(self.method()), self.trials.into(), CsvCell::Integer(self.seed)]);
            row.extend(self.said.cells());
            csv.rows.push(row);
        }
        csv
    }
}
