//! What comes back after attacks of a fight on a condition, which each attack meets or not. Every number is counted here.

use super::battle::{Units, asked};
use warodds::ask::{FightRequest, Request, fight};
use warodds::engine::{Method, Options, Sampling};

fn loses(a: &str, b: &str, (with, set): (&str, &[&str]), wanted: &[f64]) {
    for (method, within) in [(Method::Exact, 1e-12), (Method::Sampled, 0.02)] {
        let request = asked(a, b, wanted.len(), with);
        let base = Request { set: set.iter().map(|text| (*text).to_owned()).collect(), ..request.base.clone() };
        let sampling = Sampling { trials: 60_000, ..Sampling::default() };
        let told = fight(&FightRequest { base, ..request }, &Options { method, sampling });
        let (report, _) = told.unwrap_or_else(|error| panic!("{error}"));
        for (round, wanted) in report.rounds.iter().zip(wanted) {
            let found = round.wounds_lost[1];
            assert!((found - wanted).abs() < within, "round {}: {found} is not {wanted} ({method:?})", round.round);
        }
    }
}

/// One of four attacks hurts for a point. A charge of its own is of round 1, and so is what comes back for it.
#[test]
fn what_heals_after_a_charge_does_so_in_its_round() {
    let units = Units::new();
    let ability = "[[ability]]\nname = \"Blood\"\neffects = [\"heal 1\"]\nwhen = [\"charged\"]\n";
    let a = units.sigmar("Riders", 1, 9, "");
    let b = units.sigmar("Wall", 1, 9, ability);
    let against = units.sigmar("Thorns", 1, 9, &format!("{ability}against = true\n"));
    let (none, hurt) = (0.25, &["B.damage=3"][..]);
    for b in [&b, &against] {
        loses(&a, b, ("A: charged, B: charged", hurt), &[none - 1.0, 2.0 * none - 1.0]);
        loses(&a, b, ("B: charged @50%", hurt), &[none - 0.5, 2.0 * none - 0.5]);
        loses(&a, b, ("", hurt), &[none, 2.0 * none]);
    }
}

/// Whether it is damaged is known before each attack: the point that was lost in the attack before comes back after this one.
#[test]
fn what_heals_the_damaged_waits_for_damage() {
    let units = Units::new();
    let ability = "[[ability]]\nname = \"Mend\"\neffects = [\"heal 1\"]\nwhen = [\"damaged\"]\n";
    let (a, b) = (units.sigmar("Knives", 1, 9, ""), units.sigmar("Menders", 1, 9, ability));
    loses(&a, &b, ("", &[]), &[0.25, 0.25, 0.25]);
}
