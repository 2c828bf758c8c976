//! The engines: against each other, against enumeration, and against themselves in another build or with more threads.

mod agreement;
mod apart;
mod asked;
mod bits;
mod brute;
mod determinism;
mod explained;
mod held_reroll;
mod one_by_one;
mod outcomes;
mod precision;
mod rolled;
mod several_slots;
mod shipped;
mod sorted;
