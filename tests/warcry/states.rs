//! What damage changes between one attack action and the next.

use crate::support::warcry::{fighter, target};
use crate::support::{attack, near, stage, with};
use warodds::ask::{Request, prepare};
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
