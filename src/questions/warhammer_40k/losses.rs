//! What a unit does to itself: Desperate Escape, Hazardous weapons, getting out of a wreck.

use super::victim::{HOW, Victim, VictimPool, gets_out, one_by_one};
use super::{one_again, tabled};
use crate::error::Error;
use crate::questions::rolls::{mean, rows_to};
use crate::questions::{Answered, Query};
use crate::stats::{Counts, Fraction};

/// Mortal wounds of one failed Hazardous test.
const HAZARD: u32 = 3;
/// The most dice that these questions roll.
const MOST: i64 = 100;
/// Editions of the rules; the first is the default.
pub(super) const EDITIONS: &[&str] = &["updated", "core"];

pub(super) fn desperate_escape(query: &Query<'_>) -> Result<Answered, Error> {
    let models = query.whole("models", 1..=MOST)? as u32;
    let dies = Fraction::new(1, 3);
    let (lost, again) = (Counts::successes(models, dies), one_again(models, dies));
    let answered = Answered::new(format!("Desperate Escape, {models} tests"))
        .line("mean models lost", mean(&lost))
        .line("nobody lost", lost.at_least(1).rest())
        .line("mean with a Command Re-roll", mean(&again))
        .line("nobody lost with a Command Re-roll", again.at_least(1).rest());
    Ok(tabled(answered, "models lost", &lost, &[("at least, with a Command Re-roll", &again)])
        .note("each 1-2 destroys one model of its owner's choice; Titanic and Fly test only while Battle-shocked"))
}

pub(super) fn hazardous(query: &Query<'_>) -> Result<Answered, Error> {
    let weapons = query.whole("weapons", 1..=MOST)? as u32;
    let bearers = query.maybe_whole("bearers", 1..=MOST)?.map_or(weapons, |bearers| bearers as u32);
    let wounds = query.whole("wounds", 1..=40)? as u32;
    let ignore_on = query.target("feel-no-pain")?.unwrap_or(7);
    let core = query.choice("edition", EDITIONS)? == "core";
    let slays = core && !query.flag("sturdy")?;
    let unit = Victim {
        name: "bearers".to_owned(),
        pools: vec![VictimPool { models: bearers, wounds, ignore_on, demise: None }],
        taken: 0,
    };
    let test = Fraction::new(1, 6);
    let (failed, again) = (Counts::successes(weapons, test), one_again(weapons, test));
    let after = one_by_one(0, weapons, |lost| match slays {
        true => Counts::certain((lost + wounds).min(bearers * wounds)),
        // Before the update the rest went on to the unit's other models.
        false if core => unit.suffers(lost, &Counts::certain(HAZARD)),
        false => unit.struck(lost, HAZARD),
    });
    let lost = |failed: &Counts<u32>| failed.then(|failed| after[*failed as usize].clone());
    let (lost, lost_again) = (lost(&failed), lost(&again));
    let slain = lost.map(|lost| unit.slain(*lost));
    let slain_again = lost_again.map(|lost| unit.slain(*lost));
    let dies = unit.struck(0, HAZARD).chance(|lost| *lost >= wounds);
    let tests = rows_to(weapons.min(12), &failed);
    let answered = Answered::new(format!("Hazardous, {weapons} weapons"))
        .line("no test failed", failed.at_least(1).rest())
        .line("no test failed, with a Command Re-roll", again.at_least(1).rest())
        .line("mean wounds lost", mean(&lost))
        .line("mean bearers slain", mean(&slain))
        .line("with a Command Re-roll", mean(&slain_again))
        .line_if(!slays, "a failed test slays a fresh bearer", dies)
        .table("tests failed", &["failed", "exactly", "at least"], tests);
    let others = [("at least, with a Command Re-roll", &slain_again)];
    Ok(tabled(answered, "bearers slain", &slain, &others)
        .note("one test for each weapon that had a target, after all attacks; a wounded bearer suffers first")
        .note_if(core && !slays, "mortal wounds beyond a bearer go on to the other bearers"))
}

pub(super) fn destroyed_transport(query: &Query<'_>) -> Result<Answered, Error> {
    let units = Victim::list(query, "passengers")?;
    if units.is_empty() {
        return Err(query.mistake(format!("`passengers` names nobody; write {HOW}")));
    }
    let emergency = query.flag("emergency")?;
    let (chance, title) = if emergency {
        (Fraction::new(1, 2), "Emergency disembarkation: a mortal wound on each 1-3")
    } else {
        (Fraction::new(1, 6), "A Transport is destroyed: a mortal wound on each 1")
    };
    let units: Vec<_> = units.iter().map(|unit| (unit, Counts::successes(unit.models(), chance))).collect();
    Ok(gets_out(Answered::new(title), &units)
        .note("the units are Battle-shocked and cannot charge this turn (W40K-DESTROYED-TRANSPORT)")
        .note_if(emergency, "models that cannot be placed within 6\" are destroyed besides"))
}
