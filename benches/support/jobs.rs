//! The jobs that are measured, as engagements.

use warodds::ask::{Request, prepare_units};
use warodds::dice::{Amount, Draw, Faces};
use warodds::profile::{Found, Source};
use warodds::sequence::{
    Body, Engagement, Guard, ModelGroup, Roll, Save, Side, Slot, Stage, Step, Strike, TokenRow, Total, WeaponStages,
};

/// Attacks, models, wounds of each and sides of the damage die: the sizes of job whose exact answers are timed.
pub(crate) const SIZES: [(u16, u16, u16, u8); 3] = [(20, 10, 2, 3), (200, 40, 3, 3), (1_000, 100, 10, 6)];

/// 20 attacks (or `attacks`), hit 3+ re-rolling 1s, wound 4+, save 5+, damage D3, ward or Feel No Pain 5+, into
/// `models` models of `wounds`: the plain job. With `all`, criticals also sustain, are lethal and devastate.
pub(crate) fn job(attacks: u16, models: u16, wounds: u16, damage: Amount, spill: bool, all: bool) -> Engagement {
    let mut e = Engagement::default();
    let group = ModelGroup { name: String::new(), models, wounds };
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups: vec![group], taken: 0 });
    let start = e.start("attacks", attacks);
    let [hits, criticals, wounds, critical_wounds, late, unsaved, net] =
        ["hits", "critical-hits", "wounds", "critical-wounds", "late", "unsaved", "damage"].map(|name| e.slot(name));
    e.totals.push(Total { name: "damage", slot: net });
    let mortal = e.slot("mortal-wounds");
    if all {
        e.totals.push(Total { name: "mortal-wounds", slot: mortal });
    }
    e.step(Roll::d6("hit", start, [Faces::only(1), Faces::NONE], |face| match face {
        6 if all => TokenRow::from([(criticals, 1), (wounds, 1), (hits, 1)]),
        6 => TokenRow::from([(criticals, 1), (hits, 1)]),
        3..=5 => TokenRow::from([(hits, 1)]),
        _ => TokenRow::new(),
    }));
    e.step(Roll::d6("wound", hits, [Faces::NONE; 2], |face| match face {
        6 if all => TokenRow::from([(critical_wounds, 1), (late, 1)]),
        6 => TokenRow::from([(critical_wounds, 1), (wounds, 1)]),
        4..=5 => TokenRow::from([(wounds, 1)]),
        _ => TokenRow::new(),
    }));
    let guard = |save| Guard { save, amount: Draw::of(damage, Faces::NONE), ignore_on: 5 };
    let strike = |name, input, save, through, gross| Strike {
        name,
        input,
        bodies: [0][..].into(),
        guards: [[guard(save)].into_iter().collect()].into_iter().collect(),
        spill,
        sorted: false,
        through,
        gross,
        net: Some(net),
    };
    e.step(strike("hit", wounds, Some(Save { on: 5, reroll: Faces::NONE }), Some(unsaved), None));
    if all {
        e.step(strike("devastating", late, None, None, Some(mortal)));
    }
    let stage = |name, slots: &[_]| Stage { name, slots: slots.into() };
    let stages = vec![
        stage("attacks", &[start]),
        stage("hits", &[hits]),
        stage("critical-hits", &[criticals]),
        stage("wounds", &[wounds, late]),
        stage("critical-wounds", &[critical_wounds]),
        stage("unsaved", &[unsaved, late]),
    ];
    e.weapons.push(WeaponStages { name: "weapon".into(), stages });
    e
}

/// The plain job with several weapons, one after the other into the same models: every other one has damage 2.
pub(crate) fn several(weapons: u16, attacks: u16, models: u16, wounds: u16) -> Engagement {
    let mut all = job(attacks, models, wounds, Amount::dice(1, 3), false, false);
    for weapon in 1..weapons {
        let damage = if weapon % 2 == 1 { Amount::fixed(2) } else { Amount::dice(1, 3) };
        let mut next = job(attacks, models, wounds, damage, false, false);
        let (shift, net) = (all.slots.len() as u16, all.totals[0].slot);
        let own = next.totals[0].slot;
        let to = |slot: Slot| if slot == own { net } else { Slot(slot.0 + shift) };
        next.start.iter_mut().for_each(|(slot, _)| *slot = to(*slot));
        for step in &mut next.steps {
            match step {
                Step::Roll(roll) => {
                    roll.input = to(roll.input);
                    roll.rows.iter_mut().flatten().for_each(|(slot, _)| *slot = to(*slot));
                }
                Step::Strike(strike) => {
                    strike.input = to(strike.input);
                    [&mut strike.through, &mut strike.net].into_iter().flatten().for_each(|slot| *slot = to(*slot));
                }
                Step::Settle(_) | Step::Each(_) | Step::Heal(_) => {}
            }
        }
        next.weapons[0].stages.iter_mut().flat_map(|stage| &mut stage.slots).for_each(|slot| *slot = to(*slot));
        all.slots.extend(next.slots);
        all.start.extend(next.start);
        all.steps.extend(next.steps);
        all.weapons.extend(next.weapons);
    }
    all
}

/// The job of twenty attacks with D3 damage into ten models of two wounds.
pub(crate) fn twenty(spill: bool, all: bool) -> Engagement {
    job(20, 10, 2, Amount::dice(1, 3), spill, all)
}

/// 120 attacks hitting on 3+ with Sustained Hits D3, Lethal Hits and Devastating Wounds, wounding on 4+, Damage D6, into
/// twenty models of three wounds with a save of 4+ and Feel No Pain 6+: two profiles, as a person would write them.
pub(crate) fn every_critical() -> Engagement {
    const ATTACKER: &str = r#"
game = "warhammer-40k"
name = "Attacker"
[[model]]
count = 20
toughness = 4
save = "3+"
wounds = 2
[[weapon]]
name = "Weapon"
attacks = 6
skill = "3+"
strength = 4
ap = 0
damage = "D6"
abilities = ["Sustained Hits D3", "Lethal Hits", "Devastating Wounds"]
"#;
    const DEFENDER: &str = r#"
game = "warhammer-40k"
name = "Target"
[[model]]
count = 20
toughness = 4
save = "4+"
wounds = 3
feel-no-pain = "6+"
"#;
    let unit = |text: &str| (Found::of("unit", Source::new("unit.toml", text)), None);
    let prepared = prepare_units(&[unit(ATTACKER)], &unit(DEFENDER), &Request::default());
    prepared.unwrap_or_else(|error| panic!("{error}")).engaged.engagement
}
