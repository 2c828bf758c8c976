//! Abilities of a unit as its datasheet prints them.

use warodds::ask::Request;

use crate::support::questions::asked;
use crate::support::{attack, damage, forty_k, gun, mistake, near, prepared, squad, unit, with};
use warodds::ask::prepare_units;
use warodds::engine::exact;
use warodds::games::Phase::{Combat, Shooting};
use warodds::sequence::Side;

/// One hit that wounds on a 2+.
const WOUND: f64 = 5.0 / 6.0;

fn sure(damage: &str) -> String {
    forty_k(&gun(1, &format!("1 N/A 8 0 {damage}"), "\"Torrent\""))
}

/// A target of five models without a save whose datasheet prints these abilities.
fn printing(abilities: &str, of_models: &str) -> String {
    squad(5, 4, "-", 1, of_models).replacen("[[model]]", &format!("abilities = [{abilities}]\n[[model]]"), 1)
}

fn mean(target: &str, request: &Request) -> f64 {
    damage(&attack(&sure("1"), target, request)).mean()
}

/// W40K-FNP: the printed ability changes the dice as the key does, whatever its spelling.
#[test]
fn feel_no_pain_as_printed_is_the_key() {
    let wounds = with(&["wounds on 2+"]);
    for printed in ["Feel No Pain 5+", "FEEL NO PAIN (5+)", "feel-no-pain 5+"] {
        near(printed, mean(&printing(&format!("\"{printed}\""), ""), &wounds), WOUND * 4.0 / 6.0);
    }
    near("of these models", mean(&printing("", "abilities = [\"Feel No Pain 4+\"]"), &wounds), WOUND / 2.0);
    let mortal = printing("\"Feel No Pain 4+ (against mortal wounds)\"", "");
    near("not against wounds", mean(&mortal, &wounds), WOUND);
    near("against mortal wounds", mean(&mortal, &with(&["wounds on 2+", "1 mortal damage"])), WOUND + 0.5);
}

/// Both said and different: the better one counts, and every answer says so. What an option sets stands alone.
#[test]
fn of_a_key_and_an_ability_the_better_one_counts() {
    let wounds = with(&[]);
    for (printed, key) in [("5+", "6+"), ("6+", "5+")] {
        let both = printing(&format!("\"Feel No Pain {printed}\""), &format!("feel-no-pain = \"{key}\""));
        near("the better one", mean(&both, &wounds), WOUND * 4.0 / 6.0);
        let notes = prepared(&sure("1"), &both, &wounds).expect("an attack").notes;
        assert!(notes.iter().any(|note| note.contains("the better one counts")), "{notes:?}");
        let set = Request { set: vec!["defender.feel-no-pain=-".into()], ..wounds.clone() };
        near("none is set", mean(&both, &set), WOUND);
    }
    let same = printing("\"Feel No Pain 5+\"", "feel-no-pain = \"5+\"");
    assert_eq!(prepared(&sure("1"), &same, &wounds).expect("an attack").notes, Vec::<String>::new());
}

/// W40K-INVULN: AP -3 leaves a 4+ invulnerable save alone.
#[test]
fn an_invulnerable_save_may_stand_among_the_abilities() {
    let gun = forty_k(&gun(1, "1 N/A 8 -3 1", "\"Torrent\""));
    let target = printing("\"Invulnerable Save 4+\"", "").replace("save = \"-\"", "save = \"3+\"");
    near("damage", damage(&attack(&gun, &target, &with(&["wounds on 2+"]))).mean(), WOUND / 2.0);
}

/// Twice the models have it, and a leader's is not the Bodyguard's.
#[test]
fn who_has_it_keeps_it() {
    let wounds = with(&["wounds on 2+"]);
    let ten = Request { set: vec!["defender.model.model.count=10".into()], ..wounds.clone() };
    near("ten", mean(&printing("\"Feel No Pain 5+\"", ""), &ten), WOUND * 4.0 / 6.0);
    let leader = printing("\"Feel No Pain 5+\", \"Leader\"", "role = \"character\"").replace("count = 5", "count = 1");
    let led = |bodyguard: &str| {
        let mut found = unit(bodyguard);
        found.leaders.push((unit(&leader), None));
        let prepared = prepare_units(&[(unit(&sure("1")), None)], &(found, None), &wounds).expect("an attack");
        exact(&prepared.engaged.engagement).expect("small").wounds_lost(Side::Defender).mean()
    };
    near("the Bodyguard has none", led(&printing("", "")), WOUND);
    near("the Bodyguard has its own", led(&printing("\"Feel No Pain 6+\"", "")), WOUND * 5.0 / 6.0);
}

/// W40K-DEADLY-DEMISE: its own question reads the printed ability.
#[test]
fn deadly_demise_as_printed_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("walker.toml");
    std::fs::write(&file, printing("\"Deadly Demise D3\"", "").replace("count = 5", "count = 1")).expect("written");
    let path = file.to_string_lossy().into_owned();
    let answer = |demise: &str| {
        let keys = [&*format!("demise={demise}"), "units=1x6"];
        asked("warhammer-40k", "deadly-demise", &keys, &Request::default()).unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(answer(&path).lines, answer("D3").lines);
    assert_ne!(answer(&path).lines, answer("1").lines);
}

/// Words that touch no dice, and rules of armies, which every answer names.
#[test]
fn no_printed_word_is_refused() {
    let words = "\"Deep Strike\", \"Infiltrators\", \"Scouts 6\\\"\", \"Hover\", \"Lone Operative\", \"Fights First\", \"Leader\", \
                 \"Super-Heavy Walker\", \"Firing Deck 2\", \"Deadly Demise D6+2\", \"Oath of Moment\", \"SYNAPSE\", \
                 \"Damaged: 1-4 Wounds Remaining\"";
    let prepared = prepared(&sure("1"), &printing(words, ""), &with(&["wounds on 2+"])).expect("an attack");
    let said = prepared.title().1;
    let left_out = "Target: Oath of Moment, SYNAPSE, Damaged: 1-4 Wounds Remaining";
    assert_eq!(said.last(), Some(&("not computed".to_owned(), left_out.to_owned())));
    let bracket = "\n[[ability]]\nname = \"Damaged\"\nwhen = [\"damage 3+\"]\neffects = [\"-1 to hit\"]\n";
    let said = prepared_said(&format!("{}{bracket}", printing("\"Damaged: 1-4 wounds remaining\"", "")));
    assert_eq!(said, Vec::new());
    // Another ability says nothing of what damage does.
    let other = "\n[[ability]]\nname = \"Howl\"\nwhen = [\"below half strength\"]\neffects = [\"-1 to hit\"]\n";
    let said = prepared_said(&format!("{}{other}", printing("\"Damaged: 1-4 wounds remaining\"", "")));
    assert_eq!(said, [("not computed".to_owned(), "Target: Damaged: 1-4 wounds remaining".to_owned())]);
}

fn prepared_said(target: &str) -> Vec<(String, String)> {
    prepared(&sure("1"), target, &Request::default()).expect("an attack").title().1
}

/// An ability of the file's own may be named among the others; what nobody knows is refused with the nearest words.
#[test]
fn unknown_words_are_refused() {
    let own = format!(
        "{}\n[[ability]]\nname = \"Iron Will\"\neffects = [\"feel no pain 6+\"]\n",
        printing("\"Iron Will\"", "")
    );
    near("its own", mean(&own, &with(&["wounds on 2+"])), WOUND * 5.0 / 6.0);
    for (word, help) in [
        ("Deadly Demise", "did you mean `Deadly Demise D3`?"),
        ("Feel No Pian 5+", "did you mean `Feel No Pain 5+`"),
        ("Oath of Momment", "did you mean `Oath of Moment`?"),
        ("Lethal Hits", "it is an ability of weapons"),
        ("Zxqv", "`not-computed`"),
    ] {
        let text = mistake(&sure("1"), &printing(&format!("\"{word}\""), ""), &Request::default());
        assert!(text.contains(help), "{word}: {text}");
    }
    let text = mistake(&sure("1"), &printing("", "abilities = [\"Stealth\"]"), &Request::default());
    assert!(text.contains("write it above the first `[[model]]`"), "{text}");
}

/// W40K-FIRING-DECK: as many passengers may shoot as with the key.
#[test]
fn firing_deck_as_printed_is_the_key() {
    let passenger = gun(3, "1 N/A 8 0 1", "\"Torrent\"").replace("range", "embarked = true\nrange");
    let shoots = |more: &str| {
        let transport = forty_k(&passenger).replacen("[[model]]", &format!("{more}\n[[model]]"), 1);
        damage(&attack(&transport, &squad(5, 4, "-", 1, ""), &with(&["firing deck", "wounds on 2+"]))).mean()
    };
    near("the key", shoots("firing-deck = 3"), 3.0 * WOUND);
    near("the ability", shoots("abilities = [\"Firing Deck 3\"]"), 3.0 * WOUND);
    let two = forty_k(&passenger).replacen("[[model]]", "abilities = [\"Firing Deck 2\"]\n[[model]]", 1);
    let refused = mistake(&two, &squad(5, 4, "-", 1, ""), &with(&["firing deck"]));
    assert!(refused.contains("has Firing Deck 2, and 3 passengers shoot"), "{refused}");
}

/// A ranged and a melee weapon may share a name: each is used in its phase, and `--set` reaches both.
#[test]
fn two_weapons_of_one_name() {
    let blade = "[[weapon]]\nname = \"Gun\"\nattacks = 3\nskill = \"2+\"\nstrength = 8\ndamage = 1\n";
    let both = forty_k(&format!("{}{blade}", gun(1, "1 N/A 8 0 1", "\"Torrent\"")));
    let of = |phase, set: &[&str]| {
        let set = set.iter().map(|text| (*text).to_owned()).collect();
        let request = Request { phase: Some(phase), set, weapons: vec!["gun".into()], ..with(&["wounds on 2+"]) };
        damage(&attack(&both, &squad(9, 4, "-", 1, ""), &request)).mean()
    };
    near("shooting", of(Shooting, &[]), WOUND);
    near("combat", of(Combat, &[]), 3.0 * WOUND * WOUND);
    near("set, shooting", of(Shooting, &["attacker.weapon.gun.attacks=2"]), 2.0 * WOUND);
    near("set, combat", of(Combat, &["attacker.weapon.gun.attacks=2"]), 2.0 * WOUND * WOUND);
    let far = forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("range = 24", "range = 480"));
    near("a long range", damage(&attack(&far, &squad(9, 4, "-", 1, ""), &with(&["wounds on 2+"]))).mean(), WOUND);
}
