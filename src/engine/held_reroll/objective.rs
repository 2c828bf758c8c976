//! What the use of a die is judged by.

/// What is wanted, on average, what counts where that is the same, and what is only told.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Objective {
    pub(crate) first: f64,
    pub(crate) second: f64,
    pub(super) third: f64,
}

impl Objective {
    pub(crate) fn of(first: f64, second: f64) -> Self {
        Self { first, second, third: 0.0 }
    }

    /// The same for the opponent.
    pub(crate) fn opposite(self) -> Self {
        Self { first: -self.first, second: -self.second, third: -self.third }
    }

    #[inline]
    pub(crate) fn add(&mut self, p: f64, other: Self) {
        self.first += p * other.first;
        self.second += p * other.second;
        self.third += p * other.third;
    }

    /// Whether it is more than another, and not by rounding alone.
    #[inline]
    pub(crate) fn exceeds(self, other: Self) -> bool {
        const SAME: f64 = 1e-12;
        let (first, same) = (self.first - other.first, SAME * other.first.abs().max(1.0));
        first > same || (first > -same && self.second - other.second > SAME * (1.0 + other.second.abs()))
    }
}

/// The worth once the die is spent, and while it is in hand.
pub(super) type UseValue = [Objective; 2];
