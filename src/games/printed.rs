//! What a card prints of a unit as a whole: its abilities, and the names of those that its profile leaves out.

use super::AbilityDoc;
use super::language::name::fit;
use crate::dice::Amount;
use crate::profile::{Diagnostic, Diagnostics, Document, Holds, Located, Place, ProfileKey, Reader, optional};
use crate::words::{did_you_mean, normal, same};

/// The key that names what a profile leaves out.
pub(crate) const NOT_COMPUTED: ProfileKey =
    optional("not-computed", Holds::Texts, "nothing is left out", "[\"Overcharge\"]")
        .means("names of abilities of the card that the profile leaves out: every answer says them");

/// The key that names what else players call a unit.
pub(crate) const ALSO_CALLED: ProfileKey = optional("also-called", Holds::Texts, "only its name", "[\"Shields\"]")
    .means("other names by which the unit is found");

/// An ability of a unit as a whole, which a profile writes as its name.
pub(crate) const fn of_unit(name: &'static str, short: &'static str, rule: &'static str) -> AbilityDoc {
    AbilityDoc { name, short, example: name, rule, favours: None }
}

impl AbilityDoc {
    /// This ability as a profile writes it, where its name has an `X`.
    pub(crate) const fn like(self, example: &'static str) -> Self {
        Self { example, ..self }
    }
}

/// What a game knows of the abilities of a unit as a whole.
pub(crate) struct UnitWords {
    pub(crate) game: &'static str,
    /// Those that it reads, and those that touch no dice.
    pub(crate) abilities: &'static [AbilityDoc],
    /// Rules of armies that cards name: each counts as not computed.
    pub(crate) army_rules: &'static [&'static str],
    /// Whether a text is an ability of a weapon.
    pub(crate) of_weapon: fn(&str) -> bool,
}

/// An ability of a unit as a whole, as its card prints it.
#[derive(Clone, Debug)]
pub(crate) struct UnitAbility {
    pub(crate) doc: &'static AbilityDoc,
    pub(crate) text: Located<String>,
    /// What stands for the `X` of its name; an amount of 0 if it has none.
    pub(crate) value: Amount,
}

impl UnitAbility {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.doc.name == name
    }

    /// The number to reach that it says.
    pub(crate) fn target(&self) -> Option<u8> {
        self.value.as_fixed().and_then(|n| u8::try_from(n).ok())
    }
}

/// The card of a unit, but for its numbers and its weapons.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfUnit {
    pub(crate) abilities: Vec<UnitAbility>,
    /// Names of what is left out, in the order of the file.
    pub(crate) not_computed: Vec<String>,
}

impl OfUnit {
    /// Names what entries hold that nothing computes.
    pub(crate) fn leave_out<'n>(&mut self, texts: impl Iterator<Item = &'n str>) {
        for text in texts.map(one_line) {
            if !self.not_computed.iter().any(|entry| same(entry, &text)) {
                self.not_computed.push(text);
            }
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.abilities.iter().any(|ability| ability.is(name))
    }
}

/// Reads `abilities` and `not-computed`.
pub(crate) fn read_unit_abilities(
    reader: &Reader<'_>,
    document: &Document,
    words: &UnitWords,
    found: &Diagnostics,
) -> OfUnit {
    // Whoever looks for the unit reads its other names.
    reader.texts(ALSO_CALLED.name);
    let mut card = read_abilities(reader, document, words, found);
    // What its army lends may have the name of what it leaves out itself.
    let own = document.table.tables("ability").filter(|ability| ability.get("from").is_none());
    let own: Vec<&str> = own.filter_map(|ability| ability.text("name")).collect();
    for name in reader.texts(NOT_COMPUTED.name) {
        if normal(&name.value).is_empty() {
            found.push(Diagnostic::new(&name.place, "a name is empty", "write the name that the card has"));
            continue;
        }
        warn_if_computed(&name, &card, document, &own, found);
        card.leave_out([&*name.value].into_iter());
    }
    card
}

/// Reads `abilities`. Each may be one that the game knows, an `[[ability]]` of the same file, or a rule of an army.
pub(crate) fn read_abilities(
    reader: &Reader<'_>,
    document: &Document,
    words: &UnitWords,
    found: &Diagnostics,
) -> OfUnit {
    let own = document.names("ability");
    let mut card = OfUnit::default();
    for text in reader.texts("abilities") {
        if let Some((doc, value)) = lookup(words.abilities, &text.value) {
            card.abilities.push(UnitAbility { doc, text, value });
        } else if own.iter().any(|name| same(name, &text.value) || same(name, without_bracket(&text.value))) {
            // The entry says what it does.
        } else if words.army_rules.iter().any(|rule| same(rule, &text.value)) {
            card.not_computed.push(one_line(&text.value));
        } else {
            found.push(unknown(&text, words, &own, found.is_brief));
        }
    }
    card
}

/// `Nurgle's Gift (Aura)` is `Nurgle's Gift`.
fn without_bracket(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}

/// The ability that a text writes, and what stands for its `X`.
pub(crate) fn lookup(abilities: &'static [AbilityDoc], text: &str) -> Option<(&'static AbilityDoc, Amount)> {
    abilities.iter().find_map(|doc| Some((doc, value_of(doc.name, text)?)))
}

/// Whether a text writes the ability of this name, in which an `X` stands for any value.
pub(crate) fn writes(name: &str, text: &str) -> bool {
    value_of(name, text).is_some()
}

/// What stands for the `X` in the name of an ability; `None` if a text writes something else.
fn value_of(name: &str, text: &str) -> Option<Amount> {
    if !name.contains('X') {
        return same(name, text).then(|| Amount::fixed(0));
    }
    let words = fit(name, text)?;
    let bonus = u16::from(words.target().max(words.number(0)));
    Some(if bonus > 0 { Amount::fixed(bonus) } else { words.amount(0) })
}

/// A name without line breaks and other characters that nobody sees.
fn one_line(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unknown(text: &Located<String>, words: &UnitWords, own: &[String], is_brief: bool) -> Diagnostic {
    let message = format!("unknown unit ability `{}`", text.value);
    let names = words.abilities.iter().map(|doc| doc.example);
    let all = names.chain(words.army_rules.iter().copied()).chain(own.iter().map(String::as_str));
    let otherwise = "what it does is written as an `[[ability]]`; what is left out is named in `not-computed`";
    let help = if is_brief {
        String::new()
    } else if (words.of_weapon)(&text.value) {
        "it is an ability of weapons: write it under a weapon, or as an effect of an `[[ability]]`".to_owned()
    } else if let Some(near) = did_you_mean(&text.value, all) {
        near
    } else if words.abilities.is_empty() {
        otherwise.to_owned()
    } else {
        let names: Vec<&str> = words.abilities.iter().map(|doc| doc.example).collect();
        format!("known: {}; {otherwise}", names.join(", "))
    };
    Diagnostic::new(&text.place, message, format!("not an ability of a unit of {}", words.game)).help(help)
}

/// Warns of a name that is both left out and computed.
fn warn_if_computed(name: &Located<String>, card: &OfUnit, document: &Document, own: &[&str], found: &Diagnostics) {
    let is = |text: &str| same(text, &name.value);
    let of_unit = card.abilities.iter().any(|ability| is(&ability.text.value));
    let place = if own.iter().any(|own| is(own)) {
        "an `[[ability]]`"
    } else if of_unit || weapon_abilities(document).any(is) {
        "`abilities`"
    } else {
        return;
    };
    let message = format!("`{}` is named as not computed, and {place} of this unit computes it", name.value);
    let help = "leave out one of the two".to_owned();
    found.warn(Diagnostic::new(&name.place, message, "here").help(help));
}

/// The abilities that the weapons of a profile name.
fn weapon_abilities(document: &Document) -> impl Iterator<Item = &str> {
    let weapons = ["weapon", "attack"].into_iter().flat_map(|list| document.table.tables(list));
    weapons.flat_map(|weapon| weapon.texts("abilities"))
}

/// The best of a number that a key says and one that an ability prints, and a warning where both are there and differ.
/// A value that an option sets counts alone.
pub(crate) fn best_target(
    reader: &Reader<'_>,
    key: &str,
    printed: Option<&UnitAbility>,
    found: &Diagnostics,
) -> Option<u8> {
    let written = reader.target(key);
    let is_set = || reader.has(key) && !reader.is_written_here(key);
    let own = written.as_ref().and_then(|target| target.value);
    let Some(printed) = printed.filter(|_| !is_set()) else { return own };
    if let Some(written) = written.filter(|_| own != printed.target()) {
        found.add_note(two_values(key, &written.place, &printed.text.value, "the better one counts"));
    }
    own.into_iter().chain(printed.target()).min()
}

/// What to say where a key and a printed ability differ.
pub(crate) fn two_values(key: &str, place: &Place, printed: &str, which: &str) -> Diagnostic {
    let message = format!("`{key}` and the ability `{printed}` say different things: {which}");
    Diagnostic::new(place, message, "here").help("leave out one of the two".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_read_as_cards_print_them() {
        let amount = |text: &str| text.parse().ok();
        for (name, text, value) in [
            ("Feel No Pain X+", "FEEL NO PAIN 5+", amount("5")),
            ("Feel No Pain X+", "Feel No Pain (5+)", amount("5")),
            ("Feel No Pain X+", "Feel No Pain 1+", None),
            ("Feel No Pain X+", "Feel No Pain", None),
            ("Feel No Pain X+ against mortal wounds", "feel no pain 4+ (against Mortal Wounds)", amount("4")),
            ("Deadly Demise X", "Deadly Demise D6+2", amount("D6+2")),
            ("Deadly Demise X", "Deadly Demise 0", None),
            ("Scouts X\"", "Scouts 6\"", amount("6")),
            ("Scouts X\"", "Scouts D6+4\"", amount("D6+4")),
            ("Damaged: 1-X wounds remaining", "Damaged: 1–4 Wounds Remaining", amount("4")),
            ("Deep Strike", "deep-strike", amount("0")),
            ("Deep Strike", "deep strikes", None),
        ] {
            assert_eq!(value_of(name, text), value, "{text}");
        }
    }

    #[test]
    fn a_name_stays_on_one_line() {
        assert_eq!(one_line(" Over\n charge\u{1b}[2J "), "Over charge [2J");
    }
}
