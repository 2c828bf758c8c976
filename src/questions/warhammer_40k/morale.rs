//! Battle-shock and Leadership tests, also after casualties.

use super::dice::{ROLLS, rolled};
use super::tabled;
use crate::error::Error;
use crate::games::warhammer_40k::unit::{self, Datasheet};
use crate::profile::Diagnostics;
use crate::questions::{Answered, AttackOdds, Figure, Inquiry, Question, key};
use crate::stats::Fraction;

pub(super) const BATTLE_SHOCK: Question = Question {
    name: "battle-shock",
    short: "does a Battle-shock or Leadership test fail, also after an attack's casualties?",
    keys: &[
        key("leadership").means("the best Leadership of the unit, 6+; left out: the unit's"),
        key("unit").means("the unit that tests"),
        key("change").means("Leadership improved (1) or worsened (-1)").or("0"),
        key("modifier").means("added to the roll").or("0"),
        key("roll").means("2D6, 3D6 drop lowest or 3D6 drop highest").or("2D6"),
        key("attacker").means("whose attack comes before"),
        key("defender").means("whom it strikes: the unit that tests"),
        key("phase").means("shooting or combat: which weapons, where a unit has both"),
        key("starting").means("Starting Strength; left out: the models there are"),
    ],
    rule: "W40K-BATTLESHOCK",
    answer: battle_shock,
};

/// Leadership as it is tested: limits hold only where something changed it (AMB-14).
fn tested(leadership: i64, change: i64) -> i64 {
    if change == 0 { leadership } else { (leadership - change).clamp(5, 8) }
}

fn profile(asked: &Inquiry<'_>, key: &str) -> Result<Option<Datasheet>, Error> {
    let Some(document) = asked.maybe_unit(key)? else { return Ok(None) };
    let found = Diagnostics::default();
    unit::read(&document, &found).map(Some).ok_or_else(|| Error::mistakes(found.into_list()))
}

fn battle_shock(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let unit = match profile(asked, "unit")? {
        Some(unit) => Some(unit),
        None => profile(asked, "defender")?,
    };
    let said = asked.target_to("leadership", 9)?;
    let printed = said.or_else(|| unit.as_ref().and_then(|unit| unit.leadership));
    let printed = printed.ok_or_else(|| asked.mistake("say `leadership=…`, or a unit that has one"))?;
    let leadership = tested(i64::from(printed), asked.maybe_whole("change", -9..=9)?.unwrap_or(0));
    let modifier = asked.maybe_whole("modifier", -10..=10)?.unwrap_or(0);
    let roll = rolled(asked.choice("roll", ROLLS)?);
    let fails = roll.chance(|roll| i64::from(*roll) + modifier < leadership);
    let mut answered = Answered::new(format!("A test on Leadership {leadership}+"))
        .line("test passed", fails.rest())
        .line("test failed", fails);
    match (asked.text("attacker"), asked.text("defender")) {
        (Some(_), Some(_)) => {
            let wanted = asked.attack_with(&[], asked.phase(&["shooting", "combat"])?);
            answered = after(asked, answered, &asked.attack(&wanted)?, unit.as_ref(), fails)?;
        }
        (None, None) => answered = tabled(answered, "roll", &roll, &[]),
        _ => return Err(asked.mistake("casualties need both `attacker=…` and `defender=…`")),
    }
    Ok(answered
        .note("a Battle-shock test is never re-rolled; Insane Bravery passes one a battle (W40K-STRAT-COMMAND-REROLL)"))
}

/// The test after an attack (W40K-STRENGTH-LEVELS): models count, or wounds where one model began the battle.
fn after(
    asked: &Inquiry<'_>,
    answered: Answered,
    odds: &AttackOdds,
    unit: Option<&Datasheet>,
    fails: Fraction,
) -> Result<Answered, Error> {
    let models = odds.target_models as i64;
    let starting = asked.maybe_whole("starting", models..=1_000)?.unwrap_or(models) as usize;
    let full = unit.map_or(0, |unit| unit.groups.iter().map(|group| usize::from(group.wounds)).sum());
    let (lost, left, full) = if starting > 1 {
        (&odds.slain, odds.target_models, starting)
    } else {
        (&odds.wounds_lost, odds.target_wounds, odds.target_wounds.max(full))
    };
    let chance = |test: &dyn Fn(usize) -> bool| -> f64 {
        (0..left).filter(|lost| test(left - lost)).map(|gone| lost.at(gone)).sum()
    };
    let below_start = chance(&|left| left < full);
    let below_half = chance(&|left| 2 * left < full);
    let shocked = below_half * fails.value();
    let p = Figure::Probability;
    Ok(answered
        .line("unit destroyed by the attack", p(odds.destroyed))
        .line("alive and Below Starting Strength", p(below_start))
        .line("alive and Below Half-strength", p(below_half))
        .line("alive and Battle-shocked in its next Command phase", p(shocked))
        .line("destroyed or Battle-shocked", p(odds.destroyed + shocked))
        .note("only a unit Below Half-strength tests in the Battle-shock step, unless a rule says otherwise"))
}
