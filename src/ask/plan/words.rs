//! What is said to a plan: to every attack, to those of one unit or on one, and commands, which an army uses once in a phase
//! and where they are worth most.

use super::PlanRequest;
use crate::ask::attack::{OpenedAttack, Prepared};
use crate::ask::choices::Detail;
use crate::ask::clauses::{Addressed, UnitNames, addressed, names_of, parts};
use crate::ask::ledger::{Fates, command, paid, priced_abilities};
use crate::ask::request::Request;
use crate::ask::typed::{split, whole_names};
use crate::ask::units::{Chosen, found_unit, look_up};
use crate::error::Error;
use crate::games::{Cost, Game, Offer, Owner, Phase};
use crate::profile::{Document, Library, Table};
use crate::words::{did_you_mean, is_part, normal, same};

/// The most commands among which a plan chooses.
const MAX_PLAN_COMMANDS: usize = 3;

/// The effects of a unit's abilities that nobody has to ask for, or that these words ask for.
fn effects_of(unit: &Document, words: &[&str]) -> Vec<String> {
    let is_on = |ability: &&Table| {
        let name = ability.text("name").unwrap_or_default();
        !ability.is("optional") || words.iter().any(|word| same(word, name))
    };
    let abilities = unit.table.tables("ability").filter(is_on);
    abilities.flat_map(|ability| ability.texts("effects").map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Refuses what the first of several attacks on a target uses up: a plan keeps account of what targets have lost, and of nothing
/// else. `words` are those that were given, each with whether it is of a target.
///
/// # Errors
/// The first such word or effect, in the game's own words.
fn refuse_once_on_target(game: &Game, words: &[(bool, &str)], targets: &[Document]) -> Result<(), Error> {
    let own = |text: &str| game.own_words(text).unwrap_or_else(|| text.to_owned());
    // `command re-roll` of a target is `target command re-roll`.
    let word = |(of_target, text): &(bool, &str)| {
        let own = own(text);
        let turned = of_target.then(|| format!("target {own}"));
        [Some(own), turned].into_iter().flatten().find(|text| is_once_on_target(game, text))
    };
    let given: Vec<&str> = words.iter().map(|(_, text)| *text).collect();
    let effects = targets.iter().flat_map(|unit| effects_of(unit, &given)).map(|text| own(&text));
    let all = words.iter().filter_map(word).chain(effects);
    let Some(text) = all.into_iter().find(|text| is_once_on_target(game, text)) else { return Ok(()) };
    let message = format!("`{text}` is for some of all attacks on the target, and a plan does not know which");
    Err(Error::usage(message).hint("`warodds attack A D --then B` answers one order of them".to_owned()))
}

/// Refuses a command of the targets' army, which is used once in a phase, that is given for several of them.
///
/// # Errors
/// The first such command.
fn refuse_for_several_targets(game: &Game, words: &[(Whose, String)], targets: usize) -> Result<(), Error> {
    let times = |(whose, _): &(Whose, String)| if matches!(whose, Whose::PlanTarget(_)) { 1 } else { targets };
    let is_said = |offer: &&Offer| {
        let of_it = words
            .iter()
            .filter(|(_, text)| game.own_words(without_owner(text)).is_some_and(|own| same(&own, offer.with)));
        matches!(offer.cost, Cost::Command(_)) && of_it.map(times).sum::<usize>() > 1
    };
    let Some(offer) = game.offers.iter().filter(|offer| offer.owner == Owner::Defender).find(is_said) else {
        return Ok(());
    };
    let message = format!("`{}` is for one target in a phase, and a plan does not know for which", offer.with);
    Err(Error::usage(message).hint(format!("say whose it is: `--with \"NAME: {}\"`", offer.with)))
}

/// Refuses a command that comes after the attacks of all units, where there are several.
///
/// # Errors
/// The first such command.
fn refuse_after_all(game: &Game, commands: &[PlanCommand]) -> Result<(), Error> {
    let is_late = |command: &&PlanCommand| game.moments.turn_end.iter().any(|late| same(late, &command.text));
    let Some(PlanCommand { text, .. }) = commands.iter().find(is_late) else { return Ok(()) };
    let message = format!(
        "`{text}` comes at the end of the turn, after the attacks of all units, and a plan ends with the last attack"
    );
    Err(Error::usage(message).hint("plan for one attacker, or ask `warodds attack A D --then B`".to_owned()))
}

/// Whether not every attack on a target meets it: the first uses it up, or a reaction costs the target an action.
fn is_once_on_target(game: &Game, text: &str) -> bool {
    game.moments.once_on_target.iter().chain(game.moments.reactions).any(|one| same(one, text))
}

/// A command that an attacker may use.
#[derive(Clone, Debug)]
pub(super) struct PlanCommand {
    pub(super) text: String,
    /// The only kinds of attackers that may use it, if that was given.
    of: Option<Vec<usize>>,
    /// The only phase.
    phase: Option<Phase>,
    pub(super) price: usize,
    /// Whether it is for one roll, and kept until one calls for it.
    pub(super) one_roll: bool,
}

/// Whom something concerns.
#[derive(Clone, PartialEq, Eq)]
enum Whose {
    All,
    Attackers(Vec<usize>),
    PlanTarget(usize),
}

pub(super) struct PlanWords {
    all: Vec<(Whose, String)>,
    /// Weapons that are used, and no others of their units.
    weapons: Vec<(Whose, String)>,
    pub(super) commands: Vec<PlanCommand>,
}

impl PlanWords {
    /// Sorts out what was given; a unit's name or number in front says whose it is. `kinds` are those of the attackers.
    ///
    /// # Errors
    /// A number of no attacker, or a weapon of a target.
    pub(super) fn read(request: &PlanRequest, game: &'static Game, kinds: &[usize]) -> Result<Self, Error> {
        let [attackers, targets] = [&request.attackers, &request.targets].map(|units| typed_of(units));
        let (mut all, mut commands): (Vec<(Whose, String)>, Vec<PlanCommand>) = Default::default();
        let whose = |typed: &Addressed<'_>| match (&typed.attackers, typed.target) {
            (Some(places), _) => Whose::Attackers(places.iter().map(|place| kinds[*place]).collect()),
            (None, Some(place)) => Whose::PlanTarget(place),
            (None, None) => Whose::All,
        };
        let own_of = |typed: &&str| found_unit(game, typed, &request.base.profiles).ok();
        let priced: Vec<(String, usize)> = match request.base.with.is_empty() {
            true => Vec::new(),
            false => attackers.iter().filter_map(own_of).flat_map(|unit| priced_abilities(&unit)).collect(),
        };
        let library = Library::open(&request.base.profiles)?;
        let asks = !(request.base.with.is_empty() && request.base.weapons.is_empty());
        let found = |typed: &&str| asks.then(|| look_up(&library, typed, &[game.id.to_owned()]).ok()).flatten();
        let found = [&attackers, &targets].map(|units| units.iter().map(found).collect::<Vec<_>>());
        let names = [0, 1].map(|side: usize| names([&attackers, &targets][side], &found[side]));
        let own_names = || {
            let units = attackers.iter().chain(&targets).filter_map(own_of);
            units.flat_map(|unit| unit.names("ability")).collect()
        };
        let whole = whole_names(&request.base.with, own_names);
        for part in whole.as_ref().unwrap_or(&request.base.with).iter().flat_map(|text| parts(game, text)) {
            let typed = addressed(&part, (&names[0], &names[1]))?;
            let (whose, text) = (whose(&typed), typed.text);
            let own =
                text.split_once(':').filter(|(side, _)| same(side, "attacker")).map_or(text, |(_, own)| own.trim());
            let ability = || priced.iter().find(|(name, _)| same(name, own)).map(|(_, price)| (None, *price));
            let offered =
                command(game, Owner::Attacker, own).map(|(offer, price)| (offer.phase, price)).or_else(ability);
            let offered = offered.filter(|_| typed.owner != Some(Owner::Defender));
            let side = match (&whose, typed.owner) {
                (Whose::All, Some(Owner::Attacker)) => "attacker: ",
                (Whose::All, Some(Owner::Defender)) => "defender: ",
                _ => "",
            };
            match offered {
                Some((phase, price)) => {
                    let of = if let Whose::Attackers(kinds) = whose { Some(kinds) } else { None };
                    let text = own.to_owned();
                    let one_roll = game.moments.one_roll.iter().any(|command| same(command, &text));
                    commands.push(PlanCommand { text, of, phase, price, one_roll });
                }
                None => all.push((whose, format!("{side}{text}"))),
            }
        }
        if attackers.len() > 1 {
            let of_target = |whose: &Whose, text: &str| {
                matches!(whose, Whose::PlanTarget(_)) || text.to_lowercase().starts_with("defender")
            };
            let words: Vec<(bool, &str)> =
                all.iter().map(|(whose, text)| (of_target(whose, text), without_owner(text))).collect();
            refuse_once_on_target(game, &words, &targets.iter().filter_map(own_of).collect::<Vec<_>>())?;
            refuse_after_all(game, &commands)?;
        }
        if attackers.len() > 1 || request.split {
            refuse_for_several_targets(game, &all, targets.len())?;
        }
        // More than that are used in every attack, as they were given.
        let spare = commands.split_off(commands.len().min(MAX_PLAN_COMMANDS));
        all.extend(spare.into_iter().map(|command| (command.of.map_or(Whose::All, Whose::Attackers), command.text)));
        let weapon = |text: &String| match addressed(text, (&names[0], &names[1]))? {
            Addressed { owner: Some(Owner::Defender), .. } => {
                Err(Error::usage(format!("`--weapon {text}`: targets of a plan do not attack")))
            }
            typed => Ok((whose(&typed), typed.text.to_owned())),
        };
        let weapons = request.base.weapons.iter().map(weapon).collect::<Result<_, _>>()?;
        Ok(Self { all, weapons, commands })
    }

    /// What is asked of the attack of a kind of attackers on a target, without commands.
    pub(super) fn request(&self, base: &Request, (kind, target): (usize, usize), phase: Option<Phase>) -> Request {
        let with = self.all.iter().filter_map(|(whose, text)| match whose {
            Whose::All => Some(text.clone()),
            Whose::Attackers(of) => of.contains(&kind).then(|| owned("attacker", text)),
            Whose::PlanTarget(of) => (*of == target).then(|| owned("defender", text)),
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
        (opened, plain): (&OpenedAttack, &Request),
        kind: usize,
        prepared: &Prepared,
        (fates, of): (&mut Fates, &str),
    ) -> Vec<(Vec<usize>, Prepared)> {
        let fits = |command: &PlanCommand| {
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
            match opened.put_together(&Request { with, ..plain.clone() }, Detail::Bare) {
                Ok(one) if one.engaged.engagement != prepared.engaged.engagement => {
                    used.iter().for_each(|place| fates.fits(&self.commands[*place].text));
                    commanded.push((used, one));
                }
                Err(why) if used.len() == 1 => fates.fails(&self.commands[used[0]].text, of.to_owned(), why),
                _ => {}
            }
        }
        commanded
    }

    /// Refuses commands that are used in every attack and cost an army more than it has: each is paid for in every phase.
    ///
    /// # Errors
    /// The commands, and what they cost.
    pub(super) fn payable(&self, game: &Game, phases: &[Option<Phase>], points: Option<usize>) -> Result<(), Error> {
        let Some(points) = points else { return Ok(()) };
        [Owner::Attacker, Owner::Defender].into_iter().try_for_each(|owner| {
            let uses = self.all.iter().filter_map(|(_, text)| {
                let (offer, price) = command(game, owner, without_owner(text))?;
                let fits =
                    |phase: &&Option<Phase>| offer.phase.is_none_or(|only| phase.is_none_or(|phase| phase == only));
                let times = phases.iter().filter(fits).count();
                let name = if times > 1 { format!("{} in {times} phases", offer.name) } else { offer.name.to_owned() };
                (times > 0).then(|| (name, price * times))
            });
            paid(uses, points)
        })
    }

    /// What a player should know of commands that fit some attack, or change none.
    pub(super) fn notes<'t>(&'t self, fates: &'t Fates, points: Option<usize>) -> impl Iterator<Item = String> + 't {
        self.commands.iter().filter_map(move |PlanCommand { text, price, .. }| match fates.fate(text) {
            Some(true) if points.is_some_and(|points| points < *price) => {
                Some(format!("`{text}` is not used: `--cp` does not pay for it"))
            }
            Some(true) => Some(format!("`{text}` is used once in a phase, where it is worth most")),
            Some(false) => None,
            None => Some(format!("`{text}` changes nothing in these attacks")),
        })
    }
}

/// What units are called, as far as they were found.
fn names<'u>(typed: &[&'u str], found: &'u [Option<Chosen>]) -> Vec<UnitNames<'u>> {
    let names = |(typed, found): (&&'u str, &'u Option<Chosen>)| match found {
        Some((unit, _)) => names_of(unit, typed),
        None => [*typed; 3],
    };
    typed.iter().zip(found).map(names).collect()
}

fn typed_of(units: &[String]) -> Vec<&str> {
    units.iter().map(String::as_str).collect()
}

/// Units that are typed alike once, with how many there are, and for each of the attackers the place of its kind. Whoever is
/// counted by a number, `2: …`, is a kind of its own.
pub(super) fn kinds(request: &PlanRequest) -> (Vec<(String, usize)>, Vec<usize>) {
    let attackers = typed_of(&request.attackers);
    let is_counted = |part: &&String| part.starts_with(|c: char| c.is_ascii_digit());
    let parts: Vec<String> = request.base.with.iter().flat_map(|text| split(text)).collect();
    let names: Vec<UnitNames<'_>> = attackers.iter().map(|typed| [*typed; 3]).collect();
    let of_number = |part: &String| addressed(part, (&names, &[])).ok()?.attackers;
    let counted: Vec<usize> = parts.iter().filter(is_counted).filter_map(of_number).flatten().collect();
    let (mut typed, mut alone): (Vec<(String, usize)>, Vec<bool>) = Default::default();
    let kind = |(place, text): (usize, &String)| {
        let is_alone = counted.contains(&place);
        let kind = (0..typed.len()).find(|kind| !is_alone && !alone[*kind] && same(&typed[*kind].0, text));
        let kind = kind.unwrap_or_else(|| {
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

/// What is given with its owner in front, unless it has one.
fn owned(side: &str, text: &str) -> String {
    if without_owner(text) == text { format!("{side}: {text}") } else { text.to_owned() }
}

/// What is given without its owner in front.
fn without_owner(text: &str) -> &str {
    let owned = text.split_once(':').filter(|(key, _)| same(key, "attacker") || same(key, "defender"));
    owned.map_or(text, |(_, own)| own.trim())
}

/// Who cannot attack whom: places among the attackers and the targets.
pub(super) fn forbidden(request: &PlanRequest, typed: &[(String, usize)]) -> Result<Vec<(usize, usize)>, Error> {
    let typed: Vec<&str> = typed.iter().map(|(name, _)| name.as_str()).collect();
    let targets = typed_of(&request.targets);
    if request.not.is_empty() {
        return Ok(Vec::new());
    }
    let library = Library::open(&request.base.profiles)?;
    let name = |typed: &&str| look_up(&library, typed, &[]).map_or_else(|_| (*typed).to_owned(), |(unit, _)| unit.name);
    let [names, target_names] = [&typed, &targets].map(|units| units.iter().map(name).collect::<Vec<String>>());
    let mut not = Vec::new();
    for text in &request.not {
        let shape = || Error::usage(format!("`--not {text}` is not \"ATTACKER>TARGET\""));
        let (attacker, target) = text.split_once('>').ok_or_else(shape)?;
        let option = format!("--not {text}");
        let attacker = named_or_typed(attacker, (&typed_of(&names), &typed), "attacker", &option)?;
        not.push((attacker, named_or_typed(target, (&typed_of(&target_names), &targets), "target", &option)?));
    }
    Ok(not)
}

/// The unit that a text means, as it was typed or by its name in its profile, if only one is called so.
pub(super) fn named_or_typed(
    text: &str,
    (names, typed): (&[&str], &[&str]),
    what: &str,
    option: &str,
) -> Result<usize, Error> {
    let is_one = names.iter().filter(|name| same(name, text)).count() < 2;
    let by_name = || named(text, names, what, option).ok().filter(|_| is_one);
    named(text, typed, what, option).or_else(|error| by_name().ok_or(error))
}

/// The unit that a text means among those that were typed: the same name, or the only one it is a part of.
fn named(text: &str, typed: &[&str], what: &str, option: &str) -> Result<usize, Error> {
    if let Some(place) = typed.iter().position(|entry| same(entry, text)) {
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
