//! One unit's attack on another, from every state that both may be in.
//!
//! A state is the points that each body of a unit has lost. Between two attacks nothing else matters, so an attack is put
//! together anew for each state and answered exactly from there.

use super::refused;
use crate::engine::{self, EXACT_WORK, Outcome, Sampling};
use crate::error::Error;
use crate::games::{Encounter, Engaged, Game, Losses};
use crate::profile::Diagnostics;
use crate::sequence::{Body, Side};

/// Points that the bodies of a unit have lost.
pub(super) type Lost = Vec<u16>;

/// What of a unit can be hurt, as it is in the beginning.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shape {
    /// One body, or the Bodyguard and its characters.
    pub(super) bodies: Vec<Body>,
}

impl Shape {
    /// The bodies of one side of an attack.
    pub(super) fn of(engaged: &Engaged, side: Side) -> Self {
        Self { bodies: engaged.engagement.bodies.iter().filter(|body| body.side == side).cloned().collect() }
    }

    /// What the unit has lost in the beginning.
    pub(super) fn start(&self) -> Lost {
        self.bodies.iter().map(|body| body.taken).collect()
    }

    /// All its models, those that have fallen before included.
    pub(super) fn models(&self) -> usize {
        self.bodies.iter().map(Body::models).sum()
    }

    /// Models that have fallen.
    pub(super) fn slain(&self, lost: &[u16]) -> usize {
        self.bodies.iter().zip(lost).map(|(body, lost)| body.slain(usize::from(*lost))).sum()
    }

    /// All its points.
    pub(super) fn wounds(&self) -> usize {
        self.bodies.iter().map(Body::wounds).sum()
    }

    /// Whether nothing of it is left.
    pub(super) fn is_gone(&self, lost: &[u16]) -> bool {
        self.bodies.iter().zip(lost).all(|(body, lost)| usize::from(*lost) >= body.wounds())
    }

    /// The state once `more` points are lost by each body of an attack. An attack that does not tell the parts of the unit
    /// apart has one body, whose points the parts lose one after the other.
    fn after(&self, lost: &[u16], more: &[usize]) -> Lost {
        if more.len() == self.bodies.len() {
            return lost.iter().zip(more).map(|(lost, more)| lost + *more as u16).collect();
        }
        let mut rest = lost.iter().map(|lost| usize::from(*lost)).sum::<usize>() + more.iter().sum::<usize>();
        let take = |body: &Body| {
            let here = rest.min(body.wounds());
            rest -= here;
            here as u16
        };
        self.bodies.iter().map(take).collect()
    }
}

/// What an attack may leave: what the attacker and the target have lost then, and the chance.
pub(super) type Left = Vec<([Lost; 2], f64)>;

/// One unit's attack on another.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    game: &'static Game,
    encounter: Encounter,
    /// What of the attacker and of the target can be hurt.
    pub(super) shapes: [Shape; 2],
    /// Whether an attack has hurt some models of the attacker of which nobody knows afterwards which they are.
    pub(super) loses_track: bool,
}

impl Strike {
    /// An attack that was put together, and what of both units can be hurt.
    pub(super) fn new(game: &'static Game, encounter: &Encounter, shapes: [Shape; 2], losses: Losses) -> Self {
        let encounter = Encounter { losses, explained: false, ..encounter.clone() };
        Self { game, encounter, shapes, loses_track: false }
    }

    /// The attack once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    fn engaged(&mut self, lost: [&[u16]; 2]) -> Result<Engaged, Error> {
        let attack = self.encounter.attacks[0];
        self.encounter.lost = vec![Vec::new(); self.encounter.units.len()];
        for ((unit, lost), shape) in [attack.by, attack.on].into_iter().zip(lost).zip(&self.shapes) {
            if lost != shape.start() {
                self.encounter.lost[unit] = lost.to_vec();
            }
        }
        let found = Diagnostics::default();
        let engaged = (self.game.engage)(&self.encounter, &found).map_err(|limit| refused(&limit.into()))?;
        let mut engaged = engaged.filter(|_| found.is_empty()).ok_or_else(|| Error::mistakes(found.into_list()))?;
        if engaged.engagement.spare.is_none() {
            // Only what is left is asked for; where one body takes pooled points, it is read off their total.
            engaged.engagement.weapons.clear();
            if engaged.engagement.bodies.len() > 1 {
                engaged.engagement.totals.clear();
            }
        }
        Ok(engaged)
    }

    /// The exact answer once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    pub(super) fn from(&mut self, lost: [&[u16]; 2]) -> Result<Left, Error> {
        let engaged = self.engaged(lost)?;
        let outcome = engine::multiplied(&engaged.engagement, EXACT_WORK).map_err(|refusal| refused(&refusal))?;
        Ok(self.left(lost, &outcome))
    }

    /// The same from so many dice-rolled trials.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    pub(super) fn sampled(&mut self, lost: [&[u16]; 2], sampling: &Sampling) -> Result<Left, Error> {
        let engaged = self.engaged(lost)?;
        let outcome = engine::sample(&engaged.engagement, sampling).map_err(|refusal| refused(&refusal))?;
        Ok(self.left(lost, &outcome))
    }

    /// What an outcome leaves of two units that had lost so much.
    fn left(&mut self, lost: [&[u16]; 2], outcome: &Outcome) -> Left {
        let bodies = outcome.bodies();
        let of = |side: Side| (0..bodies.len()).filter(|body| bodies[*body].side == side).collect::<Vec<_>>();
        let sides = [of(Side::Attacker), of(Side::Defender)];
        // Bearers of some weapons are only a part of their unit: which models they are is not known afterwards.
        let whole = |side: usize| {
            let points: usize = sides[side].iter().map(|body| bodies[*body].wounds()).sum();
            let taken: usize = sides[side].iter().map(|body| usize::from(bodies[*body].taken)).sum();
            let gone: usize = lost[side].iter().map(|lost| usize::from(*lost)).sum();
            points - taken == self.shapes[side].wounds() - gone.min(self.shapes[side].wounds())
        };
        let whole = [whole(0), whole(1)];
        self.loses_track |= !whole[0] && !sides[0].is_empty();
        let mut left = Left::new();
        outcome.each_state(|now, p| {
            let after = |side: usize| {
                let more = |body: &usize| now[*body] - usize::from(bodies[*body].taken);
                let more: Vec<usize> = sides[side].iter().map(more).collect();
                if whole[side] { self.shapes[side].after(lost[side], &more) } else { lost[side].to_vec() }
            };
            left.push(([after(0), after(1)], p));
        });
        left
    }
}
