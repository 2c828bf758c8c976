//! Distributions over 0, 1, 2 … and what is said about them.

mod pmf;
mod product;
mod summary;
mod ways;

pub use pmf::Pmf;
pub(crate) use pmf::{add_at, sum};
pub(crate) use product::{Stretch, add_times, convolve, convolve_into, zeros};
pub use summary::{Interval, Moments, QUANTILES, Summary, wilson};
pub use ways::{Fraction, Ways};
