//! What is so anyway, said aloud, changes no digit of any command: every reading of the rules that is usual, the order of
//! words, one that does not add up said twice, an ability that cannot matter, other names of the units. Attacks are drawn, and
//! asked as an attack, a chain of one, a cell of a table, a step of a sweep, a plan, a fight, and advice.

use std::fs;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use warodds::ask::{
    AdviseRequest, CompareRequest, FightRequest, PlanRequest, Request, SweepRequest, advise, compare, fight, plan,
    prepare, sweep,
};
use warodds::engine::Options;
use warodds::games::{self, Game, Owner, Phase};

use super::abilities::{units, worn};
use super::same::{forms, same};
use crate::support::cases;

/// Attacks of each game: in every run, and in all.
const ATTACKS: (u32, u32) = (2, 120);

/// Advice tells what such an ability would be worth.
const UNUSED: &str = "an ability that is not used";

/// What both results of an attack are called.
const RESULTS: [&str; 2] = ["wounds-lost", "destroyed"];

/// What somebody asks: two files, words with their owners, and readings of the rules.
#[derive(Clone)]
struct Asked {
    texts: [String; 2],
    said: Vec<(Owner, String)>,
    rulings: Vec<String>,
    phase: Phase,
}

/// A command: its name and the figures that it answers with. Paths of the two units come first.
type Command = (&'static str, fn(&[String; 2], &Asked) -> Result<Vec<f64>, String>);

impl Asked {
    /// The words with these names in front of them for the attacker and for the defender.
    fn request(&self, [a, b]: &[String; 2], names: [&str; 2]) -> Request {
        let named =
            |(owner, text): &(Owner, String)| format!("{}: {text}", names[usize::from(*owner == Owner::Defender)]);
        Request {
            attacker: a.clone(),
            defender: b.clone(),
            with: self.said.iter().map(named).collect(),
            rulings: self.rulings.clone(),
            phase: Some(self.phase),
            ..Request::default()
        }
    }

    fn attack(&self, paths: &[String; 2]) -> Request {
        self.request(paths, ["attacker", "defender"])
    }
}

const COMMANDS: [Command; 7] = [
    ("attack", |paths, asked| {
        let prepared = prepare(&asked.attack(paths)).map_err(|error| error.to_string())?;
        attacked(prepared.report(&Options::default(), &|_| {}))
    }),
    ("chain of one", |paths, asked| {
        let request = Request { order: Vec::new(), then: Vec::new(), ..asked.attack(paths) };
        let chain =
            Request { with: request.with.iter().map(|text| text.replace("attacker: ", "1: ")).collect(), ..request };
        attacked(prepare(&chain).map_err(|error| error.to_string())?.report(&Options::default(), &|_| {}))
    }),
    ("compare", |paths, asked| {
        let (attackers, defenders) = (vec![paths[0].clone()], vec![paths[1].clone()]);
        let request = CompareRequest { attackers, defenders, base: asked.attack(paths), ..CompareRequest::default() };
        let table = compare(&request, &Options::default()).map_err(|error| error.to_string())?;
        let answer = table.cell(false, 0, 0).ok_or("no cell")?.answer?;
        Ok(RESULTS.iter().filter_map(|name| answer.value(name)).collect())
    }),
    ("sweep", |paths, asked| {
        let request = SweepRequest {
            base: asked.attack(paths),
            vary: vec!["with=nothing".to_owned()],
            ..SweepRequest::default()
        };
        let swept = sweep(&request, &Options::default()).map_err(|error| error.to_string())?;
        let answer = swept.cells()[0].answer.as_ref().map_err(Clone::clone)?;
        Ok(RESULTS.iter().filter_map(|name| answer.value(name)).collect())
    }),
    ("plan", |paths, asked| {
        let base = asked.request(paths, [&paths[0], &paths[1]]);
        let (attackers, targets) = (vec![paths[0].clone()], vec![paths[1].clone()]);
        let request = PlanRequest { attackers, targets, goal: "wounds".to_owned(), base, ..PlanRequest::default() };
        plan(&request).map(|(plan, _)| vec![plan.value]).map_err(|error| error.to_string())
    }),
    ("fight", |paths, asked| {
        let base = Request {
            attacker: String::new(),
            defender: String::new(),
            phase: None,
            ..asked.request(paths, ["A", "B"])
        };
        let [a, b] = paths.clone();
        let request = FightRequest { a, b, rounds: 2, base, ..FightRequest::default() };
        let (report, _) = fight(&request, &Options::default()).map_err(|error| error.to_string())?;
        Ok(report.rounds.iter().flat_map(|round| [round.wounds_lost, round.destroyed].concat()).collect())
    }),
    ("advise", |paths, asked| {
        let wanted =
            AdviseRequest { request: asked.attack(paths), tries: Vec::new(), side: Owner::Attacker, metric: None };
        let advice = advise(&wanted, &Options::default()).map_err(|error| error.to_string())?;
        Ok(advice.options.iter().flat_map(|option| [option.change.destroyed, option.change.wounds_lost]).collect())
    }),
];

fn attacked(
    report: Result<(warodds::ask::Report, warodds::engine::Answer), warodds::error::Error>,
) -> Result<Vec<f64>, String> {
    let results = report.map_err(|error| error.to_string())?.0.results;
    let lost = results.metric(RESULTS[0]).map(|metric| metric.summary.mean);
    Ok(lost.into_iter().chain(results.chance(RESULTS[1]).map(|chance| chance.p)).collect())
}

/// An attack of a game with an effect of either side.
fn drawn(game: &Game, dice: &mut Xoshiro256PlusPlus) -> Asked {
    let (all, ranged) = (forms(game), dice.random_range(0..2) == 0);
    let of = if dice.random_range(0..2) == 0 { units } else { worn };
    let (attacker, defender) = of(game, ranged);
    let said = (0..2).map(|_| all[dice.random_range(0..all.len())]).map(|form| (form.owner, form.written()));
    let phase = if ranged { Phase::Shooting } else { Phase::Combat };
    Asked { texts: [attacker, defender], said: said.collect(), rulings: Vec::new(), phase }
}

/// The same said otherwise.
fn otherwise(asked: &Asked, game: &Game) -> Vec<(&'static str, Asked)> {
    let usual = |ruling: &games::Ruling| format!("{}={}", ruling.name, ruling.values[0]);
    let mut ways = vec![
        ("readings that are usual", Asked { rulings: game.rulings.iter().map(usual).collect(), ..asked.clone() }),
        ("the other way round", Asked { said: asked.said.iter().rev().cloned().collect(), ..asked.clone() }),
        (
            "other names",
            Asked {
                texts: [asked.texts[0].replace("\"A\"", "\"Zeal\""), asked.texts[1].replace("\"D\"", "\"Apex\"")],
                ..asked.clone()
            },
        ),
    ];
    let mut carded = asked.clone();
    let own = forms(game).into_iter().find(|form| form.owner == Owner::Attacker).expect("one").written();
    carded.texts[0].push_str(&format!("[[ability]]\nname = \"Never\"\noptional = true\neffects = [\"{own}\"]\n"));
    ways.push((UNUSED, carded));
    if let Some(once) = asked.said.iter().find(|(_, text)| text.starts_with("reroll hits") || text.starts_with("no ")) {
        let mut twice = asked.clone();
        twice.said.push(once.clone());
        ways.push(("twice", twice));
    }
    ways
}

#[test]
fn what_is_so_anyway_changes_no_digit_of_any_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [0, 1].map(|side| folder.path().join(format!("unit{side}.toml")).display().to_string());
    let answers = |asked: &Asked, (_, command): &Command| {
        paths.iter().zip(&asked.texts).for_each(|(path, text)| fs::write(path, text).expect("written"));
        command(&paths, asked)
    };
    let (mut apart, mut answered) = (Vec::new(), [0; COMMANDS.len()]);
    for game in games::GAMES {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(40);
        for _ in 0..cases(ATTACKS.0, ATTACKS.1) {
            let asked = drawn(game, &mut dice);
            let plain = COMMANDS.each_ref().map(|command| answers(&asked, command));
            plain.iter().zip(&mut answered).for_each(|(plain, answered)| *answered += u32::from(plain.is_ok()));
            for (what, other) in otherwise(&asked, game) {
                for (command, plain) in COMMANDS.iter().zip(&plain) {
                    let told = answers(&other, command);
                    if !same(plain, &told) && (what, command.0) != (UNUSED, "advise") {
                        let (name, said) = (command.0, &asked.said);
                        apart.push(format!(
                            "{} {name} {:?} {said:?}: {what}\n  {plain:?}\n  {told:?}",
                            game.id, asked.phase
                        ));
                    }
                }
            }
            // One attack is the same wherever it is asked for.
            if let (Ok(attack), Ok(chain)) = (&plain[0], &plain[1]) {
                assert_eq!(attack, chain, "{} {:?}", game.id, asked.said);
            }
        }
    }
    assert!(apart.is_empty(), "{}:\n{}", apart.len(), apart.join("\n"));
    assert!(answered.iter().all(|answered| *answered >= 2), "{answered:?}");
}
