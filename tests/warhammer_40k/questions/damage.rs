//! Questions about what hurts besides attacks, and about saves.

use super::*;

/// W40K-HAZARDOUS-TEST: no failure for 1, 2, 3, 5 weapons, without and with a re-roll. EX-11: five tests.
#[test]
fn w40k_hazardous_test() {
    let none = ["5/6", "25/36", "125/216", "3125/7776"];
    let again = ["35/36", "25/27", "125/144"];
    for (index, weapons) in [1, 2, 3, 5].into_iter().enumerate() {
        let answered = ask("hazardous", &[&format!("weapons={weapons}")]);
        assert_eq!(fraction(&answered, "no test failed"), none[index]);
        if let Some(again) = again.get(index) {
            assert_eq!(&fraction(&answered, "no test failed, with a Command Re-roll"), again);
        }
    }
    let five = ask("hazardous", &["weapons=5"]);
    crate::support::printed("five", line(&five, "no test failed, with a Command Re-roll"), 0.7368, 4);
    near("EX-11, one failure", cell(&five.tables[0], "1", "exactly"), binomial(5, 1, 1.0 / 6.0));
}

/// Three mortal wounds on one bearer, the excess lost; P(Bin(3, q) >= r) slays one of r wounds.
#[test]
fn w40k_hazardous_bearers() {
    let slays = |keys: &[&str]| line(&ask("hazardous", keys), "a failed test slays a fresh bearer");
    let fnp: f64 = 5.0 / 6.0;
    near("W3", slays(&["weapons=1", "wounds=3"]), 1.0);
    near("W4", slays(&["weapons=1", "wounds=4"]), 0.0);
    near("W3, 6+", slays(&["weapons=1", "wounds=3", "feel-no-pain=6+"]), fnp.powi(3));
    near("W2, 6+", slays(&["weapons=1", "wounds=2", "feel-no-pain=6+"]), binomial(3, 2, fnp) + fnp.powi(3));
    // Two tests of bearers with four wounds: a second failure finishes the wounded one, its excess lost.
    let four = ask("hazardous", &["weapons=2", "wounds=4"]);
    near("W4 twice", line(&four, "mean bearers slain"), 1.0 / 36.0);
    near("wounds", line(&four, "mean wounds lost"), 10.0 / 36.0 * 3.0 + 1.0 / 36.0 * 4.0);
    // One bearer of two weapons: two failures slay it once.
    near("one bearer", line(&ask("hazardous", &["weapons=2", "bearers=1"]), "mean bearers slain"), 11.0 / 36.0);
    // The rules before their update: a 1 destroys a model, of whatever wounds, unless it is sturdy.
    near("core", line(&ask("hazardous", &["weapons=2", "wounds=4", "edition=core"]), "mean bearers slain"), 2.0 / 6.0);
    let sturdy = ask("hazardous", &["weapons=2", "wounds=4", "edition=core", "sturdy=yes"]);
    near("core, sturdy", line(&sturdy, "mean bearers slain"), 1.0 / 36.0);
}

/// A 6 goes off, and each unit rolls its own X. EX-14: three units.
#[test]
fn w40k_deadly_demise() {
    let units = "units=5x1,5x1,1x3 fnp 5+";
    let answered = ask("deadly-demise", &["demise=D3", units]);
    assert_eq!(fraction(&answered, "it goes off"), "1/6");
    let table = &answered.tables[0];
    near("mean", cell(table, "5x1", "mean wounds lost"), 2.0 / 6.0);
    near("Feel No Pain", cell(table, "1x3 fnp 5+", "mean wounds lost"), 2.0 / 6.0 * 2.0 / 3.0);
    near("D3 = 3, all stick", cell(table, "1x3 fnp 5+", "destroyed"), 1.0 / 18.0 * 8.0 / 27.0);
    near(
        "alone",
        line(&ask("deadly-demise", &["demise=D6"]), "mean mortal wounds on each unit within 6\", from the first alone"),
        3.5 / 6.0,
    );
    let named = ask("deadly-demise", &["demise=land-raider", "units=termagants"]);
    near("by name", cell(&named.tables[0], "Termagants", "mean slain"), 3.5 / 6.0);
    assert!(asked("deadly-demise", &["demise=termagants"]).is_err());
    assert!(asked("deadly-demise", &["demise=1", "units=1x0"]).is_err());
}

/// A chain, counted by hand: D6 into a wreck of three wounds left that explodes for D3 beside a squad.
#[test]
fn w40k_deadly_demise_chain() {
    let wreck = "1x10 lost 7 demise D3";
    let answered = ask("deadly-demise", &["demise=D6", &format!("units={wreck},5x2")]);
    // The first goes off (1/6) and slays the wreck on 3+ (4/6), which goes off in its turn (1/6).
    let second = 1.0 / 6.0 * 4.0 / 6.0 / 6.0;
    near("a second explosion", line(&answered, "it sets off at least one more"), second);
    let table = &answered.tables[0];
    near("the wreck", cell(table, wreck, "destroyed"), 1.0 / 6.0 * 4.0 / 6.0);
    near("the squad", cell(table, "5x2", "mean wounds lost"), 1.0 / 6.0 * 3.5 + second * 2.0);
    // Destroyed only by D6 and D3 together: ten points are out of reach.
    near("never ten", cell(table, "5x2", "destroyed"), 0.0);
    near("two explosions", cell(&answered.tables[1], "2", "exactly"), second);
}

/// Two wrecks that can set each other off: every way of the dice enumerated.
#[test]
fn w40k_deadly_demise_chain_against_enumeration() {
    // Wrecks of one and two wounds, explosions of D3 and 1; the first brings 1.
    let answered = ask("deadly-demise", &["demise=1", "units=1x1 demise D3,1x2 demise 1,1x3"]);
    let (mut wreck, mut squad, mut lost) = (0.0, 0.0, 0.0);
    let sixth = 1.0 / 6.0;
    // Nothing happens unless the first goes off; then the small wreck is gone and the large one has one left.
    // The small one goes off or not; its D3 finishes the large one, which goes off or not.
    for small in [false, true] {
        let p = sixth * if small { sixth } else { 5.0 * sixth };
        if !small {
            lost += p;
            continue;
        }
        for d3 in 1..=3 {
            for large in [false, true] {
                let p = p / 3.0 * if large { sixth } else { 5.0 * sixth };
                wreck += p;
                let points = (1 + d3 + i32::from(large)).min(3);
                lost += p * f64::from(points);
                squad += if points == 3 { p } else { 0.0 };
            }
        }
    }
    let table = &answered.tables[0];
    near("small", cell(table, "1x1 demise D3", "destroyed"), sixth);
    near("large", cell(table, "1x2 demise 1", "destroyed"), wreck);
    near("squad lost", cell(table, "1x3", "mean wounds lost"), lost);
    near("squad destroyed", cell(table, "1x3", "destroyed"), squad);
}

/// EX-13: one of five dice shows a 1.
#[test]
fn w40k_destroyed_transport() {
    let answered = ask("destroyed-transport", &["passengers=5x2,3x3 fnp 5+"]);
    let table = &answered.tables[0];
    near("mean", cell(table, "5x2", "mean mortal wounds"), 5.0 / 6.0);
    near("the second unit rolls for itself", cell(table, "3x3 fnp 5+", "mean mortal wounds"), 0.5);
    near("EX-13", cell(&answered.tables[1], "1", "exactly"), binomial(5, 1, 1.0 / 6.0));
    near("two slay one", cell(table, "5x2", "any slain"), (2..=5).map(|k| binomial(5, k, 1.0 / 6.0)).sum());
    near("three sticking points", cell(table, "3x3 fnp 5+", "any slain"), (1.0f64 / 6.0 * 2.0 / 3.0).powi(3));
}

/// 1-3 instead of 1.
#[test]
fn w40k_emergency_disembark() {
    let answered = ask("destroyed-transport", &["passengers=10x1", "emergency=yes"]);
    near("mean", cell(&answered.tables[0], "10x1", "mean slain"), 5.0);
    near("all", cell(&answered.tables[0], "10x1", "destroyed"), 1.0 / 1024.0);
}

/// W40K-STRAT-GRENADE: 1, 6, 15, 20, 15, 6, 1 of 64; they spill.
#[test]
fn w40k_strat_grenade() {
    let answered = ask("grenade", &["target=3x2"]);
    for (k, ways) in [1, 6, 15, 20, 15, 6, 1].into_iter().enumerate() {
        near("mortal wounds", cell(&answered.tables[0], &k.to_string(), "exactly"), f64::from(ways) / 64.0);
    }
    near("destroyed by six", line(&answered, "unit destroyed"), 1.0 / 64.0);
    near("slain", line(&answered, "mean models slain"), (35.0 + 2.0 * 21.0 + 3.0) / 64.0);
}

/// W40K-STRAT-TANK-SHOCK: means for Toughness 6 to 14; the rules before the update count Strength, and two dice more.
#[test]
fn w40k_strat_tank_shock() {
    let means = [2.000, 2.333, 2.664, 2.991, 3.310, 3.618, 3.910, 4.184, 4.437];
    for (toughness, mean) in (6..=14).zip(means) {
        let answered = ask("tank-shock", &[&format!("toughness={toughness}")]);
        crate::support::printed("mean", line(&answered, "mean mortal wounds"), mean, 3);
        let six: f64 = (6..=toughness).map(|k| binomial(toughness, k, 1.0 / 3.0)).sum();
        near("six at most", cell(&answered.tables[0], "6", "exactly"), six);
    }
    let core = |toughness: &str| {
        let answered = ask("tank-shock", &["edition=core", "strength=4", &format!("target-toughness={toughness}")]);
        line(&answered, "mean mortal wounds")
    };
    near("S4 on T4", core("4"), 4.0 / 3.0);
    near("S4 on T3", core("3"), 2.0);
    assert!(asked("tank-shock", &[]).is_err());
}

/// W40K-MORTAL: kills are floor((lost + K) / W); two 3s that spill slay three models of two wounds.
#[test]
fn w40k_mortal() {
    let slain = |amount: &str, target: &str| {
        let answered = ask("mortal-wounds", &[&format!("amount={amount}"), &format!("target={target}")]);
        line(&answered, "mean models slain")
    };
    near("six points", slain("6", "5x2"), 3.0);
    near("wounded first", slain("1", "5x2 lost 1"), 1.0);
    near("D3 on W2", slain("D3", "5x2"), 2.0 / 3.0);
    let sticks = 2.0 / 3.0;
    let kills = (0..=4).map(|k| f64::from(k / 2) * binomial(4, k, sticks)).sum();
    near("Feel No Pain 5+", slain("4", "5x2 fnp 5+"), kills);
    let dice = ask("mortal-wounds", &["amount=D3", "dice=6", "on=5+"]);
    near("six dice, 5+, D3 each", line(&dice, "mean mortal wounds"), 4.0);
    near("none", line(&dice, "at least one mortal wound"), 1.0 - (2.0f64 / 3.0).powi(6));
}

/// W40K-INVULN: the invulnerable save if and only if Inv < Sv - min(1, AP + cover + modifiers); every case.
#[test]
fn w40k_invuln_best_save() {
    for save in 2..=7i64 {
        for invulnerable in 2..=7i64 {
            for cover in [false, true] {
                let keys = [
                    format!("save={save}+"),
                    format!("invulnerable={invulnerable}+"),
                    format!("cover={}", if cover { "yes" } else { "no" }),
                ];
                let answered = ask("best-save", &keys.each_ref().map(String::as_str));
                for ap in 0..=6i64 {
                    let row = if ap == 0 { "0".to_owned() } else { format!("-{ap}") };
                    let helps = i64::from(cover && !(save <= 3 && ap == 0));
                    let needs = save - (helps - ap).min(1);
                    let p = |needs: i64| if needs > 6 { 0.0 } else { (7 - needs.max(2)) as f64 / 6.0 };
                    let table = &answered.tables[0];
                    near("armour", cell(table, &row, "armour"), p(needs));
                    near("invulnerable", cell(table, &row, "invulnerable"), p(invulnerable));
                    near("gets through", cell(table, &row, "gets through"), 1.0 - p(needs).max(p(invulnerable)));
                    let wanted = match (p(needs), p(invulnerable)) {
                        (0.0, 0.0) => "none helps",
                        (a, b) if a == b => "either",
                        (a, b) if b > a => "invulnerable",
                        _ => "armour",
                    };
                    assert_eq!(word(table, &row, "use"), wanted, "{save}+ {invulnerable}+ cover {cover} AP -{ap}");
                }
            }
        }
    }
}

/// A modifier improves by one at most, AP counted in; the invulnerable save is not touched by AP.
#[test]
fn w40k_save_modifiers() {
    let armour = |keys: &[&str]| line(&ask("best-save", keys), "armour saves");
    near("+1 and cover are +1", armour(&["save=5+", "cover=yes", "modifier=1"]), 0.5);
    near("AP -1 with both", armour(&["save=5+", "cover=yes", "modifier=1", "ap=-1"]), 0.5);
    near("no save is none", armour(&["save=-"]), 0.0);
    let answered = ask("best-save", &["save=6+", "invulnerable=5+", "modifier=1", "ap=-3"]);
    near("invulnerable with +1", line(&answered, "invulnerable saves"), 0.5);
    near("re-rolled", line(&answered, "with a Command Re-roll of the failed save"), 0.75);
    assert!(asked("best-save", &["save=3+", "ap=2"]).is_err());
}

/// Before the update no mortal wound of a Character's, Monster's or Vehicle's Hazardous weapon was lost: three for each 1.
#[test]
fn w40k_hazardous_test_of_the_core_edition_loses_nothing() {
    let mean =
        |edition: &str| line(&ask("hazardous", &["weapons=2", "wounds=4", edition, "sturdy=yes"]), "mean wounds lost");
    near("core", mean("edition=core"), 1.0);
    // Two failed tests on one bearer of four wounds: four points instead of six.
    near("updated", mean("edition=updated"), (10.0 * 3.0 + 4.0) / 36.0);
}

/// A unit of models that differ: points that slew some are on no other, and each has its own Feel No Pain.
#[test]
fn w40k_mortal_on_models_that_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = |name: &str, count: u32, wounds: u32, more: &str| {
        let stats = format!("count = {count}\ntoughness = 4\nsave = \"3+\"\nwounds = {wounds}");
        format!("[[model]]\nname = \"{name}\"\n{stats}\n{more}\n")
    };
    let file = |more: &str| {
        let path = folder.path().join("mixed.toml");
        let models = model("Big", 1, 3, "") + &model("Small", 2, 1, more);
        std::fs::write(&path, format!("game = \"warhammer-40k\"\nname = \"Mixed\"\n{models}")).expect("written");
        path.display().to_string()
    };
    let of = |amount: u32, more: &str| {
        let answered = ask("mortal-wounds", &[&format!("amount={amount}"), &format!("target={}", file(more))]);
        ["mean models slain", "mean wounds lost by Mixed", "unit destroyed"].map(|what| line(&answered, what))
    };
    for (amount, slain) in [(1, 0.0), (2, 0.0), (3, 1.0), (4, 2.0), (5, 3.0), (9, 3.0)] {
        let lost = f64::from(amount.min(5));
        assert_eq!(of(amount, ""), [slain, lost, if amount >= 5 { 1.0 } else { 0.0 }], "{amount}");
    }
    // Feel No Pain by an ability: of two points each sticks in three of six cases.
    let numb = "[[ability]]\nname = \"Numb\"\neffects = [\"feel no pain 4+\"]\n";
    near("by an ability", of(2, numb)[1], 1.0);
    // One of three is lost before: two more slay the model.
    let hurt = ask("mortal-wounds", &["amount=2", "target=5x3 lost 1"]);
    near("lost now", line(&hurt, "mean wounds lost by 5x3 lost 1"), 2.0);
    near("slain now", line(&hurt, "mean models slain"), 1.0);
    let [slain, lost, _] = of(4, "feel-no-pain = \"4+\"");
    near("the small ones ignore half", slain, 1.5);
    near("points", lost, 3.5);
}

/// Numbers that are no unit are refused with what is wrong; so are more ways to stand than are worked through.
#[test]
fn units_that_are_written_in_numbers() {
    for (text, why) in [
        ("5x2 lost 2", "`lost` needs fewer wounds than a model has"),
        ("5x2 fnp", "a word without its number"),
        ("5x2 fnp often", "`fnp` needs a number such as 5+"),
        ("5x2 demise often", "`demise` needs a number or dice"),
        ("5x2 mood 3", "it has a word that is not known"),
        ("0x2", "the models or wounds are not a number that is computed"),
    ] {
        let error =
            asked("mortal-wounds", &["amount=1", &format!("target={text}")]).expect_err("a mistake").to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    assert!(asked("mortal-wounds", &["amount=1", "target=5x2 lost 1"]).is_ok());
    let tank = "2x20 demise 1";
    let crowd = format!("units={tank},{tank},{tank}");
    let error = asked("deadly-demise", &["demise=1", &crowd]).expect_err("41 x 41 x 41 ways").to_string();
    assert!(error.contains("ways in which these can stand"), "{error}");
    assert!(asked("deadly-demise", &["demise=1", &format!("units={tank},{tank}")]).is_ok());
    for (keys, what) in [(["demise=1", "units=7x1 demise 1"], "models"), (["demise=37", "units=1x1"], "a large one")] {
        assert!(asked("deadly-demise", &keys).is_err(), "{what}");
    }
    assert!(asked("deadly-demise", &["demise=36", "units=6x1 demise 1"]).is_ok());
    let twelve = ["1x1"; 12].join(",");
    assert!(asked("deadly-demise", &["demise=1", &format!("units={twelve}")]).is_ok());
    assert!(asked("deadly-demise", &["demise=1", &format!("units={twelve},1x1")]).is_err());
}

/// What the die must show may be another number than 6.
#[test]
fn deadly_demise_on_another_number() {
    let answered = ask("deadly-demise", &["demise=2", "units=1x2,1x3", "on=4+"]);
    near("goes off", line(&answered, "it goes off"), 0.5);
    near("points", cell(&answered.tables[0], "1x3", "mean wounds lost"), 1.0);
    near("destroyed", cell(&answered.tables[0], "1x2", "destroyed"), 0.5);
    near("not destroyed", cell(&answered.tables[0], "1x3", "destroyed"), 0.0);
}
