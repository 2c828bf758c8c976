//! A warscroll, as a profile writes it (AOS-4.0).

use std::sync::Arc;

use super::abilities::{ABILITIES, UNIT_ABILITIES, criticals};
use super::effects::{EFFECTS, ROWS};
use super::keys::KEYS;
use super::situations::{self, PLACE_OF_POWER, RALLY, SITUATIONS, TARGET_RETREATS};
use crate::dice::Amount;
use crate::games::language::ability;
use crate::games::language::entry::{Entries, Meaning};
use crate::games::language::participants::{Bearer, bearer};
use crate::games::language::scene::{AbilityBlock, Language, Traits};
use crate::games::language::sentence;
use crate::games::loadout;
use crate::games::printed::{self, UnitAbility, UnitWords, two_values};
use crate::games::volley::draft::{Rounding, WeaponDraft};
use crate::games::{UnitFacts, read_points, read_positive};
use crate::profile::reads::{Keywords, ReadUnit};
use crate::profile::{Diagnostic, Diagnostics, Document, Located, Place, Reader, Value, champions_of, target_number};
use crate::sequence::MAX_MODELS;
use crate::words::same;

pub(super) const ENTRIES: Entries<WeaponDraft> = &[EFFECTS, ABILITIES];

pub(super) const LANGUAGE: Language<WeaponDraft> = Language {
    game: "age-of-sigmar",
    situations: SITUATIONS,
    counted: &[],
    shared: &[RALLY, TARGET_RETREATS, PLACE_OF_POWER],
    entries: ENTRIES,
    rows: ROWS,
    never_rolled: None,
    halves: Rounding::Down,
    traits: TRAITS,
    exclusions: situations::EXCLUSIONS,
    implies: situations::implies,
    keyed: false,
};

const WORDS: UnitWords = UnitWords {
    game: LANGUAGE.game,
    abilities: UNIT_ABILITIES,
    army_rules: &[],
    of_weapon: |text| ability::weapon_ability(ENTRIES, text).is_some(),
};

const TRAITS: Traits = Traits {
    models: true,
    ranks: false,
    strength: false,
    companions: true,
    attaches: false,
    keywords: &["MANIFESTATION", "FACTION TERRAIN", "WAR MACHINE", "PRIEST", "UNIQUE", "WARMASTER"],
};

/// A unit.
#[derive(Clone)]
pub(super) struct Warscroll {
    pub(super) facts: Arc<UnitFacts>,
    pub(super) models: u16,
    pub(super) health: u16,
    pub(super) save: Option<u8>,
    pub(super) ward: Option<u8>,
    pub(super) taken: u16,
    pub(super) keywords: Keywords,
    pub(super) weapons: Vec<WarscrollWeapon>,
    pub(super) blocks: Vec<AbilityBlock<WeaponDraft>>,
    /// Whether it has champions of whom no melee weapon, and no ranged weapon, says that they use it.
    pub(super) idle_champions: [bool; 2],
    /// The place of the unit's name.
    pub(super) place: Place,
}

impl ReadUnit for Warscroll {}

impl Bearer for Warscroll {
    bearer!(WeaponDraft);
}

/// A weapon.
#[derive(Clone)]
pub(super) struct WarscrollWeapon {
    pub(super) name: String,
    pub(super) ranged: bool,
    pub(super) count: u16,
    pub(super) champions: u16,
    /// Whether the profile says how many.
    says_champions: bool,
    pub(super) attacks: Amount,
    pub(super) hit: u8,
    pub(super) wound: u8,
    pub(super) rend: u8,
    pub(super) damage: Amount,
    pub(super) one_of: Option<String>,
    /// Which of several critical abilities is chosen; `None`: the best (AMB-31).
    pub(super) critical: Option<&'static str>,
    pub(super) abilities: Vec<Meaning<WeaponDraft>>,
}

/// Reads a unit; `None` if there was any mistake.
pub(super) fn read_warscroll(document: &Document, found: &Diagnostics) -> Option<Warscroll> {
    let before = found.len();
    let place = Place::first(&document.source);
    let r = Reader::new(&document.table, KEYS, place, found);
    let name = r.text("name");
    let points = read_points(&r);
    let models = r.whole("models");
    let health = r.whole("health");
    let save = r.target("save");
    let ward = r.target("ward");
    let highest = health.as_ref().map_or(1, |health| health.value) - 1;
    let taken = r.state(&["damage", "wounds-taken"], 0..=highest);
    r.whole("control");
    r.amount("move");
    let located = r.texts("keywords");
    let mut card = printed::read_unit_abilities(&r, document, &WORDS, found);
    let printed = card.abilities.iter().find(|ability| ability.is("Ward (X+)"));
    let ward = best_ward(&r, ward.and_then(|ward| ward.value), (&located, printed), found);
    let own = located.into_iter().map(|keyword| keyword.value);
    let keywords: Vec<String> = own.chain(keywords_among(&card.abilities)).collect();
    let reinforced = r.flag("reinforced").unwrap_or(false);
    let count = models.as_ref().map_or(1, |models| models.value);
    let size = Size { models: count, keywords: &keywords, times: if reinforced { 2 } else { 1 } };
    if reinforced {
        size.check(&r);
    }
    let entries = document.names("ability");
    let weapons: Vec<WarscrollWeapon> =
        r.tables("weapon").into_iter().filter_map(|table| weapon(table, &size, &entries, found)).collect();
    let idle_champions = [false, true].map(|ranged| size.has_idle_champions(&weapons, ranged));
    for (_, kind) in idle_champions.into_iter().zip(["melee", "ranged"]).filter(|(idle, _)| *idle) {
        found.warn({
            let message = format!("no {kind} weapon says that a champion uses it, so no +1 Attacks counts");
            let help =
                "write `champions = 1` in the champion's weapon, or `champions = 0` in one (AOS-MOD-1.0)".to_owned();
            Diagnostic::new(&r.place_of("keywords"), message, "CHAMPION stands here").help(help)
        });
    }
    let (names, naming) = (document.names("weapon"), document.weapons_naming_entries("weapon"));
    let scope = [&names[..], &[], &keywords, &entries];
    let blocks = sentence::entries(r.tables("ability"), (&LANGUAGE, scope[0]), |table| {
        Some(AbilityBlock::read(table, &LANGUAGE, scope, &naming, found))
    });
    loadout::check_sizes(&r);
    loadout::check(r.tables("option"), document, &[]);
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    let (points, models) = (points.map(|points| points * size.times as u32), size.models * size.times);
    card.leave_out(blocks.iter().filter_map(AbilityBlock::left_out));
    let not_computed = card.not_computed;
    let facts = UnitFacts { name: name?.value, points, models: models as usize, weapons: names, not_computed };
    Some(Warscroll {
        facts: Arc::new(facts),
        models: models as u16,
        health: health?.value as u16,
        save: save?.value,
        ward,
        taken: taken.map_or(0, |taken| taken.value as u16),
        keywords: keywords.into(),
        weapons,
        blocks,
        idle_champions,
        place,
    })
}

/// The best of a unit's wards (AOS-18.1): warscrolls print `WARD (5+)` among the keywords. A ward from `--set` counts alone.
fn best_ward(
    r: &Reader<'_>,
    written: Option<u8>,
    (keywords, printed): (&[Located<String>], Option<&UnitAbility>),
    found: &Diagnostics,
) -> Option<u8> {
    let is_set = r.peek("ward").is_some() && !Arc::ptr_eq(&r.place_of("ward").source, &r.place().source);
    let mut best = written;
    if let Some(printed) = printed.filter(|_| !is_set) {
        if written.is_some() && written != printed.target() {
            found.add_note(two_values("ward", &r.place_of("ward"), &printed.text.value, "the better one counts"));
        }
        best = best.into_iter().chain(printed.target()).min();
    }
    for keyword in keywords {
        let upper = keyword.value.trim().to_uppercase();
        let Some(rest) = upper.strip_prefix("WARD").filter(|rest| !rest.starts_with(char::is_alphabetic)) else {
            continue;
        };
        let number = rest.trim().trim_start_matches('(').trim_end_matches(')').trim();
        match target_number(number).filter(|n| (2..=7).contains(n)) {
            Some(n) if !is_set => best = Some(best.map_or(n, |best| best.min(n))),
            Some(_) => {}
            None => {
                let message = format!("`{}` says no number to reach", keyword.value);
                r.mistake(Diagnostic::new(&keyword.place, message, "write `\"WARD (5+)\"` (AOS-18.1)"));
            }
        }
    }
    best
}

/// Words that warscrolls print as keywords, where somebody wrote them among the abilities.
fn keywords_among(abilities: &[UnitAbility]) -> impl Iterator<Item = String> {
    let not_a_keyword = ["Ward (X+)", "Strike-first", "Strike-last"];
    let keywords = abilities.iter().filter(move |ability| !not_a_keyword.contains(&ability.doc.name));
    keywords.map(|ability| ability.text.value.trim().to_uppercase())
}

/// How many models a unit has, and how many of them are champions.
struct Size<'k> {
    /// As the profile says.
    models: i64,
    keywords: &'k [String],
    /// 2 if it is reinforced.
    times: i64,
}

impl Size<'_> {
    /// AOS-ARM-3.3: twice the models at twice the points, but not a unit of one model.
    fn check(&self, r: &Reader<'_>) {
        let place = r.place_of("reinforced");
        if self.models == 1 {
            let message = "a unit of one model cannot be reinforced";
            r.mistake(Diagnostic::new(&place, message, "leave it out (AOS-ARM-3.3)"));
        } else if self.models * self.times > MAX_MODELS as i64 {
            let message = format!("reinforced, the unit has {} models", self.models * self.times);
            r.mistake(Diagnostic::new(&place, message, format!("at most {MAX_MODELS} are computed (MAX_MODELS)")));
        }
    }

    /// The champions among all models; `None` if the keywords speak of none.
    fn champions(&self) -> Option<i64> {
        champions_of(self.keywords, self.models * self.times)
    }

    /// Whether the unit has champions, and weapons of this kind that they could use, and none of these says so.
    fn has_idle_champions(&self, weapons: &[WarscrollWeapon], ranged: bool) -> bool {
        // A Companion weapon is nobody's (AMB-6).
        let companion = |weapon: &WarscrollWeapon| weapon.abilities.iter().any(|ability| ability.name() == "Companion");
        let mut may = weapons.iter().filter(|weapon| weapon.ranged == ranged && !companion(weapon)).peekable();
        self.champions().is_some()
            && may.peek().is_some()
            && may.all(|weapon| weapon.champions == 0 && !weapon.says_champions)
    }

    /// The champions that use a weapon, from what the profile says of it.
    fn using(&self, r: &Reader<'_>, count: Option<i64>) -> i64 {
        let most = count.unwrap_or(self.models) * self.times;
        // A weapon of which `--set` took some away keeps no more champions than bearers.
        let Some(written) = r.whole_within("champions", 0..=self.models) else {
            // AOS-MOD-1.0: what every model uses its champions use too.
            let all = if count.is_none() { self.champions().unwrap_or(0) } else { 0 };
            return all.min(most);
        };
        let printed = champions_of(self.keywords, self.models);
        // Two units in one have two champions.
        let is_own = r.is_written_here("champions");
        if let Some(printed) = printed.filter(|save| is_own && written.value > *save) {
            let message = format!("`champions` is {}, and the unit has {printed} (AOS-MOD-1.0)", written.value);
            r.mistake(Diagnostic::new(&written.place, message, "the keyword CHAMPION says how many"));
        }
        if count.is_some_and(|count| written.value > count) && is_own && r.is_written_here("count") {
            let message = format!("`champions` is {}, more than use the weapon", written.value);
            r.mistake(Diagnostic::new(&written.place, message, format!("at most {} is possible", most / self.times)));
        }
        let by_rule = self.times > 1 && printed == Some(written.value);
        (if by_rule { self.champions().unwrap_or(written.value) } else { written.value }).min(most)
    }
}

fn weapon(r: Reader<'_>, size: &Size<'_>, entries: &[String], found: &Diagnostics) -> Option<WarscrollWeapon> {
    let name = r.text("name");
    let range = r.whole("range");
    let count = r.whole_within("count", 0..=size.models).map(|count| count.value);
    let says_champions = r.has("champions");
    let champions = size.using(&r, count);
    let attacks = read_positive(&r, "attacks");
    let hit = number_to_reach(&r, "hit");
    let wound = number_to_reach(&r, "wound");
    let rend = rend(&r);
    let damage = read_positive(&r, "damage");
    let one_of = r.text("one-of").map(|group| group.value);
    let critical = critical(&r);
    let abilities = LANGUAGE.weapon_abilities(&r, entries, found);
    r.finish();
    Some(WarscrollWeapon {
        name: name?.value,
        ranged: range.is_some(),
        count: (count.unwrap_or(size.models) * size.times) as u16,
        champions: champions as u16,
        says_champions,
        attacks: attacks?.value,
        hit: hit?,
        wound: wound?,
        rend: rend?,
        damage: damage?.value,
        one_of,
        critical,
        abilities,
    })
}

/// Which of several critical abilities is chosen before the attack (AOS-20.0); left out or `best`: the best.
fn critical(r: &Reader<'_>) -> Option<&'static str> {
    let text = r.text("critical").filter(|text| !same(&text.value, "best"))?;
    let name = criticals().find(|critical| same(critical, &text.value));
    if name.is_none() {
        let message = format!("`{}` is not a critical ability", text.value);
        r.mistake(Diagnostic::new(
            &text.place,
            message,
            format!("write `best` or one of {}", criticals().collect::<Vec<_>>().join(", ")),
        ));
    }
    name
}

/// A number to reach that may not be `-`.
fn number_to_reach(r: &Reader<'_>, key: &'static str) -> Option<u8> {
    let target = r.target(key)?;
    if target.value.is_none() {
        r.mistake(Diagnostic::new(&target.place, format!("`{key}` cannot be `-`"), "write `\"2+\"` to `\"6+\"`"));
    }
    target.value
}

/// Rend: `-` is 0, and a minus sign is a mistake, because the rules subtract a positive number (AOS-4.0).
fn rend(r: &Reader<'_>) -> Option<u8> {
    match r.peek("rend") {
        None => Some(0),
        Some(Value::Text(text)) if text.trim() == "-" => Some(0),
        Some(Value::Whole(n @ -9..=-1)) => {
            let message = "`rend` has a sign".to_owned();
            r.mistake(Diagnostic::new(&r.place_of("rend"), message, format!("write `{}`", -n)));
            None
        }
        Some(_) => r.whole("rend").map(|rend| rend.value as u8),
    }
}
