//! What damage changes between one attack action and the next.

use crate::support::warcry::{fighter, target};
use crate::support::{attack, near, stage, unit, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::{self, Method, Options, Outcome, Sampling};
use warodds::games::Phase;
use warodds::sequence::Side;

/// Both engines' answer to a request.
fn outcome(request: &Request) -> Outcome {
    let prepared = prepare(request).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { method: Method::Both, sampling: Sampling { trials: 1 << 16, ..Sampling::default() } };
    let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
    assert!(answer.agreement.expect("asked for").holds());
    answer.outcome
}

/// An ability that asks for damage is looked at before every attack action.
#[test]
fn damage_asked_for_between_actions() {
    let hard = "[[ability]]\nname = \"Hide\"\nwhen = [\"damage 2+\"]\neffects = [\"+1 toughness\"]\n";
    let known = attack(&fighter(10, 1, "1 4 2/4", ""), &target(4, 40, hard), &with(&["two attacks"]));
    // Strength 4 hits Toughness 4 on 4+; once 2 points are lost it is Toughness 5, hit on 5+.
    near("hits", stage(&known, "hits"), 0.5 + 0.5 * 0.5 + 0.5 / 3.0);
    // The same of the attacker: one that has lost 1 point by Counter has one attack more.
    let angry = "[[ability]]\nname = \"Rage\"\nwhen = [\"damage 1+\"]\neffects = [\"+1 attacks\"]\n";
    let text = fighter(30, 1, "1 4 2/4", "") + angry;
    let known = attack(&text, &target(4, 40, ""), &with(&["two attacks", "counter"]));
    near("attacks", stage(&known, "attacks"), 1.0 + 1.0 + 0.5);
}

/// A fighter that is activated again is the same one: what Counter cost it in the first activation counts.
#[test]
fn one_fighter_activated_twice() {
    let angry = "[[ability]]\nname = \"Rage\"\nwhen = [\"damage 1+\"]\neffects = [\"+1 attacks\"]\n";
    let text = fighter(30, 1, "1 4 2/4", "").replace(
        "[[weapon]]",
        "[[weapon]]\nname = \"Javelin\"\nrange = 8\nattacks = 1\nstrength = 4\ndamage = [1, 2]\n[[weapon]]",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let attacker = write("thrower.toml", &(text + angry));
    let request = Request {
        then: vec![format!("shooting:{attacker}")],
        attacker,
        defender: write("target.toml", &target(4, 40, "")),
        phase: Some(Phase::Combat),
        ..with(&["counter"])
    };
    let known = outcome(&request);
    // The melee attack is countered: a miss (half of all dice) wounds, and then two javelins are thrown instead of one.
    near("attacks", stage(&known, "attacks"), 1.0 + 1.0 + 0.5);
    near("one body", known.wounds_lost(Side::Attacker).mean(), 0.5 + 1.0 / 6.0);
}

/// A unit's profile as a file.
fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// An attack of a fighter in one phase, then others, `PHASE:` in front of each.
fn one_by_one(phase: Phase, attackers: [&str; 3], clauses: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    let thrower = |wounds: u32, more: &str| {
        let javelin =
            "[[weapon]]\nname = \"Javelin\"\nrange = 8\nattacks = 3\nstrength = 4\ndamage = [1, 4]\n[[weapon]]";
        fighter(wounds, 1, "3 4 1/4", "").replace("[[weapon]]", javelin) + more
    };
    let price = "[[ability]]\nname = \"Price\"\neffects = [\"suffer 4 damage\"]\n";
    for (name, text) in [("pays", thrower(4, price)), ("one", thrower(1, "")), ("other", thrower(9, ""))] {
        written(&folder, &format!("{name}.toml"), &text);
    }
    let path = |order: &str| {
        let (phase, name) = order.split_once(':').expect("a phase");
        let path = folder.path().join(format!("{name}.toml")).display().to_string();
        if phase.is_empty() { path } else { format!("{phase}:{path}") }
    };
    let [attacker, then @ ..] = attackers;
    outcome(&Request {
        attacker: path(attacker),
        then: then.iter().filter(|order| !order.is_empty()).map(|order| path(order)).collect(),
        defender: written(&folder, "target.toml", &target(4, 90, "")),
        phase: Some(phase),
        ..with(clauses)
    })
}

/// WARCRY-REACT-ECON: a reaction is one to an attack action, so what an attacker that its own ability took down did not do
/// any more leaves it for the next one. In cover Strength 4 meets Toughness 5: a hit on 5, a critical hit on 6, (1 + 4)/6
/// points; Take Cover makes a half of the critical hits hits.
#[test]
fn a_reaction_to_an_attack_that_never_came_is_left() {
    let (open, taken) = (3.0 * 5.0 / 6.0, 3.0 * 3.5 / 6.0);
    let clauses = ["cover", "take cover", "target waiting"];
    let mean = |attackers| one_by_one(Phase::Combat, attackers, &clauses).total("damage").expect("counted").mean();
    near("it still shoots", mean([":other", "shooting:other", "shooting:one"]), open + taken + open);
    near("it is down", mean([":pays", "shooting:pays", "shooting:one"]), open + taken);
}

/// WARCRY-CLIMB: who climbs falls at the end of its activation, and who is taken down by that is not activated again: 1 to 3
/// on a die are no damage. Three dice of Strength 4 against Toughness 4 are (1 + 1 + 4)/2 points.
#[test]
fn a_climber_who_fell_does_not_attack_again() {
    let fallen = one_by_one(Phase::Combat, [":one", "shooting:one", ""], &["climbing"]);
    near("damage", fallen.total("damage").expect("counted").mean(), 3.0 + 0.5 * 3.0);
    near("wounds lost", fallen.wounds_lost(Side::Defender).mean(), 3.0 + 0.5 * 3.0);
    near("down", fallen.destroyed(Side::Attacker), 0.75);
}

/// WARCRY-REACT-ECON: two reactions in a round, one of who is waiting, whoever the attacks come from.
#[test]
fn several_attackers_meet_two_reactions() {
    let (open, taken) = (3.0 * 5.0 / 6.0, 3.0 * 3.5 / 6.0);
    let mean = |clauses: &[&str]| {
        let all = [&["cover", "take cover", "two attacks"], clauses].concat();
        one_by_one(Phase::Shooting, [":other", ":one", ""], &all).total("damage").expect("counted").mean()
    };
    near("two of four", mean(&[]), 2.0 * taken + 2.0 * open);
    near("one of four", mean(&["target waiting"]), taken + 3.0 * open);
}

/// What is told of an action is what happens in it: the target reacts as often as it may, and what comes beside the actions
/// is no part of them.
#[test]
fn actions_are_told_as_they_are() {
    let told = |more: &str, clauses: &[&str]| {
        crate::support::explained(&(fighter(9, 1, "3 4 1/4", "") + more), &target(4, 9, ""), &with(clauses))
    };
    let reactions = |clauses: &[&str]| {
        let clauses = [&["two attacks", "rampage", "counter"], clauses].concat();
        told("", &clauses).iter().filter(|(_, rule)| *rule == "WARCRY-COUNTER").count()
    };
    assert_eq!((reactions(&[]), reactions(&["target waiting"])), (2, 1));
    let price = "[[ability]]\nname = \"Price\"\neffects = [\"suffer 1 damage\", \"2 dice: 4+ -> 1 mortal\"]\n";
    let (plain, with_price) = (told("", &[]), told(price, &[]));
    assert_eq!(plain, with_price, "neither is part of an attack action");
    // What was said, and what comes of it.
    let raised = "up to 1 hits count as critical hits";
    assert_eq!(told("", &[raised]).iter().filter(|(what, _)| what == raised).count(), 2);
    let softened = told("", &["critical hits count as hits on 6+"]);
    assert!(softened.iter().any(|(what, _)| what == "each critical hit counts as a hit on 6+"), "{softened:?}");
}

/// Damage that takes a fighter down is not asked for afterwards: `damage` counts on as if it stood. Three dice, three of six
/// faces of which are worth 4, 4 and 9.
#[test]
fn nobody_asks_for_the_damage_of_who_is_down() {
    let hate = "[[ability]]\nname = \"Hate\"\nwhen = [\"target damage 8+\"]\neffects = [\"+1 damage\"]\n";
    let mean = |wounds: u32| {
        let text = fighter(20, 1, "3 4 4/9", "") + hate;
        let known = attack(&text, &target(4, wounds, ""), &with(&["two attacks"]));
        known.total("damage").expect("counted").mean()
    };
    near("down at 8", mean(8), 2.0 * 3.0 * 17.0 / 6.0);
    assert!(mean(9) > mean(8), "8 of 9 is damage that somebody may ask for");
}

/// Dice before the first action are rolled as the attacker is at first; of an attacker that comes later it is not known how
/// it is then.
#[test]
fn dice_before_the_first_action_ask_for_no_damage_later() {
    let drag = "[[ability]]\nname = \"Drag\"\nwhen = [\"target damage 3+\"]\neffects = [\"2 dice: 4+ -> 1 mortal\"]\n";
    let text = fighter(9, 1, "0 4 1/4", "") + drag;
    let request = Request { set: vec!["defender.damage=3".to_owned()], ..Request::default() };
    let first = attack(&text, &target(4, 20, ""), &request);
    near("first", first.total("damage").expect("counted").mean(), 1.0);
    let units = [fighter(9, 1, "1 4 1/4", ""), text].map(|text| (unit(&text), None));
    let later = prepare_units(&units, &(unit(&target(4, 20, "")), None), &request);
    let told = later.expect_err("not computed").to_string();
    assert!(told.contains("the dice of Drag before the first action ask for damage"), "{told}");
}

/// WARCRY-REROLL: only misses are rolled again: of critical hits on 3+ a 1 and a 2, where Strength 4 meets Toughness 4.
#[test]
fn a_critical_hit_is_no_miss() {
    let known = attack(
        &fighter(9, 1, "1 4 0/6", ""),
        &target(4, 40, ""),
        &with(&["critical hits on 3+", "reroll failed hits"]),
    );
    near("critical", known.total("damage").expect("counted").mean(), 6.0 * (4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0));
}

/// Of several attackers each weapon is told with its fighter.
#[test]
fn weapons_are_told_with_their_fighters() {
    let name = |attackers: usize| {
        let units: Vec<_> = (0..attackers).map(|_| (unit(&fighter(9, 1, "3 4 1/4", "")), None)).collect();
        let prepared = prepare_units(&units, &(unit(&target(4, 20, "")), None), &with(&[])).expect("right");
        prepared.engaged.engagement.weapons[0].name.clone()
    };
    assert_eq!((name(1), name(2)), ("Weapon".to_owned(), "Attacker: Weapon".to_owned()));
}
