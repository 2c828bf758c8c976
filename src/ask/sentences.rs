//! Sentences of cards that `--with` says: each is an optional ability of the unit that it is about.

use crate::error::Error;
use crate::games::{Attack, Clause, Encounter, Game, Owner, Whole};
use crate::grammar::Statement;
use crate::profile::{Diagnostic, Document, Node, Place, Profile, Table, Value, shipped_keywords};
use crate::words::{did_you_mean, same};

/// Whether a text may be a sentence: most that are asked for are a word or two.
pub(super) fn may_be_one(text: &str) -> bool {
    let is_held = || [" against ", " vs ", " if ", " in ", ": "].iter().any(|between| text.contains(between));
    text.split_whitespace().nth(2).is_some() || Statement::is_line(text.trim()) || is_held()
}

/// Gives the units of an encounter what sentences say, as abilities of that name.
///
/// # Errors
/// A keyword that nobody has.
pub(super) fn give(game: &Game, encounter: &mut Encounter) -> Result<(), Error> {
    let all = encounter.with.iter().filter(|clause| clause.owner.is_some() || may_be_one(&clause.text));
    let sentence = |clause: &Clause| match (game.whole)(&clause.text)? {
        Whole::Sentence { whose, unknown, .. } => Some((whose, unknown, clause.clone())),
        Whole::OnItself if clause.owner.is_some() => Some((Owner::Defender, Vec::new(), clause.clone())),
        Whole::OnItself | Whole::Effect => None,
    };
    let clauses: Vec<(Owner, Vec<String>, Clause)> = all.filter_map(sentence).collect();
    for (whose, keywords, clause) in clauses {
        let has = |word: &String| {
            encounter.units.iter().any(|unit| unit.document().keywords().iter().any(|own| same(own, word)))
        };
        if let Some(word) = keywords.iter().find(|word| !has(word)) {
            return Err(Error::mistakes(vec![nobodys(game, word, &clause)]));
        }
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
    Ok(())
}

/// What to say of a keyword that no unit has: a word in front of a colon may as well be meant for a side.
fn nobodys(game: &Game, word: &str, clause: &Clause) -> Diagnostic {
    let effect = clause.text.split_once(':').filter(|(front, _)| same(front, word)).map(|(_, effect)| effect.trim());
    let side = effect
        .map(|effect| format!("write `attacker: {effect}` or `defender: {effect}` (`A:`, `B:`) to say whose it is"));
    let near = (word.len() > 3).then(|| did_you_mean(word, shipped_keywords(game.id))).flatten();
    let place = Place::new(&clause.source, 0..clause.source.text.len());
    Diagnostic::new(&place, format!("no unit here has the keyword `{word}`"), "here").help(near.or(side))
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
