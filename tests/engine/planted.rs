//! The proof that the check sees: deliberate errors in one engine, and what the comparison of both says.
//!
//! Errors that both engines share are seen by the third witness: `tests/witness/planted.rs`.
//!
//! Each error is put into one of the engines, in test builds only, and a match-up of shipped units that uses the rule is
//! answered with both methods: as the command does it, and as `verify` does. Without the error they agree; with it they must
//! not.

use crate::ask::{
    CompareRequest, FightRequest, PlanRequest, Prepared, Request, SweepRequest, Tally, against_edition, compare, fight,
    plan, prepare, sweep,
};
use crate::engine::planted::{Engine, with};
// Tables name no engine, and yet have an error of their own.
pub(crate) use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{self, Agreement, CHUNK, Method, Options, Sampling, evenly_spread};
use crate::games::{self, Phase};
use crate::sequence::Side;

/// Few trials are enough to see errors of this size. The second look of `verify` takes so many times as many.
const TRIALS: u64 = 20_000;
const SECOND_LOOK: u64 = 4;

/// A match-up of shipped units.
fn match_up(attacker: &str, defender: &str, clauses: &[&str], phase: Option<Phase>) -> Prepared {
    let request = Request {
        attacker: attacker.into(),
        defender: defender.into(),
        with: clauses.iter().map(|clause| (*clause).to_owned()).collect(),
        phase,
        ..Request::default()
    };
    prepare(&request).unwrap_or_else(|error| panic!("{error}"))
}

/// Dice of one thread: a planted error belongs to the thread that plants it.
fn both(trials: u64, seed: u64) -> Options {
    Options { method: Method::Both, sampling: Sampling { trials, seed, threads: Some(1), ..Sampling::default() } }
}

/// Whether the report of an attack with both methods says that they agree.
fn report_agrees(prepared: &Prepared) -> bool {
    let (report, _) = prepared.report(&both(TRIALS, 42), &|_| {}).expect("within every limit");
    report.agreement.expect("both methods were asked for").holds
}

/// Whether `verify` counts the match-up as one that agrees: at once, or at a second look.
fn verify_agrees(prepared: &Prepared) -> bool {
    let agrees = |trials, seed| {
        let answer = engine::run(&prepared.engaged.engagement, &both(trials, seed), &|_| {});
        answer.expect("within every limit").agreement.expect("both methods were asked for").holds()
    };
    agrees(TRIALS, 42) || agrees(TRIALS * SECOND_LOOK, 43)
}

/// Plants an error in one engine and then in the other.
fn is_seen(error: PlantedError, prepared: &Prepared) {
    assert!(report_agrees(prepared) && verify_agrees(prepared), "{error:?} is not there and yet the engines disagree");
    for engine in [Engine::Exact, Engine::Sampled] {
        let seen = |agrees: fn(&Prepared) -> bool| !with(engine, error, || agrees(prepared));
        assert!(seen(report_agrees), "{error:?} in the {engine:?} engine: `--method both` says that they agree");
        assert!(seen(verify_agrees), "{error:?} in the {engine:?} engine: `verify` says that they agree");
    }
}

#[test]
fn an_error_in_a_roll_is_seen() {
    is_seen(PlantedError::Roll, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_save_is_seen() {
    is_seen(PlantedError::Save, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_save_of_models_that_differ_is_seen() {
    is_seen(PlantedError::Save, &match_up("boyz", "captain+intercessor-squad", &[], Some(Phase::Combat)));
}

#[test]
fn an_error_in_a_reroll_is_seen() {
    is_seen(PlantedError::Reroll, &match_up("liberators", "stormvermin", &["reroll hits of 1"], None));
}

#[test]
fn an_error_in_capping_is_seen() {
    is_seen(PlantedError::Cap, &match_up("liberators", "clawlord", &[], None));
}

#[test]
fn an_error_in_spilling_is_seen() {
    is_seen(PlantedError::Spill, &match_up("liberators", "stormvermin", &[], None));
}

#[test]
fn an_error_in_a_ward_is_seen() {
    is_seen(PlantedError::Ward, &match_up("liberators", "warded-infantry", &[], None));
}

#[test]
fn an_error_in_feel_no_pain_of_each_group_is_seen() {
    is_seen(
        PlantedError::FeelNoPainPerGroup,
        &match_up("boyz", "captain+corpuscarii-electro-priests", &[], Some(Phase::Combat)),
    );
}

#[test]
fn an_error_in_a_settle_is_seen() {
    is_seen(PlantedError::Settle, &match_up("lannister-guardsmen", "stark-sworn-swords", &[], None));
}

#[test]
fn an_error_in_a_total_is_seen() {
    is_seen(PlantedError::Total, &match_up("liberators", "clawlord", &[], None));
}

#[test]
fn an_error_in_who_is_slain_is_seen() {
    is_seen(
        PlantedError::WhoIsSlain,
        &match_up("eliminator-squad", "captain+intercessor-squad", &[], Some(Phase::Shooting)),
    );
}

#[test]
fn an_error_in_sorting_saves_is_seen() {
    is_seen(
        PlantedError::Sorting,
        &match_up("40k-11e/heavy-intercessor-squad", "40k-11e/mixed-squad", &[], Some(Phase::Shooting)),
    );
}

#[test]
fn an_error_in_what_comes_back_is_seen() {
    is_seen(PlantedError::Heal, &match_up("liberators", "stormvermin", &["rally"], None));
    // Seven points bring back seven models, the ordinary two.
    is_seen(PlantedError::OneBack, &match_up("20 liberators", "stormvermin", &["return 7 models"], None));
    // After dice that decide something before the attack: the mixture of both.
    is_seen(PlantedError::Heal, &match_up("liberators", "stormvermin", &["rally", "+1 to hit @50%"], None));
}

/// Between two attacks too: what is back then has to be lost once more.
#[test]
fn an_error_in_what_comes_back_between_attacks_is_seen() {
    let request = Request {
        attacker: "asoiaf: melee 2+ 8/7/5; infantry D4+ M6+ S5".into(),
        defender: "asoiaf: infantry D6+ M- S5".into(),
        then: vec!["asoiaf: melee 2+ 8/7/5; infantry D4+ M6+ S5".into()],
        with: vec!["heal 3".into()],
        ..Request::default()
    };
    is_seen(PlantedError::Heal, &prepare(&request).unwrap_or_else(|error| panic!("{error}")));
}

/// Whether a fight with both methods says that they agree.
fn fight_agrees(a: &str, b: &str, with: &str) -> bool {
    let with = Request {
        with: vec![with.into()].into_iter().filter(|with: &String| !with.is_empty()).collect(),
        ..Request::default()
    };
    let request = FightRequest { a: a.into(), b: b.into(), rounds: 2, base: with, ..FightRequest::default() };
    let (report, _) = fight(&request, &both(TRIALS, 42)).unwrap_or_else(|error| panic!("{error}"));
    report.agreement.expect("both methods were asked for").holds
}

/// Plants an error in what comes of a fight between its attacks.
fn is_seen_in_a_fight(error: PlantedError, a: &str, b: &str, words: &str) {
    assert!(fight_agrees(a, b, words), "{error:?} is not there and yet chances and dice disagree");
    for engine in [Engine::Exact, Engine::Sampled] {
        let agrees = with(engine, error, || fight_agrees(a, b, words));
        assert!(!agrees, "{error:?} in the {engine:?} engine: `--method both` says that they agree");
    }
}

#[test]
fn an_error_in_what_comes_back_in_a_fight_is_seen() {
    is_seen_in_a_fight(
        PlantedError::Heal,
        "asoiaf: melee 3+ 6/5/4; infantry D4+ M- S5",
        "asoiaf: melee 3+ 6/5/4; infantry D4+ M- S5",
        "B: heal 3",
    );
}

#[test]
fn an_error_in_an_explosion_is_seen() {
    // A Basilisk that ten men blow up takes some of them with it.
    is_seen_in_a_fight(PlantedError::Explosion, "40k: 10x \"Hammer\" 4A 2+/12/-3/6; T4 W1 5+", "basilisk", "");
}

#[test]
fn an_error_in_the_share_of_an_answer_is_seen() {
    is_seen(PlantedError::Mixture, &match_up("liberators", "stormvermin", &["+1 to hit @80%"], None));
}

/// Chunks that all roll the dice of the first: some answers by themselves are likely enough, all together are not.
#[test]
fn dice_that_are_counted_twice_are_seen_by_all_answers_together() {
    let prepared = match_up("liberators", "stormvermin", &[], None);
    let p_values = || -> Vec<f64> {
        let p = |seed: u64| {
            let options = both(4 * CHUNK, seed << 32);
            let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("within every limit");
            answer.agreement.expect("both methods were asked for").metrics[0].p
        };
        (0..10).map(p).collect()
    };
    let (right, wrong) = (p_values(), with(Engine::Sampled, PlantedError::SameDice, p_values));
    assert!(evenly_spread(&right) > 0.001, "{right:?}");
    assert!(evenly_spread(&wrong) < 1e-4, "{wrong:?}");
    let seen_alone = wrong.iter().filter(|p| **p < Agreement::THRESHOLD).count();
    assert!((1..10).contains(&seen_alone), "of {wrong:?}");
}

/// A plan has one engine. With one attacker it is worth what the attack does.
#[test]
fn an_error_in_a_plan_is_seen_by_its_attack() {
    let request = PlanRequest {
        attackers: vec!["liberators".into()],
        targets: vec!["stormvermin".into()],
        goal: "wounds".into(),
        ..PlanRequest::default()
    };
    let planned = || plan(&request).unwrap_or_else(|error| panic!("{error}")).0.value;
    let attack = match_up("liberators", "stormvermin", &[], None);
    let lost = engine::exact(&attack.engaged.engagement).expect("small").wounds_lost(Side::Defender).mean();
    assert!((planned() - lost).abs() < 1e-9);
    assert!((with(Engine::Neither, PlantedError::Plan, planned) - lost).abs() > 0.1);
}

/// What no other way of answering and no simulator computes is seen by a number that is counted by hand.
fn is_seen_by_hand(error: PlantedError, answer: impl Fn() -> f64, right: f64) {
    let (plain, wrong) = (answer(), with(Engine::Neither, error, &answer));
    assert!((plain - right).abs() < 1e-12, "{error:?} is not there, and yet {plain} is not {right}");
    assert!((wrong - right).abs() > 0.001, "{error:?}: {wrong}");
}

/// How often both units of a fight are gone in the end: what they use, who uses it as is best, and how many rounds.
fn destroyed(units: [&str; 2], words: &[&str], best: [bool; 2], rounds: usize) -> [f64; 2] {
    let turns = if rounds == 3 { "rolled" } else { "" }.to_owned();
    let with = words.iter().map(|word| (*word).to_owned()).collect();
    let base = Request { with, points: Some(2), ..Request::default() };
    let [a, b] = units.map(str::to_owned);
    let request = FightRequest { a, b, rounds, turns, best, base, ..FightRequest::default() };
    let (report, _) = fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    report.rounds[rounds - 1].destroyed
}

#[test]
fn errors_in_what_is_used_in_a_fight_are_seen_by_hand() {
    // B hits on 4+ and wounds on 2+; one save on 4+ again in each of two rounds.
    let wall = ["40k: 1x 1A 4+/8/0/1; T4 W1 4+", "40k: 1x 1A 4+/8/0/1; T4 W9 save -"];
    let saved = || destroyed(wall, &["A: command re-roll"], [false; 2], 2)[0];
    is_seen_by_hand(PlantedError::Renewed, saved, 1.0 - (1.0 - 5.0_f64 / 48.0).powi(2));
    // All-out Attack makes 1/6 of A's blow 2/9, which is more than what All-out Defence takes from B's.
    let duel = ["aos: 1x 1A 4+/4+/0/1; H1 5+", "aos: 1x 1A 4+/4+/0/1; H1 5+"];
    let words = ["A: all-out attack", "A: all-out defence"];
    is_seen_by_hand(PlantedError::Best, || destroyed(duel, &words, [true, false], 1)[1], 2.0 / 9.0);
    // The charge is worth the second point of a blow that comes in one of four cases, and who redeployed has none.
    let knight = ["aos: 1x 1A 4+/4+/0/1 [Charge (+1 Damage)]; H1 save -", "aos: 1x 1A 4+/4+/0/1; H2 save -"];
    is_seen_by_hand(PlantedError::Redeploy, || destroyed(knight, &["A: redeploy"], [false; 2], 1)[1], 0.0);
    // Blows of one in four: of A's in its own turn one slays, in B's three of four such. A keeps the third turn in 7 of 12.
    let bare = ["aos: 1x 1A 4+/4+/0/1; H1 save -", "aos: 1x 1A 4+/4+/0/1; H1 save -"];
    let both = 9.0 / 16.0;
    let third = (7.0 / 12.0 + 5.0 / 12.0 * 0.75) / 4.0;
    let right = 0.25 + both * 0.75 * 0.25 + both * both * third;
    is_seen_by_hand(PlantedError::RolledTurns, || destroyed(bare, &[], [false; 2], 3)[1], right);
}

/// What becomes of a text, as the mean of the points that its attack takes from a unit of T4 without a save.
fn mean_damage(profile: &str, loadout: &str, phase: Phase) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("unit.toml");
    std::fs::write(&file, profile).expect("written");
    let attack = match_up(&format!("{}{loadout}", file.display()), "40k: T4 W20 save -", &[], Some(phase));
    engine::exact(&attack.engaged.engagement).expect("small").wounds_lost(Side::Defender).mean()
}

#[test]
fn errors_in_what_a_card_and_an_option_become_are_seen_by_hand() {
    // Three blades that hit and wound on 3+ and take two points each.
    let card = "Dawn Riders\nM T SV W LD OC\n12\" 4 3+ 2 6+ 1\nRANGE A WS S AP D\nSun lance Melee 3 3+ 5 -1 2\n";
    let pasted =
        || mean_damage(&crate::ask::paste(games::named("40k").expect("a game"), card).profile, "", Phase::Combat);
    is_seen_by_hand(PlantedError::PastedDamage, pasted, 3.0 * 4.0 / 9.0 * 2.0);
    // Two models with two guns each.
    let guns = "game = \"warhammer-40k\"\nname = \"Guard\"\n[[model]]\nname = \"Guard\"\ncount = 2\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n\
                 [[weapon]]\nname = \"Gun\"\ncount = 0\nrange = 24\nattacks = 1\nskill = \"3+\"\nstrength = 5\nap = 0\ndamage = 1\n\
                 [[option]]\nname = \"Gun\"\ngives = [\"Gun\"]\nlimit = \"2 per 1\"\n";
    is_seen_by_hand(PlantedError::PerModel, || mean_damage(guns, "[gun]", Phase::Shooting), 4.0 * 4.0 / 9.0);
}

/// A table counts the cells in which both disagree, and a sweep does.
#[test]
fn an_error_is_seen_in_a_cell_of_a_table() {
    let base = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
    let request = SweepRequest { base, vary: vec!["defender.save=4+,5+".into()], ..SweepRequest::default() };
    let disagree = || sweep(&request, &both(TRIALS, 42)).unwrap_or_else(|error| panic!("{error}")).disagree();
    // A planted error belongs to this thread, so all cells do.
    let here = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    here.install(|| assert_eq!((disagree(), with(Engine::Exact, PlantedError::Roll, disagree)), (0, 2)));
    let request = CompareRequest {
        attackers: vec!["liberators".into()],
        defenders: vec!["clawlord".into()],
        base: Request { method: Method::Both, ..Request::default() },
        ..CompareRequest::default()
    };
    let comparison = compare(&request, &both(TRIALS, 42)).unwrap_or_else(|error| panic!("{error}"));
    let counted = || {
        let mut tally = Tally::of(&comparison);
        tally.add(&comparison, &comparison.cell(false, 0, 0).expect("one cell"));
        tally.disagree()
    };
    assert_eq!((counted(), with(Engine::Exact, PlantedError::Roll, counted)), (0, 1));
    assert_eq!(with(Engine::Sampled, PlantedError::Roll, counted), 1);
}

/// An attack by the rules of two editions holds both answers, and each is compared.
#[test]
fn an_error_is_seen_in_each_edition() {
    let attack = match_up("40k/boyz", "40k/intercessor-squad", &[], Some(Phase::Combat));
    let request =
        Request { attacker: "40k/boyz".into(), defender: "40k/intercessor-squad".into(), ..Request::default() };
    let agree = || {
        let report =
            against_edition(&attack, &request, "11", &both(TRIALS, 42)).unwrap_or_else(|error| panic!("{error}"));
        report.0.editions.map(|edition| edition.agrees)
    };
    assert_eq!(agree(), [Some(true); 2]);
    assert_eq!(with(Engine::Exact, PlantedError::Roll, agree), [Some(false); 2]);
}
