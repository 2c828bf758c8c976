//! Questions about dice as they are typed: `2d6`, `2d6 9+`, `2d6+1 vs 2d6`.

use super::{DiceBounds, dice, dice_rows, figure};
use crate::dice::{Pool, PoolError};
use crate::questions::Answered;
use crate::report::Figure;

/// Dice, and what is asked of them.
#[derive(Clone, PartialEq, Debug)]
pub struct TypedDice {
    /// The dice.
    pub pool: Pool,
    /// Dice of somebody else, whose total is compared with theirs.
    pub against: Option<Pool>,
    /// Totals that are asked for.
    pub bounds: DiceBounds,
}

impl TypedDice {
    /// Reads dice: with `vs` others that they are compared with, with a number to reach above every face (`2d6 9+`) a
    /// total. `bounds` are those of the options.
    ///
    /// # Errors
    /// Texts that are no dice, and a total that is asked for twice.
    pub fn read(typed: &str, bounds: DiceBounds) -> Result<Self, PoolError> {
        let spaced = spaced(typed);
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let is_against = |word: &&str| ["vs", "vs.", "versus", "against"].contains(&&*word.to_lowercase());
        if let Some(place) = words.iter().position(is_against) {
            let [pool, against] = [&words[..place], &words[place + 1..]].map(|words| words.join(" ").parse::<Pool>());
            if bounds != DiceBounds::default() {
                let message = "of dice against dice no total is asked for: leave out `--at-least` and `--at-most`";
                return Err(PoolError::Impossible(message.to_owned()));
            }
            return Ok(Self { pool: pool?, against: Some(against?), bounds });
        }
        if let Some((dice, own)) = bounded(&words) {
            if bounds != DiceBounds::default() {
                return Err(PoolError::Impossible("a total is asked for twice".to_owned()));
            }
            return Ok(Self { pool: dice.parse()?, against: None, bounds: own });
        }
        match typed.parse() {
            Ok(pool) => Ok(Self { pool, against: None, bounds }),
            Err(error) => {
                let total = words.split_last().and_then(|(last, dice)| {
                    let total: i64 = last.strip_suffix('+')?.parse().ok()?;
                    Some((dice.join(" ").parse::<Pool>().ok()?, total))
                });
                let Some((pool, total)) = total.filter(|_| bounds.at_least.is_none()) else { return Err(error) };
                Ok(Self { pool, against: None, bounds: DiceBounds { at_least: Some(total), ..bounds } })
            }
        }
    }

    /// The question in words.
    pub(super) fn title(&self) -> String {
        self.against.as_ref().map_or_else(|| self.pool.to_string(), |against| format!("{} vs {against}", self.pool))
    }

    /// The chances.
    pub(super) fn answer(&self) -> Answered {
        self.against.as_ref().map_or_else(|| dice(&self.pool, self.bounds), |against| self.compared(against))
    }

    /// Which total is higher, and by how much.
    fn compared(&self, against: &Pool) -> Answered {
        let difference = self.pool.totals().minus(&against.totals());
        let chance = |test: &dyn Fn(i64) -> bool| figure(difference.chance(test), difference.outcomes);
        let (rows, left_out) = dice_rows(&difference);
        let answered = Answered::new(self.title())
            .line(format!("{} is higher", self.pool), chance(&|total| total > 0))
            .line("both are equal", chance(&|total| total == 0))
            .line(format!("{against} is higher"), chance(&|total| total < 0))
            .line("mean difference", Figure::Number(difference.mean()))
            .table("", &["difference", "exactly", "at least", "at most"], rows);
        match left_out {
            0 => answered,
            n => answered.note(super::rare(n)),
        }
    }
}

/// `2d6>=9` with spaces around the sign.
fn spaced(typed: &str) -> String {
    let is_sign = |c: char| "<>=≥≤".contains(c);
    let mut spaced = String::with_capacity(typed.len() + 2);
    for c in typed.chars() {
        if spaced.chars().next_back().is_some_and(|last| is_sign(last) != is_sign(c)) {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    spaced
}

/// Dice with a total behind them in words or signs: `3d6 at least 10`, `3d6 >= 10`, `2d6 9 or more`, `10d6 5+ 3 successes`.
fn bounded(words: &[&str]) -> Option<(String, DiceBounds)> {
    let counted = words.split_last().filter(|(last, _)| ["success", "successes", "hits", "times"].contains(*last));
    let words = counted.map_or(words, |(_, words)| words);
    let (dice, number, sign) = match words {
        [dice @ .., last, number] if counted.is_some() && last.ends_with('+') => {
            ([dice, &[*last]].concat(), *number, "least")
        }
        [dice @ .., number, "or", more] => (dice.to_vec(), *number, *more),
        [dice @ .., "at", sign, number] => (dice.to_vec(), *number, *sign),
        [dice @ .., sign, number] => (dice.to_vec(), *number, *sign),
        _ => return None,
    };
    let total: i64 = number.parse().ok()?;
    let (at_least, at_most) = match sign.to_lowercase().as_str() {
        "least" | ">=" | "≥" | "more" | "higher" | "better" => (Some(total), None),
        ">" | "over" | "above" => (Some(total + 1), None),
        "most" | "<=" | "≤" | "less" | "lower" | "fewer" => (None, Some(total)),
        "<" | "under" | "below" => (None, Some(total - 1)),
        "=" | "==" | "exactly" => (Some(total), Some(total)),
        _ => return None,
    };
    (!dice.is_empty()).then(|| (dice.join(" "), DiceBounds { at_least, at_most }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str) -> Result<TypedDice, PoolError> {
        TypedDice::read(typed, DiceBounds::default())
    }

    #[test]
    fn a_number_that_no_face_shows_is_a_total() {
        let dice = read("2d6 9+").expect("dice");
        assert_eq!((dice.pool.to_string().as_str(), dice.bounds.at_least), ("2D6", Some(9)));
        let dice = read("2d6+1 9+").expect("dice");
        assert_eq!((dice.pool.to_string().as_str(), dice.bounds.at_least), ("2D6+1", Some(9)));
        // A face of the dice is counted, as ever.
        assert_eq!(read("2d6 5+").expect("dice").bounds, DiceBounds::default());
        let words = ["3d6 at least 10", "3d6>=10", "3d6 > 9", "3d6 10 or more", "3d6 10+"];
        let bounds = words.map(|typed| read(typed).expect("dice").bounds);
        assert_eq!(bounds, [DiceBounds { at_least: Some(10), at_most: None }; 5]);
        assert_eq!(read("2d6 at most 4").expect("dice").bounds.at_most, Some(4));
        let twice = DiceBounds { at_least: Some(3), at_most: None };
        assert!(["2d6 9+", "2d6 >= 9"].iter().all(|typed| TypedDice::read(typed, twice).is_err()));
    }

    /// Of 36 × 36 pairs 146 are equal; `2D6+1` is higher where the first total is not lower: (1296 + 146) / 2.
    #[test]
    fn two_totals_are_compared() {
        let dice = read("2d6+1 vs 2d6").expect("dice");
        let lines = dice.answer().lines;
        let chance = |n: u128| Figure::Chance(crate::stats::Fraction::new(n, 1296));
        let mut equal = 0;
        for [a, b, c, d] in (0..1296).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216]) {
            equal += u128::from(a + b + 1 == c + d);
        }
        assert_eq!(lines[0].1, chance(721));
        assert_eq!(lines[1].1, chance(equal));
        assert_eq!(lines[2].1, chance(1296 - 721 - equal));
        assert!(read("2d6 vs goblins").is_err() && read("vs 2d6").is_err());
    }
}
