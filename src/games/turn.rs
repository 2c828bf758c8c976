//! A unit's turn: its units are read anew in every state that the attacks before may have left them in.
//!
//! The rules read a unit when a target is selected: how many models are left for Blast, whether the leader still stands,
//! whether the target is damaged. So an attack is put together once for every state that can be reached; states that lead
//! to the same tables share one way to attack. Where there are several ways, one token goes to the way that the state
//! calls for, and only that way rolls any dice. All ways are part of the same tables, so that the engines work out as
//! always what depends on several attacks: the damage of all of them, the spread of the stages, condition tokens.

use super::language::entry::Drafts;
use smallvec::{SmallVec, smallvec};

use super::language::scene::{AbilityBlock, Condition};
use crate::profile::Diagnostics;
use crate::sequence::{Body, Engagement, Limit, MAX_STEPS, Roll, Settle, Side, Slot, Step, TokenRow, WeaponStages};

/// Tables that attacks are added to.
pub(crate) trait Tables: Clone {
    /// What there is so far.
    fn engagement(&mut self) -> &mut Engagement;

    /// How many steps were put together to find the ways to attack.
    fn steps_read(&mut self) -> &mut u64;
}

/// How a body may stand when an attack begins: ranges of points lost, and which of them read alike.
pub(crate) struct StatesRead {
    body: usize,
    /// Points lost at which another range begins, rising.
    at: Vec<u16>,
    /// For each range, the state: one more than `at` has numbers.
    of: SmallVec<[usize; 4]>,
    /// For each state, the fewest points lost that it begins with.
    least: SmallVec<[u16; 4]>,
}

impl StatesRead {
    /// The body stands as it did at first: nothing has struck it yet.
    pub(crate) fn fresh(body: usize, taken: u16) -> Self {
        Self { body, at: Vec::new(), of: smallvec![0], least: smallvec![taken] }
    }

    /// The states of a body that may have been struck; `key` says what an attack may ask about once this many points are lost.
    /// A unit of one body that is gone reads as it did before its last point, because further attacks meet another model like
    /// its last. If it is `parted` into several bodies, this one may be gone while another stands.
    pub(crate) fn of<K: PartialEq>(body: usize, shape: &Body, parted: bool, key: impl Fn(u16) -> K) -> Self {
        let (mut keys, mut states_read) = (Vec::new(), Self::fresh(body, shape.taken));
        states_read.of.clear();
        states_read.least.clear();
        for lost in shape.taken..shape.wounds() as u16 + u16::from(parted) {
            let now = key(lost);
            let state_read = keys.iter().rposition(|key| *key == now).unwrap_or_else(|| {
                keys.push(now);
                states_read.least.push(lost);
                keys.len() - 1
            });
            if states_read.of.last() != Some(&state_read) {
                states_read.at.extend((lost > shape.taken).then_some(lost));
                states_read.of.push(state_read);
            }
        }
        states_read
    }

    /// What is lost in a state, in words: `0 or 2 to 3`.
    fn text(&self, state_read: usize) -> String {
        let ends = self.at.iter().map(|at| at - 1).map(Some).chain([None]);
        let starts = std::iter::once(self.least[0]).chain(self.at.iter().copied());
        let ranges =
            starts.zip(ends).zip(&self.of).filter(|(_, of)| **of == state_read).map(|((from, to), _)| match to {
                None => format!("{from} or more"),
                Some(to) if to == from => from.to_string(),
                Some(to) => format!("{from} to {to}"),
            });
        ranges.collect::<Vec<_>>().join(", ")
    }
}

/// Whether a body may have lost points by now: an earlier step may have struck it, or its state is left open.
pub(crate) fn is_struck(e: &Engagement, body: usize) -> bool {
    let is_open = e.from_any_state && e.bodies[body].side == Side::Defender;
    is_open
        || e.all_steps().into_iter().any(|step| matches!(step, Step::Strike(strike) if strike.bodies.contains(&body)))
}

/// Points of damage from which some ability of these asks for them, and 1: from there on a unit is damaged.
pub(crate) fn damage_that_matters<'b, D: Drafts>(blocks: impl Iterator<Item = &'b AbilityBlock<D>>) -> Vec<u16> {
    // How many models stand always matters.
    let thresholds = blocks.flat_map(|block| &block.when).flat_map(Condition::damage_thresholds);
    let mut points: Vec<u16> = thresholds.chain([1]).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// One way to attack, and the states that call for it: for each body its state.
struct AttackCase {
    /// What the attack adds to the tables.
    added: Engagement,
    states: Vec<Vec<usize>>,
}

/// Adds an attack in each case that the state of these bodies can lead to. `attacker_body` may be gone by then, and so the
/// attack. `add` adds the attack as it is after these losses, and returns its remarks, or `None` if it cannot be put together.
///
/// The result is what `add` returned for each way, with the points lost in words; the words are empty for an only way.
///
/// # Errors
/// The first [`Limit`] that an attack exceeds.
pub(crate) fn turn<T: Tables, A>(
    tables: &mut T,
    (states_read, attacker_body): (&[StatesRead], Option<usize>),
    found: &Diagnostics,
    mut add: impl FnMut(&mut T, &[u16], &Diagnostics) -> Result<Option<A>, Limit>,
) -> Result<Option<Vec<(String, A)>>, Limit> {
    if attacker_body.is_none() && states_read.iter().all(|states_read| states_read.least.len() == 1) {
        let lost: SmallVec<[u16; 4]> = states_read.iter().map(|states_read| states_read.least[0]).collect();
        return Ok(add(tables, &lost, found)?.map(|added| vec![(String::new(), added)]));
    }
    let Some(cases) = cases(tables, states_read, found, &mut add)? else { return Ok(None) };
    if cases.len() == 1 && attacker_body.is_none() {
        let added = add(tables, &lost(states_read, &cases[0].states[0]), found)?;
        return Ok(added.map(|added| vec![(String::new(), added)]));
    }
    let weapons = tables.engagement().weapons.len();
    let mut token = tables.engagement().start("an attack begins", 1);
    if let Some(body) = attacker_body {
        tables.engagement().step(Settle::WhileAlive { slot: token, bodies: vec![body] });
    }
    let mut so_far = std::mem::take(tables.engagement());
    let (before, mut remarks) = (tables.clone(), Vec::new());
    for (index, case) in cases.iter().enumerate() {
        let is_last = index + 1 == cases.len();
        let here = if is_last { token } else { find(&mut so_far, &mut token, states_read, &case.states) };
        // Each way begins with the slots and tokens from before the attack; only the steps add up.
        *tables = before.clone();
        *tables.engagement() = so_far;
        let add = |tables: &mut T| add(tables, &lost(states_read, &case.states[0]), found);
        let Some(added) = only_from(tables, here, add)? else { return Ok(None) };
        so_far = std::mem::take(tables.engagement());
        so_far.check_size()?;
        remarks.push((in_words(states_read, &case.states, &so_far), added));
    }
    *tables.engagement() = so_far;
    join_weapons(tables.engagement(), weapons);
    Ok(Some(remarks))
}

/// The ways that an attack can be put together, each with its states; `None` if one of them is wrong, which is noted.
fn cases<T: Tables, A>(
    tables: &mut T,
    states_read: &[StatesRead],
    found: &Diagnostics,
    add: &mut impl FnMut(&mut T, &[u16], &Diagnostics) -> Result<Option<A>, Limit>,
) -> Result<Option<Vec<AttackCase>>, Limit> {
    let mut cases: Vec<AttackCase> = Vec::new();
    let all = states_read.iter().fold(1u64, |all, states_read| all.saturating_mul(states_read.least.len() as u64));
    Limit::check("states that an attack may begin in", all, MAX_STEPS as u64, "MAX_STEPS")?;
    let mut before = short(tables);
    for state in states(states_read) {
        let mut scratch = before.clone();
        // What is noted of a way that can be put together is noted when it is added for good.
        if add(&mut scratch, &lost(states_read, &state), &Diagnostics::default())?.is_none() {
            add(&mut tables.clone(), &lost(states_read, &state), found)?;
            return Ok(None);
        }
        let added = rest(before.engagement(), std::mem::take(scratch.engagement()));
        if cases.is_empty() {
            let steps = (added.steps.len() as u64).saturating_mul(all);
            let what = "steps of all states that an attack may begin in";
            Limit::check(what, steps, MAX_STEPS as u64, "MAX_STEPS")?;
            *tables.steps_read() += steps;
        }
        match cases.iter_mut().find(|case| case.added == added) {
            Some(case) => case.states.push(state),
            None => cases.push(AttackCase { added, states: vec![state] }),
        }
    }
    Ok(Some(cases))
}

/// These tables with one step for each body that was struck: no attack asks more about the steps before it.
fn short<T: Tables>(tables: &mut T) -> T {
    let steps = std::mem::take(&mut tables.engagement().steps);
    let mut short = tables.clone();
    tables.engagement().steps = steps;
    let (e, of) = (short.engagement(), tables.engagement());
    let strikes = |body: &usize| {
        let is = |step: &&Step| matches!(step, Step::Strike(strike) if strike.bodies.contains(body));
        of.all_steps().into_iter().find(is).cloned()
    };
    e.steps = (0..of.bodies.len()).filter_map(|body| strikes(&body)).collect();
    short
}

/// What an attack has added to these tables.
fn rest(before: &Engagement, mut e: Engagement) -> Engagement {
    e.slots.drain(..before.slots.len().min(e.slots.len()));
    e.start.drain(..before.start.len().min(e.start.len()));
    e.steps.drain(..before.steps.len().min(e.steps.len()));
    e.weapons.drain(..before.weapons.len().min(e.weapons.len()));
    e
}

/// The points that the bodies have lost in a state, the fewest.
fn lost(states_read: &[StatesRead], state: &[usize]) -> Vec<u16> {
    states_read.iter().zip(state).map(|(states_read, state_read)| states_read.least[*state_read]).collect()
}

/// Every combination of states, the first one of all bodies first.
fn states(states_read: &[StatesRead]) -> Vec<Vec<usize>> {
    states_read.iter().fold(vec![Vec::new()], |states, states_read| {
        let longer = |state: Vec<usize>| {
            (0..states_read.least.len()).map(move |state_read| state.iter().copied().chain([state_read]).collect())
        };
        states.into_iter().flat_map(longer).collect()
    })
}

/// The slot that the token goes to if the state is one of these. If not, it goes to another slot, which `token` names
/// afterwards.
fn find(e: &mut Engagement, token: &mut Slot, states_read: &[StatesRead], states: &[Vec<usize>]) -> Slot {
    let (here, rest) = (e.slot("an attack in this state"), e.slot("an attack in another state"));
    sieve(e, *token, (here, rest), states_read, states);
    *token = rest;
    here
}

/// Sorts a token by the state of the first body; where that fits, by those of the other bodies.
fn sieve(e: &mut Engagement, token: Slot, to: (Slot, Slot), states_read: &[StatesRead], states: &[Vec<usize>]) {
    let Some((first, others)) = states_read.split_first() else { return };
    let with = |state_read: usize| -> Vec<Vec<usize>> {
        states.iter().filter(|state| state[0] == state_read).map(|state| state[1..].to_vec()).collect()
    };
    let mut kinds: Vec<(Vec<Vec<usize>>, Vec<usize>)> = Vec::new();
    for state_read in 0..first.least.len() {
        let rest = with(state_read);
        if rest.is_empty() {
            continue;
        }
        match kinds.iter_mut().find(|(key, _)| *key == rest) {
            Some((_, states_read)) => states_read.push(state_read),
            None => kinds.push((rest, vec![state_read])),
        }
    }
    let (mut token, last) = (token, kinds.len().saturating_sub(1));
    for (index, (rest, wanted)) in kinds.into_iter().enumerate() {
        let fits = if others.is_empty() { to.0 } else { e.slot("an attack that may be in this state") };
        let else_to = if index == last { to.1 } else { e.slot("an attack in another state") };
        let of = first.of.iter().map(|state_read| u8::from(wanted.contains(state_read))).collect();
        e.step(Settle::Sort { from: token, body: [first.body], at: first.at.clone(), of, into: vec![else_to, fits] });
        if !others.is_empty() {
            sieve(e, fits, to, others, &rest);
        }
        token = else_to;
    }
}

/// Adds to the tables what happens only if there is a token in `here`.
fn only_from<T: Tables, A>(
    tables: &mut T,
    here: Slot,
    add: impl FnOnce(&mut T) -> Result<Option<A>, Limit>,
) -> Result<Option<A>, Limit> {
    let e = tables.engagement();
    let (starts, steps) = (e.start.len(), e.steps.len());
    let Some(added) = add(tables)? else { return Ok(None) };
    let e = tables.engagement();
    let row: TokenRow = e.start.split_off(starts).into_iter().collect();
    if !row.is_empty() {
        e.steps.insert(steps, Roll::relay("an attack begins", here, row).into());
    }
    Ok(Some(added))
}

/// Makes the weapons of several ways to attack one of each name.
fn join_weapons(e: &mut Engagement, from: usize) {
    let mut joined: Vec<WeaponStages> = Vec::new();
    for weapon in e.weapons.split_off(from) {
        match joined.iter_mut().find(|entry| entry.name == weapon.name) {
            Some(same) => {
                for (stage, more) in same.stages.iter_mut().zip(weapon.stages) {
                    stage.slots.extend(more.slots);
                }
            }
            None => joined.push(weapon),
        }
    }
    e.weapons.append(&mut joined);
}

/// The states of one way, in words.
fn in_words(states_read: &[StatesRead], states: &[Vec<usize>], e: &Engagement) -> String {
    let of = |(place, states_read): (usize, &StatesRead)| {
        let mut seen: Vec<usize> = states.iter().map(|state| state[place]).collect();
        seen.sort_unstable();
        seen.dedup();
        let ranges: Vec<String> = seen.iter().map(|state_read| states_read.text(*state_read)).collect();
        let all = seen.len() == states_read.least.len();
        (!all).then(|| format!("{} having lost {}", e.bodies[states_read.body].name, ranges.join(", ")))
    };
    states_read.iter().enumerate().filter_map(of).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Body {
        Body::of("Guard", Side::Defender, &[(3, 2)], 1)
    }

    #[test]
    fn states_are_ranges_of_points_that_read_alike() {
        let states_read = StatesRead::of(0, &body(), false, |lost| lost % 2);
        assert_eq!((&states_read.at[..], &states_read.of[..]), (&[2, 3, 4, 5][..], &[0, 1, 0, 1, 0][..]));
        assert_eq!(states_read.least[..], [1, 2]);
        assert_eq!(StatesRead::of(0, &body(), true, |lost| lost == 6).least[..], [1, 6]);
        assert_eq!((states_read.text(0), states_read.text(1)), ("1, 3, 5 or more".to_owned(), "2, 4".to_owned()));
    }

    #[test]
    fn a_token_finds_every_combination_of_states() {
        // Two bodies of three states each; the way is the combinations whose sum is even.
        let states_read = [0, 1].map(|place| StatesRead::of(place, &body(), false, |lost| lost / 2));
        let all = states(&states_read);
        assert_eq!(all.len(), 9);
        let even: Vec<Vec<usize>> = all.iter().filter(|state| (state[0] + state[1]) % 2 == 0).cloned().collect();
        let mut e = Engagement { bodies: vec![body(), body()], ..Engagement::default() };
        let mut token = e.start("begin", 1);
        let start = token;
        let here = find(&mut e, &mut token, &states_read, &even);
        for first in 1..6u16 {
            for second in 1..6u16 {
                let mut at = start;
                for step in &e.steps {
                    let Step::Settle(Settle::Sort { from, body, at: ends, of, into }) = step else { panic!("no sort") };
                    if *from == at {
                        let lost = [first, second][body[0]];
                        at = into[usize::from(of[ends.iter().filter(|end| lost >= **end).count()])];
                    }
                }
                let wanted = if (first / 2 + second / 2) % 2 == 0 { here } else { token };
                assert_eq!(at, wanted, "{first} and {second} lost");
            }
        }
    }
}
