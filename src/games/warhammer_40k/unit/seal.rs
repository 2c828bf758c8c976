//! The parts of a datasheet: what each says, so that it is noted which an attack looks at.

use std::hash::Hash;

use super::{Datasheet, DatasheetWeapon, Group};
use crate::games::language::seen::{VIEWS, seal_views};
use crate::profile::reads::{PartOf, ReadUnit, Seal};
use crate::sequence::Fingerprint;

/// What is looked at of abilities and of weapons alone.
#[derive(Clone, Copy, Default)]
pub(super) struct Views {
    pub(super) blocks: [PartOf; VIEWS.len()],
    pub(super) strikes_back: PartOf,
}

/// The first number of views, and of what each group of models has that is a part of its own.
const FIRST_VIEW: u16 = 20;
const FIRST_GROUP: u16 = 32;

impl ReadUnit for Datasheet {
    fn seal(&mut self, seal: &mut Seal) {
        let Self {
            // Of one game, and so of one edition, are all units of a table.
            edition: _,
            facts,
            groups,
            taken,
            attached,
            firing_deck,
            leadership,
            keywords,
            stealth,
            weapons,
            blocks,
            owners,
            place,
            views,
        } = self;
        // What no two units have in common is known by the document alone.
        let own = seal.own();
        seal.part(0, facts, |_| own);
        seal.part(1, place, |_| own);
        seal.part(2, owners, |_| own);
        views.strikes_back = seal.next(3, weapons.iter().any(DatasheetWeapon::is_used_on_death).into());
        seal.part(4, weapons, |_| own);
        views.blocks = seal_views(seal, FIRST_VIEW, blocks);
        seal.part(5, blocks, |_| own);
        seal.part(6, taken, number);
        seal.part(7, attached, number);
        seal.part(8, firing_deck, number);
        seal.part(9, leadership, number);
        seal.part(10, stealth, number);
        seal.keywords(11, keywords, number);
        for (place, group) in groups.iter_mut().enumerate() {
            let Group { name, deadly_demise, .. } = group;
            let first = FIRST_GROUP + 2 * place as u16;
            seal.name(first, name, number);
            seal.part(first + 1, deadly_demise, number);
        }
        seal.part(12, groups, number);
    }
}

fn number(part: &impl Hash) -> u128 {
    let mut number = Fingerprint::default();
    part.hash(&mut number);
    number.whole()
}
