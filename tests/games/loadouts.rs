//! Options of a unit, `terminators[2 chainfist, cyclone]`: who carries what then, counted by hand.

use crate::support::{stage, unit, with};
use warodds::ask::{CompareRequest, Prepared, Request, compare, prepare_units};
use warodds::engine::{Options, exact};
use warodds::games::Phase;
use warodds::profile::{Diagnostics, Found};

/// Four troopers and a sergeant: bolters for all, fists for the four, a sword for the one.
const TIN: &str = "game = \"warhammer-40k\"\nname = \"Tin\"\npoints = 170\nsizes = [5, 10]\n\
    [[model]]\nname = \"Trooper\"\ncount = 4\ntoughness = 5\nsave = \"2+\"\nwounds = 3\n\
    [[model]]\nname = \"Sergeant\"\ncount = 1\ntoughness = 5\nsave = \"2+\"\nwounds = 3\n\
    [[weapon]]\nname = \"Bolter\"\nrange = 24\nattacks = 2\nskill = \"3+\"\nstrength = 4\ndamage = 1\n\
    [[weapon]]\nname = \"Cyclone - frag\"\none-of = \"Cyclone\"\nrange = 36\ncount = 0\nattacks = 7\nskill = \"3+\"\nstrength = 4\ndamage = 1\ncarried-by = \"Trooper\"\n\
    [[weapon]]\nname = \"Cyclone - krak\"\none-of = \"Cyclone\"\nrange = 36\ncount = 0\nattacks = 2\nskill = \"3+\"\nstrength = 9\ndamage = 6\ncarried-by = \"Trooper\"\n\
    [[weapon]]\nname = \"Flamer\"\nrange = 12\ncount = 0\nattacks = 5\nskill = \"3+\"\nstrength = 5\ndamage = 1\ncarried-by = \"Trooper\"\n\
    [[weapon]]\nname = \"Fist\"\nattacks = 3\nskill = \"3+\"\nstrength = 8\ndamage = 2\ncarried-by = \"Trooper\"\n\
    [[weapon]]\nname = \"Chainfist\"\ncount = 0\nattacks = 2\nskill = \"4+\"\nstrength = 8\ndamage = 2\ncarried-by = \"Trooper\"\n\
    [[weapon]]\nname = \"Sword\"\nattacks = 4\nskill = \"3+\"\nstrength = 5\ndamage = 1\ncarried-by = \"Sergeant\"\n\
    [[option]]\nname = \"Fist\"\nmodel = \"Trooper\"\ngives = [\"Fist\"]\ndefault = true\n\
    [[option]]\nname = \"Chainfist\"\nmodel = \"Trooper\"\nreplaces = [\"Fist\"]\ngives = [\"Chainfist\"]\n\
    [[option]]\nname = \"Cyclone launcher\"\nmodel = \"Trooper\"\ngives = [\"Cyclone\"]\nlimit = \"1 per 5\"\none-of = \"heavy\"\npoints = 10\n\
    [[option]]\nname = \"Flamer\"\nmodel = \"Trooper\"\nreplaces = [\"Bolter\"]\ngives = [\"Flamer\"]\nlimit = \"1 per 5\"\none-of = \"heavy\"\n\
    [[option]]\nname = \"Big Shield\"\nmodel = \"Trooper\"\nreplaces = [\"Bolter\"]\nwounds = 4\n\
    [[option]]\nname = \"Two fists\"\nmodel = \"Trooper\"\nreplaces = [\"Bolter\", \"Fist\"]\ngives = [\"2 Chainfist\"]\nlimit = \"all or none\"\n";

/// Five warriors, one of them a champion.
const HAMMERS: &str = "game = \"age-of-sigmar\"\nname = \"Hammers\"\npoints = 100\nmodels = 5\nhealth = 2\nsave = \"3+\"\nkeywords = [\"CHAMPION\"]\n\
    [[weapon]]\nname = \"Hammer\"\nattacks = 2\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1\n\
    [[weapon]]\nname = \"Great Hammer\"\ncount = 0\nattacks = 3\nhit = \"3+\"\nwound = \"3+\"\ndamage = 2\n\
    [[weapon]]\nname = \"Spear\"\ncount = 0\nattacks = 1\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1\n\
    [[option]]\nname = \"Great Hammer\"\nreplaces = [\"Hammer\"]\ngives = [\"Great Hammer\"]\nlimit = \"1 per 5\"\n\
    [[option]]\nname = \"Spears\"\nreplaces = [\"Hammer\"]\ngives = [\"Spear\"]\nlimit = \"all or none\"\nsave = \"4+\"\n";

fn loaded(text: &str, loadout: &str) -> Found {
    let mut unit = unit(text);
    unit.loadout = (!loadout.is_empty()).then(|| loadout.to_owned());
    unit
}

fn asked(text: &str, loadout: &str, models: Option<u64>, phase: Phase) -> Result<Prepared, String> {
    let request = Request { phase: Some(phase), ..with(&[]) };
    let target = unit(text);
    prepare_units(&[(loaded(text, loadout), models)], &(target, None), &request).map_err(|error| error.message)
}

fn attacks(text: &str, loadout: &str, models: Option<u64>, phase: Phase) -> (f64, Option<u32>) {
    let prepared = asked(text, loadout, models, phase).unwrap_or_else(|why| panic!("{loadout}: {why}"));
    let outcome = exact(&prepared.engaged.engagement).expect("not too large");
    (stage(&outcome, "attacks"), prepared.engaged.attackers[0].points)
}

#[test]
fn bearers_give_up_what_an_option_replaces() {
    use Phase::{Combat, Shooting};
    for (loadout, models, phase, wanted, points) in [
        // Five bolters; four fists and a sword.
        ("", None, Shooting, 10.0, 170),
        ("", None, Combat, 16.0, 170),
        ("fist", None, Combat, 16.0, 170),
        // Of ten models nine are troopers: whole multiples multiply each group.
        ("", Some(10), Combat, 32.0, 340),
        // Two fists of three attacks are left, and two chainfists of two.
        ("2 chainfists", None, Combat, 2.0 * 3.0 + 2.0 * 2.0 + 4.0, 170),
        ("chainfist", None, Combat, 4.0 * 2.0 + 4.0, 170),
        // The first profile of the launcher is used.
        ("cyclone", None, Shooting, 10.0 + 7.0, 180),
        ("cyclone", Some(10), Shooting, 20.0 + 2.0 * 7.0, 360),
        ("flamer, 3 chainfist", None, Shooting, 8.0 + 5.0, 170),
        ("1 flamer, 1 cyclone", Some(10), Shooting, 18.0 + 5.0 + 7.0, 350),
        ("big shield", None, Shooting, 2.0, 170),
        ("2 big shield, 3 chainfist", None, Shooting, 6.0, 170),
        ("2 big shield, 3 chainfist", None, Combat, 3.0 + 3.0 * 2.0 + 4.0, 170),
        // A model fights with one melee weapon, whatever it carries (W40K-ATTACKS).
        ("two fists", None, Combat, 4.0 * 2.0 + 4.0, 170),
        ("two fists", None, Shooting, 2.0, 170),
    ] {
        assert_eq!(attacks(TIN, loadout, models, phase), (wanted, Some(points)), "[{loadout}] {models:?} {phase:?}");
    }
}

#[test]
fn champions_keep_their_weapon_while_they_may() {
    for (loadout, models, wanted) in [
        ("", None, 5.0 * 2.0 + 1.0),
        ("great", None, 4.0 * 2.0 + 1.0 + 3.0),
        ("great hammer", Some(10), 8.0 * 2.0 + 1.0 + 2.0 * 3.0),
        ("spears", None, 5.0 + 1.0),
    ] {
        assert_eq!(attacks(HAMMERS, loadout, models, Phase::Combat).0, wanted, "[{loadout}] {models:?}");
    }
}

#[test]
fn a_name_with_a_comma_is_one() {
    let option = "[[option]]\nname = \"Great Hammer";
    let text = HAMMERS.replace(option, &format!("{option}, Long"));
    for loadout in ["great hammer, long", "1 Great Hammer, Long"] {
        assert_eq!(attacks(&text, loadout, None, Phase::Combat).0, 4.0 * 2.0 + 1.0 + 3.0, "[{loadout}]");
    }
}

/// Wounds of the whole unit, as `damage` of an attack that has no end.
fn wounds(loadout: &str) -> Vec<(u16, u16)> {
    let found = Diagnostics::default();
    let request = Request { phase: Some(Phase::Combat), ..with(&[]) };
    let defender = (loaded(TIN, loadout), None);
    let prepared = prepare_units(&[(unit(TIN), None)], &defender, &request).expect("right");
    assert!(found.is_empty());
    let models = prepared.defender().table.get("model").cloned().expect("models");
    let warodds::profile::Value::List(nodes) = models.value else { panic!("a list") };
    let number = |table: &warodds::profile::Table, key: &str| table.whole(key).expect("a number") as u16;
    let read = |node: &warodds::profile::Node| match &node.value {
        warodds::profile::Value::Table(table) => (number(table, "count"), number(table, "wounds")),
        _ => panic!("a table"),
    };
    nodes.iter().map(read).collect()
}

#[test]
fn bearers_of_another_statline_are_a_group_of_their_own() {
    assert_eq!(wounds(""), [(4, 3), (1, 3)]);
    assert_eq!(wounds("big shield"), [(4, 4), (1, 3)]);
    assert_eq!(wounds("1 big shield"), [(3, 3), (1, 4), (1, 3)]);
}

/// What abilities of a loadout are held to: the weapons and the models that have them.
#[test]
fn abilities_are_of_what_is_carried() {
    let flames =
        "[[ability]]\nname = \"Flames\"\nweapons = [\"Flamer\", \"Cyclone - frag\"]\neffects = [\"+1 to wound\"]\n";
    let guard = "[[ability]]\nname = \"Guard\"\nmodels = [\"Trooper\"]\neffects = [\"invulnerable 5+\"]\n\
        [[option]]\nname = \"No guard\"\nmodel = \"Trooper\"\nreplaces = [\"Guard\", \"Bolter\"]\ngives = [\"Flamer\"]\n";
    let text = format!("{TIN}{flames}{guard}");
    for (loadout, wanted) in [
        ("", vec!["Guard"]),
        ("flamer", vec!["Flames", "Guard"]),
        ("3 no guard", vec!["Flames", "Guard"]),
        ("no guard", vec!["Flames"]),
    ] {
        let request = Request { phase: Some(Phase::Shooting), ..with(&[]) };
        let prepared = prepare_units(&[(unit(TIN), None)], &(loaded(&text, loadout), None), &request).expect(loadout);
        assert_eq!(prepared.defender().names("ability"), wanted, "[{loadout}]");
    }
    // Nobody gives up twice what he has once.
    let twice = guard.split_once("[[option]]").expect("an option").1.replace("No guard", "None");
    let why = asked(&format!("{text}[[option]]{twice}"), "no guard, none", None, Phase::Shooting).expect_err("twice");
    assert!(why.contains("at most 0 of 5 models"), "{why}");
}

#[test]
fn what_is_not_allowed_names_the_limit() {
    for (text, loadout, told) in [
        (TIN, "2 cyclone", "at most 1 of 5 models can take it (1 per 5 models)"),
        (TIN, "flamer, cyclone", "at most 0 of 5 models can take it (1 per 5 models)"),
        (TIN, "5 chainfist", "at most 4 of 5 models can take it (it replaces `Fist`)"),
        (TIN, "5 big shield", "at most 4 of 5 models"),
        (TIN, "0 chainfist", "at most 4 of 5 models"),
        (TIN, "3 two fists", "all 4 models take it, or none (all or none)"),
        (TIN, "chainfist, two fists", "at most 0 of 5 models"),
        (TIN, "chainfist, chainfist", "chosen twice"),
        (TIN, "zzz", "no option is called `zzz`; there are `Fist`, `Chainfist`"),
        (TIN, "chianfist", "did you mean `Chainfist`"),
        (TIN, "each", "a row of `warodds compare`"),
        (HAMMERS, "3 spears", "all 5 models take it, or none"),
    ] {
        let why = asked(text, loadout, None, Phase::Combat).expect_err(loadout);
        assert!(why.contains(told), "[{loadout}]: {why}");
    }
    // A model has a statline once, whatever number is allowed.
    for limit in ["9", "\"2 per 1\""] {
        let shields = format!("{TIN}[[option]]\nname = \"Shield\"\nmodel = \"Trooper\"\nlimit = {limit}\nwounds = 4\n");
        let why = asked(&shields, "5 shield", None, Phase::Combat).expect_err(limit);
        assert!(why.contains("at most 4 of 5 models"), "{limit}: {why}");
    }
    let plain = HAMMERS.split("[[option]]").next().expect("a profile");
    let why = asked(plain, "spears", None, Phase::Combat).expect_err("no options");
    assert!(why.contains("the profile of Hammers has no options"), "{why}");
}

#[test]
fn each_option_is_a_row_of_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("tin.toml"), TIN).expect("written");
    let request = |attackers: &[&str]| CompareRequest {
        attackers: attackers.iter().map(|text| (*text).to_owned()).collect(),
        defenders: vec!["40k/boyz".to_owned()],
        base: Request { profiles: vec![folder.path().to_owned()], phase: Some(Phase::Combat), ..Request::default() },
        ..CompareRequest::default()
    };
    let table =
        compare(&request(&["10 tin[each]", "tin[2 chainfist]", "40k/boyz"]), &Options::default()).expect("a table");
    let names: Vec<String> = table.attackers().map(|line| line.name.clone()).collect();
    assert_eq!(
        names,
        [
            "Tin", "Tin [8 Chainfist]", "Tin [2 Cyclone launcher]", "Tin [2 Flamer]", "Tin [8 Big Shield]",
            "Tin [Two fists]", "Tin [2 Chainfist]", "Boyz",
        ]
    );
    // Brackets in a unit's own name are no options.
    let old = TIN.replacen("name = \"Tin\"", "name = \"Old Tin [Legends]\"", 1);
    std::fs::write(folder.path().join("old-tin-legends.toml"), old).expect("written");
    let table = compare(&request(&["Old Tin [Legends]", "old tin [legends][2 chainfist]"]), &Options::default())
        .expect("two rows");
    let names: Vec<String> = table.attackers().map(|line| line.name.clone()).collect();
    assert_eq!(names, ["Old Tin [Legends]", "Old Tin [Legends] [2 Chainfist]"]);
    let refused = compare(&request(&["40k/boyz[each]"]), &Options::default()).err().expect("no options");
    assert!(refused.message.contains("has no options"), "{}", refused.message);
}
