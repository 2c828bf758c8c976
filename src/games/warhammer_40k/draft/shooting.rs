//! What only touches ranged attacks: cover, Stealth, Plunging Fire, Overwatch (W40K-COVER, W40K-STEALTH, W40K-OVERWATCH).

use super::DatasheetAttack;
use crate::games::language::effect::{Change, RollKind};
use crate::games::volley::draft::{Origin, Rerolls, WeaponDraft};
use crate::games::warhammer_40k::edition::Cover;
use crate::games::warhammer_40k::effects;
use crate::games::warhammer_40k::situations::{BIG_GUNS, INDIRECT, OVERWATCH, PLUNGING_FIRE, SMOKESCREEN, STEALTH};

impl DatasheetAttack<'_> {
    /// What only touches ranged attacks.
    pub(super) fn shooting(&self, draft: &mut WeaponDraft) {
        let minus = |draft: &mut WeaponDraft, origin: Origin<'_>| {
            draft.hit.modifiers.add(-1);
            draft.note("-1 to hit", &origin);
        };
        // Stealth does not add to itself (W40K-ABILITY-STACKING).
        let smoke = self.scene.is(SMOKESCREEN) && !self.scene.is(OVERWATCH);
        if !self.edition().stealth_is_cover && (smoke || self.has_stealth()) {
            minus(draft, Origin::new("Stealth", "W40K-STEALTH"));
        }
        if self.edition().cover == Cover::Skill && !draft.ignores_cover && self.is_covered() {
            draft.hit.change(Change::Worsen(1));
            draft.note("BS worsened by 1", &Origin::new("Benefit of Cover", "W40K-COVER"));
        }
        if self.scene.is(BIG_GUNS) && !draft.pistol {
            minus(draft, Origin::new("Big Guns Never Tire", "W40K-BIG-GUNS"));
        }
        if self.scene.is(PLUNGING_FIRE) {
            let from_above = Origin::new("Plunging Fire", "W40K-PLUNGING-FIRE");
            match self.edition().cover {
                Cover::Saves => {
                    draft.rend.add += 1;
                    draft.note("AP improved by 1", &from_above);
                }
                Cover::Skill if !self.flies() => {
                    draft.hit.change(Change::Improve(1));
                    draft.note("BS improved by 1", &from_above);
                }
                Cover::Skill => {}
            }
        }
        if self.edition().unseen_hits_are_final && self.scene.is_any(&[INDIRECT, OVERWATCH]) {
            draft.hit.again = Rerolls::default();
            draft.once.retain(|roll| *roll != RollKind::Hit);
            draft.final_hits = true;
        }
        if self.scene.is(OVERWATCH) {
            self.overwatch(draft);
        }
    }

    /// What Fire Overwatch does: only some unmodified rolls hit.
    fn overwatch(&self, draft: &mut WeaponDraft) {
        let least = draft.overwatch_on.clamp(2, 6);
        draft.hit.fails_to = least - 1;
        draft.hit.always_on = least;
        // Critical hits are unmodified 6s alone, whatever other rules say.
        (draft.hit.critical_on, draft.hit.critical_successes_on) = (6, 7);
        draft.hit.no_criticals |= !self.overwatch_is_critical();
        let what = if least == 6 { "only unmodified 6s hit" } else { "only such unmodified rolls hit" };
        draft.note(what, &Origin::new("Fire Overwatch", "W40K-OVERWATCH"));
        if draft.auto_hit && self.rules("overwatch-torrent", "sixes") {
            draft.auto_hit = false;
        }
    }

    /// Whether the target has Stealth, which is a matter of all its models (W40K-STEALTH).
    fn has_stealth(&self) -> bool {
        self.scene.is(STEALTH) || self.defender.stealth || self.all_of_target_get(effects::STEALTH)
    }

    /// Whether all of the target has the Benefit of Cover where that is a matter of the unit (W40K-COVER).
    fn is_covered(&self) -> bool {
        let stealth = self.edition().stealth_is_cover && self.has_stealth();
        stealth || self.target().groups.iter().all(|group| group.cover)
    }

    /// Whether either unit flies too high for Plunging Fire.
    fn flies(&self) -> bool {
        self.scene.attacker_has("AIRCRAFT") || self.scene.target_has("AIRCRAFT")
    }

    fn overwatch_is_critical(&self) -> bool {
        self.edition().overwatch_is_critical || self.rules("snap-criticals", "sixes")
    }
}
