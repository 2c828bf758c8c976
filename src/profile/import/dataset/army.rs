//! Rules of armies and of detachments, stratagems and enhancements of the data set: entries of an `army.toml`.

use serde_json::Value;

use super::meanings::{AbilityBearer, BESIDE, filtered};
use super::{DataSet, GAME, Index, is_provisional, list, read_ability, text, texts, whole};
use crate::grammar::Statement;
use crate::profile::import::card::{Card, CardText};
use crate::profile::import::values::name;
use crate::profile::import::{Lent, Vocabulary};
use crate::words::normal;

/// Phases in which units attack, and what a condition calls them.
const PHASES: [(&str, &str); 2] = [("shooting", "shooting"), ("fight", "melee")];

impl DataSet {
    /// What armies lend their units.
    pub(super) fn lent(&self, index: &Index<'_>, words: &dyn Vocabulary) -> Vec<Lent> {
        let mut lent = Vec::new();
        let of = |key: &str| list(&self.0, key);
        for faction in of("factions") {
            let army = text(faction, "id");
            for id in texts(faction, "faction_rule_ids") {
                lent.extend(index.lend(army, id, "army rule", &[], faction, words));
            }
            for detachment in of("detachments").filter(|one| text(one, "faction_id") == army) {
                let (called, id) = (name(text(detachment, "name")), text(detachment, "id"));
                for rule in texts(detachment, "detachment_rule_ids") {
                    lent.extend(index.lend(army, rule, &format!("{called}, rule"), &[], faction, words));
                }
                for one in of("stratagems").filter(|one| text(one, "detachment_id") == id) {
                    let phases: Vec<&str> = texts(one, "phases").collect();
                    let price = whole(one, "cp_cost").unwrap_or(0);
                    let from = format!("{called}, stratagem, {price} CP, {} phase", phases.join(" or "));
                    lent.extend(index.lend(army, text(one, "ability_id"), &from, &phases, faction, words));
                }
                for one in of("enhancements").filter(|one| text(one, "detachment_id") == id) {
                    let from = format!("{called}, enhancement, {} points", whole(one, "cost").unwrap_or(0));
                    lent.extend(index.lend(army, text(one, "ability_id"), &from, &[], faction, words));
                }
            }
        }
        lent
    }
}

impl Index<'_> {
    /// The entries of an ability of an army; none if it touches no dice or is not understood.
    fn lend(
        &self,
        army: &str,
        id: &str,
        from: &str,
        phases: &[&str],
        faction: &Value,
        words: &dyn Vocabulary,
    ) -> Option<Lent> {
        let all = self.abilities.get(id)?;
        let ability = all.iter().find(|one| text(one, "faction_id") == army).or(all.first())?;
        let owner = AbilityBearer {
            keywords: &[],
            is_keyword: &|word| self.keywords.contains(&normal(word)),
            is_leader: false,
            is_army: true,
        };
        let mut statements = read_ability(ability, &owner).ok()?;
        let mut reach = filtered(&ability["applies_to"]);
        // A mere text names no units: it reaches those of the faction.
        if reach.is_empty() && text(ability, "applies_to").is_empty() {
            reach.extend(texts(faction, "keywords").last().map(str::to_uppercase));
        }
        let when: Vec<&str> =
            PHASES.iter().filter(|(phase, _)| phases.contains(phase)).map(|(_, when)| *when).collect();
        statements.retain(|statement| phases.is_empty() || !when.is_empty() || is_beside(statement));
        for statement in &mut statements {
            statement.optional = true;
            let more = reach.join(" and ");
            statement.reach = match statement.reach.as_str() {
                "" | crate::grammar::ANY => more,
                some => format!("{more} and {some}"),
            };
            if let ([only], false) =
                (&when[..], statement.when.iter().any(|when| when == "shooting" || when == "melee"))
            {
                statement.when.extend(Some((*only).to_owned()).filter(|_| !is_beside(statement)));
            }
        }
        if statements.is_empty() || reach.is_empty() {
            return None;
        }
        let mark = if is_provisional(ability) { ", provisional" } else { "" };
        let mut card = Card::new(GAME, words);
        let called = name(text(ability, "name"));
        card.read_meaning(&CardText { name: &called, optional: true, ..CardText::default() }, statements).ok()?;
        Some(Lent { army: name(self.army(army)), entries: card.lent(&format!("{from}{mark}")) })
    }
}

/// Whether it happens outside of attacks, in any phase.
fn is_beside(statement: &Statement) -> bool {
    statement.effects.iter().all(|effect| BESIDE.iter().any(|word| effect.contains(word)))
}
