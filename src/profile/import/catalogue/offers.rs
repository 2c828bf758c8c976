//! What an entry offers to whoever chooses, and how many of each are selected where nobody does.

use super::Placed;
use super::modifiers::is_unconditional;
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
}

impl<'t> Selectable<'t> {
    pub(super) fn new(chosen: LinkedEntry<'t>, stack: usize) -> Self {
        let least = chosen.parts().filter_map(|part| limit(part.element, "min")).max();
        let most = chosen.parts().filter_map(|part| limit(part.element, "max")).min().unwrap_or(u32::MAX);
        let hidden = chosen.parts().any(|part| part.element.get("hidden") == "true");
        let amounts =
            chosen.parts().map(|part| part.element.get("defaultAmount")).filter(|text| !text.is_empty()).last();
        let amounts: Vec<u32> = amounts.unwrap_or("").split(',').filter_map(|n| n.trim().parse().ok()).collect();
        let is_model = Kind::of(chosen.entry.element.get("type")) == Kind::Model;
        let stacks = match &amounts[..] {
            _ if hidden => vec![0],
            [] => vec![least.unwrap_or(0).min(most)],
            // Of a model the list says how many stand in each stack, of what it carries how many each stack has.
            all if is_model => all.to_vec(),
            all => vec![all.get(stack).or(all.first()).copied().unwrap_or(0).max(least.unwrap_or(0)).min(most)],
        };
        Self { chosen, stacks, most, hidden }
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

/// How many of an element its parent has at least, or at most; changes that nothing is asked for count.
pub(super) fn limit(element: Element<'_>, kind: &str) -> Option<u32> {
    let of_parent = |constraint: &Element<'_>| {
        constraint.get("type") == kind && constraint.get("scope") == "parent" && constraint.get("field") == "selections"
    };
    let value = |constraint: Element<'_>| {
        let set = element.list(Tag::Modifier).find(|modifier| {
            modifier.get("field") == constraint.get("id")
                && modifier.get("type") == "set"
                && is_unconditional(*modifier)
        });
        let value = set.unwrap_or(constraint).number("value")?;
        // A negative most means that there is none.
        (value >= 0.0).then_some(value.min(10_000.0) as u32)
    };
    let values = element.list(Tag::Constraint).filter(of_parent).filter_map(value);
    if kind == "min" { values.max() } else { values.min() }
}
