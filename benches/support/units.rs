//! The plain job as a person would write it: two profiles in the files' own words.

use std::sync::Arc;

use warodds::ask::{CompareCell, CompareRequest, Comparison, Request, compare, prepare_units};
use warodds::engine::{self, Outcome};
use warodds::games::{Clause, Encounter, Game, Phase, game_of};
use warodds::profile::{Diagnostics, Document, Found, Source, typical};

/// Two units as they are found, before anything of them is read.
pub(crate) struct Units {
    attacker: Arc<Source>,
    defender: Arc<Source>,
    request: Request,
}

/// The files say twenty attacks into ten models of two wounds; this puts other numbers there.
fn with(text: &str, numbers: &[(&str, u16)]) -> String {
    let line = |line: &str| match numbers.iter().find(|(key, _)| line.starts_with(&format!("{key} = "))) {
        Some((key, number)) => format!("{key} = {number}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// `attacks` attacks hitting on 3+ with ones rolled again, wounding on 4+, damage D3, into `models` models of `wounds`
/// with a save of 5+ and a ward or Feel No Pain of 5+.
pub(crate) fn read(attacks: u16, models: u16, wounds: u16, spill: bool) -> Units {
    let (attacker, defender) = if spill {
        let target = include_str!("../peers/units/sigmar-defender.toml");
        let attacker = include_str!("../peers/units/sigmar-attacker.toml");
        (with(attacker, &[("attacks", attacks)]), with(target, &[("models", models), ("health", wounds)]))
    } else {
        let target = include_str!("../peers/units/40k-defender.toml");
        let attacker = include_str!("../peers/units/40k-attacker.toml");
        (with(attacker, &[("attacks", attacks)]), with(target, &[("count", models), ("wounds", wounds)]))
    };
    let request = Request {
        phase: Some(if spill { Phase::Combat } else { Phase::Shooting }),
        with: vec!["reroll hits of 1".to_owned()],
        ..Request::default()
    };
    Units {
        attacker: Source::new("attacker.toml", &attacker),
        defender: Source::new("defender.toml", &defender),
        request,
    }
}

/// From the texts to the whole distribution.
pub(crate) fn compute(units: &Units) -> Outcome {
    let found = |source: &Arc<Source>| (Found::of("unit", Arc::clone(source)), None);
    let prepared = prepare_units(&[found(&units.attacker)], &found(&units.defender), &units.request);
    engine::exact(&prepared.unwrap_or_else(|error| panic!("{error}")).engaged.engagement).expect("not too large")
}

/// The same units, their profiles parsed. What the game reads from a parsed profile, a [`Profile`] keeps: so the first
/// match-up checks and types it, and the later ones find it read.
pub(crate) fn parsed(units: &Units) -> (&'static Game, Encounter) {
    let found = Diagnostics::default();
    let read = |source| Document::read(source, &found);
    let (attacker, defender) = (read(&units.attacker), read(&units.defender));
    let game = game_of(&attacker, &found).expect("the profile says its game");
    let first = |known: &[&str]| known.first().copied().unwrap_or_default().to_owned();
    let clause = |text: &String| {
        let source = Source::new("--with", text.clone());
        Clause { attack: None, owner: None, text: text.clone(), source, chance: 1.0 }
    };
    let encounter = Encounter {
        mode: first(game.modes),
        edition: first(game.editions),
        with: units.request.with.iter().map(clause).collect(),
        ..Encounter::single(attacker.into(), defender.into(), units.request.phase)
    };
    (game, encounter)
}

/// From parsed profiles, which were read before unless this is the first time, to the whole distribution.
pub(crate) fn compute_parsed((game, encounter): &(&'static Game, Encounter)) -> Outcome {
    let engaged = (game.engage)(encounter, &Diagnostics::default()).expect("within every limit");
    engine::exact(&engaged.expect("no mistakes").engagement).expect("not too large")
}

/// Ten shipped units of a game on ten of its typical targets, in combat.
pub(crate) fn hundred(game: &str) -> Comparison {
    let attackers: &[&str] = match game {
        "age-of-sigmar" => &[
            "liberators",
            "stormvermin",
            "clanrats",
            "ardboyz",
            "blood-knights",
            "chaos-knights",
            "mortek-guard",
            "rat-ogors",
            "varanguard",
            "vulkite-berzerkers",
        ],
        _ => &[
            "aggressor-squad",
            "assault-intercessor-squad",
            "boyz",
            "beast-snagga-boyz",
            "battlewagon",
            "avatar-of-khaine",
            "terminators",
            "intercessor-squad",
            "necron-warriors",
            "genestealers",
        ],
    };
    let names = |names: &[&str]| names.iter().take(10).map(|name| format!("{game}/{name}")).collect();
    let request = CompareRequest {
        attackers: names(attackers),
        defenders: names(typical(game)),
        base: Request { phase: Some(Phase::Combat), ..Request::default() },
        ..CompareRequest::default()
    };
    compare(&request, &engine::Options::default()).expect("shipped units")
}

/// All cells of such a table, computed by this thread.
pub(crate) fn cells(table: &Comparison) -> Vec<CompareCell> {
    let columns = table.defenders().len();
    (0..table.cells()).filter_map(|place| table.cell(false, place / columns, place % columns)).collect()
}
