//! Dice as people type them and as cards print them, and distributions of their totals, counted by hand.

use proptest::prelude::*;
use warodds::dice::{Amount, Draw, Faces, Pool, Totals};
use warodds::stats::Pmf;

fn read(text: &str) -> String {
    text.parse::<Pool>().map_or_else(|error| error.to_string(), |pool| pool.to_string())
}

fn totals(text: &str) -> Totals {
    text.parse::<Pool>().expect(text).totals()
}

#[test]
fn dice_are_read_as_people_type_them() {
    for (typed, read_as) in [
        ("2D6", "2D6"),
        ("d20", "D20"),
        ("D%", "D100"),
        ("2w6", "2D6"),
        ("2d6-1", "2D6-1"),
        ("2D6 + 1", "2D6+1"),
        ("d6+d3", "D6+D3"),
        ("3d6 drop lowest", "3D6 keep highest 2"),
        ("3d6 drop the lowest", "3D6 keep highest 2"),
        ("3d6dl1", "3D6 keep highest 2"),
        ("4d6 keep highest 3", "4D6 keep highest 3"),
        ("4d6 keep 3 highest", "4D6 keep highest 3"),
        ("4d6kh3", "4D6 keep highest 3"),
        ("2d6 keep lowest", "2D6 keep lowest 1"),
        ("2d20 highest", "2D20 keep highest 1"),
        ("6d6!", "6D6 exploding"),
        ("6d6 exploding", "6D6 exploding"),
        ("2d6 reroll 1s", "2D6 reroll 1"),
        ("2d6 re-roll ones", "2D6 reroll 1"),
        ("10d6 4+", "10D6 4+"),
        ("10d6 >= 4", "10D6 4+"),
        ("3d6 drop lowest + 2", "3D6 keep highest 2+2"),
        ("d6+d8 keep highest 1", "D6+D8 keep highest 1"),
        ("1d4!+1d6! keep highest", "D4 exploding+D6 exploding keep highest 1"),
        ("2d6+d8 drop lowest + 1", "2D6+D8 keep highest 2+1"),
        ("3d6 drop lowest + d8", "3D6 keep highest 2+D8"),
        ("d20 advantage", "2D20 keep highest 1"),
        ("d20+5 disadvantage", "2D20 keep lowest 1+5"),
        ("4dF", "4D3-8"),
        ("2d6 reroll 3s", "2D6 reroll 3"),
    ] {
        assert_eq!(read(typed), read_as, "{typed}");
        assert_eq!(read(read_as), read_as, "{read_as}");
    }
}

#[test]
fn what_is_not_understood_is_named() {
    for (typed, says) in [
        ("2d6 twice", "`twice`"),
        ("2d6+", "`2d6+`"),
        ("d1", "from 2 to 1000 faces"),
        ("0d6", "from 1 to 10000 dice"),
        ("3d6 drop lowest 3", "can be kept"),
        ("2d6 9", "`9`"),
        ("2d6 9+", "--at-least 9"),
        ("1000d1000", "too large"),
        ("2d6 reroll 7s", "`reroll`"),
        ("2d6 reroll 1s reroll 2s", "one value"),
        ("d8+3d6 drop lowest", "`3D6` alone"),
        ("d6-d8 keep highest", "`D8` alone"),
        ("d6+d8 keep highest 3", "of 2 dice"),
        ("d6+d8 keep highest + d4", "write all dice first"),
        ("3d20 advantage", "rolled twice"),
    ] {
        assert!(read(typed).contains(says), "{typed}: {}", read(typed));
    }
}

/// Two sixes among three dice: 3 × 5 + 1 of 216 ways. At least one 1 among two dice: 11 of 36.
#[test]
fn kept_dice_are_counted() {
    let best = totals("3d6 drop lowest");
    assert!((best.chance(|total| total == 12) * 216.0 - 16.0).abs() < 1e-9);
    let mut ways = 0;
    for a in 1..=6 {
        for b in 1..=6 {
            for c in 1..=6 {
                ways += i32::from(a + b + c - a.min(b).min(c) >= 9);
            }
        }
    }
    assert!((best.chance(|total| total >= 9) * 216.0 - f64::from(ways)).abs() < 1e-9);
    assert_eq!(best.outcomes, Some(216));
    let worst = totals("2d6 keep lowest");
    assert!((worst.chance(|total| total == 1) * 36.0 - 11.0).abs() < 1e-9);
}

/// Dice of several kinds, counted one by one: the mean of the higher of D6 and D8 is 251/48.
#[test]
fn dice_of_several_kinds_are_kept_together() {
    let (mut sums, mut low) = ([0u32; 30], 0);
    for (a, b, c) in (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=8).map(move |c| (a, b, c)))) {
        sums[a + b + c - a.min(b).min(c) + 1] += 1;
        low += a.min(b).min(c);
    }
    let two = totals("2d6+d8 drop lowest + 1");
    for (total, ways) in sums.iter().enumerate() {
        assert!((two.chance(|t| t == total as i64) * 288.0 - f64::from(*ways)).abs() < 1e-9, "{total}");
    }
    assert_eq!(two.outcomes, Some(288));
    assert!((totals("d6+d6+d8 keep lowest").mean() * 288.0 - low as f64).abs() < 1e-9);
    assert!((totals("d6+d8 keep highest 1").mean() - 251.0 / 48.0).abs() < 1e-12);
    // Two dice that explode: 1 - P(both below) for each total, by the chances of one die alone.
    let (four, six) = (totals("d4!"), totals("d6!"));
    let higher = totals("1d4!+1d6! keep highest");
    for most in 1..20 {
        let both = four.chance(|total| total <= most) * six.chance(|total| total <= most);
        assert!((higher.chance(|total| total <= most) - both).abs() < 1e-12, "{most}");
    }
}

/// 4dF: of 81 ways 19 come to 0. A D6 whose 3 is rolled again once: a 3 in 1 of 36, any other face in 7 of 36.
#[test]
fn fudge_dice_and_other_faces_rolled_again() {
    let fudge = totals("4dF");
    assert!((fudge.low, fudge.chances.len()) == (-4, 9));
    assert!((fudge.chance(|total| total == 0) * 81.0 - 19.0).abs() < 1e-9);
    let again = totals("d6 reroll 3s");
    assert!((again.chance(|total| total == 3) * 36.0 - 1.0).abs() < 1e-9);
    assert!((again.chance(|total| total == 6) * 36.0 - 7.0).abs() < 1e-9);
}

/// The mean of an exploding D6 is 3.5 × 6/5; a D6 whose 1 is rolled again once has the mean 3.5 + 2.5/6.
#[test]
fn dice_that_are_rolled_again_have_known_means() {
    assert!((totals("d6!").mean() - 4.2).abs() < 1e-9);
    assert!((totals("d6!").chance(|_| true) - 1.0).abs() < 1e-12);
    assert!((totals("d6 reroll 1").mean() - (3.5 + 2.5 / 6.0)).abs() < 1e-12);
    assert!(totals("d6!").chance(|total| total == 6) == 0.0);
}

#[test]
fn many_dice_and_negative_totals_are_worked_out() {
    let many = totals("100d6");
    assert!((many.mean() - 350.0).abs() < 1e-9 && (many.chance(|_| true) - 1.0).abs() < 1e-12);
    // Above and below the middle are as likely as each other.
    let (high, low) = (many.chance(|total| total > 350), many.chance(|total| total < 350));
    assert!((high - low).abs() < 1e-12 && many.outcomes.is_none());
    let less = totals("d6-3");
    assert_eq!((less.low, less.chances.len()), (-2, 6));
    let apart = totals("d6-d6");
    assert!((apart.chance(|total| total == 0) - 1.0 / 6.0).abs() < 1e-12);
    assert!((totals("10d6 4+").mean() - 5.0).abs() < 1e-12);
}

#[test]
fn amounts_are_read_as_cards_print_them() {
    for (text, want) in [
        ("3", Amount::fixed(3)),
        ("D6", Amount::dice(1, 6)),
        ("d3", Amount::dice(1, 3)),
        ("2D6 + 1", Amount { count: 2, sides: 6, plus: 1 }),
        ("D3+3", Amount { count: 1, sides: 3, plus: 3 }),
    ] {
        assert_eq!(text.parse(), Ok(want), "{text}");
    }
}

#[test]
fn what_is_no_amount_says_why() {
    let error = |text: &str| text.parse::<Amount>().expect_err(text).to_string();
    assert!(error("").contains("not an amount"));
    assert!(error("six").contains("not an amount"));
    assert!(error("D6+").contains("not an amount"));
    assert!(error("+1").contains("not an amount"));
    assert!(error("0D6").contains("not an amount"));
    assert!(error("-1").contains("not an amount"));
    assert!(error("2W6+1").ends_with("with a D: `2D6+1`"));
    assert!(error("D7").contains("7 sides"));
    assert!(error("100D1000").contains("too large"));
    assert!(error("99999999999999999999").contains("too large"));
}

proptest! {
    #[test]
    fn printing_and_reading_agree(count in 0u8..=20, six: bool, plus in 0u16..=250) {
        let sides = if count == 0 { 1 } else if six { 6 } else { 3 };
        let amount = Amount { count, sides, plus };
        prop_assert_eq!(amount.to_string().parse(), Ok(amount));
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC*") {
        let _ = text.parse::<Amount>();
    }
}

fn one_die() -> Pmf {
    Pmf::from_weights(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
}

#[test]
fn one_die_is_what_everybody_knows() {
    assert!((one_die().mean() - 3.5).abs() < 1e-15);
    assert!((one_die().sd() - (35.0f64 / 12.0).sqrt()).abs() < 1e-15);
    assert_eq!(one_die().quantile(0.5), 3);
    assert!((one_die().at_least(5) - 1.0 / 3.0).abs() < 1e-15);
    assert_eq!(one_die().at_least(7), 0.0);
    assert_eq!(one_die().max(), 6);
}

#[test]
fn counts_of_trials_are_shares_of_all() {
    let counted = Pmf::from_counts(&[1, 0, 3, 0, 0]);
    assert_eq!(counted.probabilities(), [0.25, 0.0, 0.75]);
}

#[test]
fn a_quantile_forgives_rounding_and_no_more() {
    let thirds = Pmf::from_weights(vec![1.0, 1.0, 1.0]);
    assert_eq!((thirds.quantile(1.0 / 3.0), thirds.quantile(0.34)), (0, 1));
    assert_eq!(thirds.quantile(1.0), 2);
}

proptest! {
    #[test]
    fn at_least_and_at_agree(weights in prop::collection::vec(0.01f64..1.0, 1..30)) {
        let pmf = Pmf::from_weights(weights);
        for k in 0..pmf.max() {
            prop_assert!((pmf.at_least(k) - pmf.at_least(k + 1) - pmf.at(k)).abs() < 1e-14);
        }
    }
}

fn changed(text: &str, change: impl Fn(i32) -> i32) -> Draw {
    let amount: Amount = text.parse().expect("an amount");
    Draw::changed(amount, Amount::fixed(0), Faces::NONE, |total, _| change(total)).expect("few ways")
}

#[test]
fn a_sum_of_dice_stays_a_sum_when_the_change_is_linear() {
    let doubled = changed("3D6+1", |total| 2 * total);
    assert_eq!((doubled.dice, doubled.plus, doubled.values[5]), (3, 2, 12));
    assert_eq!(changed("2D6+1", |total| total - 1).plus, 0);
}

#[test]
fn a_halved_pair_of_dice_becomes_one_die_with_every_fall() {
    let halved = changed("2D6", |total| (total + 1) / 2);
    assert_eq!((halved.dice, halved.sides, halved.values.len()), (1, 36, 36));
    assert_eq!(halved.values.iter().map(|v| u32::from(*v)).sum::<u32>(), 135);
}

#[test]
fn melta_on_a_die_is_listed_together_with_it() {
    let (six, three) = (Amount::dice(1, 6), Amount::dice(1, 3));
    let draw = Draw::changed(six, three, Faces::NONE, |a, b| ((a + 1) / 2 + b - 1).max(1)).expect("18 ways");
    assert_eq!((draw.dice, draw.sides, draw.min(), draw.max()), (1, 18, 1, 5));
    assert!(Draw::changed(Amount::dice(2, 6), three, Faces::NONE, |a, b| a + b).is_err());
}

#[test]
fn one_die_may_take_any_rising_values() {
    let at_least_one = changed("D6", |total| (total - 1).max(1));
    assert_eq!((at_least_one.plus, &at_least_one.values[..]), (1, &[0, 0, 1, 2, 3, 4][..]));
    assert_eq!(changed("D6", |_| 0), Draw::fixed(0));
}
