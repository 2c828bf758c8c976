//! Battle-shock and Leadership tests, also after casualties.

use super::dice::{ROLLS, rolled};
use super::tabled;
use super::victim::sheet;
use crate::error::Error;
use crate::games::Phase;
use crate::games::warhammer_40k::unit::{Datasheet, Leadership};
use crate::questions::{Answered, AttackOdds, Figure, Query, Question, key, question};
use crate::stats::{Counts, Fraction};

pub(in crate::questions) const BATTLE_SHOCK: Question =
    question("battle-shock", "W40K-BATTLESHOCK", |query| battle_shock(query, &TENTH))
        .means("does a Battle-shock or Leadership test fail, also after an attack's casualties?")
        .keys(&[
            key("leadership").means("the best Leadership of the unit, 6+; left out: the unit's"),
            key("unit").means("the unit that tests"),
            key("change").means("Leadership improved (1) or worsened (-1)").or("0"),
            key("modifier").means("added to the roll").or("0"),
            key("roll").means("2D6, 3D6 drop lowest or 3D6 drop highest").or("2D6"),
            key("attacker").means("whose attack comes before"),
            key("defender").means("whom it strikes: the unit that tests"),
            key("phase").means("shooting or combat: which weapons, where a unit has both"),
            key("starting").means("Starting Strength; left out: the models there are"),
        ]);

/// What an edition says of units that have lost half of themselves.
pub(in crate::questions) struct HalfStrength {
    line: &'static str,
    note: &'static str,
}

const TENTH: HalfStrength = HalfStrength {
    line: "alive and Below Half-strength",
    note: "only a unit Below Half-strength tests in the Battle-shock step, unless a rule says otherwise",
};

pub(in crate::questions) const ELEVENTH: HalfStrength = HalfStrength {
    line: "alive at half strength or below",
    note: "a unit at half strength or below, or one that is still Battle-shocked, rolls in its Command phase",
};

/// Leadership as it is tested: limits hold only where something changed it (AMB-14), and nothing changes a "-" (W40K-DASH).
fn tested(leadership: Leadership, change: i64) -> i64 {
    let on = i64::from(leadership.on);
    if change == 0 || leadership.is_fixed { on } else { (on - change).clamp(5, 8) }
}

fn profile(query: &Query<'_>, key: &str) -> Result<Option<Datasheet>, Error> {
    let Some(document) = query.maybe_unit(key)? else { return Ok(None) };
    sheet(&document).map(Some)
}

/// The test that a unit takes: 2D6 or its like, and what changes it.
struct MoraleTest {
    /// The Leadership that was given for the unit as a whole.
    typed: Option<Leadership>,
    change: i64,
    modifier: i64,
    roll: Counts<u32>,
}

impl MoraleTest {
    /// The number to reach; `None` if neither was it said nor does the unit print one.
    fn on(&self, unit: Option<&Datasheet>) -> Option<i64> {
        let leadership = self.typed.or_else(|| *unit?.leadership)?;
        Some(tested(leadership, self.change))
    }

    fn fails(&self, on: i64) -> Fraction {
        self.roll.chance(|roll| i64::from(*roll) + self.modifier < on)
    }
}

pub(in crate::questions) fn battle_shock(query: &Query<'_>, half: &HalfStrength) -> Result<Answered, Error> {
    let unit = match profile(query, "unit")? {
        Some(unit) => Some(unit),
        None => profile(query, "defender")?,
    };
    let test = MoraleTest {
        typed: query.target_to("leadership", 9)?.map(|on| Leadership { on, is_fixed: false }),
        change: query.maybe_whole("change", -9..=9)?.unwrap_or(0),
        modifier: query.maybe_whole("modifier", -10..=10)?.unwrap_or(0),
        roll: rolled(query.choice("roll", ROLLS)?),
    };
    let on = test.on(unit.as_ref()).ok_or_else(|| query.mistake("say `leadership=…`, or a unit that has one"))?;
    let fails = test.fails(on);
    let printed = unit.as_ref().and_then(|unit| *unit.leadership);
    let is_fixed = printed.is_some_and(|leadership| leadership.is_fixed && test.typed.is_none());
    let dash = "the unit's Leadership is \"-\": it tests on its Toughness, which nothing changes (W40K-DASH)";
    let mut answered = Answered::new(format!("A test on Leadership {on}+"))
        .line("test passed", fails.rest())
        .line("test failed", fails)
        .note_if(is_fixed, dash);
    match (query.text("attacker"), query.text("defender")) {
        (Some(_), Some(_)) => {
            let typed = query.phase(&["shooting", "combat"])?;
            for (phase, odds) in of_phases(query, typed)? {
                answered = after(query, (answered, phase), &odds, (&test, half), on)?;
            }
        }
        (None, None) => answered = tabled(answered, "roll", &test.roll, &[]),
        _ => return Err(query.mistake("casualties need both `attacker=…` and `defender=…`")),
    }
    Ok(answered
        .note("a Battle-shock test is never re-rolled; Insane Bravery passes one a battle (W40K-STRAT-COMMAND-REROLL)"))
}

/// The attack, by the phase it is made in if that was given or there is one only; else each, with its name in front.
fn of_phases(query: &Query<'_>, typed: Option<Phase>) -> Result<Vec<(&'static str, AttackOdds)>, Error> {
    let attack = |phase| query.board.attack(&query.attack_with(&[], phase));
    attack(typed).map(|odds| vec![("", odds)]).or_else(|error| {
        let each = [(Phase::Shooting, "shooting: "), (Phase::Combat, "combat: ")];
        let each = each.into_iter().map(|(phase, name)| attack(Some(phase)).map(|odds| (name, odds)));
        each.collect::<Result<_, _>>().map_err(|_| error)
    })
}

/// The test after an attack (W40K-STRENGTH-LEVELS): models count, or wounds where one model began the battle. A part of an
/// Attached unit that is left has its own Starting Strength and its own Leadership (W40K-ATTACHED).
fn after(
    query: &Query<'_>,
    (answered, phase): (Answered, &str),
    odds: &AttackOdds,
    (test, half): (&MoraleTest, &HalfStrength),
    on: i64,
) -> Result<Answered, Error> {
    let models = odds.target_models as i64;
    let typed = query.maybe_whole("starting", models..=1_000)?.map(|starting| starting as u16);
    let unit = sheet(&odds.defender)?;
    let [mut below_start, mut below_half, mut shocked] = [0.0; 3];
    let mut parted = false;
    for (lost, p) in &odds.states {
        if unit.slain(lost) == unit.models() {
            continue;
        }
        let left = unit.after(lost);
        let strength = left.strength();
        let whole = strength.starting() == unit.strength().starting();
        parted |= !whole;
        let strength = typed.filter(|_| whole).map_or(strength, |starting| strength.of_starting(starting));
        below_start += if strength.is_below_starting() { *p } else { 0.0 };
        if strength.is_below_half() {
            below_half += p;
            shocked += p * test.fails(test.on(Some(&left)).unwrap_or(on)).value();
        }
    }
    let (p, of) = (Figure::Probability, |line: &str| format!("{phase}{line}"));
    let answered = answered
        .line(of("unit destroyed by the attack"), p(odds.destroyed))
        .line(of("alive and Below Starting Strength"), p(below_start))
        .line(of(half.line), p(below_half))
        .line(of("alive and Battle-shocked in its next Command phase"), p(shocked))
        .line(of("destroyed or Battle-shocked"), p(odds.destroyed + shocked));
    let apart =
        "a leader, or a Bodyguard, that is left alone counts its own Starting Strength and Leadership (W40K-ATTACHED)";
    Ok(answered.note_if(parted, apart).note(half.note))
}
