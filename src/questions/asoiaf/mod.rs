//! Dice questions of this game: charges, tests of courage, wounds that no attack deals, and odds and ends of the table.

use crate::error::Error;
use crate::profile::Diagnostics;
use crate::questions::{Query, Question, QuestionKey, key, question};

use crate::games::asoiaf::unit::{UnitCard, read_unit_card};

mod charge;
mod courage;
mod harm;
mod table;

const UNIT: QuestionKey = key("unit").means("a unit, for the values that are not given");
const MORALE: QuestionKey = key("morale").means("the number that 2D6 must reach: 6+").alone();
const WOUNDS: QuestionKey = key("wounds").means("wounds that the unit has left");
const MODIFIER: QuestionKey =
    key("modifier").means("everything that is added to the test, Flank, Rear and Vicious included").or("0");
const HORRIFIC: QuestionKey = key("horrific").means("Horrific terrain within 6\"").or("no");
const INSPIRING: QuestionKey = key("inspiring").means("Inspiring terrain within 6\"").or("no");
const PANICKED: QuestionKey = key("panicked").means("the unit bears the token and the enemy spends it").or("no");
const REROLL: QuestionKey = key("reroll").means("the owner may roll dice of the test again").or("no");
const ATTACKER: QuestionKey = key("attacker").means("the unit that attacks").needed();
const DEFENDER: QuestionKey = key("defender").means("the unit that is attacked").needed();

pub(super) const QUESTIONS: &[Question] = &[
    question("charge", "ASOIAF-CHG-DIST", charge::charge)
        .means("does a charge get there in order, what does failing cost, and what is the whole of it worth?")
        .keys(&[
            key("distance").means("inches to contact").needed(),
            key("speed").means("the charger's Speed"),
            UNIT,
            key("rough").means("Rough terrain on the way: -1\"").or("no"),
            key("hindering").means("Hindering terrain on the way: the lower of two dice").or("no"),
            key("carrying").means("the charger carries an objective of A Dance With Dragons: Speed 2").or("no"),
            key("again").means("the charge dice may be rolled again once").or("no"),
            MORALE,
            MODIFIER,
            HORRIFIC,
            INSPIRING,
            PANICKED,
            REROLL,
            WOUNDS,
            key("attacker").means("with `defender`: the whole charge, its attack included"),
            key("defender").means("whom the charge is to hit"),
        ]),
    question("retreat", "ASOIAF-RETREAT", charge::retreat).means("how far does a retreat reach?").keys(&[
        key("speed").means("the unit's Speed"),
        UNIT,
        key("distance").means("inches to go"),
        key("rough").means("Rough terrain on the way: -1\"").or("no"),
    ]),
    question("morale", "ASOIAF-MORALE", courage::morale).means("does a unit pass a morale test?").keys(&[
        UNIT,
        MORALE,
        MODIFIER,
        HORRIFIC,
        INSPIRING,
        PANICKED,
        REROLL,
        courage::FIRST,
    ]),
    question("panic", "ASOIAF-PANIC", courage::panic).means("does a unit panic, and how many wounds is that?").keys(&[
        UNIT,
        MORALE,
        key("cause").means("test, crown (-1), centre (-2) or charge (the unit's own failed one)").or("test"),
        MODIFIER,
        HORRIFIC,
        INSPIRING,
        PANICKED,
        REROLL,
        courage::FIRST,
        WOUNDS,
    ]),
    question("shooting-into-melee", "ASOIAF-PANIC-FRIENDLY", courage::into_melee)
        .means("what does a volley cost friends who are engaged with the target?")
        .keys(&[
            ATTACKER,
            DEFENDER,
            key("friends").means("the morale of each engaged friend: 6,7").needed(),
            MODIFIER,
            key("destroyed").means("do friends also test when the volley destroyed the target?").or("yes"),
        ]),
    question("drop", "ASOIAF-AFFC-DROP", courage::drop)
        .means("does an attack make the defender drop what it carries?")
        .keys(&[ATTACKER, DEFENDER]),
    question("suffer", "ASOIAF-DANGEROUS", harm::suffer)
        .means("what do wounds without a save do: Dangerous terrain, Objective B?")
        .keys(&[UNIT, WOUNDS, key("amount").means("D3+1 for Dangerous terrain, D3 for Objective B").or("D3+1")]),
    question("heal", "ASOIAF-HEAL", harm::heal)
        .means("what do healed wounds bring back, and how many are needed for the next rank?")
        .keys(&[
            key("unit").means("the unit").needed(),
            WOUNDS,
            key("amount").means("wounds that are healed; the Wealth zone heals 3").or("3"),
        ]),
    question("token", "ASOIAF-TOKEN", table::token)
        .means("what is a Weakened or Vulnerable token worth on the dice that lie there?")
        .keys(&[
            key("showing").means("hits or blocks that the dice show").needed(),
            key("needs").means("what each die needs: 4+").needed(),
            key("modifier").means("added to each die").or("0"),
        ]),
    question("sixes", "ASOIAF-TRIG6", table::sixes).means("does any of these dice show a natural 6?").keys(&[key(
        "dice",
    )
    .means("how many dice")
    .needed()]),
    question("roll-off", "ASOIAF-ROLLOFF", table::roll_off)
        .means("who wins a roll-off?")
        .keys(&[key("players").means("how many roll").or("2")]),
    question("terrain", "ASOIAF-TERRAIN", table::terrain)
        .means("which pieces of random terrain come up?")
        .keys(&[key("feast").means("A Feast For Crows: Corpse Piles are rolled again").or("no")]),
];

/// The unit of a key, if one is named.
fn named(query: &Query<'_>, key: &str) -> Result<Option<UnitCard>, Error> {
    let Some(document) = query.maybe_unit(key)? else { return Ok(None) };
    let found = Diagnostics::default();
    let unit = read_unit_card(&document, &found);
    unit.map(Some).ok_or_else(|| Error::mistakes(found.into_list()))
}

/// A number of the question, or else the unit's.
fn number(
    query: &Query<'_>,
    key: &str,
    most: i64,
    unit: Option<&UnitCard>,
    of: impl Fn(&UnitCard) -> Option<u16>,
) -> Result<Option<i64>, Error> {
    let typed = query.maybe_whole(key, 0..=most)?;
    Ok(typed.or_else(|| unit.and_then(of).map(i64::from)))
}

/// Wounds left: what was given, or the unit's.
fn wounds(query: &Query<'_>, unit: Option<&UnitCard>) -> Result<Option<u32>, Error> {
    let left = number(query, "wounds", 5_000, unit, |unit| Some(unit.wounds() - unit.taken))?;
    Ok(left.map(|n| n as u32))
}

/// The morale: what was given, or the unit's; `None` if it never tests.
fn morale(query: &Query<'_>, unit: Option<&UnitCard>) -> Result<Option<u8>, Error> {
    match (query.has("morale"), unit) {
        (true, _) => query.target_to("morale", 12),
        (false, Some(unit)) => Ok(unit.morale),
        (false, None) => Err(query.mistake("say `morale=6+` or `unit=…`")),
    }
}
