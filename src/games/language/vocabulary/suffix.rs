//! What follows an effect: to which attacks it is held, how often it counts, how far it goes.

use super::ReadForm;
use crate::games::Owner;
use crate::games::language::effect::{Change, Characteristic as C, Effect, RollKind};

/// What something is counted by. Ranks are those of the unit whose effect it is, or of its enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ranks {
    /// Its ranks that are left.
    Own,
    /// Its ranks that are gone.
    OwnDestroyed,
    /// The enemy's ranks that are left.
    Enemy,
    /// The enemy's ranks that are gone.
    EnemyDestroyed,
    /// Wounds that it has lost.
    LostWounds,
}

/// What follows an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Suffix {
    /// It is of attacks with a critical roll of this kind.
    OnCritical(RollKind),
    /// It counts this many times.
    Per(Ranks),
    /// What it subtracts leaves at least 1.
    AtLeastOne,
}

impl Suffix {
    /// What precedes a suffix, and the suffix.
    pub(super) fn split<'w>(words: &'w [&'w str]) -> Option<(&'w [&'w str], Self)> {
        match words {
            [before @ .., "on", "critical", "hits"] => Some((before, Self::OnCritical(RollKind::Hit))),
            [before @ .., "on", "critical", "wounds"] => Some((before, Self::OnCritical(RollKind::Wound))),
            [before @ .., "at", "least", "1"] => Some((before, Self::AtLeastOne)),
            _ => {
                let per = words.iter().rposition(|word| *word == "per")?;
                Some((&words[..per], Self::Per(ranks(&words[per + 1..])?)))
            }
        }
    }

    /// Whether it makes sense behind an effect, whatever the game.
    pub(super) fn goes_with(self, reading: &ReadForm) -> bool {
        match self {
            Self::OnCritical(_) => {
                matches!(reading.effect, Effect::Change(..)) && reading.form.owner == Owner::Attacker
            }
            Self::AtLeastOne => matches!(reading.effect, Effect::Change(_, Change::Add(..=-1))),
            Self::Per(_) => !reading.words.words.is_empty() && !matches!(reading.effect, Effect::MortalOnTheSide(_)),
        }
    }

    /// Why an effect comes too late with it: a critical roll changes nothing that is settled by then.
    pub(crate) fn too_late(self, effect: &Effect) -> Option<&'static str> {
        let (Self::OnCritical(roll), Effect::Change(number, _)) = (self, effect) else { return None };
        match number {
            C::Attacks | C::Hit | C::Skill => {
                Some("a roll is critical once attacks are counted and hit rolls made: it changes only what comes later")
            }
            C::Wound | C::Strength if roll == RollKind::Wound => {
                Some("a critical wound has wounded: it changes only what comes later, saves and damage")
            }
            _ => None,
        }
    }

    /// How it is written behind a pattern.
    pub(crate) fn pattern(self) -> &'static str {
        match self {
            Self::OnCritical(RollKind::Wound) => " on critical wounds",
            Self::OnCritical(_) => " on critical hits",
            Self::Per(_) => " per RANK",
            Self::AtLeastOne => " at least 1",
        }
    }
}

/// What follows `per`, in any order of its words and in the singular or the plural.
fn ranks(words: &[&str]) -> Option<Ranks> {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let allowed =
        ["rank", "ranks", "own", "remaining", "destroyed", "enemy", "target", "wound", "wounds", "lost", "suffered"];
    let (enemy, gone, wounds) = (has(&["enemy", "target"]), has(&["destroyed"]), has(&["wound", "wounds"]));
    if words.iter().any(|word| !allowed.contains(word)) {
        return None;
    }
    match (has(&["rank", "ranks"]), wounds) {
        (false, true) => (has(&["lost", "suffered"]) && !enemy && !gone).then_some(Ranks::LostWounds),
        (true, false) if has(&["lost", "suffered"]) || (gone && has(&["remaining"])) => None,
        (true, false) => Some(match (enemy, gone) {
            (false, false) => Ranks::Own,
            (false, true) => Ranks::OwnDestroyed,
            (true, false) => Ranks::Enemy,
            (true, true) => Ranks::EnemyDestroyed,
        }),
        _ => None,
    }
}
