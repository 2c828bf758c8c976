//! What an attack says of itself: names, notes, ranks, and what is refused.

use super::{chain, fighters, target};
use crate::support::{attack, damage, explained, mistake, near, prepared, stage, unit, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::Options;
use warodds::games::Phase;
use warodds::sequence::Side;

/// An ability of a card.
fn ability(keys: &str) -> String {
    format!("[[ability]]\nname = \"Card\"\n{keys}\n")
}

/// The names under which two attacks, one after the other, are explained.
fn names(attacker: &str, defender: &str, clauses: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let attacker = write("a.toml", attacker);
    let request =
        Request { then: vec![attacker.clone()], attacker, defender: write("b.toml", defender), ..with(clauses) };
    let explained = prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.explained;
    explained.into_iter().map(|one| one.weapon).collect()
}

/// ASOIAF-RANK: a full tray of twelve models of two wounds, five of which are left: with 14 points lost two ranks stand,
/// from 16 on one. The second attack is told once for each, with the points as ranges of a model.
#[test]
fn ways_to_attack_are_told_by_what_the_target_has_lost() {
    let of = |clause: &str| {
        names(&fighters("", ""), &target("infantry", "4+", "6+", "models = 5\nwounds-per-model = 2"), &[clause])
    };
    let told = of("1 automatic hits per enemy rank");
    let later = ["14 to 15", "16 to 17, 18 to 19, 20 to 21, 22 or more"];
    let later = later.map(|lost| format!("Fighters: Swords, Target having lost {lost}"));
    assert_eq!(told, ["Fighters: Swords", &later[0], &later[1]]);
    assert_eq!(of("1 automatic hits"), ["Fighters: Swords"; 2], "it asks for nothing: one way");
    // By wounds every point is a way of its own.
    let told = of("block 1 hits per lost wound");
    assert_eq!(told.len(), 1 + 10, "{told:?}");
    assert!(told[1].ends_with("having lost 14") && told[10].ends_with("having lost 23 or more"), "{told:?}");
}

/// ASOIAF-RANK: what is counted by lost wounds is counted anew for each attack, also within a model: all of 3 automatic hits
/// get through on a target that has lost nothing, of the next 3 none, for 3 are lost then.
#[test]
fn lost_wounds_are_counted_before_each_attack() {
    let fighters = fighters("", "");
    let hard =
        target("infantry", "-", "-", "wounds-per-model = 4") + &ability("effects = [\"block 1 hits per lost wound\"]");
    let clauses = ["set attacks to 0", "3 automatic hits"];
    near("one", damage(&attack(&fighters, &hard, &with(&clauses))).at(3), 1.0);
    near("two", damage(&chain(&fighters, &fighters, &hard, &clauses)).at(3), 1.0);
}

/// ASOIAF-RANK: twelve models in three ranks, eight of which are left: one rank is gone, and the next one with four more.
#[test]
fn a_rank_is_lost_with_its_last_model() {
    let of = |more: &str, wounds: u32| {
        let clauses = ["set attacks to 0".to_owned(), format!("{wounds} direct wounds")];
        let request = Request { with: clauses.into(), ..Request::default() };
        let prepared = prepared(&fighters("", ""), &target("infantry", "4+", "-", more), &request).expect("right");
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
        report.results.chance("rank-lost").expect("of every attack of this game").p
    };
    for (more, wounds, lost) in [("", 3, 0.0), ("", 4, 1.0), ("models = 8", 3, 0.0), ("models = 8", 4, 1.0)] {
        near(&format!("{more}, {wounds} wounds"), of(more, wounds), lost);
    }
    near("the last rank", of("models = 2", 2), 1.0);
}

/// A unit is what its profile and its damage leave of it; a unit that is gone does not fight.
#[test]
fn models_that_are_left_are_named() {
    let of = |more: &str, damage: u32| {
        let request = Request { set: vec![format!("defender.damage={damage}")], ..Request::default() };
        prepared(&fighters("", ""), &target("infantry", "4+", "6+", more), &request)
    };
    let left = |more: &str, damage: u32| {
        let prepared = of(more, damage).expect("right");
        let notes = prepared.notes.join("\n");
        assert!(!notes.contains("so it stands in"), "as many values as a full tray has ranks: {notes}");
        prepared.report(&Options::default(), &|_| {}).expect("small").0.defender.models
    };
    assert_eq!((left("", 0), left("models = 8", 0), left("models = 8", 1), left("", 11)), (12, 8, 7, 1));
    for (more, all) in [("", 12), ("models = 2\nwounds-per-model = 3", 6)] {
        assert!(of(more, all - 1).is_ok(), "{all}");
        assert!(of(more, all).is_err() && of(more, all + 1).is_err(), "nobody is left of {all}");
    }
}

/// An effect of the target changes nothing where its owner attacks, and is not told of there.
#[test]
fn effects_of_a_target_are_not_told_of_an_attacker() {
    let text = fighters("", "") + &ability("effects = [\"+1 to save\", \"+1 to hit\"]");
    let told = explained(&text, &target("infantry", "4+", "6+", ""), &with(&[]));
    assert!(told.contains(&("+1 to hit".to_owned(), "ASOIAF-MOD")), "{told:?}");
    assert!(!told.iter().any(|(what, _)| what == "+1 to save"), "{told:?}");
}

/// An effect that was said of one side is that side's alone.
#[test]
fn options_have_owners() {
    let of =
        |clause: &str| damage(&attack(&fighters("", ""), &target("infantry", "4+", "-", ""), &with(&[clause]))).mean();
    // Six dice, half of which hit, half of which are blocked; a third with +1.
    near("whose it is", of("+1 to save"), 1.0);
    near("said", of("defender: +1 to save"), 1.0);
    near("of the other", of("attacker: +1 to save"), 1.5);
}

/// ASOIAF-ATK-4: hits that the attacker suffers are blocked with its own Defense and what always changes it. What cannot be
/// known of it then is refused only where it matters.
#[test]
fn an_attacker_blocks_what_it_suffers() {
    let blocks = |keys: &str| {
        let text = fighters("", "") + &ability(keys);
        let known = attack(&text, &target("infantry", "4+", "6+", ""), &with(&["set attacks to 0", "suffer 6 hits"]));
        known.wounds_lost(Side::Attacker).mean()
    };
    near("always", blocks("effects = [\"+1 to save\"]"), 2.0);
    near("of who attacks it", blocks("against = true\neffects = [\"+1 to save\"]"), 3.0);
    // Of twelve models in three ranks four are left: two ranks are gone, and 4+ becomes 2+.
    let hardened = fighters("models = 4", "") + &ability("effects = [\"+1 to save per destroyed rank\"]");
    let clauses = with(&["set attacks to 0", "suffer 3 hits"]);
    let known = attack(&hardened, &target("infantry", "4+", "6+", ""), &clauses);
    near("by ranks", known.wounds_lost(Side::Attacker).mean(), 0.5);
    let refused = |keys: &str, clauses: &[&str]| {
        let text = fighters("", "") + &ability(keys);
        prepared(&text, &target("infantry", "4+", "6+", ""), &with(clauses)).err().map(|error| error.to_string())
    };
    let again = "effects = [\"reroll failed saves\"]";
    assert_eq!(refused(again, &[]), None, "it suffers no hits");
    assert_eq!(refused(again, &["suffer 2 wounds"]), None, "nothing blocks wounds");
    for clause in ["suffer 1 hits for each miss", "suffer 2 hits"] {
        let told = refused(again, &[clause]).expect("not known");
        assert!(told.contains("whether Card helps against hits that its own attack brings is not known"), "{told}");
        let when = "when = [\"charge\"]\neffects";
        assert!(refused(&format!("{when} = [\"+1 to save\"]"), &[clause]).is_some(), "only if it charges");
        assert_eq!(refused(&format!("{when} = [\"+1 to hit\"]"), &[clause]), None, "that does not help it");
    }
}

/// ASOIAF-ATK-7: a unit without Morale takes no test, so it passes none either.
#[test]
fn nobody_passes_a_test_that_is_not_taken() {
    let price = |morale: &str, more: &str| {
        let clauses = ["set attacks to 0", "1 direct wounds", "suffer 1 wounds if panic passed"];
        let known = attack(&fighters("", ""), &(target("infantry", "4+", morale, "") + more), &with(&clauses));
        known.wounds_lost(Side::Attacker).mean()
    };
    let brave = ability("effects = [\"no panic test\"]");
    near("no morale", price("-", ""), 0.0);
    near("no morale and brave", price("-", &brave), 0.0);
    near("brave", price("6+", &brave), 1.0);
    near("it passes on 26 of 36", price("6+", ""), 26.0 / 36.0);
}

/// In an entry the words are its unit's: with a token or a charge of the other one it writes `target`, and what no attack
/// knows of a unit is refused.
#[test]
fn words_of_an_entry_are_of_its_unit() {
    let entry = |against: bool, when: &str| {
        let more = ability(&format!("against = {against}\nwhen = [\"{when}\"]\neffects = [\"+1 attacks\"]"));
        let [own, theirs] = if against { ["", &more] } else { [&more, ""] };
        (fighters("", "") + own, target("infantry", "4+", "6+", theirs))
    };
    for (against, when, clause) in [
        (false, "charge", "charge"),
        (false, "weakened", "weakened"),
        (false, "target vulnerable", "vulnerable"),
        (false, "target horrific", "horrific"),
        (false, "flank or rear", "flank"),
        (true, "vulnerable", "vulnerable"),
        (true, "target charge", "charge"),
        (true, "target weakened", "weakened"),
        (true, "flank", "flank"),
    ] {
        let (attacker, defender) = entry(against, when);
        let dice = |clauses: &[&str]| stage(&attack(&attacker, &defender, &with(clauses)), "attacks");
        near(when, dice(&[clause]), 7.0);
        near(when, dice(&[]), 6.0);
    }
    for (against, when, help) in [
        (false, "vulnerable", "is attacked: write `target vulnerable`"),
        (false, "cover", "is attacked: write `target cover`"),
        (false, "target charge", "attacks: write `charge`"),
        (false, "not target weakened", "attacks: write `weakened`"),
        (true, "weakened", "attacks: write `target weakened`"),
        (true, "charge", "attacks: write `target charge`"),
        (true, "target panicked", "is attacked: write `panicked`"),
    ] {
        let (attacker, defender) = entry(against, when);
        let told = mistake(&attacker, &defender, &with(&[]));
        assert!(told.contains("is not known of") && told.contains(help), "{when}: {told}");
    }
}

/// An ability of a whole unit is none of an attack, and nobody says that it is no ability.
#[test]
fn an_ability_of_a_whole_unit_is_told_as_one() {
    let told = mistake(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&["Set for Charge"]));
    assert!(told.contains("`Set for Charge` is an ability of a whole unit, not of an attack"), "{told}");
    assert!(told.contains("not computed") && !told.contains("is not a situation"), "{told}");
}

/// What the rulebook names without saying what it does is told once, and a token that no attack here meets as well.
#[test]
fn what_comes_to_nothing_is_told() {
    let notes = |more: &str, clauses: &[&str]| {
        let text = fighters(more, "");
        prepared(&text, &target("infantry", "4+", "6+", ""), &with(clauses)).expect("right").notes.join("\n")
    };
    let idle = notes("abilities = [\"Set for Charge\"]", &[]);
    assert!(idle.contains("is not computed: the rulebook names it only"), "{idle}");
    assert!(!notes("", &[]).contains("is not computed"));
    let after = ["target becomes vulnerable after attack"];
    assert!(notes("", &after).contains("Vulnerable"), "{}", notes("", &after));
    let units = [fighters("", ""), fighters("", "")].map(|text| (unit(&text), None));
    let two = prepare_units(&units, &(unit(&target("infantry", "4+", "6+", "")), None), &with(&after));
    let told = two.expect("right").notes.join("\n");
    assert!(!told.contains("Vulnerable"), "the second attack meets it: {told}");
    let told = mistake(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&["set attacks to D3"]));
    assert!(told.contains("set attacks to"), "{told}");
}

/// An ability that is used once is used in the attack for which it was asked, whatever else was asked for another.
#[test]
fn abilities_used_once_are_used_where_they_were_asked_for() {
    let once = |name: &str, dice: u32| {
        format!("[[ability]]\nname = \"{name}\"\noptional = true\nonce = true\neffects = [\"+{dice} attacks\"]\n")
    };
    let text = fighters("", "") + &once("First", 1) + &once("Second", 2);
    let attacks = |clauses: &[&str]| {
        stage(&chain(&text, &text, &target("infantry", "-", "-", "wounds-per-model = 9"), clauses), "attacks")
    };
    near("neither", attacks(&[]), 12.0);
    near("each in an attack of its own", attacks(&["1: Second", "2: First"]), 12.0 + 3.0);
    near("the other way", attacks(&["1: First", "2: Second"]), 12.0 + 3.0);
    near("once for units of one name", attacks(&["First", "2: Second"]), 12.0 + 3.0);
}

/// An entry for one attack of the card changes no other.
#[test]
fn entries_hold_for_the_attacks_that_they_name() {
    let axes = "[[attack]]\nname = \"Axes\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    let dice = |named: &str| {
        let text = fighters("", axes) + &ability(&format!("weapons = [\"{named}\"]\neffects = [\"+2 attacks\"]"));
        stage(&attack(&text, &target("infantry", "4+", "6+", ""), &with(&[])), "attacks")
    };
    near("the one that is used", dice("Swords"), 8.0);
    near("the other", dice("Axes"), 6.0);
}

/// ASOIAF-ATK-1: as if ranks were there or gone; nobody has more dice than with all ranks, or fewer than with one.
#[test]
fn ranks_for_attacks_end_with_the_card() {
    let dice = |clause: &str| {
        stage(&attack(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(&[clause])), "attacks")
    };
    for (clause, number) in [("-1", 5.0), ("-2", 4.0), ("-3", 4.0), ("-9", 4.0), ("+1", 6.0)] {
        near(clause, dice(&format!("{clause} ranks for attacks")), number);
    }
}

/// ASOIAF-TRAY: a full tray of infantry has twelve models, and no more.
#[test]
fn a_full_tray_is_not_too_large() {
    let asked = |models: u64| {
        let foe = (unit(&target("infantry", "4+", "6+", "")), None);
        prepare_units(&[(unit(&fighters("", "")), Some(models))], &foe, &with(&[])).is_ok()
    };
    assert!(asked(1) && asked(11) && asked(12), "all of these stand on it");
    assert!(!asked(13), "there is no place for it");
}

/// A unit with a mistake in it is told that mistake, and nothing that only follows from it; the tray has as many models as
/// its kind, and each as many wounds as it says.
#[test]
fn mistakes_of_a_unit_are_told_alone() {
    let archers = fighters("speeed = 5", "").replace("\"melee\"", "\"long\"");
    let request = Request { phase: Some(Phase::Combat), ..with(&[]) };
    let told = mistake(&archers, &target("infantry", "4+", "6+", ""), &request);
    assert!(told.contains("`speeed`") && !told.contains("melee weapon"), "{told}");
}

/// What an entry of the attacker brings for later is told of it; an entry for when it is attacked itself is not asked.
#[test]
fn tokens_that_entries_leave_are_told() {
    let notes = |keys: &str| {
        let text = fighters("", "") + &ability(keys);
        prepared(&text, &target("infantry", "4+", "6+", ""), &with(&[])).expect("right").notes.join("\n")
    };
    let told = "Card: what the Panicked token does";
    assert!(notes("effects = [\"becomes panicked\"]").contains(told));
    assert!(!notes("against = true\neffects = [\"becomes panicked\"]").contains(told));
}

/// Hits that allow no save are not blocked by anything else: whoever asks for both is told.
#[test]
fn what_blocks_nothing_is_told() {
    let (fighters, target) = (super::fighters("", ""), super::target("infantry", "4+", "-", ""));
    let prepared = crate::support::prepared(&fighters, &target, &crate::support::with(&["block 2 hits", "no save"]));
    let notes = prepared.expect("an attack").notes;
    assert!(notes.iter().any(|note| note == "`block 2 hits` adds nothing to `no save`"), "{notes:?}");
}
