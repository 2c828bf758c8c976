//! A sweep as data: JSON and tidy rows.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Axis, Sweep, SweptCell};
use crate::ask::cells::POINTS_DESTROYED;
use crate::ask::compare::data::{About, SaidCells, costs, counted_entries};
use crate::ask::compare_csv_head;
use crate::ask::report::UnitLine;
use crate::ask::report::data::Pairs;
use crate::ask::said::{NotComputed, Said};
use crate::report::{CsvTable, SCHEMA, TOOL};

/// The keys of the JSON, in their order.
#[derive(serde::Serialize)]
struct Keys<'s> {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    #[serde(flatten)]
    variant: Pairs<'s, &'static str>,
    attacker: &'s UnitLine,
    defender: &'s UnitLine,
    #[serde(flatten)]
    said: &'s Said,
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    rulings: Pairs<'s, String>,
    method: &'static str,
    seed: u64,
    metrics: &'s [&'static str],
    varied: &'s [Axis],
    #[serde(rename = "break-even")]
    break_even: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
    cells: Vec<CellKeys<'s>>,
}

/// How far a sweep came that was stopped.
#[derive(serde::Serialize)]
struct Stopped {
    cells: usize,
    of: usize,
}

impl Serialize for Sweep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = Keys {
            schema: SCHEMA,
            tool: TOOL,
            game: self.game,
            variant: Pairs(&self.said.variant),
            attacker: &self.attacker,
            defender: &self.defender,
            said: &self.said,
            rulings: Pairs(&self.said.rulings),
            method: self.method,
            seed: self.seed,
            metrics: &self.metrics,
            varied: &self.axes,
            break_even: self.break_even(),
            stopped: (!self.reached().is_all()).then_some(Stopped { cells: self.cells.len(), of: self.of }),
            cells: self.cells.iter().map(|cell| CellKeys { cell, of: self }).collect(),
        };
        keys.serialize(serializer)
    }
}

struct CellKeys<'s> {
    cell: &'s SweptCell,
    of: &'s Sweep,
}

impl Serialize for CellKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("values", &self.of.values(self.cell).collect::<Vec<_>>())?;
        match &self.cell.answer {
            Err(why) => map.serialize_entry("refused", why)?,
            Ok(counted) => {
                counted_entries(&mut map, counted)?;
                map.serialize_entry(POINTS_DESTROYED, &counted.points_destroyed)?;
            }
        }
        map.end()
    }
}

impl Sweep {
    /// The values of a cell, one for each axis.
    pub(super) fn values<'s>(&'s self, cell: &'s SweptCell) -> impl Iterator<Item = &'s str> {
        self.axes.iter().zip(&cell.values).map(|(axis, value)| axis.values[*value].as_str())
    }

    /// One row for each cell and result.
    pub(super) fn csv_rows(&self) -> CsvTable {
        let (mut table, said) = (CsvTable::new(&compare_csv_head()), SaidCells::of(&self.said));
        for cell in &self.cells {
            let named = self.axes.iter().zip(self.values(cell)).map(|(axis, value)| format!("{}={value}", axis.path));
            let [attacker, defender] = cell.units.as_ref().map_or([&self.attacker, &self.defender], |[a, d]| [a, d]);
            let about = About {
                game: self.game,
                attacker,
                defender,
                seed: self.seed,
                said: &said,
                varied: Some(named.collect::<Vec<_>>().join("; ")),
                not_computed: NotComputed::cell(&self.said.not_computed.iter().collect::<Vec<_>>()),
            };
            about.write(&mut table, &self.metrics, &cell.answer, costs(attacker));
        }
        table
    }
}
