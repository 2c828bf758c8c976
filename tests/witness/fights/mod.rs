//! Fights that are rolled from the rules alone, one die at a time; the units are texts that both sides read in their own
//! way.

mod cards;
mod eleventh;
mod fighters;
mod squads;

use super::Dice;
use super::matchups::Pick;
use crate::games::Losses;

/// A fight, as two profiles and as the simulator plays it.
pub struct Fight {
    pub texts: [String; 2],
    pub rounds: usize,
    /// Whose turn the first round is.
    pub first: usize,
    /// Whose turns the rounds are, as `--turns` says it.
    pub turns: String,
    pub losses: Losses,
    /// What is said besides.
    pub with: Vec<String>,
    /// Command points of each side, if they are counted.
    pub points: Option<usize>,
    /// The models that stand in the end.
    pub play: Box<dyn Fn(&mut Dice) -> [i64; 2]>,
}

/// The fight of a number, of a game that has any.
pub fn of(game: &str) -> Option<fn(u64) -> Fight> {
    Some(match game {
        "age-of-sigmar" => |seed| squads::fight(seed, true),
        "asoiaf" => cards::fight,
        "warcry" => fighters::fight,
        "warhammer-40k" => |seed| squads::fight(seed, false),
        "warhammer-40k-11e" => eleventh::fight,
        _ => return None,
    })
}

/// The two units, as words name them.
const NAMES: [&str; 2] = ["A", "B"];

fn between(pick: &mut Pick, low: i64, high: i64) -> i64 {
    i64::from(pick.from(low as u32, high as u32))
}

/// Whose turns the rounds of a fight are.
#[derive(Clone)]
struct Turns {
    rounds: usize,
    first: usize,
    /// Each of them, if somebody says so.
    said: Option<Vec<usize>>,
    /// Whether dice decide.
    rolled: bool,
}

impl Turns {
    fn random(pick: &mut Pick, may_be_rolled: bool) -> Self {
        let (rounds, first) = (pick.from(1, 4) as usize, pick.from(0, 1) as usize);
        let rolled = may_be_rolled && pick.one_in(2);
        let next = |pick: &mut Pick, round: usize| if round == 0 { first } else { pick.from(0, 1) as usize };
        let said = (!rolled && pick.one_in(4)).then(|| (0..rounds).map(|round| next(pick, round)).collect());
        Self { rounds, first, said, rolled }
    }

    /// What `--turns` says.
    fn text(&self) -> String {
        match &self.said {
            Some(sides) => sides.iter().map(|side| NAMES[*side]).collect(),
            None if self.rolled => "rolled".to_owned(),
            None => String::new(),
        }
    }

    /// Whose turn each round is; `rolls` says who has the next one of those so far, where dice decide.
    fn play(&self, dice: &mut Dice, rolls: fn(&mut Dice, &[usize]) -> usize) -> Vec<usize> {
        let mut sides = vec![self.first];
        for round in 1..self.rounds {
            let next = match &self.said {
                Some(said) => said[round],
                None if self.rolled => rolls(dice, &sides),
                None => 1 - sides[round - 1],
            };
            sides.push(next);
        }
        sides
    }
}
