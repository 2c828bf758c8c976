//! What may happen to both units between attacks: models that explode as they die, and points that are got back. What comes
//! of it each way of answering works out by itself.

use super::strikes::Units;
use crate::dice::Draw;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::{Game, Phase, Volatile};
use crate::profile::Document;
use crate::sequence::{Body, ModelGroup, Recovery};

/// The face of a D6 with which a model with Deadly Demise explodes (W40K-DEADLY-DEMISE).
pub(super) const EXPLODES_ON: u8 = 6;

/// What changes both units apart from their attacks: healing and explosions.
#[derive(Debug, Default)]
pub(super) struct Aftermath {
    /// The models of each unit, where some explode as they die; else none.
    pub(super) volatile: [Vec<ModelKind>; 2],
    /// Whether a unit gets something back, of what holds in the beginning.
    pub(super) heals: bool,
    /// What each unit gets back at the end of a round; what comes after an attack is that attack's.
    pub(super) after_rounds: [Vec<Recovery>; 2],
    /// Whether what comes back after an attack depends on what both units have lost.
    pub(super) heals_by_state: bool,
}

/// Models that are alike.
#[derive(Debug)]
pub(super) struct ModelKind {
    pub(super) models: usize,
    pub(super) wounds: usize,
    /// The number from which a mortal wound is ignored (W40K-FNP); 7: never.
    pub(super) ignored_on: u8,
    /// The mortal wounds of each explosion.
    pub(super) demise: Option<Draw>,
}

impl Aftermath {
    /// What the profiles and the situation bring. Deadly Demise counts in melee, where both units stand within 6", and
    /// for units without attached leaders.
    pub(super) fn of(game: &Game, units: &Units) -> Self {
        let shapes = units.shapes();
        let recoveries = [0, 1].map(|side| {
            let attack = units.attack(1 - side).filter(|_| shapes[side].bodies.len() == 1);
            attack.map_or_else(Vec::new, |attack| attack.engaged.engagement.recoveries.clone())
        });
        let whole = shapes.iter().all(|shape| shape.bodies.len() == 1);
        let read = game.moments.volatile.filter(|_| whole && units.phase == Phase::Combat);
        let pools = [0, 1].map(|side| {
            let volatile = read.zip(units.document(side)).map(|(read, unit)| read(unit));
            volatile.map_or_else(Vec::new, |volatile| pools(&volatile, &shapes[side].bodies[0]))
        });
        #[cfg(test)]
        let recoveries = if in_neither(PlantedError::RoundHeal) { Default::default() } else { recoveries };
        let explodes = pools.iter().flatten().any(|pool| pool.demise.is_some());
        let heals = recoveries.iter().any(|recoveries| !recoveries.is_empty());
        let late = |all: Vec<Recovery>| all.into_iter().filter(|one| one.is_late).collect();
        let volatile = if explodes { pools } else { Default::default() };
        let heals_by_state = (0..2).filter_map(|side| units.document(side)).any(heals_on_condition);
        Self { volatile, heals, after_rounds: recoveries.map(late), heals_by_state }
    }

    /// Whether models may explode.
    pub(super) fn explodes(&self) -> bool {
        self.volatile.iter().any(|pools| !pools.is_empty())
    }

    /// How many models of a unit that may explode have fallen once it has lost this many points.
    pub(super) fn fallen(&self, side: usize, mut lost: usize) -> usize {
        let mut fallen = 0;
        for pool in &self.volatile[side] {
            let here = lost.min(pool.models * pool.wounds);
            fallen += if pool.demise.is_some() { here / pool.wounds } else { 0 };
            lost -= here;
        }
        fallen
    }
}

/// Whether a unit has an ability that heals, or brings models back, on a condition.
fn heals_on_condition(unit: &Document) -> bool {
    let heals = |effect: &str| ["heal", "return"].iter().any(|word| effect.to_lowercase().contains(word));
    unit.table.tables("ability").any(|ability| {
        let is_conditional =
            ability.texts("when").next().is_some() || ability.texts("effects").any(|effect| effect.contains("if "));
        is_conditional && ability.texts("effects").any(heals)
    })
}

/// The models of a unit in the order in which they fall.
fn pools(models: &[Volatile], body: &Body) -> Vec<ModelKind> {
    let pool = |group: &ModelGroup| {
        let own = models.iter().find(|own| own.name == group.name && own.wounds == group.wounds);
        let demise = own.and_then(|own| own.explodes.clone());
        #[cfg(test)]
        let more = u16::from(in_neither(PlantedError::ExplosionPoints));
        #[cfg(test)]
        let demise = demise.map(|points| Draw { plus: points.plus + more, ..points });
        ModelKind {
            models: usize::from(group.models),
            wounds: usize::from(group.wounds),
            ignored_on: own.map_or(7, |own| own.ignored_on),
            demise,
        }
    };
    body.groups.iter().map(pool).collect()
}
