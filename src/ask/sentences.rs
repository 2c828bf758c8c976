//! Sentences of cards that `--with` says: each is an optional ability of the unit that it is about.

use crate::games::{Attack, Clause, Encounter, Game, Owner, Whole};
use crate::grammar::Statement;
use crate::profile::{Document, Node, Place, Profile, Table, Value};

/// Whether a text may be a sentence: most that are asked for are a word or two.
pub(super) fn may_be_one(text: &str) -> bool {
    let is_held = || [" against ", " vs ", " if ", " in ", ": "].iter().any(|between| text.contains(between));
    text.split_whitespace().nth(2).is_some() || Statement::is_line(text.trim()) || is_held()
}

/// Gives the units of an encounter what sentences say, as abilities of that name.
pub(super) fn give(game: &Game, encounter: &mut Encounter) {
    let clauses: Vec<(Owner, Clause)> = encounter
        .with
        .iter()
        .filter(|clause| may_be_one(&clause.text))
        .filter_map(|clause| match (game.whole)(&clause.text) {
            Some(Whole::Sentence(whose, _)) => Some((whose, clause.clone())),
            _ => None,
        })
        .collect();
    for (whose, clause) in clauses {
        let unit_of = |attack: &Attack| match clause.owner.unwrap_or(whose) {
            Owner::Attacker => attack.by,
            Owner::Defender => attack.on,
        };
        let mut units: Vec<usize> = encounter.attacks.iter().map(unit_of).collect();
        units.sort_unstable();
        units.dedup();
        for unit in units {
            let mut document = encounter.units[unit].document().clone();
            if document.names("ability").contains(&clause.text) {
                continue;
            }
            add(&mut document, &clause);
            (game.spell_out)(&mut document);
            encounter.units[unit] = Profile::from(document);
        }
    }
}

/// Adds an optional ability that does what a clause says.
fn add(document: &mut Document, clause: &Clause) {
    let place = Place::new(&clause.source, 0..clause.source.text.len());
    let node = |value| Node { place: place.clone(), value };
    let text = || node(Value::Text(clause.text.as_str().into()));
    let mut table = Table::default();
    table.put("name", text());
    table.put("optional", node(Value::Flag(true)));
    table.put("effects", node(Value::List(vec![text()])));
    let entry = node(Value::Table(table));
    document.table.extend("ability", vec![entry], &place);
}
