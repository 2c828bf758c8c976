//! What effects and conditions that are data mean, by the rows of `meanings.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::{list, text};
use crate::dice::Amount;
use crate::grammar::Statement;
use crate::words::{each_once, same};

/// Keys with their values, as rows name them.
type Pairs = Vec<(String, String)>;

/// A row: its kind, the keys that it names, whether others may be next to them, and what it means.
struct MeaningRow {
    kind: &'static str,
    keys: Vec<(&'static str, &'static str)>,
    is_open: bool,
    means: &'static str,
}

/// The rows of each section.
fn rows(section: &str) -> &'static [MeaningRow] {
    static ROWS: OnceLock<HashMap<&'static str, Vec<MeaningRow>>> = OnceLock::new();
    let all = ROWS.get_or_init(|| {
        let (mut all, mut section): (HashMap<_, Vec<MeaningRow>>, _) = (HashMap::new(), "");
        let lines = include_str!("meanings.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(name) => section = name,
                None => all.entry(section).or_default().extend(row(line)),
            }
        }
        all
    });
    all.get(section).map_or(&[], Vec::as_slice)
}

fn row(line: &'static str) -> Option<MeaningRow> {
    let (head, means) = line.split_once(" => ")?;
    let words: Vec<&str> = head.split(' ').collect();
    let kind = words.first().filter(|word| !word.contains('=')).copied().unwrap_or_default();
    let keys = words.iter().filter_map(|word| word.split_once('=')).collect();
    Some(MeaningRow { kind, keys, is_open: words.contains(&"..."), means })
}

/// Whom a row means by a word for a side.
fn is_side(word: &str, target: &str) -> bool {
    match word {
        "own" => ["unit", "self", "bearer", "attached-unit"].contains(&target),
        "foe" => ["defender", "target", "enemy-within-aura"].contains(&target),
        _ => word == target,
    }
}

/// What a pattern takes from a value; `None` if it does not fit.
fn taken(key: &str, pattern: &str, value: &str) -> Option<Option<(String, String)>> {
    if let Some((before, name)) = pattern.split_once('{') {
        let name = name.trim_end_matches('}');
        let rest = value.strip_prefix(before)?;
        let fits = match name {
            "n" => rest.parse::<u32>().is_ok_and(|n| n > 0),
            "a" => rest.replace('_', "").parse::<Amount>().is_ok(),
            _ => !rest.is_empty() && !rest.contains(','),
        };
        let written = if name == "a" { rest.to_uppercase() } else { rest.replace('_', " ") };
        return fits.then(|| Some((format!("{{{name}}}"), written)));
    }
    let is = |one: &str| if key == "target" { is_side(one, value) } else { one == value };
    pattern.split('|').any(is).then_some(None)
}

impl MeaningRow {
    /// The line of the row, if it reads all of these keys.
    fn line(&self, kind: &str, pairs: &Pairs) -> Option<String> {
        if self.kind != kind || (!self.is_open && self.keys.len() != pairs.len()) {
            return None;
        }
        let mut line = self.means.to_owned();
        for (key, pattern) in &self.keys {
            let (_, value) = pairs.iter().find(|(listed, _)| listed == key)?;
            if let Some((name, value)) = taken(key, pattern, value)? {
                line = line.replace(&name, &value);
            }
        }
        Some(line)
    }
}

/// The keys of an object, and of what is in it, with `_` for a space.
pub(super) fn pairs(value: &Value, within: &str, into: &mut Pairs) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let written = match value {
            Value::Object(_) => {
                pairs(value, &format!("{within}{key}."), into);
                continue;
            }
            Value::Null => continue,
            Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(","),
            one => plain(one),
        };
        into.push((format!("{within}{key}"), written.replace(' ', "_")));
    }
}

/// How rows know a kind with its keys, for messages.
fn written(kind: &str, pairs: &Pairs) -> String {
    let keys = pairs.iter().map(|(key, value)| format!(" {key}={value}")).collect::<String>();
    format!("{kind}{keys}")
}

/// Values as rows write them, but for keywords, whose letters count.
fn lower(pairs: &Pairs) -> Pairs {
    pairs.iter().map(|(key, value)| (key.clone(), value.to_lowercase())).collect()
}

/// The unit or army that has an ability.
pub(super) struct AbilityBearer<'o> {
    /// Its keywords; none of an army.
    pub(super) keywords: &'o [String],
    /// Whether a keyword is any unit's.
    pub(super) is_keyword: &'o dyn Fn(&str) -> bool,
    /// Whether it may lead another unit, so that `the unit` may mean either.
    pub(super) is_leader: bool,
    /// Whether it is an army, whose effects reach the units that are meant.
    pub(super) is_army: bool,
}

/// An ability while it is read.
pub(super) struct Reading<'o> {
    pub(super) owner: &'o AbilityBearer<'o>,
    /// Whether it lasts for longer than the phase in which it is used.
    pub(super) lasts: bool,
    /// Whether the data says a distance, and not for whom it is.
    pub(super) has_range: bool,
    /// Keywords of whom it is for, where that is not its army's.
    pub(super) filter: Vec<String>,
}

/// What holds of an effect, and whom `unit` means in it.
#[derive(Clone, Default)]
struct Context {
    head: Statement,
    is_idle: bool,
    unit_is: Option<&'static str>,
    /// Keywords that `unit` has; where an aura says so, whoever it reaches.
    words: Vec<String>,
}

type Read = Result<Vec<Statement>, String>;

impl Reading<'_> {
    /// The statements of an effect.
    ///
    /// # Errors
    /// What of it no row reads.
    pub(super) fn statements(&self, effect: &Value) -> Read {
        self.effect(effect, &Context::default())
    }

    fn effect(&self, effect: &Value, context: &Context) -> Read {
        let kind = text(effect, "type");
        match kind {
            "conditional" => {
                only(effect, kind, &["type", "condition", "effect"])?;
                let mut context = context.clone();
                self.condition(&effect["condition"], false, &mut context)?;
                self.effect(&effect["effect"], &context)
            }
            "sequence" => {
                let all =
                    list(effect, "steps").map(|step| self.effect(step, context)).collect::<Result<Vec<_>, _>>()?;
                Ok(all.concat())
            }
            "choice" | "stance-select" => self.choice(effect, context),
            "dice-gated" => self.gated(effect, context),
            "aura" | "designate-target" => self.reached(effect, context),
            _ => self.leaf(effect, context),
        }
    }

    /// One of several is chosen: each is asked for by its name.
    fn choice(&self, effect: &Value, context: &Context) -> Read {
        let mut all = Vec::new();
        for (place, option) in list(effect, "options").enumerate() {
            if let Some(other) = ["selector", "consumer"].iter().find(|key| option.get(**key).is_some()) {
                return Err(format!("choice {other}"));
            }
            let called = Some(text(option, "name")).filter(|name| !name.is_empty());
            let one = self.effect(option.get("effect").unwrap_or(option), context)?;
            let is_one = one.len() == 1 && called.is_none();
            for mut statement in one {
                (statement.optional, statement.choice, statement.option) = (true, true, is_one);
                if !is_one {
                    statement.called = called.map_or_else(|| format!("choice {}", place + 1), str::to_owned);
                }
                all.push(statement);
            }
        }
        Ok(all)
    }

    /// A die decides: `4+: …`, and for what happens outside of an attack `1 dice 4+ -> …`.
    fn gated(&self, effect: &Value, context: &Context) -> Read {
        let threshold = effect.get("threshold").and_then(Value::as_u64).filter(|n| (2..=6).contains(n));
        let is_least = match text(effect, "comparison") {
            "gte" | "" => true,
            "eq" => threshold == Some(6),
            _ => false,
        };
        let unread = || format!("dice-gated {} {}", text(effect, "comparison"), &effect["threshold"]);
        let threshold = threshold.filter(|_| is_least && text(effect, "dice") == "D6").ok_or_else(unread)?;
        if effect.get("test").is_some() || !effect["on_fail"].is_null() {
            return Err("dice-gated on_fail".to_owned());
        }
        let mut all = self.effect(&effect["on_success"], context)?;
        for effect in all.iter_mut().flat_map(|statement| &mut statement.effects) {
            *effect = match (effect.strip_suffix(" mortal damage"), effect.as_str()) {
                (Some(amount), _) => format!("1 dice {threshold}+ -> {amount} mortal"),
                (None, "fights on death") => format!("on death {threshold}+"),
                (None, other) if !other.contains("feel no pain") => format!("{threshold}+: {other}"),
                (None, other) => return Err(format!("dice-gated {other}")),
            };
        }
        if all.len() > 1 { Err("dice-gated of several effects".to_owned()) } else { Ok(all) }
    }

    /// Units within a distance have it, or a unit of the other side is picked, which suffers it or is attacked by units that
    /// have it: their player sees to both.
    fn reached(&self, effect: &Value, context: &Context) -> Read {
        let (modifier, applies) = (&effect["modifier"], &effect["applies"]);
        only(applies, "designate-target", &["effect", "to", "attacker_keywords"])?;
        only(&effect["select"], "designate-target", &["count", "scope", "timing", "eligibility", "within_inches"])?;
        let reach = recipients(modifier)?;
        let mut context = context.clone();
        context.head.optional = true;
        match if applies.is_null() { text(effect, "target") } else { text(applies, "to") } {
            "friendly-within-aura" => context.head.reach = reach,
            "attackers-of-target" => {
                context.head.reach = all_of(super::texts(applies, "attacker_keywords").map(str::to_uppercase));
            }
            "target" if text(&effect["select"], "scope") != "enemy-unit" => return Err("picked target".to_owned()),
            "enemy-within-aura" | "target" if reach == crate::grammar::ANY => context.unit_is = Some("target"),
            other => return Err(format!("{} of {other}", text(effect, "type"))),
        }
        self.effect(modifier.get("effect").or(applies.get("effect")).unwrap_or(&Value::Null), &context)
    }

    /// An effect by itself.
    fn leaf(&self, effect: &Value, context: &Context) -> Read {
        let (kind, mut keys) = (text(effect, "type"), Pairs::new());
        let modifier = &effect["modifier"];
        pairs(modifier, "", &mut keys);
        let mut beside = Pairs::new();
        pairs(effect, "", &mut beside);
        let is_read = |key: &str| key == "type" || key == "modifier" || key.starts_with("modifier.");
        keys.extend(beside.into_iter().filter(|(key, _)| !is_read(key)));
        let mut context = context.clone();
        self.side(kind, &mut keys, &mut context)?;
        let words: Vec<Value> = list(modifier, "keywords").cloned().collect();
        if kind == "keyword-grant" && words.len() > 1 {
            let one = |word: Value| {
                let mut one = effect.clone();
                one["modifier"]["keywords"] = Value::Array(vec![word]);
                self.leaf(&one, &context)
            };
            return Ok(words.into_iter().map(one).collect::<Result<Vec<_>, _>>()?.concat());
        }
        let unread = || written(kind, &keys);
        let mut statement = context.head.clone();
        let mut rest = Pairs::new();
        for pair in lower(&keys) {
            let single = vec![pair.clone()];
            match rows("qualifiers").iter().find_map(|row| row.line("", &single)) {
                Some(line) if line == "nothing" => {}
                Some(line) => statement.append(Statement::read(&line).ok_or_else(unread)?),
                None => rest.push(pair),
            }
        }
        if kind == "keyword-grant" {
            rest.iter_mut()
                .filter(|(key, _)| key.starts_with("keyword"))
                .for_each(|(_, value)| *value = granted(value));
        }
        let line = rows("effects").iter().find_map(|row| row.line(kind, &rest)).ok_or_else(unread)?;
        if line == "nothing" {
            return Ok(Vec::new());
        }
        let read = Statement::read(&line).ok_or_else(unread)?;
        let is_beside = read.effects.iter().all(|effect| BESIDE.iter().any(|word| effect.contains(word)));
        let target = keys.iter().find(|(key, _)| key == "target").map_or("", |(_, target)| target);
        self.fits(&context, target, is_beside).map_err(|why| format!("{why}: {}", unread()))?;
        // Of what it suffers, the two sides are turned round.
        let is_turned = statement.against
            || read.against
            || read.effects.iter().any(|one| DEFENCE.iter().any(|word| one.contains(word)));
        statement.append(read);
        if is_turned && !statement.when.iter().all(|when| OF_EVERY_SIDE.contains(&when.as_str())) {
            return Err(format!("attacks against it, if {}: {}", statement.when.join(", "), unread()));
        }
        Ok(vec![statement])
    }

    /// Finds out whom the effect is for.
    fn side(&self, kind: &str, keys: &mut Pairs, context: &mut Context) -> Result<(), String> {
        let Some(place) = keys.iter().position(|(key, _)| key == "target") else { return Ok(()) };
        match (keys[place].1.as_str(), context.unit_is) {
            ("unit", Some(other)) => other.clone_into(&mut keys[place].1),
            ("attached-unit", _) => context.head.leading = true,
            ("friendly-within-aura" | "all-friendly", _) if kind != "aura" => {
                if keys.iter().any(|(key, _)| key.starts_with("eligible")) {
                    return Err(written(kind, keys));
                }
                context.head.optional = true;
                let before = Some(std::mem::take(&mut context.head.reach));
                let before = before.filter(|reach| !reach.is_empty() && reach != crate::grammar::ANY);
                let words = context.words.iter().chain(&self.filter).cloned();
                context.head.reach = all_of(each_once(before.into_iter().chain(words)));
                "unit".clone_into(&mut keys[place].1);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the owner and the condition of an effect are given.
    fn fits(&self, context: &Context, target: &str, is_beside: bool) -> Result<(), &'static str> {
        let (head, is_own) = (&context.head, is_side("own", target));
        if context.is_idle && !self.lasts && !is_beside {
            return Err("of a phase in which nobody attacks");
        }
        if !(is_own || target == "attacker") || !head.reach.is_empty() || self.owner.is_army {
            return Ok(());
        }
        match target {
            "self" | "bearer" if head.leading => Err("of its own model alone, while it leads"),
            "unit" | "attacker" if self.owner.is_leader && !head.leading => {
                Err("it does not say whether the unit that it leads has it")
            }
            _ if self.has_range && context.unit_is.is_none() => Err("it has a range, and does not say for whom"),
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Value, is_not: bool, context: &mut Context) -> Result<(), String> {
        let operands: Vec<&Value> = list(condition, "operands").collect();
        let negated = (condition["negated"] == true) != is_not;
        match text(condition, "operator") {
            "and" if !negated => operands.into_iter().try_for_each(|one| self.condition(one, false, context)),
            "not" => operands.into_iter().try_for_each(|one| self.condition(one, !negated, context)),
            "or" if !negated => self.any(&operands, context),
            "or" => operands.into_iter().try_for_each(|one| self.condition(one, true, context)),
            "and" => Err("not all of several conditions".to_owned()),
            _ => self.one(condition, negated, context),
        }
    }

    /// One of several conditions holds.
    fn any(&self, operands: &[&Value], context: &mut Context) -> Result<(), String> {
        let mut all = Vec::new();
        for operand in operands {
            let mut one = Context::default();
            self.condition(operand, false, &mut one)?;
            all.push(one);
        }
        let plain = |one: &Context| Statement { when: one.head.when.clone(), ..Statement::default() } == one.head;
        if all.iter().any(|one| plain(one) && one.head.when.is_empty() && !one.is_idle) {
            return Ok(());
        }
        let when: Vec<&str> = all.iter().filter_map(|one| one.head.when.first().map(String::as_str)).collect();
        let is_simple = all.iter().all(|one| plain(one) && one.head.when.len() == 1 && !one.is_idle);
        let words: Option<Vec<&str>> = when.iter().map(|when| when.strip_prefix("target ")).collect();
        let words =
            words.filter(|words| words.iter().all(|word| word.chars().any(char::is_uppercase) && !word.contains(' ')));
        match words {
            Some(words) if is_simple => context.head.when.push(format!("target {}", words.join(" or "))),
            // A condition that the player checks.
            _ => context.head.optional = true,
        }
        Ok(())
    }

    fn one(&self, condition: &Value, is_not: bool, context: &mut Context) -> Result<(), String> {
        let (kind, mut keys) = (text(condition, "type"), Pairs::new());
        pairs(&condition["parameters"], "", &mut keys);
        let unread = || written(kind, &keys);
        for (_, words) in keys.iter().filter(|(key, _)| kind.ends_with("has-keyword") && key.starts_with("keyword")) {
            let is_known = words.split(',').all(|word| (self.owner.is_keyword)(&word.replace('_', " ")));
            if !is_known {
                return Err(format!("{}: no unit has this keyword", unread()));
            }
        }
        if kind == "unit-has-keyword" && keys.len() == 1 {
            return self.has_keyword(&keys[0].1.replace('_', " "), is_not, context);
        }
        let keys: Pairs = match kind {
            "target-has-keyword" => keys.iter().map(|(key, value)| (key.clone(), value.to_uppercase())).collect(),
            _ => lower(&keys),
        };
        let line = rows("conditions").iter().find_map(|row| row.line(kind, &keys));
        match line.as_deref().ok_or_else(unread)? {
            "unread" => return Err(unread()),
            "idle" if is_not => return Err(unread()),
            "idle" if self.lasts => context.head.optional = true,
            "idle" => context.is_idle = true,
            _ if self.lasts && kind == "phase-is" => context.head.optional = true,
            line => {
                let mut read = Statement::read(line).ok_or_else(unread)?;
                if is_not && read.leading {
                    return Err(unread());
                }
                read.when.iter_mut().filter(|_| is_not).for_each(|when| *when = not(when));
                context.head.append(read);
            }
        }
        Ok(())
    }

    /// Its own unit has a keyword: known of a datasheet, and of an army whom it reaches.
    fn has_keyword(&self, word: &str, is_not: bool, context: &mut Context) -> Result<(), String> {
        if self.owner.is_army || !context.head.reach.is_empty() {
            let word = if is_not { format!("not {}", word.to_uppercase()) } else { word.to_uppercase() };
            let reach = std::mem::take(&mut context.head.reach);
            let whole = reach.is_empty() || reach == crate::grammar::ANY;
            context.head.reach = if whole { word } else { format!("{reach} and {word}") };
            return Ok(());
        }
        if self.owner.keywords.iter().any(|keyword| same(keyword, word)) == is_not {
            return Err(format!("unit-has-keyword {word}: not this unit"));
        }
        context.words.push(format!("{}{}", if is_not { "not " } else { "" }, word.to_uppercase()));
        Ok(())
    }
}

/// An effect outside of attacks, in any phase.
pub(super) const BESIDE: [&str; 3] = [" mortal", "heal ", "return "];

/// Effects of attacks that a unit suffers.
const DEFENCE: [&str; 9] = [
    "feel no pain", "invulnerable", "stealth", "cover", "damage to target", "halve damage", "toughness", " save",
    "on death",
];

/// Conditions that mean the same whoever attacks.
const OF_EVERY_SIDE: [&str; 3] = ["shooting", "melee", "strength above toughness"];

fn not(when: &str) -> String {
    match when.strip_prefix("target ").filter(|rest| rest.chars().any(char::is_uppercase)) {
        Some(word) => format!("target not {word}"),
        None => format!("not {when}"),
    }
}

/// A keyword of weapons as the game writes it: `lethal-hits` is `lethal hits`.
fn granted(word: &str) -> String {
    match word {
        "twin-linked" | "close-quarters" => word.to_owned(),
        _ if word.starts_with("anti-") => word.to_owned(),
        _ => word.replace(['-', '_'], " ").replace("critical hits 5+", "critical hits on 5+"),
    }
}

/// Refuses keys that are not read.
fn only(value: &Value, what: &str, keys: &[&str]) -> Result<(), String> {
    let other = value.as_object().into_iter().flatten().find(|(key, _)| !keys.contains(&key.as_str()));
    other.map_or(Ok(()), |(key, _)| Err(format!("{what} {key}")))
}

/// The keywords that a filter asks for, in capitals.
pub(super) fn filtered(filter: &Value) -> Vec<String> {
    let of = |key: &str| super::texts(filter, key).map(str::to_uppercase);
    of("required_keywords").chain(of("excluded_keywords").map(|word| format!("not {word}"))).collect()
}

/// The units that have all of some keywords.
fn all_of(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    if words.is_empty() { crate::grammar::ANY.to_owned() } else { words.join(" and ") }
}

/// The units that an aura reaches, by their keywords.
fn recipients(modifier: &Value) -> Result<String, String> {
    let filters = ["recipient_filter", "eligible"];
    only(modifier, "aura", &["effect", "range", filters[0], filters[1]])?;
    Ok(all_of(filters.into_iter().filter_map(|key| modifier.get(key)).flat_map(filtered)))
}
