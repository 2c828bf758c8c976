//! Cards of A Song of Ice & Fire.

use super::{Fight, NAMES, Turns};
use crate::games::Losses;
use crate::witness::matchups::Pick;
use crate::witness::{Dice, asoiaf};

/// A unit: its attack, itself as a target, the wounds it gets back after each attack on it, and the tokens on it, of which
/// each is for one roll (ASOIAF-TOKEN): Weakened, Vulnerable, Panicked. It lies there until something is rolled again for it.
struct Card {
    attacker: asoiaf::Attacker,
    defender: asoiaf::Defender,
    heals: u32,
    tokens: [bool; 3],
}

const TOKENS: [&str; 3] = ["weakened", "vulnerable", "panicked"];

impl Card {
    fn random(pick: &mut Pick) -> Self {
        let most = pick.from(5, 8) as i32;
        let attacker = asoiaf::Attacker {
            attack_dice: [most, most - 1, most - 3],
            hit: pick.from(3, 5) as i32,
            ..asoiaf::Attacker::default()
        };
        let (defense, morale) = (pick.from(3, 6) as i32, pick.from(4, 8) as i32);
        let defender = asoiaf::Defender { defense: Some(defense), morale: Some(morale), ..asoiaf::Defender::default() };
        let heals = if pick.one_in(2) { pick.from(1, 3) } else { 0 };
        Self { attacker, defender, heals, tokens: [0; 3].map(|_| pick.one_in(4)) }
    }

    fn text(&self, side: usize) -> String {
        let asoiaf::Attacker { attack_dice: [a, b, c], hit, .. } = self.attacker;
        let (defense, morale) = (self.defender.defense.unwrap_or(7), self.defender.morale.unwrap_or(7));
        let heal = match self.heals {
            0 => String::new(),
            n => format!("[[ability]]\nname = \"Mend\"\neffects = [\"heal {n}\"]\n"),
        };
        format!(
            "game = \"asoiaf\"\nname = \"Card {side}\"\ntray = \"infantry\"\nspeed = 5\ndefense = \"{defense}+\"\nmorale = \"{morale}+\"\n[[attack]]\nname = \"Blades\"\ntype = \"melee\"\nhit = \"{hit}+\"\ndice = [{a}, {b}, {c}]\n{heal}"
        )
    }
}

/// Activations of two cards, the charge of the first one included; what both have left in the end.
fn roll_fight(dice: &mut Dice, cards: &[Card; 2], turns: &Turns) -> [i64; 2] {
    let mut left = [0, 1].map(|side: usize| cards[side].defender.wounds_remaining);
    let mut tokens = [0, 1].map(|side: usize| cards[side].tokens);
    for (round, active) in turns.play(dice, |_, sides| 1 - sides[sides.len() - 1]).into_iter().enumerate() {
        for side in [active, 1 - active] {
            if left.contains(&0) {
                continue;
            }
            let (own, other) = (&cards[side], &cards[1 - side]);
            let attacker = asoiaf::Attacker {
                wounds_remaining: left[side],
                charging: round == 0 && side == turns.first,
                weakened: tokens[side][0].then_some(1),
                ..own.attacker.clone()
            };
            let defender = asoiaf::Defender {
                wounds_remaining: left[1 - side],
                vulnerable: tokens[1 - side][1].then_some(1),
                panicked: tokens[1 - side][2],
                ..other.defender.clone()
            };
            let end = asoiaf::attack(dice, &attacker, &defender, asoiaf::Context::default());
            left[1 - side] -= end.wounds_lost.min(left[1 - side]);
            for (token, bearer) in [side, 1 - side, 1 - side].into_iter().enumerate() {
                tokens[bearer][token] &= !end.spent[token];
            }
            // What stands gets wounds back once the attack on it is over, and no more than it had.
            if left[1 - side] > 0 {
                left[1 - side] = (left[1 - side] + other.heals).min(other.defender.wounds_remaining);
            }
        }
    }
    left.map(i64::from)
}

pub(super) fn fight(seed: u64) -> Fight {
    let pick = &mut Pick::new(seed);
    let mut cards = [Card::random(pick), Card::random(pick)];
    // What a unit gets back is refused beside what is used once.
    if cards.iter().any(|card| card.tokens != [false; 3]) {
        cards.iter_mut().for_each(|card| card.heals = 0);
    }
    let turns = Turns::random(pick, false);
    let tokens = |(side, card): (&str, &Card)| {
        let on = TOKENS.into_iter().zip(card.tokens).filter(|(_, lies)| *lies);
        on.map(|(token, _)| format!("{side}: {token}")).collect::<Vec<_>>()
    };
    Fight {
        texts: [0, 1].map(|side: usize| cards[side].text(side)),
        rounds: turns.rounds,
        first: turns.first,
        turns: turns.text(),
        losses: Losses::PlainFirst,
        with: NAMES.into_iter().zip(&cards).flat_map(tokens).collect(),
        points: None,
        play: Box::new(move |dice| roll_fight(dice, &cards, &turns)),
    }
}
