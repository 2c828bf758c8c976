//! Lists of names, counts and points against profiles that exist.

use std::path::Path;

use super::sizes::{resize, sizes};
use crate::games::loadout::{by_weapons, carry, choose};
use crate::games::{self, Game, UnitFacts};
use crate::profile::import::{ImportKind, Imported, ImportedUnit, LeftOut, Lent, ListedUnit, TextList};
use crate::profile::{
    ARMY, Diagnostics, Document, Found, Holds, Library, Node, NotFound, Place, Table, Value, find_key, full_game,
};
use crate::report::counted;
use crate::words::{each_once, same, without_plural};

/// The army of a list: each unit as its profile has it, with the size, the options and the points of the list. A name that
/// no profile has is refused, with the nearest names.
pub(super) fn army(list: &TextList, library: &Library) -> Imported {
    let list = &list.with_names(&|name| library.is_name(name));
    let named: Vec<Vec<&Found>> = list.units.iter().map(|unit| library.called(&unit.name)).collect();
    let game = game_of(list.game, &named);
    let chosen: Vec<Option<&Found>> = named
        .iter()
        .map(|named| {
            let of_game = named.iter().filter(|found| found.game.as_deref() == game.map(|game| game.id));
            of_army(&list.words, of_game.copied())
        })
        .collect();
    let lent = lent(list, &chosen, library);
    // What the list gives one of its units is that unit's alone.
    let is_given = |ability: &Table| {
        let mut all = list.units.iter().flat_map(ListedUnit::enhancements);
        kind_of(ability).is_some_and(|kind| kind.starts_with("enhancement"))
            && all.any(|what| is_called(ability, &what))
    };
    let (given, lent): (Vec<Table>, Vec<Table>) = lent.into_iter().partition(is_given);
    let (mut read, mut places): (Vec<ImportedUnit>, Vec<usize>) = (Vec::new(), Vec::new());
    for (unit, found) in list.units.iter().zip(&chosen) {
        places.push(read.len());
        let Some((game, found)) = game.zip(*found) else {
            read.push(unknown(unit, game, library));
            continue;
        };
        let (mut one, number) = sized(game, unit, found, &given);
        let lacks = |what: &String| !lent.iter().chain(&given).any(|ability| is_called(ability, what));
        one.left_out.extend(unit.enhancements().filter(lacks).map(|what| LeftOut { what, why: NO_ENHANCEMENT }));
        read.extend(vec![one; number as usize]);
    }
    for (unit, place) in list.units.iter().zip(&places) {
        let led = unit.leads.and_then(|led| places.get(led)).copied();
        let both = |led: &usize| read[*place].refused.is_none() && read[*led].refused.is_none();
        read[*place].leader_of = led.filter(both);
    }
    let unread = list.unread.iter().map(|what| LeftOut { what: what.clone(), why: UNREAD });
    Imported {
        abilities: Vec::new(),
        game: game.map_or("", |game| game.id),
        kind: ImportKind::Roster,
        name: if list.name.is_empty() { "list".to_owned() } else { list.name.clone() },
        points: list.points,
        besides: Vec::new(),
        left_out: unread.collect(),
        lent: vec![Lent { army: String::new(), entries: lent.iter().map(ability_text).collect() }],
        units: read,
    }
}

/// A unit whose name no profile has.
fn unknown(unit: &ListedUnit, game: Option<&Game>, library: &Library) -> ImportedUnit {
    let games: Vec<String> = game.iter().map(|game| game.id.to_owned()).collect();
    let near = match library.find(&unit.name, &games) {
        Err(NotFound::None { help: Some(help), .. }) => format!("; {help}"),
        _ => String::new(),
    };
    ImportedUnit::refused(&unit.name, unit.points, format!("no profile is called so{near}"))
}

/// What the armies of the units lend to them, as far as the list has it: what other units of it lend, what the army has by
/// itself, and of what is chosen that which the list names.
fn lent(list: &TextList, chosen: &[Option<&Found>], library: &Library) -> Vec<Table> {
    let units: Vec<&Found> = chosen.iter().flatten().copied().collect();
    let armies = each_once(units.iter().map(|unit| Path::new(&unit.source.name).with_file_name(ARMY)));
    let is_said = |what: &str| list.words.contains(&what.to_lowercase());
    let is_here = |ability: &&Table| {
        let from = ability.text("from").unwrap_or_default();
        let chosen = ability.text("choice").into_iter().chain([from]).find_map(|text| text.split_once(": "));
        match (chosen, from.split_once(", ")) {
            (Some((_, what)), _) => is_said(what),
            (None, Some((_, kind))) if kind.starts_with("enhancement") => ability.text("name").is_some_and(is_said),
            (None, Some((detachment, _))) => is_said(detachment),
            (None, None) => matches!(from, "" | "army rule") || units.iter().any(|unit| same(&unit.name, from)),
        }
    };
    let found = armies.iter().filter_map(|army| library.find(&army.display().to_string(), &[]).ok());
    let documents: Vec<Document> = found.map(|army| army.document(&Diagnostics::brief())).collect();
    documents.iter().flat_map(|army| army.table.tables("ability")).filter(is_here).cloned().collect()
}

/// Whether an ability of an army is what a unit was given under a name: it is from `enhancement: NAME`, or called so.
fn is_called(ability: &Table, what: &str) -> bool {
    let from = ability.text("from").and_then(|from| from.split_once(": "));
    from.is_some_and(|(_, given)| same(given, what)) || ability.text("name").is_some_and(|name| same(name, what))
}

/// What an ability of an army is: `enhancement` of `Copper Host, enhancement` and of `enhancement: Bright Edge`.
fn kind_of(ability: &Table) -> Option<&str> {
    let from = ability.text("from")?;
    from.split_once(", ").map_or(from, |(_, kind)| kind).split(": ").next()
}

/// An ability as an army's file has it.
fn ability_text(ability: &Table) -> String {
    format!("\n[[ability]]\n{}", ability.toml())
}

/// Of units of one name the one whose army the list names, else the first.
fn of_army<'f>(words: &str, units: impl Iterator<Item = &'f Found>) -> Option<&'f Found> {
    let units: Vec<&Found> = units.collect();
    let is_named = |unit: &&&Found| unit.faction.as_ref().is_some_and(|army| words.contains(&army.replace('-', " ")));
    units.iter().find(is_named).or(units.first()).copied()
}

/// The game that most of the names are of: of the one that the list tells the edition that has most of them, of editions that
/// have as many the one that a bare name means.
fn game_of(named_game: Option<&str>, named: &[Vec<&Found>]) -> Option<&'static Game> {
    let all: Vec<&str> = named.iter().flatten().filter_map(|found| found.game.as_deref()).collect();
    let units_of = |game: &&&'static Game| all.iter().filter(|id| **id == game.id).count();
    let named_game = games::GAMES.iter().find(|game| Some(game.id) == named_game);
    let Some(named_game) = named_game else {
        return games::GAMES.iter().rev().max_by_key(units_of).copied().filter(|game| units_of(&game) > 0);
    };
    let is_edition = |game: &&&'static Game| named_game.id.starts_with(game.id) || game.id.starts_with(named_game.id);
    let is_of = |game: &Game, found: &&Found| found.game.as_deref() == Some(game.id);
    let names_of = |game: &Game| named.iter().filter(|all| all.iter().any(|found| is_of(game, found))).count();
    let meant = if named_game.id == TENTH { full_game("40k") } else { named_game.id };
    let most = games::GAMES.iter().filter(is_edition).max_by_key(|game| (names_of(game), game.id == meant));
    Some(most.copied().filter(|game| names_of(game) > 0).unwrap_or(named_game))
}

/// The game whose lists do not say of which edition they are.
const TENTH: &str = "warhammer-40k";

/// What an enhancement is that the army of its unit does not hold.
const NO_ENHANCEMENT: &str = "the army of its profile lends nothing of this name that touches dice";

/// What a weapon is that neither the profile nor one of its options has.
pub(super) const NO_WEAPON: &str =
    "no weapon and no option of the profile is called so; its bearers keep what the profile has";

/// What becomes of weapons that options give, but not with what else the list names.
pub(super) const NOT_TOGETHER: &str =
    "no options of the profile give it together with the rest of the list; its bearers keep what the profile has";

/// What becomes of weapons that nobody can carry.
pub(super) const TOO_MANY: &str = "more than its bearers can have";

/// What becomes of a weapon of an only model whose others a list names.
pub(super) const UNNAMED: &str = "the list does not name it, and what the profile has stays";

/// What a line is of which nothing is read.
pub(super) const UNREAD: &str = "it is neither a unit with its points nor a heading";

/// The most units that one line of a list means.
const MOST_ALIKE: u32 = 20;

/// How many units a line of a list means where its number is not that of models: `2 x Liberators (180)` costs as much as two,
/// and who is alone is so in each of several units, unless the profile has such a size.
fn several(
    game: &Game,
    unit: &ListedUnit,
    (facts, document): (&UnitFacts, &Document),
    price: Option<u32>,
) -> Option<u32> {
    let number = unit.typed_models().filter(|number| (1..=MOST_ALIKE).contains(number))?;
    if facts.models == 1 {
        return (!sizes(game, document, facts).contains(&number.into())).then_some(number);
    }
    let (points, price) = (u64::from(unit.points?), u64::from(price?) * u64::from(number));
    // The points are near the price of so many units, or of so many models: their geometric mean decides.
    (points * points * facts.models as u64 > price * price).then_some(number)
}

/// How many models a unit has, with what had to be said of that.
fn models_of(
    unit: &ListedUnit,
    own: u32,
    units: Option<u32>,
    price: Option<u32>,
    is_model: &dyn Fn(&str) -> bool,
) -> (u32, Option<String>) {
    let whole = if unit.reinforced { own * 2 } else { own };
    // A unit that costs twice as much is twice as large.
    let times = units.zip(unit.points).zip(price).map_or(1, |((units, points), price)| match points / units {
        each if whole > 1 && !unit.reinforced && each % price == 0 => (each / price).max(1),
        _ => 1,
    });
    let whole = whole * times;
    let Some(units) = units.filter(|units| *units > 1 || whole > 1) else {
        return (if units.is_some() { whole } else { unit.models_called(is_model).unwrap_or(whole) }, None);
    };
    let models = counted(whole.into(), "model");
    let read = match (units, whole) {
        (1, _) => format!("one unit of {models}, as the points tell"),
        (_, 1) => format!("{units} units"),
        _ => format!("{units} units, each of {models}, as the points tell"),
    };
    (whole, Some(format!("`{units} ×` is read as {read}")))
}

/// A profile with the size, the options, the weapons and the points of a list, and how many units of it the list means.
fn sized(game: &'static Game, unit: &ListedUnit, found: &Found, given: &[Table]) -> (ImportedUnit, u32) {
    let notes = Diagnostics::default();
    let mut document = found.document(&notes);
    give(&mut document, unit, given);
    let facts = (game.check)(&document, &notes);
    let own = facts.as_ref().map_or(0, |facts| facts.models as u32);
    let groups = document.names("model");
    let weapons = document.names("weapon");
    // `Intercessor Sergeant` is one of the Intercessors.
    let called = |what: &str| {
        let is = |name: &String| without_plural(name) == without_plural(what);
        let is_of = |group: &String| {
            let first = what.get(..group.len()).filter(|first| first.eq_ignore_ascii_case(group));
            is(group) || first.is_some() && what[group.len()..].starts_with(' ')
        };
        groups.iter().any(is_of) && !weapons.iter().any(is)
    };
    let price = document.table.whole("points").and_then(|price| u32::try_from(price).ok()).filter(|price| *price > 0);
    let units = facts.and_then(|facts| several(game, unit, (&facts, &document), price));
    let (models, mended) = models_of(unit, own, units, price, &called);
    // `2x Liberators (90)` may say what each of them costs.
    let points = unit.points.map(|points| if price == Some(points) { points } else { points / units.unwrap_or(1) });
    let refused = |why: String| (ImportedUnit::refused(&unit.name, unit.points, why), 1);
    let typed = format!("{models} models");
    if let Some(error) = (models != own).then(|| resize(game, &mut document, u64::from(models), &typed).err()).flatten()
    {
        return refused(error.message);
    }
    regroup(&mut document, unit, models);
    let Arming { told, unknown, apart, unnamed, too_many } = match armed(game, &mut document, unit, &called) {
        Ok(armed) => armed,
        Err(why) => return refused(why),
    };
    if let Some(points) = points {
        let place = Place::first(&document.source);
        document.table.put("points", Node { place, value: Value::Whole(i64::from(points)) });
    }
    let facts = (game.check)(&document, &notes);
    let Some(facts) = facts.filter(|_| notes.is_empty()) else {
        return refused(format!("its profile {} is wrong; `warodds check` says why", found.source.name));
    };
    let mut read = ImportedUnit { name: found.name.clone(), points, ..ImportedUnit::default() };
    (read.models, read.weapons) = (facts.models as u32, facts.weapons.len());
    if !same(&unit.name, &found.name) {
        read.mended.push(format!("`{}` is read as `{}`", unit.name, found.name));
    }
    if let Some(library) = &found.library {
        read.mended.push(format!("{} is also in another library; the one of {library} is taken", found.name));
    }
    read.mended.extend(mended.into_iter().chain(told));
    read.left_out.extend(each_once(unknown).into_iter().map(|what| LeftOut { what, why: NO_WEAPON }));
    read.left_out.extend(apart.into_iter().map(|what| LeftOut { what, why: NOT_TOGETHER }));
    read.left_out.extend(unnamed.into_iter().map(|what| LeftOut { what, why: UNNAMED }));
    read.left_out.extend(too_many.into_iter().map(|what| LeftOut { what, why: TOO_MANY }));
    read.text = document.toml().into();
    (read, units.unwrap_or(1))
}

/// Gives a unit the enhancements that its list names below it: it has them, and nobody asks for them.
fn give(document: &mut Document, unit: &ListedUnit, given: &[Table]) {
    let mut own: Vec<Table> =
        given.iter().filter(|ability| unit.enhancements().any(|what| is_called(ability, &what))).cloned().collect();
    own.iter_mut().for_each(always);
    let is_own = |table: &&mut Table| own.iter().any(|ability| ability.text("name") == table.text("name"));
    document.table.tables_mut("ability").into_iter().filter(is_own).for_each(always);
    let place = Place::first(&document.source);
    let nodes: Vec<Node> =
        own.into_iter().map(|ability| Node { place: place.clone(), value: Value::Table(ability) }).collect();
    document.lend(&nodes);
}

/// Makes an ability hold whether anybody asks for it or not.
fn always(ability: &mut Table) {
    ability.entries.retain(|entry| entry.key != "optional");
}

/// Makes the groups of a unit as large as its list says, if it says that of each, and as many as there are in all.
fn regroup(document: &mut Document, unit: &ListedUnit, models: u32) {
    let place = Place::first(&document.source);
    let mut groups = document.table.tables_mut("model");
    let count = |group: &Table| {
        let name = without_plural(group.text("name")?);
        unit.models_named(&|what| without_plural(what) == name)
    };
    let mut counts: Vec<Option<u32>> = groups.iter().map(|group| count(group)).collect();
    // One group that the list calls otherwise has the others: `19x Boyz` of a Boss Nob and 19 that are each a Boy.
    let told = counts.iter().flatten().sum::<u32>();
    if let ([other], true) = (&mut counts.iter_mut().filter(|count| count.is_none()).collect::<Vec<_>>()[..], told > 0)
    {
        **other = models.checked_sub(told);
    }
    let counts: Option<Vec<u32>> = counts.into_iter().collect();
    let Some(counts) = counts.filter(|counts| counts.iter().sum::<u32>() == models && !counts.contains(&0)) else {
        return;
    };
    let number = |count: u32| Node { place: place.clone(), value: Value::Whole(count.into()) };
    let written = |table: &Table| table.whole("count").and_then(|count| u32::try_from(count).ok());
    let mut sizes = Vec::new();
    for (group, now) in groups.iter_mut().zip(counts) {
        let before = written(group).unwrap_or(now).max(1);
        group.put("count", number(now));
        sizes.extend(group.text("name").map(|name| (name.to_owned(), before, now)));
    }
    // A smaller group carries as many each as the larger one did.
    for weapon in document.table.tables_mut("weapon") {
        let bearers = weapon.text("carried-by").and_then(|name| sizes.iter().find(|(group, ..)| same(group, name)));
        let (Some((_, before, now)), Some(carried)) = (bearers, written(weapon)) else { continue };
        let most = carried.div_ceil(*before).saturating_mul(*now);
        if carried > most {
            weapon.put("count", number(most));
        }
    }
}

/// What came of the weapons of a list.
struct Arming {
    /// What had to be said of them.
    told: Vec<String>,
    /// What the profile lacks.
    unknown: Vec<String>,
    /// What its options give, and not with the rest.
    apart: Vec<String>,
    /// What the profile has beside what the list names.
    unnamed: Vec<String>,
    /// What is more than its bearers can have.
    too_many: Vec<String>,
}

/// Gives a unit the options and the weapons of a list.
fn armed(
    game: &'static Game,
    document: &mut Document,
    unit: &ListedUnit,
    is_model: &dyn Fn(&str) -> bool,
) -> Result<Arming, String> {
    let own = weapon_names(document);
    // `Warhammers` are what the profile has as `Warhammer`.
    let called = |name: &str| own.iter().find(|own| without_plural(own) == without_plural(name)).cloned();
    let listed: Vec<(u32, bool, String)> =
        unit.carried().into_iter().map(|(n, is_said, name)| (n, is_said, called(&name).unwrap_or(name))).collect();
    let numbered: Vec<_> = listed.iter().map(|(n, _, name)| (*n, name.clone())).collect();
    let (loadout, mut unknown) = by_weapons(document, &numbered);
    unknown.retain(|what| !is_model(what));
    choose(document, loadout.as_deref())?;
    let weapons = find_key(game.keys, "weapon").map(|key| key.holds);
    let has_counts = matches!(weapons, Some(Holds::Tables(keys)) if find_key(keys, "count").is_some());
    let carried = if has_counts { carry(document, &listed, unknown.is_empty()) } else { Default::default() };
    let (told, unnamed, too_many) = carried;
    let (before, now) = (own, weapon_names(document));
    let is_lost = |name: &String| before.contains(name) && !now.contains(name) && !unknown.contains(name);
    let is_told = |name: &String| too_many.iter().any(|told: &String| told.ends_with(name.as_str()));
    let lost = numbered.into_iter().filter(|(n, name)| *n > 0 && is_lost(name) && !is_told(name));
    let apart = each_once(lost.map(|(_, name)| name));
    Ok(Arming { told, unknown, apart, unnamed, too_many })
}

/// The names of a unit's weapons, and of those of which they are profiles.
fn weapon_names(document: &Document) -> Vec<String> {
    let names = document.table.tables("weapon").flat_map(|weapon| [weapon.text("name"), weapon.text("one-of")]);
    names.flatten().map(str::to_owned).collect()
}
