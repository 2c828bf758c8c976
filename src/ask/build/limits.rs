//! The limits on a list, as numbers; one that cannot be kept is named.

use super::BuildRequest;
use super::market::{CountLimit, Good, Market, Prey};
use crate::ask::lists::{Enemy, Lists, Takings, is_exactly, is_same};
use crate::ask::units::listed;
use crate::error::Error;
use crate::profile::Library;
use crate::report::counted as number_of;
use crate::words::{did_you_mean, same};

/// How often a list has a unit where nobody says it.
pub(super) const COPIES: usize = 3;
/// The most copies, and the most of what a keyword counts.
const MAX_COPIES: usize = 100;
/// The most points of a list.
const MAX_BUILD_POINTS: u32 = 20_000;
/// What a unit without points costs: more than any list has.
const TOO_DEAR: usize = 1 << 30;
/// Keywords of what there is once.
const ONCE: &[&str] = &["UNIQUE", "EPIC HERO"];
/// The most targets of a kind that a list of typical ones has.
const MAX_TYPICAL: usize = 20;

/// `HERO=2`, or `3` alone.
fn number(option: &str, text: &str) -> Result<(Option<String>, usize), Error> {
    let (word, digits) =
        text.rsplit_once('=').map_or((None, text), |(word, digits)| (Some(word.trim().to_owned()), digits));
    let number = digits.trim().parse().ok().filter(|number| *number <= MAX_COPIES);
    let number = number.ok_or_else(|| {
        let error = Error::usage(format!("`{option} {text}` is not a number, or a keyword and a number"));
        error.hint(format!("write `{option} 3` or `{option} \"HERO=2\"`, from 0 to {MAX_COPIES}"))
    })?;
    Ok((word, number))
}

/// The targets of an enemy, each as often as it is there, as places among all targets.
pub(super) fn targets(enemy: &Enemy, all: usize) -> Vec<usize> {
    let each =
        |(target, count): &(usize, usize)| std::iter::repeat_n(*target, if enemy.is_typical { all } else { *count });
    enemy.units.iter().flat_map(each).collect()
}

/// The numbers, and what a player should know.
///
/// # Errors
/// What no list keeps, and a target that nothing can attack.
pub(super) fn market(lists: &Lists, takings: &Takings, request: &BuildRequest) -> Result<(Market, Vec<String>), Error> {
    if !(1..=MAX_BUILD_POINTS).contains(&request.points) {
        let message =
            format!("`--points {}`: a list has from 1 to {MAX_BUILD_POINTS} points (MAX_BUILD_POINTS)", request.points);
        return Err(Error::usage(message));
    }
    let (reader, mut notes) = Limits::read(lists, takings, request);
    let free = reader.free();
    if free.len() == reader.firsts.len() {
        let error = Error::usage(format!("no unit of `--from` has points: {}", free.join(", ")));
        return Err(error.hint("write `points = …` in its profile".to_owned()));
    }
    if !free.is_empty() {
        notes.push(format!("without points, so that no list has them: {}", free.join(", ")));
    }
    let held = reader.held()?;
    let copies = reader.copies(&held)?;
    let limits = reader.limits(&held, &copies)?;
    let enemies = reader.enemies(&mut notes)?;
    let market = Market { copies, held, limits, enemies, ..reader.market };
    affordable(&market, takings)?;
    Ok((in_steps(market), notes))
}

/// The same of a list that is there already, whatever it costs and how often its units are there.
///
/// # Errors
/// An enemy that nothing can attack.
pub(super) fn market_of_list(
    lists: &Lists,
    takings: &Takings,
    request: &BuildRequest,
    held: Vec<usize>,
) -> Result<(Market, Vec<String>), Error> {
    let (reader, mut notes) = Limits::read(lists, takings, request);
    let copies = reader.copies(&vec![0; held.len()])?;
    let enemies = reader.enemies(&mut notes)?;
    Ok((Market { copies, held, enemies, ..reader.market }, notes))
}

/// Somebody who reads limits.
struct Limits<'l> {
    lists: &'l Lists,
    takings: &'l Takings,
    request: &'l BuildRequest,
    /// What may be bought, and for how much; nothing else of it yet.
    market: Market,
    /// The first good of each kind.
    firsts: Vec<usize>,
    keywords: Vec<Vec<String>>,
}

impl Limits<'_> {
    fn name(&self, good: usize) -> &str {
        &self.takings.table.attackers[good].line.name
    }

    /// Points and kinds, and what a player should know. What has no points is too dear for every list.
    fn read<'r>(lists: &'r Lists, takings: &'r Takings, request: &'r BuildRequest) -> (Limits<'r>, Vec<String>) {
        let market = Market { budget: request.points as usize, ..Market::default() };
        let mut reader = Limits { lists, takings, request, market, firsts: Vec::new(), keywords: Vec::new() };
        for (good, unit) in lists.units.iter().enumerate() {
            let earlier = reader.firsts.iter().position(|first| is_same(&lists.units[*first], unit));
            let kind = earlier.unwrap_or(reader.firsts.len());
            if earlier.is_none() {
                reader.firsts.push(good);
                reader.keywords.push(lists.keywords(good));
            }
            let points = takings.table.attackers[good].line.points.filter(|points| *points > 0);
            reader.market.goods.push(Good { points: points.map_or(TOO_DEAR, |points| points as usize), kind });
        }
        (reader, takings.notes())
    }

    /// The names of units without points.
    fn free(&self) -> Vec<&str> {
        let is_free = |first: &&usize| self.market.goods[**first].points == TOO_DEAR;
        self.firsts.iter().filter(is_free).map(|first| self.name(*first)).collect()
    }

    /// What every list has.
    fn held(&self) -> Result<Vec<usize>, Error> {
        let mut held = vec![0; self.market.goods.len()];
        let library = Library::open(&self.request.base.profiles)?;
        let [must, _] = listed(&library, [&self.request.must, &self.request.from])?;
        for unit in must {
            let is_it = |entry: &&usize| is_exactly(&self.lists.units[**entry], &unit);
            let all: Vec<usize> = (0..self.market.goods.len()).collect();
            if let Some(good) = all.iter().find(is_it) {
                if self.market.goods[*good].points == TOO_DEAR {
                    return Err(Error::usage(format!("`--must {}`: its profile says no points", unit.0.name)));
                }
                held[*good] += 1;
            }
        }
        let (all, most) = (self.market.points(&held), self.request.points as usize);
        if all > most {
            let message = format!("what `--must` names costs {all} points, {} more than `--points {most}`", all - most);
            return Err(Error::usage(message).hint(format!("`--points {all}` is enough")));
        }
        Ok(held)
    }

    /// How often a list may have each kind.
    fn copies(&self, held: &[usize]) -> Result<Vec<usize>, Error> {
        let mut most = COPIES;
        for text in &self.request.at_most {
            if let (None, number) = number("--at-most", text)? {
                most = number;
            }
        }
        let copies = |kind: usize| {
            let is_once = self.keywords[kind].iter().any(|keyword| ONCE.iter().any(|once| same(once, keyword)));
            if is_once { most.min(1) } else { most }
        };
        for (kind, first) in self.firsts.iter().enumerate() {
            let there: usize = self.market.of_kind(held, kind);
            if there > copies(kind) {
                let message = format!(
                    "`--must` names {} {there} times, and a list may have it {} times",
                    self.name(*first),
                    copies(kind)
                );
                return Err(Error::usage(message)
                    .hint(format!("`--at-most {there}` allows it, unless its card says {}", ONCE.join(" or "))));
            }
        }
        Ok((0..self.firsts.len()).map(copies).collect())
    }

    /// Which goods have a keyword or a name.
    fn counted(&self, option: &str, word: &str) -> Result<Vec<bool>, Error> {
        let is_one = |good: &Good| {
            let first = self.firsts[good.kind];
            self.keywords[good.kind].iter().any(|keyword| same(keyword, word))
                || same(self.name(first), word)
                || same(&self.lists.units[first].0.stem, word)
        };
        let counts: Vec<bool> = self.market.goods.iter().map(is_one).collect();
        if counts.contains(&true) {
            return Ok(counts);
        }
        let names =
            self.keywords.iter().flatten().map(String::as_str).chain(self.firsts.iter().map(|first| self.name(*first)));
        let error = Error::usage(format!("`{option} {word}=…`: no unit of `--from` has this keyword or name"));
        Err(error.hint(did_you_mean(word, names)))
    }

    /// Limits of keywords.
    fn limits(&self, held: &[usize], copies: &[usize]) -> Result<Vec<CountLimit>, Error> {
        let mut limits: Vec<CountLimit> = Vec::new();
        for (option, texts) in [("--at-most", &self.request.at_most), ("--at-least", &self.request.at_least)] {
            for text in texts {
                let (Some(word), n) = number(option, text)? else {
                    if option == "--at-least" {
                        return Err(Error::usage(format!("`--at-least {text}` does not say of what"))
                            .hint("write `--at-least \"INFANTRY=2\"`".to_owned()));
                    }
                    continue;
                };
                let counts = self.counted(option, &word)?;
                let limit = if option == "--at-most" {
                    CountLimit { counts, least: 0, most: n }
                } else {
                    CountLimit { counts, least: n, most: usize::MAX }
                };
                self.check(&limit, (option, &word), held, copies)?;
                limits.push(limit);
            }
        }
        Ok(limits)
    }

    /// Refuses a limit that no list keeps, with what would be possible.
    fn check(
        &self,
        limit: &CountLimit,
        (option, word): (&str, &str),
        held: &[usize],
        copies: &[usize],
    ) -> Result<(), Error> {
        let there = limit.counted(held);
        if there > limit.most {
            let message =
                format!("`--must` names {there} units of {word}, and `{option} {word}={}` allows fewer", limit.most);
            return Err(Error::usage(message).hint(format!("`{option} \"{word}={there}\"` allows them")));
        }
        // The cheapest of each kind, as often as it may be there.
        let mut prices: Vec<usize> = Vec::new();
        for (kind, copies) in copies.iter().enumerate() {
            let of_kind =
                self.market.goods.iter().zip(&limit.counts).filter(|(good, counts)| good.kind == kind && **counts);
            let left = copies - self.market.of_kind(held, kind).min(*copies);
            prices.extend(
                of_kind
                    .map(|(good, _)| good.points)
                    .min()
                    .into_iter()
                    .flat_map(|price| std::iter::repeat_n(price, left)),
            );
        }
        prices.retain(|price| *price < TOO_DEAR);
        prices.sort_unstable();
        let (lacking, left) =
            (limit.least.saturating_sub(there), self.request.points as usize - self.market.points(held));
        if lacking > prices.len() {
            let message =
                format!("`{option} {word}={}`: a list can have {} of them at most", limit.least, there + prices.len());
            return Err(Error::usage(message).hint("`--at-most N` says how often a unit may be there".to_owned()));
        }
        let price: usize = prices[..lacking].iter().sum();
        if price > left {
            let message = format!(
                "`{option} {word}={}` costs at least {price} points, {} more than are left",
                limit.least,
                price - left
            );
            return Err(
                Error::usage(message).hint(format!("`--points {}` is enough", self.market.points(held) + price))
            );
        }
        Ok(())
    }

    /// The enemies; what nothing attacks is not a target.
    fn enemies(&self, notes: &mut Vec<String>) -> Result<Vec<Vec<Prey>>, Error> {
        let mut prices: Vec<usize> = self.market.goods.iter().map(|good| good.points).collect();
        prices.sort_unstable();
        let middling = prices[prices.len() / 2].clamp(1, self.request.points as usize);
        let alike = (self.request.points as usize).div_ceil(middling).clamp(1, MAX_TYPICAL);
        if self.lists.enemies.iter().any(|enemy| enemy.is_typical) {
            notes.push(format!("`typical` is a list of {} of each kind", number_of(alike as u64, "target")));
        }
        let enemy = |enemy: &Enemy| {
            let targets = targets(enemy, alike);
            let all: usize = targets.iter().map(|target| self.takings.wounds[*target]).sum();
            if all == 0 {
                let hint = "`warodds compare` says why each attack is refused".to_owned();
                return Err(Error::usage(format!("no unit can attack anything of {}", enemy.name)).hint(hint));
            }
            let prey = |target: usize| Prey {
                weight: self.takings.wounds[target] as f64 / all as f64,
                taken: self.takings.parts.iter().map(|of_unit| of_unit[target].unwrap_or(0.0)).collect(),
            };
            Ok(targets.into_iter().map(prey).collect())
        };
        self.lists.enemies.iter().map(enemy).collect()
    }
}

/// Something can be bought at all.
fn affordable(market: &Market, takings: &Takings) -> Result<(), Error> {
    let is_some = (0..market.goods.len()).any(|good| market.takes(&market.held, good));
    if is_some || market.held.iter().any(|held| *held > 0) {
        return Ok(());
    }
    let cheapest = market.goods.iter().enumerate().min_by_key(|(_, good)| good.points).expect("there are units");
    let (name, points) = (&takings.table.attackers[cheapest.0].line.name, cheapest.1.points);
    let message = format!("nothing can be bought for {} points within these limits", market.budget);
    let hint = format!("the cheapest unit is {name} for {points} points");
    Err(Error::usage(message).hint(hint))
}

/// The same with points counted in the largest steps that all prices are made of.
pub(super) fn in_steps(mut market: Market) -> Market {
    let divisor = |a: usize, b: usize| {
        let (mut a, mut b) = (a, b);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let prices = market.goods.iter().map(|good| good.points).filter(|points| *points <= market.budget);
    let step = prices.fold(0, divisor).max(1);
    market.goods.iter_mut().for_each(|good| good.points = good.points.div_ceil(step));
    market.budget /= step;
    market
}
