//! Finding a unit by what somebody types.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use thiserror::Error;

use super::{MAX_PROFILE_BYTES, Source};
use crate::words::{did_you_mean, is, nearest, normal};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/profiles");

/// Why no unit was found.
#[derive(Debug, Error)]
pub enum NotFound {
    /// No name is like it.
    #[error("no unit is called `{typed}`")]
    None {
        /// What was typed.
        typed: String,
        /// The nearest names.
        help: Option<String>,
    },
    /// Several are.
    #[error("`{typed}` could be {}", names.join(", "))]
    Several {
        /// What was typed.
        typed: String,
        /// All that fit, as `game/name`.
        names: Vec<String>,
    },
    /// A file that cannot be read.
    #[error("{path} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
}

/// A unit that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its profile.
    pub source: Arc<Source>,
    /// The game its file says it is for, where that can be seen without reading all of it.
    pub game: Option<String>,
    /// Its file's name without the ending.
    pub stem: String,
    /// Its name.
    pub name: String,
    /// Leaders that are attached to it, each with its number of models if that is not the profile's.
    pub leaders: Vec<(Found, Option<u64>)>,
}

impl Found {
    /// `game/file-name`, which always finds it again.
    pub fn path(&self) -> String {
        format!("{}/{}", self.game.as_deref().unwrap_or("?"), self.stem)
    }

    /// A unit from a text that is already there.
    pub fn of(stem: &str, source: Arc<Source>) -> Self {
        let [game, name] = header(&source.text, ["game", "name"]).map(|value| value.map(str::to_owned));
        let (stem, name) = (stem.to_owned(), name.unwrap_or_else(|| stem.to_owned()));
        Self { game, stem, name, source, leaders: Vec::new() }
    }

    fn is(&self, wanted: &str) -> bool {
        is(&self.stem, wanted) || is(&self.name, wanted)
    }

    fn contains(&self, wanted: &str) -> bool {
        normal(&self.stem).contains(wanted) || normal(&self.name).contains(wanted)
    }
}

/// The texts of some keys among the first lines of a profile, before any table, without reading the rest.
fn header<'t, const N: usize>(text: &'t str, keys: [&str; N]) -> [Option<&'t str>; N] {
    let mut texts = [None; N];
    for line in text.lines().map(str::trim_start).take_while(|line| !line.starts_with('[')) {
        for (text, key) in texts.iter_mut().zip(keys) {
            *text = text.or_else(|| value(line, key));
        }
        if texts.iter().all(Option::is_some) {
            break;
        }
    }
    texts
}

/// The text of a key if that is what a line says.
fn value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    value[1..].split(quote).next()
}

/// All units that can be named: those of folders that the user gave, then those that are compiled in.
#[derive(Debug, Default)]
pub struct Library {
    /// Units of each folder, in the order of looking.
    shelves: Vec<Vec<Found>>,
}

impl Library {
    /// Opens folders and puts the shipped units behind them.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn open(folders: &[PathBuf]) -> Result<Self, NotFound> {
        let mut shelves = Vec::new();
        for folder in folders {
            shelves.push(local(folder)?);
        }
        shelves.push(shipped());
        Ok(Self { shelves })
    }

    /// Every unit; a unit of an earlier folder hides one of the same game and file name in a later one.
    pub fn units(&self) -> Vec<&Found> {
        let mut known = HashSet::new();
        self.shelves.iter().flatten().filter(|unit| known.insert((&unit.game, &unit.stem))).collect()
    }

    /// The units that a text may mean: those of exactly that name, else those it is a part of.
    pub fn candidates(&self, typed: &str) -> Vec<&Found> {
        let (game, name) = match typed.split_once('/') {
            Some((game, name)) => (Some(normal(game)), normal(name)),
            None => (None, normal(typed)),
        };
        if name.is_empty() {
            return Vec::new();
        }
        let fits = |unit: &&Found| {
            game.as_ref().is_none_or(|game| unit.game.as_ref().is_some_and(|known| normal(known).starts_with(game)))
        };
        for shelf in &self.shelves {
            let exact: Vec<&Found> = shelf.iter().filter(|unit| unit.is(&name)).filter(fits).collect();
            if !exact.is_empty() {
                return exact;
            }
        }
        self.units().into_iter().filter(|unit| unit.contains(&name)).filter(fits).collect()
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
            return file(Path::new(typed));
        }
        let all = self.candidates(typed);
        let here: Vec<&Found> =
            all.iter().copied().filter(|unit| unit.game.as_ref().is_some_and(|game| games.contains(game))).collect();
        match if here.is_empty() { &all[..] } else { &here[..] } {
            [] => Err(self.none(typed)),
            [only] => Ok((*only).clone()),
            several => {
                let names = several.iter().map(|unit| unit.path()).collect();
                Err(NotFound::Several { typed: typed.to_owned(), names })
            }
        }
    }

    fn none(&self, typed: &str) -> NotFound {
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
pub fn is_path(typed: &str) -> bool {
    Path::new(typed).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

fn shipped() -> Vec<Found> {
    let mut units = Vec::new();
    for folder in SHIPPED.dirs() {
        for file in folder.files() {
            if let (Some(stem), Some(path), Some(text)) =
                (stem(file.path()), file.path().to_str(), file.contents_utf8())
            {
                units.push(Found::of(&stem, Source::built_in(format!("profiles/{path}"), text)));
            }
        }
    }
    units
}

fn stem(path: &Path) -> Option<String> {
    let is_profile = path.extension().is_some_and(|ending| ending == "toml");
    is_profile.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).flatten()
}

/// The profiles of a folder and of the folders in it, one level deep, in the order of their names.
fn local(folder: &Path) -> Result<Vec<Found>, NotFound> {
    let mut paths = entries(folder)?;
    let inner: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    for folder in inner {
        paths.extend(entries(&folder)?);
    }
    paths.retain(|path| path.is_file() && stem(path).is_some());
    paths.iter().map(|path| file(path)).collect()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, NotFound> {
    let unreadable =
        |cause: std::io::Error| NotFound::Unreadable { path: folder.display().to_string(), cause: cause.to_string() };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn file(path: &Path) -> Result<Found, NotFound> {
    let name = path.display().to_string();
    let unreadable = |cause: String| NotFound::Unreadable { path: name.clone(), cause };
    let opened = fs::File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let text = limited(opened).map_err(unreadable)?;
    let stem = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok(Found::of(&stem, Source::new(name, text)))
}

fn standard_input() -> Result<Found, NotFound> {
    let unreadable = |cause: String| NotFound::Unreadable { path: "standard input".to_owned(), cause };
    let text = limited(std::io::stdin().lock()).map_err(unreadable)?;
    Ok(Found::of("standard input", Source::new("standard input", text)))
}

/// A whole text, unless it is too long or not UTF-8.
fn limited(from: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    from.take(MAX_PROFILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_PROFILE_BYTES {
        return Err(format!("it is longer than {MAX_PROFILE_BYTES} bytes (MAX_PROFILE_BYTES)"));
    }
    String::from_utf8(bytes).map_err(|error| format!("it is not UTF-8 text ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(game: &str, stem: &str, name: &str) -> Found {
        Found::of(stem, Source::new(stem, format!("game = \"{game}\"\nname = \"{name}\"\n")))
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
        Library { shelves: vec![mine, theirs] }
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
    fn several_are_listed_and_none_brings_the_nearest() {
        let several = found("claw", &[]).expect_err("two");
        assert!(several.contains("age-of-sigmar/clawlord, age-of-sigmar/clawlord-alpha"), "{several}");
        let Err(NotFound::None { help, .. }) = library().find("clawlrd", &[]) else { panic!("none") };
        assert_eq!(help.as_deref(), Some("did you mean `clawlord` or `clawlord-alpha`?"));
    }

    #[test]
    fn a_header_is_read_without_the_rest() {
        let keys = ["game", "name"];
        assert_eq!(header("# x\nname = 'A'\n[[weapon]]\ngame = \"no\"", keys), [None, Some("A")]);
        assert_eq!(header("name-of=\"no\"\n name = \"A\"\ngame=\"b\"\ngame = \"no\"", keys), [Some("b"), Some("A")]);
        assert_eq!(header("[[weapon]]\nname = \"no\"", keys), [None, None]);
    }
}
