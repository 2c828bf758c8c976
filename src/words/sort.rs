//! One sort for whatever is short and seldom sorted: `[T]::sort_by` is compiled for each kind of thing and each order, five
//! kilobytes a time.

use std::cmp::Ordering;

/// Sorts things; what is equal keeps its order.
pub(crate) fn sort_by<T>(all: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..all.len()).collect();
    sort_places(&mut places, &|one, other| order(&all[one], &all[other]));
    let mut left: Vec<Option<T>> = std::mem::take(all).into_iter().map(Some).collect();
    all.extend(places.into_iter().filter_map(|place| left[place].take()));
}

/// The same by what each has.
pub(crate) fn sort_by_key<T, K: Ord>(all: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(all, |one, other| key(one).cmp(&key(other)));
}

#[inline(never)]
fn sort_places(places: &mut [usize], order: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|one, other| order(*one, *other));
}
