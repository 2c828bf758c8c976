//! Dice as people type them: `2D6+1`, `d20`, `3d6 drop lowest`, `6d6 exploding`, `10d6 4+`.

use thiserror::Error;

mod read;

/// The work of one distribution: dice times dice times faces times faces.
const MAX_WORK: u64 = 400_000_000;
/// How often one die is rolled again because it showed its highest face; longer chains are rarer than any printed digit.
const MAX_CHAIN: usize = 24;
/// Up to so many ways, a chance is a fraction in whole numbers.
const MAX_WAYS: f64 = (1u64 << 40) as f64;

/// Dice that are added up, with plain numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// What is added, or taken away.
    terms: Vec<Term>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Term {
    /// 1, or -1 if it is taken away.
    sign: i64,
    dice: Dice,
}

/// Dice of one kind, or a plain number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dice {
    /// How many; for a plain number its value.
    count: u32,
    /// Faces of each; 0 for a plain number.
    sides: u32,
    read: Read,
    /// Whether the highest face is rolled again and added.
    explodes: bool,
    /// The highest value that is rolled again, once; 0 for none.
    again: u32,
}

/// What of dice counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    /// All of them.
    Sum,
    /// The highest so many.
    Highest(u32),
    /// The lowest so many.
    Lowest(u32),
    /// How many show so much or more.
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
    pub ways: Option<u64>,
}

/// Why a text is no dice.
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
            && letters.next().is_some_and(|c| c.is_ascii_digit() || c == '%')
    }

    /// Whether all dice are counted that reach a number, instead of added up.
    pub fn counts(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.dice.read, Read::Reaching(_)))
    }

    /// Whether a face is rolled again without an end.
    pub fn explodes(&self) -> bool {
        self.terms.iter().any(|term| term.dice.explodes)
    }

    /// The distribution of the total.
    pub fn totals(&self) -> Totals {
        let mut all = Totals { low: 0, chances: vec![1.0], ways: Some(1) };
        for term in &self.terms {
            let one = term.dice.totals();
            let one = if term.sign < 0 { one.negated() } else { one };
            all = all.and(&one);
        }
        all
    }
}

impl Dice {
    const fn number(value: u32) -> Self {
        Self { count: value, sides: 0, read: Read::Sum, explodes: false, again: 0 }
    }

    /// One die: the chance of each value from 0 on.
    fn one(&self) -> Vec<f64> {
        let sides = self.sides as usize;
        let face = 1.0 / self.sides as f64;
        let mut die = vec![face; sides + 1];
        die[0] = 0.0;
        if self.again > 0 {
            let repeated = f64::from(self.again) * face;
            for (value, chance) in die.iter_mut().enumerate().skip(1) {
                let kept = if value as u32 > self.again { face } else { 0.0 };
                *chance = kept + repeated * face;
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
            return Totals { low: i64::from(self.count), chances: vec![1.0], ways: Some(1) };
        }
        let one = self.one();
        let chances = match self.read {
            Read::Sum => sum(&one, self.count),
            Read::Highest(keep) => kept(&one, self.count, keep, true),
            Read::Lowest(keep) => kept(&one, self.count, keep, false),
            Read::Reaching(target) => {
                let hit: f64 = one.iter().skip(target as usize).sum();
                sum(&[1.0 - hit, hit], self.count)
            }
        };
        let rolled = if self.again > 0 { 2 } else { 1 };
        let ways = (self.sides as f64).powi((self.count * rolled) as i32);
        let ways = (!self.explodes && ways <= MAX_WAYS).then_some(ways as u64);
        Totals { low: 0, chances, ways }.trimmed()
    }

    /// Whether it can be worked out in no time.
    fn is_small(&self) -> bool {
        let faces = if self.explodes { self.sides as u64 * MAX_CHAIN as u64 } else { u64::from(self.sides) };
        let count = u64::from(self.count);
        let keeps = matches!(self.read, Read::Highest(_) | Read::Lowest(_));
        let work =
            count.saturating_mul(count).saturating_mul(faces).saturating_mul(if keeps { count * faces } else { faces });
        work <= MAX_WORK
    }
}

/// The sum of so many dice of one kind.
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

/// The sum of the highest, or lowest, of so many dice: face by face, how many dice show it.
fn kept(one: &[f64], count: u32, keep: u32, highest: bool) -> Vec<f64> {
    let (count, keep) = (count as usize, keep as usize);
    let faces: Vec<usize> = if highest { (0..one.len()).rev().collect() } else { (0..one.len()).collect() };
    // By how many dice are placed, the sums of those that are kept.
    let mut placed = vec![vec![0.0; keep * one.len() + 1]; count + 1];
    placed[0][0] = 1.0;
    for face in faces.into_iter().filter(|face| one[*face] > 0.0) {
        let mut next = placed.clone();
        for before in 0..count {
            let mut ways = 1.0;
            for more in 1..=count - before {
                // Of the dice that are left, so many show this face; which ones, is counted once.
                ways *= (count - before - more + 1) as f64 / more as f64 * one[face];
                let counted = (before + more).min(keep) - before.min(keep);
                for sum in 0..placed[before].len() {
                    let chance = placed[before][sum];
                    if chance > 0.0 {
                        next[before + more][sum + counted * face] += chance * ways;
                    }
                }
            }
        }
        placed = next;
    }
    placed.pop().unwrap_or_default()
}

impl Totals {
    fn negated(mut self) -> Self {
        self.low = -(self.low + self.chances.len() as i64 - 1);
        self.chances.reverse();
        self
    }

    fn and(&self, other: &Self) -> Self {
        let chances = product(&self.chances, &other.chances);
        let ways =
            self.ways.zip(other.ways).and_then(|(a, b)| a.checked_mul(b)).filter(|ways| *ways as f64 <= MAX_WAYS);
        Self { low: self.low + other.low, chances, ways }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        text.parse::<Pool>().map_or_else(|error| error.to_string(), |pool| pool.to_string())
    }

    fn totals(text: &str) -> Totals {
        text.parse::<Pool>().expect(text).totals()
    }

    #[test]
    fn dice_are_read_as_people_type_them() {
        for (typed, read_as) in [
            ("2D6", "2D6"),
            ("d20", "D20"),
            ("D%", "D100"),
            ("2w6", "2D6"),
            ("2d6-1", "2D6-1"),
            ("2D6 + 1", "2D6+1"),
            ("d6+d3", "D6+D3"),
            ("3d6 drop lowest", "3D6 keep highest 2"),
            ("3d6 drop the lowest", "3D6 keep highest 2"),
            ("3d6dl1", "3D6 keep highest 2"),
            ("4d6 keep highest 3", "4D6 keep highest 3"),
            ("4d6 keep 3 highest", "4D6 keep highest 3"),
            ("4d6kh3", "4D6 keep highest 3"),
            ("2d6 keep lowest", "2D6 keep lowest 1"),
            ("2d20 highest", "2D20 keep highest 1"),
            ("6d6!", "6D6 exploding"),
            ("6d6 exploding", "6D6 exploding"),
            ("2d6 reroll 1s", "2D6 reroll 1"),
            ("2d6 re-roll ones", "2D6 reroll 1"),
            ("10d6 4+", "10D6 4+"),
            ("10d6 >= 4", "10D6 4+"),
            ("3d6 drop lowest + 2", "3D6 keep highest 2+2"),
        ] {
            assert_eq!(read(typed), read_as, "{typed}");
            assert_eq!(read(read_as), read_as, "{read_as}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (typed, says) in [
            ("2d6 twice", "`twice`"),
            ("2d6+", "`2d6+`"),
            ("d1", "from 2 to 1000 faces"),
            ("0d6", "from 1 to 10000 dice"),
            ("3d6 drop lowest 3", "can be kept"),
            ("2d6 9", "`9`"),
            ("2d6 9+", "--at-least 9"),
            ("1000d1000", "too large"),
            ("2d6 reroll 3s", "only 1s"),
        ] {
            assert!(read(typed).contains(says), "{typed}: {}", read(typed));
        }
        assert!(
            Pool::looks_like("2d6+")
                && Pool::looks_like("d20")
                && !Pool::looks_like("dice")
                && !Pool::looks_like("aos")
        );
    }

    /// Two sixes among three dice: 3 × 5 + 1 of 216 ways. At least one 1 among two dice: 11 of 36.
    #[test]
    fn kept_dice_are_counted() {
        let best = totals("3d6 drop lowest");
        assert!((best.chance(|total| total == 12) * 216.0 - 16.0).abs() < 1e-9);
        let mut ways = 0;
        for a in 1..=6 {
            for b in 1..=6 {
                for c in 1..=6 {
                    ways += i32::from(a + b + c - a.min(b).min(c) >= 9);
                }
            }
        }
        assert!((best.chance(|total| total >= 9) * 216.0 - f64::from(ways)).abs() < 1e-9);
        assert_eq!(best.ways, Some(216));
        let worst = totals("2d6 keep lowest");
        assert!((worst.chance(|total| total == 1) * 36.0 - 11.0).abs() < 1e-9);
    }

    /// The mean of an exploding D6 is 3.5 × 6/5; a D6 whose 1 is rolled again once has the mean 3.5 + 2.5/6.
    #[test]
    fn dice_that_are_rolled_again_have_known_means() {
        assert!((totals("d6!").mean() - 4.2).abs() < 1e-9);
        assert!((totals("d6!").chance(|_| true) - 1.0).abs() < 1e-12);
        assert!((totals("d6 reroll 1").mean() - (3.5 + 2.5 / 6.0)).abs() < 1e-12);
        assert!(totals("d6!").chance(|total| total == 6) == 0.0);
    }

    #[test]
    fn many_dice_and_negative_totals_are_worked_out() {
        let many = totals("100d6");
        assert!((many.mean() - 350.0).abs() < 1e-9 && (many.chance(|_| true) - 1.0).abs() < 1e-12);
        // Above and below the middle are as likely as each other.
        let (high, low) = (many.chance(|total| total > 350), many.chance(|total| total < 350));
        assert!((high - low).abs() < 1e-12 && many.ways.is_none());
        let less = totals("d6-3");
        assert_eq!((less.low, less.chances.len()), (-2, 6));
        let apart = totals("d6-d6");
        assert!((apart.chance(|total| total == 0) - 1.0 / 6.0).abs() < 1e-12);
        assert!((totals("10d6 4+").mean() - 5.0).abs() < 1e-12);
    }
}
