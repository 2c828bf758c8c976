//! Hits on a target: what a strike means.

use smallvec::{SmallVec, smallvec};

use super::Slot;
use crate::dice::{Draw, Faces};

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The unit that attacks; it can be hurt by its own weapons and by what strikes back.
    Attacker,
    /// The unit that is attacked.
    Defender,
    /// Of no side: a helper body that follows another course of events, to know who would still act there. It is in no result.
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
    /// Its owner.
    pub side: Side,
    /// Its models, in the order they fall; at least one group.
    pub groups: Vec<ModelGroup>,
    /// Points it has already lost.
    pub taken: u16,
}

impl Body {
    /// A unit of groups without names: of each its models, and the points of one.
    pub(crate) fn of(name: &str, side: Side, groups: &[(u16, u16)], taken: u16) -> Self {
        let group =
            |(models, wounds): &(u16, u16)| ModelGroup { name: String::new(), models: *models, wounds: *wounds };
        Self { name: name.to_owned(), side, groups: groups.iter().map(group).collect(), taken }
    }

    /// All points of all models.
    pub fn wounds(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum()
    }

    /// All models.
    pub fn models(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models)).sum()
    }

    /// How many models have fallen once `lost` points are lost.
    ///
    /// # Panics
    /// If a model takes no point at all.
    pub fn slain(&self, lost: usize) -> usize {
        let mut rest = lost;
        let fallen = |group: &ModelGroup| {
            let (models, wounds) = (usize::from(group.models), usize::from(group.wounds));
            let taken = rest.min(models * wounds);
            rest -= taken;
            taken / wounds
        };
        self.groups.iter().map(fallen).sum()
    }

    /// The group whose model takes the next point once `lost` points are lost; the last one if all have fallen.
    pub(crate) fn next_group(&self, lost: usize) -> usize {
        let mut end = 0;
        let is_standing = |group: &ModelGroup| {
            end += usize::from(group.models) * usize::from(group.wounds);
            lost < end
        };
        self.groups.iter().position(is_standing).unwrap_or(self.groups.len() - 1)
    }
}

/// The faces of a D6 that stop a hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Save {
    /// The lowest face that saves, 2 to 6; 7 if none does, 1 if every face does.
    pub on: u8,
    /// Faces that are rolled again once.
    pub reroll: Faces,
}

/// How a model takes a hit.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Guard {
    /// Its save; `None` where none may be rolled.
    pub save: Option<Save>,
    /// The points of the hit.
    pub amount: Draw,
    /// The lowest face of a D6 with which the model ignores a point (ward, Feel No Pain), 2 to 6; 7 if none does.
    pub ignore_on: u8,
}

/// For each body that is struck and each of its model groups, how it takes a hit.
pub type Guards = SmallVec<[GroupGuards; 1]>;
/// For each model group of one body, how it takes a hit.
pub type GroupGuards = SmallVec<[Guard; 1]>;

/// Each token of `input` is one hit on the target: on the first of `bodies` that still stands.
///
/// The model that is hit may save. If it does not, the hit is worth its amount in points, and the model may ignore each of
/// them. It loses the others. If it falls before the points are used up and the strike spills, the rest goes on to the next
/// model, of the next body too; if the strike does not spill, the rest is lost.
///
/// Hits on bodies that are all gone meet another model like the last of the list and hurt nobody. Their points still count
/// in `net`: that is what *damage* means, as if the target had no end.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Strike {
    /// What lands, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens are hits on the target.
    pub input: Slot,
    /// Places in [`super::Engagement::bodies`]; a hit lands on the first that stands.
    pub bodies: SmallVec<[usize; 2]>,
    /// For each of these bodies and each of its model groups, how it takes a hit.
    pub guards: Guards,
    /// Whether points go on to the next model.
    pub spill: bool,
    /// Whether the saves of all hits are rolled first. The hits then land from the lowest die to the highest, and each die
    /// is compared with the save of the model that stands when its turn comes. Such hits do not spill, and the same faces
    /// are rolled again for all models, before any hit lands.
    pub sorted: bool,
    /// Gets one token for each hit that no save stopped.
    pub through: Option<Slot>,
    /// Gets one token for each point, before the model may ignore it.
    pub gross: Option<Slot>,
    /// Gets one token for each point that was not ignored.
    pub net: Option<Slot>,
}

impl Strike {
    /// Each token of `input` is `amount` points on one body whose models are alike, which nothing stops; they go on to the
    /// next model.
    pub fn unstopped(name: &'static str, input: Slot, body: usize, amount: Draw) -> Self {
        let guards = smallvec![smallvec![Guard { save: None, amount, ignore_on: 7 }]];
        let bodies = smallvec![body];
        Self { name, input, bodies, guards, spill: true, sorted: false, through: None, gross: None, net: None }
    }

    /// The guard that all models share, if they do.
    pub(crate) fn only_guard(&self) -> Option<&Guard> {
        let mut all = self.guards.iter().flatten();
        let first = all.next()?;
        all.all(|guard| guard == first).then_some(first)
    }

    /// Whether hits land in the order of their dice and that makes a difference: not all models save alike.
    pub(crate) fn is_sorted(&self) -> bool {
        let mut saves = self.guards.iter().flatten().map(|guard| guard.save);
        let first = saves.next();
        self.sorted && !saves.all(|save| Some(save) == first)
    }

    /// Whether every hit is exactly one point that nothing stops. Then the order of hits does not matter.
    pub(crate) fn is_points(&self) -> bool {
        self.only_guard().is_some_and(|g| g.save.is_none() && g.ignore_on == 7 && g.amount.as_fixed() == Some(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two models of two wounds, then one of three: AOS-18.2, W40K-ALLOCATE.
    #[test]
    fn points_fell_models_in_their_order() {
        let body = Body::of("mixed", Side::Defender, &[(2, 2), (1, 3)], 0);
        let slain: Vec<usize> = (0..=9).map(|lost| body.slain(lost)).collect();
        assert_eq!(slain, [0, 0, 1, 1, 2, 2, 2, 3, 3, 3]);
        let groups: Vec<usize> = (0..=8).map(|lost| body.next_group(lost)).collect();
        assert_eq!(groups, [0, 0, 0, 0, 1, 1, 1, 1, 1]);
        assert_eq!((body.wounds(), body.models()), (7, 3));
    }

    #[test]
    fn a_strike_of_single_points_knows_that_order_does_not_matter() {
        let points = Strike::unstopped("points", Slot(0), 0, Draw::one());
        assert!(points.is_points() && points.only_guard().is_some());
        let mut saved = points.clone();
        saved.guards[0][0].save = Some(Save { on: 5, reroll: Faces::NONE });
        let mut ignored = points.clone();
        ignored.guards[0][0].ignore_on = 6;
        let two = Strike::unstopped("points", Slot(0), 0, Draw::fixed(2));
        assert!([saved, ignored, two].iter().all(|strike| !strike.is_points()));
    }
}
