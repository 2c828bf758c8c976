//! Profiles: where they are found, how they are read, and what is said about those that are wrong.
//!
//! A profile is read in two passes. The text becomes a [`Document`], a tree in which every value knows its place; that
//! is also where `--set` and a number of models change it. Then a game reads the document through a `Reader`, which
//! collects every mistake instead of stopping at the first. A `Profile` keeps what the game has read.

mod advice;
mod complete;
mod diagnostic;
mod document;
mod found;
pub mod import;
mod keys;
mod library;
pub(crate) mod line;
mod mistakes;
mod names;
mod reach;
mod reader;
pub(crate) mod reads;
mod search;
mod shelf;
mod short;
mod source;
mod text;
mod typical;
mod written;

pub(crate) use complete::Profile;
pub use diagnostic::{Diagnostic, Diagnostics};
pub use document::{Document, Node, Table, Value};
pub(crate) use document::{KeyNode, NamingWeapon};
pub(crate) use found::OtherEdition;
pub use found::{Found, NotFound};
pub use keys::{Holds, MAX_ABILITIES, MAX_TABLES, Presence, ProfileKey, find as find_key};
pub(crate) use keys::{optional, program, required, state};
pub(crate) use library::{ARMY, champions_of, is_path, shipped_keywords};
pub use library::{Library, Unreadable};
pub(crate) use names::{TypedName, is_army};
pub(crate) use reach::{excludes_some, is_meant, say_the_same};
pub(crate) use reader::{Located, Reader, target_number, target_up_to};
pub(crate) use shelf::written as written_library;
pub use shelf::{LIBRARY_ENDING, Shelf, ShelfUnit};
#[cfg(feature = "cli")]
pub(crate) use short::mean_later_editions;
pub(crate) use short::{SHORT_GAMES, full_game, is_game};
pub use source::{MAX_PROFILE_BYTES, Place, Source};
pub use typical::{TYPICAL, typical};
