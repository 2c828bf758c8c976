//! Odds and ends: tokens on dice that lie there, natural sixes, roll-offs, random terrain.

use crate::dice::Check;
use crate::error::Error;
use crate::questions::rolls::{rows, tied};
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// ASOIAF-TOKEN: every success that shows is rolled again, and succeeds again as often as any die.
pub(super) fn token(query: &Query<'_>) -> Result<Answered, Error> {
    let showing = query.whole("showing", 0..=60)? as u32;
    let needs = query.target("needs")?.filter(|n| *n <= 6);
    let needs = needs.ok_or_else(|| query.mistake("`needs` is a number to reach: `2+` to `6+`"))?;
    let modifier = query.maybe_whole("modifier", -10..=10)?.unwrap_or(0) as i16;
    let success = Check { modifier, critical_on: 6, ..Check::needs(i16::from(needs)) }.success();
    let chance = Fraction::new(u128::from(success.count()), 6);
    let left = Counts::successes(showing, chance);
    let mean = left.mean(|n| f64::from(*n));
    Ok(Answered::new(format!("{showing} successes on {needs}+ are rolled again"))
        .line("each succeeds again", chance)
        .line("successes left on average", Figure::Number(mean))
        .line("successes taken away on average", Figure::Number(f64::from(showing) - mean))
        .outcomes("successes left", &left)
        .note("a token serves one roll; the dice are the enemy's to choose, and successes are what he chooses"))
}

/// P(at least one natural 6).
pub(super) fn sixes(query: &Query<'_>) -> Result<Answered, Error> {
    let dice = query.whole("dice", 0..=40)? as u32;
    let sixes = Counts::successes(dice, Fraction::new(1, 6));
    let rows = rows(&sixes).into_iter().take(8).collect();
    Ok(Answered::new(format!("Natural sixes on {dice} dice"))
        .line("at least one", sixes.at_least(1))
        .line("on average", Figure::Number(f64::from(dice) / 6.0))
        .table("", &["sixes", "exactly", "at least"], rows))
}

/// Single dice, ties rolled again: everybody has the same chance.
pub(super) fn roll_off(query: &Query<'_>) -> Result<Answered, Error> {
    let players = query.whole("players", 2..=8)? as usize;
    Ok(Answered::new(format!("Roll-off of {players} players"))
        .line("each wins", Fraction::new(1, players as u128))
        .line("decided by the first roll", tied(players).chance(|many| *many == 1))
        .note("ties are rolled again by those who tied"))
}

/// 2D6 for a piece of terrain: up to which total, and what it is.
const PIECES: [(u32, &str); 9] = [
    (3, "Corpse Pile"),
    (4, "Bog"),
    (5, "Palisade"),
    (6, "Hedge"),
    (7, "player's choice"),
    (8, "Wall"),
    (9, "Stakes"),
    (10, "Forest"),
    (12, "Weirwood Tree"),
];

/// 2 + D3 pieces, 2D6 for each.
pub(super) fn terrain(query: &Query<'_>) -> Result<Answered, Error> {
    let feast = query.flag("feast")?;
    let piece = Counts::dice(2, 6).map(|total| PIECES.iter().position(|(to, _)| total <= to).unwrap_or(0));
    let counts = |index: usize| !feast || index > 0;
    let kept = piece.chance(|index| counts(*index));
    let rows = piece
        .each()
        .filter(|(index, _)| counts(**index))
        .map(|(index, chance)| {
            let each = Fraction::new(chance.ways * kept.of, chance.of * kept.ways);
            vec![PIECES[*index].1.into(), each.into(), Figure::Number(each.value() * 4.0)]
        })
        .collect();
    Ok(Answered::new("Random terrain: 2 + D3 pieces, 2D6 for each")
        .line("pieces on average", Figure::Number(4.0))
        .table("", &["piece", "each piece is one", "on average"], rows))
}
