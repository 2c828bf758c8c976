//! Units that come with the program, drawn by a seed: both engines answer to the last bit as they did, and think it costs
//! as much.
//!
//! Like [`super::asked`] this is taken from the engines themselves and says nothing about whether an answer is right. It
//! holds what nobody may notice: which shortcut a plan takes, what a seed means, how many trials a question gets. A profile
//! or an engine that changes on purpose changes lines here; then `INSTA_UPDATE=always cargo test shipped` takes them anew.

use warodds::ask::{Prepared, Request, prepare};
use warodds::engine::{self, Sampling};
use warodds::games::{FORMS, GAMES, Game, Phase};
use warodds::profile::Library;

use super::asked::{least, line, rolling};
use crate::referee::matchups::Pick;

/// Match-ups of each game.
const MATCHUPS: u64 = 90;
/// What the exact engine may multiply here.
const WORK: f64 = 3e6;

/// A situation, an ability or an effect of the game.
fn word(pick: &mut Pick, game: &Game) -> String {
    let abilities = (game.abilities)();
    let any = |pick: &mut Pick, n: usize| pick.from(0, n as u32 - 1) as usize;
    match pick.from(0, 5) {
        0 | 1 => game.situations[any(pick, game.situations.len())].name.to_owned(),
        2 if pick.one_in(3) => format!("{} @40%", game.situations[any(pick, game.situations.len())].name),
        2 if !abilities.is_empty() => abilities[any(pick, abilities.len())].example.to_owned(),
        _ => FORMS[any(pick, FORMS.len())].written(),
    }
}

/// A match-up that is understood: up to three attackers in turn, and up to two things that are said.
fn drawn(pick: &mut Pick, game: &'static Game, units: &[&str]) -> (String, Prepared) {
    loop {
        let unit = |pick: &mut Pick| pick.of(units).to_owned();
        let words = pick.of(&[0, 1, 1, 2]);
        let request = Request {
            attacker: unit(pick),
            defender: unit(pick),
            then: (0..pick.of(&[0, 0, 0, 1, 2])).map(|_| unit(pick)).collect(),
            with: (0..words).map(|_| word(pick, game)).collect(),
            phase: Some(pick.of(&[Phase::Combat, Phase::Shooting])),
            edition: pick.of(&[None, None, None, game.editions.last()]).map(|edition| (*edition).to_owned()),
            set: if pick.one_in(5) { vec![format!("defender.damage={}", pick.from(1, 4))] } else { Vec::new() },
            ..Request::default()
        };
        if let Ok(prepared) = prepare(&request) {
            let Request { attacker, defender, then, with, phase, edition, set, .. } = request;
            let besides = format!("{phase:?} {} {with:?} {set:?}", edition.unwrap_or_default());
            return (format!("{attacker} {then:?} at {defender}, {besides}"), prepared);
        }
    }
}

fn answered(asked: &str, prepared: &Prepared) -> String {
    let engagement = &prepared.engaged.engagement;
    let exact = engine::multiplied(engagement, WORK).map_or_else(|refusal| format!("{refusal:?}"), |o| line(&o));
    let sampling = Sampling { trials: 512, seed: 42, threads: Some(1), work: f64::INFINITY, ..Sampling::default() };
    let rolled = engine::sample(engagement, &sampling).map_or_else(|refusal| format!("{refusal:?}"), |o| line(&o));
    let multiplied = least(1.001, |work| engine::multiplied(engagement, work).is_ok());
    format!("{exact} | {rolled} | {multiplied} {}: {asked}", rolling(engagement))
}

#[test]
fn units_that_are_shipped_are_answered_as_they_always_were() {
    let library = Library::open(&[]).expect("built in");
    for game in GAMES {
        let of_game = |unit: &&&warodds::profile::Found| unit.game.as_deref() == Some(game.id);
        let units = library.units();
        let units: Vec<String> =
            units.iter().filter(of_game).map(|unit| format!("{}/{}", game.id, unit.name)).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let lines = (0..MATCHUPS).map(|number| {
            let (asked, prepared) = drawn(&mut Pick::new(number * 7 + 1), game, &units);
            answered(&asked, &prepared)
        });
        insta::assert_snapshot!(game.id, lines.collect::<Vec<_>>().join("\n"));
    }
}
