//! Before a game: what is bought, against all that might be.

use warodds::ask::{
    AdviseRequest, BuildRequest, ChangeKind, CompareRequest, ListAdviceRequest, ListsRequest, NeedRequest, Request,
    ThreatsRequest, Watch, advise, advise_list, build, compare, compare_lists, need, prepare, threats,
};
use warodds::engine::Options;
use warodds::games::{Cost, Owner, Phase};
use warodds::report::{CsvStyle, Reportable};

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The result of each attacker on each target, as `compare` tells it.
fn cells(attackers: &[&str], targets: &[&str], with: &[&str], metric: &str) -> Vec<Vec<f64>> {
    let request = CompareRequest {
        attackers: texts(attackers),
        defenders: texts(targets),
        base: Request { with: texts(with), ..Request::default() },
        ..CompareRequest::default()
    };
    let table = compare(&request, &Options::default()).expect("right");
    let value = |place: usize, target: usize| {
        let cell = table.cell(false, place, target).expect("a cell");
        cell.answer.expect("an attack").value(metric).expect("a result")
    };
    (0..attackers.len()).map(|place| (0..targets.len()).map(|target| value(place, target)).collect()).collect()
}

/// All points of a unit.
fn wounds(unit: &str) -> f64 {
    let request = Request { attacker: "liberators".into(), defender: unit.into(), ..Request::default() };
    let bodies = prepare(&request).expect("right").engaged.engagement.bodies;
    bodies.iter().map(warodds::sequence::Body::wounds).sum::<usize>() as f64
}

/// Liberators in fives (90) and tens (180), Varanguard in threes (300) and sixes (600), Rat Ogors in threes (140) and sixes
/// (280), no unit more than twice, for 500 points: every list, every assignment of its units.
#[test]
fn a_list_is_the_best_of_all_that_can_be_bought() {
    let units = [
        ("liberators", 90, 0),
        ("10 liberators", 180, 0),
        ("varanguard", 300, 1),
        ("6 varanguard", 600, 1),
        ("rat-ogors", 140, 2),
        ("6 rat-ogors", 280, 2),
    ];
    // The Chariot has 8 wounds, the Behemoth 18, the Stormvermin of the second list 10.
    let lists: [&[(&str, f64)]; 2] = [&[("aos/chariot", 0.0), ("aos/behemoth", 0.0)], &[("stormvermin", 0.0)]];
    let targets = ["aos/chariot", "aos/behemoth", "stormvermin"];
    let wounds = targets.map(wounds);
    let names: Vec<&str> = units.iter().map(|(name, ..)| *name).collect();
    let lost = cells(&names, &targets, &[], "wounds-lost");
    let against = |places: &[usize], bought: &[usize]| -> f64 {
        let all: f64 = places.iter().map(|place| wounds[*place]).sum();
        let ways = places.len().pow(bought.len() as u32);
        let taken = |way: usize| -> f64 {
            let (mut sums, mut rest) = (vec![0.0; places.len()], way);
            for unit in bought {
                sums[rest % places.len()] += lost[*unit][places[rest % places.len()]];
                rest /= places.len();
            }
            sums.iter().zip(places).map(|(sum, place)| sum.min(wounds[*place])).sum()
        };
        (0..ways).map(taken).fold(0.0, f64::max) / all
    };
    let mut best = 0.0;
    for code in 0..3usize.pow(6) {
        let counts: Vec<usize> = (0..6).map(|place| code / 3usize.pow(place) % 3).collect();
        let of_kind =
            |kind: usize| -> usize { (0..6).filter(|place| units[*place].2 == kind).map(|place| counts[place]).sum() };
        let points: usize = (0..6).map(|place| counts[place] * units[place].1).sum();
        if points > 500 || (0..3).any(|kind| of_kind(kind) > 2) {
            continue;
        }
        let bought: Vec<usize> = (0..6).flat_map(|place| vec![place; counts[place]]).collect();
        best = f64::max(best, against(&[0, 1], &bought).min(against(&[2], &bought)));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let roster = folder.path().join("theirs");
    std::fs::create_dir(&roster).expect("a folder");
    for name in ["chariot", "behemoth"] {
        let text = include_dir_text(name);
        std::fs::write(roster.join(format!("{name}.toml")), text).expect("written");
    }
    let request = BuildRequest {
        from: texts(&["liberators", "varanguard", "rat-ogors"]),
        points: 500,
        into: vec![roster.to_string_lossy().into_owned(), "stormvermin".to_owned()],
        at_most: texts(&["2"]),
        ..BuildRequest::default()
    };
    let built = build(&request, &Options::default(), &Watch::nobody()).expect("a list");
    assert_eq!(lists.len(), built.enemies.len());
    assert!((built.worst - best).abs() < 1e-9, "{} is not {best}", built.worst);
    assert!((built.bound - best).abs() < 1e-9 && built.greedy <= best + 1e-9 && built.points <= 500);
    // What is played out exactly never takes more than the averages of single attacks say, and each list is planned.
    for enemy in &built.enemies {
        let planned = enemy.planned.expect("small");
        assert!(planned <= enemy.taken + 1e-9 && planned > 0.5 * enemy.taken, "{planned} of {}", enemy.taken);
    }
}

fn include_dir_text(name: &str) -> String {
    let path = format!("{}/profiles/age-of-sigmar/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a profile")
}

#[test]
fn threats_are_what_compare_says_in_order() {
    let attackers = ["liberators", "varanguard", "clawlord", "rat-ogors", "clanrats"];
    let from = texts(&attackers);
    let request = ThreatsRequest { unit: "liberators".into(), from, at_least: 0.1, ..ThreatsRequest::default() };
    let report = threats(&request, &Options::default(), &Watch::nobody()).expect("done");
    let chances = |with: &[&str]| -> Vec<f64> {
        cells(&attackers, &["liberators"], with, "destroyed").into_iter().map(|row| row[0]).collect()
    };
    let (plain, covered) = (chances(&[]), chances(&["cover"]));
    let mut sorted = plain.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let told: Vec<f64> = report.threats.iter().map(|threat| threat.destroyed).collect();
    assert_eq!(told, sorted);
    assert_eq!(report.reach, plain.iter().filter(|p| **p >= 0.1).count());
    assert!((report.destroyed - plain.iter().sum::<f64>() / 5.0).abs() < 1e-12);
    let cover = report.answers.iter().find(|answer| answer.name == "Cover").expect("everybody may");
    assert_eq!(cover.reach, covered.iter().filter(|p| **p >= 0.1).count());
    assert!((cover.destroyed - covered.iter().sum::<f64>() / 5.0).abs() < 1e-12);
    // Ten Liberators are what the five may be bought as.
    let ten: Vec<f64> = cells(&attackers, &["10 liberators"], &[], "destroyed").into_iter().map(|row| row[0]).collect();
    let larger = report.answers.iter().find(|answer| answer.name == "10 models").expect("a size");
    assert_eq!(larger.cost, Cost::Points(90));
    assert!((larger.destroyed - ten.iter().sum::<f64>() / 5.0).abs() < 1e-12);
    let cheap = ThreatsRequest { points: Some(140), ..request };
    let cheap = threats(&cheap, &Options::default(), &Watch::nobody()).expect("done");
    assert!(cheap.threats.iter().all(|threat| threat.unit.points.is_some_and(|points| points <= 140)));
    assert_eq!(cheap.threats.len(), 3, "Varanguard cost 300, Clanrats 150");
}

/// What is of one phase answers the attacks of that phase, whoever asked for none; its rows ask for just that.
#[test]
fn threats_are_answered_in_the_phase_in_which_they_are() {
    let unit = "40k: 6x T4 W2 4+ keywords [INFANTRY]".to_owned();
    let from = texts(&["40k: 4x 24\" 3A 4+/5/-1/2; 4x 1A 4+/5/-1/2; 4x T4 W2 4+"]);
    let request = ThreatsRequest { unit: unit.clone(), from: from.clone(), ..ThreatsRequest::default() };
    let report = threats(&request, &Options::default(), &Watch::nobody()).expect("done");
    let answer = report.answers.iter().find(|answer| answer.name == "Go to Ground").expect("they shoot more");
    let attack = |with: &[&str]| {
        let request = Request {
            attacker: from[0].clone(),
            defender: unit.clone(),
            with: texts(with),
            phase: Some(Phase::Shooting),
            ..Request::default()
        };
        let (report, _) = prepare(&request).expect("right").report(&Options::default(), &|_| {}).expect("small");
        report.results.chance("destroyed").expect("a chance").p
    };
    assert!((report.destroyed - attack(&[])).abs() < 1e-12);
    assert!((answer.destroyed - attack(&["go to ground"])).abs() < 1e-12 && answer.destroyed < report.destroyed);
    let rows = String::from_utf8(report.csv(CsvStyle::Plain)).expect("text");
    let asks = |line: &&str| line.contains(",Go to Ground,") && line.contains("--with 'go to ground'");
    assert!(rows.lines().any(|line| asks(&line)), "{rows}");
}

/// The fewest models are enough, and one fewer are not; so it is with commands.
#[test]
fn what_is_needed_is_enough_and_less_is_not() {
    let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
    let wanted = NeedRequest { request, destroyed: 0.8, tries: Vec::new() };
    let found = need(&wanted, &Options::default(), &Watch::nobody()).expect("right");
    let chance = |models: usize, with: &[&str]| {
        cells(&[&format!("{models} liberators")], &["clawlord"], with, "destroyed")[0][0]
    };
    let models = found.models.expect("enough").models;
    assert!(chance(models, &[]) >= 0.8 && (1..models).all(|fewer| chance(fewer, &[]) < 0.8));
    // Ten are the largest unit, and do not reach it without a command.
    assert!(found.size.is_none() && chance(10, &[]) < 0.8 && chance(10, &["all-out attack"]) >= 0.8);
    let ten = found.commands.iter().find(|row| row.models == 10).expect("with a command");
    assert_eq!((ten.with.clone(), ten.command_points), (texts(&["All-out Attack"]), 1));
    // Where commands cost dice, a double is cheaper than a quad: Rampage (50 %) is not named where Onslaught (30 %) will do.
    let request = Request { attacker: "gloryseeker".into(), defender: "cave-squig".into(), ..Request::default() };
    let wanted = NeedRequest { request, destroyed: 0.2, ..wanted };
    let found = need(&wanted, &Options::default(), &Watch::nobody()).expect("right");
    let with = &found.commands.first().expect("with a command").with;
    assert!(with.contains(&"Onslaught".to_owned()) && !with.contains(&"Rampage".to_owned()), "{with:?}");
}

#[test]
fn sizes_are_those_that_can_be_bought() {
    let asked = |attacker: &str, side| {
        let request = Request { attacker: attacker.into(), defender: "40k/horde".into(), ..Request::default() };
        advise(&AdviseRequest { request, tries: Vec::new(), side, metric: None }, &Options::default())
    };
    let profile = |sizes: &str| {
        format!(
            "game = \"warhammer-40k\"\nname = \"Squad\"\npoints = 80\n{sizes}\n[[model]]\nname = \"A\"\ncount = 5\ntoughness = 4\n\
             save = \"3+\"\nwounds = 2\n[[weapon]]\nname = \"Rifle\"\nrange = 24\nattacks = 2\nskill = \"3+\"\nstrength = 4\n\
             ap = 0\ndamage = 1\n"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let names = |sizes: &str| -> Vec<(String, Cost)> {
        let path = folder.path().join("squad.toml");
        std::fs::write(&path, profile(sizes)).expect("written");
        let advice = asked(&path.to_string_lossy(), Owner::Attacker).expect("right");
        let models = advice.options.iter().filter(|option| option.name.contains("more model"));
        models.map(|option| (option.name.clone(), option.cost)).collect()
    };
    assert_eq!(names(""), [], "who knows no sizes sells none");
    assert_eq!(names("sizes = [5, 7, 10]").len(), 2);
    assert!(names("sizes = [5, 10]").contains(&("5 more models".to_owned(), Cost::Points(80))));
}

/// A limit that no list keeps is told by its name, with what would be possible.
#[test]
fn what_no_list_keeps_is_told() {
    let told = |change: &dyn Fn(&mut BuildRequest)| {
        let mut request = BuildRequest {
            from: texts(&["liberators", "varanguard"]),
            points: 300,
            into: texts(&["stormvermin"]),
            ..BuildRequest::default()
        };
        change(&mut request);
        let built = build(&request, &Options::default(), &Watch::nobody());
        built.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(told(&|_| {}), "");
    for (change, wanted) in [
        (
            &(|r: &mut BuildRequest| r.points = 50) as &dyn Fn(&mut BuildRequest),
            "the cheapest unit is Liberators for 90 points",
        ),
        (&|r| r.must = texts(&["varanguard", "liberators"]), "costs 390 points, 90 more than `--points 300`"),
        (&|r| r.never = texts(&["liberators", "varanguard"]), "leaves no unit of `--from`"),
        (&|r| (r.must, r.never) = (texts(&["liberators"]), texts(&["liberators"])), "`--must` and by `--never`"),
        (
            &|r| (r.must, r.at_most) = (texts(&["liberators", "liberators"]), texts(&["1"])),
            "2 times, and a list may have it 1 times",
        ),
        (&|r| r.at_least = texts(&["CAVALRY=2"]), "costs at least 600 points, 300 more than are left"),
        (&|r| r.at_least = texts(&["CAVALRY=9"]), "a list can have 3 of them at most"),
        (&|r| r.at_least = texts(&["CAVALRI=1"]), "did you mean `CAVALRY`"),
        (&|r| r.at_most = texts(&["HERO"]), "write `--at-most 3`"),
        (&|r| (r.must, r.at_most) = (texts(&["varanguard"]), texts(&["CAVALRY=0"])), "allows fewer"),
        (&|r| r.from = texts(&["aos: 10x 2A 3+/4+/-1/1; H1 5+"]), "no unit of `--from` has points"),
    ] {
        let told = told(change);
        assert!(told.contains(wanted), "{wanted}:\n{told}");
    }
}

/// `--at-most` knows units by the name of their profile, as every command does: `clawlord` for Clawlord on Gnaw-beast.
#[test]
fn a_limit_names_units_as_they_are_typed() {
    let bought = |at_most: &str| {
        let request = BuildRequest {
            from: texts(&["age-of-sigmar/clawlord"]),
            into: texts(&["age-of-sigmar/behemoth"]),
            points: 220,
            at_most: texts(&[at_most]),
            ..BuildRequest::default()
        };
        let built = build(&request, &Options::default(), &Watch::nobody()).unwrap_or_else(|error| panic!("{error}"));
        built.units.iter().map(|unit| unit.copies).sum::<usize>()
    };
    assert_eq!([bought("clawlord=2"), bought("clawlord=1")], [2, 1]);
}

/// Of changes that take all of an enemy the cheapest is first, and a note says that they look alike.
#[test]
fn changes_that_reach_everything_look_alike() {
    let request = ListAdviceRequest {
        list: texts(&["liberators", "clanrats", "varanguard"]),
        into: texts(&["age-of-sigmar/behemoth"]),
        ..ListAdviceRequest::default()
    };
    let advice = advise_list(&request, &Options::default(), &Watch::nobody()).expect("right");
    let most = advice.changes[0].change.worst;
    let ties: Vec<Cost> = advice.changes.iter().filter(|c| c.change.worst >= most - 1e-9).map(|c| c.cost).collect();
    assert!(ties.len() > 2 && (advice.base.worst + most - 1.0).abs() < 1e-9, "{ties:?}");
    assert!(ties[0] == Cost::Free && ties[1] == Cost::Command(1), "{ties:?}");
    assert!(advice.head.notes.iter().any(|note| note.contains("look alike")), "{:?}", advice.head.notes);
}

/// Five Liberators and twenty Clanrats against a Chariot and a Behemoth: what each unit, command and purchase changes, from
/// the cells of `compare` and every assignment.
#[test]
fn advice_for_a_list_is_the_difference_of_what_two_lists_take() {
    let targets = ["aos/chariot", "aos/behemoth"];
    let wounds = targets.map(wounds);
    let row = |unit: &str, with: &[&str]| cells(&[unit], &targets, with, "wounds-lost").remove(0);
    let taken = |units: &[Vec<f64>]| -> f64 {
        let way = |way: usize| -> f64 {
            let sum = |target: usize| -> f64 {
                let at = units.iter().enumerate().filter(|(place, _)| way >> place & 1 == target);
                at.map(|(_, unit)| unit[target]).sum()
            };
            (0..2).map(|target| sum(target).min(wounds[target])).sum()
        };
        (0..1 << units.len()).map(way).fold(0.0, f64::max) / wounds.iter().sum::<f64>()
    };
    let [liberators, clanrats] = ["liberators", "clanrats"].map(|unit| row(unit, &[]));
    let base = taken(&[liberators.clone(), clanrats.clone()]);
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["chariot", "behemoth"] {
        std::fs::write(folder.path().join(format!("{name}.toml")), include_dir_text(name)).expect("written");
    }
    let request = ListAdviceRequest {
        list: texts(&["liberators", "clanrats"]),
        into: vec![folder.path().to_string_lossy().into_owned()],
        from: texts(&["rat-ogors", "varanguard"]),
        points: Some(290),
        ..ListAdviceRequest::default()
    };
    let advice = advise_list(&request, &Options::default(), &Watch::nobody()).expect("right");
    assert!((advice.base.worst - base).abs() < 1e-9, "{} is not {base}", advice.base.worst);
    let told = |name: &str| advice.changes.iter().find(|change| change.name == name).expect("a change").change.worst;
    let all_out = taken(&[row("liberators", &["all-out attack"]), clanrats.clone()]);
    let other = taken(&[liberators.clone(), row("clanrats", &["all-out attack"])]);
    let command = advice.changes.iter().find(|change| change.name.starts_with("All-out Attack")).expect("a command");
    assert!((command.change.worst - (all_out.max(other) - base)).abs() < 1e-9 && command.cost == Cost::Command(1));
    let ogors = |number: usize| {
        let units = [liberators.clone(), clanrats.clone()].into_iter();
        taken(&units.chain(vec![row("rat-ogors", &[]); number]).collect::<Vec<_>>())
    };
    for (name, wanted) in [
        ("without Liberators", taken(std::slice::from_ref(&clanrats))),
        ("without Clanrats", taken(std::slice::from_ref(&liberators))),
        ("10 Liberators", taken(&[row("10 liberators", &[]), clanrats.clone()])),
        ("3 Rat Ogors", ogors(1)),
    ] {
        assert!((told(name) - (wanted - base)).abs() < 1e-9, "{name}: {} is not {}", told(name), wanted - base);
    }
    assert!(!advice.changes.iter().any(|change| change.kind == ChangeKind::Buy && change.name.contains("Varanguard")));
    // Two times three cost 280, and so do six: whichever takes more.
    let six = taken(&[liberators.clone(), clanrats.clone(), row("6 rat-ogors", &[])]);
    let bought = advice.purchase.as_ref().expect("something");
    assert!((bought.taken.worst - ogors(2).max(six)).abs() < 1e-9 && bought.points == 280, "{bought:?}");
}

#[test]
fn what_advice_for_a_list_lacks_is_told() {
    for (points, from, list, wanted) in [
        (Some(100), &[][..], &["liberators"][..], "write `--from"),
        (None, &["liberators"], &["liberators"], "write `--points 110`"),
        (None, &[], &[], "no list is named"),
    ] {
        let (list, from, into) = (texts(list), texts(from), texts(&["clawlord"]));
        let request = ListAdviceRequest { list, from, into, points, ..ListAdviceRequest::default() };
        let told =
            advise_list(&request, &Options::default(), &Watch::nobody()).expect_err("it lacks something").to_string();
        assert!(told.contains(wanted), "{told}");
    }
}

/// What each row of attackers destroys, with its name, models, points and command.
fn rows(attackers: &[&str], target: &str, tries: &[&str]) -> Vec<(String, f64, String)> {
    let (attackers, defenders, tries) = (texts(attackers), texts(&[target]), texts(tries));
    let request = CompareRequest { attackers, defenders, tries, ..CompareRequest::default() };
    let table = compare(&request, &Options::default()).expect("right");
    let answer = |place: usize| table.cell(false, place, 0).expect("a cell").answer.expect("an attack");
    let csv = String::from_utf8(table.csv_lines(&table.collect(), warodds::report::CsvStyle::Plain)).expect("text");
    let command = |place: usize| {
        let line = csv.lines().nth(2 * place).expect("two results of each row");
        let command = line.split(',').find(|cell| cell.starts_with("warodds attack")).expect("a command");
        command.to_owned()
    };
    let lines = table.attackers().enumerate();
    lines
        .map(|(place, line)| (line.name.clone(), answer(place).value("destroyed").expect("a chance"), command(place)))
        .collect()
}

/// One attack each that kills with 1/3 (4+ and 3+, 3+ and 4+) on two models of one wound: 1/9 that both fall, and with +1 to
/// hit of the first (3+ and 3+: 4/9) 4/27, of the second (2+ and 4+: 5/12) 5/36.
#[test]
fn units_together_attack_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, rest: &str| -> String {
        let path = folder.path().join(format!("{name}.toml"));
        let text =
            format!("game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 50\nhealth = 1\nsave = \"-\"\n{rest}");
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let weapon = |range: &str, hit: &str, wound: &str| {
        format!(
            "models = 1\n[[weapon]]\nname = \"W\"\n{range}attacks = 1\nhit = \"{hit}\"\nwound = \"{wound}\"\ndamage = 1\n"
        )
    };
    let (one, other) = (write("One", &weapon("", "4+", "3+")), write("Other", &weapon("", "3+", "4+")));
    let (bow, prey) = (write("Bow", &weapon("range = 12\n", "3+", "4+")), write("Prey", "models = 2\n"));
    let pair = format!("{one} & {other}");
    let found = rows(&[&pair, &one, &format!("{bow} & {one}")], &prey, &["+1 to hit"]);
    let told: Vec<(&str, f64)> = found.iter().map(|(name, chance, _)| (name.as_str(), *chance)).collect();
    for ((name, chance), (wanted, p)) in told.iter().zip([
        ("One & Other", 1.0 / 9.0),
        ("One with +1 to hit & Other", 4.0 / 27.0),
        ("One & Other with +1 to hit", 5.0 / 36.0),
        ("One", 0.0),
        ("One with +1 to hit", 0.0),
        ("Bow & One", 1.0 / 9.0),
        ("Bow with +1 to hit & One", 5.0 / 36.0),
        ("Bow & One with +1 to hit", 4.0 / 27.0),
    ]) {
        assert!(*name == wanted && (chance - p).abs() < 1e-12, "{name} {chance}, not {wanted} {p}");
    }
    assert_eq!(found.len(), 8);
    // The command of a row is the same chain.
    assert!(found[1].2.contains("--then") && found[1].2.contains("'1: attacker: +1 to hit'"), "{}", found[1].2);
    let then = Request { attacker: one, defender: prey, then: vec![other], ..Request::default() };
    let chain = Request { with: texts(&["1: attacker: +1 to hit"]), ..then };
    let (report, _) = prepare(&chain).expect("right").report(&Options::default(), &|_| {}).expect("small");
    assert!((report.results.chance("destroyed").expect("a chance").p - found[1].1).abs() < 1e-12);
    // A unit beside itself is two.
    let twice = rows(&["liberators & liberators"], "clawlord", &[]);
    let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
    let request = Request { then: texts(&["liberators"]), ..request };
    let (report, _) = prepare(&request).expect("right").report(&Options::default(), &|_| {}).expect("small");
    assert!((report.results.chance("destroyed").expect("a chance").p - twice[0].1).abs() < 1e-12, "{twice:?}");
}

#[test]
fn what_units_together_lack_is_told() {
    let told = |change: &dyn Fn(&mut CompareRequest)| {
        let (attackers, defenders) = (texts(&["liberators & stormvermin"]), texts(&["clawlord"]));
        let mut request = CompareRequest { attackers, defenders, ..CompareRequest::default() };
        change(&mut request);
        compare(&request, &Options::default()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(told(&|_| {}), "");
    for (change, wanted) in [
        (&(|r: &mut CompareRequest| r.both_ways = true) as &dyn Fn(&mut CompareRequest), "`a & b` is not a target"),
        (&|r| r.base.set = texts(&["attacker.models=7"]), "of which unit of `a & b`"),
        (&|r| r.defenders = texts(&["clawlord & stormvermin"]), "in front of `--into`"),
        (&|r| r.attackers = texts(&["liberators & aos/typical"]), "name one unit on each side"),
        (&|r| r.attackers = texts(&["liberators & libberators"]), "libberators"),
        (&|r| (r.attackers, r.defenders) = (Vec::new(), Vec::new()), "no unit was named"),
        (&|r| r.tries = texts(&["defender: cover"]), "nothing that an attacker does"),
        (&|r| r.tries = texts(&["ward 5+"]), "nothing that an attacker does"),
        (&|r| (r.attackers, r.both_ways, r.tries) = (texts(&["liberators"]), true, texts(&["charged"])), "`--try`"),
    ] {
        let told = told(change);
        assert!(told.contains(wanted), "{wanted}:\n{told}");
    }
}

/// Two lists against a Chariot and a Behemoth together, and against Stormvermin: every assignment of their units.
#[test]
fn whole_lists_take_what_their_best_assignment_does() {
    let targets = ["aos/chariot", "aos/behemoth", "stormvermin"];
    let wounds = targets.map(wounds);
    let names = ["liberators", "clanrats", "varanguard"];
    let lost = cells(&names, &targets, &[], "wounds-lost");
    let taken = |units: &[usize], places: &[usize]| -> f64 {
        let all: f64 = places.iter().map(|place| wounds[*place]).sum();
        let way = |way: usize| -> f64 {
            let (mut sums, mut rest) = (vec![0.0; places.len()], way);
            for unit in units {
                sums[rest % places.len()] += lost[*unit][places[rest % places.len()]];
                rest /= places.len();
            }
            sums.iter().zip(places).map(|(sum, place)| sum.min(wounds[*place])).sum()
        };
        (0..places.len().pow(units.len() as u32)).map(way).fold(0.0, f64::max) / all
    };
    let folder = tempfile::tempdir().expect("a folder");
    let list = |list: &str, units: &[&str]| -> String {
        let inside = folder.path().join(list);
        std::fs::create_dir(&inside).expect("a folder");
        for name in units {
            std::fs::write(inside.join(format!("{name}.toml")), include_dir_text(name)).expect("written");
        }
        inside.to_string_lossy().into_owned()
    };
    let three = list("three", &["liberators", "clanrats", "varanguard"]);
    let request = ListsRequest {
        lists: vec![three, "varanguard".to_owned()],
        into: vec![list("theirs", &["chariot", "behemoth"]), "stormvermin".to_owned()],
        ..ListsRequest::default()
    };
    let report = compare_lists(&request, &Options::default(), &Watch::nobody()).expect("right");
    for (found, units) in report.lists.iter().zip([&[0, 1, 2][..], &[2]]) {
        let wanted = [taken(units, &[0, 1]), taken(units, &[2])];
        for (found, wanted) in found.each.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
        }
        assert!((found.taken.worst - wanted[0].min(wanted[1])).abs() < 1e-9);
    }
    let told: Vec<(&str, u32)> = report.lists.iter().map(|list| (list.name.as_str(), list.points)).collect();
    assert_eq!(told, [("three", 90 + 150 + 300), ("Varanguard", 300)]);
}

/// Five Liberators and 300 points more: every set of what can be bought, every assignment of it to a Chariot and a Behemoth.
#[test]
fn what_is_bought_is_the_best_of_all_that_can_be() {
    let goods = [
        ("rat-ogors", 140, 0),
        ("6 rat-ogors", 280, 0),
        ("clanrats", 150, 1),
        ("40 clanrats", 300, 1),
        ("varanguard", 300, 2),
        ("stormvermin", 110, 3),
        ("20 stormvermin", 220, 3),
    ];
    let targets = ["aos/chariot", "aos/behemoth"];
    let wounds = targets.map(wounds);
    let names: Vec<&str> = goods.iter().map(|good| good.0).chain(["liberators"]).collect();
    let lost = cells(&names, &targets, &[], "wounds-lost");
    let taken = |units: &[usize]| -> f64 {
        let way = |way: usize| -> f64 {
            let sum = |target: usize| -> f64 {
                let at = units.iter().enumerate().filter(|(place, _)| way >> place & 1 == target);
                at.map(|(_, unit)| lost[*unit][target]).sum()
            };
            (0..2).map(|target| sum(target).min(wounds[target])).sum()
        };
        (0..1 << units.len()).map(way).fold(0.0, f64::max) / (wounds[0] + wounds[1])
    };
    let mut best = 0.0;
    for code in 0..3usize.pow(7) {
        let counts: Vec<usize> = (0..7).map(|place| code / 3usize.pow(place) % 3).collect();
        let points: usize = (0..7).map(|place| counts[place] * goods[place].1).sum();
        if points <= 300 {
            let units: Vec<usize> = (0..7).flat_map(|place| vec![place; counts[place]]).chain([7]).collect();
            best = f64::max(best, taken(&units));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["chariot", "behemoth"] {
        std::fs::write(folder.path().join(format!("{name}.toml")), include_dir_text(name)).expect("written");
    }
    let request = ListAdviceRequest {
        list: texts(&["liberators"]),
        into: vec![folder.path().to_string_lossy().into_owned()],
        from: texts(&["rat-ogors", "clanrats", "varanguard", "stormvermin"]),
        points: Some(300),
        ..ListAdviceRequest::default()
    };
    let advice = advise_list(&request, &Options::default(), &Watch::nobody()).expect("right");
    let bought = advice.purchase.expect("something");
    assert!((bought.taken.worst - best).abs() < 1e-9, "{} is not {best}", bought.taken.worst);
}

/// Who does more in combat fights as before, whatever could be said of its shots.
#[test]
fn what_is_of_one_phase_costs_a_list_nothing_in_the_other() {
    let request =
        ListAdviceRequest { list: texts(&["boyz"]), into: texts(&["terminators"]), ..ListAdviceRequest::default() };
    let advice = advise_list(&request, &Options::default(), &Watch::nobody()).expect("right");
    let less = advice.changes.iter().filter(|change| change.change.worst < 0.0);
    assert_eq!(less.map(|change| change.name.as_str()).collect::<Vec<_>>(), ["without Boyz"]);
}
