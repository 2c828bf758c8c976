//! What a die or a percentage decides before the attack: the answer is the mixture of what may come about.

use crate::support::{
    attack, damage, forty_k, gun, is, mistake, near, prepared, sigmar, squad, stage, target, unit, warcry, with,
};
use warodds::ask::{Prepared, Request, prepare_units};
use warodds::engine::{Method, Options, Outcome, Sampling, exact, run};
use warodds::games::Phase;
use warodds::sequence::Side;

const BLADE: &str = "attacks = 4\nhit = \"4+\"\nwound = \"3+\"\nrend = 1\ndamage = \"D3\"";

fn asoiaf(more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Swords\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{more}\n"
    )
}

/// An attacker and a defender of each game, something that helps the attack there, and something else.
fn games() -> [(String, String, [&'static str; 2]); 4] {
    [
        (sigmar(3, BLADE), target(4, 2, "4+", ""), ["+1 to hit", "+1 attacks"]),
        (forty_k(&gun(2, "3 4+ 5 -1 2", "")), squad(4, 4, "3+", 2, ""), ["reroll failed wounds", "Lethal Hits"]),
        (asoiaf(""), asoiaf(""), ["+1 to hit", "2 automatic hits"]),
        (warcry::fighter(20, 1, "4 4 2/4", ""), warcry::target(4, 20, ""), ["+1 strength", "reroll hits of 1"]),
    ]
}

fn entry(effects: &str) -> String {
    format!("[[ability]]\nname = \"Omen\"\neffects = [{effects}]\n")
}

/// Whether an outcome is the mixture of others, in every total, every state and every stage.
#[track_caller]
fn is_mixture(what: &str, mixed: &Outcome, parts: &[(f64, &Outcome)]) {
    // Of parts that are alike every mixture is the same, and nothing below could fail.
    let seen = |outcome: &Outcome| (outcome.wounds_lost(Side::Defender).mean(), outcome.stages[0].moments.mean);
    let differs = |(_, part): &(f64, &Outcome)| {
        let ((lost, attacks), (mixed_lost, mixed_attacks)) = (seen(part), seen(mixed));
        (lost - mixed_lost).abs() > 1e-3 || (attacks - mixed_attacks).abs() > 1e-3
    };
    assert!(parts.iter().all(differs), "{what}: a part is like the whole");
    for (name, total) in &mixed.totals {
        let part = |k: usize| {
            parts.iter().map(|(weight, part)| weight * part.total(name).map_or(0.0, |pmf| pmf.at(k))).sum::<f64>()
        };
        let longest =
            parts.iter().filter_map(|(_, part)| part.total(name)).map(warodds::stats::Pmf::max).max().unwrap_or(0);
        (0..=longest).for_each(|k| near(&format!("{what}: {name} = {k}"), total.at(k), part(k)));
    }
    for side in [Side::Defender, Side::Attacker] {
        let (lost, slain) = (mixed.wounds_lost(side), mixed.slain(side));
        for k in 0..=lost.max() {
            let (mut losing, mut falling) = (0.0, 0.0);
            for (weight, part) in parts {
                losing += weight * part.wounds_lost(side).at(k);
                falling += weight * part.slain(side).at(k);
            }
            near(&format!("{what}: {k} lost by {side:?}"), lost.at(k), losing);
            near(&format!("{what}: {k} slain of {side:?}"), slain.at(k), falling);
        }
        let gone = parts.iter().map(|(weight, part)| weight * part.destroyed(side)).sum();
        near(&format!("{what}: {side:?} destroyed"), mixed.destroyed(side), gone);
    }
    let own = |outcome: &Outcome, place: usize| outcome.stages[place].moments;
    for (place, stage) in mixed.stages.iter().enumerate() {
        let mean: f64 = parts.iter().map(|(weight, part)| weight * own(part, place).mean).sum();
        let square =
            |(weight, part): &(f64, &Outcome)| weight * (own(part, place).variance + own(part, place).mean.powi(2));
        let squares: f64 = parts.iter().map(square).sum();
        near(&format!("{what}: mean {}", stage.name), stage.moments.mean, mean);
        assert!((stage.moments.variance - (squares - mean * mean)).abs() < 1e-10, "{what}: spread of {}", stage.name);
    }
}

/// One model, one attack that hits on 4+, wounds on 4+ and is not saved; on a 3+ it hits on 3+.
/// P(damage) = 1/3 · 1/4 + 2/3 · 1/3 = 11/36.
#[test]
fn an_effect_on_a_die_is_counted_by_hand() {
    let one = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1") + &entry("\"3+: +1 to hit\"");
    is("damage", damage(&attack(&one, &target(5, 1, "-", ""), &with(&[]))), 36.0, &[(0, 25.0), (1, 11.0)]);
}

/// One entry rolls one die: on 2 to 5 one more attack, on 6 two more and never none with the second alone.
/// Attacks 1, 2, 3 with 1/6, 4/6, 1/6; each does a point one time in four.
#[test]
fn the_effects_of_one_entry_read_one_die() {
    let one = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        + &entry("\"2+: +1 attacks\", \"6+: +1 attacks\"");
    let outcome = attack(&one, &target(5, 1, "-", ""), &with(&[]));
    near("attacks", stage(&outcome, "attacks"), 2.0);
    let none = (0.75 + 4.0 * 0.75f64.powi(2) + 0.75f64.powi(3)) / 6.0;
    near("no damage", damage(&outcome).at(0), none);
    let moments = outcome.stages[0].moments;
    near("their spread", moments.variance, (1.0 + 0.0 + 1.0) / 6.0);
}

#[test]
fn a_percentage_mixes_the_answers_with_and_without_in_every_game() {
    for (attacker, defender, [help, _]) in games() {
        let [plain, helped] = [&[][..], &[help]].map(|said| attack(&attacker, &defender, &with(said)));
        let mixed = attack(&attacker, &defender, &with(&[&format!("{help} @70%")]));
        is_mixture(help, &mixed, &[(0.3, &plain), (0.7, &helped)]);
    }
}

#[test]
fn an_entry_on_a_die_mixes_the_answers_with_and_without_in_every_game() {
    for (attacker, defender, [help, _]) in games() {
        let [plain, helped] = [&[][..], &[help]].map(|said| attack(&attacker, &defender, &with(said)));
        let mixed = attack(&(attacker.clone() + &entry(&format!("\"3+: {help}\""))), &defender, &with(&[]));
        is_mixture(help, &mixed, &[(2.0 / 6.0, &plain), (4.0 / 6.0, &helped)]);
        let said = attack(&attacker, &defender, &with(&[&format!("3+: {help}")]));
        is_mixture(help, &said, &[(2.0 / 6.0, &plain), (4.0 / 6.0, &helped)]);
    }
}

#[test]
fn an_entry_of_the_defender_rolls_its_die_too() {
    let (attacker, curse) =
        (sigmar(3, BLADE), "[[ability]]\nname = \"Mist\"\nagainst = true\neffects = [\"4+: -1 to hit\"]\n");
    let [plain, cursed] = [&[][..], &["-1 to hit"]].map(|said| attack(&attacker, &target(4, 2, "4+", ""), &with(said)));
    let mixed = attack(&attacker, &target(4, 2, "4+", curse), &with(&[]));
    is_mixture("against", &mixed, &[(0.5, &plain), (0.5, &cursed)]);
    let ward = "[[ability]]\nname = \"Ward\"\neffects = [\"5+: ward 4+\"]\n";
    let warded = attack(&attacker, &target(4, 2, "4+", ""), &with(&["ward 4+"]));
    let mixed = attack(&attacker, &target(4, 2, "4+", ward), &with(&[]));
    is_mixture("a ward", &mixed, &[(4.0 / 6.0, &plain), (2.0 / 6.0, &warded)]);
}

/// Three chances at once: eight answers, each with its weight.
#[test]
fn three_chances_are_independent() {
    for (attacker, defender, [help, more]) in games() {
        let unlucky = attacker.clone() + &entry(&format!("\"4+: {more}\""));
        let third = if attacker.contains("warcry") { "+1 critical damage" } else { "reroll hits of 1" };
        let mixed = attack(&unlucky, &defender, &with(&[&format!("{help} @25%"), &format!("{third} @90%")]));
        let mut parts = Vec::new();
        for way in 0..8 {
            let said: Vec<&str> = [help, more, third]
                .into_iter()
                .enumerate()
                .filter(|(place, _)| way >> place & 1 == 1)
                .map(|(_, text)| text)
                .collect();
            let weight = [0.25, 0.5, 0.9]
                .into_iter()
                .enumerate()
                .map(|(place, p)| if way >> place & 1 == 1 { p } else { 1.0 - p })
                .product::<f64>();
            parts.push((weight, attack(&attacker, &defender, &with(&said))));
        }
        is_mixture(help, &mixed, &parts.iter().map(|(weight, part)| (*weight, part)).collect::<Vec<_>>());
    }
}

#[test]
fn chances_of_nothing_and_of_everything_are_plain_answers_bit_for_bit() {
    for (attacker, defender, [help, more]) in games() {
        let tables = |said: &[&str]| prepared(&attacker, &defender, &with(said)).expect("right").engaged.engagement;
        assert_eq!(tables(&[&format!("{help} @100%"), &format!("{more}@0%")]), tables(&[help]));
        assert_eq!(tables(&[&format!("{help} @0%")]), tables(&[]));
    }
}

/// A situation that changes nothing is no mixture.
#[test]
fn what_changes_nothing_is_not_mixed_and_is_told() {
    let prepared = prepared(&sigmar(3, BLADE), &target(4, 2, "4+", ""), &with(&["charged @50%"])).expect("right");
    assert!(prepared.engaged.engagement.mixture.is_empty() && prepared.engaged.uncertain.is_empty());
    assert!(prepared.notes.iter().any(|note| note.contains("`charged` changes nothing")), "{:?}", prepared.notes);
}

/// Each attack of a chain rolls a die of its own: by hand from the four ways in which two dice fall.
#[test]
fn each_attack_of_a_chain_rolls_its_own_die() {
    let plain = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let omen = plain.clone() + &entry("\"4+: +1 to hit\"");
    let both =
        prepare_units(&[(unit(&omen), None), (unit(&omen), None)], &(unit(&target(5, 1, "-", "")), None), &with(&[]));
    let both = both.expect("right");
    assert_eq!(both.engaged.uncertain.len(), 2);
    let outcome = exact(&both.engaged.engagement).expect("small");
    // Each alone does its point with (1/4 + 1/3) / 2 = 7/24.
    is("damage", damage(&outcome), 576.0, &[(0, 289.0), (1, 2.0 * 7.0 * 17.0), (2, 49.0)]);
    let said = prepare_units(
        &[(unit(&plain), None), (unit(&plain), None)],
        &(unit(&target(5, 1, "-", "")), None),
        &with(&["+1 to hit @50%"]),
    );
    let outcome = exact(&said.expect("right").engaged.engagement).expect("small");
    is("damage", damage(&outcome), 576.0, &[(0, 289.0), (1, 2.0 * 7.0 * 17.0), (2, 49.0)]);
}

fn sampled(prepared: &Prepared, method: Method, threads: usize, until: Option<f64>) -> warodds::engine::Answer {
    let sampling = Sampling { trials: 1 << 16, seed: 11, threads: Some(threads), until, ..Sampling::default() };
    run(&prepared.engaged.engagement, &Options { method, sampling }, &|_| {}).expect("within every limit")
}

#[test]
fn dice_agree_with_the_exact_mixture_in_every_game() {
    for (attacker, defender, [help, more]) in games() {
        let request = with(&[&format!("{help} @35%"), &format!("3+: {more}")]);
        let prepared = prepared(&attacker, &defender, &request).expect("right");
        assert_eq!(prepared.engaged.engagement.mixture.len(), 4);
        let answer = sampled(&prepared, Method::Both, 1, None);
        let agreement = answer.agreement.expect("both");
        assert!(agreement.holds(), "{help}: {agreement:?}");
        assert!(agreement.metrics.iter().all(|metric| metric.p > 0.001), "{help}: {:?}", agreement.metrics);
        assert_eq!(answer.sampled.expect("both").trials, Some(1 << 16));
    }
}

#[test]
fn a_mixture_is_rolled_alike_whatever_the_threads() {
    let (attacker, defender, [help, more]) = games()[1].clone();
    let prepared =
        prepared(&attacker, &defender, &with(&[&format!("{help} @35%"), &format!("3+: {more}")])).expect("right");
    for until in [None, Some(0.2)] {
        let [one, three] = [1, 3].map(|threads| sampled(&prepared, Method::Sampled, threads, until).outcome);
        assert_eq!((one.trials, &one.totals), (three.trials, &three.totals));
        assert_eq!(one.stages, three.stages);
    }
}

/// A body of the attacker that only some ways have is unhurt in the others: Hazardous on a 4+.
#[test]
fn who_can_be_hurt_in_some_ways_only_is_unhurt_in_the_others() {
    let weapon = gun(2, "3 4+ 5 -1 2", "");
    let (plain, hazard) = (forty_k(&weapon), forty_k(&gun(2, "3 4+ 5 -1 2", "\"Hazardous\"")));
    let mixed = attack(&(plain.clone() + &entry("\"4+: Hazardous\"")), &squad(4, 4, "3+", 2, ""), &with(&[]));
    let [plain, hazard] = [plain, hazard].map(|text| attack(&text, &squad(4, 4, "3+", 2, ""), &with(&[])));
    let lost = |outcome: &Outcome| outcome.wounds_lost(Side::Attacker);
    near("all the same", lost(&mixed).at(0), 0.5 + 0.5 * lost(&hazard).at(0));
    near(
        "and its target",
        mixed.destroyed(Side::Defender),
        0.5 * (plain.destroyed(Side::Defender) + hazard.destroyed(Side::Defender)),
    );
}

/// The best profile is judged over the mixture: against a die that decides about one of them.
#[test]
fn the_best_of_several_profiles_is_judged_over_the_mixture() {
    let weapon = |name: &str, attacks: u32| {
        format!(
            "[[weapon]]\nname = \"{name}\"\none-of = \"plasma\"\nattacks = {attacks}\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n"
        )
    };
    let unit = |on: u32| {
        format!(
            "game = \"age-of-sigmar\"\nname = \"A\"\nmodels = 1\nhealth = 1\nsave = \"-\"\n{}{}",
            weapon("Even", 4),
            weapon("Odd", 2)
        ) + &format!("[[ability]]\nname = \"Surge\"\nweapons = [\"Odd\"]\neffects = [\"{on}+: +4 attacks\"]\n")
    };
    let best = |on: u32| {
        let request = Request { weapons: vec!["best".into()], ..with(&[]) };
        prepared(&unit(on), &target(9, 1, "-", ""), &request).expect("right").notes.join("\n")
    };
    // On a 3+ it makes 2 + 4 · 2/3 attacks, more than 4; on a 5+ only 2 + 4 · 1/3.
    assert!(best(3).contains("which profile: Odd"), "{}", best(3));
    assert!(best(5).contains("which profile: Even"), "{}", best(5));
}

#[test]
fn too_many_ways_are_refused_by_the_name_of_the_limit() {
    let many: String =
        (0..9).map(|n| format!("[[ability]]\nname = \"Omen {n}\"\neffects = [\"4+: +1 attacks\"]\n")).collect();
    let text = mistake(&(sigmar(1, BLADE) + &many), &target(5, 1, "-", ""), &with(&[]));
    assert!(text.contains("512; the limit is 256 (MAX_ALTERNATIVES)"), "{text}");
}

#[test]
fn what_a_die_can_neither_fail_nor_reach_is_a_mistake() {
    for (on, word) in [("1+", "always"), ("7+", "never"), ("0+", "always")] {
        let text =
            mistake(&(sigmar(1, BLADE) + &entry(&format!("\"{on}: +1 attacks\""))), &target(5, 1, "-", ""), &with(&[]));
        assert!(text.contains(&format!("a die {word} shows {} or more", on.trim_end_matches('+'))), "{text}");
    }
    let heal = "[[ability]]\nname = \"Mend\"\neffects = [\"3+: heal D3\"]\n";
    let text = mistake(&sigmar(1, BLADE), &target(5, 2, "-", heal), &with(&[]));
    assert!(text.contains("what the target gets back"), "{text}");
}

/// A chance of Precision: the characters of an attached unit are a body of their own whether it comes about or not.
#[test]
fn a_chance_of_precision_keeps_the_bodies_of_an_attached_unit() {
    let request = |said: &[&str]| Request {
        attacker: "eliminator-squad".into(),
        defender: "captain+intercessor-squad".into(),
        phase: Some(Phase::Shooting),
        ..with(said)
    };
    let answer = |said: &[&str]| {
        let prepared = warodds::ask::prepare(&request(said)).expect("right");
        exact(&prepared.engaged.engagement).expect("small")
    };
    let [plain, more] = [&[][..], &["+1 attacks"]].map(answer);
    is_mixture("an attached unit", &answer(&["+1 attacks @40%"]), &[(0.6, &plain), (0.4, &more)]);
}

/// Whether the target has a token is drawn once, for both attacks.
#[test]
fn a_chance_of_a_token_is_drawn_once_for_all_attacks() {
    let (fighters, target) = (asoiaf(""), asoiaf(""));
    let both = |clauses: &[&str]| {
        let attackers = [(unit(&fighters), None), (unit(&fighters), None)];
        let prepared = prepare_units(&attackers, &(unit(&target), None), &with(clauses));
        exact(&prepared.unwrap_or_else(|error| panic!("{error}")).engaged.engagement).expect("small")
    };
    let (without, vulnerable) = (both(&[]), both(&["vulnerable"]));
    is_mixture("a token", &both(&["vulnerable @30%"]), &[(0.7, &without), (0.3, &vulnerable)]);
}

/// What is told while a mixture is rolled ends with all trials, and never goes back.
#[test]
fn progress_of_a_mixture_ends_with_all_trials() {
    let prepared = prepared(&sigmar(3, BLADE), &target(4, 2, "4+", ""), &with(&["+1 to hit @50%"])).expect("right");
    let (told, trials) = (std::sync::Mutex::new(Vec::new()), 200_000);
    let options = Options { method: Method::Sampled, sampling: Sampling { trials, ..Sampling::default() } };
    let answer = run(&prepared.engaged.engagement, &options, &|done| told.lock().expect("one by one").push(done));
    assert_eq!(answer.expect("rolled").outcome.trials, Some(trials));
    let told = told.into_inner().expect("one by one");
    assert_eq!(told.iter().max(), Some(&trials));
}

/// What is told of every way is told once; several attacks say which of them has come about in which.
#[test]
fn what_is_told_of_each_way_is_told_once() {
    let two = sigmar(3, &format!("count = 2\n{BLADE}"));
    let notes = |clauses: &[&str]| prepared(&two, &target(4, 2, "4+", ""), &with(clauses)).expect("right").notes;
    assert_eq!(notes(&[]), ["1 of 3 models of Attacker has no melee weapon"]);
    assert_eq!(notes(&["+1 to hit @50%"]), notes(&[]));
    let chances = |attackers: usize, clause: &str| {
        let attackers: Vec<_> = (0..attackers).map(|_| (unit(&sigmar(3, BLADE)), None)).collect();
        let it = prepare_units(&attackers, &(unit(&target(4, 2, "4+", "")), None), &with(&[clause]));
        let it = it.unwrap_or_else(|error| panic!("{error}"));
        it.engaged.engagement.mixture.iter().map(|part| part.what.clone()).collect::<Vec<_>>()
    };
    assert_eq!(chances(1, "+1 to hit @50%"), ["without +1 to hit", "with +1 to hit"]);
    let both = chances(2, "+1 to hit @50%");
    assert_eq!(both.len(), 4);
    assert_eq!(both[0], "without +1 to hit in attack 1, without +1 to hit in attack 2");
    assert_eq!(both[3], "with +1 to hit in attack 1, with +1 to hit in attack 2");
}

/// A chance is a die in front or a percentage behind; both together are multiplied. What is neither is told.
#[test]
fn a_chance_stands_in_front_as_a_die_or_behind_as_a_percentage() {
    let asked = |text: &str| prepared(&sigmar(3, BLADE), &target(4, 2, "4+", ""), &with(&[text]));
    for (text, chance) in [
        ("+1 to hit @70%", 0.7),
        ("+1 to hit@ 50 %", 0.5),
        ("attacker: 4+: +1 to hit", 0.5),
        ("3+: +1 to hit @50%", 4.0 / 6.0 * 50.0 / 100.0),
    ] {
        let mixture = asked(text).unwrap_or_else(|error| panic!("{text}: {error}")).engaged.engagement.mixture;
        let weights: Vec<f64> = mixture.iter().map(|part| part.weight).collect();
        assert!(weights.iter().any(|weight| (weight - chance).abs() < 1e-15), "{text}: {weights:?}");
    }
    for wrong in ["cover @", "cover @70", "cover @101%", "cover @-1%", "cover @NaN%", "1+: +1 to hit", "7+: cover"] {
        assert!(asked(wrong).is_err(), "{wrong}");
    }
}
