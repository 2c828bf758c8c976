//! The sentences of cards that have a meaning for the dice: a table of phrases, each with what it becomes in a profile.
//!
//! A phrase is words in lower case without punctuation. `<a|b>` stands for one of several wordings (nothing is one, too),
//! `{n}` for a number or dice, `{t}` for a number to reach, `{k}` for up to four words (a keyword, a weapon, an ability),
//! `{r}` for a range such as `1-5`. An ability is understood only if phrases cover all of its text: what a sentence more
//! would change is not guessed.

mod table;

use std::sync::LazyLock;

use super::values::clean;

/// What a phrase means. `%1` in a text is what its first placeholder stood for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Means {
    /// A key of the models that have it (`invulnerable`, `feel-no-pain`, `save`), or of the unit (`ward`).
    Key(&'static str, &'static str),
    /// An `[[ability]]`.
    Block(Block),
}

/// An `[[ability]]` that a phrase becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) effects: &'static [&'static str],
    pub(super) when: &'static [&'static str],
    pub(super) leading: bool,
    pub(super) against: bool,
    /// The weapon it speaks of.
    pub(super) weapon: &'static str,
}

/// The phrases of a game, ready to be compared with texts.
pub(super) struct Table(Vec<(Vec<Piece>, Means)>);

impl Table {
    fn of(phrases: &[table::Phrase]) -> Self {
        Self(phrases.iter().map(|(phrase, means)| (pieces(&expanded(phrase)), *means)).collect())
    }
}

/// Phrases of Warhammer 40,000.
pub(super) static WARHAMMER_40K: LazyLock<Table> = LazyLock::new(|| Table::of(table::WARHAMMER_40K));

/// Phrases of Age of Sigmar.
pub(super) static AGE_OF_SIGMAR: LazyLock<Table> = LazyLock::new(|| Table::of(table::AGE_OF_SIGMAR));

/// A phrase that was found, and what its placeholders stood for.
#[derive(Debug)]
pub(super) struct Understood {
    pub(super) means: Means,
    captured: Vec<(char, String)>,
}

impl Understood {
    /// A text of the table with what was captured in its places. `wounds` are those of a model, for damaged brackets.
    pub(super) fn fill(&self, text: &str, wounds: Option<u32>) -> Option<String> {
        let mut filled = text.to_owned();
        for (index, (_, value)) in self.captured.iter().enumerate() {
            filled = filled.replace(&format!("%{}", index + 1), value);
        }
        if filled.contains("%NEXT") {
            let n: u32 = self.last('n')?.parse().ok()?;
            filled = filled.replace("%NEXT", &(n + 1).to_string());
        }
        if filled.contains("%N") {
            filled = filled.replace("%N", self.last('n')?);
        }
        if filled.contains("%W") {
            let left: u32 = self.last('r')?.rsplit('-').next()?.parse().ok()?;
            let lost = wounds?.checked_sub(left).filter(|lost| *lost > 0)?;
            filled = filled.replace("%W", &lost.to_string());
        }
        if filled.contains("KEYWORDS") {
            let words: Vec<String> =
                self.captured.iter().filter(|(kind, _)| *kind == 'w').map(|(_, word)| word.to_uppercase()).collect();
            filled = filled.replace("KEYWORDS", &words.join(" or "));
        }
        Some(filled)
    }

    fn last(&self, kind: char) -> Option<&str> {
        self.captured.iter().rev().find(|(known, _)| *known == kind).map(|(_, value)| value.as_str())
    }
}

/// What all of a text means, phrase by phrase; `None` if any of it has no phrase.
pub(super) fn understand(table: &Table, text: &str) -> Option<Vec<Understood>> {
    let plain = plain(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut from = 0;
    let mut found = Vec::new();
    while from < words.len() {
        let (understood, used) = table.0.iter().find_map(|(pieces, means)| {
            let mut captured = Vec::new();
            let used = matches(pieces, &words[from..], &mut captured)?;
            Some((Understood { means: *means, captured }, used))
        })?;
        if used == 0 {
            return None;
        }
        from += used;
        found.push(understood);
    }
    Some(found).filter(|found| !found.is_empty())
}

/// Lower case, without punctuation.
fn plain(text: &str) -> String {
    let lower = clean(text).to_lowercase().replace("re-roll", "reroll").replace("reroll", "re-roll");
    lower.chars().filter(|c| !matches!(c, '.' | ',' | ':' | ';' | '[' | ']' | '(' | ')' | '!' | '■' | '•')).collect()
}

fn expanded(phrase: &str) -> String {
    table::SHORT.iter().fold(phrase.to_owned(), |phrase, (short, long)| phrase.replace(short, long))
}

/// A piece of a phrase.
#[derive(Debug)]
enum Piece {
    Word(String),
    Any(Vec<Vec<Piece>>),
    Capture(char),
}

fn pieces(phrase: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = phrase.trim_start();
    while let Some(first) = rest.chars().next() {
        let used = if first == '<' {
            let end = rest.find('>').unwrap_or(rest.len() - 1);
            pieces.push(Piece::Any(rest[1..end].split('|').map(self::pieces).collect()));
            end + 1
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            let word = &rest[..end];
            let kind =
                word.strip_prefix('{').and_then(|word| word.strip_suffix('}')).and_then(|kind| kind.chars().next());
            pieces.push(kind.map_or_else(|| Piece::Word(word.to_owned()), Piece::Capture));
            end
        };
        rest = rest[used..].trim_start();
    }
    pieces
}

/// How many words the pieces take, and what they capture; `None` if they do not fit.
fn matches(pieces: &[Piece], words: &[&str], captured: &mut Vec<(char, String)>) -> Option<usize> {
    let Some((piece, rest)) = pieces.split_first() else { return Some(0) };
    let before = captured.len();
    match piece {
        Piece::Word(word) => {
            words.first().filter(|found| *found == word)?;
            Some(1 + matches(rest, &words[1..], captured)?)
        }
        Piece::Any(choices) => choices.iter().find_map(|choice| {
            captured.truncate(before);
            let used = matches(choice, words, captured)?;
            let more = matches(rest, &words[used..], captured)?;
            Some(used + more)
        }),
        Piece::Capture(kind) => {
            let most = match kind {
                'n' | 't' | 'r' => 1,
                's' => 8,
                _ => 5,
            };
            (1..=most.min(words.len())).find_map(|length| {
                captured.truncate(before);
                let text = words[..length].join(" ");
                if !holds(*kind, &text) {
                    return None;
                }
                captured.push((*kind, text));
                Some(length + matches(rest, &words[length..], captured)?)
            })
        }
    }
}

fn holds(kind: char, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.len() < 4 && text.bytes().all(|b| b.is_ascii_digit());
    match kind {
        'n' => digits(text),
        't' => text.strip_suffix('+').is_some_and(digits),
        'r' => text.split_once('-').is_some_and(|(low, high)| digits(low) && digits(high)) || digits(text),
        'w' => !text.split(' ').any(|word| matches!(word, "or" | "that" | "within" | "unit" | "enemy")),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(table: &Table, text: &str, wounds: u32) -> Option<Vec<String>> {
        let understood = understand(table, text)?;
        let mut all = Vec::new();
        for one in &understood {
            match one.means {
                Means::Key(key, value) => all.push(format!("{key} = {}", one.fill(value, None)?)),
                Means::Block(block) => {
                    for text in block.when.iter().chain(block.effects) {
                        all.push(one.fill(text, Some(wounds))?);
                    }
                }
            }
        }
        Some(all)
    }

    #[test]
    fn sentences_of_cards_become_effects() {
        let means = |text: &str| effects(&WARHAMMER_40K, text, 16).map(|all| all.join(" / "));
        for (text, expected) in [
            ("This model has a 4+ invulnerable save.", "invulnerable = 4+"),
            ("Models in this unit have an invulnerable save of 5+.", "invulnerable = 5+"),
            ("This model has a 5+ invulnerable save against ranged attacks.", "shooting / invulnerable 5+"),
            ("Models in the bearer’s unit have the Feel No Pain 6+ ability.", "feel-no-pain = 6+"),
            (
                "While this model is leading a unit, weapons equipped by models in that unit have the **[LETHAL HITS]** ability.",
                "lethal hits",
            ),
            (
                "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Hit roll.",
                "melee / +1 to hit",
            ),
            (
                "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll.",
                "damage 11+ / -1 to hit",
            ),
            (
                "While this model has 1-5 wounds remaining, subtract 4 from this model's Objective Control characteristic, and each time this model makes an attack, subtract 1 from the Hit roll.",
                "damage 11+ / -1 to hit",
            ),
            (
                "Each time this model makes a ranged attack that targets a Monster or Vehicle unit, you can re-roll the Wound roll.",
                "shooting / target MONSTER or VEHICLE / reroll failed wounds",
            ),
            (
                "Each time this model makes a ranged attack that targets a unit that can Fly, add 1 to the Hit roll.",
                "shooting / target FLY / +1 to hit",
            ),
        ] {
            assert_eq!(means(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(means("This model has a 4+ invulnerable save. It may fly to the moon."), None);
        assert_eq!(means("Once per battle, this model has a 4+ invulnerable save."), None);
    }

    #[test]
    fn sentences_of_warscrolls_become_effects() {
        let means = |text: &str| effects(&AGE_OF_SIGMAR, text, 16).map(|all| all.join(" / "));
        for (text, expected) in [
            ("This unit has **^^Ward^^ (5+)**.", "ward = 5+"),
            ("Subtract 1 from hit rolls for shooting attacks that target this unit.", "shooting / -1 to hit"),
            (
                "While this unit has 10 or more damage points, the Attacks characteristic of its Draconic Claws is 4.",
                "damage 10+ / set attacks to 4",
            ),
        ] {
            assert_eq!(means(text).as_deref(), Some(expected), "{text}");
        }
    }
}
