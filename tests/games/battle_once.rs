//! What is used once in a fight, and when: abilities that wait for a condition, weapons with one shot, commands of a charge or
//! of the enemy's turn, tokens. Numbers are worked out here from single chances.

use std::collections::BTreeMap;

use warodds::ask::{FightReport, FightRequest, Request, fight, prepare};
use warodds::engine::{Options, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

/// Models without a save; each attack is one point in four.
const BEAST: &str = "aos: 1A 4+/4+/0/1; 1x H3 -";

fn asked(a: &str, b: &str, rounds: usize, with: &str) -> FightRequest {
    let with = if with.is_empty() { Vec::new() } else { vec![with.to_owned()] };
    let base = Request { with, ..Request::default() };
    FightRequest { a: a.into(), b: b.into(), rounds, base, ..FightRequest::default() }
}

fn fought(request: &FightRequest) -> (FightReport, Vec<String>) {
    fight(request, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn close(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-12, "{value} is not {wanted}");
}

/// An attacker's chance to destroy its target, in an attack alone.
fn destroyed(attacker: &str, defender: &str, phase: Phase, with: &str) -> f64 {
    let request = Request {
        attacker: attacker.into(),
        defender: defender.into(),
        phase: Some(phase),
        with: vec![with.to_owned()],
        ..Request::default()
    };
    let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    exact(&attack.engaged.engagement).expect("not too large").destroyed(Side::Defender)
}

/// Who has lost so much, whether what is used once is used, and the chance.
type Course = BTreeMap<([usize; 2], bool), f64>;

/// One side strikes from every state in which both stand, each of its attacks for a point in four; `attacks` says how many, and
/// whether what is used once is used up then.
fn struck(
    course: &Course,
    side: usize,
    most: [usize; 2],
    attacks: impl Fn([usize; 2], bool) -> (usize, bool),
) -> Course {
    let mut next = Course::new();
    for ((at, used), p) in course {
        if at[0] >= most[0] || at[1] >= most[1] {
            *next.entry((*at, *used)).or_insert(0.0) += p;
            continue;
        }
        let (dice, used) = attacks(*at, *used);
        let mut chances = vec![1.0];
        for _ in 0..dice {
            let at = |n: usize| chances.get(n).copied().unwrap_or(0.0);
            chances = (0..=chances.len()).map(|n| 0.75 * at(n) + if n > 0 { 0.25 * at(n - 1) } else { 0.0 }).collect();
        }
        for (points, q) in chances.into_iter().enumerate() {
            let mut to = *at;
            to[1 - side] = (to[1 - side] + points).min(most[1 - side]);
            *next.entry((to, used)).or_insert(0.0) += p * q;
        }
    }
    next
}

/// An ability that is used once waits for its condition: three attacks more, once, in the first attack of the beast that is hurt
/// as it begins.
#[test]
fn an_ability_that_is_used_once_waits_for_its_condition() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("beast.toml");
    let weapon = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n";
    let ability = "[[ability]]\nname = \"Rage\"\noptional = true\nonce = true\nwhen = [\"damaged\"]\neffects = [\"+3 attacks\"]\n";
    let head = "game = \"age-of-sigmar\"\nname = \"Beast\"\nmodels = 1\nhealth = 3\nsave = \"-\"\n";
    std::fs::write(&path, format!("{head}{weapon}{ability}")).expect("written");
    let rats = "aos: 1A 4+/4+/0/1; 5x H1 -";
    let (report, _) = fought(&asked(&path.to_string_lossy(), rats, 3, "A: rage"));
    let most = [3, 5];
    let mut course = Course::from([(([0, 0], false), 1.0)]);
    for (round, first) in [0, 1, 0].into_iter().enumerate() {
        for side in [first, 1 - first] {
            course = struck(&course, side, most, |at, used| match side {
                0 if at[0] > 0 && !used => (4, true),
                0 => (1, used),
                _ => (5 - at[1], used),
            });
        }
        for side in 0..2 {
            let gone = course.iter().filter(|((at, _), _)| at[side] >= most[side]);
            close(report.rounds[round].destroyed[side], gone.map(|(_, p)| p).sum());
        }
    }
}

/// What heals once would heal after one attack and no other: that is refused, not left out.
#[test]
fn what_heals_once_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("beast.toml");
    let weapon = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n";
    let ability = "[[ability]]\nname = \"Draught\"\noptional = true\nonce = true\neffects = [\"heal D3\"]\n";
    let head = "game = \"age-of-sigmar\"\nname = \"Beast\"\nmodels = 1\nhealth = 3\nsave = \"-\"\n";
    std::fs::write(&path, format!("{head}{weapon}{ability}")).expect("written");
    let refused = fight(&asked(&path.to_string_lossy(), BEAST, 3, "A: draught"), &Options::default());
    let message = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.contains("what a unit gets back is not computed beside what is used once"), "{message}");
}

/// W40K-ONE-SHOT: a weapon with One Shot fires in the first attack of its unit, and in no other.
#[test]
fn a_weapon_with_one_shot_fires_once_in_a_fight() {
    let missile = "40k: 3x 24\" 2A 3+/5/-1/2 [One Shot]; 3x T4 W2 3+";
    for (a, b, first, side) in [(missile, "40k: 4x T4 W2 4+", 0, 1), ("40k: 4x T4 W2 4+", missile, 0, 0)] {
        let shooting = Request { phase: Some(Phase::Shooting), ..Request::default() };
        let (report, _) = fought(&FightRequest { base: shooting, first, ..asked(a, b, 4, "") });
        let once = destroyed(missile, "40k: 4x T4 W2 4+", Phase::Shooting, "");
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
        close(fought(&request).0.rounds[0].destroyed[1], destroyed(gun, target, Phase::Combat, with));
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
            ["", with].map(|with| fought(&FightRequest { charge, ..asked(a, b, 2, with) }));
        assert_eq!(plain.rounds, told.rounds, "{with}");
        assert!(notes.iter().any(|note| note.contains(noted)), "{notes:?}");
    }
    // In its own turn the unit does not counter-charge; in the first turn of the other side it does.
    let rats = "aos: 1A 4+/4+/0/1; 9x H1 -";
    let rounds = |with: &str| fought(&FightRequest { charge: false, ..asked(claws, rats, 2, with) }).0.rounds;
    let (plain, told) = (rounds(""), rounds("A: counter-charge"));
    assert_eq!(plain[0], told[0]);
    assert!(told[1].wounds_lost[1] > plain[1].wounds_lost[1]);
    let own_turns =
        FightRequest { charge: false, turns: "AA".to_owned(), ..asked(claws, rats, 2, "A: counter-charge") };
    let notes = fought(&own_turns).1;
    assert!(notes.iter().any(|note| note.contains("`A: counter-charge` is not used: B has no turn")), "{notes:?}");
}

/// ASOIAF-DANGEROUS: who crosses Dangerous terrain suffers D3+1 wounds, three on average, once.
#[test]
fn dangerous_terrain_is_crossed_once() {
    let (a, b) = ("asoiaf: melee 4+ 7/5/3; infantry D4+ M6+", "asoiaf: short 4+ 7/5/3; infantry D4+ M6+");
    let (report, _) = fought(&asked(a, b, 3, "A: crossed dangerous"));
    report.rounds.iter().for_each(|round| close(round.wounds_lost[0], 3.0));
}

/// ASOIAF-TOKEN: `target panicked` of A is a token that B has.
#[test]
fn a_token_of_the_target_is_on_the_other_unit() {
    let (a, b) = ("sworn-brothers", "lannister-guardsmen");
    for token in ["panicked", "vulnerable", "weakened"] {
        let rounds = |with: String| fought(&asked(a, b, 1, &with)).0.rounds;
        assert_eq!(rounds(format!("A: target {token}")), rounds(format!("B: {token}")), "{token}");
    }
}
