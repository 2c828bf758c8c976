//! Weapon abilities: tables that a game fills, and how an ability is read from a card.

use std::fmt;

use super::situation::Scene;
use crate::dice::Amount;
use crate::games::printed::writes;
use crate::games::{AbilityDoc, GAMES, Game};
use crate::words::did_you_mean;

/// What stands behind an ability's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// Nothing.
    None,
    /// A number or dice: `Sustained Hits D3`.
    Amount,
    /// A bonus in brackets: `Charge (+1 Damage)`; the word is what it adds to.
    Bonus(&'static str),
    /// A keyword and a number to reach: `Anti-VEHICLE 4+`.
    KeywordTarget,
    /// A keyword and a bonus in brackets: `Anti-HERO (+1 Rend)`.
    KeywordBonus(&'static str),
}

/// What stood there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ArgumentValue {
    Nothing,
    Amount(Amount),
    Number(u8),
    Keyword(String, u8),
}

/// Which weapons may have an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wielded {
    Any,
    Melee,
    Ranged,
}

/// One entry of a game's table: all that the program knows of an ability. `D` is what it changes.
pub(crate) struct Ability<D: 'static> {
    pub(crate) doc: AbilityDoc,
    /// The name without what stands behind it.
    pub(crate) name: &'static str,
    pub(crate) argument: Argument,
    pub(crate) wielded: Wielded,
    pub(crate) apply: fn(&mut D, &AbilityUse<D>, &Scene<'_>),
}

/// An ability on a card.
pub(crate) struct AbilityUse<D: 'static> {
    pub(crate) ability: &'static Ability<D>,
    pub(crate) value: ArgumentValue,
    /// The target has one of these keywords, or the ability does nothing; none: whoever the target is.
    pub(crate) only: Vec<String>,
}

impl<D> AbilityUse<D> {
    /// Does to a draft what the ability does.
    pub(crate) fn apply(&self, draft: &mut D, scene: &Scene<'_>) {
        if self.only.is_empty() || self.only.iter().any(|keyword| scene.target_has(keyword)) {
            (self.ability.apply)(draft, self, scene);
        }
    }

    /// The amount behind its name; 1 if there is none.
    pub(crate) fn amount(&self) -> Amount {
        match self.value {
            ArgumentValue::Amount(amount) => amount,
            ArgumentValue::Nothing | ArgumentValue::Number(_) | ArgumentValue::Keyword(..) => Amount::fixed(1),
        }
    }

    /// The number behind its name; 1 if there is none.
    pub(crate) fn number(&self) -> u8 {
        match self.value {
            ArgumentValue::Number(n) | ArgumentValue::Keyword(_, n) => n,
            ArgumentValue::Nothing | ArgumentValue::Amount(_) => 1,
        }
    }

    /// The keyword, as it is compared; empty if there is none.
    pub(crate) fn keyword(&self) -> &str {
        if let ArgumentValue::Keyword(keyword, _) = &self.value { keyword } else { "" }
    }
}

impl<D> Clone for AbilityUse<D> {
    fn clone(&self) -> Self {
        Self { ability: self.ability, value: self.value.clone(), only: self.only.clone() }
    }
}

impl<D> fmt::Debug for AbilityUse<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<D> PartialEq for AbilityUse<D> {
    fn eq(&self, other: &Self) -> bool {
        self.ability.name == other.ability.name && self.value == other.value && self.only == other.only
    }
}

impl<D> fmt::Display for AbilityUse<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.ability.name;
        match (self.ability.argument, &self.value) {
            (Argument::Amount, ArgumentValue::Amount(amount)) => write!(f, "{name} {amount}"),
            (Argument::Bonus(what), ArgumentValue::Number(n)) => write!(f, "{name} (+{n} {what})"),
            (Argument::KeywordTarget, ArgumentValue::Keyword(keyword, n)) => write!(f, "{name}-{keyword} {n}+"),
            (Argument::KeywordBonus(what), ArgumentValue::Keyword(keyword, n)) => {
                write!(f, "{name}-{keyword} (+{n} {what})")
            }
            _ => f.write_str(name),
        }?;
        if self.only.is_empty() { Ok(()) } else { write!(f, ": {}", self.only.join("/")) }
    }
}

/// Letters, digits and plus signs: what tells abilities apart.
fn squeezed(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric() || *c == '+').flat_map(char::to_lowercase)
}

/// Reads an ability; `None` if the table has none like it.
pub(crate) fn read<D>(table: &'static [Ability<D>], text: &str) -> Option<AbilityUse<D>> {
    let text: String = squeezed(text).collect();
    table.iter().find_map(|ability| {
        let rest = squeezed(ability.name).try_fold(&text[..], |rest, letter| rest.strip_prefix(letter))?;
        Some(AbilityUse { ability, value: value_of(ability.argument, rest)?, only: Vec::new() })
    })
}

/// The same where keywords of the target may stand behind it: `Lethal Hits: VEHICLE/MONSTER`.
pub(crate) fn read_keyed<D>(table: &'static [Ability<D>], text: &str) -> Option<AbilityUse<D>> {
    let Some((ability, keywords)) = text.split_once(':') else { return read(table, text) };
    let only: Vec<String> = keywords.split(['/', ',']).map(|keyword| keyword.trim().to_uppercase()).collect();
    if only.iter().any(String::is_empty) {
        return None;
    }
    Some(AbilityUse { only, ..read(table, ability)? })
}

fn value_of(argument: Argument, rest: &str) -> Option<ArgumentValue> {
    match argument {
        Argument::None => rest.is_empty().then_some(ArgumentValue::Nothing),
        Argument::Amount => rest.parse().ok().filter(|amount: &Amount| amount.max() > 0).map(ArgumentValue::Amount),
        Argument::Bonus(what) => {
            bonus(rest, what).filter(|(before, _)| before.is_empty()).map(|(_, n)| ArgumentValue::Number(n))
        }
        Argument::KeywordTarget => {
            let digits = rest.trim_end_matches('+');
            let (keyword, n) = digits.split_at_checked(digits.len().checked_sub(1)?)?;
            let n = n.parse().ok().filter(|n| (2..=6).contains(n))?;
            (!keyword.is_empty()).then(|| ArgumentValue::Keyword(keyword.to_uppercase(), n))
        }
        Argument::KeywordBonus(what) => {
            let (keyword, n) = bonus(rest, what)?;
            (!keyword.is_empty()).then(|| ArgumentValue::Keyword(keyword.to_uppercase(), n))
        }
    }
}

/// `hero+1rend` is `hero` and 1.
fn bonus<'t>(rest: &'t str, what: &str) -> Option<(&'t str, u8)> {
    let (before, n) = rest.strip_suffix(&squeezed(what).collect::<String>())?.rsplit_once('+')?;
    Some((before, n.parse().ok().filter(|n| (1..=9).contains(n))?))
}

/// What to say of an ability that the game does not have.
pub(crate) fn unknown<D>(table: &'static [Ability<D>], entries: &[String], game: &str, text: &str) -> String {
    let examples = table.iter().map(|ability| ability.doc.example);
    let known = did_you_mean(text, examples.chain(entries.iter().map(String::as_str)));
    if table.is_empty() && entries.is_empty() {
        return "weapons of this game have none of their own: write an `[[ability]]` of this name".to_owned();
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| read(table, part).is_some()) {
        return format!("each stands in quotes of its own: write `\"{}\"`", parts.join("\", \""));
    }
    let list = format!("`warodds list abilities {game}` shows all");
    if let Some(elsewhere) = elsewhere(game, text) {
        return elsewhere;
    }
    let begins = |ability: &&Ability<D>| {
        squeezed(text).collect::<String>().starts_with(&squeezed(ability.name).collect::<String>())
    };
    let like = || table.iter().find(begins).map(|ability| format!("write it like `{}`;", ability.doc.example));
    known.or_else(like).map_or(list.clone(), |known| format!("{known} {list}"))
}

/// What to say of an ability that is one of a whole unit, or of another game.
fn elsewhere(game: &str, text: &str) -> Option<String> {
    let own = GAMES.iter().find(|known| known.id == game)?;
    if own.unit_abilities.iter().any(|doc| writes(doc.name, text)) {
        return Some(
            "it is an ability of the whole unit: write it in an `abilities` above the first weapon".to_owned(),
        );
    }
    let has = |other: &&&Game| other.id != game && (other.abilities)().iter().any(|doc| writes(doc.name, text));
    let other = GAMES.iter().find(has)?;
    Some(format!("it is an ability of {}; `warodds list abilities {game}` shows those of this game", other.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: AbilityDoc = AbilityDoc { name: "", short: "", example: "", rule: "", favours: None };
    static TABLE: &[Ability<()>] = &[
        Ability {
            doc: DOC,
            name: "Crit (2 Hits)",
            argument: Argument::None,
            wielded: Wielded::Any,
            apply: |(), _, _| {},
        },
        Ability {
            doc: DOC,
            name: "Rapid Fire",
            argument: Argument::Amount,
            wielded: Wielded::Any,
            apply: |(), _, _| {},
        },
        Ability {
            doc: DOC,
            name: "Charge",
            argument: Argument::Bonus("Damage"),
            wielded: Wielded::Any,
            apply: |(), _, _| {},
        },
        Ability {
            doc: DOC,
            name: "Anti",
            argument: Argument::KeywordTarget,
            wielded: Wielded::Any,
            apply: |(), _, _| {},
        },
        Ability {
            doc: DOC,
            name: "Anti",
            argument: Argument::KeywordBonus("Rend"),
            wielded: Wielded::Any,
            apply: |(), _, _| {},
        },
    ];

    #[test]
    fn abilities_are_read_however_they_are_spelled() {
        for (text, printed) in [
            ("crit 2 hits", "Crit (2 Hits)"),
            ("CRIT (2-Hits)", "Crit (2 Hits)"),
            ("rapid-fire d6+3", "Rapid Fire D6+3"),
            ("Charge +1 damage", "Charge (+1 Damage)"),
            ("Anti-VEHICLE 4+", "Anti-VEHICLE 4+"),
            ("anti fly 2", "Anti-FLY 2+"),
            ("Anti-War Machine (+1 Rend)", "Anti-WARMACHINE (+1 Rend)"),
        ] {
            assert_eq!(read(TABLE, text).map(|found| found.to_string()).as_deref(), Some(printed), "{text}");
        }
        for text in ["crit", "rapid fire", "charge", "anti 4+", "anti-vehicle 7+", "rapid fire 0", "Anti (+1 Rend)"] {
            assert!(read(TABLE, text).is_none(), "{text}");
        }
    }
}
