//! The exact engine says the same to the last bit, whatever the processor and however it was built.
//!
//! The fingerprints were taken from the engine itself, so they say nothing about whether it is right: the enumerations and
//! the referees do. What they hold is that an optimised build, or a processor with wider vectors, answers as another one
//! does: run this with and without `--release`. A change of the engine that may change last bits changes them too; then
//! `INSTA_UPDATE=always cargo test bits` takes them anew.

use crate::jobs::{SIZES, every_critical, job, several};
use warodds::dice::Amount;
use warodds::engine;
use warodds::sequence::{Engagement, Side};

/// FNV-1a over the bits of all numbers.
pub(super) fn fingerprint(numbers: impl IntoIterator<Item = f64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Every number of an answer as one, and its mean for whoever reads the snapshot.
fn line(name: &str, e: &Engagement) -> String {
    let outcome = engine::exact(e).expect("not too large");
    let mut numbers = Vec::new();
    outcome.each_state(|_, p| numbers.push(p));
    numbers.extend(outcome.totals.iter().flat_map(|(_, pmf)| pmf.probabilities()));
    let stages = outcome.weapons.iter().flat_map(|weapon| &weapon.stages).chain(&outcome.stages);
    numbers.extend(stages.flat_map(|stage| [stage.moments.mean, stage.moments.variance]));
    let mean = outcome.wounds_lost(Side::Defender).mean();
    format!("{:016x} of {} numbers, {mean:.6} wounds: {name}", fingerprint(numbers.iter().copied()), numbers.len())
}

#[test]
fn every_build_and_processor_gives_the_same_bits() {
    let mut lines = Vec::new();
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        for (attacks, models, wounds, sides) in SIZES {
            let e = job(attacks, models, wounds, Amount::dice(1, sides), spill, all);
            lines.push(line(&format!("{name}, {attacks} attacks"), &e));
        }
    }
    lines.push(line("five weapons", &several(5, 20, 40, 3)));
    lines.push(line("every critical ability", &every_critical()));
    insta::assert_snapshot!(lines.join("\n"));
}
