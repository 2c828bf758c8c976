//! What was worked out of a unit not long ago, because attacks on many targets ask for the same again and again.

use std::sync::{Mutex, PoisonError};

/// The most that is kept; beyond it begins anew.
const MOST: usize = 8;

/// What was worked out, by what it depends on apart from the unit. A copy of the unit may be changed, so it keeps nothing.
#[derive(Debug)]
pub(crate) struct Recent<K, V>(Mutex<Vec<(K, V)>>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V> Clone for Recent<K, V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K: PartialEq, V: Clone> Recent<K, V> {
    /// What is kept for this, or what `make` makes of it.
    pub(crate) fn get_or_make(&self, key: K, make: impl FnOnce() -> V) -> V {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = values.iter().find(|(other, _)| *other == key) {
            return value.clone();
        }
        let value = make();
        if values.len() == MOST {
            values.clear();
        }
        values.push((key, value.clone()));
        value
    }
}
