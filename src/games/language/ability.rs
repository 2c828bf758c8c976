//! The weapon abilities of a game: how one is read from a card, and what is said of others.

use super::entry::{Drafts, Entries, Entry, Meaning};
use super::name::{fit_squeezed, squeezed};
use crate::games::printed::writes;
use crate::games::{GAMES, Game};
use crate::words::did_you_mean;

/// Reads an ability of a weapon; `None` if the tables have none like it.
pub(crate) fn weapon_ability<D: Drafts>(tables: Entries<D>, text: &str) -> Option<Meaning<D>> {
    let text: String = squeezed(text).collect();
    abilities(tables).find_map(|entry| Some(Meaning::of_ability(entry, fit_squeezed(entry.form.pattern, &text)?)))
}

fn abilities<D: Drafts>(tables: Entries<D>) -> impl Iterator<Item = &'static Entry<D>> {
    tables.iter().copied().flatten().filter(|entry| entry.is_ability())
}

/// The ability of a weapon that a text names, which keywords of the target may follow: `Lethal Hits: VEHICLE/MONSTER`.
pub(crate) fn read_keyed<D: Drafts>(tables: Entries<D>, text: &str) -> Option<Meaning<D>> {
    let Some((ability, keywords)) = text.split_once(':') else { return weapon_ability(tables, text) };
    let only: Vec<String> = keywords.split(['/', ',']).map(|keyword| keyword.trim().to_uppercase()).collect();
    if only.iter().any(String::is_empty) {
        return None;
    }
    Some(Meaning { only, ..weapon_ability(tables, ability)? })
}

/// What to say of an ability that the game does not have.
pub(crate) fn unknown<D: Drafts>(tables: Entries<D>, entries: &[String], game: &str, text: &str) -> String {
    let examples = abilities(tables).map(|ability| ability.example);
    let hint = did_you_mean(text, examples.chain(entries.iter().map(String::as_str)));
    if abilities(tables).next().is_none() && entries.is_empty() {
        return "weapons of this game have none of their own: write an `[[ability]]` of this name".to_owned();
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| weapon_ability(tables, part).is_some()) {
        return format!("put each in quotes of its own: write `\"{}\"`", parts.join("\", \""));
    }
    let list = format!("`warodds list abilities {game}` shows all");
    if let Some(elsewhere) = elsewhere(game, text) {
        return elsewhere;
    }
    let begins = |ability: &&Entry<D>| {
        squeezed(text).collect::<String>().starts_with(&squeezed(ability.name()).collect::<String>())
    };
    let like = || abilities(tables).find(begins).map(|ability| format!("write it like `{}`;", ability.example));
    hint.or_else(like).map_or(list.clone(), |hint| format!("{hint} {list}"))
}

/// What to say of an ability that is one of a whole unit, or of another game.
fn elsewhere(game: &str, text: &str) -> Option<String> {
    let own = GAMES.iter().find(|entry| entry.id == game)?;
    if own.unit_abilities.iter().any(|doc| writes(doc.name, text)) {
        return Some(
            "it is an ability of the whole unit: write it in an `abilities` above the first weapon".to_owned(),
        );
    }
    let has = |other: &&&Game| other.id != game && (other.abilities)().iter().any(|doc| writes(doc.name, text));
    let other = GAMES.iter().find(has)?;
    Some(format!("it is an ability of {}; `warodds list abilities {game}` shows those of this game", other.id))
}
