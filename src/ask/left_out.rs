//! What of the armies that were named is left out, because it cannot be read.

use std::path::{Path, PathBuf};

use super::armies::{ListedPart, army_file, file_and_name, read_army};
use super::units::files_in;
use crate::profile::Library;
use crate::words::{normal, without_plural};

/// What is left out because it cannot be read, with the reason: profiles of the folders, and units of the armies that
/// were typed.
pub(crate) fn warnings_of<'t>(typed: impl IntoIterator<Item = &'t str>, profiles: &[PathBuf]) -> Vec<String> {
    let unreadable = Library::unreadable_in(profiles);
    let line = unreadable.iter().map(|file| {
        let (path, cause) = (file.path.display(), &file.cause);
        format!("{path} is left out, because it cannot be read: {cause}")
    });
    line.chain(left_out_of(typed, profiles)).collect()
}

/// The units of armies that cannot be read, where a text names an army as a whole (`my-list.rosz`, `5 my-list.rosz`), and what
/// of the units that are named a list has and their profiles lack: a sentence for each, with the reason.
fn left_out_of<'t>(typed: impl IntoIterator<Item = &'t str>, profiles: &[PathBuf]) -> Vec<String> {
    // Names of units say nothing here: only files are looked for, and most texts name none.
    let of_army = |part: &'t str| {
        let (file, name) = army_file(part).map_or_else(|| file_and_name(part), |_| Some((part, "")))?;
        Some((army_file(file)?, name))
    };
    let files = |typed: &'t str| files_in(typed).into_iter().filter_map(of_army);
    let mut files: Vec<(&Path, &str)> = typed.into_iter().flat_map(files).collect();
    files.sort_unstable();
    files.dedup();
    if files.is_empty() {
        return Vec::new();
    }
    let Ok(library) = Library::open(profiles) else { return Vec::new() };
    let mut left_out = Vec::new();
    for (path, name) in files {
        // An army that cannot be read is reported when its units are asked for.
        let Some(army) = read_army(path, &library).ok().filter(|army| !army.units.is_empty()) else { continue };
        let line = |part: &ListedPart| format!("`{}` of {} is left out: {}", part.name, path.display(), part.why);
        left_out.extend(army.refused.iter().filter(|_| name.is_empty()).map(line));
        let line = |part: &ListedPart| format!("`{}` of {}: {}", part.name, path.display(), part.why);
        let is_named = |part: &&ListedPart| normal(&part.name).contains(&without_plural(name));
        left_out.extend(army.in_part.iter().filter(is_named).map(line));
    }
    left_out
}
