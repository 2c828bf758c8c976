//! Random match-ups of A Song of Ice & Fire.

use super::entries::entry;
use super::healing::{self, Heals, Hurt};
use super::{Matchup, Pick, Trial, written};
use crate::witness::Expression;
use crate::witness::asoiaf::{
    Arc, Attacker, CAVALRY, Context, Defender, INFANTRY, Reroll, SOLO, Tray, attack, models_and_ranks,
};

pub fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let (mut with, mut set, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut attacker, text) = attacker(pick, &mut with, &mut set);
    let (mut defender, mut target) = defender(pick, &mut with, &mut set);
    let healing = healing::entries(pick, (false, true), &mut target);
    let context = context(pick, &mut with, &mut rulings);
    let (_, own) = models_and_ranks(attacker.tray, attacker.wounds_per_model, attacker.wounds_remaining);
    let (models, enemy) = models_and_ranks(defender.tray, defender.wounds_per_model, defender.wounds_remaining);
    by_ranks(pick, (&mut attacker, own), (&mut defender, enemy), &mut with);
    tokens(pick, &mut attacker, &mut defender, &mut with);
    let mut facts = vec![("melee", !attacker.ranged), ("charge", attacker.charging)];
    // What hangs on ranks that are lost before the attack is refused.
    if attacker.wounds_before == Expression::fixed(0) {
        facts.extend([("ranks 2+", own >= 2), ("fewer ranks", own < enemy), ("more ranks", own > enemy)]);
        facts.extend([("target ranks 3+", enemy >= 3), ("target fewer ranks", enemy < own)]);
        facts.push(("target models 5+", models >= 5));
    }
    let effects =
        ["+2 attacks", "+1 to hit", "Vicious", "target: -1 to save", "target: -1 to morale", "target: halve hits"];
    let luck = entry(pick, &facts, &effects, &mut with);
    let text = format!("{text}{}", luck.text);
    let variants = luck.variants(&(attacker, defender), |(attacker, defender), effect| match effect {
        "+2 attacks" => attacker.extra_dice += 2,
        "+1 to hit" => attacker.hit_modifier += 1,
        "Vicious" => attacker.vicious = true,
        "target: -1 to save" => defender.defense_modifier -= 1,
        "target: -1 to morale" => defender.morale_modifier -= 1,
        _ => defender.halves = true,
    });
    let play = move |dice: &mut crate::witness::Dice| {
        let (attacker, defender) = &variants[luck.roll(dice)];
        let end = attack(dice, attacker, defender, context);
        let (tray, each) = (defender.tray, defender.wounds_per_model);
        let all = tray.models * each;
        let hurt = Hurt { lost: all - defender.wounds_remaining + end.wounds_lost, each, all };
        let ranks_gone = |lost: u32| tray.ranks - models_and_ranks(tray, each, all - lost).1;
        let wounds_left = healing.left(dice, hurt, Heals::Everything, ranks_gone);
        Trial {
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: end.models_lost,
            wounds_left,
            attacker_wounds_lost: end.attacker_wounds_lost,
            panic: [u32::from(end.panic_rolled), u32::from(end.panic_failed)],
            // ASOIAF-HEAL: what comes back brings ranks back.
            ranks: wounds_left.map_or(end.ranks_left, |left| models_and_ranks(tray, each, left).1),
            stages: [end.attacks, end.hits, end.wounds + end.direct_wounds, 0, 0, 0],
            ..Trial::default()
        }
    };
    Matchup {
        attacker: text,
        defender: target,
        with,
        set,
        rulings,
        stages: &["attacks", "hits", "unsaved"],
        play: Box::new(play),
    }
}

/// A tray with some wounds left, as the profile and `--set` write it.
fn body(pick: &mut Pick, whose: &str, set: &mut Vec<String>) -> (Tray, u32, u32, String) {
    let (tray, name) = pick.of(&[(INFANTRY, "infantry"), (INFANTRY, "infantry"), (CAVALRY, "cavalry"), (SOLO, "solo")]);
    let each = if tray == INFANTRY { pick.from(1, 2) } else { pick.from(1, 6) };
    let models = if pick.one_in(2) { tray.models } else { pick.from(1, tray.models) };
    let damage = if pick.one_in(3) { pick.from(0, models * each - 1) } else { 0 };
    if damage > 0 {
        set.push(format!("{whose}.damage={damage}"));
    }
    let text = format!("tray = \"{name}\"\nmodels = {models}\nwounds-per-model = {each}\n");
    (tray, each, models * each - damage, text)
}

fn attacker(pick: &mut Pick, with: &mut Vec<String>, set: &mut Vec<String>) -> (Attacker, String) {
    let (tray, wounds_per_model, wounds_remaining, body) = body(pick, "attacker", set);
    let ranged = pick.one_in(3);
    let mut attacker = Attacker {
        tray,
        wounds_per_model,
        wounds_remaining,
        attack_dice: [pick.from(1, 12) as i32, pick.from(0, 8) as i32, pick.from(0, 5) as i32],
        ranged,
        hit: pick.from(2, 6) as i32,
        charging: !ranged && pick.one_in(3),
        sundering: pick.one_in(3),
        vicious: pick.one_in(3),
        ..Attacker::default()
    };
    let mut abilities = Vec::new();
    for (has, name) in [(attacker.sundering, "\"Sundering\""), (attacker.vicious, "\"Vicious\"")] {
        if has {
            abilities.push(name);
        }
    }
    if attacker.charging {
        with.push("charge".to_owned());
        attacker.disorderly = pick.one_in(4);
        with.extend(attacker.disorderly.then(|| "disorderly".to_owned()));
    }
    if pick.one_in(4) {
        attacker.weakened = Some(1);
        with.push("weakened".to_owned());
    }
    if pick.one_in(4) {
        attacker.extra_hits_per_natural_six = pick.from(1, 3);
        with.push(format!("extra {} hits on 6", attacker.extra_hits_per_natural_six));
    }
    if pick.one_in(4) {
        attacker.natural_six_unsavable = true;
        with.push("no save against 6".to_owned());
    }
    (attacker.reroll, _) = match pick.from(0, 4) {
        0 => (Reroll::Ones, with.push("reroll hits of 1".to_owned())),
        1 => (Reroll::Failures, with.push("reroll failed hits".to_owned())),
        _ => (Reroll::None, ()),
    };
    let printed_hit = attacker.hit;
    more(pick, &mut attacker, with);
    card(pick, &mut attacker, with);
    let [green, yellow, red] = attacker.attack_dice;
    let text = format!(
        "game = \"asoiaf\"\nname = \"Attacker\"\ndefense = \"4+\"\nmorale = \"6+\"\n{body}[[attack]]\nname = \"Weapon\"\ntype = \"{}\"\nhit = \"{}+\"\ndice = [{green}, {yellow}, {red}]\nabilities = [{}]\n",
        if ranged { pick.of(&["short", "long"]) } else { "melee" },
        printed_hit,
        abilities.join(", "),
    );
    (attacker, text)
}

/// Modifiers, hits and wounds without dice, and what the attacker suffers.
fn more(pick: &mut Pick, attacker: &mut Attacker, with: &mut Vec<String>) {
    for modifier in [1, -1, -2] {
        if pick.one_in(5) {
            attacker.hit_modifier += modifier;
            with.push(format!("{modifier:+} to hit"));
        }
    }
    for dice in [3, -2] {
        if pick.one_in(6) {
            attacker.extra_dice += dice;
            with.push(format!("{dice:+} attacks"));
        }
    }
    if pick.one_in(6) {
        attacker.extra_dice += 2;
        with.push("marked".to_owned());
    }
    let bare = |amount: &Expression| written(amount).trim_matches('"').to_owned();
    if pick.one_in(4) {
        attacker.automatic_hits = pick.amount(3);
        with.push(format!("{} automatic hits", bare(&attacker.automatic_hits)));
    }
    if pick.one_in(4) {
        attacker.direct_wounds = pick.amount(2);
        with.push(format!("{} direct wounds", bare(&attacker.direct_wounds)));
    }
    if !attacker.ranged && pick.one_in(6) {
        (attacker.sundering, attacker.vicious) = (true, true);
        attacker.self_damage = Expression::dice(1, 3, 0);
        with.push("objective b".to_owned());
    } else if pick.one_in(8) {
        attacker.self_damage = Expression::dice(1, 3, 1);
        with.push("inside dangerous".to_owned());
    }
}

/// Modifiers and wounds for each rank that is left or gone; `own` and `enemy` are the ranks that are left.
fn by_ranks(
    pick: &mut Pick,
    (attacker, own): (&mut Attacker, u32),
    (defender, enemy): (&mut Defender, u32),
    with: &mut Vec<String>,
) {
    let (own, enemy) = (own as i32, enemy as i32);
    let (gone, enemy_gone) = (attacker.tray.ranks as i32 - own, defender.tray.ranks as i32 - enemy);
    let is_known = attacker.wounds_before == Expression::fixed(0);
    let mut said = |n: u32, text: &str| {
        let holds = pick.one_in(n);
        with.extend(holds.then(|| text.to_owned()));
        holds
    };
    if is_known && said(10, "+1 to hit per destroyed rank") {
        attacker.hit_modifier += gone;
    }
    if said(10, "-1 to hit per enemy rank") {
        attacker.hit_modifier -= enemy;
    }
    if said(10, "+1 to save per destroyed rank") {
        defender.defense_modifier += enemy_gone;
    }
    if said(10, "-1 to morale per rank") {
        defender.morale_per_rank -= 1;
    }
    if is_known && said(10, "1 direct wounds per rank") {
        attacker.direct_wounds.plus += own;
    }
    if said(10, "suffer 1 wounds per enemy rank") {
        attacker.self_damage.plus += enemy;
    }
    if said(10, "+1 panic wounds per destroyed rank") {
        defender.panic_wounds_per_destroyed_rank += 1;
    }
    if said(10, "+1 to morale per destroyed rank") {
        defender.morale_per_destroyed_rank += 1;
    }
}

/// Tokens that abilities bring, or make useless.
fn tokens(pick: &mut Pick, attacker: &mut Attacker, defender: &mut Defender, with: &mut Vec<String>) {
    let mut said = |n: u32, text: &str| {
        let holds = pick.one_in(n);
        with.extend(holds.then(|| text.to_owned()));
        holds
    };
    if said(10, "becomes weakened") {
        attacker.weakened = Some(1);
    }
    if said(10, "target becomes vulnerable") {
        defender.vulnerable = Some(1);
    }
    if said(10, "target becomes panicked") {
        defender.panicked = true;
    }
    if said(10, "ignore weakened") {
        attacker.weakened = None;
    }
    if said(10, "ignore vulnerable") {
        defender.vulnerable = None;
    }
    if said(10, "ignore panicked") {
        defender.panicked = false;
    }
}

/// What cards say: by ranks, without saves, and what comes back.
fn card(pick: &mut Pick, attacker: &mut Attacker, with: &mut Vec<String>) {
    if pick.one_in(5) {
        attacker.dice_per_rank = pick.of(&[1, 2]);
        with.push(format!("+{} attacks per rank", attacker.dice_per_rank));
    }
    if pick.one_in(5) {
        attacker.dice_per_destroyed_rank = pick.of(&[1, -1, 3]);
        with.push(format!("{:+} attacks per destroyed rank", attacker.dice_per_destroyed_rank));
    }
    match pick.from(0, 11) {
        0 | 1 => {
            attacker.highest_dice = true;
            with.push("highest attack dice".to_owned());
        }
        2 => {
            attacker.lowest_dice = true;
            with.push("lowest attack dice".to_owned());
        }
        3 => {
            attacker.more_ranks = pick.of(&[1, -1, 2]);
            with.push(format!("{:+} ranks for attacks", attacker.more_ranks));
        }
        4 => {
            attacker.set_dice = Some(pick.from(2, 9) as i32);
            with.extend(attacker.set_dice.map(|dice| format!("set attacks to {dice}")));
        }
        _ => {}
    }
    match pick.from(0, 11) {
        0 => {
            attacker.hit = (attacker.hit - 1).max(2);
            with.push("improve hit by 1".to_owned());
        }
        1 => {
            attacker.hit += 1;
            with.push("worsen hit by 1".to_owned());
        }
        2 => {
            attacker.hit = 3;
            with.push("set hit to 3+".to_owned());
        }
        _ => {}
    }
    if pick.one_in(10) {
        attacker.self_hits = pick.from(1, 3);
        with.push(format!("suffer {} hits", attacker.self_hits));
    }
    if pick.one_in(5) {
        attacker.hits_per_enemy_rank = pick.from(1, 2);
        with.push(format!("{} automatic hits per enemy rank", attacker.hits_per_enemy_rank));
    }
    if pick.one_in(8) {
        attacker.extra_hits = 1;
        with.push("extra 1 hits on each hit".to_owned());
    }
    if pick.one_in(8) {
        attacker.extra_wounds = 1;
        with.push("extra 1 wounds on each hit".to_owned());
    }
    if pick.one_in(8) {
        let (wounds, per_rank) = (pick.of(&[Expression::fixed(2), Expression::dice(1, 3, 0)]), pick.from(0, 1));
        attacker.instead = Some((wounds, per_rank));
        with.push(format!("{} wounds instead of hits", written(&wounds).trim_matches('"')));
        with.extend((per_rank > 0).then(|| "1 wounds instead of hits per enemy rank".to_owned()));
    }
    if pick.one_in(8) {
        attacker.no_save = true;
        with.push("no save".to_owned());
    }
    if pick.one_in(8) {
        attacker.blocked_only_on = pick.from(5, 6) as i32;
        with.push(format!("blocked only on {}+", attacker.blocked_only_on));
    }
    if pick.one_in(6) {
        attacker.hits_per_miss = 1;
        with.push("suffer 1 hits for each miss".to_owned());
    }
    for (n, text, wounds) in
        [(6, "if panic passed", &mut attacker.wounds_if_passed), (6, "if panic failed", &mut attacker.wounds_if_failed)]
    {
        if pick.one_in(n) {
            *wounds = pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]);
            with.push(format!("suffer {} wounds {text}", written(wounds).trim_matches('"')));
        }
    }
    // Nothing may hang on ranks that are gone by then.
    if pick.one_in(4) && attacker.dice_per_rank == 0 && attacker.dice_per_destroyed_rank == 0 {
        attacker.wounds_before = pick.of(&[Expression::fixed(2), Expression::dice(1, 3, 1), Expression::dice(1, 6, 0)]);
        let text = written(&attacker.wounds_before);
        with.push(format!("suffer {} wounds before attack", text.trim_matches('"')));
    }
    if pick.one_in(6) {
        attacker.wounds_per_one = pick.from(1, 2);
        with.push(format!("suffer {} wounds for each 1", attacker.wounds_per_one));
    }
}

fn defender(pick: &mut Pick, with: &mut Vec<String>, set: &mut Vec<String>) -> (Defender, String) {
    let (tray, wounds_per_model, wounds_remaining, body) = body(pick, "defender", set);
    let mut defender = Defender {
        tray,
        wounds_per_model,
        wounds_remaining,
        defense: if pick.one_in(10) { None } else { Some(pick.from(2, 6) as i32) },
        morale: if pick.one_in(10) { None } else { Some(pick.from(3, 10) as i32) },
        vulnerable: pick.one_in(3).then_some(1),
        panicked: pick.one_in(3),
        morale_reroll: pick.one_in(3),
        ..Defender::default()
    };
    let (printed_defense, printed_morale) = (defender.defense, defender.morale);
    for (has, text) in [
        (defender.vulnerable.is_some(), "vulnerable"),
        (defender.panicked, "panicked"),
        (defender.morale_reroll, "reroll morale"),
    ] {
        with.extend(has.then(|| text.to_owned()));
    }
    (defender.reroll, _) = match pick.from(0, 4) {
        0 => (Reroll::Ones, with.push("reroll saves of 1".to_owned())),
        1 => (Reroll::Failures, with.push("reroll failed saves".to_owned())),
        _ => (Reroll::None, ()),
    };
    for modifier in [1, -1, -2] {
        if pick.one_in(5) {
            defender.defense_modifier += modifier;
            with.push(format!("{modifier:+} to save"));
        }
        if pick.one_in(5) {
            defender.morale_modifier += modifier;
            with.push(format!("{modifier:+} to morale"));
        }
    }
    if pick.one_in(6) {
        defender.panic_wounds_modifier = pick.of(&[-3, -1, 1, 2]);
        with.push(format!("{:+} panic wounds", defender.panic_wounds_modifier));
    }
    if pick.one_in(5) {
        defender.block_hits = pick.from(1, 3);
        with.push(format!("block {} hits", defender.block_hits));
    }
    if pick.one_in(5) {
        defender.block_hits_per_destroyed_rank = 1;
        with.push("block 1 hits per destroyed rank".to_owned());
    }
    if pick.one_in(5) {
        defender.halves = true;
        with.push("halve hits".to_owned());
    }
    match (pick.from(0, 11), defender.defense) {
        (0, Some(defense)) => {
            defender.defense = Some((defense - 1).max(2));
            with.push("improve save by 1".to_owned());
        }
        (1, Some(defense)) => {
            defender.defense = Some(defense + 1);
            with.push("worsen save by 1".to_owned());
        }
        (2, Some(_)) => {
            defender.defense = Some(4);
            with.push("set save to 4+".to_owned());
        }
        _ => {}
    }
    if pick.one_in(12) && defender.morale.is_some() {
        defender.morale = Some(7);
        with.push("set morale to 7+".to_owned());
    }
    if pick.one_in(12) {
        defender.never_panics = true;
        with.push("no panic test".to_owned());
    }
    if pick.one_in(6) {
        defender.most_panic_wounds = Some(pick.from(1, 2) as i32);
        with.extend(defender.most_panic_wounds.map(|most| format!("at most {most} panic wounds")));
    }
    let needs = |value: Option<i32>| value.map_or("-".to_owned(), |value| format!("{value}+"));
    let text = format!(
        "game = \"asoiaf\"\nname = \"Target\"\ndefense = \"{}\"\nmorale = \"{}\"\n{body}",
        needs(printed_defense),
        needs(printed_morale),
    );
    (defender, text)
}

fn context(pick: &mut Pick, with: &mut Vec<String>, rulings: &mut Vec<String>) -> Context {
    let mut context = Context {
        cover: pick.one_in(3),
        fortified: pick.one_in(5),
        horrific: pick.one_in(4),
        inspiring: pick.one_in(4),
        attacker_is_active: !pick.one_in(3),
        ..Context::default()
    };
    (context.arc, _) = match pick.from(0, 3) {
        0 => (Arc::Flank, with.push("flank".to_owned())),
        1 => (Arc::Rear, with.push("rear".to_owned())),
        _ => (Arc::Front, ()),
    };
    for (holds, text) in [
        (context.cover, "cover"),
        (context.fortified, "fortified"),
        (context.horrific, "horrific"),
        (context.inspiring, "inspiring"),
        (!context.attacker_is_active, "defender's turn"),
    ] {
        with.extend(holds.then(|| text.to_owned()));
    }
    if pick.one_in(4) {
        context.direct_wounds_trigger_panic = false;
        rulings.push("direct-wounds-panic=no".to_owned());
    }
    context
}
