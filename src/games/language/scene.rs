//! The situation of an attack, and the abilities and options that apply in it.

use std::hash::Hash;

use smallvec::SmallVec;

use super::condition;
use super::condition::ConditionWords;
pub(crate) use super::condition::{Condition, Traits, check_counts};
use super::effect::Effect;
use super::entry::{Drafts, Meaning};
pub(crate) use super::meaning::Language;
pub(crate) use super::situation::{EditionRules, Scene, situations};
use super::terms::{self, EntryEffects, Terms};
use crate::games::{Owner, Phase};
use crate::profile::{Diagnostic, Diagnostics, Holds, Located, NamingWeapon, ProfileKey, Reader, optional, required};
use crate::sequence::Fingerprint;
use crate::words::{did_you_mean, same};

/// The keys of an `[[ability]]`.
pub(crate) const ABILITY_KEYS: [ProfileKey; 10] = [
    required("name", Holds::Text, "\"Cornered Rat\"")
        .means("the ability's name"),
    optional("when", Holds::Texts, "always", "[\"charged\"]")
        .means("what must hold, all of it: situations, phases, keywords, counts; `not`, `or`, `target …`"),
    optional("weapons", Holds::Texts, "all of the unit", "[\"Blade\"]")
        .means("the weapons that it reaches"),
    optional("models", Holds::Texts, "all of the unit", "[\"Captain\"]")
        .means("the groups of models that it protects"),
    optional("against", Holds::Flag, "false", "true")
        .means("whether it touches attacks made against this unit"),
    optional("optional", Holds::Flag, "false", "true")
        .means("whether it is off until `--with \"NAME\"`, or `--with \"NAME 4\"` where an effect holds X"),
    optional("once", Holds::Flag, "false", "true")
        .means("whether only the first attack that could uses it"),
    optional("choice", Holds::Text, "none", "\"detachment\"")
        .means("of the optional abilities that have the same word here only one holds"),
    optional("command-points", Holds::Whole(1, 9), "0", "1")
        .means("what an optional ability costs in each phase in which it is used"),
    required("effects", Holds::Texts, "[\"+1 to hit\"]")
        .means("what it does: effects and weapon abilities; `3+: …` only if the entry's die shows 3 or more, `target: …` to the \
         unit that it attacks; effects that do not change an attack, such as `+1 to charge`, are named in every answer"),
];

/// An `[[ability]]` of a profile.
#[derive(Clone)]
pub(crate) struct AbilityBlock<D: Drafts> {
    pub(crate) name: String,
    pub(crate) when: Vec<Condition>,
    pub(crate) weapons: Option<Vec<Located<String>>>,
    /// The weapons it reaches if it names none; `None`: all of the unit.
    pub(crate) own_weapons: Option<Vec<String>>,
    pub(crate) models: Option<Vec<String>>,
    pub(crate) against: bool,
    /// Whether one attack uses it: in Warcry one attack action.
    pub(crate) once: bool,
    /// Whether it is of the unit that attacks, which lends what it does to its target; its conditions are in that one's words.
    pub(crate) lent: bool,
    /// Its effects. Of a conditional entry all that may apply, until the attack decides.
    pub(crate) effects: Vec<(String, Meaning<D>)>,
    pub(crate) terms: Option<Box<Terms<D>>>,
    /// What of it nothing computes, behind its name.
    diceless: Option<Box<str>>,
}

impl<D: Drafts> AbilityBlock<D> {
    /// Writes everything that an attack may read of it.
    pub(super) fn write(&self, to: &mut Fingerprint) {
        let Self { name, when, weapons, own_weapons, models, against, once, lent, effects, terms, diceless } = self;
        let weapons = weapons.iter().flatten().map(|weapon| &weapon.value).collect::<Vec<_>>();
        (name, self.weapons.is_some(), weapons, own_weapons, models, against, once, lent, effects.len()).hash(to);
        (format!("{when:?}"), diceless).hash(to);
        for (text, meaning) in effects {
            text.hash(to);
            meaning.write(to);
        }
        terms.is_some().hash(to);
        terms.iter().for_each(|terms| terms.write(to));
    }

    /// Takes away all that it does, and when.
    pub(crate) fn clear(&mut self) {
        self.effects.clear();
        self.when.clear();
    }

    /// Reads one table. `known` are the unit's weapons and groups of models, its keywords and its abilities; `naming` are its weapons that
    /// name abilities of their own profile.
    pub(crate) fn read(
        reader: Reader<'_>,
        language: &Language<D>,
        scope: [&[String]; 4],
        naming: &[NamingWeapon],
        found: &Diagnostics,
    ) -> Self {
        let located = reader.text("name");
        let name = located.as_ref().map_or_else(String::new, |n| n.value.clone());
        let entries = reader.texts("when");
        let words = ConditionWords {
            game: language.game,
            situations: language.situations,
            traits: &language.traits,
            own: scope[2],
        };
        let read = |text| condition::read_condition(text, &words, found);
        let mut when: Vec<Condition> = entries.iter().filter_map(read).collect();
        let mut weapons = reader.has("weapons").then(|| reader.texts("weapons"));
        let of_phase = weapons.as_deref().and_then(|named| weapons_of_phase(named, scope[0]));
        weapons = weapons.filter(|_| of_phase.is_none());
        let models = reader.has("models").then(|| reader.texts("models"));
        for (names, scope, kind, kind_key) in
            [(&weapons, scope[0], "weapon", "weapons"), (&models, scope[1], "group of models", "models")]
        {
            if names.as_ref().is_some_and(Vec::is_empty) {
                let message = format!("`{kind_key}` names nothing, so this ability reaches nothing");
                let help = format!("leave it out for all, or name some: `{kind_key} = [\"…\"]`");
                found.push(Diagnostic::new(&reader.place_of(kind_key), message, "here").help(help));
            }
            for text in names.iter().flatten().filter(|text| !scope.iter().any(|name| same(name, &text.value))) {
                let message = format!("the unit has no {kind} `{}`", text.value);
                let help = did_you_mean(&text.value, scope.iter().map(String::as_str)).unwrap_or_else(|| match scope {
                    [] => format!("it has none: leave out `{kind_key}`"),
                    _ => format!("it has {}", scope.join(", ")),
                });
                found.push(Diagnostic::new(&text.place, message, "here").help(help));
            }
        }
        let named_by = naming.iter().filter(|weapon| weapon.names(&name, reader.peek("part")));
        for weapon in named_by {
            let weapon = Located { value: weapon.name.clone(), place: reader.place().clone() };
            weapons.get_or_insert_default().push(weapon);
        }
        let against = reader.flag("against").unwrap_or(false);
        let texts = reader.texts("effects");
        let (EntryEffects { effects, of_target, terms, phase, diceless }, places) =
            terms::read_effects(&reader, &name, &texts, (language, scope[3]), found);
        for phase in of_phase.into_iter().chain(phase) {
            if when.iter().any(|condition| !condition.may_hold_in(Some(phase))) {
                let message = format!("this is held to {}, and `when` to the other phase", phase.name());
                found.push(Diagnostic::new(reader.place(), message, "so this ability never does anything"));
            }
            when.push(Condition::in_phase(phase));
        }
        for ((_, meaning), text) in effects.iter().zip(places.into_iter().map(|place| &texts[place])) {
            let all_models = models
                .as_ref()
                .is_none_or(|named| scope[1].iter().all(|name| named.iter().any(|text| same(&text.value, name))));
            if let Some(why) = unreached(meaning, against, (weapons.is_some(), all_models)) {
                let message = format!("`{}` does not go together with {why}", text.value.trim());
                let help =
                    "write an `[[ability]]` of its own for it; in a line, write it behind `;` with the unit".to_owned();
                found.push(Diagnostic::new(&text.place, message, "here").help(help));
            }
        }
        let of_weapon = when.iter().find_map(Condition::of_weapon);
        let of_weapon = (of_weapon.unwrap_or_default(), of_weapon.is_some());
        let holds_to = [("weapons", weapons.is_some()), ("models", models.is_some()), of_weapon];
        for (text, (key, _)) in
            of_target.iter().flat_map(|place| holds_to.iter().filter(|(_, is)| *is).map(|to| (&texts[*place], to)))
        {
            let message = format!("`{}` does not go together with `{key}`: it is of the target", text.value.trim());
            let help = "write an `[[ability]]` of its own for it".to_owned();
            found.push(Diagnostic::new(&text.place, message, "here").help(help));
        }
        if let Some((name, terms)) = located.as_ref().zip(terms.as_deref()) {
            terms.check_name(name, language, found);
        }
        let owners = owners(&effects, against);
        if when.len() > 1 {
            check_possible(&when, &entries, (language, &owners), found);
        }
        check_known(&when, &entries, &owners, found);
        Self::check_of_weapon(&when, &effects, &entries, found);
        Self::check_healing(&when, &effects, &entries, found);
        reader.finish();
        let models = models.map(|names| names.into_iter().map(|name| name.value).collect());
        let once = terms.as_ref().is_some_and(|terms| terms.once);
        Self { name, when, weapons, own_weapons: None, models, against, once, lent: false, effects, terms, diceless }
    }

    /// An entry that a unit has by its card: what it does to the unit's attacks once it has so much damage.
    pub(crate) fn once_damaged(name: &str, points: u16, (text, meaning): (&str, Meaning<D>)) -> Self {
        Self {
            name: name.to_owned(),
            when: vec![Condition::damaged(points)],
            weapons: None,
            own_weapons: None,
            models: None,
            against: false,
            once: false,
            lent: false,
            effects: vec![(text.to_owned(), meaning)],
            terms: None,
            diceless: None,
        }
    }

    /// Notes effects that no single weapon has, where a condition asks what weapon it is.
    fn check_of_weapon(
        when: &[Condition],
        effects: &[(String, Meaning<D>)],
        entries: &[Located<String>],
        found: &Diagnostics,
    ) {
        let beside = |meaning: &Meaning<D>| {
            meaning.effect().is_some_and(|effect| effect.is_beside() || effect.owner() == Owner::Defender)
        };
        let asks = |(place, condition): (usize, &Condition)| Some((place, condition.of_weapon()?));
        let Some((place, condition)) = when.iter().enumerate().find_map(asks) else { return };
        for (text, _) in effects.iter().filter(|(_, meaning)| beside(meaning)) {
            let message = format!("`{text}` does not belong to a weapon, so the condition `{condition}` cannot apply");
            let help = format!("`{condition}` is for what changes attacks: write an `[[ability]]` of its own for this");
            let place = entries.get(place).map(|entry| &entry.place);
            if let Some(place) = place {
                found.push(Diagnostic::new(place, message, "here").help(help));
            }
        }
    }

    /// Notes healing that depends on a count: it comes once all attacks are over, and conditions are read before them.
    fn check_healing(
        when: &[Condition],
        effects: &[(String, Meaning<D>)],
        entries: &[Located<String>],
        found: &Diagnostics,
    ) {
        let heals = |meaning: &Meaning<D>| {
            meaning.effect().is_some_and(|effect| effect.suffix.is_none() && matches!(effect.effect, Effect::Heal(_)))
        };
        let Some((text, _)) = effects.iter().find(|(_, meaning)| heals(meaning)) else { return };
        if let Some(entry) = when.iter().position(Condition::counts).and_then(|place| entries.get(place)) {
            let message = format!("`{text}` comes after the attacks, and `{}` is read before them", entry.value.trim());
            let help = "leave the condition out, and ask for attacks after which it holds".to_owned();
            found.push(Diagnostic::new(&entry.place, message, "here").help(help));
        }
    }

    /// Whether a condition asks for the Strength of the weapon that attacks.
    pub(crate) fn asks_for_strength(&self) -> bool {
        self.when.iter().any(Condition::asks_for_strength)
    }

    /// Whether it says of itself that it reaches Companion weapons, or does not.
    pub(crate) fn asks_for_companion(&self) -> bool {
        self.when.iter().any(|condition| condition.of_weapon() == Some(condition::COMPANION))
    }

    /// Whether all its conditions hold for the unit that owns it.
    pub(crate) fn holds(&self, owner: Owner, scene: &Scene<'_>) -> bool {
        let owner = if self.lent { Owner::Attacker } else { owner };
        self.when.iter().all(|condition| condition.holds(owner, scene))
    }

    /// The same ability as its target has it: with these effects, and nothing else.
    pub(super) fn lend(&self, effects: Vec<(String, Meaning<D>)>) -> Self {
        Self {
            weapons: None,
            own_weapons: None,
            models: None,
            lent: true,
            effects,
            terms: None,
            diceless: None,
            ..self.clone()
        }
    }

    /// What of it nothing computes, as every answer says it: its name, and what no die of an attack depends on.
    pub(crate) fn left_out(&self) -> Option<&str> {
        self.diceless.as_deref()
    }

    /// Whether it speaks of a weapon, and whether by name.
    pub(crate) fn names(&self, weapon: &str) -> Option<bool> {
        match &self.weapons {
            None => {
                self.own_weapons.as_ref().is_none_or(|own| own.iter().any(|own| same(own, weapon))).then_some(false)
            }
            Some(names) => names.iter().any(|name| same(&name.value, weapon)).then_some(true),
        }
    }
}

/// The phase whose weapons are named, all of them: `weapons = ["melee weapons"]`. A weapon of this name wins.
fn weapons_of_phase(named: &[Located<String>], weapons: &[String]) -> Option<Phase> {
    let [all] = named else { return None };
    let kind = all.value.trim().strip_suffix("weapons").or_else(|| all.value.trim().strip_suffix("Weapons"))?;
    Phase::named(kind.trim()).filter(|_| !weapons.iter().any(|name| same(name, &all.value)))
}

/// Notes conditions that exclude each other, so that the entry would never hold. `owners` are the sides of which the unit
/// is where it does anything.
fn check_possible<D: Drafts>(
    when: &[Condition],
    entries: &[Located<String>],
    (language, owners): (&Language<D>, &[Owner]),
    found: &Diagnostics,
) {
    // Of an entry that is not a condition there is none.
    if when.len() != entries.len() {
        return;
    }
    for (place, (condition, entry)) in when.iter().zip(entries).enumerate() {
        let texts = |before: usize| [entries[before].value.as_str(), entry.value.as_str()];
        if let Some(before) = when[..place].iter().position(|before| before.contradicts(condition, language.implies)) {
            let [one, other] = texts(before).map(str::trim);
            let message = format!("`{one}` and `{other}` never hold at once");
            let help = "all of a list must hold; for one of both write `A or B` in one entry".to_owned();
            found.push(Diagnostic::new(&entry.place, message, "so this ability never does").help(help));
            continue;
        }
        let mut excluded = when[..place].iter().enumerate().filter_map(|(before, other)| {
            let of = |owner: &Owner| language.exclusion(&other.thing(*owner)?, &condition.thing(*owner)?);
            let exclusions: Vec<_> = owners.iter().map(of).collect::<Option<_>>()?;
            Some((before, *exclusions.first()?))
        });
        if let Some((before, exclusions)) = excluded.next() {
            let [earlier, later] = texts(before);
            found.push(exclusions.mistake([later, earlier], &entry.place));
        }
    }
}

/// Notes situations that are never known of the unit that they are asked of: a Weakened token of a unit that is attacked.
fn check_known(when: &[Condition], entries: &[Located<String>], owners: &[Owner], found: &Diagnostics) {
    let unknown = |condition: &Condition| owners.iter().find_map(|owner| Some((*owner, condition.unknown(*owner)?)));
    for (entry, (owner, (doc, of_target))) in entries.iter().zip(when).filter_map(|(e, c)| Some((e, unknown(c)?))) {
        let (name, attacks) = (doc.name, if owner == Owner::Attacker { "attacks of" } else { "attacks on" });
        let (whose, other) = if of_target { ("the other unit", "") } else { ("the unit itself", "target ") };
        let message = format!("in {attacks} this unit `{name}` is not known of {whose}");
        let does = if doc.owner == Some(Owner::Attacker) { "attacks" } else { "is attacked" };
        let help = format!("it is said of the unit that {does}: write `{other}{name}` if that one is meant");
        found.push(Diagnostic::new(&entry.place, message, "so this never does what it says").help(help));
    }
}

/// The sides of which a unit is where an entry does anything.
fn owners<D: Drafts>(effects: &[(String, Meaning<D>)], against: bool) -> SmallVec<[Owner; 2]> {
    let of = |(_, meaning): &(String, Meaning<D>)| if against { Owner::Defender } else { meaning.owner() };
    let all: SmallVec<[Owner; 2]> = effects.iter().map(of).collect();
    let mut owners: SmallVec<[Owner; 2]> =
        [Owner::Attacker, Owner::Defender].into_iter().filter(|o| all.contains(o)).collect();
    if owners.is_empty() {
        owners.push(Owner::Attacker);
    }
    owners
}

/// Why an effect cannot be held to the weapons or the models that its entry names; `None` if it can.
fn unreached<D: Drafts>(
    meaning: &Meaning<D>,
    against: bool,
    (weapons, all_models): (bool, bool),
) -> Option<&'static str> {
    let of_target = meaning.owner() == Owner::Defender;
    let whole = meaning.effect().is_some_and(Meaning::is_of_whole_target);
    match (of_target, against) {
        (true, _) if weapons => Some("`weapons`: it protects the unit, not a weapon"),
        (true, _) if whole && !all_models => Some("`models`: it is of the unit as a whole"),
        (false, true) if weapons => Some("`weapons`: with `against` it is of the other unit's weapons"),
        (false, true) if !all_models => Some("`models`: attacks are made against the unit as a whole"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::GAMES;

    #[test]
    fn every_situation_has_its_place_and_is_mirrored_by_what_mirrors_it() {
        for table in GAMES.iter().map(|game| game.situations) {
            for doc in table {
                assert_eq!(doc.situation.doc(table).name, doc.name);
                if let Some(other) = doc.mirrored {
                    assert_eq!(other.doc(table).mirrored, Some(doc.situation), "{}", doc.name);
                }
            }
        }
    }

    #[test]
    fn names_of_situations_are_plain_lower_case() {
        for situation in GAMES.iter().flat_map(|game| game.situations) {
            let name = situation.name;
            assert!(name.is_ascii() && !name.bytes().any(|byte| byte.is_ascii_uppercase()), "{name}");
            assert!(name.starts_with(|letter: char| letter.is_ascii_lowercase()), "{name}");
        }
    }
}
