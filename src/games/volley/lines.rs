//! What was read into a draft, and where it comes from.

use crate::games::ExplainedLine;

/// Where something comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin<'s> {
    /// In a player's words.
    pub(crate) source: &'s str,
    /// The rule's id.
    pub(crate) rule: &'static str,
}

impl<'s> Origin<'s> {
    pub(crate) fn new(source: &'s str, rule: &'static str) -> Self {
        Self { source, rule }
    }
}

/// What was read into a draft, for `explain`; nothing is kept if nobody asked for it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct DraftLines {
    kept: bool,
    pub(crate) all: Vec<ExplainedLine>,
}

impl DraftLines {
    pub(crate) fn new(kept: bool) -> Self {
        Self { kept, all: Vec::new() }
    }

    pub(crate) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        if self.kept {
            self.all.push(line(what.into(), origin.source, origin.rule));
        }
    }
}

/// A line of what came out.
pub(crate) fn line(what: String, source: &str, rule: &'static str) -> ExplainedLine {
    ExplainedLine { what, source: source.to_owned(), rule }
}

/// What was read into a weapon and its target; what a profile or an option says has the rule that speaks of it.
pub(crate) fn ruled<'l>(
    weapon: &'l DraftLines,
    target: &'l DraftLines,
    rule_of: impl Fn(&str) -> &'static str + 'l,
) -> impl Iterator<Item = ExplainedLine> + 'l {
    let all = weapon.all.iter().chain(&target.all).cloned();
    all.map(move |line| if line.rule.is_empty() { ExplainedLine { rule: rule_of(&line.what), ..line } } else { line })
}
