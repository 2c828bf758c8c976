//! Profiles at the limits that have names, in every game: each is answered or refused by the name of a limit, and one step
//! beyond is refused by that limit's name.

use warodds::ask::{MAX_ATTACKS, MAX_CLAUSES, Request, prepare, prepare_units};
use warodds::engine::{self, AUTO_WORK, DICE_WORK, Refusal, Sampling};
use warodds::games::{FORMS, Form, GAMES, Game, Phase};
use warodds::profile::{Holds, MAX_ABILITIES, MAX_TABLES, Presence, ProfileKey};
use warodds::sequence::Side;

use super::timed;
use crate::referee::matchups::Pick;
use crate::support::{prepared, unit};

/// Random profiles of each game in which much stands at its limit; `WARODDS_LIMITS` says how many others.
const PROFILES: u32 = 4;
/// Seconds of the processor that an answer may take in a build for tests; one of a release takes less than two.
const PATIENCE: u64 = 40;
/// What an answer may cost here: a hundredth of what it may in the program.
const MULTIPLICATIONS: f64 = AUTO_WORK / 100.0;
const DICE: f64 = DICE_WORK / 100.0;

/// A value of a key, where it is not the example.
type Value<'v> = &'v dyn Fn(&str, &ProfileKey) -> Option<String>;

/// A profile: what a game needs, and whatever a value is given for.
fn profile(game: &Game, value: Value<'_>, tables: &dyn Fn(&str) -> usize) -> String {
    let lines = |list: &str, keys: &[ProfileKey], number: usize| -> String {
        let line = |key: &ProfileKey| {
            let written = match (value(list, key), key.name, key.need) {
                (Some(text), _, _) => text,
                (None, "game", _) => format!("\"{}\"", game.id),
                (None, "name", _) => format!("\"{} {number}\"", if list.is_empty() { "Unit" } else { list }),
                (None, _, Presence::Required) => key.example.to_owned(),
                (None, "skill", _) => "\"3+\"".to_owned(),
                _ => return String::new(),
            };
            format!("{} = {written}\n", key.name)
        };
        keys.iter().filter(|key| !matches!(key.holds, Holds::Tables(_))).map(line).collect()
    };
    let mut text = lines("", game.keys, 0);
    for (key, inner) in lists(game) {
        for number in 0..tables(key) {
            text.push_str(&format!("[[{key}]]\n{}", lines(key, inner, number)));
        }
    }
    text
}

/// The lists of tables that every attack reads. An `[[option]]` is read by `check`, and by those who choose it.
fn lists(game: &Game) -> impl Iterator<Item = (&'static str, &'static [ProfileKey])> {
    let tables = |key: &ProfileKey| if let Holds::Tables(inner) = key.holds { Some((key.name, inner)) } else { None };
    game.keys.iter().filter_map(tables).filter(|(list, _)| *list != "option")
}

/// One weapon, and one group of models where a game has them.
fn one(list: &str) -> usize {
    usize::from(["weapon", "attack", "model"].contains(&list))
}

/// Asks for an attack of each unit on the other in each phase; what is refused is refused by the name of a limit, or because
/// the units have no such attack. How many were answered.
fn asked(units: [&str; 2], with: &[String], is_legal: bool) -> u32 {
    let mut answered = 0;
    for (phase, [attacker, defender]) in [(Phase::Combat, units), (Phase::Shooting, [units[1], units[0]])] {
        let request = Request { with: with.to_vec(), phase: Some(phase), ..Request::default() };
        let told = || format!("{phase:?} {with:?}\n{attacker}\n-- at --\n{defender}");
        let prepared = match prepared(attacker, defender, &request) {
            Ok(prepared) => prepared,
            Err(error) => {
                let text = error.to_string();
                let has_none = ["no ranged", "no melee", "no missile", "no weapon", "no short", "no long"];
                let named = text.contains("MAX_") || has_none.iter().any(|none| text.contains(none));
                assert!(named || !is_legal, "{text}\n{}", told());
                if std::env::var_os("WARODDS_LIMITS").is_some() {
                    eprintln!("refused: {}", text.lines().next().unwrap_or_default());
                }
                continue;
            }
        };
        let tables = &prepared.engaged.engagement;
        let sampling = Sampling { work: DICE, threads: Some(1), ..Sampling::default() };
        let (answer, took) = timed(|| match engine::multiplied(tables, MULTIPLICATIONS) {
            Err(Refusal::TooLarge) => engine::sample(tables, &sampling),
            answer => answer,
        });
        match answer {
            Ok(answer) => {
                let whole: f64 = answer.slain(Side::Defender).probabilities().iter().sum();
                assert!((whole - 1.0).abs() < 1e-9, "{whole}\n{}", told());
                answered += 1;
            }
            Err(Refusal::Limit(limit)) => assert!(limit.value > limit.most, "{limit}"),
            Err(other) => panic!("{other}\n{}", told()),
        }
        assert!(took.as_secs() < PATIENCE, "{took:?}\n{}", told());
    }
    answered
}

fn refused(attacker: &str) -> String {
    prepared(attacker, attacker, &Request::default()).expect_err("beyond a limit").to_string()
}

/// The limit of a key with its name, and a value beyond it.
fn limit(holds: &Holds) -> Option<(String, String, &'static str)> {
    match holds {
        Holds::Limited(_, most, name) => Some((most.to_string(), (most + 1).to_string(), name)),
        Holds::Either(one, other) => limit(one).or_else(|| limit(other)),
        _ => None,
    }
}

#[test]
fn numbers_end_at_limits_that_have_names() {
    let mut limits = 0;
    for game in GAMES {
        let all = lists(game).flat_map(|(list, keys)| keys.iter().map(move |key| (list, key)));
        for (list, key) in game.keys.iter().map(|key| ("", key)).chain(all) {
            let Some((at, beyond, name)) = limit(&key.holds).filter(|_| key.need != Presence::State) else { continue };
            let with = |text: &str| {
                let value = |l: &str, k: &ProfileKey| match (l, k.name) {
                    _ if l == list && k.name == key.name => Some(text.to_owned()),
                    // As many models as there may be weapons.
                    ("", "models") | ("model", "count") if list == "weapon" => Some("250".to_owned()),
                    _ => None,
                };
                profile(game, &value, &|other| usize::from(other == list).max(one(other)))
            };
            let at = with(&at);
            asked([&at, &at], &[], true);
            let error = refused(&with(&beyond));
            let ends = error.contains(name) || error.contains("from 0 to 250");
            assert!(ends, "{} {list} {}: {error}", game.id, key.name);
            limits += 1;
        }
    }
    assert!(limits >= 11, "only {limits} numbers have a limit with a name");
}

#[test]
fn amounts_end_at_twenty_dice_and_two_hundred_and_fifty() {
    for game in GAMES {
        for (list, keys) in lists(game) {
            for key in keys.iter().filter(|key| matches!(key.holds, Holds::Amount)) {
                let with = |text: &str| {
                    let value = |l: &str, k: &ProfileKey| (l == list && k.name == key.name).then(|| text.to_owned());
                    profile(game, &value, &one)
                };
                let at = with("\"20D6+250\"");
                asked([&at, &at], &[], key.name != "strength");
                for beyond in ["\"21D6\"", "\"D6+251\"", "251"] {
                    let error = refused(&with(beyond));
                    assert!(error.contains(key.name), "{} {}: {error}", game.id, key.name);
                }
            }
        }
    }
}

#[test]
fn a_profile_has_at_most_so_many_tables_of_a_kind() {
    for game in GAMES {
        for (list, _) in lists(game) {
            let of = |number: usize| profile(game, &|_, _| None, &|l| if l == list { number } else { one(l) });
            let (most, limit) =
                if list == "ability" { (MAX_ABILITIES, "MAX_ABILITIES") } else { (MAX_TABLES, "MAX_TABLES") };
            let error = refused(&of(most + 1));
            let tables = format!("{} tables", most + 1);
            assert!(error.contains(&tables) && error.contains(limit), "{} {list}: {error}", game.id);
            if list == "weapon" || list == "attack" {
                let many = of(MAX_TABLES);
                asked([&many, &many], &[], false);
            }
        }
    }
}

/// A number at an end of its range, or in it.
fn whole(pick: &mut Pick, least: i64, most: i64) -> String {
    let whole = match pick.from(0, 5) {
        0 => least,
        1 => least.max(1).min(most),
        2 => least + i64::from(pick.from(0, (most - least).min(20) as u32)),
        _ => most,
    };
    whole.to_string()
}

fn extreme(pick: &mut Pick, holds: &Holds) -> Option<String> {
    Some(match holds {
        Holds::Whole(least, most) => whole(pick, *least, *most),
        Holds::Limited(least, most, _) => whole(pick, *least, *most as i64),
        Holds::Amount => {
            let amount = pick.of(&["250", "20D6+250", "20D6", "20D3+7", "2D6", "D6", "D3", "3", "1"]);
            format!("\"{amount}\"")
        }
        Holds::Wholes(low, high, _, most) => {
            let number = pick.of(&[(*high).min(250), (*high).min(60), 6, (*low).max(1)]);
            format!("[{}]", vec![number.to_string(); *most].join(", "))
        }
        Holds::Target(most) => format!("\"{}+\"", pick.from(2, u32::from(*most).min(6))),
        Holds::Either(one, other) => return extreme(pick, one).or_else(|| extreme(pick, other)),
        _ => return None,
    })
}

/// A profile with many tables and numbers at their limits.
fn random(pick: &mut Pick, game: &Game) -> String {
    let mut tables: Vec<(&str, usize)> = lists(game).map(|(list, _)| (list, one(list))).collect();
    for (list, number) in &mut tables {
        if *number > 0 {
            *number = pick.of(&[1, 1, 2, 5, 20, MAX_TABLES]);
        } else if *list == "ability" {
            *number = pick.from(0, 4) as usize;
        }
    }
    let number = |list: &str| tables.iter().find(|(known, _)| *known == list).map_or(0, |(_, number)| *number);
    // All groups together have no more than a unit.
    let (groups, models) = (number("model").max(1), pick.of(&[5, 60, 250, 250]));
    let effects: Vec<String> = FORMS.iter().filter(|form| game.refusal(form).is_none()).map(Form::written).collect();
    let pick = std::cell::RefCell::new(pick);
    let value = |list: &str, key: &ProfileKey| {
        let pick = &mut **pick.borrow_mut();
        match (list, key.name) {
            ("ability", "effects") => {
                let die = if pick.one_in(3) { "4+: " } else { "" };
                Some(format!("[\"{die}{}\"]", effects[pick.from(0, effects.len() as u32 - 1) as usize]))
            }
            ("", "models") if key.need == Presence::Required => Some(models.to_string()),
            ("", "models" | "ranks") | ("weapon", "champions" | "on-death") => None,
            // Where it is changed, more dice than these are refused.
            ("weapon", "strength") if matches!(key.holds, Holds::Amount) => {
                Some(pick.of(&["250", "8", "4"]).to_owned())
            }
            ("model", "count") => Some((models / groups).max(1).to_string()),
            ("weapon", "count") => Some(pick.of(&[0, 1, 1, models / groups]).to_string()),
            // Of abilities that are off.
            ("ability", "choice" | "command-points") => None,
            _ if key.need == Presence::State || key.need == Presence::Program || list == "bracket" => None,
            _ if key.need != Presence::Required && !pick.one_in(3) => None,
            _ => extreme(pick, &key.holds),
        }
    };
    profile(game, &value, &number)
}

#[test]
fn units_at_several_limits_at_once_are_answered_or_refused_by_name() {
    let profiles = std::env::var("WARODDS_LIMITS").ok().and_then(|n| n.parse().ok()).unwrap_or(PROFILES);
    for (place, game) in (0u64..).zip(GAMES) {
        let mut answered = 0;
        for number in 0..profiles {
            let pick = &mut Pick::new(1_000 * place + u64::from(number));
            let (one, other) = (random(pick, game), random(pick, game));
            answered += asked([&one, &other], &[], false);
        }
        eprintln!("{}: {answered} answered", game.id);
        assert!(answered > 0, "{}: every profile was refused", game.id);
    }
}

/// A plain unit of a game, each key at its example.
fn plain(game: &Game) -> String {
    profile(game, &|_, _| None, &one)
}

#[test]
fn attacks_one_after_the_other_end_at_a_limit() {
    for game in GAMES {
        let plain = plain(game);
        let phase = Some(Phase::Combat);
        let of = |number: usize| {
            let attackers: Vec<_> = (0..number).map(|_| (unit(&plain), None)).collect();
            prepare_units(&attackers, &(unit(&plain), None), &Request { phase, ..Request::default() })
        };
        let error = of(MAX_ATTACKS + 1).expect_err("too many").to_string();
        assert!(error.contains("31 attacks") && error.contains("MAX_ATTACKS"), "{}: {error}", game.id);
        if game.id != "asoiaf" {
            let all = of(MAX_ATTACKS).unwrap_or_else(|error| panic!("{}: {error}", game.id));
            let (answer, took) = timed(|| engine::multiplied(&all.engaged.engagement, MULTIPLICATIONS));
            assert!(took.as_secs() < PATIENCE, "{}: {took:?}", game.id);
            assert!(matches!(answer, Ok(_) | Err(Refusal::TooLarge | Refusal::Limit(_))), "{}", game.id);
        }
    }
    let then = vec!["boyz".to_owned(); 100_000];
    let request = Request { attacker: "boyz".into(), defender: "terminators".into(), then, ..Request::default() };
    let error = prepare(&request).map(|_| ()).expect_err("too many").to_string();
    assert!(error.contains("100001 attacks one after the other; at most 30 are computed (MAX_ATTACKS)"), "{error}");
}

/// As many things as may be asked for are read in time, whichever of them is in vain; one more is refused.
#[test]
fn things_that_are_asked_for_end_at_a_limit() {
    for (game, clause) in GAMES.iter().zip(["+1 to wound", "+1 to wound", "+1 to wound", "+1 to hit", "+1 strength"]) {
        let plain = plain(game);
        let of = |number: usize, attackers: usize| {
            let with = vec![vec![clause; number].join(", ")];
            let units: Vec<_> = (0..attackers).map(|_| (unit(&plain), None)).collect();
            prepare_units(
                &units,
                &(unit(&plain), None),
                &Request { with, phase: Some(Phase::Combat), ..Request::default() },
            )
        };
        let error = of(MAX_CLAUSES + 1, 1).map(|_| ()).expect_err("too many").to_string();
        assert!(error.contains("31 things") && error.contains("MAX_CLAUSES"), "{}: {error}", game.id);
        // Words that may be sentences are not put together in every way.
        let sentences = Request { with: vec!["each of the zogs, ".repeat(2_000)], ..Request::default() };
        let asked = || prepare_units(&[(unit(&plain), None)], &(unit(&plain), None), &sentences);
        let (refused, took) = timed(|| asked().map(|_| ()).expect_err("too many").to_string());
        assert!(refused.contains("2000 things") && took.as_secs() < PATIENCE, "{}: {took:?} {refused}", game.id);
        for attackers in [1, 10] {
            let (prepared, took) = timed(|| of(MAX_CLAUSES, attackers));
            assert!(took.as_secs() < PATIENCE, "{}: {took:?}", game.id);
            assert!(prepared.is_ok_and(|it| it.notes.iter().any(|note| note.contains("nothing"))), "{}", game.id);
        }
    }
}

#[test]
fn leaders_end_at_the_limit_of_tables() {
    let led = |leaders: usize| {
        let attacker = "captain+".repeat(leaders) + "intercessor-squad";
        let request = Request { attacker, defender: "boyz".into(), phase: Some(Phase::Combat), ..Request::default() };
        prepare(&request).map(|prepared| prepared.engaged.attackers[0].models)
    };
    assert_eq!(led(10).expect("few enough"), 15);
    // Each brings two weapons, and the squad one.
    for leaders in [50, 10_000] {
        let error = led(leaders).expect_err("too many").to_string();
        assert!(error.contains("MAX_TABLES"), "{leaders}: {error}");
    }
}

/// Two monsters whose damage tables have a line for each point are put together, or refused, before that takes long.
#[test]
fn damage_tables_of_many_lines_are_answered_or_refused() {
    let monster = |lines: usize| {
        let line = |damage: usize| format!("[[bracket]]\ndamage = {damage}\ntoughness = {}\n", 1 + damage % 9);
        let lines: String = (1..=lines).map(line).collect();
        format!(
            "game = \"warcry\"\nname = \"Monster\"\nrunemarks = [\"MONSTER\"]\ntoughness = 4\nwounds = 250\n\
             [[weapon]]\nname = \"Claws\"\nrange = 1\nattacks = 3\nstrength = 4\ndamage = [1, 4]\n{lines}"
        )
    };
    for lines in [3, 12, MAX_TABLES] {
        let card = monster(lines);
        let with = ["three attacks".to_owned(), "1 damage back for each miss".to_owned()];
        let answered = asked([&card, &card], &with[..], false);
        assert!(lines > 12 || answered > 0, "{lines} lines");
    }
    let card = monster(MAX_TABLES);
    let many: Vec<_> = (0..10).map(|_| (unit(&card), None)).collect();
    let told = prepare_units(&many, &(unit(&card), None), &Request::default()).map(|_| ()).expect_err("too many ways");
    assert!(told.to_string().contains("MAX_STEPS"), "{told}");
}

/// Ways to attack, choices and dice before an attack multiply: what they take together is known before it starts.
#[test]
fn ways_to_attack_end_at_a_limit() {
    let weapon = |n: usize, keys: &str| {
        format!(
            "[[weapon]]\nname = \"Gun {n}\"\nrange = 24\nattacks = \"D6\"\nskill = \"3+\"\nstrength = 4\ndamage = 1\n\
             abilities = [\"Blast\", \"Sustained Hits 1\"]\n{keys}"
        )
    };
    let unit_of = |weapons: usize, models: u32, keys: &str| {
        let guns: String = (0..weapons).map(|n| weapon(n, keys)).collect();
        format!(
            "game = \"warhammer-40k\"\nname = \"Guns\"\n[[model]]\ncount = {models}\ntoughness = 4\nsave = \"4+\"\nwounds = 3\n{guns}"
        )
    };
    let ask = |card: &str, request: Request| {
        let attackers: Vec<_> = (0..10).map(|_| (unit(card), None)).collect();
        let request = Request { phase: Some(Phase::Shooting), ..request };
        let (answer, took) = timed(|| prepare_units(&attackers, &(unit(card), None), &request).map(|_| ()));
        assert!(took.as_secs() < PATIENCE, "{took:?}");
        answer
    };
    assert!(ask(&unit_of(2, 20, ""), Request::default()).is_ok());
    let error = ask(&unit_of(MAX_TABLES, 250, ""), Request::default()).expect_err("too many ways").to_string();
    assert!(error.contains("MAX_STEPS") || error.contains("MAX_SLOTS"), "{error}");
    let best = Request { weapons: vec!["best".into()], ..Request::default() };
    let error = ask(&unit_of(MAX_TABLES, 5, "one-of = \"guns\"\n"), best).expect_err("too many choices").to_string();
    assert!(error.contains("answers to what is left to the best choice"), "{error}");
}
