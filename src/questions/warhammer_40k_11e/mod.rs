//! Dice questions of the eleventh edition: those of the tenth where nothing has changed, and those that have.

mod charge;
mod hazard;
mod morale;
mod save;
mod stratagems;

use crate::questions::Question;
use crate::questions::warhammer_40k::{charge as tenth, demise, dice, mortal, reroll};

pub(super) const QUESTIONS: &[Question] = &[
    charge::CHARGE,
    charge::HEROIC_INTERVENTION,
    tenth::ADVANCE,
    tenth::SURGE,
    morale::BATTLE_SHOCK,
    morale::SUPER_HEAVY_WALKER,
    hazard::HAZARD,
    hazard::DESPERATE_ESCAPE,
    hazard::DISEMBARK,
    demise::DEADLY_DEMISE,
    stratagems::EXPLOSIVES,
    stratagems::CRUSHING_IMPACT,
    mortal::MORTAL_WOUNDS,
    reroll::COMMAND_REROLL_OF_BATCHES,
    reroll::REROLL_ONE,
    save::SAVE,
    dice::TWO_DICE,
    dice::D66,
    dice::ROLL_OFF,
];
