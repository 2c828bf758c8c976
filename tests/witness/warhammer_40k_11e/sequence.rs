//! How attacks are made: batches of identical attacks, hit rolls, wound rolls, hazard rolls.

use super::resolve::Unit;
use super::*;

/// What a batch hands over: how many save dice, and how many critical wounds that become mortal wounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wounding {
    pub dice: u32,
    pub devastating: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Roll {
    Fail,
    Success,
    Critical,
}

pub fn attack(dice: &mut impl Die, attacker: &Attacker, defender: &Defender) -> Result {
    let mut result = Result::default();
    let mut unit = Unit::of(&defender.groups);
    let models = defender.groups.iter().map(|group| group.models as i32).sum();
    for batch in batches(&attacker.weapons) {
        let wounding = batch_of(dice, attacker, defender, &batch, models, &mut result);
        unit.take(dice, attacker, defender, &batch[0], wounding, &mut result);
    }
    result.destroyed = unit.destroyed();
    hazard_rolls(dice, attacker, &mut result);
    result
}

/// 04.03: weapons whose attacks are identical are resolved together, whatever the number of attacks of each.
pub(super) fn batches(weapons: &[Weapon]) -> Vec<Vec<Weapon>> {
    let mut batches: Vec<Vec<Weapon>> = Vec::new();
    for weapon in weapons {
        let identical = |other: &Weapon| {
            let Weapon { count, attacks, rapid_fire, blast, cleave, hazardous, .. } = weapon.clone();
            Weapon { count, attacks, rapid_fire, blast, cleave, hazardous, ..other.clone() } == *weapon
        };
        match batches.iter_mut().find(|batch| identical(&batch[0])) {
            Some(batch) => batch.push(weapon.clone()),
            None => batches.push(vec![weapon.clone()]),
        }
    }
    batches
}

fn batch_of(
    dice: &mut impl Die,
    attacker: &Attacker,
    defender: &Defender,
    batch: &[Weapon],
    models: i32,
    result: &mut Result,
) -> Wounding {
    let mut wounding = Wounding::default();
    for weapon in batch {
        for _ in 0..weapon.count {
            // 02.02.03: a random number of attacks is rolled for each weapon.
            let mut attacks = dice.amount(&weapon.attacks).max(1);
            if attacker.half_range {
                attacks += dice.amount(&weapon.rapid_fire);
            }
            attacks += (weapon.blast + weapon.cleave) * (models / 5);
            for _ in 0..attacks {
                one_attack(dice, attacker, defender, weapon, &mut wounding, result);
            }
        }
    }
    wounding
}

pub(super) fn one_attack(
    dice: &mut impl Die,
    attacker: &Attacker,
    defender: &Defender,
    weapon: &Weapon,
    wounding: &mut Wounding,
    result: &mut Result,
) {
    result.attacks += 1;
    let hit = roll_to_hit(dice, attacker, defender, weapon);
    if hit == Roll::Fail {
        return;
    }
    let mut hits = 1;
    if hit == Roll::Critical {
        result.critical_hits += 1;
        hits += dice.amount(&weapon.sustained_hits);
    }
    result.hits += hits as u32;
    for number in 0..hits {
        // 24.23: only the critical hit itself wounds without a roll, and that wound is not critical.
        let lethal = hit == Roll::Critical && weapon.lethal_hits && number == 0;
        let wound = if lethal { Roll::Success } else { roll_to_wound(dice, attacker, defender, weapon) };
        if wound == Roll::Fail {
            continue;
        }
        result.wounds += 1;
        result.critical_wounds += u32::from(wound == Roll::Critical);
        if wound == Roll::Critical && weapon.devastating_wounds {
            wounding.devastating += 1;
        } else {
            wounding.dice += 1;
        }
    }
}

/// 05.01
fn roll_to_hit(dice: &mut impl Die, attacker: &Attacker, defender: &Defender, weapon: &Weapon) -> Roll {
    let Some(printed) = weapon.skill else {
        return Roll::Success;
    };
    let covered = (defender.cover || weapon.indirect != Indirect::No) && !weapon.melee && !weapon.ignores_cover;
    let mut worse = i32::from(covered);
    let mut better = weapon.skill_improved;
    if better < 0 {
        worse -= better;
        better = 0;
    }
    let mut minus = weapon.hit_penalty + i32::from(attacker.damaged);
    let plus = weapon.hit_bonus + i32::from(weapon.heavy && attacker.stationary);
    if weapon.psychic {
        worse = 0;
        minus = 0;
    }
    let skill = (printed + worse - better).clamp(2, 6); // 02.02.01, 13.08
    let modifier = (plus - minus).clamp(-1, 1);
    let fails_to = match weapon.indirect {
        Indirect::No => 1,
        Indirect::Spotted => 3,
        Indirect::Unseen => 5,
    };
    let judge = |face: i32| {
        if attacker.snap_shooting {
            if face == 6 { Roll::Success } else { Roll::Fail }
        } else if face <= fails_to {
            Roll::Fail
        } else if face >= weapon.critical_hit_on {
            Roll::Critical
        } else if face + modifier >= skill {
            Roll::Success
        } else {
            Roll::Fail
        }
    };
    let may_reroll = !attacker.snap_shooting && weapon.indirect == Indirect::No;
    let face = dice.d6();
    if may_reroll && again(weapon.reroll_hit, face, judge(face)) { judge(dice.d6()) } else { judge(face) }
}

/// 05.02, 24.03, 24.21, 24.38
fn roll_to_wound(dice: &mut impl Die, attacker: &Attacker, defender: &Defender, weapon: &Weapon) -> Roll {
    let modifier = (weapon.wound_modifier + i32::from(weapon.lance && attacker.charged)).clamp(-1, 1);
    let needed = needed_to_wound(weapon.strength, toughness(defender));
    let critical_on = weapon.critical_wound_on.min(weapon.anti.unwrap_or(6));
    let judge = |face: i32| {
        if face == 1 {
            Roll::Fail
        } else if face >= critical_on {
            Roll::Critical
        } else if face + modifier >= needed {
            Roll::Success
        } else {
            Roll::Fail
        }
    };
    let face = dice.d6();
    let outcome = judge(face);
    let twin = weapon.twin_linked && outcome == Roll::Fail;
    if twin || again(weapon.reroll_wound, face, outcome) { judge(dice.d6()) } else { outcome }
}

/// 05.02.01, 19.02: the highest Toughness of the unit; of an attached unit, of those who are no characters.
fn toughness(defender: &Defender) -> i32 {
    let counts = |group: &&Group| !(defender.attached && group.character);
    defender.groups.iter().filter(counts).map(|group| group.toughness).max().expect("a target has models")
}

fn needed_to_wound(strength: i32, toughness: i32) -> i32 {
    if strength >= 2 * toughness {
        2
    } else if strength > toughness {
        3
    } else if strength == toughness {
        4
    } else if 2 * strength > toughness {
        5
    } else {
        6
    }
}

fn again(policy: Reroll, face: i32, outcome: Roll) -> bool {
    match policy {
        Reroll::None => false,
        Reroll::Value(value) => face == value,
        Reroll::Failed => outcome == Roll::Fail,
    }
}

/// 24.15, 06.03: after all attacks one roll for each Hazardous weapon; 1 and 2 fail.
fn hazard_rolls(dice: &mut impl Die, attacker: &Attacker, result: &mut Result) {
    let mut unit = Unit::of(&attacker.groups);
    let rolls: u32 = attacker.weapons.iter().filter(|weapon| weapon.hazardous).map(|weapon| weapon.count).sum();
    let mut suffered = Result::default();
    for _ in 0..rolls {
        if dice.d6() > 2 {
            continue;
        }
        for _ in 0..if attacker.heavy_models { 3 } else { 1 } {
            unit.mortal_wound(dice, &mut suffered);
        }
    }
    result.attacker_wounds_lost = suffered.wounds_lost;
    result.attackers_slain = suffered.slain;
}
