//! The attack that Age of Sigmar and Warhammer 40,000 share: attacks, hits, wounds, saves, damage, and points that a ward or Feel No Pain ignores.
//!
//! A [`Volley`] is one weapon with every number settled; [`Volleys`] turns them into steps.

mod again;
pub(crate) mod answer;
pub(crate) mod assembly;
pub(crate) mod critical;
pub(crate) mod draft;
mod first_failed_save;
mod first_point;
mod landing;
pub(crate) mod lines;
mod one_by_one;
mod side;
pub(crate) mod slay;
mod target;
mod weapon;

use smallvec::{SmallVec, smallvec};

use self::answer::DamageBack;
use self::critical::{CriticalHit, CriticalWound, Reaches};
pub(crate) use self::landing::{Landing, Route, SavesAgain};
use super::language::effect::RollKind;
use super::language::number::RolledTest;
use super::turn::Tables;
use crate::dice::{Amount, Draw, Faces};
use crate::sequence::{Body, Engagement, Limit, Roll, Slot, Stage, Step, TokenRow, Total, WeaponStages};

/// How attacks that hit go on.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct AfterHit {
    /// The test to wound. Several: the Strength is rolled for each hit, and each face of its die has a test (W40K AMB-09).
    pub(crate) wound: SmallVec<[RolledTest; 1]>,
    /// How attacks that wound land.
    pub(crate) attacks: Landing,
    /// How those land that wound critically, where they land in another way.
    pub(crate) critical_wounds: Option<Box<Landing>>,
}

/// One weapon against one target.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Volley {
    pub(crate) name: String,
    pub(crate) count: u16,
    pub(crate) bonus_attacks: u16,
    pub(crate) attacks: Draw,
    /// Bearers beside `count` whose number of attacks follows a distribution of its own.
    pub(crate) others: Vec<(u16, Draw)>,
    /// `None`: every attack hits.
    pub(crate) hit: Option<RolledTest>,
    pub(crate) critical_hit: CriticalHit,
    /// Whether every hit ends the attack, as `unsaved_hits` lands.
    pub(crate) hits_end: bool,
    pub(crate) critical_wound: CriticalWound,
    pub(crate) after_hit: AfterHit,
    /// How critical hits go on, where they change the attack's characteristics.
    pub(crate) after_critical_hit: Option<Box<AfterHit>>,
    /// How critical hits land that end the attack.
    pub(crate) unsaved_hits: Option<Box<Landing>>,
    /// Points of mortal damage that critical rolls add, if they do.
    pub(crate) mortal: Option<Box<Landing>>,
    /// What its dice bring upon the attacker.
    pub(crate) answers: Vec<(DamageBack, Amount)>,
    /// How one attack lands whose Damage is changed to 0, if one of this weapon's is.
    pub(crate) negated: Option<Box<Negated>>,
}

/// How an attack goes on whose Damage is changed to 0, and one that hit critically where that goes on in another way.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Negated {
    pub(crate) ordinary: AfterHit,
    pub(crate) critical: Option<AfterHit>,
}

/// The steps of all weapons of one engagement, and the slots that they share.
#[derive(Clone, Default)]
pub(crate) struct Volleys {
    pub(crate) e: Engagement,
    pub(crate) steps_read: u64,
    damage: Slot,
    mortal: Option<Slot>,
    /// Strikes that wait until all ordinary ones are done: those of critical wounds, then mortal wounds that spill.
    late: Vec<Step>,
    spilling: Vec<Step>,
    /// Failed saves that do not count.
    shield: Option<Slot>,
    /// Attacks whose Damage is changed to 0.
    negation: Option<Slot>,
    /// Single dice that may be rolled again: of which roll, and the slot of how many.
    again: Vec<(RollKind, Slot)>,
    /// Those that every weapon before might roll again; `None` before the first weapon.
    again_before: Option<Vec<(RollKind, Slot)>>,
    /// Whether a unit's attacks are over.
    has_ended_unit: bool,
    /// Whether the steps that are added now are those of one attack.
    one_by_one: bool,
    /// Whether the saves of a weapon's attacks are all rolled first, and then inflicted from the lowest to the highest.
    sorts_saves: bool,
    /// The first point of this phase, as long as it has not come; and whether it is ignored.
    first_point: Option<Slot>,
    ignores_first_point: bool,
    /// What the dice of this weapon bring upon the attacker, and the slots of blows on it by what they are worth.
    answers: SmallVec<[(DamageBack, Slot); 1]>,
    blows: SmallVec<[(Amount, Slot); 1]>,
}

impl Tables for Volleys {
    fn engagement(&mut self) -> &mut Engagement {
        &mut self.e
    }

    fn steps_read(&mut self) -> &mut u64 {
        &mut self.steps_read
    }
}

/// The slots of one weapon.
#[derive(Clone, Copy)]
struct WeaponSlots {
    /// Hits and wounds that go on as the weapon does.
    ordinary: BranchSlots,
    /// Those of critical hits that change the attack's characteristics.
    changed: Option<BranchSlots>,
    criticals: Slot,
    critical_wounds: Slot,
    unsaved_hits: Slot,
    mortal: Slot,
    unsaved: Slot,
}

/// The slots of attacks that go on in the same way.
#[derive(Clone, Copy)]
struct BranchSlots {
    hits: Slot,
    wounds: Slot,
    /// Critical wounds that land in another way than ordinary ones.
    critical: Slot,
}

impl Volleys {
    /// Nothing yet. `mortal_total` makes points of mortal wounds a result (W40K).
    pub(crate) fn new(bodies: Vec<Body>, mortal_total: bool) -> Self {
        // Room for what one weapon needs.
        let (slots, steps) = (Vec::with_capacity(16), Vec::with_capacity(4));
        let mut e = Engagement { slots, steps, bodies, ..Engagement::default() };
        let damage = e.slot("damage");
        e.totals.push(Total { name: "damage", slot: damage });
        let mortal = mortal_total.then(|| e.slot("mortal-wounds"));
        e.totals.extend(mortal.map(|slot| Total { name: "mortal-wounds", slot }));
        Self { e, damage, mortal, ..Self::default() }
    }

    /// Lets all saves of a weapon's attacks be rolled first, and be inflicted from the lowest to the highest.
    pub(crate) fn sort_saves(&mut self) {
        self.sorts_saves = true;
    }

    /// Lets the first `n` saves that fail not count.
    pub(crate) fn ignore_failed_saves(&mut self, n: u16) {
        if n > 0 && self.shield.is_none() {
            self.shield = Some(self.e.start("failed saves that do not count", n));
        }
    }

    /// Lets the Damage of one attack be changed to 0, once in all.
    pub(crate) fn spare_one_attack(&mut self) {
        if self.negation.is_none() {
            self.negation = Some(self.e.start("attacks whose Damage is changed to 0", 1));
        }
    }

    /// Adds a weapon.
    ///
    /// # Errors
    /// [`Limit`] if it makes more attacks than are computed.
    pub(crate) fn add(&mut self, volley: Volley) -> Result<(), Limit> {
        let attacks = self.attacks(&volley)?;
        self.add_from(volley, attacks);
        Ok(())
    }

    /// Adds a weapon of those who strike back: each token of `bearers` is one such weapon. What it does is not a result of the
    /// attack but the attacker's losses.
    pub(crate) fn strike_back(&mut self, volley: Volley, bearers: Slot) {
        let (damage, mortal, shield) = (self.damage, self.mortal, self.shield.take());
        self.damage = self.e.slot("damage struck back");
        self.mortal = mortal.map(|_| self.e.slot("mortal wounds struck back"));
        self.again.clear();
        let attacks = self.e.slot("attacks struck back");
        self.e.step(Roll::amount("attacks", bearers, &volley.attacks, &[attacks]));
        self.add_from(volley, attacks);
        self.e.weapons.pop();
        self.end_unit(false);
        (self.damage, self.mortal, self.shield) = (damage, mortal, shield);
    }

    /// Adds everything that follows a weapon's attacks.
    fn add_from(&mut self, volley: Volley, attacks: Slot) {
        self.watch(&volley.answers);
        let one_by_one = !volley.hits_end && self.is_one_by_one(&volley);
        let e = &mut self.e;
        let (hits, criticals, wounds) = (e.slot("hits"), e.slot("critical hits"), e.slot("wounds"));
        let (critical_wounds, critical) = (e.slot("critical wounds"), e.slot("attacks without a save"));
        let (mortal, unsaved) = (e.slot("mortal wounds"), e.slot("unsaved"));
        let changed = volley.has_critical_branch(one_by_one).then(|| BranchSlots {
            hits: e.slot("critical hits that go on"),
            wounds: e.slot("wounds of critical hits"),
            critical: e.slot("critical wounds of critical hits"),
        });
        // Where critical wounds need no save either, the two kinds are kept apart.
        let both = volley.unsaved_hits.is_some() && volley.after_hit.critical_wounds.is_some();
        let unsaved_hits = if both { e.slot("critical hits without a save") } else { critical };
        let ordinary = BranchSlots { hits, wounds, critical };
        let slots = WeaponSlots { ordinary, changed, criticals, critical_wounds, unsaved_hits, mortal, unsaved };
        match &mut self.again_before {
            Some(before) => before.retain(|single| self.again.contains(single)),
            None => self.again_before = Some(self.again.clone()),
        }
        let counted = if one_by_one { self.mingle(&volley, attacks, &slots) } else { slots };
        let stages = self.stages(&volley, attacks, &counted);
        if !one_by_one {
            self.hit(&volley, attacks, &slots);
        }
        if volley.hits_end {
            let ended = TokenRow::from([(slots.unsaved_hits, 1)]);
            self.e.step(Roll::relay("each hit inflicts", slots.ordinary.hits, ended));
        } else if !one_by_one {
            self.wound(&volley, &volley.after_hit, slots.ordinary, &slots);
            if let (Some(after), Some(going)) = (volley.after_critical_hit.as_deref(), slots.changed) {
                self.wound(&volley, after, going, &slots);
            }
            let (most_wounds, negated) = (volley.most_wounds(), volley.negated.as_deref());
            let ends = (most_wounds, volley.critical_wound.unsaved);
            self.land(volley.after_hit, slots.ordinary, ends, (&slots, negated.map(|negated| negated.after(false))));
            if let (Some(after), Some(going)) = (volley.after_critical_hit, slots.changed) {
                self.land(*after, going, ends, (&slots, negated.map(|negated| negated.after(true))));
            }
        }
        self.land_unsaved(volley.unsaved_hits.map(|landing| *landing), slots.unsaved_hits, false);
        self.land_mortal(volley.mortal.map(|landing| *landing), &slots);
        self.answers.clear();
        self.e.weapons.push(WeaponStages { name: volley.name, stages });
    }

    fn stages(&self, volley: &Volley, attacks: Slot, slots: &WeaponSlots) -> Vec<Stage> {
        let all = || std::iter::once(slots.ordinary).chain(slots.changed);
        let counted = |of: fn(BranchSlots) -> Slot, when: bool| all().map(of).filter(move |_| when);
        let stage = |name, slots: SmallVec<[Slot; 4]>| Stage { name, slots };
        // Critical hits that do not go on as hits are not among the hits that do.
        let ends = (volley.critical_hit.reaches != Reaches::Hit).then_some(slots.criticals);
        let differs = volley.after_hit.critical_wounds.is_some();
        let unsaved = |unsaved: bool| counted(|going| going.critical, unsaved);
        let mut stages = Vec::with_capacity(6);
        stages.push(stage("attacks", smallvec![attacks]));
        stages.push(stage("hits", counted(|going| going.hits, true).chain(ends).collect()));
        stages.push(stage("critical-hits", smallvec![slots.criticals]));
        stages.push(stage("wounds", counted(|going| going.wounds, true).chain(unsaved(differs)).collect()));
        // Age of Sigmar knows no critical wounds (AMB-2).
        stages.extend(self.mortal.map(|_| stage("critical-wounds", smallvec![slots.critical_wounds])));
        let hits = volley.unsaved_hits.as_ref().map(|_| slots.unsaved_hits);
        let wounds = unsaved(volley.critical_wound.unsaved);
        stages.push(stage("unsaved", std::iter::once(slots.unsaved).chain(wounds).chain(hits).collect()));
        stages
    }

    /// The slot of attacks: counted if nothing of it is rolled.
    fn attacks(&mut self, volley: &Volley) -> Result<Slot, Limit> {
        volley.check()?;
        let e = &mut self.e;
        let others = volley.others.iter().map(|(n, each)| (*n, each));
        let bearers = std::iter::once((volley.count, &volley.attacks)).chain(others);
        let (mut start, mut weapons) = (volley.bonus_attacks, Vec::new());
        for (n, each) in bearers {
            match each.as_fixed() {
                Some(attacks) => start += n * attacks,
                None => weapons.push((e.start("weapons", n), each)),
            }
        }
        if weapons.is_empty() {
            return Ok(e.start("attacks", start));
        }
        let attacks = e.slot("attacks");
        if start > 0 {
            e.start.push((attacks, start));
        }
        for (weapons, each) in weapons {
            match each.as_one_die().filter(|_| self.allows(RollKind::Attacks)) {
                Some(values) => self.attacks_again(weapons, &values, attacks),
                None => self.e.step(Roll::amount("attacks", weapons, each, &[attacks])),
            }
        }
        Ok(attacks)
    }

    fn hit(&mut self, volley: &Volley, attacks: Slot, slots: &WeaponSlots) {
        let Some(test) = volley.hit else {
            self.e.step(Roll::relay("hit", attacks, TokenRow::from([(slots.ordinary.hits, 1)])));
            return;
        };
        let (does, going) = (&volley.critical_hit, slots.changed.unwrap_or(slots.ordinary));
        let mut critical: TokenRow = TokenRow::from([(slots.criticals, 1)]);
        critical.push(match does.reaches {
            Reaches::Hit => (going.hits, 1),
            Reaches::Wound => (going.wounds, 1),
            Reaches::Damage => (slots.unsaved_hits, 1),
        });
        let extra = self.bring("extra hits", does.extra_hits, slots.ordinary.hits, &mut critical);
        let mut mortal = self.bring_each("mortal wounds", &does.mortal, slots.mortal, &mut critical);
        let mut shown: [TokenRow; 7] = Default::default();
        for (face, points) in &does.mortal_of {
            let row = &mut shown[usize::from((*face).min(6))];
            mortal.extend(self.bring("mortal wounds", Some(*points), slots.mortal, row));
        }
        let answers = self.answers.clone();
        self.tested("hit", RollKind::Hit, attacks, test.reroll, &|face| {
            let mut row = if test.critical.has(face) {
                critical.clone()
            } else if test.success.has(face) {
                TokenRow::from([(slots.ordinary.hits, 1)])
            } else {
                TokenRow::new()
            };
            answer::add(&mut row, &answers, DamageBack::HitsOf(face));
            shown[usize::from(face)].iter().for_each(|(slot, n)| row.add(*slot, *n));
            row
        });
        extra.into_iter().chain(mortal).for_each(|roll| self.e.step(roll));
    }

    /// Lets a row bring an amount into a slot; the roll that follows if the amount is rolled.
    fn bring(&mut self, name: &'static str, amount: Option<Amount>, into: Slot, row: &mut TokenRow) -> Option<Roll> {
        let amount = amount?;
        match amount.as_fixed() {
            Some(0) => None,
            Some(n) => {
                row.add(into, n);
                None
            }
            None => {
                let rolled = self.e.slot(name);
                row.push((rolled, 1));
                Some(Roll::amount(name, rolled, &Draw::of(amount, Faces::NONE), &[into]))
            }
        }
    }

    /// Lets a row bring several amounts into a slot; the rolls that follow.
    fn bring_each(&mut self, name: &'static str, amounts: &[Amount], into: Slot, row: &mut TokenRow) -> Vec<Roll> {
        amounts.iter().filter_map(|amount| self.bring(name, Some(*amount), into, row)).collect()
    }

    /// The wound rolls of hits that go on in the same way.
    fn wound(&mut self, volley: &Volley, after: &AfterHit, going: BranchSlots, slots: &WeaponSlots) {
        let mut critical: TokenRow = TokenRow::from([(slots.critical_wounds, 1)]);
        critical.push((if after.critical_wounds.is_some() { going.critical } else { going.wounds }, 1));
        let mortal = self.bring_each("mortal wounds", &volley.critical_wound.mortal, slots.mortal, &mut critical);
        let row = |test: RolledTest, face: u8| match face {
            face if test.critical.has(face) => critical.clone(),
            face if test.success.has(face) => TokenRow::from([(going.wounds, 1)]),
            _ => TokenRow::new(),
        };
        for (test, slot) in self.by_strength(&after.wound, going.hits) {
            self.tested("wound", RollKind::Wound, slot, test.reroll, &|face| row(test, face));
        }
        mortal.into_iter().for_each(|roll| self.e.step(roll));
    }

    /// Hits whose Strength is rolled, apart by the wound roll it leads to.
    fn by_strength(&mut self, tests: &[RolledTest], hits: Slot) -> SmallVec<[(RolledTest, Slot); 1]> {
        if let [only] = tests {
            return smallvec![(*only, hits)];
        }
        let mut by_test: SmallVec<[(RolledTest, Slot); 1]> = SmallVec::new();
        let mut rows = Vec::new();
        for test in tests {
            let same = by_test.iter().find(|(key, _)| key == test).map(|(_, slot)| *slot);
            let slot = same.unwrap_or_else(|| {
                let slot = self.e.slot("hits by Strength");
                by_test.push((*test, slot));
                slot
            });
            rows.push(TokenRow::from([(slot, 1)]));
        }
        self.e.step(Roll::one_die("strength", hits, rows));
        if self.allows(RollKind::Wound) {
            // A single die is chosen from those of the highest Strength first.
            by_test.reverse();
        }
        by_test
    }

    /// Adds what had to wait until all of a unit's attacks are done: critical wounds in file order, then mortal wounds
    /// that spill (W40K-DEVASTATING, AMB-08), or those first.
    pub(crate) fn end_unit(&mut self, spilling_first: bool) {
        self.has_ended_unit = true;
        if spilling_first {
            self.e.steps.append(&mut self.spilling);
        }
        self.end_batch();
    }

    /// Adds what comes after the normal damage of these attacks, before those of the next weapon.
    pub(crate) fn end_batch(&mut self) {
        self.e.steps.append(&mut self.late);
        self.e.steps.append(&mut self.spilling);
    }

    /// The engagement, every unit's attacks ended.
    pub(crate) fn finish(self) -> Engagement {
        debug_assert!(self.late.is_empty() && self.spilling.is_empty(), "every unit is ended");
        self.e
    }
}
