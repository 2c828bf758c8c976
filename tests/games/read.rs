//! Words that are read as they are meant, or refused by name: what is close to a word of the language is none.

use crate::support::{
    attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, stage, target, unit, warcry, with,
};
use warodds::ask::prepare_units;

const BLADE: &str = "attacks = 4\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1";

fn entry(keys: &str, effect: &str) -> String {
    format!("[[ability]]\nname = \"Card\"\n{keys}\neffects = [\"{effect}\"]\n")
}

fn when(texts: &str, effect: &str) -> String {
    entry(&format!("when = [{texts}]"), effect)
}

fn swords(more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Swords\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{more}\n"
    )
}

fn shooters(more: &str) -> String {
    forty_k(&gun(1, "1 4+ 4 0 1", "")) + more
}

/// Why an entry of an Age of Sigmar unit is refused.
fn refused(entry: &str) -> String {
    mistake(&(sigmar(1, BLADE) + entry), &target(5, 1, "-", ""), &with(&[]))
}

/// A word of another game is not offered where it means nothing.
#[test]
fn words_of_other_games_are_not_suggested() {
    for (word, never) in [
        ("strength above toughnes", "`strength above toughness`"),
        ("fewer rank", "`fewer ranks`"),
        ("half strengt", "`half strength`"),
        ("more rank", "`more ranks`"),
    ] {
        let told = refused(&when(&format!("\"{word}\""), "+1 to hit"));
        assert!(
            told.contains("is not a situation, keyword, phase or state") && !told.contains(never),
            "{word}: {told}"
        );
    }
    let told = mistake(&shooters(&when("\"companion weapn\"", "+1 to hit")), &squad(5, 4, "4+", 1, ""), &with(&[]));
    assert!(told.contains("is not a situation") && !told.contains("`companion weapon`"), "{told}");
    let fighter = warcry::fighter(9, 1, "3 4 1/4", "") + &when("\"models 10\"", "+1 attacks");
    let told = mistake(&fighter, &warcry::target(4, 9, ""), &with(&[]));
    assert!(!told.contains("did you mean `models 10+`"), "one model: {told}");
}

/// Where a word has no meaning in the game, what to write instead is what the game has.
#[test]
fn what_to_write_instead_is_of_the_game() {
    let told = refused(&when("\"target strength above toughness\"", "+1 to hit"));
    assert!(told.contains("no roll of this game compares the two"), "{told}");
    let told = refused(&when("\"strength above toughness\"", "+1 to hit"));
    assert!(told.contains("no roll of this game compares the two"), "{told}");
    let of_target = shooters(&when("\"target strength above toughness\"", "+1 to hit"));
    let told = mistake(&of_target, &squad(5, 4, "4+", 1, ""), &with(&[]));
    assert!(told.contains("write `strength above toughness`"), "{told}");
    let told = refused(&when("\"fewer ranks\"", "+1 to hit"));
    assert!(told.contains("its models stand in no ranks"), "{told}");
}

/// What is said twice, or follows from the other, may hold; what can never hold at once is refused.
#[test]
fn conditions_that_exclude_each_other() {
    let read = |texts: &str, effect: &str| {
        let text = shooters(&when(texts, effect));
        prepared(&text, &squad(5, 4, "4+", 1, ""), &with(&[])).err().map(|error| error.to_string())
    };
    for texts in [
        "\"charged\", \"charged\"",
        "\"charged\", \"stationary\"",
        "\"half strength\", \"below starting strength\"",
        "\"not half strength\", \"below starting strength\"",
        "\"not half strength\", \"not below starting strength\"",
        "\"models 5+\", \"not models 10+\"",
        "\"target VEHICLE\", \"not target MONSTER\"",
        "\"target VEHICLE\", \"target VEHICLE\"",
    ] {
        assert_eq!(read(texts, "+1 to hit"), None, "{texts}");
    }
    for texts in [
        "\"charged\", \"not charged\"",
        "\"target VEHICLE\", \"not target VEHICLE\"",
        "\"models 5+\", \"not models 5+\"",
        "\"not models 5+\", \"models 5+\"",
        "\"half strength\", \"not below starting strength\"",
        "\"target half strength\", \"not target below starting strength\"",
    ] {
        let told = read(texts, "+1 to hit").unwrap_or_default();
        assert!(told.contains("never hold at once"), "{texts}: {told}");
    }
    // A weapon's ability is the attacker's, as an effect on its rolls is.
    for effect in ["Lethal Hits", "+1 to hit"] {
        let told = read("\"overwatch\", \"charged\"", effect).unwrap_or_default();
        assert!(told.contains("exclude each other"), "{effect}: {told}");
    }
}

/// `damage points 1+` is damage as `damage 1+` is.
#[test]
fn damage_may_be_counted_in_points() {
    for text in ["damage 1+", "damage points 1+", "1+ damage points", "1+ points damage"] {
        let hurt = |models: u32, clause: &str| {
            let text = sigmar(models, BLADE).replace("health = 1", "health = 3")
                + &when(&format!("\"{text}\""), "+10 attacks");
            let request = warodds::ask::Request {
                set: if clause.is_empty() { Vec::new() } else { vec![clause.to_owned()] },
                ..Default::default()
            };
            stage(&attack(&text, &target(5, 1, "-", ""), &request), "attacks")
        };
        near(text, hurt(1, "attacker.damage=1"), 14.0);
        near(text, hurt(1, ""), 4.0);
    }
}

/// Dice that nobody rolls and faces that no die has are no effect; neither is a face without the die that shows it.
#[test]
fn dice_that_do_not_exist_are_refused() {
    let said = |clause: &str| prepared(&sigmar(1, BLADE), &target(5, 1, "-", ""), &with(&[clause])).is_ok();
    for (right, wrong) in [
        ("1 dice: 4+ -> 1 mortal", "1 dice: 4-0 -> 1 mortal"),
        ("1 dice: 4+ -> 2 mortal", "1 dice: 0 -> 1 mortal"),
        ("1 dice: 4+ -> heal 1", "0 dice: 4+ -> heal 1"),
        ("4+ -> 1 mortal", "6 -> 1 mortal"),
        ("slay 1 models", "slay 1 wounds"),
    ] {
        assert!(said(right), "{right}");
        assert!(!said(wrong), "{wrong}");
    }
}

/// Ranks are there or destroyed; wounds are lost. The words do not mix.
#[test]
fn ranks_are_destroyed_and_wounds_are_lost() {
    let said = |clause: &str| prepared(&swords(""), &swords(""), &with(&[clause])).is_ok();
    for right in [
        "+1 attacks per rank", "+1 attacks per destroyed rank", "+1 attacks per remaining rank",
        "+1 attacks per lost wound",
    ] {
        assert!(said(right), "{right}");
    }
    for wrong in ["+1 attacks per lost rank", "+1 attacks per suffered rank", "+1 attacks per remaining destroyed rank"]
    {
        assert!(!said(wrong), "{wrong}");
    }
}

/// Dice on the side are the attacker's, whoever says so; of the defender they are none.
#[test]
fn dice_on_the_side_have_an_owner() {
    let mean = |clause: &str| {
        let idle = sigmar(1, "attacks = 0\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
        let idle = idle.replace("attacks = 0", "attacks = 1\ncount = 0");
        damage(&attack(&idle, &target(9, 1, "-", ""), &with(&[clause]))).mean()
    };
    near("said of nobody", mean("6 dice: 4+ -> 1 mortal"), 3.0);
    near("of the attacker", mean("attacker: 6 dice: 4+ -> 1 mortal"), 3.0);
    near("of the defender", mean("defender: 6 dice: 4+ -> 1 mortal"), 0.0);
}

/// A die that decides what the target has is drawn like one of the attacker: a save of 4+, half the time with -1.
#[test]
fn a_die_may_decide_what_the_target_has() {
    let mean = |effect: &str| {
        let text = sigmar(6, BLADE) + &entry("", effect);
        damage(&attack(&text, &target(30, 1, "4+", ""), &with(&[]))).mean()
    };
    let plain = 6.0 * 4.0 / 4.0;
    near("always", mean("subtract 1 from save rolls for the target"), plain * 4.0 / 6.0);
    near("on 4+", mean("4+: subtract 1 from save rolls for the target"), plain * (4.0 / 6.0 + 3.0 / 6.0) / 2.0);
}

/// Abilities with dice that nobody asked for roll none: as many as there are, the attack has one way to be made.
#[test]
fn optional_dice_that_nobody_asked_for_are_not_rolled() {
    let die = |n: u32| format!("[[ability]]\nname = \"Die {n}\"\noptional = true\neffects = [\"4+: +1 to hit\"]\n");
    let all: String = ["one", "two", "three"].iter().enumerate().map(|(n, _)| die(n as u32)).collect();
    let many: String = (0..20).map(die).collect();
    let mean = |more: &str, clauses: &[&str]| {
        damage(&attack(&(sigmar(1, BLADE) + more), &target(9, 1, "-", ""), &with(clauses))).mean()
    };
    near("none of three", mean(&all, &[]), 1.0);
    near("none of many", mean(&many, &[]), 1.0);
    near("one of many", mean(&many, &["Die 3"]), (1.0 + 4.0 / 3.0) / 2.0);
}

/// What is of all attacks together is drawn once for all of them, what is of one for each.
#[test]
fn shared_chances_are_drawn_once() {
    let drawn = |text: &str, defender: &str, clause: &str| {
        let units = [(unit(text), None), (unit(text), None)];
        let prepared = prepare_units(&units, &(unit(defender), None), &with(&[clause])).expect("right");
        prepared.engaged.uncertain.iter().map(|one| one.attack).collect::<Vec<_>>()
    };
    let fighter = warcry::fighter(9, 1, "3 4 1/4", "");
    assert_eq!(drawn(&fighter, &warcry::target(4, 30, ""), "counter @50%"), [None]);
    assert_eq!(drawn(&swords(""), &swords(""), "vulnerable @50%"), [None]);
    assert_eq!(drawn(&sigmar(1, BLADE), &target(9, 1, "-", ""), "+1 to hit @50%"), [Some(0), Some(1)]);
    assert!(drawn(&sigmar(1, BLADE), &target(9, 1, "-", ""), "+1 to hit @0%").is_empty(), "it never holds");
}

/// Each way that the dice before an attack may fall is told by itself.
#[test]
fn every_way_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let request = warodds::ask::Request {
        attacker: write("a.toml", &sigmar(1, BLADE)),
        defender: write("b.toml", &target(9, 1, "-", "")),
        ..with(&["+1 to hit @50%"])
    };
    let prepared = warodds::ask::prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let told: Vec<_> = prepared.engaged.explained.into_iter().map(|one| one.weapon).collect();
    assert_eq!(told, ["Weapon, without +1 to hit", "Weapon, with +1 to hit"]);
}
