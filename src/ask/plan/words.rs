//! What is said to a plan: to every attack, to those of one unit or on one, and commands, which an army uses once in a phase
//! and where they are worth most.

use super::PlanRequest;
use crate::ask::attack::{Prepared, prepare};
use crate::ask::ledger::{self, command, whose};
use crate::ask::request::Request;
use crate::ask::said::split;
use crate::error::Error;
use crate::games::{Game, Owner, Phase};
use crate::words::{did_you_mean, normal, same};

/// The most commands among which a plan chooses.
const MAX_PLAN_COMMANDS: usize = 3;

/// A command that an attacker may use.
#[derive(Clone, Debug)]
pub(super) struct Command {
    /// As it is said.
    pub(super) text: String,
    /// The only kind of attackers that may use it, if that was said.
    of: Option<usize>,
    /// The only phase.
    phase: Option<Phase>,
    /// What it costs.
    pub(super) price: usize,
    /// Whether it is for one roll, and kept until one calls for it.
    pub(super) one_roll: bool,
}

/// What has become of a command so far.
#[derive(Clone, Debug)]
pub(super) enum Fate {
    /// No attack could use it.
    Idle,
    /// No attack could use it, and this is why.
    Unfit(Error),
    /// Some attack may use it.
    Used,
}

/// Whom something concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    All,
    Attacker(usize),
    Target(usize),
}

/// What was said.
pub(super) struct Words {
    all: Vec<(Whose, String)>,
    pub(super) commands: Vec<Command>,
}

impl Words {
    /// Sorts out what was said; a unit's name in front says whose it is.
    pub(super) fn read(request: &PlanRequest, game: &'static Game, attackers: &[&str]) -> Self {
        let targets: Vec<&str> = request.targets.iter().map(String::as_str).collect();
        let (mut all, mut commands): (Vec<(Whose, String)>, Vec<Command>) = Default::default();
        for part in request.base.with.iter().flat_map(|text| split(text)) {
            let (whose, side, text) = match whose(&part, attackers, &targets) {
                Some((ledger::Whose::Attacker(places), rest)) => (Whose::Attacker(places[0]), "", rest),
                Some((ledger::Whose::Target(place), rest)) => (Whose::Target(place), "", rest),
                Some((ledger::Whose::Attackers, rest)) => (Whose::All, "attacker: ", rest),
                Some((ledger::Whose::Targets, rest)) => (Whose::All, "defender: ", rest),
                None => (Whose::All, "", part.as_str()),
            };
            let own =
                text.split_once(':').filter(|(side, _)| same(side, "attacker")).map_or(text, |(_, own)| own.trim());
            let offered = command(game, Owner::Attacker, own).filter(|_| side != "defender: ");
            match (whose, offered) {
                (Whose::All | Whose::Attacker(_), Some((offer, price))) => {
                    let of = if let Whose::Attacker(kind) = whose { Some(kind) } else { None };
                    let text = own.to_owned();
                    let one_roll = game.moments.one_roll.iter().any(|command| same(command, &text));
                    commands.push(Command { text, of, phase: offer.phase, price, one_roll });
                }
                _ => all.push((whose, format!("{side}{text}"))),
            }
        }
        // More than that are used in every attack, as they were said.
        let spare = commands.split_off(commands.len().min(MAX_PLAN_COMMANDS));
        all.extend(spare.into_iter().map(|command| (command.of.map_or(Whose::All, Whose::Attacker), command.text)));
        Self { all, commands }
    }

    /// What is asked of the attack of a kind of attackers on a target, without commands.
    pub(super) fn request(&self, base: &Request, (kind, target): (usize, usize), phase: Option<Phase>) -> Request {
        let with = self.all.iter().filter_map(|(whose, text)| match whose {
            Whose::All => Some(text.clone()),
            Whose::Attacker(of) => (*of == kind).then(|| owned("attacker", text)),
            Whose::Target(of) => (*of == target).then(|| owned("defender", text)),
        });
        Request { with: with.collect(), phase, points: None, ..base.clone() }
    }

    /// The attack with every choice of commands that it may use and that changes it.
    pub(super) fn commanded(
        &self,
        plain: &Request,
        kind: usize,
        prepared: &Prepared,
        fate: &mut [Fate],
    ) -> Vec<(Vec<usize>, Prepared)> {
        let fits = |command: &Command| {
            command.of.is_none_or(|of| of == kind) && command.phase.is_none_or(|phase| plain.phase == Some(phase))
        };
        let may: Vec<usize> = (0..self.commands.len()).filter(|place| fits(&self.commands[*place])).collect();
        let mut commanded: Vec<(Vec<usize>, Prepared)> = Vec::new();
        for some in 1..1u32 << may.len() {
            let used: Vec<usize> =
                may.iter().enumerate().filter(|(bit, _)| some >> bit & 1 == 1).map(|(_, c)| *c).collect();
            let texts = used.iter().map(|place| format!("attacker: {}", self.commands[*place].text));
            let with = plain.with.iter().cloned().chain(texts).collect();
            match prepare(&Request { with, ..plain.clone() }) {
                Ok(one) if one.engaged.engagement != prepared.engaged.engagement => {
                    used.iter().for_each(|place| fate[*place] = Fate::Used);
                    commanded.push((used, one));
                }
                Err(error) if used.len() == 1 && matches!(fate[used[0]], Fate::Idle) => {
                    fate[used[0]] = Fate::Unfit(error);
                }
                _ => {}
            }
        }
        commanded
    }

    /// What a player should know of commands that no attack uses.
    ///
    /// # Errors
    /// A command that fits none.
    pub(super) fn told(&self, fate: Vec<Fate>) -> Result<Vec<String>, Error> {
        let mut notes = Vec::new();
        for (command, fate) in self.commands.iter().zip(fate) {
            match fate {
                Fate::Used => notes.push(format!("`{}` is used once in a phase, where it is worth most", command.text)),
                Fate::Idle => notes.push(format!("`{}` changes nothing in these attacks", command.text)),
                Fate::Unfit(error) if error.diagnostics.is_empty() => return Err(Error::usage(first_line(&error))),
                Fate::Unfit(error) => return Err(error),
            }
        }
        Ok(notes)
    }
}

/// The same with whose it is in front, unless that stands there.
fn owned(side: &str, text: &str) -> String {
    let says = text.split_once(':').is_some_and(|(known, _)| same(known, "attacker") || same(known, "defender"));
    if says { text.to_owned() } else { format!("{side}: {text}") }
}

/// Who cannot attack whom: places among the attackers and the targets.
pub(super) fn forbidden(request: &PlanRequest, typed: &[(String, usize)]) -> Result<Vec<(usize, usize)>, Error> {
    let names: Vec<&str> = typed.iter().map(|(name, _)| name.as_str()).collect();
    let targets: Vec<&str> = request.targets.iter().map(String::as_str).collect();
    let mut not = Vec::new();
    for text in &request.not {
        let shape = || Error::usage(format!("`--not {text}` is not \"ATTACKER>TARGET\""));
        let (attacker, target) = text.split_once('>').ok_or_else(shape)?;
        let option = format!("--not {text}");
        not.push((named(attacker, &names, "attacker", &option)?, named(target, &targets, "target", &option)?));
    }
    Ok(not)
}

/// The unit that a text means among those that were typed: the same name, or the only one it is a part of.
pub(super) fn named(text: &str, typed: &[&str], what: &str, option: &str) -> Result<usize, Error> {
    if let Some(place) = typed.iter().position(|known| same(known, text)) {
        return Ok(place);
    }
    let part = normal(text);
    let mut fits = (0..typed.len()).filter(|place| !part.is_empty() && normal(typed[*place]).contains(&part));
    match (fits.next(), fits.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(Error::usage(format!("`{option}`: `{}` fits several {what}s", text.trim()))),
        _ if part.is_empty() => Err(Error::usage(format!("`{option}` names no {what}"))
            .hint(format!("write one of these behind it: {}", typed.join(", ")))),
        _ => Err(Error::usage(format!("`{option}` names no {what}: `{}`", text.trim()))
            .hint(did_you_mean(text, typed.iter().copied()))
            .hint(format!(
                "of {what}s there {}",
                match typed {
                    [only] => format!("is {only}"),
                    all => format!("are {}", all.join(", ")),
                }
            ))),
    }
}

/// The first thing that an error says.
pub(super) fn first_line(error: &Error) -> String {
    let diagnostic = error.diagnostics.first().map(|mistake| mistake.message.clone());
    diagnostic.unwrap_or_else(|| error.message.clone())
}
