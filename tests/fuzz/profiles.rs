//! Profiles with slips in them: each is read, or refused with a message that can be drawn.

use warodds::ask::{Prepared, Request, prepare_units};
use warodds::error::Error;
use warodds::games::Phase;
use warodds::profile::{Found, Library, Source};

use super::texts::slipped;
use super::{doors, drive};

/// Every built-in unit: its game and its profile.
pub(super) fn built_in() -> Vec<Found> {
    let library = Library::open(&[]).expect("built in");
    library.units().into_iter().cloned().collect()
}

/// Answers what can be answered, and counts the answer; draws the error of what cannot.
pub(super) fn answered(prepared: Result<Prepared, Error>) {
    if doors::answered(prepared) {
        super::reached();
    }
}

#[test]
fn a_profile_with_slips_is_read_or_refused_with_a_message() {
    let units = built_in();
    drive(|pick, told| {
        let unit = &units[pick.from(0, units.len() as u32 - 1) as usize];
        let same_game: Vec<&Found> = units.iter().filter(|other| other.game == unit.game).collect();
        let other = same_game[pick.from(0, same_game.len() as u32 - 1) as usize];
        let text = slipped(pick, &unit.source.text, 4);
        told.push_str(&format!("{} and\n{text}", other.name));
        let slipped = Found::of("slipped", Source::new("slipped.toml", text));
        let request = Request { phase: Some(pick.of(&[Phase::Combat, Phase::Shooting])), ..Request::default() };
        answered(prepare_units(&[(slipped.clone(), None)], &(other.clone(), None), &request));
        answered(prepare_units(&[(other.clone(), None)], &(slipped, None), &request));
    });
}
