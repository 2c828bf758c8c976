//! Dice questions of this game, one file for each family.

pub(super) mod charge;
pub(super) mod demise;
pub(super) mod dice;
mod losses;
pub(super) mod morale;
pub(super) mod mortal;
pub(super) mod reroll;
mod saves;
pub(super) mod victim;

use self::charge::{ATTACKER, BONUS, DEFENDER, ROLL};
use self::mortal::TARGET;
use crate::questions::{Answered, Figure, Question, key, question};
use crate::stats::{Counts, Fraction};

pub(super) const QUESTIONS: &[Question] = &[
    question("charge", "W40K-CHARGE", charge::charge)
        .means("does a charge reach its targets, and what does the fight do then?")
        .keys(&[
            key("distance").means("inches to each target, commas between; `>9` is just over 9").needed(),
            key("climb").means("inches up and down on the way, beyond what is free").or("0"),
            key("pivot").means("the pivot value, if the model turns on the way").or("0"),
            BONUS,
            ROLL,
            ATTACKER,
            DEFENDER,
        ]),
    charge::ADVANCE,
    charge::SURGE,
    morale::BATTLE_SHOCK,
    question("desperate-escape", "W40K-DESPERATE-ESCAPE", losses::desperate_escape)
        .means("how many models does a unit lose when it Falls Back across enemies or Battle-shocked?")
        .keys(&[key("models").means("how many models test").needed()]),
    question("hazardous", "W40K-HAZARDOUS-TEST", losses::hazardous)
        .means("what do Hazardous weapons do to those who carry them?")
        .keys(&[
            key("weapons").means("how many Hazardous weapons are used").needed(),
            key("wounds").means("Wounds of a bearer").or("2"),
            key("bearers").means("how many models carry them; left out: one for each weapon"),
            key("feel-no-pain").means("of the bearers").or("-"),
            key("edition").means("updated, or core: a 1 destroys a model").or("updated"),
            key("sturdy").means("core: the bearers are Characters, Monsters or Vehicles").or("no"),
        ]),
    question("destroyed-transport", "W40K-DESTROYED-TRANSPORT", losses::destroyed_transport)
        .means("what do passengers suffer when their Transport is destroyed?")
        .keys(&[
            key("passengers").means("the units on board, commas between").needed(),
            key("emergency").means("yes: they cannot get out within 3\"").or("no"),
        ]),
    demise::DEADLY_DEMISE,
    question("grenade", "W40K-STRAT-GRENADE", mortal::grenade)
        .means("Grenade: six dice, a mortal wound for each 4+")
        .keys(&[TARGET]),
    question("tank-shock", "W40K-STRAT-TANK-SHOCK", mortal::tank_shock)
        .means("Tank Shock: a die for each point of Toughness, a mortal wound for each 5+, six at most")
        .keys(&[
            key("toughness").means("of the Vehicle that charged"),
            TARGET,
            key("edition").means("updated, or core: Strength of a weapon instead").or("updated"),
            key("strength").means("core: of the weapon"),
            key("target-toughness").means("core: two more dice if the Strength is higher"),
        ]),
    mortal::MORTAL_WOUNDS,
    reroll::COMMAND_REROLL,
    reroll::REROLL_ONE,
    question("best-save", "W40K-INVULN", saves::best_save)
        .means("which save should I use: armour or invulnerable?")
        .keys(&[
            key("save").means("the armour save, `-` for none").needed(),
            key("invulnerable").means("the invulnerable save, `-` for none").or("-"),
            key("ap").means("AP as printed: 0, -1, …").or("0"),
            key("cover").means("yes: the target has the Benefit of Cover").or("no"),
            key("modifier").means("other modifiers to the save").or("0"),
        ]),
    dice::TWO_DICE,
    dice::D66,
    dice::ROLL_OFF,
];

/// `n` tests of which each fails with `chance`, one failed test rolled again: the failures.
pub(super) fn one_again(n: u32, chance: Fraction) -> Counts<u32> {
    Counts::successes(n, chance).then(|failed| match *failed {
        0 => Counts::certain(0),
        failed => Counts::successes(1, chance).map(|again| failed - 1 + again),
    })
}

/// Adds the chances of each value, and of at least each, beside others of the same kind.
pub(super) fn tabled(
    answered: Answered,
    axis: &str,
    counts: &Counts<u32>,
    others: &[(&str, &Counts<u32>)],
) -> Answered {
    let mut header = vec![axis, "exactly", "at least"];
    header.extend(others.iter().map(|(title, _)| *title));
    let first = counts.each().next().map_or(0, |(value, _)| *value);
    let highest =
        others.iter().map(|(_, other)| victim::largest(other)).max().unwrap_or(0).max(victim::largest(counts));
    let rows = (first..=highest)
        .map(|value| {
            let mut row = vec![Figure::Whole(i64::from(value))];
            row.push(counts.chance(|count| *count == value).into());
            row.push(counts.at_least(value).into());
            row.extend(others.iter().map(|(_, other)| Figure::from(other.at_least(value))));
            row
        })
        .collect();
    answered.table("", &header, rows).drawn(axis, counts.pmf())
}
