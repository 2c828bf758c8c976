//! The games. A game turns two profiles and what is true on the table into an engagement; it knows no probability.
//!
//! [`GAMES`] lists them with what each can say: abilities, situations, rulings, what players may buy, the keys of profiles.
//!
//! ```
//! let game = warodds::games::named("40k").expect("a game");
//! assert_eq!((game.id, game.edition), ("warhammer-40k", "10th edition, updated"));
//! assert!(game.situations.iter().any(|situation| situation.name == "half range"));
//! ```
//!
//! Another game is one folder and its name in that list.

use std::sync::Arc;

use crate::dice::Amount;
use crate::grammar::Rows;
use crate::profile::line::LineGrammar;
use crate::profile::{Diagnostic, Diagnostics, Document, KeyNode, Located, Place, Presence, ProfileKey, Reader, Value};
pub(crate) use language::sentence::Whole;

use crate::sequence::Limit;

mod age_of_sigmar;
mod arms;
pub(crate) mod asoiaf;
pub(crate) mod editions;
mod encounter;
mod language;
mod lines;
pub(crate) mod loadout;
mod mixture;
mod moments;
mod offer;
mod printed;
mod recent;
pub mod rules;
mod size;
mod turn;
mod volley;
mod warcry;
pub(crate) mod warhammer_40k;
pub(crate) mod warhammer_40k_11e;

// The referees ask it what ranks are worth.
#[doc(hidden)]
pub use encounter::ExtraResult;
pub(crate) use encounter::{Attack, Choice, Clause, Encounter, Goal, Pick, Remarks, Uncertain};
pub use encounter::{Engaged, Explained, ExplainedLine, Losses, Phase};
pub(crate) use language::diceless::is_diceless_rule as is_diceless;
#[cfg(feature = "cli")]
pub(crate) use language::diceless::listed as without_dice;
pub(crate) use language::entry::is_like;
use language::entry::{FormRule, RuleRows, rule_of_form};
pub use language::exclusion::NotTogether;
pub(crate) use language::exclusion::{Exclusion, Thing};
pub(crate) use language::situation::Situation;
pub(crate) use language::value::{die_in_front, holds_value};
pub use language::vocabulary::{FORMS, Form};
pub use lines::lines_help;
pub(crate) use moments::{Order, OutOfTurn, Priority, Timeline, Volatile};
pub use offer::{Cost, Offer};

/// A game, as everything outside its folder sees it.
pub struct Game {
    /// Its name in profiles and on the command line.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// The edition whose rules it follows.
    pub edition: &'static str,
    /// Its weapon abilities.
    pub abilities: fn() -> Vec<AbilityDoc>,
    /// Abilities that a unit as a whole may have.
    pub unit_abilities: &'static [AbilityDoc],
    /// What may be true on the table.
    pub situations: &'static [SituationDoc],
    /// What does not go together in one attack.
    pub(crate) exclusions: &'static [Exclusion],
    /// What its players may buy or do for one attack.
    pub offers: &'static [Offer],
    /// When things happen in a battle.
    pub(crate) moments: &'static Timeline,
    /// Results that its players call otherwise than the files do: the name, and their word.
    pub(crate) words: &'static [(&'static str, &'static str)],
    /// Its ambiguous rules.
    pub rulings: &'static [Ruling],
    /// What is made of each of its rules, as [`rules::read_index`] reads it.
    pub rules: &'static str,
    /// How its cards word things.
    pub(crate) wordings: fn() -> &'static Rows,
    /// What a text of `--with` is as a whole: a sentence of its cards, or an effect.
    pub(crate) whole: fn(&str) -> Option<Whole>,
    /// Writes sentences of cards among the effects of a profile as the entries that they state.
    pub(crate) spell_out: fn(&mut Document),
    /// How it is played, where rules differ between ways: the first is the default; empty if there is one.
    pub modes: &'static [&'static str],
    /// Editions that are computed; the first is the default; empty if there is one.
    pub editions: &'static [&'static str],
    /// The keys of its profiles.
    pub keys: &'static [ProfileKey],
    /// How a unit is written in one line.
    // The test that walks over all words of the lines asks for it.
    #[doc(hidden)]
    pub line: &'static LineGrammar,
    /// A profile to start from.
    pub template: &'static str,
    /// Lists of a profile whose keys may also be set for the whole unit: list, and keys.
    pub(crate) spread: &'static [(&'static str, &'static [&'static str])],
    /// The effects that it has alone.
    pub(crate) own: fn() -> Vec<(Form, FormRule)>,
    pub(crate) rows: RuleRows,
    /// Reads a profile and notes every mistake.
    pub check: fn(&Document, &Diagnostics) -> Option<Arc<UnitFacts>>,
    /// Sets the number of models, as `"20 termagants"` does, and says what else changed with it.
    pub(crate) resize: fn(&mut Document, u16) -> Result<Vec<String>, String>,
    /// Joins a leader to the unit it is attached to; `None` where units are never attached to each other.
    pub(crate) attach: Option<fn(&mut Document, Document) -> Result<(), String>>,
    /// Turns a match-up into an engagement.
    pub(crate) engage: fn(&Encounter, &Diagnostics) -> Result<Option<Engaged>, Limit>,
}

/// A result as the players of a game call it: `wounds lost` for `wounds-lost`, and in Warcry `taken down` for `slain`.
pub(crate) fn spoken(game: &str, result: &str) -> String {
    let words = GAMES.iter().find(|entry| entry.id == game).map_or(&[][..], |entry| entry.words);
    let own = words.iter().find(|(name, _)| *name == result).map(|(_, word)| (*word).to_owned());
    own.unwrap_or_else(|| result.replace('-', " "))
}

/// A game and its edition by their titles: `Warcry, 2nd edition`; an id that is not a game's stands for itself.
pub fn title(game: &str) -> String {
    find(game).map_or_else(|| game.to_owned(), |game| format!("{}, {}", game.title, game.edition))
}

/// Two games by their titles; by their editions too, if they are editions of one game.
pub(crate) fn told_apart(one: &Game, other: &Game) -> [String; 2] {
    [one, other].map(|game| if one.title == other.title { title(game.id) } else { game.title.to_owned() })
}

impl Game {
    /// What does not go together in one attack, by names.
    ///
    /// ```
    /// let asoiaf = warodds::games::find("asoiaf").expect("a game");
    /// assert!(asoiaf.not_together().iter().any(|pair| [pair.one, pair.other] == ["flank", "rear"]));
    /// ```
    pub fn not_together(&self) -> Vec<NotTogether> {
        self.exclusions.iter().filter_map(|exclusion| exclusion.named(self.situations)).collect()
    }

    /// The situation that a text names, by whatever name players have for it.
    pub(crate) fn situation(&self, text: &str) -> Option<&'static SituationDoc> {
        language::situation::named(self.situations, text)
    }

    /// A situation or an effect as the game calls it, `all-out attack` for `AoA`; `None`: it is neither, or one of several.
    pub(crate) fn own_words(&self, text: &str) -> Option<String> {
        if let Some(situation) = self.situation(text) {
            return Some(situation.name.to_owned());
        }
        language::vocabulary::tidy(text).or_else(|| match &self.readings(text)[..] {
            [only] => language::vocabulary::tidy(only),
            // Who says `rr1s` of no roll means the first one.
            [first, others @ ..] if others.iter().all(|other| of_value(other) == of_value(first)) => {
                of_value(first).and_then(|_| language::vocabulary::tidy(first))
            }
            _ => None,
        })
    }

    /// Whose a situation or an effect is, in the game's own words, where nobody says; `None`: of the table, or unknown.
    pub(crate) fn owner_of(&self, words: &str) -> Option<Owner> {
        match self.situation(words) {
            Some(doc) => doc.owner.or(doc.mirrored.map(|_| Owner::Attacker)),
            None => language::vocabulary::read_form(words).map(|read| read.form.owner),
        }
    }

    /// Whether a text is a situation or an effect, or may be one of several.
    pub(crate) fn understands(&self, text: &str) -> bool {
        self.own_words(text).is_some() || !self.readings(text).is_empty()
    }

    /// Whether a text is an ability of weapons as players call it, `sus 1`, whatever its value.
    pub(crate) fn has_ability(&self, text: &str) -> bool {
        let bare = |text: &str| {
            crate::words::normal(text).trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x').to_owned()
        };
        let abilities = (self.abilities)();
        let is_one = |text: &str| abilities.iter().any(|ability| bare(ability.name) == bare(text));
        is_one(text) || language::spelling::readings(text).iter().any(|text| is_one(text))
    }

    /// What players may mean by a text, as far as the game has it.
    fn readings(&self, text: &str) -> Vec<String> {
        let accepted = |text: &String| {
            language::vocabulary::read_form(text).is_some_and(|reading| self.refusal(reading.form).is_none())
        };
        language::spelling::readings(text).into_iter().filter(accepted).collect()
    }

    /// Whether a way to write effects has a meaning in this game; if not, why.
    ///
    /// ```
    /// use warodds::games::{FORMS, find};
    ///
    /// let warcry = find("warcry").expect("a game");
    /// let form = FORMS.iter().find(|form| form.pattern == "±N to wound").expect("a form");
    /// assert!(warcry.refusal(form).is_some(), "nobody rolls to wound in Warcry");
    /// ```
    pub fn refusal(&self, form: &Form) -> Option<&'static str> {
        self.rule_of_form(form).err()
    }

    /// The rule of a way to write effects; if it has no meaning in this game, why.
    pub(crate) fn rule_of_form(&self, form: &Form) -> FormRule {
        let (form, suffix) = form.composed().map_or((form, None), |(form, suffix)| (form, Some(suffix)));
        let own = (self.own)();
        let own = own.iter().find(|(own, _)| (own.pattern, own.home) == (form.pattern, form.home));
        rule_of_form(
            (form.pattern, form.home),
            suffix,
            own.map(|(_, rule_of_form)| *rule_of_form),
            (self.id, self.rows),
        )
    }
}

/// The value of the dice that a text speaks of: `of 1`.
fn of_value(text: &str) -> Option<&str> {
    text.find(" of ").map(|at| &text[at..])
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Every game.
pub const GAMES: &[&Game] =
    &[&age_of_sigmar::GAME, &warhammer_40k::GAME, &warhammer_40k_11e::GAME, &asoiaf::GAME, &warcry::GAME];

/// The game of this name, if there is one.
pub fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().copied().find(|game| game.id == id)
}

/// The game that somebody means who types its name, or its short one: `aos`, `40k`.
pub fn named(typed: &str) -> Option<&'static Game> {
    let id = crate::profile::full_game(typed);
    GAMES.iter().copied().find(|game| crate::words::same(game.id, id))
}

/// What everybody may ask of a unit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UnitFacts {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub points: Option<u32>,
    /// How many models it has.
    pub models: usize,
    /// The names of its weapons, in file order.
    pub weapons: Vec<String>,
    /// The names of its card's abilities that its profile leaves out, in file order.
    pub not_computed: Vec<String>,
}

/// An ability as help, lists and explanations show it.
#[derive(Clone, Copy, Debug)]
pub struct AbilityDoc {
    /// Its name, `X` standing for what follows it.
    pub name: &'static str,
    /// One line.
    pub short: &'static str,
    /// As a profile writes it.
    pub example: &'static str,
    /// The rule it comes from.
    pub rule: &'static str,
    /// Whom it helps, alone on a plain weapon; `None` if it does nothing there, or as much harm as good.
    pub favours: Option<Owner>,
}

/// Something that may be true on the table, as help, lists and explanations show it.
#[derive(Clone, Copy, Debug)]
pub struct SituationDoc {
    /// Which one it is.
    pub(crate) situation: Situation,
    /// Its name on the command line and in `when`.
    pub name: &'static str,
    /// What the other unit's owner calls the same thing; `None` if both call it the same.
    pub(crate) mirrored: Option<Situation>,
    /// Whose it is where only one of the two units can have it.
    pub owner: Option<Owner>,
    /// One line.
    pub short: &'static str,
    /// The rule it comes from.
    pub rule: &'static str,
}

impl SituationDoc {
    /// This situation of a unit in the words of the attacker: `charged` of the target is `target charged`. `None` if it says
    /// nothing of that unit in its attack, as `weakened` does of the target.
    pub(crate) fn said_of(&self, unit: Owner) -> Option<Situation> {
        let turned = self.mirrored.filter(|_| unit == Owner::Defender).unwrap_or(self.situation);
        self.owner.is_none_or(|owner| owner == unit).then_some(turned)
    }

    /// This situation in the words of the attacker, where `unit` is the one that it was said of, if any was named.
    pub(crate) fn said(&self, unit: Option<Owner>) -> Option<Situation> {
        unit.map_or(Some(self.situation), |unit| self.said_of(unit))
    }
}

/// A rule that can be read in several ways.
#[derive(Clone, Copy, Debug)]
pub struct Ruling {
    /// Its name on the command line.
    pub name: &'static str,
    /// The readings; the first is the default.
    pub values: &'static [&'static str],
    /// What the question is.
    pub short: &'static str,
    /// Where it is discussed.
    pub rule: &'static str,
}

impl Ruling {
    /// A ruling; [`Ruling::asks`] says the question.
    const fn new(name: &'static str, values: &'static [&'static str], rule: &'static str) -> Self {
        Self { name, values, short: "", rule }
    }

    /// This ruling with the question that it answers.
    const fn asks(self, short: &'static str) -> Self {
        Self { short, ..self }
    }
}

/// Whose effect something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Owner {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Defender,
}

impl Owner {
    /// The other of the two.
    pub(crate) fn other(self) -> Self {
        if self == Self::Attacker { Self::Defender } else { Self::Attacker }
    }

    /// The word in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        }
    }
}

/// Reads a document with the game it names; notes a game that does not exist, and one whose keys are another's.
pub fn game_of(document: &Document, found: &Diagnostics) -> Option<&'static Game> {
    let ids = || GAMES.iter().map(|game| game.id);
    let all = || ids().collect::<Vec<_>>().join(", ");
    let Some(id) = document.game() else {
        // A line that cannot be read may be the one that says it.
        if !found.is_broken() {
            found.push(without_game(document, &all()));
        }
        return None;
    };
    let place = || document.table.get("game").map_or_else(|| Place::first(&document.source), |node| node.place.clone());
    let Some(game) = find(id) else {
        let short = named(id).map(|game| format!("write `game = \"{}\"`", game.id));
        let help =
            short.or_else(|| crate::words::did_you_mean(id, ids())).unwrap_or_else(|| format!("there are {}", all()));
        found.push(Diagnostic::new(&place(), format!("there is no game `{id}`"), "here").help(help));
        return None;
    };
    if let Some(other) = another_game(document, game) {
        let message = format!("these are the keys of {}, not of {}", other.id, game.id);
        let help = format!("write `game = \"{}\"`; `warodds new {}` shows what the other one needs", other.id, game.id);
        found.push(Diagnostic::new(&place(), message, "this game has other keys").help(help));
        return None;
    }
    Some(game)
}

fn without_game(document: &Document, all: &str) -> Diagnostic {
    let place = Place::first(&document.source);
    let new = "`warodds new GAME > my-unit.toml` writes a profile to start from";
    if document.table.entries.is_empty() {
        let help = format!("{new}; the games are {all}");
        return Diagnostic::new(&place, "there is nothing in this profile yet", "here").help(help);
    }
    let help = misplaced_game(document).unwrap_or_else(|| format!("write `game = \"…\"` with one of {all}"));
    Diagnostic::new(&place, "the profile does not say for which game it is", "here").help(help)
}

/// What to do about a game that is said, but not as a profile says it.
fn misplaced_game(document: &Document) -> Option<String> {
    let entries = &document.table.entries;
    if let Some(entry) = entries.iter().find(|entry| entry.key.eq_ignore_ascii_case("game")) {
        return Some(format!("keys are written in small letters: `game = …`, not `{} = …`", entry.key));
    }
    let holds_it = |entry: &&KeyNode| matches!(&entry.node.value, Value::Table(table) if table.get("game").is_some());
    let table = entries.iter().find(holds_it)?;
    Some(format!("leave out the line `[{}]`: keys of the whole unit belong in front of every table", table.key))
}

/// The other game that this profile is one of: it needs what is here and has every key, and the one that is named does not.
fn another_game(document: &Document, game: &Game) -> Option<&'static Game> {
    let keys = || document.table.entries.iter().map(|entry| entry.key.as_str());
    let knows_all = |game: &Game| keys().all(|key| crate::profile::find_key(game.keys, key).is_some());
    let has_all = |game: &Game| {
        let mut needed = game.keys.iter().filter(|key| key.need == Presence::Required);
        needed.all(|needed| keys().any(|key| key == needed.name))
    };
    if has_all(game) || knows_all(game) {
        return None;
    }
    GAMES.iter().copied().find(|other| knows_all(other) && has_all(other))
}

/// A unit's points: up to the limit in a file, more where a size or a leader added some.
fn read_points(reader: &Reader<'_>) -> Option<u32> {
    let points = if reader.is_written_here("points") {
        reader.whole("points")
    } else if reader.has("points") {
        reader.whole_within("points", 0..=i64::from(u32::MAX / 2))
    } else {
        None
    };
    points.map(|points| points.value as u32)
}

/// Attacks, Strength or Damage of a weapon: rules and abilities never take it below 1, and no card prints 0.
fn read_positive(reader: &Reader<'_>, key: &str) -> Option<Located<Amount>> {
    let amount = reader.amount(key)?;
    if amount.value.max() == 0 {
        let help = "a weapon that is not used has `count = 0`; damage that an ability prevents is `damage is 0`";
        let mistake = Diagnostic::new(&amount.place, format!("`{key}` is 0"), "write 1 or more, or dice");
        reader.mistake(mistake.help(help.to_owned()));
    }
    Some(amount)
}

/// Whether a text is an effect of some game.
#[cfg(test)]
pub(crate) fn vocabulary(text: &str) -> bool {
    language::vocabulary::read_form(text).is_some()
}
