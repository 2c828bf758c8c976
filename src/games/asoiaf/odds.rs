//! Dice questions of this game.

use crate::games::odds::Question;

pub(super) const QUESTIONS: &[Question] = &[];
