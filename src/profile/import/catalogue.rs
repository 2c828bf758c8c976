//! Catalogues: links are resolved, and each unit is taken with its default selections.

mod alternatives;
mod modifiers;
mod offers;
mod prices;

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use self::alternatives::{ByChoice, limits_of_unit};
use self::modifiers::{changed, renamed, touches_count, touches_profiles, unresolved_values};
pub(super) use self::offers::LinkedEntry;
use self::offers::{EntryFacts, GroupFacts, OfferGroup, Offered, Offers, Selectable, limit, settle, trim};
use super::selection::{Selection, SelectionKind, points};
use super::tree::{Element, Tag, Tree};
use super::values::clean;
use crate::words::{QuickMap, add_once, normal};

/// How often a link may lead to another entry before it is taken for a loop.
const MAX_LINKS: usize = 40;

/// The most entries that one unit may select.
const MAX_SELECTED: usize = 4_000;

/// What an army has one of, as the entries of it begin.
const CHOICES: [&str; 2] = ["detachment", "battle formation"];

/// What a unit of an army may have one of, and how the groups of it are called.
pub(super) const GIFTS: [(&str, &str); 3] =
    [("enhancement", "enhancements"), ("artefact", "artefacts of power"), ("heroic trait", "heroic traits")];

/// Catalogues of one game that link to each other.
pub(super) struct Catalogues<'t> {
    trees: Vec<&'t Tree>,
    /// The place of each id, file by file.
    ids: Vec<HashMap<&'t str, u32>>,
    /// Where an id is looked for that is in a file: itself, those that it links to, directly or through others, and the game
    /// system.
    linked: Vec<Vec<usize>>,
    /// The entries that root entries of any file point to.
    offered: OnceCell<HashSet<(usize, u32)>>,
    /// What children of elements lead to, by their files and their places there: most are in many units.
    targets: RefCell<QuickMap<(usize, u32), Offered<'t>>>,
}

/// An element and the file that it is in.
#[derive(Clone, Copy)]
pub(super) struct Placed<'t> {
    file: usize,
    element: Element<'t>,
}

/// The place of a root entry: the link that names it, if it is one, and the entry, each by its file and its place there.
pub(super) type EntryPlace = (Option<(usize, u32)>, (usize, u32));

impl<'t> Catalogues<'t> {
    /// Puts catalogues together.
    pub(super) fn new(trees: Vec<&'t Tree>) -> Self {
        let is_entry = |element: &Element<'t>| {
            let named = [Tag::Entry, Tag::SharedEntry, Tag::Group, Tag::Profile, Tag::PrintedRule, Tag::InfoGroup];
            named.contains(&element.tag())
        };
        let ids = trees.iter().map(|tree| {
            let named = tree.elements().filter(is_entry).filter(|element| !element.get("id").is_empty());
            named.map(|element| (element.get("id"), element.index())).collect()
        });
        let ids = ids.collect();
        let (linked, offered, targets) = (Vec::new(), OnceCell::new(), RefCell::default());
        let mut all = Self { trees, ids, linked, offered, targets };
        let system = (0..all.trees.len()).filter(|file| all.trees[*file].kind == "gameSystem");
        let systems: Vec<usize> = system.collect();
        all.linked =
            (0..all.trees.len()).map(|file| [all.reached(file, &|_| true), systems.clone()].concat()).collect();
        all
    }

    /// What an id means in a file: first its own, then those of the catalogues that it links to, then the game system's. Other
    /// files do not count, so that a catalogue always reads the same.
    fn find(&self, file: usize, id: &str) -> Option<Placed<'t>> {
        self.linked[file].iter().find_map(|file| {
            let index = *self.ids[*file].get(id)?;
            Some(Placed { file: *file, element: self.trees[*file].at(index) })
        })
    }

    /// A file and those that links of a kind lead to from it.
    fn reached(&self, file: usize, is_one: &dyn Fn(&Element<'t>) -> bool) -> Vec<usize> {
        let mut reached = vec![file];
        let mut next = 0;
        while let Some(file) = reached.get(next).copied() {
            for link in self.trees[file].root().list(Tag::CatalogueLink).filter(is_one) {
                let target = self.trees.iter().position(|tree| tree.root().get("id") == link.get("targetId"));
                reached.extend(target.filter(|target| !reached.contains(target)));
            }
            next += 1;
        }
        reached
    }

    /// The units that a catalogue offers: what its root entries point to, and those of catalogues whose root entries it
    /// imports; of a library without any, what it shares. `alone`: without those of others.
    pub(super) fn roots(&self, file: usize, alone: bool) -> Vec<LinkedEntry<'t>> {
        let imported = self.imported(file);
        let files = imported.iter().copied().filter(|other| !alone || *other == file);
        let mut roots: Vec<LinkedEntry<'t>> = files.flat_map(|file| self.own_roots(file)).collect();
        let is_unit = |root: &LinkedEntry<'t>| root.kind() != SelectionKind::Upgrade;
        roots.retain(is_unit);
        if roots.is_empty() && (alone || imported.len() < 2) {
            let shared = self.trees[file].root().list(Tag::SharedEntry);
            let shared = shared.map(|element| LinkedEntry { link: None, entry: Placed { file, element } });
            roots.extend(shared.filter(is_unit));
        }
        roots
    }

    fn own_roots(&self, file: usize) -> Vec<LinkedEntry<'t>> {
        let mut roots = Vec::new();
        for child in self.trees[file].root().children() {
            match child.tag() {
                Tag::Entry => roots.push(LinkedEntry { link: None, entry: Placed { file, element: child } }),
                Tag::EntryLink => {
                    let link = Placed { file, element: child };
                    let entry = self.find(file, child.get("targetId"));
                    roots.extend(entry.map(|entry| LinkedEntry { link: Some(link), entry }));
                }
                _ => {}
            }
        }
        roots
    }

    /// What an army has one of, with the word for it: the detachments and formations of a catalogue, and what it gives to
    /// single units.
    pub(super) fn choices(&self, file: usize) -> Vec<(&'static str, Selection<'t>)> {
        let roots = self.imported(file).into_iter().flat_map(|file| self.own_roots(file));
        let word = |root: &LinkedEntry<'t>| {
            let is_it = |word: &&&str| normal(root.name()).starts_with(&normal(word));
            CHOICES.iter().find(is_it).filter(|_| root.kind() == SelectionKind::Upgrade)
        };
        let of_army = roots.filter_map(|root| Some((*word(&root)?, root.parts().collect::<Vec<_>>())));
        let mut all: Vec<(&'static str, Selection<'t>)> = Vec::new();
        for (word, parts) in of_army.chain(self.gifts(file)) {
            let (mut offers, mut budget) = (Offers::default(), Budget { left: MAX_SELECTED });
            for part in parts {
                // What is too deep or too much of it is not offered.
                let _ = self.offered(part, 0, 0, &mut budget, &mut offers);
            }
            let chosen =
                offers.all.iter().filter_map(|o| self.selection(&o.facts.chosen, (1, 0), true, 1, &mut budget).ok());
            all.extend(chosen.map(|chosen| (word, chosen)));
        }
        all
    }

    /// The groups of what a unit may have one of, each with the word for it.
    fn gifts(&self, file: usize) -> impl Iterator<Item = (&'static str, Vec<Placed<'t>>)> {
        // What several armies share lies in a library, from which some take no units.
        let is_library = |id: &str| {
            let mut roots = self.trees.iter().map(|tree| tree.root());
            roots.any(|root| root.get("id") == id && root.get("library") == "true")
        };
        let is_one = |link: &Element<'t>| link.get("importRootEntries") == "true" || is_library(link.get("targetId"));
        let groups = self
            .reached(file, &is_one)
            .into_iter()
            .flat_map(|file| self.trees[file].root().list(Tag::Group).map(move |element| Placed { file, element }));
        groups.filter_map(|group| {
            let called = group.element.get("name").to_lowercase();
            let (word, _) = GIFTS.iter().find(|(_, named)| called.contains(named))?;
            Some((*word, vec![group]))
        })
    }

    /// A file and those whose root entries it imports, directly or through them.
    pub(super) fn imported(&self, file: usize) -> Vec<usize> {
        self.reached(file, &|link| link.get("importRootEntries") == "true")
    }

    /// Whether root entries of another file point to this entry.
    pub(super) fn is_offered_elsewhere(&self, root: &LinkedEntry<'t>) -> bool {
        let offered = self.offered.get_or_init(|| {
            let all = (0..self.trees.len()).flat_map(|file| self.own_roots(file));
            all.filter(|root| root.link.is_some()).map(|root| (root.entry.file, root.entry.element.index())).collect()
        });
        root.link.is_none() && offered.contains(&(root.entry.file, root.entry.element.index()))
    }

    /// The root entries of a file that lie in no file here.
    pub(super) fn lost(&self, file: usize) -> Vec<&'t str> {
        let links = self.trees[file].root().list(Tag::EntryLink);
        links.filter(|link| self.find(file, link.get("targetId")).is_none()).map(|link| link.get("name")).collect()
    }

    /// A unit with the default selections.
    ///
    /// # Errors
    /// If its links lead in a circle, or it selects too much.
    pub(super) fn select(&self, root: &LinkedEntry<'t>) -> Result<Selection<'t>, String> {
        let mut budget = Budget { left: MAX_SELECTED };
        let mut unit = self.selection(root, (1, 0), false, 0, &mut budget)?;
        if unit.kind == SelectionKind::Unit {
            self.price(root, &mut unit, &mut budget);
        }
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
        chosen: &LinkedEntry<'t>,
        (number, stack): (u32, usize),
        is_alternative: bool,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<Selection<'t>, String> {
        budget.take(depth)?;
        let entry = chosen.entry.element;
        let mut selection = Selection { kind: chosen.kind(), number, id: entry.get("id"), ..Selection::default() };
        selection.name = Cow::Borrowed(entry.get("name"));
        let elements: Vec<Element<'t>> = chosen.parts().map(|part| part.element).collect();
        selection.limits = limits_of_unit(&elements, &[]).collect();
        for part in chosen.parts() {
            // Points stand on the link in Age of Sigmar.
            let own = points(part.element);
            if own > 0.0 {
                selection.points = own;
            }
            let categories = part.element.list(Tag::CategoryLink).map(|link| Cow::Borrowed(link.get("name")));
            add_once(&mut selection.categories, categories);
            self.information(part, &mut selection, depth, budget)?;
            if let Some(name) = renamed(part.element, entry.get("name")) {
                selection.name = Cow::Owned(name);
            }
            if touches_profiles(part.element) {
                selection.unresolved.push(format!("{}: values of its profiles", clean(&selection.name)));
            }
            selection.may_be_more |= touches_count(part.element);
            let links = part
                .element
                .list(Tag::EntryLink)
                .filter(|link| limit(&[*link], "min", "").is_some_and(|least| least > 0));
            let lost = links.filter(|link| self.find(part.file, link.get("targetId")).is_none());
            selection.missing.extend(lost.map(|link| link.get("name")));
        }
        // What an alternative carries may be exchanged only if it is a model itself.
        let is_alternative = is_alternative && selection.kind != SelectionKind::Model;
        let (children, by_choice) = self.children(chosen, (number, stack), is_alternative, depth, budget)?;
        (selection.children, selection.alternatives, selection.beside) = (children, by_choice.all, by_choice.beside);
        selection.unresolved.extend(by_choice.untold);
        selection.within = by_choice.within;
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
        for child in part.element.children() {
            if child.get("hidden") == "true" {
                let is_ability = child.tag() == Tag::Profile && child.get("typeName").starts_with("Abilit");
                selection.unresolved.extend(is_ability.then(|| clean(child.get("name"))));
                continue;
            }
            let target = match child.tag() {
                Tag::Profile | Tag::PrintedRule | Tag::InfoGroup => Placed { element: child, ..part },
                Tag::InfoLink => {
                    let Some(target) = self.find(part.file, child.get("targetId")) else {
                        selection.missing.push(child.get("name"));
                        continue;
                    };
                    target
                }
                _ => continue,
            };
            match target.element.tag() {
                Tag::Profile => {
                    unresolved_values(target.element, child, &mut selection.unresolved);
                    selection.profiles.push(changed(target.element, child));
                }
                Tag::PrintedRule => {
                    let name = target.element.get("name");
                    let name = renamed(child, name).map_or(Cow::Borrowed(name), Cow::Owned);
                    selection.rules.push((name, target.element.text()));
                }
                _ => self.information(target, selection, depth + 1, budget)?,
            }
        }
        Ok(())
    }

    /// The children of an entry, and how many of each are selected by default.
    fn children(
        &self,
        parent: &LinkedEntry<'t>,
        (number, stack): (u32, usize),
        is_alternative: bool,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<(Vec<Selection<'t>>, ByChoice<'t>), String> {
        let mut offers = Offers::default();
        for part in parent.parts() {
            self.offered(part, stack, depth, budget, &mut offers)?;
        }
        settle(&mut offers.all);
        let mut children = Vec::new();
        for offer in &offers.all {
            for (stack, count) in offer.stacks.iter().enumerate().filter(|(_, count)| **count > 0) {
                let number = number.saturating_mul(*count).min(10_000);
                let place = if offer.stacks.len() > 1 { stack } else { 0 };
                children.push(self.selection(
                    &offer.facts.chosen,
                    (number, place),
                    is_alternative,
                    depth + 1,
                    budget,
                )?);
            }
        }
        let by_choice =
            if is_alternative { self.choices_within(&offers, depth) } else { self.alternatives(&offers, depth) };
        Ok((children, by_choice))
    }

    /// The members of an element and of its groups.
    fn offered(
        &self,
        part: Placed<'t>,
        stack: usize,
        depth: usize,
        budget: &mut Budget,
        offers: &mut Offers<'t>,
    ) -> Result<(), String> {
        budget.take(depth)?;
        for child in part.element.children() {
            if matches!(child.tag(), Tag::Entry | Tag::Group | Tag::EntryLink) {
                let group = if part.element.tag() == Tag::Group { part.element.get("id") } else { "" };
                match self.target(Placed { element: child, ..part }, group) {
                    Offered::Entry(facts) => offers.add(facts, stack),
                    Offered::Group(facts) => self.group(&facts, stack, depth, budget, offers)?,
                    Offered::Lost => {}
                }
            }
        }
        Ok(())
    }

    /// What a child of an element leads to: itself, or what it links to. `within`: the id of the group that it is in, if any.
    fn target(&self, child: Placed<'t>, within: &str) -> Offered<'t> {
        let place = (child.file, child.element.index());
        if let Some(target) = self.targets.borrow().get(&place) {
            return target.clone();
        }
        let entry = |link, entry| Offered::Entry(Rc::new(EntryFacts::of(LinkedEntry { link, entry }, within)));
        let group = |parts| Offered::Group(Rc::new(GroupFacts::of(parts)));
        let target = match child.element.tag() {
            Tag::Entry => entry(None, child),
            Tag::Group => group(vec![child]),
            _ => match self.find(child.file, child.element.get("targetId")) {
                Some(target) if target.element.tag() == Tag::Group => group(vec![child, target]),
                Some(target) => entry(Some(child), target),
                None => Offered::Lost,
            },
        };
        self.targets.borrow_mut().insert(place, target.clone());
        target
    }

    /// The members of a group; what it demands beyond its members goes to the one that it takes by itself.
    fn group(
        &self,
        facts: &Rc<GroupFacts<'t>>,
        stack: usize,
        depth: usize,
        budget: &mut Budget,
        offers: &mut Offers<'t>,
    ) -> Result<(), String> {
        if facts.hidden {
            return Ok(());
        }
        let (first, outer) = (offers.all.len(), offers.group);
        offers.groups.push(OfferGroup { facts: Rc::clone(facts), within: outer });
        offers.group = Some(offers.groups.len() - 1);
        for part in &facts.parts {
            self.offered(*part, stack, depth + 1, budget, offers)?;
        }
        offers.group = outer;
        let members = &mut offers.all[first..];
        let mut missing = facts.least.saturating_sub(members.iter().map(Selectable::total).sum());
        if let Some(offer) = members.iter_mut().find(|offer| facts.is_default(offer)) {
            missing -= offer.add(missing);
        }
        for offer in members.iter_mut().filter(|offer| !offer.facts.hidden) {
            missing -= offer.add(missing);
        }
        trim(members, facts);
        Ok(())
    }
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
