//! From two warscrolls and what is true on the table to steps.

use super::RULINGS;
use super::unit::{LANGUAGE, Unit, Weapon, read};
use crate::dice::{Amount, Check, Draw, DrawError, Faces};
use crate::games::assembly::{Sources, saving};
use crate::games::draft::{GroupDraft, Origin, Rounding, TargetDraft, WeaponDraft};
use crate::games::scene::{Asked, Meaning, Scene, asked};
use crate::games::vocabulary::{Change, Effect, RollKind};
use crate::games::volley::{CriticalHit, Landing, Volley, Volleys, Wounding};
use crate::games::weapons::{Candidate, Chosen, choose};
use crate::games::{Draft, DraftLine, Engaged, Goal, Matchup, Phase, Question};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Guard, Limit, ModelGroup, Save, Side};

/// One unit's attack being put together.
struct Attack<'m> {
    matchup: &'m Matchup,
    /// Answers to this unit's questions.
    answers: &'m [usize],
    attacker: &'m Unit,
    defender: &'m Unit,
    asked: &'m Asked<WeaponDraft>,
    scene: Scene,
    shooting: bool,
}

pub(super) fn engage(matchup: &Matchup, found: &Diagnostics) -> Result<Option<Engaged>, Limit> {
    let attackers: Vec<Option<Unit>> = matchup.attackers.iter().map(|unit| read(unit, found)).collect();
    let defender = read(&matchup.defender, found);
    let asked = asked(matchup, &LANGUAGE, found);
    let (Some(attackers), Some(defender)) = (attackers.into_iter().collect::<Option<Vec<Unit>>>(), defender) else {
        return Ok(None);
    };
    let mut volleys = Volleys::new(vec![body(&defender)], false);
    let mut all = Engaged::of(attackers.iter().map(|unit| &unit.facts), &defender.facts);
    for attacker in &attackers {
        let answers = matchup.answers.get(all.questions.len()..).unwrap_or(&[]);
        let (scene, shooting) = (Scene::default(), false);
        let mut attack = Attack { matchup, answers, attacker, defender: &defender, asked: &asked, scene, shooting };
        attack.set_scene();
        let Some(chosen) = attack.strike(&mut volleys, &mut all.drafts, found)? else { return Ok(None) };
        all.notes.extend(chosen.notes);
        all.questions.extend(chosen.questions);
    }
    if !found.is_empty() {
        return Ok(None);
    }
    all.engagement = volleys.finish();
    Ok(Some(all))
}

fn body(defender: &Unit) -> Body {
    let group = ModelGroup { name: String::new(), models: defender.models, wounds: defender.health };
    Body { name: defender.facts.name.clone(), side: Side::Defender, groups: vec![group], taken: defender.taken }
}

fn points(amount: Amount) -> Draw {
    Draw::of(amount, Faces::NONE)
}

/// Blows go into one pool, and each point may be warded (AOS-18.0, AOS-18.1).
fn landing(group: &GroupDraft, save: Option<Save>, amount: Draw) -> Landing {
    let shrug = group.shrug.unwrap_or(7);
    Landing { bodies: vec![0], guards: vec![vec![Guard { save, amount, shrug }]], spill: true, route: None }
}

impl Attack<'_> {
    /// A weapon's name, with its unit's if there are several units.
    fn label(&self, weapon: &str) -> String {
        if self.matchup.attackers.len() > 1 {
            format!("{}: {weapon}", self.attacker.facts.name)
        } else {
            weapon.to_owned()
        }
    }

    fn sources(&self) -> Sources<'_> {
        Sources {
            attacker: &self.attacker.blocks,
            defender: &self.defender.blocks,
            asked: self.asked,
            scene: &self.scene,
        }
    }

    /// Adds this unit's weapons, and its dice on the side.
    fn strike(
        &mut self,
        volleys: &mut Volleys,
        drafts: &mut Vec<Draft>,
        found: &Diagnostics,
    ) -> Result<Option<Chosen>, Limit> {
        let Some(mut chosen) = self.choose(found) else { return Ok(None) };
        let target = self.target();
        for index in chosen.weapons.clone() {
            let mut draft = self.weapon(&self.attacker.weapons[index], &mut chosen);
            match self.volley(&draft, &target) {
                Ok(volley) => volleys.add(&volley)?,
                Err(error) => found.push(Diagnostic::new(&self.attacker.place, error.to_string(), draft.name.clone())),
            }
            draft.lines.extend(Self::explain(&draft, &target));
            drafts.push(Draft { weapon: self.label(&draft.name), lines: draft.lines });
        }
        for (dice, reach, amount) in self.sources().side() {
            volleys.side(u16::from(dice), Faces::from(reach), &landing(&target.groups[0], None, points(amount)));
        }
        volleys.end_unit();
        Ok(Some(chosen))
    }

    fn set_scene(&mut self) {
        self.scene.attacker_keywords = self.attacker.keywords.clone();
        self.scene.target_keywords = self.defender.keywords.clone();
        self.scene.target_models = usize::from(self.defender.models);
        for situation in &self.asked.situations {
            self.scene.set(situation.name);
        }
        if self.attacker.taken > 0 {
            self.scene.set("damaged");
        }
        if self.defender.taken > 0 {
            self.scene.set("target damaged");
        }
    }

    /// Which weapons are used (AOS-16.0).
    fn choose(&mut self, found: &Diagnostics) -> Option<Chosen> {
        let covering = self.scene.is("covering fire").then_some(Phase::Shooting);
        let candidates: Vec<Candidate> = self
            .attacker
            .weapons
            .iter()
            .map(|w| Candidate { name: w.name.clone(), melee: !w.ranged, one_of: w.one_of.clone() })
            .collect();
        let phase = self.matchup.phase.or(covering);
        let name = &self.attacker.facts.name;
        let mut chosen = choose(name, &candidates, phase, self.matchup, self.answers, found, &self.attacker.place)?;
        self.shooting = chosen.weapons.iter().any(|index| self.attacker.weapons[*index].ranged);
        if self.shooting && self.scene.is("in combat") {
            let may = |index: &usize| {
                self.attacker.weapons[*index].abilities.iter().any(|known| known.ability.name == "Shoot in Combat")
            };
            let (kept, idle): (Vec<usize>, Vec<usize>) = chosen.weapons.iter().copied().partition(|index| may(index));
            for index in idle {
                let weapon = &self.attacker.weapons[index].name;
                chosen.notes.push(format!("{weapon} may not be used in combat (AOS-16.0)"));
            }
            chosen.weapons = kept;
        }
        Some(chosen)
    }

    /// Everything that changes how the target takes blows.
    fn target(&self) -> TargetDraft {
        let defender = self.defender;
        let mut group = GroupDraft::new(defender.models, defender.health, 0, defender.save);
        group.shrug = defender.ward;
        let mut target = TargetDraft {
            name: defender.facts.name.clone(),
            groups: vec![group],
            taken: defender.taken,
            ignored_saves: 0,
            wounded_only_on: 1,
            lines: Vec::new(),
        };
        if self.scene.is("all-out defence") {
            let origin = Origin::new("All-out Defence", "AOS-CMD-7.0");
            target.apply(&Effect::Modify(RollKind::Save, 1), None, "+1 to save", &origin);
        }
        self.sources().protect(&mut target);
        target
    }

    /// A weapon with everything that changes its attacks.
    fn weapon(&self, weapon: &Weapon, chosen: &mut Chosen) -> WeaponDraft {
        let mut draft = WeaponDraft::new(&weapon.name, weapon.attacks, i16::from(weapon.hit), weapon.damage);
        draft.melee = !weapon.ranged;
        draft.count = weapon.count;
        draft.wound.needs = i16::from(weapon.wound);
        draft.wound.critical_on = 7;
        draft.piercing = i16::from(weapon.rend);
        for known in &weapon.abilities {
            (known.ability.apply)(&mut draft, &known.value, &self.scene);
        }
        // AMB-6: a champion's extra attack is for every weapon it uses, but does not reach a Companion weapon (AMB-5).
        if !draft.companion {
            draft.bonus_attacks = weapon.champions;
        }
        self.situations(&mut draft);
        self.sources().arm(&mut draft, reaches);
        self.one_critical(&mut draft, chosen);
        draft
    }

    fn situations(&self, draft: &mut WeaponDraft) {
        let hit = |n: i16| Effect::Modify(RollKind::Hit, n);
        let mut when = |situation: &str, n: i16, source: &str, rule: &'static str| {
            if self.scene.is(situation) {
                draft.apply(&hit(n), &format!("{n:+} to hit"), &Origin::new(source, rule));
            }
        };
        when("all-out attack", 1, "All-out Attack", "AOS-CMD-6.0");
        when("cover", -1, "Cover", "AOS-TER-1.2");
        if self.shooting {
            when("guarded hero", -1, "Guarded Hero", "AOS-25.0");
            when("covering fire", -1, "Covering Fire", "AOS-CMD-4.0");
        }
    }

    /// Of several critical abilities one is chosen (AOS-20.0, AMB-31).
    fn one_critical(&self, draft: &mut WeaponDraft, chosen: &mut Chosen) {
        let kinds = [
            ("Crit (Mortal)", draft.mortal_hits),
            ("Crit (Auto-wound)", draft.lethal),
            ("Crit (2 Hits)", draft.extra_hits.is_some()),
        ];
        let names: Vec<&str> = kinds.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
        if names.len() < 2 {
            return;
        }
        let answer = self.answers.get(chosen.questions.len()).copied().unwrap_or(0);
        let name = names[answer.min(names.len() - 1)];
        let answers = names.iter().map(|name| (*name).to_owned()).collect();
        chosen.questions.push(Question {
            what: format!("{}: which critical ability", draft.name),
            answers,
            goal: Goal::Damage,
        });
        draft.mortal_hits &= name == "Crit (Mortal)";
        draft.lethal &= name == "Crit (Auto-wound)";
        draft.extra_hits = draft.extra_hits.filter(|_| name == "Crit (2 Hits)");
        draft.note(name, &Origin::new("chosen among several", "AOS-20.0"));
    }

    fn yes(&self, ruling: &str, value: &str) -> bool {
        self.matchup.ruling(RULINGS, ruling) == value
    }

    fn volley(&self, draft: &WeaponDraft, target: &TargetDraft) -> Result<Volley, DrawError> {
        let group = &target.groups[0];
        let save = self.save(draft, group);
        let damage = draft.damage_of(group, Rounding::Down)?;
        let printed = self.yes("mortal-crit-damage", "printed");
        let mortal = if printed { points(draft.damage.printed) } else { damage.clone() };
        let mut wound = draft.wound.clone();
        wound.only_on = wound.only_on.max(target.wounded_only_on);
        let mut hit = draft.hit.clone();
        hit.ignore_penalties = draft.ignore_modifiers;
        wound.ignore_penalties = draft.ignore_modifiers;
        Ok(Volley {
            name: self.label(&draft.name),
            count: draft.count,
            bonus_attacks: draft.bonus_attacks,
            attacks: draft.attacks.draw(Rounding::Down, 1)?,
            hit: (!draft.auto_hit).then(|| hit.rolled(self.yes("critical-always-hits", "yes"), true)),
            critical_hit: match (draft.mortal_hits, draft.lethal) {
                (true, _) => CriticalHit::Blow,
                (_, true) => CriticalHit::Wounds,
                _ => CriticalHit::Hits,
            },
            extra_hits: draft.extra_hits.map(points),
            mortal_on_hit: draft.mortal_on_hit.map(points),
            wound: Wounding::Test(wound.rolled(false, true)),
            devastating: false,
            mortal_on_wound: None,
            blows: landing(group, save, damage),
            late: landing(group, None, mortal),
            mortal: landing(group, None, Draw::one()),
        })
    }

    /// AOS-17.0, AOS-17.1: an unmodified 1 fails, no face succeeds by itself, and the sum is capped at +1.
    fn save(&self, draft: &WeaponDraft, group: &GroupDraft) -> Option<Save> {
        let needs = group.save?;
        let modifiers: i16 = group.save_modifiers.iter().sum();
        let modifier = if self.yes("save-cap", "with-rend") {
            (modifiers - draft.piercing.max(0)).min(1)
        } else {
            modifiers.min(1) - draft.piercing.max(0)
        };
        let check = Check { modifier, ..Check::needs(needs) };
        Some(saving(check, &group.save_again, true))
    }

    /// What a player would want to see of the numbers that came out.
    fn explain(draft: &WeaponDraft, target: &TargetDraft) -> Vec<DraftLine> {
        let mut lines = target.lines.clone();
        let mut line = |what: String, rule| lines.push(DraftLine { what, source: "rules".to_owned(), rule });
        for (name, test) in [("hit", &draft.hit), ("wound", &draft.wound)] {
            let (sum, capped) = (test.sum(), test.sum().clamp(-1, 1));
            if sum != capped {
                line(format!("{sum:+} to {name} is capped at {capped:+}"), "AOS-17.1");
            }
        }
        lines
    }
}

/// AOS-20.0: friendly effects do not reach a Companion weapon; what hurts it does.
fn reaches(draft: &WeaponDraft, meaning: &Meaning<WeaponDraft>) -> bool {
    !draft.companion || matches!(meaning, Meaning::Effect(effect) if hurts(effect))
}

/// Whether an effect is one that nobody would call friendly.
fn hurts(effect: &Effect) -> bool {
    match effect {
        Effect::Modify(_, n) => *n < 0,
        Effect::Change(_, Change::Add(n)) => *n < 0,
        Effect::Change(_, Change::Worsen(_) | Change::Halve) => true,
        _ => false,
    }
}
