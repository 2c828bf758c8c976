//! A die that a player may roll again once, and chooses when.

use super::Side;

/// A roll of which a die may be rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// The roll called `attacks`: for each token a number of attacks.
    Attacks,
    /// The roll called `hit`.
    Hit,
    /// The roll called `wound`.
    Wound,
    /// The save of a strike.
    Save,
    /// The points of a strike.
    Damage,
}

impl Moment {
    /// In a player's words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacks => "number of attacks",
            Self::Hit => "hit roll",
            Self::Wound => "wound roll",
            Self::Save => "save",
            Self::Damage => "Damage roll",
        }
    }
}

/// What a die is kept for: the attacker wants as much of it as can be, the target's owner as little.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum Aim {
    /// How often the target is gone; where that is the same, the points that it loses.
    #[default]
    Destroyed,
    /// The models that it loses; where that is the same, the points.
    Slain,
    /// The points that it loses; where that is the same, how often it is gone.
    WoundsLost,
}

impl Aim {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Destroyed, Self::Slain, Self::WoundsLost];

    /// What it wants most, and what it wants next, of these three.
    pub fn wanted<T>(self, destroyed: T, slain: T, points: T) -> [T; 2] {
        match self {
            Self::Destroyed => [destroyed, points],
            Self::Slain => [slain, points],
            Self::WoundsLost => [points, destroyed],
        }
    }

    /// The result that it is about, as answers call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Destroyed => "destroyed",
            Self::Slain => "slain",
            Self::WoundsLost => "wounds-lost",
        }
    }
}

/// One die that its owner may roll again, once in each phase of an attack, at one of these moments.
///
/// The owner uses it as is best with what lies on the table, for its [`Aim`]. All dice of a roll
/// are seen before one is chosen. Saves and points follow hit by hit, unless all saves of a weapon come first. A die that a
/// rule has rolled again is not rolled a third time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeldReroll {
    /// Its owner.
    pub side: Side,
    /// When it may be used.
    pub moments: Vec<Moment>,
    /// What for.
    pub aim: Aim,
    /// Places among the weapons before which a phase begins, in which it may be used once more.
    pub renewed: Vec<usize>,
    /// Whether all saves of a weapon's hits are rolled before the first of its points.
    pub saves_first: bool,
}
