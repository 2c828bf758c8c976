//! From the bytes of a file to its text: archives, encodings, limits.

#[cfg(feature = "import")]
mod archive;
#[cfg(feature = "import")]
mod bundle;

#[cfg(feature = "import")]
use std::io::Read;

use super::NotRead;
use crate::profile::text::utf16;
#[cfg(feature = "import")]
use archive::unzipped;
#[cfg(feature = "import")]
pub(crate) use bundle::bundled;

/// The most bytes of a roster or a catalogue as it lies on the disk.
pub const MAX_IMPORT_BYTES: usize = 64 << 20;

/// The most bytes of the text that an archive holds.
pub const MAX_UNPACKED_BYTES: usize = 64 << 20;

/// The most files that an archive may hold.
pub const MAX_ARCHIVE_FILES: usize = 100;

const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";

/// The text of a file: that of the only file of an archive, if it is one. What the file is called does not matter.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, NotRead> {
    if bytes.len() > MAX_IMPORT_BYTES {
        return Err(NotRead::Large { limit: "MAX_IMPORT_BYTES", most: MAX_IMPORT_BYTES });
    }
    if bytes.starts_with(ZIP) || bytes.starts_with(EMPTY_ZIP) {
        let inner = unzipped(bytes)?;
        if inner.starts_with(ZIP) {
            return Err(NotRead::Nested);
        }
        super::kinds::binary(&inner)?;
        return decoded(inner);
    }
    super::kinds::binary(bytes)?;
    decoded(bytes.to_vec())
}

/// What is in a file of an archive, of which there is room for so much, by a limit of this name.
#[cfg(feature = "import")]
fn read_up_to(from: impl Read, room: usize, (limit, most): (&'static str, usize)) -> Result<Vec<u8>, NotRead> {
    let mut bytes = Vec::new();
    let read = from.take(room as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| NotRead::Archive(error.to_string()))?;
    if bytes.len() > room { Err(NotRead::Large { limit, most }) } else { Ok(bytes) }
}

#[cfg(not(feature = "import"))]
pub(crate) fn bundled(bytes: &[u8], _: &dyn Fn(&str) -> bool) -> Result<Option<Vec<(String, Vec<u8>)>>, NotRead> {
    let is_packed = bytes.starts_with(ZIP) || bytes.starts_with(b"\x1F\x8B");
    if is_packed { Err(NotRead::WithoutFeature("an archive")) } else { Ok(None) }
}

#[cfg(not(feature = "import"))]
fn unzipped(_: &[u8]) -> Result<Vec<u8>, NotRead> {
    Err(NotRead::WithoutFeature("an archive"))
}

/// UTF-8 with or without its mark, or UTF-16 with one.
fn decoded(bytes: Vec<u8>) -> Result<String, NotRead> {
    if let Some(text) = utf16(&bytes) {
        return text.ok_or(NotRead::Encoding("UTF-16, and broken".to_owned()));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return decoded(rest.to_vec());
    }
    String::from_utf8(bytes).map_err(|error| {
        let start = String::from_utf8_lossy(&error.as_bytes()[..error.as_bytes().len().min(200)]).into_owned();
        let encoding = start.split("encoding=").nth(1).and_then(|rest| {
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rest[1..].split(quote).next().map(str::to_owned)
        });
        let at = error.utf8_error().valid_up_to();
        NotRead::Encoding(encoding.unwrap_or_else(|| format!("something else from byte {at} on")))
    })
}
