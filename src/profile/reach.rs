//! Abilities of an army that reach further than the unit that has them: which of its units they reach.

use smol_str::SmolStr;

use super::Document;
use super::document::{KeyNode, Node, Table, Value, alike};
use crate::grammar::ANY;
use crate::words::{normal, same, without_plural};

/// Keys of an army's `[[ability]]` that say whom it reaches, and are none of a profile.
const OF_ARMIES: [&str; 2] = ["from", "for"];
/// The price of an army's ability, `cost = { command-points = 1 }`, and what a profile calls it.
const COST: (&str, &str) = ("cost", "command-points");

/// Whether a unit with these keywords is meant: `BEASTS and not HERO`, `non-Hero Warrior Chamber Infantry`, `ORRUKS or GROTS`,
/// [`ANY`].
pub(crate) fn is_meant(text: &str, keywords: &[String]) -> bool {
    is_borne(text, &singular(keywords))
}

/// Keywords as they are compared: a card speaks of a Guardian model where the keyword is GUARDIANS, and the other way round.
fn singular(keywords: &[String]) -> Vec<String> {
    keywords.iter().map(|keyword| without_plural(keyword.split('(').next().unwrap_or(keyword))).collect()
}

/// Whether some unit with these keywords is of each kind that a text excludes: of one that a card misspells nobody is.
pub(crate) fn excludes_some(text: &str, keywords: &[String]) -> bool {
    let parts = text.split(" or ").flat_map(|all| all.split(" and "));
    parts.filter_map(|part| part.trim().strip_prefix("not ")).all(|other| bears(other, keywords))
}

fn is_borne(text: &str, own: &[String]) -> bool {
    let holds = |part: &str| match part.trim().strip_prefix("not ") {
        Some(other) => !bears(other, own),
        None => bears(part, own),
    };
    text == ANY || text.split(" or ").any(|all| all.split(" and ").all(holds))
}

/// Whether a unit bears all keywords that follow each other.
fn bears(wanted: &str, own: &[String]) -> bool {
    let own = |text: &str| own.contains(&without_plural(text));
    let mut words: Vec<&str> = wanted.split_whitespace().collect();
    while let Some(first) = words.first() {
        let other = first.strip_prefix("NON-").or_else(|| first.strip_prefix("non-"));
        let length = match other {
            Some(other) => usize::from(!own(other)),
            // The longest keyword in front.
            None => (1..=words.len()).rev().find(|length| own(&words[..*length].join(" "))).unwrap_or(0),
        };
        if length == 0 {
            return false;
        }
        words.drain(..length);
    }
    true
}

impl Document {
    /// Its keywords, or runemarks, right or wrong otherwise.
    pub(crate) fn keywords(&self) -> Vec<String> {
        ["keywords", "runemarks"].into_iter().flat_map(|key| self.table.texts(key)).map(str::to_owned).collect()
    }

    /// Gives it the abilities of its army that reach it, each with all its lines. One of a name that it has already keeps apart
    /// by whose it is; the same ability of two units is one.
    pub(crate) fn lend(&mut self, lent: &[Node]) {
        // Cards say a unit's name as they say a keyword.
        let name = self.table.text("name").map(str::to_owned);
        let keywords: Vec<String> = self.keywords().into_iter().chain(name.clone()).collect();
        let own = singular(&keywords);
        let mut abilities: Vec<(&str, Vec<Node>)> = Vec::new();
        for node in lent {
            let Value::Table(ability) = &node.value else { continue };
            let from = ability.text("from").unwrap_or_default();
            let mut reached = ability.texts("for").peekable();
            if reached.peek().is_some() && !reached.any(|text| is_borne(text, &own)) {
                continue;
            }
            let is_own = || name.as_ref().is_some_and(|name| same(name, from));
            let Some(line) = self.line(node, ability).filter(|_| !is_own() || self.called(ability).is_empty()) else {
                continue;
            };
            let is_of = |(of, lines): &&mut (&str, Vec<Node>)| *of == from && name_of(&lines[0]) == name_of(&line);
            match abilities.iter_mut().find(is_of) {
                Some((_, lines)) if lines.iter().any(|entry| say_the_same(entry, &line)) => {}
                Some((_, lines)) => lines.push(line),
                None => abilities.push((from, vec![line])),
            }
        }
        abilities.into_iter().for_each(|(from, lines)| self.add_ability(from, lines));
    }

    /// Whether another one says the same, wherever that stands. What is optional is asked for by its name: without `optional`
    /// it does not count.
    pub(crate) fn is_like(&self, other: &Self, optional: bool) -> bool {
        let ((rest, abilities), (others, other_abilities)) = (self.parts(optional), other.parts(optional));
        alike(&rest, &others, |one, other| one.is_like(other))
            && alike(&abilities, &other_abilities, |one, other| one.is_like(other))
    }

    /// Its keys, and its abilities.
    fn parts(&self, optional: bool) -> (Vec<&KeyNode>, Vec<&Value>) {
        let counts = |ability: &&Node| optional || !is_optional(ability);
        let rest = self.table.entries.iter().filter(|entry| entry.key != "ability").collect();
        (rest, self.table.list("ability").iter().filter(counts).map(|ability| &ability.value).collect())
    }

    /// An entry of an army as an entry of the unit; `None` if it is about weapons that the unit does not have.
    fn line(&self, node: &Node, ability: &Table) -> Option<Node> {
        let of_profile = |entry: &&KeyNode| !OF_ARMIES.contains(&entry.key.as_str());
        let mut entry = Table { entries: ability.entries.iter().filter(of_profile).cloned().collect() };
        // Other values stay, so that the key is reported as unknown.
        if let Some(Value::Table(cost)) = entry.get(COST.0).map(|node| &node.value)
            && let ([_], Some(points)) = (&cost.entries[..], cost.get(COST.1).cloned())
        {
            entry.entries.retain(|entry| entry.key != COST.0);
            entry.put(COST.1, points);
        }
        let arms: Vec<Vec<SmolStr>> = ability.texts("weapons").map(|weapon| self.armed_with(weapon)).collect();
        if arms.iter().any(Vec::is_empty) {
            return None;
        }
        if let Some(weapons) = entry.get_mut("weapons") {
            let place = &weapons.place;
            let named = |name| Node { place: place.clone(), value: Value::Text(name) };
            weapons.value = Value::List(arms.into_iter().flatten().map(named).collect());
        }
        Some(Node { place: node.place.clone(), value: Value::Table(entry) })
    }

    /// Its weapons that an army means: one of this name, as `tin horns` or `tin horn weapon`, or those with an ability, `pistols`
    /// and `torrent or melta weapon`.
    fn armed_with(&self, wanted: &str) -> Vec<SmolStr> {
        let one = wanted.trim_end_matches('s');
        let kinds = one.strip_suffix(" weapon").unwrap_or(one);
        let names = [without_plural(wanted), without_plural(kinds)];
        let bare = |ability: &str| normal(ability).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let is_kind = |ability: &str| kinds.split(" or ").any(|kind| bare(ability) == normal(kind));
        let is_it = |weapon: &&Table| {
            let named = weapon.text("name").is_some_and(|name| names.contains(&without_plural(name)));
            named || weapon.texts("abilities").any(is_kind)
        };
        self.table.tables("weapon").filter(is_it).filter_map(|weapon| weapon.text("name").map(SmolStr::new)).collect()
    }

    /// The abilities that are called as another one is.
    fn called(&self, ability: &Table) -> Vec<&Node> {
        let name = ability.text("name").unwrap_or_default();
        self.table.list("ability").iter().filter(|entry| same(name_of(entry), name)).collect()
    }

    /// Adds the lines of an ability, without those that always hold, under a name that it has not yet.
    fn add_ability(&mut self, from: &str, mut lines: Vec<Node>) {
        let Some(Value::Table(first)) = lines.first().map(|line| &line.value) else { return };
        let (optional, held): (Vec<&Node>, Vec<&Node>) =
            self.called(first).into_iter().partition(|entry| is_optional(entry));
        let is_among = |all: &[&Node], line: &Node| all.iter().any(|entry| say_the_same(entry, line));
        lines.retain(|line| !is_among(&held, line));
        if optional.len() == lines.len() && lines.iter().all(|line| is_among(&optional, line)) {
            return;
        }
        let is_new = optional.is_empty() && held.is_empty();
        for line in lines.iter_mut().filter(|_| !is_new) {
            let name = format!("{} ({from})", name_of(line));
            if let Value::Table(table) = &mut line.value
                && let Some(node) = table.get_mut("name")
            {
                node.value = Value::Text(name.into());
            }
        }
        if let Some(place) = lines.first().map(|line| line.place.clone()) {
            self.table.extend("ability", lines, &place);
        }
    }
}

fn name_of(ability: &Node) -> &str {
    if let Value::Table(table) = &ability.value { table.text("name").unwrap_or_default() } else { "" }
}

fn is_optional(ability: &Node) -> bool {
    matches!(&ability.value, Value::Table(table) if table.is("optional"))
}

/// Whether two entries do the same at the same time to the same.
pub(crate) fn say_the_same(one: &Node, other: &Node) -> bool {
    let (Value::Table(one), Value::Table(other)) = (&one.value, &other.value) else { return false };
    let texts = ["effects", "when", "weapons", "models"];
    one.is("against") == other.is("against") && texts.iter().all(|key| one.texts(key).eq(other.texts(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Diagnostics, Source};

    fn read(text: &str) -> Document {
        Document::read(&Source::new("x.toml", text), &Diagnostics::default())
    }

    #[test]
    fn an_army_lends_to_weapons_of_a_kind() {
        let weapon =
            |name: &str, ability: &str| format!("[[weapon]]\nname = \"{name}\"\nabilities = [\"{ability}\"]\n");
        let all = [weapon("Flamer", "Torrent"), weapon("Gun", "Heavy"), weapon("Meltagun", "Melta 2")];
        for (wanted, arms, reached) in [
            ("torrent or melta weapon", &all[..], vec!["Flamer", "Meltagun"]),
            ("torrent or melta weapon", &all[1..2], vec![]),
            ("heavies", &all[..], vec![]),
            ("torrents", &all[..], vec!["Flamer"]),
            ("guns", &all[..], vec!["Gun"]),
            ("gun weapons", &all[..], vec!["Gun"]),
        ] {
            let army =
                read(&format!("[[ability]]\nname = \"Roar\"\nweapons = [\"{wanted}\"]\neffects = [\"+1 to hit\"]\n"));
            let mut unit = read(&format!("name = \"x\"\n{}", arms.concat()));
            unit.lend(army.table.list("ability"));
            let lent: Vec<&str> = unit.table.tables("ability").flat_map(|table| table.texts("weapons")).collect();
            assert_eq!(lent, reached, "{wanted}");
        }
    }

    #[test]
    fn keywords_behind_each_other_are_all_borne() {
        let keywords = ["WARRIOR CHAMBER", "INFANTRY", "CHAMPION (1/10)"].map(str::to_owned);
        let rows = [
            ("Warrior Chamber Infantry", true),
            ("non-Hero Warrior Chamber", true),
            ("non-Infantry Warrior Chamber", false),
            ("CAVALRY or INFANTRY", true),
            ("INFANTRY and not CHAMPION", false),
            ("Warrior Chambers", true),
            ("INFANTRY and not HERO", true),
        ];
        for (text, is) in rows {
            assert_eq!(is_meant(text, &keywords), is, "{text}");
        }
    }

    #[test]
    fn an_army_lends_what_reaches_a_unit_and_names_keep_apart() {
        let army = "[[ability]]\nname = \"Roar\"\noptional = true\nfrom = \"Chief\"\nfor = [\"BEAST\"]\neffects = [\"+1 to hit\"]\n";
        let other = army.replace("Chief", "Elder").replace("+1 to hit", "+1 to wound");
        let second = army.replace("+1 to hit", "-1 to save");
        // All lines of one are of its name, wherever they stand; those of two that say the same are one ability.
        let twin = format!("{army}{second}").replace("Chief", "Twin");
        let army = read(&format!("{army}{other}{second}{army}{twin}"));
        for (keyword, own, names) in [
            ("BEAST", "", vec!["Roar", "Roar", "Roar (Elder)"]),
            ("BIRD", "", Vec::new()),
            // What always holds is not asked for once more.
            (
                "BEAST",
                "[[ability]]\nname = \"Roar\"\neffects = [\"+1 to hit\"]\n",
                vec!["Roar", "Roar (Chief)", "Roar (Elder)", "Roar (Twin)"],
            ),
        ] {
            let mut unit = read(&format!("name = \"x\"\nkeywords = [\"{keyword}\"]\n{own}"));
            unit.lend(army.table.list("ability"));
            assert_eq!(unit.names("ability"), names);
        }
    }
}
