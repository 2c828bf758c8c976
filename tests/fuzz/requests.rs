//! Everything that is typed besides the units: sizes, `--with`, `--set`, `--ruling`, `--weapon`, `--order`, `--then`.

use warodds::ask::{Request, prepare};
use warodds::games::{FORMS, GAMES, Game, Phase};
use warodds::profile::{Found, Holds, ProfileKey};

use super::drive;
use super::profiles::{answered, built_in};
use super::texts::{slip, slipped};
use crate::referee::matchups::Pick;

/// A word of a game's vocabulary.
fn word(pick: &mut Pick, game: &Game) -> String {
    let abilities = (game.abilities)();
    let any = |pick: &mut Pick, n: usize| pick.from(0, n as u32 - 1) as usize;
    match pick.from(0, 3) {
        0 if !game.situations.is_empty() => game.situations[any(pick, game.situations.len())].name.to_owned(),
        1 if !abilities.is_empty() => abilities[any(pick, abilities.len())].example.to_owned(),
        _ => FORMS[any(pick, FORMS.len())].written(),
    }
}

/// A few of them, often with a number changed, an owner or a slip.
fn clause(pick: &mut Pick, game: &Game) -> String {
    let mut text = word(pick, game);
    if pick.one_in(3) {
        let number = pick.of(&["0", "1", "2", "6", "7", "9", "D3", "D6", "2D6+1", "250", "99999"]);
        text = text.split(' ').map(|w| if w.parse::<u32>().is_ok() { number } else { w }).collect::<Vec<_>>().join(" ");
    }
    let text = if pick.one_in(6) { slipped(pick, &text, 2) } else { text };
    let owner = if pick.one_in(5) { pick.of(&["attacker: ", "defender: ", "2: ", "not ", "target "]) } else { "" };
    format!("{owner}{text}")
}

/// A path to a value of a profile.
fn path(pick: &mut Pick, keys: &'static [ProfileKey], left: u32) -> String {
    let key = &keys[pick.from(0, keys.len() as u32 - 1) as usize];
    match key.holds {
        Holds::Tables(inner) if left > 0 => {
            let name = pick.of(&["", ".*", ".trooper", ".1"]);
            format!("{}{name}.{}", key.name, path(pick, inner, left - 1))
        }
        _ => format!("{}={}", key.name, if pick.one_in(2) { key.example } else { slip(pick) }),
    }
}

fn size(pick: &mut Pick, name: &str) -> String {
    match pick.from(0, 7) {
        0 => format!("{} {name}", pick.of(&["0", "1", "3", "7", "20", "250", "251", "99999999999999999999"])),
        1 => format!("{name}+{name}"),
        3 => format!("{} {name}+{} {name}", pick.from(1, 12), pick.from(1, 12)),
        2 => slipped(pick, name, 2),
        _ => name.to_owned(),
    }
}

/// A unit that leads others, where a game has any.
fn leader(pick: &mut Pick, game: &Game) -> &'static str {
    if game.id.starts_with("warhammer") { pick.of(&["captain", "emperors-champion", "clanrats"]) } else { "clanrats" }
}

/// What a player means: two units of a game, something that is known to hold, and now and then a word of the game.
fn meant(pick: &mut Pick, game: &Game, units: &[&Found]) -> Request {
    let unit = |pick: &mut Pick| {
        let name = format!("{}/{}", game.id, units[pick.from(0, units.len() as u32 - 1) as usize].name);
        if pick.one_in(3) { format!("{} {name}", pick.from(1, 12)) } else { name }
    };
    let sure = ["+1 to hit", "-1 to hit", "reroll hits of 1", "+1 attacks", "+1 to save", "-1 to save"];
    let with = few(pick, 2, |pick| if pick.one_in(3) { word(pick, game) } else { pick.of(&sure).to_owned() });
    let set = few(pick, 1, |pick| pick.of(&["defender.damage=1", "defender.damage=2"]).to_owned());
    let then = if pick.one_in(4) { vec![unit(pick)] } else { Vec::new() };
    let phase = pick.of(&[None, Some(Phase::Combat), Some(Phase::Shooting)]);
    Request { attacker: unit(pick), defender: unit(pick), then, with, set, phase, ..Request::default() }
}

fn few(pick: &mut Pick, most: u32, mut one: impl FnMut(&mut Pick) -> String) -> Vec<String> {
    (0..pick.from(0, most)).map(|_| one(pick)).collect()
}

#[test]
fn whatever_is_typed_is_answered_or_refused_with_a_message() {
    let units = built_in();
    drive(|pick, told| {
        let game = GAMES[pick.from(0, GAMES.len() as u32 - 1) as usize];
        let mine: Vec<&Found> = units.iter().filter(|unit| unit.game.as_deref() == Some(game.id)).collect();
        if pick.one_in(2) {
            let request = meant(pick, game, &mine);
            told.push_str(&format!("{request:#?}"));
            return answered(prepare(&request));
        }
        let name = |pick: &mut Pick| format!("{}/{}", game.id, mine[pick.from(0, mine.len() as u32 - 1) as usize].name);
        let unit = |pick: &mut Pick| {
            let name = name(pick);
            let leader = if pick.one_in(4) { format!("{}+", self::leader(pick, game)) } else { String::new() };
            format!("{leader}{}", size(pick, &name))
        };
        let ruling = |pick: &mut Pick| {
            let ruling = &game.rulings[pick.from(0, game.rulings.len() as u32 - 1) as usize];
            format!("{}={}", ruling.name, pick.of(ruling.values))
        };
        let request = Request {
            attacker: unit(pick),
            defender: unit(pick),
            then: few(pick, 3, |pick| format!("{}{}", pick.of(&["", "", "combat:", "shooting: "]), unit(pick))),
            with: few(pick, 4, |pick| clause(pick, game)),
            edition: pick.of(&[None, None, game.editions.last()]).map(|edition| (*edition).to_owned()),
            mode: pick.of(&[None, None, game.modes.last()]).map(|mode| (*mode).to_owned()),
            set: few(pick, 2, |pick| {
                let side = pick.of(&["attacker.", "defender.", "", "both."]);
                format!("{side}{}", path(pick, game.keys, 2))
            }),
            rulings: if game.rulings.is_empty() { Vec::new() } else { few(pick, 2, ruling) },
            phase: pick.of(&[None, Some(Phase::Combat), Some(Phase::Shooting)]),
            weapons: few(pick, 1, |pick| pick.of(&["best", "each", "a", "bolt rifle", ""]).to_owned()),
            order: few(pick, 1, |pick| pick.of(&["best", "a", ",", "bolt rifle, best"]).to_owned()),
            ..Request::default()
        };
        told.push_str(&format!("{request:#?}"));
        answered(prepare(&request));
    });
}
