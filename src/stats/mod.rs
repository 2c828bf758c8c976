//! Distributions over 0, 1, 2 … and what is said about them.

mod pmf;
mod summary;
mod ways;

pub use pmf::Pmf;
pub(crate) use pmf::{FOUR, Stretch, WIDE, add_at, add_four_products, add_times, convolve, convolve_into, sum};
pub use summary::{Interval, Moments, QUANTILES, Summary, wilson};
pub use ways::{Fraction, Ways};
