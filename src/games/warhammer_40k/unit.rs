//! A datasheet, as a profile writes it (W40K-PROFILE).

use std::sync::Arc;

use self::abilities::{damaged, leave_out_brackets};
pub(crate) use self::answers::wounds_on;
use super::edition::{Batches, Edition};
use crate::dice::Amount;
use crate::games::language::entry::Meaning;
use crate::games::language::participants::{Bearer, bearer};
use crate::games::language::scene::AbilityBlock;
use crate::games::language::seen::OptionalPart;
use crate::games::language::sentence;
use crate::games::loadout;
use crate::games::printed::{self, OfUnit, UnitAbility, two_values};
use crate::games::recent::Recent;
use crate::games::volley::draft::WeaponDraft;
use crate::games::{UnitFacts, read_points};
use crate::profile::reads::{Keywords, Own, OwnName, ReadFrom, Size, UNTOLD, UnitQuestion};
use crate::profile::{Diagnostic, Diagnostics, Document, Place, Reader};
use crate::sequence::MAX_MODELS;
use crate::words::same;
use crate::words::sort::sort_by_key;

mod abilities;
mod answers;
mod group;
mod weapon;

/// Keys of a group of models that may also be set for the whole unit.
pub(crate) const GROUP_KEYS: &[&str] = &[
    "toughness", "save", "wounds", "objective-control", "invulnerable", "feel-no-pain", "feel-no-pain-mortal",
    "feel-no-pain-psychic", "deadly-demise",
];

/// A unit.
#[derive(Clone)]
pub(crate) struct Datasheet {
    /// The edition that it is written for.
    pub(crate) edition: &'static Edition,
    /// The profile it is read from.
    from: ReadFrom,
    /// The number of all that an attack on it may see and does not ask for.
    rest: u128,
    pub(crate) facts: Own<Arc<UnitFacts>>,
    /// In the order in which they fall.
    pub(crate) groups: Vec<Group>,
    /// Points that the first model to fall has lost already.
    pub(crate) taken: u16,
    /// Whether its characters lead the others (W40K-ATTACHED).
    pub(crate) attached: bool,
    /// How many passengers shoot from it (W40K-FIRING-DECK).
    pub(crate) firing_deck: Own<u16>,
    /// The best of its models.
    pub(crate) leadership: Own<Option<Leadership>>,
    pub(crate) keywords: Keywords,
    pub(crate) stealth: bool,
    pub(crate) weapons: Own<Vec<DatasheetWeapon>>,
    pub(crate) blocks: Own<Vec<AbilityBlock<WeaponDraft>>>,
    /// Whose each of the blocks is.
    pub(crate) owners: Own<Vec<BlockOwner>>,
    /// How many of its weapons are used, by what decides that.
    pub(super) musters: Recent<MusterKey, (Vec<u16>, Option<String>)>,
    /// The place of the unit's name.
    pub(crate) place: Own<Place>,
}

/// Weapons that may be used, which of them are Pistols or have Extra Attacks, which were named, and the best of groups.
type MusterKey = (Vec<usize>, Vec<bool>, Vec<usize>, Vec<(String, usize)>);

/// The number that a Leadership test must reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Leadership {
    pub(crate) on: u8,
    /// Whether nothing changes it: a Leadership of "-", in whose place Toughness is used (W40K-DASH).
    pub(crate) is_fixed: bool,
}

impl Leadership {
    fn read(printed: Option<u8>, toughness: u16) -> Self {
        Self { on: printed.unwrap_or(toughness.min(u16::from(u8::MAX)) as u8), is_fixed: printed.is_none() }
    }
}

/// Whose an ability is.
#[derive(Clone)]
pub(crate) struct BlockOwner {
    /// The part of an Attached unit; `None` if the unit has one part.
    pub(crate) part: Option<String>,
    /// Whether it works only while the part leads others.
    pub(crate) leading: bool,
}

/// Models that are alike.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) name: OwnName,
    /// The part of an Attached unit that it belongs to.
    pub(crate) part: Option<String>,
    /// Keywords of that part alone, and whether it has Stealth; nothing unless the unit is Attached.
    pub(crate) part_keywords: Vec<String>,
    pub(crate) part_stealth: bool,
    pub(crate) part_leadership: Option<Leadership>,
    /// Models of it that attacks before have slain.
    pub(crate) fallen: u16,
    /// Whether they have the Benefit of Cover where not all of the unit has it.
    pub(crate) covered: bool,
    /// Points that one of its models has lost already, if that was given; 0: it was allocated an attack.
    pub(crate) taken: Option<u16>,
    /// Reading these two is recorded as well, but for the bodies of the attack and whether there are any.
    pub(crate) count: Size,
    pub(crate) wounds: Size,
    /// Reading it in an attack on the unit is recorded as a question, as for the saves.
    pub(crate) toughness: u16,
    pub(crate) save: Option<u8>,
    pub(crate) invulnerable: Option<u8>,
    pub(crate) feel_no_pain: Option<u8>,
    pub(crate) feel_no_pain_mortal: Option<u8>,
    pub(crate) feel_no_pain_psychic: Option<u8>,
    pub(crate) deadly_demise: Own<Option<Amount>>,
    pub(crate) character: bool,
}

/// A weapon.
#[derive(Clone)]
pub(crate) struct DatasheetWeapon {
    pub(crate) name: String,
    pub(crate) ranged: bool,
    pub(crate) count: u16,
    /// How many the unit had before it lost any model.
    pub(crate) had: u16,
    pub(crate) attacks: Amount,
    /// `None`: it needs no skill (Torrent).
    pub(crate) skill: Option<u8>,
    pub(crate) strength: Amount,
    /// AP without its sign.
    pub(crate) ap: u8,
    pub(crate) damage: Amount,
    pub(crate) carried_by: Option<String>,
    pub(crate) part: Option<String>,
    /// Whether a passenger carries it (W40K-FIRING-DECK).
    pub(crate) embarked: bool,
    /// The number on which its bearer uses it as it dies; 1: always (W40K-ON-DEATH).
    pub(crate) on_death: Option<u8>,
    pub(crate) one_of: Option<String>,
    pub(crate) abilities: Vec<Meaning<WeaponDraft>>,
}

impl DatasheetWeapon {
    pub(crate) fn has(&self, ability: &str) -> bool {
        // Close-quarters weapons are Pistols under another name.
        let is = |name: &str| name == ability || (ability == "Pistol" && name == "Close-quarters");
        self.abilities.iter().any(|ability| is(ability.name()))
    }

    /// Whether its bearer uses it as it dies.
    fn is_used_on_death(&self) -> bool {
        self.on_death.is_some()
    }

    /// Whether models of this group may carry it.
    pub(crate) fn fits(&self, group: &Group) -> bool {
        let named = self.carried_by.as_ref().is_none_or(|name| same(name, &group.name));
        named && (self.carried_by.is_some() || self.part.is_none() || self.part == group.part)
    }
}

impl Bearer for Datasheet {
    bearer!(WeaponDraft);

    fn told_facts(&self) -> Arc<UnitFacts> {
        self.facts.in_message(Arc::clone, Arc::default())
    }

    fn unnoted(&self) -> &[AbilityBlock<WeaponDraft>] {
        self.blocks.unnoted()
    }

    fn note(&self, part: OptionalPart) {
        self.note(UnitQuestion::Of(part as u8, 0));
    }

    fn lend(&mut self, blocks: Vec<AbilityBlock<WeaponDraft>>) {
        let of_all = BlockOwner { part: None, leading: false };
        self.owners.extend(blocks.iter().map(|_| of_all.clone()));
        self.blocks.extend(blocks);
    }

    fn strikes_back(&self) -> bool {
        self.weapons.unnoted().iter().any(DatasheetWeapon::is_used_on_death)
    }
}

impl Datasheet {
    /// Its name, where it is reported and decides nothing.
    pub(crate) fn name_for_messages(&self) -> &str {
        self.facts.in_message(|facts| &facts.name, UNTOLD)
    }

    /// Whether its characters are attacked last.
    pub(crate) fn protects_characters(&self) -> bool {
        self.attached || self.edition.characters_are_last
    }

    /// Whether it has both a Bodyguard and characters that it protects.
    pub(crate) fn splits(&self) -> bool {
        let has =
            |character: bool| self.groups.iter().any(|group| group.count.is_any() && group.character == character);
        self.protects_characters() && has(true) && has(false)
    }

    /// Whether one of its characters has lost wounds.
    pub(crate) fn character_is_wounded(&self) -> bool {
        self.groups.iter().any(|group| group.character && group.taken.is_some_and(|taken| taken > 0))
    }

    /// The unit with this many of its models in cover: those that fall first, since the defender chooses who is attacked
    /// (W40K-ALLOCATE, W40K-COVER).
    pub(crate) fn with_cover(&self, models: u16) -> Self {
        let (mut unit, mut left) = (self.clone(), models);
        unit.groups.clear();
        for group in &self.groups {
            let here = left.min(group.count.get());
            left -= here;
            for (count, covered) in [(here, true), (group.count.get() - here, false)] {
                if count > 0 {
                    unit.groups.push(Group { covered, count: count.into(), ..group.clone() });
                }
            }
        }
        unit
    }

    pub(crate) fn characters(&self) -> u16 {
        self.groups.iter().filter(|group| group.character).map(|group| group.count.get()).sum()
    }
}

/// Reads a unit; `None` if there was any mistake.
pub(crate) fn read_datasheet(document: &Document, edition: &'static Edition, found: &Diagnostics) -> Option<Datasheet> {
    let before = found.len();
    let place = Place::first(&document.source);
    let r = Reader::new(&document.table, edition.keys, place, found);
    let name = r.text("name");
    let points = read_points(&r);
    let leadership = r.target("leadership").map(|target| target.value);
    r.amount("move");
    let keywords: Vec<String> = r.texts("keywords").into_iter().map(|keyword| keyword.value).collect();
    let mut card = printed::read_unit_abilities(&r, document, &edition.words, found);
    let read: Vec<Option<Group>> = r
        .tables("model")
        .into_iter()
        .map(|table| group::read_group(table, (&card, &edition.words), document, found))
        .collect();
    let all = read.iter().all(Option::is_some);
    let mut groups: Vec<Group> = read.into_iter().flatten().collect();
    let models: usize = groups.iter().map(|group| usize::from(group.count.get())).sum();
    if all && !groups.is_empty() && !(1..=MAX_MODELS).contains(&models) {
        let message = format!("the unit has {models} models");
        r.mistake(Diagnostic::new(&r.place_of("name"), message, format!("from 1 to {MAX_MODELS} (MAX_MODELS)")));
    }
    let attached = r.flag("attached").unwrap_or(false);
    let firing_deck = firing_deck(&r, &card, found);
    leave_out_brackets(&mut card, document);
    let (names, weapon_names) = (document.names("model"), document.names("weapon"));
    let (entries, naming) = (document.names("ability"), document.weapons_naming_entries("weapon"));
    let weapons: Vec<DatasheetWeapon> = r
        .tables("weapon")
        .into_iter()
        .filter_map(|table| weapon::read_weapon(table, edition, &groups, (all, &entries), found))
        .collect();
    let scope = [&weapon_names[..], &names[..], &keywords[..], &entries[..]];
    let carried = (&weapons[..], &groups[..]);
    let read = sentence::entries(r.tables("ability"), (&edition.language, scope[0]), |table| {
        abilities::read_ability(table, edition, (scope, &naming), carried, found)
    });
    let (mut owners, mut blocks): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    if let Some(block) = damaged(&r, edition, &card, &groups) {
        owners.push(BlockOwner { part: None, leading: false });
        blocks.push(block);
    }
    let taken = fall(&r, Protected::of(attached, edition, &groups), edition, &mut groups, found);
    loadout::check_sizes(&r);
    loadout::check(r.tables("option"), document, &names);
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    let stealth = card.has("Stealth");
    card.leave_out(blocks.iter().filter_map(AbilityBlock::left_out));
    let not_computed = card.not_computed;
    let facts = UnitFacts { name: name?.value, points, models, weapons: weapon_names, not_computed };
    let toughness = groups.iter().filter(|group| group.count.is_any()).map(|group| group.toughness).min().unwrap_or(0);
    let leadership = leadership.map(|printed| Leadership::read(printed, toughness));
    Some(Datasheet {
        edition,
        facts: Arc::new(facts).into(),
        from: ReadFrom::default(),
        rest: 0,
        groups,
        taken,
        attached,
        firing_deck: firing_deck.into(),
        leadership: leadership.into(),
        keywords: keywords.into(),
        stealth,
        weapons: weapons.into(),
        blocks: blocks.into(),
        owners: owners.into(),
        musters: Recent::default(),
        place: place.into(),
    })
}

/// How many passengers shoot from it: as the key says, else as the ability does.
fn firing_deck(r: &Reader<'_>, card: &OfUnit, found: &Diagnostics) -> u16 {
    let printed = card.abilities.iter().find(|ability| ability.is("Firing Deck X"));
    let written = r.whole("firing-deck");
    if let (Some(written), Some(printed)) = (&written, printed)
        && printed.value.as_fixed().map(i64::from) != Some(written.value)
        && r.is_written_here("firing-deck")
    {
        found.add_note(two_values("firing-deck", &written.place, &printed.text.value, "the key counts"));
    }
    let models = |printed: &UnitAbility| {
        printed.value.as_fixed().unwrap_or_else(|| {
            let message = format!("`{}` says no number of models", printed.text.value);
            let help = "write it as `firing-deck = 6`, or in `abilities` as `Firing Deck 6`".to_owned();
            r.mistake(Diagnostic::new(&printed.text.place, message, "here").help(help));
            0
        })
    };
    written.map_or_else(|| printed.map_or(0, models), |deck| deck.value as u16)
}

/// Which characters fall after all others (W40K-ATTACHED).
#[derive(Clone, Copy)]
struct Protected {
    /// Whether any do: there is a Bodyguard.
    any: bool,
    /// Whether they are one row behind it, and not each a part that may be chosen.
    together: bool,
}

impl Protected {
    fn of(attached: bool, edition: &Edition, groups: &[Group]) -> Self {
        let any = (attached || edition.characters_are_last) && groups.iter().any(|g| !g.character && g.count.is_any());
        Self { any, together: edition.batches != Batches::Identical }
    }

    fn holds(self, group: &Group) -> bool {
        self.any && group.character
    }
}

/// Puts the groups into the order in which they fall, and says how many points the first model has lost already.
///
/// That is the file's order, or `removal`'s; a model that has lost wounds or was allocated an attack is first, and of the
/// characters of an Attached unit, which are last, the first of these (W40K-ALLOCATE, W40K-ATTACHED). Where attacks are
/// allocated to groups, models with the same characteristics are one group, and the one with the wounded model comes first.
fn fall(r: &Reader<'_>, protected: Protected, edition: &Edition, groups: &mut Vec<Group>, found: &Diagnostics) -> u16 {
    let by_groups = edition.batches == Batches::Identical;
    remove_first(r, groups);
    let is_chosen = |group: &Group| group.taken.is_some() && group.count.is_any();
    sort_by_key(groups, |group| {
        (protected.holds(group), protected.holds(group) && protected.together && !is_chosen(group))
    });
    let mut taken = 0;
    if let Some(index) = only_chosen(r, groups, |group| is_chosen(group) && !protected.holds(group)) {
        taken = groups[index].taken.unwrap_or(0);
        let first = if by_groups {
            let group = groups.remove(index);
            if index > 0 && group.count.get() > 1 {
                let (name, place) = (group.name.name(), r.place_of("name"));
                let note = format!(
                    "`{name}` stays first once its wounded model has fallen; the defender may choose another order for the next batch (W40K-ALLOCATE)"
                );
                found.add_note(Diagnostic::new(&place, note, "this unit"));
            }
            group
        } else {
            groups[index].count = groups[index].count.less(1);
            Group { count: 1.into(), ..groups[index].clone() }
        };
        groups.insert(0, first);
    }
    if by_groups {
        let order = groups.clone();
        let like = |group: &Group| order.iter().position(|other| !other.character && other.saves_like(group));
        sort_by_key(groups, |group| if group.character { Some(order.len()) } else { like(group) });
    }
    if protected.together {
        only_chosen(r, groups, |group| is_chosen(group) && protected.holds(group));
    }
    let highest = groups.iter().find(|group| group.count.is_any()).map_or(1, |group| i64::from(group.wounds.get())) - 1;
    r.state(&["damage", "wounds-taken"], 0..=highest).map_or(taken, |taken| taken.value as u16)
}

/// Puts the groups first that `removal` names, in its order.
fn remove_first(r: &Reader<'_>, groups: &mut Vec<Group>) {
    let mut ordered = Vec::new();
    for wanted in r.texts("removal") {
        match groups.iter().position(|group| same(&group.name, &wanted.value)) {
            Some(place) => ordered.push(groups.remove(place)),
            None => {
                let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
                let help = format!("there are {}", names.join(", "));
                let message = format!("no other models are called `{}`", wanted.value);
                r.mistake(Diagnostic::new(&wanted.place, message, "here").help(help));
            }
        }
    }
    ordered.append(groups);
    *groups = ordered;
}

/// The place of the group with a model that was chosen before; that there are several is a mistake.
fn only_chosen(r: &Reader<'_>, groups: &[Group], is_chosen: impl Fn(&Group) -> bool) -> Option<usize> {
    let chosen: Vec<usize> = (0..groups.len()).filter(|index| is_chosen(&groups[*index])).collect();
    if let [_, second, ..] = chosen[..] {
        let message = format!("`{}` is not the only group with a model that was chosen before", &*groups[second].name);
        let help = "one model takes all wounds until it falls; name the one that does".to_owned();
        r.mistake(Diagnostic::new(&r.place_of("name"), message, "this unit").help(help));
    }
    chosen.first().copied()
}
