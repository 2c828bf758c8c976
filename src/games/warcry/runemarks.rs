//! The runemarks of fighters' cards, so that one among the abilities is recognised.

use crate::games::AbilityDoc;

const fn runemark(name: &'static str, rule: &'static str) -> AbilityDoc {
    AbilityDoc { name, short: "the same as the runemark", example: name, rule, favours: None }
}

/// Those that a rule reads, and those that only decide which abilities a fighter may use.
pub(super) const RUNEMARKS: &[AbilityDoc] = &[
    runemark("Fly", "WARCRY-FLY"),
    runemark("Monster", "WARCRY-MONSTER"),
    runemark("Mount", "WARCRY-FALL"),
    runemark("Beast", "WARCRY-FALL"),
    runemark("Agile", "WARCRY-ABILITY-USE"),
    runemark("Ally", "WARCRY-ABILITY-USE"),
    runemark("Berserker", "WARCRY-ABILITY-USE"),
    runemark("Brute", "WARCRY-ABILITY-USE"),
    runemark("Bulwark", "WARCRY-ABILITY-USE"),
    runemark("Champion", "WARCRY-ABILITY-USE"),
    runemark("Destroyer", "WARCRY-ABILITY-USE"),
    runemark("Elite", "WARCRY-ABILITY-USE"),
    runemark("Ferocious", "WARCRY-ABILITY-USE"),
    runemark("Frenzied", "WARCRY-ABILITY-USE"),
    runemark("Hero", "WARCRY-ABILITY-USE"),
    runemark("Icon-bearer", "WARCRY-ABILITY-USE"),
    runemark("Leader", "WARCRY-ABILITY-USE"),
    runemark("Minion", "WARCRY-ABILITY-USE"),
    runemark("Mystic", "WARCRY-ABILITY-USE"),
    runemark("Priest", "WARCRY-ABILITY-USE"),
    runemark("Scout", "WARCRY-ABILITY-USE"),
    runemark("Sentience", "WARCRY-ABILITY-USE"),
    runemark("Terrifying", "WARCRY-ABILITY-USE"),
    runemark("Thrall", "WARCRY-ABILITY-USE"),
    runemark("Trapper", "WARCRY-ABILITY-USE"),
    runemark("Warrior", "WARCRY-ABILITY-USE"),
];
