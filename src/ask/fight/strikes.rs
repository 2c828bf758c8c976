//! The attacks of a fight: each unit's on the other, from every state of both.

use std::collections::HashMap;

use super::said::{Word, request, with};
use super::{FightRequest, PLAIN_PHASE};
use crate::ask::attack::{Prepared, prepare};
use crate::ask::request::Request;
use crate::ask::states::{Lost, Shape, Strike};
use crate::engine::Sampling;
use crate::error::Error;
use crate::games::{Encounter, Game, Phase};
use crate::profile::{Diagnostics, Document};
use crate::sequence::{Body, ModelGroup, Side};

/// What an attack may leave of both units, A first, each state by its place, with its chance.
type Row = Vec<([usize; 2], f64)>;

/// Both attacks, in one situation.
pub(super) struct Strikes {
    /// A's attack on B, and B's on A; `None`: that unit cannot strike.
    strikes: [Option<Strike>; 2],
    /// What is known already.
    rows: HashMap<(usize, Vec<usize>, usize), Row>,
    /// Whether a unit strikes alike with as many models, whatever points they have lost.
    by_models: bool,
}

/// The states of both units, as far as they were met.
pub(super) struct States {
    pub(super) shapes: [Shape; 2],
    pub(super) lost: [Vec<Lost>; 2],
    places: [HashMap<Lost, usize>; 2],
}

impl States {
    pub(super) fn new(shapes: [Shape; 2]) -> Self {
        let mut states = Self { shapes, lost: Default::default(), places: Default::default() };
        for side in 0..2 {
            let start = states.shapes[side].start();
            states.place(side, start);
        }
        states
    }

    /// The place of a state, which may be new; the start is at 0.
    pub(super) fn place(&mut self, side: usize, lost: Lost) -> usize {
        let all = &mut self.lost[side];
        *self.places[side].entry(lost).or_insert_with_key(|lost| {
            all.push(lost.clone());
            all.len() - 1
        })
    }

    /// Whether a unit is gone.
    pub(super) fn is_gone(&self, side: usize, state: usize) -> bool {
        self.shapes[side].is_gone(&self.lost[side][state])
    }

    /// Models that have fallen.
    pub(super) fn slain(&self, side: usize, state: usize) -> usize {
        self.shapes[side].slain(&self.lost[side][state])
    }

    /// Points that are lost.
    pub(super) fn wounds(&self, side: usize, state: usize) -> usize {
        self.lost[side][state].iter().map(|lost| usize::from(*lost)).sum()
    }

    /// Below half of its models, or of the points of an only one.
    pub(super) fn is_below_half(&self, side: usize, state: usize) -> bool {
        let (all, gone) = match self.shapes[side].models() {
            1 => (self.shapes[side].wounds(), self.wounds(side, state)),
            models => (models, self.slain(side, state)),
        };
        2 * (all - gone) < all
    }
}

/// Both units as they were found: their documents, their attacks if they can make one, and what can be hurt of them.
pub(super) struct Units {
    pub(super) game: &'static Game,
    /// A's attack on B, and B's on A.
    pub(super) attacks: [Result<Prepared, Error>; 2],
    pub(super) phase: Phase,
}

/// Prepares both attacks. `charged` is the side that charged.
///
/// # Errors
/// If neither unit can strike the other.
pub(super) fn units(
    asked: &FightRequest,
    words: &[Word],
    game: &'static Game,
    charged: Option<usize>,
) -> Result<Units, Error> {
    let phase = asked.base.phase.unwrap_or(PLAIN_PHASE);
    let typed = [asked.a.clone(), asked.b.clone()];
    let attack = |attacker: usize| -> Result<Prepared, Error> {
        let mut request = request(&asked.base, &typed, attacker, with(game, words, attacker))?;
        request.phase = Some(phase);
        request.with.extend(own_words(game, phase, attacker, charged));
        let mut attack = prepare(&request);
        if game.id == "warcry" {
            // Both actions of a fighter are attacks, and all three of a monster.
            for actions in ["two attacks", "three attacks"] {
                let with = request.with.iter().cloned().chain([format!("attacker: {actions}")]).collect();
                attack = prepare(&Request { with, ..request.clone() }).or(attack);
            }
        }
        attack
    };
    match [attack(0), attack(1)] {
        [Err(error), Err(other)] => Err(neither(error, other, phase)),
        attacks => Ok(Units { game, attacks, phase }),
    }
}

/// Why neither unit strikes.
fn neither(first: Error, second: Error, phase: Phase) -> Error {
    let is_of_weapons = |error: &Error| !error.diagnostics.is_empty();
    if first.to_string() == second.to_string() || !is_of_weapons(&first) || !is_of_weapons(&second) {
        return first;
    }
    if phase != PLAIN_PHASE {
        let mut both = first;
        both.diagnostics.extend(second.diagnostics);
        return both;
    }
    let mut both = first;
    both.diagnostics.extend(second.diagnostics);
    both.hint("a fight is made in melee: `--phase shooting` lets both shoot, each in its turn".to_owned())
}

/// What the rules of a fight say themselves: who charged, and both actions of a fighter.
fn own_words(game: &Game, phase: Phase, attacker: usize, charged: Option<usize>) -> Vec<String> {
    let has = |name: &str| game.situations.iter().any(|doc| doc.name == name);
    let mut words = Vec::new();
    if let Some(side) = charged.filter(|_| phase == Phase::Combat) {
        if has("charged") {
            words.push(format!("{}: charged", if side == attacker { "attacker" } else { "defender" }));
        } else if has("charge") && side == attacker {
            words.push("charge".to_owned());
        }
    }
    words
}

impl Units {
    /// What of both can be hurt. A unit that nobody attacks keeps what it has.
    pub(super) fn shapes(&self) -> [Shape; 2] {
        [0, 1].map(|side| {
            let defends = self.attacks[1 - side].as_ref().ok().map(|attack| Shape::of(&attack.engaged, Side::Defender));
            let strikes = || {
                let attack = self.attacks[side].as_ref().ok()?;
                let own = Shape::of(&attack.engaged, Side::Attacker);
                (own.models() == attack.engaged.attackers[0].models).then_some(own)
            };
            defends.or_else(strikes).or_else(|| self.alone(side)).unwrap_or_else(|| self.unhurt(side))
        })
    }

    /// What can be hurt of a unit that the other cannot strike, as if it were struck by its own like.
    fn alone(&self, side: usize) -> Option<Shape> {
        let known = self.attacks[side].as_ref().ok()?.encounter();
        let unit = known.units[known.attacks[0].by].clone();
        let encounter = Encounter {
            mode: known.mode.clone(),
            edition: known.edition.clone(),
            ..Encounter::single(unit.clone(), unit, Some(self.phase))
        };
        let engaged = (self.game.engage)(&encounter, &Diagnostics::default()).ok()??;
        Some(Shape::of(&engaged, Side::Defender))
    }

    /// A unit that nothing hurts.
    fn unhurt(&self, side: usize) -> Shape {
        let facts = match &self.attacks[side] {
            Ok(attack) => Some(&attack.engaged.attackers[0]),
            Err(_) => self.attacks[1 - side].as_ref().ok().map(|attack| &attack.engaged.defender),
        };
        let (name, models) = facts.map_or((String::new(), 1), |facts| (facts.name.clone(), facts.models));
        let groups = vec![ModelGroup { name: String::new(), models: models as u16, wounds: 1 }];
        Shape { bodies: vec![Body { name, side: Side::Defender, groups, taken: 0 }] }
    }

    /// The document of a unit.
    pub(super) fn document(&self, side: usize) -> Option<&Document> {
        let own = self.attacks[side].as_ref().ok().map(|attack| attack.encounter().units[0].document());
        own.or_else(|| self.attacks[1 - side].as_ref().ok().map(Prepared::defender))
    }
}

impl Strikes {
    pub(super) fn new(units: &Units, shapes: &[Shape; 2], asked: &FightRequest) -> Self {
        let strikes = [0, 1].map(|side| {
            let attack = units.attacks[side].as_ref().ok()?;
            let shapes = [shapes[side].clone(), shapes[1 - side].clone()];
            Some(Strike::new(attack.game, attack.encounter(), shapes, asked.losses))
        });
        // Abilities may ask for points that are lost, and a damage table does.
        let asks = |side: usize| units.document(side).is_none_or(|unit| unit.table.get("ability").is_some());
        let by_models = !asks(0) && !asks(1) && units.game.id != "warcry";
        Self { strikes, rows: HashMap::new(), by_models }
    }

    /// The same once abilities that are used once are spent.
    pub(super) fn spent(mut self) -> Self {
        self.strikes = self.strikes.map(|strike| strike.map(Strike::spent));
        self
    }

    /// Whether some of what a unit did to itself was lost from sight.
    pub(super) fn loses_track(&self, side: usize) -> bool {
        self.strikes[side].as_ref().is_some_and(|strike| strike.loses_track)
    }

    /// What the attack of a unit makes of two states.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn row(&mut self, states: &mut States, side: usize, at: [usize; 2]) -> Result<Row, Error> {
        let Some(strike) = &mut self.strikes[side] else { return Ok(vec![(at, 1.0)]) };
        let own = states.lost[side][at[side]].clone();
        let target = states.lost[1 - side][at[1 - side]].clone();
        // Of bodies that an attack cannot hurt only the models count that are left of each.
        let reading: Vec<usize> = if self.by_models {
            states.shapes[side].bodies.iter().zip(&own).map(|(body, lost)| body.slain(usize::from(*lost))).collect()
        } else {
            vec![at[side]]
        };
        let alike = (side, reading, at[1 - side]);
        let exactly = (side, vec![usize::MAX, at[side]], at[1 - side]);
        if let Some(row) = self.rows.get(&alike) {
            return Ok(row.iter().map(|(to, p)| (placed(side, at[side], to[1 - side]), *p)).collect());
        }
        if let Some(row) = self.rows.get(&exactly) {
            return Ok(row.clone());
        }
        let left = strike.from([&own, &target])?;
        let unhurt = left.iter().all(|([after, _], _)| *after == own);
        let row: Row = left
            .into_iter()
            .map(|([mine, theirs], p)| {
                let (mine, theirs) = (states.place(side, mine), states.place(1 - side, theirs));
                (placed(side, mine, theirs), p)
            })
            .collect();
        self.rows.insert(if unhurt { alike } else { exactly }, row.clone());
        Ok(row)
    }

    /// How often each pair of states comes of so many trials from one.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn roll(
        &mut self,
        states: &mut States,
        side: usize,
        at: [usize; 2],
        sampling: &Sampling,
    ) -> Result<Vec<([usize; 2], u64)>, Error> {
        let Some(strike) = &mut self.strikes[side] else { return Ok(vec![(at, sampling.trials)]) };
        let own = states.lost[side][at[side]].clone();
        let target = states.lost[1 - side][at[1 - side]].clone();
        let left = strike.sampled([&own, &target], sampling)?;
        let counted = left.into_iter().map(|([mine, theirs], p)| {
            let (mine, theirs) = (states.place(side, mine), states.place(1 - side, theirs));
            (placed(side, mine, theirs), (p * sampling.trials as f64).round() as u64)
        });
        Ok(counted.collect())
    }
}

/// Two states, A's first.
fn placed(side: usize, mine: usize, theirs: usize) -> [usize; 2] {
    if side == 0 { [mine, theirs] } else { [theirs, mine] }
}
