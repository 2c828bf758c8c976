//! What a catalogue's modifiers make of names, values and counts; what depends on conditions is named.

use std::borrow::Cow;

use crate::profile::import::selection::{BearerLimit, Printed};
use crate::profile::import::tree::{Element, Tag};
use crate::profile::import::values::clean;

fn is_unconditional(modifier: Element<'_>) -> bool {
    modifier.children().next().is_none()
}

/// The conditions of a modifier, in whatever groups they stand.
pub(super) fn conditions(element: Element<'_>) -> Vec<Element<'_>> {
    let mut all = Vec::new();
    add_conditions(element, &mut all);
    all
}

fn add_conditions<'t>(element: Element<'t>, all: &mut Vec<Element<'t>>) {
    for condition in element.list(Tag::Condition) {
        let before = all.len();
        add_conditions(condition, all);
        if all.len() == before {
            all.push(condition);
        }
    }
}

/// Conditions that look at the whole army.
pub(super) const OF_ARMY: &[&str] = &["roster", "force", "primary-catalogue", "ancestor", "primary-category"];

/// Whether it may be selected whatever else the army holds: no condition on the army, or on something missing, hides it.
pub(super) fn is_open(element: Element<'_>) -> bool {
    let is_dark = element.get("hidden") == "true";
    let asks = |modifier: Element<'_>| {
        let all = conditions(modifier);
        all.iter().any(|condition| {
            let more = matches!(condition.get("type"), "atLeast" | "greaterThan" | "instanceOf" | "equalTo");
            // A battle of another kind, which an army is not.
            let is_of_battle = condition.get("scope") == "force" && condition.get("type") == "instanceOf";
            OF_ARMY.contains(&condition.get("scope")) && !is_of_battle || !more
        })
    };
    !is_dark
        && !element.list(Tag::Modifier).filter(Element::hides).any(asks)
        && !grouped(element).any(|modifier| modifier.hides())
}

/// The ids of entries beside which one with these parts is hidden.
pub(super) fn hidden_by<'t>(parts: &[Element<'t>]) -> Vec<&'t str> {
    let modifiers = parts.iter().flat_map(|part| part.list(Tag::Modifier)).filter(Element::hides);
    let asks = |condition: &Element<'_>| matches!(condition.get("type"), "atLeast" | "greaterThan");
    modifiers.flat_map(conditions).filter(asks).map(|condition| condition.get("childId")).collect()
}

/// The name that modifiers without conditions make of a name; `None` if there are none.
pub(super) fn renamed(element: Element<'_>, name: &str) -> Option<String> {
    let modifiers =
        element.list(Tag::Modifier).filter(|modifier| modifier.get("field") == "name" && is_unconditional(*modifier));
    modifiers.fold(None, |new: Option<String>, modifier| {
        let before = new.unwrap_or_else(|| name.to_owned());
        let value = modifier.get("value");
        Some(match modifier.get("type") {
            "append" => format!("{before} {}", value.trim()),
            "prepend" => format!("{} {before}", value.trim()),
            _ => value.to_owned(),
        })
    })
}

/// A profile with what modifiers without conditions make of its name and its values. `link` is where they stand.
pub(super) fn changed<'t>(profile: Element<'t>, link: Element<'t>) -> Printed<'t> {
    let mut printed = Printed::read(profile);
    if let Some(name) = renamed(link, profile.get("name")) {
        printed.name = Cow::Owned(name);
    }
    for modifier in link.list(Tag::Modifier).filter(|modifier| is_unconditional(*modifier)) {
        let place = profile.list(Tag::Characteristic).position(|value| value.get("typeId") == modifier.get("field"));
        let Some((_, value)) = place.and_then(|place| printed.values.get_mut(place)) else { continue };
        match modifier.get("type") {
            "set" => *value = Cow::Borrowed(modifier.get("value")),
            "append" => *value = Cow::Owned(format!("{value} {}", modifier.get("value"))),
            _ => {}
        }
    }
    printed
}

/// The number of a constraint after the changes that have no condition, and what others add to it. `None` if it is negative:
/// there is no limit.
pub(super) fn bearer_limit(constraint: Element<'_>, parts: &[Element<'_>]) -> Option<BearerLimit> {
    let (mut most, mut more, mut from): (f64, f64, Option<(f64, u32)>) = (constraint.number("value")?, 0.0, None);
    let changes = parts.iter().flat_map(|part| part.list(Tag::Modifier));
    for change in changes.filter(|change| change.get("field") == constraint.get("id")) {
        let by = change.number("value").unwrap_or(0.0);
        let is_plain = is_unconditional(change);
        match change.get("type") {
            "set" if is_plain => most = by,
            "increment" if is_plain => most += by,
            "decrement" if is_plain => most -= by,
            "set" if by > most => more = by - most,
            "increment" => more = by,
            // What takes away under conditions holds for the rest of them.
            _ => continue,
        }
        // Of several numbers of models the least is what each more of them counts for.
        let models = models_of(change).filter(|models| !is_plain && from.is_none_or(|(_, least)| *models < least));
        from = models.map(|models| (more, models)).or(from);
    }
    let whole = |n: f64| n.clamp(0.0, 10_000.0) as u32;
    let per = from.filter(|_| most == 0.0).map(|(more, models)| (whole(more), models));
    (most >= 0.0).then_some(BearerLimit { most: whole(most), more: whole(more), per })
}

/// The number of models from which a change holds, or for each of which it is made; `None` if it asks for something else.
fn models_of(change: Element<'_>) -> Option<u32> {
    let all: Vec<Element<'_>> = conditions(change).into_iter().chain(change.list(Tag::Repeat)).collect();
    let [counted] = all[..] else { return None };
    let number = counted.number("value").filter(|n| (1.0..1_000.0).contains(n))? as u32;
    let from = match counted.get("type") {
        "greaterThan" => number + 1,
        "lessThan" | "atMost" | "notEqualTo" | "instanceOf" | "notInstanceOf" => return None,
        _ => number,
    };
    // A group of models has an id of its own; of other things nothing asks for five.
    let is_of_models = counted.get("childId") == "model" || from >= 5;
    (is_of_models && counted.get("field") == "selections" && !OF_ARMY.contains(&counted.get("scope"))).then_some(from)
}

/// Names the values of a profile that depend on conditions: `Bolt rifle: S`.
pub(super) fn unresolved_values(profile: Element<'_>, link: Element<'_>, unresolved: &mut Vec<String>) {
    for modifier in conditional(link) {
        let value = profile.list(Tag::Characteristic).find(|value| value.get("typeId") == modifier.get("field"));
        unresolved.extend(value.map(|value| format!("{}: {}", clean(profile.get("name")), value.get("name"))));
    }
}

/// Whether a minimum, which decides how many are selected, depends on conditions.
pub(super) fn touches_count(element: Element<'_>) -> bool {
    let is_least = |id: &str| {
        let mut least = element.list(Tag::Constraint).filter(|least| least.get("type") == "min");
        least.any(|least| least.get("scope") == "parent" && !id.is_empty() && least.get("id") == id)
    };
    conditional(element).any(|modifier| is_least(modifier.get("field")))
}

/// The modifiers of an element and those of its groups.
pub(super) fn modifiers<'t>(element: Element<'t>) -> impl Iterator<Item = Element<'t>> {
    element.list(Tag::Modifier).chain(grouped(element))
}

/// Those of its groups, which have conditions for them.
pub(super) fn grouped<'t>(element: Element<'t>) -> impl Iterator<Item = Element<'t>> {
    element.list(Tag::ModifierGroup).flat_map(|group| group.list(Tag::Modifier))
}

/// Those that depend on conditions.
fn conditional<'t>(element: Element<'t>) -> impl Iterator<Item = Element<'t>> {
    element.list(Tag::Modifier).filter(|modifier| !is_unconditional(*modifier)).chain(grouped(element))
}

/// Whether modifiers change profiles of others: what they would make of them is not worked out.
pub(super) fn touches_profiles(element: Element<'_>) -> bool {
    modifiers(element)
        .any(|modifier| modifier.get("affects").contains("profiles") && modifier.get("field") != "annotation")
}
