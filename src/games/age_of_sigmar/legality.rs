//! What one unit may do in one attack, and what of the things that were asked for concerns it.

use super::draft::WarscrollAttack;
use super::situations::{self, has_command_models};
use super::situations::{
    CHARGED, COVER, COVERING_FIRE, DAMAGED, GUARDED_HERO, IN_COMBAT, OBSCURED, PLACE_OF_POWER, POWER_THROUGH, RALLY,
    RAN, RETREATED, SITUATIONS, TARGET_CHARGED, TARGET_IN_COMBAT,
};
use crate::games::Situation;
use crate::games::language::effect::Effect;
use crate::games::language::entry::Meaning;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::draft::WeaponDraft;
use crate::profile::{Diagnostic, Diagnostics};

impl WarscrollAttack<'_> {
    /// Notes what this attack may not do, and who has what an army uses once.
    pub(super) fn allow(&self, chosen: &mut ChosenWeapons, found: &Diagnostics) {
        if self.shooting {
            self.allow_shooting(found);
        }
        if self.scene.is(COVERING_FIRE) {
            self.allow_covering_fire(found);
        }
        if self.scene.is(POWER_THROUGH) {
            self.allow_power_through(found);
        }
        let target = &self.defender.facts.name;
        if self.scene.is(PLACE_OF_POWER) && !self.scene.target_has("HERO") {
            let help = "only Heroes use a Place of Power (AOS-TER-1.2b)";
            self.refuse(PLACE_OF_POWER, format!("{target} is no HERO"), help, found);
        }
        if self.scene.is(GUARDED_HERO) && !self.is_guarded() {
            let why = "is no Hero, or a Monster or War Machine: Guarded Hero is not for it (AOS-25.0)";
            chosen.notes.push(format!("{target} {why}"));
        }
        let once = |situation: &Situation| !situations::reaches(*situation, self.encounter, self.index);
        for situation in situations::holding(self.options).into_iter().filter(once) {
            let name = situation.doc(SITUATIONS).name;
            let first = "the first attacker has it alone: an army uses each command once in a phase (AOS-CMD-1.2)";
            chosen.notes.push(format!("`{name}`: {first}"));
        }
    }

    /// Says what a player should know of what was asked for, and of what counts once.
    pub(super) fn remark(&self, chosen: &mut ChosenWeapons) {
        for name in self.sources().named_twice() {
            chosen.notes.push(format!("{name} counts once, though two abilities have this name (AOS-5.3)"));
        }
        self.remark_on_cover(chosen);
        self.remark_on_champions(chosen);
        self.remark_on_healing(chosen);
        if self.scene.is(RALLY) && self.scene.is(TARGET_IN_COMBAT) {
            let target = &self.defender.facts.name;
            chosen.notes.push(format!(
                "rally: only if {target} is no longer in combat in the hero phase that follows (AOS-CMD-2.0a)"
            ));
        }
    }

    /// What comes back after the attacks is decided before them.
    fn remark_on_healing(&self, chosen: &mut ChosenWeapons) {
        let heals = |(_, meaning): &(String, Meaning<WeaponDraft>)| {
            meaning.effect().is_some_and(|effect| matches!(effect.effect, Effect::Heal(_)))
        };
        for block in self.defender.blocks.iter().filter(|block| block.effects.iter().any(heals)) {
            if block.when.iter().any(|condition| condition.asks_for(DAMAGED)) {
                let name = &block.name;
                let when = "whether its unit is damaged is decided before the attacks, and it heals after them";
                chosen.notes.push(format!("{name}: {when}"));
            }
        }
    }

    /// AMB-4: the book lets two different units off.
    fn remark_on_cover(&self, chosen: &mut ChosenWeapons) {
        let is_ruled = self.encounter.rulings.iter().any(|(name, _)| name == "cover-exemption");
        if is_ruled || !self.scene.is(COVER) {
            return;
        }
        let (attacker, target) = (&self.attacker.facts.name, &self.defender.facts.name);
        let is = |charged, flies| match (charged, flies) {
            (true, _) => Some("charged"),
            (false, true) => Some("has FLY"),
            (false, false) => None,
        };
        let exempt = [
            (attacker, "attacker", is(self.scene.is(CHARGED), self.scene.attacker_has("FLY"))),
            (target, "target", is(self.scene.is(TARGET_CHARGED), self.scene.target_has("FLY"))),
        ];
        let readings: Vec<String> = exempt
            .iter()
            .filter_map(|(name, value, why)| {
                Some(format!("{name} {}: `--ruling cover-exemption={value}` would lift it", (*why)?))
            })
            .collect();
        if !readings.is_empty() {
            chosen.notes.push(format!("cover counts here; {} (AMB-4)", readings.join("; ")));
        }
    }

    /// AOS-MOD-1.0: a champion whose weapon nobody named.
    fn remark_on_champions(&self, chosen: &mut ChosenWeapons) {
        if self.attacker.idle_champions[usize::from(self.shooting)] && has_command_models(&self.encounter.mode) {
            let kind = if self.shooting { "ranged" } else { "melee" };
            chosen.notes.push(format!(
                "no {kind} weapon of {} says that a champion uses it, so no +1 Attacks counts: write `champions = 1` \
                 there (AOS-MOD-1.0)",
                self.attacker.facts.name
            ));
        }
    }

    /// Notes a mistake where a situation was given.
    fn refuse(&self, situation: Situation, message: String, help: &str, found: &Diagnostics) {
        let place = self.options.typed.iter().find(|typed| typed.doc.situation == situation).map(|typed| &typed.place);
        let place = place.unwrap_or(&self.attacker.place);
        found.push(Diagnostic::new(place, message, "here").help(help.to_owned()));
    }

    /// AOS-14.2, AOS-TER-1.2.
    fn allow_shooting(&self, found: &Diagnostics) {
        let (name, target) = (&self.attacker.facts.name, &self.defender.facts.name);
        for situation in [RAN, RETREATED].into_iter().filter(|situation| self.scene.is(*situation)) {
            let did = situation.doc(SITUATIONS).name;
            let help = format!("unless an ability lets it: then leave `{did}` out (AOS-14.2)");
            self.refuse(situation, format!("{name} {did} this turn, so it does not shoot"), &help, found);
        }
        // AMB-8: Spearhead has no exception for those in combat.
        let spearhead = self.encounter.mode == "spearhead";
        let seen = self.scene.target_has("FLY") || (self.scene.is(IN_COMBAT) && !spearhead);
        if self.scene.is(OBSCURED) && !seen {
            let help = if spearhead {
                "only a target with FLY can be shot at behind it (AOS-SPH-5.0)"
            } else {
                "only a target with FLY, or one that the attacker is `in combat` with, can be shot at there (AOS-TER-1.2)"
            };
            self.refuse(OBSCURED, format!("{target} is obscured, so it cannot be shot at"), help, found);
        }
    }

    fn allow_covering_fire(&self, found: &Diagnostics) {
        if !self.shooting {
            let help = "use `--phase shooting` (AOS-CMD-4.0)";
            self.refuse(COVERING_FIRE, "`covering fire` is for shooting".to_owned(), help, found);
        }
        let target = &self.defender.facts.name;
        for keyword in ["MANIFESTATION", "FACTION TERRAIN"].into_iter().filter(|word| self.scene.target_has(word)) {
            let help = "Covering Fire is not for manifestations and faction terrain (AOS-CMD-4.0)";
            self.refuse(COVERING_FIRE, format!("{target} is {keyword}"), help, found);
        }
    }

    fn allow_power_through(&self, found: &Diagnostics) {
        let (name, target) = (&self.attacker.facts.name, &self.defender.facts.name);
        if !self.scene.is(CHARGED) {
            let message = format!("{name} uses Power Through only in a turn in which it charged");
            self.refuse(POWER_THROUGH, message, "say `charged` too (AOS-CMD-8.0)", found);
        }
        let (own, other) = (self.attacker.health, self.defender.health);
        if other >= own {
            let message = format!("{target} has Health {other}, {name} {own}");
            let help = "Power Through is for a target of lower Health (AOS-CMD-8.0)";
            self.refuse(POWER_THROUGH, message, help, found);
        }
    }
}
