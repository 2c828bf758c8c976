//! Units of the 11th edition of Warhammer 40,000, some of them led by a Character.

use super::{Fight, Turns};
use crate::games::Losses;
use crate::witness::matchups::{Pick, written};
use crate::witness::{Dice, Expression, warhammer_40k_11e};

/// A unit of the 11th edition: models that are alike, perhaps with a hero, and the weapon of each group.
#[derive(Clone)]
struct Eleventh {
    groups: Vec<warhammer_40k_11e::Group>,
    weapons: Vec<warhammer_40k_11e::Weapon>,
    fights_first: bool,
}

impl Eleventh {
    fn random(pick: &mut Pick) -> Self {
        use warhammer_40k_11e::{Group, Weapon};
        let led = pick.one_in(2);
        let (mut groups, mut weapons) = (Vec::new(), Vec::new());
        let hazardous = pick.one_in(3);
        for character in [false, true].into_iter().take(1 + usize::from(led)) {
            let models = if character { 1 } else { pick.from(2, 5) };
            groups.push(Group {
                models,
                wounds: pick.from(1, 3) as i32 + i32::from(character),
                toughness: pick.from(3, 6) as i32,
                save: pick.from(3, 6) as i32,
                feel_no_pain: pick.one_in(4).then_some(5),
                character,
                ..Group::default()
            });
            let devastating_wounds = pick.one_in(3);
            weapons.push(Weapon {
                count: models,
                melee: true,
                attacks: pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]),
                skill: Some(pick.from(2, 5) as i32),
                strength: pick.from(3, 9) as i32,
                armour_penetration: -(pick.from(0, 3) as i32),
                damage: pick.of(&[Expression::fixed(1), Expression::fixed(2), Expression::dice(1, 3, 0)]),
                devastating_wounds,
                // 24.23: a Lethal Hit may be declined where critical wounds are worth more.
                lethal_hits: !devastating_wounds && pick.one_in(3),
                hazardous,
                ..Weapon::default()
            });
        }
        Self { groups, weapons, fights_first: pick.one_in(4) }
    }

    fn text(&self, name: &str) -> String {
        let first = if self.fights_first { "\"Fights First\"" } else { "" };
        let attached = if self.groups.len() > 1 { "attached = true\n" } else { "" };
        let mut text = format!(
            "game = \"warhammer-40k-11e\"\nname = \"{name}\"\nkeywords = [\"INFANTRY\"]\n{attached}abilities = [{first}]\n"
        );
        for (index, group) in self.groups.iter().enumerate() {
            let fnp = group.feel_no_pain.map_or(String::new(), |on| format!("feel-no-pain = \"{on}+\"\n"));
            let role = if group.character { "role = \"character\"\n" } else { "" };
            text += &format!(
                "[[model]]\nname = \"G{index}\"\ncount = {}\ntoughness = {}\nsave = \"{}+\"\nwounds = {}\n{fnp}{role}",
                group.models, group.toughness, group.save, group.wounds
            );
        }
        for (index, weapon) in self.weapons.iter().enumerate() {
            let named = [
                (weapon.devastating_wounds, "\"Devastating Wounds\""),
                (weapon.lethal_hits, "\"Lethal Hits\""),
                (weapon.hazardous, "\"Hazardous\""),
            ];
            let abilities: Vec<&str> = named.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
            text += &format!(
                "[[weapon]]\nname = \"W{index}\"\ncarried-by = \"G{index}\"\nattacks = {}\nskill = \"{}+\"\nstrength = {}\nap = {}\ndamage = {}\nabilities = [{}]\n",
                written(&weapon.attacks),
                weapon.skill.unwrap_or(7),
                weapon.strength,
                weapon.armour_penetration,
                written(&weapon.damage),
                abilities.join(", ")
            );
        }
        text
    }

    fn models(&self) -> u32 {
        self.groups.iter().map(|group| group.models).sum()
    }

    /// Groups fall in their order, and with each model its weapon.
    fn lose(&mut self, lost: u32) {
        let mut points = lost as i32 + self.groups.iter().map(|group| group.lost).sum::<i32>();
        for (group, weapon) in self.groups.iter_mut().zip(&mut self.weapons) {
            let fallen = (points / group.wounds).min(group.models as i32);
            group.models -= fallen as u32;
            weapon.count = group.models;
            points -= fallen * group.wounds;
            group.lost = if group.models > 0 { std::mem::take(&mut points) } else { 0 };
        }
    }

    fn standing(&self) -> Vec<warhammer_40k_11e::Group> {
        self.groups.iter().filter(|group| group.models > 0).copied().collect()
    }
}

pub(super) fn fight(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let units = [Eleventh::random(pick), Eleventh::random(pick)];
    let turns = Turns::random(pick, false);
    let texts = [0, 1].map(|side: usize| units[side].text(["One", "Other"][side]));
    Fight {
        texts,
        rounds: turns.rounds,
        first: turns.first,
        turns: turns.text(),
        losses: Losses::PlainFirst,
        with: Vec::new(),
        points: None,
        play: Box::new(move |dice| roll_fight(dice, units.clone(), &turns)),
    }
}

/// 12.04: those who charged and those with Fights First begin, and of both the player whose turn it is.
fn roll_fight(dice: &mut Dice, mut units: [Eleventh; 2], turns: &Turns) -> [i64; 2] {
    use warhammer_40k_11e::{Attacker, Defender, attack};
    for (round, active) in turns.play(dice, |_, sides| 1 - sides[sides.len() - 1]).into_iter().enumerate() {
        let charged = |side: usize| round == 0 && side == active;
        let early = |side: usize| units[side].fights_first || charged(side);
        let begins = if early(1 - active) && !early(active) { 1 - active } else { active };
        for side in [begins, 1 - begins] {
            if units.iter().any(|unit| unit.models() == 0) {
                continue;
            }
            let weapons = units[side].weapons.iter().filter(|weapon| weapon.count > 0).cloned().collect();
            let groups = units[side].standing();
            let attacker = Attacker { weapons, groups, charged: charged(side), ..Attacker::default() };
            let groups = units[1 - side].standing();
            let attached = groups.iter().any(|group| group.character) && groups.iter().any(|group| !group.character);
            let end = attack(dice, &attacker, &Defender { groups, attached, ..Defender::default() });
            units[1 - side].lose(end.wounds_lost);
            units[side].lose(end.attacker_wounds_lost);
        }
    }
    units.map(|unit| i64::from(unit.models()))
}
