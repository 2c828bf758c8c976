//! Charges: the roll comes first, the targets are chosen after it.

use crate::error::Error;
use crate::questions::rolls::once_more;
use crate::questions::warhammer_40k::charge::{FARTHEST, Gap, Within, then_fight};
use crate::questions::warhammer_40k::dice::{ROLLS, rolled};
use crate::questions::warhammer_40k::tabled;
use crate::questions::{Answered, Query};
use crate::stats::{Counts, Fraction};

/// Units so near are engaged: nobody charges them.
const ENGAGED: f64 = 2.0;
/// The farthest target of a Heroic Intervention at a unit that has not charged, and the most that its roll comes to.
const NEAR: u32 = 6;
/// What a move through the air takes from the distance.
const SKIES: i64 = 2;

/// The distances that were given; nothing is lost on the way, and a target is no farther away than so much.
fn gaps<'t>(query: &'t Query<'_>, to: u32) -> Result<Vec<Gap<'t>>, Error> {
    let hint = "within 2\" units are engaged already, and targets are no farther away (W40K-CHARGE)";
    Gap::list(query, query.text("distance").unwrap_or_default(), &Within { over: Some(ENGAGED), to, hint })
}

pub(super) fn charge(query: &Query<'_>) -> Result<Answered, Error> {
    let gaps = gaps(query, FARTHEST)?;
    let inches = inches(query, &rolled(query.choice("roll", ROLLS)?), FARTHEST)?;
    let skies = if query.flag("skies")? { SKIES } else { 0 };
    let inches = inches.map(|inches| (i64::from(*inches) - skies).max(0) as u32);
    let (answered, made) = answer(&gaps, &inches, "Charge");
    let answered = tabled(answered, "inches", &inches, &[])
        .note("the targets are chosen after the roll, from all within 12\" and within the roll (W40K-CHARGE)")
        .note_if(skies > 0, "whoever takes to the skies moves 2\" less than the roll");
    then_fight(query, answered, made, once_more(made))
}

/// What a roll comes to once its bonus is added, never more than so much.
fn inches(query: &Query<'_>, roll: &Counts<u32>, most: u32) -> Result<Counts<u32>, Error> {
    let bonus = query.maybe_whole("bonus", -12..=12)?.unwrap_or(0);
    Ok(roll.map(|roll| (i64::from(*roll) + bonus).clamp(0, i64::from(most)) as u32))
}

/// The chances of each target, and that of the nearest.
fn answer(gaps: &[Gap<'_>], inches: &Counts<u32>, what: &str) -> (Answered, Fraction) {
    let needs: Vec<u32> = gaps.iter().map(|gap| gap.needs(0.0)).collect();
    let nearest = needs.iter().copied().min().unwrap_or(0);
    let farthest = needs.iter().copied().max().unwrap_or(0);
    let made = inches.at_least(nearest);
    let title = match gaps {
        [gap] => format!("{what} at a target {}\" away", gap.text),
        _ => format!("{what}, {} targets near", gaps.len()),
    };
    let answered = Answered::new(title)
        .line("inches needed", i64::from(nearest))
        .line("charge made", made)
        .line("with a Command Re-roll", once_more(made));
    if gaps.len() == 1 {
        return (answered, made);
    }
    let rows = gaps.iter().map(|gap| gap.row(0.0, inches)).collect();
    let header = ["distance", "needs", "within reach", "with a re-roll"];
    let answered = answered.line("every target within reach", inches.at_least(farthest));
    (answered.table("Each target", &header, rows), made)
}

pub(super) fn heroic_intervention(query: &Query<'_>) -> Result<Answered, Error> {
    let any = query.flag("any")?;
    let most = if any { NEAR } else { FARTHEST };
    let gaps = gaps(query, most)?;
    let inches = inches(query, &rolled(query.choice("roll", ROLLS)?), most)?;
    let (answered, _) = answer(&gaps, &inches, "Heroic Intervention");
    let answered = answered.line("command points", if any { 2_i64 } else { 1 });
    Ok(tabled(answered, "inches", &inches, &[]).note(if any {
        "a charge at any unit within 6\": the roll is 6 at most"
    } else {
        "a charge at units that charged this turn; `any=yes` for one more CP at any unit within 6\""
    }))
}
