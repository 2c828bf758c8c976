//! One weapon's attacks as a chain of choices: what a single re-roll is worth at each point, the player seeing all dice
//! of a batch before choosing one (W40K-REROLL-ONE-OF-BATCH).
//!
//! Worked from the end: the worth of so many blows on a target in some state, then of so many wounds, hits, attacks;
//! each with the re-roll still in hand and without it.

use crate::dice::Amount;
use crate::stats::Counts;

/// A point of the volley at which a die may be rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    Attacks,
    Hit,
    Wound,
    Damage,
}

/// What is to be made as large as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    Destroyed,
    Slain,
    WoundsLost,
}

/// A roll of one die: the chances of a critical, of an ordinary success, and of neither.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roll {
    pub(super) critical: f64,
    pub(super) ordinary: f64,
}

impl Roll {
    /// Success on `on` or more, or on a critical on `critical_on` or more; a 1 fails.
    pub(super) fn new(on: u8, critical_on: u8) -> Self {
        let critical = critical_on.clamp(2, 7);
        let on = on.clamp(2, critical);
        Self { critical: f64::from(7 - critical) / 6.0, ordinary: f64::from(critical - on) / 6.0 }
    }

    /// The same where criticals mean nothing.
    fn plain(self) -> Self {
        Self { critical: 0.0, ordinary: self.critical + self.ordinary }
    }

    fn fails(self) -> f64 {
        1.0 - self.critical - self.ordinary
    }
}

/// One weapon against one kind of model.
#[derive(Clone, Debug)]
pub(super) struct Volley {
    pub(super) attacks: Amount,
    /// `None`: it hits by itself.
    pub(super) hit: Option<Roll>,
    pub(super) wound: Roll,
    pub(super) lethal: bool,
    pub(super) sustained: usize,
    pub(super) devastating: bool,
    /// P(an attack gets past the save).
    pub(super) unsaved: f64,
    pub(super) damage: Amount,
    /// P(a point of damage sticks).
    pub(super) sticks: f64,
    pub(super) models: usize,
    pub(super) wounds: usize,
}

/// Worth without a re-roll, and with it in hand.
type Worth = [f64; 2];

/// Worths of everything from the wounds on.
struct Solved<'v> {
    volley: &'v Volley,
    may: &'v [Point],
    /// By ordinary wounds, then Devastating ones.
    saves: Vec<Vec<Worth>>,
    hit: Roll,
    wound: Roll,
    /// The ways of `n` dice, and of the dice that were not critical.
    hits: [Vec<Vec<f64>>; 2],
    wounds: [Vec<Vec<f64>>; 2],
}

/// `table[n][k]`: the chance of k successes in n tries, up to `most` tries.
fn binomials(most: usize, p: f64) -> Vec<Vec<f64>> {
    let mut table = vec![vec![1.0]];
    for n in 1..=most {
        let last = &table[n - 1];
        let at = |k: usize| last.get(k).copied().unwrap_or(0.0);
        let row = (0..=n).map(|k| at(k) * (1.0 - p) + if k > 0 { at(k - 1) * p } else { 0.0 }).collect();
        table.push(row);
    }
    table
}

/// The ways of dice that are critical, ordinary or neither: criticals first, then ordinary ones of the rest.
fn ways(most: usize, roll: Roll) -> [Vec<Vec<f64>>; 2] {
    let rest = 1.0 - roll.critical;
    [binomials(most, roll.critical), binomials(most, if rest > 0.0 { roll.ordinary / rest } else { 0.0 })]
}

impl Volley {
    fn points(&self) -> usize {
        self.models * self.wounds
    }

    fn goal(&self, goal: Goal, lost: usize) -> f64 {
        match goal {
            Goal::Destroyed => f64::from(u8::from(lost == self.points())),
            Goal::Slain => (lost / self.wounds) as f64,
            Goal::WoundsLost => lost as f64,
        }
    }

    fn rolls(amount: Amount) -> Vec<(usize, f64)> {
        let ways = Counts::dice(u32::from(amount.count), u32::from(amount.sides));
        ways.each().map(|(sum, chance)| (*sum as usize + usize::from(amount.plus), chance.value())).collect()
    }

    /// The most attacks that can come to a wound roll, extra hits included.
    fn most(&self) -> usize {
        usize::from(self.attacks.max()) * (1 + self.sustained)
    }

    /// The worth of 0, 1, 2 … blows on a fresh target, one after the other.
    fn blows(&self, goal: Goal, may: &[Point]) -> Vec<Worth> {
        let points = self.points();
        let damage = Self::rolls(self.damage);
        let sticks = binomials(usize::from(self.damage.max()), self.sticks);
        let again = may.contains(&Point::Damage) && damage.len() > 1;
        let mut now: Vec<Worth> = (0..=points).map(|lost| [self.goal(goal, lost); 2]).collect();
        let mut first = vec![now[0]];
        for _ in 0..self.most() {
            let after = |lost: usize, amount: usize, held: usize| -> f64 {
                let left = self.wounds - lost % self.wounds;
                let worth = |stuck: usize| now[lost + stuck.min(left)][held];
                sticks[amount].iter().enumerate().map(|(stuck, p)| p * worth(stuck)).sum()
            };
            let mut next: Vec<Worth> = Vec::with_capacity(points + 1);
            for lost in 0..points {
                let rolled = |held: usize| damage.iter().map(|(amount, p)| p * after(lost, *amount, held)).sum::<f64>();
                let fresh = rolled(0);
                let held = match again {
                    true => damage.iter().map(|(amount, p)| p * after(lost, *amount, 1).max(fresh)).sum(),
                    false => rolled(1),
                };
                next.push([fresh, held]);
            }
            next.push(now[points]);
            now = next;
            first.push(now[0]);
        }
        first
    }

    /// The best that the re-roll can do if it may be used at these points; with none, what happens without it.
    pub(super) fn worth(&self, goal: Goal, may: &[Point]) -> f64 {
        self.solved(goal, may, |unsaved, wounds, late, blows, held| {
            unsaved[wounds].iter().enumerate().map(|(through, p)| p * blows[through + late][held]).sum()
        })
    }

    /// What is left to the attacker if the defender rolls one failed save again.
    pub(super) fn worth_against_save(&self, goal: Goal) -> f64 {
        let fails = self.unsaved;
        self.solved(goal, &[], |unsaved, wounds, late, blows, held| {
            let worth = |through: usize| match through {
                0 => blows[late][held],
                n => fails * blows[n + late][held] + (1.0 - fails) * blows[n + late - 1][held],
            };
            unsaved[wounds].iter().enumerate().map(|(through, p)| p * worth(through)).sum()
        })
    }

    fn solved(
        &self,
        goal: Goal,
        may: &[Point],
        save: impl Fn(&[Vec<f64>], usize, usize, &[Worth], usize) -> f64,
    ) -> f64 {
        let most = self.most();
        let blows = self.blows(goal, may);
        let unsaved = binomials(most, self.unsaved);
        let late = if self.devastating { most } else { 0 };
        let saves = (0..=most)
            .map(|wounds| {
                let lates = 0..=late.min(most - wounds);
                lates.map(|late| [0, 1].map(|held| save(&unsaved, wounds, late, &blows, held))).collect()
            })
            .collect();
        let wound = if self.devastating { self.wound } else { self.wound.plain() };
        let sure = Roll { critical: 0.0, ordinary: 1.0 };
        let hit = self.hit.map_or(sure, |hit| if self.lethal || self.sustained > 0 { hit } else { hit.plain() });
        let attacks = usize::from(self.attacks.max());
        let solved =
            Solved { volley: self, may, saves, hit, wound, hits: ways(attacks, hit), wounds: ways(most, wound) };
        solved.attacks()
    }
}

/// The worth of some dice: `worth(criticals, ordinary)` follows, and `roll` is what one die does if it is rolled again.
fn batch(dice: usize, ways: &[Vec<Vec<f64>>; 2], roll: Option<Roll>, worth: impl Fn(usize, usize) -> Worth) -> Worth {
    let mut total = [0.0; 2];
    for (critical, p) in ways[0][dice].iter().enumerate().filter(|(_, p)| **p > 0.0) {
        let rest = dice - critical;
        for (ordinary, q) in ways[1][rest].iter().enumerate().filter(|(_, q)| **q > 0.0) {
            let [spent, mut held] = worth(critical, ordinary);
            if let Some(roll) = roll {
                let again = |critical: usize, ordinary: usize| {
                    let faces = [
                        (roll.fails(), critical, ordinary),
                        (roll.ordinary, critical, ordinary + 1),
                        (roll.critical, critical + 1, ordinary),
                    ];
                    let can_be = faces.into_iter().filter(|(p, ..)| *p > 0.0);
                    can_be.map(|(p, critical, ordinary)| p * worth(critical, ordinary)[0]).sum()
                };
                if ordinary < rest {
                    held = held.max(again(critical, ordinary));
                }
                if ordinary > 0 && roll.critical > 0.0 {
                    held = held.max(again(critical, ordinary - 1));
                }
            }
            total[0] += p * q * spent;
            total[1] += p * q * held;
        }
    }
    total
}

impl Solved<'_> {
    fn wounds(&self, hits: usize, automatic: usize) -> Worth {
        let roll = self.may.contains(&Point::Wound).then_some(self.wound);
        batch(hits, &self.wounds, roll, |critical, ordinary| self.saves[ordinary + automatic][critical])
    }

    /// The worth of every number of critical and ordinary hits.
    fn hit_table(&self) -> Vec<Vec<Worth>> {
        let volley = self.volley;
        let attacks = usize::from(volley.attacks.max());
        let criticals = if self.hit.critical > 0.0 { attacks } else { 0 };
        let (rolls, automatic) = if volley.lethal { (0, 1) } else { (1, 0) };
        let worth = |critical: usize, ordinary: usize| {
            self.wounds(ordinary + critical * (rolls + volley.sustained), critical * automatic)
        };
        (0..=criticals).map(|k| (0..=attacks - k).map(|ordinary| worth(k, ordinary)).collect()).collect()
    }

    fn attacks(&self) -> f64 {
        let table = self.hit_table();
        let may_hit = self.may.contains(&Point::Hit) && self.volley.hit.is_some();
        let of = |attacks: usize| {
            batch(attacks, &self.hits, may_hit.then_some(self.hit), |critical, ordinary| table[critical][ordinary])
        };
        let rolls = Volley::rolls(self.volley.attacks);
        let worths: Vec<(f64, Worth)> = rolls.iter().map(|(attacks, p)| (*p, of(*attacks))).collect();
        let fresh: f64 = worths.iter().map(|(p, worth)| p * worth[0]).sum();
        let again = self.may.contains(&Point::Attacks) && worths.len() > 1;
        let floor = if again { fresh } else { f64::MIN };
        let held = worths.iter().map(|(p, worth)| p * worth[1].max(floor)).sum();
        if self.may.is_empty() { fresh } else { held }
    }
}
