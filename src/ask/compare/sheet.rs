//! A comparison as people read it: a table for each result, the best of each column marked, and what was left out.

use std::collections::{BTreeSet, HashMap};

use super::tally::{MAX_SHOWN, Tally, Values};
use super::{Comparison, Reached};
use crate::ask::listing::Listing;
use crate::ask::report::{alone, sized};
use crate::ask::results::is_chance;
use crate::ask::typed::heading;
use crate::engine::Options;
use crate::report::{Curve, Figure, Lines, Matrix, Section, Series, Sheet, counted, percent};
use crate::words::first_few;
use crate::words::sort::sort_by_key;

/// Of tables with more rows or columns one result each way is drawn.
const MOST_DRAWN: usize = 60;
/// Reasons that are reported one by one.
const MOST_REASONS: usize = 8;

impl Comparison {
    /// What was computed as a sheet, a matrix for each result.
    pub fn sheet(&self, tally: &Tally, reached: Reached) -> Sheet {
        let matrices = self.matrices(tally);
        let mut blocks = vec![heading(self.game.id, &self.headline(), self.settings())];
        if self.attackers.len() * self.defenders.len() > MAX_SHOWN {
            blocks.extend(self.best(tally));
        }
        blocks.extend(matrices.iter().map(|(_, matrix)| Section::Matrix(matrix.clone())));
        blocks.extend(self.rows(tally, matrices.first().map(|(_, matrix)| matrix)));
        blocks.extend(reasons(tally));
        let unused = tally.not_used.iter().map(|(why, cells)| format!("{}: {why}", counted(*cells, "cell")));
        blocks.extend((!tally.not_used.is_empty()).then(|| Section::Notes(unused.collect())));
        blocks.push(Section::Sentence(self.how(tally), false));
        blocks.extend(self.head.left_out_sentence());
        if !reached.is_all() {
            blocks.push(Section::Sentence(stopped(reached), true));
        }
        let [attackers, defenders] = self.names();
        let sheet = |[attacker, defender]: [&String; 2]| Sheet {
            method: self.how(tally),
            ..self.head.sheet([attacker, "into", defender], self.file_name(), self.settings())
        };
        let is_large = self.attackers.len().max(self.defenders.len()) > MOST_DRAWN;
        let overlay = matrices.first().and_then(|(_, matrix)| laid_over(matrix)).map(|lines| Sheet {
            highlights: vec![verdict(&matrices[0].1)],
            lines: Some(lines),
            ..sheet([&attackers, &defenders])
        });
        // Whatever draws pictures draws every result below the first, and the way back below the way there.
        let first_of_way: Vec<usize> = (0..2).filter_map(|way| matrices.iter().position(|one| one.0 == way)).collect();
        let drawn = matrices.into_iter().enumerate().filter(|(place, _)| !is_large || first_of_way.contains(place));
        let heatmaps = drawn.map(|(_, (way, matrix))| Sheet {
            highlights: vec![verdict(&matrix)],
            matrix: Some(matrix),
            ..sheet(if way == 0 { [&attackers, &defenders] } else { [&defenders, &attackers] })
        });
        let mut drawn = overlay.into_iter().chain(heatmaps);
        let first = drawn.next().unwrap_or_else(|| sheet([&attackers, &defenders]));
        Sheet { blocks, also: drawn.collect(), ..first }
    }

    /// The name of its files, without an ending.
    pub(crate) fn file_name(&self) -> String {
        let [attackers, defenders] = self.names();
        let shard =
            self.request.shard.map_or_else(String::new, |shard| format!("shard {} of {}", shard.place, shard.of));
        let parts = ["compare", &attackers, &defenders, &shard];
        self.head.file_name(&parts[..if shard.is_empty() { 3 } else { 4 }], "-")
    }

    /// Who attacks and who is attacked, in a few words.
    fn names(&self) -> [String; 2] {
        [&self.attackers, &self.defenders].map(|units| match &units[..] {
            [only] => only.line.name.clone(),
            several => format!("{} units", several.len()),
        })
    }

    fn headline(&self) -> String {
        let some = |units: &[super::Entrant], word: &str| match units {
            [only] => sized(&only.line),
            several => counted(several.len() as u64, word),
        };
        format!("{} into {}", some(&self.attackers, "attacker"), some(&self.defenders, "target"))
    }

    fn settings(&self) -> Vec<(String, String)> {
        let mut lines = self.head.lines();
        if self.request.base.phase.is_none() {
            lines.insert(0, ("phase".to_owned(), self.either_phase().to_owned()));
        }
        lines.extend(self.request.shard.map(|shard| ("shard".to_owned(), format!("{} of {}", shard.place, shard.of))));
        lines
    }

    /// A matrix for each result, each way, 0 or 1; none if the table is too large to look at.
    fn matrices(&self, tally: &Tally) -> Vec<(usize, Matrix)> {
        let [attackers, defenders] = self.labels();
        let (mut matrices, mut order) = (Vec::new(), None);
        for (way, results) in tally.directions.iter().enumerate() {
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
                    behind: tally.behind[way].chunks(columns.len().max(1)).map(<[_]>::to_vec).collect(),
                    ..Matrix::default()
                };
                // Units that a pattern names are in the order of what they do, the same in every matrix.
                let names = order.get_or_insert_with(|| {
                    let mut order = matrix.order();
                    for (order, is_typed) in order.iter_mut().zip(self.is_typed) {
                        if is_typed {
                            order.sort_unstable();
                        }
                    }
                    order
                });
                let [attackers, defenders] = names.clone();
                let order = if way == 1 { [defenders, attackers] } else { [attackers, defenders] };
                matrices.push((way, matrix.ordered(&order)));
            }
        }
        matrices
    }

    /// Models and points of each row, what it is best against, and how many targets it destroys often enough.
    fn rows(&self, tally: &Tally, matrix: Option<&Matrix>) -> Option<Section> {
        let is_counted = self.request.at_least.is_some();
        let matrix = matrix.filter(|matrix| is_counted || matrix.rows.len() > 1)?;
        let [labels, _] = self.labels();
        let places: HashMap<&str, usize> = labels.iter().map(String::as_str).zip(0..).collect();
        let (best, reached) = (matrix.best(), self.request.at_least.map_or_else(String::new, at_least_of));
        let rows = matrix.rows.iter().enumerate().map(|(row, name)| (row, name, places[name.as_str()]));
        let listing = Listing::of(&self.head, rows)
            .column("", "attacker", |(_, name, _)| (*name).clone())
            .column("", "models", |(.., place)| self.attackers[*place].line.models)
            .column("", "points", |(.., place)| self.attackers[*place].line.points)
            .column("", "best against", |(row, ..)| best_against(matrix, &best, *row))
            .column("", &reached, |(.., place)| if is_counted { tally.reached[*place] } else { 0 });
        listing.table("", usize::MAX)
    }

    /// What a matrix shows.
    fn title(&self, metric: &str, back: bool) -> String {
        let title = title(self.game.id, metric, self.request.per_100_points);
        if back { title + ", the other way round" } else { title }
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
        for (way, results) in tally.directions.iter().enumerate() {
            let (rows, columns) = if way == 1 { (&defenders, &attackers) } else { (&attackers, &defenders) };
            for (metric, values) in self.metrics.iter().zip(results) {
                let Values::Best(best) = values else { continue };
                let figure = |value: f64| match is_chance(metric) {
                    true => Figure::Probability(value),
                    false => Figure::Text(crate::report::fixed(value, 2)),
                };
                let listing = Listing::of(&self.head, columns.iter().zip(best))
                    .column("", "target", |(name, _)| (*name).clone())
                    .column("", "best attacker", |(_, best)| best.map(|(_, row)| rows[row].clone()))
                    .column("", &self.title(metric, way == 1), |(_, best)| best.map(|(value, _)| figure(value)));
                sections.extend(listing.table("", usize::MAX));
            }
        }
        sections
    }

    /// How the cells were computed, in a sentence.
    fn how(&self, tally: &Tally) -> String {
        how([tally.rolled, tally.cells - tally.refused()], &self.options)
    }
}

/// How attacks were computed of which dice were rolled for some, in a sentence.
pub(in crate::ask) fn how([rolled, all]: [u64; 2], options: &Options) -> String {
    let sampling = &options.sampling;
    let dice = format!("{} each, seed {}", counted(sampling.trials, "dice-rolled trial"), sampling.seed);
    match rolled {
        0 => "exact: every distribution was multiplied out, no dice were rolled".to_owned(),
        rolled if rolled == all => format!("sampled: {dice}"),
        some => format!("exact; {some} of {}: {dice}", counted(all, "cell")),
    }
}

fn at_least_of(least: f64) -> String {
    format!("destroyed with {} or more", percent(least))
}

/// The targets against which no other row of a matrix does more; of a row that is the best nowhere, the one where it comes
/// closest to the best.
fn best_against(matrix: &Matrix, best: &[Option<f64>], row: usize) -> String {
    const NAMED: usize = 2;
    if best.len() < 2 {
        return String::new();
    }
    let parts = matrix.values[row].iter().zip(best).zip(&matrix.columns);
    let parts = parts.filter_map(|((value, best), name)| Some(((*value)? / (*best)?, name)));
    let parts: Vec<(f64, &String)> = parts.filter(|(part, _)| *part > 0.0).collect();
    let most: Vec<&str> =
        parts.iter().filter(|(part, _)| *part >= 1.0 - 1e-12).map(|(_, name)| name.as_str()).collect();
    match (&most[..], parts.iter().max_by(|a, b| a.0.total_cmp(&b.0))) {
        ([], None) => String::new(),
        ([], Some((part, name))) => format!("{name}, {} of the best", percent(*part)),
        (all, _) => first_few(all, NAMED, ", "),
    }
}

/// What several attackers do to one target as lines that are laid over each other; `None` if there is
/// only one, or no distribution was kept.
fn laid_over(matrix: &Matrix) -> Option<Lines> {
    let matrix = matrix.without_empty();
    let curves: Vec<&Curve> =
        matrix.behind.iter().map(|row| row[0].as_ref().map(|kept| &kept.curve)).collect::<Option<_>>()?;
    let named: Vec<(&str, &Curve)> = matrix.rows.iter().map(String::as_str).zip(curves).collect();
    if matrix.columns.len() == 1 { overlay(&named, &matrix.columns[0]) } else { None }
}

/// Distributions of what a unit suffers as lines that are laid over each other; `None` if there is one only.
pub(in crate::ask) fn overlay(curves: &[(&str, &Curve)], of: &str) -> Option<Lines> {
    const RARE: f64 = 1e-4;
    if curves.len() < 2 {
        return None;
    }
    let often = |curve: &Curve| (0..=curve.pmf.max()).filter(|k| curve.pmf.at(*k) >= RARE).collect::<Vec<_>>();
    // What none of them comes to, odd wounds of models that fall in pairs, is left out.
    let values: BTreeSet<usize> = curves.iter().flat_map(|(_, curve)| often(curve)).collect();
    let series = curves.iter().map(|(name, curve)| Series {
        name: (*name).to_owned(),
        values: values.iter().map(|k| Some(curve.pmf.at(*k))).collect(),
    });
    let axis = curves[0].1.axis.clone();
    let lines = Lines {
        series: series.collect(),
        labels: values.iter().map(ToString::to_string).collect(),
        places: values.iter().map(|k| *k as f64).collect(),
        what: format!("{axis} of {of}: chance of exactly so much"),
        along: axis,
        is_chance: true,
        ..Lines::default()
    };
    Some(lines)
}

/// Who does most, in one sentence.
fn verdict(matrix: &Matrix) -> String {
    let matrix = matrix.without_empty();
    let best = matrix.best();
    let wins =
        |row: &Vec<Option<f64>>| row.iter().zip(&best).filter(|(value, best)| Matrix::is_best(**value, **best)).count();
    let unit = if matrix.is_chance { " %" } else { "" };
    let first =
        matrix.values.iter().map(wins).enumerate().max_by_key(|(place, wins)| (*wins, std::cmp::Reverse(*place)));
    match (first, &matrix.columns[..]) {
        (Some((row, wins)), [only]) if wins > 0 => {
            format!("{} does the most to {only}: {}{unit}", matrix.rows[row], matrix.written()(matrix.values[row][0]))
        }
        (Some((row, wins)), columns) if wins > 0 => {
            format!("{} does the most against {wins} of {}", matrix.rows[row], counted(columns.len() as u64, "target"))
        }
        _ => {
            let all = || matrix.values.iter().flatten().flatten().copied();
            let range = [all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max)];
            let [least, most] = range.map(|number| matrix.written()(Some(number)));
            if least == most { most + unit } else { format!("{least} to {most}{unit}") }
        }
    }
}

/// What a result is called where it stands alone.
pub(in crate::ask) fn title(game: &str, metric: &str, per_100_points: bool) -> String {
    let name = alone(game, metric);
    match is_chance(metric) {
        true => name + ", %",
        false if per_100_points => name + " per 100 points, mean",
        false => name + ", mean",
    }
}

/// How many cells could not be computed, and why.
fn reasons(tally: &Tally) -> Option<Section> {
    // Which units these are a note says.
    let is_unarmed = |why: &str| why.contains(" has no weapon, so it cannot attack");
    let (mut unarmed, mut reasons): (Vec<_>, Vec<_>) = tally.refused.iter().partition(|(why, _)| is_unarmed(why));
    if unarmed.len() == 1 {
        reasons.append(&mut unarmed);
    }
    let (kinds, unarmed) = (unarmed.len(), unarmed.into_iter().map(|(_, count)| *count).sum::<u64>());
    sort_by_key(&mut reasons, |(_, count)| std::cmp::Reverse(**count));
    let refused = tally.refused();
    let mut notes = vec![format!("{refused} of {} could not be computed", counted(tally.cells, "cell"))];
    let (first, others) = reasons.split_at(reasons.len().min(MOST_REASONS));
    notes.extend(first.iter().map(|(why, count)| format!("{}: {why}", counted(**count, "cell"))));
    notes.extend((unarmed > 0).then(|| format!("{}: {kinds} attackers have no weapon", counted(unarmed, "cell"))));
    let rest: u64 = others.iter().map(|(_, count)| **count).sum();
    notes.extend((rest > 0).then(|| format!("{}: other reasons, which CSV and JSON tell", counted(rest, "cell"))));
    (refused > 0).then_some(Section::Notes(notes))
}

/// How far a comparison came that was stopped.
fn stopped(reached: Reached) -> String {
    format!("stopped after {} of {}", reached.cells, counted(reached.of as u64, "cell"))
}
