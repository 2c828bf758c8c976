//! Plans in which a unit gives each of its ranged weapons a target of its own, against every choice there is.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{PlanReport, PlanRequest, Request, plan, prepare};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::sequence::Side;

/// Two units of two guns each, and two targets of one model: files, and how many wounds the targets have.
struct Range {
    _folder: TempDir,
    attackers: Vec<String>,
    targets: Vec<String>,
}

const WOUNDS: [usize; 2] = [3, 2];
const GUNS: [&str; 2] = ["Cannon", "Repeater"];

impl Range {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: String| {
            let path = folder.path().join(format!("{name}.toml"));
            fs::write(&path, text).expect("written");
            path.to_string_lossy().into_owned()
        };
        let head = |name: &str, toughness: u32, wounds: usize| {
            format!(
                "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 60\n[[model]]\nname = \"{name}\"\ncount = 1\ntoughness = {toughness}\nsave = \"5+\"\nwounds = {wounds}\n"
            )
        };
        let gun = |name: &str, attacks: &str, strength: u32, damage: &str| {
            format!(
                "[[weapon]]\nname = \"{name}\"\nrange = 24\nattacks = {attacks}\nskill = \"3+\"\nstrength = {strength}\nap = -1\ndamage = {damage}\n"
            )
        };
        let two = |first: String, second: String| format!("{first}{second}");
        let tank = two(gun(GUNS[0], "1", 10, "3"), gun(GUNS[1], "3", 4, "1"));
        let buggy = two(gun(GUNS[0], "1", 7, "\"D3\""), gun(GUNS[1], "\"D3\"", 3, "1"));
        let attackers = vec![
            write("tank", format!("{}{tank}", head("Tank", 9, 8))),
            write("buggy", format!("{}{buggy}", head("Buggy", 6, 5))),
        ];
        let targets = vec![write("hulk", head("Hulk", 8, WOUNDS[0])), write("scout", head("Scout", 4, WOUNDS[1]))];
        Self { _folder: folder, attackers, targets }
    }

    fn asked(&self, goal: &str, split: bool) -> PlanRequest {
        PlanRequest {
            attackers: self.attackers.clone(),
            targets: self.targets.clone(),
            goal: goal.to_owned(),
            split,
            base: Request { phase: Some(Phase::Shooting), ..Request::default() },
            ..PlanRequest::default()
        }
    }

    /// What some guns leave of a target that has lost so many wounds: the chance of each number of wounds lost.
    fn after(&self, attacker: usize, guns: &[&str], target: usize, lost: usize) -> Vec<f64> {
        let request = Request {
            attacker: self.attackers[attacker].clone(),
            defender: self.targets[target].clone(),
            weapons: guns.iter().map(|gun| (*gun).to_owned()).collect(),
            set: if lost > 0 { vec![format!("defender.damage={lost}")] } else { Vec::new() },
            phase: Some(Phase::Shooting),
            ..Request::default()
        };
        let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        let more = exact(&attack.engaged.engagement).expect("small").wounds_lost(Side::Defender);
        (0..=WOUNDS[target]).map(|all| if all < lost { 0.0 } else { more.at(all - lost) }).collect()
    }

    /// What some guns, counted in bits, do to each target from each state.
    fn odds(&self) -> Vec<Vec<Vec<Vec<Vec<f64>>>>> {
        let guns = |some: usize| GUNS.iter().enumerate().filter(move |(place, _)| some >> place & 1 == 1);
        let of = |attacker: usize, some: usize, target: usize| {
            let named: Vec<&str> = guns(some).map(|(_, name)| *name).collect();
            (0..WOUNDS[target]).map(|lost| self.after(attacker, &named, target, lost)).collect::<Vec<_>>()
        };
        let each = |attacker: usize| {
            let targets = |some: usize| (0..2).map(|target| of(attacker, some, target)).collect::<Vec<_>>();
            std::iter::once(Vec::new()).chain((1..4).map(targets)).collect::<Vec<_>>()
        };
        (0..2).map(each).collect()
    }
}

/// The most targets that can be destroyed on average: every attacker, every target of every gun, every result.
fn most(odds: &[Vec<Vec<Vec<Vec<f64>>>>], left: &[usize], lost: [usize; 2], split: bool) -> f64 {
    let mut best = (0..2).filter(|target| lost[*target] == WOUNDS[*target]).count() as f64;
    for attacker in left {
        let rest: Vec<usize> = left.iter().copied().filter(|other| other != attacker).collect();
        // The guns that go at the first target; the others go at the second.
        for first in (0..4).filter(|some| split || matches!(some, 0 | 3)) {
            let stays =
                |target: usize| (0..=WOUNDS[target]).map(|to| f64::from(u8::from(to == lost[target]))).collect();
            let part = |target: usize, some: usize| -> Vec<f64> {
                if some == 0 || lost[target] == WOUNDS[target] {
                    stays(target)
                } else {
                    odds[*attacker][some][target][lost[target]].clone()
                }
            };
            let (one, other) = (part(0, first), part(1, 3 - first));
            let mut value = 0.0;
            for (a, p) in one.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for (b, q) in other.iter().enumerate().filter(|(_, q)| **q > 0.0) {
                    value += p * q * most(odds, &rest, [a, b], split);
                }
            }
            best = best.max(value);
        }
    }
    best
}

fn planned(request: &PlanRequest) -> PlanReport {
    plan(request).unwrap_or_else(|error| panic!("{error}")).0
}

fn refused(request: &PlanRequest) -> String {
    plan(request).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn the_best_split_is_what_trying_every_choice_finds() {
    let range = Range::new();
    let odds = range.odds();
    let (split, plain) = (planned(&range.asked("destroyed", true)), planned(&range.asked("destroyed", false)));
    let [best, unsplit] = [true, false].map(|split| most(&odds, &[0, 1], [0, 0], split));
    assert!((split.value - best).abs() < 1e-12, "{} is not {best}", split.value);
    assert!((plain.value - unsplit).abs() < 1e-12, "{} is not {unsplit}", plain.value);
    assert_eq!(split.unsplit.map(f64::to_bits), Some(plain.value.to_bits()));
    assert_eq!((split.fixed.to_bits(), split.greedy), (plain.fixed.to_bits(), plain.greedy));
    assert!(split.value > unsplit + 1e-3, "here splitting is worth something");
    let first = split.first.expect("a move");
    assert_eq!((first.attacker.as_str(), first.target.as_str()), ("Tank", "Hulk (Cannon) and Scout (Repeater)"));
}

#[test]
fn splitting_never_loses() {
    for (attackers, targets) in [
        (&["leman russ battle tank", "boyz"][..], &["intercessor squad", "termagants"][..]),
        (&["redemptor dreadnought"], &["boyz", "terminators"]),
        (&["hive tyrant", "necron warriors"], &["leman russ battle tank", "cadian shock troops"]),
    ] {
        for goal in ["points", "kills", "destroyed"] {
            let request = PlanRequest {
                attackers: attackers.iter().map(|name| format!("warhammer-40k/{name}")).collect(),
                targets: targets.iter().map(|name| format!("warhammer-40k/{name}")).collect(),
                goal: goal.into(),
                split: true,
                base: Request { phase: Some(Phase::Shooting), ..Request::default() },
                ..PlanRequest::default()
            };
            let split = planned(&request);
            let plain = planned(&PlanRequest { split: false, ..request });
            assert!(split.value >= plain.value - 1e-12 * plain.value.max(1.0), "{attackers:?} {goal}");
            assert_eq!(split.unsplit, Some(plain.value));
        }
    }
}

/// Two shots on two targets that both fall to one: with one weapon nothing is split, and that is said.
#[test]
fn what_is_not_split_is_said() {
    let request = PlanRequest {
        attackers: vec!["warhammer-40k/termagants".into()],
        targets: vec!["warhammer-40k/cadian shock troops".into(), "warhammer-40k/boyz".into()],
        goal: "kills".into(),
        split: true,
        base: Request { phase: Some(Phase::Shooting), ..Request::default() },
        ..PlanRequest::default()
    };
    let (report, notes) = plan(&request).unwrap_or_else(|error| panic!("{error}"));
    assert!(notes.iter().any(|note| note.contains("`--split` changes nothing")), "{notes:?}");
    assert_eq!(report.unsplit, Some(report.value));
    // What comes beside an attack comes once, however many weapons make it.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.toml").display().to_string();
    let gun = |name: &str| {
        format!(
            "[[weapon]]\nname = \"{name}\"\nrange = 24\nattacks = 2\nskill = \"3+\"\nstrength = 4\nap = 0\ndamage = 1\n"
        )
    };
    let head = "game = \"warhammer-40k\"\nname = \"Two\"\n[[model]]\nname = \"Two\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n";
    let burst = "[[ability]]\nname = \"Burst\"\nwhen = [\"shooting\"]\neffects = [\"D3 mortal damage\"]\n";
    std::fs::write(&path, format!("{head}{}{}{burst}", gun("Gun"), gun("Long"))).expect("written");
    let (_, notes) = plan(&PlanRequest { attackers: vec![path], ..request }).unwrap_or_else(|error| panic!("{error}"));
    let told = "Two is not split: its attack is more than its weapons one by one";
    assert!(notes.iter().any(|note| note == told), "{notes:?}");
}

#[test]
fn where_nothing_can_be_split_the_rule_says_why() {
    let range = Range::new();
    let game = |attacker: &str, target: &str| {
        refused(&PlanRequest {
            attackers: vec![attacker.into()],
            targets: vec![target.into()],
            goal: "kills".into(),
            split: true,
            ..PlanRequest::default()
        })
    };
    assert!(game("liberators", "clanrats").contains("AOS-16.0"));
    assert!(game("lannister guardsmen", "stark sworn swords").contains("ASOIAF-MELEE"));
    assert!(game("ogor breacher", "gloryseeker").contains("WARCRY-WEAPON"));
    let asked = range.asked("kills", true);
    assert!(refused(&PlanRequest { fixed: true, ..asked.clone() }).contains("`--fixed` and `--split`"));
    let combat = Request { phase: Some(Phase::Combat), ..Request::default() };
    let melee = PlanRequest {
        attackers: vec!["warhammer-40k/boyz".into()],
        targets: vec!["warhammer-40k/termagants".into()],
        base: combat,
        ..asked.clone()
    };
    assert!(refused(&melee).contains("in combat nobody shoots"));
    let with = Request { with: vec!["command re-roll".into()], ..asked.base.clone() };
    assert!(refused(&PlanRequest { base: with, ..asked.clone() }).contains("command re-roll"));
    // Two guns at seventeen targets go in 289 ways.
    let many = PlanRequest { targets: range.targets.iter().cycle().take(17).cloned().collect(), ..asked };
    assert!(refused(&many).contains("(MAX_PLAN_SPLITS)"), "{}", refused(&many));
}
