//! Who goes first (AOS-12.0), roll-offs (AOS-2.2), and cards that are drawn (AOS-SPH-BP).

use crate::error::Error;
use crate::questions::rolls::{mean, rounds, row, tied};
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// The most battle rounds of one question.
const MAX_ROUNDS: i64 = 10;

/// Whether the player who went first in the last round chooses: the higher die, and every tie (AOS-12.0).
fn keeps_choice() -> Counts<bool> {
    Counts::die(6).and(&Counts::die(6), |first, second| first >= second)
}

/// A battle up to some round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Battle {
    /// Whether I went first in the last round.
    mine: bool,
    /// Whether I was, and whether the opponent was, ever offered a double turn.
    offered: [bool; 2],
    /// Double turns so far: mine, the opponent's.
    doubles: [u32; 2],
    /// Whether the last round brought me a double turn, or the opponent.
    last: [bool; 2],
}

/// The next round. Who went second and wins may take a double turn; whoever does not take one goes in the same order.
fn next(battle: &Battle, takes: [bool; 2]) -> Counts<Battle> {
    keeps_choice().map(|kept| {
        let mut after = Battle { last: [false; 2], ..*battle };
        if !kept {
            let whose = usize::from(battle.mine);
            after.offered[whose] = true;
            if takes[whose] {
                after.mine = !battle.mine;
                after.doubles[whose] += 1;
                after.last[whose] = true;
            }
        }
        after
    })
}

pub(super) fn priority(query: &Query<'_>) -> Result<Answered, Error> {
    let rounds = query.whole("rounds", 2..=MAX_ROUNDS)?;
    let mine = query.choice("first", &["opponent", "me"])? == "me";
    let takes = match query.choice("takes", &["both", "me", "opponent", "nobody"])? {
        "both" => [true, true],
        "me" => [true, false],
        "opponent" => [false, true],
        _ => [false, false],
    };
    let keeps = keeps_choice().chance(|kept| *kept);
    let start = Battle { mine, offered: [false; 2], doubles: [0; 2], last: [false; 2] };
    let (mut now, mut rows) = (Counts::certain(start), Vec::new());
    for round in 2..=rounds {
        now = now.then(|battle| next(battle, takes));
        rows.push(row(
            round,
            [
                now.chance(|b| b.mine),
                now.chance(|b| b.last[0]),
                now.chance(|b| b.last[1]),
                now.chance(|b| b.doubles[0] > 0),
            ],
        ));
    }
    let who = if mine { "I go" } else { "the opponent goes" };
    let header = ["round", "I go first", "I take a double turn", "the opponent does", "I have by now"];
    let mine = now.map(|battle| battle.doubles[0]);
    let answered = Answered::new(format!("Priority over {rounds} rounds; {who} first in round 1"))
        .line("in each roll, who went first before chooses", keeps)
        .line("who went second before chooses and may take a double turn", keeps.rest())
        .line("I may take a double turn at least once", now.chance(|battle| battle.offered[0]))
        .line("the opponent may", now.chance(|battle| battle.offered[1]))
        .line("my double turns, mean", mean(&mine))
        .line("the opponent's, mean", Figure::Number(now.mean(|battle| f64::from(battle.doubles[1]))))
        .table("", &header, rows)
        .note("who went first and chooses goes first again; a tie is not rolled again (AOS-12.0)");
    Ok(answered.drawn("my double turns", mine.pmf()))
}

pub(super) fn roll_off(_: &Query<'_>) -> Result<Answered, Error> {
    let tie = tied(2).chance(|many| *many > 1);
    Ok(Answered::new("Roll-off: the higher D6 wins, ties are rolled again")
        .line("I win", Fraction::new(1, 2))
        .line("a tie, in each roll", tie)
        .line("mean rolls until it is decided", Figure::Number(rounds(2)))
        .note("the priority roll is not rolled again on a tie: ask `priority` (AOS-12.0)"))
}

pub(super) fn cards(query: &Query<'_>) -> Result<Answered, Error> {
    let deck = query.whole("deck", 1..=100)? as u32;
    let draws = query.maybe_whole("draws", 0..=30)?.unwrap_or(3) as u32;
    let copies = query.whole("copies", 1..=100)? as u32;
    if draws > deck || copies > deck {
        return Err(query.mistake(format!("the deck has only {deck} cards")));
    }
    let drawn = (0..draws).fold(Counts::certain(0u32), |found, n| {
        found.then(|found| {
            let hit = Fraction::new(u128::from(copies - found), u128::from(deck - n));
            Counts::successes(1, hit).map(|more| found + more)
        })
    });
    Ok(Answered::new(format!("{draws} of {deck} cards, {copies} of which would do"))
        .line("at least one is drawn", drawn.at_least(1))
        .outcomes("drawn", &drawn))
}
