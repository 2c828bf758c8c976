//! `--versus`: the same attack once more with something besides, and what that changes.

use serde::{Serialize, Serializer};

use super::compare::sheet::overlay;
use super::head::{Head, NotComputed};
use super::report::{Report, UnitLine, headline};
use super::request::Request;
use super::said::{Command, heading};
use crate::engine::Options;
use crate::games::{Phase, spoken};
use crate::report::{Column, CsvCell, CsvStyle, Figure, FigureTable, Reportable, Section, Sheet, percent};

/// An attack as asked, and the same with further effects. The fields are in the order of the JSON.
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
    /// The further effects, written as for `--with`.
    pub versus: String,
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

/// A result: as asked, and with the further effects.
type Pair = (&'static str, bool, [f64; 2]);

impl VersusReport {
    /// Two answers of which the second has more said to it.
    pub fn new(request: &Request, versus: &str, both: [Report; 2], options: &Options) -> Self {
        let [first, second] = both;
        let command = Command::new("attack").word(&request.attacker).word(&request.defender);
        let command = command.each("--metric", &request.metric).table(request).each("--versus", [versus]);
        let mut notes = first.head.notes.clone();
        let new = |note: &&String| !first.head.notes.contains(note);
        notes.extend(second.head.notes.iter().filter(new).map(|note| format!("with {versus}: {note}")));
        let head = Head { command: command.options(options).text(), tag: Some(0), notes, ..first.head.clone() };
        Self {
            head,
            attacker: first.attacker.clone(),
            defender: first.defender.clone(),
            versus: versus.to_owned(),
            as_asked: first,
            besides: second,
        }
    }

    /// Chances and means that both answers have.
    fn pairs(&self) -> Vec<Pair> {
        let (one, other) = (&self.as_asked.results, &self.besides.results);
        let chances =
            one.chances.iter().filter_map(|known| Some((known.name, true, [known.p, other.chance(known.name)?.p])));
        let means = one.metrics.iter().filter_map(|known| {
            Some((known.name, false, [known.summary.mean, other.metric(known.name)?.summary.mean]))
        });
        chances.chain(means).collect()
    }

    fn answer(&self) -> Vec<String> {
        let destroyed = self.pairs().into_iter().find(|(name, ..)| *name == "destroyed");
        let lost = self.pairs().into_iter().find(|(name, ..)| *name == "wounds-lost");
        let of = |(name, is_chance, [one, other]): Pair| {
            let what = spoken(self.head.game, name);
            match is_chance {
                true => format!("{what} {} instead of {}", percent(other), percent(one)),
                false => format!("{what} {other:.2} instead of {one:.2}"),
            }
        };
        let parts = destroyed.into_iter().chain(lost).map(of).collect::<Vec<_>>().join(" · ");
        vec![format!("with {}: {parts}", self.versus)]
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
            header: vec!["result".into(), "as asked".into(), format!("with {}", self.versus), "difference".into()],
            rows: self.pairs().into_iter().map(row).collect(),
            ..FigureTable::default()
        }
    }
}

impl Reportable for VersusReport {
    fn sheet(&self) -> Sheet {
        let [first, second] = [&self.as_asked, &self.besides].map(Report::sheet);
        let names = [&*self.attacker.name, &self.defender.name];
        let with = format!("with {}", self.versus);
        let curves = [("as asked", first.curve.as_ref()), (&*with, second.curve.as_ref())];
        let curves: Vec<_> = curves.into_iter().filter_map(|(name, curve)| Some((name, curve?))).collect();
        let head = heading(self.head.game, &headline(&self.attacker, &self.defender), self.head.lines());
        Sheet {
            sizes: first.sizes,
            method: first.method,
            highlights: self.answer(),
            blocks: vec![head, Section::Answer(self.answer()), Section::Table(self.table())],
            lines: overlay(&curves, names[1]),
            title: first.title,
            ..self.head.sheet(["", "", ""], self.head.file_name(&names, "-vs-"), self.head.lines())
        }
    }

    /// A row for each result.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.pairs().into_iter().map(|pair| (&self.head, VersusRow { of: self, pair }));
        Head::csv(VersusRow::COLUMNS, rows, style)
    }
}

/// A result in both answers.
struct VersusRow<'v> {
    of: &'v VersusReport,
    pair: Pair,
}

impl<'v> VersusRow<'v> {
    const COLUMNS: &'v [Column<Self>] = &[
        ("game", |row| row.of.head.game.into()),
        ("attacker", |row| (&row.of.attacker.name).into()),
        ("defender", |row| (&row.of.defender.name).into()),
        ("with", |row| CsvCell::list(&row.of.head.with)),
        ("versus", |row| (&row.of.versus).into()),
        ("result", |row| row.pair.0.into()),
        ("as_asked", |row| row.pair.2[0].into()),
        ("besides", |row| row.pair.2[1].into()),
        ("difference", |row| (row.pair.2[1] - row.pair.2[0]).into()),
        ("method", |row| row.of.as_asked.method.into()),
        ("seed", |row| row.of.head.seed.into()),
        ("phase", |row| row.of.head.phase.map(Phase::name).into()),
        ("command", |row| (&row.of.head.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.of.head.not_computed)),
    ];
}
