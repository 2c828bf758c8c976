//! The engines: against each other, against enumeration, and against themselves in another build or with more threads.

mod apart;
mod bits;
mod brute;
mod determinism;
mod precision;
mod sorted;
mod spare;
