//! Questions that hang on an attack, by the rules they come from.

use std::fs;

use super::{at, chance};
use crate::support::questions::{asked, sigmar};
use crate::support::{near, printed, target};
use warodds::ask::Request;
use warodds::ask::odds::OddsReport;
use warodds::questions::Answered;
use warodds::report::{CsvStyle, Format, Json, render};
use warodds::stats::Pmf;

/// AOS-CMD-6.0 and AOS-CMD-7.0: what each command changes in T-3.
#[test]
fn aos_cmd_6_0_and_7_0_all_out() {
    let answered = sigmar("all-out", &["attacker=liberators", "defender=clawlord", "phase=combat"]);
    printed("Attack", at(&answered, 0, "All-out Attack", "destroyed"), 0.197727, 6);
    printed("Defence", at(&answered, 0, "All-out Defence", "destroyed"), 0.050793, 6);
    printed("both", at(&answered, 0, "both", "destroyed more"), 0.0, 6);
    printed("more", at(&answered, 0, "All-out Attack", "destroyed more"), 0.197727 - 0.0986551, 5);
    printed("pool through the ward", at(&answered, 0, "All-out Defence", "damage more"), 3.4722 - 4.0741, 3);
}

/// A unit of five Health 2 models with Save 3+ that the Clawlord attacks: the slain of T-9.
fn at_an_objective(keys: &[&str]) -> Answered {
    of_guards("hold-objective", &[&["phase=combat"], keys].concat())
}

fn of_guards(question: &str, keys: &[&str]) -> Answered {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("guards.toml"), target(5, 2, "3+", "control = 1")).expect("written");
    let base = Request { profiles: vec![folder.path().to_owned()], ..Request::default() };
    let all = [&["attacker=clawlord", "defender=guards"], keys].concat();
    asked("age-of-sigmar", question, &all, &base).unwrap_or_else(|error| panic!("{error}"))
}

const SLAIN: [f64; 6] = [0.245488, 0.364586, 0.245221, 0.103459, 0.031969, 0.009276];

/// AOS-MOD-3.0: a Standard Bearer among the keywords counts, unless somebody says otherwise or the mode has none.
#[test]
fn aos_mod_3_0_a_standard_bearer_among_the_keywords() {
    let folder = tempfile::tempdir().expect("a folder");
    let bearer = target(5, 2, "3+", "control = 1\nkeywords = [\"INFANTRY\", \"STANDARD BEARER (1/5)\"]");
    fs::write(folder.path().join("guards.toml"), &bearer).expect("written");
    let of = |keys: &[&str], mode: Option<&str>| {
        let base =
            Request { profiles: vec![folder.path().to_owned()], mode: mode.map(str::to_owned), ..Request::default() };
        let all = [&["attacker=clawlord", "defender=guards", "enemy=3", "phase=combat"], keys].concat();
        let held = asked("age-of-sigmar", "hold-objective", &all, &base).unwrap_or_else(|error| panic!("{error}"));
        chance(&held, "the scores are equal")
    };
    // A tie at three: two models and the standard, or three models without it.
    printed("with the standard", of(&[], None), SLAIN[3], 6);
    printed("without", of(&["standard=no"], None), SLAIN[2], 6);
    let text = target(5, 2, "3+", "control = 1\nkeywords = [\"INFANTRY\", \"MUSICIAN (1/5)\"]");
    fs::write(folder.path().join("guards.toml"), text).expect("written");
    printed("a Musician is no Standard Bearer", of(&[], None), SLAIN[2], 6);
    fs::write(folder.path().join("guards.toml"), bearer).expect("written");
    printed("Spearhead has no command models", of(&[], Some("spearhead")), SLAIN[2], 6);
}

/// AOS-32.2: survivors times Control; more than the enemy takes it, a tie changes nothing.
#[test]
fn aos_32_2_control() {
    let ours = "the defender's army controls it";
    let theirs = "the attacker's army controls it";
    let held = at_an_objective(&["enemy=3"]);
    printed("three or more of five", chance(&held, ours), SLAIN[..3].iter().sum(), 5);
    printed("equal", chance(&held, "the scores are equal"), SLAIN[2], 6);
    let taken = at_an_objective(&["enemy=3", "holder=attacker"]);
    printed("four or five", chance(&taken, ours), SLAIN[..2].iter().sum(), 5);
    near("someone has it", chance(&taken, ours) + chance(&taken, theirs), 1.0);
    let nobody = at_an_objective(&["enemy=3", "holder=nobody"]);
    printed("nobody on a tie", 1.0 - chance(&nobody, ours) - chance(&nobody, theirs), SLAIN[2], 6);
    // Control 2 each, other units, and no more than two models that contest.
    let two = at_an_objective(&["enemy=5", "control=2"]);
    printed("three of two each", chance(&two, ours), SLAIN[..3].iter().sum(), 5);
    let friends = at_an_objective(&["enemy=3", "others=2", "holder=attacker"]);
    printed("two more", chance(&friends, ours), SLAIN[..4].iter().sum(), 5);
    let few = at_an_objective(&["enemy=1", "contesting=2", "holder=attacker"]);
    printed("two of them contest", chance(&few, ours), SLAIN[..4].iter().sum(), 5);
    // AOS-27.0: a unit that contests counts 1 at least, and one that is gone nothing.
    let weak = at_an_objective(&["enemy=0", "control=0", "holder=attacker"]);
    printed("at least 1", chance(&weak, ours), 1.0 - SLAIN[5], 6);
    assert_eq!(at(&weak, 0, 0, "score"), 0.0);
    assert_eq!(at(&weak, 0, 1, "score"), 1.0);
}

/// AOS-MOD-3.0: a Standard Bearer adds 1 to the unit's score while anybody is left.
#[test]
fn aos_mod_3_0_standard_bearer() {
    let answered = at_an_objective(&["enemy=3", "holder=attacker", "standard=yes"]);
    printed("three and the banner", chance(&answered, "the defender's army controls it"), SLAIN[..3].iter().sum(), 5);
    assert_eq!(at(&answered, 0, 0, "score"), 0.0);
}

/// Situations reach the attack that a question hangs on, and nothing is said in vain.
#[test]
fn what_is_said_reaches_the_attack_or_is_refused() {
    let keys = ["attacker=liberators", "defender=clawlord", "distance=7"];
    let base = Request { with: vec!["cover".into()], ..Request::default() };
    let covered = asked("age-of-sigmar", "charge-then-fight", &keys, &base).expect("an answer");
    printed("T-3 with -1 to hit", chance(&covered, "the target is destroyed, if the charge succeeds"), 0.039329, 6);
    let vain = asked("age-of-sigmar", "charge", &[], &base).expect_err("no attack");
    assert!(vain.to_string().contains("leave out --with"), "{vain}");
    let unread = sigmar("charge", &["reroll=all"]);
    assert!(unread.notes.iter().any(|note| note == "`reroll` changes nothing in this question"), "{:?}", unread.notes);
}

/// The phase chooses the weapons: T-9 has the Ratling Pistol against Save 3+, and nobody falls to fewer than two.
#[test]
fn aos_14_2_shooting_at_an_objective() {
    let answered = of_guards("hold-objective", &["phase=shooting", "enemy=4"]);
    printed("all five", at(&answered, 0, 5, "probability"), 0.411011 + 0.370036, 5);
    printed("held", chance(&answered, "the defender's army controls it"), 0.411011 + 0.370036 + 0.162394 + 0.047038, 5);
}

/// AOS-14.3: what a charge does to several models is drawn as models slain, to one as wounds lost; the slain of T-9.
#[test]
fn aos_14_3_charge_then_fight() {
    let answered = of_guards("charge-then-fight", &["distance=7"]);
    let curve = answered.curve.as_ref().expect("a curve");
    assert_eq!(curve.axis, "models slain");
    printed("five slain", curve.pmf.at(5), 7.0 / 12.0 * SLAIN[5], 6);
    printed("none slain", curve.pmf.at(0), 5.0 / 12.0 + 7.0 / 12.0 * SLAIN[0], 6);
    printed("mean", at(&answered, 0, "models slain", "mean"), 7.0 / 12.0 * 1.339663, 5);
    printed("at least one", at(&answered, 0, "models slain", "at least 1"), 7.0 / 12.0 * (1.0 - SLAIN[0]), 5);
    let one = sigmar("charge-then-fight", &["attacker=liberators", "defender=clawlord", "distance=7"]);
    assert_eq!(one.curve.expect("a curve").axis, "wounds lost");
}

/// A chart says whether its numbers are exact or rolled.
#[test]
fn charts_say_how_they_were_computed() {
    let report = |answered: &Answered| {
        let game = warodds::games::find("age-of-sigmar").expect("built in");
        OddsReport::of_game(game, "charge-then-fight", &[], &Request::default(), answered.clone()).expect("no ruling")
    };
    let svg = |answered: &Answered| {
        let format = Format::of_ending("svg").expect("a format");
        let bytes = render(&report(answered), format, CsvStyle::Plain).expect("drawn");
        bytes.map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    };
    let answered = Answered::new("A question");
    assert!(svg(&answered).is_none(), "no curve, no chart");
    let mut answered = answered.drawn("models slain", Pmf::from_weights(vec![1.0, 2.0]));
    assert!(svg(&answered).expect("a chart").contains("exact, no dice rolled"));
    answered.trials = Some(20_000);
    let rolled = svg(&answered).expect("a chart");
    assert!(rolled.contains("sampled: 20,000 dice-rolled trials") && !rolled.contains("no dice rolled"));
    assert!(report(&answered).json().contains("\"trials\": 20000"));
}
