//! What an entry offers to whoever chooses, and how many of each are selected where nobody does.

use super::Placed;
use super::modifiers::{hidden_by, is_unconditional};
use crate::profile::import::selection::Kind;
use crate::profile::import::tree::{Element, Tag};

/// An entry with the link that leads to it.
#[derive(Clone, Copy)]
pub(super) struct LinkedEntry<'t> {
    pub(super) link: Option<Placed<'t>>,
    pub(super) entry: Placed<'t>,
}

impl<'t> LinkedEntry<'t> {
    /// The entry, and the link behind it: what the link says comes last.
    pub(super) fn parts(&self) -> impl Iterator<Item = Placed<'t>> + use<'t> {
        std::iter::once(self.entry).chain(self.link)
    }
}

/// An entry that may be selected, and how many are: of models several stacks, each equipped for itself.
pub(super) struct Selectable<'t> {
    pub(super) chosen: LinkedEntry<'t>,
    pub(super) stacks: Vec<u32>,
    most: u32,
    pub(super) hidden: bool,
    /// The ids of entries beside which it may not be seen where they are selected.
    pub(super) hidden_by: Vec<&'t str>,
    /// The group that it is a member of, by its place among those of its parent.
    pub(super) group: Option<usize>,
}

impl<'t> Selectable<'t> {
    pub(super) fn new(chosen: LinkedEntry<'t>, stack: usize) -> Self {
        let parts: Vec<Element<'t>> = chosen.parts().map(|part| part.element).collect();
        let least = limit(&parts, "min");
        let most = limit(&parts, "max").unwrap_or(u32::MAX);
        let hidden = chosen.parts().any(|part| part.element.get("hidden") == "true");
        let amounts =
            chosen.parts().map(|part| part.element.get("defaultAmount")).filter(|text| !text.is_empty()).last();
        let amounts: Vec<u32> = amounts.unwrap_or("").split(',').filter_map(|n| n.trim().parse().ok()).collect();
        let is_model = Kind::of(chosen.entry.element.get("type")) == Kind::Model;
        let stacks = match &amounts[..] {
            _ if hidden => vec![0],
            [] => vec![least.unwrap_or(0).min(most)],
            // Of a model the list says how many stand in each stack, of what it carries how many each stack has.
            all if is_model => within(all, least.unwrap_or(0), most),
            all => vec![all.get(stack).or(all.first()).copied().unwrap_or(0).max(least.unwrap_or(0)).min(most)],
        };
        Self { chosen, stacks, most, hidden, hidden_by: hidden_by(&parts), group: None }
    }

    /// The most that its parent has of it.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    pub(super) fn total(&self) -> u32 {
        self.stacks.iter().sum()
    }

    /// Selects more, as far as it may; how many.
    pub(super) fn add(&mut self, more: u32) -> u32 {
        let room = self.most.saturating_sub(self.total());
        let added = more.min(room);
        if let Some(last) = self.stacks.last_mut() {
            *last += added;
        }
        added
    }
}

/// Stacks of models, the last of them so large that all are as many as there may be.
fn within(stacks: &[u32], least: u32, most: u32) -> Vec<u32> {
    let mut left = most;
    let mut stacks: Vec<u32> = stacks
        .iter()
        .map(|count| {
            let count = (*count).min(left);
            left -= count;
            count
        })
        .collect();
    let missing = least.saturating_sub(stacks.iter().sum());
    stacks.last_mut().into_iter().for_each(|last| *last += missing);
    stacks
}

/// A group of entries with the one that it stands in.
pub(super) struct OfferGroup<'t> {
    pub(super) parts: Vec<Placed<'t>>,
    pub(super) within: Option<usize>,
    /// The most of all its members together.
    pub(super) most: Option<u32>,
}

/// What an element offers: entries, and the groups that they stand in.
#[derive(Default)]
pub(super) struct Offers<'t> {
    pub(super) all: Vec<Selectable<'t>>,
    pub(super) groups: Vec<OfferGroup<'t>>,
    /// The group that is read.
    pub(super) group: Option<usize>,
}

impl<'t> Offers<'t> {
    /// Adds an entry of the group that is read.
    pub(super) fn add(&mut self, chosen: LinkedEntry<'t>, stack: usize) {
        self.all.push(Selectable { group: self.group, ..Selectable::new(chosen, stack) });
    }

    /// A group and those that it stands in, the innermost first.
    pub(super) fn chain(&self, group: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(group, |group| self.groups[*group].within)
    }
}

/// Takes back what other selections beside it hide: a warhammer where a grandhammer was taken.
pub(super) fn settle(offered: &mut [Selectable<'_>]) {
    let chosen: Vec<(Vec<&str>, u32)> = offered
        .iter()
        .map(|offer| (offer.chosen.parts().map(|part| part.element.get("id")).collect(), offer.total()))
        .collect();
    let count = |id: &str| chosen.iter().filter(|(ids, _)| ids.contains(&id)).map(|(_, count)| count).sum::<u32>();
    for offer in offered.iter_mut().filter(|offer| offer.total() > 0) {
        let modifiers = offer.chosen.parts().flat_map(|part| part.element.list(Tag::Modifier));
        let hides = |modifier: &Element<'_>| {
            modifier.get("field") == "hidden" && modifier.get("value") == "true" && holds_beside(*modifier, &count)
        };
        if modifiers.into_iter().any(|modifier| hides(&modifier)) {
            offer.stacks.iter_mut().for_each(|count| *count = 0);
        }
    }
}

/// Whether a modifier's only condition counts what was selected beside it, and holds.
fn holds_beside(modifier: Element<'_>, count: &impl Fn(&str) -> u32) -> bool {
    let conditions: Vec<Element<'_>> = modifier.list(Tag::Condition).collect();
    let [condition] = conditions[..] else { return false };
    if condition.get("scope") != "parent" || condition.get("field") != "selections" {
        return false;
    }
    let (found, value) = (f64::from(count(condition.get("childId"))), condition.number("value").unwrap_or(0.0));
    match condition.get("type") {
        "atLeast" => found >= value,
        "greaterThan" => found > value,
        "equalTo" => (found - value).abs() < 0.5,
        _ => false,
    }
}

/// How many of an entry or a group its parent has at least, or at most; it stands in these elements, a link and what it
/// leads to, each of which may change what the others say.
pub(super) fn limit(parts: &[Element<'_>], kind: &str) -> Option<u32> {
    let of_parent = |constraint: &Element<'_>| {
        constraint.get("type") == kind && constraint.get("scope") == "parent" && constraint.get("field") == "selections"
    };
    let values = parts.iter().flat_map(|part| part.list(Tag::Constraint));
    let values = values.filter(of_parent).filter_map(|constraint| value_of(constraint, parts));
    if kind == "min" { values.max() } else { values.min() }
}

/// The number of a constraint, with the changes that nothing is asked for; a negative most means that there is none.
fn value_of(constraint: Element<'_>, parts: &[Element<'_>]) -> Option<u32> {
    let mut value = constraint.number("value")?;
    let changes = parts.iter().flat_map(|part| part.list(Tag::Modifier));
    for change in changes.filter(|change| change.get("field") == constraint.get("id") && is_unconditional(*change)) {
        let by = change.number("value").unwrap_or(0.0);
        match change.get("type") {
            "set" => value = by,
            "increment" => value += by,
            "decrement" => value -= by,
            _ => {}
        }
    }
    (value >= 0.0).then_some(value.min(10_000.0) as u32)
}
