//! Steps as a player reads them, whatever game made them.

use warodds::dice::{Amount, Draw, Faces};
use warodds::sequence::explain::{StepLine, steps};
use warodds::sequence::{
    Body, Each, Engagement, ModelGroup, Roll, Settle, Side, Slot, Stage, Step, Strike, TokenRow, WeaponStages,
};

#[test]
fn every_move_without_dice_says_what_it_does() {
    let mut e = Engagement::default();
    let groups = vec![ModelGroup { name: String::new(), models: 1, wounds: 3 }];
    e.bodies.push(Body { name: "the troll".into(), side: Side::Defender, groups, taken: 0 });
    let [hits, tokens, tests] = ["hits", "tokens", "tests"].map(|name| e.start(name, 4));
    for (settle, words) in [
        (Settle::Copy { from: hits, out: tests, most: u16::MAX }, "as many tests as there are hits"),
        (Settle::Copy { from: hits, out: tests, most: 2 }, "as many tests as there are hits, at most 2"),
        (Settle::Move { from: hits, to: tests, most: 3 }, "up to 3 hits become tests"),
        (Settle::Cancel { from: hits, against: tokens }, "hits and tokens cancel each other out"),
        (Settle::Divide { from: hits, to: tests, by: 2 }, "every 2 hits become one tests"),
        (
            Settle::Spend { token: tokens, from: hits, to: tests },
            "if there are any, one tokens turns all hits into tests",
        ),
        (Settle::WhileAlive { slot: hits, bodies: vec![0] }, "hits only while the troll stands"),
    ] {
        let one = Engagement { steps: vec![settle.into()], ..e.clone() };
        let told: Vec<String> = steps(&one).into_iter().map(|line| line.what).collect();
        assert_eq!(told, [words]);
    }
}

/// A line names the weapon whose attacks it is about, and only that one.
#[test]
fn each_weapon_has_lines_of_its_own() {
    let mut e = Engagement::default();
    let stage = |slot: Slot| Stage { name: "attacks", slots: std::iter::once(slot).collect() };
    for name in ["Axe", "Bow"] {
        let (attacks, [hits, one, wounds, few, hurt]) =
            (e.start("attacks", 2), ["hits", "hit", "wounds", "few", "hurt"].map(|name| e.slot(name)));
        let roll = |name: &'static str, from: Slot, to: Slot| {
            Roll::d6(name, from, [Faces::NONE; 2], |face| match face {
                4.. => TokenRow::from([(to, 1)]),
                _ => TokenRow::new(),
            })
        };
        e.step(roll("hit", attacks, hits));
        e.step(Each { name: "each hit", input: hits, one, steps: vec![roll("wound", one, wounds).into()] });
        e.step(Settle::Move { from: wounds, to: few, most: 1 });
        e.step(roll("hurt", few, hurt));
        e.weapons.push(WeaponStages { name: name.into(), stages: vec![stage(attacks)] });
    }
    let told: Vec<(String, String)> = steps(&e).into_iter().map(|line| (line.weapon, line.step)).collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(weapon, step)| (&**weapon, &**step)).collect();
    let of = |weapon| ["hit", "each hit", "wound", "settle", "hurt"].map(|step| (weapon, step));
    assert_eq!(told, [of("Axe"), of("Bow")].concat());
}

fn line(weapon: &str, step: &str, from: &str, what: &str) -> StepLine {
    StepLine { weapon: weapon.to_owned(), step: step.to_owned(), from: from.to_owned(), what: what.to_owned() }
}

/// Two attacks of a sword, each hit by itself, and another die that is nobody's.
#[test]
fn every_step_that_is_reached_is_told_with_its_weapon() {
    let mut e = Engagement::default();
    let model = ModelGroup { name: "model".into(), models: 2, wounds: 2 };
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups: vec![model], taken: 0 });
    let (attacks, other) = (e.start("attacks", 2), e.start("others", 1));
    let [hits, one, wounds, sixes, idle] = ["hits", "one hit", "wounds", "sixes", "idle"].map(|name| e.slot(name));
    e.step(Roll::d6("hit", attacks, [Faces::only(1), Faces::NONE], |face| match face {
        6 => [(hits, 2), (sixes, 1)].into_iter().collect(),
        4.. => TokenRow::from([(hits, 1)]),
        _ => TokenRow::new(),
    }));
    let wound = Roll::d6("wound", one, [Faces::NONE; 2], |face| match face {
        3.. => TokenRow::from([(wounds, 1)]),
        _ => TokenRow::new(),
    });
    let one_by_one = |input: Slot, steps: Vec<Step>| Each { name: "hit by hit", input, one, steps };
    e.step(one_by_one(hits, vec![wound.into()]));
    e.step(Strike::unstopped("damage", wounds, 0, Draw::of(Amount { count: 1, sides: 3, plus: 1 }, Faces::NONE)));
    e.step(Roll::d6("besides", other, [Faces::NONE; 2], |_| TokenRow::new()));
    e.step(Roll::d6("never", idle, [Faces::NONE; 2], |_| TokenRow::new()));
    let stages = vec![Stage { name: "hits", slots: std::iter::once(hits).collect() }];
    e.weapons.push(WeaponStages { name: "Sword".into(), stages });
    let hit = "D6; 1 rolled again; 1-3: nothing; 4-5: 1 hits; 6: 2 hits (counted as 1 sixes too)";
    let each = "one after the other: one hit goes through the lines below before another does";
    assert_eq!(
        steps(&e),
        [
            line("Sword", "hit", "2 attacks", hit),
            line("Sword", "hit by hit", "hits", each),
            line("Sword", "wound", "one hit", "D6; 1-2: nothing; 3-6: 1 wounds"),
            line("Sword", "damage", "wounds", "target: no save, D3+1 points; the rest goes on"),
            line("", "besides", "1 others", "D6; 1-6: nothing"),
        ]
    );
}

#[test]
fn an_amount_is_told_as_players_write_it() {
    let d3 = Draw::of(Amount { count: 1, sides: 3, plus: 0 }, Faces::NONE);
    let rolled = Draw::of(Amount { count: 2, sides: 6, plus: 3 }, Faces::NONE);
    let halved = Draw { dice: 1, sides: 6, plus: 1, values: [0, 0, 1, 1, 2, 2].into_iter().collect(), ..d3.clone() };
    let told = [d3, rolled, halved, Draw::fixed(4)].map(|amount| {
        let mut e = Engagement::default();
        let groups = vec![ModelGroup { name: String::new(), models: 1, wounds: 3 }];
        e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups, taken: 0 });
        let hits = e.start("hits", 1);
        e.step(Strike::unstopped("damage", hits, 0, amount));
        steps(&e).swap_remove(0).what
    });
    let points = |amount: &str| format!("target: no save, {amount} points; the rest goes on");
    assert_eq!(told, ["D3", "2D6+3", "D6 as 1, 1, 2, 2, 3, 3", "4"].map(points));
}
