//! Abilities of a warscroll that a player asks for: when they may be used, on whom, and what they say then (AOS-5.0).

use crate::grammar::{Rows, Whom};
use crate::profile::import::selection::Printed;
use crate::profile::import::values::{clean, is_none};
use crate::words::same;

/// An ability that is asked for, as an attack of its unit sees it.
pub(super) struct AskedAbility {
    /// What it does, told of `this unit` and, of an enemy, `the target`.
    pub(super) text: String,
    /// When it holds, besides what its text says.
    pub(super) when: Vec<String>,
    /// Whether it is used once in a battle.
    pub(super) once: bool,
}

/// Why an ability that is asked for does not enter a profile.
pub(super) const FOR_OTHERS: &str = "it is used on other units; `--with` says what it does to them";

/// Sections of wordings that say whom an ability is used on, and when it may be.
const DECLARATIONS: [&str; 2] = ["asked", "declarations"];

/// How an ability reads that a unit with these keywords may use.
///
/// # Errors
/// Why it does not touch attacks of the unit, if that can be told; an empty text if nothing can be told.
pub(super) fn asked(profile: &Printed<'_>, keywords: &[String], rows: &Rows) -> Result<AskedAbility, &'static str> {
    let timing = clean(profile.get("Timing")).to_lowercase();
    let effect = clean(profile.get("Effect")).to_lowercase();
    let (whom, mut when) = declared(profile.get("Declare"), keywords, rows)?;
    let text = match whom {
        Some(Whom::Enemy) => effect,
        Some(Whom::Friend | Whom::Itself) => of_this_unit(&effect),
        // Nobody says whom it means.
        None if effect.contains("the target") || effect.contains("each target") => return Err(""),
        None if effect.contains("friendly ") => around(&effect, keywords)?.text,
        None => effect,
    };
    when.extend(phase(&timing, &text).map(str::to_owned));
    let once = timing.contains("once per battle") && !timing.contains("once per battle round");
    Ok(AskedAbility { text, when, once })
}

/// Whom an ability is used on, and when it may be.
fn declared(declare: &str, keywords: &[String], rows: &Rows) -> Result<(Option<Whom>, Vec<String>), &'static str> {
    if is_none(declare) {
        return Ok((None, Vec::new()));
    }
    let (mut found, mut when) = (None, Vec::new());
    for one in rows.understand(&DECLARATIONS, declare).ok_or("")? {
        let statement = one.statement(None).ok_or("")?;
        when.extend(statement.when);
        let Some(whom) = statement.whom else { continue };
        if whom == Whom::Friend && !is_one_of(one.keywords().into_iter(), keywords) {
            return Err(FOR_OTHERS);
        }
        found = Some(whom);
    }
    Ok((found, when))
}

/// Whether a unit with these keywords is one of those that are meant.
fn is_one_of(meant: impl Iterator<Item = String>, keywords: &[String]) -> bool {
    meant.into_iter().all(|wanted| bears(&wanted, keywords))
}

/// Whether a unit bears all keywords that stand behind each other: `non-Hero Warrior Chamber Infantry`.
fn bears(wanted: &str, keywords: &[String]) -> bool {
    let own = |text: &str| keywords.iter().any(|keyword| same(keyword.split('(').next().unwrap_or(keyword), text));
    let mut words: Vec<&str> = wanted.split_whitespace().collect();
    while let Some(first) = words.first() {
        let other = first.strip_prefix("NON-").or_else(|| first.strip_prefix("non-"));
        let length = match other {
            Some(other) => usize::from(!own(other)),
            // The longest keyword in front.
            None => (1..=words.len()).rev().find(|length| own(&words[..*length].join(" "))).unwrap_or(0),
        };
        if length == 0 {
            return false;
        }
        words.drain(..length);
    }
    true
}

/// What an ability does for friendly units near the unit, told of the unit itself, which is one of them.
///
/// # Errors
/// Why it does nothing for it; an empty text if it is no such ability.
pub(super) fn around(effect: &str, keywords: &[String]) -> Result<AskedAbility, &'static str> {
    let text = clean(effect).to_lowercase();
    let (before, rest) = text.split_once("friendly ").ok_or("")?;
    let (named, behind) = rest.split_once(" units").ok_or("")?;
    let behind = behind.strip_prefix('\'').map_or_else(|| behind.to_owned(), |rest| format!("'s{rest}"));
    let (front, near) = behind.split_once("while they are ").ok_or("")?;
    let (_, end) = near.split_once("of this unit").ok_or("")?;
    if near.contains("friendly") || named.split_whitespace().count() > 6 {
        return Err("");
    }
    if !named.replace(" or ", " and ").split(" and ").any(|name| bears(name.trim_end_matches(','), keywords)) {
        return Err(FOR_OTHERS);
    }
    Ok(AskedAbility { text: format!("{before}this unit{front}{end}"), when: Vec::new(), once: false })
}

/// A text about the target as one about the unit itself.
fn of_this_unit(effect: &str) -> String {
    let words = [
        ("the targets'", "this unit's"),
        ("each target's", "this unit's"),
        ("the target's", "this unit's"),
        ("that unit's", "this unit's"),
        ("the targets", "this unit"),
        ("each target", "this unit"),
        ("the target", "this unit"),
        ("that unit", "this unit"),
    ];
    words.iter().fold(effect.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The phase that an ability is of, if it does not last longer.
fn phase(timing: &str, text: &str) -> Option<&'static str> {
    let lasts = text.contains("until") || text.contains("rest of the battle");
    let combat = timing.contains("combat phase") && !lasts;
    let shooting = timing.contains("shooting phase") && !lasts && !text.contains("rest of the turn");
    match (combat, shooting) {
        (true, false) => Some("combat"),
        (false, true) => Some("shooting"),
        _ => None,
    }
}
