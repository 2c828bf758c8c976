//! Effects of abilities: damage back on the attacker, numbers that do not fall below 1, critical hits that are hits.

use crate::support::warcry::{fighter, target, v1};
use crate::support::{agreed, attack, damage, is, mistake, near, prepared, stage, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::sequence::Side;
use warodds::stats::Pmf;

/// What some dice are worth.
type Worth<'w> = &'w dyn Fn(&[u8]) -> usize;

/// Every way for some D6 to fall.
fn falls(dice: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(dice)).map(move |n| (0..dice).map(|place| (n / 6u32.pow(place) % 6) as u8 + 1).collect())
}

/// The law of what some dice are worth together, by counting.
fn law(dice: u32, worth: impl Fn(&[u8]) -> usize) -> Vec<f64> {
    let mut law = vec![0.0; 120];
    for fall in falls(dice) {
        law[worth(&fall)] += 1.0 / f64::from(6u32.pow(dice));
    }
    law
}

#[track_caller]
fn is_law(what: &str, pmf: &Pmf, law: &[f64]) {
    for (k, p) in law.iter().enumerate() {
        near(&format!("{what} = {k}"), pmf.at(k), *p);
    }
}

/// Three attacks of Strength 4, damage 2 and 5, on Toughness 4: 4 and 5 hit, 6 is critical.
fn three(wounds: u32) -> String {
    fighter(wounds, 1, "3 4 2/5", "")
}

fn hurt(outcome: &Outcome) -> Pmf {
    outcome.wounds_lost(Side::Attacker)
}

fn hits(fall: &[u8]) -> usize {
    fall.iter().filter(|face| **face >= 4).count()
}

fn criticals(fall: &[u8]) -> usize {
    fall.iter().filter(|face| **face == 6).count()
}

/// `-N damage, at least 1`: hits and critical hits, none of which falls below 1; what is 0 or 1 stays so.
#[test]
fn what_is_subtracted_leaves_one() {
    let of = |line: &str, clauses: &[&str]| {
        damage(&agreed(&fighter(9, 1, &format!("1 4 {line}"), ""), &target(4, 50, ""), &with(clauses))).clone()
    };
    is("2/5", &of("2/5", &["-1 damage, at least 1"]), 6.0, &[(0, 3.0), (1, 2.0), (4, 1.0)]);
    is("1/5", &of("1/5", &["-3 damage at least 1"]), 6.0, &[(0, 3.0), (1, 2.0), (2, 1.0)]);
    is("0/2", &of("0/2", &["-1 damage, at least 1"]), 6.0, &[(0, 5.0), (1, 1.0)]);
    is("of the target", &of("2/5", &["-1 damage to target"]), 6.0, &[(0, 3.0), (1, 2.0), (4, 1.0)]);
    is("hits alone", &of("2/5", &["-1 hit damage, at least 1"]), 6.0, &[(0, 3.0), (1, 2.0), (5, 1.0)]);
    is("criticals alone", &of("2/5", &["-7 critical damage, at least 1"]), 6.0, &[(0, 3.0), (2, 2.0), (1, 1.0)]);
    is(
        "after what is added",
        &of("2/5", &["+2 damage", "-4 damage, at least 1"]),
        6.0,
        &[(0, 3.0), (1, 2.0), (3, 1.0)],
    );
    is(
        "two of them",
        &of("2/5", &["-1 damage, at least 1", "-2 damage, at least 1"]),
        6.0,
        &[(0, 3.0), (1, 2.0), (2, 1.0)],
    );
    // Without it nothing holds the number up (WARCRY-ALLOCATE).
    is("no least", &of("2/5", &["-3 damage"]), 6.0, &[(0, 5.0), (2, 1.0)]);
}

#[test]
fn attacks_strength_and_toughness_leave_one_too() {
    let of = |line: &str, clauses: &[&str]| agreed(&fighter(9, 1, line, ""), &target(4, 50, ""), &with(clauses));
    near("attacks", stage(&of("3 4 1/2", &["-1 attacks, at least 1"]), "attacks"), 2.0);
    near("never none", stage(&of("3 4 1/2", &["-9 attacks at least 1"]), "attacks"), 1.0);
    // Strength 1 against Toughness 4 hits on 5+, Strength 4 against Toughness 3 on 3+.
    near("strength", stage(&of("1 4 1/2", &["-9 strength, at least 1"]), "hits"), 2.0 / 6.0);
    near("toughness", stage(&of("1 4 1/2", &["-9 toughness, at least 1"]), "hits"), 4.0 / 6.0);
    // Neither falls below 1, so they are equal.
    let both = ["-9 toughness, at least 1", "-9 strength, at least 1"];
    near("both", stage(&of("1 4 1/2", &both), "hits"), 3.0 / 6.0);
}

/// As an ability of the target, `against` its enemies' attacks.
#[test]
fn an_ability_has_them() {
    let hard = "[[ability]]\nname = \"Dead 'Ard\"\nagainst = true\neffects = [\"-1 damage, at least 1\"]";
    let outcome = agreed(&three(9), &target(4, 50, hard), &with(&[]));
    let worth = |fall: &[u8]| fall.iter().map(|face| [0, 0, 0, 1, 1, 4][usize::from(*face) - 1]).sum();
    is_law("damage", damage(&outcome), &law(3, worth));
    let own = "[[ability]]\nname = \"Cower\"\neffects = [\"critical hits count as hits\"]";
    let outcome = agreed(&three(9), &target(4, 50, own), &with(&[]));
    is_law("damage", damage(&outcome), &law(3, |fall| 2 * hits(fall)));
}

/// They are hits for everything that follows.
#[test]
fn critical_hits_count_as_hits() {
    let outcome = agreed(&three(9), &target(4, 50, ""), &with(&["critical hits count as hits"]));
    is_law("damage", damage(&outcome), &law(3, |fall| 2 * hits(fall)));
    near("hits", stage(&outcome, "hits"), 1.5);
    near("critical hits", stage(&outcome, "critical-hits"), 0.0);
    // A fighter who is too weak to hit on less than 5 still hits on what would have been critical.
    let weak = agreed(&fighter(9, 1, "1 3 2/5", ""), &target(4, 50, ""), &with(&["critical hits count as hits"]));
    is("weak", damage(&weak), 6.0, &[(0, 4.0), (2, 2.0)]);
    for most in [1, 2] {
        let text = format!("up to {most} critical hits count as hits");
        let outcome = agreed(&three(9), &target(4, 50, ""), &with(&[&text]));
        let worth = |fall: &[u8]| 2 * hits(fall) + 3 * criticals(fall).saturating_sub(most);
        is_law(&text, damage(&outcome), &law(3, worth));
        let left: f64 =
            law(3, |fall| criticals(fall).saturating_sub(most)).iter().enumerate().map(|(k, p)| k as f64 * p).sum();
        near("critical hits", stage(&outcome, "critical-hits"), left);
        near("hits", stage(&outcome, "hits"), 1.5);
    }
    // Under cover what is still critical may become a hit (WARCRY-TAKE-COVER); cover makes Toughness 5.
    let bow = fighter(9, 12, "2 4 2/5", "");
    let taken =
        agreed(&bow, &target(4, 50, ""), &with(&["cover", "take cover", "up to 1 critical hits count as hits"]));
    // Faces 5 hits, 6 is critical: of two criticals one is a hit and the other one half the time.
    is("take cover", damage(&taken), 72.0, &[(0, 32.0), (2, 32.0), (4, 6.0 + 1.0), (7, 1.0)]);
}

/// Once for an action, whatever the number of hits; a critical hit is a hit.
#[test]
fn damage_if_anything_is_scored() {
    for (text, counts) in [
        ("3 damage if any hit", hits as fn(&[u8]) -> usize),
        ("3 mortal if any hit", hits),
        ("3 damage if any critical hit", criticals),
    ] {
        let outcome = agreed(&three(9), &target(4, 50, ""), &with(&[text]));
        let worth = |fall: &[u8]| 2 * hits(fall) + 3 * criticals(fall) + if counts(fall) > 0 { 3 } else { 0 };
        is_law(text, damage(&outcome), &law(3, worth));
    }
    let rolled = agreed(&fighter(9, 1, "1 4 0/0", ""), &target(4, 50, ""), &with(&["D3 damage if any hit"]));
    is("D3", damage(&rolled), 6.0, &[(0, 3.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
    let twice =
        agreed(&fighter(9, 1, "1 4 0/0", ""), &target(4, 50, ""), &with(&["two attacks", "1 damage if any hit"]));
    is("each action", damage(&twice), 4.0, &[(0, 1.0), (1, 2.0), (2, 1.0)]);
}

/// Each form, with its damage by hand: three dice at even Strength.
#[test]
fn damage_comes_back() {
    let misses = |fall: &[u8]| 3 - hits(fall);
    let shows = |fall: &[u8], from: u8, to: u8| fall.iter().filter(|face| (from..=to).contains(face)).count();
    let forms: [(&[&str], Worth<'_>); 8] = [
        (&["1 damage back for each miss"], &|fall| misses(fall)),
        (&["2 damage back for each hit"], &|fall| 2 * hits(fall)),
        (&["1 damage back for each hit", "1 damage back for each critical hit"], &|fall| hits(fall) + criticals(fall)),
        (&["3 damage back for each roll of 1"], &|fall| 3 * shows(fall, 1, 1)),
        (&["2 damage back for each roll of 1", "2 damage back for each roll of 2"], &|fall| 2 * shows(fall, 1, 2)),
        (&["2 damage back for each roll of 5+"], &|fall| 2 * shows(fall, 5, 6)),
        (&["5 damage back if no hit"], &|fall| if hits(fall) == 0 { 5 } else { 0 }),
        (&["4 damage back if no critical hit"], &|fall| if criticals(fall) == 0 { 4 } else { 0 }),
    ];
    for (clauses, worth) in forms {
        let outcome = agreed(&three(50), &target(4, 50, ""), &with(clauses));
        is_law(&clauses.join(", "), &hurt(&outcome), &law(3, worth));
        is_law("damage", damage(&outcome), &law(3, |fall| 2 * hits(fall) + 3 * criticals(fall)));
    }
}

/// Critical hits that count as hits are none, and do not hurt as such.
#[test]
fn what_is_no_critical_hit_does_not_count_as_one() {
    let all =
        ["critical hits count as hits", "1 damage back for each critical hit", "4 damage back if no critical hit"];
    near("none", hurt(&agreed(&three(50), &target(4, 50, ""), &with(&all))).at(4), 1.0);
    let some = ["up to 1 critical hits count as hits", "3 damage back for each critical hit"];
    let outcome = agreed(&three(50), &target(4, 50, ""), &with(&some));
    is_law("some", &hurt(&outcome), &law(3, |fall| 3 * criticals(fall).saturating_sub(1)));
}

/// A die that makes a hit of a critical hit is rolled right after the hit rolls (WARCRY-TAKE-COVER): what asks for a critical
/// hit asks for one that stays critical.
#[test]
fn a_critical_hit_that_a_die_turns_into_a_hit_is_no_critical_hit() {
    let one = fighter(50, 12, "1 4 1/2", "");
    let [on, cover] = [&["critical hits count as hits on 2+"][..], &["cover", "take cover"]];
    let of = |ways: &[&str], more: &str| agreed(&one, &target(4, 50, ""), &with(&[ways, &[more]].concat()));
    // Even Strength: 4 and 5 hit; a 6 stays critical on a further 1. 2/6 x 1 + 1/6 x (5/6 x 1 + 1/6 x 12) = 29/36.
    let any = "10 damage if any critical hit";
    is("any", damage(&of(on, any)), 36.0, &[(0, 18.0), (1, 12.0 + 5.0), (12, 1.0)]);
    // Cover makes Toughness 5: only a 5 hits; a 6 stays critical half the time. 1/6 + 1/6 x (1 + 12) / 2 = 5/4.
    is("any under cover", damage(&of(cover, any)), 12.0, &[(0, 8.0), (1, 2.0 + 1.0), (12, 1.0)]);
    // Both: a critical hit stays one with 1/6 x 1/2.
    let both = [on, cover].concat();
    is("both", damage(&of(&both, any)), 72.0, &[(0, 48.0), (1, 12.0 + 11.0), (12, 1.0)]);
    near("critical hits", stage(&of(&both, any), "critical-hits"), 1.0 / 72.0);
    near("hits", stage(&of(&both, any), "hits"), 2.0 / 6.0);
    let back = |more: &str| hurt(&of(cover, more));
    is("each critical hit", &back("3 damage back for each critical hit"), 12.0, &[(0, 11.0), (3, 1.0)]);
    is("on a die", &back("3 damage back on 4+ for each critical hit"), 24.0, &[(0, 23.0), (3, 1.0)]);
    is("no critical hit", &back("4 damage back if no critical hit"), 12.0, &[(4, 11.0), (0, 1.0)]);
    is("each hit", &back("2 damage back for each hit"), 6.0, &[(0, 4.0), (2, 2.0)]);
}

/// A fighter who is taken down makes no further action; the damage of the attack goes on counting (G-1).
#[test]
fn whoever_is_taken_down_stops() {
    // One die each; 3 damage back for each miss takes it down at once.
    let frail = fighter(3, 1, "1 4 1/1", "");
    let outcome = agreed(&frail, &target(4, 2, ""), &with(&["two attacks", "3 damage back for each miss"]));
    near("down", hurt(&outcome).at(3), 0.75);
    near("the second action needs the first to hit", outcome.destroyed(Side::Defender), 0.25);
    near("actions", damage(&outcome).mean(), 0.5 + 0.5 * 0.5);
    // With Counter besides: a miss 1 more, a 1 two more; that is said.
    let clauses = ["counter", "1 damage back for each miss"];
    let both = agreed(&three(50), &target(4, 50, ""), &with(&clauses));
    let worth = |fall: &[u8]| fall.iter().map(|face| [3, 2, 2, 0, 0, 0][usize::from(*face) - 1]).sum();
    is_law("both", &hurt(&both), &law(3, worth));
    let notes = prepared(&three(50), &target(4, 50, ""), &with(&clauses)).expect("an attack").notes.join("\n");
    assert!(notes.contains("counts beside the target's reaction"), "{notes}");
}

/// Up to two misses are rolled again: ones first, because they cost more.
#[test]
fn ones_are_rolled_again_first() {
    let clauses = ["reroll up to 1 hits", "3 damage back for each roll of 1"];
    let outcome = agreed(&fighter(50, 1, "2 4 1/1", ""), &target(4, 50, ""), &with(&clauses));
    let mut truth = vec![0.0; 120];
    for fall in falls(3) {
        let (first, again) = (&fall[..2], fall[2]);
        let worst = (0..2).filter(|at| first[*at] <= 3).min_by_key(|at| first[*at]);
        let left: Vec<u8> = (0..2).map(|at| if Some(at) == worst { again } else { first[at] }).collect();
        truth[3 * left.iter().filter(|face| **face == 1).count()] += 1.0 / 216.0;
    }
    is_law("ones first", &hurt(&outcome), &truth);
    let unclear = ["reroll up to 1 hits", "1 damage back for each roll of 2"];
    let told = mistake(&fighter(9, 1, "2 4 1/1", ""), &target(4, 50, ""), &with(&unclear));
    assert!(told.contains("a 1 less than others"), "{told}");
}

/// The attacker's own price, after all its actions.
#[test]
fn the_attacker_suffers() {
    let outcome = agreed(&three(9), &target(4, 50, ""), &with(&["suffer D3 damage", "two attacks"]));
    is("D3", &hurt(&outcome), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    let down = agreed(&three(2), &target(4, 50, ""), &with(&["suffer 5 damage"]));
    near("down", down.destroyed(Side::Attacker), 1.0);
    is_law("but not before", damage(&down), &law(3, |fall| 2 * hits(fall) + 3 * criticals(fall)));
    let pact = format!(
        "{}[[ability]]\nname = \"Dark Pact\"\neffects = [\"4 dice: 3+ -> 1 mortal\", \"suffer D3 damage\"]\n",
        fighter(9, 1, "0 4 1/1", "")
    );
    let outcome = agreed(&pact, &target(4, 50, ""), &with(&[]));
    near("dice", damage(&outcome).mean(), 16.0 / 6.0);
    near("price", hurt(&outcome).mean(), 2.0);
}

/// A fighter who finds the target taken down has nobody to attack, and pays for no attack.
#[test]
fn nobody_pays_for_an_attack_on_who_is_taken_down() {
    let lost = |first: &str| {
        let ability = |effect: &str| format!("[[ability]]\nname = \"Ability\"\neffects = [\"{effect}\"]\n");
        let units = [format!("{}{}", three(9), ability(first)), format!("{}{}", three(9), ability("suffer 3 damage"))];
        let units = units.map(|text| (unit(&text), None));
        let prepared = prepare_units(&units, &(unit(&target(4, 90, "")), None), &with(&[])).expect("right");
        hurt(&exact(&prepared.engaged.engagement).expect("small"))
    };
    is("it stands", &lost("1 mortal damage"), 1.0, &[(3, 1.0)]);
    is("it is down", &lost("90 mortal damage"), 1.0, &[(0, 1.0)]);
    is("half the time", &lost("1 dice: 4+ -> 90 mortal"), 2.0, &[(0, 1.0), (3, 1.0)]);
}

/// A damage table of more lines than any card has says the same as a short one that changes at the same place.
#[test]
fn long_damage_tables_are_read_to_the_end() {
    let monster = |lines: std::ops::Range<u32>, attacks: fn(u32) -> u32| {
        let line = |damage: u32| {
            let attacks = attacks(damage);
            format!("[[bracket]]\ndamage = {damage}\n[[bracket.weapon]]\nname = \"Weapon\"\nattacks = {attacks}\n")
        };
        let lines: String = lines.map(line).collect();
        fighter(40, 1, "1 4 1/3", "runemarks = [\"MONSTER\"]") + &lines
    };
    // Three activations; whoever is hit back has more attacks from 15 points on.
    let with = with(&["three attacks", "7 damage back for each miss", "9 damage back for each hit"]);
    let of = |card: &str| agreed(card, &target(4, 90, ""), &with);
    let long = of(&monster(1..30, |damage| if damage < 15 { 1 } else { 4 }));
    let short = of(&monster(15..16, |_| 4));
    for k in 0..=damage(&short).max() {
        near(&format!("{k} damage"), damage(&long).at(k), damage(&short).at(k));
    }
    near("hurt", hurt(&long).mean(), hurt(&short).mean());
}

/// What a damage table says after damage back: one more attack from three points on.
#[test]
fn damage_back_moves_the_damage_table() {
    let monster = "runemarks = [\"MONSTER\"]";
    let troll = fighter(9, 1, "1 4 1/1", monster)
        + "[[bracket]]\ndamage = 3\n[[bracket.weapon]]\nname = \"Weapon\"\nattacks = 3\n";
    let outcome = agreed(&troll, &target(4, 50, ""), &with(&["two attacks", "3 damage back for each miss"]));
    near("attacks", stage(&outcome, "attacks"), 1.0 + 0.5 * 1.0 + 0.5 * 3.0);
}

#[test]
fn other_games_say_why_not() {
    use crate::support::{forty_k, sigmar, squad};
    let weapon = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1";
    for (attacker, defender) in
        [(sigmar(1, weapon), crate::support::target(1, 1, "4+", "")), (forty_k(""), squad(1, 4, "3+", 2, ""))]
    {
        for (text, why) in [
            ("-1 damage, at least 1", "without `at least 1`"),
            ("critical hits count as hits", "hook of Warcry"),
            ("2 damage if any hit", "dice on the side"),
            ("2 damage back for each miss", "hook of Warcry"),
        ] {
            let told = mistake(&attacker, &defender, &with(&[text]));
            assert!(told.contains(why), "{told}");
        }
    }
    let none = attack(&three(9), &target(4, 50, ""), &Request::default());
    assert!(!none.has(Side::Attacker));
}

/// With `against` or without: both say that the fighter is attacked.
#[test]
fn an_ability_against_this_fighter_may_be_a_protection() {
    let law = law(3, |dice| if dice.iter().all(|die| *die < 4) { 10 } else { 0 });
    for against in ["", "against = true\n"] {
        let skill = format!("[[ability]]\nname = \"Skill\"\n{against}effects = [\"10 damage back if no hit\"]\n");
        is_law(against, &hurt(&attack(&three(100), &target(4, 30, &skill), &with(&[]))), &law);
    }
}

/// WARCRY-BONUS: one more attack action, also for monsters, which have no Rampage.
#[test]
fn a_bonus_attack_action_is_one_more() {
    // Two of six faces do 2, one does 5: 1.5 a die, three dice an action.
    let plain = three(10);
    let monster = fighter(10, 1, "3 4 2/5", "runemarks = [\"MONSTER\"]");
    let entry = "[[ability]]\nname = \"Again\"\noptional = true\neffects = [\"bonus attack action\"]\n";
    for (fighter, said, actions) in [
        (&plain, vec![], 1.0),
        (&plain, vec!["Again"], 2.0),
        (&plain, vec!["Again", "two attacks"], 3.0),
        (&plain, vec!["bonus melee attack"], 2.0),
        (&monster, vec!["Again", "three attacks"], 4.0),
    ] {
        let outcome = attack(&format!("{fighter}{entry}"), &target(4, 100, ""), &with(&said));
        near(&said.join(", "), damage(&outcome).mean(), actions * 4.5);
    }
}

/// A die for each critical hit, as cover rolls one: 4+ makes it a hit. Both together give two chances.
#[test]
fn each_critical_hit_may_count_as_a_hit() {
    let of = |line: &str, range: u32, clauses: &[&str]| {
        agreed(&fighter(9, range, line, ""), &target(4, 50, ""), &with(clauses))
    };
    let half = of("1 4 2/5", 1, &["critical hits count as hits on 4+"]);
    is("half of them", damage(&half), 12.0, &[(0, 6.0), (2, 4.0 + 1.0), (5, 1.0)]);
    near("what stays critical", stage(&half, "critical-hits"), 1.0 / 12.0);
    // Cover makes Toughness 5: 5 hits, 6 is critical and stays it if both dice fail.
    let both = of("1 4 2/5", 12, &["cover", "take cover", "critical hits count as hits on 3+"]);
    is("with cover", damage(&both), 36.0, &[(0, 24.0), (2, 6.0 + 5.0), (5, 1.0)]);
    let some = of("2 4 0/5", 1, &["up to 1 critical hits count as hits", "critical hits count as hits on 4+"]);
    is("of those that are left", damage(&some), 72.0, &[(0, 71.0), (5, 1.0)]);
}

/// Frightful Touch: hits are critical hits; Hateful Hail: one of them is.
#[test]
fn hits_count_as_critical_hits() {
    let of = |clauses: &[&str]| agreed(&three(9), &target(4, 50, ""), &with(clauses));
    let all = of(&["hits count as critical hits"]);
    is_law("all", damage(&all), &law(3, |fall| 5 * hits(fall)));
    near("critical hits", stage(&all, "critical-hits"), 1.5);
    for most in [1, 2] {
        let text = format!("up to {most} hits count as critical hits");
        let plain = |fall: &[u8]| hits(fall) - criticals(fall);
        is_law(
            &text,
            damage(&of(&[&text])),
            &law(3, |fall| 2 * hits(fall) + 3 * (criticals(fall) + plain(fall).min(most))),
        );
    }
    let any = of(&["up to 1 hits count as critical hits", "4 damage if any critical hit"]);
    is_law(
        "one is one",
        damage(&any),
        &law(3, |fall| {
            let raised = (hits(fall) - criticals(fall)).min(1);
            2 * hits(fall) + 3 * (criticals(fall) + raised) + if hits(fall) > 0 { 4 } else { 0 }
        }),
    );
    let clauses = ["up to 1 hits count as critical hits", "critical hits count as hits"];
    let text = mistake(&three(9), &target(4, 50, ""), &with(&clauses));
    assert!(text.contains("which comes first"), "{text}");
}

/// What a fighter uses once, one attack action has: the first; a bonus action that it gives is one more.
#[test]
fn what_is_used_once_is_of_one_attack_action() {
    let entry = |effects: &str| format!("[[ability]]\nname = \"Strike\"\nonce = true\neffects = [{effects}]\n");
    let of = |effects: &str, clauses: &[&str]| {
        let unit = fighter(9, 1, "1 4 1/1", "") + &entry(effects);
        stage(&agreed(&unit, &target(4, 50, ""), &with(clauses)), "attacks")
    };
    near("one action", of("\"+3 attacks\"", &[]), 4.0);
    near("two actions", of("\"+3 attacks\"", &["two attacks"]), 5.0);
    near("a bonus action", of("\"bonus attack action\", \"+3 attacks\"", &["two attacks"]), 6.0);
    // A triple that adds its value to the next attack action alone: of two actions of four attacks one has seven.
    let spawn = fighter(9, 1, "4 4 2/4", "") + &entry("\"+X attacks\"").replace("once", "optional = true\nonce");
    let outcome = agreed(&spawn, &target(3, 90, ""), &with(&["strike 3, two attacks"]));
    // Stronger than it is tough: 3 to 5 deal 2 points, 6 deals 4.
    near("a value", damage(&outcome).mean(), 11.0 * (3.0 * 2.0 + 4.0) / 6.0);
    // A reaction is to one attack action, too.
    let cower = target(4, 50, "") + &entry("\"-1 damage at least 1\"").replace("once", "against = true\nonce");
    let outcome = agreed(&fighter(9, 1, "1 4 2/2", ""), &cower, &with(&["two attacks"]));
    is("the first alone", damage(&outcome), 4.0, &[(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
}

/// Damage that is removed is taken off what the target has lost in the end, not of one who is down.
#[test]
fn damage_is_removed_after_the_attack() {
    let left = |wounds: u32, clauses: &[&str]| {
        let prepared = prepared(&three(9), &target(4, wounds, ""), &with(clauses)).unwrap_or_else(|e| panic!("{e}"));
        let (report, _) = prepared.report(&warodds::engine::Options::default(), &|_| {}).expect("small");
        report.results.metrics.iter().find(|metric| metric.name == "wounds-left").expect("a result").pmf.clone()
    };
    let sure = ["set attacks to 0", "6 mortal damage"];
    near("6 of 10 lost, 4 back", left(10, &[&sure[..], &["heal 4"]].concat()).at(8), 1.0);
    near("no more than was lost", left(10, &[&sure[..], &["heal 9"]].concat()).at(10), 1.0);
    near("who is down stays down", left(6, &[&sure[..], &["heal 4"]].concat()).at(0), 1.0);
    // Two dice, each 4+ removes 2.
    is("dice", &left(10, &[&sure[..], &["2 dice: 4+ -> heal 2"]].concat()), 4.0, &[(4, 1.0), (6, 2.0), (8, 1.0)]);
    let text = mistake(&three(9), &target(4, 9, ""), &with(&["return 1 models"]));
    assert!(text.contains("a fighter is one model"), "{text}");
}

/// Bile Blood: a die for each critical hit, and 3 damage back for each that shows 3 or more.
#[test]
fn a_die_for_each_critical_hit_hurts_the_attacker() {
    let outcome = agreed(
        &fighter(50, 1, "2 4 1/1", ""),
        &target(4, 50, ""),
        &with(&["3 damage back on 3+ for each critical hit"]),
    );
    // Each die is critical and answered in 1/6 of 2/3, which is 1/9.
    is("two dice", &hurt(&outcome), 81.0, &[(0, 64.0), (3, 16.0), (6, 1.0)]);
    let none = ["critical hits count as hits", "3 damage back on 3+ for each critical hit"];
    near("none is critical", hurt(&agreed(&three(50), &target(4, 50, ""), &with(&none))).at(0), 1.0);
}

/// What is told of an attack: its dice, and what they are worth, with their rules.
#[test]
fn what_is_told_of_an_attack_names_dice_and_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let (attacker, defender) = (path("a.toml", &v1(10)), path("b.toml", &target(4, 10, "")));
    let told = |clauses: &[&str]| {
        let request = Request { attacker: attacker.clone(), defender: defender.clone(), ..with(clauses) };
        let explained = warodds::ask::prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.explained;
        explained.into_iter().flat_map(|one| one.lines).map(|line| (line.what, line.rule)).collect::<Vec<_>>()
    };
    let plain = told(&[]);
    for (what, rule) in [
        ("3 dice, Strength 4 against Toughness 4", "WARCRY-HIT"),
        ("miss below 4, hit on 4+, critical hit on 6+", "WARCRY-HIT"),
        ("1 damage for a hit, 4 for a critical hit", "WARCRY-DAMAGE"),
    ] {
        assert!(plain.contains(&(what.to_owned(), rule)), "{what}: {plain:?}");
    }
    let more = told(&["+1 attacks"]);
    assert!(more.contains(&("+1 attacks".to_owned(), "WARCRY-HIT")), "an effect names its rule: {more:?}");
    let softened = told(&["up to 1 critical hits count as hits"]);
    assert!(softened.iter().any(|(what, _)| what == "up to 1 critical hits count as hits"), "{softened:?}");
}

/// Effects that change one number, each counted by hand on one die of Strength 4 against Toughness 4, damage 2 and 5.
#[test]
fn effects_on_one_number_are_what_they_say() {
    let of = |toughness: u32, clauses: &[&str]| {
        damage(&agreed(&fighter(9, 1, "1 4 2/5", ""), &target(toughness, 50, ""), &with(clauses))).clone()
    };
    let on = |clauses: &[&str]| of(4, clauses);
    is("plain", &on(&[]), 6.0, &[(0, 3.0), (2, 2.0), (5, 1.0)]);
    is("hits", &on(&["-1 hit damage at least 1"]), 6.0, &[(0, 3.0), (1, 2.0), (5, 1.0)]);
    is("hits, not below 1", &on(&["-3 hit damage at least 1"]), 6.0, &[(0, 3.0), (1, 2.0), (5, 1.0)]);
    is("critical", &on(&["-2 critical damage at least 1"]), 6.0, &[(0, 3.0), (2, 2.0), (3, 1.0)]);
    is("critical, not below 1", &on(&["-9 critical damage at least 1"]), 6.0, &[(0, 3.0), (1, 1.0), (2, 2.0)]);
    // A lower Strength hits on 5+, a higher one on 3+.
    is("weaker", &on(&["-1 strength at least 1"]), 6.0, &[(0, 4.0), (2, 1.0), (5, 1.0)]);
    is("weak as the target", &of(1, &["-9 strength at least 1"]), 6.0, &[(0, 3.0), (2, 2.0), (5, 1.0)]);
    is("softer", &on(&["-1 toughness at least 1"]), 6.0, &[(0, 2.0), (2, 3.0), (5, 1.0)]);
    is("stronger", &on(&["set strength to 6"]), 6.0, &[(0, 2.0), (2, 3.0), (5, 1.0)]);
    is("tougher", &on(&["set toughness to 6"]), 6.0, &[(0, 4.0), (2, 1.0), (5, 1.0)]);
    is("twice the damage", &on(&["double damage"]), 6.0, &[(0, 3.0), (4, 2.0), (10, 1.0)]);
    // 6 in 1/6 + 5/6 · 1/6, 4 or 5 in 5/6 · 2/6.
    is("rolled again", &on(&["reroll non-critical hits"]), 36.0, &[(0, 15.0), (2, 10.0), (5, 11.0)]);
    let twice = attack(&fighter(9, 1, "1 4 2/5", ""), &target(4, 50, ""), &with(&["double attacks"]));
    near("twice as many", stage(&twice, "attacks"), 2.0);
    let thrice = attack(&fighter(9, 1, "1 4 2/5", ""), &target(4, 50, ""), &with(&["triple attacks"]));
    near("three times as many", stage(&thrice, "attacks"), 3.0);
    is("three times the damage", &on(&["triple damage"]), 6.0, &[(0, 3.0), (6, 2.0), (15, 1.0)]);
    is("three times the strength", &on(&["triple strength"]), 6.0, &[(0, 2.0), (2, 3.0), (5, 1.0)]);
}
