//! How the attacks are played out, die by die.

use super::*;

#[derive(Clone, Copy)]
struct Model {
    group: Group,
    left: i32,
    /// Has lost wounds or has been allocated an attack already (W40K-ALLOCATE).
    chosen_before: bool,
    /// Not a stand-in that meets the attacks left over when the unit is gone.
    real: bool,
}

/// Mortal wounds in addition to normal damage, kept until all other damage is done.
struct Packet {
    points: i32,
    /// The most that one critical of this weapon can bring.
    highest: i32,
    precision: Precision,
    psychic: bool,
}

impl Packet {
    fn of(weapon: &Weapon, points: i32) -> Packet {
        let highest = weapon.mortal_on_critical_hit.highest().max(weapon.mortal_on_critical_wound.highest());
        Packet { points, highest, precision: weapon.precision, psychic: weapon.psychic }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Roll {
    Fail,
    Success,
    Critical,
}

struct Table<'a> {
    dice: &'a mut Dice,
    attacker: &'a Attacker,
    defender: &'a Defender,
    context: Context,
    models: Vec<Model>,
    toughness: i32,
    first_failed_save_ignored: bool,
    one_attack_was_zero: bool,
    hit_rolled_again: bool,
    wound_rolled_again: bool,
    save_rolled_again: bool,
    result: Result,
}

pub fn attack(dice: &mut Dice, attacker: &Attacker, defender: &Defender, context: Context) -> Result {
    // W40K-CONDITION-TIMING: Toughness and model count are read once, when the target is selected.
    let models = line_up(defender);
    let in_bodyguard = |group: &&Group| !defender.attached || !group.character;
    let bodyguard = defender.groups.iter().filter(in_bodyguard).map(|group| group.toughness).max();
    let anybody = defender.groups.iter().map(|group| group.toughness).max();
    let toughness = bodyguard.or(anybody).expect("a target has models"); // W40K-TOUGHNESS
    let blast = models.len() as i32 / 5;
    let result = Result::default();
    let first_failed_save_ignored = false;
    let mut table = Table {
        dice,
        attacker,
        defender,
        context,
        models,
        toughness,
        first_failed_save_ignored,
        one_attack_was_zero: false,
        hit_rolled_again: false,
        wound_rolled_again: false,
        save_rolled_again: false,
        result,
    };

    let mut deferred = Vec::new();
    let mut packets = Vec::new();
    for weapon in &attacker.weapons {
        let before = deferred.len();
        for _ in 0..weapon.count {
            // W40K-ATTACKS, W40K-RANDOM-CHARACTERISTICS: rolled for each weapon; Rapid Fire and Blast are additions.
            let rolled = weapon.attacks.roll(table.dice, weapon.reroll_attacks);
            let mut added = if weapon.blast { blast } else { 0 };
            if weapon.half_range {
                added += weapon.rapid_fire.roll(table.dice, None);
            }
            for _ in 0..changed(rolled, &weapon.attacks_changes, 1, added, 0, 1) {
                table.one_attack(weapon, &mut deferred, &mut packets);
            }
        }
        // The rule names no order among these; the program says its own: those of ordinary hits come first.
        deferred[before..].sort_by_key(|(.., of_critical_hit)| *of_critical_hit);
    }
    // W40K-DEVASTATING: allocated after all other attacks of the unit; no save; excess is lost for each attack.
    for (weapon, changed, _) in deferred {
        let chosen = table.allocate_attack(weapon, changed);
        let points = table.roll_damage(weapon, changed, chosen, false);
        table.result.mortal_wounds += points as u32;
        if context.core {
            // Before the update they were mortal wounds like any others, which spill.
            for _ in 0..points {
                let chosen = table.allocate();
                table.suffer(chosen, 1, true, weapon.psychic);
            }
            continue;
        }
        table.suffer(chosen, points, true, weapon.psychic);
    }
    // W40K-MORTAL-FROM-ATTACKS, AMB-08: last come the mortal wounds in addition to normal damage, and they spill.
    for packet in packets {
        let character = table.precise_target(packet.precision, |_| packet.highest);
        for _ in 0..packet.points {
            table.result.mortal_wounds += 1;
            // AMB-22: when the character is dead the rest goes to the unit in the ordinary way.
            let chosen = match character {
                Some(index) if table.models[index].left > 0 => index,
                _ => table.allocate(),
            };
            table.suffer(chosen, 1, true, packet.psychic);
        }
    }
    table.hazardous_tests();
    table.result.destroyed = !table.models.iter().any(|model| model.real && model.left > 0);
    table.result
}

/// The models of the target in the order in which they are given up: characters of an attached unit come last.
fn line_up(defender: &Defender) -> Vec<Model> {
    let mut models = Vec::new();
    for characters in [false, true] {
        for group in &defender.groups {
            if (group.character && defender.attached) == characters {
                for _ in 0..group.models {
                    models.push(Model { group: *group, left: group.wounds, chosen_before: false, real: true });
                }
            }
        }
    }
    models[0].left -= defender.lost_wounds;
    models[0].chosen_before = defender.lost_wounds > 0;
    models
}

/// W40K-WOUND, AMB-01, AMB-02: the more extreme row wins.
fn needed_to_wound(strength: i32, toughness: i32) -> i32 {
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

/// W40K-MODIFIER-ORDER, with further divisors, additions and subtractions that stand elsewhere in the input.
fn changed(rolled: i32, changes: &Changes, divide: i32, add: i32, subtract: i32, minimum: i32) -> i32 {
    let base = changes.set.unwrap_or(rolled);
    let divisor = changes.divide * divide;
    let sum = changes.add + add - changes.subtract - subtract;
    let numerator = base * changes.multiply + sum * divisor;
    // Fractions are rounded up; for negative numbers the value ends at the minimum anyway.
    let rounded_up = if numerator > 0 { (numerator + divisor - 1) / divisor } else { 0 };
    rounded_up.max(minimum)
}

impl<'a> Table<'a> {
    fn one_attack(
        &mut self,
        weapon: &'a Weapon,
        deferred: &mut Vec<(&'a Weapon, Changed, bool)>,
        packets: &mut Vec<Packet>,
    ) {
        self.result.attacks += 1;
        let hit = self.roll_to_hit(weapon);
        if hit == Roll::Fail {
            return;
        }
        let mut automatic_wounds = 0;
        let mut rolls_to_wound = 1;
        if hit == Roll::Critical {
            self.result.critical_hits += 1;
            let points = weapon.mortal_on_critical_hit.roll(self.dice, None);
            packets.push(Packet::of(weapon, points));
            // W40K-LETHAL-HITS, AMB-06: the hit itself wounds; the additional hits of W40K-SUSTAINED-HITS do not.
            if weapon.lethal_hits {
                automatic_wounds = 1;
                rolls_to_wound = 0;
            }
            rolls_to_wound += weapon.sustained_hits.roll(self.dice, None); // AMB-10: rolled for each critical hit
        }
        self.result.hits += (automatic_wounds + rolls_to_wound) as u32;
        for number in 0..automatic_wounds + rolls_to_wound {
            // W40K-AUTO-SUCCESS: an automatic wound is not rolled and is never critical.
            // The hit that was rolled comes first; those that it brings are not critical.
            let mut attack = Changed { precision: weapon.precision, ..Changed::default() };
            if hit == Roll::Critical && number == 0 {
                attack = attack.and(weapon.of_critical_hits);
            }
            let wound = if number < automatic_wounds { Roll::Success } else { self.roll_to_wound(weapon) };
            if wound == Roll::Fail {
                continue;
            }
            self.result.wounds += 1;
            if wound == Roll::Critical {
                attack = attack.and(weapon.of_critical_wounds);
                self.result.critical_wounds += 1;
                let points = weapon.mortal_on_critical_wound.roll(self.dice, None);
                packets.push(Packet::of(weapon, points));
                if weapon.devastating_wounds {
                    self.result.unsaved += 1;
                    deferred.push((weapon, attack, hit == Roll::Critical && number == 0));
                    continue;
                }
            }
            let chosen = self.allocate_attack(weapon, attack);
            let zero = self.defender.one_attack_is_zero && !self.one_attack_was_zero;
            self.one_attack_was_zero |= zero;
            if self.roll_to_save(weapon, chosen, attack.penetration, zero) {
                continue;
            }
            if self.defender.ignore_first_failed_save && !self.first_failed_save_ignored {
                self.first_failed_save_ignored = true;
                continue;
            }
            self.result.unsaved += 1;
            let points = self.roll_damage(weapon, attack, chosen, zero);
            self.suffer(chosen, points, false, weapon.psychic);
        }
    }

    /// W40K-HIT, W40K-OVERWATCH, W40K-INDIRECT-FIRE.
    fn roll_to_hit(&mut self, weapon: &Weapon) -> Roll {
        let Some(printed) = weapon.skill else {
            return Roll::Success; // W40K-TORRENT, AMB-04: no hit roll, in overwatch either
        };
        let skill = (printed - weapon.skill_improved).max(2);
        let mut modifier = weapon.hit_modifier;
        modifier += i32::from(weapon.heavy && self.attacker.stationary);
        modifier -= i32::from(self.defender.stealth && !weapon.melee);
        modifier -= i32::from(weapon.indirect_unseen);
        if weapon.ignores_hit_penalties {
            // What hurts is left out, and what helps stays.
            modifier = weapon.hit_modifier.max(0) + i32::from(weapon.heavy && self.attacker.stationary);
        }
        let modifier = modifier.clamp(-1, 1); // W40K-ROLL-MODIFIERS: the sum first, then the cap
        let mut always_fails_to = 1;
        let mut critical_on = weapon.critical_hit_on;
        if weapon.indirect_unseen && !self.context.core {
            always_fails_to = 3;
        }
        if self.context.overwatch {
            always_fails_to = 5;
            critical_on = 6;
        }
        let judge = |face: i32| {
            if face <= always_fails_to {
                Roll::Fail // AMB-05: the failure wins over a low critical threshold
            } else if face >= critical_on {
                Roll::Critical
            } else if face + modifier >= skill || weapon.always_hits_on.is_some_and(|lowest| face >= lowest) {
                Roll::Success
            } else {
                Roll::Fail
            }
        };
        let face = self.dice.d6();
        if rolled_again(weapon.reroll_hit, face, judge(face)) {
            return judge(self.dice.d6());
        }
        let once = self.attacker.one_hit_again && !self.hit_rolled_again && judge(face) == Roll::Fail;
        self.hit_rolled_again |= once;
        if once { judge(self.dice.d6()) } else { judge(face) }
    }

    /// W40K-WOUND, W40K-ANTI, W40K-TWIN-LINKED, W40K-LANCE.
    fn roll_to_wound(&mut self, weapon: &Weapon) -> Roll {
        // AMB-09: a random Strength is rolled each time it is needed.
        let strength = changed(weapon.strength.roll(self.dice, None), &weapon.strength_changes, 1, 0, 0, 1);
        let needed = needed_to_wound(strength, self.toughness);
        let resisted = i32::from(self.defender.resists_strength && strength > self.toughness);
        let modifier = weapon.wound_modifier + i32::from(weapon.lance && self.attacker.charged) - resisted;
        let modifier = modifier.clamp(-1, 1);
        let critical_on = weapon.critical_wound_on.min(weapon.anti.unwrap_or(6));
        let judge = |face: i32| {
            if face == 1 {
                Roll::Fail
            } else if face >= critical_on {
                Roll::Critical
            } else if weapon.always_wounds_on.is_some_and(|lowest| face >= lowest) {
                Roll::Success // W40K-PRIORITY: the attacker's rule prevails over the defender's
            } else if self.defender.wounded_only_on.is_some_and(|lowest| face < lowest) {
                Roll::Fail
            } else if face + modifier >= needed {
                Roll::Success
            } else {
                Roll::Fail
            }
        };
        let face = self.dice.d6();
        let outcome = judge(face);
        // A roll is re-rolled once at most, however many rules allow it (W40K-REROLL).
        let again = rolled_again(weapon.reroll_wound, face, outcome) || rolled_again(weapon.twin_linked, face, outcome);
        if again {
            return judge(self.dice.d6());
        }
        let once = self.attacker.one_wound_again && !self.wound_rolled_again && outcome == Roll::Fail;
        self.wound_rolled_again |= once;
        if once { judge(self.dice.d6()) } else { outcome }
    }

    /// W40K-SAVE, W40K-INVULN, W40K-COVER. `zero`: a rule changes the Damage of this attack to 0.
    fn roll_to_save(&mut self, weapon: &Weapon, chosen: usize, better: i32, zero: bool) -> bool {
        let group = self.models[chosen].group;
        let save = group.save.max(2);
        let penetration = (-weapon.armour_penetration + weapon.armour_penetration_improved + better).max(0);
        let in_cover = (group.cover || weapon.indirect_unseen) && !weapon.ignores_cover && !weapon.melee;
        let cover = i32::from(in_cover && !(save <= 3 && penetration == 0));
        let helps: i32 = self.defender.save_modifiers.iter().filter(|number| **number > 0).sum();
        let worse: i32 = self.defender.save_modifiers.iter().filter(|number| **number < 0).sum();
        let (armour, invulnerable) = if self.context.net_save_cap {
            ((helps + cover + worse - penetration).min(1), (helps + worse).min(1))
        } else {
            ((helps + cover).min(1) + worse - penetration, helps.min(1) + worse)
        };
        // The defender picks the better of the two before rolling; there is no success without reaching the number.
        let mut needed = save - armour;
        if let Some(number) = group.invulnerable {
            needed = needed.min(number - invulnerable);
        }
        let judge = |face: i32| if face != 1 && face >= needed { Roll::Success } else { Roll::Fail };
        let face = self.dice.d6();
        let policy =
            if self.defender.reroll_save == Reroll::NonCritical { Reroll::Failed } else { self.defender.reroll_save };
        let again = rolled_again(policy, face, judge(face));
        if again {
            return judge(self.dice.d6()) == Roll::Success;
        }
        // Nobody spends it on an attack whose Damage is 0.
        let may = self.defender.one_save_again && !self.save_rolled_again && !zero;
        let once = may && judge(face) == Roll::Fail;
        self.save_rolled_again |= once;
        if once { judge(self.dice.d6()) == Roll::Success } else { judge(face) == Roll::Success }
    }

    /// W40K-DAMAGE: one roll for each attack that inflicts damage, with what the allocated model does to it (AMB-21).
    /// `zero`: a rule changes this attack's Damage to 0, to which Melta still adds (B-FAQ Timing).
    fn roll_damage(&mut self, weapon: &Weapon, attack: Changed, chosen: usize, zero: bool) -> i32 {
        let rolled = weapon.damage.roll(self.dice, weapon.reroll_damage);
        let melta = if weapon.half_range { weapon.melta.roll(self.dice, None) } else { 0 };
        let group = &self.models[chosen].group;
        let to_zero = Group { damage_set_to_zero: group.damage_set_to_zero || zero, ..*group };
        damage_against(weapon, rolled, melta + attack.damage, &to_zero)
    }

    /// Each point may be stopped by the best Feel No Pain that applies (W40K-FNP); excess on the model is lost.
    fn suffer(&mut self, chosen: usize, points: i32, mortal: bool, psychic: bool) {
        let model = &mut self.models[chosen];
        let mut best = model.group.feel_no_pain.unwrap_or(7);
        if mortal {
            best = best.min(model.group.feel_no_pain_mortal.unwrap_or(7));
        }
        if psychic {
            best = best.min(model.group.feel_no_pain_psychic.unwrap_or(7));
        }
        for _ in 0..points {
            if best < 7 && self.dice.d6() >= best {
                continue;
            }
            self.result.damage += 1;
            if model.left == 0 {
                continue;
            }
            model.left -= 1;
            model.chosen_before = true;
            if model.real {
                self.result.wounds_lost += 1;
                if model.left == 0 {
                    self.result.slain += 1;
                    self.result.characters_slain += u32::from(model.group.character);
                }
            }
        }
    }

    fn allocate_attack(&mut self, weapon: &Weapon, attack: Changed) -> usize {
        let highest = |group: &Group| {
            let melta = if weapon.half_range { weapon.melta.highest() } else { 0 };
            damage_against(weapon, weapon.damage.highest(), melta + attack.damage, group)
        };
        let chosen = match self.precise_target(attack.precision, highest) {
            Some(index) => index,
            None => self.allocate(),
        };
        self.models[chosen].chosen_before = true;
        chosen
    }

    /// W40K-PRECISION: the character the attacker picks, if any.
    fn precise_target(&self, precision: Precision, highest: impl Fn(&Group) -> i32) -> Option<usize> {
        if !self.defender.attached || precision == Precision::Never {
            return None;
        }
        self.models.iter().position(|model| {
            let worth_it = precision == Precision::Always || highest(&model.group) >= model.left;
            model.group.character && model.left > 0 && worth_it
        })
    }

    /// W40K-ALLOCATE, W40K-ATTACHED: a model wounded or allocated to before must be chosen; characters of an attached
    /// unit only when the bodyguard is gone.
    fn allocate(&mut self) -> usize {
        if !self.models.iter().any(|model| model.left > 0) {
            // The unit is gone: what is left of the attacks meets another model like the last to be given up.
            let last = *self.models.last().expect("a target has models");
            self.models.push(Model { left: last.group.wounds, chosen_before: false, real: false, ..last });
        }
        let bodyguard_lives = self.models.iter().any(|model| model.left > 0 && !model.group.character);
        let allowed = |model: &Model| {
            let protected = self.defender.attached && bodyguard_lives && model.group.character;
            model.left > 0 && !protected
        };
        let must = self.models.iter().position(|model| allowed(model) && model.chosen_before);
        must.or(self.models.iter().position(allowed)).expect("a model is there")
    }

    /// W40K-HAZARDOUS: after all attacks one test for each weapon, also when the target died before.
    fn hazardous_tests(&mut self) {
        let mut bearers = self.attacker.hazardous_bearers.clone();
        let tests: u32 =
            self.attacker.weapons.iter().filter(|weapon| weapon.hazardous).map(|weapon| weapon.count).sum();
        for _ in 0..tests {
            if self.dice.d6() != 1 {
                continue;
            }
            // First a wounded bearer, then one that is no character, then a character.
            let alive = |bearer: &Bearer| bearer.lost < bearer.wounds;
            let wounded = bearers.iter().position(|bearer| alive(bearer) && bearer.lost > 0);
            let ordinary = bearers.iter().position(|bearer| alive(bearer) && !bearer.character);
            let character = bearers.iter().position(alive);
            let Some(chosen) = wounded.or(ordinary).or(character) else {
                continue;
            };
            let bearer = &mut bearers[chosen];
            if self.context.core && !bearer.character {
                // Before the update: a model that is no Character, Monster or Vehicle is destroyed.
                self.result.attacker_wounds_lost += (bearer.wounds - bearer.lost) as u32;
                self.result.attackers_slain += 1;
                bearer.lost = bearer.wounds;
                continue;
            }
            for _ in 0..3 {
                let stopped = bearer.feel_no_pain.is_some_and(|number| self.dice.d6() >= number);
                if !stopped && bearer.lost < bearer.wounds {
                    bearer.lost += 1;
                    self.result.attacker_wounds_lost += 1;
                    self.result.attackers_slain += u32::from(bearer.lost == bearer.wounds);
                }
            }
        }
    }
}

/// W40K-DAMAGE: set, divide, multiply, add (Melta), subtract, round up, at least 1 unless changed to 0.
fn damage_against(weapon: &Weapon, rolled: i32, melta: i32, group: &Group) -> i32 {
    let mut changes = weapon.damage_changes;
    if group.damage_set_to_zero {
        changes.set = Some(0);
    }
    let minimum = if changes.set == Some(0) { 0 } else { 1 };
    let divide = if group.damage_halved { 2 } else { 1 };
    changed(rolled, &changes, divide, melta, group.damage_minus, minimum)
}

fn rolled_again(policy: Reroll, face: i32, outcome: Roll) -> bool {
    match policy {
        Reroll::None => false,
        Reroll::Value(value) => face == value,
        Reroll::Failed => outcome == Roll::Fail,
        Reroll::NonCritical => outcome != Roll::Critical,
    }
}
