//! Referee for all the attacks of one unit of Warhammer 40,000, tenth edition, against one target unit.

mod sequence;

use super::{Dice, Expression};
pub use sequence::attack;

/// Which dice are rolled again, once, before modifiers (W40K-REROLL).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    #[default]
    None,
    /// Dice that show exactly this face; `Value(1)` is "re-roll ones".
    Value(i32),
    /// Dice that would end as a failure, all modifiers known.
    Failed,
    /// Fishing: every die that is not critical. Saves have no critical: there it means the same as `Failed`.
    NonCritical,
}

/// W40K-PRECISION: when the attacker puts a wounding attack on a character of an attached unit. Of several characters
/// the first in removal order that qualifies is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    #[default]
    Never,
    Always,
    /// Only if the highest damage the attack could do, or the highest number of extra mortal wounds, before it is rolled
    /// and before Feel No Pain, would slay the character.
    WhenItCanKill,
}

/// Changes of one characteristic (W40K-MODIFIER-ORDER): set, divide, multiply, add, subtract, then round up.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    pub set: Option<i32>,
    pub divide: i32,
    pub multiply: i32,
    pub add: i32,
    pub subtract: i32,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { set: None, divide: 1, multiply: 1, add: 0, subtract: 0 }
    }
}

/// What changes an attack: by how much its AP and its Damage are better, and the Precision that it gets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changed {
    pub penetration: i32,
    pub damage: i32,
    pub precision: Precision,
}

impl Changed {
    fn and(self, other: Changed) -> Changed {
        let precision = if other.precision == Precision::Never { self.precision } else { other.precision };
        Changed { penetration: self.penetration + other.penetration, damage: self.damage + other.damage, precision }
    }
}

#[derive(Clone, Debug)]
pub struct Weapon {
    /// How many of this weapon are fired or swung.
    pub count: u32,
    /// Melee weapons meet neither cover nor Stealth.
    pub melee: bool,
    pub attacks: Expression,
    /// Ballistic or weapon skill; `None` for Torrent.
    pub skill: Option<i32>,
    /// By how much the skill is improved; negative if worsened. A characteristic change, outside the roll cap.
    pub skill_improved: i32,
    pub strength: Expression,
    /// As printed: 0, -1, -2.
    pub armour_penetration: i32,
    /// By how much it is improved (further from 0); negative if worsened, which stops at 0.
    pub armour_penetration_improved: i32,
    pub damage: Expression,
    pub attacks_changes: Changes,
    pub strength_changes: Changes,
    /// `set: Some(0)` is "change the Damage to 0", the only way below 1.
    pub damage_changes: Changes,

    pub lethal_hits: bool,
    /// Additional hits of each critical hit; 0 for none.
    pub sustained_hits: Expression,
    pub devastating_wounds: bool,
    /// The policy of Twin-linked, `None` when the weapon is not.
    pub twin_linked: Reroll,
    pub lance: bool,
    pub heavy: bool,
    pub half_range: bool,
    /// Attacks added within half range, once for each weapon.
    pub rapid_fire: Expression,
    /// Damage added within half range.
    pub melta: Expression,
    pub blast: bool,
    /// Lowest threshold of the Anti abilities that match the target.
    pub anti: Option<i32>,
    pub ignores_cover: bool,
    /// Indirect Fire at a target no model of which is visible.
    pub indirect_unseen: bool,
    pub hazardous: bool,
    pub precision: Precision,
    pub psychic: bool,

    pub critical_hit_on: i32,
    pub critical_wound_on: i32,
    /// "Always hits / always wounds on an unmodified X+".
    pub always_hits_on: Option<i32>,
    pub always_wounds_on: Option<i32>,
    /// Sums of all modifiers that no other field of these structures stands for.
    pub hit_modifier: i32,
    pub wound_modifier: i32,
    pub reroll_hit: Reroll,
    pub reroll_wound: Reroll,
    /// Damage dice / dice for the number of attacks that show this value are rolled again.
    pub reroll_damage: Option<i32>,
    pub reroll_attacks: Option<i32>,
    /// Mortal wounds in addition to normal damage (W40K-MORTAL-FROM-ATTACKS).
    pub mortal_on_critical_hit: Expression,
    pub mortal_on_critical_wound: Expression,
    /// Modifiers of the hit roll that hurt are ignored.
    pub ignores_hit_penalties: bool,
    /// What attacks are that hit critically, and those that wound critically: additional hits do neither by that.
    pub of_critical_hits: Changed,
    pub of_critical_wounds: Changed,
}

impl Default for Weapon {
    fn default() -> Weapon {
        Weapon {
            count: 1,
            melee: false,
            attacks: Expression::fixed(1),
            skill: Some(4),
            skill_improved: 0,
            strength: Expression::fixed(4),
            armour_penetration: 0,
            armour_penetration_improved: 0,
            damage: Expression::fixed(1),
            attacks_changes: Changes::default(),
            strength_changes: Changes::default(),
            damage_changes: Changes::default(),
            lethal_hits: false,
            sustained_hits: Expression::fixed(0),
            devastating_wounds: false,
            twin_linked: Reroll::None,
            lance: false,
            heavy: false,
            half_range: false,
            rapid_fire: Expression::fixed(0),
            melta: Expression::fixed(0),
            blast: false,
            anti: None,
            ignores_cover: false,
            indirect_unseen: false,
            hazardous: false,
            precision: Precision::Never,
            psychic: false,
            critical_hit_on: 6,
            critical_wound_on: 6,
            always_hits_on: None,
            always_wounds_on: None,
            hit_modifier: 0,
            wound_modifier: 0,
            reroll_hit: Reroll::None,
            reroll_wound: Reroll::None,
            reroll_damage: None,
            reroll_attacks: None,
            mortal_on_critical_hit: Expression::fixed(0),
            mortal_on_critical_wound: Expression::fixed(0),
            ignores_hit_penalties: false,
            of_critical_hits: Changed::default(),
            of_critical_wounds: Changed::default(),
        }
    }
}

/// A model of the attacking unit that carries Hazardous weapons.
#[derive(Clone, Copy, Debug)]
pub struct Bearer {
    pub wounds: i32,
    pub lost: i32,
    pub character: bool,
    pub feel_no_pain: Option<i32>,
}

#[derive(Clone, Debug, Default)]
pub struct Attacker {
    /// In the order in which the attacker resolves them (W40K-ATTACK-ORDER).
    pub weapons: Vec<Weapon>,
    pub stationary: bool,
    pub charged: bool,
    pub hazardous_bearers: Vec<Bearer>,
    /// One failed hit roll, one failed wound roll of all attacks is rolled again. Looking at all dice first or taking the
    /// first that fails is the same while dice of one batch are alike (W40K-REROLL-ONE-OF-BATCH).
    pub one_hit_again: bool,
    pub one_wound_again: bool,
}

/// Like models of the target unit.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub models: u32,
    pub wounds: i32,
    pub toughness: i32,
    /// 7 for none.
    pub save: i32,
    pub invulnerable: Option<i32>,
    pub feel_no_pain: Option<i32>,
    /// Works against mortal wounds only.
    pub feel_no_pain_mortal: Option<i32>,
    /// Works against Psychic attacks only.
    pub feel_no_pain_psychic: Option<i32>,
    pub cover: bool,
    pub damage_minus: i32,
    pub damage_halved: bool,
    pub damage_set_to_zero: bool,
    pub character: bool,
}

impl Default for Group {
    fn default() -> Group {
        Group {
            models: 1,
            wounds: 1,
            toughness: 4,
            save: 7,
            invulnerable: None,
            feel_no_pain: None,
            feel_no_pain_mortal: None,
            feel_no_pain_psychic: None,
            cover: false,
            damage_minus: 0,
            damage_halved: false,
            damage_set_to_zero: false,
            character: false,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Defender {
    /// In the order in which the defender gives them up.
    pub groups: Vec<Group>,
    /// Wounds the first model to be given up has already lost.
    pub lost_wounds: i32,
    /// Bodyguard and characters form an Attached unit: characters come last and Precision may reach them.
    pub attached: bool,
    /// Modifiers of every saving throw besides AP and cover.
    pub save_modifiers: Vec<i32>,
    pub reroll_save: Reroll,
    /// All models have Stealth.
    pub stealth: bool,
    /// The first saving throw that fails does no harm.
    pub ignore_first_failed_save: bool,
    /// One failed saving throw of all is rolled again.
    pub one_save_again: bool,
    /// Unmodified wound rolls below this fail, unless critical or always wounding (W40K-PRIORITY).
    pub wounded_only_on: Option<i32>,
    /// -1 to wound if the Strength is above the unit's Toughness.
    pub resists_strength: bool,
    /// The first attack that is allocated to it has a Damage of 0.
    pub one_attack_is_zero: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub overwatch: bool,
    /// AMB-03: AP is inside the sum that is capped at +1.
    pub net_save_cap: bool,
    /// The rules before their update (W40K-DEVASTATING, W40K-HAZARDOUS, W40K-INDIRECT-FIRE).
    pub core: bool,
}

impl Default for Context {
    fn default() -> Context {
        Context { overwatch: false, net_save_cap: true, core: false }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    pub attacks: u32,
    pub hits: u32,
    pub critical_hits: u32,
    pub wounds: u32,
    pub critical_wounds: u32,
    /// Failed saves and Devastating Wounds criticals.
    pub unsaved: u32,
    pub damage: u32,
    pub wounds_lost: u32,
    pub slain: u32,
    pub characters_slain: u32,
    pub destroyed: bool,
    /// Points of mortal wounds dealt, before Feel No Pain and overkill included.
    pub mortal_wounds: u32,
    pub attacker_wounds_lost: u32,
    pub attackers_slain: u32,
}
