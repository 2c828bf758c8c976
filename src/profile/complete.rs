//! A profile that nothing changes any more, and what its game has read from it.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{Diagnostics, Document};

/// A document that nothing changes any more. What it says is the same in every match-up, so its game reads it once: the
/// first match-up that needs the unit keeps it here for the next ones. Mistakes are not kept; they are found, and noted,
/// each time. A copy is the same profile.
#[derive(Clone)]
pub(crate) struct Profile(Arc<Complete>);

struct Complete {
    document: Document,
    unit: OnceLock<Arc<dyn Any + Send + Sync>>,
    unused: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Profile {
    /// The document as the profile it came from, or `--set` and others made it.
    pub(crate) fn document(&self) -> &Document {
        &self.0.document
    }

    /// The unit that `read` makes of the document, read now if it was not read before; `None` if there is any mistake.
    pub(crate) fn unit<U: Any + Send + Sync>(
        &self,
        read: fn(&Document, &Diagnostics) -> Option<U>,
        found: &Diagnostics,
    ) -> Option<Arc<U>> {
        // What another game has read is not a `U`.
        let known = self.0.unit.get().and_then(|unit| Arc::clone(unit).downcast().ok());
        known.or_else(|| {
            // Of a text that is not TOML not every mistake is said: what was read may lack what has to be there.
            let unit = Arc::new(read(&self.0.document, found).filter(|_| !found.is_broken())?);
            self.0.unit.get_or_init(|| Arc::<U>::clone(&unit));
            Some(unit)
        })
    }

    /// The unit as it is where it uses nothing of what it may use: what `make` makes of it, made now if it was not before.
    pub(crate) fn unused<U: Any + Send + Sync>(&self, make: impl Fn() -> U) -> Arc<U> {
        let unit = self.0.unused.get_or_init(|| Arc::new(make()));
        Arc::clone(unit).downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

impl From<Document> for Profile {
    fn from(document: Document) -> Self {
        Self(Arc::new(Complete { document, unit: OnceLock::new(), unused: OnceLock::new() }))
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.0.document == other.0.document
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.document.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Diagnostic, Place, Source};

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
