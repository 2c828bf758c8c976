//! The data set wh40kdc: all of Warhammer 40,000's 11th edition as one text of JSON, its abilities as data.
//!
//! A unit becomes a selection, as catalogues make them, and is read as a datasheet is.

mod army;
mod meanings;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::card::refused;
use super::card_values::{list, text, texts, whole};
use super::options::ReadOption;
use super::selection::{DataAbility, Printed, Selection, SelectionKind, SelectionOffer};
use super::values::name;
use super::{Imported, ImportedUnit, NotRead, Vocabulary, datasheet, wanted};
use crate::words::{add_once, normal, same, without_plural};
use meanings::{AbilityBearer, Reading, filtered};

/// The game of the data set.
const GAME: &str = "warhammer-40k-11e";

/// Lists without which a text is not this data set.
const LISTS: [&str; 5] = ["units", "weapons", "abilities", "unit_compositions", "factions"];

/// A text as it was read.
#[derive(Debug)]
pub(super) struct DataSet(Value);

/// The faction of a part of the data, and its id.
fn of_faction<'v>(value: &'v Value, key: &str) -> [&'v str; 2] {
    [text(value, "faction_id"), text(value, key)]
}

/// The keywords of a unit and of its faction.
fn keywords<'v>(unit: &'v Value) -> impl Iterator<Item = &'v str> + use<'v> {
    texts(unit, "keywords").chain(texts(unit, "faction_keywords"))
}

/// Whether a part of the data is marked as not yet printed.
fn is_provisional(value: &Value) -> bool {
    let version = &value["game_version"];
    text(version, "dataslate").contains("provisional") || value["points_provisional"] == true
}

/// What is looked up by its id, each within its faction.
struct Index<'d> {
    weapons: HashMap<[&'d str; 2], &'d Value>,
    compositions: HashMap<[&'d str; 2], &'d Value>,
    abilities: HashMap<&'d str, Vec<&'d Value>>,
    wargear: HashMap<[&'d str; 2], Vec<&'d Value>>,
    words: HashMap<&'d str, &'d str>,
    keywords: HashSet<String>,
    factions: HashMap<&'d str, &'d Value>,
}

/// The text of the data set in a package, a zip or a tar.gz, which holds other files as well.
pub(super) fn packed(bytes: &[u8]) -> Option<String> {
    let files = super::bundled(bytes, &|name| name.ends_with(".json")).ok()??;
    let mut texts = files.into_iter().filter_map(|(_, bytes)| String::from_utf8(bytes).ok());
    texts.find(|text| LISTS.iter().all(|key| text.contains(&format!("\"{key}\""))))
}

impl DataSet {
    /// The data set, if JSON is one.
    pub(super) fn of_json(value: Value) -> Option<Self> {
        LISTS.iter().all(|key| value.get(*key).is_some_and(Value::is_array)).then_some(Self(value))
    }

    fn index(&self) -> Index<'_> {
        let all = |key: &str| list(&self.0, key);
        let mut index = Index {
            weapons: all("weapons").map(|one| (of_faction(one, "id"), one)).collect(),
            compositions: all("unit_compositions").map(|one| (of_faction(one, "unit_id"), one)).collect(),
            words: all("weapon_keywords").map(|one| (text(one, "id"), text(one, "name"))).collect(),
            factions: all("factions").map(|one| (text(one, "id"), one)).collect(),
            abilities: HashMap::new(),
            wargear: HashMap::new(),
            keywords: HashSet::new(),
        };
        all("abilities").for_each(|one| index.abilities.entry(text(one, "ability_id")).or_default().push(one));
        all("wargear_options").for_each(|one| index.wargear.entry(of_faction(one, "unit_id")).or_default().push(one));
        index.keywords.extend(all("units").flat_map(keywords).map(normal));
        index
    }

    /// Reads its units, perhaps only those of a name.
    pub(super) fn import(&self, unit: Option<&str>, words: &dyn Vocabulary) -> Result<Imported, NotRead> {
        let index = self.index();
        let chosen = wanted(list(&self.0, "units").collect(), unit, |value| text(value, "name").to_owned());
        let units: Vec<ImportedUnit> = chosen.into_iter().map(|unit| index.unit(unit, words)).collect();
        if units.is_empty() {
            return Err(NotRead::nothing(unit));
        }
        let lent = if unit.is_none() { self.lent(&index, words) } else { Vec::new() };
        Ok(Imported { game: GAME, name: "wh40kdc".to_owned(), units, lent, ..Imported::default() })
    }
}

impl<'d> Index<'d> {
    /// What an army is called.
    fn army(&self, faction: &'d str) -> &'d str {
        self.factions.get(faction).map_or(faction, |faction| text(faction, "name"))
    }

    fn unit(&self, unit: &'d Value, words: &dyn Vocabulary) -> ImportedUnit {
        let mut provisional = Vec::new();
        let costs = list(unit, "points").next();
        let read = match self.selection(unit, &mut provisional) {
            Ok(selection) => datasheet::read(GAME, &selection, words).unwrap_or_else(|why| refused(&selection, why)),
            Err(why) => ImportedUnit::refused(text(unit, "name"), costs.and_then(|cost| whole(cost, "cost")), why),
        };
        let army = Some(name(self.army(text(unit, "faction_id"))));
        let reasons = provisional.join(", ").replace(char::is_control, " ");
        let mark =
            if provisional.is_empty() { String::new() } else { format!("# Provisional in the data: {reasons}\n") };
        let text = if read.refused.is_some() { Arc::default() } else { format!("{mark}{}", read.text).into() };
        ImportedUnit { army, provisional, text, ..read }
    }

    /// A unit as catalogues have them.
    fn selection(&self, unit: &'d Value, provisional: &mut Vec<String>) -> Result<Selection<'d>, String> {
        let key = [text(unit, "faction_id"), text(unit, "id")];
        let composition = self.compositions.get(&key).ok_or("the data does not say of which models it is")?;
        let tier = list(composition, "tiers").next();
        if is_provisional(unit) {
            provisional.push("statline and points".to_owned());
        }
        let mut whole_unit = Selection {
            name: Cow::Borrowed(text(unit, "name")),
            kind: SelectionKind::Unit,
            number: 1,
            ..Selection::default()
        };
        whole_unit.points = list(unit, "points").next().and_then(|cost| whole(cost, "cost")).map_or(0.0, f64::from);
        whole_unit.categories = keywords(unit).map(Cow::Borrowed).collect();
        whole_unit.sizes = sizes(composition);
        for model in list(composition, "models") {
            let called = text(model, "name");
            let counted = tier.and_then(|tier| list(tier, "models").find(|other| same(text(other, "name"), called)));
            let number = counted.or(Some(model)).and_then(|of| whole(of, "min")).unwrap_or(0).min(10_000);
            if number > 0 {
                whole_unit.children.push(self.model(unit, model, number)?);
            }
        }
        if whole_unit.children.is_empty() {
            return Err("the data gives it no models".to_owned());
        }
        let mut unknown = Vec::new();
        for wargear in self.wargear.get(&key).into_iter().flatten() {
            self.offers(unit, wargear, &mut whole_unit, &mut unknown);
        }
        whole_unit.unknown = unknown;
        for id in texts(unit, "ability_ids") {
            if let Some(ability) = self.ability(id, &key) {
                let called = text(ability, "name");
                if is_provisional(ability) {
                    provisional.push(called.to_owned());
                }
                whole_unit.data_abilities.push(self.ability_of_data(ability, unit));
            }
        }
        Ok(whole_unit)
    }

    /// The ability of an id that is this unit's.
    fn ability(&self, id: &str, [faction, unit]: &[&str; 2]) -> Option<&'d Value> {
        let all = self.abilities.get(id)?;
        let is_of = |one: &&&Value| text(one, "faction_id") == *faction;
        let has = |one: &&&Value| texts(one, "unit_ids").any(|id| id == *unit);
        all.iter().find(|one| is_of(one) && has(one)).or_else(|| all.iter().find(is_of)).or(all.first()).copied()
    }

    fn ability_of_data(&self, ability: &'d Value, unit: &'d Value) -> DataAbility {
        let keywords: Vec<String> = keywords(unit).map(str::to_owned).collect();
        let owner = AbilityBearer {
            keywords: &keywords,
            is_keyword: &|word| self.keywords.contains(&normal(word)),
            is_leader: !text(unit, "attachment_role").is_empty(),
            is_army: false,
        };
        let meaning = read_ability(ability, &owner);
        DataAbility { name: name(text(ability, "name")), meaning }
    }

    fn model(&self, unit: &'d Value, model: &'d Value, number: u32) -> Result<Selection<'d>, String> {
        let called = text(model, "name");
        let profile = text(model, "profile_name");
        let lines: Vec<&Value> = list(unit, "profiles").collect();
        let is = |line: &&&Value| {
            [profile, called].iter().any(|name| without_plural(text(line, "name")) == without_plural(name))
        };
        // `Nob` is the Boss Nob, and `Veteran (Chainsword)` the Veteran, if only one may be meant.
        let like = |line: &&&Value| {
            let line = without_plural(text(line, "name"));
            normal(called).starts_with(&line) || line.ends_with(&without_plural(called))
        };
        let line = match &lines[..] {
            [only] => Some(only),
            all => {
                all.iter().find(is).or_else(|| all.iter().find(like).filter(|_| all.iter().filter(like).count() == 1))
            }
        };
        let line = line.ok_or_else(|| format!("the data has no statline of {}", name(called)))?;
        if model.get("default_weapon_ids").is_some_and(Value::is_null) {
            return Err(format!("the data does not say what {} carries", name(called)));
        }
        let mut selection = Selection {
            name: Cow::Borrowed(called),
            kind: SelectionKind::Model,
            number,
            profiles: vec![statline(line)],
            ..Selection::default()
        };
        if texts(unit, "keywords").any(|word| same(word, "Character"))
            && whole(model, "max") == Some(1)
            && lines.len() == 1
        {
            selection.categories.push(Cow::Borrowed("Character"));
        }
        for id in texts(model, "default_weapon_ids") {
            let part = self.weapon(text(unit, "faction_id"), id, number);
            match selection.children.iter_mut().find(|entry| entry.id == id) {
                Some(child) => child.number += number,
                None => selection.children.extend(part),
            }
        }
        Ok(selection)
    }

    /// A weapon as an upgrade of a model; `None` of what is not a weapon.
    fn weapon(&self, faction: &'d str, id: &'d str, number: u32) -> Option<Selection<'d>> {
        let weapon = self.weapons.get(&[faction, id])?;
        let several = list(weapon, "profiles").count() > 1;
        let of = |profile| {
            let called = if several { text(profile, "name") } else { text(weapon, "name") };
            self.printed(called, profile)
        };
        let profiles = list(weapon, "profiles").map(of).collect();
        Some(Selection { name: Cow::Borrowed(text(weapon, "name")), number, id, profiles, ..Selection::default() })
    }

    fn printed(&self, called: &'d str, profile: &'d Value) -> Printed<'d> {
        let stats = &profile["stats"];
        let mut values = vec![("Range", written(profile.get("range")))];
        values.extend(["A", "S", "AP", "D"].map(|key| (key, written(stats.get(key)))));
        values.extend(["BS", "WS"].map(|key| (key, target(stats, key))));
        values.retain(|(key, value)| !["BS", "WS"].contains(key) || value != "-");
        let mut words: Vec<String> = list(profile, "keywords").map(|one| self.keyword(one)).collect();
        if list(profile, "target_restrictions").next().is_some()
            || profile.get("target_restrictions").is_some_and(Value::is_object)
        {
            words.push("target restrictions".to_owned());
        }
        values.push(("Keywords", Cow::Owned(words.join(", "))));
        Printed { kind: "", name: Cow::Borrowed(called), values }
    }

    /// A weapon ability as printed; one with a condition is written as no game prints it, so that it is reported as unknown.
    fn keyword(&self, keyword: &Value) -> String {
        let id = text(keyword, "keyword_id");
        let word = self.words.get(id).copied().unwrap_or(id);
        let given = keyword.get("parameters").and_then(Value::as_object);
        let value = |key: &str| written(given.and_then(|given| given.get(key)));
        let is_plain = |key: &String| ["value", "target_keyword", "threshold"].contains(&key.as_str());
        let whose = given.map(|given| {
            list(&keyword["parameters"], "required_target_keywords_any")
                .all(|one| one.as_str() == Some(&*value("target_keyword")))
                && given.keys().all(|key| is_plain(key) || key == "required_target_keywords_any")
        });
        match (id, whose) {
            (_, Some(false)) => format!("{word} (of some targets only)"),
            ("anti", _) => format!("Anti-{} {}+", value("target_keyword").to_uppercase(), value("threshold")),
            _ => format!("{word} {}", value("value")).trim().to_owned(),
        }
    }

    /// What models may have instead, one option for each choice.
    fn offers(&self, unit: &'d Value, wargear: &'d Value, whole_unit: &mut Selection<'d>, unknown: &mut Vec<String>) {
        let faction = text(unit, "faction_id");
        let one: Vec<&str> = texts(wargear, "replacement").collect();
        let several = list(wargear, "replacement_choice")
            .map(|choice| choice.as_array().into_iter().flatten().filter_map(Value::as_str).collect());
        let choices: Vec<Vec<&str>> = several.chain([one]).filter(|choice: &Vec<&str>| !choice.is_empty()).collect();
        let asks = &wargear["model_constraint"];
        let wanted = text(asks, "model_name");
        let replaced: Vec<&str> = texts(wargear, "replaces").collect();
        let largest = whole_unit.children.iter().map(|model| model.number).max();
        for model in &mut whole_unit.children {
            let has = |id: &&str| model.children.iter().any(|part| part.id == *id);
            let is_meant = if wanted.is_empty() {
                !replaced.is_empty() || Some(model.number) == largest
            } else {
                same(&model.name, wanted)
            };
            if !is_meant || !replaced.iter().all(has) {
                continue;
            }
            for choice in &choices {
                let of = |ids: &[&'d str]| -> Option<Vec<Selection<'d>>> {
                    ids.iter().map(|id| self.weapon(faction, id, 1)).collect()
                };
                match (of(choice), of(&replaced)) {
                    (Some(gives), Some(replaces)) => {
                        let mut option =
                            ReadOption { points: cost(unit, choice) - cost(unit, &replaced), ..ReadOption::default() };
                        (option.limit, option.one_of) = limit(unit, asks, choice);
                        let carried = |children| Selection { number: 1, children, ..Selection::default() };
                        model.offers.push(SelectionOffer {
                            option,
                            replaces: carried(replaces),
                            gives: carried(gives),
                        });
                    }
                    _ => add_once(unknown, [choice.join(" and ").replace('-', " ")]),
                }
            }
        }
    }
}

/// What an ability says; what no row reads is an error.
fn read_ability(ability: &Value, owner: &AbilityBearer<'_>) -> Result<Vec<crate::grammar::Statement>, String> {
    let scope = &ability["scope"];
    let (duration, range) = (text(scope, "duration"), text(scope, "range"));
    if ability["disputed"] == true {
        return Err("the data calls it disputed".to_owned());
    }
    let used = text(ability, "behavior");
    let is_used = used == "activated" || used == "reactive";
    let lasts = match duration {
        "permanent" | "phase" | "attack-sequence" | "resolution" | "one-use" => false,
        "battle" => is_used,
        _ => true,
    };
    let has_range = !matches!(range, "unit" | "self" | "attached");
    let filter = filtered(&ability["applies_to"]);
    let whose = if owner.is_army { Vec::new() } else { filter.clone() };
    let reading = Reading { owner, lasts, has_range, filter: whose };
    let mut all = reading.statements(&ability["effect"])?;
    let has = |word: &str| owner.keywords.iter().any(|keyword| same(keyword, word));
    if !owner.is_army
        && !filter.iter().all(|word| word.strip_prefix("not ").map_or_else(|| has(word), |word| !has(word)))
    {
        return Err(format!("applies_to {}: not this unit", filter.join(", ")));
    }
    let usage = ability.get("usage").filter(|usage| !usage.is_null());
    let once = duration == "one-use"
        || usage.is_some_and(|usage| text(usage, "frequency") == "n-per-battle" && whole(usage, "count") == Some(1));
    let asked_for = is_used || lasts || once || usage.is_some() || !ability["trigger"].is_null();
    for statement in &mut all {
        statement.optional |= asked_for;
        statement.once |= once;
        statement.leading |= range == "attached";
    }
    Ok(all)
}

/// The limit of an option, and the name of what shares it.
fn limit(unit: &Value, asks: &Value, choice: &[&str]) -> (Option<Value>, Option<String>) {
    let per = |count: u32, of: u32| Some(if of > 0 { format!("{count} per {of}").into() } else { Value::from(count) });
    let is_item =
        |id: &&str, item: &str| id.strip_prefix(item).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let budgets = list(unit, "wargear_budgets");
    let budget =
        budgets.into_iter().find(|budget| texts(budget, "items").any(|item| choice.iter().any(|id| is_item(id, item))));
    let own = (whole(asks, "max_count"), whole(asks, "per_n_models"));
    if let (Some(budget), (None, None)) = (budget, own) {
        let items: Vec<&str> = texts(budget, "items").collect();
        let shared = (items.len() > 1).then(|| items.join(" or ").replace('-', " "));
        return (per(whole(budget, "count").unwrap_or(1), whole(budget, "per_models").unwrap_or(0)), shared);
    }
    let is_any = asks["any_number"] == true;
    let limit = match own {
        (None, None) if is_any => None,
        (most, of) => per(most.unwrap_or(1), of.unwrap_or(0)),
    };
    (limit, None)
}

/// What items cost in addition to the unit.
fn cost(unit: &Value, ids: &[&str]) -> i64 {
    let of = |id: &&str| {
        list(unit, "wargear_costs").find(|cost| text(cost, "item_id") == *id).and_then(|cost| whole(cost, "cost"))
    };
    ids.iter().filter_map(of).map(i64::from).sum()
}

/// The sizes that a unit may have, if there are several.
fn sizes(composition: &Value) -> Vec<u32> {
    let mut all = Vec::new();
    for tier in list(composition, "tiers") {
        let total = |key: &str| list(tier, "models").filter_map(|model| whole(model, key)).sum::<u32>();
        add_once(&mut all, total("min")..=total("max").min(total("min").saturating_add(200)));
    }
    all.sort_unstable();
    if (2..=20).contains(&all.len()) { all } else { Vec::new() }
}

/// A number or a text as it is printed.
fn written(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        Some(Value::String(text)) => Cow::Borrowed(text),
        Some(Value::Number(n)) => Cow::Owned(n.to_string()),
        _ => Cow::Borrowed(""),
    }
}

/// A number to reach as it is printed.
fn target<'v>(of: &Value, key: &str) -> Cow<'v, str> {
    Cow::Owned(whole(of, key).map_or_else(|| "-".to_owned(), |n| format!("{n}+")))
}

fn statline(line: &Value) -> Printed<'_> {
    let plain = |key: &str| written(line.get(key));
    let special = [("invuln_sv_ranged", "ranged"), ("invuln_sv_melee", "melee")];
    let special = special.into_iter().find_map(|(key, kind)| Some(format!("{}+ ({kind})", whole(line, key)?)));
    let invulnerable = match (whole(line, "invuln_sv"), special) {
        (None, Some(special)) => Cow::Owned(special),
        _ => target(line, "invuln_sv"),
    };
    let values = vec![
        ("M", plain("M")),
        ("T", plain("T")),
        ("SV", target(line, "Sv")),
        ("W", plain("W")),
        ("LD", target(line, "Ld")),
        ("OC", plain("OC")),
        ("InSv", invulnerable),
    ];
    Printed { kind: datasheet::STATLINES[0], name: Cow::Borrowed(text(line, "name")), values }
}
