//! Condition tokens that attacks lay down in a fight lie there until something is rolled again for them (ASOIAF-TOKEN), and what
//! comes back there after attacks. Every number is counted here from single dice.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightRequest, Request, fight};
use warodds::engine::{Method, Options, Sampling};

/// A unit with so many dice that hit on this number, and a save of 4+; it fails no panic test.
fn card(folder: &TempDir, name: &str, (hit, dice): (u32, u32), more: &str) -> String {
    let head = format!(
        "game = \"asoiaf\"\nname = \"{name}\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"2+\"\nspeed = 5\n"
    );
    let attack =
        format!("[[attack]]\nname = \"Axe\"\ntype = \"melee\"\nhit = \"{hit}+\"\ndice = [{dice}, {dice}, {dice}]\n");
    let path = folder.path().join(format!("{name}.toml"));
    fs::write(&path, format!("{head}{attack}{more}")).expect("written");
    path.to_string_lossy().into_owned()
}

fn ability(effect: &str, more: &str) -> String {
    format!("[[ability]]\nname = \"Net\"\neffects = [\"{effect}\"]\n{more}\n")
}

/// Compares the wounds that both have lost after each round, multiplied out and rolled, and hands out the notes.
fn loses(a: &str, b: &str, (charge, set): (bool, &[&str]), wanted: &[[f64; 2]]) -> Vec<String> {
    let mut notes = Vec::new();
    for (method, within) in [(Method::Exact, 1e-12), (Method::Sampled, 0.02)] {
        let base = Request { set: set.iter().map(|text| (*text).to_owned()).collect(), ..Request::default() };
        let request =
            FightRequest { a: a.into(), b: b.into(), rounds: wanted.len(), charge, base, ..FightRequest::default() };
        let sampling = Sampling { trials: 60_000, ..Sampling::default() };
        let told = fight(&request, &Options { method, sampling });
        let (report, said) = told.unwrap_or_else(|error| panic!("{error}"));
        for (round, wanted) in report.rounds.iter().zip(wanted) {
            let found = round.wounds_lost;
            let near = (0..2).all(|side| (found[side] - wanted[side]).abs() < within);
            assert!(near, "round {}: {found:?} is not {wanted:?} ({method:?})", round.round);
        }
        notes = said;
    }
    notes
}

/// One die that hits on a 6, a charge that rolls misses again, and a save of 4+: with the token one of four blocks.
#[test]
fn a_token_that_is_not_spent_lies_there_in_the_next_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = card(&folder, "Markers", (6, 1), &ability("target becomes vulnerable", "when = [\"charge\"]"));
    let b = card(&folder, "Target", (6, 0), "");
    let (charging, plain) = (11.0 / 36.0, 1.0 / 6.0);
    // It is spent for a hit that is blocked.
    let (first, lies) = (charging * 0.75, 1.0 - charging * 0.5);
    let second = plain * (lies * 0.75 + (1.0 - lies) * 0.5);
    let third = {
        let lies = lies * (1.0 - plain * 0.5);
        plain * (lies * 0.75 + (1.0 - lies) * 0.5)
    };
    let wanted = [[0.0, first], [0.0, first + second], [0.0, first + second + third]];
    loses(&a, &b, (true, &[]), &wanted);
}

/// A token that comes once an attack is over is for the next one: of the target, on it, or on the unit that attacked.
#[test]
fn a_token_that_comes_last_is_for_the_next_attack() {
    let folder = tempfile::tempdir().expect("a folder");
    let b = card(&folder, "Target", (4, 1), "");
    let unit = |name: &str, effect: &str| card(&folder, name, (6, 1), &ability(effect, ""));
    // One die of six hits, and half of the hits are blocked, of half of those none again.
    let (blocked, again) = (1.0 / 12.0, 1.0 / 8.0);
    // B hits with half of its dice, and half of those hits are blocked.
    let plain = 0.25;
    let vulnerable = [[plain, blocked], [2.0 * plain, blocked + again], [3.0 * plain, blocked + 2.0 * again]];
    let a = unit("Nets", "target becomes vulnerable after attack");
    let notes = loses(&a, &b, (false, &[]), &vulnerable);
    assert!(notes.iter().all(|note| !note.contains("is not computed")), "{notes:?}");
    // Weakened it hits with one of four, and the token is spent if it hit at first. In round 2 it is B's turn.
    let weakened = [[0.125, blocked], [0.125 + 0.5 * 0.125 + 0.5 * plain, 2.0 * blocked]];
    loses(&unit("Mire", "target becomes weakened after attack"), &b, (false, &[]), &weakened);
    // A is hit by half of the dice; it blocks a quarter with the token, which is spent where it blocked first.
    let first = 0.5 * 0.75;
    let second = 0.5 * (0.75 * 0.75 + 0.25 * 0.5);
    loses(&unit("Open", "becomes vulnerable"), &b, (false, &[]), &[[first, blocked], [first + second, 2.0 * blocked]]);
}

/// Who dies of the wounds that it suffers before its attack makes none, and nothing comes back after it.
#[test]
fn nothing_comes_back_after_an_attack_that_is_not_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = card(&folder, "Mad", (6, 0), &ability("suffer 2 wounds before attack", ""));
    let b = card(&folder, "Healers", (6, 0), &ability("heal D3", ""));
    loses(&a, &b, (false, &["B.damage=9", "A.damage=10"]), &[[2.0, 0.0]]);
    loses(&a, &b, (false, &["B.damage=9"]), &[[2.0, -2.0], [4.0, -4.0]]);
}
