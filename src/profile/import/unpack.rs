//! From the bytes of a file to its text: archives, encodings, limits.

#[cfg(feature = "import")]
mod archive;
#[cfg(feature = "import")]
mod bundle;

use super::NotRead;
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
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|pair| unit(*pair));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.ok().filter(|_| rest.is_empty()).ok_or(NotRead::Encoding("UTF-16, and broken".to_owned()))
    };
    match &bytes[..] {
        [0xFF, 0xFE, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => return decoded(rest.to_vec()),
        _ => {}
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
