//! Files that are broken, of another game, or meant to do harm.

use warodds::profile::import::MAX_UNPACKED_BYTES;

use super::{bytes, imported, refused, zipped};

#[test]
fn entities_are_refused_before_they_grow() {
    let mut text = String::from("<?xml version=\"1.0\"?><!DOCTYPE roster [<!ENTITY a \"ha\">");
    for n in 0..30 {
        text.push_str(&format!("<!ENTITY a{n} \"&a;&a;&a;\">"));
    }
    text.push_str("]><roster name=\"&a29;\"/>");
    assert!(refused(text.as_bytes()).contains("entities"));
    assert!(refused(b"<roster name=\"&undefined;\"/>").contains("XML"));
}

#[test]
fn archives_that_do_harm_are_refused() {
    let roster = bytes("guard.ros");
    let bomb = zipped(&[("bomb.ros", &vec![b' '; MAX_UNPACKED_BYTES + 10])]);
    assert!(bomb.len() < 1 << 20 && refused(&bomb).contains("MAX_UNPACKED_BYTES"), "{}", refused(&bomb));
    let inner = zipped(&[("guard.ros", &roster)]);
    assert!(refused(&zipped(&[("guard.rosz", &inner)])).contains("archive within an archive"));
    assert!(refused(&zipped(&[("../../guard.ros", &roster)])).contains("outside of itself"));
    assert!(refused(&zipped(&[("a.ros", &roster), ("b.ros", &roster)])).contains("several files (a.ros, b.ros)"));
    assert!(refused(&zipped(&[])).contains("empty"));
    assert!(imported(&[&zipped(&[("__MACOSX/._guard.ros", b"x"), ("guard.ros", &roster)])]).is_ok());
    let whole = zipped(&[("guard.ros", &roster)]);
    for cut in [5, 30, whole.len() / 2, whole.len() - 3] {
        assert!(refused(&whole[..cut]).contains("archive"), "{cut}");
    }
}

#[test]
fn encodings_are_read_or_named() {
    let text = String::from_utf8(bytes("ravens.ros")).expect("UTF-8");
    let plain = imported(&[text.as_bytes()]).expect("a roster");
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    assert_eq!(imported(&[&marked]).expect("with a mark"), plain);
    let little: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(imported(&[&little]).expect("UTF-16"), plain);
    assert!(refused(&little[..little.len() - 1]).contains("UTF-16"));
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><roster name=\"caf\xE9\"/>";
    assert!(refused(latin).contains("written in ISO-8859-1"), "{}", refused(latin));
}

#[test]
fn broken_files_are_named_for_what_they_are() {
    assert!(refused(b"").contains("empty"));
    assert!(refused(b"a list of units").contains("neither XML nor JSON"));
    assert!(refused(b"<html><body/></html>").contains("`html`"));
    assert!(refused(b"<!DOCTYPE html><html><head><meta></head></html>").contains("a web page"));
    assert!(refused(b"{\"a\": 1}").contains("JSON, and no roster"));
    for nothing in ["[]", "{}", " [ ] "] {
        assert!(refused(nothing.as_bytes()).contains("JSON with nothing in it"));
    }
    assert!(refused(b"unit,points,models\nGuards,100,5\n").contains("a table (CSV)"));
    assert!(refused(b"%PDF-1.7\n%\xE2\xE3").contains("a PDF"));
    assert!(refused(b"\x1F\x8B\x08\x00").contains("gzip"));
    let roster = bytes("guard.ros");
    assert!(refused(&roster[..roster.len() / 2]).contains("breaks off"));
    let json = bytes("ravens.json");
    assert!(refused(&json[..json.len() / 2]).contains("breaks off"));
    let deep = "<selections><selection>".repeat(100_000);
    assert!(refused(format!("<roster>{deep}").as_bytes()).contains("MAX_DEPTH"));
    let wide: String = (0..200_000).map(|n| format!(" a{n}=\"\"")).collect();
    assert!(refused(format!("<roster{wide}/>").as_bytes()).contains("MAX_ATTRIBUTES"));
    // What stands in quotes is no attribute, and ends no element.
    let quoted = format!("<roster name='{}'>", "a=\"\" > ".repeat(200));
    assert!(!refused(quoted.as_bytes()).contains("MAX_ATTRIBUTES"));
    // Declarations of namespaces are attributes like others.
    let spaces: String = (0..101).map(|n| format!(" xmlns:n{n}=\"a\"")).collect();
    assert!(refused(format!("<roster{spaces}/>").as_bytes()).contains("MAX_ATTRIBUTES"));
    for wrong in [
        "<roster/><roster/>", "<roster>&tin;</roster>", "<roster></force>", "<roster name='a' name='b'/>",
        "<roster/>words",
    ] {
        assert!(refused(wrong.as_bytes()).contains("is wrong: "), "{wrong}: {}", refused(wrong.as_bytes()));
    }
    for number in ["-5", "NaN", "100000000000000000000", "2.5", "many"] {
        let unit = format!("<roster><forces><force><selections><selection name=\"Guards\" number=\"{number}\"/>");
        let text = unit + "</selections></force></forces></roster>";
        assert!(
            refused(text.as_bytes()).contains(&format!("it holds `Guards` {number} times")),
            "{}",
            refused(text.as_bytes())
        );
    }
    let deep = "{\"selections\":[".repeat(100_000);
    assert!(refused(format!("{{\"roster\":{deep}").as_bytes()).contains("JSON"));
}

#[test]
fn a_profile_is_known_for_one() {
    for text in [
        "game = \"warcry\"\nname = \"x\"\n",
        "# mine\nname = \"x\"\ngame=\"warcry\"\n",
        "[[unit]]\nprofile = \"a.toml\"\n",
    ] {
        let said = refused(text.as_bytes());
        assert!(said.starts_with("it is a profile already") && said.contains("ends in .toml"), "{said}");
    }
}

#[test]
fn rosters_of_other_games_are_named() {
    for game in [
        "Warhammer 40,000 9th Edition",
        "Warhammer 40,000: Kill Team (2024)",
        "Warhammer The Old World",
        "Horus Heresy (2022)",
        "A Song of Ice and Fire: Tabletop Miniatures Game",
    ] {
        let text = format!("<roster name=\"A\" gameSystemName=\"{game}\" gameSystemId=\"x\"><forces/></roster>");
        let said = refused(text.as_bytes());
        assert!(said.contains(game) && said.contains("40,000, 10th and 11th edition, Age of Sigmar 4"), "{said}");
    }
    let empty = "<roster name=\"A\" gameSystemName=\"Age of Sigmar 4.0\"><forces/></roster>";
    assert!(refused(empty.as_bytes()).contains("no units"));
}
