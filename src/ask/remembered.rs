//! Answers that are kept while a table is computed, because units that read alike come again and again.

use std::sync::{Mutex, PoisonError};

use crate::sequence::FingerprintMap;

/// How many parts it has, so that threads seldom wait for each other.
const PARTS: usize = 16;
/// The most answers of a part; beyond them it begins anew.
const MOST: usize = 512;

/// A bounded cache of answers by key. It never changes an answer.
#[derive(Default)]
pub(super) struct Remembered<A>([Mutex<FingerprintMap<u128, A>>; PARTS]);

impl<A: Clone + Default> Remembered<A> {
    /// The answer to this; a new one, which is kept, if there is none.
    pub(super) fn get(&self, key: u128) -> A {
        let mut part = self.0[key as usize % PARTS].lock().unwrap_or_else(PoisonError::into_inner);
        if part.len() == MOST && !part.contains_key(&key) {
            part.clear();
        }
        part.entry(key).or_default().clone()
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
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_answer_is_kept_until_there_are_too_many() {
        let (remembered, all) = (Remembered::<Arc<usize>>::default(), PARTS * MOST);
        let answers: Vec<Arc<usize>> = (0..all).map(|n| remembered.get(n as u128)).collect();
        let is_kept = |n: usize| Arc::ptr_eq(&remembered.get(n as u128), &answers[n]);
        assert!((0..all).all(is_kept));
        remembered.get(all as u128);
        assert_eq!((is_kept(0), is_kept(1)), (false, true));
    }
}
