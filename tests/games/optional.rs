//! Abilities that are off until somebody asks for them: by name, with a value, once.

use crate::support::{
    attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, stage, target, unit, warcry, with,
};
use warodds::ask::{Request, prepare_units};
use warodds::engine::exact;
use warodds::games::Phase;

const BLADE: &str = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1";

fn optional(name: &str, more: &str, effects: &str) -> String {
    format!("[[ability]]\nname = \"{name}\"\noptional = true\n{more}\neffects = [{effects}]\n")
}

fn attacks(attacker: &str, defender: &str, said: &[&str]) -> f64 {
    stage(&attack(attacker, defender, &with(said)), "attacks")
}

#[test]
fn an_optional_ability_is_off_until_it_is_asked_for_in_every_game() {
    let asoiaf = |more: &str| {
        format!(
            "game = \"asoiaf\"\nname = \"S\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{more}\n"
        )
    };
    let entry = optional("Tank Hunters", "", "\"+2 attacks\"");
    for (unit, target, plain) in [
        (sigmar(1, BLADE), target(5, 1, "-", ""), 1.0),
        (forty_k(&gun(1, "1 4+ 4 0 1", "")), squad(5, 4, "-", 1, ""), 1.0),
        (asoiaf(""), asoiaf(""), 6.0),
        (warcry::fighter(10, 1, "3 4 1/2", ""), warcry::target(4, 10, ""), 3.0),
    ] {
        let unit = unit + &entry;
        near("off", attacks(&unit, &target, &[]), plain);
        for said in ["Tank Hunters", "tank-hunters", "attacker: TANK HUNTERS"] {
            near(said, attacks(&unit, &target, &[said]), plain + 2.0);
        }
    }
}

/// It keeps its weapons and its conditions.
#[test]
fn an_optional_ability_keeps_its_weapons_and_its_conditions() {
    let two = sigmar(1, &format!("{BLADE}\n[[weapon]]\nname = \"Whip\"\n{BLADE}"));
    let unit = two + &optional("Lash", "weapons = [\"Whip\"]\nwhen = [\"charged\"]", "\"+3 attacks\"");
    let target = target(5, 1, "-", "");
    near("nobody charged", attacks(&unit, &target, &["Lash"]), 2.0);
    near("the whip alone", attacks(&unit, &target, &["Lash", "charged"]), 5.0);
    near("not asked for", attacks(&unit, &target, &["charged"]), 2.0);
}

#[test]
fn a_value_is_what_x_stands_for() {
    let unit = sigmar(1, BLADE) + &optional("Tusker Charge", "", "\"+X attacks\", \"X mortal damage\"");
    let target = target(30, 1, "-", "");
    for value in [1.0, 4.0, 20.0] {
        let outcome = attack(&unit, &target, &with(&[&format!("Tusker Charge {value}")]));
        near("attacks", stage(&outcome, "attacks"), 1.0 + value);
        near("damage", damage(&outcome).mean(), (1.0 + value) / 4.0 + value);
    }
    for (said, told) in [
        ("Tusker Charge", "needs a value"),
        ("Tusker Charge 0", "`0` is not a value"),
        ("Tusker Charge 21", "`21` is not a value"),
        ("Tusker Charge D3", "`D3` is not a value"),
        ("Tusker Charge -1", "`-1` is not a value"),
        ("Tuskr Charge 4", "did you mean `Tusker Charge`?"),
    ] {
        let text = mistake(&unit, &target, &with(&[said]));
        assert!(text.contains(told), "{said}: {text}");
    }
    let plain = sigmar(1, BLADE) + &optional("Fury", "", "\"+1 attacks\"");
    let text = mistake(&plain, &target, &with(&["Fury 3"]));
    assert!(text.contains("has no value: no effect of it holds X"), "{text}");
    let face = sigmar(1, BLADE) + &optional("Fate", "", "\"reroll hits of X\"");
    near("a face", stage(&attack(&face, &target, &with(&["Fate 3"])), "hits"), 0.5 + 0.5 / 6.0);
    let text = mistake(&face, &target, &with(&["Fate 9"]));
    assert!(text.contains("would be `reroll hits of 9`"), "{text}");
}

/// Half of a value is rounded as the game rounds fractions: down (AOS-27.0).
#[test]
fn half_of_a_value_and_twice_a_value_may_be_meant() {
    let unit = sigmar(1, BLADE) + &optional("Whirl", "", "\"half X mortal damage\", \"+double X attacks\"");
    let target = target(30, 1, "-", "");
    for (value, half) in [(1.0, 0.0), (3.0, 1.0), (4.0, 2.0), (5.0, 2.0)] {
        let outcome = attack(&unit, &target, &with(&[&format!("Whirl {value}")]));
        near("attacks", stage(&outcome, "attacks"), 1.0 + 2.0 * value);
        near("damage", damage(&outcome).mean(), (1.0 + 2.0 * value) / 4.0 + half);
    }
    // Cards of Warcry say that it is rounded up: three attacks that hit on 4+ for 1, or for 4 on a 6.
    let fighter = warcry::v1(9) + &optional("Zap", "", "\"half X mortal damage\"");
    let zapped = damage(&attack(&fighter, &warcry::target(4, 60, ""), &with(&["Zap 3"]))).mean();
    near("rounded up", zapped, 3.0 * (2.0 + 4.0) / 6.0 + 2.0);
}

#[test]
fn what_means_nothing_says_how_it_is_written() {
    for (effect, says) in [
        ("+ X attacks", "`+ X attacks` is not an effect of age-of-sigmar, whatever X is"),
        ("3+ +1 attacks", "write `3+: +1 attacks`"),
        ("3: +1 attacks", "write `3+: +1 attacks`"),
        ("3+:", "an effect is missing"),
        ("target:", "an effect is missing"),
        ("target -1 to save", "write `target: -1 to save`"),
        ("attacker: +1 to hit", "an effect applies to its own unit: write `+1 to hit`"),
        ("Fury", "the ability `Fury` holds itself"),
        ("Wrath", "`Wrath` is another ability of this profile, and none holds another"),
    ] {
        let unit = sigmar(1, BLADE)
            + &optional("Fury", "", &format!("\"{effect}\""))
            + &optional("Wrath", "", "\"+x attacks\"");
        let text = mistake(&unit, &target(5, 1, "-", ""), &with(&[]));
        assert!(text.contains(says), "{effect}: {text}");
    }
}

#[test]
fn a_value_without_an_optional_ability_is_a_mistake() {
    let text = mistake(
        &(sigmar(1, BLADE) + "[[ability]]\nname = \"Rage\"\neffects = [\"+X attacks\"]\n"),
        &target(5, 1, "-", ""),
        &with(&[]),
    );
    assert!(text.contains("`+X attacks` has no value") && text.contains("`optional = true`"), "{text}");
    let text =
        mistake(&(sigmar(1, BLADE) + &optional("Rage", "", "\"+X attack dance\"")), &target(5, 1, "-", ""), &with(&[]));
    assert!(text.contains("is not an effect of age-of-sigmar, whatever X is"), "{text}");
}

/// Both sides have it, and it does something for both: asked back. If it does something for one of them, that one is meant.
#[test]
fn an_ability_of_both_sides_is_asked_back() {
    let helps = optional("Blessing", "", "\"+1 attacks\"");
    let shields = optional("Blessing", "", "\"ward 4+\"");
    let (unit, plain) = (sigmar(1, BLADE) + &helps, target(5, 1, "-", ""));
    let (other, shielded) = (target(5, 1, "-", &helps), target(5, 1, "-", &shields));
    near("only the attacker attacks", attacks(&unit, &other, &["Blessing"]), 2.0);
    near("it attacks", attacks(&unit, &plain, &["Blessing"]), 2.0);
    let text = mistake(&unit, &shielded, &with(&["Blessing"]));
    assert!(text.contains("both units have an ability") && text.contains("attacker: Blessing"), "{text}");
    let attacker = attack(&unit, &shielded, &with(&["attacker: Blessing"]));
    let defender = attack(&unit, &shielded, &with(&["defender: Blessing"]));
    near("twice a quarter", damage(&attacker).mean(), 0.5);
    near("warded one time in two", damage(&defender).mean(), 0.125);
    let text = mistake(&unit, &plain, &with(&["defender: Blessing"]));
    assert!(text.contains("the defender has no ability"), "{text}");
}

#[test]
fn an_ability_that_is_used_once_is_used_by_the_first_attack_that_could() {
    let once = sigmar(1, BLADE) + &optional("Volley", "once = true", "\"+2 attacks\"");
    let bow = "[[weapon]]\nname = \"Bow\"\nrange = 12\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n";
    let chain = |text: &str, said: &[&str]| {
        let request = Request { phase: Some(Phase::Combat), ..with(said) };
        let units = [(unit(text), None), (unit(text), None)];
        let prepared = prepare_units(&units, &(unit(&target(9, 1, "-", "")), None), &request).expect("right");
        let outcome = exact(&prepared.engaged.engagement).expect("small");
        let of = |weapon: usize| outcome.weapons[weapon].stages[0].moments.mean;
        (of(0), of(1))
    };
    assert_eq!(chain(&once, &["Volley"]), (3.0, 1.0));
    assert_eq!(chain(&once.replace("once = true", ""), &["Volley"]), (3.0, 3.0));
    assert_eq!(chain(&once, &[]), (1.0, 1.0));
    let always = once.replace("optional = true\n", "");
    assert_eq!(chain(&always, &[]), (3.0, 1.0));
    // In melee only: a unit that shoots first keeps it for the fight.
    let melee = once.replace("once = true", "once = true\nwhen = [\"melee\"]") + bow;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("unit.toml");
    std::fs::write(&path, melee).expect("written");
    let other = folder.path().join("target.toml");
    std::fs::write(&other, target(9, 1, "-", "")).expect("written");
    let (path, other) = (path.to_string_lossy().into_owned(), other.to_string_lossy().into_owned());
    let request = Request {
        attacker: path.clone(),
        defender: other,
        phase: Some(Phase::Shooting),
        then: vec![format!("combat:{path}")],
        ..with(&["Volley"])
    };
    let outcome = exact(&warodds::ask::prepare(&request).expect("right").engaged.engagement).expect("small");
    near("a shot and three blows", stage(&outcome, "attacks"), 4.0);
}

#[test]
fn an_optional_ability_may_hang_on_a_chance_and_on_a_die() {
    let unit = sigmar(1, BLADE) + &optional("Surge", "", "\"3+: +6 attacks\"");
    let target = target(9, 1, "-", "");
    near("off", attacks(&unit, &target, &[]), 1.0);
    near("on a 3+", attacks(&unit, &target, &["Surge"]), 1.0 + 4.0);
    near("half the time, on a 3+", attacks(&unit, &target, &["Surge @50%"]), 1.0 + 2.0);
}

#[test]
fn the_name_of_an_optional_ability_says_nothing_else() {
    for (name, what) in [("Charged", "a situation"), ("+1 to hit", "an effect"), ("Crit (Mortal)", "a weapon ability")]
    {
        let text =
            mistake(&(sigmar(1, BLADE) + &optional(name, "", "\"+1 attacks\"")), &target(5, 1, "-", ""), &with(&[]));
        assert!(text.contains(what) && text.contains("another name"), "{text}");
    }
}

#[test]
fn a_weapon_may_name_an_ability_of_its_own_profile() {
    let entry = "[[ability]]\nname = \"Blood-hungry\"\neffects = [\"+2 attacks\"]\n";
    let two = |first: &str, second: &str| {
        let weapon = |name: &str, abilities: &str| {
            format!("[[weapon]]\nname = \"{name}\"\nabilities = [{abilities}]\n{BLADE}\n")
        };
        format!(
            "game = \"age-of-sigmar\"\nname = \"A\"\nmodels = 1\nhealth = 1\nsave = \"-\"\n{}{}",
            weapon("Axe", first),
            weapon("Sword", second)
        )
    };
    let target = target(9, 1, "-", "");
    let of = |text: &str| {
        let outcome = attack(text, &target, &with(&[]));
        [0, 1].map(|weapon: usize| outcome.weapons[weapon].stages[0].moments.mean)
    };
    assert_eq!(of(&(two("", "") + entry)), [3.0, 3.0], "no weapon names it: it reaches all");
    assert_eq!(of(&(two("\"blood hungry\"", "") + entry)), [3.0, 1.0]);
    let names_other = entry.replace("effects", "weapons = [\"Sword\"]\neffects");
    assert_eq!(of(&(two("\"Blood-hungry\"", "") + &names_other)), [3.0, 3.0], "and those it names");
    let text = mistake(&(two("\"Blood-hungri\"", "") + entry), &target, &with(&[]));
    assert!(text.contains("unknown ability") && text.contains("did you mean `Blood-hungry`?"), "{text}");
    let both = entry.replace("Blood-hungry", "Crit (Mortal)");
    let text = mistake(&(two("\"Crit (Mortal)\"", "") + &both), &target, &with(&[]));
    assert!(text.contains("which of them?"), "{text}");
    let circle = entry.replace("+2 attacks", "Blood-hungry");
    let text = mistake(&(two("\"Blood-hungry\"", "") + &circle), &target, &with(&[]));
    assert!(text.contains("holds itself"), "{text}");
    let shield = entry.replace("+2 attacks", "ward 5+");
    let text = mistake(&(two("\"Blood-hungry\"", "") + &shield), &target, &with(&[]));
    assert!(text.contains("does not go together with `weapons`"), "{text}");
}

#[test]
fn the_weapons_of_every_game_may_name_an_ability() {
    let entry = "[[ability]]\nname = \"Wyrdflame\"\neffects = [\"+2 attacks\"]\n";
    let squad = squad(5, 4, "-", 1, "");
    near("40k", attacks(&(forty_k(&gun(1, "1 4+ 4 0 1", "\"Wyrdflame\"")) + entry), &squad, &[]), 3.0);
    let fighter =
        warcry::fighter(10, 1, "3 4 1/2", "").trim_end().to_owned() + "\nabilities = [\"Wyrdflame\"]\n" + entry;
    near("warcry", attacks(&fighter, &warcry::target(4, 10, ""), &[]), 5.0);
}

#[test]
fn where_a_number_comes_from_is_explained_by_the_name_of_the_ability() {
    let unit = sigmar(1, BLADE) + &optional("Tusker Charge", "", "\"+X attacks\"");
    let target = target(9, 1, "-", "");
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [("unit.toml", &unit), ("target.toml", &target)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    });
    let [attacker, defender] = paths;
    let request = Request { attacker, defender, ..with(&["tusker charge 4"]) };
    let explained = warodds::ask::prepare(&request).expect("right").engaged.explained;
    assert!(
        explained[0].lines.iter().any(|line| line.what == "+4 attacks" && line.source == "Tusker Charge"),
        "{explained:?}"
    );
    let _ = prepared(&unit, &target, &with(&[])).expect("right without it");
}

/// Units of one name have an ability once together, also where another of that name does not have it.
#[test]
fn units_of_one_name_of_which_one_lacks_the_ability() {
    let once = sigmar(1, BLADE) + &optional("Fury", "once = true", "\"+2 attacks\"");
    let other = sigmar(1, BLADE);
    let attacks = |units: [&str; 3]| {
        let units = units.map(|text| (unit(text), None));
        let prepared = prepare_units(&units, &(unit(&target(9, 9, "-", "")), None), &with(&["Fury"])).expect("right");
        stage(&exact(&prepared.engaged.engagement).expect("small"), "attacks")
    };
    near("first and last", attacks([&once, &other, &once]), 3.0 + 2.0);
    near("last alone", attacks([&other, &other, &once]), 3.0 + 2.0);
}

/// Of two units that have an ability of one name the one is meant for which it does anything; where it does for both, one
/// has to be said.
#[test]
fn an_ability_of_both_units_is_of_the_one_that_it_helps() {
    let with_entry = |text: String, effects: &str| text + &optional("Oath", "", effects);
    let of = |attacker: &str, defender: &str| {
        let attacker = with_entry(sigmar(1, BLADE), attacker);
        let foe = with_entry(target(5, 1, "4+", ""), defender);
        prepared(&attacker, &foe, &with(&["Oath"]))
    };
    let unsaved = |attacker: &str, defender: &str| {
        let prepared = of(attacker, defender).unwrap_or_else(|error| panic!("{error}"));
        stage(&exact(&prepared.engaged.engagement).expect("small"), "unsaved")
    };
    let (hits, saves) = ("\"+1 to hit\"", "\"+1 to save\"");
    near("the attacker's", unsaved(hits, hits), 4.0 / 6.0 * 0.5 * 0.5);
    near("the target's", unsaved(saves, saves), 0.5 * 0.5 * 2.0 / 6.0);
    let told = of(hits, saves).expect_err("both do something").to_string();
    assert!(told.contains("both units have an ability `Oath`"), "{told}");
}

/// A die that always or never shows enough is no condition; what to write is said for each.
#[test]
fn a_die_that_decides_nothing_is_told_apart() {
    let told = |effect: &str| {
        let unit = sigmar(1, BLADE) + &format!("[[ability]]\nname = \"Luck\"\neffects = [\"{effect}\"]\n");
        let error = prepared(&unit, &target(5, 1, "-", ""), &with(&[])).expect_err("a mistake");
        warodds::report::mistakes(&error.diagnostics, false)
    };
    for always in ["0+: +1 to hit", "1+: +1 to hit"] {
        let said = told(always);
        assert!(said.contains("always shows") && said.contains("write `+1 to hit` alone"), "{said}");
    }
    let said = told("7+: +1 to hit");
    assert!(said.contains("never shows 7 or more") && said.contains("write `2+:` to `6+:`"), "{said}");
}

/// Abilities in one text are several; only where each is one is that said.
#[test]
fn abilities_in_one_text_are_told_apart() {
    let told = |abilities: &str| {
        let unit = sigmar(1, &format!("{BLADE}\nabilities = [\"{abilities}\"]"));
        let error = prepared(&unit, &target(5, 1, "-", ""), &with(&[])).expect_err("a mistake");
        warodds::report::mistakes(&error.diagnostics, false)
    };
    assert!(told("Crit (Mortal), Companion").contains("write `\"Crit (Mortal)\", \"Companion\"`"));
    for unknown in ["Foo, Companion", "Foo, Bar", "Foo"] {
        assert!(!told(unknown).contains("quotes of its own"), "{unknown}");
    }
}

/// A card prints `Oath (Aura)` among its abilities and its entry is called `Oath`: the entry says what it does.
#[test]
fn an_entry_is_found_by_its_name_before_a_bracket() {
    let unit = |printed: &str| {
        forty_k(&gun(1, "1 4+ 4 0 1", "")).replacen("[[model]]", &format!("abilities = [\"{printed}\"]\n[[model]]"), 1)
            + "[[ability]]\nname = \"Oath\"\neffects = [\"+2 attacks\"]\n"
    };
    let of = |printed: &str| prepared(&unit(printed), &squad(5, 4, "-", 1, ""), &with(&[]));
    for printed in ["Oath", "Oath (Aura)"] {
        let prepared = of(printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        near(printed, stage(&exact(&prepared.engaged.engagement).expect("small"), "attacks"), 3.0);
        assert!(prepared.title().1.iter().all(|(what, _)| what != "not computed"), "{printed}");
    }
    assert!(of("Curse (Aura)").is_err(), "nothing says what that is");
}
