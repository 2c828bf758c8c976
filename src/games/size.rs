//! A unit of another size than its profile's: `"20 termagants"`, `--set attacker.models=20`.
//!
//! A whole multiple multiplies everything that is counted: models, weapons, champions, points. Models beyond it join the
//! largest group and carry what most of them carry; models taken away leave the largest group first, and first those with
//! the weapon that most of them carry, so that special weapons and leaders stay to the end.

use super::Losses;
use super::arms::{Arm, even, kinds};
use crate::profile::{Document, Node, Place, Source, Table, Value};
use crate::sequence::MAX_MODELS;
use crate::words::same;
use crate::words::sort::sort_by_key;

/// Models that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SizedGroup {
    pub(crate) count: u32,
    /// Whether it leads others: it is the last to change.
    pub(crate) leads: bool,
}

/// The number of models that a table says, if it is one that is computed.
pub(crate) fn count(table: &Table) -> Option<u32> {
    table.whole("count").and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= MAX_MODELS as u32)
}

/// What a profile writes of a weapon, as far as sizes ask.
pub(crate) struct WrittenWeapon {
    pub(crate) name: String,
    ranged: bool,
    count: Option<u32>,
    carried_by: Option<String>,
    one_of: Option<String>,
}

impl WrittenWeapon {
    pub(crate) fn of(table: &Table) -> Self {
        let text = |key: &str| table.text(key).map(str::to_owned);
        let (name, ranged) = (text("name").unwrap_or_else(|| "a weapon".to_owned()), table.get("range").is_some());
        Self { name, ranged, count: count(table), carried_by: text("carried-by"), one_of: text("one-of") }
    }

    /// The weapon among groups of models of these names.
    pub(crate) fn arm(&self, groups: &[String]) -> Arm<'_> {
        let fits = |name: &String| self.carried_by.as_ref().is_none_or(|wanted| same(wanted, name));
        let (fits, one_of) = (groups.iter().map(fits).collect(), self.one_of.as_deref());
        Arm { ranged: self.ranged, count: self.count, fits, one_of }
    }
}

/// The numbers of a unit of another size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sized {
    /// How often the profile is in it, whole.
    pub(crate) times: u32,
    /// Models of each group.
    pub(crate) groups: Vec<u32>,
    /// The number of each weapon that has one in the profile.
    pub(crate) weapons: Vec<Option<u32>>,
}

/// The numbers of a unit once it has this many models; `None` if the profile has none.
pub(crate) fn sized(profile: &[SizedGroup], arms: &[Arm<'_>], models: u32) -> Option<Sized> {
    let before: u32 = profile.iter().map(|group| group.count).sum();
    let times = models.checked_div(before)?.max(1);
    let whole: Vec<SizedGroup> =
        profile.iter().map(|group| SizedGroup { count: group.count * times, ..*group }).collect();
    let arms: Vec<Arm<'_>> =
        arms.iter().map(|arm| Arm { count: arm.count.map(|count| count * times), ..arm.clone() }).collect();
    let counts: Vec<u32> = whole.iter().map(|group| group.count).collect();
    let groups = regrouped(&whole, models);
    let weapons = armed(&counts, &groups, &arms);
    Some(Sized { times, groups, weapons })
}

/// The number of each weapon that has one, once groups of models are larger or smaller than before: models with nothing
/// special come and go first, special weapons stay to the end.
pub(crate) fn armed(before: &[u32], now: &[u32], arms: &[Arm<'_>]) -> Vec<Option<u32>> {
    let mut weapons: Vec<Option<u32>> = arms.iter().map(|arm| arm.count).collect();
    for ranged in [false, true] {
        for kind in rearmed(before, now, arms, ranged) {
            for member in kind.members {
                let most = arms[member].count.is_some_and(|count| count < kind.before);
                weapons[member] = weapons[member].map(|count| if most { count.min(kind.now) } else { kind.now });
            }
        }
    }
    weapons
}

/// How many of each weapon are left once some models of these groups have fallen.
pub(crate) fn left(losses: Losses, before: &[u32], now: &[u32], arms: &[Arm<'_>]) -> Vec<u16> {
    let left = match losses {
        Losses::PlainFirst => {
            let no_more = |(count, arm): (Option<u32>, &Arm<'_>)| count.unwrap_or(0).min(arm.count.unwrap_or(0));
            armed(before, now, arms).into_iter().zip(arms).map(no_more).collect()
        }
        Losses::Even => even(before, now, arms),
    };
    left.into_iter().map(|count| count as u16).collect()
}

/// The models of each group: the largest one grows, or shrinks first.
fn regrouped(groups: &[SizedGroup], models: u32) -> Vec<u32> {
    let mut counts: Vec<u32> = groups.iter().map(|group| group.count).collect();
    let all: u32 = counts.iter().sum();
    let mut order: Vec<usize> = (0..groups.len()).collect();
    sort_by_key(&mut order, |place| (groups[*place].leads, std::cmp::Reverse(groups[*place].count)));
    if let Some(first) = order.first() {
        counts[*first] += models.saturating_sub(all);
    }
    let mut leave = all.saturating_sub(models);
    for place in order {
        let gone = leave.min(counts[place]);
        counts[place] -= gone;
        leave -= gone;
    }
    counts
}

/// How many there were of a kind of weapon, and how many there are.
struct Changed {
    members: Vec<usize>,
    before: u32,
    now: u32,
}

/// Each kind of weapon that has a number, once the groups have changed.
fn rearmed(before: &[u32], now: &[u32], arms: &[Arm<'_>], ranged: bool) -> Vec<Changed> {
    let mut found = kinds(before, arms, |index| arms[index].ranged == ranged);
    let mut changed = Vec::new();
    found.retain(|kind| {
        if kind.everyone {
            let fitting = |groups: &[u32]| -> u32 {
                groups.iter().zip(&kind.fits).filter(|(_, fits)| **fits).map(|(count, _)| count).sum()
            };
            let (then, each) = (kind.count, kind.count.checked_div(fitting(before)).unwrap_or(1));
            let members = kind.members.clone();
            changed.push(Changed { members, before: then, now: then - each * fitting(before) + each * fitting(now) });
        }
        !kind.everyone
    });
    for group in 0..before.len() {
        if now[group] >= before[group] {
            let held: u32 = found.iter().map(|kind| kind.held[group]).sum();
            let without = before[group].saturating_sub(held);
            let fitting = found.iter_mut().filter(|kind| kind.fits[group]).rev();
            let most = fitting.max_by_key(|kind| (kind.held[group], kind.bearers()));
            if let Some(most) = most.filter(|kind| kind.held[group] >= without) {
                most.held[group] += now[group] - before[group];
            }
        } else {
            let mut held: Vec<u32> = found.iter().map(|kind| kind.held[group]).collect();
            disarm(&mut held, before[group], now[group]);
            found.iter_mut().zip(held).for_each(|(kind, held)| kind.held[group] = held);
        }
    }
    changed.extend(found.into_iter().map(|kind| {
        let now = kind.held.iter().sum();
        Changed { members: kind.members, before: kind.count, now }
    }));
    changed
}

/// Takes models away from a group: those with nothing special count as a weapon of their own, and the most leave first.
fn disarm(held: &mut [u32], before: u32, now: u32) {
    let without = before.saturating_sub(held.iter().sum());
    let mut order: Vec<Option<usize>> = std::iter::once(None).chain((0..held.len()).map(Some)).collect();
    sort_by_key(&mut order, |place| std::cmp::Reverse(place.map_or(without, |place| held[place])));
    let mut leave = before - now;
    for place in order {
        let there = place.map_or(without, |place| held[place]);
        let gone = leave.min(there);
        leave -= gone;
        if let Some(place) = place {
            held[place] = (there - gone).min(now);
        }
    }
}

/// Where numbers stand that follow from a size.
pub(crate) fn place_of(models: u16) -> Place {
    Place::whole(&Source::new("the size", format!("{models} models")))
}

/// Scales a profile's points from one number of models to another; what they are then. What it lists for its sizes comes
/// first; what it costs beside that, and a unit larger than all of them, is in proportion.
pub(crate) fn scale_points(document: &mut Document, before: u32, now: u32, place: &Place) -> Option<i64> {
    let points = document.table.whole("points")?;
    let in_proportion = |points: i64, from: u32, to: u32| {
        let from = i128::from(from.max(1));
        let scaled = (i128::from(points) * i128::from(to) + from / 2).div_euclid(from);
        i64::try_from(scaled).unwrap_or(i64::MAX)
    };
    let listed = |models: u32| {
        let (size, price) = listed_price(document, models)?;
        Some(if models > size { in_proportion(price, size, models) } else { price })
    };
    let scaled = match (listed(before), listed(now)) {
        (Some(own), Some(price)) => price.saturating_add(in_proportion(points - own, before, now)),
        _ => in_proportion(points, before, now),
    };
    document.table.put("points", Node { place: place.clone(), value: Value::Whole(scaled) });
    Some(scaled)
}

/// The size that a profile lists for this many models, the largest for more of them, and what it costs.
fn listed_price(document: &Document, models: u32) -> Option<(u32, i64)> {
    let wholes =
        |key: &str| document.table.list(key).iter().map(|node| if let Value::Whole(n) = node.value { n } else { 0 });
    let mut all: Vec<(u32, i64)> = wholes("sizes")
        .zip(wholes("size-points"))
        .filter_map(|(size, price)| Some((u32::try_from(size).ok()?, price)))
        .collect();
    all.sort_unstable();
    all.iter().find(|(size, _)| *size >= models).or(all.last()).copied()
}

/// What came out, in one sentence: `10 models, 200 points: 8 × Warhammer, 2 × Grandhammer`.
pub(crate) fn note(models: u16, points: Option<i64>, weapons: &[(String, u32)]) -> String {
    let plural = |n: i64| if n == 1 { "" } else { "s" };
    let mut text = format!("{models} model{}", plural(models.into()));
    if let Some(points) = points {
        text.push_str(&format!(", {points} point{}", plural(points)));
    }
    let carried: Vec<String> =
        weapons.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{count} × {name}")).collect();
    if !carried.is_empty() {
        text.push_str(&format!(": {}", carried.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(ranged: bool, count: u32, fits: &[bool]) -> Arm<'static> {
        Arm { ranged, count: Some(count), fits: fits.to_vec(), one_of: None }
    }

    fn of(groups: &[u32], arms: &[Arm<'_>], models: u32) -> (Vec<u32>, Vec<u32>) {
        let group: Vec<SizedGroup> = groups.iter().map(|count| SizedGroup { count: *count, leads: false }).collect();
        let sized = sized(&group, arms, models).expect("models");
        (sized.groups, sized.weapons.into_iter().map(|count| count.unwrap_or(0)).collect())
    }

    #[test]
    fn a_whole_multiple_multiplies_and_the_rest_is_plain() {
        let hammers = [arm(false, 4, &[true]), arm(false, 1, &[true])];
        for (models, weapons) in [(10, [8, 2]), (12, [10, 2]), (4, [3, 1]), (2, [1, 1]), (1, [0, 1])] {
            assert_eq!(of(&[5], &hammers, models), (vec![models], weapons.to_vec()), "{models}");
        }
        // Two models carry one gun between them, and one carries none: models with nothing special come and go first.
        for (models, guns) in [(6, 2), (4, 1), (2, 1), (1, 1)] {
            assert_eq!(of(&[3], &[arm(true, 1, &[true])], models).1, [guns], "{models}");
        }
        // A weapon that every model has twice.
        assert_eq!(of(&[2], &[arm(true, 4, &[true])], 3).1, [6]);
    }

    #[test]
    fn groups_change_the_largest_first() {
        let boyz = [arm(false, 9, &[true, false]), arm(false, 1, &[false, true])];
        for (models, groups) in [(20, [18, 2]), (15, [14, 1]), (5, [4, 1]), (1, [0, 1])] {
            assert_eq!(of(&[9, 1], &boyz, models), (groups.to_vec(), groups.to_vec()), "{models}");
        }
        let lead = [SizedGroup { count: 1, leads: true }, SizedGroup { count: 1, leads: false }];
        assert_eq!(sized(&lead, &[], 1).expect("models").groups, [1, 0]);
        assert_eq!(sized(&lead, &[], 5).expect("models").groups, [2, 3]);
        assert_eq!(sized(&[SizedGroup { count: 0, leads: false }], &[], 5), None);
    }

    #[test]
    fn what_is_taken_away_fits_those_that_are_left() {
        // Nine boys, one with a gun, and a boss with the ninth pistol: the boss alone keeps it.
        let pistols = [arm(true, 9, &[true, true]), arm(true, 1, &[true, false])];
        assert_eq!(of(&[9, 1], &pistols, 1), (vec![0, 1], vec![1, 0]));
        assert_eq!(of(&[9, 1], &pistols, 2), (vec![1, 1], vec![1, 1]));
        // Weapons that overlap never outnumber the models.
        assert_eq!(of(&[5], &[arm(false, 4, &[true]), arm(false, 4, &[true])], 2).1, [1, 2]);
    }

    #[test]
    fn the_note_says_what_came_out() {
        let weapons = [("Warhammer".to_owned(), 8), ("Grandhammer".to_owned(), 2), ("None".to_owned(), 0)];
        assert_eq!(note(10, Some(200), &weapons), "10 models, 200 points: 8 × Warhammer, 2 × Grandhammer");
        assert_eq!(note(1, None, &[]), "1 model");
    }
}
