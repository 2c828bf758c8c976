//! The plain job as a person would write it: two profiles in the files' own words.

use std::sync::Arc;

use warodds::ask::{CompareCell, CompareRequest, Comparison, Prepared, Request, compare, prepare, prepare_units};
use warodds::engine::{self, CHUNK, Options, Outcome, Sampling};
use warodds::games::Phase;
use warodds::profile::{Found, Source, typical};

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
    engine::exact(&parsed(units).engaged.engagement).expect("not too large")
}

/// The same units, their profiles read and typed.
pub(crate) fn parsed(units: &Units) -> Prepared {
    let found = |source: &Arc<Source>| (Found::of("unit", Arc::clone(source)), None);
    let prepared = prepare_units(&[found(&units.attacker)], &found(&units.defender), &units.request);
    prepared.unwrap_or_else(|error| panic!("{error}"))
}

/// From read profiles to the whole distribution.
pub(crate) fn compute_parsed(prepared: &Prepared) -> Outcome {
    engine::exact(&prepared.engaged_anew().expect("no mistakes").engagement).expect("not too large")
}

/// Ten shipped units of a game on ten of its typical targets, in combat.
pub(crate) fn hundred(game: &str) -> Comparison {
    table(game, [10, 10], &Options::default())
}

/// So many of them on so many of these.
pub(crate) fn table(game: &str, [rows, columns]: [usize; 2], options: &Options) -> Comparison {
    let attackers: &[&str] = match game {
        "age-of-sigmar" => &[
            "liberators", "stormvermin", "clanrats", "ardboyz", "blood-knights", "chaos-knights", "mortek-guard",
            "rat-ogors", "varanguard", "vulkite-berzerkers",
        ],
        _ => &[
            "aggressor-squad", "assault-intercessor-squad", "boyz", "beast-snagga-boyz", "battlewagon",
            "avatar-of-khaine", "terminators", "intercessor-squad", "necron-warriors", "genestealers",
        ],
    };
    let names = |names: &[&str], most| names.iter().take(most).map(|name| format!("{game}/{name}")).collect();
    let request = CompareRequest {
        attackers: names(attackers, rows),
        defenders: names(typical(game), columns),
        base: Request { phase: Some(Phase::Combat), ..Request::default() },
        ..CompareRequest::default()
    };
    compare(&request, options).expect("shipped units")
}

/// All cells of such a table, computed by this thread.
pub(crate) fn cells(table: &Comparison) -> Vec<CompareCell> {
    let columns = table.defenders().len();
    (0..table.cells()).filter_map(|place| table.cell(false, place / columns, place % columns)).collect()
}

/// A game, who attacks one after the other, the target, the phase, and what is said besides.
type Asked = (&'static str, &'static [&'static str], &'static str, Phase, &'static [&'static str]);

/// The slowest questions that a random search over shipped units of each game found: sizes, situations, effects and attacks
/// one after the other. That of Warhammer 40,000 is refused by now; instead of it a re-roll is kept through very many attacks.
pub(crate) const SLOWEST: [Asked; 5] = [
    (
        "age-of-sigmar",
        &[
            "5 age-of-sigmar/vanguard-raptors-with-hurricane-crossbows",
            "combat:30 age-of-sigmar/stormvermin",
            "age-of-sigmar/megaboss-on-maw-krusha",
        ],
        "2 age-of-sigmar/gatebreaker-mega-gargant",
        Phase::Combat,
        &["strike back 5 mortal on 5+"],
    ),
    (
        "warhammer-40k",
        &["60 warhammer-40k/cadian-shock-troops"],
        "warhammer-40k/captain+warhammer-40k/boyz",
        Phase::Combat,
        &["command re-roll"],
    ),
    ("warhammer-40k-11e", &["40 warhammer-40k-11e/cadian-shock-troops"], "40k-11e/boyz", Phase::Shooting, &[]),
    (
        "asoiaf",
        &["asoiaf/red-cloaks", "asoiaf/red-cloaks", "asoiaf/shaggydog"],
        "asoiaf/veterans-of-the-watch",
        Phase::Combat,
        &["4+: set morale to 3+"],
    ),
    ("warcry", &["warcry/gloryseeker", "warcry/brute-wrekka"], "warcry/god-speaker", Phase::Combat, &["counter"]),
];

/// One of them, as a person asks it.
pub(crate) fn slowest(game: &str) -> Request {
    let (_, attackers, defender, phase, with) = SLOWEST.into_iter().find(|row| row.0 == game).expect("a game");
    let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    Request {
        attacker: attackers[0].to_owned(),
        defender: defender.to_owned(),
        then: all(&attackers[1..]),
        with: all(with),
        phase: Some(phase),
        ..Request::default()
    }
}

/// From the names of the units to the answer: exact, or a chunk of dice where that is too large.
pub(crate) fn ask(request: &Request) -> Outcome {
    let prepared = prepare(request).unwrap_or_else(|error| panic!("{error}"));
    let sampling = Sampling { trials: CHUNK, threads: Some(1), ..Sampling::default() };
    let options = Options { sampling, ..Options::default() };
    engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("within every limit").outcome
}
