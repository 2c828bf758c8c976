//! Random valid profiles, made of the keys that each game describes, with numbers at every edge.

use warodds::games::{FORMS, Game};
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
        Holds::Whole(least, most) if list.is_empty() => whole(pick, *least, *most).to_string(),
        Holds::Whole(least, most) => whole(pick, (*least).max(1).min(*most), *most).to_string(),
        Holds::Limited(least, most, _) => whole(pick, (*least).max(1), (*most as i64).min(60)).to_string(),
        Holds::Flag => pick.of(&["true", "false"]).to_owned(),
        Holds::Amount => amount(pick),
        Holds::Target(most) => match pick.from(0, 6) {
            0 => "\"-\"".to_owned(),
            _ => format!("\"{}+\"", pick.from(2, u32::from(*most))),
        },
        Holds::Texts if key.name == "abilities" && list == "weapon" => abilities(pick, game),
        Holds::Texts if key.name == "effects" => {
            let die = if pick.one_in(5) { "4+: " } else { "" };
            format!("[\"{die}{}\"]", effect(pick, game))
        }
        Holds::Texts if key.name == "when" => format!("[\"{}\"]", condition(pick, game)),
        Holds::Texts => key.example.to_owned(),
        Holds::Wholes(low, high, least, most) => {
            let n = pick.from(*least as u32, *most as u32);
            let mut all: Vec<i64> = (0..n).map(|_| whole(pick, *low, (*high).min(*low + 12))).collect();
            // Ranges and damage rise; dice fall with the ranks.
            all.sort_unstable();
            if key.name == "dice" {
                all.reverse();
            }
            let all: Vec<String> = all.iter().map(i64::to_string).collect();
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

/// An effect, mostly one that the game has.
pub(super) fn effect(pick: &mut Pick, game: &Game) -> String {
    let any = |pick: &mut Pick| &FORMS[pick.from(0, FORMS.len() as u32 - 1) as usize];
    let mut form = any(pick);
    for _ in 0..pick.from(2, 9) {
        if game.refusal(form).is_none() {
            break;
        }
        form = any(pick);
    }
    form.written()
}

/// Something that `when` may ask for.
fn condition(pick: &mut Pick, game: &Game) -> String {
    let situation = game.situations[pick.from(0, game.situations.len() as u32 - 1) as usize].name;
    let state = pick.of(&[
        "models 2+", "target models 5+", "damage 1+", "target damage 1+", "target damage 5+", "half strength",
        "target half strength", "fewer ranks", "target ranks 2+", "melee", "shooting", "melee or shooting",
    ]);
    let negated = if pick.one_in(4) { "not " } else { "" };
    format!("{negated}{}", if pick.one_in(3) { situation } else { state })
}

/// The lines of a table.
fn table(pick: &mut Pick, game: &Game, list: &str, keys: &[ProfileKey], number: usize) -> String {
    let mut lines = String::new();
    for key in keys.iter().filter(|key| !matches!(key.holds, Holds::Tables(_))) {
        let left_out = match key.need {
            Presence::Required => false,
            Presence::Optional(_) => key.name != "skill" && !pick.one_in(2),
            Presence::State | Presence::Program => true,
        };
        // What names another table would have to name one that is there, and what hangs on another key would have to fit it.
        let names = ["carried-by", "removal", "weapons", "attached", "allocated", "ranks"].contains(&key.name);
        let hangs = key.name == "models" && key.need != Presence::Required || key.name == "champions";
        if left_out || names || hangs {
            continue;
        }
        let written = match key.name {
            "game" => format!("\"{}\"", game.id),
            "name" if list.is_empty() => "\"Random\"".to_owned(),
            "name" => format!("\"{list} {number}\""),
            "skill" | "hit" | "wound" => format!("\"{}+\"", pick.from(2, 6)),
            "count" if list == "weapon" => "1".to_owned(),
            "damage" if list == "bracket" => (3 * number + 2).to_string(),
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
