//! One-line units of every game, as help shows them.

use std::fmt::Write;

use super::GAMES;

/// How a unit is written in one line, for each game: an example, and every word with what it says.
pub fn lines_help() -> String {
    let mut text = String::from(
        "A unit in one line may be written wherever a unit is named, in quotes: the\n\
         game, perhaps a name, a colon, and behind it weapons and the unit itself; `;`\n\
         separates, the order is free. A number in front of the unit says how many\n\
         models it has, in front of a weapon how many have it; where the unit has none,\n\
         that of the first weapon is the unit's. What is no word of a game is refused.\n\
         `--save PATH` writes the unit as a profile.\n",
    );
    for game in GAMES {
        let _ = write!(text, "\n{}\n  '{}'\n", game.title, game.line.example);
        let rows = game.line.words();
        let width = rows.iter().map(|[_, written, _]| written.chars().count()).max().unwrap_or(0);
        for [part, written, meaning] in rows {
            if !part.is_empty() {
                let _ = writeln!(text, "  {part}:");
            }
            let _ = writeln!(text, "    {written:width$}  {meaning}");
        }
    }
    text
}
