//! What is read of a unit while an attack on it is put together, so that units that say the same share the attack.
//!
//! A table asks one attacker about many targets. While an attack on one of them is put together, every question about it is
//! recorded with its answer. If the next target gives the same answers, its attack is the same and is not put together again.
//! The first question covers all that no other one does; the others are recorded when they are asked, and may be as narrow as
//! one derived number: the roll with which a Strength wounds it. Reading what is [`Own`] to a unit makes it unlike all others.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use smol_str::SmolStr;

use crate::words::same;

/// Something that is asked of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum UnitQuestion {
    /// All that no other question covers.
    Rest,
    /// Whether it has a keyword.
    Keyword(SmolStr),
    /// How many models it has, and of how many wounds each.
    Size,
    /// Something of its game's own, by its number, and about what.
    Of(u8, i32),
    /// Anything that is like no other unit's.
    Whole,
}

/// Everything that was asked, in order, and the number of what was answered.
pub(crate) type Reads = Vec<(UnitQuestion, u128)>;

/// Placeholder for a name that is only printed, so that no computation can depend on it.
pub(crate) const UNTOLD: &str = "\u{f8ff}";

thread_local! {
    /// The number of the profile whose questions are recorded; 0: none are.
    static NOTED: Cell<u64> = const { Cell::new(0) };
    static READS: RefCell<Reads> = const { RefCell::new(Vec::new()) };
}

/// Numbers of profiles; none is given twice.
pub(super) fn next() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Does something, and says what of a profile was asked by it. Threads that wait may do other work in between, which has
/// notes of its own or none.
pub(super) fn recorded<R>(profile: u64, make: impl FnOnce() -> R) -> (R, Reads) {
    /// Puts back what was before, however it ends.
    struct Before(u64, Reads);
    impl Drop for Before {
        fn drop(&mut self) {
            NOTED.set(self.0);
            READS.replace(std::mem::take(&mut self.1));
        }
    }
    let before = Before(NOTED.replace(profile), READS.take());
    let made = make();
    let reads = READS.take();
    drop(before);
    (made, reads)
}

/// The profile that a unit is read from, as its parts know it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadFrom(pub(super) u64);

impl ReadFrom {
    fn is_noted(self) -> bool {
        self.0 != 0 && NOTED.get() == self.0
    }

    /// Records each question about it, with the answer.
    pub(crate) fn note(self, question: UnitQuestion, answer: impl FnOnce(&UnitQuestion) -> u128) {
        if self.is_noted() {
            READS.with_borrow_mut(|reads| {
                if !reads.iter().any(|(key, _)| *key == question) {
                    let answer = answer(&question);
                    reads.push((question, answer));
                }
            });
        }
    }

    /// Notes that something is asked that is like no other's.
    pub(super) fn note_whole(self) {
        self.note(UnitQuestion::Whole, |_| 0);
    }
}

/// Notes that somebody asks how large the unit is of which everything is noted.
pub(crate) fn note_size() {
    ReadFrom(NOTED.get()).note(UnitQuestion::Size, |_| 0);
}

/// A number of models, or of wounds: units that differ in these alone share an attack that was put together without them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    value: u16,
    from: ReadFrom,
}

impl Size {
    /// Says whose it is.
    pub(crate) fn seal(&mut self, from: ReadFrom) {
        self.from = from;
    }

    /// The number; it is noted that it was asked for.
    pub(crate) fn get(self) -> u16 {
        self.from.note(UnitQuestion::Size, |_| 0);
        self.value
    }

    /// The number, for the bodies of an attack, which are put in the place of another unit's.
    pub(crate) fn unnoted(self) -> u16 {
        self.value
    }

    /// Whether it is more than 0, which a unit answers with the rest.
    pub(crate) fn is_any(self) -> bool {
        self.value > 0
    }

    /// So many fewer.
    pub(crate) fn less(self, fewer: u16) -> Self {
        Self { value: self.value - fewer, ..self }
    }
}

impl From<u16> for Size {
    fn from(value: u16) -> Self {
        Self { value, from: ReadFrom::default() }
    }
}

impl PartialEq for Size {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

/// What no two units have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own<T> {
    value: T,
    from: ReadFrom,
}

/// The name of some of a unit's models.
pub(crate) type OwnName = Own<String>;

impl<T> Own<T> {
    /// Says whose it is.
    pub(crate) fn seal(&mut self, from: ReadFrom) {
        self.from = from;
    }

    /// A value for messages alone, which decides nothing; while questions are recorded, `instead`.
    pub(crate) fn in_message<'p, R>(&'p self, of: impl FnOnce(&'p T) -> R, instead: R) -> R {
        if self.from.is_noted() { instead } else { of(&self.value) }
    }

    /// The value, read without recording a question.
    pub(crate) fn unnoted(&self) -> &T {
        &self.value
    }
}

impl OwnName {
    /// The name where it is reported and decides nothing.
    pub(crate) fn name(&self) -> String {
        self.in_message(String::clone, UNTOLD.to_owned())
    }
}

impl<T> From<T> for Own<T> {
    fn from(value: T) -> Self {
        Self { value, from: ReadFrom::default() }
    }
}

impl<T> Deref for Own<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.from.note_whole();
        &self.value
    }
}

impl<T> DerefMut for Own<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.from.note_whole();
        &mut self.value
    }
}

impl<T: PartialEq> PartialEq for Own<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// A unit's keywords; it is noted which are asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Keywords(Own<Vec<String>>);

impl Keywords {
    /// Says whose they are.
    pub(crate) fn seal(&mut self, from: ReadFrom) {
        self.0.seal(from);
    }

    /// Whether one is among them: `WIZARD (2)` is a `WIZARD`.
    pub(crate) fn has(&self, keyword: &str) -> bool {
        let has = self.holds(keyword);
        self.0.from.note(UnitQuestion::Keyword(keyword.into()), |_| has.into());
        has
    }

    /// Whether it has the keyword, without recording the question.
    pub(crate) fn holds(&self, keyword: &str) -> bool {
        let is =
            |entry: &String| same(entry, keyword) || entry.split_once('(').is_some_and(|(bare, _)| same(bare, keyword));
        self.0.value.iter().any(is)
    }
}

impl From<Vec<String>> for Keywords {
    fn from(keywords: Vec<String>) -> Self {
        Self(keywords.into())
    }
}

impl Deref for Keywords {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl Default for &Keywords {
    fn default() -> Self {
        static NONE: Keywords = Keywords(Own { value: Vec::new(), from: ReadFrom(0) });
        &NONE
    }
}

/// A unit as its game reads it from a profile.
pub(crate) trait ReadUnit: Any + Send + Sync {
    /// Tells its parts whose they are, so that what is asked of them is noted.
    fn seal(&mut self, _from: ReadFrom) {}

    /// Its models and the wounds of each, if they are all alike.
    fn size(&self) -> Option<[u16; 2]> {
        None
    }

    /// The number of its answer to a question; `None`: it is like no other unit.
    fn answer(&self, _question: &UnitQuestion) -> Option<u128> {
        None
    }
}
