//! Outcomes that are counted, and not weighed: chances as fractions.

use warodds::stats::Counts;

fn certain(value: u32) -> Counts<u32> {
    Counts::equally([value])
}

fn die(sides: u32) -> Counts<u32> {
    Counts::equally(1..=sides)
}

/// The sum of some dice.
fn dice(count: u32, sides: u32) -> Counts<u32> {
    (0..count).fold(certain(0), |sum, _| sum.and(&die(sides), |sum, face| sum + face))
}

#[test]
fn two_dice_are_in_36ths() {
    let sum = dice(2, 6);
    assert_eq!(sum.at_least(9).to_string(), "5/18");
    assert_eq!(sum.at_least(2).to_string(), "1");
    let again = sum.then(|roll| if *roll >= 9 { certain(*roll) } else { dice(2, 6) });
    assert_eq!(again.at_least(9).to_string(), "155/324");
}

#[test]
fn branches_of_different_size_are_weighed_right() {
    let ways = die(2).then(|coin| if *coin == 1 { die(6) } else { certain(6) });
    assert_eq!(ways.chance(|value| *value == 6).to_string(), "7/12");
    assert_eq!(ways.chance(|value| *value == 6).rest().to_string(), "5/12");
}

#[test]
fn large_branches_do_not_overflow() {
    // Both the first roll and what follows have far more ways than whole numbers hold together.
    let many = dice(20, 6);
    let (more, others) = (dice(30, 6), dice(35, 3));
    let sum = many.then(|a| more.then(|b| others.map(|c| a + b + c)));
    let (mean, mass) = (sum.mean(|n| f64::from(*n)), sum.each().map(|(_, p)| p.value()).sum::<f64>());
    assert!((mean - 245.0).abs() < 1e-9, "{mean}");
    assert!((mass - 1.0).abs() < 1e-12, "{mass}");
    let plain = dice(50, 6).and(&dice(35, 3), |a, b| a + b);
    for (value, p) in sum.each().filter(|(value, _)| (200..=300).contains(*value)) {
        assert!((p.value() - plain.chance(|other| other == value).value()).abs() < 1e-14);
    }
}

#[test]
fn long_chains_do_not_overflow() {
    let mut ways = die(6);
    for _ in 0..200 {
        ways = ways.and(&die(6), |a, b| (a * 7 + b) % 101);
    }
    assert!((ways.each().map(|(_, p)| p.value()).sum::<f64>() - 1.0).abs() < 1e-9);
}
