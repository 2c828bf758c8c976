//! From two datasheets and what is true on the table to steps.

mod batches;
mod eligibility;
mod explain;
mod hazardous;
mod on_death;
mod options;
mod precision;
mod reroll;
mod shooting;
mod some_models;
mod tank_shock;
mod target;
mod volley;

use std::sync::Arc;

use smallvec::SmallVec;

pub(in crate::games) use self::explain::rule;
use self::hazardous::Hazard;
use self::on_death::{Dying, Striking};
use self::precision::may_be_precise;
use self::reroll::Commands;
use self::some_models::check_counts;
use self::target::{Precision, bodies};
use super::edition::{Batches, Cover, Edition};
use super::situations::{
    BELOW_STARTING_STRENGTH, COVER, DAMAGED, HALF_STRENGTH, OVERWATCH, TARGET_BELOW_STARTING_STRENGTH, TARGET_DAMAGED,
    TARGET_HALF_STRENGTH,
};
use super::unit::{Datasheet, DatasheetWeapon};
use crate::dice::Amount;
use crate::games::language::cast::{Asked, Cast, cast};
use crate::games::language::effect::{Characteristic, Effect, Warhammer40kEffect};
use crate::games::language::scene::{AbilityBlock, Meaning, Played, Scene};
use crate::games::language::weapons::{Chosen, names_are_known};
use crate::games::turn::{Stances, damage_that_matters, is_struck, turn};
use crate::games::volley::Volleys;
use crate::games::volley::assembly::Sources;
use crate::games::volley::draft::{Lines, Number, Rounding, WeaponDraft};
use crate::games::{Encounter, Engaged, Owner, Phase, Remarks};
use crate::profile::{Diagnostic, Diagnostics, Document};
use crate::sequence::{Body, Engagement, Limit, Side};

/// One unit's attack being put together.
pub(super) struct DatasheetAttack<'m> {
    pub(super) encounter: &'m Encounter,
    /// Answers to this unit's questions.
    pub(super) answers: &'m [usize],
    pub(super) attacker: &'m Datasheet,
    pub(super) defender: &'m Datasheet,
    pub(super) asked: &'m Asked<WeaponDraft>,
    pub(super) scene: Scene<'m>,
    pub(super) shooting: bool,
    /// Whether the characters of the target are a body of their own.
    pub(super) split: bool,
    /// The target's body, or its first.
    pub(super) body: usize,
    pub(super) commands: Commands,
    /// Its place among the attacks.
    pub(super) index: usize,
    pub(super) parts: Parts,
    /// How many of each of its weapons are used.
    pub(super) counts: Vec<u16>,
}

/// How a unit of an edition is read.
pub(in crate::games) type Read = fn(&Document, &Diagnostics) -> Option<Datasheet>;

/// Puts an encounter together by the rules of an edition.
pub(in crate::games) fn engage(
    encounter: &Encounter,
    (edition, read): (&'static Edition, Read),
    found: &Diagnostics,
) -> Result<Option<Engaged>, Limit> {
    let units = encounter.read(read, found);
    let Some(mut cast) = cast(encounter, units.as_deref(), &edition.language, false, found) else { return Ok(None) };
    let attackers = cast.attackers.clone();
    let named: Vec<_> = attackers.iter().map(|unit| (&*unit.facts, &unit.place)).collect();
    if !names_are_known(encounter, &named, found) {
        return Ok(None);
    }
    check_counts(&cast.all_asked, &attackers, cast.defender(0), found);
    if edition.cover == Cover::Saves {
        take_cover(&mut cast);
    }
    let (first, target) = (cast.defender(0), encounter.attacks[0].on);
    let apart = encounter.lost_of(target).is_some_and(|lost| first.is_hurt_apart(lost));
    let precise = || may_be_precise(cast.possible(), &cast.all_asked);
    let split = first.splits() && (apart || first.character_is_wounded() || precise());
    let mut bodies = bodies(first, split);
    if let Some(lost) = encounter.lost_of(target) {
        place_losses(&mut bodies, lost);
    }
    take_losses(&mut cast, encounter);
    let attackers = cast.attackers.clone();
    let mut volleys = Volleys::new(bodies, true);
    if edition.batches == Batches::Identical {
        volleys.sort_saves();
    }
    let mut all = Engaged::default();
    if split {
        all.chances.push((CHARACTERS_SLAIN, vec![1]));
    }
    let mut commands = Commands::new(&mut volleys, &cast.asked(0).situations);
    let (mut hurt, mut dying) = (vec![None; encounter.units.len()], Dying::default());
    for (index, order) in encounter.attacks.iter().enumerate() {
        let (attacker, defender, asked) = (&attackers[index], cast.defender(index), cast.asked(index));
        if index > 0 && encounter.is_first_of_phase(index) {
            commands = Commands::new(&mut volleys, &asked.situations);
        }
        let answers = encounter.answers.get(all.choices.len()..).unwrap_or(&[]);
        let own_bodies = volleys.e.bodies.len();
        let (stances, standing) = stances(&volleys.e, (attacker, defender), split, hurt[order.by]);
        let declared = Declared {
            encounter,
            answers,
            attacker,
            defender,
            asked,
            split,
            commands,
            index,
            own_bodies,
            hurt: hurt[order.by],
        };
        let mut melee = false;
        let said = turn(&mut volleys, (&stances, standing), found, |volleys, lost, found| {
            let (said, in_melee) = declared.add(volleys, lost, found)?;
            melee = in_melee;
            Ok(said)
        })?;
        let Some(said) = said else { return Ok(None) };
        all.say(said);
        let is_own = |body: &usize| volleys.e.bodies[*body].side == Side::Attacker;
        hurt[order.by] = hurt[order.by].or((own_bodies..volleys.e.bodies.len()).find(is_own));
        let bodies = if split { 2 } else { 1 };
        let striking = Striking { encounter, asked, attacker, defender, melee, bodies };
        striking.back(&mut volleys, &mut all.notes, &mut hurt[order.by], &mut dying, found)?;
    }
    if !found.is_empty() {
        return Ok(None);
    }
    all.engagement = volleys.finish();
    all.uncertain = cast.uncertain;
    Ok(Some(all.of(attackers.iter().map(|unit| &unit.facts), &cast.defenders[0].facts)))
}

/// Takes what the units have lost before the first attack.
fn take_losses(cast: &mut Cast<Datasheet>, encounter: &Encounter) {
    if encounter.lost.is_empty() {
        return;
    }
    let after = |unit: &mut Arc<Datasheet>, place: usize| {
        if let Some(lost) = encounter.lost_of(place) {
            *unit = Arc::new(unit.after_losses(lost, encounter.losses));
        }
    };
    cast.attackers.iter_mut().zip(&encounter.attacks).for_each(|(unit, attack)| after(unit, attack.by));
    cast.defenders.iter_mut().for_each(|unit| after(unit, encounter.attacks[0].on));
}

/// Puts so many models of the target in cover, as each attack says it.
fn take_cover(cast: &mut Cast<Datasheet>) {
    if cast.all_asked.count(COVER).is_none() {
        return;
    }
    let each = (0..cast.attackers.len()).map(|attack| match cast.asked(attack).count(COVER) {
        Some(models) => Arc::new(cast.defender(attack).with_cover(models)),
        None => Arc::clone(cast.defender(attack)),
    });
    cast.defenders = each.collect();
}

/// Puts what a unit has lost on its bodies: on one, or on that of the Bodyguard and that of its characters.
fn place_losses(bodies: &mut [Body], lost: &[u16]) {
    match bodies {
        [all] => all.taken = lost.iter().sum(),
        parts => parts.iter_mut().zip(lost).for_each(|(body, lost)| body.taken = *lost),
    }
}

/// An attack as it was asked for, before the losses of earlier attacks are known.
struct Declared<'m> {
    encounter: &'m Encounter,
    answers: &'m [usize],
    attacker: &'m Datasheet,
    defender: &'m Datasheet,
    asked: &'m Asked<WeaponDraft>,
    split: bool,
    commands: Commands,
    /// Its place among the attacks.
    index: usize,
    /// The first place among the bodies that only this attack adds.
    own_bodies: usize,
    /// The attacker's place among the bodies, if an attack before may have hurt it.
    hurt: Option<usize>,
}

impl Declared<'_> {
    /// Adds the attack as it is once the bodies have lost so many points: what is said of it, and whether it is made in
    /// melee.
    fn add(&self, volleys: &mut Volleys, lost: &[u16], found: &Diagnostics) -> Result<(Option<Remarks>, bool), Limit> {
        let (of_target, own) = lost.split_at(if self.split { 2 } else { 1 });
        let after = (self.index > 0).then(|| self.defender.after(of_target));
        let weakened = self.hurt.map(|body| self.attacker.after_losses_of(&volleys.e.bodies[body], own[0]));
        let mut attack = DatasheetAttack {
            encounter: self.encounter,
            answers: self.answers,
            attacker: weakened.as_ref().unwrap_or(self.attacker),
            defender: after.as_ref().unwrap_or(self.defender),
            asked: self.asked,
            scene: Scene::default(),
            shooting: false,
            split: self.split,
            body: 0,
            commands: self.commands,
            index: self.index,
            parts: Parts { own_bodies: self.own_bodies, is_hurt: self.hurt.is_some() || self.attacker.has_losses() },
            counts: Vec::new(),
        };
        attack.set_scene();
        let said = attack.strike(volleys, found)?;
        Ok((said, !attack.shooting))
    }
}

/// Which bodies an attack may add to, and which there are already.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The first place among the bodies that only this attack adds.
    pub(super) own_bodies: usize,
    /// Whether the attacker was hurt by an attack before.
    pub(super) is_hurt: bool,
}

/// How the target may stand when this unit attacks, and the attacker if it was hurt before; and the body of the attacker
/// if it may be gone by then.
fn stances(
    e: &Engagement,
    (attacker, defender): (&Datasheet, &Datasheet),
    split: bool,
    hurt: Option<usize>,
) -> (SmallVec<[Stances; 2]>, Option<usize>) {
    let blocks = || attacker.blocks.iter().chain(&defender.blocks);
    let points = damage_that_matters(blocks());
    let asks_for = |situation| blocks().flat_map(|block| &block.when).any(|condition| condition.asks_for(situation));
    let levels = asks_for(HALF_STRENGTH) || asks_for(BELOW_STARTING_STRENGTH);
    let bodies = if split { 2 } else { 1 };
    let of_target = |body: usize| {
        if !is_struck(e, body) {
            return Stances::fresh(body, e.bodies[body].taken);
        }
        let largest = points.last().copied().unwrap_or(1);
        Stances::of(body, &e.bodies[body], split, |lost| {
            let mut all = vec![0; bodies];
            all[body] = lost;
            let strength = levels.then(|| defender.after(&all).strength().levels());
            (defender.fallen(&all), lost.min(largest), strength)
        })
    };
    let mut stances: SmallVec<[Stances; 2]> = (0..bodies).map(of_target).collect();
    let mut standing = None;
    if let Some(body) = hurt {
        let shape = &e.bodies[body];
        stances.push(Stances::of(body, shape, true, |lost| {
            let damage = points.iter().filter(|least| lost >= **least).count();
            let strength = levels.then(|| attacker.after_losses_of(shape, lost).strength().levels());
            (shape.slain(usize::from(lost)), damage, strength)
        }));
        standing = (shape.models() == usize::from(attacker.models())).then_some(body);
    }
    (stances, standing)
}

/// The result that says how often the characters of an Attached unit are gone.
pub(super) const CHARACTERS_SLAIN: &str = "characters-slain";

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

impl DatasheetAttack<'_> {
    /// A weapon's name, with its unit's if there are several units.
    fn label(&self, weapon: &str) -> String {
        if self.encounter.attacks.len() > 1 {
            format!("{}: {weapon}", self.attacker.facts.name)
        } else {
            weapon.to_owned()
        }
    }

    pub(super) fn sources(&self) -> Sources<'_> {
        Sources {
            attacker: &self.attacker.blocks,
            defender: &self.defender.blocks,
            asked: self.asked,
            scene: &self.scene,
            // Datasheet abilities of one name add up (W40K-ABILITY-STACKING).
            once_by_name: false,
        }
    }

    /// Whether the rules as they were before the update are played.
    pub(super) fn is_core(&self) -> bool {
        self.encounter.edition == "core"
    }

    /// The edition that is played.
    pub(super) fn edition(&self) -> &'static Edition {
        self.attacker.edition
    }

    /// The reading of a ruling.
    pub(super) fn ruling(&self, ruling: &str) -> &str {
        self.encounter.ruling(self.edition().rulings, ruling)
    }

    /// Whether a ruling has this value.
    pub(super) fn rules(&self, ruling: &str, value: &str) -> bool {
        self.ruling(ruling) == value
    }

    /// How fractions are rounded (W40K-MODIFIER-ORDER, AMB-26).
    pub(super) fn rounding(&self) -> Rounding {
        if self.rules("fractions", "down") { Rounding::Down } else { self.edition().order }
    }

    /// Adds this unit's weapons, its dice on the side, and its Hazardous tests.
    fn strike(&mut self, volleys: &mut Volleys, found: &Diagnostics) -> Result<Option<Remarks>, Limit> {
        let Some(mut chosen) = self.choose(found) else { return Ok(None) };
        self.set_phase();
        self.note_eligibility(&mut chosen.notes);
        let mut explained = Vec::new();
        let target = self.target();
        self.scene.toughness = self.toughness(&target);
        self.know_strength(&chosen, found);
        volleys.ignore_failed_saves(target.ignored_saves);
        if target.one_attack_is_zero {
            volleys.spare_one_attack();
        }
        let (mut weapons, mut hazards) = (Vec::with_capacity(chosen.weapons.len()), Vec::new());
        for place in 0..chosen.weapons.len() {
            let index = chosen.weapons[place];
            for mut draft in self.by_range(index, &mut chosen) {
                self.refuse_unlike(&draft, found);
                let precision = self.precision(&mut draft, index, &mut chosen, found);
                match self.volley(&draft, &target, precision) {
                    Ok(volley) => {
                        let (count, psychic) = (draft.count, draft.psychic);
                        hazards.extend(draft.hazardous.then_some(Hazard { weapon: index, count, psychic }));
                        weapons.push((draft, volley));
                    }
                    Err(error) => {
                        found.push(Diagnostic::new(&self.attacker.place, error.to_string(), draft.name.clone()));
                    }
                }
            }
        }
        if let Err(error) = self.spare_the_worst(&mut weapons, &target, found) {
            found.push(Diagnostic::new(&self.attacker.place, error.to_string(), "this unit attacks"));
        }
        self.refuse_single_attacks(&target, &weapons, found);
        let weapons = self.batches(weapons);
        let singles = self.singles(volleys, &weapons, &target, &mut chosen);
        for (index, (mut draft, volley)) in weapons.into_iter().enumerate() {
            let again = singles.of(index, &draft);
            volleys.let_again(again.clone());
            self.check_singles(&mut draft, &volley, volleys, &again, found);
            if self.encounter.explained {
                explained.push(self.explain(&draft, &target, &volley));
            }
            volleys.add(volley)?;
            if self.in_batches() {
                volleys.end_batch();
            }
        }
        for (side, times) in self.sources().side(self.attacker.models(), |block| self.bearers_of(block, &chosen)) {
            volleys.side(times, side, |points| self.mortal(&target, points, false, 0, Precision::Never))?;
        }
        if let Some(shock) = self.tank_shock(found) {
            volleys.side(1, &shock, |points| self.mortal(&target, points, false, 0, Precision::Never))?;
        }
        volleys.end_unit_with(self.rules("mortal-order", "extra-first"));
        if let Some(bearers) = self.bearers(&hazards) {
            self.hazard(&mut volleys.e, bearers, &hazards, singles.hazardous(), found);
        }
        Ok(Some(Remarks { notes: chosen.notes, choices: chosen.choices, explained, among: chosen.among }))
    }

    pub(super) fn set_scene(&mut self) {
        self.scene.attacker_keywords = &self.attacker.keywords;
        self.scene.target_keywords = &self.defender.keywords;
        (self.scene.attacker_models, self.scene.target_models) = (self.attacker.models(), self.defender.models());
        self.scene.attacker_damage = self.attacker.taken;
        self.scene.target_damage = self.defender.taken;
        self.scene.situations = self.asked.situations.iter().copied().collect();
        if let Some((situation, _)) = self.of_some_attackers() {
            self.scene.set(situation);
        }
        self.scene.played =
            Played { core_edition: self.is_core(), blast_needs_dice: self.rules("blast", "random-only") };
        // Who says on what Overwatch hits, means Overwatch.
        let is_overwatch = |meaning: &Meaning<WeaponDraft>| {
            matches!(meaning, Meaning::Effect(Effect::Warhammer40k(Warhammer40kEffect::OverwatchOn(_))))
        };
        if self.asked.meanings.iter().any(|(.., meaning)| is_overwatch(meaning)) {
            self.scene.set(OVERWATCH);
        }
        if self.attacker.taken > 0 {
            self.scene.set(DAMAGED);
        }
        if self.defender.taken > 0 {
            self.scene.set(TARGET_DAMAGED);
        }
        self.set_strength();
        self.set_phase();
    }

    /// Whether an ability of the target or an option brings such an effect.
    fn target_gets(&self, effect: &Warhammer40kEffect) -> bool {
        let is = |meaning: &Meaning<WeaponDraft>| matches!(meaning, Meaning::Effect(Effect::Warhammer40k(known)) if known == effect);
        let held = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &self.scene));
        held.flat_map(|block| &block.effects).any(|(_, meaning)| is(meaning))
            || self.asked.meanings.iter().any(|(owner, _, meaning)| *owner != Some(Owner::Attacker) && is(meaning))
    }

    /// W40K-STRENGTH-LEVELS; who is Below Half-strength is below its Starting Strength.
    fn set_strength(&mut self) {
        for (unit, below, half) in [
            (self.attacker, BELOW_STARTING_STRENGTH, HALF_STRENGTH),
            (self.defender, TARGET_BELOW_STARTING_STRENGTH, TARGET_HALF_STRENGTH),
        ] {
            let strength = unit.strength();
            if strength.is_below_half() {
                self.scene.set(half);
            }
            if strength.is_below_starting() || self.scene.is(half) {
                self.scene.set(below);
            }
        }
    }

    fn set_phase(&mut self) {
        self.scene.phase = Some(if self.shooting { Phase::Shooting } else { Phase::Combat });
    }

    /// Notes weapons whose Strength is rolled, where an ability compares it with Toughness.
    fn know_strength(&self, chosen: &Chosen, found: &Diagnostics) {
        let own = self.attacker.blocks.iter().filter(|block| !block.against);
        let against = self.defender.blocks.iter().filter(|block| block.against);
        let Some(block) = own.chain(against).find(|block| block.asks_for_strength()) else { return };
        let weapons = chosen.weapons.iter().map(|index| &self.attacker.weapons[*index]);
        for weapon in weapons.filter(|weapon| weapon.strength.as_fixed().is_none()) {
            let message = format!("{} asks for the Strength of {}, which is rolled", block.name, weapon.name);
            let help = "say what it is: `--set attacker.weapon.NAME.strength=N`".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks").help(Some(help)));
        }
    }

    /// A weapon with everything that changes its attacks.
    pub(super) fn weapon(&self, weapon: &DatasheetWeapon, chosen: &mut Chosen) -> WeaponDraft {
        let skill = weapon.skill.map_or(7, i16::from);
        let mut draft = WeaponDraft::new(&weapon.name, weapon.attacks, skill, weapon.damage);
        draft.lines = Lines::new(self.encounter.explained);
        draft.melee = !weapon.ranged;
        if weapon.skill.is_some() {
            draft.hit.worst = self.edition().worst_skill;
        }
        draft.count = weapon.count;
        draft.strength = Number::printed(weapon.strength);
        draft.rend = Number::printed(Amount::fixed(u16::from(weapon.ap)));
        for known in &weapon.abilities {
            known.apply(&mut draft, &self.scene);
        }
        let printed = draft.attacks;
        self.sources().arm(&mut draft, |_, _| true);
        draft.add_bonuses();
        if draft.extra_attacks {
            draft.attacks = self.named_attacks(&weapon.name, printed);
        }
        if self.shooting {
            self.shooting(&mut draft);
        }
        let declined = self.declines_lethal(&draft, chosen);
        draft.use_criticals(|name| name != "Lethal Hits" || !declined);
        if self.rules("indirect-criticals", "hit") {
            draft.hit.fails_to = draft.hit.fails_to.min(draft.hit.critical_on.saturating_sub(1).max(1));
        }
        self.twin_linked(&mut draft, chosen);
        draft
    }

    /// Refuses two of one core ability whose dice differ: which one is used is chosen each time (W40K-ABILITY-STACKING).
    pub(super) fn refuse_unlike(&self, draft: &WeaponDraft, found: &Diagnostics) {
        for pair in &draft.unlike {
            let message =
                format!("{}: {pair}: a core ability does not add to itself, and neither is always better", draft.name);
            let help = "leave the lesser one out; which of them is better as the dice fall is not computed (W40K-ABILITY-STACKING)";
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit").help(Some(help.to_owned())));
        }
    }

    /// W40K-EXTRA-ATTACKS: only a rule that names the weapon changes its Attacks; before the update, none.
    fn named_attacks(&self, weapon: &str, mut attacks: Number) -> Number {
        if self.is_core() {
            return attacks;
        }
        let held = |block: &&AbilityBlock<WeaponDraft>| {
            !block.against && block.holds(Owner::Attacker, &self.scene) && block.names(weapon) == Some(true)
        };
        for (_, meaning) in self.attacker.blocks.iter().filter(held).flat_map(|block| &block.effects) {
            if let Meaning::Effect(Effect::Change(Characteristic::Attacks, change)) = meaning {
                attacks.change(*change);
            }
        }
        attacks
    }
}
