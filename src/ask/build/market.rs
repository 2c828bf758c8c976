//! What may be bought and what it does: the numbers that a list is searched in.

/// Something that may be bought any number of times: a unit of some size, with a choice of weapons.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Good {
    pub(super) points: usize,
    /// Which unit it is: sizes and choices of one unit share its copies.
    pub(super) kind: usize,
}

/// How many of some goods a list has.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CountLimit {
    /// For each good whether it counts.
    pub(super) counts: Vec<bool>,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A target of an enemy's list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prey {
    /// Its part of all wounds of its list.
    pub(super) weight: f64,
    /// For each good the part of the target that its attack takes on average.
    pub(super) taken: Vec<f64>,
}

/// What lists are made of, and against what.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Market {
    pub(super) goods: Vec<Good>,
    /// For each kind the most that a list has of it.
    pub(super) copies: Vec<usize>,
    pub(super) budget: usize,
    /// How many of each good are in every list.
    pub(super) held: Vec<usize>,
    pub(super) limits: Vec<CountLimit>,
    /// The enemies, each a list of targets whose weights add up to 1.
    pub(super) enemies: Vec<Vec<Prey>>,
}

/// Who attacks whom: one target of an enemy for each unit.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Assigned {
    /// The part of all wounds that is taken, no more of a target than there is.
    pub(super) value: f64,
    /// The target of each unit.
    pub(super) aims: Vec<usize>,
    /// Whether no assignment is better.
    pub(super) is_best: bool,
}

/// Differences below this are rounding.
pub(super) const SAME: f64 = 1e-9;

impl Market {
    pub(super) fn points(&self, counts: &[usize]) -> usize {
        self.goods.iter().zip(counts).map(|(good, count)| good.points * count).sum()
    }

    pub(super) fn of_kind(&self, counts: &[usize], kind: usize) -> usize {
        self.goods.iter().zip(counts).filter(|(good, _)| good.kind == kind).map(|(_, count)| count).sum()
    }

    /// Whether one more of a good is affordable and allowed.
    pub(super) fn takes(&self, counts: &[usize], good: usize) -> bool {
        let Good { points, kind } = self.goods[good];
        let is_full = |limit: &CountLimit| limit.counts[good] && limit.counted(counts) >= limit.most;
        self.points(counts) + points <= self.budget
            && self.of_kind(counts, kind) < self.copies[kind]
            && !self.limits.iter().any(is_full)
    }

    /// Whether a list is one that may be played.
    pub(super) fn allows(&self, counts: &[usize]) -> bool {
        let limits = self.limits.iter().all(|limit| (limit.least..=limit.most).contains(&limit.counted(counts)));
        let held = counts.iter().zip(&self.held).all(|(count, held)| count >= held);
        let kinds = (0..self.copies.len()).all(|kind| self.of_kind(counts, kind) <= self.copies[kind]);
        limits && held && kinds && self.points(counts) <= self.budget
    }

    /// The units of a list, by their goods.
    pub(super) fn units(counts: &[usize]) -> Vec<usize> {
        counts.iter().enumerate().flat_map(|(good, count)| std::iter::repeat_n(good, *count)).collect()
    }

    /// The best assignment against every enemy, if `most` multiplications and comparisons for each find it; `kept` are prices
    /// of its targets.
    pub(super) fn assigned(&self, counts: &[usize], kept: &[Vec<f64>], most: usize) -> Vec<Assigned> {
        let units = Self::units(counts);
        self.enemies.iter().zip(kept).map(|(enemy, kept)| assign(enemy, &units, Some((kept, most)))).collect()
    }

    /// The same, assigned well enough to compare lists.
    pub(super) fn assigned_quickly(&self, counts: &[usize]) -> Vec<Assigned> {
        let units = Self::units(counts);
        self.enemies.iter().map(|enemy| assign(enemy, &units, None)).collect()
    }

    /// What a list does to the enemy that it does least to, assigned well enough to compare lists; as soon as that is no
    /// more than `known`, the rest is not looked at.
    pub(super) fn worst(&self, counts: &[usize], best: f64) -> f64 {
        let (units, mut worst) = (Self::units(counts), f64::INFINITY);
        for enemy in &self.enemies {
            worst = worst.min(assign(enemy, &units, None).value);
            if worst <= best {
                break;
            }
        }
        worst
    }
}

impl CountLimit {
    pub(super) fn counted(&self, counts: &[usize]) -> usize {
        self.counts.iter().zip(counts).filter(|(is_one, _)| **is_one).map(|(_, count)| count).sum()
    }
}

/// What a target that has lost `sum` loses by another part.
fn gain(prey: &Prey, sum: f64, part: f64) -> f64 {
    prey.weight * ((sum + part).min(1.0) - sum.min(1.0))
}

/// A good assignment; with prices of the targets the best one, if this many multiplications and comparisons find it.
pub(super) fn assign(enemy: &[Prey], units: &[usize], thorough: Option<(&[f64], usize)>) -> Assigned {
    let mut found = greedy(enemy, units);
    improve(enemy, units, &mut found);
    if let Some((kept, most)) = thorough {
        let steps = most / (units.len() * enemy.len()).max(1) + 2;
        let mut search = Search::new(enemy, units, (found, kept, steps));
        search.go(0, 0.0, search.all);
        found = search.best;
        found.is_best = search.left > 0;
    }
    found
}

/// Always the attack that takes most.
fn greedy(enemy: &[Prey], units: &[usize]) -> Assigned {
    let (mut sums, mut aims, mut value) = (vec![0.0; enemy.len()], vec![usize::MAX; units.len()], 0.0);
    for _ in units {
        let mut best = (-1.0, 0, 0);
        for (place, unit) in units.iter().enumerate().filter(|(place, _)| aims[*place] == usize::MAX) {
            for (target, prey) in enemy.iter().enumerate() {
                let more = gain(prey, sums[target], prey.taken[*unit]);
                if more > best.0 + SAME {
                    best = (more, place, target);
                }
            }
        }
        let (more, place, target) = best;
        (aims[place], value) = (target, value + more);
        sums[target] += enemy[target].taken[units[place]];
    }
    Assigned { value, aims, is_best: false }
}

/// Moves units to other targets, and lets two change places, as long as that takes more.
fn improve(enemy: &[Prey], units: &[usize], found: &mut Assigned) {
    let sum = |aims: &[usize], target: usize| -> f64 {
        let at = aims.iter().zip(units).filter(|(aim, _)| **aim == target);
        at.map(|(_, unit)| enemy[target].taken[*unit]).sum()
    };
    let value = |target: usize, sum: f64| enemy[target].weight * sum.min(1.0);
    let mut sums: Vec<f64> = (0..enemy.len()).map(|target| sum(&found.aims, target)).collect();
    for _ in 0..4 * units.len() {
        // The units that go elsewhere, and where to.
        let mut best = (SAME, [(0, 0); 2]);
        for one in 0..units.len() {
            let (here, part) = (found.aims[one], |target: usize| enemy[target].taken[units[one]]);
            for there in (0..enemy.len()).filter(|there| *there != here) {
                let two = |mine: f64, theirs: f64| value(here, mine) + value(there, theirs);
                let before = two(sums[here], sums[there]);
                let (mine, theirs) = (sums[here] - part(here), sums[there] + part(there));
                let more = two(mine, theirs) - before;
                if more > best.0 {
                    best = (more, [(one, there); 2]);
                }
                for other in (one + 1..units.len()).filter(|other| found.aims[*other] == there) {
                    let back = |target: usize| enemy[target].taken[units[other]];
                    let more = two(mine + back(here), theirs - back(there)) - before;
                    if more > best.0 {
                        best = (more, [(one, there), (other, here)]);
                    }
                }
            }
        }
        if best.0 <= SAME {
            break;
        }
        for (unit, aim) in best.1 {
            found.aims[unit] = aim;
        }
        sums = (0..enemy.len()).map(|target| sum(&found.aims, target)).collect();
    }
    found.value = sums.iter().enumerate().map(|(target, sum)| value(target, *sum)).sum();
}

/// Tries every assignment that can still be the best.
struct Search<'e> {
    enemy: &'e [Prey],
    /// The units, those that do most first, and where they stand among all.
    units: Vec<(usize, usize)>,
    sums: Vec<f64>,
    aims: Vec<usize>,
    best: Assigned,
    /// The part of each target that is paid for, as [`bound`](super::bound) has it.
    kept: &'e [f64],
    /// What no assignment exceeds at these prices.
    all: f64,
    /// Steps that may still be taken.
    left: usize,
}

impl<'e> Search<'e> {
    fn new(enemy: &'e [Prey], units: &[usize], (best, kept, left): (Assigned, &'e [f64], usize)) -> Self {
        let mut ordered: Vec<(usize, usize)> =
            units.iter().copied().enumerate().map(|(place, unit)| (unit, place)).collect();
        let most_of = |unit: usize| enemy.iter().map(|prey| gain(prey, 0.0, prey.taken[unit])).fold(0.0, f64::max);
        ordered.sort_by(|a, b| most_of(b.0).total_cmp(&most_of(a.0)).then(a.cmp(b)));
        let (sums, aims) = (vec![0.0; enemy.len()], vec![0; units.len()]);
        let always: f64 = enemy.iter().zip(kept).map(|(prey, kept)| prey.weight * (1.0 - kept)).sum();
        let priced = ordered.iter().map(|(unit, _)| {
            enemy.iter().zip(kept).map(|(prey, kept)| prey.weight * kept * prey.taken[*unit]).fold(0.0, f64::max)
        });
        let all = always + priced.sum::<f64>();
        Self { enemy, units: ordered, sums, aims, best, kept, all, left }
    }

    /// Assigns the next unit, now that what is assigned takes so much, and all can take no more than `priced`.
    fn go(&mut self, next: usize, value: f64, priced: f64) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        if value > self.best.value + SAME {
            // The other units attack whomever they did.
            self.best.value = value;
            for (place, aim) in self.units[..next].iter().zip(&self.aims) {
                self.best.aims[place.1] = *aim;
            }
        }
        let Some((unit, _)) = self.units.get(next).copied() else { return };
        let more = |unit: usize| {
            let gains = self.enemy.iter().zip(&self.sums).map(|(prey, sum)| gain(prey, *sum, prey.taken[unit]));
            gains.fold(0.0, f64::max)
        };
        let rest: f64 = self.units[next..].iter().map(|(unit, _)| more(*unit)).sum();
        let room: f64 = self.enemy.iter().zip(&self.sums).map(|(prey, sum)| prey.weight * (1.0 - sum.min(1.0))).sum();
        if (value + rest.min(room)).min(priced) <= self.best.value + SAME {
            return;
        }
        // Units that are alike attack in the order of the targets, targets that are alike are attacked in their order.
        let from = if next > 0 && self.units[next - 1].0 == unit { self.aims[next - 1] } else { 0 };
        let mut moves: Vec<(f64, usize)> = (from..self.enemy.len())
            .filter(|target| {
                *target == 0
                    || self.sums[*target] > 0.0
                    || self.sums[*target - 1] > 0.0
                    || self.enemy[*target] != self.enemy[*target - 1]
            })
            .map(|target| (gain(&self.enemy[target], self.sums[target], self.enemy[target].taken[unit]), target))
            .collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let price = |target: usize| self.enemy[target].weight * self.kept[target] * self.enemy[target].taken[unit];
        let most = (0..self.enemy.len()).map(price).fold(0.0, f64::max);
        let prices: Vec<f64> = moves.iter().map(|(_, target)| most - price(*target)).collect();
        for ((more, target), dearer) in moves.into_iter().zip(prices) {
            let before = self.sums[target];
            self.sums[target] += self.enemy[target].taken[unit];
            self.aims[next] = target;
            self.go(next + 1, value + more, priced - dearer);
            self.sums[target] = before;
        }
    }
}
