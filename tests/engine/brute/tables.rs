//! Random engagements: weapons of a few rolls with random dice, windows and rows, settles, strikes on both sides.

use proptest::prelude::*;
use warodds::dice::{Amount, Draw, Faces};
use warodds::sequence::{
    Body, Each, Engagement, Guard, Guards, ModelGroup, Recovery, Returns, Roll, Save, Settle, Side, Slot, Stage,
    Strike, TokenRow, Total, WeaponStages,
};

/// How large the numbers are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// Few enough dice to enumerate.
    Small,
    /// As many as a unit rolls.
    Large,
}

impl Size {
    fn of<T>(self, small: T, large: T) -> T {
        if self == Self::Small { small } else { large }
    }
}

#[derive(Clone, Debug)]
struct RollTable {
    sides: u8,
    times: u8,
    always: u8,
    rerolls: [u64; 2],
    /// For each face: tokens for the next slot, for the late slot, for the slot that strikes back.
    rows: Vec<[u8; 3]>,
}

#[derive(Clone, Debug)]
struct GuardTable {
    save: Option<(u8, u8)>,
    ignore_on: u8,
}

#[derive(Clone, Debug)]
struct WeaponTable {
    start: u16,
    rolls: Vec<RollTable>,
    settle: Option<(u8, u16)>,
    amount: (u8, u8, u16, bool),
    guards: Vec<GuardTable>,
    alike: bool,
    spill: bool,
    sorted: bool,
    second_chance: bool,
    one_by_one: bool,
}

fn roll_table(size: Size) -> impl Strategy<Value = RollTable> {
    let sides = prop_oneof![4 => Just(6u8), 1 => Just(3u8), 1 => Just(2u8)];
    sides.prop_flat_map(move |sides| {
        let all = (1u64 << sides) - 1;
        let window = prop_oneof![2 => Just(0u64), 1 => 0..=all, 1 => Just(1u64)];
        let row = prop_oneof![
            3 => Just([0, 0, 0]),
            4 => Just([1, 0, 0]),
            1 => Just([2, 0, 0]),
            1 => Just([0, 1, 0]),
            1 => Just([1, 1, 0]),
            1 => Just([0, 0, 1]),
        ];
        let times = size.of(Just(1u8).boxed(), prop_oneof![5 => Just(1u8), 1 => Just(2u8)].boxed());
        (
            times,
            prop_oneof![6 => Just(0u8), 1 => Just(1u8)],
            window.clone(),
            window,
            prop::collection::vec(row, usize::from(sides)),
        )
            .prop_map(move |(times, always, first, second, rows)| RollTable {
                sides,
                times,
                always,
                rerolls: [first, second],
                rows,
            })
    })
}

fn guard_table() -> impl Strategy<Value = GuardTable> {
    let save = prop_oneof![1 => Just(None), 3 => (2u8..=7, 0u8..3).prop_map(Some)];
    (save, prop_oneof![2 => Just(7u8), 1 => 3u8..=6]).prop_map(|(save, ignore_on)| GuardTable { save, ignore_on })
}

fn weapon_table(size: Size) -> impl Strategy<Value = WeaponTable> {
    let dice = prop_oneof![3 => Just(0u8), 2 => Just(1u8), 1 => Just(size.of(1, 2))];
    let amount = (dice, prop_oneof![Just(3u8), Just(6u8)], 0u16..3, any::<bool>());
    (
        1..=size.of(3u16, 14),
        prop::collection::vec(roll_table(size), 1..=size.of(2, 3)),
        prop_oneof![3 => Just(None), 1 => (0u8..6, 1u16..3).prop_map(Some)],
        amount,
        prop::collection::vec(guard_table(), 3),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.3),
    )
        .prop_map(|(start, rolls, settle, amount, guards, alike, spill, sorted, second_chance, one_by_one)| {
            WeaponTable { start, rolls, settle, amount, guards, alike, spill, sorted, second_chance, one_by_one }
        })
}

fn groups(size: Size) -> impl Strategy<Value = Vec<ModelGroup>> {
    let group = (1..=size.of(2u16, 4), 1..=size.of(3u16, 4)).prop_map(|(models, wounds)| ModelGroup {
        name: String::new(),
        models,
        wounds,
    });
    prop::collection::vec(group, 1..=3)
}

/// Any engagement of one or two weapons.
pub(crate) fn engagement(size: Size) -> impl Strategy<Value = Engagement> {
    (
        prop::collection::vec(weapon_table(size), 1..=2),
        groups(size),
        groups(size),
        any::<bool>(),
        0u16..2,
        any::<bool>(),
        prop::option::weighted(0.3, recovery()),
        prop::option::weighted(0.3, recovery()),
    )
        .prop_map(|(weapons, defender, leader, two, taken, late, between, at_last)| {
            let mut e = build(&weapons, defender, leader, two, taken, late, between.as_ref());
            e.recoveries.extend(at_last);
            e
        })
}

/// Something that comes back: points of a die and a number, once, or more often where more is lost.
fn recovery() -> impl Strategy<Value = Recovery> {
    let returns = [Returns::Wounds, Returns::Models, Returns::ModelsAndWounds, Returns::Everything];
    let times = prop_oneof![2 => Just(vec![]), 1 => Just(vec![0, 1, 2, 1])];
    (0u8..2, 0u16..3, prop::sample::select(returns.to_vec()), times).prop_map(|(dice, plus, returns, times)| {
        let points = if dice == 0 { Amount::fixed(plus) } else { Amount { count: dice, sides: 3, plus } };
        let points = Draw::of(points, Faces::NONE);
        Recovery { what: "heal".to_owned(), points, returns, is_late: false, times }
    })
}

fn build(
    weapons: &[WeaponTable],
    defender: Vec<ModelGroup>,
    leader: Vec<ModelGroup>,
    two: bool,
    taken: u16,
    late: bool,
    between: Option<&Recovery>,
) -> Engagement {
    let mut e = Engagement::default();
    let damage = e.slot("damage");
    let mortal = e.slot("mortal-wounds");
    e.totals = vec![Total { name: "damage", slot: damage }, Total { name: "mortal-wounds", slot: mortal }];
    let body = |name: &str, side, groups: Vec<ModelGroup>, taken| Body { name: name.into(), side, groups, taken };
    let taken = taken.min(defender[0].wounds - 1);
    let shapes = [defender.clone(), leader.clone()];
    e.bodies.push(body("defender", Side::Defender, defender, taken));
    if two {
        e.bodies.push(body("leader", Side::Defender, leader, 0));
    }
    let attacker = e.bodies.len();
    let group = ModelGroup { name: String::new(), models: 2, wounds: 2 };
    e.bodies.push(body("attacker", Side::Attacker, vec![group.clone()], 0));
    let mut deferred = Vec::new();
    for table in weapons {
        if !e.steps.is_empty() {
            between.into_iter().for_each(|recovery| e.step(recovery.clone()));
        }
        let from = e.steps.len();
        let slots = weapon(&mut e, table, attacker);
        let targets: Vec<usize> = (0..attacker).collect();
        let through = e.slot("unsaved");
        let guards = |amount: &Draw, saves: bool| -> Guards {
            targets
                .iter()
                .map(|target| {
                    let guard = |index: usize| guard(table, index + 2 * target, amount, saves);
                    (0..shapes[*target].len()).map(guard).collect()
                })
                .collect()
        };
        let amount = amount(table);
        let mixed = !table.alike && (two || shapes[0].len() > 1);
        let spill = table.spill && !mixed;
        let sorted = table.sorted && !spill && !table.one_by_one;
        e.step(Strike {
            name: "hit",
            input: slots.next,
            bodies: targets[..].into(),
            guards: if sorted { rolled_first(guards(&amount, true)) } else { guards(&amount, true) },
            spill,
            sorted,
            through: Some(through),
            gross: None,
            net: Some(damage),
        });
        e.weapons
            .last_mut()
            .expect("just made")
            .stages
            .push(Stage { name: "unsaved", slots: [through, slots.late][..].into() });
        deferred.push((slots.late, targets.clone(), guards(&amount, false)));
        let back = Guard { save: None, amount: Draw::fixed(2), ignore_on: 6 };
        e.step(Strike {
            name: "back",
            input: slots.back,
            bodies: [attacker][..].into(),
            guards: [[back].into_iter().collect()].into_iter().collect(),
            spill: false,
            sorted: false,
            through: None,
            gross: None,
            net: None,
        });
        if let Some(one) = slots.one {
            let steps = e.steps.split_off(from);
            e.step(Each { name: "one by one", input: slots.start, one, steps });
        }
        if !late {
            deferred.drain(..).for_each(|d| strike_late(&mut e, d, mortal, damage));
        }
    }
    deferred.into_iter().for_each(|d| strike_late(&mut e, d, mortal, damage));
    e
}

fn strike_late(e: &mut Engagement, (input, bodies, guards): (Slot, Vec<usize>, Guards), mortal: Slot, damage: Slot) {
    e.step(Strike {
        name: "late",
        input,
        bodies: bodies[..].into(),
        guards,
        spill: false,
        sorted: false,
        through: None,
        gross: Some(mortal),
        net: Some(damage),
    });
}

/// The same guards, all of which roll the faces of the first again.
fn rolled_first(mut guards: Guards) -> Guards {
    let first = guards.iter().flatten().find_map(|guard| guard.save).map_or(Faces::NONE, |save| save.reroll);
    guards.iter_mut().flatten().filter_map(|guard| guard.save.as_mut()).for_each(|save| save.reroll = first);
    guards
}

struct WeaponSlots {
    start: Slot,
    one: Option<Slot>,
    next: Slot,
    late: Slot,
    back: Slot,
}

/// The rolls of one weapon.
fn weapon(e: &mut Engagement, table: &WeaponTable, attacker: usize) -> WeaponSlots {
    let start = e.start("attacks", table.start);
    let one = table.one_by_one.then(|| e.slot("one"));
    let (next, late, back) = (one.unwrap_or(start), e.slot("late"), e.slot("back"));
    let mut slots = WeaponSlots { start, one, next, late, back };
    let mut stages = vec![Stage { name: "attacks", slots: [start][..].into() }];
    for (index, roll) in table.rolls.iter().enumerate() {
        let (input, next) = (slots.next, e.slot("next"));
        let chance = (table.second_chance && index == 0).then(|| (e.slot("misses"), e.slot("second chance")));
        let row = |tokens: &[u8; 3]| -> TokenRow {
            let slots = [next, slots.late, slots.back];
            let mut row: TokenRow =
                slots.into_iter().zip(tokens).filter(|(_, n)| **n > 0).map(|(s, n)| (s, u16::from(*n))).collect();
            if let (true, Some((misses, _))) = (row.is_empty(), chance) {
                row.push((misses, 1));
            }
            row
        };
        e.step(Roll {
            name: "roll",
            input,
            always: if roll.always > 0 { TokenRow::from([(next, u16::from(roll.always))]) } else { TokenRow::new() },
            times: roll.times,
            sides: roll.sides,
            rerolls: roll.rerolls.map(Faces),
            rows: roll.rows.iter().map(row).collect(),
        });
        if let Some((misses, second)) = chance {
            e.step(Settle::Move { from: misses, to: second, most: 1 });
            e.step(Roll::d6("second chance", second, [Faces::NONE; 2], |face| {
                if face >= 4 { TokenRow::from([(next, 1)]) } else { TokenRow::new() }
            }));
            if one.is_some() {
                e.step(Roll::relay("missed", misses, TokenRow::new()));
            }
        }
        slots.next = next;
        // What is taken one by one is not counted.
        let counted = if one.is_some() { &[][..] } else { &[next][..] };
        stages.push(Stage { name: ["hits", "wounds", "more"][index], slots: counted.into() });
    }
    while stages.len() < 4 {
        stages.push(Stage { name: "none", slots: [][..].into() });
    }
    if let Some((kind, most)) = table.settle {
        settle(e, kind, most, &mut slots, attacker);
    }
    e.weapons.push(WeaponStages { name: "weapon".into(), stages });
    slots
}

fn settle(e: &mut Engagement, kind: u8, most: u16, slots: &mut WeaponSlots, attacker: usize) {
    match kind {
        0 => {
            let test = e.slot("test");
            e.step(Settle::Copy { from: slots.next, out: test, most });
            e.step(Roll::d6("test", test, [Faces::NONE; 2], |face| {
                if face < 3 { TokenRow::from([(slots.late, 1), (slots.back, 1)]) } else { TokenRow::new() }
            }));
        }
        1 => {
            let moved = e.slot("moved");
            e.step(Settle::Move { from: slots.next, to: moved, most });
            e.step(Roll::d6("again", moved, [Faces::only(1), Faces::NONE], |face| {
                if face > 3 { TokenRow::from([(slots.late, 2)]) } else { TokenRow::new() }
            }));
        }
        2 => {
            let shield = e.start("shield", most);
            e.step(Settle::Cancel { from: slots.next, against: shield });
        }
        3 => {
            let (token, again) = (e.start("token", most - 1), e.slot("spent"));
            let next = e.slot("next");
            e.step(Settle::Spend { token, from: slots.next, to: again });
            e.step(Roll::d6("again", again, [Faces::NONE; 2], |face| {
                if face > 3 { TokenRow::from([(next, 1)]) } else { TokenRow::new() }
            }));
            e.step(Roll::relay("kept", slots.next, TokenRow::from([(next, 1)])));
            slots.next = next;
        }
        4 => {
            let (fresh, hurt, next) = (e.slot("fresh"), e.slot("hurt"), e.slot("next"));
            // One range between two others that share a slot.
            let (at, of) = (vec![most, most + 2], vec![0, 1, 0]);
            e.step(Settle::Sort { from: slots.next, body: [0], at, of, into: vec![fresh, hurt] });
            e.step(Roll::relay("fresh", fresh, TokenRow::from([(next, 1)])));
            e.step(Roll::d6("hurt", hurt, [Faces::NONE; 2], |face| {
                if face > 2 { TokenRow::from([(next, 1)]) } else { TokenRow::new() }
            }));
            slots.next = next;
        }
        _ => e.step(Settle::WhileAlive { slot: slots.next, bodies: vec![0, attacker] }),
    }
}

fn amount(table: &WeaponTable) -> Draw {
    let (dice, sides, plus, reroll) = table.amount;
    if dice == 0 {
        return Draw::fixed(plus);
    }
    let reroll = if reroll { Faces::only(1) } else { Faces::NONE };
    Draw { dice, sides, reroll, plus, values: (1..=u16::from(sides)).collect() }
}

fn guard(table: &WeaponTable, index: usize, amount: &Draw, saves: bool) -> Guard {
    let guard = &table.guards[if table.alike { 0 } else { index % 3 }];
    let save = guard.save.filter(|_| saves).map(|(on, reroll)| {
        let reroll = match reroll {
            0 => Faces::NONE,
            1 => Faces::only(1),
            _ => Faces::from(on).others(6),
        };
        Save { on, reroll }
    });
    Guard { save, amount: amount.clone(), ignore_on: guard.ignore_on }
}
