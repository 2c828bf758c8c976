//! Spells: casting, unbinding, banishing, miscasts, and places of power (AOS-MAG-2.0, 4.0, 7.2; AOS-TER-1.2b).

use super::again::{SecondTry, rolled, total};
use super::damage::warded;
use super::{modified, with_bonus};
use crate::error::Error;
use crate::questions::rolls::{mean, row};
use crate::questions::{Answered, Query};
use crate::stats::{Counts, Fraction};

/// The largest casting value, bonus or penalty.
const MAX_VALUE: i64 = 30;
/// The most dice of a casting roll.
const MAX_DICE: i64 = 3;
/// The most turns or tries in one question.
const MAX_TRIES: i64 = 9;

/// Two or more unmodified 1s: of the dice that lie there in the end (AMB-30).
fn is_miscast(faces: &[u32]) -> bool {
    faces.iter().filter(|face| **face == 1).count() > 1
}

/// A casting roll with all its modifiers.
struct CastingRoll {
    dice: u32,
    bonus: i64,
    again: SecondTry,
    miscasts: bool,
    /// What is added to the enemy's unbinding roll, if somebody tries.
    unbind: Option<i64>,
}

impl CastingRoll {
    fn read(query: &Query<'_>) -> Result<Self, Error> {
        let is_spearhead = query.board.mode()? == "spearhead";
        let unbind = match query.text("unbind") {
            None | Some("none" | "-") => None,
            _ if is_spearhead && !query.has("unbind") => None,
            _ => query.maybe_whole("unbind", -MAX_VALUE..=MAX_VALUE)?,
        };
        let miscasts = if query.has("miscast") { query.flag("miscast")? } else { !is_spearhead };
        if is_spearhead && (miscasts || unbind.is_some()) {
            return Err(query.mistake("Spearhead has no miscast and no unbinding (AOS-SPH-0): leave them out"));
        }
        Ok(Self {
            dice: query.whole("dice", 2..=MAX_DICE)? as u32,
            bonus: query.maybe_whole("bonus", -MAX_VALUE..=MAX_VALUE)?.unwrap_or(0),
            again: SecondTry::read(query)?,
            miscasts,
            unbind,
        })
    }

    fn succeeds(&self, faces: &[u32], value: i64) -> bool {
        !(self.miscasts && is_miscast(faces)) && modified(total(faces), self.bonus) >= value
    }

    fn rolled(&self, value: i64) -> Counts<Vec<u32>> {
        rolled(self.dice, self.again, |faces| self.succeeds(faces, value))
    }

    fn cast(&self, value: i64) -> Fraction {
        self.rolled(value).chance(|faces| self.succeeds(faces, value))
    }

    /// Cast, and not unbound by the one try that an enemy has (AMB-18).
    fn stays(&self, value: i64, unbind: i64) -> Fraction {
        let stays = self.rolled(value).then(|faces| {
            let cast = self.succeeds(faces, value);
            let roll = modified(total(faces), self.bonus);
            Counts::dice(2, 6).map(|dice| cast && modified(*dice, unbind) <= roll)
        });
        stays.chance(|stays| *stays)
    }

    /// One spell that is tried.
    fn tried(&self, value: i64) -> Counts<Tried> {
        self.rolled(value).map(|faces| match self.succeeds(faces, value) {
            true => Tried::Cast(modified(total(faces), self.bonus)),
            false if self.miscasts && is_miscast(faces) => Tried::Miscast,
            false => Tried::Failed,
        })
    }

    /// How many spells of one value take effect: a miscast ends them (AOS-MAG-2.0), and the enemy has this many unbinding rolls
    /// (AMB-19). `waits`: it may keep one for a later spell, which it does if fewer take effect on average then.
    fn several(&self, value: i64, spells: u32, attempts: u32, waits: bool) -> Counts<u32> {
        let tried = self.tried(value);
        let values = self.values(&tried, spells, attempts);
        let start = Magic { took_effect: 0, attempts, over: false };
        let end = (0..spells).rev().fold(Counts::certain(start), |now, left| {
            now.then(|magic| {
                if magic.over {
                    return Counts::certain(*magic);
                }
                tried.then(|tried| self.after(*magic, *tried, waits.then_some(&values[left as usize][..])))
            })
        });
        end.map(|magic| magic.took_effect)
    }

    /// For each number of spells still to come, and of unbinding rolls that are left: how many of these spells take effect
    /// on average against an enemy that uses its rolls in the best way.
    fn values(&self, tried: &Counts<Tried>, spells: u32, attempts: u32) -> Vec<Vec<f64>> {
        let mut values = vec![vec![0.0; attempts as usize + 1]];
        for _ in 0..spells {
            let Some(later) = values.last() else { break };
            let best = |rolls: usize| {
                tried.mean(|tried| match tried {
                    Tried::Miscast => 0.0,
                    Tried::Failed => later[rolls],
                    Tried::Cast(roll) => {
                        let waits = 1.0 + later[rolls];
                        let tries = |unbind| 1.0 - unbinds(*roll, unbind).value() + later[rolls - 1];
                        self.unbind.filter(|_| rolls > 0).map_or(waits, |unbind| waits.min(tries(unbind)))
                    }
                })
            };
            values.push((0..=attempts as usize).map(best).collect());
        }
        values
    }

    /// What a spell that was tried leads to. `later` is what the spells after it are worth with this many unbinding rolls, if
    /// the enemy waits for a better chance.
    fn after(&self, magic: Magic, tried: Tried, later: Option<&[f64]>) -> Counts<Magic> {
        let rolls = magic.attempts as usize;
        match (tried, self.unbind) {
            (Tried::Miscast, _) => Counts::certain(Magic { over: true, ..magic }),
            (Tried::Failed, _) => Counts::certain(magic),
            (Tried::Cast(roll), Some(unbind)) if rolls > 0 && is_worth_it(roll, unbind, rolls, later) => {
                Counts::dice(2, 6).map(|dice| {
                    let stays = u32::from(modified(*dice, unbind) <= roll);
                    Magic { took_effect: magic.took_effect + stays, attempts: magic.attempts - 1, ..magic }
                })
            }
            (Tried::Cast(_), _) => Counts::certain(Magic { took_effect: magic.took_effect + 1, ..magic }),
        }
    }

    fn with(&self, more: i64) -> Self {
        Self { bonus: self.bonus + more, ..*self }
    }
}

/// Whether an unbinding roll now unbinds more on average than one that is kept.
fn is_worth_it(roll: i64, unbind: i64, rolls: usize, later: Option<&[f64]>) -> bool {
    const SAME: f64 = 1e-12;
    later.is_none_or(|later| unbinds(roll, unbind).value() + SAME >= later[rolls - 1] - later[rolls])
}

/// A spell that was tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tried {
    Miscast,
    Failed,
    /// Cast with this roll, modifiers included.
    Cast(i64),
}

/// A Wizard's spells of one phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Magic {
    took_effect: u32,
    /// Unbinding rolls that the enemy has left.
    attempts: u32,
    /// Whether a miscast ended it.
    over: bool,
}

/// Notes a question of the magic module where the mode of play has none (AOS-MAG-1.0, AOS-SPH-0).
pub(super) fn has_magic(query: &Query<'_>, spearhead: bool) -> Result<(), Error> {
    match query.board.mode()? {
        "core" => Err(query.mistake("magic is an advanced rule (AOS-MAG-1.0): leave out `--mode core`")),
        "spearhead" if !spearhead => Err(query.mistake(
            "Spearhead does without the rules of magic: a warscroll says how its spells and prayers work (AOS-SPH-0)",
        )),
        _ => Ok(()),
    }
}

pub(super) fn casting(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, true)?;
    let casting = CastingRoll::read(query)?;
    let roll = with_bonus(&format!("{}D6", casting.dice), casting.bonus);
    let mut answered = Answered::new(format!("Casting: {roll}"));
    let value = query.maybe_whole("value", 2..=MAX_VALUE)?;
    if value.is_none() && ["spells", "attempts", "policy"].into_iter().any(|key| query.has(key)) {
        return Err(
            query.mistake("`spells`, `attempts` and `policy` ask about spells of one value: write `value=…` too")
        );
    }
    if let Some(value) = value {
        answered = Answered::new(format!("Casting: {roll} must reach {value}{}", casting.again.words()))
            .line("cast", casting.cast(value));
        if let Some(unbind) = casting.unbind {
            let what = format!("cast, and not unbound by {}", with_bonus("2D6", unbind));
            answered = answered.line(what, casting.stays(value, unbind));
        }
        if casting.miscasts {
            answered = answered.line("miscast", casting.rolled(value).chance(|faces| is_miscast(faces)));
        }
        let spells = query.whole("spells", 1..=MAX_TRIES)? as u32;
        if spells > 1 {
            let attempts = query.maybe_whole("attempts", 0..=MAX_TRIES)?.map_or(spells, |n| n as u32);
            let waits = query.choice("policy", &["best", "first"])? == "best";
            let took_effect = casting.several(value, spells, attempts, waits);
            if casting.unbind.is_some() && attempts > 0 && attempts < spells {
                answered = answered.note(if waits {
                    "the enemy has fewer unbinding rolls than there are spells and keeps one for a later spell where fewer \
                     take effect on average then; `policy=first` unbinds as soon as it can"
                } else {
                    "the enemy tries to unbind as soon as it can; `policy=best` lets it wait for a better chance"
                });
            }
            answered = answered
                .line(format!("at least one of {spells} takes effect"), took_effect.at_least(1))
                .line("mean spells that take effect", mean(&took_effect))
                .outcomes("spells that take effect", &took_effect);
        }
    }
    let rows = (i64::from(casting.dice) + 1..=6 * i64::from(casting.dice)).map(|value| {
        let unbound = casting.unbind.map(|unbind| casting.stays(value, unbind));
        let others = [casting.with(-1).cast(value), casting.with(1).cast(value)];
        row(value, std::iter::once(casting.cast(value)).chain(unbound).chain(others))
    });
    let mut header = vec!["casting value", "cast", "cast, not unbound", "1 less on the roll", "1 more"];
    if casting.unbind.is_none() {
        header.remove(2);
    }
    let answered = answered.table("", &header, rows.collect());
    if answered.curve.is_some() {
        return Ok(answered);
    }
    let once = Counts::dice(casting.dice, 6).map(|dice| modified(*dice, casting.bonus) as u32);
    let drawn = answered.drawn("casting roll, rolled once", once.pmf());
    // A second roll, and a miscast, are no part of one roll.
    let is_once = |value: &i64| casting.cast(*value) == once.chance(|roll| i64::from(*roll) >= *value);
    Ok(match value.filter(is_once) {
        Some(value) => drawn.succeeds(value..=i64::MAX),
        None => drawn,
    })
}

/// The chance that an unbinding roll beats a casting roll.
fn unbinds(roll: i64, bonus: i64) -> Fraction {
    Counts::dice(2, 6).chance(|dice| modified(*dice, bonus) > roll)
}

pub(super) fn unbinding(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, false)?;
    let bonus = query.maybe_whole("bonus", -MAX_VALUE..=MAX_VALUE)?.unwrap_or(0);
    let with = with_bonus("2D6", bonus);
    let mut answered = Answered::new(format!("Unbinding: {with}"));
    let roll = query.maybe_whole("roll", 2..=MAX_VALUE)?;
    if let Some(roll) = roll {
        answered = Answered::new(format!("Unbinding: {with} must be more than {roll}"))
            .line("the spell is unbound", unbinds(roll, bonus));
    }
    let rows = (3..=13 + bonus.max(0)).map(|roll| row(roll, [unbinds(roll, bonus)])).collect();
    let answered = answered.drawn("unbinding roll", Counts::dice(2, 6).map(|dice| modified(*dice, bonus) as u32).pmf());
    Ok(roll
        .map_or(answered.clone(), |roll| answered.succeeds(roll + 1..=i64::MAX))
        .table("", &["casting roll", "unbound"], rows)
        .note("a casting roll can be unbound once, by one Wizard (AMB-18); a prayer cannot (AOS-MAG-4.0)"))
}

pub(super) fn banishing(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, false)?;
    let bonus = query.maybe_whole("bonus", -MAX_VALUE..=MAX_VALUE)?.unwrap_or(0);
    let again = SecondTry::read(query)?;
    let turns = query.whole("turns", 1..=MAX_TRIES)? as u32;
    let banished = |value: i64| {
        let succeeds = |faces: &[u32]| modified(total(faces), bonus) >= value;
        rolled(2, again, succeeds).chance(|faces| succeeds(faces))
    };
    let within = |value: i64, turns: u32| Counts::successes(turns, banished(value)).at_least(1);
    let with = with_bonus("2D6", bonus);
    let mut answered = Answered::new(format!("Banishing: {with}"));
    if let Some(value) = query.maybe_whole("value", 2..=MAX_VALUE)? {
        answered = Answered::new(format!("Banishing: {with} must reach {value}{}", again.words()))
            .line("banished", banished(value));
        if turns > 1 {
            let rows = (1..=turns).map(|turn| row(i64::from(turn), [within(value, turn)])).collect();
            return Ok(answered.table("", &["tries", "banished by then"], rows));
        }
    }
    let rows = (2..=12).map(|value| row(value, [within(value, turns)])).collect();
    let header = if turns == 1 { "banished" } else { "banished in time" };
    Ok(answered.table("", &["banishment value", header], rows))
}

pub(super) fn miscast(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, false)?;
    let dice = query.whole("dice", 2..=MAX_DICE)? as u32;
    let spells = query.whole("spells", 1..=MAX_TRIES)? as u32;
    let ward = query.target("ward")?;
    let once = rolled(dice, SecondTry::Never, |_| true).chance(|faces| is_miscast(faces));
    let any = Counts::successes(spells, once);
    let hurt = warded(&Counts::die(3), ward);
    let damage = any.then(|n| if *n > 0 { hurt.clone() } else { Counts::certain(0) });
    Ok(Answered::new(format!("Miscast: two or more 1s on {dice}D6"))
        .line("a casting roll is a miscast", once)
        .line("one of the spells is", any.at_least(1))
        .line("mean damage to the caster", mean(&damage))
        .outcomes("mortal damage", &damage)
        .note("a miscast ends the caster's spells for the phase: at most one in it"))
}

pub(super) fn place_of_power(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, false)?;
    let ward = query.target("ward")?;
    let hurt = warded(&Counts::die(3), ward);
    let damage = Counts::die(6).then(|die| if *die == 1 { hurt.clone() } else { Counts::certain(0) });
    let wins = Counts::die(6).at_least(2);
    Ok(Answered::new("A Hero activates a place of power: D6, 2 or more is good")
        .line("the Hero wins +1 to casting or chanting, or unbinds and banishes as a Wizard (1)", wins)
        .line("the Hero suffers D3 mortal damage", wins.rest())
        .line("mean damage", mean(&damage))
        .outcomes("mortal damage", &damage))
}
