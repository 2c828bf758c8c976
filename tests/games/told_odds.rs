//! What questions about dice are told, line by line: titles, rows and notes, each worked out by hand or named by a rule.

use warodds::ask::Request;
use warodds::ask::odds::{OddsReport, ask};
use warodds::games::{Phase, find};
use warodds::report::{Reportable, Screen, text};

use crate::support::near;
use crate::support::questions::{asked, line, number};

/// A game's question with its keys, what must be told of it, and what must not.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const AGE_OF_SIGMAR: &[Row] = &[
    ("age-of-sigmar", "all-out", &["attacker=ardboyz", "defender=liberators"], &["Ardboyz against Liberators"], &[]),
    ("age-of-sigmar", "rally", &["rallies=1", "health=6"], &["at least one comes back"], &["damage healed"]),
    ("age-of-sigmar", "rally", &["rallies=1", "health=6", "allocated=1"], &["mean damage healed"], &[]),
    // Every card would do.
    ("age-of-sigmar", "cards", &["deck=10", "draws=2", "copies=10"], &["at least one is drawn 100 %"], &[]),
    ("age-of-sigmar", "cards", &["deck=4", "copies=12"], &["the deck has only 4 cards"], &[]),
];

#[rustfmt::skip]
const WARHAMMER: &[Row] = &[
    ("warhammer-40k", "charge", &["distance=9", "bonus=2"], &["roll needed 6"], &["If one target alone"]),
    ("warhammer-40k", "two-dice", &[], &["\n2 1/36 = 2.78 % 100 %", "\n12 1/36 = 2.78 % 1/36"], &["\n13 "]),
    ("warhammer-40k", "hazardous", &["weapons=6", "edition=updated", "sturdy=yes"], &[], &["go on to the other bearers"]),
    ("warhammer-40k", "best-save", &["save=6+", "ap=0", "cover=no"], &["armour saves 1/6"], &["Benefit of Cover"]),
    ("warhammer-40k", "best-save", &["save=3+", "ap=0", "cover=yes"], &["has no Benefit of Cover against AP 0"], &[]),
    ("warhammer-40k", "best-save", &["save=3+", "ap=-2"], &["Which save against AP -2?", "armour saves 1/3 = 33.3 %"], &[]),
    ("warhammer-40k", "best-save", &["save=4+", "ap=0", "cover=yes"], &[], &["has no Benefit of Cover"]),
    // A hit on 4+, then a wound on 4+: 1/4, and with one of the two rolled again 1/4 + 1/8 + 1/8.
    ("warhammer-40k", "command-reroll", &["attacks=1", "goal=destroyed"],
        &["P(destroyed) without it 25.0 %", "P(destroyed) with the best use of it 50.0 %"], &["the number of attacks"]),
    ("warhammer-40k", "command-reroll", &["attacks=2D6"], &["\nthe number of attacks "], &[]),
    ("warhammer-40k", "command-reroll", &["attacks=0"], &["`attacks` and `damage` are 1 or more"], &[]),
    ("warhammer-40k", "command-reroll", &["attacks=1", "damage=0"], &["`attacks` and `damage` are 1 or more"], &[]),
    ("warhammer-40k-11e", "charge", &["distance=-"], &["or `>9` for just over 9"], &[]),
    ("warhammer-40k-11e", "charge", &["distance=9", "skies=no"], &["charge made 5/18 = 27.8 %"], &["takes to the skies"]),
    ("warhammer-40k-11e", "charge", &["distance=9", "skies=yes"], &["whoever takes to the skies moves 2\" less"], &[]),
    ("warhammer-40k-11e", "advance", &["distance=9.5", "bonus=3"], &["\n4 1/6 = 16.67 % 100 %", "\n9 1/6 = 16.67 %"], &["\n10 "]),
    ("warhammer-40k-11e", "deadly-demise", &["demise=8", "on=3+"],
        &["\n0 1/3 = 33.33 % 100 %", "\n8 2/3 = 66.67 % 2/3 = 66.67 %"], &["\n9 "]),
    ("warhammer-40k-11e", "battle-shock", &["leadership=7+"], &["test passed 7/12"], &["Leadership is \"-\""]),
    ("warhammer-40k-11e", "battle-shock", &["unit=neurotyrant"], &["test passed"], &["Leadership is \"-\""]),
    ("warhammer-40k-11e", "heroic-intervention", &["distance=9.5"],
        &["Heroic Intervention at a target 9.5\" away", "charge made 1/6"], &["targets near"]),
    ("warhammer-40k-11e", "hazard", &["rolls=10", "unit=meganobz"],
        &["mean rolls failed 3.33", "mean wounds lost by Meganobz 3.33"], &[]),
    // A Leadership of 6+: 10 of 36 falls are lower.
    ("warhammer-40k-11e", "desperate-escape", &["unit=terminator-assault-squad"],
        &["the battle-shock roll fails 5/18 = 27.8 %"], &[]),
    ("warhammer-40k-11e", "save", &["save=4+", "invulnerable=5+"],
        &["\n0 1/2 = 50.00 % 1/2 = 50.00 %", "\n-1 1/3 = 33.33 % 2/3 = 66.67 %", "\n-5 1/3 = 33.33 %"], &["\n1 "]),
    ("warhammer-40k-11e", "save", &["save=2+", "ap=-2"],
        &["A save against AP -2", "saved 1/2 = 50.0 %", "\n-1 2/3 = 66.67 %"], &["\n1 "]),
];

#[rustfmt::skip]
const ASOIAF: &[Row] = &[
    // A 6 carries Speed 5 over 11", or over 10" of rough ground.
    ("asoiaf", "charge", &["distance=8", "speed=5", "rough=no"], &["\n11 1/6 = 16.67 %"], &["\n12 1/6"]),
    ("asoiaf", "charge", &["distance=8", "speed=5", "rough=yes"], &["\n10 1/6 = 16.67 %"], &["\n11 1/6"]),
    ("asoiaf", "morale", &["morale=6+"], &["passed 13/18 = 72.2 %"], &["dice are rolled again"]),
    ("asoiaf", "shooting-into-melee", &["attacker=stark-bowmen", "defender=stark-sworn-swords", "friends=3", "modifier=3"],
        &["wounds that panic costs friends on average 0.00"], &[]),
    // 15 of 36 tests on 7+ fail, for three wounds on average.
    ("asoiaf", "shooting-into-melee", &["attacker=stark-bowmen", "defender=stark-sworn-swords", "friends=7"],
        &["wounds that panic costs friends on average 1.25"], &[]),
    // 2, 3 or 4 wounds: the last of four models falls to a 3 on the die, the only rank with it.
    ("asoiaf", "suffer", &["unit=shaggydog"],
        &["loses a rank or more 1/3 = 33.3 %", "\n2 1/3 = 33.33 % 1\n", "\n3 1/3 = 33.33 % 1\n", "\n4 1/3 = 33.33 % 0\n"], &[]),
    ("asoiaf", "suffer", &["wounds=0"], &["destroyed 0 %"], &[]),
    ("asoiaf", "heal", &["unit=shaggydog"], &["wounds healed 0", "models back 0"], &[]),
    ("asoiaf", "heal", &["unit=solo", "wounds=5", "amount=2"], &["with 5 of 8 wounds", "wounds healed 2", "models back 0"], &[]),
    ("asoiaf", "token", &["showing=12", "needs=2+"],
        &["successes left on average 10.00", "successes taken away on average 2.00"], &[]),
    ("asoiaf", "token", &["showing=9", "needs=6+"], &["each succeeds again 1/6", "successes left on average 1.50"], &[]),
];

#[rustfmt::skip]
const WARCRY: &[Row] = &[
    ("warcry", "abilities", &["value=1"], &["A group of value 1 or more in a round"], &["1 groups"]),
    ("warcry", "abilities", &["value=1", "sets=2"], &["2 groups of value 1 or more in a round"], &[]),
    ("warcry", "falls", &["deadly=2", "test=no", "wounds=20"], &["mean damage"], &["of each of 1", "at least one of them"]),
    ("warcry", "falls", &["deadly=2", "fighters=4", "wounds=3"], &["mean damage of each of 4", "at least one of them is"], &[]),
    ("warcry", "disengage", &[], &["A fighter disengages"], &["only one of the enemies strikes"]),
    ("warcry", "disengage", &["enemies=2"], &["only one of the enemies strikes"], &[]),
    ("warcry", "react", &["attacker=carrion-catcher", "defender=gloryseeker"],
        &["a reaction costs one of the fighter's two actions this round"], &["as often as it may"]),
    ("warcry", "activation", &["attacker=aleguzzler-gargant", "defender=warcry/leader"],
        &["Aleguzzler Gargant against Leader: what a round does"], &[]),
    ("warcry", "seize", &["holder=6", "other=0", "holder-wild=3", "other-wild=8"],
        &["singles of the holder now 9", "singles of the other player now 8", "it changes hands 0 %", "note: the holder still has more singles"], &[]),
    // A single spent to upgrade is none any more; who was behind and is level rolls off, who was level before does not.
    ("warcry", "seize", &["holder=3", "other=2", "other-wild=2", "other-upgraded=1"],
        &["singles of the other player now 3", "it changes hands 1/2", "tied now and not before: a roll-off decides"], &[]),
    ("warcry", "seize", &["holder=3", "other=3", "holder-wild=1", "other-wild=1"],
        &["it changes hands 0 %", "tied before and still tied: the first roll-off stands"], &[]),
    ("warcry", "seize", &["holder=3", "other=2", "other-wild=2"],
        &["it changes hands 100 %", "the other player has more singles now and takes it"], &[]),
    ("warcry", "seize", &["other=4", "other-wild=6"], &["say both `holder` and `other`, or neither", "seize [holder=…]"], &[]),
];

/// The answer as it is shown, every run of spaces one space.
fn told(game: &str, question: &str, keys: &[&str]) -> String {
    let game = find(game).expect("a game");
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    let shown = match ask(game, question, &keys, &Request::default()) {
        Err(error) => format!("{error} {}", error.hints.join(" ")),
        Ok(answered) => {
            let report = OddsReport::of_game(game, question, &keys, &Request::default(), answered);
            text(&report.expect("an answer").sheet(), Screen { width: 200, color: false, ascii: false })
        }
    };
    shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (game, question, keys, said, unsaid) in rows {
        let told = told(game, question, keys);
        let missing = said.iter().filter(|said| !told.contains(**said));
        let faults: Vec<_> = missing.chain(unsaid.iter().filter(|said| told.contains(**said))).collect();
        if !faults.is_empty() {
            wrong.push(format!("{game} {question} {keys:?}: {faults:?} in\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn questions_of_age_of_sigmar_are_told_line_by_line() {
    check(AGE_OF_SIGMAR);
}

#[test]
fn questions_of_warhammer_40k_are_told_line_by_line() {
    check(WARHAMMER);
}

#[test]
fn questions_of_a_song_of_ice_and_fire_are_told_line_by_line() {
    check(ASOIAF);
}

#[test]
fn questions_of_warcry_are_told_line_by_line() {
    check(WARCRY);
}

/// What the target loses less what panic costs is the difference; what was down by each attack grows by what went down
/// with it.
#[test]
fn lines_that_follow_from_others_do() {
    let keys = ["attacker=stark-bowmen", "defender=stark-sworn-swords", "friends=7"];
    let answered = asked("asoiaf", "shooting-into-melee", &keys, &Request::default()).expect("an answer");
    let of = |what: &str| number(line(&answered, what));
    let lost = of("wounds the target loses on average") - of("wounds that panic costs friends on average");
    near("difference", of("difference"), lost);
    let keys = ["attacker=redemptor-dreadnought", "defender=boyz"];
    let shooting = Request { phase: Some(Phase::Shooting), ..Request::default() };
    let answered = asked("warhammer-40k", "battle-shock", &keys, &shooting).expect("an answer");
    let of = |what: &str| number(line(&answered, what));
    let [gone, shocked] =
        ["unit destroyed by the attack", "alive and Battle-shocked in its next Command phase"].map(of);
    assert!(gone > 0.0 && shocked > 0.0, "{gone} {shocked}");
    near("destroyed or Battle-shocked", of("destroyed or Battle-shocked"), gone + shocked);
    let keys = ["attacker=carrion-catcher", "defender=gloryseeker"];
    let answered = asked("warcry", "take-down", &keys, &Request::default()).expect("an answer");
    let mut before = 0.0;
    for row in &answered.tables[0].rows {
        let [now, by_then] = [number(&row[1]), number(&row[2])];
        near("by then", by_then, before + now);
        before = by_then;
    }
    assert!(before > 0.5, "most fighters are down in the end: {before}");
}

/// Who has weapons for both phases is answered for each.
#[test]
fn an_attack_in_either_phase_is_told_by_phase() {
    let keys = ["attacker=boyz", "defender=intercessor-squad"];
    let both = asked("warhammer-40k", "battle-shock", &keys, &Request::default()).expect("an answer");
    for (name, phase) in [("shooting", Phase::Shooting), ("combat", Phase::Combat)] {
        let one = Request { phase: Some(phase), ..Request::default() };
        let one = asked("warhammer-40k", "battle-shock", &keys, &one).expect("an answer");
        for what in ["unit destroyed by the attack", "alive and Below Half-strength", "destroyed or Battle-shocked"] {
            near(what, number(line(&both, &format!("{name}: {what}"))), number(line(&one, what)));
        }
    }
    assert_eq!(both.notes.iter().filter(|note| note.contains("Half-strength")).count(), 1, "{:?}", both.notes);
}
