//! What an attacker may do or leave with single dice: Lethal Hits, Twin-linked (W40K-LETHAL-HITS, W40K-TWIN-LINKED).

use super::DatasheetAttack;
use crate::games::Goal;
use crate::games::language::effect::{Again, RollKind};
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::critical::{Critical, CriticalWound};
use crate::games::volley::draft::{Origin, WeaponDraft};

impl DatasheetAttack<'_> {
    /// Whether critical hits are rolled to wound although they need not be (W40K-LETHAL-HITS). Where critical wounds do
    /// nothing of their own, nobody would.
    pub(super) fn declines_lethal(&self, draft: &WeaponDraft, chosen: &mut ChosenWeapons) -> bool {
        if !self.edition().lethal_is_optional || self.ruling("lethal-hits") != "best" {
            return self.rules("lethal-hits", "declined");
        }
        let lethal = draft.criticals.iter().any(|(name, _)| *name == "Lethal Hits");
        let of_wounds = draft.criticals.iter().any(|(_, critical)| matches!(critical, Critical::Wound(_)));
        let matters =
            of_wounds || draft.critical_wound != CriticalWound::default() || draft.precise.contains(&RollKind::Wound);
        if !lethal || !matters {
            return false;
        }
        let options = ["taken", "declined"].map(str::to_owned).into();
        chosen.ask(self.answers, format!("{}: Lethal Hits", draft.name), options, Goal::Damage) == 1
    }

    /// Which wound rolls Twin-linked rolls again; `best` is whichever does more damage.
    pub(super) fn twin_linked(&self, draft: &mut WeaponDraft, chosen: &mut ChosenWeapons) {
        if !draft.twin_linked {
            return;
        }
        let policy = match self.ruling("twin-linked") {
            "fish" => Again::NonCritical,
            "best" => {
                let options = ["re-roll failures", "re-roll all but criticals"].map(str::to_owned).into();
                let answer = chosen.ask(self.answers, format!("{}: Twin-linked", draft.name), options, Goal::Damage);
                if answer == 1 { Again::NonCritical } else { Again::Failed }
            }
            _ => Again::Failed,
        };
        draft.wound.again.add(policy);
        let what =
            if policy == Again::Failed { "failed wounds rolled again" } else { "all but critical wounds rolled again" };
        draft.note(what, &Origin::new("Twin-linked", "W40K-TWIN-LINKED"));
    }
}
