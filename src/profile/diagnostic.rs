//! What is wrong, where, and what to do next.

use std::cell::{Cell, RefCell};
use std::fmt;

use super::Place;
use crate::words::sort::sort_by;

/// One mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What is at this place, in a few words beside the caret.
    pub label: String,
    /// What to do next.
    pub help: Option<String>,
    /// Whether nothing is wrong but that a phase must be said.
    pub(crate) asks_for_phase: bool,
    /// Whether nothing is wrong but that the unit has no weapon for the attack.
    pub(crate) is_unarmed: bool,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(place: &Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        let (asks_for_phase, is_unarmed) = (false, false);
        let (message, label) = (message.into(), label.into());
        Self { message, place: place.clone(), label, help: None, asks_for_phase, is_unarmed }
    }

    /// This mistake, with advice.
    pub(crate) fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

/// The mistake in one line: `unit.toml:2:8: … (…); …`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.place.source.text;
        let before = &text[..self.place.whole_letters().start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        write!(f, "{}:{line}:{column}: {}", self.place.source.name, self.message)?;
        if !self.label.is_empty() {
            write!(f, " ({})", self.label)?;
        }
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

/// The most mistakes that are kept of one question.
const MAX_MISTAKES: usize = 1_000;

/// Mistakes as they are found; shared by everything that reads one profile.
///
/// ```
/// use warodds::games::game_of;
/// use warodds::profile::{Diagnostics, Document, Source};
///
/// let text = "game = \"sigma\"\nname = \"Guard\"\nmodels = 5\nhealth = 1\nsave = 5\n";
/// let found = Diagnostics::default();
/// let profile = Document::read(&Source::new("guard.toml", text), &found);
/// if let Some(game) = game_of(&profile, &found) {
///     (game.check)(&profile, &found);
/// }
///
/// // Every mistake at once, each with its line and what to write instead.
/// let mistakes: Vec<String> = found.into_list().iter().map(ToString::to_string).collect();
/// assert!(mistakes[0].starts_with("guard.toml:1:8: "), "{mistakes:?}");
/// ```
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: RefCell<Vec<Diagnostic>>,
    warned: RefCell<Vec<Diagnostic>>,
    notes: RefCell<Vec<String>>,
    broken: Cell<bool>,
    /// Keywords of units that are looked at together; `None`: nobody looks for warnings that take long to find.
    keywords: Option<Vec<String>>,
    /// Whether nobody reads what would be right instead.
    pub(crate) is_brief: bool,
}

impl Diagnostics {
    /// Notes a mistake. Of more than a thousand (`MAX_MISTAKES`) the rest is not kept, and that is said.
    pub fn push(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_MISTAKES {
            found.push(diagnostic);
        } else if found.len() == MAX_MISTAKES {
            let message = format!("there are more than {MAX_MISTAKES} mistakes (MAX_MISTAKES)");
            found.push(Diagnostic::new(&diagnostic.place, message, "the rest is not shown"));
        }
    }

    /// Adds a warning: no mistake, but `check` shows it.
    pub(crate) fn warn(&self, diagnostic: Diagnostic) {
        self.warned.borrow_mut().push(diagnostic);
    }

    /// Notes something that is not a mistake and that `check` and every answer say: of two values of a card, which one counts.
    pub(crate) fn add_note(&self, diagnostic: Diagnostic) {
        self.notes.borrow_mut().push(diagnostic.message.clone());
        self.warn(diagnostic);
    }

    /// What every answer says, in the order in which it was found.
    pub fn notes(&self) -> Vec<String> {
        self.notes.borrow().clone()
    }

    /// Asks only whether there is a mistake: what would be right instead is not looked for.
    pub(crate) fn brief() -> Self {
        Self { is_brief: true, ..Self::default() }
    }

    /// Looks for warnings that take longer, too. `keywords` are those of the units that are looked at together.
    pub fn thorough(keywords: Vec<String>) -> Self {
        Self { keywords: Some(keywords), ..Self::default() }
    }

    /// Whether warnings that take longer are looked for.
    pub(crate) fn is_thorough(&self) -> bool {
        self.keywords.is_some()
    }

    /// Whether this holds of the keywords of the units that are looked at together.
    pub(crate) fn knows(&self, holds: impl FnOnce(&[String]) -> bool) -> bool {
        self.keywords.as_deref().is_some_and(holds)
    }

    /// What was noted so far that is not a mistake, in the order of the places, each once.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        in_order(self.warned.borrow().clone())
    }

    /// Notes that the text is not TOML, so that something may look missing that is only unread.
    pub(crate) fn set_broken(&self) {
        self.broken.set(true);
    }

    /// Whether the text was not TOML.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// How many were found.
    pub fn len(&self) -> usize {
        self.found.borrow().len()
    }

    /// All of them in the order of their places, each once.
    pub fn into_list(self) -> Vec<Diagnostic> {
        in_order(self.found.into_inner())
    }
}

fn in_order(mut list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort_by(&mut list, |a, b| {
        (&a.place.source.name, a.place.span.start).cmp(&(&b.place.source.name, b.place.span.start))
    });
    list.dedup();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Source;

    #[test]
    fn a_warning_is_no_mistake() {
        let found = Diagnostics::default();
        found.warn(Diagnostic::new(&Place::whole(&Source::new("unit.toml", "abc")), "odd", ""));
        assert!(found.is_empty());
        assert_eq!(found.warnings().len(), 1);
        assert_eq!(found.into_list(), []);
    }
}
