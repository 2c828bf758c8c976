//! The panic test: two D6 and a D3, rolled together, and who rolls which of them again (ASOIAF-PANIC,
//! ASOIAF-PANICKED-OPT).
//!
//! Both players choose for the chance that the test fails; that needs no look at the D3, so the D3 has a rule of its own:
//! the enemy rolls a 1 again, the owner a 3. Choices are found by counting ways over every fall of the dice, in whole
//! numbers; what comes out are rolls that keep one die, both, or none.

use crate::dice::Faces;
use crate::sequence::{Engagement, Roll, Settle, Slot, TokenRow};

/// Who may roll dice of a test again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// The unit's enemy, who spends the Panicked token and wants the test to fail.
    Enemy,
    /// The unit's owner, who wants it to pass.
    Owner,
}

/// What a player does with the two D6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RollAgain {
    /// Nothing.
    Keep,
    /// Keeps a die of this face and rolls the other again.
    KeepOne(u8),
    /// Rolls both again.
    Both,
}

/// Falls of two D6, and the common denominator of every choice.
const FALLS: u64 = 36;

/// For both faces of a fall what the first player does, and in how many ways the test then fails.
type Choices = [[(RollAgain, u64); 6]; 6];

/// What the first of `order` does when the dice show these faces, and in how many of `36^order.len()` ways the test for
/// `target` then fails, every later player choosing as well.
pub(crate) fn choose(faces: [u8; 2], target: u8, order: &[Player]) -> (RollAgain, u64) {
    of_faces(&choices(target, order), faces)
}

fn of_faces(choices: &Choices, [a, b]: [u8; 2]) -> (RollAgain, u64) {
    choices[usize::from(a) - 1][usize::from(b) - 1]
}

fn choices(target: u8, order: &[Player]) -> Choices {
    let each = |choice: &dyn Fn([u8; 2]) -> (RollAgain, u64)| {
        std::array::from_fn(|a| std::array::from_fn(|b| choice([a as u8 + 1, b as u8 + 1])))
    };
    let Some((player, rest)) = order.split_first() else {
        return each(&|[a, b]| (RollAgain::Keep, u64::from(a + b < target)));
    };
    let then = choices(target, rest);
    let outcomes = |faces| of_faces(&then, faces).1;
    let keep_one = |kept: u8| (1..=6).map(|face| outcomes([kept, face])).sum::<u64>() * 6;
    let both = then.as_flattened().iter().map(|(_, outcomes)| outcomes).sum();
    each(&|faces| {
        let (low, high) = (faces[0].min(faces[1]), faces[0].max(faces[1]));
        let ones = [low, high].map(|kept| (RollAgain::KeepOne(kept), keep_one(kept)));
        let mut best = (RollAgain::Keep, outcomes(faces) * FALLS);
        for option in ones.into_iter().chain([(RollAgain::Both, both)]) {
            let better = match player {
                Player::Enemy => option.1 > best.1,
                Player::Owner => option.1 < best.1,
            };
            if better {
                best = option;
            }
        }
        best
    })
}

/// The faces of the D3 that a player rolls again.
fn third_again(player: Player) -> Faces {
    Faces::only(if player == Player::Enemy { 1 } else { 3 })
}

/// A token that the attacker may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PanicToken {
    /// It is there, and nothing later could use it.
    Sure,
    /// A slot holds it, or nothing if an earlier attack has spent it.
    In(Slot),
}

impl PanicToken {
    /// The slot that holds it.
    pub(crate) fn slot(self) -> Option<Slot> {
        if let Self::In(slot) = self { Some(slot) } else { None }
    }
}

/// A unit's test against a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PanicTest {
    /// The morale, all modifiers taken in: 2D6 below it fail. From 2 (nothing fails) to 13 (everything does).
    pub(crate) target: u8,
    /// Who may roll again, the active player first.
    pub(crate) order: Vec<Player>,
    /// The token that the enemy needs for it.
    pub(crate) panicked: Option<PanicToken>,
    /// Added to the 1 + D3 wounds of a failed test.
    pub(crate) plus: i16,
    /// The most wounds that it costs, if there is such a number.
    pub(crate) most: Option<u16>,
}

/// What a test fills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outputs {
    /// One token for a test that failed.
    pub(crate) failed: Slot,
    /// Its wounds.
    pub(crate) wounds: Slot,
}

impl PanicTest {
    /// The steps of a test for each token of `input`.
    pub(crate) fn steps(&self, e: &mut Engagement, input: Slot, to: Outputs) {
        if self.target <= 2 {
            return;
        }
        let plain: Vec<Player> = self.order.iter().copied().filter(|player| *player == Player::Owner).collect();
        match self.panicked {
            None => self.certain(e, input, &plain, to),
            Some(PanicToken::Sure) => self.certain(e, input, &self.order, to),
            Some(PanicToken::In(token)) => {
                let with = e.slot("panic tests with a token");
                let there = e.slot("token at hand");
                e.step(Settle::Copy { from: token, out: there, most: 1 });
                e.step(Settle::Spend { token: there, from: input, to: with });
                self.certain(e, input, &plain, to);
                self.spending(e, with, token, to);
            }
        }
    }

    /// A test whose re-rolls are all there.
    fn certain(&self, e: &mut Engagement, input: Slot, order: &[Player], to: Outputs) {
        let failed = e.slot("failed tests");
        self.dice(e, input, order, failed, None);
        let mut windows = [Faces::NONE; 2];
        for (window, player) in windows.iter_mut().zip(order) {
            *window = third_again(*player);
        }
        self.third(e, failed, windows, to);
    }

    /// A test with a token that later attacks would like to find: the D3 is looked at first, because a 1 is a reason of
    /// its own to spend it.
    fn spending(&self, e: &mut Engagement, input: Slot, token: Slot, to: Outputs) {
        let owner_first = self.order.first() == Some(&Player::Owner);
        let owner_last = self.order.last() == Some(&Player::Owner);
        let owner_again = |when: bool| if when { third_again(Player::Owner) } else { Faces::NONE };
        let shown: Vec<Slot> = (1..=3).map(|_| e.slot("panic tests by their D3")).collect();
        let row = |face: usize| -> TokenRow { TokenRow::from([(shown[face], 1)]) };
        e.step(d3("third die", input, [owner_again(owner_first), Faces::NONE], row));
        let used = e.slot("tokens used");
        for (face, tests) in (1u8..).zip(&shown) {
            let failed = e.slot("failed tests");
            self.dice(e, *tests, &self.order, failed, Some((used, face == 1)));
            if face == 1 || (face == 3 && owner_last) {
                let again = owner_again(owner_last && face == 1);
                self.third(e, failed, [again, Faces::NONE], to);
            } else {
                e.step(Roll::relay("panic wounds", failed, self.row(u16::from(face), to)));
            }
        }
        e.step(Settle::Cancel { from: token, against: used });
    }

    /// The two D6 and every choice about them. `used` gets a token when the enemy spends his; `true` beside it says that
    /// he also wants to roll the D3 of a failed test again.
    fn dice(&self, e: &mut Engagement, input: Slot, order: &[Player], failed: Slot, used: Option<(Slot, bool)>) {
        const BOTH: usize = 6;
        let choices: Vec<Choices> = (0..order.len()).map(|turn| choices(self.target, &order[turn..])).collect();
        let mut inputs = vec![[None; BOTH + 1]; order.len() + 1];
        inputs[0][BOTH] = Some(input);
        for stage in 0..=order.len() {
            for kept in 0..=BOTH {
                let Some(input) = inputs[stage][kept] else { continue };
                let falls: Vec<[u8; 2]> = if kept == BOTH {
                    (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b])).collect()
                } else {
                    (1..=6).map(|face| [kept as u8 + 1, face]).collect()
                };
                let mut rows = Vec::new();
                for faces in falls {
                    let mut row = TokenRow::new();
                    let next = self.follow(faces, (&order[stage..], &choices[stage..]), used, &mut row);
                    match next {
                        Some((passed, choice)) => {
                            let place =
                                if let RollAgain::KeepOne(face) = choice { usize::from(face) - 1 } else { BOTH };
                            let slot = inputs[stage + passed][place].get_or_insert_with(|| e.slot("dice rolled again"));
                            row.push((*slot, 1));
                        }
                        None if faces[0] + faces[1] < self.target => row.push((failed, 1)),
                        None => {}
                    }
                    rows.push(row);
                }
                // Which fall is which does not matter, and rows that are alike are read faster side by side.
                rows.sort();
                e.step(Roll::one_die("panic test", input, rows));
            }
        }
    }

    /// Players look at the faces one after the other until one rolls dice again: how many have had their turn then, and
    /// what the last one does.
    fn follow(
        &self,
        faces: [u8; 2],
        (order, choices): (&[Player], &[Choices]),
        used: Option<(Slot, bool)>,
        row: &mut TokenRow,
    ) -> Option<(usize, RollAgain)> {
        for (turn, (player, choices)) in order.iter().zip(choices).enumerate() {
            let (choice, _) = of_faces(choices, faces);
            let fails = faces[0] + faces[1] < self.target;
            if let Some((used, third)) = used.filter(|_| *player == Player::Enemy)
                && (choice != RollAgain::Keep || (third && fails))
            {
                row.push((used, 1));
            }
            if choice != RollAgain::Keep {
                return Some((turn + 1, choice));
            }
        }
        None
    }

    /// The D3 of failed tests.
    fn third(&self, e: &mut Engagement, failed: Slot, windows: [Faces; 2], to: Outputs) {
        e.step(d3("panic wounds", failed, windows, |face| self.row(face as u16 + 1, to)));
    }

    /// What a failed test with this D3 brings.
    fn row(&self, third: u16, to: Outputs) -> TokenRow {
        let wounds = ((1 + third as i16).saturating_add(self.plus).max(0) as u16).min(self.most.unwrap_or(u16::MAX));
        let mut row = TokenRow::from([(to.failed, 1)]);
        row.extend((wounds > 0).then_some((to.wounds, wounds)));
        row
    }
}

fn d3(name: &'static str, input: Slot, rerolls: [Faces; 2], row: impl Fn(usize) -> TokenRow) -> Roll {
    Roll { name, input, always: TokenRow::new(), times: 1, sides: 3, rerolls, rows: (0..3).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ASOIAF-PANICKED-OPT: the printed chances of failing, as ways of 36 to the number of re-rolls and once more.
    fn outcomes(target: u8, order: &[Player]) -> u64 {
        (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b])).map(|faces| choose(faces, target, order).1).sum()
    }

    #[test]
    fn the_token_is_used_as_well_as_it_can_be() {
        // Target 6: the high die only for 5 and 1 (4/6), never the low one.
        assert_eq!(choose([5, 1], 6, &[Player::Enemy]), (RollAgain::KeepOne(1), 24));
        assert_eq!(choose([2, 2], 6, &[Player::Enemy]), (RollAgain::Keep, 36));
        for (target, n, of) in [
            (3, 121, 1296),
            (4, 17, 72),
            (5, 43, 108),
            (6, 41, 72),
            (7, 313, 432),
            (8, 367, 432),
            (9, 301, 324),
            (10, 35, 36),
            (11, 143, 144),
            (12, 1295, 1296),
        ] {
            assert_eq!(outcomes(target, &[Player::Enemy]) * of, n * 36 * 36, "{target}");
        }
        assert_eq!((outcomes(2, &[Player::Enemy]), outcomes(13, &[Player::Enemy])), (0, 36 * 36));
    }

    #[test]
    fn the_mover_before_the_last_plays_knowing_what_the_last_will_do() {
        use Player::{Enemy, Owner};
        for (target, alone, enemy_first, owner_first) in [
            (5, (1, 36), (43, 648), (58, 243)),
            (6, (23, 324), (577, 3888), (32, 81)),
            (7, (65, 432), (1427, 5184), (2911, 5184)),
            (8, (119, 432), (2273, 5184), (3757, 5184)),
            (9, (31, 72), (49, 81), (3311, 3888)),
        ] {
            for ((n, of), order) in
                [(alone, &[Owner][..]), (enemy_first, &[Enemy, Owner]), (owner_first, &[Owner, Enemy])]
            {
                assert_eq!(outcomes(target, order) * of, n * FALLS.pow(order.len() as u32 + 1), "{target} {order:?}");
            }
        }
    }
}
