//! What outputs show, from answers and sheets that are made by hand.

mod attack;
mod charts;
mod csv;
mod files;
mod sample;
mod texts;

use warodds::report::{CsvStyle, Curve, Reportable, Sheet};
use warodds::stats::Pmf;

/// A sheet as an answer of its own.
struct Shown(Sheet);

impl serde::Serialize for Shown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl Reportable for Shown {
    fn sheet(&self) -> Sheet {
        self.0.clone()
    }

    fn csv(&self, _: CsvStyle) -> Vec<u8> {
        Vec::new()
    }
}

/// A distribution alone.
fn curve(axis: &str, pmf: Pmf) -> Curve {
    Curve { axis: axis.to_owned(), pmf, rolled: None, marked: None }
}
