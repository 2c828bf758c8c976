//! An axis: what is varied, and its values, `defender.save=2+..6+`.

use crate::ask::settings::whose_value;
use crate::error::Error;
use crate::games::GAMES;
use crate::words::same;

/// The most cells of a sweep.
pub const MAX_SWEPT: usize = 100_000;
/// The most values of a range.
const MAX_VALUES: usize = 10_000;
/// Chances of a range are so far apart, in percent.
const PERCENT_STEP: i64 = 10;

/// What is varied.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Axis {
    /// `defender.save`, or `with`.
    pub path: String,
    /// Its values, as they would be typed behind `--set PATH=` or `--with`.
    pub values: Vec<String>,
}

impl Axis {
    /// Whether it is situations and effects that are varied.
    pub(crate) fn is_with(&self) -> bool {
        same(&self.path, "with")
    }

    /// The values as numbers that rise or fall; `None` if they are no such numbers. `4+` is 4.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &String| {
            let digits = match value.rsplit_once('@') {
                Some((_, percent)) => percent.trim().strip_suffix('%')?.trim(),
                None => value.strip_suffix('+').unwrap_or(value),
            };
            digits.parse::<f64>().ok().filter(|number| number.is_finite())
        };
        let numbers: Vec<f64> = self.values.iter().map(number).collect::<Option<_>>()?;
        let rises = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        (numbers.len() > 1 && (rises || numbers.windows(2).all(|pair| pair[0] > pair[1]))).then_some(numbers)
    }
}

/// An error that refuses every value, with what was probably meant where a value looks like a range.
pub(super) fn advised(error: Error, axes: &[Axis]) -> Error {
    let hints: Vec<String> = axes.iter().filter_map(|axis| axis.meant(&error)).collect();
    hints.into_iter().fold(error, Error::hint)
}

impl Axis {
    /// How the range is written that its values were probably meant to be.
    fn meant(&self, error: &Error) -> Option<String> {
        if self.is_with() {
            return None;
        }
        let reached = error.diagnostics.iter().any(|mistake| mistake.message.contains("not a number to reach"));
        let whole = |values: &[String]| -> Option<(u8, u8)> {
            Some((values.first()?.parse().ok()?, values.last()?.parse().ok()?)).filter(|(from, to)| from != to)
        };
        let (from, to) = self.values.iter().find_map(|value| ends(value)).or_else(|| whole(&self.values))?;
        let plus = if reached || self.values.iter().any(|value| value.contains('+')) { "+" } else { "" };
        // Each value from one to the other is there.
        if plus.is_empty() && self.values.len() > usize::from(to.abs_diff(from)) {
            return None;
        }
        let range = format!("--vary {}={from}{plus}..{to}{plus}", self.path);
        Some(format!("every value from {from}{plus} to {to}{plus} is written `{range}`"))
    }
}

/// The ends of what looks like a range: `2-6`, `2+ to 6+`, `2+...6+`.
fn ends(value: &str) -> Option<(u8, u8)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let between: String = value.chars().filter(|c| c.is_alphabetic()).collect();
    let [from, to] = value.split(|c| !is_digit(c)).filter(|digits| !digits.is_empty()).collect::<Vec<_>>()[..] else {
        return None;
    };
    let begins = value.trim_start().starts_with(is_digit) && value.trim_end().trim_end_matches('+').ends_with(is_digit);
    let apart = value.contains(['-', '–', '—', '.', ':', '…']) || same(&between, "to");
    (begins && apart && (between.is_empty() || same(&between, "to"))).then_some(())?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// Reads the axes: one, or two for a grid.
///
/// # Errors
/// All that are wrong, at once; or too many cells.
pub(super) fn read_axes(texts: &[String]) -> Result<Vec<Axis>, Error> {
    if texts.is_empty() || texts.len() > 2 {
        let message = format!("`--vary` is given {} times; a sweep has one axis, or two for a grid", texts.len());
        return Err(Error::usage(message)
            .hint("the values of an axis stand behind each other: `--vary attacker.models=5,10,20`".to_owned()));
    }
    let (axes, wrong): (Vec<_>, Vec<_>) = texts.iter().map(|text| one(text)).partition(Result::is_ok);
    let mut wrong = wrong.into_iter().filter_map(Result::err);
    if let Some(mut first) = wrong.next() {
        for other in wrong {
            first.message = format!("{}; {}", first.message, other.message);
            first.hints.extend(other.hints);
        }
        first.hints.dedup();
        return Err(first);
    }
    let axes: Vec<Axis> = axes.into_iter().filter_map(Result::ok).collect();
    if let [first, second] = &axes[..]
        && first.path == second.path
        && !first.is_with()
    {
        return Err(Error::usage(format!("`--vary {}` is given twice", first.path)));
    }
    let cells: usize = axes.iter().map(|axis| axis.values.len()).product();
    if cells > MAX_SWEPT {
        let message = format!("{cells} cells are too many: a sweep has at most {MAX_SWEPT} (MAX_SWEPT)");
        return Err(Error::usage(message).hint("name fewer values".to_owned()));
    }
    Ok(axes)
}

fn one(text: &str) -> Result<Axis, Error> {
    let is_said = || GAMES.iter().any(|game| game.understands(text));
    let hint = || match text.split_once('=') {
        Some((key, _)) if same(key, "with") => "write `--vary \"with=nothing|+1 to hit\"`".to_owned(),
        Some((key, _)) if GAMES.iter().any(|game| game.keys.iter().any(|entry| same(entry.name, key))) => {
            format!("write `--vary attacker.{text}` or `--vary defender.{text}`")
        }
        Some(_) => "write `--vary defender.save=2+..6+`, or `--vary attacker.models=5,10,20`".to_owned(),
        None if same(text, "models") => "write `--vary attacker.models=5,10,20`".to_owned(),
        None if ["rank", "ranks", "damage"].iter().any(|word| same(word, text)) => {
            "points that are lost are varied: `--vary attacker.wounds-taken=0..8`".to_owned()
        }
        None if is_said() => format!("write `--vary \"with=nothing|{text}\"`"),
        None => match whose_value(text) {
            Some(path) if ["ap", "rend", "damage", "strength", "attacks"].iter().any(|key| same(key, text)) => {
                format!("write `--vary {path}=1,2,3`, without a plus and with the sign of the card")
            }
            Some(path) => format!("write `--vary {path}=2+..6+`, or the values that you mean"),
            None => {
                "name a value and its side: `--vary defender.save=2+..6+`, `--vary attacker.models=5,10`".to_owned()
            }
        },
    };
    let shape = || Error::usage(format!("`--vary {text}` does not say what is varied")).hint(hint());
    let (path, values) = text.split_once('=').ok_or_else(shape)?;
    let whole = whose_value(path);
    let path = whole.as_deref().unwrap_or(path).trim();
    let side = path.split_once('.').map(|(side, _)| side.trim());
    let is_path =
        side.is_some_and(|side| ["attacker", "defender", "target", "A", "B"].iter().any(|entry| same(entry, side)));
    if !same(path, "with") && !is_path {
        return Err(shape());
    }
    let parts: Vec<&str> = if same(path, "with") || values.contains('|') {
        values.split('|').collect()
    } else if values.trim_start().starts_with('[') {
        vec![values]
    } else {
        values.split(',').collect()
    };
    let mut all: Vec<String> = Vec::new();
    // What is varied may be that nothing is said.
    let is_with = same(path, "with") && values.contains('|');
    let parts = parts.into_iter().map(|part| if is_with && part.trim().is_empty() { "nothing" } else { part.trim() });
    for part in parts.filter(|part| !part.is_empty()) {
        let some = if same(path, "with") { chances(part) } else { range(part) };
        let some = some.ok_or_else(|| {
            Error::usage(format!("`--vary {text}`: `{part}` has more than {MAX_VALUES} values")).hint(hint())
        })?;
        all.extend(some.into_iter().filter(|value| !all.contains(value)).collect::<Vec<_>>());
    }
    if all.is_empty() {
        return Err(Error::usage(format!("`--vary {text}` names no value")).hint(hint()));
    }
    Ok(Axis { path: path.to_owned(), values: all })
}

/// `2+..6+` and `0..3`, both ends included; any other text is one value. `None` if there are too many.
fn range(part: &str) -> Option<Vec<String>> {
    let one = || Some(vec![part.to_owned()]);
    let Some((from, to)) = part.split_once("..") else { return one() };
    let (from, to) = (from.trim(), to.trim().trim_start_matches('='));
    let plus = from.ends_with('+') || to.ends_with('+');
    let number = |text: &str| text.strip_suffix('+').unwrap_or(text).trim().parse::<i64>().ok();
    let (Some(from), Some(to)) = (number(from), number(to)) else { return one() };
    if from.abs_diff(to) >= MAX_VALUES as u64 {
        return None;
    }
    let text = |n: i64| if plus { format!("{n}+") } else { n.to_string() };
    Some(if from <= to { (from..=to).map(text).collect() } else { (to..=from).rev().map(text).collect() })
}

/// `half range @0%..100%`: the chance of the last thing said in steps of ten; any other text is one value.
fn chances(part: &str) -> Option<Vec<String>> {
    let ends = || {
        let (what, chances) = part.rsplit_once('@')?;
        let (from, to) = chances.split_once("..")?;
        let number = |text: &str| text.trim().trim_end_matches('%').trim().parse::<i64>().ok();
        Some((what.trim_end(), number(from)?.clamp(0, 100), number(to)?.clamp(0, 100)))
    };
    let Some((what, from, to)) = ends() else { return Some(vec![part.to_owned()]) };
    let (low, high) = (from.min(to), from.max(to));
    let mut all: Vec<i64> = (0..).map(|n| low + n * PERCENT_STEP).take_while(|n| *n < high).chain([high]).collect();
    if from > to {
        all.reverse();
    }
    Some(all.into_iter().map(|chance| format!("{what} @{chance}%")).collect())
}

/// Every combination of values, the last axis running fastest.
pub(super) fn places(axes: &[Axis]) -> Vec<Vec<usize>> {
    axes.iter().fold(vec![Vec::new()], |places, axis| {
        let longer = |place: Vec<usize>| (0..axis.values.len()).map(move |value| [&place[..], &[value]].concat());
        places.into_iter().flat_map(longer).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        one(text).expect("an axis").values
    }

    #[test]
    fn values_are_lists_ranges_and_things_that_are_said() {
        assert_eq!(values("defender.save=2+..6+"), ["2+", "3+", "4+", "5+", "6+"]);
        assert_eq!(values("attacker.models=5, 10,20,10"), ["5", "10", "20"]);
        assert_eq!(values("attacker.weapon.*.rend=0..3"), ["0", "1", "2", "3"]);
        assert_eq!(values("attacker.weapon.a.ap=0..-2"), ["0", "-1", "-2"]);
        assert_eq!(values("defender.save=-,6+..4+"), ["-", "6+", "5+", "4+"]);
        assert_eq!(values("attacker.weapon.a.damage=1|D3|2D6"), ["1", "D3", "2D6"]);
        assert_eq!(values("attacker.abilities=[\"A\", \"B\"]"), ["[\"A\", \"B\"]"]);
        let with = "with=nothing|cover|all-out attack, +1 to wound";
        assert_eq!(values(with), ["nothing", "cover", "all-out attack, +1 to wound"]);
        assert_eq!(values("with=|cover"), ["nothing", "cover"]);
        assert_eq!(
            values("with=half range @0%..25%"),
            ["half range @0%", "half range @10%", "half range @20%", "half range @25%"]
        );
    }

    #[test]
    fn what_is_no_axis_is_said_all_at_once() {
        let texts = ["models=3".to_owned(), "defender.save=".to_owned()];
        let error = read_axes(&texts).expect_err("both");
        assert!(error.message.contains("`--vary models=3` does not say"), "{error}");
        assert!(error.message.contains("`--vary defender.save=` names no value"), "{error}");
        let many = ["attacker.models=1..5000".to_owned(), "defender.models=1..5000".to_owned()];
        assert!(read_axes(&many).expect_err("too many").message.contains("25000000 cells are too many"));
        assert!(read_axes(&["defender.models=1..99999".to_owned()]).is_err());
        assert!(read_axes(&[]).is_err() && read_axes(&vec!["with=a".to_owned(); 3]).is_err());
        assert!(read_axes(&vec!["defender.save=3+".to_owned(); 2]).is_err());
    }

    #[test]
    fn what_looks_like_a_range_is_one() {
        for text in ["2-6", "2+-6+", "2+ - 6+", "2 to 6", "2+...6+", "2–6", "2:6"] {
            assert_eq!(ends(text), Some((2, 6)), "{text}");
        }
        for text in ["D6", "2D6+1", "4+", "-", "-2", "2..D6", "a 2-6", "5", "[2-6]", "2 6"] {
            assert_eq!(ends(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_rise_make_a_scale() {
        let numbers = |text: &str| one(text).expect("an axis").numbers();
        assert_eq!(numbers("defender.save=2+..4+"), Some(vec![2.0, 3.0, 4.0]));
        assert_eq!(numbers("with=charged @0%..20%"), Some(vec![0.0, 10.0, 20.0]));
        assert_eq!(numbers("attacker.models=5,20,10"), None);
        assert_eq!(numbers("attacker.weapon.a.damage=1,D3"), None);
        assert_eq!(numbers("defender.save=4+"), None);
    }

    #[test]
    fn the_last_axis_runs_fastest() {
        let axes = [one("attacker.models=1,2").expect("an axis"), one("defender.save=3+,4+").expect("an axis")];
        assert_eq!(places(&axes), [[0, 0], [0, 1], [1, 0], [1, 1]]);
    }
}
