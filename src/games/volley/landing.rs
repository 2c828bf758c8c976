//! How attacks that are not saved land: on which bodies, in which order, and how their models take them.

use smallvec::{SmallVec, smallvec};

use super::{AfterHit, BranchSlots, Volleys, WeaponSlots};
use crate::dice::Faces;
use crate::games::volley::answer::DamageBack;
use crate::sequence::{Guard, Guards, Roll, Save, Settle, Slot, Step, Strike, TokenRow};

/// Where attacks land, and how the models there take them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Landing {
    pub(crate) bodies: SmallVec<[usize; 2]>,
    pub(crate) guards: Guards,
    pub(crate) spill: bool,
    /// Which saves are rolled again, if that depends on who has fallen when they are rolled.
    pub(crate) rerolls: Vec<SavesAgain>,
    /// Where they land instead once a body has lost this many points.
    pub(crate) route: Option<Box<Route>>,
}

/// Where attacks land instead, once `body` has lost `from` points.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Route {
    pub(crate) body: usize,
    pub(crate) from: u16,
    pub(crate) landing: Landing,
    /// Whether what lands after the other attacks of its batch is sent on its way before they land.
    pub(crate) at_once: bool,
}

/// Faces of a save that are rolled again while all bodies before this one are gone and it has lost `from` points or more,
/// up to the next of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SavesAgain {
    /// A place among the bodies of a landing.
    pub(crate) place: usize,
    pub(crate) from: u16,
    pub(crate) faces: Faces,
}

impl Volleys {
    /// Lets attacks that wounded land: ordinary ones, then critical ones where they land in another way. Where the order
    /// matters they land attack by attack ([`Volleys::mingle`]).
    pub(super) fn land(
        &mut self,
        after: AfterHit,
        going: BranchSlots,
        (most_wounds, unsaved): (u64, bool),
        (slots, negated): (&WeaponSlots, Option<&AfterHit>),
    ) {
        let critical_wounds = self.sent(after.critical_wounds, going.critical, unsaved);
        let critical = negated.and_then(|negated| negated.critical_wounds.as_deref());
        let ordinary = negated.map(|negated| &negated.attacks);
        self.land_now(after.attacks, going.wounds, most_wounds, (slots, ordinary));
        match critical_wounds {
            Some(landing) if !unsaved => self.land_now(*landing, going.critical, most_wounds, (slots, critical)),
            Some(landing) => self.land_late(*landing, going, slots, critical),
            None => {}
        }
    }

    /// Sends critical wounds that allow no save on their way, if whom they strike is chosen before the other attacks of their
    /// batch land. Returns how all others land.
    fn sent(&mut self, landing: Option<Box<Landing>>, critical: Slot, unsaved: bool) -> Option<Box<Landing>> {
        let at_once = |landing: &Landing| landing.route.as_ref().is_some_and(|route| route.at_once);
        if !unsaved || self.negation.is_some() || !landing.as_deref().is_some_and(at_once) {
            return landing;
        }
        // What is sent on its way is still counted among the attacks that nothing saved.
        let sent = self.e.slot("attacks without a save that are aimed");
        self.e.step(Roll::relay("aimed", critical, TokenRow::from([(sent, 1)])));
        let steps = self.strike("damage without a save", sent, *landing?, None, self.mortal);
        let (choices, strikes): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|step| matches!(step, Step::Settle(_)));
        self.e.steps.extend(choices);
        self.late.extend(strikes);
        None
    }

    /// Lets attacks land that may be saved; `negated` is how one of them does whose Damage is changed to 0.
    pub(super) fn land_now(
        &mut self,
        mut landing: Landing,
        wounds: Slot,
        most_wounds: u64,
        (slots, negated): (&WeaponSlots, Option<&Landing>),
    ) {
        let wounds = self.negated(wounds, negated, slots, false);
        let input = self.landing(&mut landing, wounds, most_wounds, slots.unsaved);
        let strikes = self.strike("save and damage", input, landing, Some(slots.unsaved), None);
        self.e.steps.extend(strikes);
    }

    /// Lets critical wounds land, once all other attacks have, that no save stops.
    pub(super) fn land_late(
        &mut self,
        landing: Landing,
        going: BranchSlots,
        slots: &WeaponSlots,
        negated: Option<&Landing>,
    ) {
        let critical = self.negated(going.critical, negated, slots, true);
        self.land_unsaved(Some(landing), critical, true);
    }

    /// The slot of attacks that are left to land once one of them has had its Damage changed to 0 when it was allocated,
    /// if one may.
    fn negated(&mut self, attacks: Slot, landing: Option<&Landing>, slots: &WeaponSlots, late: bool) -> Slot {
        let (Some(token), Some(landing)) = (self.negation, landing) else { return attacks };
        let [kept, one, zero] = ["attacks that are allocated", "the next of them", "an attack whose Damage is 0"]
            .map(|name| self.e.slot(name));
        self.e.step(Roll::relay("allocated", attacks, TokenRow::from([(kept, 1)])));
        self.e.step(Settle::Move { from: kept, to: one, most: 1 });
        self.e.step(Settle::Spend { token, from: one, to: zero });
        self.e.step(Settle::Move { from: one, to: kept, most: 1 });
        let (through, gross) = if late { (None, self.mortal) } else { (Some(slots.unsaved), None) };
        let strikes = self.strike("an attack whose Damage is 0", zero, landing.clone(), through, gross);
        let steps = if late { &mut self.late } else { &mut self.e.steps };
        steps.extend(strikes);
        kept
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
    /// attack lands on the body that the choice depends on, or the bodies in front of it are gone and both ways are one; or
    /// the rules have it made once for a batch.
    pub(crate) fn strike(
        &mut self,
        name: &'static str,
        input: Slot,
        landing: Landing,
        through: Option<Slot>,
        gross: Option<Slot>,
    ) -> SmallVec<[Step; 1]> {
        let first = self.first_point.filter(|_| self.ignores_first_point);
        if first.is_some() || self.watches(|on| *on == DamageBack::Wards) {
            return self.point_by_point(name, input, &landing, [through, gross], first);
        }
        let (spill, net) = (landing.spill, Some(self.damage));
        let sorts = self.sorts_saves;
        let strike = |input: Slot, bodies: SmallVec<[usize; 2]>, guards: Guards| {
            let sorted = sorts && guards.iter().flatten().any(|guard| guard.save.is_some());
            Strike { name, input, bodies, guards, spill, sorted, through, gross, net }
        };
        match landing.route {
            None => self.by_who_fell(strike(input, landing.bodies, landing.guards), &landing.rerolls),
            Some(route) => {
                let Route { body, from, landing: other, .. } = *route;
                let into = vec![self.e.slot("attacks in order"), self.e.slot("attacks on the one that is chosen")];
                let mut steps = smallvec![Settle::sort(input, body, vec![from], into.clone()).into()];
                steps.extend(self.by_who_fell(strike(into[0], landing.bodies, landing.guards), &landing.rerolls));
                steps.extend(self.by_who_fell(strike(into[1], other.bodies, other.guards), &other.rerolls));
                steps
            }
        }
    }

    /// A strike whose saves are rolled again as the losses say at its beginning: one strike for each list of faces, and the
    /// choice between them.
    fn by_who_fell(&mut self, strike: Strike, rerolls: &[SavesAgain]) -> SmallVec<[Step; 1]> {
        let mut steps: SmallVec<[Step; 1]> = SmallVec::new();
        let mut input = strike.input;
        let mut rest = rerolls;
        while let Some(SavesAgain { place, .. }) = rest.first().copied() {
            let (here, later) = rest.split_at(rest.iter().take_while(|again| again.place == place).count());
            let body = strike.bodies[place];
            let mut at: Vec<u16> = here[1..].iter().map(|again| again.from).collect();
            let mut into: Vec<Slot> = here.iter().map(|_| self.e.slot("attacks on who stands first")).collect();
            if !later.is_empty() {
                at.push(self.e.bodies[body].wounds() as u16);
                into.push(self.e.slot("attacks on who is left"));
            }
            steps.extend(self.e.sorts("attacks on who stands later", input, body, &at, &into));
            for (again, slot) in here.iter().zip(&into) {
                let mut part = Strike { input: *slot, ..strike.clone() };
                let saves = part.guards.iter_mut().flatten().filter_map(|guard| guard.save.as_mut());
                saves.for_each(|save| save.reroll = again.faces);
                steps.push(part.into());
            }
            input = into.last().copied().unwrap_or(input);
            rest = later;
        }
        if rerolls.is_empty() {
            steps.push(strike.into());
        }
        steps
    }
}

impl Landing {
    /// How attacks land that no loss turns elsewhere.
    pub(crate) fn new(bodies: SmallVec<[usize; 2]>, guards: Guards, spill: bool) -> Self {
        Self { bodies, guards, spill, rerolls: Vec::new(), route: None }
    }

    pub(super) fn all_guards(&mut self) -> impl Iterator<Item = &mut Guard> {
        let other = self.route.iter_mut().flat_map(|route| &mut route.landing.guards);
        self.guards.iter_mut().chain(other).flatten()
    }

    /// Whether every model saves alike.
    pub(crate) fn one_save(&self) -> Option<Option<Save>> {
        let mut saves = self.guards.iter().flatten().map(|guard| guard.save);
        let first = saves.next()?;
        saves.all(|save| save == first).then_some(first)
    }
}
