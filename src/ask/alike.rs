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
            // What is not kept is the same as no other.
            let known_as = |number: usize| SameAs(if number == 0 { 0 } else { number * self.alike.len() + place });
            let fitted = |made: Result<Fitting, Error>, number| Ok(Arc::new(made?.known_as(known_as(number))));
            let alike = &self.alike[place];
            let size = target.answer(&UnitQuestion::Size).unwrap_or_default();
            match (alike.get(target, size), target.size()) {
                (Some(Found::Answer(answer)), _) => return answer,
                (Some(Found::OfOtherSize(at, Ok(other))), Some(of_target)) => {
                    let made = Ok(self.table.resized(&other, of_target));
                    return alike.keep_at(at, size, |number| fitted(made, number));
                }
                _ => {}
            }
            let (made, mut reads) = target.recorded(|| self.table.fitting(units, phase));
            if tells_a_name(&made) {
                return self.table.fitting(units, phase).map(Arc::new);
            }
            let asked = reads.iter().any(|(question, _)| *question == UnitQuestion::Size);
            if !asked && made.as_ref().map_or(true, Fitting::depends_on_size) {
                reads.push((UnitQuestion::Size, size));
            }
            alike.keep(reads, size, |number| fitted(made, number))
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

/// A decision tree: the questions asked about targets, by the answers so far; each leaf has the results by the target's size.
struct Alike<A>(RwLock<AnswerTree<A>>);

struct AnswerTree<A> {
    nodes: Vec<AnswerNode<A>>,
    /// How many answers there are.
    answers: usize,
}

enum AnswerNode<A> {
    /// Nobody has come by.
    Free,
    /// What is asked, and where each answer leads, in the order of their numbers.
    Asks(UnitQuestion, Vec<(u128, usize)>),
    /// What came of it, by how large the target is: of several if nothing depends on that but the target's body.
    Answers(Vec<(u128, A)>),
}

/// What is in the tree for a target.
enum Found<A> {
    Answer(A),
    /// The answer for a target of another size, where nothing that was asked depends on it, and the place of its node.
    OfOtherSize(usize, A),
}

impl<A> Default for Alike<A> {
    fn default() -> Self {
        Self(RwLock::new(AnswerTree { nodes: vec![AnswerNode::Free], answers: 0 }))
    }
}

impl<A: Clone> Alike<A> {
    /// What there is for a target of this size.
    fn get(&self, target: &Profile, size: u128) -> Option<Found<A>> {
        let AnswerTree { nodes, .. } = &*self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut at = 0;
        while let AnswerNode::Asks(question, leads) = &nodes[at] {
            let answer = target.answer(question)?;
            at = leads[leads.binary_search_by_key(&answer, |(key, _)| *key).ok()?].1;
        }
        let AnswerNode::Answers(answers) = &nodes[at] else { return None };
        let same = answers.iter().find(|(key, _)| *key == size);
        let other = || answers.first().map(|(_, answer)| Found::OfOtherSize(at, answer.clone()));
        same.map(|(_, answer)| Found::Answer(answer.clone())).or_else(other)
    }

    /// Keeps what `make` makes of its number, for all targets that answer the same. What is like no other has number 0 and is
    /// not kept.
    fn keep(&self, reads: Reads, size: u128, make: impl FnOnce(usize) -> A) -> A {
        if reads.iter().any(|(question, _)| *question == UnitQuestion::Whole) {
            return make(0);
        }
        let mut tree = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match tree.node_of(reads) {
            Some(at) => tree.keep_at(at, size, make),
            None => make(0),
        }
    }

    /// The same at a node.
    fn keep_at(&self, at: usize, size: u128, make: impl FnOnce(usize) -> A) -> A {
        self.0.write().unwrap_or_else(PoisonError::into_inner).keep_at(at, size, make)
    }
}

impl<A: Clone> AnswerTree<A> {
    /// The node to which these answers lead.
    fn node_of(&mut self, reads: Reads) -> Option<usize> {
        let (nodes, mut at) = (&mut self.nodes, 0);
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
                    return None;
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
        Some(at)
    }

    fn keep_at(&mut self, at: usize, size: u128, make: impl FnOnce(usize) -> A) -> A {
        let Self { nodes, answers } = self;
        if matches!(nodes[at], AnswerNode::Free) {
            nodes[at] = AnswerNode::Answers(Vec::new());
        }
        let AnswerNode::Answers(all) = &mut nodes[at] else {
            debug_assert!(false, "the same answers led to more questions");
            return make(0);
        };
        if let Some((_, answer)) = all.iter().find(|(key, _)| *key == size) {
            return answer.clone();
        }
        *answers += 1;
        let made = make(*answers);
        all.push((size, made.clone()));
        made
    }
}
