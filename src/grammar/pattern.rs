//! Patterns: pieces of a wording, and how words follow them.
//!
//! | in a wording | what may be there |
//! |---|---|
//! | `word` | that word |
//! | `<a|b c|>` | one of these, here `a`, `b c` or nothing |
//! | `{n}` | a number |
//! | `{s}` | a number with its sign |
//! | `{t}` | a number to reach, `4+` |
//! | `{a}`, `{d}` | a number or dice, dice alone |
//! | `{r}` | a range, `1-5`, or a number |
//! | `{q}` | inches, `6"` |
//! | `{k}` | up to five words: a weapon, an ability |
//! | `{w}` | the same, a keyword |
//! | `{v}` | a keyword of the section `[v]`, perhaps in the plural, perhaps `non-…` |
//! | `{any}` | up to eight words, whatever they are |
//! | `{idle}` | the same without a word of the dice of an attack |
//! | `{calm}` | the same without a fight |
//! | `{name}` | a row of the section `[name]` |

use std::sync::Arc;

/// A piece of a wording.
#[derive(Debug)]
pub(crate) enum Piece {
    Word(String),
    Any(Vec<Vec<Piece>>),
    /// What varies, with the letters and signs that are before it and behind it in one word.
    Capture {
        kind: Arc<str>,
        before: String,
        behind: String,
    },
    /// A row of another section.
    Section {
        name: Arc<str>,
        place: usize,
    },
}

/// The pieces of a wording; `sections` are the names of all sections, and `compared` is a word in the words that are
/// compared.
pub(super) fn pieces(wording: &str, sections: &[&str], compared: &dyn Fn(&str) -> Vec<String>) -> Vec<Piece> {
    let wording =
        wording.replace("re-roll", "reroll").replace("+{", "+ {").replace("-{", "- {").replace("anti- {", "anti-{");
    let (mut pieces, mut rest) = (Vec::new(), wording.trim_start());
    while !rest.is_empty() {
        let used = if let Some(inner) = rest.strip_prefix('<') {
            let (choices, end) = choices(inner);
            pieces.push(Piece::Any(choices.into_iter().map(|one| self::pieces(one, sections, compared)).collect()));
            (end + 2).min(rest.len())
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            match place(&rest[..end], sections) {
                Some(piece) => pieces.push(piece),
                None => pieces.extend(compared(&rest[..end]).into_iter().map(Piece::Word)),
            }
            end
        };
        rest = rest[used..].trim_start();
    }
    pieces
}

/// What is between the bars up to the bracket that closes, and where that is; brackets may be within.
fn choices(text: &str) -> (Vec<&str>, usize) {
    let (mut all, mut from, mut depth) = (Vec::new(), 0, 0);
    for (place, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            '|' | '>' if depth == 0 => {
                all.push(&text[from..place]);
                from = place + 1;
                if letter == '>' {
                    return (all, place);
                }
            }
            _ => {}
        }
    }
    all.push(&text[from..]);
    (all, text.len())
}

/// The place for what varies that a word of a wording is.
fn place(word: &str, sections: &[&str]) -> Option<Piece> {
    let (before, rest) = word.split_once('{')?;
    let (name, behind) = rest.split_once('}')?;
    let section = sections.iter().position(|section| *section == name).filter(|_| name.len() > 1);
    let (name, before, behind) = (Arc::from(name), before.to_owned(), behind.to_owned());
    Some(match section {
        Some(place) => Piece::Section { name, place },
        None => Piece::Capture { kind: name, before, behind },
    })
}
