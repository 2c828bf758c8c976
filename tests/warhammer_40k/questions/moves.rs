//! Questions about moves: charges, advances, random moves.

use super::*;

/// EX-15, Deep Strike, the 1" of Engagement Range, and what is just over a distance.
#[test]
fn w40k_charge() {
    let needs = |keys: &[&str]| line(&ask("charge", keys), "roll needed");
    near("EX-15", needs(&["distance=4.5", "climb=3"]), 7.0);
    near("9 exactly", needs(&["distance=9"]), 8.0);
    near("+1 to charge", needs(&["distance=>9", "bonus=1"]), 8.0);
    near("12 exactly", needs(&["distance=12"]), 11.0);
    near("half inches", needs(&["distance=7.25"]), 7.0);
    let deep = ask("charge", &["distance=>9"]);
    near("just over 9", line(&deep, "roll needed"), 9.0);
    assert_eq!(fraction(&deep, "charge made"), "5/18");
    assert_eq!(fraction(&deep, "with a Command Re-roll"), "155/324");
    let three = ask("charge", &["distance=>9", "roll=3D6 drop lowest"]);
    assert_eq!(fraction(&three, "charge made"), "113/216");
    for near_enough in ["distance=0", "distance=1"] {
        assert_eq!(fraction(&ask("charge", &[near_enough]), "charge made"), "1", "{near_enough}");
    }
    // A target that needs 13 is out of reach of two dice.
    assert_eq!(fraction(&ask("charge", &["distance=12", "climb=2"]), "charge made"), "0");
    let error = asked("charge", &["distance=13"]).expect_err("too far").to_string();
    assert!(error.contains("from 0 to 12"), "{error}");
}

/// One roll for all targets: the farthest counts.
#[test]
fn w40k_charge_at_several_targets() {
    let answered = ask("charge", &["distance=5,8.5,>7"]);
    near("the farthest", line(&answered, "roll needed"), 8.0);
    assert_eq!(fraction(&answered, "charge made"), "5/12");
    near("the nearest alone", cell(&answered.tables[0], "5\"", "alone"), 33.0 / 36.0);
    near("just over 7 alone", cell(&answered.tables[0], ">7\"", "needs"), 7.0);
}

/// EX-41: a roll of 12 carries 10" if the model turns with a pivot value of 2".
#[test]
fn w40k_pivot() {
    near("10\" of path", line(&ask("charge", &["distance=11", "pivot=2"]), "roll needed"), 12.0);
    near("without turning", line(&ask("charge", &["distance=11"]), "roll needed"), 10.0);
}

/// A charge, then the fight: what happens is the chance of the charge times what the fight does.
#[test]
fn w40k_charge_then_fight() {
    let answered = ask("charge", &["distance=>9", "attacker=catachan-jungle-fighters", "defender=termagants"]);
    let table = answered.tables.last().expect("the fight");
    // Ten attacks hit on 4+, wound S3 on T3 on 4+ with +1 for the charge, save 5+ at AP 0.
    let mean = 10.0 * 0.5 * (4.0 / 6.0) * (4.0 / 6.0);
    let lost = cell(table, "mean wounds lost", "charge made");
    let most: f64 = (0..=10).map(|k| f64::from(k) * binomial(10, k, mean / 10.0)).sum();
    near("charged", lost, most);
    near("before the roll", cell(table, "mean wounds lost", "before the roll"), most * 10.0 / 36.0);
    near("re-rolled", cell(table, "mean wounds lost", "with a Command Re-roll"), most * 155.0 / 324.0);
    assert!(asked("charge", &["distance=9", "attacker=termagants"]).is_err());
}

#[test]
fn w40k_advance() {
    for x in 1..=6u32 {
        let answered = ask("advance", &[&format!("distance={x}")]);
        let p = f64::from(7 - x) / 6.0;
        near("Advance", line(&answered, "reached"), p);
        near("re-rolled", line(&answered, "with a Command Re-roll of the Advance"), 1.0 - (1.0 - p) * (1.0 - p));
    }
    near("6\" and 4", line(&ask("advance", &["distance=9.5", "move=6"]), "reached"), 0.5);
}

/// A random Move is one roll: 2D6 and an Advance of D6 are three dice; the Advance alone is rolled again.
#[test]
fn w40k_random_move() {
    assert_eq!(fraction(&ask("advance", &["distance=9", "move=2D6", "advance=no"]), "reached"), "5/18");
    let answered = ask("advance", &["distance=11", "move=2D6"]);
    let (mut once, mut twice) = (0.0, 0.0);
    for a in 1..=6 {
        for b in 1..=6 {
            let p = f64::from((1..=6).filter(|c| a + b + c >= 11).count() as u32) / 6.0;
            once += p / 36.0;
            twice += (p + (1.0 - p) * p) / 36.0;
        }
    }
    near("once", line(&answered, "reached"), once);
    near("re-rolled", line(&answered, "with a Command Re-roll of the Advance"), twice);
}

/// EX-52: any distance up to the roll.
#[test]
fn w40k_surge() {
    assert_eq!(fraction(&ask("surge", &["distance=5"]), "reached"), "1/3");
    assert_eq!(fraction(&ask("surge", &["distance=2", "roll=D3+1"]), "reached"), "1");
}
