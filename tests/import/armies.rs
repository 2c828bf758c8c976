//! What a roster or a catalogue says of the army as a whole: it stands in the list once, and reaches whom it names.

use std::fs;

use warodds::ask::{Request, prepare};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::profile::import::Imported;
use warodds::sequence::Side;

use super::{imported, unit};

/// A unit of one model with one weapon for melee, and what stands on it besides.
fn unit_40k(id: &str, name: &str, keyword: &str, more: &str) -> String {
    let values = |all: &[(&str, &str)]| -> String {
        all.iter().map(|(name, value)| format!(r#"<characteristic name="{name}">{value}</characteristic>"#)).collect()
    };
    let line = values(&[("M", "6"), ("T", "5"), ("SV", "7+"), ("W", "9"), ("LD", "6+"), ("OC", "1")]);
    let blade =
        values(&[("Range", "Melee"), ("A", "2"), ("WS", "4"), ("S", "4"), ("AP", "0"), ("D", "1"), ("Keywords", "-")]);
    format!(
        r#"<selection id="{id}" name="{name}" number="1" type="model"><costs><cost name="pts" typeId="p" value="80"/></costs>
          <profiles><profile name="{name}" typeName="Unit"><characteristics>{line}</characteristics></profile></profiles>
          <categories><category name="{keyword}" primary="false"/></categories>
          <selections><selection id="{id}-w" name="Blade" number="1" type="upgrade"><profiles>
          <profile name="Blade" typeName="Melee Weapons"><characteristics>{blade}</characteristics></profile></profiles></selection>{more}</selections></selection>"#
    )
}

/// A roster with a detachment that has a rule, and two units of which the second is no Tin.
pub(super) fn roster_40k(rule: &str, more: &str) -> Imported {
    roster_of("10th", rule, more)
}

/// The same of an edition.
pub(super) fn roster_of(edition: &str, rule: &str, more: &str) -> Imported {
    let shared =
        format!(r#"<rules><rule name="March" hidden="false"><description>{rule}</description></rule></rules>"#);
    let detachment = format!(
        r#"<selection id="d" name="Detachment" number="1" type="upgrade"><selections>
          <selection id="e" name="Tin Host" number="1" type="upgrade">{shared}</selection></selections></selection>"#
    );
    let id = if edition == "10th" { "sys-352e-adc2-7639-d6a9" } else { "sys-352e-adc2-7639-d610" };
    let units = unit_40k("a", "Tin Walker", "Tin", more) + &unit_40k("b", "Rust Walker", "Rust", "");
    let text = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <roster xmlns="http://www.battlescribe.net/schema/rosterSchema" id="r" name="Tin" gameSystemId="{id}" gameSystemName="Warhammer 40,000 {edition} Edition" gameSystemRevision="7">
        <forces><force id="f" name="Army Roster" catalogueName="Tin"><selections>{detachment}{units}</selections></force></forces></roster>"#
    );
    imported(&[text.as_bytes()]).expect("a roster")
}

/// The army with its list, as files; what a unit of it does to the other, on average.
pub(super) fn harm(army: &Imported, [attacker, defender]: [&str; 2], with: &[&str]) -> Result<f64, String> {
    let folder = tempfile::tempdir().expect("a folder");
    write(army, folder.path());
    let of_army = format!("{}:{attacker}", folder.path().join("army.toml").display());
    let request = Request {
        attacker: of_army,
        defender: folder.path().join(format!("{defender}.toml")).display().to_string(),
        with: with.iter().map(|text| (*text).to_owned()).collect(),
        phase: Some(Phase::Combat),
        ..Request::default()
    };
    let prepared = prepare(&request).map_err(|error| error.to_string())?;
    Ok(exact(&prepared.engaged.engagement).expect("not too large").wounds_lost(Side::Defender).mean())
}

/// Writes the profiles of an army and its list into a folder.
pub(super) fn write(army: &Imported, folder: &std::path::Path) {
    let mut list = format!("name = \"x\"\ngame = \"{}\"\n", army.game);
    for one in &army.units {
        let file = format!("{}.toml", one.name.to_lowercase().replace(' ', "-"));
        fs::write(folder.join(&file), &*one.text).expect("written");
        list.push_str(&format!("[[unit]]\nprofile = \"{file}\"\n"));
    }
    let lent = army.lent.iter().flat_map(|lent| &lent.entries).chain(army.units.iter().flat_map(|one| &*one.lent));
    lent.for_each(|lent| list.push_str(lent));
    fs::write(folder.join("army.toml"), list).expect("written");
}

pub(super) fn close(value: Result<f64, String>, wanted: f64) {
    let value = value.expect("an answer");
    assert!((value - wanted).abs() < 1e-12, "{value} is not {wanted}");
}

pub(super) const TIN: [&str; 2] = ["tin-walker", "rust-walker"];
pub(super) const RUST: [&str; 2] = ["rust-walker", "tin-walker"];

/// Two attacks that hit on 4+, and wound Toughness 5 on 5+ with Strength 4, on 4+ with 5; nobody saves.
#[test]
fn a_roster_brings_the_rule_of_the_detachment_that_it_chose() {
    let army = roster_40k(
        "Each time a ^^**Tin**^^ unit from your army is selected to fight, if that unit made a Charge move this turn, until the end of the phase, add 1 to the Strength characteristic of melee weapons equipped by models in that unit.",
        "",
    );
    assert!(army.left_out.is_empty(), "{:?}", army.left_out);
    let entries: Vec<_> = army.lent.iter().flat_map(|lent| &lent.entries).collect();
    assert_eq!(
        entries,
        [
            "\n[[ability]]\nname = \"March\"\nwhole-unit = true\nwhen = [\"melee\", \"charged\"]\neffects = [\"+1 strength\"]\nfor = [\"TIN\"]\n"
        ]
    );
    close(harm(&army, TIN, &[]), 1.0 / 3.0);
    close(harm(&army, TIN, &["charged"]), 1.0 / 2.0);
    close(harm(&army, RUST, &["charged"]), 1.0 / 3.0);
}

#[test]
fn a_rule_of_an_army_that_is_not_understood_is_named_once_and_on_no_unit() {
    let rule = "Each time a Tin unit from your army makes an attack, roll as the sea allows.";
    let army = roster_40k(rule, "");
    assert_eq!(army.left_out.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(), ["March"]);
    let both = "Each time a Tin unit from your army attacks beside a Rust unit from your army, add 1 to the Hit roll.";
    let two = roster_40k(both, "");
    assert_eq!(two.left_out.len(), 1, "{:?}", two.lent);
    for one in &army.units {
        assert!(!one.text.contains("March"), "{}", one.text);
    }
}

/// Attacks that hit on 4+ and wound 5 with 4: 1/2 and 1/3, twice.
#[test]
fn a_rule_of_an_army_reaches_all_kinds_that_it_names() {
    let or = "Each time a Tin or Rust unit from your army makes an attack, add 1 to the Hit roll.";
    let each = "Each time a model in a Tin unit from your army makes an attack, add 1 to the Hit roll. Each time a Rust model in your army makes an attack, add 1 to the Wound roll.";
    let but =
        "Each time a Rust or Tin model (excluding Tin models) from your army makes an attack, add 1 to the Hit roll.";
    for (rule, tin, rust) in [(or, 4.0 / 9.0, 4.0 / 9.0), (each, 4.0 / 9.0, 1.0 / 2.0), (but, 1.0 / 3.0, 4.0 / 9.0)] {
        let army = roster_40k(rule, "");
        assert!(army.left_out.is_empty(), "{rule}: {:?}", army.left_out);
        close(harm(&army, TIN, &[]), tin);
        close(harm(&army, RUST, &[]), rust);
    }
    // Who is excluded by what happens is not told by keywords.
    let shocked =
        "Each time a Tin model from your army (excluding Battle-shocked units) makes an attack, add 1 to the Hit roll.";
    assert_eq!(roster_40k(shocked, "").left_out.len(), 1);
}

/// A leader and a unit of one file: two attacks that hit and wound on 4+. A unit of that name is built in, too.
#[test]
fn a_unit_behind_a_leader_of_a_file_is_of_that_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let one = |name: &str, role: &str| {
        format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\nname = \"m\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 9\n{role}\
             [[weapon]]\nname = \"Blade\"\nattacks = 1\nskill = \"4+\"\nstrength = 4\ndamage = 1\n"
        )
    };
    write("chief-of-tin.toml", &one("Chief of Tin", "role = \"character\"\n"));
    write("boyz.toml", &one("Boyz", ""));
    write("army.toml", "name = \"x\"\n[[unit]]\nprofile = \"chief-of-tin.toml\"\n[[unit]]\nprofile = \"boyz.toml\"\n");
    let file = folder.path().join("army.toml").display().to_string();
    let foe = folder.path().join("boyz.toml").display().to_string();
    for typed in [format!("{file}:chief of tin+boyz"), format!("chief of tin+{file}:boyz")] {
        let request =
            Request { attacker: typed, defender: foe.clone(), phase: Some(Phase::Combat), ..Request::default() };
        let prepared = prepare(&request).expect("an attack");
        let lost = exact(&prepared.engaged.engagement).expect("not too large").wounds_lost(Side::Defender).mean();
        close(Ok(lost), 0.5);
    }
}

/// An enhancement stands on the unit that carries it; what it does for others is in the list, with whose it is.
#[test]
fn an_enhancement_that_helps_friends_is_of_the_army_from_its_bearer() {
    let text = "While a friendly Rust unit is within 6&quot; of the bearer, each time a model in that unit makes a melee attack, add 1 to the Hit roll.";
    let ring = format!(
        r#"<selection id="h" name="Enhancements" number="1" type="upgrade"><selections><selection id="i" name="Ring" number="1" type="upgrade">
          <costs><cost name="pts" typeId="p" value="25"/></costs><profiles><profile name="Ring" typeName="Abilities"><characteristics>
          <characteristic name="Description">{text}</characteristic></characteristics></profile></profiles></selection></selections></selection>"#
    );
    let army = roster_40k("Each time a Tin unit from your army makes an attack, roll as the sea allows.", &ring);
    let bearer = unit(&army, "Tin Walker");
    assert_eq!(bearer.points, Some(105));
    let lent = bearer.lent.concat();
    assert!(
        lent.contains("from = \"Tin Walker\"\nfor = [\"RUST\"]\n") && lent.contains("name = \"Ring\""),
        "{lent} {:#?}",
        bearer.abilities
    );
    // Hits on 3+ instead of 4+.
    close(harm(&army, RUST, &["Ring"]), 2.0 * 2.0 / 3.0 / 3.0);
    close(harm(&army, RUST, &[]), 1.0 / 3.0);
    assert!(harm(&army, TIN, &["Ring"]).is_err(), "it does not reach its bearer");
}

/// A roster of Age of Sigmar whose formation helps units of a kind, and whose lore helps one that is picked.
fn roster_aos(weapon: &str) -> Imported {
    let unit = |id: &str, name: &str, keyword: &str| {
        format!(
            r#"<selection id="{id}" name="{name}" number="1" type="unit"><costs><cost name="pts" typeId="p" value="80"/></costs><profiles>
              <profile name="{name}" typeName="Unit"><characteristics><characteristic name="Move">5"</characteristic><characteristic name="Health">9</characteristic><characteristic name="Save">-</characteristic><characteristic name="Control">1</characteristic></characteristics></profile></profiles>
              <categories><category name="{keyword}" primary="false"/></categories><selections><selection id="{id}-m" name="{name}" number="1" type="model"><selections>
              <selection id="{id}-w" name="Beak" number="1" type="upgrade"><profiles><profile name="Beak" typeName="Melee Weapon"><characteristics>{weapon}</characteristics></profile></profiles></selection></selections></selection></selections></selection>"#
        )
    };
    let ability = |kind: &str, name: &str, all: &[(&str, &str)]| -> String {
        let values: String = all
            .iter()
            .map(|(name, value)| format!(r#"<characteristic name="{name}">{value}</characteristic>"#))
            .collect();
        format!(
            r#"<profile name="{name}" typeName="Ability ({kind})"><characteristics>{values}</characteristics></profile>"#
        )
    };
    let wheel = [("Keywords", ""), ("Effect", "Add 1 to hit rolls for combat attacks made by friendly Raven units.")];
    let gust = [
        ("Timing", "Your Hero Phase"),
        ("Declare", "Pick a friendly Crow unit to be the target."),
        ("Effect", "Add 1 to wound rolls for the target's attacks for the rest of the turn."),
    ];
    let odd = [("Keywords", ""), ("Effect", "Friendly Raven units roll their hit rolls as the wind allows.")];
    let printed = ability("Passive", "Wheel", &wheel)
        + &ability("Activated", "Gust", &gust)
        + &ability("Passive", "Squall", &odd);
    let text = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <roster xmlns="http://www.battlescribe.net/schema/rosterSchema" id="r" name="Nest" gameSystemId="e51d-b1a3-75fc-dc3g" gameSystemName="Age of Sigmar 4.0" gameSystemRevision="79">
        <forces><force id="f" name="Army" catalogueName="Nest"><selections><selection id="z" name="Battle Formation" number="1" type="upgrade"><profiles>{printed}</profiles></selection>{}{}</selections></force></forces></roster>"#,
        unit("a", "Raven Flight", "RAVEN"),
        unit("b", "Crow Flight", "CROW")
    );
    imported(&[text.as_bytes()]).expect("a roster")
}

/// Two attacks that hit on 4+ and wound on 4+.
#[test]
fn a_roster_of_age_of_sigmar_brings_its_formation_and_its_lore() {
    let values = [("Atk", "2"), ("Hit", "4+"), ("Wnd", "4+"), ("Rnd", "-"), ("Dmg", "1"), ("Ability", "-")];
    let weapon: String = values
        .iter()
        .map(|(name, value)| format!(r#"<characteristic name="{name}">{value}</characteristic>"#))
        .collect();
    let army = roster_aos(&weapon);
    assert_eq!(army.left_out.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(), ["Squall"]);
    let (raven, crow) = (["raven-flight", "crow-flight"], ["crow-flight", "raven-flight"]);
    close(harm(&army, raven, &[]), 1.0 / 2.0);
    close(harm(&army, raven, &["Wheel"]), 2.0 / 3.0);
    close(harm(&army, crow, &["Gust"]), 2.0 / 3.0);
    assert!(harm(&army, raven, &["Gust"]).is_err() && harm(&army, crow, &["Wheel"]).is_err());
}
