//! The same lines with dice that show every face in turn; and, for batches that are too large for that, with every count
//! of faces that the save dice can show.

use super::resolve::Unit;
use super::sequence::{Wounding, batches, one_attack};
use super::*;
use std::collections::BTreeMap;

/// Dice that show the faces that are written down, and ones after them.
#[derive(Default)]
pub struct Faces {
    shown: Vec<i32>,
    next: usize,
}

impl Die for Faces {
    fn d6(&mut self) -> i32 {
        if self.next == self.shown.len() {
            self.shown.push(1);
        }
        self.next += 1;
        self.shown[self.next - 1]
    }
}

impl Faces {
    /// The next row of faces, the last die first; `false` after the last row.
    fn turn(&mut self) -> bool {
        self.next = 0;
        while self.shown.last() == Some(&6) {
            self.shown.pop();
        }
        match self.shown.last_mut() {
            Some(last) => *last += 1,
            None => return false,
        }
        true
    }
}

/// The chance of everything that can come about: each face of each die that is rolled, one after the other. `None` if
/// that takes more than so many rows of faces.
pub fn every_face<K: Ord>(limit: usize, mut play: impl FnMut(&mut Faces) -> K) -> Option<BTreeMap<K, f64>> {
    let mut dice = Faces::default();
    // How many rows of so many dice end in this way.
    let mut found: BTreeMap<K, Vec<u64>> = BTreeMap::new();
    for _ in 0..limit {
        let key = play(&mut dice);
        let rows = found.entry(key).or_default();
        rows.resize(rows.len().max(dice.next + 1), 0);
        rows[dice.next] += 1;
        if !dice.turn() {
            let chance = |rows: Vec<u64>| rows.iter().rev().fold(0.0, |sum, rows| sum / 6.0 + *rows as f64);
            return Some(found.into_iter().map(|(key, rows)| (key, chance(rows))).collect());
        }
    }
    None
}

/// What is left of a target after batches, in numbers that a table of the rules prints.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub wounds_lost: f64,
    pub slain: f64,
    pub destroyed: f64,
}

/// What so many save dice do, for every count of faces that they can show. Damage is a number and nobody has Feel No Pain.
pub fn of_wounds(attacker: &Attacker, defender: &Defender, dice: u32) -> Expected {
    let weapon = &attacker.weapons[0];
    let start = Unit::of(&defender.groups);
    expected(&start, &after(&start, attacker, defender, weapon, Wounding { dice, devastating: 0 }))
}

/// One throw of so many save dice: wounds lost, models slain, and whether the unit is gone.
pub fn saves_of(dice: &mut impl Die, attacker: &Attacker, defender: &Defender, number: u32) -> (u32, u32, bool) {
    let (mut unit, mut result) = (Unit::of(&defender.groups), Result::default());
    let wounding = Wounding { dice: number, devastating: 0 };
    unit.take(dice, attacker, defender, &attacker.weapons[0], wounding, &mut result);
    (result.wounds_lost, result.slain, unit.destroyed())
}

/// What all attacks do: each attack by every face, the save dice of a batch by how many show which face.
pub fn of_attacks(attacker: &Attacker, defender: &Defender) -> Expected {
    let start = Unit::of(&defender.groups);
    let resolve = |unit: &Unit, weapon: &Weapon, wounding| Some(after(unit, attacker, defender, weapon, wounding));
    expected(&start, &batch_by_batch(attacker, defender, resolve).expect("nothing is too large"))
}

/// The chance of every way in which a unit can be left: the wounds of each of its models. Each attack, and then the save
/// dice, damage and Feel No Pain of a batch, are enumerated face by face. `None` if a batch takes more rows than that.
pub fn every_end(attacker: &Attacker, defender: &Defender, limit: usize) -> Option<BTreeMap<Vec<i32>, f64>> {
    let resolve = |unit: &Unit, weapon: &Weapon, wounding: Wounding| {
        let ends = every_face(limit, |dice| {
            let mut left = unit.clone();
            left.take(dice, attacker, defender, weapon, wounding, &mut Result::default());
            left.left()
        })?;
        Some(ends.into_iter().map(|(left, chance)| (unit.with(&left), chance)).collect())
    };
    let ends = batch_by_batch(attacker, defender, resolve)?;
    Some(ends.into_iter().map(|(unit, chance)| (unit.left(), chance)).collect())
}

/// Every unit that is left after all batches, with its chance; `resolve` says what one batch leaves of a unit.
fn batch_by_batch(
    attacker: &Attacker,
    defender: &Defender,
    resolve: impl Fn(&Unit, &Weapon, Wounding) -> Option<Vec<(Unit, f64)>>,
) -> Option<Vec<(Unit, f64)>> {
    let models = defender.groups.iter().map(|group| group.models as i32).sum::<i32>();
    let mut states = vec![(Unit::of(&defender.groups), 1.0)];
    for batch in batches(&attacker.weapons) {
        let attacks = |weapon: &Weapon| {
            let rapid = if attacker.half_range { weapon.rapid_fire.plus } else { 0 };
            weapon.count as i32 * (weapon.attacks.plus + rapid + (weapon.blast + weapon.cleave) * (models / 5))
        };
        let woundings = woundings(attacker, defender, &batch[0], batch.iter().map(attacks).sum());
        let mut next: BTreeMap<Vec<i32>, (Unit, f64)> = BTreeMap::new();
        for (unit, chance) in &states {
            for (wounding, of) in &woundings {
                for (unit, p) in resolve(unit, &batch[0], *wounding)? {
                    next.entry(unit.left()).or_insert((unit, 0.0)).1 += chance * of * p;
                }
            }
        }
        states = next.into_values().collect();
    }
    Some(states)
}

fn expected(start: &Unit, states: &[(Unit, f64)]) -> Expected {
    let sum = |of: &dyn Fn(&Unit) -> f64| states.iter().map(|(unit, chance)| of(unit) * chance).sum();
    let wounds = |unit: &Unit| unit.left().iter().sum::<i32>();
    let models = |unit: &Unit| unit.left().iter().filter(|left| **left > 0).count() as f64;
    Expected {
        wounds_lost: sum(&|unit| f64::from(wounds(start) - wounds(unit))),
        slain: sum(&|unit| models(start) - models(unit)),
        destroyed: sum(&|unit| f64::from(u8::from(unit.destroyed()))),
    }
}

/// How many save dice and Devastating Wounds so many attacks give, with the chance of each.
fn woundings(attacker: &Attacker, defender: &Defender, weapon: &Weapon, attacks: i32) -> Vec<(Wounding, f64)> {
    let one = every_face(1 << 20, |dice| {
        let mut wounding = Wounding::default();
        one_attack(dice, attacker, defender, weapon, &mut wounding, &mut Result::default());
        (wounding.dice, wounding.devastating)
    });
    let one = one.expect("an attack is a few dice");
    let mut all = BTreeMap::from([((0, 0), 1.0)]);
    for _ in 0..attacks {
        let mut next = BTreeMap::new();
        for ((dice, devastating), chance) in &all {
            for ((more, others), p) in &one {
                *next.entry((dice + more, devastating + others)).or_insert(0.0) += chance * p;
            }
        }
        all = next;
    }
    all.into_iter().map(|((dice, devastating), chance)| (Wounding { dice, devastating }, chance)).collect()
}

/// Every unit that is left of one, with its chance.
fn after(
    unit: &Unit,
    attacker: &Attacker,
    defender: &Defender,
    weapon: &Weapon,
    wounding: Wounding,
) -> Vec<(Unit, f64)> {
    let play = |(faces, chance): (Vec<i32>, f64)| {
        let mut left = unit.clone();
        left.begin(weapon);
        left.apply(&mut NoDie, attacker, defender, weapon, &faces, &mut Result::default());
        left.devastate(&mut NoDie, attacker, weapon, wounding.devastating, &mut Result::default());
        (left, chance)
    };
    counted(wounding.dice).into_iter().map(play).collect()
}

/// No die is rolled where damage is a number and nobody has Feel No Pain.
struct NoDie;

impl Die for NoDie {
    fn d6(&mut self) -> i32 {
        panic!("a die where none should be rolled")
    }
}

/// Every row of sorted faces of so many dice, with its chance.
fn counted(dice: u32) -> Vec<(Vec<i32>, f64)> {
    let mut rows = vec![(Vec::new(), 1.0)];
    for face in 1..=6 {
        let mut longer = Vec::new();
        for (faces, chance) in rows {
            let rest = dice - faces.len() as u32;
            // So many of the rest show this face: C(rest, number) ways, each die with a chance of one in six.
            let mut of = chance;
            for number in 0..=rest {
                if face < 6 || number == rest {
                    let mut faces: Vec<i32> = faces.clone();
                    faces.extend(std::iter::repeat_n(face, number as usize));
                    longer.push((faces, of));
                }
                of *= f64::from(rest - number) / f64::from(number + 1) / 6.0;
            }
        }
        rows = longer;
    }
    rows
}
