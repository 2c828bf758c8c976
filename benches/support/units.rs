//! The plain job as a person would write it: two profiles in the files' own words.

use std::sync::Arc;

use warodds::attack::{Request, prepare_units};
use warodds::engine::{self, Outcome};
use warodds::games::Phase;
use warodds::profile::{Found, Source};

/// Two units as they are found, before anything of them is read.
pub(crate) struct Units {
    attacker: Arc<Source>,
    defender: Arc<Source>,
    request: Request,
}

/// `attacks` attacks hitting on 3+ with ones rolled again, wounding on 4+, damage D3, into `models` models of `wounds`
/// with a save of 5+ and a ward or Feel No Pain of 5+.
pub(crate) fn read(attacks: u16, models: u16, wounds: u16, spill: bool) -> Units {
    let (attacker, defender) = if spill { sigmar(attacks, models, wounds) } else { forty_k(attacks, models, wounds) };
    let request = Request {
        phase: Some(if spill { Phase::Combat } else { Phase::Shooting }),
        with: vec!["reroll hits of 1".to_owned()],
        ..Request::default()
    };
    Units {
        attacker: Source::new("attacker.toml", &attacker),
        defender: Source::new("defender.toml", &defender),
        request,
    }
}

/// From the texts to the whole distribution.
pub(crate) fn compute(units: &Units) -> Outcome {
    let found = |source: &Arc<Source>| (Found::of("unit", Arc::clone(source)), None);
    let prepared = prepare_units(&[found(&units.attacker)], &found(&units.defender), &units.request);
    engine::exact(&prepared.unwrap_or_else(|error| panic!("{error}")).engaged.engagement).expect("not too large")
}

fn sigmar(attacks: u16, models: u16, wounds: u16) -> (String, String) {
    let attacker = format!(
        r#"game = "age-of-sigmar"
name = "Attacker"
models = 1
health = 1
save = "-"
[[weapon]]
name = "Weapon"
attacks = {attacks}
hit = "3+"
wound = "4+"
rend = 0
damage = "D3"
"#
    );
    let defender = format!(
        r#"game = "age-of-sigmar"
name = "Target"
models = {models}
health = {wounds}
save = "5+"
ward = "5+"
"#
    );
    (attacker, defender)
}

fn forty_k(attacks: u16, models: u16, wounds: u16) -> (String, String) {
    let attacker = format!(
        r#"game = "warhammer-40k"
name = "Attacker"
[[model]]
count = 1
toughness = 4
save = "3+"
wounds = 2
[[weapon]]
name = "Weapon"
range = 24
attacks = {attacks}
skill = "3+"
strength = 4
ap = 0
damage = "D3"
"#
    );
    let defender = format!(
        r#"game = "warhammer-40k"
name = "Target"
[[model]]
count = {models}
toughness = 4
save = "5+"
wounds = {wounds}
feel-no-pain = "5+"
"#
    );
    (attacker, defender)
}
