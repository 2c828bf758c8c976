//! Texts with slips in them.

use crate::referee::matchups::Pick;

/// What slips in: signs of the formats, letters of other scripts, numbers at every edge.
const SLIPS: &[&str] = &[
    "", " ", "\t", "\r\n", "\n", "\0", "\u{feff}", "\u{1b}[31m", "\u{202e}", "\u{a0}", "é", "会", "🎲", "“", "’", "—",
    "\"", "'", "[", "]", "[[", "]]", "=", ",", ";", ":", "+", "-", "*", "?", "%", "#", "\\", "/", "..", "@", "=1+1",
    "0", "-1", "1", "7", "250", "251", "254", "255", "256", "65535", "65536", "4294967296", "9223372036854775807",
    "-9223372036854775808", "1e309", "NaN", "D6", "D", "0D6", "D0", "2D6+1", "D3-1", "255D255+255", "99999D6", "2+",
    "7+", "0+", "+", "true", "false", "\"3+\"", "\"-\"", "\"N/A\"", "[]", "{}", "[[model]]", "[[weapon]]",
    "[[ability]]", "[weapon", "name", "count", "game",
];

/// One of the slips.
pub(crate) fn slip(pick: &mut Pick) -> &'static str {
    pick.of(SLIPS)
}

/// A place between two letters.
fn place(pick: &mut Pick, text: &str) -> usize {
    let mut at = pick.from(0, text.len() as u32) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A word or a sign: from a place to where the next kind of letter begins.
fn word_at(text: &str, from: usize) -> usize {
    let kind = |letter: char| (letter.is_alphanumeric(), letter.is_whitespace());
    let mut letters = text[from..].char_indices();
    let Some((_, first)) = letters.next() else { return from };
    letters.find(|(_, letter)| kind(*letter) != kind(first)).map_or(text.len(), |(at, _)| from + at)
}

/// A text with a few slips: something left out, put in, doubled, replaced or swapped.
pub(crate) fn slipped(pick: &mut Pick, text: &str, most: u32) -> String {
    let mut text = text.to_owned();
    for _ in 0..pick.from(1, most) {
        let from = place(pick, &text);
        let to = word_at(&text, from);
        match pick.from(0, 5) {
            0 => text.insert_str(from, slip(pick)),
            1 => text.replace_range(from..to, ""),
            2 => text.replace_range(from..to, slip(pick)),
            3 => {
                let word = text[from..to].to_owned();
                text.insert_str(place(pick, &text.clone()), &word);
            }
            4 => {
                let end = place(pick, &text).max(from);
                let part = text[from..end].chars().take(200).collect::<String>();
                text.insert_str(from, &part);
            }
            _ => {
                let lines: Vec<&str> = text.split('\n').collect();
                let gone = pick.from(0, lines.len() as u32 - 1) as usize;
                text = lines
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| *at != gone)
                    .map(|(_, l)| *l)
                    .collect::<Vec<_>>()
                    .join("\n");
            }
        }
    }
    text
}
