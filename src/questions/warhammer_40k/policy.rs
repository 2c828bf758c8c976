//! When one re-roll is best used: at every point of one weapon's attacks the player sees what lies there, and keeps the
//! re-roll or uses it (W40K-REROLL-ONE-OF-BATCH).
//!
//! No rule of the attack stands here. Which face does what is read from the game's own tables, and what a hit of so many
//! points does to the target is asked of the exact engine; what is left is the choice. All dice of a batch of hit or wound
//! rolls are seen before one is chosen. Saves and Damage follow attack by attack, so that no choice knows a later save.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::dice::Draw;
use crate::error::Error;
use crate::questions::Board;
use crate::sequence::{Body, Engagement, Roll, Save, Slot, Step, Strike};
use crate::stats::Counts;

/// A point of the attacks at which the attacker may roll again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    Attacks,
    Hit,
    Wound,
    Damage,
}

/// Who has the re-roll.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder<'p> {
    /// The attacker, who may use it at these points.
    Attacker(&'p [Point]),
    /// The defender, who may roll one failed save again.
    Defender,
}

impl Holder<'_> {
    fn may(self, point: Point) -> bool {
        matches!(self, Self::Attacker(points) if points.contains(&point))
    }
}

/// What is to be as large as can be: a number for the points that a body has lost in the end.
pub(super) type Measure = fn(&Body, usize) -> f64;

/// What a point is worth once the re-roll is spent, and while it is held.
type PointWorth = [f64; 2];

/// Tokens that a die adds: hits that are rolled on, wounds, wounds that no save stops.
type AddedTokens = [usize; 3];

/// Different results of a die, each with its chance.
type DieResults = Vec<(AddedTokens, f64)>;

/// The tables of one weapon's attacks on one unit.
pub(super) struct AttackTables {
    /// The numbers of attacks, each with its chance.
    attacks: Vec<(usize, f64)>,
    hit: DieResults,
    /// Whether hits are rolled at all.
    hits_are_rolled: bool,
    wound: DieResults,
    blow: WoundEffect,
    /// What no save stops; it comes after all others.
    late: Option<WoundEffect>,
    body: Body,
}

/// How one wound is saved, and what it does to the target.
struct WoundEffect {
    /// P(it gets past the save).
    unsaved: f64,
    /// For each Damage roll: its chance and, by points lost before, the points lost after it, each with its chance.
    damage: Vec<(f64, Vec<Vec<(usize, f64)>>)>,
}

impl WoundEffect {
    /// # Errors
    /// If the engine refuses.
    fn of(strike: &Strike, body: &Body, board: &dyn Board) -> Result<Self, Error> {
        let guard = &strike.guards[0][0];
        let unsaved = guard.save.map_or(1.0, |Save { on, .. }| f64::from(on - 1) / 6.0);
        let mut damage = Vec::new();
        for (points, chance) in draw_totals(&guard.amount).each() {
            let after = (0..body.wounds()).map(|lost| hurt(strike, body, lost, *points, board));
            damage.push((chance.value(), after.collect::<Result<_, _>>()?));
        }
        Ok(Self { unsaved, damage })
    }

    /// Whether Damage is rolled.
    fn is_rolled(&self) -> bool {
        self.damage.len() > 1
    }

    /// The worth of one more wound before what follows is worth `now`, by points lost.
    fn before(&self, now: &[PointWorth], holder: Holder<'_>) -> Vec<PointWorth> {
        let again = holder.may(Point::Damage) && self.is_rolled();
        let defends = matches!(holder, Holder::Defender) && self.unsaved < 1.0;
        let one = |lost: usize| -> PointWorth {
            let worth = |after: &[Vec<(usize, f64)>], held: usize| -> f64 {
                after[lost].iter().map(|(lost, p)| p * now[*lost][held]).sum()
            };
            let saved = |hurt: f64, held: usize| self.unsaved * hurt + (1.0 - self.unsaved) * now[lost][held];
            let spent = self.damage.iter().map(|(p, after)| p * worth(after, 0)).sum();
            let held = if again {
                self.damage.iter().map(|(p, after)| p * worth(after, 1).max(spent)).sum()
            } else if defends {
                let kept: f64 = self.damage.iter().map(|(p, after)| p * worth(after, 1)).sum();
                kept.min(saved(spent, 0))
            } else {
                // Nothing can be rolled again from here on.
                spent
            };
            [saved(spent, 0), saved(held, 1)]
        };
        let last = now.len() - 1;
        (0..last).map(one).chain([now[last]]).collect()
    }

    /// The worth before 0, 1, 2 … `most` wounds, by points lost.
    fn several(&self, most: usize, now: Vec<PointWorth>, holder: Holder<'_>) -> Vec<Vec<PointWorth>> {
        let mut all = vec![now];
        for n in 0..most {
            all.push(self.before(&all[n], holder));
        }
        all
    }
}

/// The totals of an amount as it is rolled.
fn draw_totals(amount: &Draw) -> Counts<u32> {
    let die = Counts::equally(amount.values.iter().map(|value| u32::from(*value)));
    let plus = Counts::certain(u32::from(amount.plus));
    (0..amount.dice).fold(plus, |sum, _| sum.and(&die, |sum, value| sum + value))
}

/// Points lost after one hit of so many points that nothing saves, as the exact engine has them.
fn hurt(strike: &Strike, body: &Body, lost: usize, points: u32, board: &dyn Board) -> Result<Vec<(usize, f64)>, Error> {
    let mut strike = Strike { through: None, gross: None, net: None, ..strike.clone() };
    for guard in strike.guards.iter_mut().flatten() {
        guard.save = None;
        guard.amount = Draw::fixed(points as u16);
    }
    let one = Engagement {
        slots: vec!["one wound"],
        start: vec![(Slot(0), 1)],
        steps: vec![Step::Strike(Strike { input: Slot(0), ..strike })],
        bodies: vec![Body { taken: lost as u16, ..body.clone() }],
        ..Engagement::default()
    };
    let after = board.exact(&one)?.distribution(|lost| lost[0]);
    Ok(after.probabilities().iter().copied().enumerate().filter(|(_, p)| *p > 0.0).collect())
}

impl AttackTables {
    /// Reads the tables of one weapon against one body; `None` if they have another shape.
    ///
    /// # Errors
    /// If the engine refuses.
    pub(super) fn read(tables: &Engagement, board: &dyn Board) -> Result<Option<Self>, Error> {
        let roll = |name: &str| {
            tables.steps.iter().find_map(|step| match step {
                Step::Roll(roll) if roll.name == name => Some(roll),
                _ => None,
            })
        };
        let mut strikes = tables.steps.iter().filter_map(|step| match step {
            Step::Strike(strike) => Some(strike),
            _ => None,
        });
        let (Some(hit), Some(wound), Some(blow)) = (roll("hit"), roll("wound"), strikes.next()) else {
            return Ok(None);
        };
        let late = strikes.next();
        let (Some(body), Some((_, start))) = (tables.bodies.first(), tables.start.first()) else { return Ok(None) };
        let attacks = match roll("attacks") {
            Some(roll) => rolled(roll, hit.input),
            None => vec![(usize::from(*start), 1.0)],
        };
        let counted = |slot: &Slot| {
            let inputs = [Some(wound.input), Some(blow.input), late.map(|late| late.input)];
            inputs.iter().position(|input| *input == Some(*slot))
        };
        Ok(Some(Self {
            attacks,
            hit: results(hit, counted),
            hits_are_rolled: hit.times > 0,
            wound: results(wound, counted),
            blow: WoundEffect::of(blow, body, board)?,
            late: late.map(|late| WoundEffect::of(late, body, board)).transpose()?,
            body: body.clone(),
        }))
    }

    /// Whether the number of attacks is rolled.
    pub(super) fn attacks_are_rolled(&self) -> bool {
        self.attacks.len() > 1
    }

    /// Whether hits are rolled.
    pub(super) fn hits_are_rolled(&self) -> bool {
        self.hits_are_rolled
    }

    /// Whether Damage is rolled.
    pub(super) fn damage_is_rolled(&self) -> bool {
        self.blow.is_rolled()
    }

    /// The mean of `goal`, a number for the points that the target has lost in the end, for each who may hold the re-roll
    /// and makes the best use of it: the attacker the largest, the defender the smallest.
    pub(super) fn worth(&self, goal: Measure, holders: &[Holder<'_>]) -> Vec<f64> {
        let acts_late = |holder: &Holder<'_>| holder.may(Point::Damage) || matches!(holder, Holder::Defender);
        let early = self.landed(goal, Holder::Attacker(&[]));
        let of = |holder: &Holder<'_>| {
            if acts_late(holder) { self.best(&self.landed(goal, *holder), *holder) } else { self.best(&early, *holder) }
        };
        holders.iter().map(of).collect()
    }

    /// The same for one holder, if `wounds` says what so many wounds are worth, and so many that no save stops.
    fn best(&self, wounds: &[Vec<PointWorth>], holder: Holder<'_>) -> f64 {
        let known: RefCell<HashMap<AddedTokens, PointWorth>> = RefCell::default();
        let after_hits = |tokens: AddedTokens| -> PointWorth {
            if let Some(worth) = known.borrow().get(&tokens) {
                return *worth;
            }
            let again = holder.may(Point::Wound);
            let worth = batch(tokens[0], &self.wound, again, &|more| wounds[tokens[1] + more[1]][tokens[2] + more[2]]);
            known.borrow_mut().insert(tokens, worth);
            worth
        };
        let again = holder.may(Point::Hit) && self.hits_are_rolled;
        let worths = self.attacks.iter().map(|(n, p)| (*p, batch(*n, &self.hit, again, &after_hits)));
        let worths: Vec<(f64, PointWorth)> = worths.collect();
        let fresh: f64 = worths.iter().map(|(p, worth)| p * worth[0]).sum();
        let again = holder.may(Point::Attacks) && self.attacks_are_rolled();
        let held = |worth: &PointWorth| if again { worth[1].max(fresh) } else { worth[1] };
        worths.iter().map(|(p, worth)| p * held(worth)).sum()
    }

    /// The worth of so many wounds, and so many that no save stops, on a target as it is.
    fn landed(&self, goal: Measure, holder: Holder<'_>) -> Vec<Vec<PointWorth>> {
        let attacks = self.attacks.iter().map(|(n, _)| *n).max().unwrap_or(0);
        let each = self.hit.iter().map(|(tokens, _)| tokens.iter().sum::<usize>()).max().unwrap_or(0);
        let most = attacks * each;
        let taken = usize::from(self.body.taken);
        let end: Vec<PointWorth> = (0..=self.body.wounds()).map(|lost| [goal(&self.body, lost); 2]).collect();
        let ends = match &self.late {
            Some(late) => late.several(most, end, holder),
            None => vec![end],
        };
        let mut worths = vec![Vec::new(); most + 1];
        for (late, end) in ends.into_iter().enumerate() {
            for (wounds, worth) in self.blow.several(most - late, end, holder).into_iter().enumerate() {
                worths[wounds].push(worth[taken]);
            }
        }
        worths
    }
}

/// What a roll of attacks comes to.
fn rolled(roll: &Roll, into: Slot) -> Vec<(usize, f64)> {
    let of = |row: &[(Slot, u16)]| row.iter().find(|(slot, _)| *slot == into).map_or(0, |(_, n)| *n);
    let values = roll.rows.iter().map(|row| of(row)).collect();
    let amount = Draw { dice: roll.times, sides: roll.sides, reroll: roll.rerolls[0], plus: of(&roll.always), values };
    draw_totals(&amount).each().map(|(n, chance)| (*n as usize, chance.value())).collect()
}

/// The different results of one die of a roll; `counted` says which tokens a slot holds.
fn results(roll: &Roll, counted: impl Fn(&Slot) -> Option<usize>) -> DieResults {
    let mut results = DieResults::new();
    for row in &roll.rows {
        let mut tokens = AddedTokens::default();
        for (slot, n) in roll.always.iter().chain(row) {
            if let Some(of) = counted(slot) {
                tokens[of] += usize::from(*n);
            }
        }
        let p = 1.0 / roll.rows.len() as f64;
        match results.iter_mut().find(|(known, _)| *known == tokens) {
            Some((_, chance)) => *chance += p,
            None => results.push((tokens, p)),
        }
    }
    results
}

/// The worth of dice rolled together: `after` says what their tokens are worth. If they may be rolled `again`, one of them
/// is, once all are seen, where that is worth more than to keep the re-roll.
fn batch(dice: usize, results: &DieResults, again: bool, after: &dyn Fn(AddedTokens) -> PointWorth) -> PointWorth {
    let mut total = [0.0; 2];
    each_way(dice, results, 1.0, &mut Vec::with_capacity(results.len()), &mut |shown, p| {
        let mut tokens = AddedTokens::default();
        for (n, (result, _)) in shown.iter().zip(results) {
            tokens = plus(tokens, result, *n);
        }
        let [spent, mut held] = after(tokens);
        if again {
            for (_, (old, _)) in shown.iter().zip(results).filter(|(n, _)| **n > 0) {
                let without = [0, 1, 2].map(|of| tokens[of] - old[of]);
                let rolled = results.iter().map(|(new, q)| q * after(plus(without, new, 1))[0]).sum();
                held = held.max(rolled);
            }
        }
        total[0] += p * spent;
        total[1] += p * held;
    });
    total
}

fn plus(tokens: AddedTokens, more: &AddedTokens, times: usize) -> AddedTokens {
    [0, 1, 2].map(|of| tokens[of] + times * more[of])
}

/// Every way in which dice show their results, as a number of dice for each, with its chance.
fn each_way(
    dice: usize,
    results: &[(AddedTokens, f64)],
    chance: f64,
    shown: &mut Vec<usize>,
    told: &mut dyn FnMut(&[usize], f64),
) {
    let Some(((_, p), rest)) = results.split_first() else { return };
    if rest.is_empty() {
        shown.push(dice);
        told(shown, chance);
        shown.pop();
        return;
    }
    // The share of this result among those that are left; P(n of the dice show it) from P(n - 1).
    let share = p / results.iter().map(|(_, p)| p).sum::<f64>();
    let mut ways = (1.0 - share).powi(dice as i32);
    for n in 0..=dice {
        shown.push(n);
        each_way(dice - n, rest, chance * ways, shown, told);
        shown.pop();
        ways *= (dice - n) as f64 / (n + 1) as f64 * share / (1.0 - share);
    }
}
