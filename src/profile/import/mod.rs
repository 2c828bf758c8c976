//! Units from other programs: rosters of list builders and catalogues of their editors become profiles.
//!
//! ```text
//! bytes -> unpack: archive, encoding -> tree: XML or JSON, the same shape, only what is asked for
//!       -> selection: units with their models and what they carry, of a roster or as a catalogue selects by itself
//!       -> datasheet, warscroll, warband: one game's card -> write: TOML
//! JSON -> dataset: all of 40k's 11th edition as data; each unit a selection, its abilities statements -> datasheet -> write
//! JSON -> cards: units and abilities of a data set -> fighter, combat_unit: one game's card -> write
//! ```
//!
//! Only names and numbers enter a profile. Texts of rules are compared with wordings, rows of data; what none of them
//! covers is named in `not-computed`. Readers touch no file and know no game's rules: what a game can say they ask of a
//! `Vocabulary`.

mod card;
mod card_values;
mod cards;
mod catalogue;
mod combat_unit;
mod dataset;
mod datasheet;
mod fighter;
mod imported;
mod kinds;
mod not_read;
mod options;
mod paste;
mod selection;
mod system;
mod text_list;
mod tree;
mod unpack;
mod values;
mod warband;
mod warscroll;
mod write;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub use card::{ImportedAbility, ImportedUnit, LeftOut};
pub use imported::{Besides, ImportKind, Imported, Lent};
pub use not_read::NotRead;
pub(crate) use paste::{PastedAbility, PastedCard, heading, labelled_values};
pub(crate) use text_list::{ListedUnit, TextList};
pub(crate) use unpack::bundled;
pub use unpack::{MAX_ARCHIVE_FILES, MAX_IMPORT_BYTES, MAX_UNPACKED_BYTES};
pub(crate) use write::quoted;

use crate::grammar::{Rows, Statement, Unread};
use crate::words::{normal, same, without_plural};
pub(crate) use card::{SENTENCES, is_of_whole_unit};
use card_values::CardAbility;
use cards::Cards;
use dataset::DataSet;
use system::System;
use tree::{Tag, Tree};

/// What a game's language understands; importers ask through this trait.
pub(crate) trait Vocabulary {
    /// Whether a weapon may have this ability.
    fn knows_weapon_ability(&self, game: &str, text: &str) -> bool;
    /// Whether a unit as a whole may have this ability.
    fn knows_unit_ability(&self, game: &str, text: &str) -> bool;
    /// Whether an `[[ability]]` may have this effect.
    fn knows_effect(&self, game: &str, asking: &Asking<'_>) -> bool;
    /// Whether there are units of the kinds that a text excludes: `BEASTS and not HERO`.
    fn knows_excluded(&self, game: &str, reach: &str) -> bool;
    /// What a text of a card states, which many cards print.
    ///
    /// # Errors
    /// As [`Rows::statements`].
    fn statements(
        &self,
        game: &str,
        sections: &[&str],
        text: &str,
        wounds: Option<u32>,
    ) -> Result<Vec<Statement>, Unread>;
    /// The statements of those sentences of a text that have one by themselves.
    fn sentences(&self, game: &str, text: &str) -> Vec<Statement>;
    /// How cards of a game word things.
    fn wordings(&self, game: &str) -> &'static Rows;
    /// The unit, refused if its profile would be wrong.
    fn checked(&self, unit: ImportedUnit) -> ImportedUnit;
}

/// An effect of an `[[ability]]` that a game is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    /// What the ability is called.
    pub name: &'a str,
    /// The effect.
    pub effect: &'a str,
    /// What it is part of: when it holds, whose attacks it touches.
    pub said: &'a Statement,
    /// Whether it is of some weapons, or of some models, only.
    pub weapons: bool,
    pub models: bool,
}

/// A file that was opened: a roster, a catalogue, or a data set of cards.
#[derive(Debug)]
pub struct Opened {
    /// A roster or a catalogue; of cards an empty one, which nothing links to.
    tree: Tree,
    cards: Option<Cards>,
    data: Option<DataSet>,
    list: Option<TextList>,
}

impl Opened {
    /// What it is.
    pub fn kind(&self) -> ImportKind {
        if self.tree.kind == "roster" || self.list.is_some() { ImportKind::Roster } else { ImportKind::Catalogue }
    }

    /// The names, counts and points of a list that is no more than text.
    pub fn list(&self) -> Option<&TextList> {
        self.list.as_ref()
    }

    /// Whether it is a data set of cards whose abilities lie in a file beside it.
    pub(crate) fn lacks_abilities(&self) -> bool {
        self.cards.as_ref().is_some_and(|cards| cards.abilities.is_empty())
    }

    /// Whether it holds abilities of cards and no units.
    pub(crate) fn is_abilities(&self) -> bool {
        self.cards.as_ref().is_some_and(|cards| cards.units.is_empty())
    }

    /// The ids of the files that it links to, and of its game system, each with its name as far as it is said.
    pub(crate) fn links(&self) -> Vec<(&str, &str)> {
        let root = self.tree.root();
        let links = root.list(Tag::CatalogueLink).map(|link| (link.get("targetId"), link.get("name")));
        links.chain([(root.get("gameSystemId"), "its game system")]).filter(|(id, _)| !id.is_empty()).collect()
    }

    /// Whether it holds units that somebody may choose from.
    pub(crate) fn is_shelf(&self) -> bool {
        matches!(self.kind(), ImportKind::Catalogue) && !self.is_abilities()
    }

    /// Whether it is a data set, whose armies are called as people call them.
    pub(crate) fn is_cards(&self) -> bool {
        self.cards.is_some() || self.data.is_some()
    }

    /// The name of a catalogue or a roster.
    pub(crate) fn name(&self) -> &str {
        self.tree.root().get("name")
    }

    /// Its own id, by which others link to it.
    pub fn id(&self) -> &str {
        self.tree.root().get("id")
    }
}

/// Opens a file.
///
/// # Errors
/// [`NotRead`] if it is neither a roster nor a catalogue.
pub fn open(bytes: &[u8]) -> Result<Opened, NotRead> {
    let text = match unpack::text_of(bytes) {
        // A package holds its data beside other files.
        Err(why @ (NotRead::Several(_) | NotRead::Unknown(_))) => dataset::packed(bytes).ok_or(why)?,
        read => read?,
    };
    kinds::check(&text)?;
    let empty = || Opened { tree: Tree::empty(), cards: None, data: None, list: None };
    let tree = match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => {
            let json = tree::json(&text)?;
            match Tree::of_json(&json) {
                Err(NotRead::Unknown(why)) => {
                    let json = json.into();
                    let cards = Cards::of_json(&json);
                    let data = if cards.is_some() { None } else { DataSet::of_json(json) };
                    let is_read = cards.is_some() || data.is_some();
                    return is_read.then_some(Opened { cards, data, ..empty() }).ok_or(NotRead::Unknown(why));
                }
                read => read?,
            }
        }
        Some(b'<') | None => Tree::read(&text)?,
        Some(_) => match TextList::read(&text) {
            Some(list) => return Ok(Opened { list: Some(list), ..empty() }),
            None => return Err(kinds::no_list(&text)),
        },
    };
    match tree.kind.as_str() {
        "roster" | "catalogue" | "gameSystem" => Ok(Opened { tree, ..empty() }),
        other => Err(NotRead::Unknown(format!("its outermost element is `{}`", values::name(other)))),
    }
}

/// Files of one game that link to each other.
pub(crate) struct ImportSet<'t> {
    files: &'t [Opened],
    catalogues: catalogue::Catalogues<'t>,
    /// The units of catalogues that were read, by their entries.
    units: RefCell<HashMap<catalogue::EntryPlace, UnitByRules<'t>>>,
    /// What armies may have one of, by the ids of the entries.
    chosen: RefCell<HashMap<String, ImportedUnit>>,
}

/// A unit of a catalogue: the rules of its army that stand on it, and what it is without some of them.
#[derive(Default)]
struct UnitByRules<'t> {
    rules: Vec<selection::PrintedRule<'t>>,
    by_rules: HashMap<Vec<selection::PrintedRule<'t>>, Option<ImportedUnit>>,
}

impl<'t> ImportSet<'t> {
    /// Puts files together.
    pub(crate) fn new(files: &'t [Opened]) -> Self {
        let catalogues = catalogue::Catalogues::new(files.iter().map(|file| &file.tree).collect());
        Self { files, catalogues, units: RefCell::default(), chosen: RefCell::default() }
    }

    /// The keywords and names of all that is in the files, as they are compared; `None` without the file of their game: others
    /// may have more then.
    pub(crate) fn keywords(&self) -> Option<Vec<String>> {
        let is_named = |tag: Tag| matches!(tag, Tag::CategoryLink | Tag::Entry | Tag::SharedEntry | Tag::EntryLink);
        let is_whole = self.files.iter().any(|file| file.tree.kind == "gameSystem");
        let all = self.files.iter().flat_map(|file| file.tree.elements()).filter(|element| is_named(element.tag()));
        let names = all.map(|element| element.get("name")).collect::<HashSet<_>>().into_iter().map(values::clean);
        let bare =
            |name: String| without_plural(name.trim_start_matches("Faction: ").split('(').next().unwrap_or(&name));
        is_whole.then(|| names.map(bare).collect())
    }

    /// Reads the units of one of the files, by its place; of a catalogue perhaps only those of a name.
    ///
    /// # Errors
    /// [`NotRead`] if none of its units can be read. A unit that cannot be read alone is among the units, refused.
    pub(crate) fn import(
        &self,
        file: usize,
        unit: Option<&str>,
        vocabulary: &dyn Vocabulary,
    ) -> Result<Imported, NotRead> {
        let Opened { tree, cards, data, .. } = &self.files[file];
        let imported = match (cards, data, self.files[file].kind()) {
            (Some(cards), ..) => self.cards(cards, unit, vocabulary),
            (_, Some(data), _) => data.import(unit, vocabulary),
            (.., ImportKind::Roster) => roster(tree, unit, vocabulary),
            (.., ImportKind::Catalogue) => return self.catalogue(file, unit, vocabulary),
        };
        let checked = |units: Vec<ImportedUnit>| units.into_iter().map(|unit| vocabulary.checked(unit)).collect();
        imported.map(|army| Imported { units: checked(army.units), ..army })
    }

    /// The units of a data set of cards; the abilities are those of every file of its game.
    fn cards(&self, cards: &Cards, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
        let of_game = self.files.iter().filter_map(|file| file.cards.as_ref()).filter(|other| other.game == cards.game);
        let abilities: Vec<&CardAbility> = of_game.flat_map(|other| &other.abilities).collect();
        let wanted = wanted(cards.units.iter().collect(), unit, |value| Cards::name_of(value));
        let units: Vec<ImportedUnit> =
            wanted.into_iter().map(|value| cards.read(value, &abilities, vocabulary)).collect();
        if units.is_empty() {
            return Err(NotRead::nothing(unit));
        }
        Ok(Imported { game: cards.game.id(), name: cards.name(), units, ..Imported::default() })
    }

    /// The units of a catalogue that are its own: those that it takes from others are theirs.
    ///
    /// # Errors
    /// As [`ImportSet::import`].
    pub(crate) fn own(&self, file: usize, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
        if self.files[file].is_cards() {
            return self.import(file, None, vocabulary);
        }
        let mut roots = self.catalogues.roots(file, true);
        roots.retain(|root| !self.catalogues.is_offered_elsewhere(root));
        self.selected(file, &roots, vocabulary)
    }

    /// The places of the catalogues that take the units of another one.
    pub(crate) fn takers(&self, file: usize) -> Vec<usize> {
        (0..self.files.len())
            .filter(|other| *other != file && self.catalogues.imported(*other).contains(&file))
            .collect()
    }

    fn catalogue(&self, file: usize, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
        let roots = wanted(self.catalogues.roots(file, false), unit, |root| root.name().to_owned());
        let mut imported = self.selected(file, &roots, vocabulary)?;
        if let Some(unit) = unit {
            imported.units.retain(|entry| is_wanted(&entry.name, unit));
        }
        if imported.units.is_empty() { Err(NotRead::nothing(unit)) } else { Ok(imported) }
    }

    /// The game of a catalogue, by its game system.
    fn system(&self, file: usize) -> Result<System, NotRead> {
        let root = self.files[file].tree.root();
        if self.files[file].tree.kind == "gameSystem" {
            return System::of(root.get("name"), root.get("id"));
        }
        let system = self.files.iter().find(|other| other.id() == root.get("gameSystemId"));
        System::of(system.map_or("", |system| system.tree.root().get("name")), root.get("gameSystemId"))
    }

    /// Units as the catalogue selects them by default.
    fn selected(
        &self,
        file: usize,
        roots: &[catalogue::LinkedEntry<'t>],
        vocabulary: &dyn Vocabulary,
    ) -> Result<Imported, NotRead> {
        let system = self.system(file)?;
        let refused = |name: &str, why: &str| ImportedUnit::refused(name, None, why.to_owned());
        let mut printed = selection::OfArmy::default();
        let mut read_units = self.units.borrow_mut();
        let mut selected = Vec::new();
        let mut rules = Vec::new();
        for root in roots {
            // Most catalogues take units of others, which are the same there.
            let unit = read_units.entry(root.place()).or_default();
            let selection = unit.by_rules.is_empty().then(|| self.catalogues.select(root));
            if let Some(Ok(selection)) = &selection {
                unit.rules = selection.rules_of_army();
            }
            rules.extend(unit.rules.iter().cloned());
            selected.push(selection);
        }
        printed.share(&rules);
        let mut units = Vec::new();
        for (root, selection) in roots.iter().zip(selected) {
            let unit = read_units.entry(root.place()).or_default();
            let taken: Vec<_> = unit.rules.iter().filter(|rule| printed.rules.contains(rule)).cloned().collect();
            let read = unit.by_rules.entry(taken).or_insert_with(|| {
                let mut selection = match selection.unwrap_or_else(|| self.catalogues.select(root)) {
                    Ok(selection) => selection,
                    Err(why) => return Some(refused(root.name(), &why)),
                };
                selection.without_rules(&printed.rules);
                if selection.has_profile(system.statlines()) {
                    let read = vocabulary.checked(system.read(&selection, vocabulary));
                    return Some(if root.is_hidden() { read.but(HIDDEN) } else { read });
                }
                // What has no statline is not a unit: an upgrade of the army, a reference.
                let is_lost = selection.own().iter().any(|part| !part.missing.is_empty());
                is_lost.then(|| refused(root.name(), LOST))
            });
            units.extend(read.clone());
        }
        units.extend(self.catalogues.lost(file).into_iter().map(|name| refused(name, LOST)));
        let name = values::name(self.files[file].tree.root().get("name"));
        printed.choices = self.catalogues.choices(file);
        let rules = system.of_army(printed, true, vocabulary, &mut self.chosen.borrow_mut());
        Ok(Imported { game: system.id(), name, units, ..rules })
    }
}

/// Why a unit of a catalogue cannot be read.
const LOST: &str = "it lies in a file that the catalogue links to and that is not here";

/// Why a unit that no army can have becomes no profile; nothing failed there.
pub(crate) const HIDDEN: &str = "the catalogue hides it, so no army can have it";

/// Whether an army gives what is called by this word to single units: an enhancement, no detachment.
fn is_gift(word: &str) -> bool {
    catalogue::GIFTS.iter().any(|(gift, _)| *gift == word)
}

/// Those of some units that were asked for, all of them if none was: an exact name beats a part.
fn wanted<U>(mut all: Vec<U>, unit: Option<&str>, name: impl Fn(&U) -> String) -> Vec<U> {
    if let Some(unit) = unit {
        let exact = all.iter().any(|one| same(&name(one), unit));
        all.retain(|one| if exact { same(&name(one), unit) } else { is_wanted(&name(one), unit) });
    }
    all
}

/// Whether a name, or a part of a unit's, was asked for.
fn is_wanted(name: &str, wanted: &str) -> bool {
    normal(name).contains(&normal(wanted))
}

fn roster(tree: &Tree, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
    let root = tree.root();
    let system = System::of(root.get("gameSystemName"), root.get("gameSystemId"))?;
    let revision = root.number("gameSystemRevision");
    if system == System::Warcry && revision.is_some_and(|revision| revision < warband::SECOND_EDITION) {
        return Err(NotRead::OtherGame("Warcry, 1st edition".to_owned()));
    }
    let (mut chosen, others, mut printed) = selection::units(tree, system.statlines());
    if chosen.is_empty() {
        return Err(NotRead::NoUnits);
    }
    if !chosen.iter().any(|unit| unit.selection.has_profile(system.statlines())) {
        return Err(NotRead::NoProfiles);
    }
    printed.share(&chosen.iter().flat_map(|unit| unit.selection.rules_of_army()).collect::<Vec<_>>());
    chosen.iter_mut().for_each(|unit| unit.selection.without_rules(&printed.rules));
    let mut units: Vec<ImportedUnit> = chosen.iter().map(|unit| system.read(&unit.selection, vocabulary)).collect();
    lead(&chosen, &mut units);
    if let Some(wanted) = unit {
        units.retain(|unit| same(&unit.name, wanted));
        if units.is_empty() {
            return Err(NotRead::NoUnit(wanted.to_owned()));
        }
        units.iter_mut().for_each(|unit| unit.leader_of = None);
    }
    let points = selection::points(root);
    Ok(Imported {
        game: system.id(),
        kind: ImportKind::Roster,
        name: values::name(root.get("name")),
        points: (points > 0.0).then_some(points.round() as u32),
        besides: others,
        units,
        ..system.of_army(printed, false, vocabulary, &mut HashMap::new())
    })
}

/// Notes who leads whom, as the roster attaches them.
fn lead(chosen: &[selection::RosterUnit<'_>], units: &mut [ImportedUnit]) {
    for (index, unit) in chosen.iter().enumerate() {
        let of_id = |id: &str| chosen.iter().position(|other| other.selection.id == id);
        let leads = |unit: &ImportedUnit| unit.text.contains("role = \"character\"");
        let led = unit.selection.leads.and_then(of_id).or(unit.within).filter(|other| *other != index);
        match led {
            Some(led) if leads(&units[index]) => units[index].leader_of = Some(led),
            Some(leader) if leads(&units[leader]) => units[leader].leader_of = Some(index),
            _ => {}
        }
    }
}
