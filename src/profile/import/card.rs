//! What becomes of one unit: its profile, and what has to be said about it.

mod ability;
mod entry;
mod imported;
mod unit_keys;

pub(crate) use ability::is_of_whole_unit;
pub(super) use ability::{CardKeys, CardText, is_named};
use entry::AbilityEntry;
pub use imported::{ImportedAbility, ImportedUnit, LeftOut};
pub(super) use unit_keys::{WOUNDS, better, keys};

use super::options::{ReadOption, tables};
use super::selection::Selection;
use super::values::{Mended, clean, inches, name, target_text};
use super::write::{Keys, WrittenUnit};
use super::{Asking, Vocabulary};
use crate::grammar::{ANY, OTHER, Rows, Statement, Unread};
use crate::profile::is_meant;
use crate::words::{add_once, each_once, normal, same, without_plural};

/// The section of wordings for what abilities do.
pub(crate) const SENTENCES: &str = "sentences";

/// Why an ability is left out.
pub(super) const NO_PHRASE: &str = "its text is none of the phrases that are understood";
pub(super) const CONDITIONAL: &str = "the catalogue changes or hides it under conditions, which no list has met yet";
pub(super) const MISSING: &str = "it lies in a file that the catalogue links to and that is not here";
const BESIDE: &str = "models that may join the others of the unit are not read";
pub(super) const WITHIN: &str = "it is a choice within an option, which is not read";
const UNKNOWN: &str = "the data does not say what it does";
const NO_WORDS: &str = "its sentences are understood, and the game has not all that they say";
pub(super) const NO_DICE: &str = "it does not touch the dice of an attack";
pub(super) const NOT_CARRIED: &str = "no model of the unit carries this weapon";
const NO_KEYWORD: &str = "it excludes units with a keyword that no unit has";
const OF_OPTION: &str = "models have it who chose an option of the card, whose abilities are not read";
pub(super) const NOT_OF_GAME: &str = "no ability that the game's core rules know";

/// A unit that cannot be read, with the abilities that are printed on it.
pub(super) fn refused(unit: &Selection<'_>, why: impl Into<String>) -> ImportedUnit {
    let own = unit.own();
    let printed = own.iter().flat_map(|part| &part.profiles).filter(|one| one.kind.starts_with("Abilit"));
    let names = each_once(printed.map(|profile| name(&profile.name)));
    let left = |name| ImportedAbility { name, becomes: "left out", says: Vec::new(), clause: None };
    let abilities = names.into_iter().map(left).collect();
    ImportedUnit { abilities, ..ImportedUnit::refused(&unit.name, unit.cost(), why) }
}

/// A card while it is filled.
pub(super) struct Card<'v> {
    pub(super) vocabulary: &'v dyn Vocabulary,
    pub(super) game: &'static str,
    /// The unit's keywords, and its name, which cards say as they say a keyword.
    pub(super) keywords: Vec<String>,
    /// What only one of an army has, `detachment: NAME`; empty: it is no such thing.
    pub(super) choice: String,
    /// Whom that is of where its text speaks of its bearer, `HERO`; empty: of the unit whose card it is.
    pub(super) bearer: String,
    pub(super) abilities: Vec<String>,
    pub(super) entries: Vec<AbilityEntry>,
    /// What reaches other units.
    lent: Vec<AbilityEntry>,
    pub(super) not_computed: Vec<String>,
    /// How many models inside of a transport may shoot.
    pub(super) firing_deck: Option<u32>,
    results: Vec<ImportedAbility>,
    /// What has to be said of it.
    pub(super) unit: ImportedUnit,
}

impl<'v> Card<'v> {
    pub(super) fn new(game: &'static str, vocabulary: &'v dyn Vocabulary) -> Self {
        Self {
            vocabulary,
            game,
            keywords: Vec::new(),
            choice: String::new(),
            bearer: String::new(),
            abilities: Vec::new(),
            entries: Vec::new(),
            lent: Vec::new(),
            not_computed: Vec::new(),
            firing_deck: None,
            results: Vec::new(),
            unit: ImportedUnit::default(),
        }
    }

    /// A value, saying so if it was mended.
    pub(super) fn take<T: std::fmt::Display>(&mut self, what: &str, value: Mended<T>) -> T {
        if let Some(was) = &value.was {
            add_once(&mut self.unit.mended, [format!("{what}: `{}` is read as `{}`", clean(was), value.value)]);
        }
        value.value
    }

    /// The same of a number to reach.
    pub(super) fn take_target(&mut self, what: &str, Mended { value, was }: Mended<Option<u8>>) -> Option<u8> {
        self.take(what, Mended { value: target_text(value), was });
        value
    }

    /// The range of a weapon in inches; `None` if it is no number, or beyond what a profile holds.
    pub(super) fn range(&mut self, weapon: &str, printed: &str) -> Option<u32> {
        let Some(range) = inches(printed) else { return self.no_weapon(weapon, "its range is not a number") };
        Some(self.take(&format!("{weapon}, range"), range))
    }

    /// Notes something that no profile holds.
    pub(super) fn leave_out(&mut self, what: &str, why: &'static str) {
        let what = name(what);
        if !what.is_empty() && !self.unit.left_out.iter().any(|entry| entry.what == what) {
            self.unit.left_out.push(LeftOut { what, why });
        }
    }

    /// Notes the values that depend on conditions of a list.
    pub(super) fn conditional(&mut self, unit: &Selection<'_>) {
        for part in unit.own() {
            part.missing.iter().for_each(|what| self.not_computed(what, MISSING));
            part.beside.iter().for_each(|what| self.leave_out(what, BESIDE));
            part.unknown.iter().for_each(|what| self.leave_out(what, UNKNOWN));
            part.unresolved.iter().for_each(|what| self.leave_out(what, CONDITIONAL));
            // That a reinforced unit has more models is no news.
            if part.may_be_more && self.game != "age-of-sigmar" {
                self.leave_out(&format!("{}: how many", name(&part.name)), CONDITIONAL);
            }
        }
    }

    /// Notes an ability of the card that is not computed.
    pub(super) fn not_computed(&mut self, ability: &str, why: &'static str) {
        let ability = name(ability);
        if ability.is_empty() || self.not_computed.iter().any(|entry| same(entry, &ability)) {
            return;
        }
        self.leave_out(&ability, why);
        self.not_computed.push(ability);
    }

    /// Names a weapon that no profile holds, and what is of it.
    pub(super) fn no_weapon<T>(&mut self, weapon: &str, why: &'static str) -> Option<T> {
        self.not_computed(weapon, why);
        for entry in
            self.entries.extract_if(.., |entry| entry.weapons.iter().any(|of| same(of, weapon))).collect::<Vec<_>>()
        {
            self.unit.read.retain(|read| *read != entry.name);
            self.results
                .iter_mut()
                .filter(|ability| ability.name == entry.name)
                .for_each(|ability| ability.becomes = "left out");
            self.not_computed(&entry.name, why);
        }
        None
    }

    /// Names an ability that models have who chose an option, if it is not named yet: keys of it are the option's.
    pub(super) fn of_option(&mut self, ability: &str, has_keys: bool) {
        let ability = name(ability);
        let mut left = self.unit.left_out.iter().map(|left| &left.what);
        if left.any(|entry| same(entry, &ability)) || self.unit.read.iter().any(|entry| same(entry, &ability)) {
            return;
        }
        match has_keys {
            true => self.unit.read.push(ability),
            false => self.leave_out(&ability, OF_OPTION),
        }
    }

    /// Reads a weapon's column of abilities; those that the game does not know are left out by name.
    pub(super) fn weapon_abilities(&mut self, weapon: &str, printed: Vec<String>) -> Vec<String> {
        let mut texts = Vec::new();
        for text in printed {
            let is_closed = !text.contains('(') || text.contains(')');
            if is_closed && self.vocabulary.knows_weapon_ability(self.game, &text) {
                texts.push(text);
            } else if let Some(mended) = self.mended_ability(&text) {
                self.unit.mended.push(format!("{weapon}: `{text}` is read as `{mended}`"));
                texts.push(mended);
            } else {
                self.not_computed(&text, NOT_OF_GAME);
            }
        }
        texts.dedup();
        texts
    }

    /// A misprint of a weapon ability as it was meant.
    fn mended_ability(&self, text: &str) -> Option<String> {
        let spelled = text.replace("Anit-", "Anti-").replace("anit-", "anti-");
        let closed =
            if spelled.contains('(') && !spelled.contains(')') { format!("{spelled})") } else { spelled.clone() };
        let rend = format!("{spelled} (+1 Rend)");
        let plus = format!("{spelled}+");
        let fits = |text: &String| self.vocabulary.knows_weapon_ability(self.game, text);
        [closed, spelled, rend, plus].into_iter().find(fits)
    }

    /// Reads an ability of the unit as a whole, as cards name them: `Stealth`; false if the game has none of this name.
    pub(super) fn unit_ability(&mut self, text: &str) -> bool {
        let text = name(text);
        // Which models have a save is said in their statlines.
        let of_models = ["invulnerablesave", "feelnopain"].iter().any(|key| normal(&text).starts_with(key));
        let is_listed = !of_models && self.vocabulary.knows_unit_ability(self.game, &text);
        if is_listed && !self.abilities.iter().any(|ability| same(ability, &text)) {
            self.unit.read.push(text.clone());
            self.abilities.push(text);
        }
        is_listed
    }

    /// Reads the text of an ability; what it says of keys is returned.
    pub(super) fn ability(&mut self, sections: &[&str], ability: &CardText<'_>) -> CardKeys {
        let statements = self.vocabulary.statements(self.game, sections, ability.text, ability.wounds);
        let read = statements.map_err(Err).and_then(|all| self.read_meaning(ability, all).map_err(Ok));
        read.unwrap_or_else(|why| {
            // Of some abilities the game knows the name alone; what harms a damaged model differs from card to card, and an
            // army has no statline that could hold a name.
            if ability.keyless || ability.name.starts_with("Damaged") || !self.unit_ability(ability.name) {
                self.unread(ability.name, why);
            }
            CardKeys::new()
        })
    }

    /// Takes the statements of an ability; what they say of keys is returned.
    ///
    /// # Errors
    /// The statements as lines, if the game has not all that they say.
    pub(super) fn read_meaning(
        &mut self,
        ability: &CardText<'_>,
        mut statements: Vec<Statement>,
    ) -> Result<CardKeys, Vec<String>> {
        for statement in &mut statements {
            ability.holds(self.game, statement);
            let is_chosen = !self.choice.is_empty() || !self.bearer.is_empty();
            statement.optional |= is_chosen;
            if statement.reach.is_empty() && is_chosen {
                if self.bearer.is_empty() { ANY } else { &self.bearer }.clone_into(&mut statement.reach);
            }
        }
        statements.retain_mut(|statement| self.is_of_bearer(statement));
        if shares_a_die(&statements) || ability.wounds.is_some_and(|wounds| asks_for_the_dead(&statements, wounds)) {
            return Err(statements.iter().map(Statement::to_string).collect());
        }
        let whole = self.keep_known(&mut statements, ability);
        let says: Vec<String> = statements.iter().map(Statement::to_string).collect();
        if !statements.iter().all(|one| self.vocabulary.knows_excluded(self.game, &one.reach)) {
            self.results.push(ImportedAbility { name: name(ability.name), becomes: "left out", says, clause: None });
            self.not_computed(ability.name, NO_KEYWORD);
            return Ok(CardKeys::new());
        }
        let Some((found, entries)) = self.meanings(statements, ability) else { return Err(says) };
        let is_of_others = |AbilityEntry { said, .. }: &AbilityEntry| {
            said.reach.starts_with(OTHER) || !said.reach.is_empty() && !is_meant(&said.reach, &self.keywords)
        };
        let becomes = match (entries.as_slice(), found.is_empty()) {
            _ if !whole => "in part",
            ([], true) => "no dice",
            (all, true) if all.iter().all(is_of_others) => "army",
            ([], false) => "key",
            (all, _) if all.iter().any(|entry| entry.said.optional) => "optional",
            _ => "entry",
        };
        self.results.push(ImportedAbility { name: name(ability.name), becomes, says, clause: None });
        self.unit.read.push(name(ability.name));
        // Of weapons that it lends to it has perhaps none itself.
        let own = |entry: &AbilityEntry| match entry.weapons.as_slice() {
            [weapon] if !entry.said.reach.is_empty() => {
                Some(AbilityEntry { weapons: ability.weapons_named(weapon)?, ..entry.clone() })
            }
            _ => Some(entry.clone()),
        };
        let own: Vec<AbilityEntry> = entries.iter().filter(|entry| !is_of_others(entry)).filter_map(own).collect();
        self.lent.extend(entries.into_iter().filter(|entry| !entry.said.reach.is_empty()).map(AbilityEntry::of_others));
        self.entries.extend(own);
        Ok(found)
    }

    /// Whether the unit has the keywords that a statement asks of it, `own HERO` and `not own HERO`: they are printed on it.
    fn is_of_bearer(&self, statement: &mut Statement) -> bool {
        let has = |wanted: &str| self.keywords.iter().any(|keyword| same(keyword, wanted));
        let mut own = statement.when.extract_if(.., |text| text.trim_start_matches("not ").starts_with("own "));
        let holds = |text: String| text.split_once("own ").is_some_and(|(not, keyword)| has(keyword) == not.is_empty());
        own.all(holds)
    }

    /// Names an ability that says what the game has not, or whose text is not understood.
    pub(super) fn unread(&mut self, called: &str, why: Result<Vec<String>, Unread>) {
        let (becomes, why, says, clause) = match why {
            Ok(says) => ("left out", NO_WORDS, says, None),
            Err(Unread::Nothing) => ("no dice", NO_DICE, Vec::new(), None),
            Err(Unread::From(clause)) => {
                ("left out", NO_PHRASE, Vec::new(), clause.filter(|clause| !clause.is_empty()))
            }
        };
        self.results.push(ImportedAbility { name: name(called), becomes, says, clause });
        self.not_computed(called, why);
    }

    /// Marks that the last ability read gives keywords to attacks, even if its sentences were not understood.
    pub(super) fn beside_keywords(&mut self) {
        if let Some(last) = self.results.last_mut() {
            last.becomes = match last.becomes {
                "no dice" => "key",
                "left out" => "in part",
                other => other,
            };
        }
    }

    /// Whether something of an ability is of the whole unit, whoever is attached to it.
    pub(super) fn is_of_whole_unit(&self, called: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == called && entry.said.whole)
    }

    /// What became of each ability: of those whose text was not compared, what their names became.
    fn abilities(&mut self) -> Vec<ImportedAbility> {
        let mut all: Vec<ImportedAbility> = Vec::new();
        for ability in std::mem::take(&mut self.results) {
            match all.iter_mut().find(|entry| entry.name == ability.name) {
                Some(other) => other.join(ability),
                None => all.push(ability),
            }
        }
        // A value that depends on conditions, and how many there are, is not an ability.
        let is_ability =
            |left: &&LeftOut| left.why != UNKNOWN && !(left.why == CONDITIONAL && left.what.contains(": "));
        let left = self.unit.left_out.iter().filter(is_ability).map(|left| {
            let becomes = if left.why == NO_DICE { "no dice" } else { "left out" };
            (&left.what, becomes)
        });
        for (called, becomes) in self.unit.read.iter().map(|read| (read, "key")).chain(left) {
            if !all.iter().any(|entry| entry.name == *called) {
                all.push(ImportedAbility { name: called.clone(), becomes, says: Vec::new(), clause: None });
            }
        }
        all
    }

    /// How cards of the game word things.
    pub(super) fn wordings(&self) -> &'static Rows {
        self.vocabulary.wordings(self.game)
    }

    fn meanings(&self, all: Vec<Statement>, ability: &CardText<'_>) -> Option<(CardKeys, Vec<AbilityEntry>)> {
        let (mut found, mut entries) = (CardKeys::new(), Vec::new());
        for statement in all {
            match keys(&statement).filter(|_| !ability.keyless) {
                Some(keys) => found.extend(keys),
                None => entries.push(self.entry(statement, ability)?),
            }
        }
        Some((found, entries))
    }

    /// The `[[ability]]` of a statement; `None` if the game cannot say it.
    fn entry(&self, said: Statement, ability: &CardText<'_>) -> Option<AbilityEntry> {
        // Weapons of other units are not known here: an army lends what is of them to those who have them.
        let weapons = match (said.weapon.as_str(), said.against, said.reach.is_empty()) {
            ("", ..) => Vec::new(),
            (weapon, false, true) => ability.weapons_named(weapon)?,
            (weapon, false, false) => vec![weapon.to_owned()],
            (_, true, _) => return None,
        };
        let spoken_of =
            if said.models.is_empty() { Vec::new() } else { self.models_named(&said.models, ability.groups)? };
        // Attacks are made against the unit as a whole, and so are the effects that a leader has on it.
        let of_some = !ability.bearers.is_empty() && !said.against && !said.leading && !said.whole;
        let bearers = if of_some { ability.bearers.to_vec() } else { Vec::new() };
        let models = if spoken_of.is_empty() { bearers } else { spoken_of };
        let can = |effect: &String| {
            let (weapons, models) = (!weapons.is_empty(), !models.is_empty());
            let asking = Asking { name: ability.name, effect, said: &said, weapons, models };
            self.vocabulary.knows_effect(self.game, &asking)
        };
        if !said.effects.iter().all(can) || said.choice && !said.optional {
            return None;
        }
        let own = name(ability.name);
        let name = match (said.option, said.called.as_str()) {
            (true, "") => format!("{own}: {}", said.effects.join(", ")),
            (true, called) => format!("{own}: {called}"),
            (false, "") => own.clone(),
            (false, called) => format!("{own} ({called})"),
        };
        let choice = if said.choice { own } else { self.choice.clone() };
        Some(AbilityEntry { name, weapons, models, choice, said })
    }

    /// The groups of models that a sentence speaks of; none: all, as it names the unit. `None` if it names nobody here.
    fn models_named(&self, wanted: &str, groups: &[String]) -> Option<Vec<String>> {
        // Who else leads the unit is not known here.
        if same(wanted, "character") {
            return None;
        }
        if self.keywords.iter().any(|keyword| is_named(wanted, keyword)) {
            return Some(Vec::new());
        }
        let named = groups.iter().filter(|group| without_plural(group).contains(&without_plural(wanted)));
        Some(named.cloned().collect()).filter(|named: &Vec<String>| !named.is_empty())
    }

    /// A profile that begins as every one does, for a unit that costs so much.
    pub(super) fn begin(&mut self, name: String, points: Option<u32>) -> WrittenUnit {
        let mut written = WrittenUnit::default();
        written.head.put("game", self.game);
        written.head.put("name", name.as_str());
        written.head.put_some("points", points);
        (self.unit.name, self.unit.points) = (name, points);
        written
    }

    /// Writes the lists of abilities behind the other keys of the head.
    fn write_head(&self, head: &mut Keys) {
        head.put_list("abilities", &self.abilities);
        // Of two abilities of one name perhaps only one is computed.
        let is_computed = |name: &String| self.entries.iter().any(|entry| same(&entry.name, name));
        let other = |name: &String| if is_computed(name) { format!("{name} (in other words)") } else { name.clone() };
        head.put_list("not-computed", &self.not_computed.iter().map(other).collect::<Vec<_>>());
        head.put_some("firing-deck", self.firing_deck);
    }

    /// The `[[ability]]`s of the army: what reaches other units.
    pub(super) fn lent(&self, from: &str) -> Vec<String> {
        let table = |entry: &AbilityEntry| {
            let mut keys = entry.keys();
            keys.put_some("from", Some(from).filter(|from| !from.is_empty()));
            let reach = entry.said.reach.strip_prefix(OTHER).unwrap_or(&entry.said.reach);
            if reach != ANY {
                keys.put("for", vec![reach]);
            }
            WrittenUnit { tables: vec![("ability", keys)], ..WrittenUnit::default() }.text()
        };
        self.lent.iter().map(table).collect()
    }

    /// Rules of an army, or of one thing that it has, as a unit that lends all of them.
    pub(super) fn of_army(mut self, from: &str) -> ImportedUnit {
        ImportedUnit { lent: self.lent(from).into(), abilities: self.abilities().into(), ..self.unit }
    }

    /// The unit of so many models and weapons: behind what is written its `[[ability]]`s and options.
    pub(super) fn done(
        self,
        (models, weapons): (u32, usize),
        mut written: WrittenUnit,
        options: Vec<ReadOption>,
    ) -> ImportedUnit {
        self.write_head(&mut written.head);
        written.tables.extend(self.entries.iter().map(|entry| ("ability", entry.keys())));
        written.tables.extend(tables(options));
        let from = self.unit.name.clone();
        ImportedUnit { models, weapons, text: written.text().into(), ..self.of_army(&from) }
    }
}

/// Whether one die decides for two weapons, which have none of their own.
fn shares_a_die(all: &[Statement]) -> bool {
    let is_die = |effect: &String| effect.split_once("+: ").is_some_and(|(die, _)| die.parse::<u8>().is_ok());
    all.iter().filter(|one| !one.weapon.is_empty() && one.effects.iter().any(is_die)).count() > 1
}

/// Whether something is asked for after more damage than leaves a model of this many wounds alive: it never holds.
fn asks_for_the_dead(all: &[Statement], wounds: u32) -> bool {
    let lost = |when: &String| when.strip_prefix("damage ")?.trim_end_matches('+').parse::<u32>().ok();
    all.iter().flat_map(|one| &one.when).filter_map(lost).any(|lost| lost >= wounds)
}
