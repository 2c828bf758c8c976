//! When two engines, or many chances, agree.

use warodds::engine::{Agreement, MetricAgreement, evenly_spread};

/// 5 % of all samples are wider than 1.3581 / √n, 1 % than 1.6276 / √n, for many; the factor is √n + 0.12 + 0.11 / √n.
#[test]
fn even_chances_are_told_from_uneven_ones() {
    let n = 10_000;
    let even: Vec<f64> = (0..n).map(|k| (f64::from(k) + 0.5) / f64::from(n)).collect();
    assert_eq!((evenly_spread(&even), evenly_spread(&[])), (1.0, 1.0));
    let shifted = |by: f64| {
        let root = f64::from(n).sqrt();
        let gap = by / (root + 0.12 + 0.11 / root);
        evenly_spread(&even.iter().map(|p| (p + gap - 0.5 / f64::from(n)).min(1.0)).collect::<Vec<_>>())
    };
    assert!((shifted(1.3581) - 0.05).abs() < 1e-4, "{}", shifted(1.3581));
    assert!((shifted(1.6276) - 0.01).abs() < 1e-4, "{}", shifted(1.6276));
    // All at one place, of three: the widest gap is 1.
    assert!(evenly_spread(&[0.0; 3]) < 0.01 && evenly_spread(&[1.0; 3]) < 0.01);
}

/// Tests that are not shown count too, and a chance that is as small as the threshold rejects.
#[test]
fn every_test_counts() {
    let test = |p| vec![MetricAgreement { metric: "x", chi_square: 0.0, degrees: 1, p }];
    let holds = |metrics, states| Agreement { metrics: test(metrics), states: test(states), stages: vec![] }.holds();
    assert!(holds(1.0, 1.0) && holds(2e-4, 2e-6));
    assert!(!holds(1.0, 0.0) && !holds(0.0, 1.0));
    // The thresholds: one run of ten thousand, and one of a million for each test that no output shows.
    assert!(!holds(1e-4, 1.0) && !holds(1.0, 1e-6));
}
