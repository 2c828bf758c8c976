//! The sentences of cards that have a meaning for the dice: a table of phrases, each with what it becomes in a profile.
//!
//! A phrase is words in lower case without punctuation. `<a|b>` stands for one of several wordings (nothing is one, too),
//! `{n}` for a number or dice, `{t}` for a number to reach, `{k}` for up to four words (a keyword, a weapon, an ability),
//! `{r}` for a range such as `1-5`, `{a}` for an amount such as `D3`, `{q}` for inches, `{b}` for an
//! attack keyword of A Song of Ice & Fire, `{g}` for an ability of a weapon, `{v}` for a keyword of many units. `{A}`, `{T}` and `{C}` stand for
//! the phrases of small tables: which attacks, on which targets, and what changes. An ability is understood only if phrases
//! cover all of its text: what a sentence more would change is not guessed.

mod asoiaf;
mod parts;
mod sigmar;
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
    /// Whom the ability is used on.
    Whom(Whom),
}

/// Whom an ability is used on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whom {
    /// The unit that has it.
    Itself,
    /// A unit of the other side.
    Enemy,
    /// A unit of its own side, of one of the keywords that were captured, if there are any.
    Friend,
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
    /// `%1: ` if a die is rolled first.
    pub(super) roll: &'static str,
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

/// Phrases of Age of Sigmar, of abilities that a unit has without asking.
pub(super) static AGE_OF_SIGMAR: LazyLock<Table> =
    LazyLock::new(|| Table::of(&[sigmar::PASSIVE, sigmar::AGE_OF_SIGMAR], sigmar::PARTS));

/// The same, of abilities that are asked for by their name.
pub(super) static AGE_OF_SIGMAR_ASKED: LazyLock<Table> =
    LazyLock::new(|| Table::of(&[sigmar::ASKED, sigmar::AGE_OF_SIGMAR], sigmar::PARTS));

/// Phrases of Age of Sigmar that say whom an ability is used on, and when it may be.
pub(super) static DECLARATIONS: LazyLock<Table> =
    LazyLock::new(|| Table::of(&[sigmar::ASKED, sigmar::DECLARATIONS], sigmar::PARTS));

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
    /// With what is captured behind it.
    fn and(mut self, mut behind: Self) -> Self {
        self.texts.append(&mut behind.texts);
        self.when.append(&mut behind.when);
        self.effects.append(&mut behind.effects);
        self
    }
}

impl Part {
    /// What it adds where its phrase was found: a small table has placeholders of its own.
    fn of(self, found: Vec<(usize, Captured)>) -> impl Iterator<Item = (usize, Captured)> {
        found.into_iter().map(move |(used, own)| {
            let all = |texts: &[&str], inner: Vec<String>| {
                let own_texts = texts.iter().map(|text| filled(text, &own.texts));
                own_texts.chain(inner).collect::<Vec<String>>()
            };
            let (when, effects) = (all(self.when, own.when.clone()), all(self.effects, own.effects.clone()));
            (used, Captured { texts: Vec::new(), when, effects })
        })
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
            let n: u32 = self.last('r').or_else(|| self.last('n'))?.rsplit('-').next()?.parse().ok()?;
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

    /// The keywords of the units that it may be used on, in capitals; `NON-HERO` for all but those.
    pub(super) fn keywords(&self) -> impl Iterator<Item = String> {
        self.captured.texts.iter().filter(|(kind, _)| matches!(kind, 'v' | 'w')).map(|(_, word)| keyword(word))
    }

    fn last(&self, kind: char) -> Option<&str> {
        self.captured.texts.iter().rev().find(|(known, _)| *known == kind).map(|(_, value)| value.as_str())
    }
}

/// A text of a table with what was captured in its places.
fn filled(text: &str, captured: &[(char, String)]) -> String {
    let mut filled = text.to_owned();
    for (index, (kind, value)) in captured.iter().enumerate() {
        let value = match kind {
            'a' => value.to_uppercase(),
            'v' | 'w' => keyword(value).replace("NON-", "not "),
            _ => value.clone(),
        };
        filled = filled.replace(&format!("%{}", index + 1), &value);
    }
    if filled.contains("KEYWORDS") {
        let words = captured.iter().filter(|(kind, _)| matches!(kind, 'v' | 'w')).map(|(_, word)| keyword(word));
        let words: Vec<String> = words.map(|word| word.replace("NON-", "not ")).collect();
        filled = filled.replace("KEYWORDS", &words.join(" or "));
    }
    filled
}

/// A keyword in capitals; of those that many units bear the plural, too.
fn keyword(word: &str) -> String {
    let plain = word.strip_prefix("non-").unwrap_or(word);
    let single = sigmar::KEYWORDS.iter().find(|known| plain == **known || plain == plural(known)).unwrap_or(&plain);
    let of_others = if plain.len() < word.len() { "NON-" } else { "" };
    format!("{of_others}{}", single.to_uppercase())
}

fn plural(keyword: &str) -> String {
    if keyword == "hero" { "heroes".to_owned() } else { format!("{keyword}s") }
}

/// The most words of a text that is compared with phrases.
const MAX_WORDS: usize = 600;

/// What all of a text means, phrase by phrase; `None` if any of it has no phrase. Of several readings the one whose first
/// phrase is longest, and of several phrases the first.
pub(super) fn understand(table: &Table, text: &str) -> Option<Vec<Understood>> {
    let plain = plain(text);
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.is_empty() || words.len() > MAX_WORDS {
        return None;
    }
    let mut found: Vec<Vec<(usize, Understood)>> = (0..words.len()).map(|_| Vec::new()).collect();
    let mut reached = vec![false; words.len() + 1];
    reached[0] = true;
    for from in 0..words.len() {
        if !reached[from] {
            continue;
        }
        for (pieces, means) in &table.phrases {
            for (used, captured) in matches(table, pieces, &words[from..]) {
                if used > 0 && found[from].iter().all(|(known, _)| *known != used) {
                    reached[from + used] = true;
                    found[from].push((used, Understood { means: *means, captured }));
                }
            }
        }
    }
    // From where the end can be reached.
    let mut leads = vec![false; words.len() + 1];
    leads[words.len()] = true;
    for from in (0..words.len()).rev() {
        found[from].retain(|(used, _)| leads[from + used]);
        leads[from] = !found[from].is_empty();
    }
    let (mut from, mut all) = (0, Vec::new());
    while from < words.len() {
        let (used, understood) = std::mem::take(&mut found[from]).into_iter().max_by_key(|(used, _)| *used)?;
        from += used;
        all.push(understood);
    }
    Some(all)
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
    let short = sigmar::SHORT.iter().chain(table::SHORT);
    let long = short.fold(phrase.to_owned(), |phrase, (short, long)| phrase.replace(short, long));
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

/// How many words the pieces may take, each number once, and what they capture then.
fn matches(table: &Table, pieces: &[Piece], words: &[&str]) -> Vec<(usize, Captured)> {
    let Some((piece, rest)) = pieces.split_first() else { return vec![(0, Captured::default())] };
    let mut all: Vec<(usize, Captured)> = Vec::new();
    for (used, first) in beginnings(table, piece, words) {
        for (more, behind) in matches(table, rest, &words[used..]) {
            if all.iter().all(|(known, _)| *known != used + more) {
                all.push((used + more, first.clone().and(behind)));
            }
        }
    }
    all
}

/// The same of one piece.
fn beginnings(table: &Table, piece: &Piece, words: &[&str]) -> Vec<(usize, Captured)> {
    match piece {
        Piece::Word(word) if words.first().is_some_and(|found| found == word) => vec![(1, Captured::default())],
        Piece::Word(_) => Vec::new(),
        Piece::Any(choices) => choices.iter().flat_map(|choice| matches(table, choice, words)).collect(),
        Piece::Capture(kind) if kind.is_ascii_uppercase() => {
            let parts = table.part(*kind).iter();
            parts.flat_map(|(pieces, part)| part.of(matches(table, pieces, words))).collect()
        }
        Piece::Capture(kind) => {
            let most = match kind {
                'n' | 't' | 'r' | 'a' | 'q' => 1,
                's' => 8,
                _ => 5,
            };
            let text = |length: usize| (length, words[..length].join(" "));
            let fitting = (1..=most.min(words.len())).map(text).filter(|(_, text)| holds(*kind, text));
            fitting
                .map(|(length, text)| (length, Captured { texts: vec![(*kind, text)], ..Captured::default() }))
                .collect()
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
        'v' => {
            let plain = text.strip_prefix("non-").unwrap_or(text);
            sigmar::KEYWORDS.iter().any(|known| plain == *known || plain == plural(known))
        }
        'g' => sigmar::is_weapon_ability(text),
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
                Means::Nothing | Means::Whom(_) => {}
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
