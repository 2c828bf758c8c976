//! Saves, points and wards that are rolled by themselves: where the first point of damage in a phase is ignored, or wards
//! bring something upon the attacker.

use smallvec::{SmallVec, smallvec};

use super::{Landing, Volleys, answer};
use crate::dice::{Draw, Faces};
use crate::games::volley::answer::DamageBack;
use crate::sequence::{Roll, Settle, Slot, Step, Strike, TokenRow};

impl Volleys {
    /// A phase begins, in which a first point may come.
    pub(crate) fn begin_phase(&mut self) {
        self.first_point = Some(self.e.start("the first point of the phase", 1));
    }

    /// Whether the first point of the phase is ignored by those who are struck now.
    pub(crate) fn ignore_first_point(&mut self, ignores: bool) {
        self.ignores_first_point = ignores;
    }

    /// The steps of attacks on models that are all alike: saves, points and wards one after the other, and then what is left
    /// is allocated, but for the point that `first` stands for.
    pub(super) fn point_by_point(
        &mut self,
        name: &'static str,
        input: Slot,
        landing: &Landing,
        [through, gross]: [Option<Slot>; 2],
        first: Option<Slot>,
    ) -> SmallVec<[Step; 1]> {
        let guard = &landing.guards[0][0];
        let [hurt, pool, net] =
            ["attacks that get through", "points", "points that are not warded"].map(|n| self.e.slot(n));
        let passes: TokenRow = std::iter::once(hurt).chain(through).map(|slot| (slot, 1)).collect();
        let save = match guard.save {
            None => Roll::relay("no save", input, passes),
            Some(save) => Roll::d6("save", input, [save.reroll, Faces::NONE], |face| {
                if face < save.on { passes.clone() } else { TokenRow::new() }
            }),
        };
        let points: SmallVec<[Slot; 2]> = std::iter::once(pool).chain(gross).collect();
        let row = |face| {
            let mut row = TokenRow::new();
            if face < guard.ignore_on {
                row.push((net, 1));
            } else {
                answer::add(&mut row, &self.answers, DamageBack::Wards);
            }
            row
        };
        let ward = Roll::d6("ward", pool, [Faces::NONE; 2], row);
        let strike = Strike::unstopped(name, net, landing.bodies[0], Draw::one());
        let mut steps: SmallVec<[Step; 1]> =
            smallvec![save.into(), Roll::amount(name, hurt, &guard.amount, &points).into(), ward.into()];
        steps.extend(first.map(|against| Settle::Cancel { from: net, against }.into()));
        steps.push(Strike { net: Some(self.damage), ..strike }.into());
        steps
    }
}
