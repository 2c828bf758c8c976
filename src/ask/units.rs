//! Units as they are typed: looked up, joined to their leaders, counted, and changed by `--set`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::armies::{army_unit, army_units, file_and_name};
use super::lines::{bare_lines, line_unit};
use super::loadouts::{each_loadout, form_options, with_loadout};
use super::sizes::{of_unit, resize};
use crate::error::Error;
use crate::games::{self, Game};
use crate::profile::{Diagnostics, Document, Found, Library, MAX_TABLES, NotFound, OtherEdition, is_path};
use crate::words::{add_once, either, is_part, normal};

/// One unit of a game, as it was typed, its number of models set.
///
/// # Errors
/// A unit that cannot be found or read.
pub(crate) fn found_unit(game: &'static Game, typed: &str, profiles: &[PathBuf]) -> Result<Document, Error> {
    let library = Library::open(profiles)?;
    let found = Diagnostics::default();
    let (unit, models) = look_up(&library, typed, &[game.id.to_owned()])?;
    let mut document = unit.document(&found);
    if document.game().is_some_and(|id| id != game.id) {
        return Err(Error::usage(format!("`{typed}` is not a unit of {}", games::title(game.id))));
    }
    form(game, &(unit, models), &mut document, &found, &mut Vec::new())?;
    if found.is_empty() { Ok(document) } else { Err(Error::mistakes(found.into_list())) }
}

/// Units that are asked about again and again come from names and files: standard input can be read once.
///
/// # Errors
/// If one of them is `-`.
pub(super) fn not_standard_input<'t>(typed: impl IntoIterator<Item = &'t String>) -> Result<(), Error> {
    match typed.into_iter().find(|typed| typed.trim() == "-") {
        None => Ok(()),
        Some(_) => Err(Error::usage(
            "here `-` is not a unit: each is asked about several times, and standard input is read once",
        )
        .hint("write the profile to a file, and give its path".to_owned())),
    }
}

/// A unit, and its number of models if it is not the profile's.
pub type Chosen = (Found, Option<u64>);

/// What names a unit alone, its size and its leaders included, wherever it was found.
pub(super) fn alone((unit, models): &Chosen) -> String {
    let leaders = unit.leaders.iter().map(|leader| format!("{}+", alone(leader)));
    let size = models.map_or_else(String::new, |models| format!("{models} "));
    let name = match (unit.line, unit.source.is_built_in()) {
        (Some(_), _) => unit.source.text.to_string(),
        (None, true) => unit.path(),
        // With what its army lends it.
        (None, false) => match unit.lent.first().map(|node| &node.place.source.name) {
            Some(army) if Path::new(army).is_file() => format!("{army}:{}", unit.stem),
            _ => unit.source.name.clone(),
        },
    };
    let loadout = unit.loadout.as_ref().map_or_else(String::new, |loadout| format!("[{loadout}]"));
    leaders.collect::<String>() + &size + &name + &loadout
}

/// Makes a unit's profile what takes part: of the size and with the options that were asked for, its leaders joined to it.
///
/// # Errors
/// A size that it cannot have, an option that it has not or may not choose, and leaders that cannot join it.
pub(super) fn form(
    game: &'static Game,
    (unit, models): &Chosen,
    document: &mut Document,
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    (game.spell_out)(document);
    let edition = unit.edition.map(|edition| told_edition(game, unit, edition));
    add_once(notes, unit.note().into_iter().chain(edition));
    let sized = match models {
        Some(models) => resize(game, document, *models, &format!("{models} models"))?,
        None => Vec::new(),
    };
    match form_options(unit, document)? {
        Some(chosen) => notes.push(of_unit(document, &chosen)),
        None => notes.extend(sized),
    }
    attach(game, document, &unit.leaders, found, notes)
}

/// What is said of a name that two editions of a game have.
fn told_edition(game: &Game, unit: &Found, edition: OtherEdition) -> String {
    match edition {
        OtherEdition::Named => format!(
            "both editions of {} have units of these names; `--edition 10` or `--edition 11` says which is meant",
            game.title
        ),
        OtherEdition::Decided => {
            format!("several games or editions have {}; that of the other unit is taken: `{}`", unit.name, unit.path())
        }
    }
}

/// Joins the leaders' profiles to the unit's (`captain+intercessor-squad`).
fn attach(
    game: &'static Game,
    unit: &mut Document,
    leaders: &[Chosen],
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    if leaders.len() > MAX_TABLES {
        let message = format!("{} leaders; at most {MAX_TABLES} are attached to a unit (MAX_TABLES)", leaders.len());
        return Err(Error::usage(message));
    }
    for chosen in leaders {
        let leader = &chosen.0;
        let Some(attach) = game.attach else {
            let message = format!("{}: units of {} are not attached to each other", leader.name, game.title);
            return Err(Error::usage(message));
        };
        let mut document = leader.document(found);
        if document.game() != Some(game.id) {
            return Err(Error::usage(format!("{} is not a unit of {}", leader.name, game.title)));
        }
        form(game, chosen, &mut document, found, notes)?;
        attach(unit, document).map_err(Error::usage)?;
    }
    Ok(())
}

/// A part of what was typed: the number of models if it says one, the name, and the options in brackets behind it.
#[derive(Clone, Copy)]
struct TypedPart<'t> {
    models: Option<u64>,
    name: &'t str,
    loadout: Option<&'t str>,
}

impl<'t> TypedPart<'t> {
    fn read(library: &Library, typed: &'t str) -> Self {
        let (typed, loadout) = with_loadout(library, typed);
        let (models, name) = counted(library, typed);
        Self { models, name, loadout }
    }

    fn find(self, library: &Library, games: &[String]) -> Result<Chosen, NotFound> {
        Ok(self.as_typed(one(library, self.name, games)?))
    }

    /// A unit with the models and the options that were typed.
    fn as_typed(self, unit: Found) -> Chosen {
        (Found { loadout: self.loadout.map(str::to_owned), ..unit }, self.models)
    }
}

/// One unit: `clanrats`, `20 termagants`, or with its leaders `captain+intercessor-squad`.
pub(super) fn look_up(library: &Library, typed: &str, games: &[String]) -> Result<Chosen, NotFound> {
    joined(library, &parts(library, typed), games)
}

/// The unit of the last part, led by those of the others.
fn joined(library: &Library, parts: &[TypedPart<'_>], games: &[String]) -> Result<Chosen, NotFound> {
    // A name without a file behind one that has one is of that file first, and one in front of it last.
    let file = parts.iter().enumerate().find_map(|(at, part)| Some((at, file_and_name(part.name)?.0)));
    let find = |(at, part): (usize, &TypedPart<'_>)| {
        let (first, file) = file.filter(|_| file_and_name(part.name).is_none()).unzip();
        let of_file = || army_unit(&format!("{}:{}", file?, part.name), library)?.ok();
        match of_file().filter(|_| first < Some(at)) {
            Some(unit) => Ok(part.as_typed(unit)),
            None => part.find(library, games).or_else(|why| of_file().map(|unit| part.as_typed(unit)).ok_or(why)),
        }
    };
    let mut units = parts.iter().enumerate().map(find).collect::<Result<Vec<Chosen>, _>>()?;
    let (mut unit, models) = units.pop().expect("a text has a last part");
    // Leaders that are typed replace those that a roster attaches.
    if !units.is_empty() {
        unit.leaders = units;
    }
    Ok((unit, models))
}

/// One unit by its name, of an army (`my-list.rosz:terminators`) or of the library.
fn one(library: &Library, name: &str, games: &[String]) -> Result<Found, NotFound> {
    if let Some(unit) = line_unit(name) {
        return Ok(unit);
    }
    let found = army_unit(name, library).unwrap_or_else(|| library.find(name, games));
    match found {
        Err(NotFound::None { typed, help }) => match &bare_lines(name, games)[..] {
            [] => {
                let help = help.or_else(|| weapon_help(library, &typed));
                Err(NotFound::None { typed, help })
            }
            [only] => Ok(only.clone()),
            several => {
                let lines: Vec<String> =
                    several.iter().filter_map(|unit| Some(format!("{}: {typed}", unit.line?.prefix))).collect();
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let help = either(&lines).map(|lines| format!("write the game first: {lines}"));
                Err(NotFound::None { typed, help })
            }
        },
        found => found,
    }
}

/// The hint where a weapon is typed as a unit: who has it.
fn weapon_help(library: &Library, typed: &str) -> Option<String> {
    const MOST: usize = 3;
    let part = normal(typed);
    let has = |unit: &&Found| {
        let document = unit.document(&Diagnostics::default());
        let named = |list: &str| document.names(list).iter().any(|weapon| is_part(&part, weapon));
        ["weapon", "attack"].into_iter().any(named)
    };
    let built_in = library.units().into_iter().filter(|unit| part.len() > 3 && unit.source.is_built_in());
    let owners: Vec<String> = built_in.filter(has).take(MOST).map(Found::path).collect();
    let owners = either(&owners.iter().map(String::as_str).collect::<Vec<_>>())?;
    Some(format!("it is a weapon: name who has it, such as {owners}, and choose it with `--weapon \"{typed}\"`"))
}

/// A unit as it is typed where one is shown, without its leaders and its size.
///
/// # Errors
/// A unit that cannot be found or read.
pub fn typed_unit(library: &Library, typed: &str) -> Result<Found, Error> {
    let (name, loadout) = if line_unit(typed).is_some() { (typed, None) } else { with_loadout(library, typed) };
    Ok(Found { loadout: loadout.map(str::to_owned), ..one(library, name.trim(), &[])? })
}

/// The leaders and, last, the unit; a text that names a unit or a file as it stands is one part, and so is a one-line unit,
/// which may hold any sign.
fn parts<'t>(library: &Library, typed: &'t str) -> Vec<TypedPart<'t>> {
    let starts = std::iter::once(0).chain(typed.match_indices('+').map(|(at, _)| at + 1));
    for start in starts.take_while(|start| !typed[..*start].contains(':')) {
        let (models, line) = counted(library, &typed[start..]);
        if line_unit(line).is_some() {
            let leaders = typed[..start].trim_end_matches('+');
            let mut parts = if leaders.is_empty() { Vec::new() } else { self::parts(library, leaders) };
            parts.push(TypedPart { models, name: line, loadout: None });
            return parts;
        }
    }
    let whole = |typed| !library.candidates(typed).is_empty() || Path::new(typed).is_file();
    let line = |models, name| vec![TypedPart { models, name, loadout: None }];
    if !bare_lines(typed, &[]).is_empty() && !whole(typed) {
        return line(None, typed);
    }
    let (models, name) = counted(library, typed);
    if models.is_some() && !bare_lines(name, &[]).is_empty() && !whole(name) {
        return line(models, name);
    }
    if !typed.contains('+') || whole(with_loadout(library, typed).0) {
        return vec![TypedPart::read(library, typed)];
    }
    let mut open = false;
    let is_end = |letter: char| {
        open = letter == '[' || (open && letter != ']');
        letter == '+' && !open
    };
    typed.split(is_end).map(|part| TypedPart::read(library, part)).collect()
}

/// What of a text may be a file: the names of its parts, without the numbers of models before them.
pub(super) fn files_in(typed: &str) -> Vec<&str> {
    if line_unit(typed).is_some() {
        return Vec::new();
    }
    parts(&Library::default(), typed.trim()).into_iter().map(|part| part.name).collect()
}

/// Both units; the game of each helps to find the other.
pub(super) fn find(library: &Library, attacker: &str, defender: &str) -> Result<(Chosen, Chosen), Error> {
    let (attacker, defender) = (parts(library, attacker), parts(library, defender));
    let games = |parts: &[TypedPart<'_>]| -> Vec<String> { library.games(parts.last().map_or("", |part| part.name)) };
    let (mine, theirs) = (games(&attacker), games(&defender));
    // One line says no game; it is of that of the other unit.
    let is_shared = |game: &String| mine.is_empty() || mine.contains(game);
    let shared: Vec<String> = theirs.into_iter().filter(is_shared).collect();
    let first = joined(library, &attacker, &shared);
    // A unit that is known for certain decides between the games of the other.
    match first {
        Ok(first) => {
            let game: Vec<String> = first.0.game.clone().into_iter().collect();
            let second = joined(library, &defender, &game)?;
            Ok((first, second))
        }
        Err(error) => match joined(library, &defender, &[]) {
            Ok(second) => {
                let game: Vec<String> = second.0.game.clone().into_iter().collect();
                Ok((joined(library, &attacker, &game).map_err(|_| error)?, second))
            }
            Err(other) => Err(Error::from(error).and(other.into())),
        },
    }
}

/// The units of several lists of names, all of one game: names, sizes, leaders, and patterns such as `aos/*`, which are
/// expanded here.
///
/// # Errors
/// Every name that fits nothing, and units of several games.
pub(super) fn listed<const N: usize>(library: &Library, lists: [&[String]; N]) -> Result<[Vec<Chosen>; N], Error> {
    let words: Vec<(usize, TypedWord<'_>)> = lists
        .iter()
        .enumerate()
        .flat_map(|(list, words)| words.iter().map(move |typed| (list, TypedWord::read(library, typed.trim()))))
        .collect();
    let games = shared_games(&words);
    let (mut units, mut wrong): ([Vec<Chosen>; N], Option<Error>) = (std::array::from_fn(|_| Vec::new()), None);
    for (list, word) in words {
        match word.units(library, &games) {
            Ok(found) => add_new(&mut units[list], found),
            Err(error) => {
                wrong = Some(match wrong {
                    Some(before) => before.and(error),
                    None => error,
                });
            }
        }
    }
    match wrong {
        Some(error) => Err(error),
        None => of_one_game(&units.concat()).map(|()| units),
    }
}

/// Adds units; one that a pattern found and that is there already is not added again.
fn add_new(units: &mut Vec<Chosen>, found: Vec<Chosen>) {
    let is_one = found.len() == 1;
    // Files of two folders may be called alike.
    let key = |(unit, models): &Chosen| {
        unit.leaders.is_empty().then(|| (unit.path(), unit.source.name.clone(), *models, unit.loadout.clone()))
    };
    let mut there: HashSet<_> = units.iter().filter(|_| !is_one).filter_map(key).collect();
    units.extend(found.into_iter().filter(|unit| is_one || key(unit).is_none_or(|key| there.insert(key))));
}

/// Something that was typed where units are named, before the games of the others are known.
enum TypedWord<'t> {
    /// A name, with its leaders and sizes, and the games it may be of.
    Name(&'t str, Vec<String>),
    /// A file or standard input, which is read once; or a name that cannot be found.
    Read(Result<Chosen, NotFound>),
    /// A pattern with the leaders and the size of each unit that fits.
    Many(Vec<TypedPart<'t>>, Vec<Found>, &'t str),
}

impl<'t> TypedWord<'t> {
    fn read(library: &Library, typed: &'t str) -> Self {
        let mut all = parts(library, typed);
        let last = all.last().map_or("", |part| part.name);
        match army_units(last, library).filter(|_| line_unit(last).is_none()) {
            Some(Ok(units)) => {
                all.rotate_right(1);
                return Self::Many(all, units, typed);
            }
            Some(Err(error)) => return Self::Read(Err(error)),
            None => {}
        }
        if last == "-" || is_path(last) || line_unit(last).is_some() || army_unit(last, library).is_some() {
            return Self::Read(joined(library, &all, &[]));
        }
        match library.matching(last) {
            Some(units) => {
                let units = units.into_iter().cloned().collect();
                // The pattern's own part is kept for the size.
                all.rotate_right(1);
                Self::Many(all, units, typed)
            }
            None => Self::Name(typed, library.games(last)),
        }
    }

    /// The games that it may be of; none if that says nothing.
    fn games(&self) -> Vec<String> {
        let mut games: Vec<String> = match self {
            Self::Name(_, games) => games.clone(),
            Self::Read(Ok((unit, _))) => unit.game.clone().into_iter().collect(),
            Self::Read(Err(_)) => Vec::new(),
            Self::Many(_, units, _) => units.iter().filter_map(|unit| unit.game.clone()).collect(),
        };
        games.sort_unstable();
        games.dedup();
        games
    }

    fn units(self, library: &Library, games: &[String]) -> Result<Vec<Chosen>, Error> {
        let (parts, mut units, typed) = match self {
            Self::Name(typed, _) => return each_loadout(vec![look_up(library, typed, games)?]),
            Self::Read(unit) => return each_loadout(vec![unit?]),
            Self::Many(parts, units, typed) => (parts, units, typed),
        };
        if units.is_empty() {
            let list = "`warodds list units` shows all".to_owned();
            return Err(Error::usage(format!("no unit fits `{typed}`")).hint(list));
        }
        if units.iter().any(|unit| unit.game.as_ref().is_some_and(|game| games.contains(game))) {
            units.retain(|unit| unit.game.as_ref().is_some_and(|game| games.contains(game)));
        }
        let game_of = |unit: &Found| unit.game.clone().unwrap_or_default();
        if let Some(other) = units.iter().find(|unit| game_of(unit) != game_of(&units[0])) {
            let message =
                format!("`{typed}` names units of {}, {} and maybe more games", game_of(&units[0]), game_of(other));
            return Err(
                Error::usage(message).hint("say of which game: `aos/*`, `40k/*`, `asoiaf/*`, `warcry/*`".to_owned())
            );
        }
        let (TypedPart { models, loadout, .. }, leaders) = (parts[0], &parts[1..]);
        let led = |unit: Found| -> Result<Chosen, Error> {
            let leaders = leaders.iter().map(|leader| leader.find(library, games)).collect::<Result<_, NotFound>>()?;
            Ok((Found { leaders, loadout: loadout.map(str::to_owned), ..unit }, models))
        };
        each_loadout(units.into_iter().map(led).collect::<Result<_, Error>>()?)
    }
}

/// The games that all words may be of; none if they share none.
fn shared_games(words: &[(usize, TypedWord<'_>)]) -> Vec<String> {
    let mut shared: Option<Vec<String>> = None;
    for games in words.iter().map(|(_, word)| word.games()).filter(|games| !games.is_empty()) {
        shared = Some(match shared {
            None => games,
            Some(shared) => shared.into_iter().filter(|game| games.contains(game)).collect(),
        });
    }
    shared.unwrap_or_default()
}

/// Refuses units of several games.
fn of_one_game(units: &[Chosen]) -> Result<(), Error> {
    let mut games = units.iter().filter_map(|(unit, _)| Some((unit, unit.game.as_ref()?)));
    let Some((first, game)) = games.next() else { return Ok(()) };
    match games.find(|(_, other)| *other != game) {
        None => Ok(()),
        Some((unit, other)) => {
            let message = format!("{} is a unit of {game}, {} one of {other}", first.name, unit.name);
            Err(Error::usage(message).hint("all units must be of one game; `game/name` says which".to_owned()))
        }
    }
}

/// `20 termagants`: the number of models, and the name; no number where a unit is really called so.
fn counted<'t>(library: &Library, typed: &'t str) -> (Option<u64>, &'t str) {
    let typed = typed.trim();
    let is_number = |n: &str| n.bytes().all(|b| b.is_ascii_digit());
    let split = typed.split_once(char::is_whitespace).map(|(n, name)| (n.trim_end_matches(['x', 'X', '×']), name));
    let split = split.filter(|(n, _)| !n.is_empty() && is_number(n));
    let split = split.map(|(n, name)| (n.parse().unwrap_or(u64::MAX), name.trim_start()));
    let is_count = |name| library.has(name) && !library.has(typed) || library.candidates(typed).is_empty();
    match split {
        Some((models, name)) if is_count(name) => (Some(models), name),
        _ => (None, typed),
    }
}
