//! Random match-ups of Warcry.

use super::entries::entry;
use super::healing::{self, Heals, Hurt};
use super::{Matchup, Pick, Trial};
use crate::witness::warcry::{Action, Attacker, Context, CounterTiming, Defender, Reaction, Reroll, attack};

pub fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let (mut with, mut set, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    let (mut defender, runemarks, mut target) = target(pick, &mut with, &mut set, &mut rulings);
    let healing = healing::entries(pick, (false, false), &mut target);
    let monster = pick.one_in(5);
    let (mut action, weapon) = weapon(pick);
    changes(pick, &mut action, &mut defender, &mut with);
    action.in_cover = said(pick, 3, "cover", &mut with);
    reactions(pick, &mut action, &mut defender, &runemarks, &mut with);
    abilities(pick, &mut action, &mut with);
    let suffers = if pick.one_in(8) { pick.from(1, 6) as i32 } else { 0 };
    with.extend((suffers > 0).then(|| format!("suffer {suffers} damage")));
    let actions = actions(pick, &action, monster, &mut with);
    let first = match pick.from(0, 11) {
        0 => Some((3, 4, 3)),
        1 => Some((1, 1, 4)),
        _ => None,
    };
    with.extend(first.map(|(number, needed, points)| match needed {
        1 => format!("{points} mortal damage"),
        _ => format!("{number} dice: {needed}+ -> {points} mortal"),
    }));
    let (wounds, allocated) = wounds(pick, 20);
    if allocated > 0 {
        set.push(format!("attacker.damage={allocated}"));
    }
    let attacker = Attacker { remaining: wounds - allocated, suffers, first, actions };
    let context = Context { counter_timing: timing(pick, &mut rulings) };
    let text = format!(
        "game = \"warcry\"\nname = \"Attacker\"\ntoughness = 3\nwounds = {wounds}\nrunemarks = [{}]\n{weapon}",
        if monster { "\"MONSTER\"" } else { "" },
    );
    let late = with.iter().any(|said| said == "late onslaught");
    let mut effects = vec!["+2 attacks", "+1 strength", "+2 critical damage", "target: -1 toughness at least 1"];
    effects.extend((!late).then_some("bonus attack action"));
    let facts =
        [("melee", !action.missile), ("target MOUNT", defender.mounted), ("target FLY", runemarks.contains(&"FLY"))];
    let luck = entry(pick, &facts, &effects, &mut with);
    let text = format!("{text}{}", luck.text);
    let plain: (Attacker, Vec<String>) = (attacker, Vec::new());
    let collected = luck.variants(&plain, |(_, effects), effect| effects.push(effect.to_owned()));
    let variants = collected.map(|(attacker, effects)| hung(attacker, &effects, luck.once));
    let play = move |dice: &mut crate::witness::Dice| {
        let attacker = &variants[luck.roll(dice)];
        let end = attack(dice, attacker, &defender, context);
        let all = defender.wounds as u32;
        let hurt = Hurt { lost: all - defender.remaining as u32 + end.wounds_lost, each: all, all };
        Trial {
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: u32::from(end.target_down),
            wounds_left: healing.left(dice, hurt, Heals::Everything, |_| 0),
            attacker_wounds_lost: end.attacker_wounds_lost,
            stages: [end.attacks, end.hits, end.critical_hits, 0, 0, 0],
            ..Trial::default()
        }
    };
    let stages = &["attacks", "hits", "critical-hits"];
    Matchup { attacker: text, defender: target, with, set, rulings, stages, play: Box::new(play) }
}

/// What an entry of the attacker does.
fn hung(mut attacker: Attacker, effects: &[String], once: bool) -> Attacker {
    if effects.iter().any(|effect| effect == "bonus attack action") {
        attacker.actions.extend(attacker.actions.last().copied());
    }
    // What is used once is used by one attack action, the first.
    let reached = if once { 1 } else { attacker.actions.len() };
    for action in attacker.actions.iter_mut().take(reached) {
        for effect in effects {
            match effect.as_str() {
                "+2 attacks" => action.attacks += 2,
                "+1 strength" => action.strength += 1,
                "+2 critical damage" => action.critical_damage += 2,
                "target: -1 toughness at least 1" => action.abilities.less_toughness += 1,
                _ => {}
            }
        }
    }
    attacker
}

/// Says something once in `n` match-ups.
fn said(pick: &mut Pick, n: u32, situation: &str, with: &mut Vec<String>) -> bool {
    let holds = pick.one_in(n);
    if holds {
        with.push(situation.to_owned());
    }
    holds
}

fn wounds(pick: &mut Pick, most: u32) -> (i32, i32) {
    let wounds = pick.from(1, most);
    let allocated = if pick.one_in(3) { pick.from(0, wounds - 1) } else { 0 };
    (wounds as i32, allocated as i32)
}

fn target(
    pick: &mut Pick,
    with: &mut Vec<String>,
    set: &mut Vec<String>,
    rulings: &mut Vec<String>,
) -> (Defender, Vec<&'static str>, String) {
    let (wounds, allocated) = wounds(pick, 25);
    if allocated > 0 {
        set.push(format!("defender.damage={allocated}"));
    }
    let runemarks: Vec<&'static str> = [("FLY", 3), ("MOUNT", 5), ("MONSTER", 6)]
        .into_iter()
        .filter(|(_, n)| pick.one_in(*n))
        .map(|(r, _)| r)
        .collect();
    let flies = runemarks.contains(&"FLY");
    let fly_is_tested = !pick.one_in(3);
    if !fly_is_tested {
        rulings.push("fly-on-stairs=no-test".to_owned());
    }
    let on_stairs = said(pick, 5, "stairs", with);
    let defender = Defender {
        toughness: pick.from(2, 6) as i32,
        wounds,
        remaining: wounds - allocated,
        mounted: runemarks.contains(&"MOUNT"),
        flies,
        at_open_edge: said(pick, 3, "open edge", with),
        on_stairs: on_stairs && (fly_is_tested || !flies),
        high_drop: !said(pick, 4, "short drop", with),
        deadly_terrain: said(pick, 3, "deadly terrain", with),
        landing_point: !said(pick, 8, "no landing point", with),
        ..Defender::default()
    };
    let marks: Vec<String> = runemarks.iter().map(|mark| format!("\"{mark}\"")).collect();
    let text = format!(
        "game = \"warcry\"\nname = \"Target\"\ntoughness = {}\nwounds = {wounds}\nrunemarks = [{}]\n",
        defender.toughness,
        marks.join(", ")
    );
    (defender, runemarks, text)
}

fn weapon(pick: &mut Pick) -> (Action, String) {
    let (range, missile) =
        pick.of(&[("1", false), ("2", false), ("3", false), ("4", true), ("[3, 8]", true), ("[1, 3]", false)]);
    let action = Action {
        attacks: pick.from(1, 6) as i32,
        strength: pick.from(2, 6) as i32,
        hit_damage: pick.from(0, 4) as i32,
        critical_damage: pick.from(0, 8) as i32,
        missile,
        ..Action::default()
    };
    let text = format!(
        "[[weapon]]\nname = \"Weapon\"\nrange = {range}\nattacks = {}\nstrength = {}\ndamage = [{}, {}]\n",
        action.attacks, action.strength, action.hit_damage, action.critical_damage
    );
    (action, text)
}

/// Changes of characteristics and re-rolls.
fn changes(pick: &mut Pick, action: &mut Action, defender: &mut Defender, with: &mut Vec<String>) {
    // What replaces comes first, then what multiplies; both before what is added.
    for (name, number) in
        [("attacks", &mut action.attacks), ("strength", &mut action.strength), ("toughness", &mut defender.toughness)]
    {
        if pick.one_in(12) {
            *number = pick.from(2, 6) as i32;
            with.push(format!("set {name} to {number}"));
        }
    }
    if pick.one_in(12) {
        let (times, text) = if action.strength % 2 == 0 { (2, "double attacks") } else { (3, "triple attacks") };
        action.attacks *= times;
        with.push(text.to_owned());
    }
    if pick.one_in(12) {
        let (times, text) = if action.strength % 2 == 0 { (2, "double damage") } else { (3, "triple damage") };
        (action.hit_damage, action.critical_damage) = (times * action.hit_damage, times * action.critical_damage);
        with.push(text.to_owned());
    }
    if pick.one_in(8) {
        action.critical_on = pick.from(3, 5) as i32;
        with.push(format!("critical hits on {}+", action.critical_on));
    }
    for (name, number) in [
        ("attacks", &mut action.attacks),
        ("strength", &mut action.strength),
        ("hit damage", &mut action.hit_damage),
        ("critical damage", &mut action.critical_damage),
        ("toughness", &mut defender.toughness),
    ] {
        if pick.one_in(5) {
            let by = pick.of(&[-2, -1, 1, 2]);
            with.push(format!("{by:+} {name}"));
            *number += by;
        }
    }
    if pick.one_in(6) {
        with.push("+1 damage".to_owned());
        action.hit_damage += 1;
        action.critical_damage += 1;
    }
    let up_to = pick.from(1, 4);
    let (reroll, text) = match pick.from(0, 7) {
        0 => (Reroll::Ones, "reroll hits of 1".to_owned()),
        1 => (Reroll::Misses, "reroll failed hits".to_owned()),
        2 => (Reroll::NonCriticals, "reroll non-critical hits".to_owned()),
        3 => (Reroll::UpTo(up_to), format!("reroll up to {up_to} hits")),
        _ => return,
    };
    action.reroll = reroll;
    with.push(text);
}

/// What abilities of both fighters do besides.
fn abilities(pick: &mut Pick, action: &mut Action, with: &mut Vec<String>) {
    let rerolls = action.reroll;
    let abilities = &mut action.abilities;
    for (name, number) in [
        ("attacks", &mut abilities.less_attacks),
        ("strength", &mut abilities.less_strength),
        ("toughness", &mut abilities.less_toughness),
        ("hit damage", &mut abilities.less_hit),
        ("critical damage", &mut abilities.less_critical),
    ] {
        if pick.one_in(12) {
            let by = pick.from(1, 3);
            *number = by as i32;
            with.push(format!("-{by} {name}, at least 1"));
        }
    }
    if pick.one_in(12) {
        with.push(pick.of(&["-1 damage, at least 1", "-1 damage to target"]).to_owned());
        abilities.less_hit += 1;
        abilities.less_critical += 1;
    }
    match pick.from(0, 13) {
        0 => {
            abilities.criticals_are_hits = u32::MAX;
            with.push("critical hits count as hits".to_owned());
        }
        1 => {
            abilities.criticals_are_hits = pick.from(1, 2);
            with.push(format!("up to {} critical hits count as hits", abilities.criticals_are_hits));
        }
        2 => {
            abilities.hits_are_criticals = pick.from(1, 2);
            with.push(format!("up to {} hits count as critical hits", abilities.hits_are_criticals));
        }
        // What is critical is not rolled again then, which the faces alone do not say.
        3 if rerolls != Reroll::NonCriticals => {
            abilities.hits_are_criticals = u32::MAX;
            with.push("hits count as critical hits".to_owned());
        }
        _ => {}
    }
    if pick.one_in(8) {
        abilities.criticals_are_hits_on = pick.from(2, 6) as i32;
        with.push(format!("critical hits count as hits on {}+", abilities.criticals_are_hits_on));
    }
    if pick.one_in(8) {
        let (needed, points) = (pick.from(2, 6) as i32, pick.from(1, 3) as i32);
        abilities.back_on_die = Some((needed, points));
        with.push(format!("{points} damage back on {needed}+ for each critical hit"));
    }
    // Misses that are rolled again must cost alike.
    if pick.one_in(8) && !matches!(rerolls, Reroll::UpTo(_)) {
        let (face, or_more, points) = (pick.from(2, 6) as i32, pick.one_in(2), pick.from(1, 3) as i32);
        abilities.back_per_roll = Some((face, or_more, points));
        with.push(format!("{points} damage back for each roll of {face}{}", if or_more { "+" } else { "" }));
    }
    for (text, number) in [
        ("damage if any hit", &mut abilities.if_any_hit),
        ("damage if any critical hit", &mut abilities.if_any_critical),
        ("damage back for each miss", &mut abilities.back_per_miss),
        ("damage back for each hit", &mut abilities.back_per_hit),
        ("damage back for each critical hit", &mut abilities.back_per_critical),
        ("damage back for each roll of 1", &mut abilities.back_per_one),
        ("damage back if no hit", &mut abilities.back_without_hit),
        ("damage back if no critical hit", &mut abilities.back_without_critical),
    ] {
        if pick.one_in(12) {
            *number = pick.from(1, 4) as i32;
            with.push(format!("{number} {text}"));
        }
    }
}

fn reactions(
    pick: &mut Pick,
    action: &mut Action,
    defender: &mut Defender,
    runemarks: &[&str],
    with: &mut Vec<String>,
) {
    // What is not possible is sometimes asked for all the same.
    let counter = pick.one_in(2) && said(pick, 1, "counter", with);
    let take_cover = pick.one_in(2) && said(pick, 1, "take cover", with);
    action.reaction = match action.missile {
        false if counter => Reaction::Counter,
        true if take_cover => Reaction::TakeCover,
        _ => Reaction::None,
    };
    defender.reactions = if said(pick, 4, "target waiting", with) { 1 } else { 2 };
    if runemarks.contains(&"MONSTER") {
        defender.reactions = 0;
    }
}

fn actions(pick: &mut Pick, action: &Action, monster: bool, with: &mut Vec<String>) -> Vec<Action> {
    let mut count = 1;
    if said(pick, 2, "two attacks", with) {
        count = 2;
    } else if monster && said(pick, 2, "three attacks", with) {
        count = 3;
    }
    let (mut onslaught, mut late) = (false, false);
    match pick.from(0, 5) {
        0 => onslaught = said(pick, 1, "onslaught", with),
        1 => late = said(pick, 1, "late onslaught", with),
        2 => count += usize::from(said(pick, 1, "rampage", with) && !monster),
        _ => {}
    }
    let helped = |number: usize| !monster && (onslaught || (late && number > 0));
    (0..count).map(|number| Action { onslaught: helped(number), ..*action }).collect()
}

fn timing(pick: &mut Pick, rulings: &mut Vec<String>) -> CounterTiming {
    let (timing, text) = match pick.from(0, 5) {
        0 => (CounterTiming::CounterFirstStrict, "counter=counter-first"),
        1 => (CounterTiming::AttackFirstStrict, "counter=attack-first"),
        _ => return CounterTiming::Both,
    };
    rulings.push(text.to_owned());
    timing
}
