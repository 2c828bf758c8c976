//! Which weapons are used, in which order, and what is said about it.

use crate::games::{Choice, Encounter, Goal, Phase, Pick};
use crate::profile::{Diagnostic, Diagnostics, Place};
use crate::words::{did_you_mean, normal, same};

/// What the choice needs to know of a weapon.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Candidate<'u> {
    pub(crate) name: &'u str,
    pub(crate) melee: bool,
    /// Of the weapons that share this, one is used.
    pub(crate) one_of: Option<&'u str>,
}

/// The weapons that are used, in order, and what is said about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) weapons: Vec<usize>,
    pub(crate) notes: Vec<String>,
    pub(crate) choices: Vec<Choice>,
}

/// Chooses among a unit's weapons. `phase` is what the situations leave, `answers` are those to this unit's questions.
pub(crate) fn choose(
    unit: &str,
    candidates: &[Candidate<'_>],
    phase: Option<Phase>,
    encounter: &Encounter,
    answers: &[usize],
    found: &Diagnostics,
    place: &Place,
) -> Option<Chosen> {
    let phase = find_phase(unit, candidates, phase, found, place)?;
    let of_phase = || (0..candidates.len()).filter(|i| candidates[*i].melee == (phase == Phase::Combat));
    let mut chosen = Chosen::default();
    if of_phase().next().is_none() {
        let kind = if phase == Phase::Combat { "melee" } else { "ranged" };
        let message = format!("{unit} has no {kind} weapon");
        found.push(Diagnostic::new(place, message, "this unit attacks").help(Some(match phase {
            Phase::Combat => "use `--phase shooting`, or name another unit".to_owned(),
            Phase::Shooting => "use `--phase combat`, or name another unit".to_owned(),
        })));
        return None;
    }
    for name in encounter.picks.iter().filter_map(|pick| if let Pick::Named(name) = pick { Some(name) } else { None }) {
        known(unit, candidates, name, found, place)?;
    }
    let wanted = |index: usize| {
        let name = candidates[index].name;
        encounter.picks.iter().any(|pick| matches!(pick, Pick::Named(wanted) if fits(wanted, name)))
    };
    let mut groups: Vec<&str> = Vec::new();
    for index in of_phase() {
        let Some(group) = candidates[index].one_of else {
            chosen.weapons.push(index);
            continue;
        };
        if groups.iter().any(|known| same(known, group)) {
            continue;
        }
        groups.push(group);
        let is_member = |i: &usize| candidates[*i].one_of.is_some_and(|other| same(other, group));
        let members: Vec<usize> = of_phase().filter(is_member).collect();
        let used = one_of(candidates, group, &members, &wanted, (encounter, answers), &mut chosen);
        chosen.weapons.push(used);
    }
    order(unit, candidates, &mut chosen, (encounter, answers), found, place)?;
    Some(chosen)
}

/// The member of a `one-of` that is used.
fn one_of(
    candidates: &[Candidate<'_>],
    group: &str,
    members: &[usize],
    wanted: &impl Fn(usize) -> bool,
    (encounter, answers): (&Encounter, &[usize]),
    chosen: &mut Chosen,
) -> usize {
    if members.len() == 1 {
        return members[0];
    }
    if let Some(named) = members.iter().copied().find(|index| wanted(*index)) {
        return named;
    }
    let names: Vec<String> = members.iter().map(|index| candidates[*index].name.to_owned()).collect();
    if encounter.picks.contains(&Pick::Best) {
        let answer = answers.get(chosen.choices.len()).copied().unwrap_or(0);
        chosen.choices.push(Choice { what: format!("{group}: which profile"), answers: names, goal: Goal::Damage });
        return members[answer.min(members.len() - 1)];
    }
    let others = names[1..].iter().map(|name| format!("`--weapon \"{name}\"`")).collect::<Vec<_>>().join(" or ");
    chosen.notes.push(format!("of {group}, {} is used; {others} or `--weapon best` chooses otherwise", names[0]));
    members[0]
}

fn fits(wanted: &str, name: &str) -> bool {
    normal(name).contains(&normal(wanted))
}

fn known(unit: &str, candidates: &[Candidate<'_>], name: &str, found: &Diagnostics, place: &Place) -> Option<()> {
    if candidates.iter().any(|weapon| fits(name, weapon.name)) {
        return Some(());
    }
    let names: Vec<&str> = candidates.iter().map(|weapon| weapon.name).collect();
    let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| format!("it has {}", names.join(", ")));
    found.push(Diagnostic::new(place, format!("{unit} has no weapon `{name}`"), "this unit").help(Some(help)));
    None
}

/// The phase: what was asked for, what the situations leave, or the only one the unit has weapons for.
fn find_phase(
    unit: &str,
    candidates: &[Candidate<'_>],
    phase: Option<Phase>,
    found: &Diagnostics,
    place: &Place,
) -> Option<Phase> {
    if phase.is_some() {
        return phase;
    }
    let melee = candidates.iter().any(|weapon| weapon.melee);
    let ranged = candidates.iter().any(|weapon| !weapon.melee);
    match (melee, ranged) {
        (true, false) => Some(Phase::Combat),
        (false, true) => Some(Phase::Shooting),
        (false, false) => {
            let message = format!("{unit} has no weapon, so it cannot attack");
            found.push(Diagnostic::new(place, message, "this unit attacks"));
            None
        }
        (true, true) => {
            let message = format!("{unit} has ranged and melee weapons");
            let help = "say which are used: `--phase shooting` or `--phase combat`".to_owned();
            found.push(Diagnostic::new(place, message, "this unit attacks").help(Some(help)));
            None
        }
    }
}

/// The most weapons of which every order is tried.
const MAX_ORDERED: usize = 6;

/// Puts the weapons that `--order` names first, in its order; `best` is whichever order of the others destroys the target
/// most often.
fn order(
    unit: &str,
    candidates: &[Candidate<'_>],
    chosen: &mut Chosen,
    (encounter, answers): (&Encounter, &[usize]),
    found: &Diagnostics,
    place: &Place,
) -> Option<()> {
    if encounter.order.is_empty() {
        return Some(());
    }
    let mut first = Vec::new();
    let is_best = |name: &&String| same(name, "best");
    for name in encounter.order.iter().filter(|name| !is_best(name)) {
        known(unit, candidates, name, found, place)?;
        first.extend(chosen.weapons.iter().copied().filter(|i| fits(name, candidates[*i].name)));
    }
    let mut rest: Vec<usize> = chosen.weapons.iter().copied().filter(|index| !first.contains(index)).collect();
    if encounter.order.iter().any(|name| is_best(&name)) && rest.len() > 1 {
        if rest.len() > MAX_ORDERED {
            let message = format!("{unit} has {} weapons to put in order", rest.len());
            let help = format!(
                "at most {MAX_ORDERED} (MAX_ORDERED): name the first ones before `best`, `--order \"A, best\"`"
            );
            found.push(Diagnostic::new(place, message, "this unit attacks").help(Some(help)));
            return None;
        }
        let orders = orders(&rest);
        let answer = answers.get(chosen.choices.len()).copied().unwrap_or(0);
        let names =
            |order: &Vec<usize>| order.iter().map(|index| candidates[*index].name).collect::<Vec<_>>().join(", then ");
        let answers = orders.iter().map(names).collect();
        chosen.choices.push(Choice { what: "order".to_owned(), answers, goal: Goal::Destroyed });
        rest = orders[answer.min(orders.len() - 1)].clone();
    }
    first.extend(rest);
    first.dedup();
    chosen.weapons = first;
    Some(())
}

/// Every order of a few things, the given one first.
fn orders(things: &[usize]) -> Vec<Vec<usize>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in things.iter().enumerate() {
        let mut rest = things.to_vec();
        rest.remove(place);
        for mut order in orders(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}
