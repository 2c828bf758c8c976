//! Units from other programs: rosters of list builders and catalogues of their editors become profiles.
//!
//! ```text
//! bytes -> unpack: archive, encoding -> tree: XML or JSON, the same shape, only what is asked for
//!       -> selection: units with their models and what they carry, of a roster or as a catalogue selects by itself
//!       -> datasheet, warscroll, warband: one game's card -> write: TOML
//! JSON -> cards: units and abilities of a data set -> fighter, combat_unit: one game's card -> write
//! ```
//!
//! Only names and numbers enter a profile. Texts of rules are compared with a table of `phrases`; what none of them
//! covers is named in `not-computed`. Readers touch no file and know no game's rules: what a game can say they ask of a
//! `Vocabulary`.

mod card;
mod card_values;
mod cards;
mod catalogue;
mod combat_unit;
mod datasheet;
mod fighter;
mod kinds;
mod selection;
mod text_list;
mod tree;
mod unpack;
mod values;
mod warband;
mod warscroll;
mod write;

use thiserror::Error;

pub use card::{ImportedUnit, LeftOut};
pub(crate) use text_list::{ListedUnit, TextList};
pub use unpack::{MAX_ARCHIVE_FILES, MAX_IMPORT_BYTES, MAX_UNPACKED_BYTES};
pub(crate) use write::quoted;

use crate::grammar::Rows;
use crate::words::{normal, same};
use card_values::CardAbility;
use cards::Cards;
use tree::{MAX_DEPTH, Tag, Tree};

/// What is read, for messages.
pub(crate) const SUPPORTED: &str = "rosters and catalogues of Warhammer 40,000, 10th and 11th edition, Age of Sigmar 4 and Warcry's 2nd \
                             edition are read, the cards of warcry_data and asoiaf-tmg-data, and lists as text";

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotRead {
    /// Too large.
    #[error("it is larger than {most} ({limit})")]
    Large {
        /// The limit's name.
        limit: &'static str,
        /// The limit.
        most: usize,
    },
    /// Nothing in it.
    #[error("it is empty")]
    Empty,
    /// A broken archive.
    #[error("it is an archive that cannot be unpacked: {0}")]
    Archive(String),
    /// An archive within an archive.
    #[error("it is an archive within an archive; unpack it first")]
    Nested,
    /// Too many files in an archive.
    #[error("the archive holds more than {most} files (MAX_ARCHIVE_FILES)")]
    Many {
        /// The limit.
        most: usize,
    },
    /// Several files in an archive.
    #[error("the archive holds several files ({}); unpack it, and name the one that is meant", .0.iter().take(5).cloned().collect::<Vec<_>>().join(", "))]
    Several(Vec<String>),
    /// An encrypted archive.
    #[error("`{0}` in the archive is encrypted")]
    Encrypted(String),
    /// A file of an archive that would lie outside of it.
    #[error("the archive names a file outside of itself: `{0}`")]
    Outside(String),
    /// What this build has no reader of.
    #[error("it is {0}, which only a build with the feature `import` reads")]
    WithoutFeature(&'static str),
    /// Neither UTF-8 nor UTF-16.
    #[error("it is written in {0}; UTF-8 and UTF-16 are read")]
    Encoding(String),
    /// A document type or entities of its own.
    #[error("it declares a document type or entities of its own, which no roster does")]
    Entities,
    /// Broken XML.
    #[error("it is XML that breaks off or is wrong: {0}")]
    Xml(String),
    /// Broken JSON.
    #[error("it is JSON that breaks off or is wrong: {0}")]
    Json(String),
    /// A selection that is there no whole number of times, or too often.
    #[error("it holds `{name}` {number} times; write a whole number up to {}", tree::MOST_OF_ONE)]
    Count {
        /// What is selected.
        name: String,
        /// How often.
        number: String,
    },
    /// Elements too deep in each other.
    #[error("its elements stand more than {MAX_DEPTH} deep in each other (MAX_DEPTH)")]
    Deep,
    /// Something else.
    #[error("it is no roster and no catalogue: {0}; {SUPPORTED}")]
    Unknown(String),
    /// A profile of this program.
    #[error("it is a profile already, or a list of profiles: name it where a unit stands; `warodds check` looks at it")]
    Profile,
    /// Another game.
    #[error("it is of {0}; {SUPPORTED}")]
    OtherGame(String),
    /// No statlines in it.
    #[error("it holds names and counts only, no statlines; export it with profiles, or import the catalogue")]
    NoProfiles,
    /// No unit of that name in it.
    #[error("it holds no unit called `{0}`")]
    NoUnit(String),
    /// No units in it.
    #[error("it holds no units")]
    NoUnits,
}

/// What a game can say, asked of whoever knows it.
pub(crate) trait Vocabulary {
    /// Whether a weapon may have this ability.
    fn knows_weapon_ability(&self, game: &str, text: &str) -> bool;
    /// Whether a unit as a whole may have this ability.
    fn knows_unit_ability(&self, game: &str, text: &str) -> bool;
    /// Whether an `[[ability]]` may have this effect.
    fn knows_effect(&self, game: &str, asking: &Asking<'_>) -> bool;
    /// How cards of a game word things.
    fn wordings(&self, game: &str) -> &'static Rows;
}

/// An effect of an `[[ability]]` that a game is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    /// What the ability is called.
    pub name: &'a str,
    /// The effect.
    pub effect: &'a str,
    /// When it holds.
    pub when: &'a [String],
    /// Whether it is asked for by its name.
    pub optional: bool,
    /// Whether it touches attacks against the unit.
    pub against: bool,
}

/// What a file became.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Imported {
    /// The game.
    pub game: &'static str,
    /// What it was.
    pub kind: Kind,
    /// The name of the army or of the catalogue.
    pub name: String,
    /// The points that the file says the army costs.
    pub points: Option<u32>,
    /// What costs points besides the units: a formation, a lore.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<Besides>,
    /// Its units.
    pub units: Vec<ImportedUnit>,
}

/// A part of a roster that costs points and is of no unit.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Besides {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub points: u32,
}

/// What a file was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An army that somebody chose.
    Roster,
    /// The units that somebody may choose from.
    Catalogue,
}

/// A file that was opened: a roster, a catalogue, or a data set of cards.
#[derive(Debug)]
pub struct Opened {
    /// A roster or a catalogue; of cards an empty one, which nothing links to.
    tree: Tree,
    cards: Option<Cards>,
    list: Option<TextList>,
}

impl Opened {
    /// What it is.
    pub fn kind(&self) -> Kind {
        if self.tree.kind == "roster" || self.list.is_some() { Kind::Roster } else { Kind::Catalogue }
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

    /// The ids of the files that it links to, and of its game system.
    pub(crate) fn links(&self) -> Vec<&str> {
        let root = self.tree.root();
        let links = root.list(Tag::CatalogueLink).map(|link| link.get("targetId"));
        links.chain([root.get("gameSystemId")]).filter(|id| !id.is_empty()).collect()
    }

    /// Its own id, by which others link to it.
    pub fn id(&self) -> &str {
        self.tree.root().get("id")
    }
}

/// Opens a file.
///
/// # Errors
/// [`NotRead`] if it is no roster and no catalogue.
pub fn open(bytes: &[u8]) -> Result<Opened, NotRead> {
    let text = unpack::text_of(bytes)?;
    kinds::known(&text)?;
    let tree = match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => {
            let json = tree::json(&text)?;
            match Cards::of_json(&json) {
                Some(cards) => return Ok(Opened { tree: Tree::empty(), cards: Some(cards), list: None }),
                None => Tree::of_json(&json)?,
            }
        }
        Some(b'<') | None => Tree::read(&text)?,
        Some(_) => match TextList::read(&text) {
            Some(list) => return Ok(Opened { tree: Tree::empty(), cards: None, list: Some(list) }),
            None => return Err(kinds::no_list(&text)),
        },
    };
    match tree.kind.as_str() {
        "roster" | "catalogue" | "gameSystem" => Ok(Opened { tree, cards: None, list: None }),
        other => Err(NotRead::Unknown(format!("its outermost element is `{}`", values::name(other)))),
    }
}

/// Files of one game that link to each other.
pub(crate) struct ImportSet<'t> {
    files: &'t [Opened],
    catalogues: catalogue::Catalogues<'t>,
}

impl<'t> ImportSet<'t> {
    /// Puts files together.
    pub(crate) fn new(files: &'t [Opened]) -> Self {
        Self { files, catalogues: catalogue::Catalogues::new(files.iter().map(|file| &file.tree).collect()) }
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
        let tree = &self.files[file].tree;
        if let Some(cards) = &self.files[file].cards {
            return self.cards(cards, unit, vocabulary);
        }
        match self.files[file].kind() {
            Kind::Roster => roster(tree, unit, vocabulary),
            Kind::Catalogue => self.catalogue(file, unit, vocabulary),
        }
    }

    /// The units of a data set of cards; the abilities are those of every file of its game.
    fn cards(&self, cards: &Cards, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
        let of_game = self.files.iter().filter_map(|file| file.cards.as_ref()).filter(|other| other.game == cards.game);
        let abilities: Vec<&CardAbility> = of_game.flat_map(|other| &other.abilities).collect();
        let named = |value: &&serde_json::Value| unit.is_none_or(|unit| is_wanted(&Cards::name_of(value), unit));
        let mut wanted: Vec<_> = cards.units.iter().filter(named).collect();
        if let Some(unit) = unit {
            let exact = wanted.iter().any(|value| same(&Cards::name_of(value), unit));
            wanted.retain(|value| !exact || same(&Cards::name_of(value), unit));
        }
        let units: Vec<ImportedUnit> =
            wanted.into_iter().map(|value| cards.read(value, &abilities, vocabulary)).collect();
        if units.is_empty() {
            return Err(unit.map_or(NotRead::NoUnits, |unit| NotRead::NoUnit(unit.to_owned())));
        }
        Ok(Imported {
            game: cards.game.id(),
            kind: Kind::Catalogue,
            name: cards.name(),
            points: None,
            besides: Vec::new(),
            units,
        })
    }

    fn catalogue(&self, file: usize, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
        let root = self.files[file].tree.root();
        let system = self.files.iter().find(|other| other.id() == root.get("gameSystemId"));
        let system = system.map_or("", |system| system.tree.root().get("name"));
        let is_system = self.files[file].tree.kind == "gameSystem";
        let (name, id) =
            if is_system { (root.get("name"), root.get("id")) } else { (system, root.get("gameSystemId")) };
        let system = System::of(name, id)?;
        let wanted = |root: &catalogue::Root<'_>| unit.is_none_or(|unit| is_wanted(root.name(), unit));
        let mut roots: Vec<_> = self.catalogues.roots(file).into_iter().filter(wanted).collect();
        if let Some(unit) = unit {
            // An exact name beats a part.
            let exact = roots.iter().any(|root| same(root.name(), unit));
            roots.retain(|root| !exact || same(root.name(), unit));
        }
        let mut units = Vec::new();
        for root in roots {
            match self.catalogues.select(&root) {
                Ok(selection) if selection.has_profile(system.statlines()) => {
                    units.push(system.read(&selection, vocabulary));
                }
                // What has no statline is no unit: an upgrade of the army, a reference.
                Ok(_) => {}
                Err(why) => units.push(ImportedUnit::refused(root.name(), None, why)),
            }
        }
        if units.is_empty() {
            return Err(unit.map_or(NotRead::NoUnits, |unit| NotRead::NoUnit(unit.to_owned())));
        }
        Ok(Imported {
            game: system.id(),
            kind: Kind::Catalogue,
            name: values::name(root.get("name")),
            points: None,
            besides: Vec::new(),
            units,
        })
    }
}

/// Whether a name, or a part of a unit's, was asked for.
fn is_wanted(name: &str, asked: &str) -> bool {
    normal(name).contains(&normal(asked))
}

/// A game whose cards are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum System {
    Warhammer40k,
    Warhammer40kEleventh,
    AgeOfSigmar,
    Warcry,
}

impl System {
    /// The game of a file; ids stand where a name was translated or left out.
    fn of(name: &str, id: &str) -> Result<Self, NotRead> {
        let plain = values::clean(name).to_lowercase();
        let is = |words: &[&str]| words.iter().all(|word| plain.contains(word));
        if is(&["40,000", "10th"]) || is(&["40000", "10th"]) || id == "sys-352e-adc2-7639-d6a9" {
            return Ok(Self::Warhammer40k);
        }
        if is(&["40,000", "11th"]) || is(&["40000", "11th"]) || id == "sys-352e-adc2-7639-d610" {
            return Ok(Self::Warhammer40kEleventh);
        }
        if is(&["age of sigmar 4"]) || is(&["age of sigmar", "4th"]) || id == "e51d-b1a3-75fc-dc3g" {
            return Ok(Self::AgeOfSigmar);
        }
        if is(&["warcry"]) || id == "e5fe-db52-95ba-6b62" {
            return Ok(Self::Warcry);
        }
        let said = if plain.is_empty() { "a game that it does not name".to_owned() } else { values::name(name) };
        Err(NotRead::OtherGame(said))
    }

    fn id(self) -> &'static str {
        match self {
            Self::Warhammer40k => "warhammer-40k",
            Self::Warhammer40kEleventh => "warhammer-40k-11e",
            Self::AgeOfSigmar => "age-of-sigmar",
            Self::Warcry => "warcry",
        }
    }

    fn statlines(self) -> &'static [&'static str] {
        match self {
            Self::Warhammer40k | Self::Warhammer40kEleventh => datasheet::STATLINES,
            Self::AgeOfSigmar => warscroll::STATLINES,
            Self::Warcry => warband::STATLINES,
        }
    }

    fn read(self, selection: &selection::Selection<'_>, vocabulary: &dyn Vocabulary) -> ImportedUnit {
        match self {
            Self::Warhammer40k | Self::Warhammer40kEleventh => datasheet::read(self.id(), selection, vocabulary),
            Self::AgeOfSigmar => warscroll::read(selection, vocabulary),
            Self::Warcry => warband::read(selection, vocabulary),
        }
    }
}

fn roster(tree: &Tree, unit: Option<&str>, vocabulary: &dyn Vocabulary) -> Result<Imported, NotRead> {
    let root = tree.root();
    let system = System::of(root.get("gameSystemName"), root.get("gameSystemId"))?;
    let revision = root.number("gameSystemRevision");
    if system == System::Warcry && revision.is_some_and(|revision| revision < warband::SECOND_EDITION) {
        return Err(NotRead::OtherGame("Warcry, 1st edition".to_owned()));
    }
    let (chosen, besides) = selection::units(tree, system.statlines());
    if chosen.is_empty() {
        return Err(NotRead::NoUnits);
    }
    if !chosen.iter().any(|unit| unit.selection.has_profile(system.statlines())) {
        return Err(NotRead::NoProfiles);
    }
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
        kind: Kind::Roster,
        name: values::name(root.get("name")),
        points: (points > 0.0).then_some(points.round() as u32),
        besides,
        units,
    })
}

/// Notes who leads whom, as the roster attaches them.
fn lead(chosen: &[selection::Chosen<'_>], units: &mut [ImportedUnit]) {
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
