//! Fights that are rolled from the rules alone, one die at a time; the units are texts that both sides read in their own
//! way.

use super::matchups::{Pick, written};
use super::{Dice, Expression, asoiaf, warcry, warhammer_40k_11e};
use crate::games::Losses;

/// A fight, as two profiles and as the simulator plays it.
pub struct Fight {
    pub texts: [String; 2],
    pub rounds: usize,
    /// Whose turn the first round is.
    pub first: usize,
    pub losses: Losses,
    /// What is said besides.
    pub with: Vec<String>,
    /// The models that stand in the end.
    pub play: Box<dyn Fn(&mut Dice) -> [i64; 2]>,
}

/// The fight of a number, of a game that has any.
pub fn of(game: &str) -> Option<fn(u64) -> Fight> {
    Some(match game {
        "age-of-sigmar" => |seed| squads(seed, true),
        "asoiaf" => cards,
        "warcry" => fighters,
        "warhammer-40k" => |seed| squads(seed, false),
        "warhammer-40k-11e" => elevenths,
        _ => return None,
    })
}

fn between(pick: &mut Pick, low: i64, high: i64) -> i64 {
    i64::from(pick.from(low as u32, high as u32))
}

/// A weapon of some models.
#[derive(Clone)]
struct Arms {
    bearers: i64,
    attacks: i64,
    hit: i64,
    /// Age of Sigmar: the number to wound; Warhammer 40,000: the Strength.
    wound: i64,
    rend: i64,
    damage: i64,
}

/// A unit of models that are alike but for one or two with another weapon.
#[derive(Clone)]
struct Squad {
    models: i64,
    health: i64,
    toughness: i64,
    save: i64,
    ward: i64,
    plain: Arms,
    special: Arms,
    champion: bool,
    /// -1: before others, 1: after others.
    order: i64,
    charge_damage: bool,
    /// Warhammer 40,000: all its weapons are.
    hazardous: bool,
    /// Warhammer 40,000: the mortal wounds of a model with Deadly Demise that explodes; 0: none does.
    demise: i64,
    /// Age of Sigmar: points that the hurt model gets back at the end of each round.
    heal: i64,
}

impl Squad {
    fn random(pick: &mut Pick, sigmar: bool) -> Self {
        let models = between(pick, 2, 6);
        let special = between(pick, 0, (models - 1) / 2);
        let mut arms = |bearers| Arms {
            bearers,
            attacks: between(pick, 1, 3),
            hit: between(pick, 3, 5),
            wound: if sigmar { between(pick, 3, 5) } else { between(pick, 3, 8) },
            rend: between(pick, 0, 2),
            damage: between(pick, 1, 2),
        };
        let (plain, special) = (arms(models - special), arms(special));
        Self {
            models,
            plain,
            special,
            health: between(pick, 1, 3),
            toughness: between(pick, 3, 6),
            save: between(pick, 3, 6),
            ward: if between(pick, 0, 2) == 0 { 5 } else { 7 },
            champion: sigmar && between(pick, 0, 1) == 0,
            order: if between(pick, 0, 2) == 0 { between(pick, 0, 1) * 2 - 1 } else { 0 },
            charge_damage: sigmar && between(pick, 0, 1) == 0,
            hazardous: !sigmar && between(pick, 0, 2) == 0,
            demise: if sigmar { 0 } else { (between(pick, 0, 5) - 2).max(0) },
            heal: if sigmar { (between(pick, 0, 3) - 1).max(0) } else { 0 },
        }
    }

    /// The profile that says the same.
    fn text(&self, name: &str, sigmar: bool) -> String {
        if sigmar { self.warscroll(name) } else { self.datasheet(name) }
    }

    fn warscroll(&self, name: &str) -> String {
        let Self { models, health, save, ward, .. } = self;
        let order = ["\"Strike-first\"", "", "\"Strike-last\""][(self.order + 1) as usize];
        let mut text = format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 100\nmodels = {models}\nhealth = {health}\nsave = \"{save}+\"\nabilities = [{order}]\n"
        );
        if *ward < 7 {
            text += &format!("ward = \"{ward}+\"\n");
        }
        for (name, arms, champions) in [("Plain", &self.plain, i64::from(self.champion)), ("Special", &self.special, 0)]
        {
            if arms.bearers > 0 {
                let Arms { bearers, attacks, hit, wound, rend, damage } = arms;
                let charge = if self.charge_damage { "\"Charge (+1 Damage)\"" } else { "" };
                text += &format!(
                    "[[weapon]]\nname = \"{name}\"\ncount = {bearers}\nchampions = {champions}\nattacks = {attacks}\nhit = \"{hit}+\"\nwound = \"{wound}+\"\nrend = {rend}\ndamage = {damage}\nabilities = [{charge}]\n"
                );
            }
        }
        if self.heal > 0 {
            text += &format!("[[ability]]\nname = \"Mend\"\neffects = [\"heal {}\"]\n", self.heal);
        }
        text
    }

    fn datasheet(&self, name: &str) -> String {
        let Self { models, health, save, ward, toughness, .. } = self;
        let mut abilities = Vec::new();
        abilities.extend((self.order < 0).then(|| "\"Fights First\"".to_owned()));
        abilities.extend((self.demise > 0).then(|| format!("\"Deadly Demise {}\"", self.demise)));
        let hazardous = if self.hazardous { "\"Hazardous\"" } else { "" };
        let mut text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 100\nabilities = [{}]\n[[model]]\nname = \"Model\"\ncount = {models}\ntoughness = {toughness}\nsave = \"{save}+\"\nwounds = {health}\n",
            abilities.join(", ")
        );
        if *ward < 7 {
            text += &format!("feel-no-pain = \"{ward}+\"\n");
        }
        for (name, arms) in [("Plain", &self.plain), ("Special", &self.special)] {
            if arms.bearers > 0 {
                let Arms { bearers, attacks, hit, wound, rend, damage } = arms;
                text += &format!(
                    "[[weapon]]\nname = \"{name}\"\ncount = {bearers}\nattacks = {attacks}\nskill = \"{hit}+\"\nstrength = {wound}\nap = -{rend}\ndamage = {damage}\nabilities = [{hazardous}]\n"
                );
            }
        }
        text
    }

    /// Models that still carry the plain weapon and the special one: plain ones fall first, or an even share of both.
    fn bearers(&self, standing: i64, even: bool) -> (i64, i64) {
        if even {
            // Halves go to the plain weapon, which is named first; whoever else stands has the special one.
            let plain = (2 * self.plain.bearers * standing + self.models) / (2 * self.models);
            (plain, standing - plain)
        } else {
            let special = self.special.bearers.min(standing);
            (standing - special, special)
        }
    }
}

/// A unit while it fights.
struct Fighting<'s> {
    squad: &'s Squad,
    /// Wounds that are left of all models.
    left: i64,
}

impl Fighting<'_> {
    fn standing(&self) -> i64 {
        (self.left + self.squad.health - 1) / self.squad.health
    }
}

/// One unit attacks the other.
fn strike(
    dice: &mut Dice,
    sigmar: bool,
    attacker: &Fighting<'_>,
    target: &mut Fighting<'_>,
    charged: bool,
    even: bool,
) {
    let (plain, special) = attacker.squad.bearers(attacker.standing(), even);
    // The champion is one of the plain models, the last of them to fall.
    let champions = i64::from(attacker.squad.champion);
    let champions = if even {
        ((2 * champions * attacker.standing() + attacker.squad.models) / (2 * attacker.squad.models)).min(plain)
    } else {
        champions.min(plain)
    };
    for (arms, bearers, bonus) in [(&attacker.squad.plain, plain, champions), (&attacker.squad.special, special, 0)] {
        for _ in 0..bearers * arms.attacks + bonus {
            one_attack(dice, sigmar, attacker.squad, arms, target, charged);
        }
    }
}

fn one_attack(dice: &mut Dice, sigmar: bool, attacker: &Squad, arms: &Arms, target: &mut Fighting<'_>, charged: bool) {
    let Squad { toughness, save, ward, health, .. } = *target.squad;
    let hit = i64::from(dice.d6());
    if hit == 1 || (hit < arms.hit && hit != 6) {
        return;
    }
    let needs = match (sigmar, arms.wound) {
        (true, wound) => wound,
        (_, strength) if strength >= 2 * toughness => 2,
        (_, strength) if strength > toughness => 3,
        (_, strength) if strength == toughness => 4,
        (_, strength) if 2 * strength <= toughness => 6,
        _ => 5,
    };
    let wound = i64::from(dice.d6());
    if wound == 1 || (wound < needs && (sigmar || wound != 6)) {
        return;
    }
    let roll = i64::from(dice.d6());
    if roll != 1 && roll - arms.rend >= save {
        return;
    }
    let damage = arms.damage + i64::from(charged && attacker.charge_damage);
    // In Warhammer 40,000 what a model does not need is lost; in Age of Sigmar it goes into the pool.
    let mut room = if sigmar { target.left } else { (target.left + health - 1) % health + 1 };
    for _ in 0..damage {
        if target.left > 0 && room > 0 && i64::from(dice.d6()) < ward {
            target.left -= 1;
            room -= 1;
        }
    }
}

/// One test for each model that fought, each with one weapon: on a 1 three mortal wounds on one model, first on one that is
/// wounded; what it does not need is lost (W40K-HAZARDOUS).
fn hazardous_tests(dice: &mut Dice, unit: &mut Fighting<'_>) {
    let Squad { health, ward, .. } = *unit.squad;
    for _ in 0..unit.standing() {
        if i64::from(dice.d6()) == 1 && unit.left > 0 {
            let mut room = (unit.left + health - 1) % health + 1;
            for _ in 0..3 {
                if room > 0 && i64::from(dice.d6()) < ward {
                    unit.left -= 1;
                    room -= 1;
                }
            }
        }
    }
}

/// Each model that fell rolls a die, and explodes on a 6: so many mortal wounds on each of both units, who stand within 6"
/// of each other (W40K-DEADLY-DEMISE). Models that fall by that roll as well.
fn explosions(dice: &mut Dice, units: &mut [Fighting<'_>; 2], mut rolled: [i64; 2]) {
    loop {
        let Some(side) = (0..2).find(|side| units[*side].squad.demise > 0 && units[*side].standing() < rolled[*side])
        else {
            return;
        };
        rolled[side] -= 1;
        if dice.d6() == 6 {
            let wounds = units[side].squad.demise;
            for unit in units.iter_mut() {
                for _ in 0..wounds {
                    if unit.left > 0 && i64::from(dice.d6()) < unit.squad.ward {
                        unit.left -= 1;
                    }
                }
            }
        }
    }
}

/// Who strikes first in a round: 0 or 1. `active` is the side whose turn it is.
fn first_to_strike(sigmar: bool, squads: &[Squad; 2], active: usize, charged: Option<usize>) -> usize {
    let rank = |side: usize| match sigmar {
        true => squads[side].order,
        false if squads[side].order < 0 || charged == Some(side) => -1,
        false => 0,
    };
    let favoured = if sigmar { active } else { 1 - active };
    if rank(1 - favoured) < rank(favoured) { 1 - favoured } else { favoured }
}

/// The models that stand in the end.
fn roll_fight(dice: &mut Dice, sigmar: bool, squads: &[Squad; 2], rounds: usize, first: usize, even: bool) -> [i64; 2] {
    let mut units =
        [0, 1].map(|side| Fighting { squad: &squads[side], left: squads[side].models * squads[side].health });
    for round in 0..rounds {
        let active = (first + round) % 2;
        let charged = (round == 0).then_some(active);
        let begins = first_to_strike(sigmar, squads, active, charged);
        for side in [begins, 1 - begins] {
            if units.iter().all(|unit| unit.left > 0) {
                let before = [0, 1].map(|side: usize| units[side].standing());
                let [a, b] = &mut units;
                let (attacker, target) = if side == 0 { (&*a, b) } else { (&*b, a) };
                strike(dice, sigmar, attacker, target, charged == Some(side), even);
                if squads[side].hazardous {
                    hazardous_tests(dice, &mut units[side]);
                }
                explosions(dice, &mut units, before);
                // Once the attack is over (AOS-21.0): points on the model that is hurt; what is slain stays slain.
                let unit = &mut units[1 - side];
                let hurt = (unit.squad.health - unit.left % unit.squad.health) % unit.squad.health;
                unit.left += if unit.left > 0 { unit.squad.heal.min(hurt) } else { 0 };
            }
        }
    }
    [units[0].standing(), units[1].standing()]
}

/// Two units of models that are alike but for one or two.
fn squads(seed: u64, sigmar: bool) -> Fight {
    let pick = &mut Pick::new(seed);
    let mut squads = [Squad::random(pick, sigmar), Squad::random(pick, sigmar)];
    // Explosions come before the tests of Hazardous weapons, of those who still stand: not both at once.
    if squads.iter().any(|squad| squad.demise > 0) {
        squads.iter_mut().for_each(|squad| squad.hazardous = false);
    }
    let (rounds, first, even) = (pick.from(1, 3) as usize, pick.from(0, 1) as usize, pick.one_in(3));
    let texts = [0, 1].map(|side: usize| squads[side].text(["One", "Other"][side], sigmar));
    let losses = if even { Losses::Even } else { Losses::PlainFirst };
    let play = move |dice: &mut Dice| roll_fight(dice, sigmar, &squads, rounds, first, even);
    Fight { texts, rounds, first, losses, with: Vec::new(), play: Box::new(play) }
}

/// Activations of two cards, the charge of the first one included; what both have left in the end.
fn asoiaf_fight(
    dice: &mut Dice,
    cards: &[(asoiaf::Attacker, asoiaf::Defender); 2],
    heals: [u32; 2],
    rounds: usize,
    first: usize,
) -> [i64; 2] {
    let mut left = [cards[0].1.wounds_remaining, cards[1].1.wounds_remaining];
    for round in 0..rounds {
        let active = (first + round) % 2;
        for side in [active, 1 - active] {
            if left.contains(&0) {
                continue;
            }
            let charging = round == 0 && side == first;
            let attacker = asoiaf::Attacker { wounds_remaining: left[side], charging, ..cards[side].0.clone() };
            let defender = asoiaf::Defender { wounds_remaining: left[1 - side], ..cards[1 - side].1.clone() };
            let lost = asoiaf::attack(dice, &attacker, &defender, asoiaf::Context::default()).wounds_lost;
            left[1 - side] -= lost.min(left[1 - side]);
            // What stands gets wounds back once the attack on it is over, and no more than it had.
            if left[1 - side] > 0 {
                left[1 - side] = (left[1 - side] + heals[1 - side]).min(cards[1 - side].1.wounds_remaining);
            }
        }
        // Once nobody attacks any more nothing comes back either.
        if left.contains(&0) {
            break;
        }
    }
    left.map(i64::from)
}

fn cards(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let heals = [0, 1].map(|_| if pick.one_in(2) { pick.from(1, 3) } else { 0 });
    let cards = [0, 1].map(|_| {
        let most = pick.from(5, 8) as i32;
        let attacker = asoiaf::Attacker {
            attack_dice: [most, most - 1, most - 3],
            hit: pick.from(3, 5) as i32,
            ..asoiaf::Attacker::default()
        };
        let (defense, morale) = (pick.from(3, 6) as i32, pick.from(4, 8) as i32);
        (attacker, asoiaf::Defender { defense: Some(defense), morale: Some(morale), ..asoiaf::Defender::default() })
    });
    let texts = [0, 1].map(|side: usize| {
        let (asoiaf::Attacker { attack_dice: [a, b, c], hit, .. }, defender) = &cards[side];
        let (defense, morale) = (defender.defense.unwrap_or(7), defender.morale.unwrap_or(7));
        let heal = match heals[side] {
            0 => String::new(),
            n => format!("[[ability]]\nname = \"Mend\"\neffects = [\"heal {n}\"]\n"),
        };
        format!(
            "game = \"asoiaf\"\nname = \"Card {side}\"\ntray = \"infantry\"\nspeed = 5\ndefense = \"{defense}+\"\nmorale = \"{morale}+\"\n[[attack]]\nname = \"Blades\"\ntype = \"melee\"\nhit = \"{hit}+\"\ndice = [{a}, {b}, {c}]\n{heal}"
        )
    });
    let (rounds, first) = (pick.from(1, 3) as usize, pick.from(0, 1) as usize);
    let play = move |dice: &mut Dice| asoiaf_fight(dice, &cards, heals, rounds, first);
    Fight { texts, rounds, first, losses: Losses::PlainFirst, with: Vec::new(), play: Box::new(play) }
}

/// Two fighters, both of whose actions are attacks; one may counter before its own activation, which then is over.
fn fighters(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let fighters = [0, 1].map(|_| {
        let action = warcry::Action {
            attacks: pick.from(2, 5) as i32,
            strength: pick.from(3, 5) as i32,
            hit_damage: pick.from(1, 2) as i32,
            critical_damage: pick.from(3, 5) as i32,
            ..warcry::Action::default()
        };
        (action, pick.from(3, 5) as i32, pick.from(6, 16) as i32)
    });
    let texts = [0, 1].map(|side: usize| {
        let (warcry::Action { attacks, strength, hit_damage, critical_damage, .. }, toughness, wounds) =
            fighters[side];
        format!(
            "game = \"warcry\"\nname = \"Fighter {side}\"\ntoughness = {toughness}\nwounds = {wounds}\n[[weapon]]\nname = \"Blade\"\nrange = 1\nattacks = {attacks}\nstrength = {strength}\ndamage = [{hit_damage}, {critical_damage}]\n"
        )
    });
    let (rounds, first, counters) = (pick.from(1, 3) as usize, pick.from(0, 1) as usize, pick.one_in(2));
    let with = if counters { vec!["B: counter".to_owned()] } else { Vec::new() };
    let play = move |dice: &mut Dice| warcry_fight(dice, &fighters, rounds, first, counters);
    Fight { texts, rounds, first, losses: Losses::PlainFirst, with, play: Box::new(play) }
}

/// An attack action, Toughness and Wounds.
type Fighter = (warcry::Action, i32, i32);

fn warcry_fight(dice: &mut Dice, fighters: &[Fighter; 2], rounds: usize, first: usize, counters: bool) -> [i64; 2] {
    let mut left = [fighters[0].2, fighters[1].2];
    for round in 0..rounds {
        let active = (first + round) % 2;
        for side in [active, 1 - active] {
            let countered = counters && active == 0;
            if left.iter().any(|left| *left <= 0) || (countered && side == 1) {
                continue;
            }
            let reaction = if countered { warcry::Reaction::Counter } else { warcry::Reaction::None };
            let actions = vec![warcry::Action { reaction, ..fighters[side].0 }; 2];
            let attacker = warcry::Attacker { remaining: left[side], actions, ..warcry::Attacker::default() };
            let (toughness, remaining) = (fighters[1 - side].1, left[1 - side]);
            let defender = warcry::Defender { toughness, remaining, ..warcry::Defender::default() };
            let result = warcry::attack(dice, &attacker, &defender, warcry::Context::default());
            left[1 - side] -= result.wounds_lost as i32;
            left[side] -= result.attacker_wounds_lost as i32;
        }
    }
    left.map(|left| i64::from(left > 0))
}

/// A unit of the 11th edition: models that are alike, perhaps with a hero, and the weapon of each group.
#[derive(Clone)]
struct Eleventh {
    groups: Vec<warhammer_40k_11e::Group>,
    weapons: Vec<warhammer_40k_11e::Weapon>,
    fights_first: bool,
}

impl Eleventh {
    fn random(pick: &mut Pick) -> Self {
        use warhammer_40k_11e::{Group, Weapon};
        let led = pick.one_in(2);
        let (mut groups, mut weapons) = (Vec::new(), Vec::new());
        let hazardous = pick.one_in(3);
        for character in [false, true].into_iter().take(1 + usize::from(led)) {
            let models = if character { 1 } else { pick.from(2, 5) };
            groups.push(Group {
                models,
                wounds: pick.from(1, 3) as i32 + i32::from(character),
                toughness: pick.from(3, 6) as i32,
                save: pick.from(3, 6) as i32,
                feel_no_pain: pick.one_in(4).then_some(5),
                character,
                ..Group::default()
            });
            let devastating_wounds = pick.one_in(3);
            weapons.push(Weapon {
                count: models,
                melee: true,
                attacks: pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]),
                skill: Some(pick.from(2, 5) as i32),
                strength: pick.from(3, 9) as i32,
                armour_penetration: -(pick.from(0, 3) as i32),
                damage: pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]),
                devastating_wounds,
                // 24.23: a Lethal Hit may be declined where critical wounds are worth more.
                lethal_hits: !devastating_wounds && pick.one_in(3),
                hazardous,
                ..Weapon::default()
            });
        }
        Self { groups, weapons, fights_first: pick.one_in(4) }
    }

    fn text(&self, name: &str) -> String {
        let first = if self.fights_first { "\"Fights First\"" } else { "" };
        let attached = if self.groups.len() > 1 { "attached = true\n" } else { "" };
        let mut text = format!(
            "game = \"warhammer-40k-11e\"\nname = \"{name}\"\nkeywords = [\"INFANTRY\"]\n{attached}abilities = [{first}]\n"
        );
        for (index, group) in self.groups.iter().enumerate() {
            let fnp = group.feel_no_pain.map_or(String::new(), |on| format!("feel-no-pain = \"{on}+\"\n"));
            let role = if group.character { "role = \"character\"\n" } else { "" };
            text += &format!(
                "[[model]]\nname = \"G{index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{fnp}{role}",
                group.models, group.toughness, group.save, group.wounds
            );
        }
        for (index, weapon) in self.weapons.iter().enumerate() {
            let named = [
                (weapon.devastating_wounds, "\"Devastating Wounds\""),
                (weapon.lethal_hits, "\"Lethal Hits\""),
                (weapon.hazardous, "\"Hazardous\""),
            ];
            let abilities: Vec<&str> = named.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
            text += &format!(
                "[[weapon]]\nname = \"W{index}\"\ncarried-by = \"G{index}\"\nattacks = {}\nskill = \"{}+\"\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
                written(&weapon.attacks),
                weapon.skill.unwrap_or(7),
                weapon.strength,
                weapon.armour_penetration,
                written(&weapon.damage),
                abilities.join(", ")
            );
        }
        text
    }

    fn models(&self) -> u32 {
        self.groups.iter().map(|group| group.models).sum()
    }

    /// Groups fall in their order, and with each model its weapon.
    fn lose(&mut self, lost: u32) {
        let mut points = lost as i32 + self.groups.iter().map(|group| group.lost).sum::<i32>();
        for (group, weapon) in self.groups.iter_mut().zip(&mut self.weapons) {
            let fallen = (points / group.wounds).min(group.models as i32);
            group.models -= fallen as u32;
            weapon.count = group.models;
            points -= fallen * group.wounds;
            group.lost = if group.models > 0 { std::mem::take(&mut points) } else { 0 };
        }
    }

    fn standing(&self) -> Vec<warhammer_40k_11e::Group> {
        self.groups.iter().filter(|group| group.models > 0).copied().collect()
    }
}

fn elevenths(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let units = [Eleventh::random(pick), Eleventh::random(pick)];
    let (rounds, first) = (pick.from(1, 3) as usize, pick.from(0, 1) as usize);
    let texts = [0, 1].map(|side: usize| units[side].text(["One", "Other"][side]));
    let play = move |dice: &mut Dice| eleventh_fight(dice, units.clone(), rounds, first);
    Fight { texts, rounds, first, losses: Losses::PlainFirst, with: Vec::new(), play: Box::new(play) }
}

/// 12.04: those who charged and those with Fights First begin, and of both the player whose turn it is.
fn eleventh_fight(dice: &mut Dice, mut units: [Eleventh; 2], rounds: usize, first: usize) -> [i64; 2] {
    use warhammer_40k_11e::{Attacker, Defender, attack};
    for round in 0..rounds {
        let active = (first + round) % 2;
        let charged = |side: usize| round == 0 && side == active;
        let early = |side: usize| units[side].fights_first || charged(side);
        let begins = if early(1 - active) && !early(active) { 1 - active } else { active };
        for side in [begins, 1 - begins] {
            if units.iter().any(|unit| unit.models() == 0) {
                continue;
            }
            let weapons = units[side].weapons.iter().filter(|weapon| weapon.count > 0).cloned().collect();
            let groups = units[side].standing();
            let attacker = Attacker { weapons, groups, charged: charged(side), ..Attacker::default() };
            let groups = units[1 - side].standing();
            let attached = groups.iter().any(|group| group.character) && groups.iter().any(|group| !group.character);
            let end = attack(dice, &attacker, &Defender { groups, attached, ..Defender::default() });
            units[1 - side].lose(end.wounds_lost);
            units[side].lose(end.attacker_wounds_lost);
        }
    }
    units.map(|unit| i64::from(unit.models()))
}
