//! The dice questions of Age of Sigmar: tables worked out from the rules, to the digits that stand here;
//! and in the modules each rule that the questions answer for, with values worked out by hand or by brute force.

mod battle;
mod checks;
mod magic;
mod mistakes;
mod moves;

use crate::support::questions::{cell, line, number, sigmar};
use crate::support::{near, printed};
use warodds::questions::Answered;
use warodds::report::Figure;

/// The chance in a line.
#[track_caller]
fn chance(answered: &Answered, what: &str) -> f64 {
    number(line(answered, what))
}

/// The chance in a table.
#[track_caller]
fn at(answered: &Answered, table: usize, row: impl ToString + Copy, column: &str) -> f64 {
    number(cell(answered, table, &row.to_string(), column))
}

/// Every roll of two dice.
fn pairs() -> impl Iterator<Item = (i32, i32)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

/// Ways out of 36 that two dice satisfy.
fn ways(test: impl Fn(i32, i32) -> bool) -> f64 {
    pairs().filter(|(a, b)| test(*a, *b)).count() as f64
}

/// A fraction, or a number with four decimals.
#[track_caller]
fn same(figure: &Figure, wanted: &str) {
    match figure {
        Figure::Chance(chance) if wanted.contains('/') => assert_eq!(chance.to_string(), wanted),
        _ if wanted.contains('/') => {
            let (above, below) = wanted.split_once('/').expect("a fraction");
            let value = |text: &str| text.parse::<f64>().expect("a number");
            near(wanted, number(figure), value(above) / value(below));
        }
        _ => {
            let digits = wanted.split_once('.').map_or(12, |(_, digits)| digits.len() as i32);
            printed(wanted, number(figure), wanted.parse().expect("a number"), digits);
        }
    }
}

/// Rows of `label | wanted | wanted …`; the columns are named.
#[track_caller]
fn rows(answered: &Answered, table: usize, columns: &[&str], wanted: &[(&str, &[&str])]) {
    for (label, cells) in wanted {
        assert_eq!(cells.len(), columns.len());
        for (column, wanted) in columns.iter().zip(*cells) {
            same(cell(answered, table, label, column), wanted);
        }
    }
}

/// 5.1
#[test]
fn charge_table() {
    let answered = sigmar("charge", &[]);
    let columns = ["one roll", "all dice again", "best dice again"];
    let wanted: &[(&str, &[&str])] = &[
        ("2", &["1", "1", "1"]),
        ("3", &["35/36", "1295/1296", "0.9992"]),
        ("4", &["11/12", "143/144", "0.9931"]),
        ("5", &["5/6", "35/36", "0.9722"]),
        ("6", &["13/18", "299/324", "301/324"]),
        ("7", &["7/12", "119/144", "367/432"]),
        ("8", &["5/12", "95/144", "313/432"]),
        ("9", &["5/18", "155/324", "41/72"]),
        ("10", &["1/6", "11/36", "43/108"]),
        ("11", &["1/12", "23/144", "17/72"]),
        ("12", &["1/36", "71/1296", "121/1296"]),
    ];
    rows(&answered, 0, &columns, wanted);
    let decimals: &[(&str, &[&str])] = &[
        ("3", &["0.9722", "0.9992", "0.9992"]),
        ("4", &["0.9167", "0.9931", "0.9931"]),
        ("5", &["0.8333", "0.9722", "0.9722"]),
        ("6", &["0.7222", "0.9228", "0.9290"]),
        ("7", &["0.5833", "0.8264", "0.8495"]),
        ("8", &["0.4167", "0.6597", "0.7245"]),
        ("9", &["0.2778", "0.4784", "0.5694"]),
        ("10", &["0.1667", "0.3056", "0.3981"]),
        ("11", &["0.0833", "0.1597", "0.2361"]),
        ("12", &["0.0278", "0.0548", "0.0934"]),
    ];
    rows(&answered, 0, &columns, decimals);
}

/// 5.1: what a distance needs, exact decimals.
#[test]
fn charge_distances() {
    for (distance, wanted) in [("9.5", "5/18"), ("9.51", "1/6"), ("9.01", "5/18"), ("9", "5/18"), ("8.5", "5/12")] {
        let answered = sigmar("charge", &[&format!("distance={distance}")]);
        same(line(&answered, "the charge succeeds"), wanted);
    }
    let over = sigmar("charge", &["distance=9.5", "bonus=1"]);
    same(line(&over, "the charge succeeds"), "5/12");
    same(cell(&over, 0, "8", "one roll"), "5/12");
    assert_eq!(cell(&over, 0, "8", "reaches"), &Figure::Text("9.5\"".into()));
}

/// 5.2
#[test]
fn casting_table() {
    let answered = sigmar("casting", &[]);
    let columns = ["cast", "cast, not unbound", "1 less on the roll", "1 more"];
    let wanted: &[(&str, &[&str])] = &[
        ("3", &["35/36", "5/9", "11/12", "35/36"]),
        ("4", &["11/12", "119/216", "5/6", "35/36"]),
        ("5", &["5/6", "29/54", "13/18", "11/12"]),
        ("6", &["13/18", "41/81", "7/12", "5/6"]),
        ("7", &["7/12", "581/1296", "5/12", "13/18"]),
        ("8", &["5/12", "455/1296", "5/18", "7/12"]),
        ("9", &["5/18", "325/1296", "1/6", "5/12"]),
        ("10", &["1/6", "205/1296", "1/12", "5/18"]),
        ("11", &["1/12", "53/648", "1/36", "1/6"]),
        ("12", &["1/36", "1/36", "0", "1/12"]),
    ];
    rows(&answered, 0, &columns, wanted);
    let decimals = ["0.5556", "0.5509", "0.5370", "0.5062", "0.4483", "0.3511", "0.2508", "0.1582", "0.0818"];
    for (value, wanted) in (3..).zip(decimals) {
        same(cell(&answered, 0, &value.to_string(), "cast, not unbound"), wanted);
    }
}

/// 5.2: unbinding, banishing, Mystic Shield, miscasts.
#[test]
fn unbinding_banishing_and_miscasts() {
    let unbinding = sigmar("unbinding", &[]);
    let wanted = ["11/12", "5/6", "13/18", "7/12", "5/12", "5/18", "1/6", "1/12", "1/36", "0", "0"];
    for (roll, wanted) in (3..).zip(wanted) {
        same(cell(&unbinding, 0, &roll.to_string(), "unbound"), wanted);
    }
    let shield = sigmar("casting", &["value=6"]);
    same(line(&shield, "cast"), "0.7222");
    same(line(&shield, "cast, and not unbound by 2D6"), "0.5062");
    let banishing = sigmar("banishing", &["bonus=1"]);
    same(cell(&banishing, 0, "8", "banished"), "7/12");
    same(cell(&banishing, 0, "3", "banished"), "1");
    let miscast = sigmar("miscast", &[]);
    same(line(&miscast, "a casting roll is a miscast"), "1/36");
    same(line(&miscast, "mean damage to the caster"), "2/36");
    same(line(&sigmar("miscast", &["dice=3"]), "a casting roll is a miscast"), "2/27");
}

/// 5.3
#[test]
fn chanting_table() {
    let answered = sigmar("chanting", &[]);
    let columns = ["roll 1", "roll 2", "roll 3", "roll 4"];
    let wanted: &[(&str, &[&str])] = &[
        ("3", &["0.6667", "0.9167", "0.9784", "0.9943"]),
        ("4", &["0.5000", "0.8611", "0.9552", "0.9859"]),
        ("5", &["0.3333", "0.7778", "0.9182", "0.9709"]),
        ("6", &["0.1667", "0.6667", "0.8673", "0.9478"]),
        ("7", &["0", "19/36", "0.7978", "0.9138"]),
        ("8", &["0", "5/12", "0.7284", "0.8768"]),
        ("9", &["0", "5/18", "0.6404", "0.8271"]),
        ("10", &["0", "1/6", "0.5478", "0.7686"]),
    ];
    rows(&answered, 0, &columns, wanted);
    for (value, wanted) in [("7", "0.5278"), ("8", "0.4167"), ("9", "0.2778"), ("10", "0.1667")] {
        same(cell(&answered, 0, value, "roll 2"), wanted);
    }
    let power = sigmar("chanting", &["value=7", "bonus=1", "rolls=3"]);
    for (roll, wanted) in [("1", "1/6"), ("2", "13/18"), ("3", "0.9012")] {
        same(cell(&power, 0, roll, "answered by then"), wanted);
    }
    let intervention = sigmar("chanting", &["bonus=-1", "rolls=1"]);
    for (value, wanted) in [("3", "1/2"), ("4", "1/3"), ("5", "1/6"), ("6", "0"), ("10", "0")] {
        same(cell(&intervention, 0, value, "roll 1"), wanted);
    }
}

/// 5.4
#[test]
fn rally_table() {
    let six: &[(&str, &[&str])] = &[
        ("1", &["3", "63/64"]),
        ("2", &["5/4", "0.8906"]),
        ("3", &["43/64", "0.6563"]),
        ("4", &["11/32", "0.3438"]),
        ("5", &["7/64", "0.1094"]),
        ("6", &["1/64", "0.0156"]),
        ("7", &["0", "0"]),
    ];
    let seven: &[(&str, &[&str])] = &[
        ("1", &["3.5", "127/128"]),
        ("2", &["3/2", "0.9375"]),
        ("3", &["107/128", "0.7734"]),
        ("4", &["1/2", "0.5000"]),
        ("5", &["29/128", "0.2266"]),
        ("6", &["1/16", "0.0625"]),
        ("7", &["1/128", "1/128"]),
    ];
    let columns = ["mean models back", "at least one"];
    rows(&sigmar("rally", &[]), 0, &columns, six);
    rows(&sigmar("rally", &["musician=yes"]), 0, &columns, seven);
    same(line(&sigmar("rally", &[]), "mean points"), "3");
    same(line(&sigmar("rally", &["musician=yes"]), "mean points"), "3.5");
    // The same, asked for one Health.
    for (table, musician) in [(six, "no"), (seven, "yes")] {
        for (health, wanted) in table {
            let one = sigmar("rally", &[&format!("health={health}"), &format!("musician={musician}")]);
            same(line(&one, "mean models that come back"), wanted[0]);
            same(line(&one, "at least one comes back"), wanted[1]);
        }
    }
}

/// 5.5
#[test]
fn mortal_damage_and_wards() {
    let table = [
        ("-", "2", ["0", "1/3", "1/3", "1/3"]),
        ("6+", "5/3", ["43/648", "85/216", "25/72", "125/648"]),
        ("5+", "4/3", ["13/81", "4/9", "8/27", "8/81"]),
        ("4+", "1", ["7/24", "11/24", "5/24", "1/24"]),
        ("3+", "2/3", ["38/81", "11/27", "1/9", "1/81"]),
    ];
    for (ward, mean, row) in table {
        let answered = sigmar("mortal", &[&format!("ward={ward}")]);
        same(line(&answered, "mean"), mean);
        for (k, wanted) in row.iter().enumerate().filter(|(_, wanted)| **wanted != "0") {
            same(cell(&answered, 0, &k.to_string(), "exactly"), wanted);
        }
        assert_eq!(answered.tables[0].rows.len(), if ward == "-" { 3 } else { 4 });
    }
    for (ward, mean) in [("-", "1/3"), ("6+", "5/18"), ("5+", "2/9")] {
        let answered = sigmar("place-of-power", &[&format!("ward={ward}")]);
        same(line(&answered, "the Hero suffers D3 mortal damage"), "1/6");
        same(line(&answered, "mean damage"), mean);
    }
    // T-4: n dice, each 4+ inflicts 1: binomial, mean n/2, and 5n/12 with Ward 6+.
    let boing = sigmar("mortal", &["dice=10", "on=4+", "damage=1"]);
    same(line(&boing, "mean"), "5");
    same(cell(&boing, 0, "5", "exactly"), "63/256");
    same(line(&sigmar("mortal", &["dice=10", "on=4+", "damage=1", "ward=6+"]), "mean"), "50/12");
}

/// 5.6
#[test]
fn priority_and_double_turns() {
    let answered = sigmar("priority", &["takes=nobody"]);
    same(line(&answered, "in each roll, who went first before chooses"), "7/12");
    same(line(&answered, "who went second before chooses and may take a double turn"), "5/12");
    same(line(&answered, "I may take a double turn at least once"), "1385/1728");
    same(line(&answered, "I may take a double turn at least once"), "0.8015");
    let roll_off = sigmar("roll-off", &[]);
    same(line(&roll_off, "I win"), "1/2");
    same(line(&roll_off, "mean rolls until it is decided"), "6/5");
}

/// 5.7
#[test]
fn run_redeploy_and_random_moves() {
    for (inches, wanted) in (1..).zip(["1", "5/6", "2/3", "1/2", "1/3", "1/6"]) {
        let run = sigmar("run", &["move=5", &format!("distance={}", 5 + inches)]);
        same(line(&run, "a Run is enough"), wanted);
        same(line(&run, "a Run with At the Double is enough"), "1");
        let redeploy = sigmar("redeploy", &[&format!("distance={inches}")]);
        same(line(&redeploy, "it is enough"), wanted);
    }
    let hopper = |inches: u32| sigmar("run", &["move=D6+8", &format!("distance={inches}")]);
    for (inches, wanted) in (9..=14).zip(["1", "5/6", "2/3", "1/2", "1/3", "1/6"]) {
        same(line(&hopper(inches), "a Normal Move is enough"), wanted);
    }
    same(line(&hopper(15), "a Normal Move is enough"), "0");
}

/// 5.8
#[test]
fn save_table() {
    let answered = sigmar("saves", &[]);
    let columns = ["Rend 0", "Rend 1", "Rend 2", "Rend 3", "Rend 4"];
    let plain: &[(&str, &[&str])] = &[
        ("2+", &["5/6", "2/3", "1/2", "1/3", "1/6"]),
        ("3+", &["2/3", "1/2", "1/3", "1/6", "0"]),
        ("4+", &["1/2", "1/3", "1/6", "0", "0"]),
        ("5+", &["1/3", "1/6", "0", "0", "0"]),
        ("6+", &["1/6", "0", "0", "0", "0"]),
    ];
    let defended: &[(&str, &[&str])] = &[
        ("2+", &["5/6", "5/6", "2/3", "1/2", "1/3"]),
        ("3+", &["5/6", "2/3", "1/2", "1/3", "1/6"]),
        ("4+", &["2/3", "1/2", "1/3", "1/6", "0"]),
        ("5+", &["1/2", "1/3", "1/6", "0", "0"]),
        ("6+", &["1/3", "1/6", "0", "0", "0"]),
    ];
    rows(&answered, 0, &columns, plain);
    rows(&answered, 1, &columns, defended);
}

/// 5.8, the line below the table.
#[test]
fn hit_table() {
    let answered = sigmar("hits", &[]);
    let wanted: [(&str, [&str; 5]); 3] = [
        ("-1", ["2/3", "1/2", "1/3", "1/6", "1/6"]),
        ("0", ["5/6", "2/3", "1/2", "1/3", "1/6"]),
        ("+1", ["5/6", "5/6", "2/3", "1/2", "1/3"]),
    ];
    for (modifier, column) in wanted {
        for (needs, wanted) in (2..).zip(column) {
            same(cell(&answered, 0, &format!("{needs}+"), modifier), wanted);
        }
    }
}

/// AOS-14.3: charge then fight is the chance of the charge times the fight's law; T-3 gives the fight.
#[test]
fn composite_questions() {
    let fight = 3_993_541_280_436_640_625.0 / 40_479_843_698_864_750_592.0;
    let answered =
        sigmar("charge-then-fight", &["attacker=liberators", "defender=clawlord", "distance=9.5", "reroll=all"]);
    same(line(&answered, "the charge succeeds: 2D6 must reach 9"), "155/324");
    near("then", number(line(&answered, "the target is destroyed, if the charge succeeds")), fight);
    near("all", number(line(&answered, "the target is destroyed")), 155.0 / 324.0 * fight);
    near("mean", number(cell(&answered, 0, "damage", "mean")), 155.0 / 324.0 * 110.0 / 27.0);
    // P(no damage) of the fight is printed as 0.014052.
    printed("nothing", number(cell(&answered, 1, "0", "exactly")), 169.0 / 324.0 + 155.0 / 324.0 * 0.014052, 6);
    let worth = sigmar("all-out", &["attacker=liberators", "defender=clawlord"]);
    let wanted: &[(&str, &[&str])] = &[
        ("neither", &["4.0741", "0.098655"]),
        ("All-out Attack", &["4.8765", "0.197727"]),
        ("All-out Defence", &["3.4722", "0.050793"]),
        ("both", &["4.0741", "0.098655"]),
    ];
    rows(&worth, 0, &["mean damage", "destroyed"], wanted);
    // Spearhead: a given card among the first three of N.
    for deck in [3u32, 12, 24] {
        let cards = sigmar("cards", &[&format!("deck={deck}")]);
        near("3/N", number(line(&cards, "at least one is drawn")), 3.0 / f64::from(deck));
    }
}
