//! What one re-roll is worth, against every way the dice can fall and every choice.

use std::collections::HashMap;

use super::{ask, asked, cell, line};
use crate::support::near;

/// N dice of success p: the gain is P(S < N) p.
#[test]
fn w40k_reroll_one_of_batch() {
    for (dice, on) in [(1, 3), (4, 4), (10, 5)] {
        let p = f64::from(7 - on) / 6.0;
        let answered = ask("reroll-one", &[&format!("dice={dice}"), &format!("on={on}+")]);
        near("gain", line(&answered, "gain"), (1.0 - p.powi(dice)) * p);
    }
    let three = ask("reroll-one", &["dice=3", "on=4+"]);
    // All three: at once (1/8), or two of three and the last again (3/8 of 1/2).
    near("all", cell(&three.tables[0], "3", "at least, with one rolled again"), 1.0 / 8.0 + 3.0 / 16.0);
}

/// W40K-STRAT-COMMAND-REROLL: re-roll a D6 of 1 to 3 for the mean, which is 4.25; for a kill, whatever does not kill.
#[test]
fn w40k_strat_command_reroll_of_damage() {
    let worth = |goal: &str, wounds: &str| {
        let keys =
            ["attacks=1", "hit=-", "wound=2+", "damage=D6", &format!("wounds={wounds}"), &format!("goal={goal}")];
        let answered = ask("command-reroll", &keys);
        cell(&answered.tables[0], "a Damage roll", answered.tables[0].header[1].as_str())
    };
    near("mean", worth("wounds-lost", "20") / (5.0 / 6.0), 4.25);
    near("kill on 5+", worth("destroyed", "5") / (5.0 / 6.0), 1.0 - (4.0 / 6.0f64).powi(2));
}

/// One attack: every point by hand.
#[test]
fn w40k_strat_command_reroll_of_one_attack() {
    let answered = ask("command-reroll", &["attacks=1", "hit=3+", "wound=4+", "save=5+"]);
    let table = &answered.tables[0];
    let (hit, wound, through) = (2.0 / 3.0, 0.5, 2.0 / 3.0);
    let again = |p: f64| p + (1.0 - p) * p;
    let at = |what: &str| cell(table, what, "P(destroyed)");
    near("plain", line(&answered, "P(destroyed) without it"), hit * wound * through);
    near("hit", at("a hit roll"), again(hit) * wound * through);
    near("wound", at("a wound roll"), hit * again(wound) * through);
    near("save", at("the defender's, on a failed save"), hit * wound * through * through);
    // A missed hit is rolled again at once; otherwise it waits for the wound roll.
    near("best", at("the best use of it"), (hit * again(wound) + (1.0 - hit) * hit * wound) * through);
    near("gain", cell(table, "a wound roll", "gain"), hit * (again(wound) - wound) * through);
}

/// Attacks as dice: rolled again when a fresh roll is better than what is there.
#[test]
fn w40k_strat_command_reroll_of_attacks() {
    let answered = ask("command-reroll", &["attacks=D6", "hit=-", "wound=2+", "models=40", "goal=wounds-lost"]);
    let worth = cell(&answered.tables[0], "the number of attacks", "mean wounds lost");
    near("4.25 attacks", worth, 4.25 * 5.0 / 6.0);
}

/// Expectimax over single dice, written out: what the best use of one re-roll is worth.
struct Brute {
    hit: u32,
    wound: u32,
    save: u32,
    lethal: bool,
    sustained: usize,
    devastating: bool,
    /// Sides of the Damage die; 1 for Damage 1.
    damage: u32,
    models: u32,
    wounds: u32,
    memo: HashMap<(u8, Vec<u32>, bool), f64>,
}

impl Brute {
    /// The worth of a batch: every way its dice fall, then the best of keeping it or rolling any one die again.
    fn batch(
        &mut self,
        stage: u8,
        dice: usize,
        held: bool,
        worth: &mut dyn FnMut(&mut Self, &[u32], bool) -> f64,
    ) -> f64 {
        let ways = 6usize.pow(dice as u32);
        let mut total = 0.0;
        for way in 0..ways {
            let mut faces: Vec<u32> = (0..dice).map(|die| (way / 6usize.pow(die as u32) % 6) as u32 + 1).collect();
            let mut best = worth(self, &faces, held);
            // Saves are not the attacker's to roll again.
            for die in 0..if held && stage < 2 { dice } else { 0 } {
                let kept = faces[die];
                let mut again = 0.0;
                for face in 1..=6 {
                    faces[die] = face;
                    again += worth(self, &faces, false) / 6.0;
                }
                faces[die] = kept;
                best = best.max(again);
            }
            total += best;
        }
        total / ways as f64
    }

    fn hits(&mut self, attacks: usize) -> f64 {
        self.batch(0, attacks, true, &mut |brute, faces, held| {
            let sixes = faces.iter().filter(|face| **face == 6).count();
            let others = faces.iter().filter(|face| **face >= brute.hit && **face < 6).count();
            let lethal = if brute.lethal { sixes } else { 0 };
            brute.rolled_wounds((others + sixes - lethal + sixes * brute.sustained) as u32, lethal as u32, held)
        })
    }

    fn rolled_wounds(&mut self, rolls: u32, automatic: u32, held: bool) -> f64 {
        let key = (1, vec![rolls, automatic], held);
        if let Some(worth) = self.memo.get(&key) {
            return *worth;
        }
        let worth = self.batch(1, rolls as usize, held, &mut |brute, faces, held| {
            let late = faces.iter().filter(|face| **face == 6 && brute.devastating).count() as u32;
            let wounds = faces.iter().filter(|face| **face >= brute.wound).count() as u32 - late;
            brute.saves(wounds + automatic, late, held)
        });
        self.memo.insert(key, worth);
        worth
    }

    fn saves(&mut self, wounds: u32, late: u32, held: bool) -> f64 {
        let key = (2, vec![wounds, late], held);
        if let Some(worth) = self.memo.get(&key) {
            return *worth;
        }
        let worth = if self.damage > 1 {
            self.one_by_one(wounds, late, 0, held)
        } else {
            self.batch(2, wounds as usize, held, &mut |brute, faces, held| {
                let through = faces.iter().filter(|face| **face < brute.save).count() as u32;
                brute.blows(through + late, 0, held)
            })
        };
        self.memo.insert(key, worth);
        worth
    }

    /// Where Damage is rolled, each attack is resolved before the next one's save (W40K-FAST-DICE).
    fn one_by_one(&mut self, wounds: u32, late: u32, lost: u32, held: bool) -> f64 {
        if wounds == 0 {
            return self.blows(late, lost, held);
        }
        let key = (4, vec![wounds, late, lost], held);
        if let Some(worth) = self.memo.get(&key) {
            return *worth;
        }
        let all = self.models * self.wounds;
        let left = self.wounds - lost % self.wounds;
        let mut total = 0.0;
        for save in 1..=6 {
            if save >= self.save {
                total += self.one_by_one(wounds - 1, late, lost, held);
                continue;
            }
            let after = |face: u32| if lost == all { all } else { lost + face.min(left) };
            let sides = self.damage;
            let again: f64 = (1..=sides).map(|face| self.one_by_one(wounds - 1, late, after(face), false)).sum::<f64>()
                / f64::from(sides);
            let kept: Vec<f64> = (1..=sides).map(|face| self.one_by_one(wounds - 1, late, after(face), held)).collect();
            let best = kept.iter().map(|kept| if held { kept.max(again) } else { *kept });
            total += best.sum::<f64>() / f64::from(sides);
        }
        let worth = total / 6.0;
        self.memo.insert(key, worth);
        worth
    }

    fn blows(&mut self, blows: u32, lost: u32, held: bool) -> f64 {
        if blows == 0 || lost == self.models * self.wounds {
            return f64::from(u8::from(lost == self.models * self.wounds));
        }
        let key = (3, vec![blows, lost], held);
        if let Some(worth) = self.memo.get(&key) {
            return *worth;
        }
        let left = self.wounds - lost % self.wounds;
        let mut total = 0.0;
        for face in 1..=self.damage {
            let kept = self.blows(blows - 1, lost + face.min(left), held);
            let again = |brute: &mut Self| {
                (1..=brute.damage).map(|face| brute.blows(blows - 1, lost + face.min(left), false)).sum::<f64>()
                    / f64::from(brute.damage)
            };
            total += if held && self.damage > 1 { kept.max(again(self)) } else { kept };
        }
        let worth = total / f64::from(self.damage);
        self.memo.insert(key, worth);
        worth
    }
}

/// The best use of a Command Re-roll against every way the dice can fall and every choice, abilities included.
#[test]
fn w40k_strat_command_reroll_against_every_choice() {
    for (lethal, sustained, devastating) in
        [(false, 0, false), (true, 0, false), (false, 1, true), (true, 1, true), (true, 1, false)]
    {
        let mut brute = Brute {
            hit: 3,
            wound: 4,
            save: 4,
            lethal,
            sustained,
            devastating,
            damage: 3,
            models: 2,
            wounds: 2,
            memo: HashMap::new(),
        };
        let truth = brute.hits(3);
        let yes = |flag: bool| if flag { "yes" } else { "no" };
        let keys = [
            format!("lethal={}", yes(lethal)),
            format!("sustained={sustained}"),
            format!("devastating={}", yes(devastating)),
        ];
        let mut all = vec!["attacks=3", "hit=3+", "wound=4+", "save=4+", "damage=D3", "models=2", "wounds=2"];
        all.extend(keys.iter().map(String::as_str));
        let answered = ask("command-reroll", &all);
        near(&keys.join(" "), line(&answered, "P(destroyed) with the best use of it"), truth);
    }
}

/// What it is worth without the re-roll is what the attack itself says.
#[test]
fn w40k_strat_command_reroll_starts_from_the_attack() {
    let abilities = "\"Lethal Hits\", \"Sustained Hits 2\", \"Devastating Wounds\", \"Anti-INFANTRY 5+\"";
    let weapon = crate::support::gun(1, "D3+2 4+ 3 -1 D3", abilities);
    let target = crate::support::squad(3, 4, "4+", 2, "feel-no-pain = \"6+\"")
        .replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"INFANTRY\"]");
    let outcome = crate::support::attack(&crate::support::forty_k(&weapon), &target, &crate::support::with(&[]));
    let answered = |goal: &str| {
        let keys = [
            "attacks=D3+2", "hit=4+", "wound=5+", "critical-wounds=5+", "save=5+", "damage=D3", "models=3", "wounds=2",
            "feel-no-pain=6+", "lethal=yes", "sustained=2", "devastating=yes",
        ];
        let mut keys = keys.to_vec();
        keys.push(goal);
        ask("command-reroll", &keys)
    };
    let defender = warodds::sequence::Side::Defender;
    near("destroyed", line(&answered("goal=destroyed"), "P(destroyed) without it"), outcome.destroyed(defender));
    near("slain", line(&answered("goal=slain"), "mean models slain without it"), outcome.slain(defender).mean());
    let lost = line(&answered("goal=wounds-lost"), "mean wounds lost without it");
    near("lost", lost, outcome.wounds_lost(defender).mean());
    assert!(asked("command-reroll", &["attacks=41"]).is_err());
}

/// Attacks whose Damage is rolled are resolved one by one, so that the choice to roll a Damage die again knows no later
/// save: 2.4470 if it did.
#[test]
fn w40k_strat_command_reroll_of_damage_knows_no_later_save() {
    let keys = ["attacks=3", "hit=3+", "wound=4+", "save=5+", "damage=D6", "wounds=6", "goal=wounds-lost"];
    let answered = ask("command-reroll", &keys);
    let worth = cell(&answered.tables[0], "a Damage roll", "mean wounds lost");
    assert!((worth - 2.4413).abs() < 5e-5, "{worth}");
}

/// The number to wound is what is said, whatever Strength stands for it.
#[test]
fn every_number_to_wound_is_reached() {
    for on in 2..=6 {
        let answered = ask("command-reroll", &["attacks=1", "hit=-", &format!("wound={on}+")]);
        near(&format!("{on}+"), line(&answered, "P(destroyed) without it"), f64::from(7 - on) / 6.0);
    }
}

/// What is not rolled is not rolled again: fixed attacks, sure hits and fixed Damage have no row.
#[test]
fn rolls_that_are_not_made_are_not_rolled_again() {
    let rows = |keys: &[&str]| {
        let table = ask("command-reroll", keys).tables.remove(0);
        ["the number of attacks", "a hit roll", "a wound roll", "a Damage roll"].map(|name| {
            table.rows.iter().any(|row| matches!(&row[0], warodds::report::Figure::Text(text) if text == name))
        })
    };
    assert_eq!(rows(&["attacks=2"]), [false, true, true, false]);
    assert_eq!(rows(&["attacks=D3", "hit=-", "damage=D3", "wounds=3"]), [true, false, true, true]);
}

/// As large as is worked through, and not larger.
#[test]
fn what_is_too_large_for_every_choice() {
    let of = |keys: &[&str]| asked("command-reroll", keys).map(|_| ()).map_err(|error| error.to_string());
    assert!(of(&["attacks=1", "models=6", "wounds=40"]).is_ok());
    let error = of(&["attacks=1", "models=7", "wounds=40"]).expect_err("280 wounds");
    assert!(error.contains("a target of 240 wounds"), "{error}");
    assert!(of(&["attacks=1", "models=100", "wounds=3"]).is_err());
    assert!(of(&["attacks=41"]).is_err() && of(&["attacks=1", "damage=25"]).is_err());
    assert!(of(&["attacks=0"]).is_err() && of(&["attacks=1", "damage=0"]).is_err());
    assert!(of(&["attacks=1", "damage=24", "wounds=40"]).is_ok());
}
