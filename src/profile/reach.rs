//! Abilities of an army that reach further than the unit that has them: which of its units they reach.

use smol_str::SmolStr;

use super::Document;
use super::document::{Entry, Node, Table, Value};
use crate::words::{normal, same, without_plural};

/// Keys of an army's `[[ability]]` that say whom it reaches, and are none of a profile.
const OF_ARMIES: [&str; 2] = ["from", "for"];
/// The price of an army's ability, `cost = { command-points = 1 }`, and what a profile calls it.
const COST: (&str, &str) = ("cost", "command-points");

/// All units of an army.
pub(crate) const ANY: &str = "any";

/// Whether a unit with these keywords is meant: `BEASTS and not HERO`, `non-Hero Warrior Chamber Infantry`, `ORRUKS or GROTS`,
/// [`ANY`].
pub(crate) fn is_meant(text: &str, keywords: &[String]) -> bool {
    let holds = |part: &str| match part.trim().strip_prefix("not ") {
        Some(other) => !bears(other, keywords),
        None => bears(part, keywords),
    };
    text == ANY || text.split(" or ").any(|all| all.split(" and ").all(holds))
}

/// Whether a unit bears all keywords that stand behind each other.
fn bears(wanted: &str, keywords: &[String]) -> bool {
    // A card speaks of a Guardian model where the keyword is GUARDIANS, and the other way round.
    let own: Vec<String> =
        keywords.iter().map(|keyword| without_plural(keyword.split('(').next().unwrap_or(keyword))).collect();
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

    /// Gives it the abilities of its army that reach it. One of a name that it has already keeps apart by whose it is; the
    /// same ability of two units is one.
    pub(crate) fn lend(&mut self, lent: &[Node]) {
        // Cards say a unit's name as they say a keyword.
        let name = self.table.text("name").map(str::to_owned);
        let keywords: Vec<String> = self.keywords().into_iter().chain(name.clone()).collect();
        for node in lent {
            let Value::Table(ability) = &node.value else { continue };
            let mut reached = ability.texts("for").peekable();
            if reached.peek().is_some() && !reached.any(|text| is_meant(text, &keywords)) {
                continue;
            }
            // What is of weapons helps units that have them.
            let arms: Vec<Vec<SmolStr>> = ability.texts("weapons").map(|weapon| self.armed_with(weapon)).collect();
            if arms.iter().any(Vec::is_empty) {
                continue;
            }
            let from = ability.text("from").unwrap_or_default();
            if name.as_ref().is_some_and(|name| same(name, from)) && !self.named_abilities(ability).is_empty() {
                continue;
            }
            if let Some(mut entry) = self.apart(ability, from) {
                if let Some(weapons) = entry.get_mut("weapons") {
                    let place = &weapons.place;
                    let named = |name| Node { place: place.clone(), value: Value::Text(name) };
                    weapons.value = Value::List(arms.into_iter().flatten().map(named).collect());
                }
                self.add_ability(node, entry);
            }
        }
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

    /// The abilities that are called so.
    fn named_abilities(&self, ability: &Table) -> Vec<&Table> {
        let name = ability.text("name").unwrap_or_default();
        let is_called_so = |table: &&Table| table.text("name").is_some_and(|known| same(known, name));
        self.table.tables("ability").filter(is_called_so).collect()
    }

    /// An ability as an entry of the unit, under a name that it has not yet; `None` if it has the same one.
    fn apart(&self, ability: &Table, from: &str) -> Option<Table> {
        let of_profile = |entry: &&Entry| !OF_ARMIES.contains(&entry.key.as_str());
        let mut entry = Table { entries: ability.entries.iter().filter(of_profile).cloned().collect() };
        // Any other cost stays as it is, so that its key is told as unknown.
        if let Some(Value::Table(cost)) = entry.get(COST.0).map(|node| &node.value)
            && let ([_], Some(points)) = (&cost.entries[..], cost.get(COST.1).cloned())
        {
            entry.entries.retain(|entry| entry.key != COST.0);
            entry.put(COST.1, points);
        }
        for known in self.named_abilities(&entry) {
            if ["effects", "when"].into_iter().all(|key| known.texts(key).eq(entry.texts(key))) {
                return None;
            }
            let name = format!("{} ({from})", entry.text("name").unwrap_or_default());
            entry.get_mut("name")?.value = Value::Text(name.into());
        }
        self.named_abilities(&entry).is_empty().then_some(entry)
    }

    fn add_ability(&mut self, of: &Node, entry: Table) {
        let node = Node { place: of.place.clone(), value: Value::Table(entry) };
        self.table.extend("ability", vec![node], &of.place);
    }
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
        let army = "[[ability]]\nname = \"Roar\"\nfrom = \"Chief\"\nfor = [\"BEAST\"]\neffects = [\"+1 to hit\"]\n";
        let other = army.replace("Chief", "Elder").replace("+1 to hit", "+1 to wound");
        let army = read(&format!("{army}{other}{army}"));
        for (keyword, names) in [("BEAST", vec!["Roar", "Roar (Elder)"]), ("BIRD", Vec::new())] {
            let mut unit = read(&format!("name = \"x\"\nkeywords = [\"{keyword}\"]\n"));
            unit.lend(army.table.list("ability"));
            assert_eq!(unit.names("ability"), names);
        }
    }
}
