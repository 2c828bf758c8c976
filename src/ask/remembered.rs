//! Answers that are kept while a table is computed, because units that read alike come again and again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many parts it has, so that threads seldom wait for each other.
const PARTS: usize = 16;
/// The most answers of a part; beyond them it begins anew.
const MOST: usize = 512;

/// Answers by what they are answers to, as far as they are kept. Whatever is kept, an answer is the same.
pub(super) struct Remembered<A>([Mutex<HashMap<u128, A>>; PARTS]);

impl<A> Default for Remembered<A> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<A: Clone> Remembered<A> {
    /// The answer to this, if it is kept.
    pub(super) fn get(&self, key: u128) -> Option<A> {
        self.part(key).lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    /// Keeps an answer.
    pub(super) fn keep(&self, key: u128, answer: A) {
        let mut part = self.part(key).lock().unwrap_or_else(PoisonError::into_inner);
        if part.len() == MOST {
            part.clear();
        }
        part.insert(key, answer);
    }

    fn part(&self, key: u128) -> &Mutex<HashMap<u128, A>> {
        &self.0[key as usize % PARTS]
    }
}

/// The number of an answer that is shared; 0: of none. It says nothing of what the answer is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SameAs(pub(super) usize);

impl PartialEq for SameAs {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_until_there_are_too_many() {
        let remembered = Remembered::default();
        let all = PARTS * MOST;
        (0..all).for_each(|n| remembered.keep(n as u128, n));
        assert!((0..all).all(|n| remembered.get(n as u128) == Some(n)));
        remembered.keep(all as u128, all);
        assert_eq!((remembered.get(all as u128), remembered.get(0), remembered.get(1)), (Some(all), None, Some(1)));
    }
}
