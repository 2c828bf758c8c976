//! The same attack asked another way is answered alike: as a cell of a table, a plan with one attacker, a step of a sweep of
//! one, the first round of a fight without answer, a profile that was written and read again, beside a card that cannot matter.
//! Units, words and phases are drawn.

use std::fs;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;
use warodds::ask::{CompareRequest, FightRequest, PlanRequest, Request, compare, fight, plan};
use warodds::engine::{Options, exact};
use warodds::games::{self, FORMS, Form, Game, Owner, Phase};
use warodds::profile::{Diagnostics, Document, Source};
use warodds::sequence::Side;

use super::abilities::{units, worn};
use crate::support::{cases, prepared};

/// Attacks of each game: in every run, and in all.
const ATTACKS: (u32, u32) = (12, 600);

/// An attack that is drawn: profiles, phase, and what is said.
struct Drawn {
    game: &'static Game,
    units: [String; 2],
    phase: Phase,
    form: &'static Form,
    said: Vec<String>,
}

impl Drawn {
    fn request(&self) -> Request {
        Request { phase: Some(self.phase), with: self.said.clone(), ..Request::default() }
    }

    /// The mean of what the target loses, and the chance that it is gone; `None` if the attack is refused.
    fn answer(&self) -> Option<[f64; 2]> {
        figures(&self.units, &self.request())
    }

    fn told(&self) -> String {
        format!("{} {:?} {:?}", self.game.id, self.phase, self.said)
    }
}

fn figures(units: &[String; 2], request: &Request) -> Option<[f64; 2]> {
    let attack = prepared(&units[0], &units[1], request).ok()?;
    let outcome = exact(&attack.engaged.engagement).ok()?;
    Some([outcome.wounds_lost(Side::Defender).mean(), outcome.destroyed(Side::Defender)])
}

/// Attacks of every game with an effect of either side, drawn.
fn drawn(seed: u64) -> Vec<Drawn> {
    let mut all = Vec::new();
    for game in games::GAMES {
        let forms: Vec<_> = FORMS.iter().filter(|form| game.refusal(form).is_none()).collect();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..cases(ATTACKS.0, ATTACKS.1) {
            let form = forms[dice.random_range(0..forms.len())];
            let phase = if dice.random_range(0..2) == 0 { Phase::Shooting } else { Phase::Combat };
            let of = if dice.random_range(0..2) == 0 { units } else { worn };
            let (attacker, defender) = of(game, phase == Phase::Shooting);
            let side = if form.owner == Owner::Attacker { "attacker" } else { "defender" };
            let said = vec![format!("{side}: {}", form.written())];
            all.push(Drawn { game, units: [attacker, defender], phase, form, said });
        }
    }
    all
}

fn near(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + a.abs()))
}

/// Compares whatever is answered both ways, and sees to it that most is.
fn all_alike(seed: u64, least: usize, another: impl Fn(&Drawn, [f64; 2]) -> Option<(Vec<f64>, Vec<f64>)>) {
    let (mut apart, mut compared) = (Vec::new(), 0);
    let drawn = drawn(seed);
    for one in &drawn {
        let Some((plain, other)) = one.answer().and_then(|plain| another(one, plain)) else { continue };
        compared += 1;
        if !near(&plain, &other) {
            apart.push(format!("{}: {plain:?}, {other:?}", one.told()));
        }
    }
    assert!(apart.is_empty(), "{}:\n{}", apart.len(), apart.join("\n"));
    assert!(compared * 100 >= drawn.len() * least, "only {compared} of {} were answered both ways", drawn.len());
}

/// The profiles as files of a folder.
fn written(folder: &TempDir, units: &[String; 2]) -> [String; 2] {
    [0, 1].map(|side: usize| {
        let path = folder.path().join(format!("unit{side}.toml"));
        fs::write(&path, &units[side]).expect("written");
        path.display().to_string()
    })
}

#[test]
fn a_cell_of_a_table_is_its_attack() {
    let folder = tempfile::tempdir().expect("a folder");
    all_alike(1, 60, |one, plain| {
        let [a, b] = written(&folder, &one.units);
        let request =
            CompareRequest { attackers: vec![a], defenders: vec![b], base: one.request(), ..CompareRequest::default() };
        let table = compare(&request, &Options::default()).ok()?;
        let cell = table.cell(false, 0, 0)?.answer.ok()?;
        if !cell.not_used.is_empty() {
            return None;
        }
        let lost = cell.results.metric("wounds-lost")?.summary.mean;
        let gone = cell.results.chance("destroyed")?.p;
        Some((plain.to_vec(), vec![lost, gone]))
    });
}

#[test]
fn a_plan_with_one_attacker_is_the_attack_that_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    all_alike(2, 40, |one, plain| {
        let [a, b] = written(&folder, &one.units);
        let goal = "wounds".to_owned();
        // A plan says whose a word is by the unit's name.
        let with = one.said.iter().map(|text| {
            let (side, what) = text.split_once(": ").expect("an owner");
            format!("{}: {what}", if side == "attacker" { &a } else { &b })
        });
        let base = Request { with: with.collect(), ..one.request() };
        let request =
            PlanRequest { attackers: vec![a.clone()], targets: vec![b.clone()], goal, base, ..PlanRequest::default() };
        let value = plan(&request).ok()?.0.value;
        Some((vec![plain[0]], vec![value]))
    });
}

/// Who has no weapon does not strike back, and an activation of Warcry is of two actions.
#[test]
fn a_fight_without_answer_is_its_attack() {
    let folder = tempfile::tempdir().expect("a folder");
    all_alike(3, 25, |one, _| {
        if one.phase != Phase::Combat {
            return None;
        }
        let unarmed = one.units[1].split("[[weapon]]").next()?.to_owned();
        let units = [one.units[0].clone(), unarmed];
        let [a, b] = written(&folder, &units);
        let said = one.said[0].replace("attacker:", "A:").replace("defender:", "B:");
        let base = Request { with: vec![said], ..Request::default() };
        let request = FightRequest { a, b, rounds: 1, charge: false, base, ..FightRequest::default() };
        let report = fight(&request, &Options::default()).ok()?.0;
        let mut request = one.request();
        if one.game.id == "warcry" {
            request.with.push("two attacks".to_owned());
        }
        // What comes back at the end of the round is no part of the attack.
        let attack = prepared(&units[0], &units[1], &request).ok()?;
        if !attack.engaged.engagement.recoveries.is_empty() {
            return None;
        }
        let round = &report.rounds[0];
        Some((figures(&units, &request)?.to_vec(), vec![round.wounds_lost[1], round.destroyed[1]]))
    });
}

#[test]
fn a_profile_that_is_written_and_read_again_says_the_same() {
    all_alike(4, 60, |one, plain| {
        let again = one.units.clone().map(|text| {
            let found = Diagnostics::default();
            let card =
                format!("[[ability]]\nname = \"Card\"\noptional = true\neffects = [\"{}\"]\n", one.form.written());
            let document = Document::read(&Source::new("unit.toml", text + &card), &found);
            assert!(found.is_empty());
            document.toml()
        });
        Some((plain.to_vec(), figures(&again, &one.request())?.to_vec()))
    });
}

/// An entry that waits for a target that has lost something, of one that has lost nothing.
#[test]
fn a_card_that_cannot_matter_changes_no_digit() {
    all_alike(5, 45, |one, plain| {
        // A unit of seven has lost five.
        if one.units.iter().any(|unit| unit.contains("models = 7")) {
            return None;
        }
        let mut carded = one.units.clone();
        let side = usize::from(one.form.owner == Owner::Attacker);
        let card = format!(
            "[[ability]]\nname = \"Later\"\nwhen = [\"{}damage 1+\"]\neffects = [\"{}\"]\n",
            if side == 0 { "" } else { "target " },
            one.form.written()
        );
        carded[1 - side].push_str(&card);
        let with_card = figures(&carded, &one.request());
        Some((plain.to_vec(), with_card?.to_vec()))
    });
}
