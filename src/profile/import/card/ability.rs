//! An ability with its text while it is read, and whom its sentences mean.

use super::{AbilityEntry, Card, NO_WORDS, NOT_CARRIED};
use crate::grammar::{LEFT_OUT, Statement, Whom};
use crate::profile::import::values::name;
use crate::words::{add_once, clean, normal};

/// Keys of the unit that a text sets, with their values; its `[[ability]]`s are apart.
pub(in crate::profile::import) type CardKeys = Vec<(String, String)>;

/// An ability with its text and its bearers.
#[derive(Default)]
pub(in crate::profile::import) struct CardText<'t> {
    pub(in crate::profile::import) name: &'t str,
    pub(in crate::profile::import) text: &'t str,
    /// The models that have it; empty: all.
    pub(in crate::profile::import) bearers: &'t [String],
    /// The names of the unit's weapons.
    pub(in crate::profile::import) weapons: &'t [String],
    /// The abilities that each of them prints, where sentences speak of weapons by those.
    pub(in crate::profile::import) printed: &'t [String],
    /// The names of the unit's models.
    pub(in crate::profile::import) groups: &'t [String],
    /// Wounds of one model.
    pub(in crate::profile::import) wounds: Option<u32>,
    /// Whether a player asks for it by its name, whatever the text says; and then whether only once.
    pub(in crate::profile::import) optional: bool,
    pub(in crate::profile::import) once: bool,
    /// Its conditions in addition to those of the text.
    pub(in crate::profile::import) when: &'t [String],
    /// Whether those are of an attack of its own unit, and no matter of the others that it reaches.
    pub(in crate::profile::import) is_of_attack: bool,
    /// The phase in which what is rolled at once is rolled.
    pub(in crate::profile::import) now: Option<&'t str>,
    /// Whether it may not set keys, as there is no statline.
    pub(in crate::profile::import) keyless: bool,
    /// Whether it speaks of the whole unit that its bearer may lead.
    pub(in crate::profile::import) whole: bool,
    /// The units of the army that it reaches; empty: its own.
    pub(in crate::profile::import) reach: &'t str,
}

/// Whether a text in small letters speaks of a whole Attached unit, which is one (W40K-ATTACHED): `models in this model's unit`,
/// and `this unit`, which may be led or lead. What it says of `this model` is that one's own.
pub(crate) fn is_of_whole_unit(game: &str, plain: &str) -> bool {
    let says = |texts: &[&str]| texts.iter().any(|text| plain.contains(text));
    let is_said =
        says(&["in this model's unit", "in the bearer's unit", "bearer's unit has", "target the bearer's unit"])
            || says(&["this model's unit", "the bearer's unit"]) && says(&["in that unit", "to that unit"])
            || says(&["this unit"]) && !says(&["this model"]);
    game.starts_with("warhammer-40k") && is_said
}

/// Whether a text of 40k speaks of friendly units, and not of models: an Attached unit is one (W40K-ATTACHED).
fn is_of_friendly_units(game: &str, text: &str) -> bool {
    if !game.starts_with("warhammer-40k") {
        return false;
    }
    let plain = clean(text).to_lowercase();
    let is_unit = |rest: &str| {
        let [unit, model] = [" unit", " model"].map(|noun| rest.find(noun));
        unit.is_some_and(|unit| model.is_none_or(|model| unit < model))
    };
    plain.contains("friendly ") && plain.split("friendly ").skip(1).all(is_unit)
}

impl CardText<'_> {
    /// The weapons that a sentence speaks of: by their name, or by an ability that they have. `None` if there are none.
    pub(super) fn weapons_named(&self, wanted: &str) -> Option<Vec<String>> {
        let kind = wanted.strip_suffix(" weapons").or(wanted.strip_suffix(" weapon")).unwrap_or(wanted);
        let has = |place: usize| {
            let printed = self.printed.get(place)?;
            let mut all = printed.split(',').map(normal);
            Some(all.any(|ability| ability.trim_end_matches(|c: char| c.is_ascii_digit()) == normal(kind)))
        };
        let is_meant = |(place, key): &(usize, &String)| {
            let mode = key.split(" - ").next().unwrap_or(key);
            let is_kind = kind.len() < wanted.len() && normal(key).starts_with(&normal(kind));
            let is_name = [wanted, kind].into_iter().any(|wanted| is_named(wanted, key) || is_named(wanted, mode));
            is_kind || is_name || has(*place).unwrap_or_default()
        };
        let named = self.weapons.iter().enumerate().filter(is_meant);
        Some(named.map(|(_, key)| key.clone()).collect()).filter(|named: &Vec<String>| !named.is_empty())
    }

    /// Adds what holds of all that it says.
    pub(super) fn holds(&self, game: &str, statement: &mut Statement) {
        // Effects on enemies apply whichever unit the rest is about.
        let is_of_enemies = statement.whom == Some(Whom::Enemy) && !statement.reach.is_empty();
        if !self.reach.is_empty() && !is_of_enemies {
            self.reach.clone_into(&mut statement.reach);
        }
        // What is of some models is of no others that are with them; models return and heal in their own part of the unit.
        let is_of_all = statement.models.is_empty() && !statement.leading;
        let is_lent = || {
            let mut effects = statement.effects.iter();
            let returns = effects.any(|effect| effect.starts_with("return ") || effect.starts_with("heal "));
            !is_of_enemies && !returns && is_of_friendly_units(game, self.text)
        };
        statement.whole |= is_of_all && if statement.reach == self.reach { self.whole } else { is_lent() };
        statement.optional |= self.optional;
        statement.once |= self.optional && self.once;
        if !self.is_of_attack || statement.reach.is_empty() {
            add_once(&mut statement.when, self.when.iter().cloned());
        }
        let at_once = |effect: &String| {
            effect.contains(" -> ") || effect.ends_with(" mortal damage") || effect.starts_with("slay ")
        };
        if statement.effects.iter().all(at_once) {
            add_once(&mut statement.when, self.now.map(str::to_owned));
        }
    }
}

impl Card<'_> {
    /// Of what a text says of several weapons, keeps what it says of those that the unit can have, and of choices those that
    /// are computed. The others are named; whether all choices are computed.
    pub(super) fn keep_known(&mut self, all: &mut Vec<Statement>, ability: &CardText<'_>) -> bool {
        let is_here = |one: &Statement| one.weapon.is_empty() || ability.weapons_named(&one.weapon).is_some();
        let is_computed = |one: &Statement| one.effects != [LEFT_OUT];
        if !all.iter().any(|one| is_here(one) && is_computed(one)) {
            return true;
        }
        let own = name(ability.name);
        for absent in all.extract_if(.., |one| !is_here(one)) {
            self.leave_out(&format!("{own}: {}", absent.weapon), NOT_CARRIED);
        }
        let left: Vec<Statement> = all.extract_if(.., |one| !is_computed(one)).collect();
        left.iter().for_each(|one| self.not_computed(&format!("{own}: {}", one.called), NO_WORDS));
        left.is_empty()
    }

    /// Of entries keeps the weapons that are in the profile: options may have brought fewer than the card offers.
    pub(in crate::profile::import) fn keep_weapons(&mut self, weapons: &[&str]) {
        let is_absent = |entry: &mut AbilityEntry| {
            let before = entry.weapons.len();
            entry.weapons.retain(|weapon| weapons.contains(&weapon.as_str()));
            entry.weapons.is_empty() && before > 0
        };
        let absent: Vec<AbilityEntry> = self.entries.extract_if(.., is_absent).collect();
        absent.iter().for_each(|entry| self.leave_out(&entry.name, NOT_CARRIED));
    }
}

/// Whether a sentence means this weapon: `draconic claws` is Draconic Claws, and `claws` too if it ends so.
pub(in crate::profile::import) fn is_named(wanted: &str, weapon: &str) -> bool {
    let bare = |text: &str| text.trim_end_matches('s').to_owned();
    let plain = |text: &str| normal(text.strip_prefix("the ").unwrap_or(text));
    let (wanted, weapon) = (plain(wanted), plain(&weapon.to_lowercase()));
    wanted == weapon || bare(&wanted) == bare(&weapon)
}
