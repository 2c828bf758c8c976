//! Caches attacks of one attacker: targets that answer all recorded questions alike share an attack and its answer.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};

use super::cells::{CellTable, Fitting, Sides};
use super::counted::Counted;
use super::entrant::Entrant;
use super::remembered::SameAs;
use crate::error::Error;
use crate::games::Phase;
use crate::profile::Profile;
use crate::profile::reads::{Reads, UNTOLD, UnitQuestion};

/// An attack in one phase that is put together, or why it cannot be.
type FittingResult = Result<Arc<Fitting>, Error>;

/// The cells of one attacker, whose attack is put together once for all targets that it reads alike.
pub(super) struct CellRow<'t> {
    table: &'t CellTable,
    attacker: &'t Entrant,
    /// By the phase: none, shooting, combat.
    alike: [Alike<FittingResult>; 3],
    /// Whether the second phase did more on the target before.
    second_led: AtomicBool,
}

impl<'t> CellRow<'t> {
    /// The row of an attacker.
    pub(super) fn of(table: &'t CellTable, attacker: &'t Entrant) -> Self {
        Self { table, attacker, alike: Default::default(), second_led: AtomicBool::default() }
    }

    /// What [`CellTable::cell`] answers.
    ///
    /// # Errors
    /// As there.
    pub(super) fn cell(&self, defender: &Entrant) -> Result<Counted, Error> {
        let Some(target) = defender.profile.as_ref().ok().filter(|target| self.shares(defender, target)) else {
            return self.table.cell(self.attacker, defender);
        };
        let fitting = |units: Sides<'_>, phase: Option<Phase>| {
            let place = phase.map_or(0, |phase| 1 + phase as usize);
            self.alike[place].get(target).unwrap_or_else(|| {
                let (made, reads) = target.recorded(|| self.table.fitting(units, phase));
                if tells_a_name(&made) {
                    return self.table.fitting(units, phase).map(Arc::new);
                }
                // What is not kept is the same as no other.
                let known_as = |number: usize| SameAs(if number == 0 { 0 } else { number * self.alike.len() + place });
                let fitted = |number| made.map(|made| Arc::new(made.known_as(known_as(number))));
                self.alike[place].keep(reads, fitted)
            })
        };
        let answer = self.table.cell_of(self.attacker, defender, &fitting, &self.second_led);
        if answer.as_ref().is_err_and(|error| error.to_string().contains(UNTOLD)) {
            return self.table.cell(self.attacker, defender);
        }
        answer
    }

    /// Whether an attack may be that of other targets as well.
    fn shares(&self, defender: &Entrant, target: &Profile) -> bool {
        let is_itself = |unit: &Entrant| unit.profile.as_ref().is_ok_and(|profile| profile.is(target));
        let is_plain = defender.clauses.is_empty() && target.answer(&UnitQuestion::Rest).is_some();
        is_plain && self.table.keeps_answers() && !self.attacker.each().any(is_itself)
    }

    /// Forgets the answers once the row is done.
    pub(super) fn end(&mut self) {
        self.alike = Default::default();
    }
}

/// Whether what was given for an attack would tell the target's name, which is untold while attacks are shared.
fn tells_a_name(made: &Result<Fitting, Error>) -> bool {
    match made {
        Ok(fitting) => fitting.unfit.iter().any(|one| one.why.contains(UNTOLD)),
        Err(error) => error.to_string().contains(UNTOLD),
    }
}

/// A decision tree: the questions asked about targets, by the answers so far; each leaf has the result.
struct Alike<A>(RwLock<Vec<AnswerNode<A>>>);

enum AnswerNode<A> {
    /// No target has been asked yet.
    Free,
    /// What is asked, and where each answer leads, in the order of their numbers.
    Asks(UnitQuestion, Vec<(u128, usize)>),
    Answer(A),
}

impl<A> Default for Alike<A> {
    fn default() -> Self {
        Self(RwLock::new(vec![AnswerNode::Free]))
    }
}

impl<A: Clone> Alike<A> {
    fn get(&self, target: &Profile) -> Option<A> {
        let nodes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut node = nodes.first()?;
        while let AnswerNode::Asks(question, leads) = node {
            let answer = target.answer(question)?;
            node = &nodes[leads[leads.binary_search_by_key(&answer, |(key, _)| *key).ok()?].1];
        }
        if let AnswerNode::Answer(answer) = node { Some(answer.clone()) } else { None }
    }

    /// Keeps what `make` makes of its number, for all targets that answer the same. What is like no other has number 0 and is
    /// not kept.
    fn keep(&self, reads: Reads, make: impl FnOnce(usize) -> A) -> A {
        if reads.iter().any(|(question, _)| *question == UnitQuestion::Whole) {
            return make(0);
        }
        let mut nodes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut at = 0;
        for (question, answer) in reads {
            let free = nodes.len();
            if matches!(nodes[at], AnswerNode::Free) {
                nodes[at] = AnswerNode::Asks(question.clone(), Vec::new());
            }
            // Who has answered the same so far is asked the same next.
            let leads = match &mut nodes[at] {
                AnswerNode::Asks(asks, leads) if *asks == question => leads,
                _ => {
                    debug_assert!(false, "the same answers led to other questions");
                    return make(0);
                }
            };
            at = match leads.binary_search_by_key(&answer, |(key, _)| *key) {
                Ok(place) => leads[place].1,
                Err(place) => {
                    leads.insert(place, (answer, free));
                    nodes.push(AnswerNode::Free);
                    free
                }
            };
        }
        if let AnswerNode::Answer(answer) = &nodes[at] {
            return answer.clone();
        }
        let made = make(at);
        nodes[at] = AnswerNode::Answer(made.clone());
        made
    }
}
