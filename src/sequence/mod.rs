//! The tables that rules become: the form of an attack, and nothing else.
//!
//! An attack is dice for tokens. A [`Roll`] says for each face of a die how many tokens drop into which later slot. A
//! [`Settle`] moves tokens by a rule that needs no die. A [`Strike`] makes each of its tokens a hit on the target, and an
//! [`Each`] takes tokens through several such steps one by one. A game turns profiles into an [`Engagement`]: bodies that can be hurt, and a list of such steps. Two engines read it. Neither
//! knows a game, and no game knows a probability.
//!
//! ```text
//! attacks --Roll--> hits --Roll--> wounds --Strike--> the target: saves, points, wards, models
//!              \--- a 6 may drop two hits, or a wound, or a hit on the target that no save stops
//! ```
//!
//! What a step means is said once, on its type. There is no arithmetic of chances here: `engine/exact` reads a step as
//! probabilities, `engine/sampled` as dice of 256 trials at a time, each with code of its own. So where they agree they are
//! evidence for each other. What both do share is `program`, which takes an engagement apart before either reads it; the
//! enumerations in `tests/engine/brute` read the engagement as it was written, and so hold that as well.
//!
//! Two attacks hit on 4+, and each hit is one point on a model of two wounds:
//!
//! ```
//! use warodds::dice::{Amount, Draw, Faces};
//! use warodds::engine::exact;
//! use warodds::sequence::{Body, Engagement, ModelGroup, Roll, Side, Strike, TokenRow};
//!
//! let mut engagement = Engagement::default();
//! let model = ModelGroup { name: "model".into(), models: 1, wounds: 2 };
//! engagement.bodies.push(Body { name: "target".into(), side: Side::Defender, groups: vec![model], taken: 0 });
//! let attacks = engagement.start("attacks", 2);
//! let hits = engagement.slot("hits");
//! engagement.step(Roll::d6("hit", attacks, [Faces::NONE; 2], |face| match face {
//!     4.. => TokenRow::from([(hits, 1)]),
//!     _ => TokenRow::new(),
//! }));
//! engagement.step(Strike::unstopped("damage", hits, 0, Draw::of(Amount::fixed(1), Faces::NONE)));
//!
//! let outcome = exact(&engagement)?;
//! assert!((outcome.destroyed(Side::Defender) - 1.0 / 4.0).abs() < 1e-15);
//! # Ok::<(), warodds::engine::Refusal>(())
//! ```

mod each;
pub mod explain;
mod fingerprint;
mod held_reroll;
mod limits;
mod program;
mod recovery;
mod roll;
mod settle;
mod strike;

use smallvec::SmallVec;

pub use each::Each;
pub(crate) use fingerprint::{Fingerprint, FingerprintMap, fingerprint};
pub use held_reroll::{Aim, HeldReroll, Moment};
pub use limits::{Limit, MAX_MODELS, MAX_POINTS, MAX_SLOTS, MAX_STATES, MAX_STEPS, MAX_TOKENS, MAX_WOUNDS};
pub(crate) use program::Program;
pub use recovery::{Recovery, Returns};
pub(crate) use roll::FaceRow;
pub use roll::{Roll, TokenRow};
pub use settle::Settle;
#[cfg(test)]
pub(crate) use settle::settled;
pub use strike::{Body, GroupGuards, Guard, Guards, ModelGroup, Save, Side, Strike};

/// Where tokens of one kind are counted: attacks, hits, wounds, points. Slots are small numbers; [`Engagement::slots`] holds
/// their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Slot(pub u16);

/// One step of an engagement. A step takes all tokens of the slots it reads, and puts tokens into later ones.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Step {
    /// Tokens roll dice.
    Roll(Roll),
    /// Tokens move without dice.
    Settle(Settle),
    /// Tokens are hits on the target.
    Strike(Strike),
    /// Tokens go through some steps one after the other.
    Each(Each),
    /// The target gets points back.
    Heal(Recovery),
}

/// Slots whose tokens, added up, are one stage of an attack: `hits`, `wounds`.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Stage {
    /// The name of the stage in every output.
    pub name: &'static str,
    /// The slots that are added up.
    pub slots: SmallVec<[Slot; 4]>,
}

/// The stages of one weapon.
#[derive(Clone, PartialEq, Debug)]
pub struct WeaponStages {
    /// The weapon's name on the card.
    pub name: String,
    /// Its stages, in the order the game has them; every weapon of an engagement has the same ones.
    pub stages: Vec<Stage>,
}

/// A slot whose whole distribution is a result.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Total {
    /// The name of the result: `damage`, `mortal-wounds`.
    pub name: &'static str,
    /// The slot that is counted at the end.
    pub slot: Slot,
}

/// Everything that happens in one attack, from the first die to the last model.
///
/// A slot may get tokens from many steps, and is the input of at most one [`Roll`], [`Strike`] or [`Each`]. An engagement is
/// *well formed* if, besides, every slot is in `slots` and every body that a step names in `bodies`, a model takes at least one
/// point, no body has lost more than it has, a strike has a guard for every group of its bodies or one for all, a roll has a
/// row for every face, a settle fills no slot that a stage or a total counts, and hits that spill are worth the same for all
/// models, and an [`Each`] is as its documentation says. What a game makes always is; whatever reads an engagement may panic at
/// another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Engagement {
    /// The names of the slots, for explaining.
    pub slots: Vec<&'static str>,
    /// The tokens that are there before the first step.
    pub start: Vec<(Slot, u16)>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Who can be hurt. The defender comes first.
    pub bodies: Vec<Body>,
    /// The weapons and their stages.
    pub weapons: Vec<WeaponStages>,
    /// Slots whose distribution is a result.
    pub totals: Vec<Total>,
    /// What the first body gets back once all is over, in order. Nothing that is counted before knows of it.
    pub recoveries: Vec<Recovery>,
    /// A die that a player may roll again when it helps most.
    pub held_reroll: Option<HeldReroll>,
    /// If something that is decided before the attack changes the tables: each way they may be, and how likely it is. Then
    /// the answer is the mixture of all of these, and the other fields are those of the first, but for
    /// `bodies`, which holds those of all. Bodies of the defender stand first, and are the same in each.
    pub mixture: Vec<Alternative>,
    /// Whether the tables hold whatever the defender has lost before: each state is read when the first attack begins. If
    /// not, they are those of what its bodies have lost now.
    pub from_any_state: bool,
    /// Whether they then hold whatever the attacker has lost, too.
    pub from_any_state_of_both: bool,
}

/// One of several engagements that may come about.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// How likely it is, above 0; the weights of all alternatives add up to 1.
    pub weight: f64,
    /// What came about for it, in a player's words.
    pub what: String,
    /// The engagement, which is not a mixture itself.
    pub engagement: Engagement,
}

impl Engagement {
    /// Whether the first total counts every point that the defender may lose: models that are slain outright lose points that
    /// are no damage.
    pub(crate) fn damage_is_all(&self) -> bool {
        let Some(damage) = self.totals.first().map(|total| total.slot) else { return false };
        let is_of_target = |body: &usize| self.bodies[*body].side == Side::Defender;
        let counts = |step: &Step| match step {
            Step::Strike(strike) if strike.bodies.iter().any(is_of_target) => {
                strike.net == Some(damage) || strike.input == damage
            }
            _ => true,
        };
        self.all_steps().into_iter().all(counts) && self.mixture.iter().all(|part| part.engagement.damage_is_all())
    }

    /// A new, empty slot. Beyond [`MAX_SLOTS`] numbers of slots come to an end: such an engagement is refused before it is
    /// computed.
    pub fn slot(&mut self, name: &'static str) -> Slot {
        self.slots.push(name);
        Slot(u16::try_from(self.slots.len() - 1).unwrap_or(u16::MAX))
    }

    /// A new slot that holds `tokens` before the first step.
    pub fn start(&mut self, name: &'static str, tokens: u16) -> Slot {
        let slot = self.slot(name);
        self.start.push((slot, tokens));
        slot
    }

    /// Whether it counts no more than is computed.
    ///
    /// # Errors
    /// If it has too many slots: their names are numbers that end at some point.
    pub(crate) fn check_size(&self) -> Result<(), Limit> {
        let what = "kinds of attacks, hits and wounds that are counted";
        Limit::check(what, self.slots.len() as u64, MAX_SLOTS as u64, "MAX_SLOTS")
    }

    /// [`Settle::sort`] for any number of ranges: a settle looks at a few slots only, so tokens beyond the ranges of one go to
    /// a slot `name`, which the next one sorts.
    pub(crate) fn sorts(
        &mut self,
        name: &'static str,
        mut from: Slot,
        body: usize,
        at: &[u16],
        into: &[Slot],
    ) -> SmallVec<[Step; 1]> {
        const MOST: usize = Settle::MOST_SLOTS - 1;
        let (mut at, mut left, mut steps) = (at, into, SmallVec::new());
        while left.len() > MOST {
            let beyond = self.slot(name);
            let here = left[..MOST - 1].iter().copied().chain([beyond]).collect();
            steps.push(Settle::sort(from, body, at[..MOST - 1].to_vec(), here).into());
            (from, at, left) = (beyond, &at[MOST - 1..], &left[MOST - 1..]);
        }
        steps.push(Settle::sort(from, body, at.to_vec(), left.to_vec()).into());
        steps
    }

    /// Adds a step at the end.
    pub fn step(&mut self, step: impl Into<Step>) {
        self.steps.push(step.into());
    }
}

impl Step {
    /// The settle, if it is one.
    pub(crate) fn as_settle(&self) -> Option<&Settle> {
        if let Self::Settle(settle) = self { Some(settle) } else { None }
    }
}

macro_rules! steps {
    ($($kind:ident: $of:ty),*) => {
        $(impl From<$of> for Step {
            fn from(step: $of) -> Self {
                Self::$kind(step)
            }
        })*
    };
}

steps!(Roll: Roll, Settle: Settle, Strike: Strike, Each: Each, Heal: Recovery);

/// The place of each of some bodies among all; one that is new is added. Those of the defender are first and are the same
/// everywhere; of others that are alike the first fits.
///
/// # Panics
/// If bodies of the defender differ in points.
pub(crate) fn join_bodies(all: &mut Vec<Body>, bodies: &[Body]) -> Vec<usize> {
    let mut places = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        let alike = |place: &usize| {
            let other = &all[*place];
            match body.side {
                Side::Defender => *place == index && other.side == Side::Defender,
                Side::Attacker | Side::Nobody => other == body,
            }
        };
        let same = (0..all.len()).filter(|place| !places.contains(place)).find(alike);
        let place = same.unwrap_or_else(|| {
            all.push(body.clone());
            all.len() - 1
        });
        assert_eq!(all[place].wounds(), body.wounds(), "the bodies of {} differ", body.name);
        places.push(place);
    }
    places
}
