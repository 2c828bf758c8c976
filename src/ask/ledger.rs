//! What commands cost, and what is used up: the same for one attack, attacks one after the other, fights and plans.

#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::{Cost, Encounter, Game, Offer, Owner};
use crate::profile::{Diagnostic, Document, Table};
use crate::words::{each_once, same};

/// The command of a side that a text says, and what it costs; `None`: it is none.
pub(super) fn command<'g>(game: &'g Game, owner: Owner, text: &str) -> Option<(&'g Offer, usize)> {
    game.offers.iter().find_map(|offer| match offer.cost {
        Cost::Command(price) if offer.owner == owner && same(offer.with, text) => Some((offer, price as usize)),
        _ => None,
    })
}

/// The abilities of a unit that are off until they are named, and what they cost.
pub(super) fn optional_abilities(unit: &Document) -> Vec<(String, Cost)> {
    let optional = unit.table.tables("ability").filter(|table| table.is("optional"));
    let price = |table: &Table| table.whole("command-points").map_or(Cost::Free, |points| Cost::Command(points as u32));
    each_once(optional.filter_map(|table| Some((table.text("name")?.to_owned(), price(table)))))
}

/// The abilities of a unit that cost command points, and how many.
pub(super) fn priced_abilities(unit: &Document) -> Vec<(String, usize)> {
    let price = |(name, cost)| if let Cost::Command(price) = cost { Some((name, price as usize)) } else { None };
    optional_abilities(unit).into_iter().filter_map(price).collect()
}

/// What was put together with as much of what is given as fits it.
pub(super) struct Fitted<T, R> {
    pub(super) made: R,
    pub(super) fit: Vec<T>,
    /// What does not fit, and why.
    pub(super) unfit: Vec<(T, Error)>,
}

/// Puts something together with all that is given, or else with as much of it, in order, as fits.
///
/// # Errors
/// What is wrong whatever is given.
pub(super) fn fitted<T: Clone, R>(
    words: &[T],
    mut make: impl FnMut(&[T]) -> Result<R, Error>,
) -> Result<Fitted<T, R>, Error> {
    match make(words) {
        Ok(made) => return Ok(Fitted { made, fit: words.to_vec(), unfit: Vec::new() }),
        Err(error) if words.is_empty() || is_unarmed(&error) => return Err(error),
        Err(_) => {}
    }
    let mut fitted = Fitted { made: make(&[])?, fit: Vec::new(), unfit: Vec::new() };
    let mut open = words.to_vec();
    // What fits only beside something that comes later is tried once more.
    for _ in 0..2 {
        fitted.unfit.clear();
        for one in std::mem::take(&mut open) {
            fitted.fit.push(one.clone());
            match make(&fitted.fit) {
                Ok(made) => fitted.made = made,
                Err(why) => {
                    fitted.fit.pop();
                    open.push(one.clone());
                    fitted.unfit.push((one, why));
                }
            }
        }
    }
    Ok(fitted)
}

/// What became of the words that were given: each with the attacks that it does not fit, and why.
#[derive(Default)]
pub(super) struct Fates {
    unfit: Vec<(String, String, Error)>,
    fit: Vec<String>,
}

impl Fates {
    /// A word fits an attack.
    pub(super) fn fits(&mut self, word: &str) {
        if !self.fit.iter().any(|entry| entry == word) {
            self.fit.push(word.to_owned());
        }
    }

    /// A word does not fit some attacks, which `of` names.
    pub(super) fn fails(&mut self, word: &str, of: String, why: Error) {
        self.unfit.push((word.to_owned(), of, why));
    }

    /// Whether a word fits an attack; `None`: nothing is known of it.
    pub(super) fn fate(&self, word: &str) -> Option<bool> {
        let fits = self.fit.iter().any(|entry| entry == word);
        (fits || self.unfit.iter().any(|(key, ..)| key == word)).then_some(fits)
    }

    /// What a player should know of them.
    ///
    /// # Errors
    /// Words that fit no attack, as one mistake.
    pub(super) fn notes(self) -> Result<Vec<String>, Error> {
        let (mut notes, mut wrong): (Vec<String>, Option<Error>) = (Vec::new(), None);
        for (word, of, why) in self.unfit {
            let note = format!("`{word}` is not used {of}: {}", first_line(&why));
            match self.fit.contains(&word) {
                false => match &mut wrong {
                    None => wrong = Some(why),
                    Some(all) => {
                        let is_known = |one: &Diagnostic| {
                            all.diagnostics.iter().any(|diagnostic| diagnostic.message == one.message)
                        };
                        let more: Vec<Diagnostic> = why.diagnostics.into_iter().filter(|one| !is_known(one)).collect();
                        all.diagnostics.extend(more);
                    }
                },
                true if notes.contains(&note) => {}
                true => notes.push(note),
            }
        }
        wrong.map_or(Ok(notes), Err)
    }
}

/// Whether nothing is wrong but that the unit has no weapon for the attack.
pub(super) fn is_unarmed(error: &Error) -> bool {
    !error.diagnostics.is_empty() && error.diagnostics.iter().all(|mistake| mistake.is_unarmed)
}

/// The first thing that an error says.
pub(super) fn first_line(error: &Error) -> &str {
    error.diagnostics.first().map_or(error.message.as_str(), |mistake| &mistake.message)
}

/// Refuses commands that cost an army more than it has: each is paid for once in a phase.
///
/// # Errors
/// The commands, and what they cost.
pub(super) fn payable(game: &Game, encounter: &Encounter, points: Option<usize>) -> Result<(), Error> {
    let Some(points) = points else { return Ok(()) };
    for owner in [Owner::Attacker, Owner::Defender] {
        let mut uses: Vec<(String, usize, usize)> = Vec::new();
        let own = |unit: usize| priced_abilities(encounter.units[unit].document());
        for clause in encounter.with.iter().filter(|clause| clause.owner.is_none_or(|of| of == owner)) {
            let offered = command(game, owner, &clause.text);
            let at = |place: usize| clause.attack.is_none_or(|of| of == place);
            for (place, attack) in encounter.attacks.iter().enumerate().filter(|(place, _)| at(*place)) {
                let phase = encounter.phase_began(place);
                let fits =
                    |offer: &Offer| offer.phase.is_none_or(|only| attack.phase.is_none_or(|phase| phase == only));
                let bought = match offered {
                    Some((offer, price)) => fits(offer).then(|| (offer.name.to_owned(), price)),
                    None => own(if owner == Owner::Attacker { attack.by } else { attack.on })
                        .into_iter()
                        .find(|(name, _)| same(name, &clause.text)),
                };
                let is_new = |(name, _): &(String, usize)| !uses.iter().any(|(key, at, _)| key == name && *at == phase);
                if let Some((name, price)) = bought.filter(is_new) {
                    uses.push((name, phase, price));
                }
            }
        }
        paid(uses.into_iter().map(|(name, _, price)| (name, price)), points)
            .map_err(|error| error.hint("`plan` chooses itself where a command is worth most".to_owned()))?;
    }
    Ok(())
}

/// Refuses commands that cost more than there is.
///
/// # Errors
/// The commands, and what they cost.
pub(super) fn paid(uses: impl Iterator<Item = (String, usize)>, points: usize) -> Result<(), Error> {
    let (names, prices): (Vec<String>, Vec<usize>) = uses.unzip();
    let all: usize = prices.iter().sum();
    if all <= points {
        return Ok(());
    }
    let cost = if names.len() == 1 { "costs" } else { "cost" };
    let message = format!("{} {cost} {all} CP, and `--cp` says {points}", names.join(" and "));
    Err(Error::usage(message).hint("leave out what cannot be paid".to_owned()))
}

/// How long something is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lasts {
    /// For the attack that it answers.
    Attack,
    /// For the rest of the phase.
    Phase,
    /// For the rest of the battle.
    Battle,
    /// Once something was rolled again for it: whether it is spent is a state of the unit on which it lies.
    Token,
}

/// Something that a side may use in an attack: a command, a token of its enemy, an ability, a reaction.
#[derive(Clone, Debug)]
pub(super) struct Usable {
    /// The side that uses it, and pays.
    pub(super) side: usize,
    /// Its place among the words that were given.
    pub(super) word: usize,
    /// Command points.
    pub(super) price: usize,
    pub(super) lasts: Lasts,
    /// Whether its side chooses when; else it is used in every attack in which it is possible.
    pub(super) is_choice: bool,
    /// Whether its unit uses only one such command in a phase.
    pub(super) alone: bool,
    /// Whether it is for one roll.
    pub(super) one_roll: bool,
    /// Whether it waits for its condition: it is used in the first attack in which it changes anything.
    pub(super) waits: bool,
}

/// What both sides of a battle have used up, and paid. Sets of what is usable are bits, the first place the lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Ledger {
    pub(super) used: u32,
    pub(super) paid: [u8; 2],
    /// Actions of each side that reactions have cost.
    pub(super) reacted: [u8; 2],
}

impl Ledger {
    /// Whether one more thing may be used beside some others, with this many command points for each side in the battle.
    pub(super) fn allows(self, all: &[Usable], beside: u32, one: usize, points: Option<usize>) -> bool {
        let wanted = &all[one];
        let is_of_side =
            |(place, other): (usize, &Usable), set: u32| set >> place & 1 == 1 && other.side == wanted.side;
        let beside_it = || all.iter().enumerate().filter(|other| is_of_side(*other, beside)).map(|(_, other)| other);
        let before = || all.iter().enumerate().filter(|other| is_of_side(*other, self.used)).map(|(_, other)| other);
        let price: usize = beside_it().map(|other| other.price).sum();
        (self.used | beside) >> one & 1 == 0
            && points.is_none_or(|points| usize::from(self.paid[wanted.side]) + price + wanted.price <= points)
            && !(wanted.alone && beside_it().chain(before()).any(|other| other.alone))
    }

    /// What may be used of `open` by those who choose nothing, in the order in which it was given.
    pub(super) fn forced(self, all: &[Usable], open: u32, points: Option<usize>) -> u32 {
        let is_due = |set: u32, place: usize| {
            open >> place & 1 == 1 && !all[place].is_choice && self.allows(all, set, place, points)
        };
        (0..all.len()).fold(0, |set, place| set | u32::from(is_due(set, place)) << place)
    }

    /// Every choice that a side has of `open` beside what is used anyway, nothing more first.
    pub(super) fn choices(
        self,
        all: &[Usable],
        open: u32,
        (side, base): (usize, u32),
        points: Option<usize>,
    ) -> Vec<u32> {
        let mut sets = vec![base];
        for place in (0..all.len()).filter(|place| open >> place & 1 == 1) {
            if all[place].is_choice && all[place].side == side {
                let may = |set: &u32| self.allows(all, *set, place, points);
                let more: Vec<u32> = sets.iter().copied().filter(may).map(|set| set | 1 << place).collect();
                sets.extend(more);
            }
        }
        sets
    }

    /// The ledger after these uses; reactions cost their side this many actions.
    pub(super) fn after(mut self, all: &[Usable], set: u32, actions: u8) -> Self {
        for (place, one) in all.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1) {
            let price = one.price as u8;
            #[cfg(test)]
            let price = if in_neither(PlantedError::CommandPrice) { 0 } else { price };
            self.paid[one.side] = self.paid[one.side].saturating_add(price);
            match one.lasts {
                Lasts::Attack => self.reacted[one.side] = (self.reacted[one.side] + actions).min(2),
                Lasts::Token => {}
                _ => self.used |= 1 << place,
            }
        }
        self
    }

    /// The ledger as the next round begins.
    pub(super) fn renewed(mut self, all: &[Usable]) -> Self {
        let stays = |place: usize| u32::from(all[place].lasts == Lasts::Battle) << place;
        #[cfg(test)]
        let stays = |place: usize| stays(place) | u32::from(in_neither(PlantedError::Renewed)) << place;
        self.used &= (0..all.len()).fold(0, |set, place| set | stays(place));
        Self { reacted: [0; 2], ..self }
    }
}
