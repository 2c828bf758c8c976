//! Blows on a target: what a strike means. Its probabilities stand in `exact`, how lanes deal it in `lanes`.

mod exact;
pub(super) mod lanes;

use smallvec::{SmallVec, smallvec};

use super::Slot;
use crate::dice::{Draw, Faces};

pub(crate) use exact::{Bands, World};

/// Models that are alike and fall one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelGroup {
    /// The group's name on the card; empty if the unit has one kind of model.
    pub name: String,
    /// How many there are, at least 1.
    pub models: u16,
    /// Points that slay one of them, at least 1.
    pub wounds: u16,
}

/// Whose model is hurt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The unit that attacks; it can be hurt by its own weapons and by what strikes back.
    Attacker,
    /// The unit that is attacked.
    Defender,
    /// Nobody's: kept to know who would still act in another course of events. It is in no result.
    Nobody,
}

/// Somebody who can be hurt: a unit, or a part of one that is struck separately.
///
/// Points are taken by one model until it falls, then by the next; groups fall in their order (AOS-18.2,
/// W40K-ALLOCATE, ASOIAF-WOUND-MULTI, WARCRY-ALLOCATE).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The unit's name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its models, in the order they fall; at least one group.
    pub groups: Vec<ModelGroup>,
    /// Points it has already lost.
    pub taken: u16,
}

impl Body {
    /// All points of all models.
    pub fn wounds(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum()
    }

    /// All models.
    pub fn models(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models)).sum()
    }

    /// How many models have fallen once `lost` points are lost.
    pub fn slain(&self, lost: usize) -> usize {
        self.current(lost).slain
    }

    /// The model that takes the next point; past the end another one like the last.
    pub(crate) fn current(&self, lost: usize) -> Current {
        let (mut start, mut slain) = (0, 0);
        for (group, g) in self.groups.iter().enumerate() {
            let (wounds, models) = (usize::from(g.wounds), usize::from(g.models));
            let end = start + models * wounds;
            if lost < end {
                let fallen = (lost - start) / wounds;
                return Current { group, slain: slain + fallen, left: wounds - (lost - start) % wounds };
            }
            (start, slain) = (end, slain + models);
        }
        let group = self.groups.len() - 1;
        Current { group, slain, left: usize::from(self.groups[group].wounds) }
    }
}

/// Where the next point lands.
pub(crate) struct Current {
    /// The group of the model that takes it.
    pub(crate) group: usize,
    /// Models that have fallen so far.
    pub(crate) slain: usize,
    /// Points until that model falls.
    pub(crate) left: usize,
}

/// The faces of a D6 that stop a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Save {
    /// The lowest face that saves, 2 to 6; 7 if none does.
    pub on: u8,
    /// Faces that are rolled again once.
    pub reroll: Faces,
}

/// How a model takes a blow.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// Its save; `None` where none may be rolled.
    pub save: Option<Save>,
    /// The points of the blow.
    pub amount: Draw,
    /// The lowest face of a D6 that shrugs off a point (ward, Feel No Pain), 2 to 6; 7 if none does.
    pub ignore_on: u8,
}

/// For each body that is struck and each of its model groups, how it takes a blow.
pub type Guards = SmallVec<[GroupGuards; 1]>;
/// For each model group of one body, how it takes a blow.
pub type GroupGuards = SmallVec<[Guard; 1]>;

/// Each token of `input` is one blow on the first of `bodies` that still stands.
///
/// The model that is hit may save; if it does not, the blow is worth its amount in points, and each point may be
/// shrugged off. The others are lost by the model; what is left when it falls goes on to the next, of the next body too,
/// if the blow spills, and is lost if not. Blows on bodies that are all gone meet another model like the last and hurt nobody, but their
/// points still count in `net`: that is what *damage* means, as if the target had no end.
#[derive(Clone, PartialEq, Debug)]
pub struct Strike {
    /// What lands, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens are blows.
    pub input: Slot,
    /// Places in [`super::Engagement::bodies`]; a blow lands on the first that stands.
    pub bodies: SmallVec<[usize; 2]>,
    /// For each of these bodies and each of its model groups, how it takes a blow.
    pub guards: Guards,
    /// Whether points go on to the next model.
    pub spill: bool,
    /// Gets one token for each blow that no save stopped.
    pub through: Option<Slot>,
    /// Gets one token for each point before it may be shrugged off.
    pub gross: Option<Slot>,
    /// Gets one token for each point that was not shrugged off.
    pub net: Option<Slot>,
}

impl Strike {
    /// Each token of `input` is so many points on one body, which nothing stops; they go on to the next model.
    pub fn unstopped(name: &'static str, input: Slot, body: usize, amount: Draw) -> Self {
        let guards = smallvec![smallvec![Guard { save: None, amount, ignore_on: 7 }]];
        Self { name, input, bodies: smallvec![body], guards, spill: true, through: None, gross: None, net: None }
    }

    /// The guard that all models share, if they do.
    pub(crate) fn only_guard(&self) -> Option<&Guard> {
        let mut all = self.guards.iter().flatten();
        let first = all.next()?;
        all.all(|guard| guard == first).then_some(first)
    }

    /// Whether every blow is exactly one point that nothing stops: then the order of blows does not matter.
    pub(crate) fn is_points(&self) -> bool {
        self.only_guard().is_some_and(|g| g.save.is_none() && g.ignore_on == 7 && g.amount.as_fixed() == Some(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Body {
        let group = |models, wounds| ModelGroup { name: String::new(), models, wounds };
        Body { name: "mixed".into(), side: Side::Defender, groups: vec![group(2, 2), group(1, 3)], taken: 0 }
    }

    #[test]
    fn points_fell_models_in_their_order() {
        let (body, mut seen) = (body(), Vec::new());
        for lost in 0..=8 {
            let now = body.current(lost);
            seen.push((now.group, now.slain, now.left));
        }
        let end = (1, 3, 3);
        assert_eq!(seen[..7], [(0, 0, 2), (0, 0, 1), (0, 1, 2), (0, 1, 1), (1, 2, 3), (1, 2, 2), (1, 2, 1)]);
        assert_eq!(seen[7..], [end, end]);
        assert_eq!((body.wounds(), body.models(), body.slain(4)), (7, 3, 2));
    }
}
