//! From the bytes of a profile to its text.

use std::io::Read;

use super::MAX_PROFILE_BYTES;

/// A whole text, unless it is too long or neither UTF-8 nor marked as UTF-16.
pub(super) fn limited(from: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    from.take(MAX_PROFILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_PROFILE_BYTES {
        return Err(format!("it is longer than {MAX_PROFILE_BYTES} bytes (MAX_PROFILE_BYTES)"));
    }
    decoded(&bytes)
}

/// Text in UTF-8, with or without a byte-order mark, or in UTF-16 with one, as `>` of some shells writes it.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    const ADVICE: &str = "save it as UTF-8, as every editor can";
    if let Some(text) = utf16(bytes) {
        return text.map(lines).ok_or_else(|| format!("it is marked as UTF-16 and is not; {ADVICE}"));
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(text) {
        Ok(text) if text.contains('\0') => Err(format!("it holds zero bytes, as UTF-16 does; {ADVICE}")),
        Ok(text) => Ok(lines(text.to_owned())),
        Err(error) => {
            let line = text[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(format!("it is not UTF-8 text (line {line} holds a letter in another encoding); {ADVICE}"))
        }
    }
}

/// What is marked as UTF-16: its text, or `None` if it is broken.
pub(super) fn utf16(bytes: &[u8]) -> Option<Option<String>> {
    let (unit, rest): (fn([u8; 2]) -> u16, &[u8]) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let (pairs, odd) = rest.as_chunks::<2>();
    let text: Result<String, _> = char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect();
    Some(text.ok().filter(|_| odd.is_empty()))
}

/// A text in which every line ends as lines do, even if it was written on a very old Macintosh.
fn lines(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_editors_and_shells_write_them() {
        let text = "name = \"Élan 骷髏 \u{1f480}\"\n";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            [&b"\xff\xfe"[..], &le].concat(),
            [&b"\xfe\xff"[..], &be].concat(),
        ] {
            assert_eq!(decoded(&bytes).as_deref(), Ok(text));
        }
        for bytes in [le, be, b"\xff\xfea".to_vec(), b"\xff\xfe\x00\xd8".to_vec(), b"name = \"\xc9lan\"".to_vec()] {
            assert!(decoded(&bytes).is_err_and(|why| why.ends_with("save it as UTF-8, as every editor can")));
        }
        assert_eq!(decoded(b"").as_deref(), Ok(""));
    }
}
