//! What holds in every game.

mod abilities;
mod advise;
mod cards;
mod chains_by_hand;
mod compare;
mod conditions;
mod editions;
mod entries;
mod exclusions;
mod fights;
mod mixtures;
mod notes;
mod of_target;
mod optional;
mod optional_of_shipped;
mod peers;
mod plans;
mod plans_split;
mod questions;
mod read;
mod rules_index;
mod sentences;
mod side;
mod sizes;
mod spelling;
mod weapons;
