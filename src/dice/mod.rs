//! Dice: what a card prints (`2D6+1`), which faces do what, and the generator that rolls 256 trials at once.
//!
//! This module knows no game and no target; it refuses dice that cannot be rolled without bias from one byte.

mod amount;
mod draw;
mod face;
mod pool;
mod roller;

pub use amount::{Amount, AmountError};
pub(crate) use draw::below_average;
pub use draw::{Draw, DrawError};
pub(crate) use face::Check;
pub use face::Faces;
pub use pool::{Pool, PoolError, Totals};
pub(crate) use roller::{ByteRow, Bytes, VALID, is_rollable};
// The benches time the generator alone.
#[doc(hidden)]
pub use roller::{LANES, Roller};
