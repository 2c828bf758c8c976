//! What is true on the table, and what abilities and options make of it.

use std::sync::Arc;

use super::ability::{self, Ability, AbilityUse};
use super::condition::Words;
pub(crate) use super::condition::{Condition, Threshold, Traits};
use super::effect::{AgeOfSigmarEffect, Effect, RollKind, Warhammer40kEffect};
use super::situation::Situation;
pub(crate) use super::situation::{Played, Scene, situations};
use super::{condition, situation, vocabulary};
use crate::games::{Clause, Encounter, Owner, SituationDoc};
use crate::profile::{Diagnostic, Diagnostics, Holds, Located, Place, ProfileKey, Reader};
use crate::words::{did_you_mean, same};

/// What an effect's text turned out to be.
pub(crate) enum Meaning<D: 'static> {
    Effect(Effect),
    Ability(AbilityUse<D>),
}

impl<D> Clone for Meaning<D> {
    fn clone(&self) -> Self {
        match self {
            Self::Effect(effect) => Self::Effect(effect.clone()),
            Self::Ability(ability) => Self::Ability(ability.clone()),
        }
    }
}

/// The words a game understands.
pub(crate) struct Language<D: 'static> {
    pub(crate) game: &'static str,
    pub(crate) situations: &'static [SituationDoc],
    /// Those that may hold for a number of models: `half range 5`.
    pub(crate) counted: &'static [Situation],
    pub(crate) abilities: &'static [Ability<D>],
    pub(crate) refuses: fn(&Effect) -> Option<&'static str>,
    pub(crate) traits: Traits,
}

impl<D> Language<D> {
    /// The situation of this name.
    pub(crate) fn situation(&self, text: &str) -> Option<&'static SituationDoc> {
        situation::named(self.situations, text)
    }

    /// The situation that a text says of so many models.
    fn counted(&self, text: &str) -> Option<(Situation, u16)> {
        let (name, models) = text.trim().rsplit_once(' ')?;
        let models = models.parse().ok().filter(|n| *n > 0)?;
        let situation = self.situation(name)?.situation;
        self.counted.contains(&situation).then_some((situation, models))
    }

    /// Reads the `abilities` of a weapon; notes those that the game does not have.
    pub(crate) fn weapon_abilities(&self, weapon: &Reader<'_>, found: &Diagnostics) -> Vec<AbilityUse<D>> {
        let read = |text: Located<String>| {
            let known = ability::read(self.abilities, &text.value);
            if known.is_none() {
                let message = format!("unknown ability `{}`", text.value);
                let help = ability::unknown(self.abilities, self.game, &text.value);
                let label = format!("not an ability of {}", self.game);
                found.push(Diagnostic::new(&text.place, message, label).help(Some(help)));
            }
            known
        };
        weapon.texts("abilities").into_iter().filter_map(read).collect()
    }

    /// What a text means; notes a mistake if it means nothing, or nothing in this game.
    fn meaning(&self, text: &str, place: impl FnOnce() -> Place, found: &Diagnostics) -> Option<Meaning<D>> {
        if let Some((effect, _)) = vocabulary::read(text) {
            if let Some(reason) = (self.refuses)(&effect) {
                let message = format!("`{}` has no meaning in {}", text.trim(), self.game);
                found.push(Diagnostic::new(&place(), message, "here").help(Some(reason.to_owned())));
                return None;
            }
            return Some(Meaning::Effect(effect));
        }
        if let Some(ability) = ability::read(self.abilities, text) {
            return Some(Meaning::Ability(ability));
        }
        let message = format!("`{}` is not a situation, an effect or an ability of {}", text.trim(), self.game);
        let forms = vocabulary::FORMS.iter().map(|form| form.pattern);
        let known =
            self.situations.iter().map(|s| s.name).chain(self.abilities.iter().map(|a| a.doc.example)).chain(forms);
        let lists =
            format!("`warodds list situations {0}`, `list effects {0}` and `list abilities {0}` show all", self.game);
        let help = did_you_mean(text, known).map_or(lists.clone(), |near| format!("{near} {lists}"));
        found.push(Diagnostic::new(&place(), message, "here").help(Some(help)));
        None
    }
}

/// The keys of an `[[ability]]`.
pub(crate) const ABILITY_KEYS: [ProfileKey; 6] = [
    ProfileKey::required("name", Holds::Text, "\"Cornered Rat\"", "the ability's name"),
    ProfileKey::optional(
        "when",
        Holds::Texts,
        "always",
        "[\"charged\"]",
        "what must hold, all of it: situations, phases, keywords, counts; `not`, `or`, `target …`",
    ),
    ProfileKey::optional("weapons", Holds::Texts, "all of the unit", "[\"Blade\"]", "the weapons that it reaches"),
    ProfileKey::optional(
        "models",
        Holds::Texts,
        "all of the unit",
        "[\"Captain\"]",
        "the groups of models that it protects",
    ),
    ProfileKey::optional("against", Holds::Flag, "false", "true", "whether it touches attacks made against this unit"),
    ProfileKey::required("effects", Holds::Texts, "[\"+1 to hit\"]", "what it does: effects and weapon abilities"),
];

/// An `[[ability]]` of a profile.
pub(crate) struct AbilityBlock<D: 'static> {
    pub(crate) name: String,
    pub(crate) when: Vec<Condition>,
    pub(crate) weapons: Option<Vec<Located<String>>>,
    /// The weapons it reaches if it names none; `None`: all of the unit.
    pub(crate) own_weapons: Option<Vec<String>>,
    pub(crate) models: Option<Vec<String>>,
    pub(crate) against: bool,
    pub(crate) effects: Vec<(String, Meaning<D>)>,
}

impl<D> Clone for AbilityBlock<D> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            when: self.when.clone(),
            weapons: self.weapons.clone(),
            own_weapons: self.own_weapons.clone(),
            models: self.models.clone(),
            against: self.against,
            effects: self.effects.clone(),
        }
    }
}

impl<D> AbilityBlock<D> {
    /// Reads one table. `known` are the unit's weapons and groups of models, and its keywords.
    pub(crate) fn read(reader: Reader<'_>, language: &Language<D>, known: [&[String]; 3], found: &Diagnostics) -> Self {
        let name = reader.text("name").map_or_else(String::new, |n| n.value);
        let entries = reader.texts("when");
        let words =
            Words { game: language.game, situations: language.situations, traits: &language.traits, own: known[2] };
        let read = |text| condition::read(text, &words, found);
        let when: Vec<Condition> = entries.iter().filter_map(read).collect();
        let weapons = reader.has("weapons").then(|| reader.texts("weapons"));
        let models = reader.has("models").then(|| reader.texts("models"));
        for (names, known, kind) in [(&weapons, known[0], "weapon"), (&models, known[1], "group of models")] {
            for text in names.iter().flatten().filter(|text| !known.iter().any(|name| same(name, &text.value))) {
                let message = format!("the unit has no {kind} `{}`", text.value);
                let help = did_you_mean(&text.value, known.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("it has {}", known.join(", ")));
                found.push(Diagnostic::new(&text.place, message, "here").help(Some(help)));
            }
        }
        let against = reader.flag("against").unwrap_or(false);
        let texts = reader.texts("effects");
        let mut effects = Vec::with_capacity(texts.len());
        for text in &texts {
            let Some(meaning) = language.meaning(&text.value, || text.place.clone(), found) else { continue };
            let all_models = models
                .as_ref()
                .is_none_or(|named| known[1].iter().all(|name| named.iter().any(|text| same(&text.value, name))));
            if let Some(why) = unreached(&meaning, against, (weapons.is_some(), all_models)) {
                let message = format!("`{}` does not go together with {why}", text.value.trim());
                let help = "write an `[[ability]]` of its own for it".to_owned();
                found.push(Diagnostic::new(&text.place, message, "here").help(Some(help)));
            }
            effects.push((text.value.clone(), meaning));
        }
        Self::check_strength(&when, &effects, &entries, found);
        Self::check_healing(&when, &effects, &entries, found);
        reader.finish();
        let models = models.map(|names| names.into_iter().map(|name| name.value).collect());
        Self { name, when, weapons, own_weapons: None, models, against, effects }
    }

    /// Notes effects that no single weapon has, where a condition asks for a weapon's Strength.
    fn check_strength(
        when: &[Condition],
        effects: &[(String, Meaning<D>)],
        entries: &[Located<String>],
        found: &Diagnostics,
    ) {
        let beside = |meaning: &Meaning<D>| match meaning {
            Meaning::Effect(Effect::MortalOnTheSide(_) | Effect::AgeOfSigmar(AgeOfSigmarEffect::Slay { .. })) => true,
            Meaning::Effect(effect) => effect.owner() == Owner::Defender,
            Meaning::Ability(_) => false,
        };
        let Some(place) = when.iter().position(Condition::asks_for_strength) else { return };
        for (text, _) in effects.iter().filter(|(_, meaning)| beside(meaning)) {
            let message = format!("`{text}` is no weapon's, so no Strength decides about it");
            let help = "`strength above toughness` is for what changes attacks".to_owned();
            let place = entries.get(place).map(|entry| &entry.place);
            if let Some(place) = place {
                found.push(Diagnostic::new(place, message, "here").help(Some(help)));
            }
        }
    }

    /// Notes healing that hangs on a count: it comes once all attacks are over, and conditions are read before them.
    fn check_healing(
        when: &[Condition],
        effects: &[(String, Meaning<D>)],
        entries: &[Located<String>],
        found: &Diagnostics,
    ) {
        let heals =
            |meaning: &Meaning<D>| matches!(meaning, Meaning::Effect(Effect::AgeOfSigmar(AgeOfSigmarEffect::Heal(_))));
        let counts = |condition: &Condition| condition.thresholds().next().is_some();
        let Some((text, _)) = effects.iter().find(|(_, meaning)| heals(meaning)) else { return };
        if let Some(entry) = when.iter().position(counts).and_then(|place| entries.get(place)) {
            let message = format!("`{text}` comes after the attacks, and `{}` is read before them", entry.value.trim());
            let help = "leave the condition out, and ask for attacks after which it holds".to_owned();
            found.push(Diagnostic::new(&entry.place, message, "here").help(Some(help)));
        }
    }

    /// Whether a condition asks for the Strength of the weapon that attacks.
    pub(crate) fn asks_for_strength(&self) -> bool {
        self.when.iter().any(Condition::asks_for_strength)
    }

    /// Whether all its conditions hold for the unit that owns it.
    pub(crate) fn holds(&self, owner: Owner, scene: &Scene<'_>) -> bool {
        self.when.iter().all(|condition| condition.holds(owner, scene))
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

/// Why an effect cannot be held to the weapons or the models that its entry names; `None` if it can.
fn unreached<D>(meaning: &Meaning<D>, against: bool, (weapons, all_models): (bool, bool)) -> Option<&'static str> {
    let of_target = match meaning {
        Meaning::Effect(effect) => effect.owner() == Owner::Defender,
        Meaning::Ability(_) => false,
    };
    let whole = matches!(
        meaning,
        Meaning::Effect(
            Effect::IgnoreFirstFailedSave
                | Effect::WoundedOnlyOn(_)
                | Effect::HitOnlyOn(_)
                | Effect::Warhammer40k(
                    Warhammer40kEffect::RerollOne(RollKind::Save)
                        | Warhammer40kEffect::OneAttackIsZero
                        | Warhammer40kEffect::Stealth
                )
        )
    );
    match (of_target, against) {
        (true, _) if weapons => Some("`weapons`: it protects the unit and is no weapon's"),
        (true, _) if whole && !all_models => Some("`models`: it is of the unit as a whole"),
        (false, true) if weapons => Some("`weapons`: with `against` it is of the other unit's weapons"),
        (false, true) if !all_models => Some("`models`: attacks are made against the unit as a whole"),
        _ => None,
    }
}

/// What `--with` asked for, sorted out.
pub(crate) struct Asked<D: 'static> {
    /// Situations in the words of the attacker.
    pub(crate) situations: Vec<Situation>,
    /// Those that hold for so many models only, and where that was said.
    pub(crate) counts: Vec<(Situation, u16, Place)>,
    /// The same as they were said, before an owner turned them round.
    pub(crate) said: Vec<Said>,
    /// Effects and abilities, with whose they are if that was said.
    pub(crate) meanings: Vec<(Option<Owner>, String, Meaning<D>)>,
}

impl<D> Asked<D> {
    /// For how many models a situation holds, if that was said and it does not hold for all.
    pub(crate) fn count(&self, situation: Situation) -> Option<u16> {
        let said = self.counts.iter().rev().find(|(known, ..)| *known == situation);
        said.filter(|_| !self.situations.contains(&situation)).map(|(_, models, _)| *models)
    }

    /// Nothing.
    pub(crate) fn nothing() -> Self {
        Self { situations: Vec::new(), counts: Vec::new(), said: Vec::new(), meanings: Vec::new() }
    }
}

/// A situation as it was said: whose it is if that was said, and where.
pub(crate) struct Said {
    pub(crate) owner: Option<Owner>,
    pub(crate) doc: &'static SituationDoc,
    pub(crate) place: Place,
}

/// Sorts out what was asked for; notes what cannot be understood.
pub(crate) fn asked<D>(encounter: &Encounter, language: &Language<D>, found: &Diagnostics) -> Asked<D> {
    for clause in encounter.with.iter().filter(|clause| clause.attack.is_some()) {
        let message = format!("in {} what is said holds for every attacker", language.game);
        let label = "leave out the number before it";
        found.push(Diagnostic::new(&place_of(&clause.text, &clause.source), message, label));
    }
    sorted_out(encounter.with.iter(), language, found)
}

/// The same for games in which each of several attacks may be made in a situation of its own: of this attack only, or of
/// all that was said.
pub(crate) fn asked_of<D>(
    encounter: &Encounter,
    attack: Option<usize>,
    language: &Language<D>,
    found: &Diagnostics,
) -> Asked<D> {
    let meant = |clause: &&Clause| attack.is_none() || clause.attack.is_none() || clause.attack == attack;
    sorted_out(encounter.with.iter().filter(meant), language, found)
}

fn sorted_out<'c, D>(
    clauses: impl Iterator<Item = &'c Clause>,
    language: &Language<D>,
    found: &Diagnostics,
) -> Asked<D> {
    let mut asked = Asked::nothing();
    for Clause { owner, text, source, .. } in clauses {
        let place = || place_of(text, source);
        if let Some(doc) = language.situation(text) {
            asked.said.push(Said { owner: *owner, doc, place: place() });
            let turned = *owner == Some(Owner::Defender);
            asked.situations.push(if turned { doc.for_the_other_side() } else { doc.situation });
        } else if let Some((situation, models)) = language.counted(text) {
            asked.counts.push((situation, models, place()));
        } else if let Some(meaning) = language.meaning(text, place, found) {
            asked.meanings.push((*owner, text.clone(), meaning));
        }
    }
    asked
}

/// Where a clause stands in the option that held it.
fn place_of(text: &str, source: &Arc<crate::profile::Source>) -> Place {
    let start = source.text.find(text.trim()).unwrap_or(0);
    Place::new(source, start..start + text.trim().len())
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
