//! Tests that follow from every entry of every game's tables: effects and abilities of weapons.

use crate::support::{prepared, with};
use warodds::engine::{exact, multiplied};
use warodds::games::{self, FORMS, Game, Owner, Phase};
use warodds::sequence::Engagement;

/// A plain unit that attacks, and its target.
pub(super) fn units(game: &Game, ranged: bool) -> (String, String) {
    let keywords = "keywords = [\"VEHICLE\", \"HERO\", \"INFANTRY\"]";
    let range = if ranged { "range = 12\n" } else { "" };
    match game.id {
        "age-of-sigmar" => (
            format!(
                "game = \"age-of-sigmar\"\nname = \"A\"\nmodels = 3\nhealth = 1\nsave = \"-\"\n[[weapon]]\nname = \"W\"\n{range}attacks = 2\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 2\n",
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
        "warcry" => (
            format!(
                "game = \"warcry\"\nname = \"A\"\ntoughness = 4\nwounds = 10\n[[weapon]]\nname = \"W\"\nrange = {}\nattacks = 3\nstrength = 4\ndamage = [2, 4]\n",
                if ranged { 8 } else { 1 }
            ),
            "game = \"warcry\"\nname = \"D\"\ntoughness = 4\nwounds = 20\n".to_owned(),
        ),
        _ => (
            format!(
                "game = \"{}\"\nname = \"A\"\n[[model]]\ncount = 3\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"W\"\n{range}attacks = 2\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 2\n",
                game.id,
            ),
            format!(
                "game = \"{}\"\nname = \"D\"\n{keywords}\n[[model]]\ncount = 5\ntoughness = 5\nsave = \"4+\"\nwounds = 2\n",
                game.id
            ),
        ),
    }
}

/// The same with better numbers, some of them rolled, and units that have already lost something.
pub(super) fn worn(game: &Game, ranged: bool) -> (String, String) {
    let (attacker, defender) = units(game, ranged);
    let better = |text: &str| text.replace("\"4+\"", "\"3+\"");
    match game.id {
        "warcry" => (attacker.replace("attacks = 3", "attacks = 4"), defender),
        "asoiaf" => {
            let fewer = |text: String| text.replace("tray =", "models = 7\ntray =");
            (fewer(better(&attacker)), fewer(better(&defender)))
        }
        "age-of-sigmar" => (
            better(&attacker).replace("attacks = 2", "attacks = \"2D6\"").replace("damage = 2", "damage = \"D6\""),
            better(&defender),
        ),
        _ => (
            better(&attacker)
                .replace("attacks = 2", "attacks = \"2D6\"")
                .replace(
                    "damage = 2",
                    if ranged { "damage = \"D6\"\nabilities = [\"Psychic\"]" } else { "damage = \"D6\"" },
                )
                .replace("ap = 0", "ap = -3")
                .replace("strength = 4", "strength = 6"),
            better(&defender)
                + "[[weapon]]\nname = \"W\"\nattacks = 2\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 2\n",
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

/// An attack with these options, and how much heals after it.
fn engagement((attacker, defender): (String, String), ranged: bool, asked: &[&str]) -> Option<(Engagement, usize)> {
    let mut request = with(asked);
    request.phase = Some(if ranged { Phase::Shooting } else { Phase::Combat });
    let engaged = prepared(&attacker, &defender, &request).ok()?.engaged;
    {
        let healings = engaged.engagement.recoveries.len();
        Some((engaged.engagement, healings))
    }
}

fn armed(game: &Game, ranged: bool, ability: Option<&str>) -> Engagement {
    let (mut attacker, defender) = units(game, ranged);
    if let Some(ability) = ability {
        attacker.push_str(&format!("abilities = [\"{ability}\"]\n"));
    }
    engagement((attacker, defender), ranged, &situations(game, ranged)).expect("an attack").0
}

#[test]
fn every_example_is_read() {
    for game in games::GAMES {
        for doc in (game.abilities)() {
            armed(game, true, Some(doc.example));
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
                .any(|ranged| armed(game, *ranged, Some(doc.example)) != armed(game, *ranged, None));
            assert!(changed, "{} of {} changes nothing", doc.name, game.id);
        }
    }
}

/// What may have to be there before an effect changes anything: what it ignores, forbids, halves or answers.
pub(super) const BESIDES: [&[&str]; 10] = [
    &[],
    &["-1 to hit"],
    &["worsen skill by 1"],
    &["-1 to wound"],
    &["-1 to save"],
    &["+1 to save"],
    &["ward 4+"],
    &["3 mortal damage"],
    &["overwatch"],
    &["weakened", "vulnerable", "panicked"],
];

/// What has no place in the tables of one attack between these units: it asks for a character, or for the next attack.
pub(super) const ELSEWHERE: [&str; 7] = [
    "precision on critical hits", "precision on critical wounds", "target becomes weakened after attack",
    "target becomes vulnerable after attack", "target becomes panicked after attack", "becomes vulnerable",
    "becomes panicked",
];

/// No dead effect either: each that a game has changes the tables of some match-up, or what comes before and after them.
#[test]
fn every_effect_of_a_game_changes_some_match_up() {
    let mut dead = Vec::new();
    for game in games::GAMES {
        for form in FORMS.iter().filter(|form| game.refusal(form).is_none() && !ELSEWHERE.contains(&form.pattern)) {
            let text = form.written();
            let changes = |besides: &&[&str]| {
                let mut all = besides.to_vec();
                all.push(&text);
                [true, false].iter().any(|ranged| {
                    [units, worn].iter().any(|units| {
                        let one = |asked| engagement(units(game, *ranged), *ranged, asked);
                        one(&all).is_some_and(|changed| one(besides).is_some_and(|plain| plain != changed))
                    })
                })
            };
            if !BESIDES.iter().any(changes) {
                dead.push(format!("{}: {text}", game.id));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Whether no amount of damage is less likely with something than without it.
fn dominates(with: &Engagement, without: &Engagement) -> bool {
    let of = |engagement| exact(engagement).expect("small");
    let (with, without) = (of(with), of(without));
    let (with, without) = (with.total("damage").expect("a result"), without.total("damage").expect("a result"));
    (0..=without.max().max(with.max())).all(|k| with.at_least(k) >= without.at_least(k) - 1e-12)
}

/// Alone on a plain weapon, what favours the attacker never makes any amount of damage less likely, and what favours the
/// defender never more so.
#[test]
fn what_favours_somebody_never_harms_him() {
    let mut wrong = Vec::new();
    for game in games::GAMES {
        for ranged in [true, false] {
            for doc in (game.abilities)().into_iter().filter(|doc| doc.favours == Some(Owner::Attacker)) {
                if !dominates(&armed(game, ranged, Some(doc.example)), &armed(game, ranged, None)) {
                    wrong.push(format!("{}: {}", game.id, doc.example));
                }
            }
            let plain = engagement(units(game, ranged), ranged, &[]).expect("an attack").0;
            for form in FORMS.iter().filter(|form| game.refusal(form).is_none()) {
                let text = form.written();
                let Some((with, _)) = engagement(units(game, ranged), ranged, &[&text]) else { continue };
                let helps = match form.favours {
                    Some(Owner::Attacker) => dominates(&with, &plain),
                    Some(Owner::Defender) => dominates(&plain, &with),
                    None => true,
                };
                if !helps {
                    wrong.push(format!("{}: {text}", game.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A profile holds 400 abilities: if those of one kind add up to more than any number, there is an answer all the same, or a
/// refusal in words.
#[test]
fn four_hundred_abilities_of_one_kind_are_answered_or_refused() {
    let many = |text: &str, unit: &mut String| {
        for index in 0..100 {
            let effects = format!("\"{text}\", ").repeat(4);
            unit.push_str(&format!("[[ability]]\nname = \"Of {index}\"\neffects = [{effects}]\n"));
        }
    };
    for game in games::GAMES {
        for form in FORMS.iter().filter(|form| game.refusal(form).is_none()) {
            let written = form.pattern.replace("[D3] ", "").replace("mortal|damage", "mortal");
            let large = written.replace("±N", "+250").replace("-N", "-250").replace("N+", "4+").replace(" N", " 250");
            for text in [large.replace(" A ", " D6+250 ").replace("+A ", "+D6+250 "), form.written()] {
                let (mut attacker, mut defender) = units(game, false);
                many(&text, if form.owner == Owner::Attacker { &mut attacker } else { &mut defender });
                if let Ok(prepared) = prepared(&attacker, &defender, &with(&[])) {
                    let _ = multiplied(&prepared.engaged.engagement, 1e5);
                }
            }
        }
    }
}
