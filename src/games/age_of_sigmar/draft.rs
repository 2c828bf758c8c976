//! From two warscrolls and what is true on the table to steps.

use std::sync::Arc;

use smallvec::smallvec;

use super::RULINGS;
use super::abilities::criticals;
use super::bodies::{Extras, TARGET, body, may_ignore_first, own_bodies_are_used, own_body, slain_answers};
use super::effects::AFTER_SAVES;
use super::explain::lines;
use super::situations;
use super::situations::{
    ALL_OUT_ATTACK, ALL_OUT_DEFENCE, CHARGED, COVER, COVERING_FIRE, DAMAGED, GUARDED_HERO, IN_COMBAT, TARGET_CHARGED,
    TARGET_DAMAGED, TARGET_IN_COMBAT,
};
use super::unit::{LANGUAGE, Warscroll, WarscrollWeapon, read_warscroll};
use crate::dice::{Amount, Check, Draw, DrawError, Faces};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::language::effect::{Change, Effect};
use crate::games::language::entry::Meaning;
use crate::games::language::participants::{AttackOptions, participants};
use crate::games::language::scene::Scene;
use crate::games::language::seen::SeenBlocks;
use crate::games::language::weapons::{Candidate, ChosenWeapons, choose};
use crate::games::turn::{StatesRead, damage_that_matters, is_struck, turn};
use crate::games::volley::assembly::{Sources, saving};
use crate::games::volley::critical::Reaches;
use crate::games::volley::draft::{
    DraftLines, Failing, GroupDraft, Number, Origin, Rounding, TargetDraft, Warding, WeaponDraft,
};
use crate::games::volley::{AfterHit, Landing, Volley, Volleys};
use crate::games::{Encounter, Engaged, Explained, Goal, Phase, Remarks, Situation};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Engagement, Guard, Limit, Save};
use crate::words::same;

/// One unit's attack being put together.
pub(super) struct WarscrollAttack<'m> {
    pub(super) encounter: &'m Encounter,
    /// Answers to this unit's questions.
    pub(super) answers: &'m [usize],
    pub(super) attacker: &'m Warscroll,
    pub(super) defender: &'m Warscroll,
    pub(super) options: &'m AttackOptions<WeaponDraft>,
    pub(super) scene: Scene<'m>,
    pub(super) shooting: bool,
    /// Its place among the attackers.
    pub(super) index: usize,
    /// The attacker's body, if its attack may hurt it.
    pub(super) own_body: Option<usize>,
}

/// The attacks with these parts besides the target, and those of them that are used.
pub(super) fn engage(
    encounter: &Encounter,
    extras: Extras,
    found: &Diagnostics,
) -> Result<Option<(Engaged, Extras)>, Limit> {
    let units = encounter.read_units(read_warscroll, found);
    let units = units.map(|units| encounter.left(units, |unit, lost| unit.after_losses(lost[0], encounter.losses)));
    let Some(participants) = participants(encounter, units.as_deref(), &LANGUAGE, Some(situations::FOR_ALL), found)
    else {
        return Ok(None);
    };
    situations::check(&participants.all_options, &encounter.mode, encounter.units.len() - 1, found);
    let mut volleys = Volleys::new(vec![body(participants.defender(0))], false);
    volleys.e.from_any_state = encounter.from_any_state;
    let (mut all, mut recoveries, mut own_bodies) = (Engaged::default(), Vec::new(), Vec::new());
    let ignore_first = |defender: &Arc<Warscroll>| may_ignore_first(defender, &participants.all_options);
    let ignores_first = extras.first_point && participants.defenders.iter().any(ignore_first);
    let mut used = Extras { first_point: extras.first_point && !ignores_first, ..extras };
    for (index, attacker) in participants.attackers.iter().enumerate() {
        let answers = encounter.answers.get(all.choices.len()..).unwrap_or(&[]);
        if ignores_first && encounter.is_first_of_phase(index) {
            volleys.begin_phase();
        }
        let (options, defender) = (participants.options(index), participants.defender(index));
        let units = (&**attacker, &**defender);
        let own_body =
            if extras.own_bodies { own_body(&mut volleys, encounter, index, units, options, found) } else { None };
        own_bodies.push(own_body);
        let states_read = [states_read(&volleys.e, attacker, defender)];
        let remarks = turn(&mut volleys, (&states_read, None), found, |volleys, lost, found| {
            let after = (index > 0 || encounter.from_any_state).then(|| defender.after(lost[0]));
            #[cfg(test)]
            let after = after.filter(|_| !in_neither(PlantedError::ChainRead));
            let defender = after.as_ref().unwrap_or(defender);
            let (scene, shooting) = (Scene::default(), false);
            let mut attack =
                WarscrollAttack { encounter, answers, attacker, defender, options, scene, shooting, index, own_body };
            attack.set_scene();
            let remarks = attack.strike(volleys, found);
            used.first_point |= ignores_first && attack.target().ignores_first_damage;
            if index == 0 {
                recoveries = attack.recoveries();
            }
            remarks
        })?;
        let Some(remarks) = remarks else { return Ok(None) };
        all.add_remarks(remarks);
    }
    if !found.is_empty() {
        return Ok(None);
    }
    WarscrollAttack::end_turn(&mut volleys, (encounter, &participants), own_bodies[0], found)?;
    all.steps_read = volleys.steps_read;
    all.engagement = Engagement { recoveries, ..volleys.finish() };
    used.own_bodies &= own_bodies_are_used(&all.engagement);
    Ok(Some((participants.engaged(all), used)))
}

/// How the target may stand when this unit attacks: how many models, and whether abilities that ask for damage hold.
pub(super) fn states_read(e: &Engagement, attacker: &Warscroll, defender: &Warscroll) -> StatesRead {
    if !is_struck(e, TARGET) {
        return StatesRead::fresh(TARGET, defender.taken);
    }
    let points = damage_that_matters(attacker.blocks.iter().chain(&defender.blocks));
    StatesRead::of(TARGET, &e.bodies[TARGET], false, |lost| {
        let (models, damage) = defender.models_left(lost);
        (models, points.iter().filter(|least| damage >= **least).count())
    })
}

/// Damage goes into one pool, and each point may be warded (AOS-18.0, AOS-18.1).
pub(super) fn landing(group: &GroupDraft, warding: Warding, save: Option<Save>, amount: Draw) -> Landing {
    landing_on(warding.ignore_on(group, false), save, amount)
}

/// How mortal damage lands, which no save stops.
pub(super) fn mortal_landing(group: &GroupDraft, warding: Warding, amount: Draw) -> Landing {
    landing_on(warding.ignore_on(group, true), None, amount)
}

fn landing_on(ignore_on: u8, save: Option<Save>, amount: Draw) -> Landing {
    Landing::new(smallvec![0], smallvec![smallvec![Guard { save, amount, ignore_on }]], true)
}

impl WarscrollAttack<'_> {
    pub(super) fn sources(&self) -> Sources<'_> {
        Sources {
            attacker: &self.attacker.blocks,
            defender: SeenBlocks::all(&self.defender.blocks),
            options: self.options,
            scene: &self.scene,
            once_by_name: true,
        }
    }

    /// Adds this unit's weapons, and its dice on the side.
    fn strike(&mut self, volleys: &mut Volleys, found: &Diagnostics) -> Result<Option<Remarks>, Limit> {
        let Some(mut chosen) = self.choose(found) else { return Ok(None) };
        self.set_phase();
        self.allow(&mut chosen, found);
        self.remark(&mut chosen);
        let target = self.target();
        self.remark_on_answers(&target, &mut chosen);
        let mut explained = Vec::new();
        let mut ready = Vec::with_capacity(chosen.weapons.len());
        for place in 0..chosen.weapons.len() {
            let weapon = &self.attacker.weapons[chosen.weapons[place]];
            ready.extend(self.ready(weapon, &target, &mut chosen, &mut explained, found));
        }
        volleys.ignore_failed_saves(target.ignored_saves);
        volleys.ignore_first_point(target.ignores_first_damage);
        if !found.is_empty() {
            return Ok(None);
        }
        let made = self.own_body.and_then(|_| volleys.attack_is_made(TARGET));
        let slain = slain_answers(&target);
        let models = if slain.is_empty() { Vec::new() } else { volleys.one_slot_each(TARGET) };
        ready.into_iter().try_for_each(|volley| volleys.add(volley))?;
        if !slain.is_empty() {
            volleys.answer_slain(TARGET, models, &slain);
        }
        self.beside(volleys, &target, &chosen)?;
        volleys.end_unit(false);
        self.answers(volleys, made, &target, &chosen);
        Ok(Some(Remarks { notes: chosen.notes, choices: chosen.choices, explained, among: chosen.among }))
    }

    /// The phase of the attack, and who is in combat in it.
    pub(super) fn set_phase(&mut self) {
        self.scene.phase = Some(if self.shooting { Phase::Shooting } else { Phase::Combat });
        if !self.shooting {
            // AOS-14.4: only a unit in combat fights.
            self.scene.set(IN_COMBAT);
        }
        if self.scene.is(IN_COMBAT) {
            // AOS-16.0: a unit in combat attacks only those with which it is in combat.
            self.scene.set(TARGET_IN_COMBAT);
        }
    }

    /// A weapon's attacks, ready for the tables.
    fn ready(
        &self,
        weapon: &WarscrollWeapon,
        target: &TargetDraft,
        chosen: &mut ChosenWeapons,
        explained: &mut Vec<Explained>,
        found: &Diagnostics,
    ) -> Option<Volley> {
        let draft = self.weapon(weapon, chosen);
        match self.volley(&draft, target) {
            Ok(volley) => {
                let label = self.encounter.label(|| &self.attacker.facts.name, &weapon.name);
                if self.encounter.explained {
                    let save_cap = self.encounter.ruling(RULINGS, "save-cap");
                    let lines = lines(weapon, &draft, target, &volley, save_cap);
                    explained.push(Explained { weapon: label.clone(), lines });
                }
                Some(Volley { name: label, ..volley })
            }
            Err(error) => {
                found.push(Diagnostic::new(&self.attacker.place, error.to_string(), &weapon.name));
                None
            }
        }
    }

    pub(super) fn set_scene(&mut self) {
        self.scene.attacker_keywords = &self.attacker.keywords;
        self.scene.target_keywords = &self.defender.keywords;
        (self.scene.attacker_models, self.scene.target_models) =
            (self.attacker.models.into(), self.defender.models.into());
        self.scene.target_health = self.defender.health;
        self.scene.attacker_damage = self.attacker.taken;
        self.scene.target_damage = self.defender.taken;
        for situation in situations::holding(self.options) {
            if situations::reaches(situation, self.encounter, self.index) {
                self.scene.set(situation);
            }
        }
        if self.attacker.taken > 0 {
            self.scene.set(DAMAGED);
        }
        if self.defender.taken > 0 {
            self.scene.set(TARGET_DAMAGED);
        }
    }

    /// Which weapons are used (AOS-16.0).
    fn choose(&mut self, found: &Diagnostics) -> Option<ChosenWeapons> {
        let covering = self.scene.is(COVERING_FIRE).then_some(Phase::Shooting);
        let candidates: Vec<Candidate<'_>> = self
            .attacker
            .weapons
            .iter()
            .map(|w| Candidate { name: &w.name, melee: !w.ranged, one_of: w.one_of.as_deref() })
            .collect();
        let phase = self.encounter.attacks[self.index].phase.or(covering);
        let name = &self.attacker.facts.name;
        let mut chosen = choose(name, &candidates, phase, self.encounter, self.answers, found, &self.attacker.place)?;
        self.shooting = !chosen.melee;
        chosen.notes.extend(self.attacker.unarmed(Some(self.shooting)));
        if self.shooting && self.scene.is(IN_COMBAT) {
            let may = |index: &usize| {
                self.attacker.weapons[*index].abilities.iter().any(|ability| ability.name() == "Shoot in Combat")
            };
            let (kept, idle): (Vec<usize>, Vec<usize>) = chosen.weapons.iter().copied().partition(|index| may(index));
            if kept.is_empty() {
                let message = format!("{name} has no ranged weapon that may be used in combat");
                let help =
                    "only weapons with Shoot in Combat may (AOS-20.0): leave `in combat` out, or use `--phase combat`";
                found.push(Diagnostic::new(&self.attacker.place, message, "this unit").help(help.to_owned()));
            }
            for index in idle {
                let weapon = &self.attacker.weapons[index].name;
                chosen.notes.push(format!("{weapon} may not be used in combat (AOS-16.0)"));
            }
            chosen.weapons = kept;
        }
        Some(chosen)
    }

    /// Everything that changes how the target takes damage.
    pub(super) fn target(&self) -> TargetDraft {
        let defender = self.defender;
        let mut group = GroupDraft::new(defender.models.into(), defender.health.into(), 0, defender.save);
        group.ignore_on = defender.ward;
        let mut target = TargetDraft::new(vec![group], self.encounter.explained);
        if self.scene.is(ALL_OUT_DEFENCE) {
            let origin = Origin::new("All-out Defence", "AOS-CMD-7.0");
            target.groups.iter_mut().for_each(|group| group.save.modifiers.add(1));
            target.lines.note("+1 to save", &origin);
        }
        self.sources().protect(&mut target);
        target
    }

    /// The attacker as what comes back upon it finds it.
    pub(super) fn own_target(&self) -> TargetDraft {
        let unit = self.attacker;
        let mut group = GroupDraft::new(unit.models.into(), unit.health.into(), 0, unit.save);
        group.ignore_on = unit.ward;
        let mut own = TargetDraft::new(vec![group], false);
        self.sources().protect_attacker(&mut own);
        own
    }

    /// A weapon with everything that changes its attacks.
    fn weapon(&self, weapon: &WarscrollWeapon, chosen: &mut ChosenWeapons) -> WeaponDraft {
        let mut draft = WeaponDraft::new(&weapon.name, weapon.attacks, i16::from(weapon.hit), weapon.damage);
        draft.lines = DraftLines::new(self.encounter.explained);
        draft.melee = !weapon.ranged;
        draft.count = weapon.count;
        draft.wound.needs = i16::from(weapon.wound);
        draft.wound.critical_on = 7;
        draft.rend = Number::printed(Amount::fixed(u16::from(weapon.rend)));
        (draft.hit.best, draft.wound.best) = (1, 1);
        for ability in &weapon.abilities {
            ability.use_on(&mut draft, &self.scene);
        }
        // AMB-6: a champion's extra attack is for every weapon it uses, but does not reach a Companion weapon (AMB-5).
        if !draft.companion && situations::has_command_models(&self.encounter.mode) {
            draft.bonus_attacks = weapon.champions;
        } else if weapon.champions > 0 && !draft.companion {
            chosen
                .notes
                .push(format!("`--mode {}` has no champions' +1 Attacks for {}", self.encounter.mode, weapon.name));
        }
        self.situations(&mut draft);
        self.sources().arm(&mut draft, reaches);
        draft.add_bonuses();
        self.one_critical(weapon, &mut draft, chosen);
        draft
    }

    fn situations(&self, draft: &mut WeaponDraft) {
        let mut when = |situation: Situation, n: i16, source: &str, rule: &'static str| {
            if self.scene.is(situation) {
                draft.hit.modifiers.add(n);
                draft.note(format!("{n:+} to hit"), &Origin::new(source, rule));
            }
        };
        when(ALL_OUT_ATTACK, 1, "All-out Attack", "AOS-CMD-6.0");
        if !self.exempt_from_cover() {
            when(COVER, -1, "Cover", "AOS-TER-1.2");
        }
        if self.shooting {
            if self.is_guarded() {
                when(GUARDED_HERO, -1, "Guarded Hero", "AOS-25.0");
            }
            when(COVERING_FIRE, -1, "Covering Fire", "AOS-CMD-4.0");
        }
    }

    /// Whether one that charged or flies does not care for Cover: only if a ruling says which one (AMB-4).
    fn exempt_from_cover(&self) -> bool {
        match self.encounter.ruling(RULINGS, "cover-exemption") {
            "attacker" => self.scene.is(CHARGED) || self.scene.attacker_has("FLY"),
            "target" => self.scene.is(TARGET_CHARGED) || self.scene.target_has("FLY"),
            _ => false,
        }
    }

    /// AOS-25.0, AMB-26: a Hero that is no Monster and no War Machine.
    pub(super) fn is_guarded(&self) -> bool {
        let target = |keyword: &str| self.scene.target_has(keyword);
        target("HERO") && !target("MONSTER") && !target("WAR MACHINE")
    }

    /// Of several critical abilities one is chosen (AOS-20.0, AMB-31).
    fn one_critical(&self, weapon: &WarscrollWeapon, draft: &mut WeaponDraft, chosen: &mut ChosenWeapons) {
        let has = |name: &&str| draft.criticals.iter().any(|(key, _)| key == name);
        let names: Vec<&str> = criticals().filter(has).collect();
        if let Some(typed) = weapon.critical.filter(|typed| !names.contains(typed)) {
            chosen.notes.push(format!("`critical = \"{typed}\"` changes nothing: {} does not have it", draft.name));
        }
        if names.len() < 2 {
            draft.use_criticals(|_| true);
            return;
        }
        let name = match weapon.critical.filter(|typed| names.contains(typed)) {
            Some(typed) => typed,
            None => {
                let options = names.iter().map(|name| (*name).to_owned()).collect();
                let what = format!("{}: which critical ability", draft.name);
                names[chosen.ask(self.answers, what, options, Goal::Damage)]
            }
        };
        draft.use_criticals(|entry| entry == name);
        draft.note(name, &Origin::new("chosen among several", "AOS-20.0"));
    }

    /// Which dice a re-roll of failures rolls again (AMB-15).
    fn failing(&self) -> Failing {
        if self.yes("reroll-failed", "unmodified") { Failing::Unmodified } else { Failing::Twice }
    }

    fn yes(&self, ruling: &str, value: &str) -> bool {
        self.encounter.ruling(RULINGS, ruling) == value
    }

    /// A weapon with every number settled, but still without its name.
    fn volley(&self, draft: &WeaponDraft, target: &TargetDraft) -> Result<Volley, DrawError> {
        let group = &target.groups[0];
        // Where every hit ends the attack, a critical one is a hit like the others, and nothing is rolled that it changes.
        let critical = draft.changed(&draft.critical_hit.changes).filter(|_| draft.hits_inflict.is_none());
        let unsaved = draft.critical_hit.reaches == Reaches::Damage;
        let unsaved = match draft.hits_inflict {
            Some(points) => Some(Draw::of(points, Faces::NONE)),
            None => unsaved.then(|| self.unsaved_damage(critical.as_ref().unwrap_or(draft), group)).transpose()?,
        };
        let mut critical_hit = draft.critical_hit.clone();
        if draft.hits_inflict.is_some() {
            critical_hit.reaches = Reaches::Hit;
        }
        let hit = draft.hit.meeting(&target.hit);
        let (attacks, champions) = attacks(draft)?;
        let others: Vec<(u16, Draw)> = champions.into_iter().collect();
        let apart = others.first().map_or(0, |(n, _)| *n);
        Ok(Volley {
            count: draft.count - apart,
            bonus_attacks: if others.is_empty() { draft.bonus_attacks } else { 0 },
            attacks,
            others,
            hit: (!draft.auto_hit).then(|| hit.rolled(self.yes("critical-always-hits", "yes"), self.failing())),
            critical_hit,
            hits_end: draft.hits_inflict.is_some(),
            after_hit: self.after_hit(draft, target)?,
            after_critical_hit: critical.map(|critical| self.after_hit(&critical, target).map(Box::new)).transpose()?,
            answers: draft.answers.iter().chain(&target.answers).copied().collect(),
            unsaved_hits: unsaved.map(|damage| Box::new(mortal_landing(group, draft.warding, damage))),
            mortal: draft
                .critical_hit
                .inflicts_mortal()
                .then(|| Box::new(mortal_landing(group, draft.warding, Draw::one()))),
            ..Volley::default()
        })
    }

    /// How hits of a weapon go on.
    fn after_hit(&self, draft: &WeaponDraft, target: &TargetDraft) -> Result<AfterHit, DrawError> {
        let group = &target.groups[0];
        let wound = draft.wound.meeting(&target.wound);
        let attacks = landing(group, draft.warding, self.save(draft, group), draft.damage_of(group, Rounding::Down)?);
        Ok(AfterHit { wound: smallvec![wound.rolled(false, self.failing())], attacks, critical_wounds: None })
    }

    /// The damage of a critical hit that ends the attack (AOS-20.0, AMB-12).
    fn unsaved_damage(&self, draft: &WeaponDraft, group: &GroupDraft) -> Result<Draw, DrawError> {
        if self.yes("mortal-crit-damage", "printed") {
            // A re-roll is not a change of the characteristic.
            return Ok(Draw::of(draft.damage.printed, draft.damage.again));
        }
        draft.damage_of(group, Rounding::Down)
    }

    /// AOS-17.0, AOS-17.1: an unmodified 1 fails, no face succeeds by itself, and the sum is capped at +1.
    fn save(&self, draft: &WeaponDraft, group: &GroupDraft) -> Option<Save> {
        let needs = group.save_needs(1)?;
        let (modifiers, rend) = draft.save_modifiers(group, Rounding::Down);
        let modifier =
            if self.yes("save-cap", "with-rend") { (modifiers - rend).min(1) } else { modifiers.min(1) - rend };
        let check = Check { modifier, ..Check::needs(needs) };
        Some(saving(check, group.save.meeting(&draft.save), self.failing()))
    }
}

/// The attacks of each bearer; those of champions apart where one more is not simply one more: no characteristic falls
/// below 1, and a champion's bonus is added before that is looked at (AOS-27.0, AOS-MOD-1.0).
fn attacks(draft: &WeaponDraft) -> Result<(Draw, Option<(u16, Draw)>), DrawError> {
    let plain = draft.attacks.draw(Rounding::Down, 1)?;
    if draft.bonus_attacks == 0 {
        return Ok((plain, None));
    }
    let mut more = draft.attacks;
    more.add += 1;
    let champion = more.draw(Rounding::Down, 1)?;
    let plus_one = Draw { plus: plain.plus + 1, ..plain.clone() };
    let apart = champion != plus_one;
    Ok((plain, apart.then_some((draft.bonus_attacks, champion))))
}

pub(super) fn has_keyword(keywords: &[String], wanted: &str) -> bool {
    keywords.iter().any(|keyword| same(keyword.split('(').next().unwrap_or(keyword), wanted))
}

/// AOS-20.0: friendly effects on the attack sequence, which ends with the save roll (AOS-17.0), do not reach a Companion
/// weapon; what hurts it does.
fn reaches(draft: &WeaponDraft, meaning: &Meaning<WeaponDraft>) -> bool {
    !draft.companion || meaning.effect().is_some_and(|effect| hurts(effect) || effect.is(AFTER_SAVES))
}

/// Whether an effect is one that nobody would call friendly.
fn hurts(effect: &Meaning<WeaponDraft>) -> bool {
    match effect.effect {
        Effect::Rolls(..) | Effect::Change(_, Change::Add(_)) => effect.words.signed() < 0,
        Effect::Change(_, change) => matches!(change, Change::Worsen(_) | Change::Halve),
        _ => false,
    }
}
