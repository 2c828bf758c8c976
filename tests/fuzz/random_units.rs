//! Random valid profiles, made of the keys that each game describes, with numbers at every edge.

use warodds::games::{FORMS, Game, Owner};
use warodds::profile::{Holds, Presence, ProfileKey};

use crate::referee::matchups::Pick;

/// A whole number of a range: mostly a small one, often the least or the most.
fn whole(pick: &mut Pick, least: i64, most: i64) -> i64 {
    let small = most.min(least + 9);
    match pick.from(0, 9) {
        0 => least,
        1 => most,
        2 => least + i64::from(pick.from(0, (most - least).min(1_000_000) as u32)),
        _ => least + i64::from(pick.from(0, (small - least) as u32)),
    }
}

fn amount(pick: &mut Pick) -> String {
    let text = pick.of(&[
        "1", "1", "2", "2", "3", "4", "6", "D3", "D3", "D6", "D6", "2D6", "D3+1", "D6+2", "2D3", "3D6", "12", "30",
    ]);
    if text.contains('D') { format!("\"{text}\"") } else { text.to_owned() }
}

/// A value that the key takes.
fn value(pick: &mut Pick, game: &Game, list: &str, key: &ProfileKey, holds: &Holds) -> String {
    match holds {
        Holds::Text => key.example.to_owned(),
        Holds::Word(words) => format!("\"{}\"", pick.of(words)),
        Holds::Whole(least, most) => whole(pick, *least, *most).to_string(),
        Holds::Limited(least, most, _) => whole(pick, *least, (*most as i64).min(60)).to_string(),
        Holds::Flag => pick.of(&["true", "false"]).to_owned(),
        Holds::Amount => amount(pick),
        Holds::Target(most) => match pick.from(0, 6) {
            0 => "\"-\"".to_owned(),
            _ => format!("\"{}+\"", pick.from(2, u32::from(*most))),
        },
        Holds::Texts if key.name == "abilities" && list == "weapon" => abilities(pick, game),
        Holds::Texts if key.name == "effects" => format!("[\"{}\"]", effect(pick, game)),
        Holds::Texts => key.example.to_owned(),
        Holds::Wholes(low, high, least, most) => {
            let n = pick.from(*least as u32, *most as u32);
            let all: Vec<String> = (0..n).map(|_| whole(pick, *low, (*high).min(*low + 12)).to_string()).collect();
            format!("[{}]", all.join(", "))
        }
        Holds::Either(one, other) => {
            let holds = if pick.one_in(2) { one } else { other };
            value(pick, game, list, key, holds)
        }
        Holds::Tables(_) => String::new(),
    }
}

fn abilities(pick: &mut Pick, game: &Game) -> String {
    let all = (game.abilities)();
    if all.is_empty() {
        return "[]".to_owned();
    }
    let some = (0..pick.from(0, 3)).map(|_| all[pick.from(0, all.len() as u32 - 1) as usize].example);
    let some: Vec<String> = some.map(|ability| format!("\"{ability}\"")).collect();
    format!("[{}]", some.join(", "))
}

/// An effect that the game may have.
pub(super) fn effect(pick: &mut Pick, game: &Game) -> String {
    let form = &FORMS[pick.from(0, FORMS.len() as u32 - 1) as usize];
    let _ = (game, form.owner == Owner::Attacker);
    form.written()
}

/// The lines of a table.
fn table(pick: &mut Pick, game: &Game, list: &str, keys: &[ProfileKey], number: usize) -> String {
    let mut lines = String::new();
    for key in keys.iter().filter(|key| !matches!(key.holds, Holds::Tables(_))) {
        let left_out = match key.need {
            Presence::Required => false,
            Presence::Optional(_) => !pick.one_in(2),
            Presence::State | Presence::Program => true,
        };
        // What names another table would have to name one that is there.
        if left_out || ["carried-by", "removal", "models", "weapons", "when", "attached"].contains(&key.name) {
            continue;
        }
        let written = match key.name {
            "game" => format!("\"{}\"", game.id),
            "name" if list.is_empty() => "\"Random\"".to_owned(),
            "name" => format!("\"{list} {number}\""),
            _ => value(pick, game, list, key, &key.holds),
        };
        lines.push_str(&format!("{} = {written}\n", key.name));
    }
    lines
}

/// A profile of the game. Most are valid; rules that keys do not state may still refuse one.
pub(super) fn profile(pick: &mut Pick, game: &Game) -> String {
    let mut text = table(pick, game, "", game.keys, 0);
    for key in game.keys {
        let Holds::Tables(inner) = key.holds else { continue };
        let number = match key.name {
            "model" | "weapon" | "attack" => pick.of(&[1, 1, 1, 2, 3]),
            _ => pick.of(&[0, 0, 1]),
        };
        for place in 0..number {
            text.push_str(&format!("[[{}]]\n{}", key.name, table(pick, game, key.name, inner, place)));
        }
    }
    text
}
