//! What an attacker may do or leave with single dice: Lethal Hits, Twin-linked (W40K-LETHAL-HITS, W40K-TWIN-LINKED).

use super::DatasheetAttack;
use crate::games::language::effect::{Again, RollKind};
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::critical::{Critical, CriticalWound};
use crate::games::volley::draft::{Origin, WeaponDraft};
use crate::games::{Choice, Goal};

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
        let answer = self.answers.get(chosen.choices.len()).copied().unwrap_or(0);
        let answers = vec!["taken".to_owned(), "declined".to_owned()];
        chosen.choices.push(Choice { what: format!("{}: Lethal Hits", draft.name), answers, goal: Goal::Damage });
        answer == 1
    }

    /// Which wound rolls Twin-linked rolls again; `best` is whichever does more damage.
    pub(super) fn twin_linked(&self, draft: &mut WeaponDraft, chosen: &mut ChosenWeapons) {
        if !draft.twin_linked {
            return;
        }
        let policy = match self.ruling("twin-linked") {
            "fish" => Again::NonCritical,
            "best" => {
                let answer = self.answers.get(chosen.choices.len()).copied().unwrap_or(0);
                let answers = vec!["re-roll failures".to_owned(), "re-roll all but criticals".to_owned()];
                let what = format!("{}: Twin-linked", draft.name);
                chosen.choices.push(Choice { what, answers, goal: Goal::Damage });
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
