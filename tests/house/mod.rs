//! How the crate is put together.

mod imports;
