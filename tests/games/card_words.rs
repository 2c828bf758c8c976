//! A sentence of a card means the same in a profile, behind `--with` and as it is imported, in every command.

use std::fs;

use warodds::ask::{
    FightRequest, PlanRequest, Request, fight, line_unit, paste, plan, prepare, prepare_units, unit_abilities,
};
use warodds::engine::{Options, exact};
use warodds::games::{self, Phase};

use crate::support::{damage, mistake, near, prepared, sigmar, squad, target, unit, with};

/// So many models of T4, a save of 4+ and two wounds, with a gun and a sword at AP -1.
fn guard(name: &str, count: u32, head: &str, model: &str) -> String {
    let weapon = |name: &str, keys: &str| {
        format!("[[weapon]]\nname = \"{name}\"\n{keys}\nskill = \"3+\"\nstrength = 4\nap = -1\ndamage = 1\n")
    };
    let arms = weapon("Gun", "range = 24\nattacks = 2") + &weapon("Sword", "attacks = 3");
    format!(
        "game = \"warhammer-40k\"\nname = \"{name}\"\n{head}\n[[model]]\ncount = {count}\ntoughness = 4\nsave = \"4+\"\nwounds = 2\n{model}\n{arms}"
    )
}

fn entry(more: &str, effect: &str) -> String {
    format!("[[ability]]\nname = \"Z\"\n{more}effects = [\"{effect}\"]\n")
}

/// Files of units in a folder of their own, by their paths.
fn files<const N: usize>(texts: [String; N]) -> (tempfile::TempDir, [String; N]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |place: usize| folder.path().join(format!("u{place}.toml")).display().to_string();
    let paths = std::array::from_fn(path);
    paths.iter().zip(texts).for_each(|(path, text)| fs::write(path, text).expect("written"));
    (folder, paths)
}

/// The mean damage of an attack of typed units.
fn mean(attacker: &str, defender: &str, phase: Phase, said: &[&str]) -> f64 {
    let phase = Some(phase);
    let request = Request { attacker: attacker.into(), defender: defender.into(), phase, ..with(said) };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    damage(&exact(&prepared.engaged.engagement).expect("not too large")).mean()
}

/// An attack that hits on 3+, wounds on 4+, and of whose wounds a save of 5+ leaves four of six.
const EACH: f64 = 4.0 / 6.0 * 0.5 * 4.0 / 6.0;
const ONCE: &str = "Once per battle, at the start of the Fight phase, this model can use this ability. If it does, until the end of the phase, add 3 to the Attacks characteristic of melee weapons equipped by this model.";

/// What is used once is off until somebody asks for it, and spent in the first round.
#[test]
fn a_sentence_of_a_profile_is_the_entry_that_it_is_imported_as() {
    let own = guard("Own", 10, "", "");
    let imported = entry("optional = true\nonce = true\nwhen = [\"melee\"]\n", "+3 attacks");
    let (_folder, [card, line, plain]) =
        files([own.clone() + &entry("", ONCE), own.clone() + &imported, guard("Target", 10, "", "")]);
    near("off", mean(&card, &plain, Phase::Combat, &[]), 30.0 * EACH);
    near("on", mean(&card, &plain, Phase::Combat, &["Z"]), 60.0 * EACH);
    let listed = |path: &str| unit_abilities(path, &[]).expect("a unit");
    assert_eq!(listed(&card), listed(&line));
    let fought = |path: &str, said: &str| {
        let (a, b, base) = (path.to_owned(), plain.clone(), with(&[said]));
        let request = FightRequest { a, b, rounds: 2, base, ..FightRequest::default() };
        let report = fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0;
        report.rounds.iter().flat_map(|round| [round.wounds_lost, round.destroyed].concat()).collect::<Vec<_>>()
    };
    assert_eq!(fought(&card, "A: Z"), fought(&line, "A: Z"));
    assert_eq!(fought(&plain, &format!("A: {ONCE}")), fought(&line, "A: Z"), "as it is said aloud");
    let bracket = line_unit(&format!("40k: 3A 3+/4/0/1; T4 W2 4+ [{ONCE}]")).expect("a line");
    let refused = prepare_units(&[(bracket, None)], &(unit(&squad(5, 4, "4+", 1, "")), None), &with(&[]));
    let refused = refused.expect_err("nobody could ask for it").to_string();
    assert!(refused.contains("is off until somebody asks for it, and in a line it has no name"), "{refused}");
}

/// An Attached unit is one (W40K-ATTACHED): ten models shoot with +1 to hit, or a Feel No Pain of 5+ is that of ten.
#[test]
fn what_a_leaders_card_says_of_its_unit_is_of_the_whole() {
    let head = "keywords = [\"CHARACTER\"]\nabilities = [\"Leader\"]";
    let lead = |more: &str| guard("Lead", 1, head, "role = \"character\"") + more;
    let (shot, pain) = (20.0 * EACH, 20.0 * EACH * 4.0 / 6.0);
    for (sentence, attacks, is_attacked) in [
        ("Each time a model in this unit makes a ranged attack, add 1 to the Hit roll.", shot * 5.0 / 4.0, shot),
        (
            "Each time this model makes a ranged attack, add 1 to the Hit roll.",
            18.0 * EACH + 2.0 * EACH * 5.0 / 4.0,
            shot,
        ),
        // A critical hit wounds at once.
        (
            "Ranged weapons equipped by models in this unit have the [LETHAL HITS] ability.",
            20.0 * (1.0 / 6.0 + 0.5 * 0.5) * 4.0 / 6.0,
            shot,
        ),
        ("Models in this unit have the Feel No Pain 5+ ability.", shot, pain),
        ("This unit has the Feel No Pain 5+ ability.", shot, pain),
        ("Models in this model's unit have the Feel No Pain 5+ ability.", shot, pain),
        // The save of 5+ that is left becomes one of 4+.
        ("Models in this unit have a 4+ invulnerable save.", shot, shot * 3.0 / 4.0),
        ("This unit has a 4+ invulnerable save.", shot, shot * 3.0 / 4.0),
    ] {
        let card = format!("Lead\nM 6\" T 4 SV 4+ W 2 LD 6+ OC 1\n\nZ: {sentence}\n");
        let pasted = paste(games::named("40k").expect("a game"), &card).profile;
        let pasted = pasted.split_once("[[ability]]").map(|(_, entry)| format!("[[ability]]{entry}"));
        for ability in [entry("", sentence), pasted.unwrap_or_else(|| panic!("no entry: {sentence}"))] {
            let (_folder, [lead, body, target]) =
                files([lead(&ability), guard("Body", 9, "", ""), guard("Target", 10, "", "")]);
            let led = format!("{lead}+{body}");
            near(&ability, mean(&led, &target, Phase::Shooting, &[]), attacks);
            near(&ability, mean(&target, &led, Phase::Shooting, &[]), is_attacked);
        }
    }
}

/// A comma within a sentence separates nothing, in no command, whatever stands before it and behind it.
#[test]
fn a_sentence_is_one_thing_in_every_command() {
    let (_folder, [own, foe]) = files([guard("Own", 10, "", ""), guard("Target", 10, "", "")]);
    let sentence = "Each time this model makes a ranged attack, add 1 to the Hit roll.";
    let plus = 20.0 * EACH * 5.0 / 4.0;
    for (typed, canonical) in [
        (sentence.to_owned(), &["if shooting: +1 to hit"][..]),
        (format!("attacker: {sentence}"), &["attacker: if shooting: +1 to hit"]),
        (format!("{sentence}, charged"), &["if shooting: +1 to hit", "charged"]),
        (format!("charged, {sentence}, half range"), &["charged", "if shooting: +1 to hit", "half range"]),
    ] {
        near(&typed, mean(&own, &foe, Phase::Shooting, &[&typed]), plus);
        let phase = Some(Phase::Shooting);
        let request = Request { attacker: own.clone(), defender: foe.clone(), phase, ..with(&[&typed]) };
        let report = prepare(&request).expect("an attack").report(&Options::default(), &|_| {}).expect("exact").0;
        assert_eq!(report.head.with, canonical);
        assert_eq!(report.head.with_typed.len(), canonical.len(), "{typed}");
    }
    for typed in [sentence.to_owned(), format!("{own}: {sentence}")] {
        let base = Request { phase: Some(Phase::Shooting), ..with(&[&typed]) };
        let (attackers, targets) = (vec![own.clone()], vec![foe.clone()]);
        let request = PlanRequest { attackers, targets, goal: "wounds".to_owned(), base, ..PlanRequest::default() };
        near(&typed, plan(&request).unwrap_or_else(|error| panic!("{error}")).0.value, plus);
    }
    let fought = |said: &str| {
        let (a, b, base) = (own.clone(), foe.clone(), with(&[said]));
        let request = FightRequest { a, b, rounds: 1, base, ..FightRequest::default() };
        let rounds = fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0.rounds;
        rounds[0].wounds_lost
    };
    let all = "A: Each time this model makes an attack, add 1 to the Hit roll.";
    assert_eq!(fought(&format!("{all}, B: charged")), fought("A: +1 to hit, B: charged"));
}

/// Nothing that speaks of the dice of an attack is left out as if no die depended on it.
#[test]
fn what_speaks_of_dice_is_refused_and_the_rest_is_named() {
    let fighters =
        |effect: &str| sigmar(10, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1") + &entry("", effect);
    let foe = target(20, 1, "-", "");
    for effect in [
        "this unit cannot make save rolls",
        "the target cannot make ward rolls",
        "this unit cannot be wounded on unmodified wound rolls of 1-3",
        "this unit cannot be hit on unmodified hit rolls of 1-3",
        "this unit can use two FIGHT abilities",
    ] {
        let said = mistake(&fighters(effect), &foe, &with(&[]));
        assert!(said.contains(&format!("`{effect}` is not")), "{said}");
    }
    for (effect, named, factor) in [
        ("this unit cannot use commands", "this unit cannot use commands", 1.0),
        ("this unit cannot be set up in reserve", "this unit cannot be set up in reserve", 1.0),
        ("add 1 to run rolls and charge rolls", "add 1 to run rolls and charge rolls", 1.0),
        ("add 1 to charge rolls and add 1 to hit rolls", "add 1 to charge rolls", 4.0 / 3.0),
    ] {
        let prepared = prepared(&fighters(effect), &foe, &with(&[])).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(prepared.engaged.attackers[0].not_computed, [format!("Z ({named})")]);
        let rolled = damage(&exact(&prepared.engaged.engagement).expect("not too large")).mean();
        near(effect, rolled, 2.5 * factor);
    }
}
