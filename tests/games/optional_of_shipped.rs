//! The optional abilities of the units that are built in.

use warodds::ask::{Request, prepare, unit_abilities};
use warodds::games::{GAMES, Game, Phase};
use warodds::profile::{Library, typical};

/// How an ability is asked for, if it is optional: its name, and a number where it needs one.
fn asked(row: &[String; 4]) -> Option<&str> {
    row[3].strip_prefix("--with \"")?.split('"').next()
}

/// Somebody attacks somebody, with an ability of the unit on this side and with what its conditions ask for.
fn request(game: &Game, row: &[String; 4], units: [&str; 2], side: &str) -> Request {
    let name = asked(row).unwrap_or_default();
    let mut request = Request { attacker: units[0].to_owned(), defender: units[1].to_owned(), ..Request::default() };
    request.with.push(format!("{side}: {name}"));
    for condition in row[2].split("; ") {
        let first = condition.split(" or ").next().unwrap_or_default();
        if game.situations.iter().any(|situation| situation.name == first) {
            request.with.push(format!("{side}: {first}"));
        }
        for (what, whose) in
            [("damage ", side), ("target damage ", if side == "attacker" { "defender" } else { "attacker" })]
        {
            if let Some(least) = first.strip_prefix(what).and_then(|least| least.strip_suffix('+')) {
                request.set.push(format!("{whose}.damage={least}"));
            }
        }
    }
    request
}

/// In some phase, against some kind of unit, it changes what the unit does or what is done to it.
fn does_anything(game: &Game, unit: &str, row: &[String; 4]) -> bool {
    let name = asked(row).unwrap_or_default();
    let changes = |units: [&str; 2], side: &str, phase| {
        let request = Request { phase: Some(phase), ..request(game, row, units, side) };
        prepare(&request).is_ok_and(|prepared| !prepared.notes.iter().any(|note| note.contains(name)))
    };
    let by = ATTACKERS.iter().find(|(id, _)| *id == game.id).map_or("", |(_, by)| *by);
    let mut others = typical(game.id).iter().map(|other| format!("{}/{other}", game.id));
    let phases = [Phase::Combat, Phase::Shooting];
    phases.into_iter().any(|phase| changes([by, unit], "defender", phase))
        || others.any(|other| phases.into_iter().any(|phase| changes([unit, &other], "attacker", phase)))
}

/// Units that shoot and fight, to attack those whose ability protects them.
const ATTACKERS: &[(&str, &str)] = &[
    ("age-of-sigmar", "age-of-sigmar/rat-ogors"),
    ("warhammer-40k", "warhammer-40k/terminators"),
    ("asoiaf", "asoiaf/lannister-crossbowmen"),
    ("warcry", "warcry/god-speaker"),
];

#[test]
fn each_game_has_some_and_each_does_something() {
    let library = Library::open(&[]).expect("built in");
    for game in GAMES.iter().filter(|game| ATTACKERS.iter().any(|(id, _)| *id == game.id)) {
        let mut count = 0;
        for unit in library.units().into_iter().filter(|unit| unit.game.as_deref() == Some(game.id)) {
            let rows = unit_abilities(&unit.path(), &[]).expect("built in");
            for row in rows.iter().filter(|row| asked(row).is_some()) {
                count += 1;
                assert!(does_anything(game, &unit.path(), row), "{}: {row:?}", unit.path());
            }
        }
        assert!(count >= 5, "{}: {count}", game.id);
    }
}
