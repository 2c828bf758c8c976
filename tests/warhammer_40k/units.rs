//! How units are put together, and who takes an attack.

use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::profile::Found;
use warodds::sequence::Side;

use crate::support::{agreed, attack, damage, forty_k, gun, mistake, near, printed, squad, stage, unit, with};

/// A character of one model.
fn leader(toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    format!(
        "game = \"warhammer-40k\"\nname = \"Leader\"\nkeywords = [\"PSYKER\"]\n[[model]]\nname = \"Leader\"\ncount = 1\ntoughness = {toughness}\nsave = \"{save}\"\nwounds = {wounds}\nrole = \"character\"\n{more}\n"
    )
}

/// A unit that is led.
fn led(leader: &str, squad: &str) -> Found {
    let mut found = unit(squad);
    found.leaders.push((unit(leader), None));
    found
}

fn against(attacker: &str, defender: &Found, request: &Request) -> Outcome {
    let prepared = prepare_units(&[(unit(attacker), None)], &(defender.clone(), None), request)
        .unwrap_or_else(|error| panic!("{error}"));
    exact(&prepared.engaged.engagement).expect("not too large")
}

/// One hit on a 2+ to wound, of this Damage.
fn sure(count: u32, damage: &str, abilities: &str) -> String {
    let torrent = if abilities.is_empty() { "\"Torrent\"".to_owned() } else { format!("\"Torrent\", {abilities}") };
    forty_k(&gun(count, &format!("1 N/A 8 0 {damage}"), &torrent))
}

fn ruling(text: &str) -> Request {
    Request { rulings: vec![text.to_owned()], ..with(&["wounds on 2+"]) }
}

const WOUND: f64 = 5.0 / 6.0;

/// Each model of an Attached unit uses one weapon of its own choice, whatever the choices are called.
#[test]
fn choices_of_one_name_are_those_of_each_part() {
    let blade = |name: &str, attacks: u32| {
        gun(1, &format!("{attacks} 4+ 4 0 1"), "")
            .replace("Gun", name)
            .replace("range = 24\ncount = 1", "one-of = \"blade\"")
    };
    let boss = leader(4, "4+", 3, &(blade("Sword", 3) + &blade("Axe", 2)));
    let guards = squad(2, 4, "-", 1, &(blade("Fork", 1) + &blade("Pike", 1)));
    let prepared = prepare_units(&[(led(&boss, &guards), None)], &(unit(&squad(9, 4, "-", 1, "")), None), &with(&[]));
    let prepared = prepared.unwrap_or_else(|error| panic!("{error}"));
    near("three and two", stage(&exact(&prepared.engaged.engagement).expect("small"), "attacks"), 3.0 + 2.0);
}

/// Attacks fall on the Bodyguard, then on the character, whose own save counts.
#[test]
fn w40k_attached() {
    let unit = led(&leader(4, "4+", 1, ""), &squad(1, 4, "-", 1, ""));
    let outcome = against(&sure(2, "1", ""), &unit, &with(&["wounds on 2+"]));
    near("the Bodyguard falls", outcome.slain(Side::Defender).at_least(1), 1.0 - (1.0 / 6.0f64).powi(2));
    near("both", outcome.destroyed(Side::Defender), WOUND * WOUND / 2.0);
}

/// A character that was wounded before is protected all the same.
#[test]
fn w40k_attached_wounded_character() {
    let unit = led(&leader(4, "-", 2, ""), &squad(1, 4, "-", 1, ""));
    let request = Request { set: vec!["defender.model.leader.wounds-taken=1".into()], ..with(&["wounds on 2+"]) };
    let one = against(&sure(1, "1", ""), &unit, &request);
    near("only the Bodyguard", one.gone(&[1]), 0.0);
    let two = against(&sure(2, "1", ""), &unit, &request);
    near("then the wounded character", two.gone(&[0, 1]), WOUND * WOUND);
}

/// W40K-ALLOCATE: of two characters the one that was hurt before falls first. One wound slays the Bodyguard, the next the
/// Ancient who has two of four wounds left, and the third leaves the Captain two.
#[test]
fn w40k_attached_wounded_second_character() {
    let mut unit = led(&leader(4, "-", 4, ""), &squad(1, 4, "-", 2, ""));
    unit.leaders.push((self::unit(&leader(4, "-", 4, "").replace("\"Leader\"", "\"Ancient\"")), None));
    let hurt = |names: &[&str]| {
        let set = names.iter().map(|name| format!("defender.model.{name}.damage=2")).collect();
        Request { set, ..with(&["wounds on 2+"]) }
    };
    let any = |n: i32| 1.0 - (1.0f64 / 6.0).powi(n);
    let two = 200.0 / 216.0;
    for name in ["leader", "ancient"] {
        let outcome = against(&sure(3, "2", ""), &unit, &hurt(&[name]));
        near(name, outcome.slain(Side::Defender).mean(), any(3) + two);
    }
    let both = prepare_units(&[(self::unit(&sure(3, "2", "")), None)], &(unit, None), &hurt(&["leader", "ancient"]));
    let told = both.expect_err("AMB-19").to_string();
    assert!(told.contains("is not the only group with a model that was chosen before"), "{told}");
}

/// Toughness is the Bodyguard's while it is led, the highest of all where nobody leads.
#[test]
fn w40k_toughness() {
    let gun = forty_k(&gun(1, "1 N/A 4 0 1", "\"Torrent\""));
    let led = led(&leader(8, "-", 2, ""), &squad(3, 4, "-", 1, ""));
    near("S4 against T4", stage(&against(&gun, &led, &with(&[])), "wounds"), 0.5);
    let mixed = squad(3, 4, "-", 1, "[[model]]\nname = \"Big\"\ncount = 1\ntoughness = 8\nsave = \"-\"\nwounds = 2");
    near("S4 against T8", stage(&attack(&gun, &mixed, &with(&[])), "wounds"), 1.0 / 6.0);
}

/// Keywords of every model are the unit's; Blast counts all models (EX-34).
#[test]
fn w40k_keywords() {
    let led = led(&leader(4, "-", 2, ""), &squad(4, 4, "-", 1, ""));
    let anti = forty_k(&gun(1, "1 N/A 4 0 1", "\"Torrent\", \"Anti-PSYKER 4+\", \"Blast\""));
    let outcome = against(&anti, &led, &with(&[]));
    near("five models", stage(&outcome, "attacks"), 2.0);
    near("EX-34", stage(&outcome, "critical-wounds"), 1.0);
}

/// W40K-PRECISION: always on the character, whose save, Feel No Pain and Wounds count.
#[test]
fn w40k_precision() {
    let unit = led(&leader(4, "4+", 2, "feel-no-pain = \"5+\""), &squad(5, 4, "-", 1, ""));
    let outcome = against(&sure(1, "2", "\"Precision\""), &unit, &ruling("precision=always"));
    near("the character dies", outcome.gone(&[1]), WOUND * 0.5 * (2.0f64 / 3.0).powi(2));
    near("nobody else", outcome.slain(Side::Defender).at(1), outcome.gone(&[1]));
    let never = against(&sure(1, "2", "\"Precision\""), &unit, &ruling("precision=never"));
    near("never", never.gone(&[1]), 0.0);
    near("a Bodyguard instead", never.slain(Side::Defender).at(1), WOUND);
}

/// Once the character is dead the rest falls on the Bodyguard.
#[test]
fn w40k_precision_goes_on() {
    let unit = led(&leader(4, "-", 1, ""), &squad(2, 4, "-", 1, ""));
    let outcome = against(&sure(3, "1", "\"Precision\""), &unit, &ruling("precision=always"));
    near("all three", outcome.destroyed(Side::Defender), WOUND.powi(3));
    near("the character first", outcome.gone(&[1]), 1.0 - (1.0 / 6.0f64).powi(3));
}

/// When it can kill: a blow of 2 leaves a character of 3 Wounds alone, one that has lost a Wound it does not.
#[test]
fn w40k_precision_when_it_can_kill() {
    let unit = led(&leader(4, "-", 3, ""), &squad(5, 4, "-", 1, ""));
    let gun = sure(1, "2", "\"Precision\"");
    let fresh = against(&gun, &unit, &ruling("precision=when-it-can-kill"));
    near("not yet", fresh.gone(&[1]), 0.0);
    near("a Bodyguard", fresh.slain(Side::Defender).at(1), WOUND);
    let wounded =
        Request { set: vec!["defender.model.leader.wounds-taken=1".into()], ..ruling("precision=when-it-can-kill") };
    let outcome = against(&gun, &unit, &wounded);
    near("now", outcome.gone(&[1]), WOUND);
}

/// The best policy is the one that slays the character most often: each D6 may slay one of 3 Wounds only together.
#[test]
fn w40k_precision_best() {
    let unit = led(&leader(4, "-", 3, ""), &squad(5, 4, "-", 1, ""));
    let outcome = against(&sure(2, "2", "\"Precision\""), &unit, &ruling("precision=best"));
    near("two blows of 2", outcome.gone(&[1]), WOUND * WOUND);
}

/// Devastating Wounds of a Precision attack go to the character too, after all others (W40K-PRECISION).
#[test]
fn w40k_precision_with_devastating_wounds() {
    let unit = led(&leader(4, "2+", 2, "invulnerable = \"2+\""), &squad(5, 4, "2+", 1, ""));
    let gun = forty_k(&gun(1, "1 N/A 4 0 2", "\"Torrent\", \"Precision\", \"Devastating Wounds\""));
    let outcome = against(&gun, &unit, &Request { rulings: vec!["precision=always".into()], ..with(&[]) });
    near("critical, or a failed 2+", outcome.gone(&[1]), 1.0 / 6.0 + 2.0 / 6.0 / 6.0);
}

/// AMB-22: extra mortal wounds of a Precision attack go to the character, and what is left spills.
#[test]
fn w40k_precision_with_extra_mortal_wounds() {
    let unit = led(&leader(4, "2+", 2, ""), &squad(5, 4, "2+", 1, ""));
    let gun = forty_k(&gun(1, "1 N/A 4 0 1", "\"Torrent\", \"Precision\""));
    let request = Request {
        rulings: vec!["precision=always".into()],
        ..with(&["3 mortal on critical wounds", "defender:invulnerable 2+"])
    };
    let outcome = against(&gun, &unit, &request);
    // Saved: two on the character, one on the Bodyguard. Not saved: one wound before them, so that two spill.
    near("character and one", outcome.slain(Side::Defender).at(2), 1.0 / 6.0 * 5.0 / 6.0);
    near("character and two", outcome.slain(Side::Defender).at(3), 1.0 / 6.0 / 6.0);
}

/// W40K-STRAT-EPIC-CHALLENGE: melee attacks of the character gain Precision, the others of its unit do not.
#[test]
fn w40k_strat_epic_challenge() {
    let blade = |name: &str| {
        format!(
            "[[weapon]]\nname = \"{name}\"\ncount = 1\nattacks = 1\nskill = \"2+\"\nstrength = 8\nap = 0\ndamage = 2"
        )
    };
    let attacker = led(&leader(4, "2+", 5, &blade("Sword")), &squad(3, 4, "-", 1, &blade("Fist")));
    let defender = led(&leader(4, "-", 2, ""), &squad(5, 4, "-", 1, ""));
    let request = with(&["epic challenge", "wounds on 2+"]);
    let prepared = prepare_units(&[(attacker, None)], &(defender, None), &request).expect("an attack");
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("one weapon may slay the character", outcome.gone(&[1]), WOUND * WOUND);
    let fist = outcome.distribution(|lost| usize::from(lost[0] > 0)).at(1);
    near("the other meets the Bodyguard", fist, WOUND * WOUND);
}

/// W40K-STRAT-TANK-SHOCK: min(6, Bin(T, 1/3)) mortal wounds beside the attack; the means are counted in fractions.
#[test]
fn w40k_strat_tank_shock() {
    let blade = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1";
    let vehicle = |toughness: u32, keyword: &str| {
        let stats = format!("count = 1\ntoughness = {toughness}\nsave = \"3+\"\nwounds = 10");
        format!("game = \"warhammer-40k\"\nname = \"Tank\"\nkeywords = [\"{keyword}\"]\n[[model]]\n{stats}\n{blade}")
    };
    let target = squad(10, 4, "-", 2, "");
    for (toughness, mean) in [(6, 2.0), (10, 3.310), (14, 4.437)] {
        let mean_of =
            |clauses: &[&str]| damage(&agreed(&vehicle(toughness, "VEHICLE"), &target, &with(clauses))).mean();
        printed("Tank Shock", mean_of(&["tank shock"]) - mean_of(&[]), mean, 3);
    }
    // The dice are those of the Toughness that it has now.
    let raised = vehicle(6, "VEHICLE") + "\n[[ability]]\nname = \"Shell\"\neffects = [\"+4 toughness\"]\n";
    let mean_of = |clauses: &[&str]| damage(&agreed(&raised, &target, &with(clauses))).mean();
    printed("raised", mean_of(&["tank shock"]) - mean_of(&[]), 3.310, 3);
    // Its wounds come before the blows: a blade of Damage 2 takes what the mortal wound has left of a model of W2, and is lost
    // beyond it.
    let strong = vehicle(1, "VEHICLE").replace("\"4+\"", "\"2+\"").replace("strength = 4", "strength = 8");
    let strong = strong.replace("damage = 1", "damage = 2");
    let lost = attack(&strong, &squad(2, 4, "-", 2, ""), &with(&["tank shock"])).wounds_lost(Side::Defender).mean();
    near("the shock comes first", lost, 2.0 * 25.0 / 36.0 + 11.0 / 36.0 / 3.0);
    let most = damage(&attack(&vehicle(14, "VEHICLE"), &target, &with(&["tank shock"]))).max();
    assert_eq!(most, 7, "six mortal wounds, and one of the blade");
    assert!(mistake(&vehicle(9, "INFANTRY"), &target, &with(&["tank shock"])).contains("is no VEHICLE"));
}

/// W40K-ATTACHED: an ability of a leader reaches its unit if it leads, its own weapons if it does not say so, and all of the
/// unit that it is part of.
#[test]
fn w40k_attached_abilities() {
    let rifle = "[[weapon]]\nname = \"Rifle\"\nrange = 24\ncount = 1\nattacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1";
    let ability = |more: &str| format!("{rifle}\n[[ability]]\nname = \"Order\"\neffects = [\"+1 to hit\"]\n{more}");
    // Weapons of one name are meant on both sides.
    let named = "leading = true\nweapons = [\"Rifle\"]";
    for (more, hits) in
        [("leading = true", 4.0 / 3.0), (named, 4.0 / 3.0), ("whole-unit = true", 4.0 / 3.0), ("", 2.0 / 3.0 + 0.5)]
    {
        let attacker = led(&leader(4, "2+", 5, &ability(more)), &squad(3, 4, "-", 1, rifle));
        let target = (unit(&squad(9, 4, "-", 1, "")), None);
        let prepared = prepare_units(&[(attacker, None)], &target, &with(&[])).expect("an attack");
        near(more, stage(&exact(&prepared.engaged.engagement).expect("small"), "hits"), hits);
        let alone = leader(4, "2+", 5, &ability(more));
        let outcome = attack(&alone, &squad(9, 4, "-", 1, ""), &with(&[]));
        near("alone", stage(&outcome, "hits"), if more.starts_with("leading") { 0.5 } else { 2.0 / 3.0 });
    }
    // What an army lends to both parts for the whole unit the unit has once.
    let lent = format!("{rifle}\n[[ability]]\nname = \"Order\"\nwhole-unit = true\neffects = [\"+1 attacks\"]\n");
    let attacker = led(&leader(4, "2+", 5, &lent), &squad(3, 4, "-", 1, &lent));
    let prepared = prepare_units(&[(attacker, None)], &(unit(&squad(9, 4, "-", 1, "")), None), &with(&[]));
    let outcome = exact(&prepared.expect("an attack").engaged.engagement).expect("small");
    near("once", stage(&outcome, "hits"), 2.0);
}

/// W40K-ALLOCATE: the order of removal, and a model that was chosen before it.
#[test]
fn w40k_allocate() {
    let mixed =
        squad(2, 4, "-", 1, "[[model]]\nname = \"Sergeant\"\ncount = 2\ntoughness = 4\nsave = \"-\"\nwounds = 3");
    let lost = |set: &[&str], damage: &str| {
        let set = set.iter().map(|text| (*text).to_owned()).collect();
        let outcome = attack(&sure(1, damage, ""), &mixed, &Request { set, ..with(&["wounds on 2+"]) });
        outcome.wounds_lost(Side::Defender).mean() / WOUND
    };
    near("file order", lost(&[], "3"), 1.0);
    near("the other order", lost(&["defender.removal=[\"Sergeant\"]"], "3"), 3.0);
    near("one was chosen before", lost(&["defender.model.sergeant.allocated=true"], "3"), 3.0);
    near("and wounded", lost(&["defender.model.sergeant.wounds-taken=1"], "3"), 2.0);
    let error = mistake(
        &sure(1, "1", ""),
        &mixed,
        &Request {
            set: vec!["defender.model.sergeant.allocated=true".into(), "defender.model.model.allocated=true".into()],
            ..with(&[])
        },
    );
    assert!(error.contains("one model takes all wounds until it falls"), "{error}");
}

/// W40K-STEALTH: only if every model has it.
#[test]
fn w40k_stealth_of_an_attached_unit() {
    let stealthy = |text: &str| text.replacen("name =", "abilities = [\"Stealth\"]\nname =", 1);
    let gun = forty_k(&gun(1, "1 4+ 4 0 1", ""));
    let (hero, squad) = (leader(4, "-", 2, ""), squad(3, 4, "-", 1, ""));
    near("one part", stage(&against(&gun, &led(&hero, &stealthy(&squad)), &with(&[])), "hits"), 0.5);
    near("all", stage(&against(&gun, &led(&stealthy(&hero), &stealthy(&squad)), &with(&[])), "hits"), 1.0 / 3.0);
}

/// W40K-STEALTH: an ability of one part is not of every model, the other part's card may see to the rest.
#[test]
fn stealth_that_an_ability_brings_to_one_part() {
    let gun = forty_k(&gun(1, "1 4+ 4 0 1", ""));
    let hidden = "[[ability]]\nname = \"Hidden\"\neffects = [\"stealth\"]";
    let hits = |hero: &str, squad: &str| stage(&against(&gun, &led(hero, squad), &with(&[])), "hits");
    let (hero, squad) = (leader(4, "-", 2, hidden), squad(3, 4, "-", 1, ""));
    near("one part", hits(&hero, &squad), 0.5);
    near("and a card", hits(&hero, &squad.replacen("name =", "abilities = [\"Stealth\"]\nname =", 1)), 1.0 / 3.0);
    near("leading", hits(&hero.replace("effects", "leading = true\neffects"), &squad), 1.0 / 3.0);
}

/// W40K-ATTACHED: what a leader does to attacks that are allocated to it does nothing to those that its Bodyguard takes.
#[test]
fn what_a_leader_does_to_attacks_on_itself() {
    let own = |what: &str| {
        format!("[[ability]]\nname = \"Own\"\neffects = [\"Each time an attack is allocated to this model, {what}\"]")
    };
    let damaged = own("change the Damage characteristic of that attack to 1");
    let pierced = own("worsen the Armour Penetration characteristic of that attack by 1");
    let gun = forty_k(&gun(1, "1 N/A 8 -1 3", "\"Torrent\", \"Precision\""));
    // A save of 3+ fails on 1 to 3 at AP -1, and on 1 and 2 at AP 0.
    for (more, squads, leaders) in [(&damaged, 3.0 / 2.0, 1.0 / 2.0), (&pierced, 3.0 / 2.0, 3.0 / 3.0)] {
        let target = led(&leader(4, "3+", 4, more), &squad(3, 4, "3+", 3, ""));
        let mean = |precision: &str| damage(&against(&gun, &target, &ruling(precision))).mean();
        near("the Bodyguard", mean("precision=never"), WOUND * squads);
        near("the leader", mean("precision=always"), WOUND * leaders);
    }
}

/// `damage` knows no end: once all are gone the rest meets another character.
#[test]
fn damage_of_precision_attacks_has_no_end() {
    let unit = led(&leader(4, "-", 1, ""), &squad(1, 4, "-", 1, ""));
    let outcome = against(&sure(4, "1", "\"Precision\""), &unit, &ruling("precision=always"));
    near("four points", damage(&outcome).at(4), WOUND.powi(4));
}

/// A blow of 2 cannot slay a character of 4 Wounds that has lost one; three mortal wounds slay one of 3 at once.
#[test]
fn w40k_precision_once_one_attack_can_kill() {
    let set = |wounds: u32| Request {
        set: vec![format!("defender.model.leader.wounds-taken={wounds}")],
        ..ruling("precision=when-it-can-kill")
    };
    let four = led(&leader(4, "-", 4, ""), &squad(5, 4, "-", 1, ""));
    let lost = |wounds: u32, count: u32| {
        let outcome = against(&sure(count, "2", "\"Precision\""), &four, &set(wounds));
        outcome.distribution(|lost| lost[1] - wounds as usize).mean()
    };
    near("three left", lost(1, 1), 0.0);
    near("two left", lost(2, 1), 2.0 * WOUND);
    let gun = forty_k(&gun(1, "1 N/A 8 -6 1", "\"Torrent\", \"Precision\""));
    let three = led(&leader(4, "-", 3, ""), &squad(5, 4, "-", 1, ""));
    let clauses = ["3 mortal on critical wounds", "critical wounds on 2+"];
    let request = Request { rulings: vec!["precision=when-it-can-kill".into()], ..with(&clauses) };
    let outcome = against(&gun, &three, &request);
    near("the mortal wounds slay it", outcome.gone(&[1]), WOUND);
    near("the attack slays a Bodyguard", outcome.slain(Side::Defender).at(2), WOUND);
}

/// An ability of some models holds for weapons that they alone carry; models that are not there carry nothing.
#[test]
fn abilities_of_models_that_carry_a_weapon() {
    let unit = |troopers: u32| {
        let models = format!(
            "[[model]]\nname = \"Sergeant\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n[[model]]\nname = \"Trooper\"\ncount = {troopers}\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n"
        );
        let rifle = gun(1, "6 4+ 4 0 1", "");
        let order = "[[ability]]\nname = \"Marksman\"\nmodels = [\"Sergeant\"]\neffects = [\"+1 to hit\"]\n";
        format!("game = \"warhammer-40k\"\nname = \"Squad\"\n{models}{rifle}{order}")
    };
    near("alone", stage(&attack(&unit(0), &squad(9, 4, "-", 1, ""), &with(&[])), "hits"), 4.0);
    let error = mistake(&unit(4), &squad(9, 4, "-", 1, ""), &with(&[]));
    assert!(error.contains("whether the `models` of Marksman carry Gun is not known"), "{error}");
}

/// W40K-EXTRA-ATTACKS: an ability changes the Attacks of such a weapon if it names it and holds.
#[test]
fn w40k_extra_attacks_of_a_weapon_that_is_named() {
    let weapon = |name: &str, abilities: &str| {
        let blade = gun(1, "2 3+ 4 0 1", abilities).replace("range = 24\n", "");
        blade.replace("\"Gun\"", &format!("\"{name}\""))
    };
    let attacks = |more: &str, clauses: &[&str]| {
        let ability = format!("[[ability]]\nname = \"Frenzy\"\neffects = [\"+3 attacks\"]\n{more}\n");
        let unit = forty_k(&format!("{}{}{ability}", weapon("Sword", ""), weapon("Claw", "\"Extra Attacks\"")));
        stage(&attack(&unit, &squad(20, 4, "-", 1, ""), &with(clauses)), "attacks")
    };
    near("all weapons", attacks("", &[]), 2.0 + 3.0 + 2.0);
    near("the claw", attacks("weapons = [\"Claw\"]", &[]), 2.0 + 2.0 + 3.0);
    near("the sword", attacks("weapons = [\"Sword\"]", &[]), 2.0 + 3.0 + 2.0);
    let charged = "weapons = [\"Claw\"]\nwhen = [\"charged\"]";
    near("not charged", attacks(charged, &[]), 4.0);
    near("charged", attacks(charged, &["charged"]), 7.0);
}

/// What a leader's card prints of all its models joins what it prints of one: both count, and none is the Bodyguard's.
#[test]
fn w40k_attached_abilities_of_the_card_and_of_a_model() {
    let boss = leader(4, "-", 2, "abilities = [\"Invulnerable Save 4+\"]").replacen(
        "[[model]]",
        "abilities = [\"Feel No Pain 5+\"]\n[[model]]",
        1,
    );
    let unit = led(&boss, &squad(1, 4, "-", 1, ""));
    let gun = sure(1, "1", "\"Precision\"");
    let outcome = against(&gun, &unit, &ruling("precision=always"));
    near("the leader", damage(&outcome).mean(), WOUND * 0.5 * 4.0 / 6.0);
    near("the Bodyguard", damage(&against(&gun, &unit, &ruling("precision=never"))).mean(), WOUND);
}

/// A unit that has lost wounds is damaged, and one that has lost none is not.
#[test]
fn a_unit_is_damaged_once_it_has_lost_a_wound() {
    let rage = "[[ability]]\nname = \"Rage\"\nwhen = [\"damaged\"]\neffects = [\"+1 to hit\"]\n";
    let unit = forty_k(&format!("{}{rage}", gun(1, "6 4+ 4 0 1", "")));
    let hits = |damage: u32| {
        let request = Request { set: vec![format!("attacker.damage={damage}")], ..with(&[]) };
        stage(&attack(&unit, &squad(20, 4, "-", 1, ""), &request), "hits")
    };
    near("whole", hits(0), 3.0);
    near("hurt", hits(1), 4.0);
}

/// A mistake in a part of an attached unit is told once, by the name that stands in the profile.
#[test]
fn a_mistake_in_a_part_is_told_once() {
    let wrong = "leadership = \"19+\"\n";
    let keyed = |text: String, is_wrong: bool| {
        if is_wrong { text.replacen("[[model]]", &format!("{wrong}[[model]]"), 1) } else { text }
    };
    for (of_leader, of_squad) in [(true, false), (false, true)] {
        let (leader, squad) = (keyed(leader(4, "2+", 4, ""), of_leader), keyed(squad(5, 4, "3+", 1, ""), of_squad));
        let request = with(&[]);
        let attacker = (unit(&forty_k(&gun(1, "1 3+ 4 0 1", ""))), None);
        let error = prepare_units(&[attacker], &(led(&leader, &squad), None), &request).expect_err("a mistake");
        let told: Vec<&str> = error.diagnostics.iter().map(|mistake| mistake.message.as_str()).collect();
        assert_eq!(told, ["`leadership` is not a number to reach"]);
    }
}
