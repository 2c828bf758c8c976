//! Lists as people paste them: New Recruit's text, the formats of tournaments (WTC compact and full), the apps of the
//! makers, List Forge. They hold names, counts and points, and no statlines.

mod line;

pub(super) use self::line::{LinePoints, points_of};
use self::line::{bare_unit_of, budget_of, counted, number, unit_of};
use super::values::{clean, name};

/// The most units of a list.
const MOST: usize = 500;

/// A list of units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// The lines that are neither a unit nor a heading, each with its number.
    pub(crate) unread: Vec<String>,
    text: String,
}

/// Whether somebody knows a unit of this name.
pub(crate) type IsUnit<'n> = &'n dyn Fn(&str) -> bool;

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
    /// How far its line is indented that has a bullet: another one at that level is a unit as well.
    level: Option<usize>,
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

/// The most lines below a unit; those beyond are told as unread.
const MOST_PARTS: usize = 500;

/// Words of lines with a number that are headings.
const HEADINGS: &[&str] =
    &["regiment", "battle", "points", "edition", "warband", "patrol", "limit", "round", "auxiliary", "auxiliarie"];

/// Sizes of battles.
const SIZES_OF_BATTLES: [&str; 4] = ["strike force", "incursion", "onslaught", "combat patrol"];

/// Lines that say what a unit is, and not what it carries.
const OF_UNITS: [&str; 3] = ["reinforced", "general", "warlord"];

impl TextList {
    /// Reads a text; `None` if no line of it is a unit with its points.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::of(text, &|_| false)
    }

    /// The same list, once somebody knows which names are those of units: lines that say no more than a name and a number are
    /// units then.
    pub(crate) fn with_names(&self, is_unit: IsUnit<'_>) -> Self {
        Self::of(&self.text, is_unit).unwrap_or_else(|| self.clone())
    }

    fn of(text: &str, is_unit: IsUnit<'_>) -> Option<Self> {
        let lower = clean(text).to_lowercase();
        let named = WORDS_OF_GAMES.iter().find(|(_, words)| words.iter().any(|word| lower.contains(word)));
        let game = named.map(|(game, _)| *game);
        let mut list = Self { game, text: text.to_owned(), ..Self::default() };
        let mut block = None;
        for (place, line) in text.lines().enumerate() {
            if !list.take(line, &mut block, is_unit) {
                list.unread.push(format!("line {}: {}", place + 1, clean(line)));
            }
        }
        list.units.iter_mut().for_each(ListedUnit::count);
        list.pairs();
        while list.has_title(is_unit) {
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
    fn has_title(&self, is_unit: IsUnit<'_>) -> bool {
        let Some((first, rest)) = self.units.split_first().filter(|(first, _)| !is_unit(&first.name)) else {
            return false;
        };
        let Some(own) = first.points.filter(|_| first.models.is_none() && first.parts.is_empty()) else { return false };
        // Several heads may be there.
        let (heads, smaller): (Vec<u32>, Vec<u32>) =
            rest.iter().filter_map(|unit| unit.points).partition(|points| *points >= own);
        let sum = smaller.iter().map(|points| u64::from(*points)).sum::<u64>();
        let is_total = self.points.is_none_or(|points| points == own);
        let is_sum = heads.is_empty() && sum > 0 && u64::from(own) >= sum && is_total;
        // The only unit costs what the army does.
        let is_sum = is_sum || (rest.len() == 1 && heads == [own]);
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

    /// Takes a line; `false` if nothing of it is read and it may be more than a heading.
    fn take(&mut self, line: &str, block: &mut Option<u32>, is_unit: IsUnit<'_>) -> bool {
        let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
        let plain = clean(line);
        let bullet = plain.starts_with(['•', '◦', '·', '*', '-', '>', '–']);
        let bare = plain.trim_start_matches(['•', '◦', '·', '*', '-', '>', '#', ' ']).trim();
        let row = row_of(bare);
        let bare = row.as_deref().unwrap_or(bare);
        // A heading may say the points of all below it.
        if bare.is_empty() || self.takes_head(bare, block) || plain.starts_with('#') {
            return true;
        }
        let level = bullet.then_some(indent);
        // Models of a unit may be called as it is.
        let is_model = |unit: &ListedUnit| {
            let is_own = |last: &ListedUnit| crate::words::same(&last.name, &unit.name);
            bullet && unit.models.is_some() && self.units.last().is_some_and(is_own)
        };
        let is_known = |unit: &ListedUnit| is_unit(&unit.name) && !is_model(unit);
        let is_top = |unit: &ListedUnit| {
            let beside = self.units.last().is_none_or(|last| last.level.is_some() && last.level == level);
            !bullet || indent == 0 || beside || is_known(unit)
        };
        let said = unit_of(bare).filter(|unit| !unit.name.to_lowercase().starts_with("with "));
        match said.or_else(|| bare_unit_of(bare).filter(is_known)) {
            Some(unit) if is_no_unit(&unit.name) => self.total(&unit),
            // What is listed under a unit may cost points of its own, an enhancement for example.
            Some(unit) if is_top(&unit) => self.units.push(ListedUnit { level, ..unit }),
            // A unit without points is told, and not taken for what another one carries.
            _ if is_unit(bare) && self.units.last().is_some_and(|last| !crate::words::same(&last.name, bare)) => {
                return false;
            }
            _ => return self.part(bare, &plain, indent, bullet),
        }
        true
    }

    /// Takes a line of the head of a list, or one that says how units are attached; whether it is one.
    fn takes_head(&mut self, bare: &str, block: &mut Option<u32>) -> bool {
        if let Some(total) = bare.strip_prefix('+').map(|rest| rest.trim_matches(['+', ' '])) {
            self.head(total);
            return true;
        }
        // What is spent of what may be is said of no unit.
        if let Some((called, points)) = budget_of(bare).filter(|_| self.units.is_empty()) {
            (self.name, self.points) = (name(called), Some(points));
            return true;
        }
        if let Some(role) = role_of(bare) {
            if let Some(unit) = self.units.last_mut() {
                (unit.role, unit.block) = (Some(role), *block);
            }
            return true;
        }
        let attached = bare.to_lowercase().strip_prefix("attached unit").map(|rest| rest.trim().parse().ok());
        if let Some(number) = attached.filter(|_| !bare.contains(['(', '['])) {
            *block = number;
            return true;
        }
        let total = bare.split_once(':').filter(|(key, _)| key.eq_ignore_ascii_case("points"));
        if let Some((_, total)) = total {
            self.points = self.points.or(number(total.split('/').next().unwrap_or("")));
        }
        total.is_some()
    }

    /// A line with points that is no unit: a total, the size of the battle.
    fn total(&mut self, line: &ListedUnit) {
        self.points = self.points.or(line.points.filter(|_| self.units.is_empty()));
        // The size of the battle is below the army's name and what the army costs.
        let is_title = SIZES_OF_BATTLES.iter().any(|size| crate::words::same(size, &line.name));
        if let [title] = &self.units[..]
            && is_title
            && title.parts.is_empty()
        {
            (self.name, self.points) = (title.name.clone(), title.points);
            self.units.clear();
        }
    }

    /// Takes a line that is below a unit; `false` if it says a number, and is neither that nor a heading.
    fn part(&mut self, bare: &str, plain: &str, indent: usize, bullet: bool) -> bool {
        let may_be_heading = !bare.contains(|letter: char| letter.is_ascii_digit()) || is_heading(bare);
        let Some(unit) = self.units.last_mut() else { return may_be_heading || !bullet };
        let is = |word: &&str| bare.eq_ignore_ascii_case(word);
        unit.reinforced |= is(&"reinforced");
        if OF_UNITS.iter().any(is) {
            return true;
        }
        let (count, rest) = counted(bare);
        let below = unit.parts.last().filter(|_| !bullet).map_or(0, |last| last.indent);
        let carried_by = count.is_some() && rest.starts_with("with ");
        if !(bullet || indent > 0 || carried_by || is_enhancement(bare)) {
            return may_be_heading;
        }
        // Who pastes a list may lose its indents; what has no bullet is at the level of the last line.
        let indent = match bullet {
            true if plain.starts_with('◦') => indent.max(1),
            true => indent,
            false if carried_by => below + usize::from(!unit.parts.last().is_some_and(is_carried_by)),
            false => below,
        };
        if unit.parts.len() >= MOST_PARTS {
            return false;
        }
        let carries = rest.contains(" with ") || rest.contains(':');
        unit.parts.push(BulletLine { indent, count, carries, what: rest.to_owned() });
        true
    }

    /// A line of the head of a list: `+ TOTAL ARMY POINTS: 1995pts`, `++ Army Roster (Orks) [2,000 pts] ++`.
    fn head(&mut self, line: &str) {
        if let Some(head) = points_of(line).filter(|_| self.points.is_none()) {
            self.points = Some(head.points);
            if self.name.is_empty() && !line.contains(':') {
                self.name = name(head.front.trim_matches(['+', ' ']));
            }
        } else if let Some((_, total)) = line.split_once(':').filter(|(key, _)| key.to_lowercase().contains("points")) {
            self.points = self.points.or(number(total));
        }
    }
}

impl ListedUnit {
    /// What it carries, how many of each, and whether the list says that number.
    pub(crate) fn carried(&self) -> Vec<(u32, bool, String)> {
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
        let each_of = |place: usize| above(place).or(Some(1).filter(|_| any && !self.parts[place].carries));
        let lines = lines.map(|(place, part)| (part.count.or(each_of(place)), part.what.as_str(), whole));
        // Behind the points several things may stand, of which each says its number, or is one.
        let is_counted = self.behind.split(',').any(|item| counted(item.trim()).0.is_some());
        let each = if is_counted { 1 } else { whole };
        let behind = self.behind.split(" - ").map(|text| (None, text, each));
        for (count, what, each) in behind.chain(lines).filter(|(_, what, _)| !what.is_empty()) {
            let (own, rest) = counted(what);
            // `5 with Rifle, Knife` is said of both.
            let own = own.filter(|_| count.is_none() && rest.starts_with("with "));
            let (count, rest) = own.map_or((count, what), |own| (Some(own), rest));
            let listed = rest.strip_prefix("with ").or_else(|| rest.split_once(" with ").map(|(_, list)| list));
            let listed = listed.or_else(|| rest.split_once(':').map(|(_, list)| list)).unwrap_or(rest);
            for item in listed.split([',', '&', ';']) {
                let item = item.trim();
                // What is attached to a unit may cost points of its own; enhancements have lines that say so.
                let priced = points_of(item).filter(|_| rest.starts_with("with "));
                let (number, called) = counted(priced.as_ref().map_or(item, |priced| priced.front));
                let called = name(called.trim_start_matches("with ").trim_matches([' ', '-', '.', ':']));
                if !called.is_empty() && (priced.is_some() || !is_note(item)) {
                    let number = number.or(count);
                    carried.push((number.unwrap_or(each), number.is_some(), called));
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

    /// The number of its own line, which may be that of units.
    pub(crate) fn typed_models(&self) -> Option<u32> {
        self.models.filter(|_| !self.is_counted)
    }

    /// How many models it has; of lines that do not say what they carry those that are called like models of its profile.
    pub(crate) fn models_called(&self, is_model: &dyn Fn(&str) -> bool) -> Option<u32> {
        if self.is_counted { self.counted_models(is_model) } else { self.models }
    }

    /// The number of models on lines of this name; `None` if there is no such line, or one without a number.
    pub(crate) fn models_named(&self, is_model: &dyn Fn(&str) -> bool) -> Option<u32> {
        let mut lines = self.parts.iter().filter(|part| is_model(&part.what)).peekable();
        lines.peek()?;
        lines.try_fold(0, |all: u32, part| Some(all.saturating_add(part.count?)))
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
            .map(|place| {
                let is_one =
                    || has_more(place) || is_model(self.parts[place].what.split(':').next().unwrap_or_default());
                self.parts[place].count.unwrap_or_else(|| u32::from(is_one()))
            })
            .fold(0, u32::saturating_add);
        Some(models).filter(|models| (1..=1_000).contains(models))
    }
}

/// A row of a table, `| Clanrats | 20 | 150 |`, as other lists write it; nothing of the line below its heading.
fn row_of(line: &str) -> Option<String> {
    let cells =
        line.strip_prefix('|')?.split('|').map(str::trim).filter(|cell| !cell.trim_matches(['-', ':']).is_empty());
    Some(
        cells
            .map(|cell| if number(cell).is_some() { format!("({cell})") } else { cell.to_owned() })
            .collect::<Vec<_>>()
            .join(" "),
    )
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

/// Whether a line with a number is about the list, and no unit: `Regiment 1`, `Drops: 2`.
fn is_heading(line: &str) -> bool {
    let plain = line.to_lowercase();
    let words = || plain.split(|letter: char| !letter.is_alphabetic());
    let is_one = |word: &str| words().any(|own| own.trim_end_matches('s') == word.trim_end_matches('s'));
    // `Vanguard Veterans x5` are a unit, as a Battlewagon is.
    let says =
        |word: &&str| if word.contains(' ') { plain.contains(*word) } else { *word != "vanguard" && is_one(word) };
    is_no_unit(line) || NO_UNITS.iter().chain(HEADINGS).any(says)
}

fn is_no_unit(name: &str) -> bool {
    let plain = name.to_lowercase();
    is_note(name)
        || NO_UNITS.iter().any(|word| {
            plain == *word || plain.starts_with(&format!("{word}:")) || plain.ends_with(&format!(" {word}"))
        })
}
