//! Effects of warscrolls: wards and saves that are changed, models slain outright, points that are ignored.

use crate::support::{agreed, attack, damage, is, mistake, near, prepared, sigmar, stage, target, unit, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::{self, Method, Options, Sampling, exact};
use warodds::games::Phase;
use warodds::sequence::Side;
use warodds::stats::Pmf;

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

/// AOS-20.0: the attack sequence ends with the save roll (AOS-17.0), and wards are rolled in the damage sequence (AOS-18.0):
/// what befalls wards reaches a Companion weapon, what befalls the save does not.
#[test]
fn companions_profit_from_what_befalls_wards_and_not_from_what_befalls_saves() {
    let beast = sigmar(1, &format!("{BLADE}\nabilities = [\"Companion\"]"));
    let of = |effect: &str| {
        let attacker = ability(&beast, &format!("effects = [\"{effect}\"]"));
        let by_ability = damage(&attack(&attacker, &target(9, 9, "-", "ward = \"4+\""), &with(&[]))).mean() / 0.5;
        let said = damage(&attack(&beast, &target(9, 9, "-", "ward = \"4+\""), &with(&[effect]))).mean() / 0.5;
        near(effect, by_ability, said);
        said
    };
    near("as it is", of("+1 to hit"), 0.5);
    near("worse", of("-1 to ward"), 4.0 / 6.0);
    near("denied", of("no ward"), 1.0);
    // A save of 4+ against Rend 1 is made on 5+, with 1 added on 4+: that addition counts.
    let saves = |clauses: &[&str]| unsaved(&beast, "4+", "", clauses);
    near("a bonus to save", saves(&["+1 to save"]), 3.0 / 6.0);
    near("that is not ignored", saves(&["+1 to save", "ignore positive save modifiers"]), 3.0 / 6.0);
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

/// The best weapon may be the one that slays: three blows of a hammer do 3 points at the most, and a scythe takes a model of
/// Health 4 on 2+.
#[test]
fn what_is_slain_outright_counts_for_the_best_weapon() {
    let weapon = |name: &str, attacks: u32| {
        format!(
            "[[weapon]]\nname = \"{name}\"\none-of = \"arms\"\nattacks = {attacks}\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1\n"
        )
    };
    let head = "game = \"age-of-sigmar\"\nname = \"Reaper\"\nmodels = 1\nhealth = 5\nsave = \"4+\"\n";
    let slays = "[[ability]]\nname = \"Reap\"\nweapons = [\"Scythe\"]\neffects = [\"slay 1 model on 2+\"]\n";
    let reaper = format!("{head}{}{}{slays}", weapon("Hammer", 3), weapon("Scythe", 1));
    let best = Request { weapons: vec!["best".into()], ..with(&[]) };
    is("slain", &attack(&reaper, &target(3, 4, "-", ""), &best).slain(Side::Defender), 6.0, &[(0, 1.0), (1, 5.0)]);
}

/// The losses of an attacker of ten models of two wounds, without a ward.
fn hurt(attacker: &str, defender: &str, clauses: &[&str]) -> Pmf {
    let attacker = attacker.replacen("models = 1\nhealth = 1", "models = 10\nhealth = 2", 1);
    agreed(&attacker, defender, &with(clauses)).wounds_lost(Side::Attacker)
}

/// Two attacks that hit on 4+, wound on 4+ and are saved on 4+.
const TWO: &str = "count = 1\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1";

/// For each unmodified save roll of 6, after the attack; a save that is not rolled shows none.
#[test]
fn saves_of_6_strike_back() {
    let one = sigmar(1, &TWO.replace("attacks = 2", "attacks = 1"));
    let back = ["strike back 2 mortal on saves of 6"];
    is("one attack", &hurt(&one, &target(9, 1, "4+", ""), &back), 24.0, &[(0, 23.0), (2, 1.0)]);
    let pierced = TWO.replace("attacks = 2", "attacks = 1\nrend = 5");
    is(
        "a 6 that does not save",
        &hurt(&sigmar(1, &pierced), &target(9, 1, "4+", ""), &back),
        24.0,
        &[(0, 23.0), (2, 1.0)],
    );
    is("no save", &hurt(&one, &target(9, 1, "-", ""), &back), 1.0, &[(0, 1.0)]);
    let mortal = sigmar(1, &TWO.replace("attacks = 2", "attacks = 1\nabilities = [\"Crit (Mortal)\"]"));
    // A critical hit makes no save: 2/6 · 1/2 · 1/6.
    is("no save of mortal damage", &hurt(&mortal, &target(9, 1, "4+", ""), &back), 36.0, &[(0, 35.0), (2, 1.0)]);
    // The attack itself is as it was.
    let outcome = agreed(&one, &target(9, 1, "4+", ""), &with(&back));
    is("damage", damage(&outcome), 8.0, &[(0, 7.0), (1, 1.0)]);
    near("unsaved", stage(&outcome, "unsaved"), 1.0 / 8.0);
}

/// Hit rolls of 1, of the target's ability or as the weapon's own price; re-rolled dice count as they show in the end.
#[test]
fn hit_rolls_of_1_hurt_the_attacker() {
    let (two, foe) = (sigmar(1, TWO), target(9, 1, "4+", ""));
    let law = [(0, 25.0), (1, 10.0), (2, 1.0)];
    is("struck back", &hurt(&two, &foe, &["strike back 1 mortal on hits of 1"]), 36.0, &law);
    is("suffered", &hurt(&two, &foe, &["suffer 1 mortal on hits of 1"]), 36.0, &law);
    let price = ability(&two, "weapons = [\"Weapon\"]\neffects = [\"suffer D3 mortal on hits of 1\"]");
    near("D3", hurt(&price, &foe, &[]).mean(), 2.0 / 6.0 * 2.0);
    near("both", hurt(&price, &foe, &["strike back 1 mortal on hits of 1"]).mean(), 2.0 / 6.0 * 3.0);
    near("rolled again", hurt(&two, &foe, &["suffer 1 mortal on hits of 1", "reroll hits of 1"]).mean(), 2.0 / 36.0);
    // Its own ward, and no more than it has.
    let warded = two.replace("save = \"-\"", "save = \"-\"\nward = \"4+\"");
    near("warded", hurt(&warded, &foe, &["suffer 1 mortal on hits of 1"]).mean(), 1.0 / 6.0);
    // A ward that an ability brings, or that is said of the attacker, is one as well.
    let brought = ability(&two, "effects = [\"ward 4+\"]");
    near("warded by an ability", hurt(&brought, &foe, &["suffer 1 mortal on hits of 1"]).mean(), 1.0 / 6.0);
    let said = ["suffer 1 mortal on hits of 1", "attacker: ward 4+"];
    near("warded as said", hurt(&two, &foe, &said).mean(), 1.0 / 6.0);
    let one = agreed(&two, &foe, &with(&["suffer 5 mortal"]));
    near("gone", one.destroyed(Side::Attacker), 1.0);
}

/// A price without any condition, or with a die of its own.
#[test]
fn an_attack_may_have_its_price() {
    let (two, foe) = (sigmar(1, TWO), target(9, 1, "4+", ""));
    is("D3", &hurt(&two, &foe, &["suffer D3 mortal"]), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    is("on 4+", &hurt(&two, &foe, &["suffer 2 mortal on 4+"]), 2.0, &[(0, 1.0), (2, 1.0)]);
    is("the target's", &hurt(&two, &foe, &["strike back 2 mortal on 5+"]), 3.0, &[(0, 2.0), (2, 1.0)]);
    let thorns = target(9, 1, "4+", "[[ability]]\nname = \"Thorns\"\neffects = [\"strike back 1 mortal\"]");
    is("as a profile has it", &hurt(&two, &thorns, &[]), 1.0, &[(1, 1.0)]);
    // What is no die of the attack, of the unit that is attacked: on 4+, and three dice.
    let against = |effect: &str| {
        target(9, 1, "4+", &format!("[[ability]]\nname = \"Thorns\"\nagainst = true\neffects = [\"{effect}\"]"))
    };
    is("against, on 4+", &hurt(&two, &against("suffer 1 mortal on 4+"), &[]), 2.0, &[(0, 1.0), (1, 1.0)]);
    let dice = hurt(&two, &against("3 dice: 4+ -> suffer 1 mortal"), &[]);
    is("against, three dice", &dice, 8.0, &[(0, 1.0), (1, 3.0), (2, 3.0), (3, 1.0)]);
}

/// For each model that the attacks slay, and not for those that dice on the side do.
#[test]
fn slain_models_strike_back() {
    let (two, foe) = (sigmar(1, TWO), target(9, 1, "4+", ""));
    // Each attack slays one time in eight.
    let both = hurt(&two, &foe, &["strike back 1 mortal for each slain model"]);
    is("each", &both, 64.0, &[(0, 49.0), (1, 14.0), (2, 1.0)]);
    near("on 5+", hurt(&two, &foe, &["strike back 1 mortal on 5+ for each slain model"]).mean(), 2.0 / 8.0 / 3.0);
    let beside = hurt(&two, &foe, &["strike back 1 mortal for each slain model", "2 mortal damage"]);
    is("not on the side", &beside, 64.0, &[(0, 49.0), (1, 14.0), (2, 1.0)]);
    // Mortal damage of another ability has a damage pool of its own (AOS-18.0), which is said.
    let said = |clauses: &[&str]| prepared(&two, &foe, &with(clauses)).expect("right").notes.join("\n");
    for answer in ["strike back 1 mortal for each slain model", "strike back 1 mortal on wards"] {
        assert!(said(&[answer, "2 mortal damage"]).contains("not those of the mortal damage beside them"), "{answer}");
        assert!(!said(&[answer]).contains("mortal damage beside"), "{answer}");
    }
    assert!(!said(&["strike back 1 mortal", "2 mortal damage"]).contains("mortal damage beside"));
    // Models of two wounds, one of them hurt: the first attack that gets through slays.
    let hurt_before =
        Request { set: vec!["defender.damage=1".to_owned()], ..with(&["strike back 1 mortal for each slain model"]) };
    let outcome = agreed(&two, &target(3, 2, "4+", ""), &hurt_before);
    is("hurt before", &outcome.wounds_lost(Side::Attacker), 64.0, &[(0, 49.0), (1, 15.0)]);
}

/// What comes back once the attacks are over is decided before them: a unit that nobody has hurt returns a model though the
/// attack hurts it, and that is said.
#[test]
fn what_is_asked_of_healing_is_asked_before_the_attacks() {
    let foe = |when: &str| ability(&target(3, 2, "-", ""), &format!("{when}effects = [\"return 1 models\"]"));
    let notes = |when: &str| prepared(&sigmar(1, TWO), &foe(when), &with(&[])).expect("right").notes.join("\n");
    for when in ["when = [\"not damaged\"]\n", "when = [\"damaged\"]\n"] {
        assert!(notes(when).contains("is decided before the attacks"), "{when}: {}", notes(when));
    }
    assert!(!notes("").contains("decided before"));
}

/// Each attack counts its own: who fell before is not slain again.
#[test]
fn who_fell_before_does_not_strike_back_again() {
    let first = ability(&idle(), "effects = [\"3 mortal damage\"]");
    let second = sigmar(1, TWO).replace("name = \"Attacker\"", "name = \"Second\"").replace("health = 1", "health = 9");
    let units = [(unit(&first), None), (unit(&second), None)];
    let thorns =
        target(5, 1, "4+", "[[ability]]\nname = \"Thorns\"\neffects = [\"strike back 1 mortal for each slain model\"]");
    let prepared = prepare_units(&units, &(unit(&thorns), None), &with(&[])).unwrap_or_else(|e| panic!("{e}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    is("lost", &outcome.wounds_lost(Side::Attacker), 64.0, &[(0, 49.0), (1, 14.0), (2, 1.0)]);
    // A unit that may have been hurt does not attack again.
    let request = Request {
        attacker: "freeguild-fusiliers".to_owned(),
        defender: "gatebreaker-mega-gargant".to_owned(),
        then: vec!["combat: freeguild-fusiliers".to_owned()],
        phase: Some(Phase::Shooting),
        ..with(&["suffer 1 mortal"])
    };
    let told = prepare(&request).map(|_| ()).expect_err("twice").to_string();
    assert!(told.contains("attacks again after an attack that may hurt it"), "{told}");
}

/// A unit that is gone is not attacked: who comes next has no price to pay, and nothing strikes it back.
#[test]
fn nothing_comes_of_an_attack_on_who_is_gone() {
    let (tie, slain) = ("effects = [\"1 dice: 4+ -> 3 mortal\"]", "effects = [\"3 mortal damage\"]");
    let lost = |first: &str, effect: &str, target: &str| {
        let second = ability(&sigmar(1, TWO), &format!("effects = [\"{effect}\"]"));
        let second = second.replace("name = \"Attacker\"", "name = \"Second\"").replace("health = 1", "health = 9");
        let units = [(unit(&ability(&idle(), first)), None), (unit(&second), None)];
        let prepared = prepare_units(&units, &(unit(target), None), &with(&[])).unwrap_or_else(|e| panic!("{e}"));
        let sampling = Sampling { trials: 1 << 14, ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
        assert!(answer.agreement.expect("asked for").metrics.iter().all(|metric| metric.p > 1e-6));
        answer.outcome.wounds_lost(Side::Attacker)
    };
    let foe = target(1, 3, "4+", "");
    is("stands half the time", &lost(tie, "suffer 2 mortal", &foe), 2.0, &[(0, 1.0), (2, 1.0)]);
    // Of two dice 25, 10 and 1 times in 36 none, one and both show a 1.
    let ones = lost(tie, "suffer 1 mortal on hits of 1", &foe);
    is("for each 1", &ones, 72.0, &[(0, 36.0 + 25.0), (1, 10.0), (2, 1.0)]);
    let dice = lost(tie, "2 dice: 4+ -> suffer 1 mortal", &foe);
    is("dice", &dice, 8.0, &[(0, 4.0 + 1.0), (1, 2.0), (2, 1.0)]);
    for effect in
        ["suffer 2 mortal", "suffer 2 mortal on 2+", "suffer 1 mortal on hits of 1", "2 dice: 2+ -> suffer 1 mortal"]
    {
        is(effect, &lost(slain, effect, &foe), 1.0, &[(0, 1.0)]);
    }
    for effect in ["strike back 1 mortal on hits of 1", "strike back 1 mortal on saves of 2"] {
        let thorns = format!("[[ability]]\nname = \"Thorns\"\neffects = [\"{effect}\"]");
        is(effect, &lost(slain, "+1 to hit", &target(1, 3, "4+", &thorns)), 1.0, &[(0, 1.0)]);
    }
}

/// Each ward roll that succeeds, of points that the attacks do.
#[test]
fn wards_strike_back() {
    let blade = sigmar(1, &format!("count = 1\n{BLADE}"));
    let foe = target(9, 9, "-", "ward = \"5+\"");
    // One time in four two points, each warded one time in three.
    let lost = hurt(&blade, &foe, &["strike back 1 mortal on wards"]);
    is("wards", &lost, 36.0, &[(0, 31.0), (1, 4.0), (2, 1.0)]);
    let beside = hurt(&blade, &foe, &["strike back 1 mortal on wards", "3 mortal damage"]);
    is("not on the side", &beside, 36.0, &[(0, 31.0), (1, 4.0), (2, 1.0)]);
    near("damage", damage(&agreed(&blade, &foe, &with(&["strike back 1 mortal on wards"]))).mean(), 0.25 * 4.0 / 3.0);
}

#[test]
fn other_games_say_why_not() {
    let (marine, squad) = (crate::support::forty_k(""), crate::support::squad(1, 4, "3+", 2, ""));
    for (text, why) in [
        ("no ward", "there is no ward"),
        ("-1 to ward", "there is no ward"),
        ("ignore save modifiers", "write `worsen ap by 1`"),
        ("ignore first damage", "ignore first failed save"),
        ("slay 1 model on 5+", "write `1 mortal damage`"),
        ("strike back 1 mortal on saves of 6", "on-death"),
        ("suffer D3 mortal", "Hazardous"),
    ] {
        let told = mistake(&marine, &squad, &with(&[text]));
        assert!(told.contains("has no meaning in warhammer-40k") && told.contains(why), "{told}");
    }
}

/// What would be critical hits are hits, and hit all the same (AMB-1).
#[test]
fn critical_hits_may_be_hits() {
    let unit = |hit: &str| {
        let weapon = BLADE.replacen("4+", hit, 1);
        sigmar(1, &format!("{weapon}\nabilities = [\"Crit (Mortal)\"]"))
    };
    let mean = |hit: &str, more: &str, said: &[&str]| {
        damage(&agreed(&unit(hit), &target(9, 9, "-", more), &with(said))).mean()
    };
    // Two points: of the dice that hit half wound; a critical hit is mortal damage.
    near("critical hits", mean("4+", "", &[]), 2.0 * (2.0 / 6.0 / 2.0 + 1.0 / 6.0));
    near("none", mean("4+", "", &["no critical hits"]), 2.0 * (3.0 / 6.0 / 2.0));
    near("a six", mean("6+", "", &["no critical hits", "-1 to hit"]), 2.0 * (1.0 / 6.0 / 2.0));
    let beside = "[[ability]]\nname = \"Thexa\"\nagainst = true\neffects = [\"no critical hits\"]";
    near("an ability of the target", mean("4+", beside, &[]), 2.0 * (3.0 / 6.0 / 2.0));
}

/// A number of dice, or a roll that is needed, that the target's Health says: 4 of each model here.
#[test]
fn health_of_the_target_decides() {
    let of = |clauses: &[&str]| agreed(&idle(), &target(3, 4, "2+", ""), &with(clauses));
    let dice = of(&["1 dice per target health: 4+ -> 1 mortal"]);
    is("four dice", damage(&dice), 16.0, &[(0, 1.0), (1, 4.0), (2, 6.0), (3, 4.0), (4, 1.0)]);
    // A D6 reaches 4 on three faces; 2D6 reach 8 on 15 of 36, and 4 on 33.
    for (text, ways) in [
        ("slay 1 model if D6 >= health", 18.0),
        ("slay 1 model if D6 >= double health", 0.0),
        ("slay 1 model if 2D6 >= double health", 15.0),
        ("slay 1 model if 2D6 >= health", 33.0),
    ] {
        near(text, of(&[text]).slain(Side::Defender).at(1), ways / 36.0);
    }
    let dread = crate::support::forty_k(&crate::support::gun(1, "1 3+ 4 0 1", ""));
    let text = mistake(&dread, &dread, &with(&["1 dice per target health: 4+ -> 1 mortal"]));
    assert!(text.contains("there is no Health"), "{text}");
}

/// Mortal damage of a hit that ends the attack: no wound roll and no save, but a ward; a critical hit is a hit (AOS-17.2).
#[test]
fn hits_may_end_in_mortal_damage() {
    let attacks = "attacks = 2\nhit = \"3+\"\nwound = \"6+\"\ndamage = 5\n";
    let of = |abilities: &str, ward: &str, clauses: &[&str]| {
        let unit = sigmar(1, &format!("{attacks}abilities = [{abilities}]"));
        let clauses: Vec<&str> = ["each hit inflicts 2 mortal"].iter().chain(clauses).copied().collect();
        damage(&agreed(&unit, &target(9, 9, "2+", ward), &with(&clauses))).clone()
    };
    is("two hits on 3+", &of("", "", &[]), 9.0, &[(0, 1.0), (2, 4.0), (4, 4.0)]);
    near("each point is warded", of("", "ward = \"5+\"", &[]).mean(), 2.0 * 4.0 / 6.0 * 2.0 * 4.0 / 6.0);
    near("Crit (2 Hits)", of("\"Crit (2 Hits)\"", "", &[]).mean(), 2.0 * 5.0 / 6.0 * 2.0);
    for critical in ["\"Crit (Mortal)\"", "\"Crit (Auto-wound)\""] {
        assert_eq!(of(critical, "", &[]), of("", "", &[]), "{critical}");
    }
    for changed in ["+1 damage on critical hits", "double damage on critical hits", "+1 rend on critical hits"] {
        assert_eq!(of("", "", &[changed]), of("", "", &[]), "{changed}");
    }
    near("a die of its own", of("", "", &["each hit inflicts D3 mortal"]).mean(), 2.0 * 4.0 / 6.0 * 2.0);
    // Only the weapon that an entry names does it.
    let entry = "weapons = [\"Weapon\"]\neffects = [\"each hit inflicts 1 mortal\"]";
    let unit = ability(&sigmar(1, attacks), entry);
    near("an entry", damage(&agreed(&unit, &target(9, 9, "2+", ""), &with(&[]))).mean(), 2.0 * 4.0 / 6.0);
}

/// So many dice after the attack, each of which may hurt whoever attacked.
#[test]
fn dice_after_the_attack_hurt_the_attacker() {
    let lost = |clause: &str| hurt(&idle(), &target(9, 9, "-", ""), &[clause]);
    is("two dice", &lost("2 dice: 5+ -> suffer 3 mortal"), 9.0, &[(0, 4.0), (3, 4.0), (6, 1.0)]);
    is("of the target", &lost("2 dice: 4+ -> strike back 1 mortal"), 4.0, &[(0, 1.0), (1, 2.0), (2, 1.0)]);
    near("a number that is rolled", lost("D3 dice: 4+ -> suffer D3 mortal").mean(), 2.0 * 0.5 * 2.0);
}

/// Two abilities that answer the same roll alike are two answers.
#[test]
fn two_answers_to_one_roll_add_up() {
    let price = |name: &str| format!("[[ability]]\nname = \"{name}\"\neffects = [\"suffer 1 mortal on hits of 1\"]\n");
    let two = sigmar(1, TWO) + &price("Unstable") + &price("Volatile");
    let law = [(0, 25.0), (2, 10.0), (4, 1.0)];
    is("two points for each 1", &hurt(&two, &target(9, 1, "4+", ""), &[]), 36.0, &law);
}

/// A number without dice exceeds a target's Health, or does not.
#[test]
fn slaying_by_a_number_asks_for_more_than_the_health() {
    let harmless = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    for (health, slain) in [(2, 1), (3, 0), (4, 0)] {
        let outcome = attack(&harmless, &target(9, health, "-", ""), &with(&["slay 1 models if 3 > health"]));
        is(&format!("Health {health}"), &outcome.slain(Side::Defender), 1.0, &[(slain, 1.0)]);
    }
    let three = attack(&harmless, &target(9, 2, "-", ""), &with(&["slay 3 models if 3 > health"]));
    is("three models", &three.slain(Side::Defender), 1.0, &[(3, 1.0)]);
}

/// Effects that change one roll or one number, each counted by hand on one attack that hits and wounds on 4+.
#[test]
fn effects_on_one_roll_are_what_they_say() {
    let blade = sigmar(1, BLADE);
    let points = |clauses: &[&str]| damage(&agreed(&blade, &target(9, 9, "-", ""), &with(clauses))).mean();
    near("plain", points(&[]), 0.5);
    // A hit in 1/6 + 5/6 · 1/2: every die that shows no 6 is rolled again.
    near("non-critical", points(&["reroll non-critical hits"]), 7.0 / 12.0);
    near("wounded only", points(&["wounded only on 5+"]), 2.0 / 6.0);
    near("no damage", points(&["damage is 0"]), 0.0);
    near("one hit of six", points(&["2 mortal on critical hits"]), 0.5 + 2.0 / 6.0);
    near("two abilities", points(&["2 mortal on critical hits", "D3 mortal on critical hits"]), 0.5 + 4.0 / 6.0);
    near("both hurt", points(&["-1 to hit", "-1 to wound"]), 2.0 / 9.0);
    near("both ignored", points(&["-1 to hit", "-1 to wound", "ignore modifiers"]), 0.5);
    near("of hits", points(&["-1 to hit", "-1 to wound", "ignore hit modifiers"]), 2.0 / 6.0);
    near("of wounds", points(&["-1 to hit", "-1 to wound", "ignore wound modifiers"]), 2.0 / 6.0);
    near("help stays", points(&["+1 to hit", "ignore modifiers"]), 4.0 / 6.0);
    // Against Rend 1 a save of 3+ fails one time in two, one of 4+ four times in six.
    near("a worse save", unsaved(&blade, "3+", "", &["worsen save by 1"]), 4.0 / 6.0);
    let dice = sigmar(1, &BLADE.replace("attacks = 1", "attacks = \"D6\""));
    let attacks = |clauses: &[&str]| stage(&attack(&dice, &target(9, 9, "-", ""), &with(clauses)), "attacks");
    // A 1 becomes 3.5 on average.
    near("attacks", attacks(&["reroll attacks of 1"]), (3.5 + 2.0 + 3.0 + 4.0 + 5.0 + 6.0) / 6.0);
}

/// More models than are counted are refused by the name of the limit; as many as are not are slain.
#[test]
fn too_many_models_slain_outright_are_refused() {
    let of = |effect: &str| prepared(&idle(), &target(9, 2, "-", ""), &with(&[effect])).map(|_| ());
    let error = of("20D6+250 dice: 2+ -> slay 250 models").expect_err("370 times 250").to_string();
    assert!(error.contains("models slain outright") && error.contains("MAX_TOKENS"), "{error}");
    assert!(of("D6 dice: 2+ -> slay 250 models").is_ok());
}
