//! Attached units in a fight once Precision has hurt their leader: whom their own weapons and dying enemies hurt then
//! (W40K-PRECISION, W40K-HAZARDOUS, W40K-ALLOCATE). Every number is counted here, shot by shot.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightReport, FightRequest, fight};
use warodds::engine::{Method, Options, Sampling};
use warodds::games::Phase;

/// An attack that hits on 2+ and wounds on 2+.
const SURE: f64 = 25.0 / 36.0;

/// Models of a kind with one weapon each.
fn datasheet(folder: &TempDir, game: &str, name: &str, (models, wounds): (u32, u32), more: &str) -> String {
    let head = format!("game = \"{game}\"\nname = \"{name}\"\n");
    let leads = if name == "Leader" { "role = \"character\"\n" } else { "" };
    let model =
        format!("[[model]]\nname = \"{name}\"\ncount = {models}\ntoughness = 4\nsave = \"7+\"\nwounds = {wounds}\n");
    let path = folder.path().join(format!("{name}.toml"));
    fs::write(&path, format!("{head}{model}{leads}{more}")).expect("written");
    path.to_string_lossy().into_owned()
}

/// A weapon of 24", or of melee, whose attack hits and wounds on 2+ for one point.
fn weapon(name: &str, ranged: bool, more: &str) -> String {
    let range = if ranged { "range = 24\n" } else { "" };
    format!(
        "[[weapon]]\nname = \"{name}\"\n{range}attacks = 1\nskill = \"2+\"\nstrength = 10\nap = -6\ndamage = 1\n{more}\n"
    )
}

/// Shots at somebody of ten wounds, of which only the tests matter.
fn hazardous() -> String {
    weapon("Plasma", true, "abilities = [\"Hazardous\"]").replace("\"2+\"", "\"6+\"")
}

fn fought(a: &str, b: &str, (rounds, phase): (usize, Phase), method: Method) -> FightReport {
    let base = warodds::ask::Request { phase: Some(phase), ..Default::default() };
    let request = FightRequest { a: a.into(), b: b.into(), rounds, base, ..FightRequest::default() };
    let sampling = Sampling { trials: 60_000, ..Sampling::default() };
    let options = Options { method, sampling };
    fight(&request, &options).unwrap_or_else(|error| panic!("{error}")).0
}

/// How many models of B have fallen in the end, multiplied out and rolled.
fn falls(a: &str, b: &str, when: (usize, Phase), wanted: &[f64]) {
    for (method, within) in [(Method::Exact, 1e-12), (Method::Sampled, 0.01)] {
        let fight = fought(a, b, when, method);
        let slain = &fight.rounds.last().expect("a round").slain[1].pmf;
        for (models, wanted) in wanted.iter().enumerate() {
            let p = slain.get(models).copied().unwrap_or_default();
            assert!((p - wanted).abs() < within, "{models} models: {p} is not {wanted} ({method:?}, {slain:?})");
        }
    }
}

/// The chances of 0 to 3 failures of three tests.
fn failures(p: f64) -> [f64; 4] {
    [(1.0, 0), (3.0, 1), (3.0, 2), (1.0, 3)].map(|(ways, n)| ways * p.powi(n) * (1.0 - p).powi(3 - n))
}

/// In the 11th edition a test fails on 1 and 2, and a mortal wound lands on the Bodyguard while it stands, also when the leader
/// is hurt.
#[test]
fn hazard_rolls_of_a_unit_whose_leader_is_hurt_land_on_its_bodyguard() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, models: (u32, u32), more: &str| datasheet(&folder, "warhammer-40k-11e", name, models, more);
    let a = unit("Sniper", (1, 10), &weapon("Rifle", true, "abilities = [\"Precision\"]"));
    let b = format!("{}+{}", unit("Leader", (1, 2), &hazardous()), unit("Squad", (2, 1), &hazardous()));
    let f = failures(1.0 / 3.0);
    // The third wound falls on the leader, which has one of two left if it was hurt.
    falls(&a, &b, (2, Phase::Shooting), &[f[0], f[1], f[2] + f[3] * (1.0 - SURE), f[3] * SURE]);
    // Of a leader that is slain nobody tests the weapon, and the squad is whole.
    let killer = unit(
        "Killer",
        (1, 10),
        &weapon("Rifle", true, "abilities = [\"Precision\"]").replace("damage = 1", "damage = 2"),
    );
    let two = [4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0];
    let alive = 1.0 - SURE;
    let wanted = [alive * f[0], alive * f[1] + SURE * two[0], alive * (f[2] + f[3]) + SURE * two[1], SURE * two[2]];
    falls(&killer, &b, (2, Phase::Shooting), &wanted);
}

/// In the 10th edition a 1 is three mortal wounds on one bearer: one that has lost wounds, else one that is no character.
#[test]
fn hazardous_tests_hurt_the_leader_that_precision_has_hurt() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, models: (u32, u32), more: &str| datasheet(&folder, "warhammer-40k", name, models, more);
    let a = unit("Sniper", (1, 10), &weapon("Rifle", true, "abilities = [\"Precision\"]"));
    let leader = unit("Leader", (1, 5), &hazardous());
    let b = format!("{leader}+{}", unit("Squad", (2, 1), &hazardous()));
    let (f, whole) = (failures(1.0 / 6.0), 1.0 - SURE);
    // Hurt, it has four left: the first failure leaves one, the second slays it, the third is another's.
    let wanted = [SURE * (f[0] + f[1]) + whole * f[0], SURE * f[2] + whole * f[1], SURE * f[3] + whole * (f[2] + f[3])];
    falls(&a, &b, (2, Phase::Shooting), &wanted);
    // With a second gun a model of the squad may be hurt as well; each of that has four wounds.
    let both = weapon("Rifle", true, "abilities = [\"Precision\"]") + &weapon("Gun", true, "");
    let a = unit("Pair", (1, 10), &both);
    let b = format!("{leader}+{}", unit("Veterans", (2, 4), &hazardous()));
    // By what is hurt and the number of failures, how many models fall.
    let neither = [0, 0, 1, 1];
    let one_of_squad = [0, 1, 1, 2];
    let leader = [0, 0, 1, 1];
    let both = [0, 1, 1, 2];
    let mut wanted = [0.0; 4];
    for (chance, fallen) in
        [(whole * whole, neither), (whole * SURE, one_of_squad), (SURE * whole, leader), (SURE * SURE, both)]
    {
        fallen.into_iter().zip(f).for_each(|(models, p)| wanted[models] += chance * p);
    }
    falls(&a, &b, (2, Phase::Shooting), &wanted);
}

/// A dying enemy strikes the Bodyguard, also when the leader is hurt.
#[test]
fn who_dies_strikes_the_bodyguard_of_a_leader_that_is_hurt() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["warhammer-40k", "warhammer-40k-11e"] {
        let unit = |name: &str, models: (u32, u32), more: &str| datasheet(&folder, game, name, models, more);
        let knife = weapon("Knife", false, "");
        let stiletto = weapon("Stiletto", false, "abilities = [\"Precision\", \"Extra Attacks\"]");
        let a = unit("Sniper", (1, 1), &(stiletto + &weapon("Last", false, "on-death = true")));
        let b = format!("{}+{}", unit("Leader", (1, 3), &knife), unit("Squad", (2, 1), &knife));
        // The stiletto hurts the leader, the other weapon slays one of the squad; as A dies that weapon strikes once more.
        let dies = |models: i32| 1.0 - (1.0 - SURE).powi(models);
        let first = [1.0 - SURE, SURE];
        let wanted = [
            first[0] * (1.0 - dies(3) * SURE),
            first[0] * dies(3) * SURE + first[1] * (1.0 - dies(2) * SURE),
            first[1] * dies(2) * SURE,
        ];
        falls(&a, &b, (1, Phase::Combat), &wanted);
    }
}
