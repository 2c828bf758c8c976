//! Questions that depend on an attack: which reaction pays, what abilities add, how long until somebody falls.

use crate::error::Error;
use crate::profile::Document;
use crate::questions::{Answered, AttackOdds, AttackWanted, Figure, Query};
use crate::stats::convolve;
use crate::words::same;

/// The attack that was asked about, with these situations.
fn attack(query: &Query<'_>, with: &[&str]) -> Result<AttackOdds, Error> {
    let phase = query.phase(&["melee", "combat", "missile", "shooting"])?;
    query.board.attack(&query.attack_with(with, phase))
}

/// Means and chances of one course of action.
fn cells(what: &str, odds: &AttackOdds) -> Vec<Figure> {
    let back = odds.attacker_wounds_lost.as_ref();
    vec![
        what.into(),
        Figure::Number(odds.wounds_lost.mean()),
        Figure::Probability(odds.destroyed),
        back.map_or(Figure::Empty, |lost| Figure::Number(lost.mean())),
        odds.who_is_down.map_or(Figure::Empty, |down| Figure::Probability(down[0] + down[2])),
    ]
}

const HEADER: [&str; 5] = ["what", "target loses", "target down", "attacker loses", "attacker down"];

/// What a question compares is not said to all of its rows.
fn left_open(query: &Query<'_>, situations: &[&str]) -> Result<(), Error> {
    match situations.iter().find(|situation| query.board.says(situation)) {
        None => Ok(()),
        Some(situation) => Err(query
            .mistake(format!("this question compares `{situation}` with what else can be done"))
            .hint("leave it out of `--with`".to_owned())),
    }
}

/// Whether a fighter's card has a runemark.
fn bears(fighter: &Document, runemark: &str) -> bool {
    fighter.keywords().iter().any(|keyword| same(keyword, runemark))
}

/// How many attack actions one attack of the question is.
fn actions(query: &Query<'_>) -> usize {
    let more = [("two attacks", 1), ("three attacks", 2), ("rampage", 1)];
    1 + more.iter().filter(|(situation, _)| query.board.says(situation)).map(|(_, more)| more).sum::<usize>()
}

pub(super) fn react(query: &Query<'_>) -> Result<Answered, Error> {
    left_open(query, &["counter", "take cover"])?;
    let actions = actions(query);
    let plain = attack(query, &[])?;
    let several = if actions == 1 { String::new() } else { format!(" with {actions} attack actions") };
    let answered = Answered::new(format!("{} is attacked by {}{several}", defender(&plain), plain.attacker));
    let rows = vec![cells("no reaction", &plain)];
    if bears(&plain.defender, "MONSTER") {
        let note = format!("{} is a monster and does not react (WARCRY-MONSTER)", defender(&plain));
        return Ok(answered.table("", &HEADER, rows).note(note));
    }
    let answered = own_attack(query, answered);
    let rows = reactions(query, &plain, rows)?;
    let answered = match rows.len() {
        1 => answered.note(
            "no reaction changes this attack: Counter needs melee, Take Cover a missile attack on a target in `cover` that is not mounted",
        ),
        _ => answered,
    };
    let cost = match actions {
        1 => "a reaction costs one of the fighter's two actions this round (WARCRY-REACT-ECON)".to_owned(),
        _ => "it reacts as often as it may: each reaction costs one of its two actions this round (WARCRY-REACT-ECON)"
            .to_owned(),
    };
    Ok(answered.table("", &HEADER, rows).note(cost))
}

/// A row for each reaction that changes the attack.
fn reactions(query: &Query<'_>, plain: &AttackOdds, mut rows: Vec<Vec<Figure>>) -> Result<Vec<Vec<Figure>>, Error> {
    let counter = attack(query, &["counter"])?;
    let take_cover = attack(query, &["take cover"])?;
    if counter.attacker_wounds_lost.is_some() && counter != *plain {
        rows.push(cells("Counter", &counter));
    }
    if take_cover.damage != plain.damage || take_cover.wounds_lost != plain.wounds_lost {
        rows.push(cells("Take Cover", &take_cover));
    }
    Ok(rows)
}

/// What the action does that a reaction costs.
fn own_attack(query: &Query<'_>, answered: Answered) -> Answered {
    let back = AttackWanted {
        attacker: query.text("defender").unwrap_or_default().to_owned(),
        defender: query.text("attacker").unwrap_or_default().to_owned(),
        plain: true,
        ..AttackWanted::default()
    };
    match query.board.attack(&back) {
        Ok(own) => answered
            .line("an attack action of its own deals on average", Figure::Number(own.wounds_lost.mean()))
            .line("and takes the attacker down", Figure::Probability(own.destroyed)),
        Err(_) => {
            answered.note("what an attack action of its own would do is not shown: it has no weapon, or several kinds")
        }
    }
}

fn defender(odds: &AttackOdds) -> &str {
    odds.defender.table.text("name").unwrap_or("the target")
}

/// What a fighter may do in an activation.
const OF_FIGHTERS: [(&str, &[&str]); 6] = [
    ("one attack", &[]),
    ("one attack with Onslaught", &["onslaught"]),
    ("two attacks", &["two attacks"]),
    ("two attacks, Onslaught after the first", &["two attacks", "late onslaught"]),
    ("two attacks with Onslaught", &["two attacks", "onslaught"]),
    ("two attacks and Rampage", &["two attacks", "rampage"]),
];
/// What a monster may do in a round: its activations have one action each, and it has none of these abilities.
const OF_MONSTERS: [(&str, &[&str]); 3] = [
    ("one activation: one attack", &[]),
    ("two activations: two attacks", &["two attacks"]),
    ("three activations: three attacks", &["three attacks"]),
];

pub(super) fn activation(query: &Query<'_>) -> Result<Answered, Error> {
    left_open(query, &["two attacks", "three attacks", "onslaught", "late onslaught", "rampage"])?;
    let monster = bears(&query.board.unit(query.text("attacker").unwrap_or_default())?, "MONSTER");
    let mut all: Vec<(&str, AttackOdds)> = Vec::new();
    for (what, with) in if monster { &OF_MONSTERS[..] } else { &OF_FIGHTERS[..] } {
        all.push((*what, attack(query, with)?));
    }
    let one = &all[0].1;
    let span = if monster { "a round" } else { "an activation" };
    let title = format!("{} against {}: what {span} does", one.attacker, defender(one));
    // Onslaught is for melee; a row that says it did something else would mislead.
    let missile = !monster && all[1].1.damage == one.damage && all[4].1.damage == all[2].1.damage;
    let shown = all.iter().filter(|(what, _)| !(missile && what.contains("Onslaught")));
    let answered = Answered::new(title).table("", &HEADER, shown.map(|(what, odds)| cells(what, odds)).collect());
    Ok(if monster {
        answered.note("a monster has three activations of one action in a round, and none of the abilities that all fighters have (WARCRY-MONSTER)")
    } else {
        let answered = answered.note("an activation has one ability (WARCRY-ABILITY-USE)");
        let note = "Onslaught changes nothing here: it is for melee attack actions (WARCRY-AB-ONSLAUGHT)";
        if missile { answered.note(note) } else { answered }
    })
}

/// The target falls once the damage of several attacks reaches its wounds; damage stays on it (WARCRY-ALLOCATE).
pub(super) fn take_down(query: &Query<'_>) -> Result<Answered, Error> {
    let shown = query.whole("attacks", 1..=50)? as usize;
    let once = attack(query, &[])?;
    if once.attacker_wounds_lost.is_some() {
        return Err(query.mistake("the attacker may fall itself: ask for the attack with `two attacks` instead"));
    }
    if once.defender.table.get("bracket").is_some() {
        return Err(
            query.mistake("a damage table changes the dice as the target is hurt: ask `attack` with `two attacks`")
        );
    }
    let wounds = once.target_wounds;
    let each = match actions(query) {
        1 => "attack",
        _ if query.board.says("three attacks") => "round",
        _ => "activation",
    };
    let answered = Answered::new(format!("{} attacks {} again and again", once.attacker, defender(&once)));
    if once.damage.at(0) >= 1.0 {
        return Ok(answered
            .line(format!("damage of one {each}"), Figure::Number(0.0))
            .note("it never does any damage"));
    }
    // The target's losses while it lives; its death leaves the row.
    let (mut standing, mut mean, mut rows) = (vec![1.0], 0.0, Vec::new());
    for attack in 1.. {
        let left: f64 = standing.iter().sum();
        mean += left;
        standing = convolve(&standing, once.damage.probabilities());
        standing.truncate(wounds);
        let down = 1.0 - standing.iter().sum::<f64>();
        if attack <= shown {
            rows.push(vec![
                Figure::Whole(attack as i64),
                Figure::Probability(left - (1.0 - down)),
                Figure::Probability(down),
            ]);
        }
        if attack >= shown && 1.0 - down < 1e-13 {
            break;
        }
    }
    Ok(answered
        .line("wounds left", Figure::Whole(wounds as i64))
        .line(format!("mean damage of one {each}"), Figure::Number(once.damage.mean()))
        .line(format!("mean {each}s until it is down"), Figure::Number(mean))
        .table("", &[&format!("{each}s"), "down with this one", "down by then"], rows)
        .note(format!("every {each} is like the first: reactions and falls are as they were asked for")))
}
