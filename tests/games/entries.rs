//! An `[[ability]]` holds for the weapons and the models that it names, or is refused.

use crate::support::{attack, damage, forty_k, gun, is, mistake, near, sigmar, squad, stage, target, with};
use warodds::ask::Request;
use warodds::games::Phase;
use warodds::stats::Pmf;

/// A die that always does one point: its mean is how often it is rolled.
const DICE: &str = "1 mortal damage";

fn entry(more: &str, effect: &str) -> String {
    format!("[[ability]]\nname = \"Storm\"\n{more}\neffects = [\"{effect}\"]\n")
}

fn phase(phase: Phase) -> Request {
    Request { phase: Some(phase), ..with(&[]) }
}

/// Dice on the side of a bow are rolled where the bow is used.
#[test]
fn dice_on_the_side_of_a_weapon_in_age_of_sigmar() {
    let weapon = |name: &str, range: &str| {
        format!(
            "[[weapon]]\nname = \"{name}\"\n{range}attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1\n"
        )
    };
    let unit = |effect: &str| {
        "game = \"age-of-sigmar\"\nname = \"As\"\nmodels = 5\nhealth = 2\nsave = \"4+\"\n".to_owned()
            + &weapon("Bow", "range = 12\ncount = 2\n")
            + &weapon("Sword", "")
            + &entry("weapons = [\"Bow\"]", effect)
    };
    let target = target(20, 2, "4+", "");
    let of = |effect: &str, now: Phase| damage(&attack(&unit(effect), &target, &phase(now))).mean();
    // Half hit, half of those wound, and a save of 4+ against Rend 1 fails two times in three.
    let (swords, bows) = (5.0 / 6.0, 2.0 / 6.0);
    near("swords", of("3 dice: 4+ -> D3 mortal", Phase::Combat), swords);
    near("bows and three dice of 4+ for D3", of("3 dice: 4+ -> D3 mortal", Phase::Shooting), bows + 3.0);
    near("a die of each bow", of("1 dice per model: 4+ -> 1 mortal", Phase::Shooting), bows + 1.0);
    let named = Request { weapons: vec!["sword".into()], ..with(&[]) };
    near("no bow is named", damage(&attack(&unit(DICE), &target, &named)).mean(), swords);
}

#[test]
fn dice_on_the_side_of_a_weapon_or_of_models_in_warhammer_40k() {
    let model = |name: &str, count: u32| {
        format!("[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n")
    };
    let weapon = |name: &str, more: &str| {
        format!("[[weapon]]\nname = \"{name}\"\nattacks = 1\nskill = \"3+\"\nstrength = 4\ndamage = 1\n{more}\n")
    };
    let unit = |who: &str, more: &str, effect: &str| {
        format!("game = \"warhammer-40k\"\nname = \"Unit\"\n{}{}", model("Boy", 4), model("Boss", 1))
            + &weapon("Gun", &format!("range = 24\ncount = 2\n{who}"))
            + &weapon("Axe", "carried-by = \"Boy\"")
            + &weapon("Klaw", "carried-by = \"Boss\"")
            + &entry(more, effect)
    };
    let mortal = |more: &str, effect: &str, now: Phase| {
        attack(&unit("", more, effect), &squad(20, 4, "2+", 2, ""), &phase(now))
            .total("mortal-wounds")
            .map_or(0.0, Pmf::mean)
    };
    near("two guns", mortal("weapons = [\"Gun\"]", "1 dice per model: 4+ -> 1 mortal", Phase::Shooting), 1.0);
    near("no gun in melee", mortal("weapons = [\"Gun\"]", "2 dice: 4+ -> 1 mortal", Phase::Combat), 0.0);
    let tiers = "2 dice: 4+ -> 1 mortal; 6+ -> 2 mortal";
    near("tiers", mortal("weapons = [\"Gun\"]", tiers, Phase::Combat), 0.0);
    near("tiers", mortal("weapons = [\"Gun\"]", tiers, Phase::Shooting), 4.0 / 3.0);
    near("four boys", mortal("models = [\"Boy\"]", "1 dice per model: 4+ -> 1 mortal", Phase::Combat), 2.0);
    // Effects on attacks: four axes and one klaw.
    let attacks = |more: &str, now: Phase| {
        stage(
            &attack(&unit("carried-by = \"Boy\"", more, "+1 attacks"), &squad(20, 4, "2+", 2, ""), &phase(now)),
            "attacks",
        )
    };
    near("the klaw of the boss", attacks("models = [\"Boss\"]", Phase::Combat), 6.0);
    near("the axes of the boys", attacks("models = [\"Boy\"]", Phase::Combat), 9.0);
    let refused =
        mistake(&unit("", "models = [\"Boss\"]", "+1 to hit"), &squad(5, 4, "3+", 1, ""), &phase(Phase::Shooting));
    assert!(refused.contains("carry Gun is not known") && refused.contains("carried-by"), "{refused}");
}

#[test]
fn dice_on_the_side_of_a_weapon_in_warcry() {
    let fighter = |weapons: &str| format!("game = \"warcry\"\nname = \"F\"\ntoughness = 4\nwounds = 10\n{weapons}");
    let weapon = |name: &str, range: u32| {
        format!("[[weapon]]\nname = \"{name}\"\nrange = {range}\nattacks = 0\nstrength = 4\ndamage = [1, 2]\n")
    };
    let drag =
        fighter(&(weapon("Axe", 1) + &weapon("Bow", 8))) + &entry("weapons = [\"Bow\"]", "2 dice: 4+ -> 1 mortal");
    let of = |now: Phase| damage(&attack(&drag, &fighter(""), &phase(now))).mean();
    near("the axe", of(Phase::Combat), 0.0);
    near("the bow", of(Phase::Shooting), 1.0);
}

#[test]
fn what_cannot_be_held_to_weapons_or_models_is_refused() {
    let shot = forty_k(&gun(1, "1 3+ 4 0 1", ""));
    let refused = |more: &str, effect: &str| {
        let other = "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n";
        let own = gun(1, "1 3+ 4 0 1", "");
        mistake(&shot, &squad(5, 4, "3+", 1, &format!("{other}{own}{}", entry(more, effect))), &with(&[]))
    };
    let own = "weapons = [\"Gun\"]";
    assert!(refused(own, "+1 to save").contains("does not go together with `weapons`"));
    assert!(refused(&format!("{own}\nagainst = true"), "-1 to hit").contains("does not go together with `weapons`"));
    assert!(refused("models = [\"Other\"]\nagainst = true", "-1 to hit").contains("`models`"));
    assert!(refused("models = [\"Other\"]", "ignore first failed save").contains("`models`"));
    let sigmar = sigmar(5, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        + &entry("weapons = [\"Weapon\"]", "ward 5+");
    assert!(mistake(&sigmar, &target(5, 1, "4+", ""), &with(&[])).contains("`weapons`"));
    // An entry of all models is the unit's.
    let all = squad(1, 4, "-", 1, &entry("models = [\"Model\"]\nagainst = true", "-1 to hit"));
    is("hits", damage(&attack(&forty_k(&gun(1, "1 3+ 8 0 1", "")), &all, &with(&[]))), 12.0, &[(0, 7.0), (1, 5.0)]);
}

/// Entries that are nearly right, and what is said to write: all in words that a profile takes.
#[test]
fn entries_that_are_nearly_right_are_told_what_to_write() {
    let told = |entry: &str| {
        let unit =
            sigmar(5, "attacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1") + "[[ability]]\nname = \"A\"\n" + entry;
        mistake(&unit, &target(5, 1, "4+", ""), &with(&[]))
    };
    let effect = |text: &str| told(&format!("effects = [\"{text}\"]\n"));
    for (text, help) in [
        ("3+: 4+: +1 to hit", "an entry rolls one die"),
        ("+1 to hit in cover", "write `when = [\"target cover\"]` and `effects = [\"+1 to hit\"]`"),
        ("+1 to hit when it rains", "put conditions in `when`"),
        ("All-out Attack", "write `when = [\"all-out attack\"]`"),
        // What it writes is what an entry may ask for: cover is known of the unit that is attacked.
        ("cover", "write `when = [\"target cover\"]`"),
        ("rally", "ask for it: `--with \"rally\"`"),
        ("half range", "is a situation of warhammer-40k, not an effect"),
    ] {
        assert!(effect(text).contains(help), "{text}: {}", effect(text));
    }
    let value = |text: &str| told(&format!("optional = true\neffects = [\"{text}\"]\n"));
    for (text, help) in [
        ("+Y attacks", "write `+X attacks`"),
        ("+2X attacks", "write `+double X attacks`"),
        ("+3X attacks", "write `+triple X attacks`"),
        ("+X/2 attacks", "write `+half X attacks`"),
    ] {
        assert!(value(text).contains(help), "{text}: {}", value(text));
    }
    let when = |text: &str| told(&format!("when = [\"{text}\"]\neffects = [\"+1 to hit\"]\n"));
    for (text, help) in [
        ("charged and melee", "write `\"charged\", \"melee\"`"),
        ("enemy MONSTER", "write `target MONSTER`"),
        ("vs HERO", "write `target HERO`"),
        ("models 10", "write `models 10+`"),
        ("models < 5", "write `not models 5+`"),
        ("damage >= 10", "write `damage 10+`"),
        ("once per battle", "write `once = true`"),
        ("on a 3+", "write a die before an effect"),
        ("hit roll of 6", "is part of an effect"),
    ] {
        assert!(when(text).contains(help), "{text}: {}", when(text));
    }
    for (key, help) in [
        ("once-per-battle = true", "write `once = true`"),
        ("condition = [\"charged\"]", "write `when = [\"charged\"]`"),
        ("phase = \"combat\"", "write `when = [\"melee\"]`"),
        ("keywords = [\"HERO\"]", "write `when = [\"target HERO\"]`"),
        ("weapon = \"Blade\"", "write `weapons = "),
        ("weapons = []", "leave it out for all"),
        ("models = [\"Man\"]", "leave out `models`"),
        ("text = \"Add 1\"", "no text is read"),
    ] {
        let text = told(&format!("{key}\neffects = [\"+1 to hit\"]\n"));
        assert!(text.contains(help), "{key}: {text}");
    }
}

/// `triple X` is three times the value that was asked for, as `double X` is twice.
#[test]
fn a_value_is_taken_twice_or_three_times() {
    let unit = |effect: &str| {
        sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
            + "[[ability]]\nname = \"Fury\"\noptional = true\neffects = [\""
            + effect
            + "\"]\n"
    };
    let attacks = |effect: &str| stage(&attack(&unit(effect), &target(20, 1, "-", ""), &with(&["Fury 4"])), "attacks");
    near("once", attacks("+X attacks"), 5.0);
    near("half", attacks("+half X attacks"), 3.0);
    near("twice", attacks("+double X attacks"), 9.0);
    near("three times", attacks("+triple X attacks"), 13.0);
}
