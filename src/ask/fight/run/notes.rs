//! What a player should know of a fight apart from its numbers.

use super::Run;
use crate::ask::fight::events::{Attempt, Circumstances, is_conditional, orders, turn};
use crate::ask::fight::typed;
use crate::ask::ledger::Lasts;
use crate::error::Error;
use crate::games::{Order, Phase};
use crate::words::sort::sort_by_key;

impl Run<'_> {
    /// Words for an early or a late strike without which nobody strikes earlier or later.
    fn idle_orders(&self) -> Vec<String> {
        let (fight, moments) = (self.fight, self.fight.game.moments);
        let words = || fight.script.words.iter();
        let idle = words().filter(|word| {
            let others = words().filter(|other| other.side == word.side && other != word).collect::<Vec<_>>();
            let mut turns = self.turns;
            turns[word.side] = fight.plain.document(word.side).map_or(0, |unit| turn(moments, unit, &others));
            let same_order = |round: usize| {
                let active = self.turn_order.likeliest(round);
                self.order(round, active, turns) == self.order(round, active, self.turns)
            };
            (word.is_one_of(moments.early) || word.is_one_of(moments.late))
                && (1..=fight.request.rounds).all(same_order)
        });
        let note = |word: &typed::UnitWord| {
            let name = format!("{}: {}", typed::NAMES[word.side], word.text);
            format!("`{name}` changes nothing: the order is the same without it")
        };
        idle.map(note).collect()
    }

    /// Abilities that let a unit strike first under a condition, which nobody looks at.
    fn conditional_orders(&self) -> Vec<String> {
        let moments = self.fight.game.moments;
        let of = |side: usize| {
            let unit = self.fight.plain.document(side).into_iter();
            let all = unit.flat_map(|unit| orders(unit, [moments.early, moments.late]));
            all.filter(|(entry, _)| is_conditional(entry)).map(move |(entry, ability)| {
                let name = entry.text("name").unwrap_or_default();
                let own = typed::NAMES[side];
                format!("{own}: `{name}` is not looked at, as it has a condition: `--with \"{own}: {ability}\"` says who strikes first")
            })
        };
        (0..2).flat_map(of).collect()
    }

    /// How a fight reads the rules of its game, and what it leaves out.
    fn beyond(&self) -> Vec<String> {
        let (fight, mut notes) = (self.fight, Vec::new());
        let documents = [0, 1].map(|side| fight.plain.document(side));
        let says = |word: &str| documents.iter().flatten().any(|unit| unit.table.mentions(word));
        let in_phases = fight.game.moments.order != Order::Activations;
        if in_phases {
            notes.push(match fight.request.best {
                [false, false] => "every model that stands strikes; commands that are named are used in every round",
                _ => "every model that stands strikes",
            });
        }
        if in_phases && says("attle-shock") {
            notes.push("an ability asks whether a unit is Battle-shocked: nobody is tested, so say it with `--with`");
        }
        if fight.game.moments.volatile.is_some() && says("deadly-demise") {
            notes.push(match self.aftermath.explodes() {
                true => "Deadly Demise hurts both units, which stand within 6\" of each other (W40K-DEADLY-DEMISE)",
                false => "Deadly Demise is computed in melee alone, and of units without attached leaders",
            });
        }
        let shots = fight.script.words.iter().find_map(|word| word.out_of_turn(fight.game));
        notes.extend(shots.map(|shots| match (fight.script.phase, shots.before_shots) {
            (Phase::Combat, true) => "Overwatch is fired as the other charges, before both fight; no die of it is rolled again by a command",
            (Phase::Shooting, true) => "Overwatch is fired in the turn of the other, before its shots; no die of it is rolled again by a command",
            (Phase::Combat, false) => "Covering Fire is of the shooting phase in which the other charges, before both fight (AOS-CMD-4.0)",
            (Phase::Shooting, false) => "Covering Fire is of the turn of the other, after its shots (AOS-CMD-4.0)",
        }));
        let mut tables = self.attempts.values().filter_map(|attempt| attempt.attack.as_ref().ok());
        if self.aftermath.heals || tables.any(|attack| !attack.engaged.engagement.recoveries.is_empty()) {
            notes.push("what heals comes after each attack on the unit, a rally at the end of each round");
        }
        if fight.request.base.weapons.iter().any(|name| name.to_lowercase().ends_with("best")) {
            notes.push("what `best` means is found out once, before the first round");
        }
        let chooses = |lasts: Lasts| fight.script.usable.iter().any(|one| one.is_choice && one.lasts == lasts);
        if chooses(Lasts::Token) {
            notes.push(
                "whether a token is spent is chosen before the dice of an attack, not once they lie (ASOIAF-TOKEN)",
            );
        }
        if chooses(Lasts::Attack) {
            notes.push("a reaction is chosen for all attacks of an activation, not for each");
        }
        if self.turn_order.is_rolled() {
            notes.push("who has the first turn of later rounds is rolled for, and whoever wins takes it; `strikes` shows the likeliest order");
        }
        if self.is_coarse {
            notes.push("the fight is too large to keep a re-roll die by die: which attack of a phase has it is decided before its dice");
        }
        if (0..2).any(|side| fight.activations(side) > 1) {
            notes.push("the three activations of a monster alternate with those of its enemy (WARCRY-MONSTER)");
        }
        notes.into_iter().map(str::to_owned).collect()
    }

    /// What came up on the way that a player should know.
    ///
    /// # Errors
    /// Words that fit no attack.
    pub(in crate::ask::fight) fn notes(&self) -> Result<Vec<String>, Error> {
        let mut attempts: Vec<(Circumstances, usize, &Attempt)> =
            self.attempts.iter().map(|((scene, side), attempt)| (*scene, *side, attempt)).collect();
        attempts.extend((0..2).map(|side| (Circumstances::PLAIN, side, &self.fight.plain.attempts[side])));
        sort_by_key(&mut attempts, |(scene, side, _)| {
            (*side, scene.turn_end, scene.out_of_turn, !scene.is_first, scene.charged, scene.kept)
        });
        let mut notes = self.fight.script.words_used(&attempts)?;
        notes.extend(self.no_charge.iter().cloned());
        notes.extend(self.idle_orders());
        notes.extend(self.conditional_orders());
        notes.extend(self.beyond());
        let script = &self.fight.script;
        for word in &script.words {
            let rounds = 1..=self.fight.request.rounds;
            let is_idle = script.is_out_of_turn(word)
                && rounds.into_iter().all(|round| !self.shoots(round, self.turn_order.likeliest(round), word.side));
            notes.extend(is_idle.then(|| {
                let [own, other] = [word.side, 1 - word.side].map(|side| typed::NAMES[side]);
                format!("`{own}: {}` is not used: {other} does not charge", word.text)
            }));
        }
        for ((one, for_points), round) in &self.blocked {
            let word = &script.words[script.usable[*one].word];
            let name = format!("{}: {}", typed::NAMES[word.side], word.text);
            notes.push(match (for_points, round) {
                (true, 1) => format!("`{name}` is not used: `--cp` does not pay for it"),
                (true, _) => format!("`{name}` is not used after round {}: `--cp` does not pay for more", round - 1),
                (false, _) => format!(
                    "`{name}` is not used where another command of the phase is: {}; `--best {}` chooses between them",
                    script.moments().one_in_phase.1,
                    typed::NAMES[word.side]
                ),
            });
        }
        if self.fight.opens {
            notes.push("what is used once is used in the first attack that can use it".to_owned());
        }
        for ability in script.once.iter().filter(|ability| !ability.is_optional && ability.has_condition) {
            notes.push(format!(
                "only the first attack of its unit uses `{}`, if its condition holds then",
                ability.name
            ));
        }
        if self.fight.plain.carries_tokens() {
            notes.push("a condition token lies there until something is rolled again for it (ASOIAF-TOKEN)".to_owned());
        }
        if self.strikes.values().filter_map(|strikes| strikes.strike.as_ref()).any(|strike| strike.loses_track) {
            notes.push(
                "what a unit loses to its own weapons is not carried on: which models that hits is not known"
                    .to_owned(),
            );
        }
        if (0..2).any(|side| self.fight.reacts(side)) {
            notes.push(
                "each reaction before a fighter's own activation is one action less in it (WARCRY-REACT-ECON)"
                    .to_owned(),
            );
        }
        Ok(notes)
    }
}
