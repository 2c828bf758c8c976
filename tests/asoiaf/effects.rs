//! What cards say besides the rulebook: by ranks, hits that are blocked, tokens that abilities bring, wounds that come back.

use super::{base, chain, chance, fighters, target};
use crate::support::{attack, damage, is, mistake, near, prepared, stage, with};
use warodds::ask::Request;
use warodds::engine::{Options, Outcome};
use warodds::sequence::Side;

/// An ability of a card.
fn ability(name: &str, keys: &str) -> String {
    format!("[[ability]]\nname = \"{name}\"\n{keys}\n")
}

/// An attack on a target without saves and morale, so that hits are wounds.
fn open(more: &str, ability: &str, clauses: &[&str]) -> Outcome {
    attack(&(fighters(more, "") + ability), &target("infantry", "-", "-", ""), &with(clauses))
}

/// ASOIAF-RANK: dice and hits for each rank of either side that is left or gone.
#[test]
fn dice_and_hits_are_counted_by_ranks() {
    for (models, left) in [(12, 3.0), (9, 3.0), (8, 2.0), (4, 1.0)] {
        let printed = if left == 3.0 {
            6.0
        } else if left == 2.0 {
            5.0
        } else {
            4.0
        };
        let more = format!("models = {models}");
        let dice = |clause: &str| stage(&open(&more, "", &[clause]), "attacks");
        near("left", dice("+2 attacks per rank"), printed + 2.0 * left);
        near("gone", dice("+1 attacks per destroyed rank"), printed + 3.0 - left);
        near("enemy", dice("+1 attacks per enemy rank"), printed + 3.0);
        near("enemy gone", dice("+1 attacks per destroyed enemy rank"), printed);
        near("lost", dice("+1 attacks per lost wound"), printed + 12.0 - f64::from(models));
        near("highest", dice("highest attack dice"), 6.0);
        near("lowest", dice("lowest attack dice"), 4.0);
        near("one rank more", dice("+1 ranks for attacks"), (printed + 1.0).min(6.0));
        let hits = |clause: &str| stage(&open(&more, "", &["set attacks to 0", clause]), "hits");
        near("hits", hits("1 automatic hits per rank"), left);
        near("hits for what is gone", hits("1 automatic hits per destroyed rank"), 3.0 - left);
        near("dice for hits", hits("D3 automatic hits per rank"), 2.0 * left);
    }
    // Berserkers: +1 to hit for each rank that is gone: 4+ becomes 2+.
    let more = "models = 4";
    near("to hit", stage(&open(more, "", &["+1 to hit per destroyed rank"]), "hits"), 4.0 * 5.0 / 6.0);
}

/// The words of an entry are its owner's: its ranks are those of the unit that bears it.
#[test]
fn ranks_are_those_of_who_bears_the_ability() {
    let hardened = ability("Hardened", "effects = [\"block 1 hits per destroyed rank\"]");
    let of = |models: u16| {
        let target = target("infantry", "-", "-", &format!("models = {models}")) + &hardened;
        damage(&attack(&fighters("", ""), &target, &with(&["set attacks to 0", "5 automatic hits"]))).clone()
    };
    for (models, wounds) in [(12, 5), (8, 4), (4, 3)] {
        near(&format!("{models} models"), of(models).at(wounds), 1.0);
    }
    // Vengeance: the attacker suffers a wound, and one for each rank of the target that is gone, if the target stands.
    let vengeance = ability(
        "Vengeance",
        "against = true\nwhen = [\"melee\"]\neffects = [\"suffer 1 wounds\", \"suffer 1 wounds per destroyed rank\"]",
    );
    let target = target("infantry", "-", "-", "models = 8") + &vengeance;
    let stands = attack(&fighters("", ""), &target, &with(&["set attacks to 0", "7 automatic hits"]));
    near("it stands", stands.wounds_lost(Side::Attacker).at(2), 1.0);
    let gone = attack(&fighters("", ""), &target, &with(&["set attacks to 0", "8 automatic hits"]));
    near("it is gone", gone.wounds_lost(Side::Attacker).at(0), 1.0);
}

/// ASOIAF-ATK-6 comes before ASOIAF-ATK-7: a panic test counts the ranks that the attack has left. Twelve models on morale 8+,
/// one easier or harder for each rank that is gone or left: 21 of 36 falls fail at 8, 15 at 7, 10 at 6, 30 at 10.
#[test]
fn a_panic_test_counts_the_ranks_that_are_left_by_then() {
    let failed = |wounds: u16, clauses: &[&str]| {
        let wounds = format!("{wounds} direct wounds");
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0", &wounds]).collect();
        chance(&attack(&fighters("", ""), &target("infantry", "-", "8+", ""), &with(&clauses)), "panic-failed")
    };
    for (wounds, of36) in [(3, 21.0), (4, 15.0), (7, 15.0), (8, 10.0), (11, 10.0)] {
        near(&format!("{wounds} wounds, gone"), failed(wounds, &["+1 to morale per destroyed rank"]), of36 / 36.0);
    }
    for (wounds, of36) in [(3, 33.0), (4, 30.0), (8, 26.0)] {
        near(&format!("{wounds} wounds, left"), failed(wounds, &["-1 to morale per rank"]), of36 / 36.0);
    }
    // A test that always fails: 1 + D3 wounds, and one for the rank that is gone.
    let of = |clauses: &[&str]| {
        attack(&fighters("", ""), &target("infantry", "-", "12+", ""), &with(clauses))
            .wounds_lost(Side::Defender)
            .clone()
    };
    let lost =
        of(&["set attacks to 0", "4 direct wounds", "-1 to morale", "target: +1 panic wounds per destroyed rank"]);
    (7..=9).for_each(|points| near("D3 + 2", lost.at(points), 1.0 / 3.0));
}

/// Hits that are blocked without dice come off after the dice; two hits for a wound leave the odd one out.
#[test]
fn hits_are_blocked_and_halved() {
    let hits = |n: u8, defense: &str, clauses: &[&str]| {
        let automatic = format!("{n} automatic hits");
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0", automatic.as_str()]).collect();
        damage(&attack(&fighters("", ""), &target("infantry", defense, "-", ""), &with(&clauses))).clone()
    };
    near("blocked", hits(3, "-", &["block 2 hits"]).at(1), 1.0);
    near("more than there are", hits(1, "-", &["block 2 hits"]).at(0), 1.0);
    // Two hits against 4+: both, one or none get through dice in 1, 2, 1 of 4; one more is blocked.
    is("after dice", &hits(2, "4+", &["block 1 hits"]), 4.0, &[(0, 3.0), (1, 1.0)]);
    is("halved", &hits(3, "4+", &["halve hits"]), 8.0, &[(0, 4.0), (1, 4.0)]);
    is("both", &hits(4, "4+", &["halve hits", "block 1 hits"]), 16.0, &[(0, 11.0), (1, 5.0)]);
    is("two wounds each", &hits(2, "4+", &["extra 1 wounds on each hit"]), 4.0, &[(0, 1.0), (2, 2.0), (4, 1.0)]);
    is("no save", &hits(2, "2+", &["no save"]), 1.0, &[(2, 1.0)]);
    is("no save, nothing blocks", &hits(2, "2+", &["no save", "block 1 hits"]), 1.0, &[(2, 1.0)]);
    is("only sixes block", &hits(1, "2+", &["blocked only on 6+"]), 6.0, &[(0, 1.0), (1, 5.0)]);
    // A natural 6 that allows no save is not blocked, and is half of a wound like every other hit.
    let precise = |clauses: &[&str]| {
        let clauses: Vec<&str> =
            clauses.iter().copied().chain(["set attacks to 1", "1 automatic hits", "Precision"]).collect();
        damage(&attack(&fighters("", ""), &target("infantry", "-", "-", ""), &with(&clauses))).clone()
    };
    is("a six is not blocked", &precise(&["block 2 hits"]), 6.0, &[(0, 5.0), (1, 1.0)]);
    is("a six is half a wound", &precise(&["halve hits"]), 6.0, &[(0, 3.0), (1, 3.0)]);
    // Each die that hits makes two hits: 4 and 5 of six, and three for a Critical Blow.
    let two = open("", "", &["set attacks to 1", "extra 1 hits on each hit", "Critical Blow"]);
    is("two for one", damage(&two), 6.0, &[(0, 3.0), (2, 2.0), (3, 1.0)]);
}

/// ASOIAF-TOKEN: an ability lays a token down before the dice, and a unit bears one of each kind.
#[test]
fn abilities_bring_tokens() {
    let charge = ability("Furious Charge", "when = [\"charge\"]\neffects = [\"target becomes vulnerable\"]");
    let unit = fighters("", "") + &charge;
    let target = target("infantry", "4+", "6+", "");
    let of = |attacker: &str, clauses: &[&str]| damage(&attack(attacker, &target, &with(clauses))).clone();
    assert_eq!(of(&unit, &["charge"]), of(&fighters("", ""), &["charge", "vulnerable"]));
    assert_eq!(of(&unit, &["charge", "vulnerable"]), of(&fighters("", ""), &["charge", "vulnerable"]));
    assert_eq!(of(&unit, &[]), of(&fighters("", ""), &[]));
    assert_eq!(of(&unit, &["charge", "ignore vulnerable"]), of(&fighters("", ""), &["charge"]));
    assert_eq!(of(&unit, &["target becomes panicked"]), of(&unit, &["panicked"]));
    assert_eq!(of(&unit, &["becomes weakened"]), of(&unit, &["weakened"]));
    assert_eq!(of(&unit, &["becomes weakened", "ignore weakened"]), of(&unit, &[]));
    assert_eq!(of(&unit, &["panicked", "ignore panicked"]), of(&unit, &[]));
    let whip = ability("Whip", "against = true\neffects = [\"becomes weakened\"]");
    let weakening = format!("{}{whip}", self::target("infantry", "4+", "6+", ""));
    assert_eq!(damage(&attack(&fighters("", ""), &weakening, &with(&[]))), &of(&fighters("", ""), &["weakened"]));
}

/// In a chain each attack with the ability has a token of its own, if the one before was spent.
#[test]
fn tokens_of_abilities_in_a_chain() {
    let fury = fighters("", "") + &ability("Fury", "effects = [\"target becomes vulnerable\"]");
    let target = target("infantry", "4+", "-", "");
    let alone = damage(&attack(&fighters("", ""), &target, &with(&["vulnerable"]))).clone();
    let both = chain(&fury, &fury, &target, &[]);
    for k in 0..=12 {
        near(&format!("{k}"), damage(&both).at(k), alone.plus(&alone).at(k));
    }
    // The first brings none: only the second is made with one.
    let plain = damage(&attack(&fighters("", ""), &target, &with(&[]))).clone();
    let second = chain(&fighters("", ""), &fury, &target, &[]);
    for k in 0..=12 {
        near(&format!("{k}"), damage(&second).at(k), plain.plus(&alone).at(k));
    }
}

/// ASOIAF-PANIC: a failed test costs no more than so many wounds, or none is rolled.
#[test]
fn panic_is_bounded() {
    let morale = |clauses: &[&str]| {
        let clauses: Vec<&str> =
            clauses.iter().copied().chain(["set attacks to 0", "1 automatic hits", "-20 to morale"]).collect();
        damage(&attack(&fighters("", ""), &target("infantry", "-", "6+", ""), &with(&clauses))).clone()
    };
    // It always fails: one wound of the hit, and 1 + D3.
    is("plain", &morale(&[]), 3.0, &[(3, 1.0), (4, 1.0), (5, 1.0)]);
    is("at most two", &morale(&["at most 2 panic wounds"]), 3.0, &[(3, 3.0)]);
    is("one more, at most three", &morale(&["+1 panic wounds", "at most 3 panic wounds"]), 3.0, &[(4, 3.0)]);
    is("not rolled", &morale(&["no panic test"]), 1.0, &[(1, 1.0)]);
}

/// What comes back on the attacker: hits for misses, which it blocks with its own Defense, and wounds for ones.
#[test]
fn hits_and_wounds_come_back() {
    let losses = |clauses: &[&str], own: &str| {
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 1"]).collect();
        let unit = fighters("", "") + own;
        attack(&unit, &target("infantry", "4+", "-", ""), &with(&clauses)).wounds_lost(Side::Attacker)
    };
    // One die at 4+, Defense 4+: half of the misses hurt.
    is("a miss", &losses(&["suffer 1 hits for each miss"], ""), 4.0, &[(0, 3.0), (1, 1.0)]);
    is("two", &losses(&["suffer 2 hits for each miss"], ""), 8.0, &[(0, 5.0), (1, 2.0), (2, 1.0)]);
    is("a one", &losses(&["suffer 2 wounds for each 1"], ""), 6.0, &[(0, 5.0), (2, 1.0)]);
    is("hits", &losses(&["suffer 2 hits"], ""), 4.0, &[(0, 1.0), (1, 2.0), (2, 1.0)]);
    let shield = ability("Shield", "effects = [\"+1 to save\"]");
    is("a shield", &losses(&["suffer 1 hits"], &shield), 3.0, &[(0, 2.0), (1, 1.0)]);
    is("a shield as said", &losses(&["suffer 1 hits", "attacker: +1 to save"], ""), 3.0, &[(0, 2.0), (1, 1.0)]);
    let sometimes = ability("Shield", "when = [\"objective\"]\neffects = [\"+1 to save\"]");
    let unit = fighters("", "") + &sometimes;
    let text = mistake(&unit, &target("infantry", "4+", "-", ""), &with(&["suffer 1 hits"]));
    assert!(text.contains("whether Shield helps"), "{text}");
}

/// ASOIAF-DANGEROUS: ranks that dice decide are refused where an effect is counted by them.
#[test]
fn ranks_that_are_not_known_are_refused() {
    let unit = fighters("", "");
    let text = mistake(&unit, &target("infantry", "4+", "-", ""), &with(&["crossed dangerous", "+1 attacks per rank"]));
    assert!(text.contains("crossed-dangerous=after-attack"), "{text}");
}

/// Attack dice by ranks follow the losses of attacks before.
#[test]
fn ranks_of_the_enemy_follow_the_losses_of_a_chain() {
    let first = fighters("", "").replace("dice = [6, 5, 4]", "dice = [0, 0, 0]")
        + &ability("Volley", "effects = [\"5 automatic hits\"]");
    let second = fighters("", "").replace("dice = [6, 5, 4]", "dice = [0, 0, 0]").replace("Fighters", "Second")
        + &ability("Impact", "effects = [\"1 automatic hits per enemy rank\"]");
    // Five of twelve models fall; seven are two ranks.
    let both = chain(&first, &second, &target("infantry", "-", "-", ""), &[]);
    near("5 and 2", damage(&both).at(7), 1.0);
    let wounded = fighters("", "").replace("dice = [6, 5, 4]", "dice = [0, 0, 0]").replace("Fighters", "Second")
        + &ability("Mauling", "against = false\neffects = [\"1 automatic hits per destroyed enemy rank\"]");
    near("5 and 1", damage(&chain(&first, &wounded, &target("infantry", "-", "-", ""), &[])).at(6), 1.0);
}

/// Stakes: wounds before the attack take ranks, and with them dice; who is gone does not attack.
#[test]
fn wounds_before_the_attack_take_dice() {
    let stakes = ability(
        "Stakes",
        "against = true\nwhen = [\"target charge\"]\neffects = [\"suffer D3+1 wounds before attack\"]",
    );
    let staked = target("infantry", "4+", "-", "") + &stakes;
    // Eleven stand: 2 wounds leave three ranks with 6 dice, 3 or 4 leave two with 5.
    let unit = fighters("models = 11", "");
    let outcome = attack(&unit, &staked, &with(&["charge"]));
    near("dice", stage(&outcome, "attacks"), (6.0 + 5.0 + 5.0) / 3.0);
    is("wounds", &outcome.wounds_lost(Side::Attacker), 3.0, &[(2, 1.0), (3, 1.0), (4, 1.0)]);
    near("no charge, no stakes", stage(&attack(&unit, &staked, &with(&[])), "attacks"), 6.0);
    // Of three the last falls to 3 or 4; then nothing hits, without dice either.
    let few = attack(&fighters("models = 3", ""), &staked, &with(&["charge", "2 automatic hits"]));
    near("hits", stage(&few, "hits"), 1.0 / 3.0 * (4.0 * 0.75 + 2.0));
    near("gone", few.destroyed(Side::Attacker), 2.0 / 3.0);
    // A number without dice.
    let sure = attack(
        &fighters("models = 9", ""),
        &target("infantry", "4+", "-", ""),
        &with(&["suffer 1 wounds before attack"]),
    );
    near("eight are two ranks", stage(&sure, "attacks"), 5.0);
    let text = mistake(&unit, &staked, &with(&["charge", "suffer 2D3 wounds before attack"]));
    assert!(text.contains("one die at most"), "{text}");
    let ranks = fighters("", "") + &ability("Ranks", "when = [\"not ranks 2+\"]\neffects = [\"Vicious\"]");
    let text = mistake(&ranks, &staked, &with(&["charge"]));
    assert!(text.contains("rolled before the attack"), "{text}");
}

/// Stubborn Tenacity: who passes its test hurts its enemy; the same for a test that is failed.
#[test]
fn panic_tests_cost_the_attacker() {
    let of = |effect: &str, morale: &str, models: u16| {
        let stubborn = ability("Stubborn", &format!("against = true\neffects = [\"{effect}\"]"));
        let target = target("infantry", "-", morale, &format!("models = {models}")) + &stubborn;
        attack(&fighters("", ""), &target, &with(&["set attacks to 0", "1 automatic hits"])).wounds_lost(Side::Attacker)
    };
    // 2D6 of 7 or more: 21 of 36.
    is("passed", &of("suffer 1 wounds if panic passed", "7+", 12), 36.0, &[(0, 15.0), (1, 21.0)]);
    is("failed", &of("suffer 2 wounds if panic failed", "7+", 12), 36.0, &[(0, 21.0), (2, 15.0)]);
    is("no test for who is gone", &of("suffer 1 wounds if panic passed", "7+", 1), 1.0, &[(0, 1.0)]);
    // Three stand, two after the hit: a failed test costs at least two, and who is gone hurts nobody.
    is("gone by the test", &of("suffer 1 wounds if panic failed", "7+", 3), 1.0, &[(0, 1.0)]);
    is("a D3", &of("suffer D3 wounds if panic passed", "2+", 12), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    let proud = ability("Proud", "effects = [\"no panic test\"]")
        + &ability("Stubborn", "against = true\neffects = [\"suffer 1 wounds if panic passed\"]");
    let target = target("infantry", "-", "7+", "") + &proud;
    let outcome = attack(&fighters("", ""), &target, &with(&["set attacks to 0", "1 automatic hits"]));
    near("passed without a roll", outcome.wounds_lost(Side::Attacker).at(1), 1.0);
}

/// ASOIAF-ATK-7: a test that needs no roll counts as taken and passed. Six dice at 4+ on Defense 4+ wound with 3367 of
/// 4096, and Morale 6+ fails with 10 of 36.
#[test]
fn a_panic_test_without_a_roll_is_passed() {
    let price = "suffer 2 wounds if panic passed";
    let passed = 1.0 - 3367.0 / 4096.0 * 10.0 / 36.0;
    for (clauses, expected) in [
        (&[price][..], 2.0 * passed),
        (&[price, "block 9 hits"], 2.0),
        (&[price, "no panic test"], 2.0),
        (&[price, "+9 to morale"], 2.0),
        (&[price, "set attacks to 0"], 2.0),
        (&[price, "12 direct wounds"], 0.0),
        (&["suffer 2 wounds if panic failed", "block 9 hits"], 0.0),
    ] {
        near(&format!("{clauses:?}"), base(clauses).wounds_lost(Side::Attacker).mean(), expected);
    }
    // Direct wounds that call for no roll: the test is passed all the same.
    let rulings = vec!["direct-wounds-panic=no".to_owned()];
    let request = Request { rulings, ..with(&[price, "set attacks to 0", "1 direct wounds"]) };
    let outcome = attack(&fighters("", ""), &target("infantry", "4+", "6+", ""), &request);
    near("by the ruling", outcome.wounds_lost(Side::Attacker).mean(), 2.0);
    // Each of two attacks has a test of its own, but not on a unit that is gone.
    let first = fighters("", "");
    let second = first.replacen("name = \"", "name = \"Second ", 1);
    for (direct, tests) in [("1: 11 direct wounds", 2.0), ("1: 12 direct wounds", 0.0)] {
        let clauses = ["set attacks to 0", direct, "no panic test", "suffer 1 wounds if panic passed"];
        let outcome = chain(&first, &second, &target("infantry", "4+", "6+", ""), &clauses);
        near(direct, outcome.wounds_lost(Side::Attacker).mean(), tests);
    }
}

/// ASOIAF-MORALE: two dice reach up to 12. The hits of the base case wound with 3367 of 4096.
#[test]
fn morale_is_replaced_by_any_number_of_two_dice() {
    for (morale, fails) in [("2+", 0.0), ("8+", 21.0), ("12+", 35.0)] {
        let failed = chance(&base(&[&format!("set morale to {morale}")]), "panic-failed");
        near(morale, failed, 3367.0 / 4096.0 * fails / 36.0);
    }
    for (wrong, range) in [("set morale to 13+", "2 to 12"), ("morale 1+", "2 to 12"), ("set save to 8+", "2 to 7")] {
        let told = mistake(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[wrong]));
        assert!(told.contains(&format!("write a number from {range}")), "{told}");
    }
}

/// A unit that is gone is not attacked, and the dice that are not rolled at it cost nothing.
#[test]
fn nothing_comes_of_an_attack_on_who_is_gone() {
    let lost = |wounds: u16, price: &str| {
        let clauses = [format!("1: {wounds} direct wounds"), format!("2: {price}"), "set attacks to 1".to_owned()];
        let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
        let first = fighters("", "");
        let second = first.replacen("name = \"", "name = \"Second ", 1);
        chain(&first, &second, &target("infantry", "4+", "-", ""), &clauses).wounds_lost(Side::Attacker)
    };
    // One die at 4+, Defense 4+.
    is("a one", &lost(1, "suffer 2 wounds for each 1"), 6.0, &[(0, 5.0), (2, 1.0)]);
    is("a miss", &lost(1, "suffer 1 hits for each miss"), 4.0, &[(0, 3.0), (1, 1.0)]);
    for price in ["suffer 2 wounds for each 1", "suffer 1 hits for each miss", "suffer 2 hits", "suffer 2 wounds"] {
        is(price, &lost(12, price), 1.0, &[(0, 1.0)]);
    }
}

/// Cards compare ranks: fewer, more, as many or fewer.
#[test]
fn ranks_are_compared() {
    let of = |when: &str, own: u16, enemy: u16| {
        let unit = fighters(&format!("models = {own}"), "")
            + &ability("A", &format!("when = [\"{when}\"]\neffects = [\"set attacks to 9\"]"));
        let target = target("infantry", "-", "-", &format!("models = {enemy}"));
        stage(&attack(&unit, &target, &with(&[])), "attacks") == 9.0
    };
    for (when, holds) in [
        ("fewer ranks", [false, true, false]),
        ("more ranks", [false, false, true]),
        ("target fewer ranks", [false, false, true]),
        ("not target more ranks", [true, false, true]),
        ("ranks 3+", [true, false, true]),
        ("target ranks 3+", [true, true, false]),
        ("not ranks 3+", [false, true, false]),
    ] {
        assert_eq!([of(when, 12, 12), of(when, 8, 9), of(when, 9, 8)], holds, "{when}");
    }
}

/// A token that comes after the attack is there for the next one, and changes nothing in its own.
#[test]
fn tokens_come_after_the_attack() {
    let net = fighters("", "") + &ability("Net", "effects = [\"target becomes vulnerable after attack\"]");
    let target = target("infantry", "4+", "-", "");
    let plain = damage(&attack(&fighters("", ""), &target, &with(&[]))).clone();
    assert_eq!(damage(&attack(&net, &target, &with(&[]))), &plain);
    let later = damage(&attack(&fighters("", ""), &target, &with(&["vulnerable"]))).clone();
    let both = chain(&net, &fighters("", "").replace("Fighters", "Second"), &target, &[]);
    for k in 0..=12 {
        near(&format!("{k}"), damage(&both).at(k), plain.plus(&later).at(k));
    }
}

/// ASOIAF-HEAL: wounds that are restored bring models back, whichever they were.
#[test]
fn restored_wounds_bring_models_back() {
    let left = |more: &str, clauses: &[&str], name: &str| {
        let clauses = [&["set attacks to 0", "5 automatic hits"], clauses].concat();
        let target = target("infantry", "-", "-", more);
        let prepared =
            crate::support::prepared(&fighters("", ""), &target, &with(&clauses)).unwrap_or_else(|e| panic!("{e}"));
        let (report, _) = prepared.report(&warodds::engine::Options::default(), &|_| {}).expect("small");
        report.results.metrics.iter().find(|metric| metric.name == name).expect("a result").pmf.clone()
    };
    near("3 of 5", left("", &["heal 3"], "wounds-left").at(10), 1.0);
    near("no more than the tray", left("", &["heal 9"], "models-left").at(12), 1.0);
    // Two wounds each: 5 of 24 lost, 4 restored; 1 is lost, and everybody stands.
    near("two wounds each", left("wounds-per-model = 2", &["heal 4"], "models-left").at(12), 1.0);
    is("a D3", &left("", &["heal D3"], "wounds-left"), 3.0, &[(8, 1.0), (9, 1.0), (10, 1.0)]);
}

/// Tokens on the attacker do nothing in its own attack, and that is said; Morale that is replaced is tested.
#[test]
fn tokens_of_the_attacker_and_another_morale() {
    let target = target("infantry", "-", "6+", "");
    let of = |clauses: &[&str]| attack(&fighters("", ""), &target, &with(clauses));
    assert_eq!(damage(&of(&["becomes vulnerable"])), damage(&of(&[])));
    let said = crate::support::prepared(&fighters("", ""), &target, &with(&["attacker becomes panicked"]))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(said.engaged.notes.iter().any(|note| note.contains("the next attack on it")), "{:?}", said.engaged.notes);
    // One hit, and a test of 2D6 against 7+: 15 of 36 fail, and then at least two wounds follow.
    let one = ["set attacks to 0", "1 automatic hits", "set morale to 7+"];
    near("passed", damage(&of(&one)).at(1), 21.0 / 36.0);
}

/// Any hit brings the wounds of the card, whatever blocks; hits do nothing else then.
#[test]
fn wounds_may_come_instead_of_what_hits_do() {
    let of = |defense: &str, clauses: &[&str]| {
        let clauses: Vec<&str> = ["D3 wounds instead of hits"].iter().chain(clauses).copied().collect();
        damage(&attack(&fighters("", ""), &target("infantry", defense, "-", ""), &with(&clauses))).clone()
    };
    // Six dice hit on 4+: none does in one of 64.
    let some = 63.0 / 64.0 / 3.0;
    for defense in ["2+", "6+", "-"] {
        is("a D3", &of(defense, &[]), 1.0, &[(0, 1.0 / 64.0), (1, some), (2, some), (3, some)]);
    }
    let ranks = of("4+", &["1 wounds instead of hits per enemy rank"]);
    is("and one for each of three ranks", &ranks, 1.0, &[(0, 1.0 / 64.0), (4, some), (5, some), (6, some)]);
    for besides in ["block 3 hits", "halve hits", "no save", "no save against 6", "extra 1 wounds on each hit"] {
        assert_eq!(of("4+", &[besides]), of("4+", &[]), "{besides}");
    }
    near("automatic hits are hits", of("4+", &["1 automatic hits"]).at(0), 0.0);
}

/// What is restored for each rank that is gone counts them as they are after the attack.
#[test]
fn restored_wounds_may_be_counted_by_ranks() {
    let left = |hits: u32, clauses: &[&str]| {
        let hits = format!("{hits} automatic hits");
        let clauses = [&["set attacks to 0", hits.as_str()], clauses].concat();
        let prepared = crate::support::prepared(&fighters("", ""), &target("infantry", "-", "-", ""), &with(&clauses));
        let (report, _) = prepared
            .unwrap_or_else(|e| panic!("{e}"))
            .report(&warodds::engine::Options::default(), &|_| {})
            .expect("small");
        report.results.metrics.iter().find(|metric| metric.name == "wounds-left").expect("a result").pmf.clone()
    };
    // Three ranks of four: eight lost are two ranks.
    near("two ranks gone", left(8, &["heal 1 per destroyed rank"]).at(6), 1.0);
    near("one rank gone", left(5, &["heal 2", "heal 1 per destroyed rank"]).at(9 + 1), 1.0);
    near("none gone", left(3, &["heal 1 per destroyed rank"]).at(9), 1.0);
    near("one rank left", left(8, &["heal 2 per rank"]).at(6), 1.0);
    near("for each lost wound", left(3, &["heal 1 per lost wound"]).at(12), 1.0);
    is(
        "a D3 for each",
        &left(8, &["heal D3 per destroyed rank"]),
        9.0,
        &[(6, 1.0), (7, 2.0), (8, 3.0), (9, 2.0), (10, 1.0)],
    );
    near("nothing of the dead", left(12, &["heal 5 per destroyed rank"]).at(0), 1.0);
}

/// ASOIAF-HEAL, ASOIAF-RANK: ranks are counted by the models that stand in the end. Eight dice hit with 5/6 and are saved with
/// 1/6, so that each wounds with p = 25/36. Three of the wounds come back, and a rank is lost with the fourth that stays: from
/// 7 wounds on. P(7 or 8) = 8 p^7 (1 - p) + p^8.
#[test]
fn ranks_are_counted_once_wounds_have_come_back() {
    let eight = fighters("", "").replace("[6, 5, 4]", "[8, 7, 5]").replace("hit = \"4+\"", "hit = \"2+\"");
    let request = with(&["heal 3"]);
    let prepared = prepared(&eight, &target("infantry", "6+", "-", ""), &request).expect("right");
    let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
    let p = 25.0_f64 / 36.0;
    let lost = 8.0 * p.powi(7) * (1.0 - p) + p.powi(8);
    let ranks = &report.results.metric("ranks").expect("of every attack of this game").pmf;
    near("three ranks", ranks.at(3), 1.0 - lost);
    near("two ranks", ranks.at(2), lost);
    near("rank lost", report.results.chance("rank-lost").expect("of every attack of this game").p, lost);
}

/// Hits that its own attack brings are blocked with the Defense as abilities change it; what is not computed is refused.
#[test]
fn own_hits_are_blocked_as_abilities_say() {
    let foe = target("infantry", "4+", "-", "");
    let request = with(&["suffer 1 hits", "set attacks to 1"]);
    let shielded = |keys: &str| fighters("", "") + &ability("Shield", keys);
    let lost = |keys: &str| attack(&shielded(keys), &foe, &request).wounds_lost(Side::Attacker);
    is("3+", &lost("effects = [\"improve save by 1\"]"), 3.0, &[(0, 2.0), (1, 1.0)]);
    is("2+", &lost("effects = [\"set save to 2+\"]"), 6.0, &[(0, 5.0), (1, 1.0)]);
    for keys in [
        "effects = [\"reroll failed saves\"]",
        "effects = [\"halve hits\"]",
        "when = [\"objective\"]\neffects = [\"+1 to save per rank\"]",
    ] {
        let text = mistake(&shielded(keys), &foe, &request);
        assert!(text.contains("whether Shield helps"), "{keys}: {text}");
    }
    let other = shielded("when = [\"objective\"]\neffects = [\"+1 attacks per rank\"]");
    attack(&other, &foe, &request);
}

/// Effects that change one roll, each counted by hand: six dice that hit on 4+, six hits against a Defense of 4+.
#[test]
fn effects_on_one_roll_are_what_they_say() {
    let hits = |clauses: &[&str]| stage(&open("", "", clauses), "hits");
    near("plain", hits(&[]), 3.0);
    near("hits of 1", hits(&["reroll hits of 1"]), 3.5);
    near("misses", hits(&["reroll failed hits"]), 4.5);
    near("better", hits(&["improve hit by 1"]), 4.0);
    near("worse", hits(&["worsen hit by 1"]), 2.0);
    near("replaced", hits(&["set hit to 2+"]), 5.0);
    let wounds = |clauses: &[&str]| {
        let clauses: Vec<&str> = ["set attacks to 0", "6 automatic hits"].iter().chain(clauses).copied().collect();
        damage(&attack(&fighters("", ""), &target("infantry", "4+", "-", ""), &with(&clauses))).mean()
    };
    near("half are blocked", wounds(&[]), 3.0);
    near("saves of 1", wounds(&["reroll saves of 1"]), 2.5);
    near("failed saves", wounds(&["reroll failed saves"]), 1.5);
    near("a worse save", wounds(&["worsen save by 1"]), 4.0);
    near("a better save", wounds(&["improve save by 1"]), 2.0);
    // Two ranks are left of eight models: two wounds that nothing blocks.
    let direct = open("models = 8", "", &["set attacks to 0", "1 direct wounds per rank"]);
    near("direct wounds", damage(&direct).mean(), 2.0);
    // One rank is gone: each of five dice that hits is two hits.
    near("extra hits", stage(&open("models = 8", "", &["extra 1 hits on each hit per destroyed rank"]), "hits"), 5.0);
}

/// What is refused says what the rules have instead.
#[test]
fn saves_of_other_games_are_refused_by_what_this_one_has() {
    let refused = |clause: &str| mistake(&fighters("", ""), &target("infantry", "4+", "-", ""), &with(&[clause]));
    for clause in ["feel no pain 5+", "invulnerable 4+"] {
        assert!(refused(clause).contains("there is one save, the Defense"), "{clause}: {}", refused(clause));
    }
    for clause in ["stealth", "overwatch 5+", "fights on death"] {
        assert!(refused(clause).contains("no rule of this game does that"), "{clause}: {}", refused(clause));
    }
}

/// What is not known when it is needed is refused, however many effects ask for it.
#[test]
fn effects_that_ask_for_the_same_twice_are_refused_as_well() {
    let (plain, open) = (fighters("", ""), target("infantry", "4+", "-", ""));
    let ability = |effects: &str| format!("[[ability]]\nname = \"Two\"\neffects = [{effects}]\n");
    let counted = open.clone() + &ability("\"+1 to save per enemy rank\", \"block 1 hits per enemy rank\"");
    let text = mistake(&plain, &counted, &with(&["suffer 1 wounds before attack"]));
    assert!(text.contains("how many ranks are left is rolled before the attack"), "{text}");
    let text = mistake(&plain, &open, &with(&["suffer 2D3 wounds before attack"]));
    assert!(text.contains("one die at most"), "{text}");
    let two = plain.replace("[[attack]]", &(ability("\"highest attack dice\", \"lowest attack dice\"") + "[[attack]]"));
    for more in [&[][..], &["highest attack dice"], &["lowest attack dice"]] {
        let text = mistake(&two, &open, &with(more));
        assert!(text.contains("highest") && text.contains("lowest"), "{more:?}: {text}");
    }
}

/// What changes a target's save is told with its size, and what is counted by ranks with its number.
#[test]
fn what_changes_a_target_is_explained() {
    let counted = "[[ability]]\nname = \"Wall\"\neffects = [\"+1 to save per rank\"]\n";
    let target = target("infantry", "5+", "-", "") + counted;
    let lines = crate::support::explained(&fighters("", ""), &target, &with(&["-1 to save"]));
    let told = |what: &str| lines.iter().any(|(line, _)| line.contains(what));
    assert!(told("+1 to save per rank: 3 times"), "{lines:?}");
    assert!(told("-1 to save"), "{lines:?}");
}
