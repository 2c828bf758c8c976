//! What is said of an attack besides its numbers: choices, notes, and the lines of `explain`.

use warodds::ask::{Chosen, Request, prepare, prepare_units};
use warodds::games::Phase;

use crate::support::{attack, forty_k, gun, mistake, near, prepared, squad, stage, unit, with};

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

fn ruled(clauses: &[&str], rulings: &[&str]) -> Request {
    Request { rulings: rulings.iter().map(|text| (*text).to_owned()).collect(), ..shooting(clauses) }
}

fn notes(attackers: &[&str], target: &Chosen, request: &Request) -> String {
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    prepare_units(&attackers, target, request).unwrap_or_else(|error| panic!("{error}")).notes.join("\n")
}

fn character(name: &str, wounds: u32) -> String {
    let model =
        format!("name = \"{name}\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = {wounds}\nrole = \"character\"");
    format!("game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\n{model}\n")
}

fn led(leaders: &[&str]) -> Chosen {
    let mut found = unit(&squad(5, 4, "-", 1, ""));
    found.leaders.extend(leaders.iter().map(|name| (unit(&character(name, 2)), None)));
    (found, None)
}

fn plain(target: &str) -> Chosen {
    (unit(target), None)
}

#[test]
fn nothing_is_said_of_an_attack_that_is_in_order() {
    let gun = forty_k(&gun(1, "1 3+ 4 0 1", "\"Blast\""));
    assert_eq!(notes(&[&gun], &plain(&squad(5, 4, "5+", 1, "")), &shooting(&[])), "");
    assert_eq!(notes(&[&gun], &led(&["Captain"]), &shooting(&[])), "");
    assert_eq!(notes(&[&gun], &led(&["Captain", "Ancient"]), &shooting(&[])), "");
    let said = notes(&[&gun], &led(&["Captain", "Ancient", "Chaplain"]), &shooting(&[]));
    assert!(said.contains("has 3 leaders; a unit has one, or two where a card allows it (W40K-ATTACHED)"), "{said}");
    let titan = gun.replacen("name =", "keywords = [\"TITANIC\"]\nname =", 1);
    assert_eq!(notes(&[&titan], &plain(&squad(5, 4, "5+", 1, "")), &shooting(&[])), "");
    // Big Guns Never Tire of a Vehicle on foot soldiers, without and with Blast.
    let tank = |abilities: &str| {
        forty_k(&self::gun(1, "1 3+ 4 0 1", abilities)).replacen("name =", "keywords = [\"VEHICLE\"]\nname =", 1)
    };
    assert_eq!(notes(&[&tank("")], &plain(&squad(5, 4, "5+", 1, "")), &shooting(&["big guns"])), "");
    let said = notes(&[&tank("\"Blast\"")], &plain(&squad(5, 4, "5+", 1, "")), &shooting(&["big guns"]));
    assert_eq!(said, "Gun has Blast, which is never aimed at a unit in Engagement Range (W40K-BLAST)");
}

/// A unit of the size that its profile has is as it was, and one of any other is told.
#[test]
fn a_size_that_is_the_profiles_own_is_not_told() {
    let text = squad(5, 4, "5+", 1, &gun(2, "1 3+ 4 0 1", ""));
    let told = |models: u64| {
        let attackers = [(unit(&text), Some(models))];
        let it = prepare_units(&attackers, &plain(&squad(9, 4, "-", 1, "")), &shooting(&[]));
        let it = it.unwrap_or_else(|error| panic!("{error}"));
        (it.notes.iter().any(|note| note.contains("models")), it.engaged.attackers[0].models)
    };
    assert_eq!(told(10).1, 10);
    let notes = |models| {
        let it = prepare_units(&[(unit(&text), models)], &plain(&squad(9, 4, "-", 1, "")), &shooting(&[]));
        it.unwrap_or_else(|error| panic!("{error}")).notes
    };
    assert_eq!(notes(Some(5)), notes(None));
    // As many as are computed may be fewer.
    let many = squad(250, 4, "5+", 1, "");
    let it = prepare_units(&[(unit(&text), None)], &(unit(&many), Some(3)), &shooting(&[]));
    assert_eq!(it.unwrap_or_else(|error| panic!("{error}")).engaged.defender.models, 3);
}

/// A key and an ability of the card that say different numbers: the key counts, and that is told.
#[test]
fn of_a_key_and_a_printed_number_the_key_counts() {
    let rifle = gun(1, "1 3+ 4 0 1", "");
    for (key, ability, same) in [
        ("firing-deck = 4", "Firing Deck 6", "Firing Deck 4"),
        ("deadly-demise = \"D3\"", "Deadly Demise D6", "Deadly Demise D3"),
    ] {
        let of_model = key.starts_with("deadly");
        let tank = |ability: &str| {
            let abilities = format!("abilities = [\"{ability}\"]\n");
            let above = if of_model { abilities } else { format!("{abilities}{key}\n") };
            let below = if of_model { format!("{key}\n") } else { String::new() };
            let text = forty_k(&rifle).replacen("[[model]]\n", &format!("{above}[[model]]\n{below}"), 1);
            notes(&[&text], &plain(&squad(5, 4, "5+", 1, "")), &shooting(&[]))
        };
        let said = tank(ability);
        assert!(said.contains("the key counts"), "{key} and {ability}: {said}");
        assert_eq!(tank(same), "", "{key} and {same}");
    }
}

#[test]
fn what_precision_does_is_told_in_words() {
    let sniper = forty_k(&gun(1, "2 N/A 8 0 2", "\"Torrent\", \"Precision\""));
    for (leaders, words) in [
        (&["Captain"][..], "always on the character"),
        (&["Captain", "Ancient"], "always on the first character that stands"),
    ] {
        let said = notes(&[&sniper], &led(leaders), &ruled(&[], &["precision=best"]));
        let wanted = format!("Gun: Precision: {words}, which has the best chance of `characters-slain`");
        assert!(said.contains(&wanted), "{said}");
    }
}

/// Where the best use of a Command Re-roll is not worked out, the die that is always rolled again is named.
#[test]
fn the_die_of_a_command_reroll_is_told() {
    let guns = forty_k(&gun(1, "D6 3+ 4 0 D6", ""));
    let target = plain(&squad(5, 4, "5+", 3, ""));
    for (roll, die) in [
        ("attacks", "the lowest number of attacks below average"),
        ("hit", "the first failed hit roll"),
        ("wound", "the first failed wound roll"),
        ("damage", "the first Damage roll if it is below average"),
    ] {
        let ruling = format!("command-reroll={roll}");
        let said = notes(&[&guns, &guns], &target, &ruled(&["command re-roll"], &[&ruling]));
        assert!(said.contains(&format!("Command Re-roll: {die}")), "{roll}: {said}");
    }
}

/// A single kind of roll is chosen for two attacks: of one sure blow on models that save differently only the Damage and
/// the wound roll are left, and a low Damage matters more.
#[test]
fn the_best_single_die_of_two_attacks() {
    let blow = |damage: &str| forty_k(&gun(1, &format!("1 N/A 20 -6 {damage}"), "\"Torrent\""));
    let none = forty_k(&gun(0, "1 N/A 4 0 1", "\"Torrent\""));
    // D6 against five wounds: 2/6, or 20/36 with a low one again; a wound on 2+ that fails again adds a sixth.
    let target = plain(&squad(1, 4, "-", 5, ""));
    let said = notes(&[&blow("D6"), &none], &target, &ruled(&["command re-roll"], &["command-reroll=best"]));
    let best = "the first Damage roll if it is below average of Attacker: Gun, which destroys the target most often";
    assert!(said.contains(&format!("Command Re-roll: {best}")), "{said}");
    // Damage 5 leaves the wound roll.
    let said = notes(&[&blow("5"), &none], &target, &ruled(&["command re-roll"], &["command-reroll=best"]));
    assert!(said.contains("Command Re-roll: the first failed wound roll of Attacker: Gun"), "{said}");
}

#[test]
fn a_roll_of_too_many_dice_is_not_rolled_again_as_a_whole() {
    let target = squad(5, 4, "5+", 3, "");
    let many = forty_k(&gun(1, "1 N/A 8 0 12D6", "\"Torrent\""));
    assert!(mistake(&many, &target, &shooting(&["reroll one damage"])).contains("so many dice"));
    let many = forty_k(&gun(1, "12D6 N/A 8 0 1", "\"Torrent\""));
    assert!(mistake(&many, &target, &shooting(&["reroll one attacks"])).contains("so many dice"));
    let few = forty_k(&gun(1, "2D6 N/A 8 0 2D6", "\"Torrent\""));
    attack(&few, &target, &shooting(&["reroll one damage"]));
    attack(&few, &target, &shooting(&["reroll one attacks"]));
}

/// The lines of `explain` of one weapon, by hand.
struct Files(tempfile::TempDir);

impl Files {
    fn explained(&self, attacker: &str, defender: &str, request: &Request) -> Vec<(String, &'static str)> {
        let write = |name: &str, text: &str| {
            let path = self.0.path().join(name);
            std::fs::write(&path, text).expect("written");
            path.display().to_string()
        };
        let (attacker, defender) = (write("a.toml", attacker), write("d.toml", defender));
        let request = Request { attacker, defender, ..request.clone() };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        prepared.engaged.explained.into_iter().flat_map(|one| one.lines).map(|line| (line.what, line.rule)).collect()
    }
}

#[test]
fn each_roll_is_explained() {
    let files = Files(tempfile::tempdir().expect("a folder"));
    let bolter = forty_k(&gun(3, "2 3+ 4 -1 D3", "\"Sustained Hits 1\""));
    let said = files.explained(&bolter, &squad(5, 5, "4+", 2, "feel-no-pain = \"6+\""), &shooting(&["cover"]));
    let wanted = [
        ("2 attacks for each of 3", "W40K-ATTACKS"),
        ("Skill 3+: 3, 4, 5, 6", "W40K-HIT"),
        ("critical hits on 6", "W40K-HIT"),
        ("Strength 4 against Toughness 5: 5+: 5, 6", "W40K-WOUND"),
        ("Save 4+ against AP -1 in cover: 4, 5, 6", "W40K-SAVE"),
        ("Damage D3", "W40K-DAMAGE"),
        ("each point is ignored on 6+", "W40K-FNP"),
    ];
    for (what, rule) in wanted {
        assert!(said.contains(&(what.to_owned(), rule)), "{what}: {said:?}");
    }
    assert!(said.iter().all(|(what, _)| !what.contains("capped")), "{said:?}");
    // Modifiers beyond the cap, an invulnerable save, two kinds of models.
    let mixed = squad(
        1,
        4,
        "3+",
        2,
        "invulnerable = \"5+\"\n[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 1",
    );
    let clauses = ["+1 to hit", "+1 to hit", "improve skill by 1", "-1 to save", "-1 to wound"];
    let said = files.explained(&bolter, &mixed, &shooting(&clauses));
    for (what, rule) in [
        ("Skill 2+ (printed 3+) with +1: 2, 3, 4, 5, 6", "W40K-HIT"),
        ("+2 to hit is capped at +1", "W40K-ROLL-MODIFIERS"),
        ("Strength 4 against Toughness 4: 4+ with -1: 5, 6", "W40K-WOUND"),
        ("Model: Save 3+ against AP -1 or invulnerable 5+ with -1: 5, 6", "W40K-INVULN"),
        ("Other: no save", "W40K-SAVE"),
        ("Other: Damage D3", "W40K-DAMAGE"),
    ] {
        assert!(said.contains(&(what.to_owned(), rule)), "{what}: {said:?}");
    }
    // A weapon that hits by itself, with a rolled Strength; AP 0; a save that no face makes.
    let flamer = forty_k(&gun(1, "D6 N/A 8 0 1", "\"Torrent\"")).replace("strength = 8", "strength = \"D6+2\"");
    let said = files.explained(&flamer, &squad(1, 4, "6+", 1, ""), &shooting(&["-1 to save"]));
    for what in [
        "D6 attacks for each of 1",
        "hits without a roll",
        "Strength D6+2, rolled for each hit, against Toughness 4",
        "Save 6+ against AP 0 with -1: no face",
    ] {
        assert!(said.iter().any(|(line, _)| line == what), "{what}: {said:?}");
    }
}

/// The one body of a target has the unit's name; where attacks choose among its parts each has that of its models.
#[test]
fn bodies_have_the_names_that_a_player_knows() {
    let sniper = forty_k(&gun(1, "2 N/A 8 0 2", "\"Torrent\", \"Precision\""));
    let names = |target: &Chosen| {
        let it = prepare_units(&[(unit(&sniper), None)], target, &shooting(&[])).unwrap_or_else(|e| panic!("{e}"));
        it.engaged.engagement.bodies.iter().map(|body| body.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&plain(&squad(5, 4, "5+", 1, ""))), ["Target"]);
    assert_eq!(names(&led(&["Captain", "Ancient"])), ["Model", "Captain, Ancient"]);
}

/// Pistols beside other weapons: whichever does more, the first that is written where both do the same.
#[test]
fn which_weapon_a_model_fires_is_told() {
    let named = |name: &str, attacks: u32, more: &str| {
        gun(1, &format!("{attacks} 3+ 4 0 1"), more).replace("\"Gun\"", &format!("\"{name}\""))
    };
    let of = |pistol: u32, rifle: u32| {
        let text = forty_k(&(named("Rifle", rifle, "") + &named("Sidearm", pistol, "\"Pistol\"")));
        let request = Request { weapons: vec!["best".into()], ..shooting(&[]) };
        let it = prepared(&text, &squad(20, 4, "-", 1, ""), &request).unwrap_or_else(|error| panic!("{error}"));
        let attacks = stage(&attack(&text, &squad(20, 4, "-", 1, ""), &request), "attacks");
        (it.notes.join("\n"), attacks)
    };
    for (pistol, rifle, name) in [(3, 1, "Sidearm"), (1, 3, "Rifle"), (2, 2, "Rifle")] {
        let (said, attacks) = of(pistol, rifle);
        near(name, attacks, f64::from(pistol.max(rifle)));
        assert!(said.contains(&format!("which weapon: {name}, which does the most damage on average")), "{said}");
    }
}
