//! Rules of an army as a whole and of its detachments, told of one of the units that they reach.

use std::collections::HashMap;

use crate::grammar::{ANY, Statement};
use crate::profile::import::card::{Card, CardText, ImportedUnit, NO_PHRASE, SENTENCES, is_of_whole_unit};
use crate::profile::import::selection::{OfArmy, PrintedRule, Selection};
use crate::profile::import::values::{clean, keyword, name};
use crate::profile::import::{Imported, Vocabulary, is_gift};

/// What rules of an army do for its units, and those of which that is not known. `several`: an army has one of those that units
/// share. `known`: what armies may have, by the entries of the catalogues, which many of them share.
pub(in crate::profile::import) fn of_army(
    game: &'static str,
    printed: &OfArmy<'_>,
    several: bool,
    vocabulary: &dyn Vocabulary,
    read_before: &mut HashMap<String, ImportedUnit>,
) -> Imported {
    let mut all = Imported::default();
    let is_chosen = |rule: &&PrintedRule<'_>| printed.choices.iter().any(|(_, chosen)| chosen.rules.contains(rule));
    let mut shared = Card::new(game, vocabulary);
    for rule in printed.rules.iter().filter(|rule| !is_chosen(rule)) {
        read_rule(&mut shared, rule, several);
    }
    all.add("", shared.of_army(""));
    for (word, chosen) in &printed.choices {
        let read = read_before
            .entry(format!("{} {word} {}", chosen.id, chosen.name))
            .or_insert_with(|| read_choice(game, word, chosen, vocabulary));
        all.add(&name(&chosen.name), read.clone());
    }
    all
}

/// What one thing does that an army, or a character of it, may have.
fn read_choice(game: &'static str, word: &str, chosen: &Selection<'_>, vocabulary: &dyn Vocabulary) -> ImportedUnit {
    let mut card = Card::new(game, vocabulary);
    let called = name(&chosen.name);
    let of = format!("{word}: {called}");
    let from = if is_gift(word) { &of } else { &called };
    if !is_gift(word) {
        card.choice.clone_from(&of);
    }
    // What a detachment repeats of the core rules is theirs.
    let own = chosen.rules.iter().filter(|(rule, _)| !is_core(game, &name(rule), vocabulary));
    own.for_each(|rule| read_rule(&mut card, rule, false));
    for profile in &chosen.profiles {
        let text: Vec<&str> = profile.values.iter().map(|(_, value)| value.as_ref()).collect();
        match is_gift(word) {
            true if profile.kind.starts_with("Abilit") => gift(&mut card, &profile.name, &text.join(" ")),
            true => card.not_computed(&profile.name, NO_PHRASE),
            false => read_rule(&mut card, &(profile.name.clone(), &text.join(" ")), false),
        }
    }
    card.of_army(from)
}

/// Reads what a character is given: `TIN LORD model only. ...`.
fn gift(card: &mut Card<'_>, called: &str, text: &str) {
    let plain = unmarked(text);
    let only = plain.split_once(" only").filter(|(_, rest)| rest.starts_with(['.', ':', ',', ' ']));
    let front = only.and_then(|(front, _)| excluded(front));
    let named = front
        .as_ref()
        .map(|(front, but)| (front.strip_suffix(" model").or(front.strip_suffix(" unit")).unwrap_or(front), but));
    let named = named.filter(|(named, _)| named.split(' ').all(is_of_kind));
    let who = named.and_then(|(named, but)| reach(named, but));
    let text = if named.is_some() {
        only.map_or("", |(_, rest)| rest.trim_start_matches(['.', ':', ',', ' ']))
    } else {
        &plain
    };
    card.bearer = match who {
        Some(who) if front.is_some_and(|(front, _)| front.ends_with("unit")) => who,
        Some(who) => of_characters(&who),
        // An ability of this unit belongs to the models with the weapons.
        None if text.starts_with("This unit's ") => ANY.to_owned(),
        None => CHARACTER.to_owned(),
    };
    let lower = text.to_lowercase();
    let whole = is_of_whole_unit(card.game, &lower);
    let is_own = |sentence: &str| {
        sentence.strip_prefix("the bearer").is_some_and(|rest| !rest.starts_with("'s unit") && !rest.starts_with(" is"))
    };
    // What is of the bearer alone beside what is of its unit is not told apart.
    if whole && lower.split(". ").any(is_own) {
        return card.not_computed(called, NO_PHRASE);
    }
    let printed = CardText { name: called, text, keyless: true, optional: true, whole, ..CardText::default() };
    // Attacks are made against a unit: of one model in it there is no word, nor of weapons of a kind that others have.
    let is_against = |one: &Statement| !whole && one.against && !one.leading && one.reach.is_empty();
    let is_of_weapons = |one: &Statement| whole && card.bearer != ANY && !one.weapon.is_empty();
    let lacks_words = |all: Vec<Statement>| all.iter().any(|one| is_against(one) || is_of_weapons(one));
    if card.vocabulary.statements(card.game, &[SENTENCES], text, None).is_ok_and(lacks_words) {
        return card.not_computed(called, NO_PHRASE);
    }
    card.ability(&[SENTENCES], &printed);
}

/// A text without the marks that set off keywords, and without blanks in front of others and within brackets.
fn unmarked(text: &str) -> String {
    let (mut plain, mut is_apart) = (String::with_capacity(text.len()), false);
    for letter in clean(text).chars().filter(|letter| *letter != '|') {
        if letter == ' ' {
            is_apart = !plain.is_empty() && !plain.ends_with('(');
            continue;
        }
        let is_open = std::mem::take(&mut is_apart) && !matches!(letter, ',' | '.' | ':' | ';' | ')' | '\'');
        plain.extend(is_open.then_some(' '));
        plain.push(letter);
    }
    plain
}

const CHARACTER: &str = "CHARACTER";

/// Who may have an enhancement: characters, not the units that they lead. Vehicles that a rule of the army makes characters
/// count; they lead no unit.
fn of_characters(who: &str) -> String {
    let leads =
        |one: &str| !["VEHICLE", "IMPERIAL KNIGHTS", "CHAOS KNIGHTS", "WAR DOG"].iter().any(|word| one.contains(word));
    let all = who.split(" or ").map(|one| if leads(one) { format!("{one} and {CHARACTER}") } else { one.to_owned() });
    all.collect::<Vec<_>>().join(" or ")
}

/// Whether a rule is one of the game, which weapons or units have: `Sustained Hits`, whose number is printed on them.
fn is_core(game: &str, rule: &str, vocabulary: &dyn Vocabulary) -> bool {
    vocabulary.knows_weapon_ability(game, rule)
        || vocabulary.knows_weapon_ability(game, &format!("{rule} 1"))
        || vocabulary.knows_unit_ability(game, rule)
        || vocabulary.knows_unit_ability(game, &format!("{rule} 5+"))
}

/// Reads a rule, kind by kind of the units that it speaks of.
fn read_rule(card: &mut Card<'_>, (called, text): &PrintedRule<'_>, optional: bool) {
    let called = name(called);
    let kinds = of_units(text);
    if kinds.is_empty() {
        // What is chosen for an army is of each of its units; other rules may be of whoever has them.
        let printed =
            CardText { name: &called, text, reach: ANY, keyless: true, optional: true, ..CardText::default() };
        match card.vocabulary.statements(card.game, &[SENTENCES], text, None) {
            Ok(_) if card.choice.is_empty() => card.not_computed(&called, NO_PHRASE),
            Ok(_) => drop(card.ability(&[SENTENCES], &printed)),
            Err(why) => card.unread(&called, Err(why)),
        }
    }
    for kind in kinds {
        // Which of several choices is of units, and which of models, is not told apart.
        let is_mixed = |kind: &UnitKind| kind.of_units && kind.of_models && kind.text.contains("select one of the ");
        match kind.filter(|kind| (kind.reach != ANY || !card.choice.is_empty()) && !is_mixed(kind)) {
            Some(UnitKind { reach, text, of_units, of_models }) => {
                let printed = CardText {
                    name: &called,
                    text: &text,
                    reach: &reach,
                    keyless: true,
                    optional,
                    whole: of_units && !of_models,
                    ..CardText::default()
                };
                card.ability(&[SENTENCES], &printed);
            }
            None => card.not_computed(&called, NO_PHRASE),
        }
    }
}

/// How a rule speaks of units that it reaches.
const OF_ARMY: &str = " from your army";

/// Units that a rule speaks of.
#[derive(Default)]
struct UnitKind {
    /// Their keywords; empty if none are named.
    reach: String,
    /// What is told of one of them, as of the unit that has it.
    text: String,
    /// Whether it is told of whole units.
    of_units: bool,
    /// Whether it is told of those models that have the keywords.
    of_models: bool,
}

/// A text about `ADEPTUS ASTARTES units from your army` as one about the unit that has it: one entry, with its sentences, for each
/// kind of unit that it names, and `None` for a sentence that names two. Empty if it names no kind.
fn of_units(text: &str) -> Vec<Option<UnitKind>> {
    let plain = unmarked(text).replace(" in your army", OF_ARMY);
    let plain = of_faction(&plain);
    let mut all: Vec<Option<UnitKind>> = Vec::new();
    let mut before = String::new();
    for sentence in plain.split_inclusive(". ") {
        match (of_kind(sentence), all.last_mut()) {
            (Some(one), Some(Some(last))) if one.reach.is_empty() || one.reach == last.reach => {
                last.text.push_str(&one.text);
                last.of_units |= one.of_units;
                last.of_models |= one.of_models;
            }
            (Some(one), None) if one.reach.is_empty() => before.push_str(&one.text),
            (Some(one), Some(None)) if one.reach.is_empty() => {}
            (found, _) => all.push(found.map(|one| UnitKind { text: std::mem::take(&mut before) + &one.text, ..one })),
        }
    }
    // Nobody has a keyword by its profile that the rule gives.
    let given = |kind: &str| plain.to_uppercase().contains(&format!("{kind} KEYWORD"));
    all.iter_mut().for_each(|one| drop(one.take_if(|kind| given(&kind.reach))));
    for UnitKind { text, .. } in all.iter_mut().flatten() {
        *text = text.replace("such a unit", "this unit").replace("such a model", "a model in this unit");
        if !text.contains("enemy") {
            *text = text.replace("that unit", "this unit").replace("that model's unit", "this unit");
        }
    }
    all
}

/// A rule of one army alone, `If your army Faction is TIN, ...`, with its name where those are spoken of who have the rule.
fn of_faction(text: &str) -> String {
    let Some((faction, rest)) = strip_start(text, "If your army Faction is ").and_then(|rest| rest.split_once(", "))
    else {
        return text.to_owned();
    };
    let mut all = rest.to_owned();
    for noun in ["models", "Models", "units", "Units", "model", "Model", "unit", "Unit"] {
        let those = format!("{faction} {}{OF_ARMY}", noun.to_lowercase());
        for having in [format!("{noun}{OF_ARMY} with this ability"), format!("{noun} with this ability")] {
            all = all.replace(&having, &those);
        }
    }
    all
}

/// What follows a beginning, whatever is written large in it.
fn strip_start<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.get(..start.len()).filter(|front| front.eq_ignore_ascii_case(start)).map(|_| &text[start.len()..])
}

/// A sentence about units of one kind as one about the unit that has it; `None`: of several.
fn of_kind(sentence: &str) -> Option<UnitKind> {
    let (mut kind, mut rest) = (UnitKind::default(), sentence);
    while let Some((before, behind)) = rest.split_once(OF_ARMY) {
        let (before, mut but) = excluded(before)?;
        rest = behind;
        if let Some((inner, left)) = behind.strip_prefix(" (excluding ").and_then(|rest| rest.split_once(')')) {
            (but, rest) = (keywords_of(inner)?, left);
        }
        let (noun, words) = (before.rsplit(' ').next()?, before.rsplit_once(' ')?.0);
        let unit = match noun {
            "unit" | "units" => "this unit",
            "model" => "a model in this unit",
            "models" => "models in this unit",
            _ => return None,
        };
        let named: Vec<&str> = words.rsplit(' ').take_while(|word| is_of_kind(word)).collect();
        let named = words.split(' ').skip(words.split(' ').count() - named.len()).collect::<Vec<_>>().join(" ");
        let named = JOINING.iter().fold(named.as_str(), |named, word| named.trim_start_matches(&format!("{word} ")));
        // Of an army as a whole its detachment speaks.
        let all = Some(ANY.to_owned()).filter(|_| named.is_empty() && but.is_empty());
        let one = all.or_else(|| reach(named, &but)).filter(|one| kind.reach.is_empty() || *one == kind.reach)?;
        let front = words[..words.len() - named.len()].trim_end();
        let article = ARTICLES.iter().find_map(|article| front.strip_suffix(article));
        let front = article.filter(|front| front.is_empty() || front.ends_with(' ')).unwrap_or(front).trim_end();
        kind.text.extend([front, if front.is_empty() { "" } else { " " }, unit]);
        kind.of_units |= unit == "this unit";
        kind.of_models |= unit != "this unit";
        kind.reach = one;
    }
    kind.text.push_str(rest);
    Some(kind)
}

/// Words within names and between them: `Lord of Tin and Lords with Wings`.
const JOINING: [&str; 4] = ["and", "or", "of", "with"];

const ARTICLES: [&str; 6] = ["a", "an", "each", "A", "An", "Each"];

/// Words that begin a sentence, and no keyword.
const BEGINNINGS: [&str; 10] = ["A", "An", "Each", "While", "If", "When", "All", "Friendly", "Other", "Your"];

/// Whether a word is of a list of keywords.
fn is_of_kind(word: &str) -> bool {
    JOINING.contains(&word) || word.starts_with(char::is_uppercase) && !BEGINNINGS.contains(&word)
}

/// What is before `(excluding DAMNED models)` at the end of a text, and the keywords in it.
fn excluded(before: &str) -> Option<(&str, String)> {
    match before.strip_suffix(')').and_then(|text| text.rsplit_once(" (excluding ")) {
        Some((before, inner)) => Some((before, keywords_of(inner)?)),
        None => Some((before, String::new())),
    }
}

/// The keywords of those who are excluded; `None` if they are told by something else.
fn keywords_of(inner: &str) -> Option<String> {
    let words = inner.rsplit_once(' ').filter(|(_, noun)| noun.starts_with("unit") || noun.starts_with("model"));
    let named = words.map_or(inner, |(named, _)| named);
    let is_plain = named.split(' ').all(|word| word.starts_with(char::is_uppercase) && !word.ends_with(','));
    // `Vehicles` are those with the keyword VEHICLE.
    let one = named.strip_suffix('s').filter(|one| is_type(one)).unwrap_or(named);
    Some(keyword(one)).filter(|_| is_plain && !named.contains("shocked"))
}

/// Units by their keywords: `Tin Infantry and Mounted` is one of TIN INFANTRY and TIN MOUNTED.
fn reach(named: &str, but: &str) -> Option<String> {
    let named = named.replace(", and ", ", ").replace(", or ", ", ").replace(" and ", ", ").replace(" or ", ", ");
    let all: Vec<&str> = named.split(", ").map(|one| one.trim_matches([',', ' '])).collect();
    let (first, others) = all.split_first().filter(|(first, _)| !first.is_empty())?;
    let of = first.rsplit_once(' ').filter(|(_, kind)| is_type(kind)).map_or("", |(of, _)| of);
    let whole = |one: &&str| if is_type(one) { format!("{of} {one}") } else { (*one).to_owned() };
    let all = std::iter::once((*first).to_owned()).chain(others.iter().map(whole));
    let not = if but.is_empty() { String::new() } else { format!(" and not {but}") };
    Some(all.map(|one| keyword(&one) + &not).collect::<Vec<_>>().join(" or "))
}

/// Whether a keyword says what a unit is like, and not of which people it is.
fn is_type(keyword: &str) -> bool {
    const TYPES: [&str; 9] =
        ["Infantry", "Mounted", "Vehicle", "Monster", "Beast", "Beasts", "Character", "Walker", "Swarm"];
    TYPES.iter().any(|entry| entry.eq_ignore_ascii_case(keyword))
}
