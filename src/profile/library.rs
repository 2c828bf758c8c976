//! Finding a unit by what somebody types.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::Source;
use super::found::{Found, Label, NotFound};
use super::names::{Fit, TypedName, factions};
use super::shelf::{LIBRARY_ENDING, Shelf};
use super::text::limited;
use crate::words::memo::Memo;
use crate::words::{each_once, is, normal};
use include_dir::{Dir, File, include_dir};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/profiles");

/// The file of an army, beside the profiles of its units.
pub(crate) const ARMY: &str = "army.toml";

/// All units that can be named: those of folders that the user gave, then those that are compiled in.
#[derive(Debug, Default)]
pub struct Library {
    /// Units of each folder, in the order of looking.
    collections: Vec<Collection>,
    /// Which units are called exactly so, of names that were looked up before: a command asks for the same ones again and again.
    exact: Memo<String, Vec<(Fit, UnitSpot)>>,
    /// Of texts that are no unit's exact name, the units that they fit by some of their words.
    near: Memo<String, Vec<(Fit, UnitSpot)>>,
}

/// What one folder holds.
#[derive(Debug, Default)]
struct Collection {
    /// Its place in the order of looking; the player's libraries share one.
    order: usize,
    units: Vec<LibraryEntry>,
    unreadable: Vec<Unreadable>,
}

/// A unit of a library.
#[derive(Debug)]
pub(super) enum LibraryEntry {
    /// From a folder of the user.
    Local(Box<Found>),
    /// Of a library of the player: which, its row, and whether another library has a unit of the same path.
    Shelved { shelf: Arc<Shelf>, row: usize, is_shared: bool, unit: OnceLock<Box<Found>> },
    /// Built in: its name, its file, and the unit once it is read.
    Shipped { label: Label<'static>, file: &'static File<'static>, unit: OnceLock<Box<Found>> },
}

impl LibraryEntry {
    pub(super) fn label(&self) -> Label<'_> {
        let [stem, name] = self.names();
        Label { game: self.game(), stem, name }
    }

    /// The game that its file says it is for.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            Self::Local(unit) => unit.game.as_deref(),
            Self::Shelved { shelf, row, .. } => Some(shelf.game(*row)),
            Self::Shipped { label, .. } => label.game,
        }
    }

    /// The name of its file without the ending, and its name.
    fn names(&self) -> [&str; 2] {
        match self {
            Self::Local(unit) => [&unit.stem, &unit.name],
            Self::Shelved { shelf, row, .. } => shelf.names(*row),
            Self::Shipped { label, .. } => [label.stem, label.name],
        }
    }

    /// What the library of the player is called that it is from.
    pub(super) fn library(&self) -> Option<&str> {
        if let Self::Shelved { shelf, .. } = self { Some(shelf.name()) } else { None }
    }

    /// Whether it fits a name by some of its words or as players call it, and how well.
    pub(super) fn nearly(&self, typed: &TypedName<'_>) -> Option<Fit> {
        let label = self.label();
        let also = list(self.text(), &["also-called"]);
        typed.nearly(label.game.unwrap_or_default(), [label.stem, label.name], &also, &|| self.armies())
    }

    /// What the armies are called that it is of.
    pub(super) fn armies(&self) -> Vec<&str> {
        match self {
            Self::Local(unit) => unit.faction.iter().map(String::as_str).collect(),
            Self::Shelved { shelf, row, .. } => shelf.armies_of(*row),
            Self::Shipped { label, .. } => factions(label.game.unwrap_or_default(), label.stem).collect(),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Local(unit) => &unit.source.text,
            // What is imported is called as its book calls it.
            Self::Shelved { .. } => "",
            Self::Shipped { file, .. } => file.contents_utf8().unwrap_or_default(),
        }
    }

    /// The army whose book it is from, under every name of it.
    pub(super) fn own_armies(&self) -> Vec<&str> {
        let armies = self.armies();
        if let Self::Shelved { .. } = self { armies.into_iter().take(1).collect() } else { armies }
    }

    pub(super) fn is_built_in(&self) -> bool {
        matches!(self, Self::Shipped { .. })
    }

    pub(super) fn unit(&self) -> &Found {
        match self {
            Self::Local(unit) => unit,
            Self::Shelved { shelf, row, is_shared, unit } => {
                unit.get_or_init(|| Box::new(shelf.unit(*row, *is_shared)))
            }
            Self::Shipped { label, file, unit } => unit.get_or_init(|| {
                let path = format!("profiles/{}", file.path().display());
                let source = Source::built_in(path, file.contents_utf8().unwrap_or_default());
                Box::new(Found::of(label.stem, source))
            }),
        }
    }
}

/// A profile of a folder that cannot be read; it is ignored unless this unit is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub cause: String,
}

impl From<&Unreadable> for NotFound {
    fn from(file: &Unreadable) -> Self {
        Self::Unreadable { path: file.path.display().to_string(), cause: file.cause.clone() }
    }
}

impl Library {
    /// Opens folders, and libraries in one file, and puts the shipped units behind them.
    ///
    /// # Errors
    /// A folder that cannot be read. Profiles in it that cannot be are [`Library::unreadable`].
    pub fn open(folders: &[PathBuf]) -> Result<Self, NotFound> {
        let (mut collections, mut shelves) = (Vec::new(), None);
        for folder in given(folders) {
            let order = collections.len();
            let order = if is_shelf(folder) { *shelves.get_or_insert(order) } else { order };
            let collection = if is_shelf(folder) { shelved(folder) } else { local(folder)? };
            collections.push(Collection { order, ..collection });
        }
        mark_shared(&mut collections);
        collections.push(Collection { order: collections.len(), units: shipped(), unreadable: Vec::new() });
        Ok(Self { collections, ..Self::default() })
    }

    /// The profiles and libraries of some folders that cannot be read, without opening a library of the others; none if a
    /// folder itself cannot be.
    pub(crate) fn unreadable_in(folders: &[PathBuf]) -> Vec<Unreadable> {
        let of = |folder: &PathBuf| match is_shelf(folder) {
            true => Ok(Shelf::cached(folder).err().map(|cause| Unreadable::new(folder, cause)).into_iter().collect()),
            false => local(folder).map(|collection| collection.unreadable),
        };
        given(folders).map(of).collect::<Result<Vec<Vec<Unreadable>>, _>>().unwrap_or_default().concat()
    }

    /// The profiles that were left out because they cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = &Unreadable> {
        self.collections.iter().flat_map(|collection| &collection.unreadable)
    }

    /// The unreadable profile that a text means: the file has this name, and no folder before has such a unit.
    pub(super) fn asked_but_unreadable(&self, typed: &str) -> Option<&Unreadable> {
        self.unreadable().next()?;
        let wanted = normal(typed.split_once('/').map_or(typed, |(_, name)| name));
        let nearest = |collection: &&Collection| {
            collection.units.iter().any(|unit| unit.label().is(&wanted))
                || collection.unreadable.iter().any(|file| file.is(&wanted))
        };
        self.collections.iter().find(nearest)?.unreadable.iter().find(|file| file.is(&wanted))
    }

    /// Every unit; a unit of an earlier folder hides one of the same game and file name in a later one.
    pub fn units(&self) -> Vec<&Found> {
        self.shelved().map(|(_, unit)| unit.unit()).collect()
    }

    /// The units as they lie there, each with its place.
    pub(super) fn shelved(&self) -> impl Iterator<Item = (UnitSpot, &LibraryEntry)> {
        let mut firsts = HashMap::new();
        self.places().filter(move |(spot, unit)| {
            let label = unit.label();
            *firsts.entry((label.game, label.stem)).or_insert(spot.order) == spot.order
        })
    }

    /// The units that are called exactly so, hidden ones too.
    pub(super) fn exactly(&self, name: &TypedName<'_>) -> Vec<(Rank, &LibraryEntry)> {
        let fits = |(spot, unit): (UnitSpot, &LibraryEntry)| Some((name.exactly(unit.names())?, spot));
        self.found(&self.exact.get(name.key(), || self.places().filter_map(fits).collect()))
    }

    /// The units that a text fits by some of its words, as `find` finds them.
    pub(super) fn nearly(
        &self,
        typed: &str,
        find: impl FnOnce() -> Vec<(Fit, UnitSpot)>,
    ) -> Vec<(Rank, &LibraryEntry)> {
        self.found(&self.near.get(typed, find))
    }

    fn found(&self, found: &[(Fit, UnitSpot)]) -> Vec<(Rank, &LibraryEntry)> {
        let unit = |spot: &UnitSpot| &self.collections[spot.folder].units[spot.row];
        found.iter().map(|(fit, spot)| ((*fit, spot.order), unit(spot))).collect()
    }

    /// The games that have units here, each once.
    pub(super) fn games_here(&self) -> Vec<&str> {
        let mut games: Vec<&str> = self.places().filter_map(|(_, unit)| unit.game()).collect();
        games.dedup();
        each_once(games)
    }

    /// Every unit with its place, hidden ones too.
    pub(super) fn places(&self) -> impl Iterator<Item = (UnitSpot, &LibraryEntry)> {
        let spot = |folder, order, row| UnitSpot { order, folder, row };
        self.collections.iter().enumerate().flat_map(move |(place, folder)| {
            folder.units.iter().enumerate().map(move |(row, unit)| (spot(place, folder.order, row), unit))
        })
    }
}

/// How a unit ranks in a search: how well it fits and, where that decides, which folder it lies in.
pub(super) type Rank = (Fit, usize);

/// Where a unit lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitSpot {
    /// The place of its folder in the order of looking, which the player's libraries share.
    order: usize,
    folder: usize,
    row: usize,
}

/// Marks the units whose path is also that of a unit of another library.
fn mark_shared(collections: &mut [Collection]) {
    let games = |folder: &Collection| each_once(folder.units.iter().filter_map(LibraryEntry::game).map(str::to_owned));
    let shelves = collections.iter().filter(|folder| folder.units.iter().any(|unit| unit.library().is_some()));
    let mut games: Vec<String> = shelves.flat_map(games).collect();
    games.sort_unstable();
    let several: Vec<String> = games.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0].clone()).collect();
    if several.is_empty() {
        return;
    }
    let mut copies: HashMap<[String; 3], Vec<[usize; 2]>> = HashMap::new();
    for (at, folder) in collections.iter().enumerate() {
        for (row, unit) in folder.units.iter().enumerate() {
            if let LibraryEntry::Shelved { shelf, row: line, .. } = unit {
                let path = shelf.place(*line);
                if several.iter().any(|game| game == path[0]) {
                    copies.entry(path.map(str::to_owned)).or_default().push([at, row]);
                }
            }
        }
    }
    for [at, row] in copies.into_values().filter(|units| units.len() > 1).flatten() {
        if let LibraryEntry::Shelved { is_shared, .. } = &mut collections[at].units[row] {
            *is_shared = true;
        }
    }
}

/// Folders without empty paths, as a variable leaves that nobody set or that ends with a separator.
fn given(folders: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    folders.iter().filter(|folder| !folder.as_os_str().is_empty())
}

/// Whether a path is a library in one file.
fn is_shelf(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == LIBRARY_ENDING) && path.is_file()
}

/// Whether a text names a file rather than a unit.
pub(crate) fn is_path(typed: &str) -> bool {
    Path::new(typed).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

fn shipped() -> Vec<LibraryEntry> {
    let shelved = |file: &'static File<'static>| {
        let stem = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
        let label = Label::of(stem, file.contents());
        Some(LibraryEntry::Shipped { label, file, unit: OnceLock::new() })
    };
    SHIPPED.dirs().flat_map(Dir::files).filter_map(shelved).collect()
}

/// The lists that hold keywords.
const KEYWORDS: &[&str] = &["keywords", "runemarks"];

/// AOS-MOD-1.0: one champion, or one for every ten models where the keyword is printed `CHAMPION (1/10)`.
pub(crate) fn champions_of(keywords: &[String], models: i64) -> Option<i64> {
    keywords.iter().find_map(|keyword| {
        let rest = keyword.trim().to_uppercase();
        let rest = rest.strip_prefix("CHAMPION")?.trim();
        // Another keyword begins alike: CHAMPIONS OF THE ARENA.
        if !(rest.is_empty() || rest.starts_with('(')) {
            return None;
        }
        let ratio =
            rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).and_then(|rest| rest.split_once('/'));
        let whole = |text: &str| text.trim().parse::<i64>().ok().filter(|n| (1..=1_000).contains(n));
        match ratio.and_then(|(of, each)| Some((whole(of)?, whole(each)?))) {
            Some((of, each)) => Some((models / each * of).max(1)),
            None => Some(1),
        }
    })
}

/// The keywords of every shipped unit of a game, each once.
pub(crate) fn shipped_keywords(game: &str) -> Vec<&'static str> {
    let files = SHIPPED.dirs().filter(|folder| folder.path() == Path::new(game)).flat_map(Dir::files);
    let mut keywords: Vec<&str> =
        files.filter_map(|file| file.contents_utf8()).flat_map(|text| list(text, KEYWORDS)).collect();
    keywords.sort_unstable();
    keywords.dedup();
    keywords
}

/// The texts of some lists among the first lines of a profile.
fn list<'t>(text: &'t str, keys: &[&str]) -> Vec<&'t str> {
    let starts = |line: &str| {
        let follows = |rest: &str| rest.trim_start().starts_with('=');
        keys.iter().any(|key| line.trim_start().strip_prefix(key).is_some_and(follows))
    };
    let head = text.lines().take_while(|line| !line.trim_start().starts_with("[["));
    head.filter(|line| starts(line)).flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

fn stem(path: &Path) -> Option<String> {
    let is_profile = path.extension().is_some_and(|ending| ending == "toml");
    is_profile.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).flatten()
}

/// The units of a library of the player; one that cannot be read stops nobody.
fn shelved(path: &Path) -> Collection {
    match Shelf::cached(path) {
        Ok(shelf) => {
            let entry = |row| {
                let (shelf, unit) = (Arc::clone(&shelf), OnceLock::new());
                LibraryEntry::Shelved { shelf, row, is_shared: false, unit }
            };
            Collection { units: (0..shelf.len()).map(entry).collect(), ..Collection::default() }
        }
        Err(cause) => Collection { unreadable: vec![Unreadable::new(path, cause)], ..Collection::default() },
    }
}

/// The profiles of a folder and of the folders in it, one level deep, in the order of their names.
fn local(folder: &Path) -> Result<Collection, NotFound> {
    let mut paths = entries(folder).map_err(|file| NotFound::from(&file))?;
    let mut collection = Collection::default();
    let inner: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    for folder in &inner {
        match entries(folder) {
            Ok(more) => paths.extend(more),
            Err(folder) => collection.unreadable.push(folder),
        }
    }
    // A folder that `import` wrote holds a list of its units beside them.
    let is_profile = |path: &&PathBuf| stem(path).is_some() && !path.ends_with(ARMY);
    for path in paths.iter().filter(|path| !path.is_dir()).filter(is_profile) {
        // Opening a pipe that nobody writes to would block; a broken link is reported when it is opened.
        let is_open = path.is_file() || !path.exists();
        match if is_open { file(path) } else { Err(Unreadable::new(path, "it is not a file")) } {
            Ok(mut unit) => {
                // Units of one army lie in a folder of its name.
                let army = path.parent().filter(|parent| inner.iter().any(|inner| inner == parent));
                unit.faction = army.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
                collection.units.push(LibraryEntry::Local(Box::new(unit)));
            }
            Err(file) => collection.unreadable.push(file),
        }
    }
    Ok(collection)
}

impl Unreadable {
    fn new(path: &Path, cause: impl Into<String>) -> Self {
        Self { path: path.to_owned(), cause: cause.into() }
    }

    fn is(&self, wanted: &str) -> bool {
        self.path.file_stem().is_some_and(|stem| is(&stem.to_string_lossy(), wanted))
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Unreadable> {
    let unreadable = |cause: std::io::Error| Unreadable::new(folder, cause.to_string());
    let paths = fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.sort_unstable();
    Ok(paths)
}

pub(super) fn file(path: &Path) -> Result<Found, Unreadable> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Unreadable::new(path, "it is a folder; name a file in it"));
    }
    let opened = fs::File::open(path).map_err(|error| Unreadable::new(path, error.to_string()))?;
    let text = limited(opened).map_err(|cause| Unreadable::new(path, cause))?;
    let stem = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok(Found::of(&stem, Source::new(name, text)))
}

pub(super) fn standard_input() -> Result<Found, NotFound> {
    let unreadable = |cause: String| NotFound::Unreadable { path: "standard input".to_owned(), cause };
    let text = limited(std::io::stdin().lock()).map_err(unreadable)?;
    if text.is_empty() {
        return Err(unreadable("nothing comes from it; it is read once, so one unit at most is `-`".to_owned()));
    }
    Ok(Found::of("standard input", Source::new("standard input", text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_found_without_reading_the_rest() {
        let text = "name = \"A\"\nkeywords = [\"HERO\", \"WIZARD (2)\"]\n[[weapon]]\nkeywords = [\"NO\"]\n";
        assert_eq!(list(text, KEYWORDS), ["HERO", "WIZARD (2)"]);
        assert!(shipped_keywords("age-of-sigmar").contains(&"MONSTER"));
        assert!(shipped_keywords("warcry").len() > 3 && shipped_keywords("chess").is_empty());
    }
}
