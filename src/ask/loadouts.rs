//! Options as they are typed in brackets behind a unit's name.

use crate::error::Error;
use crate::games::loadout::{choose, options};
use crate::profile::{Diagnostics, Document, Found, Library};
use crate::words::same;

/// A name, and what is in brackets behind it: `terminators[2 chainfist, cyclone]`. A unit may have brackets in its name.
pub(super) fn with_loadout<'t>(library: &Library, typed: &'t str) -> (&'t str, Option<&'t str>) {
    let inner = typed.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match inner.filter(|(name, _)| !name.trim().is_empty()) {
        Some((name, loadout)) if !library.is_name(typed) => (name.trim_end(), Some(loadout.trim())),
        _ => (typed, None),
    }
}

/// The basis of a unit's loadouts: the profile as it is, and each of its options alone.
const EACH: &str = "each";

/// `unit[each]` as all that it means; any other unit as it is.
///
/// # Errors
/// If a unit that is named alone has no options.
pub(super) fn each_loadout(units: Vec<(Found, Option<u64>)>) -> Result<Vec<(Found, Option<u64>)>, Error> {
    let is_one = units.len() == 1;
    let mut all = Vec::new();
    for (unit, models) in units {
        if !unit.loadout.as_ref().is_some_and(|loadout| same(loadout, EACH)) {
            all.push((unit, models));
            continue;
        }
        let document = unit.document(&Diagnostics::default());
        let names = options(&document);
        if names.is_empty() && is_one {
            return Err(Error::usage(format!("the profile of {} has no options", unit.name)));
        }
        let with = |loadout: Option<&str>| (Found { loadout: loadout.map(str::to_owned), ..unit.clone() }, models);
        all.extend(std::iter::once(None).chain(names.into_iter().map(Some)).map(with));
    }
    Ok(all)
}

/// A unit's profile with the options that were typed for it; as it is written if none were.
///
/// # Errors
/// An option that it has not, or may not choose.
#[cfg(feature = "cli")]
pub(crate) fn loaded(unit: &Found, found: &Diagnostics) -> Result<Document, Error> {
    let mut document = unit.document(found);
    if unit.loadout.is_some() {
        form_options(unit, &mut document)?;
    }
    Ok(document)
}

/// Chooses the options that were typed for a unit; what came out.
pub(super) fn form_options(unit: &Found, document: &mut Document) -> Result<Option<String>, Error> {
    let typed = unit.loadout.as_deref();
    let has_options = document.table.get("option").is_some();
    choose(document, typed).map_err(|why| {
        let name = if unit.source.is_built_in() { unit.path() } else { unit.source.name.clone() };
        let hint = match has_options {
            true => format!("`warodds show {name}` lists its options"),
            false => "`warodds help profiles` says how options are written".to_owned(),
        };
        Error::usage(format!("`{}[{}]`: {why}", unit.stem, typed.unwrap_or_default())).hint(hint)
    })
}
