//! Weapon abilities, situations, Stratagems.

use warodds::ask::Request;
use warodds::engine::{self, Method, Options};
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{attack, damage, forty_k, gun, mistake, near, prepared, squad, stage, with};

const WOUND: f64 = 5.0 / 6.0;

fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

fn crowd() -> String {
    squad(20, 4, "-", 1, "")
}

fn hits(abilities: &str, clauses: &[&str]) -> f64 {
    let request = Request { phase: Some(Phase::Shooting), ..with(clauses) };
    stage(&attack(&one("1 3+ 4 0 1", abilities), &crowd(), &request), "hits")
}

/// The chance that a wound of this AP is not saved, in such a situation.
fn unsaved(line: &str, abilities: &str, save: &str, clauses: &[&str]) -> f64 {
    let mut all = vec!["wounds on 2+"];
    all.extend_from_slice(clauses);
    let request = Request { phase: Some(Phase::Shooting), ..with(&all) };
    stage(&attack(&one(line, abilities), &squad(9, 4, save, 1, ""), &request), "unsaved") / WOUND
}

fn melee(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities).replace("range = 24\n", ""))
}

#[test]
fn w40k_assault() {
    let other = gun(2, "1 3+ 4 0 1", "").replace("Gun", "Rifle");
    let both = forty_k(&format!("{}\n{other}", gun(1, "1 3+ 4 0 1", "\"Assault\"")));
    near("after an Advance", stage(&attack(&both, &crowd(), &with(&["advanced"])), "attacks"), 1.0);
    near("else", stage(&attack(&both, &crowd(), &with(&[])), "attacks"), 3.0);
    let granted = attack(&both, &crowd(), &with(&["advanced", "Assault"]));
    near("granted", stage(&granted, "attacks"), 3.0);
    let unseen = attack(&both, &crowd(), &with(&["indirect", "Indirect Fire"]));
    near("Indirect Fire granted", stage(&unseen, "attacks"), 3.0);
}

#[test]
fn w40k_rapid_fire() {
    let gun = one("2 3+ 4 0 1", "\"Rapid Fire D3\"");
    near("half range", stage(&attack(&gun, &crowd(), &with(&["half range"])), "attacks"), 4.0);
    near("beyond", stage(&attack(&gun, &crowd(), &with(&[])), "attacks"), 2.0);
}

#[test]
fn w40k_ignores_cover() {
    near("cover", unsaved("1 N/A 8 0 1", "\"Torrent\"", "4+", &["cover"]), 2.0 / 6.0);
    for situation in ["cover", "smokescreen", "go to ground"] {
        let clauses = [situation];
        near(situation, unsaved("1 N/A 8 0 1", "\"Torrent\", \"Ignores Cover\"", "4+", &clauses), 3.0 / 6.0);
    }
}

#[test]
fn w40k_twin_linked() {
    let wounds = |abilities: &str| stage(&attack(&one("1 N/A 4 0 1", abilities), &crowd(), &with(&[])), "wounds");
    near("failures", wounds("\"Torrent\", \"Twin-linked\""), 0.75);
    let again = attack(&one("1 N/A 4 0 1", "\"Torrent\", \"Twin-linked\""), &crowd(), &with(&["reroll failed wounds"]));
    near("a second re-roll changes nothing", stage(&again, "wounds"), 0.75);
}

#[test]
fn w40k_pistol() {
    let other = gun(1, "3 3+ 4 0 1", "").replace("Gun", "Rifle");
    let both = forty_k(&format!("{}\n{other}", gun(1, "1 3+ 4 0 1", "\"Pistol\"")));
    let attacks = |text: &str, request: &Request| stage(&attack(text, &crowd(), request), "attacks");
    near("the other weapons", attacks(&both, &with(&[])), 3.0);
    near("or the Pistols", attacks(&both, &Request { weapons: vec!["Gun".into()], ..with(&[]) }), 1.0);
    let monster = both.replacen("name =", "keywords = [\"MONSTER\"]\nname =", 1);
    near("a Monster uses all", attacks(&monster, &with(&[])), 4.0);
}

#[test]
fn w40k_torrent() {
    let flamer = "\"Torrent\", \"Sustained Hits 1\", \"Lethal Hits\", \"Heavy\"";
    let outcome = attack(&one("1 N/A 4 0 1", flamer), &crowd(), &with(&["stealth", "-1 to hit"]));
    near("hits", stage(&outcome, "hits"), 1.0);
    // What hits by itself needs no skill, and a profile need not say so.
    let unsaid = one("1 N/A 4 0 1", flamer).replace("skill = \"N/A\"\n", "");
    near("without a skill", stage(&attack(&unsaid, &crowd(), &with(&[])), "hits"), 1.0);
    near("none is critical", stage(&outcome, "critical-hits"), 0.0);
    near("wounds are rolled", stage(&outcome, "wounds"), 0.5);
    let error =
        mistake(&one("1 N/A 4 0 1", "\"Torrent\", \"Indirect Fire\""), &crowd(), &with(&["indirect", "nothing"]));
    assert!(error.contains("nothing"), "{error}");
    let both = format!(
        "{}\n{}",
        gun(1, "1 N/A 4 0 1", "\"Torrent\", \"Indirect Fire\""),
        gun(1, "1 4+ 4 0 1", "\"Indirect Fire\"").replace("Gun", "Mortar")
    );
    near("not at what nobody sees", stage(&attack(&forty_k(&both), &crowd(), &with(&["indirect"])), "attacks"), 1.0);
}

/// W40K-LETHAL-HITS, W40K-DEVASTATING: without Lethal 2/9 + 1/9, with it 1/3 + 1/12; with Anti 4+ it can lower what Devastating Wounds do.
#[test]
fn w40k_lethal_hits() {
    let both = |abilities: &str| {
        let outcome = attack(&one("1 3+ 4 0 1", abilities), &crowd(), &with(&[]));
        let critical = stage(&outcome, "critical-wounds");
        (stage(&outcome, "wounds") - critical, critical)
    };
    let (ordinary, critical) = both("\"Devastating Wounds\"");
    near("ordinary", ordinary, 2.0 / 9.0);
    near("Devastating", critical, 1.0 / 9.0);
    let (ordinary, critical) = both("\"Devastating Wounds\", \"Lethal Hits\"");
    near("ordinary, Lethal", ordinary, 1.0 / 3.0 - 1.0 / 12.0 + 1.0 / 12.0);
    near("Devastating, Lethal", critical, 1.0 / 12.0);
}

#[test]
fn w40k_lance() {
    let wounds = |clauses: &[&str]| {
        stage(&attack(&melee("1 2+ 4 0 1", "\"Lance\""), &crowd(), &with(clauses)), "wounds") / WOUND
    };
    near("charged", wounds(&["charged"]), 4.0 / 6.0);
    near("else", wounds(&[]), 3.0 / 6.0);
    near("+1 in all", wounds(&["charged", "+1 to wound"]), 4.0 / 6.0);
}

/// P(hit) unseen for BS 2+ to 6+, without and with Heavy.
#[test]
fn w40k_indirect_fire() {
    for (skill, plain, heavy) in [(2, 3.0, 3.0), (3, 3.0, 3.0), (4, 2.0, 3.0), (5, 1.0, 2.0), (6, 1.0, 1.0)] {
        let gun = one(&format!("1 {skill}+ 4 0 1"), "\"Indirect Fire\", \"Heavy\"");
        let hits = |clauses: &[&str]| stage(&attack(&gun, &crowd(), &with(clauses)), "hits");
        near(&format!("{skill}+"), hits(&["indirect"]), plain / 6.0);
        near(&format!("{skill}+ Heavy"), hits(&["indirect", "stationary"]), heavy / 6.0);
    }
    let cover = unsaved("1 2+ 8 -1 1", "\"Indirect Fire\"", "4+", &["indirect"]);
    near("cover", cover, 0.5 * 3.0 / 6.0);
}

#[test]
fn w40k_blast() {
    let attacks = |models: u32| {
        stage(&attack(&one("2 4+ 4 0 1", "\"Blast\""), &squad(models, 4, "-", 1, ""), &with(&[])), "attacks")
    };
    for (models, more) in [(1, 0.0), (4, 0.0), (5, 1.0), (11, 2.0), (15, 3.0), (24, 4.0)] {
        near(&format!("{models} models"), attacks(models), 2.0 + more);
    }
}

/// Added after halving; also to Devastating Wounds, and to Damage set to 0.
#[test]
fn w40k_melta() {
    let melta = |abilities: &str, clauses: &[&str]| {
        let mut all = vec!["half range"];
        all.extend_from_slice(clauses);
        let outcome =
            attack(&one("1 N/A 4 0 D6", abilities), &squad(1, 4, "2+", 20, "invulnerable = \"2+\""), &with(&all));
        outcome.total("mortal-wounds").expect("a result").mean()
    };
    near("D6 + 2", melta("\"Torrent\", \"Melta 2\", \"Devastating Wounds\"", &[]), 5.5 / 6.0);
    near("halved", melta("\"Torrent\", \"Melta 2\", \"Devastating Wounds\"", &["halve damage"]), 4.0 / 6.0);
    near("set to 0", melta("\"Torrent\", \"Melta 2\", \"Devastating Wounds\"", &["damage is 0"]), 2.0 / 6.0);
}

#[test]
fn w40k_heavy() {
    near("moved", hits("\"Heavy\"", &[]), 4.0 / 6.0);
    near("stationary", hits("\"Heavy\"", &["stationary"]), 5.0 / 6.0);
    near("and -1", hits("\"Heavy\"", &["stationary", "stealth"]), 4.0 / 6.0);
}

/// One test for each weapon, three wounds for each 1, characters last, excess lost, also when the target is dead.
#[test]
fn w40k_hazardous() {
    let unit = |count: u32, wounds: u32| {
        format!(
            "game = \"warhammer-40k\"\nname = \"Attacker\"\n[[model]]\ncount = {count}\ntoughness = 4\nsave = \"3+\"\nwounds = {wounds}\n{}",
            gun(count, "1 N/A 8 0 1", "\"Torrent\", \"Hazardous\"")
        )
    };
    let outcome = attack(&unit(5, 2), &squad(1, 4, "-", 1, ""), &with(&[]));
    near("no failure of five", outcome.slain(Side::Attacker).at(0), (5.0f64 / 6.0).powi(5));
    near("each slays one", outcome.slain(Side::Attacker).mean(), 5.0 / 6.0);
    // Feel No Pain by an ability, or said of the attacker: of three points that each stick on 1 to 3.
    let own = unit(1, 3) + "[[ability]]\nname = \"Numb\"\neffects = [\"feel no pain 4+\"]\n";
    let lost = |unit: &str, clauses: &[&str]| {
        attack(unit, &squad(1, 4, "-", 1, ""), &with(clauses)).wounds_lost(Side::Attacker).mean()
    };
    near("by an ability", lost(&own, &[]), 1.5 / 6.0);
    near("as said", lost(&unit(1, 3), &["attacker: feel no pain 4+"]), 1.5 / 6.0);
    near("against mortal wounds", lost(&unit(1, 3), &["attacker: feel no pain 4+ against mortal wounds"]), 1.5 / 6.0);
    let tough = attack(&unit(2, 4), &squad(1, 4, "-", 1, ""), &with(&[]));
    // Two failures: the wounded bearer is chosen first, and what exceeds its last wound is lost.
    near("one of 4 wounds falls", tough.slain(Side::Attacker).at(1), 1.0 / 36.0);
    near("4 wounds", tough.wounds_lost(Side::Attacker).at(4), 1.0 / 36.0);
}

#[test]
fn w40k_sustained_hits() {
    near("1", hits("\"Sustained Hits 1\"", &[]), 5.0 / 6.0);
    near("D3", hits("\"Sustained Hits D3\"", &[]), 4.0 / 6.0 + 2.0 / 6.0);
    near("on 5+", hits("\"Sustained Hits 1\"", &["critical hits on 5+"]), 4.0 / 6.0 + 2.0 / 6.0);
}

/// With each Extra Attacks weapon and one other; only a rule that names it changes its Attacks.
#[test]
fn w40k_extra_attacks() {
    let claw = gun(1, "2 3+ 4 0 1", "\"Extra Attacks\"").replace("Gun", "Claw");
    let two = format!("{}\n{claw}", gun(1, "3 3+ 4 0 1", "")).replace("range = 24\n", "");
    near("both", stage(&attack(&forty_k(&two), &crowd(), &with(&[])), "attacks"), 5.0);
    near("+1 for the other", stage(&attack(&forty_k(&two), &crowd(), &with(&["+1 attacks"])), "attacks"), 6.0);
    // A re-roll changes no characteristic: a die that shows 1 is rolled again.
    let dice = forty_k(&claw.replace("range = 24\n", "").replace("attacks = \"2\"", "attacks = \"D6\""));
    let again = stage(&attack(&dice, &crowd(), &with(&["reroll attacks of 1"])), "attacks");
    near("rolled again", again, 3.5 + 2.5 / 6.0);
}

#[test]
fn w40k_anti() {
    let beast = crowd().replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"BEAST\"]");
    let wounds = |clauses: &[&str]| {
        let outcome = attack(&one("1 N/A 1 0 1", "\"Torrent\", \"Anti-BEAST 2+\""), &beast, &with(clauses));
        (stage(&outcome, "wounds"), stage(&outcome, "critical-wounds"))
    };
    near("whatever the chart says", wounds(&[]).0, 5.0 / 6.0);
    near("all critical", wounds(&["-1 to wound"]).1, 5.0 / 6.0);
}

#[test]
fn w40k_devastating_wounds() {
    let outcome = attack(
        &one("1 N/A 4 0 2", "\"Torrent\", \"Devastating Wounds\""),
        &squad(9, 4, "2+", 3, "invulnerable = \"2+\""),
        &with(&[]),
    );
    near("no save of any kind", outcome.wounds_lost(Side::Defender).at(2), 1.0 / 6.0 + 2.0 / 6.0 / 6.0);
}

#[test]
fn w40k_psychic() {
    let target = squad(1, 4, "-", 9, "feel-no-pain-psychic = \"4+\"");
    let mean = |abilities: &str| damage(&attack(&one("1 N/A 4 0 1", abilities), &target, &with(&[]))).mean();
    near("psychic", mean("\"Torrent\", \"Psychic\""), 0.25);
    near("else", mean("\"Torrent\""), 0.5);
}

#[test]
fn w40k_firing_deck() {
    let passengers = gun(4, "2 3+ 4 0 1", "").replace("Gun", "Rifle") + "embarked = true\n";
    let transport = forty_k(&format!("{}\n{passengers}", gun(1, "3 3+ 4 0 1", "")))
        .replacen("name =", "firing-deck = 4\nname =", 1);
    let attacks = |clauses: &[&str]| stage(&attack(&transport, &crowd(), &with(clauses)), "attacks");
    near("alone", attacks(&[]), 3.0);
    near("with passengers", attacks(&["firing deck"]), 11.0);
    near("not in Overwatch", attacks(&["firing deck", "overwatch"]), 3.0);
    let small = transport.replace("firing-deck = 4", "firing-deck = 3");
    let error = mistake(&small, &crowd(), &with(&["firing deck"]));
    assert!(error.contains("Firing Deck 3, and 4 passengers"), "{error}");
}

/// +1 to the armour save of ranged attacks, not for 3+ or better against AP 0, once only.
#[test]
fn w40k_cover() {
    near("4+", unsaved("1 N/A 8 0 1", "\"Torrent\"", "4+", &["cover"]), 2.0 / 6.0);
    near("3+ at AP 0", unsaved("1 N/A 8 0 1", "\"Torrent\"", "3+", &["cover"]), 2.0 / 6.0);
    near("3+ at AP -1", unsaved("1 N/A 8 -1 1", "\"Torrent\"", "3+", &["cover"]), 2.0 / 6.0);
    near("AP worsened to 0", unsaved("1 N/A 8 -1 1", "\"Torrent\"", "3+", &["cover", "worsen ap by 1"]), 2.0 / 6.0);
    near("once", unsaved("1 N/A 8 -2 1", "\"Torrent\"", "4+", &["cover", "go to ground", "smokescreen"]), 4.0 / 6.0);
    let blade = attack(&melee("1 2+ 8 0 1", ""), &squad(9, 4, "4+", 1, ""), &with(&["cover", "wounds on 2+"]));
    near("not in melee", stage(&blade, "unsaved"), WOUND * WOUND * 0.5);
}

#[test]
fn w40k_plunging_fire() {
    near("AP 0 gets -1", unsaved("1 N/A 8 0 1", "\"Torrent\"", "4+", &["plunging fire"]), 4.0 / 6.0);
    near("and cover returns", unsaved("1 N/A 8 0 1", "\"Torrent\"", "3+", &["plunging fire", "cover"]), 2.0 / 6.0);
}

#[test]
fn w40k_stealth() {
    near("ranged", hits("", &["stealth"]), 3.0 / 6.0);
    let stealthy = crowd().replace("name = \"Target\"", "name = \"Target\"\nabilities = [\"Stealth\"]");
    near("twice is once", stage(&attack(&one("1 3+ 4 0 1", ""), &stealthy, &with(&["smokescreen"])), "hits"), 0.5);
    near("not in melee", stage(&attack(&melee("1 3+ 4 0 1", ""), &stealthy, &with(&[])), "hits"), 4.0 / 6.0);
}

#[test]
fn w40k_big_guns() {
    near("-1", hits("", &["big guns"]), 3.0 / 6.0);
    near("not with Pistols", hits("\"Pistol\"", &["big guns"]), 4.0 / 6.0);
    near("-2 is capped", hits("", &["big guns", "stealth"]), 3.0 / 6.0);
}

/// Only unmodified 6s hit, and they are critical; Torrent by ruling.
#[test]
fn w40k_overwatch() {
    near("6s", hits("", &["overwatch", "+1 to hit"]), 1.0 / 6.0);
    near("critical on 6 only", hits("\"Sustained Hits 1\"", &["overwatch", "critical hits on 4+"]), 2.0 / 6.0);
    near("ones again", hits("", &["overwatch", "reroll hits of 1"]), 7.0 / 36.0);
    near("failures again", hits("", &["overwatch", "reroll failed hits"]), 11.0 / 36.0);
}

#[test]
fn w40k_strat_fire_overwatch() {
    let flamer = one("1 N/A 4 0 1", "\"Torrent\"");
    let hits = |ruling: Option<&str>| {
        let rulings = ruling.map(str::to_owned).into_iter().collect();
        stage(&attack(&flamer, &crowd(), &Request { rulings, ..with(&["overwatch"]) }), "hits")
    };
    near("AMB-04", hits(None), 1.0);
    near("by the other reading", hits(Some("overwatch-torrent=sixes")), 1.0 / 6.0);
}

#[test]
fn w40k_strat_go_to_ground() {
    near("6+ invulnerable", unsaved("1 N/A 8 -9 1", "\"Torrent\"", "4+", &["go to ground"]), 5.0 / 6.0);
    near("and cover", unsaved("1 N/A 8 0 1", "\"Torrent\"", "4+", &["go to ground"]), 2.0 / 6.0);
    let better = "1 N/A 8 -9 1";
    let target = squad(9, 4, "4+", 1, "invulnerable = \"4+\"");
    let outcome = attack(&one(better, "\"Torrent\""), &target, &with(&["go to ground", "wounds on 2+"]));
    near("AMB-30: the best", stage(&outcome, "unsaved"), WOUND * 0.5);
}

#[test]
fn w40k_strat_smokescreen() {
    near("Stealth", hits("", &["smokescreen"]), 3.0 / 6.0);
    near("and cover", unsaved("1 N/A 8 0 1", "\"Torrent\"", "4+", &["smokescreen"]), 2.0 / 6.0);
}

/// A One Shot weapon fires like any other, once.
#[test]
fn w40k_one_shot() {
    let missile = one("1 3+ 4 0 1", "\"One Shot\"");
    near("fires", stage(&attack(&missile, &crowd(), &with(&[])), "attacks"), 1.0);
    assert!(prepared(&missile, &crowd(), &with(&[])).is_ok());
}

/// Slain models attack once the volley that slew them is over, and the exact law agrees with dice.
#[test]
fn w40k_on_death() {
    let last = |on_death: &str| {
        let gun = gun(2, "1 N/A 8 0 2", "\"Torrent\"").replace("name = \"Gun\"", "name = \"Last gun\"");
        format!("{gun}on-death = {on_death}")
    };
    let attacker = |count: u32| forty_k(&gun(count, "1 N/A 8 0 1", "\"Torrent\""));
    let losses = |count: u32, on_death: &str| {
        attack(&attacker(count), &squad(2, 4, "-", 1, &last(on_death)), &with(&[])).wounds_lost(Side::Attacker)
    };
    // The attacker has Toughness 4, a 3+ save and 2 Wounds: each blow of 2 slays it on a wound and a failed save.
    let blow = WOUND * 2.0 / 6.0;
    near("one may fall", losses(1, "true").at(2), WOUND * blow);
    near("on 4+", losses(1, "\"4+\"").at(2), WOUND * 0.5 * blow);
    let two = WOUND * WOUND;
    let one = 2.0 * WOUND / 6.0;
    near("both may fall", losses(2, "true").at(2), two * (1.0 - (1.0 - blow).powi(2)) + one * blow);
    let plain = attack(&attacker(2), &squad(2, 4, "-", 1, ""), &with(&[]));
    let with_last = attack(&attacker(2), &squad(2, 4, "-", 1, &last("true")), &with(&[]));
    near("the attack is the same", damage(&with_last).mean(), damage(&plain).mean());
    let prepared = prepared(&attacker(2), &squad(2, 4, "-", 1, &last("true")), &with(&[])).expect("an attack");
    let options = Options { method: Method::Both, ..Options::default() };
    let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
    assert!(answer.agreement.expect("asked for").holds());
}

#[test]
fn w40k_on_death_is_refused_by_name() {
    let one_of_two = gun(1, "1 N/A 8 0 2", "\"Torrent\"") + "on-death = true";
    let attacker = one("1 N/A 8 0 1", "\"Torrent\"");
    let error = mistake(&attacker, &squad(2, 4, "-", 1, &one_of_two), &with(&[]));
    assert!(error.contains("which of them fall is not known"), "{error}");
    let hazardous = one("1 N/A 8 0 1", "\"Torrent\", \"Hazardous\"");
    let error = mistake(&hazardous, &squad(1, 4, "-", 1, &one_of_two), &with(&[]));
    assert!(error.contains("Hazardous"), "{error}");
}

/// W40K-HAZARDOUS: of two melee weapons each has its own bearers, for each model fights with one.
#[test]
fn w40k_hazardous_two_melee_weapons() {
    let blade = |name: &str| {
        gun(2, "1 3+ 4 0 1", "\"Hazardous\"").replace("range = 24\n", "").replace("\"Gun\"", &format!("\"{name}\""))
    };
    let unit = forty_k(&format!("{}{}", blade("Axe"), blade("Maul"))).replace("count = 1\nt", "count = 4\nt");
    let slain = attack(&unit, &crowd(), &with(&[])).slain(Side::Attacker);
    near("all four", slain.at(4), (1.0f64 / 6.0).powi(4));
    near("none", slain.at(0), (5.0f64 / 6.0).powi(4));
}

/// W40K-HAZARDOUS: the wounds of a Psychic weapon are psychic, for Feel No Pain against such.
#[test]
fn w40k_hazardous_psychic() {
    let unit = |weapons: &str| forty_k(weapons).replace("wounds = 2", "wounds = 3\nfeel-no-pain-psychic = \"4+\"");
    let slain = |weapons: &str| attack(&unit(weapons), &crowd(), &with(&[])).slain(Side::Attacker).at(1);
    let smite = gun(1, "1 N/A 8 0 1", "\"Torrent\", \"Hazardous\", \"Psychic\"");
    let plasma = gun(1, "1 N/A 8 0 1", "\"Torrent\", \"Hazardous\"").replace("\"Gun\"", "\"Plasma\"");
    near("three wounds, each ignored on 4+", slain(&smite), 1.0 / 6.0 / 8.0);
    near("no psychic ones", slain(&plasma), 1.0 / 6.0);
    let both = mistake(&unit(&format!("{smite}{plasma}")), &crowd(), &with(&[]));
    assert!(both.contains("some of its Hazardous weapons are Psychic and some are not"), "{both}");
}

/// W40K-BLAST, W40K-EXTRA-ATTACKS: an ability does on a card what it does where something grants it: nothing on a weapon of
/// the other kind, and every answer says so.
#[test]
fn abilities_of_the_other_kind_of_weapon() {
    for (attacker, told) in [
        (melee("2 4+ 4 0 1", "\"Blast\""), "`Blast` does nothing on a melee weapon"),
        (one("2 4+ 4 0 1", "\"Extra Attacks\""), "`Extra Attacks` does nothing on a ranged weapon"),
    ] {
        near(told, stage(&attack(&attacker, &crowd(), &with(&[])), "attacks"), 2.0);
        let prepared = prepared(&attacker, &crowd(), &with(&[])).unwrap_or_else(|error| panic!("{error}"));
        assert!(prepared.notes.iter().any(|note| note == told), "{:?}", prepared.notes);
    }
}
