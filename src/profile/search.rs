//! Which unit of a library is meant by what somebody types.

use std::path::Path;

use super::found::{Found, NotFound, OtherEdition};
use super::library::{LibraryEntry, Rank, UnitSpot, file, is_path, standard_input};
use super::names::{Fit, TypedName, is_game, length, same_words};
use super::short::{drop_other_editions, has_editions};
use super::{Library, full_game, typical};
use crate::words::sort::sort_by_key;
use crate::words::{Pattern, did_you_mean, is, nearest, normal};

/// A typed name with the game or army in front of it, if given.
struct QualifiedName<'t> {
    name: TypedName<'t>,
    /// Each with whether a game is called exactly so.
    within: Vec<(&'t str, bool)>,
}

impl<'t> QualifiedName<'t> {
    fn read(library: &Library, typed: &'t str) -> Self {
        let mut within: Vec<&str> = typed.split('/').collect();
        let name = within.pop().unwrap_or_default();
        let games = if within.is_empty() { Vec::new() } else { library.games_here() };
        let is_game = |part: &str| {
            let game = normal(full_game(part));
            games.iter().any(|entry| is(entry, &game))
        };
        let within = within.into_iter().map(|part| (part, is_game(part))).collect();
        Self { name: TypedName::new(name), within }
    }

    /// Whether a unit is of the game, the army or the library that was given.
    fn is_of(&self, unit: &LibraryEntry) -> bool {
        self.is_in(unit, LibraryEntry::armies)
    }

    /// Whether the unit is where it was looked for; its `armies` are looked up only if the game does not decide.
    fn is_in(&self, unit: &LibraryEntry, armies: impl Fn(&LibraryEntry) -> Vec<&str>) -> bool {
        self.within.iter().all(|(part, is_whole)| {
            if is_library(unit, part) {
                return true;
            }
            let game = normal(full_game(part));
            let own = unit.game();
            let of_game = |entry: &str| if *is_whole { is(entry, &game) } else { normal(entry).starts_with(&game) };
            own.is_some_and(of_game) || (!is_whole && armies(unit).iter().any(|army| same_words(army, part)))
        })
    }
}

impl Library {
    /// The units that a text may mean: of each game those that it fits best, the best of all first.
    pub(crate) fn candidates(&self, typed: &str) -> Vec<&Found> {
        self.ranked(typed).into_iter().map(|(_, unit)| unit).collect()
    }

    /// The units of this name, as a list writes it: plurals and accents do not matter, but a part of a name is none.
    pub(crate) fn called(&self, name: &str) -> Vec<&Found> {
        let fits = self.ranked(name).into_iter().filter(|((fit, _), _)| *fit <= Fit::Plural);
        fits.map(|(_, unit)| unit).collect()
    }

    /// The games that have a unit of this name, also one that is not built in.
    pub(crate) fn games(&self, typed: &str) -> Vec<String> {
        let mut games: Vec<String> = self.candidates(typed).iter().filter_map(|unit| unit.game.clone()).collect();
        let name = TypedName::new(typed);
        if !name.called().is_empty() {
            games.extend(self.games_here().into_iter().filter(|game| name.is_called_in(game)).map(str::to_owned));
        }
        games.sort_unstable();
        games.dedup();
        games
    }

    /// Whether a text names a unit, be it one that players call so and that lies nowhere here.
    pub(crate) fn knows(&self, typed: &str) -> bool {
        !TypedName::new(typed).called().is_empty() || !self.ranked(typed).is_empty()
    }

    /// Whether a unit's name is just that, as far as that can be told without a search.
    pub(crate) fn has(&self, typed: &str) -> bool {
        let wanted = QualifiedName::read(self, typed);
        !wanted.name.is_empty() && self.exactly(&wanted.name).iter().any(|(_, unit)| wanted.is_of(unit))
    }

    /// Whether a unit is called exactly so.
    pub(crate) fn is_name(&self, typed: &str) -> bool {
        self.ranked(typed).first().is_some_and(|((fit, _), _)| *fit <= Fit::Name)
    }

    /// The candidates, and how well each fits; copies that say the same are one.
    fn ranked(&self, typed: &str) -> Vec<(Rank, &Found)> {
        let wanted = QualifiedName::read(self, typed);
        if wanted.name.is_empty() || is_path(typed) {
            return Vec::new();
        }
        let mut found = self.exactly(&wanted.name);
        found.retain(|(_, unit)| wanted.is_of(unit));
        // An army's own unit comes before those that it may take.
        let is_own = |(_, unit): &(Rank, &LibraryEntry)| wanted.is_in(unit, LibraryEntry::own_armies);
        if found.iter().any(is_own) {
            found.retain(is_own);
        }
        if found.is_empty() && !self.names_several(typed) {
            found = self.nearly(typed, || self.near(&wanted));
        }
        best_of_each_game(found)
    }

    /// Whether a text joins names that are each a unit's, `liberators & stormvermin`, so that it is no part of one name.
    fn names_several(&self, typed: &str) -> bool {
        let names = || typed.split(['&', '+']);
        names().nth(1).is_some() && names().all(|name| self.knows(name.trim()))
    }

    /// The units that a name fits by some of its words, or as players call them.
    fn near(&self, wanted: &QualifiedName<'_>) -> Vec<(Fit, UnitSpot)> {
        let fit = |unit: &LibraryEntry| wanted.is_of(unit).then(|| unit.nearly(&wanted.name)).flatten();
        if self.places().all(|(_, unit)| fit(unit).is_none()) {
            return Vec::new();
        }
        let mut found: Vec<_> = self.shelved().filter_map(|(spot, unit)| Some(((fit(unit)?, spot), unit))).collect();
        // A name that players of its game use for a unit is not a part of another unit's name.
        let is_known = found.iter().any(|((fit, _), _)| *fit <= Fit::Plural);
        let is_called = |unit: &LibraryEntry| wanted.name.is_called_in(unit.game().unwrap_or_default());
        found.retain(|(_, unit)| is_known || !unit.is_built_in() || !is_called(unit));
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// The units that a pattern names, `*` standing for any letters and `?` for one: `aos/*`, `orks/*`, `*guard*`; and for
    /// `game/typical` those that stand for a kind of target. In the order of the folders, typical ones from the weakest to the
    /// strongest; `None` if the text is not a pattern.
    pub fn matching(&self, typed: &str) -> Option<Vec<&Found>> {
        let (within, name) = typed.rsplit_once('/').unwrap_or(("*", typed));
        let name = if name.is_empty() && !within.is_empty() && within != "*" { "*" } else { name };
        let is_typical = is(name, "typical") && !self.shelved().any(|(_, unit)| unit.label().is("typical"));
        let is_many = is_typical || Pattern::is_one(name) || (typed.contains('/') && Pattern::is_one(within));
        if !is_many {
            return None;
        }
        let within: Vec<(&str, Pattern)> =
            within.split('/').map(|part| (part, Pattern::new(full_game(part.trim())))).collect();
        let is_within = |unit: &LibraryEntry| {
            within.iter().all(|(part, pattern)| {
                unit.game().is_some_and(|game| pattern.fits(game))
                    || is_library(unit, part)
                    || unit.own_armies().iter().any(|army| same_words(army, part) || pattern.fits(army))
            })
        };
        let pattern = Pattern::new(if is_typical { "*" } else { name });
        let fits = |unit: &&LibraryEntry| {
            (pattern.fits(unit.label().stem) || pattern.fits(unit.label().name)) && is_within(unit)
        };
        let mut units: Vec<&Found> = Vec::new();
        for unit in self.shelved().map(|(_, unit)| unit).filter(fits).map(LibraryEntry::unit) {
            // Copies in two libraries are one unit.
            if unit.library.is_none() || !units.iter().any(|entry| is_copy(entry, unit)) {
                units.push(unit);
            }
        }
        if !is_typical {
            let says_game = |(part, pattern): &(&str, Pattern)| {
                *part != "*" && units.iter().any(|unit| unit.game.as_ref().is_some_and(|game| pattern.fits(game)))
            };
            if !within.iter().any(says_game) {
                drop_other_editions(&mut units, |unit| unit.game.as_deref());
            }
            return Some(units);
        }
        let place = |unit: &Found| typical(unit.game.as_deref()?).iter().position(|stem| *stem == unit.stem);
        units.retain(|unit| place(unit).is_some());
        sort_by_key(&mut units, |unit| place(unit));
        Some(units)
    }

    /// One unit; `games` are those that the other units leave, empty for any.
    ///
    /// # Errors
    /// [`NotFound`] with the nearest names, or with all that fit.
    pub fn find(&self, typed: &str, games: &[String]) -> Result<Found, NotFound> {
        if typed == "-" {
            return standard_input();
        }
        if is_path(typed) {
            return file(Path::new(typed)).map_err(|file| (&file).into());
        }
        if let Some(file) = self.asked_but_unreadable(typed) {
            return Err(file.into());
        }
        let mut all = self.ranked(typed);
        let is_here = |unit: &Found| unit.game.as_ref().is_some_and(|game| games.contains(game));
        let is_elsewhere = || games.iter().any(|game| TypedName::new(typed).is_called_in(game));
        let is_decided = all.iter().any(|(_, unit)| is_here(unit)) && is_decided_by_others(&all, &is_here);
        if all.iter().any(|(_, unit)| is_here(unit)) || is_elsewhere() {
            all.retain(|(_, unit)| is_here(unit));
        }
        let best = all.first().map(|(rank, _)| *rank);
        let mut fits: Vec<&Found> = all
            .iter()
            .filter(|(rank, _)| best.is_some_and(|best| is_as_good(*rank, best)))
            .map(|(_, unit)| *unit)
            .collect();
        let is_dropped = drop_other_editions(&mut fits, |unit| unit.game.as_deref());
        let edition = match (is_decided, is_dropped) {
            (true, _) => Some(OtherEdition::Decided),
            (_, true) => Some(OtherEdition::Named),
            _ => None,
        };
        match &fits[..] {
            [] => Err(self.none(typed, games)),
            [only] => {
                let is_guess = best.is_some_and(|(fit, _)| fit > Fit::Plural);
                Ok(Found { guessed: is_guess.then(|| typed.to_owned()), edition, ..(*only).clone() })
            }
            several => {
                let names = several.iter().map(|unit| unit.path()).collect();
                Err(NotFound::Several { typed: typed.to_owned(), names })
            }
        }
    }

    fn none(&self, typed: &str, games: &[String]) -> NotFound {
        let none = |help| NotFound::None { typed: typed.to_owned(), help };
        if let Some(many) = self.matching(typed).filter(|many| !many.is_empty()) {
            return none(Some(format!(
                "it names {} units: `warodds compare` asks about all of them, with `--into {typed}`",
                many.len()
            )));
        }
        if self.names_several(typed) {
            return none(Some(
                "`&` is for rows of `compare`; the next attacker of one target follows `--then`".to_owned(),
            ));
        }
        let of_lists = ["ros", "rosz", "cat", "catz", "gst", "gstz", "json"];
        if Path::new(typed)
            .extension()
            .is_some_and(|ending| of_lists.iter().any(|list| ending.eq_ignore_ascii_case(list)))
        {
            return none(Some("there is no file of this name".to_owned()));
        }
        let wanted = QualifiedName::read(self, typed);
        let is_said =
            |section: &str| wanted.within.iter().all(|(part, is_whole)| *is_whole && is_game(section, full_game(part)));
        let called = wanted.name.called().iter().filter(|(section, _)| is_said(section));
        let called: Vec<&str> = called.map(|(_, name)| *name).collect();
        if !called.is_empty() {
            return NotFound::NotHere { typed: typed.to_owned(), name: called.join(" or ") };
        }
        let is_meant = |unit: &&LibraryEntry| {
            let of_game = |game: &str| games.is_empty() || games.iter().any(|entry| entry == game);
            unit.game().is_none_or(of_game) && wanted.is_of(unit)
        };
        let units: Vec<&LibraryEntry> = self.shelved().map(|(_, unit)| unit).filter(is_meant).collect();
        let names = units.iter().flat_map(|unit| [unit.label().stem, unit.label().name]);
        let wanted = typed.rsplit('/').next().unwrap_or(typed);
        let best = nearest(wanted, names);
        let mut stems: Vec<&str> = Vec::new();
        for name in best {
            let labels = units.iter().map(|unit| unit.label());
            let stem = labels.filter(|label| label.name == name || label.stem == name).map(|label| label.stem).next();
            stems.extend(stem.filter(|stem| !stems.contains(stem)));
        }
        none(did_you_mean(wanted, stems).filter(|_| full_game(typed) == typed))
    }
}

/// Whether a unit is of the player's library that is called so, with or without the ending of its file.
fn is_library(unit: &LibraryEntry, part: &str) -> bool {
    unit.library().is_some_and(|own| part.strip_prefix(own).is_some_and(|ending| ["", ".library"].contains(&ending)))
}

/// Whether two units say the same.
fn is_copy(one: &Found, other: &Found) -> bool {
    one.game == other.game && one.source.text == other.source.text
}

/// Whether the other units leave another edition than a bare name would mean.
fn is_decided_by_others(all: &[(Rank, &Found)], is_here: &dyn Fn(&Found) -> bool) -> bool {
    let mut meant: Vec<&Found> = all.iter().map(|(_, unit)| *unit).collect();
    let dropped = drop_other_editions(&mut meant, |unit| unit.game.as_deref());
    dropped && meant.iter().filter(|unit| unit.game.as_deref().is_some_and(has_editions)).all(|unit| !is_here(unit))
}

/// Whether neither of two precedes the other. Words that fit are asked about wherever they lie; of exact names those of the
/// first folder are meant.
fn is_as_good(one: Rank, best: Rank) -> bool {
    one.0 == best.0 && (one.1 == best.1 || one.0 > Fit::Plural)
}

/// Of each game those that fit best, the best of all first; of equals the one with the shortest name.
fn best_of_each_game(mut found: Vec<(Rank, &LibraryEntry)>) -> Vec<(Rank, &Found)> {
    let order = |(fit, place): Rank| match fit {
        Fit::Id | Fit::Name => (Fit::Id, place, fit),
        Fit::Called | Fit::Plural => (fit, place, fit),
        _ => (fit, 0, fit),
    };
    sort_by_key(&mut found, |(rank, unit)| (order(*rank), length(unit.label().name), unit.label().name.len()));
    let best = |game: Option<&str>| found.iter().find(|(_, unit)| unit.game() == game).map(|(rank, _)| *rank);
    let is_best = |(rank, unit): &&(Rank, &LibraryEntry)| best(unit.game()).is_some_and(|best| is_as_good(*rank, best));
    let mut units: Vec<(Rank, &Found)> = Vec::new();
    for (rank, unit) in found.iter().filter(is_best) {
        let unit = unit.unit();
        if !units.iter().any(|(_, key)| is_copy(key, unit)) {
            units.push((*rank, unit));
        }
    }
    units
}
