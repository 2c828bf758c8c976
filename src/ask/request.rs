//! An attack as somebody asks for it.

use std::path::PathBuf;

use crate::engine::Method;
use crate::games::Phase;

/// What was asked, as it was typed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// Who attacks: a name, a path, `-`, or `20 termagants`.
    pub attacker: String,
    /// Who is attacked.
    pub defender: String,
    /// Who attacks next, one after the other, on what is left; a phase may be in front: `combat:liberators`. A unit that is
    /// named again in another phase is the same one.
    pub then: Vec<String>,
    /// How the game is played, if it was given.
    pub mode: Option<String>,
    /// The edition, if it was given.
    pub edition: Option<String>,
    /// Situations and effects; a comma separates.
    pub with: Vec<String>,
    /// How many command points each army has for the commands that are named; `None`: enough.
    pub points: Option<usize>,
    /// Values of profiles: `defender.save=4+`.
    pub set: Vec<String>,
    /// Rulings: `twin-linked=fish`.
    pub rulings: Vec<String>,
    /// The phase, if it was given.
    pub phase: Option<Phase>,
    /// The weapons that are used, by name; none: all. `best` chooses where a model uses one of several, `each` answers for
    /// also every weapon alone.
    pub weapons: Vec<String>,
    /// Weapons in the order in which they are resolved; a comma separates.
    pub order: Vec<String>,
    /// The result that the answer is wanted for: `destroyed`, `slain` or `wounds-lost`. A die that its owner keeps for when it
    /// is best is kept for this; left out, or another result: for `destroyed`.
    pub metric: Option<String>,
    /// Folders with profiles.
    pub profiles: Vec<PathBuf>,
    /// How the answer will be found: choices that are left to the best are judged in the same way.
    pub method: Method,
    /// The start of the random numbers, where choices are judged by dice.
    pub seed: u64,
}

impl Request {
    /// Every unit that is typed.
    pub(super) fn units(&self) -> impl Iterator<Item = &String> {
        [&self.attacker, &self.defender].into_iter().chain(&self.then)
    }
}
