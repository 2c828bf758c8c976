//! A unit of Warhammer 40,000 as a selection holds it, and the profile it becomes (W40K-PROFILE).

mod abilities;
mod army;
mod options;
mod written;

pub(super) use army::of_army;
use options::weapons_of;

use std::rc::Rc;

use super::Vocabulary;
use super::card::{Card, ImportedUnit, MISSING, NOT_CARRIED, better};
use super::options::ReadOption;
use super::selection::{Printed, Selection, SelectionKind};
use super::values::{self, inches, keyword, name, target, whole};
use crate::dice::Amount;
use crate::words::sort::sort_by_key;
use crate::words::{normal, same};

/// What list builders call the profile with a statline.
pub(super) const STATLINES: &[&str] = &["Unit"];

/// Keywords that builders use for themselves.
const NOT_KEYWORDS: &[&str] = &[
    "configuration", "warlord", "uncategorized", "illegal units", "unit", "reference", "allied units", "no force org",
    "reinforcement points", "crusade",
];

/// The keys of what abilities give a model to reach.
const GIVEN: [&str; 4] = ["invulnerable", "feel-no-pain", "feel-no-pain-mortal", "feel-no-pain-psychic"];

/// The statline of a model, and what its abilities make of it.
#[derive(Clone, PartialEq, Debug, Default)]
struct Stats {
    toughness: u32,
    save: Option<u8>,
    wounds: u32,
    control: u32,
    /// The numbers of [`GIVEN`].
    given: [Option<u8>; 4],
    demise: Option<Amount>,
}

impl Stats {
    /// Takes a key that an ability gives; false if it is none of a model's.
    fn set(&mut self, key: &str, value: &str) -> bool {
        let number = target(value).and_then(|value| value.value);
        let place = match GIVEN.iter().position(|given| *given == key) {
            Some(place) => &mut self.given[place],
            None if key == "save" => &mut self.save,
            None => return false,
        };
        *place = better(*place, number);
        true
    }
}

/// Models that are alike.
struct SheetGroup {
    name: String,
    count: u32,
    stats: Stats,
    character: bool,
}

/// A weapon and who carries it.
struct SheetWeapon<'t> {
    name: String,
    printed: Printed<'t>,
    /// The entry whose modes exclude each other.
    one_of: Option<String>,
    /// How many each group has; the place after the last group is nobody's.
    carried: Vec<(usize, u32)>,
}

/// Reads a unit of one of the editions that print this datasheet.
pub(super) fn read(
    game: &'static str,
    unit: &Selection<'_>,
    vocabulary: &dyn Vocabulary,
) -> Result<ImportedUnit, String> {
    let sheet = SheetReader {
        unit,
        card: Card::new(game, vocabulary),
        groups: Vec::new(),
        weapons: Vec::new(),
        printed_saves: Vec::new(),
        options: Vec::new(),
        wanted: Vec::new(),
        within: Vec::new(),
        held: Vec::new(),
        names: Rc::default(),
    };
    sheet.read()
}

struct SheetReader<'s, 't, 'v> {
    unit: &'s Selection<'t>,
    card: Card<'v>,
    groups: Vec<SheetGroup>,
    weapons: Vec<SheetWeapon<'t>>,
    /// Invulnerable saves that are printed with something behind the number, and the text that says the same.
    printed_saves: Vec<(String, Option<String>)>,
    options: Vec<ReadOption>,
    /// Names of weapons that options give.
    wanted: Vec<String>,
    /// What may be chosen within options.
    within: Vec<String>,
    /// The abilities of models, each with the groups that have it.
    held: Vec<(String, Vec<usize>)>,
    /// What abilities may name: weapons, what they print, and models.
    names: Rc<[Vec<String>; 3]>,
}

/// The first keys that belong to no model.
#[derive(Default)]
struct SheetHead {
    movement: Option<u32>,
    leadership: Option<Option<u8>>,
}

impl<'s, 't> SheetReader<'s, 't, '_> {
    fn read(mut self) -> Result<ImportedUnit, String> {
        let mut head = SheetHead::default();
        let models = self.models();
        let mut places = Vec::new();
        for model in &models {
            places.push(self.group(model, &mut head)?);
        }
        for (model, place) in models.iter().zip(&places) {
            self.carry(model, *place);
        }
        if self.unit.kind == SelectionKind::Unit && !models.iter().any(|model| std::ptr::eq(*model, self.unit)) {
            self.carry(self.unit, usize::MAX);
        }
        self.borrow_profiles(&models, &places);
        self.card.keywords = self.keywords().into_iter().chain([name(&self.unit.name)]).collect();
        self.names = Rc::new(self.names());
        self.unit_abilities();
        self.model_abilities(&models, &places);
        self.printed_saves();
        let weapons = self.weapons.len();
        self.read_options(&models, &places);
        let names: Vec<&str> = self.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
        self.card.keep_weapons(&names);
        self.card.conditional(self.unit);
        self.all_armed()?;
        self.order();
        self.choose_melee();
        let written = self.write(&head);
        let models = self.groups.iter().map(|group| group.count).sum();
        Ok(self.card.done((models, weapons.min(self.weapons.len())), written, self.options))
    }

    /// The models of the unit; the unit itself if it is one, or if the file names none.
    fn models(&self) -> Vec<&'s Selection<'t>> {
        let unit: &'s Selection<'t> = self.unit;
        let own = unit.own();
        let mut models: Vec<&Selection<'t>> =
            own.iter().copied().filter(|part| part.kind == SelectionKind::Model && part.number > 0).collect();
        let has_line = |model: &&Selection<'t>| model.without_models().iter().any(|part| statline(part).is_some());
        // A crew or a drone within a model that has no line of its own is part of it.
        if unit.kind == SelectionKind::Model {
            models.retain(|model| std::ptr::eq(*model, unit) || has_line(model));
        }
        if models.is_empty() { vec![unit] } else { models }
    }

    /// Puts a model selection into its group, a new one if no other is like it.
    fn group(&mut self, model: &Selection<'t>, head: &mut SheetHead) -> Result<usize, String> {
        let stats = self.stats_of(model, head)?;
        let character = model.categories.iter().any(|category| same(category, "Character"));
        let wanted = name(&model.name);
        let number = model.number.max(1);
        if let Some(place) = self.groups.iter().position(|group| base(&group.name) == wanted && group.stats == stats) {
            self.groups[place].count += number;
            return Ok(place);
        }
        let alike = self.groups.iter().filter(|group| base(&group.name) == wanted).count();
        let name = if alike == 0 { wanted } else { format!("{wanted} ({})", alike + 1) };
        self.groups.push(SheetGroup { name, count: number, stats, character });
        Ok(self.groups.len() - 1)
    }

    /// The statline of a model: its own, else the unit's of that name, else the unit's first, else any.
    fn statline_of(&self, model: &Selection<'t>) -> Option<Printed<'t>> {
        let own = model.without_models().into_iter().find_map(statline);
        let lines: Vec<&Printed<'t>> = self
            .unit
            .without_models()
            .into_iter()
            .flat_map(|part| part.profiles.iter().filter(|profile| STATLINES.contains(&profile.kind)))
            .collect();
        let wanted = normal(&model.name);
        let like = |line: &&&Printed<'t>| {
            let line = normal(&line.name);
            line == wanted || line.contains(&wanted) || wanted.contains(&line)
        };
        let exact = lines.iter().find(|line| normal(&line.name) == wanted);
        let any = || self.unit.own().into_iter().find_map(statline);
        own.or(exact.copied())
            .or_else(|| lines.iter().find(like).copied())
            .or(lines.first().copied())
            .or_else(any)
            .cloned()
    }

    /// The statline of a model with its own upgrades.
    fn stats_of(&mut self, model: &Selection<'t>, head: &mut SheetHead) -> Result<Stats, String> {
        let line = self.statline_of(model).ok_or_else(|| format!("{} has no statline", name(&model.name)))?;
        let mut stats = self.stats(&line, head)?;
        let is_apart = !std::ptr::eq(model, self.unit);
        for (_, text, _) in Self::texts_of(model).into_iter().filter(|(_, _, some)| is_apart && !some) {
            for (key, value) in self.keys_in(&text) {
                stats.set(&key, &value);
            }
        }
        Ok(stats)
    }

    fn stats(&mut self, line: &Printed<'t>, head: &mut SheetHead) -> Result<Stats, String> {
        let who = name(&line.name);
        let wrong = |key: &str| format!("{who}: {key} is `{}`", name(line.get(key)));
        let save = target(line.get("SV")).ok_or_else(|| wrong("SV"))?;
        let save = self.card.take_target(&format!("{who}, SV"), save);
        let toughness = whole(line.get("T")).ok_or_else(|| wrong("T"))?;
        let wounds = whole(line.get("W")).ok_or_else(|| wrong("W"))?;
        if let Some(movement) = inches(line.get("M")) {
            let movement = self.card.take(&format!("{who}, M"), movement);
            head.movement.get_or_insert(movement);
        }
        if let Some(leadership) = target(line.get("LD")) {
            let leadership = self.card.take_target(&format!("{who}, LD"), leadership);
            head.leadership = Some(better(head.leadership.flatten(), leadership));
        }
        let control = whole(line.get("OC")).unwrap_or(0);
        let given = [self.invulnerable(&who, line.get("InSv")), None, None, None];
        Ok(Stats { toughness, save, wounds, control, given, demise: None })
    }

    /// The invulnerable save that a line of the eleventh edition prints; the text after the number is read later.
    fn invulnerable(&mut self, who: &str, printed: &str) -> Option<u8> {
        // Before stars are taken for marks of bold.
        let starred = printed.trim().ends_with('*');
        let plain = values::clean(printed);
        let (number, against) = plain.split_once(' ').unwrap_or((&plain, ""));
        let save = target(number)?;
        if starred || !against.is_empty() {
            let against = against.trim_matches(['(', ')', ' ']).to_lowercase();
            let text = format!("This model has a {number} invulnerable save against {against} attacks");
            self.printed_saves.push((plain.clone(), (!starred).then_some(text)));
            return None;
        }
        self.card.take_target(&format!("{who}, InSv"), save)
    }

    /// Adds the weapons of a model, or of the unit itself, to those of the unit.
    fn carry(&mut self, bearer: &Selection<'t>, place: usize) {
        for (part, printed, one_of) in weapons_of(bearer) {
            // Models of another unit have it, which is printed here for their sake.
            if printed.name.contains("(ref. only)") {
                self.card.leave_out(&printed.name, NOT_CARRIED);
            } else {
                self.add_weapon(printed, one_of, place, part.number.max(1));
            }
        }
    }

    fn add_weapon(&mut self, printed: &Printed<'t>, one_of: Option<String>, place: usize, number: u32) {
        let called = name(&printed.name);
        let alike = |weapon: &&mut SheetWeapon<'t>| {
            weapon.name == called && weapon.one_of == one_of && weapon.printed.values == printed.values
        };
        if let Some(weapon) = self.weapons.iter_mut().find(alike) {
            match weapon.carried.iter_mut().find(|(carrier, _)| *carrier == place) {
                Some((_, count)) => *count += number,
                None => weapon.carried.push((place, number)),
            }
            return;
        }
        self.weapons.push(SheetWeapon {
            name: called,
            printed: printed.clone(),
            one_of,
            carried: vec![(place, number)],
        });
    }

    /// Entries that name a weapon without its profile have the profile that another model's has.
    fn borrow_profiles(&mut self, models: &[&Selection<'t>], places: &[usize]) {
        for (model, place) in models.iter().zip(places) {
            for part in model.without_models() {
                let bare = part.profiles.is_empty() && part.children.is_empty() && part.kind == SelectionKind::Upgrade;
                let called = name(&part.name);
                let profiles: Vec<(Printed<'t>, Option<String>)> = self
                    .weapons
                    .iter()
                    .filter(|weapon| bare && (same(&weapon.name, &called) || weapon.one_of.as_deref() == Some(&called)))
                    .map(|weapon| (weapon.printed.clone(), weapon.one_of.clone()))
                    .collect();
                for (printed, one_of) in profiles {
                    self.add_weapon(&printed, one_of, *place, part.number.max(1));
                    let bearer = name(&model.name);
                    self.card
                        .unit
                        .mended
                        .push(format!("{bearer}: {called} has no profile there; that of the unit is used"));
                }
            }
        }
    }

    /// Refuses a unit of which only some models have weapons, as those of the others are not here: its attacks would be those of
    /// a few.
    fn all_armed(&self) -> Result<(), String> {
        let has = |place: usize| {
            let carried = self.weapons.iter().flat_map(|weapon| &weapon.carried);
            carried.into_iter().any(|(of, count)| *count > 0 && (*of == place || *of == usize::MAX))
        };
        let lost: Vec<&str> = self.unit.own().iter().flat_map(|part| part.missing.iter().copied()).collect();
        let unarmed = (0..self.groups.len()).find(|place| !has(*place));
        match unarmed.filter(|_| !lost.is_empty() && (0..self.groups.len()).any(has)) {
            Some(place) => {
                Err(format!("no weapon of {} is here: {} ({MISSING})", self.groups[place].name, lost.join(", ")))
            }
            None => Ok(()),
        }
    }

    /// Largest groups first, characters last: the order in which the defender removes models.
    fn order(&mut self) {
        let is_character = self.keywords().iter().any(|keyword| keyword == "CHARACTER");
        if is_character && self.groups.len() == 1 {
            self.groups[0].character = true;
        }
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        sort_by_key(&mut order, |place| (self.groups[*place].character, std::cmp::Reverse(self.groups[*place].count)));
        for weapon in &mut self.weapons {
            for (place, _) in &mut weapon.carried {
                *place = order.iter().position(|old| old == place).unwrap_or(usize::MAX);
            }
            weapon.carried.sort_unstable();
        }
        let mut groups: Vec<Option<SheetGroup>> = std::mem::take(&mut self.groups).into_iter().map(Some).collect();
        self.groups = order.into_iter().filter_map(|place| groups[place].take()).collect();
        // Who has something better does not fight with what everybody has.
        sort_by_key(&mut self.weapons, |weapon| same(&weapon.name, "close combat weapon"));
    }

    /// A model fights with one melee weapon (W40K-ATTACKS): of several that a group has it chooses.
    fn choose_melee(&mut self) {
        let several = self.groups.len() > 1;
        for (place, group) in self.groups.iter().enumerate() {
            let is_one = |weapon: &SheetWeapon<'_>| {
                let is_carried = matches!(weapon.carried[..], [(of, count)] if of == place && count == group.count);
                is_melee(&weapon.printed) && !is_extra(weapon) && is_carried && weapon.one_of.is_none()
            };
            if self.weapons.iter().filter(|weapon| is_one(weapon)).count() > 1 {
                let called = if several { format!("Melee ({})", group.name) } else { "Melee".to_owned() };
                self.weapons
                    .iter_mut()
                    .filter(|weapon| is_one(weapon))
                    .for_each(|one| one.one_of = Some(called.clone()));
            }
        }
    }

    fn keywords(&self) -> Vec<String> {
        let mut keywords: Vec<String> = Vec::new();
        for category in &self.unit.categories {
            let plain = values::clean(category);
            let bare = plain.strip_prefix("Faction:").unwrap_or(&plain).trim();
            let is_none = NOT_KEYWORDS.iter().any(|word| same(word, bare));
            let keyword = keyword(bare);
            if !is_none && !keyword.is_empty() && !keywords.contains(&keyword) {
                keywords.push(keyword);
            }
        }
        keywords
    }
}

fn statline<'a, 't>(part: &'a Selection<'t>) -> Option<&'a Printed<'t>> {
    part.profiles.iter().find(|profile| STATLINES.contains(&profile.kind))
}

/// Whether a profile is a weapon: factions call some of theirs by names of their own.
fn is_weapon(profile: &Printed<'_>) -> bool {
    ["Range", "A", "S", "AP", "D"].iter().all(|key| profile.values.iter().any(|(name, _)| name == key))
}

fn is_melee(profile: &Printed<'_>) -> bool {
    same(profile.get("Range"), "Melee")
}

/// Whether models fight with it in addition to another one (W40K-ATTACKS).
fn is_extra(weapon: &SheetWeapon<'_>) -> bool {
    normal(weapon.printed.get("Keywords")).contains("extraattacks")
}

/// The name of a group without the number that tells it from others of that name.
fn base(name: &str) -> &str {
    name.rsplit_once(" (")
        .filter(|(_, rest)| rest.trim_end_matches(')').bytes().all(|b| b.is_ascii_digit()))
        .map_or(name, |(base, _)| base)
}
