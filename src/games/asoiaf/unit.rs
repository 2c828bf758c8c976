//! A combat unit, as a profile writes its card (ASOIAF-PROFILE).

use std::sync::Arc;

use super::abilities::{ABILITIES, SET_FOR_CHARGE, UNIT_ABILITIES};
use super::changes::AttackDraft;
use super::effects::{EFFECTS, NOT_ROLLED, ROWS};
use super::keys::{ATTACK_TYPES, KEYS, TRAY_NAMES, TRAYS, Tray};
use super::situations::{EXCLUSIONS, PANICKED, SITUATIONS, VULNERABLE};
use crate::games::UnitFacts;
use crate::games::language::ability;
use crate::games::language::entry::{Entries, Meaning};
use crate::games::language::number::Rounding;
use crate::games::language::participants::{Bearer, bearer};
use crate::games::language::scene::{AbilityBlock, Language, Traits, check_counts};
use crate::games::language::sentence;
use crate::games::printed::{self, UnitWords};
use crate::profile::reads::{Keywords, ReadUnit};
use crate::profile::{Diagnostic, Diagnostics, Document, Node, Place, Reader, Table, Value};
use crate::sequence::{Body, Side};
use crate::words::{did_you_mean, same};

pub(super) const ENTRIES: Entries<AttackDraft> = &[EFFECTS, ABILITIES];

pub(crate) const LANGUAGE: Language<AttackDraft> = Language {
    game: "asoiaf",
    situations: SITUATIONS,
    counted: &[],
    shared: &[VULNERABLE, PANICKED],
    entries: ENTRIES,
    rows: ROWS,
    never_rolled: Some(NOT_ROLLED),
    halves: Rounding::Up,
    traits: TRAITS,
    exclusions: EXCLUSIONS,
    implies: |_| None,
    keyed: false,
};

const WORDS: UnitWords = UnitWords {
    game: LANGUAGE.game,
    abilities: UNIT_ABILITIES,
    army_rules: &[],
    of_weapon: |text| ability::weapon_ability(ENTRIES, text).is_some(),
};

const TRAITS: Traits = Traits {
    models: true,
    ranks: true,
    strength: false,
    companions: false,
    attaches: false,
    keywords: &["INFANTRY", "CAVALRY", "SOLO", "WAR MACHINE"],
};

/// A unit.
#[derive(Clone)]
pub(crate) struct UnitCard {
    pub(crate) facts: Arc<UnitFacts>,
    pub(crate) tray: Tray,
    pub(crate) wounds_per_model: u16,
    /// Points that are lost before the attack, those of models that are gone included.
    pub(crate) taken: u16,
    pub(crate) speed: Option<u16>,
    /// `None`: no saves whatever the modifiers.
    pub(crate) defense: Option<u8>,
    /// `None`: it never tests.
    pub(crate) morale: Option<u8>,
    pub(crate) keywords: Keywords,
    pub(crate) attacks: Vec<CardAttack>,
    pub(crate) blocks: Vec<AbilityBlock<AttackDraft>>,
    /// Abilities that are named and not computed.
    pub(crate) idle: Vec<&'static str>,
    /// The place of the unit's name.
    pub(crate) place: Place,
}

/// An attack profile.
#[derive(Clone)]
pub(crate) struct CardAttack {
    pub(crate) name: String,
    pub(crate) melee: bool,
    pub(crate) hit: u8,
    /// Dice with no rank destroyed, with one, with two: as many as the tray has ranks.
    pub(crate) dice: Vec<u16>,
    pub(crate) abilities: Vec<Meaning<AttackDraft>>,
}

impl ReadUnit for UnitCard {}

impl Bearer for UnitCard {
    bearer!(AttackDraft);
}

impl UnitCard {
    /// All wounds of a full tray.
    pub(crate) fn wounds(&self) -> u16 {
        self.tray.models * self.wounds_per_model
    }

    /// Models that are left once `lost` points are gone.
    pub(crate) fn models_left(&self, lost: u16) -> u16 {
        self.wounds().saturating_sub(lost).div_ceil(self.wounds_per_model)
    }

    /// The unit after it has lost this many points in all.
    pub(crate) fn after(&self, lost: u16) -> Self {
        Self { taken: lost, ..self.clone() }
    }

    /// Ranks that are left once `lost` points are gone (ASOIAF-RANK).
    pub(crate) fn ranks(&self, lost: u16) -> u16 {
        self.models_left(lost).div_ceil(self.tray.models / self.tray.ranks)
    }

    /// For each rank, the points lost at which it is gone, the rear-most first.
    pub(crate) fn rank_ends(&self) -> Vec<u16> {
        (1..=self.tray.ranks).map(|gone| gone * self.wounds() / self.tray.ranks).collect()
    }

    /// Whoever can be hurt.
    pub(crate) fn body(&self, side: Side) -> Body {
        Body::of(&self.facts.name, side, &[(self.tray.models, self.wounds_per_model)], self.taken)
    }
}

pub(crate) fn check(document: &Document, found: &Diagnostics) -> Option<Arc<UnitFacts>> {
    read_unit_card(document, found).map(|unit| unit.facts)
}

/// Reads a unit; `None` if there was any mistake.
pub(crate) fn read_unit_card(document: &Document, found: &Diagnostics) -> Option<UnitCard> {
    let before = found.len();
    let place = Place::first(&document.source);
    let r = Reader::new(&document.table, KEYS, place, found);
    let name = r.text("name");
    let points = r.whole("points");
    let tray = tray(&r, document, found);
    let full = tray.map_or(TRAYS[0].models, |tray| tray.models);
    let models = r.whole_within("models", 1..=i64::from(full)).map_or(full, |models| models.value as u16);
    let each = r.whole("wounds-per-model").map_or(1, |wounds| wounds.value as u16);
    let taken = r.state(&["damage", "wounds-taken"], 0..=i64::from(models * each - 1));
    let taken = (full - models) * each + taken.map_or(0, |taken| taken.value as u16);
    let speed = r.whole("speed").map(|speed| speed.value as u16);
    let defense = r.target("defense");
    let morale = r.target("morale");
    let mut keywords: Vec<String> = r.texts("keywords").into_iter().map(|keyword| keyword.value).collect();
    // ASOIAF-TRAY: the tray is the type of the unit.
    keywords.extend(tray.map(|tray| tray.keyword.to_owned()));
    let mut card = printed::read_unit_abilities(&r, document, &WORDS, found);
    let entries = document.names("ability");
    let attacks: Vec<CardAttack> =
        r.tables("attack").into_iter().filter_map(|table| attack(table, tray, &entries, found)).collect();
    let (names, naming) = (document.names("attack"), document.weapons_naming_entries("attack"));
    let scope = [&names[..], &[], &keywords, &entries];
    let blocks = sentence::entries(r.tables("ability"), (&LANGUAGE, scope[0]), |table| {
        Some(AbilityBlock::read(table, &LANGUAGE, scope, &naming, found))
    });
    if found.len() == before {
        check_counts(&r, (full, full * each), found);
    }
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    card.leave_out(blocks.iter().filter_map(AbilityBlock::left_out));
    let left = (full * each - taken).div_ceil(each);
    let points = points.map(|points| points.value as u32);
    Some(UnitCard {
        facts: Arc::new(UnitFacts {
            name: name?.value,
            points,
            models: usize::from(left),
            weapons: names,
            not_computed: card.not_computed,
        }),
        tray: tray?,
        wounds_per_model: each,
        taken,
        speed,
        defense: defense?.value,
        morale: morale?.value,
        keywords: keywords.into(),
        attacks,
        blocks,
        idle: card.abilities.iter().map(|ability| ability.doc.name).filter(|name| *name == SET_FOR_CHARGE).collect(),
        place,
    })
}

/// The tray, with as many ranks as the card has: as the profile says, else as many as its attacks have values.
fn tray(r: &Reader<'_>, document: &Document, found: &Diagnostics) -> Option<Tray> {
    let tray = tray_named(r)?;
    if let Some(ranks) = r.whole_within("ranks", 1..=i64::from(tray.ranks)) {
        return Some(tray.with_ranks(ranks.value as u16));
    }
    let lengths = values_of_attacks(document);
    let Some(first) = lengths.first().copied().filter(|first| lengths.iter().all(|other| other == first)) else {
        return Some(tray);
    };
    if first < 2 || first >= tray.ranks || r.has("ranks") {
        return Some(tray);
    }
    let tray = tray.with_ranks(first);
    let message =
        format!("its attacks have {first} values, so it stands in {first} ranks of {} models in all", tray.models);
    let help = format!("write `ranks = {first}` if that is right, else the missing value (ASOIAF-RANK)");
    found.add_note(Diagnostic::new(&r.place_of("tray"), message, "a full tray has more").help(help));
    Some(tray)
}

/// How many values the `dice` of each attack has.
fn values_of_attacks(document: &Document) -> Vec<u16> {
    let dice = |attack: &Table| u16::try_from(attack.list("dice").len()).unwrap_or(u16::MAX);
    document.table.tables("attack").map(dice).collect()
}

fn tray_named(r: &Reader<'_>) -> Option<Tray> {
    let text = r.text("tray")?;
    let tray = TRAYS.into_iter().find(|tray| same(tray.name, &text.value));
    if tray.is_none() {
        let help = || format!("there are {}", TRAY_NAMES.join(", "));
        let help = did_you_mean(&text.value, TRAY_NAMES).unwrap_or_else(help);
        r.mistake(Diagnostic::new(&text.place, format!("there is no tray `{}`", text.value), "here").help(help));
    }
    tray
}

fn attack(r: Reader<'_>, tray: Option<Tray>, entries: &[String], found: &Diagnostics) -> Option<CardAttack> {
    let name = r.text("name");
    let melee = kind(&r);
    let hit = r.target("hit");
    if let Some(hit) = hit.as_ref().filter(|hit| hit.value.is_none()) {
        r.mistake(Diagnostic::new(&hit.place, "`hit` cannot be `-`", "write `\"2+\"` to `\"6+\"`"));
    }
    let ranks = tray.map_or(1, |tray| usize::from(tray.ranks));
    let dice = r.wholes_from("dice", ranks);
    let abilities = LANGUAGE.weapon_abilities(&r, entries, found);
    r.finish();
    let dice = dice?.into_iter().take(ranks).map(|n| n as u16).collect();
    Some(CardAttack { name: name?.value, melee: melee?, hit: hit?.value?, dice, abilities })
}

/// Whether an attack is melee; the two ranges roll the same dice (ASOIAF-RANGED).
fn kind(r: &Reader<'_>) -> Option<bool> {
    let text = r.text("type")?;
    let found = ATTACK_TYPES.into_iter().find(|kind| same(kind, &text.value));
    if found.is_none() {
        let message = format!("`{}` is not a type of attack", text.value);
        let help = format!("there are {}", ATTACK_TYPES.join(", "));
        r.mistake(Diagnostic::new(&text.place, message, "here").help(help));
    }
    found.map(|kind| kind == "melee")
}

/// Sets how many models are left. Units are bought whole, so points stay.
pub(crate) fn resize(document: &mut Document, models: u16) -> Result<Vec<String>, String> {
    let tray = document.table.text("tray").and_then(|text| TRAYS.into_iter().find(|tray| same(tray.name, text)));
    let fewer = |tray: Tray| {
        let ranks = document.table.whole("ranks").and_then(|ranks| u16::try_from(ranks).ok());
        ranks.filter(|ranks| (1..tray.ranks).contains(ranks)).map_or(tray, |ranks| tray.with_ranks(ranks))
    };
    let tray = tray.map(fewer);
    let full = tray.ok_or("the profile does not say which tray")?;
    if models > full.models {
        return Err(format!("a unit on an {} tray has at most {} models", full.name, full.models));
    }
    let place = Place::whole(&document.source);
    document.table.put("models", Node { place, value: Value::Whole(i64::from(models)) });
    let left = format!("{models} of {} models are left; points stay, because units are bought whole", full.models);
    Ok(if models == full.models { Vec::new() } else { vec![left] })
}
