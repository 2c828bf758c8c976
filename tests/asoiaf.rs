//! Worked values of A Song of Ice & Fire, by the ids of its `rules.md`.

mod support;

use support::{attack, damage, is, mistake, near, prepared, printed, stage, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{self, Method, Options, Outcome, Sampling, exact};
use warodds::games::Reading;
use warodds::sequence::{Engagement, Side, Step};
use warodds::stats::Pmf;

/// A unit on its tray with one attack: `6 5 4` dice at `4+`.
fn fighters(more: &str, attack: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Fighters\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n{more}\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{attack}\n"
    )
}

/// A target without attacks.
fn target(tray: &str, defense: &str, morale: &str, more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Target\"\ntray = \"{tray}\"\ndefense = \"{defense}\"\nmorale = \"{morale}\"\n{more}\n"
    )
}

/// The base case of the golden values: 6 dice at 4+ on Defense 4+, Morale 6+, twelve models of one wound.
fn base(clauses: &[&str]) -> Outcome {
    attack(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(clauses))
}

fn chance(outcome: &Outcome, name: &str) -> f64 {
    outcome.total(name).expect("a total of the game").at_least(1)
}

/// The distribution of ranks left of twelve models of one wound, counted here.
fn ranks(outcome: &Outcome) -> [f64; 4] {
    let lost = outcome.wounds_lost(Side::Defender);
    let range = |low: usize, high: usize| (low..=high).map(|k| lost.at(k)).sum();
    [range(12, 12), range(8, 11), range(4, 7), range(0, 3)]
}

/// A variant of X10, A to T: what is changed, and what comes of it.
struct Golden {
    case: &'static str,
    with: &'static [&'static str],
    rolled: f64,
    wounds: f64,
    failed: f64,
    total: f64,
    ranks: [f64; 3],
    destroyed: f64,
}

fn golden(case: &'static str, with: &'static [&'static str], row: [f64; 7]) -> Golden {
    let [rolled, wounds, failed, total, three, two, one] = row;
    Golden { case, with, rolled, wounds, failed, total, ranks: [three, two, one], destroyed: 0.0 }
}

fn golden_rows() -> Vec<Golden> {
    let mut rows = vec![
        golden("A", &[], [0.822021484, 1.5, 0.228339301, 2.185017904, 0.777465820, 0.218600803, 0.003933377]),
        golden("B", &["flank"], [0.912208505, 2.0, 0.380086877, 3.140260631, 0.598079561, 0.385345222, 0.016575217]),
        golden("C", &["rear"], [0.960599588, 2.5, 0.560349760, 4.181049279, 0.387887293, 0.562052437, 0.050060270]),
        golden(
            "D",
            &["flank", "Sundering"],
            [0.960599588, 2.5, 0.400249828, 3.700749485, 0.504767524, 0.459475140, 0.035757336],
        ),
        golden(
            "E",
            &["rear", "Sundering", "Vicious"],
            [0.960599588, 2.5, 0.800499657, 4.901498970, 0.212566946, 0.715918382, 0.071514672],
        ),
        golden("F", &["charge"], [0.940395355, 2.25, 0.261220932, 3.033662796, 0.652869542, 0.330479304, 0.016651154]),
        golden(
            "G",
            &["weakened"],
            [0.551204681, 0.75, 0.153112411, 1.209337234, 0.880362829, 0.119346831, 0.000290341],
        ),
        golden(
            "H",
            &["charge", "weakened"],
            [0.712299764, 1.125, 0.197861046, 1.718583137, 0.829337070, 0.169308414, 0.001354516],
        ),
        golden(
            "I",
            &["charge", "weakened", "defender's turn"],
            [0.894406736, 1.875, 0.248446316, 2.620338947, 0.719835073, 0.271369103, 0.008795824],
        ),
        golden(
            "J",
            &["vulnerable"],
            [0.940395355, 2.25, 0.261220932, 3.033662796, 0.652869542, 0.330479304, 0.016651154],
        ),
        golden(
            "K",
            &["vulnerable", "reroll failed saves"],
            [0.712299764, 1.125, 0.197861046, 1.718583137, 0.829337070, 0.169308414, 0.001354516],
        ),
        golden(
            "L",
            &["vulnerable", "reroll failed saves", "defender's turn"],
            [0.894406736, 1.875, 0.248446316, 2.620338947, 0.719835073, 0.271369103, 0.008795824],
        ),
        golden("M", &["panicked"], [0.822021484, 1.5, 0.468095567, 3.060318558, 0.538238525, 0.451056586, 0.010704888]),
        golden(
            "N",
            &["flank", "charge", "vulnerable", "panicked"],
            [0.998628258, 4.0, 0.723543159, 6.411810530, 0.090361395, 0.570394926, 0.339243679],
        ),
        golden(
            "Q",
            &["-1 to hit"],
            [0.665102023, 1.0, 0.184750562, 1.554251686, 0.846175554, 0.152955199, 0.000869246],
        ),
        golden(
            "R",
            &["+1 to save"],
            [0.665102023, 1.0, 0.184750562, 1.554251686, 0.846175554, 0.152955199, 0.000869246],
        ),
    ];
    let row = [0.955505371, 2.5, 0.265418159, 3.296254476, 0.598937988, 0.374654134, 0.026402226];
    rows.push(Golden { destroyed: 5.65140336e-06, ..golden("S", &["2 automatic hits"], row) });
    let row = [0.899887085, 2.0, 0.249968635, 2.749905904, 0.692550659, 0.293980916, 0.013467012];
    rows.push(Golden { destroyed: 1.41285084e-06, ..golden("T", &["marked"], row) });
    rows
}

#[test]
fn golden_rows_to_the_last_printed_digit() {
    for row in golden_rows() {
        let outcome = base(row.with);
        let case = |what: &str| format!("case {}: {what}", row.case);
        printed(&case("P(W >= 1)"), chance(&outcome, "panic-rolled"), row.rolled, 9);
        printed(&case("E[W]"), stage(&outcome, "unsaved"), row.wounds, 12);
        printed(&case("P(panic failed)"), chance(&outcome, "panic-failed"), row.failed, 9);
        // Twelve wounds are all but never too few: only S and T can exceed them, by less than a digit in ten thousand.
        printed(&case("E[T] uncapped"), damage(&outcome).mean(), row.total, if row.destroyed > 0.0 { 4 } else { 9 });
        printed(&case("E[T]"), outcome.wounds_lost(Side::Defender).mean(), row.total, 9);
        let [destroyed, one, two, three] = ranks(&outcome);
        printed(&case("3 ranks"), three, row.ranks[0], 9);
        printed(&case("2 ranks"), two, row.ranks[1], 9);
        printed(&case("1 rank"), one, row.ranks[2], 9);
        printed(&case("destroyed"), destroyed, row.destroyed, 14);
        near(&case("destroyed"), outcome.destroyed(Side::Defender), destroyed);
    }
}

#[test]
fn cases_q_and_r_as_the_table_says_them() {
    // Cover is for ranged attacks, Fortified for a charge, which it takes its bonus from.
    let archers = fighters("", "").replace("melee", "long");
    let target = target("infantry", "4+", "6+", "");
    near("Q", damage(&attack(&archers, &target, &with(&["cover"]))).mean(), damage(&base(&["-1 to hit"])).mean());
    near("R", damage(&base(&["charge", "fortified"])).mean(), damage(&base(&["+1 to save"])).mean());
    near("melee cover", damage(&base(&["cover"])).mean(), damage(&base(&[])).mean());
}

#[test]
fn cases_o_and_p_have_few_wounds() {
    for (models, total, failed, destroyed) in
        [(4, 1.960205078, 0.217895508, 0.222534180), (3, 1.737670898, 0.181274414, 0.350708008)]
    {
        let few = target("infantry", "4+", "6+", &format!("models = {models}"));
        let outcome = attack(&fighters("", ""), &few, &with(&[]));
        printed("E[T]", outcome.wounds_lost(Side::Defender).mean(), total, 9);
        printed("P(panic failed)", chance(&outcome, "panic-failed"), failed, 9);
        printed("P(destroyed)", outcome.destroyed(Side::Defender), destroyed, 9);
    }
}

#[test]
fn the_whole_distribution_of_case_a() {
    let outcome = base(&[]);
    let pmf = damage(&outcome);
    for (k, n, of) in [
        (0, 729.0, 4096.0),
        (1, 1053.0, 4096.0),
        (2, 1755.0, 8192.0),
        (3, 525.0, 4096.0),
        (4, 345.0, 4096.0),
        (5, 621.0, 8192.0),
        (6, 3163.0, 73728.0),
        (7, 385.0, 24576.0),
        (8, 385.0, 110592.0),
        (9, 95.0, 221184.0),
        (10, 5.0, 221184.0),
    ] {
        near(&format!("P(T = {k})"), pmf.at(k), n / of);
    }
    near("E[T]", pmf.mean(), 53699.0 / 24576.0);
}

/// Follows faces through the rolls of this name, in order: what they drop, by the name of the slot.
fn replay(e: &Engagement, roll: &str, faces: &[usize]) -> Vec<(&'static str, u16)> {
    let found = e.steps.iter().find_map(|step| match step {
        Step::Roll(known) if known.name == roll => Some(known),
        _ => None,
    });
    let mut dropped: Vec<(&'static str, u16)> = Vec::new();
    for (slot, n) in faces.iter().flat_map(|face| &found.expect("such a roll").rows[face - 1]) {
        let name = e.slots[usize::from(slot.0)];
        match dropped.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += n,
            None => dropped.push((name, *n)),
        }
    }
    dropped
}

/// X10: Guardsmen on Sworn Swords, the printed faces one by one, and the chance of exactly these.
#[test]
fn x10_is_replayed() {
    let e = prepared(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[])).expect("right");
    let e = e.engaged.engagement;
    assert_eq!(replay(&e, "attack", &[6, 5, 5, 4, 1, 1]), [("hits", 4)]);
    assert_eq!(replay(&e, "save", &[6, 5, 2, 1]), [("wounds", 2)]);
    assert_eq!(replay(&e, "panic wounds", &[1]), [("failed panic tests", 1), ("panic wounds", 2)]);
    // 12 - 4 models are 2 ranks.
    let unit = prepared(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[])).expect("right");
    let Some(Reading::Worth { worth, .. }) = unit.engaged.readings.first() else { panic!("ranks come first") };
    assert_eq!((worth[0], worth[3], worth[4], worth[7], worth[8], worth[11], worth[12]), (3, 3, 2, 2, 1, 1, 0));

    let open = target("infantry", "-", "-", "");
    near("P(4 hits of 6)", damage(&attack(&fighters("", ""), &open, &with(&[]))).at(4), 15.0 / 64.0);
    let only = |clauses: &[&str], morale: &str| {
        let none: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0"]).collect();
        attack(&fighters("", ""), &target("infantry", "4+", morale, ""), &with(&none))
    };
    near("P(2 blocks of 4)", damage(&only(&["4 automatic hits"], "-")).at(2), 3.0 / 8.0);
    let panic = only(&["2 direct wounds"], "6+");
    near("P(panic fail)", chance(&panic, "panic-failed"), 5.0 / 18.0);
    near("and D3 = 1", damage(&panic).at(4), 5.0 / 18.0 / 3.0);
    near("all of it", 15.0 / 64.0 * 3.0 / 8.0 * damage(&panic).at(4), 25.0 / 3072.0);
}

/// One test of a unit that has certainly suffered a wound.
fn test(morale: u8, clauses: &[&str]) -> Outcome {
    let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0", "1 direct wounds"]).collect();
    attack(&fighters("", ""), &target("infantry", "4+", &format!("{morale}+"), ""), &with(&clauses))
}

/// ASOIAF-PANICKED-OPT: plain and with the token, every target; a failed test costs 3, with the token 10/3 wounds.
#[test]
fn panic_table() {
    for (morale, plain, plain_wounds, optimal, wounds) in [
        (3, 1.0 / 36.0, 1.0 / 12.0, 121.0 / 1296.0, 605.0 / 1944.0),
        (4, 1.0 / 12.0, 1.0 / 4.0, 17.0 / 72.0, 85.0 / 108.0),
        (5, 1.0 / 6.0, 1.0 / 2.0, 43.0 / 108.0, 215.0 / 162.0),
        (6, 5.0 / 18.0, 5.0 / 6.0, 41.0 / 72.0, 205.0 / 108.0),
        (7, 5.0 / 12.0, 5.0 / 4.0, 313.0 / 432.0, 1565.0 / 648.0),
        (8, 7.0 / 12.0, 7.0 / 4.0, 367.0 / 432.0, 1835.0 / 648.0),
        (9, 13.0 / 18.0, 13.0 / 6.0, 301.0 / 324.0, 1505.0 / 486.0),
        (10, 5.0 / 6.0, 5.0 / 2.0, 35.0 / 36.0, 175.0 / 54.0),
        (11, 11.0 / 12.0, 11.0 / 4.0, 143.0 / 144.0, 715.0 / 216.0),
        (12, 35.0 / 36.0, 35.0 / 12.0, 1295.0 / 1296.0, 6475.0 / 1944.0),
    ] {
        let what = |text: &str| format!("{text} at {morale}+");
        let (bare, token) = (test(morale, &[]), test(morale, &["panicked"]));
        near(&what("fails"), chance(&bare, "panic-failed"), plain);
        near(&what("wounds"), damage(&bare).mean() - 1.0, plain_wounds);
        near(&what("fails with the token"), chance(&token, "panic-failed"), optimal);
        near(&what("wounds with the token"), damage(&token).mean() - 1.0, wounds);
    }
    near("target 2", chance(&test(2, &["panicked"]), "panic-failed"), 0.0);
    near("target 13", chance(&test(12, &["-1 to morale"]), "panic-failed"), 1.0);
}

/// ASOIAF-PANICKED-OPT: the defender re-rolls too.
#[test]
fn panic_with_two_players() {
    for (morale, alone, token_first, owner_first) in [
        (5, 1.0 / 36.0, 43.0 / 648.0, 58.0 / 243.0),
        (6, 23.0 / 324.0, 577.0 / 3888.0, 32.0 / 81.0),
        (7, 65.0 / 432.0, 1427.0 / 5184.0, 2911.0 / 5184.0),
        (8, 119.0 / 432.0, 2273.0 / 5184.0, 3757.0 / 5184.0),
        (9, 31.0 / 72.0, 49.0 / 81.0, 3311.0 / 3888.0),
    ] {
        let failed = |clauses: &[&str]| chance(&test(morale, clauses), "panic-failed");
        near("owner alone", failed(&["reroll morale"]), alone);
        near("token, then owner", failed(&["panicked", "reroll morale"]), token_first);
        near("owner, then token", failed(&["panicked", "reroll morale", "defender's turn"]), owner_first);
    }
}

/// ASOIAF-NAT: the printed table, for hits and for saves.
#[test]
fn natural_one_and_six() {
    let table = [
        [2.0, 3.0, 4.0, 5.0, 5.0, 5.0],
        [1.0, 2.0, 3.0, 4.0, 5.0, 5.0],
        [1.0, 1.0, 2.0, 3.0, 4.0, 5.0],
        [1.0, 1.0, 1.0, 2.0, 3.0, 4.0],
        [1.0, 1.0, 1.0, 1.0, 2.0, 3.0],
    ];
    for (needs, row) in (2..=6).zip(table) {
        for (modifier, wanted) in (-3..=2).zip(row) {
            let hit = fighters("", "").replace("hit = \"4+\"", &format!("hit = \"{needs}+\""));
            let open = target("infantry", "-", "-", "");
            let to = |what: &str| format!("{modifier:+} to {what}");
            let clauses = [to("hit"), "set attacks to 1".to_owned()];
            let clauses: Vec<&str> = clauses.iter().map(String::as_str).filter(|c| !c.starts_with("+0")).collect();
            near("hit", damage(&attack(&hit, &open, &with(&clauses))).at(1), wanted / 6.0);
            let defended = target("infantry", &format!("{needs}+"), "-", "");
            let clauses = [to("save"), "set attacks to 0".to_owned(), "1 automatic hits".to_owned()];
            let clauses: Vec<&str> = clauses.iter().map(String::as_str).filter(|c| !c.starts_with("+0")).collect();
            near("save", damage(&attack(&hit, &defended, &with(&clauses))).at(0), wanted / 6.0);
        }
    }
}

/// ASOIAF-REROLL: every order of the windows at every chance.
#[test]
fn re_roll_windows() {
    for (needs, row) in (2..=6).zip([
        [35.0 / 36.0, 25.0 / 36.0, 175.0 / 216.0, 205.0 / 216.0],
        [8.0 / 9.0, 4.0 / 9.0, 16.0 / 27.0, 22.0 / 27.0],
        [3.0 / 4.0, 1.0 / 4.0, 3.0 / 8.0, 5.0 / 8.0],
        [5.0 / 9.0, 1.0 / 9.0, 5.0 / 27.0, 11.0 / 27.0],
        [11.0 / 36.0, 1.0 / 36.0, 11.0 / 216.0, 41.0 / 216.0],
    ]) {
        let hit = fighters("", "").replace("hit = \"4+\"", &format!("hit = \"{needs}+\""));
        let open = target("infantry", "-", "-", "");
        let defended = target("infantry", &format!("{needs}+"), "-", "");
        for ((attacker, defender), wanted) in [
            (&["charge"][..], &["reroll failed saves"][..]),
            (&["weakened"], &["vulnerable"]),
            (&["charge", "weakened"], &["vulnerable", "reroll failed saves", "defender's turn"]),
            (&["charge", "weakened", "defender's turn"], &["vulnerable", "reroll failed saves"]),
        ]
        .into_iter()
        .zip(row)
        {
            let once: Vec<&str> = attacker.iter().copied().chain(["set attacks to 1"]).collect();
            near("hit", damage(&attack(&hit, &open, &with(&once))).at(1), wanted);
            let once: Vec<&str> = defender.iter().copied().chain(["set attacks to 0", "1 automatic hits"]).collect();
            near("block", damage(&attack(&hit, &defended, &with(&once))).at(0), wanted);
        }
    }
}

/// ASOIAF-TRIG6: hooks on the final faces, in every window.
#[test]
fn hooks_on_a_natural_six() {
    let open = target("infantry", "-", "-", "");
    let extra = |clauses: &[&str]| {
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 1", "extra 1 hits on 6"]).collect();
        damage(&attack(&fighters("", ""), &open, &with(&clauses))).at(2)
    };
    near("plain", extra(&[]), 1.0 / 6.0);
    near("own re-roll of misses", extra(&["charge"]), 1.0 / 6.0 * (1.0 + 0.5));
    near("enemy re-roll of hits", extra(&["weakened"]), 0.5 / 6.0);
    near("own, then enemy", extra(&["charge", "weakened"]), 0.75 / 6.0);
    let (x6, x0) = (0.5 / 6.0, 1.0 - 0.25);
    near("enemy, then own", extra(&["charge", "weakened", "defender's turn"]), x6 + x0 / 6.0);
    // The presets are the hooks.
    let of = |clause: &str| damage(&base(&[clause])).clone();
    assert_eq!(of("Critical Blow"), of("extra 1 hits on 6"));
    assert_eq!(of("Precision"), of("no save against 6"));
    // One die, 4+ against 4+: a 6 is a wound outright, a 4 or 5 one in two.
    let precise =
        attack(&fighters("", ""), &target("infantry", "4+", "-", ""), &with(&["Precision", "set attacks to 1"]));
    near("no save", damage(&precise).at(1), 1.0 / 6.0 + 2.0 / 6.0 / 2.0);
}

/// ASOIAF-RANK: dice by the ranks that are left.
#[test]
fn dice_follow_ranks() {
    let dice = |tray: &str, more: &str, damage: u16| {
        let unit = fighters(more, "").replace("infantry", tray);
        let set = if damage > 0 { vec![format!("attacker.damage={damage}")] } else { Vec::new() };
        let request = Request { set, ..with(&[]) };
        stage(&attack(&unit, &target("infantry", "4+", "6+", ""), &request), "attacks")
    };
    for (models, wanted) in [(12, 6.0), (9, 6.0), (8, 5.0), (5, 5.0), (4, 4.0), (1, 4.0)] {
        near(&format!("{models} models"), dice("infantry", &format!("models = {models}"), 0), wanted);
    }
    for (lost, wanted) in [(0, 6.0), (5, 6.0), (6, 5.0), (11, 5.0)] {
        near(&format!("cavalry of 3 wounds, {lost} lost"), dice("cavalry", "wounds-per-model = 3", lost), wanted);
    }
    near("solo", dice("solo", "wounds-per-model = 5", 4), 6.0);
    let full = with(&["-3 attacks"]);
    near("fewer", stage(&attack(&fighters("", ""), &target("solo", "4+", "6+", ""), &full), "attacks"), 3.0);
    let none = with(&["-9 attacks"]);
    near("never below none", stage(&attack(&fighters("", ""), &target("solo", "4+", "6+", ""), &none), "attacks"), 0.0);
}

/// X11: Outriders of 3 wounds a model suffer 4: one model falls, the next needs 2 more.
#[test]
fn x11_wounds_fill_one_model_before_the_next() {
    let outriders = target("cavalry", "-", "-", "wounds-per-model = 3");
    let hurt = |n: u8, set: &[&str]| {
        let clauses = [format!("{n} direct wounds"), "set attacks to 0".to_owned()];
        let set = set.iter().map(|text| (*text).to_owned()).collect();
        let request = Request { with: clauses.to_vec(), set, ..Request::default() };
        attack(&fighters("", ""), &outriders, &request)
    };
    assert_eq!(hurt(4, &[]).slain(Side::Defender), Pmf::certain(1));
    assert_eq!(hurt(1, &["defender.damage=4"]).slain(Side::Defender), Pmf::certain(0));
    assert_eq!(hurt(2, &["defender.damage=4"]).slain(Side::Defender), Pmf::certain(1));
    assert_eq!(hurt(99, &[]).wounds_lost(Side::Defender), Pmf::certain(12));
}

/// ASOIAF-ATK-7: no wound, no dice; a unit that is gone takes no test; direct wounds are a ruling.
#[test]
fn when_panic_is_rolled() {
    let rolled = |clauses: &[&str], rulings: &[&str]| {
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0"]).collect();
        let rulings = rulings.iter().map(|ruling| (*ruling).to_owned()).collect();
        let request = Request { rulings, ..with(&clauses) };
        attack(&fighters("", ""), &target("infantry", "4+", "6+", "models = 3"), &request)
    };
    near("nothing got through", chance(&rolled(&[], &[]), "panic-rolled"), 0.0);
    near("one wound", chance(&rolled(&["1 direct wounds"], &[]), "panic-rolled"), 1.0);
    near("gone", chance(&rolled(&["3 direct wounds"], &[]), "panic-rolled"), 0.0);
    near("gone, and not failed", chance(&rolled(&["3 direct wounds"], &[]), "panic-failed"), 0.0);
    near("by the ruling", chance(&rolled(&["1 direct wounds"], &["direct-wounds-panic=no"]), "panic-rolled"), 0.0);
    // 2 wounds, then 1 + D3 with 5/18: the last of three falls.
    near("panic destroys", rolled(&["2 direct wounds"], &[]).destroyed(Side::Defender), 5.0 / 18.0);
    let more = rolled(&["1 direct wounds", "-1 panic wounds"], &[]);
    near("one wound less", damage(&more).mean(), 1.0 + 5.0 / 18.0 * 2.0);
}

/// ASOIAF-STACK and ASOIAF-MORALEMOD-TERRAIN: the same name once, different names together.
#[test]
fn what_stacks() {
    let mean = |clauses: &[&str]| damage(&base(clauses)).mean();
    near("twice Sundering", mean(&["Sundering", "sundering"]), mean(&["-1 to save"]));
    near("Sundering and flank", mean(&["Sundering", "flank"]), mean(&["-2 to save", "-1 to morale"]));
    near("Horrific and Inspiring", mean(&["horrific", "inspiring", "horrific"]), mean(&[]));
    near("Rear and Vicious", mean(&["rear", "Vicious"]), mean(&["-2 to save", "-4 to morale"]));
    let twice = "[[ability]]\nname = \"Fury\"\neffects = [\"+1 to hit\"]\n[[ability]]\nname = \"Fury\"\neffects = [\"+1 to hit\"]\n";
    let once = attack(&fighters("", twice), &target("infantry", "4+", "6+", ""), &with(&[]));
    near("one Fury", damage(&once).mean(), mean(&["+1 to hit"]));
    let error = mistake(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&["flank, rear"]));
    assert!(error.contains("not from both"), "{error}");
}

/// ASOIAF-CHARGE-BONUS, ASOIAF-CHG-DISORDER, ASOIAF-FORTIFIED: melee only, and what takes it away.
#[test]
fn the_charge_bonus() {
    let mean = |clauses: &[&str]| damage(&base(clauses)).mean();
    near("disorderly", mean(&["charge", "disorderly"]), mean(&[]));
    near("disorderly alone", mean(&["disorderly", "fortified"]), mean(&["+1 to save"]));
    near("fortified without a charge", mean(&["fortified"]), mean(&[]));
    let archers = fighters("", "").replace("melee", "short");
    let target = target("infantry", "4+", "6+", "");
    near("archers do not charge", damage(&attack(&archers, &target, &with(&["charge"]))).mean(), mean(&[]));
    let both = fighters("", "[[attack]]\nname = \"Bow\"\ntype = \"long\"\nhit = \"6+\"\ndice = [1, 1, 1]");
    assert!(mistake(&both, &target, &with(&[])).contains("--phase shooting"));
    near("a charge is melee", damage(&attack(&both, &target, &with(&["charge"]))).mean(), mean(&["charge"]));
    let named = Request { weapons: vec!["bow".into()], ..with(&[]) };
    near("what is named is used", stage(&attack(&both, &target, &named), "attacks"), 1.0);
}

/// ASOIAF-ADWD-B and ASOIAF-DANGEROUS: what the attacker suffers, and that ranks are counted after crossing.
#[test]
fn the_attacker_suffers() {
    let target = target("infantry", "4+", "6+", "");
    let carrier = attack(&fighters("", ""), &target, &with(&["objective b"]));
    is("D3", &carrier.wounds_lost(Side::Attacker), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    near("Sundering and Vicious", damage(&carrier).mean(), damage(&base(&["Sundering", "Vicious"])).mean());
    // 10 models lose 2 and have 2 ranks, lose 3 or 4 too; 11 models keep 3 ranks with 2 lost only.
    let crossing = |models: u8, clause: &str, rulings: &[&str]| {
        let rulings = rulings.iter().map(|ruling| (*ruling).to_owned()).collect();
        let request = Request { rulings, ..with(&[clause]) };
        attack(&fighters(&format!("models = {models}"), ""), &target, &request)
    };
    let dice = |models, clause, rulings: &[&str]| stage(&crossing(models, clause, rulings), "attacks");
    near("10 models", dice(10, "crossed dangerous", &[]), 5.0);
    near("11 models", dice(11, "crossed dangerous", &[]), (6.0 + 5.0 + 5.0) / 3.0);
    near("after", dice(11, "crossed dangerous", &["crossed-dangerous=after-attack"]), 6.0);
    near("inside", dice(11, "inside dangerous", &[]), 6.0);
    // 3 models: 2 wounds leave one that fights with 4 dice, 3 or 4 leave none.
    near("3 models", dice(3, "crossed dangerous", &[]), 4.0 / 3.0);
    near("destroyed on the way", crossing(3, "crossed dangerous", &[]).destroyed(Side::Attacker), 2.0 / 3.0);
    let lost = crossing(12, "inside dangerous", &[]).wounds_lost(Side::Attacker);
    is("2, 3 or 4", &lost, 3.0, &[(2, 1.0), (3, 1.0), (4, 1.0)]);
}

/// The distribution of what several attacks on one target do, each outcome of one carried into the next by hand.
fn chain(first: &str, second: &str, defender: &str, clauses: &[&str]) -> Outcome {
    let units = [(unit(first), None), (unit(second), None)];
    let prepared = prepare_units(&units, &(unit(defender), None), &with(clauses)).unwrap_or_else(|e| panic!("{e}"));
    exact(&prepared.engaged.engagement).expect("small")
}

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

/// P(k of n at one in two).
fn binomial(n: i32, k: i32) -> f64 {
    let ways: f64 = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product();
    ways / f64::powi(2.0, n)
}

/// ASOIAF-PANICKED-OPT in a sequence: with certain wounds, the token is kept only by a test that fails by itself and
/// whose D3 is not a 1.
#[test]
fn a_panicked_token_is_kept_when_it_cannot_help() {
    let first = fighters("", "");
    for (morale, failing) in [(6u8, 10.0 / 36.0), (9, 26.0 / 36.0)] {
        let target = target("infantry", "4+", &format!("{morale}+"), "");
        let clauses = ["set attacks to 0", "1 direct wounds", "panicked"];
        let both = chain(&first, &first, &target, &clauses);
        let (plain, token) = (test(morale, &[]), test(morale, &["panicked"]));
        let kept = failing * 2.0 / 3.0;
        let mean = |outcome: &Outcome| damage(outcome).mean();
        near("wounds", mean(&both), mean(&token) + kept * mean(&token) + (1.0 - kept) * mean(&plain));
        // The first attack leaves the unit standing, so both tests are taken.
        near("tests", both.total("panic-rolled").expect("a total").mean(), 2.0);
        let fail = |outcome: &Outcome| chance(outcome, "panic-failed");
        let failed = both.total("panic-failed").expect("a total").mean();
        near("failed", failed, fail(&token) + kept * fail(&token) + (1.0 - kept) * fail(&plain));
    }
}

/// Every effect that is not refused changes an attack in which everything can matter.
#[test]
fn no_effect_is_dead() {
    let game = warodds::games::find("asoiaf").expect("a game");
    let (first, second) = (fighters("", ""), target("infantry", "4+", "6+", ""));
    let of = |clauses: &[&str]| {
        let found = prepared(&first, &second, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
        found.engaged.engagement
    };
    let mut seen = 0;
    for form in warodds::games::FORMS {
        let effect = form.example().expect("its own example");
        if (game.refuses)(&effect).is_none() {
            seen += 1;
            // A number to reach is that of the card where the example happens to say the same.
            let text = form.written().replace("4+", "3+");
            assert_ne!(of(&[&text]), of(&[]), "`{text}` changes nothing");
        } else {
            let error = mistake(&first, &second, &with(&[&form.written()]));
            assert!(error.contains("has no meaning in asoiaf"), "{error}");
        }
    }
    assert!(seen >= 18, "only {seen} effects have a meaning");
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
