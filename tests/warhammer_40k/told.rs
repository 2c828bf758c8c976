//! What is said of an attack besides its numbers: choices, notes, and the lines of `explain`.

use warodds::ask::{Chosen, Request, prepare, prepare_units};
use warodds::engine::{Method, Options};
use warodds::games::Phase;

use crate::support::{attack, explained, forty_k, gun, mistake, near, prepared, squad, stage, unit, with};

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
        let request = Request { method: Method::Sampled, ..ruled(&["command re-roll"], &[&ruling]) };
        let said = notes(&[&guns, &guns], &target, &request);
        assert!(said.contains(&format!("Command Re-roll: {die}")), "{roll}: {said}");
    }
}

/// A single kind of roll is chosen for two attacks: of one sure blow on models that save differently only the Damage and
/// the wound roll are left, and a low Damage matters more.
#[test]
fn the_best_single_die_of_two_attacks() {
    let blow = |damage: &str| forty_k(&gun(1, &format!("1 N/A 20 -6 {damage}"), "\"Torrent\""));
    let none = forty_k(&gun(0, "1 N/A 4 0 1", "\"Torrent\""));
    let request = Request { method: Method::Sampled, ..ruled(&["command re-roll"], &["command-reroll=best"]) };
    // D6 against five wounds: 2/6, or 20/36 with a low one again; a wound on 2+ that fails again adds a sixth.
    let target = plain(&squad(1, 4, "-", 5, ""));
    let said = notes(&[&blow("D6"), &none], &target, &request);
    let best = "the first Damage roll if it is below average of Attacker: Gun";
    assert!(said.contains(&format!("Command Re-roll: always used on {best}")), "{said}");
    // Damage 5 leaves the wound roll.
    let said = notes(&[&blow("5"), &none], &target, &request);
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

/// W40K-STRAT-EPIC-CHALLENGE: the melee attacks of a Character model have Precision where it was used, and no others.
#[test]
fn an_epic_challenge_is_told_where_it_is_used() {
    let hero = |weapon: &str| {
        forty_k(weapon).replacen("[[model]]", "keywords = [\"CHARACTER\"]\n[[model]]\nrole = \"character\"", 1)
    };
    let sword = "[[weapon]]\nname = \"Sword\"\nattacks = 4\nskill = \"3+\"\nstrength = 4\nap = 0\ndamage = 1\n";
    let told = |attacker: &str, clauses: &[&str]| {
        let lines = explained(attacker, &squad(5, 4, "4+", 1, ""), &with(clauses));
        lines.iter().filter(|(_, rule)| *rule == "W40K-STRAT-EPIC-CHALLENGE").count()
    };
    assert_eq!(told(&hero(sword), &["epic challenge"]), 1);
    assert_eq!(told(&hero(sword), &[]), 0, "it was not used");
    assert_eq!(told(&hero(&gun(1, "2 3+ 4 0 1", "")), &["epic challenge"]), 0, "no melee attack");
    assert_eq!(told(&forty_k(sword), &["epic challenge"]), 0, "no Character");
}

/// W40K-OVERWATCH: hits on sixes, unless an ability says otherwise.
#[test]
fn overwatch_tells_what_hits() {
    let told = |clauses: &[&str]| {
        let lines = explained(&forty_k(&gun(1, "2 3+ 4 0 1", "")), &squad(5, 4, "4+", 1, ""), &with(clauses));
        let of_overwatch = lines.into_iter().filter(|(_, rule)| *rule == "W40K-OVERWATCH");
        of_overwatch.map(|(what, _)| what).collect::<Vec<_>>().join("; ")
    };
    let sixes = told(&["overwatch"]);
    assert!(sixes.contains("only unmodified 6s hit"), "{sixes}");
    let fives = told(&["overwatch", "overwatch 5+"]);
    assert!(fives.contains("only such unmodified rolls hit") && !fives.contains("6s"), "{fives}");
}

/// What is said of an effect names the rule that it stands under.
#[test]
fn effects_stand_under_their_rules() {
    let lines = explained(
        &forty_k(&gun(1, "2 3+ 4 0 1", "")),
        &squad(5, 4, "4+", 1, ""),
        &with(&["+1 to hit", "reroll hits of 1"]),
    );
    for (what, rule) in [("+1 to hit", "W40K-ROLL-MODIFIERS"), ("reroll hits of 1", "W40K-REROLL")] {
        assert!(lines.contains(&(what.to_owned(), rule)), "{what}: {lines:?}");
    }
}

/// W40K-ATTACKS: a model fights with one melee weapon; the other is no part of the attack, unless something gives it Extra
/// Attacks here and now.
#[test]
fn a_weapon_that_is_not_used_is_no_part_of_the_attack() {
    let blade = |name: &str, attacks: u32| {
        format!(
            "[[weapon]]\nname = \"{name}\"\nattacks = {attacks}\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n"
        )
    };
    let used = |entry: &str, clauses: &[&str]| {
        let text = forty_k(&(blade("Sword", 4) + &blade("Claw", 2))) + entry;
        let prepared = prepared(&text, &squad(5, 4, "4+", 1, ""), &with(clauses)).expect("an attack");
        let weapons = prepared.engaged.engagement.weapons;
        weapons.into_iter().map(|weapon| weapon.name).collect::<Vec<_>>()
    };
    let entry = |keys: &str| {
        format!("[[ability]]\nname = \"Fury\"\neffects = [\"Extra Attacks\"]\nweapons = [\"Claw\"]\n{keys}\n")
    };
    assert_eq!(used("", &[]), ["Sword"]);
    assert_eq!(used(&entry(""), &[]), ["Sword", "Claw"]);
    assert_eq!(used(&entry("when = [\"charged\"]"), &[]), ["Sword"], "it did not charge");
    assert_eq!(used(&entry("when = [\"charged\"]"), &["charged"]), ["Sword", "Claw"]);
    assert_eq!(used("", &["attacker: Extra Attacks"]), ["Sword", "Claw"]);
}

/// W40K-ATTACHED: only a Character that leads a unit is protected; one that is a model of a unit like any other falls as the
/// file says.
#[test]
fn a_character_that_leads_nobody_falls_in_its_turn() {
    let boss = "[[model]]\nname = \"Boss\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 3\nrole = \"character\"\n";
    let squad = squad(5, 4, "-", 1, "").replacen("[[model]]", &format!("{boss}[[model]]"), 1);
    // Three sure hits that wound on 2+ for 1 each: nobody but the boss is touched.
    let known = prepared(&forty_k(&gun(1, "3 N/A 8 0 1", "\"Torrent\", \"Precision\"")), &squad, &with(&[]));
    let (report, _) = known.expect("right").report(&Options::default(), &|_| {}).expect("small");
    let slain = &report.results.metric("slain").expect("every attack has it").pmf;
    near("the boss needs three", slain.at_least(1), 125.0 / 216.0);
    assert!(report.results.chance("characters-slain").is_none(), "attacks cannot choose it");
}

/// W40K-PRECISION: what an optional ability may give decides how the target is looked at.
#[test]
fn precision_may_come_from_an_optional_ability() {
    let marksman =
        "[[ability]]\nname = \"Marksman\"\noptional = true\neffects = [\"Precision\"]\nweapons = [\"Gun\"]\n";
    let text = forty_k(&gun(1, "2 N/A 8 0 1", "\"Torrent\"")) + marksman;
    let boss = "game = \"warhammer-40k\"\nname = \"Boss\"\nkeywords = [\"CHARACTER\"]\n[[model]]\nname = \"Boss\"\ncount = 1\n\
        toughness = 4\nsave = \"-\"\nwounds = 2\nrole = \"character\"\n";
    let slain = |clauses: &[&str]| {
        let mut led = unit(&squad(5, 4, "-", 1, "").replace("\"Target\"", "\"Body\""));
        led.leaders.push((unit(boss), None));
        let prepared = prepare_units(&[(unit(&text), None)], &(led, None), &with(clauses)).expect("right");
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
        report.results.chance("characters-slain").map(|chance| chance.p)
    };
    near("both wound", slain(&["Marksman"]).expect("it may be chosen"), 25.0 / 36.0);
    assert_eq!(slain(&[]), None);
    assert_eq!(slain(&["Marksman @0%"]), None, "it never is on");
}

/// W40K-STRAT-COMMAND-REROLL: once in a phase, so the second attack of the phase meets a target that has used it. Of a save of 4+,
/// a half of five in six attacks hurts; the first that does is rolled again.
#[test]
fn the_target_uses_its_command_once_in_a_phase() {
    let one = forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\""));
    let foe = (unit(&squad(9, 4, "4+", 1, "")), None);
    let request = shooting(&["target command reroll"]);
    let chosen = |attacks: usize| {
        let units: Vec<Chosen> = (0..attacks).map(|_| (unit(&one), None)).collect();
        let prepared = prepare_units(&units, &foe, &request).expect("right");
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
        (report.results.metric("damage").expect("every attack has it").pmf.mean(), prepared.notes.join("\n"))
    };
    let (mean, notes) = chosen(1);
    near("one attack", mean, 5.0 / 12.0 / 2.0);
    assert!(notes.contains("the target's Command Re-roll: the best use as the dice lie"), "{notes}");
    let (mean, _) = chosen(2);
    near("two attacks", mean, 10.0 / 12.0 - 0.5 * (1.0 - 49.0 / 144.0));
}

/// A weapon of which some are within half range is parted only where that makes a difference, and if not all of them are.
#[test]
fn half_range_parts_weapons_where_it_matters() {
    let notes = |abilities: &str, clause: &str| {
        let text = forty_k(&gun(5, "1 4+ 4 0 1", abilities)).replacen("count = 1", "count = 5", 1);
        prepared(&text, &squad(9, 4, "4+", 1, ""), &shooting(&[clause])).expect("right").notes.join("\n")
    };
    assert!(notes("\"Rapid Fire 1\"", "half range 3").contains("3 of 5 × Gun are within half range"));
    assert!(!notes("", "half range 3").contains("within half range"));
    assert!(!notes("\"Rapid Fire 1\"", "half range 5").contains("within half range"), "all of them are");
    let nobody = mistake(&forty_k(&gun(1, "1 4+ 4 0 1", "")), &squad(9, 4, "4+", 1, ""), &shooting(&["half range 0"]));
    assert!(nobody.contains("is not a situation"), "{nobody}");
}

/// The points that a target has lost are told as far as an attack asks for them, and no further.
#[test]
fn states_are_told_as_attacks_ask_for_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let told = |when: &str| {
        let entry = format!("[[ability]]\nname = \"Hate\"\nwhen = [{when}]\neffects = [\"+1 to hit\"]\n");
        let attacker = write("a.toml", &(forty_k(&gun(9, "1 4+ 4 0 1", "")) + &entry));
        let defender = write("b.toml", &squad(1, 4, "-", 12, ""));
        let request = Request { then: vec![attacker.clone()], attacker, defender, ..shooting(&[]) };
        let explained = prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.explained;
        let names = explained.into_iter().map(|one| one.weapon).filter(|name| name.contains("having lost"));
        names.map(|name| name.split_once(" having lost ").expect("it does").1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told("\"target damage 5+\""), ["0, 1 to 4", "5 or more"]);
    assert_eq!(told("\"target damage 5+\", \"not charged\""), ["0, 1 to 4", "5 or more"]);
    // Half of 12 wounds is 6: below that is 5, so from 7 points on.
    assert_eq!(told("\"target half strength\"").last().map(String::as_str), Some("7 or more"));
}

/// W40K-ON-DEATH: how the dying use Twin-linked is told where it is not what was asked for.
#[test]
fn the_dying_tell_how_they_use_twin_linked() {
    let sword = "[[weapon]]\nname = \"Sword\"\nattacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";
    let dying = squad(3, 4, "4+", 1, sword) + "[[ability]]\nname = \"Last\"\neffects = [\"fights on death\"]\n";
    let notes = |rulings: &[&str]| {
        let request = Request { phase: Some(Phase::Combat), ..ruled(&[], rulings) };
        prepared(&forty_k(sword), &dying, &request).expect("right").notes.join("\n")
    };
    assert!(notes(&["twin-linked=best"]).contains("re-rolled failures for attacks of dying models"));
    assert!(!notes(&[]).contains("for attacks of dying models"));
}

/// W40K-ATTACHED: what protects one part of a unit alone from one attack is not computed.
#[test]
fn the_first_attack_on_a_part_is_refused() {
    for effect in ["damage of one attack is 0", "ignore first failed save", "reroll one save"] {
        let charm = format!("[[ability]]\nname = \"Charm\"\neffects = [\"{effect}\"]\n");
        let mut led = unit(&squad(5, 4, "-", 1, ""));
        led.leaders.push((unit(&(character("Boss", 2) + &charm)), None));
        let attackers = [(unit(&forty_k(&gun(1, "2 4+ 4 0 1", ""))), None)];
        let told = prepare_units(&attackers, &(led, None), &shooting(&[])).expect_err("not computed").to_string();
        assert!(told.contains("on some of its models alone is not computed"), "{told}");
        let alone = squad(5, 4, "-", 1, &charm);
        assert!(prepared(&forty_k(&gun(1, "2 4+ 4 0 1", "")), &alone, &shooting(&[])).is_ok(), "of all of them it is");
    }
}

/// W40K-ALLOCATE: the model that was hurt before is one of those that the profile has.
#[test]
fn a_hurt_model_is_one_of_its_unit() {
    let models = |set: &[&str]| {
        let request = Request { set: set.iter().map(|text| (*text).to_owned()).collect(), ..shooting(&[]) };
        let prepared =
            prepared(&forty_k(&gun(1, "2 4+ 4 0 1", "")), &squad(5, 4, "4+", 3, ""), &request).expect("right");
        let body = &prepared.engaged.engagement.bodies[0];
        (body.groups.iter().map(|group| group.models).sum::<u16>(), body.taken)
    };
    assert_eq!(models(&[]), (5, 0));
    assert_eq!(models(&["defender.model.Model.damage=1"]), (5, 1));
    assert_eq!(models(&["defender.damage=2"]), (5, 2));
}

/// What a re-roll of Twin-linked rolls again is told, and a Feel No Pain only of who has one.
#[test]
fn only_what_is_rolled_is_told() {
    let told = |more: &str, rulings: &[&str]| {
        let twin = forty_k(&gun(1, "2 3+ 4 0 1", "\"Twin-linked\""));
        let lines = explained(&twin, &squad(5, 4, "4+", 1, more), &ruled(&[], rulings));
        lines.into_iter().map(|(what, _)| what).collect::<Vec<_>>().join("; ")
    };
    let (plain, fish) = (told("", &[]), told("", &["twin-linked=fish"]));
    assert!(plain.contains("failed wounds rolled again") && !plain.contains("all but critical"), "{plain}");
    assert!(fish.contains("all but critical wounds rolled again"), "{fish}");
    assert!(!plain.contains("is ignored on"), "{plain}");
    let tough = told("feel-no-pain = \"5+\"", &[]);
    assert!(tough.contains("each point is ignored on 5+"), "{tough}");
}

/// W40K-ATTACHED: models without a name have that of their unit, beside those of the leader.
#[test]
fn models_of_an_attached_unit_have_names() {
    let mut led = unit(&squad(5, 4, "-", 1, "").replace("name = \"Model\"\n", ""));
    led.leaders.push((unit(&character("Boss", 2)), None));
    let attackers = [(unit(&forty_k(&gun(1, "2 4+ 4 0 1", ""))), None)];
    let prepared = prepare_units(&attackers, &(led, None), &shooting(&[])).expect("right");
    let bodies = &prepared.engaged.engagement.bodies;
    let names: Vec<&str> = bodies.iter().flat_map(|body| &body.groups).map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["Target", "Boss"]);
    // What is printed of either is read, beside Stealth, which it has only if both have it.
    let mut misspelt = unit(&squad(5, 4, "-", 1, "").replacen("[[model]]", "abilities = [\"Stealht\"]\n[[model]]", 1));
    misspelt.leaders.push((unit(&character("Boss", 2)), None));
    let told = prepare_units(&attackers, &(misspelt, None), &shooting(&[])).expect_err("unknown").to_string();
    assert!(told.contains("unknown unit ability `Stealht`"), "{told}");
}
