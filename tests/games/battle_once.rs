//! What is used once in a fight, and when: abilities that wait for a condition, weapons with one shot, commands of a charge or
//! of the enemy's turn, tokens. Numbers are worked out here from single chances.

use super::battle::{Course, Units, asked, close, destroyed, fought, quarter, step};
use warodds::ask::{FightRequest, Request, fight, prepare};
use warodds::engine::{Options, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

fn answered(request: &FightRequest) -> (warodds::ask::FightReport, Vec<String>) {
    fight(request, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// An attacker's chance to destroy its target, in an attack alone.
fn alone(attacker: &str, defender: &str, phase: Phase, with: &str) -> f64 {
    let request = Request {
        attacker: attacker.into(),
        defender: defender.into(),
        phase: Some(phase),
        with: [with].into_iter().filter(|with| !with.is_empty()).map(Into::into).collect(),
        ..Request::default()
    };
    let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    exact(&attack.engaged.engagement).expect("not too large").destroyed(Side::Defender)
}

/// A beast of three wounds with an ability that it uses once.
fn beast(units: &Units, ability: &str) -> String {
    units.sigmar("Beast", 1, 3, &format!("[[ability]]\nname = \"Rage\"\nonce = true\n{ability}\n"))
}

const RAGE: &str = "when = [\"damaged\"]\neffects = [\"+3 attacks\"]";

/// An ability that is used once waits for its condition: three attacks more, once, in the first attack of the beast that is hurt
/// as it begins.
#[test]
fn an_ability_that_is_used_once_waits_for_its_condition() {
    let units = Units::new();
    let (a, b) = (beast(&units, &format!("optional = true\n{RAGE}")), units.sigmar("Rats", 5, 1, ""));
    let (report, _) = fought(&a, &b, 3, "A: rage");
    let most = [3, 5];
    // Where the ability is still there, and where it is used.
    let (mut open, mut used) = (Course::from([([0, 0], 1.0)]), Course::new());
    for (round, first) in [0, 1, 0].into_iter().enumerate() {
        for side in [first, 1 - first] {
            let strikes = |course: &Course, attacks: usize| {
                step(course, most, |at| quarter(side, at, if side == 0 { attacks } else { 5 - at[1] }))
            };
            let waits = |at: &[usize; 2]| side == 1 || at[0] == 0 || at[0] >= most[0] || at[1] >= most[1];
            let (waiting, now): (Course, Course) = open.into_iter().partition(|(at, _)| waits(at));
            (open, used) = (strikes(&waiting, 1), strikes(&used, 1));
            for (at, p) in strikes(&now, 4) {
                *used.entry(at).or_insert(0.0) += p;
            }
        }
        let mut all = open.clone();
        for (at, p) in &used {
            *all.entry(*at).or_insert(0.0) += p;
        }
        destroyed(&report, round, &all, most);
    }
}

/// A fighter's too, whose tables hold all states of the target: two actions of one die each, half of which do a point, and three
/// dice more in the first action of one activation that begins with a target that is hurt. Nobody falls.
#[test]
fn an_ability_of_a_fighter_waits_for_its_condition() {
    let units = Units::new();
    let ability = "[[ability]]\nname = \"Rage\"\noptional = true\nonce = true\nwhen = [\"target damage 1+\"]\neffects = [\"+3 attacks\"]\n";
    let (a, b) = (units.fighter("One", 40, ""), units.fighter("Other", 40, ""));
    let text = std::fs::read_to_string(&a).expect("written");
    std::fs::write(&a, format!("{text}{ability}")).expect("written");
    let (report, _) = fought(&a, &b, 3, "A: rage");
    // Hurt in the first round in three of four cases; else in the second, again in three of four.
    let more = [0.0, 1.5 * 3.0 / 4.0, 1.5 * (3.0 / 4.0 + 3.0 / 16.0)];
    for (round, more) in more.into_iter().enumerate() {
        close(report.rounds[round].wounds_lost[1], (round + 1) as f64 + more);
    }
}

/// One that nobody has to ask for is used in the first attack, and so is any in several attacks of one chain: a note says so.
#[test]
fn an_ability_that_does_not_wait_is_noted() {
    let units = Units::new();
    let (always, rats) = (beast(&units, RAGE), units.sigmar("Rats", 5, 1, ""));
    let (_, notes) = fought(&always, &rats, 2, "");
    let noted = "only the first attack of its unit uses `Rage`, if its condition holds then";
    assert!(notes.iter().any(|note| note == noted), "{notes:?}");
    let chain = |with: &[&str], then: &[&String]| {
        let request = Request {
            attacker: beast(&units, &format!("optional = true\n{RAGE}")),
            then: then.iter().map(|name| (*name).clone()).collect(),
            defender: rats.clone(),
            with: with.iter().map(|word| (*word).to_owned()).collect(),
            ..Request::default()
        };
        prepare(&request).unwrap_or_else(|error| panic!("{error}")).notes
    };
    let noted = "of these attacks only the first uses `Rage`, if its condition holds then";
    let is_noted = |notes: Vec<String>| notes.iter().any(|note| note == noted);
    assert!(is_noted(chain(&["rage"], &[&rats])));
    assert!(!is_noted(chain(&["rage"], &[])) && !is_noted(chain(&[], &[&rats])));
    let ability = "[[ability]]\nname = \"Rage\"\noptional = true\nonce = true\nwhen = [\"target damage 2+\"]\neffects = [\"+3 attacks\"]\n";
    let fighter = units.fighter("Fighter", 9, "");
    let text = std::fs::read_to_string(&fighter).expect("written");
    std::fs::write(&fighter, format!("{text}{ability}")).expect("written");
    let actions = |with: &[&str]| {
        let with = with.iter().map(|word| (*word).to_owned()).collect();
        let request =
            Request { attacker: fighter.clone(), defender: "warcry: T4 W15".into(), with, ..Request::default() };
        prepare(&request).unwrap_or_else(|error| panic!("{error}")).notes
    };
    assert!(is_noted(actions(&["two attacks", "rage"])));
    assert!(!is_noted(actions(&["rage"])) && !is_noted(actions(&["two attacks"])));
}

/// What heals once would heal after one attack and no other: that is refused, not left out.
#[test]
fn what_heals_once_is_refused() {
    let units = Units::new();
    let (a, b) = (beast(&units, "optional = true\neffects = [\"heal D3\"]"), units.sigmar("Rats", 5, 1, ""));
    let refused = fight(&asked(&a, &b, 3, "A: rage"), &Options::default());
    let message = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.contains("what a unit gets back is not computed beside what is used once"), "{message}");
}

/// W40K-ONE-SHOT: a weapon with One Shot fires in the first attack of its unit, and in no other.
#[test]
fn a_weapon_with_one_shot_fires_once_in_a_fight() {
    let missile = "40k: 3x 24\" 2A 3+/5/-1/2 [One Shot]; 3x T4 W2 3+";
    for (a, b, first, side) in [(missile, "40k: 4x T4 W2 4+", 0, 1), ("40k: 4x T4 W2 4+", missile, 0, 0)] {
        let shooting = Request { phase: Some(Phase::Shooting), ..Request::default() };
        let (report, _) = answered(&FightRequest { base: shooting, first, ..asked(a, b, 4, "") });
        let once = alone(missile, "40k: 4x T4 W2 4+", Phase::Shooting, "");
        // B shoots in the second round for the first time.
        let from = if side == 1 { 0 } else { 1 };
        report.rounds[from..].iter().for_each(|round| close(round.destroyed[side], once));
    }
}

/// A Command Re-roll beside something that dice decide before the attack: the fight of one attack is the attack.
#[test]
fn a_kept_re_roll_knows_what_dice_decide_before_the_attack() {
    let (gun, target) = ("40k: 4A 4+/5/-1/2; T4 W3 3+", "40k: 3x T4 W2 4+");
    for with in ["command re-roll, +1 to hit @50%", "command re-roll, 4+: +1 to hit", "command re-roll, +1 to hit"] {
        let told: Vec<String> = with.split(", ").map(|part| format!("A: {part}")).collect();
        let request = FightRequest { charge: false, ..asked(gun, target, 1, &told.join(", ")) };
        close(answered(&request).0.rounds[0].destroyed[1], alone(gun, target, Phase::Combat, with));
    }
}

/// Tank Shock follows a charge (W40K-STRAT-TANK-SHOCK), Counter-charge is of the enemy's turn (AOS-CMD-5.0a), and who retreats is
/// out of the combat (AOS-14.1): otherwise they change nothing, and a note says so.
#[test]
fn commands_are_used_where_they_are_possible() {
    let wagon = "40k: 2A 4+/8/-1/2; T9 W9 3+ keywords [VEHICLE]";
    let claws = "aos: 2A 3+/3+/1/1 [Charge (+1 Damage)]; 1x H6 3+";
    let cases = [
        (wagon, "40k: 5x T4 W1 5+", "A: tank shock", false, "`A: tank shock` is not used: A does not charge"),
        (claws, "aos: 1A 4+/4+/0/1; 9x H1 -", "A: target retreats", true, "who retreats is out of the combat"),
    ];
    for (a, b, with, charge, noted) in cases {
        let [(plain, _), (told, notes)] =
            ["", with].map(|with| answered(&FightRequest { charge, ..asked(a, b, 2, with) }));
        assert_eq!(plain.rounds, told.rounds, "{with}");
        assert!(notes.iter().any(|note| note.contains(noted)), "{notes:?}");
    }
    // In its own turn the unit does not counter-charge; in the first turn of the other side it does.
    let rats = "aos: 1A 4+/4+/0/1; 9x H1 -";
    let rounds = |with: &str| answered(&FightRequest { charge: false, ..asked(claws, rats, 2, with) }).0.rounds;
    let (plain, told) = (rounds(""), rounds("A: counter-charge"));
    assert_eq!(plain[0], told[0]);
    assert!(told[1].wounds_lost[1] > plain[1].wounds_lost[1]);
    let own_turns =
        FightRequest { charge: false, turns: "AA".to_owned(), ..asked(claws, rats, 2, "A: counter-charge") };
    let notes = answered(&own_turns).1;
    assert!(notes.iter().any(|note| note.contains("`A: counter-charge` is not used: B has no turn")), "{notes:?}");
}

/// ASOIAF-DANGEROUS: who crosses Dangerous terrain suffers D3+1 wounds, three on average, once.
#[test]
fn dangerous_terrain_is_crossed_once() {
    let (a, b) = ("asoiaf: melee 4+ 7/5/3; infantry D4+ M6+", "asoiaf: short 4+ 7/5/3; infantry D4+ M6+");
    let (report, _) = fought(a, b, 3, "A: crossed dangerous");
    report.rounds.iter().for_each(|round| close(round.wounds_lost[0], 3.0));
}

/// ASOIAF-TOKEN: `target panicked` of A is a token that B has.
#[test]
fn a_token_of_the_target_is_on_the_other_unit() {
    let (a, b) = ("sworn-brothers", "lannister-guardsmen");
    for token in ["panicked", "vulnerable", "weakened"] {
        let rounds = |with: String| fought(a, b, 1, &with).0.rounds;
        assert_eq!(rounds(format!("A: target {token}")), rounds(format!("B: {token}")), "{token}");
    }
}
