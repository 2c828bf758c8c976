//! Deliberate errors, one for each part of an attack, that a test can put into one of the engines.
//!
//! Nothing of this is in the program: the module and every line that asks it exist in test builds only. The switch belongs
//! to the thread that sets it, so tests that run beside each other do not see it. Dice that are rolled by other threads do
//! not see it either: roll them with one thread.

use std::cell::Cell;

use crate::dice::Faces;
use crate::sequence::{FaceRow, Roll, Strike, TokenRow};

/// The engine that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    /// The one that multiplies distributions.
    Exact,
    /// The one that rolls dice.
    Sampled,
    /// Neither, but what both read or what reads both.
    Neither,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlantedError {
    /// A die that is rolled to hit never shows its highest face.
    Roll,
    /// A save works one face too late.
    Save,
    /// No die is rolled again.
    Reroll,
    /// Points beyond the last model are not added to the points that slay it.
    Cap,
    /// Points do not go on to the second model.
    Spill,
    /// A ward works one face too late.
    Ward,
    /// Every model ignores points as the first group does.
    FeelNoPainPerGroup,
    /// Tokens that a settle moves stay where they are.
    Settle,
    /// A total counts the tokens of the slot after its own.
    Total,
    /// Hits land on the second body as long as it stands, not on the first.
    WhoIsSlain,
    /// Nothing comes back.
    Heal,
    /// Models that die do not explode.
    Explosion,
    /// Saves of models that differ are rolled one after the other, not sorted.
    Sorting,
    /// Of answers of which one comes about, the last has the share of the first.
    Mixture,
    /// Every chunk of trials rolls the dice of the first.
    SameDice,
    /// Neither engine: modifiers of a roll have no cap.
    ModifierCap,
    /// Wards are made worse by what makes them better.
    WardModifier,
    /// Each way in which a die before the attack may fall is as likely as the others.
    DieBefore,
    /// Later attacks of a chain meet the target as it was in the beginning.
    ChainRead,
    /// A save that all models share is one easier.
    SharedSave,
    /// One point more than it takes slays a model.
    Slain,
    /// Points that were lost before count as lost now.
    LostBefore,
    /// Whose turn it is strikes second.
    FightOrder,
    /// An explosion is one mortal wound more.
    ExplosionPoints,
    /// Nobody gets anything back at the end of a round.
    RoundHeal,
    /// Commands of a fight cost nothing.
    CommandPrice,
    /// Who has fought in a phase fights as it dies.
    HasFought,
    /// Ranks are those of before the attack.
    Ranks,
    /// Dying models do not strike.
    OnDeath,
    /// Of two moves a plan keeps the worse.
    Plan,
    /// A unit of another size than its profile's is one model smaller than asked for.
    Size,
    /// A critical hit deals the points of an ordinary one.
    Critical,
    /// Of models that come back only one does.
    OneBack,
    /// A token that is spent is not missed.
    Token,
    /// What is used once in a phase is not renewed.
    Renewed,
    /// Of what may be used both sides use the worst.
    Best,
    /// The first player stays the same, whatever the roll-off shows.
    RolledTurns,
    /// Whoever charged charges again in every round.
    ChargeAgain,
    /// Whoever charged strikes once more as the turn ends.
    TurnEnd,
    /// Whoever moved in the enemy's turn charges in its own.
    Redeploy,
    /// Of an option that every model has several of, each has one.
    PerModel,
    /// Damage on a card that is pasted is 1.
    PastedDamage,
}

thread_local! {
    static PLANTED: Cell<Option<(Engine, PlantedError)>> = const { Cell::new(None) };
}

/// Does something while one engine is wrong.
pub(crate) fn with<T>(engine: Engine, error: PlantedError, work: impl FnOnce() -> T) -> T {
    PLANTED.set(Some((engine, error)));
    let done = work();
    PLANTED.set(None);
    done
}

/// Whether the exact engine is wrong in this.
pub(crate) fn in_exact(error: PlantedError) -> bool {
    PLANTED.get() == Some((Engine::Exact, error))
}

/// Whether the sampled engine is wrong in this.
pub(crate) fn in_sampled(error: PlantedError) -> bool {
    PLANTED.get() == Some((Engine::Sampled, error))
}

/// Whether what both engines read, or what reads both, is wrong in this.
pub(crate) fn in_neither(error: PlantedError) -> bool {
    PLANTED.get() == Some((Engine::Neither, error))
}

/// The error that a roll of this name can show.
fn error_of(roll: &Roll) -> Option<PlantedError> {
    [("hit", PlantedError::Roll), ("save", PlantedError::Save), ("ward", PlantedError::Ward)]
        .into_iter()
        .find(|(name, _)| *name == roll.name)
        .map(|(_, error)| error)
}

/// The faces of a row, as the exact engine reads them.
pub(super) fn faces_in_exact(roll: &Roll, row: FaceRow) -> Faces {
    let Some(error) = error_of(roll).filter(|error| in_exact(*error)) else { return row.faces };
    match error {
        PlantedError::Roll => row.faces.without(Faces::only(roll.sides)),
        // The lowest face that saves counts as one more that fails.
        _ if row.first == 1 => row.faces.or(Faces::only(row.faces.count() as u8 + 1)),
        _ => row.faces.without(Faces::only(row.first)),
    }
}

/// The rows of a roll, as the sampled engine reads them.
pub(super) fn rows_in_sampled(roll: &Roll) -> Vec<TokenRow> {
    let mut rows = roll.rows.clone();
    match error_of(roll).filter(|error| in_sampled(*error)) {
        Some(PlantedError::Roll) => rows[usize::from(roll.sides) - 1] = rows[usize::from(roll.sides) - 2].clone(),
        Some(_) => {
            let lowest = rows.iter().position(|row| *row != rows[0]).expect("some face saves");
            rows[lowest] = rows[0].clone();
        }
        None => {}
    }
    rows
}

/// Answers and their shares, the first share at the last answer if that is wrong.
pub(super) fn mixture<A>(mut answers: Vec<(f64, A)>, is_wrong: impl Fn(PlantedError) -> bool) -> Vec<(f64, A)> {
    if is_wrong(PlantedError::Mixture) && !answers.is_empty() {
        let shares: Vec<f64> = answers.iter().map(|(share, _)| *share).collect();
        answers.iter_mut().zip(shares.iter().rev()).for_each(|((to, _), share)| *to = *share);
    }
    answers
}

/// A strike that is wrong in what `is_wrong` says.
pub(super) fn strike(strike: &Strike, is_wrong: impl Fn(PlantedError) -> bool) -> Strike {
    let mut strike = strike.clone();
    strike.sorted &= !is_wrong(PlantedError::Sorting);
    if is_wrong(PlantedError::WhoIsSlain) {
        strike.bodies.rotate_left(1);
        strike.guards.rotate_left(1);
    }
    for guards in &mut strike.guards {
        let first = guards[0].ignore_on;
        for guard in guards {
            if is_wrong(PlantedError::FeelNoPainPerGroup) {
                guard.ignore_on = first;
            }
            guard.ignore_on += u8::from(is_wrong(PlantedError::Ward));
            if let Some(save) = &mut guard.save {
                save.on += u8::from(is_wrong(PlantedError::Save));
                save.reroll = if is_wrong(PlantedError::Reroll) { Faces::NONE } else { save.reroll };
            }
        }
    }
    strike
}
