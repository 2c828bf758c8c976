//! Dice questions of the eleventh edition. Every number is counted by hand.

use crate::support::near;
use crate::support::questions::{asked, cell, line, number};
use warodds::ask::Request;
use warodds::questions::Answered;

#[track_caller]
fn ask(question: &str, keys: &[&str]) -> Answered {
    asked("warhammer-40k-11e", question, keys, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(question: &str, keys: &[&str]) -> String {
    asked("warhammer-40k-11e", question, keys, &Request::default()).expect_err("a mistake").to_string()
}

#[track_caller]
fn says(answered: &Answered, what: &str, truth: f64) {
    near(what, number(line(answered, what)), truth);
}

#[test]
fn a_charge_reaches_the_distance_itself() {
    // From Deep Strike, 8" and a bit: nine or more on 2D6, 10 of 36; both dice may be rolled again once.
    let deep = ask("charge", &["distance=>8"]);
    says(&deep, "inches needed", 9.0);
    says(&deep, "charge made", 10.0 / 36.0);
    says(&deep, "with a Command Re-roll", 10.0 / 36.0 + 26.0 / 36.0 * 10.0 / 36.0);
    assert_eq!(ask("charge", &[">8"]).lines, deep.lines, "the distance needs no key");
    assert_eq!(ask("charge", &[">8\""]).lines, deep.lines, "nor its inches");
    for (distance, inches, ways) in [("8", 8.0, 15.0), ("2.5", 3.0, 35.0), (">2", 3.0, 35.0), ("12", 12.0, 1.0)] {
        let charge = ask("charge", &[&format!("distance={distance}")]);
        says(&charge, "inches needed", inches);
        says(&charge, "charge made", ways / 36.0);
    }
    // +2 makes no more than 12 of it, and taking to the skies takes 2 of that: 10 at most, never 11.
    says(&ask("charge", &["distance=12", "bonus=2"]), "charge made", 6.0 / 36.0);
    says(&ask("charge", &["distance=11", "bonus=3", "skies=yes"]), "charge made", 0.0);
    says(&ask("charge", &["distance=10", "bonus=3", "skies=yes"]), "charge made", 10.0 / 36.0);
}

#[test]
fn targets_are_chosen_after_the_roll() {
    // One at 5" and one at 9": some charge on 5 or more, both on 9 or more.
    let two = ask("charge", &["distance=9,5"]);
    says(&two, "charge made", 30.0 / 36.0);
    says(&two, "every target within reach", 10.0 / 36.0);
    near("the farther", number(cell(&two, 0, "9\"", "within reach")), 10.0 / 36.0);
    assert!(refused("charge", &["distance=2"]).contains("engaged already"));
    assert!(refused("charge", &["distance=12.5"]).contains("over 2 to 12"));
}

#[test]
fn heroic_intervention_at_any_unit_is_six_at_most() {
    let any = ask("heroic-intervention", &["distance=5", "any=yes"]);
    says(&any, "charge made", 30.0 / 36.0);
    says(&any, "command points", 2.0);
    assert!(any.notes.iter().any(|note| note.contains("the roll is 6 at most")), "{:?}", any.notes);
    let charger = ask("heroic-intervention", &["distance=9"]);
    says(&charger, "charge made", 10.0 / 36.0);
    says(&charger, "command points", 1.0);
    assert!(charger.notes.iter().any(|note| note.contains("`any=yes` for one more CP")), "{:?}", charger.notes);
    assert!(refused("heroic-intervention", &["distance=7", "any=yes"]).contains("over 2 to 6"));
}

#[test]
fn hazard_rolls_fail_on_one_and_two() {
    // Three rolls: 8, 12, 6 and 1 of 27.
    let three = ask("hazard", &["rolls=3"]);
    says(&three, "no roll fails", 8.0 / 27.0);
    says(&three, "mean mortal wounds", 1.0);
    near("two", number(cell(&three, 0, "2", "exactly")), 6.0 / 27.0);
    // One failed roll of them again: none fails if none did, or if one did and then not.
    says(&three, "no roll fails, with a Command Re-roll", 8.0 / 27.0 + 12.0 / 27.0 * 2.0 / 3.0);
    // Monsters and Vehicles: three mortal wounds each; +1 to the roll leaves only the 1.
    says(&ask("hazard", &["rolls=2", "heavy=yes"]), "mean mortal wounds", 2.0);
    says(&ask("hazard", &["rolls=2", "bonus=1"]), "no roll fails", 25.0 / 36.0);
    // They spill: two of two rolls slay two of five models of one wound.
    let squad = ask("hazard", &["rolls=2", "unit=5x1"]);
    near("two slain", number(cell(&squad, 1, "2", "exactly")), 1.0 / 9.0);
    // A Vehicle of three wounds is gone with the first failure, and a unit by its name knows that it is one.
    says(&ask("hazard", &["rolls=1", "unit=1x3", "heavy=yes"]), "unit destroyed", 1.0 / 3.0);
    says(&ask("hazard", &["rolls=1", "unit=doomsday-ark"]), "mean mortal wounds", 1.0);
    says(&ask("hazard", &["rolls=1", "unit=doomsday-ark", "heavy=no"]), "mean mortal wounds", 1.0 / 3.0);
}

#[test]
fn a_desperate_escape_ends_with_a_battle_shock_roll() {
    let two = ask("desperate-escape", &["unit=2x1", "leadership=7+"]);
    says(&two, "mean models slain", 2.0 / 3.0);
    says(&two, "unit destroyed", 1.0 / 9.0);
    // 2D6 below 7: 15 of 36.
    says(&two, "stands and is Battle-shocked", 8.0 / 9.0 * 15.0 / 36.0);
    says(&two, "stands and is not", 8.0 / 9.0 * 21.0 / 36.0);
    let shocked = ask("desperate-escape", &["unit=2x1", "shocked=yes"]);
    assert!(shocked.lines.iter().all(|(what, _)| !what.contains("Battle-shocked")));
}

#[test]
fn passengers_make_a_hazard_roll_for_each_model() {
    let out = ask("disembark", &["passengers=3x1,1x5"]);
    near("mean slain", number(cell(&out, 0, "3x1", "mean slain")), 1.0);
    near("destroyed", number(cell(&out, 0, "3x1", "destroyed")), 1.0 / 27.0);
    near("one model", number(cell(&out, 0, "1x5", "mean mortal wounds")), 1.0 / 3.0);
}

#[test]
fn crushing_impact_hurts_both_with_the_same_dice() {
    // T6: enemy 2, oneself 1 on average; six dice can bring no more than six.
    let six = ask("crushing-impact", &["toughness=6"]);
    says(&six, "mean mortal wounds", 2.0);
    says(&six, "mean mortal wounds on oneself", 1.0);
    // Two dice: one 5+ and one 1 in 2 · 1/3 · 1/6; never two of each.
    let two = ask("crushing-impact", &["toughness=2"]);
    near("one each", number(cell(&two, 1, "1", "1 on oneself")), 1.0 / 9.0);
    near("two each", number(cell(&two, 1, "2", "2 on oneself")), 0.0);
    // Twelve dice: 12/3 = 4 without the cap, less with it. P(Bin(12, 1/3) > 6) is cut to six.
    let twelve = number(line(&ask("crushing-impact", &["toughness=12"]), "mean mortal wounds"));
    let of = |k: i32| {
        (0..k).fold(1.0, |ways, i| ways * f64::from(12 - i) / f64::from(i + 1)) / 3f64.powi(12) * 2f64.powi(12 - k)
    };
    near("capped", twelve, (0..=12).map(|k| f64::from(k.min(6)) * of(k)).sum());
}

#[test]
fn explosives_are_six_dice() {
    let thrown = ask("explosives", &["target=3x2"]);
    says(&thrown, "mean mortal wounds", 3.0);
    // All six: 1 of 64.
    says(&thrown, "unit destroyed", 1.0 / 64.0);
}

#[test]
fn one_save_die_meets_both_saves() {
    // Sv3+ at AP -2 saves on 5+, an invulnerable 4+ on 4+: the die fails only if both fail.
    says(&ask("save", &["save=3+", "invulnerable=4+", "ap=-2"]), "saved", 0.5);
    says(&ask("save", &["save=2+", "invulnerable=5+", "ap=-1"]), "saved", 4.0 / 6.0);
    // +2 to the roll is not capped, and a 1 still fails.
    says(&ask("save", &["save=5+", "ap=-1", "modifier=2"]), "saved", 3.0 / 6.0);
    says(&ask("save", &["save=2+", "modifier=3"]), "saved", 5.0 / 6.0);
}

/// A profile in a file of its own.
fn file(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("warodds-eleventh-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, format!("game = \"warhammer-40k-11e\"\n{text}")).expect("a file");
    path.to_str().expect("plain").to_owned()
}

/// Sure hits that wound T3 on 2+ and let nobody save.
fn shooter(attacks: u32) -> String {
    let weapon = format!(
        "[[weapon]]\nname = \"Flamer\"\nrange = 24\nattacks = {attacks}\nskill = \"N/A\"\nstrength = 20\nap = -6\ndamage = 1\nabilities = [\"Torrent\"]\n"
    );
    let model = "[[model]]\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n";
    file(&format!("shots-{attacks}.toml"), &format!("name = \"Sure\"\n{model}{weapon}"))
}

fn part(name: &str, count: u32, wounds: u32, leadership: &str, more: &str) -> String {
    let model = format!("[[model]]\ncount = {count}\ntoughness = 3\nsave = \"-\"\nwounds = {wounds}\n{more}");
    file(&format!("{name}.toml"), &format!("name = \"{name}\"\nleadership = \"{leadership}\"\n{model}\n"))
}

#[test]
fn half_of_a_unit_is_half_strength() {
    says(&ask("battle-shock", &["leadership=7+"]), "test failed", 15.0 / 36.0);
    // One of two falls on 2+: the other is at half strength.
    let keys = [format!("attacker={}", shooter(1)), format!("defender={}", part("pair", 2, 1, "7+", ""))];
    let pair = ask("battle-shock", &keys.each_ref().map(String::as_str));
    says(&pair, "alive at half strength or below", 5.0 / 6.0);
    says(&pair, "alive and Battle-shocked in its next Command phase", 5.0 / 6.0 * 15.0 / 36.0);
}

#[test]
fn an_attached_unit_counts_all_its_models() {
    // Two grunts and a leader of seven wounds, six shots: with two grunts gone one of three stands, whatever it has left.
    let leader = part("boss", 1, 7, "6+", "role = \"character\"");
    let unit = format!("{leader}+{}", part("two", 2, 1, "7+", ""));
    let keys = [format!("attacker={}", shooter(6)), format!("defender={unit}")];
    let answered = ask("battle-shock", &keys.each_ref().map(String::as_str));
    let fewer = (1.0f64 / 6.0).powi(6) + 6.0 * 5.0 / 6f64.powi(6);
    says(&answered, "alive at half strength or below", 1.0 - fewer);
    says(&answered, "alive and Battle-shocked in its next Command phase", (1.0 - fewer) * 10.0 / 36.0);
}

#[test]
fn a_super_heavy_walker_shocks_itself_on_a_one() {
    says(&ask("super-heavy-walker", &["moves=2"]), "Battle-shocked", 11.0 / 36.0);
}

#[test]
fn what_has_not_changed_is_asked_as_before() {
    says(&ask("advance", &["distance=9", "move=6"]), "reached", 4.0 / 6.0);
    says(&ask("surge", &["distance=3"]), "reached", 4.0 / 6.0);
    says(&ask("deadly-demise", &["demise=3", "units=5x1"]), "it goes off", 1.0 / 6.0);
    says(&ask("reroll-one", &["dice=2", "on=4+"]), "with one die rolled again", 1.375);
}

/// A unit is heavy, and has a Leadership, as its profile says, whatever letters its name has.
#[test]
fn a_named_unit_is_read_from_its_profile() {
    let model = "[[model]]\ncount = 2\ntoughness = 4\nsave = \"3+\"\nwounds = 9\n";
    let axe = file("4x4 box.toml", &format!("name = \"Box\"\nkeywords = [\"vehicle\"]\nleadership = \"7+\"\n{model}"));
    says(&ask("hazard", &["rolls=2", &format!("unit={axe}")]), "mean mortal wounds", 3.0 * 2.0 / 3.0);
    says(&ask("hazard", &["rolls=2", "unit=2x9"]), "mean mortal wounds", 2.0 / 3.0);
    let escape = ask("desperate-escape", &[&format!("unit={axe}")]);
    says(&escape, "the battle-shock roll fails", 15.0 / 36.0);
}

/// Who is gone is neither shocked nor free.
#[test]
fn whoever_stands_after_a_desperate_escape_may_be_shocked() {
    let escape = ask("desperate-escape", &["unit=2x1", "leadership=7+"]);
    // Each of two models falls on 1 or 2; fewer than 7 on 2D6 is 15 of 36.
    says(&escape, "stands and is Battle-shocked", 8.0 / 9.0 * 15.0 / 36.0);
    says(&escape, "stands and is not", 8.0 / 9.0 * 21.0 / 36.0);
}
