//! Mistakes in profiles with file, line and caret.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::profile::Diagnostic;

/// The most mistakes that are shown at once.
const MAX_SHOWN: usize = 40;

/// The text of mistakes, each with file, line and caret; with colours if asked for.
pub fn mistakes(list: &[Diagnostic], color: bool) -> String {
    shown(list, &Level::ERROR, color)
}

/// The same of what is no mistake.
pub fn warnings(list: &[Diagnostic], color: bool) -> String {
    shown(list, &Level::WARNING, color)
}

fn shown(list: &[Diagnostic], level: &Level<'static>, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in list.iter().take(MAX_SHOWN) {
        text.push_str(&renderer.render(&[group(diagnostic, level)]));
        text.push_str("\n\n");
    }
    if let Some(more) = list.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) {
        text.push_str(&format!("and {more} more of the same kind\n"));
    }
    text
}

fn group<'d>(diagnostic: &'d Diagnostic, level: &Level<'static>) -> Group<'d> {
    let text = &diagnostic.place.source.text;
    let end = diagnostic.place.span.end.min(text.len());
    let start = diagnostic.place.span.start.min(end);
    let annotation = AnnotationKind::Primary.span(start..end).label(diagnostic.label.as_str());
    let snippet = Snippet::source(&**text).path(diagnostic.place.source.name.as_str()).annotation(annotation);
    let group = level.clone().primary_title(diagnostic.message.as_str()).element(snippet);
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Place, Source};

    #[test]
    fn a_mistake_is_shown_with_file_line_caret_and_advice() {
        let source = Source::new("unit.toml", "game = \"x\"\nsave = 3\n");
        let mistake =
            Diagnostic::new(&Place::new(&source, 18..19), "`save` is not a number to reach", "write `\"3+\"`")
                .help(Some("as on the card".to_owned()));
        let text = mistakes(&[mistake], false);
        assert!(text.contains("error: `save` is not a number to reach"), "{text}");
        assert!(text.contains("unit.toml:2:8"), "{text}");
        assert!(text.contains("^ write `\"3+\"`"), "{text}");
        assert!(text.contains("help: as on the card"), "{text}");
    }

    #[test]
    fn a_warning_says_that_it_is_one() {
        let odd = Diagnostic::new(&Place::whole(&Source::new("unit.toml", "abc")), "odd", "here");
        assert!(warnings(&[odd], false).starts_with("warning: odd\n"));
    }

    #[test]
    fn a_place_beyond_the_text_does_not_matter() {
        let source = Source::new("unit.toml", "x");
        assert!(mistakes(&[Diagnostic::new(&Place::new(&source, 5..9), "wrong", "")], true).contains("wrong"));
    }
}
