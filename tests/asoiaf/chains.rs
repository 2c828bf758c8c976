//! One attack after the other.

use super::{base, binomial, chain, fighters, target};
use crate::support::{attack, cases, damage, mistake, near, stage, unit, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::{self, Method, Options, Sampling};
use warodds::games::Phase;
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
        let sampling =
            Sampling { trials: u64::from(cases(1 << 17, 1 << 19)), seed: number as u64, ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("within every limit");
        let agreement = answer.agreement.expect("asked for");
        assert!(agreement.holds(), "{more:?}: {agreement:?}");
    }
}

/// ASOIAF-RANK: a unit that its first attack cost a rank makes the second with the ranks it has left.
#[test]
fn ranks_lost_between_two_attacks_of_one_unit() {
    let card = "game = \"asoiaf\"\nname = \"Outriders\"\ntray = \"infantry\"\nmodels = 10\ndefense = \"4+\"\nmorale = \"6+\"\n\
        [[attack]]\nname = \"Bows\"\ntype = \"short\"\nhit = \"4+\"\ndice = [8, 7, 6]\n\
        [[attack]]\nname = \"Spears\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 3]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let attacker = write("outriders.toml", card);
    let request = Request {
        then: vec![format!("combat:{attacker}")],
        attacker,
        defender: write("target.toml", &target("infantry", "4+", "6+", "wounds-per-model = 9")),
        phase: Some(Phase::Shooting),
        ..with(&["inside dangerous"])
    };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { method: Method::Both, sampling: Sampling { trials: 1 << 16, ..Sampling::default() } };
    let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
    assert!(answer.agreement.expect("asked for").holds());
    // Ten models stand in three ranks; after D3+1 wounds eight or fewer stand in two.
    near("attacks", stage(&answer.outcome, "attacks"), 8.0 + 5.0);
    // It suffers twice, and has ten models.
    near("price", answer.outcome.wounds_lost(Side::Attacker).mean(), 6.0);
}

/// Damage that an ability asks for is what is on the target when it is attacked.
#[test]
fn damage_asked_for_between_attacks() {
    let first = fighters("", "");
    let hard = "[[ability]]\nname = \"Shields\"\nwhen = [\"damage 1+\"]\neffects = [\"+1 to save\"]\n";
    let (plain, hard) = (target("infantry", "4+", "-", ""), target("infantry", "4+", "-", hard));
    let one = base(&[]);
    let fresh = damage(&attack(&first, &plain, &with(&[]))).at(0);
    // Once anything got through, hits are blocked on 3+ instead of 4+: a third of them pass instead of half.
    let hits = stage(&one, "hits");
    let mean = damage(&chain(&first, &first, &hard, &[])).mean();
    near("damage", mean, hits * 0.5 + hits * (fresh * 0.5 + (1.0 - fresh) / 3.0));
}
