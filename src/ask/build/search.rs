//! The list whose worst match-up is best: branch and bound.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use super::bound::Branch;
use super::market::{Assigned, Market, SAME};

/// Multiplications and comparisons that a search may take: some ten seconds.
const MAX_BUILD_WORK: f64 = 3e9;
/// Rounds in which prices are improved: for all lists, for those of a branch, and for a single one.
const ROUNDS: [usize; 3] = [600, 60, 200];
/// Multiplications and comparisons of the search for the best assignment against an enemy: of a list at the end of a branch,
/// and of the list that is reported.
const ASSIGNING: [usize; 2] = [300_000, 30_000_000];

/// The best list that was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundList {
    pub(super) counts: Vec<usize>,
    /// Against each enemy.
    pub(super) assigned: Vec<Assigned>,
    /// What no list exceeds.
    pub(super) bound: f64,
}

impl FoundList {
    /// What it does to the enemy that it does least to.
    pub(super) fn worst(&self) -> f64 {
        worst(&self.assigned)
    }
}

pub(super) fn worst(assigned: &[Assigned]) -> f64 {
    assigned.iter().map(|assigned| assigned.value).fold(f64::INFINITY, f64::min)
}

/// A search that goes on until nothing is better, the work is used up, or somebody stops it.
pub(super) struct Searched<'m> {
    market: &'m Market,
    /// The best list so far and what it does, told well enough to compare.
    best: Option<(f64, Vec<usize>)>,
    seen: BTreeSet<Vec<usize>>,
    work: f64,
}

/// The best list; `None` if none is allowed.
pub(super) fn build(market: &Market, stop: &AtomicBool, progress: &dyn Fn(f64)) -> Option<FoundList> {
    let mut search = Searched { market, best: None, seen: BTreeSet::new(), work: 0.0 };
    search.try_greedily();
    let mut root = Branch::whole(market);
    search.tighten(&mut root, ROUNDS[0]);
    search.swap(&root);
    // Branches by their bounds, which are at least 0, so that their bits are in order; of equal ones the oldest is last.
    let place = |branch: &Branch, born: usize| (branch.bound.max(0.0).to_bits(), Reverse(born));
    let (mut unsolved, mut born) = (f64::NEG_INFINITY, 0);
    let mut open = BTreeMap::from([(place(&root, born), root)]);
    while let Some((_, branch)) = open.pop_last() {
        let best = search.value();
        let bound = branch.bound.max(unsolved);
        progress((search.work / MAX_BUILD_WORK).min(1.0));
        if branch.bound <= best + SAME {
            break;
        }
        if stop.load(Ordering::Relaxed) || search.work > MAX_BUILD_WORK {
            unsolved = bound;
            break;
        }
        match search.split(&branch) {
            None => unsolved = unsolved.max(search.finish(&branch)),
            Some(good) => {
                for is_closed in [false, true] {
                    let mut part = branch.clone();
                    if is_closed {
                        part.is_closed[good] = true;
                    } else {
                        part.counts[good] += 1;
                    }
                    search.tighten(&mut part, ROUNDS[1]);
                    if part.bound > search.value() + SAME {
                        born += 1;
                        open.insert(place(&part, born), part);
                    }
                }
            }
        }
    }
    let (_, counts) = search.best?;
    let assigned = Branch::only(market, counts.clone()).assigned(market, ROUNDS[2], ASSIGNING[1]);
    let bound = worst(&assigned).max(unsolved);
    Some(FoundList { counts, assigned, bound })
}

impl Searched<'_> {
    /// What the best list does.
    fn value(&self) -> f64 {
        self.best.as_ref().map_or(f64::NEG_INFINITY, |(value, _)| *value)
    }

    /// Tries a list.
    fn try_one(&mut self, counts: &[usize]) {
        if !self.market.allows(counts) || !self.seen.insert(counts.to_vec()) {
            return;
        }
        let units: usize = counts.iter().sum();
        let targets: usize = self.market.enemies.iter().map(Vec::len).sum();
        self.work += (units * units * targets) as f64 * 3.0;
        let best = self.value();
        let value = self.market.worst(counts, best);
        if value > best {
            self.best = Some((value, counts.to_vec()));
        }
    }

    /// Works out what no list of a branch exceeds, and tries the lists that it comes by.
    fn tighten(&mut self, branch: &mut Branch, rounds: usize) {
        let market = self.market;
        let targets: usize = market.enemies.iter().map(Vec::len).sum();
        let room = market.budget.saturating_sub(market.points(&branch.counts)) as f64;
        let fillings: f64 = market
            .goods
            .iter()
            .map(|good| market.copies[good.kind] as f64 * (room - good.points as f64).max(1.0))
            .sum();
        let round = fillings + (targets * market.goods.len()) as f64;
        let best = self.value() + SAME;
        branch.tighten(market, (rounds, best), &mut |filled| {
            self.work += round;
            self.try_one(filled);
        });
    }

    /// The good of which a branch is split: the one that its best filling adds and that is worth most.
    fn split(&self, branch: &Branch) -> Option<usize> {
        let added = |good: &usize| branch.filled[*good] > branch.counts[*good];
        let value = |good: usize| branch.values[good];
        let takes = |good: &usize| !branch.is_closed[*good] && self.market.takes(&branch.counts, *good);
        let goods = || (0..self.market.goods.len()).filter(takes);
        let most = |goods: &mut dyn Iterator<Item = usize>| {
            goods.max_by(|a, b| value(*a).total_cmp(&value(*b)).then(b.cmp(a)))
        };
        most(&mut goods().filter(added)).or_else(|| most(&mut goods()))
    }

    /// What no list of a branch to which nothing can be added exceeds.
    fn finish(&mut self, branch: &Branch) -> f64 {
        if !self.market.allows(&branch.counts) {
            return f64::NEG_INFINITY;
        }
        let mut only = Branch::only(self.market, branch.counts.clone());
        let assigned = only.assigned(self.market, ROUNDS[2], ASSIGNING[0]);
        self.work += (ASSIGNING[0] * assigned.len()) as f64 / 4.0;
        let value = worst(&assigned);
        if value > self.value() {
            self.best = Some((value, branch.counts.clone()));
        }
        if assigned.iter().all(|assigned| assigned.is_best || assigned.value > value + SAME) {
            value
        } else {
            only.bound.min(branch.bound)
        }
    }

    /// Begins with what has to be there, and with that and whatever takes most for its points.
    fn try_greedily(&mut self) {
        let least = self.market.least();
        self.try_one(&least);
        let filled = self.market.filled(least, &self.market.efficiency());
        self.try_one(&filled);
    }

    /// Lets units go and others come, as long as the list does more.
    fn swap(&mut self, root: &Branch) {
        let market = self.market;
        let goods = market.goods.len();
        let per_point: Vec<f64> =
            (0..goods).map(|good| root.values[good] / market.goods[good].points.max(1) as f64).collect();
        while let Some((value, counts)) = self.best.clone() {
            for out in (0..goods).filter(|out| counts[*out] > market.held[*out]) {
                let mut less = counts.clone();
                less[out] -= 1;
                self.try_one(&market.filled(less.clone(), &per_point));
                for coming in (0..goods).filter(|coming| *coming != out) {
                    if market.takes(&less, coming) {
                        let mut other = less.clone();
                        other[coming] += 1;
                        self.try_one(&market.filled(other, &per_point));
                    }
                }
            }
            if self.value() <= value + SAME || self.work > MAX_BUILD_WORK / 4.0 {
                return;
            }
        }
    }
}

impl Market {
    /// What has to be there, the cheapest goods where some have to be of a keyword.
    pub(super) fn least(&self) -> Vec<usize> {
        let mut counts = self.held.clone();
        for limit in &self.limits {
            while limit.counted(&counts) < limit.least {
                let goods = (0..self.goods.len()).filter(|good| limit.counts[*good] && self.takes(&counts, *good));
                let Some(good) = goods.min_by_key(|good| self.goods[*good].points) else { break };
                counts[good] += 1;
            }
        }
        counts
    }

    /// What each good takes for a point, of the target that it takes most of, over all enemies.
    pub(super) fn efficiency(&self) -> Vec<f64> {
        let taken = |good: usize| -> f64 {
            let most = |enemy: &Vec<super::market::Prey>| {
                enemy.iter().map(|prey| prey.weight * prey.taken[good].min(1.0)).fold(0.0, f64::max)
            };
            self.enemies.iter().map(most).sum()
        };
        (0..self.goods.len()).map(|good| taken(good) / self.goods[good].points.max(1) as f64).collect()
    }

    /// A list filled with the highest value per point.
    pub(super) fn filled(&self, mut counts: Vec<usize>, values: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.goods.len()).filter(|good| values[*good] > 0.0).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
        for good in order {
            while self.takes(&counts, good) {
                counts[good] += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::market::{CountLimit, Good, Prey, assign};
    use super::*;

    /// Numbers that look random, the same every time.
    struct Drawn(u64);

    impl Drawn {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 20) as usize % most
        }

        fn part(&mut self) -> f64 {
            self.below(1000) as f64 / 999.0
        }
    }

    /// Four units of one or two sizes against three enemies of two or three targets.
    fn drawn(seed: u64) -> Market {
        let mut drawn = Drawn(seed * 7919 + 12_345);
        let mut goods = Vec::new();
        for kind in 0..4 {
            let points = 2 + drawn.below(5);
            goods.extend((0..1 + drawn.below(2)).map(|size| Good { points: points * (1 + size), kind }));
        }
        let mut prey = |targets: usize| Prey {
            weight: 1.0 / targets as f64,
            taken: goods.iter().map(|good| drawn.part() * good.points as f64 / 8.0).map(|part| part.min(1.0)).collect(),
        };
        let enemies = [2, 3, 2].map(|targets| (0..targets).map(|_| prey(targets)).collect()).to_vec();
        let (mut held, mut limits) = (vec![0; goods.len()], Vec::new());
        if seed.is_multiple_of(3) {
            held[0] = 1;
        }
        if seed.is_multiple_of(2) {
            let counts = |kinds: [usize; 2]| goods.iter().map(|good| kinds.contains(&good.kind)).collect();
            limits.push(CountLimit { counts: counts([0, 1]), least: 0, most: 1 + drawn.below(2) });
            limits.push(CountLimit { counts: counts([2, 3]), least: drawn.below(3), most: usize::MAX });
        }
        Market { goods, copies: vec![2, 2, 1, 3], budget: 9 + drawn.below(6), held, limits, enemies }
    }

    /// The best of all lists and assignments by brute force; it shares no code with the search that it checks.
    fn best_of_all(market: &Market, counts: &mut Vec<usize>) -> f64 {
        if counts.len() < market.goods.len() {
            let each = (0..=3).map(|count| {
                counts.push(count);
                let best = best_of_all(market, counts);
                counts.pop();
                best
            });
            return each.fold(f64::NEG_INFINITY, f64::max);
        }
        let count_of = |is_one: &dyn Fn(usize) -> bool| -> usize {
            (0..counts.len()).filter(|good| is_one(*good)).map(|good| counts[good]).sum()
        };
        let points: usize = counts.iter().zip(&market.goods).map(|(count, good)| count * good.points).sum();
        let copies = (0..4).all(|kind| count_of(&|good| market.goods[good].kind == kind) <= market.copies[kind]);
        let limits = market.limits.iter().all(|limit| {
            let there = count_of(&|good| limit.counts[good]);
            limit.least <= there && there <= limit.most
        });
        let held = counts.iter().zip(&market.held).all(|(count, held)| count >= held);
        if points > market.budget || !copies || !limits || !held {
            return f64::NEG_INFINITY;
        }
        let units: Vec<usize> = (0..counts.len()).flat_map(|good| vec![good; counts[good]]).collect();
        let against = |enemy: &Vec<Prey>| -> f64 {
            let all = enemy.len().pow(units.len() as u32);
            let taken = |way: usize| -> f64 {
                let (mut sums, mut rest) = (vec![0.0; enemy.len()], way);
                for unit in &units {
                    sums[rest % enemy.len()] += enemy[rest % enemy.len()].taken[*unit];
                    rest /= enemy.len();
                }
                enemy.iter().zip(sums).map(|(prey, sum): (&Prey, f64)| prey.weight * sum.min(1.0)).sum()
            };
            (0..all).map(taken).fold(0.0, f64::max)
        };
        market.enemies.iter().map(against).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn small_lists_are_the_best_of_all_and_no_list_exceeds_the_bound() {
        let (mut impossible, mut possible) = (0, 0);
        for seed in 1..=60 {
            let market = drawn(seed);
            let best = best_of_all(&market, &mut Vec::new());
            let Some(built) = build(&market, &AtomicBool::new(false), &|_| {}) else {
                assert!(best.is_infinite(), "{seed}: a list takes {best}");
                impossible += 1;
                continue;
            };
            possible += 1;
            assert!((built.worst() - best).abs() < 1e-9, "{seed}: {} is not {best}", built.worst());
            assert!((built.bound - best).abs() < 1e-9, "{seed}: {} is not the bound {best}", built.bound);
            assert!(market.allows(&built.counts), "{seed}");
        }
        assert!(possible > 40 && impossible > 0, "{possible} and {impossible}");
    }

    /// Whoever stops at once gets a list that is allowed, and a bound that holds.
    #[test]
    fn a_search_that_is_stopped_tells_a_list_and_a_bound_that_holds() {
        for seed in [1, 5, 7, 11, 13] {
            let market = drawn(seed);
            let built = build(&market, &AtomicBool::new(true), &|_| {}).expect("a list");
            let best = best_of_all(&market, &mut Vec::new());
            assert!(
                market.allows(&built.counts) && built.worst() <= best + 1e-9 && built.bound >= best - 1e-9,
                "{seed}"
            );
        }
    }

    /// The bound of all lists holds in every round, also where limits are priced.
    #[test]
    fn no_list_exceeds_the_first_bound() {
        for seed in 1..=60 {
            let (market, mut root) = (drawn(seed), Branch::whole(&drawn(seed)));
            let best = best_of_all(&market, &mut Vec::new());
            root.tighten(&market, (100, f64::NEG_INFINITY), &mut |_| {});
            assert!(root.bound >= best - 1e-9, "{seed}: {} is below {best}", root.bound);
        }
    }

    /// Seven units, two of them alike, on three targets, two of them alike: every assignment.
    #[test]
    fn an_assignment_is_the_best_of_all() {
        for seed in 1..=80 {
            let mut drawn = Drawn(seed * 104_729 + 7);
            let mut prey = || Prey { weight: 0.2 + drawn.part(), taken: (0..6).map(|_| 0.7 * drawn.part()).collect() };
            let (one, other) = (prey(), prey());
            let enemy = [one.clone(), one, other];
            let units = [0, 1, 1, 2, 3, 4, 5];
            let taken = |way: usize| -> f64 {
                let (mut sums, mut rest) = ([0.0; 3], way);
                for unit in units {
                    sums[rest % 3] += enemy[rest % 3].taken[unit];
                    rest /= 3;
                }
                enemy.iter().zip(sums).map(|(prey, sum): (&Prey, f64)| prey.weight * sum.min(1.0)).sum()
            };
            let best = (0..3usize.pow(7)).map(taken).fold(0.0, f64::max);
            let found = assign(&enemy, &units, Some((&[0.5; 3], 10_000_000)));
            assert!(found.is_best && (found.value - best).abs() < 1e-9, "{seed}: {} is not {best}", found.value);
        }
    }
}
