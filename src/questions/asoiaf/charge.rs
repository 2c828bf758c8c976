//! Charges and retreats.

use super::courage::Trial;
use super::{morale, named, number, wounds};
use crate::error::Error;
use crate::questions::rolls::rows;
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// What a charge comes to, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Failed,
    Disorderly,
    InOrder,
}

/// What the Charge Distance roll must do.
struct ChargeRoll {
    /// The lowest die that reaches the target.
    needs: i64,
    hindering: bool,
}

impl ChargeRoll {
    /// ASOIAF-CHG-DISORDER, ASOIAF-CHG-HINDER: a natural 1, of two dice a lower one of 1 or 2.
    fn end(&self, die: u32) -> End {
        let disorder = if self.hindering { 2 } else { 1 };
        match (i64::from(die) >= self.needs, die <= disorder) {
            (false, _) => End::Failed,
            (true, true) => End::Disorderly,
            (true, false) => End::InOrder,
        }
    }

    fn ends(&self, again: bool) -> Counts<End> {
        if !self.hindering {
            let once = Counts::die(6).map(|die| self.end(*die));
            let better = |end: &End| if *end == End::InOrder { Counts::certain(*end) } else { once.clone() };
            return if again { once.then(better) } else { once };
        }
        let pairs = Counts::die(6).and(&Counts::die(6), |a, b| (*a.min(b), *a.max(b)));
        if !again {
            return pairs.map(|(low, _)| self.end(*low));
        }
        pairs.then(|(low, high)| self.best(*low, *high))
    }

    /// Of two dice either or both may be rolled again (ASOIAF-REROLL): whatever is best for arriving in order, then for
    /// arriving at all.
    fn best(&self, low: u32, high: u32) -> Counts<End> {
        let one = |kept: u32| Counts::die(6).map(|die| self.end(kept.min(*die)));
        let both = Counts::die(6).and(&Counts::die(6), |a, b| self.end(*a.min(b)));
        let value = |counts: &Counts<End>| {
            (counts.chance(|end| *end == End::InOrder).value(), counts.chance(|end| *end != End::Failed).value())
        };
        let mut best = Counts::certain(self.end(low));
        for option in [one(high), one(low), both] {
            if value(&option) > value(&best) {
                best = option;
            }
        }
        best
    }
}

/// ASOIAF-CHG-DECLARE to ASOIAF-CHG-ROUGH, and the value of the whole.
pub(super) fn charge(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, if query.has("unit") { "unit" } else { "attacker" })?;
    let distance = query.number("distance", 0.0..=60.0)?;
    let carrying = query.flag("carrying")?;
    let speed = if carrying { Some(2) } else { number(query, "speed", 30, unit.as_ref(), |unit| unit.speed)? };
    let speed = speed.ok_or_else(|| query.mistake("say `speed=5` or `unit=…`"))?;
    let (rough, hindering) = (query.flag("rough")?, query.flag("hindering")?);
    // The small allowance is for distances that a decimal fraction does not hit.
    let needs = (distance - speed as f64 - 1e-9).ceil() as i64 + i64::from(rough);
    let again = query.flag("again")?;
    let ends = ChargeRoll { needs, hindering }.ends(again);
    let of = |wanted: End| ends.chance(|end| *end == wanted);
    let (ordered, disorderly, failed) = (of(End::InOrder), of(End::Disorderly), of(End::Failed));
    let mut answered = Answered::new(format!("Charge over {distance}\" at Speed {speed}: {needs} or more on the die"))
        .line("arrives in order, with the Charge Bonus", ordered)
        .line("arrives disorderly, without it", disorderly)
        .line("fails", failed)
        .note_if(needs > 6, "such a charge may not be declared: it cannot arrive (ASOIAF-CHG-DECLARE)");
    let trial = match (query.has("morale"), &unit) {
        (false, None) => None,
        _ => morale(query, unit.as_ref())?.map(|morale| Trial::read(query, morale, 0, true)).transpose()?,
    };
    let left = wounds(query, unit.as_ref())?;
    if let Some(trial) = &trial {
        answered = own_panic(answered, failed, trial, left);
    }
    if query.has("attacker") != query.has("defender") {
        return Err(query.mistake("`attacker=…` and `defender=…` belong together"));
    }
    let reach = |needs: i64| needs + speed - i64::from(rough);
    let rows = (1..=6).map(|needs| {
        let ends = ChargeRoll { needs, hindering }.ends(again);
        let of = |wanted: End| Figure::from(ends.chance(|end| *end == wanted));
        vec![Figure::Whole(reach(needs)), of(End::InOrder), of(End::Disorderly), of(End::Failed)]
    });
    answered = answered.table("By distance", &["inches at most", "in order", "disorderly", "fails"], rows.collect());
    if query.has("attacker") {
        answered = whole(query, answered, [ordered, disorderly, failed], trial.as_ref())?;
    }
    Ok(answered)
}

/// ASOIAF-CHG-FAIL: the charger takes a panic test in its own turn.
fn own_panic(answered: Answered, failed: Fraction, trial: &Trial, left: Option<u32>) -> Answered {
    let wounds = trial.wounds();
    let fails = trial.fails().chance(|fails| *fails);
    let both = Fraction::new(failed.ways * fails.ways, failed.of * fails.of);
    let mean = wounds.mean(|n| f64::from(*n));
    let mut answered = answered
        .line("fails and panics", both)
        .line("wounds to itself on average", Figure::Number(failed.value() * mean))
        .note(format!("a failed charge is a panic test on {}+ (ASOIAF-CHG-FAIL)", trial.target));
    if let Some(left) = left.filter(|left| *left > 0) {
        let gone = wounds.chance(|n| *n >= left);
        let gone = Fraction::new(failed.ways * gone.ways, failed.of * gone.of);
        answered = answered.line("destroyed by its own panic", gone);
    }
    answered
}

/// E[net] = P(in order) · attack with the bonus + P(disorderly) · attack without − P(failed) · own panic.
fn whole(
    query: &Query<'_>,
    answered: Answered,
    [ordered, disorderly, failed]: [Fraction; 3],
    trial: Option<&Trial>,
) -> Result<Answered, Error> {
    let with = query.board.attack(&query.attack_with(&["charge"], None))?;
    let without = query.board.attack(&query.attack_with(&["charge", "disorderly"], None))?;
    let each = |good: f64, bad: f64| ordered.value() * good + disorderly.value() * bad;
    let lost = each(with.wounds_lost.mean(), without.wounds_lost.mean());
    let own = trial.map_or(0.0, |trial| failed.value() * trial.wounds().mean(|n| f64::from(*n)));
    let row = |name: &str, chance: Fraction, odds: &crate::questions::AttackOdds| {
        vec![
            name.into(),
            chance.into(),
            Figure::Number(odds.wounds_lost.mean()),
            Figure::Number(odds.slain.mean()),
            Figure::Probability(odds.destroyed),
        ]
    };
    let rows = vec![row("in order", ordered, &with), row("disorderly", disorderly, &without)];
    Ok(answered
        .line("wounds the target loses on average", Figure::Number(lost))
        .line("target destroyed", Figure::Probability(each(with.destroyed, without.destroyed)))
        .line("wounds won less wounds lost", Figure::Number(lost - own))
        .table("", &["it arrives", "chance", "wounds lost", "slain", "destroyed"], rows))
}

/// ASOIAF-RETREAT: up to Speed + D6; no 1 counts, nobody panics.
pub(super) fn retreat(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, "unit")?;
    let speed = number(query, "speed", 30, unit.as_ref(), |unit| unit.speed)?;
    let speed = speed.ok_or_else(|| query.mistake("say `speed=4` or `unit=…`"))?;
    let rough = u32::from(query.flag("rough")?);
    let reach = Counts::die(6).map(|die| (speed as u32 + die).saturating_sub(rough));
    let mut answered = Answered::new(format!("Retreat at Speed {speed}"));
    if query.has("distance") {
        let distance = query.number("distance", 0.0..=60.0)?;
        let chance = reach.chance(|inches| f64::from(*inches) + 1e-9 >= distance);
        answered = answered.line(format!("{distance}\" or more"), chance);
    }
    let rows = rows(&reach);
    Ok(answered.table("", &["inches", "exactly", "at least"], rows))
}
