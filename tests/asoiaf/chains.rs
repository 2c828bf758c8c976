//! One attack after the other.

use super::{base, binomial, chain, fighters, target};
use crate::support::{attack, damage, mistake, near, unit, with};
use warodds::ask::prepare_units;
use warodds::engine::{self, Method, Options, Sampling};
use warodds::sequence::Side;
use warodds::stats::Pmf;

/// ASOIAF-ATK-7 and ASOIAF-TOKEN: attacks one after the other on what is left.
#[test]
fn attacks_one_after_the_other() {
    let (first, target) = (fighters("", ""), target("infantry", "4+", "6+", ""));
    let both = chain(&first, &first, &target, &[]);
    let one = base(&[]);
    let sum = damage(&one).plus(damage(&one));
    for k in 0..=sum.max() {
        near(&format!("P(T = {k})"), damage(&both).at(k), sum.at(k));
    }
    near("P(destroyed)", both.destroyed(Side::Defender), sum.at_least(12));
}

/// ASOIAF-TOKEN: a token serves one roll. Its first use leaves nothing for the second attack.
#[test]
fn tokens_are_spent_once() {
    let first = fighters("", "");
    let target = target("infantry", "4+", "-", "");
    for turn in [&[][..], &["defender's turn"], &["reroll failed saves"], &["reroll failed saves", "defender's turn"]] {
        let of = |more: &[&str]| {
            let clauses: Vec<&str> = turn.iter().chain(more).copied().collect();
            attack(&first, &target, &with(&clauses))
        };
        // The token is spent on the first attack if that shows a block, on the second else.
        let both: Vec<&str> = turn.iter().copied().chain(["vulnerable"]).collect();
        let both = chain(&first, &first, &target, &both);
        let (plain, spent) = (of(&[]), of(&["vulnerable"]));
        // It stays where the roll that the enemy sees shows no block: after the own re-roll if that comes first.
        let again = turn.contains(&"reroll failed saves");
        let first_roll = if again && turn.contains(&"defender's turn") { 0.25 } else { 0.5 };
        let none_shown: f64 = (0..=6).map(|hits| binomial(6, hits) * f64::powi(first_roll, hits)).sum();
        let shown = 1.0 - none_shown;
        let second = shown * damage(&plain).mean() + none_shown * damage(&spent).mean();
        near(&format!("{turn:?}"), damage(&both).mean(), damage(&spent).mean() + second);
    }
}

/// Each of several attacks may be made in a situation of its own, and tokens come when they are said.
#[test]
fn attacks_in_situations_of_their_own() {
    let (first, target) = (fighters("", ""), target("infantry", "4+", "-", ""));
    let alone = |clauses: &[&str]| damage(&attack(&first, &target, &with(clauses))).clone();
    let both = |clauses: &[&str]| damage(&chain(&first, &first, &target, clauses)).clone();
    let same = |what: &str, ours: &Pmf, truth: &Pmf| {
        (0..=truth.max()).for_each(|k| near(&format!("{what}: {k}"), ours.at(k), truth.at(k)));
    };
    same("2: flank", &both(&["2: flank"]), &alone(&[]).plus(&alone(&["flank"])));
    same(
        "1 and 2",
        &both(&["1: charge", "2: rear, 2: attacker: +1 to hit"]),
        &alone(&["charge"]).plus(&alone(&["rear", "+1 to hit"])),
    );
    same("a token in between", &both(&["2: vulnerable"]), &alone(&[]).plus(&alone(&["vulnerable"])));
    same(
        "one for each",
        &both(&["vulnerable", "2: vulnerable"]),
        &alone(&["vulnerable"]).plus(&alone(&["vulnerable"])),
    );
    same("weakened once", &both(&["1: weakened"]), &alone(&["weakened"]).plus(&alone(&[])));
    let error = mistake(&first, &target, &with(&["2: flank"]));
    assert!(error.contains("from 1 to 1"), "{error}");
}

/// Both engines agree on a chain in which tokens, both players' re-rolls and the attackers' own wounds hang together.
#[test]
fn both_engines_read_chains_alike() {
    let (first, second) = (fighters("", "abilities = [\"Vicious\"]"), fighters("models = 9", ""));
    let target = target("infantry", "4+", "7+", "wounds-per-model = 2");
    let everything =
        ["vulnerable", "panicked", "weakened", "charge", "reroll failed saves", "reroll morale", "extra 1 hits on 6"];
    for (number, more) in
        [&[][..], &["defender's turn"], &["crossed dangerous"], &["objective b", "flank"]].into_iter().enumerate()
    {
        // Attackers that suffer are bodies of their own, and the exact engine has to follow all of them together.
        let (attackers, asked) = if number < 2 { (3, everything.len()) } else { (2, 2) };
        let clauses: Vec<&str> = everything.into_iter().take(asked).chain(more.iter().copied()).collect();
        let units = [(unit(&first), None), (unit(&second), None), (unit(&first), None)];
        let units = &units[..attackers];
        let prepared = prepare_units(units, &(unit(&target), None), &with(&clauses)).expect("right");
        let sampling = Sampling { trials: 1 << 19, seed: number as u64, ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("within every limit");
        let agreement = answer.agreement.expect("asked for");
        assert!(agreement.holds(), "{more:?}: {agreement:?}");
    }
}
