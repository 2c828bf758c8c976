//! Fighters of Warcry.

use super::{Fight, NAMES, Turns};
use crate::games::Losses;
use crate::witness::matchups::Pick;
use crate::witness::{Dice, warcry};

/// A fighter, whose actions are all attacks.
struct Fighter {
    action: warcry::Action,
    toughness: i32,
    wounds: i32,
    /// Three activations of one action each, and no reactions (WARCRY-MONSTER).
    is_monster: bool,
    /// Whether it counters attacks before it has been activated, each at the price of an action (WARCRY-REACT-ECON).
    counters: bool,
}

impl Fighter {
    fn random(pick: &mut Pick) -> Self {
        let action = warcry::Action {
            attacks: pick.from(2, 5) as i32,
            strength: pick.from(3, 5) as i32,
            hit_damage: pick.from(1, 2) as i32,
            critical_damage: pick.from(3, 5) as i32,
            ..warcry::Action::default()
        };
        let is_monster = pick.one_in(5);
        let (toughness, wounds) = (pick.from(3, 5) as i32, pick.from(6, 16) as i32);
        Self { action, toughness, wounds, is_monster, counters: !is_monster && pick.one_in(2) }
    }

    fn text(&self, side: usize) -> String {
        let Self { action, toughness, wounds, .. } = self;
        let warcry::Action { attacks, strength, hit_damage, critical_damage, .. } = action;
        let runemarks = if self.is_monster { "runemarks = [\"MONSTER\"]\n" } else { "" };
        format!(
            "game = \"warcry\"\nname = \"Fighter {side}\"\ntoughness = {toughness}\nwounds = {wounds}\n{runemarks}[[weapon]]\nname = \"Blade\"\nrange = 1\nattacks = {attacks}\nstrength = {strength}\ndamage = [{hit_damage}, {critical_damage}]\n"
        )
    }

    fn activations(&self) -> usize {
        if self.is_monster { 3 } else { 1 }
    }
}

/// Both are activated in turn; of two equal rolls for the initiative of a round each side wins as often (WARCRY-INIT-ROLL).
fn roll_fight(dice: &mut Dice, fighters: &[Fighter; 2], turns: &Turns) -> [i64; 2] {
    let mut left = [fighters[0].wounds, fighters[1].wounds];
    for active in turns.play(dice, |dice, _| usize::from(dice.d6() > 3)) {
        let (mut activated, mut actions) = ([0, 0], [2, 2]);
        for turn in 0..3 {
            for side in [active, 1 - active].into_iter().filter(|side| turn < fighters[*side].activations()) {
                let (own, other) = (&fighters[side], &fighters[1 - side]);
                let number = if own.is_monster { 1 } else { actions[side] };
                activated[side] += 1;
                if left.iter().any(|left| *left <= 0) || number == 0 {
                    continue;
                }
                let reacts = other.counters && activated[1 - side] == 0;
                let may = if reacts { actions[1 - side].min(number) } else { 0 };
                let reaction =
                    |place: usize| if place < may { warcry::Reaction::Counter } else { warcry::Reaction::None };
                let actions_now = (0..number).map(|place| warcry::Action { reaction: reaction(place), ..own.action });
                let actions_now = actions_now.collect();
                actions[1 - side] -= may;
                let attacker =
                    warcry::Attacker { remaining: left[side], actions: actions_now, ..warcry::Attacker::default() };
                let (toughness, remaining) = (other.toughness, left[1 - side]);
                let defender = warcry::Defender { toughness, remaining, ..warcry::Defender::default() };
                let result = warcry::attack(dice, &attacker, &defender, warcry::Context::default());
                left[1 - side] -= result.wounds_lost as i32;
                left[side] -= result.attacker_wounds_lost as i32;
            }
        }
    }
    left.map(|left| i64::from(left > 0))
}

pub(super) fn fight(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let fighters = [Fighter::random(pick), Fighter::random(pick)];
    let turns = Turns::random(pick, true);
    let with = NAMES.into_iter().zip(&fighters).filter(|(_, fighter)| fighter.counters);
    Fight {
        texts: [0, 1].map(|side: usize| fighters[side].text(side)),
        rounds: turns.rounds,
        first: turns.first,
        turns: turns.text(),
        losses: Losses::PlainFirst,
        with: with.map(|(side, _)| format!("{side}: counter")).collect(),
        points: None,
        play: Box::new(move |dice| roll_fight(dice, &fighters, &turns)),
    }
}
