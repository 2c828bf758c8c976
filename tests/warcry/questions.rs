//! Dice questions of Warcry: tables worked out from the rules, to the digits that stand here.

use crate::support::questions::{asked, cell, line, number};
use crate::support::{near, printed};
use warodds::ask::Request;
use warodds::questions::Answered;
use warodds::report::Figure;

#[track_caller]
fn ask(question: &str, keys: &[&str]) -> Answered {
    asked("warcry", question, keys, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(question: &str, keys: &[&str]) -> String {
    asked("warcry", question, keys, &Request::default()).expect_err("a mistake").to_string()
}

/// A fraction, in lowest terms or not.
#[track_caller]
fn is(figure: &Figure, ways: u128, of: u128) {
    near(&format!("{ways}/{of}"), number(figure), ways as f64 / of as f64);
    assert!(matches!(figure, Figure::Chance(_)), "{figure:?} is no fraction");
}

const ROLLS: u128 = 46_656;

/// WARCRY-INIT-TABLES, checked here against every one of the 6^6 rolls as well.
#[test]
fn singles_of_six_dice() {
    let answered = ask("initiative", &[]);
    let mut counted = [0u128; 7];
    for roll in 0..ROLLS as u32 {
        let mut faces = [0; 6];
        (0..6).for_each(|die| faces[(roll / 6u32.pow(die) % 6) as usize] += 1);
        counted[faces.iter().filter(|n| **n == 1).count()] += 1;
    }
    for (singles, ways) in [(0, 2556), (1, 7380), (2, 18000), (3, 7200), (4, 10800), (6, 720)] {
        assert_eq!(counted[singles], ways);
        is(cell(&answered, 0, &singles.to_string(), "how likely"), ways, ROLLS);
    }
    assert_eq!(counted[5], 0, "five singles are impossible");
    near("mean singles", number(line(&answered, "mean singles")), 3125.0 / 1296.0);
    is(line(&answered, "the first count is tied"), 213_733, 839_808);
    is(line(&answered, "you are ahead in the first count"), 626_075, 1_679_616);
    let leads = [
        (1, 277_055, 1_679_616),
        (2, 19_375, 139_968),
        (3, 19_925, 419_904),
        (4, 7825, 419_904),
        (5, 1025, 419_904),
        (6, 355, 419_904),
    ];
    for (lead, ways, of) in leads {
        is(cell(&answered, 1, &format!("{lead}"), "how likely"), ways, of);
    }
}

/// Section 3, question 2.
#[test]
fn who_has_the_initiative() {
    let answered = ask("initiative", &[]);
    is(line(&answered, "you have it, before any dice"), 1, 2);
    let chances = [(0, 0.02739), (1, 0.13387), (2, 0.40586), (3, 0.67593), (4, 0.86883), (6, 0.99228)];
    for (singles, chance) in chances {
        let text = format!("singles={singles}");
        let of = ask("initiative", &[&text]);
        printed(&text, number(line(&of, &format!("you have it with {singles} singles"))), chance, 5);
        printed(&text, number(cell(&answered, 0, &singles.to_string(), "you have the initiative")), chance, 5);
    }
    // With one wild die more on either side, half is 1/2 + P(it changes hands to me)/2.
    let gain = 704_521.0 / 1_679_616.0 / 2.0;
    let more = number(line(&ask("initiative", &["wild=1"]), "you have it, before any dice"));
    let less = number(line(&ask("initiative", &["their-wild=1"]), "you have it, before any dice"));
    near("one wild die more", more, 0.5 + gain);
    near("one wild die less", less, 0.5 - gain);
    assert!(refused("initiative", &["singles=5"]).contains("impossible"));
}

#[test]
fn seizing_with_wild_dice() {
    let answered = ask("seize", &[]);
    let rows =
        [(0, 0, 1), (1, 704_521, 1_679_616), (2, 101_173, 139_968), (3, 381_569, 419_904), (4, 409_319, 419_904)];
    for (lead, ways, of) in rows {
        is(cell(&answered, 0, &lead.to_string(), "it changes hands"), ways, of);
        let keys = [format!("other-wild={}", lead + 1), "holder-wild=1".to_owned()];
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        is(&ask("seize", &keys).lines[0].1, ways, of);
    }
}

/// Section 2, examples 4 to 8: the worked example of the document, replayed.
#[test]
fn the_initiative_example() {
    // A: 2 singles, doubles of 3s and 5s. B: 1 single, a double of 4s, a triple of 6s. A holds the initiative.
    // A upgrades its double of 5s; B upgrades its triple to a quad and spends the other wild die as a single.
    let answered = ask("seize", &["holder=2", "other=1", "other-wild=1"]);
    assert_eq!(line(&answered, "singles of the holder now"), &Figure::Whole(2));
    assert_eq!(line(&answered, "singles of the other player now"), &Figure::Whole(2));
    is(line(&answered, "it changes hands"), 1, 2);
    // Tied before and still tied: the first roll-off stands. Upgrading a single gives it away.
    is(line(&ask("seize", &["holder=2", "other=2"]), "it changes hands"), 0, 1);
    is(line(&ask("seize", &["holder=2", "other=1", "holder-upgraded=1"]), "it changes hands"), 1, 2);
    is(line(&ask("seize", &["holder=2", "other=2", "other-wild=1"]), "it changes hands"), 1, 1);
    assert!(refused("seize", &["holder=1", "other=2"]).contains("swap"));
    assert!(refused("seize", &["holder=1", "other=1", "holder-upgraded=2"]).contains("more singles"));
}

/// WARCRY-INIT-TABLES: natural availability.
#[test]
fn groups_of_a_round() {
    let answered = ask("abilities", &[]);
    let none = "0 wild dice";
    for (kind, ways) in [("double", 45_936), ("triple", 17_136), ("quad", 2436)] {
        is(cell(&answered, 0, kind, none), ways, ROLLS);
    }
    let natural = [
        ("an exact double", 36_450),
        ("an exact triple", 14_700),
        ("exactly four alike", 2250),
        ("two groups or more", 25_950),
        ("three groups", 1800),
        ("two triples", 300),
    ];
    for (what, ways) in natural {
        is(cell(&answered, 1, what, "how likely"), ways, ROLLS);
    }
    for (kind, mean) in [("double", 3125.0 / 2592.0), ("triple", 625.0 / 1944.0), ("quad", 203.0 / 3888.0)] {
        near(kind, number(line(&answered, &format!("mean {kind}s a round"))), mean);
    }
    let best = |wild: &str| number(line(&answered, &format!("mean value of the best triple or quad, {wild}")));
    printed("best triple", best("0 wild dice"), 1.29300, 5);
    printed("best triple with a wild die", best("1 wild die"), 4.11739, 5);
}

/// WARCRY-INIT-TABLES: wild dice spent as upgrades.
#[test]
fn groups_with_wild_dice() {
    let one = ask("abilities", &[]);
    for (kind, ways) in [
        ("double", [45_936, ROLLS, ROLLS, ROLLS]),
        ("triple", [17_136, 45_936, 45_936, 45_936]),
        ("quad", [2436, 17_136, 17_136, 17_136]),
    ] {
        for (column, ways) in ["0 wild dice", "1 wild die", "2 wild dice", "3 wild dice"].into_iter().zip(ways) {
            is(cell(&one, 0, kind, column), ways, ROLLS);
        }
    }
    let two = ask("abilities", &["sets=2"]);
    for (kind, ways) in [("triple", [300, 7950, 25_950]), ("quad", [0, 0, 300])] {
        for (column, ways) in ["0 wild dice", "1 wild die", "2 wild dice"].into_iter().zip(ways) {
            is(cell(&two, 0, kind, column), ways, ROLLS);
        }
    }
    let three = ask("abilities", &["sets=3", "wild=3"]);
    is(cell(&three, 0, "triple", "3 wild dice"), 1800, ROLLS);
}

/// WARCRY-INIT-TABLES: sets with value at least v, and how a wild die moves each column to the next kind.
#[test]
fn groups_by_value() {
    let rows = [
        (1, 45_936, 17_136, 2436),
        (2, 42_605, 14_330, 2030),
        (3, 37_664, 11_504, 1624),
        (4, 31_023, 8658, 1218),
        (5, 22_592, 5792, 812),
        (6, 12_281, 2906, 406),
    ];
    for (value, double, triple, quad) in rows {
        let text = format!("value={value}");
        let answered = ask("abilities", &[&text]);
        for (kind, ways) in [("double", double), ("triple", triple), ("quad", quad)] {
            is(cell(&answered, 2, &value.to_string(), kind), ways, ROLLS);
            is(cell(&answered, 0, kind, "0 wild dice"), ways, ROLLS);
        }
        is(cell(&answered, 0, "triple", "1 wild die"), double, ROLLS);
        is(cell(&answered, 0, "quad", "1 wild die"), triple, ROLLS);
    }
}

/// B-1, read literally: five and six alike are no group.
#[test]
fn exactly_four_is_another_reading() {
    let answered = ask("abilities", &["quad=exactly-four"]);
    is(cell(&answered, 0, "quad", "0 wild dice"), 2250, ROLLS);
    // Without 5+1 (180 rolls) and 6 (6 rolls) there is one group fewer.
    is(cell(&answered, 0, "double", "0 wild dice"), 45_936 - 186, ROLLS);
}

#[test]
fn groups_of_a_battle() {
    let answered = ask("battle", &[]);
    let natural = "without wild dice";
    let wild = "each round's wild die spent on it";
    printed("a triple", number(cell(&answered, 0, "triple", natural)), 0.83974, 5);
    printed("a quad", number(cell(&answered, 0, "quad", natural)), 0.19305, 5);
    printed("a quad with wild dice", number(cell(&answered, 0, "quad", wild)), 0.83974, 5);
    near("a quad with wild dice", number(cell(&answered, 0, "quad", wild)), 1.0 - (205.0f64 / 324.0).powi(4));
    near("a quad", number(cell(&answered, 0, "quad", natural)), 1.0 - (3685.0f64 / 3888.0).powi(4));
    for (kind, mean) in [("double", 4.8225), ("triple", 1.2860), ("quad", 0.2088)] {
        printed(kind, number(cell(&answered, 0, kind, "mean number")), mean, 4);
    }
    let long = ask("battle", &["rounds=10"]);
    near("ten rounds", number(cell(&long, 0, "quad", wild)), 1.0 - (205.0f64 / 324.0).powi(10));
}

#[test]
fn roll_offs_and_tables_of_36() {
    let two = ask("roll-off", &[]);
    is(line(&two, "you win"), 1, 2);
    near("rounds", number(line(&two, "mean rounds of rolling")), 1.2);
    let three = ask("roll-off", &["players=3"]);
    is(line(&three, "you win"), 1, 3);
    // All three tie for the highest in 6 of 216 ways, two of them in 3 · (0 + 1 + … + 5) = 45.
    is(line(&three, "somebody ties for the highest"), 51, 216);
    near("rounds", number(line(&three, "mean rounds of rolling")), (1.0 + 45.0 / 216.0 * 1.2) / (1.0 - 6.0 / 216.0));
    is(line(&ask("d66", &["cells=3"]), "it comes up"), 3, 36);
}

#[test]
fn respite() {
    // A triple of any value on 4 damage: 1 + 2 + 3 + 4 + 4 + 4 in sixths.
    let known = ask("respite", &["damage=4", "value=5"]);
    near("known", number(line(&known, "mean removed")), 4.0);
    near("any", number(line(&known, "mean removed by a triple of any value")), 3.0);
    let best = ask("respite", &["damage=6"]);
    printed("best of the round", number(line(&best, "mean removed")), 1.29300, 5);
    printed("with a wild die", number(line(&ask("respite", &["damage=6", "wild=1"]), "mean removed")), 4.11739, 5);
    near("mean value", number(line(&best, "mean removed by a triple of any value")), 3.5);
}

#[test]
fn falls() {
    let one = ask("falls", &[]);
    for (damage, ways) in [(0, 3), (1, 2), (3, 1)] {
        is(cell(&one, 0, &damage.to_string(), "exactly"), ways, 6);
    }
    near("impact", number(line(&one, "mean damage")), 5.0 / 6.0);
    // WARCRY-NOCLIMB: two independent impacts.
    let two = ask("falls", &["impacts=2"]);
    for (damage, ways, of) in [(0, 1, 4), (1, 1, 3), (2, 1, 9), (3, 1, 6), (4, 1, 9), (6, 1, 36)] {
        is(cell(&two, 0, &damage.to_string(), "exactly"), ways, of);
    }
    near("two impacts", number(line(&two, "mean damage")), 5.0 / 3.0);
    // WARCRY-FALLTEST: at an edge, without and with deadly terrain.
    let edge = ask("falls", &["test=yes"]);
    for (damage, ways) in [(0, 33), (1, 2), (3, 1)] {
        is(cell(&edge, 0, &damage.to_string(), "exactly"), ways, 36);
    }
    near("edge", number(line(&edge, "mean damage")), 5.0 / 36.0);
    let spikes = ask("falls", &["deadly=1"]);
    let rows =
        [(1, 1, 12), (2, 5, 36), (3, 5, 36), (4, 1, 6), (5, 1, 6), (6, 1, 6), (7, 1, 12), (8, 1, 36), (9, 1, 36)];
    for (damage, ways, of) in rows {
        is(cell(&spikes, 0, &damage.to_string(), "exactly"), ways, of);
    }
    near("spikes", number(line(&spikes, "mean damage")), 13.0 / 3.0);
    near("spikes at an edge", number(line(&ask("falls", &["deadly=1", "test=yes"]), "mean damage")), 13.0 / 18.0);
    near("spikes alone", number(line(&ask("falls", &["impacts=0", "deadly=1"]), "mean damage")), 3.5);
    // WARCRY-AB-DEMOLISH on four fighters.
    let many = ask("falls", &["fighters=4", "wounds=3"]);
    near("four fighters", number(line(&many, "mean damage")), 20.0 / 6.0);
    is(line(&many, "no damage at all"), 1, 16);
    is(line(&many, "at least one of them is"), 671, 1296);
}

#[test]
fn strike_them_down() {
    let answered = ask("disengage", &["wounds=4"]);
    is(cell(&answered, 0, "0", "exactly"), 1, 2);
    for damage in 1..=6u128 {
        is(cell(&answered, 0, &damage.to_string(), "exactly"), 1, 12);
        is(cell(&answered, 0, &damage.to_string(), "at least"), 7 - damage, 12);
    }
    near("mean", number(line(&answered, "mean damage")), 1.75);
    is(line(&answered, "it is taken down with 4 wounds left, and never moves"), 3, 12);
    is(line(&ask("disengage", &["enemies=0"]), "no damage"), 1, 1);
    assert_eq!(ask("disengage", &["enemies=3"]).lines, ask("disengage", &[]).lines, "one reaction for each action");
}

#[test]
fn drag_and_maul() {
    let table: [&[(u128, u128)]; 6] = [
        &[(1, 2)],
        &[(3, 4), (1, 4)],
        &[(7, 8), (1, 2), (1, 8)],
        &[(15, 16), (11, 16), (5, 16), (1, 16)],
        &[(31, 32), (13, 16), (1, 2), (3, 16), (1, 32)],
        &[(63, 64), (57, 64), (21, 32), (11, 32), (7, 64), (1, 64)],
    ];
    for (value, row) in (1..).zip(table) {
        let text = format!("value={value}");
        let answered = ask("drag-and-maul", &[&text]);
        for (dice, (ways, of)) in (1..).zip(row) {
            is(cell(&answered, 0, &format!("{}", 3 * dice), "at least"), *ways, *of);
        }
        near(&text, number(line(&answered, "mean damage")), 1.5 * f64::from(value));
    }
}

#[test]
fn monster_hunters() {
    // Bin(6, 1/2), at most 2 from Move 5; a Move of 2 is never raised.
    let ropes = ask("binding-ropes", &["value=6", "move=5"]);
    is(cell(&ropes, 0, "0", "exactly"), 1, 64);
    is(cell(&ropes, 0, "1", "exactly"), 6, 64);
    is(cell(&ropes, 0, "2", "exactly"), 57, 64);
    near("slow", number(line(&ask("binding-ropes", &["value=6", "move=2"]), "mean Move lost")), 0.0);
    near("any Move", number(line(&ask("binding-ropes", &["value=6"]), "mean Move lost")), 3.0);
    for value in 1..=6u32 {
        let text = format!("value={value}");
        is(
            line(&ask("taunt", &[&text]), "the monster must attack this fighter"),
            2u128.pow(value) - 1,
            2u128.pow(value),
        );
    }
    let eyes = ask("go-for-the-eyes", &["attacks=4"]);
    is(line(&eyes, "the monster loses an attack"), 671, 1296);
    let twice = ask("go-for-the-eyes", &["attacks=1", "uses=2"]);
    is(cell(&twice, 0, "2", "exactly"), 1, 36);
}

/// Section 3, questions 7 and 8, on units that are built in.
#[test]
fn which_reaction_pays() {
    // Three dice, Strength 4 against Toughness 4: the attacker loses A(m + 1)/6 = 2 on average.
    let answered = ask("react", &["attacker=carrion-catcher", "defender=ruinator-alpha"]);
    near("Counter", number(cell(&answered, 0, "Counter", "attacker loses")), 2.0);
    // Its own attack: three dice at Strength 4 against Toughness 4, 2/5: (2·2 + 5)/6 each.
    let own = number(line(&answered, "an attack action of its own deals on average"));
    assert!(own < 4.5 && own > 4.0, "{own}: what exceeds 12 wounds is lost");
    let shot = Request { with: vec!["cover".to_owned()], ..Request::default() };
    let keys = ["attacker=judicator-with-skybolt-bow", "defender=ruinator-alpha", "phase=missile"];
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    let game = warodds::games::find("warcry").expect("a game");
    let answered = warodds::ask::odds::ask(game, "react", &keys, &shot).unwrap_or_else(|error| panic!("{error}"));
    // A(C - H)/12 saved: 3 · (4 - 2)/12.
    let [plain, cover] = ["no reaction", "Take Cover"].map(|row| number(cell(&answered, 0, row, "target loses")));
    near("Take Cover saves", plain - cover, 0.5);
}

/// Section 3, questions 12, 13 and 19.
#[test]
fn what_actions_add() {
    let keys = ["attacker=cave-squig", "defender=monster"];
    let answered = ask("activation", &keys);
    let lost = |row: &str| number(cell(&answered, 0, row, "target loses"));
    // Three dice, Strength 4 against Toughness 4, 1/4: (1 + 1 + 4)/6 a die, and the monster's 45 wounds are never exceeded.
    near("one attack", lost("one attack"), 3.0);
    near("Onslaught", lost("one attack with Onslaught"), 4.0);
    near("two attacks", lost("two attacks"), 6.0);
    near("late Onslaught", lost("two attacks, Onslaught after the first"), 7.0);
    near("Rampage", lost("two attacks and Rampage"), 9.0);
    let down = ask("take-down", &["attacker=cave-squig", "defender=light-fighter"]);
    // Strength 4 against Toughness 3: damage 0, 1 and 4 with 2, 3 and 1 faces. Eight wounds in one attack of three dice:
    // two critical hits.
    near("first", number(cell(&down, 0, "1", "down by then")), 16.0 / 216.0);
    let rows = &down.tables[0].rows;
    assert!(rows.windows(2).all(|pair| number(&pair[0][2]) < number(&pair[1][2])), "it only grows");
    let mean: f64 = number(line(&down, "mean attacks until it is down"));
    assert!((2.0..3.0).contains(&mean), "{mean}: 8 wounds at 3.5 a time");
}

/// How many attacks it takes does not hang on how many rows are shown: the mean counts the attacks below the last one too.
#[test]
fn the_mean_goes_on_below_the_last_row() {
    let of = |shown: &str| ask("take-down", &["attacker=cave-squig", "defender=light-fighter", shown]);
    let [short, long] = [of("attacks=1"), of("attacks=50")];
    assert_eq!(short.tables[0].rows.len(), 1);
    let mean = number(line(&long, "mean attacks until it is down"));
    near("in all", number(line(&short, "mean attacks until it is down")), mean);
    // P(more than n attacks) for every n: once for certain, and what is left after each row.
    let rows = &long.tables[0].rows;
    near("by hand", mean, 1.0 + rows.iter().map(|row| 1.0 - number(&row[2])).sum::<f64>());
}

fn asked_with(question: &str, keys: &[&str], clauses: &[&str]) -> Result<warodds::questions::Answered, String> {
    crate::support::questions::asked("warcry", question, keys, &crate::support::with(clauses))
        .map_err(|error| error.to_string())
}

/// WARCRY-MONSTER: three activations of one action, and none of the abilities that fighters have.
#[test]
fn an_activation_of_a_monster_has_rows_of_its_own() {
    let keys = ["attacker=chimera", "defender=leader", "phase=melee"];
    let answered = ask("activation", &keys);
    let rows: Vec<String> = answered.tables[0].rows.iter().map(|row| row[0].shown()).collect();
    let wanted = ["one activation: one attack", "two activations: two attacks", "three activations: three attacks"];
    assert_eq!(rows, wanted);
    let lost = |row: &str| number(cell(&answered, 0, row, "target loses"));
    assert!(lost(wanted[0]) < lost(wanted[1]) && lost(wanted[1]) < lost(wanted[2]));
}

/// WARCRY-AB-ONSLAUGHT: melee only, so an archer has no rows of it.
#[test]
fn an_archer_has_no_onslaught() {
    let keys = ["attacker=man-skewer-boltboy", "defender=leader", "phase=missile"];
    let answered = ask("activation", &keys);
    let rows: Vec<String> = answered.tables[0].rows.iter().map(|row| row[0].shown()).collect();
    assert_eq!(rows, ["one attack", "two attacks", "two attacks and Rampage"]);
    assert!(answered.notes.iter().any(|note| note.contains("Onslaught changes nothing here")));
}

#[test]
fn what_a_question_compares_is_not_said_to_all_of_it() {
    let keys = ["attacker=brute-wrekka", "defender=leader"];
    for clause in ["two attacks", "onslaught", "late onslaught", "rampage"] {
        let error = asked_with("activation", &keys, &[clause]).expect_err("a row would lie");
        assert!(error.contains(&format!("compares `{clause}`")), "{error}");
    }
    let error = asked_with("react", &keys, &["counter"]).expect_err("a row would lie");
    assert!(error.contains("compares `counter`"), "{error}");
    let twice = asked_with("react", &keys, &["two attacks"]).expect("two attacks");
    assert!(twice.title.ends_with("with 2 attack actions"), "{}", twice.title);
    let down = asked_with("take-down", &keys, &["two attacks"]).expect("two attacks");
    assert_eq!(down.tables[0].header[0], "activations");
}

/// WARCRY-MONSTER: monsters do not react.
#[test]
fn a_monster_has_no_reaction() {
    let answered = ask("react", &["attacker=brute-wrekka", "defender=chimera"]);
    assert_eq!(answered.tables[0].rows.len(), 1);
    assert!(answered.lines.is_empty());
    assert!(answered.notes.iter().any(|note| note.contains("is a monster and does not react")));
}

/// Counter answers melee attacks, and Take Cover helps only who is in cover: then no reaction changes the attack.
#[test]
fn no_reaction_changes_a_shot_without_cover() {
    let none = "no reaction changes this attack";
    let of = |keys: &[&str]| {
        let answered = ask("react", keys);
        (answered.tables[0].rows.len(), answered.notes.iter().any(|note| note.starts_with(none)))
    };
    let shot = ["attacker=judicator-with-skybolt-bow", "defender=ruinator-alpha", "phase=missile"];
    assert_eq!(of(&shot), (1, true));
    assert_eq!(of(&["attacker=carrion-catcher", "defender=ruinator-alpha"]), (2, false));
}

/// What is upgraded was a single before, and what is not known cannot be upgraded.
#[test]
fn singles_that_are_upgraded_are_there() {
    // Both singles of the holder become a double: 0 against 1.
    let all = ask("seize", &["holder=2", "other=1", "holder-upgraded=2"]);
    is(line(&all, "it changes hands"), 1, 1);
    for keys in [["holder-upgraded=1"], ["other-upgraded=1"]] {
        assert!(refused("seize", &keys).contains("where they are known"), "{keys:?}");
    }
}

#[test]
fn the_title_names_wild_dice_that_count() {
    assert_eq!(ask("initiative", &[]).title, "Who has the initiative");
    for keys in [["wild=1"], ["their-wild=2"]] {
        let title = ask("initiative", &keys).title;
        assert!(title.contains("as singles"), "{title}");
    }
    // Six singles are 5 more than one.
    let leads: Vec<String> = ask("initiative", &[]).tables[1].rows.iter().map(|row| row[0].shown()).collect();
    assert_eq!(leads, ["1", "2", "3", "4", "5", "6"]);
}

/// WARCRY-MONSTER: a round of a monster is three activations of one attack. Who does no damage takes nobody down.
#[test]
fn a_round_of_attacks_and_attacks_without_damage() {
    let keys = ["attacker=chimera", "defender=leader", "phase=melee"];
    let round = asked_with("take-down", &keys, &["three attacks"]).expect("a monster's round");
    assert_eq!(round.tables[0].header[0], "rounds");
    line(&round, "mean rounds until it is down");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("harmless.toml");
    std::fs::write(&path, crate::support::warcry::fighter(5, 1, "3 4 0/0", "")).expect("written");
    let attacker = format!("attacker={}", path.display());
    let never = ask("take-down", &[&attacker, "defender=leader"]);
    near("damage", number(line(&never, "damage of one attack")), 0.0);
    assert_eq!(never.notes, ["it never does any damage"]);
    assert!(never.tables.is_empty(), "no number of attacks is enough");
}
