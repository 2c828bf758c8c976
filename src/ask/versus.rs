//! `--versus` and `--versus-attacker`: the same attack once more with something added, or by another unit, and what that
//! changes.

use serde::{Serialize, Serializer};

use super::compare::sheet::overlay;
use super::head::Head;
use super::listing::{Listing, SheetText};
use super::report::{Report, UnitLine, headline};
use super::request::Request;
use super::typed::Command;
use crate::engine::Options;
use crate::games::{Phase, spoken};
use crate::report::{CsvCell, CsvStyle, Figure, FigureTable, Reportable, Section, Sheet, percent};
use crate::words::add_once;

/// An attack as asked, and the same with further effects or by another unit. The fields are in the order of the JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct VersusReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// The further effects, written as for `--with`, or the other attacker.
    pub versus: String,
    /// Whether it is another attacker.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub versus_attacker: bool,
    /// The answer without it; JSON has its results.
    #[serde(serialize_with = "results")]
    pub as_asked: Report,
    /// The answer with it, likewise.
    #[serde(serialize_with = "results")]
    pub besides: Report,
}

fn results<S: Serializer>(report: &Report, to: S) -> Result<S::Ok, S::Error> {
    report.results.serialize(to)
}

fn label(versus: &str, is_attacker: bool) -> String {
    if is_attacker { versus.to_owned() } else { format!("with {versus}") }
}

/// A result: as asked, and with the further effects.
type Pair = (&'static str, bool, [f64; 2]);

impl VersusReport {
    /// The request of the second answer: with more said to it, or of another attacker.
    pub fn other(request: &Request, versus: &str, is_attacker: bool) -> Request {
        let mut other = request.clone();
        match is_attacker {
            true => versus.clone_into(&mut other.attacker),
            false => other.with.push(versus.to_owned()),
        }
        other
    }

    /// Two answers, the second to [`VersusReport::other`].
    pub fn new(
        request: &Request,
        (versus, versus_attacker): (&str, bool),
        both: [Report; 2],
        options: &Options,
    ) -> Self {
        let [first, second] = both;
        let option = if versus_attacker { "--versus-attacker" } else { "--versus" };
        let command = Command::new("attack").word(&request.attacker).word(&request.defender);
        let command = command.each("--metric", &request.metric).table(request).each(option, [versus]);
        // What is said of one of two attackers says of which.
        let own = |note: &String| match versus_attacker && !second.head.notes.contains(note) {
            true => format!("{}: {note}", first.attacker.name),
            false => note.clone(),
        };
        let mut notes: Vec<String> = first.head.notes.iter().map(own).collect();
        let new = |note: &&String| !first.head.notes.contains(note);
        notes.extend(
            second.head.notes.iter().filter(new).map(|note| format!("{}: {note}", label(versus, versus_attacker))),
        );
        let mut not_computed = first.head.not_computed.clone();
        add_once(&mut not_computed, second.head.not_computed.iter().cloned());
        let command = command.options(options).text();
        let head = Head { command, tag: Some(0), notes, not_computed, ..first.head.clone() };
        Self {
            head,
            attacker: first.attacker.clone(),
            defender: first.defender.clone(),
            versus: versus.to_owned(),
            versus_attacker,
            as_asked: first,
            besides: second,
        }
    }

    /// What the second answer is called.
    fn label(&self) -> String {
        label(&self.versus, self.versus_attacker)
    }

    /// Chances and means that both answers have.
    fn pairs(&self) -> Vec<Pair> {
        let (one, other) = (&self.as_asked.results, &self.besides.results);
        let chances =
            one.chances.iter().filter_map(|chance| Some((chance.name, true, [chance.p, other.chance(chance.name)?.p])));
        // What comes back in one of them alone is compared with what is left in the other.
        let all = if one.metrics.len() < other.metrics.len() { other } else { one };
        let means = all.metrics.iter().filter_map(|metric| {
            Some((metric.name, false, [self.as_asked.mean(metric.name)?, self.besides.mean(metric.name)?]))
        });
        chances.chain(means).collect()
    }

    fn answer(&self) -> Vec<String> {
        let destroyed = self.pairs().into_iter().find(|(name, ..)| *name == "destroyed");
        let lost = self.pairs().into_iter().find(|(name, ..)| *name == "wounds-lost");
        let pair_in_words = |(name, is_chance, [one, other]): Pair| {
            let what = spoken(self.head.game, name);
            match is_chance {
                true => format!("{what} {} instead of {}", percent(other), percent(one)),
                false => format!("{what} {other:.2} instead of {one:.2}"),
            }
        };
        let parts = destroyed.into_iter().chain(lost).map(pair_in_words).collect::<Vec<_>>().join(" · ");
        vec![format!("{}: {parts}", self.label())]
    }

    fn table(&self) -> FigureTable {
        let row = |(name, is_chance, [one, other]): Pair| {
            let what = spoken(self.head.game, name);
            match is_chance {
                true => vec![
                    format!("P({what})").into(),
                    Figure::Probability(one),
                    Figure::Probability(other),
                    Figure::Change(other - one),
                ],
                false => {
                    vec![what.into(), Figure::Number(one), Figure::Number(other), Figure::More(other - one)]
                }
            }
        };
        FigureTable {
            title: "means and chances, and the difference (of chances in percentage points)".to_owned(),
            header: vec!["result".into(), "as asked".into(), self.label(), "difference".into()],
            rows: self.pairs().into_iter().map(row).collect(),
            ..FigureTable::default()
        }
    }
}

impl Reportable for VersusReport {
    fn sheet(&self) -> Sheet {
        let [first, second] = [&self.as_asked, &self.besides].map(Report::sheet);
        let names = [&*self.attacker.name, &self.defender.name];
        let with = self.label();
        let curves = [("as asked", first.curve.as_ref()), (&*with, second.curve.as_ref())];
        let curves: Vec<_> = curves.into_iter().filter_map(|(name, curve)| Some((name, curve?))).collect();
        let text = SheetText {
            line: headline(&self.attacker, &self.defender),
            title: ["", "", ""],
            file: (&names, "-vs-"),
            settings: self.head.lines(),
            answer: self.answer(),
            tables: vec![Some(Section::Table(self.table()))],
            notes: Vec::new(),
            method: &first.method,
        };
        let (title, lines) = (first.title, overlay(&curves, names[1]));
        Sheet { sizes: first.sizes, lines, title, ..text.sheet(&self.head) }
    }

    /// A row for each result.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        Listing::of(&self.head, self.pairs())
            .column("attacker", "", |_| self.attacker.name.clone())
            .column("defender", "", |_| self.defender.name.clone())
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("versus", "", |_| self.versus.clone())
            .column("result", "", |(name, ..)| *name)
            .column("as_asked", "", |(.., [one, _])| Figure::Number(*one))
            .column("besides", "", |(.., [_, other])| Figure::Number(*other))
            .column("difference", "", |(.., [one, other])| Figure::Number(other - one))
            .column("method", "", |_| self.as_asked.method)
            .column("seed", "", |_| self.head.seed.map(|seed| seed.to_string()))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("command", "", |_| self.head.command.clone())
            .csv(&self.head, style)
    }
}
