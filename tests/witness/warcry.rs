//! Referee for the attack actions of one activation in Warcry, second edition, against one fighter.

use super::Dice;

/// WARCRY-REROLL: every hit die may be rolled again once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    #[default]
    None,
    Ones,
    Misses,
    NonCriticals,
    /// Up to so many misses of the action, the lowest faces first.
    UpTo(u32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reaction {
    #[default]
    None,
    Counter,
    TakeCover,
}

/// Ambiguity G-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CounterTiming {
    /// Counter and the attack's damage both apply.
    #[default]
    Both,
    /// If Counter takes the attacker down, the attack deals nothing.
    CounterFirstStrict,
    /// If the attack takes the target down, Counter deals nothing.
    AttackFirstStrict,
}

/// One attack action, with the numbers of the weapon it uses after all changes but Onslaught and cover.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    pub attacks: i32,
    pub strength: i32,
    pub hit_damage: i32,
    pub critical_damage: i32,
    pub missile: bool,
    /// Onslaught is at work: one attack more with a melee weapon.
    pub onslaught: bool,
    pub reroll: Reroll,
    /// The lowest unmodified face that is a critical hit.
    pub critical_on: i32,
    /// The target is in cover against this action.
    pub in_cover: bool,
    /// What the target does; a reaction that the rules forbid here is not made.
    pub reaction: Reaction,
    pub abilities: Abilities,
}

/// What abilities do to an attack action besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Abilities {
    /// Subtracted "to a minimum of 1": from Attacks, Strength, Toughness, and the damage of hits and of critical hits.
    pub less_attacks: i32,
    pub less_strength: i32,
    pub less_toughness: i32,
    pub less_hit: i32,
    pub less_critical: i32,
    /// So many critical hits count as hits.
    pub criticals_are_hits: u32,
    /// Each critical hit is an ordinary one if a die shows so much; 0: none is.
    pub criticals_are_hits_on: i32,
    /// So many hits count as critical hits.
    pub hits_are_criticals: u32,
    /// Points to the target if the action scored any hit, or any critical hit.
    pub if_any_hit: i32,
    pub if_any_critical: i32,
    /// Points to the attacker for each miss, hit (critical or not), critical hit, and die that shows a 1.
    pub back_per_miss: i32,
    pub back_per_hit: i32,
    pub back_per_critical: i32,
    pub back_per_one: i32,
    /// For each die that shows a face, or more: the face, whether more counts, the points.
    pub back_per_roll: Option<(i32, bool, i32)>,
    /// For each critical hit whose die shows so much: its points.
    pub back_on_die: Option<(i32, i32)>,
    /// And for an action without any hit, or without any critical hit.
    pub back_without_hit: i32,
    pub back_without_critical: i32,
}

/// "Subtract … to a minimum of 1": what is not above 1 stays.
fn to_a_minimum_of_one(number: i32, less: i32) -> i32 {
    if number > 1 && less > 0 { (number - less).max(1) } else { number }
}

impl Default for Action {
    fn default() -> Action {
        Action {
            attacks: 1,
            strength: 3,
            hit_damage: 1,
            critical_damage: 2,
            missile: false,
            onslaught: false,
            reroll: Reroll::None,
            critical_on: 6,
            in_cover: false,
            reaction: Reaction::None,
            abilities: Abilities::default(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Attacker {
    /// Wounds not yet allocated.
    pub remaining: i32,
    /// Points that it takes once its actions are over.
    pub suffers: i32,
    /// Dice before the first action: how many, what each must show, its points.
    pub first: Option<(u32, i32, i32)>,
    pub actions: Vec<Action>,
}

#[derive(Clone, Debug)]
pub struct Defender {
    pub toughness: i32,
    /// All its wounds, and those that are left.
    pub wounds: i32,
    pub remaining: i32,
    /// WARCRY-REACT-ECON: 2 if not activated yet, 1 if waiting.
    pub reactions: u32,
    /// The Mount runemark forbids Take Cover.
    pub mounted: bool,
    /// The Fly runemark: no falling test at an open edge.
    pub flies: bool,
    pub at_open_edge: bool,
    /// Part-way on stairs: a falling test as well, and Fly does not help (I-2).
    pub on_stairs: bool,
    /// A fall ends 2" or more lower.
    pub high_drop: bool,
    pub deadly_terrain: bool,
    /// There is a point where the fighter may be put down after a fall.
    pub landing_point: bool,
}

impl Default for Defender {
    fn default() -> Defender {
        Defender {
            toughness: 4,
            wounds: 10,
            remaining: 10,
            reactions: 2,
            mounted: false,
            flies: false,
            at_open_edge: false,
            on_stairs: false,
            high_drop: true,
            deadly_terrain: false,
            landing_point: true,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    pub counter_timing: CounterTiming,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    /// Hit dice rolled.
    pub attacks: u32,
    /// Hits and critical hits.
    pub hits: u32,
    /// As the hit dice show them, before Take Cover.
    pub critical_hits: u32,
    pub damage: u32,
    /// The part of `damage` that comes from falling.
    pub fall_damage: u32,
    pub wounds_lost: u32,
    pub attacker_wounds_lost: u32,
    pub target_down: bool,
    pub attacker_down: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Miss,
    Hit,
    Critical,
}

/// WARCRY-HIT: only the sign of Strength minus Toughness matters.
fn judge(face: i32, strength: i32, toughness: i32, critical_on: i32) -> Outcome {
    let misses_to = match strength.cmp(&toughness) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 3,
        std::cmp::Ordering::Less => 4,
    };
    if face >= critical_on {
        Outcome::Critical
    } else if face <= misses_to {
        Outcome::Miss
    } else {
        Outcome::Hit
    }
}

/// Two targets meet the same dice: the fighter, who may fall, and one like him who never does and who is there only
/// for `damage`. The activation goes on against the second when the first is down.
pub fn attack(dice: &mut Dice, attacker: &Attacker, defender: &Defender, context: Context) -> Result {
    let mut result = Result::default();
    let mut target_left = defender.remaining;
    let mut attacker_left = attacker.remaining;
    // What the attacker would have left if the target had no end: differs only once the target is down.
    let mut attacker_left_without_end = attacker.remaining;
    let mut reactions = defender.reactions;
    let mut may_fall = (defender.at_open_edge && !defender.flies) || defender.on_stairs;

    if let Some((number, needed, points)) = attacker.first {
        for _ in 0..number {
            if dice.d6() >= needed {
                result.damage += points as u32;
                target_left -= points;
            }
        }
    }
    for action in &attacker.actions {
        if attacker_left_without_end <= 0 {
            break;
        }
        let fighting = target_left > 0 && attacker_left > 0;
        // WARCRY-COVER: Toughness +1 for this action, never more.
        let abilities = action.abilities;
        let toughness = defender.toughness + i32::from(action.in_cover);
        let toughness = to_a_minimum_of_one(toughness, abilities.less_toughness);
        let strength = to_a_minimum_of_one(action.strength, abilities.less_strength);
        // WARCRY-AB-ONSLAUGHT.
        let attacks = action.attacks + i32::from(action.onslaught && !action.missile);
        let attacks = to_a_minimum_of_one(attacks, abilities.less_attacks).max(0);
        // Reactions are declared before the hit rolls; each uses up one of the reactor's own actions.
        let allowed = match action.reaction {
            Reaction::None => false,
            Reaction::Counter => !action.missile,
            Reaction::TakeCover => action.missile && action.in_cover && !defender.mounted,
        };
        let reaction = if allowed && reactions > 0 { action.reaction } else { Reaction::None };
        if reaction != Reaction::None {
            reactions -= 1;
        }

        let mut faces: Vec<i32> = (0..attacks).map(|_| dice.d6()).collect();
        roll_again(dice, &mut faces, action, strength, toughness);
        let mut damage = 0;
        let mut counter = 0;
        let (mut hits, mut criticals, mut counted_as_hits, mut counted_as_criticals) = (0, 0, 0, 0);
        for face in &faces {
            result.attacks += 1;
            let mut outcome = judge(*face, strength, toughness, action.critical_on);
            if *face == 1 {
                counter += abilities.back_per_one;
            }
            if let Some((wanted, or_more, points)) = abilities.back_per_roll
                && (*face == wanted || or_more && *face > wanted)
            {
                counter += points;
            }
            if outcome == Outcome::Miss {
                counter += abilities.back_per_miss;
                // WARCRY-COUNTER: 1 for a miss, 2 instead for a 1; G-2: the final face counts.
                if reaction == Reaction::Counter {
                    counter += if *face == 1 { 2 } else { 1 };
                }
                continue;
            }
            result.hits += 1;
            hits += 1;
            counter += abilities.back_per_hit;
            if outcome == Outcome::Hit && counted_as_criticals < abilities.hits_are_criticals {
                counted_as_criticals += 1;
                outcome = Outcome::Critical;
            }
            if outcome == Outcome::Critical && counted_as_hits < abilities.criticals_are_hits {
                counted_as_hits += 1;
                outcome = Outcome::Hit;
            }
            // A critical hit that a die makes a hit is none, for whatever asks for critical hits.
            if outcome == Outcome::Critical {
                let least = abilities.criticals_are_hits_on;
                if least > 0 && dice.d6() >= least {
                    outcome = Outcome::Hit;
                }
                // WARCRY-TAKE-COVER: a 4+ makes the critical hit an ordinary one.
                if reaction == Reaction::TakeCover && dice.d6() >= 4 {
                    outcome = Outcome::Hit;
                }
            }
            if outcome == Outcome::Critical {
                criticals += 1;
                counter += abilities.back_per_critical;
                if let Some((needed, points)) = abilities.back_on_die
                    && dice.d6() >= needed
                {
                    counter += points;
                }
                result.critical_hits += 1;
            }
            let points = if outcome == Outcome::Critical {
                to_a_minimum_of_one(action.critical_damage, abilities.less_critical)
            } else {
                to_a_minimum_of_one(action.hit_damage, abilities.less_hit)
            };
            damage += points.max(0);
        }
        if hits > 0 {
            damage += abilities.if_any_hit;
        } else if attacks > 0 {
            counter += abilities.back_without_hit;
        }
        if criticals > 0 {
            damage += abilities.if_any_critical;
        } else if attacks > 0 {
            counter += abilities.back_without_critical;
        }

        // G-1: who deals damage when one of them goes down.
        let counter_kills = counter >= attacker_left_without_end;
        if context.counter_timing == CounterTiming::CounterFirstStrict && counter_kills {
            damage = 0;
        }
        let target_falls = fighting && damage >= target_left;
        result.damage += damage as u32;
        attacker_left_without_end -= counter;
        if fighting {
            target_left -= damage;
            let lapses = context.counter_timing == CounterTiming::AttackFirstStrict && target_falls;
            if !lapses {
                attacker_left -= counter;
            }
        }

        // WARCRY-FALLTEST: after the action, whether it hit or not; G-3: none because of Counter.
        if may_fall && dice.d6() == 1 && (defender.landing_point || defender.on_stairs) {
            may_fall = false;
            // WARCRY-STAIRS: its base is on no platform, so with nowhere to fall to it is taken down. That is no damage.
            if !defender.landing_point {
                if fighting {
                    target_left = target_left.min(0);
                }
                continue;
            }
            let mut points = 0;
            if defender.high_drop {
                points += match dice.d6() {
                    1 => 3, // WARCRY-IMPACT
                    2 | 3 => 1,
                    _ => 0,
                };
            }
            if defender.deadly_terrain {
                points += dice.d6(); // WARCRY-DEADLY
            }
            result.damage += points as u32;
            result.fall_damage += points as u32;
            if target_left > 0 && fighting {
                target_left -= points;
            }
        }
    }
    attacker_left -= attacker.suffers;
    // WARCRY-ALLOCATE: points beyond the Wounds are lost.
    result.wounds_lost = (defender.remaining - target_left.max(0)) as u32;
    result.attacker_wounds_lost = (attacker.remaining - attacker_left.max(0)) as u32;
    result.target_down = target_left <= 0;
    result.attacker_down = attacker_left <= 0;
    result
}

fn roll_again(dice: &mut Dice, faces: &mut [i32], action: &Action, strength: i32, toughness: i32) {
    let missed = |face: i32| judge(face, strength, toughness, action.critical_on) == Outcome::Miss;
    if let Reroll::UpTo(most) = action.reroll {
        // The dice lie on the table together, so the worst are chosen with hindsight.
        faces.sort();
        for face in faces.iter_mut().take(most as usize) {
            if missed(*face) {
                *face = dice.d6();
            }
        }
        return;
    }
    for face in faces.iter_mut() {
        let again = match action.reroll {
            Reroll::None | Reroll::UpTo(_) => false,
            Reroll::Ones => *face == 1,
            Reroll::Misses => missed(*face),
            Reroll::NonCriticals => *face < action.critical_on,
        };
        if again {
            *face = dice.d6();
        }
    }
}
