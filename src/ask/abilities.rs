//! What the abilities of a unit's own profile are called, what they do, and how they are asked for.

use std::path::PathBuf;

use super::units::look_up;
use crate::error::Error;
use crate::games::find;
use crate::profile::{Diagnostics, Library, Table};

/// A row for each `[[ability]]` of a unit: its name, effect, condition, and the option that switches it on.
///
/// # Errors
/// A name that fits no unit, or several.
pub fn unit_abilities(typed: &str, profiles: &[PathBuf]) -> Result<Vec<[String; 4]>, Error> {
    let (unit, _) = look_up(&Library::open(profiles)?, typed, &[])?;
    let mut document = unit.document(&Diagnostics::default());
    if let Some(game) = document.game().and_then(find) {
        (game.spell_out)(&mut document);
    }
    Ok(document.table.tables_mut("ability").into_iter().map(|table| row(table)).collect())
}

fn row(table: &Table) -> [String; 4] {
    let texts = |key: &str| table.texts(key).collect::<Vec<_>>();
    let name = table.text("name").unwrap_or_default().to_owned();
    let has_value = texts("effects").iter().any(|effect| crate::games::holds_value(effect));
    let option = match (table.is("optional"), has_value) {
        (true, true) => format!("--with \"{name} 4\""),
        (true, false) => format!("--with \"{name}\""),
        (false, _) => "always on".to_owned(),
    };
    let option = if table.is("once") { format!("{option}, once") } else { option };
    let priced = table.whole("command-points").map(|points| format!(", {points} CP"));
    let choice = table.text("choice").map(|choice| format!(", one of the choice {choice}"));
    let option = option + &priced.unwrap_or_default() + &choice.unwrap_or_default();
    let against = if table.is("against") { "attacks against it: " } else { "" };
    [name, format!("{against}{}", texts("effects").join("; ")), texts("when").join("; "), option]
}
