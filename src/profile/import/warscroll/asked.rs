//! Abilities of a warscroll that a player asks for: when they may be used, on whom, and what they say then (AOS-5.0).

use crate::grammar::{Rows, Whom};
use crate::profile::ANY;
use crate::profile::import::selection::Printed;
use crate::profile::import::values::{clean, is_none};

/// An ability that is asked for, as an attack of its unit sees it.
pub(super) struct AskedAbility {
    /// What it does, told of `this unit` and, of an enemy, `the target`.
    pub(super) text: String,
    /// Its conditions in addition to those of its text.
    pub(super) when: Vec<String>,
    /// Whether it is used once in a battle.
    pub(super) once: bool,
    /// The units of its army that it reaches; empty: its own.
    pub(super) reach: String,
}

/// Sections of wordings that say whom an ability is used on, and when it may be.
const DECLARATIONS: [&str; 2] = ["asked", "declarations"];

/// The unit that has an ability, where its text is told of another unit.
const BEARER: &str = "the bearer of this ability";

/// How an ability reads that a unit may use.
///
/// # Errors
/// The words that do not tell whom it means, or when it may be used.
pub(super) fn asked(profile: &Printed<'_>, rows: &Rows) -> Result<AskedAbility, String> {
    let timing = clean(profile.get("Timing")).to_lowercase();
    let effect = clean(profile.get("Effect")).to_lowercase();
    let Declared { whom, mut when, friends } = declared(profile.get("Declare"), rows)?;
    let untold =
        |text: &str| text.split_terminator('.').find(|text| text.contains("target")).unwrap_or(text).to_owned();
    let (text, reach) = match whom {
        Some(Whom::Enemy) => (effect, String::new()),
        Some(Whom::Itself) => (of_this_unit(&effect), String::new()),
        Some(Whom::Friend) => {
            // Conditions on its own unit are dropped: a player who names the ability has checked them.
            when.clear();
            (of_this_unit(&effect.replace("this unit", BEARER)), friends)
        }
        // Nobody says whom it means.
        None if effect.contains("the target") || effect.contains("each target") => return Err(untold(&effect)),
        None if effect.contains("friendly ") => {
            let around = around(&effect).ok_or_else(|| effect.clone())?;
            (around.text, around.reach)
        }
        None => (effect, String::new()),
    };
    when.extend(phase(&timing, &text).map(str::to_owned));
    let once = timing.contains("once per battle") && !timing.contains("once per battle round");
    Ok(AskedAbility { text, when, once, reach })
}

/// What the declaration of an ability says.
#[derive(Default)]
struct Declared {
    /// Whom it is used on.
    whom: Option<Whom>,
    /// When it may be.
    when: Vec<String>,
    /// The units that are meant, if it is used on friends.
    friends: String,
}

fn declared(declare: &str, rows: &Rows) -> Result<Declared, String> {
    let mut declared = Declared::default();
    if is_none(declare) {
        return Ok(declared);
    }
    let clause = || rows.clause(&DECLARATIONS, declare).unwrap_or_else(|| declare.to_lowercase());
    for one in rows.understand(&DECLARATIONS, declare).ok_or_else(clause)? {
        let statement = one.statement(None).ok_or_else(clause)?;
        declared.when.extend(statement.when);
        let Some(whom) = statement.whom else { continue };
        if whom == Whom::Friend {
            declared.friends = one.keywords().join(" and ");
            if declared.friends.is_empty() {
                ANY.clone_into(&mut declared.friends);
            }
        }
        declared.whom = Some(whom);
    }
    Ok(declared)
}

/// What an ability does for friendly units near the unit, told of one of them; `None` if it is no such ability.
pub(super) fn around(effect: &str) -> Option<AskedAbility> {
    let text = clean(effect).to_lowercase();
    let (before, rest) = text.split_once("friendly ")?;
    let (named, behind) = rest.split_once(" units")?;
    let behind = behind.strip_prefix('\'').map_or_else(|| behind.to_owned(), |rest| format!("'s{rest}"));
    let (front, near) = behind.split_once("while they are ")?;
    let (_, end) = near.split_once("of this unit")?;
    if near.contains("friendly") || named.split_whitespace().count() > 6 {
        return None;
    }
    let named = named.replace(" and ", " or ").replace(',', " or");
    let reach = named.to_uppercase().replace(" OR ", " or ");
    let [before, front, end] = [before, front, end].map(|text| text.replace("this unit", BEARER));
    Some(AskedAbility { text: format!("{before}this unit{front}{end}"), when: Vec::new(), once: false, reach })
}

/// A text about the target as one about the unit itself.
fn of_this_unit(effect: &str) -> String {
    let words = [
        ("the targets'", "this unit's"),
        ("each target's", "this unit's"),
        ("the target's", "this unit's"),
        ("that unit's", "this unit's"),
        ("that friendly unit", "this unit"),
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
