//! Phrases as players write them mean what the vocabulary calls otherwise; what has two meanings is asked back.

use crate::support::{
    attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, target, unit, warcry, with,
};
use warodds::ask::{FightRequest, PlanRequest, Request, fight, plan, prepare, prepare_units};
use warodds::engine::{Options, exact};

fn shooter() -> String {
    forty_k(&gun(10, "1 4+ 4 -1 2", ""))
}

fn victims() -> String {
    squad(20, 4, "4+", 2, "")
}

fn forty(clauses: &[&str]) -> f64 {
    damage(&attack(&shooter(), &victims(), &with(clauses))).mean()
}

fn fighters() -> String {
    sigmar(10, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1")
}

fn sigmarite(clauses: &[&str]) -> f64 {
    damage(&attack(&fighters(), &target(20, 1, "4+", ""), &with(clauses))).mean()
}

/// Ten attacks that hit on 4+, wound on 4+, and a 4+ save at AP -1 that fails on 1 to 4: 10 · 1/2 · 1/2 · 2/3 · 2.
#[test]
fn other_words_of_warhammer_40k() {
    let plain = 10.0 / 4.0 * 4.0 / 6.0 * 2.0;
    near("plain", forty(&[]), plain);
    for (said, factor) in [
        ("+1 hit", 4.0 / 3.0),
        ("+1 to hit rolls", 4.0 / 3.0),
        ("add 1 to the hit roll", 4.0 / 3.0),
        ("rr1s to hit", 7.0 / 6.0),
        ("reroll 1s to hit", 7.0 / 6.0),
        ("re-roll hit rolls of 1", 7.0 / 6.0),
        ("Re-roll a Wound roll of 1", 7.0 / 6.0),
        ("rr failed hits", 3.0 / 2.0),
        ("+1 attack", 2.0),
        ("fnp 5+", 4.0 / 6.0),
        ("5+++", 4.0 / 6.0),
        ("invuln 4+", 3.0 / 4.0),
        ("4++", 3.0 / 4.0),
        ("+1 AP", 5.0 / 4.0),
        ("in cover", 3.0 / 4.0),
        ("crit wounds 2+", 5.0 / 3.0),
        ("half damage", 0.5),
        ("-1 damage taken", 0.5),
        ("+1 BS", 4.0 / 3.0),
    ] {
        near(said, forty(&[said]), plain * factor);
    }
    let heavy = forty_k(&gun(10, "1 4+ 4 -1 2", "\"Heavy\""));
    let stationary = damage(&attack(&heavy, &victims(), &with(&["remained stationary"]))).mean();
    near("remained stationary", stationary, plain * 4.0 / 3.0);
}

#[test]
fn other_words_of_age_of_sigmar() {
    let plain = 10.0 / 4.0 * 4.0 / 6.0;
    near("plain", sigmarite(&[]), plain);
    for (said, factor) in [
        ("AoA", 4.0 / 3.0),
        ("all-out defense", 3.0 / 4.0),
        ("all-out attack", 4.0 / 3.0),
        ("5+ ward", 4.0 / 6.0),
        ("ward save 5+", 4.0 / 6.0),
        ("in cover", 2.0 / 3.0),
        ("add 1 to rend", 5.0 / 4.0),
        ("on the charge", 1.0),
    ] {
        near(said, sigmarite(&[said]), plain * factor);
    }
    let never = mistake(&fighters(), &target(20, 1, "4+", ""), &with(&["9+ ward"]));
    assert!(never.contains("is not a situation, an effect or an ability"), "{never}");
    // In this game only hits are critical: one reading.
    let crit = sigmar(10, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"]");
    let mean = |said: &str| damage(&attack(&crit, &target(20, 1, "-", ""), &with(&[said]))).mean();
    near("crits", mean("crits on 5+"), mean("critical hits on 5+"));
}

/// Two readings are asked back, each as it would be written, and only those that the game has.
#[test]
fn two_readings_are_asked_back() {
    for (said, help) in [
        ("rr hits", "write `reroll failed hits`, `reroll non-critical hits` or `reroll hits of 1`"),
        ("reroll wounds", "write `reroll failed wounds`, `reroll non-critical wounds` or `reroll wounds of 1`"),
        ("rr1s", "write `reroll hits of 1`, `reroll wounds of 1` or `reroll saves of 1`"),
        ("crits on 5+", "write `critical hits on 5+` or `critical wounds on 5+`"),
        ("-1 AP", "write `improve ap by 1` or `worsen ap by 1`"),
        ("Oath of Moment", "write `reroll failed hits`, `reroll non-critical hits` or `+1 to wound`"),
    ] {
        let text = mistake(&shooter(), &victims(), &with(&[said]));
        assert!(text.contains("can be read in several ways") && text.contains(help), "{said}: {text}");
    }
    let fighter = warcry::fighter(10, 1, "3 4 1/4", "");
    let text = mistake(&fighter, &warcry::target(4, 10, ""), &with(&["reroll hits"]));
    assert!(text.contains("write `reroll failed hits`"), "{text}");
    let text = mistake(&fighters(), &target(20, 1, "4+", ""), &with(&["4++"]));
    assert!(text.contains("`4++` has no meaning in age-of-sigmar"), "{text}");
}

/// The article of `a hit die` counts: one die of many is never read as all that fail.
#[test]
fn a_single_die_is_not_all_of_them() {
    for said in ["reroll a defense die", "reroll one save die", "re-roll a single save roll"] {
        let text = mistake(&fighters(), &target(20, 1, "4+", ""), &with(&[said]));
        assert!(text.contains("no rule re-rolls one die of many"), "{said}: {text}");
        let mean = |clause: &str| forty(&[clause]);
        assert_eq!(mean(said), mean("reroll one save"), "{said}");
        assert!(mean(said) > mean("reroll failed saves"), "{said}");
    }
}

/// In a file as on the command line.
#[test]
fn files_are_forgiven_too() {
    let block = "\n[[ability]]\nname = \"Shield\"\nwhen = [\"on the charge\"]\neffects = [\"+1 to hit rolls\"]\n";
    let own = format!("{}{block}", fighters());
    let mean = |clauses: &[&str]| {
        let units = [(unit(&own), None)];
        let prepared =
            prepare_units(&units, &(unit(&target(20, 1, "4+", "")), None), &with(clauses)).expect("an attack");
        damage(&exact(&prepared.engaged.engagement).expect("small")).mean()
    };
    near("charged", mean(&["charging"]), mean(&[]) * 4.0 / 3.0);
}

/// What is suggested can be typed as it stands, in this game.
#[test]
fn suggestions_are_concrete_and_of_this_game() {
    for (said, near) in [
        ("+1 to hti", "`+1 to hit`"),
        ("-2 too wound", "`-2 to wound`"),
        ("feel no pian 5+", "`feel no pain 5+`"),
        ("--1 to hit", "mean `-1 to hit`"),
    ] {
        let text = mistake(&shooter(), &victims(), &with(&[said]));
        assert!(text.contains(near) && !text.contains('±'), "{said}: {text}");
    }
    for (attacker, defender) in [
        (shooter(), victims()),
        (fighters(), target(20, 1, "4+", "")),
        (warcry::fighter(10, 1, "3 4 1/4", ""), warcry::target(4, 10, "")),
    ] {
        for typo in ["wardd 5", "invulnerabel 4", "critical damge", "reroll failed woundss", "+1 rennd"] {
            let text = mistake(&attacker, &defender, &with(&[typo]));
            let Some((_, near)) = text.split_once("did you mean ") else { continue };
            let near = near.split('?').next().expect("text");
            for suggestion in near.split('`').skip(1).step_by(2) {
                let asked = prepared(&attacker, &defender, &with(&[suggestion]));
                let told = asked.err().map(|error| error.to_string()).unwrap_or_default();
                assert!(
                    !told.contains("has no meaning") && !told.contains("is not a situation"),
                    "{suggestion}: {told}"
                );
            }
        }
    }
}

/// What belongs elsewhere is told so: another game, a profile, a question about other dice; and nothing that says the
/// opposite of what was typed is suggested.
#[test]
fn what_belongs_elsewhere_is_told_so() {
    for (said, help) in [
        ("half range", "warhammer-40k has it"),
        ("Lethal Hits", "warhammer-40k has it"),
        ("fights first", "warhammer-40k has it"),
        ("flank", "asoiaf has it"),
        ("Strike-first", "in a fight say whose it is"),
        ("reroll failed charges", "`warodds odds age-of-sigmar`"),
        ("+1 AP", "write `+1 rend`"),
        ("fnp 5+", "write `ward 5+`"),
    ] {
        let text = mistake(&fighters(), &target(20, 1, "4+", ""), &with(&[said]));
        assert!(text.contains(help) && !text.contains("did you mean"), "{said}: {text}");
    }
    let fighter = warcry::fighter(10, 1, "3 4 1/4", "");
    let text = mistake(&fighter, &warcry::target(4, 10, ""), &with(&["ignore cover"]));
    assert!(!text.contains("did you mean `cover`"), "{text}");
}

/// What players say is what the vocabulary calls otherwise, in each game in its own meaning.
#[test]
fn players_words_are_the_vocabularys() {
    let same = |attacker: &str, defender: &str, said: &str, means: &str| {
        let of = |clause: &str| {
            let prepared =
                prepared(attacker, defender, &with(&[clause])).unwrap_or_else(|error| panic!("{said}: {error}"));
            prepared.engaged.engagement
        };
        assert_eq!(of(said), of(means), "{said}");
    };
    for (said, means) in [
        ("plus one to hit", "+1 to hit"),
        ("minus 1 to wound", "-1 to wound"),
        ("-1 to be hit", "-1 to hit"),
        ("+1A", "+1 attacks"),
        ("2+ save", "set save to 2+"),
        ("exploding 6s", "Crit (2 Hits)"),
        ("auto-wound on 6s", "Crit (Auto-wound)"),
        ("6s auto-wound", "Crit (Auto-wound)"),
        ("ethereal", "ignore save modifiers"),
        ("heal 2 wounds", "heal 2"),
        ("return D3 slain models", "return D3 models"),
        ("ward 5", "ward 5+"),
        ("5 ward", "ward 5+"),
        ("ward -1", "-1 to ward"),
        ("crit mortals", "Crit (Mortal)"),
        ("crit two hits", "Crit (2 Hits)"),
        ("explode on 6", "Crit (2 Hits)"),
        ("crit 5s", "critical hits on 5+"),
        ("5+ crits", "critical hits on 5+"),
        ("ignore first wound", "ignore first damage"),
        ("2+ D3 mortals", "1 dice: 2+ -> D3 mortal"),
        ("instakill on 5+", "slay 1 models on 5+"),
        ("damage 2", "set damage to 2"),
        ("save improved by 1", "improve save by 1"),
    ] {
        same(&fighters(), &target(20, 1, "4+", ""), said, means);
    }
    for (said, means) in [
        ("exploding 6s", "Sustained Hits 1"),
        ("auto-wound on 6s", "Lethal Hits"),
        ("6s auto wound", "Lethal Hits"),
        ("AP -2", "set ap to -2"),
        ("BS 2+", "set skill to 2+"),
        ("armour of contempt", "worsen ap by 1"),
        ("+1 T", "+1 toughness"),
        ("+1T", "+1 toughness"),
        ("+1D", "+1 damage"),
        ("t6", "set toughness to 6"),
        ("S8", "set strength to 8"),
        ("ap3", "set ap to -3"),
        ("2+ sv", "set save to 2+"),
        ("triple attack", "triple attacks"),
        ("fnp5", "feel no pain 5+"),
        ("fnp 5+++", "feel no pain 5+"),
        ("inv 4", "invulnerable 4+"),
        ("4++ invuln", "invulnerable 4+"),
        ("rf 1", "Rapid Fire 1"),
        ("rf2", "Rapid Fire 2"),
        ("twin", "Twin-linked"),
        ("ap-2", "set ap to -2"),
        ("S+1", "+1 strength"),
        ("ws3+", "set skill to 3+"),
        ("dr1", "-1 damage to target"),
        ("AoC", "worsen ap by 1"),
        ("always wounds on 4", "wounds on 4+"),
        ("d3 mortals on 6s to wound", "D3 mortal on critical wounds"),
        ("melta range", "half range"),
        ("soft cover", "cover"),
        ("cp reroll", "command re-roll"),
        ("didn't move", "stationary"),
    ] {
        same(&shooter(), &victims(), said, means);
    }
    let (fighter, victim) = (warcry::fighter(10, 1, "3 4 1/4", ""), warcry::target(4, 10, ""));
    for (said, means) in [
        ("+1 crit damage", "+1 critical damage"),
        ("crits count as hits", "critical hits count as hits"),
        ("3 damage", "3 mortal damage"),
        ("2 dice: 4+ -> 1 damage", "2 dice: 4+ -> 1 mortal"),
        ("attack twice", "two attacks"),
        ("remove 3 damage", "heal 3"),
        ("+1 tough", "+1 toughness"),
        ("+1 crit", "+1 critical damage"),
        ("bonus action", "bonus attack action"),
        ("recover 3", "heal 3"),
        ("4+ d6 damage", "1 dice: 4+ -> D6 mortal"),
        ("reflect 1 per miss", "1 damage back for each miss"),
        ("ignore crits", "critical hits count as hits"),
    ] {
        same(&fighter, &victim, said, means);
    }
    let foot = "game = \"asoiaf\"\nname = \"U\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"A\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    for (said, means) in [
        ("cb", "Critical Blow"),
        ("2 extra dice", "+2 attacks"),
        ("reroll defense", "reroll failed saves"),
        ("no armor", "no save"),
        ("+1 def", "+1 to save"),
        ("def 3+", "set save to 3+"),
        ("auto pass panic", "no panic test"),
        ("immune to weakened", "ignore weakened"),
        ("max 1 panic", "at most 1 panic wounds"),
        ("6s ignore saves", "no save against 6"),
        ("block 2", "block 2 hits"),
        ("block on 6s", "blocked only on 6+"),
        ("half wounds", "halve hits"),
        ("weak", "weakened"),
    ] {
        same(foot, foot, said, means);
    }
}

/// What is several effects, or none, is told in words that this game accepts.
#[test]
fn phrases_that_are_no_single_effect_have_a_hint() {
    let foes = [target(20, 1, "4+", ""), victims()];
    for (attacker, defender, said, help) in [
        (shooter(), &foes[1], "5+ sustained", "write `critical hits on 5+, Sustained Hits 1`"),
        (shooter(), &foes[1], "exploding 5s", "write `critical hits on 5+, Sustained Hits 1`"),
        (fighters(), &foes[0], "exploding 5s", "write `critical hits on 5+, Crit (2 Hits)`"),
        (fighters(), &foes[0], "mortals on 5s", "write `critical hits on 5+, Crit (Mortal)`"),
        (shooter(), &foes[1], "Waaagh", "write what it does: `+1 strength, +1 attacks, invulnerable 5+`"),
        (fighters(), &foes[0], "anti cavalry", "write `Anti-CAVALRY (+1 Rend)`"),
        (shooter(), &foes[1], "anti-infantry", "write `Anti-INFANTRY 4+`"),
        (fighters(), &foes[0], "fight twice", "with `--then`"),
        (fighters(), &foes[0], "+D3 attacks", "`set attacks to D3+2`"),
        (shooter(), &foes[1], "add D3 to the Attacks characteristic", "every weapon rolls a die of its own"),
        (shooter(), &foes[1], "+D6 damage", "`set damage to D3+1`"),
        (fighters(), &foes[0], "5++", "write `ward 5+`"),
        (fighters(), &foes[0], "+1 to hit and +1 to wound", "write them one by one: `+1 to hit`, `+1 to wound`"),
        (shooter(), &foes[1], "+1 to hit and wound", "write `+1 to hit, +1 to wound`"),
        (shooter(), &foes[1], "-1 hit and wound", "write `-1 to hit, -1 to wound`"),
        (shooter(), &foes[1], "rr 1s to hit and wound", "write `reroll hits of 1, reroll wounds of 1`"),
        (shooter(), &foes[1], "lethals/sustained 1", "write them one by one: `lethals`, `sustained 1`"),
        (shooter(), &foes[1], "dev wounds on 5+", "write `critical wounds on 5+, Devastating Wounds`"),
        (fighters(), &foes[0], "crit (mortal) on 5+", "write `critical hits on 5+, Crit (Mortal)`"),
        (shooter(), &foes[1], "no cover", "leave `cover` out"),
    ] {
        let text = mistake(&attacker, defender, &with(&[said]));
        assert!(text.contains(help), "{said}: {text}");
    }
    // What stands in a hint is accepted as it stands.
    let mean = |clause: &str| prepared(&shooter(), &victims(), &with(&[clause])).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(mean("critical hits on 5+, Sustained Hits 1"), Ok(()));
    assert_eq!(mean("+1 strength, +1 attacks"), Ok(()));
}

/// A clause may say of which unit it speaks; the unit that it is of anyway makes no difference, and the other has it not.
#[test]
fn whose_a_clause_is_may_be_said() {
    let asoiaf = "game = \"asoiaf\"\nname = \"U\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"A\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    let warcry = (warcry::fighter(10, 1, "3 4 1/4", ""), warcry::target(4, 10, ""));
    for ((attacker, defender), of_attacker, of_defender) in [
        ((fighters(), target(20, 1, "4+", "")), "+1 to hit", "heal 2"),
        ((shooter(), victims()), "+1 to hit", "-1 toughness"),
        ((asoiaf.to_owned(), asoiaf.to_owned()), "+1 to hit", "heal 2"),
        (warcry.clone(), "+1 attacks", "heal 2"),
        (warcry, "suffer 1 damage", "critical hits count as hits"),
    ] {
        let of = |clauses: &[&str]| {
            let prepared = prepared(&attacker, &defender, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
            prepared.engaged.engagement
        };
        for (said, whose) in [(of_attacker, "attacker"), (of_defender, "defender")] {
            let plain = of(&[said]);
            assert_eq!(of(&[&format!("{whose}: {said}")]), plain, "{whose}: {said}");
            assert_ne!(plain, of(&[]), "{said}");
        }
    }
}

/// A unit that is a file is named by its profile, by its file and as it was typed, in every command.
#[test]
fn a_unit_is_named_by_any_of_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |stem: &str, text: String| {
        let path = folder.path().join(stem).with_extension("toml");
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let mine = file("zg", fighters().replace("\"Attacker\"", "\"Gobbos\""));
    let theirs = file("tt", target(20, 1, "4+", "").replace("\"Target\"", "\"Big Trolls\""));
    let all = |whose: &str| {
        let base = with(&[&format!("{whose}: +1 to hit")]);
        let request = Request { attacker: mine.clone(), defender: theirs.clone(), ..base.clone() };
        let fought = FightRequest {
            a: mine.clone(),
            b: theirs.clone(),
            rounds: 1,
            base: base.clone(),
            ..FightRequest::default()
        };
        let (attackers, targets) = (vec![mine.clone()], vec![theirs.clone()]);
        let planned = PlanRequest { attackers, targets, goal: "kills".into(), base, ..PlanRequest::default() };
        let attacked = prepare(&request).expect(whose).report(&Options::default(), &|_| {}).expect(whose).0;
        let fought = fight(&fought, &Options::default()).expect(whose).0;
        let planned = plan(&planned).expect(whose).0;
        let damage = attacked.results.metric("damage").expect("every attack has it").pmf.mean();
        (damage, fought.rounds[0].slain[1].mean, planned.value)
    };
    let whole = all(&mine);
    near("ten attacks that hit on 3+", whole.0, 10.0 * 4.0 / 6.0 * 0.5 * 4.0 / 6.0);
    for whose in ["zg", "Gobbos", "gobbos"] {
        assert_eq!(all(whose), whole, "{whose}");
    }
}

/// A number that was written stands in what is suggested.
#[test]
fn a_suggestion_keeps_the_number() {
    let fighter = crate::support::warcry::fighter(9, 1, "3 4 1/4", "");
    let target = crate::support::warcry::target(4, 9, "");
    let text = crate::support::mistake(&fighter, &target, &crate::support::with(&["sufer 5 damage"]));
    assert!(text.contains("`suffer 5 damage`"), "{text}");
}

/// What a game lacks is told with something that may be typed there, and a number that changes nothing is none.
#[test]
fn what_is_told_instead_may_be_typed() {
    let (fighter, enemy) = (warcry::fighter(9, 1, "3 4 1/4", ""), warcry::target(4, 9, ""));
    for said in ["damage is 0", "ignore first damage"] {
        let text = mistake(&fighter, &enemy, &with(&[said]));
        assert!(text.contains("write `-1 damage to target`") && !text.contains("mortal"), "{said}: {text}");
    }
    for said in ["-0 damage", "+0 attacks", "-0 damage to target"] {
        mistake(&fighter, &enemy, &with(&[said]));
    }
    mistake(&fighters(), &target(20, 1, "4+", ""), &with(&["+0 to hit"]));
}

/// A number that is out of its range is told which ones are possible.
#[test]
fn a_number_out_of_range_is_told_the_range() {
    let victims = target(20, 1, "4+", "");
    for (said, low, high) in [
        ("ward 8+", 2, 7),
        ("ward 0+", 2, 7),
        ("critical hits on 1+", 2, 7),
        ("reroll hits of 9", 1, 6),
        ("+0 to hit", 1, 100),
        ("+900 to hit", 1, 100),
    ] {
        let text = mistake(&fighters(), &victims, &with(&[said]));
        assert!(text.contains(&format!("write a number from {low} to {high}, ")), "{said}: {text}");
    }
    let text = mistake(&shooter(), &squad(20, 4, "4+", 2, ""), &with(&["fnp 9+"]));
    assert!(text.contains("write a number from 2 to 7, such as `fnp 3+`"), "{text}");
}

/// Who strikes first decides nothing in one attack: what sounds like it is told where it is said.
#[test]
fn a_misspelt_order_of_a_fight_is_told_its_place() {
    for text in ["strikes first", "strike frist"] {
        let said = mistake(&fighters(), &target(20, 1, "4+", ""), &with(&[text]));
        assert!(said.contains("`--with \"A: Strike-first\"`"), "{text}: {said}");
    }
}
