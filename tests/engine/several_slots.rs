//! Tokens that end in many slots, which steps look at one after the other: counted one token after the other.

use std::collections::BTreeMap;

use warodds::dice::{Draw, Faces};
use warodds::engine::exact;
use warodds::sequence::{
    Body, Engagement, ModelGroup, Roll, Settle, Side, Slot, Stage, Step, Strike, TokenRow, Total, WeaponStages,
};

/// How many tokens one attack brings into each slot, and how likely that is.
type Ends = BTreeMap<[u16; 5], f64>;

/// The most of each slot that count.
const MOST: [u16; 5] = [1, 2, 3, 2, 4];

/// Attacks of which `steps` say what they bring into five slots; no more of each than [`MOST`] count and hurt.
fn attacks(number: u16, steps: impl FnOnce(&mut Engagement, Slot, [Slot; 5])) -> Engagement {
    let mut e = Engagement::default();
    let groups = vec![ModelGroup { name: String::new(), models: 3, wounds: 2 }];
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups, taken: 0 });
    let (input, slots) = (e.start("attacks", number), ["a", "b", "c", "d", "e"].map(|name| e.slot(name)));
    let kept = e.slot("kept");
    e.totals.push(Total { name: "damage", slot: kept });
    steps(&mut e, input, slots);
    for (from, most) in slots.into_iter().zip(MOST) {
        let [counts, hurts] = ["counts", "hurts"].map(|name| e.slot(name));
        e.step(Settle::Move { from, to: counts, most });
        e.step(Roll::relay("lands", counts, TokenRow::from([(kept, 1), (hurts, 1)])));
        e.step(Strike::unstopped("hit", hurts, 0, Draw::one()));
    }
    let stages = vec![Stage { name: "brought", slots: slots.into_iter().collect() }];
    e.weapons.push(WeaponStages { name: "weapon".into(), stages });
    e
}

fn both(one: &Ends, other: &Ends) -> Ends {
    let mut ends = Ends::new();
    for (a, p) in one {
        for (b, q) in other {
            *ends.entry(std::array::from_fn(|slot| a[slot] + b[slot])).or_default() += p * q;
        }
    }
    ends
}

/// One of several, each as likely as it says.
fn one_of(choices: &[(f64, &Ends)]) -> Ends {
    let mut ends = Ends::new();
    for (p, choice) in choices {
        choice.iter().for_each(|(counts, q)| *ends.entry(*counts).or_default() += p * q);
    }
    ends
}

/// `number` of the slot at this place, or none with `None`.
fn sure(place: Option<usize>) -> Ends {
    Ends::from([(std::array::from_fn(|slot| u16::from(Some(slot) == place)), 1.0)])
}

fn is_as_counted(engagement: &Engagement, number: u16, each: &Ends) {
    let all = (0..number).fold(sure(None), |all, _| both(&all, each));
    let outcome = exact(engagement).expect("small");
    let (damage, lost) = (outcome.total("damage").expect("a total"), outcome.wounds_lost(Side::Defender));
    let kept = |counts: &[u16; 5]| counts.iter().zip(MOST).map(|(count, most)| *count.min(&most)).sum::<u16>();
    for points in 0..=MOST.iter().sum() {
        let of =
            |is: &dyn Fn(u16) -> bool| all.iter().filter(|(counts, _)| is(kept(counts))).map(|(_, p)| p).sum::<f64>();
        let (sum, capped) = (of(&|kept| kept == points), of(&|kept| kept.min(6) == points));
        assert!(
            (damage.at(usize::from(points)) - sum).abs() < 1e-12,
            "{points}: {} of {sum}",
            damage.at(points.into())
        );
        assert!((lost.at(usize::from(points)) - capped).abs() < 1e-12, "{points} lost: {capped}");
    }
    let mean: f64 = all.iter().map(|(counts, p)| f64::from(counts.iter().sum::<u16>()) * p).sum();
    assert!((outcome.weapons[0].stages[0].moments.mean - mean).abs() < 1e-9, "{mean}");
}

/// Each attack ends in one slot at most: a grid of all of them is mostly empty.
#[test]
fn tokens_that_end_in_one_of_many_slots_wait_for_the_steps_that_look_at_them() {
    let engagement = attacks(9, |e, input, slots| {
        let row =
            |face: u8| slots.get(usize::from(face) - 1).map_or_else(TokenRow::new, |slot| TokenRow::from([(*slot, 1)]));
        e.step(Roll::d6("hit", input, [Faces::NONE; 2], row));
    });
    let each: Vec<Ends> = (0..6).map(|face| sure(Some(face).filter(|face| *face < 5))).collect();
    is_as_counted(&engagement, 9, &one_of(&each.iter().map(|ends| (1.0 / 6.0, ends)).collect::<Vec<_>>()));
}

/// Two kinds of tokens wait: what comes with one of the first slot, and what comes without.
#[test]
fn what_waits_depends_on_what_came_first() {
    let engagement = attacks(6, |e, input, [a, b, c, d, last]| {
        let other = e.slot("other");
        e.step(Roll::d6("hit", input, [Faces::NONE; 2], |face| match face {
            1 => TokenRow::from([(a, 1), (other, 1)]),
            2 => TokenRow::from([(a, 1)]),
            3 => TokenRow::from([(b, 1)]),
            4 => TokenRow::from([(c, 1)]),
            5 => TokenRow::from([(d, 1)]),
            _ => TokenRow::from([(last, 1)]),
        }));
        e.step(Roll::d6("other", other, [Faces::NONE; 2], |face| match face {
            1 => TokenRow::from([(b, 1)]),
            2..5 => TokenRow::from([(d, 1)]),
            _ => TokenRow::from([(last, 1)]),
        }));
    });
    let [a, b, c, d, last] = [0, 1, 2, 3, 4].map(|place| sure(Some(place)));
    let other = one_of(&[(1.0 / 6.0, &b), (0.5, &d), (1.0 / 3.0, &last)]);
    let with = both(&a, &other);
    let each: Vec<(f64, &Ends)> = [&with, &a, &b, &c, &d, &last].into_iter().map(|ends| (1.0 / 6.0, ends)).collect();
    is_as_counted(&engagement, 6, &one_of(&each));
}

/// A critical hit ends in one of two slots, and brings D3 more hits, each of which ends in one of two others.
#[test]
fn tokens_that_end_in_several_slots_at_once_are_rolled_when_steps_look_at_them() {
    let engagement = attacks(6, |e, input, [failed, a, b, c, d]| {
        let [hits, critical, extra] = ["hits", "critical hits", "extra hits"].map(|name| e.slot(name));
        let roll = |name, input, low, first, second: Slot| -> Step {
            let row = |face: u8| TokenRow::from([(if face <= low { first } else { second }, 1)]);
            Roll::d6(name, input, [Faces::NONE; 2], row).into()
        };
        e.step(Roll::d6("hit", input, [Faces::NONE; 2], |face| match face {
            1 => TokenRow::from([(failed, 1)]),
            6 => TokenRow::from([(critical, 1), (extra, 1)]),
            _ => TokenRow::from([(hits, 1)]),
        }));
        let rows = (1..=3).map(|n| TokenRow::from([(hits, n)])).collect();
        e.step(Roll { times: 1, sides: 3, rows, ..Roll::relay("extra hits", extra, TokenRow::new()) });
        e.step(roll("wound", hits, 4, a, b));
        e.step(roll("wound", critical, 3, c, d));
    });
    let [failed, a, b, c, d] = [0, 1, 2, 3, 4].map(|place| sure(Some(place)));
    let hit = one_of(&[(2.0 / 3.0, &a), (1.0 / 3.0, &b)]);
    let critical = one_of(&[(0.5, &c), (0.5, &d)]);
    let extra = [1, 2, 3].map(|n| (0..n).fold(critical.clone(), |all, _| both(&all, &hit)));
    let all = one_of(&extra.each_ref().map(|ends| (1.0 / 3.0, ends)));
    is_as_counted(&engagement, 6, &one_of(&[(1.0 / 6.0, &failed), (4.0 / 6.0, &hit), (1.0 / 6.0, &all)]));
}

/// Tokens of slots that only steps before them look at are gone, whatever else the same roll counts.
#[test]
fn tokens_that_no_step_looks_at_any_more_take_nothing_with_them() {
    let mut e = Engagement::default();
    let groups = vec![ModelGroup { name: String::new(), models: 3, wounds: 2 }];
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups, taken: 0 });
    let (input, slots) = (e.start("attacks", 14), ["a", "b", "c"].map(|name| e.slot(name)));
    let [kept, counts, hurts] = ["kept", "counts", "hurts"].map(|name| e.slot(name));
    e.totals.push(Total { name: "damage", slot: kept });
    slots.into_iter().for_each(|from| e.step(Settle::Move { from, to: counts, most: 2 }));
    e.step(Roll::d6("hit", input, [Faces::NONE; 2], |face| match face {
        1..=3 => TokenRow::from([(slots[usize::from(face) - 1], 1)]),
        4 => TokenRow::from([(kept, 1), (hurts, 1)]),
        5 => TokenRow::from([(counts, 1)]),
        _ => TokenRow::new(),
    }));
    e.step(Roll::relay("lands", counts, TokenRow::from([(kept, 1), (hurts, 1)])));
    e.step(Strike::unstopped("hit", hurts, 0, Draw::one()));
    let outcome = exact(&e).expect("small");
    let (damage, lost) = (outcome.total("damage").expect("a total"), outcome.wounds_lost(Side::Defender));
    let chance = |hits: i32| {
        let orders = (0..hits).fold(1.0, |all, n| all * f64::from(14 - n) / f64::from(n + 1));
        orders * 2.0_f64.powi(14 - hits) / 3.0_f64.powi(14)
    };
    let all: Vec<f64> = (0..=14).map(chance).collect();
    for (hits, p) in all.iter().enumerate() {
        assert!((damage.at(hits) - *p).abs() < 1e-12, "{hits}");
        let slain = if hits < 6 { *p } else { all[6..].iter().sum() };
        assert!((lost.at(hits.min(6)) - slain).abs() < 1e-12, "{hits} lost");
    }
}
