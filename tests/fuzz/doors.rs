//! The doors themselves: bytes that somebody hands in are answered, or refused with a message that can be drawn. Each returns
//! whether there was an answer. Tests here call them with cases from a seed and with what is kept, and the targets of `cargo/`
//! with whatever a fuzzer finds.

use std::sync::OnceLock;

use warodds::ask::{Prepared, Request, line_unit, prepare, prepare_units, saved_lines};
use warodds::engine::{Options, Sampling};
use warodds::error::Error;
use warodds::games::GAMES;
use warodds::profile::{Diagnostics, Document, Found, Library, Source};
use warodds::report::{mistakes, printable};

/// The units that are built in.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::open(&[]).expect("built in"))
}

/// What a person sees of an error. Drawing it is part of the test.
pub(crate) fn drawn(error: &Error) -> String {
    let plain = mistakes(&error.diagnostics, false);
    assert_eq!(plain.is_empty(), error.diagnostics.is_empty());
    assert!(!error.message.is_empty() || !plain.is_empty(), "an error says what is wrong");
    assert!(!mistakes(&error.diagnostics, true).is_empty() || error.diagnostics.is_empty());
    format!("{plain}{}{error}", printable(&error.message))
}

/// Few trials and one thread: what matters is that there is an answer.
pub(crate) fn briefly() -> Options {
    Options { sampling: Sampling { trials: 300, threads: Some(1), ..Sampling::default() }, ..Options::default() }
}

/// Answers what can be answered, and draws the error of what cannot.
pub(crate) fn answered(prepared: Result<Prepared, Error>) -> bool {
    match prepared.and_then(|prepared| prepared.report(&briefly(), &|_| {})) {
        Ok((report, _)) => {
            let destroyed = report.results.chances.iter().find(|chance| chance.name == "destroyed");
            assert!(destroyed.is_none_or(|chance| (0.0..=1.0 + 1e-9).contains(&chance.p)), "{destroyed:?}");
            true
        }
        Err(error) => {
            assert!(!drawn(&error).is_empty());
            false
        }
    }
}

/// A roster, a catalogue, an archive or a list.
pub(crate) fn import(bytes: &[u8]) -> bool {
    match warodds::ask::import(bytes, library()) {
        Ok(imported) => {
            for unit in &imported.units {
                assert_eq!(unit.refused.is_some(), unit.text.is_empty(), "{unit:#?}");
            }
            !imported.units.is_empty()
        }
        Err(why) => {
            assert!(!why.to_string().is_empty());
            false
        }
    }
}

/// A unit of one line: what is read is the profile that it is short for.
pub(crate) fn line(bytes: &[u8]) -> bool {
    let Ok(line) = str::from_utf8(bytes) else { return false };
    let Some(unit) = line_unit(line) else { return false };
    let found = Diagnostics::default();
    let document = unit.document(&found);
    match saved_lines([line]) {
        Ok(saved) => {
            let source = Source::new("saved.toml", saved[0].toml.as_str());
            let again = Document::read(&source, &found);
            assert!(found.is_empty(), "{}", saved[0].toml);
            assert_eq!(document.toml(), again.toml());
            true
        }
        // A line that says only what a unit attacks with is no profile that can be attacked.
        Err(error) => {
            assert!(!error.diagnostics.is_empty() || error.message.contains("describes weapons alone"));
            false
        }
    }
}

/// A profile, attacked by itself.
pub(crate) fn profile(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let unit = (Found::of("unit", Source::new("unit.toml", text.to_owned())), None);
    answered(prepare_units(std::slice::from_ref(&unit), &unit, &Request::default()))
}

/// What stands behind `--with`, in every game.
pub(crate) fn words(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let asked = |game: &&warodds::games::Game| {
        let mut own = library().units().into_iter().filter(|unit| unit.game.as_deref() == Some(game.id));
        let name = own.next().map_or_else(String::new, |unit| format!("{}/{}", game.id, unit.name));
        let request =
            Request { attacker: name.clone(), defender: name, with: vec![text.to_owned()], ..Request::default() };
        answered(prepare(&request))
    };
    GAMES.iter().filter(|game| asked(game)).count() > 0
}
