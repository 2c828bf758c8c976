//! One-line units: each game's grammar, what it stands for, and what is said of lines that are wrong.

use warodds::ask::{Request, line_unit, prepare, saved_lines};
use warodds::engine::Options;
use warodds::games::{GAMES, lines_help};
use warodds::profile::{Diagnostic, Diagnostics};
use warodds::sequence::Side;

/// The profile that a line stands for.
fn profile(line: &str) -> String {
    let saved = saved_lines([line]).unwrap_or_else(|error| panic!("{line}: {error}"));
    saved[0].toml.clone()
}

/// What is wrong with a line: the stretch that is marked, the message and the help.
fn mistakes(line: &str) -> Vec<(String, String)> {
    let told = |mistake: &Diagnostic| {
        let marked = line[mistake.place.span.clone()].to_owned();
        (marked, format!("{} | {}", mistake.message, mistake.help.as_deref().unwrap_or_default()))
    };
    saved_lines([line]).expect_err("it is wrong").diagnostics.iter().map(told).collect()
}

#[test]
fn the_line_of_age_of_sigmar_is_the_profile_it_stands_for() {
    let expected = r#"game = "age-of-sigmar"
name = "10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+"
models = 10
health = 2
save = "4+"
ward = "6+"

[[weapon]]
name = "weapon"
attacks = 2
hit = "3+"
wound = "4+"
rend = 1
damage = "D3"
abilities = ["Crit (Mortal)"]
"#;
    assert_eq!(profile("aos: 10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+"), expected);
}

#[test]
fn counts_names_and_several_weapons_are_said() {
    let expected = r#"game = "age-of-sigmar"
name = "Reavers"
points = 110
models = 5
health = 1
save = "-"
control = 1
move = 10
keywords = ["CAVALRY", "CHAMPION (1/10)"]
abilities = ["Strike-first"]

[[weapon]]
name = "Great axe"
count = 4
attacks = "2D6+1"
hit = "3+"
wound = "4+"
rend = "-"
damage = 1

[[weapon]]
name = "weapon 2"
range = 18
count = 1
attacks = 1
hit = "2+"
wound = "2+"
rend = 2
damage = 3
abilities = ["Crit (Mortal)", "Companion"]
"#;
    let line = "age-of-sigmar Reavers: 5x H1 - M10\" C1 110pts [Strike-first] keywords [CAVALRY, CHAMPION (1/10)]; \
                4x \"Great axe\" 2D6+1A 3+/4+/-/1; 1x 18\" 1A 2+/2+/–2/3 [Crit (Mortal), Companion]";
    assert_eq!(profile(line), expected);
}

#[test]
fn groups_of_models_are_said_in_the_order_they_fall() {
    let expected = r#"game = "warhammer-40k"
name = "Squad"
points = 90
leadership = "6+"
keywords = ["INFANTRY"]

[[model]]
name = "Trooper"
count = 4
toughness = 4
save = "3+"
wounds = 2
invulnerable = "5+"

[[model]]
name = "Sergeant"
count = 1
toughness = 4
save = "3+"
wounds = 3
feel-no-pain = "6+"

[[weapon]]
name = "weapon"
range = 24
attacks = 2
strength = 4
ap = -1
damage = 1
abilities = ["Rapid Fire 1"]
skill = "3+"

[[weapon]]
name = "Fist"
count = 1
attacks = 3
strength = 8
ap = -2
damage = "D3"
skill = "3+"
carried-by = "Sergeant"
"#;
    let line = "40k Squad: 24\" 2A 3+/4/-1/1 [Rapid Fire 1]; 1x \"Fist\" 3A 3+/8/-2/D3 carried by \"Sergeant\"; \
                4x \"Trooper\" T4 W2 3+ 5++ Ld6+ keywords [INFANTRY] 90 points; \"Sergeant\" T4 W3 3+ feel no pain 6+";
    assert_eq!(profile(line), expected);
}

/// Cards print N/A where a weapon needs no roll to hit.
#[test]
fn a_skill_that_is_not_needed_is_written_as_on_the_card() {
    let line = |skill: &str| format!("40k: 12\" D6A {skill}/5/-1/1 [Torrent]; T4 W2 3+");
    assert!(profile(&line("N/A")).contains("skill = \"N/A\""));
    for said in ["n/a", "-", "NA"] {
        assert!(saved_lines([line(said).as_str()]).is_ok(), "{said}");
    }
    assert!(saved_lines(["40k: 2A N/A/5/-1; T4 W2 3+"]).is_err(), "the damage is missing");
}

#[test]
fn the_other_games_have_words_of_their_own() {
    let thrones = r#"game = "asoiaf"
name = "Guards"
tray = "infantry"
speed = 5
defense = "4+"
morale = "6+"

[[attack]]
name = "weapon"
type = "melee"
hit = "4+"
dice = [7, 5, 3]
abilities = ["Sundering"]
"#;
    assert_eq!(profile("tmg Guards: melee 4+ 7/5/3 [Sundering]; infantry D4+ M6+ S5"), thrones);
    let fighter = r#"game = "warcry"
name = "Reaver"
move = 5
toughness = 4
wounds = 12
runemarks = ["HERO"]

[[weapon]]
name = "weapon"
range = 1
attacks = 4
strength = 4
damage = [2, 5]

[[weapon]]
name = "weapon 2"
range = [3, 8]
attacks = 2
strength = 3
damage = [1, 4]
"#;
    assert_eq!(profile("warcry Reaver: 1\" 4A S4 2/5; 3-8\" 2A S3 1/4; T4 W12 M5 [HERO]"), fighter);
}

#[test]
fn a_line_and_the_profile_it_stands_for_give_one_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in GAMES {
        let line = game.line.example;
        let path = folder.path().join(format!("{}.toml", game.id));
        std::fs::write(&path, profile(line)).expect("written");
        let path = path.display().to_string();
        let ask = |attacker: &str, defender: &str| {
            let request = Request {
                attacker: attacker.to_owned(),
                defender: defender.to_owned(),
                phase: Some(if game.id.starts_with("warhammer-40k") {
                    warodds::games::Phase::Shooting
                } else {
                    warodds::games::Phase::Combat
                }),
                ..Request::default()
            };
            let prepared = prepare(&request).unwrap_or_else(|error| panic!("{attacker}: {error}"));
            let (_, answer) = prepared.report(&Options::default(), &|_| {}).expect("an answer");
            answer.outcome.wounds_lost(Side::Defender)
        };
        let typed = ask(line, line);
        assert!(typed.mean() > 0.0, "{line}");
        assert_eq!(typed, ask(&path, line), "{line}");
        assert_eq!(typed, ask(line, &path), "{line}");
    }
}

/// 10 attacks, 2/3 hit, 1/2 wound, a save of 4+ fails with 4/6 at Rend 1, two damage: 10 · 2/3 · 1/2 · 2/3 · 2.
#[test]
fn a_line_is_computed_by_the_rules() {
    let request = Request {
        attacker: "aos: 5x 2A 3+/4+/-1/2; H2 4+".into(),
        defender: "aos: 20x H2 4+".into(),
        ..Request::default()
    };
    let (_, answer) = prepare(&request).and_then(|one| one.report(&Options::default(), &|_| {})).expect("an answer");
    assert!((answer.outcome.wounds_lost(Side::Defender).mean() - 40.0 / 9.0).abs() < 1e-12);
}

#[test]
fn every_word_of_every_grammar_is_read_as_its_example() {
    for game in GAMES {
        for part in [&game.line.weapon, &game.line.unit] {
            for word in part.words {
                let line = format!("{}: {}", game.line.prefix, word.example);
                let found = Diagnostics::default();
                let document = line_unit(&line).expect("a line").document(&found);
                let misread = found.into_list().into_iter().find(|mistake| mistake.message.contains("not understood"));
                assert_eq!(misread, None, "{line}");
                // A number in front of a weapon alone is the unit's.
                let key = match word.key {
                    "count" if part.list == "weapon" => game.line.unit.words[0].key,
                    key => key,
                };
                let said = format!("{:?}", document.table);
                assert!(key.is_empty() || said.contains(&format!("key: \"{key}\"")), "{line}: {said}");
            }
        }
        assert!(lines_help().contains(game.line.example), "{}", game.id);
    }
    // Each part of a line has a heading of its own, and no other line is one.
    let help = lines_help();
    let headings: Vec<&str> =
        help.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':')).collect();
    assert!(headings.len() >= 2 * GAMES.len() && headings.iter().all(|heading| heading.len() > 4), "{headings:?}");
}

#[test]
fn mistakes_are_told_all_at_once_with_their_places() {
    let line = "aos: 10x 2B 3+/4+/-1 [Crit (Mortl)]; H2 ward 6 S4; 4+ [";
    let told = mistakes(line);
    let has = |marked: &str, message: &str| told.iter().any(|(at, text)| at == marked && text.contains(message));
    assert!(has("2B", "`2B` is not understood | a weapon is written"), "{told:#?}");
    assert!(has("3+/4+/-1", "has 3 of 4 values | write hit/wound/rend/damage: `3+/4+/-1/D3`"), "{told:#?}");
    assert!(has("Crit (Mortl)", "unknown ability `Crit (Mortl)` | did you mean `Crit (Mortal)`?"), "{told:#?}");
    assert!(has("6", "`ward` is not a number to reach"), "{told:#?}");
    assert!(has("S4", "`S4` is not understood | the unit is written"), "{told:#?}");
    assert!(has("[", "this bracket is never closed"), "{told:#?}");
}

#[test]
fn what_is_missing_or_in_the_wrong_place_is_said() {
    let told = |line: &str| {
        mistakes(line).into_iter().map(|(at, text)| format!("{at}: {text}")).collect::<Vec<_>>().join("\n")
    };
    assert!(told("aos: 5x 2A 3+/3+/-/1; ward 6+").contains("the unit needs `health` | write `H2`"));
    assert!(told("40k: 2A 3+/4/0/1; OC2").contains("a group of models needs `toughness` | write `T4`"));
    // Weapons alone may attack; what harms its bearer is about the bearer too.
    assert_eq!([told("40k: 5x A2 BS3+ S4 AP-1 D2"), told("aos: 5x 2A 3+/3+/-/1")], ["", ""]);
    assert!(told("40k: 2A 3+/4/0/1 [Hazardous]").contains("needs `toughness`"));
    assert!(told("asoiaf: melee 4+; infantry D4+ M6+").contains("an attack needs `dice` | write `7/5/3`"));
    assert!(told("warcry: 5x T4 W10").contains("`5x` is not understood"));
    assert!(
        told("aos: 5x 2A 3+/3+/-/1 H2; 4+")
            .contains("H2: `H2` is not understood | it belongs to the unit; `;` separates")
    );
    assert!(told("aos: H2 4+ H3").contains("H3: `health` is given twice"));
    assert!(told("aos:").contains("the unit needs `health`"));
    assert!(told("40k: T4 W2 3+; 2A 3+/4/1/1").contains("`ap`"));
    assert!(told("asoiaf: 2x long 4+ 7/5/3; 6x infantry D4+ M6+").contains("an attack has no number in front"));
}

#[test]
fn what_is_no_line_is_a_name() {
    for typed in ["liberators", "combat:liberators", "my-list.rosz:terminators", "", ":", "aos", "chess: 5x"] {
        assert!(line_unit(typed).is_none(), "{typed}");
    }
    for typed in ["AOS: H2 4+", "40k-10e:T4 W1 3+", "Age of Sigmar: H2", "warcry My Own Fighter: T4 W4"] {
        assert!(line_unit(typed).is_some(), "{typed}");
    }
}

#[test]
fn leaders_and_sizes_stand_in_front_of_a_line() {
    let ask = |attacker: &str, defender: &str| {
        let request = Request { attacker: attacker.into(), defender: defender.into(), ..Request::default() };
        prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged
    };
    let led = ask("40k: 24\" 2A 3+/4/0/1; T4 W1 3+", "captain+40k: 5x T4 W2 3+");
    assert_eq!(led.defender.models, 6);
    let doubled = ask("10 aos: 5x 2A 3+/4+/-1/2; H2 4+", "clawlord");
    assert_eq!(doubled.attackers[0].models, 10);
    let mistaken =
        Request { attacker: "captain+aos: 5x H2 4+".into(), defender: "clawlord".into(), ..Request::default() };
    assert!(prepare(&mistaken).is_err());
}
