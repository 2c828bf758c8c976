//! Which faces of a die do what.

/// A set of faces of one die. Bit `i` is the `i`-th lowest face, so bit 0 of a D6 is the 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faces(pub u64);

impl Faces {
    /// No face.
    pub const NONE: Self = Self(0);

    /// The faces `low..=6` of a D6; none if `low` is above 6.
    pub fn from(low: u8) -> Self {
        Self::up_to(6).without(Self::up_to(low.saturating_sub(1)))
    }

    /// The faces `1..=high` of a D6.
    pub fn up_to(high: u8) -> Self {
        Self((1 << high.min(6)) - 1)
    }

    /// Exactly one face, counted from 1.
    pub fn only(face: u8) -> Self {
        if (1..=64).contains(&face) { Self(1 << (face - 1)) } else { Self::NONE }
    }

    /// Whether `face`, counted from 1, is in the set.
    pub fn has(self, face: u8) -> bool {
        (1..=64).contains(&face) && self.0 >> (face - 1) & 1 == 1
    }

    /// Faces of a die of `sides` sides that are not in the set.
    pub fn others(self, sides: u8) -> Self {
        let all = if sides >= 64 { u64::MAX } else { (1 << sides) - 1 };
        Self(all & !self.0)
    }

    /// Faces in both sets.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Faces in either set.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Faces in this set and not in `other`.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of faces in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no face is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<u8> for Faces {
    fn from_iter<I: IntoIterator<Item = u8>>(faces: I) -> Self {
        faces.into_iter().fold(Self::NONE, |set, face| set.or(Self::only(face)))
    }
}

/// `3, 4, 5, 6`, or `no face`.
impl std::fmt::Display for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<String> = (1..=64).filter(|face| self.has(*face)).map(|face| face.to_string()).collect();
        if all.is_empty() { f.write_str("no face") } else { f.write_str(&all.join(", ")) }
    }
}

/// A pass-or-fail roll of one D6, modifiers already summed and capped as the game says.
///
/// W40K-HIT, W40K-WOUND, AOS-17.0 and ASOIAF-NAT are all this one form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    /// The number to reach, 2 to 6; 7 or more is out of reach without a modifier.
    pub needs: i16,
    /// Added to the die.
    pub modifier: i16,
    /// The unmodified faces that always fail: `1..=fails_to`; 0 for none.
    pub fails_to: u8,
    /// The lowest unmodified face that is critical; 7 for none.
    pub critical_on: u8,
    /// Whether a critical face succeeds whatever the number (AMB-1 for Age of Sigmar).
    pub critical_succeeds: bool,
}

impl Check {
    /// A plain check: an unmodified 1 fails, nothing is critical.
    pub(crate) fn needs(needs: i16) -> Self {
        Self { needs, modifier: 0, fails_to: 1, critical_on: 7, critical_succeeds: true }
    }

    /// The faces that are critical. A face that always fails is not (AMB-05 for Warhammer 40,000).
    pub(crate) fn critical(self) -> Faces {
        let faces = Faces::from(self.critical_on).without(self.failing());
        if self.critical_succeeds { faces } else { faces.and(self.reached()) }
    }

    /// The faces that succeed, critical ones included.
    pub(crate) fn success(self) -> Faces {
        self.reached().without(self.failing()).or(self.critical())
    }

    fn failing(self) -> Faces {
        Faces::up_to(self.fails_to)
    }

    fn reached(self) -> Faces {
        Faces::from(self.needs.saturating_sub(self.modifier).clamp(1, 7) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_natural_one_fails_whatever_the_modifier() {
        let check = Check { modifier: 3, ..Check::needs(2) };
        assert_eq!(check.success(), Faces::from(2));
    }

    #[test]
    fn a_critical_hits_below_its_number_and_a_lower_threshold_widens_success() {
        let check = Check { modifier: -1, critical_on: 5, ..Check::needs(6) };
        assert_eq!(check.success(), Faces::from(5));
        let literal = Check { critical_succeeds: false, critical_on: 6, modifier: -1, ..Check::needs(6) };
        assert_eq!(literal.success(), Faces::NONE);
        assert_eq!(literal.critical(), Faces::NONE);
    }

    #[test]
    fn unseen_indirect_fire_fails_to_three_even_on_a_critical() {
        let check = Check { fails_to: 3, critical_on: 2, modifier: -1, ..Check::needs(3) };
        assert_eq!(check.success(), Faces::from(4));
    }

    #[test]
    fn a_number_out_of_reach_succeeds_only_by_modifier() {
        assert_eq!(Check::needs(7).success(), Faces::NONE);
        assert_eq!(Check { modifier: 1, ..Check::needs(7) }.success(), Faces::from(6));
    }

    #[test]
    fn stretches_of_a_die_hold_their_faces() {
        for bound in 0..=9 {
            assert_eq!(Faces::from(bound), (1..=6).filter(|face| *face >= bound).collect());
            assert_eq!(Faces::up_to(bound), (1..=6).filter(|face| *face <= bound).collect());
        }
    }

    #[test]
    fn sets_combine() {
        let odd: Faces = [1, 3, 5].into_iter().collect();
        assert_eq!(odd.others(6), [2, 4, 6].into_iter().collect());
        assert_eq!(odd.and(Faces::from(4)), Faces::only(5));
        assert_eq!(odd.count(), 3);
        assert!(!odd.has(0) && odd.has(1) && !odd.has(65));
        assert_eq!(Faces::NONE.others(64).count(), 64);
    }
}
