//! What one re-roll is worth.

use super::policy::{Holder, Point, Tables};
use super::{one_again, tabled};
use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::{Answered, Asked, Figure, Question, key};
use crate::sequence::{Body, Side};
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
    ],
    rule: "W40K-STRAT-COMMAND-REROLL",
    answer: command_reroll,
};

/// The weapon and its target as the game's own profiles.
fn cards(asked: &Asked<'_>) -> Result<[String; 2], Error> {
    let (attacks, damage) = (asked.amount("attacks")?, asked.amount("damage")?);
    let (models, wounds) = (asked.whole("models", 1..=100)?, asked.whole("wounds", 1..=40)?);
    if attacks.max() > MOST_ATTACKS || damage.max() > MOST_DAMAGE || models * wounds > MOST_WOUNDS {
        let message = format!(
            "at most {MOST_ATTACKS} attacks, Damage {MOST_DAMAGE} and a target of {MOST_WOUNDS} wounds are worked through"
        );
        return Err(asked.mistake(message));
    }
    if attacks.min() == 0 || damage.min() == 0 {
        return Err(asked.mistake("`attacks` and `damage` are 1 or more"));
    }
    // An unmodified 6 always succeeds (W40K-HIT, W40K-WOUND).
    let reach = |key: &str| Ok::<Option<u8>, Error>(asked.target(key)?.map(|on| on.min(6)));
    let critical = |key: &str| Ok::<u8, Error>(reach(key)?.unwrap_or(6));
    let skill = reach("hit")?;
    let mut abilities = Vec::new();
    if skill.is_none() {
        abilities.push("Torrent".to_owned());
    }
    if asked.flag("lethal")? {
        abilities.push("Lethal Hits".to_owned());
    }
    if asked.flag("devastating")? {
        abilities.push("Devastating Wounds".to_owned());
    }
    let sustained = asked.whole("sustained", 0..=3)?;
    if sustained > 0 {
        abilities.push(format!("Sustained Hits {sustained}"));
    }
    // Against Toughness 4 (W40K-WOUND).
    let strength = match reach("wound")?.unwrap_or(6) {
        2 => 8,
        3 => 5,
        4 => 4,
        5 => 3,
        _ => 2,
    };
    let written = |target: Option<u8>| target.map_or("-".to_owned(), |on| format!("{on}+"));
    let attacker = format!(
        "game = \"warhammer-40k\"\nname = \"the weapon\"\n[[model]]\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 1\n\
         [[weapon]]\nname = \"the weapon\"\nattacks = \"{attacks}\"\nskill = \"{}\"\nstrength = {strength}\nap = 0\n\
         damage = \"{damage}\"\nabilities = {abilities:?}\n\
         [[ability]]\nname = \"criticals\"\n\
         effects = [\"critical hits on {}+\", \"critical wounds on {}+\"]\n",
        skill.map_or("N/A".to_owned(), |on| format!("{on}+")),
        critical("critical-hits")?,
        critical("critical-wounds")?,
    );
    let defender = format!(
        "game = \"warhammer-40k\"\nname = \"the target\"\n[[model]]\nname = \"the target\"\ncount = {models}\n\
         toughness = 4\nsave = \"{}\"\nwounds = {wounds}\nfeel-no-pain = \"{}\"\n",
        written(asked.target("save")?),
        written(asked.target("feel-no-pain")?),
    );
    Ok([attacker, defender])
}

/// What the question is about, in the words of the answer.
const DESTROYED: &str = "P(destroyed)";

fn command_reroll(asked: &Asked<'_>) -> Result<Answered, Error> {
    let [attacker, defender] = cards(asked)?;
    let engagement = asked.board().tables(&attacker, &defender)?;
    let outcome = asked.board().exact(&engagement)?;
    let read = Tables::read(&engagement, asked.board())?;
    let tables = read.ok_or_else(|| asked.mistake("these attacks are not hit, wound, save and damage alone"))?;
    type Goal = fn(&Body, usize) -> f64;
    let (plain, what, goal): (f64, &str, Goal) = match asked.choice("goal", GOALS)? {
        "destroyed" => {
            (outcome.destroyed(Side::Defender), DESTROYED, |body, lost| f64::from(u8::from(lost == body.wounds())))
        }
        "slain" => (outcome.slain(Side::Defender).mean(), "mean models slain", |body, lost| body.slain(lost) as f64),
        _ => (outcome.wounds_lost(Side::Defender).mean(), "mean wounds lost", |_, lost| lost as f64),
    };
    let figure = |worth: f64| if what == DESTROYED { Figure::Probability(worth) } else { Figure::Number(worth) };
    let mut uses = Vec::new();
    for (name, point, is_rolled) in [
        ("the number of attacks", &[Point::Attacks], tables.attacks_are_rolled()),
        ("a hit roll", &[Point::Hit], tables.hits_are_rolled()),
        ("a wound roll", &[Point::Wound], true),
        ("a Damage roll", &[Point::Damage], tables.damage_is_rolled()),
    ] {
        uses.extend(is_rolled.then_some((name, Holder::Attacker(point))));
    }
    uses.push(("the best use of it", Holder::Attacker(&[Point::Attacks, Point::Hit, Point::Wound, Point::Damage])));
    uses.push(("the defender's, on a failed save", Holder::Defender));
    let holders: Vec<Holder<'_>> = uses.iter().map(|(_, holder)| *holder).collect();
    let worths = tables.worth(&goal, &holders);
    let best = worths[worths.len() - 2];
    let row = |((name, _), worth): (&(&str, Holder<'_>), f64)| {
        vec![(*name).into(), figure(worth), Figure::Number(worth - plain)]
    };
    let rows = uses.iter().zip(worths).map(row).collect();
    Ok(Answered::new("What a Command Re-roll is worth")
        .line(format!("{what} without it"), figure(plain))
        .line(format!("{what} with the best use of it"), figure(best))
        .table("", &["used on", what, "gain"], rows)
        .note("all dice of a batch are seen before one is chosen, a success too where a critical is worth more (W40K-REROLL-ONE-OF-BATCH)")
        .note("the best use keeps it in hand where a later die is worth more; saves and Damage follow attack by attack"))
}

pub(super) const REROLL_ONE: Question = Question {
    name: "reroll-one",
    short: "dice rolled together, one of which may be rolled again",
    keys: &[key("dice").means("how many").needed(), key("on").means("the number to reach").or("4+")],
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
