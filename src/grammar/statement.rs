//! What a text means before a game looks at it, and the one line that says it.

use std::fmt;

/// Whom an ability is used on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whom {
    /// The unit that has it.
    Itself,
    /// A unit of the other side.
    Enemy,
    /// A unit of its own side.
    Friend,
}

/// A statement: who, when, how often, and what, in the words that `when` and `effects` of a profile hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Statement {
    /// Whether it is of the unit that its bearer leads.
    pub(crate) leading: bool,
    /// Whether it touches attacks made against the unit.
    pub(crate) against: bool,
    /// Whether it is off until somebody asks for it, and then whether once only.
    pub(crate) optional: bool,
    pub(crate) once: bool,
    /// The weapon it speaks of; empty: all.
    pub(crate) weapon: String,
    /// All that must hold.
    pub(crate) when: Vec<String>,
    /// What it does.
    pub(crate) effects: Vec<String>,
    /// Whom it is used on, where only that is said.
    pub(crate) whom: Option<Whom>,
}

impl Statement {
    /// Reads a line: `against: if shooting: -1 to hit`. What is before a colon, in this order: `leading`, `against`,
    /// `optional`, `once`, `weapon NAME`, `if CONDITION, CONDITION`; behind it effects, with `;` between them.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let (mut statement, mut rest) = (Self::default(), line.trim());
        statement.whom = match rest {
            "on this unit" => Some(Whom::Itself),
            "on an enemy" => Some(Whom::Enemy),
            "on a friend" => Some(Whom::Friend),
            _ => None,
        };
        if statement.whom.is_some() {
            return Some(statement);
        }
        while let Some((head, behind)) = rest.split_once(':') {
            match head {
                "leading" => statement.leading = true,
                "against" => statement.against = true,
                "optional" => statement.optional = true,
                "once" => (statement.optional, statement.once) = (true, true),
                _ => match (head.strip_prefix("weapon "), head.strip_prefix("if ")) {
                    (Some(weapon), _) => weapon.clone_into(&mut statement.weapon),
                    (_, Some(when)) => statement.when = parts(when, ", "),
                    _ => break,
                },
            }
            rest = behind.trim_start();
        }
        statement.effects = parts(rest, "; ");
        Some(statement)
    }

    /// Whether a text is such a line, and not an effect by itself.
    pub(crate) fn is_line(text: &str) -> bool {
        let Some((head, _)) = text.split_once(':') else { return false };
        matches!(head, "leading" | "against" | "optional" | "once")
            || head.starts_with("weapon ")
            || head.starts_with("if ")
    }

    /// With conditions and effects that its parts add: those of a die, `3+:`, are rolled for all of them.
    pub(super) fn with(mut self, when: &[String], effects: &[String]) -> Self {
        for text in when {
            if !self.when.contains(text) {
                self.when.push(text.clone());
            }
        }
        let die = self.effects.pop_if(|last| last.ends_with(':'));
        let die = die.map_or_else(String::new, |die| format!("{die} "));
        self.effects.extend(effects.iter().map(|effect| format!("{die}{effect}")));
        self
    }

    /// Whether it says only how often what is with it may be used.
    pub(super) fn is_only_a_limit(&self) -> bool {
        self.optional && self.effects.is_empty()
    }
}

fn parts(text: &str, between: &str) -> Vec<String> {
    text.split(between).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [(self.leading, "leading"), (self.against, "against"), (self.optional && !self.once, "optional")];
        for (_, name) in flags.into_iter().chain([(self.once, "once")]).filter(|(is, _)| *is) {
            write!(f, "{name}: ")?;
        }
        if !self.weapon.is_empty() {
            write!(f, "weapon {}: ", self.weapon)?;
        }
        if !self.when.is_empty() {
            write!(f, "if {}: ", self.when.join(", "))?;
        }
        f.write_str(&self.effects.join("; "))
    }
}
