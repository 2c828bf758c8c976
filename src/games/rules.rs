//! The index of a game's rules: what of them is computed, what can be asked, and what is left out, with the reason.

/// What this program does with a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It is part of every attack that it concerns.
    Computed,
    /// `odds` answers it: the name of the question.
    Asked(&'static str),
    /// It has no dice of its own; what it means for dice is said by a situation, an effect or a value: which.
    Said(&'static str),
    /// It is not modelled: why.
    NotModelled(&'static str),
}

/// One rule of a game.
#[derive(Clone, Copy, Debug)]
pub struct RuleDoc {
    /// Its id.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub what: &'static str,
    /// What this program does with it.
    pub how: How,
}

impl How {
    /// In words.
    pub fn text(self) -> String {
        match self {
            Self::Computed => "computed".to_owned(),
            Self::Asked(question) => format!("asked: `odds … {question}`"),
            Self::Said(how) => format!("said: {how}"),
            Self::NotModelled(why) => format!("not modelled: {why}"),
        }
    }
}

/// The index as a Markdown table, sorted as it is written.
pub fn markdown(title: &str, rules: &[RuleDoc]) -> String {
    let mut text = format!("# {title}: what is computed\n\n| rule | what it is about | here |\n|---|---|---|\n");
    for rule in rules {
        text.push_str(&format!("| {} | {} | {} |\n", rule.id, rule.what, rule.how.text()));
    }
    text
}
