//! The shipped units of Warhammer 40,000: at least thirty with points, every weapon ability among them, and each at
//! work: the same unit without it does something else.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::unit;
use warodds::ask::{Prepared, Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::{self, Phase};
use warodds::sequence::Side;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("profiles/warhammer-40k")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn all() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("the folder").map(|file| file.expect("a file").path());
    files.map(|path| std::fs::read_to_string(path).expect("a profile")).collect()
}

#[test]
fn thirty_units_and_more_have_points() {
    let units = all();
    let with_points = units.iter().filter(|text| text.lines().any(|line| line.starts_with("points = "))).count();
    assert!(with_points >= 30, "{with_points}");
    // The others are plain targets of every type.
    for keyword in ["INFANTRY", "VEHICLE", "MONSTER", "MOUNTED", "FLY", "PSYKER", "CHARACTER", "WALKER", "TITANIC"] {
        assert!(units.iter().any(|text| text.contains(&format!("\"{keyword}\""))), "nobody is {keyword}");
    }
    // Units say their faction in brackets on their first line.
    let faction = |text: &String| {
        let line = text.lines().next()?;
        Some(line.split_once('(')?.1.split_once(')')?.0.to_owned())
    };
    let factions: BTreeSet<String> = units.iter().filter_map(faction).collect();
    assert!(factions.len() >= 15, "{factions:?}");
}

#[test]
fn every_ability_is_on_some_card() {
    let game = games::find("warhammer-40k").expect("the game");
    let units = all();
    let has = |name: &str| units.iter().any(|text| text.contains(&format!("\"{name}")));
    for ability in (game.abilities)() {
        // `Rapid Fire X`, `Anti-KEYWORD N+`: what stands before the value.
        let name = ability.name.trim_end_matches(" X").trim_end_matches("KEYWORD N+");
        assert!(has(name), "no unit has {name}");
    }
    // Those that are keys as well are looked for as keys below.
    let keys = ["Feel No Pain", "Invulnerable Save", "Deadly Demise", "Firing Deck"];
    for ability in game.unit_abilities.iter().filter(|doc| !keys.iter().any(|key| doc.name.starts_with(key))) {
        let name = ability.name.split('X').next().expect("text").trim_end();
        assert!(units.iter().any(|text| text.contains(name)), "no unit has {}", ability.name);
    }
    for key in ["invulnerable", "feel-no-pain", "feel-no-pain-mortal", "feel-no-pain-psychic", "deadly-demise", "role"]
    {
        let line = format!("{key} = ");
        assert!(units.iter().any(|text| text.lines().any(|known| known.starts_with(&line))), "nobody has {key}");
    }
}

fn outcome(attacker: &str, defender: &str, leader: Option<&str>, request: &Request) -> Result<Outcome, String> {
    let mut target = unit(defender);
    target.leaders.extend(leader.map(|leader| (unit(&text(leader)), None)));
    let prepared: Result<Prepared, _> = prepare_units(&[(unit(attacker), None)], &(target, None), request);
    Ok(exact(&prepared.map_err(|error| error.to_string())?.engaged.engagement).expect("not too large"))
}

/// What may differ: damage, models slain, who is gone, and what the attacker loses.
fn figures(outcome: &Outcome) -> Vec<f64> {
    let mut figures = vec![
        outcome.total("damage").expect("a result").mean(),
        outcome.slain(Side::Defender).mean(),
        outcome.destroyed(Side::Defender),
        outcome.wounds_lost(Side::Attacker).mean(),
    ];
    figures.extend((0..outcome.bodies().len()).map(|body| outcome.gone(&[body])));
    figures
}

/// One ability at work: whose, on whom, and in which situation.
struct AtWork {
    ability: &'static str,
    attacker: &'static str,
    defender: &'static str,
    leader: Option<&'static str>,
    with: &'static [&'static str],
    phase: Phase,
}

const fn shot(
    ability: &'static str,
    attacker: &'static str,
    defender: &'static str,
    with: &'static [&'static str],
) -> AtWork {
    AtWork { ability, attacker, defender, leader: None, with, phase: Phase::Shooting }
}

const AT_WORK: &[AtWork] = &[
    shot("Rapid Fire 1", "cadian-shock-troops", "boyz", &["half range"]),
    shot("Ignores Cover", "catachan-jungle-fighters", "strike-team", &["cover"]),
    shot("Twin-linked", "aggressor-squad", "boyz", &[]),
    shot("Pistol", "paragon-warsuits", "boyz", &["big guns"]),
    shot("Lethal Hits", "plague-marines", "boyz", &[]),
    AtWork { phase: Phase::Combat, ..shot("Lance", "shining-spears", "boyz", &["charged"]) },
    shot("Precision", "rangers", "intercessor-squad", &[]),
    shot("Blast", "basilisk", "boyz", &[]),
    shot("Melta 2", "eradicator-squad", "land-raider", &["half range"]),
    shot("Heavy", "rangers", "boyz", &["stationary"]),
    shot("Hazardous", "redemptor-dreadnought", "boyz", &[]),
    shot("Devastating Wounds", "terminators", "intercessor-squad", &[]),
    shot("Sustained Hits 2", "corpuscarii-electro-priests", "boyz", &[]),
    AtWork { phase: Phase::Combat, ..shot("Extra Attacks", "battlewagon", "boyz", &["+1 attacks"]) },
    AtWork { phase: Phase::Combat, ..shot("Anti-VEHICLE 3+", "shining-spears", "land-raider", &[]) },
    shot("Psychic", "zoanthropes", "culexus-assassin", &[]),
];

/// The profile with an ability struck out everywhere.
fn without(name: &str, ability: &str) -> String {
    let whole = text(name);
    let gone = whole.replace(&format!("\"{ability}\", "), "").replace(&format!(", \"{ability}\""), "");
    let gone = gone.replace(&format!("\"{ability}\""), "");
    assert_ne!(gone, whole, "{name} has no {ability}");
    gone
}

#[test]
fn every_ability_is_at_work() {
    for case in AT_WORK {
        let leader = case.leader.or((case.ability == "Precision").then_some("captain"));
        let weapons =
            if case.ability == "Hazardous" { vec!["Macro plasma incinerator, supercharge".into()] } else { vec![] };
        let request = Request { phase: Some(case.phase), weapons, ..crate::support::with(case.with) };
        let target = text(case.defender);
        let has = outcome(&text(case.attacker), &target, leader, &request);
        let has_not = outcome(&without(case.attacker, case.ability), &target, leader, &request);
        let (has, has_not) = (has.expect(case.ability), has_not.expect(case.ability));
        let (a, b) = (figures(&has), figures(&has_not));
        assert!(a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 1e-6), "{} changes nothing: {a:?}", case.ability);
    }
}

/// What decides whether a weapon may be used: with the ability it may.
#[test]
fn abilities_that_let_a_weapon_shoot() {
    for (ability, attacker, situation) in [
        ("Assault", "termagants", "advanced"),
        ("Indirect Fire", "basilisk", "indirect"),
        ("Torrent", "catachan-jungle-fighters", "-1 to hit"),
    ] {
        let request = Request { phase: Some(Phase::Shooting), ..crate::support::with(&[situation]) };
        let target = text("boyz");
        let has = outcome(&text(attacker), &target, None, &request).expect(ability);
        let damage = |outcome: &Outcome| outcome.total("damage").expect("a result").mean();
        assert!(damage(&has) > 0.0, "{ability}");
        let stripped = without(attacker, ability).replace("skill = \"N/A\"", "skill = \"4+\"");
        let less = outcome(&stripped, &target, None, &request).map_or(0.0, |has_not| damage(&has_not));
        assert!(less < damage(&has), "{ability}: {less}");
    }
}

/// What protects a unit: without it an attack does more.
#[test]
fn what_protects_is_at_work() {
    for (line, defender, attacker, weapons) in [
        ("abilities = [\"Stealth\"", "rangers", "intercessor-squad", "Bolt rifle"),
        ("invulnerable = ", "skitarii-rangers", "eradicator-squad", ""),
        ("feel-no-pain = ", "beast-snagga-boyz", "intercessor-squad", "Bolt rifle"),
        ("feel-no-pain-mortal = ", "broadside-battlesuits", "terminators", ""),
        ("feel-no-pain-psychic = ", "culexus-assassin", "zoanthropes", ""),
    ] {
        let weapons: Vec<String> = [weapons].iter().filter(|name| !name.is_empty()).map(|n| (*n).to_owned()).collect();
        let request = Request { phase: Some(Phase::Shooting), weapons, ..crate::support::with(&[]) };
        let whole = text(defender);
        let gone: String = whole.lines().filter(|known| !known.starts_with(line)).map(|l| format!("{l}\n")).collect();
        assert!(gone.len() < whole.len(), "{defender} has no {line}");
        let damage = |target: &str| {
            let outcome = outcome(&text(attacker), target, None, &request).expect(line);
            outcome.total("damage").expect("a result").mean()
        };
        assert!(damage(&whole) < damage(&gone) - 1e-6, "{line} of {defender} protects nobody");
    }
}
