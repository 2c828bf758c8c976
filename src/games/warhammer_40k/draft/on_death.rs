//! Models that attack as they die (W40K-ON-DEATH): a second volley, once the attack that slew them is over.

use super::reroll::Commands;
use super::target::{Precision, bodies_of};
use super::{DatasheetAttack, Parts};
use crate::dice::Faces;
use crate::games::Encounter;
use crate::games::language::scene::{Asked, Scene};
use crate::games::language::weapons::Chosen;
use crate::games::volley::Volleys;
use crate::games::volley::draft::WeaponDraft;
use crate::games::warhammer_40k::RULINGS;
use crate::games::warhammer_40k::bearers::{First, Muster};
use crate::games::warhammer_40k::unit::{Datasheet, DatasheetWeapon};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Engagement, Limit, Roll, Settle, Side, Slot, TokenRow};

/// Weapons of the dying that were used in attacks before: for each weapon, the slot of how many.
#[derive(Clone, Default)]
pub(super) struct Dying(Vec<(usize, Slot)>);

/// The attacks of the target's dying models on the unit that slew them.
///
/// Each slain model attacks once, at full number whatever the others do. Nothing that was asked for with `--with` reaches
/// these attacks, since they are out of phase (W40K-OUT-OF-PHASE); no Hazardous test follows them (W40K-HAZARDOUS).
pub(super) struct Striking<'m> {
    pub(super) encounter: &'m Encounter,
    pub(super) attacker: &'m Datasheet,
    pub(super) defender: &'m Datasheet,
    /// Whether the attack that slew them was a melee attack.
    pub(super) melee: bool,
    /// How many bodies the target has.
    pub(super) bodies: usize,
}

impl Striking<'_> {
    /// Adds the attacks. `hurt` is the attacker's body if it was hurt before.
    pub(super) fn back(
        &self,
        volleys: &mut Volleys,
        notes: &mut Vec<String>,
        hurt: &mut Option<usize>,
        before: &mut Dying,
        found: &Diagnostics,
    ) -> Result<(), Limit> {
        let (weapons, idle) = self.weapons();
        if weapons.is_empty() {
            return Ok(());
        }
        if hurt.is_some() {
            let message =
                "attacks of dying models are not computed on a unit that Hazardous tests or an attack before has hurt";
            let label = "some weapons of this unit are used `on-death`";
            found.push(Diagnostic::new(&self.defender.place, message, label));
            return Ok(());
        }
        notes.extend(idle);
        let body = volleys.e.bodies.len();
        *hurt = Some(body);
        volleys.e.bodies.extend(bodies_of(self.attacker, false, Side::Attacker));
        let asked = Asked::nothing();
        let mut attack = self.attack(&asked, body);
        let target = attack.target();
        attack.scene.toughness = attack.toughness(&target);
        for index in weapons {
            let weapon = &self.defender.weapons[index];
            let draft = attack.weapon(weapon, &mut Chosen::default());
            attack.refuse_unlike(&draft, found);
            let volley = match attack.volley(&draft, &target, Precision::Never) {
                Ok(volley) => volley,
                Err(error) => {
                    found.push(Diagnostic::new(&self.defender.place, error.to_string(), weapon.name.clone()));
                    continue;
                }
            };
            let Some(dying) = self.dying(volleys, index, before, found) else { continue };
            volleys.strike_back(volley, dying);
            let name = &self.defender.facts.name;
            let note = format!("{}: models of {name} use it as they die (W40K-ON-DEATH)", weapon.name);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        if self.encounter.ruling(RULINGS, "twin-linked") == "best" {
            notes.push("`twin-linked=best` means re-rolled failures for attacks of dying models".to_owned());
        }
        Ok(())
    }

    /// The weapons that dying models use, and what is said of those that they do not use.
    fn weapons(&self) -> (Vec<usize>, Option<String>) {
        let fits =
            |weapon: &DatasheetWeapon| weapon.on_death.is_some() && weapon.ranged != self.melee && weapon.count > 0;
        let carried: Vec<usize> =
            (0..self.defender.weapons.len()).filter(|index| fits(&self.defender.weapons[*index])).collect();
        // A dying model uses what it would use in any attack (W40K-ATTACKS, W40K-PISTOL).
        let muster = Muster::full(self.defender, &carried, |index, ability| self.defender.weapons[index].has(ability));
        let used = muster.used(&First::default());
        let weapons: Vec<usize> = carried.into_iter().filter(|index| used.counts[*index] > 0).collect();
        let idle = used.idle(&muster).map(|text| format!("{} as its models die: {text}", self.defender.facts.name));
        (weapons, idle)
    }

    fn attack<'a>(&'a self, asked: &'a Asked<WeaponDraft>, body: usize) -> DatasheetAttack<'a> {
        let mut attack = DatasheetAttack {
            encounter: self.encounter,
            answers: &[],
            attacker: self.defender,
            defender: self.attacker,
            asked,
            scene: Scene::default(),
            shooting: !self.melee,
            split: false,
            body,
            commands: Commands::default(),
            index: 0,
            parts: Parts { own_bodies: body, is_hurt: false },
            counts: Vec::new(),
        };
        attack.set_scene();
        attack
    }

    /// The slot of weapons whose bearers fell in this attack and attack: one token for each.
    fn dying(&self, volleys: &mut Volleys, index: usize, before: &mut Dying, found: &Diagnostics) -> Option<Slot> {
        let (defender, weapon) = (self.defender, &self.defender.weapons[index]);
        let slain_from: Vec<Body> = volleys.e.bodies[..self.bodies].to_vec();
        let bears = |name: &str| defender.groups.iter().any(|group| group.name == name && weapon.fits(group));
        let groups = slain_from.iter().flat_map(|body| &body.groups);
        let bearers: u16 = groups.filter(|group| bears(&group.name)).map(|group| group.models).sum();
        if bearers == 0 || !weapon.had.is_multiple_of(bearers) {
            let message =
                format!("{} of {bearers} models carry {}: which of them fall is not known", weapon.had, weapon.name);
            let help =
                "a weapon that is used `on-death` is carried by all models of its group; name it with `carried-by`";
            found.push(Diagnostic::new(&defender.place, message, "this unit").help(Some(help.to_owned())));
            return None;
        }
        let e = &mut volleys.e;
        let (stands, falls) = (e.slot("weapons whose bearers stand"), e.slot("weapons whose bearers fell"));
        for (index, body) in slain_from.iter().enumerate() {
            let mut points = 0;
            for group in &body.groups {
                for _ in 0..group.models {
                    points += group.wounds;
                    // Those that fell before have had their attack.
                    if bears(&group.name) && points > body.taken {
                        let one = e.start("weapons of one model", weapon.had / bearers);
                        e.step(Settle::sort(one, index, vec![points], vec![stands, falls]));
                    }
                }
            }
        }
        self.forget_those_before(e, index, falls, before);
        let reach = weapon.on_death.unwrap_or(1);
        if reach <= 1 {
            return Some(falls);
        }
        let attack = e.slot("weapons that strike back");
        e.step(Roll::d6("on death", falls, [Faces::NONE; 2], |face| {
            if face >= reach { TokenRow::from([(attack, 1)]) } else { TokenRow::new() }
        }));
        Some(attack)
    }

    /// Takes away the bearers that fell in attacks before, and remembers those of this one if another attack follows.
    fn forget_those_before(&self, e: &mut Engagement, weapon: usize, falls: Slot, before: &mut Dying) {
        let known = before.0.iter().position(|(known, _)| *known == weapon);
        if self.encounter.attacks.len() > 1 {
            let now = e.slot("weapons whose bearers fell before");
            e.step(Settle::Copy { from: falls, out: now, most: u16::MAX });
            before.0.push((weapon, now));
        }
        if let Some(place) = known {
            let (_, against) = before.0.remove(place);
            e.step(Settle::Cancel { from: falls, against });
        }
    }
}
