//! What attacks do from every state of a target, and what they use up.

use std::sync::Arc;

use super::layout::Moves;
use crate::ask::states::{Lost, Shape, UnitStrike};
use crate::engine::OpenReroll;
use crate::error::Error;

/// The pools that commands draw from: their uses and command points.
#[derive(Default)]
pub(super) struct Pools {
    /// Command, stage, the pool of its uses, and its price.
    pub(super) of: Vec<(usize, usize, usize, usize)>,
    /// The pool of command points, if there are fewer than could be spent.
    pub(super) points: Option<usize>,
}

impl Pools {
    /// What commands use up in a stage, each kind once.
    pub(super) fn uses(&self, commands: &[usize], stage: usize) -> Vec<(usize, usize)> {
        let prices = self.of.iter().filter(|(place, at, ..)| commands.contains(place) && *at == stage);
        let mut uses: Vec<(usize, usize)> = prices.clone().map(|(.., kind, _)| (*kind, 1)).collect();
        let price = prices.map(|(.., price)| price).sum();
        uses.extend(self.points.filter(|_| price > 0).map(|points| (points, price)));
        uses
    }
}

/// What an attack does that comes about only with a chance: after a charge.
pub(super) fn gated(moves: &Moves, chance: f64) -> Moves {
    let row_of = |(state, row): (usize, &Vec<(usize, f64)>)| {
        let mut row: Vec<(usize, f64)> = row.iter().map(|(to, p)| (*to, p * chance)).collect();
        if let Some((_, sum)) = row.iter_mut().find(|(to, _)| *to == state) {
            *sum += 1.0 - chance;
        } else if !row.is_empty() {
            row.push((state, 1.0 - chance));
        }
        row
    };
    moves.iter().enumerate().map(row_of).collect()
}

/// All states that some attacks may leave a target in, the start first, and what each attack does from each of them. A
/// state that takes as many attacks as there are is left as it is.
pub(super) fn explore(
    shape: &Shape,
    strikes: &mut [Option<&mut UnitStrike>],
    attacks: usize,
) -> Result<(Vec<Lost>, Vec<Option<Moves>>), Error> {
    let mut states = vec![shape.start()];
    let mut places = std::collections::HashMap::from([(shape.start(), 0)]);
    let mut moves: Vec<Option<Moves>> = strikes.iter().map(|strike| strike.as_ref().map(|_| Moves::new())).collect();
    let mut from = 0;
    for _ in 0..attacks {
        let to = states.len();
        for state in from..to {
            let lost = states[state].clone();
            for (strike, moves) in strikes.iter_mut().zip(&mut moves) {
                let (Some(strike), Some(moves)) = (strike, moves) else { continue };
                let mut row: Vec<(usize, f64)> = Vec::new();
                if !shape.is_gone(&lost) {
                    let own = strike.shapes[0].start();
                    for ([_, after], p) in strike.from([&own, &lost])? {
                        let place = *places.entry(after).or_insert_with_key(|after| {
                            states.push(after.clone());
                            states.len() - 1
                        });
                        match row.iter_mut().find(|(key, _)| *key == place) {
                            Some((_, sum)) => *sum += p,
                            None => row.push((place, p)),
                        }
                    }
                }
                moves.push(row);
            }
        }
        from = to;
    }
    moves.iter_mut().flatten().for_each(|moves| moves.resize(states.len(), Vec::new()));
    Ok((states, moves))
}

/// An attack whose die is kept where the dice do not call for it; `None` if it has none, or that is not computed.
pub(super) fn opened(
    shape: &Shape,
    strike: &mut UnitStrike,
    states: &[Lost],
    moves: &Moves,
) -> Result<Option<(Vec<Option<(usize, Arc<OpenReroll>)>>, Vec<usize>)>, Error> {
    let mut attacks: Vec<Option<(usize, Arc<OpenReroll>)>> = Vec::new();
    for (lost, row) in states.iter().zip(moves) {
        let own = strike.shapes[0].start();
        let open = if row.is_empty() { None } else { strike.open([&own, lost])? };
        if open.is_none() && !row.is_empty() || lost.len() > 1 {
            return Ok(None);
        }
        let others = attacks.iter().flatten().map(|(_, other)| other);
        attacks.push(open.map(|open| (usize::from(lost[0]), open.shared(others))));
    }
    // No attack can lead to numbers of points that are not states.
    let place = |lost: usize| states.iter().position(|state| usize::from(state[0]) == lost).unwrap_or(0);
    Ok(Some((attacks, (0..=shape.wounds()).map(place).collect())))
}
