//! What a round is made of: who acts in which order, and what is said to each of its attacks.

use super::FightRequest;
use super::said::{NAMES, Word, request};
use crate::ask::attack::{Prepared, prepare};
use crate::ask::ledger::{Fitted, first_line, fitted, is_unarmed};
use crate::ask::request::Request;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::{Game, NotTogether, Order, Phase, Timeline};
use crate::profile::{Document, Value};
use crate::words::same;

/// When a unit strikes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Turn {
    /// Before others.
    First,
    /// In its turn.
    Normal,
    /// After others.
    Last,
}

/// When a unit strikes by its abilities and by what was said of it. Early and late at once cancel each other.
pub(super) fn turn(moments: &Timeline, unit: &Document, said: &[&Word]) -> Turn {
    let has = |ability: &&str| match unit.table.get("abilities").map(|node| &node.value) {
        Some(Value::List(list)) => {
            list.iter().any(|node| matches!(&node.value, Value::Text(text) if same(text, ability)))
        }
        _ => false,
    };
    let is = |list: &[&str]| list.iter().any(has) || said.iter().any(|word| word.is_one_of(list));
    match (is(moments.early), is(moments.late)) {
        (true, false) => Turn::First,
        (false, true) => Turn::Last,
        _ => Turn::Normal,
    }
}

/// What decides who acts in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub(super) phase: Phase,
    pub(super) turns: [Turn; 2],
    /// How often each unit is activated.
    pub(super) activations: [usize; 2],
    /// The side whose turn it is.
    pub(super) active: usize,
    /// Who charged.
    pub(super) charged: [bool; 2],
}

/// Who attacks in a round, in order.
pub(super) fn order(moments: &Timeline, round: &Round) -> Vec<usize> {
    let (active, other) = (round.active, 1 - round.active);
    match moments.order {
        Order::Activations => {
            let most = round.activations[0].max(round.activations[1]);
            let due = |n: usize| [active, other].into_iter().filter(move |side| n < round.activations[*side]);
            (0..most).flat_map(due).collect()
        }
        Order::Phases { .. } if round.phase == Phase::Shooting => vec![active],
        Order::Phases { own_turn_first, charge_is_early } => {
            let turn = |side: usize| match charge_is_early && round.charged[side] {
                true => Turn::First,
                false => round.turns[side],
            };
            let first = if own_turn_first { active } else { other };
            #[cfg(test)]
            let first = if in_neither(PlantedError::FightOrder) { 1 - first } else { first };
            if turn(1 - first) < turn(first) { vec![1 - first, first] } else { vec![first, 1 - first] }
        }
    }
}

/// In which circumstances an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Scene {
    /// Whether it is the first of its unit: what is used up holds in it.
    pub(super) is_first: bool,
    /// Who charged in this turn.
    pub(super) charged: [bool; 2],
    /// Whether the unit that is attacked may react.
    pub(super) answered: bool,
    /// Whether all actions of the activation are attacks.
    pub(super) all_actions: bool,
    /// Whose command for one roll is kept for another attack of the phase, or is used already.
    pub(super) kept: [bool; 2],
    /// Places of words that are not paid for any more.
    pub(super) unpaid: u32,
    /// Whether it is no attack but what comes at the end of the turn.
    pub(super) turn_end: bool,
    /// Whether the unit shoots in the other's turn.
    pub(super) out_of_turn: bool,
}

impl Scene {
    /// An attack in a round in which nobody charges and nothing is used up.
    pub(super) const PLAIN: Self = Self {
        is_first: false,
        charged: [false; 2],
        answered: true,
        all_actions: true,
        kept: [false; 2],
        unpaid: 0,
        turn_end: false,
        out_of_turn: false,
    };
}

/// The attack of one unit in its circumstances.
pub(super) struct Attempt {
    /// The attack; not if the unit has no weapon for it.
    pub(super) attack: Result<Prepared, Error>,
    /// Words that were told, by their places, each with how.
    pub(super) told: Vec<(usize, String)>,
    /// Words that do not fit, by their places, and why.
    pub(super) unfit: Vec<(usize, Error)>,
    /// Whether the unit does not charge that was to, because of something that was said.
    pub(super) no_charge: Option<Error>,
    /// Whether the attack is made with all actions.
    pub(super) all_actions: bool,
}

/// What the attacks of a fight are put together from.
pub(super) struct Script<'r> {
    pub(super) asked: &'r FightRequest,
    pub(super) game: &'static Game,
    pub(super) words: Vec<Word>,
    /// Names of abilities that are used once.
    pub(super) once: Vec<String>,
    pub(super) phase: Phase,
}

/// Something that is told to an attack, and the word that it comes from.
type Told = (Option<usize>, String);

impl Script<'_> {
    pub(super) fn moments(&self) -> &'static Timeline {
        self.game.moments
    }

    /// Whether the first attack uses a word up.
    pub(super) fn is_used_up(&self, word: &Word) -> bool {
        word.is_one_of(self.moments().used_up) || self.once.iter().any(|name| word.names(name))
    }

    /// Who charges in the first round by what was said.
    pub(super) fn said_to_charge(&self) -> [bool; 2] {
        let plain = self.moments().charge.get(..1).unwrap_or(&[]);
        [0, 1].map(|side| self.words.iter().any(|word| word.side == side && word.is_one_of(plain)))
    }

    /// Whether a word is of shots in the other's turn.
    pub(super) fn is_out_of_turn(&self, word: &Word) -> bool {
        self.moments().out_of_turn.iter().any(|(name, _)| word.names(name))
    }

    /// What keeps a side from a charge that nobody said.
    pub(super) fn unlikely_charge(&self, side: usize) -> Option<String> {
        let charge = *self.moments().charge.first()?;
        let says = |name: &str| {
            self.words.iter().any(|word| word.side == side && !self.is_out_of_turn(word) && word.is_one_of(&[name]))
        };
        let noted = self.game.not_together().into_iter().filter(|pair| pair.noted);
        let keeps = |pair: &NotTogether| {
            same(pair.one, charge) && says(pair.other) || same(pair.other, charge) && says(pair.one)
        };
        noted.into_iter().find(keeps).map(|pair| pair.why.to_owned())
    }

    /// Whether a word holds in these circumstances.
    fn holds(&self, word: &Word, scene: Scene) -> bool {
        let moments = self.moments();
        let plain_charge = moments.charge.get(..1).unwrap_or(&[]);
        !(word.is_one_of(moments.early)
            || word.is_one_of(moments.late)
            || word.is_one_of(plain_charge)
            || word.is_one_of(moments.turn_end) && !scene.turn_end
            || (self.is_used_up(word) || word.is_one_of(moments.charge)) && !scene.is_first
            || self.is_out_of_turn(word) && !scene.out_of_turn
            || word.is_one_of(moments.reactions) && !scene.answered
            || word.is_one_of(moments.one_roll) && scene.kept[word.side])
    }

    /// The words that are not paid for in a round: each side pays in the order in which they were said, until its command
    /// points are spent. `shoots` says in which rounds a side shoots in the other's turn.
    pub(super) fn unpaid(&self, round: usize, shoots: &dyn Fn(usize, usize) -> bool) -> u32 {
        let Some(points) = self.asked.base.points else { return 0 };
        let (mut left, mut unpaid) = ([points; 2], 0);
        for now in 1..=round {
            unpaid = 0;
            for (place, word) in self.words.iter().enumerate() {
                let is_once = self.is_used_up(word) || word.is_one_of(self.moments().turn_end);
                let is_due = (now == 1 || !is_once) && (!self.is_out_of_turn(word) || shoots(now, word.side));
                let Some(price) = word.price(self.game, self.phase).filter(|_| is_due) else { continue };
                match left[word.side].checked_sub(price) {
                    Some(rest) => left[word.side] = rest,
                    None => unpaid |= 1u32.checked_shl(place as u32).unwrap_or(0),
                }
            }
        }
        unpaid
    }

    /// What is told to the attack of a side, in the order in which it counts where not all of it fits: what is true on the
    /// table, commands, who charges by itself.
    fn told(&self, scene: Scene, side: usize) -> Vec<Told> {
        let (moments, mut told) = (self.moments(), Vec::new());
        let tell = |commands: bool| {
            let words = self.words.iter().enumerate().filter(move |(_, word)| word.is_command(self.game) == commands);
            let is_paid = |place: usize| 1u32.checked_shl(place as u32).is_none_or(|bit| scene.unpaid & bit == 0);
            let words = words.filter(move |(place, word)| is_paid(*place) && self.holds(word, scene));
            words.filter_map(|(place, word)| Some((Some(place), word.told(self.game, side)?)))
        };
        told.extend(tell(false));
        told.extend(tell(true));
        for charger in (0..2).filter(|charger| scene.charged[*charger]) {
            let Some(charge) = moments.charge.first() else { continue };
            let charge = Word { side: charger, text: (*charge).to_owned() };
            told.extend(charge.told(self.game, side).map(|text| (None, text)));
        }
        if scene.all_actions && !moments.all_actions.is_empty() && !scene.turn_end && !scene.out_of_turn {
            told.push((None, format!("attacker: {}", moments.all_actions)));
        }
        told
    }

    /// Prepares the attack of one unit. A word that does not fit it is left out.
    ///
    /// # Errors
    /// What is wrong with the attack whatever is said, unless the unit has no weapon for it.
    pub(super) fn attempt(&self, scene: Scene, side: usize) -> Result<Attempt, Error> {
        let typed = [self.asked.a.clone(), self.asked.b.clone()];
        let phase = if scene.out_of_turn { Phase::Shooting } else { self.phase };
        let request = Request { phase: Some(phase), ..request(&self.asked.base, &typed, side, Vec::new())? };
        let told = self.told(scene, side);
        let prepared = |told: &[Told]| {
            prepare(&Request { with: told.iter().map(|(_, text)| text.clone()).collect(), ..request.clone() })
        };
        let (attack, fit, unfit) = match fitted(&told, prepared) {
            Ok(Fitted { made, fit, unfit }) => (Ok(made), fit, unfit),
            Err(error) if is_unarmed(&error) => (Err(error), Vec::new(), Vec::new()),
            Err(error) => return Err(error),
        };
        let charge =
            self.moments().charge.first().filter(|_| scene.charged[side]).map(|name| format!("attacker: {name}"));
        let is_charge = |told: &Told| told.0.is_none() && charge.as_ref() == Some(&told.1);
        let no_charge = unfit.iter().find(|(told, _)| is_charge(told)).map(|(_, why)| why.clone());
        let unfit = unfit.into_iter().filter_map(|((word, _), why)| Some((word?, why))).collect();
        let all_actions = fit.iter().any(|(word, text)| word.is_none() && text.ends_with(self.moments().all_actions));
        let told = told.into_iter().filter_map(|(word, text)| Some((word?, text))).collect();
        Ok(Attempt { attack, told, unfit, no_charge, all_actions })
    }

    /// What was said of words that fit no attack, as one mistake; or what a player should know of words that do not fit
    /// each, or change nothing.
    ///
    /// # Errors
    /// Words that fit no attack.
    pub(super) fn words_used(&self, attempts: &[(Scene, usize, &Attempt)]) -> Result<Vec<String>, Error> {
        let (mut notes, mut wrong): (Vec<String>, Option<Error>) = (Vec::new(), None);
        for (place, word) in self.words.iter().enumerate() {
            let name = format!("{}: {}", NAMES[word.side], word.text);
            let mine = || attempts.iter().filter(move |(.., it)| it.told.iter().any(|(told, _)| *told == place));
            let why = |it: &Attempt| it.unfit.iter().find(|(unfit, _)| *unfit == place).map(|(_, why)| why.clone());
            let armed = || mine().filter(|(.., it)| it.attack.is_ok());
            if self.is_out_of_turn(word) && armed().next().is_none() {
                let unarmed = mine().find_map(|(.., it)| it.attack.as_ref().err().map(first_line));
                notes.extend(unarmed.map(|why| format!("`{name}` is not used: {why}")));
            }
            let unfit: Vec<_> = armed().filter_map(|(scene, side, it)| Some((*scene, *side, why(it)?))).collect();
            let fits = armed().count() - unfit.len();
            if let Some((.., why)) = unfit.first().filter(|_| fits == 0) {
                wrong = Some(match wrong {
                    None => why.clone(),
                    Some(mut all) => {
                        all.diagnostics.extend(
                            why.diagnostics
                                .iter()
                                .filter(|m| !all.diagnostics.contains(m))
                                .cloned()
                                .collect::<Vec<_>>(),
                        );
                        all
                    }
                });
                continue;
            }
            let mut told: Vec<String> = Vec::new();
            for (scene, side, why) in unfit {
                let later = armed()
                    .any(|(known, at, it)| *at == side && known.is_first && !it.unfit.iter().any(|(w, _)| *w == place));
                let when = match () {
                    () if later && !scene.is_first => "after the first round".to_owned(),
                    () => format!("in the attacks of {}", NAMES[side]),
                };
                told.push(format!("`{name}` is not used {when}: {}", first_line(&why)));
            }
            told.dedup();
            notes.extend(told);
            let idle = |(.., it): &(Scene, usize, &Attempt)| {
                let note = format!("`{}` changes nothing in this attack", word.text);
                it.attack.as_ref().is_ok_and(|attack| attack.notes.contains(&note))
            };
            if fits > 0 && armed().all(idle) {
                notes.push(format!("`{name}` changes nothing in this fight as it begins"));
            }
        }
        wrong.map_or(Ok(notes), Err)
    }
}
