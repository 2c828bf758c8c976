//! The best plan against what the attacks it is made of say one by one.

use warodds::ask::{PlanReport, PlanRequest, Request, plan, prepare};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::report::{Reportable, Screen, text};
use warodds::sequence::Side;

fn asked(attackers: &[&str], targets: &[&str], goal: &str) -> PlanRequest {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    PlanRequest {
        attackers: names(attackers),
        targets: names(targets),
        goal: goal.to_owned(),
        base: Request { phase: Some(Phase::Combat), ..Request::default() },
        ..PlanRequest::default()
    }
}

fn planned(request: &PlanRequest) -> PlanReport {
    plan(request).unwrap_or_else(|error| panic!("{error}")).0
}

/// What an attack leaves of a target of one model that had lost so many wounds: the chance of each number of wounds lost.
fn after(attacker: &str, target: &str, lost: usize) -> Vec<f64> {
    let set = if lost > 0 { vec![format!("defender.damage={lost}")] } else { Vec::new() };
    let (attacker, defender) = (attacker.to_owned(), target.to_owned());
    let request = Request { attacker, defender, set, phase: Some(Phase::Combat), ..Request::default() };
    let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let outcome = exact(&attack.engaged.engagement).expect("small");
    let more = outcome.wounds_lost(Side::Defender);
    (0..=lost + more.max()).map(|all| if all < lost { 0.0 } else { more.at(all - lost) }).collect()
}

const ATTACKERS: [&str; 3] = ["liberators", "stormvermin", "clanrats"];
const TARGETS: [&str; 2] = ["age-of-sigmar/clawlord", "lord-relictor"];
const WOUNDS: [usize; 2] = [7, 6];

/// The most targets that attackers can destroy on average, every result seen: every choice is tried.
fn most_destroyed(odds: &[Vec<Vec<Vec<f64>>>], left: &[usize], lost: [usize; 2]) -> f64 {
    let gone = (0..2).filter(|target| lost[*target] == WOUNDS[*target]).count() as f64;
    let mut best = gone;
    for attacker in left {
        let rest: Vec<usize> = left.iter().copied().filter(|other| other != attacker).collect();
        for target in (0..2).filter(|target| lost[*target] < WOUNDS[*target]) {
            let chances = &odds[*attacker][target][lost[target]];
            let value = chances.iter().enumerate().filter(|(_, p)| **p > 0.0).map(|(now, p)| {
                let mut lost = lost;
                lost[target] = now;
                p * most_destroyed(odds, &rest, lost)
            });
            best = best.max(value.sum());
        }
    }
    best
}

#[test]
fn the_best_plan_is_what_trying_every_choice_finds() {
    let odds: Vec<Vec<Vec<Vec<f64>>>> = ATTACKERS
        .iter()
        .map(|attacker| {
            let of = |target: usize| (0..WOUNDS[target]).map(|lost| after(attacker, TARGETS[target], lost)).collect();
            vec![of(0), of(1)]
        })
        .collect();
    assert_eq!(odds[0][0][0].len() - 1, WOUNDS[0]);
    assert_eq!(odds[0][1][0].len() - 1, WOUNDS[1]);
    let best = most_destroyed(&odds, &[0, 1, 2], [0, 0]);
    let plan = planned(&asked(&ATTACKERS, &TARGETS, "destroyed"));
    assert!((plan.value - best).abs() < 1e-12, "{} is not {best}", plan.value);
    assert!(plan.value >= plan.fixed && plan.fixed > 0.0 && plan.greedy.expect("small") <= plan.value + 1e-12);
}

#[test]
fn one_attacker_and_one_target_are_an_attack() {
    let chances = after("liberators", TARGETS[0], 0);
    let plan = planned(&asked(&["liberators"], &["age-of-sigmar/clawlord"], "destroyed:clawlord"));
    assert_eq!(plan.value.to_bits(), chances[7].to_bits());
    assert_eq!((plan.fixed.to_bits(), plan.information), (plan.value.to_bits(), Some(0.0)));
    let first = plan.first.expect("a move");
    assert_eq!((first.attacker.as_str(), first.target.as_str()), ("Liberators", "Clawlord on Gnaw-beast"));
}

/// Kills are models: what one attack slays on average. Points are their share of the unit's.
#[test]
fn kills_are_models_and_points_their_share() {
    let request = Request { attacker: "stormvermin".into(), defender: "clanrats".into(), ..Request::default() };
    let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let slain = exact(&attack.engaged.engagement).expect("small").slain(Side::Defender);
    let kills = planned(&asked(&["stormvermin"], &["clanrats"], "kills"));
    assert!((kills.value - slain.mean()).abs() < 1e-12);
    let PlanReport { value, targets, .. } = planned(&asked(&["stormvermin"], &["clanrats"], "points"));
    let points = f64::from(targets[0].points.expect("printed"));
    assert!((value - points * slain.mean() / targets[0].models as f64).abs() < 1e-10);
    let mut worth = asked(&["stormvermin"], &["clanrats"], "points");
    worth.worth = vec!["clanrats=1000".into()];
    assert!((planned(&worth).value - 1000.0 * value / points).abs() < 1e-9);
}

#[test]
fn a_move_that_names_nobody_is_told_so() {
    let request = PlanRequest { not: vec![">clanrats".into()], ..asked(&["liberators"], &["clanrats"], "destroyed") };
    let error = plan(&request).expect_err("nobody is named");
    assert_eq!(error.message, "`--not >clanrats` names no attacker");
}

#[test]
fn every_game_plans() {
    for (attackers, targets) in [
        (&["warhammer-40k/terminators", "boyz"][..], &["intercessor squad", "warhammer-40k/boyz"][..]),
        (&["lannister guardsmen", "stark sworn swords"], &["free folk raiders", "umber berserkers"]),
        (&["ogor breacher", "gloryseeker"], &["chimera", "man-skewer boltboy"]),
        // A character behind its Bodyguard.
        (&["warhammer-40k/terminators", "genestealers"], &["captain+intercessor squad"]),
    ] {
        let plan = planned(&asked(attackers, targets, "kills"));
        assert!(plan.value >= plan.fixed - 1e-12 && plan.fixed > 0.0, "{attackers:?}");
        let steps: f64 = plan.table.iter().filter(|row| row.step == 2).map(|row| row.probability).sum();
        assert!(steps <= 1.0 + 1e-12 && plan.covered > 0.9);
    }
}

/// A roster stands for its units; what cannot attack is named and left out.
#[test]
fn a_roster_stands_for_all_of_its_units() {
    let roster = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/import/files/ravens.ros");
    let request = asked(&[roster], &["liberators"], "kills");
    let (report, notes) = plan(&request).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = report.attackers.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Raven Lord", "Raven Riders"]);
    assert!(notes.iter().any(|note| note == "Nest has no weapons"), "{notes:?}");
    assert_eq!(planned(&asked(&["liberators"], &[roster], "kills")).targets.len(), 3);
}

/// A leader whom a roster attaches fights in front of his unit and not beside it, and a unit that is there twice attacks twice.
#[test]
fn a_leader_of_a_roster_attacks_once_and_of_two_units_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = include_str!("../import/files/tin.ros");
    // The squad again, which nobody leads.
    let (begin, end) = (one.find("<selection id=\"squad\""), one.rfind("</selections>"));
    let (begin, end) =
        (begin.expect("a squad"), one[..end.expect("an end")].rfind("</selection>").expect("an end") + 12);
    let squad = one[begin..end].replace("\"squad\"", "\"other\"");
    let files = [one.to_owned(), format!("{}{squad}{}", &one[..end], &one[end..])].map(|text| (text.len(), text));
    let paths = files.map(|(length, text)| {
        let path = folder.path().join(format!("{length}.ros"));
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    });
    // Against toughness 13 and a save of 2+ a rifle of 18 attacks does 18/2/6/6; four attacks with the drumsticks wound a
    // Vehicle with a 6 to hit, or with a 3, 4 or 5 and a 6 to wound: 4 (1/6 + 1/12)/6.
    let (rifles, sticks) = (0.25, 1.0 / 6.0);
    for (path, squads, phase, wounds) in [
        (&paths[0], 1, Phase::Combat, sticks),
        (&paths[1], 2, Phase::Combat, sticks),
        (&paths[0], 1, Phase::Shooting, rifles),
        (&paths[1], 2, Phase::Shooting, 2.0 * rifles),
    ] {
        let mut request = asked(&[path], &["monolith"], "wounds");
        request.base.phase = Some(phase);
        let plan = planned(&request);
        assert!((plan.value - wounds).abs() < 1e-12, "{squads} squads, {phase:?}: {} for {wounds}", plan.value);
        assert!(plan.attackers[0].name.starts_with("Tin Drummer + Tin Squad"), "{:?}", plan.attackers);
        request.targets = vec![path.clone()];
        request.attackers = vec!["warhammer-40k-11e/boyz".to_owned()];
        assert_eq!(planned(&request).targets.len(), squads, "{phase:?}");
    }
}

/// A plan that is fixed beforehand is what it is without `--fixed` beside the best one, and its bound is no less.
#[test]
fn the_fixed_plan_says_what_it_may_have_lost() {
    let mut request = asked(&["liberators", "stormvermin"], &["age-of-sigmar/clawlord", "clanrats"], "points");
    let best = planned(&request);
    request.fixed = true;
    let fixed = planned(&request);
    assert_eq!((fixed.value.to_bits(), fixed.information), (best.fixed.to_bits(), None));
    assert!(fixed.bound.expect("small") >= best.value - 1e-9);
}

#[test]
fn what_cannot_be_planned_is_told_in_words() {
    let why = |request: &PlanRequest| match plan(request) {
        Ok(_) => panic!("planned"),
        Err(error) => error.to_string(),
    };
    let plain = || asked(&["liberators"], &["age-of-sigmar/clawlord"], "points");
    let goal = |goal: &str| why(&PlanRequest { goal: goal.into(), ..plain() });
    assert!(goal("destroyed:clanrats").contains("`--goal destroyed:clanrats` names no target"));
    assert!(goal("wins").contains("there is no goal `wins`"));
    let not = |not: &str| why(&PlanRequest { not: vec![not.into()], ..plain() });
    assert!(not("liberators").contains("is not \"ATTACKER>TARGET\""));
    assert!(not("liberators>rats").contains("names no target: `rats`"));
    assert!(why(&asked(&["liberators"], &["redemptor dreadnought"], "points")).starts_with("error: "));
    let crowd: Vec<&str> =
        std::iter::repeat_n("clanrats", 1).chain(["liberators", "stormvermin", "rat ogors"]).collect();
    let targets = ["20 clanrats", "20 stormvermin", "30 clanrats", "20 liberators", "age-of-sigmar/clawlord"];
    let (large, notes) = plan(&asked(&crowd, &targets, "kills")).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        notes.iter().any(|note| note.contains("(MAX_PLAN_")) && large.states.is_none(),
        "a table that is too large"
    );
    let many: Vec<String> = (1..=70).map(|n| format!("40k: 1x \"G{n}\" {n}A 4+/5/-1/1; T3 W1 5+")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(why(&asked(&many, &["boyz"], "kills")).contains("(MAX_PLAN_HANDS)"), "too many sets of attackers");
}

/// W40K-PRECISION: what a Captain lost while his Bodyguard stands is his alone, for whoever attacks next too.
///
/// Three guards of two wounds and a Captain of three: one shot at him, five at them, then two of Damage 3. Both have to wound
/// after four or five of the five, whether he was hurt or not. The second unit has one shot while nobody is hurt.
#[test]
fn a_captain_who_was_shot_is_hurt_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, models: &str, more: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        let head = format!("game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 50\n[[model]]\nname = \"{name}\"\n");
        std::fs::write(&path, format!("{head}toughness = 4\nsave = \"-\"\n{models}\n{more}")).expect("written");
        path.display().to_string()
    };
    let gun = |name: &str, count: u32, damage: u32, more: &str| {
        let line = format!("attacks = {count}\nskill = \"N/A\"\nstrength = 20\nap = -6\ndamage = {damage}\n");
        format!("[[weapon]]\nname = \"{name}\"\nrange = 24\n{line}abilities = [\"Torrent\"{more}]\n")
    };
    let first = gun("Rifle", 1, 1, ", \"Precision\"") + &gun("Repeater", 5, 1, "");
    let entry =
        "[[ability]]\nname = \"Hunt\"\nwhen = [\"target below starting strength\"]\neffects = [\"+1 attacks\"]\n";
    let first = write("First", "count = 1\nwounds = 2", &first);
    let second = write("Second", "count = 1\nwounds = 2", &(gun("Cannon", 1, 3, "") + entry));
    let captain = write("Captain", "count = 1\nwounds = 3\nrole = \"character\"", "");
    let target = format!("{captain}+{}", write("Guards", "count = 3\nwounds = 2", ""));
    let base = Request { phase: Some(Phase::Shooting), ..Request::default() };
    let request = PlanRequest { base, ..asked(&[&first, &second], &[&target], "destroyed") };
    let wound = 5.0f64 / 6.0;
    let truth = (wound.powi(5) + 5.0 * wound.powi(4) / 6.0) * wound * wound;
    let value = planned(&request).value;
    assert!((value - truth).abs() < 1e-12, "{value} is not {truth}");
}

/// What a whole target is worth weighs points and targets, not models or wounds; a name is no folder's.
#[test]
fn what_is_said_of_targets_means_targets() {
    let of = |goal: &str, worth: &str| {
        let worth = vec![format!("clanrats={worth}")];
        plan(&PlanRequest { worth, ..asked(&["liberators"], &["clanrats"], goal) }).map(|(plan, _)| plan.value)
    };
    let gone = of("destroyed", "1").expect("a plan");
    assert!((of("destroyed", "300").expect("a plan") - 300.0 * gone).abs() < 1e-9);
    for goal in ["kills", "wounds", "destroyed:clanrats"] {
        let error = of(goal, "300").expect_err("weighs nothing").to_string();
        assert!(error.contains("does not weigh the targets"), "{error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let place = |folder: &std::path::Path, name: &str, of: &str| {
        std::fs::create_dir_all(folder).expect("a folder");
        let path = folder.join(name);
        std::fs::copy(format!("profiles/age-of-sigmar/{of}.toml"), &path).expect("a file");
        path.display().to_string()
    };
    let rats = place(&folder.path().join("swarm"), "rats.toml", "clanrats");
    let of = |not: &str| {
        let not = vec![not.to_owned()];
        plan(&PlanRequest { not, ..asked(&["liberators"], &[&rats, "clawlord"], "kills") }).map(|(plan, _)| plan.value)
    };
    assert!(of("liberators>rats").expect("the file's name") < of("liberators>clawlord").expect("the other"));
    let error = of("liberators>swarm").expect_err("a folder").to_string();
    assert!(error.contains("names no target: `swarm`"), "{error}");
}

/// A gun that hurts with one chance for each attack, of so many points; each target is one model without a save.
#[derive(Clone, Copy)]
struct Gun {
    attacks: u32,
    points: u32,
    hit: u32,
}

/// What every policy there is comes to: whom to attack first, and for each result a policy of its own. The goal counts
/// targets that are destroyed.
fn all_policies(guns: &[Gun], wounds: [u32; 2], lost: [u32; 2], may: &dyn Fn(u32, usize) -> bool) -> Vec<f64> {
    if guns.is_empty() {
        return vec![(0..2).filter(|target| lost[*target] >= wounds[*target]).count() as f64];
    }
    let mut values = Vec::new();
    for (place, gun) in guns.iter().enumerate() {
        let rest: Vec<Gun> =
            guns.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, gun)| *gun).collect();
        for target in (0..2).filter(|target| may(gun.hit, *target)) {
            let p = f64::from(7 - gun.hit) / 6.0 / 2.0;
            let mut sums = vec![0.0];
            for (hurt, chance) in super::battle_plans::binomial(gun.attacks, p).into_iter().enumerate() {
                let mut lost = lost;
                lost[target] = (lost[target] + hurt as u32 * gun.points).min(wounds[target]);
                let then = all_policies(&rest, wounds, lost, may);
                sums = sums.iter().flat_map(|sum| then.iter().map(move |value| sum + chance * value)).collect();
            }
            values.extend(sums);
        }
    }
    values
}

/// The best plan is the best of all policies, one by one; what is fixed beforehand or greedy is worth no more, and the bound
/// of a fixed plan no less. Without luck nothing is gained by looking.
#[test]
fn the_best_plan_is_the_best_of_all_policies() {
    let gun = |attacks, points, hit| Gun { attacks, points, hit };
    let cases = [
        (vec![gun(1, 1, 3), gun(2, 1, 4), gun(1, 2, 5)], [2, 3], ""),
        (vec![gun(2, 2, 3), gun(3, 1, 5)], [3, 2], ""),
        (vec![gun(1, 1, 4), gun(1, 1, 4), gun(1, 1, 4)], [2, 1], ""),
        (vec![gun(1, 2, 3), gun(2, 1, 4)], [1, 2], "Gun 3>Target 0"),
    ];
    for (guns, wounds, not) in cases {
        let typed = |gun: &Gun| {
            let Gun { attacks, points, hit } = gun;
            format!("40k: 1x \"Gun {hit}\" 24\" {attacks}A {hit}+/4/0/{points}; T3 W1 5+")
        };
        let request = |fixed: bool| PlanRequest {
            attackers: guns.iter().map(typed).collect(),
            targets: (0..2).map(|place| format!("40k: 1x \"Target {place}\" T4 W{} 7+", wounds[place])).collect(),
            goal: "destroyed".into(),
            not: if not.is_empty() { Vec::new() } else { vec![not.into()] },
            fixed,
            ..PlanRequest::default()
        };
        let may = |hit: u32, target: usize| not.is_empty() || (hit, target) != (3, 0);
        let all = all_policies(&guns, wounds, [0, 0], &may);
        let best = all.iter().copied().fold(0.0, f64::max);
        let (report, fixed) = (planned(&request(false)), planned(&request(true)));
        assert!((report.value - best).abs() < 1e-12, "{} is not {best}, the best of {}", report.value, all.len());
        assert!(report.fixed <= best + 1e-12 && report.greedy.expect("small") <= best + 1e-12);
        assert!((fixed.value - report.fixed).abs() < 1e-12 && fixed.bound.expect("small") >= best - 1e-9);
    }
}

const WIDE: Screen = Screen { width: 400, color: false, ascii: false };

/// Who may still attack is told where two rules of one step differ in it, and more than one is left.
#[test]
fn who_is_left_is_told_where_rules_differ_in_it() {
    let plan = planned(&asked(&["liberators", "stormvermin", "clanrats", "rat-ogors"], &TARGETS, "destroyed"));
    let told = text(&plan.sheet(), WIDE);
    let mut seen = [0, 0, 0];
    for row in &plan.table {
        let differ = plan.table.iter().any(|other| other.step == row.step && other.left != row.left);
        let left =
            if differ && row.left.len() > 1 { format!(", {} left", row.left.join(" and ")) } else { String::new() };
        seen[if !differ { 0 } else { row.left.len().min(2) }] += 1;
        let line = format!("{}. {} into {}: {}{left} (", row.step, row.attacker, row.target, row.when);
        assert!(told.contains(&line), "{line}\n{told}");
    }
    assert!(seen.iter().all(|seen| *seen > 0), "the same, one and several are left: {seen:?}");
}

/// Eight attackers that differ come in 8 + 8 × 7 + … + 8! = 109,600 orders, all of which are tried; nine in 986,409, which are
/// too many. Nine that are alike come in one.
#[test]
fn every_order_of_a_few_attackers_is_tried() {
    let tries_all = |attackers: usize, alike: bool| {
        let unit = |n: usize| format!("aos: 1x \"A{n}\" {}A 4+/4+/-/1; H1 6+", if alike { 1 } else { n + 1 });
        let units: Vec<String> = (0..attackers).map(|n| unit(if alike { 0 } else { n })).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let plan = planned(&asked(&units, &["aos: H2 -"], "destroyed"));
        !text(&plan.sheet(), WIDE).contains("attacks on one target come in the order in which the units were named")
    };
    assert_eq!([(8, false), (9, false), (9, true)].map(|(n, alike)| tries_all(n, alike)), [true, false, true]);
}
