//! Questions that depend on an attack: charge then fight, objectives, and what a command point buys (AOS-14.3, AOS-32.2,
//! AOS-CMD-6.0).

use super::again::SecondTry;
use super::charge::{reaches, to_reach};
use super::with_bonus;
use crate::error::Error;
use crate::games::Phase;
use crate::profile::{Document, is_meant};
use crate::questions::{Answered, AttackOdds, Figure, Query};
use crate::stats::Pmf;

const PHASES: &[&str] = &["shooting", "combat"];

fn attack(query: &Query<'_>, with: &[&str], phase: Option<Phase>) -> Result<AttackOdds, Error> {
    query.board.attack(&query.attack_with(with, phase))
}

fn name(unit: &Document) -> String {
    unit.table.text("name").unwrap_or("the defender").to_owned()
}

/// Says so if the attack was rolled and not multiplied out.
fn honest(mut answered: Answered, attack: &AttackOdds) -> Answered {
    answered.trials = attack.trials;
    let trials = attack.trials.unwrap_or(0);
    answered.note_if(trials > 0, format!("the attack is too large to be exact: {trials} trials were rolled"))
}

/// The distribution of a number that is 0 unless something happens first.
fn after(chance: f64, pmf: &Pmf) -> Pmf {
    let mut weights: Vec<f64> = pmf.probabilities().iter().map(|p| p * chance).collect();
    weights[0] += 1.0 - chance;
    Pmf::from_weights(weights)
}

pub(super) fn charge_then_fight(query: &Query<'_>) -> Result<Answered, Error> {
    let inches = query.number("distance", 0.0..=60.0)?;
    let bonus = query.maybe_whole("bonus", -12..=12)?.unwrap_or(0);
    let need = to_reach(inches);
    let charge = reaches(need, bonus, SecondTry::read(query)?);
    let fight = attack(query, &["charged"], Some(Phase::Combat))?;
    let reached = charge.value();
    let title = format!("Charge over {inches}\", then fight: {} against {}", fight.attacker, name(&fight.defender));
    let both = |what: &str, now: &Pmf| -> Vec<Figure> {
        let all = after(reached, now);
        vec![what.into(), Figure::Number(now.mean()), Figure::Number(all.mean()), Figure::Probability(all.at_least(1))]
    };
    let rows = vec![
        both("damage", &fight.damage),
        both("wounds lost", &fight.wounds_lost),
        both("models slain", &fight.slain),
    ];
    let (axis, drawn) =
        if fight.target_models > 1 { ("models slain", &fight.slain) } else { ("wounds lost", &fight.wounds_lost) };
    let drawn = after(reached, drawn);
    let answered = Answered::new(title)
        .line(format!("the charge succeeds: {} must reach {need}", with_bonus("2D6", bonus)), charge)
        .line("the target is destroyed, if the charge succeeds", Figure::Probability(fight.destroyed))
        .line("the target is destroyed", Figure::Probability(reached * fight.destroyed))
        .table("", &["result", "mean if it charges", "mean", "at least 1"], rows)
        .distribution(axis, &drawn);
    let answered = answered.note("cover is not assumed; `--with cover` says that its penalty applies (AMB-4)");
    Ok(honest(answered, &fight))
}

/// An army's claim to an objective.
struct Claim {
    /// Control of each model.
    control: i64,
    /// Most models that contest.
    contesting: usize,
    /// Added to the unit's score while any model contests.
    bonus: i64,
    /// Score of the army's other units.
    others: i64,
}

impl Claim {
    /// The army's score if this many models of the unit are left (AOS-32.2: modifiers after, at least 1).
    fn score(&self, survivors: usize) -> i64 {
        let models = survivors.min(self.contesting) as i64;
        let unit = if models == 0 { 0 } else { (models * self.control + self.bonus).max(1) };
        unit + self.others
    }
}

fn claim(query: &Query<'_>, attack: &AttackOdds) -> Result<Claim, Error> {
    let profile = attack.defender.table.whole("control");
    let control = query.maybe_whole("control", 0..=1000)?.or(profile);
    let control = control.ok_or_else(|| {
        query.mistake(format!("the profile of {} has no control; write `control=1`", name(&attack.defender)))
    })?;
    let contesting = query.maybe_whole("contesting", 0..=250)?.map_or(attack.target_models, |n| n as usize);
    let advanced = query.board.mode()? == "advanced";
    let standard = if query.has("standard") { query.flag("standard")? } else { bears_standard(&attack.defender) };
    if query.has("standard") && standard && !advanced {
        return Err(query.mistake("command models such as Standard Bearers are advanced rules (AOS-MOD-3.0)"));
    }
    let bonus = i64::from(standard && advanced);
    Ok(Claim { control, contesting, bonus, others: query.whole("others", 0..=100_000)? })
}

/// Whether a unit's keywords name a Standard Bearer (AOS-MOD-3.0).
fn bears_standard(unit: &Document) -> bool {
    is_meant("STANDARD BEARER", &unit.keywords())
}

pub(super) fn hold_objective(query: &Query<'_>) -> Result<Answered, Error> {
    let fought = attack(query, &[], query.phase(PHASES)?)?;
    let claim = claim(query, &fought)?;
    let enemy = query.whole("enemy", 0..=100_000)?;
    let holder = query.choice("holder", &["defender", "attacker", "nobody"])?;
    // Higher takes it, a tie leaves it where it was.
    let after = |score: i64| match score.cmp(&enemy) {
        std::cmp::Ordering::Greater => "defender",
        std::cmp::Ordering::Less => "attacker",
        std::cmp::Ordering::Equal => holder,
    };
    let models = fought.target_models;
    let survivors: Vec<(usize, f64)> = (0..=models).map(|left| (left, fought.slain.at(models - left))).collect();
    let whose =
        |who: &str| survivors.iter().filter(|(n, _)| after(claim.score(*n)) == who).map(|(_, p)| p).sum::<f64>();
    let rows = survivors.iter().map(|(left, p)| {
        let score = claim.score(*left);
        vec![(*left as i64).into(), Figure::Probability(*p), score.into(), enemy.into(), after(score).into()]
    });
    let tie: f64 = survivors.iter().filter(|(left, _)| claim.score(*left) == enemy).map(|(_, p)| p).sum();
    let defender = name(&fought.defender);
    let answered = Answered::new(format!("An objective: {} against {defender}", fought.attacker))
        .line("the defender's army controls it", Figure::Probability(whose("defender")))
        .line("the attacker's army controls it", Figure::Probability(whose("attacker")))
        .line("the scores are equal", Figure::Probability(tie))
        .table("", &["survivors", "probability", "score", "enemy", "controlled by"], rows.collect());
    let left = Pmf::from_weights(survivors.iter().map(|(_, p)| *p).collect());
    Ok(honest(answered.drawn(format!("survivors of {defender}"), left), &fought))
}

pub(super) fn all_out(query: &Query<'_>) -> Result<Answered, Error> {
    let phase = query.phase(PHASES)?;
    let cases: [(&str, &[&str]); 4] = [
        ("neither", &[]),
        ("All-out Attack", &["all-out attack"]),
        ("All-out Defence", &["all-out defence"]),
        ("both", &["all-out attack", "all-out defence"]),
    ];
    let odds = cases.iter().map(|(_, with)| attack(query, with, phase)).collect::<Result<Vec<_>, _>>()?;
    let plain = &odds[0];
    let rows = cases.iter().zip(&odds).map(|((what, _), odds)| {
        vec![
            (*what).into(),
            Figure::Number(odds.damage.mean()),
            Figure::Number(odds.slain.mean()),
            Figure::Probability(odds.destroyed),
            Figure::Number(odds.damage.mean() - plain.damage.mean()),
            Figure::Number(odds.destroyed - plain.destroyed),
        ]
    });
    let header = ["command", "mean damage", "mean slain", "destroyed", "damage more", "destroyed more"];
    let title = format!("What a command point changes: {} against {}", plain.attacker, name(&plain.defender));
    let answered = Answered::new(title).table("", &header, rows.collect()).note(
        "a unit uses one command a phase: who used All-out Defence cannot use All-out Attack when it strikes back \
         (AOS-CMD-1.2)",
    );
    Ok(honest(answered, plain))
}
