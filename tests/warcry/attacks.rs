//! Warcry rule by rule, against small counts by hand or by brute force.

use crate::support::warcry::{fighter, target, v1};
use crate::support::{attack, damage, is, mistake, near, prepared, stage, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;
use warodds::stats::Pmf;

/// The mean damage of one die at S = T that hits for `hit` and criticals for `critical`.
fn even(hit: f64, critical: f64) -> f64 {
    (2.0 * hit + critical) / 6.0
}

fn lost(outcome: &Outcome) -> Pmf {
    outcome.wounds_lost(Side::Attacker)
}

fn notes(attacker: &str, defender: &str, clauses: &[&str]) -> String {
    prepared(attacker, defender, &with(clauses)).unwrap_or_else(|error| panic!("{error}")).notes.join("\n")
}

fn set(clauses: &[&str], set: &[&str]) -> Request {
    Request { set: set.iter().map(|text| (*text).to_owned()).collect(), ..with(clauses) }
}

/// WARCRY-HIT: only the sign of Strength minus Toughness matters.
#[test]
fn three_rows() {
    for (strength, toughness, hit_faces) in [(9, 4, 3.0), (5, 4, 3.0), (4, 4, 2.0), (3, 4, 1.0), (1, 9, 1.0)] {
        let outcome = attack(&fighter(9, 1, &format!("1 {strength} 1/10"), ""), &target(toughness, 50, ""), &with(&[]));
        near("hit", damage(&outcome).at(1), hit_faces / 6.0);
        near("critical hit", damage(&outcome).at(10), 1.0 / 6.0);
    }
    // A critical hit may do less than a hit, and a hit nothing (WARCRY-ALLOCATE: there is no least damage).
    let odd = attack(&fighter(9, 1, "1 4 3/2", ""), &target(4, 50, ""), &with(&[]));
    is("3/2", damage(&odd), 6.0, &[(0, 3.0), (2, 1.0), (3, 2.0)]);
    let none = attack(&fighter(9, 1, "1 4 0/2", ""), &target(4, 50, ""), &with(&[]));
    is("0/2", damage(&none), 6.0, &[(0, 5.0), (2, 1.0)]);
    near("hits", stage(&none, "hits"), 0.5);
    let wide = attack(&fighter(9, 1, "1 4 1/10", ""), &target(4, 50, ""), &with(&["critical hits on 5+"]));
    is("critical on 5+", damage(&wide), 6.0, &[(0, 3.0), (1, 1.0), (10, 2.0)]);
}

/// WARCRY-COVER: one point of Toughness, once, where it changes the row.
#[test]
fn cover() {
    for (strength, gain) in [(7, 0.0), (6, 0.0), (5, 1.0), (4, 1.0), (3, 0.0)] {
        for range in [1, 12] {
            let of = |clauses: &[&str]| {
                let outcome =
                    attack(&fighter(9, range, &format!("3 {strength} 2/5"), ""), &target(4, 50, ""), &with(clauses));
                damage(&outcome).mean()
            };
            near("cover", of(&[]) - of(&["cover"]), gain * 3.0 * 2.0 / 6.0);
        }
    }
}

/// WARCRY-REROLL: each die once, and the final face counts, for Counter too (G-2).
#[test]
fn rerolls() {
    let of = |line: &str, clauses: &[&str]| attack(&fighter(50, 1, line, ""), &target(4, 50, ""), &with(clauses));
    // One die at S = T: a miss in the end with 1/4, a 1 with 1/12.
    let failed = of("1 4 1/4", &["reroll failed hits", "counter"]);
    is("misses again", &lost(&failed), 12.0, &[(0, 9.0), (1, 2.0), (2, 1.0)]);
    let ones = of("1 4 1/4", &["reroll hits of 1", "counter"]);
    is("ones again", &lost(&ones), 36.0, &[(0, 21.0), (1, 14.0), (2, 1.0)]);
    let fished = of("1 4 1/4", &["reroll non-critical hits"]);
    is("fishing", damage(&fished), 36.0, &[(0, 15.0), (1, 10.0), (4, 11.0)]);
}

/// Up to k misses rolled again, ones first, against every way that the dice can fall.
#[test]
fn rerolls_chosen_with_all_dice_on_the_table() {
    for (again, counter) in [(1, false), (1, true), (2, true), (3, false)] {
        let text = format!("reroll up to {again} hits");
        let clauses: Vec<&str> = std::iter::once(text.as_str()).chain(counter.then_some("counter")).collect();
        let outcome = attack(&fighter(50, 1, "3 4 1/5", ""), &target(4, 50, ""), &with(&clauses));
        let (mut hurt, mut back) = (vec![0u32; 16], vec![0u32; 7]);
        for ways in 0..6u32.pow(3 + again) {
            let die = |index: u32| ways / 6u32.pow(index) % 6 + 1;
            let mut dice = [die(0), die(1), die(2)];
            dice.sort_unstable();
            (0..again).for_each(|k| {
                if dice[k as usize] <= 3 {
                    dice[k as usize] = die(3 + k);
                }
            });
            let points = |face: &u32| match face {
                6 => 5,
                4 | 5 => 1,
                _ => 0,
            };
            hurt[dice.iter().map(points).sum::<usize>()] += 1;
            back[dice.iter().map(|face| if *face == 1 { 2 } else { usize::from(*face <= 3) }).sum::<usize>()] += 1;
        }
        let all = f64::from(6u32.pow(3 + again));
        for (k, ways) in hurt.iter().enumerate() {
            near(&format!("{again} again, damage {k}"), damage(&outcome).at(k), f64::from(*ways) / all);
        }
        for (k, ways) in back.iter().enumerate().filter(|_| counter) {
            near(&format!("{again} again, Counter {k}"), lost(&outcome).at(k), f64::from(*ways) / all);
        }
    }
}

/// WARCRY-FALLTEST, WARCRY-IMPACT, WARCRY-DEADLY: a test after each action until the target has fallen.
#[test]
fn open_edges() {
    let of = |more: &str, clauses: &[&str]| attack(&v1(10), &target(4, 8, more), &with(clauses));
    near("V1 at an edge", of("", &["open edge"]).destroyed(Side::Defender), 13.0 / 162.0);
    near("V1", of("", &[]).destroyed(Side::Defender), 2.0 / 27.0);
    let fall = |more: &str, clauses: &[&str]| damage(&of(more, clauses)).mean() - 3.0;
    near("edge", fall("", &["open edge"]), 5.0 / 36.0);
    near("spikes", fall("", &["open edge", "deadly terrain"]), 13.0 / 18.0);
    near("short drop", fall("", &["open edge", "short drop"]), 0.0);
    near("short drop onto spikes", fall("", &["open edge", "short drop", "deadly terrain"]), 3.5 / 6.0);
    near("nowhere to fall", fall("", &["open edge", "no landing point"]), 0.0);
    let flies = "runemarks = [\"FLY\"]";
    near("wings", fall(flies, &["open edge"]), 0.0);
    near("wings on stairs (I-2)", fall(flies, &["stairs"]), 5.0 / 36.0);
    let ruled = Request { rulings: vec!["fly-on-stairs=no-test".into()], ..with(&["stairs"]) };
    near("wings on stairs, ruled", damage(&attack(&v1(10), &target(4, 8, flies), &ruled)).mean(), 3.0);
    near("stairs", fall("", &["stairs"]), 5.0 / 36.0);
    // Two actions: it falls in the first or the second, not in both.
    let twice = damage(&of("", &["two attacks", "open edge"])).mean() - 6.0;
    near("two tests, one fall", twice, 11.0 / 36.0 * 5.0 / 6.0);
    // No hit is needed.
    let harmless = attack(&fighter(9, 1, "0 4 1/1", ""), &target(4, 8, ""), &with(&["open edge"]));
    near("no dice at all", damage(&harmless).mean(), 5.0 / 36.0);
    // G-3: Counter is no attack, so a countering target's attacker takes no test.
    near("no test for the attacker", lost(&of("", &["open edge", "counter"])).mean(), 2.0);
}

/// Each of several actions is told by itself.
#[test]
fn several_actions_are_numbered() {
    let names = |clauses: &[&str]| -> Vec<String> {
        attack(&v1(30), &target(4, 30, ""), &with(clauses)).weapons.into_iter().map(|weapon| weapon.name).collect()
    };
    let [one] = &names(&[])[..] else { panic!("one action") };
    assert_eq!(names(&["two attacks"]), [format!("{one} 1"), format!("{one} 2")]);
    assert!(!one.ends_with('1'), "{one}");
}

/// WARCRY-REACT-ECON: who can react to what, and how often.
#[test]
fn reactions_that_are_not_made() {
    let plain = attack(&v1(30), &target(4, 30, ""), &with(&["two attacks", "rampage"]));
    let monster = "runemarks = [\"MONSTER\"]";
    for (more, clauses) in [(monster, vec!["counter"]), ("", vec!["take cover"]), ("", vec!["take cover", "counter"])] {
        let all: Vec<&str> = ["two attacks", "rampage"].into_iter().chain(clauses.iter().copied()).collect();
        let outcome = attack(&v1(30), &target(4, 30, more), &with(&all));
        near("damage", damage(&outcome).mean(), damage(&plain).mean());
        assert_eq!(outcome.has(Side::Attacker), clauses.contains(&"counter") && more.is_empty());
    }
    let of = |clauses: &[&str]| lost(&attack(&v1(30), &target(4, 30, ""), &with(clauses))).mean();
    near("one action", of(&["counter"]), 2.0);
    near("two of three", of(&["counter", "two attacks", "rampage"]), 4.0);
    near("waiting", of(&["counter", "two attacks", "target waiting"]), 2.0);
    let bow = fighter(30, 20, "3 4 2/4", "");
    let mount = "runemarks = [\"Mount\"]";
    let shot = |more: &str, clauses: &[&str]| damage(&attack(&bow, &target(4, 30, more), &with(clauses))).mean();
    near("no cover to take", shot("", &["take cover"]), shot("", &[]));
    near("in the saddle", shot(mount, &["cover", "take cover"]), shot(mount, &["cover"]));
    near("on foot", shot("", &["cover"]) - shot("", &["cover", "take cover"]), 0.5);
    near("not from a bow", shot("", &["counter"]), shot("", &[]));
    near("not a monster", shot(monster, &["cover", "take cover"]), shot(monster, &["cover"]));
    assert!(notes(&v1(9), &target(4, 9, monster), &["counter"]).contains("does not react"));
    assert!(notes(&bow, &target(4, 9, mount), &["cover", "take cover"]).contains("mounted"));
    assert!(notes(&bow, &target(4, 9, ""), &["counter"]).contains("only melee"));
    assert!(notes(&v1(9), &target(4, 9, ""), &["two attacks", "rampage", "counter"]).contains("2 of the 3"));
    assert!(!notes(&v1(9), &target(4, 9, ""), &["two attacks", "counter"]).contains("can react to"));
}

/// WARCRY-AB-ONSLAUGHT, WARCRY-AB-RAMPAGE, WARCRY-ABILITY-USE, WARCRY-MONSTER.
#[test]
fn abilities_of_the_attacker() {
    let attacks = |range: u32, more: &str, clauses: &[&str]| {
        stage(&attack(&fighter(30, range, "3 4 1/4", more), &target(4, 99, ""), &with(clauses)), "attacks")
    };
    let monster = "runemarks = [\"MONSTER\"]";
    near("onslaught", attacks(1, "", &["two attacks", "onslaught"]), 8.0);
    near("late onslaught", attacks(1, "", &["two attacks", "late onslaught"]), 7.0);
    near("not with a bow", attacks(9, "", &["two attacks", "onslaught"]), 6.0);
    near("rampage", attacks(1, "", &["two attacks", "rampage"]), 9.0);
    near("not for monsters", attacks(1, monster, &["rampage"]), 3.0);
    near("three activations", attacks(1, monster, &["three attacks"]), 9.0);
    let said = |clauses: &[&str]| mistake(&v1(9), &target(4, 9, ""), &with(clauses));
    assert!(said(&["onslaught", "rampage"]).contains("one ability"));
    assert!(said(&["three attacks"]).contains("two attacks, rampage"));
    assert!(said(&["reroll up to 2 hits", "reroll hits of 1"]).contains("WARCRY-REROLL"));
}

/// WARCRY-MONSTER, K-2: the damage table is read before each action, for attackers and for targets.
#[test]
fn damage_tables() {
    // Toughness 3, and 5 once hurt: 4/6, then 2/6 or 4/6 for one die of Strength 4.
    let thick = target(3, 10, "runemarks = [\"MONSTER\"]\n[[bracket]]\ndamage = 1\ntoughness = 5");
    let twice = attack(&fighter(9, 1, "1 4 1/1", ""), &thick, &with(&["two attacks"]));
    near("target", damage(&twice).mean(), 4.0 / 6.0 + 4.0 / 6.0 * 2.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0);
    let hurt = attack(&fighter(9, 1, "1 4 1/1", ""), &thick, &set(&[], &["defender.damage=1"]));
    near("hurt target", damage(&hurt).mean(), 2.0 / 6.0);
    // Two dice at S = T, one once hurt: Counter hurts it unless both dice hit.
    let line = fighter(10, 1, "2 4 1/1", "runemarks = [\"MONSTER\"]");
    let wild = format!("{line}[[bracket]]\ndamage = 1\n[[bracket.weapon]]\nname = \"Weapon\"\nattacks = 1\n");
    let twice = attack(&wild, &target(4, 50, ""), &with(&["two attacks", "counter"]));
    near("attacker", stage(&twice, "attacks"), 2.0 + 2.0 / 4.0 + 3.0 / 4.0);
    // The same for a target that falls at once: damage has no end, and the monster is hurt by what did not happen.
    let weak = attack(&wild, &target(4, 1, ""), &with(&["two attacks", "counter"]));
    near("damage without an end", damage(&weak).mean(), 3.25 / 2.0);
    let hurt = attack(&wild, &target(4, 50, ""), &set(&[], &["attacker.damage=4"]));
    near("hurt attacker", stage(&hurt, "attacks"), 1.0);
}

/// WARCRY-AB-DRAG before the attack, and WARCRY-CLIMB after it.
#[test]
fn before_and_after_the_actions() {
    let drag = |wounds: u32, clauses: &[&str]| {
        let all: Vec<&str> = std::iter::once("3 dice: 4+ -> 3 mortal").chain(clauses.iter().copied()).collect();
        attack(&v1(20), &target(4, wounds, ""), &with(&all))
    };
    near("damage", damage(&drag(50, &[])).mean(), 3.0 + 4.5);
    // Three wounds: one die in three is enough; only a target that is left counters.
    let weak = drag(3, &["counter"]);
    near("attacker", lost(&weak).mean(), 2.0 / 8.0);
    let plain = attack(&v1(20), &target(4, 3, ""), &with(&[])).destroyed(Side::Defender);
    near("down", weak.destroyed(Side::Defender), 7.0 / 8.0 + plain / 8.0);
    let falls = attack(&v1(20), &target(4, 50, ""), &with(&["climbing"]));
    is("impact", &lost(&falls), 6.0, &[(0, 3.0), (1, 2.0), (3, 1.0)]);
    let both = attack(&v1(20), &target(4, 50, ""), &with(&["climbing", "counter"]));
    near("Counter and impact", lost(&both).mean(), 2.0 + 5.0 / 6.0);
}

/// Effects change characteristics; abilities of cards bring them where they hold.
#[test]
fn effects_and_abilities_of_cards() {
    let of =
        |clauses: &[&str]| damage(&attack(&fighter(9, 1, "3 4 1/4", ""), &target(4, 99, ""), &with(clauses))).mean();
    near("attacks", of(&["+2 attacks"]), 5.0 * even(1.0, 4.0));
    near("fewer than none", of(&["-5 attacks"]), 0.0);
    near("damage", of(&["+1 damage"]), 3.0 * even(2.0, 5.0));
    near("hit damage", of(&["+1 hit damage"]), 3.0 * even(2.0, 4.0));
    near("critical damage", of(&["-1 critical damage"]), 3.0 * even(1.0, 3.0));
    near("never below 0", of(&["-9 critical damage"]), 3.0 * even(1.0, 0.0));
    near("strength", of(&["+1 strength"]), 3.0 * 7.0 / 6.0);
    near("toughness", of(&["+1 toughness"]), 3.0 * 5.0 / 6.0);
    near("both", of(&["+1 toughness", "+1 strength"]), 3.0);
    let bane = format!(
        "{}[[ability]]\nname = \"Bane\"\nwhen = [\"target BEAST\"]\neffects = [\"+1 critical damage\"]\n",
        v1(9)
    );
    let beast = "runemarks = [\"BEAST\"]";
    near("beast", damage(&attack(&bane, &target(4, 99, beast), &with(&[]))).mean(), 3.0 * even(1.0, 5.0));
    near("no beast", damage(&attack(&bane, &target(4, 99, ""), &with(&[]))).mean(), 3.0);
    let shield = "[[ability]]\nname = \"Shield\"\nwhen = [\"cover\"]\neffects = [\"+1 toughness\"]\n[[ability]]\nname = \"Fear\"\nagainst = true\neffects = [\"-1 attacks\"]";
    let guarded = |clauses: &[&str]| {
        damage(&attack(&fighter(9, 1, "3 5 1/4", ""), &target(4, 99, shield), &with(clauses))).mean()
    };
    near("against", guarded(&[]), 2.0 * 7.0 / 6.0);
    near("cover and shield", guarded(&["cover"]), 2.0 * 5.0 / 6.0);
}

#[test]
fn what_has_no_meaning_is_refused() {
    for (clause, why) in [
        ("+1 to hit", "Strength and Toughness"),
        ("ward 5+", "no saves"),
        ("+1 to wound", "one roll"),
        ("+1 rend", "no saves"),
        ("halve attacks", "how to round"),
        ("set attacks to D6", "never rolled"),
        ("damage is 0", "takes all damage away"),
        ("ignore modifiers", "nothing to ignore"),
    ] {
        let said = mistake(&v1(9), &target(4, 9, ""), &with(&[clause]));
        assert!(said.contains(why), "{clause}: {said}");
    }
    let said = mistake(&v1(9), &target(4, 9, ""), &set(&[], &["defender.models=3"]));
    assert!(said.contains("one model"), "{said}");
    let table = mistake(&v1(9), &target(4, 9, "[[bracket]]\ndamage = 3\ntoughness = 2"), &with(&[]));
    assert!(table.contains("only a monster"), "{table}");
    let line = "[[bracket]]\ndamage = 3\ntoughness = 2\n";
    let twice = mistake(&v1(9), &target(4, 9, &format!("runemarks = [\"MONSTER\"]\n{line}{line}")), &with(&[]));
    assert!(twice.contains("from 4 to"), "each line needs more damage than the one before: {twice}");
}

/// Of several attackers each falls alone, and a reaction that was not needed is there for the next one.
#[test]
fn fighters_one_after_the_other() {
    // One die at S = T each, one wound: the countered attacker falls with one half.
    let one = fighter(1, 1, "1 4 1/1", "");
    let attackers = [(unit(&one), None), (unit(&one), None)];
    let defender = (unit(&target(4, 99, "")), None);
    let prepared = prepare_units(&attackers, &defender, &with(&["two attacks", "counter"])).expect("fine");
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    assert_eq!(outcome.bodies().len(), 3, "the target and both attackers; nobody else is shown");
    let mut down = [0.0; 4];
    outcome.each_state(|lost, p| down[2 * lost[1].min(1) + lost[2].min(1)] += p);
    // The first falls in its first action (1/2), else in its second (1/4). Only in the first case is a reaction left, and
    // the second attacker falls in its first action with one half.
    near("both", down[3], 1.0 / 4.0);
    near("only the first", down[2], 1.0 / 4.0 + 1.0 / 4.0);
    near("only the second", down[1], 0.0);
    near("neither", down[0], 1.0 / 4.0);
    assert!(outcome.who_is_down().is_none(), "a table of two needs one attacker");
    // One weapon an attack: the first of its kind.
    let two = format!("{}[[weapon]]\nname = \"Other\"\nrange = 1\nattacks = 6\nstrength = 4\ndamage = [1, 1]\n", v1(9));
    near("first weapon", stage(&attack(&two, &target(4, 9, ""), &with(&[])), "attacks"), 3.0);
    let other = Request { weapons: vec!["other".into()], ..Request::default() };
    near("named weapon", stage(&attack(&two, &target(4, 9, ""), &other), "attacks"), 6.0);
    assert!(notes(&two, &target(4, 9, ""), &[]).contains("`--weapon \"Other\"`"));
}

fn ruled(name: &str, clauses: &[&str]) -> Request {
    Request { rulings: vec![name.to_owned()], ..with(clauses) }
}

/// WARCRY-STAIRS: who stands on stairs stands on no platform; with nowhere to fall to it is taken down at once, by 1 in 6
/// of those whom V1 (2/27) did not. It is no damage.
#[test]
fn stairs_without_a_landing_point() {
    let on_stairs = attack(&v1(10), &target(4, 8, ""), &with(&["stairs", "no landing point"]));
    near("taken down", on_stairs.destroyed(Side::Defender), 37.0 / 162.0);
    near("damage", damage(&on_stairs).mean(), 3.0);
    let wings = "runemarks = [\"FLY\"]";
    let flies = attack(&v1(10), &target(4, 8, wings), &with(&["stairs", "no landing point"]));
    near("wings do not help on stairs", flies.destroyed(Side::Defender), 37.0 / 162.0);
    // Two actions: the first leaves it with 5/6 of what it did not take down; each action is followed by a test.
    let twice = with(&["stairs", "no landing point", "two attacks"]);
    let harmless = attack(&fighter(9, 1, "1 4 0/0", ""), &target(4, 8, ""), &twice);
    near("two tests", harmless.destroyed(Side::Defender), 11.0 / 36.0);
    let countered = with(&["stairs", "no landing point", "two attacks", "counter"]);
    let harmless = attack(&fighter(50, 1, "1 4 0/0", ""), &target(4, 8, ""), &countered);
    near("two tests, countered", harmless.destroyed(Side::Defender), 11.0 / 36.0);
    near("nothing counters once it is down", lost(&harmless).mean(), 2.0 / 3.0 * (1.0 + 5.0 / 6.0));
}

/// WARCRY-FALLTEST: who has fallen may be out of reach. The second action happens 5 times in 6.
#[test]
fn out_of_reach_after_a_fall() {
    let clauses = ["two attacks", "open edge", "short drop", "out of reach after a fall"];
    let ended = attack(&v1(10), &target(4, 8, ""), &with(&clauses));
    near("damage", damage(&ended).mean(), 3.0 + 5.0 / 6.0 * 3.0);
    near("attacks", stage(&ended, "attacks"), 3.0 + 2.5);
    near("taken down", ended.destroyed(Side::Defender), 5.0 / 6.0 * 13913.0 / 46656.0 + 2.0 / 27.0 / 6.0);
    let said = notes(&v1(10), &target(4, 8, ""), &clauses[..3]);
    assert!(said.contains("is taken to be in reach"), "{said}");
    assert!(!notes(&v1(10), &target(4, 8, ""), &clauses).contains("reach"), "it was said");
    assert!(!notes(&v1(10), &target(4, 8, ""), &clauses[1..3]).contains("reach"), "nothing follows");
    // A countered activation runs twice, once to count damage: both end.
    let countered = attack(&v1(50), &target(4, 50, ""), &with(&[&clauses[..], &["counter"]].concat()));
    near("damage, countered", damage(&countered).mean(), 3.0 + 5.0 / 6.0 * 3.0);
    near("Counter", lost(&countered).mean(), 2.0 + 5.0 / 6.0 * 2.0);
}

/// WARCRY-CLIMB, WARCRY-MONSTER: a mount cannot climb, and a monster falls before it could attack.
#[test]
fn who_cannot_climb() {
    for (runemark, why) in [("MOUNT", "is mounted and cannot climb"), ("MONSTER", "falls before it could attack")] {
        let climber = fighter(9, 1, "3 4 1/4", &format!("runemarks = [\"{runemark}\"]"));
        let error = prepared(&climber, &target(4, 8, ""), &with(&["climbing"])).expect_err("refused").to_string();
        assert!(error.contains(why), "{error}");
    }
}

/// `counter-damage=flat`: 2 for any 1, and 1 more from two misses on. Four attacks at S = T: 2·671/1296 + 11/16.
#[test]
fn counter_in_a_later_text() {
    let flat = |line: &str, clauses: &[&str]| {
        attack(&fighter(50, 1, line, ""), &target(4, 50, ""), &ruled("counter-damage=flat", clauses))
    };
    near("four attacks", lost(&flat("4 4 1/4", &["counter"])).mean(), 2233.0 / 1296.0);
    near("three attacks, S > T", lost(&flat("3 5 1/4", &["counter"])).mean(), 238.0 / 216.0);
    is("two dice", &lost(&flat("2 4 1/4", &["counter"])), 36.0, &[(0, 21.0), (1, 4.0), (2, 6.0), (3, 5.0)]);
    is("one die", &lost(&flat("1 4 1/4", &["counter"])), 6.0, &[(0, 5.0), (2, 1.0)]);
    near("two actions", lost(&flat("4 4 1/4", &["counter", "two attacks"])).mean(), 2.0 * 2233.0 / 1296.0);
    near("the target", damage(&flat("4 4 1/4", &["counter"])).mean(), 4.0);
    let printed = attack(&fighter(50, 1, "4 4 1/4", ""), &target(4, 50, ""), &with(&["counter"]));
    near("as printed", lost(&printed).mean(), 16.0 / 6.0);
}

/// A runemark that somebody wrote among the abilities is the runemark.
#[test]
fn runemarks_among_the_abilities_are_runemarks() {
    let hunter = fighter(
        10,
        1,
        "3 4 1/4",
        "[[ability]]\nname = \"Hunter\"\nwhen = [\"target FLY\"]\neffects = [\"+1 attacks\"]",
    );
    let attacks = |more: &str| stage(&attack(&hunter, &target(4, 10, more), &with(&[])), "attacks");
    near("on foot", attacks(""), 3.0);
    near("flying", attacks("abilities = [\"Fly\", \"Icon-bearer\"]"), 4.0);
    let unknown = mistake(&hunter, &target(4, 10, "abilities = [\"Terifying\"]"), &with(&[]));
    assert!(unknown.contains("did you mean `Terrifying`?"), "{unknown}");
}

/// WARCRY-REACT-ECON: two reactions in a round. In cover Strength 4 meets Toughness 5: a die is a hit on 5, a critical
/// hit on 6, (1 + 4)/6 points; Take Cover makes a half of the critical hits hits, (1 + (4 + 1)/2)/6.
#[test]
fn a_fighter_takes_cover_twice_in_three_attacks() {
    let bow = fighter(9, 12, "3 4 1/4", "");
    let lost = |clauses: &[&str]| damage(&attack(&bow, &target(4, 50, ""), &with(clauses))).mean();
    let (open, taken) = (3.0 * 5.0 / 6.0, 3.0 * 3.5 / 6.0);
    near("three attacks", lost(&["two attacks", "rampage", "cover"]), 3.0 * open);
    near("two reactions", lost(&["two attacks", "rampage", "cover", "take cover"]), 2.0 * taken + open);
    near("one left", lost(&["two attacks", "rampage", "cover", "take cover", "target waiting"]), taken + 2.0 * open);
}

/// What is told of a change names the rule under which it stands, and a monster has no universal ability.
#[test]
fn changes_are_told_with_their_rules() {
    let told = |clause: &str| {
        let lines = crate::support::explained(&v1(9), &target(4, 9, ""), &with(&[clause]));
        let found = lines.iter().find(|(what, _)| what == clause);
        found.unwrap_or_else(|| panic!("{clause}: {lines:?}")).1
    };
    for clause in ["+1 damage", "+1 hit damage", "+2 critical damage"] {
        assert_eq!(told(clause), "WARCRY-DAMAGE", "{clause}");
    }
    for clause in ["+1 attacks", "+1 strength"] {
        assert_eq!(told(clause), "WARCRY-HIT", "{clause}");
    }
    let monster = fighter(30, 1, "3 4 1/4", "runemarks = [\"Monster\"]");
    let text = notes(&monster, &target(4, 9, ""), &["onslaught"]);
    assert!(text.contains("is a monster and cannot use onslaught"), "{text}");
}

/// Damage that a fighter has already counts for what its abilities ask for, to the point.
#[test]
fn damage_from_before_switches_abilities() {
    let angry = "[[ability]]\nname = \"Rage\"\nwhen = [\"damage 2+\"]\neffects = [\"+1 attacks\"]\n";
    for (taken, attacks) in [(1, 3.0), (2, 4.0), (3, 4.0)] {
        let outcome = attack(&(v1(9) + angry), &target(4, 30, ""), &set(&[], &[&format!("attacker.damage={taken}")]));
        near(&format!("{taken} points"), stage(&outcome, "attacks"), attacks);
    }
}

/// A fighter has lost fewer points than it has, and a weapon reaches from the smaller of two distances to the larger.
#[test]
fn numbers_of_a_fighter_have_their_bounds() {
    let lost = |points: &str| mistake(&v1(9), &target(4, 30, ""), &set(&[], &[&format!("attacker.damage={points}")]));
    assert!(lost("9").contains("0 to 8"), "{}", lost("9"));
    for (range, is_right) in [("[3, 8]", true), ("[4, 4]", false), ("[8, 3]", false)] {
        let text = v1(9).replace("range = 1", &format!("range = {range}"));
        let read = prepared(&text, &target(4, 30, ""), &Request { phase: Some(Phase::Shooting), ..with(&[]) });
        assert_eq!(read.is_ok(), is_right, "{range}");
    }
}

/// WARCRY-HIT: a face that the rule calls critical is no miss, low as it is: Strength 3 misses Toughness 4 up to 4.
#[test]
fn a_low_critical_hit_is_no_miss() {
    let text = fighter(30, 1, "1 3 1/4", "");
    let of = |clauses: &[&str]| damage(&attack(&text, &target(4, 30, ""), &with(clauses))).mean();
    near("critical on 4+", of(&["critical hits on 4+"]), 0.5 * 4.0);
    near("misses again", of(&["critical hits on 4+", "reroll up to 1 hits"]), 0.75 * 4.0);
    // Two abilities that each roll a die again roll two: of two dice that hit on 4+ each that misses.
    let again = ["reroll up to 1 hits", "reroll up to 1 hits"];
    near("both", damage(&attack(&fighter(30, 1, "2 4 1/1", ""), &target(4, 30, ""), &with(&again))).mean(), 1.5);
}

/// An attack action without dice hits nobody and misses nobody: nothing comes back for a hit that was not tried.
#[test]
fn an_action_without_attacks_is_not_answered() {
    let of = |clauses: &[&str]| attack(&v1(30), &target(4, 30, ""), &with(clauses));
    let back = "2 damage back if no hit";
    near("three dice", lost(&of(&[back])).mean(), 2.0 * 0.125);
    near("no dice", lost(&of(&["set attacks to 0", back])).mean(), 0.0);
}

/// What a line of a damage table says of a weapon has keys as everything else.
#[test]
fn keys_of_a_weapon_in_a_damage_table_are_checked() {
    let line = "[[bracket]]\ndamage = 3\n[[bracket.weapon]]\nname = \"Weapon\"\n";
    let monster = |key: &str| fighter(9, 1, "1 4 1/1", "runemarks = [\"MONSTER\"]") + line + key;
    let wrong = mistake(&monster("attack = 3\n"), &target(4, 9, ""), &with(&[]));
    assert!(wrong.contains("unknown key `attack`"), "{wrong}");
    assert!(prepared(&monster("attacks = 3\n"), &target(4, 9, ""), &with(&[])).is_ok());
}
