//! Values that `--set` changes: whose, which, and to what.

use super::sizes::resize;
use crate::error::Error;
use crate::games::{GAMES, Game};
use crate::profile::{Diagnostic, Diagnostics, Document, Holds, Place, ProfileKey, Source};
use crate::words::same;
use crate::words::sort::sort_by_key;

/// One `--set`: whose value, which, and what it is.
pub(super) struct Setting<'t> {
    text: &'t str,
    /// Whether it is the defender's.
    pub(super) of_defender: bool,
    path: &'t str,
    value: &'t str,
}

/// Keys of a unit that decide only what happens to it when it is attacked.
const DEFENDING: &[&str] = &[
    "save", "ward", "health", "wounds", "toughness", "defense", "morale", "invulnerable", "feel-no-pain",
    "wounds-taken",
];

fn has_key(keys: &[ProfileKey], key: &str) -> bool {
    keys.iter().any(|entry| same(entry.name, key))
}

/// The list of a game's profiles whose weapons have a key.
fn weapons_with(game: &Game, key: &str) -> Option<&'static str> {
    let mut lists = game.keys.iter().filter_map(|list| match list.holds {
        Holds::Tables(keys) if ["weapon", "attack"].contains(&list.name) && has_key(keys, key) => Some(list.name),
        _ => None,
    });
    lists.next_back()
}

/// The same if no unit has the key: `weapon` for `rend`.
fn list_with(game: &Game, key: &str) -> Option<&'static str> {
    weapons_with(game, key).filter(|_| !has_key(game.keys, key))
}

/// The path of a key that does not say whose it is: values of weapons are the attacker's, those that protect the target's.
pub(super) fn whose_value(key: &str) -> Option<String> {
    let key = key.trim();
    if DEFENDING.iter().any(|entry| same(entry, key)) {
        return Some(format!("defender.{key}"));
    }
    let is_weapons = !key.contains('.') && GAMES.iter().any(|game| list_with(game, key).is_some());
    is_weapons.then(|| format!("attacker.{key}"))
}

/// A value that a path may have.
fn example(path: &str) -> Option<&'static str> {
    let key = path.rsplit('.').next().unwrap_or(path);
    let all = GAMES.iter().flat_map(|game| game.keys).flat_map(|own| match own.holds {
        Holds::Tables(keys) => keys,
        _ => std::slice::from_ref(own),
    });
    all.into_iter().find(|own| same(own.name, key)).map(|own| own.example.trim_matches('"'))
}

/// What is wrong with a text that sets no value of one side, and what to write.
fn unclear(text: &str) -> Error {
    let key = text.split_once('=').map(|(key, _)| key.trim());
    if key.is_none() && text.contains('.') {
        let such = example(text).map_or_else(String::new, |value| format!(", such as `--set {text}={value}`"));
        let error = Error::usage(format!("`--set {text}` gives no value"));
        return error.hint(format!("write the value behind a `=`{such}"));
    }
    let named = key.filter(|key| !key.is_empty() && !key.contains('.'));
    let weapons = named.and_then(|key| GAMES.iter().find_map(|game| weapons_with(game, key)));
    let hint = match (weapons, named) {
        (Some(list), _) => {
            format!("write `--set attacker.{list}.*.{text}`, for one weapon its name in place of the star")
        }
        (None, Some(_)) => format!("write `--set defender.{text}`, or `attacker.`"),
        (None, None) => "write `--set attacker.KEY=VALUE` or `--set defender.KEY=VALUE`".to_owned(),
    };
    Error::usage(format!("`--set {text}` does not say whose value it sets")).hint(hint)
}

impl<'t> Setting<'t> {
    /// Reads texts such as `defender.save=4+`: numbers of models first, so that all others, `reinforced` as well, are said of
    /// units of these sizes, whatever their order.
    ///
    /// # Errors
    /// One that does not say whose value it sets, and two that set the same.
    pub(super) fn read_all(texts: &'t [String]) -> Result<Vec<Self>, Error> {
        let mut all = texts.iter().map(|text| Self::read(text)).collect::<Result<Vec<_>, _>>()?;
        for (place, setting) in all.iter().enumerate() {
            if let Some(first) = all[..place].iter().find(|first| first.is_of_same(setting)) {
                let message = format!("`{}` and `{}` set the same value", first.text, setting.text);
                return Err(Error::usage(message).hint("leave one of them out".to_owned()));
            }
        }
        sort_by_key(&mut all, |setting| !same(setting.path, "models"));
        Ok(all)
    }

    fn is_of_same(&self, other: &Setting<'_>) -> bool {
        self.of_defender == other.of_defender && same(self.path, other.path)
    }

    /// Adds a text to those that set values, in place of one that sets the same.
    pub(super) fn put(texts: &mut Vec<String>, text: &str) {
        let is_same = |own: &Setting<'_>, other: &str| Setting::read(other).is_ok_and(|other| own.is_of_same(&other));
        if let Ok(own) = Setting::read(text) {
            texts.retain(|other| !is_same(&own, other));
        }
        texts.push(text.to_owned());
    }

    fn read(text: &'t str) -> Result<Self, Error> {
        let shape = || unclear(text);
        let (path, value) = text.split_once('=').ok_or_else(shape)?;
        let whole = whose_value(path);
        let side = whole.as_deref().unwrap_or(path).split_once('.').ok_or_else(shape)?.0;
        let path = if whole.is_some() { path } else { &path[side.len() + 1..] };
        let of_defender = match side.trim() {
            side if same(side, "attacker") || same(side, "A") => false,
            side if ["defender", "target", "B"].iter().any(|entry| same(entry, side)) => true,
            _ => return Err(shape()),
        };
        Ok(Self { text, of_defender, path: path.trim(), value })
    }

    /// Changes the unit's profile.
    ///
    /// # Errors
    /// A number of models that cannot be; other mistakes are noted.
    pub(super) fn apply(
        &self,
        game: &'static Game,
        document: &mut Document,
        found: &Diagnostics,
        notes: &mut Vec<String>,
    ) -> Result<(), Error> {
        let Self { text, path, value, .. } = *self;
        if same(path, "models") {
            let models = value
                .trim()
                .parse()
                .map_err(|_| Error::usage(format!("`--set {text}`: `{}` is not a number of models", value.trim())))?;
            notes.extend(resize(game, document, models, text)?);
            return Ok(());
        }
        if same(path, "game") {
            return Err(Error::usage(format!("`--set {text}`: a unit stays one of its game")));
        }
        let source = Source::new("--set", text);
        let place = Place::new(&source, text.len() - value.len()..text.len());
        let every = list_with(game, path).map(|list| format!("{list}.*.{path}"));
        let path = every.as_deref().unwrap_or(path);
        if let Err(mistake) = document.set(path, value, &place, game.spread) {
            found.push(Diagnostic { place: Place::whole(&source), ..mistake });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_set_once_or_put_in_place_of_another() {
        let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert!(Setting::read_all(&all(&["defender.save=3+", "save=4+"])).is_err());
        assert!(Setting::read_all(&all(&["defender.save=3+", "attacker.save=4+"])).is_ok());
        let mut texts = all(&["A.models=5", "defender.models=5"]);
        Setting::put(&mut texts, "attacker.models=10");
        assert_eq!(texts, all(&["defender.models=5", "attacker.models=10"]));
    }
}
