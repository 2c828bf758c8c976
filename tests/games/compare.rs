//! Tables of many attacks: a cell is what `attack` answers, whoever attacks whom and whatever is said.

use crate::support::{forty_k, gun, near, squad};
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use warodds::ask::{
    AdviseRequest, CompareRequest, Counted, Request, SweepRequest, Watch, advise, compare, prepare, sweep,
    sweep_watched,
};
use warodds::engine::{Method, Options};
use warodds::games::{GAMES, Owner, Phase};
use warodds::profile::{Library, TYPICAL};
use warodds::report::{CsvStyle, Json, Reportable};

fn options() -> Options {
    Options::default()
}

fn names(typed: &[&str]) -> Vec<String> {
    typed.iter().map(|name| (*name).to_owned()).collect()
}

fn asked(attackers: &[&str], defenders: &[&str]) -> CompareRequest {
    CompareRequest { attackers: names(attackers), defenders: names(defenders), ..CompareRequest::default() }
}

/// Whether a cell is what `attack` answers, to the last bit.
fn is_the_attack(cell: &Counted, request: &Request, options: &Options) -> Result<(), TestCaseError> {
    let prepared = prepare(request).map_err(|error| TestCaseError::fail(format!("{request:?}: {error}")))?;
    let (report, _) = prepared.report(options, &|_| {}).expect("it was computed before");
    prop_assert_eq!(cell.results.metrics.len(), report.results.metrics.len());
    for (number, metric) in cell.results.metrics.iter().zip(&report.results.metrics) {
        prop_assert_eq!(number.name, metric.name);
        prop_assert_eq!(&number.summary, &metric.summary);
        prop_assert_eq!(number.pmf.as_ref(), Some(&metric.pmf));
    }
    prop_assert_eq!(&cell.results.chances, &report.results.chances);
    prop_assert_eq!(cell.trials, if report.method == "both" { None } else { report.trials });
    Ok(())
}

/// What is said, for each game in the order of the list: something that is always allowed.
const SAID: [&[&str]; 5] = [
    &["+1 to hit", "all-out attack", "cover", "ward 5+", "reroll hits of 1, -1 to wound", "charged"],
    &["+1 to hit", "half range", "cover", "feel no pain 5+", "reroll failed wounds", "stealth"],
    &["+1 to hit", "half range", "cover", "feel no pain 5+", "reroll failed wounds", "charged"],
    &["+1 to hit", "flank", "reroll failed hits", "vulnerable"],
    &["+1 attacks", "cover", "reroll hits of 1"],
];

/// Where no file says of which game it is, the first says what is wrong with it.
#[test]
fn files_of_no_game_say_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.toml").display().to_string();
    for (text, told) in [
        ("game = \"nope\"\nname = \"X\"\n", "there is no game `nope`"),
        ("name = \"X\"\n", "does not say for which game"),
    ] {
        std::fs::write(&path, text).expect("written");
        let error = compare(&asked(&[&path], &[&path]), &options()).err().expect("no game").to_string();
        assert!(error.contains(told), "{error}");
    }
}

fn units(game: usize) -> Vec<String> {
    let library = Library::open(&[]).expect("the shipped units");
    let of_game = |unit: &&&warodds::profile::Found| unit.game.as_deref() == Some(GAMES[game].id);
    library.units().iter().filter(of_game).map(|unit| unit.path()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_cell_is_the_attack_bit_for_bit(
        game in 0usize..5,
        picks in prop::collection::vec((any::<Index>(), select(vec![0u8, 0, 1, 3, 10])), 4),
        said in any::<Index>(),
        says in any::<bool>(),
        sampled in prop::bool::weighted(0.1),
    ) {
        let units = units(game);
        let named = |(unit, models): &(Index, u8)| match models {
            0 => unit.get(&units).clone(),
            models => format!("{models} {}", unit.get(&units)),
        };
        let with: Vec<String> = if says { vec![(*said.get(SAID[game])).to_owned()] } else { Vec::new() };
        let mut options = options();
        if sampled {
            options.method = Method::Sampled;
            options.sampling.trials = 1_000;
        }
        let request = CompareRequest {
            attackers: picks[..2].iter().map(named).collect(),
            defenders: picks[2..].iter().map(named).collect(),
            base: Request { with: with.clone(), ..Request::default() },
            both_ways: true,
            pmf: true,
            ..CompareRequest::default()
        };
        // Where nothing at all can be computed, that is said as `attack` says it.
        let Ok(comparison) = compare(&request, &options) else { return Ok(()) };
        let cells = comparison.collect();
        prop_assert_eq!(cells.len(), 8);
        for cell in &cells {
            let sides = if cell.back { [&request.defenders, &request.attackers] } else { [&request.attackers, &request.defenders] };
            let attack = Request {
                attacker: sides[0][cell.attacker].clone(),
                defender: sides[1][cell.defender].clone(),
                with: with.clone(),
                method: options.method,
                seed: options.sampling.seed,
                ..Request::default()
            };
            match &cell.answer {
                Ok(counted) => is_the_attack(counted, &Request { phase: counted.phase, ..attack }, &options)?,
                Err(why) => {
                    let error = prepare(&attack).err().map(|error| error.to_string()).unwrap_or_default();
                    prop_assert!(!error.is_empty(), "{:?} can be computed, and the cell says: {}", attack, why);
                }
            }
        }
    }

    #[test]
    fn a_sweep_is_the_attack_with_values_set(
        save in 2u8..7,
        models in 1u8..20,
        said in select(SAID[0].to_vec()),
        varied in prop::bool::ANY,
    ) {
        let vary = if varied { format!("with=nothing|{said}") } else { "attacker.weapon.*.rend=0..2".to_owned() };
        let request = SweepRequest {
            base: Request { attacker: "liberators".into(), defender: "stormvermin".into(), ..Request::default() },
            vary: vec![format!("defender.save={save}+,{}+", save + 1), vary],
            pmf: true,
            ..SweepRequest::default()
        };
        let request = SweepRequest { base: Request { set: vec![format!("attacker.models={models}")], ..request.base }, ..request };
        let answer = sweep(&request, &options()).expect("computed");
        prop_assert_eq!(answer.cells().len(), if varied { 4 } else { 6 });
        for cell in answer.cells() {
            let mut attack = request.base.clone();
            attack.set.push(format!("defender.save={}+", usize::from(save) + cell.places[0]));
            match (varied, cell.places[1]) {
                (true, 0) => {}
                (true, _) => attack.with.push(said.to_owned()),
                (false, rend) => attack.set.push(format!("attacker.weapon.*.rend={rend}")),
            }
            let counted = cell.answer.as_ref().expect("computed");
            is_the_attack(counted, &attack, &options())?;
        }
    }
}

/// Three tables of the same attacks, of which the second keeps no answer, because it keeps whole distributions, and the third
/// leaves out what it does not show.
fn is_as_without_memory(request: &CompareRequest) -> usize {
    let whole = compare(&CompareRequest { pmf: true, ..request.clone() }, &options()).expect("a table").collect();
    let cells = compare(request, &options()).expect("a table").collect();
    assert_eq!(cells.len(), whole.len());
    for (cell, alone) in cells.iter().zip(&whole) {
        let (Ok(counted), Ok(alone)) = (&cell.answer, &alone.answer) else {
            assert_eq!(cell.answer.as_ref().err(), alone.answer.as_ref().err());
            continue;
        };
        assert_eq!(counted.phase, alone.phase);
        assert_eq!(counted.points_destroyed, alone.points_destroyed);
        assert_eq!(counted.results.chances, alone.results.chances);
        let numbers = |counted: &Counted| {
            counted.results.metrics.iter().map(|number| (number.name, number.summary.clone())).collect::<Vec<_>>()
        };
        assert_eq!(numbers(counted), numbers(alone), "{:?}", (cell.attacker, cell.defender));
        assert_eq!(counted.not_used, alone.not_used, "{:?}", (cell.attacker, cell.defender));
    }
    let shown =
        compare(&CompareRequest { only_shown: true, ..request.clone() }, &options()).expect("a table").collect();
    for (cell, shown) in cells.iter().zip(&shown) {
        let (Ok(counted), Ok(shown)) = (&cell.answer, &shown.answer) else {
            assert_eq!(cell.answer.as_ref().err(), shown.answer.as_ref().err());
            continue;
        };
        assert_eq!(counted.phase, shown.phase);
        let read = |counted: &Counted| {
            ["wounds-lost", "slain"].map(|name| counted.number(name).map(|number| number.summary.clone()))
        };
        assert_eq!((read(counted), counted.value("destroyed")), (read(shown), shown.value("destroyed")));
    }
    cells.iter().filter(|cell| cell.answer.is_ok()).count()
}

/// Of a plain attack no total is worked out where none is shown, and every one where somebody may ask.
#[test]
fn totals_are_left_out_where_losses_are_shown() {
    for only_shown in [false, true] {
        let request = CompareRequest { only_shown, ..asked(&["liberators"], &["clawlord"]) };
        let cells = compare(&request, &options()).expect("a table").collect();
        let counted = cells[0].answer.as_ref().expect("computed");
        assert_eq!(counted.number("damage").is_none(), only_shown);
        let metrics = names(&["damage"]);
        let cells = compare(&CompareRequest { metrics, ..request }, &options()).expect("a table").collect();
        assert!(cells[0].answer.as_ref().expect("computed").number("damage").is_some());
    }
}

/// Units that differ in one thing at most, each of which some attack below reads: no answer to one is taken for another's.
#[test]
fn what_an_attack_reads_of_a_unit_tells_it_from_others() {
    const PLAIN: &str = "[[model]]\nname = \"Model\"\ncount = 5\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n";
    let model = |change: &str| PLAIN.to_owned() + change;
    let ability = |lines: &str| format!("[[ability]]\nname = \"Shield\"\n{lines}\n");
    let one = |keyword: &str, model: &str, rest: &str| (keyword.to_owned(), model.to_owned(), rest.to_owned());
    let mut targets = vec![
        one("INFANTRY", PLAIN, ""),
        one("VEHICLE", PLAIN, ""),
        one("AIRCRAFT", PLAIN, ""),
        one("INFANTRY", &PLAIN.replace("count = 5", "count = 6"), ""),
        one("INFANTRY", &PLAIN.replace("toughness = 4", "toughness = 5"), ""),
        one("INFANTRY", &PLAIN.replace("3+", "4+"), ""),
        one("INFANTRY", &PLAIN.replace("wounds = 2", "wounds = 3"), ""),
    ];
    // As many models of as many wounds as matter to anybody: nobody asks, or all that follows from it is asked.
    for (count, wounds) in [(1, 1), (1, 3), (1, 12), (4, 1), (5, 1), (9, 2), (10, 1), (10, 2), (11, 3), (20, 1)] {
        let sized = PLAIN.replace("count = 5", &format!("count = {count}"));
        targets.push(one("INFANTRY", &sized.replace("wounds = 2", &format!("wounds = {wounds}")), ""));
    }
    for (save, invulnerable) in (2..=6).flat_map(|save| [3, 5, 7].map(|invulnerable| (save, invulnerable))) {
        let saves = PLAIN.replace("3+", &format!("{save}+"));
        targets.push(one(
            "INFANTRY",
            &format!("{saves}invulnerable = \"{invulnerable}+\"\n").replace("invulnerable = \"7+\"\n", ""),
            "",
        ));
    }
    for more in [
        "invulnerable = \"4+\"\n", "feel-no-pain = \"5+\"\n", "feel-no-pain-mortal = \"5+\"\n",
        "feel-no-pain-psychic = \"5+\"\n", "role = \"character\"\n",
    ] {
        targets.push(one("INFANTRY", &model(more), ""));
    }
    for lines in [
        "effects = [\"-1 damage\"]",
        "effects = [\"stealth\"]",
        "against = true\neffects = [\"-1 to wound\"]",
        "when = [\"shooting\"]\nagainst = true\neffects = [\"-1 to wound\"]",
        "when = [\"target VEHICLE\"]\nagainst = true\neffects = [\"-1 to wound\"]",
        "when = [\"VEHICLE\"]\nagainst = true\neffects = [\"-1 to wound\"]",
        "models = [\"Model\"]\neffects = [\"-1 damage\"]",
        "effects = [\"heal 1\"]",
        "effects = [\"3+: -1 damage\"]",
        "optional = true\neffects = [\"-1 damage\"]",
        "effects = [\"+1 to hit\"]",
        "effects = [\"fights on death\"]",
    ] {
        targets.push(one("INFANTRY", PLAIN, &ability(lines)));
        targets.push(one("VEHICLE", PLAIN, &ability(lines)));
    }
    for id in ["warhammer-40k", "warhammer-40k-11e"] {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, (keyword, model, rest): &(String, String, String), weapons: &str| {
            let head = format!(
                "game = \"{id}\"\nname = \"{name}\"\npoints = 90\nleadership = \"6+\"\nkeywords = [\"{keyword}\"]\n"
            );
            let path = folder.path().join(format!("{name}.toml")).display().to_string();
            std::fs::write(&path, format!("{head}{rest}{model}{weapons}")).expect("written");
            path
        };
        let weapon = |range: &str, abilities: &str| {
            let skill = if range == "melee" { "" } else { "range = 24" };
            format!(
                "[[weapon]]\nname = \"{range}\"\n{skill}\nattacks = 3\nskill = \"3+\"\nstrength = 5\nap = -1\ndamage = 2\nabilities = [{abilities}]\n"
            )
        };
        let blade = weapon("melee", "");
        let attackers = [
            write("gun", &targets[0], &(weapon("gun", "") + &blade)),
            // What saves against one of two is no answer for the other.
            write(
                "two",
                &targets[0],
                &(weapon("gun", "") + &weapon("other", ""))
                    .replacen("ap = -1", "ap = 0", 1)
                    .replace("ap = -1", "ap = -3"),
            ),
            write("anti", &targets[0], &weapon("gun", "\"Anti-VEHICLE 4+\", \"Blast\"")),
            write("mind", &targets[0], &weapon("melee", "\"Psychic\", \"Devastating Wounds\"")),
            // Models of one wound take such attacks in any order.
            write(
                "late",
                &targets[0],
                &(weapon("melee", "\"Devastating Wounds\"").replace("damage = 2", "damage = \"D3\"")),
            ),
            write(
                "crowd",
                &one("INFANTRY", PLAIN, &ability("when = [\"target models 10+\"]\neffects = [\"+1 to wound\"]")),
                &weapon("gun", "\"Blast\", \"Hazardous\""),
            ),
            write(
                "weak",
                &one("INFANTRY", PLAIN, &ability("when = [\"target half strength\"]\neffects = [\"+1 attacks\"]")),
                &(weapon("gun", "\"Lethal Hits\"") + &blade),
            ),
            write(
                "hunter",
                &one("VEHICLE", PLAIN, &ability("when = [\"target VEHICLE\"]\neffects = [\"+1 to hit\"]")),
                &blade,
            ),
        ];
        // Models of one wound come before others: what holds of these alone is not taken for all.
        let defenders: Vec<String> = targets
            .iter()
            .enumerate()
            .rev()
            .map(|(place, target)| write(&format!("target {place}"), target, &blade))
            .collect();
        for with in [
            &[][..],
            &["+1 to hit"],
            &["Anti-VEHICLE 2+"],
            &["defender: Shield"],
            &["plunging fire"],
            &["+1 damage on critical wounds"],
            &["target half strength"],
            &["1 dice per target model: 4+ -> 1 mortal"],
        ] {
            let asked = CompareRequest {
                attackers: attackers.to_vec(),
                defenders: defenders.clone(),
                ..CompareRequest::default()
            };
            let with = with.iter().map(|text| (*text).to_owned()).collect();
            let base = Request { with, ..asked.base.clone() };
            let computed = is_as_without_memory(&CompareRequest { base, ..asked });
            assert!(computed >= 72, "{computed}");
        }
    }
}

/// Two armies have the same units, and some that only look the same: each has its own answer, wherever that comes from.
#[test]
fn units_of_two_armies_that_look_the_same_have_their_own_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |army: &str, name: &str, rest: &str| {
        let text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 90\n[[model]]\nname = \"Model\"\ncount = 5\ntoughness = 4\n\
             save = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"Axe\"\nattacks = 3\nskill = \"3+\"\nstrength = 5\n\
             ap = -1\ndamage = 2\n{rest}"
        );
        let path = folder.path().join(army).join(format!("{}.toml", name.to_lowercase()));
        std::fs::write(path, text).expect("written");
    };
    let entry = |name: &str, effect: &str| {
        format!("[[ability]]\nname = \"{name}\"\noptional = true\neffects = [\"{effect}\"]\n")
    };
    for (army, effect, lent) in [("one", "+1 to hit", "Glory"), ("other", "+1 damage", "Honour")] {
        std::fs::create_dir_all(folder.path().join(army)).expect("a folder");
        unit(army, "Same", "");
        // What is optional and of an army's own differs, and is asked for by its name.
        unit(army, "Nearly", &entry("Chant", effect));
        unit(army, "Naming", &format!("abilities = [\"Blessed\"]\n{}", entry("Blessed", effect)));
        unit(army, "Always", &entry("Oath", effect).replace("optional = true\n", ""));
        unit(army, "Plain", if army == "one" { "" } else { "abilities = [\"Lethal Hits\"]\n" });
        let names = ["same", "nearly", "naming", "always", "plain"];
        let units = names.map(|name| format!("[[unit]]\nprofile = \"{name}.toml\"\nmodels = 5\npoints = 90\n"));
        let lent = entry(lent, effect) + &entry("Roar", effect);
        let text = format!("name = \"{army}\"\ngame = \"warhammer-40k\"\n{}{lent}", units.concat());
        std::fs::write(folder.path().join(army).join("army.toml"), text).expect("written");
    }
    let armies = ["one", "other"].map(|army| folder.path().join(army).display().to_string());
    for (with, both_ways) in [(None, false), (None, true), (Some("Roar"), false), (Some("charged"), false)] {
        let base = Request { with: with.map(str::to_owned).into_iter().collect(), ..Request::default() };
        let (attackers, defenders) = (armies.to_vec(), armies.to_vec());
        let request = CompareRequest { attackers, defenders, base, both_ways, ..CompareRequest::default() };
        assert_eq!(is_as_without_memory(&request), if both_ways { 200 } else { 100 }, "{with:?}");
        let one = CompareRequest { attackers: vec![format!("{}/same.toml", armies[0])], ..request.clone() };
        assert_eq!(is_as_without_memory(&one), if both_ways { 20 } else { 10 }, "{with:?}");
    }
}

/// The shipped units on each other.
#[test]
fn shipped_units_are_answered_as_without_memory() {
    for game in [1, 2] {
        let units = units(game);
        let attackers = units.iter().step_by(9).cloned().collect();
        is_as_without_memory(&CompareRequest { attackers, defenders: units, ..CompareRequest::default() });
    }
}

/// What tables of drawn units are asked besides their game's own words.
const ASKED: [&[&str]; 5] = [
    &["+1 to hit", "charged, cover", "defender: ward 5+", "target charged", "all-out attack @50%", "3+: +1 to wound"],
    &[
        "-1 to wound", "cover, half range", "defender: feel no pain 5+", "overwatch", "Precision, Devastating Wounds",
        "half range @70%", "big guns, stealth", "defender: fights on death", "plunging fire, indirect",
    ],
    &[
        "-1 to wound", "cover, half range", "defender: feel no pain 5+", "overwatch", "Precision, Devastating Wounds",
        "half range @70%", "big guns, stealth", "defender: fights on death", "plunging fire, indirect",
    ],
    &["flank, vulnerable", "+1 to hit", "charge"],
    &["onslaught", "cover, rampage", "reroll hits of 1"],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    /// Units of every game, some of another size, behind a leader, led on by what is asked, and one after the other.
    #[test]
    fn drawn_tables_are_answered_as_without_memory(
        game in 0usize..5,
        picks in prop::collection::vec((any::<Index>(), select(vec![0u8, 0, 0, 1, 3, 10])), 26),
        word in any::<Index>(),
        says in prop::bool::weighted(0.7),
        then in prop::bool::weighted(0.3),
        both_ways in any::<bool>(),
        phase in select(vec![None, Some(Phase::Shooting), Some(Phase::Combat)]),
    ) {
        let units = units(game);
        let named = |(unit, models): &(Index, u8)| match models {
            0 => unit.get(&units).clone(),
            models => format!("{models} {}", unit.get(&units)),
        };
        let mut attackers: Vec<String> = picks[..3].iter().map(named).collect();
        if then {
            attackers.push(format!("{} & {}", attackers[0], attackers[1]));
        }
        let mut defenders: Vec<String> = picks[3..].iter().map(named).collect();
        if GAMES[game].id == "warhammer-40k" {
            defenders.extend(["captain + intercessor-squad", "librarian-in-terminator-armour + terminators"].map(String::from));
        }
        let with = if says { vec![(*word.get(ASKED[game])).to_owned()] } else { Vec::new() };
        let base = Request { with, phase, ..Request::default() };
        let request = CompareRequest { attackers, defenders, base, both_ways, ..CompareRequest::default() };
        // Where nothing at all can be computed there is no table.
        if compare(&request, &options()).is_ok() {
            is_as_without_memory(&request);
        }
    }
}

/// Each model of the target is worth a fifth of its points; the whole unit is worth them all.
#[test]
fn points_destroyed_are_the_share_of_the_models() {
    let comparison = compare(&asked(&["liberators"], &["liberators", "clawlord"]), &options()).expect("units");
    let cells = comparison.collect();
    let counted = cells.iter().map(|cell| cell.answer.as_ref().expect("computed")).collect::<Vec<_>>();
    let slain = |counted: &Counted| counted.value("slain").expect("a mean");
    assert!((counted[0].points_destroyed.expect("points") - 90.0 * slain(counted[0]) / 5.0).abs() < 1e-9);
    // One model: slain and destroyed are the same chance.
    let chance = counted[1].value("destroyed").expect("a chance");
    assert!((counted[1].points_destroyed.expect("points") - 110.0 * chance).abs() < 1e-9);
}

/// Wounds really lost decide, then damage; where both are the same, shooting comes first.
#[test]
fn without_a_phase_a_cell_is_that_of_the_phase_in_which_it_does_more() {
    let mut seen = [false; 2];
    for game in ["40k", "aos"] {
        let of = |phase| {
            let base = Request { phase, ..Request::default() };
            let typical = names(&[&format!("{game}/typical")]);
            let attackers = names(if game == "40k" { &["40k/t*", "40k/c*"] } else { &["aos/s*", "aos/l*"] });
            let request = CompareRequest { attackers, defenders: typical, base, ..CompareRequest::default() };
            compare(&request, &options()).expect("units of one game").collect()
        };
        let [either, shooting, combat] = [None, Some(Phase::Shooting), Some(Phase::Combat)].map(of);
        let worth = |counted: &Counted| ["wounds-lost", "damage"].map(|name| counted.value(name).expect("it has it"));
        for (either, both) in either.iter().zip(shooting.iter().zip(&combat)) {
            let (Ok(shooting), Ok(combat)) = (&both.0.answer, &both.1.answer) else { continue };
            let more = worth(combat) > worth(shooting);
            assert_eq!(either.answer.as_ref(), Ok(if more { combat } else { shooting }));
            seen[usize::from(more)] = true;
        }
    }
    assert_eq!(seen, [true, true], "some do more with each");
}

/// `sweep` and `advise` ask in the phase that `compare` asks in: where both phases take as many wounds, that of more damage.
#[test]
fn every_command_chooses_the_same_phase() {
    for (attacker, phase) in [
        ("40k: 1x 24\" 2A 3+/4/0/1; 2A 3+/4/0/2; T4 W1 3+", "combat"),
        ("40k: 1x 24\" 4A 3+/4/0/1; 2A 3+/4/0/1; T4 W1 3+", "shooting"),
        ("40k/terminators", "combat"),
        ("40k/hellblaster-squad", "shooting"),
        // Who may be no target of itself has phases as well.
        ("emperors-champion+assault-intercessor-squad", "combat"),
    ] {
        let target = "40k: 5x T4 W1 4+";
        let base = Request { attacker: attacker.into(), defender: target.into(), ..Request::default() };
        let table = compare(&asked(&[attacker], &[target]), &options()).expect("units");
        let cell = table.collect().remove(0).answer.expect("computed");
        assert_eq!(cell.phase.map(Phase::name), Some(phase), "compare {attacker}");
        let request = AdviseRequest { request: base.clone(), tries: Vec::new(), side: Owner::Attacker, metric: None };
        let advice = advise(&request, &options()).expect("computed");
        assert_eq!(advice.phase.map(Phase::name), Some(phase), "advise {attacker}");
        let swept = SweepRequest { base, vary: names(&["with=nothing|cover"]), ..SweepRequest::default() };
        let notes = sweep(&swept, &options()).expect("computed").head.notes;
        assert!(notes.iter().any(|note| note.contains(&format!("in the {phase} phase"))), "{attacker}: {notes:?}");
    }
}

/// What is slain outright is no damage, and decides the phase all the same: three models of two wounds on 2+, against 3 hits of 6
/// shots that wound, and saves of 4+.
#[test]
fn models_that_are_slain_decide_the_phase() {
    let (attacker, target) = ("aos: 1x 12\" 6A 4+/2+/-/1; 1A 6+/6+/-/1; H2 4+", "aos: 10x H2 4+");
    let table = CompareRequest {
        base: Request { with: names(&["slay 3 models on 2+ in melee"]), ..Request::default() },
        ..asked(&[attacker], &[target])
    };
    let cell = compare(&table, &options()).expect("units").collect().remove(0).answer.expect("computed");
    assert_eq!(cell.phase.map(Phase::name), Some("combat"));
    // Who is hurt is slain first, with what it has lost.
    let blow = 1.0 / 36.0 / 2.0;
    let lost = cell.number("wounds-lost").expect("a number").summary.mean;
    near("wounds lost", lost, 5.0 / 6.0 * 6.0 + blow / 6.0);
}

#[test]
fn patterns_and_short_names_stand_for_units() {
    let comparison = compare(&asked(&["aos/clan*", "liberators"], &["aos/typical"]), &options()).expect("units");
    let attackers: Vec<&str> = comparison.attackers().map(|unit| unit.name.as_str()).collect();
    assert_eq!(attackers, ["Clanrats", "Liberators"]);
    let (_, typical) = TYPICAL.iter().find(|(game, _)| *game == "age-of-sigmar").expect("a list");
    assert_eq!(comparison.defenders().len(), typical.len());
    // The game of one list decides that of the other, and a unit that a pattern finds again stands there once.
    let comparison = compare(&asked(&["boyz", "*"], &["typical", "10 40k/boyz"]), &options()).expect("units");
    assert_eq!(comparison.game().id, "warhammer-40k");
    let boyz = comparison.attackers().filter(|unit| unit.name == "Boyz").count();
    assert_eq!(boyz, 1);
    let led = compare(&asked(&["captain+inter*-squad"], &["40k-10e/horde"]), &options());
    assert!(led.is_ok(), "{:?}", led.err().map(|error| error.to_string()));
}

#[test]
fn what_cannot_be_is_said_all_at_once() {
    let error = |attackers: &[&str], defenders: &[&str]| {
        compare(&asked(attackers, defenders), &options()).err().expect("an error").to_string()
    };
    let both = error(&["libarators", "zzz*"], &["clanrats"]);
    assert!(both.contains("libarators") && both.contains("no unit fits `zzz*`"), "{both}");
    assert!(error(&["liberators"], &["40k/boyz"]).contains("all units must be of one game"));
    assert!(error(&["*"], &["hero"]).contains("say of which game"));
    let wrong = CompareRequest {
        base: Request { with: vec!["chraged".into()], ..Request::default() },
        ..asked(&["liberators", "clanrats"], &["aos/typical"])
    };
    assert!(compare(&wrong, &options()).err().expect("no such thing").to_string().contains("charged"));
    let free = "aos: 10x 2A 3+/4+/-1/1; H2 4+";
    let priced = |attackers: &[&str]| CompareRequest { per_100_points: true, ..asked(attackers, &["clanrats"]) };
    let none = compare(&priced(&[free]), &options()).err().expect("no points").to_string();
    assert!(none.contains("no attacker has points") && none.contains("--set attacker.points"), "{none}");
    let notes = compare(&priced(&["liberators", free]), &options()).expect("one has points").notes();
    assert!(notes.iter().any(|note| note.contains("without points") && note.contains("10x 2A")), "{notes:?}");
    let bought = CompareRequest { metrics: names(&["points-destroyed"]), ..asked(&["liberators"], &[free]) };
    let none = compare(&bought, &options()).err().expect("no points").to_string();
    assert!(none.contains("no defender has points") && none.contains("--set defender.points"), "{none}");
    let wrong = CompareRequest { metrics: names(&["damge"]), ..asked(&["liberators"], &["clanrats"]) };
    assert!(compare(&wrong, &options()).err().expect("no such result").to_string().contains("damage"));
}

/// The rows of all parts of a table, one after the other, are those of the whole, byte for byte: also where something is said
/// of one attacker by its name, which is in one part only, or fits a pair of another part alone.
#[test]
fn parts_of_a_table_are_the_whole() {
    let with = names(&["megaboss-on-maw-krusha: charged", "freeguild fusiliers: covering fire"]);
    let base = Request { with, ..Request::default() };
    let attackers = ["aos/*boss*", "freeguild-fusiliers", "aos/clan*", "liberators", "stormvermin"];
    let whole = CompareRequest { base, ..asked(&attackers, &["aos/typical"]) };
    let rows = |request: &CompareRequest| {
        let table = compare(request, &options()).unwrap_or_else(|error| panic!("{error}"));
        table.csv_lines(&table.collect(), CsvStyle::Plain)
    };
    let all = rows(&whole);
    for parts in 1..=5 {
        let part = |place: usize| Some(format!("{place}/{parts}").parse().expect("a part"));
        let each = (1..=parts).flat_map(|place| rows(&CompareRequest { shard: part(place), ..whole.clone() }));
        assert!(each.eq(all.iter().copied()), "{parts} parts");
    }
    let wrong = |request: CompareRequest| compare(&request, &options()).err().expect("no such part").to_string();
    let shard = "6/60".parse().ok();
    assert!(wrong(CompareRequest { shard, ..whole.clone() }).contains("fewer than 60 parts"));
    assert!(wrong(CompareRequest { shard, both_ways: true, ..whole }).contains("`--both-ways`"));
}

/// A unit without weapons of the phase is a row of reasons, and the others are computed.
/// Profiles that stand for targets have no weapons: a table of them alone is refused, beside others they are named.
#[test]
fn attackers_without_weapons_are_told() {
    for game in GAMES.iter().map(|game| game.id) {
        let typical = format!("{game}/typical");
        let error = compare(&asked(&[&typical], &[&typical]), &options()).err().expect("no weapons").to_string();
        assert!(error.contains("`typical` names targets"), "{error}");
        assert!(error.contains(&format!("--into {game}/typical")), "{error}");
    }
    let error = compare(&asked(&["aos/horde"], &["liberators"]), &options()).err().expect("no weapons").to_string();
    assert!(error.contains("no unit in front of `--into` has a weapon"), "{error}");
    // The way back is an attack.
    let back = CompareRequest { both_ways: true, ..asked(&["aos/horde"], &["liberators"]) };
    let table = compare(&back, &options()).expect("Liberators attack");
    assert!(table.collect().iter().any(|cell| cell.back && cell.answer.is_ok()));
    let table = compare(&asked(&["liberators", "aos/horde"], &["clawlord"]), &options()).expect("a table");
    let note = "without weapons, so that they do not attack: Horde";
    assert!(table.notes().iter().any(|known| known == note), "{:?}", table.notes());
}

#[test]
fn a_pair_that_cannot_be_computed_is_a_cell_with_its_reason() {
    let request = CompareRequest {
        base: Request { phase: Some(warodds::games::Phase::Shooting), ..Request::default() },
        ..asked(&["liberators", "freeguild-fusiliers"], &["clanrats", "clawlord"])
    };
    let comparison = compare(&request, &options()).expect("some can be computed");
    let cells = comparison.collect();
    assert!(
        cells[..2].iter().all(|cell| cell.answer.as_ref().err().is_some_and(|why| why.contains("no ranged weapon")))
    );
    assert!(cells[2..].iter().all(|cell| cell.answer.is_ok()));
    let text = String::from_utf8(comparison.csv_lines(&cells, CsvStyle::Plain)).expect("UTF-8");
    assert_eq!(text.lines().count(), 2 + 2 * 2);
    assert!(text.lines().next().is_some_and(|line| line.contains("no ranged weapon")), "{text}");
}

#[test]
fn json_is_the_same_cell_by_cell_and_says_who_attacks_whom() {
    let request = CompareRequest { both_ways: true, ..asked(&["liberators", "clanrats"], &["clawlord"]) };
    let comparison = compare(&request, &options()).expect("units");
    let cells = comparison.collect();
    let json: serde_json::Value = serde_json::from_str(&comparison.json(&cells)).expect("JSON");
    assert_eq!(json["attackers"][1]["name"], "Clanrats");
    assert_eq!((json["cells"].as_array().map(Vec::len), json["back"].as_array().map(Vec::len)), (Some(2), Some(2)));
    assert_eq!(json["cells"][1]["attacker"], 1);
    assert!(json["cells"][0]["results"]["damage"].get("pmf").is_none());
    let mean = json["cells"][0]["results"]["wounds-lost"]["mean"].as_f64().expect("a mean");
    let shared = json["cells"][0]["per-100-points"]["wounds-lost"].as_f64().expect("a mean");
    assert!((mean / 0.9 - shared).abs() < 1e-12, "Liberators cost 90 points");
    assert!(json["command"].as_str().is_some_and(|command| command.contains("--into clawlord --both-ways")), "{json}");
}

#[test]
fn a_sweep_names_its_values_and_where_series_break_even() {
    let request = |vary: &[&str]| SweepRequest {
        base: Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() },
        vary: names(vary),
        ..SweepRequest::default()
    };
    // The more Rend there is, the more another point of it is worth beside +1 to hit: both save nothing at the end.
    let answer = sweep(&request(&["defender.save=2+..6+", "with=+1 to hit|+1 rend"]), &options()).expect("computed");
    let json: serde_json::Value = serde_json::from_str(&answer.json()).expect("JSON");
    assert_eq!(json["varied"][0]["values"][4], "6+");
    assert_eq!(json["cells"][3]["values"], serde_json::json!(["3+", "+1 rend"]));
    assert!(answer.sheet().lines.is_some_and(|lines| lines.series.len() == 2));
    let answer = sweep(&request(&["defender.save=2+..4+", "attacker.models=5,10"]), &options()).expect("computed");
    assert!(answer.sheet().matrix.is_some_and(|matrix| (matrix.rows.len(), matrix.columns.len()) == (3, 2)));
    // A value that the profile refuses is a cell that says why.
    let answer = sweep(&request(&["defender.save=3+,9+"]), &options()).expect("one can be");
    assert!(answer.cells()[1].answer.is_err() && answer.cells()[0].answer.is_ok());
    assert!(sweep(&request(&["defender.save=9+"]), &options()).is_err());
}

#[test]
fn a_range_that_is_written_otherwise_is_told_how() {
    let said = |vary: &str| {
        let base = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
        let request = SweepRequest { base, vary: names(&[vary]), ..SweepRequest::default() };
        sweep(&request, &options()).expect_err("no such value").to_string()
    };
    for vary in ["defender.save=2-6", "defender.save=2+-6+", "defender.save=2..6", "defender.save=2+ to 6+"] {
        assert!(said(vary).contains("`--vary defender.save=2+..6+`"), "{vary}: {}", said(vary));
    }
    assert!(said("attacker.models=5-10").contains("`--vary attacker.models=5..10`"));
    assert!(!said("defender.save=9+").contains(".."));
}

/// Who stops a sweep gets whole rows, each of them as if nobody had stopped it.
#[test]
fn a_sweep_that_is_stopped_ends_with_a_whole_row() {
    let request = SweepRequest {
        base: Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() },
        vary: names(&["attacker.models=1..150", "defender.save=2+..6+"]),
        ..SweepRequest::default()
    };
    let (whole, stop) = (sweep(&request, &options()).expect("computed"), AtomicBool::new(false));
    let progress = |done: u64| stop.store(done > 300, Ordering::Relaxed);
    let part = sweep_watched(&request, &options(), &Watch { progress: &progress, stop: &stop }).expect("some rows");
    let reached = part.reached();
    assert!(!reached.is_all() && reached.cells.is_multiple_of(5) && reached.of == 750, "{reached:?}");
    assert_eq!(part.cells(), &whole.cells()[..reached.cells]);
    assert_eq!(part.axes()[0].values.len(), reached.cells / 5);
    let json: serde_json::Value = serde_json::from_str(&part.json()).expect("JSON");
    assert_eq!(json["stopped"]["of"], 750);
    let stop = AtomicBool::new(true);
    let none = sweep_watched(&request, &options(), &Watch { progress: &|_| {}, stop: &stop });
    assert!(none.expect_err("nothing").to_string().contains("before the first row"));
}

/// What an attack asks of its target decides whether another target may have its answer: Strength 4 is above Toughness 3 and not
/// above 4. Six shots hit on 2+; of Toughness 3 they wound with Strength 5 on 3+, of Toughness 4 with Strength 4 on 4+.
#[test]
fn a_strength_that_is_compared_with_toughness_is_compared_with_each_target() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let rule = "[[ability]]\nname = \"Breaker\"\nwhen = [\"strength above toughness\"]\neffects = [\"+1 strength\"]\n";
    let gun = write("gun", &(forty_k(&gun(1, "6 2+ 4 0 1", "")) + rule));
    let foes = [3, 4].map(|toughness| write(&format!("foe{toughness}"), &squad(5, toughness, "-", 3, "")));
    let lost = [6.0 * 5.0 / 6.0 * 4.0 / 6.0, 6.0 * 5.0 / 6.0 * 3.0 / 6.0];
    for order in [[0, 1], [1, 0]] {
        let base = Request { phase: Some(Phase::Shooting), ..Request::default() };
        let request = CompareRequest { base, ..asked(&[&gun], &order.map(|foe| foes[foe].as_str())) };
        let cells = compare(&request, &options()).expect("right").collect();
        for (cell, foe) in cells.iter().zip(order) {
            let answer = cell.answer.as_ref().expect("an attack");
            near(&format!("{order:?}"), answer.value("wounds-lost").expect("a result"), lost[foe]);
        }
    }
}

/// A part of the name of an Attached unit means the unit, in a table as in one attack.
#[test]
fn a_leader_names_its_unit_in_a_table_too() {
    let base = Request { with: names(&["captain: +1 to hit"]), phase: Some(Phase::Shooting), ..Request::default() };
    let (attacker, defender) = ("captain+intercessors".to_owned(), "40k/boyz".to_owned());
    let table = CompareRequest { base: base.clone(), ..asked(&[&attacker], &[&defender]) };
    let cells = compare(&table, &options()).expect("right").collect();
    let counted = cells[0].answer.as_ref().expect("computed");
    let (report, _) = prepare(&Request { attacker, defender, ..base })
        .and_then(|prepared| prepared.report(&options(), &|_| {}))
        .expect("right");
    let lost = report.results.metric("wounds-lost").expect("a number").summary.mean;
    near("wounds lost", counted.number("wounds-lost").expect("a number").summary.mean, lost);
}
