//! Profiles: how they are read, and how mistakes in them are told.

mod arbitrary;
mod diagnostics;
mod documents;
mod finding;
mod keys;
mod lines;
