//! Plans with phases, commands and charges, and attacks one after the other in their phases, against recursions of their own
//! over single chances.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightRequest, PlanReport, PlanRequest, Report, Request, fight, plan, prepare};
use warodds::engine::{Method, Options, Sampling};
use warodds::games::Phase;
use warodds::report::{Reportable, Screen, text};

pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A unit of Age of Sigmar without a save; weapons are their range (0: melee) and how many attacks each model makes. Each
    /// attack hits on 4+ and wounds on 4+ for one point.
    pub(super) fn unit(&self, name: &str, models: u32, health: u32, weapons: &[(u32, u32)]) -> String {
        let head = format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 90\nmodels = {models}\nhealth = {health}\nsave = \"-\"\n"
        );
        let weapon = |(place, (range, attacks)): (usize, &(u32, u32))| {
            let range = if *range > 0 { format!("range = {range}\n") } else { String::new() };
            format!(
                "[[weapon]]\nname = \"W{place}\"\n{range}attacks = {attacks}\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n"
            )
        };
        let path = self.0.path().join(format!("{name}.toml"));
        fs::write(&path, head + &weapons.iter().enumerate().map(weapon).collect::<String>()).expect("written");
        path.to_string_lossy().into_owned()
    }
}

/// An attack that is open: who makes it, in which phase (0 shooting, 1 combat), with how many dice.
type Open = (usize, usize, u32);

/// What is decided: the goal counts targets destroyed.
struct Case {
    /// The points that destroy each target.
    health: Vec<u32>,
    /// The chance that a charge comes off.
    charge: f64,
    /// Whether each unit attacks in one phase alone.
    once: bool,
}

/// P(so many points) of dice that each do one with chance `p`.
pub(crate) fn binomial(dice: u32, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (n, q) in chances.iter().enumerate() {
            next[n] += q * (1.0 - p);
            next[n + 1] += q * p;
        }
        chances = next;
    }
    chances
}

impl Case {
    /// The most targets that are destroyed on average. `stage` is the phase that has begun, `commands` says for each phase
    /// whether All-out Attack is left in it (1/4 becomes 1/3), `points` how many command points are.
    fn best(&self, open: &[Open], stage: usize, (commands, points): ([bool; 2], u32), lost: &[u32]) -> f64 {
        let gone = |lost: &[u32]| lost.iter().zip(&self.health).filter(|(lost, health)| lost >= health).count() as f64;
        let mut best = gone(lost);
        for (place, (unit, phase, dice)) in open.iter().enumerate().filter(|(_, (_, phase, _))| *phase >= stage) {
            let is_open = |(other, one): &(usize, &Open)| *other != place && !(self.once && one.0 == *unit);
            let rest: Vec<Open> = open.iter().enumerate().filter(is_open).map(|(_, one)| *one).collect();
            for target in 0..lost.len() {
                for command in [false, true] {
                    if command && !(commands[*phase] && points > 0) || lost[target] >= self.health[target] {
                        continue;
                    }
                    let arrives = if *phase == 1 { self.charge } else { 1.0 };
                    // Who does not arrive is given no command.
                    let mut value = (1.0 - arrives) * self.best(&rest, *phase, (commands, points), lost);
                    let mut left = commands;
                    left[*phase] &= !command;
                    let points = points - u32::from(command);
                    for (n, p) in binomial(*dice, if command { 1.0 / 3.0 } else { 0.25 }).iter().enumerate() {
                        let mut lost = lost.to_vec();
                        lost[target] = (lost[target] + n as u32).min(self.health[target]);
                        value += arrives * p * self.best(&rest, *phase, (left, points), &lost);
                    }
                    best = best.max(value);
                }
            }
        }
        best
    }
}

fn planned(request: &PlanRequest) -> PlanReport {
    plan(request).unwrap_or_else(|error| panic!("{error}")).0
}

pub(super) fn close(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-9, "{value} is not {wanted}");
}

/// AOS-CMD-1.2, AOS-13.0: shooting comes before combat, a unit with weapons for both does both if it charges, an army uses a command once in
/// a phase, and only so often as it has command points.
#[test]
fn plans_shoot_then_fight_and_use_a_command_once_in_a_phase() {
    let folder = Folder::new();
    let archers = folder.unit("Archers", 1, 1, &[(18, 3), (0, 1)]);
    let knights = folder.unit("Knights", 1, 1, &[(0, 4)]);
    let guard = folder.unit("Guard", 1, 1, &[(12, 2)]);
    let targets = [folder.unit("Ogre", 1, 2, &[]), folder.unit("Rats", 3, 1, &[])];
    let open: [Open; 4] = [(0, 0, 3), (0, 1, 1), (1, 1, 4), (2, 0, 2)];
    let attackers = [archers, knights, guard];
    for (with, points, charge) in [
        ("", None, ""),
        ("all-out attack", None, ""),
        ("all-out attack", Some(1), ""),
        ("all-out attack", Some(1), "8"),
        ("all-out attack", None, "60%"),
        ("", None, "60%"),
    ] {
        let request = PlanRequest {
            attackers: attackers.to_vec(),
            targets: targets.to_vec(),
            goal: "destroyed".into(),
            charge: charge.into(),
            base: Request {
                points,
                with: if with.is_empty() { vec![] } else { vec![with.into()] },
                ..Request::default()
            },
            ..PlanRequest::default()
        };
        // Two dice come to 8 in 15 of 36 cases.
        let chance = match charge {
            "8" => 15.0 / 36.0,
            "60%" => 0.6,
            _ => 1.0,
        };
        let case = Case { health: vec![2, 3], charge: chance, once: charge.is_empty() };
        let commands = [!with.is_empty(); 2];
        let best = case.best(&open, 0, (commands, points.unwrap_or(9) as u32), &[0, 0]);
        let report = planned(&request);
        close(report.value, best);
        assert!(report.fixed <= best + 1e-12 && report.greedy.expect("small") <= best + 1e-12, "{with} {charge}");
    }
}

/// A charge that brings a point for sure if it comes off: one of two is enough, and without it nothing happens.
#[test]
fn what_surely_happens_after_a_charge_hangs_on_the_charge() {
    let folder = Folder::new();
    let ram = |name: &str| {
        let path = folder.unit(name, 1, 1, &[(0, 1)]);
        let text = fs::read_to_string(&path).expect("it was written").replace("hit = \"4+\"", "hit = \"6+\"");
        let blow = "[[ability]]\nname = \"Ram\"\nwhen = [\"melee\"]\neffects = [\"1 mortal damage\"]\n";
        fs::write(&path, text + blow).expect("written");
        path
    };
    for (attackers, wanted) in [(vec![ram("One")], 0.6), (vec![ram("One"), ram("Other")], 1.0 - 0.4 * 0.4)] {
        let request = PlanRequest {
            attackers,
            targets: vec![folder.unit("Rat", 1, 1, &[])],
            goal: "destroyed".into(),
            charge: "60%".into(),
            ..PlanRequest::default()
        };
        close(planned(&request).value, wanted);
    }
}

/// A unit that fights after its charge has charged; where nobody fights after a charge, a chance of one is refused.
#[test]
fn who_fights_after_a_charge_has_charged() {
    let folder = Folder::new();
    let path = folder.unit("Ram", 1, 1, &[(0, 1)]);
    let text = fs::read_to_string(&path).expect("it was written").replace("hit = \"4+\"", "hit = \"6+\"");
    let blow = "[[ability]]\nname = \"Ram\"\nwhen = [\"charged\", \"melee\"]\neffects = [\"1 mortal damage\"]\n";
    fs::write(&path, text + blow).expect("written");
    let of = |charge: &str, phase| PlanRequest {
        attackers: vec![path.clone()],
        targets: vec![folder.unit("Rat", 1, 1, &[])],
        goal: "destroyed".into(),
        charge: charge.into(),
        base: Request { phase, ..Request::default() },
        ..PlanRequest::default()
    };
    close(planned(&of("", None)).value, 1.0 / 12.0);
    close(planned(&of("60%", None)).value, 0.6);
    close(planned(&of("60%", Some(Phase::Combat))).value, 0.6);
    let why = plan(&of("60%", Some(Phase::Shooting))).expect_err("refused").to_string();
    assert!(why.contains("nobody shoots after a charge"), "{why}");
    let warcry = PlanRequest {
        attackers: vec!["warcry/chimera".into()],
        targets: vec!["warcry/cave-squig".into()],
        ..of("50%", None)
    };
    let why = plan(&warcry).expect_err("refused").to_string();
    assert!(why.contains("`--charge 50%` is not computed here"), "{why}");
}

/// Nobody gets anything back before the attacks of a turn are over (AOS-18.3), so that a plan refuses it.
#[test]
fn a_plan_heals_nobody() {
    let folder = Folder::new();
    let request = PlanRequest {
        attackers: vec![folder.unit("One", 1, 1, &[(0, 1)])],
        targets: vec![folder.unit("Rat", 1, 3, &[])],
        base: Request { with: vec!["defender: heal 1".into()], ..Request::default() },
        ..PlanRequest::default()
    };
    let why = plan(&request).expect_err("refused").to_string();
    assert!(why.contains("a unit gets nothing back before they are over"), "{why}");
}

/// Three attackers into two targets, one of which is gone after any hit: what a gone target is worth stays what it is
/// whatever the other has lost.
#[test]
fn a_target_that_is_gone_stays_gone() {
    let folder = Folder::new();
    let attackers = vec![
        folder.unit("One", 1, 1, &[(0, 2)]),
        folder.unit("Two", 1, 1, &[(0, 1)]),
        folder.unit("Three", 1, 1, &[(0, 3)]),
    ];
    let targets = vec![folder.unit("Rat", 1, 1, &[]), folder.unit("Ogre", 1, 4, &[]), folder.unit("Dog", 1, 2, &[])];
    let request = PlanRequest { attackers, targets, goal: "destroyed".into(), ..PlanRequest::default() };
    let case = Case { health: vec![1, 4, 2], charge: 1.0, once: true };
    let open: [Open; 3] = [(0, 1, 2), (1, 1, 1), (2, 1, 3)];
    close(planned(&request).value, case.best(&open, 0, ([false; 2], 0), &[0, 0, 0]));
}

/// A unit's name in front of a word says whose it is.
#[test]
fn a_command_of_one_unit_is_not_used_by_another() {
    let folder = Folder::new();
    let (one, other) = (folder.unit("One", 1, 1, &[(0, 1)]), folder.unit("Other", 1, 1, &[(0, 1)]));
    let target = folder.unit("Target", 2, 1, &[]);
    let value = |with: &str| {
        let base = Request { with: vec![with.into()], ..Request::default() };
        let attackers = vec![one.clone(), other.clone()];
        planned(&PlanRequest {
            attackers,
            targets: vec![target.clone()],
            goal: "kills".into(),
            base,
            ..PlanRequest::default()
        })
        .value
    };
    close(value("all-out attack"), 1.0 / 4.0 + 1.0 / 3.0);
    close(value("Other: all-out attack"), 1.0 / 4.0 + 1.0 / 3.0);
    close(value("Other: +1 to hit"), 1.0 / 4.0 + 1.0 / 3.0);
    close(value("+1 to hit"), 2.0 / 3.0);
}

/// Units without a weapon in the phase are left out, and said; wounds are a goal.
#[test]
fn units_without_a_weapon_in_the_phase_are_left_out() {
    let folder = Folder::new();
    let (archers, knights) = (folder.unit("Archers", 1, 1, &[(18, 3)]), folder.unit("Knights", 1, 1, &[(0, 4)]));
    let base = Request { phase: Some(Phase::Combat), ..Request::default() };
    let request = PlanRequest {
        attackers: vec![archers.clone(), knights],
        targets: vec![folder.unit("Ogre", 1, 9, &[])],
        goal: "wounds".into(),
        base,
        ..PlanRequest::default()
    };
    let (report, notes) = plan(&request).unwrap_or_else(|error| panic!("{error}"));
    close(report.value, 1.0);
    assert_eq!(report.attackers.len(), 1);
    assert!(notes.iter().any(|note| note.contains("is left out: Archers has no melee weapon")), "{notes:?}");
    let error = plan(&PlanRequest { attackers: vec![archers], ..request }).expect_err("nobody attacks").to_string();
    assert!(error.contains("has no melee weapon"), "{error}");
}

fn attacked(attacker: &str, then: &str, target: &str, with: &str) -> Report {
    let request = Request {
        attacker: attacker.into(),
        defender: target.into(),
        then: vec![then.into()],
        with: [with].into_iter().filter(|with| !with.is_empty()).map(Into::into).collect(),
        ..Request::default()
    };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    prepared.report(&Options::default(), &|_| {}).unwrap_or_else(|error| panic!("{error}")).0
}

/// AOS-CMD-1.2: bows and swords are used in two phases, so that All-out Attack is used twice: of ten attacks each 20/3 hit.
/// Swords that are named first strike after the bows all the same.
#[test]
fn a_command_is_used_in_the_phase_of_each_attack() {
    let folder = Folder::new();
    let (bows, swords) = (folder.unit("Bows", 10, 1, &[(18, 1)]), folder.unit("Swords", 10, 1, &[(0, 1)]));
    let target = folder.unit("Target", 1, 40, &[]);
    for (first, then) in [(&bows, &swords), (&swords, &bows)] {
        let report = attacked(first, then, &target, "all-out attack");
        let hits = report.stages.iter().find(|stage| stage.name == "hits").expect("hits").mean;
        close(hits, 2.0 * 20.0 / 3.0);
        assert!(report.attacker.name.starts_with("Bows (shooting), then Swords (combat)"), "{}", report.attacker.name);
    }
    // A phase in front of a name is kept, of the first too.
    let report = attacked(&format!("combat:{swords}"), &format!("shooting:{bows}"), &target, "");
    assert!(report.attacker.name.starts_with("Swords (combat), then Bows (shooting)"), "{}", report.attacker.name);
    let report = attacked(&bows, &bows, &target, "all-out attack");
    let hits = report.stages.iter().find(|stage| stage.name == "hits").expect("hits").mean;
    close(hits, 20.0 / 3.0 + 5.0);
}

/// `A:`, `attacker:`, a number and a unit's name say alike whose a command is: in attacks one after the other, in fights and
/// in plans. Of ten swords each that hit on 4+, or on 3+ with All-out Attack, a quarter or a third wound a target without a
/// save. Command points that cannot pay are told.
#[test]
fn whose_a_command_is_and_what_it_costs() {
    let folder = Folder::new();
    let (one, other) = (folder.unit("One", 10, 1, &[(0, 1)]), folder.unit("Other", 10, 1, &[(0, 2)]));
    let target = folder.unit("Target", 1, 90, &[]);
    for (with, damage) in [
        ("", 2.5 + 5.0),
        ("all-out attack", 10.0 / 3.0 + 5.0),
        ("A: all-out attack", 10.0 / 3.0 + 5.0),
        ("1: all-out attack", 10.0 / 3.0 + 5.0),
        ("One: all-out attack", 10.0 / 3.0 + 5.0),
        ("2: all-out attack", 2.5 + 20.0 / 3.0),
        ("Other: all-out attack", 2.5 + 20.0 / 3.0),
        ("Target: +1 to hit", 2.5 + 5.0),
    ] {
        let report = attacked(&one, &other, &target, with);
        close(report.results.metric("damage").expect("every attack has it").pmf.mean(), damage);
    }
    let request = |points, with: &str| Request {
        attacker: one.clone(),
        defender: target.clone(),
        points: Some(points),
        with: vec![with.into()],
        ..Request::default()
    };
    prepare(&request(1, "A: all-out attack")).expect("it is paid for");
    let error = prepare(&request(0, "all-out attack")).expect_err("nothing pays for it").to_string();
    assert!(error.contains("All-out Attack costs 1 CP"), "{error}");
    let poor = PlanRequest {
        attackers: vec![one.clone()],
        targets: vec![target.clone()],
        goal: "wounds".into(),
        base: Request { with: vec!["all-out attack".into()], points: Some(0), ..Request::default() },
        ..PlanRequest::default()
    };
    let (report, notes) = plan(&poor).expect("a plan");
    close(report.value, 2.5);
    close(report.next_point.expect("the point that is missing"), 10.0 / 3.0 - 2.5);
    assert!(notes.contains(&"`all-out attack` is not used: `--cp` does not pay for it".to_owned()), "{notes:?}");
    let unnamed = PlanRequest { base: Request { points: Some(2), ..Request::default() }, ..poor };
    let (report, notes) = plan(&unnamed).expect("a plan");
    assert_eq!((report.value, report.next_point), (2.5, None));
    let note = "`--cp 2` pays for no command of the attackers: `--with \"all-out attack\"` names one".to_owned();
    assert!(notes.contains(&note), "{notes:?}");
    // What a target uses in the attacks of both phases is paid for twice.
    let bow = "aos: \"Bow\" 18\" 10x 2A 4+/4+/1/1".to_owned();
    let defended = |points| {
        let base = Request { with: vec!["all-out defence".into()], points: Some(points), ..Request::default() };
        plan(&PlanRequest { attackers: vec![bow.clone(), one.clone()], base, ..unnamed.clone() })
    };
    let error = defended(1).expect_err("one point is too few").to_string();
    assert!(error.contains("All-out Defence in 2 phases costs 2 CP, and `--cp` says 1"), "{error}");
    defended(2).expect("two are enough");
    let las = "40k: 1x \"Las\" 48\" 1A 3+/12/-3/D6+1; T3 W1 5+";
    let numbered = Request {
        attacker: las.into(),
        then: vec![las.into()],
        defender: "40k: 1x T10 W11 3+".into(),
        with: vec!["2: command re-roll".into()],
        ..Request::default()
    };
    assert!(prepare(&numbered).expect_err("it is kept for every attack").to_string().contains("for every attacker"));
}

/// AOS-CMD-1.2: a command is paid for in each round, until the points are spent: with one the swords hit on 3+ in the first.
#[test]
fn command_points_of_a_fight_are_spent_round_by_round() {
    let folder = Folder::new();
    let (sword, wall) = (folder.unit("Sword", 1, 9, &[(0, 1)]), folder.unit("Wall", 1, 9, &[]));
    for (points, lost) in [(None, 2.0 / 3.0), (Some(0), 0.5), (Some(1), 7.0 / 12.0), (Some(2), 2.0 / 3.0)] {
        for with in ["A: all-out attack", "Sword: all-out attack", "1: all-out attack"] {
            let base = Request { points, with: vec![with.into()], ..Request::default() };
            let request =
                FightRequest { a: sword.clone(), b: wall.clone(), rounds: 2, base, ..FightRequest::default() };
            let (report, notes) = fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
            close(report.rounds[1].wounds_lost[1], lost);
            assert_eq!(notes.iter().any(|note| note.contains("`--cp` does not pay")), points.is_some_and(|n| n < 2));
        }
    }
}

/// W40K-CP-MISC: two lascannons and one Command Re-roll in the phase. Each hits on 3+, wounds on 3+, is saved on 6 and does
/// D6+1; the target has 11 wounds, so both have to get through. `left` is whether the re-roll is.
#[test]
fn one_re_roll_is_kept_for_whichever_attack_needs_it() {
    fn after(attacks: u32, lost: u32, left: bool) -> f64 {
        if attacks == 0 {
            return f64::from(u8::from(lost >= 11));
        }
        let missed = |left: bool| after(attacks - 1, lost, left);
        let hurt = |left: bool| {
            let of = |die: u32, left: bool| after(attacks - 1, lost + die + 1, left);
            let again: f64 = (1..=6).map(|die| of(die, false)).sum::<f64>() / 6.0;
            (1..=6).map(|die| if left { of(die, true).max(again) } else { of(die, false) }).sum::<f64>() / 6.0
        };
        let saved = |left: bool| hurt(left) * 5.0 / 6.0 + missed(left) / 6.0;
        let roll = |then: &dyn Fn(bool) -> f64, left: bool| {
            let again = then(false) * 2.0 / 3.0 + missed(false) / 3.0;
            let failed = if left { missed(true).max(again) } else { missed(false) };
            then(left) * 2.0 / 3.0 + failed / 3.0
        };
        roll(&|left| roll(&saved, left), left)
    }
    let las = "40k: 1x \"Las\" 48\" 1A 3+/12/-3/D6+1; T3 W1 5+";
    let tank = "40k: 1x \"Tank\" T10 W11 3+ 100pts";
    let report = attacked(las, las, tank, "command re-roll");
    let truth = after(2, 0, true);
    assert!((truth - 0.120_662_5).abs() < 1e-9);
    close(report.results.chance("destroyed").expect("every attack has it").p, truth);
}

/// ASOIAF-HEAL: a target that heals gets its wounds back after each attack, not once after the last. Three hits of three
/// leave it one of four wounds lost once two are back, and so three more are needed: (5/6)^3 each time.
#[test]
fn what_is_healed_between_attacks_comes_between_them() {
    let folder = Folder::new();
    let attacker = "asoiaf: melee 2+ 3/3/3; solo W1 D4+ M6+ S5";
    let report = |hound: &str, set: &[&str]| {
        let path = folder.0.path().join("hound.toml");
        fs::write(&path, hound).expect("written");
        let request = Request {
            attacker: attacker.into(),
            defender: path.to_string_lossy().into_owned(),
            then: vec![attacker.into()],
            set: set.iter().map(|set| (*set).to_owned()).collect(),
            ..Request::default()
        };
        let sampling = Sampling { trials: 100_000, ..Sampling::default() };
        let prepared = prepare(&request).unwrap_or_else(|e| panic!("{e}"));
        prepared.report(&Options { method: Method::Both, sampling }, &|_| {}).unwrap_or_else(|e| panic!("{e}")).0
    };
    let three = (5.0f64 / 6.0).powi(3);
    for against in ["", "against = true\n"] {
        let hound = format!(
            "game = \"asoiaf\"\nname = \"Hound\"\ntray = \"solo\"\nwounds-per-model = 4\ndefense = \"-\"\nmorale = \"-\"\n[[ability]]\nname = \"Mend\"\n{against}effects = [\"heal 2\"]\n"
        );
        let destroyed = |set: &[&str]| {
            let report = report(&hound, set);
            assert!(report.agreement.as_ref().expect("both").holds);
            report.results.chance("destroyed").expect("every attack has it").p
        };
        close(destroyed(&[]), three * three);
        // What was lost before comes back too. With one wound left any hit slays; without a hit three are left to lose.
        let none = (1.0f64 / 6.0).powi(3);
        close(destroyed(&["defender.wounds-taken=3"]), (1.0 - none) + none * three);
    }
}

/// Worked out elsewhere from the rules alone.
#[test]
fn plans_of_shipped_units() {
    let of = |attackers: &[&str], phase: Option<Phase>, with: &str| {
        let base =
            Request { with: if with.is_empty() { vec![] } else { vec![with.into()] }, phase, ..Request::default() };
        let request = PlanRequest {
            attackers: attackers.iter().map(|&name| name.to_owned()).collect(),
            targets: ["clawlord", "clanrats"].map(str::to_owned).to_vec(),
            goal: "points".into(),
            base,
            ..PlanRequest::default()
        };
        planned(&request).value
    };
    let fighters = ["liberators", "stormvermin", "rat-ogors"];
    for (value, wanted) in [
        (of(&fighters, Some(Phase::Combat), "all-out attack"), 196.512),
        (of(&fighters, Some(Phase::Combat), ""), 178.601),
        (of(&["vanguard-raptors-with-hurricane-crossbows", "freeguild-fusiliers", "rat-ogors"], None, ""), 134.125),
        (of(&["freeguild-fusiliers", "rat-ogors", "stormvermin"], None, ""), 160.956),
    ] {
        assert!((value - wanted).abs() < 6e-4, "{value} is not {wanted}");
    }
}

/// W40K-STRENGTH-LEVELS: a leader who is left alone is below half of his five wounds once three are lost, which the last
/// three of four shots have to do: (5/6)^4. Then the hunter hits on 3+ instead of 4+, with Precision or without.
#[test]
fn a_leader_left_alone_is_read_by_his_wounds() {
    let folder = Folder::new();
    let write = |name: &str, model: &str, more: &str| {
        let text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\nname = \"{name}\"\ncount = 1\nsave = \"-\"\n{model}{more}"
        );
        let path = folder.0.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let gun = |attacks: u32, skill: &str, abilities: &str| {
        format!(
            "[[weapon]]\nname = \"Gun\"\nrange = 24\nattacks = {attacks}\nskill = \"{skill}\"\nstrength = 20\nap = 0\ndamage = 1\nabilities = [{abilities}]\n"
        )
    };
    let body = write("Body", "toughness = 3\nwounds = 1\n", "");
    let lead = write("Lead", "toughness = 5\nwounds = 5\nrole = \"character\"\n", "");
    let plain = "toughness = 4\nwounds = 1\n";
    let storm = write("Storm", plain, &gun(4, "N/A", "\"Torrent\""));
    let entry = "[[ability]]\nname = \"Hunt\"\nwhen = [\"target half strength\"]\neffects = [\"+1 to hit\"]\n";
    for precision in ["", "\"Precision\""] {
        let hunter = write("Hunter", plain, &(gun(1, "4+", precision) + entry));
        let request = Request {
            attacker: storm.clone(),
            defender: format!("{lead}+{body}"),
            then: vec![hunter],
            ..Request::default()
        };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        let report = prepared.report(&Options::default(), &|_| {}).unwrap_or_else(|error| panic!("{error}")).0;
        let hits =
            report.weapons.last().expect("the hunter's").stages.iter().find(|s| s.name == "hits").expect("hits").mean;
        close(hits, 0.5 + (5.0f64 / 6.0).powi(4) / 6.0);
    }
}

/// One of two targets is destroyed as surely as the other, and has a wound more to lose: wounds decide, and the value that
/// is wanted stays what it is. Once a target is all that counts, and gone, the rest attacks where it takes wounds.
#[test]
fn wounds_decide_between_attacks_that_are_equally_good() {
    let unit = |name: &str, wounds: u32| format!("40k: 1x \"{name}\" T4 W{wounds} 7+");
    let gun = "40k: 1x \"Gun\" 24\" 1A 3+/4/0/2; T3 W1 5+";
    let request = |attackers: usize, goal: &str| PlanRequest {
        attackers: vec![gun.into(); attackers],
        targets: vec![unit("Small", 1), unit("Large", 2)],
        goal: goal.into(),
        ..PlanRequest::default()
    };
    for goal in ["kills", "destroyed"] {
        let report = planned(&request(1, goal));
        close(report.value, 1.0 / 3.0);
        assert!(report.first.expect("a first move").target.contains("Large"), "{goal}");
        assert!(report.fixed_plan[0].target.contains("Large"), "{goal}");
    }
    let report = planned(&request(2, &format!("destroyed:{}", unit("Small", 1))));
    close(report.value, 1.0 - 4.0 / 9.0);
    let then = report.table.iter().find(|row| row.step == 2 && row.target.contains("Large")).expect("it goes on");
    close(then.probability, 1.0 / 3.0);
    close(planned(&request(1, "wounds")).value, 2.0 / 3.0);
}

/// Too large for a table of all states: the best of fixed, greedy and one attack ahead of the fixed plan; no plan is worth
/// more than the bound, and what is printed as the value is never the worse of two.
#[test]
fn a_plan_without_a_table_is_the_best_of_several() {
    let gun = |n: u32| format!("40k: 1x \"Gun {n}\" 24\" {n}A 4+/5/-1/{}; T3 W1 5+", 1 + n % 3);
    let target = |n: u32| format!("40k: {}x \"Wall {n}\" T5 W{} {}+ {}pts", 2 + n, 2 + n % 3, 3 + n % 3, 60 + 17 * n);
    let request = PlanRequest {
        attackers: (0..12).map(|n| gun(1 + n % 3)).collect(),
        targets: (0..5).map(target).collect(),
        goal: "points".into(),
        ..PlanRequest::default()
    };
    let (report, notes) = plan(&request).unwrap_or_else(|error| panic!("{error}"));
    assert!(notes.iter().any(|note| note.contains("MAX_PLAN_")), "{notes:?}");
    let (rollout, bound) = (report.rollout.expect("it is played"), report.bound.expect("it is small enough"));
    assert!(
        report.value >= rollout && report.value >= report.fixed && report.greedy.is_none_or(|it| report.value >= it)
    );
    // Whoever sees that a wall is down aims elsewhere, which the fixed plan cannot.
    assert!(rollout > 1.01 * report.fixed && report.value <= bound + 1e-9, "{rollout}, {bound}");
    assert!(report.first.is_some() && report.states.is_none());
    // The same seed plays the same plans.
    assert_eq!(plan(&request).expect("once more").0.rollout, report.rollout);
    let shown = text(&report.sheet(), Screen { width: 200, color: false, ascii: false });
    assert!(shown.contains("one attack ahead of that (95 %: "), "{shown}");
}

/// What a charge leaves out is told: a fight without the weapon that was named, and models that fell by their own shots.
#[test]
fn what_a_charge_does_not_count_is_told() {
    for (weapon, wanted) in [
        ("supercharge", "not in the combat phase: Plague Marines has no melee weapon `supercharge`"),
        ("best", "Plague Marines: what its own shots cost it is not counted where it fights after them"),
    ] {
        let request = PlanRequest {
            attackers: vec!["40k/plague-marines".into()],
            targets: vec!["40k/boyz".into()],
            goal: "wounds".into(),
            charge: "100%".into(),
            base: Request { weapons: vec![weapon.into()], ..Request::default() },
            ..PlanRequest::default()
        };
        let (_, notes) = plan(&request).unwrap_or_else(|error| panic!("{error}"));
        assert!(notes.iter().any(|note| note == wanted), "{weapon}: {notes:?}");
    }
}
