//! Archives that hold a whole game: a folder of catalogues as a zip, or as a tar that gzip packed.

use std::io::Cursor;

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::read_up_to;
use crate::profile::import::NotRead;

/// The most files of such an archive.
const MAX_BUNDLE_FILES: usize = 20_000;
/// The most bytes that it may hold.
const MAX_BUNDLE_BYTES: usize = 1 << 30;
const LIMIT: (&str, usize) = ("MAX_BUNDLE_BYTES", MAX_BUNDLE_BYTES);

/// The length of a block of a tar.
const BLOCK: usize = 512;

/// A file of an archive: its path in it, and its bytes.
type Member = (String, Vec<u8>);

/// The files in an archive whose names are wanted; `None` if the bytes are no archive of several files.
///
/// # Errors
/// An archive that is broken, or larger than the limits.
pub(crate) fn bundled(bytes: &[u8], wanted: &dyn Fn(&str) -> bool) -> Result<Option<Vec<Member>>, NotRead> {
    if bytes.starts_with(b"\x1F\x8B") {
        let tar = read_up_to(MultiGzDecoder::new(bytes), MAX_BUNDLE_BYTES, LIMIT)?;
        return of_tar(&tar, wanted).map(Some);
    }
    if !bytes.starts_with(b"PK\x03\x04") {
        return Ok(None);
    }
    let broken = |error: zip::result::ZipError| NotRead::Archive(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() < 2 {
        return Ok(None);
    }
    if archive.len() > MAX_BUNDLE_FILES {
        return Err(NotRead::Many { most: MAX_BUNDLE_FILES });
    }
    let (mut members, mut total) = (Vec::new(), 0);
    for index in 0..archive.len() {
        let raw = archive.by_index_raw(index).map_err(broken)?;
        let name = raw.name().map_err(broken)?.into_owned();
        if raw.is_dir() || name.starts_with("__MACOSX/") || !wanted(&name) {
            continue;
        }
        if raw.encrypted() {
            return Err(NotRead::Encrypted(name));
        }
        drop(raw);
        let inner = read_up_to(archive.by_index(index).map_err(broken)?, MAX_BUNDLE_BYTES - total, LIMIT)?;
        total += inner.len();
        members.push((name, inner));
    }
    Ok(Some(members))
}

/// The files of a tar: blocks with a name and a length, each before what it names.
fn of_tar(tar: &[u8], wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Member>, NotRead> {
    let broken = || NotRead::Archive("it is packed by gzip, and no tar or one that breaks off".to_owned());
    let (mut members, mut rest, mut long_name) = (Vec::new(), tar, None);
    while let Some((head, after)) = rest.split_first_chunk::<BLOCK>() {
        if head.iter().all(|byte| *byte == 0) {
            break;
        }
        if members.len() >= MAX_BUNDLE_FILES {
            return Err(NotRead::Many { most: MAX_BUNDLE_FILES });
        }
        let text = |bytes: &[u8]| {
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
        };
        let length = usize::from_str_radix(&text(&head[124..136]), 8).map_err(|_| broken())?;
        let body = after.get(..length).ok_or_else(broken)?;
        let prefix = if &head[257..262] == b"ustar" { text(&head[345..500]) } else { String::new() };
        let short =
            [prefix, text(&head[..100])].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        match head[156] {
            // A name that is longer than its field is in a file of its own before.
            b'L' => long_name = Some(text(body)),
            b'x' => long_name = path_of(&String::from_utf8_lossy(body)),
            b'0' | 0 => {
                let name = long_name.take().unwrap_or(short);
                if wanted(&name) {
                    members.push((name, body.to_vec()));
                }
            }
            _ => long_name = None,
        }
        rest = after.get(length.next_multiple_of(BLOCK)..).unwrap_or_default();
    }
    if members.is_empty() && tar.len() < BLOCK { Err(broken()) } else { Ok(members) }
}

/// The path in the records of an extended head: `27 path=a/b.cat`.
fn path_of(records: &str) -> Option<String> {
    records.lines().find_map(|line| line.split_once(' ')?.1.strip_prefix("path=")).map(str::to_owned)
}
