//! A datasheet, as a profile writes it (W40K-PROFILE).

use std::sync::Arc;

use super::edition::Edition;
use crate::dice::Amount;
use crate::games::language::ability::AbilityUse;
use crate::games::language::cast::Bearer;
use crate::games::language::effect::{Effect, RollKind};
use crate::games::language::scene::{AbilityBlock, Meaning};
use crate::games::printed::{self, OfUnit, two_values};
use crate::games::volley::draft::WeaponDraft;
use crate::games::{Owner, UnitFacts, read_points, read_positive};
use crate::profile::{Diagnostic, Diagnostics, Document, NamingWeapon, Place, Reader, Table, Value};
use crate::sequence::MAX_MODELS;
use crate::words::{did_you_mean, normal, same};

mod group;

/// Keys of a group of models that may also be set for the whole unit.
pub(crate) const GROUP_KEYS: &[&str] = &[
    "toughness",
    "save",
    "wounds",
    "objective-control",
    "invulnerable",
    "feel-no-pain",
    "feel-no-pain-mortal",
    "feel-no-pain-psychic",
    "deadly-demise",
];

/// A unit.
#[derive(Clone)]
pub(crate) struct Datasheet {
    /// The edition that it is written for.
    pub(crate) edition: &'static Edition,
    pub(crate) facts: Arc<UnitFacts>,
    /// In the order in which they fall.
    pub(crate) groups: Vec<Group>,
    /// Points that the first model to fall has lost already.
    pub(crate) taken: u16,
    /// Whether its characters lead the others (W40K-ATTACHED).
    pub(crate) attached: bool,
    /// How many passengers shoot from it (W40K-FIRING-DECK).
    pub(crate) firing_deck: u16,
    /// The best of its models.
    pub(crate) leadership: Option<Leadership>,
    pub(crate) keywords: Vec<String>,
    pub(crate) stealth: bool,
    pub(crate) weapons: Vec<DatasheetWeapon>,
    pub(crate) blocks: Vec<AbilityBlock<WeaponDraft>>,
    /// Whose each of the blocks is.
    pub(crate) owners: Vec<BlockOwner>,
    /// Where the unit's name stands.
    pub(crate) place: Place,
}

/// The number that a Leadership test must reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Leadership {
    pub(crate) on: u8,
    /// Whether nothing changes it: a Leadership of "-", for which Toughness stands (W40K-DASH).
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
    pub(crate) name: String,
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
    /// Points that one of its models has lost already, if that was said; 0: it was allocated an attack.
    pub(crate) taken: Option<u16>,
    pub(crate) count: u16,
    pub(crate) toughness: u16,
    pub(crate) save: Option<u8>,
    pub(crate) wounds: u16,
    pub(crate) invulnerable: Option<u8>,
    pub(crate) feel_no_pain: Option<u8>,
    pub(crate) feel_no_pain_mortal: Option<u8>,
    pub(crate) feel_no_pain_psychic: Option<u8>,
    pub(crate) deadly_demise: Option<Amount>,
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
    pub(crate) abilities: Vec<AbilityUse<WeaponDraft>>,
}

impl DatasheetWeapon {
    pub(crate) fn has(&self, ability: &str) -> bool {
        // Close-quarters weapons are Pistols under another name.
        let is = |name: &str| name == ability || (ability == "Pistol" && name == "Close-quarters");
        self.abilities.iter().any(|known| is(known.ability.name))
    }

    /// Whether models of this group may carry it.
    pub(crate) fn fits(&self, group: &Group) -> bool {
        let named = self.carried_by.as_ref().is_none_or(|name| same(name, &group.name));
        named && (self.carried_by.is_some() || self.part.is_none() || self.part == group.part)
    }
}

impl Bearer for Datasheet {
    type Draft = WeaponDraft;

    fn facts(&self) -> &UnitFacts {
        &self.facts
    }

    fn blocks(&self) -> &[AbilityBlock<WeaponDraft>] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> &mut [AbilityBlock<WeaponDraft>] {
        &mut self.blocks
    }

    fn lend(&mut self, blocks: Vec<AbilityBlock<WeaponDraft>>) {
        let of_all = BlockOwner { part: None, leading: false };
        self.owners.extend(blocks.iter().map(|_| of_all.clone()));
        self.blocks.extend(blocks);
    }

    fn strikes_back(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.on_death.is_some())
    }
}

impl Datasheet {
    /// Whether its characters are attacked last.
    pub(crate) fn protects_characters(&self) -> bool {
        self.attached || self.edition.characters_are_last
    }

    /// Whether it has both a Bodyguard and characters that it protects.
    pub(crate) fn splits(&self) -> bool {
        let has = |character: bool| self.groups.iter().any(|group| group.count > 0 && group.character == character);
        self.protects_characters() && has(true) && has(false)
    }

    /// Whether one of its characters has lost wounds.
    pub(crate) fn character_is_wounded(&self) -> bool {
        self.groups.iter().any(|group| group.character && group.taken.is_some_and(|taken| taken > 0))
    }

    /// The unit with so many of its models in cover: those that fall first, since the defender chooses who is attacked
    /// (W40K-ALLOCATE, W40K-COVER).
    pub(crate) fn with_cover(&self, models: u16) -> Self {
        let (mut unit, mut left) = (Self { groups: Vec::new(), ..self.clone() }, models);
        for group in &self.groups {
            let here = left.min(group.count);
            left -= here;
            for (count, covered) in [(here, true), (group.count - here, false)] {
                if count > 0 || (group.count == 0 && covered) {
                    unit.groups.push(Group { covered, count, ..group.clone() });
                }
            }
        }
        unit
    }

    /// How many characters it has.
    pub(crate) fn characters(&self) -> u16 {
        self.groups.iter().filter(|group| group.character).map(|group| group.count).sum()
    }
}

/// Reads a unit; `None` if there was any mistake.
pub(crate) fn read(document: &Document, edition: &'static Edition, found: &Diagnostics) -> Option<Datasheet> {
    let before = found.len();
    let place = Place::first(&document.source);
    let r = Reader::new(&document.table, edition.keys, place, found);
    let name = r.text("name");
    let points = read_points(&r);
    let leadership = r.target("leadership").map(|target| target.value);
    r.amount("move");
    let keywords: Vec<String> = r.texts("keywords").into_iter().map(|keyword| keyword.value).collect();
    let mut card = printed::read(&r, document, &edition.words, found);
    let read: Vec<Option<Group>> = r
        .tables("model")
        .into_iter()
        .map(|table| group::read(table, (&card, &edition.words), document, found))
        .collect();
    let all = read.iter().all(Option::is_some);
    let mut groups: Vec<Group> = read.into_iter().flatten().collect();
    let models: usize = groups.iter().map(|group| usize::from(group.count)).sum();
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
        .filter_map(|table| weapon(table, edition, &groups, (all, &entries), found))
        .collect();
    let known = [&weapon_names[..], &names[..], &keywords[..], &entries[..]];
    let carried = (&weapons[..], &groups[..]);
    let read =
        r.tables("ability").into_iter().filter_map(|table| block(table, edition, (known, &naming), carried, found));
    let (mut owners, mut blocks): (Vec<_>, Vec<_>) = read.unzip();
    if let Some(block) = damaged(&r, &card, &groups) {
        owners.push(BlockOwner { part: None, leading: false });
        blocks.push(block);
    }
    let taken = fall(&r, attached || edition.characters_are_last, &mut groups);
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    let stealth = card.has("Stealth");
    let not_computed = card.not_computed;
    let facts = UnitFacts { name: name?.value, points, models, weapons: weapon_names, not_computed };
    let toughness = groups.iter().filter(|group| group.count > 0).map(|group| group.toughness).min().unwrap_or(0);
    let leadership = leadership.map(|printed| Leadership::read(printed, toughness));
    Some(Datasheet {
        edition,
        facts: Arc::new(facts),
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
    })
}

/// How many passengers shoot from it: as the key says, else as the ability does.
fn firing_deck(r: &Reader<'_>, card: &OfUnit, found: &Diagnostics) -> u16 {
    let printed = card.abilities.iter().find(|ability| ability.is("Firing Deck X"));
    let said = r.whole("firing-deck");
    if let (Some(said), Some(printed)) = (&said, printed)
        && printed.value.as_fixed().map(i64::from) != Some(said.value)
        && r.is_written_here("firing-deck")
    {
        found.tell(two_values("firing-deck", &said.place, &printed.text.value, "the key counts"));
    }
    let printed = printed.and_then(|printed| printed.value.as_fixed());
    said.map_or(printed.unwrap_or(0), |deck| deck.value as u16)
}

/// What `Damaged X` does: -1 to hit once the unit's only model has that many wounds left, or fewer (W40K-DAMAGED).
fn damaged(r: &Reader<'_>, card: &OfUnit, groups: &[Group]) -> Option<AbilityBlock<WeaponDraft>> {
    let printed = card.abilities.iter().find(|ability| ability.is(DAMAGED))?;
    let mut standing = groups.iter().filter(|group| group.count > 0);
    let (Some(only), None) = (standing.next().filter(|group| group.count == 1), standing.next()) else {
        let message = format!("`{}` of a unit of several models is not computed", printed.text.value);
        let help = "say what its damage does with an `[[ability]]`, or name it in `not-computed`".to_owned();
        r.mistake(Diagnostic::new(&printed.text.place, message, "here").help(Some(help)));
        return None;
    };
    let left = printed.value.as_fixed().unwrap_or(0);
    let effect = ("-1 to hit", Effect::Modify(RollKind::Hit, -1));
    Some(AbilityBlock::once_damaged(&printed.text.value, only.wounds.saturating_sub(left), effect))
}

/// The ability of units that hit worse once few wounds are left.
const DAMAGED: &str = "Damaged X";

/// Names a printed bracket among what is left out, unless an `[[ability]]` says what damage does to the unit.
fn leave_out_brackets(card: &mut OfUnit, document: &Document) {
    let says = |table: &Table| {
        let named = table.text("name").is_some_and(|name| normal(name).starts_with("damaged"));
        let texts =
            if let Some(Value::List(when)) = table.get("when").map(|node| &node.value) { &when[..] } else { &[] };
        let speaks = |text: &str| ["damage", "wounds"].iter().any(|word| text.contains(word));
        named || texts.iter().any(|node| matches!(&node.value, Value::Text(text) if speaks(text)))
    };
    let tables = if let Some(Value::List(nodes)) = document.table.get("ability").map(|node| &node.value) {
        &nodes[..]
    } else {
        &[]
    };
    if tables.iter().any(|node| matches!(&node.value, Value::Table(table) if says(table))) {
        return;
    }
    let brackets =
        card.abilities.iter().filter(|ability| ability.is(BRACKET)).map(|ability| ability.text.value.clone());
    card.not_computed.extend(brackets.collect::<Vec<_>>());
}

/// The line of a card that says what a unit loses once few of its wounds remain.
const BRACKET: &str = "Damaged: 1-X wounds remaining";

/// An `[[ability]]`; `None` if it works while leading only and the unit leads nobody. In an Attached unit one that does
/// not lead reaches its own part.
fn block(
    r: Reader<'_>,
    edition: &Edition,
    (known, naming): ([&[String]; 4], &[NamingWeapon]),
    (weapons, groups): (&[DatasheetWeapon], &[Group]),
    found: &Diagnostics,
) -> Option<(BlockOwner, AbilityBlock<WeaponDraft>)> {
    let leading = r.flag("leading").unwrap_or(false);
    let part = r.text("part").map(|part| part.value);
    let place = r.place_of("models");
    let mut block = AbilityBlock::read(r, &edition.language, known, naming, found);
    hold_to_models(&mut block, weapons, groups, &place, found);
    let owner = BlockOwner { part: part.clone(), leading };
    match part {
        None => (!leading).then_some((owner, block)),
        Some(part) if !leading => {
            let of_part = |other: &Option<String>| other.as_ref() == Some(&part);
            let reached = |weapon: &&DatasheetWeapon| of_part(&weapon.part) && block.names(&weapon.name).is_some();
            let own = weapons.iter().filter(reached).map(|weapon| weapon.name.clone()).collect();
            block.own_weapons = Some(own);
            let models = groups.iter().filter(|group| of_part(&group.part)).map(|group| group.name.clone());
            block.models.get_or_insert_with(|| models.collect());
            Some((owner, block))
        }
        Some(_) => Some((owner, block)),
    }
}

/// Keeps effects on attacks from weapons that other models than those of the entry carry; notes weapons of which nobody
/// knows who carries them.
fn hold_to_models(
    block: &mut AbilityBlock<WeaponDraft>,
    weapons: &[DatasheetWeapon],
    groups: &[Group],
    place: &Place,
    found: &Diagnostics,
) {
    let Some(models) = block.models.as_ref().filter(|_| !block.against) else { return };
    let attacks = |meaning: &Meaning<WeaponDraft>| match meaning {
        Meaning::Effect(Effect::MortalOnTheSide(_)) => false,
        Meaning::Effect(effect) => effect.owner() == Owner::Attacker,
        Meaning::Ability(_) => true,
    };
    if !block.effects.iter().any(|(_, meaning)| attacks(meaning)) {
        return;
    }
    let mut reached = Vec::new();
    for weapon in weapons.iter().filter(|weapon| !weapon.embarked && block.names(&weapon.name).is_some()) {
        let carries = |group: &&Group| group.count > 0 && weapon.fits(group);
        let named = |group: &&Group| models.iter().any(|name| same(name, &group.name));
        let (mine, all) = (groups.iter().filter(carries).filter(named).count(), groups.iter().filter(carries).count());
        if mine == all {
            reached.push(weapon.name.clone());
        } else if mine > 0 {
            let message = format!("whether the `models` of {} carry {} is not known", block.name, weapon.name);
            let help = format!("write `carried-by` under {}", weapon.name);
            found.push(Diagnostic::new(place, message, "only they are meant").help(Some(help)));
        }
    }
    match &mut block.weapons {
        Some(named) => named.retain(|text| reached.iter().any(|name| same(name, &text.value))),
        None => block.own_weapons = Some(reached),
    }
}

/// Puts the groups into the order in which they fall, and says how many points the first model has lost already.
///
/// That is the file's order, or `removal`'s; a model that has lost wounds or was allocated an attack is first
/// (W40K-ALLOCATE); characters of an Attached unit are last (W40K-ATTACHED).
fn fall(r: &Reader<'_>, attached: bool, groups: &mut Vec<Group>) -> u16 {
    let mut ordered = Vec::new();
    for wanted in r.texts("removal") {
        match groups.iter().position(|group| same(&group.name, &wanted.value)) {
            Some(place) => ordered.push(groups.remove(place)),
            None => {
                let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
                let help = format!("there are {}", names.join(", "));
                let message = format!("no other models are called `{}`", wanted.value);
                r.mistake(Diagnostic::new(&wanted.place, message, "here").help(Some(help)));
            }
        }
    }
    ordered.append(groups);
    *groups = ordered;
    groups.sort_by_key(|group| attached && group.character);
    let chosen = |group: &Group| group.taken.is_some() && group.count > 0 && !(attached && group.character);
    let first: Vec<usize> = (0..groups.len()).filter(|index| chosen(&groups[*index])).collect();
    if let [_, second, ..] = first[..] {
        let message = format!("`{}` is not the only group with a model that was chosen before", groups[second].name);
        let help = "one model takes all wounds until it falls; name the one that does".to_owned();
        r.mistake(Diagnostic::new(&r.place_of("name"), message, "this unit").help(Some(help)));
    }
    let mut taken = 0;
    if let Some(index) = first.first() {
        let one = Group { count: 1, ..groups[*index].clone() };
        groups[*index].count -= 1;
        taken = one.taken.unwrap_or(0);
        groups.insert(0, one);
    }
    let highest = groups.iter().find(|group| group.count > 0).map_or(1, |group| i64::from(group.wounds)) - 1;
    r.state(&["damage", "wounds-taken"], 0..=highest).map_or(taken, |taken| taken.value as u16)
}

fn weapon(
    r: Reader<'_>,
    edition: &Edition,
    groups: &[Group],
    (all, entries): (bool, &[String]),
    found: &Diagnostics,
) -> Option<DatasheetWeapon> {
    let name = r.text("name");
    let range = r.whole("range");
    let count = r.whole("count");
    let attacks = read_positive(&r, "attacks");
    let strength = read_positive(&r, "strength");
    let ap = ap(&r);
    let damage = read_positive(&r, "damage");
    let one_of = r.text("one-of").map(|group| group.value);
    let abilities = edition.language.weapon_abilities(&r, entries, found);
    let torrent = abilities.iter().any(|known| known.ability.name == "Torrent");
    let skill = skill(&r, torrent);
    let carried_by = r.text("carried-by");
    if let Some(carrier) = &carried_by {
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        if all && !names.iter().any(|known| same(known, &carrier.value)) {
            let message = format!("the unit has no models called `{}`", carrier.value);
            let help = did_you_mean(&carrier.value, names.iter().copied())
                .unwrap_or_else(|| format!("it has {}", names.join(", ")));
            r.mistake(Diagnostic::new(&carrier.place, message, "here").help(Some(help)));
        }
    }
    let part = r.text("part").map(|part| part.value);
    let embarked = r.flag("embarked").unwrap_or(false);
    let on_death = match r.peek("on-death") {
        Some(Value::Flag(always)) => always.then_some(1),
        _ => r.target("on-death").and_then(|target| target.value),
    };
    r.finish();
    let mut weapon = DatasheetWeapon {
        name: name?.value,
        ranged: range.is_some(),
        count: 0,
        had: 0,
        attacks: attacks?.value,
        skill: skill?,
        strength: strength?.value,
        ap: ap?,
        damage: damage?.value,
        carried_by: carried_by.map(|carrier| carrier.value),
        part,
        embarked,
        on_death,
        one_of,
        abilities,
    };
    let each: u32 = groups.iter().filter(|group| weapon.fits(group)).map(|group| u32::from(group.count)).sum();
    weapon.count = count.map_or_else(|| u16::try_from(each).unwrap_or(u16::MAX), |count| count.value as u16);
    weapon.had = weapon.count;
    Some(weapon)
}

/// BS or WS; `N/A` where the weapon hits by itself.
fn skill(r: &Reader<'_>, torrent: bool) -> Option<Option<u8>> {
    let not_needed = |text: &str| same(text, "N/A") || text.trim() == "-";
    match r.peek("skill") {
        Some(Value::Text(text)) if not_needed(text) => {
            if !torrent {
                let message = "`skill` is missing its number".to_owned();
                let help = "only Torrent weapons have `\"N/A\"`".to_owned();
                let label = "write `\"2+\"` to `\"6+\"`";
                r.mistake(Diagnostic::new(&r.place_of("skill"), message, label).help(Some(help)));
            }
            Some(None)
        }
        None if torrent => Some(None),
        None => {
            r.missing("skill");
            None
        }
        Some(_) => r.target("skill").map(|skill| skill.value),
    }
}

/// AP as it is printed: 0 or a negative number.
fn ap(r: &Reader<'_>) -> Option<u8> {
    match r.peek("ap") {
        None => Some(0),
        Some(Value::Whole(n @ 1..=9)) => {
            let message = "`ap` has no sign".to_owned();
            r.mistake(Diagnostic::new(&r.place_of("ap"), message, format!("write `-{n}`")));
            None
        }
        Some(_) => r.whole("ap").map(|ap| ap.value.unsigned_abs() as u8),
    }
}
