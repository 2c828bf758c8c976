//! Armies as they are typed: a roster or an `army.toml` means all its units, `file:unit` one of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::army_of;
use super::import::Importer;
use super::import_files::{NotOpened, bytes_of, opened};
use super::text_lists::{NO_WEAPON, NOT_TOGETHER, TOO_MANY, UNREAD};
use crate::games::find;
use crate::profile::import::{Imported, ImportedUnit, LeftOut};
use crate::profile::{
    ARMY, Diagnostics, Document, Found, Library, Node, NotFound, Source, Table, TypedName, Value, is_path,
};
use crate::words::{did_you_mean, each_once, first_few, normal, same};

/// How many units that cannot be read are named.
const MOST_NAMED: usize = 5;
/// How many units of an army are named where one of them was mistyped.
const MOST_LISTED: usize = 12;

/// The units of an army, if a text names a file that holds one: a roster, whatever it is called, or an `army.toml`; or the
/// profiles of a folder. Those of an army that cannot be read do not stop the others; `left_out.rs` names them.
///
/// # Errors
/// A file that is neither, and an army of which no unit can be read.
pub(crate) fn army_units(typed: &str, library: &Library) -> Option<Result<Vec<Found>, NotFound>> {
    Some(typed_army(typed, library)?.map(|army| army.units))
}

/// How often an army has each of the units that [`army_units`] names; `None` of what is not an army.
pub(super) fn army_counts(typed: &str, library: &Library) -> Option<Vec<usize>> {
    let army = typed_army(typed, library)?.ok()?;
    Some((0..army.units.len()).map(|unit| army.each(unit).count()).collect())
}

/// What an army sends into a battle, each as it is typed, with the profiles that it is made of: a unit with its leaders is one,
/// and what the army has twice is there twice. `None` of what is not an army.
///
/// # Errors
/// Those of [`army_units`].
pub(super) fn army_in_battle(typed: &str, library: &Library) -> Option<Result<Vec<(String, Vec<Found>)>, NotFound>> {
    Some(typed_army(typed, library)?.map(|army| army.in_battle()))
}

/// The army that a text names; see [`army_units`].
fn typed_army(typed: &str, library: &Library) -> Option<Result<ArmyRead, NotFound>> {
    let army = Path::new(typed).join(ARMY);
    let path = match Path::new(typed).is_dir() {
        // A name is a unit's, even if a folder is called so.
        true if !typed.ends_with(['/', '\\']) && !library.candidates(typed).is_empty() => return None,
        true if !army.is_file() => return Some(profiles_in(Path::new(typed), library).map(ArmyRead::each_once)),
        true => &army,
        false => army_file(typed)?,
    };
    Some(
        read_army(path, library)
            .and_then(|army| if army.units.is_empty() { Err(army.nothing(path)) } else { Ok(army) }),
    )
}

/// All profiles of a folder, by the names of their files; if it holds none, those of the folders in it.
fn profiles_in(folder: &Path, library: &Library) -> Result<Vec<Found>, NotFound> {
    let mut files = entries(folder)?;
    if !files.iter().any(|file| is_profile(file)) {
        files = files
            .iter()
            .filter(|file| file.is_dir())
            .map(|inner| entries(inner))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
    }
    files.retain(|file| is_profile(file));
    if files.is_empty() {
        return Err(unreadable(folder, "no profile is in this folder: no file ends in .toml"));
    }
    files.iter().map(|file| library.find(&file.display().to_string(), &[])).collect()
}

fn is_profile(path: &Path) -> bool {
    is_path(&path.to_string_lossy()) && !path.ends_with(ARMY)
}

/// What lies in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, NotFound> {
    let files = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort_unstable();
    Ok(files)
}

/// The file of an army if a text names one.
pub(super) fn army_file(typed: &str) -> Option<&Path> {
    let path = Path::new(typed);
    // A name without an ending is a unit's, even if a file is called so.
    (path.extension().is_some() && path.is_file() && (!is_path(typed) || is_army(path))).then_some(path)
}

/// A unit of an army that cannot be read, or not as its list has it.
#[derive(PartialEq)]
pub(super) struct ListedPart {
    pub(super) name: String,
    pub(super) why: String,
}

/// The distinct units of an army, and why others of it are none.
#[derive(Default)]
pub(super) struct ArmyRead {
    pub(super) units: Vec<Found>,
    pub(super) refused: Vec<ListedPart>,
    /// What a list has that the profiles of its units lack.
    pub(super) in_part: Vec<ListedPart>,
    /// The place among the units of each that the army holds; `None` of one that cannot be read.
    places: Vec<Option<usize>>,
    /// A leader and the unit that it leads, among those that the army holds.
    leads: Vec<(usize, usize)>,
    /// What precedes `:` in the name of a unit; empty where units are files of their own.
    file: String,
}

impl ArmyRead {
    /// Units without an army.
    fn each_once(units: Vec<Found>) -> Self {
        Self { places: (0..units.len()).map(Some).collect(), units, ..Self::default() }
    }

    /// Each that the army holds of a unit.
    fn each(&self, unit: usize) -> impl Iterator<Item = usize> {
        (0..self.places.len()).filter(move |held| self.places[*held] == Some(unit))
    }

    /// The leaders of one that the army holds.
    fn leaders_of(&self, held: usize) -> Vec<usize> {
        let leader = |(leader, led): &(usize, usize)| (*led == held).then(|| self.places[*leader]).flatten();
        self.leads.iter().filter_map(leader).collect()
    }

    fn in_battle(&self) -> Vec<(String, Vec<Found>)> {
        let leads = |held: usize| self.leads.iter().any(|(leader, _)| *leader == held);
        let all = (0..self.places.len()).filter_map(|held| Some((held, self.places[held]?)));
        let named = |(held, unit): (usize, usize)| {
            let all: Vec<usize> = self.leaders_of(held).into_iter().chain([unit]).collect();
            let name = |unit: &usize| match &self.file[..] {
                "" => self.units[*unit].source.name.clone(),
                file => format!("{file}:{}", self.units[*unit].stem),
            };
            let names: Vec<String> = all.iter().map(name).collect();
            (names.join("+"), all.into_iter().map(|unit| self.units[unit].clone()).collect())
        };
        all.filter(|(held, _)| !leads(*held)).map(named).collect()
    }

    /// Why none of its units can be read.
    fn nothing(&self, path: &Path) -> NotFound {
        let line = |refused: &ListedPart| format!("its unit `{}`: {}", refused.name, refused.why);
        let lines: Vec<String> = self.refused.iter().map(line).collect();
        let none = || "it lists no units".to_owned();
        unreadable(path, if lines.is_empty() { none() } else { first_few(&lines, MOST_NAMED, "; ") })
    }

    /// The leaders of a unit, where every one of its kind has them.
    fn leaders(&self, unit: usize) -> Vec<usize> {
        let mut each = self.each(unit).map(|held| self.leaders_of(held));
        let mut leaders = each.next().unwrap_or_default();
        each.for_each(|others| leaders.retain(|leader| others.contains(leader)));
        leaders
    }
}

/// An army with all its units.
pub(super) fn read_army(path: &Path, library: &Library) -> Result<ArmyRead, NotFound> {
    if is_path(&path.to_string_lossy()) {
        return listed(path);
    }
    of_roster(path, library)
}

/// The unit of `file:unit`, or the only one of a file; `None` if the text names no army.
pub(super) fn army_unit(typed: &str, library: &Library) -> Option<Result<Found, NotFound>> {
    let (file, name) = file_and_name(typed).unwrap_or((typed, ""));
    let path = army_file(file)?;
    Some(read_army(path, library).and_then(|army| {
        if army.units.is_empty() && name.is_empty() {
            return Err(army.nothing(path));
        }
        let why = |error| {
            let is = |refused: &&ListedPart| !name.is_empty() && normal(&refused.name).contains(&normal(name));
            let named = |ListedPart { name, why }: &ListedPart| unreadable(path, format!("its unit `{name}`: {why}"));
            army.refused.iter().find(is).map_or(error, named)
        };
        let unit = chosen(typed, file, name, &army.units).map_err(why)?;
        let place = army.units.iter().position(|entry| entry.source.name == unit.source.name);
        let leaders = place.map(|place| army.leaders(place)).unwrap_or_default();
        Ok(Found { leaders: leaders.into_iter().map(|leader| (army.units[leader].clone(), None)).collect(), ..unit })
    }))
}

/// The file that precedes a unit's name, and the name.
pub(super) fn file_and_name(typed: &str) -> Option<(&str, &str)> {
    let split = |(at, _): (usize, &str)| (&typed[..at], typed[at + 1..].trim());
    typed.rmatch_indices(':').map(split).find(|(file, _)| Path::new(file).is_file())
}

/// The unit of a name: the one that it fits best.
fn chosen(typed: &str, file: &str, name: &str, units: &[Found]) -> Result<Found, NotFound> {
    let wanted = TypedName::new(name);
    let fit = |unit: &Found| {
        let names = [unit.stem.as_str(), unit.name.as_str()];
        let exact = wanted.exactly(names);
        exact.or_else(|| wanted.nearly(unit.game.as_deref().unwrap_or_default(), names, &[], &Vec::new))
    };
    let best = units.iter().filter_map(fit).min();
    let fits: Vec<&Found> =
        units.iter().filter(|unit| name.is_empty() || (best.is_some() && fit(unit) == best)).collect();
    match fits[..] {
        [only] => Ok(only.clone()),
        [] => {
            let stems: Vec<&str> = units.iter().map(|unit| unit.stem.as_str()).collect();
            let help = did_you_mean(name, stems.iter().copied());
            let help = help.unwrap_or_else(|| format!("{file} has {}", first_few(&stems, MOST_LISTED, ", ")));
            Err(NotFound::None { typed: typed.to_owned(), help: Some(help) })
        }
        _ => {
            let names = fits.iter().map(|unit| format!("{file}:{}", unit.stem)).collect();
            Err(NotFound::Several { typed: typed.to_owned(), names })
        }
    }
}

fn unreadable(path: &Path, cause: impl std::fmt::Display) -> NotFound {
    NotFound::Unreadable { path: path.display().to_string(), cause: cause.to_string() }
}

fn not_opened(why: NotOpened) -> NotFound {
    match why {
        NotOpened::File(path, cause) => unreadable(&path, cause),
        NotOpened::Holds(path, why) => unreadable(&path, why),
    }
}

/// Each distinct unit of a roster once.
fn of_roster(path: &Path, library: &Library) -> Result<ArmyRead, NotFound> {
    let (files, _) = opened(&[path.to_owned()]).map_err(not_opened)?;
    let imported = Importer::new(&files, library).import(0, None).map_err(|why| unreadable(path, why))?;
    let why = |unit: &ImportedUnit| Some(ListedPart { name: unit.name.clone(), why: unit.refused.clone()? });
    let refused = imported.units.iter().filter_map(why).collect();
    let in_part = if files[0].list().is_some() { in_part(&imported) } else { Vec::new() };
    let army = army_of(imported);
    let list = Source::new(format!("{}: abilities of the army", path.display()), army.list.as_str());
    let lent: Arc<[Node]> = Document::read(&list, &Diagnostics::default()).table.list("ability").into();
    let found = |(name, text): &(String, Arc<str>)| {
        let stem = name.trim_end_matches(".toml");
        let unit = Found::of(stem, Source::new(format!("{}:{stem}", path.display()), text.to_string()));
        Found { lent: Arc::clone(&lent), ..unit }
    };
    let is_read = |unit: &usize| army.file_of.get(*unit).copied().flatten().is_some();
    let leads = army.imported.units.iter().enumerate().filter(|(held, _)| is_read(held));
    let leads = leads.filter_map(|(held, unit)| Some((held, unit.leader_of.filter(is_read)?))).collect();
    let (units, file) = (army.files.iter().map(found).collect(), path.display().to_string());
    Ok(ArmyRead { units, refused, in_part, places: army.file_of, leads, file })
}

/// What a list of names has that no profile gives, one sentence for each unit.
fn in_part(list: &Imported) -> Vec<ListedPart> {
    let of = |left: &[LeftOut], why: &str| -> Vec<String> {
        left.iter().filter(|left| left.why == why).map(|left| left.what.clone()).collect()
    };
    let lacks = |unit: &ImportedUnit| {
        let all = [NO_WEAPON, NOT_TOGETHER, TOO_MANY].map(|why| (of(&unit.left_out, why).join(", "), why));
        let name = unit.name.clone();
        let parts = all.into_iter().filter(|(what, _)| !what.is_empty());
        parts.map(move |(what, why)| ListedPart { name: name.clone(), why: format!("{what}: {why}") })
    };
    let unread = of(&list.left_out, UNREAD).into_iter().filter_map(|left| {
        let (line, text) = left.split_once(": ")?;
        Some(ListedPart { name: line.to_owned(), why: format!("`{text}` is not read: {UNREAD}") })
    });
    each_once(list.units.iter().flat_map(lacks)).into_iter().chain(unread).collect()
}

/// Whether a TOML file is a list of units, as `import` writes it, and no profile.
fn is_army(path: &Path) -> bool {
    let Some(document) = document(path) else { return false };
    matches!(document.table.get("unit").map(|node| &node.value), Some(Value::List(_)))
}

fn document(path: &Path) -> Option<Document> {
    let text = String::from_utf8(bytes_of(path).ok()?).ok()?;
    let source: Arc<Source> = Source::new(path.display().to_string(), text);
    Some(Document::read(&source, &Diagnostics::default()))
}

/// What an `army.toml` says of a unit.
const KEYS_OF_UNITS: [&str; 4] = ["profile", "models", "points", "leader-of"];

/// What an army says otherwise of a unit than its profile, which is what counts: models or points.
fn other_size(table: &Table, unit: &Found) -> Option<String> {
    let facts = || {
        let document = Document::read(&unit.source, &Diagnostics::default());
        (find(unit.game.as_deref()?)?.check)(&document, &Diagnostics::default())
    };
    let [models, points] = ["models", "points"].map(|key| table.whole(key));
    let facts = models.or(points).and_then(|_| facts())?;
    let both = [("models", models, Some(facts.models as i64)), ("points", points, facts.points.map(i64::from))];
    let differs = |(key, typed, own): (&str, Option<i64>, Option<i64>)| {
        let (typed, own) = typed.zip(own).filter(|(typed, own)| typed != own)?;
        Some(format!("the army says `{key} = {typed}`, and its profile has {own}: write it there"))
    };
    both.into_iter().find_map(differs)
}

/// The profiles that an `army.toml` names, each once; they lie beside it.
fn listed(path: &Path) -> Result<ArmyRead, NotFound> {
    let document = document(path).ok_or_else(|| unreadable(path, "it is not UTF-8"))?;
    let units = document.table.get("unit").map(|node| &node.value);
    let Some(Value::List(units)) = units else { return Err(unreadable(path, "it lists no units")) };
    let (mut led, lent) = (Vec::new(), Arc::<[Node]>::from(document.table.list("ability")));
    let mut army = ArmyRead { file: path.display().to_string(), ..ArmyRead::default() };
    let library = Library::default();
    let beside = |profile: &str| path.parent().unwrap_or(Path::new("")).join(profile).display().to_string();
    for unit in units {
        let Value::Table(table) = &unit.value else { continue };
        if let Some(entry) = table.entries.iter().find(|entry| !KEYS_OF_UNITS.contains(&&*entry.key)) {
            let keys = KEYS_OF_UNITS.join("`, `");
            return Err(unreadable(path, format!("a `[[unit]]` has no key `{}`; it has `{keys}`", entry.key)));
        }
        let profile = table.text("profile").ok_or_else(|| unreadable(path, "a `[[unit]]` names no `profile`"))?;
        let file = beside(profile);
        let found = match is_path(&file) {
            true => library.find(&file, &[]).map_err(|error| error.to_string()),
            false => Err("its profile does not end in .toml".to_owned()),
        };
        let found = found.and_then(|unit| other_size(table, &unit).map_or(Ok(unit), Err));
        let unit = match found {
            Ok(unit) => unit,
            Err(why) => {
                army.refused.push(ListedPart { name: profile.to_owned(), why });
                continue;
            }
        };
        let found = army.units.iter().position(|entry| entry.source.name == unit.source.name);
        let place = found.unwrap_or(army.units.len());
        if found.is_none() {
            army.units.push(Found { lent: Arc::clone(&lent), ..unit });
        }
        led.extend(table.text("leader-of").map(|led| (army.places.len(), led.to_owned())));
        army.places.push(Some(place));
    }
    for (leader, led) in led {
        let is_it = |unit: &Found| {
            unit.source.name == beside(&led) || [&unit.stem, &unit.name].iter().any(|name| same(name, &led))
        };
        let Some(unit) = army.units.iter().position(is_it) else {
            let is_refused = army.refused.iter().any(|unit| unit.name == led);
            let why = || unreadable(path, format!("`leader-of = \"{led}\"` is no `profile` of its units"));
            if is_refused { continue } else { return Err(why()) }
        };
        // The next of its kind has the next leader.
        let kind = army.places[leader].unwrap_or_default();
        let led = army.each(unit).min_by_key(|held| army.leaders_of(*held).iter().filter(|own| **own == kind).count());
        army.leads.extend(led.map(|led| (leader, led)));
    }
    Ok(army)
}
