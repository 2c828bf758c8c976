//! A profile that nothing changes any more, and what its game has read from it.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::reads::{self, ReadFrom, ReadUnit, Reads, UnitQuestion};
use super::{Diagnostics, Document};

/// A document that nothing changes any more. What it says is the same in every match-up, so its game reads it once: the
/// first match-up that needs the unit keeps it here for the next ones. Mistakes are not kept; they are found, and noted,
/// each time. A copy is the same profile.
#[derive(Clone)]
pub(crate) struct Profile(Arc<Complete>);

struct Complete {
    document: Document,
    /// Told apart from all others by this.
    number: ReadFrom,
    unit: OnceLock<Arc<dyn ReadUnit>>,
    unused: OnceLock<Arc<dyn ReadUnit>>,
}

/// A unit as its own game knows it; `None`: another game has read it.
fn as_read<U: ReadUnit>(unit: &Arc<dyn ReadUnit>) -> Option<Arc<U>> {
    let unit: Arc<dyn Any + Send + Sync> = Arc::<dyn ReadUnit>::clone(unit);
    unit.downcast().ok()
}

impl Profile {
    /// The document as the profile it came from, or `--set` and others made it.
    pub(crate) fn document(&self) -> &Document {
        self.0.number.note_whole();
        &self.0.document
    }

    /// Whether this is the other one, not only like it.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Does something, and says what was asked of the unit by it.
    pub(crate) fn recorded<R>(&self, make: impl FnOnce() -> R) -> (R, Reads) {
        let (made, mut reads) = reads::recorded(self.0.number.0, || {
            self.0.number.note(UnitQuestion::Rest, |question| self.answer(question).unwrap_or_default());
            make()
        });
        let size = reads.iter_mut().find(|(question, _)| *question == UnitQuestion::Size);
        size.into_iter().for_each(|(question, answer)| *answer = self.answer(question).unwrap_or_default());
        (made, reads)
    }

    /// The unit's models and the wounds of each, if they are all alike and it was read.
    pub(crate) fn size(&self) -> Option<[u16; 2]> {
        self.0.unit.get()?.size()
    }

    /// The number of the unit's answer to a question; `None` if nobody knows it.
    pub(crate) fn answer(&self, question: &UnitQuestion) -> Option<u128> {
        self.0.unit.get()?.answer(question)
    }

    /// The unit that `read` makes of the document, read now if it was not read before; `None` if there is any mistake.
    pub(crate) fn unit<U: ReadUnit>(
        &self,
        read: fn(&Document, &Diagnostics) -> Option<U>,
        found: &Diagnostics,
    ) -> Option<Arc<U>> {
        let kept = self.0.unit.get().and_then(as_read);
        kept.or_else(|| {
            // Of a text that is not TOML not every mistake is said: what was read may lack what has to be there.
            let mut unit = read(&self.0.document, found).filter(|_| !found.is_broken())?;
            unit.seal(self.0.number);
            let unit = Arc::new(unit);
            self.0.unit.get_or_init(|| Arc::<U>::clone(&unit));
            Some(unit)
        })
    }

    /// The unit as it is where it uses nothing of what it may use: what `make` makes of it, made now if it was not before.
    pub(crate) fn unused<U: ReadUnit>(&self, make: impl Fn() -> U) -> Arc<U> {
        let make = || Arc::new(reads::recorded(0, &make).0);
        as_read(self.0.unused.get_or_init(|| make())).unwrap_or_else(make)
    }
}

impl From<Document> for Profile {
    fn from(document: Document) -> Self {
        let (unit, unused) = Default::default();
        Self(Arc::new(Complete { document, number: ReadFrom(reads::next()), unit, unused }))
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
