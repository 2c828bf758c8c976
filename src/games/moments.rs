//! What happens when in a battle: who acts in which order, what a charge is, and what is used once. Each game says its own.

use super::{Attack, Encounter, Engaged, Phase};
use crate::dice::Draw;
use crate::profile::{Diagnostics, Document};
use crate::sequence::Limit;
use crate::words::sort::sort_by_key;

/// When things happen in a game.
pub(crate) struct Timeline {
    /// Who acts in which order.
    pub(crate) order: Order,
    /// Abilities that let a unit strike before others.
    pub(crate) early: &'static [&'static str],
    /// Abilities that let a unit strike after others.
    pub(crate) late: &'static [&'static str],
    /// Situations of a unit that charged, the plain one first: they hold in the turn of the charge.
    pub(crate) charge: &'static [&'static str],
    /// What the first attack uses up: what goes with a charge.
    pub(crate) used_up: &'static [&'static str],
    /// What of `used_up` only a unit has that charges in this turn.
    pub(crate) charging: &'static [&'static str],
    /// What of `used_up` a unit does in the other's turn.
    pub(crate) in_enemy_turn: &'static [&'static str],
    /// The ability of weapons that are used once in a battle; empty: there are none.
    pub(crate) fires_once: &'static str,
    /// What is not computed in a battle of several rounds, with the reason.
    pub(crate) unfought: &'static [(&'static str, &'static str)],
    /// What the first of several attacks on a target uses up, or does to it: effects and situations.
    pub(crate) once_on_target: &'static [&'static str],
    /// Tokens of a unit, which its enemy spends.
    pub(crate) tokens: &'static [&'static str],
    /// Commands of which a unit uses one in a phase, and the rule.
    pub(crate) one_in_phase: (&'static [&'static str], &'static str),
    /// Commands that do their damage at the end of the turn.
    pub(crate) turn_end: &'static [&'static str],
    /// Commands of an army for one roll of a phase, in its own attacks or in those against it.
    pub(crate) one_roll: &'static [&'static str],
    /// Shots in the other's turn.
    pub(crate) out_of_turn: &'static [OutOfTurn],
    /// What a unit that is attacked does, at the price of an action of its own.
    pub(crate) reactions: &'static [&'static str],
    /// The situation of a unit that attacks with all of its actions; empty: an activation is one attack.
    pub(crate) all_actions: &'static str,
    /// The situation of an attack on a unit that has attacked before in the phase; empty: it changes nothing.
    pub(crate) target_fought: &'static str,
    /// How often a unit is activated in a round.
    pub(crate) activations: fn(&Document) -> usize,
    /// Whether a model fights worse once it is hurt, whatever its abilities say.
    pub(crate) hurt_is_weaker: bool,
    /// Who has the first turn of a round, where that is rolled for.
    pub(crate) priority: Priority,
    /// Why all attacks of a unit go at one target, with the rule; `None`: each ranged weapon has a target of its own.
    pub(crate) one_target: Option<&'static str>,
    /// What explodes of a unit when it dies.
    pub(crate) volatile: Option<fn(&Document) -> Vec<Volatile>>,
}

/// A situation of a unit that shoots in the other's turn, as that one charges or moves.
pub(crate) struct OutOfTurn {
    pub(crate) name: &'static str,
    /// Command points.
    pub(crate) price: usize,
    /// Whether it comes before what the other shoots in that turn.
    pub(crate) before_shots: bool,
}

/// Who acts in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Both strike in every combat phase, early ones first, late ones last; only one side shoots in its turn.
    Phases {
        /// Of equals the side whose turn it is strikes first; else the other one.
        own_turn_first: bool,
        /// Whoever charged is early.
        charge_is_early: bool,
    },
    /// Units are activated in turn, first one of the side whose turn it is.
    Activations,
}

/// How it is decided who has the first turn of a round, assuming that the winner of the roll takes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Priority {
    /// The same side in every round of the battle.
    Fixed,
    /// A round is a turn of each side; from the second round on whoever was first stays it with this chance.
    RolledFor(f64),
    /// A round is one activation of each unit; each side is first with the same chance.
    EachRound,
}

/// Models of a unit that are alike, as explosions ask for them.
#[derive(Clone, Debug)]
pub(crate) struct Volatile {
    /// The group's name.
    pub(crate) name: String,
    /// Wounds of each model.
    pub(crate) wounds: u16,
    /// The number from which a mortal wound is ignored; 7: never.
    pub(crate) ignored_on: u8,
    /// The mortal wounds of each explosion.
    pub(crate) explodes: Option<Draw>,
}

/// How a game puts an encounter together.
pub(super) type Engage = fn(&Encounter, &Diagnostics) -> Result<Option<Engaged>, Limit>;

impl Timeline {
    /// A game in which units are activated in turn, and nothing else is special.
    pub(crate) const ACTIVATIONS: Self = Self {
        order: Order::Activations,
        early: &[],
        late: &[],
        charge: &[],
        used_up: &[],
        charging: &[],
        in_enemy_turn: &[],
        fires_once: "",
        unfought: &[],
        once_on_target: &[],
        tokens: &[],
        one_in_phase: (&[], ""),
        turn_end: &[],
        one_roll: &[],
        out_of_turn: &[],
        reactions: &[],
        all_actions: "",
        target_fought: "",
        activations: |_| 1,
        hurt_is_weaker: false,
        priority: Priority::Fixed,
        one_target: None,
        volatile: None,
    };

    /// Says of several attacks in which phase each is made, where its weapons leave no choice. Where nobody said a phase, they
    /// come in the order of their phases; if that is another one, it is reported.
    pub(crate) fn puts_in_order(&self, encounter: &mut Encounter, engage: Engage) -> Option<String> {
        let several = encounter.attacks.len() > 1;
        let (Order::Phases { .. }, true) = (self.order, several) else { return None };
        let open = encounter.attacks.iter().all(|attack| attack.phase.is_none());
        for place in 0..encounter.attacks.len() {
            let Attack { by, on, phase: None } = encounter.attacks[place] else { continue };
            let armed = |phase: &Phase| {
                let [by, on] = [by, on].map(|unit| encounter.units[unit].clone());
                let (mode, edition) = (encounter.mode.clone(), encounter.edition.clone());
                let found = Diagnostics::default();
                let single = Encounter { mode, edition, ..Encounter::single(by, on, Some(*phase)) };
                // Other mistakes are reported once all is put together.
                let _ = engage(&single, &found);
                !found.into_list().iter().any(|mistake| mistake.is_unarmed)
            };
            let mut phases = Phase::ALL.into_iter().filter(armed);
            if let (Some(only), None) = (phases.next(), phases.next()) {
                encounter.attacks[place].phase = Some(only);
            }
        }
        let rank = |place: &usize| encounter.attacks[*place].phase.map(|phase| phase == Phase::Combat);
        let mut order: Vec<usize> = (0..encounter.attacks.len()).collect();
        if !open || order.iter().any(|place| rank(place).is_none()) || order.is_sorted_by_key(rank) {
            return None;
        }
        sort_by_key(&mut order, rank);
        encounter.attacks = order.iter().map(|place| encounter.attacks[*place]).collect();
        for clause in &mut encounter.with {
            clause.attack = clause.attack.and_then(|typed| order.iter().position(|place| *place == typed));
        }
        Some("shooting comes before combat, so the attacks are made in that order; `shooting:NAME` and `combat:NAME` say another one".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::games::GAMES;

    /// A word that the game calls otherwise, or not at all, would never be met.
    #[test]
    fn every_word_is_the_game_s_own() {
        for game in GAMES {
            let moments = game.moments;
            let lists = [
                moments.charge, moments.used_up, moments.charging, moments.in_enemy_turn, moments.once_on_target,
                moments.tokens, moments.one_in_phase.0, moments.turn_end, moments.one_roll, moments.reactions,
            ];
            let single = [moments.all_actions, moments.target_fought].into_iter().filter(|word| !word.is_empty());
            let shots = moments.out_of_turn.iter().map(|shots| shots.name);
            let pairs = shots.chain(moments.unfought.iter().map(|(word, _)| *word));
            for word in lists.into_iter().flatten().copied().chain(single).chain(pairs) {
                assert_eq!(game.own_words(word).as_deref(), Some(word), "{}: {word}", game.id);
            }
            assert!(moments.fires_once.is_empty() || game.has_ability(moments.fires_once), "{}", game.id);
        }
    }
}
