//! Units of other sizes than their profiles', in every game.

use crate::support::{near, stage, unit, with};
use warodds::ask::{Prepared, Request, prepare, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::profile::Found;

fn shipped(game: &str) -> Vec<Found> {
    let folder = format!("{}/profiles/{game}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).expect("a profile")).collect();
    texts.sort();
    texts.iter().map(|text| unit(text)).collect()
}

fn request(attacker: &str, defender: &str, phase: Option<Phase>) -> Request {
    Request { attacker: attacker.to_owned(), defender: defender.to_owned(), phase, ..Request::default() }
}

fn asked(attacker: &str, defender: &str, phase: Option<Phase>) -> Prepared {
    prepare(&request(attacker, defender, phase)).unwrap_or_else(|error| panic!("{attacker}: {error}"))
}

fn outcome(prepared: &Prepared) -> Outcome {
    exact(&prepared.engaged.engagement).expect("not too large")
}

fn attacks(attacker: &str, defender: &str, phase: Option<Phase>) -> f64 {
    stage(&outcome(&asked(attacker, defender, phase)), "attacks")
}

/// The attacks of a phase that champions of a profile bring and that do not come twice: `CHAMPION` alone is one model, however
/// often the unit is taken (AOS-MOD-1.0).
fn lone_champions(profile: &str, phase: Phase) -> f64 {
    let profile: toml::Table = profile.parse().expect("a profile");
    let lists = |table: &toml::Table, key: &str, word: &str| {
        table
            .get(key)
            .and_then(toml::Value::as_array)
            .is_some_and(|list| list.iter().any(|one| one.as_str() == Some(word)))
    };
    if !lists(&profile, "keywords", "CHAMPION") {
        return 0.0;
    }
    let weapons = profile["weapon"].as_array().into_iter().flatten().filter_map(toml::Value::as_table);
    let used = weapons.filter(|weapon| weapon.contains_key("range") == (phase == Phase::Shooting));
    let champions = used.filter(|weapon| !lists(weapon, "abilities", "Companion")).map(|weapon| {
        let all = i64::from(!weapon.contains_key("count"));
        weapon.get("champions").map_or(all, |said| said.as_integer().expect("a number"))
    });
    champions.sum::<i64>() as f64
}

/// Twice the models of every shipped unit: twice the attacks in each phase, twice the points, twice each group.
#[test]
fn twice_the_models_are_twice_the_unit() {
    let mut pairs = 0;
    for (game, target) in [("age-of-sigmar", "horde"), ("warhammer-40k", "horde")] {
        let defender = unit(
            &std::fs::read_to_string(format!("{}/profiles/{game}/{target}.toml", env!("CARGO_MANIFEST_DIR")))
                .expect("a profile"),
        );
        for found in shipped(game) {
            for phase in [Phase::Shooting, Phase::Combat] {
                let of = |models: Option<u64>| {
                    let request = Request { phase: Some(phase), ..with(&[]) };
                    prepare_units(&[(found.clone(), models)], &(defender.clone(), None), &request).ok()
                };
                let Some(once) = of(None) else { continue };
                let facts = once.engaged.attackers[0].clone();
                let twice = of(Some(2 * facts.models as u64)).unwrap_or_else(|| panic!("two {}", found.name));
                let double = &twice.engaged.attackers[0];
                assert_eq!(double.models, 2 * facts.models, "{}", found.name);
                assert_eq!(double.points, facts.points.map(|points| 2 * points), "{}", found.name);
                let attacks = |prepared: &Prepared| stage(&outcome(prepared), "attacks");
                let champions = if game == "age-of-sigmar" { lone_champions(&found.source.text, phase) } else { 0.0 };
                let expected = 2.0 * attacks(&once) - champions;
                near(&format!("{} {}", found.name, phase.name()), attacks(&twice), expected);
                pairs += 1;
            }
        }
    }
    assert!(pairs > 120, "{pairs}");
}

#[test]
fn sizes_scale_counts_that_are_given() {
    let combat = Some(Phase::Combat);
    // Two attacks a model: 8 with Warhammers and 2 with Grandhammers are a reinforced unit.
    let ten = asked("10 liberators", "clawlord", None);
    assert_eq!(ten.engaged.attackers[0].points, Some(180));
    assert_eq!(ten.notes, ["Liberators: 10 models, 180 points: 8 × Warhammer, 2 × Grandhammer"]);
    near("10 liberators", stage(&outcome(&ten), "attacks"), 20.0);
    near("4 liberators", attacks("4 liberators", "clawlord", None), 8.0);
    let four = asked("4 liberators", "clawlord", None);
    assert_eq!(four.notes, ["Liberators: 4 models, 72 points: 3 × Warhammer, 1 × Grandhammer"]);
    let twelve = asked("12 liberators", "clawlord", None);
    assert_eq!(twelve.notes, ["Liberators: 12 models, 216 points: 10 × Warhammer, 2 × Grandhammer"]);
    let one = asked("1 liberators", "clawlord", None);
    assert_eq!(one.notes, ["Liberators: 1 model, 18 points: 1 × Grandhammer"]);
    // 18 choppas and 2 klaws of 3 attacks; 14 and 1; 4 and 1.
    near("20 boyz", attacks("20 boyz", "termagants", combat), 60.0);
    near("15 boyz", attacks("15 boyz", "termagants", combat), 45.0);
    near("5 boyz", attacks("5 boyz", "termagants", combat), 15.0);
    near("1 boyz is the boss", attacks("1 boyz", "termagants", combat), 3.0);
    // 8 fists of 3 attacks and 2 weapons of 4; 8 storm bolters of 2 and 2 assault cannons of 6.
    near("10 terminators", attacks("10 terminators", "boyz", combat), 32.0);
    near("10 terminators", attacks("10 terminators", "boyz", Some(Phase::Shooting)), 28.0);
    // CHAMPION alone is one model whatever the size (AOS-MOD-1.0): twenty have 40 attacks and one more.
    near("20 ardboyz", attacks("20 ardboyz", "clawlord", None), 41.0);
    // Three Rat Ogors have one gun of 2D6; a fourth has none.
    near("4 rat-ogors", attacks("4 rat-ogors", "clawlord", Some(Phase::Shooting)), 7.0);
    // A Leman Russ has two heavy bolters of 3 attacks among others; two have four.
    let two = asked("2 leman-russ-battle-tank", "boyz", Some(Phase::Shooting));
    assert!(two.notes.iter().any(|note| note.contains("4 × Heavy bolter")), "{:?}", two.notes);
}

#[test]
fn set_models_is_the_same_as_a_number_in_front() {
    for (unit, other, models) in
        [("liberators", "clawlord", 10), ("boyz", "termagants", 15), ("terminators", "boyz", 4)]
    {
        let combat = Some(Phase::Combat);
        let set = Request { set: vec![format!("attacker.models={models}")], ..request(unit, other, combat) };
        let (set, named) = (prepare(&set).expect("right"), asked(&format!("{models} {unit}"), other, combat));
        assert_eq!(set.notes, named.notes);
        assert_eq!(set.engaged.engagement, named.engaged.engagement);
    }
    let led = Request {
        set: vec!["attacker.models=11".into()],
        ..request("captain+intercessor-squad", "boyz", Some(Phase::Shooting))
    };
    assert!(prepare(&led).expect_err("two sizes").to_string().contains("captain+10 squad"));
    near("one and ten", attacks("captain+10 intercessor-squad", "boyz", Some(Phase::Shooting)), 22.0);
}

/// A unit of A Song of Ice & Fire is bought whole, and a fighter of Warcry is one model.
#[test]
fn units_that_have_one_size() {
    let six = asked("6 lannister-guardsmen", "stark-sworn-swords", None);
    assert_eq!(
        six.engaged.attackers[0].points,
        asked("lannister-guardsmen", "stark-sworn-swords", None).engaged.attackers[0].points
    );
    assert!(six.notes[0].contains("6 of 12 models are left"), "{:?}", six.notes);
    let many = prepare(&request("24 lannister-guardsmen", "stark-sworn-swords", None)).expect_err("a full tray");
    assert!(many.to_string().contains("at most 12 models"), "{many}");
    let two = prepare(&request("2 gloryseeker", "fighter", None)).expect_err("one model");
    assert!(two.to_string().contains("a fighter is one model"), "{two}");
}

/// Models without a weapon in the phase are named, also those that a profile leaves unarmed.
#[test]
fn unarmed_models_are_named() {
    let note = |attacker: &str, defender: &str, phase: Phase| asked(attacker, defender, Some(phase)).notes.join("\n");
    let led = note("captain+intercessor-squad", "boyz", Phase::Combat);
    assert!(
        led.contains("5 of 6 models of Captain + Intercessor Squad have no melee weapon: 5 × Intercessor"),
        "{led}"
    );
    let shots = note("captain+intercessor-squad", "boyz", Phase::Shooting);
    assert!(!shots.contains("have no"), "{shots}");
    let ogors = note("rat-ogors", "clawlord", Phase::Shooting);
    assert!(ogors.contains("2 of 3 models of Rat Ogors have no ranged weapon"), "{ogors}");
    assert_eq!(note("liberators", "clawlord", Phase::Combat), "");
}

/// Numbers that no profile means: a unit without models, and sums beyond what a number holds.
#[test]
fn absurd_sizes_are_refused() {
    let model =
        |count: &str| format!("[[model]]\nname = \"M\"\ncount = {count}\ntoughness = 4\nsave = \"-\"\nwounds = 1\n");
    let of = |points: &str, models: &str| {
        format!(
            "game = \"warhammer-40k\"\nname = \"Unit\"\n{points}\n{models}[[weapon]]\nname = \"W\"\nattacks = 1\nskill = \"3+\"\nstrength = 4\ndamage = 1\n"
        )
    };
    let plain = of("", &model("5"));
    let refused = |text: &str, models: Option<u64>| {
        let request = Request { phase: Some(Phase::Combat), ..with(&[]) };
        let attacks = prepare_units(&[(unit(text), models)], &(unit(&plain), None), &request);
        let target = prepare_units(&[(unit(&plain), None)], &(unit(text), models), &request);
        assert_eq!(attacks.is_err(), target.is_err());
        attacks.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused(&of("", &model("0")), None).contains("the unit has 0 models"));
    assert!(refused(&of("", &model("250").repeat(100)), None).contains("the unit has 25000 models"));
    assert!(refused(&of("", &model("250").repeat(263)), None).contains("MAX_TABLES"));
    let largest = format!("points = {}", i64::MAX);
    assert!(refused(&of(&largest, &model("-1")), Some(5)).contains("`count` is -1"));
    assert!(refused(&of(&largest, &model("1")), Some(250)).contains("`points` is 9223372036854775807"));
    assert_eq!(refused(&of("points = 100000", &model("1")), Some(250)), "");
    for key in ["attacks", "strength", "damage"] {
        let zero = plain.replace(&format!("{key} = {}", if key == "strength" { 4 } else { 1 }), &format!("{key} = 0"));
        assert!(refused(&zero, None).contains(&format!("`{key}` is 0")), "{key}");
    }
}

/// What `check` says of a unit that is right: models without a weapon, and more melee weapons than models use.
#[test]
fn odd_profiles_are_warned_of() {
    use warodds::profile::{Diagnostics, Document};
    let warnings = |text: &str| {
        let found = Diagnostics::default();
        let document = Document::read(&unit(text).source, &found);
        let game = warodds::games::game_of(&document, &found).expect("a game");
        (game.check)(&document, &found);
        assert!(found.is_empty(), "{found:?}");
        found.warnings().iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    let sword = "[[weapon]]\nname = \"Sword\"\nattacks = 1\nskill = \"3+\"\nstrength = 4\ndamage = 1\n";
    let fist = sword.replace("Sword", "Fist");
    let squad = "game = \"warhammer-40k\"\nname = \"Squad\"\n[[model]]\nname = \"M\"\ncount = 5\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n";
    assert_eq!(warnings(&format!("{squad}{sword}")), Vec::<String>::new());
    let two = warnings(&format!("{squad}{sword}{fist}"));
    assert!(two.len() == 1 && two[0].contains("Fist is not used") && two[0].contains("W40K-ATTACKS"), "{two:?}");
    let some = warnings(&format!("{squad}{sword}{fist}").replace("\"Fist\"", "\"Fist\"\ncount = 2"));
    assert!(some.len() == 1 && some[0].contains("Fist is not used"), "{some:?}");
    let extra = format!("{squad}{sword}{fist}abilities = [\"Extra Attacks\"]\n");
    assert_eq!(warnings(&extra), Vec::<String>::new());
    let few = warnings(&format!("{squad}{sword}count = 4\n"));
    assert_eq!(few, ["1 of 5 models of Squad has no weapon"]);
    // Who has which is said, and all have one, as cards print it.
    let gun =
        "[[weapon]]\nname = \"Gun\"\nrange = 24\ncount = 1\nattacks = 1\nskill = \"3+\"\nstrength = 4\ndamage = 1\n";
    assert_eq!(warnings(&format!("{squad}{sword}{gun}")), Vec::<String>::new());
    let one = squad.replace("count = 5", "count = 1");
    assert_eq!(warnings(&format!("{one}{sword}{fist}")), Vec::<String>::new());
}
