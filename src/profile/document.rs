//! A profile as a tree in which every key and value knows its place.

use std::sync::Arc;

use smol_str::SmolStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistakes::{self, ParserMistake};
use super::{Diagnostic, Diagnostics, Place, Source, full_game};
use crate::words::{Pattern, did_you_mean, normal, same};

/// A value and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its place.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// A value of a profile.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A text; a short one is kept here itself, as most of a profile do.
    Text(SmolStr),
    /// A whole number.
    Whole(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// Keys and values.
    Table(Table),
    /// A number with a point or a date: no profile has one. Its name is kept for the message.
    Other(&'static str),
}

impl Value {
    /// Whether a key or a text in it contains a word.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        match self {
            Self::Text(text) => text.contains(word),
            Self::List(list) => list.iter().any(|node| node.value.mentions(word)),
            Self::Table(table) => table.mentions(word),
            Self::Whole(_) | Self::Flag(_) | Self::Other(_) => false,
        }
    }

    /// Whether another value is this one, wherever the two stand.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Whole(one), Self::Whole(other)) => one == other,
            (Self::Flag(one), Self::Flag(other)) => one == other,
            (Self::List(one), Self::List(other)) => alike(one, other, |one, other| one.value.is_like(&other.value)),
            (Self::Table(one), Self::Table(other)) => alike(&one.entries, &other.entries, KeyNode::is_like),
            _ => false,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Whole(_) => "a whole number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(kind) => kind,
        }
    }
}

/// One key of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyNode {
    /// The key.
    pub key: SmolStr,
    /// The place of the key.
    pub place: Place,
    /// Its value.
    pub node: Node,
}

impl KeyNode {
    /// Whether another one has the same key and a value that is alike.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.key == other.key && self.node.value.is_like(&other.node.value)
    }
}

/// Whether there are as many of both, and each is like its counterpart.
pub(super) fn alike<N>(one: &[N], other: &[N], is_like: impl Fn(&N, &N) -> bool) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_like(one, other))
}

/// Keys and values in the order of the file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// The keys.
    pub entries: Vec<KeyNode>,
}

impl Table {
    /// Whether a key or a text in it contains a word.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        self.entries.iter().any(|entry| entry.key.contains(word) || entry.node.value.mentions(word))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// The value of a key, to change it.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }

    /// Sets a key, whether it is there or not.
    pub(crate) fn put(&mut self, key: &str, node: Node) {
        self.put_at(key, &node.place.clone(), node);
    }

    /// Sets a key that is written at a place of its own.
    fn put_at(&mut self, key: &str, place: &Place, node: Node) {
        match self.get_mut(key) {
            Some(old) => *old = node,
            None => self.entries.push(KeyNode { key: key.into(), place: place.clone(), node }),
        }
    }

    /// The nodes of a list; none if the key is something else.
    pub(crate) fn list(&self, key: &str) -> &[Node] {
        match self.get(key).map(|node| &node.value) {
            Some(Value::List(nodes)) => nodes,
            _ => &[],
        }
    }

    /// The nodes of a list, to change them.
    pub(crate) fn list_mut(&mut self, key: &str) -> Option<&mut Vec<Node>> {
        match &mut self.get_mut(key)?.value {
            Value::List(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// Adds nodes to the end of a list, a new one if the key holds none.
    pub(crate) fn extend(&mut self, key: &str, more: Vec<Node>, place: &Place) {
        match self.list_mut(key) {
            Some(nodes) => nodes.extend(more),
            None => self.put(key, Node { place: place.clone(), value: Value::List(more) }),
        }
    }

    /// The tables of a list of tables; none if the key is something else.
    pub(crate) fn tables(&self, key: &str) -> impl Iterator<Item = &Self> {
        self.list(key).iter().filter_map(|node| if let Value::Table(table) = &node.value { Some(table) } else { None })
    }

    /// The tables of a list, to change them.
    pub(crate) fn tables_mut(&mut self, key: &str) -> Vec<&mut Self> {
        let nodes = self.list_mut(key).into_iter().flatten();
        nodes.filter_map(|node| if let Value::Table(table) = &mut node.value { Some(table) } else { None }).collect()
    }

    /// Forgets the keys that stand within these stretches of the text.
    fn forget(&mut self, lost: &[std::ops::Range<usize>]) {
        let is_lost = |place: &Place| lost.iter().any(|range| range.contains(&place.span.start));
        self.entries.retain(|entry| !is_lost(&entry.place) && !is_lost(&entry.node.place));
        for entry in &mut self.entries {
            match &mut entry.node.value {
                Value::Table(table) => table.forget(lost),
                Value::List(nodes) => {
                    for node in nodes {
                        if let Value::Table(table) = &mut node.value {
                            table.forget(lost);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The keys that hold lists of tables.
    fn lists(&self) -> Vec<&str> {
        let is_list = |entry: &&KeyNode| match &entry.node.value {
            Value::List(nodes) => nodes.iter().any(|node| matches!(node.value, Value::Table(_))),
            _ => false,
        };
        self.entries.iter().filter(is_list).map(|entry| entry.key.as_str()).collect()
    }

    /// The text of a key, if it is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        match &self.get(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The texts of a key that holds a list; none if it is something else.
    pub(crate) fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        let nodes = self.list(key).iter();
        nodes.filter_map(|node| if let Value::Text(text) = &node.value { Some(text.as_str()) } else { None })
    }

    /// Whether a key says `true`.
    pub(crate) fn is(&self, key: &str) -> bool {
        matches!(self.get(key).map(|node| &node.value), Some(Value::Flag(true)))
    }

    /// The whole number of a key, if it is one.
    pub fn whole(&self, key: &str) -> Option<i64> {
        match self.get(key)?.value {
            Value::Whole(n) => Some(n),
            _ => None,
        }
    }
}

/// A weapon that names abilities of its own profile.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NamingWeapon {
    /// Its name.
    pub name: String,
    /// The part of a joined unit that it belongs to.
    part: Option<String>,
    /// The abilities.
    entries: Vec<String>,
}

impl NamingWeapon {
    /// Whether it names this ability, of this part of a joined unit.
    pub(crate) fn names(&self, entry: &str, part: Option<&Value>) -> bool {
        let of_part = match part {
            Some(Value::Text(part)) => self.part.as_deref() == Some(part.as_str()),
            _ => self.part.is_none(),
        };
        of_part && self.entries.iter().any(|item| same(item, entry))
    }
}

/// One profile.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Its text.
    pub source: Arc<Source>,
    /// Its keys.
    pub table: Table,
}

impl Document {
    /// Where the unit's name is written.
    pub(crate) fn name_place(&self) -> Place {
        self.table.get("name").map_or_else(|| Place::first(&self.source), |name| name.place.clone())
    }

    /// Reads a text; parts that are not TOML are noted as mistakes, and the rest is read.
    pub fn read(source: &Arc<Source>, found: &Diagnostics) -> Self {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let at = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
        let unread: Vec<ParserMistake> =
            errors.iter().map(|error| ParserMistake { at: at(error), says: error.message().to_owned() }).collect();
        let lost = mistakes::tell(source, &unread, found);
        let mut table = table_of(Some(source), table.get_ref(), &Place::whole(source));
        if !lost.is_empty() {
            table.forget(&lost);
        }
        // A game may be called by its short name.
        if let Some(Value::Text(game)) = table.get_mut("game").map(|node| &mut node.value) {
            *game = full_game(game).into();
        }
        Self { source: Arc::clone(source), table }
    }

    /// The names of the tables of a list, right or wrong otherwise: `weapon`, `model`.
    pub fn names(&self, list: &str) -> Vec<String> {
        self.table.tables(list).filter_map(|table| table.text("name")).map(str::to_owned).collect()
    }

    /// The weapons of a list whose `abilities` hold names of an `[[ability]]` of this profile.
    pub(crate) fn weapons_naming_entries(&self, list: &str) -> Vec<NamingWeapon> {
        let entries = self.names("ability");
        if entries.is_empty() {
            return Vec::new();
        }
        let is_entry = |text: &&str| entries.iter().any(|entry| same(entry, text));
        let naming = |table: &Table| {
            let own: Vec<String> = table.texts("abilities").filter(is_entry).map(str::to_owned).collect();
            let (name, part) = (table.text("name")?.to_owned(), table.text("part").map(str::to_owned));
            (!own.is_empty()).then_some(NamingWeapon { name, part, entries: own })
        };
        self.table.tables(list).filter_map(naming).collect()
    }

    /// The game a text says it is for, if it says so.
    pub fn game(&self) -> Option<&str> {
        self.table.text("game")
    }

    /// Changes one value, as `--set` does: `save`, `weapon.warhammer.rend`, `model.captain.wounds`; with a pattern for a
    /// name, `weapon.*.rend`, that of all that fit.
    ///
    /// `spread` says which keys of the unit are in each table of a list instead (`toughness` of every `model`). `place` is
    /// where the path and the value were written.
    ///
    /// # Errors
    /// A mistake at `place` if the path names a table that is not there.
    pub fn set(
        &mut self,
        path: &str,
        value: &str,
        place: &Place,
        spread: &[(&str, &[&str])],
    ) -> Result<(), Diagnostic> {
        let node = Node { place: place.clone(), value: typed(value, place) };
        let (parents, key) = path.rsplit_once('.').unwrap_or(("", path));
        // The last thing of that name in front of the value.
        let before = place.source.text[..place.span.start].rfind(key.trim());
        let key_place = before.map_or_else(|| place.clone(), |at| Place::new(&place.source, at..at + key.trim().len()));
        let key = key.trim().to_lowercase().replace([' ', '_'], "-");
        if parents.is_empty() {
            match spread.iter().find(|(_, keys)| keys.contains(&key.as_str())) {
                Some((list, _)) => {
                    for table in self.table.tables_mut(list) {
                        table.put_at(&key, &key_place, node.clone());
                    }
                }
                None => self.table.put_at(&key, &key_place, node),
            }
            return Ok(());
        }
        let Some((list, name)) = parents.split_once('.') else {
            let lists = self.table.lists();
            let (message, help) = match did_you_mean(parents, lists.clone()) {
                _ if lists.contains(&parents) => {
                    (format!("`{path}` does not say which {parents} it means"), format!("write `{parents}.NAME.{key}`"))
                }
                help => (
                    format!("this unit has no {parents}"),
                    help.unwrap_or_else(|| format!("there are {}", lists.join(", "))),
                ),
            };
            return Err(Diagnostic::new(place, message, "here").help(help));
        };
        for table in self.named(list.trim(), name, place)? {
            table.put_at(&key, &key_place, node.clone());
        }
        Ok(())
    }

    /// The tables of a list that a name fits: all of the same name, as a ranged and a melee weapon may have it, or those of
    /// the only name it is a part of; or all that a pattern fits.
    fn named(&mut self, list: &str, name: &str, place: &Place) -> Result<Vec<&mut Table>, Diagnostic> {
        let wanted = normal(name);
        let names: Vec<String> =
            self.table.tables_mut(list).iter().map(|table| table.text("name").unwrap_or("").to_owned()).collect();
        let pattern = Pattern::is_one(name).then(|| Pattern::new(name));
        let all =
            |fits: &dyn Fn(&str) -> bool| -> Vec<usize> { (0..names.len()).filter(|i| fits(&names[*i])).collect() };
        let same =
            all(&|entry| pattern.as_ref().map_or_else(|| normal(entry) == wanted, |pattern| pattern.fits(entry)));
        let parts = all(&|entry| pattern.is_none() && normal(entry).contains(&wanted));
        let of_one_name = |all: &[usize]| all.iter().all(|i| normal(&names[*i]) == normal(&names[all[0]]));
        let meant = if same.is_empty() { &parts } else { &same };
        match meant.as_slice() {
            all if !all.is_empty() && (pattern.is_some() || of_one_name(all)) => {
                let tables = self.table.tables_mut(list).into_iter().enumerate();
                Ok(tables.filter(|(index, _)| all.contains(index)).map(|(_, table)| table).collect())
            }
            _ => {
                let message = if parts.is_empty() {
                    format!("no {list} is called `{name}`")
                } else {
                    format!("several {list}s are called something with `{name}`")
                };
                let all: Vec<&str> = names.iter().map(String::as_str).collect();
                let help = did_you_mean(name, all.clone()).unwrap_or_else(|| format!("there are {}", all.join(", ")));
                Err(Diagnostic::new(place, message, "here").help(help))
            }
        }
    }
}

/// A value as it is typed behind a `=`: a number, true or false, or a list where it reads as one, else a text.
fn typed(value: &str, place: &Place) -> Value {
    let value = value.trim();
    let read = |node: Spanned<DeValue<'_>>| value_of(None, node.get_ref(), place);
    match DeValue::parse(value).map(read) {
        Ok(Value::Other(_) | Value::Table(_)) | Err(_) => Value::Text(value.into()),
        Ok(read) => read,
    }
}

fn table_of(source: Option<&Arc<Source>>, table: &DeTable<'_>, outer: &Place) -> Table {
    let place = |span: std::ops::Range<usize>| source.map_or_else(|| outer.clone(), |source| Place::new(source, span));
    let mut entries: Vec<KeyNode> = table
        .iter()
        .map(|(key, node)| {
            let at = place(node.span());
            let value = value_of(source, node.get_ref(), &at);
            KeyNode { key: key.get_ref().as_ref().into(), place: place(key.span()), node: Node { place: at, value } }
        })
        .collect();
    entries.sort_by_key(|entry| entry.place.span.start);
    Table { entries }
}

/// A whole number as TOML writes it, underscores included.
fn whole_of(digits: &str, radix: u32) -> Option<i64> {
    if digits.contains('_') {
        return i64::from_str_radix(&digits.replace('_', ""), radix).ok();
    }
    i64::from_str_radix(digits, radix).ok()
}

/// A value and its parts. Without a source, as for an option, every part has the place of the whole.
fn value_of(source: Option<&Arc<Source>>, value: &DeValue<'_>, place: &Place) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.as_ref().into()),
        DeValue::Integer(n) => whole_of(n.as_str(), n.radix()).map_or(Value::Other("a huge number"), Value::Whole),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Float(_) => Value::Other("a number with a point"),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(nodes) => Value::List(
            nodes
                .iter()
                .map(|node| {
                    let place = source.map_or_else(|| place.clone(), |source| Place::new(source, node.span()));
                    let value = value_of(source, node.get_ref(), &place);
                    Node { place, value }
                })
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(table_of(source, table, place)),
    }
}
