//! The best use of a Command Re-roll in an attack, against every way the dice can fall and every choice
//! (W40K-STRAT-COMMAND-REROLL, W40K-REROLL-ONE-OF-BATCH).

use std::collections::HashMap;

use warodds::ask::{AdviseRequest, Request, advise, prepare};
use warodds::engine::{Method, Options, Sampling, exact, run};
use warodds::games::{Owner, Phase};
use warodds::sequence::Side;

use crate::support::{attack, forty_k, gun, near, prepared, squad, stage, with};

/// A weapon of the plain recursion: what each roll needs, and what a 6 does.
#[derive(Clone, Copy)]
struct Gun {
    /// Dice for the number of attacks, of so many sides; 0: `attacks` are fixed.
    sides: u32,
    attacks: u32,
    hit: u32,
    hit_ones_again: bool,
    wound: u32,
    save: u32,
    sustained: u32,
    lethal: bool,
    devastating: bool,
    damage: u32,
    more_damage: u32,
}

const PLAIN: Gun = Gun {
    sides: 0,
    attacks: 2,
    hit: 3,
    hit_ones_again: false,
    wound: 3,
    save: 6,
    sustained: 0,
    lethal: false,
    devastating: false,
    damage: 6,
    more_damage: 1,
};

/// Which rolls may be rolled again, and by whom.
#[derive(Clone, Copy, Default)]
struct May {
    attacks: bool,
    hit: bool,
    wound: bool,
    damage: bool,
    /// The defender, a failed save.
    save: bool,
}

/// Every way the dice can fall, and the best of every choice: P(the target is gone), or the points that it loses.
struct Brute {
    points: bool,
    guns: Vec<Gun>,
    may: May,
    models: u32,
    wounds: u32,
    /// Weapons with which another phase begins.
    phases: &'static [usize],
    memo: HashMap<(u8, usize, [u32; 4], bool), f64>,
}

impl Brute {
    fn of(guns: &[Gun], may: May, (models, wounds): (u32, u32)) -> Self {
        let (guns, memo) = (guns.to_vec(), HashMap::new());
        Self { points: false, guns, may, models, wounds, phases: &[], memo }
    }

    fn chance(guns: &[Gun], may: May, target: (u32, u32)) -> f64 {
        Self::of(guns, may, target).weapon(0, 0, true)
    }

    fn points(guns: &[Gun], may: May, target: (u32, u32)) -> f64 {
        Self { points: true, ..Self::of(guns, may, target) }.weapon(0, 0, true)
    }

    fn weapon(&mut self, index: usize, lost: u32, held: bool) -> f64 {
        let held = held || self.phases.contains(&index);
        let Some(gun) = self.guns.get(index).copied() else {
            return f64::from(if self.points { lost } else { u32::from(lost == self.models * self.wounds) });
        };
        if gun.sides == 0 {
            return self.hits(index, gun.attacks, lost, held);
        }
        let sides = f64::from(gun.sides);
        let again = (1..=gun.sides).map(|n| self.hits(index, n, lost, false)).sum::<f64>() / sides;
        let worth = |brute: &mut Self, n| {
            let kept = brute.hits(index, n, lost, held);
            if held && brute.may.attacks { kept.max(again) } else { kept }
        };
        (1..=gun.sides).map(|n| worth(self, n)).sum::<f64>() / sides
    }

    /// Dice rolled together, each with whether it may be rolled again; the best of keeping all or rolling one again.
    fn batch(
        &mut self,
        dice: u32,
        ones_again: bool,
        held: bool,
        worth: &dyn Fn(&mut Self, &[u32], bool) -> f64,
    ) -> f64 {
        let mut single: Vec<(u32, bool, f64)> = Vec::new();
        for face in 1..=6 {
            if face == 1 && ones_again {
                single.extend((1..=6).map(|other| (other, false, 1.0 / 36.0)));
            } else {
                single.push((face, true, 1.0 / 6.0));
            }
        }
        let mut total = 0.0;
        let ways = single.len().pow(dice);
        for way in 0..ways {
            let at = |die: u32| single[way / single.len().pow(die) % single.len()];
            let mut faces: Vec<u32> = (0..dice).map(|die| at(die).0).collect();
            let mut best = worth(self, &faces, held);
            for die in (0..dice).filter(|die| held && at(*die).1) {
                let mut again = 0.0;
                for face in 1..=6 {
                    faces[die as usize] = face;
                    again += worth(self, &faces, false) / 6.0;
                }
                faces[die as usize] = at(die).0;
                best = best.max(again);
            }
            total += best * (0..dice).map(|die| at(die).2).product::<f64>();
        }
        total
    }

    fn hits(&mut self, index: usize, attacks: u32, lost: u32, held: bool) -> f64 {
        let key = (0, index, [attacks, lost, 0, 0], held);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let gun = self.guns[index];
        let after = move |brute: &mut Self, faces: &[u32], in_hand: bool| {
            let sixes = faces.iter().filter(|face| **face == 6).count() as u32;
            let others = faces.iter().filter(|face| **face >= gun.hit && **face < 6).count() as u32;
            let lethal = if gun.lethal { sixes } else { 0 };
            brute.wound_rolls(index, [others + sixes - lethal + sixes * gun.sustained, lethal, lost], in_hand)
        };
        let worth = if self.may.hit || !held {
            self.batch(attacks, gun.hit_ones_again, held, &after)
        } else {
            // In hand, but not for these dice: they are thrown as if it were not there.
            self.batch(attacks, gun.hit_ones_again, false, &|brute, faces, _| after(brute, faces, true))
        };
        self.memo.insert(key, worth);
        worth
    }

    fn wound_rolls(&mut self, index: usize, [rolls, automatic, lost]: [u32; 3], held: bool) -> f64 {
        let key = (1, index, [rolls, automatic, lost, 0], held);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let gun = self.guns[index];
        let after = move |brute: &mut Self, faces: &[u32], in_hand: bool| {
            let late = faces.iter().filter(|face| **face == 6 && gun.devastating).count() as u32;
            let wounds = faces.iter().filter(|face| **face >= gun.wound).count() as u32 - late;
            brute.blows(index, [wounds + automatic, late, lost], in_hand)
        };
        let worth = if self.may.wound || !held {
            self.batch(rolls, false, held, &after)
        } else {
            self.batch(rolls, false, false, &|brute, faces, _| after(brute, faces, true))
        };
        self.memo.insert(key, worth);
        worth
    }

    /// One attack after the other: save, then Damage; late ones without a save at the end.
    fn blows(&mut self, index: usize, [wounds, late, lost]: [u32; 3], held: bool) -> f64 {
        if wounds + late == 0 {
            return self.weapon(index + 1, lost, held);
        }
        let key = (2, index, [wounds, late, lost, 0], held);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let (gun, all) = (self.guns[index], self.models * self.wounds);
        let left = self.wounds - lost % self.wounds;
        let next = if wounds > 0 { [wounds - 1, late] } else { [0, late - 1] };
        let after = |brute: &mut Self, face: u32, held: bool| {
            let now = if lost == all { all } else { lost + (face + gun.more_damage).min(left) };
            brute.blows(index, [next[0], next[1], now], held)
        };
        let sides = f64::from(gun.damage);
        let again = (1..=gun.damage).map(|face| after(self, face, false)).sum::<f64>() / sides;
        let rolls = held && self.may.damage && gun.damage > 1;
        let mut hurt = 0.0;
        for face in 1..=gun.damage {
            let kept = after(self, face, held);
            hurt += if rolls { kept.max(again) } else { kept } / sides;
        }
        let fails = if wounds > 0 { f64::from(gun.save - 1) / 6.0 } else { 1.0 };
        let mut saved = |held: bool| self.blows(index, [next[0], next[1], lost], held);
        let (kept_after_save, spent_after_save) = (saved(held), saved(false));
        if held && self.may.save && wounds > 0 {
            hurt = hurt.min(fails * again + (1.0 - fails) * spent_after_save);
        }
        let worth = fails * hurt + (1.0 - fails) * kept_after_save;
        self.memo.insert(key, worth);
        worth
    }
}

fn ruled(reading: &str, clauses: &[&str]) -> Request {
    let mut all = vec!["command re-roll"];
    all.extend_from_slice(clauses);
    Request { rulings: vec![format!("command-reroll={reading}")], ..with(&all) }
}

fn gone(attacker: &str, target: &str, request: &Request) -> f64 {
    attack(attacker, target, request).destroyed(Side::Defender)
}

const ALL: May = May { attacks: true, hit: true, wound: true, damage: true, save: false };

/// Two lascannons at a tank of eleven wounds.
#[test]
fn two_lascannons_get_what_a_command_point_is_worth() {
    let cannons = forty_k(&gun(2, "1 3+ 12 -3 D6+1", ""));
    let tank = squad(1, 10, "3+", 11, "");
    let here = |request: &Request| gone(&cannons, &tank, request);
    near("none", here(&with(&[])), Brute::chance(&[PLAIN], May::default(), (1, 11)));
    near("best", here(&ruled("best", &[])), Brute::chance(&[PLAIN], ALL, (1, 11)));
    let only = |may: May| Brute::chance(&[PLAIN], may, (1, 11));
    near("hit", here(&ruled("hit", &[])), only(May { hit: true, ..May::default() }));
    near("wound", here(&ruled("wound", &[])), only(May { wound: true, ..May::default() }));
    near("damage", here(&ruled("damage", &[])), only(May { damage: true, ..May::default() }));
    crate::support::printed("best", here(&ruled("best", &[])), 0.121, 3);
    crate::support::printed("damage", here(&ruled("damage", &[])), 0.0699, 4);
    // The target's own: a failed save may be rolled again, or a later one.
    let saves = May { save: true, ..May::default() };
    near("save", here(&with(&["target command re-roll"])), only(saves));
}

/// Abilities, a rolled number of attacks, hits of 1 that a rule rolls again already, and two weapons in turn.
#[test]
fn the_best_use_is_the_best_of_every_choice() {
    let cases: [(&str, &str, &str, Gun); 5] = [
        ("2 3+ 5 0 D3", "\"Lethal Hits\", \"Sustained Hits 1\"", "", Gun { lethal: true, sustained: 1, ..PLAIN }),
        ("2 3+ 5 0 D3", "\"Devastating Wounds\"", "", Gun { devastating: true, ..PLAIN }),
        ("2 3+ 5 0 D3", "", "reroll hits of 1", Gun { hit_ones_again: true, ..PLAIN }),
        ("D3 3+ 5 0 D3", "", "", Gun { sides: 3, ..PLAIN }),
        ("2 3+ 5 0 2", "\"Sustained Hits 1\"", "reroll hits of 1", Gun { hit_ones_again: true, sustained: 1, ..PLAIN }),
    ];
    for (line, abilities, clause, gun_here) in cases {
        let damage = if line.ends_with("D3") { (3, 0) } else { (1, 1) };
        let brute = Gun { damage: damage.0, more_damage: damage.1, save: 4, ..gun_here };
        let weapon = forty_k(&gun(1, line, abilities));
        let clauses: Vec<&str> = [clause].into_iter().filter(|clause| !clause.is_empty()).collect();
        let ours = gone(&weapon, &squad(2, 4, "4+", 2, ""), &ruled("best", &clauses));
        near(&format!("{line} {abilities} {clause}"), ours, Brute::chance(&[brute], ALL, (2, 2)));
    }
    let second = Gun { attacks: 1, damage: 3, more_damage: 0, save: 4, wound: 2, hit: 2, ..PLAIN };
    let first = Gun { attacks: 2, damage: 1, more_damage: 0, save: 4, ..PLAIN };
    let both = forty_k(&format!("{}\n{}", gun(1, "2 3+ 5 0 1", ""), gun(1, "1 2+ 8 0 D3", "").replace("Gun", "Other")));
    let ours = gone(&both, &squad(2, 4, "4+", 2, ""), &ruled("best", &[]));
    near("two weapons", ours, Brute::chance(&[first, second], ALL, (2, 2)));
}

/// Once in a phase (W40K-STRAT-COMMAND-REROLL): a unit that shoots and then fights has it twice, and what is left of the
/// first is lost. Critical wounds without a save come after each attack.
#[test]
fn each_phase_has_a_command_reroll_of_its_own() {
    let shot = Gun { attacks: 2, devastating: true, damage: 3, more_damage: 0, save: 4, ..PLAIN };
    let second = Gun { attacks: 1, damage: 1, more_damage: 0, save: 4, ..PLAIN };
    let blow = Gun { attacks: 2, hit: 4, wound: 2, damage: 3, more_damage: 0, save: 5, ..PLAIN };
    let line = |line: &str, abilities: &str, name: &str| gun(1, line, abilities).replace("Gun", name);
    let arms = [
        line("2 3+ 5 0 D3", "\"Devastating Wounds\"", "Rifle"),
        line("1 3+ 5 0 1", "", "Pistol"),
        line("2 4+ 8 -1 D3", "", "Blade").replace("range = 24\n", ""),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    // The last shoots once more after it has fought, in another turn.
    let chains: [(&[usize], &[Gun], &[&str], &[usize]); 3] = [
        (&[0, 2], &[shot, blow], &["combat"], &[1]),
        (&[1, 2], &[second, blow], &["combat"], &[1]),
        (&[1, 2], &[second, blow, second], &["combat", "shooting"], &[1, 2]),
    ];
    for (place, (worn, guns, events, phases)) in chains.into_iter().enumerate() {
        let arms: Vec<&str> = worn.iter().map(|index| &*arms[*index]).collect();
        let both = write(&format!("both{place}.toml"), &forty_k(&arms.join("\n")));
        let target = write("target.toml", &squad(2, 4, "4+", 3, ""));
        for points in [false, true] {
            let metric = points.then(|| "wounds-lost".to_owned());
            let then: Vec<String> = events.iter().map(|phase| format!("{phase}:{both}")).collect();
            let asked = |with: Request| {
                let (attacker, defender, then) = (both.clone(), target.clone(), then.clone());
                let request = Request { attacker, defender, then, phase: Some(Phase::Shooting), ..with };
                let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
                let outcome = exact(&prepared.engaged.engagement).expect("small");
                let lost = outcome.wounds_lost(Side::Defender).mean();
                if points { lost } else { outcome.destroyed(Side::Defender) }
            };
            let brute = || Brute { points, phases, ..Brute::of(guns, ALL, (2, 3)) };
            near("in each phase", asked(Request { metric, ..ruled("best", &[]) }), brute().weapon(0, 0, true));
            if !points {
                let may = May { save: true, ..May::default() };
                let spared = Brute { may, ..brute() }.weapon(0, 0, true);
                near("the target's", asked(with(&["target command re-roll"])), spared);
            }
        }
    }
}

/// The die is kept for the result that is asked for: of points, and of chances to be gone, each has its own best use.
#[test]
fn the_die_is_kept_for_the_result_that_is_asked_for() {
    let cannons = forty_k(&gun(2, "1 3+ 12 -3 D6+1", ""));
    let tank = squad(1, 10, "3+", 11, "");
    let wanted = |metric: Option<&str>| Request { metric: metric.map(str::to_owned), ..ruled("best", &[]) };
    let lost = |metric| attack(&cannons, &tank, &wanted(metric)).wounds_lost(Side::Defender).mean();
    let points = Brute::points(&[PLAIN], ALL, (1, 11));
    near("points", lost(Some("wounds-lost")), points);
    assert!(lost(None) < points - 0.01, "{} and {points}", lost(None));
    let gone_for = |metric| gone(&cannons, &tank, &wanted(metric));
    near("gone", gone_for(Some("destroyed")), Brute::chance(&[PLAIN], ALL, (1, 11)));
    near("of one model, slain is gone", gone_for(Some("slain")), gone_for(None));
    assert!(gone_for(Some("wounds-lost")) < gone_for(None) - 0.001);
    for (metric, told) in
        [(None, "so that `destroyed` is as high as can be"), (Some("wounds-lost"), "so that `wounds-lost` is as high")]
    {
        let notes = prepared(&cannons, &tank, &wanted(metric)).expect("an attack").notes.join("\n");
        assert!(notes.contains(told), "{notes}");
    }
}

/// Whatever a Command Re-roll is kept for, it never brings less of it than none at all.
#[test]
fn advice_never_calls_a_command_reroll_harmful() {
    for metric in ["destroyed", "slain", "wounds-lost"] {
        let request = Request {
            attacker: "eradicator-squad".into(),
            defender: "land-raider".into(),
            phase: Some(Phase::Shooting),
            ..Request::default()
        };
        let asked =
            AdviseRequest { request, tries: Vec::new(), side: Owner::Attacker, metric: Some(metric.to_owned()) };
        let advice = advise(&asked, &Options::default()).expect("two shipped units");
        let option = advice.options.iter().find(|option| option.name == "Command Re-roll");
        assert!(option.is_none_or(|option| option.change.get(metric) >= 0.0), "{metric}: {option:?}");
        // Of one model, as often as it is slain the unit is destroyed.
        if let Some(option) = option {
            near(metric, option.change.get("slain"), option.change.get("destroyed"));
        }
        // What is best for one result costs some of another.
        assert!(metric != "destroyed" || option.is_some_and(|option| option.change.wounds_lost < 0.0), "{option:?}");
    }
}

/// One attack that hits on 4+ and is rolled again if it misses hits with 3/4: mean and variance of each stage are those of
/// one die, and of two attacks those of what is counted here, one of them rolled again at most.
#[test]
fn stages_spread_as_their_dice_do() {
    let spread = |outcome: &warodds::engine::Outcome, name: &str| {
        outcome.stages.iter().find(|stage| stage.name == name).expect("a stage").moments.variance
    };
    let wall = squad(1, 4, "-", 1, "");
    let one = attack(&forty_k(&gun(1, "1 4+ 8 0 1", "")), &wall, &ruled("best", &[]));
    near("hits of one", stage(&one, "hits"), 0.75);
    near("their variance", spread(&one, "hits"), 0.75 * 0.25);
    // Of two the first that misses is rolled again: two hits with 1/4 + 1/4, one with 1/4 + 1/8.
    let sure = forty_k(&gun(1, "2 4+ 8 0 1", ""));
    let two = attack(&sure, &squad(2, 4, "-", 1, ""), &ruled("hit", &[]));
    near("hits of two", stage(&two, "hits"), 2.0 * 0.5 + 0.375);
    near("their variance", spread(&two, "hits"), 4.0 * 0.5 + 0.375 - 1.375 * 1.375);
}

/// Nothing is claimed that is not computed: where the best use is not, the note says what is done instead.
#[test]
fn what_is_not_the_best_use_is_not_called_so() {
    let cannons = forty_k(&gun(2, "1 3+ 12 -3 D6+1", ""));
    let tank = squad(1, 10, "3+", 11, "");
    let said = |request: &Request| prepared(&cannons, &tank, request).expect("an attack").notes.join("\n");
    let best = said(&ruled("best", &[]));
    assert!(best.contains("the best use as the dice lie: a number of attacks, a hit roll"), "{best}");
    assert!(!best.contains("always used"), "{best}");
    let rolled = Request { method: Method::Sampled, seed: 7, ..ruled("best", &[]) };
    let words = said(&rolled);
    assert!(words.contains("always used on the first failed") && words.contains("seed 7"), "{words}");
    let attack = prepared(&cannons, &tank, &rolled).expect("an attack").engaged.engagement;
    let sampling = Sampling { trials: 1_000, ..Sampling::default() };
    let options = Options { method: Method::Sampled, sampling };
    assert!(run(&attack, &options, &|_| {}).is_ok(), "dice can play it");
}

/// An attack in which no weapon may shoot leaves nothing to choose.
#[test]
fn a_command_reroll_without_any_roll_is_no_choice() {
    let rifle = forty_k(&gun(1, "2 3+ 4 0 1", ""));
    for clause in ["advanced", "indirect"] {
        let outcome = attack(&rifle, &squad(1, 4, "4+", 1, ""), &ruled("best", &[clause]));
        near(clause, stage_or_nothing(&outcome), 0.0);
    }
}

/// Of a unit that is too small for its flamers the pistol is left, 1 attack of 4+, 6+ and a save of 3+ that fails once in three:
/// a missed hit is rolled again, else a wound that fails.
#[test]
fn a_weapon_that_nobody_carries_rolls_no_die() {
    let request = Request {
        attacker: "1 warhammer-40k/catachan-jungle-fighters".into(),
        defender: "20 warhammer-40k/aggressor-squad".into(),
        phase: Some(Phase::Shooting),
        ..with(&["command re-roll"])
    };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    let kept = 1.0 / 2.0 * (1.0 / 6.0 + 5.0 / 6.0 * 1.0 / 6.0) / 3.0;
    near("wounds lost", outcome.wounds_lost(Side::Defender).mean(), kept + 1.0 / 2.0 * 1.0 / 2.0 / 6.0 / 3.0);
}

fn stage_or_nothing(outcome: &warodds::engine::Outcome) -> f64 {
    outcome.stages.first().map_or(0.0, |first| first.moments.mean)
}

/// A Damage roll of too many dice to be rolled again as a whole is no answer; the others are.
#[test]
fn the_best_use_skips_what_cannot_be_rolled_again() {
    let cannon = forty_k(&gun(1, "6D6 4+ 8 0 1", "\"Hazardous\""));
    let outcome = attack(&cannon, &squad(30, 4, "4+", 1, ""), &ruled("best", &[]));
    assert!(stage(&outcome, "attacks") > 20.9);
}

/// One attack that hits on 4+ and wounds on 2+: a hit that fails is rolled again, else a wound that fails. It hits 3 times of 4,
/// and wounds in 35 of 36 of the first hits, in 5 of 6 of the others.
#[test]
fn each_weapon_says_how_far_its_attacks_came() {
    let request = Request {
        attacker: "40k: 1x 24\" 1A 4+/8/-6/1; T3 W1 5+".into(),
        defender: "40k: 1x T4 W1 6+".into(),
        phase: Some(Phase::Shooting),
        ..with(&["command re-roll"])
    };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    let [weapon] = &outcome.weapons[..] else { panic!("one weapon") };
    for (name, mean) in [("hits", 3.0 / 4.0), ("wounds", 35.0 / 72.0 + 5.0 / 24.0)] {
        near(name, stage(&outcome, name), mean);
        let own = weapon.stages.iter().find(|stage| stage.name == name).expect("a stage of the weapon");
        near(name, own.moments.mean, mean);
    }
}

/// Two attacks that hit by themselves, wound on 2+ and deal D3, at a model of one wound before one of three. A first attack that
/// does not wound is rolled again, or both never fall: 5/6, and then 5/6 × 1/3. Else the re-roll is left for the second: 5/6 × 1/3 after a
/// wound roll of 1, and 5/9 for a 3 in two rolls after any other.
#[test]
fn the_model_that_is_reached_has_its_own_wounds() {
    let second = "[[model]]\nname = \"Three\"\ncount = 1\ntoughness = 4\nsave = \"6+\"\nwounds = 3";
    let request = Request { phase: Some(Phase::Shooting), ..with(&["command re-roll"]) };
    let outcome = attack(&forty_k(&gun(1, "2 N/A 20 -6 D3", "\"Torrent\"")), &squad(1, 4, "6+", 1, second), &request);
    let kept = 1.0 / 6.0 * (5.0 / 6.0 / 3.0) + 5.0 / 6.0 * (5.0 / 9.0);
    near(
        "destroyed",
        outcome.destroyed(Side::Defender),
        5.0 / 6.0 * kept + 1.0 / 6.0 * (5.0 / 6.0 * (5.0 / 6.0 / 3.0)),
    );
}
