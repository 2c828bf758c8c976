//! Questions that hang on an attack: which reaction pays, what abilities add, how long until somebody falls.

use crate::error::Error;
use crate::questions::{Answered, AttackOdds, AttackWanted, Figure, Inquiry, Question, QuestionKey, key};
use crate::stats::convolve;

const ATTACKER: QuestionKey = key("attacker").means("who attacks").needed();
const DEFENDER: QuestionKey = key("defender").means("who is attacked").needed();
const PHASE: QuestionKey = key("phase").means("`melee` or `missile`, where the attacker has both");

pub(super) const REACT: Question = Question {
    name: "react",
    short: "does Counter or Take Cover pay, compared with the action it costs?",
    keys: &[ATTACKER, DEFENDER, PHASE],
    rule: "WARCRY-COUNTER",
    answer: react,
};

pub(super) const ACTIVATION: Question = Question {
    name: "activation",
    short: "what do a second attack, Onslaught and Rampage add?",
    keys: &[ATTACKER, DEFENDER, PHASE],
    rule: "WARCRY-AB-RAMPAGE",
    answer: activation,
};

pub(super) const TAKE_DOWN: Question = Question {
    name: "take-down",
    short: "after how many such attacks is the target down?",
    keys: &[ATTACKER, DEFENDER, PHASE, key("attacks").means("how many are shown").or("8")],
    rule: "WARCRY-ALLOCATE",
    answer: take_down,
};

/// The attack that was asked about, with these situations.
fn attack(asked: &Inquiry<'_>, with: &[&str]) -> Result<AttackOdds, Error> {
    let phase = asked.phase(&["melee", "combat", "missile", "shooting"])?;
    asked.attack(&asked.attack_with(with, phase))
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

fn react(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let plain = attack(asked, &[])?;
    let counter = attack(asked, &["counter"])?;
    let take_cover = attack(asked, &["take cover"])?;
    let mut rows = vec![cells("no reaction", &plain)];
    if counter.attacker_wounds_lost.is_some() {
        rows.push(cells("Counter", &counter));
    }
    if take_cover.damage != plain.damage || take_cover.wounds_lost != plain.wounds_lost {
        rows.push(cells("Take Cover", &take_cover));
    }
    let mut answered = Answered::new(format!("{} is attacked by {}", defender(&plain), plain.attacker));
    if rows.len() == 1 {
        answered = answered.note(
            "no reaction changes this attack: Counter needs melee, Take Cover a missile attack on a target in `cover`",
        );
    }
    let back = AttackWanted {
        attacker: asked.text("defender").unwrap_or_default().to_owned(),
        defender: asked.text("attacker").unwrap_or_default().to_owned(),
        plain: true,
        ..AttackWanted::default()
    };
    answered = match asked.attack(&back) {
        Ok(own) => answered
            .line("an attack action of its own deals on average", Figure::Number(own.wounds_lost.mean()))
            .line("and takes the attacker down", Figure::Probability(own.destroyed)),
        Err(_) => {
            answered.note("what an attack action of its own would do is not shown: it has no weapon, or several kinds")
        }
    };
    Ok(answered
        .table("", &HEADER, rows)
        .note("a reaction costs one of the fighter's two actions this round (WARCRY-REACT-ECON)"))
}

fn defender(odds: &AttackOdds) -> &str {
    odds.defender.table.text("name").unwrap_or("the target")
}

fn activation(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let mut rows = Vec::new();
    let mut title = String::new();
    for (what, with) in [
        ("one attack", &[][..]),
        ("one attack with Onslaught", &["onslaught"]),
        ("two attacks", &["two attacks"]),
        ("two attacks, Onslaught after the first", &["two attacks", "late onslaught"]),
        ("two attacks with Onslaught", &["two attacks", "onslaught"]),
        ("two attacks and Rampage", &["two attacks", "rampage"]),
    ] {
        let odds = attack(asked, with)?;
        title = format!("{} against {}: what an activation does", odds.attacker, defender(&odds));
        rows.push(cells(what, &odds));
    }
    Ok(Answered::new(title)
        .table("", &HEADER, rows)
        .note("an activation has one ability (WARCRY-ABILITY-USE); monsters use none of these (WARCRY-MONSTER)"))
}

/// The target falls once the damage of several attacks reaches its wounds; damage stays on it (WARCRY-ALLOCATE).
fn take_down(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let shown = asked.whole("attacks", 1..=50)? as usize;
    let once = attack(asked, &[])?;
    if once.attacker_wounds_lost.is_some() {
        return Err(asked.mistake("the attacker may fall itself: ask for the attack with `two attacks` instead"));
    }
    if once.defender.table.get("bracket").is_some() {
        return Err(
            asked.mistake("a damage table changes the dice as the target is hurt: ask `attack` with `two attacks`")
        );
    }
    let wounds = once.target_wounds;
    let answered = Answered::new(format!("{} attacks {} again and again", once.attacker, defender(&once)));
    if once.damage.at(0) >= 1.0 {
        return Ok(answered.line("damage of one attack", Figure::Number(0.0)).note("it never does any damage"));
    }
    // What the target has lost while it stands; whatever reaches its wounds leaves the row.
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
        .line("mean damage of one attack", Figure::Number(once.damage.mean()))
        .line("mean attacks until it is down", Figure::Number(mean))
        .table("", &["attacks", "down with this one", "down by then"], rows)
        .note("every attack is like the first: reactions and falls are as they were asked for"))
}
