//! A comparison as people read it: a table for each result, the best of each column marked, and what was left out.

use super::tally::{MAX_SHOWN, Tally, Values};
use super::{Comparison, EITHER_PHASE, Reached};
use crate::ask::report::UnitLine;
use crate::ask::said::heading;
use crate::games::spoken;
use crate::report::{Figure, FigureTable, Matrix, Section, Sheet, counted};

/// Reasons that are told one by one.
const MOST_REASONS: usize = 8;

impl Comparison {
    /// What was computed as a sheet, a matrix for each result.
    pub fn sheet(&self, tally: &Tally, reached: Reached) -> Sheet {
        let matrices: Vec<Matrix> = self.matrices(tally);
        let mut blocks = vec![heading(self.game.id, &self.headline(), self.said_lines())];
        if self.attackers.len() * self.defenders.len() > MAX_SHOWN {
            blocks.extend(self.best(tally));
        }
        blocks.extend(matrices.iter().cloned().map(Section::Matrix));
        blocks.extend(reasons(tally));
        let of = |text: String| Section::Sentence(text, false);
        blocks.push(of(self.how(tally)));
        blocks.extend(self.head.left_out().map(|(what, names)| of(format!("{what}: {names}"))));
        if !reached.is_all() {
            blocks.push(Section::Sentence(stopped(reached), true));
        }
        let [attackers, defenders] = self.names();
        let sheet = self.head.sheet([&attackers, "into", &defenders], self.file_name(), self.said_lines());
        Sheet { method: self.how(tally), blocks, matrix: matrices.into_iter().next(), ..sheet }
    }

    /// The name of its files, without an ending.
    pub(crate) fn file_name(&self) -> String {
        let [attackers, defenders] = self.names();
        self.head.file_name(&["compare", &attackers, &defenders], "-")
    }

    /// Who attacks and who is attacked, in a few words.
    fn names(&self) -> [String; 2] {
        [&self.attackers, &self.defenders].map(|units| match &units[..] {
            [only] => only.line.name.clone(),
            several => format!("{} units", several.len()),
        })
    }

    fn headline(&self) -> String {
        let one = |unit: &UnitLine| {
            let points =
                unit.points.map_or_else(String::new, |points| format!(", {}", counted(points.into(), "point")));
            format!("{} ({}{points})", unit.name, counted(unit.models as u64, "model"))
        };
        let some = |units: &[super::Entrant], word: &str| match units {
            [only] => one(&only.line),
            several => counted(several.len() as u64, word),
        };
        format!("{} into {}", some(&self.attackers, "attacker"), some(&self.defenders, "target"))
    }

    fn said_lines(&self) -> Vec<(String, String)> {
        let mut lines = self.head.lines();
        if self.request.base.phase.is_none() {
            lines.insert(0, ("phase".to_owned(), EITHER_PHASE.to_owned()));
        }
        lines
    }

    /// A matrix for each result, each way; none if the table is too large to look at.
    fn matrices(&self, tally: &Tally) -> Vec<Matrix> {
        let [attackers, defenders] = self.labels();
        let (mut matrices, mut order) = (Vec::new(), None);
        for (way, results) in tally.ways.iter().enumerate() {
            let (rows, columns) = if way == 1 { (&defenders, &attackers) } else { (&attackers, &defenders) };
            for (metric, values) in self.metrics.iter().zip(results) {
                let Values::All(values) = values else { continue };
                if values.iter().all(Option::is_none) {
                    continue;
                }
                let values = values.chunks(columns.len().max(1)).map(<[_]>::to_vec).collect();
                let matrix = Matrix {
                    title: self.title(metric, way == 1),
                    corner: "attacker".to_owned(),
                    turned_corner: "target".to_owned(),
                    best_of: "against each target".to_owned(),
                    rows: rows.clone(),
                    columns: columns.clone(),
                    values,
                    is_chance: is_chance(metric),
                };
                // Units that a pattern names stand in the order of what they do, the same in every matrix.
                let known = order.get_or_insert_with(|| {
                    let mut order = matrix.order();
                    for (order, is_typed) in order.iter_mut().zip(self.is_typed) {
                        if is_typed {
                            order.sort_unstable();
                        }
                    }
                    order
                });
                matrices.push(if way == 1 {
                    let [attackers, defenders] = known.clone();
                    matrix.ordered(&[defenders, attackers])
                } else {
                    matrix.ordered(known)
                });
            }
        }
        matrices
    }

    /// What a matrix shows.
    fn title(&self, metric: &str, back: bool) -> String {
        let name = match spoken(self.game.id, metric) {
            slain if slain == "slain" => "models slain".to_owned(),
            spoken => spoken,
        };
        let share = if self.request.per_100_points && !is_chance(metric) { " per 100 points" } else { "" };
        let kind = if is_chance(metric) { ", %" } else { ", mean" };
        format!("{name}{share}{kind}{}", if back { ", the other way round" } else { "" })
    }

    /// The best attacker for each target, where there are too many cells to show.
    fn best(&self, tally: &Tally) -> Vec<Section> {
        let [attackers, defenders] = self.labels();
        let mut sections = vec![Section::Sentence(
            format!(
                "{} are too many to look at: the best attacker for each target is shown; `--csv PATH` or `--json PATH` writes all",
                counted(self.cells() as u64, "cell")
            ),
            false,
        )];
        for (way, results) in tally.ways.iter().enumerate() {
            let (rows, columns) = if way == 1 { (&defenders, &attackers) } else { (&attackers, &defenders) };
            for (metric, values) in self.metrics.iter().zip(results) {
                let Values::Best(best) = values else { continue };
                let figure = |value: f64| match is_chance(metric) {
                    true => Figure::Probability(value),
                    false => Figure::Text(crate::report::fixed(value, 2)),
                };
                let row = |(name, best): (&String, &Option<(f64, usize)>)| match best {
                    Some((value, row)) => vec![name.clone().into(), rows[*row].clone().into(), figure(*value)],
                    None => vec![name.clone().into(), Figure::Empty, Figure::Empty],
                };
                sections.push(Section::Table(FigureTable {
                    title: String::new(),
                    header: vec!["target".to_owned(), "best attacker".to_owned(), self.title(metric, way == 1)],
                    rows: columns.iter().zip(best).map(row).collect(),
                    ..FigureTable::default()
                }));
            }
        }
        sections
    }

    /// How the cells were computed, in a sentence.
    fn how(&self, tally: &Tally) -> String {
        let sampling = &self.options.sampling;
        let dice = format!("{} each, seed {}", counted(sampling.trials, "dice-rolled trial"), sampling.seed);
        let cells = tally.cells - tally.refused();
        match tally.rolled {
            0 => "exact: every distribution was multiplied out, no dice were rolled".to_owned(),
            all if all == cells => format!("sampled: {dice}"),
            some => format!("exact; {some} of {}: {dice}", counted(cells, "cell")),
        }
    }
}

/// Whether a result is a probability.
pub(in crate::ask) fn is_chance(metric: &str) -> bool {
    ["destroyed", "rank-lost", "panic-rolled", "panic-failed", "characters-slain"].contains(&metric)
        || metric.ends_with("-down")
}

/// How many cells could not be computed, and why.
fn reasons(tally: &Tally) -> Option<Section> {
    // Which units these are a note says.
    let is_unarmed = |why: &str| why.ends_with(" has no weapon, so it cannot attack");
    let (mut unarmed, mut reasons): (Vec<_>, Vec<_>) = tally.refused.iter().partition(|(why, _)| is_unarmed(why));
    if unarmed.len() == 1 {
        reasons.append(&mut unarmed);
    }
    let (kinds, unarmed) = (unarmed.len(), unarmed.into_iter().map(|(_, count)| *count).sum::<u64>());
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let refused = tally.refused();
    let mut notes = vec![format!("{refused} of {} could not be computed", counted(tally.cells, "cell"))];
    let (told, others) = reasons.split_at(reasons.len().min(MOST_REASONS));
    notes.extend(told.iter().map(|(why, count)| format!("{}: {why}", counted(**count, "cell"))));
    notes.extend((unarmed > 0).then(|| format!("{}: {kinds} attackers have no weapon", counted(unarmed, "cell"))));
    let rest: u64 = others.iter().map(|(_, count)| **count).sum();
    notes.extend((rest > 0).then(|| format!("{}: other reasons, which CSV and JSON tell", counted(rest, "cell"))));
    (refused > 0).then_some(Section::Notes(notes))
}

/// How far a comparison came that was stopped.
fn stopped(reached: Reached) -> String {
    format!("stopped after {} of {}", reached.cells, counted(reached.of as u64, "cell"))
}
