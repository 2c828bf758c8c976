//! Referee for one ATTACK ability of Warhammer Age of Sigmar, fourth edition, against one target unit.

use super::{Dice, Expression};

/// AOS-20.0: the one critical ability the attacker picked before the first die (AMB-31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CriticalAbility {
    #[default]
    None,
    TwoHits,
    AutoWound,
    Mortal,
}

/// Which dice are rolled again, once, before any modifier (AOS-2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    #[default]
    None,
    /// Dice that show exactly this face; `Value(1)` is "re-roll ones".
    Value(i32),
    /// Dice that fail, with their modifiers and without (AMB-15).
    Failed,
    /// Every die that is not a critical hit. Wound and save rolls have no critical: there it means every die but a 6.
    NonCritical,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characteristic {
    Attacks,
    Rend,
    Damage,
    /// The numbers to reach: `Add(1)` makes them worse.
    Hit,
    Wound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Set(i32),
    Multiply(i32),
    Divide(i32),
    /// Additions, and subtractions as negative numbers.
    Add(i32),
}

/// A change of a weapon characteristic (AOS-27.0). It is not a modifier of a roll and no cap applies (AOS-17.1).
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub characteristic: Characteristic,
    pub step: Step,
    /// Comes from the attacker's own side, so Companion may shut it out (AOS-20.0).
    pub friendly: bool,
}

#[derive(Clone, Debug)]
pub struct Weapon {
    /// Models that attack with it, champions included.
    pub bearers: u32,
    /// How many of the bearers are champions (AOS-MOD-1.0, AMB-6).
    pub champions: u32,
    pub attacks: Expression,
    pub hit: i32,
    pub wound: i32,
    /// A positive number; "-" is 0.
    pub rend: i32,
    /// Rend from the Anti-X abilities that match, already added up (AOS-20.0: they are cumulative).
    pub anti_rend: i32,
    pub damage: Expression,
    pub critical: CriticalAbility,
    /// Lowest face that is a critical hit (AMB-32).
    pub critical_on: i32,
    /// Charge (+1 Damage).
    pub charge: bool,
    pub companion: bool,
    /// Modifiers of the hit roll from the attacker's own side, without All-out Attack.
    pub friendly_hit_modifiers: Vec<i32>,
    /// Modifiers of the hit roll that always apply: enemy effects, cover, Covering Fire, Guarded Hero.
    pub other_hit_modifiers: Vec<i32>,
    pub friendly_wound_modifiers: Vec<i32>,
    pub other_wound_modifiers: Vec<i32>,
    pub reroll_hit: Reroll,
    pub reroll_wound: Reroll,
    /// Damage dice showing 1 are rolled again.
    pub reroll_damage_ones: bool,
    /// The re-rolls above are gifts of friendly abilities, so Companion shuts them out.
    pub rerolls_are_friendly: bool,
    pub changes: Vec<Change>,
    /// Mortal damage added by each critical hit on top of whatever else that hit does.
    pub extra_mortal_on_critical: Expression,
    /// Unmodified wound rolls of this or more always wound.
    pub always_wounds_on: i32,
}

impl Default for Weapon {
    fn default() -> Weapon {
        Weapon {
            bearers: 1,
            champions: 0,
            attacks: Expression::fixed(1),
            hit: 4,
            wound: 4,
            rend: 0,
            anti_rend: 0,
            damage: Expression::fixed(1),
            critical: CriticalAbility::None,
            critical_on: 6,
            charge: false,
            companion: false,
            friendly_hit_modifiers: Vec::new(),
            other_hit_modifiers: Vec::new(),
            friendly_wound_modifiers: Vec::new(),
            other_wound_modifiers: Vec::new(),
            reroll_hit: Reroll::None,
            reroll_wound: Reroll::None,
            reroll_damage_ones: false,
            rerolls_are_friendly: false,
            changes: Vec::new(),
            extra_mortal_on_critical: Expression::fixed(0),
            always_wounds_on: 7,
        }
    }
}

/// "Roll so many dice, each T+ inflicts M mortal damage", used beside the attacks (AOS-17.2, AMB-23).
#[derive(Clone, Copy, Debug)]
pub struct SideMortal {
    pub dice: Expression,
    pub threshold: i32,
    pub mortal: Expression,
}

/// Dice of the same kind of which each does what the highest number says that it reaches; `None` is as much as it shows.
#[derive(Clone, Debug)]
pub struct SideTiers {
    pub dice: u32,
    pub sides: u32,
    /// So many for each model that the target has.
    pub per_target_model: bool,
    /// So many for each point of its Health.
    pub per_target_health: bool,
    pub tiers: Vec<(i32, Option<Expression>)>,
}

/// A roll that slays a model outright.
#[derive(Clone, Copy, Debug)]
pub enum Slaying {
    Reaching(i32),
    AboveHealth(Expression),
    /// As much as the Health, or so many times as much.
    ReachingHealth(Expression, i32),
}

#[derive(Clone, Debug, Default)]
pub struct Attacker {
    pub weapons: Vec<Weapon>,
    pub charged: bool,
    pub all_out_attack: bool,
    pub side_mortal: Vec<SideMortal>,
    pub side_tiers: Vec<SideTiers>,
    /// Subtracted from the target's ward rolls.
    pub ward_worse: i32,
    /// The target makes no ward rolls.
    pub no_ward: bool,
    /// What helps the target's saves is ignored.
    pub ignores_save_bonuses: bool,
    pub slays: Vec<Slaying>,
    /// Mortal damage that it takes for each unmodified hit roll of a number (AOS-17.2).
    pub price: Option<(i32, u32)>,
    /// The same once for the whole attack: on a die of so much or more, this many points.
    pub prices_after: Vec<(i32, Expression)>,
    /// Each hit inflicts so much mortal damage, and the attack ends.
    pub hits_inflict: Option<Expression>,
}

#[derive(Clone, Debug)]
pub struct Defender {
    pub models: u32,
    pub health: u32,
    /// Damage points already on the unit, below `health`.
    pub allocated: u32,
    pub save: Option<i32>,
    /// Changes of the Save characteristic; `Add(1)` makes it worse.
    pub save_changes: Vec<Step>,
    /// Bonuses and penalties of the save roll, All-out Defence included.
    pub save_modifiers: Vec<i32>,
    pub reroll_save: Reroll,
    pub wards: Vec<i32>,
    /// Added to its ward rolls.
    pub ward_better: i32,
    /// Modifiers that hurt its saves are ignored, Rend among them; and those that help.
    pub ignores_save_penalties: bool,
    pub ignores_save_bonuses: bool,
    /// Unmodified hit rolls below this fail.
    pub hit_only_on: i32,
    /// Unmodified wound rolls below this fail.
    pub wounded_only_on: i32,
    /// The first point that is not warded is not allocated.
    pub ignores_first_point: bool,
    /// Mortal damage that the attacker takes for each unmodified save roll of a number (AOS-17.2).
    pub thorns: Option<(i32, u32)>,
}

impl Default for Defender {
    fn default() -> Defender {
        Defender {
            models: 1,
            health: 1,
            allocated: 0,
            save: None,
            save_changes: Vec::new(),
            save_modifiers: Vec::new(),
            reroll_save: Reroll::None,
            wards: Vec::new(),
            ward_better: 0,
            ignores_save_penalties: false,
            ignores_save_bonuses: false,
            hit_only_on: 1,
            wounded_only_on: 1,
            ignores_first_point: false,
            thorns: None,
        }
    }
}

/// The rulings that may be switched; the default is the reading that `rules.md` chooses.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// AMB-1: a critical hit hits whatever the modifiers.
    pub critical_always_hits: bool,
    /// AMB-3: Rend takes part in the sum that is capped at +1.
    pub rend_inside_cap: bool,
    /// AMB-12: Crit (Mortal) deals the modified Damage, not the printed one.
    pub mortal_uses_modified_damage: bool,
    /// AMB-15: a re-roll of failures judges the bare die alone.
    pub failed_is_unmodified: bool,
}

impl Default for Context {
    fn default() -> Context {
        Context {
            critical_always_hits: true,
            rend_inside_cap: true,
            mortal_uses_modified_damage: true,
            failed_is_unmodified: false,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    pub attacks: u32,
    /// The second hit of Crit (2 Hits) included; a mortal or automatically wounding critical is one hit.
    pub hits: u32,
    pub critical_hits: u32,
    /// Automatic wounds included. Crit (Mortal) ends the attack before the wound roll and is not counted.
    pub wounds: u32,
    /// Wounds that passed the save, and mortal criticals, which skip it.
    pub unsaved: u32,
    /// The damage pool before the ward.
    pub pool: u32,
    /// The part of the pool that is mortal damage.
    pub mortal_pool: u32,
    pub damage: u32,
    pub wounds_lost: u32,
    pub slain: u32,
    pub destroyed: bool,
    /// Points left on the unit: it is damaged when this is not 0 (AOS-18.2, AMB-25).
    pub allocated: u32,
    /// Mortal damage that comes back on the attacker.
    pub attacker_mortal: u32,
}

pub fn attack(dice: &mut Dice, attacker: &Attacker, defender: &Defender, context: Context) -> Result {
    let mut result = Result::default();
    for weapon in &attacker.weapons {
        for bearer in 0..weapon.bearers {
            // AOS-26.0, AMB-21: random Attacks are rolled for each model and each weapon.
            // AOS-MOD-1.0: a champion has one attack more, but not with a Companion weapon (AMB-5).
            let champion = i32::from(bearer < weapon.champions && !weapon.companion);
            let rolled = weapon.attacks.roll(dice, None);
            let attacks = changed(weapon, Characteristic::Attacks, rolled, champion, 1);
            for _ in 0..attacks {
                result.attacks += 1;
                one_attack(dice, attacker, weapon, defender, context, &mut result);
            }
        }
    }
    // AOS-17.2, AMB-23: mortal damage of the same ability joins the same pool.
    for side in &attacker.side_mortal {
        for _ in 0..side.dice.roll(dice, None) {
            if dice.d6() >= side.threshold {
                let mortal = side.mortal.roll(dice, None) as u32;
                result.pool += mortal;
                result.mortal_pool += mortal;
            }
        }
    }
    for side in &attacker.side_tiers {
        let times = match (side.per_target_model, side.per_target_health) {
            (true, _) => defender.models,
            (_, true) => defender.health,
            _ => 1,
        };
        for _ in 0..times * side.dice {
            let face = dice.die(side.sides);
            let mut inflicted = 0;
            for (needed, points) in &side.tiers {
                if face >= *needed {
                    inflicted = points.map_or(face, |points| points.roll(dice, None));
                }
            }
            result.pool += inflicted as u32;
            result.mortal_pool += inflicted as u32;
        }
    }
    // AOS-18.1: after all attacks one ward roll for each point of the pool, with the best ward only.
    for _ in 0..result.pool {
        let warded = match defender.wards.iter().min() {
            // A warscroll may add to the roll or subtract from it; no cap and no natural 1 hold (AOS-17.1, AMB-28).
            Some(best) if !attacker.no_ward => dice.d6() + defender.ward_better - attacker.ward_worse >= *best,
            _ => false,
        };
        if !warded {
            result.damage += 1;
        }
    }
    if defender.ignores_first_point {
        result.damage = result.damage.saturating_sub(1);
    }
    // AOS-18.2: points one at a time, carried over from model to model; AOS-18.4: the rest is lost with the unit.
    result.allocated = defender.allocated;
    for _ in 0..result.damage {
        if result.slain == defender.models {
            break;
        }
        result.wounds_lost += 1;
        result.allocated += 1;
        if result.allocated == defender.health {
            result.slain += 1;
            result.allocated = 0;
        }
    }
    // A model is slain outright: the one with points on it, and no point stays (AMB-25). No ward, no damage.
    for slaying in &attacker.slays {
        let slays = match slaying {
            Slaying::Reaching(needed) => dice.d6() >= *needed,
            Slaying::AboveHealth(total) => total.roll(dice, None) > defender.health as i32,
            Slaying::ReachingHealth(total, times) => total.roll(dice, None) >= times * defender.health as i32,
        };
        if slays && result.slain < defender.models {
            result.slain += 1;
            result.wounds_lost += defender.health - result.allocated;
            result.allocated = 0;
        }
    }
    for (needed, points) in &attacker.prices_after {
        if *needed <= 1 || dice.d6() >= *needed {
            result.attacker_mortal += points.roll(dice, None) as u32;
        }
    }
    result.destroyed = result.slain == defender.models;
    result
}

/// AOS-17.0: hit, wound, save, damage.
fn one_attack(
    dice: &mut Dice,
    attacker: &Attacker,
    weapon: &Weapon,
    defender: &Defender,
    context: Context,
    result: &mut Result,
) {
    let rerolls = !(weapon.companion && weapon.rerolls_are_friendly);
    // AOS-17.1: everything is summed first, then cut to -1..+1. All-out Attack reaches Companion weapons (CMD-6.0).
    let mut modifier = reaching(weapon, &weapon.friendly_hit_modifiers, &weapon.other_hit_modifiers);
    modifier += i32::from(attacker.all_out_attack);
    let modifier = modifier.clamp(-1, 1);
    let needed = number_to_reach(weapon, Characteristic::Hit, weapon.hit);
    let mut face = dice.d6();
    let again = match weapon.reroll_hit {
        Reroll::None => false,
        Reroll::Value(value) => face == value,
        Reroll::Failed => {
            let saved_by_critical = face >= weapon.critical_on && context.critical_always_hits;
            let fails = face < defender.hit_only_on;
            fails || !saved_by_critical && failed(face, modifier, needed, context)
        }
        // AMB-1: a critical hit that misses is absurd. Read literally the die misses, so it is no critical hit, and who keeps
        // those alone rolls it again.
        Reroll::NonCritical => {
            let misses = !context.critical_always_hits && face + modifier < needed;
            face < weapon.critical_on || face < defender.hit_only_on || misses
        }
    };
    if again && rerolls {
        face = dice.d6();
    }
    result.attacker_mortal += brought(attacker.price, face);
    if face == 1 || face < defender.hit_only_on {
        return;
    }
    let critical = face >= weapon.critical_on;
    let hit = face + modifier >= needed || (critical && context.critical_always_hits);
    if !hit {
        return;
    }
    result.hits += 1;
    if critical {
        result.critical_hits += 1;
        let mortal = weapon.extra_mortal_on_critical.roll(dice, None) as u32;
        result.pool += mortal;
        result.mortal_pool += mortal;
    }
    if let Some(points) = attacker.hits_inflict {
        // The attack ends with the hit, whatever a critical one would do; two hits are two.
        let extra = u32::from(critical && weapon.critical == CriticalAbility::TwoHits);
        result.hits += extra;
        for _ in 0..=extra {
            let mortal = points.roll(dice, None) as u32;
            result.unsaved += 1;
            result.pool += mortal;
            result.mortal_pool += mortal;
        }
        return;
    }
    match (critical, weapon.critical) {
        (true, CriticalAbility::Mortal) => {
            // AOS-20.0: mortal damage equal to the Damage, and the attack ends.
            let damage = roll_damage(dice, attacker, weapon, context.mortal_uses_modified_damage);
            result.unsaved += 1;
            result.pool += damage;
            result.mortal_pool += damage;
        }
        (true, CriticalAbility::AutoWound) => {
            result.wounds += 1;
            save_and_damage(dice, attacker, weapon, defender, context, result);
        }
        (true, CriticalAbility::TwoHits) => {
            // Each hit goes on alone; the second is not a critical.
            result.hits += 1;
            for _ in 0..2 {
                wound_save_and_damage(dice, attacker, weapon, defender, context, result);
            }
        }
        _ => wound_save_and_damage(dice, attacker, weapon, defender, context, result),
    }
}

fn wound_save_and_damage(
    dice: &mut Dice,
    attacker: &Attacker,
    weapon: &Weapon,
    defender: &Defender,
    context: Context,
    result: &mut Result,
) {
    let modifier = reaching(weapon, &weapon.friendly_wound_modifiers, &weapon.other_wound_modifiers).clamp(-1, 1);
    let needed = number_to_reach(weapon, Characteristic::Wound, weapon.wound);
    let mut face = dice.d6();
    let again = rolled_again(weapon.reroll_wound, face, modifier, needed, context);
    if again && !(weapon.companion && weapon.rerolls_are_friendly) {
        face = dice.d6();
    }
    // AMB-2: a 1 fails, but a 6 does not wound by itself.
    let always = face >= weapon.always_wounds_on && face > 1;
    let wounds = always || face != 1 && face + modifier >= needed;
    if !wounds || face < defender.wounded_only_on {
        return;
    }
    result.wounds += 1;
    save_and_damage(dice, attacker, weapon, defender, context, result);
}

fn save_and_damage(
    dice: &mut Dice,
    attacker: &Attacker,
    weapon: &Weapon,
    defender: &Defender,
    context: Context,
    result: &mut Result,
) {
    let rend = changed(weapon, Characteristic::Rend, weapon.rend, weapon.anti_rend, 0);
    // Rend is subtracted from the save roll: a modifier like the others (AOS-17.0).
    let rend = if defender.ignores_save_penalties { 0 } else { rend };
    let mut modifiers = 0;
    for modifier in &defender.save_modifiers {
        let helps = *modifier > 0;
        let ignored = if helps {
            // AOS-20.0: a save roll is part of the attack sequence, in which a Companion weapon has no help.
            defender.ignores_save_bonuses || attacker.ignores_save_bonuses && !weapon.companion
        } else {
            defender.ignores_save_penalties
        };
        modifiers += if ignored { 0 } else { *modifier };
    }
    // AOS-17.1: at most +1, no limit downwards. AMB-3: Rend is inside the sum that is capped, unless switched.
    let modifier = if context.rend_inside_cap { (modifiers - rend).min(1) } else { modifiers.min(1) - rend };
    if let Some(save) = defender.save {
        let save = reached_at(save, &defender.save_changes);
        let mut face = dice.d6();
        if rolled_again(defender.reroll_save, face, modifier, save, context) {
            face = dice.d6();
        }
        result.attacker_mortal += brought(defender.thorns, face);
        if face != 1 && face + modifier >= save {
            return;
        }
    }
    result.unsaved += 1;
    result.pool += roll_damage(dice, attacker, weapon, true);
}

/// What the face of a die brings.
fn brought(on: Option<(i32, u32)>, face: i32) -> u32 {
    on.filter(|(wanted, _)| *wanted == face).map_or(0, |(_, points)| points)
}

/// AOS-26.0: Damage is rolled for each attack that inflicts damage.
fn roll_damage(dice: &mut Dice, attacker: &Attacker, weapon: &Weapon, modified: bool) -> u32 {
    let rerolls = weapon.reroll_damage_ones && !(weapon.companion && weapon.rerolls_are_friendly);
    let rolled = weapon.damage.roll(dice, if rerolls { Some(1) } else { None });
    if !modified {
        return rolled as u32;
    }
    // AMB-16: Charge (+1 Damage) is the weapon's own ability, so Companion does not shut it out.
    let charge = i32::from(weapon.charge && attacker.charged);
    changed(weapon, Characteristic::Damage, rolled, charge, 1) as u32
}

/// AOS-27.0 for a number to reach: what replaces it comes first (of two the later one), then what is added; at least 1.
fn reached_at(printed: i32, changes: &[Step]) -> i32 {
    let mut number = printed;
    for change in changes {
        if let Step::Set(fixed) = change {
            number = *fixed;
        }
    }
    for change in changes {
        if let Step::Add(by) = change {
            number += by;
        }
    }
    if changes.is_empty() { printed } else { number.max(1) }
}

/// The Hit or Wound of a weapon: Companion (AMB-5) lets only what makes it worse through.
fn number_to_reach(weapon: &Weapon, characteristic: Characteristic, printed: i32) -> i32 {
    let mut changes = Vec::new();
    for change in &weapon.changes {
        let worse = matches!(change.step, Step::Add(by) if by > 0);
        if change.characteristic == characteristic && (worse || !weapon.companion || !change.friendly) {
            changes.push(change.step);
        }
    }
    reached_at(printed, &changes)
}

/// AMB-15: nobody rolls a die again that succeeds by itself, or once its modifiers are counted.
fn failed(face: i32, modifier: i32, needed: i32, context: Context) -> bool {
    let bare = face < needed;
    let modified = face + modifier < needed;
    face == 1 || (bare && (modified || context.failed_is_unmodified))
}

/// Which wound and save rolls are rolled again.
fn rolled_again(policy: Reroll, face: i32, modifier: i32, needed: i32, context: Context) -> bool {
    match policy {
        Reroll::None => false,
        Reroll::Value(value) => face == value,
        Reroll::Failed => failed(face, modifier, needed, context),
        Reroll::NonCritical => face < 6,
    }
}

/// AOS-20.0, AMB-5: a Companion weapon ignores friendly bonuses; penalties and enemy effects still apply.
fn reaching(weapon: &Weapon, friendly: &[i32], other: &[i32]) -> i32 {
    let mut sum: i32 = other.iter().sum();
    for modifier in friendly {
        if !(weapon.companion && *modifier > 0) {
            sum += modifier;
        }
    }
    sum
}

/// AOS-27.0: set, then multiply and divide, then add and subtract; fractions are dropped; a modified characteristic
/// is at least `minimum` (1, but 0 for Rend: AMB-7). `own` is what the weapon's own abilities or a champion add.
fn changed(weapon: &Weapon, characteristic: Characteristic, rolled: i32, own: i32, minimum: i32) -> i32 {
    let mut touched = own != 0;
    let mut base = rolled;
    let (mut numerator, mut denominator, mut sum) = (1, 1, own);
    for change in &weapon.changes {
        // AMB-5: Companion shuts out friendly changes and keeps what is plainly a penalty.
        let penalty = match change.step {
            Step::Set(_) | Step::Multiply(_) => false,
            Step::Divide(_) => true,
            Step::Add(number) => number < 0,
        };
        let shut_out = weapon.companion && change.friendly && !penalty;
        if change.characteristic != characteristic || shut_out {
            continue;
        }
        touched = true;
        match change.step {
            // AOS-30.0: of two fixed values the later one stands.
            Step::Set(number) => base = number,
            Step::Multiply(number) => numerator *= number,
            Step::Divide(number) => denominator *= number,
            Step::Add(number) => sum += number,
        }
    }
    if !touched {
        return rolled;
    }
    (base * numerator / denominator + sum).max(minimum)
}
