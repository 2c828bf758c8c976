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
    /// The game, if the words of the list tell it.
    pub game: Option<&'static str>,
    /// All of its words, which tell its army.
    pub(crate) words: String,
}

/// Words of lists that tell their game, which are looked for in this order.
const WORDS_OF_GAMES: &[(&str, &[&str])] = &[
    ("age-of-sigmar", &["warhammer age of sigmar", "general's regiment", "grand alliance", "battle formation"]),
    ("warhammer-40k-11e", &["detachment points", "force disposition", "attached as:"]),
    (
        "warhammer-40k",
        &["strike force (", "incursion (", "onslaught (", "faction keyword:", "detachment:", "point limit)"],
    ),
    ("asoiaf", &["song of ice", "combat units:", "ncus:"]),
    ("warcry", &["warcry", "warband:"]),
];

/// A unit of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedUnit {
    /// Its name.
    pub name: String,
    /// How many models it has, if the list says so.
    pub models: Option<u32>,
    /// Whether it is reinforced.
    pub reinforced: bool,
    /// What it costs.
    pub points: Option<u32>,
    /// The place of the unit that it leads.
    pub leads: Option<usize>,
    /// Whether the list says that under it alone.
    is_counted: bool,
    /// The lines under it: how many, and of what.
    parts: Vec<BulletLine>,
    /// What follows its points: `5 with Rifle`.
    behind: String,
    /// The block of units that are attached to each other, and whether it leads there.
    block: Option<u32>,
    role: Option<Role>,
}

/// A line with a bullet: how many, how far it is indented, and whether it says what they carry.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BulletLine {
    indent: usize,
    count: Option<u32>,
    carries: bool,
    what: String,
}

/// What a unit is in a block of units that are attached to each other, or whom it is attached to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Role {
    Leader,
    Led,
    To(String),
}

/// How lines begin that name what a unit was given.
const ENHANCEMENTS: [&str; 2] = ["enhancement", "e: "];

/// How lines begin that are about the list, or about a part of a unit.
const NOTES: &[&str] = &["exported ", "created with", "app:", "data version", "enhancement", "warlord", "http", "e: "];

/// Words in front of points that are no unit: sizes of battles, totals.
const NO_UNITS: &[&str] = &[
    "strike force", "incursion", "onslaught", "combat patrol", "total", "army", "general's handbook", "spearhead",
    "vanguard", "faction", "detachment", "drops", "wounds",
];

/// Sizes of battles.
const SIZES_OF_BATTLES: [&str; 4] = ["strike force", "incursion", "onslaught", "combat patrol"];

/// Lines that say what a unit is, and not what it carries.
const OF_UNITS: [&str; 3] = ["reinforced", "general", "warlord"];

impl TextList {
    /// Reads a text; `None` if no line of it is a unit with its points.
    pub(super) fn read(text: &str) -> Option<Self> {
        let lower = clean(text).to_lowercase();
        let named = WORDS_OF_GAMES.iter().find(|(_, words)| words.iter().any(|word| lower.contains(word)));
        let game = named.map(|(game, _)| *game);
        let mut list = Self { name: String::new(), points: None, units: Vec::new(), game, words: String::new() };
        let mut block = None;
        for line in text.lines() {
            list.take(line, &mut block);
        }
        list.units.iter_mut().for_each(ListedUnit::count);
        list.pairs();
        while list.has_title() {
            let title = list.units.remove(0);
            if list.points.is_none() {
                (list.name, list.points) = (title.name, title.points);
            }
        }
        list.units.truncate(MOST);
        list.attach();
        list.words = lower;
        (!list.units.is_empty()).then_some(list)
    }

    /// Whether the first line with points is the army's, or the size of the battle: it costs as much as what follows it, and
    /// nothing is below it.
    fn has_title(&self) -> bool {
        let Some((first, rest)) = self.units.split_first() else { return false };
        let Some(own) = first.points.filter(|_| first.models.is_none() && first.parts.is_empty()) else { return false };
        // Several heads may be there.
        let (heads, smaller): (Vec<u32>, Vec<u32>) =
            rest.iter().filter_map(|unit| unit.points).partition(|points| *points >= own);
        let sum = smaller.iter().map(|points| u64::from(*points)).sum::<u64>();
        let is_total = self.points.is_none_or(|points| points == own);
        let is_sum = heads.is_empty() && sum > 0 && u64::from(own) >= sum && is_total;
        is_sum || (smaller.len() > 2 && u64::from(own) * 10 >= sum * 7)
    }

    /// Takes out lines for a leader and its unit together, `Captain + Guards (250 pts)`, which stand one by one below.
    fn pairs(&mut self) {
        let mut place = 0;
        while place + 2 < self.units.len() {
            let both = format!("{} + {}", self.units[place + 1].name, self.units[place + 2].name);
            if self.units[place].name == both {
                self.units.remove(place);
                self.units[place].role = Some(Role::To(self.units[place + 1].name.clone()));
            }
            place += 1;
        }
    }

    /// Finds whom leaders lead.
    fn attach(&mut self) {
        let led_by = |unit: &ListedUnit| match &unit.role {
            Some(Role::Leader) => self
                .units
                .iter()
                .position(|other| unit.block.is_some() && other.block == unit.block && other.role == Some(Role::Led)),
            Some(Role::To(name)) => self.units.iter().position(|other| crate::words::same(&other.name, name)),
            Some(Role::Led) | None => None,
        };
        let leads: Vec<Option<usize>> = self.units.iter().map(led_by).collect();
        for (place, (unit, leads)) in self.units.iter_mut().zip(leads).enumerate() {
            unit.leads = leads.filter(|other| *other != place);
        }
    }

    fn take(&mut self, line: &str, block: &mut Option<u32>) {
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
        // A heading, with the points of all below it.
        if plain.starts_with('#') {
            return;
        }
        if let Some(role) = role_of(bare) {
            if let Some(unit) = self.units.last_mut() {
                (unit.role, unit.block) = (Some(role), *block);
            }
            return;
        }
        let attached = bare.to_lowercase().strip_prefix("attached unit").map(|rest| rest.trim().parse().ok());
        if let Some(number) = attached.filter(|_| !bare.contains(['(', '['])) {
            *block = number;
            return;
        }
        if let Some((_, total)) = bare.split_once(':').filter(|(key, _)| key.eq_ignore_ascii_case("points")) {
            self.points = self.points.or(number(total.split('/').next().unwrap_or("")));
            return;
        }
        match unit_of(bare) {
            // What is listed under a unit may cost points of its own, an enhancement for example.
            Some(unit) if is_no_unit(&unit.name) => {
                self.points = self.points.or(unit.points.filter(|_| self.units.is_empty()));
                // The size of the battle is below the army's name and what the army costs.
                let is_title = SIZES_OF_BATTLES.iter().any(|size| crate::words::same(size, &unit.name));
                if let [title] = &self.units[..]
                    && is_title
                    && title.parts.is_empty()
                {
                    (self.name, self.points) = (title.name.clone(), title.points);
                    self.units.clear();
                }
            }
            Some(unit) if !bullet || indent == 0 => self.units.push(unit),
            _ => {
                let Some(unit) = self.units.last_mut() else { return };
                let is = |word: &&str| bare.eq_ignore_ascii_case(word);
                unit.reinforced |= is(&"reinforced");
                if OF_UNITS.iter().any(is) {
                    return;
                }
                let (count, rest) = counted(bare);
                let below = unit.parts.last().filter(|_| !bullet).map_or(0, |last| last.indent);
                let carried_by = count.is_some() && rest.starts_with("with ");
                if bullet || indent > 0 || carried_by || is_enhancement(bare) {
                    // Who pastes a list may lose its indents; what has no bullet is at the level of the last line.
                    let indent = match bullet {
                        true if plain.starts_with('◦') => indent.max(1),
                        true => indent,
                        false if carried_by => below + usize::from(!unit.parts.last().is_some_and(is_carried_by)),
                        false => below,
                    };
                    let carries = rest.contains(" with ") || rest.contains(':');
                    unit.parts.push(BulletLine { indent, count, carries, what: rest.to_owned() });
                }
            }
        }
    }

    /// A line of the head of a list: `+ TOTAL ARMY POINTS: 1995pts`, `++ Army Roster (Orks) [2,000 pts] ++`.
    fn head(&mut self, line: &str) {
        if let Some((front, points)) = points_of(line).filter(|_| self.points.is_none()) {
            self.points = Some(points);
            if self.name.is_empty() && !line.contains(':') {
                self.name = name(front.trim_matches(['+', ' ']));
            }
        } else if let Some((_, total)) = line.split_once(':').filter(|(key, _)| key.to_lowercase().contains("points")) {
            self.points = self.points.or(number(total));
        }
    }
}

impl ListedUnit {
    /// What it carries, and how many of each, as far as the list says so.
    pub(crate) fn carried(&self) -> Vec<(u32, String)> {
        let mut carried = Vec::new();
        let whole = self.models.unwrap_or(1);
        // What has lines of its own below it is a model.
        let has_more =
            |place: usize| self.parts.get(place + 1).is_some_and(|next| next.indent > self.parts[place].indent);
        let any = (0..self.parts.len()).any(has_more);
        let lines = self.parts.iter().enumerate().filter(|(place, part)| !has_more(*place) || part.carries);
        let lines = lines.filter(|(_, part)| !begins_a_note(&part.what));
        // Each of what says no number is there as often as the model above it.
        let above = |place: usize| {
            let indent = self.parts[place].indent;
            self.parts[..place].iter().rfind(|part| part.indent < indent).map(|part| part.count.unwrap_or(1))
        };
        let each_of =
            |place: usize| above(place).or(Some(1).filter(|_| any && !self.parts[place].carries)).unwrap_or(whole);
        let lines = lines.map(|(place, part)| (part.count, each_of(place), part.what.as_str()));
        // Behind the points several things may stand, of which each says its number, or is one.
        let is_counted = self.behind.split(',').any(|item| counted(item.trim()).0.is_some());
        let each = if is_counted { 1 } else { whole };
        let behind = self.behind.split(" - ").map(|text| (None, each, text));
        for (count, each, what) in behind.chain(lines).filter(|(_, _, what)| !what.is_empty()) {
            let ((own, rest), each) = (counted(what), count.unwrap_or(each));
            // `5 with Rifle, Knife` is said of both.
            let own = own.filter(|_| count.is_none() && rest.starts_with("with "));
            let (each, rest) = own.map_or((each, what), |own| (own, rest));
            let listed = rest.strip_prefix("with ").or_else(|| rest.split_once(" with ").map(|(_, list)| list));
            let listed = listed.or_else(|| rest.split_once(':').map(|(_, list)| list)).unwrap_or(rest);
            for item in listed.split([',', '&', ';']) {
                let (number, called) = counted(item.trim());
                let called = name(called.trim_start_matches("with ").trim_matches([' ', '-', '.', ':']));
                if !called.is_empty() && !is_note(item.trim()) {
                    carried.push((number.unwrap_or(each), called));
                }
            }
        }
        carried
    }

    /// What it was given: its enhancements.
    pub(crate) fn enhancements(&self) -> impl Iterator<Item = String> + use<'_> {
        let lines = self.parts.iter().filter(|part| is_enhancement(&part.what));
        let named = lines.filter_map(|part| part.what.split_once(':')).flat_map(|(_, all)| all.split(", "));
        named.map(|one| name(one.split(['(', '[']).next().unwrap_or(one))).filter(|one| !one.is_empty())
    }

    /// Counts the models, if the list says them under the unit.
    fn count(&mut self) {
        self.is_counted = self.models.is_none();
        self.models = self.models.or(self.counted_models(&|_| false));
    }

    /// How many models it has; of lines that do not say what they carry those that are called like models of its profile.
    pub(crate) fn models_called(&self, is_model: &dyn Fn(&str) -> bool) -> Option<u32> {
        if self.is_counted { self.counted_models(is_model) } else { self.models }
    }

    /// The models of lines that say what they carry, behind their names or in lines of their own, or that are called so.
    fn counted_models(&self, is_model: &dyn Fn(&str) -> bool) -> Option<u32> {
        let top = self.parts.iter().map(|part| part.indent).min().unwrap_or(0);
        let has_more =
            |place: usize| self.parts.get(place + 1).is_some_and(|next| next.indent > self.parts[place].indent);
        let is_top = |place: &usize| self.parts[*place].indent == top;
        let carry = |place: &usize| self.parts[*place].carries && self.parts[*place].count.is_some();
        let any = (0..self.parts.len()).filter(is_top).any(|place| carry(&place));
        let models: u32 = (0..self.parts.len())
            .filter(is_top)
            .filter(|place| any || has_more(*place) || is_model(&self.parts[*place].what))
            .map(|place| self.parts[place].count.unwrap_or(u32::from(has_more(place))))
            .fold(0, u32::saturating_add);
        Some(models).filter(|models| (1..=1_000).contains(models))
    }
}

/// `Attached as: Leader (Character)`, `Attached to Boyz`.
fn role_of(line: &str) -> Option<Role> {
    let lower = line.to_lowercase();
    if let Some(role) = lower.strip_prefix("attached as:").map(str::trim) {
        return Some(if role.starts_with("bodyguard") { Role::Led } else { Role::Leader });
    }
    lower.starts_with("attached to ").then(|| Role::To(name(&line["attached to ".len()..])))
}

/// `7 with Rifle`, in a line of its own below the models.
fn is_carried_by(part: &BulletLine) -> bool {
    part.count.is_some() && part.what.starts_with("with ")
}

/// Whether a text is about the list or an enhancement, and nothing that models carry.
fn is_note(text: &str) -> bool {
    begins_a_note(text) || text.to_lowercase().contains("version") || points_of(text).is_some()
}

/// Whether a line names what a unit was given.
fn is_enhancement(line: &str) -> bool {
    let plain = line.to_lowercase();
    ENHANCEMENTS.iter().any(|start| plain.starts_with(start)) && plain.contains(':')
}

fn begins_a_note(text: &str) -> bool {
    let plain = text.to_lowercase();
    NOTES.iter().any(|start| plain.starts_with(start))
}

fn is_no_unit(name: &str) -> bool {
    let plain = name.to_lowercase();
    is_note(name)
        || NO_UNITS.iter().any(|word| {
            plain == *word || plain.starts_with(&format!("{word}:")) || plain.ends_with(&format!(" {word}"))
        })
}

/// `Char1: 5x Intercessor Squad (80 pts): bolt rifles` as a unit; `None` if no points follow a name.
fn unit_of(line: &str) -> Option<ListedUnit> {
    let (front, points) = points_of(line)?;
    let rest = line[front.len()..].split_once([')', ']']).map_or("", |(_, rest)| rest);
    // `[Line] 5x Terminators` says what kind of unit it is.
    let labelled = front.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(_, rest)| rest.trim_start());
    let front = labelled.filter(|rest| !rest.is_empty()).unwrap_or(front);
    let label = |text: &&str| text.len() <= 8 && text.chars().any(|letter| letter.is_ascii_digit());
    let front = front.split_once(':').filter(|(text, _)| label(text)).map_or(front, |(_, rest)| rest);
    let (models, called) = counted(front.trim());
    let called = name(called.trim_matches([' ', '-', ':', ',']));
    let is_name = called.chars().any(char::is_alphabetic);
    let behind = line[line.len() - rest.len()..].trim_start_matches([':', ' ']).to_owned();
    is_name.then_some(ListedUnit { name: called, models, points: Some(points), behind, ..ListedUnit::default() })
}

/// What precedes points in brackets, and the points: `(95 Points)`, `[2,000pts]`, `(150)`; or behind a dash: `Captain - 95
/// pts`.
fn points_of(line: &str) -> Option<(&str, u32)> {
    for (at, _) in line.match_indices(['(', '[']).filter(|(at, _)| *at > 0) {
        let Some(end) = line[at..].find([')', ']']) else { continue };
        let inner = line[at + 1..at + end].trim().to_lowercase();
        // What an enhancement adds is in the points of its unit.
        if inner.starts_with('+') {
            return None;
        }
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
