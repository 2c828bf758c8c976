//! Distributions over 0, 1, 2 … and what is said about them.

mod counts;
mod pmf;
mod product;
mod summary;

pub use counts::{Counts, Fraction};
pub use pmf::Pmf;
pub(crate) use pmf::{add_at, sum};
pub(crate) use product::{OffsetPmf, add_times, add_times_here, convolve, convolve_into, zeros};
pub(crate) use summary::wilson;
pub use summary::{Interval, Moments, QUANTILES, Summary};
