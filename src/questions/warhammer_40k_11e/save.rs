//! One save die against both saves.

use crate::error::Error;
use crate::questions::rolls::once_more;
use crate::questions::{Answered, Query, Question, key, question};
use crate::stats::Fraction;

pub(super) const SAVE: Question = question("save", "W40K-INVULN", save)
    .means("what does one die save, compared with Save and invulnerable save alike?")
    .keys(&[
        key("save").means("the Save, `-` for none").needed(),
        key("invulnerable").means("the invulnerable save, `-` for none").or("-"),
        key("ap").means("AP as printed: 0, -1, …").or("0"),
        key("modifier").means("modifiers to the save roll; they have no cap").or("0"),
    ]);

/// How many of six faces save: an unmodified 1 never does (05.04).
fn saving(save: Option<u8>, invulnerable: Option<u8>, ap: i64, modifier: i64) -> u128 {
    let reaches = |face: i64, on: Option<u8>| on.is_some_and(|on| face + modifier >= i64::from(on.max(2)));
    (2..=6).filter(|face| reaches(*face, invulnerable) || reaches(face + ap, save)).count() as u128
}

fn save(query: &Query<'_>) -> Result<Answered, Error> {
    let ap = query.maybe_whole("ap", -9..=0)?.unwrap_or(0);
    let (save, invulnerable) = (query.target("save")?, query.target("invulnerable")?);
    let modifier = query.maybe_whole("modifier", -6..=6)?.unwrap_or(0);
    let chance = |ap: i64| Fraction::new(saving(save, invulnerable, ap, modifier), 6);
    let rows = (0..=6).map(|ap| {
        let written = if ap == 0 { "0".to_owned() } else { format!("-{ap}") };
        vec![written.into(), chance(-ap).into(), chance(-ap).rest().into()]
    });
    Ok(Answered::new(format!("A save against AP {ap}"))
        .line("saved", chance(ap))
        .line("with a Command Re-roll of the failed save", once_more(chance(ap)))
        .table("By AP", &["AP", "saved", "gets through"], rows.collect())
        .note("nobody chooses a save: one die is compared with both, and fails only if both fail (W40K-INVULN)"))
}
