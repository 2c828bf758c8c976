//! The sentences of cards that have a meaning for the dice: a table of phrases, each with what it becomes in a profile.
//!
//! A phrase is words in lower case without punctuation. `<a|b>` stands for one of several wordings (nothing is one, too),
//! `{n}` for a number or dice, `{t}` for a number to reach, `{k}` for up to four words (a keyword, a weapon, an ability),
//! `{r}` for a range such as `1-5`, `{a}` for an amount such as `D3`, `{q}` for inches, `{b}` for an
//! attack keyword of A Song of Ice & Fire, `{g}` for an ability at the end. `{A}`, `{T}` and `{C}` stand for
//! the phrases of small tables: which attacks, on which targets, and what changes. An ability is understood only if phrases
//! cover all of its text: what a sentence more would change is not guessed.

mod asoiaf;
mod parts;
mod table;
mod warcry;

use std::sync::LazyLock;

use super::values::clean;

/// What a phrase means. `%1` in a text is what its first placeholder stood for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Means {
    /// A key of the models that have it (`invulnerable`, `feel-no-pain`, `save`), or of the unit (`ward`).
    Key(&'static str, &'static str),
    /// An `[[ability]]`.
    Block(Block),
    /// No dice: what no attack asks for, or what only says when the rest holds.
    Nothing,
    /// All that the ability does is asked for by its name; once only, if the flag says so.
    Asked(bool),
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
pub(super) struct Table {
    phrases: Vec<(Vec<Piece>, Means)>,
    parts: Vec<(char, Vec<(Vec<Piece>, Part)>)>,
}

impl Table {
    fn of(phrases: &[&[table::Phrase]], parts: &[(char, &'static [parts::Entry])]) -> Self {
        let part = |(phrase, when, effects): &parts::Entry| (pieces(&expanded(phrase)), Part { when, effects });
        Self {
            phrases: phrases
                .iter()
                .copied()
                .flatten()
                .map(|(phrase, means)| (pieces(&expanded(phrase)), *means))
                .collect(),
            parts: parts.iter().map(|(kind, entries)| (*kind, entries.iter().map(part).collect())).collect(),
        }
    }

    fn part(&self, kind: char) -> &[(Vec<Piece>, Part)] {
        self.parts.iter().find(|(known, _)| *known == kind).map_or(&[], |(_, entries)| entries)
    }
}

/// What a phrase of a small table adds to the one it stands in.
#[derive(Clone, Copy, Debug)]
struct Part {
    when: &'static [&'static str],
    effects: &'static [&'static str],
}

/// Phrases of Warhammer 40,000.
pub(super) static WARHAMMER_40K: LazyLock<Table> =
    LazyLock::new(|| Table::of(&[table::WARHAMMER_40K], parts::WARHAMMER_40K));

/// Phrases of Age of Sigmar.
pub(super) static AGE_OF_SIGMAR: LazyLock<Table> =
    LazyLock::new(|| Table::of(&[table::AGE_OF_SIGMAR], parts::AGE_OF_SIGMAR));

/// Phrases of Warcry.
pub(super) static WARCRY: LazyLock<Table> = LazyLock::new(|| Table::of(&[warcry::WARCRY], warcry::PARTS));

/// Phrases of A Song of Ice & Fire.
pub(super) static ASOIAF: LazyLock<Table> = LazyLock::new(|| Table::of(&[asoiaf::ASOIAF], &[]));

/// A phrase that was found, and what its placeholders stood for.
#[derive(Debug)]
pub(super) struct Understood {
    pub(super) means: Means,
    captured: Captured,
}

/// What placeholders stood for.
#[derive(Clone, Debug, Default)]
struct Captured {
    texts: Vec<(char, String)>,
    /// What phrases of small tables add.
    when: Vec<String>,
    effects: Vec<String>,
}

impl Captured {
    /// How much there is, so that a wrong turn can be taken back.
    fn lengths(&self) -> [usize; 3] {
        [self.texts.len(), self.when.len(), self.effects.len()]
    }

    fn back_to(&mut self, [texts, when, effects]: [usize; 3]) {
        self.texts.truncate(texts);
        self.when.truncate(when);
        self.effects.truncate(effects);
    }
}

impl Understood {
    /// When it holds, and what it does, besides what its own phrase says.
    pub(super) fn parts(&self) -> (&[String], &[String]) {
        (&self.captured.when, &self.captured.effects)
    }

    /// A text of the table with what was captured in its places. `wounds` are those of a model, for damaged brackets.
    pub(super) fn fill(&self, text: &str, wounds: Option<u32>) -> Option<String> {
        let mut filled = filled(text, &self.captured.texts);
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
        Some(filled)
    }

    fn last(&self, kind: char) -> Option<&str> {
        self.captured.texts.iter().rev().find(|(known, _)| *known == kind).map(|(_, value)| value.as_str())
    }
}

/// A text of a table with what was captured in its places.
fn filled(text: &str, captured: &[(char, String)]) -> String {
    let mut filled = text.to_owned();
    for (index, (kind, value)) in captured.iter().enumerate() {
        let value = if *kind == 'a' { value.to_uppercase() } else { value.clone() };
        filled = filled.replace(&format!("%{}", index + 1), &value);
    }
    if filled.contains("KEYWORDS") {
        let words: Vec<String> =
            captured.iter().filter(|(kind, _)| *kind == 'w').map(|(_, word)| word.to_uppercase()).collect();
        filled = filled.replace("KEYWORDS", &words.join(" or "));
    }
    filled
}

/// What all of a text means, phrase by phrase; `None` if any of it has no phrase.
pub(super) fn understand(table: &Table, text: &str) -> Option<Vec<Understood>> {
    let plain = plain(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut from = 0;
    let mut found = Vec::new();
    while from < words.len() {
        let fitting = table.phrases.iter().filter_map(|(pieces, means)| {
            let mut captured = Captured::default();
            let used = matches(table, pieces, &words[from..], &mut captured)?;
            Some((Understood { means: *means, captured }, used))
        });
        // The longest phrase; of several the first.
        let longest = |best: (Understood, usize), next: (Understood, usize)| if next.1 > best.1 { next } else { best };
        let (understood, used) = fitting.reduce(longest)?;
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
    let plain: String = lower
        .chars()
        .filter(|c| !matches!(c, '.' | ',' | ':' | ';' | '[' | ']' | '(' | ')' | '!' | '■' | '•'))
        .collect();
    // A sign in front of a number is a word of its own.
    let apart = |word: &str| match word.strip_prefix(['+', '-']) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => format!("{} {number}", &word[..1]),
        _ => word.to_owned(),
    };
    plain.split_whitespace().map(apart).collect::<Vec<_>>().join(" ")
}

fn expanded(phrase: &str) -> String {
    let long = table::SHORT.iter().fold(phrase.to_owned(), |phrase, (short, long)| phrase.replace(short, long));
    long.replace("+{", "+ {").replace("-{", "- {")
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
fn matches(table: &Table, pieces: &[Piece], words: &[&str], captured: &mut Captured) -> Option<usize> {
    let Some((piece, rest)) = pieces.split_first() else { return Some(0) };
    let before = captured.lengths();
    match piece {
        Piece::Word(word) => {
            words.first().filter(|found| *found == word)?;
            Some(1 + matches(table, rest, &words[1..], captured)?)
        }
        Piece::Any(choices) => choices.iter().find_map(|choice| {
            captured.back_to(before);
            let used = matches(table, choice, words, captured)?;
            let more = matches(table, rest, &words[used..], captured)?;
            Some(used + more)
        }),
        Piece::Capture(kind) if kind.is_ascii_uppercase() => table.part(*kind).iter().find_map(|(pieces, part)| {
            captured.back_to(before);
            // A small table has placeholders of its own.
            let mut own = Captured::default();
            let used = matches(table, pieces, words, &mut own)?;
            captured.when.extend(part.when.iter().map(|text| filled(text, &own.texts)));
            captured.effects.extend(part.effects.iter().map(|text| filled(text, &own.texts)));
            captured.when.append(&mut own.when);
            captured.effects.append(&mut own.effects);
            let more = matches(table, rest, &words[used..], captured)?;
            Some(used + more)
        }),
        Piece::Capture(kind) => {
            let most = match kind {
                'n' | 't' | 'r' | 'a' | 'q' => 1,
                's' => 8,
                _ => 5,
            };
            let most = most.min(words.len());
            // An ability at the end of a phrase is as long as can be.
            let length = |step: usize| if *kind == 'g' { most - step } else { step + 1 };
            (0..most).map(length).find_map(|length| {
                captured.back_to(before);
                let text = words[..length].join(" ");
                if !holds(*kind, &text) {
                    return None;
                }
                captured.texts.push((*kind, text));
                Some(length + matches(table, rest, &words[length..], captured)?)
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
        'a' => digits(text) || text.parse::<crate::dice::Amount>().is_ok(),
        'q' => text.strip_suffix('"').is_some_and(digits),
        'b' => matches!(text, "critical blow" | "sundering" | "vicious" | "precision"),
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
                    let (when, effects) = one.parts();
                    for (own, added) in [(block.when, when), (block.effects, effects)] {
                        all.extend(added.iter().cloned());
                        for text in own {
                            all.push(one.fill(text, Some(wounds))?);
                        }
                    }
                }
                Means::Asked(once) => all.push(if once { "once".to_owned() } else { "asked".to_owned() }),
                Means::Nothing => {}
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
