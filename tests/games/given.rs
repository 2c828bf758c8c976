//! Every effect of every game, given to either unit of an attack and of a fight, and to the target as what befalls attacks
//! against it: it changes the answer, or it is refused, or a note says why.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{FightRequest, Request, fight};
use warodds::engine::Options;
use warodds::games::{self, FORMS, Game, Owner, Phase};

use super::abilities::{BESIDES, ELSEWHERE, units, worn};
use crate::support::{cases, prepared, with};

/// Who has the card that says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Given {
    Attacker,
    Defender,
    Against,
}

const GIVEN: [Given; 3] = [Given::Attacker, Given::Defender, Given::Against];

/// Who has the card of an effect of this number: one of the three in every run, each in all.
fn given(number: usize) -> impl Iterator<Item = Given> {
    (0..cases(1, 3) as usize).map(move |more| GIVEN[(number + more) % 3])
}

fn card(given: Given, effect: &str) -> String {
    let against = if given == Given::Against { "against = true\n" } else { "" };
    format!("[[ability]]\nname = \"Card of this\"\n{against}effects = [\"{effect}\"]\n")
}

fn with_card([attacker, defender]: [&str; 2], given: Given, effect: &str) -> [String; 2] {
    let (mut attacker, mut defender) = (attacker.to_owned(), defender.to_owned());
    let unit = if given == Given::Attacker { &mut attacker } else { &mut defender };
    unit.push_str(&card(given, effect));
    [attacker, defender]
}

/// All that an attack answers, as a text; a refusal is its text.
fn attacked([attacker, defender]: [&str; 2], phase: Phase, besides: &[&str]) -> Result<String, String> {
    let request = Request { phase: Some(phase), ..with(besides) };
    let prepared = prepared(attacker, defender, &request).map_err(|error| error.to_string())?;
    let engaged = &prepared.engaged;
    Ok(format!("{:?} {:?}", engaged.engagement, prepared.notes))
}

/// The same of a fight of one round.
struct Field(TempDir);

impl Field {
    fn fought(&self, units: [&str; 2], said: &[String]) -> Result<String, String> {
        let [a, b] = ["a", "b"].map(|name| self.0.path().join(format!("{name}.toml")));
        for (path, text) in [(&a, units[0]), (&b, units[1])] {
            fs::write(path, text).expect("written");
        }
        let [a, b] = [a, b].map(|path| path.display().to_string());
        let base = Request { with: said.to_vec(), ..Request::default() };
        let request = FightRequest { a, b, rounds: 1, charge: false, base, ..FightRequest::default() };
        let (report, notes) = fight(&request, &Options::default()).map_err(|error| error.to_string())?;
        Ok(format!("{} {:?}", serde_json::to_string(&report.rounds).expect("figures"), notes))
    }
}

#[test]
fn every_effect_given_to_anybody_in_an_attack_counts_or_is_told() {
    let mut silent = Vec::new();
    for game in games::GAMES {
        for (number, form) in
            FORMS.iter().filter(|form| game.refusal(form).is_none() && !ELSEWHERE.contains(&form.pattern)).enumerate()
        {
            let text = form.written();
            for given in given(number) {
                // What is of a unit's own attacks is none of the attacks on it, and the reverse.
                if (form.owner == Owner::Attacker) == (given == Given::Defender) {
                    continue;
                }
                let counts = [Phase::Shooting, Phase::Combat].iter().any(|phase| {
                    let ranged = *phase == Phase::Shooting;
                    [units, worn].iter().any(|units| {
                        let (attacker, defender) = units(game, ranged);
                        let plain = [&attacker[..], &defender];
                        let carded = with_card(plain, given, &text);
                        BESIDES.iter().any(|besides| {
                            attacked([&carded[0], &carded[1]], *phase, besides) != attacked(plain, *phase, besides)
                        })
                    })
                });
                if !counts {
                    silent.push(format!("{}: {text}, {given:?}", game.id));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{}: {silent:#?}", silent.len());
}

/// Two units alike that fight each other, of which much is rolled.
fn fighters(game: &Game) -> [String; 2] {
    let weapon = "[[weapon]]\nname = \"W\"\nattacks = \"D3\"\n";
    let of = |name: &str| match game.id {
        "age-of-sigmar" => format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\nmodels = 3\nhealth = 1\nsave = \"3+\"\nkeywords = [\"HERO\"]\n{weapon}hit = \"3+\"\nwound = \"3+\"\nrend = 1\ndamage = \"D3\"\n"
        ),
        "asoiaf" => format!(
            "game = \"asoiaf\"\nname = \"{name}\"\ntray = \"infantry\"\nmodels = 7\ndefense = \"3+\"\nmorale = \"6+\"\n[[attack]]\nname = \"W\"\ntype = \"melee\"\nhit = \"3+\"\ndice = [6, 5, 4]\n"
        ),
        "warcry" => format!(
            "game = \"warcry\"\nname = \"{name}\"\ntoughness = 4\nwounds = 10\n[[weapon]]\nname = \"W\"\nrange = 1\nattacks = 4\nstrength = 4\ndamage = [2, 4]\n"
        ),
        id => format!(
            "game = \"{id}\"\nname = \"{name}\"\n[[model]]\ncount = 2\ntoughness = 4\nsave = \"2+\"\nwounds = 2\n{weapon}skill = \"3+\"\nstrength = 5\nap = -2\ndamage = \"D3\"\n"
        ),
    };
    ["One", "Other"].map(of)
}

/// What both say, each of its own.
fn both(besides: &[&str]) -> Vec<String> {
    besides.iter().flat_map(|text| ["A", "B"].map(|side| format!("{side}: {text}"))).collect()
}

/// What both units of a fight may have before an effect changes anything.
const BOTH: [&[&str]; 17] = [
    &[],
    &["-1 to hit", "-1 to wound", "-1 to save"],
    &["+1 to save"],
    &["ward 4+", "2 mortal damage"],
    &["2 mortal damage"],
    &["1 mortal on critical hits"],
    &["1 mortal on critical wounds"],
    &["worsen wound by 2"],
    &["worsen skill by 1"],
    &["-1 to save"],
    &["worsen save by 1"],
    &["-1 strength"],
    &["-1 strength", "-1 to wound"],
    &["-1 attacks"],
    &["weakened"],
    &["vulnerable"],
    &["panicked"],
];

/// What concerns no fight between these units: who shoots, psychic weapons, characters that lead others.
const NO_FIGHT: [&str; 5] = ["overwatch", "stealth", "benefit of cover", "against psychic", "precision"];

#[test]
fn every_effect_given_to_anybody_in_a_fight_counts_or_is_told() {
    let field = Field(tempfile::tempdir().expect("a folder"));
    let mut silent = Vec::new();
    for game in games::GAMES {
        let units = fighters(game);
        let plain = [&units[0][..], &units[1]];
        let contexts: Vec<_> = BOTH.iter().map(|besides| both(besides)).collect();
        let contexts: Vec<_> = contexts
            .iter()
            .map(|said| (said, field.fought(plain, said)))
            .filter(|(_, fought)| fought.is_ok())
            .collect();
        for (number, form) in FORMS.iter().filter(|form| game.refusal(form).is_none()).enumerate() {
            let text = form.written();
            if NO_FIGHT.iter().any(|word| text.contains(word)) {
                continue;
            }
            for given in given(number) {
                let carded = with_card(plain, given, &text);
                let carded = [&carded[0][..], &carded[1]];
                if contexts.iter().all(|(said, before)| field.fought(carded, said) == *before) {
                    silent.push(format!("{}: {text}, {given:?}", game.id));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{}: {silent:#?}", silent.len());
}
