//! Steps as a player reads them, whatever game made them.

use warodds::dice::Faces;
use warodds::sequence::explain::steps;
use warodds::sequence::{Body, Each, Engagement, ModelGroup, Roll, Settle, Side, Slot, Stage, TokenRow, WeaponStages};

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
