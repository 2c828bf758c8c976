//! What a unit may carry instead of what its profile gives it: `[[option]]` of a profile, `terminators[2 chainfist]`.
//!
//! An option belongs to models of one group. Each of its bearers gives up the weapons of `replaces`, takes those of `gives`,
//! and has the keys of the statline that the option names; bearers whose statline differs become a group of their own. Weapons
//! that nobody carries are in the profile with `count = 0`, so that options can give them.

mod choosing;
mod listed;

use self::choosing::{Choosing, GroupSize};
pub(crate) use self::listed::carry;
use super::size::note;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::profile::{
    Diagnostic, Document, Holds, Node, Place, ProfileKey, Reader, Source, Table, TypedName, Value, optional, required,
};
use crate::sequence::MAX_MODELS;
use crate::words::sort::sort_by_key;
use crate::words::{did_you_mean, same};

/// The keys that every option may have; the keys of the statline that it may change follow in each game's table.
pub(crate) const OPTION_KEYS: [ProfileKey; 8] = [
    required("name", Holds::Text, "\"Chainfist\"").means("the option's name"),
    optional("model", Holds::Text, "the only group", "\"Terminator\"").means("the group of models that may take it"),
    optional("replaces", Holds::Texts, "nothing", "[\"Power fist\"]")
        .means("weapons, and abilities of wargear, that a bearer gives up"),
    optional("gives", Holds::Texts, "nothing", "[\"2 Chainfist\"]").means("weapons that a bearer takes"),
    optional(
        "limit",
        Holds::Either(&Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), &Holds::Text),
        "each model once",
        "\"1 per 5\"",
    )
    .means("how many models may take it: `2`, `\"1 per 5\"`, `\"all or none\"`"),
    optional("one-of", Holds::Text, "a limit of its own", "\"heavy weapon\"")
        .means("options that say the same share their limit"),
    optional("points", Holds::Whole(-10_000, 10_000), "0", "5").means("what each bearer costs besides"),
    optional("default", Holds::Flag, "false", "true").means("whether the profile as it stands has it"),
];

/// The key that lists sizes.
pub(crate) const SIZES: ProfileKey = optional("sizes", Holds::Wholes(1, MAX_MODELS as i64, 1, 20), "any", "[5, 10]")
    .means("the numbers of models that the unit can have");

/// The key that lists what they cost.
pub(crate) const SIZE_POINTS: ProfileKey =
    optional("size-points", Holds::Wholes(0, 100_000, 1, 20), "in proportion to `points`", "[80, 170]")
        .means("what the unit costs at each of `sizes`; between two of them as much as at the larger one");

/// Reads the sizes of a profile and what they cost.
pub(crate) fn check_sizes(r: &Reader<'_>) {
    let (sizes, prices) = (r.wholes("sizes"), r.wholes("size-points"));
    let many = |list: Option<Vec<i64>>| list.map_or(0, |list| list.len());
    if let Some(prices) = prices.filter(|prices| prices.len() != many(sizes)) {
        let message = format!("`size-points` has {} prices", prices.len());
        let help = "write one for each of `sizes`, in their order";
        r.mistake(Diagnostic::new(&r.place_of("size-points"), message, help));
    }
}

/// The most options that are chosen for one unit.
const MAX_PICKS: usize = 30;

/// How many models may take an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MostBearers {
    Any,
    Number(u32),
    Per(u32, u32),
    AllOrNone,
}

impl MostBearers {
    /// Reads a value of `limit`; `None` if it is not a limit.
    fn read(value: Option<&Value>) -> Option<Self> {
        match value {
            None => Some(Self::Any),
            Some(Value::Whole(n)) => u32::try_from(*n).ok().map(Self::Number),
            Some(Value::Text(text)) if same(text, "all or none") => Some(Self::AllOrNone),
            Some(Value::Text(text)) => {
                let (some, each) = text.split_once("per")?;
                let (some, each) = (some.trim().parse().ok()?, each.trim().parse().ok()?);
                (each > 0).then_some(Self::Per(some, each))
            }
            Some(_) => None,
        }
    }

    /// The number among this many models of the unit.
    fn among(self, models: u32) -> u32 {
        match self {
            Self::Any | Self::AllOrNone => u32::MAX,
            Self::Number(most) => most,
            #[cfg(test)]
            Self::Per(_, 1) if in_neither(PlantedError::PerModel) => models,
            Self::Per(some, each) => some.saturating_mul(models / each),
        }
    }

    fn written(self) -> String {
        match self {
            Self::Any => "each model once".to_owned(),
            Self::Number(most) => format!("at most {most}"),
            Self::Per(some, each) => format!("{some} per {each} models"),
            Self::AllOrNone => "all or none".to_owned(),
        }
    }
}

/// An `[[option]]` as a profile writes it.
struct UnitOption<'t> {
    name: &'t str,
    table: &'t Table,
    limit: MostBearers,
}

impl<'t> UnitOption<'t> {
    fn all(document: &'t Document) -> Vec<Self> {
        let read = |table: &'t Table| {
            let limit = MostBearers::read(table.get("limit").map(|node| &node.value)).unwrap_or(MostBearers::Any);
            Some(Self { name: table.text("name")?, table, limit })
        };
        document.table.tables("option").filter_map(read).collect()
    }

    /// The weapons of a list, and how many of each.
    fn weapons(&self, key: &str) -> Vec<(u32, &'t str)> {
        self.table.texts(key).map(counted).collect()
    }

    /// Keys of the statline that it changes.
    fn changes(&self) -> impl Iterator<Item = (&'t str, &'t Node)> {
        let is_own = |key: &str| OPTION_KEYS.iter().any(|option_key| option_key.name == key);
        let entries = self.table.entries.iter().filter(move |entry| !is_own(&entry.key));
        entries.map(|entry| (entry.key.as_str(), &entry.node))
    }
}

/// `2 Chainfist` and `2x chainfist`: a number, 1 if there is none, and a name.
fn counted(text: &str) -> (u32, &str) {
    let (number, name) = numbered(text);
    (number.unwrap_or(1), name)
}

fn numbered(text: &str) -> (Option<u32>, &str) {
    let text = text.trim();
    let split =
        text.split_once(char::is_whitespace).map(|(n, name)| (n.trim_end_matches(['x', 'X', '×']), name.trim()));
    match split.and_then(|(n, name)| Some((n.parse().ok()?, name))) {
        Some((number, name)) => (Some(number), name),
        None => (None, text),
    }
}

/// The names of a unit's options that are not what it has already, in the order of its profile.
pub(crate) fn options(document: &Document) -> Vec<&str> {
    let options = UnitOption::all(document).into_iter();
    options.filter(|option| !option.table.is("default")).map(|option| option.name).collect()
}

/// Reads the options of a profile, whose groups of models are `groups`.
pub(crate) fn check(tables: Vec<Reader<'_>>, document: &Document, groups: &[String]) {
    let (weapons, abilities) = (weapon_names(document), document.names("ability"));
    for r in tables {
        r.text("name");
        if let Some(value) = r.peek("limit")
            && MostBearers::read(Some(value)).is_none()
        {
            let message = "`limit` is not a limit of an option";
            r.mistake(Diagnostic::new(&r.place_of("limit"), message, "write `2`, `\"1 per 5\"` or `\"all or none\"`"));
        }
        // A game without groups of models has no such key.
        let model = if groups.is_empty() { None } else { r.text("model") };
        match &model {
            Some(model) if !groups.iter().any(|group| same(group, &model.value)) => {
                let near = did_you_mean(&model.value, groups.iter().map(String::as_str));
                let message = format!("the unit has no models called `{}`", model.value);
                let help = near.unwrap_or_else(|| format!("it has {}", groups.join(", ")));
                r.mistake(Diagnostic::new(&model.place, message, "here").help(help));
            }
            None if groups.len() > 1 => {
                let help = format!("write `model = \"…\"` with one of {}", groups.join(", "));
                let message = "the option does not say which models may take it";
                r.mistake(Diagnostic::new(r.place(), message, "here").help(help));
            }
            _ => {}
        }
        let given = r.texts("gives").into_iter().map(|text| (false, text));
        for (is_replaced, text) in r.texts("replaces").into_iter().map(|text| (true, text)).chain(given) {
            let (_, wanted) = counted(&text.value);
            let is_ability = is_replaced && abilities.iter().any(|name| same(name, wanted));
            if !is_ability && !weapons.iter().any(|(name, one_of)| is_called(name, one_of.as_deref(), wanted)) {
                let near = did_you_mean(wanted, weapons.iter().map(|(name, _)| name.as_str()));
                let help = near.unwrap_or_else(|| "write it as a `[[weapon]]` with `count = 0`".to_owned());
                let message = format!("the profile has no weapon called `{wanted}`");
                r.mistake(Diagnostic::new(&text.place, message, "here").help(help));
            }
        }
        r.held(&["name", "limit", "model", "replaces", "gives"]);
        r.finish();
    }
}

/// The names of a profile's weapons, each with that of the weapon of which it is one profile.
fn weapon_names(document: &Document) -> Vec<(String, Option<String>)> {
    let named = |table: &Table| Some((table.text("name")?.to_owned(), table.text("one-of").map(str::to_owned)));
    document.table.tables("weapon").filter_map(named).collect()
}

/// Whether a weapon, or the weapon of which it is one profile, has this name.
fn is_called(name: &str, one_of: Option<&str>, wanted: &str) -> bool {
    let base = |text: &str| text.rsplit_once(" (").map_or_else(|| text.to_owned(), |(base, _)| base.to_owned());
    same(name, wanted) || one_of.is_some_and(|of| same(of, wanted) || same(&base(of), wanted))
}

/// One thing that was chosen: how many models take it if that was given, and which.
struct Picked {
    number: Option<u32>,
    option: usize,
}

/// Chooses options of a unit as they are typed behind its name, `2 chainfist, cyclone`, and leaves out what it does not
/// carry. A number left out means as many as may. What came out, if anything was typed.
///
/// # Errors
/// A name that is not an option, or one of several; a choice that the option's limit does not allow.
pub(crate) fn choose(document: &mut Document, typed: Option<&str>) -> Result<Option<String>, String> {
    if document.table.get("option").is_none() {
        let name = document.table.text("name").unwrap_or("the unit");
        return match typed {
            Some(_) => Err(format!("the profile of {name} has no options: write an `[[option]]` into it")),
            None => Ok(None),
        };
    }
    let written = document.clone();
    let options = UnitOption::all(&written);
    let source = Source::new("the loadout", typed.unwrap_or_default());
    let mut choosing = Choosing { table: &mut document.table, options: &options, place: Place::whole(&source) };
    let mut picks = picks(&options, typed.unwrap_or_default())?;
    // Who has another statline is another group, which the other options would not find.
    sort_by_key(&mut picks, |pick| options[pick.option].changes().next().is_some());
    let mut chosen = Vec::new();
    if picks.iter().any(|pick| !options[pick.option].table.is("default")) {
        choosing.part_shared_weapons();
        choosing.write_champions();
    }
    for pick in &picks {
        let option = &options[pick.option];
        if option.table.is("default") {
            chosen.push(option.name.to_owned());
            continue;
        }
        let (at, bearers) = bearers(&choosing, &options, &picks, pick)?;
        let group = choosing.groups().swap_remove(at);
        let is_changed = option.changes().next().is_some();
        let group = if is_changed { choosing.split(option, at, bearers)? } else { group };
        choosing.exchange(option, &group, bearers);
        if let (Some(points), Some(own)) = (choosing.table.whole("points"), option.table.whole("points")) {
            let points = choosing.whole(points.saturating_add(own.saturating_mul(i64::from(bearers))).max(0));
            choosing.table.put("points", points);
        }
        let is_all = bearers == choosing.models() || option.limit == MostBearers::AllOrNone;
        chosen.push(if is_all { option.name.to_owned() } else { format!("{bearers} {}", option.name) });
    }
    let carried = choosing.settle();
    if chosen.is_empty() {
        return Ok(None);
    }
    let name = format!("{} [{}]", choosing.table.text("name").unwrap_or_default(), chosen.join(", "));
    let node = choosing.text(&name);
    choosing.table.put("name", node);
    let models = u16::try_from(choosing.models()).unwrap_or(u16::MAX);
    Ok(Some(note(models, document.table.whole("points"), &carried)))
}

/// The options by which a unit carries what a list says, as they are typed, and the names in the list that neither a
/// weapon nor an option of the profile has.
pub(crate) fn by_weapons(document: &Document, carried: &[(u32, String)]) -> (Option<String>, Vec<String>) {
    let (options, mut left) = (UnitOption::all(document), carried.to_vec());
    let mut typed: Vec<String> = Vec::new();
    for option in options.iter().filter(|option| !option.table.is("default")) {
        let gives = option.weapons("gives");
        let is_it = |name: &str| same(name, option.name) || gives.first().is_some_and(|(_, first)| same(name, first));
        let listed: u32 = left.iter().filter(|(_, name)| is_it(name)).map(|(count, _)| count).sum();
        let wanted = listed / gives.first().map_or(1, |(each, _)| (*each).max(1));
        // Models of another group may carry the rest.
        let with = |number: u32| typed.iter().cloned().chain([format!("{number} {}", option.name)]).collect::<Vec<_>>();
        let allowed = |number: &u32| choose(&mut document.clone(), Some(&with(*number).join(", "))).is_ok();
        let Some(number) = (1..=wanted.min(MAX_MODELS as u32)).rev().find(allowed) else { continue };
        typed = with(number);
        let mut gone = number * gives.first().map_or(1, |(each, _)| *each);
        for (count, _) in left.iter_mut().filter(|(_, name)| is_it(name)) {
            let taken = gone.min(*count);
            (*count, gone) = (*count - taken, gone - taken);
        }
    }
    let weapons = weapon_names(document);
    let names =
        |key: &str| document.table.tables(key).filter_map(|t| t.text("name")).map(str::to_owned).collect::<Vec<_>>();
    let (models, named) = (names("model"), names("option"));
    let is_known = |called: &str| {
        weapons.iter().any(|(name, one_of)| is_called(name, one_of.as_deref(), called))
            || models.iter().chain(&named).any(|name| same(name, called))
    };
    let unknown = carried.iter().map(|(_, name)| name).filter(|name| !is_known(name)).cloned().collect();
    ((!typed.is_empty()).then(|| typed.join(", ")), unknown)
}

/// What is between commas; an option's own name may have some.
fn parts<'t>(options: &[UnitOption<'_>], typed: &'t str) -> Vec<&'t str> {
    let is_name = |text: &str| options.iter().any(|one| same(one.name, text) || same(one.name, numbered(text).1));
    let (mut parts, mut rest) = (Vec::new(), Some(typed));
    while let Some(text) = rest {
        let mut ends = text.match_indices(',').map(|(at, _)| at).chain([text.len()]);
        let end = ends.clone().rfind(|end| is_name(&text[..*end])).or_else(|| ends.next()).unwrap_or_default();
        parts.push(text[..end].trim());
        rest = text.get(end + 1..);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The options that are typed, each once.
fn picks(options: &[UnitOption<'_>], typed: &str) -> Result<Vec<Picked>, String> {
    let mut picks: Vec<Picked> = Vec::new();
    if same(typed, "each") {
        return Err("each loadout is a row of `warodds compare`".to_owned());
    }
    for text in parts(options, typed) {
        // A name that begins with a number is a name.
        let whole = option_of(options, text);
        let (number, option) = match (whole, numbered(text)) {
            (Ok(option), _) => (None, option),
            (Err(why), (None, _)) => return Err(why),
            (Err(_), (number, name)) => (number, option_of(options, name)?),
        };
        if picks.iter().any(|pick| pick.option == option) {
            return Err(format!("`{}` is chosen twice; write its number in front", options[option].name));
        }
        if picks.len() == MAX_PICKS {
            return Err(format!("at most {MAX_PICKS} options are chosen for a unit (MAX_PICKS)"));
        }
        picks.push(Picked { number, option });
    }
    Ok(picks)
}

/// The option that a name fits best.
fn option_of(options: &[UnitOption<'_>], typed: &str) -> Result<usize, String> {
    let wanted = TypedName::new(typed);
    let fit = |option: &UnitOption<'_>| {
        let names = [option.name; 2];
        wanted.exactly(names).or_else(|| wanted.nearly("", names, &[], &Vec::new))
    };
    let best = options.iter().filter_map(fit).min();
    let fits: Vec<usize> = (0..options.len()).filter(|place| best.is_some() && fit(&options[*place]) == best).collect();
    let all = || options.iter().map(|option| format!("`{}`", option.name)).collect::<Vec<_>>().join(", ");
    match fits[..] {
        [only] => Ok(only),
        [] => {
            let near = did_you_mean(typed, options.iter().map(|option| option.name));
            Err(format!("no option is called `{typed}`; {}", near.unwrap_or_else(|| format!("there are {}", all()))))
        }
        _ => {
            let names: Vec<String> = fits.iter().map(|place| format!("`{}`", options[*place].name)).collect();
            Err(format!("`{typed}` could be {}", names.join(" or ")))
        }
    }
}

/// The group of models that takes an option, and how many of it do.
fn bearers(
    choosing: &Choosing<'_>,
    options: &[UnitOption<'_>],
    picks: &[Picked],
    pick: &Picked,
) -> Result<(usize, u32), String> {
    let option = &options[pick.option];
    let groups = choosing.groups();
    let wanted = option.table.text("model");
    let is_it =
        |(name, _): &GroupSize| wanted.is_none() || name.as_deref().zip(wanted).is_some_and(|(n, w)| same(n, w));
    let at = groups.iter().position(is_it).ok_or_else(|| format!("no models are left for `{}`", option.name))?;
    let (group, models) = (&groups[at], choosing.models());
    let replaced = option.weapons("replaces");
    let left = replaced.iter().map(|(each, name)| choosing.held(name, group) / (*each).max(1)).min();
    // Of a limit that options share what the others take is gone.
    let shared = option.table.text("one-of");
    let taken: u32 = picks
        .iter()
        .filter(|other| other.option != pick.option && shared.is_some())
        .filter(|other| options[other.option].table.text("one-of") == shared)
        .map(|other| other.number.unwrap_or(1))
        .sum();
    let limit = option.limit.among(models);
    let each = match option.limit {
        MostBearers::Number(_) => u32::MAX,
        MostBearers::Per(some, each) => group.1.saturating_mul(some.div_ceil(each)),
        MostBearers::Any | MostBearers::AllOrNone => group.1,
    };
    // A model has another statline once, and weapons as often as the limit says.
    let is_changed = option.changes().next().is_some();
    let by_models = left.unwrap_or(each).min(if is_changed { group.1 } else { u32::MAX });
    let most = by_models.min(limit.saturating_sub(taken));
    let number = pick.number.unwrap_or(most);
    let of = |count: u32| if count == 1 { "1 model".to_owned() } else { format!("{count} models") };
    if number == 0 || number > most {
        let why = match option.limit {
            _ if limit.saturating_sub(taken) < by_models => option.limit.written(),
            _ if left.is_some() => {
                let names: Vec<String> = replaced.iter().map(|(_, name)| format!("`{name}`")).collect();
                format!("it replaces {}", names.join(" and "))
            }
            limit => limit.written(),
        };
        return Err(format!("`{}`: at most {most} of {} can take it ({why})", option.name, of(models)));
    }
    if option.limit == MostBearers::AllOrNone && number != by_models {
        return Err(format!("`{}`: all {} take it, or none (all or none)", option.name, of(group.1)));
    }
    Ok((at, number))
}
