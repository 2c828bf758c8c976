//! Three tests that follow from every entry of every game's table of abilities.

use crate::support::{prepared, with};
use warodds::engine::exact;
use warodds::games::{self, Game, Owner, Phase};
use warodds::sequence::Engagement;

fn units(game: &Game, ranged: bool) -> (String, String) {
    let keywords = "keywords = [\"VEHICLE\", \"HERO\", \"INFANTRY\"]";
    match game.id {
        "age-of-sigmar" => (
            format!(
                "game = \"age-of-sigmar\"\nname = \"A\"\nmodels = 3\nhealth = 1\nsave = \"-\"\n[[weapon]]\nname = \"W\"\n{}attacks = 2\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 2\n",
                if ranged { "range = 12\n" } else { "" }
            ),
            format!("game = \"age-of-sigmar\"\nname = \"D\"\nmodels = 5\nhealth = 2\nsave = \"4+\"\n{keywords}\n"),
        ),
        "asoiaf" => (
            format!(
                "game = \"asoiaf\"\nname = \"A\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"W\"\ntype = \"{}\"\nhit = \"4+\"\ndice = [6, 5, 4]\n",
                if ranged { "long" } else { "melee" }
            ),
            "game = \"asoiaf\"\nname = \"D\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n".to_owned(),
        ),
        _ => (
            format!(
                "game = \"{}\"\nname = \"A\"\n[[model]]\ncount = 3\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"W\"\n{}attacks = 2\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 2\n",
                game.id,
                if ranged { "range = 12\n" } else { "" }
            ),
            format!(
                "game = \"{}\"\nname = \"D\"\n{keywords}\n[[model]]\ncount = 5\ntoughness = 5\nsave = \"4+\"\nwounds = 2\n",
                game.id
            ),
        ),
    }
}

/// Everything that could make an ability matter.
fn situations(game: &Game, ranged: bool) -> Vec<&'static str> {
    let all = game.situations.iter().map(|situation| situation.name);
    let left_out =
        ["in combat", "covering fire", "advanced", "indirect", "overwatch", "smokescreen", "stealth", "big guns"];
    let excluded = ["counter-charge", "forward to victory", "redeploy", "at the double", "ran", "retreated"];
    let refused = ["power through", "obscured", "rear", "objective b", "tank shock", "crossed dangerous"];
    let melee = ["half range", "stationary", "plunging fire"];
    all.filter(|name| {
        !left_out.contains(name)
            && !excluded.contains(name)
            && !refused.contains(name)
            && (ranged || !melee.contains(name))
    })
    .collect()
}

fn engagement(game: &Game, ranged: bool, ability: Option<&str>) -> Engagement {
    let (mut attacker, defender) = units(game, ranged);
    if let Some(ability) = ability {
        attacker.push_str(&format!("abilities = [\"{ability}\"]\n"));
    }
    let mut request = with(&situations(game, ranged));
    request.phase = Some(if ranged { Phase::Shooting } else { Phase::Combat });
    prepared(&attacker, &defender, &request).unwrap_or_else(|error| panic!("{error}")).engaged.engagement
}

#[test]
fn every_example_is_read() {
    for game in games::GAMES {
        for doc in (game.abilities)() {
            engagement(game, true, Some(doc.example));
        }
    }
}

/// No dead option: an ability that is said to help changes the dice of a plain weapon.
#[test]
fn what_is_said_to_help_changes_something() {
    for game in games::GAMES {
        for doc in (game.abilities)().into_iter().filter(|doc| doc.favours.is_some()) {
            let changed = [true, false]
                .iter()
                .any(|ranged| engagement(game, *ranged, Some(doc.example)) != engagement(game, *ranged, None));
            assert!(changed, "{} of {} changes nothing", doc.name, game.id);
        }
    }
}

/// Alone on a plain weapon, what favours the attacker never makes any amount of damage less likely.
#[test]
fn what_favours_the_attacker_dominates() {
    for game in games::GAMES {
        for doc in (game.abilities)().into_iter().filter(|doc| doc.favours == Some(Owner::Attacker)) {
            for ranged in [true, false] {
                let of = |ability| exact(&engagement(game, ranged, ability)).expect("small");
                let (with, without) = (of(Some(doc.example)), of(None));
                let (with, without) =
                    (with.total("damage").expect("a result"), without.total("damage").expect("a result"));
                for k in 0..=without.max() {
                    let (more, less) = (with.at_least(k), without.at_least(k));
                    assert!(more >= less - 1e-12, "{}: P(damage >= {k}) falls from {less} to {more}", doc.name);
                }
            }
        }
    }
}
