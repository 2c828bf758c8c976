//! What stands behind an effect goes with any that it makes sense for, and an effect on a roll is had by every game that
//! has the roll.

use super::abilities::{units, worn};
use crate::support::{
    attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, stage, target, warcry, with,
};
use warodds::engine::exact;
use warodds::games::{FORMS, Form, GAMES};
use warodds::sequence::Side;

/// The mean damage of one shot that hits on 2+ and wounds on 4+, nothing saved.
fn shot(damage_of: &str, clauses: &[&str]) -> f64 {
    let gun = forty_k(&gun(1, &format!("1 2+ 4 0 {damage_of}"), ""));
    damage(&attack(&gun, &squad(1, 4, "-", 20, ""), &with(clauses))).mean()
}

/// A hit wounds with 4 or 5 in two of six, critically with a 6.
#[test]
fn numbers_change_on_critical_wounds() {
    near("plain", shot("1", &[]), 5.0 / 6.0 * 3.0 / 6.0);
    near("set", shot("1", &["set damage to 3 on critical wounds"]), 5.0 / 6.0 * (2.0 + 3.0) / 6.0);
    near("doubled", shot("2", &["double damage on critical wounds"]), 5.0 / 6.0 * (2.0 * 2.0 + 4.0) / 6.0);
}

/// Every change of a number with every suffix: a game refuses it, or it changes an attack of weak units or of strong ones.
#[test]
fn what_a_suffix_follows_changes_an_attack_or_is_refused() {
    const SUFFIXES: [&str; 4] = [" on critical hits", " on critical wounds", " at least 1", " per rank"];
    let verbs = ["improve ", "worsen ", "set ", "double ", "triple ", "halve "];
    let numbers = ["attacks", "damage", "hit damage", "critical damage", "rend", "strength", "toughness"];
    let signs = numbers.map(|number| [format!("+1 {number}"), format!("-1 {number}")]);
    let is_plain = |form: &&Form| ["hits", "wounds", "1", "RANK"].iter().all(|end| !form.pattern.ends_with(end));
    let changes = FORMS.iter().filter(is_plain).filter(|form| verbs.iter().any(|verb| form.pattern.starts_with(verb)));
    let changes: Vec<String> = changes.map(Form::written).chain(signs.into_iter().flatten()).collect();
    let (mut refused, mut idle) = (Vec::new(), Vec::new());
    for game in GAMES {
        let (strong, target) = worn(game, false);
        let pairs = [units(game, false), (strong.replace("rend = 0", "rend = 2"), target)];
        let answers = |clauses: &[&str]| {
            pairs.each_ref().map(|(attacker, defender)| {
                let prepared = prepared(attacker, defender, &with(clauses)).ok()?;
                let outcome = exact(&prepared.engaged.engagement).expect("not too large");
                Some((damage(&outcome).mean(), outcome.wounds_lost(Side::Defender).mean()))
            })
        };
        let plain = answers(&[]);
        for text in changes.iter().flat_map(|change| SUFFIXES.map(|suffix| format!("{change}{suffix}"))) {
            let changed = answers(&[&text]);
            if changed[0].is_none() {
                refused.push(format!("{}: {text}", game.id));
            } else if changed == plain {
                idle.push(format!("{}: {text}", game.id));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:#?}");
    for text in [
        "age-of-sigmar: +1 attacks on critical hits",
        "age-of-sigmar: halve attacks on critical hits",
        "age-of-sigmar: set hit to 4+ on critical hits",
        "warhammer-40k: improve skill by 2 on critical hits",
        "warhammer-40k-11e: +1 strength on critical wounds",
    ] {
        assert!(refused.iter().any(|entry| entry == text), "{text}");
    }
}

/// A critical hit wounds on 3+ with Strength 5, the four others on 4+.
#[test]
fn numbers_change_on_critical_hits() {
    near("strength", shot("1", &["+1 strength on critical hits"]), (4.0 * 3.0 + 4.0) / 36.0);
    let blade = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1");
    let rend = damage(&attack(&blade, &target(1, 9, "4+", ""), &with(&["+1 rend on critical hits"]))).mean();
    // Two of six hit and are saved on 4+; a critical one is saved on 5+.
    near("rend", rend, 2.0 / 6.0 * 0.5 * 0.5 + 1.0 / 6.0 * 0.5 * 4.0 / 6.0);
}

fn fighters(models: u32) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Fighters\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\nmodels = {models}\n\
         [[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 6, 6]\n"
    )
}

fn tray(defense: &str) -> String {
    format!("game = \"asoiaf\"\nname = \"Target\"\ntray = \"infantry\"\ndefense = \"{defense}\"\nmorale = \"-\"\n")
}

#[test]
fn effects_count_for_each_rank() {
    let hits = |models, clause: &str| stage(&attack(&fighters(models), &tray("-"), &with(&[clause])), "hits");
    near("ones again", hits(12, "reroll hits of 1 per rank"), 6.0 * (0.5 + 0.5 / 6.0));
    near("no rank is gone", hits(12, "reroll hits of 1 per destroyed rank"), 3.0);
    near("one is gone", hits(8, "reroll hits of 1 per destroyed rank"), 6.0 * (0.5 + 0.5 / 6.0));
    for (models, ranks) in [(12, 3), (8, 2), (4, 1)] {
        let clauses = ["set attacks to 0", "2 automatic hits", "extra 1 wounds on each hit per rank"];
        let wounds = attack(&fighters(models), &tray("-"), &with(&clauses));
        near("two hits", damage(&wounds).at(2 * (1 + ranks)), 1.0);
    }
}

/// One effect on the save: what it leaves is known whatever the game makes of a save.
#[test]
fn saves_succeed_on_some_faces_only() {
    let blade = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1");
    let only = with(&["saved only on 5+"]);
    near("a 3+", damage(&attack(&blade, &target(1, 9, "3+", ""), &only)).mean(), 0.25 * 4.0 / 6.0);
    let shot = forty_k(&gun(1, "1 4+ 4 0 1", ""));
    near("a 3+", damage(&attack(&shot, &squad(1, 4, "3+", 9, ""), &only)).mean(), 0.25 * 4.0 / 6.0);
    let shielded = squad(1, 4, "-", 9, "invulnerable = \"4+\"");
    near("invulnerable", damage(&attack(&shot, &shielded, &only)).mean(), 0.25 * 4.0 / 6.0);
    let hits = with(&["set attacks to 0", "6 automatic hits", "saved only on 6+"]);
    near("hits on Defense 4+", damage(&attack(&fighters(12), &tray("4+"), &hits)).mean(), 5.0);
    let why = mistake(&warcry::v1(9), &warcry::target(4, 9, ""), &only);
    assert!(why.contains("there are no saves"), "{why}");
}

/// What befalls attacks against a unit befalls also what comes beside them.
#[test]
fn what_is_no_die_of_the_attack_is_computed_against_the_unit_too() {
    let against = |effect: &str| format!("[[ability]]\nname = \"Cursed\"\nagainst = true\neffects = [\"{effect}\"]\n");
    let idle = sigmar(1, "count = 0\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1");
    let of = |effect: &str| attack(&idle, &target(1, 9, "-", &against(effect)), &with(&[]));
    near("a price", of("suffer 1 mortal on 4+").wounds_lost(Side::Attacker).at(1), 0.5);
    near("two dice", of("2 dice: 4+ -> suffer 1 mortal").wounds_lost(Side::Attacker).at(1), 0.75);
    near("points", damage(&of("D3 mortal damage")).mean(), 2.0);
    near("a die", damage(&of("1 dice: 2+ -> 1 mortal")).mean(), 5.0 / 6.0);
    near("a model", of("slay 1 model on 2+").slain(Side::Defender).at(1), 5.0 / 6.0);
    let miss = forty_k(&gun(1, "1 6+ 1 0 1", ""));
    let cursed = squad(1, 9, "2+", 9, &against("D3 mortal damage"));
    // One shot in six hits, one in six of those wounds, and one in six is not saved.
    near("mortal wounds", damage(&attack(&miss, &cursed, &with(&[]))).mean(), 2.0 + 1.0 / 216.0);
    // Three attacks, of which each is worth a point.
    let of = |effect: &str| attack(&warcry::v1(9), &warcry::target(4, 60, &against(effect)), &with(&[]));
    near("another action", damage(&of("bonus attack action")).mean(), 6.0);
    near("dice before the first", damage(&of("2 mortal damage")).mean(), 5.0);
    near("a price of Warcry", of("suffer 1 damage").wounds_lost(Side::Attacker).at(1), 1.0);
}

/// One shot that hits on 3+ and wounds on 4+, and the same against a MONSTER: what is held to something counts where that
/// holds, whichever door it comes in by, and goes with what else stands behind an effect.
#[test]
fn effects_are_held_to_what_stands_behind_them() {
    let shot = |range: &str, effect: &str, keywords: &str, clauses: &[&str]| {
        let gun = gun(1, "1 3+ 4 0 1", "").replace("range = 24\n", range);
        let card = format!("[[ability]]\nname = \"Card\"\neffects = [\"{effect}\"]\n");
        let unit = forty_k(&gun) + if effect.is_empty() { "" } else { &card };
        let target = squad(1, 4, "-", 20, "").replace("name = \"Target\"", &format!("name = \"Target\"\n{keywords}"));
        damage(&attack(&unit, &target, &with(clauses))).mean()
    };
    let (gun, monster, plain) = ("range = 24\n", "keywords = [\"MONSTER\"]", 4.0 / 6.0 * 3.0 / 6.0);
    let wounded = 4.0 / 6.0 * 4.0 / 6.0;
    for text in ["+1 to wound against MONSTER", "+1 to wound vs VEHICLE or MONSTER", "+1 to wound against MONSTER/FLY"]
    {
        for (effect, clauses) in [(text, &[][..]), ("", &[text][..])] {
            near(text, shot(gun, effect, monster, clauses), wounded);
            near(text, shot(gun, effect, "", clauses), plain);
        }
    }
    near("of criticals", shot(gun, "+1 damage on critical wounds against MONSTER", monster, &[]), plain + 4.0 / 36.0);
    near("of no monster", shot(gun, "+1 damage on critical wounds against MONSTER", "", &[]), plain);
    near("doubled", shot(gun, "", monster, &["double damage against MONSTER"]), 2.0 * plain);
    near("given", shot(gun, "Twin-linked against MONSTER", monster, &[]), 4.0 / 6.0 * 3.0 / 4.0);
    near("charged", shot("", "+1 to wound if charged", "", &["charged"]), wounded);
    near("not charged", shot("", "+1 attacks on the charge", "", &[]), plain);
    for text in ["+1 to wound in melee", "melee: +1 to wound"] {
        near(text, shot("", text, "", &[]), wounded);
        near(text, shot(gun, text, "", &[]), plain);
    }
    let guarded = |clauses: &[&str], keywords: &str| {
        let unit = forty_k(&rifle()).replace("name = \"Attacker\"", &format!("name = \"Attacker\"\n{keywords}"));
        let card = "[[ability]]\nname = \"Card\"\neffects = [\"invulnerable 4+ against MONSTER\"]\n";
        damage(&attack(&unit, &squad(1, 4, "-", 20, card), &with(clauses))).mean()
    };
    near("against a monster", guarded(&[], monster), plain / 2.0);
    near("against others", guarded(&[], ""), plain);
    let charging = |clause: &str| {
        let tray = tray("-").replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"Stark\"]");
        stage(&attack(&fighters(12), &tray, &with(&[clause])), "hits")
    };
    near("ranks against", charging("reroll hits of 1 per rank against STARK"), 6.0 * (0.5 + 0.5 / 6.0));
    near("ranks against others", charging("reroll hits of 1 per rank against LANNISTER"), 3.0);
}

fn rifle() -> String {
    gun(1, "1 3+ 4 0 1", "")
}
