//! The runemarks of fighters' cards, so that one among the abilities is recognised.

use crate::games::AbilityDoc;
use crate::games::printed::of_unit;

const fn runemark(name: &'static str, rule: &'static str) -> AbilityDoc {
    of_unit(name, "the same as the runemark", rule)
}

/// Those that a rule reads, and those that only decide which abilities a fighter may use.
pub(super) const RUNEMARKS: &[AbilityDoc] = &{
    let mut all = [runemark("Fly", "WARCRY-FLY"); 4 + OTHERS.len()];
    all[1] = runemark("Monster", "WARCRY-MONSTER");
    all[2] = runemark("Mount", "WARCRY-FALL");
    all[3] = runemark("Beast", "WARCRY-FALL");
    let mut place = 0;
    while place < OTHERS.len() {
        all[4 + place] = runemark(OTHERS[place], "WARCRY-ABILITY-USE");
        place += 1;
    }
    all
};

const OTHERS: [&str; 22] = [
    "Agile", "Ally", "Berserker", "Brute", "Bulwark", "Champion", "Destroyer", "Elite", "Ferocious", "Frenzied",
    "Hero", "Icon-bearer", "Leader", "Minion", "Mystic", "Priest", "Scout", "Sentience", "Terrifying", "Thrall",
    "Trapper", "Warrior",
];
