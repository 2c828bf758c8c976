//! Hazardous weapons, which hurt their bearers (W40K-HAZARDOUS).

use super::draft::Attack;
use super::unit::Group;
use crate::dice::{Draw, Faces};
use crate::games::weapons::Chosen;
use crate::sequence::{Body, Engagement, Guard, ModelGroup, Roll, Row, Side, Strike};

/// Mortal wounds of one failed Hazardous test.
const HAZARD: u16 = 3;

impl Attack<'_> {
    /// The models that carry a Hazardous weapon that is used: characters last (W40K-HAZARDOUS).
    pub(super) fn bearers(&self, chosen: &Chosen) -> Option<Body> {
        let mut counts = vec![0u16; self.attacker.groups.len()];
        for index in &chosen.weapons {
            let weapon = &self.attacker.weapons[*index];
            if !weapon.has("Hazardous") {
                continue;
            }
            let mut left = weapon.count;
            for (group, count) in self.attacker.groups.iter().zip(&mut counts) {
                if weapon.fits(group) {
                    let here = left.min(group.count);
                    *count = (*count).max(here);
                    left -= here;
                }
            }
        }
        let mut bearing: Vec<(&Group, u16)> =
            self.attacker.groups.iter().zip(counts).filter(|(_, count)| *count > 0).collect();
        bearing.sort_by_key(|(group, _)| group.character);
        let groups: Vec<ModelGroup> = bearing
            .iter()
            .map(|(g, models)| ModelGroup { name: g.name.clone(), models: *models, wounds: g.wounds })
            .collect();
        let name = format!("{}, bearers of Hazardous weapons", self.attacker.facts.name);
        (!groups.is_empty()).then_some(Body { name, side: Side::Attacker, groups, taken: 0 })
    }

    /// One test for each weapon after all attacks; a 1 is three mortal wounds on one bearer, the excess lost.
    pub(super) fn hazard(&self, e: &mut Engagement, bearers: Body, weapons: u16) {
        let body = e.bodies.len();
        let groups = bearers.groups.clone();
        e.bodies.push(bearers);
        let own = |name: &str| self.attacker.groups.iter().find(|group| group.name == name);
        let guards = groups
            .iter()
            .map(|group| {
                let best = own(&group.name).and_then(|g| g.feel_no_pain.into_iter().chain(g.feel_no_pain_mortal).min());
                Guard { save: None, amount: Draw::fixed(HAZARD), shrug: best.unwrap_or(7) }
            })
            .collect();
        let (tests, failed) = (e.start("hazardous tests", weapons), e.slot("failed hazardous tests"));
        e.step(Roll::d6(
            "hazardous",
            tests,
            [Faces::NONE; 2],
            |face| {
                if face == 1 { vec![(failed, 1)] } else { Row::new() }
            },
        ));
        e.step(Strike {
            name: "hazard",
            input: failed,
            bodies: vec![body],
            guards: vec![guards],
            spill: false,
            through: None,
            gross: None,
            net: None,
        });
    }
}
