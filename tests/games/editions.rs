//! `--against-edition`: the same attack by the rules of two editions.

use crate::support::{forty_k, gun, near, prepared, squad, with};
use warodds::ask::{EditionsReport, against_edition};
use warodds::engine::Options;
use warodds::error::Error;

fn compared(attacker: &str, defender: &str, clauses: &[&str], edition: &str) -> Result<EditionsReport, Error> {
    let request = with(clauses);
    let prepared = prepared(attacker, defender, &request)?;
    against_edition(&prepared, &request, edition, &Options::default()).map(|(report, _)| report)
}

/// Ten attacks on models in cover, S4 on T4 with AP -1 against 3+: in the 10th edition the cover undoes the AP, in the 11th
/// it worsens the BS.
#[test]
fn cover_moves_the_numbers() {
    let (attacker, defender) = (forty_k(&gun(1, "10 3+ 4 -1 1", "")), squad(5, 4, "3+", 2, ""));
    let report = compared(&attacker, &defender, &["cover"], "11").expect("both editions read it");
    near("10th", report.editions[0].numbers.wounds_lost, 10.0 * 2.0 / 3.0 / 2.0 / 3.0);
    near("11th", report.editions[1].numbers.wounds_lost, 10.0 / 2.0 / 2.0 / 2.0);
    let rules: Vec<&str> = report.rules.iter().map(|rule| rule.rule).collect();
    assert_eq!(rules, ["W40K-COVER"]);
    near("the rule", report.rules[0].change.wounds_lost, 10.0 / 8.0 - 10.0 / 9.0);
    // The same asked of profiles of the later edition.
    let later = |text: &str| text.replacen("warhammer-40k", "warhammer-40k-11e", 1);
    let other = compared(&later(&attacker), &later(&defender), &["cover"], "10").expect("both editions read it");
    assert_eq!((other.editions, other.rules), (report.editions, report.rules));
}

#[test]
fn what_one_edition_cannot_read_is_refused_by_name() {
    let (attacker, defender) = (forty_k(&gun(1, "10 3+ 4 -1 1", "")), squad(5, 4, "3+", 2, ""));
    let text = |result: Result<EditionsReport, Error>| result.expect_err("a mistake").to_string();
    assert!(text(compared(&attacker, &defender, &["go to ground"], "11")).contains("go to ground"));
    assert!(text(compared(&attacker, &defender, &[], "10")).contains("already"));
    assert!(text(compared(&attacker, &defender, &[], "9")).contains("no edition `9`"));
    let warcry = "game = \"warcry\"\nname = \"A\"\ntoughness = 3\nwounds = 8\n[[weapon]]\nname = \"W\"\nrange = 1\nattacks = 2\nstrength = 3\ndamage = [1, 2]\n";
    assert!(text(compared(warcry, warcry, &[], "10")).contains("has one here"));
}
