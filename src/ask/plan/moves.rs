//! What attacks do from every state of a target, and what they use up.

use super::layout::Moves;
use crate::ask::states::{Lost, Shape, UnitStrike};
use crate::error::Error;

/// Kinds that stand for what commands use up.
#[derive(Default)]
pub(super) struct Pools {
    /// Command, stage, the kind that stands for it, and its price.
    pub(super) of: Vec<(usize, usize, usize, usize)>,
    /// The kind that stands for command points, if they are fewer than could be spent.
    pub(super) points: Option<usize>,
}

impl Pools {
    /// What a command uses up in a stage.
    pub(super) fn uses(&self, command: usize, stage: usize) -> Vec<(usize, usize)> {
        let known = self.of.iter().filter(|(place, at, ..)| (*place, *at) == (command, stage));
        known
            .flat_map(|(.., kind, price)| [Some((*kind, 1)), self.points.map(|points| (points, *price))])
            .flatten()
            .collect()
    }
}

/// The same, each kind once.
pub(super) fn joined(uses: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (kind, n) in uses {
        match joined.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known += n,
            None => joined.push((kind, n)),
        }
    }
    joined
}

/// What an attack does that comes about only with a chance: after a charge.
pub(super) fn gated(moves: &Moves, chance: f64) -> Moves {
    let of = |(state, row): (usize, &Vec<(usize, f64)>)| {
        let mut row: Vec<(usize, f64)> = row.iter().map(|(to, p)| (*to, p * chance)).collect();
        if let Some((_, known)) = row.iter_mut().find(|(to, _)| *to == state) {
            *known += 1.0 - chance;
        } else if !row.is_empty() {
            row.push((state, 1.0 - chance));
        }
        row
    };
    moves.iter().enumerate().map(of).collect()
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
                        match row.iter_mut().find(|(known, _)| *known == place) {
                            Some((_, known)) => *known += p,
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
