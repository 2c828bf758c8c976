//! Initiative dice, wild dice spent as singles, and who goes first (WARCRY-INIT-ROLL, WARCRY-WILD, WARCRY-SEIZE).

use super::{coin, wild_dice};
use crate::error::Error;
use crate::questions::rolls::{rounds, row, tied};
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// Initiative dice of each player.
const DICE: usize = 6;
/// The most wild dice: one for each of the longest battle's rounds.
pub(super) const MAX_WILD: i64 = 10;

/// How many of a player's initiative dice show each face.
pub(super) type Hand = [u8; 6];

/// Six initiative dice.
pub(super) fn hands() -> Counts<Hand> {
    (0..DICE).fold(Counts::certain([0; 6]), |hand, _| {
        hand.and(&Counts::die(6), |hand, face| {
            let mut hand = *hand;
            hand[*face as usize - 1] += 1;
            hand
        })
    })
}

/// Dice whose face no other die of the hand shows.
fn singles(hand: Hand) -> i64 {
    hand.iter().filter(|dice| **dice == 1).count() as i64
}

/// What both players have after their dice and their wild dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SinglesCount {
    /// Before wild dice.
    first: i64,
    /// After them.
    last: i64,
}

/// Whether the initiative changes hands (WARCRY-SEIZE).
fn changes_hands(holder: SinglesCount, other: SinglesCount) -> Counts<bool> {
    match other.last.cmp(&holder.last) {
        std::cmp::Ordering::Greater => Counts::certain(true),
        // Tied before and tied again: the first roll-off stands.
        std::cmp::Ordering::Equal if holder.first != other.first => coin(),
        _ => Counts::certain(false),
    }
}

/// Whether the first of two players has the initiative in the end.
fn has_it(mine: SinglesCount, theirs: SinglesCount) -> Counts<bool> {
    let holds = match mine.first.cmp(&theirs.first) {
        std::cmp::Ordering::Greater => Counts::certain(true),
        std::cmp::Ordering::Less => Counts::certain(false),
        std::cmp::Ordering::Equal => coin(),
    };
    holds.then(|holds| match holds {
        true => changes_hands(mine, theirs).map(|changed| !changed),
        false => changes_hands(theirs, mine),
    })
}

/// A number of singles that can come up.
fn maybe_singles(query: &Query<'_>, key: &str) -> Result<Option<i64>, Error> {
    let typed = query.maybe_whole(key, 0..=DICE as i64)?;
    if typed == Some(5) {
        let why = "five singles are impossible: the sixth die would be one, or make one of them a double";
        return Err(query.mistake(format!("`{key}=5`: {why}")));
    }
    Ok(typed)
}

pub(super) fn initiative(query: &Query<'_>) -> Result<Answered, Error> {
    let mine = maybe_singles(query, "singles")?;
    let wild = query.whole("wild", 0..=MAX_WILD)?;
    let their_wild = query.whole("their-wild", 0..=MAX_WILD)?;
    let count = hands().map(|hand| singles(*hand));
    let chance = |mine: i64| {
        let of = |theirs: &i64| {
            has_it(
                SinglesCount { first: mine, last: mine + wild },
                SinglesCount { first: *theirs, last: *theirs + their_wild },
            )
        };
        count.then(of).chance(|has| *has)
    };
    let before = count.then(|first| {
        let all = chance(*first);
        Counts::successes(1, all)
    });
    let title = match (wild, their_wild) {
        (0, 0) => "Who has the initiative".to_owned(),
        _ => format!("Who has the initiative: {} against {} as singles", wild_dice(wild), wild_dice(their_wild)),
    };
    let mut answered = Answered::new(title);
    answered = match mine {
        Some(singles) => answered.line(format!("you have it with {singles} singles"), chance(singles)),
        None => answered.line("you have it, before any dice", before.chance(|n| *n == 1)),
    };
    let pairs = count.and(&count, |mine, theirs| mine - theirs);
    answered = answered
        .line("the first count is tied", pairs.chance(|lead| *lead == 0))
        .line("you are ahead in the first count", pairs.chance(|lead| *lead > 0))
        .line("mean singles", Figure::Number(count.mean(|n| *n as f64)));
    let rows = count.each().map(|(n, exactly)| row(*n, [exactly, chance(*n)])).collect();
    let leads = pairs.each().filter(|(lead, _)| **lead > 0).map(|(lead, chance)| row(*lead, [chance])).collect();
    Ok(answered
        .drawn("your singles", count.map(|n| *n as u32).pmf())
        .table("your singles", &["singles", "how likely", "you have the initiative"], rows)
        .table("how far you are ahead in the first count", &["ahead by", "how likely"], leads)
        .note("two players; five or six dice alike are no singles"))
}

pub(super) fn seize(query: &Query<'_>) -> Result<Answered, Error> {
    let (holder, other) = (maybe_singles(query, "holder")?, maybe_singles(query, "other")?);
    let number = |key: &str| query.whole(key, 0..=MAX_WILD);
    let (holder_wild, holder_upgraded) = (number("holder-wild")?, number("holder-upgraded")?);
    let (other_wild, other_upgraded) = (number("other-wild")?, number("other-upgraded")?);
    for (singles, upgraded, who) in [(holder, holder_upgraded, "holder"), (other, other_upgraded, "other")] {
        if upgraded > singles.unwrap_or(DICE as i64) {
            return Err(query.mistake(format!("`{who}` upgrades more singles than there are")));
        }
    }
    let of_holder = |first: i64| SinglesCount { first, last: first + holder_wild - holder_upgraded };
    let of_other = |first: i64| SinglesCount { first, last: first + other_wild - other_upgraded };
    let answered = Answered::new("Does the initiative change hands once wild dice are declared?");
    if let (Some(holder), Some(other)) = (holder, other) {
        if other > holder {
            return Err(query.mistake("the holder of the initiative has the most singles, or as many: swap the two"));
        }
        let (holder, other) = (of_holder(holder), of_other(other));
        let changes = changes_hands(holder, other).chance(|changes| *changes);
        return Ok(answered
            .line("singles of the holder now", Figure::Whole(holder.last))
            .line("singles of the other player now", Figure::Whole(other.last))
            .line("it changes hands", changes)
            .note(how_decided(holder, other)));
    }
    if holder.is_some() || other.is_some() {
        return Err(query.mistake("say both `holder` and `other`, or neither"));
    }
    if holder_upgraded + other_upgraded > 0 {
        return Err(query.mistake("singles can only be upgraded where they are known: say `holder` and `other`"));
    }
    let count = hands().map(|hand| singles(*hand));
    let counts = count.and(&count, |a, b| (*a.max(b), *a.min(b)));
    let more = |lead: i64| {
        let of = |(high, low): &(i64, i64)| {
            changes_hands(SinglesCount { first: *high, last: *high }, SinglesCount { first: *low, last: low + lead })
        };
        counts.then(of).chance(|changes| *changes)
    };
    let rows = (0..=4).map(|lead| row(lead, [more(lead)])).collect();
    Ok(answered
        .line(
            format!("it changes hands: {} of the other player, {holder_wild} of the holder", wild_dice(other_wild)),
            more(other_wild - holder_wild),
        )
        .table("wild dice spent as singles", &["more than the holder", "it changes hands"], rows)
        .note("given that you lost the first count or its roll-off; a wild die that is a single has no face"))
}

fn how_decided(holder: SinglesCount, other: SinglesCount) -> &'static str {
    match other.last.cmp(&holder.last) {
        std::cmp::Ordering::Greater => "the other player has more singles now and takes it",
        std::cmp::Ordering::Equal if holder.first != other.first => "tied now and not before: a roll-off decides",
        std::cmp::Ordering::Equal => "tied before and still tied: the first roll-off stands",
        std::cmp::Ordering::Less => "the holder still has more singles",
    }
}

pub(super) fn roll_off(query: &Query<'_>) -> Result<Answered, Error> {
    let players = query.maybe_whole("players", 2..=6)?.unwrap_or(2) as usize;
    Ok(Answered::new(format!("A roll-off of {players} players"))
        .line("you win", Fraction::new(1, players as u128))
        .line("somebody ties for the highest", tied(players).chance(|many| *many > 1))
        .line("mean rounds of rolling", Figure::Number(rounds(players)))
        .note("only those who tie for the highest roll again"))
}

pub(super) fn d66(query: &Query<'_>) -> Result<Answered, Error> {
    let cells = query.maybe_whole("cells", 1..=36)?.unwrap_or(1) as u128;
    Ok(Answered::new(format!("One of {cells} results of a D66"))
        .line("it comes up", Fraction::new(cells, 36))
        .note("36 results from 11 to 66, all equally likely: the first die is the tens"))
}
