//! Effects of an ability that are of the unit that is attacked: `target: -1 to save`.

use crate::support::{attack, damage, forty_k, gun, mistake, near, sigmar, squad, stage, target, warcry, with};

const BLADE: &str = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1";

fn entry(more: &str, effects: &str) -> String {
    format!("[[ability]]\nname = \"Curse\"\n{more}\neffects = [{effects}]\n")
}

fn asoiaf(more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"S\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{more}\n"
    )
}

#[test]
fn an_attacker_changes_its_target_in_every_game() {
    // Half of half of the dice get to the save of 4+, which becomes 5+.
    let save = target(5, 1, "4+", "");
    let sigmar = sigmar(1, BLADE);
    near("a save of 4+", damage(&attack(&sigmar, &save, &with(&[]))).mean(), 1.0 / 8.0);
    let cursed = sigmar.clone() + &entry("", "\"target: -1 to save\"");
    near("a save of 5+", damage(&attack(&cursed, &save, &with(&[]))).mean(), 1.0 / 6.0);

    // Strength 4 wounds Toughness 4 on 4+, Toughness 3 on 3+.
    let gun = forty_k(&gun(1, "1 4+ 4 0 1", ""));
    let squad = squad(5, 4, "-", 1, "");
    near("Toughness 4", stage(&attack(&gun, &squad, &with(&[])), "wounds"), 1.0 / 4.0);
    let gift = gun + &entry("", "\"target: -1 toughness\"");
    near("Toughness 3", stage(&attack(&gift, &squad, &with(&[])), "wounds"), 1.0 / 3.0);

    // Of three hits half are blocked on 4+, a third on 5+.
    near("Defense 4+", stage(&attack(&asoiaf(""), &asoiaf(""), &with(&[])), "unsaved"), 1.5);
    let sunder = asoiaf(&entry("", "\"target: -1 to save\""));
    near("Defense 5+", stage(&attack(&sunder, &asoiaf(""), &with(&[])), "unsaved"), 2.0);

    // A die is a hit of 1 on 4 and 5, and on 3 too against less Toughness; a 6 is a critical hit of 2.
    let fighter = warcry::fighter(10, 1, "3 4 1/2", "");
    let fighters = warcry::target(4, 10, "");
    near("equal", damage(&attack(&fighter, &fighters, &with(&[]))).mean(), 3.0 * 4.0 / 6.0);
    let withered = fighter + &entry("", "\"target: -1 toughness at least 1\"");
    near("withered", damage(&attack(&withered, &fighters, &with(&[]))).mean(), 3.0 * 5.0 / 6.0);
}

#[test]
fn its_conditions_are_in_the_words_of_the_unit_that_has_it() {
    let unit = sigmar(1, BLADE) + &entry("when = [\"charged\", \"target HERO\"]", "\"target: -1 to save\"");
    let of = |save: &str, said: &[&str]| damage(&attack(&unit, save, &with(said))).mean();
    let [hero, other] = ["keywords = [\"HERO\"]", ""].map(|more| target(1, 9, "4+", more));
    near("a hero that was charged", of(&hero, &["charged"]), 1.0 / 6.0);
    near("a hero that charged", of(&hero, &["target charged"]), 1.0 / 8.0);
    near("another one", of(&other, &["charged"]), 1.0 / 8.0);
}

#[test]
fn it_may_hang_on_a_name_a_value_and_a_die() {
    let save = target(5, 1, "4+", "");
    let unit = sigmar(1, BLADE) + &entry("optional = true", "\"target: -X to save\"");
    near("off", damage(&attack(&unit, &save, &with(&[]))).mean(), 1.0 / 8.0);
    near("on", damage(&attack(&unit, &save, &with(&["Curse 2"]))).mean(), 1.0 / 4.0 * 5.0 / 6.0);
    // One die for both: two thirds of the time two attacks against 5+, else one against 4+.
    let rolled = sigmar(1, BLADE) + &entry("", "\"3+: target: -1 to save\", \"3+: +1 attacks\"");
    near("a die", damage(&attack(&rolled, &save, &with(&[]))).mean(), 2.0 / 3.0 * 2.0 / 6.0 + 1.0 / 3.0 / 8.0);
}

#[test]
fn a_unit_that_is_attacked_changes_nothing_with_it() {
    let own = target(5, 1, "4+", &entry("", "\"target: -1 to save\""));
    near("its own save", damage(&attack(&sigmar(1, BLADE), &own, &with(&[]))).mean(), 1.0 / 8.0);
}

#[test]
fn what_cannot_be_of_the_target_says_so() {
    let target = target(5, 1, "4+", "");
    for (more, effect, says) in [
        ("", "target: +1 to hit", "of this unit's own attack, not of its target"),
        ("", "target: Crit (Mortal)", "of this unit's own attack, not of its target"),
        ("against = true", "target: -1 to save", "does not go together with `against`"),
        ("weapons = [\"Weapon\"]", "target: -1 to save", "does not go together with `weapons`: it is of the target"),
        ("", "target: -1 to savings", "-1 to save"),
    ] {
        let text = mistake(&(sigmar(1, BLADE) + &entry(more, &format!("\"{effect}\""))), &target, &with(&[]));
        assert!(text.contains(says), "{effect}: {text}");
    }
    let text = mistake(
        &(forty_k(&gun(1, "1 4+ 4 0 1", ""))
            + &entry("when = [\"strength above toughness\"]", "\"target: -1 to save\"")),
        &squad(5, 4, "-", 1, ""),
        &with(&[]),
    );
    assert!(text.contains("does not go together with `strength above toughness`"), "{text}");
}
