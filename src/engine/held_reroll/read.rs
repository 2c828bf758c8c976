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

/// Those tokens, and how many each stage counts.
type Tokens = (Adds, [f64; STAGES]);

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
        let (mut rest, mut weapons) = (&e.steps[..], Vec::new());
        for index in 0..e.weapons.len() {
            let (roll, after) = match rest {
                [Step::Roll(roll), after @ ..] if roll.name == "attacks" => (Some(roll), after),
                _ => (None, rest),
            };
            let [Step::Roll(hit), Step::Roll(wound), Step::Strike(blow), after @ ..] = after else { return None };
            let (late, after) = match after {
                [Step::Strike(late), after @ ..] => (Some(late), after),
                _ => (None, after),
            };
            rest = after;
            let weapon = weapon(e, held_reroll, (index, roll, hit, wound), (blow, late))?;
            weapons.push(if held_reroll.saves_first { weapon.saved_first()? } else { weapon });
        }
        if !rest.is_empty() {
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

/// What dice may add up to: the sum, its chance, and whether the die may still be rolled again.
type DiceSums<K> = Vec<(K, f64, bool)>;

/// The sums of some dice and of what comes without one, a rule's re-rolls made, and once they are rolled again; `None` if a rule
/// rolls one of several dice again.
fn dice_sums<K: Clone + PartialEq>(
    (always, rows): (K, &[K]),
    times: u8,
    again: Faces,
    plus: impl Fn(&K, &K) -> K,
) -> Option<[DiceSums<K>; 2]> {
    if times > 1 && !again.is_empty() {
        return None;
    }
    let add = |all: &mut DiceSums<K>, sum: K, p: f64, again: bool| match all
        .iter_mut()
        .find(|(key, _, may)| *key == sum && *may == again)
    {
        Some((_, all, _)) => *all += p,
        None => all.push((sum, p, again)),
    };
    let each = 1.0 / rows.len() as f64;
    let mut fresh = vec![(always.clone(), 1.0, true)];
    for _ in 0..times {
        let mut next = Vec::new();
        for (sum, p, _) in &fresh {
            rows.iter().for_each(|row| add(&mut next, plus(sum, row), p * each, true));
        }
        fresh = next;
    }
    let share = (1..).zip(rows).filter(|(face, _)| again.has(*face)).count() as f64 / rows.len() as f64;
    if share == 0.0 || times == 0 {
        return Some([fresh.clone(), fresh]);
    }
    let mut shown = Vec::new();
    for (face, row) in (1..).zip(rows) {
        if !again.has(face) {
            add(&mut shown, plus(&always, row), each, true);
        }
        add(&mut shown, plus(&always, row), each * share, false);
    }
    Some([shown, fresh])
}

/// The results of one token of a roll. `places` are the slots whose tokens go on; what other slots hold is only counted.
fn die(e: &Engagement, roll: &Roll, places: &[Option<Slot>], counts: &dyn Fn(Slot) -> Vec<usize>) -> Option<Die> {
    if !roll.rerolls[1].is_empty() {
        return None;
    }
    let is_input = |slot: Slot| {
        e.steps.iter().any(|step| match step {
            Step::Roll(roll) => roll.input == slot,
            Step::Strike(strike) => strike.input == slot,
            Step::Settle(_) | Step::Each(_) | Step::Heal(_) => true,
        })
    };
    let of = |row: &TokenRow| -> Option<Tokens> {
        let (mut adds, mut stages) = (Adds::default(), [0.0; STAGES]);
        for (slot, n) in row {
            match places.iter().position(|place| *place == Some(*slot)) {
                Some(place) => adds[place] += usize::from(*n),
                None if is_input(*slot) => return None,
                None => {}
            }
            counts(*slot).into_iter().for_each(|stage| stages[stage] += f64::from(*n));
        }
        Some((adds, stages))
    };
    let rows: Vec<Tokens> = roll.rows.iter().map(of).collect::<Option<_>>()?;
    let plus = |(adds, stages): &Tokens, (more, counted): &Tokens| {
        ([0, 1, 2].map(|k| adds[k] + more[k]), std::array::from_fn(|k| stages[k] + counted[k]))
    };
    let [shown, fresh] = dice_sums((of(&roll.always)?, &rows), roll.times, roll.rerolls[0], plus)?.map(results);
    let is_listed = rows.len().checked_pow(u32::from(roll.times)).is_some_and(|rows| rows <= MOST_WAYS);
    // A way to fall has a bit for each result.
    (shown.len() <= u128::BITS as usize).then_some(Die { shown, fresh, is_rolled: roll.times > 0, is_listed })
}

/// The results of a die; those that add the same are one.
fn results(sums: DiceSums<Tokens>) -> Vec<DieResult> {
    let mut all: Vec<DieResult> = Vec::new();
    for ((adds, stages), p, again) in sums {
        let counted = stages.map(|n| [p * n, p * n * n]);
        match all.iter_mut().find(|shown| shown.adds == adds && shown.again == again) {
            Some(shown) => {
                shown.p += p;
                for (sum, more) in shown.counted.iter_mut().zip(counted) {
                    *sum = [sum[0] + more[0], sum[1] + more[1]];
                }
            }
            None => all.push(DieResult { adds, p, again, counted }),
        }
    }
    let mean = |DieResult { p, counted, .. }: &DieResult| counted.map(|[one, two]| [one / p, two / p]);
    all.into_iter().map(|shown| DieResult { counted: mean(&shown), ..shown }).collect()
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
        let Draw { dice, plus, reroll, values, .. } = &guard.amount;
        let values: Vec<usize> = values.iter().map(|value| usize::from(*value)).collect();
        let sums = dice_sums((usize::from(*plus), &values), *dice, *reroll, |sum, value| sum + value)?;
        let [points, fresh] = sums
            .map(|sums| sums.into_iter().map(|(points, p, again)| HitPoints { points, p, again }).collect::<Vec<_>>());
        Some(GroupHit { unsaved, points, fresh, sticks: f64::from(guard.ignore_on.min(7) - 1) / 6.0 })
    });
    let groups = groups.collect::<Option<Vec<_>>>()?;
    Some(Hit { groups, spill: strike.spill, net: total(strike.net), gross: total(strike.gross), through: Vec::new() })
}
