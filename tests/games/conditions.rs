//! When an ability holds: every word that `when` knows, in the games whose rules give it a meaning.

use crate::support::{attack, damage, forty_k, gun, mistake, near, prepared, sigmar, squad, stage, target, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::{self, Phase};
use warodds::profile::{Diagnostics, Document, Source};
use warodds::report::warnings;
use warodds::sequence::Side;

const KEYWORDS: &str = "keywords = [\"INFANTRY\", \"HERO\"]\n";

fn ability(when: &str) -> String {
    format!("[[ability]]\nname = \"If\"\nwhen = [{when}]\neffects = [\"+10 attacks\"]\n")
}

fn against(when: &str) -> String {
    format!("[[ability]]\nname = \"If\"\nagainst = true\nwhen = [{when}]\neffects = [\"+10 attacks\"]\n")
}

/// Whether the ability held: ten more attacks.
fn held(attacker: &str, defender: &str, request: &Request) -> bool {
    match stage(&attack(attacker, defender, request), "attacks") {
        1.0 => false,
        11.0 => true,
        other => panic!("{other} attacks"),
    }
}

/// An Age of Sigmar unit of five INFANTRY HEROes with a weapon of each kind.
fn archers(more: &str) -> String {
    let weapons =
        "[[weapon]]\nname = \"Bow\"\nrange = 12\ncount = 1\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n";
    sigmar(5, "count = 1\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1").replacen(
        "models",
        &format!("{KEYWORDS}models"),
        1,
    ) + weapons
        + more
}

fn monster(models: u32, more: &str) -> String {
    target(models, 4, "-", &format!("keywords = [\"MONSTER\", \"WIZARD (2)\"]\n{more}"))
}

fn in_combat(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Combat), ..with(clauses) }
}

/// Each condition, what is said, and whether it holds for the unit that attacks.
const OF_THE_ATTACKER: &[(&str, &[&str], bool)] = &[
    ("\"target MONSTER\"", &[], true),
    ("\"target monster\"", &[], true),
    ("\"target WIZARD\"", &[], true),
    ("\"target not MONSTER\"", &[], false),
    ("\"not target MONSTER\"", &[], false),
    ("\"target not VEHICLE\"", &[], true),
    ("\"target HERO or MONSTER\"", &[], true),
    ("\"target HERO or CAVALRY\"", &[], false),
    ("\"target not HERO or not MONSTER\"", &[], true),
    ("\"target not HERO\", \"target not MONSTER\"", &[], false),
    ("\"charged or target MONSTER\"", &[], true),
    ("\"charged or target HERO\"", &[], false),
    ("\"charged or target HERO\"", &["charged"], true),
    ("\"HERO\"", &[], true),
    ("\"not HERO\"", &[], false),
    ("\"not charged\"", &[], true),
    ("\"not charged\"", &["charged"], false),
    ("\"target charged\"", &["target charged"], true),
    ("\"target not charged\"", &["charged"], true),
    ("\"melee\"", &[], true),
    ("\"combat\"", &[], true),
    ("\"shooting\"", &[], false),
    ("\"not shooting\"", &[], true),
    ("\"models 5+\"", &[], true),
    ("\"models 6+\"", &[], false),
    ("\"not models 6+\"", &[], true),
    ("\"target models 10+\"", &[], true),
    ("\"target models 11+\"", &[], false),
    ("\"target damage 2+\"", &[], false),
    ("\"not target damaged\"", &[], true),
    ("\"objective\"", &[], false),
    ("\"objective\"", &["objective"], true),
    ("\"target objective\"", &["target objective"], true),
    ("\"target objective\"", &["objective"], false),
];

#[test]
fn age_of_sigmar_reads_every_word() {
    for (when, clauses, wanted) in OF_THE_ATTACKER {
        let held = held(&archers(&ability(when)), &monster(10, ""), &in_combat(clauses));
        assert_eq!(held, *wanted, "{when} with {clauses:?}");
    }
    let hurt = Request { set: vec!["defender.damage=2".into()], ..in_combat(&[]) };
    assert!(held(&archers(&ability("\"target damage 2+\"")), &monster(10, ""), &hurt));
    assert!(!held(&archers(&ability("\"target damage 3+\"")), &monster(10, ""), &hurt));
    let shoots = Request { phase: Some(Phase::Shooting), ..with(&[]) };
    assert!(held(&archers(&ability("\"shooting\"")), &monster(10, ""), &shoots));
    assert!(!held(&archers(&ability("\"melee\"")), &monster(10, ""), &shoots));
}

/// In a file the words are the owner's: those of the unit that is attacked speak of the attacker as its target.
#[test]
fn words_of_the_unit_that_is_attacked_are_mirrored() {
    for (when, clauses, wanted) in [
        ("\"MONSTER\"", &[][..], true),
        ("\"target HERO\"", &[], true),
        ("\"target not HERO\"", &[], false),
        ("\"target MONSTER\"", &[], false),
        ("\"models 10+\"", &[], true),
        ("\"target models 6+\"", &[], false),
        ("\"target models 5+\"", &[], true),
        ("\"target charged\"", &["charged"], true),
        ("\"charged\"", &["charged"], false),
        ("\"not charged\"", &["target charged"], false),
        ("\"objective\"", &["target objective"], true),
        ("\"objective\"", &["defender: objective"], true),
        ("\"objective\"", &["objective"], false),
        ("\"melee\"", &[], true),
        ("\"shooting\"", &[], false),
    ] {
        let held = held(&archers(""), &monster(10, &against(when)), &in_combat(clauses));
        assert_eq!(held, wanted, "{when} with {clauses:?}");
    }
}

fn tank(models: u32, wounds: u32, more: &str) -> String {
    squad(models, 4, "-", wounds, "").replacen("[[model]]", "keywords = [\"VEHICLE\"]\n[[model]]", 1) + more
}

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

/// W40K-STRENGTH-LEVELS: a unit of one model counts wounds, others count models.
#[test]
fn warhammer_40k_reads_strength_and_battle_shock() {
    let gun = |when: &str| forty_k(&gun(1, "1 4+ 5 0 1", "")) + &ability(when);
    let of = |when: &str, models, wounds, request: &Request| held(&gun(when), &tank(models, wounds, ""), request);
    let hurt = |points: u32| Request { set: vec![format!("defender.damage={points}")], ..shooting(&[]) };
    for (points, half, starting) in [(0, false, true), (5, false, false), (6, true, false)] {
        assert_eq!(of("\"target half strength\"", 1, 11, &hurt(points)), half, "half, {points} lost");
        assert_eq!(of("\"target starting strength\"", 1, 11, &hurt(points)), starting, "starting, {points} lost");
        assert_eq!(of("\"target not starting strength\"", 1, 11, &hurt(points)), !starting, "{points} lost");
    }
    assert!(of("\"target starting strength\"", 5, 2, &hurt(1)), "a wounded model still stands");
    assert!(of("\"target half strength\"", 5, 2, &shooting(&["target half strength"])));
    assert!(!of("\"target starting strength\"", 5, 2, &shooting(&["target half strength"])), "half is below starting");
    assert!(of("\"starting strength\"", 5, 2, &shooting(&[])));
    for word in ["battle-shocked", "objective", "target battle-shocked", "target objective", "closest"] {
        assert!(!of(&format!("\"{word}\""), 1, 9, &shooting(&[])), "{word}");
        assert!(of(&format!("\"{word}\""), 1, 9, &shooting(&[word])), "{word}");
    }
    assert!(of("\"shooting\", \"target not MONSTER\", \"target HERO or VEHICLE\"", 1, 9, &shooting(&[])));
}

/// The Strength of each weapon, with what changes it, against the Toughness of the target, with what changes that.
#[test]
fn strength_above_toughness() {
    let strong = "when = [\"strength above toughness\"]\n";
    let hits = |gun_line: &str, more: &str, clauses: &[&str]| {
        let text = forty_k(&gun(1, gun_line, ""))
            + "[[ability]]\nname = \"If\"\n"
            + strong
            + "effects = [\"+1 to hit\"]\n"
            + more;
        stage(&attack(&text, &tank(1, 9, ""), &with(clauses)), "hits")
    };
    near("below", hits("6 4+ 3 0 1", "", &[]), 3.0);
    near("equal", hits("6 4+ 4 0 1", "", &[]), 3.0);
    near("above", hits("6 4+ 5 0 1", "", &[]), 4.0);
    near("Strength rises", hits("6 4+ 4 0 1", "", &["+1 strength"]), 4.0);
    let brawn = "[[ability]]\nname = \"Brawn\"\neffects = [\"+1 strength\"]\n";
    near("an ability that stands behind it raises Strength", hits("6 4+ 4 0 1", brawn, &[]), 4.0);
    near("Toughness rises", hits("6 4+ 5 0 1", "", &["+1 toughness"]), 3.0);
    // The usual ability of a tank: -1 to wound from whatever is stronger than it is tough.
    let hull = format!("[[ability]]\nname = \"Hull\"\nagainst = true\n{strong}effects = [\"-1 to wound\"]\n");
    let wounds =
        |line: &str| stage(&attack(&forty_k(&gun(1, line, "\"Torrent\"")), &tank(1, 9, &hull), &with(&[])), "wounds");
    near("equal wounds on 4+", wounds("6 N/A 4 0 1"), 3.0);
    near("above wounds on 3+, less 1", wounds("6 N/A 5 0 1"), 3.0);
}

/// What a chain leaves is read when the next unit selects its target, whatever the state hangs on.
#[test]
fn states_that_change_with_losses_are_read_anew() {
    let chain = |first: &str, second: &str, defender: &str| -> Outcome {
        let units = [(unit(first), None), (unit(second), None)];
        let request = Request { phase: Some(Phase::Shooting), ..with(&[]) };
        let prepared = prepare_units(&units, &(unit(defender), None), &request).unwrap_or_else(|e| panic!("{e}"));
        exact(&prepared.engaged.engagement).expect("small")
    };
    // Two sure hits that wound on 2+: both slay with 25/36, one with 10/36, none with 1/36.
    let first = forty_k(&gun(1, "2 N/A 8 -6 1", "\"Torrent\""));
    let second = |when: &str| forty_k(&gun(1, "1 N/A 8 -6 1", "\"Torrent\"")) + &ability(when);
    let attacks =
        |when: &str, models, wounds| stage(&chain(&first, &second(when), &tank(models, wounds, "")), "attacks");
    near("ten models", attacks("\"target models 10+\"", 11, 1), 3.0 + 10.0 * 11.0 / 36.0);
    near("not nine", attacks("\"target not models 10+\"", 11, 1), 3.0 + 10.0 * 25.0 / 36.0);
    near("starting strength", attacks("\"target starting strength\"", 11, 1), 3.0 + 10.0 / 36.0);
    near("half of three", attacks("\"target half strength\"", 3, 1), 3.0 + 10.0 * 25.0 / 36.0);
    near("half of one model", attacks("\"target half strength\"", 1, 3), 3.0 + 10.0 * 25.0 / 36.0);
    near("starting of one model", attacks("\"target starting strength\"", 1, 3), 3.0 + 10.0 / 36.0);
    near("damage", attacks("\"target damage 2+\"", 1, 9), 3.0 + 10.0 * 25.0 / 36.0);
    // The target's own: the second attack meets fewer models.
    let shield = "[[ability]]\nname = \"Wall\"\nwhen = [\"models 10+\"]\neffects = [\"feel no pain 4+\"]\n";
    let known = chain(&first, &forty_k(&gun(1, "6 N/A 8 -6 1", "\"Torrent\"")), &tank(11, 1, shield));
    // First: two attacks of 5/6, halved. 10 models or more stand unless both slay, 25/144.
    let none = 25.0 / 144.0;
    near("the target's own", damage(&known).mean(), 2.0 * 5.0 / 12.0 + 5.0 * ((1.0 - none) * 0.5 + none));
}

/// The same in Age of Sigmar, where damage spills, and both engines and a hand calculation agree.
#[test]
fn age_of_sigmar_reads_models_anew() {
    let blast = sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + "[[ability]]\nname = \"Blast\"\neffects = [\"D3 mortal damage\"]\n";
    let second = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1") + &ability("\"target models 10+\"");
    let units = [(unit(&blast), None), (unit(&second), None)];
    let prepared =
        prepare_units(&units, &(unit(&target(11, 2, "-", "")), None), &with(&[])).unwrap_or_else(|e| panic!("{e}"));
    let known = exact(&prepared.engaged.engagement).expect("small");
    // 1 to 3 points on Health 2 slay at most one of eleven.
    near("always ten", stage(&known, "attacks"), 11.0);
    let prepared =
        prepare_units(&units, &(unit(&target(10, 2, "-", "")), None), &with(&[])).unwrap_or_else(|e| panic!("{e}"));
    let known = exact(&prepared.engaged.engagement).expect("small");
    near("ten only after 1 point", stage(&known, "attacks"), 1.0 + 10.0 / 3.0);
    assert!(known.destroyed(Side::Defender) < 1e-9);
}

/// What can never hold, or can be read in two ways, is a mistake with its place.
#[test]
fn what_can_never_hold_is_a_mistake() {
    for (when, message) in [
        ("\"target halfstrenth\"", "is not a situation, keyword, phase or state"),
        ("\"chraged\"", "did you mean `charged`"),
        ("\"target monstr\"", "did you mean `MONSTER`"),
        ("\"target half strength\"", "has no meaning in age-of-sigmar"),
        ("\"starting strength\"", "has no meaning in age-of-sigmar"),
        ("\"strength above toughness\"", "has no meaning in age-of-sigmar"),
        ("\"CAVALRY\"", "the unit itself is no CAVALRY"),
        ("\"models 0+\"", "asks for no count of models"),
        ("\"target models many\"", "asks for no count of models"),
        ("\"not HERO or target MONSTER\"", "can be read in two ways"),
        ("\"not HERO or charged\"", "can be read in two ways"),
        ("\"not CAVALRY\"", "so `not CAVALRY` always holds"),
        // The other part may hold: of the whole nothing is told.
        ("\"CAVALRY or charged\"", "the unit itself is no CAVALRY, so `CAVALRY` never holds"),
        ("\"charged or not CAVALRY\"", "so `not CAVALRY` always holds"),
        ("\"target HERO or charged\"", "does `target` reach `charged`?"),
        ("\"target HERO or damage 3+\"", "does `target` reach `damage 3+`?"),
        ("\"charged or\"", "a word is missing"),
        ("\"not\"", "a word is missing"),
        ("\"target\"", "a word is missing"),
        ("\"\"", "a word is missing"),
        ("\"target HERO or cover\"", "does `target` reach `cover`?"),
    ] {
        let text = mistake(&archers(&ability(when)), &monster(5, ""), &in_combat(&[]));
        assert!(text.contains(message), "{when}: {text}");
        assert!(text.contains("unit.toml:"), "{when} has no place: {text}");
    }
    let heal = "[[ability]]\nname = \"X\"\nwhen = [\"models 5+\"]\neffects = [\"heal D3\"]\n";
    let text = mistake(&archers(""), &monster(5, heal), &in_combat(&[]));
    assert!(text.contains("comes after the attacks, and `models 5+` is read before them"), "{text}");
    let side =
        "[[ability]]\nname = \"X\"\nwhen = [\"strength above toughness\"]\neffects = [\"3 dice: 4+ -> 1 mortal\"]\n";
    let text = mistake(&(forty_k(&gun(1, "1 4+ 4 0 1", "")) + side), &tank(1, 9, ""), &with(&[]));
    assert!(text.contains("does not belong to a weapon"), "{text}");
    let random = forty_k(&gun(1, "1 4+ 4 0 1", "")).replace("strength = 4", "strength = \"D6\"");
    let text = mistake(&(random + &ability("\"strength above toughness\"")), &tank(1, 9, ""), &with(&[]));
    assert!(text.contains("which is rolled"), "{text}");
}

/// A keyword that nobody bears is accepted, and `check` warns of it with the nearest one.
#[test]
fn a_keyword_that_nobody_bears_is_a_warning() {
    let warned = |text: &str, others: &[&str]| {
        let found = Diagnostics::thorough(others.iter().map(|keyword| (*keyword).to_owned()).collect());
        let document = Document::read(&Source::new("unit.toml", text), &found);
        let game = games::game_of(&document, &found).expect("a game");
        (game.check)(&document, &found);
        let told = found.warnings();
        let wrong = found.into_list();
        assert!(wrong.is_empty(), "{wrong:?}");
        warnings(&told, false)
    };
    let text = archers(&ability("\"target MONSTR\""));
    let told = warned(&text, &[]);
    assert!(told.contains("warning: no unit that is known has the keyword `MONSTR`"), "{told}");
    assert!(told.contains("did you mean `MONSTER`?"), "{told}");
    assert!(!warned(&text, &["MONSTR"]).contains("keyword"), "another file bears it");
    assert!(!warned(&archers(&ability("\"target MONSTER or not HERO\"")), &[]).contains("keyword"));
    assert!(!held(&text, &monster(5, ""), &in_combat(&[])));
}

/// A Song of Ice & Fire counts models left and points lost, melee and ranged attacks.
#[test]
fn asoiaf_reads_models_and_phases() {
    let card = |more: &str| {
        "game = \"asoiaf\"\nname = \"Swords\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"-\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n[[attack]]\nname = \"Bows\"\ntype = \"long\"\nhit = \"4+\"\ndice = [6, 5, 4]\n".to_owned() + more
    };
    let dice = |when: &str, phase: Phase, set: &[&str], clauses: &[&str]| {
        let set = set.iter().map(|set| (*set).to_owned()).collect();
        let request = Request { phase: Some(phase), set, ..with(clauses) };
        stage(&attack(&card(&ability(when)), &card(""), &request), "attacks")
    };
    let melee = |when: &str, set: &[&str]| dice(when, Phase::Combat, set, &[]);
    near("all models", melee("\"models 12+\"", &[]), 16.0);
    near("eleven", melee("\"models 12+\"", &["attacker.models=11"]), 6.0);
    near("the target's", melee("\"target not models 9+\"", &["defender.models=8"]), 16.0);
    near("damage", melee("\"target damage 4+\"", &["defender.models=8"]), 16.0);
    near("melee", dice("\"melee\"", Phase::Combat, &[], &[]), 16.0);
    near("not melee", dice("\"melee\"", Phase::Shooting, &[], &[]), 6.0);
    near("shooting", dice("\"shooting\"", Phase::Shooting, &[], &[]), 16.0);
    near("objective", dice("\"objective\"", Phase::Combat, &[], &["objective"]), 16.0);
    for word in ["activated", "target activated", "engaged", "target engaged", "short range"] {
        near(word, dice(&format!("\"{word}\""), Phase::Combat, &[], &[word]), 16.0);
        near(word, dice(&format!("\"{word}\""), Phase::Combat, &[], &[]), 6.0);
        near(word, dice(&format!("\"not {word}\""), Phase::Combat, &[], &[]), 16.0);
    }
    near("flank or rear", dice("\"flank or rear\"", Phase::Combat, &[], &["rear"]), 16.0);
    near("neither", dice("\"flank or rear\"", Phase::Combat, &[], &[]), 6.0);
    let text = mistake(&card(&ability("\"half strength\"")), &card(""), &in_combat(&[]));
    assert!(text.contains("has no meaning in asoiaf"), "{text}");
}

/// Warcry: `target damage N+` is looked at before every action; a fighter is one model.
#[test]
fn warcry_reads_the_targets_damage_between_actions() {
    let fighter = |more: &str| crate::support::warcry::fighter(20, 1, "1 4 2/2", "") + more;
    let foe = crate::support::warcry::target(4, 40, "runemarks = [\"BEAST\"]");
    let attacks =
        |when: &str, clauses: &[&str]| stage(&attack(&fighter(&ability(when)), &foe, &with(clauses)), "attacks");
    // Strength 4 hits Toughness 4 on 4+, for 2 points: the second action finds them half the time.
    near("2 points", attacks("\"target damage 2+\"", &["two attacks"]), 2.0 + 5.0);
    // Eleven dice at once, none of which hits once in 2,048.
    near("not yet", attacks("\"target not damage 1+\"", &["two attacks"]), 12.0 + 10.0 / 2048.0);
    near("3 points never", attacks("\"target damage 3+\"", &["two attacks"]), 2.0);
    near("runemark", attacks("\"target BEAST or MONSTER\"", &[]), 11.0);
    near("melee", attacks("\"melee\"", &[]), 11.0);
    near("objective", attacks("\"target objective\"", &["target objective"]), 11.0);
    let text = mistake(&fighter(&ability("\"target models 2+\"")), &foe, &with(&[]));
    assert!(text.contains("a fighter is always one model"), "{text}");
}

/// All of a list must hold: what excludes each other is told, not silently off.
#[test]
fn conditions_that_never_hold_at_once_are_a_mistake() {
    let of = |when: &str| mistake(&archers(&ability(when)), &monster(3, ""), &in_combat(&[]));
    for when in [
        "\"melee\", \"shooting\"",
        "\"not melee\", \"combat\"",
        "\"charged\", \"not charged\"",
        "\"target HERO\", \"target not hero\"",
        "\"models 10+\", \"not models 5+\"",
        "\"counter-charge\", \"not charged\"",
        "\"target not damage 2+\", \"target damage 2+\"",
    ] {
        assert!(of(when).contains("never hold at once"), "{when}: {}", of(when));
    }
    // Below Half-strength is below Starting Strength, too; what is said twice still holds.
    let gun = |when: &str| forty_k(&gun(1, "1 4+ 5 0 1", "")) + &ability(when);
    let told = mistake(&gun("\"half strength\", \"not below starting strength\""), &tank(1, 9, ""), &shooting(&[]));
    assert!(told.contains("never hold at once"), "{told}");
    let target = gun("\"target not below starting strength\", \"target half strength\"");
    assert!(mistake(&target, &tank(1, 9, ""), &shooting(&[])).contains("never hold at once"));
    assert!(!held(&gun("\"half strength\", \"below starting strength\""), &tank(1, 9, ""), &shooting(&[])));
    assert!(held(&archers(&ability("\"charged\", \"charged\"")), &monster(3, ""), &in_combat(&["charged"])));
    for when in
        ["\"models 5+\", \"not models 10+\"", "\"charged\", \"target not charged\"", "\"not melee\", \"not charged\""]
    {
        assert!(!held(&archers(&ability(when)), &monster(3, ""), &in_combat(&[])) || when.contains("models"), "{when}");
    }
}

/// Only what the game has is offered to whoever mistypes it.
#[test]
fn states_of_other_games_are_not_suggested() {
    let sigmar = |when: &str| mistake(&archers(&ability(when)), &monster(3, ""), &in_combat(&[]));
    let forty =
        |when: &str| mistake(&(forty_k(&gun(1, "1 4+ 5 0 1", "")) + &ability(when)), &tank(1, 9, ""), &shooting(&[]));
    for (typo, state, aos, w40k) in [
        ("strength above toughnes", "strength above toughness", false, true),
        ("companion weapn", "companion weapon", true, false),
        ("fewer rankss", "fewer ranks", false, false),
    ] {
        let typo = format!("\"{typo}\"");
        let offer = format!("did you mean `{state}`");
        assert_eq!(sigmar(&typo).contains(&offer), aos, "{}", sigmar(&typo));
        assert_eq!(forty(&typo).contains(&offer), w40k, "{}", forty(&typo));
    }
    let of_target = "\"target strength above toughness\"";
    assert!(sigmar(of_target).contains("no roll of this game compares the two"), "{}", sigmar(of_target));
    assert!(forty(of_target).contains("write `strength above toughness`"), "{}", forty(of_target));
}

/// A keyword that a unit has not got never holds for itself, whether any unit bears it or none does; a count is offered only
/// where models are counted; what stands on no die is no die.
#[test]
fn what_a_slip_may_have_meant_is_what_the_game_has() {
    let sigmar = |when: &str| mistake(&archers(&ability(when)), &monster(3, ""), &in_combat(&[]));
    for keyword in ["ZORK", "WIZARD", "wizard"] {
        let told = sigmar(&format!("\"{keyword}\""));
        assert!(told.contains(&format!("the unit itself is no {keyword}")), "{told}");
    }
    let fighter = crate::support::warcry::fighter(10, 1, "1 4 1/1", &ability("\"modles 10+\""));
    let told = mistake(&fighter, &crate::support::warcry::target(4, 10, ""), &with(&[]));
    assert!(!told.contains("did you mean `models 10+`"), "{told}");
    assert!(sigmar("\"modles 10+\"").contains("did you mean `models 10+`"), "{}", sigmar("\"modles 10+\""));
    assert!(sigmar("\"on a 3+\"").contains("write a die before an effect"));
    assert!(!sigmar("\"on foot\"").contains("a die stands"), "{}", sigmar("\"on foot\""));
    assert!(!sigmar("\"all 3+\"").contains("a die stands"), "{}", sigmar("\"all 3+\""));
}

/// What no unit of its kind reaches never holds: damage with which a fighter is down, more models than a tray has, the
/// flank and the rear of one attack.
#[test]
fn what_a_unit_cannot_reach_is_a_mistake() {
    let fighter = |when: &str| {
        let fighter = crate::support::warcry::fighter(10, 1, "1 4 1/1", &ability(when));
        prepared(&fighter, &crate::support::warcry::target(4, 10, ""), &with(&[])).err().map(|error| error.to_string())
    };
    for when in ["\"damage 10+\"", "\"melee\", \"damage 11+\""] {
        let text = fighter(when).expect("a mistake");
        assert!(text.contains("never holds") && text.contains("write `damage 9+`"), "{text}");
    }
    for when in ["\"damage 9+\"", "\"not damage 10+\"", "\"target damage 30+\"", "\"damage 12+ or melee\""] {
        assert_eq!(fighter(when), None, "{when}");
    }
    let unit = |when: &str| {
        let text = format!(
            "game = \"asoiaf\"\nname = \"U\"\ntray = \"cavalry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"A\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [3, 2]\n{}",
            ability(when)
        );
        prepared(&text, &text, &with(&[])).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(unit("\"models 5+\"").contains("there are 4 models at most"), "{}", unit("\"models 5+\""));
    assert!(unit("\"flank\", \"rear\"").contains("exclude each other"), "{}", unit("\"flank\", \"rear\""));
    assert!(unit("\"half range\"").contains("warhammer-40k has it"), "{}", unit("\"half range\""));
    assert_eq!(unit("\"flank or rear\", \"models 4+\""), "");
}

/// Fewer ranks than the enemy and more of them exclude each other, but not the one and not the other.
#[test]
fn conditions_on_ranks_and_strength_that_never_hold_at_once() {
    let refused = |attacker: &str, defender: &str| {
        let error = prepared(attacker, defender, &with(&[])).err();
        error.is_some_and(|error| error.to_string().contains("never hold at once"))
    };
    let ranked = |when: &str| {
        let text = format!(
            "game = \"asoiaf\"\nname = \"U\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"A\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [3, 2]\n{}",
            ability(when)
        );
        refused(&text, &text)
    };
    assert!(ranked("\"fewer ranks\", \"not fewer ranks\"") && ranked("\"not more ranks\", \"more ranks\""));
    assert!(ranked("\"fewer ranks\", \"more ranks\"") && ranked("\"more ranks\", \"fewer ranks\""));
    assert!(!ranked("\"fewer ranks\", \"not more ranks\"") && !ranked("\"not fewer ranks\", \"more ranks\""));
    assert!(!ranked("\"not fewer ranks\", \"not more ranks\""), "as many ranks");
    let strong = |when: &str| {
        let unit = forty_k(&gun(1, "1 3+ 5 0 1", "")) + &ability(when);
        refused(&unit, &squad(1, 4, "4+", 1, ""))
    };
    assert!(strong("\"strength above toughness\", \"not strength above toughness\""));
    assert!(!strong("\"strength above toughness\", \"strength above toughness\""));
}

/// Of a Companion weapon alone, which such an ability reaches, too (AOS-20.0); with `against` of the other unit's.
#[test]
fn aos_20_0_companion_weapons_are_a_condition() {
    let armed = |abilities: &str, more: &str| {
        let weapon = format!("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [{abilities}]");
        sigmar(1, &weapon) + more
    };
    let foe = target(1, 4, "-", "");
    for (when, companion, other) in
        [("companion weapon", true, false), ("companion weapons", true, false), ("not companion weapon", false, true)]
    {
        let entry = ability(&format!("\"{when}\""));
        assert_eq!(held(&armed("\"Companion\"", &entry), &foe, &with(&[])), companion, "{when}");
        assert_eq!(held(&armed("", &entry), &foe, &with(&[])), other, "{when}");
        let guarded = foe.clone() + &against(&format!("\"{when}\""));
        assert_eq!(held(&armed("\"Companion\"", ""), &guarded, &with(&[])), companion, "against, {when}");
        assert_eq!(held(&armed("", ""), &guarded, &with(&[])), other, "against, {when}");
    }
    // Without the condition nothing friendly reaches it.
    assert!(!held(&armed("\"Companion\"", &ability("\"melee\"")), &foe, &with(&[])));
    let refused = |more: &str| mistake(&armed("", more), &foe, &with(&[]));
    let dice = ability("\"companion weapon\"").replace("+10 attacks", "D3 mortal damage");
    assert!(refused(&dice).contains("condition `companion weapon` cannot apply"), "{}", refused(&dice));
    assert!(refused(&ability("\"target companion weapon\"")).contains("the weapon is the attack's"));
    assert!(refused(&ability("\"companion weapon\", \"not companion weapon\"")).contains("never hold at once"));
    let gun = forty_k(&gun(1, "1 3+ 4 0 1", "")) + &ability("\"companion weapon\"");
    let text = mistake(&gun, &squad(1, 4, "4+", 1, ""), &with(&[]));
    assert!(text.contains("it has no Companion weapons"), "{text}");
}
