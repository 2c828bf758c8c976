//! A unit whose weapons are as many as a list says.

use super::choosing::Choosing;
use super::is_called;
use crate::games::size::count;
use crate::profile::{Document, Place, Table};
use crate::words::sort::sort_by_key;
use crate::words::{each_once, same};

/// Tables that are one weapon for one group of models: several profiles of it are one.
struct Carried {
    places: Vec<usize>,
    name: String,
    ranged: bool,
    /// How many the profile has, and the most that there may be.
    count: u32,
    most: u32,
    bearers: u32,
    /// Whether the list names it.
    is_listed: bool,
}

/// Gives a unit as many of each weapon as a list says, if it says a number; fewer than the profile has only where `may_lose`:
/// the others of the list are there. Of what the list does not name so many stay as are not needed for more of the others of
/// its kind. What had to be said of that, what an only model has beside those that are named, and what is more than its
/// bearers can have.
pub(crate) fn carry(
    document: &mut Document,
    listed: &[(u32, bool, String)],
    may_lose: bool,
) -> (Vec<String>, Vec<String>, Vec<String>) {
    let place = Place::first(&document.source);
    let mut unit = Choosing { table: &mut document.table, options: &[], place };
    let (mut all, mut told, mut too_many) = (carried(&unit), Vec::new(), Vec::new());
    let before: Vec<u32> = all.iter().map(|one| one.count).collect();
    for name in each_once(listed.iter().map(|(.., name)| name)) {
        let mut counts = listed.iter().filter(|(.., other)| same(other, name));
        let wanted = counts.try_fold(0, |sum: u32, (n, is_said, _)| is_said.then(|| sum.saturating_add(*n)));
        let is_it = |place: &usize| {
            let weapon = unit.table.tables("weapon").nth(*place);
            weapon.is_some_and(|table| is_called(table.text("name").unwrap_or_default(), table.text("one-of"), name))
        };
        let mut named: Vec<&mut Carried> = all.iter_mut().filter(|one| one.places.iter().any(is_it)).collect();
        let over = share(&mut named, wanted, may_lose);
        too_many.extend((over > 0).then(|| format!("{over} × {name}")));
    }
    let is_alone = unit.models() == 1;
    let kept: Vec<String> = [true, false]
        .into_iter()
        .flat_map(|ranged| make_room(&mut all, &before, (ranged, may_lose && !is_alone)))
        .collect();
    let mut champions = [0; 2];
    // What is taken away first, so that its champions have something else.
    for is_more in [false, true] {
        let changed = all.iter().zip(&before).filter(|(one, before)| one.count != **before);
        for (one, before) in changed.filter(|(one, before)| (one.count > **before) == is_more) {
            told.push(format!("{} × {} instead of {before}", one.count, one.name));
            let without = &mut champions[usize::from(one.ranged)];
            let left = one.places.iter().map(|place| put(&mut unit, *place, one.count, *without));
            *without = left.max().unwrap_or(0);
        }
    }
    // An only model fires with all that it has.
    let (kept, unnamed) = if is_alone { (Vec::new(), kept) } else { (kept, Vec::new()) };
    told.extend(kept.into_iter().map(|kept| format!("{kept} of the profile stays, which the list does not name")));
    (told, unnamed, too_many)
}

/// Takes away so many weapons of a kind that a list does not name as there are more of those that it does; what stays beside
/// these.
fn make_room(all: &mut [Carried], before: &[u32], (ranged, may_lose): (bool, bool)) -> Vec<String> {
    let listed: Vec<_> = all.iter().zip(before).filter(|(one, _)| one.ranged == ranged && one.is_listed).collect();
    if listed.is_empty() {
        return Vec::new();
    }
    let now = listed.iter().map(|(one, _)| one.count).sum::<u32>();
    let mut more = now.saturating_sub(listed.iter().map(|(_, before)| **before).sum());
    let is_other = |one: &&mut Carried| one.ranged == ranged && !one.is_listed && one.count > 0;
    let mut others: Vec<&mut Carried> = all.iter_mut().filter(is_other).collect();
    sort_by_key(&mut others, |one| std::cmp::Reverse(one.count));
    let mut kept = Vec::new();
    for other in others {
        // What every bearer has, a mount's claws, is beside the others.
        let is_beside = other.count >= other.bearers;
        let gone = if is_beside { 0 } else { more.min(other.count) };
        (other.count, more) = (other.count - gone, more - gone);
        kept.extend((other.count > 0 && !(is_beside && may_lose)).then(|| format!("{} × {}", other.count, other.name)));
    }
    kept
}

/// The weapons of a profile.
fn carried(unit: &Choosing<'_>) -> Vec<Carried> {
    let mut all: Vec<(Carried, &Table)> = Vec::new();
    for (place, table) in unit.table.tables("weapon").enumerate() {
        let kind = |table: &Table| ["carried-by", "one-of"].map(|key| table.text(key).map(str::to_owned));
        let is_profile = |other: &Table| table.get("one-of").is_some() && kind(other) == kind(table);
        if let Some((one, _)) = all.iter_mut().find(|(_, other)| is_profile(other)) {
            one.places.push(place);
            continue;
        }
        let bearers = unit.carriers(table);
        let count = count(table).unwrap_or(bearers);
        let most = if unit.models() == 1 { u32::MAX } else { bearers.max(count) };
        let (name, ranged) = (table.text("name").unwrap_or_default().to_owned(), table.get("range").is_some());
        all.push((Carried { places: vec![place], name, ranged, count, most, bearers, is_listed: false }, table));
    }
    all.into_iter().map(|(one, _)| one).collect()
}

/// Shares a number among those who may carry a weapon, without one as many as they have: where most do it changes first. How
/// many nobody may carry.
fn share(named: &mut Vec<&mut Carried>, wanted: Option<u32>, may_lose: bool) -> u32 {
    sort_by_key(named, |one| std::cmp::Reverse(one.count));
    let now = named.iter().map(|one| one.count).sum::<u32>();
    let wanted = wanted.filter(|_| !named.is_empty()).unwrap_or(now);
    let (mut more, mut less) = (wanted.saturating_sub(now), if may_lose { now.saturating_sub(wanted) } else { 0 });
    for one in named {
        let (added, gone) = (more.min(one.most - one.count), less.min(one.count));
        (more, less) = (more - added, less - gone);
        (one.count, one.is_listed) = (one.count + added - gone, true);
    }
    more
}

/// Writes how many there are of a weapon, of which as many at most are champions', with so many champions who have lost
/// theirs. How many of them there are then.
fn put(unit: &mut Choosing<'_>, place: usize, number: u32, without: u32) -> u32 {
    unit.set_weapon(place, number);
    let Some(weapon) = unit.table.tables("weapon").nth(place) else { return without };
    let own = weapon.whole("champions").and_then(|champions| u32::try_from(champions).ok());
    let all = own.unwrap_or(0) + without;
    if own.is_some() || without > 0 {
        let champions = unit.whole(all.min(number));
        unit.table.tables_mut("weapon").swap_remove(place).put("champions", champions);
    }
    all - all.min(number)
}
