//! What comes up seldom: single dice beside rules that roll again, groups of which nobody is there, units that are gone.

use warodds::ask::{Chosen, Prepared, Request, prepare, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{attack, explained, forty_k, gun, mistake, near, prepared, squad, stage, unit, with};

pub(super) const WOUND: f64 = 5.0 / 6.0;

pub(super) fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

pub(super) fn fighting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Combat), ..with(clauses) }
}

pub(super) fn set(request: Request, texts: &[&str]) -> Request {
    Request { set: texts.iter().map(|text| (*text).to_owned()).collect(), ..request }
}

pub(super) fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Defender).mean()
}

/// Hits that need no roll and wound on 2+.
pub(super) fn sure(attacks: u32, damage: &str, abilities: &str) -> String {
    forty_k(&gun(1, &format!("{attacks} N/A 20 -6 {damage}"), &format!("\"Torrent\"{abilities}")))
}

pub(super) fn blade(name: &str, line: &str, more: &str) -> String {
    gun(1, line, "").replace("Gun", name).replace("range = 24\ncount = 1\n", "") + more + "\n"
}

/// One more group of models: count, T, Sv, W.
pub(super) fn group(name: &str, count: u32, toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    let stats = format!("count = {count}\ntoughness = {toughness}\nsave = \"{save}\"\nwounds = {wounds}");
    format!("[[model]]\nname = \"{name}\"\n{stats}\n{more}\n")
}

/// The same in front of the unit's other models.
pub(super) fn before(unit: &str, group: &str) -> String {
    unit.replacen("[[model]]", &format!("{group}[[model]]"), 1)
}

pub(super) fn chain(attackers: &[&str], defender: &Chosen, request: &Request) -> Prepared {
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    prepare_units(&attackers, defender, request).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn outcome(prepared: &Prepared) -> Outcome {
    exact(&prepared.engaged.engagement).expect("not too large")
}

pub(super) fn led(leaders: &[&str], bodyguard: &str) -> Chosen {
    let mut found = unit(bodyguard);
    found.leaders.extend(leaders.iter().map(|leader| (unit(leader), None)));
    (found, None)
}

pub(super) fn leader(name: &str, wounds: u32, more: &str) -> String {
    let text = squad(1, 4, "-", wounds, "role = \"character\"").replace("Target", name).replace("Model", name);
    text + more
}

fn names(prepared: &Prepared) -> Vec<&str> {
    prepared.engaged.engagement.weapons.iter().map(|weapon| weapon.name.as_str()).collect()
}

/// A unit that attacks twice, in the phases that are named.
pub(super) fn twice(attacker: &str, defender: &str) -> Prepared {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let attacker = write("a.toml", attacker);
    let then = vec![format!("combat:{attacker}")];
    let request = Request { then, attacker, defender: write("b.toml", defender), ..shooting(&[]) };
    prepare(&request).unwrap_or_else(|error| panic!("{error}"))
}

/// W40K-REROLL: what a rule has rolled again is not rolled again by an ability for one die.
#[test]
fn a_die_is_rolled_again_once() {
    // Two dice that hit on 4+: each 1 is rolled again, and if a 2 or 3 shows, one of them.
    let guns = forty_k(&gun(1, "2 4+ 4 0 1", ""));
    let hits = stage(&attack(&guns, &squad(9, 4, "-", 1, ""), &with(&["reroll hits of 1", "reroll one hit"])), "hits");
    near("hits", hits, 2.0 * (1.0 / 2.0 + 1.0 / 12.0) + 5.0 / 9.0 / 2.0);
    // A save of 4+ that fails is rolled again in any case, by one or by the other.
    let shot = forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\""));
    let outcome = attack(&shot, &squad(9, 4, "4+", 1, ""), &with(&["reroll saves of 1", "reroll one save"]));
    near("saves", lost(&outcome), WOUND / 4.0);
    // A D6 that shows 1 by a rule, one that shows 2 or 3 by the ability: 4, 5 and 6 stay.
    let outcome =
        attack(&sure(1, "D6", ""), &squad(1, 4, "-", 20, ""), &with(&["reroll damage of 1", "reroll one damage"]));
    near("damage", lost(&outcome), WOUND * (15.0 + 3.0 * 3.5) / 6.0);
}

/// A weapon that names no part of its unit is that of every part.
#[test]
fn a_weapon_of_no_part() {
    let part = forty_k(&blade("Sword", "1 3+ 4 0 1", "")).replacen("wounds = 2", "wounds = 2\npart = \"Squad\"", 1);
    near("attacks", stage(&attack(&part, &squad(9, 4, "-", 1, ""), &fighting(&[])), "attacks"), 1.0);
}

/// An ability of some models is not that of passengers, of whom nobody asks which of them it is.
#[test]
fn passengers_are_none_of_the_models_of_an_ability() {
    let passenger = gun(2, "1 3+ 4 0 1", "").replace("Gun", "Lasgun").replace("range", "embarked = true\nrange");
    let guns = gun(1, "1 3+ 4 0 1", "") + "carried-by = \"Gunner\"\n" + &passenger;
    let entry = "[[ability]]\nname = \"Aim\"\nmodels = [\"Gunner\"]\neffects = [\"+1 to hit\"]\n";
    let tank = squad(1, 9, "3+", 9, &(group("Gunner", 1, 9, "3+", 2, "") + "\n" + &guns + entry));
    let tank = tank.replacen("[[model]]", "firing-deck = 2\n[[model]]", 1);
    let outcome = attack(&tank, &squad(9, 4, "-", 1, ""), &shooting(&["firing deck"]));
    near("hits", stage(&outcome, "hits"), 5.0 / 6.0 + 2.0 * 4.0 / 6.0);
}

/// Any other ability that is granted leaves a model its one melee weapon (W40K-ATTACKS).
#[test]
fn other_abilities_than_extra_attacks_bring_no_second_weapon() {
    let arms = blade("Sword", "3 3+ 4 0 1", "") + &blade("Fist", "2 3+ 4 0 1", "");
    let five = forty_k(&arms).replacen("count = 1", "count = 5", 1);
    let target = squad(20, 4, "-", 1, "");
    for clauses in [&[][..], &["Lethal Hits"], &["Sustained Hits 1", "Lance"]] {
        let prepared = prepared(&five, &target, &fighting(clauses)).expect("right");
        near("one weapon", stage(&outcome(&prepared), "attacks"), 15.0);
        assert_eq!(names(&prepared), ["Sword"], "{clauses:?}: a weapon that is not used is not listed");
    }
    near("granted", stage(&attack(&five, &target, &fighting(&["Extra Attacks"])), "attacks"), 25.0);
    // The best is found among those that were named.
    let fist_first = forty_k(&(blade("Fist", "2 3+ 4 0 1", "") + &blade("Sword", "3 3+ 4 0 1", "")));
    let weapons = ["best", "fist", "sword"].map(str::to_owned).to_vec();
    near("best", stage(&attack(&fist_first, &target, &Request { weapons, ..fighting(&[]) }), "attacks"), 3.0);
}

/// W40K-ABILITY-STACKING: dice that are as high and as low are named as they are written.
#[test]
fn dice_of_one_range_are_named_in_their_order() {
    for [one, other] in [["5D3", "2D6+3"], ["2D6+3", "5D3"]] {
        let guns = forty_k(&gun(1, "1 3+ 4 0 1", &format!("\"Sustained Hits {one}\", \"Sustained Hits {other}\"")));
        let told = mistake(&guns, &squad(5, 4, "-", 1, ""), &with(&[]));
        assert!(told.contains(&format!("Sustained Hits {one} and Sustained Hits {other}")), "{told}");
    }
}

/// All hits that Sustained Hits brings are followed where saves are rolled one after the other.
#[test]
fn the_first_failed_save_of_extra_hits() {
    // One hit on 2+ is two; both have to wound, and the first of them does not count.
    let guns = forty_k(&gun(1, "1 2+ 20 0 1", "\"Sustained Hits 1\""));
    let target = squad(1, 4, "-", 1, &group("Other", 1, 4, "6+", 1, ""));
    let outcome = attack(&guns, &target, &with(&["critical hits on 2+", "ignore first failed save"]));
    near("wounds lost", lost(&outcome), WOUND.powi(3));
}

/// W40K-DAMAGE: the first attack that is allocated does nothing, whether it wounded critically or not; the weapon is the one
/// that does most on average.
#[test]
fn the_attack_that_does_nothing_is_the_first() {
    // Of ordinary wounds a save of 4+ stops half, of critical ones none. The second attack counts if the first wounds.
    let guns = forty_k(&gun(1, "2 N/A 20 0 1", "\"Torrent\""));
    let clauses = ["damage of one attack is 0", "set ap to -6 on critical wounds"];
    let outcome = attack(&guns, &squad(9, 4, "4+", 1, ""), &with(&clauses));
    near("in order", lost(&outcome), WOUND * (4.0 / 6.0 / 2.0 + 1.0 / 6.0));
    // A D6 is 3.5, more than 3.
    let second = gun(1, "1 N/A 20 -6 D6", "\"Torrent\"").replace("Gun", "Other");
    let two = sure(1, "3", "") + &second;
    let outcome = attack(&two, &squad(1, 4, "-", 30, ""), &with(&["damage of one attack is 0"]));
    near("the D6", lost(&outcome), 3.0 * WOUND);
}

#[test]
fn more_dice_than_are_computed_are_refused() {
    let crowd = squad(250, 4, "-", 1, "");
    // 250 times 370 is more than 65,535.
    let told = mistake(&sure(1, "1", ""), &crowd, &with(&["20D6+250 dice per target model 4+ -> 1 mortal"]));
    assert!(told.contains("dice on the side") && told.contains("MAX_TOKENS"), "{told}");
    let many = squad(250, 4, "-", 1, &gun(250, "20D6+250 3+ 4 0 1", ""));
    let told = mistake(&many, &crowd, &with(&[]));
    assert!(told.contains("attacks of Gun") && told.contains("MAX_TOKENS"), "{told}");
}

/// What changes nothing is no line of `explain`.
#[test]
fn what_brings_nothing_is_not_told() {
    let told = |attacker: &str, target: &str, clauses: &[&str]| {
        let lines = explained(attacker, target, &shooting(clauses));
        lines.into_iter().map(|(what, _)| what).collect::<Vec<_>>().join("; ")
    };
    let blast = forty_k(&gun(1, "1 3+ 4 0 1", "\"Blast\", \"Precision\""));
    let of_four = told(&blast, &squad(4, 4, "-", 1, ""), &[]);
    assert!(!of_four.contains("+0"), "fewer than five models: {of_four}");
    assert!(!of_four.contains("character"), "nobody leads them: {of_four}");
    assert!(told(&blast, &squad(5, 4, "-", 1, ""), &[]).contains("+1 Attacks"));
    // Dice on the side are no part of a weapon's attacks.
    let beside = told(&blast, &squad(4, 4, "-", 1, ""), &["2 dice: 4+ -> 1 mortal"]);
    assert!(!beside.contains("4+ -> 1 mortal"), "{beside}");
}

/// W40K-STEALTH: every model has it, or the unit has not; of another ability of the leader nothing follows.
#[test]
fn stealth_of_the_bodyguard_alone() {
    let hits = |target: &Chosen| {
        let guns = forty_k(&gun(1, "1 3+ 4 0 1", ""));
        stage(&outcome(&chain(&[&guns], target, &shooting(&[]))), "hits")
    };
    let with_card =
        |text: &str, card: &str| text.replacen("[[model]]", &format!("abilities = [\"{card}\"]\n[[model]]"), 1);
    let hidden = with_card(&squad(3, 4, "-", 1, ""), "Stealth");
    for (card, wanted) in [("Deep Strike", 2.0 / 3.0), ("Stealth", 1.0 / 2.0)] {
        near(card, hits(&led(&[&with_card(&leader("Boss", 2, ""), card)], &hidden)), wanted);
    }
}

/// Five guns of the one boss leave four without any; ten models that each have one gun choose nothing.
#[test]
fn who_has_a_gun_and_who_has_none() {
    let boss = gun(5, "1 3+ 4 0 1", "") + "carried-by = \"Boss\"\n";
    let mob = squad(4, 4, "-", 1, &(group("Boss", 1, 4, "-", 1, "") + &boss));
    let target = squad(9, 4, "-", 1, "");
    let notes = |text: &str, weapons: &[&str]| {
        let weapons = weapons.iter().map(|name| (*name).to_owned()).collect();
        prepared(text, &target, &Request { weapons, ..shooting(&[]) }).expect("right").notes.join("\n")
    };
    let said = notes(&mob, &[]);
    assert!(said.contains("4 of 5 models of Target have no ranged weapon: 4 × Model"), "{said}");
    let side_arm = gun(1, "1 3+ 4 0 1", "\"Pistol\"").replace("Gun", "Side arm");
    let ten = squad(10, 4, "-", 1, &(gun(9, "1 3+ 4 0 1", "") + &side_arm));
    assert_eq!(notes(&ten, &["best"]), "");
}

/// W40K-ON-DEATH: what dying models use is what they have for it, and they attack as in the phase in which they fell.
#[test]
fn the_dying_and_their_weapons() {
    let axe = forty_k(&blade("Axe", "1 2+ 20 -6 1", ""));
    let dying = |name: &str, more: &str| blade(name, "1 2+ 20 -6 1", &format!("on-death = true\n{more}"));
    let of = |attacker: &str, weapons: &str| {
        let prepared = prepared(attacker, &squad(1, 4, "-", 1, weapons), &fighting(&[])).expect("right");
        (prepared.notes.join("\n"), outcome(&prepared).wounds_lost(Side::Attacker).mean())
    };
    let blow = 25.0 / 36.0;
    let (said, struck) = of(&axe, &(blade("Sword", "1 2+ 20 -6 1", "") + &dying("Fist", "")));
    near("the sword is not for the dying", struck, blow * blow);
    assert!(said.contains("Fist: models of Target use it as they die"), "{said}");
    // Of two profiles of a weapon nobody has the first.
    let fists = dying("Fist", "one-of = \"fist\"\ncount = 0") + &dying("Great fist", "one-of = \"fist\"\ncount = 1");
    let (said, _) = of(&axe, &(dying("Sword", "") + &fists));
    assert!(said.contains("Great fist is not used"), "{said}");
    // Stealth hides from guns, not from blades.
    let hidden = axe.replacen("[[model]]", "abilities = [\"Stealth\"]\n[[model]]", 1);
    near("a blade", of(&hidden, &dying("Sword", "")).1, blow * blow);
    let last = gun(1, "1 3+ 20 -6 1", "") + "on-death = true\n";
    let shooter = sure(1, "1", "").replacen("[[model]]", "abilities = [\"Stealth\"]\n[[model]]", 1);
    let outcome = attack(&shooter, &squad(1, 4, "-", 1, &last), &shooting(&[]));
    near("a gun", outcome.wounds_lost(Side::Attacker).mean(), WOUND * 1.0 / 2.0 * WOUND);
}

/// Only models that take a weapon with them are looked at when they fall.
#[test]
fn the_dying_without_a_weapon_are_left_out() {
    let last = gun(1, "1 N/A 20 -6 1", "\"Torrent\"") + "on-death = true\ncarried-by = \"Boss\"\n";
    let mob = squad(9, 4, "-", 1, &(group("Boss", 1, 4, "-", 1, "") + &last));
    let prepared = prepared(&sure(1, "1", ""), &mob, &shooting(&[])).expect("right");
    let known = prepared.engaged.engagement.slots.iter().filter(|name| **name == "weapons of one model").count();
    assert_eq!(known, 1);
}
