//! What holds in every game.

mod abilities;
mod peers;
mod rules_index;
