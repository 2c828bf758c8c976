//! What attacks ask of a datasheet, and what it answers.

use std::hash::Hash;

use super::{Datasheet, DatasheetWeapon, Group};
use crate::games::language::seen::{OptionalPart, write_optional, write_rest};
use crate::profile::reads::{ReadFrom, ReadUnit, Size, UnitQuestion};
use crate::sequence::Fingerprint;

/// On what attacks of a Strength wound its models, and what Toughness they have.
const WOUNDS: u8 = 2;
const TOUGHNESS: u8 = 3;
/// On what its models save against an AP, and what saves they have.
const SAVES: u8 = 4;
const SAVE: u8 = 5;

impl Datasheet {
    /// Records a question about the Toughness of its models: `against` one Strength, or the value itself.
    pub(crate) fn note_toughness(&self, against: Option<i32>) {
        self.note(against.map_or(UnitQuestion::Of(TOUGHNESS, 0), |strength| UnitQuestion::Of(WOUNDS, strength)));
    }

    /// Notes that the saves of its models are asked for: `against` an AP alone, where nothing changes them, or as they are.
    pub(crate) fn note_saves(&self, against: Option<i16>) {
        self.note(against.map_or(UnitQuestion::Of(SAVE, 0), |ap| UnitQuestion::Of(SAVES, ap.into())));
    }

    pub(super) fn note(&self, question: UnitQuestion) {
        self.from.note(question, |question| self.answer(question).unwrap_or_default());
    }

    /// The number of what all of its models answer.
    fn each<T: Hash>(&self, of: impl Fn(&Group) -> T) -> u128 {
        number(|to| self.groups.iter().for_each(|group| of(group).hash(to)))
    }

    /// Writes all that no other question covers. What is [`Own`](crate::profile::reads::Own) is not part of it.
    fn write_rest(&self, to: &mut Fingerprint) {
        let Self {
            edition,
            from: _,
            rest: _,
            facts: _,
            groups,
            taken,
            attached,
            firing_deck: _,
            leadership: _,
            keywords: _,
            stealth,
            weapons,
            blocks,
            owners: _,
            musters: _,
            place: _,
        } = self;
        (taken, attached, stealth).hash(to);
        weapons.unnoted().iter().any(DatasheetWeapon::is_used_on_death).hash(to);
        write_rest(blocks.unnoted(), to);
        // Who is a character matters where these fall last.
        let protects = *attached || edition.characters_are_last;
        for group in groups {
            let Group {
                name: _,
                part,
                part_keywords,
                part_stealth,
                part_leadership,
                fallen,
                covered,
                taken,
                count,
                toughness: _,
                save: _,
                wounds: _,
                invulnerable: _,
                feel_no_pain,
                feel_no_pain_mortal,
                feel_no_pain_psychic,
                deadly_demise: _,
                character,
            } = group;
            (part, part_keywords, part_stealth, part_leadership, fallen, covered, taken, count.is_any()).hash(to);
            (feel_no_pain, feel_no_pain_mortal, feel_no_pain_psychic, protects && *character).hash(to);
        }
    }
}

impl ReadUnit for Datasheet {
    fn seal(&mut self, from: ReadFrom) {
        self.rest = number(|to| self.write_rest(to));
        self.from = from;
        self.keywords.seal(from);
        self.facts.seal(from);
        self.place.seal(from);
        self.owners.seal(from);
        self.weapons.seal(from);
        self.blocks.seal(from);
        self.firing_deck.seal(from);
        self.leadership.seal(from);
        for group in &mut self.groups {
            group.name.seal(from);
            group.count.seal(from);
            group.wounds.seal(from);
            group.deadly_demise.seal(from);
        }
    }

    fn size(&self) -> Option<[u16; 2]> {
        if let [only] = &self.groups[..] { Some([only.count, only.wounds].map(Size::unnoted)) } else { None }
    }

    fn answer(&self, question: &UnitQuestion) -> Option<u128> {
        Some(match question {
            UnitQuestion::Rest => self.rest,
            UnitQuestion::Keyword(keyword) => self.keywords.holds(keyword).into(),
            UnitQuestion::Size => self.each(|group| [group.count, group.wounds].map(Size::unnoted)),
            UnitQuestion::Of(WOUNDS, strength) => self.each(|group| wounds_on(*strength, group.toughness.into())),
            UnitQuestion::Of(TOUGHNESS, _) => self.each(|group| group.toughness),
            UnitQuestion::Of(SAVES, ap) => self.each(|group| group.saves_on(*ap)),
            UnitQuestion::Of(SAVE, _) => self.each(|group| (group.save, group.invulnerable)),
            UnitQuestion::Of(part, _) => {
                number(|to| write_optional(self.blocks.unnoted(), *part == OptionalPart::Names as u8, to))
            }
            UnitQuestion::Whole => return None,
        })
    }
}

impl Group {
    /// On what its models save against an AP if nothing else changes that, 7: never; 8: they have no save.
    fn saves_on(&self, ap: i32) -> i32 {
        let armour = self.save.map(|save| (i32::from(save).max(2) + ap).min(7));
        armour.into_iter().chain(self.invulnerable.map(i32::from)).min().unwrap_or(8)
    }
}

/// The number to reach on the wound roll (W40K-WOUND, AMB-01, AMB-02).
pub(crate) fn wounds_on(strength: i32, toughness: i32) -> i16 {
    if strength >= 2 * toughness {
        2
    } else if strength > toughness {
        3
    } else if strength == toughness {
        4
    } else if 2 * strength <= toughness {
        6
    } else {
        5
    }
}

fn number(write: impl FnOnce(&mut Fingerprint)) -> u128 {
    let mut number = Fingerprint::default();
    write(&mut number);
    number.whole()
}
