//! How precise the exact engine is: against whole numbers of any size, at 20, 200 and 1,000 attacks.

use crate::jobs::job;
use warodds::dice::Amount;
use warodds::engine;

/// A whole number of any size, lowest digit first.
#[derive(Clone, Default)]
struct Whole(Vec<u64>);

impl Whole {
    fn from(n: u64) -> Self {
        Self(vec![n])
    }

    /// Adds `k` times another.
    fn add_times(&mut self, other: &Self, k: u64) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut carry = 0u128;
        for (place, digit) in self.0.iter_mut().enumerate() {
            let more = u128::from(other.0.get(place).copied().unwrap_or(0)) * u128::from(k);
            let sum = u128::from(*digit) + more + carry;
            *digit = sum as u64;
            carry = sum >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    /// The highest 64 bits, and how many bits lie below them.
    fn top(&self) -> Option<(u64, i32)> {
        let high = self.0.iter().rposition(|digit| *digit > 0)?;
        let (digit, zeros) = (self.0[high], self.0[high].leading_zeros());
        let below = if high > 0 && zeros > 0 { self.0[high - 1] >> (64 - zeros) } else { 0 };
        Some((digit << zeros | below, 64 * high as i32 - zeros as i32))
    }

    /// This divided by another.
    fn over(&self, all: &Self) -> f64 {
        let (Some((a, x)), Some((b, y))) = (self.top(), all.top()) else { return 0.0 };
        let half = (x - y) / 2;
        a as f64 / b as f64 * 2f64.powi(half) * 2f64.powi(x - y - half)
    }
}

/// Ways, of 2187, for one attack of the plain job to be worth 0, 1, 2 or 3 points that stick.
///
/// It gets through with 28/36 · 1/2 · 4/6 = 7/27: a 3+ with ones rolled again, a 4+, and no 5+. Then D3 points, each of
/// which sticks with 2/3: (13, 36, 24, 8) of 81.
const ATTACK: [u64; 4] = [2187 - 7 * 81 + 7 * 13, 7 * 36, 7 * 24, 7 * 8];

/// Ways for the attacks' points: the law of one attack multiplied out.
fn points(attacks: usize) -> Vec<Whole> {
    let mut now = vec![Whole::from(1)];
    for _ in 0..attacks {
        let mut next = vec![Whole::default(); now.len() + 3];
        for (place, ways) in now.iter().enumerate() {
            for (more, k) in ATTACK.iter().enumerate() {
                next[place + more].add_times(ways, *k);
            }
        }
        now = next;
    }
    now
}

/// Ways for the points that models lose, where what exceeds a model is lost.
fn lost(attacks: usize, models: usize, wounds: usize) -> Vec<Whole> {
    let total = models * wounds;
    let mut now = vec![Whole::default(); total + 1];
    now[0] = Whole::from(1);
    for _ in 0..attacks {
        let mut next = vec![Whole::default(); total + 1];
        for (lost, ways) in now.iter().enumerate() {
            for (more, k) in ATTACK.iter().enumerate() {
                let room = if lost == total { 0 } else { wounds - lost % wounds };
                next[lost + more.min(room)].add_times(ways, *k);
            }
        }
        now = next;
    }
    now
}

/// The sum with the rounding of each step made good, so that only the terms' own is left.
fn sum(values: &[f64]) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0);
    for value in values {
        let next = total + value;
        lost += if total >= *value { (total - next) + value } else { (value - next) + total };
        total = next;
    }
    total + lost
}

fn compare(what: &str, ours: &[f64], ways: &[Whole]) {
    let mut all = Whole::default();
    ways.iter().for_each(|ways| all.add_times(ways, 1));
    let mut variation = 0.0;
    for (k, ways) in ways.iter().enumerate() {
        let (p, truth) = (ours.get(k).copied().unwrap_or(0.0), ways.over(&all));
        variation += (p - truth).abs() / 2.0;
        if truth > 1e-12 {
            assert!((p / truth - 1.0).abs() <= 2e-14, "{what}: P({k}) is {p}, not {truth}");
        }
    }
    let mass = sum(ours);
    assert!(variation <= 2e-15, "{what}: total variation {variation}");
    assert!((mass - 1.0).abs() <= 4e-16, "{what}: mass {mass}");
}

#[test]
fn probabilities_keep_fourteen_digits_however_many_attacks() {
    let damage = Amount::dice(1, 3);
    for (attacks, models, wounds) in [(20, 10, 2), (200, 40, 3), (1_000, 100, 10)] {
        let outcome = engine::exact(&job(attacks, models, wounds, damage, true, false)).expect("not too large");
        let ours = outcome.total("damage").expect("a result").probabilities();
        compare(&format!("{attacks} attacks"), ours, &points(usize::from(attacks)));
    }
}

#[test]
fn the_state_of_the_models_keeps_fourteen_digits_too() {
    let damage = Amount::dice(1, 3);
    for (attacks, models, wounds) in [(20, 10, 2), (200, 40, 3), (1_000, 100, 5)] {
        let outcome = engine::exact(&job(attacks, models, wounds, damage, false, false)).expect("not too large");
        let mut ours = vec![0.0; usize::from(models * wounds) + 1];
        outcome.each_state(|lost, p| ours[lost[0]] = p);
        let truth = lost(usize::from(attacks), usize::from(models), usize::from(wounds));
        compare(&format!("{attacks} attacks, models apart"), &ours, &truth);
    }
}
