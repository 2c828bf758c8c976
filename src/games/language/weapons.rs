//! Which weapons are used, in which order, and what is said about it.

use crate::games::{Choice, Encounter, Goal, Phase, Pick, UnitFacts};
use crate::profile::{Diagnostic, Diagnostics, Place};
use crate::words::sort::sort_by_key;
use crate::words::{add_once, did_you_mean, normal, same};

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
pub(crate) struct ChosenWeapons {
    pub(crate) weapons: Vec<usize>,
    /// Whether they are melee weapons.
    pub(crate) melee: bool,
    /// Those that were named, in that order.
    pub(crate) named: Vec<usize>,
    /// The names of all of which they were chosen.
    pub(crate) among: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) choices: Vec<Choice>,
}

impl ChosenWeapons {
    /// Leaves a choice open; the place of the answer that is tried, of `answers` to this unit's questions.
    pub(crate) fn ask(&mut self, answers: &[usize], what: String, options: Vec<String>, goal: Goal) -> usize {
        let answer = answers.get(self.choices.len()).copied().unwrap_or(0).min(options.len().saturating_sub(1));
        self.choices.push(Choice { what, answers: options, goal });
        answer
    }
}

/// Chooses among a unit's weapons: all of the phase, or those that `--weapon` names. `phase` is what the situations leave,
/// `answers` are those to this unit's questions.
pub(crate) fn choose(
    unit: &str,
    candidates: &[Candidate<'_>],
    phase: Option<Phase>,
    encounter: &Encounter,
    answers: &[usize],
    found: &Diagnostics,
    place: &Place,
) -> Option<ChosenWeapons> {
    let phase = phase.or_else(|| only_phase(candidates, encounter));
    let phase = find_phase(unit, candidates, phase, found, place)?;
    let of_phase: Vec<usize> =
        (0..candidates.len()).filter(|i| candidates[*i].melee == (phase == Phase::Combat)).collect();
    let mut chosen = ChosenWeapons { melee: phase == Phase::Combat, ..ChosenWeapons::default() };
    if of_phase.is_empty() {
        let message = format!("{unit} has no {} weapon", kind(phase));
        let unarmed = Diagnostic::new(place, message, "this unit attacks");
        let help = format!("use `--phase {}`, or name another unit", phase.other().name());
        found.push(Diagnostic { is_unarmed: true, ..unarmed.help(help) });
        return None;
    }
    restrict(unit, candidates, (&of_phase, phase), encounter, &mut chosen, found, place)?;
    let used: Vec<usize> = if chosen.named.is_empty() {
        of_phase
    } else {
        of_phase.into_iter().filter(|index| chosen.named.contains(index)).collect()
    };
    chosen.among = used.iter().map(|index| candidates[*index].name.to_owned()).collect();
    one_of_each(candidates, &used, (encounter, answers), &mut chosen);
    order(unit, candidates, &mut chosen, (encounter, answers), found, place)?;
    Some(chosen)
}

/// Of weapons that share a `one-of` one is used, of all others each.
fn one_of_each(
    candidates: &[Candidate<'_>],
    used: &[usize],
    (encounter, answers): (&Encounter, &[usize]),
    chosen: &mut ChosenWeapons,
) {
    let mut groups: Vec<&str> = Vec::new();
    for index in used {
        let Some(group) = candidates[*index].one_of else {
            chosen.weapons.push(*index);
            continue;
        };
        if groups.iter().any(|entry| same(entry, group)) {
            continue;
        }
        groups.push(group);
        let is_member = |i: &usize| candidates[*i].one_of.is_some_and(|other| same(other, group));
        let mut members: Vec<usize> = used.iter().copied().filter(is_member).collect();
        let place = |member: &usize| chosen.named.iter().position(|named| named == member);
        sort_by_key(&mut members, place);
        let used = one_of(candidates, group, &members, (encounter, answers), chosen);
        chosen.weapons.push(used);
    }
}

/// The names that `--weapon` was given.
fn named(encounter: &Encounter) -> impl Iterator<Item = &str> {
    encounter.picks.iter().filter_map(|pick| if let Pick::Named(name) = pick { Some(name.as_str()) } else { None })
}

fn kind(phase: Phase) -> &'static str {
    if phase == Phase::Combat { "melee" } else { "ranged" }
}

/// The places of the names that a text means: those that are the same, else those it is a part of.
pub(crate) fn meant<'n>(wanted: &str, names: impl Iterator<Item = &'n str> + Clone) -> Vec<usize> {
    let exact: Vec<usize> = names.clone().enumerate().filter(|(_, name)| same(wanted, name)).map(|(i, _)| i).collect();
    let part = normal(wanted);
    if !exact.is_empty() || part.is_empty() {
        return exact;
    }
    names.enumerate().filter(|(_, name)| normal(name).contains(&part)).map(|(index, _)| index).collect()
}

/// The phase of the weapons that were named, if it is one.
pub(crate) fn only_phase(candidates: &[Candidate<'_>], encounter: &Encounter) -> Option<Phase> {
    let all = |name| meant(name, candidates.iter().map(|weapon| weapon.name));
    let mut phases = named(encounter).flat_map(all).map(|index| candidates[index].melee);
    let first = phases.next()?;
    phases.all(|melee| melee == first).then_some(if first { Phase::Combat } else { Phase::Shooting })
}

/// Notes which weapons were named; a unit of several that has none of them keeps all.
fn restrict(
    unit: &str,
    candidates: &[Candidate<'_>],
    (of_phase, phase): (&[usize], Phase),
    encounter: &Encounter,
    chosen: &mut ChosenWeapons,
    found: &Diagnostics,
    place: &Place,
) -> Option<()> {
    let several = encounter.attacks.len() > 1;
    for name in named(encounter) {
        let fitting = meant(name, of_phase.iter().map(|index| candidates[*index].name));
        if fitting.is_empty() && !several {
            check_name(unit, candidates, name, found, place)?;
            let message = format!("{unit} has no {} weapon `{name}`", kind(phase));
            let help = format!("use `--phase {}`, or name another weapon", phase.other().name());
            let unarmed = Diagnostic::new(place, message, "this unit attacks").help(help);
            found.push(Diagnostic { is_unarmed: true, ..unarmed });
            return None;
        }
        add_once(&mut chosen.named, fitting.into_iter().map(|index| of_phase[index]));
    }
    if chosen.named.is_empty() && named(encounter).next().is_some() {
        let kind = kind(phase);
        chosen.notes.push(format!("{unit} has no {kind} weapon that `--weapon` names: it uses all that it has"));
    }
    Some(())
}

/// Whether each name that `--weapon` was given is a weapon of some attacker; notes those that are not.
pub(super) fn names_are_known(encounter: &Encounter, attackers: &[&UnitFacts], found: &Diagnostics) -> bool {
    let before = found.len();
    let all: Vec<&str> = attackers.iter().flat_map(|unit| &unit.weapons).map(String::as_str).collect();
    for name in named(encounter).filter(|name| meant(name, all.iter().copied()).is_empty()) {
        let Some((first, attack)) = attackers.first().zip(encounter.attacks.first()) else { continue };
        let help = did_you_mean(name, all.iter().copied()).unwrap_or_else(|| format!("there are {}", all.join(", ")));
        let message = format!("{} has no weapon `{name}`", first.name);
        let place = encounter.units[attack.by].document().name_place();
        found.push(Diagnostic::new(&place, message, "this unit").help(help));
    }
    found.len() == before
}

/// The member of a `one-of` that is used.
fn one_of(
    candidates: &[Candidate<'_>],
    group: &str,
    members: &[usize],
    (encounter, answers): (&Encounter, &[usize]),
    chosen: &mut ChosenWeapons,
) -> usize {
    if members.len() == 1 {
        return members[0];
    }
    let names: Vec<String> = members.iter().map(|index| candidates[*index].name.to_owned()).collect();
    if encounter.picks.contains(&Pick::Best) {
        return members[chosen.ask(answers, format!("{group}: which profile"), names, Goal::Damage)];
    }
    let others = names[1..].iter().map(|name| format!("`--weapon \"{name}\"`")).collect::<Vec<_>>().join(" or ");
    chosen.notes.push(format!("{} is used; else {others} or `--weapon best`", names[0]));
    members[0]
}

fn check_name(unit: &str, candidates: &[Candidate<'_>], name: &str, found: &Diagnostics, place: &Place) -> Option<()> {
    if !meant(name, candidates.iter().map(|weapon| weapon.name)).is_empty() {
        return Some(());
    }
    let names: Vec<&str> = candidates.iter().map(|weapon| weapon.name).collect();
    let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| format!("it has {}", names.join(", ")));
    found.push(Diagnostic::new(place, format!("{unit} has no weapon `{name}`"), "this unit").help(help));
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
        (is_armed, _) => {
            let (has, help) = if is_armed {
                ("ranged and melee weapons", "say which are used: `--phase shooting` or `--phase combat`")
            } else {
                let help = "name one that has weapons, or write it in one line: `warodds help units` shows how";
                ("no weapon, so it cannot attack", help)
            };
            let wrong = Diagnostic::new(place, format!("{unit} has {has}"), "this unit attacks");
            let wrong = wrong.help(help.to_owned());
            found.push(Diagnostic { is_unarmed: !is_armed, asks_for_phase: is_armed, ..wrong });
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
    chosen: &mut ChosenWeapons,
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
        check_name(unit, candidates, name, found, place)?;
        let fitting = meant(name, chosen.weapons.iter().map(|index| candidates[*index].name));
        add_once(&mut first, fitting.into_iter().map(|place| chosen.weapons[place]));
    }
    let mut rest: Vec<usize> = chosen.weapons.iter().copied().filter(|index| !first.contains(index)).collect();
    if encounter.order.iter().any(|name| is_best(&name)) && rest.len() > 1 {
        if rest.len() > MAX_ORDERED {
            let message = format!("{unit} has {} weapons to put in order", rest.len());
            let help = format!(
                "at most {MAX_ORDERED} (MAX_ORDERED): name the first ones before `best`, `--order \"A, best\"`"
            );
            found.push(Diagnostic::new(place, message, "this unit attacks").help(help));
            return None;
        }
        let orders = orders(&rest);
        let names =
            |order: &Vec<usize>| order.iter().map(|index| candidates[*index].name).collect::<Vec<_>>().join(", then ");
        let named = orders.iter().map(names).collect();
        rest = orders[chosen.ask(answers, "order".to_owned(), named, Goal::Destroyed)].clone();
    }
    first.extend(rest);
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
