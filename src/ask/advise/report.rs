//! Advice as every output shows it.

use super::super::head::Head;
use super::super::listing::{Listing, SheetText};
use super::super::report::{UnitLine, headline};
use super::AdvisedOption;
use crate::engine::AttackValue;
use crate::games::{Cost, Owner, Phase, spoken};
use crate::report::{CsvCell, CsvStyle, Figure, Reportable, Sheet, SignedBars, counted, in_short, percent, signed};

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
    pub base: AttackValue,
    /// What all shared options together change.
    pub together: AttackValue,
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
            Owner::Attacker => option.change.get(self.metric) > 0.0,
            Owner::Defender => option.change.get(self.metric) < 0.0,
        };
        parts.push(match self.options.first().filter(helps) {
            Some(best) => {
                let cost = best.cost.text();
                let cost = if cost.is_empty() { cost } else { format!(" for {cost}") };
                format!("best: {} {}{cost}", best.name, self.words(best.change.get(self.metric)))
            }
            None => "nothing here helps".to_owned(),
        });
        if self.shares().count() > 1 {
            parts.push(format!("together {}", self.words(self.together.get(self.metric))));
        }
        parts
    }

    fn listed(&self) -> Listing<&AdvisedOption> {
        let cost = |option: &AdvisedOption| match option.cost {
            Cost::Command(n) => (Some(n), Some("command points")),
            Cost::Points(n) => (Some(n), Some("points")),
            Cost::Dice(group) => (Some(1), Some(group)),
            Cost::Free => (None, None),
        };
        let per_cost = |option: &AdvisedOption| option.per_cost.map(|value| value.get(self.metric));
        Listing::of(&self.head, &self.options)
            .column("attacker", "", |_| self.attacker.name.clone())
            .column("defender", "", |_| self.defender.name.clone())
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("option", "option", |option| option.name.clone())
            .column("owner", "", |option| option.owner.name())
            .column("", "cost", |option| option.cost.text())
            .column("cost", "", |option| cost(option).0)
            .column("cost_in", "", |option| cost(option).1)
            .column("destroyed", "destroyed", |option| Figure::Change(option.change.destroyed))
            .column("slain", "slain", |option| Figure::More(option.change.slain))
            .column("wounds_lost", "wounds lost", |option| Figure::More(option.change.wounds_lost))
            .column("", "each CP or 100 points", |option| per_cost(option).map(|change| self.figure(change)))
            .column("share", "share", |option| option.share.map(|share| self.figure(share)))
            .column("share_of", "", |_| self.metric)
            .column("per_cost", "", |option| per_cost(option).map(Figure::Number))
            .column("base_destroyed", "", |_| Figure::Number(self.base.destroyed))
            .column("base_slain", "", |_| Figure::Number(self.base.slain))
            .column("base_wounds_lost", "", |_| Figure::Number(self.base.wounds_lost))
            .column("method", "", |_| self.method)
            .column("trials", "", |_| self.trials.map(|trials| trials.to_string()))
            .column("seed", "", |_| self.head.seed.map(|seed| seed.to_string()))
            .column("phase", "", |_| self.phase.or(self.head.phase).map(Phase::name))
            .column("command", "", |option| option.command.clone())
    }

    /// What the table shows.
    fn title(&self) -> String {
        let shared = if self.shares().count() > 1 { ", and its share of what all change together" } else { "" };
        let of = match self.metric {
            "destroyed" => "",
            "slain" => " of models slain",
            _ => " of wounds lost",
        };
        format!("what each changes alone{shared}{of}; destroyed in percentage points")
    }

    /// The shares that were worked out.
    fn shares(&self) -> impl Iterator<Item = f64> {
        self.options.iter().filter_map(|option| option.share)
    }
}

impl Reportable for Advice {
    fn sheet(&self) -> Sheet {
        let notes = [
            "a share is what an option brings on average over every order in which all of them may be added",
            "options that exclude each other: the best allowed combination is counted",
        ];
        let notes = notes.map(str::to_owned).into_iter().filter(|_| self.shares().count() > 1).collect();
        let seed = self.head.seed.unwrap_or_default();
        let rolled = |trials| format!("sampled: {}, seed {seed}", counted(trials, "dice-rolled trial"));
        let axis = if self.metric == "destroyed" {
            "change of the chance to destroy it, percentage points".to_owned()
        } else {
            format!("change of {}", spoken(self.head.game, self.metric))
        };
        let bars = self
            .options
            .iter()
            .map(|option| (option.cost.behind(&option.name), option.change.get(self.metric), option.share));
        let bars = SignedBars { axis, rows: bars.collect(), percent: self.metric == "destroyed" };
        let names = [&*self.attacker.name, &self.defender.name];
        let text = SheetText {
            line: format!("Advice: {}", headline(&self.attacker, &self.defender)),
            title: [&format!("Advice: {}", self.attacker.name), "against", names[1]],
            file: (&names, "-vs-"),
            settings: self.lines(),
            answer: self.answer(),
            tables: vec![self.listed().table(&self.title(), usize::MAX)],
            notes,
            method: &self.trials.map_or("exact, no dice rolled".to_owned(), rolled),
        };
        let sheet = text.sheet(&self.head);
        let file_name = sheet.file_name + "-advice";
        Sheet { file_name, bars: (!self.options.is_empty()).then_some(bars), ..sheet }
    }

    /// One row for each option.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        self.listed().csv(&self.head, style)
    }
}
