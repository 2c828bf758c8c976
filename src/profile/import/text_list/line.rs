//! One line of a list: a unit with its size and its points, however it is written.

use super::super::values::name;
use super::ListedUnit;

/// What is between a name, the size of a unit and its points.
const APART: [char; 4] = [' ', '-', ':', ','];

/// What a unit costs at least, where nothing says that a number behind a name is its price.
const LEAST_PRICE: u32 = 20;

/// `Char1: 5x Intercessor Squad (80 pts): bolt rifles` as a unit; `None` if no points follow a name.
pub(super) fn unit_of(line: &str) -> Option<ListedUnit> {
    let line = &respelled(line);
    let LinePoints { front, size, points, behind } = points_of(line)?;
    // `[Line] 5x Terminators` says what kind of unit it is.
    let labelled = front.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(_, rest)| rest.trim_start());
    let front = labelled.filter(|rest| !rest.is_empty()).unwrap_or(front);
    let is_role =
        |text: &str| ["leader", "general", "warlord"].iter().any(|role| text.trim().eq_ignore_ascii_case(role));
    let label = |text: &&str| is_role(text) || text.len() <= 10 && text.chars().any(|letter| letter.is_ascii_digit());
    let front = front.split_once(':').filter(|(text, _)| label(text)).map_or(front, |(_, rest)| rest);
    let is_reinforced =
        behind.trim_matches([' ', ',', ':', '-', '(', ')', '[', ']']).eq_ignore_ascii_case("reinforced");
    let behind = if is_reinforced { String::new() } else { behind.trim_start_matches([':', ' ', '-']).to_owned() };
    let (models, called) = counted(without_number(front.trim()));
    let (reinforced, called) = without_reinforced(called.trim_matches(APART));
    let reinforced = reinforced || is_reinforced;
    let (models, called) = sized_behind(called).map_or((models, called), |(called, models)| (Some(models), called));
    let (models, called) = (models.or(size), name(called.trim_matches(APART)));
    let is_name = called.chars().any(char::is_alphabetic);
    is_name.then(|| ListedUnit {
        name: called,
        models,
        points: Some(points),
        behind,
        reinforced,
        ..ListedUnit::default()
    })
}

/// A line with `with` in full, and with the words that stand with its points in brackets behind them: `(220, reinforced)`; without
/// what its bearer is: `170 pts [HERO]`.
fn respelled(line: &str) -> String {
    let line = line
        .replace(", reinforced)", ") reinforced")
        .replace(", Reinforced)", ") reinforced")
        .replace(" w/ ", " with ");
    let role = line.strip_suffix(']').and_then(|line| line.rsplit_once(" ["));
    let role = role.filter(|(front, role)| points_of(front).is_some() && role.chars().all(char::is_uppercase));
    role.map_or(line.clone(), |(front, _)| front.to_owned())
}

/// A unit whose points follow its name with no sign of what they are, `Liberators: 90`, `Clanrats ..... 150`,
/// `Rat Ogors (140 P)`: that it is one only a name tells that somebody knows.
pub(super) fn bare_unit_of(line: &str) -> Option<ListedUnit> {
    let plain = line.trim_end_matches(|letter: char| letter.is_alphabetic() || ").] ".contains(letter));
    let front = plain.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ',');
    let points = number(&plain[front.len()..])?;
    let apart = [' ', '\t', ':', '|', '.', '-', '–', '—', '(', '[', '/', ',', ';'];
    let called = front.trim_end_matches(apart);
    let is_apart = !front[called.len()..].trim().is_empty();
    // `Nobz 5 big choppas` counts something else.
    let unit = line[plain.len()..].trim_matches([')', ']', '.', ' ']).to_lowercase();
    let is_price = points >= LEAST_PRICE && ["", "p", "pt", "pts", "punkte", "points"].contains(&&*unit);
    if called.len() == front.len() || !(is_apart || is_price) {
        return None;
    }
    unit_of(&format!("{called} ({points})"))
}

/// A name without the number of its line: `1. Rat Ogors`.
fn without_number(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].strip_prefix(['.', ')']).filter(|rest| digits > 0 && rest.starts_with(' '));
    rest.map_or(text, str::trim_start)
}

/// Whether a name says that the unit is reinforced, and the name without it: `Stormvermin [Reinforced]`.
fn without_reinforced(text: &str) -> (bool, &str) {
    const WORD: &str = "reinforced";
    let parts = text.to_ascii_lowercase().find(WORD).map(|at| (&text[..at], &text[at + WORD.len()..]));
    match parts {
        Some(("", rest)) if rest.starts_with(' ') => (true, rest),
        Some((front, rest)) if rest.trim_end_matches([')', ']']).is_empty() && front.ends_with(['(', '[', ' ']) => {
            (true, front.trim_end_matches(['(', '[', ' ']))
        }
        _ => (false, text),
    }
}

/// `Boyz x20`: the name, and the number of models behind it.
fn sized_behind(text: &str) -> Option<(&str, u32)> {
    let (front, number) = text.rsplit_once(' ')?;
    let number = number.strip_prefix(['x', 'X', '×']).or_else(|| number.strip_suffix(['x', 'X', '×']))?;
    Some((front, number.parse().ok()?))
}

/// A line with points.
pub(in super::super) struct LinePoints<'l> {
    /// What precedes them, and the number of models in brackets of its own.
    pub(in super::super) front: &'l str,
    /// That number: `Boyz (20) (160)`, `Boyz [20] 160pts`.
    pub(in super::super) size: Option<u32>,
    pub(in super::super) points: u32,
    /// What follows them.
    pub(in super::super) behind: &'l str,
}

/// The most letters of points with what they are in brackets.
const LONGEST_NUMBER: usize = 40;

/// The points of a line: `(95 Points)`, `[2,000pts]`, `(150)`; or behind a dash: `Captain - 95 pts`. Those that say what they
/// are go before a number that stands alone, which is the size of the unit then.
pub(in super::super) fn points_of(line: &str) -> Option<LinePoints<'_>> {
    let mut numbers: Vec<(usize, usize, u32, bool)> = Vec::new();
    for (at, _) in line.match_indices(['(', '[']).filter(|(at, _)| *at > 0) {
        let Some(end) = line[at..].find([')', ']']) else { break };
        if end > LONGEST_NUMBER {
            continue;
        }
        let inner = line[at + 1..at + end].trim().to_lowercase();
        // What an enhancement adds is in the points of its unit.
        match inner.starts_with('+') {
            true if numbers.is_empty() => return None,
            true => break,
            false => {}
        }
        let digits = inner.trim_end_matches(['.', ' ']);
        let bare = ["points", "pts", "pt"].iter().find_map(|word| digits.strip_suffix(word)).unwrap_or(digits);
        numbers.extend(number(bare).map(|points| (at, at + end + 1, points, bare != digits)));
    }
    // A number that stands alone behind those: `Liberators (10) 180`.
    if let Some((_, end, ..)) = numbers.last().filter(|(.., is_said)| !is_said) {
        numbers.extend(number(line[*end..].trim_matches(APART)).map(|points| (*end, line.len(), points, false)));
    }
    let is_between =
        |from: usize, until: usize| line.get(from..until).is_some_and(|rest| rest.trim_matches(APART).is_empty());
    // Of two numbers of which neither says what it is the smaller is the size: no model costs less than a point.
    if let [(at, until, first, false), (next, end, second, false), ..] = numbers[..]
        && is_between(until, next)
    {
        let (front, behind) = (&line[..at], &line[end..]);
        return Some(LinePoints { front, size: Some(first.min(second)), points: first.max(second), behind });
    }
    let said = numbers.iter().find(|(.., is_said)| *is_said);
    // The number right before the points.
    let size_at = |end: usize| numbers.iter().find(|(_, until, _, is_said)| !is_said && is_between(*until, end));
    let trailing = trailing_points(line).filter(|_| said.is_none()).map(|(end, points)| (end, points, ""));
    let trailing = trailing.filter(|(end, ..)| numbers.is_empty() || size_at(*end).is_some());
    let bracket = said.or(numbers.first()).map(|(at, end, points, _)| (*at, *points, &line[*end..]));
    let (end, points, behind) = trailing.or(bracket)?;
    let size = size_at(end);
    let front = &line[..size.map_or(end, |(at, ..)| *at)];
    Some(LinePoints { front, size: size.map(|(.., size, _)| *size), points, behind })
}

/// Where the text ends that precedes points at the end of a line, and they: `Captain - 95 pts`. Of `480/2000 pts`, what is spent
/// and what may be, the first.
fn trailing_points(line: &str) -> Option<(usize, u32)> {
    let lower = line.to_lowercase();
    let bare = ["pts", "points", "pt"].iter().find_map(|word| lower.strip_suffix(word))?.trim_end();
    let start = bare.trim_end_matches(|letter: char| letter.is_ascii_digit() || ",./".contains(letter)).len();
    let points = number(bare[start..].split('/').next()?)?;
    let front = line.get(..start).filter(|front| front.ends_with(|letter: char| " -:,".contains(letter)))?;
    Some((front.trim_end_matches(APART).len(), points))
}

/// The name and the points of a list that says what is spent of what may be: `My Host 480/2000 pts`.
pub(super) fn budget_of(line: &str) -> Option<(&str, u32)> {
    let (end, points) = trailing_points(line)?;
    line[end..].contains('/').then_some((&line[..end], points))
}

/// A whole number, perhaps with a comma or a point between the thousands; all of the text.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits: String =
        text.trim().trim_end_matches("pts").trim().chars().filter(|letter| !matches!(letter, ',' | '.')).collect();
    digits.parse().ok().filter(|n| *n <= 100_000)
}

/// No list has more of anything.
const MAX_COUNT: u32 = 1_000;

/// A number in front: `5x Intercessors`, `5 Intercessors`.
pub(super) fn counted(text: &str) -> (Option<u32>, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
    let rest = text[end..].trim_start();
    let behind = rest.strip_prefix(['x', 'X', '×']).filter(|rest| rest.starts_with(' '));
    match (text[..end].parse().ok().filter(|count| *count <= MAX_COUNT), behind) {
        (Some(count), Some(rest)) => (Some(count), rest.trim_start()),
        (Some(count), None) if text[end..].starts_with(' ') => (Some(count), rest),
        _ => (None, text),
    }
}
