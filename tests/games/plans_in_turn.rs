//! When things happen in a plan, and how often what targets use: charges, the end of the turn, commands of the enemy,
//! reactions, and who is first of those who do as much.

use std::fs;

use super::battle_plans::{Folder, close};
use warodds::ask::{PlanReport, PlanRequest, Request, plan};

fn asked(attackers: &[&str], targets: &[&str], with: &str) -> PlanRequest {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    PlanRequest {
        attackers: names(attackers),
        targets: names(targets),
        goal: "wounds".into(),
        base: Request { with: vec![with.into()], ..Request::default() },
        ..PlanRequest::default()
    }
}

fn planned(request: &PlanRequest) -> PlanReport {
    plan(request).unwrap_or_else(|error| panic!("{error}")).0
}

fn refused(request: &PlanRequest) -> String {
    plan(request).map_or_else(|error| error.to_string(), |_| String::new())
}

/// Four attacks of 4+ and 4+: against a save of 5+ each does 1/6, and 1/8 if it is 4+.
const AXE: &str = "aos: 1x \"Axe\" 4A 4+/4+/-/1; H5 4+";

/// AOS-CMD-1.2: an army uses a command once in a phase, so All-out Defence is for one of two targets. Whoever uses it against
/// the first attack has it against the others too (AOS-CMD-7.0).
#[test]
fn a_command_of_the_enemy_is_for_one_target() {
    let folder = Folder::new();
    let [wall, gate] = ["Wall", "Gate"].map(|name| {
        let path = folder.unit(name, 10, 1, &[]);
        let text = fs::read_to_string(&path).expect("written").replace("save = \"-\"", "save = \"5+\"");
        fs::write(&path, text).expect("written");
        path
    });
    let mut both = asked(&[AXE, AXE], &[&wall, &gate], "all-out defence");
    let error = refused(&both);
    assert!(error.contains("`all-out defence` is for one target in a phase"), "{error}");
    both.base.with = vec!["Wall: all-out defence".into()];
    close(planned(&both).value, 2.0 * 4.0 / 6.0);
    both.base.with.push("Gate: all-out defence".into());
    assert_eq!(refused(&both), error);
    close(planned(&asked(&[AXE, AXE], &[&wall], "all-out defence")).value, 2.0 * 4.0 / 8.0);
    // One attacker meets one of them.
    close(planned(&asked(&[AXE], &[&wall, &gate], "all-out defence")).value, 4.0 / 8.0);
}

/// WARCRY-REACT-ECON: a fighter reacts twice in a round at the most, so not to each of several attackers.
#[test]
fn reactions_are_not_given_against_every_attacker() {
    let (bow, fighter) = ("warcry: 12\" 6A S4 1/3", "warcry: 1\" 4A S4 1/4; T3 W30");
    for attackers in [2, 3] {
        let error = refused(&asked(&vec![bow; attackers], &[fighter], "cover, take cover"));
        assert!(error.contains("`take cover` is for some of all attacks on the target"), "{error}");
    }
    // Strength 4 against Toughness 4: half hit, one of them critically, and half of the critical hits are hits.
    close(planned(&asked(&[bow], &[fighter], "cover, take cover")).value, 6.0 * (2.0 + 0.5 + 1.5) / 6.0);
}

/// AOS-CMD-8.0: Power Through needs a charge, whether the weapons ask for one or not, and comes with it alone; after the
/// attacks of several units it is not planned.
#[test]
fn power_through_goes_with_a_charge() {
    let wall = "aos: 10x \"Wall\" 1A 4+/4+/-/1; H1 5+";
    let mut request = asked(&[AXE], &[wall], "power through");
    for (charge, chance) in [("100%", 1.0), ("60%", 0.6)] {
        request.charge = charge.into();
        close(planned(&request).value, chance * (4.0 / 6.0 + 2.0));
    }
    request.attackers.push(AXE.into());
    let error = refused(&request);
    assert!(error.contains("`power through` comes at the end of the turn"), "{error}");
}

/// A unit that attacks in one phase does so greedily too in the one in which it does more: one attack of its bow, or four.
#[test]
fn a_greedy_unit_waits_for_the_phase_in_which_it_does_more() {
    let folder = Folder::new();
    let (archer, rats) = (folder.unit("Archer", 1, 1, &[(18, 1), (0, 4)]), folder.unit("Rats", 9, 1, &[]));
    let report = planned(&PlanRequest { base: Request::default(), ..asked(&[&archer], &[&rats], "") });
    close(report.value, 1.0);
    close(report.greedy.expect("small"), 1.0);
}

/// ASOIAF-PANIC-FRIENDLY: of orders that do as much the one is told in which nobody shoots into a melee of his friends.
#[test]
fn of_equals_those_who_shoot_are_first() {
    let base = Request::default();
    let request = PlanRequest {
        goal: "kills".into(),
        base,
        ..asked(&["lannister guardsmen", "stark bowmen"], &["stark sworn swords"], "")
    };
    let report = planned(&request);
    assert_eq!(report.first.expect("a move").attacker, "Stark Bowmen");
    assert_eq!(report.fixed_plan[0].attacker, "Stark Bowmen");
    assert_eq!(report.attackers[0].name, "Lannister Guardsmen");
}
