//! What tells engagements apart: 128 bits of everything that an answer depends on, without the names of units.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::{Alternative, Body, Engagement, ModelGroup, Side, WeaponStages};

/// Two numbers, each multiplied with what is written.
#[derive(Clone, Copy)]
pub(crate) struct Fingerprint([u64; 2]);

/// A map with a fast hash that does not withstand keys chosen to collide: only for keys that the program makes itself.
pub(crate) type FingerprintMap<K, V> = HashMap<K, V, BuildHasherDefault<Fingerprint>>;

impl Default for Fingerprint {
    fn default() -> Self {
        Self(FACTORS)
    }
}

/// Numbers without a pattern: the fractions of the golden ratio and of the square root of 2, the last bit set.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909];

impl Fingerprint {
    /// The number of everything that was written.
    pub(crate) fn whole(&self) -> u128 {
        let [low, high] = self.0;
        u128::from(high) << 64 | u128::from(low)
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
        let mut rest = bytes;
        while let Some((number, more)) = rest.split_first_chunk() {
            self.add(u64::from_le_bytes(*number));
            rest = more;
        }
        if !rest.is_empty() {
            self.add(rest.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)));
        }
        self.add(bytes.len() as u64);
    }

    fn finish(&self) -> u64 {
        self.0[0]
    }
}

/// A hash of 128 bits of an attack without its bodies, and of `more`. Names of units, models and weapons are ignored. Among 10¹²
/// different attacks two are alike with a chance of some 10⁻¹⁵.
pub(crate) fn fingerprint(engagement: &Engagement, more: impl Hash) -> Fingerprint {
    let mut so_far = Fingerprint::default();
    more.hash(&mut so_far);
    write(engagement, &mut so_far);
    so_far
}

impl Fingerprint {
    /// The number of the attack on these bodies; `size`: those of the target have so many models of so many wounds.
    pub(crate) fn on(mut self, bodies: &[Body], size: Option<[u16; 2]>) -> u128 {
        write_bodies(bodies, size, &mut self);
        self.whole()
    }
}

fn write_bodies(bodies: &[Body], size: Option<[u16; 2]>, to: &mut Fingerprint) {
    for Body { name: _, side, groups, taken } in bodies {
        (side, groups.len(), taken).hash(to);
        let size = size.filter(|_| *side == Side::Defender);
        for ModelGroup { name: _, models, wounds } in groups {
            size.unwrap_or([*models, *wounds]).hash(to);
        }
    }
}

fn write(engagement: &Engagement, to: &mut Fingerprint) {
    let Engagement {
        slots,
        start,
        steps,
        bodies,
        weapons,
        totals,
        recoveries,
        held_reroll,
        mixture,
        from_any_state,
        from_any_state_of_both,
    } = engagement;
    (slots.len(), bodies.len(), weapons.len(), mixture.len()).hash(to);
    (start, steps, totals, recoveries, held_reroll, from_any_state, from_any_state_of_both).hash(to);
    for WeaponStages { name: _, stages } in weapons {
        stages.hash(to);
    }
    for Alternative { weight, what: _, engagement } in mixture {
        weight.to_bits().hash(to);
        write(engagement, to);
        write_bodies(&engagement.bodies, None, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Amount, Draw, Faces};
    use crate::sequence::{Roll, Strike, TokenRow};

    /// Two attacks of which each hits on a number, into models of this many wounds.
    fn attack(on: u8, wounds: u16, name: &str) -> Engagement {
        let mut e = Engagement::default();
        let groups = vec![ModelGroup { name: name.to_owned(), models: 2, wounds }];
        e.bodies.push(Body { name: name.to_owned(), side: Side::Defender, groups, taken: 0 });
        let attacks = e.start("attacks", 2);
        let hits = e.slot("hits");
        let row = |face: u8| if face >= on { TokenRow::from([(hits, 1)]) } else { TokenRow::new() };
        e.step(Roll::d6("hit", attacks, [Faces::NONE; 2], row));
        e.step(Strike::unstopped("damage", hits, 0, Draw::of(Amount::fixed(1), Faces::NONE)));
        e
    }

    #[test]
    fn names_do_not_tell_apart_and_numbers_do() {
        let sized = |on, wounds, name: &str, more: u8, size| {
            let attack = attack(on, wounds, name);
            fingerprint(&attack, more).on(&attack.bodies, size)
        };
        let number = |on, wounds, name: &str, more| sized(on, wounds, name, more, None);
        assert_eq!(sized(3, 9, "boy", 0, Some([2, 4])), number(3, 4, "boy", 0));
        let all: Vec<u128> = (2..=6).flat_map(|on| (1..=9).map(move |wounds| number(on, wounds, "boy", 0))).collect();
        assert_eq!(number(3, 2, "boy", 0), number(3, 2, "nob", 0));
        assert_ne!(number(3, 2, "boy", 0), number(3, 2, "boy", 1));
        // Either half tells them apart.
        let mut halves: Vec<u64> = all.iter().flat_map(|number| [*number as u64, (number >> 64) as u64]).collect();
        halves.sort_unstable();
        halves.dedup();
        assert_eq!(halves.len(), 2 * all.len());
    }
}
