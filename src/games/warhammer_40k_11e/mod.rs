//! Warhammer 40,000, 11th edition. What it shares with the 10th is in `warhammer_40k`; here is only what differs. Every
//! rule id is explained in `rules.md`, with the section of the rules that it is printed in.

use super::language::entry::{self, Entries};
use super::language::scene::Language;
use super::mixture::engage_each;
use super::printed::UnitWords;
use super::volley::draft::{Rounding, WeaponDraft};
use super::warhammer_40k::edition::{Batches, Cover, Edition, HazardRule};
use super::warhammer_40k::unit::{self, Datasheet};
use super::warhammer_40k::{self as tenth, COMMAND_REROLL, TWIN_LINKED, attached, bearers, draft, keys, line};
use super::{Game, Ruling};
use crate::grammar::Wordings;
use crate::profile::line::LineGrammar;
use crate::profile::{Diagnostics, Document, ProfileKey};
use crate::words::same;

mod abilities;
mod moments;
mod offers;
mod situations;

const ID: &str = "warhammer-40k-11e";

/// What its cards can say: what is not as in the 10th edition first.
const ENTRIES: Entries<WeaponDraft> =
    &[tenth::effects::EFFECTS, abilities::ABILITIES, abilities::OTHERWISE, tenth::abilities::ABILITIES];

/// The game: what is not said here is as in the 10th edition.
pub(in crate::games) const GAME: Game = Game {
    id: ID,
    edition: "11th edition",
    abilities: || entry::abilities(ENTRIES),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    offers: offers::OFFERS,
    moments: &moments::MOMENTS,
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    whole: |text| EDITION.language.whole(text),
    spell_out: |unit| EDITION.language.spell_out(unit),
    editions: &[],
    keys: KEYS,
    template: include_str!("template.toml"),
    check: |document, found| bearers::check(&read_eleventh(document, found)?, found),
    line: &LINE,
    attach: Some(attach),
    // Nearly as those of the 10th edition do.
    wordings: || {
        static FILE: Wordings =
            Wordings::new(concat!(include_str!("../warhammer_40k/wordings.txt"), "\n", include_str!("wordings.txt")));
        FILE.rows()
    },
    engage: |encounter, found| {
        engage_each(encounter, found, |encounter, found| draft::engage(encounter, (&ELEVENTH, read_eleventh), found))
    },
    ..tenth::GAME
};

/// Joins a leader's datasheet to its unit, which may have one Leader and one Support (W40K-SUPPORT).
fn attach(unit: &mut Document, leader: Document) -> Result<(), String> {
    let kinds = |document: &Document| {
        ["Leader", "Support"].map(|kind| document.table.texts("abilities").any(|ability| same(ability, kind)))
    };
    let (there, own) = (kinds(unit), kinds(&leader));
    let is_free = (0..2).any(|kind| own[kind] && !there[kind]);
    if own.contains(&true) && !is_free {
        let name = |document: &Document| document.table.text("name").unwrap_or("unit").to_owned();
        let (unit, leader) = (name(unit), name(&leader));
        return Err(format!("{leader} does not join {unit}: a unit has one Leader and one Support (W40K-SUPPORT)"));
    }
    attached::attach(unit, leader)
}

const KEYS: &[ProfileKey] = &keys::keys_of("\"warhammer-40k-11e\"");

const LINE: LineGrammar = line::line(
    ID,
    "40k-11e",
    KEYS,
    "40k-11e: 5x 24\" 2A 3+/4/-1/D3 [Rapid Fire 1]; T4 W2 3+ 5++",
    [|text| EDITION.language.is_effect(text), |text| EDITION.language.is_asked(text)],
);

/// The 11th edition.
static ELEVENTH: Edition = EDITION;

/// The rules of the 11th edition.
pub(in crate::games) const EDITION: Edition = Edition {
    language: Language {
        game: ID,
        situations: situations::SITUATIONS,
        entries: ENTRIES,
        keyed: true,
        ..tenth::EDITION.language
    },
    words: UnitWords {
        game: ID,
        abilities: abilities::UNIT_ABILITIES,
        of_weapon: |text| ELEVENTH.language.ability(text).is_some(),
        ..tenth::EDITION.words
    },
    keys: KEYS,
    rulings: RULINGS,
    order: Rounding::UpAfterAdding,
    worst_skill: 6,
    saves_are_capped: false,
    cover: Cover::Skill,
    stealth_is_cover: true,
    batches: Batches::Identical,
    hazard: HazardRule::Unit,
    overwatch_is_critical: false,
    unseen_hits_are_final: true,
    instead: ("Close-quarters weapons", "W40K-CLOSE-QUARTERS"),
    lethal_is_optional: true,
    indirect_torrent: true,
    half_is_below_half: true,
    stays_attached: true,
    characters_are_last: true,
};

/// Reads a unit of this edition; `None` if there was any mistake.
pub(crate) fn read_eleventh(document: &Document, found: &Diagnostics) -> Option<Datasheet> {
    unit::read_datasheet(document, &ELEVENTH, found)
}

const RULINGS: &[Ruling] = &[
    TWIN_LINKED,
    Ruling::new("precision", &["always", "second", "never", "best"], "W40K-PRECISION")
        .asks("does a batch with Precision begin with the Character, of two with the first that stands or with the `second`? `best`: as slays them most often"),
    Ruling::new("lethal-hits", &["best", "taken", "declined"], "W40K-LETHAL-HITS")
        .asks("Lethal Hits: do critical hits wound by themselves (`taken`), or are they rolled to wound?"),
    COMMAND_REROLL,
    Ruling::new("snap-criticals", &["none", "sixes"], "W40K-OVERWATCH")
        .asks("snap shooting: is a 6 a critical hit? It was before 30 September 2026 (`sixes`)"),
    Ruling::new("overwatch-torrent", &["hits", "sixes"], "AMB-01")
        .asks("does a Torrent weapon hit automatically in snap shooting, or on 6s?"),
    Ruling::new("indirect-torrent", &["hits"], "AMB-02")
        .asks("does a Torrent weapon hit automatically with Indirect Fire? That no such shot may be made is not computed: no sentence forbids it"),
    Ruling::new("devastating-damage", &["full", "reduced"], "AMB-03")
        .asks("does a model that reduces damage reduce the mortal wounds of Devastating Wounds?"),
    Ruling::new("sustained-lethal", &["plain"], "AMB-04")
        .asks("are the extra hits of Sustained Hits plain ones beside a critical with Lethal Hits? That they are critical too is not computed: the rule's example speaks of hits"),
    Ruling::new("save-rerolls", &["first", "weakest"], "AMB-05")
        .asks("which saves of a mixed unit are rolled again: those that fail for the group that is first in the order, or for the weakest?"),
    Ruling::new("precision-criticals", &["own-batch"], "AMB-06")
        .asks("are attacks that a critical gives Precision a batch of their own? One batch with two first groups is not computed: no rule says which die is whose"),
    Ruling::new("devastating-order", &["each"], "AMB-07")
        .asks("does each Devastating critical choose its model anew? One model for all of them is not computed: what is over would be lost again and again"),
    Ruling::new("identical-weapons", &["together", "apart"], "AMB-08")
        .asks("are identical attacks of different weapons one batch, even against the player's wish?"),
    Ruling::new("cover-batches", &["each-attacker"], "AMB-09")
        .asks("is cover judged for each attacking model? Say `cover 5` for five of them; one judgement for the unit is `cover`, or nothing"),
    Ruling::new("feel-no-pain", &["own-models"], "AMB-10")
        .asks("does Feel No Pain of one part of an Attached unit hold for its own models? For all of them, write it in each group"),
    Ruling::new("precision-rest", &["goes-on"], "AMB-11")
        .asks("do higher dice go on to the others once the chosen Character is dead? That they are lost is not computed: the choice holds until it is destroyed"),
    Ruling::new("critical-numbers", &["instead"], "AMB-12")
        .asks("does a lower number for critical hits stand instead of the 6? That both lines of the table hold is not computed: it would say the same"),
];
