//! Entries of profiles in the words that cards print, where those are one effect, or plainly several.

use crate::support::{
    attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, stage, target, warcry, with,
};

/// Ten attacks that hit on 4+, wound on 4+, at Rend 1.
fn fighters(entry: &str) -> String {
    sigmar(10, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1") + entry
}

fn entry(more: &str, effect: &str) -> String {
    format!("[[ability]]\nname = \"Card\"\n{more}\neffects = [\"{effect}\"]\n")
}

/// Against a save of 4+, which fails on 1 to 4: 10 · 1/2 · 1/2 · 2/3.
const PLAIN: f64 = 10.0 / 4.0 * 4.0 / 6.0;

fn mean(effect: &str) -> f64 {
    damage(&attack(&fighters(&entry("", effect)), &target(20, 1, "4+", ""), &with(&[]))).mean()
}

/// What befalls attacks on a unit is of the unit that has it; where nobody says whose it is, of the attack that is asked for.
#[test]
fn to_be_hit_speaks_of_attacks_on_its_owner() {
    let on = |entry: &str, clauses: &[&str]| {
        damage(&attack(&fighters(""), &target(20, 1, "4+", entry), &with(clauses))).mean()
    };
    for (said, factor) in [
        ("-1 to be hit", 2.0 / 3.0),
        ("-1 to be wounded", 2.0 / 3.0),
        ("-1 to be hit and wounded", 4.0 / 9.0),
        ("-1 to be hit and -1 to be wounded", 4.0 / 9.0),
        ("-1 to be hit and +1 to save", 2.0 / 3.0 * 3.0 / 4.0),
        ("-1 to be hit in combat", 2.0 / 3.0),
    ] {
        near(said, mean(said), PLAIN);
        near(said, on(&entry("", said), &[]), PLAIN * factor);
        near(said, on(&entry("against = true", "-1 to be hit"), &[]), PLAIN * 2.0 / 3.0);
        near(said, on("", &[said]), PLAIN * factor);
        near(said, on("", &[&format!("defender: {said}")]), PLAIN * factor);
        near(said, on("", &[&format!("attacker: {said}")]), PLAIN);
    }
    near("a die", on(&entry("", "on a 3+: -1 to be hit"), &[]), PLAIN * 7.0 / 9.0);
    // AP -1 against 4+ fails on 1 to 4, AP 0 on 1 to 3.
    let gun = forty_k(&gun(10, "1 4+ 4 -1 1", ""));
    for said in ["Armour of Contempt", "AoC"] {
        let of =
            |text: &str, clauses: &[&str]| damage(&attack(&gun, &squad(20, 4, "4+", 1, text), &with(clauses))).mean();
        near(said, of(&entry("", said), &[]), 2.5 / 2.0);
        near(said, of("", &[&format!("defender: {said}")]), 2.5 / 2.0);
        near(said, of("", &[said]), 2.5 / 2.0);
        near(said, of("", &[&format!("attacker: {said}")]), 2.5 * 4.0 / 6.0);
    }
}

#[test]
fn sentences_of_cards_that_change_the_attack() {
    for (effect, factor) in [
        ("Add 1 to wound rolls", 4.0 / 3.0),
        ("Add 1 to wound rolls for this unit's attacks", 4.0 / 3.0),
        ("add 1 to wound rolls for the rest of the turn.", 4.0 / 3.0),
        ("Add 1 to hit rolls and wound rolls", 16.0 / 9.0),
        ("+1 to hit and +1 to wound", 16.0 / 9.0),
        ("+1 to hit, +1 to wound", 16.0 / 9.0),
        ("+1 to hit, and add 1 to wound rolls", 16.0 / 9.0),
        ("+1 to hit and to charge rolls", 4.0 / 3.0),
        ("re-roll hit rolls of 1 and wound rolls of 1", 49.0 / 36.0),
        ("Add 1 to the Attacks and Damage characteristics", 4.0),
        ("double the Damage", 2.0),
        ("on a 3+, add 1 to hit rolls", 2.0 / 3.0 * 4.0 / 3.0 + 1.0 / 3.0),
        ("on a 3+: +1 to hit", 2.0 / 3.0 * 4.0 / 3.0 + 1.0 / 3.0),
        ("subtract 1 from save rolls for the target", 5.0 / 4.0),
        ("-1 to the target's save rolls", 5.0 / 4.0),
        ("the target has -1 to save", 5.0 / 4.0),
    ] {
        near(effect, mean(effect), PLAIN * factor);
    }
    let of_target = |effect: &str| {
        let foe = target(20, 1, "4+", "") + &entry("", effect);
        damage(&attack(&fighters(""), &foe, &with(&[]))).mean()
    };
    near("Ward (5+)", of_target("Ward (5+)"), PLAIN * 4.0 / 6.0);
    near("has Ward (5+)", of_target("has Ward (5+)"), PLAIN * 4.0 / 6.0);
}

/// What a sentence holds to a phase is held to it, as by `when`.
#[test]
fn a_sentence_may_name_the_phase() {
    for (effect, factor) in [
        ("Add 1 to wound rolls for this unit's combat attacks", 4.0 / 3.0),
        ("Add 1 to wound rolls for this unit's shooting attacks", 1.0),
        ("Add 1 to the Damage characteristic of this unit's melee weapons for the rest of the turn.", 2.0),
        ("This unit's ranged weapons have Crit (Mortal)", 1.0),
        ("on a 4+, add 1 to wound rolls for this unit’s combat attacks", 7.0 / 6.0),
    ] {
        near(effect, mean(effect), PLAIN * factor);
    }
    let told = |entry: &str| mistake(&fighters(entry), &target(20, 1, "4+", ""), &with(&[]));
    let combat = "+1 to hit for combat attacks";
    // No die of this attack hangs on it, and a die before it is read all the same.
    near("last", mean("on a 3+, the target has Strike-last for the rest of the turn"), PLAIN);
    let two = told(&entry("", &format!("{combat}\", \"+1 to wound")));
    assert!(two.contains("one effect is held to a phase, another is not"), "{two}");
    let never = told(&entry("when = [\"shooting\"]", combat));
    assert!(never.contains("held to combat, and `when` to the other phase"), "{never}");
    // Of attacks on the unit that has it.
    let foe = target(20, 1, "4+", "")
        + &entry("against = true", "Subtract 1 from wound rolls for attacks that target this unit");
    near("against", damage(&attack(&fighters(""), &foe, &with(&[]))).mean(), PLAIN * 2.0 / 3.0);
}

#[test]
fn sentences_of_cards_that_roll_dice_on_the_side() {
    for (effect, points) in [
        ("4+ -> that much mortal damage", 15.0 / 6.0),
        ("On a 4+, inflict an amount of mortal damage on the target equal to the roll", 15.0 / 6.0),
        ("Roll 6 dice. For each 3+, inflict 1 mortal damage", 4.0),
        ("Roll a dice for each model in this unit. For each 6+, inflict 1 mortal damage", 10.0 / 6.0),
        ("Roll a dice for each model in the target unit. For each 6+, inflict 1 mortal damage", 20.0 / 6.0),
        ("on a 3+, 1 mortal damage", 4.0 / 6.0),
        ("Inflict 3 mortal damage on the target", 3.0),
        ("On a 4+, inflict an amount of mortal damage on that enemy unit equal to the roll", 15.0 / 6.0),
        ("on a 2-3, that unit suffers 1 mortal wound; on a 4+, that unit suffers D3 mortal wounds", 8.0 / 6.0),
        ("1 D6: on a 2-3, 1 mortal wound; on a 4-5, D3 mortal wounds; on a 6, D6 mortal wounds", 9.5 / 6.0),
        ("2–3: 1 mortal damage, 4+: D3 mortal damage", 8.0 / 6.0),
    ] {
        near(effect, mean(effect), PLAIN + points);
    }
    let gap = |effect: &str| mistake(&fighters(&entry("", effect)), &target(20, 1, "4+", ""), &with(&[]));
    for effect in ["1 dice: 2-3 -> 1 mortal, 5+ -> 2 mortal", "1 dice: 2-3 -> 1 mortal", "1 dice: 4 -> 1 mortal"] {
        assert!(gap(effect).contains("is not a situation, an effect or an ability"), "{effect}: {}", gap(effect));
    }
}

/// `N+:` before what is healed is a die of its own, which is rolled after the attack.
#[test]
fn a_die_before_healing_is_rolled_after_the_attack() {
    let blast = sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + "[[ability]]\nname = \"Blast\"\neffects = [\"2 mortal damage\"]\n";
    let left = |effects: &str| {
        let foe = target(3, 3, "-", "") + &format!("[[ability]]\nname = \"Mend\"\neffects = [{effects}]\n");
        prepared(&blast, &foe, &with(&[]))
            .map_err(|error| error.to_string())
            .map(|prepared| prepared.engaged.engagement.recoveries)
    };
    let die = left("\"1 dice: 3+ -> heal 2\"").expect("a die");
    for effect in ["3+: heal 2", "on a 3+, heal (2)", "on a 3+, Heal (2) this unit"] {
        let read = left(&format!("\"{effect}\""));
        assert!(read.as_ref() == Ok(&die), "{effect}: {read:?}");
    }
    // Two effects read one die, and this one is rolled before the attack.
    let both = left("\"3+: heal 2\", \"3+: +1 to save\"").expect_err("one die for both");
    assert!(both.contains("what the target gets back"), "{both}");
}

/// Fighters of Warcry: three dice of Strength 4 against Toughness 4 hit on 4 and 5 for 1, and on 6 for 2.
#[test]
fn sentences_of_warcry() {
    let of = |effect: &str, said: &str| {
        let fighter = warcry::fighter(10, 1, "3 4 1/2", &entry("optional = true", effect));
        damage(&attack(&fighter, &warcry::target(4, 30, ""), &with(&[said]))).mean()
    };
    for (effect, said, wanted) in [
        ("on a 3+, allocate X damage points", "Card 3", 2.0 + 2.0),
        ("3+ -> X damage", "Card 3", 2.0 + 2.0),
        ("X damage points", "Card 4", 6.0),
        ("add X to the Attacks", "Card 3", 4.0),
        ("add 1 to the damage points allocated by each hit and critical hit", "Card", 3.5),
        ("+1 damage to critical hits", "Card", 2.5),
        ("X dice: 2+ -> 1 damage point", "Card 6", 7.0),
    ] {
        near(effect, of(effect, said), wanted);
    }
    // Some of three dice is critical: 1 - (5/6)³.
    near("any", of("3 damage if any critical hits", "Card"), 2.0 + 3.0 * (1.0 - 125.0 / 216.0));
}

/// Warhammer 40,000: ten shots that hit on 4+, wound on 4+, against a save of 4+ at AP -1, 2 points each.
#[test]
fn sentences_of_warhammer_40k() {
    let plain = 10.0 / 4.0 * 4.0 / 6.0 * 2.0;
    let of = |effect: &str| {
        let unit = forty_k(&gun(10, "1 4+ 4 -1 2", "")) + &entry("", effect);
        damage(&attack(&unit, &squad(20, 4, "4+", 2, ""), &with(&[]))).mean()
    };
    for (effect, factor) in [
        ("improve the Armour Penetration characteristic by 1", 5.0 / 4.0),
        ("improve the Ballistic Skill characteristic by 1", 4.0 / 3.0),
        ("has the Lethal Hits ability", 4.0 / 3.0),
        ("gains [LETHAL HITS]", 4.0 / 3.0),
        ("Each time a model in this unit makes a ranged attack, re-roll a Hit roll of 1", 7.0 / 6.0),
        ("Each time a model in this unit makes a melee attack, re-roll a Hit roll of 1", 1.0),
        // One wound of three is critical, and meets a save that fails on 1 to 5.
        ("on a Critical Wound, improve the Armour Penetration characteristic by 1", 13.0 / 12.0),
        ("+1 AP on critical wounds", 13.0 / 12.0),
        ("Add 1 to the Attacks, Strength and Damage characteristics", 2.0 * 4.0 / 3.0 * 3.0 / 2.0),
    ] {
        near(effect, of(effect), plain * factor);
    }
}

fn thrones(tray: &str, dice: &str, more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"S\"\ntray = \"{tray}\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = {dice}\n{more}\n"
    )
}

/// A Song of Ice & Fire: half of six dice hit; each rank of three adds its own.
#[test]
fn sentences_of_asoiaf() {
    let foot = |more: &str| thrones("infantry", "[6, 5, 4]", more);
    let hits = |effect: &str, set: &[&str]| {
        let set = set.iter().map(|set| (*set).to_owned()).collect();
        let request = warodds::ask::Request { set, ..with(&[]) };
        stage(&attack(&foot(&entry("", effect)), &foot(""), &request), "hits")
    };
    for (effect, set, wanted) in [
        ("rolls +2 Attack Dice for each remaining rank in this unit", &[][..], 6.0),
        ("+1 Attack Die for each of the Defender's remaining ranks", &[], 4.5),
        ("+1 Attack Die for each of the Defender's destroyed ranks", &["defender.wounds-taken=4"], 3.5),
        ("each hit deals 2 hits", &[], 6.0),
        ("may re-roll any attack dice", &[], 4.5),
    ] {
        near(effect, hits(effect, set), wanted);
    }
}

/// ASOIAF-TRAY: a unit on a cavalry tray is cavalry, whether its keywords say so or not.
#[test]
fn asoiaf_tray_the_tray_is_a_keyword() {
    let foot = thrones("infantry", "[6, 5, 4]", &entry("when = [\"target CAVALRY\"]", "+4 attacks"));
    let dice = |foe: &str| stage(&attack(&foot, foe, &with(&[])), "attacks");
    near("foot", dice(&thrones("infantry", "[6, 5, 4]", "")), 6.0);
    near("horse", dice(&thrones("cavalry", "[6, 5]", "")), 10.0);
}

/// Conditions as sentences say them.
#[test]
fn conditions_as_cards_say_them() {
    let foe = target(20, 1, "4+", "").replacen("models", "keywords = [\"HERO\"]\nmodels", 1);
    let held = |when: &str, said: &[&str]| {
        let unit = fighters(&entry(&format!("when = [\"{when}\"]"), "+1 attacks"));
        stage(&attack(&unit, &foe, &with(said)), "attacks") > 10.5
    };
    for (when, said, wanted) in [
        ("damage points 1+", &[][..], false),
        ("has not charged", &[], true),
        ("has not charged", &["charged"], false),
        ("did not charge this turn", &["charged"], false),
        ("did not charge this turn", &[], true),
        ("when charging", &["charged"], true),
        ("combat attacks", &[], true),
        ("in combat", &[], true),
        ("while this unit is in combat", &[], true),
        ("not in combat", &[], false),
        ("shooting attacks", &[], false),
        ("10 or more models", &[], true),
        ("11+ models", &[], false),
        ("target has 20 or more models", &[], true),
        ("1 or more damage points", &[], false),
        ("target is damaged", &["target damaged"], true),
        ("target is HERO", &[], true),
        ("not moved", &[], false),
        ("has not moved this turn", &["stationary"], true),
        ("this unit has not used a Move ability this turn", &["stationary"], true),
        ("target has not moved", &["target stationary"], true),
        ("moved", &["stationary"], false),
    ] {
        assert_eq!(held(when, said), wanted, "{when}, {said:?}");
    }
    let text = mistake(&fighters(""), &foe, &with(&["stationary", "ran"]));
    assert!(text.contains("a run is a Move ability"), "{text}");
}

/// All melee weapons of a unit are named as cards name them.
#[test]
fn all_weapons_of_a_phase_may_be_named() {
    let dice = |names: &str| {
        let unit = fighters(&entry(&format!("weapons = [\"{names}\"]"), "+1 attacks"));
        stage(&attack(&unit, &target(20, 1, "4+", ""), &with(&[])), "attacks")
    };
    near("melee weapons", dice("melee weapons"), 20.0);
    near("ranged weapons", dice("ranged weapons"), 10.0);
}

/// Eleven sentences of four games, each as `import` reads it from a card, with the entry that says the same.
const SENTENCES: &[(&str, &str, &str)] = &[
    (
        "40k",
        "Each time a model in this unit makes an attack, re-roll a Hit roll of 1.",
        "effects = [\"reroll hits of 1\"]",
    ),
    (
        "40k",
        "Each time this model makes an attack that targets a Monster or Vehicle unit, add 1 to the Wound roll.",
        "when = [\"target MONSTER or VEHICLE\"]\neffects = [\"+1 to wound\"]",
    ),
    (
        "40k",
        "If this unit remained stationary this turn, each time a model in this unit makes an attack, add 1 to the Hit roll.",
        "when = [\"stationary\"]\neffects = [\"+1 to hit\"]",
    ),
    (
        "40k",
        "Each time a model in this unit makes an attack that targets a unit below half-strength, re-roll a Wound roll of 1.",
        "when = [\"target half strength\"]\neffects = [\"reroll wounds of 1\"]",
    ),
    ("40k", "Weapons equipped by models in this unit have the [LETHAL HITS] ability.", "effects = [\"Lethal Hits\"]"),
    (
        "aos",
        "If this unit charged this turn, add 1 to the Attacks characteristic of this unit's melee weapons.",
        "when = [\"combat\", \"charged\"]\neffects = [\"+1 attacks\"]",
    ),
    (
        "aos",
        "Add 1 to wound rolls for this unit's attacks that target a unit with 10 or more models.",
        "when = [\"target models 10+\"]\neffects = [\"+1 to wound\"]",
    ),
    (
        "aos",
        "Add 1 to the Rend characteristic of melee weapons used by this unit.",
        "when = [\"combat\"]\neffects = [\"+1 rend\"]",
    ),
    (
        "warcry",
        "Until the end of this fighter's activation, add 1 to the Attacks characteristic of melee attack actions made by this fighter.",
        "when = [\"melee\"]\neffects = [\"+1 attacks\"]",
    ),
    (
        "warcry",
        "Add 2 to the damage points allocated to enemy fighters by each critical hit from attack actions made by this fighter.",
        "effects = [\"+2 critical damage\"]",
    ),
    (
        "warcry",
        "Add 1 to the Strength characteristic of attack actions made by this fighter and add 1 to the damage points allocated by each hit from attack actions made by this fighter.",
        "effects = [\"+1 strength\", \"+1 hit damage\"]",
    ),
];

/// A unit of a game, and what it attacks.
fn pair(game: &str) -> (String, String) {
    match game {
        "40k" => (forty_k(&gun(1, "10 4+ 4 0 1", "")), squad(10, 4, "5+", 2, "")),
        "aos" => (fighters(""), target(20, 1, "4+", "")),
        _ => (warcry::fighter(10, 1, "3 4 1/2", ""), warcry::target(4, 30, "")),
    }
}

/// What a card says does the same in `effects`, in `--with`, and as the entry that `import` writes.
#[test]
fn every_door_reads_the_sentences_that_import_reads() {
    for (game, sentence, entry) in SENTENCES {
        let (unit, foe) = pair(game);
        let asked: &[&str] = match *game {
            "40k" => &["stationary", "target half strength"],
            "aos" => &["charged"],
            _ => &[],
        };
        let mean = |unit: &str, more: &[&str]| {
            let all: Vec<&str> = asked.iter().chain(more).copied().collect();
            damage(&attack(unit, &foe, &with(&all))).mean()
        };
        let in_file = |entry: &str| mean(&format!("{unit}[[ability]]\nname = \"Card\"\n{entry}\n"), &[]);
        let written = in_file(entry);
        near(&format!("`effects` of: {sentence}"), in_file(&format!("effects = [\"{sentence}\"]")), written);
        near(&format!("`--with` of: {sentence}"), mean(&unit, &[sentence]), written);
        if !entry.contains("target MONSTER") {
            assert!((mean(&unit, &[]) - written).abs() > 1e-9, "{sentence} changes nothing");
        }
    }
}

/// A keyword that is known is read in any case; of another one the right spelling is told. Ten attacks hit on 3+ instead of 4+.
#[test]
fn keywords_behind_against_are_read_in_any_case() {
    let foot = target(20, 1, "4+", "keywords = [\"INFANTRY\"]");
    for said in ["+1 to hit against infantry", "+1 to hit vs Infantry", "+1 to hit against hero or infantry"] {
        near(said, damage(&attack(&fighters(""), &foot, &with(&[said]))).mean(), PLAIN * 4.0 / 3.0);
    }
    for (said, told) in [("infntry", "did you mean `INFANTRY`"), ("zog", "`+1 to hit against ZOG`")] {
        let text = mistake(&fighters(""), &foot, &with(&[&format!("+1 to hit against {said}")]));
        assert!(text.contains(told), "{said}: {text}");
    }
    let foe = target(20, 1, "4+", "") + &entry("", "-1 to hit against this unit");
    near("against it", damage(&attack(&fighters(""), &foe, &with(&[]))).mean(), PLAIN * 2.0 / 3.0);
    let own = fighters(&entry("", "-1 to hit against this unit"));
    near("not its own", damage(&attack(&own, &target(20, 1, "4+", ""), &with(&[]))).mean(), PLAIN);
}

/// Capitals in front of a colon are a keyword only if some unit has it; `D:` is nobody's.
#[test]
fn a_keyword_that_nobody_has_is_asked_back() {
    let (fighter, enemy) = (warcry::fighter(10, 1, "3 4 1/2", ""), warcry::target(4, 30, ""));
    let foe = target(20, 1, "4+", "keywords = [\"GOBBO\"]");
    for said in ["D: ward 2+", "AB: +1 to hit", "T: -1 to save", "ZOGGED: +1 to hit", "+1 to hit against ZOGGED"] {
        let text = mistake(&fighters(""), &foe, &with(&[said]));
        assert!(text.contains("no unit here has the keyword"), "{said}: {text}");
    }
    assert!(mistake(&fighters(""), &foe, &with(&["D: ward 2+"])).contains("`defender: ward 2+`"));
    assert!(mistake(&fighter, &enemy, &with(&["D: +1 toughness"])).contains("`defender: +1 toughness`"));
    assert!(mistake(&fighters(""), &foe, &with(&["INFNTRY: +1 to hit"])).contains("did you mean `INFANTRY`"));
    for (said, factor) in [("GOBBO: +1 to hit", 4.0 / 3.0), ("MONSTER: +1 to hit", 1.0)] {
        near(said, damage(&attack(&fighters(""), &foe, &with(&[said]))).mean(), PLAIN * factor);
    }
}

/// A line that is of other units, or of one option of a list, is nothing that the bearer of an entry always has.
#[test]
fn lines_of_others_are_no_effects_of_ones_own() {
    for line in ["for CAVALRY: +1 to hit", "as Rush: +1 to hit"] {
        let said = mistake(&fighters(&entry("", line)), &target(20, 1, "4+", ""), &with(&[]));
        assert!(said.contains("is an effect and a condition"), "{line}: {said}");
    }
    near("of any unit", mean("for any: +1 to hit"), PLAIN * 4.0 / 3.0);
}

/// Who asks for an ability sees to it that it may be used; of one that is always on nobody does.
#[test]
fn when_an_ability_may_be_used_is_said_of_those_that_are_asked_for() {
    let when = "+1 to hit\", \"if this unit was not set up this turn";
    let asked = fighters(&entry("optional = true", when));
    let rolled = damage(&attack(&asked, &target(20, 1, "4+", ""), &with(&["Card"]))).mean();
    near("asked for", rolled, PLAIN * 4.0 / 3.0);
    let said = mistake(&fighters(&entry("", when)), &target(20, 1, "4+", ""), &with(&[]));
    assert!(said.contains("`if this unit was not set up this turn` is not"), "{said}");
}

/// The weapon of a line is one of the unit's, in the plural too.
#[test]
fn the_weapon_of_a_line_may_be_in_the_plural() {
    let whip = "[[weapon]]\nname = \"Whip\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1\n";
    for line in ["weapon Whip: +1 to hit", "weapon Whips: +1 to hit"] {
        let both = fighters(&format!("{whip}{}", entry("", line)));
        near(line, damage(&attack(&both, &target(40, 1, "4+", ""), &with(&[]))).mean(), PLAIN * (1.0 + 4.0 / 3.0));
    }
}

/// What is added with its sign is added: nothing is added to a ward by `+0`.
#[test]
fn a_number_that_is_added_is_above_zero() {
    let said = mistake(&fighters(""), &target(20, 1, "4+", "ward = \"5+\""), &with(&["+0 to ward"]));
    assert!(said.contains("is not a situation, an effect or an ability"), "{said}");
}

/// Only by whom a friend is picked depends whom the rest of a text reaches: friends that are merely named change nothing.
#[test]
fn friends_that_nobody_picks_leave_the_rest_as_it_is() {
    let rest = "Add 1 to hit rolls for attacks made by this unit.";
    near("named", mean(&format!("Friendly units within 12 inches sing a song. {rest}")), PLAIN * 4.0 / 3.0);
    let picked = entry("", &format!("Pick a friendly unit within 12 inches and sing a song. {rest}"));
    assert!(prepared(&fighters(&picked), &target(20, 1, "4+", ""), &with(&[])).is_err());
}
