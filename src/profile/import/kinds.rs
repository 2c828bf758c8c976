//! What a file is that is not a roster: the kinds that people take for one.

use super::NotRead;

/// Refuses what is known for something else by how its bytes begin.
pub(super) fn binary(bytes: &[u8]) -> Result<(), NotRead> {
    const KINDS: &[(&[u8], &str)] = &[
        (b"%PDF", "a PDF"),
        (b"\x1F\x8B", "an archive of gzip; unpack it first"),
        (b"7z\xBC\xAF", "an archive of 7-Zip; unpack it first"),
        (b"Rar!", "an archive of RAR; unpack it first"),
        (b"\x89PNG", "a picture"),
        (b"\xFF\xD8\xFF", "a picture"),
    ];
    let kind = KINDS.iter().find(|(start, _)| bytes.starts_with(start));
    kind.map_or(Ok(()), |(_, kind)| Err(NotRead::Unknown((*kind).to_owned())))
}

/// Refuses a text that is known for something else.
pub(super) fn check(text: &str) -> Result<(), NotRead> {
    let start: String = text.trim_start().chars().take(200).collect::<String>().to_lowercase();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        let what = "a web page (`html`); export the list in the builder, and name that file";
        return Err(NotRead::Unknown(what.to_owned()));
    }
    if start.starts_with(['{', '<']) {
        return Ok(());
    }
    let is_key = |line: &str| line.strip_prefix("game").is_some_and(|rest| rest.trim_start().starts_with('='));
    let is_table =
        |line: &str| ["[[weapon]]", "[[model]]", "[[unit]]", "[[attack]]", "[[ability]]"].contains(&line.trim());
    if text.lines().take(200).any(|line| is_key(line) || is_table(line)) {
        return Err(NotRead::Profile);
    }
    Ok(())
}

/// Refuses a text that is recognised as something other than a list.
pub(super) fn no_list(text: &str) -> NotRead {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let columns = |line: &str| [',', ';', '\t'].map(|sign| line.matches(sign).count()).into_iter().max().unwrap_or(0);
    let is_table = match (lines.next().map(columns), lines.next().map(columns)) {
        (Some(first), Some(second)) => first > 1 && first == second,
        _ => false,
    };
    let what =
        if is_table { "a table (CSV)" } else { "neither XML nor JSON, and no line of it is a unit with its points" };
    NotRead::Unknown(what.to_owned())
}
