//! Every effect that a game has, in entries of built-in units: both engines give the same answer.

use warodds::ask::{Request, prepare_units};
use warodds::engine::{self, Agreement, Method, Options, Sampling};
use warodds::games::{FORMS, Form, GAMES, Game, Owner, Phase};
use warodds::profile::{Found, Source};

use super::doors::drawn;
use super::profiles::built_in;
use super::setting;
use crate::referee::matchups::Pick;

/// Match-ups of each game; `WARODDS_PATTERNS` says how many others.
const MATCHUPS: u32 = 60;
/// Below this an agreement of two right engines falls once in some hundred thousand match-ups of ten tests each.
const REJECT: f64 = 1e-7;
/// Other units are tried where an effect does not go with the first.
const TRIES: u32 = 12;
const CONDITIONS: &[&str] = &[
    "", "", "", "melee", "shooting", "not shooting", "melee or shooting", "models 2+", "target models 5+", "damage 1+",
    "target damage 1+", "not target damage 3+",
];

/// The effects that a game has.
fn forms(game: &Game) -> Vec<&'static Form> {
    let has = |form: &&Form| game.refusal(form).is_none();
    FORMS.iter().filter(has).collect()
}

/// An entry with an effect, sometimes only in a phase, sometimes only if a die says so.
fn entry(pick: &mut Pick, game: &Game, number: u32, form: &Form) -> String {
    let chance = if pick.one_in(4) { "3+: " } else { "" };
    let mut condition = pick.of(CONDITIONS);
    if game.id == "warcry" && condition.contains("models") {
        condition = "damage 1+";
    }
    let when = if condition.is_empty() { String::new() } else { format!("when = [\"{condition}\"]\n") };
    format!("\n[[ability]]\nname = \"Pattern {number}\"\n{when}effects = [\"{chance}{}\"]\n", form.written())
}

/// What came of a match-up.
enum Played {
    Compared,
    /// The effect does not go with these units, or only dice answer.
    Not(String),
}

/// Plays one match-up of which the first effect is given.
fn play(pick: &mut Pick, game: &Game, units: &[Found], all: &[&'static Form], first: &'static Form) -> Played {
    let mut texts = [0, 1].map(|_| units[pick.from(0, units.len() as u32 - 1) as usize].source.text.to_string());
    let others: Vec<&Form> = (0..pick.from(0, 2)).map(|_| all[pick.from(0, all.len() as u32 - 1) as usize]).collect();
    for (number, form) in (1..).zip(std::iter::once(first).chain(others)) {
        texts[usize::from(form.owner == Owner::Defender)].push_str(&entry(pick, game, number, form));
    }
    let phase = Some(pick.of(&[Phase::Combat, Phase::Shooting]));
    let request = Request { phase, ..Request::default() };
    let unit = |text: &str| (Found::of("pattern", Source::new("pattern.toml", text)), None);
    let prepared = match prepare_units(&[unit(&texts[0])], &unit(&texts[1]), &request) {
        Ok(prepared) => prepared,
        Err(error) => return Played::Not(drawn(&error)),
    };
    let sampling = Sampling { trials: 1 << 14, seed: u64::from(pick.from(0, 99)), ..Sampling::default() };
    let exact = match prepared.report(&Options { method: Method::Auto, sampling: sampling.clone() }, &|_| {}) {
        Ok((_, answer)) if answer.fell_back => return Played::Not("exact is too large".to_owned()),
        Ok((_, answer)) => answer.outcome,
        Err(error) => return Played::Not(drawn(&error)),
    };
    let Ok(rolled) = engine::sample(&prepared.engaged.engagement, &sampling) else {
        return Played::Not("no dice are rolled for it".to_owned());
    };
    let agreement = Agreement::of(&exact, &rolled);
    assert!(
        agreement.metrics.iter().all(|metric| metric.p > REJECT),
        "{} {phase:?}\n{}\n-- at --\n{}\n{agreement:?}",
        game.id,
        texts[0],
        texts[1]
    );
    Played::Compared
}

#[test]
fn every_effect_is_answered_alike_by_both_engines() {
    let matchups = setting("WARODDS_PATTERNS").unwrap_or(MATCHUPS);
    for game in GAMES {
        let units: Vec<Found> = built_in().into_iter().filter(|unit| unit.game.as_deref() == Some(game.id)).collect();
        let all = forms(game);
        let (mut compared, mut never) = (0, Vec::new());
        for number in 0..matchups.max(all.len() as u32) {
            let form = all[number as usize % all.len()];
            let mut pick = Pick::new(u64::from(number) + 1_000_000);
            let mut last = String::new();
            let fits = (0..TRIES).any(|_| match play(&mut pick, game, &units, &all, form) {
                Played::Compared => true,
                Played::Not(why) => {
                    last = why;
                    false
                }
            });
            compared += u32::from(fits);
            if !fits {
                never.push(format!("{}: {last}", form.written()));
            }
        }
        eprintln!("{}: {compared} match-ups, {} effects, {} of them in none", game.id, all.len(), never.len());
        assert!(never.len() * 10 <= all.len(), "{never:?}");
    }
}
