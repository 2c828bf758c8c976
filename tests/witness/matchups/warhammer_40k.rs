//! Random match-ups of Warhammer 40,000.

use super::entries::entry;
use super::{Matchup, Pick, Trial, written};
use crate::witness::Expression;
use crate::witness::warhammer_40k::{
    Attacker, Bearer, Changed, Context, Defender, Group, Precision, Reroll, Weapon, attack,
};

/// What is true for the whole attack.
struct Table {
    melee: bool,
    half_range: bool,
    charged: bool,
    stationary: bool,
    cover: bool,
    unseen: bool,
    overwatch: bool,
    monster: bool,
}

pub fn matchup(seed: u64) -> Matchup {
    let pick = &mut Pick::new(seed);
    let melee = pick.one_in(4);
    let overwatch = !melee && pick.one_in(10);
    let unseen = !melee && !overwatch && pick.one_in(8);
    let table = Table {
        melee,
        half_range: !melee && pick.one_in(2),
        charged: melee && pick.one_in(2),
        stationary: !melee && pick.one_in(2),
        cover: !melee && pick.one_in(2),
        unseen,
        overwatch,
        monster: pick.one_in(2),
    };
    let (mut with, mut set, mut rulings) = (Vec::new(), Vec::new(), Vec::new());
    for (holds, situation) in [
        (table.half_range, "half range"),
        (table.charged, "charged"),
        (table.stationary, "stationary"),
        (table.cover, "cover"),
        (table.unseen, "indirect"),
        (table.overwatch, "overwatch"),
    ] {
        if holds {
            with.push(situation.to_owned());
        }
    }
    let (mut defender, mut target) = target(pick, &table, &mut with, &mut set);
    let mut attacker = Attacker { stationary: table.stationary, charged: table.charged, ..Attacker::default() };
    let models = pick.from(1, 6);
    let fnp = if pick.one_in(3) { Some(pick.from(4, 6) as i32) } else { None };
    let mut text = format!(
        "game = \"warhammer-40k\"\nname = \"Attacker\"\n[[model]]\ncount = {models}\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n{}",
        fnp.map_or(String::new(), |fnp| format!("feel-no-pain = \"{fnp}+\"\n")),
    );
    // W40K-ATTACKS: a model fights with one melee weapon, the first of those that it may have.
    let mut without = models;
    for index in 0..pick.from(1, 3) {
        let (mut weapon, lines) = weapon(pick, index, &table);
        if weapon.melee {
            weapon.count = weapon.count.min(without);
            without -= weapon.count;
        }
        // A model that shoots may carry several, one that fights uses one.
        let known = if weapon.melee { attacker.hazardous_bearers.len() as u32 } else { 0 };
        let bearing = if weapon.hazardous { (known + weapon.count).min(models) } else { 0 };
        while attacker.hazardous_bearers.len() < bearing as usize {
            attacker.hazardous_bearers.push(Bearer { wounds: 2, lost: 0, character: false, feel_no_pain: fnp });
        }
        attacker.weapons.push(weapon);
        text.push_str(&lines);
    }
    for weapon in &mut attacker.weapons {
        weapon.half_range = table.half_range;
        weapon.indirect_unseen = table.unseen;
    }
    let policy = defender.attached.then(|| precision(pick, &mut attacker.weapons, &mut rulings));
    changes(pick, &mut attacker.weapons, &mut with);
    let random = attacker.weapons.iter().any(|weapon| weapon.strength.count > 0);
    if pick.one_in(8) {
        with.push("reroll one hit".to_owned());
        attacker.one_hit_again = true;
    }
    if !random && pick.one_in(8) {
        with.push("reroll one wound".to_owned());
        attacker.one_wound_again = true;
    }
    let mut context = Context { overwatch: table.overwatch, ..Context::default() };
    if pick.one_in(6) {
        context.net_save_cap = false;
        rulings.push("save-cap=before-ap".to_owned());
    }
    datasheets(pick, &mut attacker, &mut defender, &mut target, &mut with);
    let alive = Group { models, wounds: 2, toughness: 4, save: 3, feel_no_pain: fnp, ..Group::default() };
    let alive = Defender { groups: vec![alive], ..Defender::default() };
    let last_blow = last_blow(pick, &table, &attacker, &defender, &mut target);
    criticals(pick, policy, &mut attacker.weapons, &mut with);
    let facts = [("charged", table.charged), ("stationary", table.stationary), ("target MONSTER", table.monster)];
    let effects = ["+1 attacks", "improve ap by 1", "+1 to wound", "Lethal Hits", "target: -1 toughness"];
    let luck = entry(pick, &facts, &effects, &mut with);
    text.push_str(&luck.text);
    let variants =
        luck.variants(&(attacker, defender), |(attacker, defender), effect| hang_on(attacker, defender, effect));
    let play = move |dice: &mut crate::witness::Dice| {
        let (attacker, defender) = &variants[luck.roll(dice)];
        let end = attack(dice, attacker, defender, context);
        let back = last_blow.as_ref().map_or(0, |blow| blow.strikes(dice, end.slain, &alive));
        Trial {
            damage: end.damage,
            wounds_lost: end.wounds_lost,
            slain: end.slain,
            attacker_wounds_lost: end.attacker_wounds_lost + back,
            mortal_wounds: end.mortal_wounds,
            characters_slain: end.characters_slain,
            stages: [end.attacks, end.hits, end.critical_hits, end.wounds, end.critical_wounds, end.unsaved],
            ..Trial::default()
        }
    };
    let stages = &["attacks", "hits", "critical-hits", "wounds", "critical-wounds", "unsaved"];
    Matchup { attacker: text, defender: target, with, set, rulings, stages, play: Box::new(play) }
}

/// What models do that a melee attack slays (W40K-ON-DEATH).
struct LastBlow {
    /// What a die must show for each of them; 1: nothing is rolled.
    needed: i32,
    weapon: Weapon,
}

impl LastBlow {
    /// What so many of them do to the unit that slew them: each attacks with its one weapon, whatever was asked for the
    /// attack itself, and all of them at once.
    fn strikes(&self, dice: &mut crate::witness::Dice, slain: u32, alive: &Defender) -> u32 {
        let count = (0..slain).filter(|_| self.needed == 1 || dice.d6() >= self.needed).count() as u32;
        let weapons = vec![Weapon { count, ..self.weapon.clone() }];
        attack(dice, &Attacker { weapons, ..Attacker::default() }, alive, Context::default()).wounds_lost
    }
}

/// A weapon of the target and an entry that lets its models fight as they die. Of Hazardous weapons it is not computed.
fn last_blow(
    pick: &mut Pick,
    table: &Table,
    attacker: &Attacker,
    defender: &Defender,
    target: &mut String,
) -> Option<LastBlow> {
    let one_kind = defender.groups.len() == 1 && !defender.attached;
    let hazardous = attacker.weapons.iter().any(|weapon| weapon.hazardous);
    if !table.melee || !one_kind || hazardous || pick.one_in(3) {
        return None;
    }
    let weapon = Weapon {
        melee: true,
        attacks: pick.amount(3),
        skill: Some(pick.from(2, 5) as i32),
        strength: Expression::fixed(pick.from(3, 9) as i32),
        armour_penetration: -(pick.from(0, 3) as i32),
        damage: pick.amount(2),
        lethal_hits: pick.one_in(3),
        ..Weapon::default()
    };
    let needed = pick.of(&[1, 2, 4, 5, 6]);
    let effect = if needed == 1 { "fights on death".to_owned() } else { format!("on death {needed}+") };
    target.push_str(&format!(
        "[[weapon]]\nname = \"Last axe\"\nattacks = {}\nskill = \"{}+\"\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n[[ability]]\nname = \"Last blow\"\neffects = [\"{effect}\"]\n",
        written(&weapon.attacks),
        weapon.skill.unwrap_or(0),
        written(&weapon.strength),
        weapon.armour_penetration,
        written(&weapon.damage),
        if weapon.lethal_hits { "\"Lethal Hits\"" } else { "" },
    ));
    Some(LastBlow { needed, weapon })
}

/// What an entry of the attacker does.
fn hang_on(attacker: &mut Attacker, defender: &mut Defender, effect: &str) {
    if effect == "target: -1 toughness" {
        defender.groups.iter_mut().for_each(|group| group.toughness -= 1);
    }
    for weapon in &mut attacker.weapons {
        match effect {
            "+1 attacks" => weapon.attacks_changes.add += 1,
            "improve ap by 1" => weapon.armour_penetration_improved += 1,
            "+1 to wound" => weapon.wound_modifier += 1,
            "Lethal Hits" => weapon.lethal_hits = true,
            _ => {}
        }
    }
}

/// What attacks are that hit or wound critically.
fn criticals(pick: &mut Pick, policy: Option<Precision>, weapons: &mut [Weapon], with: &mut Vec<String>) {
    type Change = fn(&mut Changed, Precision);
    let changes: [(&str, Change); 3] = [
        ("improve ap by 1", |changed, _| changed.penetration = 1),
        ("+1 damage", |changed, _| changed.damage = 1),
        ("precision", |changed, policy| changed.precision = policy),
    ];
    // Whether extra mortal wounds follow the Precision of either roll is another question.
    let mortal = with.iter().any(|said| said.contains("mortal"));
    for (text, change) in changes {
        let allowed = text != "precision" || (policy.is_some() && !mortal);
        if allowed && pick.one_in(6) {
            with.push(format!("{text} on critical wounds"));
            weapons.iter_mut().for_each(|weapon| change(&mut weapon.of_critical_wounds, policy.unwrap_or_default()));
        }
        if allowed && pick.one_in(8) {
            with.push(format!("{text} on critical hits"));
            weapons.iter_mut().for_each(|weapon| change(&mut weapon.of_critical_hits, policy.unwrap_or_default()));
        }
    }
}

/// What datasheets say of both sides besides.
fn datasheets(
    pick: &mut Pick,
    attacker: &mut Attacker,
    defender: &mut Defender,
    target: &mut String,
    with: &mut Vec<String>,
) {
    let penalised = with.iter().any(|said| said == "-1 to hit");
    let helped = with.iter().any(|said| said == "+1 to hit");
    // One of both: what the sum hides is not known apart.
    if penalised != helped && pick.one_in(3) {
        with.push("ignore hit modifiers".to_owned());
        attacker.weapons.iter_mut().for_each(|weapon| weapon.ignores_hit_penalties = true);
    }
    let random = attacker.weapons.iter().any(|weapon| weapon.strength.count > 0);
    if !random && pick.one_in(4) {
        target.push_str("[[ability]]\nname = \"Hide\"\nagainst = true\nwhen = [\"strength above toughness\"]\neffects = [\"-1 to wound\"]\n");
        defender.resists_strength = true;
    }
    let [only] = &attacker.weapons[..] else { return };
    let plain = !only.devastating_wounds && !defender.ignore_first_failed_save && !defender.attached;
    if plain && pick.one_in(3) {
        with.push("damage of one attack is 0".to_owned());
        defender.one_attack_is_zero = true;
    }
}

fn target(pick: &mut Pick, table: &Table, with: &mut Vec<String>, set: &mut Vec<String>) -> (Defender, String) {
    let mut defender = Defender::default();
    let keyword = if table.monster { "MONSTER" } else { "INFANTRY" };
    let mut text = format!("game = \"warhammer-40k\"\nname = \"Target\"\nkeywords = [\"{keyword}\"]\n");
    let ignores = pick.one_in(10);
    let kinds = if ignores { 1 } else { pick.of(&[1, 1, 2, 3]) };
    let target = |pick: &mut Pick, odds: u32| if pick.one_in(odds) { Some(pick.from(4, 6) as i32) } else { None };
    let attached = !ignores && pick.one_in(3);
    for index in 0..kinds + u32::from(attached) {
        let character = attached && index == kinds;
        let group = Group {
            models: if character { 1 } else { pick.of(&[1, 2, 5]) },
            character,
            wounds: pick.from(1, 5) as i32,
            toughness: pick.from(3, 9) as i32,
            save: pick.from(2, 7) as i32,
            invulnerable: target(pick, 3),
            feel_no_pain: target(pick, 3),
            feel_no_pain_mortal: target(pick, 6),
            feel_no_pain_psychic: target(pick, 6),
            cover: table.cover || table.unseen,
            ..Group::default()
        };
        let line = |key: &str, value: Option<i32>| value.map_or(String::new(), |v| format!("{key} = \"{v}+\"\n"));
        text.push_str(&format!(
            "[[model]]\nname = \"Group {index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{}{}{}{}{}",
            group.models,
            group.toughness,
            group.save,
            group.wounds,
            line("invulnerable", group.invulnerable),
            line("feel-no-pain", group.feel_no_pain),
            line("feel-no-pain-mortal", group.feel_no_pain_mortal),
            line("feel-no-pain-psychic", group.feel_no_pain_psychic),
            if character { "role = \"character\"\n" } else { "" },
        ));
        defender.groups.push(group);
    }
    if pick.one_in(3) && defender.groups[0].wounds > 1 {
        defender.lost_wounds = pick.from(1, defender.groups[0].wounds as u32 - 1) as i32;
        set.push(format!("defender.damage={}", defender.lost_wounds));
    }
    if attached {
        defender.attached = true;
        text = text.replacen("name =", "attached = true\nname =", 1);
    }
    protect(pick, table, &mut defender, ignores, with);
    (defender, text)
}

fn protect(pick: &mut Pick, table: &Table, defender: &mut Defender, ignores: bool, with: &mut Vec<String>) {
    for (text, modifier) in [("+1 to save", 1), ("-1 to save", -1)] {
        if pick.one_in(4) {
            with.push(text.to_owned());
            defender.save_modifiers.push(modifier);
        }
    }
    if defender.groups.len() == 1 && !ignores && pick.one_in(4) {
        with.push("reroll one save".to_owned());
        defender.one_save_again = true;
    }
    match pick.from(0, 6) {
        0 => {
            with.push("reroll saves of 1".to_owned());
            defender.reroll_save = Reroll::Value(1);
        }
        1 => {
            with.push("reroll failed saves".to_owned());
            defender.reroll_save = Reroll::Failed;
        }
        _ => {}
    }
    if !table.melee && pick.one_in(4) {
        with.push("stealth".to_owned());
        defender.stealth = true;
    }
    if ignores {
        with.push("ignore first failed save".to_owned());
        defender.ignore_first_failed_save = true;
    }
    if pick.one_in(8) {
        with.push("wounded only on 4+".to_owned());
        defender.wounded_only_on = Some(4);
    }
    let mut every = |text: &str, change: &dyn Fn(&mut Group)| {
        with.push(text.to_owned());
        defender.groups.iter_mut().for_each(change);
    };
    match pick.from(0, 9) {
        0 => every("-1 damage to target", &|group| group.damage_minus = 1),
        1 => every("halve damage", &|group| group.damage_halved = true),
        2 => every("damage is 0", &|group| group.damage_set_to_zero = true),
        _ => {}
    }
}

fn weapon(pick: &mut Pick, index: u32, table: &Table) -> (Weapon, String) {
    let mut abilities: Vec<String> = Vec::new();
    let torrent = !table.melee && !table.unseen && pick.one_in(6);
    let skill = if torrent { None } else { Some(pick.from(2, 6) as i32) };
    let mut weapon = Weapon {
        count: pick.from(1, 8),
        melee: table.melee,
        attacks: pick.amount(4),
        skill,
        strength: if pick.one_in(8) { Expression::dice(1, 6, 2) } else { Expression::fixed(pick.from(3, 12) as i32) },
        armour_penetration: -(pick.from(0, 4) as i32),
        damage: pick.amount(4),
        ..Weapon::default()
    };
    let mut may = |pick: &mut Pick, odds: u32, name: &str| {
        let has = pick.one_in(odds);
        if has {
            abilities.push(format!("\"{name}\""));
        }
        has
    };
    weapon.lethal_hits = may(pick, 4, "Lethal Hits");
    weapon.devastating_wounds = may(pick, 3, "Devastating Wounds");
    weapon.twin_linked = if may(pick, 5, "Twin-linked") { Reroll::Failed } else { Reroll::None };
    weapon.lance = may(pick, 6, "Lance");
    weapon.hazardous = may(pick, 8, "Hazardous");
    weapon.psychic = may(pick, 8, "Psychic");
    if may(pick, 3, "Precision") {
        weapon.precision = Precision::Always;
    }
    if may(pick, 5, "Anti-MONSTER 4+") && table.monster {
        weapon.anti = Some(4);
    }
    match pick.from(0, 6) {
        0 if may(pick, 1, "Sustained Hits 1") => weapon.sustained_hits = Expression::fixed(1),
        1 if may(pick, 1, "Sustained Hits D3") => weapon.sustained_hits = Expression::dice(1, 3, 0),
        _ => {}
    }
    if !table.melee {
        weapon.heavy = may(pick, 4, "Heavy");
        weapon.blast = may(pick, 5, "Blast");
        weapon.ignores_cover = may(pick, 5, "Ignores Cover");
        if may(pick, 5, "Rapid Fire 2") {
            weapon.rapid_fire = Expression::fixed(2);
        }
        if may(pick, 6, "Melta 2") {
            weapon.melta = Expression::fixed(2);
        }
        if table.unseen {
            may(pick, 1, "Indirect Fire");
        }
        if torrent {
            may(pick, 1, "Torrent");
        }
    }
    let lines = format!(
        "[[weapon]]\nname = \"Weapon {index}\"\n{}count = {}\nattacks = {}\nskill = {}\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
        if table.melee { "" } else { "range = 24\n" },
        weapon.count,
        written(&weapon.attacks),
        skill.map_or("\"N/A\"".to_owned(), |skill| format!("\"{skill}+\"")),
        written(&weapon.strength),
        weapon.armour_penetration,
        written(&weapon.damage),
        abilities.join(", "),
    );
    (weapon, lines)
}

fn changes(pick: &mut Pick, weapons: &mut [Weapon], with: &mut Vec<String>) {
    let mut each = |text: &str, change: &dyn Fn(&mut Weapon)| {
        with.push(text.to_owned());
        weapons.iter_mut().for_each(change);
    };
    for (text, by) in [("+1 to hit", 1), ("-1 to hit", -1)] {
        if pick.one_in(4) {
            each(text, &|weapon| weapon.hit_modifier += by);
        }
    }
    for (text, by) in [("+1 to wound", 1), ("-1 to wound", -1)] {
        if pick.one_in(5) {
            each(text, &|weapon| weapon.wound_modifier += by);
        }
    }
    match pick.from(0, 5) {
        0 => each("reroll hits of 1", &|weapon| weapon.reroll_hit = Reroll::Value(1)),
        1 => each("reroll failed hits", &|weapon| weapon.reroll_hit = Reroll::Failed),
        2 => each("reroll non-critical hits", &|weapon| weapon.reroll_hit = Reroll::NonCritical),
        _ => {}
    }
    // Twin-linked is a re-roll of its own, and the referee holds one policy a weapon.
    if pick.one_in(4) && weapons_have_no_twin(weapons) {
        each_wound(weapons, with);
    }
    let mut each = |text: &str, change: &dyn Fn(&mut Weapon)| {
        with.push(text.to_owned());
        weapons.iter_mut().for_each(change);
    };
    if pick.one_in(6) {
        each("critical hits on 5+", &|weapon| weapon.critical_hit_on = 5);
    }
    if pick.one_in(8) {
        each("critical wounds on 5+", &|weapon| weapon.critical_wound_on = 5);
    }
    if pick.one_in(8) {
        each("wounds on 3+", &|weapon| weapon.always_wounds_on = Some(3));
    }
    if pick.one_in(6) {
        each("improve ap by 1", &|weapon| weapon.armour_penetration_improved += 1);
    }
    if pick.one_in(6) {
        each("+2 strength", &|weapon| weapon.strength_changes.add += 2);
    }
    if pick.one_in(6) {
        each("double attacks", &|weapon| weapon.attacks_changes.multiply *= 2);
    }
    if pick.one_in(8) {
        each("1 mortal on critical wounds", &|weapon| weapon.mortal_on_critical_wound = Expression::fixed(1));
    }
    if pick.one_in(10) {
        each("D3 mortal on critical hits", &|weapon| weapon.mortal_on_critical_hit = Expression::dice(1, 3, 0));
    }
}

/// What all weapons with Precision do.
fn precision(pick: &mut Pick, weapons: &mut [Weapon], rulings: &mut Vec<String>) -> Precision {
    let (policy, ruling) = pick.of(&[
        (Precision::Always, "always"),
        (Precision::Never, "never"),
        (Precision::WhenItCanKill, "when-it-can-kill"),
        (Precision::WhenItCanKill, "when-it-can-kill"),
    ]);
    rulings.push(format!("precision={ruling}"));
    weapons.iter_mut().filter(|weapon| weapon.precision == Precision::Always).for_each(|w| w.precision = policy);
    policy
}

fn weapons_have_no_twin(weapons: &[Weapon]) -> bool {
    weapons.iter().all(|weapon| weapon.twin_linked == Reroll::None)
}

fn each_wound(weapons: &mut [Weapon], with: &mut Vec<String>) {
    with.push("reroll wounds of 1".to_owned());
    weapons.iter_mut().for_each(|weapon| weapon.reroll_wound = Reroll::Value(1));
}
