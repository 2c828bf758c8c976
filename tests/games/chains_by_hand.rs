//! A chain of attacks against the same attacks carried from one to the next by hand.
//!
//! For every number of points that the first attack can leave on the target, a profile is written of what is left, and the
//! second unit attacks that by itself. The chain must say the same; it shares neither text nor state with these.

use crate::support::{attack, forty_k, gun, near, sigmar, squad, target, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Method, Options, Outcome, Sampling, run};
use warodds::games::Phase;
use warodds::sequence::Side;

/// The chain, in which both engines agree.
fn chained(first: &str, second: &str, defender: &str, request: &Request) -> Outcome {
    let units = [(unit(first), None), (unit(second), None)];
    let prepared = prepare_units(&units, &(unit(defender), None), request).unwrap_or_else(|error| panic!("{error}"));
    let sampling = Sampling { trials: 1 << 15, seed: 5, ..Sampling::default() };
    let answer = run(&prepared.engaged.engagement, &Options { method: Method::Both, sampling }, &|_| {});
    let answer = answer.expect("not too large");
    assert!(answer.agreement.expect("asked for").holds(), "{first}\n{second}\n{defender}");
    answer.outcome
}

/// P(so many points are lost in all), each outcome of the first attack carried into the second.
fn by_hand(
    first: &str,
    second: &str,
    [models, health]: [u32; 2],
    write: impl Fn(u32) -> String,
    request: &Request,
) -> Vec<f64> {
    let whole = (models * health) as usize;
    let mut law = vec![0.0; whole + 1];
    let before = attack(first, &write(models), request).wounds_lost(Side::Defender);
    for lost in 0..=whole {
        let p = before.at(lost);
        if p == 0.0 {
            continue;
        }
        if lost == whole {
            law[whole] += p;
            continue;
        }
        let (left, damage) = (models - lost as u32 / health, lost as u32 % health);
        let mut set = request.clone();
        set.set.push(format!("defender.damage={damage}"));
        let after = attack(second, &write(left), &set).wounds_lost(Side::Defender);
        (0..=whole - lost).for_each(|more| law[lost + more] += p * after.at(more));
    }
    law
}

fn same(what: &str, chain: &Outcome, law: &[f64]) {
    let lost = chain.wounds_lost(Side::Defender);
    law.iter().enumerate().for_each(|(k, p)| near(&format!("{what}: {k} lost"), lost.at(k), *p));
}

/// Attackers that ask whether the target is damaged, and targets that harden.
#[test]
fn age_of_sigmar() {
    let asks =
        |effect: &str| format!("[[ability]]\nname = \"Hunter\"\nwhen = [\"target damaged\"]\neffects = [{effect}]\n");
    let shell = "[[ability]]\nname = \"Shell\"\nwhen = [\"damage 2+\"]\neffects = [\"ward 4+\", \"+1 to save\"]\n";
    for models in [1, 2, 5] {
        for health in [1, 2, 3] {
            for effect in ["\"+1 to hit\"", "\"+2 attacks\", \"+1 rend\"", "\"Crit (Mortal)\"", "\"2 mortal damage\""] {
                for more in ["", shell] {
                    let first = sigmar(2, "attacks = 2\nhit = \"4+\"\nwound = \"3+\"\ndamage = \"D3\"");
                    let second =
                        sigmar(3, "attacks = 1\nhit = \"4+\"\nwound = \"3+\"\nrend = 1\ndamage = 2") + &asks(effect);
                    let write = |models| target(models, health, "5+", more);
                    let law = by_hand(&first, &second, [models, health], write, &with(&[]));
                    let chain = chained(&first, &second, &write(models), &with(&[]));
                    same(&format!("{models} of {health}, {effect}, {more}"), &chain, &law);
                }
            }
        }
    }
}

/// Blast, which counts models, and damage that spills or not.
#[test]
fn warhammer_40k() {
    let request = Request { phase: Some(Phase::Shooting), ..with(&["half range"]) };
    for (models, wounds) in [(1, 6), (6, 1), (11, 1), (5, 2), (10, 2)] {
        for abilities in [
            "\"Blast\"", "\"Blast\", \"Devastating Wounds\"", "\"Blast\", \"Sustained Hits 1\"",
            "\"Torrent\", \"Blast\"",
        ] {
            let first = forty_k(&gun(3, "2 3+ 5 -1 D3", "\"Lethal Hits\""));
            let second = forty_k(&gun(2, "D3 4+ 4 -1 2", abilities));
            let write = |models| squad(models, 4, "4+", wounds, "feel-no-pain = \"6+\"");
            let law = by_hand(&first, &second, [models, wounds], write, &request);
            same(
                &format!("{models} of {wounds}, {abilities}"),
                &chained(&first, &second, &write(models), &request),
                &law,
            );
        }
    }
}
