//! Why a file could not be read.

use thiserror::Error;

/// How deep elements may be in each other.
pub(super) const MAX_DEPTH: usize = 120;
/// The most that a roster may hold of one selection.
pub(super) const MOST_OF_ONE: f64 = 10_000.0;

const SUPPORTED: &str = "rosters and catalogues of Warhammer 40,000, 10th and 11th edition, Age of Sigmar 4 and Warcry's 2nd \
                             edition are read, the cards of warcry_data and asoiaf-tmg-data, the package wh40kdc, and lists as text";

/// Why a file could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotRead {
    /// Too large.
    #[error("it holds more than this program reads: the limit {limit} is {most}")]
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
    #[error("it holds `{name}` {number} times; write a whole number up to {}", MOST_OF_ONE)]
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
    #[error("it is neither a roster nor a catalogue: {0}; {SUPPORTED}")]
    Unknown(String),
    /// A profile of this program.
    #[error("it is a profile already, or a list of profiles: name it in place of a unit, as a file that ends in .toml")]
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

impl NotRead {
    /// No units in it, or none of the name that was asked for.
    pub(super) fn nothing(unit: Option<&str>) -> Self {
        unit.map_or(Self::NoUnits, |unit| Self::NoUnit(unit.to_owned()))
    }
}
