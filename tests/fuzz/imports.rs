//! Rosters, catalogues and archives with slips in them: each is read, or refused with a message; what is read is right.

use warodds::ask::import;

use super::drive;
use super::texts::slipped;
use crate::import::bytes;
use crate::referee::matchups::Pick;

fn read(bytes: &[u8]) {
    match import(bytes, &crate::import::library()) {
        Ok(imported) => {
            for unit in imported.units {
                assert_eq!(unit.refused.is_some(), unit.text.is_empty(), "{unit:#?}");
            }
        }
        Err(why) => assert!(!why.to_string().is_empty()),
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
    with_slips("abilities.json");
}

#[test]
fn a_catalogue_with_slips_is_read_or_refused() {
    with_slips("copper-library.cat");
    with_slips("ravens.cat");
}

#[test]
fn an_archive_with_other_bytes_is_read_or_refused() {
    let whole = crate::import::zipped(&[("ravens.ros", &bytes("ravens.ros"))]);
    drive(|pick: &mut Pick, told| {
        let mut bytes = whole.clone();
        for _ in 0..pick.from(1, 4) {
            let place = pick.from(0, bytes.len() as u32 - 1) as usize;
            bytes[place] = pick.from(0, 255) as u8;
        }
        told.push_str(&format!("{bytes:02x?}"));
        read(&bytes);
    });
}
