//! Archives.

use std::io::Cursor;

use zip::ZipArchive;
use zip::result::ZipError;

use super::{MAX_ARCHIVE_FILES, MAX_UNPACKED_BYTES, read_up_to};
use crate::profile::import::NotRead;

/// The bytes of the only file in an archive.
pub(super) fn unzipped(bytes: &[u8]) -> Result<Vec<u8>, NotRead> {
    let broken = |error: ZipError| match error {
        // The list of files is at the end.
        ZipError::InvalidArchive(_) => NotRead::Archive(format!("it breaks off, or is none ({error})")),
        other => NotRead::Archive(other.to_string()),
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_ARCHIVE_FILES {
        return Err(NotRead::Many { most: MAX_ARCHIVE_FILES });
    }
    let mut wanted = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).map_err(broken)?;
        let name = file.name().map_err(broken)?.into_owned();
        if file.enclosed_name().is_none() || name.contains('\\') {
            return Err(NotRead::Outside(name));
        }
        let is_extra = file.is_dir() || name.starts_with("__MACOSX/") || name.ends_with(".DS_Store");
        if !is_extra {
            wanted.push((index, name, file.encrypted()));
        }
    }
    match &wanted[..] {
        [] => Err(NotRead::Empty),
        [(_, name, true)] => Err(NotRead::Encrypted(name.clone())),
        [(index, ..)] => {
            let file = archive.by_index(*index).map_err(broken)?;
            read_up_to(file, MAX_UNPACKED_BYTES, ("MAX_UNPACKED_BYTES", MAX_UNPACKED_BYTES))
        }
        several => Err(NotRead::Several(several.iter().map(|(_, name, _)| name.clone()).collect())),
    }
}
