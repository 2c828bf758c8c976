//! What is read of a unit while an attack on it is put together, so that units that say the same share the attack.
//!
//! A table asks one attacker about many targets. While it is asked about one of them, everything that is read of that target
//! is written down: which part of it, and what it said. Of the next target the same questions are asked, and as long as it
//! says the same, whoever puts the attack together has to do the same, so that nothing is put together again. This is right
//! without any list of what matters, because nothing of a target can be seen but through what stands here: a part notes
//! that it is looked at. What is not held in parts, the document itself, is like no other's.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use smol_str::SmolStr;

use crate::words::same;

/// Something that was asked of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// What one of its parts is.
    Part(u16),
    /// Whether it has a keyword, among those that are this part.
    Keyword(u16, SmolStr),
    /// Anything that is like no other unit's.
    Whole,
}

/// Everything that was asked, in order, and the number of what it said.
pub(crate) type Reads = Vec<(Question, u128)>;

/// The first number of a part of a unit as it is where it uses nothing of what it may use.
pub(super) const UNUSED: u16 = 1 << 12;

/// What stands for a name that is only told: whoever reads it cannot know it.
pub(crate) const UNTOLD: &str = "\u{f8ff}";

thread_local! {
    /// The unit of which everything is noted that is read, and the number of this recording; 0: none.
    static NOTED: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    static READS: RefCell<Reads> = const { RefCell::new(Vec::new()) };
    /// Which of the first parts are noted already, of the unit and of the one that uses nothing: a bit for each.
    static SEEN: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
}

/// Numbers of units and of recordings; none is given twice.
static NEXT: AtomicU64 = AtomicU64::new(1);

pub(super) fn next() -> u64 {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Does something, and says what of a unit was read by it. Threads that wait may do other work in between, which has a
/// recording of its own or none.
pub(super) fn recorded<R>(unit: u64, make: impl FnOnce() -> R) -> (R, Reads) {
    /// Puts back what was before, however it ends.
    struct Before((u64, u64), [u64; 2], Reads);
    impl Drop for Before {
        fn drop(&mut self) {
            NOTED.set(self.0);
            SEEN.set(self.1);
            READS.replace(std::mem::take(&mut self.2));
        }
    }
    let before = Before(NOTED.replace((unit, next())), SEEN.take(), READS.take());
    let made = make();
    let reads = READS.take();
    drop(before);
    (made, reads)
}

/// Does something of which nothing is noted.
pub(crate) fn unrecorded<R>(make: impl FnOnce() -> R) -> R {
    recorded(0, make).0
}

/// Notes that something of a unit is read that is like no other's.
pub(super) fn note_whole(unit: u64) {
    if NOTED.get().0 == unit {
        note(Question::Whole, 0);
    }
}

#[cold]
fn note(question: Question, answer: u128) {
    READS.with_borrow_mut(|reads| {
        if !reads.iter().any(|(known, _)| *known == question) {
            reads.push((question, answer));
        }
    });
}

/// Whose part something is, and what it said as it was read from the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PartOf {
    unit: u64,
    part: u16,
    content: u128,
    /// The recording in which it was changed; 0: in none.
    changed: u64,
}

impl PartOf {
    fn is_noted(self) -> bool {
        self.unit != 0 && NOTED.get().0 == self.unit
    }

    /// Notes that it is looked at.
    #[inline]
    pub(crate) fn read(self) {
        if self.is_noted() && !self.is_seen() {
            self.note(Question::Part(self.part), self.content);
        }
    }

    /// Whether it was noted before; of the first parts alone, and notes that.
    fn is_seen(self) -> bool {
        let (bit, form) = (self.part % UNUSED, usize::from(self.part >= UNUSED));
        if bit >= 64 || !self.is_known() {
            return false;
        }
        let mut seen = SEEN.get();
        let is = seen[form] >> bit & 1 == 1;
        seen[form] |= 1 << bit;
        SEEN.set(seen);
        is
    }

    /// Whether everything is noted that it hangs on.
    fn is_known(self) -> bool {
        self.changed == 0 || self.changed == NOTED.get().1
    }

    #[cold]
    fn note(self, question: Question, answer: u128) {
        // What was changed while nobody noted what that hung on is known to be like no other.
        note(if self.is_known() { question } else { Question::Whole }, answer);
    }

    /// Notes that it is changed, which may hang on anything that was read before.
    fn change(&mut self) {
        self.read();
        self.changed = if self.is_noted() { NOTED.get().1 } else { u64::MAX };
    }
}

/// A part of a unit: whoever looks at it is noted. Two parts are alike whatever they hold; each is asked for itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part<T> {
    value: T,
    of: PartOf,
}

impl<T> Part<T> {
    /// What `of` tells of it in a message alone; while it is noted what is read, `instead` stands for that.
    pub(crate) fn told<'p, R>(&'p self, of: impl FnOnce(&'p T) -> R, instead: R) -> R {
        if self.of.is_noted() { instead } else { of(&self.value) }
    }

    /// What those of its values are of which only these are looked at; `of` is the number of what they are.
    pub(crate) fn view(&self, of: PartOf) -> &T {
        let changed = if self.of.changed == 0 { of.changed } else { self.of.changed };
        PartOf { changed, ..of }.read();
        &self.value
    }
}

/// What is a part of its own is asked for by itself, and is nothing of what it stands in.
impl<T> Hash for Part<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> From<T> for Part<T> {
    fn from(value: T) -> Self {
        Self { value, of: PartOf::default() }
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.of.read();
        &self.value
    }
}

impl<T> DerefMut for Part<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.of.change();
        &mut self.value
    }
}

/// A name: of a unit's models, that of a unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartName(Part<String>);

impl PartName {
    /// The name where it is told and decides nothing.
    pub(crate) fn told(&self) -> String {
        self.0.told(String::clone, UNTOLD.to_owned())
    }
}

/// As of every part.
impl Hash for PartName {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.0.hash(to);
    }
}

impl From<String> for PartName {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl Deref for PartName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq for PartName {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// A unit's keywords; it is noted which are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keywords(Part<Vec<String>>);

impl Keywords {
    /// Whether one is among them: `WIZARD (2)` is a `WIZARD`.
    pub(crate) fn has(&self, keyword: &str) -> bool {
        let has = holds(&self.0.value, keyword);
        if self.0.of.is_noted() {
            self.0.of.note(Question::Keyword(self.0.of.part, keyword.into()), has.into());
        }
        has
    }
}

fn holds(keywords: &[String], keyword: &str) -> bool {
    let is =
        |known: &String| same(known, keyword) || known.split_once('(').is_some_and(|(bare, _)| same(bare, keyword));
    keywords.iter().any(is)
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

impl PartialEq for Keywords {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Default for &Keywords {
    fn default() -> Self {
        static NONE: Keywords =
            Keywords(Part { value: Vec::new(), of: PartOf { unit: 0, part: 0, content: 0, changed: 0 } });
        &NONE
    }
}

/// A unit as its game reads it from a profile.
pub(crate) trait ReadUnit: Any + Send + Sync {
    /// Says what each of its parts is, if all that it holds is held in parts.
    fn seal(&mut self, _seal: &mut Seal) {}
}

/// What the parts of a unit said as they were read: the answers to what may be asked of it.
#[derive(Debug, Default)]
pub(crate) struct Seal {
    unit: u64,
    /// The first number of its parts.
    from: u16,
    parts: Vec<(u16, u128)>,
    keywords: Vec<(u16, Vec<String>)>,
}

impl Seal {
    pub(super) fn new(unit: u64, from: u16) -> Self {
        Self { unit, from, ..Self::default() }
    }

    /// Whether the unit holds everything in parts.
    pub(super) fn is_sealed(&self) -> bool {
        !self.parts.is_empty()
    }

    /// A number that no other unit has.
    pub(crate) fn own(&self) -> u128 {
        self.unit.into()
    }

    /// The next part, of which this is the number of what it says.
    pub(crate) fn next(&mut self, part: u16, content: u128) -> PartOf {
        let part = self.from + part;
        self.parts.push((part, content));
        PartOf { unit: self.unit, part, content, changed: 0 }
    }

    /// A part of the unit.
    pub(crate) fn part<T>(&mut self, number: u16, part: &mut Part<T>, content: impl FnOnce(&T) -> u128) {
        part.of = self.next(number, content(&part.value));
    }

    /// A name.
    pub(crate) fn name(&mut self, number: u16, name: &mut PartName, content: impl FnOnce(&String) -> u128) {
        self.part(number, &mut name.0, content);
    }

    /// Its keywords.
    pub(crate) fn keywords(
        &mut self,
        number: u16,
        keywords: &mut Keywords,
        content: impl FnOnce(&Vec<String>) -> u128,
    ) {
        self.part(number, &mut keywords.0, content);
        self.keywords.push((self.from + number, keywords.0.value.clone()));
    }

    /// The number of the answer to a question; `None` if nobody knows it.
    pub(super) fn answer(&self, question: &Question) -> Option<u128> {
        match question {
            Question::Part(part) => self.parts.iter().find(|(known, _)| known == part).map(|(_, content)| *content),
            Question::Keyword(part, word) => {
                let keywords = self.keywords.iter().find(|(known, _)| known == part);
                keywords.map(|(_, keywords)| holds(keywords, word).into())
            }
            Question::Whole => None,
        }
    }
}
