//! Referee for all the attacks of one unit of Warhammer 40,000, eleventh edition, against one target unit.
//!
//! Numbers in brackets, such as 05.04, are sections of the core rules. The same lines are played with dice that roll and
//! with dice that show every face in turn.

mod enumerate;
mod resolve;
mod sequence;

use super::{Dice, Expression};
pub use enumerate::{every_end, every_face, of_attacks, of_wounds, saves_of};
pub use sequence::attack;

/// Where dice come from.
pub trait Die {
    fn d6(&mut self) -> i32;

    /// 01.04: a D3 is half a D6, rounded up.
    fn d3(&mut self) -> i32 {
        (self.d6() + 1) / 2
    }

    fn amount(&mut self, amount: &Expression) -> i32 {
        let die = |die: &mut Self| if amount.sides == 3 { die.d3() } else { die.d6() };
        let rolled: i32 = (0..amount.count).map(|_| die(self)).sum();
        rolled + amount.plus
    }
}

impl Die for Dice {
    fn d6(&mut self) -> i32 {
        Dice::d6(self)
    }
}

/// Which dice are rolled again, once, before modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    #[default]
    None,
    /// Dice that show exactly this face.
    Value(i32),
    /// Dice that would end as a failure, all modifiers known.
    Failed,
}

/// 10.07: what Indirect Fire does at a target that no model of the unit sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indirect {
    #[default]
    No,
    /// Unmodified 1 to 5 fail.
    Unseen,
    /// The unit remained stationary and a friendly unit sees the target: unmodified 1 to 3 fail.
    Spotted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// How many of this weapon are fired or swung.
    pub count: u32,
    pub melee: bool,
    pub attacks: Expression,
    /// BS or WS; `None` for Torrent.
    pub skill: Option<i32>,
    /// By how much the characteristic is improved; negative if worsened.
    pub skill_improved: i32,
    pub strength: i32,
    /// As printed: 0, -1, -2.
    pub armour_penetration: i32,
    pub damage: Expression,
    /// 24.23: a critical hit wounds without a roll, if the player wants it to.
    pub lethal_hits: bool,
    /// Additional hits of each critical hit.
    pub sustained_hits: Expression,
    pub devastating_wounds: bool,
    pub twin_linked: bool,
    pub lance: bool,
    pub heavy: bool,
    pub rapid_fire: Expression,
    pub melta: i32,
    /// Dice added for every five models; `[BLAST]` is 1.
    pub blast: i32,
    pub cleave: i32,
    /// The lowest threshold of the Anti abilities that match the target.
    pub anti: Option<i32>,
    pub ignores_cover: bool,
    pub indirect: Indirect,
    pub hazardous: bool,
    pub precision: bool,
    /// 24.29: the attacker ignores what worsens the skill and the hit roll.
    pub psychic: bool,
    pub critical_hit_on: i32,
    pub critical_wound_on: i32,
    /// Modifiers of the hit roll that no other field stands for: what helps, and what hurts.
    pub hit_bonus: i32,
    pub hit_penalty: i32,
    /// The sum of all modifiers of the wound roll besides Lance.
    pub wound_modifier: i32,
    pub reroll_hit: Reroll,
    pub reroll_wound: Reroll,
}

impl Default for Weapon {
    fn default() -> Weapon {
        Weapon {
            count: 1,
            melee: false,
            attacks: Expression::fixed(1),
            skill: Some(4),
            skill_improved: 0,
            strength: 4,
            armour_penetration: 0,
            damage: Expression::fixed(1),
            lethal_hits: false,
            sustained_hits: Expression::fixed(0),
            devastating_wounds: false,
            twin_linked: false,
            lance: false,
            heavy: false,
            rapid_fire: Expression::fixed(0),
            melta: 0,
            blast: 0,
            cleave: 0,
            anti: None,
            ignores_cover: false,
            indirect: Indirect::No,
            hazardous: false,
            precision: false,
            psychic: false,
            critical_hit_on: 6,
            critical_wound_on: 6,
            hit_bonus: 0,
            hit_penalty: 0,
            wound_modifier: 0,
            reroll_hit: Reroll::None,
            reroll_wound: Reroll::None,
        }
    }
}

/// Models of one kind: of the target, or of the attacking unit where hazard rolls hurt it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub models: u32,
    pub wounds: i32,
    /// Wounds that one of them has lost already.
    pub lost: i32,
    pub toughness: i32,
    /// 7 for none.
    pub save: i32,
    pub invulnerable: Option<i32>,
    pub feel_no_pain: Option<i32>,
    /// Works against mortal wounds only.
    pub feel_no_pain_mortal: Option<i32>,
    pub damage_minus: i32,
    pub damage_halved: bool,
    pub character: bool,
}

impl Default for Group {
    fn default() -> Group {
        Group {
            models: 1,
            wounds: 1,
            lost: 0,
            toughness: 4,
            save: 7,
            invulnerable: None,
            feel_no_pain: None,
            feel_no_pain_mortal: None,
            damage_minus: 0,
            damage_halved: false,
            character: false,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Attacker {
    /// In the order in which their batches are resolved.
    pub weapons: Vec<Weapon>,
    pub half_range: bool,
    /// 24.16: what Heavy asks for holds.
    pub stationary: bool,
    pub charged: bool,
    /// 15.09: only unmodified 6s hit, and they are not critical.
    pub snap_shooting: bool,
    /// 24.39: at so few wounds that Damaged X holds, -1 to hit.
    pub damaged: bool,
    /// Who takes the mortal wounds of hazard rolls.
    pub groups: Vec<Group>,
    /// Every model of the unit is a MONSTER or a VEHICLE.
    pub heavy_models: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Defender {
    /// In the order that the defender would like; wounded ones come first all the same.
    pub groups: Vec<Group>,
    /// 13.08, 24.33: the benefit of cover, of whatever it comes.
    pub cover: bool,
    /// The sum of all modifiers of saving throws. It has no cap (02.02.01).
    pub save_modifier: i32,
    /// Dice of saving throws that are rolled again before they are allocated.
    pub reroll_save: Reroll,
    /// A bodyguard unit with characters: their Toughness does not count.
    pub attached: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    pub attacks: u32,
    pub hits: u32,
    pub critical_hits: u32,
    pub wounds: u32,
    pub critical_wounds: u32,
    /// Save dice that damaged, and critical wounds of Devastating Wounds.
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
