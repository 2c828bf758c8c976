//! What is so anyway, said aloud, changes no digit: the order and the owner of what is said, whether a card or an option says
//! it, what does not add up said twice, a number of the profile set to itself, a unit's name.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use warodds::ask::{FightRequest, PlanRequest, Request, fight, plan, prepare};
use warodds::engine::{Options, exact};
use warodds::games::{self, FORMS, Form, Game, Owner, Phase};
use warodds::sequence::Side;

use super::abilities::worn;
use crate::support::{cases, prepared};

/// Pairs of effects of each game: in every run, and in all.
const PAIRS: (u32, u32) = (40, 3_000);

/// What an attack answers: the chance of each number, and what is healed; a refusal is no text, but where it stands.
pub(super) fn answer(units: &[String; 2], phase: Phase, said: &[String], set: &[String]) -> Result<Vec<f64>, String> {
    let request = Request { phase: Some(phase), with: said.to_vec(), set: set.to_vec(), ..Request::default() };
    let prepared = prepared(&units[0], &units[1], &request).map_err(|error| error.to_string())?;
    let outcome = exact(&prepared.engaged.engagement).map_err(|refusal| format!("{refusal:?}"))?;
    let mut figures = Vec::new();
    for side in [Side::Attacker, Side::Defender] {
        for pmf in [outcome.wounds_lost(side), outcome.slain(side)] {
            figures.extend((0..=pmf.max()).map(|n| pmf.at(n)));
        }
    }
    figures.extend(outcome.totals.iter().map(|(_, total)| total.mean()));
    figures.push(prepared.engaged.engagement.recoveries.len() as f64);
    Ok(figures)
}

/// Whether two answers are the same to the last digits that rounding leaves, or both refused.
pub(super) fn same(one: &Result<Vec<f64>, String>, other: &Result<Vec<f64>, String>) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-12 * (1.0 + a.abs()))
        }
        (one, other) => one.is_err() && other.is_err(),
    }
}

pub(super) fn forms(game: &Game) -> Vec<&'static Form> {
    FORMS.iter().filter(|form| game.refusal(form).is_none()).collect()
}

fn side(form: &Form) -> &'static str {
    if form.owner == Owner::Attacker { "attacker" } else { "defender" }
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

/// Both effects as cards of their owners.
fn carded(units: &[String; 2], forms: [&Form; 2]) -> [String; 2] {
    let mut carded = units.clone();
    for (number, form) in forms.into_iter().enumerate() {
        let unit = &mut carded[usize::from(form.owner == Owner::Defender)];
        unit.push_str(&format!("[[ability]]\nname = \"Card {number}\"\neffects = [\"{}\"]\n", form.written()));
    }
    carded
}

#[test]
fn order_owner_and_door_of_what_is_said_change_no_digit() {
    let mut apart = Vec::new();
    for game in games::GAMES {
        let (all, mut dice) = (forms(game), Xoshiro256PlusPlus::seed_from_u64(18));
        for _ in 0..cases(PAIRS.0, PAIRS.1) {
            let [one, other] = [0, 1].map(|_| all[dice.random_range(0..all.len())]);
            let phase = if dice.random_range(0..2) == 0 { Phase::Shooting } else { Phase::Combat };
            let (attacker, defender) = worn(game, phase == Phase::Shooting);
            let units = [attacker, defender];
            let (first, second) = (one.written(), other.written());
            let plain = answer(&units, phase, &texts(&[&first, &second]), &[]);
            let mut look = |what: &str, other: Result<Vec<f64>, String>| {
                if !same(&plain, &other) {
                    apart.push(format!("{} {phase:?}: {first}, {second}: {what}\n  {plain:?}\n  {other:?}", game.id));
                }
            };
            look("the other way round", answer(&units, phase, &texts(&[&second, &first]), &[]));
            let owned = [one, other].map(|form| format!("{}: {}", side(form), form.written()));
            look("with owners", answer(&units, phase, &owned, &[]));
            if one.pattern != other.pattern {
                look("as cards", answer(&carded(&units, [one, other]), phase, &[], &[]));
            }
            let renamed = [units[0].replace("\"A\"", "\"Zeal\""), units[1].replace("\"D\"", "\"Apex\"")];
            look("renamed", answer(&renamed, phase, &texts(&[&first, &second]), &[]));
        }
    }
    assert!(apart.is_empty(), "{}:\n{}", apart.len(), apart.join("\n"));
}

/// What does not add up, by the beginning of its pattern.
const ONCE: [&str; 14] = [
    "reroll hits", "reroll failed", "reroll non", "reroll wounds", "reroll saves", "set ", "critical ", "ignore ",
    "no ", "ward N+", "invulnerable", "feel no pain", "hit only", "wounded only",
];

#[test]
fn what_does_not_add_up_may_be_said_twice() {
    let mut apart = Vec::new();
    for game in games::GAMES {
        for form in forms(game).into_iter().filter(|form| ONCE.iter().any(|start| form.pattern.starts_with(start))) {
            for phase in [Phase::Shooting, Phase::Combat] {
                let (attacker, defender) = worn(game, phase == Phase::Shooting);
                let units = [attacker, defender];
                let text = form.written();
                let once = answer(&units, phase, &texts(&[&text]), &[]);
                let twice = answer(&units, phase, &texts(&[&text, &text]), &[]);
                if !same(&once, &twice) {
                    apart.push(format!("{} {phase:?}: {text}\n  {once:?}\n  {twice:?}", game.id));
                }
            }
        }
    }
    assert!(apart.is_empty(), "{}:\n{}", apart.len(), apart.join("\n"));
}

/// Numbers that the profiles of [`worn`] say anyway, set once more.
fn anyway(game: &Game) -> Vec<String> {
    let both = |key: &str| ["attacker", "defender"].map(|side| format!("{side}.{key}")).to_vec();
    match game.id {
        "age-of-sigmar" => {
            vec!["attacker.models=3".to_owned(), "defender.models=5".to_owned(), "defender.health=2".to_owned()]
        }
        "asoiaf" => both("models=7"),
        "warcry" => vec!["attacker.wounds=10".to_owned(), "defender.toughness=4".to_owned()],
        _ => texts(&["attacker.weapon.w.strength=6", "attacker.weapon.w.ap=-3"]),
    }
}

#[test]
fn a_number_that_is_set_to_itself_changes_nothing() {
    for game in games::GAMES {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(17);
        let all = forms(game);
        for _ in 0..cases(8, 400) {
            let form = all[dice.random_range(0..all.len())];
            let (attacker, defender) = worn(game, false);
            let (units, said) = ([attacker, defender], texts(&[&form.written()]));
            let plain = answer(&units, Phase::Combat, &said, &[]);
            let set = answer(&units, Phase::Combat, &said, &anyway(game));
            assert!(same(&plain, &set), "{}: {said:?}\n{plain:?}\n{set:?}", game.id);
        }
    }
}

/// A unit of each game that strikes, and one that is struck.
const PAIRS_OF_UNITS: [[&str; 2]; 5] = [
    ["liberators", "clanrats"],
    ["asoiaf/stark-sworn-swords", "asoiaf/stark-bowmen"],
    ["warcry/gloryseeker", "warcry/carrion-catcher"],
    ["40k/boyz", "40k/intercessor-squad"],
    ["40k-11e/boyz", "40k-11e/intercessor-squad"],
];

#[test]
fn a_plan_with_one_attacker_is_its_attack() {
    for [attacker, target] in PAIRS_OF_UNITS {
        let base = Request { phase: Some(Phase::Combat), ..Request::default() };
        let request = PlanRequest {
            attackers: texts(&[attacker]),
            targets: texts(&[target]),
            goal: "wounds".to_owned(),
            base: base.clone(),
            ..PlanRequest::default()
        };
        let planned = plan(&request).unwrap_or_else(|error| panic!("{error}")).0.value;
        let request = Request { attacker: attacker.to_owned(), defender: target.to_owned(), ..base };
        let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        let lost = exact(&attack.engaged.engagement).expect("small").wounds_lost(Side::Defender).mean();
        assert!((planned - lost).abs() < 1e-9, "{attacker}: {planned} is not {lost}");
    }
}

/// In the first round of a fight the unit whose turn it is has charged, unless the fight is told otherwise.
#[test]
fn who_charges_anyway_may_say_so() {
    for [a, b] in [
        ["liberators", "clanrats"],
        ["asoiaf/stark-sworn-swords", "asoiaf/stark-bowmen"],
        ["40k/boyz", "40k/intercessor-squad"],
    ] {
        let of = |with: &[&str]| {
            let base = Request { with: texts(with), ..Request::default() };
            let request = FightRequest { a: a.to_owned(), b: b.to_owned(), rounds: 2, base, ..FightRequest::default() };
            fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0.rounds
        };
        let figures = |with: &[&str]| serde_json::to_string(&of(with)).expect("figures");
        assert_eq!(figures(&[]), figures(&["A: charged"]), "{a}");
    }
}
