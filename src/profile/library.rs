//! Finding a unit by what somebody types.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::found::{Found, Label, NotFound};
use super::short::drop_later_editions;
use super::text::limited;
use super::{Source, full_game, typical};
use crate::words::{Pattern, did_you_mean, is, nearest, normal};
use include_dir::{Dir, File, include_dir};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/profiles");

/// All units that can be named: those of folders that the user gave, then those that are compiled in.
#[derive(Debug, Default)]
pub struct Library {
    /// Units of each folder, in the order of looking.
    collections: Vec<Collection>,
}

/// What one folder holds.
#[derive(Debug, Default)]
struct Collection {
    units: Vec<LibraryEntry>,
    unreadable: Vec<Unreadable>,
}

/// A unit of a library.
#[derive(Debug)]
enum LibraryEntry {
    /// From a folder of the user.
    Local(Box<Found>),
    /// Built in: what it is called, its file, and the unit once somebody asks for it.
    Shipped { label: Label<'static>, file: &'static File<'static>, unit: OnceLock<Box<Found>> },
}

impl LibraryEntry {
    fn label(&self) -> Label<'_> {
        match self {
            Self::Local(unit) => unit.label(),
            Self::Shipped { label, .. } => *label,
        }
    }

    fn unit(&self) -> &Found {
        match self {
            Self::Local(unit) => unit,
            Self::Shipped { label, file, unit } => unit.get_or_init(|| {
                let path = format!("profiles/{}", file.path().display());
                let source = Source::built_in(path, file.contents_utf8().unwrap_or_default());
                Box::new(Found::of(label.stem, source))
            }),
        }
    }
}

/// A profile of a folder that cannot be read. It stops nobody who asks for another unit.
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

/// What players call units that are built in, and their whole names; a unit of exactly that name comes first.
const NICKNAMES: &[(&str, &str)] = &[
    ("intercessors", "intercessor-squad"),
    ("intercessor", "intercessor-squad"),
    ("termies", "terminators"),
    ("hellblasters", "hellblaster-squad"),
    ("gants", "termagants"),
];

impl Library {
    /// Opens folders and puts the shipped units behind them. An empty path, as a variable leaves that nobody set or that
    /// ends with a separator, is no folder.
    ///
    /// # Errors
    /// A folder that cannot be read. Profiles in it that cannot be are [`Library::unreadable`].
    pub fn open(folders: &[PathBuf]) -> Result<Self, NotFound> {
        let mut collections = Vec::new();
        for folder in folders.iter().filter(|folder| !folder.as_os_str().is_empty()) {
            collections.push(local(folder)?);
        }
        collections.push(Collection { units: shipped(), unreadable: Vec::new() });
        Ok(Self { collections })
    }

    /// The profiles that were left out because they cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = &Unreadable> {
        self.collections.iter().flat_map(|collection| &collection.unreadable)
    }

    /// The unreadable profile that a text means: the file has this name, and no folder before has such a unit.
    fn asked_but_unreadable(&self, typed: &str) -> Option<&Unreadable> {
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
        self.shelved().map(LibraryEntry::unit).collect()
    }

    fn shelved(&self) -> impl Iterator<Item = &LibraryEntry> {
        let mut known = HashSet::new();
        self.collections.iter().flat_map(|collection| &collection.units).filter(move |unit| {
            let label = unit.label();
            known.insert((label.game, label.stem))
        })
    }

    /// The units that a text may mean: those of exactly that name, else those it is a part of.
    pub(crate) fn candidates(&self, typed: &str) -> Vec<&Found> {
        let (game, name) = match typed.split_once('/') {
            Some((game, name)) => (Some(normal(full_game(game))), normal(name)),
            None => (None, normal(typed)),
        };
        if name.is_empty() || is_path(typed) {
            return Vec::new();
        }
        let is_whole = game.as_ref().is_some_and(|game| self.has_game(game));
        let fits = |unit: &&LibraryEntry| {
            let named = |game: &str, known: &str| {
                if is_whole { is(known, game) } else { normal(known).starts_with(game) }
            };
            game.as_ref().is_none_or(|game| unit.label().game.is_some_and(|known| named(game, known)))
        };
        for collection in &self.collections {
            let exact = collection.units.iter().filter(|unit| unit.label().is(&name)).filter(fits);
            let exact: Vec<&Found> = exact.map(LibraryEntry::unit).collect();
            if !exact.is_empty() {
                return exact;
            }
        }
        if let Some((_, full)) = NICKNAMES.iter().find(|(nickname, _)| *nickname == name) {
            return self.candidates(&typed.replace(typed.rsplit('/').next().unwrap_or(typed), full));
        }
        self.shelved().filter(|unit| unit.label().contains(&name)).filter(fits).map(LibraryEntry::unit).collect()
    }

    /// Whether any unit is of the game of this [`normal`] name.
    fn has_game(&self, normal: &str) -> bool {
        self.collections
            .iter()
            .flat_map(|collection| &collection.units)
            .any(|unit| unit.label().game.is_some_and(|game| is(game, normal)))
    }

    /// The units that a pattern names, `*` standing for any letters and `?` for one: `aos/*`, `*guard*`; and for
    /// `game/typical` those that stand for a kind of target. In the order of the folders, typical ones from the weakest to
    /// the strongest; `None` if the text is no pattern.
    pub fn matching(&self, typed: &str) -> Option<Vec<&Found>> {
        let (game, name) = match typed.split_once('/') {
            Some((game, name)) => (Some(full_game(game.trim())), name),
            None => (None, typed),
        };
        let is_typical = is(name, "typical") && !self.shelved().any(|unit| unit.label().is("typical"));
        if !is_typical && !Pattern::is_one(name) && !game.is_some_and(Pattern::is_one) {
            return None;
        }
        let (game, pattern) = (Pattern::new(game.unwrap_or("*")), Pattern::new(name));
        let of_game = |unit: &&Found| unit.game.as_ref().is_some_and(|known| game.fits(known));
        let mut units: Vec<&Found> = self.units().into_iter().filter(of_game).collect();
        if !is_typical {
            units.retain(|unit| pattern.fits(&unit.stem) || pattern.fits(&unit.name));
            if !typed.contains('/') {
                drop_later_editions(&mut units, |unit| unit.game.as_deref());
            }
            return Some(units);
        }
        let place = |unit: &Found| typical(unit.game.as_deref()?).iter().position(|stem| *stem == unit.stem);
        units.retain(|unit| place(unit).is_some());
        units.sort_by_key(|unit| place(unit));
        Some(units)
    }

    /// One unit; `games` are those that the other units leave, empty for any.
    ///
    /// # Errors
    /// [`NotFound`] with the nearest names, or with all that fit.
    pub fn find(&self, typed: &str, games: &[String]) -> Result<Found, NotFound> {
        if typed == "-" {
            return standard_input();
        }
        if is_path(typed) {
            return file(Path::new(typed)).map_err(|file| (&file).into());
        }
        if let Some(file) = self.asked_but_unreadable(typed) {
            return Err(file.into());
        }
        let all = self.candidates(typed);
        let here: Vec<&Found> =
            all.iter().copied().filter(|unit| unit.game.as_ref().is_some_and(|game| games.contains(game))).collect();
        let mut fits = if here.is_empty() { all } else { here };
        drop_later_editions(&mut fits, |unit| unit.game.as_deref());
        match &fits[..] {
            [] => Err(self.none(typed)),
            [only] => Ok((*only).clone()),
            several => {
                let names = several.iter().map(|unit| unit.path()).collect();
                Err(NotFound::Several { typed: typed.to_owned(), names })
            }
        }
    }

    fn none(&self, typed: &str) -> NotFound {
        if let Some(many) = self.matching(typed).filter(|many| !many.is_empty()) {
            let help = format!(
                "it names {} units: `warodds compare` asks about all of them, with `--into {typed}`",
                many.len()
            );
            return NotFound::None { typed: typed.to_owned(), help: Some(help) };
        }
        let units = self.units();
        let names: Vec<&str> = units.iter().flat_map(|unit| [unit.stem.as_str(), unit.name.as_str()]).collect();
        let wanted = typed.rsplit('/').next().unwrap_or(typed);
        let best = nearest(wanted, names.iter().copied());
        let mut stems: Vec<&str> = Vec::new();
        for name in best {
            let stem = units.iter().find(|unit| unit.name == name || unit.stem == name).map(|unit| unit.stem.as_str());
            stems.extend(stem.filter(|stem| !stems.contains(stem)));
        }
        let help = did_you_mean(wanted, stems);
        NotFound::None { typed: typed.to_owned(), help }
    }
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

/// The keywords of every shipped unit of a game, each once.
pub(crate) fn shipped_keywords(game: &str) -> Vec<&'static str> {
    let files = SHIPPED.dirs().filter(|folder| folder.path() == Path::new(game)).flat_map(Dir::files);
    let mut keywords: Vec<&str> = files.filter_map(|file| file.contents_utf8()).flat_map(keywords_of).collect();
    keywords.sort_unstable();
    keywords.dedup();
    keywords
}

/// The keywords, or runemarks, among the first lines of a profile.
fn keywords_of(text: &str) -> Vec<&str> {
    let starts = |line: &str| {
        let follows = |rest: &str| rest.trim_start().starts_with('=');
        ["keywords", "runemarks"].iter().any(|key| line.trim_start().strip_prefix(key).is_some_and(follows))
    };
    let mut keywords = Vec::new();
    for line in text.lines().take_while(|line| !line.trim_start().starts_with("[[")).filter(|line| starts(line)) {
        keywords.extend(line.split('"').skip(1).step_by(2));
    }
    keywords
}

fn stem(path: &Path) -> Option<String> {
    let is_profile = path.extension().is_some_and(|ending| ending == "toml");
    is_profile.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).flatten()
}

/// The profiles of a folder and of the folders in it, one level deep, in the order of their names.
fn local(folder: &Path) -> Result<Collection, NotFound> {
    let mut paths = entries(folder).map_err(|file| NotFound::from(&file))?;
    let mut collection = Collection::default();
    let inner: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    for folder in inner {
        match entries(&folder) {
            Ok(more) => paths.extend(more),
            Err(folder) => collection.unreadable.push(folder),
        }
    }
    // A folder that `import` wrote holds a list of its units beside them.
    let is_profile = |path: &&PathBuf| stem(path).is_some() && !path.ends_with("army.toml");
    for path in paths.iter().filter(|path| !path.is_dir()).filter(is_profile) {
        // Whoever opens a pipe that nobody writes to waits for ever; a link that leads nowhere says so when it is opened.
        let is_open = path.is_file() || !path.exists();
        match if is_open { file(path) } else { Err(Unreadable::new(path, "it is no file")) } {
            Ok(unit) => collection.units.push(LibraryEntry::Local(Box::new(unit))),
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
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn file(path: &Path) -> Result<Found, Unreadable> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Unreadable::new(path, "it is a folder; name a file in it"));
    }
    let opened = fs::File::open(path).map_err(|error| Unreadable::new(path, error.to_string()))?;
    let text = limited(opened).map_err(|cause| Unreadable::new(path, cause))?;
    let stem = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok(Found::of(&stem, Source::new(name, text)))
}

fn standard_input() -> Result<Found, NotFound> {
    let unreadable = |cause: String| NotFound::Unreadable { path: "standard input".to_owned(), cause };
    let text = limited(std::io::stdin().lock()).map_err(unreadable)?;
    Ok(Found::of("standard input", Source::new("standard input", text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(game: &str, stem: &str, name: &str) -> LibraryEntry {
        let text = format!("game = \"{game}\"\nname = \"{name}\"\n");
        LibraryEntry::Local(Box::new(Found::of(stem, Source::new(stem, text))))
    }

    fn library() -> Library {
        let mine = vec![unit("warcry", "hero", "My Hero")];
        let theirs = vec![
            unit("age-of-sigmar", "clawlord", "Clawlord on Gnaw-beast"),
            unit("age-of-sigmar", "clawlord-alpha", "Clawlord Alpha"),
            unit("age-of-sigmar", "hero", "Hero"),
            unit("warhammer-40k", "hero", "Hero"),
            unit("warhammer-40k", "heavy-infantry", "Heavy infantry"),
        ];
        Library { collections: [mine, theirs].map(|units| Collection { units, unreadable: Vec::new() }).into() }
    }

    fn found(typed: &str, games: &[&str]) -> Result<String, String> {
        let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
        library().find(typed, &games).map(|unit| unit.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn an_exact_name_beats_a_part_and_case_does_not_matter() {
        assert_eq!(found("clawlord", &[]).as_deref(), Ok("age-of-sigmar/clawlord"));
        assert_eq!(found("CLAWLORD on gnawbeast", &[]).as_deref(), Ok("age-of-sigmar/clawlord"));
        assert_eq!(found("gnaw", &[]).as_deref(), Ok("age-of-sigmar/clawlord"));
    }

    #[test]
    fn the_game_decides_and_an_own_folder_comes_first() {
        assert_eq!(found("hero", &[]).as_deref(), Ok("warcry/hero"));
        assert_eq!(found("warhammer-40k/hero", &[]).as_deref(), Ok("warhammer-40k/hero"));
        assert_eq!(found("heavy", &["warhammer-40k"]).as_deref(), Ok("warhammer-40k/heavy-infantry"));
    }

    #[test]
    fn patterns_and_short_names_of_games_name_units() {
        let all = |typed: &str| -> Option<Vec<String>> {
            Some(library().matching(typed)?.into_iter().map(Found::path).collect())
        };
        let some = |paths: &[&str]| Some(paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>());
        assert_eq!(all("aos/claw*"), some(&["age-of-sigmar/clawlord", "age-of-sigmar/clawlord-alpha"]));
        assert_eq!(all("h?ro"), some(&["warcry/hero", "age-of-sigmar/hero", "warhammer-40k/hero"]));
        assert_eq!(all("40k/typical"), some(&["warhammer-40k/heavy-infantry", "warhammer-40k/hero"]));
        assert_eq!((all("hero"), all("aos/hero"), all("aos/x*")), (None, None, some(&[])));
        assert_eq!(found("aos/hero", &[]).as_deref(), Ok("age-of-sigmar/hero"));
        assert_eq!(found("40K-10e/hero", &[]).as_deref(), Ok("warhammer-40k/hero"));
    }

    #[test]
    fn several_are_listed_and_none_brings_the_nearest() {
        let several = found("claw", &[]).expect_err("two");
        assert!(several.contains("age-of-sigmar/clawlord, age-of-sigmar/clawlord-alpha"), "{several}");
        let Err(NotFound::None { help, .. }) = library().find("clawlrd", &[]) else { panic!("none") };
        assert_eq!(help.as_deref(), Some("did you mean `clawlord` or `clawlord-alpha`?"));
        let Err(NotFound::None { help, .. }) = library().find("40k/typical", &[]) else { panic!("no unit") };
        assert!(help.is_some_and(|help| help.starts_with("it names 2 units: ")));
    }

    #[test]
    fn keywords_are_found_without_reading_the_rest() {
        let text = "name = \"A\"\nkeywords = [\"HERO\", \"WIZARD (2)\"]\n[[weapon]]\nkeywords = [\"NO\"]\n";
        assert_eq!(keywords_of(text), ["HERO", "WIZARD (2)"]);
        assert!(shipped_keywords("age-of-sigmar").contains(&"MONSTER"));
        assert!(shipped_keywords("warcry").len() > 3 && shipped_keywords("chess").is_empty());
    }

    #[test]
    fn an_unreadable_profile_stops_only_who_asks_for_it() {
        let mut library = library();
        library.collections[0]
            .unreadable
            .push(Unreadable::new(Path::new("mine/clawlord.toml"), "it is not UTF-8 text"));
        for typed in ["clawlord", "Claw Lord", "age-of-sigmar/clawlord"] {
            assert!(matches!(library.find(typed, &[]), Err(NotFound::Unreadable { .. })), "{typed}");
        }
        for typed in ["clawlord-alpha", "hero", "clawlord on gnaw-beast"] {
            assert!(library.find(typed, &[]).is_ok(), "{typed}");
        }
        // A folder that comes before has one that can be read.
        library
            .collections
            .insert(0, Collection { units: vec![unit("warcry", "clawlord", "Mine")], unreadable: Vec::new() });
        assert_eq!(library.find("clawlord", &[]).map(|unit| unit.name).ok().as_deref(), Some("Mine"));
    }
}
