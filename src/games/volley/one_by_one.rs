//! Attacks of one weapon that land in several ways of which the order matters: each goes through all its dice before the next
//! is made, as the rules have it.

use smallvec::SmallVec;

use super::{AfterHit, BranchSlots, Landing, Volley, Volleys, WeaponSlots};
use crate::games::language::effect::RollKind;
use crate::games::volley::critical::Reaches;
use crate::profile::reads::note_size;
use crate::sequence::{Body, Each, Roll, Slot, Step, TokenRow};

/// A slot that is taken attack by attack, and the slot where the same tokens are counted.
type Twins = SmallVec<[(Slot, Slot); 6]>;

impl Volleys {
    /// Whether the attacks of a weapon land in several ways of which the order matters.
    pub(super) fn is_one_by_one(&self, volley: &Volley) -> bool {
        let critical = volley.after_critical_hit.as_deref().filter(|_| volley.hit.is_some());
        let waits = volley.critical_wound.unsaved;
        let landings: SmallVec<[&Landing; 4]> = std::iter::once(&volley.after_hit)
            .chain(critical)
            .flat_map(|after| {
                std::iter::once(&after.attacks).chain(after.critical_wounds.as_deref().filter(|_| !waits))
            })
            .collect();
        let [first, others @ ..] = &landings[..] else { return false };
        let singles = self.shield.is_some()
            || self.negation.is_some()
            || self.allows(RollKind::Save)
            || self.allows(RollKind::Damage);
        let alike =
            |other: &&Landing| first == other || (!singles && first.may_land_before_or_after(other, &self.e.bodies));
        !self.sorts_saves && !others.iter().all(alike)
    }

    /// Adds what follows a weapon's attacks, attack by attack: first the hit that was rolled, then one after the other those
    /// that it brings. The slots in which stages are counted are returned.
    pub(super) fn mingle(&mut self, volley: &Volley, attacks: Slot, slots: &WeaponSlots) -> WeaponSlots {
        let (one, from, before) = (self.e.slot("the next attack"), self.e.steps.len(), self.one_by_one);
        self.one_by_one = true;
        self.hit(volley, one, slots);
        let critical =
            slots.changed.map(|going| (volley.after_critical_hit.as_deref().unwrap_or(&volley.after_hit), going));
        if let Some((after, going)) = critical {
            self.hit_lands(volley, (after, volley.negated.as_deref().map(|negated| negated.after(true))), going, slots);
        }
        let ordinary = (&volley.after_hit, volley.negated.as_deref().map(|negated| negated.after(false)));
        if volley.critical_hit.extra_hits.is_some() {
            let (hit, first) = (self.e.slot("the next hit"), self.e.steps.len());
            self.hit_lands(volley, ordinary, BranchSlots { hits: hit, ..slots.ordinary }, slots);
            let steps = self.e.steps.split_off(first);
            self.e.step(Each { name: "hit by hit", input: slots.ordinary.hits, one: hit, steps });
        } else {
            self.hit_lands(volley, ordinary, slots.ordinary, slots);
        }
        self.one_by_one = before;
        let mut steps = self.e.steps.split_off(from);
        let (counted, twins) = self.counted(volley, slots);
        count_twice(&mut steps, &twins);
        self.e.step(Each { name: "attack by attack", input: attacks, one, steps });
        let late = |after: &AfterHit| after.critical_wounds.clone().filter(|_| volley.critical_wound.unsaved);
        for (is_critical, (after, going)) in
            std::iter::once((&volley.after_hit, slots.ordinary)).chain(critical).enumerate()
        {
            let negated = volley.negated.as_deref().map(|negated| negated.after(is_critical == 1));
            if let Some(landing) = late(after) {
                self.land_late(*landing, going, slots, negated.and_then(|negated| negated.critical_wounds.as_deref()));
            }
        }
        counted
    }

    /// Hits that go on in the same way wound, and those that may be saved land.
    fn hit_lands(
        &mut self,
        volley: &Volley,
        (after, negated): (&AfterHit, Option<&AfterHit>),
        going: BranchSlots,
        slots: &WeaponSlots,
    ) {
        let most = volley.most_wounds();
        self.wound(volley, after, going, slots);
        self.land_now(after.attacks.clone(), going.wounds, most, (slots, negated.map(|negated| &negated.attacks)));
        if let Some(landing) = after.critical_wounds.clone().filter(|_| !volley.critical_wound.unsaved) {
            let negated = negated.and_then(|negated| negated.critical_wounds.as_deref());
            self.land_now(*landing, going.critical, most, (slots, negated));
        }
    }

    /// Slots of their own in which those of a weapon are counted that are taken attack by attack.
    fn counted(&mut self, volley: &Volley, slots: &WeaponSlots) -> (WeaponSlots, Twins) {
        let mut twins = Twins::new();
        let mut twin = |slot: Slot, name: &'static str| {
            let counted = self.e.slot(name);
            twins.push((slot, counted));
            counted
        };
        let mut branch = |going: BranchSlots| BranchSlots {
            hits: twin(going.hits, "hits"),
            wounds: twin(going.wounds, "wounds"),
            critical: if volley.critical_wound.unsaved {
                going.critical
            } else {
                twin(going.critical, "critical wounds")
            },
        };
        let counted = WeaponSlots { ordinary: branch(slots.ordinary), changed: slots.changed.map(branch), ..*slots };
        (counted, twins)
    }

    /// Throws away what is left of an attack in some slots, if attacks are taken one by one.
    pub(super) fn forget_the_rest(&mut self, slots: &[Slot]) {
        if self.one_by_one {
            slots.iter().for_each(|slot| self.e.step(Roll::relay("failed", *slot, TokenRow::new())));
        }
    }
}

impl Volley {
    /// Whether critical hits go on by themselves: they change the attack, or come before hits that they bring.
    pub(super) fn has_critical_branch(&self, one_by_one: bool) -> bool {
        let first = one_by_one && self.critical_hit.extra_hits.is_some() && self.critical_hit.reaches == Reaches::Wound;
        self.after_critical_hit.is_some() || first
    }
}

impl Landing {
    /// Whether it makes no difference which of two attacks lands first, one in this way and one in the other.
    fn may_land_before_or_after(&self, other: &Self, bodies: &[Body]) -> bool {
        let both = || self.guards.iter().flatten().zip(other.guards.iter().flatten());
        if self.bodies != other.bodies || self.route.is_some() || other.route.is_some() || self.spill != other.spill {
            return false;
        }
        // Points that spill come one by one, and are all alike.
        if self.spill {
            return both().all(|(one, other)| one.ignore_on == other.ignore_on);
        }
        // An unsaved hit does the same to every model, and how often it happens depends on nothing.
        let same = both().all(|(one, other)| (&one.amount, one.ignore_on) == (&other.amount, other.ignore_on));
        if same && self.one_save().is_some() && other.one_save().is_some() {
            return true;
        }
        // Models of one wound: each attack slays one, or it does not.
        note_size();
        let frail = self.bodies.iter().flat_map(|body| &bodies[*body].groups).all(|group| group.wounds == 1);
        frail && self.is_one_guard() && other.is_one_guard()
    }

    /// Whether all models take an attack alike.
    fn is_one_guard(&self) -> bool {
        let mut all = self.guards.iter().flatten();
        let first = all.next();
        all.all(|guard| Some(guard) == first)
    }
}

/// Counts tokens that drop into slots a second time, in the slots beside them.
fn count_twice(steps: &mut [Step], twins: &[(Slot, Slot)]) {
    for step in steps {
        match step {
            Step::Roll(roll) => {
                for row in std::iter::once(&mut roll.always).chain(&mut roll.rows) {
                    let more: Vec<(Slot, u16)> = row
                        .iter()
                        .filter_map(|(slot, n)| twins.iter().find(|(key, _)| key == slot).map(|(_, twin)| (*twin, *n)))
                        .collect();
                    row.extend(more);
                }
            }
            Step::Each(each) => count_twice(&mut each.steps, twins),
            Step::Settle(_) | Step::Strike(_) | Step::Heal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use smallvec::smallvec;

    use super::*;
    use crate::dice::{Amount, Draw, Faces};
    use crate::engine::{Method, Options, Sampling, run};
    use crate::games::language::effect::{Change, Characteristic};
    use crate::games::language::number::RolledTest;
    use crate::games::volley::critical::{CriticalHit, CriticalWound};
    use crate::sequence::{Guard, Save, Side};

    /// Two models of two wounds, then one of three: with this many points lost, the group of the next model and how many points
    /// slay it.
    const MODELS: [u16; 3] = [2, 2, 3];

    /// How an attack lands: the lowest face that saves for either group, and its damage.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct WayToLand {
        save_on: [u8; 2],
        damage: u16,
    }

    const ORDINARY: WayToLand = WayToLand { save_on: [3, 5], damage: 1 };
    const PIERCING: WayToLand = WayToLand { save_on: [6, 7], damage: 1 };
    const STRONG: WayToLand = WayToLand { save_on: [3, 5], damage: 2 };

    /// What is special about the weapon.
    #[derive(Clone, Copy, Debug)]
    struct WeaponCase {
        hit_way: WayToLand,
        wound_way: WayToLand,
        extra: u16,
        lethal: bool,
        late: bool,
        again: bool,
    }

    const PLAIN: WeaponCase =
        WeaponCase { hit_way: ORDINARY, wound_way: ORDINARY, extra: 0, lethal: false, late: false, again: false };

    /// Attacks hit and wound on 4+, critically on 6.
    const TEST: RolledTest = RolledTest { success: Faces(0b111000), critical: Faces(0b100000), reroll: Faces::NONE };

    fn body() -> Body {
        Body::of("T", Side::Defender, &[(2, 2), (1, 3)], 0)
    }

    fn landing(way: WayToLand, saved: bool) -> Landing {
        let guard = |on: u8| Guard {
            save: saved.then_some(Save { on, reroll: Faces::NONE }),
            amount: Draw::fixed(way.damage),
            ignore_on: 7,
        };
        Landing::new(smallvec![0], smallvec![way.save_on.map(guard).into_iter().collect()], false)
    }

    fn volley(case: WeaponCase, attacks: u16) -> Volley {
        let changes =
            |way: WayToLand| if way == ORDINARY { Vec::new() } else { vec![(Characteristic::Rend, Change::Add(1))] };
        let after = |way: WayToLand| AfterHit {
            wound: smallvec![TEST],
            attacks: landing(way, true),
            critical_wounds: (case.late || case.wound_way != ORDINARY)
                .then(|| Box::new(landing(if case.wound_way == ORDINARY { way } else { case.wound_way }, !case.late))),
        };
        let critical_hit = CriticalHit {
            reaches: if case.lethal { Reaches::Wound } else { Reaches::Hit },
            extra_hits: (case.extra > 0).then(|| Amount::fixed(case.extra)),
            changes: changes(case.hit_way),
            ..CriticalHit::default()
        };
        let critical_wound = CriticalWound { unsaved: case.late, mortal: Vec::new(), changes: changes(case.wound_way) };
        Volley {
            name: "W".to_owned(),
            count: attacks,
            attacks: Draw::fixed(1),
            hit: Some(TEST),
            after_hit: after(ORDINARY),
            after_critical_hit: (case.hit_way != ORDINARY).then(|| Box::new(after(case.hit_way))),
            critical_hit,
            critical_wound,
            ..Volley::default()
        }
    }

    /// Everything that is known after some dice: points lost, damage, late attacks, whether a die was rolled again, and how
    /// many attacks hit, wounded and were not saved.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    struct Now {
        lost: u16,
        damage: u16,
        late: [u16; 2],
        used: bool,
        counts: [u16; 3],
    }

    type Chances = BTreeMap<Now, f64>;

    /// Each way goes on in six ways, one for each face.
    fn die(now: &Now, p: f64, out: &mut Chances, next: &mut dyn FnMut(Now, u8, f64, &mut Chances)) {
        (1..=6).for_each(|face| next(*now, face, p / 6.0, out));
    }

    fn lands(now: Now, way: WayToLand, saved: bool, p: f64, out: &mut Chances) {
        let mut start = 0;
        let model = MODELS.iter().position(|wounds| {
            start += wounds;
            now.lost < start
        });
        let group = usize::from(model.is_none_or(|model| model == 2));
        let room = start.saturating_sub(now.lost);
        let mut hurt = now;
        hurt.damage += way.damage;
        hurt.lost += way.damage.min(room);
        if !saved {
            // Late attacks were counted when they were set aside.
            *out.entry(hurt).or_insert(0.0) += p;
            return;
        }
        hurt.counts[2] += 1;
        for face in 1..=6 {
            let after = if face < way.save_on[group] { hurt } else { now };
            *out.entry(after).or_insert(0.0) += p / 6.0;
        }
    }

    /// A hit: rolled to wound unless it is lethal, and then it lands.
    fn hit(case: WeaponCase, way: WayToLand, lethal: bool, from: &Chances) -> Chances {
        let mut out = Chances::new();
        for (now, p) in from {
            let mut now = *now;
            now.counts[0] += 1;
            let wounded = |mut now: Now, critical: bool, p: f64, out: &mut Chances| {
                now.counts[1] += 1;
                if critical && case.late {
                    now.counts[2] += 1;
                    now.late[usize::from(way != ORDINARY)] += 1;
                    *out.entry(now).or_insert(0.0) += p;
                    return;
                }
                let way = if critical && case.wound_way != ORDINARY { case.wound_way } else { way };
                lands(now, way, true, p, out);
            };
            if lethal {
                wounded(now, false, *p, &mut out);
                continue;
            }
            die(&now, *p, &mut out, &mut |now, face, p, out| match face {
                6 => wounded(now, true, p, out),
                4.. => wounded(now, false, p, out),
                _ => *out.entry(now).or_insert(0.0) += p,
            });
        }
        out
    }

    /// One attack after the other, every die enumerated; critical wounds that allow no save come last.
    fn enumerated(case: WeaponCase, attacks: u16) -> Chances {
        let mut all = Chances::from([(Now { used: !case.again, ..Now::default() }, 1.0)]);
        for _ in 0..attacks {
            let mut out = Chances::new();
            for (now, p) in &all {
                let mut faces = [[0.0; 7]; 2];
                for face in 1..=6 {
                    if face < 4 && !now.used {
                        (1..=6).for_each(|again| faces[1][again] += 1.0 / 36.0);
                    } else {
                        faces[usize::from(now.used)][face] += 1.0 / 6.0;
                    }
                }
                for (used, faces) in faces.iter().enumerate() {
                    for (face, q) in faces.iter().enumerate().filter(|(_, q)| **q > 0.0) {
                        let mut after = Chances::from([(Now { used: used == 1, ..*now }, p * q)]);
                        if face >= 4 {
                            let critical = face == 6;
                            let way = if critical { case.hit_way } else { ORDINARY };
                            after = hit(case, way, critical && case.lethal, &after);
                            for _ in 0..if critical { case.extra } else { 0 } {
                                after = hit(case, ORDINARY, false, &after);
                            }
                        }
                        after.into_iter().for_each(|(now, p)| *out.entry(now).or_insert(0.0) += p);
                    }
                }
            }
            all = out;
        }
        let mut out = Chances::new();
        for (now, p) in all {
            let mut after = Chances::from([(Now { late: [0; 2], used: true, ..now }, p)]);
            for (way, n) in [(ORDINARY, now.late[0]), (case.hit_way, now.late[1])] {
                let way = if case.wound_way == ORDINARY { way } else { case.wound_way };
                for _ in 0..n {
                    let before = std::mem::take(&mut after);
                    before.into_iter().for_each(|(now, p)| lands(now, way, false, p, &mut after));
                }
            }
            after.into_iter().for_each(|(now, p)| *out.entry(now).or_insert(0.0) += p);
        }
        out
    }

    fn agrees(case: WeaponCase, attacks: u16) {
        let mut volleys = Volleys::new(vec![body()], true);
        if case.again {
            let single = volleys.single_die();
            volleys.allow_single_rerolls(vec![(RollKind::Hit, single)]);
        }
        volleys.add(volley(case, attacks)).expect("few attacks");
        volleys.end_unit(false);
        let engagement = volleys.finish();
        let sampling = Sampling { trials: 1 << 13, threads: Some(1), ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = run(&engagement, &options, &|_| {}).expect("small");
        let wanted = enumerated(case, attacks);
        let sum = |of: &dyn Fn(&Now) -> bool| wanted.iter().filter(|(now, _)| of(now)).map(|(_, p)| p).sum::<f64>();
        answer.outcome.each_state(|lost, p| {
            let wanted = sum(&|now| usize::from(now.lost) == lost[0]);
            assert!((p - wanted).abs() < 1e-12, "{case:?}: P(lost = {}) is {p}, by enumeration {wanted}", lost[0]);
        });
        let damage = answer.outcome.total("damage").expect("a result");
        for n in 0..=damage.max() {
            let wanted = sum(&|now| usize::from(now.damage) == n);
            assert!((damage.at(n) - wanted).abs() < 1e-12, "{case:?}: P(damage = {n}), by enumeration {wanted}");
        }
        for (place, name) in ["hits", "wounds", "unsaved"].into_iter().enumerate() {
            let wanted: f64 = wanted.iter().map(|(now, p)| f64::from(now.counts[place]) * p).sum();
            let stage = answer.outcome.weapons[0].stages.iter().find(|stage| stage.name == name).expect("a stage");
            let found = stage.moments.mean;
            assert!((found - wanted).abs() < 1e-12, "{case:?}: {found} {name}, by enumeration {wanted}");
        }
        for metric in answer.agreement.expect("both").metrics {
            assert!(metric.p > 1e-5, "{case:?}: {metric:?}");
        }
    }

    #[test]
    fn attacks_that_land_in_several_ways_come_one_by_one() {
        let ways =
            [(ORDINARY, PIERCING), (ORDINARY, STRONG), (PIERCING, ORDINARY), (STRONG, ORDINARY), (STRONG, PIERCING)];
        for (hit_way, wound_way) in ways {
            for (extra, lethal) in [(0, false), (0, true), (1, false), (2, false), (2, true)] {
                for (late, again) in [(false, false), (true, false), (false, true)] {
                    let case = WeaponCase { hit_way, wound_way, extra, lethal, late, again };
                    agrees(case, if extra > 0 { 2 } else { 4 });
                }
            }
        }
    }

    #[test]
    fn attacks_are_taken_one_by_one_only_where_the_order_matters() {
        let one_by_one = |case: WeaponCase, body: Body| Volleys::new(vec![body], true).is_one_by_one(&volley(case, 3));
        let [alike, frail] = [(4, 2), (9, 1)].map(|group| Body::of("T", Side::Defender, &[group], 0));
        let one_group = |case: WeaponCase, body: Body| {
            let mut volley = volley(case, 3);
            let kinds = [Some(&mut volley.after_hit), volley.after_critical_hit.as_deref_mut()];
            for after in kinds.into_iter().flatten() {
                let all = std::iter::once(&mut after.attacks).chain(after.critical_wounds.as_deref_mut());
                all.for_each(|landing| landing.guards[0].truncate(1));
            }
            Volleys::new(vec![body], true).is_one_by_one(&volley)
        };
        assert!(!one_by_one(PLAIN, body()));
        assert!(!one_by_one(WeaponCase { late: true, ..PLAIN }, body()), "critical wounds that come last");
        let piercing = WeaponCase { wound_way: PIERCING, ..PLAIN };
        let strong = WeaponCase { wound_way: STRONG, ..PLAIN };
        assert!(one_by_one(piercing, body()) && one_by_one(strong, body()));
        assert!(!one_group(piercing, alike.clone()), "all models save alike, and the damage is the same");
        assert!(one_group(strong, alike), "points that are lost");
        assert!(!one_group(strong, frail), "each attack that is not saved slays one");
    }
}
