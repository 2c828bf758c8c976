//! `--weapon`: the attack is made with the weapons that are named, in every game.

use crate::support::{damage, near, stage};
use warodds::ask::{Prepared, Request, prepare};
use warodds::engine::{Options, exact};
use warodds::error::Error;
use warodds::games::Phase;
use warodds::report::{CsvStyle, Reportable};

fn asked(attacker: &str, defender: &str, phase: Option<Phase>, weapons: &[&str]) -> Result<Prepared, Error> {
    let weapons = weapons.iter().map(|name| (*name).to_owned()).collect();
    prepare(&Request { attacker: attacker.into(), defender: defender.into(), phase, weapons, ..Request::default() })
}

fn attacks(attacker: &str, defender: &str, phase: Option<Phase>, weapons: &[&str]) -> f64 {
    let prepared = asked(attacker, defender, phase, weapons).unwrap_or_else(|error| panic!("{error}"));
    stage(&exact(&prepared.engaged.engagement).expect("not too large"), "attacks")
}

fn mistake(attacker: &str, defender: &str, phase: Option<Phase>, weapons: &[&str]) -> String {
    let error = asked(attacker, defender, phase, weapons).expect_err("a mistake");
    format!("{error} {}", error.hints.join(" "))
}

#[test]
fn only_weapons_that_are_named_are_used() {
    near("both hammers", attacks("liberators", "clawlord", None, &[]), 10.0);
    near("a part of a name", attacks("liberators", "clawlord", None, &["grand"]), 2.0);
    near("two parts", attacks("liberators", "clawlord", None, &["grand", "warham"]), 10.0);
    near("a part of two", attacks("liberators", "clawlord", None, &["hammer"]), 10.0);
    let shooting = Some(Phase::Shooting);
    near("a Grandhammer is no Warhammer", attacks("liberators", "clawlord", None, &["warhammer"]), 8.0);
    near("storm bolters", attacks("terminators", "boyz", shooting, &["storm bolter"]), 8.0);
    near("both", attacks("terminators", "boyz", shooting, &["storm bolter", "assault cannon"]), 14.0);
    near("a profile of several", attacks("hellblaster-squad", "boyz", shooting, &["supercharge"]), 10.0);
}

/// W40K-COVER with a profile of several: ten attacks hit on 3+ and wound on 3+, and the 2+ is 4+ against -2, in cover 3+.
#[test]
fn cover_helps_against_the_weapon_that_is_chosen() {
    for (with, wounds) in [(vec![], 20.0 / 9.0), (vec!["cover".to_owned()], 40.0 / 27.0)] {
        let (attacker, defender) = ("hellblaster-squad".to_owned(), "terminators".to_owned());
        let weapons = vec!["standard".to_owned()];
        let asked = Request { attacker, defender, phase: Some(Phase::Shooting), weapons, with, ..Request::default() };
        let known = exact(&prepare(&asked).expect("an attack").engaged.engagement).expect("not too large");
        near("unsaved", stage(&known, "unsaved"), wounds);
        near("damage", damage(&known).mean(), wounds);
    }
}

/// The Twin heavy bolter of one, the Heavy bolter of another: an exact name beats a part.
#[test]
fn an_exact_name_beats_a_part() {
    // Laser lance 2 × 3 attacks; "Laser lance, shot" is a ranged weapon of which the name is a part.
    near("the melee weapon", attacks("shining-spears", "boyz", None, &["laser lance"]), 6.0);
    let shot = attacks("shining-spears", "boyz", Some(Phase::Shooting), &["laser lance"]);
    near("in the other phase what the name is a part of", shot, 2.0);
    near("the phase follows", attacks("clawlord", "liberators", None, &["ratling pistol"]), 3.5);
}

#[test]
fn names_that_fit_nothing_are_mistakes() {
    assert!(mistake("liberators", "clawlord", None, &["wrhammer"]).contains("did you mean `Warhammer`"));
    assert!(mistake("liberators", "clawlord", None, &["warhammer", "bow"]).contains("has no weapon `bow`"));
    let other = mistake("clawlord", "liberators", Some(Phase::Combat), &["pistol"]);
    assert!(other.contains("has no melee weapon `pistol`") && other.contains("--phase shooting"), "{other}");
    assert!(mistake("lannister-crossbowmen", "stark-bowmen", None, &["axe"]).contains("has no weapon `axe`"));
    assert!(mistake("gloryseeker", "fighter", None, &["bow"]).contains("has no weapon `bow`"));
}

/// Of several attackers each is asked for the weapons that it has.
#[test]
fn weapons_of_several_attackers() {
    let of = |weapons: &[&str]| {
        let request = Request {
            attacker: "liberators".into(),
            defender: "varanguard".into(),
            then: vec!["ardboyz".into()],
            weapons: weapons.iter().map(|name| (*name).to_owned()).collect(),
            ..Request::default()
        };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        (stage(&exact(&prepared.engaged.engagement).expect("not too large"), "attacks"), prepared.notes.join("\n"))
    };
    near("all", of(&[]).0, 31.0);
    let (attacks, said) = of(&["grandhammer"]);
    near("one hammer and all choppas", attacks, 23.0);
    assert!(said.contains("Ardboyz has no melee weapon that `--weapon` names"), "{said}");
    near("both", of(&["grandhammer", "choppa"]).0, 23.0);
}

/// `--weapon each`: every weapon alone and all together, told apart in every output.
#[test]
fn each_weapon_alone_and_all_together() {
    let prepared = asked("liberators", "clawlord", None, &["each"]).unwrap_or_else(|error| panic!("{error}"));
    let (report, _) = prepared.report(&Options::default(), &|_| {}).unwrap_or_else(|error| panic!("{error}"));
    let attacks = |report: &warodds::ask::Report| report.stages[0].mean;
    let alone: Vec<(&str, f64)> = report.alone.iter().map(|one| (one.head.weapon[0].as_str(), attacks(one))).collect();
    assert_eq!((attacks(&report), &alone[..]), (10.0, &[("Warhammer", 8.0), ("Grandhammer", 2.0)][..]));
    // Alone a weapon does what it does when it is named.
    let named = asked("liberators", "clawlord", None, &["grandhammer"]).expect("a weapon");
    let (named, _) = named.report(&Options::default(), &|_| {}).expect("not too large");
    assert_eq!(report.alone[1].results, named.results);
    let report = warodds::ask::Phases::from(report);
    let json = serde_json::to_value(&report).expect("data");
    let means: Vec<_> = (0..2).map(|weapon| &json["phases"][0]["alone"][weapon]["results"]["damage"]["mean"]).collect();
    assert_eq!(means[1], &serde_json::json!(named.results.metrics[0].summary.mean));
    assert_ne!(means[0], means[1]);
    let text = String::from_utf8(report.csv(CsvStyle::Plain)).expect("UTF-8");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let place = rows.headers().expect("a header").iter().position(|name| name == "weapon").expect("a column");
    let mut told: Vec<String> = rows.records().map(|row| row.expect("a row")[place].to_owned()).collect();
    told.dedup();
    assert_eq!(told, ["[each]", "[Warhammer]", "[Grandhammer]"]);
    // Profiles of which one is used at a time are answered too.
    let plasma = asked("hellblaster-squad", "boyz", Some(Phase::Shooting), &["each"]).expect("right");
    assert_eq!(plasma.alone.len(), 2);
    let mut chain = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
    (chain.weapons, chain.then) = (vec!["each".into()], vec!["ardboyz".into()]);
    assert!(prepare(&chain).expect_err("several attacks").to_string().contains("one attack"));
}

/// `--order best` puts at most six weapons in order, and none where only a first one was named.
#[test]
fn as_many_weapons_are_put_in_order_as_can_be() {
    let of = |weapons: u32, order: &str| {
        let guns: Vec<String> = (1..=weapons).map(|n| format!("1x 24\" \"Gun {n}\" 1A 3+/{}/-1/{n}", 3 + n)).collect();
        let attacker = format!("40k: {}; T4 W2 3+", guns.join("; "));
        let defender = "40k: 1x 1A 4+/4/0/1; T4 W2 3+".to_owned();
        let (phase, order) = (Some(Phase::Shooting), vec![order.to_owned()]);
        prepare(&Request { attacker, defender, phase, order, ..Request::default() })
    };
    assert!(of(6, "best").is_ok());
    for (weapons, order, is_right) in [(7, "best", false), (8, "best", false), (7, "Gun 7, best", true)] {
        let asked = of(weapons, order);
        assert_eq!(asked.is_ok(), is_right, "{weapons} {order}");
        if let Err(error) = asked {
            let said = [format!("has {weapons} weapons to put in order"), "at most 6 (MAX_ORDERED)".to_owned()];
            let told = format!("{error} {}", error.hints.join(" "));
            assert!(said.iter().all(|said| told.contains(said)), "{told}");
        }
    }
    let notes = |weapons: u32, order: &str| of(weapons, order).expect("few").notes.join("\n");
    assert!(notes(3, "Gun 2, best").contains("order: "));
    // What is named first leaves nothing to choose, or is all that was asked for.
    assert!(!notes(2, "Gun 2, best").contains("order: ") && !notes(3, "Gun 2").contains("order: "));
}

/// Weapons that are named and are all of one phase say the phase.
#[test]
fn weapons_of_one_phase_say_which() {
    let attacker = "40k: 1x \"Axe\" 3A 3+/4/-1/1; 1x 24\" \"Gun\" 2A 3+/4/-1/1; 1x 24\" \"Bow\" 5A 3+/4/-1/1; T4 W2 3+";
    let defender = "40k: 5x 1A 4+/4/0/1; T4 W2 3+";
    near("a gun", attacks(attacker, defender, None, &["Gun"]), 2.0);
    near("an axe", attacks(attacker, defender, None, &["Axe"]), 3.0);
    near("a gun and a bow", attacks(attacker, defender, None, &["Gun", "Bow"]), 7.0);
}
