//! Dice on the side: mortal damage that comes beside the attacks.

use smallvec::{SmallVec, smallvec};

use crate::dice::{Amount, Draw, Faces};
use crate::sequence::{Engagement, Roll, Settle, Slot, TokenRow};

/// How often dice on the side are rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Times {
    /// Once.
    Once,
    /// Once for each model of the unit.
    EachModel,
    /// Once for each model of the target, as many as there are before the attack.
    EachTargetModel,
    /// So often as the target's Health is.
    EachTargetHealth,
}

/// What a die on the side inflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Points {
    Amount(Amount),
    /// As many points as the die shows.
    Shown,
}

/// Some faces of a die on the side, and what they inflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tier {
    /// The faces.
    pub faces: Faces,
    /// What a die that shows one of them inflicts.
    pub points: Points,
}

/// Dice on the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideDice {
    /// Dice that are rolled each time: a number, or itself dice.
    pub dice: Amount,
    /// Sides of each die: 6 or 3.
    pub sides: u8,
    /// How often they are rolled.
    pub times: Times,
    /// What they inflict; no face is in two tiers.
    pub tiers: SmallVec<[Tier; 2]>,
    /// No more dice of a tier than these inflict something.
    pub most: Option<u16>,
}

impl SideDice {
    /// One die, rolled once, whose faces inflict so much.
    pub(crate) fn one(faces: Faces, points: Amount) -> Self {
        let tiers = smallvec![Tier { faces, points: Points::Amount(points) }];
        Self { dice: Amount::fixed(1), sides: 6, times: Times::Once, tiers, most: None }
    }

    /// Mortal damage without a test.
    pub(crate) fn sure(points: Amount) -> Self {
        Self::one(Faces::from(1), points)
    }

    /// Dice of this many sides of which each inflicts what the highest number says that it reaches; `None` if the numbers do
    /// not rise, or no die shows them.
    pub(crate) fn reaching(dice: Amount, sides: u8, times: Times, reached: &[(u8, Points)]) -> Option<Self> {
        let rises = reached.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let shown = |target: &u8| (1..=sides).contains(target);
        if reached.is_empty() || !rises || !reached.iter().all(|(target, _)| shown(target)) {
            return None;
        }
        let next = reached[1..].iter().map(|(target, _)| *target).chain([sides + 1]);
        let tiers = reached.iter().zip(next).map(|((from, points), next)| Tier {
            faces: Faces::from(*from).without(Faces::from(next)).and(Faces::up_to(sides)),
            points: *points,
        });
        Some(Self { dice, sides, times, tiers: tiers.collect(), most: None })
    }

    /// How many times the dice are rolled, by this many models on this many of such Health.
    pub(crate) fn times(&self, models: u16, [target_models, target_health]: [u16; 2]) -> u16 {
        match self.times {
            Times::Once => 1,
            Times::EachModel => models,
            Times::EachTargetModel => target_models,
            Times::EachTargetHealth => target_health,
        }
    }

    /// Adds the roll of the dice that are tokens of `input`: the slots of blows, and the points of each.
    pub(crate) fn roll(&self, e: &mut Engagement, input: Slot) -> SmallVec<[(Slot, Draw); 2]> {
        let mut blows: SmallVec<[(Slot, Draw); 2]> = SmallVec::new();
        let mut rows = vec![TokenRow::new(); usize::from(self.sides)];
        for tier in &self.tiers {
            // As many points as a die shows are as many blows of one point.
            let points = match tier.points {
                Points::Amount(amount) => Draw::of(amount, Faces::NONE),
                Points::Shown => Draw::one(),
            };
            let same = blows.iter().find(|(_, key)| *key == points).map(|(slot, _)| *slot);
            let slot = same.unwrap_or_else(|| {
                let slot = e.slot("mortal wounds on the side");
                blows.push((slot, points));
                slot
            });
            for face in (1..=self.sides).filter(|face| tier.faces.has(*face)) {
                let tokens = if tier.points == Points::Shown { u16::from(face) } else { 1 };
                rows[usize::from(face) - 1] = TokenRow::from([(slot, tokens)]);
            }
        }
        let name = "on the side";
        let is_sure = rows.windows(2).all(|pair| pair[0] == pair[1]);
        e.step(match rows.first().filter(|_| is_sure) {
            Some(row) => Roll::relay(name, input, row.clone()),
            None => Roll::one_die(name, input, rows),
        });
        if let Some(most) = self.most {
            for (slot, _) in &mut blows {
                let kept = e.slot("mortal wounds that count");
                e.step(Settle::Move { from: *slot, to: kept, most });
                *slot = kept;
            }
        }
        blows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_counts_for_the_highest_number_that_it_reaches() {
        let points = |n| Points::Amount(Amount::fixed(n));
        let dice = |sides, reached: &[(u8, Points)]| {
            SideDice::reaching(Amount::fixed(1), sides, Times::Once, reached)
                .map(|dice| dice.tiers.iter().map(|tier| tier.faces).collect::<Vec<_>>())
        };
        let three = [(2, points(1)), (4, points(2)), (6, Points::Shown)];
        let faces = |all: &[u8]| all.iter().copied().collect::<Faces>();
        assert_eq!(dice(6, &three), Some(vec![faces(&[2, 3]), faces(&[4, 5]), faces(&[6])]));
        assert_eq!(dice(3, &[(2, Points::Shown)]), Some(vec![faces(&[2, 3])]));
        for wrong in [&[(4, points(1)), (4, points(2))][..], &[(4, points(1)), (2, points(2))], &[]] {
            assert_eq!(dice(6, wrong), None);
        }
        assert_eq!(dice(3, &[(4, Points::Shown)]), None, "a D3 shows no 4");
    }
}
