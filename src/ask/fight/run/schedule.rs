//! Who acts in a round, in which order, and in which circumstances.

use super::{Circumstances, Due, Ledger, Run, typed};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::{Order, Phase};

impl Run<'_> {
    /// Who charged in the turn of a round: in the first, or in the enemy's turn (AOS-CMD-5.0a).
    pub(super) fn charged_in(&self, round: usize, active: usize) -> [bool; 2] {
        let first = round == 1;
        #[cfg(test)]
        let first = first || in_neither(PlantedError::ChargeAgain);
        let counters = |side: usize| self.counter_charges[side] && self.is_first_enemy_turn(round, active, side);
        [0, 1].map(|side| first && self.charged[side] || counters(side))
    }

    /// Whether a round in the turn of a side is the first that is not this one's.
    fn is_first_enemy_turn(&self, round: usize, active: usize, side: usize) -> bool {
        active != side && self.first_turn_of(active) == Some(round)
    }

    /// Who attacks in a round in the turn of a side, in order, where the units strike early or late.
    pub(super) fn order(&self, round: usize, active: usize, turns: [i8; 2]) -> Vec<usize> {
        let (fight, moments, charged) = (self.fight, self.fight.game.moments, self.charged_in(round, active));
        match moments.order {
            Order::Activations => {
                let due = |n: usize, side: usize| (n < fight.activations(side)).then_some(side);
                let most = fight.activations(0).max(fight.activations(1));
                (0..most).flat_map(|n| [due(n, active), due(n, 1 - active)]).flatten().collect()
            }
            Order::Phases { .. } if fight.script.phase == Phase::Shooting => vec![active],
            Order::Phases { own_turn_first, charge_is_early } => {
                let turn = |side: usize| if charge_is_early && charged[side] { -1 } else { turns[side] };
                let first = if own_turn_first { active } else { 1 - active };
                #[cfg(test)]
                let first = if in_neither(PlantedError::FightOrder) { 1 - first } else { first };
                if turn(1 - first) < turn(first) { vec![1 - first, first] } else { vec![first, 1 - first] }
            }
        }
    }

    /// Whether a unit may shoot in the other's turn: as it charges, or before its shooting.
    pub(super) fn shoots(&self, round: usize, active: usize, side: usize) -> bool {
        match self.fight.script.phase {
            Phase::Combat => self.charged_in(round, active)[1 - side],
            Phase::Shooting => active != side,
        }
    }

    /// Shots in the other's turn, before it attacks or after it has.
    fn shots_out_of_turn(&self, round: usize, active: usize, before: bool) -> impl Iterator<Item = Due> {
        let script = &self.fight.script;
        let is_due = move |word: &typed::UnitWord| {
            let shots = word.out_of_turn(self.fight.game);
            shots.is_some_and(|shots| before == (shots.before_shots || script.phase == Phase::Combat))
        };
        let shoots = move |side: &usize| {
            self.shoots(round, active, *side) && script.words.iter().any(|word| word.side == *side && is_due(word))
        };
        let scene = Circumstances { out_of_turn: true, ..Circumstances::PLAIN };
        [1 - active, active].into_iter().filter(shoots).map(move |side| Due { side, scene, first_time: false })
    }

    /// The first round that is a side's turn, by the likeliest turns.
    fn first_turn_of(&self, side: usize) -> Option<usize> {
        (1..=self.fight.request.rounds).find(|round| self.turn_order.likeliest(*round) == side)
    }

    /// The round of a unit's first attack: who only shoots does so in its own turn.
    fn first_attack_of(&self, side: usize) -> usize {
        let waits = self.fight.script.phase == Phase::Shooting && self.fight.game.moments.order != Order::Activations;
        if waits { self.first_turn_of(side).unwrap_or(1) } else { 1 }
    }

    /// What happens in a round in the turn of a side if nobody reacts: attacks in order, and what comes at its end.
    pub(super) fn events(&self, round: usize, active: usize) -> Vec<Due> {
        let (fight, mut activated) = (self.fight, [0, 0]);
        let moments = fight.game.moments;
        let opens = fight.opens
            || fight.shoots_once
            || self.charged != [false; 2]
            || fight.script.words.iter().any(|word| word.is_one_of(moments.charge));
        let says = |side: usize, is: &dyn Fn(&typed::UnitWord) -> bool| {
            fight.script.words.iter().any(|word| word.side == side && is(word))
        };
        let charged = self.charged_in(round, active);
        let enemy_turn = |side: usize| {
            let is_first = self.is_first_enemy_turn(round, active, side);
            is_first && says(side, &|word| word.is_one_of(moments.in_enemy_turn))
        };
        let mut events = Vec::new();
        events.extend(self.shots_out_of_turn(round, active, true));
        for side in self.order(round, active, self.turns) {
            let first_time = activated[side] == 0;
            activated[side] += 1;
            let scene = Circumstances {
                is_first: opens && first_time && round == self.first_attack_of(side),
                first_enemy_turn: enemy_turn(side),
                charged,
                // Who has been activated and is not waiting does not react.
                answered: activated[1 - side] == 0 || !fight.reacts(1 - side),
                all_actions: fight.activations(side) == 1,
                target_fought: activated[1 - side] > 0 && self.dies_fighting[1 - side],
                ..Circumstances::PLAIN
            };
            events.push(Due { side, scene, first_time });
        }
        events.extend(self.shots_out_of_turn(round, active, false));
        for side in [active, 1 - active] {
            // Where none of these words fits nothing is used, and nothing happens.
            if says(side, &|word| word.is_one_of(moments.turn_end)) {
                let scene = Circumstances {
                    first_enemy_turn: enemy_turn(side),
                    turn_end: true,
                    charged,
                    ..Circumstances::PLAIN
                };
                events.push(Due { side, scene, first_time: false });
            }
        }
        events
    }

    /// An event as reactions before leave it: each is an action less, and two of them leave none (WARCRY-REACT-ECON).
    pub(super) fn left_of(due: Due, ledger: Ledger) -> Option<Due> {
        let reacted = if due.first_time { ledger.reacted[due.side] } else { 0 };
        let scene = Circumstances { all_actions: due.scene.all_actions && reacted == 0, ..due.scene };
        (reacted < 2).then_some(Due { scene, ..due })
    }
}
