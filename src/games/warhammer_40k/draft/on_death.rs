//! Models that attack as they die (W40K-ON-DEATH): a second volley, once the attack that slew them is over.

use super::target::{Precision, bodies_of, groups_of, place_losses};
use super::{DatasheetAttack, Parts};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::Owner;
use crate::games::language::entry::Meaning;
use crate::games::language::participants::{AttackOptions, Bearer};
use crate::games::language::seen::SeenBlocks;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::Volleys;
use crate::games::volley::draft::{Beside, WeaponDraft};
use crate::games::warhammer_40k::bearers::{First, WeaponBearers};
use crate::games::warhammer_40k::situations::TARGET_FOUGHT;
use crate::games::warhammer_40k::unit::{DatasheetWeapon, Group};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Engagement, Limit, Roll, Settle, Side, Slot, Step};
use crate::words::{add_once, same};

/// Weapons of the dying that were used in attacks before: for each weapon and number to reach, the slot of how many.
#[derive(Clone, Default)]
pub(super) struct DeathStrikes(Vec<(usize, u8, Slot)>);

/// An ability that lets models fight as they die: the number to reach, and the groups of models that have it if it names
/// some.
type Granted<'a> = (u8, Option<&'a [String]>);

/// Weapons that a model takes with it.
struct Fallen {
    body: usize,
    points: u16,
    group: String,
    weapons: u16,
}

impl DatasheetAttack<'_> {
    /// Adds the attacks of the target's dying models on the unit whose attack slew them. `hurt` is the attacker's body if it was
    /// hurt before.
    ///
    /// Each slain model attacks once, at full number whatever the others do. Nothing that was asked for with `--with` reaches
    /// these attacks, since they are out of phase (W40K-OUT-OF-PHASE); no Hazardous test follows them (W40K-HAZARDOUS).
    pub(super) fn strike_back(
        &self,
        volleys: &mut Volleys,
        notes: &mut Vec<String>,
        hurt: &mut Option<usize>,
        before: &mut DeathStrikes,
        found: &Diagnostics,
    ) -> Result<(), Limit> {
        let granted = self.fights_on_death();
        if granted.is_empty() && !self.defender.strikes_back() {
            return Ok(());
        }
        let (weapons, used, idle) = self.weapons_on_death(&granted);
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
        let own = self.bodies_struck_back();
        let options = AttackOptions::nothing();
        let mut attack = self.attack_back(&options, (body, own.len()));
        volleys.e.bodies.extend(own);
        let mut target = attack.target();
        self.options.protect_attacker(&mut target);
        attack.scene.toughness = attack.toughness(&target);
        for index in weapons.iter().copied() {
            let weapon = &self.defender.weapons[index];
            let draft = attack.weapon(weapon, &mut ChosenWeapons::default());
            attack.refuse_incomparable_abilities(&draft, found);
            let volley = match attack.volley(&draft, &target, Precision::Never) {
                Ok(volley) => volley,
                Err(error) => {
                    found.push(Diagnostic::new(&self.defender.place, error.to_string(), weapon.name.clone()));
                    continue;
                }
            };
            if !self.is_known(index, (&used, &weapons), found) {
                continue;
            }
            let dying = self.dying(volleys, index, (&used, &granted), before);
            volleys.strike_back(volley, dying);
            let name = &self.defender.facts.name;
            add_once(notes, [format!("{}: models of {name} use it as they die (W40K-ON-DEATH)", weapon.name)]);
        }
        if self.rules("twin-linked", "best") {
            notes.push("`twin-linked=best` means re-rolled failures for attacks of dying models".to_owned());
        }
        Ok(())
    }

    /// Abilities of the target, and what was asked for, that let models fight as they die after a melee attack.
    fn fights_on_death(&self) -> Vec<Granted<'_>> {
        let of = |meaning: &Meaning<WeaponDraft>| {
            let mut beside = Beside::default();
            meaning.effect()?.add_beside(&mut beside);
            beside.fights_on_death
        };
        let guards = SeenBlocks::of(self.defender);
        let printed = guards.iter().flat_map(|block| &block.effects).map(|(_, meaning)| meaning);
        let mut all = printed.chain(self.options.meanings.iter().map(|(.., meaning)| meaning));
        let has_fought = self.options.situations.contains(&TARGET_FOUGHT);
        if self.shooting || has_fought || !all.any(|meaning| of(meaning).is_some()) {
            return Vec::new();
        }
        let mut attack = DatasheetAttack { index: 0, ..self.clone() };
        attack.set_scene();
        let held = guards.iter().filter(|block| block.holds(Owner::Defender, &attack.scene));
        let own =
            held.flat_map(|block| block.effects.iter().map(move |(_, meaning)| (meaning, block.models.as_deref())));
        let options = self.options.meanings.iter().filter(|(owner, ..)| *owner != Some(Owner::Attacker));
        let all = own.chain(options.map(|(.., meaning)| (meaning, None)));
        all.filter_map(|(meaning, models)| Some((of(meaning)?, models))).collect()
    }

    /// The number that a model of a group has to reach to use a weapon as it dies; `None` if it does not.
    fn reach(weapon: &DatasheetWeapon, group: &str, granted: &[Granted<'_>]) -> Option<u8> {
        let named = |models: &Option<&[String]>| models.is_none_or(|names| names.iter().any(|name| same(name, group)));
        let by_ability = granted.iter().filter(|(_, models)| !weapon.ranged && named(models)).map(|(n, _)| *n);
        let reach = weapon.on_death.into_iter().chain(by_ability).min();
        #[cfg(test)]
        let reach = reach.filter(|_| !in_neither(PlantedError::OnDeath));
        reach
    }

    /// The weapons that dying models use, how many of each, and a note about those that they do not use.
    fn weapons_on_death(&self, granted: &[Granted<'_>]) -> (Vec<usize>, Vec<u16>, Option<String>) {
        let fits = |weapon: &DatasheetWeapon| {
            let bears = |group: &Group| weapon.fits(group) && Self::reach(weapon, &group.name, granted).is_some();
            weapon.ranged == self.shooting && weapon.had > 0 && self.defender.groups.iter().any(bears)
        };
        let carried: Vec<usize> =
            (0..self.defender.weapons.len()).filter(|index| fits(&self.defender.weapons[*index])).collect();
        // A dying model uses what it would use in any attack (W40K-ATTACKS, W40K-PISTOL).
        let muster =
            WeaponBearers::full(self.defender, &carried, |index, ability| self.defender.weapons[index].has(ability));
        let used = muster.used(&First::default());
        let weapons: Vec<usize> = carried.into_iter().filter(|index| used[*index] > 0).collect();
        let idle = muster.idle(&used).map(|text| format!("{} as its models die: {text}", self.defender.facts.name));
        (weapons, used, idle)
    }

    /// The attacker's bodies, which attacks of dying models hurt: one, or one for each part where a character is hurt and those
    /// who fall before it stand.
    fn bodies_struck_back(&self) -> Vec<Body> {
        let apart = self.lost_before().filter(|lost| self.attacker.is_hurt_apart(lost));
        let mut bodies = bodies_of(self.attacker, apart.map_or(1, <[u16]>::len), Side::Attacker);
        apart.into_iter().for_each(|lost| place_losses(&mut bodies, lost));
        bodies
    }

    /// The attack of dying models, which hurts so many bodies from this one on.
    fn attack_back<'a>(
        &'a self,
        options: &'a AttackOptions<WeaponDraft>,
        (body, bodies): (usize, usize),
    ) -> DatasheetAttack<'a> {
        let (attacker, defender, parts) = (self.defender, self.attacker, Parts { own_bodies: body, is_hurt: false });
        let (answers, commands, index) = Default::default();
        let plain = DatasheetAttack { answers, options, bodies, commands, index, ..self.clone() };
        let mut attack = DatasheetAttack { attacker, defender, body, parts, ..plain };
        attack.set_scene();
        attack
    }

    /// The slot of weapons whose bearers fell in this attack and attack: one token for each.
    fn dying(
        &self,
        volleys: &mut Volleys,
        weapon: usize,
        (used, granted): (&[u16], &[Granted<'_>]),
        before: &mut DeathStrikes,
    ) -> Slot {
        let fallen = self.fallen(&volleys.e.bodies[..self.bodies], weapon, used);
        let e = &mut volleys.e;
        let (upright, attack) = (e.slot("weapons whose bearers stand"), e.slot("weapons that strike back"));
        let (mut reached, mut first): (Vec<(u8, [Slot; 2])>, Vec<Step>) = Default::default();
        for Fallen { body, points, group, weapons } in fallen {
            let Some(reach) = Self::reach(&self.defender.weapons[weapon], &group, granted) else { continue };
            let found = reached.iter().find(|(key, _)| *key == reach).map(|(_, slots)| *slots);
            let [falls, fell] = found.unwrap_or_else(|| {
                let slots = [e.slot("weapons whose bearers fell"), e.slot("weapons whose bearers had fallen")];
                reached.push((reach, slots));
                slots
            });
            let mut sorted = |into: Slot| {
                let one = e.start("weapons of one model", weapons);
                Settle::sort(one, body, vec![points], vec![upright, into])
            };
            // Where it is not known what the target has lost, those that fell before are counted as the attack begins.
            if self.encounter.from_any_state {
                first.push(sorted(fell).into());
            }
            let falls = sorted(falls);
            e.step(falls);
        }
        e.steps.splice(0..0, first);
        for (reach, [falls, fell]) in reached {
            if self.encounter.from_any_state {
                e.step(Settle::Cancel { from: falls, against: fell });
            }
            self.forget_those_before(e, (weapon, reach), falls, before);
            e.step(Roll::reaching("on death", falls, reach, attack));
        }
        attack
    }

    /// For each model that takes some of a weapon with it when it falls: its body, the points lost by then, its group, and
    /// how many. Of weapons that only some models of a group carry, the one that most carry goes first, as losses do.
    fn fallen(&self, bodies: &[Body], weapon: usize, used: &[u16]) -> Vec<Fallen> {
        let mut unit = self.defender.clone();
        unit.groups.iter_mut().for_each(|group| group.fallen = 0);
        for (weapon, used) in unit.weapons.iter_mut().zip(used) {
            weapon.count = *used;
        }
        let mut all = Vec::new();
        for (place, body) in bodies.iter().enumerate() {
            let count = |lost: u16| {
                let mut all = vec![0; bodies.len()];
                all[place] = lost;
                unit.after(&all).weapons[weapon].count
            };
            // A unit that is gone reads as its last model did.
            let end = if bodies.len() == 1 { body.wounds() as u16 } else { u16::MAX };
            let (mut points, mut now) = (0, unit.weapons[weapon].count);
            // Bodies have generic names: the name is that of the unit.
            let named = groups_of(self.defender, bodies.len(), place).map(|group| &*group.name);
            for (group, name) in body.groups.iter().zip(named) {
                for _ in 0..group.models {
                    points += group.wounds;
                    let then = if points < end { count(points).min(now) } else { 0 };
                    // Those that fell before have had their attack.
                    if then < now && points > body.taken {
                        all.push(Fallen { body: place, points, group: name.to_owned(), weapons: now - then });
                    }
                    now = then;
                }
            }
        }
        all
    }

    /// Notes a weapon that only some models carry, where others that may carry it fight with nothing: who falls first is
    /// not known.
    fn is_known(&self, weapon: usize, (used, all): (&[u16], &[usize]), found: &Diagnostics) -> bool {
        let unit = self.defender;
        let carriers = |index: usize| -> u16 {
            unit.groups.iter().filter(|group| unit.weapons[index].fits(group)).map(|group| group.count.get()).sum()
        };
        let is_shared = |index: usize| !used[index].is_multiple_of(carriers(index).max(1));
        let others = all.iter().filter(|index| is_shared(**index) && !unit.weapons[**index].has("Extra Attacks"));
        let armed: u16 = others.map(|index| used[*index]).sum();
        let (name, bearers) = (&unit.weapons[weapon].name, carriers(weapon));
        if !is_shared(weapon) || armed >= bearers {
            return true;
        }
        let message = format!("{} of {bearers} models carry {name}: which of them fall is not known", used[weapon]);
        let help = "a weapon that is used `on-death` is carried by all models of its group; name it with `carried-by`";
        found.push(Diagnostic::new(&unit.place, message, "this unit").help(help.to_owned()));
        false
    }

    /// Takes away the bearers that fell in attacks before, and remembers those of this one if another attack follows.
    fn forget_those_before(&self, e: &mut Engagement, key: (usize, u8), falls: Slot, before: &mut DeathStrikes) {
        let found = before.0.iter().position(|(weapon, reach, _)| (*weapon, *reach) == key);
        if self.encounter.attacks.len() > 1 {
            let now = e.slot("weapons whose bearers fell before");
            e.step(Settle::Copy { from: falls, out: now, most: u16::MAX });
            before.0.push((key.0, key.1, now));
        }
        if let Some(place) = found {
            let (.., against) = before.0.remove(place);
            e.step(Settle::Cancel { from: falls, against });
        }
    }
}
