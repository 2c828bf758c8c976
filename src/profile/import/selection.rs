//! What a roster has selected, and what a catalogue selects where nobody chose: units, models, what they carry.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Besides;
use super::options::ReadOption;
use super::tree::{Element, Tag, Tree};
use super::values::{clean, name};
use crate::grammar::Statement;
use crate::words::{add_once, each_once};

/// What a selection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum SelectionKind {
    Unit,
    Model,
    #[default]
    Upgrade,
}

impl SelectionKind {
    pub(super) fn of(text: &str) -> Self {
        match text {
            "unit" => Self::Unit,
            "model" => Self::Model,
            _ => Self::Upgrade,
        }
    }
}

/// A profile as it is printed: of which kind, and its values by name.
#[derive(Clone, Debug)]
pub(super) struct Printed<'t> {
    pub(super) kind: &'t str,
    pub(super) name: Cow<'t, str>,
    pub(super) values: Vec<(&'t str, Cow<'t, str>)>,
}

impl<'t> Printed<'t> {
    pub(super) fn read(profile: Element<'t>) -> Self {
        let value = |value: Element<'t>| (value.get("name"), Cow::Borrowed(value.text()));
        Self {
            kind: profile.get("typeName"),
            name: Cow::Borrowed(profile.get("name")),
            values: profile.list(Tag::Characteristic).map(value).collect(),
        }
    }

    /// The value of this name, whatever its case; empty if there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.values.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    /// What is wrong with a value of a statline that cannot be read.
    pub(super) fn wrong(&self, key: &str) -> String {
        match name(self.get(key)) {
            empty if empty.is_empty() => format!("its statline says no {key}"),
            text => format!("{key} is `{text}`"),
        }
    }
}

/// One selection with all that is below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) kind: SelectionKind,
    /// How many in the whole unit: the counts of its parents are in it.
    pub(super) number: u32,
    /// As the file knows it.
    pub(super) id: &'t str,
    pub(super) points: f64,
    pub(super) categories: Vec<Cow<'t, str>>,
    /// Names of rules with their text.
    pub(super) rules: Vec<(Cow<'t, str>, &'t str)>,
    pub(super) profiles: Vec<Printed<'t>>,
    pub(super) children: Vec<Selection<'t>>,
    /// What a catalogue offers instead of its children, or in addition to them.
    pub(super) alternatives: Vec<Variant<'t>>,
    /// What a data set offers a model.
    pub(super) offers: Vec<SelectionOffer<'t>>,
    /// What a data set says of its abilities.
    pub(super) data_abilities: Vec<DataAbility>,
    /// The sizes that it may have, if the file lists them.
    pub(super) sizes: Vec<u32>,
    /// What it costs at each of them, if the file says so.
    pub(super) size_points: Vec<u32>,
    /// How many the unit may have of it.
    pub(super) limits: Vec<BearerLimit>,
    /// The selection that it is attached to.
    pub(super) leads: Option<&'t str>,
    /// Its values that depend on conditions that were not evaluated.
    pub(super) unresolved: Vec<String>,
    /// Weapons among which an alternative lets its bearer choose again.
    pub(super) within: Vec<String>,
    /// Models that a catalogue lets it have in addition.
    pub(super) beside: Vec<String>,
    /// What it may have, by a data set that does not say what that does.
    pub(super) unknown: Vec<String>,
    /// What it links to that lies in no file here.
    pub(super) missing: Vec<&'t str>,
    /// Whether its number does.
    pub(super) may_be_more: bool,
}

/// What a model may have instead: an option, and the weapons that go and come.
#[derive(Clone, Debug)]
pub(super) struct SelectionOffer<'t> {
    pub(super) option: ReadOption,
    pub(super) replaces: Selection<'t>,
    pub(super) gives: Selection<'t>,
}

/// An ability that is data: its statements, or what of it is not understood.
#[derive(Clone, Debug)]
pub(super) struct DataAbility {
    pub(super) name: String,
    pub(super) meaning: Result<Vec<Statement>, String>,
}

/// What a catalogue offers instead of something that is selected, or in addition to it.
#[derive(Clone, Debug)]
pub(super) struct Variant<'t> {
    pub(super) name: Cow<'t, str>,
    /// One of it.
    pub(super) selection: Selection<'t>,
    /// The id of the child that it replaces; `None` if it is an addition.
    pub(super) replaced: Option<String>,
    /// How many of that child are selected.
    pub(super) default_count: u32,
    /// How many of it each parent may have.
    pub(super) each: u32,
    pub(super) limit: Option<BearerLimit>,
    /// The group whose members share a limit.
    pub(super) shares: Option<&'t str>,
    /// Whether all models have it or none.
    pub(super) all_or_none: bool,
}

/// How many of a unit's models may have something, and how many more if the unit is large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BearerLimit {
    pub(super) most: u32,
    pub(super) more: u32,
    /// Where it is nothing in a small unit: how many for each so many models.
    pub(super) per: Option<(u32, u32)>,
}

impl<'t> Selection<'t> {
    /// Reads a selection of a roster.
    fn read(element: Element<'t>) -> Self {
        let named = |of: Element<'t>| Cow::Borrowed(of.get("name"));
        Self {
            name: named(element),
            kind: SelectionKind::of(element.get("type")),
            number: element.number("number").map_or(1, |n| n as u32),
            id: element.get("id"),
            points: points(element),
            categories: element.list(Tag::Category).map(named).collect(),
            rules: element.list(Tag::PrintedRule).map(|rule| (named(rule), rule.text())).collect(),
            profiles: element.list(Tag::Profile).map(Printed::read).collect(),
            children: element.list(Tag::Selection).map(Self::read).collect(),
            leads: element.list(Tag::Association).map(|link| link.get("to")).find(|to| !to.is_empty()),
            ..Self::default()
        }
    }

    /// Its points and those of all that is below it.
    fn all_points(&self) -> f64 {
        self.points + self.children.iter().map(Self::all_points).sum::<f64>()
    }

    /// What it costs with all that is below it, if anything.
    pub(super) fn cost(&self) -> Option<u32> {
        Some(self.all_points().round() as u32).filter(|points| *points > 0)
    }

    /// Itself and what belongs to it, without units of their own that stand under it.
    pub(super) fn own(&self) -> Vec<&Self> {
        let mut own = vec![self];
        for child in self.children.iter().filter(|child| !child.is_unit_in_unit()) {
            own.extend(child.own());
        }
        own
    }

    /// Itself and what belongs to it, without models that stand under it.
    pub(super) fn without_models(&self) -> Vec<&Self> {
        let mut own = vec![self];
        for child in self.children.iter().filter(|child| child.kind == SelectionKind::Upgrade) {
            own.extend(child.without_models());
        }
        own
    }

    /// The units of their own that stand under it.
    pub(super) fn units_within(&self) -> Vec<&Self> {
        let within = |child| if Self::is_unit_in_unit(child) { vec![child] } else { child.units_within() };
        self.children.iter().flat_map(within).collect()
    }

    /// Whether a profile of one of these kinds is on it or on what belongs to it.
    pub(super) fn has_profile(&self, kinds: &[&str]) -> bool {
        self.own().iter().any(|part| part.profiles.iter().any(|profile| kinds.contains(&profile.kind)))
    }

    /// The rules of its army that stand on it.
    pub(super) fn rules_of_army(&self) -> Vec<PrintedRule<'t>> {
        let rules = self.own().into_iter().flat_map(|part| part.rules.clone());
        each_once(rules.filter(|(_, text)| text.contains("your army")))
    }

    /// Takes rules of its army from it.
    pub(super) fn without_rules(&mut self, rules: &[PrintedRule<'t>]) {
        self.rules.retain(|rule| !rules.contains(rule));
        self.children.iter_mut().for_each(|child| child.without_rules(rules));
    }

    fn is_unit_in_unit(&self) -> bool {
        self.kind == SelectionKind::Unit
    }
}

/// The points of an element: its costs called `pts` or `points`.
pub(super) fn points(element: Element<'_>) -> f64 {
    element
        .list(Tag::Cost)
        .filter(|cost| is_cost(*cost))
        .filter_map(|cost| cost.number("value"))
        .map(|value| value.clamp(-1e6, 1e6))
        .sum()
}

/// Whether a cost is one in points.
pub(super) fn is_cost(cost: Element<'_>) -> bool {
    matches!(clean(cost.get("name")).to_lowercase().as_str(), "pts" | "points" | "pts.")
}

/// A unit of a roster, and the place among the units of the one it is in, if it is in one.
pub(super) struct RosterUnit<'t> {
    pub(super) selection: Selection<'t>,
    pub(super) within: Option<usize>,
}

/// The units of a roster, in the order of the file: selections of units or models with a statline, wherever they stand;
/// what else costs points; and what is printed of the army as a whole.
pub(super) fn units<'t>(roster: &'t Tree, statlines: &[&str]) -> FoundUnits<'t> {
    let mut found = (Vec::new(), Vec::new(), OfArmy::default());
    forces(roster.root(), statlines, &mut found);
    found
}

/// What is printed of an army as a whole: its formation and lores are profiles, its detachment's rules are texts by name.
#[derive(Default)]
pub(super) struct OfArmy<'t> {
    pub(super) profiles: Vec<Printed<'t>>,
    pub(super) rules: Vec<PrintedRule<'t>>,
    /// What an army has exactly one of, by the word that it is listed under: its detachment, its formation.
    pub(super) choices: Vec<(&'static str, Selection<'t>)>,
}

/// A rule's name and its text.
pub(super) type PrintedRule<'t> = (Cow<'t, str>, &'t str);

impl<'t> OfArmy<'t> {
    /// Adds the rules of units that stand on several of them.
    pub(super) fn share(&mut self, all: &[PrintedRule<'t>]) {
        let mut counts: HashMap<&PrintedRule<'t>, usize> = HashMap::new();
        all.iter().for_each(|rule| *counts.entry(rule).or_default() += 1);
        add_once(&mut self.rules, all.iter().filter(|rule| counts[rule] > 1).cloned());
    }
}

/// The units that were found, the rest, and what is of the army.
type FoundUnits<'t> = (Vec<RosterUnit<'t>>, Vec<Besides>, OfArmy<'t>);

fn forces<'t>(parent: Element<'t>, statlines: &[&str], found: &mut FoundUnits<'t>) {
    for force in parent.list(Tag::Force) {
        for selection in force.list(Tag::Selection) {
            collect(Selection::read(selection), None, statlines, found);
        }
        forces(force, statlines, found);
    }
}

fn collect<'t>(mut selection: Selection<'t>, within: Option<usize>, statlines: &[&str], found: &mut FoundUnits<'t>) {
    let looks_like_one =
        selection.kind != SelectionKind::Upgrade && (selection.has_profile(statlines) || selection.all_points() > 0.0);
    if !looks_like_one {
        if selection.points >= 0.5 {
            found.1.push(Besides { name: name(&selection.name), points: selection.points.round() as u32 });
        }
        found.2.profiles.append(&mut selection.profiles);
        found.2.rules.append(&mut selection.rules);
        for child in std::mem::take(&mut selection.children) {
            collect(child, within, statlines, found);
        }
        return;
    }
    let inner = extract_units(&mut selection);
    let place = found.0.len();
    found.0.push(RosterUnit { selection, within });
    for unit in inner {
        collect(unit, Some(place), statlines, found);
    }
}

/// Takes units that stand under a selection out of it.
fn extract_units<'t>(selection: &mut Selection<'t>) -> Vec<Selection<'t>> {
    let (inner, mut kept): (Vec<_>, Vec<_>) =
        std::mem::take(&mut selection.children).into_iter().partition(Selection::is_unit_in_unit);
    let mut inner = inner;
    for child in &mut kept {
        inner.extend(extract_units(child));
    }
    selection.children = kept;
    inner
}

impl Variant<'_> {
    /// What it is as an option, for a unit that has this many models; `None` if its limit leaves none.
    pub(super) fn option(&self, models: u32) -> Option<ReadOption> {
        let per = |n: u32, of: u32| Some(format!("{n} per {of}").into());
        let limit = match self.limit {
            _ if self.all_or_none => Some("all or none".into()),
            Some(BearerLimit { most: 0, per: Some((n, of)), .. }) => per(n, of),
            Some(limit) if limit.most == 0 => return None,
            Some(limit) if limit.more > 0 && limit.most <= limit.more => per(limit.more.min(limit.most.max(1)), models),
            Some(limit) => Some(limit.most.into()),
            None if self.each == u32::MAX => None,
            None if self.each != self.default_count.max(1) => per(self.each, 1),
            None => None,
        };
        let one_of = self.shares.map(name).filter(|text| !text.is_empty());
        let points = self.selection.cost().map_or(0, i64::from);
        Some(ReadOption { name: name(&self.name), limit, one_of, points, ..ReadOption::default() })
    }
}

/// The child of a selection that an alternative replaces.
pub(super) fn replaced<'s, 't>(parent: &'s Selection<'t>, alternative: &Variant<'_>) -> Option<&'s Selection<'t>> {
    let id = alternative.replaced.as_deref()?;
    parent.children.iter().filter(|child| child.id == id).max_by_key(|child| child.number)
}

/// Whether an alternative is one of models, or of what models carry.
pub(super) fn is_model(alternative: &Variant<'_>) -> bool {
    alternative.selection.kind == SelectionKind::Model
}
