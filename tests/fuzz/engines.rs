//! Random valid profiles: both engines agree, and every answer comes in time or is refused by the name of a limit.

use warodds::ask::{Request, prepare_units};
use warodds::engine::{self, Method, Options, Refusal, Sampling};
use warodds::games::{GAMES, Phase};
use warodds::profile::{Found, Source};
use warodds::sequence::Side;

use super::random_units::{effect, profile};
use super::{doors::drawn, drive, timed};

/// Many match-ups with some ten tests each: what agrees falls below this once in some hundred thousand match-ups.
const REJECT: f64 = 1e-7;

/// How many seconds an answer that is left to the program may take here. A release build on a machine with nothing else to
/// do takes a twentieth.
const PATIENCE: f64 = 40.0;

#[test]
fn random_units_of_every_game_are_answered_alike_by_both_engines() {
    drive(|pick, told| {
        let game = GAMES[pick.from(0, GAMES.len() as u32 - 1) as usize];
        let attackers: Vec<String> = (0..pick.of(&[1, 1, 1, 2, 3])).map(|_| profile(pick, game)).collect();
        let (attacker, defender) = (attackers.join("\n-- then\n"), profile(pick, game));
        let sizes = [(); 2].map(|()| {
            pick.of(&[None, None, None, Some(1), Some(2), Some(7), Some(30)])
                .filter(|_| game.id != "warcry" && game.id != "asoiaf")
        });
        let lost = pick.of(&[0, 0, 1, 2, 5]);
        let set = if lost > 0 { vec![format!("defender.damage={lost}")] } else { Vec::new() };
        let with: Vec<String> = (0..pick.from(0, 2)).map(|_| effect(pick, game)).collect();
        let phase = Some(pick.of(&[Phase::Combat, Phase::Shooting]));
        told.push_str(&format!("{phase:?} {with:?} {set:?} {sizes:?}\n{attacker}\n-- at --\n{defender}"));
        let unit = |text: &String, size| (Found::of("random", Source::new("random.toml", text.as_str())), size);
        let request = Request { with, set, phase, ..Request::default() };
        let attackers: Vec<_> = attackers.iter().map(|text| unit(text, sizes[0])).collect();
        let prepared = match prepare_units(&attackers, &unit(&defender, sizes[1]), &request) {
            Ok(prepared) => prepared,
            Err(error) => {
                assert!(!drawn(&error).is_empty());
                return;
            }
        };
        let sampling =
            Sampling { trials: 1 << 14, threads: Some(1), seed: u64::from(pick.from(0, 9)), ..Sampling::default() };
        let auto = Options { method: Method::Auto, sampling: sampling.clone() };
        let (answer, took) = timed(|| engine::run(&prepared.engaged.engagement, &auto, &|_| {}));
        let answer = match answer {
            Ok(answer) => answer,
            Err(Refusal::Limit(limit)) => {
                assert!(
                    limit.value > limit.most && limit.name.starts_with(|c: char| c.is_ascii_uppercase()),
                    "{limit}"
                );
                return;
            }
            Err(other) => panic!("{other}"),
        };
        assert!(took.as_secs_f64() < PATIENCE, "{took:?}");
        super::reached();
        let whole: f64 = answer.outcome.slain(Side::Defender).probabilities().iter().sum();
        assert!((whole - 1.0).abs() < 1e-9, "{whole}");
        if answer.fell_back {
            return;
        }
        let both = Options { method: Method::Both, sampling };
        match engine::run(&prepared.engaged.engagement, &both, &|_| {}) {
            Ok(answer) => {
                let agreement = answer.agreement.expect("both were asked for");
                assert!(agreement.metrics.iter().all(|metric| metric.p > REJECT), "{agreement:?}");
            }
            // What the lanes have no room for is refused by name.
            Err(error) => assert!(matches!(error, Refusal::Limit(_)), "{error}"),
        }
    });
}
