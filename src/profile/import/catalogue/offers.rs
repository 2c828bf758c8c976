//! The options of an entry, and how many of each are selected by default.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::modifiers::{bearer_limit, conditions, hidden_by, is_open, modifiers};
use super::{EntryPlace, Placed};
use crate::profile::import::selection::{BearerLimit, SelectionKind};
use crate::profile::import::tree::{Element, Tag};

/// An entry with the link that leads to it.
#[derive(Clone, Copy)]
pub(in crate::profile::import) struct LinkedEntry<'t> {
    pub(super) link: Option<Placed<'t>>,
    pub(super) entry: Placed<'t>,
}

impl<'t> LinkedEntry<'t> {
    /// What the catalogue calls it: the link's name comes first.
    pub(in crate::profile::import) fn name(&self) -> &'t str {
        let link = self.link.map_or("", |link| link.element.get("name"));
        if link.is_empty() { self.entry.element.get("name") } else { link }
    }

    /// Where it is in the files: what is selected for it depends on nothing else.
    pub(in crate::profile::import) fn place(&self) -> EntryPlace {
        let of = |placed: &Placed<'t>| (placed.file, placed.element.index());
        (self.link.as_ref().map(of), of(&self.entry))
    }

    pub(super) fn kind(&self) -> SelectionKind {
        SelectionKind::of(self.entry.element.get("type"))
    }

    /// Whether the catalogue shows it to nobody, or only where a battle is of another kind than usual.
    pub(in crate::profile::import) fn is_hidden(&self) -> bool {
        let hidden = |element: Element<'_>| element.get("hidden") == "true" && modifiers(element).next().is_none();
        let is_of_battle = |modifier: Element<'_>| {
            let asks = |one: &Element<'_>| one.get("field") == "forces" && one.get("type") == "lessThan";
            modifier.hides() && matches!(&conditions(modifier)[..], [one] if asks(one))
        };
        self.parts().any(|part| hidden(part.element) || part.element.list(Tag::Modifier).any(is_of_battle))
    }

    /// The entry, and the link behind it: what the link says comes last.
    pub(super) fn parts(&self) -> impl Iterator<Item = Placed<'t>> + use<'t> {
        std::iter::once(self.entry).chain(self.link)
    }
}

/// What a catalogue says of an entry and its link, wherever they stand.
pub(super) struct EntryFacts<'t> {
    pub(super) chosen: LinkedEntry<'t>,
    least: Option<u32>,
    most: u32,
    /// How many each stack holds, if given.
    amounts: Vec<u32>,
    pub(super) hidden: bool,
    /// The ids of entries beside which it may not be seen where they are selected.
    pub(super) hidden_by: Vec<&'t str>,
    /// Whether it may be selected whatever else the army holds.
    pub(super) is_open: bool,
    /// Whether it is a model that may be there under conditions alone: in a large unit.
    pub(super) is_of_large: bool,
}

impl<'t> EntryFacts<'t> {
    /// What is said of an entry, and of the group that it is in, if it is in one, the id.
    pub(super) fn of(chosen: LinkedEntry<'t>, group: &str) -> Self {
        let parts: Vec<Element<'t>> = chosen.parts().map(|part| part.element).collect();
        let amounts = parts.iter().map(|part| part.get("defaultAmount")).rfind(|text| !text.is_empty());
        let of_large = || bearer_limits(&parts, "max", group).any(|limit| limit.most == 0 && limit.more > 0);
        Self {
            is_of_large: chosen.kind() == SelectionKind::Model && of_large(),
            chosen,
            least: limit(&parts, "min", group),
            most: limit(&parts, "max", group).unwrap_or(u32::MAX),
            amounts: amounts.unwrap_or("").split(',').filter_map(|n| n.trim().parse().ok()).collect(),
            hidden: parts.iter().any(|part| part.get("hidden") == "true"),
            hidden_by: hidden_by(&parts),
            is_open: parts.iter().all(|part| is_open(*part)),
        }
    }
}

/// An entry that may be selected, and how many are: of models several stacks, each equipped for itself.
pub(super) struct Selectable<'t> {
    pub(super) facts: Rc<EntryFacts<'t>>,
    pub(super) stacks: SmallVec<[u32; 4]>,
    /// The most that its parent has of it.
    pub(super) most: u32,
    /// The group that it is a member of, by its place among those of its parent.
    pub(super) group: Option<usize>,
}

impl<'t> Selectable<'t> {
    fn new(facts: Rc<EntryFacts<'t>>, stack: usize, group: Option<usize>) -> Self {
        let (least, most) = (facts.least.unwrap_or(0), facts.most);
        let is_model = facts.chosen.kind() == SelectionKind::Model;
        let stacks = match &facts.amounts[..] {
            _ if facts.hidden => smallvec![0],
            [] => smallvec![least.min(most)],
            // Of a model the list says how many are in each stack, of what it carries how many each stack has.
            all if is_model => within(all, least, most),
            // One number alone is of every stack; stacks behind the end of a list have what the last has.
            all => smallvec![all.get(stack).or(all.last()).copied().unwrap_or(0).max(least).min(most)],
        };
        Self { facts, stacks, most, group }
    }

    pub(super) fn total(&self) -> u32 {
        self.stacks.iter().sum()
    }

    /// The least and the most that its parent has of an upgrade, where what is selected beside it changes them.
    fn limits_beside(&self, offered: &[Self]) -> Option<(u32, u32)> {
        let parts: SmallVec<[Element<'t>; 2]> = self.facts.chosen.parts().map(|part| part.element).collect();
        let set = |kind: &str| {
            let constraints = parts.iter().flat_map(|part| part.list(Tag::Constraint));
            let ids = constraints.filter(|one| one.get("type") == kind && one.get("scope") == "parent");
            let ids: SmallVec<[&str; 2]> = ids.map(|one| one.get("id")).collect();
            let changes = parts.iter().flat_map(|part| part.list(Tag::Modifier));
            let holds = |change: &Element<'_>| {
                change.get("type") == "set"
                    && ids.contains(&change.get("field"))
                    && holds_beside(*change, &|id| number_of(offered, id))
            };
            let number = changes.filter(holds).last()?.number("value")?;
            (number >= 0.0).then_some(number.min(10_000.0) as u32)
        };
        let is_one = self.facts.chosen.kind() == SelectionKind::Upgrade && !self.facts.hidden;
        let (least, most) = if is_one { (set("min"), set("max")) } else { return None };
        least.or(most)?;
        Some((least.or(self.facts.least).unwrap_or(0), most.unwrap_or(self.most)))
    }

    /// Takes back so many, as far as it may; how many. The last stacks go first.
    fn take_back(&mut self, over: u32) -> u32 {
        let gone = over.min(self.total().saturating_sub(self.facts.least.unwrap_or(0)));
        let mut left = gone;
        for count in self.stacks.iter_mut().rev() {
            let taken = left.min(*count);
            *count -= taken;
            left -= taken;
        }
        gone
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
fn within(stacks: &[u32], least: u32, most: u32) -> SmallVec<[u32; 4]> {
    let mut left = most;
    let mut stacks: SmallVec<[u32; 4]> = stacks
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

/// What a catalogue says of a group of entries and its link, wherever they stand.
pub(super) struct GroupFacts<'t> {
    pub(super) parts: Vec<Placed<'t>>,
    /// The least and the most of all its members together.
    pub(super) least: u32,
    pub(super) most: Option<u32>,
    /// The id of the entry that it takes by itself.
    pub(super) default: Option<&'t str>,
    pub(super) hidden: bool,
    /// Whether its members may be selected whatever else the army holds.
    pub(super) is_open: bool,
}

impl<'t> GroupFacts<'t> {
    pub(super) fn of(parts: Vec<Placed<'t>>) -> Self {
        let elements: Vec<Element<'t>> = parts.iter().map(|part| part.element).collect();
        Self {
            parts,
            least: limit(&elements, "min", "").unwrap_or(0),
            most: limit(&elements, "max", ""),
            default: elements.iter().map(|part| part.get("defaultSelectionEntryId")).find(|id| !id.is_empty()),
            hidden: elements.iter().any(|part| part.get("hidden") == "true"),
            is_open: elements.iter().all(|part| is_open(*part)),
        }
    }

    /// Whether it takes this member by itself.
    pub(super) fn is_default(&self, offer: &Selectable<'_>) -> bool {
        self.default.is_some_and(|id| offer.facts.chosen.parts().any(|part| part.element.get("id") == id))
    }
}

/// Takes back what members of a group that takes one of them by itself are beyond the most that it may hold: each of them may
/// say that it is there by default. That one goes last.
pub(super) fn trim(members: &mut [Selectable<'_>], group: &GroupFacts<'_>) {
    let Some(most) = group.most.filter(|most| *most > 0 && group.default.is_some()) else { return };
    let mut over = members.iter().map(Selectable::total).sum::<u32>().saturating_sub(most);
    for of_default in [false, true] {
        for offer in members.iter_mut().rev().filter(|offer| group.is_default(offer) == of_default) {
            over -= offer.take_back(over);
        }
    }
}

/// A group of entries, and the one that it is in.
pub(super) struct OfferGroup<'t> {
    pub(super) facts: Rc<GroupFacts<'t>>,
    pub(super) within: Option<usize>,
}

/// What a child of an element leads to.
#[derive(Clone)]
pub(super) enum Offered<'t> {
    Entry(Rc<EntryFacts<'t>>),
    Group(Rc<GroupFacts<'t>>),
    /// Something that lies in no file here.
    Lost,
}

/// What an element offers: entries, and the groups that they are in.
#[derive(Default)]
pub(super) struct Offers<'t> {
    pub(super) all: Vec<Selectable<'t>>,
    pub(super) groups: Vec<OfferGroup<'t>>,
    /// The group that is read.
    pub(super) group: Option<usize>,
}

impl<'t> Offers<'t> {
    /// Adds an entry of the group that is read.
    pub(super) fn add(&mut self, facts: Rc<EntryFacts<'t>>, stack: usize) {
        self.all.push(Selectable::new(facts, stack, self.group));
    }

    /// A group and those that it is in, the innermost first.
    pub(super) fn chain(&self, group: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(group, |group| self.groups[*group].within)
    }
}

/// Gives and takes what other selections beside it ask for: its own blade to a champion, in place of what the others have.
/// Then takes back what they hide: a warhammer where a grandhammer was taken.
pub(super) fn settle(offered: &mut [Selectable<'_>]) {
    for place in 0..offered.len() {
        if let Some((least, most)) = offered[place].limits_beside(offered) {
            let offer = &mut offered[place];
            offer.most = most;
            offer.stacks.iter_mut().for_each(|count| *count = (*count).max(least).min(most));
        }
    }
    let count = |id: &str| number_of(offered, id);
    let is_hidden = |place: &usize| {
        let offer = &offered[*place];
        let mut modifiers = offer.facts.chosen.parts().flat_map(|part| part.element.list(Tag::Modifier));
        offer.total() > 0 && modifiers.any(|modifier| modifier.hides() && holds_beside(modifier, &count))
    };
    let hidden: Vec<usize> = (0..offered.len()).filter(is_hidden).collect();
    for place in hidden {
        offered[place].stacks.iter_mut().for_each(|count| *count = 0);
    }
}

/// How many of an entry or a link are selected.
fn number_of(offered: &[Selectable<'_>], id: &str) -> u32 {
    let is_it = |offer: &&Selectable<'_>| offer.facts.chosen.parts().any(|part| part.element.get("id") == id);
    offered.iter().filter(is_it).map(Selectable::total).sum()
}

/// Whether a modifier has conditions that count what was selected beside it, and they hold.
fn holds_beside(modifier: Element<'_>, count: &impl Fn(&str) -> u32) -> bool {
    let mut conditions = modifier.list(Tag::Condition).peekable();
    conditions.peek().is_some() && conditions.all(|condition| holds(condition, count))
}

/// Whether a condition, or a group of them, counts what was selected beside it, and holds.
fn holds(condition: Element<'_>, count: &impl Fn(&str) -> u32) -> bool {
    let mut members = condition.list(Tag::Condition).peekable();
    if members.peek().is_some() {
        let is_any = condition.get("type") == "or";
        return if is_any { members.any(|one| holds(one, count)) } else { members.all(|one| holds(one, count)) };
    }
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

/// How many of an entry or a group its parent has at least, or at most; it is in these elements, a link and what it leads to,
/// each of which may change what the others say. Members of a group may name the group in place of their parent.
pub(super) fn limit(parts: &[Element<'_>], kind: &str, group: &str) -> Option<u32> {
    let values = bearer_limits(parts, kind, group).map(|limit| limit.most);
    if kind == "min" { values.max() } else { values.min() }
}

fn bearer_limits(parts: &[Element<'_>], kind: &str, group: &str) -> impl Iterator<Item = BearerLimit> {
    let of_parent = move |constraint: &Element<'_>| {
        let scope = constraint.get("scope");
        let is_within = scope == "parent" || !scope.is_empty() && scope == group;
        constraint.get("type") == kind && is_within && constraint.get("field") == "selections"
    };
    let values = parts.iter().flat_map(|part| part.list(Tag::Constraint));
    values.filter(of_parent).filter_map(|constraint| bearer_limit(constraint, parts))
}
