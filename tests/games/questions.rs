//! What holds for every dice question of every game.

use warodds::ask::Request;
use warodds::ask::odds::{OddsReport, ask, questions};
use warodds::games::{GAMES, Game};
use warodds::questions::Question;
use warodds::report::Reportable;

/// Keys that a question is asked with besides those that it needs, so that it says as much as it can.
const KEYS: &[(&str, &str)] = &[
    ("warhammer-40k/battle-shock", "leadership=7+"),
    ("warhammer-40k/tank-shock", "toughness=9"),
    ("warhammer-40k-11e/battle-shock", "leadership=7+"),
    ("asoiaf/charge", "speed=5"),
    ("asoiaf/retreat", "speed=5"),
    ("asoiaf/morale", "morale=6+"),
    ("asoiaf/panic", "morale=6+"),
    ("asoiaf/suffer", "unit=lannister-guardsmen"),
    ("asoiaf/shooting-into-melee", "attacker=stark-bowmen"),
];

/// Questions that have nothing to draw, and why.
const NO_PICTURE: &[(&str, &str)] = &[
    ("age-of-sigmar/roll-off", "one chance"),
    ("age-of-sigmar/all-out", "a row for each command, and no number to draw it along"),
    ("warhammer-40k/command-reroll", "a row for each die that may be rolled again"),
    ("warhammer-40k/d66", "one chance"),
    ("warhammer-40k/roll-off", "one chance"),
    ("warhammer-40k-11e/command-reroll", "a row for each die that may be rolled again"),
    ("warhammer-40k-11e/d66", "one chance"),
    ("warhammer-40k-11e/roll-off", "one chance"),
    ("warhammer-40k-11e/super-heavy-walker", "one chance"),
    ("asoiaf/drop", "one chance"),
    ("asoiaf/shooting-into-melee", "a row for each friend"),
    ("asoiaf/heal", "no dice"),
    ("asoiaf/roll-off", "one chance"),
    ("asoiaf/terrain", "a row for each piece of terrain"),
    ("warcry/activation", "a row for each way to act"),
    ("warcry/battle", "a row for double, triple and quad"),
    ("warcry/d66", "one chance"),
    ("warcry/go-for-the-eyes", "one chance"),
    ("warcry/react", "a row for each reaction"),
    ("warcry/roll-off", "one chance"),
    ("warcry/taunt", "one chance"),
];

/// Two units of a game that can fight each other.
fn units(game: &Game) -> [&'static str; 2] {
    match game.id {
        "age-of-sigmar" => ["liberators", "clawlord"],
        "asoiaf" => ["lannister-guardsmen", "stark-sworn-swords"],
        "warcry" => ["gloryseeker", "carrion-catcher"],
        "warhammer-40k-11e" => ["boyz", "intercessor-squad"],
        _ => ["boyz", "terminators"],
    }
}

/// What is said to a question: each key that it needs, and what [`KEYS`] says besides.
fn keys(game: &Game, question: &Question) -> Vec<String> {
    let [first, second] = units(game);
    let more = KEYS.iter().filter(|(asked, _)| *asked == format!("{}/{}", game.id, question.name));
    let mut said: Vec<String> = more.map(|(_, key)| (*key).to_owned()).collect();
    for key in question.keys.iter().filter(|key| key.default.is_none()) {
        let value = match key.name {
            "attacker" | "unit" => first,
            "defender" | "target" | "passengers" => second,
            "distance" | "distances" => "9",
            "save" => "3+",
            "amount" | "demise" => "D3",
            _ => "4",
        };
        if !said.iter().any(|known| known.starts_with(&format!("{}=", key.name))) {
            said.push(format!("{}={value}", key.name));
        }
    }
    said
}

fn each() -> impl Iterator<Item = (&'static Game, &'static Question)> {
    GAMES.iter().flat_map(|game| questions(game).map(|(question, _)| (*game, question)))
}

#[test]
fn every_question_that_has_something_to_draw_draws_it() {
    let mut wrong = Vec::new();
    for (game, question) in each() {
        let (name, keys, base) = (format!("{}/{}", game.id, question.name), keys(game, question), Request::default());
        let answered =
            ask(game, question.name, &keys, &base).unwrap_or_else(|error| panic!("{name} {keys:?}: {error}"));
        let report = OddsReport::of_game(game, question.name, &keys, &base, answered).expect("it is answered");
        let sheet = report.sheet();
        let is_drawn = sheet.curve.is_some() || sheet.lines.is_some();
        if is_drawn == NO_PICTURE.iter().any(|(known, _)| *known == name) {
            wrong.push(format!(
                "{name} {keys:?}: {}",
                if is_drawn { "is drawn, but on the list" } else { "is not drawn" }
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known: Vec<String> = each().map(|(game, question)| format!("{}/{}", game.id, question.name)).collect();
    let gone = |name: &&str| !known.iter().any(|known| known == name);
    let listed = NO_PICTURE.iter().chain(KEYS).map(|(name, _)| *name);
    assert_eq!(listed.filter(gone).collect::<Vec<_>>(), Vec::<&str>::new(), "no such question");
}

#[test]
fn a_key_that_a_question_does_not_have_is_told_with_all_that_it_has() {
    for (game, question) in each() {
        let said = ["zzqx=1".to_owned()];
        let error = ask(game, question.name, &said, &Request::default()).expect_err("no such key").to_string();
        assert!(error.contains(&format!("`{}` has no key `zzqx`", question.name)), "{error}");
        for key in question.keys {
            assert!(error.contains(&key.usage()), "{}/{}: `{}` is not told: {error}", game.id, question.name, key.name);
        }
        assert!(error.contains(&format!("`warodds list questions {}`", game.id)), "{error}");
    }
}

/// The lines of an answer, without what was typed.
fn answer(game: &str, question: &str, texts: &[&str]) -> Result<Vec<String>, String> {
    let game = warodds::games::find(game).expect("a game");
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    let answered = ask(game, question, &texts, &Request::default()).map_err(|error| error.to_string())?;
    Ok(answered.lines.iter().map(|(what, figure)| format!("{what}: {figure:?}")).collect())
}

#[test]
fn a_value_may_be_typed_without_its_key() {
    for (game, question, typed, with_keys) in [
        ("age-of-sigmar", "charge", &["9"][..], &["distance=9"][..]),
        ("age-of-sigmar", "charge", &["9\""], &["distance=9"]),
        ("age-of-sigmar", "charge", &["9 inches"], &["distance=9"]),
        ("age-of-sigmar", "charge", &["distance", "9", "inches", "reroll=all"], &["distance=9", "reroll=all"]),
        ("age-of-sigmar", "casting", &["7", "bonus", "1"], &["value=7", "bonus=1"]),
        ("warhammer-40k", "charge", &["7", "bonus=1"], &["distance=7", "bonus=1"]),
        ("warhammer-40k-11e", "charge", &["9", "skies"], &["distance=9", "skies=yes"]),
        ("asoiaf", "panic", &["6"], &["morale=6"]),
        ("asoiaf", "panic", &["morale", "7+"], &["morale=7+"]),
        ("asoiaf", "panic", &["lannister-guardsmen", "panicked"], &["unit=lannister-guardsmen", "panicked=yes"]),
        ("asoiaf", "morale", &["7+"], &["morale=7+"]),
        ("asoiaf", "charge", &["8", "lannister-guardsmen"], &["distance=8", "unit=lannister-guardsmen"]),
        (
            "asoiaf",
            "drop",
            &["lannister-guardsmen", "stark-bowmen"],
            &["attacker=lannister-guardsmen", "defender=stark-bowmen"],
        ),
        ("warcry", "falls", &["6"], &["impacts=1"]),
        ("warcry", "falls", &["1.5"], &["impacts=0"]),
    ] {
        assert_eq!(answer(game, question, typed), answer(game, question, with_keys), "{game} {question} {typed:?}");
    }
}

#[test]
fn what_could_belong_to_no_key_is_told() {
    for (game, question, typed, says) in [
        ("age-of-sigmar", "charge", &["9", "10"][..], "`distance` is given twice: 9 and 10"),
        ("age-of-sigmar", "charge", &["distanse", "9"], "did you mean `distance`"),
        ("age-of-sigmar", "charge", &["liberators"], "`charge` has no key `liberators`"),
        ("warcry", "falls", &["6", "impacts=2"], "leave out `impacts`"),
        ("asoiaf", "panic", &["nobody-at-all"], "no unit is called `nobody-at-all`"),
    ] {
        let error = answer(game, question, typed).expect_err("it is told");
        assert!(error.contains(says), "{game} {question} {typed:?}: {error}");
    }
}
