//! Profiles with slips in them: each is read, or refused with a message that can be drawn.

use warodds::ask::{Prepared, Request, prepare_units};
use warodds::engine::{Options, Sampling};
use warodds::error::Error;
use warodds::games::Phase;
use warodds::profile::{Found, Library, Source};
use warodds::report::{mistakes, printable};

use super::drive;
use super::texts::slipped;

/// Every built-in unit: its game and its profile.
pub(super) fn built_in() -> Vec<Found> {
    let library = Library::open(&[]).expect("built in");
    library.units().into_iter().cloned().collect()
}

/// What a person sees of an error. Drawing it is part of the test.
pub(super) fn drawn(error: &Error) -> String {
    let plain = mistakes(&error.diagnostics, false);
    assert_eq!(plain.is_empty(), error.diagnostics.is_empty());
    assert!(!error.message.is_empty() || !plain.is_empty(), "an error says what is wrong");
    assert!(!mistakes(&error.diagnostics, true).is_empty() || error.diagnostics.is_empty());
    format!("{plain}{}{error}", printable(&error.message))
}

/// Few trials and one thread: what matters is that there is an answer.
pub(super) fn briefly() -> Options {
    Options { sampling: Sampling { trials: 300, threads: Some(1), ..Sampling::default() }, ..Options::default() }
}

/// Answers what can be answered, and draws the error of what cannot.
pub(super) fn answered(prepared: Result<Prepared, Error>) {
    match prepared.and_then(|prepared| prepared.report(&briefly(), &|_| {})) {
        Ok((report, _)) => {
            super::reached();
            let destroyed = report.results.chances.iter().find(|chance| chance.name == "destroyed");
            assert!(destroyed.is_none_or(|chance| (0.0..=1.0 + 1e-9).contains(&chance.p)), "{destroyed:?}");
        }
        Err(error) => assert!(!drawn(&error).is_empty()),
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
