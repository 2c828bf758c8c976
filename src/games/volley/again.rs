//! Single dice that are rolled again after all that were rolled with them were seen, and saves that are rolled before any
//! damage is.

use super::{Landing, Volleys, answer};
use crate::dice::{Faces, below_average};
use crate::games::language::effect::RollKind;
use crate::games::volley::answer::DamageBack;
use crate::sequence::{Roll, Settle, Slot, TokenRow};

impl Volleys {
    /// Lets single dice of the weapons to come be rolled again, each if the slot that comes with it still holds
    /// something. A die is chosen after all that are rolled with it were seen (W40K-REROLL-ONE-OF-BATCH).
    pub(crate) fn allow_single_rerolls(&mut self, again: Vec<(RollKind, Slot)>) {
        self.again = again;
    }

    /// A slot of single dice that may be rolled again.
    pub(crate) fn single_die(&mut self) -> Slot {
        self.e.start("single dice that may be rolled again", 1)
    }

    /// Moves one token out of `input` for each unused single re-roll. Returns the slots of dice that stay as they are, `input`
    /// among them, and the slots of dice that are rolled again.
    fn split_for_rerolls(&mut self, kind: RollKind, input: Slot) -> (Vec<Slot>, Vec<Slot>) {
        let allowed: Vec<Slot> = self.again.iter().filter(|(key, _)| *key == kind).map(|(_, slot)| *slot).collect();
        let (mut kept, mut again) = (vec![input], Vec::new());
        for token in allowed {
            let (one, rolled) = (self.e.slot("the one to choose"), self.e.slot("the one rolled again"));
            self.e.step(Settle::Move { from: input, to: one, most: 1 });
            self.e.step(Settle::Spend { token, from: one, to: rolled });
            if self.one_by_one {
                self.e.step(Settle::Move { from: one, to: input, most: 1 });
            } else {
                kept.push(one);
            }
            again.push(rolled);
        }
        (kept, again)
    }

    pub(super) fn allows(&self, kind: RollKind) -> bool {
        self.again.iter().any(|(key, _)| *key == kind)
    }

    /// A roll of one D6 for each token, some of which may be rolled again by a rule, and one after all were seen. A die is
    /// rolled again once at most (W40K-REROLL).
    pub(super) fn tested(
        &mut self,
        name: &'static str,
        kind: RollKind,
        input: Slot,
        reroll: Faces,
        row: &dyn Fn(u8) -> TokenRow,
    ) {
        if !self.allows(kind) {
            self.e.step(Roll::d6(name, input, [reroll, Faces::NONE], row));
            return;
        }
        let failed = self.e.slot("failed");
        let ruled = (!reroll.is_empty()).then(|| self.e.slot("rolled again by a rule"));
        let first = |face: u8| match (ruled.filter(|_| reroll.has(face)), row(face)) {
            (Some(ruled), _) => TokenRow::from([(ruled, 1)]),
            (None, row) if row.is_empty() => TokenRow::from([(failed, 1)]),
            (None, row) => row,
        };
        self.e.step(Roll::d6(name, input, [Faces::NONE; 2], first));
        let (kept, chosen) = self.split_for_rerolls(kind, failed);
        self.forget_the_rest(&kept);
        for slot in ruled.into_iter().chain(chosen) {
            self.e.step(Roll::d6(name, slot, [Faces::NONE; 2], row));
        }
    }

    /// Rolls numbers of attacks of which the lowest is rolled again if it is below average.
    pub(super) fn attacks_again(&mut self, weapons: Slot, values: &[u16], attacks: Slot) {
        let low: Vec<u16> = below_average(values);
        let low_rolls: Vec<(u16, Slot)> =
            low.iter().map(|value| (*value, self.e.slot("low rolls for attacks"))).collect();
        let drops =
            |value: u16| -> TokenRow { if value == 0 { TokenRow::new() } else { TokenRow::from([(attacks, value)]) } };
        let roll = |input: Slot, row: &dyn Fn(u16) -> TokenRow| {
            Roll::one_die("attacks", input, values.iter().map(|value| row(*value)).collect())
        };
        let row_of =
            |value: u16| low_rolls.iter().find(|(low, _)| *low == value).map(|(_, slot)| TokenRow::from([(*slot, 1)]));
        self.e.step(roll(weapons, &|value| row_of(value).unwrap_or_else(|| drops(value))));
        for (value, slot) in &low_rolls {
            let (kept, again) = self.split_for_rerolls(RollKind::Attacks, *slot);
            again.into_iter().for_each(|slot| self.e.step(roll(slot, &drops)));
            kept.into_iter().for_each(|slot| self.e.step(Roll::relay("attacks", slot, drops(*value))));
        }
    }

    /// Whether saves have to be rolled before any damage is.
    pub(crate) fn rolls_saves_first(&self) -> bool {
        self.shield.is_some() || self.allows(RollKind::Save) || self.allows(RollKind::Damage)
    }

    /// Rolls saves by themselves, so that one can be rolled again and failed ones can be annulled: the slot of attacks
    /// that are not saved. All models save alike.
    pub(super) fn saves(&mut self, wounds: Slot, landing: &mut Landing) -> Slot {
        let watched = self.watches(|on| matches!(on, DamageBack::SavesOf(_)));
        let rolled = self.rolls_saves_first() || watched;
        let Some(save) = landing.guards[0][0].save.filter(|_| rolled) else { return wounds };
        let failed = self.e.slot("failed saves");
        let answers = self.answers.clone();
        let fails = |slot: Slot| {
            let answers = &answers;
            move |face: u8| {
                let mut row = if face < save.on { TokenRow::from([(slot, 1)]) } else { TokenRow::new() };
                answer::add(&mut row, answers, DamageBack::SavesOf(face));
                row
            }
        };
        // A die is rolled again once at most (W40K-REROLL).
        let ruled =
            (!save.reroll.is_empty() && self.allows(RollKind::Save)).then(|| self.e.slot("rolled again by a rule"));
        let hurt = self.e.slot("attacks that were not saved");
        match ruled {
            None => self.e.step(Roll::d6("save", wounds, [save.reroll, Faces::NONE], fails(failed))),
            Some(ruled) => {
                let first =
                    |face: u8| if save.reroll.has(face) { TokenRow::from([(ruled, 1)]) } else { fails(failed)(face) };
                self.e.step(Roll::d6("save", wounds, [Faces::NONE; 2], first));
                self.e.step(Roll::d6("save", ruled, [Faces::NONE; 2], fails(hurt)));
            }
        }
        if let Some(shield) = self.shield {
            self.e.step(Settle::Cancel { from: failed, against: shield });
            self.e.step(Settle::Cancel { from: hurt, against: shield });
        }
        let (kept, again) = self.split_for_rerolls(RollKind::Save, failed);
        for slot in again {
            self.e.step(Roll::d6("save", slot, [Faces::NONE; 2], fails(hurt)));
        }
        for slot in kept {
            self.e.step(Roll::relay("failed save", slot, TokenRow::from([(hurt, 1)])));
        }
        landing.all_guards().for_each(|guard| guard.save = None);
        hurt
    }

    /// The first attack that is not saved, by itself, its damage rolled again if it is below average.
    pub(super) fn first_damage(&mut self, hits: Slot, landing: &Landing, unsaved: Slot) {
        if !self.allows(RollKind::Damage) {
            return;
        }
        let (kept, first) = self.split_for_rerolls(RollKind::Damage, hits);
        let mut chosen = landing.clone();
        chosen.all_guards().for_each(|guard| guard.amount = guard.amount.again_if_low());
        for slot in first {
            let strikes = self.strike("damage of the first", slot, chosen.clone(), Some(unsaved), None);
            self.e.steps.extend(strikes);
        }
        for slot in kept.into_iter().skip(1) {
            let strikes = self.strike("damage", slot, landing.clone(), Some(unsaved), None);
            self.e.steps.extend(strikes);
        }
    }
}
