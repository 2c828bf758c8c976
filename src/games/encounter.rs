//! An encounter: units and their attacks in order; and the engagement that a game makes of it.

use std::sync::Arc;

use super::{Owner, Ruling, UnitFacts};
use crate::profile::reads::ReadUnit;
use crate::profile::{Diagnostics, Document, Profile, Source};
use crate::sequence::{Engagement, Limit, MAX_STEPS};
use crate::words::{add_once, same};

/// One thing that was asked for with `--with`, or that an ability of a profile brings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clause {
    /// Which of several attacks it concerns, counted from 0; `None`: all of them.
    pub attack: Option<usize>,
    /// The owner, if given.
    pub owner: Option<Owner>,
    /// What it is, as it was written.
    pub text: String,
    /// The text it is in.
    pub source: Arc<Source>,
    /// How likely it is to hold, from 0 to 1: `half range @70%`, or on a die `3+: +1 to hit`.
    pub chance: f64,
}

/// In which phase an attack is made.
#[derive(serde::Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// With ranged weapons.
    Shooting,
    /// With melee weapons.
    Combat,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Self; 2] = [Self::Shooting, Self::Combat];

    /// The phase that a word names, whatever its case: `shooting`, `fight` and their like.
    pub fn named(word: &str) -> Option<Self> {
        let is = |entry: &&str| crate::words::same(entry, word);
        if ["shooting", "shoot", "ranged", "missile"].iter().any(is) {
            Some(Self::Shooting)
        } else {
            ["combat", "fight", "melee"].iter().any(is).then_some(Self::Combat)
        }
    }

    /// The other phase.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Shooting => Self::Combat,
            Self::Combat => Self::Shooting,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shooting => "shooting",
            Self::Combat => "combat",
        }
    }
}

/// Which weapons an attack is made with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pick {
    /// Those that this name means: the same name, else those it is a part of.
    Named(String),
    /// Of weapons of which a model uses one, whichever does the most damage on average.
    Best,
}

/// Which models of a unit fall first where they carry different weapons.
#[derive(serde::Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Losses {
    /// Those with the weapon that most of them carry; special weapons and champions last.
    #[default]
    PlainFirst,
    /// As many of each kind as there are models of it.
    ///
    /// Of four hammers and two spears, when half of the models have fallen,
    /// two hammers and one spear are left. Shares are rounded so that together they are as many as stand.
    Even,
}

impl Losses {
    /// Of `count` models of a kind, how many are left once of `before` models only `now` are; where losses are even.
    pub(crate) fn share(count: u16, before: u16, now: u16) -> u16 {
        let (count, before, now) = (u32::from(count), u32::from(before.max(1)), u32::from(now));
        ((2 * count * now + before) / (2 * before)).min(count) as u16
    }
}

/// One unit attacks another in one phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attack {
    /// The unit that attacks: a place in [`Encounter::units`].
    pub by: usize,
    /// The unit that is attacked.
    pub on: usize,
    /// The phase, if it was given.
    pub phase: Option<Phase>,
}

/// Units, and their attacks one after the other: everything that an answer depends on.
///
/// Each attack reads its units when its turn comes: models that have fallen by then no longer count.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Encounter {
    /// The units, each once.
    pub units: Vec<Profile>,
    /// The attacks, in order; at least one, all on the same unit.
    pub attacks: Vec<Attack>,
    /// How the game is played: one of its modes, or empty.
    pub mode: String,
    /// One of its editions, or empty.
    pub edition: String,
    /// What each of the units has lost before the first attack: for each of its bodies the points, those of its profile
    /// included. A unit without any is as its profile says.
    pub lost: Vec<Vec<u16>>,
    /// Whether the tables are to hold whatever the target has lost ([`Engagement::from_any_state`]), and if the game can do so
    /// whatever the attacker has lost.
    pub from_any_state: bool,
    /// Whether the tables are only compared with others: parts that nothing uses are left out of them.
    pub is_compared: bool,
    /// Which models fall first where they carry different weapons.
    pub losses: Losses,
    /// What was asked for.
    pub with: Vec<Clause>,
    /// Which weapons are used: all if none is named; of several attackers each is asked for its own.
    pub picks: Vec<Pick>,
    /// The order in which weapons are resolved, where it is not the file's.
    pub order: Vec<String>,
    /// Rulings that were chosen, by name.
    pub rulings: Vec<(String, String)>,
    /// Whether [`Engaged::explained`] is filled, which takes longer than the attack itself.
    pub explained: bool,
    /// For every choice that [`Engaged::choices`] leaves open, the answer to try; left out: the first.
    pub answers: Vec<usize>,
    /// For everything that is decided before an attack ([`Uncertain`]), in order, how many of its effects come about. Empty:
    /// every way it may fall is put together, and the answer is their mixture.
    pub fates: Vec<usize>,
}

/// Something that a die or a percentage decides before an attack.
#[derive(Clone, PartialEq, Debug)]
pub struct Uncertain {
    /// Which attack it is decided for, counted from 0; `None`: once for all of them.
    pub attack: Option<usize>,
    /// What may come about, the likelier first, each with its chance; with a later one those before it come about too.
    pub reached: Vec<(String, f64)>,
}

impl Uncertain {
    /// The chance that exactly the first `level` come about.
    pub fn chance(&self, level: usize) -> f64 {
        let reach = |level: usize| match level {
            0 => 1.0,
            _ => self.reached.get(level - 1).map_or(0.0, |(_, chance)| *chance),
        };
        reach(level) - reach(level + 1)
    }
}

/// A choice that a player makes for the best: every answer is tried, and the one that reaches the goal best is kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Choice {
    /// What is chosen: `profile of Plasma gun`.
    pub what: String,
    /// The answers.
    pub answers: Vec<String>,
    /// What the best answer is best for.
    pub goal: Goal,
}

/// What an answer is best for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// The most damage on average.
    Damage,
    /// The target is gone as often as can be.
    Destroyed,
    /// One of [`Engaged::chances`] is as large as can be.
    Chance(&'static str),
    /// The first answer is optimal if the engine can compute it exactly; otherwise the other answers are compared by the
    /// chance to destroy the target.
    FirstIfComputed,
    /// Like [`Goal::FirstIfComputed`], for the target's owner, who wants the smallest chance.
    FirstIfComputedForTarget,
}

impl Goal {
    /// In words: an answer is the one which …
    pub(crate) fn text(self) -> String {
        match self {
            Self::Damage => "does the most damage on average".to_owned(),
            Self::Destroyed | Self::FirstIfComputed => "destroys the target most often".to_owned(),
            Self::FirstIfComputedForTarget => "destroys the target least often".to_owned(),
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
    /// Results that the game reads off an outcome in addition to those that every game has.
    #[doc(hidden)]
    pub readings: Vec<ExtraResult>,
    /// What was chosen, and what a player should know: one sentence each.
    pub notes: Vec<String>,
    /// Probabilities that are results in addition to `destroyed`: a name, and the bodies that are all gone.
    #[doc(hidden)]
    pub chances: Vec<(&'static str, Vec<usize>)>,
    /// Choices that are left to whichever answer is best.
    pub(crate) choices: Vec<Choice>,
    /// What was read into the dice, if that was asked for: for `explain`.
    pub explained: Vec<Explained>,
    /// The names of all weapons among which those of the first attack were chosen.
    pub(crate) among: Vec<String>,
    /// What is decided before the attacks and changes something in them.
    #[doc(hidden)]
    pub uncertain: Vec<Uncertain>,
    /// How many steps were put together to find the ways to attack, apart from those of the engagement.
    pub(crate) steps_read: u64,
    /// Whether the tables have parts that nothing uses, and that those which are only compared leave out.
    pub(crate) has_unused: bool,
    /// Whether what the attacker suffers comes before its attack alone: one that is gone has made none.
    pub(crate) falls_first: bool,
}

/// A result that follows from an outcome and that only some games have.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum ExtraResult {
    /// What a body that has lost 0, 1, 2 … points is worth: `ranks`.
    ByLoss {
        /// The result's name.
        name: &'static str,
        /// A place in [`Engagement::bodies`].
        body: usize,
        /// The worth for each number of points lost, all of them last.
        values: Vec<u16>,
    },
    /// The chance that a body has lost at least this many points: `rank-lost`.
    Lost {
        /// The result's name.
        name: &'static str,
        /// A place in [`Engagement::bodies`].
        body: usize,
        /// The fewest points.
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

/// Notes and choices of an attack, apart from its tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) notes: Vec<String>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) explained: Vec<Explained>,
    /// The names of all weapons among which those of the attack were chosen.
    pub(crate) among: Vec<String>,
}

impl Engaged {
    /// Keeps the weapons among which those of the first attack were chosen.
    pub(crate) fn among(&mut self, weapons: Vec<String>) {
        if self.among.is_empty() {
            self.among = weapons;
        }
    }

    /// Whether it can be put together this many times over.
    ///
    /// # Errors
    /// If those are too many steps; `what` is the reason why it is made over and over.
    pub(crate) fn check_times(&self, times: usize, what: &str) -> Result<(), Limit> {
        let of_parts = self.engagement.mixture.iter().map(|part| part.engagement.steps.len()).sum::<usize>();
        let once = self.steps_read + (self.engagement.steps.len() + of_parts) as u64;
        let steps = once.saturating_mul(times as u64);
        Limit::check_of("steps of all ", what, steps, MAX_STEPS as u64, "MAX_STEPS")
    }

    /// Adds the remarks on every way to attack, each note once. The choices are those of the first way: all ways leave the
    /// same ones open.
    pub(crate) fn add_remarks(&mut self, turns: Vec<(String, Remarks)>) {
        for (index, (state, remarks)) in turns.into_iter().enumerate() {
            add_once(&mut self.notes, remarks.notes);
            if index == 0 {
                self.choices.extend(remarks.choices);
                self.among(remarks.among);
            }
            self.explained.extend(remarks.explained.into_iter().map(|explained| match state.is_empty() {
                true => explained,
                false => Explained { weapon: format!("{}, {state}", explained.weapon), ..explained },
            }));
        }
    }
}

impl Encounter {
    /// One attack of one unit on another, as plain as can be: no situation, no effect, the first mode and edition.
    pub(crate) fn single(attacker: Profile, defender: Profile, phase: Option<Phase>) -> Self {
        Self { units: vec![attacker, defender], attacks: vec![Attack { by: 0, on: 1, phase }], ..Self::default() }
    }

    /// The value of a ruling: what was chosen, or the game's default.
    pub(crate) fn ruling(&self, rulings: &'static [Ruling], name: &str) -> &str {
        let chosen = self.rulings.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let default = || rulings.iter().find(|ruling| ruling.name == name).map_or("", |ruling| ruling.values[0]);
        chosen.unwrap_or_else(default)
    }

    /// The units as their game reads them; `None` if there is any mistake in one. All mistakes are noted.
    pub(crate) fn read_units<U: ReadUnit>(
        &self,
        read: fn(&Document, &Diagnostics) -> Option<U>,
        found: &Diagnostics,
    ) -> Option<Vec<Arc<U>>> {
        let units: Vec<Option<Arc<U>>> = self.units.iter().map(|unit| unit.unit(read, found)).collect();
        units.into_iter().collect()
    }

    /// A weapon's name, with its unit's if there are several attacks.
    pub(crate) fn label<'u>(&self, unit: impl FnOnce() -> &'u str, weapon: &str) -> String {
        if self.attacks.len() > 1 { format!("{}: {weapon}", unit()) } else { weapon.to_owned() }
    }

    /// The attack with which the phase of an attack began. A phase that comes back after another is a new one.
    pub(crate) fn phase_began(&self, attack: usize) -> usize {
        let is_other = |before: &Attack| before.phase != self.attacks[attack].phase;
        self.attacks[..attack].iter().rposition(is_other).map_or(0, |last| last + 1)
    }

    /// Whether an attack is the first of its phase: what an army does once in a phase, it does then.
    pub(crate) fn is_first_of_phase(&self, attack: usize) -> bool {
        self.phase_began(attack) == attack
    }

    /// Whether an attack is the first of its phase of which this was given.
    pub(crate) fn is_first_use(&self, attack: usize, text: &str) -> bool {
        let is_meant =
            |clause: &Clause, attack: usize| same(&clause.text, text) && clause.attack.is_none_or(|of| of == attack);
        let uses = |attack: usize| self.with.iter().any(|clause| is_meant(clause, attack));
        !(self.phase_began(attack)..attack).any(uses)
    }

    /// What a unit has lost before the first attack, if that was given.
    pub(crate) fn lost_of(&self, unit: usize) -> Option<&[u16]> {
        self.lost.get(unit).map(Vec::as_slice).filter(|lost| !lost.is_empty())
    }

    /// The units as their losses have left them; `after` is what is left of one.
    pub(crate) fn left<U>(&self, units: Vec<Arc<U>>, after: impl Fn(&U, &[u16]) -> U) -> Vec<Arc<U>> {
        let left =
            |(place, unit): (usize, Arc<U>)| self.lost_of(place).map_or(unit.clone(), |lost| after(&unit, lost).into());
        units.into_iter().enumerate().map(left).collect()
    }
}
