//! The printed golden values, case by case.

use super::{base, chance, fighters, ranks, target};
use crate::support::{attack, damage, near, prepared, printed, stage, with};
use warodds::games::ExtraResult;
use warodds::sequence::{Engagement, Side, Step};

/// A variant of X10, A to T: what is changed, and what comes of it.
struct Golden {
    case: &'static str,
    with: &'static [&'static str],
    rolled: f64,
    wounds: f64,
    failed: f64,
    total: f64,
    ranks: [f64; 3],
    destroyed: f64,
}

fn golden(case: &'static str, with: &'static [&'static str], row: [f64; 7]) -> Golden {
    let [rolled, wounds, failed, total, three, two, one] = row;
    Golden { case, with, rolled, wounds, failed, total, ranks: [three, two, one], destroyed: 0.0 }
}

fn golden_rows() -> Vec<Golden> {
    let mut rows = vec![
        golden("A", &[], [0.822021484, 1.5, 0.228339301, 2.185017904, 0.777465820, 0.218600803, 0.003933377]),
        golden("B", &["flank"], [0.912208505, 2.0, 0.380086877, 3.140260631, 0.598079561, 0.385345222, 0.016575217]),
        golden("C", &["rear"], [0.960599588, 2.5, 0.560349760, 4.181049279, 0.387887293, 0.562052437, 0.050060270]),
        golden(
            "D",
            &["flank", "Sundering"],
            [0.960599588, 2.5, 0.400249828, 3.700749485, 0.504767524, 0.459475140, 0.035757336],
        ),
        golden(
            "E",
            &["rear", "Sundering", "Vicious"],
            [0.960599588, 2.5, 0.800499657, 4.901498970, 0.212566946, 0.715918382, 0.071514672],
        ),
        golden("F", &["charge"], [0.940395355, 2.25, 0.261220932, 3.033662796, 0.652869542, 0.330479304, 0.016651154]),
        golden(
            "G",
            &["weakened"],
            [0.551204681, 0.75, 0.153112411, 1.209337234, 0.880362829, 0.119346831, 0.000290341],
        ),
        golden(
            "H",
            &["charge", "weakened"],
            [0.712299764, 1.125, 0.197861046, 1.718583137, 0.829337070, 0.169308414, 0.001354516],
        ),
        golden(
            "I",
            &["charge", "weakened", "defender's turn"],
            [0.894406736, 1.875, 0.248446316, 2.620338947, 0.719835073, 0.271369103, 0.008795824],
        ),
        golden(
            "J",
            &["vulnerable"],
            [0.940395355, 2.25, 0.261220932, 3.033662796, 0.652869542, 0.330479304, 0.016651154],
        ),
        golden(
            "K",
            &["vulnerable", "reroll failed saves"],
            [0.712299764, 1.125, 0.197861046, 1.718583137, 0.829337070, 0.169308414, 0.001354516],
        ),
        golden(
            "L",
            &["vulnerable", "reroll failed saves", "defender's turn"],
            [0.894406736, 1.875, 0.248446316, 2.620338947, 0.719835073, 0.271369103, 0.008795824],
        ),
        golden("M", &["panicked"], [0.822021484, 1.5, 0.468095567, 3.060318558, 0.538238525, 0.451056586, 0.010704888]),
        golden(
            "N",
            &["flank", "charge", "vulnerable", "panicked"],
            [0.998628258, 4.0, 0.723543159, 6.411810530, 0.090361395, 0.570394926, 0.339243679],
        ),
        golden(
            "Q",
            &["-1 to hit"],
            [0.665102023, 1.0, 0.184750562, 1.554251686, 0.846175554, 0.152955199, 0.000869246],
        ),
        golden(
            "R",
            &["+1 to save"],
            [0.665102023, 1.0, 0.184750562, 1.554251686, 0.846175554, 0.152955199, 0.000869246],
        ),
    ];
    let row = [0.955505371, 2.5, 0.265418159, 3.296254476, 0.598937988, 0.374654134, 0.026402226];
    rows.push(Golden { destroyed: 5.65140336e-06, ..golden("S", &["2 automatic hits"], row) });
    let row = [0.899887085, 2.0, 0.249968635, 2.749905904, 0.692550659, 0.293980916, 0.013467012];
    rows.push(Golden { destroyed: 1.41285084e-06, ..golden("T", &["marked"], row) });
    rows
}

#[test]
fn golden_rows_to_the_last_printed_digit() {
    for row in golden_rows() {
        let outcome = base(row.with);
        let case = |what: &str| format!("case {}: {what}", row.case);
        printed(&case("P(W >= 1)"), chance(&outcome, "panic-rolled"), row.rolled, 9);
        printed(&case("E[W]"), stage(&outcome, "unsaved"), row.wounds, 12);
        printed(&case("P(panic failed)"), chance(&outcome, "panic-failed"), row.failed, 9);
        // Twelve wounds are all but never too few: only S and T can exceed them, by less than a digit in ten thousand.
        printed(&case("E[T] uncapped"), damage(&outcome).mean(), row.total, if row.destroyed > 0.0 { 4 } else { 9 });
        printed(&case("E[T]"), outcome.wounds_lost(Side::Defender).mean(), row.total, 9);
        let [destroyed, one, two, three] = ranks(&outcome);
        printed(&case("3 ranks"), three, row.ranks[0], 9);
        printed(&case("2 ranks"), two, row.ranks[1], 9);
        printed(&case("1 rank"), one, row.ranks[2], 9);
        printed(&case("destroyed"), destroyed, row.destroyed, 14);
        near(&case("destroyed"), outcome.destroyed(Side::Defender), destroyed);
    }
}

#[test]
fn cases_q_and_r_as_the_table_says_them() {
    // Cover is for ranged attacks, Fortified for a charge, which it takes its bonus from.
    let archers = fighters("", "").replace("melee", "long");
    let target = target("infantry", "4+", "6+", "");
    near("Q", damage(&attack(&archers, &target, &with(&["cover"]))).mean(), damage(&base(&["-1 to hit"])).mean());
    near("R", damage(&base(&["charge", "fortified"])).mean(), damage(&base(&["+1 to save"])).mean());
    near("melee cover", damage(&base(&["cover"])).mean(), damage(&base(&[])).mean());
}

#[test]
fn cases_o_and_p_have_few_wounds() {
    for (models, total, failed, destroyed) in
        [(4, 1.960205078, 0.217895508, 0.222534180), (3, 1.737670898, 0.181274414, 0.350708008)]
    {
        let few = target("infantry", "4+", "6+", &format!("models = {models}"));
        let outcome = attack(&fighters("", ""), &few, &with(&[]));
        printed("E[T]", outcome.wounds_lost(Side::Defender).mean(), total, 9);
        printed("P(panic failed)", chance(&outcome, "panic-failed"), failed, 9);
        printed("P(destroyed)", outcome.destroyed(Side::Defender), destroyed, 9);
    }
}

#[test]
fn the_whole_distribution_of_case_a() {
    let outcome = base(&[]);
    let pmf = damage(&outcome);
    for (k, n, of) in [
        (0, 729.0, 4096.0),
        (1, 1053.0, 4096.0),
        (2, 1755.0, 8192.0),
        (3, 525.0, 4096.0),
        (4, 345.0, 4096.0),
        (5, 621.0, 8192.0),
        (6, 3163.0, 73728.0),
        (7, 385.0, 24576.0),
        (8, 385.0, 110592.0),
        (9, 95.0, 221184.0),
        (10, 5.0, 221184.0),
    ] {
        near(&format!("P(T = {k})"), pmf.at(k), n / of);
    }
    near("E[T]", pmf.mean(), 53699.0 / 24576.0);
}

/// Follows faces through the rolls of this name, in order: what they drop, by the name of the slot.
fn replay(e: &Engagement, roll: &str, faces: &[usize]) -> Vec<(&'static str, u16)> {
    let found = e.steps.iter().find_map(|step| match step {
        Step::Roll(known) if known.name == roll => Some(known),
        _ => None,
    });
    let mut dropped: Vec<(&'static str, u16)> = Vec::new();
    for (slot, n) in faces.iter().flat_map(|face| &found.expect("such a roll").rows[face - 1]) {
        let name = e.slots[usize::from(slot.0)];
        match dropped.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += n,
            None => dropped.push((name, *n)),
        }
    }
    dropped
}

/// X10: Guardsmen on Sworn Swords, the printed faces one by one, and the chance of exactly these.
#[test]
fn x10_is_replayed() {
    let e = prepared(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[])).expect("right");
    let e = e.engaged.engagement;
    assert_eq!(replay(&e, "attack", &[6, 5, 5, 4, 1, 1]), [("hits", 4)]);
    assert_eq!(replay(&e, "save", &[6, 5, 2, 1]), [("wounds", 2)]);
    assert_eq!(replay(&e, "panic wounds", &[1]), [("failed panic tests", 1), ("panic wounds", 2)]);
    // 12 - 4 models are 2 ranks.
    let unit = prepared(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[])).expect("right");
    let Some(ExtraResult::ByLoss { values: worth, .. }) = unit.engaged.readings.first() else {
        panic!("ranks come first")
    };
    assert_eq!((worth[0], worth[3], worth[4], worth[7], worth[8], worth[11], worth[12]), (3, 3, 2, 2, 1, 1, 0));

    let open = target("infantry", "-", "-", "");
    near("P(4 hits of 6)", damage(&attack(&fighters("", ""), &open, &with(&[]))).at(4), 15.0 / 64.0);
    let only = |clauses: &[&str], morale: &str| {
        let none: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0"]).collect();
        attack(&fighters("", ""), &target("infantry", "4+", morale, ""), &with(&none))
    };
    near("P(2 blocks of 4)", damage(&only(&["4 automatic hits"], "-")).at(2), 3.0 / 8.0);
    let panic = only(&["2 direct wounds"], "6+");
    near("P(panic fail)", chance(&panic, "panic-failed"), 5.0 / 18.0);
    near("and D3 = 1", damage(&panic).at(4), 5.0 / 18.0 / 3.0);
    near("all of it", 15.0 / 64.0 * 3.0 / 8.0 * damage(&panic).at(4), 25.0 / 3072.0);
}
