//! Steps as a table that a player can read: which face does what.

use super::{Each, Engagement, Roll, Settle, Slot, Step, Strike, TokenRow, WeaponStages};
use crate::dice::{Draw, Faces};

/// One line of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepLine {
    /// The weapon whose attacks it concerns; empty if it concerns no single one.
    pub weapon: String,
    /// The step, in the game's words.
    pub step: String,
    /// What goes in.
    pub from: String,
    /// What happens.
    pub what: String,
}

/// One line for each step that any token can reach, in order.
///
/// # Panics
/// If the engagement is not well formed, as [`Engagement`] says.
pub fn steps(e: &Engagement) -> Vec<StepLine> {
    let mut filled: Vec<Slot> = e.start.iter().filter(|(_, n)| *n > 0).map(|(slot, _)| *slot).collect();
    let owned: Vec<(&str, Vec<Slot>)> =
        e.weapons.iter().map(|weapon| (weapon.name.as_str(), slots_of(e, weapon))).collect();
    let weapon = |slot: Slot| owned.iter().find(|(_, slots)| slots.contains(&slot)).map_or("", |(name, _)| *name);
    e.all_steps()
        .into_iter()
        .filter(|step| reaches(step, &mut filled))
        .map(|step| {
            let (slot, step, from, what) = match step {
                Step::Heal(recovery) => {
                    let from = e.bodies.first().map_or_else(String::new, |body| body.name.clone());
                    return StepLine {
                        weapon: String::new(),
                        step: "heal".to_owned(),
                        from,
                        what: recovery.what.clone(),
                    };
                }
                Step::Roll(roll) => (roll.input, roll.name, name(e, roll.input), of_roll(e, roll)),
                Step::Settle(settle) => (settle.slots()[0], "settle", String::new(), of_settle(e, settle)),
                Step::Strike(strike) => (strike.input, strike.name, name(e, strike.input), of_strike(e, strike)),
                Step::Each(each) => (each.input, each.name, name(e, each.input), of_each(e, each)),
            };
            StepLine { weapon: weapon(slot).to_owned(), step: step.to_owned(), from, what }
        })
        .collect()
}

/// The slots that only a weapon's attacks reach: those that its first stage feeds, and those that feed it.
fn slots_of(e: &Engagement, weapon: &WeaponStages) -> Vec<Slot> {
    let mut slots: Vec<Slot> = weapon.stages.first().map_or_else(Vec::new, |stage| stage.slots.to_vec());
    let feeds = |roll: &Roll, slots: &[Slot]| roll.all_rows().flatten().any(|(slot, _)| slots.contains(slot));
    let all = e.all_steps();
    let rolls = || all.iter().filter_map(|step| if let Step::Roll(roll) = step { Some(roll) } else { None });
    let before: Vec<Slot> = rolls().filter(|roll| feeds(roll, &slots)).map(|roll| roll.input).collect();
    for step in &all {
        match step {
            Step::Roll(roll) if slots.contains(&roll.input) => {
                slots.extend(roll.all_rows().flatten().map(|(slot, _)| *slot));
            }
            Step::Settle(settle) if settle.slots().iter().any(|slot| slots.contains(slot)) => {
                slots.extend(settle.gains());
            }
            Step::Each(each) if slots.contains(&each.input) => slots.push(each.one),
            _ => {}
        }
    }
    slots.extend(before);
    slots
}

/// Whether a step may get tokens, given the slots that may hold some; adds those it fills.
fn reaches(step: &Step, filled: &mut Vec<Slot>) -> bool {
    match step {
        Step::Roll(roll) => {
            let reached = filled.contains(&roll.input);
            if reached {
                filled.extend(roll.all_rows().flatten().map(|(slot, _)| *slot));
            }
            reached
        }
        Step::Settle(settle) => {
            filled.extend(settle.gains());
            settle.slots().iter().any(|slot| filled.contains(slot))
        }
        Step::Strike(strike) => filled.contains(&strike.input),
        Step::Heal(_) => true,
        Step::Each(each) => {
            let reached = filled.contains(&each.input);
            filled.extend(reached.then_some(each.one));
            reached
        }
    }
}

fn name(e: &Engagement, slot: Slot) -> String {
    let started: u32 = e.start.iter().filter(|(key, _)| *key == slot).map(|(_, n)| u32::from(*n)).sum();
    let name = e.slots.get(usize::from(slot.0)).copied().unwrap_or("?");
    if started > 0 { format!("{started} {name}") } else { name.to_owned() }
}

/// The tokens that a row drops: first those that continue, then the slots that count them.
fn row(e: &Engagement, row: &TokenRow) -> String {
    let part = |(slot, n): &(Slot, u16)| format!("{n} {}", e.slots.get(usize::from(slot.0)).copied().unwrap_or("?"));
    let (on, counted): (Vec<_>, Vec<_>) = row.iter().partition(|(slot, _)| goes_on(e, *slot));
    let list = |all: &[&(Slot, u16)]| all.iter().map(|one| part(one)).collect::<Vec<_>>().join(" and ");
    match (on.is_empty(), counted.is_empty()) {
        (true, true) => "nothing".to_owned(),
        (_, true) => list(&on),
        (true, false) => list(&counted),
        (false, false) => format!("{} (counted as {} too)", list(&on), list(&counted)),
    }
}

/// Whether any step takes the tokens of a slot; if not, they are only counted.
fn goes_on(e: &Engagement, slot: Slot) -> bool {
    e.all_steps().into_iter().any(|step| match step {
        Step::Roll(roll) => roll.input == slot,
        Step::Strike(strike) => strike.input == slot,
        Step::Each(each) => each.input == slot,
        Step::Settle(settle) => settle.slots().contains(&slot),
        Step::Heal(_) => false,
    })
}

fn of_each(e: &Engagement, each: &Each) -> String {
    let one = e.slots.get(usize::from(each.one.0)).copied().unwrap_or("?");
    format!("one after the other: {one} goes through the lines below before another does")
}

fn of_roll(e: &Engagement, roll: &Roll) -> String {
    let mut parts = Vec::new();
    if !roll.always.is_empty() {
        parts.push(format!("always {}", row(e, &roll.always)));
    }
    if roll.times > 0 {
        let dice = if roll.times == 1 { format!("D{}", roll.sides) } else { format!("{}D{}", roll.times, roll.sides) };
        parts.push(dice);
        for (window, when) in roll.rerolls.iter().zip(["rolled again", "then rolled again"]) {
            if !window.is_empty() {
                parts.push(format!("{} {when}", faces(*window, roll.sides)));
            }
        }
        let mut face = 0;
        while face < roll.rows.len() {
            let same = roll.rows[face..].iter().take_while(|other| **other == roll.rows[face]).count();
            let (low, high) = (face + 1, face + same);
            let which = if same == 1 { low.to_string() } else { format!("{low}-{high}") };
            parts.push(format!("{which}: {}", row(e, &roll.rows[face])));
            face += same;
        }
    }
    parts.join("; ")
}

fn faces(set: Faces, sides: u8) -> String {
    (1..=sides).filter(|face| set.has(*face)).map(|face| face.to_string()).collect::<Vec<_>>().join(", ")
}

fn of_settle(e: &Engagement, settle: &Settle) -> String {
    let names: Vec<&str> =
        settle.slots().iter().map(|slot| e.slots.get(usize::from(slot.0)).copied().unwrap_or("?")).collect();
    match settle {
        Settle::Copy { most: u16::MAX, .. } => format!("as many {} as there are {}", names[1], names[0]),
        Settle::Copy { most, .. } => format!("as many {} as there are {}, at most {most}", names[1], names[0]),
        Settle::Move { most, .. } => format!("up to {most} {} become {}", names[0], names[1]),
        Settle::Cancel { .. } => format!("{} and {} cancel each other out", names[0], names[1]),
        Settle::Divide { by, .. } => format!("every {by} {} become one {}", names[0], names[1]),
        Settle::Spend { .. } => format!("if there are any, one {} turns all {} into {}", names[0], names[1], names[2]),
        Settle::Sort { body, at, of, .. } => {
            let who = &e.bodies[body[0]].name;
            let range = |(index, place): (usize, &u8)| match index.checked_sub(1) {
                None => format!("{} at first", names[1 + usize::from(*place)]),
                Some(before) => format!("{} from {} on", names[1 + usize::from(*place)], at[before]),
            };
            let ranges: Vec<String> = of.iter().enumerate().map(range).collect();
            format!("{}, by the points that {who} has lost: {}", names[0], ranges.join(", "))
        }
        Settle::WhileAlive { bodies, .. } => {
            let who: Vec<&str> = bodies.iter().map(|body| e.bodies[*body].name.as_str()).collect();
            format!("{} only while {} stands", names[0], who.join(" and "))
        }
    }
}

fn of_strike(e: &Engagement, strike: &Strike) -> String {
    let mut parts = Vec::new();
    for (body, guards) in strike.bodies.iter().zip(&strike.guards) {
        let body = &e.bodies[*body];
        for (group, guard) in body.groups.iter().zip(guards) {
            let who = if guards.len() == 1 { body.name.clone() } else { format!("{}: {}", body.name, group.name) };
            let mut how = Vec::new();
            if let Some(save) = guard.save {
                let again =
                    if save.reroll.is_empty() { String::new() } else { format!(" ({} again)", faces(save.reroll, 6)) };
                how.push(if save.on > 6 {
                    "no save is good enough".to_owned()
                } else {
                    format!("saved on {}+{again}", save.on)
                });
            } else {
                how.push("no save".to_owned());
            }
            let points = if guard.amount.as_fixed() == Some(1) { "point" } else { "points" };
            how.push(format!("{} {points}", amount(&guard.amount)));
            if guard.ignore_on < 7 {
                how.push(format!("each point ignored on {}+", guard.ignore_on));
            }
            parts.push(format!("{who}: {}", how.join(", ")));
        }
    }
    if strike.sorted {
        parts.push("all saves are rolled first, and land from the lowest die to the highest".to_owned());
    }
    parts.push(if strike.spill { "the rest goes on".to_owned() } else { "the rest is lost".to_owned() });
    parts.join("; ")
}

/// A draw in words: `3`, `D3+1`, `D6 as 1, 1, 2, 2, 3, 3`.
pub(crate) fn amount(draw: &Draw) -> String {
    let Some(fixed) = draw.as_fixed() else {
        let dice = if draw.dice == 1 { format!("D{}", draw.sides) } else { format!("{}D{}", draw.dice, draw.sides) };
        // A face may show its number less one with the rest in `plus`.
        let lowest = draw.values.first().copied().unwrap_or(0);
        let plain = draw.values.iter().zip(lowest..).all(|(value, face)| *value == face);
        match (i64::from(draw.min()) - i64::from(draw.dice), plain) {
            (0, true) => return dice,
            (plus, true) => return format!("{dice}{plus:+}"),
            _ => {}
        }
        let values: Vec<String> = draw.values.iter().map(|value| (draw.plus + value).to_string()).collect();
        return format!("{dice} as {}", values.join(", "));
    };
    fixed.to_string()
}
