//! Advice as every output shows it.

use super::super::head::{Head, NotComputed};
use super::super::report::{UnitLine, headline};
use super::super::said::heading;
use super::{AdvisedOption, Worth};
use crate::games::{Cost, Owner, Phase, spoken};
use crate::report::{
    Column, CsvCell, CsvStyle, Figure, FigureTable, Reportable, Section, Sheet, SignedBars, counted, in_short, percent,
    signed,
};

/// How much each option improves one attack. The fields are in the order of the JSON.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Advice {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// The phase, where it was left open and the attack does more in this one.
    #[serde(rename = "phase-chosen", skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Whose options these are.
    #[serde(rename = "for")]
    pub side: Owner,
    /// The result that options are sorted and shared by.
    pub metric: &'static str,
    /// `exact` or `sampled`.
    pub method: &'static str,
    /// How often dice were rolled; `None` if all is exact.
    pub trials: Option<u64>,
    /// What the attack does as it was asked about.
    pub base: Worth,
    /// What all shared options together change.
    pub together: Worth,
    /// The options, the best first.
    pub options: Vec<AdvisedOption>,
}

impl Advice {
    /// A change of the result that options are sorted by.
    fn figure(&self, change: f64) -> Figure {
        if self.metric == "destroyed" { Figure::Change(change) } else { Figure::More(change) }
    }

    /// A change in words: `+9.9 percentage points`, `-0.75 wounds lost`.
    fn words(&self, change: f64) -> String {
        if self.metric == "destroyed" {
            format!("{} percentage points", signed(100.0 * change, 1))
        } else {
            format!("{} {}", signed(change, 2), spoken(self.head.game, self.metric))
        }
    }

    fn lines(&self) -> Vec<(String, String)> {
        let mut lines = self.head.lines();
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
        let header = header.map(|name| spoken(self.head.game, name));
        let row = |option: &AdvisedOption| -> Vec<Figure> {
            let per = option.per_cost.map(|worth| self.figure(worth.of(self.metric)));
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
        let title = format!("what each changes alone{shared}{of}; destroyed in percentage points");
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
                self.head.game,
                &format!("Advice: {}", headline(&self.attacker, &self.defender)),
                self.lines().into_iter().chain(self.head.left_out()).collect(),
            ),
            Section::Answer(self.answer()),
        ];
        if !self.options.is_empty() {
            blocks.push(Section::Table(self.table()));
        }
        let notes = [
            "a share is what an option brings on average over every order in which all of them may be added",
            "options that exclude each other: the best allowed combination is counted",
        ];
        if self.shares().count() > 1 {
            blocks.push(Section::Notes(notes.map(str::to_owned).to_vec()));
        }
        let rolled = |trials| {
            let seed = self.head.seed.unwrap_or_default();
            format!("sampled: {}, seed {seed}", counted(trials, "dice-rolled trial"))
        };
        let bars = self.options.iter().map(|option| {
            let cost = option.cost.text();
            let name = if cost.is_empty() { option.name.clone() } else { format!("{} ({cost})", option.name) };
            (name, option.change.of(self.metric), option.share)
        });
        let axis = if self.metric == "destroyed" {
            "change of the chance to destroy it, percentage points".to_owned()
        } else {
            format!("change of {}", spoken(self.head.game, self.metric))
        };
        let names = [&*self.attacker.name, &self.defender.name];
        let file_name = format!("{}-advice", self.head.file_name(&names, "-vs-"));
        let title = format!("Advice: {}", self.attacker.name);
        Sheet {
            method: self.trials.map_or("exact, no dice rolled".to_owned(), rolled),
            highlights: self.answer(),
            blocks,
            bars: (!self.options.is_empty()).then(|| SignedBars {
                axis,
                rows: bars.collect(),
                percent: self.metric == "destroyed",
            }),
            ..self.head.sheet([&title, "against", names[1]], file_name, self.lines())
        }
    }

    /// One row for each option.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.options.iter().map(|option| (&self.head, AdviceRow { of: self, option }));
        Head::csv(AdviceRow::COLUMNS, rows, style)
    }
}

/// An option in its advice.
struct AdviceRow<'a> {
    of: &'a Advice,
    option: &'a AdvisedOption,
}

impl<'a> AdviceRow<'a> {
    const COLUMNS: &'a [Column<Self>] = &[
        ("game", |row| row.of.head.game.into()),
        ("attacker", |row| (&row.of.attacker.name).into()),
        ("defender", |row| (&row.of.defender.name).into()),
        ("with", |row| CsvCell::list(&row.of.head.with)),
        ("option", |row| (&row.option.name).into()),
        ("owner", |row| row.option.owner.name().into()),
        ("cost", |row| match row.option.cost {
            Cost::Command(n) | Cost::Points(n) => n.into(),
            Cost::Dice(_) => CsvCell::Integer(1),
            Cost::Free => CsvCell::Empty,
        }),
        ("cost_in", |row| match row.option.cost {
            Cost::Command(_) => "command points".into(),
            Cost::Points(_) => "points".into(),
            Cost::Dice(group) => group.into(),
            Cost::Free => CsvCell::Empty,
        }),
        ("destroyed", |row| row.option.change.destroyed.into()),
        ("slain", |row| row.option.change.slain.into()),
        ("wounds_lost", |row| row.option.change.wounds_lost.into()),
        ("share", |row| row.option.share.into()),
        ("share_of", |row| row.of.metric.into()),
        ("per_cost", |row| row.option.per_cost.map(|worth| worth.of(row.of.metric)).into()),
        ("base_destroyed", |row| row.of.base.destroyed.into()),
        ("base_slain", |row| row.of.base.slain.into()),
        ("base_wounds_lost", |row| row.of.base.wounds_lost.into()),
        ("method", |row| row.of.method.into()),
        ("trials", |row| row.of.trials.into()),
        ("seed", |row| row.of.head.seed.into()),
        ("phase", |row| row.of.phase.or(row.of.head.phase).map(Phase::name).into()),
        ("command", |row| (&row.option.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.of.head.not_computed)),
    ];
}
