//! Dice questions of the eleventh edition: those of the tenth where nothing has changed, and those that have.

mod charge;
mod hazard;

use crate::error::Error;
use crate::questions::rolls::{mean, once_more};
use crate::questions::warhammer_40k::charge::{ATTACKER, BONUS, DEFENDER, ROLL};
use crate::questions::warhammer_40k::mortal::{TARGET, inflicted};
use crate::questions::warhammer_40k::victim::{Victim, suffer};
use crate::questions::warhammer_40k::{charge as tenth, demise, dice, morale, mortal, reroll};
use crate::questions::{Answered, Figure, Query, Question, QuestionKey, key, question};
use crate::stats::{Counts, Fraction};

const HEAVY_KEY: QuestionKey =
    key("heavy").means("yes: every model is a MONSTER or VEHICLE, 3 mortal wounds each; left out: as the unit says");
const BONUS_KEY: QuestionKey = key("bonus").means("added to each hazard roll").or("0");

pub(super) const QUESTIONS: &[Question] = &[
    question("charge", "W40K-CHARGE", charge::charge)
        .means("which targets does a charge roll reach, and what does the fight do then?")
        .keys(&[
            key("distance").means("inches to each target, commas between; `>8` is just over 8").needed(),
            BONUS.means("added to the charge roll, which is never more than 12"),
            key("skies").means("yes: the unit takes to the skies, 2\" less").or("no"),
            ROLL,
            ATTACKER,
            DEFENDER,
        ]),
    question("heroic-intervention", "W40K-STRAT-HEROIC-INTERVENTION", charge::heroic_intervention)
        .means("does a Heroic Intervention reach a unit?")
        .keys(&[
            key("distance").means("inches to the unit; `>3` is just over 3").needed(),
            key("any").means("yes: for one more CP at any unit within 6\", the roll being 6 at most").or("no"),
            BONUS,
            ROLL,
        ]),
    tenth::ADVANCE,
    tenth::SURGE,
    Question {
        short: "does a battle-shock or leadership roll fail, also after an attack's casualties?",
        answer: |query| morale::battle_shock(query, &morale::ELEVENTH),
        ..morale::BATTLE_SHOCK
    },
    question("super-heavy-walker", "W40K-SUPER-HEAVY-WALKER", super_heavy_walker)
        .means("does a Super-heavy Walker that moves over what is in its way shock itself: a 1 on a D6?")
        .keys(&[key("moves").means("how many such moves").or("1")]),
    question("hazard", "W40K-HAZARDOUS-TEST", hazard::hazard)
        .means("what do hazard rolls do to a unit: Hazardous weapons and all else that calls for them?")
        .keys(&[
            key("rolls").means("how many: one for each Hazardous weapon that was selected").needed(),
            key("unit").means("whose rolls they are: a name, or `5x2` (5 models of 2 wounds), with `fnp 5+`, `lost 1`"),
            HEAVY_KEY,
            BONUS_KEY,
        ]),
    question("desperate-escape", "W40K-DESPERATE-ESCAPE", hazard::desperate_escape)
        .means("what does a Desperate Escape cost: a hazard roll for each model, then a battle-shock roll?")
        .keys(&[
            key("unit").means("who escapes: a name, or `5x2` (5 models of 2 wounds), with `fnp 5+`, `lost 1`").needed(),
            key("leadership").means("of the unit; left out: the unit's"),
            key("shocked").means("yes: it is Battle-shocked already").or("no"),
            HEAVY_KEY,
            BONUS_KEY,
        ]),
    question("disembark", "W40K-DESTROYED-TRANSPORT", hazard::disembark)
        .means("what do passengers suffer in a Combat or an Emergency Disembark: a hazard roll for each model?")
        .keys(&[
            key("passengers").means("the units on board, commas between").needed(),
            key("heavy").means("yes: every model is a MONSTER or VEHICLE; left out: as each unit says"),
            BONUS_KEY,
        ]),
    demise::DEADLY_DEMISE,
    question("explosives", "W40K-STRAT-EXPLOSIVES", explosives)
        .means("Explosives: six dice, a mortal wound for each 4+, on a unit within 8\"")
        .keys(&[TARGET]),
    question("crushing-impact", "W40K-STRAT-CRUSHING-IMPACT", crushing_impact)
        .means("Crushing Impact: a die for each point of Toughness; 5+ hurts the enemy, 1 oneself, six at most each")
        .keys(&[
            key("toughness").means("of the MONSTER or VEHICLE that charged").needed(),
            TARGET,
            key("unit").means("whose impact it is, written like `target`"),
        ]),
    mortal::MORTAL_WOUNDS,
    reroll::COMMAND_REROLL_OF_BATCHES,
    reroll::REROLL_ONE,
    question("save", "W40K-INVULN", save)
        .means("what does one die save, compared with Save and invulnerable save alike?")
        .keys(&[
            key("save").means("the Save, `-` for none").needed(),
            key("invulnerable").means("the invulnerable save, `-` for none").or("-"),
            key("ap").means("AP as printed: 0, -1, …").or("0"),
            key("modifier").means("modifiers to the save roll; they have no cap").or("0"),
        ]),
    dice::TWO_DICE,
    dice::D66,
    dice::ROLL_OFF,
];

fn super_heavy_walker(query: &Query<'_>) -> Result<Answered, Error> {
    let moves = query.whole("moves", 1..=20)? as u32;
    let ones = Counts::successes(moves, Fraction::new(1, 6));
    Ok(Answered::new(format!("{moves} moves of a Super-heavy Walker"))
        .line("Battle-shocked", ones.at_least(1))
        .line("not shocked", ones.at_least(1).rest()))
}

/// How many of six faces save: an unmodified 1 never does (05.04).
fn saving(save: Option<u8>, invulnerable: Option<u8>, ap: i64, modifier: i64) -> u128 {
    let reaches = |face: i64, on: Option<u8>| on.is_some_and(|on| face + modifier >= i64::from(on.max(2)));
    (2..=6).filter(|face| reaches(*face, invulnerable) || reaches(face + ap, save)).count() as u128
}

fn save(query: &Query<'_>) -> Result<Answered, Error> {
    let ap = query.maybe_whole("ap", -9..=0)?.unwrap_or(0);
    let (save, invulnerable) = (query.target("save")?, query.target("invulnerable")?);
    let modifier = query.maybe_whole("modifier", -6..=6)?.unwrap_or(0);
    let chance = |ap: i64| Fraction::new(saving(save, invulnerable, ap, modifier), 6);
    let rows = (0..=6).map(|ap| {
        let written = if ap == 0 { "0".to_owned() } else { format!("-{ap}") };
        vec![written.into(), chance(-ap).into(), chance(-ap).rest().into()]
    });
    Ok(Answered::new(format!("A save against AP {ap}"))
        .line("saved", chance(ap))
        .line("with a Command Re-roll of the failed save", once_more(chance(ap)))
        .table("By AP", &["AP", "saved", "gets through"], rows.collect())
        .note("nobody chooses a save: one die is compared with both, and fails only if both fail (W40K-INVULN)"))
}

/// The most mortal wounds that either side suffers from a Crushing Impact.
const MOST_IMPACT: u32 = 6;

fn explosives(query: &Query<'_>) -> Result<Answered, Error> {
    inflicted(query, "Explosives".to_owned(), &Counts::successes(6, Fraction::new(1, 2)))
}

/// Mortal wounds on the enemy and on the own unit, which come from the same dice.
fn impacts(dice: u32) -> Counts<(u32, u32)> {
    let die = Counts::die(6).map(|face| (u32::from(*face >= 5), u32::from(*face == 1)));
    let all =
        (0..dice).fold(Counts::certain((0, 0)), |sum, _| sum.and(&die, |sum, die| (sum.0 + die.0, sum.1 + die.1)));
    all.map(|(enemy, own)| ((*enemy).min(MOST_IMPACT), (*own).min(MOST_IMPACT)))
}

fn crushing_impact(query: &Query<'_>) -> Result<Answered, Error> {
    let dice = query.whole("toughness", 1..=40)? as u32;
    let both = impacts(dice);
    let (enemy, own) = (both.map(|(enemy, _)| *enemy), both.map(|(_, own)| *own));
    let mut answered = inflicted(query, format!("Crushing Impact, {dice} dice"), &enemy)?
        .line("mean mortal wounds on oneself", mean(&own))
        .line("at least one on oneself", own.at_least(1));
    let columns = (0..=MOST_IMPACT.min(dice)).map(|n| format!("{n} on oneself"));
    let header: Vec<String> = std::iter::once("on the enemy".to_owned()).chain(columns).collect();
    let rows = (0..=MOST_IMPACT.min(dice)).map(|enemy| {
        let chance = |own: u32| Figure::from(both.chance(|entry| *entry == (enemy, own)));
        std::iter::once(Figure::from(i64::from(enemy))).chain((0..=MOST_IMPACT.min(dice)).map(chance)).collect()
    });
    answered = answered.table("Both together", &header, rows.collect());
    if let Some(unit) = Victim::maybe(query, "unit")? {
        answered = suffer(answered, &unit, &own);
    }
    Ok(answered
        .note("each is six at most; a die that hurts the enemy does not hurt oneself (W40K-STRAT-CRUSHING-IMPACT)"))
}
