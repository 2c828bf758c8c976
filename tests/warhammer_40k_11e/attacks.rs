//! Single attacks as the eleventh edition reads them: snap shooting, Plunging Fire, hazard rolls, dying models.

use warodds::ask::{Request, prepare_units};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::sequence::Side;

use super::{eleventh, group, target, unit};
use crate::support::{attack, damage, gun, near, prepared, stage, with};

/// Snap shooting: no hit roll is rolled again, other rolls are.
#[test]
fn single_dice_of_snap_shooting() {
    let gun = unit(&gun(1, "6 4+ 4 0 1", ""));
    let of = |clauses: &[&str], name: &str| {
        let request = Request { phase: Some(Phase::Shooting), ..with(clauses) };
        stage(&attack(&gun, &target(20, 4, "-", 1, ""), &request), name)
    };
    near("a hit roll", of(&["overwatch", "reroll one hit"], "hits"), 1.0);
    near("six shots", of(&["reroll one hit"], "hits"), 3.0 + 0.5 * 63.0 / 64.0);
    // Each of six shots hits on a 6 and wounds on 4+: a hit that does not wound comes of 1/12.
    let none = (11.0f64 / 12.0).powi(6);
    near("a wound roll", of(&["overwatch", "reroll one wound"], "wounds"), 0.5 + 0.5 * (1.0 - none));
}

/// Plunging Fire improves the skill, but of no unit that flies high and of nobody who shoots at one.
#[test]
fn plunging_fire_of_aircraft() {
    let keyed = |text: String, flies: bool| {
        if flies { text.replacen("[[model]]", "keywords = [\"AIRCRAFT\"]\n[[model]]", 1) } else { text }
    };
    for (attacker, flies, hits) in [(false, false, 4.0), (true, false, 3.0), (false, true, 3.0)] {
        let (gun, target) = (keyed(unit(&gun(1, "6 4+ 4 0 1", "")), attacker), keyed(target(9, 4, "5+", 1, ""), flies));
        near("hits", stage(&attack(&gun, &target, &with(&["plunging fire"])), "hits"), hits);
        near("on the ground", stage(&attack(&gun, &target, &with(&[])), "hits"), 3.0);
    }
}

/// Dying models strike an attacker whose models save differently: which saves are rolled again is
/// decided for whoever is first.
#[test]
fn saves_of_a_mixed_attacker_are_rolled_again_for_one_group() {
    let last = gun(1, "1 N/A 20 0 1", "\"Torrent\"").replace("\"Gun\"", "\"Last\"") + "on-death = true\n";
    let target = target(1, 4, "-", 1, &last);
    let luck = "[[ability]]\nname = \"Luck\"\neffects = [\"reroll failed saves\"]\n";
    let attacker = eleventh(&format!(
        "game = \"warhammer-40k\"\nname = \"Pair\"\n{}{}{}{luck}",
        group("First", 1, 4, "2+", 1, ""),
        group("Second", 1, 4, "5+", 1, ""),
        gun(1, "1 N/A 20 -6 1", "\"Torrent\"")
    ));
    let outcome = attack(&attacker, &target, &with(&[]));
    near("a 1, and a 1 again", outcome.slain(Side::Attacker).mean(), 25.0 / 36.0 / 36.0);
}

/// A unit suffers three for each failed roll only if every model is a Monster or a Vehicle.
#[test]
fn hazard_rolls_of_a_vehicle_that_is_led_on_foot() {
    let keyed = |name: &str, keyword: &str, models: &str, weapons: &str| {
        let text =
            format!("game = \"warhammer-40k\"\nname = \"{name}\"\nkeywords = [\"{keyword}\"]\n{models}{weapons}");
        crate::support::unit(&eleventh(&text))
    };
    let flamer = gun(1, "1 N/A 8 0 1", "\"Torrent\", \"Hazardous\"");
    for (keyword, points) in [("INFANTRY", 1.0), ("VEHICLE", 3.0)] {
        let mut led = keyed("Tank", "VEHICLE", &group("Tank", 1, 4, "3+", 30, ""), &flamer);
        let crew = group("Crew", 1, 4, "3+", 4, "role = \"character\"");
        led.leaders.push((keyed("Crew", keyword, &crew, ""), None));
        let wall = (crate::support::unit(&target(1, 4, "-", 1, "")), None);
        let prepared = prepare_units(&[(led, None)], &wall, &with(&[])).unwrap_or_else(|error| panic!("{error}"));
        let outcome = exact(&prepared.engaged.engagement).expect("small");
        near(keyword, outcome.wounds_lost(Side::Attacker).mean(), points / 3.0);
    }
}

/// `Damaged X` speaks of a unit of one model; models that are not there are none.
#[test]
fn damaged_of_a_unit_of_which_one_model_stands() {
    let tank = |count: u32| {
        let text = unit(&gun(1, "6 3+ 8 0 1", "")).replacen("wounds = 2", "wounds = 10", 1);
        let text = text.replacen("[[weapon]]", &format!("{}[[weapon]]", group("Drone", count, 4, "3+", 1, "")), 1);
        text.replacen("[[model]]", "abilities = [\"Damaged 4\"]\n[[model]]", 1)
    };
    let hurt = Request { set: vec!["attacker.damage=6".into()], ..with(&[]) };
    near("hits", stage(&attack(&tank(0), &target(20, 4, "-", 1, ""), &hurt), "hits"), 3.0);
    let error = crate::support::mistake(&tank(1), &target(20, 4, "-", 1, ""), &hurt);
    assert!(error.contains("`Damaged 4` of a unit of several models is not computed"), "{error}");
    let rolled = tank(0).replacen("Damaged 4", "Damaged D6", 1);
    let error = crate::support::mistake(&rolled, &target(20, 4, "-", 1, ""), &hurt);
    assert!(error.contains("`Damaged D6` without a number of wounds is not computed"), "{error}");
    let rolled = tank(0).replacen("Damaged 4", "Firing Deck D6", 1);
    let error = crate::support::mistake(&rolled, &target(20, 4, "-", 1, ""), &hurt);
    assert!(error.contains("`Firing Deck D6` says no number of models"), "{error}");
}

/// W40K-LETHAL-HITS: whether critical hits wound by themselves is a choice only where a wound roll is worth something of its
/// own.
#[test]
fn lethal_hits_are_a_choice_where_critical_wounds_matter() {
    let chooses = |abilities: &str, clauses: &[&str]| {
        let request = Request { rulings: vec!["lethal-hits=best".to_owned()], ..with(clauses) };
        let notes = prepared(&unit(&gun(6, "1 4+ 4 0 1", abilities)), &target(9, 4, "4+", 1, ""), &request);
        notes.expect("right").notes.iter().any(|note| note.contains("Gun: Lethal Hits: "))
    };
    assert!(!chooses("\"Lethal Hits\"", &[]), "a wound is a wound");
    assert!(chooses("\"Lethal Hits\", \"Devastating Wounds\"", &[]));
    assert!(!chooses("\"Sustained Hits 1\", \"Devastating Wounds\"", &[]), "nothing wounds by itself");
    assert!(chooses("\"Lethal Hits\"", &["improve ap by 1 on critical wounds"]));
}

/// W40K-MODIFIER-ORDER of this edition: divided and rounded up once everything is added, and what is subtracted comes last:
/// a half of 4 is 2, and 1 less is 1.
#[test]
fn what_is_subtracted_comes_after_the_division() {
    let text = unit(&gun(1, "1 N/A 8 0 4", "\"Torrent\""));
    let three = unit(&gun(1, "1 N/A 8 0 3", "\"Torrent\""));
    let outcome = |clauses: &[&str]| damage(&attack(&text, &target(1, 4, "-", 9, ""), &with(clauses))).mean();
    near("half", outcome(&["half damage"]), 5.0 / 6.0 * 2.0);
    near("one less", outcome(&["half damage", "-1 damage"]), 5.0 / 6.0);
    near("one more", outcome(&["half damage", "+1 damage"]), 5.0 / 6.0 * 3.0);
    let half = damage(&attack(&three, &target(1, 4, "-", 9, ""), &with(&["half damage", "+1 damage"]))).mean();
    near("a half of 3 and 1", half, 5.0 / 6.0 * 2.0);
}

/// W40K-BLAST and W40K-RAPID-FIRE: what two abilities bring adds up, each with its own dice: 2, and twice D3 + 1.
#[test]
fn dice_of_two_abilities_add_up() {
    let attacks = |abilities: &str, models: u32| {
        let text = unit(&gun(1, "2 4+ 4 0 1", abilities));
        stage(&attack(&text, &target(models, 4, "4+", 1, ""), &with(&["half range"])), "attacks")
    };
    let both = "\"Blast D3+1\", \"Rapid Fire D3+1\"";
    near("both", attacks(both, 5), 2.0 + 3.0 + 3.0);
    near("too few for Blast", attacks(both, 4), 2.0 + 3.0);
    near("Blast alone", attacks("\"Blast D3+1\"", 5), 2.0 + 3.0);
}

/// W40K-MODIFIER-ORDER of this edition: what is added is divided too, what is subtracted is not; then it is rounded up.
#[test]
fn what_is_subtracted_is_not_divided() {
    let attacks = |clauses: &[&str]| {
        let gun = unit(&gun(1, "4 4+ 4 0 1", ""));
        stage(&attack(&gun, &target(20, 4, "-", 1, ""), &with(clauses)), "attacks")
    };
    near("4 / 2", attacks(&["halve attacks"]), 2.0);
    near("4 / 2 - 1", attacks(&["halve attacks", "-1 attacks"]), 1.0);
    near("(4 + 1) / 2", attacks(&["halve attacks", "+1 attacks"]), 3.0);
    near("(4 + 3) / 2 - 2", attacks(&["halve attacks", "+3 attacks", "-2 attacks"]), 2.0);
}

/// W40K-MODIFIER-ORDER: a Damage that is set to 0 is final.
#[test]
fn damage_that_is_set_to_0_is_final() {
    let gun = unit(&gun(1, "1 N/A 8 0 3", "\"Torrent\", \"Melta 2\""));
    for zero in ["set damage to 0", "damage is 0"] {
        let outcome = attack(&gun, &target(1, 4, "-", 10, ""), &with(&[zero, "half range"]));
        near(zero, damage(&outcome).mean(), 0.0);
    }
}

/// W40K-MODIFIER-ORDER: an AP that is set to 0 is final too: six shots hit on 3+, wound on 4+ and fail a save of 3+ two times of
/// six, each for two points.
#[test]
fn ap_that_is_set_to_0_is_final() {
    let gun = unit(&gun(1, "6 3+ 4 -1 2", ""));
    let outcome = attack(&gun, &target(10, 4, "3+", 3, ""), &with(&["set ap to 0, improve ap by 1"]));
    near("damage", damage(&outcome).mean(), 6.0 * (2.0 / 3.0) * 0.5 * (2.0 / 6.0) * 2.0);
}

/// W40K-INDIRECT-FIRE, W40K-OVERWATCH: three shots hit on a 6 and wound on 2+. With h hits nobody is wounded in (1/6)^h, and in
/// (1/6)^(h + 1) where a wound roll is rolled again: 1 - (125 + 75/36 + 15/216 + 1/1296) / 216.
#[test]
fn a_command_reroll_is_of_no_hit_roll_that_is_final() {
    let gun = unit(&gun(1, "3 4+ 12 -6 1", "\"Indirect Fire\""));
    for unseen in ["indirect", "overwatch"] {
        let of = |ruling: &str| {
            let rulings = vec![format!("command-reroll={ruling}")];
            let request = Request { rulings, phase: Some(Phase::Shooting), ..with(&[unseen, "command re-roll"]) };
            attack(&gun, &target(1, 3, "6+", 1, ""), &request).wounds_lost(Side::Defender).mean()
        };
        near("a wound roll", of("best"), 115_145.0 / 279_936.0);
        near("no hit roll", of("hit"), 1.0 - (31.0f64 / 36.0).powi(3));
    }
}
