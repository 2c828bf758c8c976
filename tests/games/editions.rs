//! `--against-edition`: the same attack by the rules of two editions.

use crate::support::{forty_k, gun, near, prepared, squad, with};
use warodds::ask::{EditionsReport, Request, against_edition, prepare};
use warodds::engine::Options;
use warodds::error::Error;
use warodds::games::Phase;

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

/// A pistol that does not fire in a fight, wounds that nobody has lost: what they are called in one edition alone is left
/// out, and said. What is rolled is refused by its name.
#[test]
fn what_no_die_needs_is_left_out_and_told() {
    let later = |text: &str| text.replacen("warhammer-40k", "warhammer-40k-11e", 1);
    let sword = "[[weapon]]\nname = \"Sword\"\nattacks = 3\nskill = \"3+\"\nstrength = 4\ndamage = 1\n";
    let pistol = format!("{}{sword}", gun(1, "2 3+ 4 0 1", "\"Close-quarters\""));
    let attacker = later(&forty_k(&pistol));
    let defender = later(&squad(1, 4, "3+", 6, "")).replacen("[[model]]", "abilities = [\"Damaged 3\"]\n[[model]]", 1);
    let asked = |phase| {
        let request = warodds::ask::Request { phase: Some(phase), ..with(&[]) };
        let prepared = prepared(&attacker, &defender, &request)?;
        against_edition(&prepared, &request, "10", &Options::default())
    };
    let (report, notes) = asked(warodds::games::Phase::Combat).expect("nothing of it is rolled");
    // Three attacks: 2/3 hit, 1/2 wound, a third is not saved.
    for edition in &report.editions {
        near("damage", edition.numbers.damage, 3.0 * 2.0 / 3.0 / 2.0 / 3.0);
    }
    for ability in ["`Close-quarters`", "`Damaged 3`"] {
        let is_it = |note: &&String| note.starts_with(ability) && note.contains("is left out");
        assert_eq!(notes.iter().filter(is_it).count(), 1, "{ability}: {notes:?}");
    }
}

/// Every pair of units of the 11th edition that are built in and can be asked: by the rules of the 10th, or refused by a name.
#[test]
fn pairs_of_built_in_units_are_answered() {
    let library = warodds::profile::Library::open(&[]).expect("built in");
    let units = library.matching("40k-11e/*").expect("a pattern");
    let (mut answered, mut refused) = (0, Vec::new());
    // Every seventh pair, each a unit against another.
    for (at, attacker) in units.iter().enumerate().step_by(3) {
        let defender = units[(at * 7 + 5) % units.len()];
        let request = warodds::ask::Request { phase: Some(warodds::games::Phase::Combat), ..with(&[]) };
        let units = ((*attacker).clone(), defender.clone());
        let Ok(prepared) = warodds::ask::prepare_units(&[(units.0, None)], &(units.1, None), &request) else {
            continue;
        };
        let method = warodds::engine::Method::Exact;
        let options = Options { method, ..Options::default() };
        match against_edition(&prepared, &request, "10", &options) {
            Ok(_) => answered += 1,
            Err(error) => refused.push(format!("{} on {}: {error}", attacker.name, defender.name)),
        }
    }
    assert!(answered >= 10 && refused.len() * 3 <= answered, "{answered} answered, refused: {refused:#?}");
}

/// A line says no game: it is of the other unit's, whoever attacks.
#[test]
fn a_line_is_of_the_edition_of_the_other_unit() {
    let line = "1x 24\" 6A 3+/4/-1/2; T4 W1 3+";
    for (attacker, defender, game) in [
        (line, "40k-11e/boyz", "warhammer-40k-11e"),
        ("40k-11e/boyz", line, "warhammer-40k-11e"),
        (line, "40k-10e/boyz", "warhammer-40k"),
    ] {
        let (attacker, defender) = (attacker.to_owned(), defender.to_owned());
        let request = Request { attacker, defender, phase: Some(Phase::Shooting), ..Request::default() };
        assert_eq!(prepare(&request).unwrap_or_else(|error| panic!("{error}")).game.id, game);
    }
}
