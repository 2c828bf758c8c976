//! Morale and panic tests that are asked for by themselves.

use super::{morale as morale_of, named, wounds};
use crate::error::Error;
use crate::games::Phase;
use crate::games::asoiaf::attack::{PANIC_FAILED, PANIC_ROLLED};
use crate::games::asoiaf::panic::{Player, RollAgain, choose};
use crate::games::asoiaf::unit::read_unit_card;
use crate::profile::Diagnostics;
use crate::questions::rolls::mean;
use crate::questions::{Answered, Figure, Query, QuestionKey, key};
use crate::stats::{Counts, Fraction};

/// Who rolls again first, where both may.
pub(super) const FIRST: QuestionKey =
    key("first").means("who rolls again first, the active player: enemy or owner").or("enemy");

/// A test: what 2D6 must reach, and who may roll again, in order.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) target: u8,
    pub(super) order: Vec<Player>,
}

impl Trial {
    /// Reads a test for a unit that tests at all. `more` is added to the modifier.
    pub(super) fn read(query: &Query<'_>, morale: u8, more: i64, owner_first: bool) -> Result<Self, Error> {
        let mut modifier = query.maybe_whole("modifier", -20..=20)?.unwrap_or(0) + more;
        modifier += i64::from(query.flag("inspiring")?) - i64::from(query.flag("horrific")?);
        let mut order = Vec::new();
        order.extend(query.flag("panicked")?.then_some(Player::Enemy));
        order.extend(query.flag("reroll")?.then_some(Player::Owner));
        if owner_first {
            order.reverse();
        }
        Ok(Self { target: (i64::from(morale) - modifier).clamp(2, 13) as u8, order })
    }

    /// Whether it fails.
    pub(super) fn fails(&self) -> Counts<bool> {
        two_dice().then(|faces| self.follow(*faces, &self.order))
    }

    fn follow(&self, faces: [u8; 2], order: &[Player]) -> Counts<bool> {
        let Some((_, rest)) = order.split_first() else { return Counts::certain(faces[0] + faces[1] < self.target) };
        match choose(faces, self.target, order).0 {
            RollAgain::Keep => self.follow(faces, rest),
            RollAgain::KeepOne(kept) => Counts::equally(1..=6u8).then(|face| self.follow([kept, *face], rest)),
            RollAgain::Both => two_dice().then(|faces| self.follow(*faces, rest)),
        }
    }

    /// The wounds of a panic test: none, or 1 + D3.
    pub(super) fn wounds(&self) -> Counts<u32> {
        let third = self.order.iter().fold(Counts::die(3), |third, player| {
            let again = if *player == Player::Enemy { 1 } else { 3 };
            third.then(|face| if *face == again { Counts::die(3) } else { Counts::certain(*face) })
        });
        self.fails().and(&third, |fails, face| if *fails { 1 + face } else { 0 })
    }

    fn note(&self, answered: Answered) -> Answered {
        let one = |player: &Player| match player {
            Player::Enemy => "the enemy, with the token",
            Player::Owner => "the owner",
        };
        let who: Vec<&str> = self.order.iter().map(one).collect();
        match who[..] {
            [] => answered,
            _ => answered.note(format!(
                "dice are rolled again for the best chance, by {}; the D3 if it shows the worst",
                who.join(", then ")
            )),
        }
    }
}

fn two_dice() -> Counts<[u8; 2]> {
    Counts::equally((1..=6).flat_map(|a| (1..=6).map(move |b| [a, b])))
}

/// P(fail) with every combination of re-rolls.
fn compared(target: u8) -> Vec<Vec<Figure>> {
    use Player::{Enemy, Owner};
    [
        ("no re-roll", &[][..]),
        ("Panicked token", &[Enemy]),
        ("own re-roll", &[Owner]),
        ("token, then own", &[Enemy, Owner]),
        ("own, then token", &[Owner, Enemy]),
    ]
    .into_iter()
    .map(|(name, order)| {
        let trial = Trial { target, order: order.to_vec() };
        let wounds = trial.wounds().mean(|n| f64::from(*n));
        vec![name.into(), trial.fails().chance(|fails| *fails).into(), Figure::Number(wounds)]
    })
    .collect()
}

fn owner_first(query: &Query<'_>) -> Result<bool, Error> {
    Ok(query.choice("first", &["enemy", "owner"])? == "owner")
}

/// ASOIAF-MORALE.
pub(super) fn morale(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, "unit")?;
    let Some(morale) = morale_of(query, unit.as_ref())? else { return Ok(never()) };
    let trial = Trial::read(query, morale, 0, owner_first(query)?)?;
    let fails = trial.fails().chance(|fails| *fails);
    let answered = Answered::new(format!("Morale test on {}+", trial.target))
        .line("passed", fails.rest())
        .line("failed", fails)
        .note("no total passes or fails by itself: there is no double 1 and no double 6 (ASOIAF-NAT)");
    let rows = (2..=12).map(|target| {
        let fails = Trial { target, ..trial.clone() }.fails().chance(|fails| *fails);
        vec![Figure::Text(format!("{target}+")), fails.rest().into(), fails.into()]
    });
    let answered = answered.table("By what 2D6 must reach", &["needed", "passed", "failed"], rows.collect());
    Ok(trial.note(answered))
}

fn never() -> Answered {
    Answered::new("Panic test").note("this unit never tests")
}

/// ASOIAF-PANIC, by whatever calls for it.
pub(super) fn panic(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, "unit")?;
    let left = wounds(query, unit.as_ref())?;
    let Some(morale) = morale_of(query, unit.as_ref())? else { return Ok(never()) };
    let cause = query.choice("cause", &["test", "crown", "centre", "charge"])?;
    let more = match cause {
        "crown" => -1,
        "centre" => -2,
        _ => 0,
    };
    let trial = Trial::read(query, morale, more, owner_first(query)? || cause == "charge")?;
    let answered = lines(Answered::new(format!("Panic test on {}+", trial.target)), &trial, left);
    let header = ["re-rolls", "failed", "wounds on average"];
    Ok(trial
        .note(answered)
        .table("with other re-rolls", &header, compared(trial.target))
        .note_if(cause == "crown", "Crown zone: -1 (ASOIAF-ZONE-CROWN)")
        .note_if(cause == "centre", "scoring the centre of A Game Of Thrones: -2 (ASOIAF-AGOT-CENTER)"))
}

/// What a panic test does to a unit.
pub(super) fn lines(answered: Answered, trial: &Trial, left: Option<u32>) -> Answered {
    let wounds = trial.wounds();
    let fails = trial.fails().chance(|fails| *fails);
    let mut answered =
        answered.line("passed", fails.rest()).line("failed", fails).line("wounds on average", mean(&wounds));
    if let Some(left) = left {
        let lost = wounds.map(|n| *n.min(&left));
        answered = answered.line("wounds lost on average", mean(&lost));
        answered = answered.line("destroyed", wounds.chance(|n| *n >= left && left > 0));
    }
    let rows = wounds.each().map(|(n, chance)| vec![Figure::Whole(i64::from(*n)), chance.into()]).collect();
    answered.table("", &["wounds", "exactly"], rows).drawn("panic wounds", wounds.pmf())
}

/// ASOIAF-PANIC-FRIENDLY: every friend engaged with the target takes a real test.
pub(super) fn into_melee(query: &Query<'_>) -> Result<Answered, Error> {
    let wanted = query.attack_with(&[], Some(Phase::Shooting));
    let volley = query.board.attack(&wanted)?;
    let modifier = query.maybe_whole("modifier", -20..=20)?.unwrap_or(0);
    let always = query.flag("destroyed")?;
    let tested = if always { 1.0 } else { 1.0 - volley.destroyed };
    let mut rows = Vec::new();
    let mut cost = 0.0;
    for morale in query.wholes("friends", &(2..=12))? {
        let trial = Trial { target: (morale - modifier).clamp(2, 13) as u8, order: Vec::new() };
        let fails: Fraction = trial.fails().chance(|fails| *fails);
        let wounds = tested * trial.wounds().mean(|n| f64::from(*n));
        cost += wounds;
        let failed = Figure::Probability(tested * fails.value());
        rows.push(vec![Figure::Text(format!("{morale}+")), failed, Figure::Number(wounds)]);
    }
    let lost = volley.wounds_lost.mean();
    Ok(Answered::new(format!("{} shoot into melee at {}", wanted.attacker, wanted.defender))
        .line("wounds the target loses on average", Figure::Number(lost))
        .line("wounds that panic costs friends on average", Figure::Number(cost))
        .line("difference", Figure::Number(lost - cost))
        .line("target destroyed", Figure::Probability(volley.destroyed))
        .table("each friend", &["morale", "panics", "wounds on average"], rows)
        .note("friends test for real even if the volley does nothing (ASOIAF-PANIC-FRIENDLY)")
        .note_if(!always, "friends do not test if the target is destroyed"))
}

/// ASOIAF-AFFC-DROP, ASOIAF-ADWD-CARRY: a failed panic test, or destruction.
pub(super) fn drop(query: &Query<'_>) -> Result<Answered, Error> {
    let wanted = query.attack_with(&[], None);
    let attack = query.board.attack(&wanted)?;
    let chance = |name: &str| attack.read.iter().find(|(key, _)| *key == name).map_or(0.0, |(_, p)| *p);
    let failed = chance(PANIC_FAILED);
    // Whoever suffered wounds and did not roll was destroyed by them; a unit that never tests drops only then.
    let rolled = chance(PANIC_ROLLED);
    let hurt = 1.0 - attack.wounds_lost.at(0);
    let tests = read_unit_card(&attack.defender, &Diagnostics::default()).is_some_and(|unit| unit.morale.is_some());
    let outright = if tests { hurt - rolled } else { attack.destroyed };
    let title = format!("{} attack {}: is the token dropped?", wanted.attacker, wanted.defender);
    Ok(Answered::new(title)
        .line("dropped", Figure::Probability(failed + outright))
        .line("because the panic test fails", Figure::Probability(failed))
        .line("because the hits destroy the unit", Figure::Probability(outright.max(0.0))))
}
