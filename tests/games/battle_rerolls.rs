//! A Command Re-roll in a plan and in a fight, against recursions of their own over every roll of every attack.

use super::battle_plans::binomial;
use warodds::ask::{FightRequest, PlanRequest, Request, fight, plan};
use warodds::engine::Options;

/// A gun of Warhammer 40,000: its phase (0 shooting, 1 combat), attacks, what hits, what wounds, what the target saves on
/// (7: never), and Damage D6 + `plus`, or `plus` alone.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Gun {
    phase: usize,
    attacks: u32,
    hit: u32,
    wound: u32,
    save: u32,
    dice: bool,
    plus: u32,
}

/// One die of a phase may be rolled again, once, by whichever attack calls for it; the goal counts targets destroyed.
struct Rerolls {
    wounds: [u32; 2],
    charge: f64,
}

/// What is left: the guns, the phase that has begun, the re-roll of each phase, command points, points lost.
type Left = (Vec<Gun>, usize, [bool; 2], u32, [u32; 2]);

impl Rerolls {
    fn best(&self, (guns, stage, dice, points, lost): &Left) -> f64 {
        let mut best = (0..2).filter(|target| lost[*target] >= self.wounds[*target]).count() as f64;
        for (place, gun) in guns.iter().enumerate().filter(|(_, gun)| gun.phase >= *stage) {
            let rest: Vec<Gun> =
                guns.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, g)| *g).collect();
            for target in (0..2).filter(|target| lost[*target] < self.wounds[*target]) {
                let held = dice[gun.phase] && *points > 0;
                let end = |more: u32, left: bool| {
                    let spent = held && !left;
                    let (mut dice, mut lost) = (*dice, *lost);
                    dice[gun.phase] &= !spent;
                    lost[target] = (lost[target] + more).min(self.wounds[target]);
                    self.best(&(rest.clone(), gun.phase, dice, points - u32::from(spent), lost))
                };
                let arrives = if gun.phase == 1 { self.charge } else { 1.0 };
                let value = arrives * hit(*gun, held, &end) + (1.0 - arrives) * end(0, held);
                best = best.max(value);
            }
        }
        best
    }
}

/// P(n of so many dice succeed), with at most one of the failed ones rolled again where that is better; `then` is the worth
/// of so many successes with the die in hand or not.
fn roll(dice: u32, on: u32, held: bool, then: &dyn Fn(u32, bool) -> f64) -> f64 {
    let p = f64::from(7 - on.min(7)) / 6.0;
    let each = binomial(dice, p).into_iter().enumerate().map(|(n, q)| {
        let n = n as u32;
        let kept = then(n, held);
        let again = |n: u32| p * then(n + 1, false) + (1.0 - p) * then(n, false);
        q * if held && n < dice { kept.max(again(n)) } else { kept }
    });
    each.sum()
}

fn hit(gun: Gun, held: bool, end: &dyn Fn(u32, bool) -> f64) -> f64 {
    let wounds = |n: u32, held: bool| roll(n, gun.wound, held, &|n, held| hurt(gun, (n, 0), held, end));
    roll(gun.attacks, gun.hit, held, &wounds)
}

/// Wounds one after the other: a save, then a Damage roll.
fn hurt(gun: Gun, (hits, lost): (u32, u32), held: bool, end: &dyn Fn(u32, bool) -> f64) -> f64 {
    let Some(hits) = hits.checked_sub(1) else { return end(lost, held) };
    let saved = f64::from(7 - gun.save) / 6.0;
    let then = |points: u32, held: bool| hurt(gun, (hits, lost + points), held, end);
    let faces: Vec<u32> = if gun.dice { (1..=6).map(|die| die + gun.plus).collect() } else { vec![gun.plus] };
    let again = faces.iter().map(|points| then(*points, false)).sum::<f64>() / faces.len() as f64;
    let of = |points: &u32| if held && gun.dice { then(*points, true).max(again) } else { then(*points, held) };
    let open = faces.iter().map(of).sum::<f64>() / faces.len() as f64;
    saved * then(0, held) + (1.0 - saved) * open
}

/// W40K-STRAT-COMMAND-REROLL, W40K-CP-MISC: the die of a phase is kept until a roll calls for it, by the policy that sees
/// every roll of every attack.
#[test]
fn a_re_roll_is_kept_through_the_attacks_of_a_plan() {
    let mut seed = 33u64;
    let mut random = |from: u32, to: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (seed >> 33) as u32 % (to - from + 1)
    };
    for case in 0..12 {
        let (wounds, save) = ([random(2, 9), random(3, 11)], random(4, 7));
        let target = |place: usize| format!("40k: 1x \"T{place}\" T4 W{} {save}+", wounds[place]);
        let (mut guns, mut attackers) = (Vec::new(), Vec::new());
        for place in 0..if case == 0 { 3 } else { 2 } {
            let (phase, dice) = (random(0, 1) as usize, random(0, 1) == 1);
            let plus = if dice { random(0, 1) } else { random(1, 4) };
            let gun = Gun { phase, attacks: random(1, 2), hit: random(3, 5), wound: 3, save, dice, plus };
            let range = if phase == 0 { "24\" " } else { "" };
            let damage = match (dice, plus) {
                (true, 0) => "D6".to_owned(),
                (true, _) => format!("D6+{plus}"),
                _ => plus.to_string(),
            };
            attackers.push(format!("40k: 1x \"G{place}\" {range}{}A {}+/5/0/{damage}; T3 W1 5+", gun.attacks, gun.hit));
            guns.push(gun);
        }
        let points = [None, Some(1)][random(0, 1) as usize];
        let charge = [1.0, 0.6][random(0, 1) as usize];
        let request = PlanRequest {
            attackers,
            targets: vec![target(0), target(1)],
            goal: "destroyed".into(),
            charge: if charge < 1.0 { "60%".into() } else { String::new() },
            base: Request { points, with: vec!["command re-roll".into()], ..Request::default() },
            ..PlanRequest::default()
        };
        let best = Rerolls { wounds, charge }.best(&(guns, 0, [true; 2], points.unwrap_or(9) as u32, [0, 0]));
        let report = plan(&request).unwrap_or_else(|error| panic!("{error}")).0;
        assert!((report.value - best).abs() < 1e-9, "{} is not {best}: {request:?}", report.value);
        assert!(report.fixed <= best + 1e-12 && report.greedy.expect("small") <= best + 1e-12);
    }
}

/// A fight with one die of A's in each phase, which it keeps for whichever roll calls for it: its own hits and wounds, or its
/// saves. Both hit and wound on 4+, A saves on 4+, and each wound is a point; 40k: the side whose turn it is not strikes
/// first (W40K-FIGHTS-FIRST).
struct Brawl {
    rounds: usize,
    attacks: [u32; 2],
    wounds: [u32; 2],
}

impl Brawl {
    fn round(&self, round: usize, lost: [u32; 2]) -> f64 {
        if round == self.rounds || self.is_over(lost) {
            return f64::from(u8::from(lost[1] == self.wounds[1])) - f64::from(u8::from(lost[0] == self.wounds[0]));
        }
        let (first, next) = (1 - round % 2, |lost, _| self.round(round + 1, lost));
        self.strike(first, lost, true, &|lost, held| self.strike(1 - first, lost, held, &next))
    }

    fn is_over(&self, lost: [u32; 2]) -> bool {
        (0..2).any(|side| lost[side] == self.wounds[side])
    }

    fn strike(&self, side: usize, lost: [u32; 2], held: bool, then: &dyn Fn([u32; 2], bool) -> f64) -> f64 {
        if self.is_over(lost) {
            return then(lost, held);
        }
        if side == 0 {
            let hurt = |n: u32, held: bool| then([lost[0], (lost[1] + n).min(self.wounds[1])], held);
            let hits = |n: u32, held: bool| roll(n, 4, held, &hurt);
            return roll(self.attacks[0], 4, held, &hits);
        }
        let hits = binomial(self.attacks[1], 0.25).into_iter().enumerate();
        hits.map(|(n, p)| p * self.saves(n as u32, lost, held, then)).sum()
    }

    /// Saves one after the other, until A is gone.
    fn saves(&self, hits: u32, lost: [u32; 2], held: bool, then: &dyn Fn([u32; 2], bool) -> f64) -> f64 {
        if hits == 0 || lost[0] == self.wounds[0] {
            return then(lost, held);
        }
        let saved = |held: bool| self.saves(hits - 1, lost, held, then);
        let failed = |held: bool| self.saves(hits - 1, [lost[0] + 1, lost[1]], held, then);
        let again = 0.5 * saved(false) + 0.5 * failed(false);
        0.5 * saved(held) + 0.5 * if held { failed(true).max(again) } else { failed(false) }
    }
}

/// Holds that at the end of a fight B is destroyed by so much more of a chance than A.
fn is_ahead_by(request: &FightRequest, truth: f64) {
    let report = fight(request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0;
    let [a, b] = report.rounds.last().expect("a round").destroyed;
    assert!((b - a - truth).abs() < 1e-9, "{} is not {truth}: {request:?}", b - a);
}

/// W40K-STRAT-COMMAND-REROLL, W40K-CP-MISC: in a fight the die of a phase is kept as well until a roll calls for it, by
/// whoever sees every roll of both attacks.
#[test]
fn a_re_roll_is_kept_through_the_attacks_of_a_fight() {
    for (rounds, attacks, wounds) in
        [(1, [1, 1], [1, 1]), (1, [3, 2], [1, 2]), (2, [2, 3], [2, 2]), (2, [2, 2], [3, 1]), (3, [1, 2], [2, 2])]
    {
        let unit = |side: usize, save: &str| {
            let (attacks, wounds) = (attacks[side], wounds[side]);
            format!("40k: 1x \"U{side}\" {attacks}A 4+/4/0/1; T4 W{wounds} {save}")
        };
        let request = FightRequest {
            a: unit(0, "4+"),
            b: unit(1, "7+"),
            rounds,
            charge: false,
            base: Request { with: vec!["A: command re-roll".into()], ..Request::default() },
            ..FightRequest::default()
        };
        is_ahead_by(&request, Brawl { rounds, attacks, wounds }.round(0, [0; 2]));
    }
}

/// A giant strikes models of one wound, which strike nobody. Each that falls explodes on a 6: a mortal wound to both, which may
/// slay the next (W40K-DEADLY-DEMISE, W40K-MORTAL). Hits and wounds on 4+; A's die of each phase may roll any of them again.
struct Mines {
    rounds: usize,
    attacks: u32,
    wounds: [u32; 2],
}

impl Mines {
    fn round(&self, round: usize, lost: [u32; 2]) -> f64 {
        let gone = |side: usize| f64::from(u8::from(lost[side] >= self.wounds[side]));
        if round == self.rounds || gone(0) + gone(1) > 0.0 {
            return gone(1) - gone(0);
        }
        let struck = |n: u32, _: bool| {
            let slain = n.min(self.wounds[1] - lost[1]);
            self.explode(round, [lost[0], lost[1] + slain], slain)
        };
        let any = |dice: u32, held: bool, then: &dyn Fn(u32, bool) -> f64| -> f64 {
            let each = binomial(dice, 0.5).into_iter().enumerate().map(|(n, p)| {
                let n = n as u32;
                let again = |rest: u32| 0.5 * then(rest + 1, false) + 0.5 * then(rest, false);
                let mut best = then(n, held);
                if held && n < dice {
                    best = best.max(again(n));
                }
                if held && n > 0 {
                    best = best.max(again(n - 1));
                }
                p * best
            });
            each.sum()
        };
        any(self.attacks, true, &|n, held| any(n, held, &struck))
    }

    fn explode(&self, round: usize, lost: [u32; 2], to_roll: u32) -> f64 {
        let Some(rest) = to_roll.checked_sub(1) else { return self.round(round + 1, lost) };
        let falls = u32::from(lost[1] < self.wounds[1]);
        let hurt = [(lost[0] + 1).min(self.wounds[0]), lost[1] + falls];
        5.0 / 6.0 * self.explode(round, lost, rest) + self.explode(round, hurt, rest + falls) / 6.0
    }
}

/// W40K-STRAT-COMMAND-REROLL: what explodes after an attack fell in this attack, not in one before it.
#[test]
fn a_re_roll_is_kept_where_models_explode() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, [count, wounds]: [u32; 2], more: &str| {
        let text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\n[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = 4\nsave = \"-\"\nwounds = {wounds}\n{more}"
        );
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    for (rounds, attacks, wounds) in [(1, 3, [1, 2]), (2, 2, [1, 3]), (3, 3, [2, 4]), (3, 2, [2, 5])] {
        let weapon = format!(
            "[[weapon]]\nname = \"Blow\"\ncount = 1\nattacks = {attacks}\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n"
        );
        let request = FightRequest {
            a: write("Giant", [1, wounds[0]], &weapon),
            b: write("Mine", [wounds[1], 1], "deadly-demise = 1\n"),
            rounds,
            charge: false,
            base: Request { with: vec!["A: command re-roll".into()], ..Request::default() },
            ..FightRequest::default()
        };
        is_ahead_by(&request, Mines { rounds, attacks, wounds }.round(0, [0; 2]));
    }
}
