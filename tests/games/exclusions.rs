//! What does not go together: each line of each game's list, said in both orders, on the command line and in an entry.

use warodds::games::{GAMES, Game, NotTogether, Owner, Phase, SituationDoc};

use crate::support::{self, mistake, prepared, with};

/// What somebody may type who means one of two things.
fn typed(name: &str) -> String {
    if name == "other re-rolls of hits" {
        return "reroll failed hits".to_owned();
    }
    name.replace("N+", "5+").replace('N', "2")
}

/// What a name is the name of.
#[derive(PartialEq)]
enum Kind {
    Situation,
    Phase,
    Effect,
}

fn kind(name: &str, game: &Game) -> Kind {
    match name {
        "melee" | "shooting" => Kind::Phase,
        _ if game.situations.iter().any(|situation| situation.name == name) => Kind::Situation,
        _ => Kind::Effect,
    }
}

fn entry(number: usize, when: &str, effect: &str) -> String {
    format!("\n[[ability]]\nname = \"Entry {number}\"\nwhen = [{when}]\neffects = [\"{effect}\"]\n")
}

/// A game's list as names, a `~` in front of those that are computed with a note.
fn listed(game: &Game) -> Vec<String> {
    let of = |known: &NotTogether| format!("{}{} / {}", if known.noted { "~" } else { "" }, known.one, known.other);
    game.not_together().iter().map(of).collect()
}

/// Says each line in both orders, wherever it can be said.
fn says(game: &str, [attacker, defender]: [&str; 2], effect: &str, list: &[&str]) {
    let game = GAMES.iter().find(|known| known.id == game).expect("a game");
    assert_eq!(listed(game), list, "{}", game.id);
    for known in game.not_together() {
        let texts = [typed(known.one), typed(known.other)];
        let kinds = [known.one, known.other].map(|name| kind(name, game));
        assert!(known.why.contains(" (") && known.why.ends_with(')'), "without the rule: {}", known.why);
        for [one, other] in [[0, 1], [1, 0]].map(|order| order.map(|place| texts[place].as_str())) {
            let phases = kinds.contains(&Kind::Phase);
            let effects = kinds.iter().all(|kind| *kind == Kind::Effect);
            let situations = !kinds.contains(&Kind::Effect);
            // In an entry the words are its unit's.
            let own = |name: &str| {
                let of_target = |doc: &&SituationDoc| doc.name == name && doc.owner == Some(Owner::Defender);
                let other = if game.situations.iter().any(|doc| of_target(&doc)) { "target " } else { "" };
                format!("{other}{name}")
            };
            let refused_of = |text: &str, [one, other]: [&str; 2]| {
                assert!(text.contains(&format!("`{other}` and `{one}` exclude each other")), "{one}, {other}: {text}");
                assert!(text.contains(known.why), "{text}");
                assert_eq!(text.matches("exclude each other").count(), 1, "{text}");
            };
            let refused = |text: &str| refused_of(text, [one, other]);
            let clauses = format!("{one}, {other}");
            if known.noted {
                let notes = prepared(attacker, defender, &with(&[&clauses])).expect("computed").notes.join("\n");
                assert_eq!(notes.matches(known.why).count(), 1, "{clauses}: {notes}");
                continue;
            }
            if !phases {
                refused(&mistake(attacker, defender, &with(&[&clauses])));
                let chance = format!("{one} @50%, {other} @50%");
                if situations {
                    refused(&mistake(attacker, defender, &with(&[&chance])));
                }
            }
            if situations {
                let [one, other] = [own(one), own(other)];
                let when = format!("\"{one}\", \"{other}\"");
                let text = mistake(&format!("{attacker}{}", entry(1, &when, effect)), defender, &with(&[]));
                refused_of(&text, [&one, &other]);
            }
            if effects {
                let unit = |one: &str, other: &str, shooting: &str| {
                    format!("{}{}", entry(1, "", one), entry(2, shooting, other))
                };
                let reaches = |effects: &str| {
                    let both = [format!("{attacker}{effects}"), format!("{defender}{effects}")];
                    prepared(&both[0], &both[1], &with(&[])).err().map(|error| error.to_string())
                };
                let text = reaches(&unit(one, other, "")).expect("refused");
                assert!(text.contains("exclude each other") && text.contains(known.why), "{text}");
                // In another phase the other one does nothing.
                assert_eq!(reaches(&unit(one, other, "\"shooting\"")), None, "{clauses}");
            }
        }
    }
}

#[test]
fn age_of_sigmar_refuses_what_does_not_go_together() {
    let attacker = support::sigmar(2, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1");
    let defender = support::target(2, 2, "4+", "keywords = [\"HERO\"]");
    let list = [
        "all-out attack / covering fire", "counter-charge / forward to victory", "redeploy / at the double",
        "covering fire / in combat", "covering fire / ran", "covering fire / charged", "covering fire / retreated",
        "counter-charge / ran", "counter-charge / retreated", "rally / in combat", "charged / ran",
        "charged / retreated", "stationary / ran", "stationary / retreated", "ran / retreated",
        "covering fire / melee", "guarded hero / melee",
    ];
    says("age-of-sigmar", [&attacker, &defender], "+1 to hit", &list);
    // What a command implies counts as said, on the command line and in an entry.
    for clauses in ["redeploy, charged", "counter-charge, at the double", "covering fire, redeploy"] {
        let text = mistake(&attacker, &defender, &with(&[clauses]));
        assert!(text.contains("exclude each other"), "{clauses}: {text}");
        let when = format!("\"{}\"", clauses.replace(", ", "\", \""));
        let text = mistake(&format!("{attacker}{}", entry(1, &when, "+1 to hit")), &defender, &with(&[]));
        assert!(text.contains("exclude each other"), "{clauses}: {text}");
    }
}

#[test]
fn warhammer_40k_refuses_what_does_not_go_together() {
    let attacker = support::forty_k(&support::gun(1, "1 3+ 4 0 1", "\"Assault\""));
    let defender =
        support::squad(5, 4, "5+", 1, "").replacen("name =", "keywords = [\"INFANTRY\", \"SMOKE\"]\nname =", 1);
    let list = [
        "stationary / advanced", "overwatch / charged", "overwatch N+ / charged", "overwatch / advanced",
        "overwatch N+ / advanced", "overwatch / indirect", "overwatch N+ / indirect", "overwatch / big guns",
        "overwatch N+ / big guns", "~charged / advanced", "~charged / target charged", "~overwatch / go to ground",
        "~overwatch / smokescreen", "half range / melee", "overwatch / melee", "indirect / melee",
        "plunging fire / melee", "big guns / melee", "firing deck / melee", "stealth / melee", "smokescreen / melee",
        "go to ground / melee", "tank shock / shooting", "epic challenge / shooting",
    ];
    says("warhammer-40k", [&attacker, &defender], "+1 to hit", &list);
    let later: Vec<&str> = list.into_iter().filter(|line| !line.contains("tank") && !line.contains("ground")).collect();
    let game = |text: &str| text.replacen("warhammer-40k", "warhammer-40k-11e", 1);
    says("warhammer-40k-11e", [&game(&attacker), &game(&defender)], "+1 to hit", &later);
}

/// Overwatch is fired at a unit that charges: `charged` is then its word, and not the attacker's.
#[test]
fn whose_situation_it_is_decides_what_it_goes_with() {
    let attacker = support::forty_k(&support::gun(1, "1 3+ 4 0 1", ""));
    let defender = support::squad(5, 4, "5+", 1, "");
    for clauses in ["overwatch, defender: charged", "overwatch, target charged"] {
        prepared(&attacker, &defender, &with(&[clauses])).unwrap_or_else(|error| panic!("{clauses}: {error}"));
    }
    let text = mistake(&attacker, &defender, &with(&["overwatch, defender: target charged"]));
    assert!(text.contains("`target charged` and `overwatch` exclude each other"), "{text}");
    // What the card of the unit that charges says of attacks against it.
    let charging = |overwatch: &str, against: &str| {
        format!("{defender}{}{against}", entry(1, &format!("\"charged\", \"{overwatch}\""), "-1 to hit"))
    };
    let charges = charging("target overwatch", "against = true\n");
    prepared(&attacker, &charges, &with(&[])).expect("it may charge into Overwatch");
    let text = mistake(&attacker, &charging("overwatch", ""), &with(&[]));
    assert!(text.contains("exclude each other"), "{text}");
    // An effect that protects does so where the unit is attacked.
    let protects = format!("{defender}{}", entry(1, "\"charged\", \"target overwatch\"", "feel no pain 5+"));
    prepared(&attacker, &protects, &with(&[])).expect("it may charge into Overwatch");
    // Each attack has its own situations.
    let unit = |text: &str| (support::unit(text), None);
    let two = [unit(&attacker), unit(&attacker)];
    let shooting = warodds::ask::Request { phase: Some(Phase::Shooting), ..with(&["1: stationary, 2: advanced"]) };
    if let Err(error) = warodds::ask::prepare_units(&two, &unit(&defender), &shooting) {
        assert!(!error.to_string().contains("exclude each other"), "{error}");
    }
}

#[test]
fn asoiaf_refuses_what_does_not_go_together() {
    let attacker = "game = \"asoiaf\"\nname = \"A\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    let defender = "game = \"asoiaf\"\nname = \"B\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n";
    let list = [
        "flank / rear",
        "crossed dangerous / inside dangerous",
        "charge / shooting",
        "disorderly / shooting",
        "fortified / shooting",
        "short range / melee",
        "cover / melee",
        "highest attack dice / lowest attack dice",
    ];
    says("asoiaf", [attacker, defender], "+1 to hit", &list);
    let unit = |text: &str| (support::unit(text), None);
    let two = [unit(attacker), unit(attacker)];
    warodds::ask::prepare_units(&two, &unit(defender), &with(&["1: flank, 2: rear"])).expect("each from its own arc");
}

#[test]
fn warcry_refuses_what_does_not_go_together() {
    let attacker = support::warcry::fighter(10, 1, "3 4 1/4", "");
    let defender = support::warcry::target(4, 20, "");
    let list = [
        "onslaught / late onslaught",
        "onslaught / rampage",
        "late onslaught / rampage",
        "two attacks / three attacks",
        "counter / shooting",
        "take cover / melee",
        "reroll up to N hits / other re-rolls of hits",
        "up to N hits count as critical hits / critical hits count as hits",
    ];
    says("warcry", [&attacker, &defender], "+1 strength", &list);
}
