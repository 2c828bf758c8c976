//! From the tables of an attack to the dice that are thrown, one weapon after the other.

use crate::dice::{Draw, Faces};
use crate::sequence::{Aim, Body, Engagement, HeldReroll, Moment, Roll, Side, Slot, Step, Strike, TokenRow};

/// The most ways of dice to fall that are listed one by one; more are not worked out in an attack.
const MOST_WAYS: usize = Draw::MAX_WAYS * 6;
/// The most stages that are counted.
pub(super) const STAGES: usize = 8;

/// Mean and mean square of what is counted in each stage.
pub(super) type StageSums = [[f64; 2]; STAGES];

/// Tokens that a die adds: to the roll that follows, hits on the target, late hits on the target.
pub(super) type Adds = [usize; 3];

/// One result of a die.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DieResult {
    pub(super) adds: Adds,
    pub(super) p: f64,
    /// Whether the die may be rolled again: no rule has rolled it again.
    pub(super) again: bool,
    /// What it adds to each stage, on average over the faces of this result.
    pub(super) counted: StageSums,
}

/// A die, or dice that are one roll.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Die {
    /// Its results, a rule's re-rolls made.
    pub(super) shown: Vec<DieResult>,
    /// Its results once it is rolled again.
    pub(super) fresh: Vec<DieResult>,
    /// Whether there is any die.
    pub(super) is_rolled: bool,
    /// Whether all ways in which its dice fall are listed.
    is_listed: bool,
}

/// The points of a hit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct HitPoints {
    pub(super) points: usize,
    pub(super) p: f64,
    pub(super) again: bool,
}

/// How models of one group take a hit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct GroupHit {
    /// P(no save stops it).
    pub(super) unsaved: f64,
    pub(super) points: Vec<HitPoints>,
    pub(super) fresh: Vec<HitPoints>,
    /// P(a point is not ignored).
    pub(super) sticks: f64,
}

/// What one hit does.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Hit {
    pub(super) groups: Vec<GroupHit>,
    pub(super) spill: bool,
    /// Totals that count the points that are not ignored, and all points.
    pub(super) net: Option<usize>,
    pub(super) gross: Option<usize>,
    /// Stages that count a hit which no save stops.
    pub(super) through: Vec<usize>,
}

/// One weapon's tables.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct WeaponTables {
    /// Attacks that are not rolled, and how many of it roll for theirs.
    pub(super) attacks: usize,
    pub(super) rolls: usize,
    pub(super) roll: Die,
    pub(super) attack_stages: Vec<usize>,
    pub(super) hit: Die,
    pub(super) wound: Die,
    pub(super) blow: Hit,
    /// What late hits do, once all others have landed.
    pub(super) late: Option<Hit>,
    /// The most hits on the target, and the most late ones.
    pub(super) most: [usize; 2],
    /// P(no save stops a hit), where all saves of the weapon are rolled before its first points; `blow` is then without saves.
    /// `None`: saves come one by one.
    pub(super) unsaved_first: Option<f64>,
}

/// One unit's attack on one body.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct UnitAttack {
    pub(super) weapons: Vec<WeaponTables>,
    /// Places among the weapons before which the die is in hand anew.
    pub(super) renewed: Vec<usize>,
    pub(super) body: Body,
    pub(super) totals: usize,
    pub(super) stages: usize,
    moments: Vec<Moment>,
    pub(super) aim: Aim,
    pub(super) defends: bool,
}

impl UnitAttack {
    /// Reads the tables; `None` if they have another shape than weapons that roll attacks, hits, wounds and saves.
    pub(super) fn read(e: &Engagement, held_reroll: &HeldReroll) -> Option<Self> {
        // What dice decide before the attack is not in these tables.
        if !e.mixture.is_empty() {
            return None;
        }
        let [body] = &e.bodies[..] else { return None };
        let sorted = |step: &Step| matches!(step, Step::Strike(strike) if strike.is_sorted());
        if !e.recoveries.is_empty() || e.steps.iter().any(sorted) {
            return None;
        }
        let stages = e.weapons.first().map_or(0, |weapon| weapon.stages.len());
        if body.side != Side::Defender || stages > STAGES || e.weapons.is_empty() {
            return None;
        }
        let mut steps = e.steps.iter().peekable();
        let mut weapons = Vec::new();
        for index in 0..e.weapons.len() {
            let roll = steps.next_if(|step| matches!(step, Step::Roll(roll) if roll.name == "attacks"));
            let (Some(Step::Roll(hit)), Some(Step::Roll(wound)), Some(Step::Strike(blow))) =
                (steps.next(), steps.next(), steps.next())
            else {
                return None;
            };
            let roll = roll.and_then(|step| if let Step::Roll(roll) = step { Some(roll) } else { None });
            let late = steps.next_if(|step| matches!(step, Step::Strike(_)));
            let late = late.and_then(|step| if let Step::Strike(late) = step { Some(late) } else { None });
            let weapon = weapon(e, held_reroll, (index, roll, hit, wound), (blow, late))?;
            weapons.push(if held_reroll.saves_first { weapon.saved_first()? } else { weapon });
        }
        if steps.next().is_some() {
            return None;
        }
        let moments = held_reroll.moments.clone();
        let defends = held_reroll.side == Side::Defender && moments.contains(&Moment::Save);
        Some(Self {
            weapons,
            renewed: held_reroll.renewed.clone(),
            body: body.clone(),
            totals: e.totals.len(),
            stages,
            moments,
            aim: held_reroll.aim,
            defends,
        })
    }

    /// Whether the attacker may roll a die again then.
    pub(super) fn may(&self, moment: Moment) -> bool {
        !self.defends && self.moments.contains(&moment)
    }

    /// About how many multiplications it takes.
    pub(super) fn work(&self) -> f64 {
        let lost = self.body.wounds() as f64 + 1.0;
        let results = |dice: usize, kinds: usize| -> f64 {
            (1..kinds).fold(1.0, |results, kind| results * (dice + kind) as f64 / kind as f64)
        };
        let is_listed = |weapon: &WeaponTables| weapon.rolls == 0 || weapon.roll.is_listed;
        let (mut work, mut points) = (if self.weapons.iter().all(is_listed) { 0.0 } else { f64::INFINITY }, 1.0);
        for (index, weapon) in self.weapons.iter().enumerate() {
            let starts = if index == 0 { 1.0 } else { 2.0 * lost };
            let attacks = weapon.most_attacks();
            let hits = attacks * weapon.hit.most(0).max(1);
            let kinds = (weapon.hit.shown.len() * weapon.wound.shown.len()) as f64;
            let batches = results(attacks, weapon.hit.shown.len()) * results(hits, weapon.wound.shown.len());
            let batches = batches + results(weapon.rolls, weapon.roll.shown.len());
            let late = weapon.most[1] as f64 + 1.0;
            points += (weapon.most[0] + weapon.most[1]) as f64 * weapon.blow.most_points() as f64;
            let nets = weapon.blow.groups.iter().map(|group| group.points.len()).max().unwrap_or(1) as f64;
            let ignored =
                if weapon.blow.groups.iter().any(|group| group.sticks < 1.0) { weapon.blow.most_points() } else { 1 };
            work += starts * batches * kinds * 8.0;
            let saves = if weapon.unsaved_first.is_some() { weapon.most[0] as f64 } else { 0.0 };
            work += weapon.most[0] as f64 * late * 2.0 * lost * (points * nets * ignored as f64 + saves);
        }
        work
    }
}

impl WeaponTables {
    pub(super) fn most_attacks(&self) -> usize {
        self.attacks + self.rolls * self.roll.most(0)
    }

    /// This weapon with all saves before its first points; `None` if models save differently: which of them a save is of depends
    /// on the points before it.
    fn saved_first(mut self) -> Option<Self> {
        let unsaved = self.blow.groups.first()?.unsaved;
        if self.blow.groups.iter().any(|group| group.unsaved != unsaved)
            || self.late.iter().flat_map(|late| &late.groups).any(|group| group.unsaved < 1.0)
        {
            return None;
        }
        self.blow.groups.iter_mut().for_each(|group| group.unsaved = 1.0);
        Some(Self { unsaved_first: Some(unsaved).filter(|unsaved| *unsaved < 1.0), ..self })
    }

    /// The most hits on the target and late ones together.
    pub(super) fn most_of_both(&self) -> usize {
        let each = |die: &Die, of: &dyn Fn(Adds) -> usize| {
            die.shown.iter().chain(&die.fresh).map(|shown| of(shown.adds)).max().unwrap_or(0)
        };
        let wound = each(&self.wound, &|adds| adds[1] + adds[2]);
        self.most_attacks() * each(&self.hit, &|adds| adds[1] + adds[2] + adds[0] * wound)
    }
}

impl Die {
    /// The most tokens that it adds in this place.
    pub(super) fn most(&self, place: usize) -> usize {
        self.shown.iter().chain(&self.fresh).map(|shown| shown.adds[place]).max().unwrap_or(0)
    }
}

impl Hit {
    fn most_points(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.points).map(|points| points.points).max().unwrap_or(0)
    }
}

fn weapon(
    e: &Engagement,
    held_reroll: &HeldReroll,
    (index, roll, hit, wound): (usize, Option<&Roll>, &Roll, &Roll),
    (blow, late): (&Strike, Option<&Strike>),
) -> Option<WeaponTables> {
    let places = [Some(wound.input), Some(blow.input), late.map(|late| late.input)];
    let start = |slot: Slot| e.start.iter().filter(|(key, _)| *key == slot).map(|(_, n)| usize::from(*n)).sum();
    let stages = &e.weapons[index].stages;
    let counts =
        |slot: Slot| -> Vec<usize> { (0..stages.len()).filter(|stage| stages[*stage].slots.contains(&slot)).collect() };
    let reads = |roll: &Roll, places: &[Option<Slot>]| die(e, roll, places, &counts);
    if start(wound.input) + start(blow.input) > 0 {
        return None;
    }
    let (hit_die, wound_die) = (reads(hit, &places)?, reads(wound, &[None, places[1], places[2]])?);
    let roll_die = match roll {
        Some(roll) => reads(roll, &[Some(hit.input)])?,
        None => Die::default(),
    };
    let mut weapon = WeaponTables {
        attacks: start(hit.input),
        rolls: roll.map_or(0, |roll| start(roll.input)),
        roll: roll_die,
        attack_stages: counts(hit.input),
        hit: hit_die,
        wound: wound_die,
        blow: Hit { through: blow.through.map(counts).unwrap_or_default(), ..hit_of(e, held_reroll, blow)? },
        late: match late {
            Some(late) => Some(hit_of(e, held_reroll, late)?),
            None => None,
        },
        most: [0; 2],
        unsaved_first: None,
    };
    let attacks = weapon.most_attacks();
    for place in [1, 2] {
        let direct = attacks * weapon.hit.most(place);
        weapon.most[place - 1] = direct + attacks * weapon.hit.most(0) * weapon.wound.most(place);
    }
    // What comes after it would be of another weapon.
    (late.is_none() || weapon.most[1] > 0).then_some(weapon)
}

/// The results of one token of a roll. `places` are the slots whose tokens go on; what other slots hold is only counted.
fn die(e: &Engagement, roll: &Roll, places: &[Option<Slot>], counts: &dyn Fn(Slot) -> Vec<usize>) -> Option<Die> {
    if !roll.rerolls[1].is_empty() || (roll.times > 1 && !roll.rerolls[0].is_empty()) {
        return None;
    }
    let is_input = |slot: Slot| {
        e.steps.iter().any(|step| match step {
            Step::Roll(roll) => roll.input == slot,
            Step::Strike(strike) => strike.input == slot,
            Step::Settle(_) | Step::Each(_) | Step::Heal(_) => true,
        })
    };
    let of = |rows: &[&TokenRow]| -> Option<(Adds, [f64; STAGES])> {
        let (mut adds, mut stages) = (Adds::default(), [0.0; STAGES]);
        for (slot, n) in rows.iter().flat_map(|row| row.iter()) {
            match places.iter().position(|place| *place == Some(*slot)) {
                Some(place) => adds[place] += usize::from(*n),
                None if is_input(*slot) => return None,
                None => {}
            }
            counts(*slot).into_iter().for_each(|stage| stages[stage] += f64::from(*n));
        }
        Some((adds, stages))
    };
    let mut fresh = vec![(of(&[&roll.always])?, 1.0)];
    for _ in 0..roll.times {
        let mut next = Vec::new();
        for ((adds, stages), p) in fresh {
            for row in &roll.rows {
                let (more, counted) = of(&[row])?;
                let sum = ([0, 1, 2].map(|k| adds[k] + more[k]), std::array::from_fn(|k| stages[k] + counted[k]));
                next.push((sum, p / roll.rows.len() as f64));
            }
        }
        // Of this many dice those that fall alike are one.
        if next.len() > MOST_WAYS {
            let mut different: Vec<((Adds, [f64; STAGES]), f64)> = Vec::new();
            for (sum, p) in next {
                match different.iter_mut().find(|(key, _)| *key == sum) {
                    Some((_, all)) => *all += p,
                    None => different.push((sum, p)),
                }
            }
            next = different;
        }
        fresh = next;
    }
    let is_listed = roll.rows.len().checked_pow(u32::from(roll.times)).is_some_and(|rows| rows <= MOST_WAYS);
    let again: Faces = roll.rerolls[0];
    let share = (1..=roll.rows.len() as u8).filter(|face| again.has(*face)).count() as f64 / roll.rows.len() as f64;
    let mut shown = Vec::new();
    for (place, (result, p)) in fresh.iter().enumerate() {
        if !again.has(place as u8 + 1) || roll.times == 0 {
            merge(&mut shown, result, *p, true);
        }
        if share > 0.0 && roll.times > 0 {
            merge(&mut shown, result, *p * share, false);
        }
    }
    let mut once = Vec::new();
    fresh.iter().for_each(|(result, p)| merge(&mut once, result, *p, true));
    let finish = |all: Vec<DieResult>| -> Vec<DieResult> {
        let mean = |counted: StageSums, p: f64| counted.map(|[one, two]| [one / p, two / p]);
        all.into_iter().map(|shown| DieResult { counted: mean(shown.counted, shown.p), ..shown }).collect()
    };
    // A way to fall has a bit for each result.
    if shown.len() > u128::BITS as usize {
        return None;
    }
    Some(Die { shown: finish(shown), fresh: finish(once), is_rolled: roll.times > 0, is_listed })
}

/// Adds a result to those that are alike; `counted` holds sums until all are there.
fn merge(all: &mut Vec<DieResult>, (adds, stages): &(Adds, [f64; STAGES]), p: f64, again: bool) {
    let counted = stages.map(|n| [p * n, p * n * n]);
    match all.iter_mut().find(|shown| shown.adds == *adds && shown.again == again) {
        Some(shown) => {
            shown.p += p;
            for (sum, more) in shown.counted.iter_mut().zip(counted) {
                *sum = [sum[0] + more[0], sum[1] + more[1]];
            }
        }
        None => all.push(DieResult { adds: *adds, p, again, counted }),
    }
}

fn hit_of(e: &Engagement, held_reroll: &HeldReroll, strike: &Strike) -> Option<Hit> {
    let [0] = strike.bodies[..] else { return None };
    let total = |slot: Option<Slot>| e.totals.iter().position(|total| Some(total.slot) == slot);
    let groups = strike.guards[0].iter().map(|guard| {
        let unsaved = match guard.save {
            None => 1.0,
            Some(save) => {
                // A save that a rule rolls again is not rolled a third time.
                if !save.reroll.is_empty() && held_reroll.side == Side::Defender {
                    return None;
                }
                let fails = |face: u8| f64::from(u8::from(face < save.on));
                let fail = f64::from(save.on - 1) / 6.0;
                (1..=6).map(|face| if save.reroll.has(face) { fail } else { fails(face) }).sum::<f64>() / 6.0
            }
        };
        let (points, fresh) = points_of(&guard.amount)?;
        Some(GroupHit { unsaved, points, fresh, sticks: f64::from(guard.ignore_on.min(7) - 1) / 6.0 })
    });
    let groups = groups.collect::<Option<Vec<_>>>()?;
    Some(Hit { groups, spill: strike.spill, net: total(strike.net), gross: total(strike.gross), through: Vec::new() })
}

/// The points of a hit, a rule's re-rolls made, and once they are rolled again.
fn points_of(amount: &Draw) -> Option<(Vec<HitPoints>, Vec<HitPoints>)> {
    let base = usize::from(amount.plus);
    if amount.dice == 0 {
        let one = vec![HitPoints { points: base, p: 1.0, again: false }];
        return Some((one.clone(), one));
    }
    if amount.dice > 1 && !amount.reroll.is_empty() {
        return None;
    }
    let add = |all: &mut Vec<HitPoints>, points: usize, p: f64, again: bool| match all
        .iter_mut()
        .find(|entry| entry.points == points && entry.again == again)
    {
        Some(way) => way.p += p,
        None => all.push(HitPoints { points, p, again }),
    };
    let each = 1.0 / amount.values.len() as f64;
    let mut fresh = vec![HitPoints { points: base, p: 1.0, again: true }];
    for _ in 0..amount.dice {
        let mut next = Vec::new();
        for way in &fresh {
            amount.values.iter().for_each(|value| add(&mut next, way.points + usize::from(*value), way.p * each, true));
        }
        fresh = next;
    }
    let again = |face: usize| amount.reroll.has(face as u8 + 1);
    let share = (0..amount.values.len()).filter(|face| again(*face)).count() as f64 * each;
    if share == 0.0 {
        return Some((fresh.clone(), fresh));
    }
    let mut shown = Vec::new();
    for (face, value) in amount.values.iter().enumerate() {
        let points = base + usize::from(*value);
        if !again(face) {
            add(&mut shown, points, each, true);
        }
        add(&mut shown, points, each * share, false);
    }
    Some((shown, fresh))
}
