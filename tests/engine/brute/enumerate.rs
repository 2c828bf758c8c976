//! Every way the dice can fall, token by token, in whole numbers.

use std::collections::BTreeMap;

use warodds::sequence::{Engagement, Guard, Recovery, Returns, Roll, Settle, Slot, Step, Strike, TokenRow};

/// What really happens.
pub(crate) struct Truth {
    pub totals: Vec<Vec<f64>>,
    pub states: BTreeMap<Vec<usize>, f64>,
    pub stages: Vec<Vec<(f64, f64)>>,
    pub all_stages: Vec<(f64, f64)>,
    /// Points that the first body has lost once everything came back.
    pub in_the_end: BTreeMap<usize, f64>,
}

/// One way things can stand: tokens now, tokens that ever arrived, points lost by each body.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Now {
    tokens: Vec<u16>,
    arrived: Vec<u16>,
    lost: Vec<usize>,
    /// Saves that were rolled and have not landed, by the face they show.
    dice: [u16; 6],
}

/// Ways, of a common total.
struct Ways {
    now: BTreeMap<Now, u128>,
    total: u128,
}

const TOO_MANY_WAYS: usize = 3_000;

/// `None` if there are too many ways to count.
pub(crate) fn enumerate(e: &Engagement) -> Option<Truth> {
    let mut first = Now {
        tokens: vec![0; e.slots.len()],
        arrived: vec![0; e.slots.len()],
        lost: e.bodies.iter().map(|body| usize::from(body.taken)).collect(),
        dice: [0; 6],
    };
    for (slot, n) in &e.start {
        first.drop_into(*slot, *n);
    }
    let mut ways = Ways { now: BTreeMap::from([(first, 1)]), total: 1 };
    ways.through(e, &e.steps)?;
    let mut truth = ways.truth(e);
    e.recoveries.iter().try_for_each(|recovery| ways.heal(e, recovery))?;
    for (now, n) in &ways.now {
        *truth.in_the_end.entry(now.lost[0]).or_insert(0.0) += *n as f64 / ways.total as f64;
    }
    Some(truth)
}

impl Now {
    fn drop_into(&mut self, slot: Slot, n: u16) {
        self.tokens[usize::from(slot.0)] += n;
        self.arrived[usize::from(slot.0)] += n;
    }

    fn drop_row(&mut self, row: &TokenRow) {
        for (slot, n) in row {
            self.drop_into(*slot, *n);
        }
    }
}

impl Ways {
    /// Every way splits into `sides` ways; `next` says what each becomes, or `None` if the way does not care how the die
    /// falls.
    fn split(&mut self, sides: u128, next: impl Fn(&Now, u128) -> Option<Now>) -> Option<()> {
        if self.total.checked_mul(sides).is_none() {
            self.reduce();
        }
        self.total = self.total.checked_mul(sides)?;
        let mut out = BTreeMap::new();
        // Most falls end alike, and comparing them with each other is quicker than looking each up.
        let mut ends: Vec<(Now, u128)> = Vec::new();
        for (now, ways) in std::mem::take(&mut self.now) {
            for face in 0..sides {
                let Some(end) = next(&now, face) else { break };
                match ends.iter_mut().find(|(known, _)| *known == end) {
                    Some((_, falls)) => *falls += 1,
                    None => ends.push((end, 1)),
                }
            }
            if ends.is_empty() {
                ends.push((now, sides));
            }
            for (end, falls) in ends.drain(..) {
                *out.entry(end).or_insert(0) += ways * falls;
            }
        }
        self.now = out;
        (self.now.len() <= TOO_MANY_WAYS).then_some(())
    }

    /// Divides by what all counts share; done only where the total would grow too large, for it takes long.
    fn reduce(&mut self) {
        let gcd = self.now.values().fold(self.total, |a, b| gcd(a, *b));
        self.total /= gcd;
        self.now.values_mut().for_each(|ways| *ways /= gcd);
    }

    fn each(&mut self, change: impl Fn(&mut Now)) {
        let mut out = BTreeMap::new();
        for (mut now, ways) in std::mem::take(&mut self.now) {
            change(&mut now);
            *out.entry(now).or_insert(0) += ways;
        }
        self.now = out;
    }

    fn through(&mut self, e: &Engagement, steps: &[Step]) -> Option<()> {
        for step in steps {
            match step {
                Step::Roll(roll) => self.roll(roll)?,
                Step::Settle(settle) => self.each(|now| settle_once(e, settle, now)),
                Step::Strike(strike) => self.strike(e, strike)?,
                Step::Heal(recovery) => self.heal(e, recovery)?,
                Step::Each(each) => {
                    let [input, one] = [each.input, each.one].map(|slot| usize::from(slot.0));
                    while self.now.keys().any(|now| now.tokens[input] > 0) {
                        self.each(|now| {
                            now.tokens[one] = now.tokens[input].min(1);
                            now.tokens[input] -= now.tokens[one];
                        });
                        self.through(e, &each.steps)?;
                        self.each(|now| now.tokens[one] = 0);
                    }
                }
            }
        }
        Some(())
    }

    fn roll(&mut self, roll: &Roll) -> Option<()> {
        let input = usize::from(roll.input.0);
        let sides = u128::from(roll.sides);
        while self.now.keys().any(|now| now.tokens[input] > 0) {
            self.each(|now| {
                if now.tokens[input] > 0 {
                    now.drop_row(&roll.always);
                }
            });
            for _ in 0..roll.times {
                let windows = roll.rerolls.iter().filter(|w| !w.is_empty()).count() as u32;
                self.split(sides.pow(1 + windows), |now, mut falls| {
                    if now.tokens[input] == 0 {
                        return None;
                    }
                    let mut next = now.clone();
                    let mut face = falls % sides;
                    for window in roll.rerolls.iter().filter(|w| !w.is_empty()) {
                        falls /= sides;
                        if window.has(face as u8 + 1) {
                            face = falls % sides;
                        }
                    }
                    next.drop_row(&roll.rows[face as usize]);
                    Some(next)
                })?;
            }
            self.each(|now| now.tokens[input] = now.tokens[input].saturating_sub(1));
        }
        Some(())
    }

    fn strike(&mut self, e: &Engagement, strike: &Strike) -> Option<()> {
        let input = usize::from(strike.input.0);
        if strike.sorted {
            return self.sorted(e, strike);
        }
        while self.now.keys().any(|now| now.tokens[input] > 0) {
            self.hit(e, strike, None)?;
            self.each(|now| now.tokens[input] = now.tokens[input].saturating_sub(1));
        }
        Some(())
    }

    /// All saves first, and then one hit after the other, from the lowest die to the highest.
    fn sorted(&mut self, e: &Engagement, strike: &Strike) -> Option<()> {
        let input = usize::from(strike.input.0);
        let again = strike.guards.iter().flatten().find_map(|guard| guard.save).map(|save| save.reroll);
        while self.now.keys().any(|now| now.tokens[input] > 0) {
            self.split(36, |now, falls| {
                let mut next = (now.tokens[input] > 0).then(|| now.clone())?;
                let (first, second) = ((falls / 6) as usize, (falls % 6) as usize);
                let shown = if again.is_some_and(|faces| faces.has(first as u8 + 1)) { second } else { first };
                next.tokens[input] -= 1;
                next.dice[shown] += 1;
                Some(next)
            })?;
        }
        for face in 0..6 {
            while self.now.keys().any(|now| now.dice[face] > 0) {
                self.hit(e, strike, Some(face))?;
                self.each(|now| now.dice[face] = now.dice[face].saturating_sub(1));
            }
        }
        Some(())
    }

    /// One hit in every way that still has one. Two slots after the last carry it through: is it past the save, and
    /// how many points it is worth.
    fn hit(&mut self, e: &Engagement, strike: &Strike, saved_by: Option<usize>) -> Option<()> {
        let input = usize::from(strike.input.0);
        let (past, worth, target) = (e.slots.len(), e.slots.len() + 1, e.slots.len() + 2);
        let guard_of = |now: &Now| -> &Guard { guard(e, strike, now).1 };
        self.each(|now| {
            let has = u16::from(saved_by.map_or(now.tokens[input], |face| now.dice[face]) > 0);
            let whom = guard(e, strike, now).0 as u16;
            now.tokens.extend([has, 0, whom]);
            now.arrived.extend([0, 0, 0]);
        });
        if let Some(face) = saved_by {
            self.each(|now| {
                if guard_of(now).save.is_some_and(|save| face + 1 >= usize::from(save.on)) {
                    now.tokens[past] = 0;
                }
            });
        }
        for second in [false, true].into_iter().filter(|_| saved_by.is_none()) {
            self.split(6, |now, face| {
                let save = guard_of(now).save.filter(|_| now.tokens[past] > 0)?;
                let mut next = now.clone();
                // The first die is kept beside the mark: 1 past or not, plus ten times the face it showed.
                let shown = face as u16 + 1;
                if !second {
                    next.tokens[past] = 1 + 10 * shown;
                } else {
                    let first = now.tokens[past] / 10;
                    let last = if save.reroll.has(first as u8) { shown } else { first };
                    next.tokens[past] = u16::from(last < u16::from(save.on));
                }
                Some(next)
            })?;
        }
        self.each(|now| {
            if now.tokens[past] > 0 {
                let plus = guard_of(now).amount.plus;
                strike.through.iter().for_each(|slot| now.drop_into(*slot, 1));
                now.tokens[worth] = plus;
            }
        });
        let dice = strike.guards.iter().flatten().map(|guard| guard.amount.dice).max().unwrap_or(0);
        let sides = strike.guards.iter().flatten().map(|guard| u128::from(guard.amount.sides)).fold(1, lcm);
        for die in 0..dice {
            self.split(sides * sides, |now, falls| {
                let amount = &guard_of(now).amount;
                if now.tokens[past] == 0 || die >= amount.dice {
                    return None;
                }
                let mut next = now.clone();
                let n = u128::from(amount.sides);
                let (first, second) = (falls % sides % n, falls / sides % n);
                let face = if amount.reroll.has(first as u8 + 1) { second } else { first };
                next.tokens[worth] += amount.values[face as usize];
                Some(next)
            })?;
        }
        self.each(|now| {
            let points = now.tokens[worth];
            strike.gross.iter().for_each(|slot| now.drop_into(*slot, points));
        });
        // Points are shrugged off one at a time; those that stick are kept at a hundred each.
        while self.now.keys().any(|now| now.tokens[worth] % 100 > 0) {
            self.split(6, |now, face| {
                if now.tokens[worth] % 100 == 0 {
                    return None;
                }
                let mut next = now.clone();
                let sticks = (face as u8) + 1 < guard_of(now).ignore_on;
                next.tokens[worth] = now.tokens[worth] - 1 + if sticks { 100 } else { 0 };
                Some(next)
            })?;
        }
        self.each(|now| {
            let net = now.tokens[worth] / 100;
            strike.net.iter().for_each(|slot| now.drop_into(*slot, net));
            let first = usize::from(now.tokens[target]);
            let mut left = usize::from(net);
            for body in &strike.bodies[first..] {
                left = hurt(e, strike.spill, *body, left, now);
            }
            now.tokens.truncate(e.slots.len());
            now.arrived.truncate(e.slots.len());
        });
        Some(())
    }

    /// What the first body gets back, one die after the other; a slot after the last carries the points.
    fn heal(&mut self, e: &Engagement, recovery: &Recovery) -> Option<()> {
        let (back, points) = (e.slots.len(), &recovery.points);
        let times = |now: &Now| recovery.times.get(now.lost[0]).copied().unwrap_or(1);
        self.each(|now| now.tokens.push(points.plus * times(now)));
        for roll in 0..self.now.keys().map(times).max().unwrap_or(0) {
            for _ in 0..points.dice {
                self.split(u128::from(points.sides), |now, face| {
                    let mut next = (roll < times(now)).then(|| now.clone())?;
                    next.tokens[back] += points.values[face as usize];
                    Some(next)
                })?;
            }
        }
        self.each(|now| {
            let points = usize::from(now.tokens.pop().expect("pushed above"));
            let (each, lost) = (usize::from(e.bodies[0].groups[0].wounds), now.lost[0]);
            let all: usize = e.bodies[0].groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum();
            if lost < all {
                let (fallen, hurt) = (lost / each, lost % each);
                let raised = fallen.min(points / each);
                now.lost[0] = match recovery.returns {
                    Returns::Wounds => fallen * each + hurt.saturating_sub(points),
                    Returns::Models => lost - raised * each,
                    Returns::ModelsAndWounds => (fallen - raised) * each + hurt.saturating_sub(points - raised * each),
                    Returns::Everything => lost.saturating_sub(points),
                };
            }
        });
        Some(())
    }

    fn truth(&self, e: &Engagement) -> Truth {
        let p = |ways: u128| ways as f64 / self.total as f64;
        let count = |now: &Now, slots: &[Slot]| -> u32 {
            slots.iter().map(|slot| u32::from(now.arrived[usize::from(slot.0)])).sum()
        };
        let moments = |slots: &[Slot]| -> (f64, f64) {
            let mean: f64 = self.now.iter().map(|(now, ways)| p(*ways) * f64::from(count(now, slots))).sum();
            let spread = |now: &Now| (f64::from(count(now, slots)) - mean).powi(2);
            (mean, self.now.iter().map(|(now, ways)| p(*ways) * spread(now)).sum())
        };
        let totals = e
            .totals
            .iter()
            .map(|total| {
                let mut row = Vec::new();
                for (now, ways) in &self.now {
                    let k = count(now, &[total.slot]) as usize;
                    row.resize(row.len().max(k + 1), 0.0);
                    row[k] += p(*ways);
                }
                row
            })
            .collect();
        let mut states = BTreeMap::new();
        for (now, ways) in &self.now {
            *states.entry(now.lost.clone()).or_insert(0.0) += p(*ways);
        }
        let stages: Vec<Vec<(f64, f64)>> =
            e.weapons.iter().map(|weapon| weapon.stages.iter().map(|stage| moments(&stage.slots)).collect()).collect();
        let names = e.weapons.first().map_or(0, |weapon| weapon.stages.len());
        let all_stages = (0..names)
            .map(|s| moments(&e.weapons.iter().flat_map(|w| w.stages[s].slots.clone()).collect::<Vec<_>>()))
            .collect();
        Truth { totals, states, stages, all_stages, in_the_end: BTreeMap::new() }
    }
}

/// Which of a strike's bodies the next hit meets, and how its model takes it.
fn guard<'e>(e: &Engagement, strike: &'e Strike, now: &Now) -> (usize, &'e Guard) {
    let total = |body: usize| -> usize {
        e.bodies[body].groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum()
    };
    let target = match now.tokens.get(e.slots.len() + 2) {
        Some(target) => usize::from(*target),
        None => {
            let stands = strike.bodies.iter().position(|body| now.lost[*body] < total(*body));
            stands.unwrap_or(strike.bodies.len() - 1)
        }
    };
    let body = strike.bodies[target];
    let mut left = now.lost[body];
    for (group, guard) in e.bodies[body].groups.iter().zip(&strike.guards[target]) {
        let points = usize::from(group.models) * usize::from(group.wounds);
        if left < points {
            return (target, guard);
        }
        left -= points;
    }
    (target, strike.guards[target].last().expect("a body has a group"))
}

/// Takes points off the current model, and off the next ones if they spill; what is left goes on to the next body.
fn hurt(e: &Engagement, spill: bool, body: usize, mut points: usize, now: &mut Now) -> usize {
    let mut ends = Vec::new();
    for group in &e.bodies[body].groups {
        for _ in 0..group.models {
            ends.push(ends.last().unwrap_or(&0) + usize::from(group.wounds));
        }
    }
    for end in ends {
        let room = end.saturating_sub(now.lost[body]);
        if room == 0 {
            continue;
        }
        let hit = points.min(room);
        now.lost[body] += hit;
        points = if spill { points - hit } else { 0 };
    }
    points
}

fn settle_once(e: &Engagement, settle: &Settle, now: &mut Now) {
    let at = |slot: &Slot| usize::from(slot.0);
    match settle {
        Settle::Copy { from, out, most } => {
            let n = now.tokens[at(from)].min(*most);
            now.drop_into(*out, n);
        }
        Settle::Move { from, to, most } => {
            let n = now.tokens[at(from)].min(*most);
            now.tokens[at(from)] -= n;
            now.drop_into(*to, n);
        }
        Settle::Cancel { from, against } => {
            let n = now.tokens[at(from)].min(now.tokens[at(against)]);
            now.tokens[at(from)] -= n;
            now.tokens[at(against)] -= n;
        }
        Settle::Divide { from, to, by } => {
            let mut n = std::mem::take(&mut now.tokens[at(from)]);
            let mut made = 0;
            while n >= *by {
                n -= *by;
                made += 1;
            }
            now.drop_into(*to, made);
        }
        Settle::Spend { token, from, to } => {
            if now.tokens[at(token)] > 0 && now.tokens[at(from)] > 0 {
                let n = now.tokens[at(from)];
                now.tokens[at(token)] -= 1;
                now.tokens[at(from)] = 0;
                now.drop_into(*to, n);
            }
        }
        Settle::Sort { from, body, at: brackets, of, into } => {
            let mut place = 0;
            while place < brackets.len() && now.lost[body[0]] >= usize::from(brackets[place]) {
                place += 1;
            }
            let n = std::mem::take(&mut now.tokens[at(from)]);
            now.drop_into(into[usize::from(of[place])], n);
        }
        Settle::WhileAlive { slot, bodies } => {
            let down = bodies.iter().any(|body| {
                let shape = &e.bodies[*body];
                let total: usize = shape.groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum();
                now.lost[*body] >= total
            });
            if down {
                now.tokens[at(slot)] = 0;
            }
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: u128, b: u128) -> u128 {
    a / gcd(a, b) * b
}
