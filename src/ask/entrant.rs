//! A unit that takes part in a table, and units that attack one after the other as one row of it.

use std::sync::{Arc, OnceLock};

use super::attack::line;
use super::clauses::TypedClause;
use super::head::NotComputed;
use super::lines::may_be_attacked;
use super::report::UnitLine;
use super::settings::Setting;
use super::units::{Chosen, alone, form};
use crate::error::Error;
use crate::games::{Encounter, Game, Phase, UnitFacts, told_apart};
use crate::profile::{Diagnostics, Profile};
use crate::words::shell_word;

/// A unit that takes part, its profile read and changed as it was asked.
#[derive(Clone)]
pub(super) struct Entrant {
    /// Its name, points and models; of a profile that is wrong only the name.
    pub(super) line: UnitLine,
    /// What names it alone, its size and its leaders included.
    pub(super) typed: String,
    /// The same as a shell takes it, once it was asked for.
    quoted: OnceLock<String>,
    /// `game/file-name`, which tells it from others of its name.
    pub(super) path: String,
    /// Its profile, or what is wrong with it.
    pub(super) profile: Result<Profile, Error>,
    /// Why it cannot be attacked, if it cannot.
    pub(super) unattackable: Option<Error>,
    /// What came out of a size.
    pub(super) notes: Vec<String>,
    /// What its profile leaves out of the card.
    pub(super) not_computed: Option<NotComputed>,
    /// The same in words.
    pub(super) left_out: Option<String>,
    /// The clauses that name it.
    pub(super) clauses: Vec<TypedClause>,
    /// Whether it has any weapon, as far as its profile can be read.
    pub(super) is_armed: bool,
    /// Units that attack after it, on what it leaves.
    pub(super) then: Vec<Entrant>,
    /// What is tried on it, beside what holds for all.
    pub(super) tried: Vec<String>,
    /// The phases that it, and those after it, have weapons for.
    pub(super) phases: Vec<Phase>,
}

impl Entrant {
    /// Reads a unit of the game.
    pub(super) fn read(game: &'static Game, unit: &Chosen, settings: &[Setting<'_>]) -> Self {
        let mut notes = Vec::new();
        let (profile, facts) = match read_profile(game, unit, settings, &mut notes) {
            Ok((profile, facts)) => (Ok(profile), Some(facts)),
            Err(error) => (Err(error), None),
        };
        let not_computed = facts.as_ref().and_then(|facts| NotComputed::of(std::iter::once(&**facts)).pop());
        let is_armed = facts.as_ref().is_none_or(|facts| !facts.weapons.is_empty());
        let line =
            facts.map_or_else(|| UnitLine { name: unit.0.name.clone(), points: None, models: 0 }, |facts| line(&facts));
        let phases = profile.as_ref().map_or_else(|_| Vec::new(), |profile| phases(game, profile));
        let unattackable = profile.as_ref().ok().and_then(|profile| may_be_attacked(game, profile.document()).err());
        let (typed, path, clauses) = (alone(unit), unit.0.path(), Vec::new());
        let left_out = not_computed.as_ref().map(NotComputed::text);
        let (then, tried) = (Vec::new(), Vec::new());
        Self {
            line,
            typed,
            quoted: OnceLock::new(),
            path,
            profile,
            unattackable,
            notes,
            not_computed,
            left_out,
            clauses,
            is_armed,
            then,
            tried,
            phases,
        }
    }

    /// Whether its attacks, and those on it, are those of another one; with `optional`, also if it uses what it may use.
    pub(super) fn is_like(&self, other: &Self, optional: bool) -> bool {
        let is_plain = |unit: &Self| unit.clauses.is_empty() && unit.then.is_empty() && unit.tried.is_empty();
        let (Ok(one), Ok(another)) = (&self.profile, &other.profile) else { return false };
        is_plain(self) && is_plain(other) && one.document().is_like(another.document(), optional)
    }

    /// What it is called: as it is typed, by its profile, by its file.
    pub(super) fn names(&self) -> [String; 3] {
        [&self.typed, &self.line.name, self.path.rsplit('/').next().unwrap_or_default()].map(str::to_owned)
    }

    /// What names it alone, as it is typed.
    pub(super) fn as_typed(&self) -> &str {
        self.quoted.get_or_init(|| shell_word(&self.typed).into_owned())
    }

    /// Several units that attack one after the other as one row.
    pub(super) fn together(mut units: Vec<Self>) -> Self {
        let mut first = units.remove(0);
        if units.is_empty() {
            return first;
        }
        let each = || std::iter::once(&first).chain(&units);
        let line = UnitLine {
            name: each().map(|unit| unit.line.name.as_str()).collect::<Vec<_>>().join(" & "),
            points: each().map(|unit| unit.line.points).sum(),
            models: each().map(|unit| unit.line.models).sum(),
        };
        let path = each().map(|unit| unit.path.as_str()).collect::<Vec<_>>().join(" & ");
        let left_out: Vec<&str> = each().filter_map(|unit| unit.left_out.as_deref()).collect();
        first.left_out = (!left_out.is_empty()).then(|| left_out.join("; "));
        first.is_armed |= units.iter().any(|unit| unit.is_armed);
        first.phases.retain(|phase| units.iter().all(|unit| unit.phases.contains(phase)));
        first.notes.extend(units.iter().flat_map(|unit| unit.notes.iter().cloned()));
        (first.line, first.path, first.then) = (line, path, units);
        first
    }

    /// It and those that attack after it.
    pub(super) fn each(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.then)
    }
}

/// A profile and unit line at the size asked for, joined to their leaders and changed by `--set`.
fn read_profile(
    game: &'static Game,
    chosen: &Chosen,
    settings: &[Setting<'_>],
    notes: &mut Vec<String>,
) -> Result<(Profile, Arc<UnitFacts>), Error> {
    let found = Diagnostics::default();
    let unit = &chosen.0;
    let mut document = unit.document(&found);
    if document.game() != Some(game.id) {
        let read = crate::games::game_of(&document, &found);
        let message = read.map(|other| {
            let [theirs, ours] = told_apart(other, game);
            format!("{} is a unit of {theirs}, not of {ours}", unit.name)
        });
        return Err(message.map_or_else(|| Error::mistakes(found.into_list()), Error::usage));
    }
    form(game, chosen, &mut document, &found, notes)?;
    for setting in settings {
        setting.apply(game, &mut document, &found, notes)?;
    }
    let facts = (game.check)(&document, &found).filter(|_| found.is_empty());
    facts.map(|facts| (document.into(), facts)).ok_or_else(|| Error::mistakes(found.into_list()))
}

/// The phases that a unit has weapons for: nothing else may be wrong with an attack on itself, where it may be no target.
fn phases(game: &'static Game, profile: &Profile) -> Vec<Phase> {
    let can = |phase: &Phase| {
        let encounter = Encounter::single(profile.clone(), profile.clone(), Some(*phase));
        let found = Diagnostics::default();
        let engaged = (game.engage)(&encounter, &found);
        !matches!(engaged, Ok(None)) || found.into_list().iter().any(|mistake| !mistake.is_unarmed)
    };
    Phase::ALL.into_iter().filter(can).collect()
}
