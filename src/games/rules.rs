//! The index of a game's rules: what is computed of each, what a player is asked, and what is left out, with the reason.
//!
//! It is the file `rules.md` in the game's folder: tables whose rows are id, page, what the rule is about, and what is
//! made of it here. Everything else in the file is text for readers.

use crate::words::same;

/// What this program makes of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It is part of every attack that it concerns.
    Computed,
    /// The player says it, with a situation, an effect, a value or a question.
    Asked,
    /// It is left out.
    NotComputed,
    /// No rule, but a worked value that tests check.
    Example,
}

impl How {
    /// Each, and the words that a row says it with.
    const WORDS: [(Self, &str); 4] = [
        (Self::Computed, "computed"),
        (Self::Asked, "asked"),
        (Self::NotComputed, "not computed"),
        (Self::Example, "example"),
    ];

    /// What a row says: one of the words, and then nothing, or a colon and the details.
    fn of(here: &str) -> Option<Self> {
        let says = |words: &str| here.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(": "));
        Self::WORDS.into_iter().find(|(_, words)| says(words)).map(|(how, _)| how)
    }
}

/// One rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule<'a> {
    /// Its id, such as `AOS-17.1`.
    pub id: &'a str,
    /// Where it is printed, such as `core p. 22`; `-` if it is not.
    pub page: &'a str,
    /// What it is about, in a few words.
    pub what: &'a str,
    /// What this program makes of it.
    pub how: How,
    /// The same in words, with the details: `asked: …`.
    pub here: &'a str,
}

impl Rule<'_> {
    /// Whether it is printed under this name, which stands in front of what it is about: `Rapid Ingress: Reserves arrive`.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let (what, name) = (self.what, name.trim());
        let front = what.split([':', ';', ',']).next().unwrap_or(what);
        let begins = || {
            let rest = what.get(..name.len()).filter(|front| same(front, name)).map(|_| &what[name.len()..]);
            rest.is_some_and(|rest| rest.starts_with(' ') && what.starts_with(char::is_uppercase))
        };
        name.len() > 4 && (same(front, name) || begins())
    }
}

/// A rule as lists and explanations cite it: with the page or the section where it is printed, `W40K-HIT (core p. 23)`,
/// unless its id is the number of its section, `AOS-17.1`.
pub(crate) fn cited(rules: &[Rule<'_>], id: &str) -> String {
    let page = rules.iter().find(|rule| rule.id == id).map_or("-", |rule| rule.page);
    if page == "-" || is_chapter(page) {
        return id.to_owned();
    }
    format!("{id} ({})", page.replace("section ", "").replace(';', ","))
}

/// Whether it names too many pages to find the rule by. Such rules have numbers as ids.
fn is_chapter(page: &str) -> bool {
    let range = page.rsplit(' ').next().and_then(|pages| pages.split_once('-'));
    let pages = range.and_then(|(first, last)| Some((first.parse::<u32>().ok()?, last.parse::<u32>().ok()?)));
    pages.is_some_and(|(first, last)| last > first + 9)
}

/// The rules of an index, in its order.
///
/// # Errors
///
/// Names the line that is not a row of id, page, subject and treatment.
pub fn read_index(index: &str) -> Result<Vec<Rule<'_>>, String> {
    let mut rules = Vec::new();
    for (number, line) in (1..).zip(index.lines()) {
        let Some(row) = line.strip_prefix("| ").filter(|row| !row.starts_with("rule |")) else { continue };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [id, page, what, here, ""] = cells[..] else {
            return Err(format!("line {number} of the rules index is not `| id | page | what it is about | here |`"));
        };
        let Some(how) = How::of(here).filter(|_| ![id, page, what].contains(&"")) else {
            return Err(format!("line {number} of the rules index does not say what is made of `{id}`: `{here}`"));
        };
        rules.push(Rule { id, page, what, how, here });
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Text.\n\n| rule | page | what it is about | here |\n|---|---|---|---|\n";

    #[test]
    fn a_rule_is_cited_with_its_page_where_that_helps() {
        let index = format!(
            "{HEAD}| A-1 | core p. 2 | hits | computed |\n| A-2 | core pp. 5-27 | x | computed |\n| A-3 | section 05.01 | y | computed |\n"
        );
        let rules = read_index(&index).expect("an index");
        let cited = |id: &str| super::cited(&rules, id);
        assert_eq!([cited("A-1"), cited("A-2"), cited("A-3")], ["A-1 (core p. 2)", "A-2", "A-3 (05.01)"]);
    }

    #[test]
    fn a_rule_is_called_as_its_subject_begins() {
        let of = |what: &'static str| Rule { id: "A-1", page: "-", what, how: How::Computed, here: "computed" };
        assert!(of("Rapid Ingress: Reserves arrive").is_called("rapid-ingress"));
        assert!(of("Respite removes damage").is_called("respite"));
        assert!(!of("waiting for a later activation").is_called("waiting"));
        assert!(!of("Respite removes damage").is_called("respit"));
    }

    #[test]
    fn rows_are_rules_and_the_rest_is_text() {
        let index =
            format!("{HEAD}| A-1 | core p. 2 | hits | asked: `--with cover` |\n\n| A-2 | - | saves | computed |\n");
        let rules = read_index(&index).expect("an index");
        let first = Rule { id: "A-1", page: "core p. 2", what: "hits", how: How::Asked, here: "asked: `--with cover`" };
        assert_eq!((rules[0], rules[1].how, rules.len()), (first, How::Computed, 2));
    }

    #[test]
    fn a_row_that_is_wrong_is_told_with_its_line() {
        for wrong in ["| A-1 | core p. 2 | hits |", "| A-1 | p. 2 | hits | perhaps |", "| A-1 | | hits | computed |"] {
            let message = read_index(&format!("{HEAD}{wrong}\n")).expect_err(wrong);
            assert!(message.starts_with("line 5 "), "{message}");
        }
        assert_eq!(How::of("computedly"), None);
    }
}
