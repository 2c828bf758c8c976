//! Values that are set and effects of the other side, drawn in pairs: their order changes no digit, and what is refused says
//! why.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use warodds::ask::Request;
use warodds::games::{self, Form, Game, Owner, Phase};
use warodds::profile::{Holds, ProfileKey};

use super::abilities::worn;
use super::same::{answer, forms, same};
use crate::support::{cases, prepared};

/// Pairs of each game: in every run, and in all.
const PAIRS: (u32, u32) = (30, 3_000);

/// Whether a key holds one value that a person may set.
fn is_value(key: &ProfileKey) -> bool {
    !key.example.is_empty() && !matches!(key.holds, Holds::Tables(_)) && !["game", "name"].contains(&key.name)
}

/// `attacker.save=3+`, `defender.weapon.*.rend=1`: each key of the game with the value of its example.
fn settings(game: &Game) -> Vec<String> {
    let value = |key: &ProfileKey| key.example.trim_matches('"').to_owned();
    let mut all = Vec::new();
    for side in ["attacker", "defender"] {
        for key in game.keys {
            match key.holds {
                Holds::Tables(own) if ["weapon", "attack", "model"].contains(&key.name) => {
                    let own = own.iter().filter(|own| is_value(own));
                    all.extend(own.map(|own| format!("{side}.{}.*.{}={}", key.name, own.name, value(own))));
                }
                _ if is_value(key) => all.push(format!("{side}.{}={}", key.name, value(key))),
                _ => {}
            }
        }
    }
    all
}

/// An effect in front of which the side stands that it is not of by itself.
fn turned(form: &Form) -> String {
    let other = if form.owner == Owner::Attacker { "defender" } else { "attacker" };
    format!("{other}: {}", form.written())
}

/// A refusal names what it refuses and says more than that.
fn is_reasoned(refusal: &str) -> bool {
    refusal.contains('`')
        && ["help", "hint", "write", "say", "set", "possible", "not", "no "].iter().any(|word| refusal.contains(word))
}

/// AOS-ARM-3.3: reinforced, a unit of five is ten; it does not matter which is said first.
#[test]
fn a_reinforced_unit_of_five_has_ten_models_in_either_order() {
    let (attacker, defender) =
        worn(games::GAMES.iter().find(|game| game.id == "age-of-sigmar").expect("a game"), false);
    let said = ["defender.reinforced=true".to_owned(), "defender.models=5".to_owned()];
    for set in [said.clone(), [said[1].clone(), said[0].clone()]] {
        let request = Request { phase: Some(Phase::Combat), set: set.to_vec(), ..Request::default() };
        let prepared = prepared(&attacker, &defender, &request).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(prepared.engaged.defender.models, 10, "{set:?}");
    }
}

#[test]
fn order_and_owner_of_pairs_change_no_digit_or_are_refused_with_a_reason() {
    let (mut apart, mut answered) = (Vec::new(), 0);
    for game in games::GAMES {
        let (forms, settings) = (forms(game), settings(game));
        assert!(settings.len() >= 20, "{}: {settings:?}", game.id);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4017);
        for _ in 0..cases(PAIRS.0, PAIRS.1) {
            let set = [0, 1].map(|_| settings[dice.random_range(0..settings.len())].clone());
            let [one, other] = [0, 1].map(|_| forms[dice.random_range(0..forms.len())]);
            let said = [if dice.random_range(0..2) == 0 { turned(one) } else { one.written() }, turned(other)];
            let phase = if dice.random_range(0..2) == 0 { Phase::Shooting } else { Phase::Combat };
            let (attacker, defender) = worn(game, phase == Phase::Shooting);
            let units = [attacker, defender];
            let back = |pair: &[String; 2]| vec![pair[1].clone(), pair[0].clone()];
            let key = |text: &str| text.split('=').next().map(str::to_owned);
            let mut look = |what: &str, plain: Result<Vec<f64>, String>, other: Result<Vec<f64>, String>| {
                let refusals = [&plain, &other].into_iter().filter_map(|one| one.as_ref().err());
                let is_told = refusals.into_iter().all(|refusal| is_reasoned(refusal));
                answered += u32::from(plain.is_ok());
                if !same(&plain, &other) || !is_told {
                    apart.push(format!("{} {phase:?}: {what}\n  {plain:?}\n  {other:?}", game.id));
                }
            };
            // The same value set twice is the last one.
            if key(&set[0]) != key(&set[1]) {
                let plain = answer(&units, phase, &[], &set);
                look(&format!("{set:?}"), plain, answer(&units, phase, &[], &back(&set)));
            }
            let plain = answer(&units, phase, &said, &[]);
            look(&format!("{said:?}"), plain, answer(&units, phase, &back(&said), &[]));
            let both = answer(&units, phase, &said, &set[..1]);
            look(&format!("{said:?} {}", set[0]), both, answer(&units, phase, &back(&said), &set[..1]));
        }
    }
    assert!(apart.is_empty(), "{}:\n{}", apart.len(), apart.join("\n"));
    assert!(answered >= 150, "{answered} were answered");
}
