//! Dice questions of A Song of Ice & Fire, against tables worked out from the rules.

use crate::support::near;
use crate::support::questions::{asked, cell, line, number};
use warodds::ask::Request;
use warodds::questions::Answered;
use warodds::report::Figure;

#[track_caller]
fn ask(question: &str, keys: &[&str]) -> Answered {
    asked("asoiaf", question, keys, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(question: &str, keys: &[&str]) -> String {
    asked("asoiaf", question, keys, &Request::default()).expect_err("a mistake").to_string()
}

/// A line's figure as the fraction it is printed as.
#[track_caller]
fn fraction(answered: &Answered, what: &str, wanted: &str) {
    match line(answered, what) {
        Figure::Chance(chance) => assert_eq!(chance.to_string(), wanted, "{what} of {}", answered.title),
        other => panic!("{what} is {other:?}"),
    }
}

#[track_caller]
fn value(answered: &Answered, what: &str, wanted: f64) {
    near(what, number(line(answered, what)), wanted);
}

const ENDS: [&str; 3] = ["arrives in order, with the Charge Bonus", "arrives disorderly, without it", "fails"];

/// ASOIAF-CHG-DIST to ASOIAF-CHG-ROUGH: the printed table, ordered, disordered and failed for each distance.
#[test]
fn charge_table() {
    let table: [(i32, [[&str; 3]; 4]); 7] = [
        (0, [["5/6", "1/6", "0"], ["5/6", "1/6", "0"], ["4/9", "5/9", "0"], ["4/9", "5/9", "0"]]),
        (1, [["5/6", "1/6", "0"], ["5/6", "0", "1/6"], ["4/9", "5/9", "0"], ["4/9", "1/4", "11/36"]]),
        (2, [["5/6", "0", "1/6"], ["2/3", "0", "1/3"], ["4/9", "1/4", "11/36"], ["4/9", "0", "5/9"]]),
        (3, [["2/3", "0", "1/3"], ["1/2", "0", "1/2"], ["4/9", "0", "5/9"], ["1/4", "0", "3/4"]]),
        (4, [["1/2", "0", "1/2"], ["1/3", "0", "2/3"], ["1/4", "0", "3/4"], ["1/9", "0", "8/9"]]),
        (5, [["1/3", "0", "2/3"], ["1/6", "0", "5/6"], ["1/9", "0", "8/9"], ["1/36", "0", "35/36"]]),
        (6, [["1/6", "0", "5/6"], ["0", "0", "1"], ["1/36", "0", "35/36"], ["0", "0", "1"]]),
    ];
    for (n, columns) in table {
        let distance = format!("distance={}", 5 + n);
        for (terrain, wanted) in [&[][..], &["rough"], &["hindering"], &["hindering", "rough"]].into_iter().zip(columns)
        {
            let keys: Vec<&str> = [distance.as_str(), "speed=5"].into_iter().chain(terrain.iter().copied()).collect();
            let answered = ask("charge", &keys);
            ENDS.into_iter().zip(wanted).for_each(|(end, wanted)| fraction(&answered, end, wanted));
            let illegal = n == 6 && terrain.contains(&"rough");
            assert_eq!(answered.notes.iter().any(|note| note.contains("may not be declared")), illegal, "{keys:?}");
        }
    }
}

/// ASOIAF-CHG-DIST: one re-roll, used on anything but an ordered success; distances with a point.
#[test]
fn charges_rolled_again() {
    for (n, ordered, disorderly) in
        [(1, "35/36", "1/36"), (2, "35/36", "0"), (3, "8/9", "0"), (4, "3/4", "0"), (5, "5/9", "0"), (6, "11/36", "0")]
    {
        let distance = format!("distance={}", 5 + n);
        let answered = ask("charge", &[&distance, "speed=5", "again"]);
        fraction(&answered, ENDS[0], ordered);
        fraction(&answered, ENDS[1], disorderly);
    }
    // Two dice, both must be 3 or more: each is rolled again by itself if it is not.
    fraction(&ask("charge", &["distance=8", "speed=5", "hindering", "again"]), ENDS[0], "64/81");
    fraction(&ask("charge", &["distance=7.2", "speed=5"]), ENDS[0], "2/3");
    fraction(&ask("charge", &["distance=7,0\"", "speed=5"]), ENDS[0], "5/6");
    // ASOIAF-ADWD-CARRY: Speed 2 whatever the unit's.
    fraction(&ask("charge", &["distance=6", "unit=stark-outriders", "carrying"]), ENDS[0], "1/2");
}

/// X6 and X7: 8", Speed 5, Morale 6+.
#[test]
fn x6_and_x7_a_charge_and_what_failing_costs() {
    let answered = ask("charge", &["distance=8", "speed=5", "morale=6+"]);
    fraction(&answered, ENDS[0], "2/3");
    fraction(&answered, "fails", "1/3");
    fraction(&answered, "fails and panics", "5/54");
    value(&answered, "wounds to itself on average", 5.0 / 18.0);
    let few = ask("charge", &["distance=8", "speed=5", "morale=6+", "wounds=3"]);
    fraction(&few, "destroyed by its own panic", "5/81");
    // In the tester's own turn it rolls again first, the enemy's token last (ASOIAF-PANICKED-OPT): 32/81.
    let token = ask("charge", &["distance=8", "speed=5", "morale=6+", "panicked", "reroll"]);
    fraction(&token, "fails and panics", "32/243");
}

/// The whole charge: both attacks weighted, own panic taken off.
#[test]
fn a_whole_charge() {
    let keys = ["attacker=stark-sworn-swords", "defender=lannister-guardsmen", "distance=6"];
    let answered = ask("charge", &keys);
    let of = |row: &str, column: &str| number(cell(&answered, answered.tables.len() - 1, row, column));
    let (with, without) = (of("in order", "wounds lost"), of("disorderly", "wounds lost"));
    assert!(with > without);
    let mean = 5.0 / 6.0 * with + 1.0 / 6.0 * without;
    value(&answered, "wounds the target loses on average", mean);
    value(&answered, "wounds won less wounds lost", mean);
    // 8": a third of the charges fails, and 5/18 of those lose 3 of the charger's own.
    let far = ask("charge", &[keys[0], keys[1], "distance=8"]);
    value(&far, "wounds won less wounds lost", 2.0 / 3.0 * with - 1.0 / 3.0 * 5.0 / 18.0 * 3.0);
    assert!(refused("charge", &["distance=8", keys[0]]).contains("belong together"));
    assert!(refused("charge", &["distance=8"]).contains("say `speed=5`"));
}

/// X4 and ASOIAF-RETREAT.
#[test]
fn retreats() {
    let answered = ask("retreat", &["unit=lannister-guardsmen", "distance=6"]);
    fraction(&answered, "6\" or more", "5/6");
    near("X4: Speed 4 and a 2 are 6\"", number(cell(&answered, 0, "6", "exactly")), 1.0 / 6.0);
    let rough = ask("retreat", &["speed=4", "distance=6", "rough"]);
    fraction(&rough, "6\" or more", "2/3");
}

/// ASOIAF-MORALE, X8 and X12.
#[test]
fn morale() {
    fraction(&ask("morale", &["morale=6+"]), "failed", "5/18");
    // X12: Morale 6+ at -4 fails as 10 does.
    fraction(&ask("morale", &["morale=6", "modifier=-4"]), "failed", "5/6");
    fraction(&ask("morale", &["unit=lannister-guardsmen", "horrific"]), "failed", "7/12");
    fraction(&ask("morale", &["morale=6+", "horrific", "inspiring"]), "failed", "5/18");
    fraction(&ask("morale", &["morale=2+"]), "failed", "0");
    assert!(refused("morale", &["morale=13+"]).contains("2+"));
    assert!(refused("morale", &[]).contains("unit=…"));
}

/// ASOIAF-PANICKED-OPT: the printed tables.
#[test]
fn panic_with_and_without_the_token() {
    for (morale, plain, token, wounds) in [
        (3, "1/36", "121/1296", 605.0 / 1944.0),
        (4, "1/12", "17/72", 85.0 / 108.0),
        (5, "1/6", "43/108", 215.0 / 162.0),
        (6, "5/18", "41/72", 205.0 / 108.0),
        (7, "5/12", "313/432", 1565.0 / 648.0),
        (8, "7/12", "367/432", 1835.0 / 648.0),
        (9, "13/18", "301/324", 1505.0 / 486.0),
        (10, "5/6", "35/36", 175.0 / 54.0),
        (11, "11/12", "143/144", 715.0 / 216.0),
        (12, "35/36", "1295/1296", 6475.0 / 1944.0),
    ] {
        let morale = format!("morale={morale}+");
        fraction(&ask("panic", &[&morale]), "failed", plain);
        let with = ask("panic", &[&morale, "panicked"]);
        fraction(&with, "failed", token);
        value(&with, "wounds on average", wounds);
    }
    let compared = ask("panic", &["morale=7+"]);
    for (row, wanted) in
        [("own re-roll", 65.0 / 432.0), ("token, then own", 1427.0 / 5184.0), ("own, then token", 2911.0 / 5184.0)]
    {
        near(row, number(cell(&compared, 1, row, "failed")), wanted);
    }
    fraction(&ask("panic", &["morale=7+", "panicked", "reroll"]), "failed", "1427/5184");
    fraction(&ask("panic", &["morale=7+", "panicked", "reroll", "first=owner"]), "failed", "2911/5184");
    fraction(&ask("panic", &["morale=7+", "panicked", "reroll", "cause=charge"]), "failed", "2911/5184");
}

/// ASOIAF-PANIC, ASOIAF-ZONE-CROWN, ASOIAF-AGOT-CENTER: who calls for the test, and what is left.
#[test]
fn panic_by_its_cause() {
    // Crown on Morale 6+: F(7) = 5/12; it kills 3 wounds with a D3 of 2 or 3, 5 never.
    let crown = |wounds: &str| ask("panic", &["morale=6+", "cause=crown", wounds]);
    fraction(&crown("wounds=2"), "destroyed", "5/12");
    fraction(&crown("wounds=3"), "destroyed", "5/18");
    fraction(&crown("wounds=4"), "destroyed", "5/36");
    fraction(&crown("wounds=5"), "destroyed", "0");
    // What has no wounds left is gone already.
    fraction(&crown("wounds=0"), "destroyed", "0");
    fraction(&ask("panic", &["morale=6+", "cause=centre"]), "failed", "7/12");
    assert!(ask("panic", &["morale=-"]).notes[0].contains("never tests"));
}

/// ASOIAF-PANIC-FRIENDLY: each friend's test is real, whatever the volley did.
#[test]
fn shooting_into_melee() {
    let keys = ["attacker=stark-bowmen", "defender=lannister-guardsmen", "friends=6,7"];
    let answered = ask("shooting-into-melee", &keys);
    value(&answered, "wounds that panic costs friends on average", 3.0 * (5.0 / 18.0 + 5.0 / 12.0));
    near("the friend of 7+", number(cell(&answered, 0, "7+", "panics")), 5.0 / 12.0);
    // Two wounds left: the volley may destroy the target; by the switch its friends are then spared.
    let weak = [keys[0], "defender=2 lannister-guardsmen", keys[2]];
    let always = ask("shooting-into-melee", &weak);
    let spared = ask("shooting-into-melee", &[weak[0], weak[1], weak[2], "destroyed=no"]);
    let gone = number(line(&always, "target destroyed"));
    assert!(gone > 0.1);
    let cost = "wounds that panic costs friends on average";
    near(cost, number(line(&spared, cost)), number(line(&always, cost)) * (1.0 - gone));
}

/// ASOIAF-AFFC-DROP: a failed test, or destruction by the hits themselves. Case O: 6 dice at 4+ on four models.
#[test]
fn dropping_what_is_carried() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let attacker = write(
        "a.toml",
        "game = \"asoiaf\"\nname = \"A\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"W\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n",
    );
    let defender = |morale: &str| {
        format!(
            "game = \"asoiaf\"\nname = \"D\"\ntray = \"infantry\"\nmodels = 4\ndefense = \"4+\"\nmorale = \"{morale}\"\n"
        )
    };
    let (brave, fearless) = (write("b.toml", &defender("6+")), write("c.toml", &defender("-")));
    let keys = |defender: &str| [format!("attacker={attacker}"), format!("defender={defender}")];
    let drop = |defender: &str| {
        let keys = keys(defender);
        ask("drop", &[&keys[0], &keys[1]])
    };
    // P(W >= 4) of six dice that wound with 1/4.
    let outright: f64 = [(4, 15.0), (5, 6.0), (6, 1.0)]
        .into_iter()
        .map(|(k, ways)| ways * f64::powi(0.25, k) * f64::powi(0.75, 6 - k))
        .sum();
    let answered = drop(&brave);
    near("outright", number(line(&answered, "because the hits destroy the unit")), outright);
    crate::support::printed("failed", number(line(&answered, "because the panic test fails")), 0.217895508, 9);
    near("fearless", number(line(&drop(&fearless), "dropped")), outright);
}

/// ASOIAF-DANGEROUS and ASOIAF-ADWD-B: D3+1 and D3 without a save.
#[test]
fn suffering() {
    for (wounds, dangerous, carrier) in
        [(1, "1", "1"), (2, "1", "2/3"), (3, "2/3", "1/3"), (4, "1/3", "0"), (5, "0", "0")]
    {
        let wounds = format!("wounds={wounds}");
        fraction(&ask("suffer", &[&wounds]), "destroyed", dangerous);
        fraction(&ask("suffer", &[&wounds, "amount=D3"]), "destroyed", carrier);
    }
    // Eleven models lose their first rank with 3 wounds.
    let eleven = ask("suffer", &["unit=11 lannister-guardsmen"]);
    fraction(&eleven, "loses a rank or more", "2/3");
    assert!(refused("suffer", &["wounds=4", "amount=2D6"]).contains("at most one die"));
}

/// ASOIAF-HEAL: 12 - 4 models lost a rank; one wound brings it back, and its dice.
#[test]
fn healing() {
    let answered = ask("heal", &["unit=8 lannister-guardsmen", "amount=1"]);
    assert_eq!(line(&answered, "ranks before"), &Figure::Whole(2));
    assert_eq!(line(&answered, "ranks after"), &Figure::Whole(3));
    assert_eq!(line(&answered, "wounds to heal for the next rank"), &Figure::Whole(1));
    assert_eq!(cell(&answered, 0, "Long Sword", "before"), &Figure::Whole(5));
    assert_eq!(cell(&answered, 0, "Long Sword", "after"), &Figure::Whole(6));
    // Infantry: 1 if the wounds left are a multiple of four, else 4 - (R mod 4) + 1.
    for (left, wanted) in [(8, 1), (7, 2), (6, 3), (5, 4), (4, 1), (1, 4)] {
        let unit = format!("unit={left} lannister-guardsmen");
        assert_eq!(line(&ask("heal", &[&unit]), "wounds to heal for the next rank"), &Figure::Whole(wanted), "{left}");
    }
    // Three wounds a model: 8 left are 3 models, Wealth's 3 wounds make 4 again.
    let riders = ask("heal", &["unit=stark-outriders", "wounds=8"]);
    assert_eq!(line(&riders, "models back"), &Figure::Whole(1));
    // Three wounds more than it can get back: 12 in all, of which 8 are left.
    let all = ask("heal", &["unit=stark-outriders", "wounds=8", "amount=9"]);
    assert_eq!(line(&all, "wounds healed"), &Figure::Whole(4));
    assert_eq!(line(&all, "models back"), &Figure::Whole(1));
    assert!(refused("heal", &["unit=stark-outriders", "wounds=0"]).contains("destroyed"));
}

/// ASOIAF-TOKEN, ASOIAF-TRIG6, ASOIAF-ROLLOFF, ASOIAF-TERRAIN.
#[test]
fn odds_and_ends() {
    let token = ask("token", &["showing=4", "needs=4+"]);
    value(&token, "successes taken away on average", 2.0);
    fraction(&ask("token", &["showing=1", "needs=4+", "modifier=-3"]), "each succeeds again", "1/6");
    fraction(&ask("sixes", &["dice=2"]), "at least one", "11/36");
    value(&ask("sixes", &["dice=9"]), "on average", 1.5);
    fraction(&ask("roll-off", &[]), "each wins", "1/2");
    fraction(&ask("roll-off", &[]), "decided by the first roll", "5/6");
    fraction(&ask("roll-off", &["players=3"]), "each wins", "1/3");
    let pieces = ask("terrain", &[]);
    for (piece, ways) in [
        ("Corpse Pile", 3.0),
        ("Bog", 3.0),
        ("Palisade", 4.0),
        ("Hedge", 5.0),
        ("player's choice", 6.0),
        ("Wall", 5.0),
        ("Stakes", 4.0),
        ("Forest", 3.0),
        ("Weirwood Tree", 3.0),
    ] {
        near(piece, number(cell(&pieces, 0, piece, "each piece is one")), ways / 36.0);
        // Two and D3 pieces: four on average.
        near(piece, number(cell(&pieces, 0, piece, "on average")), ways / 9.0);
    }
    near("feast", number(cell(&ask("terrain", &["feast"]), 0, "Bog", "each piece is one")), 3.0 / 33.0);
}
