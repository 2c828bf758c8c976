//! One-line units of any words: each is read, or what is wrong is said; what is read is the profile that it stands for.

use warodds::ask::{line_unit, saved_lines};
use warodds::games::GAMES;
use warodds::profile::{Diagnostics, Document, Source};

use super::drive;
use super::texts::slipped;

#[test]
fn a_line_of_any_words_is_read_or_refused() {
    drive(|pick, told| {
        let game = GAMES[pick.from(0, GAMES.len() as u32 - 1) as usize];
        let mut line = format!("{}: ", game.line.prefix);
        if pick.from(0, 2) == 0 {
            line = game.line.example.to_owned();
        }
        for _ in 0..pick.from(0, 12) {
            let part = if pick.from(0, 1) == 0 { &game.line.weapon } else { &game.line.unit };
            let word = &part.words[pick.from(0, part.words.len() as u32 - 1) as usize];
            line.push_str(word.example);
            line.push_str([" ", "; ", ", ", ""][pick.from(0, 3) as usize]);
        }
        let slips = pick.from(0, 3);
        let line = if slips == 0 { line } else { slipped(pick, &line, slips) };
        told.push_str(&line);
        let Some(unit) = line_unit(&line) else { return };
        let found = Diagnostics::default();
        let document = unit.document(&found);
        match saved_lines([line.as_str()]) {
            Ok(saved) => {
                super::reached();
                let source = Source::new("saved.toml", saved[0].toml.as_str());
                let again = Document::read(&source, &found);
                assert!(found.is_empty(), "{}", saved[0].toml);
                assert_eq!(document.toml(), again.toml());
            }
            // A line that says only what a unit attacks with is no profile that can be attacked.
            Err(error) => assert!(!error.diagnostics.is_empty() || error.message.contains("describes weapons alone")),
        }
    });
}
