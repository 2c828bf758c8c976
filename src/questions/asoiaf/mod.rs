//! Dice questions of this game: charges, tests of courage, wounds that no attack deals, and odds and ends of the table.

use crate::error::Error;
use crate::profile::Diagnostics;
use crate::questions::{Asked, Key, Question};

use crate::games::asoiaf::unit::{Unit, read};

mod charge;
mod courage;
mod harm;
mod table;

const fn key(name: &'static str, short: &'static str) -> Key {
    Key { name, short, default: None }
}

const fn maybe(name: &'static str, short: &'static str) -> Key {
    Key { name, short, default: Some("") }
}

const fn or(name: &'static str, short: &'static str, default: &'static str) -> Key {
    Key { name, short, default: Some(default) }
}

const UNIT: Key = maybe("unit", "a unit, which says what is not said otherwise");
const MORALE: Key = maybe("morale", "the number that 2D6 must reach: 6+");
const WOUNDS: Key = maybe("wounds", "wounds that the unit has left");
const MODIFIER: Key = or("modifier", "everything that is added to the test, Flank, Rear and Vicious included", "0");
const HORRIFIC: Key = or("horrific", "Horrific terrain within 6\"", "no");
const INSPIRING: Key = or("inspiring", "Inspiring terrain within 6\"", "no");
const PANICKED: Key = or("panicked", "the unit bears the token and the enemy spends it", "no");
const REROLL: Key = or("reroll", "the owner may roll dice of the test again", "no");
const ATTACKER: Key = key("attacker", "the unit that attacks");
const DEFENDER: Key = key("defender", "the unit that is attacked");

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "charge",
        short: "does a charge get there in order, what does failing cost, and what is the whole of it worth?",
        keys: &[
            key("distance", "inches to contact"),
            maybe("speed", "the charger's Speed"),
            UNIT,
            or("rough", "Rough terrain on the way: -1\"", "no"),
            or("hindering", "Hindering terrain on the way: the lower of two dice", "no"),
            or("carrying", "the charger carries an objective of A Dance With Dragons: Speed 2", "no"),
            or("again", "the charge dice may be rolled again once", "no"),
            MORALE,
            MODIFIER,
            HORRIFIC,
            INSPIRING,
            PANICKED,
            REROLL,
            WOUNDS,
            maybe("attacker", "with `defender`: the whole charge, its attack included"),
            maybe("defender", "whom the charge is to hit"),
        ],
        rule: "ASOIAF-CHG-DIST",
        answer: charge::charge,
    },
    Question {
        name: "retreat",
        short: "how far does a retreat reach?",
        keys: &[
            maybe("speed", "the unit's Speed"),
            UNIT,
            maybe("distance", "inches to go"),
            or("rough", "Rough terrain on the way: -1\"", "no"),
        ],
        rule: "ASOIAF-RETREAT",
        answer: charge::retreat,
    },
    Question {
        name: "morale",
        short: "does a unit pass a morale test?",
        keys: &[UNIT, MORALE, MODIFIER, HORRIFIC, INSPIRING, PANICKED, REROLL, courage::FIRST],
        rule: "ASOIAF-MORALE",
        answer: courage::morale,
    },
    Question {
        name: "panic",
        short: "does a unit panic, and how many wounds is that?",
        keys: &[
            UNIT,
            MORALE,
            or("cause", "test, crown (-1), centre (-2) or charge (the unit's own failed one)", "test"),
            MODIFIER,
            HORRIFIC,
            INSPIRING,
            PANICKED,
            REROLL,
            courage::FIRST,
            WOUNDS,
        ],
        rule: "ASOIAF-PANIC",
        answer: courage::panic,
    },
    Question {
        name: "shooting-into-melee",
        short: "what does a volley cost friends who are engaged with the target?",
        keys: &[
            ATTACKER,
            DEFENDER,
            key("friends", "the morale of each engaged friend: 6,7"),
            MODIFIER,
            or("destroyed", "do friends also test when the volley destroyed the target?", "yes"),
        ],
        rule: "ASOIAF-PANIC-FRIENDLY",
        answer: courage::into_melee,
    },
    Question {
        name: "drop",
        short: "does an attack make the defender drop what it carries?",
        keys: &[ATTACKER, DEFENDER],
        rule: "ASOIAF-AFFC-DROP",
        answer: courage::drop,
    },
    Question {
        name: "suffer",
        short: "what do wounds without a save do: Dangerous terrain, Objective B?",
        keys: &[UNIT, WOUNDS, or("amount", "D3+1 for Dangerous terrain, D3 for Objective B", "D3+1")],
        rule: "ASOIAF-DANGEROUS",
        answer: harm::suffer,
    },
    Question {
        name: "heal",
        short: "what do healed wounds bring back, and how many are needed for the next rank?",
        keys: &[key("unit", "the unit"), WOUNDS, or("amount", "wounds that are healed; the Wealth zone heals 3", "3")],
        rule: "ASOIAF-HEAL",
        answer: harm::heal,
    },
    Question {
        name: "token",
        short: "what is a Weakened or Vulnerable token worth on the dice that lie there?",
        keys: &[
            key("showing", "hits or blocks that the dice show"),
            key("needs", "what each die needs: 4+"),
            or("modifier", "added to each die", "0"),
        ],
        rule: "ASOIAF-TOKEN",
        answer: table::token,
    },
    Question {
        name: "sixes",
        short: "does any of these dice show a natural 6?",
        keys: &[key("dice", "how many dice")],
        rule: "ASOIAF-TRIG6",
        answer: table::sixes,
    },
    Question {
        name: "roll-off",
        short: "who wins a roll-off?",
        keys: &[or("players", "how many roll", "2")],
        rule: "ASOIAF-ROLLOFF",
        answer: table::roll_off,
    },
    Question {
        name: "terrain",
        short: "which pieces of random terrain come up?",
        keys: &[or("feast", "A Feast For Crows: Corpse Piles are rolled again", "no")],
        rule: "ASOIAF-TERRAIN",
        answer: table::terrain,
    },
];

/// The unit of a key, if one is named.
fn named(asked: &Asked<'_>, key: &str) -> Result<Option<Unit>, Error> {
    let Some(document) = asked.maybe_unit(key)? else { return Ok(None) };
    let found = Diagnostics::default();
    let unit = read(&document, &found);
    unit.map(Some).ok_or_else(|| Error::mistakes(found.into_list()))
}

/// A number of the question, or else the unit's.
fn number(
    asked: &Asked<'_>,
    key: &str,
    most: i64,
    unit: Option<&Unit>,
    of: impl Fn(&Unit) -> Option<u16>,
) -> Result<Option<i64>, Error> {
    let said = asked.maybe_whole(key, 0..=most)?;
    Ok(said.or_else(|| unit.and_then(of).map(i64::from)))
}

/// Wounds left: what was said, or the unit's.
fn wounds(asked: &Asked<'_>, unit: Option<&Unit>) -> Result<Option<u32>, Error> {
    let left = number(asked, "wounds", 5_000, unit, |unit| Some(unit.wounds() - unit.taken))?;
    Ok(left.map(|n| n as u32))
}

/// The morale: what was said, or the unit's; `None` if it never tests.
fn morale(asked: &Asked<'_>, unit: Option<&Unit>) -> Result<Option<u8>, Error> {
    match (asked.is_said("morale"), unit) {
        (true, _) => asked.target_to("morale", 12),
        (false, Some(unit)) => Ok(unit.morale),
        (false, None) => Err(asked.mistake("say `morale=6+` or `unit=…`")),
    }
}
