//! Questions as players ask them, answered to the last bit as they were before, by both engines.
//!
//! Like the fingerprints of [`super::bits`] these were taken from the engines themselves: they say nothing about whether an
//! answer is right. They hold that a plan, a shortcut or a table that changes what nobody should notice is noticed: the last
//! bits of an exact answer, and what a seed means. The other tests of this folder say what is right.

use super::bits::fingerprint;
use warodds::ask::{Prepared, Request, prepare};
use warodds::engine::{self, AUTO_WORK, Method, Options, Outcome, Refusal, Sampling};
use warodds::games::Phase;
use warodds::sequence::{Engagement, Side};

/// Attacker, defender, phase, and what is said besides.
#[rustfmt::skip]
const QUESTIONS: &[(&str, &str, Phase, &str)] = &[
    (
        "aos: 20x 2A 3+/4+/-1/D3; H1 5+",
        "aos: 10x 1A 4+/4+/-/1; H2 4+ ward 5+",
        Phase::Combat,
        "",
    ),
    (
        "aos: 10x 3A 4+/3+/-1/1 [Crit (Mortal)]; H2 4+",
        "aos: 3x 4A 3+/3+/-1/2; H5 3+",
        Phase::Combat,
        "reroll failed hits",
    ),
    (
        "aos: 5x 4A 4+/4+/-/D6 [Crit (2 Hits)]; H3 4+",
        "aos: 20x 1A 4+/4+/-/1; H1 6+ ward 6+",
        Phase::Combat,
        "critical hits on 5+, +1 to hit",
    ),
    (
        "aos: 5x 3A 3+/3+/-2/2 [Crit (Auto-wound)]; 5x 2A 4+/4+/-/1 [Companion]; H3 3+",
        "aos: 1x 5A 3+/3+/-2/3; H14 4+",
        Phase::Combat,
        "all-out attack, reroll wounds of 1, charge",
    ),
    (
        r#"aos: 2x 18" D6A 4+/3+/-2/D3+1; H6 4+"#,
        "aos: 10x 2A 4+/4+/-/1; H2 4+ ward 4+",
        Phase::Shooting,
        "reroll non-critical hits, reroll saves of 1",
    ),
    (
        "aos: 1x 2D6A 4+/2+/-1/D3; H12 4+",
        "aos: 6x 2A 4+/4+/-/1; H2 4+",
        Phase::Combat,
        "2D6 mortal, reroll failed wounds",
    ),
    (
        r#"40k: 10x 24" 2A 3+/4/-1/1 [Rapid Fire 1, Lethal Hits]; T4 W2 3+"#,
        "40k: 20x 1A 4+/4/0/1; T5 W1 5+ 6+++",
        Phase::Shooting,
        "half range, cover",
    ),
    (
        r#"40k: 5x 24" 3A 3+/5/-2/2 [Sustained Hits 1, Devastating Wounds]; T4 W2 3+"#,
        "40k: 5x 2A 3+/4/-1/1; T5 W3 2+ 4++",
        Phase::Shooting,
        "reroll non-critical hits",
    ),
    (
        r#"40k: 3x 18" D6A 4+/9/-3/D6+1 [Melta 2, Twin-linked]; T6 W4 3+"#,
        "40k: 1x 4A 3+/8/-2/2; T11 W14 3+ 5++ 5+++",
        Phase::Shooting,
        "half range, reroll one damage, reroll one save",
    ),
    (
        r#"40k: 5x 36" D3A 3+/8/-4/3 [Blast, Heavy]; T4 W2 3+"#,
        r#"40k: 3x "Guard" T5 W3 2+; 1x "Chief" T5 W5 2+ 4++; 1x 3A 3+/6/-1/2"#,
        Phase::Shooting,
        "stationary, command re-roll",
    ),
    (
        r#"40k: 4x 12" D6A -/5/-1/1 [Torrent, Anti-Infantry 4+]; T4 W2 3+"#,
        "40k: 10x 2A 3+/4/0/1; T4 W2 3+ 5++ 5+++ keywords [INFANTRY]",
        Phase::Shooting,
        "reroll one wound",
    ),
    (
        r#"40k: 6x 24" 2A 3+/8/-3/2 [Hazardous]; T4 W2 3+"#,
        "40k: 5x 2A 3+/4/-1/1; T4 W3 3+ 4+++",
        Phase::Shooting,
        "reroll wounds of 1, ignore first failed save",
    ),
    (
        "40k: 1x 6A 2+/12/-3/D6+2; T10 W12 3+",
        "40k: 5x 2A 3+/4/-1/1; T6 W3 3+ 4++ 6+++",
        Phase::Combat,
        "reroll damage of 1",
    ),
    (
        r#"40k-11e: 6x 24" 2A 3+/4/-1/2 [Lethal Hits]; T4 W2 3+"#,
        r#"40k-11e: 1x "Captain" T5 W4 2+; 5x "Squad" T4 W2 4+ 5+++; 2A 3+/4/0/1"#,
        Phase::Shooting,
        "",
    ),
    (
        r#"40k-11e: 3x 24" 3A 3+/9/-2/D3 [Devastating Wounds]; T4 W2 3+"#,
        r#"40k-11e: 2x "Shield" T5 W3 2+ 4++; 3x "Squad" T5 W2 4+; 2A 3+/4/0/1"#,
        Phase::Shooting,
        "reroll failed hits",
    ),
    (
        "asoiaf: melee 3+ 8/6/4 [Sundering]; infantry D4+ M6+ S5",
        "asoiaf: melee 4+ 7/5/3; infantry D3+ M6+ S5",
        Phase::Combat,
        "reroll attack dice",
    ),
    (
        "asoiaf: melee 3+ 9/7/5 [Critical Blow, Vicious]; cavalry D4+ M6+ S6",
        "asoiaf: melee 4+ 7/5/3; infantry D5+ M7+ S5",
        Phase::Combat,
        "charge",
    ),
    (
        "asoiaf: long 4+ 6/5/4; infantry D5+ M6+ S5",
        "asoiaf: melee 4+ 7/5/3; infantry D4+ M5+ S5",
        Phase::Shooting,
        "1 automatic hits, reroll failed saves",
    ),
    (
        r#"warcry: 1" 5A S5 2/5; T4 W12 M5"#,
        r#"warcry: 1" 4A S4 1/3; T4 W10 M4"#,
        Phase::Combat,
        "two attacks",
    ),
    (
        r#"warcry: 3-8" 3A S4 2/6; T3 W8 M5"#,
        r#"warcry: 1" 4A S3 1/4; T5 W30 M4 [MONSTER]"#,
        Phase::Shooting,
        "reroll up to 2 hits",
    ),
    (
        r#"40k: 60x 24" 4A 3+/4/-1/1 [Sustained Hits D3, Lethal Hits]; T4 W2 3+"#,
        "40k: 20x 1A 4+/4/0/1; T5 W3 4+ 5+++",
        Phase::Shooting,
        "reroll hits of 1",
    ),
    (
        r#"40k: 4x 24" 3A 3+/9/-3/D6+250; T4 W2 3+"#,
        "40k: 1x 4A 3+/8/-2/2; T11 W250 3+ 5+++",
        Phase::Shooting,
        "",
    ),
    (
        "aos: 40x 3A 3+/3+/-1/1 [Crit (2 Hits)]; H1 5+",
        "aos: 30x 1A 4+/4+/-/1; H1 5+",
        Phase::Combat,
        "all-out attack, all-out defense",
    ),
    (
        r#"40k: 12x 18" D6A 3+/9/-2/D6 [Sustained Hits 1]; T6 W4 3+"#,
        r#"40k: 6x "Guard" T5 W3 2+ 5+++; 10x "Body" T4 W2 4+; 2x "Big" T6 W6 3+ 4++; 1x 3A 3+/6/-1/2"#,
        Phase::Shooting,
        "cover",
    ),
    (
        r#"40k: 10x "Sword" 3A 3+/5/-2/D3 [Lethal Hits]; 5x "Axe" 2A 4+/8/-3/3 [Devastating Wounds]; T4 W2 3+"#,
        "40k: 10x 3A 3+/5/-1/1; T5 W2 3+ 6+++",
        Phase::Combat,
        "fights on death, reroll wounds of 1",
    ),
    (
        r#"40k: 3x 48" D6+3A 3+/14/-4/D6+3 [Blast, Hazardous, Twin-linked]; T8 W8 3+"#,
        "40k: 11x 2A 3+/4/0/1; T4 W2 3+ 5++",
        Phase::Shooting,
        "reroll hits of 1, halve damage",
    ),
    (
        r#"40k-11e: 5x 24" D6A 3+/8/-2/D3+1 [Sustained Hits 2]; T4 W2 3+"#,
        r#"40k-11e: 1x "Lord" T6 W6 2+ 4++; 4x "Guard" T6 W3 2+; 5x "Squad" T4 W1 5+ 6+++; 2A 3+/4/0/1"#,
        Phase::Shooting,
        "",
    ),
    (
        r#"aos: 10x "Spear" 2A 4+/3+/-1/1 [Crit (2 Hits)]; 3x "Beast" D3A 3+/3+/-2/D3 [Companion]; H3 4+"#,
        "aos: 10x 2A 4+/3+/-1/1; H2 4+ ward 6+",
        Phase::Combat,
        "2 dice: 4+ -> D3 mortal",
    ),
    (
        r#"aos: 6x 12" D6A 3+/2+/-3/D6 [Crit (Auto-wound)]; H4 4+"#,
        "aos: 3x 4A 3+/3+/-1/2; H12 3+ ward 5+",
        Phase::Shooting,
        "reroll hits of 1, reroll failed saves",
    ),
    (
        "aos: 15x 2A 4+/4+/-/1; 3x \"Champion\" 5A 3+/3+/-1/2 [Crit (Mortal)]; H4 4+",
        "aos: 20x 1A 5+/4+/-/1; H1 6+",
        Phase::Combat,
        "all-out attack",
    ),
    (
        "asoiaf: melee 3+ 10/8/6 [Sundering, Precision]; infantry D4+ M6+ S5",
        "asoiaf: melee 4+ 7/5/3; infantry D4+ M7+ S5 ranks 2",
        Phase::Combat,
        "charge, flank, reroll failed hits",
    ),
    (
        "asoiaf: 2x melee 4+ 8/6/4 [Vicious]; cavalry D5+ M6+ S6",
        "asoiaf: melee 4+ 7/5/3; infantry D2+ M4+ S5",
        Phase::Combat,
        "vulnerable, rear",
    ),
    (
        r#"warcry: 2" 6A S6 3/8; T5 W30 M6 [MONSTER]"#,
        r#"warcry: 1" 4A S4 2/4; T4 W25 M4"#,
        Phase::Combat,
        "counter, reroll hits of 1",
    ),
];

fn asked((attacker, defender, phase, with): (&str, &str, Phase, &str)) -> Prepared {
    let with = if with.is_empty() { Vec::new() } else { vec![with.to_owned()] };
    let (attacker, defender) = (attacker.to_owned(), defender.to_owned());
    prepare(&Request { attacker, defender, phase: Some(phase), with, ..Request::default() })
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Every number of an answer as one, and its means for whoever reads the snapshot.
pub(super) fn line(outcome: &Outcome) -> String {
    let mut numbers = Vec::new();
    outcome.each_state(|_, p| numbers.push(p));
    numbers.extend(outcome.totals.iter().flat_map(|(_, pmf)| pmf.probabilities()));
    let stages = outcome.weapons.iter().flat_map(|weapon| &weapon.stages).chain(&outcome.stages);
    numbers.extend(stages.flat_map(|stage| [stage.moments.mean, stage.moments.variance]));
    let [attacker, defender] = [Side::Attacker, Side::Defender].map(|side| outcome.wounds_lost(side).mean());
    format!("{:016x} {defender:.6} {attacker:.6}", fingerprint(numbers))
}

#[test]
fn exact_answers_to_questions_keep_their_bits() {
    let lines = QUESTIONS.iter().map(|question| {
        let outcome = engine::exact(&asked(*question).engaged.engagement).expect("not too large");
        format!("{}: {} against {} {}", line(&outcome), question.0, question.1, question.3)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_seed_means_for_every_question_what_it_has_always_meant() {
    let sampling = Sampling { trials: 2_048, seed: 42, threads: Some(1), work: f64::INFINITY, ..Sampling::default() };
    let lines = QUESTIONS.iter().map(|question| {
        let said = match engine::sample(&asked(*question).engaged.engagement, &sampling) {
            Ok(outcome) => line(&outcome),
            // A die that is rolled again where it helps most is never sampled.
            Err(refusal) => format!("{refusal:?}"),
        };
        format!("{said}: {} against {} {}", question.0, question.1, question.3)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// The least budget with which something is done, to three digits of a number within this factor.
pub(super) fn least(within: f64, is_enough: impl Fn(f64) -> bool) -> String {
    let (mut low, mut high) = (0.5, 1e18_f64);
    while high / low > within {
        let middle = (low * high).sqrt();
        if is_enough(middle) { high = middle } else { low = middle }
    }
    format!("{high:.2e}")
}

/// What an answer is thought to cost before it is worked out decides whether dice are rolled instead, and how many.
#[test]
fn questions_are_thought_to_cost_what_they_always_did() {
    let lines = QUESTIONS.iter().map(|question| {
        let engagement = asked(*question).engaged.engagement;
        let multiplied = least(1.0001, |work| engine::multiplied(&engagement, work).is_ok());
        let rolled = rolling(&engagement);
        format!("{multiplied} {rolled}: {} against {} {}", question.0, question.1, question.3)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// The least budget with which one trial is rolled, which is half of what one without any is refused for.
pub(super) fn rolling(engagement: &Engagement) -> String {
    let sampling = Sampling { trials: 1, work: 0.0, threads: Some(1), ..Sampling::default() };
    match engine::sample(engagement, &sampling) {
        Err(Refusal::Limit(limit)) if limit.name == "DICE_WORK" => format!("{:.2e}", limit.value as f64 / 2.0),
        other => format!("{:?}", other.map(|_| ())),
    }
}

/// `auto` multiplies out what is thought to cost no more than its budget, and rolls dice for the rest; a mixture shares it.
#[test]
fn auto_multiplies_within_its_budget_and_rolls_beyond() {
    let target = r#"40k: 6x "Guard" T5 W3 2+ 5+++; 10x "Body" T4 W2 4+; 2x "Big" T6 W6 3+ 4++; 1x 3A 3+/6/-1/2"#;
    let of = |models: u32, with| {
        let attacker = format!(r#"40k: {models}x 18" D6A 3+/9/-2/D6 [Sustained Hits 1]; T6 W4 3+"#);
        asked((&attacker, target, Phase::Shooting, with)).engaged.engagement
    };
    let rolls = |engagement: &Engagement| {
        let sampling = Sampling { trials: 1, threads: Some(1), ..Sampling::default() };
        let options = Options { method: Method::Auto, sampling };
        engine::run(engagement, &options, &|_| {}).expect("within every limit").fell_back
    };
    for (models, too_much) in [(1, false), (3, false), (120, true), (250, true)] {
        let plain = of(models, "");
        assert_eq!(engine::multiplied(&plain, AUTO_WORK).is_err(), too_much, "{models} models");
        assert_eq!(rolls(&plain), too_much, "{models} models");
    }
    // A die before the attack makes two attacks of it, and each has half of the budget.
    let plain = of(2, "");
    let cost = |engagement: &Engagement| -> f64 {
        least(1.0001, |work| engine::multiplied(engagement, work).is_ok()).parse().expect("a number")
    };
    let (one, both) = (cost(&plain), cost(&of(2, "+1 damage @50%")));
    assert!(both >= 1.99 * one, "{both} is not twice {one}");
}
