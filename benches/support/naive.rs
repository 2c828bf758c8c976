//! What anybody would write first: one die after the other, with the same generator that the lanes use.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rules of the job that the naive loops follow.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub attacks: u32,
    pub models: u32,
    pub wounds: u32,
    pub spill: bool,
    pub all: bool,
}

impl Rules {
    pub(crate) fn twenty(spill: bool, all: bool) -> Self {
        Self { attacks: 20, models: 10, wounds: 2, spill, all }
    }

    /// Random bytes that the dice of a sequence of the plain job need, at a byte for a die: of 256 bytes, 252 are as many
    /// times each face, and the other four have to be drawn again.
    pub(crate) fn bytes(self) -> f64 {
        let (hits, wounds) = (7.0 / 9.0, 7.0 / 18.0);
        let unsaved = wounds * 4.0 / 6.0;
        let points = 2.0 * unsaved;
        f64::from(self.attacks) * (7.0 / 6.0 + hits + wounds + unsaved + points) * 256.0 / 252.0
    }
}

pub(crate) fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(42)
}

fn d6(g: &mut Xoshiro256PlusPlus) -> u32 {
    g.random_range(1..=6)
}

/// A target that loses points.
struct Target {
    left: u32,
    slain: u32,
    lost: u32,
}

impl Target {
    fn new(rules: Rules) -> Self {
        Self { left: rules.wounds, slain: 0, lost: 0 }
    }

    fn hit(&mut self, rules: Rules, g: &mut Xoshiro256PlusPlus) {
        let points = d6(g).div_ceil(2);
        let net = (0..points).filter(|_| d6(g) < 5).count() as u32;
        if rules.spill {
            self.lost = (self.lost + net).min(rules.models * rules.wounds);
        } else if self.slain < rules.models {
            let hit = net.min(self.left);
            (self.lost, self.left) = (self.lost + hit, self.left - hit);
            if self.left == 0 {
                (self.slain, self.left) = (self.slain + 1, rules.wounds);
            }
        }
    }
}

/// One attack after the other.
pub(crate) fn attacks_one_by_one(rules: Rules, trials: u64, g: &mut Xoshiro256PlusPlus) -> Vec<u64> {
    let mut histogram = vec![0; (rules.models * rules.wounds) as usize + 1];
    for _ in 0..trials {
        let mut target = Target::new(rules);
        let mut late = 0;
        for _ in 0..rules.attacks {
            let mut hit = d6(g);
            if hit == 1 {
                hit = d6(g);
            }
            if hit < 3 {
                continue;
            }
            let rolls = 1;
            let mut unsaved = u32::from(rules.all && hit == 6);
            for _ in 0..rolls {
                match d6(g) {
                    6 if rules.all => late += 1,
                    4..=6 => unsaved += 1,
                    _ => {}
                }
            }
            for _ in 0..unsaved {
                if d6(g) < 5 {
                    target.hit(rules, g);
                }
            }
        }
        for _ in 0..late {
            target.hit(rules, g);
        }
        histogram[target.lost as usize] += 1;
    }
    histogram
}

/// Stage by stage, as players roll: all hits, then all wounds, then all saves.
pub(crate) fn pooled(rules: Rules, trials: u64, g: &mut Xoshiro256PlusPlus) -> Vec<u64> {
    let mut histogram = vec![0; (rules.models * rules.wounds) as usize + 1];
    for _ in 0..trials {
        let (mut hits, mut again, mut criticals) = (0, 0, 0);
        for _ in 0..rules.attacks {
            let face = d6(g);
            hits += u32::from(face >= 3);
            again += u32::from(face == 1);
            criticals += u32::from(face == 6);
        }
        for _ in 0..again {
            let face = d6(g);
            hits += u32::from(face >= 3);
            criticals += u32::from(face == 6);
        }
        let (mut wounds, mut late) = (0, 0);
        for _ in 0..hits {
            let face = d6(g);
            late += u32::from(rules.all && face == 6);
            wounds += u32::from(face >= 4 && !(rules.all && face == 6));
        }
        wounds += u32::from(rules.all) * criticals;
        let unsaved = (0..wounds).filter(|_| d6(g) < 5).count() as u32;
        let mut target = Target::new(rules);
        for _ in 0..unsaved + late {
            target.hit(rules, g);
        }
        histogram[target.lost as usize] += 1;
    }
    histogram
}

/// The chances of 0, 1, 2 ... points from one attack of the plain job, its damage a die of so many sides.
fn points(sides: usize) -> Vec<f64> {
    let through = 28.0 / 36.0 * 0.5 * 4.0 / 6.0;
    let mut law = vec![0.0; sides + 1];
    law[0] = 1.0 - through;
    let mut kept = vec![1.0];
    for _ in 0..sides {
        kept.push(0.0);
        for n in (0..kept.len()).rev() {
            kept[n] = kept[n] / 3.0 + if n > 0 { kept[n - 1] * 2.0 / 3.0 } else { 0.0 };
        }
        for (chance, p) in law.iter_mut().zip(&kept) {
            *chance += through * p / sides as f64;
        }
    }
    law
}

/// The plain job exactly, as anybody would write it: the chances of every state, one attack after the other.
pub(crate) fn one_by_one(attacks: usize, models: usize, wounds: usize, sides: usize, spill: bool) -> Vec<f64> {
    let law = points(sides);
    let total = models * wounds;
    let mut now = vec![0.0; total + 1];
    now[0] = 1.0;
    for _ in 0..attacks {
        let mut next = vec![0.0; total + 1];
        for (lost, p) in now.iter().enumerate() {
            let room = if spill { total - lost } else { wounds - lost % wounds };
            for (points, q) in law.iter().enumerate() {
                let hurt = if lost == total { 0 } else { points.min(room) };
                next[lost + hurt] += p * q;
            }
        }
        now = next;
    }
    now
}
