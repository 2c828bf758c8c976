//! Dice: what a card prints (`2D6+1`), which faces do what, and the generator that rolls 256 trials at once.
//!
//! This module knows no game and no target; it refuses dice that cannot be rolled without bias from one byte.

mod amount;
mod draw;
mod face;
mod pool;
mod roller;

pub use amount::{Amount, AmountError};
pub use draw::{Draw, DrawError, Values, below_average};
pub use face::{Check, Faces};
pub use pool::{Pool, PoolError, Totals};
pub(crate) use roller::ByteRow;
pub use roller::{Bytes, LANES, Roller, VALID, is_rollable, unit_of};
