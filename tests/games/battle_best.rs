//! When to use what in a fight: every policy of one side is tried, or both play as a game of two. Each number comes from
//! single chances that are counted here.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightReport, FightRequest, Request, Until, fight};
use warodds::engine::{Method, Options, Sampling};

/// What a fight comes to for A: B destroyed less A destroyed, and wounds where that is the same.
type Value = (f64, f64);

fn plus(sum: Value, p: f64, value: Value) -> Value {
    (sum.0 + p * value.0, sum.1 + p * value.1)
}

fn is_more(one: Value, other: Value) -> bool {
    one.0 > other.0 + 1e-12 || one.0 > other.0 - 1e-12 && one.1 > other.1 + 1e-12
}

/// A fight of Age of Sigmar: one model a side, whose one attack hits on 4+ or with All-out Attack on 3+, wounds on 4+, and
/// is saved on 5+, with All-out Defence on 4+. A unit uses one command in a phase (AOS-CMD-1.2), and each costs a point.
#[derive(Clone, Copy)]
struct Duel {
    rounds: usize,
    health: [usize; 2],
    /// Whether each side may use All-out Attack and All-out Defence.
    has: [[bool; 2]; 2],
    /// Below half of whose points no other round begins.
    until: Option<Until>,
}

/// A place in a duel: which attack of all, points lost, command points, and who has used a command in this phase.
#[derive(Clone, Copy)]
struct At {
    attack: usize,
    lost: [usize; 2],
    points: [usize; 2],
    used: [bool; 2],
}

/// What the attacker and the target use.
type Chosen = [bool; 2];

impl Duel {
    fn attacker(at: At) -> usize {
        let turn = at.attack / 2 % 2;
        if at.attack.is_multiple_of(2) { turn } else { 1 - turn }
    }

    fn is_over(self, at: At) -> bool {
        let below_half = |side: usize| 2 * (self.health[side] - at.lost[side]) < self.health[side];
        let stops = match self.until {
            None => false,
            Some(Until::A) => below_half(0),
            Some(Until::B) => below_half(1),
            Some(Until::Either) => below_half(0) || below_half(1),
        };
        let is_last = at.attack == 2 * self.rounds || at.attack.is_multiple_of(2) && stops;
        is_last || (0..2).any(|side| at.lost[side] == self.health[side])
    }

    fn worth(self, at: At) -> Value {
        let gone = |side: usize| f64::from(u8::from(at.lost[side] == self.health[side]));
        (gone(1) - gone(0), at.lost[1] as f64 - at.lost[0] as f64)
    }

    /// Whether the side may use its command in this attack.
    fn may(self, at: At, side: usize) -> bool {
        let kind = usize::from(side != Self::attacker(at));
        self.has[side][kind] && !at.used[side] && at.points[side] > 0
    }

    /// Where an attack leads: missed, and hurt; with the chance of the latter.
    fn after(at: At, chosen: Chosen) -> (f64, [At; 2]) {
        let (attacker, hit) = (Self::attacker(at), if chosen[0] { 4.0 / 6.0 } else { 3.0 / 6.0 });
        let unsaved = if chosen[1] { 3.0 / 6.0 } else { 4.0 / 6.0 };
        let mut next = At { attack: at.attack + 1, ..at };
        for (side, chosen) in [(attacker, chosen[0]), (1 - attacker, chosen[1])] {
            next.used[side] |= chosen;
            next.points[side] -= usize::from(chosen);
        }
        if next.attack.is_multiple_of(2) {
            next.used = [false; 2];
        }
        let mut hurt = next;
        hurt.lost[1 - attacker] += 1;
        (hit * 0.5 * unsaved, [next, hurt])
    }

    fn choices(self, at: At, side: usize) -> Vec<bool> {
        if self.may(at, side) { vec![false, true] } else { vec![false] }
    }

    /// What every policy of one side comes to, if the other uses nothing: a choice for each course of events.
    fn policies(self, at: At, side: usize) -> Vec<Value> {
        if self.is_over(at) {
            return vec![self.worth(at)];
        }
        let mut all = Vec::new();
        for mine in self.choices(at, side) {
            let chosen = if Self::attacker(at) == side { [mine, false] } else { [false, mine] };
            let (p, [missed, hurt]) = Self::after(at, chosen);
            let (missed, hurt) = (self.policies(missed, side), self.policies(hurt, side));
            all.extend(
                missed.iter().flat_map(|one| hurt.iter().map(|two| plus(plus((0.0, 0.0), 1.0 - p, *one), p, *two))),
            );
        }
        all
    }

    /// The same if both choose; whose turn it is says first what it uses.
    fn both(self, at: At) -> Value {
        if self.is_over(at) {
            return self.worth(at);
        }
        let first = at.attack / 2 % 2;
        let mut best: Option<Value> = None;
        for mine in self.choices(at, first) {
            let mut answer: Option<Value> = None;
            for theirs in self.choices(at, 1 - first) {
                let chosen = if Self::attacker(at) == first { [mine, theirs] } else { [theirs, mine] };
                let (p, [missed, hurt]) = Self::after(at, chosen);
                let value = plus(plus((0.0, 0.0), 1.0 - p, self.both(missed)), p, self.both(hurt));
                let better = |known: Value| if first == 0 { is_more(known, value) } else { is_more(value, known) };
                if answer.is_none_or(better) {
                    answer = Some(value);
                }
            }
            let value = answer.expect("nothing may always be used");
            if best.is_none_or(|known| if first == 0 { is_more(value, known) } else { is_more(known, value) }) {
                best = Some(value);
            }
        }
        best.expect("nothing may always be used")
    }
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    }

    fn sigmar(&self, name: &str, health: usize) -> String {
        let head =
            format!("game = \"age-of-sigmar\"\nname = \"{name}\"\nmodels = 1\nhealth = {health}\nsave = \"5+\"\n");
        let weapon = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n";
        self.write(name, &format!("{head}{weapon}"))
    }
}

fn fought(request: &FightRequest, method: Method) -> FightReport {
    let sampling = Sampling { trials: 20_000, threads: Some(1), ..Sampling::default() };
    fight(request, &Options { method, sampling }).unwrap_or_else(|error| panic!("{error}")).0
}

/// What a fight comes to for A.
fn value(report: &FightReport) -> Value {
    let last = report.rounds.last().expect("a round");
    (last.destroyed[1] - last.destroyed[0], last.wounds_lost[1] - last.wounds_lost[0])
}

fn close(value: Value, wanted: Value, what: &str) {
    assert!(
        (value.0 - wanted.0).abs() < 1e-12 && (value.1 - wanted.1).abs() < 1e-12,
        "{what}: {value:?}, not {wanted:?}"
    );
}

#[test]
fn the_best_use_of_commands_is_the_best_of_all_policies() {
    let folder = Folder::new();
    let cases = [
        (2, [1, 1], [[true, true], [false, false]], 4),
        (2, [2, 1], [[true, true], [false, false]], 1),
        (2, [1, 2], [[true, false], [false, false]], 1),
        (2, [2, 2], [[false, true], [false, false]], 1),
    ];
    for (rounds, health, has, points) in cases {
        let duel = Duel { rounds, health, has, until: None };
        let start = At { attack: 0, lost: [0; 2], points: [points; 2], used: [false; 2] };
        let (a, b) = (folder.sigmar("One", health[0]), folder.sigmar("Other", health[1]));
        let words = [("A: all-out attack", has[0][0]), ("A: all-out defence", has[0][1])];
        let with: Vec<String> = words.iter().filter(|(_, has)| *has).map(|(word, _)| (*word).to_owned()).collect();
        let base = Request { with, points: Some(points), ..Request::default() };
        let request = FightRequest { a, b, rounds, best: [true, false], base, ..FightRequest::default() };
        let all = duel.policies(start, 0);
        let best = all.iter().copied().reduce(|one, other| if is_more(other, one) { other } else { one });
        let what = format!("{rounds} rounds, {health:?}, {has:?}, the best of {}", all.len());
        let report = fought(&request, Method::Both);
        close(value(&report), best.expect("one policy at least"), &what);
        assert!(report.agreement.expect("both").holds, "{what}");
        // Whoever uses everything wherever it is possible has one of these policies.
        let plain = value(&fought(&FightRequest { best: [false; 2], ..request }, Method::Exact));
        assert!(!is_more(plain, best.expect("one")), "{what}: {plain:?}");
        assert!(all.iter().any(|one| (one.0 - plain.0).abs() < 1e-12 && (one.1 - plain.1).abs() < 1e-12), "{what}");
    }
}

#[test]
fn both_sides_use_commands_as_a_game_of_two() {
    let folder = Folder::new();
    for (rounds, health, points) in [(1, [1, 1], 1), (2, [1, 1], 1), (2, [2, 1], 2), (3, [2, 2], 2), (4, [2, 3], 1)] {
        let duel = Duel { rounds, health, has: [[true; 2]; 2], until: None };
        let start = At { attack: 0, lost: [0; 2], points: [points; 2], used: [false; 2] };
        let (a, b) = (folder.sigmar("One", health[0]), folder.sigmar("Other", health[1]));
        let with =
            ["A", "B"].iter().flat_map(|side| ["attack", "defence"].map(|word| format!("{side}: all-out {word}")));
        let base = Request { with: with.collect(), points: Some(points), ..Request::default() };
        let request = FightRequest { a, b, rounds, best: [true; 2], base, ..FightRequest::default() };
        close(value(&fought(&request, Method::Exact)), duel.both(start), &format!("{rounds} rounds, {health:?}"));
    }
}

/// A command is not kept for a round that will not begin: the fight stops once a unit is below half.
#[test]
fn commands_are_used_before_the_fight_stops() {
    let folder = Folder::new();
    let (health, has) = ([3, 3], [[true, true], [false, false]]);
    let (a, b) = (folder.sigmar("One", health[0]), folder.sigmar("Other", health[1]));
    let with = ["A: all-out attack", "A: all-out defence"].map(str::to_owned).to_vec();
    let base = Request { with, points: Some(1), ..Request::default() };
    for until in [Until::A, Until::B, Until::Either] {
        for rounds in [3, 4] {
            let start = At { attack: 0, lost: [0; 2], points: [1; 2], used: [false; 2] };
            let wanted = Duel { rounds, health, has, until: Some(until) }.both(start);
            let (a, b, base) = (a.clone(), b.clone(), base.clone());
            let best = [true, false];
            let request = FightRequest { a, b, rounds, best, until: Some(until), base, ..FightRequest::default() };
            close(value(&fought(&request, Method::Exact)), wanted, &format!("{rounds} rounds until {until:?}"));
        }
    }
}

/// Without anything to choose, or with more than is computed, the question says so.
#[test]
fn what_nobody_can_choose_is_told() {
    let folder = Folder::new();
    let (a, b) = (folder.sigmar("One", 1), folder.sigmar("Other", 1));
    let request = |with: &str| FightRequest {
        a: a.clone(),
        b: b.clone(),
        best: [true, false],
        base: Request { with: vec![with.into()], ..Request::default() },
        ..FightRequest::default()
    };
    let refused = |request: &FightRequest| fight(request, &Options::default()).expect_err("refused").to_string();
    assert!(refused(&request("B: all-out attack")).contains("names none of A"));
    assert!(refused(&request("A: charged")).contains("--with \"A: "));
    let mut idle = FightRequest { best: [false; 2], ..request("A: all-out attack") };
    idle.base.metric = Some("slain".into());
    assert!(refused(&idle).contains("nobody chooses anything"));
    idle.base.metric = Some("damage".into());
    assert!(refused(&idle).contains("wounds-lost"));
    let large = FightRequest { a: "200 clanrats".into(), b: "200 clanrats".into(), ..request("A: all-out attack") };
    assert!(refused(&large).contains("MAX_FIGHT_DECISIONS"), "{}", refused(&large));
}

/// A Song of Ice & Fire: one die a side that hits on 4+ and is blocked on 4+. B is Vulnerable and Weakened: A spends each
/// token once in the battle, when it likes (ASOIAF-TOKEN), and then blocks of B or hits of B are rolled again. A token for
/// which nothing is rolled again stays.
#[test]
fn tokens_are_spent_where_they_are_worth_most() {
    fn best(rounds: usize, wounds: usize, at: (usize, [usize; 2], [bool; 2])) -> Value {
        let (attack, lost, tokens) = at;
        let gone = [lost[0] == wounds, lost[1] == wounds];
        if attack == 2 * rounds || gone != [false; 2] {
            let number = |is: bool| f64::from(u8::from(is));
            return (number(gone[1]) - number(gone[0]), lost[1] as f64 - lost[0] as f64);
        }
        let turn = attack / 2 % 2;
        let attacker = if attack % 2 == 0 { turn } else { 1 - turn };
        let mut all = Vec::new();
        for spend in [false, true] {
            if spend && !tokens[attacker] {
                continue;
            }
            // A's attack spends Vulnerable on a block, B's Weakened on a hit; where there is none the token stays. Each way
            // with whether it hurts, and whether the token is spent.
            let ways: &[(f64, bool, bool)] = match (attacker, spend) {
                (_, false) => &[(0.25, true, false), (0.75, false, false)],
                (0, true) => &[(0.25, true, false), (0.5, false, false), (0.125, true, true), (0.125, false, true)],
                (_, true) => &[(0.5, false, false), (0.125, true, true), (0.375, false, true)],
            };
            let mut sum = (0.0, 0.0);
            for (p, hurts, is_spent) in ways {
                let (mut left, mut hurt) = (tokens, lost);
                left[attacker] &= !is_spent;
                hurt[1 - attacker] += usize::from(*hurts);
                sum = plus(sum, *p, best(rounds, wounds, (attack + 1, hurt, left)));
            }
            all.push(sum);
        }
        all.into_iter().reduce(|one, other| if is_more(other, one) { other } else { one }).expect("one")
    }
    let card = |wounds: usize| format!("asoiaf: melee 4+ 1/1/1; solo W{wounds} D4+ M- S5");
    for (rounds, wounds) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let base = Request { with: vec!["B: vulnerable, B: weakened".into()], ..Request::default() };
        let request = FightRequest {
            a: card(wounds),
            b: card(wounds),
            rounds,
            charge: false,
            best: [true, false],
            base,
            ..FightRequest::default()
        };
        let report = fought(&request, Method::Both);
        close(
            value(&report),
            best(rounds, wounds, (0, [0; 2], [true; 2])),
            &format!("{rounds} rounds, {wounds} wounds"),
        );
        assert!(report.agreement.expect("both").holds);
        assert!(report.uses.iter().any(|used| used.side == "A" && used.what == "vulnerable"), "{:?}", report.uses);
    }
}

/// ASOIAF-TOKEN: one die of A hits on 4+, and B blocks nothing. The first hit is rolled again, 1/4; in the next round it is as
/// likely again that no die has hit before, so that the token still lies there: 1/2 · 1/4 + 1/2 · 1/2.
#[test]
fn a_token_stays_until_something_is_rolled_again() {
    let base = Request { with: vec!["A: weakened".into()], ..Request::default() };
    let (a, b) = ("asoiaf: melee 4+ 1/1/1; solo W9 D- M- S5", "asoiaf: melee 4+ 0/0/0; solo W9 D- M- S5");
    let (a, b) = (a.to_owned(), b.to_owned());
    let report =
        fought(&FightRequest { a, b, rounds: 2, charge: false, base, ..FightRequest::default() }, Method::Both);
    let lost = |round: usize| report.rounds[round].wounds_lost[1];
    assert!((lost(0) - 0.25).abs() < 1e-12 && (lost(1) - 0.625).abs() < 1e-12, "{} and {}", lost(0), lost(1));
    assert!(report.agreement.expect("both").holds);
}

/// Two dice of A hit on 4+, and while it is Weakened every hit is rolled again: a hit of each is one of four, and the token is
/// spent but where both miss, a quarter. B gets a point back after each attack on it, so 1/16 is left of a point after the
/// first round, in which two hit. In the second the spent ones, 3/4, hit with a half each, and of the others both hit with 1/16.
#[test]
fn tokens_lie_beside_what_heals() {
    let base = Request { with: vec!["A: weakened".into(), "B: heal 1".into()], ..Request::default() };
    let (a, b) = ("asoiaf: melee 4+ 2/2/2; solo W9 D- M- S5", "asoiaf: melee 4+ 0/0/0; solo W9 D- M- S5");
    let (a, b) = (a.to_owned(), b.to_owned());
    let report =
        fought(&FightRequest { a, b, rounds: 2, charge: false, base, ..FightRequest::default() }, Method::Both);
    let lost = |round: usize| report.rounds[round].wounds_lost[1];
    // From a point lost so many hits leave so many, from none one less; the point is lost only where the token is spent.
    let second = 1.0 / 16.0 * (0.5 * 1.0 + 0.25 * 2.0) + 11.0 / 16.0 * 0.25 + 1.0 / 4.0 / 16.0;
    assert!((lost(0) - 1.0 / 16.0).abs() < 1e-12 && (lost(1) - second).abs() < 1e-12, "{} and {}", lost(0), lost(1));
    assert!(report.agreement.expect("both").holds);
}

/// Warcry: each action is one die that hits on 4+ for a point. B may counter both actions of A, and then has none of its
/// own in the round (WARCRY-REACT-ECON): a miss costs A a point, a 1 two (WARCRY-COUNTER).
#[test]
fn who_reacts_is_a_choice() {
    #[derive(Clone, Copy)]
    struct Fight {
        rounds: usize,
        wounds: [i32; 2],
    }
    impl Fight {
        fn actions(
            self,
            by: usize,
            countered: bool,
            lost: [i32; 2],
            then: &dyn Fn([i32; 2]) -> Value,
            left: u32,
        ) -> Value {
            if left == 0 || (0..2).any(|side| lost[side] >= self.wounds[side]) {
                return then(lost);
            }
            let next = |own: i32, theirs: i32| {
                let mut lost = lost;
                lost[by] = (lost[by] + own).min(self.wounds[by]);
                lost[1 - by] = (lost[1 - by] + theirs).min(self.wounds[1 - by]);
                self.actions(by, countered, lost, then, left - 1)
            };
            let (miss, one) = if countered { (1, 2) } else { (0, 0) };
            plus(plus(plus((0.0, 0.0), 0.5, next(0, 1)), 2.0 / 6.0, next(miss, 0)), 1.0 / 6.0, next(one, 0))
        }

        fn round(self, round: usize, lost: [i32; 2]) -> Value {
            let gone = |side: usize| lost[side] >= self.wounds[side];
            if round == self.rounds || gone(0) || gone(1) {
                let number = |is: bool| f64::from(u8::from(is));
                return (number(gone(1)) - number(gone(0)), f64::from(lost[1] - lost[0]));
            }
            let next = |lost: [i32; 2]| self.round(round + 1, lost);
            let own = |lost: [i32; 2]| self.actions(1, false, lost, &next, 2);
            if round % 2 == 1 {
                // B acts first, and does not react afterwards.
                return self.actions(1, false, lost, &|lost| self.actions(0, false, lost, &next, 2), 2);
            }
            let [kept, countered] = [self.actions(0, false, lost, &own, 2), self.actions(0, true, lost, &next, 2)];
            if is_more(kept, countered) { countered } else { kept }
        }
    }
    let folder = Folder::new();
    let fighter = |name: &str, wounds: i32| {
        let head = format!("game = \"warcry\"\nname = \"{name}\"\ntoughness = 4\nwounds = {wounds}\n");
        let weapon = "[[weapon]]\nname = \"Blade\"\nrange = 1\nattacks = 1\nstrength = 4\ndamage = [1, 1]\n";
        folder.write(name, &format!("{head}{weapon}"))
    };
    for (rounds, wounds) in [(1, [2, 3]), (1, [1, 2]), (2, [3, 3]), (3, [4, 3])] {
        let request = FightRequest {
            a: fighter("One", wounds[0]),
            b: fighter("Other", wounds[1]),
            rounds,
            best: [false, true],
            base: Request { with: vec!["B: counter".into()], ..Request::default() },
            ..FightRequest::default()
        };
        let report = fought(&request, Method::Both);
        close(value(&report), Fight { rounds, wounds }.round(0, [0; 2]), &format!("{rounds} rounds, {wounds:?}"));
        assert!(report.agreement.expect("both").holds);
    }
}
