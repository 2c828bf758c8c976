//! What a round is made of: who acts in which order, and what is said to each of its attacks.

use super::typed::{NAMES, UnitWord, request};
use super::{FightRequest, MAX_FIGHT_CHOICES};
use crate::ask::attack::{OpenedAttack, Prepared};
use crate::ask::choices::Detail;
use crate::ask::ledger::{Fates, Fitted, Lasts, Usable, first_line, fitted, is_unarmed};
use crate::ask::request::Request;
use crate::ask::states::UsedOnce;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::{Game, NotTogether, Phase, Timeline};
use crate::profile::{Document, Table};
use crate::words::same;

/// When a unit strikes by its abilities and by what was given for it: -1 before others, 1 after others. Early and late at once
/// cancel each other.
pub(super) fn turn(moments: &Timeline, unit: &Document, words: &[&UnitWord]) -> i8 {
    let has = |ability: &&str| unit.table.texts("abilities").any(|text| same(text, ability));
    let is_on = |entry: &Table| {
        let name = entry.text("name").unwrap_or_default();
        !is_conditional(entry) && (!entry.is("optional") || words.iter().any(|word| word.names(name)))
    };
    let is = |list: &'static [&str]| {
        list.iter().any(has)
            || words.iter().any(|word| word.is_one_of(list))
            || orders(unit, [list, &[]]).any(|(entry, _)| is_on(entry))
    };
    i8::from(is(moments.late)) - i8::from(is(moments.early))
}

/// The abilities in a unit's own words whose effects are of these lists, which say who strikes first; each with what it is.
pub(super) fn orders<'u>(
    unit: &'u Document,
    lists: [&'static [&'static str]; 2],
) -> impl Iterator<Item = (&'u Table, &'static str)> {
    let own = unit.table.tables("ability").filter(|entry| !entry.is("against"));
    own.filter_map(move |entry| {
        let is = |ability: &&&str| entry.texts("effects").any(|text| same(text, ability));
        Some((entry, *lists.into_iter().flatten().find(is)?))
    })
}

/// Whether an ability holds at some times only; who strikes first is not read from such a one.
pub(super) fn is_conditional(entry: &Table) -> bool {
    entry.is("once") || entry.is("leading") || entry.texts("when").next().is_some()
}

/// In which circumstances an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Circumstances {
    /// Whether it is the first of its unit: what is used up holds in it.
    pub(super) is_first: bool,
    /// Whether the unit was told to do something in the first turn of the other side, and this is of that turn.
    pub(super) first_enemy_turn: bool,
    /// Who charged in this turn.
    pub(super) charged: [bool; 2],
    /// Whether the unit that is attacked may react.
    pub(super) answered: bool,
    /// Whether all actions of the activation are attacks.
    pub(super) all_actions: bool,
    /// What might be used in it and is not: places among what is usable, as bits.
    pub(super) kept: u32,
    /// Whether it is not an attack but what comes at the end of the turn.
    pub(super) turn_end: bool,
    /// Whether the unit shoots in the other's turn.
    pub(super) out_of_turn: bool,
    /// Whether it matters that the unit that is attacked has fought before in the phase.
    pub(super) target_fought: bool,
}

impl Circumstances {
    /// An attack in a round in which nobody charges and nothing is used up.
    pub(super) const PLAIN: Self = Self {
        is_first: false,
        first_enemy_turn: false,
        charged: [false; 2],
        answered: true,
        all_actions: true,
        kept: 0,
        turn_end: false,
        out_of_turn: false,
        target_fought: false,
    };
}

/// The attack of one unit in its circumstances.
pub(super) struct Attempt {
    /// The attack; not if the unit has no weapon for it.
    pub(super) attack: Result<Prepared, Error>,
    /// Words that the attack was given, by their places, each as it was given.
    pub(super) words: Vec<(usize, String)>,
    /// Words that do not fit, by their places, and why.
    pub(super) unfit: Vec<(usize, Error)>,
    /// Whether the unit does not charge that was to, because of something that was given.
    pub(super) no_charge: Option<Error>,
    /// Whether the attack is made with all actions.
    pub(super) all_actions: bool,
}

/// What the attacks of a fight are put together from.
pub(super) struct Script<'r> {
    pub(super) request: &'r FightRequest,
    /// A on B, and B on A.
    pub(super) opened: [OpenedAttack; 2],
    pub(super) game: &'static Game,
    pub(super) words: Vec<UnitWord>,
    /// Abilities that are used once.
    pub(super) once: Vec<UsedOnce>,
    /// Names of abilities that cost command points, and how many.
    pub(super) priced: Vec<(String, usize)>,
    /// Names of abilities that say who strikes first.
    pub(super) ordering: Vec<String>,
    /// The chance that each side charges, if it is said to.
    pub(super) charge_chance: [f64; 2],
    /// What of the words a side uses, and how often.
    pub(super) usable: Vec<Usable>,
    pub(super) phase: Phase,
}

/// Something that is told to an attack, and the word that it comes from.
type AttackWord = (Option<usize>, String);

impl Script<'_> {
    pub(super) fn moments(&self) -> &'static Timeline {
        self.game.moments
    }

    /// Whether the first attack uses a word up.
    pub(super) fn is_used_up(&self, word: &UnitWord) -> bool {
        word.is_one_of(self.moments().used_up) || self.is_used_once(word)
    }

    /// Whether a word is an ability that is used once.
    fn is_used_once(&self, word: &UnitWord) -> bool {
        self.once.iter().any(|ability| word.names(&ability.name))
    }

    /// Whether a word is an ability that is used once, as soon as a condition holds.
    fn waits(&self, word: &UnitWord) -> bool {
        self.once.iter().any(|ability| ability.is_optional && ability.has_condition && word.names(&ability.name))
    }

    /// Why a word has no meaning where units fight for several rounds.
    fn unfought(&self, word: &UnitWord) -> Option<&'static str> {
        self.moments().unfought.iter().find(|(name, _)| word.is_one_of(&[name])).map(|(_, why)| *why)
    }

    /// Which tokens may lie on each unit: 0 for one that lies there in the beginning, 1 for another. None where none does, and
    /// nobody becomes what a token says.
    pub(super) fn tokens(&self, units: [Option<&Document>; 2]) -> [Vec<u16>; 2] {
        let tokens = self.moments().tokens;
        let becomes = |text: &str| {
            let text = text.to_lowercase();
            tokens.iter().any(|token| text.contains(&format!("becomes {token}")))
        };
        let gives = |unit: &Document| {
            let own = unit.table.tables("ability").flat_map(|ability| ability.texts("effects"));
            own.into_iter().any(becomes)
        };
        let given = self.words.iter().any(|word| becomes(&word.text)) || units.into_iter().flatten().any(gives);
        let lies =
            |side: usize, token: &str| self.words.iter().any(|word| word.side == side && word.is_one_of(&[token]));
        [0, 1].map(|side| match given || tokens.iter().any(|token| lies(side, token)) {
            true => tokens.iter().map(|token| u16::from(!lies(side, token))).collect(),
            false => Vec::new(),
        })
    }

    /// What a word costs that names an ability with a price.
    fn price_of_ability(&self, word: &UnitWord) -> Option<usize> {
        self.priced.iter().find(|(name, _)| word.names(name)).map(|(_, price)| *price)
    }

    /// Sorts out what each side uses. `reacts` says whether a unit gives up actions for reactions.
    ///
    /// # Errors
    /// A side that is to choose and has no choice, or more choices than are computed.
    pub(super) fn sort_out(&mut self, reacts: [bool; 2]) -> Result<(), Error> {
        let moments = self.moments();
        let of_word = |(place, word): (usize, &UnitWord)| {
            let is_token = word.is_one_of(moments.tokens);
            let side = if is_token { 1 - word.side } else { word.side };
            let (one_roll, is_reaction) = (word.is_one_of(moments.one_roll), word.is_one_of(moments.reactions));
            let is_reaction = is_reaction && reacts[side];
            let (chooses, once) = (self.request.best[side], self.is_used_once(word));
            let price = word.price(self.game, self.phase).or_else(|| self.price_of_ability(word));
            let waits = self.waits(word);
            let is_usable = price.is_some() || one_roll || is_reaction || waits || chooses && (once || is_token);
            is_usable.then(|| Usable {
                side,
                word: place,
                price: price.unwrap_or(0),
                lasts: match () {
                    () if is_reaction => Lasts::Attack,
                    () if once => Lasts::Battle,
                    () if is_token => Lasts::Token,
                    () => Lasts::Phase,
                },
                is_choice: chooses || one_roll,
                alone: word.is_one_of(moments.one_in_phase.0),
                one_roll,
                waits: waits && !chooses,
            })
        };
        self.usable = self.words.iter().enumerate().filter_map(of_word).collect();
        let chosen = |side: usize| self.usable.iter().filter(|one| one.side == side && one.is_choice).count();
        if let Some(side) = (0..2).find(|side| self.request.best[*side] && chosen(*side) == 0) {
            let name = NAMES[side];
            let message = format!("`--best` leaves the use of commands to {name}, and `--with` names none of {name}");
            let hint =
                format!("name what {name} may use: `--with \"{name}: …\"`; `warodds list situations {}`", self.game.id);
            return Err(Error::usage(message).hint(hint));
        }
        let choices = chosen(0) + chosen(1);
        if choices > MAX_FIGHT_CHOICES {
            let message =
                format!("a fight with {choices} choices; the limit is {MAX_FIGHT_CHOICES} (MAX_FIGHT_CHOICES)");
            return Err(Error::usage(message).hint("name fewer commands".to_owned()));
        }
        Ok(())
    }

    /// Who charges in the first round by what was given.
    pub(super) fn said_to_charge(&self) -> [bool; 2] {
        let plain = self.moments().charge.get(..1).unwrap_or(&[]);
        [0, 1].map(|side| self.words.iter().any(|word| word.side == side && word.is_one_of(plain)))
    }

    /// Who charges in the other's turn: whoever is told to and can.
    ///
    /// # Errors
    /// What is wrong with the attack whatever is said.
    pub(super) fn counter_charges(&self) -> Result<[bool; 2], Error> {
        let charges = |side: usize| -> Result<bool, Error> {
            let is_told = |word: &UnitWord| word.side == side && word.is_one_of(self.moments().in_enemy_turn);
            let told = (0..self.words.len()).find(|place| is_told(&self.words[*place]));
            let Some(told) = told.filter(|_| self.phase == Phase::Combat) else { return Ok(false) };
            let attempt = self.attempt(Circumstances { first_enemy_turn: true, ..Circumstances::PLAIN }, side)?;
            Ok(attempt.unfit.iter().all(|(unfit, _)| *unfit != told))
        };
        Ok([charges(0)?, charges(1)?])
    }

    /// The note that the side of the first turn does not charge, where only the other one is said to.
    pub(super) fn only_the_other_charges(&self, first: usize) -> Option<String> {
        let (charges, charge) = (self.said_to_charge(), self.moments().charge.first()?);
        let [own, other] = [first, 1 - first].map(|side| NAMES[side]);
        (!charges[first] && charges[1 - first]).then(|| {
            format!(
                "{own} does not charge, because only `{other}: {charge}` is given; add `{own}: {charge}` if it does"
            )
        })
    }

    /// Whether a word is of shots in the other's turn.
    pub(super) fn is_out_of_turn(&self, word: &UnitWord) -> bool {
        word.out_of_turn(self.game).is_some()
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

    /// Whether the word at a place holds in these circumstances.
    fn holds(&self, place: usize, scene: Circumstances) -> bool {
        let (moments, word) = (self.moments(), &self.words[place]);
        let plain_charge = moments.charge.get(..1).unwrap_or(&[]);
        let usable = self.usable.iter().position(|one| one.word == place);
        let is_opening = match usable.is_some_and(|one| self.usable[one].lasts == Lasts::Battle) {
            true => false,
            false => self.is_used_up(word) || word.is_one_of(moments.charge),
        };
        let opens = if word.is_one_of(moments.in_enemy_turn) { scene.first_enemy_turn } else { scene.is_first };
        !(word.is_one_of(moments.early)
            || word.is_one_of(moments.late)
            || word.is_one_of(plain_charge)
            || word.is_one_of(moments.turn_end) && !scene.turn_end
            || word.is_one_of(moments.one_in_phase.0) && scene.turn_end
            || is_opening && !opens
            || word.is_one_of(moments.charging) && !scene.charged[word.side]
            || self.unfought(word).is_some()
            || self.is_out_of_turn(word) && !scene.out_of_turn
            || word.is_one_of(moments.reactions) && !scene.answered
            || usable.is_some_and(|one| scene.kept >> one & 1 == 1))
    }

    /// What may be used in an attack: places among what is usable, as bits.
    pub(super) fn open(&self, attempt: &Attempt) -> u32 {
        let is_used = |word: usize| attempt.words.iter().any(|(used, _)| *used == word);
        let is_unfit = |word: usize| attempt.unfit.iter().any(|(unfit, _)| *unfit == word);
        // An ability that does not change the attack is not paid for.
        let is_vain = |word: &UnitWord| self.price_of_ability(word).is_some() && is_idle(word, attempt);
        let is_open = |one: &Usable| {
            attempt.attack.is_ok() && is_used(one.word) && !is_unfit(one.word) && !is_vain(&self.words[one.word])
        };
        self.usable.iter().enumerate().fold(0, |set, (place, one)| set | u32::from(is_open(one)) << place)
    }

    /// The clauses for a side's attack, by priority in case not all of them fit: situations, commands, then a charge of its
    /// own.
    fn words(&self, scene: Circumstances, side: usize) -> Vec<AttackWord> {
        let (moments, mut words) = (self.moments(), Vec::new());
        let tell = |commands: bool| {
            let words = self.words.iter().enumerate().filter(move |(_, word)| word.is_command(self.game) == commands);
            // Whoever shoots in the other's turn uses the command for that.
            let is_other = move |word: &UnitWord| {
                let shoots = scene.out_of_turn && word.side == side && !self.is_out_of_turn(word);
                shoots && word.is_one_of(moments.one_in_phase.0)
            };
            let words = words.filter(move |(place, word)| self.holds(*place, scene) && !is_other(word));
            words.filter_map(|(place, word)| Some((Some(place), word.as_typed(self.game, side)?)))
        };
        words.extend(tell(false));
        words.extend(tell(true));
        for charger in (0..2).filter(|charger| scene.charged[*charger]) {
            let Some(charge) = moments.charge.first() else { continue };
            let charge = UnitWord { side: charger, text: (*charge).to_owned() };
            words.extend(charge.as_typed(self.game, side).map(|text| (None, text)));
        }
        if scene.all_actions && !moments.all_actions.is_empty() && !scene.turn_end && !scene.out_of_turn {
            words.push((None, format!("attacker: {}", moments.all_actions)));
        }
        words.extend(scene.target_fought.then(|| (None, format!("attacker: {}", moments.target_fought))));
        #[cfg(test)]
        if in_neither(PlantedError::Redeploy) {
            words.reverse();
        }
        words
    }

    /// Prepares the attack of one unit. A word that does not fit it is left out.
    ///
    /// # Errors
    /// What is wrong with the attack whatever is said, unless the unit has no weapon for it.
    pub(super) fn attempt(&self, scene: Circumstances, side: usize) -> Result<Attempt, Error> {
        let typed = [self.request.a.clone(), self.request.b.clone()];
        let request = request(&self.request.base, &typed, side, Vec::new())?;
        let words = self.words(scene, side);
        let made = |phase: Phase| {
            fitted(&words, |words: &[AttackWord]| {
                let with = words.iter().map(|(_, text)| text.clone()).collect();
                self.opened[side].prepare(&Request { with, phase: Some(phase), ..request.clone() }, Detail::Noted)
            })
        };
        let phase = if scene.out_of_turn { Phase::Shooting } else { self.phase };
        let made = match made(phase) {
            // What comes at the end of the turn is not an attack, so it takes no weapon of the phase.
            Err(error) if scene.turn_end && is_unarmed(&error) => made(phase.other()),
            made => made,
        };
        let (attack, fit, unfit) = match made {
            Ok(Fitted { made, fit, unfit }) => (Ok(made), fit, unfit),
            Err(error) if is_unarmed(&error) => (Err(error), Vec::new(), Vec::new()),
            Err(error) => return Err(error),
        };
        let charge =
            self.moments().charge.first().filter(|_| scene.charged[side]).map(|name| format!("attacker: {name}"));
        let is_charge = |word: &AttackWord| word.0.is_none() && charge.as_ref() == Some(&word.1);
        let no_charge = unfit.iter().find(|(word, _)| is_charge(word)).map(|(_, why)| why.clone());
        let unfit = unfit.into_iter().filter_map(|((word, _), why)| Some((word?, why))).collect();
        let all_actions = fit.iter().any(|(word, text)| word.is_none() && text.ends_with(self.moments().all_actions));
        let words = words.into_iter().filter_map(|(word, text)| Some((word?, text))).collect();
        Ok(Attempt { attack, words, unfit, no_charge, all_actions })
    }

    /// Why a word is used in no attack whatever happens.
    fn why_unused(&self, word: &UnitWord) -> Option<String> {
        let ([own, other], moments) = ([word.side, 1 - word.side].map(|side| NAMES[side]), self.moments());
        match self.unfought(word) {
            Some(why) => Some(why.to_owned()),
            None if word.is_one_of(moments.charging) => Some(format!("{own} does not charge")),
            None => word.is_one_of(moments.in_enemy_turn).then(|| format!("{other} has no turn")),
        }
    }

    /// What a player should know of words that do not fit each attack, or change nothing.
    ///
    /// # Errors
    /// Words that fit no attack.
    pub(super) fn words_used(&self, attempts: &[(Circumstances, usize, &Attempt)]) -> Result<Vec<String>, Error> {
        let (mut notes, mut fates) = (Vec::new(), Fates::default());
        for (place, word) in self.words.iter().enumerate() {
            let name = format!("{}: {}", NAMES[word.side], word.text);
            let mine = || attempts.iter().filter(move |(.., it)| it.words.iter().any(|(used, _)| *used == place));
            let why = |it: &Attempt| it.unfit.iter().find(|(unfit, _)| *unfit == place).map(|(_, why)| why.clone());
            let armed = || mine().filter(|(.., it)| it.attack.is_ok());
            if self.is_out_of_turn(word) && armed().next().is_none() {
                let unarmed = mine().find_map(|(.., it)| it.attack.as_ref().err().map(first_line));
                notes.extend(unarmed.map(|why| format!("`{name}` is not used: {why}")));
            }
            let fits = || armed().filter(|(.., it)| why(it).is_none());
            for (scene, side, it) in armed() {
                let Some(why) = why(it) else { continue };
                let opens =
                    |scene: &Circumstances| scene.is_first || scene.first_enemy_turn || scene.charged[word.side];
                let later = fits().any(|(key, at, _)| at == side && opens(key));
                let when = match later && !opens(scene) {
                    true => "after the first round".to_owned(),
                    false => format!("in the attacks of {}", NAMES[*side]),
                };
                fates.fails(&name, when, why);
            }
            let unused = self.why_unused(word).filter(|_| mine().next().is_none());
            notes.extend(unused.map(|why| format!("`{name}` is not used: {why}")));
            if fits().next().is_some() {
                fates.fits(&name);
                let is_order = self.ordering.iter().any(|ability| word.names(ability));
                let is_idle = !is_order && armed().all(|(.., it)| is_idle(word, it));
                notes.extend(is_idle.then(|| format!("`{name}` changes nothing in this fight as it begins")));
            }
        }
        notes.extend(fates.notes()?);
        Ok(notes)
    }
}

/// Whether a word changes nothing in an attack.
fn is_idle(word: &UnitWord, attempt: &Attempt) -> bool {
    let note = format!("`{}` changes nothing in this attack", word.text);
    attempt.attack.as_ref().is_ok_and(|attack| attack.notes.contains(&note))
}
