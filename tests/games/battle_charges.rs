//! Charges of a chance and in the enemy's turn, and shots in that turn. Every number is counted here from single chances.

use std::fs;

use super::battle::{Units, asked, close, fought};
use warodds::ask::{FightRequest, Request, fight};
use warodds::engine::{Method, Options, Sampling};
use warodds::games::Phase;

/// Wounds that both have lost after each round.
fn lost(request: &FightRequest, method: Method) -> Vec<[f64; 2]> {
    let options = Options { method, sampling: Sampling { trials: 60_000, ..Sampling::default() } };
    let (report, _) = fight(request, &options).unwrap_or_else(|error| panic!("{error}"));
    report.rounds.iter().map(|round| round.wounds_lost).collect()
}

/// Compares wounds that both have lost after each round, multiplied out and rolled.
fn loses(request: &FightRequest, wanted: &[[f64; 2]]) {
    for (method, within) in [(Method::Exact, 1e-12), (Method::Sampled, 0.02)] {
        for (round, (found, wanted)) in lost(request, method).iter().zip(wanted).enumerate() {
            let near = (0..2).all(|side| (found[side] - wanted[side]).abs() < within);
            assert!(near, "round {}: {found:?} is not {wanted:?} ({method:?})", round + 1);
        }
    }
}

/// One attack of four hurts, for 2 points with a charge, which is that of round 1 or none.
#[test]
fn a_charge_of_a_chance_is_made_once_or_not_at_all() {
    let units = Units::new();
    let charge = "abilities = [\"Charge (+1 Damage)\"]\n";
    let (a, b) = (units.sigmar("One", 1, 9, charge), units.sigmar("Other", 1, 9, charge));
    loses(&asked(&a, &b, 2, "A: charged @50%"), &[[0.25, 0.375], [0.5, 0.625]]);
    loses(&asked(&a, &b, 2, "A: charged @0%"), &[[0.25, 0.25], [0.5, 0.5]]);
    loses(&asked(&a, &b, 2, "A: charged @100%"), &[[0.25, 0.5], [0.5, 0.75]]);
    loses(&asked(&a, &b, 2, "A: charged @25%, B: charged @50%"), &[[0.375, 0.3125], [0.625, 0.5625]]);
    loses(&asked(&a, &b, 2, "A: 4+: charged"), &[[0.25, 0.375], [0.5, 0.625]]);
    let refused = fight(&asked(&a, &b, 2, "A: counter-charge @50%"), &Options::default()).err();
    let refused = refused.unwrap_or_else(|| panic!("it is fought"));
    assert!(refused.to_string().contains("a chance of it is not computed in a fight"), "{refused}");
}

/// Whoever charges fights first, else the side whose turn it is not (W40K-FIGHTS-FIRST): each slays the other with 5/12.
#[test]
fn a_charge_of_a_chance_says_who_fights_first() {
    let units = Units::new();
    let [a, b] = ["One", "Other"].map(|name| units.datasheet(name, 1, "-"));
    let (report, _) = fought(&a, &b, 1, "A: charged @40%");
    let (p, then) = (5.0 / 12.0, 5.0 / 12.0 * 7.0 / 12.0);
    close(report.rounds[0].destroyed[1], 0.4 * p + 0.6 * then);
    close(report.rounds[0].destroyed[0], 0.4 * then + 0.6 * p);
}

/// Who counter-charged has charged for the enemy's weapons as well (AOS-CMD-5.0a, AOS-20.0): of one attack of four a save of 4+
/// fails half the time, and two thirds with Rend 1.
#[test]
fn who_counter_charges_is_met_by_anti_charge() {
    let units = Units::new();
    let a = units.sigmar("Pikes", 1, 9, "abilities = [\"Anti-charge (+1 Rend)\"]\n");
    let b = units.sigmar("Riders", 1, 9, "");
    let text = fs::read_to_string(&b).expect("written").replace("save = \"-\"", "save = \"4+\"");
    fs::write(&b, text).expect("written");
    let (told, plain) = (1.0 / 6.0, 1.0 / 8.0);
    loses(&asked(&a, &b, 2, "B: counter-charge"), &[[0.25, told], [0.5, told + plain]]);
    loses(&asked(&a, &b, 2, ""), &[[0.25, plain], [0.5, 2.0 * plain]]);
    // Who is told so and cannot has not charged.
    let ran = FightRequest {
        base: Request { with: vec!["B: ran".into(), "B: counter-charge".into()], ..Request::default() },
        ..asked(&a, &b, 1, "")
    };
    assert!(fight(&ran, &Options::default()).is_err() || lost(&ran, Method::Exact)[0][1] < told - 0.01);
}

/// Covering Fire is of the enemy's shooting phase, after its shots, at -1 to hit (AOS-CMD-4.0); in its own turn a unit shoots as
/// always.
#[test]
fn covering_fire_is_shot_in_the_enemy_s_turn() {
    let units = Units::new();
    let gun =
        "[[weapon]]\nname = \"Bow\"\nrange = 12\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n";
    let (a, b) = (units.sigmar("One", 1, 9, gun), units.sigmar("Other", 1, 9, gun));
    let weak = units.sigmar("Weak", 1, 1, gun);
    let shooting = |b: &str, with: &str, points: Option<usize>| {
        let request = asked(&a, b, 2, with);
        FightRequest { base: Request { phase: Some(Phase::Shooting), points, ..request.base.clone() }, ..request }
    };
    let (plain, covering) = (1.0 / 4.0, 1.0 / 6.0);
    loses(&shooting(&b, "", None), &[[0.0, plain], [plain, plain]]);
    loses(&shooting(&b, "B: covering fire", None), &[[covering, plain], [covering + plain, plain]]);
    loses(&shooting(&b, "B: covering fire", Some(0)), &[[0.0, plain], [plain, plain]]);
    loses(&shooting(&weak, "B: covering fire", None), &[[0.75 * covering, plain]]);
    // As the enemy charges it comes before both fight; where nobody charges there is no shooting phase.
    loses(&asked(&a, &b, 1, "B: covering fire"), &[[covering + plain, plain]]);
    let still = FightRequest { charge: false, ..asked(&a, &b, 1, "B: covering fire") };
    loses(&still, &[[plain, plain]]);
    let (_, notes) = fight(&still, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert!(notes.iter().any(|note| note.contains("`B: covering fire` is not used: A does not charge")), "{notes:?}");
}

/// Power Through asks for a charge, which a fight of one round has in all of its turns (AOS-CMD-8.0).
#[test]
fn a_note_says_in_which_rounds_a_word_does_not_fit() {
    let units = Units::new();
    let (a, b) = (units.sigmar("Rats", 5, 1, ""), units.sigmar("Beast", 1, 3, ""));
    let unused = |rounds: usize| {
        let (_, notes) = fought(&a, &b, rounds, "B: charged, B: power through");
        notes.into_iter().filter(|note| note.contains("`B: power through` is not used")).collect::<Vec<_>>()
    };
    assert_eq!(unused(1), [""; 0]);
    assert!(matches!(&unused(2)[..], [note] if note.contains("after the first round")), "{:?}", unused(2));
}
