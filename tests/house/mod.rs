//! How the crate is put together.

mod imports;
mod invariants;
mod package;
mod words;
