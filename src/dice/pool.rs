//! Dice as people type them: `2D6+1`, `d20`, `3d6 drop lowest`, `d6+d8 keep highest`, `6d6 exploding`, `10d6 4+`.

use thiserror::Error;

mod read;

/// The work of one distribution: dice times dice times faces times faces.
const MAX_WORK: u64 = 400_000_000;
/// How often one die is rolled again because it showed its highest face; longer chains are rarer than any printed digit.
const MAX_CHAIN: usize = 24;
/// Up to this many ways, a chance is a fraction in whole numbers.
const MAX_WAYS: f64 = (1u64 << 40) as f64;

/// Dice that are added up, with plain numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    terms: Vec<PoolTerm>,
    /// What of the dice of all terms together counts: all of them, the highest or the lowest.
    read: DiceRead,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct PoolTerm {
    /// 1, or -1 if it is taken away.
    sign: i64,
    dice: PoolDice,
}

/// Dice of one kind, or a plain number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PoolDice {
    /// How many; for a plain number its value.
    count: u32,
    /// Faces of each; 0 for a plain number.
    sides: u32,
    read: DiceRead,
    /// Whether the highest face is rolled again and added.
    explodes: bool,
    /// The face that is rolled again, once; 0 for none.
    again: u32,
}

/// What of dice counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DiceRead {
    /// All of them.
    Sum,
    /// This many of the highest.
    Highest(u32),
    /// This many of the lowest.
    Lowest(u32),
    /// How many show this or more.
    Reaching(u32),
}

/// The totals of dice with their probabilities.
#[derive(Clone, PartialEq, Debug)]
pub struct Totals {
    /// The smallest total.
    pub low: i64,
    /// The probability of it and of each that follows.
    pub chances: Vec<f64>,
    /// How many equally likely ways there are, if they can be counted in whole numbers.
    pub outcomes: Option<u64>,
}

/// Why a text is not dice.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PoolError {
    /// A word that says nothing about dice.
    #[error("`{0}` says nothing about dice")]
    Word(String),
    /// Dice that cannot be.
    #[error("{0}")]
    Impossible(String),
    /// Too many dice, or too many faces.
    #[error("`{0}` is too large to be worked out: fewer dice, or dice of fewer faces")]
    Large(String),
}

impl Pool {
    /// Whether a text begins as dice do, rightly written or not.
    pub(crate) fn looks_like(text: &str) -> bool {
        let rest = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let mut letters = rest.chars();
        matches!(letters.next(), Some('d' | 'D' | 'w' | 'W'))
            && letters.next().is_some_and(|c| {
                let fudge = matches!(c, 'f' | 'F') && !letters.next().is_some_and(char::is_alphabetic);
                c.is_ascii_digit() || c == '%' || fudge
            })
    }

    /// Whether all dice are counted that reach a number, instead of added up.
    pub fn counts(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.dice.read, DiceRead::Reaching(_)))
    }

    /// Whether a face is rolled again without an end.
    pub fn explodes(&self) -> bool {
        self.terms.iter().any(|term| term.dice.explodes)
    }

    /// The distribution of the total.
    pub fn totals(&self) -> Totals {
        let mut all = Totals { low: 0, chances: vec![1.0], outcomes: Some(1) };
        let mut terms = &self.terms[..];
        if let Some((keep, highest)) = self.read.keeps() {
            let dice: Vec<PoolDice> =
                self.terms.iter().map(|term| term.dice).take_while(|dice| dice.sides > 0).collect();
            terms = &self.terms[dice.len()..];
            all = kept_of(&dice, keep, highest);
        }
        for term in terms {
            let one = term.dice.totals();
            let one = if term.sign < 0 { one.negated() } else { one };
            all = all.and(&one);
        }
        all
    }
}

impl DiceRead {
    /// How many dice are kept, and whether those are the highest; `None` if all count.
    const fn keeps(self) -> Option<(u32, bool)> {
        match self {
            Self::Highest(keep) => Some((keep, true)),
            Self::Lowest(keep) => Some((keep, false)),
            Self::Sum | Self::Reaching(_) => None,
        }
    }
}

impl PoolDice {
    const fn number(value: u32) -> Self {
        Self { count: value, sides: 0, read: DiceRead::Sum, explodes: false, again: 0 }
    }

    /// One die: the chance of each value from 0 on.
    fn one(&self) -> Vec<f64> {
        let sides = self.sides as usize;
        let face = 1.0 / self.sides as f64;
        let mut die = vec![face; sides + 1];
        die[0] = 0.0;
        if self.again > 0 {
            for (value, chance) in die.iter_mut().enumerate().skip(1) {
                let kept = if value as u32 == self.again { 0.0 } else { face };
                *chance = kept + face * face;
            }
        }
        if !self.explodes {
            return die;
        }
        let mut open = vec![0.0; MAX_CHAIN * sides + sides + 1];
        let mut reached = 1.0;
        for chain in 0..=MAX_CHAIN {
            let last = if chain == MAX_CHAIN { sides } else { sides - 1 };
            for value in 1..=last {
                open[chain * sides + value] += reached * die[value];
            }
            reached *= die[sides];
        }
        open
    }

    fn totals(&self) -> Totals {
        if self.sides == 0 {
            return Totals { low: i64::from(self.count), chances: vec![1.0], outcomes: Some(1) };
        }
        let one = self.one();
        let chances = match self.read {
            DiceRead::Sum => sum(&one, self.count),
            DiceRead::Highest(keep) => return kept_of(&[*self], keep, true),
            DiceRead::Lowest(keep) => return kept_of(&[*self], keep, false),
            DiceRead::Reaching(target) => {
                let hit: f64 = one.iter().skip(target as usize).sum();
                sum(&[1.0 - hit, hit], self.count)
            }
        };
        Totals { low: 0, chances, outcomes: self.outcomes() }.trimmed()
    }

    /// How many equally likely ways its dice can fall, if they can be counted in whole numbers.
    fn outcomes(&self) -> Option<u64> {
        let rolled = if self.again > 0 { 2 } else { 1 };
        let outcomes = (self.sides as f64).powi((self.count * rolled) as i32);
        (!self.explodes && outcomes <= MAX_WAYS).then_some(outcomes as u64)
    }

    /// The highest value that one die can show.
    fn highest(&self) -> u64 {
        if self.explodes { u64::from(self.sides) * (MAX_CHAIN as u64 + 1) } else { u64::from(self.sides) }
    }

    /// Whether it can be worked out in no time.
    fn is_small(&self) -> bool {
        let count = u64::from(self.count);
        match self.read.keeps() {
            Some((keep, _)) => work_of_keeping(&[*self], keep) <= MAX_WORK,
            None => {
                count.saturating_mul(count).saturating_mul(self.highest().saturating_mul(self.highest())) <= MAX_WORK
            }
        }
    }
}

/// The work of [`kept_of`]: for each face and each number of placed dice of each kind, every sum and every further die.
fn work_of_keeping(dice: &[PoolDice], keep: u32) -> u64 {
    let faces = dice.iter().map(PoolDice::highest).max().unwrap_or(0);
    let placed = dice.iter().fold(1u64, |placed, dice| placed.saturating_mul(u64::from(dice.count) + 1));
    let most = dice.iter().map(|dice| u64::from(dice.count)).max().unwrap_or(0);
    let kinds = dice.len() as u64;
    [faces, faces, placed, u64::from(keep), most, kinds].into_iter().fold(1u64, u64::saturating_mul)
}

/// The sum of this many dice of one kind.
fn sum(one: &[f64], count: u32) -> Vec<f64> {
    let mut total = vec![1.0];
    for _ in 0..count {
        total = product(&total, one);
    }
    total
}

fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut total = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        for (j, q) in b.iter().enumerate() {
            total[i + j] += p * q;
        }
    }
    total
}

/// The sum of the highest, or lowest, of dice of one or several kinds: face by face, how many dice of each kind show it.
fn kept_of(dice: &[PoolDice], keep: u32, highest: bool) -> Totals {
    let keep = keep as usize;
    let faces = dice.iter().map(|dice| dice.highest() as usize).max().unwrap_or(0) + 1;
    let width = keep * faces + 1;
    // By how many dice of each kind are placed, in mixed radix, the sums of those that are kept.
    let states: usize = dice.iter().map(|dice| dice.count as usize + 1).product();
    let mut sums = vec![vec![0.0; width]; states];
    sums[0][0] = 1.0;
    let kinds: Vec<(Vec<f64>, usize)> = dice.iter().map(|dice| (dice.one(), dice.count as usize)).collect();
    let order: Vec<usize> = if highest { (0..faces).rev().collect() } else { (0..faces).collect() };
    for face in order {
        let mut stride = 1;
        for (one, count) in &kinds {
            let chance = one.get(face).copied().unwrap_or(0.0);
            if chance > 0.0 {
                place(&mut sums, (face, chance), (stride, *count), (keep, &kinds));
            }
            stride *= count + 1;
        }
    }
    let outcomes = dice.iter().try_fold(1u64, |outcomes, dice| outcomes.checked_mul(dice.outcomes()?));
    let outcomes = outcomes.filter(|outcomes| *outcomes as f64 <= MAX_WAYS);
    Totals { low: 0, chances: sums.pop().unwrap_or_default(), outcomes }.trimmed()
}

/// Lets more dice of one kind (its stride among the states, and its dice) show a face.
fn place(
    sums: &mut [Vec<f64>],
    (face, chance): (usize, f64),
    (stride, count): (usize, usize),
    (keep, kinds): (usize, &[(Vec<f64>, usize)]),
) {
    // From the most placed dice to the fewest, so that a state is read before dice are added to it.
    for state in (0..sums.len()).rev() {
        let of_kind = state / stride % (count + 1);
        let placed = placed_in(state, kinds);
        let mut outcomes = 1.0;
        for more in 1..=count - of_kind {
            // Of the dice that are left, this many show this face; which ones, is counted once.
            outcomes *= (count - of_kind - more + 1) as f64 / more as f64 * chance;
            let counted = (placed + more).min(keep) - placed.min(keep);
            let (before, after) = sums.split_at_mut(state + more * stride);
            for (sum, chance) in before[state].iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                after[0][sum + counted * face] += chance * outcomes;
            }
        }
    }
}

/// The dice of all kinds that are placed in a state.
fn placed_in(mut state: usize, kinds: &[(Vec<f64>, usize)]) -> usize {
    let mut placed = 0;
    for (_, count) in kinds {
        placed += state % (count + 1);
        state /= count + 1;
    }
    placed
}

impl Totals {
    fn negated(mut self) -> Self {
        self.low = -(self.low + self.chances.len() as i64 - 1);
        self.chances.reverse();
        self
    }

    /// The totals of these dice less the total of others.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.and(&other.clone().negated())
    }

    fn and(&self, other: &Self) -> Self {
        let chances = product(&self.chances, &other.chances);
        let outcomes = self
            .outcomes
            .zip(other.outcomes)
            .and_then(|(a, b)| a.checked_mul(b))
            .filter(|outcomes| *outcomes as f64 <= MAX_WAYS);
        Self { low: self.low + other.low, chances, outcomes }
    }

    /// Without totals at the ends that never come.
    fn trimmed(mut self) -> Self {
        let first = self.chances.iter().position(|chance| *chance > 0.0).unwrap_or(0);
        self.chances.drain(..first);
        let last = self.chances.iter().rposition(|chance| *chance > 0.0).unwrap_or(0);
        self.chances.truncate(last + 1);
        self.low += first as i64;
        self
    }

    /// Each total with its probability.
    pub fn each(&self) -> impl Iterator<Item = (i64, f64)> {
        self.chances.iter().enumerate().map(|(place, chance)| (self.low + place as i64, *chance))
    }

    /// The probability of totals for which `test` holds, added up from the rarest side.
    pub fn chance(&self, test: impl Fn(i64) -> bool) -> f64 {
        self.each().filter(|(total, _)| test(*total)).map(|(_, chance)| chance).sum::<f64>().min(1.0)
    }

    /// The mean of the total.
    pub fn mean(&self) -> f64 {
        self.each().map(|(total, chance)| total as f64 * chance).sum()
    }
}
