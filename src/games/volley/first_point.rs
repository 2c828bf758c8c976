//! The first point of damage in a phase, where it is ignored: all that comes before the models is rolled by itself.

use smallvec::{SmallVec, smallvec};

use super::{Landing, Volleys, draw};
use crate::dice::{Draw, Faces};
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

    /// The steps of attacks on models that are all alike, without the point that `token` stands for: saves, points and
    /// wards one after the other, and then what is left is allocated.
    pub(super) fn without_first_point(
        &mut self,
        name: &'static str,
        input: Slot,
        landing: &Landing,
        [through, gross]: [Option<Slot>; 2],
        token: Slot,
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
        let row = |face| if face < guard.ignore_on { TokenRow::from([(net, 1)]) } else { TokenRow::new() };
        let ward = Roll::d6("ward", pool, [Faces::NONE; 2], row);
        let strike = Strike::unstopped(name, net, landing.bodies[0], Draw::one());
        smallvec![
            save.into(),
            draw(name, hurt, &guard.amount, &points).into(),
            ward.into(),
            Settle::Cancel { from: net, against: token }.into(),
            Strike { net: Some(self.damage), ..strike }.into(),
        ]
    }
}
