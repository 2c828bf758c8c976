//! Profiles: how they are read, and how mistakes in them are told.

mod diagnostics;
mod keys;
