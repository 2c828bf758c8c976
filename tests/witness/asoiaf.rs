//! Referee for one attack of A Song of Ice & Fire: Tabletop Miniatures Game, rulebook 1.6, panic test included.

use super::{Dice, Expression};

/// ASOIAF-TRAY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tray {
    pub models: u32,
    pub ranks: u32,
}

pub const INFANTRY: Tray = Tray { models: 12, ranks: 3 };
pub const CAVALRY: Tray = Tray { models: 4, ranks: 2 };
pub const SOLO: Tray = Tray { models: 1, ranks: 1 };

/// Which of one's own dice a side rolls again in its pass of the window (ASOIAF-REROLL).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    #[default]
    None,
    /// Dice that show a 1.
    Ones,
    /// Dice that fail; also what a player does who may re-roll any.
    Failures,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arc {
    #[default]
    Front,
    Flank,
    Rear,
}

#[derive(Clone, Debug)]
pub struct Attacker {
    pub tray: Tray,
    pub wounds_per_model: u32,
    pub wounds_remaining: u32,
    /// Attack dice with no rank, one rank and two ranks destroyed.
    pub attack_dice: [i32; 3],
    pub extra_dice: i32,
    pub ranged: bool,
    pub hit: i32,
    /// All modifiers of the hit rolls but cover.
    pub hit_modifier: i32,
    pub charging: bool,
    /// Disorderly Charge: no Charge Bonus (ASOIAF-CHG-DISORDER).
    pub disorderly: bool,
    pub reroll: Reroll,
    pub sundering: bool,
    pub vicious: bool,
    /// Hits without a die; saves are allowed (ASOIAF-AUTOHIT).
    pub automatic_hits: Expression,
    /// Wounds without a save that are part of this attack (ASOIAF-ATK-7).
    pub direct_wounds: Expression,
    /// If there is any hit, so many wounds without a save, and so many for each rank of the defender; hits do nothing else.
    pub instead: Option<(Expression, u32)>,
    /// ASOIAF-TRIG6, on final faces.
    pub extra_hits_per_natural_six: u32,
    /// No save against the hits a natural 6 makes, its extra hits included.
    pub natural_six_unsavable: bool,
    /// A Weakened token lies on the attacker; the enemy spends it when at least so many dice hit (at least one).
    pub weakened: Option<u32>,
    /// Wounds the attacker suffers after the attack, with no save and no panic test.
    pub self_damage: Expression,
    /// Dice for each rank that is left, and for each that is gone.
    pub dice_per_rank: i32,
    pub dice_per_destroyed_rank: i32,
    /// The largest number of dice on the card, whatever ranks are left.
    pub highest_dice: bool,
    /// The smallest, or that of so many ranks more or fewer; or another number in place of those of the card.
    pub lowest_dice: bool,
    pub more_ranks: i32,
    pub set_dice: Option<i32>,
    /// Hits that it suffers after the attack, and may block.
    pub self_hits: u32,
    /// Hits without a die for each rank of the defender that is left.
    pub hits_per_enemy_rank: u32,
    /// Each die that hits makes so many hits more; each hit that is not blocked, so many wounds more.
    pub extra_hits: u32,
    pub extra_wounds: u32,
    /// Defenders do not roll defense dice, or only those of this face or more may block.
    pub no_save: bool,
    pub blocked_only_on: i32,
    /// The attacker suffers hits for each miss, which it may block on its Defense, and wounds for each 1.
    pub hits_per_miss: u32,
    pub wounds_per_one: u32,
    /// Wounds that it suffers before its dice are counted, once a test is passed, and once one is failed.
    pub wounds_before: Expression,
    pub wounds_if_passed: Expression,
    pub wounds_if_failed: Expression,
    pub defense: i32,
}

impl Default for Attacker {
    fn default() -> Attacker {
        Attacker {
            tray: INFANTRY,
            wounds_per_model: 1,
            wounds_remaining: 12,
            attack_dice: [6, 6, 6],
            extra_dice: 0,
            ranged: false,
            hit: 4,
            hit_modifier: 0,
            charging: false,
            disorderly: false,
            reroll: Reroll::None,
            sundering: false,
            vicious: false,
            automatic_hits: Expression::fixed(0),
            direct_wounds: Expression::fixed(0),
            instead: None,
            extra_hits_per_natural_six: 0,
            natural_six_unsavable: false,
            weakened: None,
            self_damage: Expression::fixed(0),
            dice_per_rank: 0,
            dice_per_destroyed_rank: 0,
            highest_dice: false,
            lowest_dice: false,
            more_ranks: 0,
            set_dice: None,
            self_hits: 0,
            hits_per_enemy_rank: 0,
            extra_hits: 0,
            extra_wounds: 0,
            no_save: false,
            blocked_only_on: 1,
            hits_per_miss: 0,
            wounds_per_one: 0,
            wounds_before: Expression::fixed(0),
            wounds_if_passed: Expression::fixed(0),
            wounds_if_failed: Expression::fixed(0),
            defense: 4,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Defender {
    pub tray: Tray,
    pub wounds_per_model: u32,
    pub wounds_remaining: u32,
    /// `None`: no saves at all, as for City Walls.
    pub defense: Option<i32>,
    /// All modifiers of the saves but arc, Sundering and Fortified.
    pub defense_modifier: i32,
    pub reroll: Reroll,
    /// A Vulnerable token lies on the defender; the enemy spends it when at least so many dice block (at least one).
    pub vulnerable: Option<u32>,
    /// `None`: never tests.
    pub morale: Option<i32>,
    /// All modifiers of the test but arc, Vicious, Horrific and Inspiring.
    pub morale_modifier: i32,
    /// For each rank that is left, and each that is gone, when the test is rolled.
    pub morale_per_rank: i32,
    pub morale_per_destroyed_rank: i32,
    pub panic_wounds_per_destroyed_rank: i32,
    /// The defender may re-roll the dice of the test.
    pub morale_reroll: bool,
    pub panicked: bool,
    /// Added to the 1 + D3 wounds of a failed test.
    pub panic_wounds_modifier: i32,
    pub most_panic_wounds: Option<i32>,
    /// Every test is passed without a roll.
    pub never_panics: bool,
    /// Hits that are blocked after the dice, those of sixes that allow no save apart; so many more for each rank gone.
    pub block_hits: u32,
    pub block_hits_per_destroyed_rank: u32,
    /// One wound for every two hits that are not blocked.
    pub halves: bool,
}

impl Default for Defender {
    fn default() -> Defender {
        Defender {
            tray: INFANTRY,
            wounds_per_model: 1,
            wounds_remaining: 12,
            defense: Some(4),
            defense_modifier: 0,
            reroll: Reroll::None,
            vulnerable: None,
            morale: Some(6),
            morale_modifier: 0,
            morale_per_rank: 0,
            morale_per_destroyed_rank: 0,
            panic_wounds_per_destroyed_rank: 0,
            morale_reroll: false,
            panicked: false,
            panic_wounds_modifier: 0,
            most_panic_wounds: None,
            never_panics: false,
            block_hits: 0,
            block_hits_per_destroyed_rank: 0,
            halves: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub arc: Arc,
    /// Ranged attacks only.
    pub cover: bool,
    /// The charge crossed or ended on a Fortified piece.
    pub fortified: bool,
    pub horrific: bool,
    pub inspiring: bool,
    pub attacker_is_active: bool,
    pub direct_wounds_trigger_panic: bool,
}

impl Default for Context {
    fn default() -> Context {
        Context {
            arc: Arc::Front,
            cover: false,
            fortified: false,
            horrific: false,
            inspiring: false,
            attacker_is_active: true,
            direct_wounds_trigger_panic: true,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Result {
    /// Attack dice rolled.
    pub attacks: u32,
    /// Automatic and extra hits included.
    pub hits: u32,
    pub natural_sixes: u32,
    pub blocks: u32,
    /// Wounds from hits (one for each hit that is not blocked).
    pub wounds: u32,
    /// Wounds without a hit.
    pub direct_wounds: u32,
    pub damage: u32,
    pub wounds_lost: u32,
    pub models_lost: u32,
    pub ranks_left: u32,
    pub destroyed: bool,
    /// The test was rolled / failed by a unit that was still there to take it.
    pub panic_rolled: bool,
    pub panic_failed: bool,
    pub attacker_wounds_lost: u32,
    /// Whether the Weakened, Vulnerable and Panicked tokens were spent.
    pub spent: [bool; 3],
}

/// ASOIAF-RANK, ASOIAF-WOUND-MULTI: models are wounds rounded up, ranks are models rounded up.
pub fn models_and_ranks(tray: Tray, wounds_per_model: u32, wounds: u32) -> (u32, u32) {
    let models = wounds.div_ceil(wounds_per_model);
    (models, models.div_ceil(tray.models / tray.ranks))
}

pub fn attack(dice: &mut Dice, attacker: &Attacker, defender: &Defender, context: Context) -> Result {
    let mut result = Result::default();
    let before = attacker.wounds_before.roll(dice, None) as u32;
    if before >= attacker.wounds_remaining {
        let (_, ranks) = models_and_ranks(defender.tray, defender.wounds_per_model, defender.wounds_remaining);
        return Result { attacker_wounds_lost: attacker.wounds_remaining, ranks_left: ranks, ..result };
    }
    let hurt = Attacker { wounds_remaining: attacker.wounds_remaining - before, ..attacker.clone() };
    let attacker = &hurt;

    // ASOIAF-ATK-1: attack dice from the ranks at this moment.
    let (_, ranks) = models_and_ranks(attacker.tray, attacker.wounds_per_model, attacker.wounds_remaining);
    let most = attacker.tray.ranks as i32 - 1;
    let destroyed_ranks = ((attacker.tray.ranks - ranks) as i32 - attacker.more_ranks).clamp(0, most) as usize;
    let card = attacker.attack_dice[..attacker.tray.ranks as usize].iter().copied();
    let printed = if let Some(number) = attacker.set_dice {
        number
    } else if attacker.highest_dice {
        card.max().expect("a rank")
    } else if attacker.lowest_dice {
        card.min().expect("a rank")
    } else {
        attacker.attack_dice[destroyed_ranks]
    };
    let by_ranks =
        attacker.dice_per_rank * ranks as i32 + attacker.dice_per_destroyed_rank * (attacker.tray.ranks - ranks) as i32;
    let (_, enemy_ranks) = models_and_ranks(defender.tray, defender.wounds_per_model, defender.wounds_remaining);
    let number = (printed + attacker.extra_dice + by_ranks).max(0);
    result.attacks = number as u32;

    // ASOIAF-ATK-2 and -3: roll, then the window. ASOIAF-CHARGE-BONUS, lost on Fortified terrain.
    let charge_bonus = attacker.charging && !attacker.ranged && !attacker.disorderly && !context.fortified;
    let own = if charge_bonus { Reroll::Failures } else { attacker.reroll };
    let cover = i32::from(context.cover && attacker.ranged);
    let hits = |face: i32| succeeds(face, attacker.hit_modifier - cover, attacker.hit);
    let mut faces: Vec<i32> = (0..number).map(|_| dice.d6()).collect();
    result.spent[0] = window(dice, &mut faces, hits, own, attacker.weakened, context.attacker_is_active);
    let mut savable = 0;
    let mut unsavable = 0;
    let (mut missed, mut ones) = (0, 0);
    for face in &faces {
        if !hits(*face) {
            missed += 1;
            ones += u32::from(*face == 1);
            continue;
        }
        let six = *face == 6;
        let made = 1 + attacker.extra_hits + if six { attacker.extra_hits_per_natural_six } else { 0 };
        result.natural_sixes += u32::from(six);
        if six && attacker.natural_six_unsavable {
            unsavable += made;
        } else {
            savable += made;
        }
    }
    savable += attacker.automatic_hits.roll(dice, None) as u32 + attacker.hits_per_enemy_rank * enemy_ranks;
    result.hits = savable + unsavable;
    let mut instead = 0;
    if let Some((wounds, per_rank)) = attacker.instead {
        if result.hits > 0 {
            instead = wounds.roll(dice, None) as u32 + per_rank * enemy_ranks;
        }
        (savable, unsavable) = (0, 0);
    }

    // ASOIAF-ATK-4 and -5: one save for each hit, then the window.
    if let (Some(defense), false) = (defender.defense, attacker.no_save) {
        let mut modifier = defender.defense_modifier + arc_modifier(context.arc);
        modifier -= i32::from(attacker.sundering);
        modifier += i32::from(context.fortified && attacker.charging);
        let blocks = |face: i32| face >= attacker.blocked_only_on && succeeds(face, modifier, defense);
        let mut faces: Vec<i32> = (0..savable).map(|_| dice.d6()).collect();
        let defends = !context.attacker_is_active;
        result.spent[1] = window(dice, &mut faces, blocks, defender.reroll, defender.vulnerable, defends);
        result.blocks = faces.iter().filter(|face| blocks(**face)).count() as u32;
    }

    // ASOIAF-ATK-6: a wound for each hit left; what the unit does not have it cannot lose.
    let gone = defender.tray.ranks - enemy_ranks;
    let besides = defender.block_hits + defender.block_hits_per_destroyed_rank * gone;
    let open = savable - result.blocks;
    let blocked_besides = if attacker.no_save { 0 } else { besides.min(open) };
    let mut unblocked = open - blocked_besides + unsavable;
    if defender.halves {
        unblocked /= 2;
    }
    result.wounds = unblocked * (1 + attacker.extra_wounds) + instead;
    let direct = attacker.direct_wounds.roll(dice, None) as u32;
    result.direct_wounds = direct;
    result.damage = result.wounds + direct;
    result.wounds_lost = result.damage.min(defender.wounds_remaining);

    // ASOIAF-ATK-7: no wound, no dice. A destroyed unit takes no test, but a target without end would.
    let cause = if context.direct_wounds_trigger_panic { result.wounds + direct } else { result.wounds };
    let there = result.wounds_lost < defender.wounds_remaining;
    let mut self_damage = 0;
    if let (Some(morale), true) = (defender.morale, cause > 0 && !defender.never_panics) {
        // Models are removed by now (ASOIAF-ATK-6), and what is counted is counted as it lies then (ASOIAF-RANK).
        let wounds = (defender.wounds_remaining - result.wounds_lost).max(1);
        let (_, ranks) = models_and_ranks(defender.tray, defender.wounds_per_model, wounds);
        let (ranks, gone) = (ranks as i32, (defender.tray.ranks - ranks) as i32);
        let mut modifier = defender.morale_modifier + arc_modifier(context.arc);
        modifier += defender.morale_per_rank * ranks + defender.morale_per_destroyed_rank * gone;
        modifier -= 2 * i32::from(attacker.vicious); // ASOIAF-VICIOUS
        modifier += i32::from(context.inspiring) - i32::from(context.horrific); // ASOIAF-MORALEMOD-TERRAIN
        let (failed, third, spent) = panic_test(dice, morale - modifier, defender, context.attacker_is_active);
        result.spent[2] = spent;
        result.panic_rolled = there;
        if failed {
            let points = 1 + third + defender.panic_wounds_modifier; // ASOIAF-PANIC
            let points = (points + defender.panic_wounds_per_destroyed_rank * gone).max(0);
            let points = defender.most_panic_wounds.map_or(points, |most| points.min(most)) as u32;
            result.damage += points;
            if there {
                result.panic_failed = true;
                result.wounds_lost = (result.wounds_lost + points).min(defender.wounds_remaining);
                if result.wounds_lost < defender.wounds_remaining {
                    self_damage += attacker.wounds_if_failed.roll(dice, None) as u32;
                }
            }
        }
    }
    // What needs no roll counts as a test that is taken and passed.
    if there && defender.morale.is_some() && !result.panic_failed {
        self_damage += attacker.wounds_if_passed.roll(dice, None) as u32;
    }

    let left = defender.wounds_remaining - result.wounds_lost;
    let (models_before, _) = models_and_ranks(defender.tray, defender.wounds_per_model, defender.wounds_remaining);
    let (models_after, ranks_after) = models_and_ranks(defender.tray, defender.wounds_per_model, left);
    result.models_lost = models_before - models_after;
    result.ranks_left = ranks_after;
    result.destroyed = left == 0;
    self_damage += attacker.self_damage.roll(dice, None) as u32 + attacker.wounds_per_one * ones;
    for _ in 0..attacker.hits_per_miss * missed + attacker.self_hits {
        self_damage += u32::from(!succeeds(dice.d6(), 0, attacker.defense));
    }
    result.attacker_wounds_lost = before + self_damage.min(attacker.wounds_remaining);
    result
}

/// ASOIAF-NAT, ASOIAF-MOD: a 1 fails and a 6 succeeds whatever the modifiers; a result stays between 0 and 6.
fn succeeds(face: i32, modifier: i32, needed: i32) -> bool {
    face == 6 || (face != 1 && (face + modifier).clamp(0, 6) >= needed)
}

/// ASOIAF-FLANK, ASOIAF-REAR: the same number on saves and on the panic test.
fn arc_modifier(arc: Arc) -> i32 {
    match arc {
        Arc::Front => 0,
        Arc::Flank => -1,
        Arc::Rear => -2,
    }
}

/// ASOIAF-REROLL: the active player's pass, then the other's, who sees the new faces. The owner of the dice wants
/// successes; the enemy spends a token (ASOIAF-TOKEN) on every success. Returns whether there was any.
fn window(
    dice: &mut Dice,
    faces: &mut [i32],
    success: impl Fn(i32) -> bool,
    own: Reroll,
    token: Option<u32>,
    owner_is_active: bool,
) -> bool {
    let mut spent = false;
    for owner_passes in [owner_is_active, !owner_is_active] {
        let successes = faces.iter().filter(|face| success(**face)).count() as u32;
        let token_spent = token.is_some_and(|least| successes >= least.max(1));
        spent |= token_spent && !owner_passes;
        for face in faces.iter_mut() {
            let again = if owner_passes {
                match own {
                    Reroll::None => false,
                    Reroll::Ones => *face == 1,
                    Reroll::Failures => !success(*face),
                }
            } else {
                token_spent && success(*face)
            };
            if again {
                *face = dice.d6();
            }
        }
    }
    spent
}

/// Who re-rolls dice of a panic test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    TokenUser,
    Tester,
}

/// ASOIAF-PANIC: two D6 and a D3 together, then the window. Returns whether the test failed, what the D3 shows, and whether
/// the token was spent: on dice of the test, or on the D3 of one that fails.
fn panic_test(dice: &mut Dice, target: i32, defender: &Defender, attacker_is_active: bool) -> (bool, i32, bool) {
    let mut spent = false;
    let mut faces = [dice.d6(), dice.d6()];
    let mut third = dice.d3();
    let mut order = Vec::new();
    let passes = [(Player::TokenUser, defender.panicked), (Player::Tester, defender.morale_reroll)];
    for (player, may) in if attacker_is_active { passes } else { [passes[1], passes[0]] } {
        if may {
            order.push(player);
        }
    }
    for pass in 0..order.len() {
        let (chosen, _) = best_choice(faces, target, &order[pass..]);
        let fails = faces[0] + faces[1] < target;
        spent |= order[pass] == Player::TokenUser && (chosen != [false; 2] || third == 1 && fails);
        for die in 0..2 {
            if chosen[die] {
                faces[die] = dice.d6();
            }
        }
        // ASOIAF-PANICKED-OPT: the token user re-rolls a D3 of 1, the tester one of 3; a 2 is neutral.
        let worst = if order[pass] == Player::TokenUser { 1 } else { 3 };
        if third == worst {
            third = dice.d3();
        }
    }
    (faces[0] + faces[1] < target, third, spent)
}

/// ASOIAF-PANICKED-OPT: which of the two D6 the next player re-rolls, and the chance of failing that follows when
/// the players after him choose as well. Found by trying every choice and every face.
fn best_choice(faces: [i32; 2], target: i32, order: &[Player]) -> ([bool; 2], f64) {
    let Some(player) = order.first() else {
        return ([false, false], if faces[0] + faces[1] < target { 1.0 } else { 0.0 });
    };
    let mut best = ([false, false], best_choice(faces, target, &order[1..]).1);
    for chosen in [[true, false], [false, true], [true, true]] {
        let first_faces = if chosen[0] { 1..=6 } else { faces[0]..=faces[0] };
        let (mut sum, mut cases) = (0.0, 0.0);
        for first in first_faces {
            let second_faces = if chosen[1] { 1..=6 } else { faces[1]..=faces[1] };
            for second in second_faces {
                sum += best_choice([first, second], target, &order[1..]).1;
                cases += 1.0;
            }
        }
        let chance = sum / cases;
        let better = match player {
            Player::TokenUser => chance > best.1 + 1e-9,
            Player::Tester => chance < best.1 - 1e-9,
        };
        if better {
            best = (chosen, chance);
        }
    }
    best
}
