//! When an ability holds: conditions in the words of the unit that owns it.
//!
//! `when` is a list of which every entry must hold. Within an entry `not` negates the words behind it, `or` joins, and
//! `target` in front carries over: `target HERO or VEHICLE`.

mod mistakes;
mod read;

use std::cmp::Ordering;

use smallvec::SmallVec;

pub(super) use self::read::{COMPANION, is_keyword, read_condition};
use self::read::{STRENGTH, counted, prefixes};
use super::exclusion::Thing;
use super::situation::Scene;
use crate::games::{Owner, Phase, Situation, SituationDoc};
use crate::profile::{Diagnostic, Diagnostics, Reader};
use crate::words::same;

/// One entry of `when`: alternatives, of which one must hold.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    any: SmallVec<[OrTerm; 1]>,
}

/// One alternative: a state, and whether it must not hold.
#[derive(Clone, Debug)]
struct OrTerm {
    negated: bool,
    /// Whether it speaks of the other unit. Of a situation that has two names its name says that.
    of_target: bool,
    state: ReadState,
}

/// What may be true when an ability is looked at.
#[derive(Clone, Debug)]
enum ReadState {
    /// As the owner of the ability calls it.
    Situation(&'static SituationDoc),
    Keyword(String),
    Phase(Phase),
    /// There are at least this many.
    AtLeast((Counted, u16)),
    /// Fewer ranks than the other unit, or more.
    ComparedRanks(Ordering),
    /// The Strength of an attack is above the Toughness it meets.
    StrengthAboveToughness,
    /// The weapon is a Companion weapon.
    Companion,
}

/// What abilities count of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counted {
    /// Models that stand.
    Models,
    /// Points of damage.
    Damage,
    Ranks,
}

impl Condition {
    /// That the unit that owns the ability has at least this many points of damage.
    pub(crate) fn damaged(points: u16) -> Self {
        let term = OrTerm { negated: false, of_target: false, state: ReadState::AtLeast((Counted::Damage, points)) };
        Self { any: SmallVec::from_iter([term]) }
    }

    /// That it is this phase.
    pub(super) fn in_phase(phase: Phase) -> Self {
        let term = OrTerm { negated: false, of_target: false, state: ReadState::Phase(phase) };
        Self { any: SmallVec::from_iter([term]) }
    }

    /// Whether it holds for the unit that owns the ability.
    pub(super) fn holds(&self, owner: Owner, scene: &Scene<'_>) -> bool {
        self.any.iter().any(|term| term.negated != term.state.holds(owner, term.of_target, scene))
    }

    /// Whether it counts models or damage, of either unit.
    pub(crate) fn counts(&self) -> bool {
        let is = |state: &ReadState| matches!(state, ReadState::AtLeast((Counted::Models | Counted::Damage, _)));
        self.any.iter().any(|term| is(&term.state))
    }

    /// Whether it may hold in one of several attacks and not in another: it asks for losses, or for something on the table.
    pub(crate) fn may_change(&self) -> bool {
        let is = |state: &ReadState| {
            matches!(state, ReadState::AtLeast(_) | ReadState::ComparedRanks(_) | ReadState::Situation(_))
        };
        self.any.iter().any(|term| is(&term.state))
    }

    /// The points of damage that it asks for, of either unit.
    pub(crate) fn damage_thresholds(&self) -> impl Iterator<Item = u16> {
        self.any.iter().filter_map(|term| match term.state {
            ReadState::AtLeast((Counted::Damage, points)) => Some(points),
            _ => None,
        })
    }

    /// Whether it asks about this situation, of either unit.
    pub(crate) fn asks_for(&self, situation: crate::games::Situation) -> bool {
        self.any.iter().any(|term| match term.state {
            ReadState::Situation(doc) => doc.situation == situation || doc.mirrored == Some(situation),
            _ => false,
        })
    }

    /// Whether it asks what a unit has lost: the one that owns it, or its target.
    pub(crate) fn asks_for_losses(&self, target: bool) -> bool {
        self.any.iter().any(|term| match term.state {
            ReadState::AtLeast(_) => term.of_target == target,
            ReadState::ComparedRanks(_) => true,
            ReadState::Situation(_)
            | ReadState::Keyword(_)
            | ReadState::Phase(_)
            | ReadState::StrengthAboveToughness
            | ReadState::Companion => false,
        })
    }

    /// Whether it may hold in a phase, if that is known; nothing else is looked at.
    pub(super) fn may_hold_in(&self, phase: Option<Phase>) -> bool {
        self.any.iter().any(|term| match (&term.state, phase) {
            (ReadState::Phase(asked), Some(phase)) => (*asked == phase) != term.negated,
            _ => true,
        })
    }

    /// Whether both can never hold at once. Only conditions without `or` are looked at; `implies` says what else is true.
    pub(super) fn contradicts(&self, other: &Self, implies: fn(Situation) -> Option<Situation>) -> bool {
        let ([one], [two]) = (&self.any[..], &other.any[..]) else { return false };
        let opposite = one.negated != two.negated;
        // At least one number, and not at least the other, which is no larger.
        let counts = |a: u16, b: u16| opposite && if two.negated { b <= a } else { a <= b };
        // What implies something does not hold without it.
        let within = |a: Situation, b: Situation| {
            let (holds, does_not) = if two.negated { (a, b) } else { (b, a) };
            opposite && (a == b || implies(holds) == Some(does_not))
        };
        one.of_target == two.of_target
            && match (&one.state, &two.state) {
                (ReadState::Situation(a), ReadState::Situation(b)) => within(a.situation, b.situation),
                (ReadState::Keyword(a), ReadState::Keyword(b)) => opposite && same(a, b),
                (ReadState::Phase(a), ReadState::Phase(b)) => opposite == (a == b),
                (ReadState::AtLeast((what, a)), ReadState::AtLeast((other, b))) => what == other && counts(*a, *b),
                (ReadState::ComparedRanks(a), ReadState::ComparedRanks(b)) if a == b => opposite,
                (ReadState::ComparedRanks(_), ReadState::ComparedRanks(_)) => !one.negated && !two.negated,
                (ReadState::StrengthAboveToughness, ReadState::StrengthAboveToughness)
                | (ReadState::Companion, ReadState::Companion) => opposite,
                _ => false,
            }
    }

    /// The situation or the phase that it asks for, and nothing else, in the words of the attacker.
    pub(super) fn thing(&self, owner: Owner) -> Option<Thing> {
        let [OrTerm { negated: false, state, of_target }] = &self.any[..] else { return None };
        match state {
            ReadState::Situation(doc) => meant(doc, owner, *of_target).map(Thing::Situation),
            ReadState::Phase(phase) => Some(Thing::Phase(*phase)),
            _ => None,
        }
    }

    /// A situation that is not known of the unit that it is asked of where its owner is on this side, with whether that is
    /// the owner's target.
    pub(super) fn unknown(&self, owner: Owner) -> Option<(&'static SituationDoc, bool)> {
        self.any.iter().find_map(|term| match term.state {
            ReadState::Situation(doc) if meant(doc, owner, term.of_target).is_none() => Some((doc, term.of_target)),
            _ => None,
        })
    }

    /// Whether it depends on the Strength of the weapon that attacks.
    pub(crate) fn asks_for_strength(&self) -> bool {
        self.any.iter().any(|term| matches!(term.state, ReadState::StrengthAboveToughness))
    }

    /// What it asks of the weapon that attacks, if anything.
    pub(crate) fn of_weapon(&self) -> Option<&'static str> {
        self.any.iter().find_map(|term| match term.state {
            ReadState::StrengthAboveToughness => Some(STRENGTH),
            ReadState::Companion => Some(COMPANION),
            _ => None,
        })
    }
}

/// A situation of the owner of an ability, or of its target, in the words of the attacker; `None` if it is never known of that
/// unit. The name of one that has two says itself of which unit it is.
fn meant(doc: &SituationDoc, owner: Owner, of_target: bool) -> Option<Situation> {
    doc.said_of(if of_target && doc.mirrored.is_none() { owner.other() } else { owner })
}

impl ReadState {
    fn holds(&self, owner: Owner, of_target: bool, scene: &Scene<'_>) -> bool {
        // In a file the words are the owner's: its target is the unit that attacks, if it is attacked itself.
        let of_attacker = (owner == Owner::Attacker) != of_target;
        let of = |attacker: u16, target: u16| if of_attacker { attacker } else { target };
        match self {
            Self::Situation(doc) => meant(doc, owner, of_target).is_some_and(|situation| scene.is(situation)),
            Self::Keyword(keyword) if of_attacker => scene.attacker_has(keyword),
            Self::Keyword(keyword) => scene.target_has(keyword),
            Self::Phase(phase) => scene.phase == Some(*phase),
            Self::AtLeast((Counted::Models, least)) => {
                let models = if of_attacker { scene.attacker_models } else { scene.target_models };
                models.get() >= *least
            }
            Self::AtLeast((Counted::Damage, least)) => of(scene.attacker_damage, scene.target_damage) >= *least,
            Self::AtLeast((Counted::Ranks, least)) => of(scene.attacker_ranks, scene.target_ranks) >= *least,
            Self::ComparedRanks(order) => {
                of(scene.attacker_ranks, scene.target_ranks).cmp(&of(scene.target_ranks, scene.attacker_ranks))
                    == *order
            }
            Self::StrengthAboveToughness => scene.strength_above_toughness,
            Self::Companion => scene.companion,
        }
    }
}

/// What conditions of abilities may ask for in a game, other than its situations.
pub(crate) struct Traits {
    /// Whether units have several models.
    pub(crate) models: bool,
    /// Whether models are in ranks.
    pub(crate) ranks: bool,
    /// Whether abilities compare the Strength of an attack with Toughness.
    pub(crate) strength: bool,
    /// Whether there are Companion weapons.
    pub(crate) companions: bool,
    /// Whether units are attached to each other, so that one may bear the other's keywords.
    pub(crate) attaches: bool,
    /// Keywords that its rules name.
    pub(crate) keywords: &'static [&'static str],
}

/// The words that a condition of a unit may use.
pub(super) struct ConditionWords<'t> {
    pub(super) game: &'static str,
    pub(super) situations: &'static [SituationDoc],
    pub(super) traits: &'t Traits,
    /// Keywords of the unit itself.
    pub(super) own: &'t [String],
}

/// The most models, or points of damage, that an ability may ask for.
const MOST_COUNTED: u16 = 1_000;

/// Notes what a unit that never grows cannot reach: more models than it has, or damage with which it is gone.
pub(crate) fn check_counts(unit: &Reader<'_>, (models, wounds): (u16, u16), found: &Diagnostics) {
    for entry in unit.tables("ability").iter().flat_map(|table| table.texts("when")) {
        let words: Vec<&str> = entry.value.split_whitespace().collect();
        let (false, false, state) = prefixes(&words) else { continue };
        let Some((what, Some(least))) = counted(&state.join(" ")) else { continue };
        let help = match what {
            "models" if least > models => format!("there are {models} models at most"),
            "damage" if least >= wounds => {
                format!(
                    "with {wounds} points it is gone: write `damage {}+`, or fewer",
                    wounds.saturating_sub(1).max(1)
                )
            }
            _ => continue,
        };
        let message = format!("`{}` never holds", entry.value.trim());
        found.push(Diagnostic::new(&entry.place, message, "so this ability never does").help(help));
    }
}
