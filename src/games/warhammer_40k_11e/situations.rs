//! What may be true on the table in the 11th edition: most of it is as in the 10th.

use crate::games::warhammer_40k::situations as tenth;
use crate::games::{Owner, Situation, SituationDoc};

/// No model of the attacker moved more than 3", it is not engaged and was not set up this turn.
pub(super) const STEADY: Situation = Situation::at(tenth::SITUATIONS.len() as u8);
/// A friendly unit sees the target of Indirect Fire.
pub(super) const SPOTTED: Situation = Situation::at(tenth::SITUATIONS.len() as u8 + 1);

/// The target is as far away as Conversion asks.
pub(super) const FAR: Situation = Situation::at(tenth::SITUATIONS.len() as u8 + 2);

/// A situation of this edition, of the attacker.
const fn own(situation: Situation, name: &'static str, short: &'static str, rule: &'static str) -> SituationDoc {
    SituationDoc { situation, name, mirrored: None, owner: Some(Owner::Attacker), short, rule }
}

/// A situation as the 10th edition has it.
const fn kept(situation: Situation) -> SituationDoc {
    let mut place = 0;
    loop {
        if tenth::SITUATIONS[place].situation.is(situation) {
            return tenth::SITUATIONS[place];
        }
        place += 1;
    }
}

/// A situation of the 10th edition with another line of help.
const fn meaning(situation: Situation, short: &'static str) -> SituationDoc {
    SituationDoc { short, ..kept(situation) }
}

/// What may be true on the table.
pub(super) const SITUATIONS: &[SituationDoc] = &[
    kept(tenth::HALF_RANGE),
    meaning(tenth::STATIONARY, "the attacker Remained Stationary (for Heavy, and for Indirect Fire with `spotted`)"),
    own(
        STEADY,
        "steady",
        "the attacker is unengaged, was not set up this turn, and none of its models moved more than 3\" (for Heavy)",
        "W40K-HEAVY",
    ),
    kept(tenth::ADVANCED),
    kept(tenth::CHARGED),
    kept(tenth::TARGET_CHARGED),
    own(
        FAR,
        "far",
        "the target is as far away as the card asks for Conversion, which is more than 12\", 18\" or 24\"",
        "W40K-CONVERSION",
    ),
    meaning(
        tenth::COVER,
        "every model of the target has the Benefit of Cover: BS is worsened by 1; `cover 5`: so five of the attackers see it",
    ),
    meaning(tenth::OVERWATCH, "the attacker fires Overwatch, which is snap shooting: only unmodified 6s hit"),
    meaning(
        tenth::INDIRECT,
        "the attacker sees nobody of the target and uses Indirect Fire: only unmodified 6s hit, the target has cover",
    ),
    own(
        SPOTTED,
        "spotted",
        "a friendly unit sees the target of Indirect Fire: unmodified 4s hit too if the attacker is `stationary`",
        "W40K-INDIRECT-FIRE",
    ),
    meaning(tenth::PLUNGING_FIRE, "the attacker shoots from above: BS improves by 1"),
    kept(tenth::BIG_GUNS),
    kept(tenth::EPIC_CHALLENGE),
    meaning(tenth::STEALTH, "the target has Stealth: the Benefit of Cover"),
    kept(tenth::FIRING_DECK),
    meaning(tenth::SMOKESCREEN, "the target has the Benefit of Cover in the Shooting phase"),
    kept(tenth::COMMAND_REROLL),
    kept(tenth::TARGET_COMMAND_REROLL),
    kept(tenth::OBJECTIVE),
    kept(tenth::TARGET_OBJECTIVE),
    kept(tenth::CLOSEST),
    kept(tenth::BATTLE_SHOCKED),
    kept(tenth::TARGET_BATTLE_SHOCKED),
    kept(tenth::BELOW_STARTING_STRENGTH),
    kept(tenth::TARGET_BELOW_STARTING_STRENGTH),
    meaning(tenth::HALF_STRENGTH, "the attacker is at half strength or below"),
    meaning(tenth::TARGET_HALF_STRENGTH, "the target is at half strength or below"),
    kept(tenth::DAMAGED),
    kept(tenth::TARGET_DAMAGED),
    kept(tenth::TARGET_FOUGHT),
];
