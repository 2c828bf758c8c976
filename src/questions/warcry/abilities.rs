//! Ability dice: doubles, triples and quads with wild dice and a least value (WARCRY-WILD, WARCRY-ABILITY-COST), and
//! Respite.

use super::initiative::{Hand, MAX_WILD, hands};
use super::wild_dice;
use crate::error::Error;
use crate::questions::rolls::{mean, row};
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// The longest battle.
const MAX_ROUNDS: i64 = 10;
const QUADS: &[&str] = &["four-or-more", "exactly-four"];
const KINDS: [(&str, u8); 3] = [("double", 2), ("triple", 3), ("quad", 4)];
const SPENT: &str = "a wild die raises one single, double or triple by one, and no group takes two";

/// What this many equal dice are: 0 nothing, 1 a single, 2 a double, 3 a triple, 4 a quad.
fn kind(dice: u8, exactly: bool) -> u8 {
    if dice <= 4 {
        dice
    } else if exactly {
        0
    } else {
        4
    }
}

/// A round's groups.
struct AbilityGroups {
    hands: Counts<Hand>,
    exactly: bool,
}

impl AbilityGroups {
    fn read(query: &Query<'_>) -> Result<Self, Error> {
        Ok(Self { hands: hands(), exactly: query.choice("quad", QUADS)? == QUADS[1] })
    }

    /// The values of the hand's groups of this kind.
    fn values<'h>(&self, hand: &'h Hand, test: impl Fn(u8) -> bool + 'h) -> impl Iterator<Item = u8> + 'h {
        let exactly = self.exactly;
        (1..=6).filter(move |face| test(kind(hand[usize::from(*face) - 1], exactly)))
    }

    /// Groups of at least this kind and value, after upgrades.
    fn groups(&self, hand: Hand, want: u8, value: u8, wild: usize) -> usize {
        let there = self.values(&hand, |kind| kind >= want).filter(|face| *face >= value).count();
        let nearly = self.values(&hand, |kind| kind + 1 == want).filter(|face| *face >= value).count();
        there + nearly.min(wild)
    }

    fn chance(&self, want: u8, value: u8, wild: usize, sets: usize) -> Fraction {
        self.hands.chance(|hand| self.groups(*hand, want, value, wild) >= sets)
    }

    /// The highest value of a group of at least this kind, 0 if there is none.
    fn best(&self, hand: Hand, want: u8, wild: usize) -> u8 {
        let there = self.values(&hand, |kind| kind >= want).max().unwrap_or(0);
        let nearly = self.values(&hand, |kind| kind + 1 == want).max().filter(|_| wild > 0).unwrap_or(0);
        there.max(nearly)
    }

    /// The mean number of groups of exactly this kind, without wild dice.
    fn mean(&self, want: u8) -> f64 {
        self.hands.mean(|hand| self.values(hand, |kind| kind == want).count() as f64)
    }
}

fn value_of(query: &Query<'_>) -> Result<u8, Error> {
    Ok(query.whole("value", 1..=6)? as u8)
}

pub(super) fn abilities(query: &Query<'_>) -> Result<Answered, Error> {
    let round = AbilityGroups::read(query)?;
    let (value, sets) = (value_of(query)?, query.whole("sets", 1..=3)? as usize);
    let wild: Vec<i64> = match query.maybe_whole("wild", 0..=MAX_WILD)? {
        Some(wild) => vec![wild],
        None => (0..=3).collect(),
    };
    let columns = wild.iter().map(|n| wild_dice(*n));
    let header: Vec<String> = std::iter::once("at least".to_owned()).chain(columns).collect();
    let rows = KINDS
        .iter()
        .map(|(name, want)| row(*name, wild.iter().map(|n| round.chance(*want, value, *n as usize, sets))))
        .collect();
    let many = if sets == 1 { "A group".to_owned() } else { format!("{sets} groups") };
    let mut answered = Answered::new(format!("{many} of value {value} or more in a round"))
        .table("with wild dice spent to upgrade", &header, rows)
        .table("without wild dice", &["what", "how likely"], natural(&round))
        .table(
            "at least one of this value or more, without wild dice",
            &["value", "double", "triple", "quad"],
            by_value(&round),
        )
        .note(SPENT)
        .note("a group may pay for a smaller ability, and all of it is spent (WARCRY-ABILITY-COST)");
    for (name, want) in KINDS {
        answered = answered.line(format!("mean {name}s a round"), Figure::Number(round.mean(want)));
    }
    for wild in [0, 1] {
        let mean = round.hands.mean(|hand| f64::from(round.best(*hand, 3, wild)));
        answered = answered
            .line(format!("mean value of the best triple or quad, {}", wild_dice(wild as i64)), Figure::Number(mean));
    }
    Ok(answered)
}

/// WARCRY-INIT-TABLES: what six dice bring by themselves.
fn natural(round: &AbilityGroups) -> Vec<Vec<Figure>> {
    let groups = |hand: &Hand, want: u8| round.values(hand, |kind| kind >= want).count();
    let exactly = |hand: &Hand, want: u8| round.values(hand, |kind| kind == want).count();
    let chance = |test: &dyn Fn(&Hand) -> bool| round.hands.chance(test);
    vec![
        row("an exact double", [chance(&|hand| exactly(hand, 2) > 0)]),
        row("an exact triple", [chance(&|hand| exactly(hand, 3) > 0)]),
        row("exactly four alike", [chance(&|hand| hand.contains(&4))]),
        row("two groups or more", [chance(&|hand| groups(hand, 2) >= 2)]),
        row("three groups", [chance(&|hand| groups(hand, 2) == 3)]),
        row("two triples", [chance(&|hand| exactly(hand, 3) == 2)]),
    ]
}

fn by_value(round: &AbilityGroups) -> Vec<Vec<Figure>> {
    (1..=6u8).map(|value| row(i64::from(value), KINDS.map(|(_, want)| round.chance(want, value, 0, 1)))).collect()
}

pub(super) fn battle(query: &Query<'_>) -> Result<Answered, Error> {
    let round = AbilityGroups::read(query)?;
    let rounds = query.maybe_whole("rounds", 1..=MAX_ROUNDS)?.unwrap_or(4) as u32;
    let value = value_of(query)?;
    let once = |want, wild| Counts::successes(rounds, round.chance(want, value, wild, 1)).at_least(1);
    let rows = KINDS
        .iter()
        .map(|(name, want)| {
            let mut cells = row(*name, [once(*want, 0), once(*want, 1)]);
            let each = round
                .hands
                .mean(|hand| round.values(hand, |kind| kind == *want).filter(|face| *face >= value).count() as f64);
            cells.push(Figure::Number(f64::from(rounds) * each));
            cells
        })
        .collect();
    let header = ["at least one", "without wild dice", "each round's wild die spent on it", "mean number"];
    Ok(Answered::new(format!("A battle of {rounds} rounds: groups of value {value} or more"))
        .table("", &header, rows)
        .note("at least one of this kind or a larger one; the mean number counts exactly this kind, without wild dice")
        .note(SPENT))
}

pub(super) fn respite(query: &Query<'_>) -> Result<Answered, Error> {
    let damage = query.whole("damage", 0..=250)? as u32;
    let removed: Counts<u32> = match query.maybe_whole("value", 1..=6)? {
        Some(value) => Counts::certain(value as u32),
        None => {
            let round = AbilityGroups::read(query)?;
            let wild = query.whole("wild", 0..=MAX_WILD)? as usize;
            round.hands.map(|hand| u32::from(round.best(*hand, 3, wild)))
        }
    };
    let removed = removed.map(|value| (*value).min(damage));
    let any = Counts::die(6).map(|value| (*value).min(damage));
    Ok(Answered::new(format!("Respite on a fighter with {damage} damage"))
        .line("mean removed", mean(&removed))
        .line("mean removed by a triple of any value", mean(&any))
        .outcomes("removed", &removed)
        .note("not within 1\" of an enemy; 0 also where the dice bring no triple"))
}
