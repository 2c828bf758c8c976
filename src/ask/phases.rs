//! The phase of a unit that has weapons for both, where one answer is wanted and nobody said which.

use super::attack::Prepared;
use crate::engine::{Options, Ready, Wanted};
use crate::error::Error;
use crate::sequence::Side;

/// Of the same attack in several phases the one that does more: it makes use of more of the words that were given, then the
/// target loses more wounds, then its damage is more; of equals the first. One that cannot be computed is left out. Tables choose alike, and work out less (`cells`).
///
/// # Errors
/// If none can be computed, why the first one cannot.
pub(super) fn does_most<T>(
    attacks: impl IntoIterator<Item = Result<T, Error>>,
    of: impl Fn(&T) -> (&Prepared, usize),
    options: &Options,
) -> Result<T, Error> {
    let (mut best, mut why): (Option<(T, [f64; 3])>, Option<Error>) = (None, None);
    for attack in attacks {
        let done = attack.and_then(|attack| {
            let (prepared, unused) = of(&attack);
            let does = does(prepared, unused, options)?;
            Ok((attack, does))
        });
        match done {
            Ok(done) if best.as_ref().is_none_or(|(_, most)| done.1 > *most) => best = Some(done),
            Ok(_) => {}
            Err(error) => why = why.or(Some(error)),
        }
    }
    best.map(|(attack, _)| attack).ok_or_else(|| why.unwrap_or_else(|| Error::usage("nobody attacks")))
}

/// What decides, the most important first; `unused`: how many of the words that were given it makes no use of.
fn does(prepared: &Prepared, unused: usize, options: &Options) -> Result<[f64; 3], Error> {
    let answer = Ready::new(&prepared.engaged.engagement).and_then(|ready| ready.run_for(Wanted::Results, options));
    let outcome = answer?.outcome;
    let damage = outcome.totals.first().map_or(0.0, |(_, total)| total.mean());
    Ok([-(unused as f64), outcome.wounds_lost(Side::Defender).mean(), damage])
}
