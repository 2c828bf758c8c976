//! `list`: what exists.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::args::{ColorWhen, ListArgs, ListWhat};
use super::exit::Stop;
use super::games::{game_named, ids, warn};
use super::output::{answer, width};
use crate::ask::{army_units, unit_abilities};
use crate::error::Error;
use crate::games::{self, FORMS, GAMES, Game, Owner, Thing, is_like};
use crate::profile::{Diagnostics, Found, Library, SHORT_GAMES};
use crate::report::{SCHEMA, Screen, pretty, words as table};
use crate::words::did_you_mean;

pub(super) fn list(args: &ListArgs, color: ColorWhen) -> Result<(), Stop> {
    let (header, rows) = listing(args)?;
    if args.json {
        return answer(pretty(&as_json(args, header, &rows)).as_bytes());
    }
    let screen = Screen { width: width(), color: color.on_stdout(), ascii: false };
    answer(table(header, &rows, screen).as_bytes())
}

/// The rows of a list and their header.
fn listing(args: &ListArgs) -> Result<NamedColumns, Stop> {
    if let Some(typed) = args.game.as_deref().filter(|typed| args.what == ListWhat::Abilities && is_no_game(typed)) {
        warn([], &args.folders.profiles);
        let rows = unit_abilities(typed, &args.folders.profiles)?.into_iter().map(Vec::from).collect();
        return Ok((&["ability", "what it does", "when", "asked for"], rows));
    }
    let army = |typed: &str| -> Option<Result<Vec<Found>, Error>> {
        let library = Library::open(&args.folders.profiles).map_err(Error::from);
        library.map_or_else(|error| Some(Err(error)), |library| Some(army_units(typed, &library)?.map_err(Error::from)))
    };
    if let (ListWhat::Units, Some(units)) = (args.what, args.game.as_deref().and_then(army)) {
        warn(args.game.as_deref(), &args.folders.profiles);
        let row = |unit: &Found| texts(&[&unit.stem, &unit.name, &price(unit)]);
        return Ok((UNITS, units?.iter().map(row).collect()));
    }
    if let (ListWhat::Units, Some(typed)) = (args.what, args.game.as_deref().filter(|typed| is_no_game(typed))) {
        warn([], &args.folders.profiles);
        let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
        let rows = units_called(&library, typed);
        return if rows.is_empty() { Err(no_unit_or_game(typed).into()) } else { Ok((UNITS, rows)) };
    }
    let game = args.game.as_deref().map(game_named).transpose()?;
    Ok(match args.what {
        ListWhat::Games => games_table(),
        ListWhat::Units => {
            warn([], &args.folders.profiles);
            let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
            let is_meant = |unit: &Found| game.is_none_or(|game| unit.game.as_deref() == Some(game.id));
            (UNITS, units_that(&library, is_meant))
        }
        what => {
            let game =
                game.ok_or_else(|| Error::usage("say of which game").hint(format!("there are {}", ids().join(", "))))?;
            of_game(what, game)?
        }
    })
}

/// A list as data: each row with the names of its columns. A cell that a table leaves empty because it repeats the one
/// above holds it here.
fn as_json(args: &ListArgs, header: &[&str], rows: &[Vec<String>]) -> Value {
    let key = |title: &str| title.split(',').next().unwrap_or(title).replace(' ', "-");
    let mut first = String::new();
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let cells = header.iter().zip(row).enumerate().map(|(column, (title, cell))| {
                if column == 0 && !cell.is_empty() {
                    first.clone_from(cell);
                }
                let cell = if column == 0 { first.clone() } else { cell.clone() };
                (key(title), Value::String(cell))
            });
            Value::Object(cells.collect())
        })
        .collect();
    let what = args.what.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let game = args.game.as_deref().and_then(games::named).map(|game| game.id);
    // A part of a name, a file or a unit is no game.
    let of = args.game.as_deref().filter(|_| game.is_none());
    let mut list = json!({ "schema": SCHEMA, "list": what, "game": game, "rows": rows });
    if let (Some(of), Some(keys)) = (of, list.as_object_mut()) {
        keys.insert("of".to_owned(), of.into());
    }
    list
}

/// Whether what was typed names no game, rightly or nearly: a file, or something unlike one.
fn is_no_game(typed: &str) -> bool {
    typed.contains('/')
        || typed.ends_with(".toml")
        || games::named(typed).is_none() && did_you_mean(typed, ids()).is_none()
}

/// The columns of the keys of questions.
const KEYS: &[&str] = &["question", "key", "what it is", "rule"];

type NamedColumns = (&'static [&'static str], Vec<Vec<String>>);

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn games_table() -> NamedColumns {
    let short = |id: &str| {
        let names = SHORT_GAMES.iter().filter(|(_, of)| *of == id).map(|(short, _)| *short);
        names.collect::<Vec<_>>().join(", ")
    };
    let rows = GAMES.iter().map(|game| texts(&[game.id, game.title, game.edition, &short(game.id)])).collect();
    (&["game", "title", "edition", "also called"], rows)
}

/// The units whose path or name, or the first line of the profile, which names the faction, holds what was typed, in whatever
/// case.
fn units_called(library: &Library, typed: &str) -> Vec<Vec<String>> {
    let sought = typed.to_lowercase();
    let is_meant = |unit: &Found| {
        let first = unit.source.text.lines().next().filter(|line| line.starts_with('#')).unwrap_or_default();
        let faction = first.split_once('(').and_then(|(_, rest)| rest.split(')').next()).unwrap_or_default();
        [&*unit.path(), &unit.name, faction].iter().any(|name| name.to_lowercase().contains(&sought))
    };
    units_that(library, is_meant)
}

/// What is told of units.
const UNITS: &[&str] = &["unit", "name", "points"];

/// The points of a unit; empty if its profile has none.
fn price(unit: &Found) -> String {
    let points = unit.document(&Diagnostics::default()).table.whole("points");
    points.map_or_else(String::new, |points| points.to_string())
}

fn units_that(library: &Library, is_meant: impl Fn(&Found) -> bool) -> Vec<Vec<String>> {
    let units = library.units().into_iter().filter(|unit| is_meant(unit));
    let mut rows: Vec<Vec<String>> = units.map(|unit| vec![unit.path(), unit.name.clone(), price(unit)]).collect();
    rows.sort_unstable();
    rows
}

fn no_unit_or_game(typed: &str) -> Error {
    let all = format!("the games are {}", ids().join(", "));
    Error::usage(format!("`{typed}` is not a game, nor part of a unit's name"))
        .hint(did_you_mean(typed, ids()))
        .hint(all)
}

fn of_game(what: ListWhat, game: &Game) -> Result<NamedColumns, Error> {
    let index = games::rules::read_index(game.rules).map_err(Error::usage)?;
    let cited = |rule: &str| games::rules::cited(&index, rule);
    Ok(match what {
        ListWhat::Abilities => {
            let row = |doc: &games::AbilityDoc| texts(&[doc.name, doc.short, doc.example, &cited(doc.rule)]);
            let mut rows: Vec<Vec<String>> = (game.abilities)().iter().map(row).collect();
            rows.extend(game.unit_abilities.iter().map(row));
            (&["ability", "what it does", "written", "rule"], rows)
        }
        ListWhat::Situations => {
            let row = |s: &games::SituationDoc| {
                let not_with =
                    excluded(game, |thing| matches!(thing, Thing::Situation(forms) if *forms == s.situation));
                texts(&[s.name, s.short, &not_with, &cited(s.rule)])
            };
            (&["situation", "what it means", "not with", "rule"], game.situations.iter().map(row).collect())
        }
        ListWhat::Rulings => {
            let rows =
                game.rulings.iter().map(|r| texts(&[r.name, &r.values.join(", "), r.short, &cited(r.rule)])).collect();
            (&["ruling", "readings, the default first", "question", "rule"], rows)
        }
        ListWhat::Questions => {
            let rows =
                crate::questions::of_game(game).iter().flat_map(|question| question_rows(question, &cited)).collect();
            (KEYS, rows)
        }
        ListWhat::Rules => {
            let rows = index.iter().map(|rule| texts(&[rule.id, rule.page, rule.what, rule.here])).collect();
            (&["rule", "page", "what it is about", "here"], rows)
        }
        _ => {
            let forms = FORMS.iter().filter_map(|form| Some((form, game.rule_of_form(form).ok()?)));
            let whose = |owner| if owner == Owner::Attacker { "attacker" } else { "defender" };
            let mut rows: Vec<Vec<String>> = forms
                .map(|(form, rule)| {
                    let is_meant = |thing: &Thing| matches!(thing, Thing::Effect(_, all) if is_like(form.pattern, all));
                    texts(&[form.pattern, form.short, whose(form.owner), &excluded(game, is_meant), &cited(rule)])
                })
                .collect();
            let diceless = games::without_dice(game.id).into_iter();
            rows.extend(diceless.map(|[written, what]| texts(&[&written, &what, "unit", "", "datasheet"])));
            if rows.iter().all(|row| row[3].is_empty()) {
                rows.iter_mut().for_each(|row| drop(row.remove(3)));
                (&["effect", "what it does", "whose", "rule"], rows)
            } else {
                (&["effect", "what it does", "whose", "not with", "rule"], rows)
            }
        }
    })
}

/// The names of what does not go with a thing.
fn excluded(game: &Game, is: impl Fn(&Thing) -> bool) -> String {
    let other_name = |entry: &games::Exclusion| {
        let [one, other] = entry.names(game.situations)?;
        if is(&entry.one) { Some(other) } else { is(&entry.other).then_some(one) }
    };
    game.exclusions.iter().filter_map(other_name).collect::<Vec<_>>().join(", ")
}

/// Prints what can be said to the question of `odds GAME QUESTION -h`; `None` if none is named.
pub(super) fn keys_of_question(typed: &[String]) -> Option<Result<(), Stop>> {
    let mut words = typed.iter().skip(1).filter(|word| !word.starts_with('-')).cloned();
    let game = words.next().filter(|first| first == "odds").and_then(|_| games::named(&words.next()?))?;
    let (first, more) = (words.next()?, words.collect::<Vec<_>>());
    let (question, _) = crate::questions::of_words(game, &first, &more)?;
    let index = games::rules::read_index(game.rules).ok()?;
    let rows = question_rows(question, &|rule| games::rules::cited(&index, rule));
    let screen = Screen { width: width(), color: false, ascii: false };
    let page = format!("warodds odds {} {}\n\n{}", game.id, question.usage(), table(KEYS, &rows, screen));
    Some(answer(page.as_bytes()))
}

/// A question, and a row for each of its keys.
fn question_rows(question: &crate::questions::Question, cited: &dyn Fn(&str) -> String) -> Vec<Vec<String>> {
    let key = |key: &crate::questions::QuestionKey| texts(&["", &key.usage(), key.short, ""]);
    std::iter::once(texts(&[question.name, "", question.short, &cited(question.rule)]))
        .chain(question.keys.iter().map(key))
        .collect()
}
