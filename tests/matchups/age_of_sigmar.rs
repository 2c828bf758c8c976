//! Random match-ups of Age of Sigmar.

use super::{Matchup, Pick, Trial, written};
use crate::referee::Expression;
use crate::referee::age_of_sigmar::{
    Attacker, Change, Characteristic, Context, CriticalAbility, Defender, Reroll, SideMortal, Step, Weapon, attack,
};

pub(crate) fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let monster = pick.one_in(2);
    let (mut with, mut set, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut defender, target) = target(pick, monster, &mut with, &mut set);
    let mut attacker = Attacker { charged: pick.one_in(2), all_out_attack: pick.one_in(4), ..Attacker::default() };
    let mut text = "game = \"age-of-sigmar\"\nname = \"Attacker\"\nmodels = 10\nhealth = 1\nsave = \"-\"\n".to_owned();
    for index in 0..pick.from(1, 3) {
        let (weapon, table) = weapon(pick, index, monster);
        attacker.weapons.push(weapon);
        text.push_str(&table);
    }
    for (holds, situation) in [(attacker.charged, "charged"), (attacker.all_out_attack, "all-out attack")] {
        if holds {
            with.push(situation.to_owned());
        }
    }
    friendly(pick, &mut attacker.weapons, &mut with);
    hostile(pick, &mut attacker.weapons, &mut with);
    if pick.one_in(6) {
        let (dice, threshold, mortal) = (pick.from(1, 6), pick.from(2, 6), pick.amount(2));
        with.push(format!("{dice} dice: {threshold}+ -> {} mortal", written(&mortal).trim_matches('"')));
        attacker.side_mortal.push(SideMortal {
            dice: Expression::fixed(dice as i32),
            threshold: threshold as i32,
            mortal,
        });
    }
    let context = context(pick, &mut rulings);
    defender.wards.retain(|ward| *ward < 7);
    let play = move |dice: &mut crate::referee::Dice| {
        let end = attack(dice, &attacker, &defender, context);
        Trial {
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: end.slain,
            stages: [end.attacks, end.hits, end.critical_hits, end.wounds, end.unsaved, 0],
            ..Trial::default()
        }
    };
    let stages = &["attacks", "hits", "critical-hits", "wounds", "unsaved"];
    Matchup { attacker: text, defender: target, with, set, rulings, stages, play: Box::new(play) }
}

fn target(pick: &mut Pick, monster: bool, with: &mut Vec<String>, set: &mut Vec<String>) -> (Defender, String) {
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
    match pick.from(0, 6) {
        0 => (defender.reroll_save, with.push("reroll saves of 1".to_owned())).1,
        1 => (defender.reroll_save, with.push("reroll failed saves".to_owned())).1,
        _ => {}
    }
    defender.reroll_save = match with.last().map(String::as_str) {
        Some("reroll saves of 1") => Reroll::Value(1),
        Some("reroll failed saves") => Reroll::Failed,
        _ => Reroll::None,
    };
    let line = |key: &str, value: i32| if value < 7 { format!("{key} = \"{value}+\"\n") } else { String::new() };
    let text = format!(
        "game = \"age-of-sigmar\"\nname = \"Target\"\nmodels = {models}\nhealth = {health}\nsave = \"{}\"\n{}keywords = [\"{}\"]\n",
        save.map_or("-".to_owned(), |save| format!("{save}+")),
        line("ward", ward),
        if monster { "MONSTER" } else { "INFANTRY" },
    );
    (defender, text)
}

fn weapon(pick: &mut Pick, index: u32, monster: bool) -> (Weapon, String) {
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
        weapon.anti_rend = i32::from(monster);
    }
    (weapon.critical, _) = match pick.from(0, 5) {
        0 => (CriticalAbility::TwoHits, abilities.push("Crit (2 Hits)")),
        1 => (CriticalAbility::AutoWound, abilities.push("Crit (Auto-wound)")),
        2 | 3 => (CriticalAbility::Mortal, abilities.push("Crit (Mortal)")),
        _ => (CriticalAbility::None, ()),
    };
    let abilities: Vec<String> = abilities.iter().map(|name| format!("\"{name}\"")).collect();
    let table = format!(
        "[[weapon]]\nname = \"Weapon {index}\"\ncount = {bearers}\nchampions = {}\nattacks = {}\nhit = \"{}+\"\nwound = \"{}+\"\nrend = {}\ndamage = {}\nabilities = [{}]\n",
        weapon.champions,
        written(&weapon.attacks),
        weapon.hit,
        weapon.wound,
        weapon.rend,
        written(&weapon.damage),
        abilities.join(", "),
    );
    (weapon, table)
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

/// What hurts the attacker reaches every weapon.
fn hostile(pick: &mut Pick, weapons: &mut [Weapon], with: &mut Vec<String>) {
    let mut each = |text: &str, change: &dyn Fn(&mut Weapon)| {
        with.push(text.to_owned());
        weapons.iter_mut().for_each(change);
    };
    if pick.one_in(4) {
        each("cover", &|weapon| weapon.other_hit_modifiers.push(-1));
    }
    if pick.one_in(5) {
        each("-2 to hit", &|weapon| weapon.other_hit_modifiers.push(-2));
    }
    if pick.one_in(5) {
        each("-1 to wound", &|weapon| weapon.other_wound_modifiers.push(-1));
    }
    if pick.one_in(5) {
        let step = Step::Add(-1);
        each("-1 damage", &|weapon| {
            weapon.changes.push(Change { characteristic: Characteristic::Damage, step, friendly: false });
        });
    }
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
    context
}
