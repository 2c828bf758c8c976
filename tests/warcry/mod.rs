//! Warcry: attack actions and what changes them, the printed examples, and dice questions.

mod attacks;
mod questions;
mod states;
mod worked;
