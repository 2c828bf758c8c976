//! Which models of a unit carry which of its weapons, as far as its profile says.
//!
//! A weapon without a number is carried by every model that may have it. Weapons that only some models have are carried
//! by different models as long as there are enough of them.

use crate::words::same;
use crate::words::sort::sort_by_key;

/// A weapon, as far as it matters who carries it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Arm<'u> {
    pub(crate) ranged: bool,
    /// How many the unit has; `None`: one for each model that may carry it.
    pub(crate) count: Option<u32>,
    /// For each group of models, whether they may carry it.
    pub(crate) fits: Vec<bool>,
    /// A model that has one of the weapons that say the same has all of them.
    pub(crate) one_of: Option<&'u str>,
}

/// One weapon, or several profiles of one, with the models that carry it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WeaponKind {
    /// Places among the weapons.
    pub(crate) members: Vec<usize>,
    pub(crate) count: u32,
    /// For each group of models, how many of them carry it.
    pub(crate) held: Vec<u32>,
    /// Whether every model that may carry it does.
    pub(crate) everyone: bool,
    pub(crate) fits: Vec<bool>,
}

impl WeaponKind {
    pub(crate) fn bearers(&self) -> u32 {
        self.held.iter().sum()
    }

    /// How many of it this many of its bearers have; nobody has none.
    pub(crate) fn held_by(&self, bearers: u32) -> u32 {
        match self.bearers() {
            0 => 0,
            all if all == bearers => self.count,
            all => bearers * (self.count / all),
        }
    }
}

/// The kinds of weapons among those that are wanted, with who carries them. Groups that a weapon is restricted to are
/// looked at first; a model carries two kinds only where there are more weapons than models.
pub(crate) fn kinds(groups: &[u32], arms: &[Arm<'_>], wanted: impl Fn(usize) -> bool) -> Vec<WeaponKind> {
    let mut kinds: Vec<WeaponKind> = Vec::new();
    for (index, arm) in arms.iter().enumerate().filter(|(index, _)| wanted(*index)) {
        let fitting: u32 = groups.iter().zip(&arm.fits).filter(|(_, fits)| **fits).map(|(count, _)| count).sum();
        let count = arm.count.unwrap_or(fitting);
        let everyone = arm.count.is_none() || (fitting > 0 && count >= fitting);
        let shares = |kind: &&mut WeaponKind| {
            let other = &arms[kind.members[0]];
            other.ranged == arm.ranged && arm.one_of.zip(other.one_of).is_some_and(|(one, other)| same(one, other))
        };
        match kinds.iter_mut().find(shares) {
            Some(kind) => {
                kind.members.push(index);
                (kind.count, kind.everyone) = (kind.count.max(count), kind.everyone || everyone);
            }
            None => {
                let (members, fits, held) = (vec![index], arm.fits.clone(), vec![0; groups.len()]);
                kinds.push(WeaponKind { members, count, held, everyone, fits });
            }
        }
    }
    hand_out(groups, &mut kinds);
    kinds
}

fn hand_out(groups: &[u32], kinds: &mut [WeaponKind]) {
    for kind in kinds.iter_mut().filter(|kind| kind.everyone) {
        for (held, (count, fits)) in kind.held.iter_mut().zip(groups.iter().zip(&kind.fits)) {
            *held = if *fits { *count } else { 0 };
        }
    }
    let mut free = groups.to_vec();
    let mut some: Vec<&mut WeaponKind> = kinds.iter_mut().filter(|kind| !kind.everyone).collect();
    sort_by_key(&mut some, |kind| kind.fits.iter().filter(|fits| **fits).count());
    for kind in some {
        let mut left = kind.count;
        for (place, held) in kind.held.iter_mut().enumerate().filter(|(place, _)| kind.fits[*place]) {
            let taken = left.min(free[place]);
            *held += taken;
            free[place] -= taken;
            left -= taken;
        }
        for (place, held) in kind.held.iter_mut().enumerate().filter(|(place, _)| kind.fits[*place]) {
            let taken = left.min(groups[place] - *held);
            *held += taken;
            left -= taken;
        }
    }
}

/// For each group, how many of its models carry none of these kinds.
pub(crate) fn unarmed(groups: &[u32], kinds: &[WeaponKind]) -> Vec<u32> {
    let armed = |place: usize| kinds.iter().map(|kind| kind.held[place]).sum();
    groups.iter().enumerate().map(|(place, count)| count.saturating_sub(armed(place))).collect()
}

/// How many of each weapon are left once of some groups of models only this many stand, where as many of each kind fall as
/// there are models of it. Shares of weapons that different models carry are rounded so that together they are as many as
/// stand: halves go to the one that is named first.
pub(crate) fn even(before: &[u32], now: &[u32], arms: &[Arm<'_>]) -> Vec<u32> {
    let fitting = |counts: &[u32], arm: &Arm<'_>| -> u32 {
        counts.iter().zip(&arm.fits).filter(|(_, fits)| **fits).map(|(count, _)| count).sum()
    };
    let share = |arm: &Arm<'_>| {
        let (all, left) = (fitting(before, arm).max(1), fitting(now, arm));
        let count = arm.count.unwrap_or(all);
        // Of those up to `count`.
        let up_to = move |count: u32| (2 * count * left + all) / (2 * all);
        let is_special = |other: &Arm<'_>| {
            other.ranged == arm.ranged && other.fits == arm.fits && other.count.is_some_and(|count| count < all)
        };
        if !is_special(arm) {
            return up_to(count).min(count);
        }
        let same = |one: &Arm<'_>, other: &Arm<'_>| {
            one.one_of.zip(other.one_of).is_some_and(|(one, other)| crate::words::same(one, other))
        };
        // Of several profiles of one weapon the first stands for all.
        let mut kinds: Vec<&Arm<'_>> = Vec::new();
        for other in arms.iter().filter(|other| is_special(other)) {
            if !kinds.iter().any(|kind| same(kind, other)) {
                kinds.push(other);
            }
        }
        let total: u32 = kinds.iter().filter_map(|kind| kind.count).sum();
        let mine = kinds.iter().position(|kind| std::ptr::eq(*kind, arm) || same(kind, arm)).unwrap_or(0);
        let others: u32 = kinds[..mine].iter().filter_map(|kind| kind.count).sum();
        if total > all { up_to(count).min(count) } else { (up_to(others + count) - up_to(others)).min(count) }
    };
    arms.iter().map(share).collect()
}

/// Says how many models of a unit have no weapon of a kind, or none at all; `None` if all have one. `groups` are their names
/// and numbers.
pub(crate) fn unarmed_note(
    unit: &str,
    groups: &[(&str, u32)],
    unarmed: &[u32],
    ranged: Option<bool>,
) -> Option<String> {
    let (all, without): (u32, u32) = (groups.iter().map(|(_, count)| count).sum(), unarmed.iter().sum());
    if without == 0 {
        return None;
    }
    let mut named: Vec<(&str, u32)> = Vec::new();
    for ((name, _), without) in groups.iter().zip(unarmed).filter(|((name, _), n)| **n > 0 && !name.is_empty()) {
        match named.iter_mut().find(|(key, _)| key == name) {
            Some((_, n)) => *n += without,
            None => named.push((name, *without)),
        }
    }
    let named: Vec<String> = named.iter().map(|(name, n)| format!("{n} × {name}")).collect();
    let named = if named.is_empty() || groups.len() == 1 { String::new() } else { format!(": {}", named.join(", ")) };
    let have = if without == 1 { "has" } else { "have" };
    let kind = ranged.map_or("", |ranged| if ranged { "ranged " } else { "melee " });
    let models = if all == 1 { "model" } else { "models" };
    Some(format!("{without} of {all} {models} of {unit} {have} no {kind}weapon{named}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(count: Option<u32>, fits: &[bool], one_of: Option<&'static str>) -> Arm<'static> {
        Arm { ranged: true, count, fits: fits.to_vec(), one_of }
    }

    #[test]
    fn weapons_of_some_are_carried_by_different_models() {
        // Ten models: seven rifles, one plasma gun of two profiles, one launcher, one pistol.
        let plasma = || arm(Some(1), &[true], Some("plasma"));
        let arms = [arm(Some(7), &[true], None), plasma(), plasma(), arm(Some(1), &[true], None)];
        let found = kinds(&[10], &arms, |_| true);
        assert_eq!(found.iter().map(|kind| kind.members.clone()).collect::<Vec<_>>(), [vec![0], vec![1, 2], vec![3]]);
        assert_eq!(found.iter().map(WeaponKind::bearers).collect::<Vec<_>>(), [7, 1, 1]);
        assert_eq!(unarmed(&[10], &found), [1]);
    }

    #[test]
    fn models_without_a_weapon_are_counted_by_their_name() {
        let groups = [("Guard", 2), ("Sergeant", 1), ("Guard", 3)];
        let note = |unarmed: &[u32]| unarmed_note("Squad", &groups, unarmed, Some(true));
        assert_eq!(note(&[0, 0, 0]), None);
        let line = "5 of 6 models of Squad have no ranged weapon: 5 × Guard";
        assert_eq!(note(&[2, 0, 3]).as_deref(), Some(line));
        let line = "1 of 6 models of Squad has no ranged weapon: 1 × Sergeant";
        assert_eq!(note(&[0, 1, 0]).as_deref(), Some(line));
    }

    #[test]
    fn a_restricted_weapon_finds_its_group_first() {
        // Nine boys and a boss; nine pistols for anyone, one gun for a boy: the boss has the ninth pistol.
        let arms = [arm(Some(9), &[true, true], None), arm(Some(1), &[true, false], None)];
        let found = kinds(&[9, 1], &arms, |_| true);
        assert_eq!((&found[0].held[..], &found[1].held[..]), (&[8, 1][..], &[1, 0][..]));
    }

    #[test]
    fn more_weapons_than_models_overlap() {
        let arms = [arm(None, &[true], None), arm(Some(2), &[true], None), arm(Some(4), &[true], None)];
        let found = kinds(&[5], &arms, |_| true);
        assert_eq!(found.iter().map(WeaponKind::bearers).collect::<Vec<_>>(), [5, 2, 4]);
        // Two on one model.
        let two = &kinds(&[1], &[arm(Some(2), &[true], None)], |_| true)[0];
        assert_eq!((two.bearers(), two.held_by(1), two.held_by(0)), (1, 2, 0));
    }

    #[test]
    fn even_shares_are_as_many_as_stand() {
        let weapons = |counts: &[u32]| counts.iter().map(|n| arm(Some(*n), &[true], None)).collect::<Vec<_>>();
        // Half of four and two; of three and one, one and a half and a half: two models, not three.
        assert_eq!(even(&[6], &[3], &weapons(&[4, 2])), [2, 1]);
        assert_eq!(even(&[4], &[2], &weapons(&[3, 1])), [2, 0]);
        for now in 0..=9 {
            assert_eq!(even(&[9], &[now], &weapons(&[4, 3, 2])).iter().sum::<u32>(), now);
        }
        // Two profiles of one weapon are one; what every model has in addition is its own.
        let plasma = || arm(Some(1), &[true], Some("plasma"));
        let arms = [arm(Some(3), &[true], None), plasma(), plasma(), arm(None, &[true], None)];
        assert_eq!(even(&[4], &[2], &arms), [2, 0, 0, 2]);
    }

    #[test]
    fn models_without_a_weapon_are_named() {
        let note = |groups: &[(&str, u32)], unarmed: &[u32]| unarmed_note("U", groups, unarmed, Some(false));
        assert_eq!(note(&[("A", 5)], &[0]), None);
        assert_eq!(note(&[("A", 5)], &[1]).as_deref(), Some("1 of 5 models of U has no melee weapon"));
        let several = note(&[("A", 5), ("B", 1)], &[5, 0]);
        assert_eq!(several.as_deref(), Some("5 of 6 models of U have no melee weapon: 5 × A"));
    }
}
