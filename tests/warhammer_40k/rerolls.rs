//! Single re-rolls chosen after a batch was seen (W40K-REROLL-ONE-OF-BATCH, W40K-STRAT-COMMAND-REROLL), the order of
//! weapons, and what a player may choose.

use warodds::ask::Request;
use warodds::engine::{Sampling, sample};
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{agreed, attack, damage, forty_k, gun, is, mistake, near, squad, stage, with};

const COMMAND: &str = "command re-roll";

fn command(roll: &str, clauses: &[&str]) -> Request {
    let mut all = vec![COMMAND];
    all.extend_from_slice(clauses);
    Request { rulings: vec![format!("command-reroll={roll}")], ..with(&all) }
}

/// With N dice of chance p: S successes, and one more die if S < N.
fn batch(n: i32, p: f64) -> f64 {
    f64::from(n) * p + (1.0 - p.powi(n)) * p
}

#[test]
fn w40k_reroll_one_of_batch() {
    for n in [1, 2, 5] {
        let gun = forty_k(&gun(n as u32, "1 4+ 4 0 1", ""));
        let outcome = attack(&gun, &squad(20, 4, "-", 1, ""), &with(&["reroll one hit"]));
        near("hits", stage(&outcome, "hits"), batch(n, 0.5));
    }
    // The whole distribution for two dice of 1/2: 0 successes twice fail and the third fails; 1 then fails or not.
    let two = forty_k(&gun(2, "1 4+ 8 0 1", ""));
    let outcome = attack(&two, &squad(20, 4, "-", 1, ""), &with(&["reroll one hit", "wounds on 2+"]));
    // Hits 0, 1, 2 of 8: 1, 3, 4; each wounds on 5/6.
    let hit = [1.0 / 8.0, 3.0 / 8.0, 4.0 / 8.0];
    near("both", damage(&outcome).at(2), hit[2] * 25.0 / 36.0);
    near("one", damage(&outcome).at(1), hit[1] * 5.0 / 6.0 + hit[2] * 10.0 / 36.0);
}

/// One die for the whole unit, not one for each weapon.
#[test]
fn one_die_of_the_whole_activation() {
    let two = forty_k(&format!("{}\n{}", gun(1, "1 4+ 4 0 1", ""), gun(1, "1 3+ 5 0 1", "").replace("Gun", "Other")));
    let outcome = attack(&two, &squad(20, 4, "-", 1, ""), &with(&["reroll one hit"]));
    // The first weapon fails in half of the cases and takes it; else the second may.
    near("hits", stage(&outcome, "hits"), 0.5 + 0.25 + 2.0 / 3.0 + 0.5 * (1.0 / 3.0) * (2.0 / 3.0));
}

/// A die that a rule rolls again is not rolled a second time (W40K-REROLL).
#[test]
fn w40k_reroll() {
    let gun = forty_k(&gun(1, "1 4+ 4 0 1", ""));
    let hits = |clauses: &[&str]| stage(&attack(&gun, &squad(20, 4, "-", 1, ""), &with(clauses)), "hits");
    near("ones", hits(&["reroll hits of 1"]), 0.5 + 0.5 / 6.0);
    // 2 and 3 may be chosen, a 1 was rolled again already.
    near("ones and one die", hits(&["reroll hits of 1", "reroll one hit"]), 0.5 + 0.5 / 6.0 + 0.5 * 2.0 / 6.0);
    near("failures and one die", hits(&["reroll failed hits", "reroll one hit"]), 0.75);
}

#[test]
fn w40k_strat_command_reroll() {
    let gun = forty_k(&gun(1, "D6 4+ 4 0 D6", ""));
    let target = squad(20, 4, "5+", 1, "");
    let plain = attack(&gun, &target, &with(&[]));
    near("plain", stage(&plain, "attacks"), 3.5);
    near("attacks: 1 to 3 again", stage(&attack(&gun, &target, &command("attacks", &[])), "attacks"), 4.25);
    let hits = attack(&gun, &target, &command("hit", &[]));
    // A number of attacks from 1 to 6, one of the failed ones rolled again.
    let mean: f64 = (1..=6).map(|n| batch(n, 0.5) / 6.0).sum();
    near("hits", stage(&hits, "hits"), mean);
    let wounds = attack(&gun, &target, &command("wound", &[]));
    let none: f64 = (1..=6).map(|n| 0.75f64.powi(n) / 6.0).sum();
    // Some hit that did not wound: not every hit wounded.
    near("wounds", stage(&wounds, "wounds"), 3.5 / 4.0 + 0.5 * (1.0 - none));
    assert!(mistake(&gun, &target, &command("charge", &[])).contains("not a reading"), "a charge is another question");
}

/// The first damage roll again if it is 1, 2 or 3: 4.25 on average.
#[test]
fn w40k_strat_command_reroll_damage() {
    let gun = forty_k(&gun(1, "1 N/A 8 0 D6", "\"Torrent\""));
    let outcome = attack(&gun, &squad(1, 4, "-", 20, ""), &command("damage", &["wounds on 2+"]));
    let row: Vec<(usize, f64)> =
        [(0, 12.0), (1, 5.0), (2, 5.0), (3, 5.0), (4, 15.0), (5, 15.0), (6, 15.0)].into_iter().collect();
    is("D6", damage(&outcome), 72.0, &row);
    // 2D6 are rolled again as a whole: below 7, which is 15 of 36.
    let two = gun.replace("\"D6\"", "\"2D6\"");
    let outcome = attack(&two, &squad(1, 4, "-", 20, ""), &command("damage", &["wounds on 2+"]));
    near("2D6 is 12", damage(&outcome).at(12), 5.0 / 6.0 * (1.0 / 36.0 + 15.0 / 36.0 / 36.0));
    near("2D6 is 2", damage(&outcome).at(2), 5.0 / 6.0 * (15.0 / 36.0 / 36.0));
}

/// The target's Command Re-roll saves one failed save.
#[test]
fn w40k_strat_command_reroll_save() {
    let gun = forty_k(&gun(3, "1 N/A 8 0 1", "\"Torrent\""));
    let target = squad(20, 4, "4+", 1, "");
    let unsaved = |clauses: &[&str]| {
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        stage(&attack(&gun, &target, &with(&all)), "unsaved")
    };
    let fails = 5.0 / 12.0f64;
    let some = 1.0 - (1.0 - fails).powi(3);
    near("plain", unsaved(&[]), 3.0 * fails);
    for clause in ["target command re-roll", "defender:command re-roll", "reroll one save"] {
        near(clause, unsaved(&[clause]), 3.0 * fails - 0.5 * some);
    }
    // The first failed save is ignored, another one rolled again.
    let two = 1.0 - (1.0 - fails).powi(3) - 3.0 * fails * (1.0 - fails).powi(2);
    near("both", unsaved(&["ignore first failed save", "reroll one save"]), 3.0 * fails - some - 0.5 * two);
    let mixed =
        squad(5, 4, "4+", 1, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 1");
    let error = mistake(&gun, &mixed, &with(&["reroll one save", "target command re-roll"]));
    assert!(error.contains("several rules"), "{error}");
}

#[test]
fn w40k_strat_command_reroll_hazardous() {
    let gun = forty_k(&gun(1, "1 4+ 4 0 1", "\"Hazardous\""));
    let outcome = attack(&gun, &squad(1, 4, "-", 1, ""), &command("hazardous", &[]));
    near("1 and 1 again", outcome.destroyed(Side::Attacker), 1.0 / 36.0);
}

/// A hit that missed is rolled again, else a wound roll that failed.
#[test]
fn w40k_strat_command_reroll_best() {
    let gun = forty_k(&gun(1, "1 2+ 4 0 1", ""));
    let target = squad(1, 4, "-", 1, "");
    let gone = attack(&gun, &target, &command("best", &[])).destroyed(Side::Defender);
    near("wounds", gone, 5.0 / 6.0 * 0.75 + 1.0 / 6.0 * 5.0 / 6.0 * 0.5);
}

/// W40K-ATTACK-ORDER: the order decides what a big blow meets; the best is found.
#[test]
fn w40k_attack_order() {
    let small = gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Small");
    let big = gun(1, "1 N/A 8 0 2", "\"Torrent\"").replace("Gun", "Big");
    let both = forty_k(&format!("{small}\n{big}"));
    // One model of 1 Wound, then one of 3: the small one first leaves the big one to waste nothing.
    let target = squad(1, 4, "-", 1, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 2");
    let destroyed = |order: &[&str]| {
        let order = order.iter().map(|name| (*name).to_owned()).collect();
        attack(&both, &target, &Request { order, ..with(&["wounds on 2+"]) }).destroyed(Side::Defender)
    };
    let sure = (5.0f64 / 6.0).powi(2);
    near("file order", destroyed(&[]), sure);
    near("the big one first", destroyed(&["Big"]), 0.0);
    near("best", destroyed(&["best"]), sure);
    let other = forty_k(&format!("{big}\n{small}"));
    let order = vec!["best".to_owned()];
    near(
        "best, the other way round in the file",
        attack(&other, &target, &Request { order, ..with(&["wounds on 2+"]) }).destroyed(Side::Defender),
        sure,
    );
}

/// Of several rolls for a number of attacks the lowest is rolled again, if it is below the average of its die.
#[test]
fn one_number_of_attacks_is_rolled_again() {
    let attacks = |count: u32, line: &str| {
        let gun = forty_k(&gun(count, line, "\"Torrent\""));
        stage(&attack(&gun, &squad(20, 4, "-", 1, ""), &with(&["reroll one attacks"])), "attacks")
    };
    // 1, 2 and 3 become 3.5; 4, 5 and 6 stay.
    near("a D6", attacks(1, "D6 N/A 8 0 1"), 4.25);
    // 1 becomes 2; 2 is the average.
    near("a D3", attacks(1, "D3 N/A 8 0 1"), 7.0 / 3.0);
    near("a D6 and two more", attacks(1, "D6+2 N/A 8 0 1"), 6.25);
    let pairs = (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| (one.min(two), one.max(two))));
    let kept = pairs.map(|(low, high)| f64::from(high) + if low <= 3 { 3.5 } else { f64::from(low) }).sum::<f64>();
    near("the lower of two", attacks(2, "D6 N/A 8 0 1"), kept / 36.0);
}

/// Each of thirty groups rolls other saves again: who stands first decides what every attack meets, counted model by model.
#[test]
fn many_groups_roll_their_own_saves_again() {
    const GROUPS: usize = 30;
    let save = |group: usize| 3 + group % 4;
    let group = |group: usize| {
        format!(
            "[[model]]\nname = \"Model {group}\"\ncount = 1\ntoughness = 4\nsave = \"{}+\"\nwounds = 1\n",
            save(group)
        )
    };
    let groups: String = (0..GROUPS).map(group).collect();
    let target = format!(
        "game = \"warhammer-40k\"\nname = \"Target\"\n{groups}[[ability]]\nname = \"Luck\"\neffects = [\"reroll failed saves\"]\n"
    );
    let outcome = agreed(&forty_k(&gun(1, "40 2+ 8 0 1", "\"Torrent\"")), &target, &Request::default());
    let mut fallen = [0.0; GROUPS + 1];
    fallen[0] = 1.0;
    for _ in 0..40 {
        for group in (0..GROUPS).rev() {
            let fails = (save(group) as f64 - 1.0) / 6.0;
            let falls = fallen[group] * 5.0 / 6.0 * fails * fails;
            fallen[group] -= falls;
            fallen[group + 1] += falls;
        }
    }
    for (models, truth) in fallen.into_iter().enumerate() {
        near(&format!("{models} models"), outcome.slain(Side::Defender).at(models), truth);
    }
}

/// Two dice of one Damage are rolled again each by itself, also where models of the target differ: both engines agree, and
/// the mean of a die whose ones are rolled again is 3.5 + 2.5 / 6.
#[test]
fn each_die_of_a_damage_roll_is_rolled_again_by_itself() {
    let target =
        squad(3, 4, "3+", 30, "[[model]]\nname = \"Other\"\ncount = 3\ntoughness = 4\nsave = \"5+\"\nwounds = 20");
    let gun = forty_k(&gun(1, "4 2+ 8 0 2D6", "\"Torrent\""));
    let outcome = agreed(&gun, &target, &with(&["reroll damage of 1"]));
    let unsaved = stage(&outcome, "unsaved");
    near("damage", damage(&outcome).mean(), unsaved * 2.0 * (3.5 + 2.5 / 6.0));
}

/// Weapons that always hit: what is known of both is summed over both, in rolled trials too.
#[test]
fn stages_that_are_certain_are_summed() {
    let attacker =
        "40k: 1x 12\" \"Flamer\" 3A -/5/0/1 [Torrent]; 1x 12\" \"Heavy Flamer\" 5A -/5/0/1 [Torrent]; T4 W2 3+";
    let defender = "40k: 10x 1A 4+/4/0/1; T4 W2 3+".to_owned();
    let request =
        Request { attacker: attacker.to_owned(), defender, phase: Some(Phase::Shooting), ..Request::default() };
    let prepared = warodds::ask::prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let sampling = Sampling { trials: 300, ..Sampling::default() };
    let outcome = sample(&prepared.engaged.engagement, &sampling).expect("small");
    assert_eq!(["attacks", "hits"].map(|name| stage(&outcome, name)), [8.0, 8.0]);
}
