//! A part of a table, for several machines that share it.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// One part of the rows of a table: the parts differ by one row at most, and one after the other they are the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, counted from 1.
    pub(super) place: usize,
    pub(super) of: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `2/4`.
    ///
    /// # Errors
    /// What it has to look like, and parts that there are not.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let (place, of) = text.split_once('/').unwrap_or((text, ""));
        match (number(place), number(of)) {
            (Some(place), Some(of)) if (1..=of).contains(&place) => Ok(Self { place, of }),
            (Some(_), Some(0)) => Err("there is no part of none: write 1/4 to 4/4".to_owned()),
            (Some(0), Some(of)) => Err(format!("parts are counted from 1: write 1/{of} to {of}/{of}")),
            (Some(_), Some(of)) => Err(format!("of {of} parts the last one is {of}/{of}")),
            _ => Err("write which part and of how many, such as 2/4".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.place, self.of)
    }
}

impl Shard {
    /// Its rows.
    ///
    /// # Errors
    /// More parts than rows, and a table that has the way back behind its rows.
    pub(super) fn take<T>(self, mut rows: Vec<T>, both_ways: bool) -> Result<Vec<T>, Error> {
        let Self { place, of } = self;
        if both_ways {
            let hint = "ask the way back as a table of its own, with the units exchanged";
            return Err(Error::usage("`--shard` divides the attackers, and `--both-ways` has rows of targets too")
                .hint(hint.to_owned()));
        }
        if of > rows.len() {
            let message = format!("`--shard {self}`: there are {} attackers, fewer than {of} parts", rows.len());
            return Err(Error::usage(message).hint(format!("write `--shard 1/{0}` to `{0}/{0}`", rows.len())));
        }
        // No product of two numbers of rows is too large.
        let end = |place: usize| (place as u128 * rows.len() as u128 / of as u128) as usize;
        let (from, to) = (end(place - 1), end(place));
        rows.truncate(to);
        Ok(rows.split_off(from))
    }
}
