//! The attacks of an encounter, one after the other, each on what those before have left.

use std::sync::Arc;

use smallvec::SmallVec;

use super::on_death::DeathStrikes;
use super::precision::may_be_precise;
use super::reroll::RerollSlots;
use super::some_models::check_counts;
use super::target::{bodies, place_losses};
use super::{CHARACTERS_SLAIN, DatasheetAttack, Parts};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::language::participants::{Participants, participants};
use crate::games::turn::{StatesRead, damage_that_matters, is_struck, turn};
use crate::games::volley::Volleys;
use crate::games::warhammer_40k::edition::{Batches, Cover, Edition};
use crate::games::warhammer_40k::situations::{BELOW_STARTING_STRENGTH, COVER, DAMAGED, HALF_STRENGTH};
use crate::games::warhammer_40k::unit::Datasheet;
use crate::games::{Encounter, Engaged, Remarks};
use crate::profile::{Diagnostics, Document};
use crate::sequence::{Body, Engagement, Limit, Recovery, Side};

/// How a unit of an edition is read.
pub(in crate::games) type ReadDatasheet = fn(&Document, &Diagnostics) -> Option<Datasheet>;

/// What a player keeps for whichever attack of the phase calls for it.
const FOR_ALL: &[&str] = &["command re-roll", "target command re-roll"];

/// Puts an encounter together by the rules of an edition.
pub(in crate::games) fn engage(
    encounter: &Encounter,
    (edition, read): (&'static Edition, ReadDatasheet),
    found: &Diagnostics,
) -> Result<Option<Engaged>, Limit> {
    let units = encounter.read_units(read, found);
    let Some(mut participants) = participants(encounter, units.as_deref(), &edition.language, Some(FOR_ALL), found)
    else {
        return Ok(None);
    };
    check_counts(&participants.all_options, &participants.attackers, participants.defender(0), found);
    if edition.cover == Cover::Saves {
        take_cover(&mut participants);
    }
    let bodies = target_bodies(&participants, encounter);
    let count = bodies.len();
    take_losses(&mut participants, encounter);
    let attackers = &participants.attackers;
    let mut volleys = Volleys::new(bodies, true);
    volleys.e.from_any_state = encounter.from_any_state;
    if edition.batches == Batches::Identical {
        volleys.sort_saves();
    }
    let mut all = Engaged::default();
    if count > 1 {
        all.chances.push((CHARACTERS_SLAIN, (1..count).collect()));
    }
    let mut commands = RerollSlots::new(&mut volleys, &participants.options(0).situations);
    let (mut hurt, mut dying) = (vec![None; encounter.units.len()], DeathStrikes::default());
    let mut recoveries = Vec::new();
    for (index, order) in encounter.attacks.iter().enumerate() {
        let (attacker, defender, options) =
            (&attackers[index], participants.defender(index), participants.options(index));
        if index > 0 && encounter.is_first_of_phase(index) {
            commands = RerollSlots::new(&mut volleys, &options.situations);
            let weapons = volleys.e.weapons.len();
            volleys.e.held_reroll.iter_mut().for_each(|die| die.renewed.push(weapons));
        }
        let answers = encounter.answers.get(all.choices.len()..).unwrap_or(&[]);
        let own_bodies = volleys.e.bodies.len();
        let (states_read, attacker_body) = states_read(&volleys.e, (attacker, defender), count, hurt[order.by]);
        let parts = Parts { own_bodies, is_hurt: hurt[order.by].is_some() };
        let (scene, shooting, body, counts) = Default::default();
        let declared = DatasheetAttack {
            encounter,
            answers,
            attacker,
            defender,
            options,
            scene,
            shooting,
            bodies: count,
            body,
            commands,
            index,
            parts,
            counts,
        };
        let mut melee = false;
        let remarks = turn(&mut volleys, (&states_read, attacker_body), found, |volleys, lost, found| {
            let (remarks, in_melee, back) = declared.add_after(volleys, lost, hurt[order.by], found)?;
            melee = in_melee;
            if index == 0 {
                recoveries = back;
            }
            Ok(remarks)
        })?;
        let Some(remarks) = remarks else { return Ok(None) };
        all.add_remarks(remarks);
        let is_own = |body: &usize| volleys.e.bodies[*body].side == Side::Attacker;
        hurt[order.by] = hurt[order.by].or((own_bodies..volleys.e.bodies.len()).find(is_own));
        let declared = DatasheetAttack { shooting: !melee, ..declared };
        declared.strike_back(&mut volleys, &mut all.notes, &mut hurt[order.by], &mut dying, found)?;
    }
    if !found.is_empty() {
        return Ok(None);
    }
    all.steps_read = volleys.steps_read;
    all.engagement = Engagement { recoveries, ..volleys.finish() };
    Ok(Some(participants.engaged(all)))
}

impl DatasheetAttack<'_> {
    /// Adds this attack as it is once the bodies have lost this many points: its remarks, whether it is made in melee, and what
    /// the target gets back. `hurt` is the attacker's body, if an attack before may have hurt it.
    fn add_after(
        &self,
        volleys: &mut Volleys,
        lost: &[u16],
        hurt: Option<usize>,
        found: &Diagnostics,
    ) -> Result<(Option<Remarks>, bool, Vec<Recovery>), Limit> {
        let (of_target, own) = lost.split_at(self.bodies);
        let is_read = self.index > 0 || self.encounter.from_any_state;
        #[cfg(test)]
        let is_read = is_read && !in_neither(PlantedError::ChainRead);
        let after = is_read.then(|| self.defender.after(of_target));
        let weakened = hurt.map(|body| self.attacker.after_losses_of(&volleys.e.bodies[body], own[0]));
        let attacker = weakened.as_ref().unwrap_or(self.attacker);
        let defender = after.as_ref().unwrap_or(self.defender);
        let mut attack = DatasheetAttack { attacker, defender, ..self.clone() };
        attack.set_scene();
        let remarks = attack.strike(volleys, found)?;
        Ok((remarks, !attack.shooting, attack.recoveries(found)))
    }
}

/// The bodies of the target: one, or one for each part where attacks may choose its characters.
fn target_bodies(participants: &Participants<Datasheet>, encounter: &Encounter) -> Vec<Body> {
    let (first, lost) = (participants.defender(0), encounter.lost_of(encounter.attacks[0].on));
    let apart = lost.is_some_and(|lost| first.is_hurt_apart(lost));
    let precise = || may_be_precise(participants.possible(), &participants.all_options);
    let split = first.splits() && (apart || first.character_is_wounded() || precise());
    let mut bodies = bodies(first, if split { first.parts() } else { 1 });
    lost.into_iter().for_each(|lost| place_losses(&mut bodies, lost));
    bodies
}

/// Takes what the units have lost before the first attack.
fn take_losses(participants: &mut Participants<Datasheet>, encounter: &Encounter) {
    if encounter.lost.is_empty() {
        return;
    }
    let after = |unit: &mut Arc<Datasheet>, place: usize| {
        if let Some(lost) = encounter.lost_of(place) {
            *unit = Arc::new(unit.after_losses(lost, encounter.losses));
        }
    };
    participants.attackers.iter_mut().zip(&encounter.attacks).for_each(|(unit, attack)| after(unit, attack.by));
    participants.defenders.iter_mut().for_each(|unit| after(unit, encounter.attacks[0].on));
}

/// Puts this many models of the target in cover, as each attack says it.
fn take_cover(participants: &mut Participants<Datasheet>) {
    if participants.all_options.count(COVER).is_none() {
        return;
    }
    let each = (0..participants.attackers.len()).map(|attack| match participants.options(attack).count(COVER) {
        Some(models) => Arc::new(participants.defender(attack).with_cover(models)),
        None => Arc::clone(participants.defender(attack)),
    });
    participants.defenders = each.collect();
}

/// How the target may stand when this unit attacks, and the attacker if it was hurt before; and the body of the attacker
/// if it may be gone by then.
fn states_read(
    e: &Engagement,
    (attacker, defender): (&Datasheet, &Datasheet),
    bodies: usize,
    hurt: Option<usize>,
) -> (SmallVec<[StatesRead; 2]>, Option<usize>) {
    let is_first = hurt.is_none() && !(0..bodies).any(|body| is_struck(e, body));
    if is_first {
        return ((0..bodies).map(|body| StatesRead::fresh(body, e.bodies[body].taken)).collect(), None);
    }
    let blocks = || attacker.blocks.iter().chain(&*defender.blocks);
    let points = damage_that_matters(blocks());
    let reached = |lost: u16| points.iter().filter(|least| lost >= **least).count();
    let asks_for = |situation| blocks().flat_map(|block| &block.when).any(|condition| condition.asks_for(situation));
    let levels = [DAMAGED, HALF_STRENGTH, BELOW_STARTING_STRENGTH].into_iter().any(asks_for);
    let of_target = |body: usize| {
        if !is_struck(e, body) {
            return StatesRead::fresh(body, e.bodies[body].taken);
        }
        let largest = points.last().copied().unwrap_or(1);
        StatesRead::of(body, &e.bodies[body], bodies > 1, |lost| {
            let mut all = vec![0; bodies];
            all[body] = lost;
            // What holds of a part may depend on its losses, so both extremes are checked: no other model hurt, all others
            // gone.
            let gone = |other: usize| if other == body { lost } else { e.bodies[other].wounds() as u16 };
            let alone: Vec<u16> = (0..bodies).map(gone).collect();
            let some_stand = bodies > 1 && usize::from(lost) < e.bodies[body].wounds();
            let strength = levels.then(|| {
                let of = |all: &[u16]| defender.after(all).levels();
                (of(&all), some_stand.then(|| of(&alone)))
            });
            // Where parts are added up, each point may count.
            let damage = if bodies > 1 { usize::from(lost.min(largest)) } else { reached(lost) };
            (defender.fallen(&all), damage, strength)
        })
    };
    let mut states_read: SmallVec<[StatesRead; 2]> = (0..bodies).map(of_target).collect();
    let mut attacker_body = None;
    if let Some(body) = hurt {
        let shape = &e.bodies[body];
        states_read.push(StatesRead::of(body, shape, true, |lost| {
            let strength = levels.then(|| attacker.after_losses_of(shape, lost).levels());
            (shape.slain(usize::from(lost)), reached(lost), strength)
        }));
        attacker_body = (shape.models() == usize::from(attacker.models())).then_some(body);
    }
    (states_read, attacker_body)
}
