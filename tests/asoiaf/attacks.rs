//! Attacks, rule by rule.

use super::{base, fighters, target};
use crate::support::{attack, damage, is, mistake, near, prepared, stage, with};
use warodds::ask::Request;
use warodds::sequence::Side;
use warodds::stats::Pmf;

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
    // ASOIAF-STACK: what has another name adds up. One die that hits on 4+, and three hits with a 6.
    let both = attack(&fighters("", ""), &open, &with(&["set attacks to 1", "Critical Blow", "extra 1 hits on 6"]));
    near("two names", damage(&both).mean(), 2.0 / 6.0 + 3.0 / 6.0);
    // One die, 4+ against 4+: a 6 is a wound outright, a 4 or 5 one in two.
    let precise =
        attack(&fighters("", ""), &target("infantry", "4+", "-", ""), &with(&["Precision", "set attacks to 1"]));
    near("no save", damage(&precise).at(1), 1.0 / 6.0 + 2.0 / 6.0 / 2.0);
}

/// Characteristics are set before they are improved, in whatever order it is said.
#[test]
fn the_order_of_changes_is_that_of_the_rules() {
    let (open, shut) = (target("infantry", "-", "-", ""), target("infantry", "4+", "-", ""));
    for clauses in [["improve hit by 2", "set hit to 5+"], ["set hit to 5+", "improve hit by 2"]] {
        let clauses: Vec<&str> = clauses.into_iter().chain(["set attacks to 1"]).collect();
        near("Hit 3+", damage(&attack(&fighters("", ""), &open, &with(&clauses))).mean(), 4.0 / 6.0);
    }
    for clauses in [["worsen save by 1", "improve save by 2"], ["improve save by 2", "worsen save by 1"]] {
        let clauses: Vec<&str> = clauses.into_iter().chain(["set attacks to 0", "1 automatic hits"]).collect();
        near("Defense 3+", damage(&attack(&fighters("", ""), &shut, &with(&clauses))).mean(), 2.0 / 6.0);
    }
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

/// Every effect that is not refused changes an attack in which everything can matter.
#[test]
fn no_effect_is_dead() {
    let game = warodds::games::find("asoiaf").expect("a game");
    // A rank is lost, so that ranks matter.
    let (first, second) = (fighters("models = 7", ""), target("infantry", "4+", "6+", ""));
    let of = |clauses: &[&str]| {
        let found = prepared(&first, &second, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
        found.engaged.engagement
    };
    let mut seen = 0;
    // What the other game calls an effect is here a situation.
    // A token that comes after the attack is for the next one.
    let later = |pattern: &str| {
        let tokens = ["becomes vulnerable", "becomes panicked", "benefit of cover"];
        tokens.contains(&pattern) || pattern.ends_with("after attack")
    };
    for form in warodds::games::FORMS.iter().filter(|form| !later(form.pattern)) {
        if game.refusal(form).is_none() {
            seen += 1;
            // A number to reach is that of the card where the example happens to say the same.
            let text = match form.pattern {
                "blocked only on N+" | "saved only on N+" => form.written().replace("4+", "5+"),
                _ => form.written().replace("4+", "3+"),
            };
            // What makes a token useless needs one.
            let token: Vec<&str> = form.pattern.strip_prefix("ignore ").into_iter().collect();
            let both: Vec<&str> = token.iter().copied().chain([text.as_str()]).collect();
            assert_ne!(of(&both), of(&token), "`{text}` changes nothing");
        } else {
            let written = form.written();
            let read = prepared(&first, &second, &with(&[&written]));
            let error = read.err().unwrap_or_else(|| panic!("`{written}` is read")).to_string();
            assert!(error.contains("has no meaning in asoiaf"), "{error}");
        }
    }
    assert!(seen >= 18, "only {seen} effects have a meaning");
}

/// ASOIAF-TRAY: a war machine is one model of one rank.
#[test]
fn a_war_machine_is_one_model() {
    let machine = target("warmachine", "-", "-", "wounds-per-model = 6");
    let outcome = attack(&fighters("", ""), &machine, &with(&["set attacks to 0", "7 automatic hits"]));
    near("it is gone", outcome.destroyed(Side::Defender), 1.0);
    near("one model", outcome.slain(Side::Defender).at(1), 1.0);
    let bolts = fighters("", "").replace("\"infantry\"", "\"war machine\"").replace("dice = [6, 5, 4]", "dice = [3]");
    near("three dice", stage(&attack(&bolts, &target("infantry", "-", "-", ""), &with(&[])), "attacks"), 3.0);
}

/// ASOIAF-RANK: infantry of two ranks are eight models, in ranks of four.
#[test]
fn infantry_of_two_ranks() {
    let said = fighters("ranks = 2", "").replace("dice = [6, 5, 4]", "dice = [7, 6]");
    let printed = said.replace("ranks = 2", "");
    for guard in [&said, &printed] {
        let attacks = |lost: u32| {
            let set = vec![format!("attacker.wounds-taken={lost}")];
            stage(&attack(guard, &target("infantry", "-", "-", ""), &Request { set, ..with(&[]) }), "attacks")
        };
        near("eight stand", attacks(0), 7.0);
        near("five stand", attacks(3), 7.0);
        near("four stand", attacks(4), 6.0);
        let hits = with(&["set attacks to 0", "8 automatic hits"]);
        let open = guard.replace("defense = \"4+\"", "defense = \"-\"");
        near("eight models", attack(&fighters("", ""), &open, &hits).destroyed(Side::Defender), 1.0);
    }
    let note = "its attacks have 2 values, so it stands in 2 ranks of 8 models in all";
    let notes = |guard: &str| prepared(guard, &target("infantry", "-", "-", ""), &with(&[])).expect("an attack").notes;
    assert_eq!(notes(&printed), [note]);
    assert!(notes(&said).is_empty());
    let three = mistake(&fighters("ranks = 4", ""), &target("infantry", "-", "-", ""), &with(&[]));
    assert!(three.contains("from 1 to 3 is possible"), "{three}");
}

/// A ranged and a melee attack may share a name.
#[test]
fn two_attacks_of_one_name() {
    let both = fighters("", "[[attack]]\nname = \"Swords\"\ntype = \"short\"\nhit = \"4+\"\ndice = [3, 2, 1]");
    let dice = |phase| {
        let request = Request { phase: Some(phase), ..with(&[]) };
        stage(&attack(&both, &target("infantry", "-", "-", ""), &request), "attacks")
    };
    near("melee", dice(warodds::games::Phase::Combat), 6.0);
    near("ranged", dice(warodds::games::Phase::Shooting), 3.0);
}
