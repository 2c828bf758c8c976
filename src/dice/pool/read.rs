//! Dice from what was typed, and back to text.

use std::fmt;
use std::iter::Peekable;
use std::str::FromStr;

use super::{DiceRead, Pool, PoolDice, PoolError, PoolTerm};

impl FromStr for Pool {
    type Err = PoolError;

    fn from_str(text: &str) -> Result<Self, PoolError> {
        let mut words = tokens(text).into_iter().peekable();
        let mut terms: Vec<PoolTerm> = Vec::new();
        let mut read = DiceRead::Sum;
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
                    if dice.sides > 0 && read != DiceRead::Sum {
                        return Err(PoolError::Impossible(format!(
                            "`{word}` comes after `keep`: write all dice first"
                        )));
                    }
                    terms.push(PoolTerm { sign, dice });
                    terms.extend(fudge(&word, dice.count).map(|dice| PoolTerm { sign: -sign, dice }));
                    wants_term = false;
                }
                _ => change(&mut terms, &mut read, &word, &mut words)?,
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
        let together = read.keeps().map(|(keep, _)| {
            let dice: Vec<PoolDice> = terms.iter().map(|term| term.dice).filter(|dice| dice.sides > 0).collect();
            super::work_of_keeping(&dice, keep)
        });
        if together.is_some_and(|work| work > super::MAX_WORK) {
            return Err(large());
        }
        Ok(Self { terms, read })
    }
}

/// Changes the last dice; a word that keeps some of dice of several kinds speaks of all of them.
fn change<I: Iterator<Item = String>>(
    terms: &mut [PoolTerm],
    read: &mut DiceRead,
    word: &str,
    words: &mut Peekable<I>,
) -> Result<(), PoolError> {
    let unknown = || PoolError::Word(word.to_owned());
    let kinds = terms.iter().filter(|term| term.dice.sides > 0).count();
    let total = word.ends_with('+') || kinds != 1;
    let last = terms.iter().rposition(|term| total || term.dice.sides > 0).ok_or_else(unknown)?;
    let Some(kept) = (if kinds > 1 { keeping(word, words) } else { None }) else {
        let counts = |term: &PoolTerm| term.dice.sides == 0 || matches!(term.dice.read, DiceRead::Reaching(_));
        let is_of_total = word.ends_with('+') && !terms[..last].iter().all(counts);
        if *read != DiceRead::Sum || is_of_total {
            return Err(PoolError::Impossible(format!("`{word}` behind dice that are added up is of their total")));
        }
        return modify(&mut terms[last].dice, word, words);
    };
    let dice = terms[last].dice;
    let plain = terms.iter().all(|term| term.sign > 0 && term.dice.sides > 0 && term.dice.read == DiceRead::Sum);
    if dice.count > 1 || !plain || *read != DiceRead::Sum {
        let message = format!("`{word}` could mean all dice or `{dice}` alone: write `{dice} {word} …` first");
        return Err(PoolError::Impossible(message));
    }
    *read = kept?.among(terms.iter().map(|term| term.dice.count).sum())?;
    Ok(())
}

/// What is kept or dropped of dice: whether it is kept, whether the highest are meant, how many.
struct KeepRule {
    keeps: bool,
    highest: bool,
    many: u32,
}

impl KeepRule {
    /// Of this many dice.
    fn among(&self, count: u32) -> Result<DiceRead, PoolError> {
        let keep = if self.keeps { self.many } else { count.saturating_sub(self.many) };
        if keep == 0 || keep > count {
            return Err(cannot_keep(count));
        }
        Ok(if self.highest == self.keeps { DiceRead::Highest(keep) } else { DiceRead::Lowest(keep) })
    }
}

fn cannot_keep(count: u32) -> PoolError {
    PoolError::Impossible(format!("of {count} dice from 1 to {count} can be kept, once"))
}

/// What a word keeps of dice; `None` if it speaks of something else.
fn keeping<I: Iterator<Item = String>>(word: &str, words: &mut Peekable<I>) -> Option<Result<KeepRule, PoolError>> {
    let short =
        word.find(|c: char| c.is_ascii_digit()).map_or((word, None), |at| (&word[..at], word[at..].parse().ok()));
    let (keeps, highest, many) = match short {
        ("keep" | "keeping", _) => return Some(rule(words, true)),
        ("drop" | "dropping" | "discard" | "without" | "ignore", _) => return Some(rule(words, false)),
        ("highest" | "best", many) => (true, true, many.or_else(|| number(words))),
        ("lowest" | "worst", many) => (true, false, many.or_else(|| number(words))),
        ("kh" | "k", many) => (true, true, many),
        ("kl", many) => (true, false, many),
        ("dl", many) => (false, false, many),
        ("dh", many) => (false, true, many),
        _ => return None,
    };
    Some(Ok(KeepRule { keeps, highest, many: many.unwrap_or(1) }))
}

/// Fudge dice show -1, 0 or 1: what is taken from as many D3.
fn fudge(word: &str, count: u32) -> Option<PoolDice> {
    word.ends_with("df").then(|| PoolDice::number(2 * count))
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
fn dice(word: &str) -> Option<Result<PoolDice, PoolError>> {
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
    if let Some(value) = number(word) {
        return Some(Ok(PoolDice::number(value)));
    }
    let (count, rest) = word.split_once(['d', 'w'])?;
    let count = if count.is_empty() { 1 } else { number(count)? };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '%').unwrap_or(rest.len());
    let (sides, behind) = rest.split_at(end);
    let (sides, behind) = match (sides, behind) {
        ("%", _) => (100, behind),
        ("", "f") => (3, ""),
        _ => (number(sides)?, behind),
    };
    let mut dice = PoolDice { count, sides, read: DiceRead::Sum, explodes: false, again: 0 };
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

/// Reads a modifier of dice: a word, and the words that belong to it.
fn modify<I: Iterator<Item = String>>(
    dice: &mut PoolDice,
    word: &str,
    words: &mut Peekable<I>,
) -> Result<(), PoolError> {
    if dice.sides == 0 {
        return Err(PoolError::Word(word.to_owned()));
    }
    if matches!(word, "advantage" | "disadvantage") {
        // One die is rolled twice, two are rolled as they are.
        dice.count += u32::from(dice.count == 1);
        if dice.count != 2 || dice.read != DiceRead::Sum {
            return Err(PoolError::Impossible(format!(
                "`{word}` is of one die that is rolled twice: write `d20 {word}`"
            )));
        }
        dice.read = if word == "advantage" { DiceRead::Highest(1) } else { DiceRead::Lowest(1) };
        return Ok(());
    }
    let Some(kept) = keeping(word, words) else { return face_by_face(dice, word, words) };
    if dice.read != DiceRead::Sum {
        return Err(cannot_keep(dice.count));
    }
    dice.read = kept?.among(dice.count)?;
    Ok(())
}

/// Reads a modifier of each die: exploding, rolled again, to reach a number.
fn face_by_face<I: Iterator<Item = String>>(
    dice: &mut PoolDice,
    word: &str,
    words: &mut Peekable<I>,
) -> Result<(), PoolError> {
    let digits = |text: &str| text.trim_end_matches(['s', '+']).parse::<u32>().ok();
    let no = || PoolError::Word(word.to_owned());
    match word {
        "!" | "exploding" | "explode" | "explodes" => {
            while words.next_if(|word| word == "on" || digits(word) == Some(dice.sides)).is_some() {}
            dice.explodes = true;
        }
        _ if digits(word) == Some(dice.sides) && words.next_if(|next| next.starts_with("explod")).is_some() => {
            dice.explodes = true;
        }
        // `d6 4+, 20 dice`.
        _ if dice.count == 1 && words.next_if(|next| next == "dice" || next == "times").is_some() => {
            dice.count = digits(word).filter(|count| (1..=10_000).contains(count)).ok_or_else(no)?;
        }
        "reroll" | "rerolling" | "re" | "rr" => {
            let value = words.find(|word| !matches!(word.as_str(), "-" | "roll" | "rolling" | "of" | "a" | "all"));
            let value = value.as_deref().map(|value| if value == "ones" { "1" } else { value }).and_then(digits);
            let face = value.filter(|value| (1..=dice.sides).contains(value)).ok_or_else(no)?;
            if dice.again != 0 && dice.again != face {
                return Err(PoolError::Impossible("dice of one value are rolled again here, not of two".to_owned()));
            }
            dice.again = face;
        }
        "reach" | "reaching" | "on" | "at" | "hitting" | "count" | "counting" => {
            let value = words.find(|word| !matches!(word.as_str(), "on" | "least" | "at" | "="));
            dice.read = reaching(dice, value.as_deref().and_then(digits).ok_or_else(no)?)?;
        }
        _ if word.ends_with('+') => dice.read = reaching(dice, digits(word).ok_or_else(no)?)?,
        _ => return Err(no()),
    }
    Ok(())
}

fn reaching(dice: &PoolDice, target: u32) -> Result<DiceRead, PoolError> {
    if target < 2 || target > dice.sides || dice.read != DiceRead::Sum {
        let message = format!("no D{} shows {target}: of a total that is `--at-least {target}`", dice.sides);
        return Err(PoolError::Impossible(message));
    }
    Ok(DiceRead::Reaching(target))
}

/// `highest 3`, `the lowest`, `2 highest`.
fn rule<I: Iterator<Item = String>>(words: &mut Peekable<I>, keeps: bool) -> Result<KeepRule, PoolError> {
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
    Ok(KeepRule { keeps, highest, many: many.or_else(|| number(words)).unwrap_or(1) })
}

fn number<I: Iterator<Item = String>>(words: &mut Peekable<I>) -> Option<u32> {
    words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = self.terms.iter().take_while(|term| term.dice.sides > 0).count();
        for (place, term) in self.terms.iter().enumerate() {
            if place == dice {
                write!(f, "{}", self.read)?;
            }
            match (place, term.sign) {
                (0, 1) => {}
                (_, 1) => f.write_str("+")?,
                _ => f.write_str("-")?,
            }
            write!(f, "{}", term.dice)?;
        }
        if dice == self.terms.len() { write!(f, "{}", self.read) } else { Ok(()) }
    }
}

impl fmt::Display for DiceRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum => Ok(()),
            Self::Highest(keep) => write!(f, " keep highest {keep}"),
            Self::Lowest(keep) => write!(f, " keep lowest {keep}"),
            Self::Reaching(target) => write!(f, " {target}+"),
        }
    }
}

impl fmt::Display for PoolDice {
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
        write!(f, "{}", self.read)
    }
}
