//! An attack's answer as a sheet: who attacks whom, stages, results, chances, a histogram and how it was computed.

use super::super::typed::heading;
use super::{AgreementLine, Chance, Left, Metric, Report, StageLine, UnitLine};
use crate::games::spoken;
use crate::report::{Curve, Figure, FigureTable, Marked, Section, Sheet, counted, fixed, grouped, in_short, percent};
use crate::stats::Interval;

impl Report {
    /// What people see of it.
    pub fn sheet(&self) -> Sheet {
        let (drawn, head) = (self.drawn(), &self.head);
        let rolled = self.sampled.as_ref().and_then(|sampled| sampled.metric(drawn.name));
        let names = [&*self.attacker.name, &self.defender.name];
        let settings = head.lines().into_iter().chain(head.left_out()).collect();
        let sheet = head.sheet([names[0], verb(&self.attacker), names[1]], head.file_name(&names, "-vs-"), settings);
        let mut about = vec![("method", self.method.to_owned())];
        about.extend(head.seed.map(|seed| ("seed", seed.to_string())));
        about.extend(sheet.about);
        about.extend(self.trials.map(|trials| ("trials", trials.to_string())));
        Sheet {
            sizes: format!("{} against {}", size(&self.attacker), size(&self.defender)),
            method: self.method_in_short(),
            highlights: self.highlights(),
            blocks: self.blocks(),
            curve: Some(Curve {
                axis: alone(head.game, drawn.name),
                pmf: drawn.pmf.clone(),
                rolled: rolled.map(|metric| metric.pmf.clone()),
                marked: self.end(drawn.name),
            }),
            about,
            ..sheet
        }
    }

    fn blocks(&self) -> Vec<Section> {
        let mut blocks = vec![heading(self.head.game, &headline(&self.attacker, &self.defender), self.head.lines())];
        blocks.push(Section::Answer(self.answer()));
        blocks.push(Section::Histogram);
        blocks.push(self.numbers());
        let chances: Vec<_> = self.results.chances.iter().filter(|chance| tells(chance)).map(chance).collect();
        blocks.extend((!chances.is_empty()).then_some(Section::Results(chances)));
        blocks.push(self.method_sentence());
        blocks.extend(self.head.left_out_sentence());
        blocks.extend(self.stages());
        blocks
    }

    /// What matters most, in a few words each: whether the target is gone, what it loses of what it has, and the damage.
    pub(super) fn answer(&self) -> Vec<String> {
        let named = |name: &str| self.results.metric(name);
        let destroyed = self.results.chance("destroyed");
        let in_words = |Metric { name, summary, .. }: &Metric, all: usize, sure: bool| {
            let [low, _, _, _, high] = summary.quantiles.map(|value| grouped(value as u64));
            let sure = if sure { format!(" (90 %: {low} to {high})") } else { String::new() };
            format!("{} {} of {}{sure}", spoken(self.head.game, name), in_short(summary.mean), grouped(all as u64))
        };
        // Of a unit whose models have one wound each, wounds say it all.
        let Left { models, wounds } = self.left;
        let slain = named("slain").filter(|_| models > 1 && models < wounds);
        let damage = self.results.metrics.first();
        let parts = [
            destroyed.map(|entry| format!("{} {}", entry.name, percent(entry.p))),
            slain.map(|slain| in_words(slain, models, false)),
            named("wounds-lost").map(|lost| in_words(lost, wounds, true)),
            damage.map(|damage| format!("{} {}", spoken(self.head.game, damage.name), in_short(damage.summary.mean))),
            // What it has back once the attack is over.
            named("wounds-left").map(|left| in_words(left, wounds, false)),
        ];
        parts.into_iter().flatten().collect()
    }

    /// The answer where room is short: how sure a rolled chance is, and chances that it does not name.
    fn highlights(&self) -> Vec<String> {
        let (destroyed, others): (Vec<_>, Vec<_>) =
            self.results.chances.iter().partition(|chance| chance.name == "destroyed");
        let rest = self.answer().into_iter().skip(destroyed.len());
        let others = others.into_iter().filter(|chance| tells(chance));
        destroyed.into_iter().map(highlight).chain(rest).chain(others.map(highlight)).collect()
    }

    /// The value of a result that means that the target is gone.
    fn end(&self, metric: &str) -> Option<Marked> {
        let all = match metric {
            "wounds-lost" => self.left.wounds,
            "slain" => self.left.models,
            _ => return None,
        };
        Some(Marked { from: all, to: all, what: "destroyed".to_owned() })
    }

    /// Mean and spread of every stage, of each weapon if there are several.
    fn stages(&self) -> Option<Section> {
        let Self { stages, weapons, .. } = self;
        let mut columns: Vec<(&str, &[StageLine])> = Vec::new();
        if weapons.len() > 1 {
            columns.extend(weapons.iter().map(|weapon| (weapon.name.as_str(), weapon.stages.as_slice())));
        }
        columns.push(("all", stages));
        let header = std::iter::once("stage").chain(columns.iter().map(|(name, _)| *name));
        let rows = stages.iter().map(|stage| {
            let cells = columns.iter().map(|(_, stages)| stage_figure(stages, stage.name));
            std::iter::once(stage.name.replace('-', " ").into()).chain(cells).collect()
        });
        let table = FigureTable {
            header: header.map(str::to_owned).collect(),
            rows: rows.collect(),
            across: "weapon".to_owned(),
            ..FigureTable::default()
        };
        let table = table.telling();
        (!table.rows.is_empty()).then_some(Section::Table(table))
    }

    /// The results that are numbers.
    fn numbers(&self) -> Section {
        let mut header = vec!["result", "mean", "sd", "5 %", "25 %", "median", "75 %", "95 %"];
        if self.sampled.is_some() {
            header.push("rolled");
        }
        let rolled = |name: &str| self.sampled.as_ref()?.metric(name);
        let row = |Metric { name, summary, .. }: &Metric| -> Vec<Figure> {
            let mut row =
                vec![spoken(self.head.game, name).into(), Figure::Number(summary.mean), Figure::Number(summary.sd)];
            row.extend(summary.quantiles.map(|value| Figure::Whole(value as i64)));
            row.extend(rolled(name).map(|rolled| Figure::Number(rolled.summary.mean)));
            row
        };
        let header = header.into_iter().map(str::to_owned).collect();
        let rows: Vec<Vec<Figure>> = self.results.metrics.iter().map(row).collect();
        // An attack that does nothing at all says so in one row.
        let nothing = rows.first().map(|row| row[..2].to_vec());
        let mut table = FigureTable { header, rows, ..FigureTable::default() }.telling();
        if table.rows.is_empty() {
            table = FigureTable { header: vec!["result".into(), "mean".into()], ..FigureTable::default() };
            table.rows.extend(nothing);
        }
        Section::Table(table)
    }

    fn method_sentence(&self) -> Section {
        let trials = self.trials.unwrap_or(0);
        match (&self.sampled, self.trials) {
            (Some(_), _) => match &self.agreement {
                Some(agreement) => Section::Sentence(verdict(agreement, trials), !agreement.holds),
                None => {
                    let text = format!(
                        "exact, and {}, seed {}",
                        counted(trials, "dice-rolled trial"),
                        self.head.seed.unwrap_or_default()
                    );
                    Section::Sentence(text, false)
                }
            },
            (None, Some(_)) => {
                let first = self.results.metrics.first();
                let sure = first.and_then(|metric| Some((metric.name, metric.summary.interval?)));
                let sure = sure.map(|(name, interval)| {
                    format!("; mean {name} {} (95 % interval)", range(interval, |x| fixed(x, 3)))
                });
                let rolled = counted(trials, "trial");
                Section::Sentence(
                    format!(
                        "sampled: {rolled}, seed {}{}",
                        self.head.seed.unwrap_or_default(),
                        sure.unwrap_or_default()
                    ),
                    false,
                )
            }
            (None, None) => {
                let how = ": every distribution was multiplied out, no dice were rolled";
                Section::Results(vec![("exact".to_owned(), how.to_owned())])
            }
        }
    }

    /// How it was computed, as a chart says it.
    fn method_in_short(&self) -> String {
        let trials = self.trials.unwrap_or(0);
        let rolled = format!("{}, seed {}", counted(trials, "trial"), self.head.seed.unwrap_or_default());
        match (self.method, &self.agreement) {
            ("exact", _) => "exact, no dice rolled".into(),
            ("both", Some(agreement)) if !agreement.holds => format!("exact; {rolled}: they DISAGREE"),
            ("both", Some(agreement)) => format!("exact; {rolled}: they agree (p = {})", fixed(agreement.p, 3)),
            ("both", None) => format!("exact; {rolled}"),
            _ => format!("sampled: {rolled}"),
        }
    }
}

/// What a result is called where it stands alone: `wounds lost` for `wounds-lost`, `models slain` for `slain`.
pub(in crate::ask) fn alone(game: &str, metric: &str) -> String {
    match spoken(game, metric) {
        slain if slain == "slain" => "models slain".into(),
        spoken => spoken,
    }
}

/// Who attacks whom, with sizes and points: `Liberators (5 models, 100 points) attack Clawlord (1 model)`.
pub(in crate::ask) fn headline(attacker: &UnitLine, defender: &UnitLine) -> String {
    format!("{} {} {}", sized(attacker), verb(attacker), sized(defender))
}

/// A unit with its size: `Liberators (5 models, 100 points)`.
pub(in crate::ask) fn sized(unit: &UnitLine) -> String {
    format!("{} ({})", unit.name, size(unit))
}

/// `attack`, or `attacks` if a single model does.
fn verb(attacker: &UnitLine) -> &'static str {
    if attacker.models == 1 { "attacks" } else { "attack" }
}

/// A unit's size: `5 models, 100 points`.
fn size(unit: &UnitLine) -> String {
    let points = unit.points.map(|points| format!(", {}", counted(points.into(), "point")));
    counted(unit.models as u64, "model") + &points.unwrap_or_default()
}

/// A stage of one weapon, `6.67 ± 1.49`, or `-` where the weapon does not have it.
fn stage_figure(stages: &[StageLine], name: &str) -> Figure {
    let line = stages.iter().find(|line| line.name == name);
    line.map_or("-".into(), |line| Figure::Spread(line.mean, line.sd))
}

/// A chance in a sentence of its own: what matters, and how sure it is.
fn chance(Chance { name, p, interval }: &Chance) -> (String, String) {
    let sure = interval.map(|interval| format!(" (95 % interval {})", range(interval, percent)));
    (format!("{} {}", name.replace('-', " "), percent(*p)), sure.unwrap_or_default())
}

/// Whether a chance says something that the answer in one sentence does not: one that is neither 0 nor 1, or rolled.
fn tells(Chance { name, p, interval }: &Chance) -> bool {
    interval.is_some() || (*name != "destroyed" && *p > 0.0 && *p < 1.0 - 1e-12)
}

/// The same where room is short.
fn highlight(Chance { name, p, interval }: &Chance) -> String {
    let sure = interval.map(|interval| format!(" ({})", range(interval, percent)));
    format!("{} {}{}", name.replace('-', " "), percent(*p), sure.unwrap_or_default())
}

fn range([low, high]: Interval, show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(low), show(high))
}

/// Whether dice and distributions agree, in one sentence.
fn verdict(agreement: &AgreementLine, trials: u64) -> String {
    let AgreementLine { chi_square, degrees, p, holds } = agreement;
    let p = match *p {
        p if p < 1e-6 => "p < 0.000001".into(),
        p if p < 1e-3 => format!("p = {p:.6}"),
        p => format!("p = {p:.3}"),
    };
    let numbers = format!("chi-square {chi_square:.1}, {}, {p}", counted(*degrees as u64, "degree"));
    let who = format!("exact and {}", counted(trials, "dice-rolled trial"));
    if *holds {
        format!("{who} agree ({numbers})")
    } else {
        format!("{who} DISAGREE (damage: {numbers}): do not trust these numbers")
    }
}
