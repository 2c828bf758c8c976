//! What a question may ask of the rest of the program: attacks and units.

use crate::engine::Outcome;
use crate::error::Error;
use crate::games::Phase;
use crate::profile::Document;
use crate::sequence::{Body, Engagement};
use crate::stats::Pmf;

/// The result of an attack, for questions that depend on one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AttackOdds {
    /// The attacker's name.
    pub attacker: String,
    /// The defender's profile, everything set that was asked for.
    pub defender: Document,
    /// Points through saves and wards, without an end.
    pub damage: Pmf,
    /// Points really lost.
    pub wounds_lost: Pmf,
    /// Models slain.
    pub slain: Pmf,
    /// The points that each of the target's bodies has lost in the end, those from before included, and the chance.
    pub states: Vec<(Vec<u16>, f64)>,
    /// P(the target is gone).
    pub destroyed: f64,
    /// Models of the target before the attack.
    pub target_models: usize,
    /// Points the target could lose before the attack.
    pub target_wounds: usize,
    /// Points the attacker lost, if anything could hurt it.
    pub attacker_wounds_lost: Option<Pmf>,
    /// Where one model attacks another and either can fall: P(both are down), P(only the target), P(only the attacker),
    /// P(neither).
    pub who_is_down: Option<[f64; 4]>,
    /// How often dice were rolled because exact was too large; `None` if it is exact.
    pub trials: Option<u64>,
    /// Chances that the game itself reads off an attack, by name: `panic-failed`.
    pub read: Vec<(&'static str, f64)>,
}

/// An attack that a question asks for.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct AttackWanted {
    /// Who attacks.
    pub attacker: String,
    /// Who is attacked.
    pub defender: String,
    /// Situations and effects, as with `--with`.
    pub with: Vec<String>,
    /// `shooting` or `combat`, if it was given.
    pub phase: Option<Phase>,
    /// Whether options such as `--with` are left out of it, because it is another attack than the one asked about.
    pub plain: bool,
}

/// What a question may ask of the rest of the program.
pub(crate) trait Board {
    /// Computes an attack.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    fn attack(&self, wanted: &AttackWanted) -> Result<AttackOdds, Error>;

    /// The tables of one unit's attack on another, both given as profiles, and nothing else true on the table.
    ///
    /// # Errors
    /// A profile that is wrong.
    fn tables(&self, attacker: &str, defender: &str) -> Result<Engagement, Error>;

    /// Computes tables exactly.
    ///
    /// # Errors
    /// A limit of the engine.
    fn exact(&self, tables: &Engagement) -> Result<Outcome, Error>;

    /// What the end of an attack on one body is worth on average, where the die that its tables hold is rolled again as is
    /// best for that: `worth` is that of points lost. `None` if the tables have no such die, or another shape.
    fn held(&self, tables: &Engagement, value: fn(&Body, usize) -> f64) -> Option<f64>;

    /// How the game is played: the mode that was given, or its first one; empty if it has none.
    ///
    /// # Errors
    /// A mode that the game does not have.
    fn mode(&self) -> Result<&'static str, Error>;

    /// Whether a situation was said to be true of every attack.
    fn says(&self, situation: &str) -> bool;

    /// Finds a unit of the game that is asked: a name, a path, `20 termagants`.
    ///
    /// # Errors
    /// A unit that does not exist or is of another game, or a profile that cannot be read.
    fn unit(&self, typed: &str) -> Result<Document, Error>;
}
