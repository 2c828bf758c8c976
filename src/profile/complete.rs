//! A profile that nothing changes any more, and what its game has read from it.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::reads::{self, Question, ReadUnit, Reads, Seal, UNUSED};
use super::{Diagnostics, Document};

/// A document that nothing changes any more. What it says is the same in every match-up, so its game reads it once: the
/// first match-up that needs the unit keeps it here for the next ones. Mistakes are not kept; they are found, and noted,
/// each time. A copy is the same profile.
#[derive(Clone)]
pub(crate) struct Profile(Arc<Complete>);

struct Complete {
    document: Document,
    /// Told apart from all others by this.
    number: u64,
    unit: OnceLock<Arc<dyn Any + Send + Sync>>,
    unused: OnceLock<Arc<dyn Any + Send + Sync>>,
    /// What the parts of both said as they were read.
    seals: [OnceLock<Seal>; 2],
}

impl Profile {
    /// The document as the profile it came from, or `--set` and others made it.
    pub(crate) fn document(&self) -> &Document {
        reads::note_whole(self.0.number);
        &self.0.document
    }

    /// Whether this is the other one, not only like it.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }

    /// Does something, and says what of the unit was read by it.
    pub(crate) fn recorded<R>(&self, make: impl FnOnce() -> R) -> (R, Reads) {
        reads::recorded(self.0.number, make)
    }

    /// The number of the unit's answer to a question; `None` if nobody knows it yet.
    pub(crate) fn answer(&self, question: &Question) -> Option<u128> {
        let part = match question {
            Question::Part(part) | Question::Keyword(part, _) => *part,
            Question::Whole => return None,
        };
        self.0.seals[usize::from(part >= UNUSED)].get()?.answer(question)
    }

    /// Makes the parts of a unit known, so that what is read of it is noted.
    fn seal<U: ReadUnit>(&self, mut unit: U, is_unused: bool) -> U {
        let mut seal = Seal::new(self.0.number, if is_unused { UNUSED } else { 0 });
        reads::unrecorded(|| unit.seal(&mut seal));
        // Whoever is first has said the same.
        let _ = self.0.seals[usize::from(is_unused)].set(seal);
        unit
    }

    /// Notes that the unit is read, if that is not noted part by part.
    fn note(&self, is_unused: bool) {
        if self.0.seals[usize::from(is_unused)].get().is_none_or(|seal| !seal.is_sealed()) {
            reads::note_whole(self.0.number);
        }
    }

    /// The unit that `read` makes of the document, read now if it was not read before; `None` if there is any mistake.
    pub(crate) fn unit<U: ReadUnit>(
        &self,
        read: fn(&Document, &Diagnostics) -> Option<U>,
        found: &Diagnostics,
    ) -> Option<Arc<U>> {
        // What another game has read is not a `U`.
        let known = self.0.unit.get().and_then(|unit| Arc::clone(unit).downcast().ok());
        let unit = known.or_else(|| {
            // Of a text that is not TOML not every mistake is said: what was read may lack what has to be there.
            let unit = read(&self.0.document, found).filter(|_| !found.is_broken())?;
            let unit = Arc::new(self.seal(unit, false));
            self.0.unit.get_or_init(|| Arc::<U>::clone(&unit));
            Some(unit)
        });
        self.note(false);
        unit
    }

    /// The unit as it is where it uses nothing of what it may use: what `make` makes of it, made now if it was not before.
    pub(crate) fn unused<U: ReadUnit>(&self, make: impl Fn() -> U) -> Arc<U> {
        let make = || Arc::new(self.seal(reads::unrecorded(&make), true));
        let unit = self.0.unused.get_or_init(|| make());
        let unit = Arc::clone(unit).downcast().unwrap_or_else(|_| make());
        self.note(true);
        unit
    }
}

impl From<Document> for Profile {
    fn from(document: Document) -> Self {
        let number = reads::next();
        let (unit, unused, seals) = Default::default();
        Self(Arc::new(Complete { document, number, unit, unused, seals }))
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.document() == other.document()
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Diagnostic, Place, Source};

    impl ReadUnit for usize {}
    impl ReadUnit for &'static str {}

    /// The number of bytes, if there are any.
    fn length(document: &Document, found: &Diagnostics) -> Option<usize> {
        let length = document.source.text.len();
        if length == 0 {
            found.push(Diagnostic::new(&Place::whole(&document.source), "empty", "here"));
        }
        (length > 0).then_some(length)
    }

    fn profile(text: &str) -> Profile {
        Document::read(&Source::new("unit.toml", text), &Diagnostics::default()).into()
    }

    #[test]
    fn a_profile_without_mistakes_is_read_once_and_for_its_copies_too() {
        let (unit, found) = (profile("name = \"x\""), Diagnostics::default());
        let first = unit.unit(length, &found).expect("no mistake");
        let again = unit.clone().unit(|_, _| panic!("it was read"), &found).expect("no mistake");
        assert!(Arc::ptr_eq(&first, &again));
        assert_eq!(unit.unit(|_, _| Some("another game's"), &found).as_deref(), Some(&"another game's"));
    }

    #[test]
    fn mistakes_are_noted_each_time() {
        let unit = profile("");
        for _ in 0..2 {
            let found = Diagnostics::default();
            assert_eq!(unit.unit(length, &found), None);
            assert_eq!(found.len(), 1);
        }
    }
}
