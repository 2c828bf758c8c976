//! One die that may be rolled again, where all saves of a batch come before the first Damage.

use super::{target, unit};
use crate::support::questions::asked;
use crate::support::{attack, gun, near, printed, with};
use warodds::ask::Request;
use warodds::report::Figure;
use warodds::sequence::Side;

/// The values of the same weapon where all saves of a batch are rolled before the first Damage, from the last roll to the first:
/// hits on 3+, wounds on 4+, saves on 5+, D6 of Damage at one model of six Wounds. `die`: who may roll one die again is the
/// attacker, at these rolls, or the defender.
struct Batch {
    hit: bool,
    wound: bool,
    damage: bool,
    save: bool,
}

impl Batch {
    const NOBODY: Self = Self { hit: false, wound: false, damage: false, save: false };

    fn successes(dice: u32, p: f64) -> Vec<f64> {
        (0..dice).fold(vec![1.0], |row, _| {
            let at = |n: usize| row.get(n).copied().unwrap_or(0.0);
            (0..=row.len()).map(|n| at(n) * (1.0 - p) + if n > 0 { at(n - 1) * p } else { 0.0 }).collect()
        })
    }

    /// So many Damage rolls to come.
    fn damage(&self, rolls: u32, lost: u32, die: bool) -> f64 {
        if rolls == 0 {
            return f64::from(u32::from(lost >= 6));
        }
        let after = |face: u32, die: bool| self.damage(rolls - 1, lost + face, die);
        let again = (1..=6).map(|face| after(face, false)).sum::<f64>() / 6.0;
        let best = |kept: f64| if die && self.damage { kept.max(again) } else { kept };
        (1..=6).map(|face| best(after(face, die))).sum::<f64>() / 6.0
    }

    fn saves(&self, dice: u32, die: bool) -> f64 {
        let after = |failed: u32| {
            let kept = self.damage(failed, 0, die);
            let fewer = |die| if failed > 0 { self.damage(failed - 1, 0, die) } else { 0.0 };
            let again = 2.0 / 3.0 * self.damage(failed, 0, false) + 1.0 / 3.0 * fewer(false);
            if die && self.save && failed > 0 { kept.min(again) } else { kept }
        };
        Self::successes(dice, 2.0 / 3.0).iter().zip(0..).map(|(p, failed)| p * after(failed)).sum()
    }

    fn wounds(&self, dice: u32, die: bool) -> f64 {
        let after = |wounds: u32| {
            let kept = self.saves(wounds, die);
            let again = 0.5 * self.saves(wounds, false) + 0.5 * self.saves((wounds + 1).min(dice), false);
            if die && self.wound && wounds < dice { kept.max(again) } else { kept }
        };
        Self::successes(dice, 0.5).iter().zip(0..).map(|(p, wounds)| p * after(wounds)).sum()
    }

    fn hits(&self, dice: u32, die: bool) -> f64 {
        let after = |hits: u32| {
            let kept = self.wounds(hits, die);
            let again = self.wounds(hits, false) / 3.0 + 2.0 / 3.0 * self.wounds((hits + 1).min(dice), false);
            if die && self.hit && hits < dice { kept.max(again) } else { kept }
        };
        Self::successes(dice, 2.0 / 3.0).iter().zip(0..).map(|(p, hits)| p * after(hits)).sum()
    }
}

/// 05.03, 05.04: all saves of a batch are rolled before the first Damage, so whoever may roll a die again knows how many attacks
/// damage. The same from an attack.
#[test]
fn a_reroll_knows_all_saves_of_a_batch() {
    let keys = ["attacks=3", "hit=3+", "wound=4+", "save=5+", "damage=D6", "wounds=6"];
    let answered =
        asked("warhammer-40k-11e", "command-reroll", &keys, &Request::default()).expect("keys of the question");
    let row = |name: &str| {
        let is_it = |row: &&Vec<Figure>| matches!(&row[0], Figure::Text(text) if text == name);
        let found = answered.tables[0].rows.iter().find(is_it).unwrap_or_else(|| panic!("no row `{name}`"));
        let Figure::Probability(value) = found[1] else { panic!("no chance: {found:?}") };
        value
    };
    let gun = unit(&gun(1, "3 3+ 4 0 D6", ""));
    let at = target(1, 4, "5+", 6, "");
    let attacked = |ruling: &str, clause: &str| {
        let request = Request { rulings: vec![format!("command-reroll={ruling}")], ..with(&[clause]) };
        attack(&gun, &at, &request).destroyed(Side::Defender)
    };
    let best = Batch { hit: true, wound: true, damage: true, save: false };
    let damage = Batch { damage: true, ..Batch::NOBODY };
    let save = Batch { save: true, ..Batch::NOBODY };
    for (name, ruling, clause, truth) in [
        ("the best use of it", "best", "command re-roll", best.hits(3, true)),
        ("a Damage roll", "damage", "command re-roll", damage.hits(3, true)),
        ("the defender's, on a failed save", "best", "target command re-roll", save.hits(3, true)),
    ] {
        near(name, row(name), truth);
        near(&format!("{name}, in an attack"), attacked(ruling, clause), truth);
    }
    printed("the best use", best.hits(3, true), 0.268734, 6);
    printed("on a Damage roll", damage.hits(3, true), 0.236499, 6);
}

/// Two weapons that are alike are one batch: their saves are all rolled before the first Damage of either.
#[test]
fn identical_weapons_share_a_reroll() {
    let one = gun(1, "3 3+ 4 0 D6", "");
    let two = format!("{}\n{}", gun(1, "1 3+ 4 0 D6", ""), gun(1, "2 3+ 4 0 D6", "").replace("Gun", "Other"));
    let at = target(1, 4, "5+", 6, "");
    let chance = |guns: &str| attack(&unit(guns), &at, &with(&["command re-roll"])).destroyed(Side::Defender);
    near("in two lines", chance(&two), chance(&one));
}
