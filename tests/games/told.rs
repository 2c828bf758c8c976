//! What a question in one line is told: names of what attacks, notes, and why something is refused.

use warodds::ask::{Request, prepare};
use warodds::engine::{Method, Options, Sampling, run};
use warodds::games::Phase;
use warodds::report::{Screen, mistakes, text};
use warodds::sequence::explain::steps;

use crate::support::with;

/// A question, what must be told of it, and what must not.
struct Told {
    attacker: &'static str,
    defender: &'static str,
    with: &'static [&'static str],
    said: &'static [&'static str],
    unsaid: &'static [&'static str],
}

const GUNS: &str = "40k: 5x 24\" \"Gun\" 2A 3+/4/-1/2; T4 W2 3+";
const SPEARS: &str = "aos: 5x \"Spear\" 2A 4+/3+/-1/1; H2 4+";
const FIGHTER: &str = "warcry: 1\" \"Axe\" 5A S5 2/5; T4 W12 M5";
const BOW: &str = "warcry: 3-8\" \"Bow\" 3A S4 2/6; T3 W8 M5";
const FOE: &str = "warcry: 1\" 4A S4 1/3; T4 W10 M4";
const FLYING: &str = "warcry: 1\" 4A S4 1/3; T4 W10 M4 [FLY]";
const MOUNTED: &str = "warcry: 1\" 4A S4 1/3; T4 W10 M4 [MOUNT]";
const SWORDS: &str = "asoiaf: \"Swords\" melee 3+ 8/6/4; infantry D4+ M6+ S5";
const WOLVES: &str = "asoiaf: melee 4+ 7/5/3; infantry D3+ M6+ S5";

const fn told(
    attacker: &'static str,
    defender: &'static str,
    with: &'static [&'static str],
    said: &'static [&'static str],
    unsaid: &'static [&'static str],
) -> Told {
    Told { attacker, defender, with, said, unsaid }
}

#[rustfmt::skip]
const TOLD: &[Told] = &[
    // WARCRY-FALLTEST: who flies does not fall; on the ground there is nothing to say.
    told(FIGHTER, FLYING, &["open edge"], &["flies and does not fall off an edge"], &[]),
    told(FIGHTER, FLYING, &[], &[], &["flies"]),
    told(FIGHTER, FOE, &["open edge"], &[], &["flies", "changes nothing"]),
    // WARCRY-TAKE-COVER, WARCRY-COUNTER: each reaction needs its kind of attack, and its place.
    told(FIGHTER, FOE, &["take cover"], &["taking cover needs `cover`", "`take cover` changes nothing"], &["mounted"]),
    told(BOW, FOE, &["take cover"], &["taking cover needs `cover`"], &["mounted", "only melee"]),
    told(BOW, MOUNTED, &["cover", "take cover"], &["is mounted and cannot take cover"], &["taking cover needs"]),
    told(BOW, FOE, &["cover", "take cover"], &[], &["changes nothing", "mounted", "needs"]),
    told(BOW, FOE, &["cover", "counter"], &["only melee attack actions can be countered"], &["taking cover needs"]),
    // WARCRY-REACT-ECON: what comes back by itself may be the reaction that was named; without one there is no question.
    told(FIGHTER, FOE, &["1 damage back for each critical hit", "counter"], &["leave the other one out"], &[]),
    told(FIGHTER, FOE, &["1 damage back for each critical hit"], &[], &["leave the other one out"]),
    told(FIGHTER, FOE, &["counter"], &[], &["leave the other one out", "count as critical hits"]),
    told(FIGHTER, FOE, &["up to 2 hits count as critical hits"], &["Axe, action 1: up to 2 hits count as critical hits"], &[]),
    // WARCRY-AB-ONSLAUGHT: used late it is of the second action alone, which has a die more.
    told(FIGHTER, FOE, &["late onslaught, two attacks"],
        &["Axe, action 1: 5 dice", "Axe, action 2: 6 dice", "Axe, action 2: +1 attacks"], &["Axe, action 1: +1 attacks"]),
    // ASOIAF-DANGEROUS: the table's wounds are told with the rule; of an attack with nothing besides, nothing is.
    told(SWORDS, WOLVES, &["inside dangerous"], &["Swords: D3+1 wounds to the attacker after the attack"], &[]),
    told(SWORDS, WOLVES, &["charge, rear, fortified"], &["Swords: -2 to save", "Swords: +1 to save", "Swords: -2 to morale"], &["+0"]),
    told(SWORDS, WOLVES, &[], &["Swords: 8 attack dice", "Swords: hit on 3, 4, 5, 6", "Swords: hits blocked on 3, 4, 5, 6",
        "Swords: panic test passed on 6 or more of two dice"], &["to save", "to morale"]),
    // A 6 always hits and blocks, a 1 never does.
    told(SWORDS, WOLVES, &["-9 to hit, -9 to save, -9 to morale"],
        &["Swords: hit on 6", "Swords: hits blocked on 6", "Swords: panic test that always fails"], &["on 5"]),
    told(SWORDS, WOLVES, &["no save, set attacks to 1"], &["Swords: 1 attack die", "Swords: no save"], &["blocked on"]),
    // One rank of twelve models is four; D3+1 wounds on the way are 2, 3 or 4.
    told(SWORDS, WOLVES, &["crossed dangerous"], &["Swords: 8 or 6 attack dice, by the ranks"], &["8 attack dice"]),
    // Steps go by their weapon, those after hits were sorted too.
    told(FIGHTER, FOE, &["up to 2 hits count as critical hits"],
        &["Axe does hits that count as critical hits: always 5 points", "Axe does hit: "], &[]),
    // A save of 6+ is one, worse is none; without attacks nothing is rolled.
    told(SPEARS, "aos: 5x 2A 4+/3+/-/1; H2 5+", &[], &["saved on 6+, 1 point"], &["no save"]),
    told(SPEARS, "aos: 5x 2A 4+/3+/-/1; H2 6+", &[], &["no save is good enough, 1 point"], &["saved on"]),
    told(SPEARS, "aos: 5x 2A 4+/3+/-/1; H2 -", &[], &["no save, 1 point"], &["saved on", "good enough"]),
    told(SWORDS, WOLVES, &["set attacks to 0"], &[], &["does attack", "does save", "does wound"]),
    told(GUNS, "40k: 5x 1A 4+/4/0/1; T4 W3 3+ 5+++", &[], &["saved on 4+, 2 points, each point ignored on 5+"], &[]),
    told(GUNS, "40k: 5x 1A 4+/4/0/1; T4 W3 3+", &[], &["saved on 4+, 2 points"], &["ignored"]),
    told(SWORDS, WOLVES, &["no panic test"], &["Swords: no panic test"], &["panic tests"]),
    // What is not understood stays so; who leaves out a little is told what was meant, and whose place it is.
    told(SPEARS, SPEARS, &["ward 5 against spells"], &["is not a situation"], &["no die of an attack depends on that"]),
    told(SPEARS, SPEARS, &["ward 5+ against spells"], &["no die of an attack depends on that"], &[]),
    told(SPEARS, SPEARS, &["can run and dance"], &["is not a situation"], &["no die of an attack depends on that"]),
    told(SPEARS, SPEARS, &["can run and charge"], &["no die of an attack depends on that"], &[]),
    told(GUNS, GUNS, &["halff range"], &["did you mean `half range`"], &[]),
    told(SWORDS, WOLVES, &["return D3 models"], &["write `heal D3`"], &[]),
    told(SPEARS, SPEARS, &["one two three four five six seven"], &["write what it does to the dice"], &[]),
    told(SPEARS, SPEARS, &["+: 3 mortal"], &["`+: 3 mortal` is not a situation"], &["no die decides that"]),
    told(SPEARS, SPEARS, &["x+: 3 mortal"], &["`x+: 3 mortal` is not a situation"], &["no die decides that"]),
    told(SPEARS, SPEARS, &["1+: 3 mortal"], &["no die decides that"], &[]),
    // ASOIAF-RANK: wounds are counted where they are lost, and one's own; ranks are there or destroyed.
    told(SWORDS, WOLVES, &["block 1 hits per wound"], &["is not a situation"], &[]),
    told(SWORDS, WOLVES, &["block 1 hits per lost rank"], &["is not a situation"], &[]),
    told(SWORDS, WOLVES, &["block 1 hits per enemy lost wound"], &["is not a situation"], &[]),
    told(SWORDS, WOLVES, &["block 1 hits per destroyed wound"], &["is not a situation"], &[]),
    told(SWORDS, WOLVES, &["block 1 hits per lost wound"], &[], &["is not"]),
    told(SPEARS, SPEARS, &["2 D3 dice: 2+ -> heal 1"], &["2 D3 dice: 2+ -> heal 1"], &[]),
    told(FIGHTER, FOE, &["2 fatal if any hit"], &["`2 fatal if any hit` is not a situation"], &[]),
    told(FIGHTER, FOE, &["2 mortal if any hit", "2 damage if any critical hit"], &["Axe does"], &["is not"]),
    // Two of three things that exclude each other are found too, wherever they stand.
    told(GUNS, GUNS, &["stationary", "+1 attacks", "advanced"], &["exclude each other"], &[]),
    // What hurts the attacker has it among the bodies; what the target wards off, nothing else.
    told(SPEARS, "aos: 5x 2A 4+/3+/-/1; H2 4+ ward 5+", &["strike back 1 mortal on wards"], &["5x \"Spear\""], &[]),
    told(SWORDS, WOLVES, &["return 3 models"], &["wounds that are restored bring models back: write `heal 3`"], &[]),
    // What comes to lie after the attack is told where the attacker brings it, not where the other side is said to.
    told(SWORDS, WOLVES, &["becomes panicked"], &["becomes panicked: what the Panicked token does"], &[]),
    told(SWORDS, WOLVES, &["defender: becomes panicked"], &["`becomes panicked` changes nothing"], &["Panicked token"]),
];

/// Everything that is told before anything is computed.
fn everything(request: &Request) -> String {
    match prepare(request) {
        Err(error) => error.to_string(),
        Ok(prepared) => {
            let explained = prepared.engaged.explained.iter();
            let lines = explained.flat_map(|one| one.lines.iter().map(|line| format!("{}: {}", one.weapon, line.what)));
            let steps = steps(&prepared.engaged.engagement);
            let steps = steps.into_iter().map(|step| format!("{} does {}: {}", step.weapon, step.step, step.what));
            prepared.notes.iter().cloned().chain(lines).chain(steps).collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn questions_in_one_line_are_told_what_holds_for_them() {
    let mut wrong = Vec::new();
    for row in TOLD {
        let phase = Some(if row.attacker == BOW || row.attacker == GUNS { Phase::Shooting } else { Phase::Combat });
        let (attacker, defender) = (row.attacker.to_owned(), row.defender.to_owned());
        let told = everything(&Request { attacker, defender, phase, ..with(row.with) });
        let missing = row.said.iter().filter(|said| !told.contains(**said));
        let extra = row.unsaid.iter().filter(|said| told.contains(**said));
        let faults: Vec<&&str> = missing.chain(extra).collect();
        if !faults.is_empty() {
            wrong.push(format!("{} at {} with {:?}: {faults:?} in\n{told}", row.attacker, row.defender, row.with));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// One unit's weapons go by their own names; of several units each stands before them.
#[test]
fn weapons_of_several_units_are_told_with_their_units() {
    for (attacker, defender, weapon) in
        [(SPEARS, SPEARS, "Spear"), (SWORDS, WOLVES, "Swords"), (FIGHTER, FOE, "Axe, action 1")]
    {
        let of = |then: Vec<String>| {
            let (attacker, defender) = (attacker.to_owned(), defender.to_owned());
            let prepared = prepare(&Request { attacker, defender, then, ..with(&[]) }).expect("understood");
            prepared.engaged.explained.into_iter().map(|one| one.weapon).collect::<Vec<_>>()
        };
        assert_eq!(of(Vec::new()), [weapon]);
        let unit = attacker.split_once(": ").expect("a game").1;
        assert_eq!(of(vec![attacker.to_owned()])[..2], [format!("{unit}: {weapon}"), format!("{unit}: {weapon}")]);
    }
}

/// The sign under a mistake stands under all of it, and under nothing else.
#[test]
fn a_mistake_is_underlined() {
    let (attacker, defender) = (SPEARS.to_owned(), SPEARS.to_owned());
    let request = Request { attacker, defender, mode: Some("spearhead".to_owned()), ..with(&["counter-charge"]) };
    let error = prepare(&request).expect_err("no command of that mode");
    let drawn = mistakes(&error.diagnostics, false);
    assert!(drawn.contains(&format!("| {} here", "^".repeat("counter-charge".len()))), "{drawn}");
}

/// The words of a game: a fighter of Warcry is taken down where models of other games are slain, and only that is renamed.
#[test]
fn results_are_in_the_words_of_the_game() {
    for (attacker, defender, named, unnamed) in
        [(FIGHTER, FOE, "\ntaken down ", "\nslain "), (SPEARS, SPEARS, "\nslain ", "\ntaken down ")]
    {
        let (attacker, defender) = (attacker.to_owned(), defender.to_owned());
        let prepared = prepare(&Request { attacker, defender, ..with(&[]) }).expect("understood");
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("small");
        let shown = text(&report.sheet(), Screen { width: 100, color: false, ascii: true });
        assert!(shown.contains(named) && !shown.contains(unnamed), "{shown}");
        assert!(shown.contains("\nwounds lost ") && shown.contains("\ndamage "), "{shown}");
    }
}

/// What is too large is refused by the name of the limit, and with how much of what there could be: 250 models with 100
/// attacks and up to seven hits each, and two units of which each may have lost 0 to 2,500 points.
#[test]
fn limits_say_how_much_of_what() {
    let said = |attacker: &str, defender: &str, phase, clauses: &[&str]| {
        let (attacker, defender) = (attacker.to_owned(), defender.to_owned());
        let prepared =
            prepare(&Request { attacker, defender, phase: Some(phase), ..with(clauses) }).expect("understood");
        prepared.report(&Options::default(), &|_| {}).expect_err("too large").to_string()
    };
    let guns = "40k: 250x 24\" 100A 3+/4/-1/1 [Sustained Hits 6]; T4 W2 3+";
    let told = said(guns, GUNS, Phase::Shooting, &[]);
    assert!(told.contains("hits could reach 175000; the limit is 65535 (MAX_TOKENS)"), "{told}");
    let many = "aos: 250x 2A 4+/3+/-1/1; H10 4+";
    let told = said(many, &format!("{many} ward 5+"), Phase::Combat, &["strike back 1 mortal on wards"]);
    assert!(told.contains("combinations of points lost could reach 6255001"), "{told}");
}

/// Where both engines answered, what no output shows is compared too: who is slain on each side, and both together.
#[test]
fn unshown_results_are_compared_as_well() {
    let of = |clauses: &[&str]| {
        let (attacker, defender) = (SPEARS.to_owned(), format!("{SPEARS} ward 5+"));
        let prepared = prepare(&Request { attacker, defender, ..with(clauses) }).expect("understood");
        let sampling = Sampling { trials: 4_096, ..Sampling::default() };
        let both = Options { method: Method::Both, sampling };
        let answer = run(&prepared.engaged.engagement, &both, &|_| {}).expect("small");
        answer.agreement.expect("asked for").states.into_iter().map(|state| state.metric).collect::<Vec<_>>()
    };
    assert_eq!(of(&[]), ["slain"]);
    assert_eq!(of(&["strike back 1 mortal on wards"]), ["slain", "attacker-slain", "bodies"]);
}
