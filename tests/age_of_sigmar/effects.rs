//! Effects of warscrolls: wards and saves that are changed, models slain outright, points that are ignored.

use crate::support::{agreed, attack, damage, is, mistake, near, sigmar, stage, target, with};
use warodds::ask::{Request, prepare};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::sequence::Side;

/// One attack that hits and wounds on 4+ for two points.
const BLADE: &str = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 2";

/// A unit of one model that makes no attack.
fn idle() -> String {
    sigmar(1, &format!("count = 0\n{BLADE}"))
}

fn ability(unit: &str, more: &str) -> String {
    format!("{unit}[[ability]]\nname = \"Ability\"\n{more}\n")
}

/// The chance that an attack is not saved, of one that hits and wounds one time in four.
fn unsaved(attacker: &str, save: &str, more: &str, clauses: &[&str]) -> f64 {
    damage(&agreed(attacker, &target(9, 9, save, more), &with(clauses))).mean() / 2.0 / 0.25
}

/// No cap and no natural 1 hold for wards (AOS-17.1, AMB-28).
#[test]
fn ward_rolls_are_modified() {
    let warded = |clauses: &[&str]| {
        let clauses: Vec<&str> = ["4 mortal damage"].iter().chain(clauses).copied().collect();
        damage(&agreed(&idle(), &target(9, 9, "-", "ward = \"5+\""), &with(&clauses))).mean() / 4.0
    };
    near("5+", warded(&[]), 4.0 / 6.0);
    near("6+", warded(&["-1 to ward"]), 5.0 / 6.0);
    near("two of them: 7+", warded(&["-1 to ward", "-1 to ward"]), 1.0);
    near("4+", warded(&["+1 to ward"]), 3.0 / 6.0);
    near("both", warded(&["+1 to ward", "-1 to ward"]), 4.0 / 6.0);
    near("the best ward, then the modifier", warded(&["ward 3+", "-1 to ward"]), 3.0 / 6.0);
    near("none", warded(&["no ward"]), 1.0);
    near("1+: every point", warded(&["ward 2+", "+1 to ward"]), 0.0);
    let bare = damage(&attack(&idle(), &target(9, 9, "-", ""), &with(&["4 mortal damage", "+2 to ward"]))).mean();
    near("whoever has none rolls none", bare, 4.0);
}

/// An ability that names weapons speaks of what they inflict; else all is meant, dice on the side and criticals too.
#[test]
fn wards_are_denied_to_some_weapons_or_to_all() {
    let unit = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 2\nabilities = [\"Crit (Mortal)\"]");
    let of = |more: &str| {
        let attacker = ability(&unit, &format!("{more}effects = [\"no ward\", \"3 mortal damage\"]"));
        damage(&agreed(&attacker, &target(9, 9, "-", "ward = \"4+\""), &with(&[]))).mean()
    };
    // A critical hit is two points, another wounds one time in two.
    let weapon = 2.0 * (1.0 / 6.0 + 2.0 / 6.0 / 2.0);
    near("all", of(""), weapon + 3.0);
    near("the weapon alone", of("weapons = [\"Weapon\"]\n"), weapon + 1.5);
}

/// It is no effect on the weapon that the target's wards are worse; that they are denied is one (AOS-20.0).
#[test]
fn companions_profit_from_what_befalls_the_target() {
    let beast = sigmar(1, &format!("{BLADE}\nabilities = [\"Companion\"]"));
    let of = |effect: &str| {
        let attacker = ability(&beast, &format!("effects = [\"{effect}\"]"));
        damage(&attack(&attacker, &target(9, 9, "-", "ward = \"4+\""), &with(&[]))).mean() / 0.5
    };
    near("as it is", of("+1 to hit"), 0.5);
    near("worse", of("-1 to ward"), 4.0 / 6.0);
    near("denied to its unit", of("no ward"), 0.5);
}

/// Rend is subtracted from the save roll, so it is one of its modifiers (AOS-17.0, AOS-17.1).
#[test]
fn modifiers_of_saves_are_ignored() {
    let blade = sigmar(1, BLADE);
    let fails = |clauses: &[&str]| unsaved(&blade, "4+", "", clauses);
    near("4+ with Rend 1", fails(&[]), 4.0 / 6.0);
    near("better", fails(&["+1 to save"]), 3.0 / 6.0);
    near("what helps is ignored", fails(&["+1 to save", "ignore positive save modifiers"]), 4.0 / 6.0);
    near("what hurts is not", fails(&["-1 to save", "ignore positive save modifiers"]), 5.0 / 6.0);
    near("nothing counts", fails(&["+1 to save", "ignore save modifiers"]), 3.0 / 6.0);
    near("nothing, nor Rend", fails(&["-1 to save", "+3 rend", "ignore save modifiers"]), 3.0 / 6.0);
    near("what helps counts", fails(&["+1 to save", "ignore negative save modifiers"]), 2.0 / 6.0);
    near("both", fails(&["+1 to save", "ignore negative save modifiers", "ignore positive save modifiers"]), 3.0 / 6.0);
    let ethereal = "[[ability]]\nname = \"Ethereal\"\neffects = [\"ignore save modifiers\"]";
    near("as a profile has it", unsaved(&blade, "4+", ethereal, &[]), 3.0 / 6.0);
    let piercing = ability(&blade, "weapons = [\"Weapon\"]\neffects = [\"ignore positive save modifiers\"]");
    near("a weapon's own", unsaved(&piercing, "4+", "", &["+1 to save"]), 4.0 / 6.0);
}

/// Unmodified rolls below the number fail, whatever the modifiers, and critical ones among them.
#[test]
fn some_are_hit_on_high_rolls_only() {
    let of = |weapon: &str, clauses: &[&str]| {
        let blade = sigmar(1, &format!("attacks = 1\nhit = \"3+\"\nwound = \"4+\"\ndamage = 2\n{weapon}"));
        damage(&agreed(&blade, &target(9, 9, "-", ""), &with(clauses))).mean()
    };
    near("3+", of("", &[]), 4.0 / 6.0);
    near("5+", of("", &["hit only on 5+"]), 2.0 / 6.0);
    near("a bonus does not help", of("", &["hit only on 5+", "+1 to hit"]), 2.0 / 6.0);
    near("a penalty hurts", of("", &["hit only on 3+", "-1 to hit"]), 3.0 / 6.0);
    let mortal = "abilities = [\"Crit (Mortal)\"]";
    near("critical on 5+", of(mortal, &["critical hits on 5+"]), 2.0 * (2.0 + 2.0 / 2.0) / 6.0);
    near("but the 5 fails", of(mortal, &["critical hits on 5+", "hit only on 6+"]), 2.0 / 6.0);
}

/// After saves and wards, once in a phase; `damage` does not count it.
#[test]
fn the_first_point_of_a_phase_is_ignored() {
    let ignoring = |more: &str| {
        target(3, 2, "-", &format!("{more}\n[[ability]]\nname = \"Shield\"\neffects = [\"ignore first damage\"]"))
    };
    let three = agreed(&idle(), &ignoring(""), &with(&["3 mortal damage"]));
    is("three points", damage(&three), 1.0, &[(2, 1.0)]);
    is("one falls", &three.slain(Side::Defender), 1.0, &[(1, 1.0)]);
    // Two points, each warded one time in two: none or one point come to nothing, two to one.
    let warded = agreed(&idle(), &ignoring("ward = \"4+\""), &with(&["2 mortal damage"]));
    is("after wards", damage(&warded), 4.0, &[(0, 3.0), (1, 1.0)]);
    // Two attacks, each of which does two points one time in eight: 4+ to hit, to wound, and a save of 4+.
    let blades = sigmar(2, &BLADE.replace("rend = 1", "rend = 0"));
    let shielded = ignoring("").replace("save = \"-\"", "save = \"4+\"");
    let both = agreed(&blades, &shielded, &with(&["D3 mortal damage"]));
    // With nothing from the blades 0, 1, 2; with one of them 2 more, with both 4 more.
    let ways: Vec<(usize, f64)> =
        [(0, 49.0), (2, 14.0), (4, 1.0)].iter().flat_map(|(n, w)| (0..3).map(move |m| (n + m, *w))).collect();
    let total = |k: usize| ways.iter().filter(|(n, _)| *n == k).map(|(_, w)| w).sum::<f64>();
    let row: Vec<(usize, f64)> = (0..=6).map(|k| (k, total(k))).collect();
    is("with dice on the side", damage(&both), 192.0, &row);
    near("unsaved", stage(&both, "unsaved"), 2.0 / 8.0);
}

/// Several attacks in one phase share the point; another phase has its own.
#[test]
fn each_phase_has_a_first_point() {
    let of = |phase: Phase, then: &[&str], clauses: &[&str]| {
        let request = Request {
            attacker: "freeguild-fusiliers".to_owned(),
            defender: "gatebreaker-mega-gargant".to_owned(),
            then: then.iter().map(|unit| (*unit).to_owned()).collect(),
            phase: Some(phase),
            ..with(clauses)
        };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        damage(&exact(&prepared.engaged.engagement).expect("small")).clone()
    };
    let (ignoring, shooting, combat) = (["ignore first damage"], Phase::Shooting, Phase::Combat);
    let (shot, fought) = (of(shooting, &[], &[]), of(combat, &[], &[]));
    let nothing = shot.at(0);
    near("one attack", of(shooting, &[], &ignoring).mean(), shot.mean() - (1.0 - nothing));
    let twice = of(shooting, &["freeguild-fusiliers"], &ignoring).mean();
    near("one phase", twice, 2.0 * shot.mean() - (1.0 - nothing * nothing));
    let both = of(shooting, &["combat: freeguild-fusiliers"], &ignoring).mean();
    near("two phases", both, shot.mean() - (1.0 - nothing) + fought.mean() - (1.0 - fought.at(0)));
}

/// The model that is hurt goes first, and the points on it with it (AMB-25); no ward, and no damage.
#[test]
fn models_are_slain_outright() {
    let of = |clauses: &[&str], set: &str| {
        let request = Request { set: vec![set.to_owned()], ..with(clauses) };
        agreed(&idle(), &target(3, 4, "2+", "ward = \"2+\""), &request)
    };
    let one = of(&["slay 1 model on 5+"], "defender.damage=0");
    is("on 5+", &one.slain(Side::Defender), 3.0, &[(0, 2.0), (1, 1.0)]);
    is("no damage", damage(&one), 1.0, &[(0, 1.0)]);
    is("wounds lost", &one.wounds_lost(Side::Defender), 3.0, &[(0, 2.0), (4, 1.0)]);
    let hurt = of(&["slay 1 model"], "defender.damage=3");
    is("the one that is hurt", &hurt.wounds_lost(Side::Defender), 1.0, &[(1, 1.0)]);
    let all = of(&["slay 4 models"], "defender.damage=0");
    near("all of them", all.destroyed(Side::Defender), 1.0);
    let each = of(&["2 dice: 4+ -> slay 1 model"], "defender.damage=0");
    is("each die", &each.slain(Side::Defender), 4.0, &[(0, 1.0), (1, 2.0), (2, 1.0)]);
    // Health is 4: a D6 exceeds it on 5 and 6, 2D6 on 30 of 36, D3+1 never.
    for (text, ways) in [
        ("slay 1 model if D6 > health", 12.0),
        ("slay 1 model if 2D6 > health", 30.0),
        ("slay 1 model if D3+1 > health", 0.0),
        ("slay 1 model if D3+4 > health", 36.0),
    ] {
        near(text, of(&[text], "defender.damage=0").slain(Side::Defender).at(1), ways / 36.0);
    }
}

/// It comes once the attack is over: what the weapons have done counts first.
#[test]
fn slaying_follows_the_damage() {
    let unit = ability(&idle(), "effects = [\"5 mortal damage\", \"slay 1 model\"]");
    let outcome = agreed(&unit, &target(3, 4, "-", ""), &with(&[]));
    is("two models", &outcome.slain(Side::Defender), 1.0, &[(2, 1.0)]);
    is("damage", damage(&outcome), 1.0, &[(5, 1.0)]);
}

#[test]
fn other_games_say_why_not() {
    let (marine, squad) = (crate::support::forty_k(""), crate::support::squad(1, 4, "3+", 2, ""));
    for (text, why) in [
        ("no ward", "there is no ward"),
        ("-1 to ward", "there is no ward"),
        ("ignore save modifiers", "write `worsen ap by N`"),
        ("ignore first damage", "ignore first failed save"),
        ("slay 1 model on 5+", "write `N mortal damage`"),
    ] {
        let told = mistake(&marine, &squad, &with(&[text]));
        assert!(told.contains("has no meaning in warhammer-40k") && told.contains(why), "{told}");
    }
}
