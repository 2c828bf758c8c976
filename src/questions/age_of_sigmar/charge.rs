//! Charges: one, and several that share one re-roll (AOS-14.3, AOS-CMD-5.0a, AOS-CMD-5.0b).

use std::collections::BTreeMap;

use super::again::{SecondTry, rolled, total};
use super::{modified, with_bonus};
use crate::error::Error;
use crate::questions::rolls::row;
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction, Pmf};

/// The most inches that are asked about.
const MAX_INCHES: f64 = 60.0;
/// The most units that charge in one question.
const MAX_CHARGES: usize = 6;
/// The largest bonus or penalty of a charge roll.
const MAX_BONUS: i64 = 12;

/// What a charge roll must reach: the move ends within half an inch.
pub(super) fn to_reach(inches: f64) -> i64 {
    (inches - 0.5).ceil() as i64
}

/// The charge roll, before modifiers, if failures may be rolled again.
pub(super) fn charge_roll(need: i64, bonus: i64, again: SecondTry) -> Counts<u32> {
    rolled(2, again, |faces| modified(total(faces), bonus) >= need).map(|faces| total(faces))
}

/// The chance that a charge reaches.
pub(super) fn reaches(need: i64, bonus: i64, again: SecondTry) -> Fraction {
    charge_roll(need, bonus, again).chance(|sum| modified(*sum, bonus) >= need)
}

pub(super) fn charge(query: &Query<'_>) -> Result<Answered, Error> {
    let bonus = bonus_of(query)?;
    let roll = with_bonus("2D6", bonus);
    let mut answered = Answered::new(format!("Charge: {roll}"));
    let (mut final_roll, mut needs) = (charge_roll(0, bonus, SecondTry::Never), None);
    if query.text("distance").is_some() {
        let inches = query.number("distance", 0.0..=MAX_INCHES)?;
        let again = SecondTry::read(query)?;
        let need = to_reach(inches);
        (final_roll, needs) = (charge_roll(need, bonus, again), Some(need));
        answered = Answered::new(format!("Charge over {inches}\": {roll} must reach {need}{}", again.words()))
            .line("the charge succeeds", reaches(need, bonus, again));
        let once = again == SecondTry::Never;
        let with = |again| reaches(need, bonus, again);
        answered = answered
            .line_if(once, "with Forward to Victory, all dice again", with(SecondTry::All))
            .line_if(once, "with Forward to Victory, the best choice of dice", with(SecondTry::Chosen))
            .note_if(!once, "each army rolls one charge a phase again, and no Counter-charge (AOS-CMD-1.2)")
            .note_if(inches <= 3.0, "who is within 3\" of a visible enemy is in combat and may not charge (AOS-14.3)");
    }
    let rows = (2..=12).map(|dice| {
        let need = modified(dice, bonus);
        let chances = [SecondTry::Never, SecondTry::All, SecondTry::Chosen].map(|again| reaches(need, bonus, again));
        let mut cells = row(i64::from(dice), chances);
        cells.insert(1, Figure::Text(format!("{need}.5\"")));
        cells
    });
    let header = ["dice show", "reaches", "one roll", "all dice again", "best dice again"];
    let pmf = final_roll.map(|sum| modified(*sum, bonus) as u32).pmf();
    let answered = answered.table("P(the dice show so much or more)", &header, rows.collect());
    let drawn = answered.drawn("charge roll", pmf);
    Ok(if let Some(need) = needs { drawn.succeeds(need..=i64::MAX) } else { drawn })
}

fn bonus_of(query: &Query<'_>) -> Result<i64, Error> {
    Ok(query.maybe_whole("bonus", -MAX_BONUS..=MAX_BONUS)?.unwrap_or(0))
}

/// Charges of one army in one phase, of which one may be rolled again: who goes next and whether a failure is rolled
/// again is decided for the best, knowing what has happened.
struct Charges {
    /// For each unit, what the roll must reach and what is added to it.
    units: Vec<(i64, i64)>,
    again: SecondTry,
    /// The value of ending with 0, 1, 2 … successful charges.
    values: Vec<u128>,
    /// Counts to end with 0, 1, 2 … by units left, whether the re-roll is left, and charges that reached.
    memo: BTreeMap<(u32, bool, usize), Vec<u128>>,
}

impl Charges {
    fn new(units: &[(i64, i64)], again: SecondTry, values: Vec<u128>) -> Self {
        Self { units: units.to_vec(), again, values, memo: BTreeMap::new() }
    }

    /// Counts to end with 0, 1, 2 … charges that reach.
    fn solved(mut self) -> Vec<u128> {
        let all = (1u32 << self.units.len()) - 1;
        self.best(all, self.again != SecondTry::Never, 0)
    }

    fn value(&self, counts: &[u128]) -> u128 {
        counts.iter().zip(&self.values).map(|(n, values)| n * values).sum()
    }

    /// Counts out of 36 for every unit left, and out of 36 more while the re-roll is left.
    fn best(&mut self, left: u32, again: bool, reached: usize) -> Vec<u128> {
        if let Some(best) = self.memo.get(&(left, again, reached)) {
            return best.clone();
        }
        let mut best = vec![0; self.units.len() + 1];
        if left == 0 {
            best[reached] = if again { 36 } else { 1 };
        }
        for unit in (0..self.units.len()).filter(|unit| left >> unit & 1 == 1) {
            let counts = self.charging(unit, left & !(1 << unit), again, reached);
            if best.iter().all(|n| *n == 0) || self.value(&counts) > self.value(&best) {
                best = counts;
            }
        }
        self.memo.insert((left, again, reached), best.clone());
        best
    }

    /// The same if this unit charges next.
    fn charging(&mut self, unit: usize, left: u32, again: bool, reached: usize) -> Vec<u128> {
        let reaching = self.best(left, again, reached + 1);
        let failing = self.best(left, again, reached);
        let used = again.then(|| [self.best(left, false, reached), self.best(left, false, reached + 1)]);
        let mut counts = vec![0; self.units.len() + 1];
        for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
            let mut then = if self.reaches(unit, first + second) { reaching.clone() } else { failing.clone() };
            if let (false, Some([fails, succeeds])) = (self.reaches(unit, first + second), &used) {
                let q = self.second_chance(unit, first, second);
                let rolled: Vec<u128> = fails.iter().zip(succeeds).map(|(no, yes)| (36 - q) * no + q * yes).collect();
                if self.value(&rolled) > self.value(&then) {
                    then = rolled;
                }
            }
            counts.iter_mut().zip(then).for_each(|(sum, n)| *sum += n);
        }
        counts
    }

    fn reaches(&self, unit: usize, sum: u32) -> bool {
        let (need, bonus) = self.units[unit];
        modified(sum, bonus) >= need
    }

    /// Counts out of 36 that a failed roll reaches when it is rolled again.
    fn second_chance(&self, unit: usize, first: u32, second: u32) -> u128 {
        let sums = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
        let all = sums.filter(|sum| self.reaches(unit, *sum)).count();
        let keeping = |kept: u32| 6 * (1..=6).filter(|die| self.reaches(unit, kept + die)).count();
        let best = if self.again == SecondTry::Chosen { all.max(keeping(first)).max(keeping(second)) } else { all };
        best as u128
    }
}

pub(super) fn charges(query: &Query<'_>) -> Result<Answered, Error> {
    let distances = query.numbers("distances", &(0.0..=MAX_INCHES))?;
    if distances.is_empty() || distances.len() > MAX_CHARGES {
        return Err(query.mistake(format!("from 1 to {MAX_CHARGES} units charge (MAX_CHARGES)")));
    }
    let mut bonuses = query.wholes("bonus", &(-MAX_BONUS..=MAX_BONUS))?;
    if bonuses.len() == 1 {
        bonuses = vec![bonuses[0]; distances.len()];
    }
    if bonuses.len() != distances.len() {
        return Err(query.mistake("write one bonus for all charges, or one for each".to_owned()));
    }
    let again = SecondTry::read(query)?;
    let units: Vec<(i64, i64)> = distances.iter().map(|inches| to_reach(*inches)).zip(bonuses).collect();
    let n = units.len();
    let at_least = |counts: &[u128], k: usize| Fraction::new(counts[k..].iter().sum(), counts.iter().sum());
    let counted: Vec<u128> = (0..=n as u128).collect();
    let alone = Charges::new(&units, SecondTry::Never, counted.clone()).solved();
    let shared = Charges::new(&units, again, counted).solved();
    let pmf = |counts: &[u128]| Pmf::from_weights(counts.iter().map(|n| *n as f64).collect());
    let each = distances.iter().zip(&units).map(|(inches, (need, bonus))| {
        let what = format!("{inches}\": {} must reach {need}", with_bonus("2D6", *bonus));
        row(what, [reaches(*need, *bonus, SecondTry::Never), reaches(*need, *bonus, again)])
    });
    let goals = (1..=n).map(|k| {
        let values = (0..=n).map(|reached| u128::from(reached >= k)).collect();
        row(k as i64, [at_least(&alone, k), at_least(&Charges::new(&units, again, values).solved(), k)])
    });
    let answered = Answered::new(format!("{n} charges{}", again.words_for_one()))
        .line("charges that reach, no re-roll", Figure::Number(pmf(&alone).mean()))
        .line("charges that reach, one re-roll", Figure::Number(pmf(&shared).mean()))
        .table("each charge", &["charge", "one roll", "if it has the re-roll"], each.collect())
        .table("together", &["at least", "no re-roll", "one re-roll"], goals.collect())
        .note("who charges next and which failure is rolled again is chosen for the best of what each line asks, after every roll");
    Ok(answered.drawn("charges that reach", pmf(&shared)))
}
