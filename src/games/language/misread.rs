//! Effects of entries that mean nothing as they stand: those that are held to something, and those of which it can be told
//! what was meant.

use super::condition::is_keyword;
use super::entry::Drafts;
use super::meaning::Language;
use super::situation;
use super::value::{die_in_front, holds_value, sample};
use crate::games::{GAMES, Owner, Phase};
use crate::grammar::Statement;
use crate::words::same;

/// What is wrong with an effect of an entry of this owner that means nothing as it stands, where that can be told, and what to
/// write.
pub(super) fn misread<D: Drafts>(
    text: &str,
    (sample, has_value): (&str, bool),
    (name, owner): (&str, Owner),
    (language, entries): (&Language<D>, &[String]),
) -> Option<(String, String)> {
    let is_effect = |text: &str| language.understood(text).is_some();
    let does = || format!("write what it does: `warodds list effects {}` shows how", language.game);
    if text.is_empty() {
        return Some(("an effect is missing".to_owned(), does()));
    }
    if same(text, name) {
        return Some((format!("the ability `{name}` holds itself"), does()));
    }
    if entries.iter().any(|entry| same(entry, text)) {
        return Some((format!("`{text}` is another ability of this profile, and none holds another"), does()));
    }
    if let Some(told) = misplaced(text, owner, language) {
        return Some(told);
    }
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, rest) = (first.trim_end_matches([':', '+']), rest.trim());
    if die_in_front(text).is_none()
        && is_effect(rest)
        && !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some((format!("`{text}` says what a die shows without `+:`"), format!("write `{word}+: {rest}`")));
    }
    if is_effect(rest) && ["target", "enemy", "attacker", "defender"].iter().any(|entry| same(entry, word)) {
        let against = format!("`against = true` and `{rest}` for attacks against this one");
        let help = match same(word, "attacker") {
            true => format!("an effect applies to its own unit: write `{rest}`, or {against}"),
            false => format!("write `target: {rest}` for the unit that this one attacks, or {against}"),
        };
        return Some((format!("`{text}` does not say whose it is as a profile does"), help));
    }
    if let Some(mended) = mistake(text, language) {
        return Some(mended);
    }
    let message = match language.lookup(sample) {
        _ if !has_value => return None,
        Some(Err(reason)) => return Some((format!("`{text}` has no meaning in {}", language.game), reason.to_owned())),
        _ if !super::spelling::readings(sample).is_empty() => return None,
        _ => format!("`{text}` is not an effect of {}, whatever X is", language.game),
    };
    Some((message, format!("write it as `+X attacks` or `half X mortal damage`; {}", does())))
}

/// What is wrong with a situation among the effects of an entry of this owner.
fn misplaced<D: Drafts>(text: &str, owner: Owner, language: &Language<D>) -> Option<(String, String)> {
    if let Some(situation) = language.situation(text) {
        // In an entry the words are its owner's.
        let target = if situation.owner.is_some_and(|other| other != owner) { "target " } else { "" };
        let help = format!(
            "write `when = [\"{target}{0}\"]` for what depends on it, or ask for it: `--with \"{0}\"`",
            situation.name
        );
        return Some((format!("`{text}` is a situation, not an effect"), help));
    }
    let elsewhere = GAMES.iter().find(|game| situation::named(game.situations, text).is_some());
    let game = elsewhere.filter(|_| language.understood(text).is_none())?;
    let help =
        format!("situations belong into `when` or `--with`: `warodds list situations {}` shows all", language.game);
    Some((format!("`{text}` is a situation of {}, not an effect", game.id), help))
}

/// What people write who know the words but not the form: two dice, a condition beside an effect, another letter than X. What is wrong, and what to write.
fn mistake<D: Drafts>(text: &str, language: &Language<D>) -> Option<(String, String)> {
    let is_effect = |text: &str| is_effect(text, language);
    if let Some((_, rest)) = die_in_front(text).filter(|(_, rest)| is_effect(rest)) {
        let help =
            format!("an entry rolls one die: write one number in front of `{rest}`, or an `[[ability]]` of its own");
        return Some(("two dice stand in front of an effect".to_owned(), help));
    }
    if let Some(rest) = with_x(text).filter(|rest| is_effect(rest)) {
        return Some((
            format!("`{text}` writes the value otherwise"),
            format!("the value is called X: write `{rest}`"),
        ));
    }
    let (effect, _, condition) = with_condition(text, is_effect)?;
    let help = match situation::named(language.situations, condition) {
        _ if same(condition, "once") || same(condition, "once per battle") => {
            format!("write `once = true` and `effects = [\"{effect}\"]`")
        }
        situation => {
            let owner = language.understood(effect).map_or(Owner::Attacker, |meaning| meaning.owner());
            let of_other = situation.is_some_and(|doc| doc.said_of(owner).is_none());
            let when = situation.map_or("…", |doc| doc.name);
            let when = if of_other { format!("target {when}") } else { when.to_owned() };
            format!("put conditions in `when`: write `when = [\"{when}\"]` and `effects = [\"{effect}\"]`")
        }
    };
    Some((format!("`{text}` is an effect and a condition"), help))
}

/// `+Y attacks`, `+2X attacks`, `+X/2 attacks` as they are written.
fn with_x(text: &str) -> Option<String> {
    let one = |word: &str| {
        let (sign, rest) = word.split_at(word.len() - word.trim_start_matches(['+', '-']).len());
        let value = match rest {
            "Y" | "Z" | "N" | "y" | "z" | "n" => "X",
            "2X" | "2x" => "double X",
            "3X" | "3x" => "triple X",
            "X/2" | "x/2" => "half X",
            _ => return None,
        };
        Some(format!("{sign}{value}"))
    };
    let words: Vec<&str> = text.split(' ').collect();
    let place = words.iter().position(|word| one(word).is_some())?;
    let mended: Vec<String> = words
        .iter()
        .enumerate()
        .map(|(at, word)| if at == place { one(word) } else { None }.unwrap_or_else(|| (*word).to_owned()))
        .collect();
    Some(mended.join(" "))
}

/// An effect that is held to something: `+1 to hit in melee`, `charged: +1 to hit`, `+1 to wound against MONSTER`. What it
/// depends on is what `when` would say; a situation is read where the words that join it say that it must hold.
pub(super) fn held<D: Drafts>(text: &str, language: &Language<D>) -> Option<Statement> {
    let (effect, between, condition) = with_condition(text, |text| is_effect(text, language))?;
    let against =
        same(condition, "attacks that target this unit") || between == " against " && same(condition, "this unit");
    let when = if against { Vec::new() } else { vec![named(between, condition, language)?] };
    Some(Statement { against, when, effects: vec![effect.to_owned()], ..Statement::default() })
}

/// What `when` would say: keywords of the target, a phase, a situation.
fn named<D: Drafts>(between: &str, condition: &str, language: &Language<D>) -> Option<String> {
    let words = condition.strip_suffix(" attacks").unwrap_or(condition);
    let words = words.strip_prefix("this unit's ").unwrap_or(words);
    let words = words.strip_prefix("TARGET ").unwrap_or(words);
    let keywords: Vec<&str> = words.split(" or ").flat_map(|part| part.split('/')).map(str::trim).collect();
    let printed = |word: &str| word.chars().any(char::is_alphabetic) && !word.chars().any(char::is_lowercase);
    let is_known = |word: &str| language.keywords().any(|entry| is_keyword(entry, word));
    let of_enemy = [" against ", " vs ", " versus "].contains(&between);
    if keywords.iter().all(|word| printed(word) || of_enemy && is_known(word)) {
        return Some(format!("target {}", keywords.join(" or ")));
    }
    let joins = [" if ", " when ", " while ", ":", " on the "].contains(&between);
    let name = if between == " on the " { format!("on the {condition}") } else { condition.to_owned() };
    if let Some(situation) = situation::named(language.situations, &name).filter(|_| joins) {
        // What only one unit can have has one name, before which stands whose it is.
        let of_target = situation.owner.is_some() && name.to_lowercase().starts_with("target ");
        return Some(format!("{}{}", if of_target { "target " } else { "" }, situation.name));
    }
    Phase::named(words).map(|phase| if phase == Phase::Combat { "melee" } else { "shooting" }.to_owned())
}

fn is_effect<D: Drafts>(text: &str, language: &Language<D>) -> bool {
    let text = if holds_value(text) { sample(text, language) } else { text.to_owned() };
    language.understood(&text).is_some()
}

/// An effect and a condition, with what is between them.
fn with_condition(text: &str, is_effect: impl Fn(&str) -> bool) -> Option<(&str, &'static str, &str)> {
    const BETWEEN: [&str; 10] =
        [" if ", " when ", " while ", " in ", " vs ", " versus ", " against ", " on the ", " for ", " with "];
    let behind = BETWEEN.iter().filter_map(|between| {
        let (effect, condition) = text.split_once(between)?;
        is_effect(effect).then_some((effect.trim(), *between, condition.trim()))
    });
    let before = || {
        let (condition, effect) = text.split_once(':')?;
        is_effect(effect).then_some((effect.trim(), ":", condition.trim()))
    };
    behind.min_by_key(|(effect, ..)| effect.len()).or_else(before)
}
