//! The words that all games share: effects, situations, abilities, weapons, and numbers while rules change them.

pub(crate) mod ability;
mod condition;
pub(crate) mod diceless;
pub(crate) mod effect;
pub(crate) mod entry;
pub(crate) mod exclusion;
pub(crate) mod meaning;
mod misread;
pub(crate) mod name;
pub(crate) mod number;
pub(crate) mod participants;
pub(crate) mod scene;
pub(crate) mod seen;
pub(crate) mod sentence;
pub(crate) mod side;
pub(crate) mod situation;
pub(crate) mod spelling;
pub(crate) mod terms;
mod together;
pub(crate) mod value;
pub(crate) mod vocabulary;
pub(crate) mod weapons;
