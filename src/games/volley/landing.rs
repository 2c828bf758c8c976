//! How attacks that are not saved land: on which bodies, in which order, and how their models take them.

use smallvec::{SmallVec, smallvec};

use super::{AfterHit, BranchSlots, Spared, Volleys, WeaponSlots};
use crate::games::language::effect::Answer;
use crate::sequence::{Guard, Guards, Roll, Save, Settle, Slot, Step, Strike, TokenRow};

/// Where attacks land, and how the models there take them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Landing {
    pub(crate) bodies: SmallVec<[usize; 2]>,
    pub(crate) guards: Guards,
    pub(crate) spill: bool,
    /// Where they land instead once a body has lost so many points.
    pub(crate) route: Option<Route>,
}

/// Where attacks land instead, once `body` has lost `from` points.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Route {
    pub(crate) body: usize,
    pub(crate) from: u16,
    pub(crate) bodies: SmallVec<[usize; 2]>,
    pub(crate) guards: Guards,
}

impl Volleys {
    /// Lets attacks that wounded land: ordinary ones, then critical ones where they land in another way.
    pub(super) fn land(
        &mut self,
        after: AfterHit,
        going: BranchSlots,
        (most_wounds, unsaved): (u64, bool),
        (slots, spared): (&WeaponSlots, Option<&Spared>),
    ) {
        let wounds = self.spared(going.wounds, spared.map(|spared| &spared.attacks), slots, false);
        self.land_saved(after.attacks, wounds, most_wounds, slots);
        match after.critical_wounds {
            Some(landing) if !unsaved => {
                let critical = self.spared(going.critical, spared.map(|spared| &spared.attacks), slots, false);
                self.land_saved(landing, critical, most_wounds, slots);
            }
            None => {}
            landing => {
                let critical = self.spared(going.critical, spared.and_then(|spared| spared.late.as_ref()), slots, true);
                self.land_unsaved(landing, critical, true);
            }
        }
    }

    /// The slot of attacks that are left to land once one of them has had its Damage changed to 0 when it was allocated,
    /// if one may.
    fn spared(&mut self, attacks: Slot, landing: Option<&Landing>, slots: &WeaponSlots, late: bool) -> Slot {
        let (Some(token), Some(landing)) = (self.spare, landing) else { return attacks };
        let [kept, one, zero] = ["attacks that are allocated", "the next of them", "an attack whose Damage is 0"]
            .map(|name| self.e.slot(name));
        self.e.step(Roll::relay("allocated", attacks, TokenRow::from([(kept, 1)])));
        self.e.step(Settle::Move { from: kept, to: one, most: 1 });
        self.e.step(Settle::Spend { token, from: one, to: zero });
        self.e.step(Settle::Move { from: one, to: kept, most: 1 });
        let (through, gross) = if late { (None, self.mortal) } else { (Some(slots.unsaved), None) };
        let strikes = self.strike("an attack whose Damage is 0", zero, landing.clone(), through, gross);
        if late {
            self.late.extend(strikes);
        } else {
            self.e.steps.extend(strikes);
        }
        kept
    }

    pub(super) fn land_saved(&mut self, mut landing: Landing, wounds: Slot, most_wounds: u64, slots: &WeaponSlots) {
        let input = self.landing(&mut landing, wounds, most_wounds, slots.unsaved);
        let strikes = self.strike("save and damage", input, landing, Some(slots.unsaved), None);
        self.e.steps.extend(strikes);
    }

    /// The slot of wounds that are left to land, once those are dealt with whose saves are rolled by themselves.
    fn landing(&mut self, landing: &mut Landing, wounds: Slot, most_wounds: u64, unsaved: Slot) -> Slot {
        if self.rolls_one_by_one(landing) {
            return self.one_by_one(landing, most_wounds, wounds, unsaved);
        }
        let hits = self.saves(wounds, landing);
        self.first_damage(hits, landing, unsaved);
        hits
    }

    /// Lets attacks land that need no save: at once, or after all others.
    pub(super) fn land_unsaved(&mut self, landing: Option<Landing>, input: Slot, waits: bool) {
        let Some(landing) = landing else { return };
        let late = self.strike("damage without a save", input, landing, None, self.mortal);
        if waits { self.late.extend(late) } else { self.e.steps.extend(late) }
    }

    pub(super) fn land_mortal(&mut self, landing: Option<Landing>, slots: &WeaponSlots) {
        let Some(landing) = landing else { return };
        let mortal = self.strike("mortal wound", slots.mortal, landing, None, self.mortal);
        if self.mortal.is_some() { self.spilling.extend(mortal) } else { self.e.steps.extend(mortal) }
    }

    /// The steps of attacks whose points count as damage: one strike, or two and the choice between them.
    ///
    /// The choice is made once for all attacks of `input`. Made for each of them, it would come out the same: either no
    /// attack lands on the body that the choice depends on, or the bodies in front of it are gone and both ways are one.
    pub(crate) fn strike(
        &mut self,
        name: &'static str,
        input: Slot,
        landing: Landing,
        through: Option<Slot>,
        gross: Option<Slot>,
    ) -> SmallVec<[Step; 1]> {
        let first = self.first_point.filter(|_| self.ignores_first_point);
        if first.is_some() || self.watches(|on| *on == Answer::Wards) {
            return self.point_by_point(name, input, &landing, [through, gross], first);
        }
        let (spill, net) = (landing.spill, Some(self.damage));
        let sorts = self.sorts_saves;
        let strike = |input: Slot, bodies: SmallVec<[usize; 2]>, guards: Guards| {
            let sorted = sorts && guards.iter().flatten().any(|guard| guard.save.is_some());
            Step::Strike(Strike { name, input, bodies, guards, spill, sorted, through, gross, net })
        };
        match landing.route {
            None => smallvec![strike(input, landing.bodies, landing.guards)],
            Some(Route { body, from, bodies, guards }) => {
                let into = vec![self.e.slot("attacks in order"), self.e.slot("attacks on the one that is chosen")];
                smallvec![
                    Settle::sort(input, body, vec![from], into.clone()).into(),
                    strike(into[0], landing.bodies, landing.guards),
                    strike(into[1], bodies, guards),
                ]
            }
        }
    }
}

impl Landing {
    pub(super) fn all_guards(&mut self) -> impl Iterator<Item = &mut Guard> {
        let other = self.route.iter_mut().flat_map(|route| &mut route.guards);
        self.guards.iter_mut().chain(other).flatten()
    }

    /// Whether every model saves alike.
    pub(crate) fn one_save(&self) -> Option<Option<Save>> {
        let mut saves = self.guards.iter().flatten().map(|guard| guard.save);
        let first = saves.next()?;
        saves.all(|save| save == first).then_some(first)
    }
}
