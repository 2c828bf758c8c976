//! Random match-ups of Warhammer 40,000, eleventh edition.

use super::{Matchup, Pick, Trial, written};
use crate::witness::Expression;
use crate::witness::warhammer_40k_11e::{Attacker, Defender, Group, Indirect, Reroll, Weapon, attack};

const GAME: &str = "warhammer-40k-11e";

/// A match-up in both forms.
pub struct Both {
    pub attacker: Attacker,
    pub defender: Defender,
    /// The profiles.
    pub texts: [String; 2],
    pub with: Vec<String>,
    pub set: Vec<String>,
    pub rulings: Vec<String>,
    melee: bool,
    monster: bool,
}

impl Both {
    fn says(&mut self, chosen: bool, text: &str) -> bool {
        if chosen {
            self.with.push(text.to_owned());
        }
        chosen
    }
}

/// A match-up of any size.
pub fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let mut both = table(pick);
    target(pick, &mut both, &Sizes::LARGE);
    protect(pick, &mut both);
    attackers(pick, &mut both);
    changes(pick, &mut both);
    rulings(pick, &mut both);
    let Both { attacker, defender, texts: [ours, theirs], with, set, rulings, .. } = both;
    let characters = defender.groups.iter().filter(|group| group.character).count() as u32;
    let play = move |dice: &mut crate::witness::Dice| {
        let end = attack(dice, &attacker, &defender);
        Trial {
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: end.slain,
            attacker_wounds_lost: end.attacker_wounds_lost,
            mortal_wounds: end.mortal_wounds,
            // What is compared is the chance that all of them are gone.
            characters_slain: u32::from(end.characters_slain == characters),
            stages: [end.attacks, end.hits, end.critical_hits, end.wounds, end.critical_wounds, end.unsaved],
            ..Trial::default()
        }
    };
    let stages = &["attacks", "hits", "critical-hits", "wounds", "critical-wounds", "unsaved"];
    Matchup { attacker: ours, defender: theirs, with, set, rulings, stages, play: Box::new(play) }
}

/// A match-up of a few dice: two or three groups, random Damage, Feel No Pain, wounded models.
pub fn small(seed: u64) -> Both {
    let pick = &mut Pick::new(seed);
    let mut both = table(pick);
    target(pick, &mut both, &Sizes::SMALL);
    let painless = both.defender.groups.iter().all(|group| group.feel_no_pain.is_none());
    for index in 0..pick.of(&[1, 1, 2]) {
        let mut weapon = Weapon {
            count: 1,
            melee: both.melee,
            attacks: Expression::fixed(pick.from(1, if painless && index == 0 { 4 } else { 2 }) as i32),
            skill: Some(pick.from(2, 5) as i32),
            strength: pick.from(3, 9) as i32,
            armour_penetration: -(pick.from(0, 3) as i32),
            damage: Expression::fixed(pick.from(1, 3) as i32),
            ..Weapon::default()
        };
        let mut abilities = Vec::new();
        if weapon.attacks.plus <= 2 && painless && pick.one_in(2) {
            weapon.damage = pick.of(&[Expression::dice(1, 3, 0), Expression::dice(1, 6, 0), Expression::dice(1, 3, 1)]);
        }
        weapon.devastating_wounds = may(pick, &mut abilities, 3, "Devastating Wounds");
        weapon.precision = may(pick, &mut abilities, 3, "Precision");
        weapon.twin_linked = may(pick, &mut abilities, 5, "Twin-linked");
        weapon_lines(&mut both, &weapon, index, &abilities);
        both.attacker.weapons.push(weapon);
    }
    both
}

/// How large targets are.
struct Sizes {
    kinds: &'static [u32],
    models: &'static [u32],
    wounds: u32,
}

impl Sizes {
    const LARGE: Sizes = Sizes { kinds: &[1, 1, 2, 3], models: &[1, 2, 5], wounds: 5 };
    const SMALL: Sizes = Sizes { kinds: &[2, 2, 3], models: &[1, 1, 2, 3], wounds: 3 };
}

/// What is true on the table.
fn table(pick: &mut Pick) -> Both {
    let melee = pick.one_in(4);
    let snap_shooting = !melee && pick.one_in(10);
    let mut both = Both {
        attacker: Attacker { snap_shooting, ..Attacker::default() },
        defender: Defender::default(),
        texts: [String::new(), String::new()],
        with: Vec::new(),
        set: Vec::new(),
        rulings: Vec::new(),
        melee,
        monster: pick.one_in(2),
    };
    both.says(snap_shooting, "overwatch");
    both.attacker.half_range = both.says(!melee && pick.one_in(2), "half range");
    both.attacker.charged = both.says(melee && pick.one_in(2), "charged");
    let standing = !melee && pick.one_in(2);
    both.attacker.stationary = standing;
    let word = if pick.one_in(2) { "stationary" } else { "steady" };
    both.says(standing, word);
    for (odds, word) in [(3, "cover"), (6, "stealth"), (8, "smokescreen")] {
        let covered = !melee && pick.one_in(odds);
        both.defender.cover |= both.says(covered, word);
    }
    both
}

fn target(pick: &mut Pick, both: &mut Both, sizes: &Sizes) {
    let keyword = if both.monster { "MONSTER" } else { "INFANTRY" };
    let mut text = format!("game = \"{GAME}\"\nname = \"Target\"\nkeywords = [\"{keyword}\"]\n");
    let kinds = pick.of(sizes.kinds);
    let odd = |pick: &mut Pick, odds: u32| if pick.one_in(odds) { Some(pick.from(4, 6) as i32) } else { None };
    let attached = pick.one_in(3);
    let leaders = if attached { pick.of(&[1, 1, 2]) } else { 0 };
    for index in 0..kinds + leaders {
        let character = index >= kinds;
        let mut group = Group {
            models: if character { 1 } else { pick.of(sizes.models) },
            character,
            wounds: pick.from(1, sizes.wounds) as i32,
            toughness: pick.from(3, 9) as i32,
            save: pick.from(2, 7) as i32,
            invulnerable: odd(pick, 3),
            feel_no_pain: odd(pick, 3),
            feel_no_pain_mortal: odd(pick, 6),
            ..Group::default()
        };
        // Models that differ in nothing else would be one group for the rules.
        while both.defender.groups.iter().any(|other| alike(other, &group)) {
            group.save = group.save % 6 + 2;
        }
        let line = |key: &str, value: Option<i32>| value.map_or(String::new(), |v| format!("{key} = \"{v}+\"\n"));
        text.push_str(&format!(
            "[[model]]\nname = \"Group {index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{}{}{}{}",
            group.models,
            group.toughness,
            group.save,
            group.wounds,
            line("invulnerable", group.invulnerable),
            line("feel-no-pain", group.feel_no_pain),
            line("feel-no-pain-mortal", group.feel_no_pain_mortal),
            if character { "role = \"character\"\n" } else { "" },
        ));
        both.defender.groups.push(group);
    }
    let first = &mut both.defender.groups[0];
    if pick.one_in(3) && first.wounds > 1 {
        first.lost = pick.from(1, first.wounds as u32 - 1) as i32;
        both.set.push(format!("defender.damage={}", first.lost));
    }
    if attached {
        both.defender.attached = true;
        text = text.replacen("name =", "attached = true\nname =", 1);
    }
    both.texts[1] = text;
}

fn alike(one: &Group, other: &Group) -> bool {
    let key = |group: &Group| (group.wounds, group.save, group.invulnerable, group.character);
    key(one) == key(other)
}

fn protect(pick: &mut Pick, both: &mut Both) {
    for (text, modifier) in [("+1 to save", 1), ("-1 to save", -1)] {
        if both.says(pick.one_in(4), text) {
            both.defender.save_modifier += modifier;
        }
    }
    if both.says(pick.one_in(8), "reroll saves of 1") {
        both.defender.reroll_save = Reroll::Value(1);
    } else if both.says(pick.one_in(8), "reroll failed saves") {
        both.defender.reroll_save = Reroll::Failed;
    }
    if both.says(pick.one_in(6), "-1 damage to target") {
        both.defender.groups.iter_mut().for_each(|group| group.damage_minus = 1);
    } else if both.says(pick.one_in(6), "halve damage") {
        both.defender.groups.iter_mut().for_each(|group| group.damage_halved = true);
    }
}

fn attackers(pick: &mut Pick, both: &mut Both) {
    let models = pick.from(1, 6);
    let fnp = if pick.one_in(3) { Some(pick.from(4, 6) as i32) } else { None };
    let keyword = pick.of(&["INFANTRY", "VEHICLE"]);
    both.attacker.heavy_models = keyword == "VEHICLE";
    both.attacker.groups =
        vec![Group { models, wounds: 2, toughness: 4, save: 3, feel_no_pain: fnp, ..Group::default() }];
    both.texts[0] = format!(
        "game = \"{GAME}\"\nname = \"Attacker\"\nkeywords = [\"{keyword}\"]\n[[model]]\ncount = {models}\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n{}",
        fnp.map_or(String::new(), |fnp| format!("feel-no-pain = \"{fnp}+\"\n")),
    );
    let unseen = !both.melee && !both.attacker.snap_shooting && pick.one_in(8);
    let mut indirect = Indirect::No;
    if both.says(unseen, "indirect") {
        let stationary = both.with.iter().any(|word| word == "stationary");
        indirect =
            if both.says(pick.one_in(2), "spotted") && stationary { Indirect::Spotted } else { Indirect::Unseen };
    }
    // 04.01: a model fights with one melee weapon, the first of those that it may have.
    let mut without = models;
    for index in 0..pick.from(1, 3) {
        let (mut weapon, abilities) = weapon(pick, both, indirect);
        weapon_lines(both, &weapon, index, &abilities);
        if weapon.melee {
            weapon.count = weapon.count.min(without);
            without -= weapon.count;
        }
        both.attacker.weapons.push(weapon);
    }
}

fn may(pick: &mut Pick, abilities: &mut Vec<String>, odds: u32, name: &str) -> bool {
    let has = pick.one_in(odds);
    if has {
        abilities.push(format!("\"{name}\""));
    }
    has
}

fn weapon(pick: &mut Pick, both: &Both, indirect: Indirect) -> (Weapon, Vec<String>) {
    let mut abilities: Vec<String> = Vec::new();
    let has = &mut abilities;
    let melee = both.melee;
    let torrent = !melee && indirect == Indirect::No && pick.one_in(6);
    let mut weapon = Weapon {
        count: pick.from(1, 8),
        melee,
        attacks: pick.amount(4),
        skill: if torrent { None } else { Some(pick.from(2, 6) as i32) },
        strength: pick.from(3, 12) as i32,
        armour_penetration: -(pick.from(0, 4) as i32),
        damage: pick.amount(4),
        indirect,
        ..Weapon::default()
    };
    weapon.lethal_hits = may(pick, has, 4, "Lethal Hits");
    weapon.devastating_wounds = may(pick, has, 3, "Devastating Wounds");
    weapon.twin_linked = may(pick, has, 5, "Twin-linked");
    weapon.lance = may(pick, has, 6, "Lance");
    weapon.hazardous = may(pick, has, 8, "Hazardous");
    weapon.psychic = may(pick, has, 8, "Psychic");
    weapon.precision = may(pick, has, 3, "Precision");
    if may(pick, has, 5, "Anti-MONSTER 4+") && both.monster {
        weapon.anti = Some(4);
    }
    match pick.from(0, 6) {
        0 if may(pick, has, 1, "Sustained Hits 1") => weapon.sustained_hits = Expression::fixed(1),
        1 if may(pick, has, 1, "Sustained Hits D3") => weapon.sustained_hits = Expression::dice(1, 3, 0),
        2 if may(pick, has, 1, "Sustained Hits 2: MONSTER") && both.monster => {
            weapon.sustained_hits = Expression::fixed(2);
        }
        _ => {}
    }
    if melee {
        weapon.cleave = i32::from(may(pick, has, 5, "Cleave 1"));
        return (weapon, abilities);
    }
    weapon.heavy = may(pick, has, 4, "Heavy");
    weapon.ignores_cover = may(pick, has, 5, "Ignores Cover");
    weapon.blast = match pick.from(0, 9) {
        0 if may(pick, has, 1, "Blast") => 1,
        1 if may(pick, has, 1, "Blast 2") => 2,
        _ => 0,
    };
    if may(pick, has, 5, "Rapid Fire 2") {
        weapon.rapid_fire = Expression::fixed(2);
    }
    weapon.melta = if may(pick, has, 6, "Melta 2") { 2 } else { 0 };
    if indirect != Indirect::No {
        may(pick, has, 1, "Indirect Fire");
    }
    if torrent {
        may(pick, has, 1, "Torrent");
    }
    (weapon, abilities)
}

fn weapon_lines(both: &mut Both, weapon: &Weapon, index: u32, abilities: &[String]) {
    if both.texts[0].is_empty() {
        both.texts[0] = format!(
            "game = \"{GAME}\"\nname = \"Attacker\"\n[[model]]\ncount = 2\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n"
        );
    }
    let lines = format!(
        "[[weapon]]\nname = \"Weapon {index}\"\n{}count = {}\nattacks = {}\nskill = {}\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
        if weapon.melee { "" } else { "range = 24\n" },
        weapon.count,
        written(&weapon.attacks),
        weapon.skill.map_or("\"N/A\"".to_owned(), |skill| format!("\"{skill}+\"")),
        weapon.strength,
        weapon.armour_penetration,
        written(&weapon.damage),
        abilities.join(", "),
    );
    both.texts[0].push_str(&lines);
}

fn changes(pick: &mut Pick, both: &mut Both) {
    for (text, by) in [("+1 to hit", 1), ("-1 to hit", -1)] {
        if both.says(pick.one_in(4), text) {
            both.attacker.weapons.iter_mut().for_each(|weapon| match by {
                1 => weapon.hit_bonus += 1,
                _ => weapon.hit_penalty += 1,
            });
        }
    }
    for (text, by) in [("+1 to wound", 1), ("-1 to wound", -1)] {
        if both.says(pick.one_in(5), text) {
            both.attacker.weapons.iter_mut().for_each(|weapon| weapon.wound_modifier += by);
        }
    }
    if both.says(pick.one_in(6), "reroll hits of 1") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.reroll_hit = Reroll::Value(1));
    } else if both.says(pick.one_in(6), "reroll failed hits") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.reroll_hit = Reroll::Failed);
    }
    if both.says(pick.one_in(6), "reroll wounds of 1") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.reroll_wound = Reroll::Value(1));
    }
    if both.says(pick.one_in(6), "critical hits on 5+") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.critical_hit_on = 5);
    }
    if both.says(pick.one_in(8), "critical wounds on 5+") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.critical_wound_on = 5);
    }
    if both.says(pick.one_in(6), "improve ap by 1") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.armour_penetration -= 1);
    }
    if both.says(pick.one_in(6), "+2 strength") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.strength += 2);
    }
    if both.says(!both.melee && pick.one_in(6), "plunging fire") {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.skill_improved += 1);
    }
}

/// What players may decide, decided.
fn rulings(pick: &mut Pick, both: &mut Both) {
    let taken = pick.one_in(2);
    both.rulings.push(format!("lethal-hits={}", if taken { "taken" } else { "declined" }));
    if !taken {
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.lethal_hits = false);
    }
    if both.defender.attached && pick.one_in(4) {
        both.rulings.push("precision=never".to_owned());
        both.attacker.weapons.iter_mut().for_each(|weapon| weapon.precision = false);
    } else if both.defender.attached {
        both.rulings.push("precision=always".to_owned());
    }
}
