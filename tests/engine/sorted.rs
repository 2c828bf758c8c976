//! Hits whose saves are all rolled first, and that land from the lowest die to the highest.

use smallvec::smallvec;
use warodds::dice::{Draw, Faces};
use warodds::engine::{self, Method, Options, Outcome, Sampling, exact};
use warodds::sequence::{Body, Engagement, Guard, ModelGroup, Save, Side, Strike, Total};

/// Models of so many points each that save on so much.
#[derive(Clone, Copy)]
struct Group {
    models: u16,
    wounds: u16,
    save: u8,
}

const fn group(models: u16, wounds: u16, save: u8) -> Group {
    Group { models, wounds, save }
}

/// So many hits of so many points on these models.
fn hits(number: u16, points: u16, groups: &[Group], sorted: bool) -> Engagement {
    let mut e = Engagement::default();
    let models = |g: &Group| ModelGroup { name: String::new(), models: g.models, wounds: g.wounds };
    let groups_of_models = groups.iter().map(models).collect();
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups: groups_of_models, taken: 0 });
    let (wounds, damage) = (e.start("wounds", number), e.slot("damage"));
    e.totals.push(Total { name: "damage", slot: damage });
    let guard = |g: &Group| {
        let save = Some(Save { on: g.save, reroll: Faces::NONE });
        Guard { save, amount: Draw::fixed(points), ignore_on: 7 }
    };
    let guards = smallvec![groups.iter().map(guard).collect()];
    let strike = Strike::unstopped("hit", wounds, 0, Draw::one());
    e.step(Strike { guards, sorted, spill: false, net: Some(damage), ..strike });
    e
}

fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Defender).mean()
}

fn near(what: &str, ours: f64, truth: f64) {
    assert!((ours - truth).abs() < 1e-12, "{what}: {ours} instead of {truth}");
}

/// One model that saves on 2+ in front of five that save on 5+: counted in fractions, die by die.
#[test]
fn six_hits_on_two_groups_sorted_and_not() {
    let groups = [group(1, 1, 2), group(5, 1, 5)];
    let sorted = exact(&hits(6, 1, &groups, true)).expect("small");
    near("sorted", lost(&sorted), 7_243.0 / 2_592.0);
    assert_eq!(format!("{:.10}", sorted.destroyed(Side::Defender)), "0.0721664952");
    let one_by_one = exact(&hits(6, 1, &groups, false)).expect("small");
    near("one by one", lost(&one_by_one), 31_177.0 / 15_552.0);
    assert_eq!(format!("{:.4}", one_by_one.destroyed(Side::Defender)), "0.0219");
}

/// Where all models save alike the order of the dice changes nothing, and the same bits come out.
#[test]
fn where_all_save_alike_the_cheap_way_is_taken() {
    for groups in [&[group(5, 2, 4)][..], &[group(2, 1, 4), group(5, 2, 4), group(1, 3, 4)]] {
        let (sorted, plain) = (exact(&hits(20, 2, groups, true)), exact(&hits(20, 2, groups, false)));
        assert_eq!(format!("{:?}", sorted.expect("small")), format!("{:?}", plain.expect("small")));
    }
}

/// Behind models that are too many to fall stands one that saves otherwise: the long way must give what the cheap one does.
#[test]
fn the_long_way_and_the_cheap_one_agree() {
    for (number, points) in [(1, 1), (7, 3), (20, 2)] {
        let cheap = exact(&hits(number, points, &[group(40, 2, 4)], true)).expect("small");
        let long = exact(&hits(number, points, &[group(40, 2, 4), group(1, 1, 6)], true)).expect("small");
        let (cheap, long) = (cheap.wounds_lost(Side::Defender), long.wounds_lost(Side::Defender));
        for k in 0..=cheap.max() {
            near(&format!("{number} hits, {k} lost"), long.at(k), cheap.at(k));
        }
    }
}

/// Dice that are left once the target is gone are lost, and count as damage on another model like the last.
#[test]
fn dice_beyond_the_last_model_hurt_nobody() {
    let outcome = exact(&hits(9, 1, &[group(1, 1, 2), group(1, 1, 7)], true)).expect("small");
    // The model without a save falls with any die; the first falls only if the lowest die is a 1.
    let some_one = 1.0 - (5.0f64 / 6.0).powi(9);
    near("destroyed", outcome.destroyed(Side::Defender), some_one);
    near("damage", outcome.total("damage").expect("counted").at(9), some_one);
}

#[test]
fn dice_agree_with_the_distribution() {
    for groups in [&[group(1, 1, 2), group(5, 1, 5)][..], &[group(2, 3, 3), group(4, 2, 5), group(1, 5, 2)]] {
        let sampling = Sampling { trials: 1 << 15, seed: 11, ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = engine::run(&hits(12, 2, groups, true), &options, &|_| {}).expect("small");
        for metric in &answer.agreement.expect("asked for").metrics {
            assert!(metric.p > 1e-4, "{metric:?}");
        }
    }
}

/// Twenty wounds into three groups are few: the exact engine takes a tenth of what it may spend before dice are rolled.
#[test]
fn twenty_wounds_on_three_groups_cost_little() {
    let e = hits(20, 2, &[group(10, 2, 3), group(3, 3, 4), group(1, 5, 2)], true);
    assert!(engine::multiplied(&e, 1e8).is_ok());
}

/// Two hits on a model that saves on 4+ and one without a save: the lower die fails with 3/4, and then nothing stops
/// the other.
#[test]
fn who_has_no_save_stops_no_die() {
    let mut e = hits(2, 1, &[group(1, 1, 4), group(1, 1, 6)], true);
    let Some(warodds::sequence::Step::Strike(strike)) = e.steps.last_mut() else { panic!("a strike") };
    strike.guards[0][1].save = None;
    let both = exact(&e).expect("small");
    near("both", both.destroyed(Side::Defender), 3.0 / 4.0);
    near("points", lost(&both), 2.0 * 3.0 / 4.0);
    let rolled = engine::sample(&e, &Sampling { trials: 1 << 14, ..Sampling::default() }).expect("small");
    let pmf = rolled.wounds_lost(Side::Defender);
    assert_eq!(pmf.at(1), 0.0, "both or none");
    assert!((pmf.at(2) - 0.75).abs() < 0.02, "{}", pmf.at(2));
}
