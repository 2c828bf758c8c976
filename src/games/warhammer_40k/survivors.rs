//! What is left of a unit that has lost models: who stands, whose abilities and keywords still count.

use super::edition::Batches;
use super::unit::{Datasheet, DatasheetWeapon, Group};
use crate::games::Losses;
use crate::games::arms::Arm;
use crate::games::size::left;
use crate::profile::reads::Size;
use crate::sequence::Body;

impl Group {
    /// Models of it that still stand.
    pub(crate) fn left(&self) -> u16 {
        self.count.get() - self.fallen
    }

    /// Whether it has the characteristics by which models are one group of an allocation (W40K-ALLOCATE).
    pub(super) fn saves_like(&self, other: &Self) -> bool {
        (self.wounds, self.save, self.invulnerable) == (other.wounds, other.save, other.invulnerable)
    }
}

/// What is left of a unit, and what it started with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    starting: u16,
    models: u16,
    /// Of a unit of one model: its Wounds, and how many it has left.
    wounds: u16,
    left: u16,
    /// Whether half is below half.
    half_counts: bool,
}

impl Strength {
    /// Models, or those of the parts that stand, when the battle began.
    pub(crate) fn starting(self) -> u16 {
        self.starting
    }

    /// This strength of a unit that began with `starting` models.
    pub(crate) fn of_starting(self, starting: u16) -> Self {
        Self { starting, ..self }
    }

    /// Fewer than half of its models, or of the wounds of an only one; in some editions half is enough.
    pub(crate) fn is_below_half(self) -> bool {
        let (left, all) = if self.starting == 1 { (self.left, self.wounds) } else { (self.models, self.starting) };
        2 * left < all + u16::from(self.half_counts)
    }

    /// It has lost models, or wounds of an only one.
    pub(crate) fn is_below_starting(self) -> bool {
        if self.starting == 1 { self.left < self.wounds } else { self.models < self.starting }
    }
}

impl Datasheet {
    /// How many of a weapon this many models have: their share where all that may carry it carry as many, if not at most one
    /// each.
    pub(crate) fn weapons_of(&self, weapon: &DatasheetWeapon, models: u16) -> u16 {
        let carriers: u16 = self.groups.iter().filter(|group| weapon.fits(group)).map(Group::left).sum();
        let each = if carriers > 0 && weapon.count.is_multiple_of(carriers) { weapon.count / carriers } else { 1 };
        models.saturating_mul(each).min(weapon.count)
    }

    /// Whether it has lost neither a model nor a wound, and so is at its Starting Strength.
    pub(crate) fn is_unhurt(&self) -> bool {
        self.taken == 0 && self.groups.iter().all(|group| group.fallen == 0)
    }

    /// Models that still stand, for whoever asks how many.
    pub(crate) fn size(&self) -> Size {
        if let [only] = &self.groups[..] { only.count.less(only.fallen) } else { self.models().into() }
    }

    /// Models that still stand.
    pub(crate) fn models(&self) -> u16 {
        self.groups.iter().map(Group::left).sum()
    }

    /// For each group, how many models have fallen once these bodies have lost this many points: one body for the whole unit,
    /// or one for the Bodyguard and one for the characters, or for each of these.
    pub(super) fn fallen(&self, lost: &[u16]) -> Vec<u16> {
        let mut lost = lost.to_vec();
        let bodies = self.places(lost.len());
        self.groups
            .iter()
            .zip(bodies)
            .map(|(group, body)| {
                let fallen = (lost[body] / group.wounds.get()).min(group.count.get());
                lost[body] = if fallen < group.count.get() { 0 } else { lost[body] - fallen * group.wounds.get() };
                fallen
            })
            .collect()
    }

    /// The body of each group where there are this many of them.
    pub(super) fn places(&self, bodies: usize) -> Vec<usize> {
        places(self.groups.iter().map(|group| group.character && group.count.is_any()), bodies)
    }

    /// How many bodies it has where attacks may choose its characters: one for the Bodyguard, and one for all characters or,
    /// where each is a group of its own, for each.
    pub(super) fn parts(&self) -> usize {
        let characters = self.groups.iter().filter(|group| group.character && group.count.is_any()).count();
        if self.edition.batches == Batches::Identical { 1 + characters } else { 2 }
    }

    /// Whether a group belongs to the unit as it is now: not where its part of an Attached unit is gone (W40K-ATTACHED).
    fn counts(&self, group: &Group) -> bool {
        self.edition.stays_attached || self.groups.iter().any(|other| other.part == group.part && other.left() > 0)
    }

    /// Whether it has lost wounds, those aside that a part lost that is gone.
    pub(crate) fn is_damaged(&self) -> bool {
        let gone = self.groups.iter().filter(|group| !self.counts(group));
        self.taken > gone.map(|group| group.fallen * group.wounds.get()).sum()
    }

    /// Whether it is damaged, below its Starting Strength, and below half of it.
    pub(super) fn levels(&self) -> [bool; 3] {
        let strength = self.strength();
        [self.is_damaged(), strength.is_below_starting(), strength.is_below_half()]
    }

    /// How strong it is, of what it started with: an Attached unit counts as one while both parts stand, and each as its
    /// own once the other is gone, unless the edition keeps them one unit (W40K-STRENGTH-LEVELS, W40K-ATTACHED).
    pub(crate) fn strength(&self) -> Strength {
        let of = || self.groups.iter().filter(|group| self.counts(group));
        let (starting, models) = (of().map(|group| group.count.get()).sum(), of().map(Group::left).sum());
        let wounds = if starting == 1 {
            of().find(|group| group.count.get() == 1).map_or(0, |group| group.wounds.get())
        } else {
            0
        };
        // Points on models that are gone, and on those of a part that is gone, are not on the one that stands.
        let before: u16 = self.groups.iter().map(|group| group.fallen * group.wounds.get()).sum();
        let left = wounds.saturating_sub(self.taken.saturating_sub(before));
        Strength { starting, models, wounds, left, half_counts: self.edition.half_is_below_half }
    }

    pub(crate) fn slain(&self, lost: &[u16]) -> u16 {
        self.fallen(lost).iter().sum()
    }

    /// The unit once a body of some of its models has lost this many points: each group by its name.
    pub(super) fn after_losses_of(&self, bearers: &Body, lost: u16) -> Self {
        let (mut unit, mut lost, lost_in_all) = (self.clone(), lost, lost);
        for part in &bearers.groups {
            let mut fallen = (lost / part.wounds).min(part.models);
            lost -= fallen * part.wounds;
            for group in unit.groups.iter_mut().filter(|group| *group.name == *part.name) {
                let here = fallen.min(group.left());
                group.fallen += here;
                fallen -= here;
            }
        }
        unit.taken = unit.taken.max(lost_in_all);
        unit.disarm(self, Losses::PlainFirst);
        unit
    }

    /// The unit as it is once these bodies have lost this many points, those from before included.
    ///
    /// A leader left alone is a unit of its own, and so is a Bodyguard whose leaders are gone: what a part brought that has
    /// fallen is gone too (W40K-ATTACHED). A unit that is gone reads as its last model did.
    pub(crate) fn after(&self, lost: &[u16]) -> Self {
        self.after_losses(lost, Losses::PlainFirst)
    }

    /// Whether a character of an Attached unit is hurt while its Bodyguard stands, or another that falls before it.
    pub(crate) fn is_hurt_apart(&self, lost: &[u16]) -> bool {
        let mut left = vec![0; lost.len().max(1)];
        for (group, body) in self.groups.iter().zip(self.places(left.len())) {
            left[body] += group.count.get() * group.wounds.get();
        }
        left.iter_mut().zip(lost).for_each(|(left, lost)| *left = left.saturating_sub(*lost));
        (1..lost.len()).any(|body| lost[body] > 0 && left[..body].iter().any(|left| *left > 0))
    }

    /// [`Datasheet::after`], where `losses` says which models of a group fall first.
    pub(crate) fn after_losses(&self, lost: &[u16], losses: Losses) -> Self {
        let mut unit = self.clone();
        for (group, fallen) in unit.groups.iter_mut().zip(self.fallen(lost)) {
            group.fallen = fallen;
        }
        if let Some(last) =
            unit.groups.iter_mut().rfind(|group| group.count.is_any()).filter(|_| self.models() <= self.slain(lost))
        {
            last.fallen -= 1;
        }
        unit.taken = lost.iter().sum();
        unit.disarm(self, losses);
        if unit.attached {
            unit.leave_parts();
        }
        unit
    }

    /// The weapons as losses see them, and the models of each group.
    fn arms(&self) -> (Vec<Arm<'_>>, Vec<u32>) {
        let mut arms = Vec::new();
        for weapon in self.weapons.iter() {
            let fits = self.groups.iter().map(|group| weapon.fits(group)).collect();
            let (ranged, count) = (weapon.ranged, Some(weapon.count.into()));
            arms.push(Arm { ranged, count, fits, one_of: weapon.one_of.as_deref() });
        }
        (arms, self.groups.iter().map(|group| group.left().into()).collect())
    }

    /// Takes the weapons of models that fell.
    fn disarm(&mut self, before: &Self, losses: Losses) {
        let ((arms, counts), (_, now)) = (before.arms(), self.arms());
        let counts = left(losses, &counts, &now, &arms);
        self.weapons.iter_mut().zip(counts).for_each(|(weapon, count)| weapon.count = count);
    }

    /// Drops what belongs to parts of an Attached unit that have fallen.
    fn leave_parts(&mut self) {
        let is_left = |part: &Option<String>| self.groups.iter().any(|group| group.part == *part && group.left() > 0);
        let fell = self.groups.iter().any(|group| group.count.is_any() && !is_left(&group.part));
        if !fell || self.models() == 0 {
            return;
        }
        let led = self.groups.iter().any(|group| !group.character && group.left() > 0);
        let keeps: Vec<bool> =
            self.owners.iter().map(|owner| is_left(&owner.part) && (led || !owner.leading)).collect();
        let left = || self.groups.iter().filter(|group| group.left() > 0);
        let keywords: Vec<String> = left().flat_map(|group| group.part_keywords.iter().cloned()).collect();
        let stealth = left().all(|group| group.part_stealth);
        *self.leadership = left().filter_map(|group| group.part_leadership).min();
        let mut keep = keeps.iter();
        self.blocks.retain(|_| *keep.next().unwrap_or(&true));
        let mut keep = keeps.iter();
        self.owners.retain(|_| *keep.next().unwrap_or(&true));
        (self.keywords, self.stealth, self.attached) = (keywords.into(), stealth, led);
    }
}

/// The body of each group of models, characters among them, where there are this many bodies: the first is the Bodyguard's.
pub(super) fn places(characters: impl Iterator<Item = bool>, bodies: usize) -> Vec<usize> {
    let mut place = 0;
    let place = |character: bool| {
        place += usize::from(character);
        if character { place.min(bodies - 1) } else { 0 }
    };
    characters.map(place).collect()
}
