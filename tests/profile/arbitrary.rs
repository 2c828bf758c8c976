//! Texts of every kind as profiles: they are read or refused with a place, and nothing panics.

use proptest::prelude::*;
use warodds::ask::{Request, prepare_units};
use warodds::error::Error;
use warodds::games::{self, GAMES, Game, Phase};
use warodds::profile::{Diagnostic, Diagnostics, Document, Found, Place, Source};
use warodds::report::mistakes;

/// What `check` says of a text.
fn told(text: &str) -> String {
    let found = Diagnostics::default();
    let document = Document::read(&Source::new("any.toml", text), &found);
    if let Some(game) = games::game_of(&document, &found) {
        (game.check)(&document, &found);
    }
    let list = found.into_list();
    let lines: String = list.iter().map(Diagnostic::to_string).collect();
    mistakes(&list, true) + &lines
}

/// The text attacks a good unit of the game, and is attacked by it.
fn plays(game: &Game, text: &str) -> Vec<Result<(), Error>> {
    let unit = |text: &str| (Found::of("any", Source::new("any.toml", text)), None);
    let (any, good) = (unit(text), unit(game.template));
    let mut answers = Vec::new();
    for phase in [Phase::Shooting, Phase::Combat] {
        let request = Request { phase: Some(phase), ..Request::default() };
        for (attacker, defender) in [(&any, &good), (&good, &any)] {
            answers.push(prepare_units(std::slice::from_ref(attacker), defender, &request).map(|_| ()));
        }
    }
    answers
}

/// A good profile with some stretches of it replaced by what people leave there by mistake.
fn mangled() -> impl Strategy<Value = (&'static Game, String)> {
    let odd = prop_oneof![
        Just(String::new()),
        Just("\u{feff}".to_owned()),
        Just("“".to_owned()),
        Just("骷髏".to_owned()),
        Just("[[".to_owned()),
        Just("]".to_owned()),
        Just("\"".to_owned()),
        Just("\n[[model]\n".to_owned()),
        Just("\n[[weapon]]\n".to_owned()),
        Just(" = ".to_owned()),
        "\\PC{0,6}",
    ];
    let cuts = proptest::collection::vec((any::<prop::sample::Index>(), 0usize..12, odd), 1..4);
    (0..GAMES.len(), cuts).prop_map(|(game, cuts)| {
        let mut letters: Vec<char> = GAMES[game].template.chars().collect();
        for (at, len, odd) in cuts {
            let start = at.index(letters.len() + 1);
            let end = (start + len).min(letters.len());
            letters.splice(start..end, odd.chars());
        }
        (GAMES[game], letters.into_iter().collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}(\n\\PC{0,40}){0,6}") {
        told(&text);
        for game in GAMES {
            told(&format!("game = \"{}\"\n{text}", game.id));
            told(&format!("{text}\ngame = \"{}\"\n", game.id));
        }
    }

    #[test]
    fn a_mangled_profile_plays_or_is_refused((game, text) in mangled()) {
        told(&text);
        for answer in plays(game, &text) {
            if let Err(error) = answer {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn a_place_may_fall_anywhere(text in "\\PC{0,12}", start in 0usize..40, end in 0usize..40) {
        let place = Place::new(&Source::new("any.toml", text.as_str()), start..end);
        let whole = place.whole_letters();
        prop_assert!(text.get(whole).is_some());
        let mistake = Diagnostic::new(&place, "wrong", "here");
        prop_assert!(mistake.to_string().contains("wrong"));
        prop_assert!(mistakes(&[mistake], false).contains("wrong"));
    }
}

/// One bracket is missing, so that no model is read: whoever meets the unit is told where.
#[test]
fn a_missing_bracket_is_told_to_whoever_meets_the_unit() {
    let game = games::find("warhammer-40k").expect("built in");
    let text = game.template.replacen("[[model]]", "[[model]", 1);
    for answer in plays(game, &text) {
        let error = answer.expect_err("no model was read").to_string();
        assert!(error.contains("two brackets on either side") && error.contains("any.toml:"), "{error}");
    }
}

#[test]
fn a_first_letter_of_any_length_may_be_pointed_at() {
    for first in ["\u{feff}", "# 骷髏", "“", "é", "\u{1f480}"] {
        for game in GAMES {
            let told = told(&format!("{first}#\ngame = \"{}\"\nname = \"x\"\n", game.id));
            assert!(told.contains("any.toml:1:1"), "{told}");
        }
    }
}
