//! What tells apart what is read: a number of 128 bits.

use std::collections::HashMap;
#[cfg(test)]
use std::hash::Hash;
use std::hash::{BuildHasherDefault, Hasher};

/// Two numbers, each multiplied with what is written.
pub(crate) struct Fingerprint([u64; 2]);

/// A map whose keys are the program's own, so that nobody chooses them to be found slowly.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Fingerprint>>;

impl Default for Fingerprint {
    fn default() -> Self {
        Self(FACTORS)
    }
}

/// Numbers without a pattern: the fractions of the golden ratio and of the square root of 2, the last bit set.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909];

impl Fingerprint {
    /// The number of everything that was written. Of what differs two may have the same, but hardly ever: among 10¹² with a
    /// chance of some 10⁻¹⁵.
    pub(crate) fn whole(&self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    fn add(&mut self, number: u64) {
        for (half, factor) in self.0.iter_mut().zip(FACTORS) {
            let product = u128::from(*half ^ number ^ factor.rotate_left(32)) * u128::from(factor);
            *half = (product as u64 ^ (product >> 64) as u64).rotate_left(23).wrapping_add(factor);
        }
    }
}

macro_rules! whole_numbers {
    ($($write:ident: $number:ty),*) => {
        $(fn $write(&mut self, number: $number) {
            self.add(number as u64);
        })*
    };
}

impl Hasher for Fingerprint {
    whole_numbers!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize, write_isize: isize);

    fn write(&mut self, bytes: &[u8]) {
        for some in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..some.len()].copy_from_slice(some);
            self.add(u64::from_le_bytes(number));
        }
        self.add(bytes.len() as u64);
    }

    fn finish(&self) -> u64 {
        self.0[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_half_tells_apart() {
        let number = |on: u8, name: &str| {
            let mut number = Fingerprint::default();
            (on, name).hash(&mut number);
            number.whole()
        };
        let all: Vec<u128> = (0..=200).flat_map(|on| ["", "a", "b", "ab"].map(|name| number(on, name))).collect();
        let mut halves: Vec<u64> = all.iter().flat_map(|number| [*number as u64, (number >> 64) as u64]).collect();
        halves.sort_unstable();
        halves.dedup();
        assert_eq!(halves.len(), 2 * all.len());
    }
}
