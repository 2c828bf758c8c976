//! The value of each option in one attack: alone, and in combination.

mod need;
mod report;
mod shares;

use std::collections::HashMap;

use super::attack::{OpenedAttack, Prepared, line, one_command};
use super::choices::Detail;
use super::head::Head;
use super::ledger::optional_abilities;
use super::phases::does_most;
use super::report::UnitLine;
use super::request::Request;
use super::settings::Setting;
use super::sizes::sizes;
use super::typed::{Command, split};
use crate::engine::{self, AUTO_WORK, AttackValue, Method, Options, REROLL_WORK};
use crate::error::Error;
use crate::games::{Cost, Game, Offer, Owner};
use crate::profile::{Diagnostics, Document};
use crate::report::counted;
use crate::sequence::Engagement;
use crate::words::{did_you_mean, same};

pub use self::need::{NeedReport, NeedRequest, NeedRow, need};
pub use self::report::Advice;
use self::shares::shares;
use crate::words::sort::sort_by;

/// Of this many options, those that do most, shares are worked out where none is named.
const BEST: usize = 8;
/// No more options than these are named: every subset of them is an attack.
const MOST_TRIED: usize = 12;
/// Changes of a probability below this are no reason to sort by it.
const TINY: f64 = 0.000_5;

/// What somebody who asks for advice says.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct AdviseRequest {
    /// The attack.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub request: Request,
    /// Something to try in addition to what the game offers, written as for `--with`, or a command by its name; repeatable. Shares
    /// are then worked out for these.
    #[cfg_attr(feature = "cli", arg(long = "try", value_name = "WHAT", allow_hyphen_values = true))]
    pub tries: Vec<String>,
    /// Whose options are looked at.
    #[cfg_attr(feature = "cli", arg(long = "for", value_enum, default_value_t = Owner::Attacker, value_name = "SIDE"))]
    pub side: Owner,
    /// What options are sorted and shared by: destroyed, slain or wounds-lost; left out: destroyed if anything changes it.
    #[cfg_attr(feature = "cli", arg(long, value_name = "RESULT", value_parser = super::options::metric))]
    pub metric: Option<String>,
}

/// The results that options are sorted by.
pub(crate) const METRICS: [&str; 3] = ["destroyed", "slain", "wounds-lost"];

/// Something that is tried, and what it changes. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AdvisedOption {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub owner: Owner,
    /// What it costs.
    pub cost: Cost,
    /// What it changes, alone.
    #[serde(flatten)]
    pub change: AttackValue,
    /// Its part of what all shared options together change, if that was worked out.
    pub share: Option<f64>,
    /// The change for each command point, or for 100 points; `None` if it costs neither.
    pub per_cost: Option<AttackValue>,
    /// What asks for the attack with it alone.
    pub command: String,
}

impl AttackValue {
    /// A change for each command point, or for 100 points; `None` if it costs neither.
    fn per(self, cost: Cost) -> Option<Self> {
        match cost {
            Cost::Command(points) => Some(Self::default().plus(1.0 / f64::from(points), self)),
            Cost::Points(points) if points > 0 => Some(Self::default().plus(100.0 / f64::from(points), self)),
            _ => None,
        }
    }
}

/// What an option does to the request.
#[derive(Clone, PartialEq, Debug)]
enum OptionChange {
    With(String),
    Weapon(String),
    Set(String),
}

/// Something that may be tried.
#[derive(Clone, PartialEq, Debug)]
struct TriedOption {
    name: String,
    cost: Cost,
    change: OptionChange,
    /// Whether somebody named it.
    tried: bool,
}

/// Computes the value of each option alone, and of those that matter in every combination; if the rules exclude a combination,
/// its best allowed part counts.
///
/// ```
/// use warodds::ask::{AdviseRequest, Request, advise};
/// use warodds::engine::Options;
/// use warodds::games::Owner;
///
/// let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let asked = AdviseRequest { request, tries: Vec::new(), side: Owner::Attacker, metric: None };
/// let advice = advise(&asked, &Options::default())?;
///
/// // The command point that turns 9.87 % into 19.8 %.
/// let option = advice.options.iter().find(|option| option.name == "All-out Attack").expect("everybody may");
/// assert!((option.change.destroyed - 0.0991).abs() < 0.0001);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// An attack that cannot be put together, something to try that is refused, or too much to try.
pub fn advise(wanted: &AdviseRequest, options: &Options) -> Result<Advice, Error> {
    if wanted.tries.len() > MOST_TRIED {
        let message = format!("`--try` names {} things", wanted.tries.len());
        let hint = format!("at most {MOST_TRIED} (MOST_TRIED): every combination of them is an attack");
        return Err(Error::usage(message).hint(hint));
    }
    let metric = wanted.metric.as_deref().map(metric_named).transpose()?;
    let request = Request { metric: metric.map(str::to_owned), ..wanted.request.clone() };
    let table = AdviceTable::open(&request, wanted.side, options)?;
    let plain = table.attack(&[], Detail::Noted)?;
    let base = plain.value;
    let mut judged = Vec::new();
    for candidate in table.candidates(&wanted.tries, &plain)? {
        match table.attack(std::slice::from_ref(&&candidate), Detail::Bare) {
            Ok(tried) => {
                let change = tried.value.plus(-1.0, base);
                let cost = match candidate.change {
                    OptionChange::Set(_) => Cost::more(plain.line(wanted.side).points, tried.line(wanted.side).points),
                    _ => candidate.cost,
                };
                if candidate.tried || METRICS.iter().any(|metric| change.get(metric).abs() > 1e-9) {
                    judged.push((TriedOption { cost, ..candidate }, change));
                }
            }
            Err(error) if candidate.tried => return Err(error),
            // What the rules do not allow here is no option.
            Err(_) => {}
        }
    }
    let metric = metric.unwrap_or_else(|| telling(&judged));
    sort_by(&mut judged, |a, b| b.1.get(metric).abs().total_cmp(&a.1.get(metric).abs()));
    let sign = if wanted.side == Owner::Attacker { 1.0 } else { -1.0 };
    let shared = shared(&judged, !wanted.tries.is_empty(), |change| sign * change.get(metric) >= 0.0);
    let mut worths = HashMap::new();
    let together = table.value(&shared, &judged, base, (metric, sign), &mut worths);
    let parts = shares(shared.len(), |mask| {
        let picked: Vec<usize> = (0..shared.len()).filter(|i| mask >> i & 1 == 1).map(|i| shared[i]).collect();
        table.value(&picked, &judged, base, (metric, sign), &mut worths).get(metric)
    });
    let options_of = judged.iter().enumerate().map(|(place, (candidate, change))| AdvisedOption {
        name: candidate.name.clone(),
        owner: wanted.side,
        cost: candidate.cost,
        change: *change,
        per_cost: change.per(candidate.cost),
        command: one_command(&table.request(&[candidate]), options),
        share: shared.iter().position(|shared| *shared == place).map(|place| parts[place]),
    });
    let mut found: Vec<AdvisedOption> = options_of.collect();
    sort_by(&mut found, |a, b| (sign * b.change.get(metric)).total_cmp(&(sign * a.change.get(metric))));
    Ok(Advice {
        head: table.head(wanted, &plain),
        attacker: plain.attacker(),
        defender: plain.defender(),
        side: wanted.side,
        metric,
        phase: table.request.phase.filter(|_| wanted.request.phase.is_none()),
        method: if plain.trials.is_some() { "sampled" } else { "exact" },
        trials: plain.trials,
        base,
        together: together.plus(-1.0, base),
        options: found,
    })
}

/// The places of the options whose shares are worked out: those that were named, else the best of those that do not harm.
fn shared(
    judged: &[(TriedOption, AttackValue)],
    named: bool,
    is_harmless: impl Fn(&AttackValue) -> bool,
) -> Vec<usize> {
    let wanted = |(option, change): &(TriedOption, AttackValue)| if named { option.tried } else { is_harmless(change) };
    let places = (0..judged.len()).filter(|place| wanted(&judged[*place]));
    places.take(if named { MOST_TRIED } else { BEST }).collect()
}

fn metric_named(typed: &str) -> Result<&'static str, Error> {
    let found = METRICS.into_iter().find(|metric| same(metric, typed));
    found.ok_or_else(|| {
        Error::usage(format!("advice is not sorted by `{typed}`"))
            .hint(did_you_mean(typed, METRICS))
            .hint(format!("there are {}", METRICS.join(", ")))
    })
}

/// The result that options are sorted by where none was named: `destroyed` if one of them changes it.
fn telling(judged: &[(TriedOption, AttackValue)]) -> &'static str {
    let changes = judged.iter().any(|(_, change)| change.destroyed.abs() >= TINY);
    if changes { "destroyed" } else { "wounds-lost" }
}

/// An attack as it is asked about, with its units looked up once.
struct AdviceTable<'a> {
    opened: OpenedAttack,
    request: Request,
    side: Owner,
    options: &'a Options,
}

/// An attack that was computed.
struct TriedAttack {
    value: AttackValue,
    /// How often it was rolled; `None` if it is exact.
    trials: Option<u64>,
    prepared: Prepared,
}

impl TriedAttack {
    fn attacker(&self) -> UnitLine {
        self.prepared.attacker()
    }

    fn defender(&self) -> UnitLine {
        line(&self.prepared.engaged.defender)
    }

    /// The unit of a side.
    fn line(&self, side: Owner) -> UnitLine {
        if side == Owner::Attacker { self.attacker() } else { self.defender() }
    }

    fn head(&self) -> Head {
        Head { notes: self.prepared.notes.clone(), ..self.prepared.head().clone() }
    }
}

/// What one side may do that is not asked for yet, and what it costs: commands of the game, each with how `--with` says it,
/// and abilities of the unit that are off until they are named. Of no unit in particular all commands of the phase.
pub(super) fn usable(
    game: &Game,
    side: Owner,
    request: &Request,
    unit: Option<&Document>,
) -> Vec<(String, String, Cost)> {
    let keywords = unit.map(Document::keywords);
    let has = |keyword: &&str| keywords.as_ref().is_none_or(|all| all.iter().any(|entry| same(entry, keyword)));
    let is_new = |text: &str| !request.with.iter().any(|given| split(given).iter().any(|part| same(part, text)));
    let fits = |offer: &&Offer| {
        let here = offer.phase.is_none() || request.phase.is_none() || offer.phase == request.phase;
        offer.owner == side
            && here
            && is_new(offer.with)
            && (offer.keywords.is_empty() || offer.keywords.iter().any(has))
    };
    let offers = game.offers.iter().filter(fits);
    let offers = offers.map(|offer| (offer.name.to_owned(), offer.with.to_owned(), offer.cost));
    let own = unit.into_iter().flat_map(optional_abilities).filter(|(name, _)| is_new(name));
    let given = |name: &String| if side == Owner::Attacker { name.clone() } else { format!("defender: {name}") };
    offers.chain(own.map(|(name, cost)| (name.clone(), given(&name), cost))).collect()
}

impl<'a> AdviceTable<'a> {
    /// Looks the units up; where the phase is left open, the one in which the attack does more is taken.
    fn open(request: &Request, side: Owner, options: &'a Options) -> Result<Self, Error> {
        let opened = OpenedAttack::find(request)?;
        let attacks = opened.phases(request, Detail::Bare)?.into_iter().map(Ok);
        let phase = does_most(attacks, |prepared| (prepared, 0), options)?.phase();
        Ok(Self { opened, request: Request { phase, ..request.clone() }, side, options })
    }

    /// What was asked, with the command that asks it again.
    fn head(&self, wanted: &AdviseRequest, plain: &TriedAttack) -> Head {
        let Request { attacker, defender, .. } = &wanted.request;
        let side = (self.side == Owner::Defender).then_some("defender");
        let command = Command::new("advise").word(attacker).word(defender).each("--try", &wanted.tries);
        let command = command.each("--for", side).each("--metric", &wanted.metric).table(&wanted.request);
        let more = !wanted.tries.is_empty() || side.is_some() || wanted.metric.is_some();
        // The phase that was chosen here is no part of the question.
        let is_plain = plain.prepared.is_plain_but_for_phase && wanted.request.phase != self.request.phase;
        let plain = plain.head();
        let tag = plain.tag.filter(|_| !is_plain).or(more.then_some(0));
        let (command, seed) = (command.options(self.options).text(), Some(self.options.sampling.seed));
        let head = Head { command, phase: wanted.request.phase, tag, seed, ..plain };
        head.warned(wanted.request.units(), &wanted.request)
    }

    /// What asks for the attack with some options.
    fn request(&self, picked: &[&TriedOption]) -> Request {
        let mut request = self.request.clone();
        for candidate in picked {
            match &candidate.change {
                OptionChange::With(text) => request.with.push(text.clone()),
                OptionChange::Weapon(name) => request.weapons.push(name.clone()),
                OptionChange::Set(text) => Setting::put(&mut request.set, text),
            }
        }
        request
    }

    /// The attack with some options.
    fn attack(&self, picked: &[&TriedOption], detail: Detail) -> Result<TriedAttack, Error> {
        let request = self.request(picked);
        if picked.iter().filter(|candidate| matches!(candidate.change, OptionChange::Weapon(_))).count() > 1 {
            return Err(Error::usage("one weapon is chosen, not several"));
        }
        let prepared = self.opened.prepare(&request, detail)?;
        let (value, trials) = self.losses(&prepared.engaged.engagement)?;
        Ok(TriedAttack { value, trials, prepared })
    }

    /// What the target loses, and how often that was rolled, if it was.
    fn losses(&self, engagement: &Engagement) -> Result<(AttackValue, Option<u64>), Error> {
        let work = if engagement.held_reroll.is_some() { REROLL_WORK } else { AUTO_WORK };
        if self.options.method == Method::Auto
            && let Ok(losses) = engine::losses(engagement, work)
        {
            return Ok((losses, None));
        }
        // Whatever else there is to say, the answer to the whole question says.
        let answer = engine::run(engagement, self.options, &|_| {})?;
        Ok((AttackValue::of(&answer.outcome), answer.outcome.trials))
    }

    /// Everything that may be tried: what was named, what the game offers, optional abilities of the unit, other weapons,
    /// more models.
    fn candidates(&self, tries: &[String], plain: &TriedAttack) -> Result<Vec<TriedOption>, Error> {
        let with = |name: &str, text: &str, cost, tried| TriedOption {
            name: name.to_owned(),
            cost,
            change: OptionChange::With(text.to_owned()),
            tried,
        };
        let game = plain.prepared.game;
        let mut found: Vec<TriedOption> = Vec::new();
        for text in tries.iter().map(|text| text.trim()) {
            if text.is_empty() {
                return Err(Error::usage("`--try` names nothing").hint("write `--try \"+1 to hit\"`".to_owned()));
            }
            let of_side = || game.offers.iter().filter(|offer| offer.owner == self.side);
            let named = of_side().find(|offer| same(offer.name, text));
            let offer = named.or_else(|| of_side().find(|offer| same(offer.with, text)));
            let clause = named.map_or(text, |offer| offer.with);
            found.push(with(text, clause, offer.map_or(Cost::Free, |offer| offer.cost), true));
        }
        let unit = if self.side == Owner::Attacker { plain.prepared.attacking() } else { plain.prepared.defender() };
        for (name, text, cost) in usable(game, self.side, &self.request, Some(unit)) {
            let option = with(&name, &text, cost, false);
            if !found.iter().any(|entry| entry.change == option.change) {
                found.push(option);
            }
        }
        if self.side == Owner::Attacker {
            found.extend(self.weapons(plain));
        }
        found.extend(self.more_models(plain));
        Ok(found)
    }

    /// Weapons that the attacker might use instead.
    fn weapons(&self, plain: &TriedAttack) -> Vec<TriedOption> {
        if !self.request.weapons.is_empty() {
            return Vec::new();
        }
        let weapon = |name: &String, text: &str| TriedOption {
            name: name.clone(),
            cost: Cost::Free,
            change: OptionChange::Weapon(text.to_owned()),
            tried: false,
        };
        let mut others = vec![weapon(&"the best profile of each weapon".to_owned(), "best")];
        let engaged = &plain.prepared.engaged;
        let all = &engaged.attackers[0].weapons;
        // Of a unit that attacks with one weapon, each of the others is another way to attack.
        if let ([used], true) = (&engaged.engagement.weapons[..], all.len() > 1) {
            others = all.iter().filter(|name| !same(name, &used.name)).map(|name| weapon(name, name)).collect();
        }
        others
    }

    /// Larger sizes that the unit can be bought with.
    fn more_models(&self, plain: &TriedAttack) -> Vec<TriedOption> {
        let (unit, whose) = (plain.line(self.side), self.side.name());
        let larger = self.sizes(plain.prepared.game).into_iter().filter(|size| *size > unit.models);
        let sized = |size: usize| TriedOption {
            name: counted((size - unit.models) as u64, "more model"),
            cost: Cost::Free,
            change: OptionChange::Set(format!("{whose}.models={size}")),
            tried: false,
        };
        larger.map(sized).collect()
    }

    /// The numbers of models that the unit can be bought with, whatever number was typed.
    fn sizes(&self, game: &Game) -> Vec<usize> {
        let (unit, found) = (self.opened.unit(self.side), Diagnostics::default());
        let document = unit.0.document(&found);
        let facts = (game.check)(&document, &found).filter(|_| unit.0.leaders.is_empty());
        facts
            .map_or_else(Vec::new, |facts| sizes(game, &document, &facts))
            .into_iter()
            .map(|size| size as usize)
            .collect()
    }

    /// What some options do together; what is not allowed together does what the best of it that is allowed does.
    fn value(
        &self,
        picked: &[usize],
        judged: &[(TriedOption, AttackValue)],
        base: AttackValue,
        (metric, sign): (&str, f64),
        memo: &mut HashMap<Vec<usize>, AttackValue>,
    ) -> AttackValue {
        if picked.is_empty() {
            return base;
        }
        if let Some(value) = memo.get(picked) {
            return *value;
        }
        let all: Vec<&TriedOption> = picked.iter().map(|place| &judged[*place].0).collect();
        let value = match self.attack(&all, Detail::Bare) {
            Ok(tried) => tried.value,
            Err(_) => {
                let fewer = (0..picked.len()).map(|left_out| {
                    let mut fewer = picked.to_vec();
                    fewer.remove(left_out);
                    self.value(&fewer, judged, base, (metric, sign), memo)
                });
                let better =
                    |a: &AttackValue, b: &AttackValue| (sign * a.get(metric)).total_cmp(&(sign * b.get(metric)));
                fewer.collect::<Vec<_>>().into_iter().max_by(better).unwrap_or(base)
            }
        };
        memo.insert(picked.to_vec(), value);
        value
    }
}
