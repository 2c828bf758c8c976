//! Lists as people paste them: New Recruit's text, the formats of tournaments (WTC compact and full), the apps of the
//! makers, List Forge. They hold names, counts and points, and no statlines.

use super::values::{clean, name};

/// The most units of a list.
const MOST: usize = 500;

/// A list of units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextList {
    /// What it is called.
    pub name: String,
    /// The points that it says it costs.
    pub points: Option<u32>,
    /// Its units, in the order of the text.
    pub units: Vec<ListedUnit>,
}

/// A unit of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedUnit {
    /// Its name.
    pub name: String,
    /// How many models it has, if the list says so.
    pub models: Option<u32>,
    /// Whether it is reinforced.
    pub reinforced: bool,
    /// What it costs.
    pub points: Option<u32>,
    /// What stands under it: how many, and of what.
    parts: Vec<Part>,
}

/// A line with a bullet: how many, how far it is indented, and whether models have to be counted by it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    indent: usize,
    count: Option<u32>,
}

/// Words in front of points that are no unit: sizes of battles, totals.
const NO_UNITS: &[&str] = &[
    "strike force",
    "incursion",
    "onslaught",
    "combat patrol",
    "total",
    "army",
    "general's handbook",
    "spearhead",
    "vanguard",
    "faction",
    "detachment",
    "drops",
    "wounds",
];

impl TextList {
    /// Reads a text; `None` if no line of it is a unit with its points.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut list = Self { name: String::new(), points: None, units: Vec::new() };
        for line in text.lines() {
            list.take(line);
        }
        list.units.iter_mut().for_each(ListedUnit::count);
        // The first line with points is the army's if all the others fit into it.
        let sum: u32 = list.units.iter().skip(1).filter_map(|unit| unit.points).sum();
        let first = list.units.first().and_then(|unit| unit.points);
        let is_title =
            list.units.len() > 1 && first.is_some_and(|points| points >= sum && sum > 0 && list.points.is_none());
        if is_title && list.units[0].models.is_none() && list.units[0].parts.is_empty() {
            let title = list.units.remove(0);
            list.name = title.name;
            list.points = title.points;
        }
        list.units.truncate(MOST);
        (!list.units.is_empty()).then_some(list)
    }

    fn take(&mut self, line: &str) {
        let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
        let plain = clean(line);
        let bullet = plain.starts_with(['•', '◦', '·', '*', '-', '>', '–']);
        let bare = plain.trim_start_matches(['•', '◦', '·', '*', '-', '>', '#', ' ']).trim();
        if bare.is_empty() {
            return;
        }
        if let Some(total) = bare.strip_prefix('+').map(|rest| rest.trim_matches(['+', ' '])) {
            return self.head(total);
        }
        match unit_of(bare) {
            // What stands under a unit may cost points of its own, an enhancement for example.
            Some(unit) if is_no_unit(&unit.name) => {
                self.points = self.points.or(unit.points.filter(|_| self.units.is_empty()));
            }
            Some(unit) if !bullet || indent == 0 => self.units.push(unit),
            _ => {
                let Some(unit) = self.units.last_mut() else { return };
                unit.reinforced |= bare.eq_ignore_ascii_case("reinforced");
                if bullet || indent > 0 {
                    unit.parts.push(Part { indent, count: counted(bare).0 });
                }
            }
        }
    }

    /// A line of the head of a list: `+ TOTAL ARMY POINTS: 1995pts`, `++ Army Roster (Orks) [2,000 pts] ++`.
    fn head(&mut self, line: &str) {
        if let Some((front, points)) = points_of(line).filter(|_| self.points.is_none()) {
            self.points = Some(points);
            if self.name.is_empty() && !front.contains(':') {
                self.name = name(front);
            }
        } else if let Some((_, total)) = line.split_once(':').filter(|(key, _)| key.to_lowercase().contains("points")) {
            self.points = self.points.or(number(total));
        }
    }
}

impl ListedUnit {
    /// Counts the models, if the list says them under the unit: lines that have lines of their own under them.
    fn count(&mut self) {
        if self.models.is_some() {
            return;
        }
        let top = self.parts.iter().map(|part| part.indent).min().unwrap_or(0);
        let has_more =
            |place: usize| self.parts.get(place + 1).is_some_and(|next| next.indent > self.parts[place].indent);
        let models: u32 = (0..self.parts.len())
            .filter(|place| self.parts[*place].indent == top && has_more(*place))
            .filter_map(|place| self.parts[place].count)
            .fold(0, u32::saturating_add);
        self.models = Some(models).filter(|models| (1..=1_000).contains(models));
    }
}

fn is_no_unit(name: &str) -> bool {
    let plain = name.to_lowercase();
    NO_UNITS
        .iter()
        .any(|word| plain == *word || plain.starts_with(&format!("{word}:")) || plain.ends_with(&format!(" {word}")))
}

/// `Char1: 5x Intercessor Squad (80 pts): bolt rifles` as a unit; `None` if no points stand behind a name.
fn unit_of(line: &str) -> Option<ListedUnit> {
    let (front, points) = points_of(line)?;
    let label = |text: &&str| text.len() <= 8 && text.chars().any(|letter| letter.is_ascii_digit());
    let front = front.split_once(':').filter(|(text, _)| label(text)).map_or(front, |(_, rest)| rest);
    let (models, called) = counted(front.trim());
    let called = name(called.trim_matches([' ', '-', ':', ',']));
    let is_name = called.chars().filter(|letter| letter.is_alphabetic()).count() >= 2;
    is_name.then_some(ListedUnit { name: called, models, reinforced: false, points: Some(points), parts: Vec::new() })
}

/// What stands in front of points in brackets, and the points: `(95 Points)`, `[2,000pts]`, `(150)`; or behind a dash:
/// `Captain - 95 pts`.
fn points_of(line: &str) -> Option<(&str, u32)> {
    for (at, _) in line.match_indices(['(', '[']).filter(|(at, _)| *at > 0) {
        let Some(end) = line[at..].find([')', ']']) else { continue };
        let inner = line[at + 1..at + end].trim().to_lowercase();
        let digits = inner
            .trim_end_matches(['.', ' '])
            .trim_end_matches("points")
            .trim_end_matches("pts")
            .trim_end_matches("pt");
        if let Some(points) = number(digits) {
            return Some((&line[..at], points));
        }
    }
    let lower = line.to_lowercase();
    let bare =
        lower.strip_suffix("pts").or_else(|| lower.strip_suffix("points")).or_else(|| lower.strip_suffix("pt"))?;
    let (front, digits) = bare.trim_end().rsplit_once([' ', '/'])?;
    let points = number(digits)?;
    let front =
        line.get(..front.len())?.trim_end_matches(|letter: char| letter.is_ascii_digit() || " -:,/".contains(letter));
    Some((front, points))
}

/// A whole number, perhaps with a comma or a point between the thousands; all of the text.
fn number(text: &str) -> Option<u32> {
    let digits: String =
        text.trim().trim_end_matches("pts").trim().chars().filter(|letter| !matches!(letter, ',' | '.')).collect();
    digits.parse().ok().filter(|n| *n <= 100_000)
}

/// A number in front: `5x Intercessors`, `5 Intercessors`.
fn counted(text: &str) -> (Option<u32>, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
    let rest = text[end..].trim_start();
    let behind = rest.strip_prefix(['x', 'X', '×']).filter(|rest| rest.starts_with(' '));
    match (text[..end].parse().ok(), behind) {
        (Some(count), Some(rest)) => (Some(count), rest.trim_start()),
        (Some(count), None) if text[end..].starts_with(' ') => (Some(count), rest),
        _ => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, Option<u32>, Option<u32>)> {
        let list = TextList::read(text).expect("a list");
        list.units.into_iter().map(|unit| (unit.name, unit.models, unit.points)).collect()
    }

    fn unit(name: &str, models: Option<u32>, points: u32) -> (String, Option<u32>, Option<u32>) {
        (name.to_owned(), models, Some(points))
    }

    #[test]
    fn the_list_of_an_app_is_read() {
        let text = "Iron Dawn (180 Points)\n\nStrike Force (2,000 Points)\n\nCHARACTERS\n\nOld Captain (100 Points)\n  • 1x Sword\n  • Enhancements: Halo (+15 pts)\n\n\
                    BATTLELINE\n\nTrooper Squad (80 Points)\n  • 1x Sergeant\n     ◦ 1x Pistol\n  • 4x Trooper\n     ◦ 4x Rifle\n\nExported with App Version: v1.2\n";
        assert_eq!(read(text), [unit("Old Captain", None, 100), unit("Trooper Squad", Some(5), 80)]);
        let list = TextList::read(text).expect("a list");
        assert_eq!((list.name.as_str(), list.points), ("Iron Dawn", Some(180)));
    }

    #[test]
    fn tournaments_lists_are_read() {
        let text = "++++++++++++\n+ FACTION KEYWORD: Imperium\n+ TOTAL ARMY POINTS: 1,995pts\n+ WARLORD: Char1: Old Captain\n++++++++++++\n\n\
                    Char1: 1x Old Captain (115 pts): Warlord, Sword\n5x Trooper Squad (80 pts): 5 with Rifle\n• 4x Trooper\n    4 with Rifle\n";
        assert_eq!(read(text), [unit("Old Captain", Some(1), 115), unit("Trooper Squad", Some(5), 80)]);
        assert_eq!(TextList::read(text).and_then(|list| list.points), Some(1995));
    }

    #[test]
    fn rosters_as_text_are_read() {
        let text = "++ Army Roster (Iron Dawn) [2,000 pts] ++\n\n+ Character +\nOld Captain [115pts]: Sword\n\n+ Battleline +\n\
                    Trooper Squad [80pts]:\n• 4x Trooper: Rifle\n• 1x Sergeant\n";
        assert_eq!(read(text), [unit("Old Captain", None, 115), unit("Trooper Squad", None, 80)]);
        let aos = "My Host 250/2000 pts\nGeneral's Regiment\nOld Lord (150)\n• General\nGuards (100)\n• Reinforced\n";
        let list = TextList::read(aos).expect("a list");
        assert_eq!((list.name.as_str(), list.points), ("My Host", Some(2000)));
        assert!(list.units[1].reinforced && !list.units[0].reinforced);
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in ["", "hello", "a (b)", "1\n2\n3", "total (2000 pts)", "(100)", "• ◦ -", "×× [1"] {
            assert_eq!(TextList::read(text), None, "{text}");
        }
    }
}
