//! Fights against numbers worked out by hand, and against the attacks they are made of.

use std::collections::BTreeMap;
use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightReport, FightRequest, Request, Until, fight, prepare};
use warodds::engine::{Method, Options, Sampling, exact};
use warodds::games::{Losses, Phase};
use warodds::sequence::Side;

fn asked(a: &str, b: &str, rounds: usize) -> FightRequest {
    FightRequest { a: a.into(), b: b.into(), rounds, ..FightRequest::default() }
}

fn fought(request: &FightRequest) -> FightReport {
    fight(request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0
}

fn refused(request: &FightRequest) -> String {
    match fight(request, &Options::default()) {
        Ok(_) => panic!("a fight"),
        Err(error) => error.to_string(),
    }
}

fn with(request: FightRequest, with: &str) -> FightRequest {
    FightRequest { base: Request { with: vec![with.into()], ..request.base.clone() }, ..request }
}

/// Two units of one model and one wound; each attack hits on 4+ and wounds on 4+, and nothing saves: one of four.
struct Duel {
    folder: TempDir,
}

impl Duel {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn unit(&self, name: &str, more: &str) -> String {
        let text = format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 60\nmodels = 1\nhealth = 1\nsave = \"-\"\n{more}\n[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n"
        );
        let path = self.folder.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    }
}

fn close(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-13, "{value} is not {wanted}");
}

#[test]
fn who_strikes_first_strikes_more_often() {
    let duel = Duel::new();
    let (a, b) = (duel.unit("One", ""), duel.unit("Other", ""));
    let fight = fought(&asked(&a, &b, 2));
    // A strikes first, then B if it stands; in the second round, B's turn, B strikes first.
    let (both, q) = (9.0 / 16.0, 0.25);
    close(fight.rounds[0].destroyed[1], q);
    close(fight.rounds[0].destroyed[0], 0.75 * q);
    close(fight.rounds[0].both_stand, both);
    close(fight.rounds[1].destroyed[0], 0.75 * q + both * q);
    close(fight.rounds[1].destroyed[1], q + both * 0.75 * q);
    assert_eq!((fight.rounds[0].order.concat(), fight.rounds[1].order.concat()), ("AB".to_owned(), "BA".to_owned()));
    // Everything the other way round with the first turn to B.
    close(fight.other_first.destroyed[0], q + both * 0.75 * q);
    close(fight.rounds[1].points_lost[1].expect("points"), 60.0 * (q + both * 0.75 * q));
    close(fight.survivors[1][1], both * both);
}

#[test]
fn aos_19_0_strike_first_and_strike_last() {
    let duel = Duel::new();
    let plain = duel.unit("One", "");
    for (name, abilities, first) in [
        ("First", "abilities = [\"Strike-first\"]", "BA"),
        ("Last", "abilities = [\"Strike-last\"]", "AB"),
        ("Both", "abilities = [\"Strike-first\", \"Strike-last\"]", "AB"),
    ] {
        let fight = fought(&asked(&plain, &duel.unit(name, abilities), 1));
        assert_eq!(fight.rounds[0].order.concat(), first, "{name}");
        let mine = usize::from(first == "AB");
        close(fight.rounds[0].destroyed[mine], 0.25);
        close(fight.rounds[0].destroyed[1 - mine], 0.75 * 0.25);
    }
}

/// What comes back on the attacker, or is the price of its attack, is taken before the other unit strikes.
#[test]
fn an_attacker_may_fall_by_its_own_attack() {
    let ability = |effect: &str| format!("[[ability]]\nname = \"Thorns\"\neffects = [\"{effect}\"]");
    for (a, b) in [("", "strike back 1 mortal on 4+"), ("suffer 1 mortal on 4+", "")] {
        let duel = Duel::new();
        let [one, other] = [("One", a), ("Other", b)]
            .map(|(name, effect)| duel.unit(name, &if effect.is_empty() { String::new() } else { ability(effect) }));
        let fight = fought(&asked(&one, &other, 1));
        // The other one falls one time in four; a die, and then its own blow if both stand.
        close(fight.rounds[0].destroyed[1], 1.0 / 4.0);
        close(fight.rounds[0].destroyed[0], 1.0 / 2.0 + 1.0 / 2.0 * 3.0 / 4.0 * 1.0 / 4.0);
    }
}

#[test]
fn effects_are_those_of_the_unit_that_is_named() {
    let duel = Duel::new();
    let (a, b) = (duel.unit("One", ""), duel.unit("Other", ""));
    let fight = fought(&with(asked(&a, &b, 1), "A: +1 to hit, A: ward 5+"));
    // A hits on 3+: 2/3 × 1/2. Of what B does A ignores a third.
    close(fight.rounds[0].destroyed[1], 1.0 / 3.0);
    close(fight.rounds[0].destroyed[0], 2.0 / 3.0 * 0.25 * 2.0 / 3.0);
    let mut set = asked(&a, &b, 1);
    set.base.set = vec!["B.weapon.blade.attacks=2".into()];
    close(fought(&set).rounds[0].destroyed[0], 0.75 * (1.0 - 0.75 * 0.75));
}

/// A unit without weapons never answers: one round is the attack, bit for bit.
#[test]
fn one_round_without_an_answer_is_the_attack() {
    for (a, b) in [
        ("liberators", "age-of-sigmar/heavy infantry"),
        ("terminators", "warhammer-40k/heavy infantry"),
        ("lannister guardsmen", "asoiaf/infantry"),
    ] {
        let request =
            Request { attacker: a.into(), defender: b.into(), phase: Some(Phase::Combat), ..Request::default() };
        let attack = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        let outcome = exact(&attack.engaged.engagement).expect("small");
        let round = fought(&FightRequest { charge: false, ..asked(a, b, 1) }).rounds.remove(0);
        assert_eq!(round.destroyed[1].to_bits(), outcome.destroyed(Side::Defender).to_bits(), "{a}");
        assert_eq!(round.slain[1].pmf, outcome.slain(Side::Defender).probabilities(), "{a}");
        assert_eq!(round.destroyed[0], 0.0);
    }
}

#[test]
fn every_game_fights_and_dice_agree() {
    for (a, b) in [
        ("liberators", "stormvermin"),
        ("warhammer-40k/assault intercessor squad", "boyz"),
        ("lannister guardsmen", "stark sworn swords"),
        ("ogor breacher", "ogroid myrmidon"),
    ] {
        let request = asked(a, b, 2);
        let exact = fought(&request);
        let all: f64 = exact.survivors.iter().flatten().sum();
        assert!((all - 1.0).abs() < 1e-12, "{a}: {all}");
        let sampling = Sampling { trials: 20_000, ..Sampling::default() };
        let options = Options { method: Method::Sampled, sampling };
        let (rolled, _) = fight(&request, &options).unwrap_or_else(|error| panic!("{error}"));
        let pairs = exact.rounds.iter().zip(&rolled.rounds);
        for (p, share) in pairs.flat_map(|(exact, rolled)| exact.destroyed.into_iter().zip(rolled.destroyed)) {
            let sd = (p * (1.0 - p) / 20_000.0).sqrt();
            assert!((p - share).abs() <= 5.0 * sd + 1e-9, "{a}: {p} and {share}");
        }
    }
}

/// An ability that is used once adds its attack in the first round alone: 1 - (3/4)^2 of the time A destroys B there.
#[test]
fn what_is_used_once_is_used_in_the_first_round() {
    let duel = Duel::new();
    let ability = "[[ability]]\nname = \"Fury\"\nonce = true\neffects = [\"+1 attacks\"]";
    let (a, b) = (duel.unit("One", ability), duel.unit("Other", ""));
    let (fury, q) = (7.0 / 16.0, 0.25);
    let fight = fought(&asked(&a, &b, 2));
    close(fight.rounds[0].destroyed[1], fury);
    let both = (1.0 - fury) * (1.0 - q);
    close(fight.rounds[1].destroyed[1], fury + both * (1.0 - q) * q);
}

/// A vehicle of one wound with Deadly Demise 1 that nothing saves, and one model with a blade that hits on 4+ and wounds on
/// 2+: 5/12 of the time the vehicle is destroyed, and in a sixth of these cases its enemy with it.
#[test]
fn w40k_deadly_demise_takes_others_with_it() {
    let duel = Duel::new();
    let write = |name: &str, more: &str, weapon: &str| {
        let text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 60\n[[model]]\nname = \"{name}\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 1\n{more}{weapon}"
        );
        let path = duel.folder.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let blade = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nskill = \"4+\"\nstrength = 8\nap = 0\ndamage = 1\n";
    let tank = write("Tank", "deadly-demise = 1\n", "");
    let (hero, tough) = (write("Hero", "", blade), write("Tough", "feel-no-pain = \"5+\"\n", blade));
    let volatile = write("Volatile", "deadly-demise = \"D3\"\n", blade);
    let q = 5.0 / 12.0;
    let fight = |a: &str, b: &str| fought(&FightRequest { charge: false, ..asked(a, b, 1) });
    let once = fight(&hero, &tank);
    close(once.rounds[0].destroyed[1], q);
    close(once.rounds[0].destroyed[0], q / 6.0);
    close(once.survivors[0][0], q / 6.0);
    // Feel No Pain 5+ ignores a third of the mortal wounds.
    close(fight(&tough, &tank).rounds[0].destroyed[0], q / 6.0 * 2.0 / 3.0);
    // The one that strikes second strikes only if both stand: without a charge it is the one whose turn it is.
    let both = fight(&hero, &volatile);
    close(both.rounds[0].destroyed[0], q + (1.0 - q) * q / 6.0);
    let sampling = Sampling { trials: 20_000, ..Sampling::default() };
    let options = Options { method: Method::Both, sampling };
    let (both, notes) = warodds::ask::fight(&asked(&hero, &volatile, 2), &options).unwrap_or_else(|e| panic!("{e}"));
    assert!(both.agreement.expect("both").holds);
    assert!(notes.iter().any(|note| note.contains("W40K-DEADLY-DEMISE")), "{notes:?}");
}

/// A wagon of one wound that falls takes two wounds of whoever stands near on a 6. Of two bikes with as many wounds one falls
/// then, and on another 6 the other suffers one, which Feel No Pain 4+ may stop.
#[test]
fn w40k_an_explosion_may_set_off_others() {
    let duel = Duel::new();
    let group = |name: &str, wounds: u32, more: &str| {
        format!("[[model]]\nname = \"{name}\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = {wounds}\n{more}")
    };
    let write = |name: &str, text: &str| {
        let path = duel.folder.path().join(format!("{name}.toml"));
        fs::write(&path, format!("game = \"warhammer-40k\"\nname = \"{name}\"\n{text}")).expect("written");
        path.to_string_lossy().into_owned()
    };
    let blade =
        "[[weapon]]\nname = \"Blade\"\ncount = 1\nattacks = 1\nskill = \"4+\"\nstrength = 8\nap = 0\ndamage = 1\n";
    let wagon = write("Wagon", &group("Wagon", 1, "deadly-demise = 2\n"));
    let bikes = group("Bike", 2, "deadly-demise = 1\n") + &group("Rider", 2, "feel-no-pain = \"4+\"\n") + blade;
    let bikes = write("Bikes", &bikes);
    let sampling = Sampling { trials: 100_000, ..Sampling::default() };
    let request = FightRequest { charge: false, ..asked(&wagon, &bikes, 1) };
    let (report, _) =
        warodds::ask::fight(&request, &Options { method: Method::Both, sampling }).unwrap_or_else(|e| panic!("{e}"));
    let q = 5.0 / 12.0;
    close(report.rounds[0].destroyed[0], q);
    close(report.survivors[0][1], q / 6.0);
    close(report.rounds[0].wounds_lost[1], q / 6.0 * (2.0 + 1.0 / 6.0 / 2.0));
    assert!(report.agreement.expect("both").holds);
    // Each of two kinds of models that falls may go off: of two attacks 2q wound, and each takes a point on a 6. Where one
    // falls alone it may slay the other, which goes off on another 6.
    let carts = write("Carts", &(group("Cart", 1, "deadly-demise = 1\n") + &group("Coach", 1, "deadly-demise = 1\n")));
    let twice = write("Twice", &(group("Rider", 3, "") + &blade.replace("attacks = 1", "attacks = 2")));
    let fight = fought(&FightRequest { charge: false, ..asked(&twice, &carts, 1) });
    close(fight.rounds[0].wounds_lost[0], 2.0 * q / 6.0 + 2.0 * q * (1.0 - q) / 36.0);
}

/// A of two wounds is hit for one at most in a round and heals one after it, so it never falls.
#[test]
fn what_is_healed_comes_after_each_attack() {
    let duel = Duel::new();
    let (a, b) = (duel.unit("One", ""), duel.unit("Other", ""));
    let mut request = with(asked(&a, &b, 3), "A: heal 1");
    request.base.set = vec!["A.health=2".into()];
    let healed = fought(&request);
    assert_eq!(healed.rounds[2].destroyed[0], 0.0);
    assert_eq!(healed.rounds[2].wounds_lost[0], 0.0);
    // Without it two of three hits destroy it.
    request.base.with.clear();
    assert!(fought(&request).rounds[2].destroyed[0] > 0.0);
    // ASOIAF-HEAL: what B lost is back before it strikes, with all of its ranks: six dice, each a wound five times in six.
    let (a, b) = ("asoiaf: melee 2+ 6/6/6; infantry D- M- S5", "asoiaf: melee 2+ 6/3/0; infantry D- M- S5");
    let healed = FightRequest { charge: false, ..with(asked(a, b, 1), "B: heal 6") };
    close(fought(&healed).rounds[0].wounds_lost[0], 5.0);
}

/// Blows of 3 points, one of four: each unit gets back what is its own, 1 and 2 after an attack on it. A rally is six dice at the
/// end of the round, each a point back on 4+ (AOS-CMD-2.0a).
#[test]
fn each_unit_gets_back_what_is_its_own() {
    let duel = Duel::new();
    let (a, b) = (duel.unit("One", ""), duel.unit("Other", ""));
    let lost = |said: &str| {
        let mut request = with(asked(&a, &b, 1), said);
        request.base.set =
            ["A", "B"].map(|side| [format!("{side}.health=4"), format!("{side}.weapon.blade.damage=3")]).concat();
        fought(&request).rounds[0].wounds_lost
    };
    let rallied = 0.25 * (3.0 + 2.0 * 6.0 + 15.0) / 64.0;
    for (said, wanted) in [
        ("A: heal 1, B: heal 2", [0.5, 0.25]),
        ("A: heal 2, B: heal 1", [0.25, 0.5]),
        ("A: rally", [rallied, 0.75]),
        ("B: rally", [0.75, rallied]),
        ("A: rally, B: heal 1", [rallied, 0.5]),
    ] {
        let lost = lost(said);
        close(lost[0], wanted[0]);
        close(lost[1], wanted[1]);
    }
}

/// B has lost two of four points before, and heals up to all of them: one of four attacks takes a point in each round, and one
/// comes back after it.
#[test]
fn what_was_lost_before_a_fight_is_healed_as_well() {
    let duel = Duel::new();
    let (a, b) = (duel.unit("One", ""), duel.unit("Other", ""));
    let mut request = with(asked(&a, &b, 2), "B: heal 1");
    request.base.set = vec!["A.health=9".into(), "B.health=4".into(), "B.damage=2".into()];
    let fight = fought(&request);
    // Once hit, one is back: 2 as before; else 1. Then the same again. What was lost before is no loss of the fight.
    close(fight.rounds[0].wounds_lost[1], 0.25 * 2.0 + 0.75 - 2.0);
    close(fight.rounds[1].wounds_lost[1], 0.25 * (0.25 * 2.0 + 0.75) + 0.75 * 0.25 - 2.0);
}

/// What is left of twelve once so many of them are to roll, and what the giant lost.
fn explode(course: &mut BTreeMap<[usize; 2], f64>, [giant, mines]: [usize; 2], to_roll: usize, p: f64) {
    if to_roll == 0 {
        *course.entry([giant, mines]).or_insert(0.0) += p;
        return;
    }
    explode(course, [giant, mines], to_roll - 1, p * 5.0 / 6.0);
    let falls = usize::from(mines < 12);
    explode(course, [giant + 1, mines + falls], to_roll - 1 + falls, p / 6.0);
}

/// Twelve models of one wound are struck nine times a round by a giant, one blow of four each, and strike nobody. Each that falls
/// explodes on a 6: a mortal wound to both units, which may slay the next (W40K-DEADLY-DEMISE, W40K-MORTAL).
#[test]
fn models_that_fell_before_do_not_explode_again() {
    let duel = Duel::new();
    let model = |name: &str, count: u32, wounds: u32, more: &str| {
        format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = 4\nsave = \"-\"\nwounds = {wounds}\n{more}"
        )
    };
    let weapon =
        "[[weapon]]\nname = \"Blow\"\ncount = 1\nattacks = 9\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";
    let write = |name: &str, text: String| {
        let path = duel.folder.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let giant = write("Giant", model("Giant", 1, 30, weapon));
    let mines = write("Mines", model("Mine", 12, 1, "deadly-demise = 1\n"));
    let fight = fought(&asked(&giant, &mines, 2));
    let mut course = BTreeMap::from([([0, 0], 1.0)]);
    for round in &fight.rounds {
        let mut next = BTreeMap::new();
        for (at, p) in course {
            if at[1] == 12 {
                *next.entry(at).or_insert(0.0) += p;
                continue;
            }
            let ways = [19_683.0, 59_049.0, 78_732.0, 61_236.0, 30_618.0, 10_206.0, 2_268.0, 324.0, 27.0, 1.0];
            for (slain, ways) in ways.into_iter().enumerate() {
                let slain = slain.min(12 - at[1]);
                explode(&mut next, [at[0], at[1] + slain], slain, p * ways / 262_144.0);
            }
        }
        course = next;
        let mean = |side: usize| course.iter().map(|(at, p)| at[side] as f64 * p).sum::<f64>();
        close(round.wounds_lost[0], mean(0));
        close(round.wounds_lost[1], mean(1));
        close(round.destroyed[1], course.iter().filter(|(at, _)| at[1] == 12).map(|(_, p)| p).sum());
    }
}

#[test]
fn both_methods_agree_on_who_survives() {
    let sampling = Sampling { trials: 20_000, ..Sampling::default() };
    let options = Options { method: Method::Both, sampling };
    let (both, _) = fight(&asked("clanrats", "liberators", 2), &options).unwrap_or_else(|error| panic!("{error}"));
    let agreement = both.agreement.expect("both were asked for");
    assert!(agreement.holds && agreement.degrees > 5, "{agreement:?}");
    assert_eq!(both.rounds.len(), both.sampled.expect("both").len());
}

/// WARCRY-REACT-ECON: two reactions before its own activation are both of its actions.
#[test]
fn who_counters_twice_does_not_attack() {
    let plain = fought(&asked("ogor breacher", "ogroid myrmidon", 1));
    let countered = fought(&with(asked("ogor breacher", "ogroid myrmidon", 1), "B: counter"));
    assert!(plain.rounds[0].wounds_lost[0] > countered.rounds[0].wounds_lost[0]);
    assert!(countered.rounds[0].wounds_lost[0] > 0.0, "misses hurt");
}

#[test]
fn a_fight_stops_once_a_unit_is_below_half() {
    let request = asked("liberators", "stormvermin", 4);
    let until = fought(&FightRequest { until: Some(Until::Either), ..request.clone() });
    let whole = fought(&request);
    assert_eq!(until.rounds[0], whole.rounds[0]);
    assert!(until.rounds[3].both_stand > whole.rounds[3].both_stand);
}

/// Special weapons stay to the end, or fall as often as others.
#[test]
fn losses_are_the_owners_choice() {
    let request = asked("liberators", "stormvermin", 3);
    let plain = fought(&request);
    let even = fought(&FightRequest { losses: warodds::games::Losses::Even, ..request });
    assert!(plain.rounds[2].slain[1].mean > even.rounds[2].slain[1].mean);
}

#[test]
fn what_is_no_fight_is_told_in_words() {
    assert!(refused(&asked("liberators", "stormvermin", 0)).contains("from 1 to 100 rounds (MAX_ROUNDS)"));
    assert!(refused(&with(asked("liberators", "stormvermin", 1), "+1 to hit")).contains("does not say whose it is"));
    let targets = asked("age-of-sigmar/heavy infantry", "age-of-sigmar/horde", 1);
    assert!(refused(&targets).contains("a fight is made in melee"), "{}", refused(&targets));
    let mut set = asked("liberators", "stormvermin", 1);
    set.base.set = vec!["save=4+".into()];
    assert!(refused(&set).contains("whose value"));
}

/// AOS-MOD-1.0: of eight models, two of them champions, four fall before they strike: both champions are left where plain
/// models fall first, one where all fall alike.
#[test]
fn aos_champions_fall_as_the_owner_chooses() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, text: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        let weapon = "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = 0\ndamage = 1\n";
        let text = format!("game = \"age-of-sigmar\"\nname = \"{name}\"\nsave = \"-\"\n{text}{weapon}");
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let champions = "keywords = [\"CHAMPION (1/4)\"]\n";
    let squad =
        unit("Squad", &format!("models = 8\nhealth = 1\n{champions}[[weapon]]\nname = \"Blade\"\nchampions = 2\n"));
    let giant = |fall: u32| {
        let roar = format!("[[ability]]\nname = \"Roar\"\neffects = [\"{fall} mortal damage\"]\n");
        unit("Giant", &format!("models = 1\nhealth = 100\n{roar}[[weapon]]\nname = \"Idle\"\ncount = 0\n"))
    };
    // Of two champions among eight 7/4 are left among seven, and 3/4 among three: two, and one.
    for (fall, losses, champions) in [
        (4, Losses::PlainFirst, 2),
        (4, Losses::Even, 1),
        (1, Losses::PlainFirst, 2),
        (1, Losses::Even, 2),
        (5, Losses::Even, 1),
        (7, Losses::Even, 0),
    ] {
        let request = FightRequest { first: 1, losses, ..asked(&squad, &giant(fall), 1) };
        let round = &fought(&request).rounds[0];
        close(round.wounds_lost[0], f64::from(fall));
        close(round.wounds_lost[1], f64::from(8 - fall + champions) * 25.0 / 36.0);
    }
}

/// Eight models, six with swords and two with fists of two damage, of which four fall before they strike: two swords and
/// two fists are left where plain models fall first, three and one where all fall alike.
#[test]
fn w40k_losses_are_the_owners_choice() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, model: &str, more: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        let text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\nname = \"{name}\"\ntoughness = 4\nsave = \"-\"\n{model}\n{more}"
        );
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let weapon = |name: &str, count: u32, damage: u32| {
        format!(
            "[[weapon]]\nname = \"{name}\"\ncount = {count}\nattacks = 1\nskill = \"2+\"\nstrength = 8\nap = 0\ndamage = {damage}\n"
        )
    };
    let ghosts = "[[ability]]\nname = \"Ghosts\"\neffects = [\"damage is 0\"]\n";
    let squad = weapon("Sword", 6, 1) + &weapon("Fist", 2, 2) + ghosts;
    let squad = unit("Squad", "count = 8\nwounds = 1", &squad);
    let giant = weapon("Club", 1, 1) + "[[ability]]\nname = \"Roar\"\neffects = [\"4 mortal damage\"]\n";
    let giant = unit("Giant", "count = 1\nwounds = 100", &giant);
    // Of five and three half are two and a half and one and a half: halves go to the first, whatever guns they have.
    let uneven = weapon("Sword", 5, 1) + &weapon("Fist", 3, 2) + &weapon("Gun", 7, 1) + "range = 12\n" + ghosts;
    let uneven = unit("Uneven", "count = 8\nwounds = 1", &uneven);
    for (squad, losses, damage) in [
        (&squad, Losses::PlainFirst, 2.0 + 4.0),
        (&squad, Losses::Even, 3.0 + 2.0),
        (&uneven, Losses::PlainFirst, 1.0 + 6.0),
        (&uneven, Losses::Even, 3.0 + 2.0),
    ] {
        let request = FightRequest { first: 1, losses, ..asked(squad, &giant, 1) };
        let round = &fought(&request).rounds[0];
        close(round.wounds_lost[0], 4.0);
        close(round.wounds_lost[1], damage * 25.0 / 36.0);
    }
}

/// Models that fell in a round before strike nobody again: one blow for each model that is slain, when it is.
#[test]
fn the_slain_strike_back_once() {
    let duel = Duel::new();
    let thorns = "[[ability]]\nname = \"Thorns\"\neffects = [\"strike back 1 mortal for each slain model\"]";
    let write = |name: &str, text: String| {
        let path = duel.folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let one = fs::read_to_string(duel.unit("One", "")).expect("read");
    let tough = write("Tough.toml", one.replace("health = 1", "health = 9"));
    let two = "game = \"age-of-sigmar\"\nname = \"Two\"\nmodels = 2\nhealth = 1\nsave = \"-\"\n";
    let two = write("Two.toml", format!("{two}{thorns}\n"));
    let fight = fought(&asked(&tough, &two, 2));
    // One attack each round slays one model in four.
    close(fight.rounds[0].wounds_lost[0], 0.25);
    close(fight.rounds[1].wounds_lost[0], 0.5);
}

/// A fight asks nobody for a Battle-shock test, and says so where a profile speaks of it: in a value, not in a comment.
#[test]
fn a_comment_is_no_ability_that_asks_for_battle_shock() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = |comment: &str, name: &str| {
        let text = format!("{comment}\n{}", crate::support::squad(1, 4, "-", 1, ""));
        let blade = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";
        let entry = format!("[[ability]]\nname = \"{name}\"\nwhen = [\"charged\"]\neffects = [\"+1 to hit\"]\n");
        let path = folder.path().join("unit.toml");
        fs::write(&path, format!("{text}{blade}{entry}")).expect("written");
        let path = path.display().to_string();
        fight(&asked(&path, &path, 1), &Options::default()).unwrap_or_else(|error| panic!("{error}")).1.join("\n")
    };
    assert!(!notes("# Battle-shock", "Fury").contains("Battle-shock"));
    assert!(notes("", "Battle-shock Howl").contains("Battle-shock"));
}

/// In a short fight all states of a target are multiplied at once, by tables that ask for its losses; in a long one each
/// state by itself, where both units are read as their losses left them. The first rounds of both are the same.
#[test]
fn many_states_at_once_are_what_each_is_by_itself() {
    for (a, b, words) in [
        ("10 liberators", "20 stormvermin", ""),
        ("gore-gruntas", "varanguard", ""),
        ("10 liberators", "royal-terrorgheist", "B: strike-first"),
        ("10 assault-intercessor-squad", "20 beast-snagga-boyz", ""),
        ("40k/hive-tyrant", "10 custodian-guard", ""),
        ("20 40k-11e/boyz", "10 40k-11e/nobz", ""),
        ("umber-berserkers", "lannister-guardsmen", ""),
        ("veterans-of-the-watch", "red-cloaks", ""),
    ] {
        let said = |request| if words.is_empty() { request } else { with(request, words) };
        let fight = |rounds| fought(&said(asked(a, b, rounds)));
        let (short, long) = (fight(3), fight(12));
        for (one, other) in short.rounds.iter().zip(&long.rounds) {
            let means = |round: &warodds::ask::FightRound| [round.destroyed, round.wounds_lost].concat();
            let far = means(one).into_iter().zip(means(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(far < 1e-11, "{a} and {b}: {far}");
        }
    }
}

/// The command of a fight says all that was asked, and nothing that is so anyway.
#[test]
fn the_command_of_a_fight_asks_for_the_same_fight() {
    let command = |request: FightRequest| fought(&request).head.command;
    let plain = || asked("liberators", "clawlord", 3);
    assert_eq!(command(plain()), "warodds fight liberators clawlord");
    assert_eq!(command(FightRequest { first: 1, ..plain() }), "warodds fight liberators clawlord --first B");
    let all = FightRequest { rounds: 2, charge: false, losses: Losses::Even, ..plain() };
    assert_eq!(command(all), "warodds fight liberators clawlord --rounds 2 --no-charge --losses even");
}

/// Ten models with a blade each, three of them with a spear and three with an axe besides, of which five fall: of six half are
/// three, two spears and one axe, because halves go to the first (3/2 is 2); who all carry a blade are none of these.
#[test]
fn what_all_carry_is_no_share_of_what_some_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let weapon = |name: &str, count: u32, damage: u32| {
        let dice = "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = 0\n";
        format!("[[weapon]]\nname = \"{name}\"\ncount = {count}\n{dice}damage = {damage}\n")
    };
    let unit = |name: &str, text: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        let text = format!("game = \"age-of-sigmar\"\nname = \"{name}\"\nsave = \"-\"\n{text}");
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let weapons = weapon("Blade", 10, 1) + &weapon("Spear", 3, 1) + &weapon("Axe", 3, 3);
    let band = unit("Band", &format!("models = 10\nhealth = 1\n{weapons}"));
    let roar = "[[ability]]\nname = \"Roar\"\neffects = [\"5 mortal damage\"]\n";
    let giant = unit("Giant", &format!("models = 1\nhealth = 100\n{roar}{}", weapon("Idle", 0, 1)));
    let request = FightRequest { first: 1, losses: Losses::Even, ..asked(&band, &giant, 1) };
    let round = &fought(&request).rounds[0];
    close(round.wounds_lost[0], 5.0);
    close(round.wounds_lost[1], (5.0 + 2.0 + 3.0) * 25.0 / 36.0);
}

/// AOS-18.2: of a unit of several models `damaged` reads the one that is hurt. Blow and wound are 25 of 36; of two models with
/// 4 Health one stands then, unhurt after 4 points, hurt after 5 and 6. Each of its attacks fells A with 1 of 4.
#[test]
fn aos_18_2_a_unit_that_strikes_back_is_damaged_by_what_its_one_model_bears() {
    let folder = tempfile::tempdir().expect("a folder");
    let falls = |when: &str| {
        let text = format!(
            "game = \"age-of-sigmar\"\nname = \"Rats\"\nmodels = 2\nhealth = 4\nsave = \"-\"\n[[weapon]]\nname = \"Sword\"\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n[[ability]]\nname = \"Cornered\"\nwhen = [\"{when}\"]\neffects = [\"+2 attacks\"]\n"
        );
        let path = folder.path().join("rats.toml");
        fs::write(&path, text).expect("written");
        fought(&asked("aos: 1x 1A 2+/2+/0/D3+3; H1 -", &path.to_string_lossy(), 1)).rounds[0].destroyed[0]
    };
    let (struck, one_of) = (25.0 / 36.0, |attacks| 1.0 - 0.75_f64.powi(attacks));
    let after = |models: [i32; 4]| {
        let [unhurt, four, five, six] = models.map(one_of);
        (1.0 - struck) * unhurt + struck * (four + five + six) / 3.0
    };
    close(falls("damaged"), after([4, 2, 4, 4]));
    close(falls("damage 2+"), after([4, 2, 2, 4]));
    close(falls("not damaged"), after([8, 4, 2, 2]));
}

/// Dice are rolled where an attack is too large to be multiplied out, as two actions with a re-roll and damage back are.
#[test]
fn a_fight_with_an_attack_that_is_too_large_is_rolled() {
    let folder = tempfile::tempdir().expect("a folder");
    let fighter = |name: &str, wounds: u16, attacks: u16, more: &str| {
        let text = format!(
            "game = \"warcry\"\nname = \"{name}\"\ntoughness = 3\nwounds = {wounds}\n[[weapon]]\nname = \"Club\"\nrange = 1\nattacks = {attacks}\nstrength = 5\ndamage = [1, 3]\n{more}"
        );
        let path = folder.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let ability = |name: &str, more: &str| format!("[[ability]]\nname = \"{name}\"\n{more}\n");
    let a = fighter("One", 6, 3, &ability("Again", "effects = [\"reroll up to 1 hits\"]"));
    let thorns = ability("Thorns", "effects = [\"1 damage back for each miss\"]");
    let rage = ability("Rage", "when = [\"damage 4+\"]\neffects = [\"+2 attacks\"]");
    let request = asked(&a, &fighter("Other", 10, 1, &(thorns + &rage)), 1);
    let report = fought(&request);
    assert!(report.head.notes.iter().any(|note| note.contains("so dice were rolled")), "{:?}", report.head.notes);
}
