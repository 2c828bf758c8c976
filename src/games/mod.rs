//! The four games. A game turns two profiles and what is true on the table into an engagement; it knows no probability.
//!
//! A fifth game is one folder and one line in [`GAMES`].

use std::any::Any;
use std::sync::Arc;

use crate::dice::Draw;
use crate::profile::{Diagnostic, Diagnostics, Document, Node, Place, Profile, Reader, Source, Value};
use crate::sequence::{Engagement, Limit};

mod age_of_sigmar;
pub(crate) mod asoiaf;
mod language;
pub mod rules;
mod volley;
mod warcry;
pub(crate) mod warhammer_40k;

pub use language::scene::Situation;
pub use language::vocabulary::{Effect, FORMS, Form};

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
    /// Its ambiguous rules.
    pub rulings: &'static [Ruling],
    /// What is computed of each of its rules.
    pub rules: &'static [rules::RuleDoc],
    /// How it is played, where rules differ between ways: the first is the default; empty if there is one.
    pub modes: &'static [&'static str],
    /// Editions that are computed; the first is the default; empty if there is one.
    pub editions: &'static [&'static str],
    /// A profile to start from.
    pub template: &'static str,
    /// Lists of a profile whose keys may also be set for the whole unit: list, and keys.
    pub spread: &'static [(&'static str, &'static [&'static str])],
    /// Whether an effect has a meaning in this game; if not, why.
    pub refuses: fn(&Effect) -> Option<&'static str>,
    /// Reads a profile and notes every mistake.
    pub check: fn(&Document, &Diagnostics) -> Option<Arc<UnitFacts>>,
    /// Sets the number of models, as `"20 termagants"` does, and says what else changed with it.
    pub resize: fn(&mut Document, u16) -> Result<Vec<String>, String>,
    /// Joins a leader to the unit it is attached to; `None` where units are never attached to each other.
    pub attach: Option<fn(&mut Document, Document) -> Result<(), String>>,
    /// Turns a match-up into an engagement.
    pub engage: fn(&Matchup, &Diagnostics) -> Result<Option<Engaged>, Limit>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Every game.
pub const GAMES: &[&Game] = &[&age_of_sigmar::GAME, &warhammer_40k::GAME, &asoiaf::GAME, &warcry::GAME];

/// The game of this name, if there is one.
pub fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().copied().find(|game| game.id == id)
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
    pub situation: Situation,
    /// Its name on the command line and in `when`.
    pub name: &'static str,
    /// What the other unit's owner calls the same thing; `None` if both call it the same.
    pub mirrored: Option<Situation>,
    /// One line.
    pub short: &'static str,
    /// The rule it comes from.
    pub rule: &'static str,
}

impl SituationDoc {
    /// What it is once the words are the other unit's: `charged` said of the target is `target charged`.
    pub fn for_the_other_side(&self) -> Situation {
        self.mirrored.unwrap_or(self.situation)
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

/// Whose effect something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The unit that attacks.
    Attacker,
    /// The unit that is attacked.
    Defender,
}

/// One thing that was asked for with `--with`, or that an ability of a profile brings.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Of which of several attacks it speaks, counted from 0; `None`: of all.
    pub attack: Option<usize>,
    /// Whose it is, if that was said.
    pub owner: Option<Owner>,
    /// What it is, as it was written.
    pub text: String,
    /// The text it stands in.
    pub source: Arc<Source>,
}

/// In which phase an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// With ranged weapons.
    Shooting,
    /// With melee weapons.
    Combat,
}

/// One of several profiles that share a `one-of`.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    /// The weapon of this name.
    Named(String),
    /// Whichever does the most damage on average.
    Best,
}

/// Everything an attack depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Matchup {
    /// Who attacks, one unit after the other; at least one.
    pub attackers: Vec<Profile>,
    /// Who is attacked.
    pub defender: Profile,
    /// How the game is played: one of its modes, or empty.
    pub mode: String,
    /// One of its editions, or empty.
    pub edition: String,
    /// What was asked for.
    pub with: Vec<Clause>,
    /// The phase, if it was said.
    pub phase: Option<Phase>,
    /// Which weapons are used where only one of several can be.
    pub picks: Vec<Pick>,
    /// The order in which weapons are resolved, where it is not the file's.
    pub order: Vec<String>,
    /// Rulings that were chosen, by name.
    pub rulings: Vec<(String, String)>,
    /// Whether [`Engaged::explained`] is filled, which takes longer than the attack itself.
    pub explained: bool,
    /// For every question that [`Engaged::choices`] asks, the answer to try; left out: the first.
    pub answers: Vec<usize>,
}

/// A choice that a player makes for the best: every answer is tried, and the one that reaches the goal best is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What is chosen: `profile of Plasma gun`.
    pub what: String,
    /// The answers.
    pub answers: Vec<String>,
    /// What the best answer is best for.
    pub goal: Goal,
}

/// What an answer is best for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The most damage on average.
    Damage,
    /// The target is gone as often as can be.
    Destroyed,
    /// One of [`Engaged::chances`] is as large as can be.
    Chance(&'static str),
}

impl Goal {
    /// In words: an answer is the one which …
    pub fn text(self) -> String {
        match self {
            Self::Damage => "does the most damage on average".to_owned(),
            Self::Destroyed => "destroys the target most often".to_owned(),
            Self::Chance(name) => format!("has the best chance of `{name}`"),
        }
    }
}

/// An attack, ready to be computed.
#[derive(Clone, Debug, Default)]
pub struct Engaged {
    /// The attackers, in order.
    pub attackers: Vec<Arc<UnitFacts>>,
    /// The defender.
    pub defender: Arc<UnitFacts>,
    /// The steps.
    pub engagement: Engagement,
    /// Results that the game reads off an outcome besides those that every game has.
    pub readings: Vec<Reading>,
    /// What was chosen, and what a player should know: one sentence each.
    pub notes: Vec<String>,
    /// Probabilities that are results besides `destroyed`: a name, and the bodies that are all gone.
    pub chances: Vec<(&'static str, Vec<usize>)>,
    /// Choices that are left to whichever answer is best.
    pub choices: Vec<Choice>,
    /// What was read into the dice, if that was asked for: for `explain`.
    pub explained: Vec<Explained>,
    /// What the target gets back once the attack is over, in order.
    pub recoveries: Vec<Recovery>,
}

/// Points that a target gets back after an attack, unless it is gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Recovery {
    /// What it is, in a player's words.
    pub what: String,
    /// How many points.
    pub points: Draw,
    /// Whether as many points as a model has bring back one that fell; if not, they only heal the one that is hurt.
    pub returns: bool,
}

impl Recovery {
    /// Points lost once `points` are got back, of `lost` by models of `each` points. Models come back first, which never
    /// leaves more points lost than any other order.
    pub fn left(&self, lost: usize, points: usize, each: usize) -> usize {
        let fallen = lost / each;
        let back = if self.returns { fallen.min(points / each) } else { 0 };
        let healed = (points - back * each).min(lost % each);
        lost - back * each - healed
    }
}

/// A result that follows from an outcome and that only some games have.
#[derive(Clone, PartialEq, Debug)]
pub enum Reading {
    /// What a body that has lost 0, 1, 2 … points is worth: `ranks`.
    Worth {
        /// The result's name.
        name: &'static str,
        /// A place in [`Engagement::bodies`].
        body: usize,
        /// The worth for each number of points lost, all of them last.
        worth: Vec<u16>,
    },
    /// The chance that a body has lost at least so many points: `rank-lost`.
    Lost {
        /// The result's name.
        name: &'static str,
        /// A place in [`Engagement::bodies`].
        body: usize,
        /// How many.
        least: u16,
    },
    /// The chance that a total of this name is not 0, instead of the total itself: `panic-failed`.
    Any(&'static str),
}

/// One weapon as it was read, for explaining.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// The weapon.
    pub weapon: String,
    /// Lines of `what`, and `why` with a rule's id.
    pub lines: Vec<ExplainedLine>,
}

/// One thing that was read into a weapon's dice.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedLine {
    /// What: `hit on 3+`, `+1 to hit`.
    pub what: String,
    /// Where it comes from.
    pub source: String,
    /// The rule.
    pub rule: &'static str,
}

impl Engaged {
    /// The same attack with the units that make it.
    fn of<'u>(self, attackers: impl Iterator<Item = &'u Arc<UnitFacts>>, defender: &Arc<UnitFacts>) -> Self {
        Self { attackers: attackers.cloned().collect(), defender: Arc::clone(defender), ..self }
    }
}

impl Matchup {
    /// The value of a ruling: what was chosen, or the game's default.
    pub fn ruling(&self, rulings: &'static [Ruling], name: &str) -> &str {
        let chosen = self.rulings.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let default = || rulings.iter().find(|ruling| ruling.name == name).map_or("", |ruling| ruling.values[0]);
        chosen.unwrap_or_else(default)
    }

    /// The units as their game reads them; `None` if there is any mistake in one. All mistakes are noted.
    fn units<U: Any + Send + Sync>(
        &self,
        read: fn(&Document, &Diagnostics) -> Option<U>,
        found: &Diagnostics,
    ) -> Option<Units<U>> {
        let attackers: Vec<Option<Arc<U>>> = self.attackers.iter().map(|unit| unit.unit(read, found)).collect();
        let defender = self.defender.unit(read, found);
        Some(Units { attackers: attackers.into_iter().collect::<Option<_>>()?, defender: defender? })
    }
}

/// The units of a match-up.
struct Units<U> {
    attackers: Vec<Arc<U>>,
    defender: Arc<U>,
}

/// Reads a document with the game it names; notes a game that does not exist.
pub fn game_of(document: &Document, found: &Diagnostics) -> Option<&'static Game> {
    let ids = || GAMES.iter().map(|game| game.id);
    let Some(id) = document.game() else {
        let place = crate::profile::Place::new(&document.source, 0..document.source.text.len().min(1));
        let help = format!("write `game = \"…\"` with one of {}", ids().collect::<Vec<_>>().join(", "));
        found.push(Diagnostic::new(&place, "the profile does not say for which game it is", "here").help(Some(help)));
        return None;
    };
    let game = find(id);
    if game.is_none() {
        let place = document.table.get("game").map(|node| node.place.clone()).expect("the game was just read");
        let help = crate::words::did_you_mean(id, ids())
            .unwrap_or_else(|| format!("there are {}", ids().collect::<Vec<_>>().join(", ")));
        found.push(Diagnostic::new(&place, format!("there is no game `{id}`"), "here").help(Some(help)));
    }
    game
}

/// Reads a unit's `abilities`; notes those that the game does not have.
fn read_unit_abilities(
    reader: &Reader<'_>,
    known: &'static [AbilityDoc],
    game: &str,
    found: &Diagnostics,
) -> Vec<&'static AbilityDoc> {
    let mut read = Vec::new();
    for text in reader.texts("abilities") {
        if let Some(doc) = known.iter().find(|doc| crate::words::same(doc.example, &text.value)) {
            read.push(doc);
            continue;
        }
        let message = format!("unknown unit ability `{}`", text.value);
        let names = known.iter().map(|doc| doc.example);
        let list = format!(
            "known: {}; other abilities are written as `[[ability]]`",
            names.clone().collect::<Vec<_>>().join(", ")
        );
        let help = crate::words::did_you_mean(&text.value, names).unwrap_or(list);
        let label = format!("not an ability of a unit of {game}");
        found.push(Diagnostic::new(&text.place, message, label).help(Some(help)));
    }
    read
}

/// Scales a profile's points with its number of models, and says so.
fn scale_points(document: &mut Document, before: i64, now: i64, place: &Place) -> Option<String> {
    let points = document.table.whole("points").filter(|_| before != now)?;
    let scaled = (points.checked_mul(now)? + before / 2) / before;
    document.table.put("points", Node { place: place.clone(), value: Value::Whole(scaled) });
    Some(format!("{now} models instead of {before}: {scaled} points instead of {points}"))
}
