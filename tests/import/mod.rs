//! Rosters and catalogues of other programs: what each pitfall becomes, and what is refused.
//!
//! The files of `files/` are invented; they have the shape of real ones. What becomes of them is a snapshot, which was
//! read against the file by hand.

mod armies;
mod cards;
mod catalogues;
mod choices;
mod dataset;
mod defaults;
mod eleventh;
mod hostile;
mod lists;
mod options;
mod pasted;
mod prices;
mod reach;
mod readings;
mod rosters;
mod warscrolls;

use warodds::ask::Importer;
use warodds::profile::import::{Imported, ImportedUnit, NotRead, open};

use crate::support::rosters::{bytes, library, zipped};

/// Files that may link to each other; what becomes of the first.
fn imported(files: &[&[u8]]) -> Result<Imported, NotRead> {
    let files: Vec<_> = files.iter().map(|bytes| open(bytes)).collect::<Result<_, _>>()?;
    Importer::new(&files, &library()).import(0, None)
}

fn refused(bytes: &[u8]) -> String {
    imported(&[bytes]).expect_err("refused").to_string()
}

/// The unit of this name.
fn unit<'i>(imported: &'i Imported, name: &str) -> &'i ImportedUnit {
    imported.units.iter().find(|unit| unit.name == name).unwrap_or_else(|| panic!("{name} among {imported:#?}"))
}

/// Everything that is said of an army, and the profiles.
fn told(imported: &Imported) -> String {
    let mut text = format!("{} of {}, points {:?}\n", imported.name, imported.game, imported.points);
    for unit in &imported.units {
        text.push_str(&format!("\n# {}: {} models, points {:?}\n", unit.name, unit.models, unit.points));
        for (what, items) in [("read", &unit.read), ("mended", &unit.mended)] {
            items.iter().for_each(|item| text.push_str(&format!("# {what}: {item}\n")));
        }
        for left in &unit.left_out {
            text.push_str(&format!("# left out: {}, because {}\n", left.what, left.why));
        }
        if let Some(led) = unit.leader_of {
            text.push_str(&format!("# leads unit {led}\n"));
        }
        if let Some(why) = &unit.refused {
            text.push_str(&format!("# refused: {why}\n"));
        }
        text.push_str(&unit.text);
    }
    text
}
