//! What datasheets say besides the core rules: models that fight as they die, Overwatch on better rolls, an attack whose
//! Damage is 0, and what critical rolls bring.

use crate::support::{attack, damage, forty_k, gun, is, mistake, near, prepared, squad, stage, unit, with};
use warodds::ask::{Chosen, prepare_units};
use warodds::engine::{self, Method, Options, Outcome};
use warodds::sequence::Side;

/// A melee weapon.
fn blade(name: &str, count: u32, line: &str, abilities: &str) -> String {
    gun(count, line, abilities).replace("range = 24\n", "").replace("\"Gun\"", &format!("\"{name}\""))
}

/// An ability of a datasheet.
fn ability(keys: &str) -> String {
    format!("[[ability]]\nname = \"Ability\"\n{keys}\n")
}

/// One shot that hits.
fn shot(line: &str, abilities: &str) -> String {
    let comma = if abilities.is_empty() { "" } else { ", " };
    forty_k(&gun(1, line, &format!("\"Torrent\"{comma}{abilities}")))
}

/// Attacks of these units on a unit, one after the other.
fn chain(attackers: &[&str], defender: &str) -> Outcome {
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    let prepared =
        prepare_units(&attackers, &(unit(defender), None), &with(&[])).unwrap_or_else(|error| panic!("{error}"));
    engine::exact(&prepared.engaged.engagement).expect("small")
}

fn agree(attacker: &str, defender: &str, clauses: &[&str]) {
    let prepared = prepared(attacker, defender, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { method: Method::Both, ..Options::default() };
    let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
    assert!(answer.agreement.expect("asked for").holds(), "{clauses:?}");
}

/// Attackers with a save of 3+ and two wounds whose blows hit and wound on 2+.
fn slayers(attacks: u32) -> String {
    forty_k(&blade("Axe", 1, &format!("{attacks} 2+ 8 -6 1"), ""))
}

const SLAYS: f64 = 25.0 / 36.0;

/// W40K-ON-DEATH: granted by an ability, by an option, on a roll or always, and only after a melee attack.
#[test]
fn models_fight_as_they_die() {
    let blades = blade("Blade", 2, "1 2+ 8 0 2", "");
    let target = |more: &str| squad(2, 4, "-", 1, &format!("{blades}{more}"));
    let granted = target(&ability("effects = [\"on death 4+\"]"));
    let losses =
        |target: &str, attacks: u32, clauses: &[&str]| -> Outcome { attack(&slayers(attacks), target, &with(clauses)) };
    // 2+ to hit, 2+ to wound, a failed 3+ save: two points slay the attacker.
    let blow = SLAYS * 2.0 / 6.0;
    let lost = |outcome: &Outcome| outcome.wounds_lost(Side::Attacker).at(2);
    near("on 4+", lost(&losses(&granted, 1, &[])), SLAYS * 0.5 * blow);
    near("by an option", lost(&losses(&target(""), 1, &["on death 4+"])), SLAYS * 0.5 * blow);
    near("always", lost(&losses(&target(""), 1, &["fights on death"])), SLAYS * blow);
    near("the better number", lost(&losses(&granted, 1, &["on death 2+"])), SLAYS * 5.0 / 6.0 * blow);
    let (one, two) = (2.0 * SLAYS * (1.0 - SLAYS), SLAYS * SLAYS);
    let both = two * (1.0 - (1.0 - 0.5 * blow).powi(2)) + one * 0.5 * blow;
    near("both may fall", lost(&losses(&granted, 2, &[])), both);
    assert!(!losses(&target(""), 1, &[]).has(Side::Attacker));
    let far = attack(&shot("1 N/A 8 -6 1", ""), &granted, &with(&[]));
    assert!(!far.has(Side::Attacker), "nobody fights after a volley");
    let never = target(&ability("when = [\"objective\"]\neffects = [\"on death 4+\"]"));
    assert!(!losses(&never, 1, &[]).has(Side::Attacker));
    near("on the objective", lost(&losses(&never, 1, &["target objective"])), SLAYS * 0.5 * blow);
    assert!(!losses(&granted, 1, &["target fought"]).has(Side::Attacker), "it has fought");
    agree(&slayers(3), &granted, &[]);
}

/// Of weapons that some models carry, the one that most carry goes first, as losses do elsewhere.
#[test]
fn the_dying_use_the_weapons_they_carry() {
    let arms = blade("Blade", 2, "1 2+ 8 -6 1", "") + &blade("Fist", 1, "1 2+ 8 -6 3", "");
    let target = squad(3, 4, "-", 1, &arms);
    let tough = |attacks: u32| slayers(attacks).replace("wounds = 2", "wounds = 50");
    for attacks in 1..=3u32 {
        let mut mean = 0.0;
        for way in 0..1u32 << attacks {
            let slain = way.count_ones();
            let chance = SLAYS.powi(slain as i32) * (1.0 - SLAYS).powi((attacks - slain) as i32);
            mean += chance * SLAYS * (f64::from(slain.min(2)) + if slain == 3 { 3.0 } else { 0.0 });
        }
        let known = attack(&tough(attacks), &target, &with(&["fights on death"]));
        near(&format!("{attacks} attacks"), known.wounds_lost(Side::Attacker).mean(), mean);
    }
    // Only a leader has the ability: the others do not fight.
    let parts = "[[model]]\nname = \"Captain\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 1\n";
    let some = squad(1, 4, "-", 1, &format!("{parts}{}", blade("Blade", 2, "1 2+ 8 -6 1", "")))
        + &ability("models = [\"Captain\"]\neffects = [\"fights on death\"]");
    let known = attack(&tough(2), &some, &with(&[]));
    near("the captain falls last", known.wounds_lost(Side::Attacker).mean(), SLAYS * SLAYS * SLAYS);
}

/// W40K-ON-DEATH in a chain: each model fights once, when it falls.
#[test]
fn the_dying_fight_once_in_a_chain() {
    let target =
        squad(4, 4, "-", 1, &blade("Blade", 4, "1 2+ 8 -6 1", "")) + &ability("effects = [\"fights on death\"]");
    let tough = |name: &str| slayers(2).replace("wounds = 2", "wounds = 50").replace("Attacker", name);
    let known = chain(&[&tough("One"), &tough("Two")], &target);
    near("back", known.wounds_lost(Side::Attacker).mean(), 4.0 * SLAYS * SLAYS);
}

/// W40K-OVERWATCH: hits on unmodified rolls of N or more, whatever the skill and the modifiers; a 6 is critical.
#[test]
fn overwatch_on_better_rolls() {
    let crowd = squad(20, 4, "-", 10, "");
    let hits = |skill: &str, clauses: &[&str]| {
        let gun = forty_k(&gun(1, &format!("1 {skill} 4 0 1"), "\"Sustained Hits 1\""));
        stage(&attack(&gun, &crowd, &with(clauses)), "hits")
    };
    near("on 6s", hits("3+", &["overwatch"]), 2.0 / 6.0);
    for skill in ["2+", "3+", "6+"] {
        near("on 5s", hits(skill, &["overwatch", "overwatch 5+"]), 3.0 / 6.0);
        near("the option alone", hits(skill, &["overwatch 4+"]), 4.0 / 6.0);
        near("modifiers", hits(skill, &["overwatch 4+", "-1 to hit", "+1 to hit"]), 4.0 / 6.0);
    }
    near("the better one", hits("3+", &["overwatch 4+", "overwatch 5+"]), 4.0 / 6.0);
    for critical in ["critical hits on 5+", "critical hits on successful 5+", "every hit is critical"] {
        near("no lower criticals", hits("3+", &["overwatch 5+", critical]), 3.0 / 6.0);
    }
    let text = forty_k(&gun(1, "1 3+ 4 0 1", "")) + &ability("effects = [\"overwatch 5+\"]");
    near("elsewhere", stage(&attack(&text, &crowd, &with(&[])), "hits"), 4.0 / 6.0);
    near("in Overwatch", stage(&attack(&text, &crowd, &with(&["overwatch"])), "hits"), 2.0 / 6.0);
}

/// W40K-DAMAGE: one attack that is allocated does nothing, of the weapon that does most; what is added still counts.
#[test]
fn the_damage_of_one_attack_is_0() {
    let zero = "damage of one attack is 0";
    let target = squad(1, 4, "-", 100, "");
    let of = |attacker: &str, clauses: &[&str]| damage(&attack(attacker, &target, &with(clauses))).clone();
    let two = shot("2 N/A 8 0 2", "");
    is("two attacks", &of(&two, &[zero]), 36.0, &[(0, 11.0), (2, 25.0)]);
    near("they wound all the same", stage(&attack(&two, &target, &with(&[zero])), "wounds"), 10.0 / 6.0);
    near("and are not saved", stage(&attack(&two, &target, &with(&[zero])), "unsaved"), 10.0 / 6.0);
    let arms =
        gun(1, "1 N/A 8 0 1", "\"Torrent\"") + &gun(1, "1 N/A 8 0 3", "\"Torrent\"").replace("\"Gun\"", "\"Cannon\"");
    is("the cannon", &of(&forty_k(&arms), &[zero]), 6.0, &[(0, 1.0), (1, 5.0)]);
    is("Devastating", &of(&shot("1 N/A 8 0 2", "\"Devastating Wounds\""), &[zero]), 1.0, &[(0, 1.0)]);
    let devastating = of(&shot("2 N/A 8 0 2", "\"Devastating Wounds\""), &[zero]);
    is("one of two", &devastating, 36.0, &[(0, 11.0), (2, 25.0)]);
    // EX-30: Damage is changed to 0, then Melta adds 2.
    is("Melta", &of(&shot("1 N/A 8 0 D6", "\"Melta 2\""), &[zero, "half range"]), 6.0, &[(0, 1.0), (2, 5.0)]);
    let changes = "[[ability]]\nname = \"Charm\"\neffects = [\"damage of one attack is 0\"]\n";
    let one = shot("1 N/A 8 0 2", "");
    let chained = chain(&[&one, &one.replace("Attacker", "Second")], &format!("{target}{changes}"));
    is("once in a chain", damage(&chained), 36.0, &[(0, 11.0), (2, 25.0)]);
    agree(&shot("6 N/A 4 -1 D3", "\"Devastating Wounds\""), &squad(3, 4, "4+", 3, ""), &[zero]);
    agree(&shot("6 N/A 4 -1 D3", ""), &squad(3, 4, "4+", 3, ""), &[zero, "ignore first failed save"]);
    let leader = "[[model]]\nname = \"Captain\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 5\n";
    let text =
        squad(3, 4, "3+", 2, leader) + &ability("models = [\"Captain\"]\neffects = [\"damage of one attack is 0\"]");
    assert!(mistake(&one, &text, &with(&[])).contains("of the unit as a whole"));
}

/// On a critical: better AP, AP replaced, more Damage, on the hit roll or on the wound roll.
#[test]
fn criticals_change_the_attack() {
    let target = squad(1, 4, "4+", 100, "");
    let even = shot("1 N/A 4 0 1", "");
    let of = |attacker: &str, clause: &str| damage(&attack(attacker, &target, &with(&[clause]))).clone();
    let (plain, critical) = (2.0 / 6.0, 1.0 / 6.0);
    near("better AP", of(&even, "improve ap by 1 on critical wounds").at(1), plain / 2.0 + critical * 4.0 / 6.0);
    near("AP -3", of(&even, "set ap to -3 on critical wounds").at(1), plain / 2.0 + critical);
    let more = of(&even, "+1 damage on critical wounds");
    near("ordinary", more.at(1), plain / 2.0);
    near("critical", more.at(2), critical / 2.0);
    let aimed = forty_k(&gun(1, "1 3+ 4 0 1", ""));
    let (hit, wound) = (3.0 / 6.0, 0.5);
    let truth = hit * wound * 0.5 + critical * wound * 4.0 / 6.0;
    near("hits", of(&aimed, "improve ap by 1 on critical hits").at(1), truth);
    near("AP -2", of(&even, "set ap to -2").at(1), 0.5 * 5.0 / 6.0);
    near("AP 0", of(&shot("1 N/A 4 -3 1", ""), "set ap to 0").at(1), 0.25);
    let worse = squad(1, 4, "4+", 100, "") + &ability("against = true\neffects = [\"worsen ap by 1\"]");
    near("the target worsens it", damage(&attack(&shot("1 N/A 4 -1 1", ""), &worse, &with(&[]))).at(1), 0.25);
    let every = with(&["every hit is critical", "Lethal Hits"]);
    near("every hit", stage(&attack(&aimed, &target, &every), "wounds"), 4.0 / 6.0);
    let every = with(&["every wound is critical", "Devastating Wounds"]);
    near("every wound", damage(&attack(&even, &squad(1, 4, "2+", 100, ""), &every)).at(1), 0.5);
    // A 5 that would not wound stays what it is.
    let successful = with(&["critical wounds on successful 5+", "Devastating Wounds"]);
    for (toughness, truth) in [(4, 2.0 / 6.0 + 1.0 / 36.0), (9, 1.0 / 6.0)] {
        near("a success", damage(&attack(&even, &squad(1, toughness, "2+", 100, ""), &successful)).at(1), truth);
    }
    let successful = with(&["critical hits on successful 5+", "Lethal Hits", "-1 to hit"]);
    let poor = forty_k(&gun(1, "1 5+ 4 0 1", ""));
    near("a 5 that misses", stage(&attack(&poor, &target, &successful), "wounds"), 1.0 / 6.0);
    agree(
        &forty_k(&gun(5, "2 3+ 4 0 1", "\"Sustained Hits 1\"")),
        &squad(5, 4, "3+", 2, ""),
        &["improve ap by 2 on critical hits", "improve ap by 1 on critical wounds"],
    );
}

/// W40K-PRECISION on a critical wound: only such attacks are allocated to the Character.
#[test]
fn criticals_bring_precision() {
    let leader =
        "[[model]]\nname = \"Captain\"\nrole = \"character\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 5\n";
    let led = format!("attached = true\n{}", squad(3, 4, "-", 1, leader));
    let slain = |clause: &str, attacker: &str| {
        let prepared = prepared(attacker, &led, &with(&[clause])).unwrap_or_else(|error| panic!("{error}"));
        let outcome = engine::exact(&prepared.engaged.engagement).expect("small");
        let (_, bodies) = prepared.engaged.chances.first().expect("the characters").clone();
        (outcome.gone(&bodies), outcome.slain(Side::Defender).mean())
    };
    let one = shot("1 N/A 8 0 6", "");
    let (character, models) = slain("precision on critical wounds", &one);
    near("the captain", character, 1.0 / 6.0);
    near("anybody", models, 5.0 / 6.0);
    let aimed = forty_k(&gun(1, "1 3+ 8 0 6", ""));
    let (character, models) = slain("precision on critical hits", &aimed);
    near("the captain", character, 1.0 / 6.0 * 5.0 / 6.0);
    near("anybody", models, 4.0 / 6.0 * 5.0 / 6.0);
    agree(&forty_k(&gun(3, "1 3+ 8 0 2", "")), &led, &["precision on critical wounds"]);
}

/// Stealth and the Benefit of Cover that an ability brings, against ranged attacks alone.
#[test]
fn abilities_hide_a_unit() {
    let aimed = forty_k(&gun(1, "1 3+ 4 0 1", ""));
    let hidden = |effect: &str| squad(5, 4, "4+", 1, &ability(&format!("effects = [\"{effect}\"]")));
    near("Stealth", stage(&attack(&aimed, &hidden("Stealth"), &with(&[])), "hits"), 3.0 / 6.0);
    near("not twice", stage(&attack(&aimed, &hidden("Stealth"), &with(&["stealth"])), "hits"), 3.0 / 6.0);
    let fist = forty_k(&blade("Fist", 1, "1 3+ 4 0 1", ""));
    near("not in melee", stage(&attack(&fist, &hidden("Stealth"), &with(&[])), "hits"), 4.0 / 6.0);
    let covered = attack(&shot("1 N/A 4 0 1", ""), &hidden("benefit of cover"), &with(&[]));
    near("cover", damage(&covered).at(1), 0.5 * 2.0 / 6.0);
    near("not in melee", damage(&attack(&fist, &hidden("benefit of cover"), &with(&[]))).at(1), 4.0 / 6.0 * 0.25);
    let ignored = attack(&shot("1 N/A 4 0 1", "\"Ignores Cover\""), &hidden("benefit of cover"), &with(&[]));
    near("ignored", damage(&ignored).at(1), 0.25);
}

/// W40K-RETURNED: what comes back is refused, and what may be done about it is said.
#[test]
fn what_comes_back_is_refused() {
    let text = mistake(&shot("1 N/A 4 0 1", ""), &squad(1, 4, "3+", 5, ""), &with(&["comes back on 2+"]));
    assert!(text.contains("W40K-RETURNED") && text.contains("not-computed"), "{text}");
    let sigmar = crate::support::sigmar(1, "attacks = 1\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1");
    let text = mistake(&sigmar, &crate::support::target(1, 1, "4+", ""), &with(&["on death 4+"]));
    assert!(text.contains("Warhammer 40,000"), "{text}");
}

/// A Save characteristic that gets better or worse moves what is saved, not a modifier.
#[test]
fn a_save_characteristic_is_changed() {
    let fails = |clauses: &[&str]| {
        let outcome = attack(&shot("1 N/A 8 0 1", "\"Torrent\""), &squad(1, 4, "4+", 1, ""), &with(clauses));
        damage(&outcome).mean() / (5.0 / 6.0)
    };
    near("4+", fails(&[]), 3.0 / 6.0);
    near("5+", fails(&["worsen save by 1"]), 4.0 / 6.0);
    near("6+", fails(&["worsen save by 2"]), 5.0 / 6.0);
    near("3+", fails(&["improve save by 1"]), 2.0 / 6.0);
    near("4+ again", fails(&["improve save by 2", "worsen save by 2"]), 3.0 / 6.0);
}

/// W40K-DEVASTATING: the rules name no order among several; what is chosen is said where it matters.
#[test]
fn the_order_of_devastating_wounds_is_said_where_it_matters() {
    let gun = forty_k(&gun(1, "2 3+ 4 0 2", "\"Devastating Wounds\""));
    let said = |clauses: &[&str]| {
        let prepared = prepared(&gun, &squad(3, 4, "4+", 3, ""), &with(clauses)).expect("right");
        prepared.notes.iter().any(|note| note.contains("those of ordinary hits land first"))
    };
    assert!(!said(&[]), "all are alike");
    assert!(!said(&["improve ap by 1 on critical hits"]), "no save is rolled against them");
    assert!(said(&["+1 damage on critical hits"]));
}

/// Effects that change one roll or one number, each counted by hand on one attack of Strength 4 against Toughness 4 that
/// hits and wounds on 4+ for two points.
#[test]
fn effects_on_one_roll_are_what_they_say() {
    let shooter = forty_k(&gun(1, "1 4+ 4 0 2", ""));
    let of = |save: &str, clauses: &[&str]| damage(&attack(&shooter, &squad(9, 4, save, 9, ""), &with(clauses))).mean();
    let points = |clauses: &[&str]| of("-", clauses);
    near("plain", points(&[]), 0.5);
    // 1/6 + 5/6 · 1/2: every die that shows no 6 is rolled again; a 1 alone: 1/2 + 1/6 · 1/2, which is as much.
    near("non-critical hits", points(&["reroll non-critical hits"]), 7.0 / 12.0);
    near("non-critical wounds", points(&["reroll non-critical wounds"]), 7.0 / 12.0);
    near("wounds of 1", points(&["reroll wounds of 1"]), 7.0 / 12.0);
    near("one wound", points(&["reroll one wound"]), 0.75);
    near("strength", points(&["set strength to 8"]), 5.0 / 6.0);
    near("toughness", points(&["set toughness to 8"]), 1.0 / 6.0);
    near("skill", points(&["set skill to 2+"]), 5.0 / 6.0);
    near("hit only", points(&["hit only on 5+"]), 2.0 / 6.0);
    near("twice the damage", points(&["double damage"]), 1.0);
    near("three times the damage", points(&["triple damage"]), 1.5);
    // Strength 8 and 12 are at least twice Toughness 4; 8 is above 5 and not twice as much.
    near("twice the strength", points(&["double strength"]), 5.0 / 6.0);
    near("three times the strength", points(&["triple strength"]), 5.0 / 6.0);
    near("against 5", points(&["double strength", "set toughness to 5"]), 4.0 / 6.0);
    let number = |clauses: &[&str]| stage(&attack(&shooter, &squad(9, 4, "-", 9, ""), &with(clauses)), "attacks");
    near("three times as many", number(&["triple attacks"]), 3.0);
    near("multiplied before what is added", number(&["+1 attacks", "triple attacks"]), 4.0);
    // A save of 4+ lets half through.
    near("saved", of("4+", &[]), 0.25);
    near("a better save", of("4+", &["set save to 2+"]), 0.5 / 6.0);
    near("saves of 1", of("4+", &["reroll saves of 1"]), 0.5 * 5.0 / 12.0);
    near("failed saves", of("4+", &["reroll failed saves"]), 0.125);
    // Of three hits one is critical, which AP -3 leaves no save of 4+.
    near("ap", of("4+", &["set ap to -3 on critical hits"]), (1.0 + 0.5 + 0.5) / 6.0 * 0.5 * 2.0);
    let dice = forty_k(&gun(1, "D6 4+ 4 0 2", ""));
    let attacks = |clauses: &[&str]| stage(&attack(&dice, &squad(9, 4, "-", 9, ""), &with(clauses)), "attacks");
    near("attacks", attacks(&["reroll attacks of 1"]), (3.5 + 2.0 + 3.0 + 4.0 + 5.0 + 6.0) / 6.0);
}

/// Each ability that adds mortal wounds to a critical roll adds its own, on hits and on wounds.
#[test]
fn mortal_wounds_of_several_abilities_add_up() {
    let gun = forty_k(&gun(1, "1 2+ 4 0 1", ""));
    let mortal = |clauses: &[&str]| {
        let outcome = attack(&gun, &squad(9, 4, "-", 9, ""), &with(clauses));
        outcome.total("mortal-wounds").expect("a result").clone()
    };
    // A critical hit is one of six, a critical wound one of six of the five that hit.
    near("hits", mortal(&["1 mortal on critical hits", "2 mortal on critical hits"]).at(3), 1.0 / 6.0);
    let wounds = mortal(&["D3 mortal on critical wounds", "2 mortal on critical wounds"]);
    for points in 3..=5 {
        near("D3 and 2", wounds.at(points), 5.0 / 36.0 / 3.0);
    }
    let both = mortal(&["1 mortal on critical hits", "D6 mortal on critical wounds", "D3 mortal on critical wounds"]);
    near("mean", both.mean(), 1.0 / 6.0 + 5.0 / 36.0 * (3.5 + 2.0));
}

/// A dying model uses one melee weapon as it would in any attack, and nothing of another phase.
#[test]
fn dying_models_use_what_they_would_use_in_an_attack() {
    let dying = |weapon: String| weapon + "on-death = true\n";
    let strong = |name: &str| dying(blade(name, 1, "1 2+ 20 -6 1", "").replace("count = 1\n", ""));
    let attacker = forty_k(&blade("Axe", 1, "1 2+ 20 -6 1", ""));
    let of = |weapons: &str| {
        let target = squad(1, 4, "-", 1, weapons);
        let notes = prepared(&attacker, &target, &with(&[])).unwrap_or_else(|error| panic!("{error}")).notes;
        let lost = attack(&attacker, &target, &with(&[])).wounds_lost(Side::Attacker).mean();
        (notes.join("\n"), lost)
    };
    let slain = 25.0 / 36.0;
    let (said, lost) = of(&(strong("Sword") + &strong("Fist")));
    near("one weapon", lost, slain * slain);
    assert!(said.contains("Sword: models of Target use it as they die (W40K-ON-DEATH)"), "{said}");
    assert!(said.contains("Fist is not used") && !said.contains("Fist: models of Target"), "{said}");
    // A gun is not fired by those who die in a fight.
    let (said, lost) = of(&dying(gun(1, "1 2+ 20 -6 1", "")));
    near("a gun", lost, 0.0);
    assert_eq!(said, "");
}

/// Weapons that only some models carry are known to fall where every model has one of them; what comes on top does not count.
#[test]
fn weapons_of_some_dying_models() {
    let dying = |name: &str, abilities: &str| blade(name, 1, "1 2+ 20 -6 1", abilities) + "on-death = true\n";
    let attacker = forty_k(&blade("Axe", 2, "1 2+ 20 -6 1", "")).replace("count = 1\nt", "count = 2\nt");
    let pair = |weapons: &str| squad(2, 4, "-", 1, weapons);
    let lost = attack(&attacker, &pair(&(dying("Sword", "") + &dying("Fist", ""))), &with(&[]));
    near("each has one", lost.wounds_lost(Side::Attacker).mean(), 2.0 * (25.0f64 / 36.0).powi(2));
    let more = pair(&(dying("Sword", "") + &dying("Horns", "\"Extra Attacks\"")));
    let error = mistake(&attacker, &more, &with(&[]));
    assert!(error.contains("1 of 2 models carry Sword: which of them fall is not known"), "{error}");
}

/// What is left of a target, as a distribution of wounds.
fn wounds_left(attacker: &str, target: &str, clauses: &[&str]) -> warodds::stats::Pmf {
    let prepared = prepared(attacker, target, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
    let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
    report.results.metric("wounds-left").expect("every attack has it").pmf.clone()
}

/// W40K-REGAIN: wounds that are lost come back once the attack is over, never more than a model has, and none to a model
/// that is gone; models that return have all of theirs.
#[test]
fn wounds_and_models_come_back_once_the_attack_is_over() {
    // 2+ to wound, no save: three points with 5/6.
    let blow = shot("1 2+ 8 -6 3", "");
    let one = squad(1, 4, "-", 5, "");
    is("heal 2", &wounds_left(&blow, &one, &["heal 2"]), 6.0, &[(4, 5.0), (5, 1.0)]);
    is("heal D3", &wounds_left(&blow, &one, &["heal D3"]), 18.0, &[(3, 5.0), (4, 5.0), (5, 8.0)]);
    is("never more", &wounds_left(&blow, &one, &["heal 9"]), 1.0, &[(5, 1.0)]);
    is("gone is gone", &wounds_left(&blow, &squad(1, 4, "-", 3, ""), &["heal 2"]), 6.0, &[(0, 5.0), (3, 1.0)]);
    let two = shot("2 2+ 8 -6 2", "");
    // Each wound slays a model of two: none, one or both of two that are followed by a third.
    let three = squad(3, 4, "-", 2, "");
    is("return 1", &wounds_left(&two, &three, &["return 1 models"]), 36.0, &[(4, 25.0), (6, 11.0)]);
    is("heal 1", &wounds_left(&two, &three, &["heal 1"]), 36.0, &[(2, 25.0), (4, 10.0), (6, 1.0)]);
    agree(&blow, &one, &["heal D3"]);
    agree(&two, &three, &["return D3 models"]);
    // Which models come back is a choice where they differ.
    let unlike = three.replace(
        "wounds = 2",
        "wounds = 2\n[[model]]\nname = \"Old\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 3",
    );
    let error = mistake(&two, &unlike, &with(&["heal 1"]));
    assert!(error.contains("which of its models come back is a choice"), "{error}");
}

/// W40K-REROLL: whoever may roll damage again does so below its average.
#[test]
fn damage_below_its_average_is_rolled_again() {
    let low = |line: &str, clause: &str| attack(&shot(line, ""), &squad(1, 4, "-", 9, ""), &with(&[clause]));
    // 1, 2 and 3 are below 3.5; 1 is below 2.
    let d6 = low("1 2+ 8 -6 D6", "reroll low damage");
    let row: Vec<(usize, f64)> = (1..=6).map(|n| (n, if n < 4 { 5.0 } else { 15.0 })).chain([(0, 12.0)]).collect();
    is("D6", damage(&d6), 72.0, &row);
    let d3 = low("1 2+ 8 -6 D3", "reroll low damage");
    is("D3", damage(&d3), 54.0, &[(0, 9.0), (1, 5.0), (2, 20.0), (3, 20.0)]);
    let attacks = low("D3 2+ 8 -6 1", "reroll low attacks");
    // 1/9, 4/9, 4/9 attacks of which 5/6 wound.
    near("attacks", damage(&attacks).mean(), (1.0 / 9.0 + 8.0 / 9.0 + 12.0 / 9.0) * 5.0 / 6.0);
}

/// W40K-DAMAGE: Damage that is changed to 0 is 0, however that is written; what is added still counts.
#[test]
fn damage_is_changed_to_0() {
    let target = squad(1, 4, "-", 10, "");
    for zero in ["set damage to 0", "damage 0", "damage is 0"] {
        let of = |abilities: &str| {
            damage(&attack(&shot("1 N/A 8 0 3", abilities), &target, &with(&[zero, "half range"]))).mean()
        };
        near(zero, of(""), 0.0);
        near("Melta", of("\"Melta 2\""), 2.0 * 5.0 / 6.0);
    }
}
