//! What comes of attacks beside the attacks: models explode, and units get back what they get back.

use smallvec::smallvec;

use super::played::{Dead, Played, Weighted};
use super::{Due, Run};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::sequence::Recovery;

impl Run<'_> {
    /// What an attack leads to, with what it used, once all models have exploded that do, and its target has got back what comes
    /// after it: from each pair of states the pairs that the attack left.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn settled<P: Played>(
        &mut self,
        (due, used): (Due, u32),
        attacks: Vec<([usize; 2], Weighted<P::Weight>)>,
        played: &mut P,
    ) -> Result<Weighted<P::Weight>, Error> {
        let mut all = Vec::new();
        let parts: Vec<Vec<_>> = match self.aftermath.heals_by_state {
            true => attacks.into_iter().map(|attack| vec![attack]).collect(),
            false => vec![attacks],
        };
        for attacks in parts {
            let Some((at, _)) = attacks.first() else { continue };
            let mut recoveries = [Vec::new(), Vec::new()];
            recoveries[1 - due.side] = self.recoveries((due, used), *at)?;
            let unmade =
                self.attempt(due.scene, due.side)?.attack.as_ref().is_ok_and(|attack| attack.engaged.falls_first);
            let pairs = self.exploded(attacks, played);
            let is_unmade = |(at, _): &([usize; 2], _)| unmade && self.states.is_gone(due.side, at[due.side]);
            let (unmade, made) = pairs.into_iter().partition(is_unmade);
            all.extend::<Weighted<P::Weight>>(unmade);
            all.extend(self.recover(&recoveries, made, played));
        }
        Ok(all)
    }

    /// What the target of an attack gets back after it, from a pair of states before it.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    fn recoveries(&mut self, (due, used): (Due, u32), at: [usize; 2]) -> Result<Vec<Recovery>, Error> {
        #[cfg(test)]
        let used = if in_neither(PlantedError::RoundHeal) { return Ok(Vec::new()) } else { used };
        if due.scene.turn_end || !self.is_made(due, used) || self.states.shapes[1 - due.side].bodies.len() > 1 {
            return Ok(Vec::new());
        }
        let event = self.with(due, used)?;
        let all = if self.aftermath.heals_by_state {
            let (strikes, states) = self.strikes(event)?;
            strikes.recoveries(states, at)?
        } else {
            let attack = self.attempt(event.scene, event.side)?.attack.as_ref().ok();
            attack.map_or_else(Vec::new, |attack| attack.engaged.engagement.recoveries.clone())
        };
        Ok(all.into_iter().filter(|recovery| !recovery.is_late).collect())
    }

    /// What attacks lead to once all models have exploded that do.
    fn exploded<P: Played>(
        &mut self,
        attacks: Vec<([usize; 2], Weighted<P::Weight>)>,
        played: &mut P,
    ) -> Weighted<P::Weight> {
        if !self.aftermath.explodes() {
            return attacks.into_iter().flat_map(|(_, pairs)| pairs).collect();
        }
        let mut dead = Dead::new();
        for (at, pairs) in attacks {
            let was = self.wounds(at);
            dead.extend(pairs.into_iter().map(|(to, weight)| (was, self.wounds(to), weight)));
        }
        let place = |(lost, weight): ([usize; 2], P::Weight)| {
            ([0, 1].map(|side| self.states.place(side, smallvec![lost[side] as u16])), weight)
        };
        played.explode(&self.aftermath, dead).into_iter().map(place).collect()
    }

    /// Points that both units have lost.
    fn wounds(&self, at: [usize; 2]) -> [usize; 2] {
        [self.states.wounds(0, at[0]), self.states.wounds(1, at[1])]
    }

    /// What pairs of states are once units have got back what they get back.
    pub(super) fn recover<P: Played>(
        &mut self,
        all: &[Vec<Recovery>; 2],
        pairs: Weighted<P::Weight>,
        played: &mut P,
    ) -> Weighted<P::Weight> {
        let recoveries = all.each_ref().map(|all| &all[..]);
        if recoveries.iter().all(|recoveries| recoveries.is_empty()) {
            return pairs;
        }
        let mut back = Vec::with_capacity(pairs.len());
        for (at, weight) in pairs {
            let lost = self.wounds(at);
            let bodies = self.states.shapes.each_ref().map(|shape| &shape.bodies[0]);
            for (now, weight) in played.recover(recoveries, bodies, lost, weight) {
                let to = |side: usize| match recoveries[side].is_empty() {
                    true => at[side],
                    false => self.states.with_points(side, at[side], now[side]),
                };
                back.push(([0, 1].map(to), weight));
            }
        }
        back
    }
}
