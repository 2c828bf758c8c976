//! Rosters, catalogues and archives with slips in them: each is read, or refused with a message; what is read is right.

use warodds::ask::Importer;

use super::texts::slipped;
use super::{doors, drive};
use crate::referee::matchups::Pick;
use crate::support::rosters::{bytes, library, zipped};

fn read(bytes: &[u8]) {
    if doors::import(bytes) {
        super::reached();
    }
}

fn with_slips(name: &'static str) {
    let text = String::from_utf8(bytes(name)).expect("UTF-8");
    drive(|pick, told| {
        let text = slipped(pick, &text, 5);
        told.push_str(&text);
        read(text.as_bytes());
    });
}

#[test]
fn a_roster_as_xml_with_slips_is_read_or_refused() {
    with_slips("guard.ros");
    with_slips("ravens.ros");
}

#[test]
fn a_roster_as_json_with_slips_is_read_or_refused() {
    with_slips("ravens.json");
}

#[test]
fn cards_with_slips_are_read_or_refused() {
    with_slips("shore_fighters.json");
    with_slips("islands.json");
    with_slips("orbit.json");
}

/// Lists of several makers, one after the other.
const LISTS: &str = "++++++++++++\n+ FACTION KEYWORD: Imperium\n+ TOTAL ARMY POINTS: 1,995pts\n+ WARLORD: Char1: Captain\n++++++++++++\n\n\
    Char1: 1x Captain (115 pts): Warlord, Sword\n  Attached to Intercessor Squad\n5x Intercessor Squad (80 pts): 5 with Rifle\n• 4x Trooper\n    4 with Rifle\n\n\
    Iron Dawn (2000 Points)\nStrike Force (2,000 Points)\n\nATTACHED UNITS\nAttached unit 1\n\nCaptain (85 Points)\n  • Attached as: Leader (Character)\n  • 1x Sword\n\n\
    Intercessor Squad (160 Points)\n  • Attached as: Bodyguard\n  • 9x Intercessor\n     ◦ 9x Bolt rifle\n\n# ++ Army Roster ++ [2000 pts]\n## Character [95 pts]\n\
    [Line] Liberators [100 pts]: Reinforced\nExported with App Version: v1.2 (119)\n";

#[test]
fn a_list_as_text_with_slips_is_read_or_refused() {
    drive(|pick, told| {
        let text = slipped(pick, LISTS, 8);
        told.push_str(&text);
        read(text.as_bytes());
    });
}

#[test]
fn a_catalogue_as_json_with_slips_is_read_or_refused() {
    with_slips("tin.cat.json");
}

#[test]
fn abilities_of_cards_with_slips_are_read_or_refused() {
    // The abilities of a warband lie beside its fighters.
    let fighters = warodds::profile::import::open(&bytes("shore_fighters.json")).expect("fighters");
    let text = String::from_utf8(bytes("shore_abilities.json")).expect("UTF-8");
    let mut files = vec![fighters];
    drive(|pick, told| {
        let text = slipped(pick, &text, 5);
        told.push_str(&text);
        let Ok(abilities) = warodds::profile::import::open(text.as_bytes()) else { return };
        files.truncate(1);
        files.push(abilities);
        let units = Importer::new(&files, &library()).import(0, None).map(|army| army.units);
        units.iter().take(1).for_each(|_| super::reached());
        assert!(units.into_iter().flatten().all(|unit| unit.refused.is_some() == unit.text.is_empty()));
    });
}

#[test]
fn sentences_of_cards_with_slips_are_understood_or_not() {
    let words = "if this unit charged this turn roll a dice on a 3+ add 1 to the attacks characteristic of this unit's melee weapons \
                 and subtract 2 from hit rolls for combat attacks that target this unit for the rest of the turn in addition heal D3";
    let words: Vec<&str> = words.split(' ').collect();
    let ravens = String::from_utf8(bytes("ravens.ros")).expect("UTF-8");
    let start =
        ravens.find("name=\"Effect\"").and_then(|at| Some(at + ravens[at..].find('>')? + 1)).expect("an ability");
    let end = start + ravens[start..].find('<').expect("an end");
    drive(|pick, told| {
        let some = (0..pick.from(1, 400)).map(|_| words[pick.from(0, words.len() as u32 - 1) as usize]);
        let text = some.collect::<Vec<_>>().join(" ");
        told.push_str(&text);
        read(format!("{}{text}{}", &ravens[..start], &ravens[end..]).as_bytes());
    });
}

#[test]
fn a_catalogue_with_slips_is_read_or_refused() {
    with_slips("copper-library.cat");
    with_slips("ravens.cat");
}

#[test]
fn an_archive_with_other_bytes_is_read_or_refused() {
    let roster = String::from_utf8(bytes("ravens.ros")).expect("UTF-8");
    let whole = zipped(&[("ravens.ros", roster.as_bytes())]);
    drive(|pick: &mut Pick, told| {
        // Every other one is whole, and its text has the slips.
        if pick.one_in(2) {
            let text = slipped(pick, &roster, 3);
            told.push_str(&text);
            return read(&zipped(&[("ravens.ros", text.as_bytes())]));
        }
        let mut bytes = whole.clone();
        for _ in 0..pick.from(1, 4) {
            let place = pick.from(0, bytes.len() as u32 - 1) as usize;
            bytes[place] = pick.from(0, 255) as u8;
        }
        told.push_str(&format!("{bytes:02x?}"));
        read(&bytes);
    });
}
