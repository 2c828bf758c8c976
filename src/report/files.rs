//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use crate::error::{Error, Kind};

/// Links that lead to each other are followed no further, as systems do.
const MOST_LINKS: usize = 40;

/// A file that could not be written; its text says which folder is concerned and what to do next.
#[derive(Debug, ThisError)]
#[error("cannot write `{}`: {}", path.display(), advice(path, source))]
pub struct WriteError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// What the operating system said.
    pub source: io::Error,
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self { kind: Kind::Write, ..Self::usage(error.to_string()) }
    }
}

/// Makes a folder, and those that it lies in; one that is there already stays as it is.
///
/// # Errors
/// If a file of this name is in the way, or a folder is closed to us.
pub(crate) fn make_folder(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(|source| {
        // What is not a folder is there under its name; the system only says that something is.
        let kind = if folder.exists() { ErrorKind::NotADirectory } else { source.kind() };
        let source = if kind == source.kind() { source } else { kind.into() };
        WriteError { path: folder.to_owned(), source }
    })
}

/// Writes a file so that nobody ever sees half of it: into a temporary file in the same folder, which then takes the
/// file's place. A link is followed. What is neither file nor folder, such as a pipe or `/dev/null`, is written to
/// directly, because it cannot be replaced.
///
/// # Errors
/// If the path is a folder or write-protected, its folder is missing or closed to us, or the disk is full. A file that
/// was there before is then still there, unchanged.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut draft = PartialFile::of(path)?;
    draft.write(bytes)?;
    draft.finish().map(|_| ())
}

/// Writes several files, all of them or none: each is [`write_whole`]'s, and none takes its place before all are written.
/// `wanted` is asked before each, and once more when all are ready; what was begun, and the folders that were made for it,
/// is gone once it says no, and `false` is returned.
///
/// # Errors
/// As [`write_whole`], or a folder that cannot be made.
pub(crate) fn write_all(files: &[(PathBuf, &str)], wanted: &dyn Fn() -> bool) -> Result<bool, WriteError> {
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let mut folders: Vec<&Path> =
        files.iter().flat_map(|(path, _)| folder_of(path).ancestors().take_while(missing)).collect();
    // What lies in another folder goes before it.
    folders.sort_unstable_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    let all = |drafts: &mut Vec<PartialFile>| -> Result<bool, WriteError> {
        for (path, text) in files {
            if !wanted() {
                return Ok(false);
            }
            make_folder(folder_of(path))?;
            let mut draft = PartialFile::of(path)?;
            draft.write(text.as_bytes())?;
            drafts.push(draft);
        }
        Ok(wanted())
    };
    let mut drafts = Vec::new();
    let written = all(&mut drafts);
    if !matches!(written, Ok(true)) {
        drop(drafts);
        // A folder that holds anything stays.
        folders.iter().for_each(|folder| drop(fs::remove_dir(folder)));
        return written;
    }
    drafts.into_iter().try_for_each(|draft| draft.finish().map(drop))?;
    Ok(true)
}

/// Whether files have any; those of a browser say that nobody may write them, and everybody may.
const PERMISSIONS: bool = !cfg!(target_os = "wasi");

/// A file that is written part by part, and that nobody sees before it is whole; see [`write_whole`].
#[derive(Debug)]
pub(crate) struct PartialFile {
    path: PathBuf,
    to: Destination,
}

#[derive(Debug)]
enum Destination {
    /// A temporary file that takes the place of `path`, with the permissions of the old file there.
    Replaces { file: tempfile::NamedTempFile, path: PathBuf, old: Option<Permissions> },
    /// What cannot be replaced.
    Stream,
}

impl PartialFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If the path is a folder or write-protected, or its folder is missing or closed to us.
    pub(crate) fn of(path: &Path) -> Result<Self, WriteError> {
        let path = end_of_links(path);
        let begin = |path: &Path, old: Option<Permissions>| {
            let file = temporary().tempfile_in(folder_of(path))?;
            Ok(Destination::Replaces { file, path: path.to_owned(), old })
        };
        let to = match fs::metadata(&path) {
            Ok(there) if there.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() || is_a_stream(&path) => Ok(Destination::Stream),
            Ok(there) if PERMISSIONS && there.permissions().readonly() => Err(ErrorKind::ReadOnlyFilesystem.into()),
            Ok(there) => {
                fs::canonicalize(&path).and_then(|file| begin(&file, PERMISSIONS.then(|| there.permissions())))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => begin(&path, None),
            Err(error) => Err(error),
        };
        match to {
            Ok(to) => Ok(Self { path, to }),
            Err(source) => Err(WriteError { path, source }),
        }
    }

    /// Where it will be.
    #[cfg(feature = "parquet")]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a part.
    ///
    /// # Errors
    /// If the disk is full, or nobody reads what is written.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = match &mut self.to {
            Destination::Replaces { file, .. } => file.write_all(bytes),
            Destination::Stream => append(&self.path, bytes),
        };
        written.map_err(|source| WriteError { path: self.path.clone(), source })
    }

    /// Lets the file take its place, and says which that is.
    ///
    /// # Errors
    /// If the disk is full.
    pub(crate) fn finish(self) -> Result<PathBuf, WriteError> {
        let finished = match self.to {
            Destination::Replaces { file, path, old } => replace(file, &path, old),
            Destination::Stream => Ok(()),
        };
        match finished {
            Ok(()) => Ok(self.path),
            Err(source) => Err(WriteError { path: self.path, source }),
        }
    }
}

/// Where a path leads: the end of a chain of links, also one that is not there yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_path_buf();
    if fs::metadata(path).is_ok() {
        return end;
    }
    for _ in 0..MOST_LINKS {
        match fs::read_link(&end) {
            Ok(next) => end = folder_of(&end).join(next),
            Err(_) => return end,
        }
    }
    path.to_path_buf()
}

/// Whether the path names one of our own open files, which a rename would cut off from its reader.
fn is_a_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|stream| path.starts_with(stream))
}

/// Writes where the reader of a stream expects it: after what was written before.
fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = |stream: &mut dyn Write| stream.write_all(bytes).and_then(|()| stream.flush());
    match path.to_str() {
        // Opened anew, a redirected output would be written over by what we say next.
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => write(&mut io::stdout().lock()),
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => write(&mut io::stderr().lock()),
        _ => write(&mut OpenOptions::new().append(true).open(path)?),
    }
}

/// Lets a temporary file take the place of `path`, with the permissions of the `old` file.
fn replace(file: tempfile::NamedTempFile, path: &Path, old: Option<Permissions>) -> io::Result<()> {
    if let Some(old) = old {
        file.as_file().set_permissions(old)?;
    }
    // A full quota or a lost network disk shows only here; found after the rename it would have cost the old file.
    File::sync_all(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".warodds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file asks for; the system takes away what the user's mask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// The folder that a path lies in: `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn advice(path: &Path, error: &io::Error) -> String {
    let folder = folder_of(path).display();
    match error.kind() {
        ErrorKind::IsADirectory => "it is a folder; name a file in it".into(),
        ErrorKind::ReadOnlyFilesystem => {
            "it is write-protected; choose another name or take the protection away".into()
        }
        ErrorKind::NotFound => {
            format!("the folder `{folder}` does not exist; create it first or choose another folder")
        }
        ErrorKind::NotADirectory if path.is_file() => "it is a file; name a folder".into(),
        ErrorKind::NotADirectory => format!("`{folder}` is not a folder; choose another folder"),
        ErrorKind::PermissionDenied => {
            format!("the folder `{folder}` does not let you write; change its permissions or choose another folder")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("no space is left in the folder `{folder}`; make room or choose another folder")
        }
        _ => format!("{error}, in the folder `{folder}`; try another folder"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn several_files_are_written_together_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["deep/er/a.toml", "deep/er/b.toml", "deep/c.toml"].map(|name| (folder.path().join(name), "text"));
        let left = || fs::read_dir(folder.path()).expect("a folder").count();
        for most in 0..=3 {
            let calls = std::cell::Cell::new(0);
            let wanted = || calls.replace(calls.get() + 1) < most;
            assert!(!write_all(&files, &wanted).expect("it could be written"));
            assert_eq!(left(), 0, "interrupted after {most} files");
        }
        // A folder is where the last file should be.
        fs::create_dir_all(folder.path().join("deep/c.toml")).expect("made");
        write_all(&files, &|| true).expect_err("a folder is in the way");
        let here: Vec<_> = fs::read_dir(folder.path().join("deep")).expect("there").collect();
        assert_eq!(here.len(), 1, "{here:?}");
        fs::remove_dir(folder.path().join("deep/c.toml")).expect("empty");
        assert!(write_all(&files, &|| true).expect("written"));
        assert!(files.iter().all(|(path, text)| fs::read_to_string(path).is_ok_and(|there| there == *text)));
    }
}
