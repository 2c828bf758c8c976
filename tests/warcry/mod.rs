//! Warcry: attack actions and what changes them, the printed examples, and dice questions.

mod attacks;
mod effects;
mod questions;
mod states;
mod worked;
