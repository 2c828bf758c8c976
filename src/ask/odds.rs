//! Dice questions, from what was typed to an answer.

mod report;
mod typed;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

pub use self::report::OddsReport;
pub use self::typed::TypedDice;

use super::head::NotComputed;
use super::typed::split;
use crate::ask::{Prepared, Request, found_unit, one_of, prepare, prepare_units};
use crate::dice::{Pool, Totals};
use crate::engine::{self, Method, Objective, OpenReroll, Options, Outcome};
use crate::error::Error;
use crate::games::{ExtraResult, Game};
use crate::profile::{Diagnostics, Document, Found, Source};
use crate::questions::{Answered, AttackOdds, AttackWanted, Board, Query, Question};
use crate::report::{Figure, counted};
use crate::sequence::{Body, Engagement, Side};
use crate::stats::{Fraction, Pmf};
use crate::words::{add_once, did_you_mean, same, shell_word};

/// Answers a game's question; `texts` are its `key=value`s.
///
/// ```
/// use warodds::ask::{Request, odds};
/// use warodds::report::Figure;
///
/// let game = warodds::games::find("age-of-sigmar").expect("it is built in");
/// let answered = odds::ask(game, "charge", &["distance=9.5".into()], &Request::default())?;
///
/// let (what, figure) = &answered.lines[0];
/// assert_eq!(what, "the charge succeeds");
/// assert!(matches!(figure, Figure::Chance(chance) if chance.to_string() == "5/18"));
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// A question the game does not have, keys that are wrong, or an attack that cannot be computed.
pub fn ask(game: &'static Game, question: &str, texts: &[String], base: &Request) -> Result<Answered, Error> {
    let Some((question, texts)) = crate::questions::of_words(game, question, texts) else {
        let names = || crate::questions::of_game(game).iter().map(|entry| entry.name);
        return Err(Error::usage(format!("{} has no question `{question}`", game.id))
            .hint(game.understands(question).then(|| in_attack(question, texts)))
            .hint(did_you_mean(question, names()))
            .hint(format!("`warodds list questions {}` shows all", game.id)));
    };
    let board = TypedQuestion {
        game,
        base,
        attacked: Cell::new(false),
        mode_is_read: Cell::new(false),
        not_computed: RefCell::default(),
    };
    let query = Query::new(question, &texts, &board)
        .map_err(|error| error.hint(format!("`warodds list questions {}` explains every key", game.id)))?;
    let mut answered = (question.answer)(&query)?;
    if !board.attacked.get() {
        let rest = Request { mode: base.mode.clone().filter(|_| !board.mode_is_read.get()), ..base.clone() };
        unattacked(question.name, &rest, question.usage())?;
    }
    let unread = query.unread().into_iter().map(|key| format!("`{key}` changes nothing in this question"));
    answered.notes.extend(unread);
    let left_out = board.not_computed.take();
    answered.notes.extend(left_out.iter().map(|unit| format!("not computed: {}", unit.text())));
    Ok(answered)
}

/// How something is asked that is not a question of its own but holds in an attack: `overwatch hellblasters boyz`.
fn in_attack(text: &str, units: &[String]) -> String {
    let [attacker, defender] =
        [0, 1].map(|place| units.get(place).map_or(["ATTACKER", "DEFENDER"][place], String::as_str));
    format!(
        "it is an option of an attack: `warodds attack {} {} --with \"{text}\"`",
        shell_word(attacker),
        shell_word(defender)
    )
}

/// Refuses options of attacks where the question does not depend on an attack.
///
/// # Errors
/// If there are any; `usage` says what may be said instead.
pub(crate) fn unattacked(what: &str, base: &Request, usage: String) -> Result<(), Error> {
    let given = [
        ("--with", !base.with.is_empty()),
        ("--set", !base.set.is_empty()),
        ("--ruling", !base.rulings.is_empty()),
        ("--mode", base.mode.is_some()),
        ("--edition", base.edition.is_some()),
        ("--phase", base.phase.is_some()),
        ("--weapon", !base.weapons.is_empty()),
        ("--order", !base.order.is_empty()),
        ("--cp", base.points.is_some()),
    ];
    let given: Vec<&str> = given.iter().filter(|(_, given)| *given).map(|(option, _)| *option).collect();
    if given.is_empty() {
        return Ok(());
    }
    let message = format!("`{what}` does not depend on an attack; leave out {}", given.join(", "));
    Err(Error::usage(message).hint(usage))
}

/// Every question of a game with how it is asked.
pub fn questions(game: &Game) -> impl Iterator<Item = (&'static Question, String)> {
    crate::questions::of_game(game).iter().map(|question| (question, question.usage()))
}

/// Units and attacks as the command line knows them.
struct TypedQuestion<'r> {
    game: &'static Game,
    base: &'r Request,
    /// Whether an attack was asked for.
    attacked: Cell<bool>,
    /// Whether the answer depends on the mode of play.
    mode_is_read: Cell<bool>,
    /// What the units that are read have and the answer leaves out.
    not_computed: RefCell<Vec<NotComputed>>,
}

impl Board for TypedQuestion<'_> {
    fn attack(&self, wanted: &AttackWanted) -> Result<AttackOdds, Error> {
        self.attacked.set(true);
        let plain = Request { profiles: self.base.profiles.clone(), ..Request::default() };
        let base = if wanted.plain { &plain } else { self.base };
        let request = Request {
            attacker: wanted.attacker.clone(),
            defender: wanted.defender.clone(),
            with: base.with.iter().chain(&wanted.with).cloned().collect(),
            phase: wanted.phase.or(base.phase),
            ..base.clone()
        };
        let prepared = prepare(&request)?;
        if prepared.game.id != self.game.id {
            let message = format!("{} is a unit of {}", prepared.engaged.defender.name, prepared.game.title);
            return Err(Error::usage(message).hint(format!("the question is of {}", self.game.title)));
        }
        add_once(&mut self.not_computed.borrow_mut(), prepared.head().not_computed.iter().cloned());
        let options = Options { method: Method::Auto, ..Options::default() };
        let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {});
        let answer = answer?;
        let trials = answer.outcome.trials;
        Ok(attack_odds(&answer.outcome, &prepared, trials))
    }

    fn tables(&self, attacker: &str, defender: &str) -> Result<Engagement, Error> {
        let unit = |stem: &str, text: &str| (Found::of(stem, Source::new(stem, text)), None);
        let (attacker, defender) = (unit("attacker", attacker), unit("defender", defender));
        Ok(prepare_units(&[attacker], &defender, &Request::default())?.engaged.engagement)
    }

    fn exact(&self, tables: &Engagement) -> Result<Outcome, Error> {
        Ok(engine::exact(tables)?)
    }

    fn held(&self, tables: &Engagement, value: fn(&Body, usize) -> f64) -> Option<f64> {
        let attack = OpenReroll::of_any_dice(tables)?;
        let end = |lost| [Objective::of(value(&tables.bodies[0], lost), 0.0); 2];
        attack.values(usize::from(tables.bodies[0].taken), end).next().map(|value| value.first)
    }

    fn mode(&self) -> Result<&'static str, Error> {
        self.mode_is_read.set(true);
        one_of("mode", self.base.mode.as_deref(), self.game.modes, self.game)
    }

    fn says(&self, situation: &str) -> bool {
        self.base.with.iter().flat_map(|text| split(text)).any(|part| same(&part, situation))
    }

    fn unit(&self, typed: &str) -> Result<Document, Error> {
        let document = found_unit(self.game, typed, &self.base.profiles)?;
        let facts = (self.game.check)(&document, &Diagnostics::default());
        // What is said of other dice, `Standard (+1 to charge)`; what an ability of a card does is for attacks.
        let of_dice = |mut unit: NotComputed| {
            unit.names.retain(|name| name.ends_with(')'));
            (!unit.names.is_empty()).then_some(unit)
        };
        let left_out = NotComputed::of(facts.as_deref().into_iter()).into_iter().filter_map(of_dice);
        add_once(&mut self.not_computed.borrow_mut(), left_out);
        Ok(document)
    }
}

fn attack_odds(outcome: &Outcome, prepared: &Prepared, trials: Option<u64>) -> AttackOdds {
    let defending = outcome.bodies().iter().filter(|body| body.side == Side::Defender);
    AttackOdds {
        attacker: prepared.engaged.attackers[0].name.clone(),
        defender: prepared.defender().clone(),
        damage: outcome.totals.first().map_or_else(|| crate::stats::Pmf::certain(0), |(_, pmf)| pmf.clone()),
        wounds_lost: outcome.wounds_lost(Side::Defender),
        slain: outcome.slain(Side::Defender),
        states: states(outcome),
        destroyed: outcome.destroyed(Side::Defender),
        target_models: prepared.engaged.defender.models,
        target_wounds: defending.map(|body| body.wounds() - usize::from(body.taken)).sum(),
        attacker_wounds_lost: outcome.has(Side::Attacker).then(|| outcome.wounds_lost(Side::Attacker)),
        who_is_down: outcome.who_is_down(),
        trials,
        read: prepared
            .engaged
            .readings
            .iter()
            .filter_map(|reading| match reading {
                ExtraResult::Any(name) => Some((*name, outcome.total(name)?.at_least(1))),
                ExtraResult::ByLoss { .. } | ExtraResult::Lost { .. } => None,
            })
            .collect(),
    }
}

/// The points that the target's bodies have lost, each combination with its chance.
fn states(outcome: &Outcome) -> Vec<(Vec<u16>, f64)> {
    let is_target: Vec<bool> = outcome.bodies().iter().map(|body| body.side == Side::Defender).collect();
    let mut states = BTreeMap::new();
    outcome.each_state(|lost, p| {
        let of_target = lost.iter().zip(&is_target).filter(|(_, is)| **is).map(|(lost, _)| *lost as u16);
        *states.entry(of_target.collect()).or_insert(0.0) += p;
    });
    states.into_iter().collect()
}

/// Which totals of some dice are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiceBounds {
    /// This or more.
    pub at_least: Option<i64>,
    /// This or less.
    pub at_most: Option<i64>,
}

/// Of a long table, only totals that are at least so likely are shown.
const RARE: f64 = 0.000_1;
/// A table of this many rows is shown whole.
const LONG: usize = 60;

/// The chances of dice.
///
/// ```
/// use warodds::ask::odds::{DiceBounds, dice};
/// use warodds::report::Figure;
///
/// let pool = "3d6 drop lowest".parse()?;
/// let answered = dice(&pool, DiceBounds { at_least: Some(9), at_most: None });
///
/// let (what, chance) = &answered.lines[0];
/// assert_eq!(what, "9 or more");
/// assert!(matches!(chance, Figure::Chance(chance) if chance.to_string() == "113/216"));
/// # Ok::<(), warodds::dice::PoolError>(())
/// ```
pub fn dice(pool: &Pool, bounds: DiceBounds) -> Answered {
    let totals = pool.totals();
    let fits =
        |total: i64| bounds.at_least.is_none_or(|low| total >= low) && bounds.at_most.is_none_or(|high| total <= high);
    let mut answered = Answered::new(format!("{pool}"));
    let words = match (bounds.at_least, bounds.at_most) {
        (Some(low), Some(high)) => Some(format!("from {low} to {high}")),
        (Some(low), None) => Some(format!("{low} or more")),
        (None, Some(high)) => Some(format!("{high} or less")),
        (None, None) => None,
    };
    if let Some(words) = words {
        let chance = totals.chance(fits);
        answered = answered.line(words.clone(), figure(chance, totals.outcomes));
        let again = totals.outcomes.and_then(|outcomes| outcomes.checked_mul(outcomes));
        answered =
            answered.line(format!("{words}, failures rolled again once"), figure(chance * (2.0 - chance), again));
    }
    let axis = if pool.counts() { format!("dice of {pool}") } else { format!("total of {pool}") };
    let (rows, left_out) = dice_rows(&totals);
    let answered = answered.line("mean", Figure::Number(totals.mean())).table(
        "",
        &["total", "exactly", "at least", "at most"],
        rows,
    );
    let answered = dice_notes(answered, pool, left_out);
    if totals.low < 0 {
        return answered.note("no chart is drawn of totals below 0");
    }
    let mut weights = vec![0.0; totals.low as usize];
    weights.extend(&totals.chances);
    let drawn = answered.drawn(axis, Pmf::from_weights(weights));
    if bounds == DiceBounds::default() {
        return drawn;
    }
    drawn.succeeds(bounds.at_least.unwrap_or(0)..=bounds.at_most.unwrap_or(i64::MAX))
}

/// A row for each total, from those that are not rare in a long table; how many are left out.
fn dice_rows(totals: &Totals) -> (Vec<Vec<Figure>>, usize) {
    let mut above: Vec<f64> = totals.chances.clone();
    for place in (0..above.len().saturating_sub(1)).rev() {
        above[place] += above[place + 1];
    }
    let mut below = 0.0;
    let is_long = totals.chances.len() > LONG;
    let rows: Vec<Vec<Figure>> = totals
        .each()
        .zip(above)
        .filter_map(|((total, exactly), above)| {
            below += exactly;
            let possible = exactly > 0.0 && (!is_long || exactly >= RARE);
            possible.then(|| {
                let chances = [exactly, above.min(1.0), below.min(1.0)].map(|chance| figure(chance, totals.outcomes));
                std::iter::once(Figure::Whole(total)).chain(chances).collect()
            })
        })
        .collect();
    let possible = totals.chances.iter().filter(|chance| **chance > 0.0).count();
    let left_out = possible - rows.len();
    (rows, left_out)
}

/// That this many totals are left out of a table.
fn rare(left_out: usize) -> String {
    format!("not in the table, each rarer than 0.01 %: {}", counted(left_out as u64, "total"))
}

fn dice_notes(answered: Answered, pool: &Pool, left_out: usize) -> Answered {
    let answered = match left_out {
        0 => answered,
        n => answered.note(rare(n)),
    };
    if pool.explodes() {
        return answered.note("a die that shows its highest face is rolled again and added, as often as it does");
    }
    answered
}

/// A chance as a fraction of this many ways, if they are counted in whole numbers.
fn figure(chance: f64, outcomes: Option<u64>) -> Figure {
    match outcomes.filter(|outcomes| *outcomes <= 1 << 40) {
        Some(outcomes) => Fraction::new((chance * outcomes as f64).round() as u128, u128::from(outcomes)).into(),
        None => Figure::Probability(chance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_on_two_dice() {
        let bounds = DiceBounds { at_least: Some(9), at_most: None };
        let answered = dice(&"2D6".parse().expect("dice"), bounds);
        assert_eq!(answered.lines[0].1, Figure::Chance(crate::stats::Fraction::new(5, 18)));
        assert_eq!(answered.lines[1].1, Figure::Chance(crate::stats::Fraction::new(155, 324)));
        assert_eq!(answered.tables[0].rows.len(), 11);
    }
}
