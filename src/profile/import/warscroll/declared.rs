//! Abilities of a warscroll that a player asks for: when they may be used, on whom, and what they say then (AOS-5.0).

use crate::grammar::ANY;
use crate::grammar::{OTHER, Rows, Whom};
use crate::profile::import::selection::Printed;
use crate::profile::import::values::{clean, is_none};

/// An ability that is asked for, as an attack of its unit sees it.
pub(super) struct DeclaredAbility {
    /// Its effect, in terms of `this unit` and `the target`.
    pub(super) text: String,
    /// Its conditions in addition to those of its text.
    pub(super) when: Vec<String>,
    /// The phase in which the ability is declared, to which dice belong that are rolled at once.
    pub(super) now: Option<&'static str>,
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
pub(super) fn declared_ability(profile: &Printed<'_>, rows: &Rows) -> Result<DeclaredAbility, String> {
    let timing = clean(profile.get("Timing")).to_lowercase();
    let effect = clean(&listed(profile.get("Effect"))).to_lowercase();
    let (picks, effect) = picked(&effect);
    let effect = match clean(profile.get("Declare")).to_lowercase().contains("pick an objective") {
        true => effect.replace("the target", "that objective").replace("that objective objective", "that objective"),
        false => effect,
    };
    let declare = with_target(profile.get("Declare"));
    let Declared { whom, mut when, friends } = declared(&format!("{declare} {picks}"), rows)?;
    let unclear =
        |text: &str| text.split_terminator('.').find(|text| text.contains("target")).unwrap_or(text).to_owned();
    let (text, reach) = match whom {
        Some(Whom::Enemy) => friends_of(&effect).ok_or(effect)?,
        Some(Whom::Itself) => (of_this_unit(&effect), String::new()),
        Some(Whom::Friend) => {
            let joined = JOINED.iter().fold(effect.clone(), |text, both| text.replace(both, "the target"));
            let friends = match joined == effect {
                true => friends,
                false => format!("{} or ITSELF", friends.trim_start_matches(OTHER)),
            };
            (of_this_unit(&joined.replace("this unit", BEARER)), friends)
        }
        // Nobody says whom it means.
        None if TARGETS.iter().any(|target| effect.replace("if the target", "").contains(target))
            && !effect.contains("to be the target") =>
        {
            return Err(unclear(&effect));
        }
        None => friends_of(&effect).ok_or(effect)?,
    };
    when.extend(phase(&timing, &text).map(str::to_owned));
    let once = timing.contains("once per battle") && !timing.contains("once per battle round");
    let once = once && !lasts_the_battle(&text);
    Ok(DeclaredAbility { text, when, now: used_in(&timing), once, reach })
}

/// A declaration that picks a friend and does not call it the target as one that does.
fn with_target(declare: &str) -> String {
    let plain = clean(declare);
    let is_short = plain.starts_with("Pick a friendly ")
        && !plain.contains("target")
        && !plain.trim_end_matches('.').contains('.');
    if is_short { format!("{} to be the target.", plain.trim_end_matches('.')) } else { declare.to_owned() }
}

/// The sentence of an effect that picks a target, where one does so that no declaration has picked, and the rest.
fn picked(effect: &str) -> (&str, String) {
    let is_pick = |sentence: &&str| {
        sentence.contains("pick ") && sentence.contains("to be the target") && !sentence.contains('¶')
    };
    let mut picks = effect.split_inclusive(". ").filter(is_pick);
    match (picks.next(), picks.next()) {
        (Some(pick), None) => (pick, effect.replacen(pick, "", 1)),
        _ => ("", effect.to_owned()),
    }
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
    let clause = |words: Option<String>| words.unwrap_or_else(|| declare.to_lowercase());
    for one in rows.understand(&DECLARATIONS, declare).map_err(clause)? {
        let statement = one.statement(None).ok_or_else(|| clause(None))?;
        let Some(whom) = statement.whom else {
            if let Some(others) = statement.reach.strip_prefix("but ") {
                declared.friends =
                    declared.friends.replace(" or ", &format!(" and not {others} or ")) + " and not " + others;
            }
            declared.when.extend(statement.when);
            continue;
        };
        if whom == Whom::Friend {
            // Conditions on its own unit are dropped: a player who names the ability has checked them.
            declared.when.clear();
            declared.friends = if statement.reach.is_empty() { one.keywords().join(" and ") } else { statement.reach };
            declared.friends = declared.friends.replace("not ", "NON-");
            if declared.friends.is_empty() {
                ANY.clone_into(&mut declared.friends);
            }
            declared.friends = of_all(&declared.friends);
            let declare = clean(declare).to_lowercase();
            let is_with_itself = declared.friends.contains("ITSELF");
            if !is_with_itself && OTHERS.iter().any(|others| declare.contains(others)) {
                declared.friends.insert_str(0, OTHER);
            }
        }
        declared.when.extend(statement.when);
        declared.whom = Some(whom);
    }
    Ok(declared)
}

/// How declarations say that friends alone are meant.
const OTHERS: [&str; 4] =
    ["other friendly ", "other visible friendly ", "another friendly ", "another visible friendly "];

/// The unit itself and whom it is used on.
const JOINED: [&str; 5] = [
    "this unit and by each target", "this unit and each target", "this unit and the targets",
    "both this unit and the target", "this unit and the target",
];

/// What texts call a target that no declaration has picked.
const TARGETS: [&str; 2] = ["the target", "each target"];

/// What is behind the keywords of friendly units, and whether it is more than one.
const FRIENDS: [&str; 7] = ["units", "unit", "heroes", "hero", "wizards", "priests", "monsters"];

/// What is behind friends that are called by their name alone.
const BEHIND_NAMES: [&str; 9] = ["have", "has", "are", "is", "while", "wholly", "within", "that", "for"];

/// What an ability does for friendly units of one kind, told of one of them, and that kind; of other abilities all of it,
/// and no kind. `None` if it speaks of several kinds, or of friends and of the unit itself.
pub(super) fn friends_of(text: &str) -> Option<(String, String)> {
    let text = text
        .split("designer's note:")
        .next()
        .unwrap_or_default()
        .replace("friendly territory", "home territory")
        .replace("those friendly units", "they");
    if let Some(both) = of_both(&text) {
        return Some(both);
    }
    let text = text.replace("other visible friendly ", "other friendly ");
    let others = if text.contains(" other friendly ") { OTHER } else { "" };
    let itself = if text.contains("this unit and friendly ") { " or ITSELF" } else { "" };
    let text = text.replace("this unit and friendly ", "friendly ");
    let text = ["each other", "all other", "all", "each", "other"]
        .iter()
        .fold(text, |text, word| text.replace(&format!(" {word} friendly "), " friendly "));
    let (mut owned, mut kind, mut rest) = (String::new(), String::new(), text.as_str());
    while let Some((before, behind)) = rest.split_once("friendly ") {
        let is_near = NEAR.iter().any(|near| before.ends_with(near));
        if is_near && ["that unit", "that friendly", "those"].iter().any(|them| behind.contains(them)) {
            return None;
        }
        if is_near || PLACES.iter().any(|place| before.ends_with(place)) {
            owned.extend([before.replace("this unit", "this  unit").as_str(), "allied "]);
            rest = behind;
            continue;
        }
        let words: Vec<&str> = behind.split(' ').take(9).collect();
        let bare = |word: &str| word.trim_end_matches(['\'', ',', '.']).trim_end_matches("'s").to_owned();
        let by_name = || words.iter().take(6).position(|word| BEHIND_NAMES.contains(word))?.checked_sub(1);
        let last = words.iter().position(|word| FRIENDS.contains(&bare(word).as_str())).or_else(by_name)?;
        let named = words[..=last].join(" ");
        if words[..last].iter().any(|word| ["this", "that", "the", "target"].contains(word))
            && !named.starts_with("the ")
        {
            return None;
        }
        let mut keywords = keywords_of(&named);
        let behind_name = if named.ends_with('\'') || named.ends_with("'s") { "'s" } else { "" };
        let mut behind = &behind[named.trim_end_matches([',', '.']).len()..];
        if let Some((others, left)) = behind.strip_prefix(", excluding ").and_then(|rest| rest.split_once(" units")) {
            keywords =
                Some(format!("{keywords} and not {}", others.to_uppercase())).filter(|_| !keywords.contains(" or "))?;
            behind = left.trim_start_matches(',');
        }
        if !kind.is_empty() && kind != keywords {
            return None;
        }
        kind = keywords;
        owned.extend([before.replace("this unit", BEARER).as_str(), "this unit", behind_name]);
        rest = behind;
    }
    if kind.is_empty() {
        return Some((owned.replace("this  unit", "this unit") + rest, kind));
    }
    owned.push_str(&rest.replace("this unit", BEARER));
    Some((owned.replace("this  unit", BEARER), format!("{others}{kind}{itself}")))
}

/// What holds alike for the unit and for friends that are near it.
fn of_both(text: &str) -> Option<(String, String)> {
    let text = text.replace("both that unit and this unit have", "both this unit and that unit have");
    let (near, what) = text.split_once("both this unit and th")?;
    let (_, friends) = near.split_once("friendly ").filter(|(before, _)| !before.contains('.'))?;
    let friends = [" are ", " is ", ","].iter().find_map(|end| Some(friends.split_once(end)?.0))?;
    let (_, effect) = what.split_once(" have ")?;
    Some((format!("this unit has {effect}"), format!("{} or ITSELF", keywords_of(friends))))
}

/// What is before friends who only say where something holds, or that they are near.
const PLACES: [&str; 11] = [
    "of any ", "of any damaged ", "of a ", "of another ", "of 1 or more ", "of one or more ", "with any ", "another ",
    "within a ", "or a ", "to a ",
];
const NEAR: [&str; 6] =
    ["while a ", "while any ", "while there is a ", "while there is a visible ", "if a ", "if any "];

/// Friends as cards name them, as keywords: `infantry heroes` is one of INFANTRY and HERO.
fn keywords_of(named: &str) -> String {
    let named = named.trim_end_matches(['\'', ',', '.']).trim_end_matches("'s");
    let single = || {
        let plural = named.strip_suffix("oes").map(|rest| format!("{rest}o"));
        let single = named.strip_suffix('s').filter(|rest| !rest.ends_with('s'));
        plural.unwrap_or_else(|| single.unwrap_or(named).to_owned())
    };
    let keywords = named.strip_suffix(" units").or(named.strip_suffix(" unit")).map_or_else(single, str::to_owned);
    // The name of one unit may hold an `and`.
    let and = if named.ends_with(" unit") { " and " } else { " or " };
    of_all(&keywords.replace(',', " or").replace(" and ", and).to_uppercase().replace(" OR ", " or "))
}

/// `DUARDIN INFANTRY or CAVALRY` with the words in front of the first kind in front of each.
fn of_all(kinds: &str) -> String {
    let mut all = kinds.split(" or ");
    let first = all.next().unwrap_or_default();
    let front = KINDS.iter().find_map(|kind| first.strip_suffix(kind)?.strip_suffix(' ')).unwrap_or_default();
    let with = |kind: &str| match front.is_empty() || !KINDS.contains(&kind) {
        true => format!(" or {kind}"),
        false => format!(" or {front} {kind}"),
    };
    first.to_owned() + &all.map(with).collect::<String>()
}

/// Keywords that many units have.
const KINDS: [&str; 8] = ["INFANTRY", "CAVALRY", "WAR MACHINE", "MONSTER", "BEAST", "HERO", "WIZARD", "PRIEST"];

/// A text with marks for its lists, which its lines alone tell: `¶` before each point, `¤` behind the name of one.
pub(super) fn listed(text: &str) -> String {
    let (mut all, mut in_list) = (String::with_capacity(text.len()), false);
    for line in text.replace(['•', '■'], "\n• ").lines().map(str::trim) {
        let point = line.strip_prefix(['•', '-']);
        // What an effect costs precedes its name.
        let name = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').strip_prefix('*');
        let named = name.and_then(|rest| rest.split_once(':')).filter(|_| in_list);
        match (point, named) {
            (Some(point), _) => all.extend([" ¶ ", point]),
            (None, Some((name, rest))) if name.len() < 60 => {
                all.extend([" ¶ ", name.trim_matches('*'), " ¤ ", rest.trim_start_matches('*')]);
            }
            _ => all.extend([" ", line]),
        }
        in_list |= line.contains(" of the following");
    }
    all
}

/// A text about the target as one about the unit itself.
fn of_this_unit(effect: &str) -> String {
    let words = [
        ("the targets'", "this unit's"),
        ("each target's", "this unit's"),
        ("the target's", "this unit's"),
        ("that unit's", "this unit's"),
        ("that target's", "this unit's"),
        ("that friendly unit", "this unit"),
        ("the targets", "this unit"),
        ("each target", "this unit"),
        ("the target", "this unit"),
        ("that unit", "this unit"),
        ("that target has", "this unit has"),
    ];
    words.iter().fold(effect.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Whether what is used once holds from then on.
fn lasts_the_battle(text: &str) -> bool {
    text.split('.').any(|sentence| sentence.contains("rest of the battle") && !sentence.contains("cannot use"))
}

/// The phase that an ability is of, if it does not last longer.
fn phase(timing: &str, text: &str) -> Option<&'static str> {
    let lasts = text.contains("until") || lasts_the_battle(text);
    let lasts_longer = |phase: &&str| lasts || *phase == "shooting" && text.contains("rest of the turn");
    used_in(timing).filter(|phase| !lasts_longer(phase))
}

/// The phase of attacks in which an ability is used.
fn used_in(timing: &str) -> Option<&'static str> {
    let of = |phase: &str, ability: &str| timing.contains(phase) || timing.contains(ability);
    let combat = of("combat phase", "declared a fight ability for this unit");
    match (combat, of("shooting phase", "declared a shoot ability for this unit")) {
        (true, false) => Some("combat"),
        (false, true) => Some("shooting"),
        _ => None,
    }
}
