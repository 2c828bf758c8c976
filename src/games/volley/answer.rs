//! What an attack brings upon the attacker itself: mortal damage for what its dice show, once the attack is over.

use smallvec::smallvec;

use super::Volleys;
use crate::dice::{Amount, Draw, Faces};
use crate::sequence::{Guard, Roll, Settle, Slot, Strike, TokenRow};

/// What brings mortal damage to the attacking unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DamageBack {
    /// Each hit roll of this unmodified number.
    HitsOf(u8),
    /// Each save of this unmodified number.
    SavesOf(u8),
    /// Each ward roll that succeeds.
    Wards,
    /// Each model that the attacks slay, if a die reaches the number.
    Slain(u8),
    /// A die that reaches the number, once.
    Roll(u8),
    /// Each of this many dice that reaches the number.
    Dice(Amount, u8),
}

/// Adds to a row what this brings upon the attacker.
pub(super) fn add(row: &mut TokenRow, answers: &[(DamageBack, Slot)], shown: DamageBack) {
    answers.iter().filter(|(on, _)| *on == shown).for_each(|(_, slot)| row.add(*slot, 1));
}

impl Volleys {
    /// The slot of blows on the attacker that are worth so much.
    fn blow(&mut self, points: Amount) -> Slot {
        let same = self.blows.iter().find(|(key, _)| *key == points).map(|(_, slot)| *slot);
        same.unwrap_or_else(|| {
            let slot = self.e.slot("blows on the attacker");
            self.blows.push((points, slot));
            slot
        })
    }

    /// What the dice of the next weapon bring upon the attacker.
    pub(super) fn watch(&mut self, answers: &[(DamageBack, Amount)]) {
        for (on, points) in answers {
            let slot = self.blow(*points);
            self.answers.push((*on, slot));
        }
    }

    /// Whether saves are looked at one by one for what they bring upon the attacker; or wards.
    pub(super) fn watches(&self, wanted: impl Fn(&DamageBack) -> bool) -> bool {
        self.answers.iter().any(|(on, _)| wanted(on))
    }

    /// A token for each model of a body, of this many wounds each, that stands now. All of them did when the body was put
    /// together: it has the models that are left.
    pub(crate) fn one_slot_each(&mut self, body: usize) -> Vec<Slot> {
        let group = &self.e.bodies[body].groups[0];
        let (models, wounds) = (group.models, group.wounds);
        let is_struck = crate::games::turn::is_struck(&self.e, body);
        let mut slots = Vec::new();
        for points in (1..=models).map(|model| model * wounds) {
            let mut upright = self.e.start("one model", 1);
            if is_struck {
                let [still, gone] =
                    ["one model that stands", "one model that fell before"].map(|name| self.e.slot(name));
                self.e.step(Settle::sort(upright, body, vec![points], vec![still, gone]));
                upright = still;
            }
            slots.push(upright);
        }
        slots
    }

    /// The models that stood and have fallen since: for each a die, and a blow of this many points if it reaches the number.
    pub(crate) fn answer_slain(&mut self, body: usize, models: Vec<Slot>, answers: &[(u8, Amount)]) {
        let wounds = self.e.bodies[body].groups[0].wounds;
        let [upright, fell] = ["models that stand", "models that fell"].map(|name| self.e.slot(name));
        for (model, slot) in (1..).zip(models) {
            self.e.step(Settle::sort(slot, body, vec![model * wounds], vec![upright, fell]));
        }
        let tests: Vec<(Slot, u8, Slot)> = answers
            .iter()
            .map(|(target, points)| (self.e.slot("dice for models that fell"), *target, self.blow(*points)))
            .collect();
        self.e.step(Roll::relay("models that fell", fell, tests.iter().map(|(slot, ..)| (*slot, 1)).collect()));
        for (slot, target, blow) in tests {
            self.e.step(Roll::reaching("struck back", slot, target, blow));
        }
    }

    /// A die once the attack is over: a blow of this many points if it reaches the number.
    pub(crate) fn answer(&mut self, target: u8, points: Amount) {
        let (die, blow) = (self.e.start("a die after the attack", 1), self.blow(points));
        self.e.step(Roll::reaching("struck back", die, target, blow));
    }

    /// Some dice once the attack is over: a blow of this many points for each that reaches the number.
    pub(crate) fn answer_of_dice(&mut self, dice: Amount, target: u8, points: Amount) {
        let begin = self.e.start("dice after the attack", 1);
        let (dice, blow, rolled) =
            (Draw::of(dice, Faces::NONE), self.blow(points), self.e.slot("dice of the attacker"));
        self.e.step(Roll::amount("dice after the attack", begin, &dice, &[rolled]));
        self.e.step(Roll::reaching("struck back", rolled, target, blow));
    }

    /// A slot with a token if the attack is made at all: if its target still stands when it begins. `None` if nothing can have
    /// hurt the target before, so that it certainly is.
    pub(crate) fn attack_is_made(&mut self, body: usize) -> Option<Slot> {
        let is_struck = crate::games::turn::is_struck(&self.e, body);
        is_struck.then(|| {
            let slot = self.e.start("an attack is made", 1);
            self.e.step(Settle::WhileAlive { slot, bodies: vec![body] });
            slot
        })
    }

    /// The blows land on the attacker, whose ward may ignore their points; where `made` is a slot, only if a token is there.
    pub(crate) fn hurt(&mut self, attacker: usize, ignore_on: u8, made: Option<Slot>) {
        let mut blows = std::mem::take(&mut self.blows);
        if let Some(made) = made {
            let tokens: Vec<Slot> = blows.iter().map(|_| self.e.slot("an attack that brings blows")).collect();
            self.e.step(Roll::relay("an attack is made", made, tokens.iter().map(|token| (*token, 1)).collect()));
            for ((_, input), token) in blows.iter_mut().zip(tokens) {
                let landing = self.e.slot("blows of an attack that is made");
                self.e.step(Settle::Spend { token, from: *input, to: landing });
                *input = landing;
            }
        }
        for (points, input) in blows {
            let guard = Guard { save: None, amount: Draw::of(points, Faces::NONE), ignore_on };
            let strike = Strike::unstopped("damage to the attacker", input, attacker, Draw::one());
            self.e.step(Strike { guards: smallvec![smallvec![guard]], ..strike });
        }
    }
}
