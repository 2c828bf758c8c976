//! Answers of one attacker, by what the attack read of its targets: targets that say the same share an answer.

use std::sync::{PoisonError, RwLock};

use super::cells::{CellTable, Counted};
use super::entrant::Entrant;
use crate::error::Error;
use crate::profile::Profile;
use crate::profile::reads::{Question, Reads, UNTOLD};

/// The cells of one attacker, who is asked once about all targets that he reads alike.
pub(super) struct CellRow<'t> {
    table: &'t CellTable,
    attacker: &'t Entrant,
    alike: Alike<Result<Counted, Error>>,
}

impl<'t> CellRow<'t> {
    /// The row of an attacker.
    pub(super) fn of(table: &'t CellTable, attacker: &'t Entrant) -> Self {
        Self { table, attacker, alike: Alike::default() }
    }

    /// What [`CellTable::cell`] answers.
    ///
    /// # Errors
    /// As there.
    pub(super) fn cell(&self, defender: &Entrant) -> Result<Counted, Error> {
        let Some(target) = defender.profile.as_ref().ok().filter(|target| self.shares(defender, target)) else {
            return self.table.cell(self.attacker, defender);
        };
        let points = defender.line.points;
        if let Some(known) = self.alike.get(target) {
            return known.map(|counted| counted.on_target_of(points));
        }
        let (answer, reads) = target.recorded(|| self.table.cell(self.attacker, defender));
        if tells_a_name(&answer) {
            return self.table.cell(self.attacker, defender);
        }
        self.alike.keep(reads, |number| answer.clone().map(|counted| counted.known_as(number)));
        answer
    }

    /// Whether an answer may be that of other targets as well.
    fn shares(&self, defender: &Entrant, target: &Profile) -> bool {
        let is_itself = |unit: &Entrant| unit.profile.as_ref().is_ok_and(|profile| profile.is(target));
        let is_plain = defender.said.is_empty() && defender.unattackable.is_none();
        is_plain && self.table.keeps_answers() && !self.attacker.each().any(is_itself)
    }

    /// Forgets what is known, once the row is done.
    pub(super) fn end(&mut self) {
        self.alike = Alike::default();
    }
}

/// Whether what was said of an attack would tell the target's name, which is untold while answers are shared.
fn tells_a_name(answer: &Result<Counted, Error>) -> bool {
    match answer {
        Ok(counted) => counted.not_used.iter().any(|one| one.why.contains(UNTOLD)),
        Err(error) => error.to_string().contains(UNTOLD),
    }
}

/// What was asked of targets first, then, and so on, as their answers led on: a tree with an answer where nothing more was asked.
struct Alike<A>(RwLock<Vec<Node<A>>>);

struct Node<A> {
    /// What is asked here; `None`: nothing more, or nobody has come by.
    asks: Option<Question>,
    /// Where each answer leads.
    leads: Vec<(u128, usize)>,
    answer: Option<A>,
}

impl<A> Default for Node<A> {
    fn default() -> Self {
        Self { asks: None, leads: Vec::new(), answer: None }
    }
}

impl<A> Default for Alike<A> {
    fn default() -> Self {
        Self(RwLock::new(vec![Node::default()]))
    }
}

impl<A: Clone> Alike<A> {
    /// The answer that is known for a target.
    fn get(&self, target: &Profile) -> Option<A> {
        let nodes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut node = nodes.first()?;
        while let Some(question) = &node.asks {
            let said = target.answer(question)?;
            node = &nodes[node.leads.iter().find(|(known, _)| *known == said)?.1];
        }
        node.answer.clone()
    }

    /// Keeps an answer, which is told its number, for all targets that say the same. What is like no other target is not kept.
    fn keep(&self, reads: Reads, answer: impl FnOnce(usize) -> A) {
        if reads.iter().any(|(question, _)| *question == Question::Whole) {
            return;
        }
        let mut nodes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut at = 0;
        for (question, said) in reads {
            let free = nodes.len();
            let node = &mut nodes[at];
            // Who has said the same so far is asked the same next.
            debug_assert!(node.answer.is_none() && node.asks.as_ref().is_none_or(|asks| *asks == question));
            if node.answer.is_some() || *node.asks.get_or_insert_with(|| question.clone()) != question {
                return;
            }
            let known = node.leads.iter().find(|(known, _)| *known == said).map(|(_, next)| *next);
            at = if let Some(known) = known {
                known
            } else {
                node.leads.push((said, free));
                nodes.push(Node::default());
                free
            };
        }
        if nodes[at].asks.is_none() {
            nodes[at].answer = Some(answer(at + 1));
        }
    }
}
