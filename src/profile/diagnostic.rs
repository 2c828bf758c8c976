//! What is wrong, where, and what to do next.

use std::cell::{Cell, RefCell};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::Place;

/// The most mistakes that are shown at once.
const MAX_SHOWN: usize = 40;

/// One mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What stands there, in a few words beside the caret.
    pub label: String,
    /// What to do next.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(place: &Place, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), place: place.clone(), label: label.into(), help: None }
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    fn group(&self) -> Group<'_> {
        let text = &self.place.source.text;
        let end = self.place.span.end.min(text.len());
        let start = self.place.span.start.min(end);
        let annotation = AnnotationKind::Primary.span(start..end).label(self.label.as_str());
        let snippet = Snippet::source(&**text).path(self.place.source.name.as_str()).annotation(annotation);
        let group = Level::ERROR.primary_title(self.message.as_str()).element(snippet);
        match &self.help {
            Some(help) => group.element(Level::HELP.message(help.as_str())),
            None => group,
        }
    }
}

/// Mistakes as they are found; shared by everything that reads one profile.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: RefCell<Vec<Diagnostic>>,
    broken: Cell<bool>,
}

impl Diagnostics {
    /// Notes a mistake.
    pub fn push(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    /// Notes that the text is not TOML, so that something may look missing that is only unread.
    pub fn set_broken(&self) {
        self.broken.set(true);
    }

    /// Whether the text was not TOML.
    pub fn is_broken(&self) -> bool {
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
        let mut list = self.found.into_inner();
        list.sort_by(|a, b| {
            (&a.place.source.name, a.place.span.start).cmp(&(&b.place.source.name, b.place.span.start))
        });
        list.dedup();
        list
    }
}

/// The text of mistakes, each with file, line and caret; with colours if asked for.
pub fn render(list: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in list.iter().take(MAX_SHOWN) {
        text.push_str(&renderer.render(&[diagnostic.group()]));
        text.push_str("\n\n");
    }
    if let Some(more) = list.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) {
        text.push_str(&format!("and {more} more of the same kind\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Source;

    #[test]
    fn a_mistake_is_shown_with_file_line_caret_and_advice() {
        let source = Source::new("unit.toml", "game = \"x\"\nsave = 3\n");
        let mistake =
            Diagnostic::new(&Place::new(&source, 18..19), "`save` is not a number to reach", "write `\"3+\"`")
                .help(Some("as on the card".to_owned()));
        let text = render(&[mistake], false);
        assert!(text.contains("error: `save` is not a number to reach"), "{text}");
        assert!(text.contains("unit.toml:2:8"), "{text}");
        assert!(text.contains("^ write `\"3+\"`"), "{text}");
        assert!(text.contains("help: as on the card"), "{text}");
    }

    #[test]
    fn mistakes_come_in_the_order_of_the_file_and_once() {
        let source = Source::new("unit.toml", "abcdef");
        let found = Diagnostics::default();
        for at in [3, 1, 3] {
            found.push(Diagnostic::new(&Place::new(&source, at..at + 1), "wrong", ""));
        }
        let starts: Vec<usize> = found.into_list().iter().map(|d| d.place.span.start).collect();
        assert_eq!(starts, [1, 3]);
    }

    #[test]
    fn a_place_beyond_the_text_does_not_matter() {
        let source = Source::new("unit.toml", "x");
        assert!(render(&[Diagnostic::new(&Place::new(&source, 5..9), "wrong", "")], true).contains("wrong"));
    }
}
