//! From two datasheets and what is true on the table to steps.

use super::RULINGS;
use super::unit::{Group, LANGUAGE, Unit, Weapon, read};
use crate::dice::{Amount, Check, Draw, DrawError, Faces};
use crate::games::assembly::{Sources, saving};
use crate::games::draft::{GroupDraft, Number, Origin, Rounding, TargetDraft, Test, WeaponDraft, better};
use crate::games::scene::{Asked, Scene, asked};
use crate::games::vocabulary::{Again, Effect, RollKind};
use crate::games::volley::{CriticalHit, Landing, Volley, Volleys, Wounding};
use crate::games::weapons::{Candidate, Chosen, choose};
use crate::games::{Draft, DraftLine, Engaged, Matchup, Phase, Question};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Engagement, Guard, Limit, ModelGroup, Roll, Row, Save, Side, Strike};
use crate::words::same;

/// Mortal wounds of one failed Hazardous test (W40K-HAZARDOUS).
const HAZARD: u16 = 3;

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
    let mut volleys = Volleys::new(vec![body(&defender)], true);
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
    let groups = defender
        .groups
        .iter()
        .filter(|group| group.count > 0)
        .map(|group| ModelGroup { name: group.name.clone(), models: group.count, wounds: group.wounds })
        .collect();
    Body { name: defender.facts.name.clone(), side: Side::Defender, groups, taken: defender.taken }
}

fn points(amount: Amount) -> Draw {
    Draw::of(amount, Faces::NONE)
}

/// Mortal wounds: no save, and they spill (W40K-MORTAL).
fn mortal(target: &TargetDraft, amount: &Draw, psychic: bool) -> Landing {
    let guard = |group: &GroupDraft| Guard { save: None, amount: amount.clone(), shrug: shrug(group, true, psychic) };
    Landing { bodies: vec![0], guards: vec![target.groups.iter().map(guard).collect()], spill: true }
}

/// The best Feel No Pain against this kind of wound; one is used (W40K-FNP).
fn shrug(group: &GroupDraft, mortal: bool, psychic: bool) -> u8 {
    let mut best = group.shrug;
    for (applies, other) in [(mortal, group.shrug_mortal), (psychic, group.shrug_psychic)] {
        if let Some(other) = other.filter(|_| applies) {
            better(&mut best, other);
        }
    }
    best.unwrap_or(7)
}

/// The number to reach on the wound roll (W40K-WOUND, AMB-01, AMB-02).
pub(super) fn wounds_on(strength: i32, toughness: i32) -> i16 {
    if strength >= 2 * toughness {
        2
    } else if strength > toughness {
        3
    } else if strength == toughness {
        4
    } else if 2 * strength <= toughness {
        6
    } else {
        5
    }
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

    /// Adds this unit's weapons, its dice on the side, and its Hazardous tests.
    fn strike(
        &mut self,
        volleys: &mut Volleys,
        drafts: &mut Vec<Draft>,
        found: &Diagnostics,
    ) -> Result<Option<Chosen>, Limit> {
        let Some(mut chosen) = self.choose(found) else { return Ok(None) };
        let target = self.target();
        volleys.ignore_failed_saves(target.ignored_saves);
        let mut hazards = 0;
        for index in chosen.weapons.clone() {
            let mut draft = self.weapon(&self.attacker.weapons[index], &mut chosen);
            hazards += if draft.hazardous { draft.count } else { 0 };
            match self.volley(&draft, &target) {
                Ok(volley) => {
                    if target.ignored_saves > 0 && volley.blows.one_save().is_none() {
                        let message = "`ignore first failed save` is not computed for models whose saves differ";
                        found.push(Diagnostic::new(&self.defender.place, message, "this unit"));
                    }
                    volleys.add(&volley)?;
                }
                Err(error) => found.push(Diagnostic::new(&self.attacker.place, error.to_string(), draft.name.clone())),
            }
            draft.lines.extend(Self::explain(&draft, &target));
            drafts.push(Draft { weapon: self.label(&draft.name), lines: draft.lines });
        }
        for (dice, reach, amount) in self.sources().side() {
            volleys.side(u16::from(dice), Faces::from(reach), &mortal(&target, &points(amount), false));
        }
        volleys.end_unit();
        if let Some(bearers) = self.bearers(&chosen) {
            self.hazard(&mut volleys.e, bearers, hazards);
        }
        Ok(Some(chosen))
    }

    fn set_scene(&mut self) {
        self.scene.attacker_keywords = self.attacker.keywords.clone();
        self.scene.target_keywords = self.defender.keywords.clone();
        self.scene.target_models = self.defender.facts.models;
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

    /// Which weapons are used (W40K-ATTACKS and the abilities that forbid some).
    fn choose(&mut self, found: &Diagnostics) -> Option<Chosen> {
        let weapons = &self.attacker.weapons;
        let shooting = ["overwatch", "indirect", "half range", "stationary", "advanced", "plunging fire", "big guns"]
            .iter()
            .any(|situation| self.scene.is(situation));
        let candidates: Vec<Candidate> = weapons
            .iter()
            .map(|w| Candidate { name: w.name.clone(), melee: !w.ranged, one_of: w.one_of.clone() })
            .collect();
        let phase = self.matchup.phase.or(shooting.then_some(Phase::Shooting));
        let name = &self.attacker.facts.name;
        let mut chosen = choose(name, &candidates, phase, self.matchup, self.answers, found, &self.attacker.place)?;
        let may = |index: &usize| self.forbidden(&weapons[*index]);
        let (idle, kept): (Vec<usize>, Vec<usize>) = chosen.weapons.iter().copied().partition(|i| may(i).is_some());
        for index in idle {
            if let Some(why) = self.forbidden(&weapons[index]) {
                chosen.notes.push(format!("{} is not used: {why}", weapons[index].name));
            }
        }
        chosen.weapons = self.pistols(kept, &mut chosen.notes);
        self.shooting = chosen.weapons.iter().any(|index| weapons[*index].ranged);
        Some(chosen)
    }

    /// Why a weapon may not shoot in this situation.
    fn forbidden(&self, weapon: &Weapon) -> Option<&'static str> {
        if !weapon.ranged {
            return None;
        }
        if self.scene.is("advanced") && !weapon.has("Assault") {
            return Some("the unit Advanced and it has no Assault (W40K-ASSAULT)");
        }
        if self.scene.is("indirect") && !weapon.has("Indirect Fire") {
            return Some("nobody sees the target and it has no Indirect Fire (W40K-INDIRECT-FIRE)");
        }
        if self.scene.is("indirect") && weapon.has("Torrent") {
            return Some("Torrent cannot be fired at what nobody sees (W40K-TORRENT)");
        }
        None
    }

    /// A model shoots with its Pistols or with its other weapons; Monsters and Vehicles with all (W40K-PISTOL).
    fn pistols(&self, kept: Vec<usize>, notes: &mut Vec<String>) -> Vec<usize> {
        let pistol = |index: &usize| self.attacker.weapons[*index].has("Pistol");
        let all = self.scene.attacker_has("MONSTER") || self.scene.attacker_has("VEHICLE");
        let (pistols, others): (Vec<usize>, Vec<usize>) = kept.iter().copied().partition(|index| pistol(index));
        if all || pistols.is_empty() || others.is_empty() || !self.attacker.weapons[others[0]].ranged {
            return kept;
        }
        let named = |index: &usize| {
            let name = &self.attacker.weapons[*index].name;
            self.matchup
                .picks
                .iter()
                .any(|pick| matches!(pick, crate::games::Pick::Named(wanted) if same(wanted, name)))
        };
        if pistols.iter().any(named) {
            notes.push("Pistols are used instead of the other ranged weapons (W40K-PISTOL)".to_owned());
            return pistols;
        }
        let names: Vec<&str> = pistols.iter().map(|index| self.attacker.weapons[*index].name.as_str()).collect();
        let names = names.join(", ");
        notes.push(format!(
            "{names}: not used beside other ranged weapons; `--weapon` names it to use it instead (W40K-PISTOL)"
        ));
        others
    }

    /// The models that carry a Hazardous weapon that is used: characters last (W40K-HAZARDOUS).
    fn bearers(&self, chosen: &Chosen) -> Option<Body> {
        let mut counts = vec![0u16; self.attacker.groups.len()];
        for index in &chosen.weapons {
            let weapon = &self.attacker.weapons[*index];
            if !weapon.has("Hazardous") {
                continue;
            }
            let mut left = weapon.count;
            for (group, count) in self.attacker.groups.iter().zip(&mut counts) {
                if weapon.carried_by.as_ref().is_none_or(|name| same(name, &group.name)) {
                    let here = left.min(group.count);
                    *count = (*count).max(here);
                    left -= here;
                }
            }
        }
        let mut bearing: Vec<(&Group, u16)> =
            self.attacker.groups.iter().zip(counts).filter(|(_, count)| *count > 0).collect();
        bearing.sort_by_key(|(group, _)| group.character);
        let groups: Vec<ModelGroup> = bearing
            .iter()
            .map(|(g, models)| ModelGroup { name: g.name.clone(), models: *models, wounds: g.wounds })
            .collect();
        let name = format!("{}, bearers of Hazardous weapons", self.attacker.facts.name);
        (!groups.is_empty()).then_some(Body { name, side: Side::Attacker, groups, taken: 0 })
    }

    /// One test for each weapon after all attacks; a 1 is three mortal wounds on one bearer, the excess lost.
    fn hazard(&self, e: &mut Engagement, bearers: Body, weapons: u16) {
        let body = e.bodies.len();
        let groups = bearers.groups.clone();
        e.bodies.push(bearers);
        let own = |name: &str| self.attacker.groups.iter().find(|group| group.name == name);
        let guards = groups
            .iter()
            .map(|group| {
                let best = own(&group.name).and_then(|g| g.feel_no_pain.into_iter().chain(g.feel_no_pain_mortal).min());
                Guard { save: None, amount: Draw::fixed(HAZARD), shrug: best.unwrap_or(7) }
            })
            .collect();
        let (tests, failed) = (e.start("hazardous tests", weapons), e.slot("failed hazardous tests"));
        e.step(Roll::d6(
            "hazardous",
            tests,
            [Faces::NONE; 2],
            |face| {
                if face == 1 { vec![(failed, 1)] } else { Row::new() }
            },
        ));
        e.step(Strike {
            name: "hazard",
            input: failed,
            bodies: vec![body],
            guards: vec![guards],
            spill: false,
            through: None,
            gross: None,
            net: None,
        });
    }

    /// Everything that changes how the target takes blows.
    fn target(&self) -> TargetDraft {
        let groups = self.defender.groups.iter().filter(|group| group.count > 0).map(group_draft).collect();
        let mut target = TargetDraft {
            name: self.defender.facts.name.clone(),
            groups,
            taken: self.defender.taken,
            ignored_saves: 0,
            wounded_only_on: 1,
            lines: Vec::new(),
        };
        if self.scene.is("go to ground") {
            let origin = Origin::new("Go to Ground", "W40K-STRAT-GO-TO-GROUND");
            target.apply(&Effect::Invulnerable(6), None, "invulnerable 6+", &origin);
        }
        let covered = ["cover", "go to ground", "smokescreen", "indirect"];
        if covered.iter().any(|situation| self.scene.is(situation)) {
            target.groups.iter_mut().for_each(|group| group.cover = true);
        }
        self.sources().protect(&mut target);
        target
    }

    /// A weapon with everything that changes its attacks.
    fn weapon(&self, weapon: &Weapon, chosen: &mut Chosen) -> WeaponDraft {
        let skill = weapon.skill.map_or(7, i16::from);
        let mut draft = WeaponDraft::new(&weapon.name, weapon.attacks, skill, weapon.damage);
        draft.melee = !weapon.ranged;
        draft.count = weapon.count;
        draft.strength = Number::printed(weapon.strength);
        draft.piercing = i16::from(weapon.ap);
        for known in &weapon.abilities {
            (known.ability.apply)(&mut draft, &known.value, &self.scene);
        }
        let printed = draft.attacks.clone();
        self.sources().arm(&mut draft, |_, _| true);
        if draft.extra_attacks {
            draft.attacks = self.named_attacks(&weapon.name, printed);
        }
        if self.shooting {
            self.shooting(&mut draft);
        }
        self.twin_linked(&mut draft, chosen);
        draft
    }

    /// W40K-EXTRA-ATTACKS: only a rule that names the weapon changes its Attacks.
    fn named_attacks(&self, weapon: &str, mut attacks: Number) -> Number {
        use crate::games::scene::Meaning;
        use crate::games::vocabulary::Characteristic;
        let held = |block: &&crate::games::scene::Block<WeaponDraft>| {
            !block.against
                && block.holds(crate::games::Owner::Attacker, &self.scene)
                && block.names(weapon) == Some(true)
        };
        for (_, meaning) in self.attacker.blocks.iter().filter(held).flat_map(|block| &block.effects) {
            if let Meaning::Effect(Effect::Change(Characteristic::Attacks, change)) = meaning {
                attacks.change(*change);
            }
        }
        attacks
    }

    /// What only touches ranged attacks.
    fn shooting(&self, draft: &mut WeaponDraft) {
        let minus = Effect::Modify(RollKind::Hit, -1);
        // Stealth does not add to itself (W40K-ABILITY-STACKING).
        if self.scene.is("stealth") || self.scene.is("smokescreen") || self.defender.stealth {
            draft.apply(&minus, "-1 to hit", &Origin::new("Stealth", "W40K-STEALTH"));
        }
        if self.scene.is("big guns") && !draft.pistol {
            draft.apply(&minus, "-1 to hit", &Origin::new("Big Guns Never Tire", "W40K-BIG-GUNS"));
        }
        if self.scene.is("plunging fire") {
            draft.piercing += 1;
            draft.note("AP improved by 1", &Origin::new("Plunging Fire", "W40K-PLUNGING-FIRE"));
        }
        if self.scene.is("overwatch") {
            draft.hit.fails_to = 5;
            draft.hit.critical_on = 6;
            draft.note("only unmodified 6s hit", &Origin::new("Fire Overwatch", "W40K-OVERWATCH"));
            if draft.auto_hit && self.matchup.ruling(RULINGS, "overwatch-torrent") == "sixes" {
                draft.auto_hit = false;
            }
        }
    }

    /// Which wound rolls Twin-linked rolls again; `best` is whichever does more damage.
    fn twin_linked(&self, draft: &mut WeaponDraft, chosen: &mut Chosen) {
        if !draft.twin_linked {
            return;
        }
        let policy = match self.matchup.ruling(RULINGS, "twin-linked") {
            "fish" => Again::NonCritical,
            "best" => {
                let answer = self.answers.get(chosen.questions.len()).copied().unwrap_or(0);
                let answers = vec!["re-roll failures".to_owned(), "re-roll all but criticals".to_owned()];
                chosen.questions.push(Question { what: format!("{}: Twin-linked", draft.name), answers });
                if answer == 1 { Again::NonCritical } else { Again::Failed }
            }
            _ => Again::Failed,
        };
        draft.wound.again.push(policy);
        let what =
            if policy == Again::Failed { "failed wounds rolled again" } else { "all but critical wounds rolled again" };
        draft.note(what, &Origin::new("Twin-linked", "W40K-TWIN-LINKED"));
    }

    fn volley(&self, draft: &WeaponDraft, target: &TargetDraft) -> Result<Volley, DrawError> {
        let mut hit = draft.hit.clone();
        hit.ignore_penalties = draft.ignore_modifiers;
        let toughness = target.groups.iter().filter_map(|g| g.toughness.fixed(Rounding::Up, 1)).max().unwrap_or(1);
        let landing = |mortal: bool| -> Result<Landing, DrawError> {
            let mut guards = Vec::new();
            for group in &target.groups {
                guards.push(Guard {
                    save: if mortal { None } else { self.save(draft, group) },
                    amount: draft.damage_of(group, Rounding::Up)?,
                    shrug: shrug(group, mortal, draft.psychic),
                });
            }
            Ok(Landing { bodies: vec![0], guards: vec![guards], spill: false })
        };
        Ok(Volley {
            name: self.label(&draft.name),
            count: draft.count,
            bonus_attacks: 0,
            attacks: draft.attacks.draw(Rounding::Up, 1)?,
            hit: (!draft.auto_hit).then(|| hit.rolled(true, false)),
            critical_hit: if draft.lethal { CriticalHit::Wounds } else { CriticalHit::Hits },
            extra_hits: draft.extra_hits.map(points),
            mortal_on_hit: draft.mortal_on_hit.map(points),
            wound: Self::wounding(draft, target, toughness)?,
            devastating: draft.devastating,
            mortal_on_wound: draft.mortal_on_wound.map(points),
            blows: landing(false)?,
            late: landing(true)?,
            mortal: mortal(target, &Draw::one(), draft.psychic),
        })
    }

    fn wounding(draft: &WeaponDraft, target: &TargetDraft, toughness: i32) -> Result<Wounding, DrawError> {
        let test = |strength: i32| {
            let mut test: Test = draft.wound.clone();
            test.needs = wounds_on(strength, toughness);
            test.ignore_penalties = draft.ignore_modifiers;
            test.only_on = test.only_on.max(target.wounded_only_on);
            test.rolled(true, false)
        };
        let strength = draft.strength.draw(Rounding::Up, 1)?;
        let listed = strength.as_one_die();
        match listed.ok_or_else(|| DrawError::Ways(format!("Strength {}", draft.strength.printed)))?[..] {
            [fixed] => Ok(Wounding::Test(test(i32::from(fixed)))),
            ref faces => Ok(Wounding::Rolled(faces.iter().map(|strength| test(i32::from(*strength))).collect())),
        }
    }

    /// The better of armour and invulnerable save (W40K-SAVE, W40K-INVULN, W40K-COVER).
    fn save(&self, draft: &WeaponDraft, group: &GroupDraft) -> Option<Save> {
        let piercing = draft.piercing.max(0);
        let positive: i16 = group.save_modifiers.iter().filter(|n| **n > 0).sum();
        let negative: i16 = group.save_modifiers.iter().filter(|n| **n < 0).sum();
        let before_ap = self.matchup.ruling(RULINGS, "save-cap") == "before-ap";
        let modifier = |helped: i16, worsened: i16| {
            if before_ap { helped.min(1) - worsened } else { (helped - worsened).min(1) }
        };
        let save =
            |needs: i16, modifier: i16| saving(Check { modifier, ..Check::needs(needs) }, &group.save_again, false);
        let armour = group.save.map(|needs| {
            let cover = group.cover && !draft.melee && !draft.ignores_cover && (needs > 3 || piercing > 0);
            save(needs, modifier(positive + i16::from(cover), piercing - negative))
        });
        let invulnerable = group.invulnerable.map(|needs| save(i16::from(needs), modifier(positive, -negative)));
        match (armour, invulnerable) {
            (Some(armour), Some(other)) => Some(if other.on < armour.on { other } else { armour }),
            (one, other) => one.or(other),
        }
    }

    /// What a player would want to see of the numbers that came out.
    fn explain(draft: &WeaponDraft, target: &TargetDraft) -> Vec<DraftLine> {
        let mut lines = target.lines.clone();
        for (name, test) in [("hit", &draft.hit), ("wound", &draft.wound)] {
            let (sum, capped) = (test.sum(), test.sum().clamp(-1, 1));
            if sum != capped {
                let what = format!("{sum:+} to {name} is capped at {capped:+}");
                lines.push(DraftLine { what, source: "rules".to_owned(), rule: "W40K-ROLL-MODIFIERS" });
            }
        }
        lines
    }
}

fn group_draft(group: &Group) -> GroupDraft {
    let mut draft = GroupDraft::new(group.count, group.wounds, group.toughness, group.save);
    draft.name = group.name.clone();
    draft.invulnerable = group.invulnerable;
    draft.shrug = group.feel_no_pain;
    draft.shrug_mortal = group.feel_no_pain_mortal;
    draft.shrug_psychic = group.feel_no_pain_psychic;
    draft.character = group.character;
    draft
}
