//! What is said to a plan: to every attack, to those of one unit or on one, and commands, which an army uses once in a phase
//! and where they are worth most.

use super::PlanRequest;
use crate::ask::attack::{Prepared, prepare};
use crate::ask::clauses::numbered;
use crate::ask::ledger::{self, command, first_line, whose};
use crate::ask::request::Request;
use crate::ask::said::split;
use crate::error::Error;
use crate::games::{Game, Owner, Phase};
use crate::words::{did_you_mean, is_part, normal, same};

/// The most commands among which a plan chooses.
const MAX_PLAN_COMMANDS: usize = 3;

/// A command that an attacker may use.
#[derive(Clone, Debug)]
pub(super) struct Command {
    /// As it is said.
    pub(super) text: String,
    /// The only kinds of attackers that may use it, if that was said.
    of: Option<Vec<usize>>,
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
#[derive(Clone, PartialEq, Eq)]
enum Whose {
    All,
    Attackers(Vec<usize>),
    Target(usize),
}

/// What was said.
pub(super) struct Words {
    all: Vec<(Whose, String)>,
    /// Weapons that are used, and no others of their units.
    weapons: Vec<(Whose, String)>,
    pub(super) commands: Vec<Command>,
}

/// A weapon, and whose it is: a unit's name or number may stand in front.
///
/// # Errors
/// A number of no attacker, or the name of a target.
fn weapon(text: &str, attackers: &[&str], kinds: &[usize]) -> Result<(Whose, String), Error> {
    let (number, name) = numbered(text, kinds.len())?;
    Ok(match whose(name, attackers, &[]) {
        _ if number.is_some() => {
            (Whose::Attackers(number.iter().map(|place| kinds[*place]).collect()), name.to_owned())
        }
        Some((ledger::Whose::Attacker(places), rest)) => (Whose::Attackers(places), rest.to_owned()),
        Some((ledger::Whose::Targets, _)) => {
            return Err(Error::usage(format!("`--weapon {text}`: targets of a plan do not attack")));
        }
        Some((_, rest)) => (Whose::All, rest.to_owned()),
        None => (Whose::All, name.to_owned()),
    })
}

impl Words {
    /// Sorts out what was said; a unit's name or number in front says whose it is. `kinds` are those of the attackers.
    ///
    /// # Errors
    /// A number of no attacker.
    pub(super) fn read(
        request: &PlanRequest,
        game: &'static Game,
        attackers: &[&str],
        kinds: &[usize],
    ) -> Result<Self, Error> {
        let targets: Vec<&str> = request.targets.iter().map(String::as_str).collect();
        let (mut all, mut commands): (Vec<(Whose, String)>, Vec<Command>) = Default::default();
        for part in request.base.with.iter().flat_map(|text| split(text)) {
            let (number, part) = numbered(&part, kinds.len())?;
            let (whose, side, text) = match whose(part, attackers, &targets) {
                _ if number.is_some() => {
                    (Whose::Attackers(number.iter().map(|place| kinds[*place]).collect()), "", part)
                }
                Some((ledger::Whose::Attacker(places), rest)) => (Whose::Attackers(places), "", rest),
                Some((ledger::Whose::Target(place), rest)) => (Whose::Target(place), "", rest),
                Some((ledger::Whose::Attackers, rest)) => (Whose::All, "attacker: ", rest),
                Some((ledger::Whose::Targets, rest)) => (Whose::All, "defender: ", rest),
                None => (Whose::All, "", part),
            };
            let own =
                text.split_once(':').filter(|(side, _)| same(side, "attacker")).map_or(text, |(_, own)| own.trim());
            let offered = command(game, Owner::Attacker, own).filter(|_| side != "defender: ");
            match (whose, offered) {
                (whose @ (Whose::All | Whose::Attackers(_)), Some((offer, price))) => {
                    let of = if let Whose::Attackers(kinds) = whose { Some(kinds) } else { None };
                    let text = own.to_owned();
                    let one_roll = game.moments.one_roll.iter().any(|command| same(command, &text));
                    commands.push(Command { text, of, phase: offer.phase, price, one_roll });
                }
                (whose, _) => all.push((whose, format!("{side}{text}"))),
            }
        }
        // More than that are used in every attack, as they were said.
        let spare = commands.split_off(commands.len().min(MAX_PLAN_COMMANDS));
        all.extend(spare.into_iter().map(|command| (command.of.map_or(Whose::All, Whose::Attackers), command.text)));
        let weapons = request.base.weapons.iter().map(|text| weapon(text, attackers, kinds));
        Ok(Self { all, weapons: weapons.collect::<Result<_, _>>()?, commands })
    }

    /// What is asked of the attack of a kind of attackers on a target, without commands.
    pub(super) fn request(&self, base: &Request, (kind, target): (usize, usize), phase: Option<Phase>) -> Request {
        let with = self.all.iter().filter_map(|(whose, text)| match whose {
            Whose::All => Some(text.clone()),
            Whose::Attackers(of) => of.contains(&kind).then(|| owned("attacker", text)),
            Whose::Target(of) => (*of == target).then(|| owned("defender", text)),
        });
        let is_its = |whose: &Whose| match whose {
            Whose::Attackers(of) => of.contains(&kind),
            _ => true,
        };
        let weapons = self.weapons.iter().filter(|(whose, _)| is_its(whose)).map(|(_, name)| name.clone());
        Request { with: with.collect(), weapons: weapons.collect(), phase, points: None, ..base.clone() }
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
            command.of.as_ref().is_none_or(|of| of.contains(&kind))
                && command.phase.is_none_or(|phase| plain.phase == Some(phase))
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

/// Units that are typed alike once, with how many there are, and for each of the attackers the place of its kind. Whoever is
/// counted by a number, `2: …`, is a kind of its own.
pub(super) fn kinds(request: &PlanRequest) -> (Vec<(String, usize)>, Vec<usize>) {
    let parts: Vec<String> = request.base.with.iter().flat_map(|text| split(text)).collect();
    let number = |part: &String| numbered(part, request.attackers.len()).ok()?.0;
    let counted: Vec<usize> = parts.iter().filter_map(number).collect();
    let (mut typed, mut alone): (Vec<(String, usize)>, Vec<bool>) = Default::default();
    let kind = |(place, text): (usize, &String)| {
        let is_alone = counted.contains(&place);
        let known = (0..typed.len()).find(|kind| !is_alone && !alone[*kind] && same(&typed[*kind].0, text));
        let kind = known.unwrap_or_else(|| {
            typed.push((text.clone(), 0));
            alone.push(is_alone);
            typed.len() - 1
        });
        typed[kind].1 += 1;
        kind
    };
    let kinds = request.attackers.iter().enumerate().map(kind).collect();
    (typed, kinds)
}

/// What was said and does not fit some attacks.
#[derive(Default)]
pub(super) struct Unfit {
    /// Each word with its attack, and why.
    all: Vec<(String, String, Error)>,
    fit: Vec<String>,
}

impl Unfit {
    /// Notes what fits an attack, and what does not.
    pub(super) fn note(&mut self, unit: &str, phase: Option<Phase>, fit: &[String], unfit: Vec<(String, Error)>) {
        let of = phase.map_or_else(|| unit.to_owned(), |phase| format!("{unit} ({})", phase.name()));
        self.fit.extend(fit.iter().filter(|word| !self.fit.contains(word)).cloned().collect::<Vec<_>>());
        self.all.extend(unfit.into_iter().map(|(word, why)| (word, of.clone(), why)));
    }

    /// What a player should know of them.
    ///
    /// # Errors
    /// A word that fits no attack.
    pub(super) fn told(self) -> Result<Vec<String>, Error> {
        let mut notes = Vec::new();
        for (word, of, why) in self.all {
            let note = format!("`{word}` is not used in the attacks of {of}: {}", first_line(&why));
            match self.fit.contains(&word) {
                false => return Err(why),
                true if notes.contains(&note) => {}
                true => notes.push(note),
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
    let mut fits = (0..typed.len()).filter(|place| is_part(&part, typed[*place]));
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
