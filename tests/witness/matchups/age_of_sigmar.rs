//! Random match-ups of Age of Sigmar.

use super::conditions::{Facts, condition};
use super::entries::entry;
use super::healing::{self, Heals, Hurt};
use super::{Matchup, Pick, Trial, written};
use crate::witness::Expression;
use crate::witness::age_of_sigmar::{
    Attacker, Change, Characteristic, Context, CriticalAbility, Defender, Reroll, SideMortal, SideTiers, Slaying, Step,
    Weapon, attack,
};

/// What is true for the whole attack.
struct Table {
    shooting: bool,
    monster: bool,
    hero: bool,
    target_flies: bool,
}

const MODELS: u32 = 10;
/// The attackers' Health, which Power Through compares.
const HEALTH: u32 = 5;

pub fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let shooting = pick.one_in(3);
    let (monster, hero, target_flies) = (pick.one_in(2), pick.one_in(3), pick.one_in(3));
    let table = Table { shooting, monster, hero, target_flies };
    let (mut with, mut set, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut defender, target) = target(pick, &table, &mut with, &mut set);
    let charged = !shooting && pick.one_in(2);
    let mut attacker = Attacker { charged, all_out_attack: pick.one_in(4), ..Attacker::default() };
    let mut text = format!(
        "game = \"age-of-sigmar\"\nname = \"Attacker\"\nmodels = {MODELS}\nhealth = {HEALTH}\nsave = \"-\"\nkeywords = [\"WIZARD (2)\"]\n"
    );
    for index in 0..pick.from(1, 3) {
        let (weapon, lines) = weapon(pick, index, &table);
        attacker.weapons.push(weapon);
        text.push_str(&lines);
    }
    if charged {
        with.push(pick.of(&["charged", "counter-charge", "forward to victory"]).to_owned());
    }
    if attacker.all_out_attack {
        with.push("all-out attack".to_owned());
    }
    friendly(pick, &mut attacker.weapons, &mut with);
    numbers(pick, &mut attacker.weapons, &mut with);
    hostile(pick, &attacker, &table, &mut with, &mut rulings).into_iter().for_each(|change| {
        attacker.weapons.iter_mut().for_each(|weapon| change.reach(weapon));
    });
    let facts = Facts {
        own: vec![
            ("WIZARD", true),
            ("charged", charged),
            ("damaged", false),
            ("melee", !shooting),
            ("shooting", shooting),
            ("models 10+", true),
            ("models 11+", false),
        ],
        target: vec![
            ("MONSTER", table.monster),
            ("HERO", table.hero),
            ("FLY", table.target_flies),
            ("models 5+", defender.models >= 5),
            ("damage 2+", defender.allocated >= 2),
            ("damaged", defender.allocated > 0),
            ("charged", false),
        ],
    };
    let mut target = target;
    abilities(pick, &mut attacker.weapons, &facts, [&mut text, &mut target]);
    beside(pick, &mut attacker, &defender, &table, &mut with);
    warscrolls(pick, &mut attacker, &mut defender, &mut with);
    let healing = healing::entries(pick, (true, false), &mut target);
    let context = context(pick, &mut rulings);
    defender.wards.retain(|ward| *ward < 7);
    prices(pick, &mut attacker, &mut defender, &mut with);
    let facts = [("charged", charged), ("shooting", shooting), ("target HERO", table.hero)];
    let effects = ["+1 attacks", "+1 rend", "+1 damage", "-1 to wound", "target: -1 to save", "target: ward 5+"];
    let luck = entry(pick, &facts, &effects, &mut with);
    text.push_str(&luck.text);
    let variants =
        luck.variants(&(attacker, defender), |(attacker, defender), effect| hang_on(attacker, defender, effect));
    let play = move |dice: &mut crate::witness::Dice| {
        let (attacker, defender) = &variants[luck.roll(dice)];
        let end = attack(dice, attacker, defender, context);
        let (each, all) = (defender.health, defender.models * defender.health);
        let hurt = Hurt { lost: end.slain * each + end.allocated, each, all };
        Trial {
            attacker_wounds_lost: end.attacker_mortal.min(MODELS * HEALTH),
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: end.slain,
            wounds_left: healing.left(dice, hurt, Heals::TheHurtModel, |_| 0),
            stages: [end.attacks, end.hits, end.critical_hits, end.wounds, end.unsaved, 0],
            ..Trial::default()
        }
    };
    let stages = &["attacks", "hits", "critical-hits", "wounds", "unsaved"];
    Matchup { attacker: text, defender: target, with, set, rulings, stages, play: Box::new(play) }
}

/// What an entry of the attacker does; what is friendly does not reach Companion weapons.
fn hang_on(attacker: &mut Attacker, defender: &mut Defender, effect: &str) {
    let change = |characteristic| Change { characteristic, step: Step::Add(1), friendly: true };
    match effect {
        "target: -1 to save" => defender.save_modifiers.push(-1),
        "target: ward 5+" => defender.wards.push(5),
        _ => {}
    }
    for weapon in &mut attacker.weapons {
        match effect {
            "+1 attacks" => weapon.changes.push(change(Characteristic::Attacks)),
            "+1 rend" => weapon.changes.push(change(Characteristic::Rend)),
            "+1 damage" => weapon.changes.push(change(Characteristic::Damage)),
            "-1 to wound" => weapon.friendly_wound_modifiers.push(-1),
            _ => {}
        }
    }
}

/// What the dice of an attack bring upon the attacker.
fn prices(pick: &mut Pick, attacker: &mut Attacker, defender: &mut Defender, with: &mut Vec<String>) {
    if pick.one_in(6) {
        let (face, points) = (pick.from(1, 2), pick.from(1, 3));
        attacker.price = Some((face as i32, points));
        with.push(format!("suffer {points} mortal on hits of {face}"));
    }
    if pick.one_in(6) {
        let (face, points) = (pick.from(5, 6), pick.from(1, 2));
        defender.thorns = Some((face as i32, points));
        with.push(format!("strike back {points} mortal on saves of {face}"));
    }
    for who in ["suffer", "strike back"] {
        if pick.one_in(8) {
            let (needed, points) = (pick.of(&[1, 3, 5]), pick.of(&[Expression::fixed(2), Expression::dice(1, 3, 0)]));
            attacker.prices_after.push((needed, points));
            let on = if needed > 1 { format!(" on {needed}+") } else { String::new() };
            with.push(format!("{who} {} mortal{on}", written(&points).trim_matches('"')));
        }
    }
}

/// Mortal damage on the side, and what comes after the attack.
fn beside(pick: &mut Pick, attacker: &mut Attacker, defender: &Defender, table: &Table, with: &mut Vec<String>) {
    let mut side = |text: String, dice: Expression, threshold: u32, mortal: Expression| {
        with.push(text);
        attacker.side_mortal.push(SideMortal { dice, threshold: threshold as i32, mortal });
    };
    let bare = |amount: &Expression| written(amount).trim_matches('"').to_owned();
    if pick.one_in(6) {
        let (dice, threshold, mortal) = (pick.amount(6), pick.from(2, 6), pick.amount(2));
        side(format!("{} dice: {threshold}+ -> {} mortal", bare(&dice), bare(&mortal)), dice, threshold, mortal);
    }
    if pick.one_in(8) {
        let text = "1 dice per model: 5+ -> 1 mortal".to_owned();
        side(text, Expression::fixed(MODELS as i32), 5, Expression::fixed(1));
    }
    if pick.one_in(8) {
        let mortal = pick.amount(3);
        side(format!("{} mortal damage", bare(&mortal)), Expression::fixed(1), 1, mortal);
    }
    let (one, d3) = (Expression::fixed(1), Expression::dice(1, 3, 0));
    // AOS-CMD-8.0: after a charge, against lower Health. AOS-14.1: the target retreats.
    if attacker.charged && defender.health < HEALTH && pick.one_in(4) {
        with.push("power through".to_owned());
        attacker.side_mortal.push(SideMortal { dice: one, threshold: 1, mortal: d3 });
    }
    if pick.one_in(8) {
        with.push("target retreats".to_owned());
        attacker.side_mortal.push(SideMortal { dice: one, threshold: 1, mortal: d3 });
    }
    // AOS-TER-1.2b: D3 on a 1, which is as likely as on a 6.
    if table.hero && pick.one_in(6) {
        with.push("place of power".to_owned());
        attacker.side_mortal.push(SideMortal { dice: one, threshold: 6, mortal: d3 });
    }
}

/// What warscrolls do to wards, saves and models besides.
fn warscrolls(pick: &mut Pick, attacker: &mut Attacker, defender: &mut Defender, with: &mut Vec<String>) {
    let mut said = |pick: &mut Pick, odds: u32, text: &str| {
        let holds = pick.one_in(odds);
        with.extend(holds.then(|| text.to_owned()));
        holds
    };
    let one = Some(Expression::fixed(1));
    let (d3, shown) = (Some(Expression::dice(1, 3, 0)), None);
    for (text, dice, sides, per_target_model, tiers) in [
        ("1 dice: 2+ -> that much mortal", 1, 6, false, vec![(2, shown)]),
        ("2 D3 dice: 2+ -> that much mortal", 2, 3, false, vec![(2, shown)]),
        (
            "2 dice: 2+ -> 1 mortal, 4+ -> D3 mortal, 6+ -> that much mortal",
            2,
            6,
            false,
            vec![(2, one), (4, d3), (6, shown)],
        ),
        ("1 dice per target model: 5+ -> 1 mortal", 1, 6, true, vec![(5, one)]),
    ] {
        if said(pick, 10, text) {
            attacker.side_tiers.push(SideTiers { dice, sides, per_target_model, per_target_health: false, tiers });
        }
    }
    if said(pick, 10, "1 dice per target health: 4+ -> 1 mortal") {
        let tiers = vec![(4, Some(Expression::fixed(1)))];
        let side = SideTiers { dice: 1, sides: 6, per_target_model: false, per_target_health: true, tiers };
        attacker.side_tiers.push(side);
    }
    // A friendly effect does not reach Companion weapons.
    if !attacker.weapons.iter().any(|weapon| weapon.companion) {
        let (two, die) = (Expression::fixed(2), Expression::dice(1, 3, 0));
        for (text, points) in [("each hit inflicts 2 mortal", two), ("each hit inflicts D3 mortal", die)] {
            if attacker.hits_inflict.is_none() && said(pick, 16, text) {
                attacker.hits_inflict = Some(points);
            }
        }
    }
    attacker.ward_worse = i32::from(said(pick, 6, "-1 to ward"));
    defender.ward_better = i32::from(said(pick, 8, "+1 to ward"));
    attacker.no_ward = said(pick, 8, "no ward");
    attacker.ignores_save_bonuses = said(pick, 6, "ignore positive save modifiers");
    match pick.from(0, 8) {
        0 if said(pick, 1, "ignore save modifiers") => {
            (defender.ignores_save_penalties, defender.ignores_save_bonuses) = (true, true);
        }
        1 => defender.ignores_save_penalties = said(pick, 1, "ignore negative save modifiers"),
        _ => {}
    }
    // Which dice are worth rolling again is another question then.
    let again = attacker.weapons.iter().any(|weapon| weapon.reroll_wound != Reroll::None);
    let companion = attacker.weapons.iter().any(|weapon| weapon.companion);
    if !again && pick.one_in(5) {
        defender.wounded_only_on = pick.from(2, 6) as i32;
        said(pick, 1, &format!("wounded only on {}+", defender.wounded_only_on));
    }
    if !again && pick.one_in(8) {
        let on = pick.from(2, 6) as i32;
        if defender.wounded_only_on == 1 && !companion && said(pick, 1, &format!("wounds on {on}+")) {
            attacker.weapons.iter_mut().for_each(|weapon| weapon.always_wounds_on = on);
        }
    }
    if pick.one_in(8) {
        defender.hit_only_on = pick.from(2, 6) as i32;
        said(pick, 1, &format!("hit only on {}+", defender.hit_only_on));
    }
    defender.ignores_first_point = said(pick, 6, "ignore first damage");
    let (d6, two) = (Expression::dice(1, 6, 0), Expression::dice(2, 6, 0));
    for (text, slaying) in [
        ("slay 1 model on 5+", Slaying::Reaching(5)),
        ("slay 1 model if D6 > health", Slaying::AboveHealth(d6)),
        ("slay 1 model if 2D6 > health", Slaying::AboveHealth(two)),
        ("slay 1 model if D6 >= health", Slaying::ReachingHealth(d6, 1)),
        ("slay 1 model if 2D6 >= double health", Slaying::ReachingHealth(two, 2)),
    ] {
        if said(pick, 10, text) {
            attacker.slays.push(slaying);
        }
    }
}

/// `[[ability]]` entries of both units that hold under a random condition. What holds twice under one name counts once
/// (AOS-5.3).
fn abilities(pick: &mut Pick, weapons: &mut [Weapon], facts: &Facts, [attacker, target]: [&mut String; 2]) {
    let change = |characteristic, by, friendly| Change { characteristic, step: Step::Add(by), friendly };
    // Of Companion weapons or of all others: what speaks of them reaches them (AOS-20.0).
    let of_weapons = |pick: &mut Pick, when: &str| {
        let whose = pick.of(&["", "", "\"companion weapon\"", "\"not companion weapon\""]);
        let all: Vec<&str> = [when, whose].into_iter().filter(|entry| !entry.is_empty()).collect();
        (whose, all.join(", "))
    };
    let is_meant = |whose: &str, weapon: &Weapon| whose.is_empty() || weapon.companion != whose.contains("not");
    let write = |pick: &mut Pick, text: &mut String, head: &str, when: &str, effect: &str| {
        for _ in 0..pick.of(&[1, 1, 2]) {
            text.push_str(&format!("[[ability]]\nname = \"{head}\nwhen = [{when}]\neffects = [\"{effect}\"]\n"));
        }
    };
    for name in ["Fury", "Hunter"] {
        if !pick.one_in(2) {
            continue;
        }
        let (when, holds) = condition(pick, facts);
        let effect = pick.of(&["+1 to hit", "+1 attacks", "+1 rend", "-1 to wound"]);
        let (whose, when) = of_weapons(pick, &when);
        write(pick, attacker, &format!("{name}\""), &when, effect);
        for weapon in weapons.iter_mut().filter(|weapon| holds && is_meant(whose, weapon)) {
            let friendly = whose.is_empty();
            match effect {
                "+1 to hit" if friendly => weapon.friendly_hit_modifiers.push(1),
                "+1 to hit" => weapon.other_hit_modifiers.push(1),
                "-1 to wound" => weapon.friendly_wound_modifiers.push(-1),
                "+1 attacks" => weapon.changes.push(change(Characteristic::Attacks, 1, friendly)),
                _ => weapon.changes.push(change(Characteristic::Rend, 1, friendly)),
            }
        }
    }
    if pick.one_in(3) {
        let (when, holds) = condition(pick, &facts.mirrored());
        let (whose, when) = of_weapons(pick, &when);
        write(pick, target, "Dread\"\nagainst = true", &when, "-1 to hit");
        let struck = weapons.iter_mut().filter(|weapon| holds && is_meant(whose, weapon));
        struck.for_each(|weapon| weapon.other_hit_modifiers.push(-1));
    }
}

fn target(pick: &mut Pick, table: &Table, with: &mut Vec<String>, set: &mut Vec<String>) -> (Defender, String) {
    let (models, health) = (pick.of(&[1, 3, 5, 10]), pick.from(1, 6));
    let save = if pick.one_in(6) { None } else { Some(pick.from(2, 6) as i32) };
    let ward = if pick.one_in(2) { pick.from(4, 6) as i32 } else { 7 };
    let mut defender = Defender { models, health, save, wards: vec![ward], ..Defender::default() };
    if pick.one_in(3) && health > 1 {
        defender.allocated = pick.from(1, health - 1);
        set.push(format!("defender.damage={}", defender.allocated));
    }
    for (text, modifier) in [("all-out defence", 1), ("+1 to save", 1), ("-1 to save", -1)] {
        if pick.one_in(4) {
            with.push(text.to_owned());
            defender.save_modifiers.push(modifier);
        }
    }
    for (text, step) in
        [("improve save by 1", Step::Add(-1)), ("worsen save by 2", Step::Add(2)), ("set save to 4+", Step::Set(4))]
    {
        if save.is_some() && pick.one_in(8) {
            with.push(text.to_owned());
            defender.save_changes.push(step);
        }
    }
    if pick.one_in(8) {
        with.push("ward 5+".to_owned());
        defender.wards.push(5);
    }
    let again = [("reroll saves of 1", Reroll::Value(1)), ("reroll failed saves", Reroll::Failed)];
    if let Some((text, policy)) = again.get(pick.from(0, 6) as usize) {
        with.push((*text).to_owned());
        defender.reroll_save = *policy;
    }
    let line = |key: &str, value: i32| if value < 7 { format!("{key} = \"{value}+\"\n") } else { String::new() };
    let mut keywords = vec![if table.monster { "\"MONSTER\"" } else { "\"INFANTRY\"" }.to_owned()];
    keywords.extend(table.hero.then_some("\"HERO\"".to_owned()));
    keywords.extend(table.target_flies.then_some("\"FLY\"".to_owned()));
    // AOS-18.1: a ward printed among the keywords is one more ward.
    if pick.one_in(4) {
        let ward = pick.from(4, 6);
        defender.wards.push(ward as i32);
        keywords.push(format!("\"WARD ({ward}+)\""));
    }
    let text = format!(
        "game = \"age-of-sigmar\"\nname = \"Target\"\nmodels = {models}\nhealth = {health}\nsave = \"{}\"\n{}keywords = [{}]\n",
        save.map_or("-".to_owned(), |save| format!("{save}+")),
        line("ward", ward),
        keywords.join(", "),
    );
    (defender, text)
}

fn weapon(pick: &mut Pick, index: u32, table: &Table) -> (Weapon, String) {
    let bearers = pick.from(1, 10);
    let mut weapon = Weapon {
        bearers,
        champions: pick.from(0, 2).min(bearers),
        attacks: pick.amount(3),
        hit: pick.from(2, 6) as i32,
        wound: pick.from(2, 6) as i32,
        rend: pick.from(0, 3) as i32,
        damage: pick.amount(3),
        charge: pick.one_in(4),
        companion: pick.one_in(5),
        rerolls_are_friendly: true,
        ..Weapon::default()
    };
    let mut abilities = Vec::new();
    for (has, name) in [(weapon.charge, "Charge (+1 Damage)"), (weapon.companion, "Companion")] {
        if has {
            abilities.push(name);
        }
    }
    if pick.one_in(4) {
        abilities.push("Anti-MONSTER (+1 Rend)");
        weapon.anti_rend = i32::from(table.monster);
    }
    (weapon.critical, _) = match pick.from(0, 5) {
        0 => (CriticalAbility::TwoHits, abilities.push("Crit (2 Hits)")),
        1 => (CriticalAbility::AutoWound, abilities.push("Crit (Auto-wound)")),
        2 | 3 => (CriticalAbility::Mortal, abilities.push("Crit (Mortal)")),
        _ => (CriticalAbility::None, ()),
    };
    let mut chosen = "";
    // AMB-31: of two the attacker picks one beforehand; here the second.
    if weapon.critical == CriticalAbility::TwoHits && pick.one_in(2) {
        abilities.push("Crit (Auto-wound)");
        (weapon.critical, chosen) = (CriticalAbility::AutoWound, "critical = \"Crit (Auto-wound)\"\n");
    }
    let abilities: Vec<String> = abilities.iter().map(|name| format!("\"{name}\"")).collect();
    let lines = format!(
        "[[weapon]]\nname = \"Weapon {index}\"\n{}{chosen}count = {bearers}\nchampions = {}\nattacks = {}\nhit = \"{}+\"\nwound = \"{}+\"\nrend = {}\ndamage = {}\nabilities = [{}]\n",
        if table.shooting { "range = 12\n" } else { "" },
        weapon.champions,
        written(&weapon.attacks),
        weapon.hit,
        weapon.wound,
        weapon.rend,
        written(&weapon.damage),
        abilities.join(", "),
    );
    (weapon, lines)
}

/// Help from the attacker's own side: Companion shuts it out.
fn friendly(pick: &mut Pick, weapons: &mut [Weapon], with: &mut Vec<String>) {
    let mut each = |text: &str, change: &dyn Fn(&mut Weapon)| {
        with.push(text.to_owned());
        weapons.iter_mut().for_each(change);
    };
    if pick.one_in(4) {
        each("+1 to hit", &|weapon| weapon.friendly_hit_modifiers.push(1));
    }
    if pick.one_in(4) {
        each("+1 to wound", &|weapon| weapon.friendly_wound_modifiers.push(1));
    }
    match pick.from(0, 5) {
        0 => each("reroll hits of 1", &|weapon| weapon.reroll_hit = Reroll::Value(1)),
        1 => each("reroll failed hits", &|weapon| weapon.reroll_hit = Reroll::Failed),
        2 => each("reroll non-critical hits", &|weapon| weapon.reroll_hit = Reroll::NonCritical),
        _ => {}
    }
    match pick.from(0, 5) {
        0 => each("reroll wounds of 1", &|weapon| weapon.reroll_wound = Reroll::Value(1)),
        1 => each("reroll failed wounds", &|weapon| weapon.reroll_wound = Reroll::Failed),
        _ => {}
    }
    if pick.one_in(6) {
        each("reroll damage of 1", &|weapon| weapon.reroll_damage_ones = true);
    }
    if pick.one_in(5) {
        each("critical hits on 5+", &|weapon| weapon.critical_on = if weapon.companion { 6 } else { 5 });
    }
    if pick.one_in(6) {
        each("2 mortal on critical hits", &|weapon| {
            weapon.extra_mortal_on_critical = Expression::fixed(if weapon.companion { 0 } else { 2 });
        });
    }
    let change = |characteristic, step| Change { characteristic, step, friendly: true };
    if pick.one_in(5) {
        each("+1 attacks", &|weapon| weapon.changes.push(change(Characteristic::Attacks, Step::Add(1))));
    }
    if pick.one_in(6) {
        each("double attacks", &|weapon| weapon.changes.push(change(Characteristic::Attacks, Step::Multiply(2))));
    }
    if pick.one_in(6) {
        each("+1 rend", &|weapon| weapon.changes.push(change(Characteristic::Rend, Step::Add(1))));
    }
}

/// Hit, Wound and Rend themselves, in any order of saying (AOS-27.0).
fn numbers(pick: &mut Pick, weapons: &mut [Weapon], with: &mut Vec<String>) {
    let all = [
        ("improve hit by 1", Characteristic::Hit, Step::Add(-1)),
        ("worsen hit by 2", Characteristic::Hit, Step::Add(2)),
        ("set hit to 4+", Characteristic::Hit, Step::Set(4)),
        ("improve wound by 2", Characteristic::Wound, Step::Add(-2)),
        ("set wound to 3+", Characteristic::Wound, Step::Set(3)),
        ("set rend to 2", Characteristic::Rend, Step::Set(2)),
        ("-2 rend", Characteristic::Rend, Step::Add(-2)),
        ("-2 attacks", Characteristic::Attacks, Step::Add(-2)),
        ("set damage to 2", Characteristic::Damage, Step::Set(2)),
    ];
    for (text, characteristic, step) in all {
        if pick.one_in(10) {
            with.push(text.to_owned());
            let change = Change { characteristic, step, friendly: true };
            weapons.iter_mut().for_each(|weapon| weapon.changes.push(change));
        }
    }
}

/// Something hostile: it reaches every weapon, Companions too.
enum Hostile {
    Hit(i32),
    Wound(i32),
    Damage(Step),
}

impl Hostile {
    fn reach(&self, weapon: &mut Weapon) {
        match self {
            Self::Hit(by) => weapon.other_hit_modifiers.push(*by),
            Self::Wound(by) => weapon.other_wound_modifiers.push(*by),
            Self::Damage(step) => {
                let characteristic = Characteristic::Damage;
                weapon.changes.push(Change { characteristic, step: *step, friendly: false });
            }
        }
    }
}

fn hostile(
    pick: &mut Pick,
    attacker: &Attacker,
    table: &Table,
    with: &mut Vec<String>,
    rulings: &mut Vec<String>,
) -> Vec<Hostile> {
    let mut all = Vec::new();
    if pick.one_in(4) {
        with.push("cover".to_owned());
        // AMB-4: who charged or flies is exempt, if a ruling says whose charge counts. The attackers do not fly.
        let exempt = match pick.from(0, 5) {
            0 => Some(("attacker", attacker.charged)),
            1 => Some(("target", table.target_flies)),
            _ => None,
        };
        rulings.extend(exempt.map(|(who, _)| format!("cover-exemption={who}")));
        if !exempt.is_some_and(|(_, exempt)| exempt) {
            all.push(Hostile::Hit(-1));
        }
    }
    if table.shooting && pick.one_in(3) {
        with.push("guarded hero".to_owned());
        // AOS-25.0: a Hero, but no Monster.
        if table.hero && !table.monster {
            all.push(Hostile::Hit(-1));
        }
    }
    if table.shooting && !attacker.all_out_attack && pick.one_in(3) {
        with.push("covering fire".to_owned());
        all.push(Hostile::Hit(-1));
    }
    for (odds, text, change) in [
        (5, "-2 to hit", Hostile::Hit(-2)),
        (5, "-1 to wound", Hostile::Wound(-1)),
        (5, "-1 damage", Hostile::Damage(Step::Add(-1))),
        (8, "-1 damage to target", Hostile::Damage(Step::Add(-1))),
        (8, "halve damage", Hostile::Damage(Step::Divide(2))),
    ] {
        if pick.one_in(odds) {
            with.push(text.to_owned());
            all.push(change);
        }
    }
    all
}

fn context(pick: &mut Pick, rulings: &mut Vec<String>) -> Context {
    let mut context = Context::default();
    if pick.one_in(6) {
        context.critical_always_hits = false;
        rulings.push("critical-always-hits=no".to_owned());
    }
    if pick.one_in(6) {
        context.rend_inside_cap = false;
        rulings.push("save-cap=before-rend".to_owned());
    }
    if pick.one_in(6) {
        context.failed_is_unmodified = true;
        rulings.push("reroll-failed=unmodified".to_owned());
    }
    if pick.one_in(6) {
        context.mortal_uses_modified_damage = false;
        rulings.push("mortal-crit-damage=printed".to_owned());
    }
    context
}
