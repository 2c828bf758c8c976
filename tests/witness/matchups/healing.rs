//! What the target gets back once the attack is over, as an entry of its profile says it: written from the words alone.

use super::{Pick, written};
use crate::witness::{Dice, Expression};

/// What comes back.
#[derive(Clone, Copy)]
enum Back {
    /// So many points.
    Points(Expression),
    /// A point for each of so many dice that shows so much.
    Dice(u32, i32),
    /// So many models.
    Models(Expression),
    /// So many points for each rank that is gone.
    PerRank(u32),
}

/// The entries of a target that bring something back, in order.
#[derive(Clone, Default)]
pub(crate) struct Healing(Vec<Back>);

/// A target after an attack: points that are lost, of models of `each`, and how many points `all` models have.
#[derive(Clone, Copy)]
pub(crate) struct Hurt {
    pub(crate) lost: u32,
    pub(crate) each: u32,
    pub(crate) all: u32,
}

/// Which points heal.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Heals {
    /// Those of the model that is hurt (AOS-18.3).
    TheHurtModel,
    /// All of them (ASOIAF-HEAL, WARCRY-ALLOCATE).
    Everything,
}

/// Entries for the target, in one of three match-ups.
pub(crate) fn entries(pick: &mut Pick, (models, ranks): (bool, bool), target: &mut String) -> Healing {
    let mut healing = Healing::default();
    if !pick.one_in(3) {
        return healing;
    }
    let amounts = [Expression::fixed(1), Expression::fixed(3), Expression::dice(1, 3, 0), Expression::dice(1, 6, 0)];
    let mut may = vec![Back::Points(pick.of(&amounts)), Back::Dice(pick.from(2, 4), pick.from(3, 5) as i32)];
    may.extend(models.then(|| Back::Models(pick.of(&amounts))));
    may.extend(ranks.then(|| Back::PerRank(pick.from(1, 2))));
    for number in 0..pick.from(1, 2) {
        let back = may.remove(pick.from(0, may.len() as u32 - 1) as usize);
        let amount = |amount: &Expression| written(amount).trim_matches('"').to_owned();
        let effect = match &back {
            Back::Points(points) => format!("heal {}", amount(points)),
            Back::Dice(dice, needed) => format!("{dice} dice: {needed}+ -> heal 1"),
            Back::Models(models) => format!("return {} models", amount(models)),
            Back::PerRank(points) => format!("heal {points} per destroyed rank"),
        };
        target.push_str(&format!("[[ability]]\nname = \"Mend {number}\"\neffects = [\"{effect}\"]\n"));
        healing.0.push(back);
    }
    healing
}

impl Healing {
    /// The points that are left in the end; `None` if nothing comes back. `ranks_gone` are the ranks that are gone once so
    /// many points are lost.
    pub(crate) fn left(
        &self,
        dice: &mut Dice,
        hurt: Hurt,
        heals: Heals,
        ranks_gone: impl Fn(u32) -> u32,
    ) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let Hurt { mut lost, each, all } = hurt;
        // A unit that is gone gets nothing back.
        if lost >= all {
            return Some(0);
        }
        let gone = ranks_gone(lost);
        for back in &self.0 {
            let points = match back {
                Back::Points(points) => points.roll(dice, None) as u32,
                Back::Dice(number, needed) => (0..*number).filter(|_| dice.d6() >= *needed).count() as u32,
                Back::PerRank(points) => points * gone,
                Back::Models(models) => {
                    let returned = (models.roll(dice, None) as u32).min(lost / each);
                    lost -= returned * each;
                    continue;
                }
            };
            lost -= points.min(if heals == Heals::Everything { lost } else { lost % each });
        }
        Some(all - lost)
    }
}
