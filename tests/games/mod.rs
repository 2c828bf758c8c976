//! What holds in every game.

mod abilities;
mod chains_by_hand;
mod entries;
mod peers;
mod rules_index;
mod sizes;
mod weapons;
