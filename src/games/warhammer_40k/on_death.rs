//! Models that attack as they die (W40K-ON-DEATH): a second volley, once the attack that slew them is over.

use std::sync::Arc;

use super::RULINGS;
use super::draft::Attack;
use super::target::{Precision, bodies_of};
use super::unit::{Unit, Weapon};
use crate::dice::Faces;
use crate::games::language::scene::{Asked, Scene};
use crate::games::language::weapons::Chosen;
use crate::games::volley::Volleys;
use crate::games::{Encounter, Engaged};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Limit, Roll, Settle, Side, Slot, TokenRow};

/// Adds the attacks of the defender's dying models on the unit that slew them.
///
/// Each slain model attacks once, at full number whatever the others do. Nothing that was asked for with `--with` reaches
/// these attacks, since they are out of phase (W40K-OUT-OF-PHASE); no Hazardous test follows them (W40K-HAZARDOUS).
pub(super) fn strike_back(
    encounter: &Encounter,
    attackers: &[Arc<Unit>],
    defender: &Unit,
    volleys: &mut Volleys,
    all: &mut Engaged,
    (melee, found): (bool, &Diagnostics),
) -> Result<(), Limit> {
    let fits = |weapon: &&Weapon| weapon.on_death.is_some() && weapon.ranged != melee && weapon.count > 0;
    let weapons: Vec<&Weapon> = defender.weapons.iter().filter(fits).collect();
    if weapons.is_empty() {
        return Ok(());
    }
    let refuse = |message: &str| {
        found.push(Diagnostic::new(&defender.place, message, "some weapons of this unit are used `on-death`"));
        Ok(())
    };
    let [attacker] = attackers else {
        return refuse("attacks of dying models are computed against one attacking unit, and several attack here");
    };
    if volleys.e.bodies.iter().any(|body| body.side == Side::Attacker) {
        return refuse("attacks of dying models are not computed together with Hazardous tests of the attacker");
    }
    let slain_from = volleys.e.bodies.clone();
    let body = volleys.e.bodies.len();
    volleys.e.bodies.extend(bodies_of(attacker, false, Side::Attacker));
    let asked = Asked { situations: Vec::new(), meanings: Vec::new(), said: Vec::new() };
    let mut attack = Attack {
        encounter,
        answers: &[],
        attacker: defender,
        defender: attacker,
        asked: &asked,
        scene: Scene::default(),
        shooting: !melee,
        split: false,
        body,
        commands: super::reroll::Commands::default(),
        index: 0,
    };
    attack.set_scene();
    let target = attack.target();
    for weapon in weapons {
        let draft = attack.weapon(weapon, &mut Chosen::default());
        let volley = match attack.volley(&draft, &target, Precision::Never) {
            Ok(volley) => volley,
            Err(error) => {
                found.push(Diagnostic::new(&defender.place, error.to_string(), weapon.name.clone()));
                continue;
            }
        };
        let Some(dying) = dying(volleys, &slain_from, defender, weapon, found) else { continue };
        volleys.strike_back(volley, dying);
        all.notes
            .push(format!("{}: models of {} use it as they die (W40K-ON-DEATH)", weapon.name, defender.facts.name));
    }
    let twin_linked_is_best = encounter.ruling(RULINGS, "twin-linked") == "best";
    if twin_linked_is_best {
        all.notes.push("`twin-linked=best` means re-rolled failures for attacks of dying models".to_owned());
    }
    Ok(())
}

/// The pile of weapons whose bearers fell and attack: one token for each.
fn dying(
    volleys: &mut Volleys,
    slain_from: &[Body],
    defender: &Unit,
    weapon: &Weapon,
    found: &Diagnostics,
) -> Option<Slot> {
    let bears = |name: &str| defender.groups.iter().any(|group| group.name == name && weapon.fits(group));
    let groups = slain_from.iter().flat_map(|body| &body.groups);
    let bearers: u16 = groups.filter(|group| bears(&group.name)).map(|group| group.models).sum();
    if bearers == 0 || !weapon.count.is_multiple_of(bearers) {
        let message =
            format!("{} of {bearers} models carry {}: which of them fall is not known", weapon.count, weapon.name);
        let help = "a weapon that is used `on-death` is carried by all models of its group; name it with `carried-by`";
        found.push(Diagnostic::new(&defender.place, message, "this unit").help(Some(help.to_owned())));
        return None;
    }
    let e = &mut volleys.e;
    let (stands, falls) = (e.slot("bearers that stand"), e.slot("bearers that fell"));
    for (index, body) in slain_from.iter().enumerate() {
        let mut points = 0;
        for group in &body.groups {
            for _ in 0..group.models {
                points += group.wounds;
                if bears(&group.name) {
                    let one = e.start("a bearer", weapon.count / bearers);
                    e.step(Settle::sort(one, index, vec![points], vec![stands, falls]));
                }
            }
        }
    }
    let reach = weapon.on_death.unwrap_or(1);
    if reach <= 1 {
        return Some(falls);
    }
    let attack = e.slot("bearers that attack");
    e.step(Roll::d6("on death", falls, [Faces::NONE; 2], |face| {
        if face >= reach { TokenRow::from([(attack, 1)]) } else { TokenRow::new() }
    }));
    Some(attack)
}
