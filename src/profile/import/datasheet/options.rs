//! What models of a datasheet may carry or have instead of what they have.

use serde_json::Value;

use super::{GIVEN, SheetHead, SheetReader, Stats, is_melee, is_weapon};
use crate::profile::MAX_TABLES;
use crate::profile::import::card::{CONDITIONAL, WITHIN};
use crate::profile::import::options::{Arms, ReadOption, add, summed};
use crate::profile::import::selection::{Printed, Selection, Variant, is_model, replaced};
use crate::profile::import::values::{name, target_text};
use crate::words::sort::sort_by_key;
use crate::words::{each_once, same};

/// Weapon tables that are left free for what the unit carries.
const ROOM: usize = MAX_TABLES - 10;

/// Models, what may stand in for them, and the place of their group.
type Swap<'s, 't> = (&'s Selection<'t>, &'s Variant<'t>, usize);

/// What a part of a model may have instead of what it has.
type Way<'s, 't> = (&'s Selection<'t>, &'s Variant<'t>);

impl<'s, 't> SheetReader<'s, 't, '_> {
    /// Reads the alternatives of the models, whose groups these are, and of the unit.
    pub(super) fn read_options(&mut self, models: &[&'s Selection<'t>], places: &[usize]) {
        let unit = self.unit;
        let mut swaps: Vec<Swap<'s, 't>> = Vec::new();
        let is_whole = models.iter().any(|model| std::ptr::eq(*model, unit));
        let largest = (0..self.groups.len()).max_by_key(|place| self.groups[*place].count).unwrap_or(0);
        for part in unit.without_models().into_iter().filter(|_| !is_whole) {
            for alternative in &part.alternatives {
                match replaced(part, alternative).filter(|_| is_model(alternative)) {
                    Some(given) => {
                        let place = models.iter().zip(places).find(|(model, _)| std::ptr::eq(**model, given));
                        if let Some((_, place)) = place {
                            self.exchange_models((given, alternative, *place));
                            swaps.push((given, alternative, *place));
                        }
                    }
                    None if !is_model(alternative) => self.exchange(part, alternative, largest),
                    None => {}
                }
            }
        }
        // The plain names go to the largest group.
        let mut order: Vec<(&Selection<'t>, usize)> = models.iter().copied().zip(places.iter().copied()).collect();
        sort_by_key(&mut order, |(_, place)| std::cmp::Reverse(self.groups[*place].count));
        for (model, place) in order {
            for part in model.without_models() {
                for alternative in part.alternatives.iter().filter(|other| !is_model(other)) {
                    self.exchange(part, alternative, place);
                }
                for offer in &part.offers {
                    let mut option = offer.option.clone();
                    option.exchange(arms(&offer.replaces), arms(&offer.gives));
                    option.call_by_weapons();
                    self.offer(option, &offer.gives, place);
                }
            }
        }
        // What is made of two comes last: there is room for only so many options.
        swaps.into_iter().for_each(|swap| self.exchange_both(swap));
        self.name_within();
    }

    /// Names what may be chosen within options, unless another option gives it.
    fn name_within(&mut self) {
        for what in std::mem::take(&mut self.within) {
            let is_it = |called: &str| same(called, &name(&what));
            let mut weapons = self.weapons.iter();
            if !weapons.any(|weapon| is_it(&weapon.name) || weapon.one_of.as_deref().is_some_and(is_it)) {
                self.card.leave_out(&what, WITHIN);
            }
        }
    }

    /// An upgrade instead of another one, or in addition.
    fn exchange(&mut self, parent: &Selection<'t>, alternative: &Variant<'t>, place: usize) {
        let Some(mut option) = alternative.option(self.all_models()) else {
            return self.card.leave_out(&alternative.name, CONDITIONAL);
        };
        let given = replaced(parent, alternative);
        option.exchange(given.map_or_else(Vec::new, arms), arms(&alternative.selection));
        let before = self.groups[place].stats.clone();
        let mut after = before.clone();
        if let Some(given) = given {
            option.points -= given.cost().map_or(0, |cost| i64::from(cost / given.number.max(1)));
            for key in self.own_keys(given) {
                GIVEN.iter().position(|given| *given == key).into_iter().for_each(|place| after.given[place] = None);
            }
            option.replaces.extend(self.given_up(given, &alternative.selection, place));
        }
        for (called, text, _) in Self::texts_of(&alternative.selection) {
            let keys = self.keys_in(&text);
            self.card.of_option(&called, !keys.is_empty());
            keys.iter().for_each(|(key, value)| _ = after.set(key, value));
        }
        option.changes = before.changes_to(&after);
        self.offer(option, &alternative.selection, place);
    }

    /// The abilities of what gives way, which go with it unless they come again, or others still do the same for the unit.
    fn given_up(&self, given: &Selection<'t>, instead: &Selection<'t>, place: usize) -> Arms {
        let of = |selection| Self::texts_of(selection).into_iter().map(|(called, ..)| called).collect::<Vec<_>>();
        let (mut gone, come) = (each_once(of(given)), of(instead));
        let is_held = |called: &String| {
            let mut held = self.held.iter().filter(|(name, _)| name == called);
            self.card.is_of_whole_unit(called) && held.any(|(_, who)| who.iter().any(|other| *other != place))
        };
        gone.retain(|called| {
            !come.contains(called) && self.card.entries.iter().any(|entry| entry.name == *called) && !is_held(called)
        });
        gone.into_iter().map(|called| (1, called)).collect()
    }

    /// Keys that the abilities of a selection give its bearer.
    fn own_keys(&self, selection: &Selection<'t>) -> Vec<String> {
        let texts = Self::texts_of(selection).into_iter();
        texts.flat_map(|(_, text, _)| self.keys_in(&text)).map(|(key, _)| key).collect()
    }

    /// Models of another kind instead of the most usual ones, and what those may carry.
    fn exchange_models(&mut self, (given, alternative, place): Swap<'_, 't>) {
        let Some(plain) = self.other_models((given, alternative, place)) else { return };
        let mut option = plain.clone();
        option.call_by_weapons();
        self.offer(option, &alternative.selection, place);
        for way in ways_of(alternative) {
            self.exchange_within((given, alternative, place), &plain, &[way]);
        }
    }

    /// The same models with two of the things that they choose apart: a gun and a blade, each from a list of its own.
    fn exchange_both(&mut self, swap: Swap<'_, 't>) {
        let Some(plain) = self.other_models(swap) else { return };
        let ways = ways_of(swap.1);
        for (place, one) in ways.iter().enumerate() {
            for other in ways[place + 1..].iter().filter(|other| are_apart(one, other)) {
                self.exchange_within(swap, &plain, &[*one, *other]);
            }
        }
    }

    /// Models of another kind with what they carry by themselves, as an option that is not called yet.
    fn other_models(&mut self, (given, alternative, place): Swap<'_, 't>) -> Option<ReadOption> {
        let Some(mut option) = alternative.option(self.all_models()) else {
            self.card.leave_out(&alternative.name, CONDITIONAL);
            return None;
        };
        option.exchange(arms(given), arms(&alternative.selection));
        option.points -= given.cost().map_or(0, |cost| i64::from(cost / given.number.max(1)));
        let mut head = SheetHead::default();
        let (before, after) = (self.stats_of(given, &mut head), self.stats_of(&alternative.selection, &mut head));
        option.changes = before.ok()?.changes_to(&after.ok()?);
        option.replaces.extend(self.given_up(given, &alternative.selection, place));
        if alternative.selection.without_models().iter().any(|part| !part.alternatives.is_empty()) {
            option.share(&alternative.name);
        }
        Some(option)
    }

    /// What models of another kind may carry instead of what they carry by themselves.
    fn exchange_within(&mut self, (given, alternative, place): Swap<'_, 't>, plain: &ReadOption, ways: &[Way<'_, 't>]) {
        let mut carried = arms(&alternative.selection);
        for (part, other) in ways {
            let gone = replaced(part, other).map_or_else(Vec::new, arms);
            for (number, weapon) in &mut carried {
                let gone = gone.iter().find(|(_, key)| key == weapon).map_or(0, |(count, _)| *count);
                *number = number.saturating_sub(gone);
            }
            carried = summed(carried.into_iter().chain(arms(&other.selection)));
        }
        let called = ways.iter().map(|(_, other)| name(&other.name)).collect::<Vec<_>>().join(" and ");
        let mut option = ReadOption { name: called, ..plain.clone() };
        option.exchange(arms(given), carried);
        option.replaces.extend(self.given_up(given, &alternative.selection, place));
        option.call_by_weapons();
        let Some(((_, first), rest)) = ways.split_first() else { return };
        self.offer(option, &first.selection, place);
        rest.iter().for_each(|(_, other)| self.bring(&other.selection, place));
        self.bring(&alternative.selection, place);
    }

    /// Adds an option, and the weapons that nobody has before it is chosen.
    fn offer(&mut self, mut option: ReadOption, selection: &Selection<'t>, place: usize) {
        let tables: usize = self.weapons.iter().map(|weapon| weapon.carried.len()).sum();
        if tables > ROOM {
            return;
        }
        option.model = (self.groups.len() > 1).then(|| self.groups[place].name.clone());
        let wanted: Vec<String> = option.gives.iter().map(|(_, weapon)| weapon.clone()).collect();
        if !add(&mut self.options, option) {
            return;
        }
        self.wanted.extend(wanted);
        self.bring(selection, place);
    }

    /// Adds the weapons of a selection that options give and its group has not.
    fn bring(&mut self, selection: &Selection<'t>, place: usize) {
        self.within.extend(selection.own().into_iter().flat_map(|part| part.within.iter().cloned()));
        for (_, printed, one_of) in weapons_of(selection) {
            let called = one_of.clone().unwrap_or_else(|| name(&printed.name));
            if self.wanted.contains(&called) {
                self.add_weapon(printed, one_of, place, 0);
            }
        }
    }

    fn all_models(&self) -> u32 {
        self.groups.iter().map(|group| group.count).sum::<u32>().max(1)
    }
}

/// The weapons that options of a selection may give to somebody.
pub(super) fn offered<'a, 't>(selection: &'a Selection<'t>) -> Vec<&'a Printed<'t>> {
    let mut all = Vec::new();
    for part in selection.own() {
        let others = part.alternatives.iter().map(|other| &other.selection);
        for other in others.chain(part.offers.iter().map(|offer| &offer.gives)) {
            all.extend(other.own().into_iter().flat_map(|part| &part.profiles).filter(|profile| is_weapon(profile)));
            all.extend(offered(other));
        }
    }
    all
}

/// The profiles of weapons of a selection, each with the part that has it and the weapon of which it is one profile.
pub(super) fn weapons_of<'a, 't>(
    selection: &'a Selection<'t>,
) -> Vec<(&'a Selection<'t>, &'a Printed<'t>, Option<String>)> {
    let mut all = Vec::new();
    for part in selection.without_models() {
        let weapons: Vec<&Printed<'t>> = part.profiles.iter().filter(|profile| is_weapon(profile)).collect();
        for printed in &weapons {
            let alike = weapons.iter().filter(|other| is_melee(other) == is_melee(printed)).count();
            all.push((part, *printed, (alike > 1).then(|| name(&part.name))));
        }
    }
    all
}

/// What models of another kind may carry instead of what they carry by themselves.
fn ways_of<'s, 't>(alternative: &'s Variant<'t>) -> Vec<Way<'s, 't>> {
    let parts = alternative.selection.without_models().into_iter();
    let all = parts.flat_map(|part| part.alternatives.iter().map(move |other| (part, other)));
    all.filter(|(_, other)| !is_model(other)).collect()
}

/// Whether two ways replace two things, neither of which is a part of the other.
fn are_apart<'t>(one: &Way<'_, 't>, other: &Way<'_, 't>) -> bool {
    let (Some(first), Some(second)) = (replaced(one.0, one.1), replaced(other.0, other.1)) else { return false };
    let is_in = |part: &Selection<'t>, whole: &Selection<'t>| {
        whole.without_models().into_iter().any(|within| std::ptr::eq(within, part))
    };
    !is_in(first, second) && !is_in(second, first)
}

/// The weapons of one of a selection.
fn arms(selection: &Selection<'_>) -> Arms {
    let number = selection.number.max(1);
    let all = weapons_of(selection).into_iter().map(|(part, printed, one_of)| {
        let called = one_of.unwrap_or_else(|| name(&printed.name));
        (std::ptr::from_ref(part), ((part.number / number).max(1), called))
    });
    // Several profiles of one weapon are one.
    summed(each_once(all).into_iter().map(|(_, arm)| arm))
}

impl Stats {
    /// The keys in which another statline differs.
    fn changes_to(&self, other: &Self) -> Vec<(&'static str, Value)> {
        let whole = |key, one: u32, other: u32| (one != other).then(|| (key, Value::from(other)));
        let target = |key, one: Option<u8>, other: Option<u8>| (one != other).then(|| (key, target_text(other).into()));
        let all = [
            whole("toughness", self.toughness, other.toughness),
            target("save", self.save, other.save),
            whole("wounds", self.wounds, other.wounds),
            whole("objective-control", self.control, other.control),
        ];
        let given = (0..GIVEN.len()).map(|place| target(GIVEN[place], self.given[place], other.given[place]));
        all.into_iter().chain(given).flatten().collect()
    }
}
