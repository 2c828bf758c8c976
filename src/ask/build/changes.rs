//! What changes a list's result: units that go, sizes, commands, and what may be bought.

use serde::Serialize;

use super::BuildRequest;
use super::bound::Branch;
use super::limits::{in_steps, market_of_list, targets};
use super::market::{Assigned, Good, Market};
use super::report::{AVERAGES, BuiltUnit, LEFT_OUT, LOOK_ALIKE, against, mean};
use super::search::{build as search, worst};
use crate::ask::advise::usable;
use crate::ask::compare::Watch;
use crate::ask::head::Head;
use crate::ask::listing::{Listing, SheetText};
use crate::ask::lists::{Lists, Takings, counted, is_exactly, is_same, named};
use crate::ask::request::Request;
use crate::ask::typed::Command;
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Cost, Owner, Phase};
use crate::profile::Library;
use crate::report::{CsvCell, CsvStyle, Figure, Reportable, Sheet, SignedBars, counted as number_of, percent, signed};
use crate::words::sort::sort_by;

/// Rounds of prices, and steps for each enemy, that the assignments of one list take.
const EFFORT: (usize, usize) = (60, 3_000_000);
/// Changes that are shown on a terminal.
const SHOWN: usize = 24;
/// The most units of a list.
const MAX_LISTED: usize = 60;

/// What a list is, whom it meets, and what may be added to it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListAdviceRequest {
    /// The list: rosters, folders, units; empty: nothing yet.
    pub list: Vec<String>,
    /// The enemies, as `build` has them.
    pub into: Vec<String>,
    /// Units that may be bought.
    pub from: Vec<String>,
    /// Points that may be spent on them.
    pub points: Option<u32>,
    /// Situations and effects that are tried on each unit in addition to what the game offers.
    pub tries: Vec<String>,
    /// What is true on the table; its attacker and defender are not read.
    pub base: Request,
}

/// The parts of the enemies' wounds that a list takes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Taken {
    /// Of the enemy that it takes least of.
    pub worst: f64,
    /// On average over all enemies.
    pub mean: f64,
}

/// Something that changes the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A unit goes.
    Without,
    /// A unit has another size.
    Size,
    /// A unit uses a command, or has an effect.
    Command,
    /// A unit comes.
    Buy,
}

/// A change of a list, and what it changes. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ListChange {
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// What it is: `without Clanrats`, `10 Liberators`.
    pub name: String,
    /// What it costs.
    pub cost: Cost,
    /// How much more is taken.
    #[serde(flatten)]
    pub change: Taken,
}

/// What is best bought, all together. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Purchase {
    /// The units.
    pub units: Vec<BuiltUnit>,
    /// What they cost.
    pub points: u32,
    /// What the list takes with them.
    #[serde(flatten)]
    pub taken: Taken,
    /// What the worst match-up does not exceed, whatever is bought.
    pub bound: f64,
}

/// What changes a list's result most. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ListAdvice {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// The list.
    pub list: Vec<BuiltUnit>,
    /// The enemies.
    pub enemies: Vec<String>,
    /// What it takes as it stands.
    pub base: Taken,
    /// What may be spent.
    pub points: Option<u32>,
    /// What is best bought for that.
    pub purchase: Option<Purchase>,
    /// The changes, the best first.
    pub changes: Vec<ListChange>,
    #[serde(skip)]
    method: String,
}

/// A list, and everything that might change it.
struct Changes<'a> {
    request: &'a ListAdviceRequest,
    lists: Lists,
    takings: Takings,
    market: Market,
    /// How many of each good the list has.
    held: Vec<usize>,
    base: Taken,
    watch: &'a Watch<'a>,
}

/// Computes which changes improve a list most, reporting progress; if stopped, returns what is computed so far.
///
/// ```
/// use warodds::ask::{ListAdviceRequest, Watch, advise_list};
/// use warodds::engine::Options;
///
/// let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
/// let request = ListAdviceRequest {
///     list: texts(&["liberators", "clanrats"]),
///     into: texts(&["clawlord"]),
///     ..ListAdviceRequest::default()
/// };
/// let advice = advise_list(&request, &Options::default(), &Watch::nobody())?;
/// let without = |name: &str| advice.changes.iter().find(|change| change.name == name).map(|change| change.change.worst);
/// assert!(without("without Clanrats") < without("without Liberators"));
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units that cannot be found, attacks that are all impossible, and points for which nothing is bought.
pub fn advise_list(request: &ListAdviceRequest, options: &Options, watch: &Watch<'_>) -> Result<ListAdvice, Error> {
    check(request)?;
    let lists = Lists::open(&[&request.list[..], &request.from].concat(), &request.into, &request.base.profiles)?;
    let part = watch.part([0.0, 0.4], lists.attacks());
    let takings = lists.takings(&request.base, options, &part.watch())?;
    let held = held(&lists, &request.list, request)?;
    let points = request.points.unwrap_or(1);
    let named = BuildRequest { points, base: request.base.clone(), ..BuildRequest::default() };
    let (mut market, mut notes) = market_of_list(&lists, &takings, &named, held.clone())?;
    let base = Taken::of(&assigned(&market, &held));
    let changes = Changes { request, lists, takings, market: market.clone(), held: held.clone(), base, watch };
    let mut found = changes.without();
    found.extend(changes.sizes());
    found.extend(changes.commands(options)?);
    let mut purchase = None;
    if request.points.is_some() {
        // What is there is paid for, and only what may be bought is bought.
        let own = |good: usize| held[good] > 0 || changes.is_own(good);
        for good in (0..held.len()).filter(|good| own(*good)) {
            market.goods[good].points = 0;
            let kind = market.goods[good].kind;
            market.copies[kind] = market.of_kind(&held, kind);
        }
        let market = in_steps(market);
        found.extend(changes.bought(&market));
        purchase = changes.purchase(&market);
        if purchase.is_none() && !watch.is_stopped() {
            notes.push("nothing that can be bought takes more".to_owned());
        }
    }
    if watch.is_stopped() {
        notes.push("stopped: changes are left out that were not worked out by then".to_owned());
    }
    sort_by(&mut found, |a, b| {
        let key = |c: &ListChange| [c.change.worst, c.change.mean].map(|part| (part * 1e9).round() as i64);
        key(b).cmp(&key(a)).then(a.cost.amount().cmp(&b.cost.amount()))
    });
    let reaches_all = |change: &ListChange| base.worst < 1.0 && base.worst + change.change.worst > 1.0 - 1e-9;
    notes.extend(found.iter().any(reaches_all).then(|| LOOK_ALIKE.to_owned()));
    Ok(changes.advice(found, purchase, (notes, options)))
}

/// Options that go together.
fn check(request: &ListAdviceRequest) -> Result<(), Error> {
    let wrong = |message: &str, hint: &str| Err(Error::usage(message).hint(hint.to_owned()));
    match (request.points, request.from.is_empty(), request.list.is_empty()) {
        (Some(_), true, _) => wrong("`--points` buys units, and none are named", "write `--from \"aos/*\"`"),
        (None, false, _) => wrong("`--from` names units to buy, and no points are given", "write `--points 110`"),
        (None, true, true) => {
            wrong("no list is named", "name a roster, or units: `warodds advise my-list.rosz --into clawlord`")
        }
        _ => Ok(()),
    }
}

/// How many of each good a list has.
///
/// # Errors
/// More than [`MAX_LISTED`] units.
pub(super) fn held(lists: &Lists, list: &[String], request: &ListAdviceRequest) -> Result<Vec<usize>, Error> {
    let library = Library::open(&request.base.profiles)?;
    let mut held = vec![0; lists.units.len()];
    for text in list {
        for (unit, count) in counted(&library, text, &request.into)? {
            let place = lists.units.iter().position(|entry| is_exactly(entry, &unit));
            let place = place.ok_or_else(|| Error::usage(format!("{} is not found again", unit.0.name)))?;
            held[place] += count;
        }
    }
    let all: usize = held.iter().sum();
    if all > MAX_LISTED {
        return Err(Error::usage(format!("a list of {all} units; at most {MAX_LISTED} are looked at (MAX_LISTED)")));
    }
    Ok(held)
}

/// What a list takes of each enemy, by the best assignment.
pub(super) fn assigned(market: &Market, counts: &[usize]) -> Vec<Assigned> {
    Branch::only(market, counts.to_vec()).assigned(market, EFFORT.0, EFFORT.1)
}

impl Taken {
    pub(super) fn of(assigned: &[Assigned]) -> Self {
        Self { worst: worst(assigned), mean: mean(assigned) }
    }

    fn minus(self, other: Self) -> Self {
        Self { worst: self.worst - other.worst, mean: self.mean - other.mean }
    }
}

impl Changes<'_> {
    fn name(&self, good: usize) -> String {
        named(&self.takings.table.attackers[good].line, &self.lists.units[good])
    }

    fn points(&self, good: usize) -> Option<u32> {
        self.takings.table.attackers[good].line.points
    }

    /// Whether a good is a size of a unit of the list.
    fn is_own(&self, good: usize) -> bool {
        let kind = self.market.goods[good].kind;
        self.held.iter().enumerate().any(|(other, held)| *held > 0 && self.market.goods[other].kind == kind)
    }

    /// The units of the list, until somebody stops the work.
    fn own(&self) -> impl Iterator<Item = usize> {
        let own = self.held.iter().enumerate().filter(|(_, held)| **held > 0).map(|(good, _)| good);
        own.take_while(|_| !self.watch.is_stopped())
    }

    /// The list with some goods fewer and some more, in a market that has them.
    fn changed(&self, market: &Market, less: Option<usize>, more: Option<usize>) -> Taken {
        let mut counts = self.held.clone();
        counts.resize(market.goods.len(), 0);
        less.into_iter().for_each(|good| counts[good] -= 1);
        more.into_iter().for_each(|good| counts[good] += 1);
        Taken::of(&assigned(market, &counts)).minus(self.base)
    }

    /// Each unit goes.
    fn without(&self) -> Vec<ListChange> {
        let goes = |good: usize| ListChange {
            kind: ChangeKind::Without,
            name: format!("without {}", self.name(good)),
            cost: Cost::Free,
            change: self.changed(&self.market, Some(good), None),
        };
        self.own().map(goes).collect()
    }

    /// Each unit in each other size.
    fn sizes(&self) -> Vec<ListChange> {
        let mut found = Vec::new();
        for good in self.own() {
            let others = (0..self.held.len())
                .filter(|other| *other != good && is_same(&self.lists.units[*other], &self.lists.units[good]));
            for other in others {
                found.push(ListChange {
                    kind: ChangeKind::Size,
                    name: format!("{} {}", self.takings.table.attackers[other].line.models, self.name(other)),
                    cost: Cost::more(self.points(good), self.points(other)),
                    change: self.changed(&self.market, Some(good), Some(other)),
                });
            }
        }
        found
    }

    /// Each command, by the unit that it brings most.
    fn commands(&self, options: &Options) -> Result<Vec<ListChange>, Error> {
        let usable = usable(self.takings.table.game, Owner::Attacker, &self.request.base, None);
        let tried = self.request.tries.iter().map(|text| (text.clone(), text.clone(), Cost::Free));
        let all: Vec<(String, String, Cost)> = tried.chain(usable).collect();
        let (own, mut found): (Vec<usize>, Vec<ListChange>) = (self.own().collect(), Vec::new());
        let (alone, count) = (self.lists.only(&own), all.len());
        for (place, (name, with, cost)) in all.into_iter().enumerate().filter(|_| !own.is_empty()) {
            let part = [place, place + 1].map(|place| 0.4 + 0.4 * place as f64 / count as f64);
            let part = self.watch.part(part, alone.attacks());
            let mut base = self.request.base.clone();
            base.with.push(with);
            let takings = match alone.takings(&base, options, &part.watch()) {
                Ok(takings) => takings,
                Err(_) if self.watch.is_stopped() => break,
                Err(error) if self.request.tries.contains(&name) => return Err(error),
                // What fits no unit here is no option.
                Err(_) => continue,
            };
            let changes = own.iter().enumerate().map(|(place, good)| {
                let market = self.with_good(*good, &takings.parts[place], self.request.tries.contains(&name));
                (self.changed(&market, Some(*good), Some(market.goods.len() - 1)), *good)
            });
            let best = changes.max_by(|a, b| {
                (a.0.worst, a.0.mean).partial_cmp(&(b.0.worst, b.0.mean)).unwrap_or(std::cmp::Ordering::Equal)
            });
            if let Some((change, good)) = best.filter(|(change, _)| change.mean.abs() > 1e-9) {
                found.push(ListChange {
                    kind: ChangeKind::Command,
                    name: format!("{name}: {}", self.name(good)),
                    cost,
                    change,
                });
            }
        }
        Ok(found)
    }

    /// The market with one more good: a unit of the list that takes these parts of each target, or what it does without, if it may.
    fn with_good(&self, good: usize, parts: &[Option<f64>], is_forced: bool) -> Market {
        let mut market = self.market.clone();
        market.goods.push(Good { points: 0, kind: self.market.goods[good].kind });
        market.held.push(0);
        for (enemy, prey) in self.lists.enemies.iter().zip(&mut market.enemies) {
            let targets = targets(enemy, prey.len());
            for (prey, target) in prey.iter_mut().zip(targets) {
                let without = self.takings.parts[good][target].filter(|_| !is_forced);
                prey.taken.push(parts[target].into_iter().chain(without).fold(0.0, f64::max));
            }
        }
        market.limits.iter_mut().for_each(|limit| limit.counts.push(false));
        market
    }

    /// Each unit that is affordable, alone.
    fn bought(&self, market: &Market) -> Vec<ListChange> {
        let may_buy = |good: &usize| !self.is_own(*good) && market.takes(&self.held, *good);
        let buys = (0..self.held.len()).filter(may_buy).take_while(|_| !self.watch.is_stopped());
        let buy = |good: usize| {
            let line = &self.takings.table.attackers[good].line;
            ListChange {
                kind: ChangeKind::Buy,
                name: if line.models > 1 { format!("{} {}", line.models, self.name(good)) } else { self.name(good) },
                cost: Cost::Points(line.points.unwrap_or(0)),
                change: self.changed(market, None, Some(good)),
            }
        };
        buys.map(buy).collect()
    }

    fn purchase(&self, market: &Market) -> Option<Purchase> {
        let done = |share: f64| (self.watch.progress)((80.0 + 20.0 * share) as u64);
        let built = search(market, self.watch.stop, &done)?;
        let more: Vec<usize> = built.counts.iter().zip(&self.held).map(|(now, held)| now - held).collect();
        let units = self.units(&more);
        let (taken, points) = (Taken::of(&assigned(market, &built.counts)), BuiltUnit::cost(&units));
        (points > 0).then_some(Purchase { units, points, taken, bound: built.bound })
    }

    fn units(&self, counts: &[usize]) -> Vec<BuiltUnit> {
        BuiltUnit::of(&self.lists, &self.takings, counts)
    }

    fn advice(
        self,
        changes: Vec<ListChange>,
        purchase: Option<Purchase>,
        (notes, options): (Vec<String>, &Options),
    ) -> ListAdvice {
        let request = self.request;
        let command = request.list.iter().fold(Command::new("advise"), |command, name| command.word(name));
        let command = command.list("--into", &request.into).list("--from", &request.from);
        let command =
            command.each("--points", request.points.map(|points| points.to_string())).each("--try", &request.tries);
        ListAdvice {
            list: self.units(&self.held),
            enemies: self.lists.enemies.iter().map(|enemy| enemy.name.clone()).collect(),
            base: self.base,
            points: request.points,
            purchase,
            changes,
            method: self.takings.method(options),
            head: Head {
                command: command.table(&request.base).options(options).text(),
                notes,
                ..self.takings.table.head
            },
        }
    }
}

/// A change in words: `+4.2 percentage points`.
fn points(change: f64) -> String {
    format!("{} percentage points", signed(100.0 * change, 1))
}

impl ListAdvice {
    fn answer(&self) -> Vec<String> {
        let worst = if self.enemies.len() > 1 { "the worst of all match-ups" } else { "the enemy's wounds" };
        let mut parts = vec![format!("as it stands: {} of {worst}", percent(self.base.worst))];
        parts.extend(self.purchase.as_ref().map(|best| {
            let (units, cost) = (BuiltUnit::texts(&best.units).join(" and "), number_of(best.points.into(), "point"));
            format!("best bought: {units} for {cost} {}", points(best.taken.worst - self.base.worst))
        }));
        let of = |kinds: &[ChangeKind]| {
            self.changes.iter().filter(|change| kinds.contains(&change.kind)).collect::<Vec<_>>()
        };
        let line = |what: &str, ListChange { name, change, .. }: &ListChange| {
            format!("{what}{name} {}", points(if change.worst.abs() > 1e-9 { change.worst } else { change.mean }))
        };
        let helps = of(&[ChangeKind::Size, ChangeKind::Command]);
        parts.extend(helps.first().filter(|best| best.change.mean > 1e-9).map(|best| line("most: ", best)));
        let goes = of(&[ChangeKind::Without]);
        if goes.len() > 1 {
            parts.extend(goes.first().map(|least| line("least missed: ", least)));
            parts.extend(goes.last().map(|most| line("most missed: ", most)));
        }
        parts
    }

    fn listed(&self) -> Listing<&ListChange> {
        let kind = |change: &ListChange| match change.kind {
            ChangeKind::Without => "without",
            ChangeKind::Size => "size",
            ChangeKind::Command => "command",
            ChangeKind::Buy => "buy",
        };
        Listing::of(&self.head, &self.changes)
            .column("change", "change", |change| change.name.clone())
            .column("kind", "", |change| kind(change))
            .column("cost", "cost", |change| change.cost.text())
            .column("worst", "worst match-up", |change| Figure::Change(change.change.worst))
            .column("mean", "on average", |change| Figure::Change(change.change.mean))
            .column("base_worst", "", |_| Figure::Number(self.base.worst))
            .column("base_mean", "", |_| Figure::Number(self.base.mean))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("command", "", |_| self.head.command.clone())
    }

    fn settings(&self) -> Vec<(String, String)> {
        let list = BuiltUnit::texts(&self.list).join(", ");
        let mut lines = vec![("list".to_owned(), if list.is_empty() { "nothing yet".to_owned() } else { list })];
        lines.extend(self.points.map(|points| ("points".to_owned(), points.to_string())));
        lines.into_iter().chain(self.head.lines()).collect()
    }
}

impl Reportable for ListAdvice {
    fn sheet(&self) -> Sheet {
        let (against, rows) = (against(self.enemies.iter()), self.listed());
        let bars = self.changes.iter().map(|change| (change.cost.behind(&change.name), change.change.worst, None));
        let bars = SignedBars {
            axis: "change of the part of the enemy's wounds that is taken, percentage points".to_owned(),
            rows: bars.collect(),
            percent: true,
        };
        let title = "what each changes alone, in percentage points of the enemy's wounds";
        let text = SheetText {
            line: format!("Advice for a list against {against}"),
            title: ["Advice for a list", "against", &against],
            file: (&["advice", "list", &against], "-"),
            settings: self.settings(),
            answer: self.answer(),
            tables: vec![rows.table(title, SHOWN)],
            notes: [LEFT_OUT, AVERAGES].into_iter().map(str::to_owned).chain(rows.cut("change", SHOWN)).collect(),
            method: &self.method,
        };
        Sheet { bars: (!self.changes.is_empty()).then_some(bars), ..text.sheet(&self.head) }
    }

    /// One row for each change.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        self.listed().csv(&self.head, style)
    }
}
