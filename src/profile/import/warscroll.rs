//! A unit of Age of Sigmar as a selection holds it, and the profile it becomes (AOS-4.0).

mod declared;
mod options;

use declared::DeclaredAbility;

use super::card::{Card, CardKeys, CardText, ImportedUnit, SENTENCES, better};
use super::options::ReadOption;
use super::selection::{OfArmy, Printed, Selection, SelectionKind};
use super::values::{self, amount, inches, is_none, listed, name, target, target_text, whole};
use super::write::{Keys, WrittenUnit};
use super::{Imported, Vocabulary, is_gift};
use crate::grammar::Unread;
use crate::profile::champions_of;
use crate::words::same;

const OF_UNIT_WITHIN: &str = "a unit that comes with it has it, which is not a separate unit of the catalogue";

/// What list builders call the profile with a statline.
pub(super) const STATLINES: &[&str] = &["Unit", "Manifestation"];

const GAME: &str = "age-of-sigmar";

/// What abilities do that are asked for by name, and when they may be used.
const ASKED: [&str; 2] = ["asked", SENTENCES];

/// Abilities that every unit with their keyword has, which the keyword says already.
const OF_KEYWORDS: &[&str] =
    &["Ward Save", "Guarded Hero", "Fly", "Champion", "Standard Bearer", "Musician", "Elite", "Beast"];

/// Reads a unit.
pub(super) fn read(unit: &Selection<'_>, vocabulary: &dyn Vocabulary) -> Result<ImportedUnit, String> {
    Scroll::new(unit, vocabulary).read()
}

/// What a formation, a lore or a trait of an army does for its units, and what of them is not computed.
pub(super) fn of_army(printed: OfArmy<'_>, vocabulary: &dyn Vocabulary) -> Imported {
    let own = Selection { profiles: printed.profiles, ..Selection::default() };
    let mut all = Imported::default();
    for (word, chosen) in std::iter::once(("", own)).chain(printed.choices) {
        let mut scroll = Scroll::new(&chosen, vocabulary);
        let called = name(&chosen.name);
        let mut from = called.clone();
        if is_gift(word) {
            // What heroes are given speaks of the one that has it.
            "HERO".clone_into(&mut scroll.card.bearer);
            from = format!("{word}: {called}");
        } else if !word.is_empty() {
            scroll.card.choice = format!("{word}: {called}");
        }
        scroll.abilities(false);
        all.add(&called, scroll.card.of_army(&from));
    }
    all
}

struct Scroll<'s, 't, 'v> {
    unit: &'s Selection<'t>,
    card: Card<'v>,
    weapons: Vec<ScrollWeapon<'t>>,
    options: Vec<ReadOption>,
    models: u32,
    champions: u32,
}

/// A weapon, how many models use it, and how many champions among them.
struct ScrollWeapon<'t> {
    name: String,
    printed: Printed<'t>,
    one_of: Option<String>,
    count: u32,
    champions: u32,
}

impl<'s, 't, 'v> Scroll<'s, 't, 'v> {
    fn new(unit: &'s Selection<'t>, vocabulary: &'v dyn Vocabulary) -> Self {
        let (card, options) = (Card::new(GAME, vocabulary), Vec::new());
        Self { unit, card, weapons: Vec::new(), options, models: 0, champions: 0 }
    }
}

impl<'t> Scroll<'_, 't, '_> {
    fn read(mut self) -> Result<ImportedUnit, String> {
        let statline =
            self.unit.own().into_iter().flat_map(|part| &part.profiles).find(|p| STATLINES.contains(&p.kind));
        let statline = statline.cloned().ok_or("it has no statline")?;
        self.arm();
        self.pick_weapons();
        let (keywords, mut ward) = self.keywords();
        self.card.keywords = keywords.iter().cloned().chain([name(&self.unit.name)]).collect();
        let keys = self.abilities(ward.is_some());
        for (key, value) in keys {
            if key == "ward" {
                ward = better(ward, target(&value).and_then(|n| n.value));
            }
        }
        let carried = self.weapons.len();
        self.read_options();
        self.card.conditional(self.unit);
        let within = self.unit.units_within().into_iter().flat_map(Selection::own).flat_map(|part| &part.profiles);
        within
            .filter(|one| one.kind.starts_with("Ability"))
            .for_each(|one| self.card.leave_out(&one.name, OF_UNIT_WITHIN));
        let mut written = self.begin(&statline, ward, &keywords)?;
        written.tables.extend(self.write_weapons(&keywords).into_iter().map(|keys| ("weapon", keys)));
        Ok(self.card.done((self.models, carried.min(self.weapons.len())), written, self.options))
    }

    fn begin(&mut self, statline: &Printed<'t>, ward: Option<u8>, keywords: &[String]) -> Result<WrittenUnit, String> {
        let health = whole(statline.get("Health")).ok_or_else(|| statline.wrong("Health"))?;
        let save = target(statline.get("Save")).ok_or_else(|| statline.wrong("Save"))?;
        let save = self.card.take_target("Save", save);
        let mut written = self.card.begin(name(&self.unit.name), self.unit.cost());
        let head = &mut written.head;
        head.put("models", self.models);
        head.put("health", health);
        head.put("save", target_text(save));
        head.put_some("ward", ward.map(|n| target_text(Some(n))));
        head.put_some("control", whole(statline.get("Control")));
        let movement = values::clean(statline.get("Move")).replace(['"', ' '], "");
        match inches(statline.get("Move")) {
            Some(inches) => {
                let movement = self.card.take("Move", inches);
                head.put("move", movement);
            }
            None => head.put_some("move", amount(&movement).map(|movement| movement.value)),
        }
        head.put_list("keywords", keywords);
        Ok(written)
    }

    /// Counts models and collects what they use.
    fn arm(&mut self) {
        let own = self.unit.own();
        let models: Vec<&Selection<'t>> =
            own.iter().copied().filter(|part| part.kind == SelectionKind::Model && part.number > 0).collect();
        self.models = models.iter().map(|model| model.number).sum();
        if self.models == 0 {
            self.models = self.unit.number.max(1);
        }
        for model in &models {
            let parts = model.without_models();
            let champion = parts.iter().any(|part| is_champion(part)) || is_champion(model);
            let champions = if champion { model.number } else { 0 };
            self.champions += champions;
            for part in parts {
                self.carry(part, model.number, champions);
            }
        }
        if !models.iter().any(|model| std::ptr::eq(*model, self.unit)) {
            for part in self.unit.without_models() {
                if models.is_empty() && is_champion(part) {
                    self.champions += 1;
                }
                self.carry(part, self.models, self.champions);
            }
        }
    }

    /// Adds the weapons of one entry that this many models have.
    fn carry(&mut self, part: &Selection<'t>, models: u32, champions: u32) {
        for (printed, one_of) in weapons_of_entry(part) {
            let called = name(&printed.name);
            let count = part.number.clamp(1, models.max(1)).max(if std::ptr::eq(part, self.unit) { models } else { 1 });
            let alike =
                |weapon: &&mut ScrollWeapon<'t>| weapon.name == called && weapon.printed.values == printed.values;
            let champions = champions.min(count);
            match self.weapons.iter_mut().find(alike) {
                Some(weapon) => {
                    weapon.count += count;
                    weapon.champions += champions;
                }
                None => {
                    let printed = printed.clone();
                    self.weapons.push(ScrollWeapon { name: called, printed, one_of, count, champions });
                }
            }
        }
    }

    /// Weapons of which a text has the unit pick one exclude each other: `you must pick either its Long Bow or its Sling`.
    fn pick_weapons(&mut self) {
        let own = self.unit.own();
        for printed in own.iter().flat_map(|part| &part.profiles).filter(|one| one.kind.starts_with("Ability")) {
            let text = values::clean(printed.get("Effect")).to_lowercase();
            let either = text.split_once("pick either its ").and_then(|(_, rest)| rest.split('.').next()).unwrap_or("");
            let weapons = self.weapons.iter_mut();
            let picked: Vec<&mut ScrollWeapon<'t>> =
                weapons.filter(|weapon| either.contains(&weapon.name.to_lowercase())).collect();
            let is_one_kind = picked.iter().all(|weapon| is_ranged(&weapon.printed) == is_ranged(&picked[0].printed));
            if picked.len() > 1 && is_one_kind {
                let called = name(&printed.name);
                picked.into_iter().for_each(|weapon| _ = weapon.one_of.get_or_insert_with(|| called.clone()));
            }
        }
    }

    /// The keywords as cards print them, and the best ward among them.
    fn keywords(&self) -> (Vec<String>, Option<u8>) {
        let (mut keywords, mut ward) = (Vec::new(), None);
        for category in &self.unit.categories {
            let keyword = name(category);
            // Builders' own categories are written small: Regimental Option.
            if keyword.is_empty() || keyword.chars().any(char::is_lowercase) {
                continue;
            }
            let number = keyword.strip_prefix("WARD").map(|rest| rest.trim().trim_matches(['(', ')']));
            match number.and_then(target) {
                Some(number) if number.value.is_some() => ward = better(ward, number.value),
                _ if keywords.contains(&keyword) => {}
                _ => keywords.push(keyword),
            }
        }
        (keywords, ward)
    }

    fn abilities(&mut self, has_ward: bool) -> CardKeys {
        let names: Vec<String> = self.weapons.iter().map(|weapon| weapon.name.clone()).collect();
        let mut keys = Vec::new();
        for part in self.unit.own() {
            for profile in part.profiles.iter().filter(|profile| profile.kind.starts_with("Ability")) {
                let called = name(&profile.name);
                let is_known = OF_KEYWORDS.iter().any(|of_keyword| same(of_keyword, &called));
                let is_ward = has_ward && called.to_lowercase().starts_with("ward");
                if !is_known && !is_ward {
                    let printed = CardText { name: &called, weapons: &names, ..CardText::default() };
                    keys.extend(ability(&mut self.card, profile, &self.unit.name, &printed));
                }
            }
        }
        keys
    }

    fn write_weapons(&mut self, keywords: &[String]) -> Vec<Keys> {
        let mut tables = Vec::new();
        let all = std::mem::take(&mut self.weapons);
        let used = |weapon: &ScrollWeapon<'t>| weapon.champions > 0 || weapon.count >= self.models;
        let [melee, ranged] =
            [false, true].map(|ranged| !all.iter().any(|one| is_ranged(&one.printed) == ranged && used(one)));
        for weapon in all {
            let unused = if is_ranged(&weapon.printed) { ranged } else { melee };
            if let Some(keys) = self.weapon(&weapon, keywords, unused) {
                tables.push(keys);
                self.weapons.push(weapon);
            }
        }
        tables
    }

    /// The table of a weapon; `None` if it prints something that no weapon has.
    fn weapon(&mut self, weapon: &ScrollWeapon<'t>, keywords: &[String], unused: bool) -> Option<Keys> {
        let printed = &weapon.printed;
        let mut keys = Keys::default();
        keys.put("name", weapon.name.as_str());
        if is_ranged(printed) {
            keys.put("range", self.card.range(&weapon.name, printed.get("Rng"))?);
        }
        let abilities = self.card.weapon_abilities(&weapon.name, listed(printed.get("Ability")));
        if weapon.count < self.models {
            keys.put("count", weapon.count);
        }
        let companion = abilities.iter().any(|ability| same(ability, "Companion"));
        self.put_champions(&mut keys, weapon, keywords, companion, unused);
        let (attacks, damage) = (amount(printed.get("Atk")), amount(printed.get("Dmg")));
        let (Some(attacks), Some(damage)) = (attacks, damage) else {
            return self.card.no_weapon(&weapon.name, "its Attacks or Damage are no numbers");
        };
        let attacks = self.card.take(&format!("{}, Attacks", weapon.name), attacks);
        let damage = self.card.take(&format!("{}, Damage", weapon.name), damage);
        if attacks.max() == 0 || damage.max() == 0 {
            return self.card.no_weapon(&weapon.name, "it makes no attacks or does no damage");
        }
        keys.put("attacks", attacks);
        for (key, column) in [("hit", "Hit"), ("wound", "Wnd")] {
            let Some(number) = target(printed.get(column)).filter(|n| n.value.is_some()) else {
                return self.card.no_weapon(&weapon.name, "its Hit or Wound is not a number to reach");
            };
            let number = self.card.take_target(&format!("{}, {column}", weapon.name), number);
            keys.put(key, target_text(number));
        }
        match values::clean(printed.get("Rnd")).trim_start_matches('-').trim() {
            "" | "0" => {}
            rend => {
                let Some(rend) = whole(rend) else {
                    return self.card.no_weapon(&weapon.name, "its Rend is not a number");
                };
                keys.put("rend", rend);
            }
        }
        keys.put("damage", damage);
        keys.put_some("one-of", weapon.one_of.clone());
        keys.put_list("abilities", &abilities);
        Some(keys)
    }

    /// Champions have one attack more: how many use the weapon, unless the keyword says the same (AOS-MOD-1.0).
    fn put_champions(
        &self,
        keys: &mut Keys,
        weapon: &ScrollWeapon<'t>,
        keywords: &[String],
        companion: bool,
        unused: bool,
    ) {
        let by_keyword = champions_of(keywords, self.models.into()).map(|n| n as u32);
        let all = weapon.count >= self.models;
        let default = if all { by_keyword.unwrap_or(0) } else { 0 };
        // A catalogue puts the champion into a stack of many.
        let champions = weapon.champions.min(by_keyword.unwrap_or(weapon.champions));
        // Where a catalogue has no champion, or none that is selected by itself, the keyword alone says that there is one.
        let is_untold = self.champions == 0 && by_keyword.is_some();
        let champions = if companion || is_untold { default } else { champions };
        // Where no champion has a weapon of the kind, nobody is left to say who uses one.
        if champions != default || by_keyword.is_some() && unused {
            keys.put("champions", champions);
        }
    }
}

/// Reads an ability of a unit of this name: what always holds, or what a player asks for. What it says of keys is returned.
pub(super) fn ability(card: &mut Card<'_>, profile: &Printed<'_>, unit: &str, printed: &CardText<'_>) -> CardKeys {
    let timing = values::clean(profile.get("Timing"));
    let is_passive = profile.kind.contains("Passive") && (is_none(&timing) || same(&timing, "passive"));
    let declared = if is_passive && is_none(profile.get("Declare")) {
        let effect = declared::listed(profile.get("Effect"));
        match declared::friends_of(&values::clean(&effect).to_lowercase()) {
            Some((text, reach)) if !reach.is_empty() => {
                Ok(DeclaredAbility { text, when: Vec::new(), now: None, once: false, reach })
            }
            _ => return card.ability(&[SENTENCES], &CardText { text: &effect, ..*printed }),
        }
    } else {
        declared::declared_ability(profile, card.wordings())
    };
    match declared {
        Ok(DeclaredAbility { text, when, now, once, reach }) => {
            // Units that are picked in addition to the bearer.
            let own = name(unit).to_uppercase();
            let reach = &reach.replace("ITSELF", own.split('(').next().unwrap_or_default().trim());
            card.ability(&ASKED, &CardText { text: &text, optional: true, once, when: &when, now, reach, ..*printed })
        }
        Err(clause) => {
            card.unread(printed.name, Err(Unread::From(Some(clause))));
            CardKeys::new()
        }
    }
}

fn is_weapon(profile: &Printed<'_>) -> bool {
    profile.kind.contains("Weapon") && profile.values.iter().any(|(name, _)| *name == "Atk")
}

/// The weapons of one entry; those of its modes are alternatives under its name, if there are several.
fn weapons_of_entry<'a, 't>(entry: &'a Selection<'t>) -> Vec<(&'a Printed<'t>, Option<String>)> {
    let weapons: Vec<&Printed<'t>> = entry.profiles.iter().filter(|profile| is_weapon(profile)).collect();
    let is_mode = |printed: &Printed<'t>| is_mode(printed, &entry.name);
    let one_of = |printed: &Printed<'t>| {
        let modes = weapons.iter().filter(|other| is_mode(other) && is_ranged(other) == is_ranged(printed)).count();
        (modes > 1 && is_mode(printed)).then(|| name(&entry.name))
    };
    weapons.iter().map(|printed| (*printed, one_of(printed))).collect()
}

fn is_ranged(profile: &Printed<'_>) -> bool {
    profile.values.iter().any(|(name, _)| *name == "Rng")
}

/// Profiles of one entry that exclude each other are marked with an arrow, or called after it: `Long Bow: Aimed Shot`.
fn is_mode(profile: &Printed<'_>, entry: &str) -> bool {
    let called = name(&profile.name);
    let behind = called.strip_prefix(&name(entry)).map(str::trim_start);
    profile.name.trim_start().starts_with(['➤', '►', '▸'])
        || behind.is_some_and(|rest| rest.starts_with([':', '-', '–']))
}

fn is_champion(part: &Selection<'_>) -> bool {
    same(&part.name, "Champion") || part.categories.iter().any(|category| same(category, "Champion"))
}
