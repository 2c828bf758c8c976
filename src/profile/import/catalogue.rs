//! Catalogues: what they link to is found, and each unit is selected as it is where nobody chooses anything.

use std::borrow::Cow;
use std::collections::HashMap;

use super::selection::{Kind, Printed, Selection, points};
use super::tree::{Element, Tag, Tree};
use super::values::clean;

/// How often a link may lead to another entry before it is taken for a loop.
const MAX_LINKS: usize = 40;

/// The most entries that one unit may select.
const MAX_SELECTED: usize = 4_000;

/// Catalogues of one game that link to each other.
pub(super) struct Shelf<'t> {
    trees: Vec<&'t Tree>,
    /// Where each id stands, file by file.
    ids: Vec<HashMap<&'t str, u32>>,
}

/// An element and the file that it stands in.
#[derive(Clone, Copy)]
pub(super) struct Placed<'t> {
    file: usize,
    element: Element<'t>,
}

/// A root entry: the link that names it, if it is one, and the entry.
pub(super) struct Root<'t> {
    link: Option<Placed<'t>>,
    entry: Placed<'t>,
}

impl<'t> Root<'t> {
    /// What the catalogue calls it: the link's name comes first.
    pub(super) fn name(&self) -> &'t str {
        let link = self.link.map_or("", |link| link.element.get("name"));
        if link.is_empty() { self.entry.element.get("name") } else { link }
    }
}

impl<'t> Shelf<'t> {
    /// Puts catalogues together.
    pub(super) fn new(trees: Vec<&'t Tree>) -> Self {
        let known = |element: &Element<'t>| {
            matches!(
                element.tag(),
                Tag::Entry
                    | Tag::SharedEntry
                    | Tag::Group
                    | Tag::SharedGroup
                    | Tag::Profile
                    | Tag::SharedProfile
                    | Tag::Rule
                    | Tag::SharedRule
                    | Tag::InfoGroup
                    | Tag::SharedInfoGroup
            )
        };
        let ids = trees.iter().map(|tree| {
            let named = tree.elements().filter(known).filter(|element| !element.get("id").is_empty());
            named.map(|element| (element.get("id"), element.index())).collect()
        });
        let ids = ids.collect();
        Self { trees, ids }
    }

    /// What an id means in a file: its own first, then what it links to, then the game system, then any other.
    fn find(&self, file: usize, id: &str) -> Option<Placed<'t>> {
        let in_file =
            |file: usize| self.ids[file].get(id).map(|index| Placed { file, element: self.trees[file].at(*index) });
        if let Some(own) = in_file(file) {
            return Some(own);
        }
        let linked = self.linked(file);
        let systems = (0..self.trees.len()).filter(|other| self.trees[*other].kind == "gameSystem");
        let order = linked.into_iter().chain(systems).chain(0..self.trees.len());
        order.into_iter().find_map(in_file)
    }

    /// The files that a file links to, directly or through others.
    fn linked(&self, file: usize) -> Vec<usize> {
        let mut linked = vec![file];
        let mut next = 0;
        while let Some(file) = linked.get(next).copied() {
            for link in self.trees[file].root().list(Tag::CatalogueLink) {
                let target = self.trees.iter().position(|tree| tree.root().get("id") == link.get("targetId"));
                linked.extend(target.filter(|target| !linked.contains(target)));
            }
            next += 1;
        }
        linked
    }

    /// The units that a catalogue offers: what its root entries point to; of a library without any, what it shares.
    pub(super) fn roots(&self, file: usize) -> Vec<Root<'t>> {
        let root = self.trees[file].root();
        let mut roots = Vec::new();
        for child in root.children() {
            match child.tag() {
                Tag::Entry => roots.push(Root { link: None, entry: Placed { file, element: child } }),
                Tag::EntryLink => {
                    let link = Placed { file, element: child };
                    roots.extend(self.find(file, child.get("targetId")).map(|entry| Root { link: Some(link), entry }));
                }
                _ => {}
            }
        }
        let is_unit = |root: &Root<'_>| {
            let hidden =
                |element: Element<'_>| element.get("hidden") == "true" && element.list(Tag::Modifier).next().is_none();
            let shown = !hidden(root.entry.element) && !root.link.is_some_and(|link| hidden(link.element));
            shown && Kind::of(root.entry.element.get("type")) != Kind::Upgrade
        };
        roots.retain(is_unit);
        if roots.is_empty() {
            let shared =
                root.list(Tag::SharedEntry).map(|element| Root { link: None, entry: Placed { file, element } });
            roots.extend(shared.filter(is_unit));
        }
        roots
    }

    /// A unit as it is selected where nobody chooses anything.
    ///
    /// # Errors
    /// If its links lead in a circle, or it selects too much.
    pub(super) fn select(&self, root: &Root<'t>) -> Result<Selection<'t>, String> {
        let mut budget = Budget { left: MAX_SELECTED };
        let chosen = Chosen { link: root.link, entry: root.entry };
        let mut unit = self.selection(&chosen, 1, 0, 0, &mut budget)?;
        if let Some(link) = root.link {
            let name = link.element.get("name");
            if !name.is_empty() {
                unit.name = Cow::Borrowed(name);
            }
        }
        Ok(unit)
    }

    fn selection(
        &self,
        chosen: &Chosen<'t>,
        number: u32,
        stack: usize,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<Selection<'t>, String> {
        budget.take(depth)?;
        let entry = chosen.entry.element;
        let mut selection =
            Selection { kind: Kind::of(entry.get("type")), number, id: entry.get("id"), ..Selection::default() };
        selection.name = Cow::Borrowed(entry.get("name"));
        for part in chosen.parts() {
            // Points stand on the link in Age of Sigmar.
            let own = points(part.element);
            if own > 0.0 {
                selection.points = own;
            }
            let categories = part.element.list(Tag::CategoryLink).map(|link| Cow::Borrowed(link.get("name")));
            for category in categories {
                if !selection.categories.contains(&category) {
                    selection.categories.push(category);
                }
            }
            self.information(part, &mut selection, depth, budget)?;
            if let Some(name) = renamed(part.element, entry.get("name")) {
                selection.name = Cow::Owned(name);
            }
            if touches_profiles(part.element) {
                selection.unresolved.push(format!("{}: values of its profiles", clean(&selection.name)));
            }
            selection.may_be_more |= touches_count(part.element);
        }
        selection.children = self.children(chosen, number, stack, depth, budget)?;
        Ok(selection)
    }

    /// Profiles and rules that stand on an element or are linked from it.
    fn information(
        &self,
        part: Placed<'t>,
        selection: &mut Selection<'t>,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<(), String> {
        budget.take(depth)?;
        for child in part.element.children().filter(|child| child.get("hidden") != "true") {
            match child.tag() {
                Tag::Profile => {
                    unresolved_values(child, child, &mut selection.unresolved);
                    selection.profiles.push(changed(child, child));
                }
                Tag::Rule => selection.rules.push((Cow::Borrowed(child.get("name")), child.text())),
                Tag::InfoGroup => self.information(Placed { element: child, ..part }, selection, depth + 1, budget)?,
                Tag::InfoLink => {
                    let Some(target) = self.find(part.file, child.get("targetId")) else { continue };
                    match target.element.tag() {
                        Tag::Profile | Tag::SharedProfile => {
                            unresolved_values(target.element, child, &mut selection.unresolved);
                            selection.profiles.push(changed(target.element, child));
                        }
                        Tag::Rule | Tag::SharedRule => {
                            let name = target.element.get("name");
                            let name = renamed(child, name).map_or(Cow::Borrowed(name), Cow::Owned);
                            selection.rules.push((name, target.element.text()));
                        }
                        _ => self.information(target, selection, depth + 1, budget)?,
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What stands under an entry, and how many of each are selected where nobody chooses.
    fn children(
        &self,
        parent: &Chosen<'t>,
        number: u32,
        stack: usize,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Selection<'t>>, String> {
        let mut offered = Vec::new();
        for part in parent.parts() {
            self.offered(part, stack, depth, budget, &mut offered)?;
        }
        settle(&mut offered);
        let mut children = Vec::new();
        for offer in &offered {
            for (stack, count) in offer.stacks.iter().enumerate().filter(|(_, count)| **count > 0) {
                let number = number.saturating_mul(*count).min(10_000);
                let place = if offer.stacks.len() > 1 { stack } else { 0 };
                children.push(self.selection(&offer.chosen, number, place, depth + 1, budget)?);
            }
        }
        Ok(children)
    }

    /// The members of an element and of its groups.
    fn offered(
        &self,
        part: Placed<'t>,
        stack: usize,
        depth: usize,
        budget: &mut Budget,
        offered: &mut Vec<Offer<'t>>,
    ) -> Result<(), String> {
        budget.take(depth)?;
        for child in part.element.children() {
            let placed = Placed { element: child, ..part };
            match child.tag() {
                Tag::Entry => offered.push(Offer::new(Chosen { link: None, entry: placed }, stack)),
                Tag::Group => self.group(&[placed], stack, depth, budget, offered)?,
                Tag::EntryLink => {
                    let Some(target) = self.find(part.file, child.get("targetId")) else { continue };
                    if matches!(target.element.tag(), Tag::Group | Tag::SharedGroup) {
                        self.group(&[placed, target], stack, depth, budget, offered)?;
                    } else {
                        offered.push(Offer::new(Chosen { link: Some(placed), entry: target }, stack));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The members of a group; what it demands beyond its members goes to the one that it takes by itself.
    fn group(
        &self,
        parts: &[Placed<'t>],
        stack: usize,
        depth: usize,
        budget: &mut Budget,
        offered: &mut Vec<Offer<'t>>,
    ) -> Result<(), String> {
        if parts.iter().any(|part| part.element.get("hidden") == "true") {
            return Ok(());
        }
        let first = offered.len();
        for part in parts {
            self.offered(*part, stack, depth + 1, budget, offered)?;
        }
        let least = parts.iter().map(|part| limit(part.element, "min").unwrap_or(0)).max().unwrap_or(0);
        let default = parts.iter().map(|part| part.element.get("defaultSelectionEntryId")).find(|id| !id.is_empty());
        let members = &mut offered[first..];
        let mut missing = least.saturating_sub(members.iter().map(Offer::total).sum());
        if let Some(default) = default {
            let is_default =
                |offer: &&mut Offer<'_>| offer.chosen.parts().any(|part| part.element.get("id") == default);
            if let Some(offer) = members.iter_mut().find(is_default) {
                missing -= offer.add(missing);
            }
        }
        for offer in members.iter_mut().filter(|offer| !offer.hidden) {
            missing -= offer.add(missing);
        }
        Ok(())
    }
}

/// An entry with the link that leads to it.
#[derive(Clone, Copy)]
struct Chosen<'t> {
    link: Option<Placed<'t>>,
    entry: Placed<'t>,
}

impl<'t> Chosen<'t> {
    /// The entry, and the link behind it: what the link says comes last.
    fn parts(&self) -> impl Iterator<Item = Placed<'t>> + use<'t> {
        std::iter::once(self.entry).chain(self.link)
    }
}

/// An entry that may be selected, and how many are: of models several stacks, each equipped for itself.
struct Offer<'t> {
    chosen: Chosen<'t>,
    stacks: Vec<u32>,
    most: u32,
    hidden: bool,
}

impl<'t> Offer<'t> {
    fn new(chosen: Chosen<'t>, stack: usize) -> Self {
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

    fn total(&self) -> u32 {
        self.stacks.iter().sum()
    }

    /// Selects more, as far as it may; how many.
    fn add(&mut self, more: u32) -> u32 {
        let room = self.most.saturating_sub(self.total());
        let added = more.min(room);
        if let Some(last) = self.stacks.last_mut() {
            *last += added;
        }
        added
    }
}

/// Takes back what other selections beside it hide: a warhammer where a grandhammer was taken.
fn settle(offered: &mut [Offer<'_>]) {
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
fn limit(element: Element<'_>, kind: &str) -> Option<u32> {
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

fn is_unconditional(modifier: Element<'_>) -> bool {
    modifier.children().next().is_none()
}

/// The name that modifiers without conditions make of a name; `None` if there are none.
fn renamed(element: Element<'_>, name: &str) -> Option<String> {
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
fn changed<'t>(profile: Element<'t>, link: Element<'t>) -> Printed<'t> {
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

/// Names the values of a profile that hang on conditions: `Bolt rifle: S`.
fn unresolved_values(profile: Element<'_>, link: Element<'_>, unresolved: &mut Vec<String>) {
    for modifier in modifiers(link).filter(|modifier| !is_unconditional(*modifier) || in_group(link, *modifier)) {
        let value = profile.list(Tag::Characteristic).find(|value| value.get("typeId") == modifier.get("field"));
        unresolved.extend(value.map(|value| format!("{}: {}", clean(profile.get("name")), value.get("name"))));
    }
}

/// Whether a least number, which says how many are selected, hangs on conditions.
fn touches_count(element: Element<'_>) -> bool {
    let is_least = |id: &str| {
        let mut least = element.list(Tag::Constraint).filter(|least| least.get("type") == "min");
        least.any(|least| least.get("scope") == "parent" && !id.is_empty() && least.get("id") == id)
    };
    modifiers(element)
        .any(|modifier| is_least(modifier.get("field")) && (!is_unconditional(modifier) || in_group(element, modifier)))
}

/// The modifiers of an element and those of its groups.
fn modifiers<'t>(element: Element<'t>) -> impl Iterator<Item = Element<'t>> {
    let groups = element.list(Tag::ModifierGroup).flat_map(|group| group.list(Tag::Modifier));
    element.list(Tag::Modifier).chain(groups)
}

/// Whether a modifier stands in a group, which has its conditions.
fn in_group(element: Element<'_>, modifier: Element<'_>) -> bool {
    element.list(Tag::Modifier).all(|own| own.index() != modifier.index())
}

/// Whether modifiers change profiles of others: what they would make of them is not worked out.
fn touches_profiles(element: Element<'_>) -> bool {
    modifiers(element)
        .any(|modifier| modifier.get("affects").contains("profiles") && modifier.get("field") != "annotation")
}

/// What is left before a unit is too large or its links are a loop.
struct Budget {
    left: usize,
}

impl Budget {
    fn take(&mut self, depth: usize) -> Result<(), String> {
        if depth > MAX_LINKS {
            return Err(format!(
                "its entries link to each other in a circle, or more than {MAX_LINKS} deep (MAX_LINKS)"
            ));
        }
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| format!("it selects more than {MAX_SELECTED} entries (MAX_SELECTED)"))?;
        Ok(())
    }
}
