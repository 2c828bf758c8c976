//! One-line units of any words: each is read, or what is wrong is said; what is read is the profile that it stands for.

use warodds::games::{GAMES, Game};

use super::texts::slipped;
use super::{doors, drive};
use crate::referee::matchups::Pick;

/// A line as a player means it: the example of its game with other digits, and at times with a word more of its unit.
fn meant(pick: &mut Pick, game: &Game) -> String {
    let words = game.line.unit.words;
    let more = if pick.one_in(2) { words[pick.from(0, words.len() as u32 - 1) as usize].example } else { "" };
    let digit = |c: char| if c.is_ascii_digit() && pick.one_in(4) { pick.of(&['1', '2', '3', '5']) } else { c };
    format!("{} {more}", game.line.example).trim_end().chars().map(digit).collect()
}

/// Words of a line in any order and number.
fn any(pick: &mut Pick, game: &Game) -> String {
    let mut line = if pick.one_in(3) { game.line.example.to_owned() } else { format!("{}: ", game.line.prefix) };
    for _ in 0..pick.from(0, 12) {
        let part = if pick.one_in(2) { &game.line.weapon } else { &game.line.unit };
        line.push_str(part.words[pick.from(0, part.words.len() as u32 - 1) as usize].example);
        line.push_str(pick.of(&[" ", "; ", ", ", ""]));
    }
    line
}

#[test]
fn a_line_of_any_words_is_read_or_refused() {
    drive(|pick, told| {
        let game = GAMES[pick.from(0, GAMES.len() as u32 - 1) as usize];
        let line = if pick.one_in(2) { meant(pick, game) } else { any(pick, game) };
        let line = if pick.one_in(2) { line } else { slipped(pick, &line, 3) };
        told.push_str(&line);
        if doors::line(line.as_bytes()) {
            super::reached();
        }
    });
}
