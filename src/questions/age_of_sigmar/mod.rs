//! Dice questions of this game, one file for each family. The rules they answer for are named beside each.

mod again;
mod battle;
mod charge;
mod checks;
mod damage;
mod magic;
mod movement;
mod prayer;
mod recovery;
mod turn;

use crate::questions::{Question, QuestionKey, key, question};

const ATTACKER: QuestionKey = key("attacker").means("the unit that attacks").needed();
const DEFENDER: QuestionKey = key("defender").means("the unit that is attacked").needed();

pub(super) const QUESTIONS: &[Question] = &[
    question("charge", "AOS-14.3", charge::charge)
    .means("does a charge or Counter-charge reach, with and without Forward to Victory?")
    .keys(&[
        key("distance").means("inches to the nearest enemy that can be reached, base to base along the path"),
        key("bonus").means("added to the charge roll; not capped").or("0"),
        again::REROLL,
    ]),
    question("charges", "AOS-CMD-5.0b", charge::charges)
    .means("how many of several charges reach, if one of them may be rolled again?")
    .keys(&[
        key("distances").means("inches for each unit that charges, with commas between").needed(),
        key("bonus").means("added to the charge rolls: one number for all, or one for each").or("0"),
        key("reroll").means("one failed roll again: none, all dice of it, or choose which (AMB-9)").or("all"),
    ]),
    question("casting", "AOS-MAG-2.0", magic::casting)
    .means("is a spell cast, and does it stay, if an enemy tries to unbind it?")
    .keys(&[
        key("value").means("the casting value; left out: every value"),
        key("bonus")
            .means("added to the casting roll: -1 for Magical Intervention (AOS-CMD-2.0b), 1 for a place of power")
            .or("0"),
        key("unbind").means("added to the enemy's unbinding roll; `none` if nobody tries").or("0"),
        key("spells")
            .means("spells of this value that are tried in the phase: the Wizard's power level (AOS-MAG-1.1)")
            .or("1"),
        key("attempts")
            .means("unbinding rolls the enemy has for them: its power level (AMB-19); left out: one for each"),
        key("policy")
            .means(
                "which spells it tries to unbind, if it has too few rolls: `best`, so that the fewest take effect on \
                 average, or `first`, as soon as it can",
            )
            .or("best"),
        key("dice").means("dice of the casting roll, 2 or 3").or("2"),
        key("miscast").means("`no` where there is no miscast; left out: `--mode` says, Spearhead has none (AOS-SPH-0)"),
        again::REROLL,
    ]),
    question("unbinding", "AOS-MAG-4.0", magic::unbinding).means("is a casting roll beaten?").keys(&[
        key("roll").means("the casting roll, modifiers included; left out: every roll"),
        key("bonus").means("added to the unbinding roll").or("0"),
    ]),
    question("banishing", "AOS-MAG-7.2", magic::banishing)
    .means("is a manifestation banished, at once or over some turns?")
    .keys(&[
        key("value").means("the banishment value; left out: every value"),
        key("bonus").means("added to the banishment roll").or("0"),
        key("turns").means("turns in which it is tried, once in each").or("1"),
        again::REROLL,
    ]),
    question("miscast", "AOS-MAG-2.0", magic::miscast)
    .means("how often does casting go wrong, and what does it cost the caster?")
    .keys(&[
        key("dice").means("dice of the casting roll, 2 or 3").or("2"),
        key("spells").means("spells that are tried in the phase, until one is miscast").or("1"),
        key("ward").means("the caster's ward").or("-"),
    ]),
    question("place-of-power", "AOS-TER-1.2b", magic::place_of_power)
    .means("what does a Hero risk and win that activates a place of power?")
    .keys(&[key("ward").means("the Hero's ward").or("-")]),
    question("chanting", "AOS-MAG-3.0", prayer::chanting)
    .means("when is a prayer answered, if ritual points are saved up?")
    .keys(&[
        key("value").means("the chanting value; left out: 3 to 10"),
        key("points").means("ritual points at the start").or("0"),
        key("bonus")
            .means("added to the roll, for all rolls or one for each: 1 place of power, -1 Magical Intervention")
            .or("0"),
        key("rolls").means("chanting rolls, one a turn").or("4"),
    ]),
    question("rally", "AOS-CMD-2.0a", recovery::rally)
    .means("how many models does Rally bring back, and how much does it heal?")
    .keys(&[
        key("health").means("the unit's Health; left out: 1 to 7"),
        key("slain").means("models that were slain; left out: more than can come back"),
        key("allocated").means("damage that is on the unit").or("0"),
        key("musician").means("one die more (AOS-MOD-2.0)").or("no"),
        key("rallies").means("how often Rally is used: in both hero phases of a round, over several rounds").or("1"),
        key("first").means("what points are spent on first: models, or heal").or("models"),
    ]),
    question("heal", "AOS-21.0", recovery::heal).means("how much damage is left after Heal (X)?").keys(&[
        key("amount").means("X: a number or dice").needed(),
        key("allocated").means("damage that is on the unit").needed(),
        key("times").means("how often it is used").or("1"),
    ]),
    question("priority", "AOS-12.0", turn::priority)
    .means("who chooses who goes first, and how likely is a double turn?")
    .keys(&[
        key("rounds").means("battle rounds; from the second on the priority roll is made").or("4"),
        key("first").means("who goes first in round 1: me, or opponent").or("opponent"),
        key("takes").means("who takes a double turn that is offered: both, me, opponent, nobody").or("both"),
    ]),
    question("roll-off", "AOS-2.2", turn::roll_off).means("who wins a roll-off, and how often is it rolled?"),
    question("cards", "AOS-SPH-BP", turn::cards).means("is a card of a deck among those that are drawn?").keys(&[
        key("deck").means("cards in the deck").needed(),
        key("draws").means("cards that are drawn").or("3"),
        key("copies").means("cards of the deck that would do").or("1"),
    ]),
    question("run", "AOS-14.1", movement::run).means("how far does a Run go, with and without At the Double?").keys(&[
        key("move").means("the Move characteristic, dice allowed: 5, D6+8").or("0"),
        key("distance").means("inches that should be covered"),
    ]),
    question("redeploy", "AOS-CMD-3.0a", movement::redeploy)
    .means("how far does a Redeploy go?")
    .keys(&[key("distance").means("inches that should be covered")]),
    question("mortal", "AOS-17.2", damage::mortal)
    .means("what does mortal damage do through a ward? Left as it is: a Retreat or Power Through")
    .keys(&[
        key("damage").means("mortal damage of each die that succeeds: a number or dice").or("D3"),
        key("dice").means("dice that are rolled for it").or("1"),
        key("on").means("what each die must reach, such as 4+; `-` if the damage is certain").or("-"),
        key("ward").means("the target's ward").or("-"),
        key("health").means("the target's Health: then models are counted"),
        key("models").means("the target's models").or("1"),
        key("allocated").means("damage that is on the target already").or("0"),
    ]),
    question("saves", "AOS-17.1", checks::saves)
    .means("how often does each Save hold against each Rend, with and without All-out Defence?")
    .keys(&[
        key("modifier").means("all bonuses and penalties of the save roll, without Rend and All-out Defence").or("0"),
        key("cap").means("what is capped at +1: with-rend, or before-rend (AMB-3)").or("with-rend"),
    ]),
    question("hits", "AOS-17.0", checks::hits).means("how often does each Hit and Wound succeed with each modifier?").keys(&[
        key("reroll")
            .means("dice rolled again: none, ones, failed (with and without modifiers, AMB-15), non-critical")
            .or("none"),
        key("critical").means("the lowest unmodified die that is a critical hit (AMB-32)").or("6"),
        key("critical-always-hits").means("`no` if a 6 can miss (AMB-1)").or("yes"),
    ]),
    question("charge-then-fight", "AOS-14.3", battle::charge_then_fight)
    .means("what does a unit do that must charge before it fights?")
    .keys(&[
        ATTACKER,
        DEFENDER,
        key("distance").means("inches to the target, base to base along the path").needed(),
        key("bonus").means("added to the charge roll").or("0"),
        again::REROLL,
    ]),
    question("hold-objective", "AOS-32.2", battle::hold_objective)
    .means("who controls an objective after an attack on the unit that contests it?")
    .keys(&[
        ATTACKER,
        DEFENDER,
        key("enemy").means("control score of the attacker's army at the objective").needed(),
        key("control").means("Control of each model of the defender; left out: its profile's"),
        key("contesting").means("most models of it that contest the objective; left out: all"),
        key("standard").means("a Standard Bearer: +1 to the unit's score (AOS-MOD-3.0); left out: its keywords say"),
        key("others").means("control score of other units of the defender's army").or("0"),
        key("holder")
            .means("whose the objective is before: defender, attacker, nobody; a tie changes nothing")
            .or("defender"),
        key("phase").means("shooting or combat"),
    ]),
    question("all-out", "AOS-CMD-6.0", battle::all_out)
    .means("what does a command point for All-out Attack, or for All-out Defence, change?")
    .keys(&[ATTACKER, DEFENDER, key("phase").means("shooting or combat")]),
];

/// A roll with its modifiers: never below 1 (AOS-27.0), and not capped unless it hits, wounds or saves (AOS-17.1).
fn modified(dice: u32, bonus: i64) -> i64 {
    (i64::from(dice) + bonus).max(1)
}

/// `2D6+1`, `2D6-1`, `2D6`.
fn with_bonus(dice: &str, bonus: i64) -> String {
    if bonus == 0 { dice.to_owned() } else { format!("{dice}{bonus:+}") }
}
