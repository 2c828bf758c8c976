//! The files of an import: those that are named, and those beside them without which they are not whole.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::profile::import::{ImportKind, MAX_IMPORT_BYTES, NotRead, Opened, open};

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotOpened {
    /// It cannot be read.
    #[error("{} cannot be read: {}", .0.display(), .1)]
    File(PathBuf, String),
    /// What it holds is nothing that is read.
    #[error("{}: {}", .0.display(), .1)]
    Holds(PathBuf, NotRead),
}

impl From<NotOpened> for Error {
    fn from(why: NotOpened) -> Self {
        Self::usage(why.to_string())
    }
}

/// What a file holds, up to the limit; `-` is standard input.
///
/// # Errors
/// A folder, and what the system refuses.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, NotOpened> {
    let unreadable = |cause: String| NotOpened::File(path.to_owned(), cause);
    if path.is_dir() {
        return Err(unreadable(
            "it is a folder; name a file in it, or make a library of it all with `--library`".to_owned(),
        ));
    }
    let mut bytes = Vec::new();
    let opened = if path.as_os_str() == "-" {
        std::io::stdin().take(MAX_IMPORT_BYTES as u64 + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(MAX_IMPORT_BYTES as u64 + 1).read_to_end(&mut bytes))
    };
    opened.map_err(|error| unreadable(error.to_string()))?;
    Ok(bytes)
}

/// The files that were named, and behind them those beside that catalogues among them link to; with the paths of the first.
///
/// # Errors
/// The first of them that cannot be opened.
pub(crate) fn opened(named: &[PathBuf]) -> Result<(Vec<Opened>, Vec<PathBuf>), NotOpened> {
    let mut files = Vec::new();
    for path in named {
        files.push(open(&bytes_of(path)?).map_err(|why| NotOpened::Holds(path.clone(), why))?);
    }
    let mut beside = beside(named, &files);
    let mut next = 0;
    while let Some(file) = files.get(next) {
        let is_catalogue = matches!(file.kind(), ImportKind::Catalogue);
        let links: Vec<String> =
            file.links().into_iter().filter(|_| is_catalogue).map(|(id, _)| id.to_owned()).collect();
        for link in &links {
            if files.iter().any(|file: &Opened| file.id() == link) {
                continue;
            }
            let Some(place) = beside.iter().position(|(id, _)| id == link) else { continue };
            let (_, path) = beside.swap_remove(place);
            files.extend(open(&bytes_of(&path)?).ok());
        }
        next += 1;
    }
    for path in abilities_beside(named, &files) {
        files.extend(open(&bytes_of(&path)?).ok().filter(Opened::is_abilities));
    }
    Ok((files, named.to_vec()))
}

/// The files of abilities that lie beside cards: `x_abilities.json` beside `x_fighters.json`, or `abilities.json`.
fn abilities_beside(named: &[PathBuf], files: &[Opened]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for (path, _) in named.iter().zip(files).filter(|(_, file)| file.lacks_abilities()) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace("fighters", "abilities");
        let near = [stem, "abilities".to_owned()].map(|stem| path.with_file_name(format!("{stem}.json")));
        let wanted = near.into_iter().find(|other| other != path && other.is_file());
        found.extend(wanted.filter(|other| !named.contains(other) && !found.contains(other)));
    }
    found
}

/// Catalogues in the folders of those that were named, by their ids, which stand at their beginnings.
fn beside(named: &[PathBuf], files: &[Opened]) -> Vec<(String, PathBuf)> {
    let is_one = |(_, file): &(&PathBuf, &Opened)| matches!(file.kind(), ImportKind::Catalogue);
    let mut folders: Vec<&Path> =
        named.iter().zip(files).filter(is_one).filter_map(|(path, _)| path.parent()).collect();
    folders.sort_unstable();
    folders.dedup();
    let mut found = Vec::new();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let paths = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let is_catalogue = |path: &PathBuf| {
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            ["cat", "gst", "catz", "gstz", "json"].contains(&ending.as_str()) && path.is_file()
        };
        // Those that were named are open already.
        for path in paths.filter(|path| is_catalogue(path) && !named.contains(path)) {
            found.extend(id_of(&path).map(|id| (id, path)));
        }
    }
    found.sort_unstable();
    found
}

/// The id of a catalogue, from its first bytes; an archive has to be opened.
fn id_of(path: &Path) -> Option<String> {
    let mut start = Vec::new();
    fs::File::open(path).ok()?.take(4_096).read_to_end(&mut start).ok()?;
    if start.starts_with(b"PK") {
        return open(&bytes_of(path).ok()?).ok().map(|file| file.id().to_owned());
    }
    let text = String::from_utf8_lossy(&start);
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        // What links it has, and their ids, may stand before its own.
        return serde_json::from_slice::<RootOfJson>(&bytes_of(path).ok()?).ok().map(|root| root.catalogue.id);
    }
    let at = text.find("<catalogue").or_else(|| text.find("<gameSystem"))?;
    text[at..].split_once(" id=\"")?.1.split('"').next().map(str::to_owned)
}

/// A catalogue or a game system in JSON, of which its own id is asked alone.
#[derive(serde::Deserialize)]
struct RootOfJson {
    #[serde(alias = "gameSystem")]
    catalogue: WithId,
}

#[derive(serde::Deserialize)]
struct WithId {
    id: String,
}
