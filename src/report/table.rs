//! A report as text for a terminal.

use super::histogram::histogram;
use super::terminal::{BOLD, GAP, Look, grid, paint, plain};
use super::{
    AgreementLine, Chance, Metric, Report, Results, StageLine, UnitLine, counted, fixed, grouped, percent, printable,
};
use crate::stats::Interval;

/// A weapon's name is cut to this many characters where it heads a column.
const WEAPON_WIDTH: usize = 24;
/// ANSI code of bold red, for what must not be overlooked.
const ALARM: &str = "1;31";

impl Report {
    /// The report as text: who attacks whom, stages, results, chances, a histogram and how it was computed.
    pub fn to_table(&self, look: Look) -> String {
        let blocks = [
            self.heading(look),
            self.stages(look),
            self.results_table(look),
            self.chances(look),
            histogram(self.drawn(), look),
            self.method_line(look),
        ];
        let filled: Vec<String> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
        plain(filled.join("\n"), look)
    }

    fn heading(&self, look: Look) -> String {
        let line = format!("{} {} {}", unit(&self.attacker), self.verb(), unit(&self.defender));
        let mut text = paint(&line, BOLD, look.color) + "\n";
        if !self.with.is_empty() {
            text += &note("with", &self.with.join("; "));
        }
        for (name, value) in &self.variant {
            text += &note(name, value);
        }
        if !self.rulings.is_empty() {
            let rulings: Vec<String> = self.rulings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            text += &note("rulings", &rulings.join("; "));
        }
        text
    }

    /// Mean and spread of every stage, of each weapon if there are several; more tables if one would be too wide.
    fn stages(&self, look: Look) -> String {
        let Results { stages, weapons, .. } = &self.results;
        if stages.is_empty() {
            return String::new();
        }
        let mut columns: Vec<(String, &[StageLine])> = Vec::new();
        if weapons.len() > 1 {
            columns.extend(weapons.iter().map(|weapon| (shortened(&weapon.name, look), weapon.stages.as_slice())));
        }
        columns.push(("all".into(), stages));
        let first = 2 + stages.iter().map(|stage| stage.name.len()).max().unwrap_or(0);
        let widths: Vec<usize> = columns.iter().map(|(name, _)| name.chars().count().max(14) + 2).collect();
        let tables = packed(&widths, (look.width + usize::from(GAP)).saturating_sub(first)).into_iter().map(|range| {
            let part = &columns[range];
            let header: Vec<String> =
                std::iter::once("stage".into()).chain(part.iter().map(|(name, _)| name.clone())).collect();
            let rows: Vec<Vec<String>> = stages.iter().map(|stage| stage_row(stage.name, part, look)).collect();
            grid(&header, &rows, look)
        });
        tables.collect::<Vec<_>>().join("\n")
    }

    fn results_table(&self, look: Look) -> String {
        let mut header: Vec<String> =
            ["result", "mean", "sd", "5 %", "25 %", "median", "75 %", "95 %"].map(String::from).to_vec();
        if self.sampled.is_some() {
            header.push("rolled".into());
        }
        let rolled = |name: &str| self.sampled.as_ref()?.metrics.iter().find(|metric| metric.name == name);
        let rows: Vec<Vec<String>> = self
            .results
            .metrics
            .iter()
            .map(|metric| {
                let Metric { name, summary, .. } = metric;
                let mut row = vec![name.replace('-', " "), fixed(summary.mean, 3), fixed(summary.sd, 3)];
                row.extend(summary.quantiles.map(|value| grouped(value as u64)));
                row.extend(rolled(name).map(|rolled| fixed(rolled.summary.mean, 3)));
                row
            })
            .collect();
        grid(&header, &rows, look)
    }

    fn chances(&self, look: Look) -> String {
        let lines = self.results.chances.iter().map(|Chance { name, p, interval }| {
            let sure = interval.map(|interval| format!(" (95 % interval {})", range(interval, percent)));
            let text = format!("{} {}", name.replace('-', " "), percent(*p));
            format!("{}{}\n", paint(&text, BOLD, look.color), sure.unwrap_or_default())
        });
        lines.collect()
    }

    fn method_line(&self, look: Look) -> String {
        let trials = self.trials().unwrap_or(0);
        match (&self.sampled, self.results.trials) {
            (Some(_), _) => match &self.agreement {
                Some(agreement) => verdict(agreement, trials, look) + "\n",
                None => format!("exact, and {}, seed {}\n", counted(trials, "dice-rolled trial"), self.seed),
            },
            (None, Some(_)) => {
                let first = self.results.metrics.first();
                let sure = first.and_then(|metric| Some((metric.name, metric.summary.interval?)));
                let sure = sure.map(|(name, interval)| {
                    format!("; mean {name} {} (95 % interval)", range(interval, |x| fixed(x, 3)))
                });
                format!("sampled: {}, seed {}{}\n", counted(trials, "trial"), self.seed, sure.unwrap_or_default())
            }
            (None, None) => "exact: every distribution was multiplied out, no dice were rolled\n".into(),
        }
    }
}

fn note(name: &str, text: &str) -> String {
    format!("{name}: {}\n", printable(text))
}

/// A unit with its size: `Liberators (5 models, 100 points)`.
fn unit(unit: &UnitLine) -> String {
    let points = unit.points.map(|points| format!(", {}", counted(points.into(), "point")));
    let models = counted(unit.models as u64, "model");
    format!("{} ({models}{})", printable(&unit.name), points.unwrap_or_default())
}

/// One stage of several weapons: `6.67 ± 1.49` in each column, or `-` where a weapon does not have it.
fn stage_row(stage: &str, columns: &[(String, &[StageLine])], look: Look) -> Vec<String> {
    let sign = if look.ascii { "+-" } else { "±" };
    let cell = |stages: &[StageLine]| {
        let line = stages.iter().find(|line| line.name == stage);
        line.map_or("-".into(), |line| format!("{} {sign} {}", fixed(line.mean, 2), fixed(line.sd, 2)))
    };
    let cells = columns.iter().map(|(_, stages)| cell(stages));
    std::iter::once(stage.replace('-', " ")).chain(cells).collect()
}

/// Neighbouring columns that fit together into `room`, at least one at a time.
fn packed(widths: &[usize], room: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0;
    for (column, width) in widths.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if used + width <= room => {
                range.end = column + 1;
                used += width;
            }
            _ => {
                ranges.push(column..column + 1);
                used = *width;
            }
        }
    }
    ranges
}

fn shortened(name: &str, look: Look) -> String {
    if name.chars().count() <= WEAPON_WIDTH {
        return name.into();
    }
    let end = if look.ascii { "..." } else { "…" };
    let kept: String = name.chars().take(WEAPON_WIDTH - end.chars().count()).collect();
    kept.trim_end().to_string() + end
}

fn range([low, high]: Interval, show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(low), show(high))
}

/// Whether dice and distributions agree, in one sentence.
fn verdict(agreement: &AgreementLine, trials: u64, look: Look) -> String {
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
        paint(&format!("{who} DISAGREE (damage: {numbers}): do not trust these numbers"), ALARM, look.color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{WeaponLine, sample};

    const WIDE: Look = Look { width: 80, color: false, ascii: false };

    #[test]
    fn a_report_reads_well() {
        let wanted = "\
Liberators (5 models, 100 points) attack Clawlord on Gnaw-beast (1 model)

stage             all
─────────────────────
attacks  10.00 ± 0.00
hits      6.50 ± 1.50

result        mean     sd  5 %  25 %  median  75 %  95 %
────────────────────────────────────────────────────────
damage       1.000  0.707    0     0       1     1     2
wounds lost  0.750  0.433    0     0       1     1     1
slain        0.750  0.433    0     0       1     1     1

destroyed 75.0 %

wounds lost  exactly  at least
────────────────────────────────────────────────────────────────────────────────
          0   25.0 %     100 %  ████████████████
          1   75.0 %    75.0 %  ████████████████████████████████████████████████

exact: every distribution was multiplied out, no dice were rolled
";
        let text = sample::tiny().to_table(WIDE);
        assert_eq!(text, wanted, "\n{text}");
    }

    #[test]
    fn both_methods_show_their_agreement_or_the_lack_of_it() {
        let mut report = sample::both();
        let text = report.to_table(WIDE);
        assert!(text.contains("with: +1 to hit; charged\nrulings: twin-linked = best\n"), "{text}");
        let verdict = "exact and 1,000,000 dice-rolled trials agree (chi-square 0.4, 2 degrees, p = 0.819)\n";
        assert!(text.ends_with(verdict), "{text}");
        report.agreement = Some(AgreementLine { chi_square: 99.0, degrees: 1, p: 1e-20, holds: false });
        assert!(report.to_table(WIDE).contains("trials DISAGREE (damage: chi-square 99.0, 1 degree, p < 0.000001)"));
    }

    #[test]
    fn a_sampled_report_says_how_sure_it_is() {
        let text = sample::rolled().to_table(WIDE);
        assert!(text.contains("destroyed 74.0 % (95 % interval 73.9 % to 74.1 %)\n"), "{text}");
        assert!(text.ends_with("sampled: 1,000,000 trials, seed 42; mean damage 0.979 to 0.981 (95 % interval)\n"));
    }

    #[test]
    fn ascii_is_seven_bits_whatever_the_names() {
        for color in [false, true] {
            let look = Look { width: 80, color, ascii: true };
            for report in [sample::both(), sample::rolled(), sample::wide(900)] {
                let text = sample::named(report, "Ögre’s – 骷髏\u{1b}[2J", "Élan…").to_table(look);
                let odd: Vec<char> = text.chars().filter(|c| !matches!(c, ' '..='~' | '\n' | '\u{1b}')).collect();
                assert!(odd.is_empty(), "{odd:?}");
                assert!(text.contains("Ogre's - ???[2J (5 models"), "{text}");
                assert!(text.contains('#') && text.contains("+- "), "{text}");
            }
        }
    }

    #[test]
    fn colours_are_all_that_a_colourful_table_adds() {
        let (plain, colourful) = (sample::both().to_table(WIDE), sample::both().to_table(Look { color: true, ..WIDE }));
        let mut bare = colourful.clone();
        for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m"] {
            bare = bare.replace(code, "");
        }
        assert_ne!(plain, colourful);
        assert_eq!(plain, bare);
    }

    #[test]
    fn several_weapons_stand_beside_each_other_as_far_as_there_is_room() {
        let mut report = sample::tiny();
        let weapon = |name: &str| WeaponLine { name: name.into(), stages: report.results.stages[..1].to_vec() };
        report.results.weapons =
            ["Bolt rifle", "A grenade launcher with a very long name", "Fist"].map(weapon).to_vec();
        let text = report.to_table(Look { width: 82, ..WIDE });
        assert!(
            text.contains("stage      Bolt rifle  A grenade launcher with…          Fist           all\n"),
            "{text}"
        );
        assert!(
            text.contains("hits                -                         -             -   6.50 ± 1.50\n"),
            "{text}"
        );
        let narrow = report.to_table(Look { width: 40, ..WIDE });
        assert_eq!(narrow.matches("stage ").count(), 3, "{narrow}");
    }

    #[test]
    fn lines_fit_the_width_and_numbers_are_never_broken() {
        for width in [60, 72, 80, 120] {
            let text = sample::named(sample::wide(3_000), "a", "b").to_table(Look { width, ..WIDE });
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(longest <= width.max(80), "{width}: {text}");
        }
        for width in [0, 1, 70_000] {
            assert!(sample::both().to_table(Look { width, ..WIDE }).contains("median"), "{width}");
        }
        let text = sample::both().to_table(Look { width: 20, ..WIDE });
        assert!(text.contains("median") && text.contains("0.750  0.433"), "{text}");
    }
}
