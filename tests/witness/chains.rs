//! Attacks one after the other on the same target, of units of other sizes than their profiles', against the referees: each
//! attack meets what the one before has left.

use super::matchups::{Pick, written};
use super::{Dice, Expression, age_of_sigmar, asoiaf, warcry, warhammer_40k, warhammer_40k_11e};
use crate::ask::Request;
use crate::games::Phase;

/// What a chain did: to the target, and to those who attacked.
#[derive(Clone, Copy, Default)]
pub struct Done {
    pub wounds_lost: u32,
    pub slain: u32,
    pub attackers_lost: u32,
}

/// One chain, as profiles with the sizes that are asked for, and as the simulator plays it.
pub struct Chain {
    pub attackers: Vec<(String, Option<u64>)>,
    pub defender: (String, Option<u64>),
    pub request: Request,
    pub play: Box<dyn Fn(&mut Dice) -> Done>,
}

/// The chain of a number, of a game that has any.
pub fn of(game: &str) -> Option<fn(u64) -> Chain> {
    Some(match game {
        "age-of-sigmar" => sigmar,
        "asoiaf" => regiments,
        "warcry" => fighters,
        "warhammer-40k" => forty_k,
        "warhammer-40k-11e" => eleventh,
        _ => return None,
    })
}

fn small(pick: &mut Pick) -> Expression {
    pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::fixed(3), Expression::dice(1, 3, 0)])
}

/// The models of a profile, and how many are asked for: as many, or others.
fn size(pick: &mut Pick, few: u32, many: u32) -> (u32, Option<u64>, u32) {
    let (printed, wanted) = (pick.from(few, many), pick.from(few, many));
    if pick.one_in(2) { (printed, None, printed) } else { (printed, Some(u64::from(wanted)), wanted) }
}

fn in_phase(phase: Phase) -> Request {
    Request { phase: Some(phase), ..Request::default() }
}

fn sigmar(seed: u64) -> Chain {
    use age_of_sigmar::{Attacker, Change, Characteristic, Context, CriticalAbility, Defender, Step, Weapon, attack};
    let pick = &mut Pick::new(seed);
    let (mut attackers, mut played) = (Vec::new(), Vec::new());
    for _ in 0..pick.from(2, 3) {
        let (printed, asked, models) = size(pick, 2, 12);
        let mut text =
            format!("game = \"age-of-sigmar\"\nname = \"A\"\nmodels = {printed}\nhealth = 2\nsave = \"4+\"\n");
        let (critical, name) = pick.of(&[
            (CriticalAbility::None, ""),
            (CriticalAbility::TwoHits, "\"Crit (2 Hits)\""),
            (CriticalAbility::Mortal, "\"Crit (Mortal)\""),
        ]);
        let weapon = Weapon {
            bearers: models,
            attacks: pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]),
            hit: pick.from(3, 5) as i32,
            wound: pick.from(3, 5) as i32,
            rend: pick.from(0, 2) as i32,
            damage: small(pick),
            critical,
            ..Weapon::default()
        };
        text.push_str(&format!(
            "[[weapon]]\nname = \"W\"\nattacks = {}\nhit = \"{}+\"\nwound = \"{}+\"\nrend = {}\ndamage = {}\nabilities = [{name}]\n",
            written(&weapon.attacks), weapon.hit, weapon.wound, weapon.rend, written(&weapon.damage),
        ));
        // AMB-25: damaged is a unit with points on it when the next attack begins.
        let hunts = pick.one_in(2);
        if hunts {
            text.push_str(
                "[[ability]]\nname = \"Hunt\"\nwhen = [\"target damaged\"]\neffects = [\"+1 attacks\", \"+1 rend\"]\n",
            );
        }
        attackers.push((text, asked));
        played.push((weapon, hunts));
    }
    let (printed, asked, models) = size(pick, 1, 10);
    let (health, save, ward) = (pick.from(1, 4), pick.from(3, 6), pick.of(&[7, 7, 5]));
    let ward_line = if ward < 7 { format!("ward = \"{ward}+\"\n") } else { String::new() };
    let text = format!(
        "game = \"age-of-sigmar\"\nname = \"T\"\nmodels = {printed}\nhealth = {health}\nsave = \"{save}+\"\n{ward_line}"
    );
    let taken = if health > 1 && pick.one_in(3) { pick.from(1, health - 1) } else { 0 };
    let set = if taken > 0 { vec![format!("defender.damage={taken}")] } else { Vec::new() };
    let play = move |dice: &mut Dice| {
        let mut done = Done::default();
        let (mut left, mut allocated) = (models, taken);
        for (weapon, hunts) in &played {
            if left == 0 {
                break;
            }
            let mut weapon = weapon.clone();
            if *hunts && allocated > 0 {
                let change = |characteristic| Change { characteristic, step: Step::Add(1), friendly: true };
                weapon.changes.extend([change(Characteristic::Attacks), change(Characteristic::Rend)]);
            }
            let defender = Defender {
                models: left,
                health,
                allocated,
                save: Some(save as i32),
                wards: vec![ward],
                ..Defender::default()
            };
            let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
            let end = attack(dice, &attacker, &defender, Context::default());
            done.wounds_lost += end.wounds_lost;
            done.slain += end.slain;
            (left, allocated) = (left - end.slain, end.allocated);
        }
        done
    };
    let request = Request { set, ..in_phase(Phase::Combat) };
    Chain { attackers, defender: (text, asked), request, play: Box::new(play) }
}

fn forty_k(seed: u64) -> Chain {
    use warhammer_40k::{Attacker, Bearer, Context, Defender, Group, Weapon, attack};
    let pick = &mut Pick::new(seed);
    let core = pick.one_in(3);
    let (mut attackers, mut played) = (Vec::new(), Vec::new());
    for _ in 0..pick.from(2, 3) {
        let (printed, asked, models) = size(pick, 1, 6);
        let (devastating, lethal, blast, hazardous) = (pick.one_in(4), pick.one_in(4), pick.one_in(4), pick.one_in(3));
        let weapon = Weapon {
            count: models,
            attacks: small(pick),
            skill: Some(pick.from(2, 5) as i32),
            strength: Expression::fixed(pick.from(3, 9) as i32),
            armour_penetration: -(pick.from(0, 3) as i32),
            damage: small(pick),
            devastating_wounds: devastating,
            lethal_hits: lethal,
            blast,
            hazardous,
            ..Weapon::default()
        };
        let named =
            [(devastating, "Devastating Wounds"), (lethal, "Lethal Hits"), (blast, "Blast"), (hazardous, "Hazardous")];
        let abilities: Vec<String> =
            named.iter().filter(|(has, _)| *has).map(|(_, name)| format!("\"{name}\"")).collect();
        let mut text = format!(
            "game = \"warhammer-40k\"\nname = \"A\"\n[[model]]\ncount = {printed}\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"W\"\nrange = 24\nattacks = {}\nskill = \"{}+\"\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
            written(&weapon.attacks),
            weapon.skill.unwrap_or(7),
            weapon.strength.plus,
            weapon.armour_penetration,
            written(&weapon.damage),
            abilities.join(", "),
        );
        // W40K-CONDITION-TIMING: read when the target is selected.
        let finishes = pick.one_in(3);
        if finishes {
            text.push_str(
                "[[ability]]\nname = \"Finish\"\nwhen = [\"target half strength\"]\neffects = [\"+1 to wound\"]\n",
            );
        }
        attackers.push((text, asked));
        played.push((weapon, finishes));
    }
    let attached = pick.one_in(2);
    let mut groups = Vec::new();
    let mut text = "game = \"warhammer-40k\"\nname = \"T\"\n".to_owned();
    if attached {
        text.push_str("attached = true\n");
    }
    let kinds = if attached { 2 } else { pick.of(&[1, 2]) };
    for index in 0..kinds {
        let character = attached && index == 1;
        let group = Group {
            models: if character { 1 } else { pick.of(&[2, 3, 5]) },
            wounds: pick.from(1, 3) as i32 + i32::from(character),
            toughness: pick.from(3, 6) as i32,
            save: pick.from(3, 6) as i32,
            feel_no_pain: pick.one_in(4).then_some(5),
            character,
            ..Group::default()
        };
        let fnp = group.feel_no_pain.map_or(String::new(), |on| format!("feel-no-pain = \"{on}+\"\n"));
        text.push_str(&format!(
            "[[model]]\nname = \"G{index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{fnp}{}",
            group.models,
            group.toughness,
            group.save,
            group.wounds,
            if character { "role = \"character\"\n" } else { "" },
        ));
        groups.push(group);
    }
    // Half of an attached unit is another question once a part of it is gone.
    let played: Vec<(Weapon, bool)> = if attached {
        attackers.iter_mut().for_each(|(text, _)| text.truncate(text.find("[[ability]]").unwrap_or(text.len())));
        played.into_iter().map(|(weapon, _)| (weapon, false)).collect()
    } else {
        played
    };
    let start: u32 = groups.iter().map(|group| group.models).sum();
    let play = move |dice: &mut Dice| {
        let mut done = Done::default();
        let (mut groups, mut lost) = (groups.clone(), 0);
        for (weapon, finishes) in &played {
            let models: u32 = groups.iter().map(|group| group.models).sum();
            if models == 0 {
                break;
            }
            let mut weapon = weapon.clone();
            weapon.wound_modifier += i32::from(*finishes && 2 * models < start);
            let bearer = Bearer { wounds: 2, lost: 0, character: false, feel_no_pain: None };
            let bearers = if weapon.hazardous { weapon.count } else { 0 };
            let attacker = Attacker {
                hazardous_bearers: vec![bearer; bearers as usize],
                weapons: vec![weapon],
                ..Attacker::default()
            };
            let attached = attached && groups.iter().any(|group| !group.character);
            let defender = Defender { groups: groups.clone(), lost_wounds: lost, attached, ..Defender::default() };
            let end = attack(dice, &attacker, &defender, Context { core, ..Context::default() });
            done.wounds_lost += end.wounds_lost;
            done.slain += end.slain;
            done.attackers_lost += end.attacker_wounds_lost;
            // Groups fall in their order, the characters of an attached unit last.
            let mut points = end.wounds_lost as i32 + lost;
            lost = 0;
            for group in &mut groups {
                let fallen = (points / group.wounds).min(group.models as i32);
                group.models -= fallen as u32;
                points -= fallen * group.wounds;
                if group.models > 0 {
                    lost = points;
                    break;
                }
            }
            groups.retain(|group| group.models > 0);
        }
        done
    };
    let edition = core.then(|| "core".to_owned());
    let request = Request { edition, ..in_phase(Phase::Shooting) };
    Chain { attackers, defender: (text, None), request, play: Box::new(play) }
}

/// A unit of the 11th edition with one weapon, and that weapon.
fn eleventh_attacker(pick: &mut Pick) -> (String, Option<u64>, warhammer_40k_11e::Weapon) {
    let (printed, asked, models) = size(pick, 1, 5);
    let mut flags = [(); 4].map(|()| pick.one_in(3));
    // 24.23: with Devastating Wounds a Lethal Hit may be worth less than its wound roll, and is declined.
    flags[1] &= !flags[0];
    let [devastating_wounds, lethal_hits, blast, hazardous] = flags;
    let weapon = warhammer_40k_11e::Weapon {
        count: models,
        attacks: small(pick),
        skill: Some(pick.from(2, 5) as i32),
        strength: pick.from(3, 9) as i32,
        armour_penetration: -(pick.from(0, 3) as i32),
        damage: small(pick),
        devastating_wounds,
        lethal_hits,
        blast: i32::from(blast),
        hazardous,
        ..warhammer_40k_11e::Weapon::default()
    };
    let names = ["Devastating Wounds", "Lethal Hits", "Blast", "Hazardous"];
    let abilities: Vec<String> =
        flags.iter().zip(names).filter(|(has, _)| **has).map(|(_, name)| format!("\"{name}\"")).collect();
    let text = format!(
        "game = \"warhammer-40k-11e\"\nname = \"A\"\nkeywords = [\"INFANTRY\"]\n[[model]]\ncount = {printed}\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"W\"\nrange = 24\nattacks = {}\nskill = \"{}+\"\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
        written(&weapon.attacks),
        weapon.skill.unwrap_or(7),
        weapon.strength,
        weapon.armour_penetration,
        written(&weapon.damage),
        abilities.join(", "),
    );
    (text, asked, weapon)
}

fn eleventh(seed: u64) -> Chain {
    use warhammer_40k_11e::{Attacker, Defender, Group, attack};
    let pick = &mut Pick::new(seed);
    let (mut attackers, mut played) = (Vec::new(), Vec::new());
    for _ in 0..pick.from(2, 3) {
        let (mut text, asked, weapon) = eleventh_attacker(pick);
        // W40K-CONDITION-TIMING: read when the target is selected.
        let finishes = pick.one_in(3);
        if finishes {
            text.push_str(
                "[[ability]]\nname = \"Finish\"\nwhen = [\"target half strength\"]\neffects = [\"+1 to wound\"]\n",
            );
        }
        attackers.push((text, asked));
        played.push((weapon, finishes));
    }
    let mut text = "game = \"warhammer-40k-11e\"\nname = \"T\"\nkeywords = [\"INFANTRY\"]\n".to_owned();
    let mut groups = Vec::new();
    for index in 0..pick.of(&[1, 1, 2]) {
        let group = Group {
            models: pick.of(&[2, 3, 5]),
            wounds: pick.from(1, 3) as i32,
            toughness: 4,
            // Models that differ in nothing would be one group for the rules.
            save: pick.of(&[[3, 4], [5, 6], [4, 7]])[index],
            feel_no_pain: pick.one_in(4).then_some(5),
            ..Group::default()
        };
        let fnp = group.feel_no_pain.map_or(String::new(), |on| format!("feel-no-pain = \"{on}+\"\n"));
        text.push_str(&format!(
            "[[model]]\nname = \"G{index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{fnp}",
            group.models, group.toughness, group.save, group.wounds,
        ));
        groups.push(group);
    }
    let start: u32 = groups.iter().map(|group| group.models).sum();
    let play = move |dice: &mut Dice| {
        let mut done = Done::default();
        let mut groups = groups.clone();
        for (weapon, finishes) in &played {
            let models: u32 = groups.iter().map(|group| group.models).sum();
            if models == 0 {
                break;
            }
            let mut weapon = weapon.clone();
            // 01.07: at half of its starting strength or below.
            weapon.wound_modifier += i32::from(*finishes && 2 * models <= start);
            let own = Group { models: weapon.count, wounds: 2, save: 3, ..Group::default() };
            let attacker = Attacker { weapons: vec![weapon], groups: vec![own], ..Attacker::default() };
            let end = attack(dice, &attacker, &Defender { groups: groups.clone(), ..Defender::default() });
            done.wounds_lost += end.wounds_lost;
            done.slain += end.slain;
            done.attackers_lost += end.attacker_wounds_lost;
            // The defender wants the groups to fall in their order.
            let mut points = end.wounds_lost as i32 + groups.iter().map(|group| group.lost).sum::<i32>();
            for group in &mut groups {
                let fallen = (points / group.wounds).min(group.models as i32);
                group.models -= fallen as u32;
                points -= fallen * group.wounds;
                group.lost = if group.models > 0 { std::mem::take(&mut points) } else { 0 };
            }
            groups.retain(|group| group.models > 0);
        }
        done
    };
    Chain { attackers, defender: (text, None), request: in_phase(Phase::Shooting), play: Box::new(play) }
}

fn fighters(seed: u64) -> Chain {
    use warcry::{Action, Attacker, Context, Defender, attack};
    let pick = &mut Pick::new(seed);
    let (mut attackers, mut played) = (Vec::new(), Vec::new());
    for _ in 0..pick.from(2, 4) {
        let action = Action {
            attacks: pick.from(1, 6) as i32,
            strength: pick.from(3, 5) as i32,
            hit_damage: pick.from(1, 3) as i32,
            critical_damage: pick.from(3, 6) as i32,
            ..Action::default()
        };
        attackers.push((
            format!(
                "game = \"warcry\"\nname = \"A\"\ntoughness = 4\nwounds = 10\n[[weapon]]\nname = \"W\"\nrange = 1\nattacks = {}\nstrength = {}\ndamage = [{}, {}]\n",
                action.attacks, action.strength, action.hit_damage, action.critical_damage,
            ),
            None,
        ));
        played.push(action);
    }
    let (toughness, wounds) = (pick.from(3, 5), pick.from(5, 30));
    let twice = pick.one_in(3);
    let defender = format!("game = \"warcry\"\nname = \"T\"\ntoughness = {toughness}\nwounds = {wounds}\n");
    let play = move |dice: &mut Dice| {
        let (mut done, mut remaining) = (Done::default(), wounds as i32);
        for action in &played {
            if remaining == 0 {
                break;
            }
            let actions = vec![*action; if twice { 2 } else { 1 }];
            let attacker = Attacker { remaining: 10, actions, ..Attacker::default() };
            let defender = Defender { toughness: toughness as i32, remaining, ..Defender::default() };
            let end = attack(dice, &attacker, &defender, Context::default());
            remaining -= end.wounds_lost as i32;
            done.wounds_lost += end.wounds_lost;
            done.slain += u32::from(end.target_down);
        }
        done
    };
    let with = if twice { vec!["two attacks".to_owned()] } else { Vec::new() };
    let request = Request { with, ..in_phase(Phase::Combat) };
    Chain { attackers, defender: (defender, None), request, play: Box::new(play) }
}

fn regiments(seed: u64) -> Chain {
    use asoiaf::{Attacker, Context, Defender, INFANTRY, attack};
    let pick = &mut Pick::new(seed);
    let (mut attackers, mut played) = (Vec::new(), Vec::new());
    for _ in 0..pick.from(2, 3) {
        let dice = [pick.from(6, 9) as i32, pick.from(4, 6) as i32, pick.from(3, 4) as i32];
        // What has fewer models has fewer ranks.
        let models = pick.of(&[12, 12, 8, 4, 5]);
        let (sundering, vicious) = (pick.one_in(3), pick.one_in(3));
        let attacker = Attacker {
            wounds_remaining: models,
            attack_dice: dice,
            hit: pick.from(2, 5) as i32,
            sundering,
            vicious,
            ..Attacker::default()
        };
        let named = [(sundering, "\"Sundering\""), (vicious, "\"Vicious\"")];
        let abilities: Vec<&str> = named.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
        attackers.push((
            format!(
                "game = \"asoiaf\"\nname = \"A\"\ntray = \"infantry\"\nmodels = {models}\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"W\"\ntype = \"melee\"\nhit = \"{}+\"\ndice = [{}, {}, {}]\nabilities = [{}]\n",
                attacker.hit, dice[0], dice[1], dice[2], abilities.join(", "),
            ),
            None,
        ));
        played.push(attacker);
    }
    let (defense, morale) = (pick.from(3, 6), pick.from(4, 8));
    let defender = format!(
        "game = \"asoiaf\"\nname = \"T\"\ntray = \"infantry\"\ndefense = \"{defense}+\"\nmorale = \"{morale}+\"\n"
    );
    let play = move |dice: &mut Dice| {
        let (mut done, mut remaining) = (Done::default(), 12);
        for attacker in &played {
            if remaining == 0 {
                break;
            }
            let defender = Defender {
                tray: INFANTRY,
                wounds_remaining: remaining,
                defense: Some(defense as i32),
                morale: Some(morale as i32),
                ..Defender::default()
            };
            let end = attack(dice, attacker, &defender, Context::default());
            remaining -= end.wounds_lost;
            done.wounds_lost += end.wounds_lost;
        }
        done.slain = done.wounds_lost;
        done
    };
    let request = in_phase(Phase::Combat);
    Chain { attackers, defender: (defender, None), request, play: Box::new(play) }
}
