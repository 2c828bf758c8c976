//! Answers that are kept, because the same is asked again and again.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::QuickMap;

/// A bounded cache of what depends on its key alone, for all threads. It never changes an answer.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    kept: LazyLock<RwLock<QuickMap<K, V>>>,
    /// The most answers; beyond them it begins anew.
    most: usize,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self::new(8192)
    }
}

impl<K, V> Memo<K, V> {
    /// A cache that holds so many answers at most.
    pub(crate) const fn new(most: usize) -> Self {
        Self { kept: LazyLock::new(RwLock::default), most }
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// The answer to this, which `make` makes if it is not kept.
    pub(crate) fn get<Q>(&self, key: &Q, make: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(answer) = self.kept.read().unwrap_or_else(PoisonError::into_inner).get(key) {
            return answer.clone();
        }
        let answer = make();
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= self.most {
            kept.clear();
        }
        kept.insert(key.to_owned(), answer.clone());
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_made_once_until_there_are_too_many() {
        let memo: Memo<String, usize> = Memo::new(2);
        let made = std::cell::Cell::new(0);
        let get = |key: &str| {
            memo.get(key, || {
                made.set(made.get() + 1);
                key.len()
            })
        };
        assert_eq!((["a", "bc", "a", "bc"].map(get), made.get()), ([1, 2, 1, 2], 2));
        assert_eq!((["def", "a"].map(get), made.get()), ([3, 1], 4), "the third begins anew");
    }
}
