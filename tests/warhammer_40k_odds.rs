//! Dice questions of Warhammer 40,000, one test for each rule that they answer, named after its id. Expected values are
//! worked out from the rules, or counted here.

mod support;

mod odds_40k {
    pub(crate) mod reroll;
}

use support::near;
use warodds::ask::Request;
use warodds::error::Error;
use warodds::questions::{Answered, Figure, FigureTable};
use warodds::{ask::odds, games};

pub(crate) fn asked(question: &str, keys: &[&str]) -> Result<Answered, Error> {
    let game = games::find("warhammer-40k").expect("the game");
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    odds::ask(game, question, &keys, &Request::default())
}

pub(crate) fn ask(question: &str, keys: &[&str]) -> Answered {
    asked(question, keys).unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn number(figure: &Figure) -> f64 {
    match figure {
        Figure::Whole(n) => *n as f64,
        Figure::Number(x) | Figure::Probability(x) => *x,
        Figure::Chance(chance) => chance.value(),
        other => panic!("{other:?} is no number"),
    }
}

/// The figure of a line.
#[track_caller]
pub(crate) fn line(answered: &Answered, what: &str) -> f64 {
    let found = answered.lines.iter().find(|(known, _)| known == what);
    number(&found.unwrap_or_else(|| panic!("no line `{what}` in {:?}", answered.lines)).1)
}

/// The fraction of a line, as it is written.
#[track_caller]
fn fraction(answered: &Answered, what: &str) -> String {
    match answered.lines.iter().find(|(known, _)| known == what) {
        Some((_, Figure::Chance(chance))) => chance.to_string(),
        other => panic!("`{what}` is {other:?}"),
    }
}

/// The cell of a column in the row that begins with a text or number.
#[track_caller]
pub(crate) fn cell(table: &FigureTable, row: &str, column: &str) -> f64 {
    let column = table.header.iter().position(|title| title == column).expect("a column");
    let begins = |figure: &Figure| match figure {
        Figure::Text(text) => text == row,
        Figure::Whole(n) => n.to_string() == row,
        _ => false,
    };
    number(&table.rows.iter().find(|cells| begins(&cells[0])).unwrap_or_else(|| panic!("no row {row}"))[column])
}

/// The text of a cell.
fn word<'t>(table: &'t FigureTable, row: &str, column: &str) -> &'t str {
    let column = table.header.iter().position(|title| title == column).expect("a column");
    let row = table.rows.iter().find(|cells| cells[0] == Figure::Text(row.to_owned())).expect("a row");
    let Figure::Text(text) = &row[column] else { panic!("{row:?}") };
    text
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

fn binomial(n: u32, k: u32, p: f64) -> f64 {
    choose(n, k) * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
}

/// W40K-DICE: 2D6 in 36ths, 3D6 in 216ths, and the row with a re-roll.
#[test]
fn w40k_discard_two_dice_tables() {
    let answered = ask("two-dice", &[]);
    let table = &answered.tables[0];
    let at_least = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    let drop_lowest = [216, 215, 212, 205, 193, 174, 147, 113, 77, 43, 16];
    let drop_highest = [216, 200, 173, 139, 103, 69, 42, 23, 11, 4, 1];
    for (index, n) in (2..=12).enumerate() {
        let row = n.to_string();
        let p = f64::from(at_least[index]) / 36.0;
        near("2D6", cell(table, &row, "at least"), p);
        near("with a re-roll", cell(table, &row, "with a re-roll"), p + (1.0 - p) * p);
        near("drop lowest", cell(table, &row, "3D6 drop lowest"), f64::from(drop_lowest[index]) / 216.0);
        near("drop highest", cell(table, &row, "3D6 drop highest"), f64::from(drop_highest[index]) / 216.0);
    }
    assert_eq!(fraction(&ask("two-dice", &["at-least=9"]), "with a re-roll of failures"), "155/324");
}

/// EX-35 and W40K-D66: 36 equally likely rows.
#[test]
fn w40k_d66() {
    assert_eq!(fraction(&ask("d66", &["from=36", "to=36"]), "chance"), "1/36");
    // 26, 31 to 36, and 41.
    assert_eq!(fraction(&ask("d66", &["from=26", "to=41"]), "chance"), "2/9");
    assert!(asked("d66", &["from=41", "to=26"]).is_err());
}

#[test]
fn w40k_rolloff() {
    let answered = ask("roll-off", &[]);
    assert_eq!(fraction(&answered, "won"), "1/2");
    assert_eq!(fraction(&answered, "a round is tied and rolled again"), "1/6");
    near("rounds", line(&answered, "mean rounds until it is decided"), 1.2);
}

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
    assert_eq!(fraction(&ask("charge", &["distance=1"]), "charge made"), "1");
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

/// W40K-LEADERSHIP-TEST: P(2D6 < L) in 36ths.
#[test]
fn w40k_battleshock() {
    for (leadership, ways) in [(4, 3), (5, 6), (6, 10), (7, 15), (8, 21), (9, 26)] {
        let answered = ask("battle-shock", &[&format!("leadership={leadership}+")]);
        near("fails", line(&answered, "test failed"), f64::from(ways) / 36.0);
    }
    near("-1 to the roll", line(&ask("battle-shock", &["leadership=6+", "modifier=-1"]), "test failed"), 15.0 / 36.0);
}

/// The test is on the unit's Leadership; a change is held within 5+ and 8+, a printed value is not (AMB-14).
#[test]
fn w40k_leadership_test() {
    near("Termagants 8+", line(&ask("battle-shock", &["unit=termagants"]), "test passed"), 15.0 / 36.0);
    near("a printed 4+", line(&ask("battle-shock", &["leadership=4+"]), "test passed"), 33.0 / 36.0);
    near("5+ at best", line(&ask("battle-shock", &["leadership=6+", "change=3"]), "test passed"), 30.0 / 36.0);
    near("8+ at worst", line(&ask("battle-shock", &["leadership=7+", "change=-3"]), "test passed"), 15.0 / 36.0);
    let drop = ask("battle-shock", &["leadership=7+", "roll=3D6 drop highest"]);
    near("the lowest two of three", line(&drop, "test passed"), 69.0 / 216.0);
    assert!(asked("battle-shock", &[]).is_err());
}

/// An Attached unit tests on its best Leadership, and counts all its models.
#[test]
fn w40k_unit_leadership() {
    let passed = |unit: &str| line(&ask("battle-shock", &[&format!("unit={unit}")]), "test passed");
    near("alone on 7+", passed("cadian-shock-troops"), 21.0 / 36.0);
    near("led by a Captain of 6+", passed("captain+cadian-shock-troops"), 26.0 / 36.0);
    near("a better squad", passed("captain+intercessor-squad"), 26.0 / 36.0);
    let answered = ask("destroyed-transport", &["passengers=captain+intercessor-squad"]);
    near("six dice", cell(&answered.tables[0], "Captain + Intercessor Squad", "models"), 6.0);
}

/// W40K-STRENGTH-LEVELS: ten models are Below Half at four; one model when twice its wounds left are fewer than its own.
#[test]
fn w40k_strength_levels() {
    // Twenty Termagants shoot ten Boyz-like targets of one wound: count the shots that slay.
    let answered = ask("battle-shock", &["attacker=20 termagants", "phase=shooting", "defender=cadian-shock-troops"]);
    // Hit 4+, S5 on T3 wounds on 3+, 5+ save against AP -1 is 6+.
    let p: f64 = 0.5 * (4.0 / 6.0) * (5.0 / 6.0);
    let at = |k: u32| binomial(20, k, p);
    let half: f64 = (6..=9).map(at).sum();
    near("below half", line(&answered, "alive and Below Half-strength"), half);
    near("below starting", line(&answered, "alive and Below Starting Strength"), (1..=9).map(at).sum());
    near("destroyed", line(&answered, "unit destroyed by the attack"), (10..=20).map(at).sum());
    near("shocked", line(&answered, "alive and Battle-shocked in its next Command phase"), half * 15.0 / 36.0);
    // Five were lost before: of twenty that began, ten alive are not Below Half, nine are.
    let twenty = ask(
        "battle-shock",
        &["attacker=20 termagants", "phase=shooting", "defender=cadian-shock-troops", "starting=20"],
    );
    near("of twenty", line(&twenty, "alive and Below Half-strength"), (1..=9).map(at).sum());
    near("below starting already", line(&twenty, "alive and Below Starting Strength"), (0..=9).map(at).sum());
    // A Redemptor of twelve wounds is Below Half with five left: seven lost. Termagants do one point at a time.
    let one = ask("battle-shock", &["attacker=20 termagants", "phase=shooting", "defender=redemptor-dreadnought"]);
    // S5 on T10 wounds on 6+, 2+ at AP -1 fails on 1-2.
    let q = 0.5 / 6.0 / 3.0;
    near("one model", line(&one, "alive and Below Half-strength"), (7..=11).map(|k| binomial(20, k, q)).sum());
    near(
        "wounded",
        line(&one, "alive and Below Starting Strength"),
        1.0 - binomial(20, 0, q) - (12..=20).map(|k| binomial(20, k, q)).sum::<f64>(),
    );
}

/// EX-12: each 1-2 of k tests; one failed test again with a Command Re-roll.
#[test]
fn w40k_desperate_escape() {
    let answered = ask("desperate-escape", &["models=5"]);
    near("mean", line(&answered, "mean models lost"), 5.0 / 3.0);
    let table = &answered.tables[0];
    for k in 0..=5 {
        near("lost", cell(table, &k.to_string(), "exactly"), binomial(5, k, 1.0 / 3.0));
    }
    // EX-12 shows 1, 2, 4, 4, 6: two of five.
    near("two", cell(table, "2", "exactly"), 80.0 / 243.0);
    // Nobody is lost: no failure, or one that the second die mends.
    let nobody = binomial(5, 0, 1.0 / 3.0) + binomial(5, 1, 1.0 / 3.0) * 2.0 / 3.0;
    near("nobody, re-rolled", line(&answered, "nobody lost with a Command Re-roll"), nobody);
}

/// W40K-HAZARDOUS-TEST: no failure for 1, 2, 3, 5 weapons, without and with a re-roll. EX-11: five tests.
#[test]
fn w40k_hazardous_test() {
    let none = ["5/6", "25/36", "125/216", "3125/7776"];
    let again = ["35/36", "25/27", "125/144"];
    for (index, weapons) in [1, 2, 3, 5].into_iter().enumerate() {
        let answered = ask("hazardous", &[&format!("weapons={weapons}")]);
        assert_eq!(fraction(&answered, "no test failed"), none[index]);
        if let Some(again) = again.get(index) {
            assert_eq!(&fraction(&answered, "no test failed, with a Command Re-roll"), again);
        }
    }
    let five = ask("hazardous", &["weapons=5"]);
    support::printed("five", line(&five, "no test failed, with a Command Re-roll"), 0.7368, 4);
    near("EX-11, one failure", cell(&five.tables[0], "1", "exactly"), binomial(5, 1, 1.0 / 6.0));
}

/// Three mortal wounds on one bearer, the excess lost; P(Bin(3, q) >= r) slays one of r wounds.
#[test]
fn w40k_hazardous_bearers() {
    let slays = |keys: &[&str]| line(&ask("hazardous", keys), "a failed test slays a fresh bearer");
    let fnp: f64 = 5.0 / 6.0;
    near("W3", slays(&["weapons=1", "wounds=3"]), 1.0);
    near("W4", slays(&["weapons=1", "wounds=4"]), 0.0);
    near("W3, 6+", slays(&["weapons=1", "wounds=3", "feel-no-pain=6+"]), fnp.powi(3));
    near("W2, 6+", slays(&["weapons=1", "wounds=2", "feel-no-pain=6+"]), binomial(3, 2, fnp) + fnp.powi(3));
    // Two tests of bearers with four wounds: a second failure finishes the wounded one, its excess lost.
    let four = ask("hazardous", &["weapons=2", "wounds=4"]);
    near("W4 twice", line(&four, "mean bearers slain"), 1.0 / 36.0);
    near("wounds", line(&four, "mean wounds lost"), 10.0 / 36.0 * 3.0 + 1.0 / 36.0 * 4.0);
    // One bearer of two weapons: two failures slay it once.
    near("one bearer", line(&ask("hazardous", &["weapons=2", "bearers=1"]), "mean bearers slain"), 11.0 / 36.0);
    // The rules before their update: a 1 destroys a model, of whatever wounds, unless it is sturdy.
    near("core", line(&ask("hazardous", &["weapons=2", "wounds=4", "edition=core"]), "mean bearers slain"), 2.0 / 6.0);
    let sturdy = ask("hazardous", &["weapons=2", "wounds=4", "edition=core", "sturdy=yes"]);
    near("core, sturdy", line(&sturdy, "mean bearers slain"), 1.0 / 36.0);
}

/// A 6 goes off, and each unit rolls its own X. EX-14: three units.
#[test]
fn w40k_deadly_demise() {
    let units = "units=5x1,5x1,1x3 fnp 5+";
    let answered = ask("deadly-demise", &["demise=D3", units]);
    assert_eq!(fraction(&answered, "it goes off"), "1/6");
    let table = &answered.tables[0];
    near("mean", cell(table, "5x1", "mean wounds lost"), 2.0 / 6.0);
    near("Feel No Pain", cell(table, "1x3 fnp 5+", "mean wounds lost"), 2.0 / 6.0 * 2.0 / 3.0);
    near("D3 = 3, all stick", cell(table, "1x3 fnp 5+", "destroyed"), 1.0 / 18.0 * 8.0 / 27.0);
    near(
        "alone",
        line(&ask("deadly-demise", &["demise=D6"]), "mean mortal wounds on each unit within 6\", from the first alone"),
        3.5 / 6.0,
    );
    let named = ask("deadly-demise", &["demise=land-raider", "units=termagants"]);
    near("by name", cell(&named.tables[0], "Termagants", "mean slain"), 3.5 / 6.0);
    assert!(asked("deadly-demise", &["demise=termagants"]).is_err());
    assert!(asked("deadly-demise", &["demise=1", "units=1x0"]).is_err());
}

/// A chain, counted by hand: D6 into a wreck of three wounds left that explodes for D3 beside a squad.
#[test]
fn w40k_deadly_demise_chain() {
    let wreck = "1x10 lost 7 demise D3";
    let answered = ask("deadly-demise", &["demise=D6", &format!("units={wreck},5x2")]);
    // The first goes off (1/6) and slays the wreck on 3+ (4/6), which goes off in its turn (1/6).
    let second = 1.0 / 6.0 * 4.0 / 6.0 / 6.0;
    near("a second explosion", line(&answered, "it sets off at least one more"), second);
    let table = &answered.tables[0];
    near("the wreck", cell(table, wreck, "destroyed"), 1.0 / 6.0 * 4.0 / 6.0);
    near("the squad", cell(table, "5x2", "mean wounds lost"), 1.0 / 6.0 * 3.5 + second * 2.0);
    // Destroyed only by D6 and D3 together: ten points are out of reach.
    near("never ten", cell(table, "5x2", "destroyed"), 0.0);
    near("two explosions", cell(&answered.tables[1], "2", "exactly"), second);
}

/// Two wrecks that can set each other off: every way of the dice enumerated.
#[test]
fn w40k_deadly_demise_chain_against_enumeration() {
    // Wrecks of one and two wounds, explosions of D3 and 1; the first brings 1.
    let answered = ask("deadly-demise", &["demise=1", "units=1x1 demise D3,1x2 demise 1,1x3"]);
    let (mut wreck, mut squad, mut lost) = (0.0, 0.0, 0.0);
    let sixth = 1.0 / 6.0;
    // Nothing happens unless the first goes off; then the small wreck is gone and the large one has one left.
    // The small one goes off or not; its D3 finishes the large one, which goes off or not.
    for small in [false, true] {
        let p = sixth * if small { sixth } else { 5.0 * sixth };
        if !small {
            lost += p;
            continue;
        }
        for d3 in 1..=3 {
            for large in [false, true] {
                let p = p / 3.0 * if large { sixth } else { 5.0 * sixth };
                wreck += p;
                let points = (1 + d3 + i32::from(large)).min(3);
                lost += p * f64::from(points);
                squad += if points == 3 { p } else { 0.0 };
            }
        }
    }
    let table = &answered.tables[0];
    near("small", cell(table, "1x1 demise D3", "destroyed"), sixth);
    near("large", cell(table, "1x2 demise 1", "destroyed"), wreck);
    near("squad lost", cell(table, "1x3", "mean wounds lost"), lost);
    near("squad destroyed", cell(table, "1x3", "destroyed"), squad);
}

/// EX-13: one of five dice shows a 1.
#[test]
fn w40k_destroyed_transport() {
    let answered = ask("destroyed-transport", &["passengers=5x2,3x3 fnp 5+"]);
    let table = &answered.tables[0];
    near("mean", cell(table, "5x2", "mean mortal wounds"), 5.0 / 6.0);
    near("the second unit rolls for itself", cell(table, "3x3 fnp 5+", "mean mortal wounds"), 0.5);
    near("EX-13", cell(&answered.tables[1], "1", "exactly"), binomial(5, 1, 1.0 / 6.0));
    near("two slay one", cell(table, "5x2", "any slain"), (2..=5).map(|k| binomial(5, k, 1.0 / 6.0)).sum());
    near("three sticking points", cell(table, "3x3 fnp 5+", "any slain"), (1.0f64 / 6.0 * 2.0 / 3.0).powi(3));
}

/// 1-3 instead of 1.
#[test]
fn w40k_emergency_disembark() {
    let answered = ask("destroyed-transport", &["passengers=10x1", "emergency=yes"]);
    near("mean", cell(&answered.tables[0], "10x1", "mean slain"), 5.0);
    near("all", cell(&answered.tables[0], "10x1", "destroyed"), 1.0 / 1024.0);
}

/// W40K-STRAT-GRENADE: 1, 6, 15, 20, 15, 6, 1 of 64; they spill.
#[test]
fn w40k_strat_grenade() {
    let answered = ask("grenade", &["target=3x2"]);
    for (k, ways) in [1, 6, 15, 20, 15, 6, 1].into_iter().enumerate() {
        near("mortal wounds", cell(&answered.tables[0], &k.to_string(), "exactly"), f64::from(ways) / 64.0);
    }
    near("destroyed by six", line(&answered, "unit destroyed"), 1.0 / 64.0);
    near("slain", line(&answered, "mean models slain"), (35.0 + 2.0 * 21.0 + 3.0) / 64.0);
}

/// W40K-STRAT-TANK-SHOCK: means for Toughness 6 to 14; the rules before the update count Strength, and two dice more.
#[test]
fn w40k_strat_tank_shock() {
    let means = [2.000, 2.333, 2.664, 2.991, 3.310, 3.618, 3.910, 4.184, 4.437];
    for (toughness, mean) in (6..=14).zip(means) {
        let answered = ask("tank-shock", &[&format!("toughness={toughness}")]);
        support::printed("mean", line(&answered, "mean mortal wounds"), mean, 3);
        let six: f64 = (6..=toughness).map(|k| binomial(toughness, k, 1.0 / 3.0)).sum();
        near("six at most", cell(&answered.tables[0], "6", "exactly"), six);
    }
    let core = |toughness: &str| {
        let answered = ask("tank-shock", &["edition=core", "strength=4", &format!("target-toughness={toughness}")]);
        line(&answered, "mean mortal wounds")
    };
    near("S4 on T4", core("4"), 4.0 / 3.0);
    near("S4 on T3", core("3"), 2.0);
    assert!(asked("tank-shock", &[]).is_err());
}

/// W40K-MORTAL: kills are floor((lost + K) / W); two 3s that spill slay three models of two wounds.
#[test]
fn w40k_mortal() {
    let slain = |amount: &str, target: &str| {
        let answered = ask("mortal-wounds", &[&format!("amount={amount}"), &format!("target={target}")]);
        line(&answered, "mean models slain")
    };
    near("six points", slain("6", "5x2"), 3.0);
    near("wounded first", slain("1", "5x2 lost 1"), 1.0);
    near("D3 on W2", slain("D3", "5x2"), 2.0 / 3.0);
    let sticks = 2.0 / 3.0;
    let kills = (0..=4).map(|k| f64::from(k / 2) * binomial(4, k, sticks)).sum();
    near("Feel No Pain 5+", slain("4", "5x2 fnp 5+"), kills);
    let dice = ask("mortal-wounds", &["amount=D3", "dice=6", "on=5+"]);
    near("six dice, 5+, D3 each", line(&dice, "mean mortal wounds"), 4.0);
    near("none", line(&dice, "at least one mortal wound"), 1.0 - (2.0f64 / 3.0).powi(6));
}

/// W40K-INVULN: the invulnerable save if and only if Inv < Sv - min(1, AP + cover + modifiers); every case.
#[test]
fn w40k_invuln_best_save() {
    for save in 2..=7i64 {
        for invulnerable in 2..=7i64 {
            for cover in [false, true] {
                let keys = [
                    format!("save={save}+"),
                    format!("invulnerable={invulnerable}+"),
                    format!("cover={}", if cover { "yes" } else { "no" }),
                ];
                let answered = ask("best-save", &keys.each_ref().map(String::as_str));
                for ap in 0..=6i64 {
                    let row = if ap == 0 { "0".to_owned() } else { format!("-{ap}") };
                    let helps = i64::from(cover && !(save <= 3 && ap == 0));
                    let needs = save - (helps - ap).min(1);
                    let p = |needs: i64| if needs > 6 { 0.0 } else { (7 - needs.max(2)) as f64 / 6.0 };
                    let table = &answered.tables[0];
                    near("armour", cell(table, &row, "armour"), p(needs));
                    near("invulnerable", cell(table, &row, "invulnerable"), p(invulnerable));
                    near("gets through", cell(table, &row, "gets through"), 1.0 - p(needs).max(p(invulnerable)));
                    let wanted = match (p(needs), p(invulnerable)) {
                        (0.0, 0.0) => "none helps",
                        (a, b) if a == b => "either",
                        (a, b) if b > a => "invulnerable",
                        _ => "armour",
                    };
                    assert_eq!(word(table, &row, "use"), wanted, "{save}+ {invulnerable}+ cover {cover} AP -{ap}");
                }
            }
        }
    }
}

/// A modifier improves by one at most, AP counted in; the invulnerable save is not touched by AP.
#[test]
fn w40k_save_modifiers() {
    let armour = |keys: &[&str]| line(&ask("best-save", keys), "armour saves");
    near("+1 and cover are +1", armour(&["save=5+", "cover=yes", "modifier=1"]), 0.5);
    near("AP -1 with both", armour(&["save=5+", "cover=yes", "modifier=1", "ap=-1"]), 0.5);
    near("no save is none", armour(&["save=-"]), 0.0);
    let answered = ask("best-save", &["save=6+", "invulnerable=5+", "modifier=1", "ap=-3"]);
    near("invulnerable with +1", line(&answered, "invulnerable saves"), 0.5);
    near("re-rolled", line(&answered, "with a Command Re-roll of the failed save"), 0.75);
    assert!(asked("best-save", &["save=3+", "ap=2"]).is_err());
}

/// The largest that is asked for is answered, and what is larger is refused: nothing overflows or hangs.
#[test]
fn large_questions_are_answered_or_refused() {
    let six = "1x6 demise D6";
    let many = format!("units={six},{six},{six},{six},250x20 fnp 5+");
    let started = std::time::Instant::now();
    for (question, keys) in [
        ("mortal-wounds", &["amount=20D6", "dice=2", "on=2+", "target=250x20 fnp 5+"][..]),
        ("mortal-wounds", &["amount=D3+1", "dice=60", "on=2+", "target=250x1 fnp 6+"]),
        ("destroyed-transport", &["passengers=250x3 fnp 4+,250x1", "emergency=yes"]),
        ("hazardous", &["weapons=100", "wounds=40", "feel-no-pain=4+"]),
        ("deadly-demise", &["demise=6D6", &many]),
        ("deadly-demise", &["demise=2D6", "units=6x5 demise D6,10x10"]),
        ("desperate-escape", &["models=100"]),
        ("reroll-one", &["dice=100", "on=3+"]),
        ("advance", &["distance=60", "move=20D6"]),
        ("surge", &["distance=60", "roll=20D6+200"]),
    ] {
        let answered = ask(question, keys);
        let curve = &answered.curve.as_ref().unwrap_or_else(|| panic!("{question} has a curve")).pmf;
        let mass: f64 = curve.probabilities().iter().sum();
        assert!((mass - 1.0).abs() < 1e-9, "{question}: {mass}");
    }
    let most = ["attacks=20D3", "sustained=3", "lethal=yes", "devastating=yes", "damage=4D6", "models=6", "wounds=40"];
    assert!(asked("command-reroll", &most).is_err(), "sixty attacks");
    let most = ["attacks=13D3", "sustained=3", "lethal=yes", "devastating=yes", "damage=4D6", "models=6", "wounds=40"];
    let answered = ask("command-reroll", &most);
    let best = line(&answered, "P(destroyed) with the best use of it");
    assert!(best >= line(&answered, "P(destroyed) without it") && best <= 1.0);
    for (question, keys) in [
        ("mortal-wounds", &["amount=20D6", "dice=60"][..]),
        ("deadly-demise", &["demise=20D6", "units=5x1"]),
        ("deadly-demise", &["demise=D6", "units=10x3 demise D6"]),
        ("deadly-demise", &["demise=D6", "units=1x40 demise D6,1x40 demise D6,1x40 demise D6"]),
        ("command-reroll", &["attacks=20D6+250"]),
        ("mortal-wounds", &["amount=1", "target=251x1"]),
    ] {
        assert!(asked(question, keys).is_err(), "{question} {keys:?}");
    }
    assert!(started.elapsed().as_secs() < 60);
}
