//! A die that may be rolled again but never is: the attack must come out as the exact engine has it, which multiplies the
//! same tables in another way.

use warodds::ask::{Request, prepare};
use warodds::dice::{Amount, Draw, Faces};
use warodds::engine::{Outcome, Refusal, exact, multiplied};
use warodds::games::Phase;
use warodds::sequence::{Aim, Body, Engagement, Guard, HeldReroll, ModelGroup, Moment, Roll, Save, Side, Slot};
use warodds::sequence::{Stage, Strike, TokenRow, Total, WeaponStages};

fn alike(what: &str, one: &Outcome, other: &Outcome) {
    let near = |what: &str, a: f64, b: f64| assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{what}: {a} and {b}");
    near(what, one.destroyed(Side::Defender), other.destroyed(Side::Defender));
    for ((name, ours), (_, theirs)) in one.totals.iter().zip(&other.totals) {
        (0..=ours.max().max(theirs.max())).for_each(|k| near(&format!("{what}: {name} {k}"), ours.at(k), theirs.at(k)));
    }
    let (lost, theirs) = (one.wounds_lost(Side::Defender), other.wounds_lost(Side::Defender));
    (0..=lost.max().max(theirs.max())).for_each(|k| near(&format!("{what}: lost {k}"), lost.at(k), theirs.at(k)));
    for (ours, theirs) in one.stages.iter().zip(&other.stages) {
        near(&format!("{what}: {}", ours.name), ours.moments.mean, theirs.moments.mean);
        near(&format!("{what}: spread of {}", ours.name), ours.moments.variance, theirs.moments.variance);
    }
    for (ours, theirs) in one.weapons.iter().zip(&other.weapons) {
        for (ours, theirs) in ours.stages.iter().zip(&theirs.stages) {
            near(&format!("{what}: {} of one weapon", ours.name), ours.moments.mean, theirs.moments.mean);
        }
    }
}

#[test]
fn a_die_that_is_never_used_changes_nothing() {
    let mut compared = 0;
    for (attacker, phase, with) in [
        ("terminators", Phase::Shooting, "half range"),
        ("captain", Phase::Combat, "reroll hits of 1"),
        ("leman-russ-battle-tank", Phase::Shooting, "reroll failed wounds"),
        ("eradicator-squad", Phase::Shooting, "half range"),
        ("howling-banshees", Phase::Combat, "Devastating Wounds"),
    ] {
        for defender in ["custodian-guard", "land-raider", "plague-marines", "boyz"] {
            let request = Request {
                attacker: attacker.to_owned(),
                defender: defender.to_owned(),
                phase: Some(phase),
                with: vec![with.to_owned()],
                ..Request::default()
            };
            let plain = prepare(&request).expect("a shipped pair").engaged.engagement;
            for spared in [spared(&plain, Side::Attacker, &[]), saved_first(spared(&plain, Side::Attacker, &[]))] {
                let Ok(ours) = exact(&spared) else { continue };
                compared += 1;
                alike(&format!("{attacker} at {defender}"), &ours, &exact(&plain).expect("not too large"));
            }
        }
    }
    assert!(compared >= 24, "only {compared} attacks were read");
}

/// One weapon's attacks: fixed and rolled ones, what hits, what wounds, and how each group of the target takes it. A
/// roll that nothing fails is no roll.
struct Blows {
    fixed: u16,
    rolled: Option<Roll>,
    hit: u8,
    wound: u8,
    guards: Vec<Guard>,
    /// Whether a wound roll of 6 is a late hit instead.
    late: bool,
}

fn guard(save: Option<(u8, Faces)>, points: Amount, ignore_on: u8) -> Guard {
    let save = save.map(|(on, reroll)| Save { on, reroll });
    Guard { save, amount: Draw::of(points, Faces::NONE), ignore_on }
}

/// Dice for attacks: each adds what stands at its face.
fn dice_for_attacks(times: u8, faces: [u16; 6]) -> Option<Roll> {
    let rows = faces.map(|n| TokenRow::from([(Slot(0), n)])).to_vec();
    Some(Roll { times, rows, ..Roll::d6("attacks", Slot(0), [Faces::NONE; 2], |_| TokenRow::new()) })
}

/// Several weapons at one target, late hits at the end: they spill, and no save stops them.
fn engagement(groups: &[(u16, u16)], weapons: Vec<Blows>, late: Option<Vec<Guard>>) -> Engagement {
    let mut e = Engagement::default();
    let group = |(models, wounds): &(u16, u16)| ModelGroup { name: String::new(), models: *models, wounds: *wounds };
    let groups = groups.iter().map(group).collect();
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups, taken: 0 });
    let (damage, later) = (e.slot("damage"), e.slot("late hits"));
    e.totals.push(Total { name: "damage", slot: damage });
    let strike = |input: Slot, guards: Vec<Guard>, through: Option<Slot>| Strike {
        guards: std::iter::once(guards.into_iter().collect()).collect(),
        net: Some(damage),
        through,
        spill: false,
        ..Strike::unstopped("damage", input, 0, Draw::one())
    };
    for weapon in weapons {
        let (attacks, hits) = (e.start("attacks", weapon.fixed), e.slot("hits"));
        let (wounds, unsaved) = (e.slot("wounds"), e.slot("unsaved"));
        if let Some(mut roll) = weapon.rolled {
            roll.input = e.start("dice for attacks", 1);
            roll.rows.iter_mut().flat_map(|row| row.iter_mut()).for_each(|(slot, _)| *slot = attacks);
            e.step(roll);
        }
        e.step(match weapon.hit {
            // Nothing is rolled, so nothing is rolled again.
            1 => Roll {
                rerolls: [Faces::only(1), Faces::NONE],
                ..Roll::relay("hit", attacks, TokenRow::from([(hits, 1)]))
            },
            on => Roll::d6("hit", attacks, [Faces::NONE; 2], |face| {
                if face >= on { TokenRow::from([(hits, 1)]) } else { TokenRow::new() }
            }),
        });
        e.step(match weapon.wound {
            1 => Roll::relay("wound", hits, TokenRow::from([(wounds, 1)])),
            on => Roll::d6("wound", hits, [Faces::NONE; 2], |face| match face {
                6 if weapon.late => TokenRow::from([(later, 1)]),
                face if face >= on => TokenRow::from([(wounds, 1)]),
                _ => TokenRow::new(),
            }),
        });
        e.step(strike(wounds, weapon.guards, Some(unsaved)));
        let stages = [("attacks", attacks), ("hits", hits), ("wounds", wounds), ("unsaved", unsaved)];
        let stage = |(name, slot)| Stage { name, slots: std::iter::once(slot).collect() };
        e.weapons.push(WeaponStages { name: "weapon".into(), stages: stages.into_iter().map(stage).collect() });
    }
    if let Some(guards) = late {
        e.step(Strike { spill: true, ..strike(later, guards, None) });
    }
    e
}

fn spared(e: &Engagement, side: Side, moments: &[Moment]) -> Engagement {
    Engagement {
        held_reroll: Some(HeldReroll {
            side,
            moments: moments.to_vec(),
            aim: Aim::default(),
            renewed: Vec::new(),
            saves_first: false,
        }),
        ..e.clone()
    }
}

/// The same die where all saves of a weapon come before its first points.
fn saved_first(mut e: Engagement) -> Engagement {
    e.held_reroll.iter_mut().for_each(|die| die.saves_first = true);
    e
}

/// Points that are ignored, saves that a rule rolls again, and every way in which a weapon comes to its attacks.
#[test]
fn whatever_the_tables_hold_a_die_that_is_never_used_changes_nothing() {
    const NONE: Faces = Faces::NONE;
    let blows = |fixed, rolled, guards| Blows { fixed, rolled, hit: 3, wound: 4, guards, late: false };
    let d3 = Amount::dice(1, 3);
    let ignored = || vec![guard(Some((4, NONE)), d3, 5), guard(Some((3, Faces::only(1))), d3, 7), guard(None, d3, 6)];
    let fresh = |save: u8, reroll: Faces| vec![guard(Some((save, reroll)), Amount::fixed(2), 7)];
    let cases = [
        ("ignored by some", engagement(&[(2, 2), (1, 4), (1, 3)], vec![blows(4, None, ignored())], None)),
        ("saved again", engagement(&[(2, 2)], vec![blows(3, None, fresh(5, Faces::up_to(4)))], None)),
        (
            "rolled and fixed attacks of a second weapon",
            engagement(
                &[(3, 2)],
                vec![blows(2, None, fresh(4, NONE)), blows(1, dice_for_attacks(1, [1, 1, 2, 2, 3, 3]), fresh(5, NONE))],
                None,
            ),
        ),
        (
            "three dice for attacks",
            engagement(&[(2, 2)], vec![blows(0, dice_for_attacks(3, [0, 0, 0, 0, 1, 1]), fresh(4, NONE))], None),
        ),
        (
            "what hits by itself",
            engagement(&[(2, 3)], vec![Blows { hit: 1, ..blows(3, None, vec![guard(None, d3, 5)]) }], None),
        ),
        (
            "late hits that go on from those who ignore points to those who do not",
            engagement(
                &[(2, 1), (1, 3), (2, 1)],
                vec![Blows { late: true, ..blows(4, None, vec![guard(None, Amount::fixed(1), 7); 3]) }],
                Some([5, 7, 6].map(|ignore_on| guard(None, d3, ignore_on)).to_vec()),
            ),
        ),
    ];
    for (what, plain) in cases {
        let ours = exact(&spared(&plain, Side::Attacker, &[])).expect("a shape that is read");
        alike(what, &ours, &exact(&plain).expect("not too large"));
        // Of models that save differently it depends on the points before which of them a save is of.
        match exact(&saved_first(spared(&plain, Side::Attacker, &[]))) {
            Ok(ours) => alike(what, &ours, &exact(&plain).expect("not too large")),
            Err(refusal) => assert_eq!((what, refusal), ("ignored by some", Refusal::HeldReroll)),
        }
    }
}

/// One hit of 1 point, then one of 3 at a model of 3: the second slays alone, so a failed save is kept for it. It
/// slays if the save fails twice, 1/4; else the first save's failure costs 1 point: 3/4 + 3/4 x 1/2 = 9/8 points.
#[test]
fn a_save_is_kept_for_the_hit_that_slays() {
    let sure = |points| {
        let guards = vec![guard(Some((4, Faces::NONE)), Amount::fixed(points), 7)];
        Blows { fixed: 1, rolled: None, hit: 1, wound: 1, guards, late: false }
    };
    let plain = engagement(&[(1, 3)], vec![sure(1), sure(3)], None);
    let outcome = exact(&spared(&plain, Side::Defender, &[Moment::Save])).expect("a shape that is read");
    let near = |what: &str, ours: f64, truth: f64| assert!((ours - truth).abs() < 1e-12, "{what}: {ours}, not {truth}");
    near("slain", outcome.destroyed(Side::Defender), 1.0 / 4.0);
    near("points lost", outcome.wounds_lost(Side::Defender).mean(), 9.0 / 8.0);
}

/// A save that a rule rolls again is not rolled a third time, and late hits come once, after the last weapon.
#[test]
fn tables_of_another_shape_are_refused() {
    let saved = vec![guard(Some((4, Faces::only(1))), Amount::fixed(1), 7)];
    let plain = |guards: Vec<Guard>, late| Blows { fixed: 2, rolled: None, hit: 4, wound: 4, guards, late };
    let again = engagement(&[(1, 3)], vec![plain(saved, false)], None);
    assert!(exact(&spared(&again, Side::Attacker, &[Moment::Hit])).is_ok());
    assert_eq!(exact(&spared(&again, Side::Defender, &[Moment::Save])).err(), Some(Refusal::HeldReroll));
    let open = || vec![guard(None, Amount::fixed(1), 7)];
    for (first, read) in [(false, true), (true, false)] {
        let weapons = vec![plain(open(), first), plain(open(), true)];
        let both = spared(&engagement(&[(1, 3)], weapons, Some(open())), Side::Attacker, &[Moment::Hit]);
        assert_eq!(exact(&both).is_ok(), read, "late hits of the first weapon: {first}");
    }
}

/// The estimate of the work, counted by hand; the target has five states.
///
/// The first weapon has 1 + 1 or 2 attacks. 3 dice of 2 results lie in 4 ways, for hits and for wounds, and 1 die for
/// attacks in 2; each is looked at for 2 x 2 results, eight multiplications each. Then 3 hits from 2 x 5 states, of
/// totals 0 to 6.
///
/// The second begins in 2 x 5 states: 3 ways of 2 hit rolls, 6 of 2 wound rolls with 3 results, 1 without dice for
/// attacks. Its 2 hits come before 0 to 2 late ones, each of 3 results and up to 3 points to ignore; totals reach 6 +
/// 4 x 3.
#[test]
fn the_work_is_counted_before_it_is_done() {
    let first = 4 * 4 + 2;
    let first = first * (2 * 2) * 8 + 3 * (2 * 5) * 7;
    let second = 3 * 6 + 1;
    let second = (2 * 5) * second * (2 * 3) * 8 + 2 * 3 * (2 * 5) * 19 * 3 * 3;
    let work = f64::from(first + second);
    let weapons = vec![
        Blows {
            fixed: 1,
            rolled: dice_for_attacks(1, [1, 1, 1, 2, 2, 2]),
            hit: 4,
            wound: 4,
            guards: vec![guard(None, Amount::fixed(2), 7)],
            late: false,
        },
        Blows {
            fixed: 2,
            rolled: None,
            hit: 4,
            wound: 4,
            guards: vec![guard(None, Amount::dice(1, 3), 5)],
            late: true,
        },
    ];
    let late = Some(vec![guard(None, Amount::fixed(1), 7)]);
    let e = spared(&engagement(&[(1, 4)], weapons, late), Side::Attacker, &[Moment::Hit]);
    assert!(multiplied(&e, work).is_ok());
    assert_eq!(multiplied(&e, work - 1.0).err(), Some(Refusal::HeldReroll));
}
