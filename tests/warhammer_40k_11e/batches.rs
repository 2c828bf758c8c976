//! What is resolved together, what only some attackers or some weapons have, and readings of the rules.

use super::{eleventh, group, target, unit};
use crate::support::{attack, explained, forty_k, gun, is, mistake, near, prepared, squad, with};
use warodds::ask::Request;
use warodds::engine::Outcome;
use warodds::sequence::Side;

fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Defender).mean()
}

fn ruled(ruling: &str) -> Request {
    Request { rulings: vec![ruling.to_owned()], ..Request::default() }
}

/// One model that saves on 2+ in front of one that saves on 5+.
fn two_groups() -> String {
    format!("{}{}", target(1, 4, "2+", 1, ""), group("Other", 1, 4, "5+", 1, ""))
}

/// Guns that hit by themselves and wound on 2+: 25 of 36 times both wound, 10 of 36 times one does.
fn two_guns(second: &str) -> String {
    let other = gun(1, second, "\"Torrent\"").replace("\"Gun\"", "\"Other gun\"");
    unit(&format!("{}{other}", gun(1, "1 N/A 8 0 1", "\"Torrent\"")))
}

/// W40K-ALLOCATE: wounded non-CHARACTER groups come first, whole: of two with 2+ and two without a save, all of three wounds,
/// the latter if one of them has lost a wound. Two hits wound on 2+: one slays the wounded model, both the next one too.
#[test]
fn the_group_of_a_wounded_model_comes_first() {
    let target = target(2, 4, "2+", 3, "") + &group("B", 2, 4, "-", 3, "");
    let gun = unit(&gun(1, "2 N/A 20 0 3", "\"Torrent\""));
    let set = Request { set: vec!["defender.model.b.wounds-taken=1".to_owned()], ..Request::default() };
    is("lost", &attack(&gun, &target, &set).wounds_lost(Side::Defender), 36.0, &[(0, 1.0), (2, 10.0), (5, 25.0)]);
    // Nobody else chooses for the defender, which is told.
    let notes = |set: &Request| prepared(&gun, &target, set).unwrap_or_else(|error| panic!("{error}")).notes;
    let noted =
        |notes: Vec<String>| notes.iter().any(|note| note.starts_with("`B` stays first once its wounded model"));
    assert!(noted(notes(&set)) && !noted(notes(&with(&[]))));
}

/// W40K-ALLOCATE: models of the same Wounds and saves are one group, wherever they stand in the profile. Of two dice the lower
/// slays the first model with a 1, and the other one meets the same save.
#[test]
fn models_with_the_same_saves_are_one_group() {
    let target = two_groups().replace("5+", "-") + &group("Third", 1, 4, "2+", 1, "");
    let outcome = attack(&two_guns("1 N/A 8 0 1"), &target, &with(&[]));
    near("together", lost(&outcome), 25.0 / 36.0 * 12.0 / 36.0 + 10.0 / 36.0 / 6.0);
    let last = target.replace("name = \"Third\"", "name = \"Third\"\nrole = \"character\"");
    let outcome = attack(&two_guns("1 N/A 8 0 1"), &last, &with(&[]));
    near("a CHARACTER is one of its own", lost(&outcome), 25.0 / 36.0 * 22.0 / 36.0 + 10.0 / 36.0 / 6.0);
}

#[test]
fn identical_attacks_of_two_weapons_are_one_batch() {
    // One wound slays the first model on a 1. Two sorted dice slay it if one is a 1, and then the other if the higher is 4
    // or less: 11 and 7 of 36. One after the other: 11, and a 1 followed by 4 or less, 4 of 36.
    let (both, one) = (25.0 / 36.0, 10.0 / 36.0 / 6.0);
    let together = attack(&two_guns("1 N/A 8 0 1"), &two_groups(), &with(&[]));
    near("together", lost(&together), both * 18.0 / 36.0 + one);
    let apart = attack(&two_guns("1 N/A 8 0 1"), &two_groups(), &ruled("identical-weapons=apart"));
    near("apart", lost(&apart), both * 15.0 / 36.0 + one);
    // How many attacks a weapon makes does not tell its attacks apart: two and one are three.
    let uneven = attack(&two_guns("2 N/A 8 0 1"), &two_groups(), &with(&[]));
    let three = attack(&unit(&gun(3, "1 N/A 8 0 1", "\"Torrent\"")), &two_groups(), &with(&[]));
    near("two and one", lost(&uneven), lost(&three));
}

#[test]
fn attacks_that_differ_are_batches_of_their_own() {
    // The second weapon's AP -1 needs 3+ and 6+: after a 1 it slays the second model on 5 or less, else the first on 1 or 2.
    let outcome = attack(&two_guns("1 N/A 8 -1 1"), &two_groups(), &with(&[]));
    let both = 1.0 / 6.0 * (1.0 + 5.0 / 6.0) + 5.0 / 6.0 * (2.0 / 6.0);
    let one = 5.0 / 36.0 * (1.0 / 6.0 + 2.0 / 6.0);
    near("wounds lost", lost(&outcome), 25.0 / 36.0 * both + one);
}

#[test]
fn cover_is_judged_for_each_attacker() {
    let five = unit(&gun(5, "1 3+ 8 0 1", ""));
    let five = five.replacen("count = 1", "count = 5", 1);
    let outcome = attack(&five, &target(20, 4, "-", 1, ""), &with(&["cover 3"]));
    near("wounds lost", lost(&outcome), (3.0 / 2.0 + 2.0 * 2.0 / 3.0) * 5.0 / 6.0);
    assert!(mistake(&five, &target(5, 4, "-", 1, ""), &with(&["cover 6"])).contains("has 5 models, not 6"));
    let both = mistake(&five, &target(5, 4, "-", 1, ""), &with(&["cover 3", "half range 2"]));
    assert!(both.contains("is not known"), "{both}");
}

#[test]
fn damaged_units_hit_worse() {
    let hurt = |damage: u32| {
        let text = unit(&gun(1, "6 3+ 8 0 1", "")).replacen("wounds = 2", "wounds = 10", 1);
        let text = text.replacen("[[model]]", "abilities = [\"Damaged 4\"]\n[[model]]", 1);
        let request = Request { set: vec![format!("attacker.damage={damage}")], ..Request::default() };
        lost(&attack(&text, &target(20, 4, "-", 1, ""), &request))
    };
    near("five wounds left", hurt(5), 6.0 * 2.0 / 3.0 * 5.0 / 6.0);
    near("four wounds left", hurt(6), 6.0 / 2.0 * 5.0 / 6.0);
    let squad = unit(&gun(1, "6 3+ 8 0 1", "")).replacen("count = 1", "count = 2", 1);
    let squad = squad.replacen("[[model]]", "abilities = [\"Damaged 4\"]\n[[model]]", 1);
    assert!(mistake(&squad, &target(1, 4, "-", 1, ""), &with(&[])).contains("several models"));
}

#[test]
fn an_ability_with_keywords_works_on_those() {
    let tank = |keywords: &str| {
        target(20, 8, "-", 1, "").replacen("[[model]]", &format!("keywords = [{keywords}]\n[[model]]"), 1)
    };
    let lethal = unit(&gun(1, "6 4+ 4 0 1", "\"Lethal Hits: VEHICLE/MONSTER\""));
    // Half hit; S4 wounds T8 on 6s; of six attacks one is critical.
    near("infantry", lost(&attack(&lethal, &tank("\"INFANTRY\""), &with(&[]))), 3.0 / 6.0);
    near("a monster", lost(&attack(&lethal, &tank("\"MONSTER\""), &with(&[]))), 2.0 / 6.0 + 1.0);
    let tenth =
        mistake(&forty_k(&gun(1, "6 4+ 4 0 1", "\"Lethal Hits: VEHICLE\"")), &squad(1, 4, "-", 1, ""), &with(&[]));
    assert!(tenth.contains("unknown ability"), "{tenth}");
}

#[test]
fn many_models_bring_more_attacks() {
    let shots = |abilities: &str| {
        lost(&attack(&unit(&gun(1, "1 N/A 8 0 1", abilities)), &target(11, 4, "-", 1, ""), &with(&[])))
    };
    near("Blast", shots("\"Torrent\", \"Blast\""), 3.0 * 5.0 / 6.0);
    near("Blast 2", shots("\"Torrent\", \"Blast 2\""), 5.0 * 5.0 / 6.0);
    let axe = unit(&gun(1, "1 2+ 8 0 1", "\"Cleave 1\"").replace("range = 24\n", ""));
    near("Cleave 1", lost(&attack(&axe, &target(11, 4, "-", 1, ""), &with(&[]))), 3.0 * 25.0 / 36.0);
    let beside = axe.replace("\"Cleave 1\"", "\"Extra Attacks\", \"Cleave 1\"");
    near("of Extra Attacks", lost(&attack(&beside, &target(11, 4, "-", 1, ""), &with(&[]))), 3.0 * 25.0 / 36.0);
}

#[test]
fn hazard_rolls_hurt_the_unit() {
    let hurt = |keywords: &str| {
        let text = unit(&gun(2, "1 3+ 4 0 1", "\"Hazardous\"")).replacen("wounds = 2", "wounds = 20", 1);
        let text = text.replacen("[[model]]", &format!("keywords = [{keywords}]\n[[model]]"), 1);
        attack(&text, &target(5, 4, "3+", 1, ""), &with(&[])).wounds_lost(Side::Attacker).mean()
    };
    near("infantry", hurt("\"INFANTRY\""), 2.0 / 3.0);
    near("a vehicle", hurt("\"VEHICLE\""), 3.0 * 2.0 / 3.0);
}

/// All dice are rolled before it is known whom they meet.
#[test]
fn saves_of_a_mixed_unit_are_rolled_again_for_one_group() {
    let gun = unit(&gun(1, "1 N/A 8 0 1", "\"Torrent\""));
    let lost_by = |ruling: &str| {
        let request = Request { with: vec!["reroll failed saves".to_owned()], ..ruled(ruling) };
        lost(&attack(&gun, &two_groups(), &request))
    };
    // The first group fails on a 1 alone: one of 36 ways stays a 1. The weakest fails on 1 to 4.
    near("first", lost_by("save-rerolls=first"), 5.0 / 6.0 / 36.0);
    near("weakest", lost_by("save-rerolls=weakest"), 5.0 / 6.0 * 4.0 / 36.0);
}

#[test]
fn a_reading_that_is_not_computed_says_why() {
    let error = mistake(&two_guns("1 N/A 8 0 1"), &two_groups(), &ruled("devastating-order=once"));
    assert!(error.contains("not a reading") && error.contains("is not computed"), "{error}");
}

#[test]
fn profiles_of_one_edition_are_not_read_as_the_other() {
    let error = mistake(&forty_k(&gun(1, "1 3+ 4 0 1", "")), &target(1, 4, "3+", 1, ""), &with(&[]));
    assert!(error.contains("11th edition"), "{error}");
    let tenth = target(1, 4, "3+", 1, "").replacen("-11e", "", 1);
    assert_eq!(eleventh(&tenth), target(1, 4, "3+", 1, ""));
    let command = mistake(&unit(&gun(1, "1 3+ 4 0 1", "")), &tenth, &with(&[]));
    assert!(command.contains("11th edition"), "{command}");
}

/// Which saves are rolled again is decided for each batch: those that fail for whoever is first then (AMB-05).
#[test]
fn saves_are_rolled_again_for_whoever_is_first_when_a_batch_begins() {
    let target = format!("{}{}", target(1, 4, "4+", 1, ""), group("Other", 3, 4, "6+", 1, ""));
    let guns = unit(&format!(
        "{}{}",
        gun(1, "1 N/A 8 0 1", "\"Torrent\""),
        gun(1, "1 N/A 9 0 1", "\"Torrent\"").replace("Gun", "Other gun")
    ));
    let again = |ruling: &str| Request { rulings: vec![ruling.to_owned()], ..with(&["reroll failed saves"]) };
    // A wound, 5/6, gets through a 4+ rolled again in 1/4; the 6+ behind it in 25/36.
    let (first, other) = (5.0 / 24.0, 5.0 / 6.0 * 25.0 / 36.0);
    let outcome = attack(&guns, &target, &again("save-rerolls=first"));
    near("first", lost(&outcome), first + (1.0 - first) * first + first * other);
    // For the weakest group every die of 5 or less is rolled again: it is 3 or less in the end in 5/12.
    let weak = 5.0 / 6.0 * 5.0 / 12.0;
    let outcome = attack(&guns, &target, &again("save-rerolls=weakest"));
    near("weakest", lost(&outcome), weak + (1.0 - weak) * weak + weak * other);
}

/// The same dice wound, but Strength or AP differ: the attacks are not identical.
#[test]
fn attacks_of_other_strength_are_another_batch() {
    let apart = attack(&two_guns("1 N/A 8 0 1"), &two_groups(), &ruled("identical-weapons=apart"));
    let stronger = attack(&two_guns("1 N/A 9 0 1"), &two_groups(), &with(&[]));
    near("wounds lost", lost(&stronger), lost(&apart));
}

/// Beyond the distance of the card a 4+ that hits is a critical hit: 2/3 and 1/2 of a hit more; -1 to hit in cover leaves 1/3
/// and 1/3.
#[test]
fn conversion_makes_hits_of_four_or_more_critical() {
    let beams = unit(&gun(1, "6 3+ 8 0 1", "\"Conversion\", \"Sustained Hits 1\""));
    let of = |clauses: &[&str]| lost(&attack(&beams, &target(20, 4, "-", 1, ""), &with(clauses)));
    near("far", of(&["far"]), 6.0 * (4.0 / 6.0 + 3.0 / 6.0) * 5.0 / 6.0);
    near("near", of(&[]), 6.0 * (4.0 / 6.0 + 1.0 / 6.0) * 5.0 / 6.0);
    near("cover", of(&["far", "cover", "-1 to hit"]), 6.0 * (2.0 / 6.0 + 2.0 / 6.0) * 5.0 / 6.0);
    // W40K-OVERWATCH: its 6s hit, and are not critical.
    near("overwatch", of(&["far", "overwatch"]), 6.0 / 6.0 * 5.0 / 6.0);
}

#[test]
fn what_a_model_fires_instead_is_called_as_in_this_edition() {
    let side_arm = gun(1, "1 3+ 4 0 1", "\"Close-quarters\"").replace("\"Gun\"", "\"Side arm\"");
    let both = unit(&format!("{}{side_arm}", gun(1, "2 3+ 4 0 1", "")));
    let said = prepared(&both, &target(5, 4, "-", 1, ""), &with(&[])).expect("right").notes.join("\n");
    let why = "a model fires its Close-quarters weapons or its other ranged weapons (W40K-CLOSE-QUARTERS)";
    assert!(said.contains(why) && said.contains("Side arm is not used"), "{said}");
}

/// W40K-BATCH: attacks that differ in their characteristics, or in what changes their rolls, are batches of their own, even
/// where the same dice of the target save. One after the other, each against the first who stands: two that wound slay 15 in
/// 36, one alone 1 in 6.
#[test]
fn what_differs_is_no_part_of_a_batch() {
    let guns = |second: &str, abilities: &str| {
        let other = gun(1, second, abilities).replace("\"Gun\"", "\"Other gun\"");
        unit(&format!("{}{other}", gun(1, "1 4+ 8 0 1", "")))
    };
    let apart = |first: f64, second: f64| {
        first * second * 15.0 / 36.0 + (first * (1.0 - second) + second * (1.0 - first)) / 6.0
    };
    let names = |attacker: &str, defender: &str, clauses: &[&str]| {
        let prepared = prepared(attacker, defender, &with(clauses)).expect("right");
        prepared.engaged.engagement.weapons.iter().map(|weapon| weapon.name.clone()).collect::<Vec<_>>()
    };
    let two = ["Gun", "Other gun"];
    // Half of all dice hit, five of six wound; Heavy makes it two thirds.
    let heavy = guns("1 4+ 8 0 1", "\"Heavy\"");
    assert_eq!(names(&heavy, &two_groups(), &["stationary"]), two);
    near("Heavy", lost(&attack(&heavy, &two_groups(), &with(&["stationary"]))), apart(5.0 / 12.0, 5.0 / 9.0));
    // A wound roll that is rolled again wounds in 35 of 36.
    let twin = guns("1 4+ 8 0 1", "\"Twin-linked\"");
    assert_eq!(names(&twin, &two_groups(), &[]), two);
    near("Twin-linked", lost(&attack(&twin, &two_groups(), &with(&[]))), apart(5.0 / 12.0, 35.0 / 72.0));
    // An invulnerable save does not care for AP, and the batches do.
    let groups = format!(
        "{}{}",
        target(1, 4, "-", 1, "invulnerable = \"2+\""),
        group("Other", 1, 4, "-", 1, "invulnerable = \"5+\"")
    );
    let rend = guns("1 4+ 8 -1 1", "");
    assert_eq!(names(&rend, &groups, &[]), two);
    near("AP", lost(&attack(&rend, &groups, &with(&[]))), apart(5.0 / 12.0, 5.0 / 12.0));
    assert_eq!(names(&guns("1 4+ 8 0 1", ""), &groups, &[]).len(), 1, "these are alike");
}

/// Which saves of a batch are rolled again, where models save differently: those that fail for who stands first, or for the
/// weakest that stands. The first model saves on 5+, the other on 2+; of one die 16 in 36 fail twice, or a 1 is rolled again.
#[test]
fn saves_rolled_again_for_the_weakest() {
    let fails = |first: &str, second: &str, rulings: &[&str]| {
        let groups = format!("{}{}", target(1, 4, first, 1, ""), group("Other", 1, 4, second, 1, ""));
        let rulings = rulings.iter().map(|text| (*text).to_owned()).collect();
        let request = Request { rulings, ..with(&["reroll failed saves"]) };
        lost(&attack(&unit(&gun(1, "1 N/A 8 0 1", "\"Torrent\"")), &groups, &request)) / (5.0 / 6.0)
    };
    near("weakest first", fails("5+", "2+", &["save-rerolls=weakest"]), 16.0 / 36.0);
    near("first first", fails("5+", "2+", &[]), 16.0 / 36.0);
    // A 1 fails for the first. Of the weakest 1 to 4 are rolled again, which four times of six was no 1.
    near("weakest behind", fails("2+", "5+", &["save-rerolls=weakest"]), 4.0 / 36.0);
    near("strong first", fails("2+", "5+", &[]), 1.0 / 36.0);
}

/// W40K-CONVERSION: what it does is told where it does it.
#[test]
fn conversion_is_explained_where_the_target_is_far() {
    let beams = unit(&gun(1, "6 3+ 8 0 1", "\"Conversion\""));
    let says = |clauses: &[&str]| {
        let lines = explained(&beams, &target(20, 4, "-", 1, ""), &with(clauses));
        lines.contains(&("unmodified 4+ that hit are critical".to_owned(), "W40K-CONVERSION"))
    };
    assert!(says(&["far"]) && !says(&[]));
}
