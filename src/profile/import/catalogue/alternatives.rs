//! What may be selected instead of what is selected by itself, within the limits of the catalogue.

use std::borrow::Cow;
use std::collections::HashSet;

use super::modifiers::{OF_ARMY, bearer_limit, conditions};
use super::offers::{Offers, Selectable, limit};
use super::{Budget, Catalogues, MAX_SELECTED};
use crate::profile::import::selection::{BearerLimit, SelectionKind, Variant};
use crate::profile::import::tree::{Element, Tag};
use crate::profile::import::values::clean;

/// What may be selected where somebody chooses.
#[derive(Default)]
pub(super) struct ByChoice<'t> {
    pub(super) all: Vec<Variant<'t>>,
    /// The names of what the catalogue does not say how to select.
    pub(super) untold: Vec<String>,
    /// The names of models that come in addition.
    pub(super) beside: Vec<String>,
    /// The names of what has weapons and may be chosen within a choice.
    pub(super) within: Vec<String>,
}

impl<'t> Catalogues<'t> {
    /// What an entry offers instead of, or in addition to, what is selected.
    pub(super) fn alternatives(&self, offers: &Offers<'t>, depth: usize) -> ByChoice<'t> {
        let mut found = ByChoice::default();
        for offer in free(offers) {
            let is_model = offer.facts.chosen.kind() == SelectionKind::Model;
            match self.alternative(offers, offer, depth) {
                Some(alternative) => found.all.push(alternative),
                None if is_model => found.beside.push(clean(offer.facts.chosen.entry.element.get("name"))),
                None => found.untold.push(clean(offer.facts.chosen.entry.element.get("name"))),
            }
        }
        found
    }

    /// What has weapons and may be chosen within a choice, which no option says.
    pub(super) fn choices_within(&self, offers: &Offers<'t>, depth: usize) -> ByChoice<'t> {
        let mut budget = Budget { left: MAX_SELECTED };
        let mut arms = |offer: &&Selectable<'t>| {
            let chosen = self.selection(&offer.facts.chosen, (1, 0), true, depth + 1, &mut budget);
            chosen.is_ok_and(|chosen| {
                let own = chosen.own();
                own.iter().flat_map(|part| &part.profiles).any(|printed| printed.kind.contains("Weapon"))
            })
        };
        let weapons = free(offers).into_iter().filter(|offer| arms(offer));
        let within = weapons.map(|offer| clean(offer.facts.chosen.name())).collect();
        ByChoice { within, ..ByChoice::default() }
    }

    fn alternative(&self, offers: &Offers<'t>, offer: &Selectable<'t>, depth: usize) -> Option<Variant<'t>> {
        let mut budget = Budget { left: MAX_SELECTED };
        let instead = Instead::of(offers, offer)?;
        let selection = self.selection(&offer.facts.chosen, (1, 0), true, depth + 1, &mut budget).ok()?;
        let link = offer.facts.chosen.link.map_or("", |link| link.element.get("name"));
        let name = if link.is_empty() { selection.name.clone() } else { Cow::Borrowed(link) };
        let parts: Vec<Element<'t>> = offer.facts.chosen.parts().map(|part| part.element).collect();
        let inner = offers.chain(offer.group).take_while(|group| Some(*group) != instead.group);
        let inner: Vec<usize> = inner.collect();
        let within: Vec<Element<'t>> =
            inner.iter().flat_map(|group| &offers.groups[*group].facts.parts).map(|part| part.element).collect();
        // Of a model the parent is the unit: what it may hold of them is a limit of the unit.
        let of_unit = selection.kind == SelectionKind::Model;
        let scopes = if of_unit { &["parent"][..] } else { &[] };
        let own = limits_of_unit(&parts, scopes).chain(limits_of_unit(&within, scopes));
        let carried = selection.own().into_iter().flat_map(|part| part.limits.iter().copied());
        let limits: Vec<BearerLimit> = own.chain(carried).collect();
        let limit = limits.into_iter().min_by_key(|limit| limit.most);
        // Members of a group that may hold fewer than it has share what it may hold.
        let sharing = inner.iter().copied().find(|group| {
            let members =
                offers.all.iter().filter(|other| other.total() == 0 && offers.chain(other.group).any(|g| g == *group));
            offers.groups[*group].facts.most.is_some() && members.count() > 1
        });
        let shares = sharing.map(|group| offers.groups[group].facts.parts[0].element.get("name"));
        let all_or_none = instead
            .replaced
            .as_deref()
            .is_some_and(|replaced| parts.iter().any(|part| forbids_both(*part, offer.id(), replaced)));
        let each = if of_unit { u32::MAX } else { offer.most.min(instead.room) };
        let default_count = instead.count;
        Some(Variant { name, selection, replaced: instead.replaced, default_count, each, limit, shares, all_or_none })
    }
}

/// What is not selected and may be.
fn free<'o, 't>(offers: &'o Offers<'t>) -> Vec<&'o Selectable<'t>> {
    let chosen: HashSet<&str> = offers.all.iter().filter(|other| other.total() > 0).map(Selectable::id).collect();
    let is_free = |offer: &&Selectable<'t>| {
        let mut groups = offers.chain(offer.group).map(|group| &offers.groups[group].facts);
        // What hides it gives way to nothing.
        let is_hidden = || offer.facts.hidden_by.iter().any(|other| chosen.contains(other));
        let is_open = offer.facts.is_open && offer.total() == 0 && (offer.most > 0 || offer.facts.is_of_large);
        is_open && !is_hidden() && groups.all(|group| group.is_open)
    };
    offers.all.iter().filter(is_free).collect()
}

impl<'t> Selectable<'t> {
    /// The id of its entry.
    fn id(&self) -> &'t str {
        self.facts.chosen.entry.element.get("id")
    }
}

/// What an alternative replaces.
struct Instead {
    /// The id of the entry that gives way; `None` if there is room for both.
    replaced: Option<String>,
    count: u32,
    /// How many of the alternative its parent has room for.
    room: u32,
    /// The group that both are in.
    group: Option<usize>,
}

impl Instead {
    /// Looks from the innermost group outwards for what gives way; `None` if several could.
    fn of(offers: &Offers<'_>, offer: &Selectable<'_>) -> Option<Self> {
        let is_model = offer.facts.chosen.kind() == SelectionKind::Model;
        // What it hides where it is selected gives way.
        if let Some(given) =
            offers.all.iter().find(|other| other.total() > 0 && other.facts.hidden_by.contains(&offer.id()))
        {
            let (replaced, room) = (Some(given.id().to_owned()), given.total());
            return Some(Self { replaced, count: given.total(), room, group: None });
        }
        let mut room = u32::MAX;
        for group in offers.chain(offer.group) {
            let of_group = |other: &&Selectable<'_>| offers.chain(other.group).any(|entry| entry == group);
            let selected: Vec<&Selectable<'_>> =
                offers.all.iter().filter(of_group).filter(|other| other.total() > 0).collect();
            let total: u32 = selected.iter().map(|other| other.total()).sum();
            let most = offers.groups[group].facts.most.unwrap_or(u32::MAX);
            if total == 0 {
                room = room.min(most);
                continue;
            }
            if !is_model && most > total {
                return Some(Self { replaced: None, count: 0, room: room.min(most - total), group: None });
            }
            // Of models the largest kind gives way, which is nobody's leader.
            let given = match selected[..] {
                [only] => only,
                _ if is_model => selected.iter().copied().max_by_key(|other| other.total())?,
                _ => return None,
            };
            let replaced = Some(given.id().to_owned());
            return Some(Self { replaced, count: given.total(), room: room.min(given.total()), group: Some(group) });
        }
        // A model beside those of its unit is another unit's, or a size of its own.
        (!is_model).then_some(Self { replaced: None, count: 0, room, group: None })
    }
}

/// Whether a catalogue calls it a mistake that models have both of two entries.
fn forbids_both(element: Element<'_>, one: &str, other: &str) -> bool {
    element.list(Tag::Modifier).filter(|modifier| modifier.get("field") == "error").any(|modifier| {
        let all = conditions(modifier);
        let asks = |id: &str| all.iter().any(|c| c.get("childId") == id && c.get("type") == "atLeast");
        asks(one) && asks(other)
    })
}

/// How many of a unit's models may have an entry that is in these parts, by each constraint that counts in the unit or in one
/// of these scopes, and by what the catalogue calls a mistake.
pub(super) fn limits_of_unit<'t>(
    parts: &[Element<'t>],
    scopes: &[&str],
) -> impl Iterator<Item = BearerLimit> + use<'t> {
    let is_wide = |scope: &str| !matches!(scope, "parent" | "self" | "model") && !OF_ARMY.contains(&scope);
    let constraints = parts.iter().flat_map(|part| part.list(Tag::Constraint));
    let counts = constraints.filter(|constraint| {
        let scope = constraint.get("scope");
        constraint.get("type") == "max"
            && constraint.get("field") == "selections"
            && constraint.number("value").is_some_and(|value| value >= 0.0)
            && (is_wide(scope) || scopes.contains(&scope))
    });
    let mut limits: Vec<BearerLimit> = counts.filter_map(|constraint| bearer_limit(constraint, parts)).collect();
    let ids: Vec<&str> = parts.iter().map(|part| part.get("id")).collect();
    let modifiers = parts.iter().flat_map(|part| part.list(Tag::Modifier));
    for mistake in modifiers.filter(|modifier| modifier.get("field") == "error") {
        let all = conditions(mistake);
        let number = |condition: &Element<'_>| condition.number("value").unwrap_or(0.0).clamp(0.0, 10_000.0) as u32;
        let own = all.iter().find(|condition| {
            ids.contains(&condition.get("childId")) && matches!(condition.get("type"), "greaterThan" | "atLeast")
        });
        let of_small = all.iter().find(|condition| condition.get("type") == "lessThan");
        let is_size =
            |condition: &Element<'_>| condition.get("childId") == "model" || condition.get("type") == "lessThan";
        let is_plain = |own: &&Element<'_>| all.iter().all(|other| other.index() == own.index() || is_size(other));
        if let Some(own) = own.filter(is_plain) {
            let most = number(own).saturating_sub(u32::from(own.get("type") == "atLeast"));
            // None in a small unit, and in a large one as many as its parent may have.
            let large = || limit(parts, "max", "").unwrap_or(1);
            let per = of_small.filter(|_| most == 0).map(|small| (large(), number(small)));
            limits.push(BearerLimit { most, more: if of_small.is_some() { most } else { 0 }, per });
        }
    }
    limits.into_iter()
}
