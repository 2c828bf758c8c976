//! What no list exceeds.
//!
//! A target that loses the sum `s` of what its attackers take is worth `w · min(1, s)`, which is at most `w (1 - r) + w r s`
//! for every price `r` from 0 to 1; and the worst of several enemies is at most their mean under any weights. So at any
//! prices and weights a list does at most a constant and something for each of its units: the best list for such a sum is a
//! knapsack, which is filled exactly, whole units only. Prices are improved for some rounds (a Lagrangian relaxation:
//! Geoffrion, "Lagrangean Relaxation for Integer Programming", Mathematical Programming Study 2, 1974).

use super::market::{Assigned, Good, Market, Prey};

/// What is asked for attacking each target, how much each enemy weighs, and what limits cost.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    weights: Vec<f64>,
    /// For each enemy and target the part of it that is paid for.
    pub(super) kept: Vec<Vec<f64>>,
    /// For each limit the price of one more than it allows, and of one less than it asks for.
    limits: Vec<[f64; 2]>,
}

/// Lists that begin with some goods, and have no more of some of them.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) counts: Vec<usize>,
    pub(super) is_closed: Vec<bool>,
    pub(super) prices: Prices,
    /// No list of the branch is better.
    pub(super) bound: f64,
    /// The list that is best at these prices, and what each good is worth at them.
    pub(super) filled: Vec<usize>,
    pub(super) values: Vec<f64>,
}

impl Prices {
    pub(super) fn new(market: &Market) -> Self {
        let enemies = market.enemies.len();
        Self {
            weights: vec![1.0 / enemies as f64; enemies],
            kept: market.enemies.iter().map(|enemy| vec![0.5; enemy.len()]).collect(),
            limits: vec![[0.0; 2]; market.limits.len()],
        }
    }

    /// The price of a whole target.
    fn price(&self, enemy: usize, target: usize, prey: &Prey) -> f64 {
        self.weights[enemy] * prey.weight * self.kept[enemy][target]
    }

    /// What every list is worth, and what each good adds.
    fn value(&self, market: &Market) -> (f64, Vec<f64>) {
        let (mut always, mut values) = (0.0, vec![0.0; market.goods.len()]);
        let mut most = vec![0.0f64; market.goods.len()];
        for (place, enemy) in market.enemies.iter().enumerate() {
            most.fill(0.0);
            for (target, prey) in enemy.iter().enumerate() {
                let price = self.price(place, target, prey);
                always += self.weights[place] * prey.weight - price;
                most.iter_mut().zip(&prey.taken).for_each(|(most, taken)| *most = most.max(price * taken));
            }
            values.iter_mut().zip(&most).for_each(|(values, most)| *values += most);
        }
        for (limit, [over, under]) in market.limits.iter().zip(&self.limits) {
            // Who may have any number of something pays nothing for it.
            always += if *over > 0.0 { over * limit.most as f64 } else { 0.0 } - under * limit.least as f64;
            let counted = values.iter_mut().zip(&limit.counts).filter(|(_, counts)| **counts);
            counted.for_each(|(values, _)| *values += under - over);
        }
        (always, values)
    }

    /// Makes better prices, now that a list is the best at these; `step` is how far they go.
    fn improve(&mut self, market: &Market, filled: &[usize], step: f64) {
        let bought: Vec<(usize, f64)> = filled
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(good, count)| (good, *count as f64))
            .collect();
        let mut values = Vec::with_capacity(market.enemies.len());
        for (place, enemy) in market.enemies.iter().enumerate() {
            let kept = &mut self.kept[place];
            let mut sums = vec![0.0; enemy.len()];
            let mut value: f64 = enemy.iter().zip(&*kept).map(|(prey, kept)| prey.weight * (1.0 - kept)).sum();
            for (good, count) in &bought {
                let value_of = |target: usize| enemy[target].weight * kept[target] * enemy[target].taken[*good];
                let best =
                    (0..enemy.len()).max_by(|a, b| value_of(*a).total_cmp(&value_of(*b)).then(b.cmp(a))).unwrap_or(0);
                sums[best] += count * enemy[best].taken[*good];
                value += count * value_of(best);
            }
            values.push(value);
            for (kept, sum) in kept.iter_mut().zip(sums) {
                *kept = (*kept - step * (sum - 1.0).clamp(-1.0, 1.0)).clamp(0.0, 1.0);
            }
        }
        let mean: f64 = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
        for (weight, value) in self.weights.iter_mut().zip(&values) {
            *weight = (*weight * (1.0 - 2.0 * step * (value - mean) / mean.max(0.01)).clamp(0.5, 2.0)).max(1e-9);
        }
        let all: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= all);
        for (limit, [over, under]) in market.limits.iter().zip(&mut self.limits) {
            let counted = limit.counted(filled) as f64;
            *over = (*over + 0.1 * step * (counted - limit.most as f64)).max(0.0);
            *under = (*under + 0.1 * step * (limit.least as f64 - counted)).max(0.0);
        }
    }
}

impl Branch {
    /// All lists.
    pub(super) fn whole(market: &Market) -> Self {
        let goods = market.goods.len();
        Self {
            counts: market.held.clone(),
            is_closed: vec![false; goods],
            prices: Prices::new(market),
            bound: f64::INFINITY,
            filled: market.held.clone(),
            values: vec![0.0; goods],
        }
    }

    /// One list alone.
    pub(super) fn only(market: &Market, counts: Vec<usize>) -> Self {
        Self { is_closed: vec![true; counts.len()], filled: counts.clone(), counts, ..Self::whole(market) }
    }

    /// Who attacks whom, against every enemy, with prices that were improved in this many rounds.
    pub(super) fn assigned(&mut self, market: &Market, rounds: usize, most: usize) -> Vec<Assigned> {
        self.tighten(market, (rounds, f64::NEG_INFINITY), &mut |_| {});
        market.assigned(&self.counts, &self.prices.kept, most)
    }

    /// Works out the bound, in this many rounds; `each` sees the best list of each. Stops once no list is better than `known`.
    pub(super) fn tighten(&mut self, market: &Market, (rounds, best): (usize, f64), each: &mut dyn FnMut(&[usize])) {
        let (mut prices, mut knapsack) = (self.prices.clone(), Knapsack::new(market, self));
        self.bound = self.bound.min(1.0);
        for round in 0..rounds {
            let (always, values) = prices.value(market);
            let (value, filled) = knapsack.fill(market, self, &values);
            let held: f64 = self.counts.iter().zip(&values).map(|(count, values)| *count as f64 * values).sum();
            let bound = always + held + value;
            each(&filled);
            let step = 0.25 / (1.0 + round as f64 / 20.0);
            if bound < self.bound || round == 0 {
                (self.prices, self.filled, self.values) = (prices.clone(), filled.clone(), values);
                self.bound = self.bound.min(bound);
            }
            if self.bound <= best {
                return;
            }
            prices.improve(market, &filled, step);
        }
    }
}

/// The best filling of what is left to be spent.
struct Knapsack {
    /// For each kind that is not used up how many may be added, and its open goods with their points.
    kinds: Vec<(usize, Vec<(usize, usize)>)>,
    room: usize,
    /// For each kind, number added and room: the last good that was added.
    last: Vec<Vec<Vec<u16>>>,
    /// For each kind and room how many are added.
    added: Vec<Vec<u8>>,
}

impl Knapsack {
    fn new(market: &Market, branch: &Branch) -> Self {
        let room = market.budget.saturating_sub(market.points(&branch.counts));
        let open = |kind: usize| -> Vec<(usize, usize)> {
            let is_affordable = |(_, good): &(usize, &Good)| good.kind == kind && good.points <= room;
            let goods =
                market.goods.iter().enumerate().filter(is_affordable).filter(|(good, _)| !branch.is_closed[*good]);
            goods.map(|(good, key)| (good, key.points)).collect()
        };
        let left = |kind: usize| market.copies[kind].saturating_sub(market.of_kind(&branch.counts, kind));
        let kinds = (0..market.copies.len()).map(|kind| (left(kind), open(kind)));
        let kinds: Vec<_> = kinds.filter(|(left, open)| *left > 0 && !open.is_empty()).collect();
        let last = kinds.iter().map(|(left, _)| vec![vec![u16::MAX; room + 1]; *left]).collect();
        let added = vec![vec![0; room + 1]; kinds.len()];
        Self { kinds, room, last, added }
    }

    /// What the best filling adds, and the list with it.
    fn fill(&mut self, market: &Market, branch: &Branch, values: &[f64]) -> (f64, Vec<usize>) {
        let mut best = vec![0.0; self.room + 1];
        for (place, (most, goods)) in self.kinds.iter().enumerate() {
            self.added[place].fill(0);
            let mut before = best.clone();
            for number in 0..*most {
                let mut with = vec![f64::NEG_INFINITY; self.room + 1];
                let last = &mut self.last[place][number];
                for (good, points) in goods {
                    let values = values[*good];
                    let places = with[*points..].iter_mut().zip(&mut last[*points..]);
                    for ((with, last), before) in places.zip(&before) {
                        if before + values > *with {
                            (*with, *last) = (before + values, *good as u16);
                        }
                    }
                }
                for (room, with) in with.iter().enumerate() {
                    if *with > best[room] {
                        (best[room], self.added[place][room]) = (*with, number as u8 + 1);
                    }
                }
                before = with;
            }
        }
        let (mut counts, mut room) = (branch.counts.clone(), self.room);
        for place in (0..self.kinds.len()).rev() {
            for number in (0..self.added[place][room]).rev() {
                let good = usize::from(self.last[place][usize::from(number)][room]);
                counts[good] += 1;
                room -= market.goods[good].points;
            }
        }
        (best[self.room], counts)
    }
}
