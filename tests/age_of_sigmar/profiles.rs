//! The shipped warscrolls: together they show every ability at work.

use std::fs;
use std::path::Path;

use super::CLAWLORD;
use crate::support::{damage, near, prepared, stage, with};
use warodds::ask::Request;
use warodds::engine::exact;
use warodds::games;

fn all() -> Vec<(String, toml::Table)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles/age-of-sigmar");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    files
        .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("text").parse().expect("TOML")))
        .collect()
}

/// Every text of a list at a key, in the unit and in its weapons and abilities.
fn texts(unit: &toml::Table, key: &str) -> Vec<String> {
    let lists = ["weapon", "ability"].iter().filter_map(|list| unit.get(*list)?.as_array());
    let tables = lists.flatten().filter_map(|table| table.as_table()).chain([unit]);
    let values = tables.filter_map(|table| table.get(key)?.as_array()).flatten();
    values.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
}

#[test]
fn every_ability_is_at_work() {
    let units = all();
    let game = games::find("age-of-sigmar").expect("a game");
    let squeezed =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase() };
    let docs: Vec<warodds::games::AbilityDoc> =
        (game.abilities)().into_iter().chain(game.unit_abilities.iter().copied()).collect();
    // A ward is a key as well, and looked for below.
    let docs = docs.into_iter().filter(|doc| !doc.name.starts_with("Ward"));
    let printed = |unit: &toml::Table| [texts(unit, "abilities"), texts(unit, "keywords")].concat();
    for doc in docs {
        let start = squeezed(doc.name.split('X').next().expect("text").split("KEYWORD").next().expect("text"));
        let shown = units.iter().any(|(_, unit)| printed(unit).iter().any(|text| squeezed(text).starts_with(&start)));
        assert!(shown, "no profile shows {}", doc.name);
    }
    let some = |what: &str, test: &dyn Fn(&toml::Table) -> bool| {
        assert!(units.iter().any(|(_, unit)| test(unit)), "no profile shows {what}");
    };
    let when = |unit: &toml::Table, start: &str| texts(unit, "when").iter().any(|text| text.starts_with(start));
    let effect = |unit: &toml::Table, part: &str| texts(unit, "effects").iter().any(|text| text.contains(part));
    some("a ward", &|unit| unit.contains_key("ward"));
    some("a champion for every ten", &|unit| texts(unit, "keywords").iter().any(|word| word == "CHAMPION (1/10)"));
    some("a Musician", &|unit| texts(unit, "keywords").iter().any(|word| word.starts_with("MUSICIAN")));
    for condition in ["damaged", "damage 10+", "charged", "target charged", "target HERO"] {
        some(condition, &|unit| when(unit, condition));
    }
    for part in ["mortal", "per model", "heal", "ward", "set attacks", "+1 rend", "to hit", "to wound", "to save"] {
        some(part, &|unit| effect(unit, part));
    }
}

/// Units with weapons have points; one that is only bought together with others does not.
#[test]
fn units_have_points() {
    let units = all();
    let armed: Vec<_> = units.iter().filter(|(_, unit)| unit.contains_key("weapon")).collect();
    let without: Vec<&str> = armed.iter().filter(|(_, u)| !u.contains_key("points")).map(|(p, _)| p.as_str()).collect();
    assert!(armed.len() - without.len() >= 20);
    assert!(without.iter().all(|path| path.ends_with("lorai-child-of-the-abyss.toml")), "{without:?}");
}

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("profiles/age-of-sigmar/{name}.toml"));
    fs::read_to_string(path).expect("a profile")
}

/// At 10 points of damage the axe of the Bloodthirster makes 4 attacks instead of 6.
#[test]
fn monsters_weaken() {
    let attacks = |points: u32| {
        let set = vec![format!("attacker.damage={points}")];
        let combat = Request { set, phase: Some(games::Phase::Combat), ..with(&[]) };
        let prepared = prepared(&shipped("wrath-of-khorne-bloodthirster"), CLAWLORD, &combat).expect("right");
        stage(&exact(&prepared.engaged.engagement).expect("small"), "attacks")
    };
    near("9 points", attacks(9), 6.0);
    near("10 points", attacks(10), 4.0);
}

/// Ardboyz roll a die a model for their shields: twenty of them 20/6 mortal damage, warded on 6+.
#[test]
fn dice_follow_the_models() {
    let request =
        Request { set: vec!["attacker.models=20".into(), "attacker.weapon.choppa.count=0".into()], ..with(&[]) };
    let prepared = prepared(&shipped("ardboyz"), CLAWLORD, &request).expect("right");
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("mean", damage(&outcome).mean(), 20.0 / 6.0 * 5.0 / 6.0);
}
