//! The jobs that are measured, as a person would ask for them: units in one line.

use warodds::ask::{Request, prepare};
use warodds::dice::Amount;
use warodds::games::Phase;
use warodds::sequence::Engagement;

/// Attacks, models, wounds of each and sides of the damage die: the sizes of job whose exact answers are timed.
pub(crate) const SIZES: [(u16, u16, u16, u8); 3] = [(20, 10, 2, 3), (200, 40, 3, 3), (1_000, 100, 10, 6)];

/// The most attacks that one model makes in them.
const EACH: u16 = 250;

/// The target in the game in which points do not spill.
fn target(models: u16, wounds: u16) -> String {
    format!("40k: {models}x T4 W{wounds} 5+ FNP 5+")
}

/// The attack of one unit on another, both in one line.
fn between(attacker: String, defender: String, phase: Phase) -> Engagement {
    let with = vec!["reroll hits of 1".to_owned()];
    let request = Request { attacker, defender, phase: Some(phase), with, ..Request::default() };
    prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.engagement
}

/// 20 attacks (or `attacks`), hit 3+ re-rolling 1s, wound 4+, save 5+, damage D3, ward or Feel No Pain 5+, into
/// `models` models of `wounds`: the plain job. With `all`, criticals also sustain, are lethal and devastate.
///
/// # Panics
/// With `spill` and `all`, and with attacks that models of at most [`EACH`] cannot share.
pub(crate) fn job(attacks: u16, models: u16, wounds: u16, damage: Amount, spill: bool, all: bool) -> Engagement {
    let bearers = attacks.div_ceil(EACH);
    let each = attacks / bearers;
    assert_eq!(each * bearers, attacks, "so many attacks cannot be shared by {bearers} models");
    assert!(!(spill && all), "the game in which points spill has other criticals");
    if spill {
        let defender = format!("aos: {models}x H{wounds} 5+ ward 5+");
        return between(format!("aos: {bearers}x {each}A 3+/4+/0/{damage}"), defender, Phase::Combat);
    }
    let criticals = if all { "[Sustained Hits 1, Lethal Hits, Devastating Wounds]" } else { "" };
    let attacker = format!("40k: {bearers}x 24\" {each}A 3+/4/0/{damage} {criticals}");
    between(attacker, target(models, wounds), Phase::Shooting)
}

/// The plain job with several weapons, one after the other into the same models: every other one has damage 2.
pub(crate) fn several(weapons: u16, attacks: u16, models: u16, wounds: u16) -> Engagement {
    let weapon = |weapon: u16| {
        let damage = if weapon % 2 == 1 { "2" } else { "D3" };
        format!("\"Weapon {}\" 24\" {attacks}A 3+/4/0/{damage}", weapon + 1)
    };
    let weapons: Vec<String> = (0..weapons).map(weapon).collect();
    between(format!("40k: 1x {}", weapons.join("; ")), target(models, wounds), Phase::Shooting)
}

/// The job of twenty attacks with D3 damage into ten models of two wounds.
pub(crate) fn twenty(spill: bool, all: bool) -> Engagement {
    job(20, 10, 2, Amount::dice(1, 3), spill, all)
}

/// 120 attacks hitting on 3+ with Sustained Hits D3, Lethal Hits and Devastating Wounds, wounding on 4+, Damage D6, into
/// twenty models of three wounds with a save of 4+ and Feel No Pain 6+.
pub(crate) fn every_critical() -> Engagement {
    let weapon = "6A 3+/4/0/D6 [Sustained Hits D3, Lethal Hits, Devastating Wounds]";
    let request = Request {
        attacker: format!("40k: 20x {weapon}"),
        defender: "40k: 20x T4 W3 4+ FNP 6+".to_owned(),
        ..Request::default()
    };
    prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.engagement
}
