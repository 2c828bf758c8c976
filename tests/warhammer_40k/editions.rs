//! `--edition core`, rulings, and dice on the side.

use warodds::ask::Request;
use warodds::sequence::Side;

use crate::support::{attack, damage, forty_k, gun, is, near, squad, stage, with};

fn core(clauses: &[&str]) -> Request {
    Request { edition: Some("core".into()), ..with(clauses) }
}

fn ruled(ruling: &str, clauses: &[&str]) -> Request {
    Request { rulings: vec![ruling.into()], ..with(clauses) }
}

fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

/// Devastating Wounds spilled, in the amount of the weapon's Damage; now the excess is lost.
#[test]
fn edition_core_devastating_wounds() {
    let gun = one("1 N/A 4 0 3", "\"Torrent\", \"Devastating Wounds\"");
    let target = squad(5, 4, "2+", 1, "");
    near("updated", attack(&gun, &target, &with(&[])).slain(Side::Defender).at(3), 0.0);
    near("core", attack(&gun, &target, &core(&[])).slain(Side::Defender).at(3), 1.0 / 6.0);
    // They are no damage that a model could reduce.
    let reduced = attack(&gun, &target, &core(&["-1 damage to target"]));
    near("not reduced", reduced.slain(Side::Defender).at(3), 1.0 / 6.0);
}

/// A 1 slew the bearer, or was three mortal wounds for a Monster; now it is three mortal wounds for everybody.
#[test]
fn edition_core_hazardous() {
    let unit = one("1 4+ 4 0 1", "\"Hazardous\"").replace("wounds = 2", "wounds = 5");
    let target = squad(1, 4, "-", 1, "");
    near("updated", attack(&unit, &target, &with(&[])).wounds_lost(Side::Attacker).at(3), 1.0 / 6.0);
    near("core", attack(&unit, &target, &core(&[])).wounds_lost(Side::Attacker).at(5), 1.0 / 6.0);
    let monster = unit.replacen("name =", "keywords = [\"MONSTER\"]\nname =", 1);
    near("a Monster", attack(&monster, &target, &core(&[])).wounds_lost(Side::Attacker).at(3), 1.0 / 6.0);
}

/// EX-07 and EX-54: unmodified 1 to 3 miss now; before, only -1 to hit and cover.
#[test]
fn edition_core_indirect_fire() {
    let gun = one("1 2+ 4 0 1", "\"Indirect Fire\", \"Heavy\"");
    let hits = |request: &Request| stage(&attack(&gun, &squad(1, 4, "-", 1, ""), request), "hits");
    near("updated", hits(&with(&["indirect"])), 0.5);
    near("core", hits(&core(&["indirect"])), 4.0 / 6.0);
    near("updated, stationary", hits(&with(&["indirect", "stationary"])), 0.5);
    near("core, stationary", hits(&core(&["indirect", "stationary"])), 5.0 / 6.0);
}

/// Attacks of an Extra Attacks weapon could not be changed at all; now a rule that names it may.
#[test]
fn edition_core_extra_attacks() {
    let claw = "[[weapon]]\nname = \"Claw\"\nattacks = 2\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\nabilities = [\"Extra Attacks\"]\n[[ability]]\nname = \"Fury\"\nweapons = [\"Claw\"]\neffects = [\"+1 attacks\"]";
    let attacks = |request: &Request| stage(&attack(&forty_k(claw), &squad(9, 4, "-", 1, ""), request), "attacks");
    near("updated", attacks(&with(&[])), 3.0);
    near("core", attacks(&core(&[])), 2.0);
    near("not by others", attacks(&with(&["+1 attacks"])), 3.0);
}

#[test]
fn amb_05_indirect_criticals() {
    let gun = one("1 2+ 4 0 1", "\"Indirect Fire\"");
    let hits = |request: &Request| stage(&attack(&gun, &squad(1, 4, "-", 1, ""), request), "hits");
    near("miss", hits(&with(&["indirect", "critical hits on 3+"])), 0.5);
    near("hit", hits(&ruled("indirect-criticals=hit", &["indirect", "critical hits on 3+"])), 4.0 / 6.0);
}

#[test]
fn amb_06_lethal_hits() {
    let gun = one("1 3+ 4 0 1", "\"Lethal Hits\", \"Devastating Wounds\"");
    let critical = |request: &Request| stage(&attack(&gun, &squad(1, 4, "-", 1, ""), request), "critical-wounds");
    near("always", critical(&with(&[])), 0.5 / 6.0);
    near("declined", critical(&ruled("lethal-hits=declined", &[])), 4.0 / 6.0 / 6.0);
}

/// One mortal wound that spills and a Devastating blow of 2, on a model of 1 Wound and then one of 2.
#[test]
fn amb_08_mortal_order() {
    let gun = one("1 N/A 4 0 2", "\"Torrent\", \"Devastating Wounds\"");
    let target =
        squad(1, 4, "2+", 1, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 2");
    let lost = |request: &Request| attack(&gun, &target, request).wounds_lost(Side::Defender);
    let clauses = &["1 mortal on critical wounds"];
    // Devastating first: the blow slays the first model and wastes a point, the other one takes one.
    near("Devastating first", lost(&with(clauses)).at(2), 1.0 / 6.0);
    // Extra first: it slays the first model, the blow the second.
    near("extra first", lost(&ruled("mortal-order=extra-first", clauses)).at(3), 1.0 / 6.0);
}

#[test]
fn amb_11_blast() {
    let attacks = |line: &str, request: &Request| {
        stage(&attack(&one(line, "\"Blast\""), &squad(10, 4, "-", 1, ""), request), "attacks")
    };
    near("fixed", attacks("1 4+ 4 0 1", &with(&[])), 3.0);
    near("fixed, by the other reading", attacks("1 4+ 4 0 1", &ruled("blast=random-only", &[])), 1.0);
    near("rolled", attacks("D6 4+ 4 0 1", &ruled("blast=random-only", &[])), 5.5);
}

#[test]
fn amb_21_devastating_damage() {
    let gun = one("1 N/A 4 0 3", "\"Torrent\", \"Devastating Wounds\"");
    let mortal = |request: &Request| {
        let outcome = attack(&gun, &squad(1, 4, "2+", 9, ""), request);
        outcome.total("mortal-wounds").expect("a result").mean()
    };
    near("reduced", mortal(&with(&["-1 damage to target"])), 2.0 / 6.0);
    near("full", mortal(&ruled("devastating-damage=full", &["-1 damage to target"])), 3.0 / 6.0);
}

#[test]
fn amb_26_fractions() {
    let gun = one("1 N/A 8 0 3", "\"Torrent\"");
    let mean = |request: &Request| damage(&attack(&gun, &squad(1, 4, "-", 9, ""), request)).mean() / (5.0 / 6.0);
    near("up", mean(&with(&["wounds on 2+", "halve damage"])), 2.0);
    near("down", mean(&ruled("fractions=down", &["wounds on 2+", "halve damage"])), 1.0);
}

/// One model that fires two Hazardous weapons.
#[test]
fn amb_27_hazardous_tests() {
    let two = format!(
        "{}\n{}",
        gun(1, "1 4+ 4 0 1", "\"Hazardous\""),
        gun(1, "1 4+ 4 0 2", "\"Hazardous\"").replace("Gun", "Other")
    );
    let dies = |request: &Request| attack(&forty_k(&two), &squad(9, 4, "-", 1, ""), request).destroyed(Side::Attacker);
    near("a test for each weapon", dies(&with(&[])), 11.0 / 36.0);
    near("a test for each bearer", dies(&ruled("hazardous-tests=bearers", &[])), 1.0 / 6.0);
}

/// EX-36: D6, 2 to 5 is one mortal wound, 6 is D3; also as an `[[ability]]`.
#[test]
fn ex_36_two_tiers_of_mortal_wounds() {
    let text = "1 dice: 2+ -> 1 mortal; 6+ -> D3 mortal";
    let none = one("1 N/A 4 0 1", "\"Torrent\"").replace("count = 1\nattacks", "count = 0\nattacks");
    let row = [(0, 3.0), (1, 13.0), (2, 1.0), (3, 1.0)];
    let target = squad(1, 4, "-", 9, "");
    is("asked for", damage(&attack(&none, &target, &with(&[text]))), 18.0, &row);
    let own = format!("{none}\n[[ability]]\nname = \"Storm\"\neffects = [\"{text}\"]");
    is("of a profile", damage(&attack(&own, &target, &with(&[]))), 18.0, &row);
}

/// Damage that depends on the target, in a profile.
#[test]
fn damage_that_depends_on_the_target() {
    let own = format!(
        "{}\n[[ability]]\nname = \"Tank hunter\"\nwhen = [\"target VEHICLE\"]\nweapons = [\"Gun\"]\neffects = [\"set damage to D6\", \"+2 damage\"]",
        gun(1, "1 N/A 8 0 1", "\"Torrent\"")
    );
    let vehicle = squad(1, 4, "-", 20, "").replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"VEHICLE\"]");
    let mean = |target: &str| damage(&attack(&forty_k(&own), target, &with(&["wounds on 2+"]))).mean() / (5.0 / 6.0);
    near("a Vehicle", mean(&vehicle), 5.5);
    near("others", mean(&squad(1, 4, "-", 20, "")), 1.0);
}

/// Feel No Pain against mortal wounds, or against psychic attacks, only.
#[test]
fn w40k_fnp_conditional() {
    let devastating = one("1 N/A 4 0 1", "\"Torrent\", \"Devastating Wounds\"");
    let target = squad(1, 4, "-", 9, "");
    let mean = |gun: &str, clause: &str| damage(&attack(gun, &target, &with(&[clause]))).mean();
    near("mortal wounds", mean(&devastating, "feel no pain 4+ against mortal wounds"), 2.0 / 6.0 + 0.5 / 6.0);
    near("none of them psychic", mean(&devastating, "feel no pain 4+ against psychic"), 0.5);
    let psychic = one("1 N/A 4 0 1", "\"Torrent\", \"Psychic\"");
    near("psychic", mean(&psychic, "feel no pain 4+ against psychic"), 0.25);
}

/// Before the update mortal wounds of a Monster's or Vehicle's Hazardous weapon went on to the next model.
#[test]
fn edition_core_hazardous_loses_nothing() {
    let unit = forty_k(&gun(2, "1 4+ 4 0 1", "\"Hazardous\""))
        .replacen("name =", "keywords = [\"VEHICLE\"]\nname =", 1)
        .replacen(
            "wounds = 2",
            "wounds = 2\n[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 2",
            1,
        );
    let target = squad(1, 4, "-", 1, "");
    let lost = |request: &Request| attack(&unit, &target, request).wounds_lost(Side::Attacker);
    near("core", lost(&core(&[])).at(3), 10.0 / 36.0);
    near("core, both", lost(&core(&[])).at(4), 1.0 / 36.0);
    near("updated", lost(&with(&[])).at(2), 10.0 / 36.0);
}

/// A bearer that has lost wounds is chosen first, characters not excepted: he has three left.
#[test]
fn w40k_hazardous_wounded_bearer_first() {
    let carried = |name: &str, by: &str| {
        gun(1, "1 4+ 4 0 1", "\"Hazardous\"")
            .replace("Gun", name)
            .replace("range", &format!("carried-by = \"{by}\"\nrange"))
    };
    let captain =
        "[[model]]\nname = \"Captain\"\nrole = \"character\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 5\n";
    let unit = forty_k(&format!("{captain}{}{}", carried("Gun", "Trooper"), carried("Other", "Captain")))
        .replacen("[[model]]\n", "[[model]]\nname = \"Trooper\"\n", 1);
    let target = squad(1, 4, "-", 1, "");
    let lost = |set: &[&str]| {
        let request = Request { set: set.iter().map(|text| (*text).to_owned()).collect(), ..Request::default() };
        attack(&unit, &target, &request).wounds_lost(Side::Attacker)
    };
    // The unhurt trooper of two wounds first, then the captain of five.
    is("unhurt", &lost(&[]), 36.0, &[(0, 25.0), (2, 10.0), (5, 1.0)]);
    is("wounded captain", &lost(&["attacker.model.captain.wounds-taken=2"]), 36.0, &[(0, 25.0), (3, 10.0), (5, 1.0)]);
}
