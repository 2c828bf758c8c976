//! Which of its weapons a model uses: one melee weapon (W40K-ATTACKS), Pistols or the others (W40K-PISTOL).

use crate::support::{attack, near, prepared, squad, stage, with};
use warodds::ask::Request;
use warodds::games::Phase;

/// Groups of models: name and number.
fn models(groups: &[(&str, u32)]) -> String {
    let group = |(name, count): &(&str, u32)| {
        format!("[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n")
    };
    let groups: String = groups.iter().map(group).collect();
    format!("game = \"warhammer-40k\"\nname = \"Unit\"\nkeywords = [\"INFANTRY\"]\n{groups}")
}

/// A weapon with so many attacks.
fn weapon(name: &str, attacks: u32, more: &str) -> String {
    format!("[[weapon]]\nname = \"{name}\"\nattacks = {attacks}\nskill = \"3+\"\nstrength = 4\ndamage = 1\n{more}\n")
}

fn gun(name: &str, attacks: u32, more: &str) -> String {
    weapon(name, attacks, &format!("range = 24\n{more}"))
}

const PISTOL: &str = "abilities = [\"Pistol\"]\n";

fn of(phase: Phase, weapons: &[&str]) -> Request {
    Request { phase: Some(phase), weapons: weapons.iter().map(|name| (*name).to_owned()).collect(), ..with(&[]) }
}

fn attacks(unit: &str, phase: Phase, weapons: &[&str]) -> f64 {
    stage(&attack(unit, &squad(20, 4, "-", 1, ""), &of(phase, weapons)), "attacks")
}

fn notes(unit: &str, phase: Phase, weapons: &[&str]) -> String {
    prepared(unit, &squad(20, 4, "-", 1, ""), &of(phase, weapons)).expect("right").notes.join("\n")
}

#[test]
fn w40k_attacks_one_melee_weapon_a_model() {
    let fight = |unit: &str, weapons: &[&str]| attacks(unit, Phase::Combat, weapons);
    let both = models(&[("M", 5)]) + &weapon("Chainsword", 3, "") + &weapon("Fist", 2, "");
    near("the first", fight(&both, &[]), 15.0);
    near("the other", fight(&both, &["fist"]), 10.0);
    near("the best", fight(&both, &["best"]), 15.0);
    near("the one that is named first", fight(&both, &["fist", "chainsword"]), 10.0);
    let said = notes(&both, Phase::Combat, &[]);
    assert!(said.contains("Fist is not used") && said.contains("W40K-ATTACKS"), "{said}");
    let extra = both.clone() + "abilities = [\"Extra Attacks\"]\n";
    near("and Extra Attacks", fight(&extra, &[]), 25.0);
    assert_eq!(notes(&extra, Phase::Combat, &[]), "");
    // Weapons that only some have are carried by different models, as long as there are enough.
    let some = |swords, fists| {
        let count = |n: u32| format!("count = {n}");
        models(&[("M", 5)]) + &weapon("Sword", 3, &count(swords)) + &weapon("Fist", 2, &count(fists))
    };
    near("four and one", fight(&some(4, 1), &[]), 14.0);
    near("four and three", fight(&some(4, 3), &[]), 14.0);
    near("three fists first", fight(&some(4, 3), &["fist", "sword"]), 12.0);
    assert!(notes(&some(4, 3), Phase::Combat, &[]).contains("1 of 3 Fist are used"));
    near("two of the same on one model", fight(&(models(&[("M", 1)]) + &weapon("Sword", 3, "count = 2")), &[]), 3.0);
    // Each group has its own.
    let boss = |who: &str| format!("carried-by = \"{who}\"");
    let mob = models(&[("Boy", 9), ("Boss", 1)])
        + &weapon("Choppa", 3, &boss("Boy"))
        + &weapon("Stick", 1, &boss("Boss"))
        + &weapon("Klaw", 4, &boss("Boss"));
    near("nine choppas and the stick", fight(&mob, &[]), 28.0);
    near("the best of each", fight(&mob, &["best"]), 31.0);
}

#[test]
fn w40k_pistol_model_by_model() {
    let shoot = |unit: &str, weapons: &[&str]| attacks(unit, Phase::Shooting, weapons);
    let by = |who: &str| format!("carried-by = \"{who}\"\n");
    // One trooper with a rifle, nine sergeants with a Pistol each.
    let squad = models(&[("Trooper", 1), ("Sergeant", 9)])
        + &gun("Lasgun", 1, &by("Trooper"))
        + &gun("Plasma pistol", 1, &(by("Sergeant") + PISTOL));
    near("all ten", shoot(&squad, &[]), 10.0);
    // Seven rifles, two launchers and one Pistol are ten models.
    let ten = models(&[("M", 10)])
        + &gun("Rifle", 1, "count = 7")
        + &gun("Launcher", 3, "count = 2")
        + &gun("Pistol", 1, &format!("count = 1\n{PISTOL}"));
    near("seven, six and one", shoot(&ten, &[]), 14.0);
    assert_eq!(notes(&ten, Phase::Shooting, &[]), "");
    // Every model has a Pistol too: those with a rifle do not fire it.
    let all = ten.replace("count = 1\nabilities", "abilities");
    near("one model has nothing else", shoot(&all, &[]), 14.0);
    assert!(notes(&all, Phase::Shooting, &[]).contains("1 of 10 Pistol are used"));
    near("Pistols instead", shoot(&all, &["pistol"]), 10.0);
    near("Pistols before the others", shoot(&all, &["pistol", "rifle", "launcher"]), 10.0);
    near("whichever is best", shoot(&all, &["best"]), 14.0);
    let vehicle = all.replace("INFANTRY", "VEHICLE");
    near("a Vehicle fires all", shoot(&vehicle, &[]), 23.0);
    // Rifles of everybody and a launcher besides: no model is free.
    let full =
        models(&[("M", 5)]) + &gun("Rifle", 1, "") + &gun("Launcher", 3, "count = 1") + &gun("Pistol", 1, PISTOL);
    near("rifles and the launcher", shoot(&full, &[]), 8.0);
    near("best", shoot(&full, &["best"]), 8.0);
}

/// A weapon of a group of which nobody stands is not used, and more weapons than a number holds are refused.
#[test]
fn weapons_without_bearers_and_too_many() {
    let by = |count: u32| format!("carried-by = \"Boy\"\ncount = {count}");
    let gone = models(&[("Boy", 0), ("Boss", 1)]) + &weapon("Choppa", 3, &by(9)) + &weapon("Klaw", 4, "count = 1");
    near("the klaw", attacks(&gone, Phase::Combat, &[]), 4.0);
    assert_eq!(notes(&gone, Phase::Combat, &[]), "no model carries Choppa");
    let shot = models(&[("Boy", 0), ("Boss", 1)]) + &gun("Gun", 3, &by(1)) + &gun("Shoota", 2, "count = 1");
    near("the shoota", attacks(&shot, Phase::Shooting, &[]), 2.0);
    let one = |n: usize| gun(&format!("Gun {n}"), 3, "count = 250\nabilities = [\"Hazardous\"]");
    let many = models(&[("M", 250)]) + &(0..100).map(one).collect::<String>();
    let found = prepared(&many, &squad(20, 4, "-", 1, ""), &of(Phase::Shooting, &[]));
    let text = match found {
        Err(error) => error.to_string(),
        Ok(it) => warodds::engine::exact(&it.engaged.engagement).expect_err("too many").to_string(),
    };
    assert!(text.contains("MAX_TOKENS"), "{text}");
}

/// Shipped units whose sergeants carry the only Pistol.
#[test]
fn w40k_pistol_of_shipped_units() {
    let shots = |name: &str| {
        let path = format!("{}/profiles/warhammer-40k/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a profile");
        // Four models are too few for Blast.
        let few = squad(4, 4, "-", 1, "");
        stage(&attack(&text, &few, &of(Phase::Shooting, &[])), "attacks")
    };
    // 7 lasguns, a plasma gun, D3 of a launcher, and the laspistol.
    near("Cadians", shots("cadian-shock-troops"), 7.0 + 1.0 + 2.0 + 1.0);
    // 7 lasguns, two flamers of D6, and the laspistol.
    near("Catachans", shots("catachan-jungle-fighters"), 7.0 + 7.0 + 1.0);
    // A thump gun of D3, and nine sluggas.
    near("Beast Snaggas", shots("beast-snagga-boyz"), 2.0 + 9.0);
}

/// Of every group the best weapon is found, whatever the others do.
#[test]
fn w40k_attacks_each_group_has_its_own_best_weapon() {
    let by = |who: &str| format!("carried-by = \"{who}\"\n");
    let both = |who: &str, swords: u32, fists: u32| {
        weapon(&format!("{who} sword"), swords, &by(who)) + &weapon(&format!("{who} fist"), fists, &by(who))
    };
    let mob = models(&[("Boy", 4), ("Boss", 2)]) + &both("Boy", 3, 2) + &both("Boss", 1, 5);
    let fight = |weapons: &[&str]| attacks(&mob, Phase::Combat, weapons);
    near("the first of each", fight(&[]), 4.0 * 3.0 + 2.0);
    near("the best of each", fight(&["best"]), 4.0 * 3.0 + 2.0 * 5.0);
    let said = notes(&mob, Phase::Combat, &["best"]);
    assert!(said.contains("Boy: which weapon: Boy sword") && said.contains("Boss: which weapon: Boss fist"), "{said}");
    // Where there are as many weapons as models nobody has to choose.
    let shared = models(&[("Boy", 5)]) + &weapon("Sword", 3, "count = 4") + &weapon("Fist", 2, "count = 1");
    near("four and one", attacks(&shared, Phase::Combat, &["best"]), 14.0);
    assert_eq!(notes(&shared, Phase::Combat, &["best"]), "");
}

/// Pistols first: whoever has none fires what else there is, the most common weapon last.
#[test]
fn w40k_pistol_before_weapons_of_some_models() {
    let ten = models(&[("M", 10)])
        + &gun("Sidearm", 100, &format!("count = 5\n{PISTOL}"))
        + &gun("Launcher", 10, "count = 3\n")
        + &gun("Shotgun", 1, "count = 4\n");
    let shoot = |weapons: &[&str]| attacks(&ten, Phase::Shooting, weapons);
    // Five have no Sidearm: three launchers and two of the four shotguns.
    near("sidearms first", shoot(&["sidearm", "launcher", "shotgun"]), 532.0);
    // Seven fire the others, and three have nothing else than a Sidearm.
    near("the others first", shoot(&[]), 334.0);
    let monster = ten.replace("INFANTRY", "MONSTER");
    near("a Monster fires all", attacks(&monster, Phase::Shooting, &[]), 534.0);
    // Of a led unit it is the part that counts.
    let full = models(&[("M", 2)]) + &gun("Rifle", 1, "") + &gun("Sidearm", 100, PISTOL);
    near("on foot", attacks(&full, Phase::Shooting, &[]), 2.0);
    near("a Vehicle", attacks(&full.replace("INFANTRY", "vehicle"), Phase::Shooting, &[]), 202.0);
}

/// What a group does not carry is no choice of its, wherever it stands in the file or on the command line.
#[test]
fn w40k_attacks_a_group_chooses_among_what_it_carries() {
    let by = |who: &str| format!("carried-by = \"{who}\"\n");
    let mob = models(&[("Boy", 4), ("Chief", 1)])
        + &weapon("Choppa", 3, &by("Boy"))
        + &weapon("Hook", 1, &by("Boy"))
        + &weapon("Sword", 5, &by("Chief"))
        + &weapon("Fist", 1, &by("Chief"));
    near("the first of both", attacks(&mob, Phase::Combat, &["best"]), 17.0);
    let said = notes(&mob, Phase::Combat, &["best"]);
    assert!(said.contains("Chief: which weapon: Sword,") && said.contains("Boy: which weapon: Choppa,"), "{said}");
    let guns = models(&[("Boy", 2), ("Chief", 1)])
        + &gun("Slugga", 1, &(by("Chief") + PISTOL))
        + &gun("Shoota", 1, &by("Boy"))
        + &gun("Sidearm", 5, &(by("Boy") + PISTOL));
    let shoot = |weapons: &[&str]| attacks(&guns, Phase::Shooting, weapons);
    near("the best", shoot(&["best"]), 2.0 * 5.0 + 1.0);
    near("the shoota before the sidearm", shoot(&["slugga", "shoota", "sidearm"]), 2.0 + 1.0);
    near("the sidearm before the shoota", shoot(&["sidearm", "shoota", "slugga"]), 2.0 * 5.0 + 1.0);
}

/// W40K-PISTOL: where there are more Pistols than models, all of them are fired by the models that carry them.
#[test]
fn w40k_pistol_two_of_one_model() {
    let pistols = |count: u32| {
        let text =
            models(&[("Gunslinger", 5)]) + &gun("Pistol", 1, &format!("count = {count}\nabilities = [\"Pistol\"]"));
        attacks(&text, Phase::Shooting, &[])
    };
    near("seven for five", pistols(7), 7.0);
    near("ten for five", pistols(10), 10.0);
    near("three for five", pistols(3), 3.0);
}

/// W40K-PISTOL: as many weapons as models: each fires its own, and nobody has to choose.
#[test]
fn w40k_pistol_one_weapon_each() {
    let squad = |guns: u32| {
        let pistol = gun("Pistol", 1, "count = 2\nabilities = [\"Pistol\"]");
        models(&[("Soldier", 5)]) + &pistol + &gun("Rifle", 1, &format!("count = {guns}"))
    };
    near("one each", attacks(&squad(3), Phase::Shooting, &[]), 5.0);
    let said = notes(&squad(3), Phase::Shooting, &[]);
    assert!(!said.contains("W40K-PISTOL"), "{said}");
    let said = notes(&squad(4), Phase::Shooting, &[]);
    assert!(said.contains("W40K-PISTOL"), "one of them carries both: {said}");
}
