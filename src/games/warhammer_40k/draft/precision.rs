//! Attacks that may choose a character (W40K-PRECISION, W40K-STRAT-EPIC-CHALLENGE).

use std::sync::Arc;

use super::target::Precision;
use super::{CHARACTERS_SLAIN, DatasheetAttack};
use crate::games::Goal;
use crate::games::language::entry::Meaning;
use crate::games::language::participants::AttackOptions;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::draft::{Origin, WeaponDraft};
use crate::games::warhammer_40k::effects;
use crate::games::warhammer_40k::situations::EPIC_CHALLENGE;
use crate::games::warhammer_40k::unit::Datasheet;
use crate::profile::{Diagnostic, Diagnostics};

const ABILITY: &str = "Precision";

/// Whether anything here could give attacks Precision.
pub(super) fn may_be_precise(attackers: &[Arc<Datasheet>], options: &AttackOptions<WeaponDraft>) -> bool {
    let gives = |meaning: &Meaning<WeaponDraft>| meaning.name() == ABILITY || meaning.is(effects::PRECISION);
    let has = |unit: &Datasheet| {
        unit.weapons.iter().any(|weapon| weapon.has(ABILITY))
            || unit.blocks.iter().flat_map(|block| &block.effects).any(|(_, meaning)| gives(meaning))
    };
    attackers.iter().any(|unit| has(unit))
        || options.meanings.iter().any(|(.., meaning)| gives(meaning))
        || options.situations.contains(&EPIC_CHALLENGE)
}

impl DatasheetAttack<'_> {
    /// What this weapon's attacker does with Precision; the weapon has it, or gets it from an Epic Challenge.
    pub(super) fn precision(
        &self,
        draft: &mut WeaponDraft,
        weapon: usize,
        chosen: &mut ChosenWeapons,
        found: &Diagnostics,
    ) -> Precision {
        if draft.melee && self.scene.is(EPIC_CHALLENGE) && self.is_carried_by_characters(weapon) {
            draft.precision = true;
            draft.note(ABILITY, &Origin::new("Epic Challenge", "W40K-STRAT-EPIC-CHALLENGE"));
        }
        if (!draft.precision && draft.precise.is_empty()) || self.bodies == 1 {
            return Precision::Never;
        }
        let several = self.defender.characters() > 1;
        let policies: &[Precision] = match (self.in_batches(), several) {
            (true, true) => &[Precision::Always, Precision::Second, Precision::Never],
            (false, false) => &[Precision::Always, Precision::Never, Precision::WhenItCanKill],
            (true, false) | (false, true) => &[Precision::Always, Precision::Never],
        };
        let precision = match self.ruling("precision") {
            "never" => Precision::Never,
            "when-it-can-kill" => Precision::WhenItCanKill,
            "second" if several => Precision::Second,
            "best" => {
                let options = policies.iter().map(|policy| policy.text(several).to_owned()).collect();
                let goal = Goal::Chance(CHARACTERS_SLAIN);
                policies[chosen.ask(self.answers, format!("{}: Precision", draft.name), options, goal)]
            }
            _ => Precision::Always,
        };
        self.refuse_crowd(precision, found);
        if several && precision == Precision::WhenItCanKill {
            let message = "`precision=when-it-can-kill` is not computed for a unit with several characters";
            let help = "which of them was chosen before would decide who is next; `always` and `never` are computed";
            let mistake = Diagnostic::new(&self.defender.place, message, "this unit").help(help.to_owned());
            found.push(mistake);
        }
        draft.note(precision.text(several), &Origin::new(ABILITY, "W40K-PRECISION"));
        precision
    }

    /// Refuses a choice among Characters that are more than the two leaders of a unit, each of one model.
    fn refuse_crowd(&self, precision: Precision, found: &Diagnostics) {
        let characters = || self.defender.groups.iter().filter(|group| group.character && group.count.is_any());
        let crowd = characters().count() > 2 || characters().any(|group| group.count.get() > 1);
        if self.in_batches() && crowd && precision != Precision::Never {
            let message =
                "Precision is not computed against more than a Leader and a Support, or Characters that are alike";
            let help = "the attacker chooses one of them for a batch, and the rest goes to the Bodyguard; \
                        `--ruling precision=never` is computed";
            found.push(Diagnostic::new(&self.defender.place, message, "this unit").help(help.to_owned()));
        }
    }

    fn is_carried_by_characters(&self, weapon: usize) -> bool {
        let weapon = &self.attacker.weapons[weapon];
        let mut carriers =
            self.attacker.groups.iter().filter(|group| group.count.is_any() && weapon.fits(group)).peekable();
        carriers.peek().is_some() && carriers.all(|group| group.character)
    }
}

impl Precision {
    /// In words; `several` says whether there are several characters.
    fn text(self, several: bool) -> &'static str {
        match self {
            Self::Never => "never on the character",
            Self::Always if several => "always on the first character that stands",
            Self::Always => "always on the character",
            Self::Second => "always on the second character while it stands",
            Self::WhenItCanKill => "on the character once one attack could slay it",
        }
    }
}
