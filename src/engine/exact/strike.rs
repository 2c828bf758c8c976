//! Hits on a target as probabilities.
//!
//! Where all models are alike, a hit is worth a distribution of tokens, like a roll. Where the state of the bodies matters,
//! a hit is a matrix over that state: [`Bands`].

use smallvec::SmallVec;

use super::bands::{Bands, HitOutcome, HitTarget, Outcomes};
use super::body_states::{BodyStates, Cell};
use super::roll::ways_to_end_on;
use super::token_moments::TokenMoments;
use super::token_pmf::{TokenPmf, TokenPmfs};
use crate::dice::{Draw, Faces};
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Guard, Save, Slot, Strike};

/// The distribution of what one hit on a model with this guard drops. `through`, `gross` and `net` are those of such
/// tokens.
fn hit_pmf(guard: &Guard, pmfs: &mut TokenPmfs, [through, gross, net]: [TokenPmf; 3]) -> TokenPmf {
    let kept = match faces_that_hurt(guard) {
        6 => net,
        hurt => pmfs.one_of(&[(f64::from(6 - hurt), TokenPmf::NOTHING), (f64::from(hurt), net)]),
    };
    let point = pmfs.and(gross, kept);
    let points = amount_pmf(&guard.amount, pmfs, point);
    let unsaved = pmfs.and(through, points);
    match guard.save {
        None => unsaved,
        Some(save) => {
            let (saved, failed) = save_ways(save);
            pmfs.one_of(&[(saved, TokenPmf::NOTHING), (failed, unsaved)])
        }
    }
}

/// The faces of a D6, of six, with which a model does not ignore a point.
fn faces_that_hurt(guard: &Guard) -> u8 {
    guard.ignore_on.min(7) - 1
}

/// The distribution of what one hit drops where all models have the same guard, so that it does not matter whom it hits;
/// `None` if they differ. `dropped` are those of a token in each slot.
pub(super) fn pmf(strike: &Strike, pmfs: &mut TokenPmfs, dropped: &[TokenPmf]) -> Option<TokenPmf> {
    #[cfg(test)]
    let strike = &planted::strike(strike, planted::in_exact);
    let of = |slot: Option<Slot>| slot.map_or(TokenPmf::NOTHING, |slot| dropped[usize::from(slot.0)]);
    Some(hit_pmf(strike.only_guard()?, pmfs, [strike.through, strike.gross, strike.net].map(of)))
}

/// Mean and variance of what one hit becomes, where `each` are those of a token in each slot; `None` if models differ.
#[inline(always)]
pub(super) fn moments(strike: &Strike, each: &[TokenMoments]) -> Option<TokenMoments> {
    #[cfg(test)]
    let strike = &planted::strike(strike, planted::in_exact);
    let guard = strike.only_guard()?;
    let nothing = TokenMoments::default();
    let of = |slot: Option<Slot>| if let Some(slot) = slot { each[usize::from(slot.0)] } else { nothing };
    let hurt = f64::from(faces_that_hurt(guard));
    let kept = TokenMoments::one_of(&[(6.0 - hurt, nothing), (hurt, of(strike.net))]);
    let point = kept.plus_times(&of(strike.gross), 1.0);
    let amount = &guard.amount;
    let points = |n: u16| nothing.plus_times(&point, f64::from(n));
    let mut values: SmallVec<[(f64, TokenMoments); 6]> = SmallVec::new();
    for (weight, value) in weighted_values(amount) {
        values.push((f64::from(weight), points(value)));
    }
    let die = TokenMoments::one_of(&values);
    let unsaved = points(amount.plus).plus_times(&of(strike.through), 1.0).plus_times(&die, f64::from(amount.dice));
    Some(match guard.save {
        None => unsaved,
        Some(save) => {
            let (saved, failed) = save_ways(save);
            TokenMoments::one_of(&[(saved, nothing), (failed, unsaved)])
        }
    })
}

/// What one hit does to the bodies' state.
///
/// `strides` say how far a token of `through`, `gross` and `net` moves in the joint grid, if it is followed there. `None` if
/// that takes more than this many bands.
pub(super) fn bands(
    strike: &Strike,
    states: &BodyStates<'_>,
    pmfs: &mut TokenPmfs,
    strides: [Option<usize>; 3],
    most: usize,
) -> Option<Bands> {
    // The points that hurt always matter: they change the state.
    let kinds = [(0, strides[0].is_some()), (1, strides[1].is_some()), (NET, true)];
    let tokens = kinds.map(|(kind, is)| if is { pmfs.tokens(Slot(kind), 1) } else { TokenPmf::NOTHING });
    let strides = strides.map(Option::unwrap_or_default);
    let mut bands = Bands::new(states.cells(), most);
    #[cfg(test)]
    let strike = &planted::strike(strike, planted::in_exact);
    for (place, (body, guards)) in strike.bodies.iter().zip(&strike.guards).enumerate() {
        let (shape, cells) = (states.body(*body), states.cells_of(*body));
        let before = &strike.bodies[..place];
        let lands = |cell: Cell| before.iter().all(|body| !states.is_standing(cell, *body));
        let (total, mut from, mut outcomes) = (shape.wounds(), 0, Outcomes::new());
        for (group, guard) in shape.groups.iter().zip(guards) {
            let pmf = hit_pmf(guard, pmfs, tokens);
            outcomes = outcomes_of(pmfs, pmf, strides);
            let (models, wounds) = (usize::from(group.models), usize::from(group.wounds));
            if strike.spill {
                for lost in from..from + models * wounds {
                    let room = total - lost;
                    #[cfg(test)]
                    let first = usize::from(shape.groups[0].wounds);
                    #[cfg(test)]
                    let room = if planted::in_exact(PlantedError::Spill) { first.saturating_sub(lost) } else { room };
                    bands.add_hits(&outcomes, &cells, HitTarget { lost: lost..lost + 1, every: 1, room }, lands)?;
                }
            } else {
                // All models that are as far from falling are alike.
                for hurt in 0..wounds {
                    let lost = from + hurt..from + models * wounds;
                    bands.add_hits(&outcomes, &cells, HitTarget { lost, every: wounds, room: wounds - hurt }, lands)?;
                }
            }
            from += models * wounds;
        }
        if place + 1 == strike.bodies.len() {
            // Where all are gone, hits land on another model like the last.
            bands.add_hits(&outcomes, &cells, HitTarget { lost: total..total + 1, every: 1, room: 0 }, lands)?;
        }
    }
    Some(bands)
}

/// How many tokens of each kind hits have dropped, as one number of rows of a grid.
#[derive(Clone, Copy)]
pub(super) struct DroppedRows {
    kinds: usize,
}

impl DroppedRows {
    /// Fewer than `kinds` of each; `None` if that is more than this machine counts for so many cells.
    pub(super) fn new(kinds: usize, cells: usize) -> Option<Self> {
        kinds.checked_pow(3)?.checked_mul(cells)?;
        Some(Self { kinds })
    }

    /// The rows of one token of a kind.
    pub(super) fn of_kind(self, kind: usize) -> usize {
        self.kinds.pow(kind as u32)
    }

    /// The tokens of each kind in so many rows.
    pub(super) fn counts(self, rows: usize) -> [usize; 3] {
        [0, 1, 2].map(|kind| rows / self.of_kind(kind) % self.kinds)
    }
}

/// Number of the points that hurt among the kinds of tokens that a hit drops.
const NET: u16 = 2;

/// The ways, of all, in which a save succeeds and fails.
fn save_ways(save: Save) -> (f64, f64) {
    let rerolls = [save.reroll, Faces::NONE];
    let (saved, all) = (Faces::from(save.on), Faces::from(1));
    let failed = all.without(saved);
    (f64::from(ways_to_end_on(saved, 6, rerolls)), f64::from(ways_to_end_on(failed, 6, rerolls)))
}

/// The values of an amount's die, face by face, with the ways to end on the face.
#[inline(always)]
fn weighted_values(amount: &Draw) -> impl Iterator<Item = (u32, u16)> {
    let weight = |face| ways_to_end_on(Faces::only(face), amount.sides, [amount.reroll, Faces::NONE]);
    (1..).zip(&amount.values).map(move |(face, value)| (weight(face), *value))
}

/// The distribution of the tokens of an amount of points, where `point` is that of one.
fn amount_pmf(amount: &Draw, pmfs: &mut TokenPmfs, point: TokenPmf) -> TokenPmf {
    let fixed = pmfs.times(point, usize::from(amount.plus));
    if amount.dice == 0 {
        return fixed;
    }
    let mut choices: SmallVec<[(f64, TokenPmf); 6]> = SmallVec::new();
    let mut last = 0;
    for (weight, value) in weighted_values(amount) {
        // A larger value starts from the distribution of the one before.
        let pmf = match choices.last() {
            Some((_, pmf)) if value >= last => {
                let others = pmfs.times(point, usize::from(value - last));
                pmfs.and(*pmf, others)
            }
            _ => pmfs.times(point, usize::from(value)),
        };
        choices.push((f64::from(weight), pmf));
        last = value;
    }
    let die = pmfs.one_of(&choices);
    let dice = pmfs.times(die, usize::from(amount.dice));
    pmfs.and(fixed, dice)
}

/// The outcomes of one hit, whose slots are numbered as `strides` are.
fn outcomes_of(pmfs: &TokenPmfs, pmf: TokenPmf, strides: [usize; 3]) -> Outcomes {
    let mut outcomes = Outcomes::new();
    for (index, weight) in pmfs.weights(pmf).iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (mut rest, mut outcome) = (index, HitOutcome { net: 0, shift: 0, p: weight / pmfs.total(pmf) });
        for axis in pmfs.axes(pmf).iter().rev() {
            let (count, kind) = (rest % axis.len, usize::from(axis.slot.0));
            rest /= axis.len;
            if axis.slot == Slot(NET) {
                outcome.net = count;
            }
            outcome.shift += count * strides[kind];
        }
        outcomes.push(outcome);
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::engine::exact::bands::Band;
    use crate::sequence::{Body, Side};

    fn strike(spill: bool, guards: [Guard; 2]) -> Strike {
        let guards = smallvec![guards.into_iter().collect()];
        Strike { guards, spill, ..Strike::unstopped("hit", Slot(0), 0, Draw::one()) }
    }

    /// Where one hit leads from each number of points lost, with the chance of it.
    fn moves(strike: &Strike) -> Vec<Vec<(usize, f64)>> {
        let bodies = [Body::of("mixed", Side::Defender, &[(2, 2), (1, 3)], 0)];
        let states = BodyStates::new(&bodies, &[true]);
        let bands = bands(strike, &states, &mut TokenPmfs::new(), [None; 3], 100).expect("few");
        let from = |cell: usize| {
            let at = |(band, weights): (&Band, &[f64])| {
                let to = cell + band.offset;
                (to < states.cells() && weights[to] > 0.0).then(|| (to, weights[to]))
            };
            let mut to: Vec<(usize, f64)> = bands.iter().filter_map(at).collect();
            to.sort_by_key(|(to, _)| *to);
            to
        };
        (0..states.cells()).map(from).collect()
    }

    #[test]
    fn tokens_of_each_kind_are_told_apart_as_far_as_a_machine_counts() {
        for (kinds, counts) in [(2, [1, 0, 1]), (7, [6, 6, 6]), (1 << 16, [65_535, 0, 65_535])] {
            let rows = DroppedRows::new(kinds, 100).expect("few enough");
            assert_eq!(rows.counts((0..3).map(|kind| counts[kind] * rows.of_kind(kind)).sum()), counts);
        }
        assert!(DroppedRows::new(usize::MAX >> 16, 1).is_none());
        assert!(DroppedRows::new(1 << (usize::BITS / 4), 1 << (usize::BITS / 4)).is_none());
    }

    #[test]
    fn a_hit_moves_every_state_somewhere() {
        let guard = |on, ignore_on| Guard {
            save: Some(Save { on, reroll: Faces::NONE }),
            amount: Draw::of("D3".parse().expect("dice"), Faces::NONE),
            ignore_on,
        };
        for spill in [false, true] {
            for (cell, to) in moves(&strike(spill, [guard(4, 5), guard(2, 7)])).iter().enumerate() {
                let out: f64 = to.iter().map(|(_, p)| p).sum();
                assert!((out - 1.0).abs() < 1e-15, "cell {cell}: {out}");
            }
        }
    }

    /// Three points on two models of two wounds and one of three: what a model does not need is lost, or goes on.
    #[test]
    fn what_is_left_of_a_hit_is_lost_or_goes_on() {
        let guard = || Guard { save: None, amount: Draw::fixed(3), ignore_on: 7 };
        let after = |spill| moves(&strike(spill, [guard(), guard()])).iter().map(|to| to[0].0).collect::<Vec<_>>();
        assert_eq!(after(false), [2, 2, 4, 4, 7, 7, 7, 7]);
        assert_eq!(after(true), [3, 4, 5, 6, 7, 7, 7, 7]);
    }

    #[test]
    fn a_model_saves_and_ignores_points_as_its_own_group_does() {
        // The first group saves on 4+ and ignores nothing; the second saves on 6+ and ignores points on 5+.
        let guard =
            |on, ignore_on| Guard { save: Some(Save { on, reroll: Faces::NONE }), amount: Draw::one(), ignore_on };
        let all = moves(&strike(false, [guard(4, 7), guard(6, 5)]));
        assert_eq!(all[0], [(0, 0.5), (1, 0.5)]);
        let (hurt, from) = (5.0 / 6.0 * 4.0 / 6.0, 4);
        assert!((all[from][1].1 - hurt).abs() < 1e-15 && all[from][1].0 == from + 1, "{:?}", all[from]);
    }
}
