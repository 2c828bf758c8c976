//! Dice as people type them: `2D6+1`, `d20`, `3d6 drop lowest`, `6d6 exploding`, `10d6 4+`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
    pub fn looks_like(text: &str) -> bool {
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

impl FromStr for Pool {
    type Err = PoolError;

    fn from_str(text: &str) -> Result<Self, PoolError> {
        let mut words = tokens(text).into_iter().peekable();
        let mut terms: Vec<Term> = Vec::new();
        let mut sign = 1;
        let mut wants_term = true;
        while let Some(word) = words.next() {
            match word.as_str() {
                "+" | "-" => {
                    if wants_term && (word == "+" || !terms.is_empty()) {
                        return Err(PoolError::Word(word));
                    }
                    sign = if word == "-" { -1 } else { 1 };
                    wants_term = true;
                }
                _ if wants_term => {
                    let dice = dice(&word).ok_or_else(|| PoolError::Word(word.clone()))??;
                    terms.push(Term { sign, dice });
                    wants_term = false;
                }
                _ => {
                    let term = terms.last_mut().ok_or_else(|| PoolError::Word(word.clone()))?;
                    modify(&mut term.dice, &word, &mut words)?;
                }
            }
        }
        if wants_term {
            return Err(PoolError::Word(text.trim().to_owned()));
        }
        let large = || PoolError::Large(text.trim().to_owned());
        let is_small = terms.iter().all(|term| term.dice.is_small());
        if !is_small || terms.iter().filter(|term| term.dice.sides > 0).count() > 20 {
            return Err(large());
        }
        Ok(Self { terms })
    }
}

/// Numbers, words and signs; `kh3`, `dl1` and `!` are taken apart.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let lower = text.to_lowercase().replace('×', "x");
    let mut word = String::new();
    let mut letters = lower.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends_word =
            letter.is_whitespace() || matches!(letter, ',' | '(' | ')' | '+' | '-' | '−' | '!' | '=' | '>' | '≥');
        if !ends_word {
            word.push(letter);
            continue;
        }
        // `4+` is a number to reach, unless more is added.
        let is_target = letter == '+'
            && !word.is_empty()
            && word.bytes().all(|b| b.is_ascii_digit())
            && letters.peek().is_none_or(|next| next.is_whitespace())
            && letters.clone().find(|next| !next.is_whitespace()).is_none_or(|next| !next.is_ascii_digit());
        if is_target {
            word.push('+');
            continue;
        }
        found.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        match letter {
            '+' => found.push("+".to_owned()),
            '-' | '−' => found.push("-".to_owned()),
            '!' => found.push("!".to_owned()),
            '>' | '≥' => found.push("reach".to_owned()),
            _ => {}
        }
    }
    found.extend((!word.is_empty()).then_some(word));
    found
}

/// `2d6`, `d20`, `d%`, `3`; `None` if a word is nothing of the kind.
fn dice(word: &str) -> Option<Result<Dice, PoolError>> {
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
    if let Some(value) = number(word) {
        return Some(Ok(Dice::number(value)));
    }
    let (count, rest) = word.split_once(['d', 'w'])?;
    let count = if count.is_empty() { 1 } else { number(count)? };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '%').unwrap_or(rest.len());
    let (sides, behind) = rest.split_at(end);
    let sides = if sides == "%" { 100 } else { number(sides)? };
    let mut dice = Dice { count, sides, read: Read::Sum, explodes: false, again: 0 };
    if !(2..=1_000).contains(&sides) {
        return Some(Err(PoolError::Impossible(format!("`{word}`: a die has from 2 to 1000 faces"))));
    }
    if !(1..=10_000).contains(&count) {
        return Some(Err(PoolError::Impossible(format!("`{word}`: from 1 to 10000 dice are rolled"))));
    }
    if !behind.is_empty() {
        let changed = modify(&mut dice, behind, &mut std::iter::empty::<String>().peekable());
        return Some(changed.map(|()| dice));
    }
    Some(Ok(dice))
}

/// Reads what is said of dice: a word, and what belongs to it.
fn modify<I: Iterator<Item = String>>(
    dice: &mut Dice,
    word: &str,
    words: &mut std::iter::Peekable<I>,
) -> Result<(), PoolError> {
    if dice.sides == 0 {
        return Err(PoolError::Word(word.to_owned()));
    }
    let short =
        word.find(|c: char| c.is_ascii_digit()).map_or((word, None), |at| (&word[..at], word[at..].parse().ok()));
    let (keeps, highest, many) = match short {
        ("keep" | "keeping", _) => said(words, true)?,
        ("drop" | "dropping" | "discard" | "without" | "ignore", _) => said(words, false)?,
        ("highest" | "best", many) => (true, true, many.or_else(|| number(words)).unwrap_or(1)),
        ("lowest" | "worst", many) => (true, false, many.or_else(|| number(words)).unwrap_or(1)),
        ("kh" | "k", many) => (true, true, many.unwrap_or(1)),
        ("kl", many) => (true, false, many.unwrap_or(1)),
        ("dl", many) => (false, false, many.unwrap_or(1)),
        ("dh", many) => (false, true, many.unwrap_or(1)),
        _ => return face_by_face(dice, word, words),
    };
    let keep = if keeps { many } else { dice.count.saturating_sub(many) };
    if keep == 0 || keep > dice.count || dice.read != Read::Sum {
        let message = format!("of {} dice from 1 to {} can be kept, once", dice.count, dice.count);
        return Err(PoolError::Impossible(message));
    }
    dice.read = if highest == keeps { Read::Highest(keep) } else { Read::Lowest(keep) };
    Ok(())
}

/// What is said of each die: exploding, rolled again, to reach a number.
fn face_by_face<I: Iterator<Item = String>>(
    dice: &mut Dice,
    word: &str,
    words: &mut std::iter::Peekable<I>,
) -> Result<(), PoolError> {
    let digits = |text: &str| text.trim_end_matches(['s', '+']).parse::<u32>().ok();
    let no = || PoolError::Word(word.to_owned());
    match word {
        "!" | "exploding" | "explode" | "explodes" => dice.explodes = true,
        "reroll" | "rerolling" | "re" | "rr" => {
            let value = words.find(|word| !matches!(word.as_str(), "-" | "roll" | "rolling" | "of" | "a" | "all"));
            let value = value.as_deref().map(|value| if value == "ones" { "1" } else { value }).and_then(digits);
            let below = value.filter(|value| (1..dice.sides).contains(value)).ok_or_else(no)?;
            // Only 1s: higher single faces are rarely meant, and would be another question.
            if below != 1 {
                return Err(PoolError::Impossible(format!("only 1s are rolled again here, not {below}s")));
            }
            dice.again = below;
        }
        "reach" | "reaching" | "on" | "at" | "hitting" => {
            let value = words.find(|word| !matches!(word.as_str(), "on" | "least" | "at" | "="));
            dice.read = reaching(dice, value.as_deref().and_then(digits).ok_or_else(no)?)?;
        }
        _ if word.ends_with('+') => dice.read = reaching(dice, digits(word).ok_or_else(no)?)?,
        _ => return Err(no()),
    }
    Ok(())
}

fn reaching(dice: &Dice, target: u32) -> Result<Read, PoolError> {
    if target < 2 || target > dice.sides || dice.read != Read::Sum {
        let message = format!("no D{} shows {target}: of a total that is `--at-least {target}`", dice.sides);
        return Err(PoolError::Impossible(message));
    }
    Ok(Read::Reaching(target))
}

/// `highest 3`, `the lowest`, `2 highest`: whether they are kept, whether the highest are meant, how many.
fn said<I: Iterator<Item = String>>(
    words: &mut std::iter::Peekable<I>,
    keeps: bool,
) -> Result<(bool, bool, u32), PoolError> {
    let mut many = number(words);
    let is_filler = |word: &String| matches!(word.as_str(), "the" | "of" | "dice" | "die");
    while words.next_if(is_filler).is_some() {}
    many = many.or_else(|| number(words));
    let which = words.next();
    let highest = match which.as_deref() {
        Some("highest" | "high" | "best" | "top" | "h") => true,
        Some("lowest" | "low" | "worst" | "bottom" | "l") => false,
        None if keeps => true,
        None => false,
        Some(other) => return Err(PoolError::Word(other.to_owned())),
    };
    while words.next_if(is_filler).is_some() {}
    Ok((keeps, highest, many.or_else(|| number(words)).unwrap_or(1)))
}

fn number<I: Iterator<Item = String>>(words: &mut std::iter::Peekable<I>) -> Option<u32> {
    words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            match (place, term.sign) {
                (0, 1) => {}
                (_, 1) => f.write_str("+")?,
                _ => f.write_str("-")?,
            }
            write!(f, "{}", term.dice)?;
        }
        Ok(())
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.sides) {
            (value, 0) => return write!(f, "{value}"),
            (1, sides) => write!(f, "D{sides}")?,
            (count, sides) => write!(f, "{count}D{sides}")?,
        }
        if self.again > 0 {
            write!(f, " reroll {}", self.again)?;
        }
        if self.explodes {
            f.write_str(" exploding")?;
        }
        match self.read {
            Read::Sum => Ok(()),
            Read::Highest(keep) => write!(f, " keep highest {keep}"),
            Read::Lowest(keep) => write!(f, " keep lowest {keep}"),
            Read::Reaching(target) => write!(f, " {target}+"),
        }
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
