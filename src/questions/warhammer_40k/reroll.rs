//! The value of one re-roll.

use super::{one_again, tabled};
use crate::dice::Amount;
use crate::engine::Outcome;
use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::{Answered, Figure, Query, Question, key, question};
use crate::sequence::{Aim, Body, Engagement, HeldReroll, Moment, Side};
use crate::stats::{Counts, Fraction};

/// The most attacks, and the most wounds of a target, for which every choice is worked through.
const MOST_ATTACKS: u16 = 40;
const MOST_WOUNDS: i64 = 240;
const MOST_DAMAGE: u16 = 24;

const GOALS: &[&str] = &["destroyed", "slain", "wounds-lost"];

pub(super) const COMMAND_REROLL: Question =
    question("command-reroll", "W40K-STRAT-COMMAND-REROLL", |query| command_reroll(query, false))
        .means("what is a Command Re-roll worth at each point of a weapon's attacks?")
        .keys(&[
            key("attacks").means("all attacks of the weapon; dice are one roll").needed(),
            key("hit").means("the number to hit, modifiers counted in; `-` hits by itself").or("4+"),
            key("wound").means("the number to wound").or("4+"),
            key("save").means("the number to save, AP counted in; `-` for none").or("-"),
            key("damage").means("Damage, dice allowed").or("1"),
            key("models").means("models of the target").or("1"),
            key("wounds").means("Wounds of each").or("1"),
            key("feel-no-pain").means("of the target").or("-"),
            key("critical-hits").means("unmodified").or("6+"),
            key("critical-wounds").means("unmodified; lower with Anti").or("6+"),
            key("lethal").means("yes: Lethal Hits").or("no"),
            key("sustained").means("X of Sustained Hits X").or("0"),
            key("devastating").means("yes: Devastating Wounds").or("no"),
            key("goal").means("destroyed, slain or wounds-lost: what is to be as high as can be").or("destroyed"),
        ]);

/// The question where all saves of a batch are rolled before the first Damage, so that whoever has the die sees them all.
pub(in crate::questions) const COMMAND_REROLL_OF_BATCHES: Question =
    Question { answer: |query| command_reroll(query, true), ..COMMAND_REROLL };

/// A weapon as the game's own profile.
fn weapon(query: &Query<'_>, attacks: Amount, damage: Amount) -> Result<String, Error> {
    // An unmodified 6 always succeeds (W40K-HIT, W40K-WOUND).
    let reach = |key: &str| Ok::<Option<u8>, Error>(query.target(key)?.map(|on| on.min(6)));
    let critical = |key: &str| Ok::<u8, Error>(reach(key)?.unwrap_or(6));
    let skill = reach("hit")?;
    let sustained = query.whole("sustained", 0..=3)?;
    let abilities: Vec<String> = [
        (skill.is_none(), "Torrent".to_owned()),
        (query.flag("lethal")?, "Lethal Hits".to_owned()),
        (query.flag("devastating")?, "Devastating Wounds".to_owned()),
        (sustained > 0, format!("Sustained Hits {sustained}")),
    ]
    .into_iter()
    .filter_map(|(has, ability)| has.then_some(ability))
    .collect();
    // Against Toughness 4 (W40K-WOUND).
    let strength = match reach("wound")?.unwrap_or(6) {
        2 => 8,
        3 => 5,
        4 => 4,
        5 => 3,
        _ => 2,
    };
    let skill = skill.map_or("N/A".to_owned(), |on| format!("{on}+"));
    let [hits, wounds] = [critical("critical-hits")?, critical("critical-wounds")?];
    Ok(format!(
        r#"
game = "warhammer-40k"
name = "the weapon"
[[model]]
count = 1
toughness = 4
save = "-"
wounds = 1
[[weapon]]
name = "the weapon"
range = 24
attacks = "{attacks}"
skill = "{skill}"
strength = {strength}
ap = 0
damage = "{damage}"
abilities = {abilities:?}
[[ability]]
name = "criticals"
effects = ["critical hits on {hits}+", "critical wounds on {wounds}+"]
"#
    ))
}

/// Its target.
fn target(query: &Query<'_>, models: i64, wounds: i64) -> Result<String, Error> {
    let written = |key: &str| Ok::<_, Error>(query.target(key)?.map_or("-".to_owned(), |on| format!("{on}+")));
    let (save, ignored) = (written("save")?, written("feel-no-pain")?);
    Ok(format!(
        r#"
game = "warhammer-40k"
name = "the target"
[[model]]
name = "the target"
count = {models}
toughness = 4
save = "{save}"
wounds = {wounds}
feel-no-pain = "{ignored}"
"#
    ))
}

/// The tables of the attack that was described, and which of its numbers of attacks, hits and damage are rolled.
fn described(query: &Query<'_>) -> Result<(Engagement, [bool; 3]), Error> {
    let (attacks, damage) = (query.amount("attacks")?, query.amount("damage")?);
    let (models, wounds) = (query.whole("models", 1..=100)?, query.whole("wounds", 1..=40)?);
    if attacks.max() > MOST_ATTACKS || damage.max() > MOST_DAMAGE || models * wounds > MOST_WOUNDS {
        let message = format!(
            "at most {MOST_ATTACKS} attacks, Damage {MOST_DAMAGE} and a target of {MOST_WOUNDS} wounds are worked through"
        );
        return Err(query.mistake(message));
    }
    if attacks.min() == 0 || damage.min() == 0 {
        return Err(query.mistake("`attacks` and `damage` are 1 or more"));
    }
    let tables = query.board.tables(&weapon(query, attacks, damage)?, &target(query, models, wounds)?)?;
    let [attacks, damage] = [attacks, damage].map(|amount| amount.as_fixed().is_none());
    Ok((tables, [attacks, query.target("hit")?.is_some(), damage]))
}

const DESTROYED: &str = "P(destroyed)";

/// What is to be as large as can be: a number for the points that a body has lost in the end.
type Measure = fn(&Body, usize) -> f64;

/// What is to be as high as can be: its value without a re-roll, its name, and its value for points lost in the end.
fn goal(query: &Query<'_>, outcome: &Outcome) -> Result<(f64, &'static str, Measure), Error> {
    let side = Side::Defender;
    Ok(match query.choice("goal", GOALS)? {
        "destroyed" => (outcome.destroyed(side), DESTROYED, |body, lost| f64::from(u8::from(lost == body.wounds()))),
        "slain" => (outcome.slain(side).mean(), "mean models slain", |body, lost| body.slain(lost) as f64),
        _ => (outcome.wounds_lost(side).mean(), "mean wounds lost", |_, lost| lost as f64),
    })
}

const BEST: &str = "the best use of it";

/// What the re-roll may be used on here, by name: whose it is, and when.
fn uses([attacks, hits, damage]: [bool; 3]) -> Vec<(&'static str, Side, &'static [Moment])> {
    let points: [(&str, &[Moment], bool); 5] = [
        ("the number of attacks", &[Moment::Attacks], attacks),
        ("a hit roll", &[Moment::Hit], hits),
        ("a wound roll", &[Moment::Wound], true),
        ("a Damage roll", &[Moment::Damage], damage),
        (BEST, &[Moment::Attacks, Moment::Hit, Moment::Wound, Moment::Damage], true),
    ];
    let rolled = points.into_iter().filter(|(.., is_rolled)| *is_rolled);
    let mine = rolled.map(|(name, moments, _)| (name, Side::Attacker, moments));
    mine.chain([("the defender's, on a failed save", Side::Defender, &[Moment::Save][..])]).collect()
}

fn command_reroll(query: &Query<'_>, batches: bool) -> Result<Answered, Error> {
    let (engagement, rolled) = described(query)?;
    let outcome = query.board.exact(&engagement)?;
    let (plain, what, measure) = goal(query, &outcome)?;
    let figure = |value: f64| if what == DESTROYED { Figure::Probability(value) } else { Figure::Number(value) };
    let (mut rows, mut best) = (Vec::new(), plain);
    for (name, side, moments) in uses(rolled) {
        let held_reroll = Some(HeldReroll {
            side,
            moments: moments.to_vec(),
            aim: Aim::default(),
            renewed: Vec::new(),
            saves_first: batches,
        });
        let value = query.board.held(&Engagement { held_reroll, ..engagement.clone() }, measure);
        let value = value.ok_or_else(|| query.mistake("these attacks are not hit, wound, save and damage alone"))?;
        rows.push(vec![name.into(), figure(value), Figure::Number(value - plain)]);
        best = if name == BEST { value } else { best };
    }
    let order = if batches {
        "all saves are rolled before the first Damage"
    } else {
        "saves and Damage follow attack by attack"
    };
    Ok(Answered::new("What a Command Re-roll is worth")
        .line(format!("{what} without it"), figure(plain))
        .line(format!("{what} with the best use of it"), figure(best))
        .table("", &["used on", what, "gain"], rows)
        .note("all dice of a batch are seen before one is chosen, a success too where a critical is worth more (W40K-REROLL-ONE-OF-BATCH)")
        .note(format!("the best use keeps it in hand where a later die is worth more; {order}")))
}

pub(in crate::questions) const REROLL_ONE: Question = question("reroll-one", "W40K-REROLL-ONE-OF-BATCH", reroll_one)
    .means("dice rolled together, one of which may be rolled again")
    .keys(&[key("dice").means("how many").needed(), key("on").means("the number to reach").or("4+")]);

fn reroll_one(query: &Query<'_>) -> Result<Answered, Error> {
    let dice = query.whole("dice", 1..=100)? as u32;
    let on = query.target("on")?.unwrap_or(7);
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
}
