//! Mistakes in profiles with file, line and caret.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::profile::{Diagnostic, Place};
use crate::report::numbers::{is_disturbing, printable};

/// The most mistakes that are shown at once.
const MAX_SHOWN: usize = 40;

/// The text of mistakes, each with file, line and caret; with colours if asked for.
pub fn mistakes(list: &[Diagnostic], color: bool) -> String {
    shown(list, &Level::ERROR, color)
}

/// The same of what is not a mistake.
pub fn warnings(list: &[Diagnostic], color: bool) -> String {
    shown(list, &Level::WARNING, color)
}

fn shown(list: &[Diagnostic], level: &Level<'static>, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in list.iter().take(MAX_SHOWN) {
        let words = SafeText::of(diagnostic);
        text.push_str(&renderer.render(&[words.group(level)]));
        text.push_str("\n\n");
    }
    if let Some(more) = list.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) {
        text.push_str(&format!("and {more} more of the same kind\n"));
    }
    text
}

/// A mistake's words as a terminal may show them: names and values in them come from any file.
struct SafeText<'d> {
    text: Cow<'d, str>,
    span: Range<usize>,
    name: String,
    message: String,
    label: String,
    help: Option<String>,
}

impl<'d> SafeText<'d> {
    fn of(diagnostic: &'d Diagnostic) -> Self {
        let Place { source, .. } = &diagnostic.place;
        let span = diagnostic.place.whole_letters();
        Self {
            text: harmless(&source.text),
            span,
            name: printable(&source.name),
            message: printable(&diagnostic.message),
            label: printable(&diagnostic.label),
            help: diagnostic.help.as_deref().map(printable),
        }
    }

    fn group(&self, level: &Level<'static>) -> Group<'_> {
        let annotation = AnnotationKind::Primary.span(self.span.clone()).label(self.label.as_str());
        let snippet = Snippet::source(&*self.text).path(self.name.as_str()).annotation(annotation);
        let group = level.clone().primary_title(self.message.as_str()).element(snippet);
        match &self.help {
            Some(help) => group.element(Level::HELP.message(help.as_str())),
            None => group,
        }
    }
}

/// A text of the same places, without what would disturb a terminal: each such character gives way to as many bytes.
fn harmless(text: &str) -> Cow<'_, str> {
    let disturbs = |c: &char| *c != '\n' && *c != '\t' && *c != '\r' && is_disturbing(*c);
    if !text.chars().any(|c| disturbs(&c)) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().map(|c| if disturbs(&c) { "?".repeat(c.len_utf8()) } else { c.to_string() });
    Cow::Owned(letters.collect())
}
