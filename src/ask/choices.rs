//! What is left open: the best answers to a game's questions, and what was asked for in vain.

use super::sentences;
use crate::engine::{
    self, AUTO_WORK, AttackValue, CHUNK, DICE_WORK, EXACT_WORK, Method, Objective, Ready, Refusal, Sampling,
};
use crate::error::Error;
use crate::games::{Choice, Clause, Encounter, Engaged, ExplainedLine, Game, Goal, Owner};
use crate::profile::Diagnostics;
use crate::sequence::{Aim, Engagement};
use crate::words::same;

fn engage(game: &Game, encounter: &Encounter, found: &Diagnostics) -> Result<Option<Engaged>, Error> {
    Ok((game.engage)(encounter, found).map_err(Refusal::from)?)
}

/// Trials that judge an answer where dice are rolled.
const JUDGING: u64 = CHUNK;

/// The note where the best use of a re-roll is not computed.
const UNPLAYED: &str = "the best use as the dice lie is worked out for an exact answer, of few enough dice on one body";

/// How answers are judged: the method that was asked for, the start of the random numbers, and the result that counts.
pub(super) type Judged = (Method, u64, Aim);

/// The result that a request is about, as far as dice can be kept for it.
pub(super) fn aim(metric: Option<&str>) -> Aim {
    Aim::ALL.into_iter().find(|aim| metric.is_some_and(|metric| same(aim.name(), metric))).unwrap_or_default()
}

/// How much is said of an attack besides what it does. What costs as many attacks as there are options is left out where
/// nobody reads it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Detail {
    /// Notes, and [`Engaged::explained`].
    Explained,
    /// Notes on what was chosen, and on options that change nothing.
    Noted,
    /// Notes on what was chosen.
    Bare,
}

/// Says for what a die is kept.
pub(super) fn keep_for(aim: Aim, engagement: &mut Engagement) {
    let dice =
        engagement.mixture.iter_mut().map(|one| &mut one.engagement.held_reroll).chain([&mut engagement.held_reroll]);
    dice.flatten().for_each(|die| die.aim = aim);
}

/// Puts the attack together; where a choice is left to the best, tries every answer and keeps the one that reaches its goal
/// best.
pub(super) fn settled(
    game: &Game,
    encounter: &mut Encounter,
    found: Diagnostics,
    judged: Judged,
    notes: &mut Vec<String>,
) -> Result<Engaged, Error> {
    sentences::give(game, encounter)?;
    let Some(mut engaged) = engage(game, encounter, &found)? else { return Err(Error::mistakes(found.into_list())) };
    if !found.is_empty() {
        return Err(Error::mistakes(found.into_list()));
    }
    notes.extend(found.notes());
    let answers: usize = engaged.choices.iter().map(|choice| choice.answers.len()).sum();
    let times = engaged.check_times(answers, "answers to what is left to the best choice");
    times.map_err(Refusal::from)?;
    let explained = std::mem::replace(&mut encounter.explained, false);
    let mut clauses = 0;
    while clauses < engaged.choices.len() {
        let question = engaged.choices[clauses].clone();
        encounter.answers.truncate(clauses);
        let (best, made) = best(game, encounter, &question, (engaged, judged))?;
        encounter.answers.push(best.answer);
        notes.extend(best.words(&question, judged));
        engaged = made.map_or_else(|| engage_without_mistakes(game, encounter), Ok)?;
        clauses += 1;
    }
    encounter.explained = explained;
    if explained && clauses > 0 { engage_without_mistakes(game, encounter) } else { Ok(engaged) }
}

/// Puts the attack together, or says what is wrong.
fn engage_without_mistakes(game: &Game, encounter: &Encounter) -> Result<Engaged, Error> {
    let found = Diagnostics::default();
    let engaged = engage(game, encounter, &found)?.filter(|_| found.is_empty());
    engaged.ok_or_else(|| Error::mistakes(found.into_list()))
}

/// An answer that was kept.
struct Kept {
    answer: usize,
    /// Whether it is best by what it is.
    is_sure: bool,
    /// Whether any answer was judged by dice.
    rolled: bool,
    compared: usize,
}

impl Kept {
    /// The note about this choice; `None` if it was not answered.
    fn words(&self, question: &Choice, (_, seed, aim): Judged) -> Option<String> {
        let (what, answer) = (&question.what, question.answers.get(self.answer)?);
        let dice = match self.rolled {
            true => format!(" (judged by {JUDGING} dice-rolled trials of each answer, seed {seed})"),
            false => String::new(),
        };
        let first = matches!(question.goal, Goal::FirstIfComputed | Goal::FirstIfComputedForTarget);
        Some(match () {
            () if self.is_sure => format!("{what}: {answer}, {}", kept_for(aim, question.goal)),
            () if first && self.compared > 1 => format!(
                "{what}: always used on {answer}, of single kinds of roll the one which {}{dice}; {UNPLAYED}",
                best_for(aim, question.goal)
            ),
            () if first => format!("{what}: always used on {answer}; {UNPLAYED}"),
            () if self.compared == 0 => format!("{what}: {answer}, the first that can be computed"),
            () => format!("{what}: {answer}, which {}{dice}", best_for(aim, question.goal)),
        })
    }
}

/// What a die is kept for, in words.
fn kept_for(aim: Aim, goal: Goal) -> String {
    let end = if goal == Goal::FirstIfComputedForTarget { "low" } else { "high" };
    format!("so that `{}` is as {end} as can be", aim.name())
}

/// What makes an answer the best, in words.
fn best_for(aim: Aim, goal: Goal) -> String {
    match (aim, goal) {
        (Aim::Destroyed, _) | (_, Goal::Damage | Goal::Chance(_)) => goal.text(),
        (aim, Goal::FirstIfComputedForTarget) => format!("brings the least `{}` on average", aim.name()),
        (aim, _) => format!("brings the most `{}` on average", aim.name()),
    }
}

/// The best answer to a question, those before it answered, and the attack with it if it was put together and nothing is
/// wrong with it; `first` is the attack with the first answer, which is what an open question is given.
fn best(
    game: &Game,
    encounter: &mut Encounter,
    question: &Choice,
    (first, judged): (Engaged, Judged),
) -> Result<(Kept, Option<Engaged>), Error> {
    let (clauses, questions) = (encounter.answers.len(), first.choices.len());
    let may_be_sure = matches!(question.goal, Goal::FirstIfComputed | Goal::FirstIfComputedForTarget);
    let mut kept = Kept { answer: usize::from(may_be_sure), is_sure: false, rolled: false, compared: 0 };
    if may_be_sure && engine::plays(&first.engagement, judged.0) {
        return Ok((Kept { answer: 0, is_sure: true, ..kept }, Some(first)));
    }
    let (from, mut first) = (usize::from(may_be_sure), Some(first));
    let (mut best, mut made) = (None::<Objective>, None);
    for answer in from..question.answers.len() {
        let found = Diagnostics::default();
        let tried = match first.take().filter(|_| answer == 0) {
            Some(first) => Some(first),
            None => {
                encounter.answers.push(answer);
                let tried = engage(game, encounter, &found);
                encounter.answers.truncate(clauses);
                tried?
            }
        };
        let Some(tried) = tried else { continue };
        if question.answers.len() == from + 1 {
            made = Some(tried).filter(|_| found.is_empty());
            break;
        }
        let share = (question.answers.len() - from) * questions;
        // An answer that nothing computes is not kept; if none is computed, the attack says why.
        let Ok((score, rolled)) = score(&tried, question.goal, judged, share) else { continue };
        (kept.rolled, kept.compared) = (kept.rolled || rolled, kept.compared + 1);
        if best.is_none_or(|best| score.exceeds(best)) {
            (best, kept.answer, made) = (Some(score), answer, Some(tried).filter(|_| found.is_empty()));
        }
    }
    Ok((kept, made))
}

/// How good an answer is: first what is wanted, then, where that is the same, wounds really lost on average; and whether dice
/// were rolled for it. An exact score has its share of what the method spends on the answer, and
/// all dice together a quarter of what they may cost.
fn score(tried: &Engaged, goal: Goal, (method, seed, aim): Judged, share: usize) -> Result<(Objective, bool), Refusal> {
    let work = match method {
        Method::Exact | Method::Both => EXACT_WORK,
        Method::Auto => AUTO_WORK / share as f64,
        Method::Sampled => 0.0,
    };
    let is_damage = goal == Goal::Damage && tried.engagement.damage_is_all();
    if is_damage && work > 0.0 {
        match Ready::new(&tried.engagement).and_then(|ready| ready.mean_damage(work)) {
            Ok(mean) => return Ok((Objective::of(mean, 0.0), false)),
            Err(Refusal::TooLarge) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    let of_target = |AttackValue { destroyed, slain, wounds_lost }: AttackValue| {
        let [first, second] = aim.wanted(destroyed, slain, wounds_lost);
        let wanted = Objective::of(first, second);
        if goal == Goal::FirstIfComputedForTarget { wanted.opposite() } else { wanted }
    };
    let is_of_target = !matches!(goal, Goal::Damage | Goal::Chance(_));
    if is_of_target && work > 0.0 {
        match engine::losses(&tried.engagement, work) {
            Ok(losses) => return Ok((of_target(losses), false)),
            Err(Refusal::TooLarge) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    let multiplied = if work > 0.0 && !is_of_target && !is_damage {
        engine::multiplied(&tried.engagement, work)
    } else {
        Err(Refusal::TooLarge)
    };
    let (outcome, rolled) = match multiplied {
        Ok(outcome) => (outcome, false),
        Err(Refusal::TooLarge) if matches!(method, Method::Auto | Method::Sampled) => {
            let sampling =
                Sampling { trials: JUDGING, seed, work: DICE_WORK / (4 * share) as f64, ..Sampling::default() };
            (engine::sample(&tried.engagement, &sampling)?, true)
        }
        Err(refusal) => return Err(refusal),
    };
    let losses = AttackValue::of(&outcome);
    let score = match goal {
        Goal::Damage => {
            let damage = outcome.totals.first().map_or(0.0, |(_, total)| total.mean());
            // Models that are slain outright are no damage, but lost.
            Objective::of(damage.max(losses.wounds_lost), 0.0)
        }
        Goal::Chance(name) => {
            let bodies = tried.chances.iter().find(|(key, _)| *key == name);
            Objective::of(bodies.map_or(0.0, |(_, bodies)| outcome.gone(bodies)), losses.wounds_lost)
        }
        _ => of_target(losses),
    };
    Ok((score, rolled))
}

/// Notes options that change nothing here. If one has an effect alone, the note says which other option cancels it, and what is
/// capped.
pub(super) fn idle(game: &Game, encounter: &mut Encounter, engaged: &Engaged, notes: &mut Vec<String>) {
    let all = encounter.with.len();
    if all == 0 {
        return;
    }
    let few = |times: usize| engaged.check_times(times, "").is_ok();
    if !few(3 * all) {
        notes.push("the attack is too large to check which of your options have an effect".to_owned());
        return;
    }
    // Beside which of the others one is in vain is found by trying each of them.
    let tells_beside = few(2 * all * all);
    let clauses = std::mem::take(&mut encounter.with);
    encounter.is_compared = true;
    let compared = if engaged.has_unused { with(game, encounter, &clauses) } else { None };
    let engaged = compared.as_ref().unwrap_or(engaged);
    let mut kept = clauses.clone();
    let mut lines = Vec::new();
    for index in (0..clauses.len()).rev() {
        let clause = kept.remove(index);
        if !is_same(game, encounter, &kept, engaged) {
            kept.insert(index, clause);
            lines.extend(excess(game, encounter, (&clauses, index), engaged));
            continue;
        }
        let alone = with(game, encounter, std::slice::from_ref(&clause));
        let changes = alone.is_none_or(|alone| !is_same(game, encounter, &[], &alone));
        let others = [&clauses[..index], &clauses[index + 1..]].concat();
        // What undoes another does something: of the other it is reported that it adds nothing to this.
        if !changes && !is_same(game, encounter, &others, engaged) {
            continue;
        }
        lines.push(match changes {
            false => format!("`{}` changes nothing in this attack{}", clause.text, unlike(&kept, &clause)),
            true if !tells_beside => format!("`{}` adds nothing to the others", clause.text),
            true => format!("`{}` adds nothing {}", clause.text, beside(game, encounter, &clauses, (&clause, &kept))),
        });
    }
    (encounter.with, encounter.is_compared) = (clauses, false);
    notes.extend(lines.into_iter().rev());
}

/// Which other side does something by the same word, if it was asked for too: `, unlike `defender: stationary``.
fn unlike(others: &[Clause], clause: &Clause) -> String {
    let owner = |other: &Clause| other.owner.filter(|_| other.owner != clause.owner && other.text == clause.text);
    let owner = others.iter().find_map(owner).map(Owner::name);
    owner.map_or_else(String::new, |owner| format!(", unlike `{owner}: {}`", clause.text))
}

/// The attack with only these things asked for; `None` if it cannot be put together. The encounter asks for nothing
/// afterwards.
fn with(game: &Game, encounter: &mut Encounter, clauses: &[Clause]) -> Option<Engaged> {
    encounter.with.extend_from_slice(clauses);
    let engaged = (game.engage)(encounter, &Diagnostics::default());
    encounter.with.clear();
    engaged.ok().flatten()
}

/// Whether an attack is this one if only these things are asked for.
fn is_same(game: &Game, encounter: &mut Encounter, clauses: &[Clause], this: &Engaged) -> bool {
    let same = |it: &Engaged| it.engagement == this.engagement;
    with(game, encounter, clauses).as_ref().is_some_and(same)
}

/// The option that makes another one useless, and the cap: `to …: +2 to hit is capped at +1 (AOS-17.1)`.
fn beside(game: &Game, encounter: &mut Encounter, clauses: &[Clause], (clause, kept): (&Clause, &[Clause])) -> String {
    let mut enough = |other: &&Clause| {
        let other = std::slice::from_ref(*other);
        let both = [other, std::slice::from_ref(clause)].concat();
        with(game, encounter, other).is_some_and(|alone| is_same(game, encounter, &both, &alone))
    };
    let to = kept
        .iter()
        .find(&mut enough)
        .map_or_else(|| "to the others".to_owned(), |other| format!("to `{}`", other.text));
    let capped = capped(game, encounter, clauses, &format!("{} {to}", clause.text));
    capped.map_or(to.clone(), |capped| format!("{to}: {capped}"))
}

/// What is capped of the rolls that a text speaks of: `+2 to hit is capped at +1 (AOS-17.1)`.
fn capped(game: &Game, encounter: &mut Encounter, clauses: &[Clause], text: &str) -> Option<String> {
    encounter.explained = true;
    let explained = with(game, encounter, clauses);
    encounter.explained = false;
    let text = text.to_lowercase();
    let is_of_a_roll = |line: &ExplainedLine| {
        ["hit", "wound", "save"].into_iter().any(|roll| {
            let roll = format!("to {roll}");
            text.contains(&roll) && line.what.contains(&roll)
        })
    };
    let mut lines = explained?.explained.into_iter().flat_map(|weapon| weapon.lines);
    let line = lines.find(|line| line.what.contains(" capped at ") && is_of_a_roll(line))?;
    Some(format!("{} ({})", line.what, line.rule))
}

/// Notes a number of which less would do the same: `+3 to hit` where the game caps it at +1.
fn excess(
    game: &Game,
    encounter: &mut Encounter,
    (clauses, index): (&[Clause], usize),
    engaged: &Engaged,
) -> Option<String> {
    let clause = &clauses[index];
    let (before, number, behind) = amount_of(&clause.text)?;
    let with_number = |n: u16| format!("{before}{n}{behind}");
    let mut is_enough = |n: u16| {
        let less = Clause { text: with_number(n), ..clause.clone() };
        let clauses = [&clauses[..index], &[less], &clauses[index + 1..]].concat();
        is_same(game, encounter, &clauses, engaged)
    };
    if number < 2 || !is_enough(number - 1) {
        return None;
    }
    let (mut low, mut high) = (1, number - 1);
    while low < high {
        let middle = (low + high) / 2;
        if is_enough(middle) { high = middle } else { low = middle + 1 }
    }
    let capped =
        capped(game, encounter, clauses, &clause.text).map_or_else(String::new, |capped| format!(": {capped}"));
    Some(format!("`{}` does no more than `{}`{capped}", clause.text, with_number(low)))
}

/// The number in `+3 to hit` and `improve hit by 3`, with the text before and after it.
fn amount_of(text: &str) -> Option<(&str, u16, &str)> {
    let text = text.trim();
    let (before, rest) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (&text[..1], rest),
        None => text.rsplit_once(" by ").map(|(before, rest)| (&text[..before.len() + 4], rest))?,
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (number, behind) = rest.split_at(end);
    Some((before, number.parse().ok()?, behind))
}
