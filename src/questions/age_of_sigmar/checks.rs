//! Tables of saves and hits (AOS-17.0, AOS-17.1), for looking up.

use crate::dice::{Check, Faces};
use crate::error::Error;
use crate::questions::rolls::row;
use crate::questions::{Answered, Figure, Query};
use crate::stats::Fraction;

/// The largest sum of modifiers.
const MAX_MODIFIER: i64 = 10;

fn sixths(faces: Faces) -> Fraction {
    Fraction::new(u128::from(faces.count()), 6)
}

/// The chance of a save (AOS-17.1: summed, then capped at +1; AMB-3: Rend is part of the sum).
fn save(needs: i64, rend: i64, modifier: i64, rend_inside: bool) -> Fraction {
    let modifier = if rend_inside { (modifier - rend).min(1) } else { modifier.min(1) - rend };
    sixths(Check { modifier: modifier as i16, ..Check::needs(needs as i16) }.success())
}

pub(super) fn saves(query: &Query<'_>) -> Result<Answered, Error> {
    let modifier = query.maybe_whole("modifier", -MAX_MODIFIER..=MAX_MODIFIER)?.unwrap_or(0);
    let inside = query.choice("cap", &["with-rend", "before-rend"])? == "with-rend";
    let header = ["Save", "Rend 0", "Rend 1", "Rend 2", "Rend 3", "Rend 4"];
    let table = |more: i64| {
        let saves = |needs: i64| (0..=4).map(move |rend| save(needs, rend, modifier + more, inside));
        (2..=6).map(|needs| row(format!("{needs}+"), saves(needs))).collect::<Vec<Vec<Figure>>>()
    };
    let plain = if modifier == 0 { "no modifiers".to_owned() } else { format!("{modifier:+} to save") };
    let title = if modifier == 0 { "Saves".to_owned() } else { format!("Saves, {plain}") };
    Ok(Answered::new(title)
        .table(&plain, &header, table(0))
        .table(&format!("{:+} to save, with All-out Defence", modifier + 1), &header, table(1))
        .note("a save of 7+ is impossible, whatever the die shows (AMB-2)"))
}

/// A pass-or-fail roll whose dice may be rolled again.
struct RetriedRoll {
    check: Check,
    again: Faces,
}

impl RetriedRoll {
    fn of(check: Check, again: &str) -> Self {
        let again = match again {
            "ones" => Faces::only(1),
            "failed" => check.success().or(Check { modifier: 0, ..check }.success()).others(6),
            "non-critical" => check.critical().others(6),
            _ => Faces::NONE,
        };
        Self { check, again }
    }

    /// The chance to end on one of these faces.
    fn ends_on(&self, faces: Faces) -> Fraction {
        let (kept, again) = (faces.without(self.again).count(), self.again.count());
        Fraction::new(u128::from(6 * kept + again * faces.count()), 36)
    }

    fn success(&self) -> Fraction {
        self.ends_on(self.check.success())
    }
}

pub(super) fn hits(query: &Query<'_>) -> Result<Answered, Error> {
    let again = query.choice("reroll", &["none", "ones", "failed", "non-critical"])?;
    let critical_on = query.maybe_whole("critical", 2..=6)?.unwrap_or(6) as u8;
    let critical_succeeds = query.flag("critical-always-hits")?;
    let hit = |needs: i16, modifier: i16| {
        RetriedRoll::of(Check { needs, modifier, fails_to: 1, critical_on, critical_succeeds }, again)
    };
    let wound = |needs: i16, modifier: i16| {
        let again = if again == "non-critical" { "none" } else { again };
        RetriedRoll::of(Check { modifier, ..Check::needs(needs) }, again)
    };
    let table = |roll: &dyn Fn(i16, i16) -> RetriedRoll| -> Vec<Vec<Figure>> {
        let chances = |needs: i16| [-1, 0, 1].map(|modifier| roll(needs, modifier).success());
        (2..=6).map(|needs| row(format!("{needs}+"), chances(needs))).collect()
    };
    let plain = hit(4, 0);
    let critical = plain.ends_on(plain.check.critical());
    let retried = if again == "none" { String::new() } else { format!(", {again} rolled again") };
    // Which dice are rolled again depends on the number to reach only if failures are.
    Ok(Answered::new(format!("Hits and wounds{retried}"))
        .line_if(again != "failed", "critical hit", critical)
        .table("hit", &["Hit", "-1", "0", "+1"], table(&hit))
        .table("wound", &["Wound", "-1", "0", "+1"], table(&wound))
        .note("modifiers are summed first and then capped at -1 and +1 (AOS-17.1)"))
}
