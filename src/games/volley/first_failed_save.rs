//! The first save that fails, where models save differently: saves are rolled one after the other until then.

use super::{Landing, Volley, Volleys};
use crate::dice::Faces;
use crate::games::language::effect::RollKind;
use crate::sequence::{Roll, Save, Settle, Slot, TokenRow};

/// The most wounds of a weapon that are taken one after the other.
const MAX_SINGLE_BLOWS: u64 = 60;

impl Volleys {
    /// Whether this weapon's saves have to be rolled one after the other.
    pub(super) fn rolls_one_by_one(&self, landing: &Landing) -> bool {
        self.rolls_saves_first() && landing.one_save().is_none()
    }

    /// Why what depends on the first failed save of this weapon is not computed.
    pub(crate) fn cannot_single_out(&self, volley: &Volley) -> Option<String> {
        let landing = &volley.after_hit.attacks;
        if !self.rolls_one_by_one(landing) {
            return None;
        }
        let rules = self.again.iter().filter(|(kind, _)| matches!(kind, RollKind::Save | RollKind::Damage)).count();
        let rerolled = landing.guards.iter().flatten().any(|g| g.save.is_some_and(|save| !save.reroll.is_empty()));
        let why = match () {
            () if self.sorts_saves => Some("all saves are rolled before any model is allocated one"),
            () if rules + usize::from(self.shield.is_some()) > 1 => Some("several rules ask for the first failed save"),
            () if landing.route.is_some() => Some("Precision chooses attack by attack"),
            () if rerolled && self.shield.is_none() => Some("its saves are rolled again by another rule too"),
            () if volley.most_wounds() > MAX_SINGLE_BLOWS => {
                let more = format!("more than {MAX_SINGLE_BLOWS} wounds (MAX_SINGLE_BLOWS)");
                return Some(format!("{more} are not followed one after the other"));
            }
            () if volley.after_critical_hit.is_some() => Some("its critical hits meet another save"),
            () if volley.has_saved_critical_wounds() => Some("its critical wounds meet another save"),
            () if self.has_ended_unit => Some("another unit has attacked before"),
            () if self.shield.is_none() && self.has_hurt_before() => Some("another weapon has attacked before"),
            () => None,
        };
        why.map(str::to_owned)
    }

    /// Whether weapons that may not roll the same die again have attacked before.
    fn has_hurt_before(&self) -> bool {
        let saves = |(kind, _): &&(RollKind, Slot)| matches!(kind, RollKind::Save | RollKind::Damage);
        self.again
            .iter()
            .filter(saves)
            .any(|single| self.again_before.as_ref().is_some_and(|all| !all.contains(single)))
    }

    /// Rolls saves until the first fails; what is rolled afterwards is left in the slot that is returned.
    ///
    /// Until then no model is hurt, so that all these saves are those of the model that takes the first unsaved attack.
    pub(super) fn one_by_one(&mut self, landing: &Landing, most_wounds: u64, wounds: Slot, unsaved: Slot) -> Slot {
        let save = self.first_save(landing);
        let single = self.again.iter().copied().find(|(kind, _)| matches!(kind, RollKind::Save | RollKind::Damage));
        let Some(token) = self.shield.or(single.map(|(_, slot)| slot)) else { return wounds };
        let fails =
            |slot: Slot| move |face: u8| if face < save.on { TokenRow::from([(slot, 1)]) } else { TokenRow::new() };
        let (first, rest) = (self.e.slot("the first attack that is not saved"), self.e.slot("attacks after it"));
        for _ in 0..most_wounds {
            let [one, still, tested, failed] =
                ["the next attack", "none has failed", "a save before any failed", "it failed"]
                    .map(|name| self.e.slot(name));
            self.e.step(Settle::Move { from: wounds, to: one, most: 1 });
            self.e.step(Settle::Copy { from: token, out: still, most: 1 });
            self.e.step(Settle::Spend { token: still, from: one, to: tested });
            self.e.step(Roll::d6("save", tested, [save.reroll, Faces::NONE], fails(failed)));
            self.e.step(Settle::Spend { token, from: failed, to: first });
            self.e.step(Roll::relay("attack", one, TokenRow::from([(rest, 1)])));
        }
        if self.shield.is_none() {
            self.land_first(landing, single.map(|(kind, _)| kind), (first, save), unsaved);
        }
        rest
    }

    /// The first attack that is not saved: its save or its damage is rolled again.
    fn land_first(&mut self, landing: &Landing, kind: Option<RollKind>, (first, save): (Slot, Save), unsaved: Slot) {
        let mut chosen = landing.clone();
        chosen.all_guards().for_each(|guard| guard.save = None);
        let mut input = first;
        if kind == Some(RollKind::Save) {
            input = self.e.slot("it failed again");
            let row = |face: u8| if face < save.on { TokenRow::from([(input, 1)]) } else { TokenRow::new() };
            self.e.step(Roll::d6("save", first, [Faces::NONE; 2], row));
        } else {
            chosen.all_guards().for_each(|guard| guard.amount = guard.amount.again_if_low());
        }
        let strikes = self.strike("damage of the first", input, chosen, Some(unsaved), None);
        self.e.steps.extend(strikes);
    }

    /// The save of the model that takes the first unsaved attack.
    fn first_save(&self, landing: &Landing) -> Save {
        let body = &self.e.bodies[landing.bodies[0]];
        let group = body.next_group(usize::from(body.taken));
        landing.guards[0][group].save.unwrap_or(Save { on: 7, reroll: Faces::NONE })
    }
}

impl Volley {
    /// The most wounds that it can cause.
    pub(super) fn most_wounds(&self) -> u64 {
        self.most_attacks() * (1 + u64::from(self.critical_hit.extra_hits.map_or(0, |hits| u32::from(hits.max()))))
    }
}
