//! The options of a fight, translated to those of each of its attacks.

use crate::ask::clauses::{UnitNames, addressed, chance_of, parts, with_colon};
use crate::ask::ledger::command;
use crate::ask::request::Request;
use crate::error::Error;
use crate::games::{Game, OutOfTurn, Owner, Phase, SituationDoc};
use crate::words::{normal, same};

/// The two units of a fight: 0 is `A`, 1 is `B`.
pub(super) const NAMES: [&str; 2] = ["A", "B"];

/// One thing that was given for one unit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct UnitWord {
    pub(super) side: usize,
    pub(super) text: String,
}

/// The words of every `--with`; each says whose it is.
///
/// # Errors
/// One that does not.
pub(super) fn words(game: &Game, with: &[String], units: [UnitNames<'_>; 2]) -> Result<Vec<UnitWord>, Error> {
    with.iter()
        .flat_map(|text| parts(game, text))
        .map(|part| word(&with_colon(game, &part).unwrap_or(part), "--with", units))
        .collect()
}

/// A text after whose it is: `A: charged`, `1: charged`, or with the name of the unit in front.
///
/// # Errors
/// If it does not say so.
fn word(text: &str, option: &str, units: [UnitNames<'_>; 2]) -> Result<UnitWord, Error> {
    let word = addressed(text, (&units, &[]))?;
    let side = match (word.attackers.as_deref(), word.owner) {
        (Some([side]), _) => *side,
        (None, Some(Owner::Attacker)) => 0,
        (None, Some(Owner::Defender)) => 1,
        _ => {
            let message = format!("`{option} {text}` does not say whose it is, and both units strike");
            let bare = text.rsplit(':').next().unwrap_or_default().trim();
            return Err(Error::usage(message).hint(format!("write `{option} \"A: {bare}\"`, or `B:` in front")));
        }
    };
    Ok(UnitWord { side, text: word.text.to_owned() })
}

/// The unit that a word names: `A`, `attacker`, `1` for the first, `B`, `defender`, `2` for the second.
pub(super) fn side(name: &str) -> Option<usize> {
    [["A", "attacker", "1"], ["B", "defender", "2"]]
        .iter()
        .position(|names| names.iter().any(|entry| same(name, entry)))
}

/// The chance that each side charges, taken from what says so: `charged @50%`.
///
/// # Errors
/// A chance of something else that is done at some time of the battle, or once.
pub(super) fn charge_chances(game: &Game, words: &mut [UnitWord]) -> Result<[f64; 2], Error> {
    let (moments, mut stays) = (game.moments, [None; 2]);
    let plain = moments.charge.get(..1).unwrap_or(&[]);
    let timed = [
        moments.early, moments.late, moments.charge, moments.used_up, moments.turn_end, moments.one_roll,
        moments.reactions, moments.tokens,
    ];
    for word in words {
        let Ok((own, chance)) = chance_of(&word.text) else { continue };
        let own = UnitWord { side: word.side, text: own.to_owned() };
        let is_timed = timed.iter().any(|list| own.is_one_of(list)) || own.out_of_turn(game).is_some();
        if own.is_one_of(plain) {
            *stays[word.side].get_or_insert(1.0) *= 1.0 - chance;
            *word = own;
        } else if is_timed && own.text != word.text.trim() {
            let message = format!("`{}: {}`: a chance of it is not computed in a fight", NAMES[word.side], word.text);
            let hint = format!("ask with `{}: {}` and without, and weigh both", NAMES[word.side], own.text);
            return Err(Error::usage(message).hint(hint));
        }
    }
    // Who is told nothing of a chance charges for sure, if at all.
    Ok(stays.map(|stays: Option<f64>| stays.map_or(1.0, |stays| 1.0 - stays)))
}

impl UnitWord {
    /// The shots in the other's turn that it says.
    pub(super) fn out_of_turn(&self, game: &Game) -> Option<&'static OutOfTurn> {
        game.moments.out_of_turn.iter().find(|shots| self.names(shots.name))
    }

    /// Whether it is one of these words.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| same(word, &self.text))
    }

    /// Whether it names this ability, with a value or without.
    pub(super) fn names(&self, ability: &str) -> bool {
        let (text, name) = (normal(&self.text), normal(ability));
        text.strip_prefix(&name).is_some_and(|rest| rest.bytes().all(|b| !b.is_ascii_alphabetic()))
    }

    /// The same as the game calls it, in the words of the unit that it speaks of: `target charged` of one unit is `charged`
    /// of the other.
    pub(super) fn of_its_unit(mut self, game: &Game) -> Self {
        // A token has one name, whoever has it.
        let token = |own: &&str| game.moments.tokens.iter().any(|token| same(token, own));
        if let Some(own) = self.text.trim().to_lowercase().strip_prefix("target ").filter(token) {
            return Self { side: 1 - self.side, text: own.to_owned() };
        }
        if let Some(doc) = game.situation(&self.text) {
            doc.name.clone_into(&mut self.text);
        }
        let named = |name: &str| game.situations.iter().find(|doc| same(doc.name, name));
        let own = self.text.trim().strip_prefix("target ").and_then(|own| Some((named(own)?, named(&self.text)?)));
        match own.filter(|(own, doc)| doc.mirrored.is_some_and(|mirrored| own.situation.is(mirrored))) {
            Some((own, _)) => Self { side: 1 - self.side, text: own.name.to_owned() },
            None => self,
        }
    }

    fn doc(&self, game: &'static Game) -> Option<&'static SituationDoc> {
        let text = self.text.trim_end_matches(|c: char| c.is_ascii_digit());
        game.situations.iter().find(|doc| same(doc.name, text))
    }

    /// Whether the game knows it as a command.
    pub(super) fn is_command(&self, game: &'static Game) -> bool {
        self.doc(game).is_some_and(is_command)
    }

    /// What it costs in a phase, if it is a command that is bought.
    pub(super) fn price(&self, game: &Game, phase: Phase) -> Option<usize> {
        if let Some(shots) = game.moments.out_of_turn.iter().find(|shots| same(shots.name, &self.text)) {
            return Some(shots.price);
        }
        let offered = [Owner::Attacker, Owner::Defender].into_iter().find_map(|owner| command(game, owner, &self.text));
        offered.filter(|(offer, _)| offer.phase.is_none_or(|only| only == phase)).map(|(_, price)| price)
    }

    /// How it is given to the attack of one unit, if it concerns that attack.
    pub(super) fn as_typed(&self, game: &'static Game, attacker: usize) -> Option<String> {
        let by = self.side == attacker;
        // Effects know themselves whose attacks they touch, and what has two names is turned round.
        let situation = self.doc(game).filter(|doc| doc.mirrored.is_none());
        // What keeps a unit from a command of its own is told where it attacks.
        let is_told_to_own =
            |doc| !is_of_target(doc) || is_command(doc) && !self.is_one_of(game.moments.one_in_phase.0);
        let reaches = situation.is_none_or(|doc| if by { is_told_to_own(doc) } else { is_of_target(doc) });
        reaches.then(|| format!("{}: {}", if by { "attacker" } else { "defender" }, self.text))
    }
}

/// A situation that speaks of the unit that is attacked.
fn is_of_target(doc: &SituationDoc) -> bool {
    doc.owner == Some(Owner::Defender)
}

/// Whether a game knows a situation as a command of one of the two units.
fn is_command(doc: &SituationDoc) -> bool {
    doc.short.starts_with("command")
}

/// A value of a profile, `A.save=4+`, as the attack of one unit takes it.
///
/// # Errors
/// One that does not say whose value it is.
fn set(text: &str, attacker: usize) -> Result<String, Error> {
    let shape = || {
        Error::usage(format!("`--set {text}` does not say whose value it sets"))
            .hint("write `--set A.KEY=VALUE` or `--set B.KEY=VALUE`".to_owned())
    };
    let (name, rest) = text.split_once('.').ok_or_else(shape)?;
    let side = side(name.trim()).ok_or_else(shape)?;
    Ok(format!("{}.{rest}", if side == attacker { "attacker" } else { "defender" }))
}

/// The attack of one unit on the other, `words` already sorted out for it.
///
/// # Errors
/// Values or weapons of which nobody says whose they are.
pub(super) fn request(
    base: &Request,
    units: &[String; 2],
    attacker: usize,
    words: Vec<String>,
) -> Result<Request, Error> {
    let own = |names: &[String], option: &str| -> Result<Vec<String>, Error> {
        let word = |name: &String| word(name, option, units.each_ref().map(|typed| [typed.as_str(); 3]));
        let words: Vec<UnitWord> = names.iter().map(word).collect::<Result<_, _>>()?;
        Ok(words.into_iter().filter(|word| word.side == attacker).map(|word| word.text).collect())
    };
    Ok(Request {
        attacker: units[attacker].clone(),
        defender: units[1 - attacker].clone(),
        with: words,
        points: None,
        set: base.set.iter().map(|text| set(text, attacker)).collect::<Result<_, _>>()?,
        weapons: own(&base.weapons, "--weapon")?,
        order: own(&base.order, "--order")?,
        ..base.clone()
    })
}
