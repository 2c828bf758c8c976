//! Lists of units against each other: what is bought, in every size, whom it meets, and every attack between them.

use std::path::PathBuf;

use super::armies::army_counts;
use super::compare::sheet::how;
use super::compare::{CompareRequest, Comparison, Watch, compare_units};
use super::report::UnitLine;
use super::request::Request;
use super::sizes::sizes;
use super::units::{Chosen, listed, not_standard_input};
use crate::engine::Options;
use crate::error::Error;
use crate::games::loadout::options;
use crate::games::{self, Game};
use crate::profile::{Diagnostics, Found, Library, typical};
use crate::words::same;

/// The most units, each of its sizes counted, that lists are made of.
pub(super) const MAX_GOODS: usize = 2_000;

/// A list that is attacked.
#[derive(Clone)]
pub(super) struct Enemy {
    pub(super) name: String,
    /// What names it on the command line.
    pub(super) typed: String,
    /// Its units: places among those that are attacked, and how many of each.
    pub(super) units: Vec<(usize, usize)>,
    /// Whether it stands for a kind of target, of which there are as many as are needed.
    pub(super) is_typical: bool,
}

/// Units that attack, and lists that are attacked.
pub(super) struct Lists {
    game: &'static Game,
    /// Who may attack.
    pub(super) units: Vec<Chosen>,
    pub(super) enemies: Vec<Enemy>,
    targets: Vec<Chosen>,
}

/// What of each target an attack of each unit takes on average.
pub(super) struct Takings {
    pub(super) table: Comparison,
    /// For each unit and target, the share of the target taken; `None` without an attack.
    pub(super) parts: Vec<Vec<Option<f64>>>,
    /// For each target all its points; 0 if nothing attacks it.
    pub(super) wounds: Vec<usize>,
    /// How many attacks were rolled, and how many there are.
    rolled: [u64; 2],
}

impl Takings {
    /// What a player should know, but for what each size of a unit carries.
    pub(super) fn notes(&self) -> Vec<String> {
        let units = || self.table.attackers.iter().chain(&self.table.defenders);
        let mut notes = self.table.notes();
        notes.retain(|note| !units().any(|unit| unit.notes.contains(note)));
        notes
    }

    /// How a list is compared with others, in a sentence.
    pub(super) fn method(&self, options: &Options) -> String {
        format!("averages of single attacks, {}", how(self.rolled, options))
    }
}

/// A unit's name with its size and its options.
pub(super) fn named(line: &UnitLine, unit: &Chosen) -> String {
    let loadout = unit.0.loadout.as_ref().map_or_else(String::new, |loadout| format!(" [{loadout}]"));
    format!("{}{loadout}", line.name)
}

/// A unit as it can be bought, first as it is: with each number of models, and with each of its options alone. What was
/// typed of either stays.
pub(super) fn as_bought(game: &Game, (unit, models): &Chosen) -> Vec<Chosen> {
    let (document, found) = (unit.document(&Diagnostics::default()), Diagnostics::default());
    let Some(facts) = (game.check)(&document, &found) else { return vec![(unit.clone(), *models)] };
    let own = facts.models as u64;
    let sizes: Vec<Option<u64>> = match models {
        Some(models) => vec![Some(*models)],
        None => sizes(game, &document, &facts).into_iter().map(|size| (size != own).then_some(size)).collect(),
    };
    let mut loadouts = vec![unit.loadout.clone()];
    if unit.loadout.is_none() {
        loadouts.extend(options(&document).into_iter().map(|name| Some(name.to_owned())));
    }
    let loaded = |models: Option<u64>| {
        let unit = |loadout: &Option<String>| (Found { loadout: loadout.clone(), ..unit.clone() }, models);
        loadouts.iter().map(unit).collect::<Vec<_>>()
    };
    sizes.into_iter().flat_map(loaded).collect()
}

/// Whether two units are the same but for size and options.
pub(super) fn is_same(one: &Chosen, other: &Chosen) -> bool {
    one.0.path() == other.0.path() && one.0.source.name == other.0.source.name
}

/// Whether they are one in the same size, with the same options.
pub(super) fn is_exactly(one: &Chosen, other: &Chosen) -> bool {
    is_same(one, other) && one.1 == other.1 && one.0.loadout == other.0.loadout
}

/// Units as they are typed, each as often as its army has it.
///
/// # Errors
/// Names that fit nothing, and units of several games.
pub(super) fn counted(library: &Library, typed: &str, beside: &[String]) -> Result<Vec<(Chosen, usize)>, Error> {
    let [units, _] = listed(library, [std::slice::from_ref(&typed.to_owned()), beside])?;
    let counts = army_counts(typed.trim(), library).unwrap_or_default();
    Ok(units.into_iter().enumerate().map(|(place, unit)| (unit, counts.get(place).copied().unwrap_or(1))).collect())
}

impl Lists {
    /// Looks up units, each as it can be bought, and lists; each text of `into` is a list, `typical` a list for each kind of
    /// target.
    ///
    /// # Errors
    /// Names that fit nothing, units of several games, and more than [`MAX_GOODS`] of them.
    pub(super) fn open(units: &[String], into: &[String], profiles: &[PathBuf]) -> Result<Self, Error> {
        let mut lists = Self::as_typed(units, into, profiles)?;
        lists.units = lists.units.iter().flat_map(|unit| as_bought(lists.game, unit)).collect();
        if lists.units.len() > MAX_GOODS {
            let message =
                format!("{} units, sizes counted; at most {MAX_GOODS} are looked at (MAX_GOODS)", lists.units.len());
            return Err(Error::usage(message).hint("name one army: `--from \"space-marines/*\"`".to_owned()));
        }
        Ok(lists)
    }

    /// The same units as they are typed.
    ///
    /// # Errors
    /// Names that fit nothing, and units of several games.
    pub(super) fn as_typed(units: &[String], into: &[String], profiles: &[PathBuf]) -> Result<Self, Error> {
        not_standard_input(units.iter().chain(into))?;
        let library = Library::open(profiles)?;
        let is_typical = |word: &&String| word.rsplit('/').next().is_some_and(|last| same(last, "typical"));
        let named: Vec<String> = into.iter().filter(|word| word.contains('/') || !is_typical(word)).cloned().collect();
        let [found, _] = listed(&library, [units, &named])?;
        let game = found.iter().find_map(|(unit, _)| unit.game.as_deref().and_then(games::find));
        let game = game.ok_or_else(|| Error::usage("no unit says its game"))?;
        let mut lists = Self { game, units: found, enemies: Vec::new(), targets: Vec::new() };
        for word in into {
            if is_typical(&word) {
                for name in typical(game.id) {
                    lists.add(counted(&library, &format!("{}/{name}", game.id), units)?, word, true);
                }
            } else {
                lists.add(counted(&library, word, units)?, word, false);
            }
        }
        Ok(lists)
    }

    fn add(&mut self, units: Vec<(Chosen, usize)>, typed: &str, is_typical: bool) {
        let [name, typed] = match &units[..] {
            [(only, _)] if is_typical => [only.0.name.clone(), only.0.path()],
            [(only, _)] => [only.0.name.clone(), typed.to_owned()],
            _ => {
                [typed.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(typed).to_owned(), typed.to_owned()]
            }
        };
        let place = |unit: Chosen| {
            let place = self.targets.iter().position(|target| is_exactly(target, &unit));
            place.unwrap_or_else(|| {
                self.targets.push(unit);
                self.targets.len() - 1
            })
        };
        let places: Vec<usize> = units.iter().map(|(unit, _)| unit.clone()).map(place).collect();
        let units = places.into_iter().zip(units).map(|(place, (_, count))| (place, count)).collect();
        self.enemies.push(Enemy { name, typed, units, is_typical });
    }

    /// The same lists, attacked by some of the units.
    pub(super) fn only(&self, units: &[usize]) -> Self {
        let units = units.iter().map(|unit| self.units[*unit].clone()).collect();
        Self { game: self.game, units, enemies: self.enemies.clone(), targets: self.targets.clone() }
    }

    pub(super) fn attacks(&self) -> usize {
        self.units.len() * self.targets.len()
    }

    /// Computes every attack.
    ///
    /// # Errors
    /// What makes every attack impossible, and somebody who stops the work.
    pub(super) fn takings(&self, base: &Request, options: &Options, watch: &Watch<'_>) -> Result<Takings, Error> {
        let names = |units: &[Chosen]| units.iter().map(|(unit, _)| unit.path()).collect();
        let request = CompareRequest {
            attackers: names(&self.units),
            defenders: names(&self.targets),
            base: base.clone(),
            only_shown: true,
            ..CompareRequest::default()
        };
        let table = compare_units([self.units.clone(), self.targets.clone()], &request, options)?;
        let mut parts = vec![vec![None; self.targets.len()]; self.units.len()];
        let mut wounds = vec![0; self.targets.len()];
        let cells = table.collect_watched(watch);
        let mut rolled = [0; 2];
        if cells.len() < table.cells() {
            return Err(Error::usage(format!(
                "stopped after {} of {} attacks, before any list",
                cells.len(),
                table.cells()
            )));
        }
        for cell in cells {
            let Ok(counted) = cell.answer else { continue };
            rolled = [rolled[0] + u64::from(counted.trials.is_some()), rolled[1] + 1];
            parts[cell.attacker][cell.defender] = Some(counted.share());
            wounds[cell.defender] = counted.stood;
        }
        Ok(Takings { table, parts, wounds, rolled })
    }

    /// The keywords of a unit.
    pub(super) fn keywords(&self, unit: usize) -> Vec<String> {
        self.units[unit].0.document(&Diagnostics::default()).keywords()
    }
}
