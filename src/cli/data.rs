//! Where the user's libraries lie.

use std::env::var_os;
use std::fs;
use std::path::PathBuf;

use crate::profile::LIBRARY_ENDING;

/// The variable that names the folder of libraries.
pub(super) const FOLDER: &str = "WARODDS_LIBRARY";
/// The folder of the user's libraries; `None` on a machine that has no place for data of users.
pub(super) fn folder() -> Option<PathBuf> {
    let set = |name: &str| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || {
        set("HOME").map(|home| {
            home.join(if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" })
        })
    };
    let data = || set("XDG_DATA_HOME").or_else(|| if cfg!(windows) { set("APPDATA") } else { home() });
    set(FOLDER).or_else(|| Some(data()?.join("warodds")))
}

/// The files of all libraries, in the order of their names.
pub(super) fn libraries() -> Vec<PathBuf> {
    let entries = folder().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == LIBRARY_ENDING)).collect();
    found.sort_unstable();
    found
}
