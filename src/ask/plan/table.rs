//! A plan as rules that people can follow: who attacks whom, depending on what is left of the targets.

use std::collections::BTreeMap;

use super::layout::Move;
use super::policy::Policy;
use crate::ask::states::Lost;

/// Courses of events that are rarer than this get no rule of their own.
const RARE: f64 = 0.01;
/// States that are rarer than this are not looked at.
const NEVER: f64 = 1e-9;

/// One rule.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlanRule {
    /// How many have attacked before, and one more.
    pub(super) step: usize,
    /// Who has not attacked yet: a number of [`super::layout::Hands`].
    pub(super) hand: usize,
    pub(super) when: Vec<Range>,
    /// What to do.
    pub(super) then: Move,
    /// How often it comes to this.
    pub(super) p: f64,
}

/// Points that a body of a target has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// The target, and its body.
    pub(super) body: (usize, usize),
    /// The fewest points, and the most.
    pub(super) lost: (u16, u16),
}

/// A state that a plan may reach: what each body has lost, the chance, and the move.
struct ReachedState {
    lost: Vec<u16>,
    p: f64,
    then: Move,
}

/// The rules of a plan, and how much of all decisions they cover. `states` are those of each target.
pub(super) fn rules(policy: &Policy<'_>, states: &[Vec<Lost>]) -> (Vec<PlanRule>, f64) {
    let strides = policy.board.strides();
    let bodies: Vec<(usize, usize)> = states
        .iter()
        .enumerate()
        .flat_map(|(target, states)| (0..states[0].len()).map(move |body| (target, body)))
        .collect();
    let lost = |cell: usize| -> Vec<u16> {
        bodies
            .iter()
            .map(|(target, body)| states[*target][cell / strides[*target] % states[*target].len()][*body])
            .collect()
    };
    let full = policy.hands.full();
    let mut reached = BTreeMap::from([(full, BTreeMap::from([(policy.board.start(), 1.0)]))]);
    let (mut out, mut all, mut covered) = (Vec::new(), 0.0, 0.0);
    for step in 1..=policy.hands.size(full) {
        let mut next: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        for (hand, cells) in reached {
            let mut here = Vec::new();
            for (cell, p) in cells.into_iter().filter(|(_, p)| *p > NEVER) {
                let Some(then) = policy.best_move(hand, cell) else { continue };
                here.push(ReachedState { lost: lost(cell), p, then });
                policy.each_next(hand, then, cell, |rest, cell, q| {
                    *next.entry(rest).or_default().entry(cell).or_insert(0.0) += p * q;
                });
            }
            all += here.iter().map(|reached| reached.p).sum::<f64>();
            let before = out.len();
            split(&here.iter().collect::<Vec<_>>(), &bodies, &mut Vec::new(), &mut |when, then, p| {
                out.push(PlanRule { step, hand, when: when.to_vec(), then, p });
            });
            covered += out[before..].iter().map(|rule| rule.p).sum::<f64>();
        }
        reached = next;
    }
    (out, if all > 0.0 { covered / all } else { 1.0 })
}

/// Splits states until all of a part lead to the same move; parts that are too rare get no rule.
fn split(
    reached: &[&ReachedState],
    bodies: &[(usize, usize)],
    when: &mut Vec<Range>,
    rule: &mut impl FnMut(&[Range], Move, f64),
) {
    let all: f64 = reached.iter().map(|reached| reached.p).sum();
    let Some(first) = reached.first().filter(|_| all >= RARE) else { return };
    if reached.iter().all(|other| other.then == first.then) {
        rule(when, first.then, all);
        return;
    }
    let best = (0..bodies.len())
        .filter_map(|place| cut(reached, place))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    let Some(((place, at), _)) = best else { return };
    let (low, high): (Vec<&ReachedState>, Vec<&ReachedState>) =
        reached.iter().partition(|reached| reached.lost[place] < at);
    for (part, lost) in [(low, (0, at - 1)), (high, (at, u16::MAX))] {
        let range = when.iter().position(|range| range.body == bodies[place]);
        let before = when.clone();
        match range {
            Some(range) => {
                let range = &mut when[range].lost;
                *range = (range.0.max(lost.0), range.1.min(lost.1));
            }
            None => when.push(Range { body: bodies[place], lost }),
        }
        split(&part, bodies, when, rule);
        *when = before;
    }
}

/// The best cut of states by the points that one body has lost, and how pure the parts are: the sum over both of the
/// squares of each move's share, weighed by the part (Gini).
fn cut(reached: &[&ReachedState], place: usize) -> Option<((usize, u16), f64)> {
    let mut sorted: Vec<&ReachedState> = reached.to_vec();
    sorted.sort_by_key(|reached| reached.lost[place]);
    let mut above: BTreeMap<Move, f64> = BTreeMap::new();
    sorted.iter().for_each(|reached| *above.entry(reached.then).or_insert(0.0) += reached.p);
    let mut below: BTreeMap<Move, f64> = BTreeMap::new();
    let purity = |parts: &BTreeMap<Move, f64>| {
        let all: f64 = parts.values().sum();
        if all > 0.0 { parts.values().map(|p| p * p).sum::<f64>() / all } else { 0.0 }
    };
    let mut best: Option<((usize, u16), f64)> = None;
    for pair in sorted.windows(2) {
        *below.entry(pair[0].then).or_insert(0.0) += pair[0].p;
        *above.entry(pair[0].then).or_insert(0.0) -= pair[0].p;
        let at = pair[1].lost[place];
        if pair[0].lost[place] < at {
            let pure = purity(&below) + purity(&above);
            if best.is_none_or(|(_, best)| pure > best + NEVER) {
                best = Some(((place, at), pure));
            }
        }
    }
    best
}
