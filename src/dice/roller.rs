//! The dice of 256 trials at once: sixteen xoshiro256++ generators side by side, and random bytes that are dice.
//!
//! A byte has 256 values and 252 = 6 · 42 of them are used, so a byte below [`VALID`] is an exact die of any number of
//! sides that divides 252; the four values above it are thrown away, lane by lane. This is the only user of the random
//! numbers. What a seed means is fixed here: the number of lanes, and how the lanes of a chunk are filled.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Trials that are rolled side by side.
pub const LANES: usize = 256;
/// Generators that fill the lanes; each gives eight bytes a draw. As many as vectors of every width do well with.
const GENERATORS: usize = 16;
/// Bytes below this are dice; the others are rolled again.
pub(crate) const VALID: u8 = 252;
/// What SplitMix64 adds to its state for every number it gives.
const SPLITMIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// One byte for each lane.
pub(crate) type Bytes = [u8; LANES];

/// Whether a die of `sides` sides can be read from one byte without bias.
pub(crate) fn is_rollable(sides: usize) -> bool {
    sides > 0 && 252 % sides == 0
}

/// The generator: xoshiro256++ sixteen times, state by state.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Roller {
    state: [[u64; GENERATORS]; 4],
}

impl Roller {
    /// The dice of one chunk of trials.
    ///
    /// The states are outputs of one SplitMix64 sequence that the seed starts: chunk `c` takes the 64 numbers from
    /// `64 c` on, so no two chunks of a seed share one.
    pub fn new(seed: u64, chunk: u64) -> Self {
        let start = SplitMix64::seed_from_u64(seed).next_u64();
        let offset = chunk.wrapping_mul(4 * GENERATORS as u64).wrapping_mul(SPLITMIX_STEP);
        let mut words = SplitMix64::seed_from_u64(start.wrapping_add(offset));
        let mut state = [[0; GENERATORS]; 4];
        for generator in 0..GENERATORS {
            for word in &mut state {
                word[generator] = words.next_u64();
            }
        }
        Self { state }
    }

    /// The next word of each generator.
    #[inline(always)]
    pub fn words(&mut self) -> [u64; GENERATORS] {
        let mut out = [0; GENERATORS];
        let [a, b, c, d] = &mut self.state;
        for i in 0..GENERATORS {
            let (a0, b0, c0, d0) = (a[i], b[i], c[i], d[i]);
            out[i] = a0.wrapping_add(d0).rotate_left(23).wrapping_add(a0);
            // Written so that each word is one operation on three others where a processor has such.
            let both = d0 ^ b0;
            c[i] = c0 ^ (a0 ^ (b0 << 17));
            b[i] = c0 ^ (a0 ^ b0);
            a[i] = a0 ^ both;
            d[i] = both.rotate_left(45);
        }
        out
    }

    /// One random byte for each lane: the words of two draws.
    #[inline(always)]
    pub fn bytes(&mut self) -> Bytes {
        // Nothing of this is a call, however little a build puts in one place.
        let mut halves = [[[0; 8]; GENERATORS]; 2];
        for half in &mut halves {
            let words = self.words();
            half.iter_mut().enumerate().for_each(|(i, bytes)| *bytes = words[i].to_le_bytes());
        }
        *halves.as_flattened().as_flattened().first_chunk().expect("a byte for each lane")
    }

    /// Fills rows with random bytes, one for each lane. Nothing else is done meanwhile, so that the state of the
    /// generator stays in registers.
    #[inline(always)]
    pub(crate) fn fill(&mut self, rows: &mut [ByteRow]) {
        let mut local = self.clone();
        for row in rows {
            row.0 = local.bytes();
        }
        *self = local;
    }
}

/// One byte for each lane, aligned so that vectors load it quickly.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct ByteRow(pub(crate) Bytes);

impl ByteRow {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn every_lane_repeats_the_reference_generator_word_for_word() {
        let mut roller = Roller::new(42, 3);
        let mut reference: Vec<Xoshiro256PlusPlus> = (0..GENERATORS)
            .map(|i| {
                let mut seed = [0; 32];
                for (bytes, word) in seed.chunks_exact_mut(8).zip(&roller.state) {
                    bytes.copy_from_slice(&word[i].to_le_bytes());
                }
                Xoshiro256PlusPlus::from_seed(seed)
            })
            .collect();
        for draw in 0..1_000 {
            let words = roller.words();
            for (i, generator) in reference.iter_mut().enumerate() {
                assert_eq!(words[i], generator.next_u64(), "draw {draw}, generator {i}");
            }
        }
    }

    #[test]
    fn bytes_are_the_words_lowest_byte_first() {
        let (mut a, mut b) = (Roller::new(7, 0), Roller::new(7, 0));
        let bytes = a.bytes();
        let words = [b.words(), b.words()].concat();
        for (i, word) in words.iter().enumerate() {
            assert_eq!(bytes[8 * i..8 * i + 8], word.to_le_bytes());
        }
    }

    #[test]
    fn chunks_are_consecutive_stretches_of_one_seeding_sequence() {
        let start = SplitMix64::seed_from_u64(9).next_u64();
        let mut words = SplitMix64::seed_from_u64(start);
        for chunk in 0..5 {
            let roller = Roller::new(9, chunk);
            for generator in 0..GENERATORS {
                for word in &roller.state {
                    assert_eq!(word[generator], words.next_u64(), "chunk {chunk}");
                }
            }
        }
    }

    /// A die is exact if every face has the same number of bytes: all 256 are looked at, because no sample could tell.
    #[test]
    fn every_face_of_every_die_has_the_same_number_of_bytes() {
        for sides in (1..=252u8).filter(|s| is_rollable(usize::from(*s))) {
            let unit = VALID / sides;
            let mut count = vec![0u32; usize::from(sides)];
            for byte in 0..VALID {
                let at_or_above = (1..sides).filter(|face| byte.saturating_sub(unit * face - 1) > 0).count();
                count[at_or_above] += 1;
            }
            assert!(count.iter().all(|n| *n == u32::from(unit)), "D{sides}: {count:?}");
        }
        assert_eq!((0..=u8::MAX).filter(|byte| *byte >= VALID).count(), 4);
    }
}
