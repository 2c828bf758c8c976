//! A profile while options are chosen for it: models, weapons and champions change hands.

use super::{UnitOption, is_called};
use crate::games::size::count;
use crate::profile::{Node, Place, Table, Value, champions_of};
use crate::sequence::MAX_MODELS;
use crate::words::same;

/// The document of a unit while options are chosen for it.
pub(super) struct Choosing<'d> {
    pub(super) table: &'d mut Table,
    pub(super) options: &'d [UnitOption<'d>],
    pub(super) place: Place,
}

/// A group of models of the unit: its name, nothing if the game writes none, and how many there are.
pub(super) type GroupSize = (Option<String>, u32);

impl Choosing<'_> {
    pub(super) fn groups(&self) -> Vec<GroupSize> {
        let groups: Vec<GroupSize> = self
            .table
            .tables("model")
            .map(|table| (Some(table.text("name").unwrap_or_default().to_owned()), count(table).unwrap_or(0)))
            .collect();
        let whole = || self.table.whole("models").and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
        if groups.is_empty() { vec![(None, whole())] } else { groups }
    }

    pub(super) fn models(&self) -> u32 {
        self.groups().iter().map(|(_, count)| count).sum()
    }

    pub(super) fn whole(&self, n: impl Into<i64>) -> Node {
        Node { place: self.place.clone(), value: Value::Whole(n.into()) }
    }

    pub(super) fn text(&self, text: &str) -> Node {
        Node { place: self.place.clone(), value: Value::Text(text.into()) }
    }

    /// Gives each group its own table of every weapon that each model of the unit has.
    pub(super) fn part_shared_weapons(&mut self) {
        let groups = self.groups();
        let Some(nodes) = self.table.list("weapon").first().map(|_| self.table.list("weapon").to_vec()) else { return };
        if groups.len() < 2 {
            return;
        }
        let mut parted = Vec::new();
        for node in nodes {
            let Value::Table(weapon) = &node.value else { continue };
            if weapon.get("carried-by").is_some() || weapon.get("count").is_some() {
                parted.push(node);
                continue;
            }
            for (name, _) in &groups {
                let mut own = weapon.clone();
                self.hand_to(&mut own, name.as_deref().unwrap_or_default());
                parted.push(Node { place: node.place.clone(), value: Value::Table(own) });
            }
        }
        if let Some(nodes) = self.table.list_mut("weapon") {
            *nodes = parted;
        }
    }

    /// Records that a group carries a weapon.
    fn hand_to(&self, weapon: &mut Table, group: &str) {
        weapon.put("carried-by", self.text(group));
        if let Some(one_of) = weapon.text("one-of").map(str::to_owned) {
            let base = one_of.rsplit_once(" (").map_or(&*one_of, |(base, _)| base);
            weapon.put("one-of", self.text(&format!("{base} ({group})")));
        }
    }

    /// The weapons of a name that a group has, or may have: their places, and how many there are.
    fn weapons(&self, wanted: &str, group: &GroupSize) -> Vec<(usize, u32)> {
        let fits = |table: &Table| {
            let carrier = table.text("carried-by");
            carrier.is_none() || group.0.as_deref().zip(carrier).is_some_and(|(name, by)| same(name, by))
        };
        let number = |table: &Table| {
            let each = if table.get("carried-by").is_some() { group.1 } else { self.models() };
            if table.get("count").is_some() { count(table).unwrap_or(0) } else { each }
        };
        let all = self.table.tables("weapon").enumerate();
        all.filter(|(_, table)| is_called(table.text("name").unwrap_or_default(), table.text("one-of"), wanted))
            .filter(|(_, table)| fits(table))
            .map(|(place, table)| (place, number(table)))
            .collect()
    }

    /// How many of a weapon a group has: of one with several profiles what the first of them says. An ability each model has.
    pub(super) fn held(&self, wanted: &str, group: &GroupSize) -> u32 {
        let weapons = self.weapons(wanted, group).iter().map(|(_, count)| *count).min();
        let is_ability =
            || self.table.tables("ability").any(|one| one.text("name").is_some_and(|name| same(name, wanted)));
        weapons.unwrap_or_else(|| if is_ability() { group.1 } else { 0 })
    }

    /// How many models there are of those that may carry a weapon.
    pub(super) fn carriers(&self, weapon: &Table) -> u32 {
        let groups = self.groups();
        let of = |name: &str| groups.iter().find(|(key, _)| key.as_deref().is_some_and(|own| same(own, name)));
        weapon.text("carried-by").and_then(of).map_or_else(|| self.models(), |(_, count)| *count)
    }

    pub(super) fn set_weapon(&mut self, place: usize, number: u32) {
        let node = self.whole(number);
        if let Some(weapon) = self.table.tables_mut("weapon").into_iter().nth(place) {
            weapon.put("count", node);
        }
    }

    /// The group whose statline an option changes, split from the rest of its models.
    pub(super) fn split(&mut self, option: &UnitOption<'_>, at: usize, bearers: u32) -> Result<GroupSize, String> {
        let group = self.groups().swap_remove(at);
        let Some(name) = &group.0 else {
            let is_all = bearers == group.1;
            let put = |table: &mut Table| option.changes().for_each(|(key, node)| table.put(key, node.clone()));
            return match is_all {
                true => {
                    put(self.table);
                    Ok(group)
                }
                false => Err(format!("`{}` changes the statline, which all {} models share", option.name, group.1)),
            };
        };
        let split = (Some(format!("{name} with {}", option.name)), bearers);
        let Some(nodes) = self.table.list("model").get(at).cloned().map(|node| vec![node]) else { return Ok(group) };
        let (mut own, place) = (nodes, at + 1);
        let rest = group.1 - bearers;
        if let Some(Value::Table(table)) = own.first_mut().map(|node| &mut node.value) {
            option.changes().for_each(|(key, node)| table.put(key, node.clone()));
            if rest > 0 {
                table.put("name", self.text(split.0.as_deref().unwrap_or_default()));
                table.put("count", self.whole(bearers));
            }
        }
        let left = self.whole(rest);
        let Some(models) = self.table.list_mut("model") else { return Ok(group) };
        if rest == 0 {
            models[at] = own.remove(0);
            return Ok(group);
        }
        if let Value::Table(table) = &mut models[at].value {
            table.put("count", left);
        }
        models.splice(place..place, own);
        self.split_weapons(option, &group, &split);
        Ok(split)
    }

    /// Hands the bearers their share of the weapons of their group. Of weapons that options exchange for each other the rest
    /// keeps one set for each of its models, but for what the bearers are about to give up.
    fn split_weapons(&mut self, option: &UnitOption<'_>, group: &GroupSize, split: &GroupSize) {
        let nodes = self.table.list("weapon").to_vec();
        let own: Vec<(usize, u32)> = nodes
            .iter()
            .enumerate()
            .filter_map(|(place, node)| {
                let Value::Table(weapon) = &node.value else { return None };
                let is_own = weapon.text("carried-by").zip(group.0.as_deref()).is_some_and(|(by, name)| same(by, name));
                let number = if weapon.get("count").is_some() { count(weapon).unwrap_or(0) } else { group.1 };
                is_own.then_some((place, number))
            })
            .collect();
        let table = |place: usize| if let Value::Table(table) = &nodes[place].value { Some(table) } else { None };
        let called = |place: usize, wanted: &str| {
            table(place).is_some_and(|t| is_called(t.text("name").unwrap_or_default(), t.text("one-of"), wanted))
        };
        let options = self.options;
        let set_of =
            |place: usize| set_of(options, &|wanted| called(place, wanted)).unwrap_or_else(|| place.to_string());
        let (bearers, rest) = (split.1, group.1 - split.1);
        let given_up = option.weapons("replaces");
        let mut room: Vec<(String, u32)> = Vec::new();
        for (place, number) in own.iter().copied() {
            let set = set_of(place);
            let all: u32 = own.iter().filter(|(other, _)| set_of(*other) == set).map(|(_, number)| number).sum();
            let whole = all.div_ceil(group.1) * rest;
            let at = room.iter().position(|(key, _)| *key == set).unwrap_or(room.len());
            if at == room.len() {
                room.push((set, whole));
            }
            let replaced =
                given_up.iter().find(|(_, wanted)| called(place, wanted)).map_or(0, |(each, _)| each * bearers);
            let kept = number.saturating_sub(replaced).min(room[at].1);
            room[at].1 -= kept;
            let Some(mut weapon) = table(place).cloned() else { continue };
            self.hand_to(&mut weapon, split.0.as_deref().unwrap_or_default());
            weapon.put("count", self.whole(number - kept));
            self.set_weapon(place, kept);
            let node = Node { value: Value::Table(weapon), place: nodes[place].place.clone() };
            let at = self.place.clone();
            self.table.extend("weapon", vec![node], &at);
        }
    }

    /// Writes how many champions use each weapon where only the keyword says it.
    pub(super) fn write_champions(&mut self) {
        let keywords: Vec<String> = self.table.texts("keywords").map(str::to_owned).collect();
        let Some(champions) = champions_of(&keywords, self.models().into()) else { return };
        let node = self.whole(champions);
        for weapon in self.table.tables_mut("weapon") {
            if weapon.get("champions").is_none() && weapon.get("count").is_none() {
                weapon.put("champions", node.clone());
            }
        }
    }

    /// Adds champions to those that use a weapon.
    fn add_champions(&mut self, place: usize, more: i64) {
        let node = |n: i64| Node { place: self.place.clone(), value: Value::Whole(n) };
        let now = self.table.tables("weapon").nth(place).map_or(0, |weapon| weapon.whole("champions").unwrap_or(0));
        let node = node(now + more);
        if let Some(weapon) = self.table.tables_mut("weapon").into_iter().nth(place).filter(|_| more != 0) {
            weapon.put("champions", node);
        }
    }

    /// Bearers give up what an option replaces, and take what it gives. Champions are the last to change their weapon.
    pub(super) fn exchange(&mut self, option: &UnitOption<'_>, group: &GroupSize, bearers: u32) {
        let mut changing = 0;
        for (each, wanted) in option.weapons("replaces") {
            for (place, number) in self.weapons(wanted, group) {
                let left = number.saturating_sub(each * bearers);
                self.set_weapon(place, left);
                let champions = self.table.tables("weapon").nth(place).and_then(|weapon| weapon.whole("champions"));
                let without = champions.map_or(0, |champions| (champions - i64::from(left)).max(0));
                self.add_champions(place, -without);
                changing = changing.max(without);
            }
        }
        let (replaced, is_only) = (option.weapons("replaces"), self.groups().len() == 1);
        let is_its = |model: Option<&str>| model.map_or(is_only, |model| group.0.as_deref() == Some(model));
        let is_given_up =
            |ability: &Table| replaced.iter().any(|(_, name)| ability.text("name").is_some_and(|own| same(own, name)));
        if bearers == group.1 {
            // An ability of the whole unit has no other owner.
            self.forget("models", &|ability, model| {
                is_given_up(ability) && (is_its(model) || model.is_none() && ability.is("whole-unit"))
            });
        }
        for (each, wanted) in option.weapons("gives") {
            let own = self.weapons(wanted, group);
            for (place, number) in &own {
                self.set_weapon(*place, number.saturating_add(each * bearers).min(MAX_MODELS as u32));
                self.add_champions(*place, changing);
            }
            if own.is_empty() {
                self.copy_weapon(wanted, group, each * bearers);
            }
        }
    }

    /// A weapon that only other groups have, for this one.
    fn copy_weapon(&mut self, wanted: &str, group: &GroupSize, number: u32) {
        let is_it = |table: &&Table| is_called(table.text("name").unwrap_or_default(), table.text("one-of"), wanted);
        let all: Vec<Table> = self.table.tables("weapon").filter(is_it).cloned().collect();
        let carrier = all.first().and_then(|table| table.text("carried-by")).map(str::to_owned);
        let copied = all.into_iter().filter(|table| table.text("carried-by") == carrier.as_deref());
        let copies = copied.map(|mut weapon| {
            self.hand_to(&mut weapon, group.0.as_deref().unwrap_or_default());
            weapon.put("count", self.whole(number));
            Node { place: self.place.clone(), value: Value::Table(weapon) }
        });
        let (copies, place) = (copies.collect(), self.place.clone());
        self.table.extend("weapon", copies, &place);
    }

    /// Takes names out of a list to which abilities are held, and abilities that are held to nothing then; `None`: one without
    /// such a list.
    fn forget(&mut self, list: &str, is_gone: &dyn Fn(&Table, Option<&str>) -> bool) {
        let Some(abilities) = self.table.list_mut("ability") else { return };
        abilities.retain_mut(|ability| {
            let Value::Table(table) = &mut ability.value else { return true };
            let mut names = table.list(list).to_vec();
            if names.is_empty() {
                return !is_gone(table, None);
            }
            names.retain(|name| !matches!(&name.value, Value::Text(name) if is_gone(table, Some(name))));
            let is_held = !names.is_empty();
            if let Some(all) = table.list_mut(list) {
                *all = names;
            }
            is_held
        });
    }

    /// Leaves out weapons that nobody carries, and says what is carried.
    pub(super) fn settle(&mut self) -> Vec<(String, u32)> {
        let is_carried = |node: &Node| match &node.value {
            Value::Table(table) => table.get("count").is_none() || count(table) != Some(0),
            _ => true,
        };
        let names = |table: &Table| -> Vec<String> {
            table.tables("weapon").filter_map(|weapon| weapon.text("name")).map(str::to_owned).collect()
        };
        let before = names(self.table);
        if let Some(nodes) = self.table.list_mut("weapon") {
            nodes.retain(is_carried);
        }
        let left = names(self.table);
        let is_among = |all: &[String], named: &str| all.iter().any(|name| same(name, named));
        let is_gone = |named: &str| is_among(&before, named) && !is_among(&left, named);
        self.forget("weapons", &|_, named| named.is_some_and(is_gone));
        self.table.entries.retain(|entry| entry.key != "option");
        let number = |table: &Table| count(table).unwrap_or_else(|| self.carriers(table));
        let mut carried: Vec<(String, u32)> = Vec::new();
        for table in self.table.tables("weapon") {
            let name = table.text("name").unwrap_or_default();
            match carried.iter_mut().find(|(key, _)| key == name) {
                Some((_, all)) if table.text("carried-by").is_some() => *all += number(table),
                _ => carried.push((name.to_owned(), number(table))),
            }
        }
        carried
    }
}

/// The set of a weapon: what options exchange for each other is one.
fn set_of(options: &[UnitOption<'_>], is_it: &dyn Fn(&str) -> bool) -> Option<String> {
    let exchanges = options.iter().map(|option| [option.weapons("replaces"), option.weapons("gives")].concat());
    let set = exchanges.filter(|all| all.len() > 1).find(|all| all.iter().any(|(_, name)| is_it(name)))?;
    set.first().map(|(_, name)| (*name).to_owned())
}
