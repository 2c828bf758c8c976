//! What one re-roll is worth.

use super::victim::sticks;
use super::volley::{Goal, Point, Roll, Volley};
use super::{key, mean, needed, one_again, tabled};
use crate::error::Error;
use crate::questions::{Answered, Asked, Figure, Question};
use crate::stats::{Counts, Fraction};

/// The most attacks, and the most wounds of a target, for which every choice is worked through.
const MOST_ATTACKS: u16 = 40;
const MOST_WOUNDS: i64 = 240;
const MOST_DAMAGE: u16 = 24;

const GOALS: &[&str] = &["destroyed", "slain", "wounds-lost"];

pub(super) const COMMAND_REROLL: Question = Question {
    name: "command-reroll",
    short: "what is a Command Re-roll worth at each point of a weapon's attacks?",
    keys: &[
        needed("attacks", "all attacks of the weapon; dice are one roll"),
        key("hit", "the number to hit, modifiers counted in; `-` hits by itself", "4+"),
        key("wound", "the number to wound", "4+"),
        key("save", "the number to save, AP counted in; `-` for none", "-"),
        key("damage", "Damage, dice allowed", "1"),
        key("models", "models of the target", "1"),
        key("wounds", "Wounds of each", "1"),
        key("feel-no-pain", "of the target", "-"),
        key("critical-hits", "unmodified", "6+"),
        key("critical-wounds", "unmodified; lower with Anti", "6+"),
        key("lethal", "yes: Lethal Hits", "no"),
        key("sustained", "X of Sustained Hits X", "0"),
        key("devastating", "yes: Devastating Wounds", "no"),
        key("goal", "destroyed, slain or wounds-lost: what is to be as high as can be", "destroyed"),
    ],
    rule: "W40K-STRAT-COMMAND-REROLL",
    answer: command_reroll,
};

fn volley(asked: &Asked<'_>) -> Result<Volley, Error> {
    let (attacks, damage) = (asked.amount("attacks")?, asked.amount("damage")?);
    let (models, wounds) = (asked.whole("models", 1..=100)?, asked.whole("wounds", 1..=40)?);
    if attacks.max() > MOST_ATTACKS || damage.max() > MOST_DAMAGE || models * wounds > MOST_WOUNDS {
        let message = format!(
            "at most {MOST_ATTACKS} attacks, Damage {MOST_DAMAGE} and a target of {MOST_WOUNDS} wounds are worked through"
        );
        return Err(asked.mistake(message));
    }
    let critical = |key: &str| Ok::<u8, Error>(asked.target(key)?.unwrap_or(7));
    let save = asked.target("save")?.unwrap_or(7);
    Ok(Volley {
        attacks,
        hit: match asked.target("hit")? {
            Some(on) => Some(Roll::new(on, critical("critical-hits")?)),
            None => None,
        },
        wound: Roll::new(asked.target("wound")?.unwrap_or(7), critical("critical-wounds")?),
        lethal: asked.flag("lethal")?,
        sustained: asked.whole("sustained", 0..=3)? as usize,
        devastating: asked.flag("devastating")?,
        unsaved: f64::from(save - 1) / 6.0,
        damage,
        sticks: sticks(asked.target("feel-no-pain")?.unwrap_or(7)).value(),
        models: models as usize,
        wounds: wounds as usize,
    })
}

fn command_reroll(asked: &Asked<'_>) -> Result<Answered, Error> {
    let volley = volley(asked)?;
    let word = asked.choice("goal", GOALS)?;
    let (goal, what) = match word {
        "destroyed" => (Goal::Destroyed, "P(destroyed)"),
        "slain" => (Goal::Slain, "mean models slain"),
        _ => (Goal::WoundsLost, "mean wounds lost"),
    };
    let figure = |worth: f64| match goal {
        Goal::Destroyed => Figure::Probability(worth),
        _ => Figure::Number(worth),
    };
    let plain = volley.worth(goal, &[]);
    let every = [Point::Attacks, Point::Hit, Point::Wound, Point::Damage];
    let best = volley.worth(goal, &every);
    let rolled = |amount: crate::dice::Amount| amount.as_fixed().is_none();
    let points = [
        ("the number of attacks", Point::Attacks, rolled(volley.attacks)),
        ("a hit roll", Point::Hit, volley.hit.is_some()),
        ("a wound roll", Point::Wound, true),
        ("a Damage roll", Point::Damage, rolled(volley.damage)),
    ];
    let mut rows: Vec<Vec<Figure>> = Vec::new();
    let mut row = |what: &str, worth: f64| rows.push(vec![what.into(), figure(worth), Figure::Number(worth - plain)]);
    for (name, point, is_rolled) in points {
        if is_rolled {
            row(name, volley.worth(goal, &[point]));
        }
    }
    row("the best use of it", best);
    row("the defender's, on a failed save", volley.worth_against_save(goal));
    Ok(Answered::new("What a Command Re-roll is worth")
        .line(format!("{what} without it"), figure(plain))
        .line(format!("{what} with the best use of it"), figure(best))
        .table("", &["used on", what, "gain"], rows)
        .note("all dice of a batch are seen before one is chosen, a success too where a critical is worth more (W40K-REROLL-ONE-OF-BATCH)")
        .note("the best use keeps it in hand where a later die is worth more; blows are struck one after the other"))
}

pub(super) const REROLL_ONE: Question = Question {
    name: "reroll-one",
    short: "dice rolled together, one of which may be rolled again",
    keys: &[needed("dice", "how many"), key("on", "the number to reach", "4+")],
    rule: "W40K-REROLL-ONE-OF-BATCH",
    answer: |asked| {
        let dice = asked.whole("dice", 1..=100)? as u32;
        let on = asked.target("on")?.unwrap_or(7);
        let fails = Fraction::new(u128::from(on - 1), 6);
        let passed = Counts::successes(dice, fails.rest());
        let again = one_again(dice, fails).map(|failed| dice - failed);
        let gain = Figure::Number(again.mean(|n| f64::from(*n)) - passed.mean(|n| f64::from(*n)));
        let answered = Answered::new(format!("{dice} dice on {on}+, one re-roll"))
            .line("mean successes", mean(&passed))
            .line("with one die rolled again", mean(&again))
            .line("gain", gain)
            .line("all succeed", passed.at_least(dice))
            .line("all succeed, with one die rolled again", again.at_least(dice));
        Ok(tabled(answered, "successes", &passed, &[("at least, with one rolled again", &again)]))
    },
};
